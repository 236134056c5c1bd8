"""Terrain that players place before a game: the pieces on offer, where they may lie, and a good place for one."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from game.engine.core.decisions import Answer, Choose, Decision, Lay, Option, Pick, Place
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.table.terrain.battlefield import Piece
from game.wording import _


class Offered(NamedTuple):
    """The options, and refused options with reasons."""

    options: tuple[Option, ...]
    refused: list[tuple[Option, Refusal]]


def offered(
    pieces: Iterable[Piece],
    kind: Callable[[Piece], Hashable],
    rule: str,
    why_not: Callable[[Piece], Refusal | None],
    enough: Option,
    not_enough: Refusal | None,
) -> Offered:
    """Return an option for each kind of piece that fits, and refused options with reasons. Both may be empty.

    `enough` ends the placing, unless there is `not_enough`.
    """
    options: list[Option] = []
    refused: list[tuple[Option, Refusal]] = []
    kinds: dict[Hashable, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(kind(piece), []).append(piece)
    for alike in kinds.values():
        option, refusal = Option(alike[0].id, _label(alike), rule), why_not(alike[0])
        if refusal is None:
            options.append(option)
        else:
            refused.append((option, refusal))
    if not options:
        return Offered((), [])
    if not_enough is None:
        return Offered((*options, enough.shown()), refused)
    return Offered(tuple(options), [*refused, (enough.shown(), not_enough)])


def _label(pieces: Sequence[Piece]) -> str:
    """Return the name of the first piece. If there are several, their count replaces the number in its name."""
    name, count = pieces[0].name, len(pieces)
    return name if count == 1 else _("{piece}, {count} left", piece=name.rstrip(" 0123456789"), count=count)


def ask_piece(player: str, prompt: str, rule: str, offers: Offered, auto: Option) -> Asking[str]:
    """Ask for one of the offered pieces; return the key of the option."""
    key: str = yield Choose(
        player=player,
        prompt=prompt,
        rule=rule,
        options=offers.options,
        refused=lambda: offers.refused,
        shortcuts=(auto.shown(),),
    )
    return key


def ask_place(
    player: str, piece: Piece, turned: Callable[[int], Any], rule: str, step: int, auto: Option
) -> Asking[tuple[float, float, int]]:
    """Ask for the place of a piece; `turned` has its spots at an angle. Return its anchor and its turn in degrees."""
    x, y, degrees = yield Lay(
        player=player,
        prompt=_("Place {piece}", piece=piece.name),
        rule=rule,
        about=piece.id,
        region=turned(0),
        turned=turned,
        step=step,
        shortcuts=(auto.shown(),),
    )
    return x, y, degrees


def good_place(
    decision: Lay, source: random.Random, samples: int, cost: Callable[[tuple[float, float, int]], float]
) -> Answer:
    """Return the cheapest of a number of random places, or any legal place if none of them is legal."""
    places: list[tuple[float, float, int]] = []
    for _try in range(samples):
        turn = source.choice(decision.turns)
        spot = decision.turned(turn).sample(source)
        if spot is not None:
            places.append((spot.x, spot.y, turn))
    if places:
        return [*min(places, key=cost)]
    spots = ((decision.turned(turn).sample(source), turn) for turn in decision.turns)
    spot, turn = next((spot, turn) for spot, turn in spots if spot is not None)
    return [spot.x, spot.y, turn]


def automatic_answer(decision: Decision, dressing: Answer | None, place: Callable[[Place], Answer]) -> Answer:
    """Return an automatic answer to a decision of the setup; raise `ValueError` for other kinds of decision.

    A question about terrain is answered with `dressing`, others with the first piece or option; `place` finds spots.
    """
    if dressing is not None:
        return dressing
    if isinstance(decision, Pick):
        return [decision.candidates[0]]
    if isinstance(decision, Choose):
        return decision.options[0].key
    if not isinstance(decision, Place):
        raise ValueError(f"a {decision.kind} is no decision of the deployment")
    return place(decision)

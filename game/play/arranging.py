"""Typed arrangements of a unit, moved as a block, put in ranks, model by model, or repaired; one line, one answer."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final

from game.engine.core.decisions import Answer, Arrange, answer_of
from game.play.typed_spots import Misread, read_place
from game.table.lattice import Position, position
from game.table.layout.finding import without_crossings
from game.table.layout.steps import MemberStep, ends_of, present_spots
from game.wording import N_, _

HINT: Final = N_(
    "Type move by 3, 0 - or move to 12, 8 - or 2 to 5, 4 to move only the second model - ranks 5 - repair - "
    "stay. Join several with ; as in move by 3, 0; 2 to 5, 4; repair."
)
_GAP: Final = 0.1
"""Inches between models in ranks."""

NamedId = Callable[[str], str]
"""A function that returns the id of the piece with a name, or "" if there is none."""


def read_arranging(decision: Arrange, line: str, named: NamedId) -> Answer:
    """Return the answer that a line means, legal or not; raise `Misread` if the line has no meaning."""
    draft = _Draft(decision, named)
    for part in line.split(";"):
        if part.strip():
            draft.apply(" ".join(part.casefold().split()))
    return answer_of(draft.steps())


class _Draft:
    """An arrangement that grows with each part of a line."""

    def __init__(self, decision: Arrange, named: NamedId) -> None:
        self._legal, self._named_id = decision.arrangements, named
        self._at = {member.id: position(*member.disc[:2]) for member in self._legal.members}
        self._single_steps = dict[str, MemberStep]()
        self._complete: tuple[MemberStep, ...] | None = None

    def steps(self) -> tuple[MemberStep, ...]:
        """Return the steps of the arrangement; steps of single models come last, in the order given."""
        if self._complete is not None:
            return self._complete
        block = [MemberStep(name, at) for name, at in self._at.items() if name not in self._single_steps]
        return (*block, *self._single_steps.values())

    def apply(self, part: str) -> None:
        """Change the arrangement by a part of a line; raise `Misread`."""
        ranks = re.fullmatch(r"ranks (\d{1,3})", part)
        move = re.fullmatch(r"move (to|by) (.+)", part)
        single = re.fullmatch(r"(.+?) (to|by) (.+)", part)
        if part in ("stay", "repair"):
            present = present_spots(self._legal.members)
            self._adopt(self._legal.find(present) if part == "stay" else self._legal.nearest(self._at))
        elif ranks is not None and int(ranks[1]):
            self._rank(int(ranks[1]))
        elif move is not None:
            middle = self._middle()
            x, y = _spot(move[2], middle if move[1] == "to" else Position(0.0, 0.0))
            dx, dy = (x, y) if move[1] == "by" else (x - middle.x, y - middle.y)
            self._place_all({name: position(at.x + dx, at.y + dy) for name, at in self._at.items()})
        elif single is not None:
            self._move_single(single[1], single[2], single[3])
        else:
            raise Misread(_("{line!r} is not understood. {hint}", line=part[:40], hint=_(HINT)))

    def _adopt(self, arrangement: tuple[MemberStep, ...] | None) -> None:
        if arrangement is None:
            raise Misread(_("No legal arrangement was found."))
        self._place_all(self._at | ends_of(arrangement))
        self._complete = arrangement

    def _place_all(self, at: dict[str, Position]) -> None:
        self._at, self._complete = at, None
        self._single_steps = {}

    def _move_single(self, name: str, how: str, spots: str) -> None:
        member = self._named_id(name)
        if member not in self._at:
            raise Misread(_("No model being placed is called {name!r}.", name=name[:40]))
        corners, here = list[Position](), self._at[member]
        for text in spots.split("then"):
            x, y = _spot(text, here if how == "to" else Position(0.0, 0.0))
            here = position(x, y) if how == "to" else position(here.x + x, here.y + y)
            corners.append(here)
        self._at, self._complete = self._at | {member: here}, None
        self._single_steps.pop(member, None)
        self._single_steps[member] = MemberStep(member, here, tuple(corners[:-1]))

    def _middle(self) -> Position:
        spots = self._at.values()
        return position(*(sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1)))

    def _rank(self, files: int) -> None:
        middle, step = self._middle(), 2 * max(member.disc.radius for member in self._legal.members) + _GAP
        ranks, files = math.ceil(len(self._at) / files), min(files, len(self._at))
        there = {
            name: position(
                middle.x + (at % files - (files - 1) / 2) * step, middle.y - (at // files - (ranks - 1) / 2) * step
            )
            for at, name in enumerate(self._at)
        }
        self._place_all(without_crossings(self._legal.members, self._at, there))


def _spot(text: str, start: Position) -> tuple[float, float]:
    spot = read_place(text, start)
    if spot is None:
        raise Misread(_("Two numbers are needed, such as 12.5, 8 - or @45 6.5 for bearing and length."))
    return spot

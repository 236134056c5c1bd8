"""Answers as people type them in a terminal: what a decision offers as numbered lines, and what a line means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.engine.core.decisions import Allocate, Answer, Choose, Decision, Option, Order, Pick, Place
from game.lengths import in_words
from game.ui.model.spoken_state import piece_line
from game.ui.model.typed_spots import read_place
from game.wording import N_, _

if TYPE_CHECKING:
    from game.ui.model.session_model import SessionModel


class Misread(ValueError):
    """A line that means nothing here; the message says what would."""


@dataclass(frozen=True)
class Offer:
    """One numbered thing: its key in the answer, what it is called, its rule, and whether it answers by itself."""

    key: str
    label: str
    rule: str = ""
    whole: bool = True

    def line(self, number: int) -> str:
        """Return it as a line to read."""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"  {number}. {self.label}{rule}"


def offers(desk: SessionModel, decision: Decision) -> list[Offer]:
    """Return everything that can be named by its number, shortcuts last."""
    found: list[Offer] = []
    if isinstance(decision, Choose):
        found = [_option(option) for option in decision.options]
    elif isinstance(decision, Pick):
        found = [Offer(piece, _piece(desk, piece), decision.rule, False) for piece in decision.candidates]
    elif isinstance(decision, Order):
        found = [Offer(item, desk.name_of(item), decision.rule, False) for item in decision.items]
    elif isinstance(decision, Allocate):
        found = [
            Offer(item, _("{item}, at most {limit}", item=desk.name_of(item), limit=limit), decision.rule, False)
            for item, limit in decision.limits.items()
        ]
    return found + [_option(option) for option in decision.shortcuts]


def _option(option: Option) -> Offer:
    return Offer(option.key, option.label, option.rule)


def _piece(desk: SessionModel, identity: str) -> str:
    piece = desk.pieces.get(identity)
    return piece_line(desk, piece, nearest=False).rstrip(".") if piece is not None else desk.name_of(identity)


def hint(decision: Decision) -> str:
    """Return how this decision is answered."""
    if isinstance(decision, Place):
        return _(
            "Type place 12.5, 8 - or @45 6.5 for bearing and {measure} - or near 12.5, 8 for the nearest legal spot.",
            measure=in_words(),
        )
    if isinstance(decision, Pick) and (decision.minimum, decision.maximum) != (1, 1):
        how = N_("Type the numbers of {least} to {most}, with spaces between.")
        if decision.minimum == 0:
            how = N_("Type the numbers of {least} to {most}, with spaces between; none for none.")
        return _(how, least=decision.minimum, most=decision.maximum)
    if isinstance(decision, Order):
        return _("Type the numbers in the order you want, first to last.")
    if isinstance(decision, Allocate):
        return _("Share out {total}: type 1=2 3=1 for two to the first and one to the third.", total=decision.total)
    return _("Type a number.")


def read_answer(desk: SessionModel, decision: Decision, line: str) -> Answer:
    """Return the answer that a line means; raise `Misread`. Whether it is legal the session says."""
    listed = offers(desk, decision)
    named = _named(line, listed)
    if named is not None and named.whole:
        return named.key
    if isinstance(decision, Place):
        return list(read_spot(desk, decision, line))
    if isinstance(decision, Pick):
        return [] if line.strip() in ("none", "0") else _several(line, listed)
    if isinstance(decision, Order):
        return _ordered(decision, _several(line, listed))
    if isinstance(decision, Allocate):
        return _shares(line, listed)
    raise Misread(_not_understood(line, listed))


def read_spot(desk: SessionModel, decision: Decision, line: str) -> tuple[float, float]:
    """Return the spot that "place 12.5, 8", "@45 6.5" or "near 12.5, 8" means; raise `Misread`."""
    word, _unused, rest = line.strip().partition(" ")
    text = rest if word in ("place", "near", "try", "why", "odds") else line
    spot = read_place(text, start_of(desk, decision))
    if spot is None:
        text = _("Two numbers are needed: place 12.5, 8 - or @45 6.5 for bearing and {measure}.", measure=in_words())
        raise Misread(text)
    if word != "near":
        return spot
    assert isinstance(decision, Place)
    nearest = decision.region.nearest(*spot)
    if nearest is None:
        raise Misread(_("Nowhere is legal."))
    return nearest.x, nearest.y


def start_of(desk: SessionModel, decision: Decision) -> tuple[float, float]:
    """Return from where bearings are counted: where the piece stands, else the middle of the table."""
    piece = desk.pieces.get(decision.about)
    if piece is not None:
        return piece.x, piece.y
    return desk.battlefield.width / 2, desk.battlefield.height / 2


def _named(line: str, listed: Sequence[Offer]) -> Offer | None:
    """Return the one thing that a number, a key or the beginning of a label names."""
    text = line.strip().casefold()
    if text.isdecimal():
        number = int(text)
        return listed[number - 1] if 1 <= number <= len(listed) else None
    exact = [offer for offer in listed if text in (offer.key.casefold(), offer.label.casefold())]
    begun = [offer for offer in listed if len(text) > 1 and offer.label.casefold().startswith(text)]
    whole = [offer for offer in begun if not offer.label[len(text) : len(text) + 1].isalnum()]
    found = exact or whole or begun
    return found[0] if len(found) == 1 else None


def _several(line: str, listed: Sequence[Offer]) -> list[str]:
    """Return the keys of what a line names one after another, each by a number or by one word or several."""
    found = []
    words = re.split(r"[,\s]+", line.strip())
    longest = max((len(offer.label.split()) for offer in listed), default=1)
    while words:
        count, named = next(
            (
                (count, named)
                for count in range(min(len(words), longest), 0, -1)
                if (named := _named(" ".join(words[:count]), listed)) is not None
            ),
            (0, None),
        )
        if named is None:
            raise Misread(_not_understood(words[0], listed))
        found.append(named.key)
        words = words[count:]
    return found


def _ordered(decision: Order, named: list[str]) -> list[str]:
    """Return the whole order; the last place need not be named."""
    left = [item for item in decision.items if item not in named]
    found = [*named, *left] if len(left) == 1 else named
    if sorted(found) != sorted(decision.items):
        raise Misread(_("Type every number from 1 to {count} once.", count=len(decision.items)))
    return found


def _shares(line: str, listed: Sequence[Offer]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in re.split(r"[,\s]+", line.strip()):
        name, sign, amount = word.partition("=")
        named = _named(name, listed)
        if named is None or not sign or not re.fullmatch(r"\d{1,6}", amount):
            raise Misread(_("{word!r} is not understood: type 1=2 for two to the first.", word=word[:40]))
        found[named.key] = found.get(named.key, 0) + int(amount)
    return {key: amount for key, amount in found.items() if amount}


def _not_understood(line: str, listed: Sequence[Offer]) -> str:
    if not listed:
        return _("{line!r} is not understood: help tells what can be typed.", line=line[:40])
    return _("{line!r} is not understood: type 1 to {count}, or help.", line=line[:40], count=len(listed))

"""Printed amounts: a number, or dice and a number ("D3+2", "2D6") (A-DICE-1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator

from game.documents.reading import refuse
from game.wording import N_, _

_AMOUNT = re.compile(r"(?:(?P<count>\d{0,2})[Dd](?P<sides>[36]))?(?:(?P<plus>\+?)(?P<number>\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Amount:
    """The sum of `count` dice with 3 or 6 `sides` and of `plus`. The lowest dice may be `dropped`."""

    count: int = 0
    sides: int = 6
    plus: int = 0
    dropped: int = 0

    @property
    def is_random(self) -> bool:
        """Whether it includes dice."""
        return self.count > 0

    @property
    def least(self) -> int:
        """The lowest possible value."""
        return self.count - self.dropped + self.plus

    @property
    def most(self) -> int:
        """The highest possible value."""
        return (self.count - self.dropped) * self.sides + self.plus

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        if self.dropped:
            return _("the best {n} of {dice}", n=self.count - self.dropped, dice=dice)
        return f"{dice}+{self.plus}" if self.plus else dice


@lru_cache(maxsize=256)
def amount(text: str) -> Amount:
    """Return a printed amount; raise `ValueError` for any other text."""
    match = _AMOUNT.fullmatch(text.replace(" ", ""))
    dice = match is not None and match["sides"] is not None
    if match is None or not text.strip() or (match["number"] is not None and bool(match["plus"]) != dice):
        raise ValueError(f"{text!r} is no amount")
    return Amount(int(match["count"] or 1) if dice else 0, int(match["sides"] or 6), int(match["number"] or 0))


def why_no_amount(text: str) -> str:
    """Return the reason why a text is not an amount, or "" if it is one."""
    try:
        amount(text)
    except ValueError:
        fault = N_("{text!r} is not an amount - write a number, or dice as in D3, 2D6, D3+2 (A-DICE-1)")
        return _(fault, text=text[:60])
    return ""


def _checked(text: str) -> str:
    if fault := why_no_amount(text):
        refuse("", fault)
    return text


AmountText = Annotated[str, AfterValidator(_checked)]
"""A text in a document that must be an amount."""

"""The notation of profile cards: "Bodyguard [Still Bell] (3)", "Bleed (1/1)", "Push Defence (1)"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from game.wording import N_, _

_NAME = r"(?P<name>[A-Z][A-Za-z!' /-]*?)"
_ABOUT = r"(?: \[(?P<about>[^\[\]()]+(?:\([^()]*\))?)\])?"
_VALUES = r"(?: \((?P<values>[+-]?\d+(?:/\d+)?)\"?\))?"
_TERM = re.compile(f"^{_NAME}{_ABOUT}{_VALUES}$")


class UnreadableTerm(ValueError):
    """A text is not in the notation of profile cards."""


@dataclass(frozen=True, slots=True)
class Term:
    """One entry of a card: its name, what it is about (a type of model, a test, another trait) and its values.

    "Armour (+1)" and "Armour (-1)" `modify` the Armour of the model; "Armour (1)" beside another does not add up
    (B-GEN-3, B-TR).
    """

    name: str
    about: str = ""
    values: tuple[int, ...] = ()
    modifies: bool = False

    @property
    def value(self) -> int:
        """Its first value, 0 without one."""
        return self.values[0] if self.values else 0

    @property
    def inches(self) -> int:
        """Its last value, for those with a distance."""
        return self.values[-1] if self.values else 0

    def __str__(self) -> str:
        about = f" [{self.about}]" if self.about else ""
        sign = "+" if self.modifies and self.value >= 0 else ""
        values = f" ({sign}{'/'.join(map(str, self.values))})" if self.values else ""
        return f"{self.name}{about}{values}"


@lru_cache(maxsize=2_000)
def term(text: str) -> Term:
    """Return an entry of a card; raise `UnreadableTerm`."""
    match = _TERM.match(text)
    if match is None:
        advice = N_('{text!r} cannot be read - write it like "Parry (1)", "Heal (2)" or "Fear (4)"')
        raise UnreadableTerm(_(advice, text=text))
    values = tuple(int(value) for value in (match["values"] or "").split("/") if value)
    return Term(match["name"], match["about"] or "", values, (match["values"] or "").startswith(("+", "-")))

"""A parser of weapon abilities (A-WPN-1, A-WPN-2, A-WPN-3, A-WPN-4, A-WPN-5, A-WPN-6, A-WPN-7)."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, cast

Crit = Literal["", "2 hits", "auto-wound", "mortal"]
"""The extra effect of a critical hit, or "" without one (A-WPN-1, A-WPN-2, A-WPN-3)."""
CHARGED: Final = "CHARGE"
"""The name of the condition that the target charged this turn, in `Anti.what` (A-WPN-5)."""

_CRIT = re.compile(r"crit \((?P<crit>2 hits|auto-wound|mortal)\)")
_CHARGE = re.compile(r"charge \(\+(?P<number>\d) damage\)")
_ANTI = re.compile(r"an(?:ti|it)-(?P<what>.+?) \(\+(?P<number>\d) rend\)")


@dataclass(frozen=True, slots=True)
class Anti:
    """Extra rend against targets with a keyword, or that charged if it is `CHARGED` (A-WPN-5, A-WPN-9)."""

    what: str
    rend: int


@dataclass(frozen=True, slots=True)
class WeaponAbilities:
    """The effects of a weapon's abilities. `by_hand` are abilities that the rules do not know (A-WPN-10)."""

    crits: tuple[Crit, ...]
    charge_damage: int
    anti: tuple[Anti, ...]
    companion: bool
    shoot_in_combat: bool
    by_hand: tuple[str, ...]

    def rend_against(self, keywords: Collection[str], *, charged: bool) -> int:
        """Return the sum of all extra rend against a target (A-WPN-5).

        `keywords` are names in capitals without numbers. `charged` means that the target charged this turn.
        """
        return sum(anti.rend for anti in self.anti if (charged if anti.what == CHARGED else anti.what in keywords))


@lru_cache(maxsize=512)
def weapon_abilities(printed: tuple[str, ...]) -> WeaponAbilities:
    """Return the effects of printed abilities. Case, spaces, a missing bracket and the typo "Anit-" do not matter.

    Unknown abilities are kept for the players (A-WPN-7, A-WPN-9, A-WPN-10, A-IMP-26).
    """
    crits: list[Crit] = []
    anti: list[Anti] = []
    by_hand: list[str] = []
    charge_damage = 0
    plain = set()
    for text in printed:
        cleaned = _cleaned(text)
        if match := _CRIT.fullmatch(cleaned):
            crits.append(cast(Crit, match["crit"]))
        elif match := _CHARGE.fullmatch(cleaned):
            charge_damage += int(match["number"])
        elif match := _ANTI.fullmatch(cleaned):
            anti.append(Anti(match["what"].upper(), int(match["number"])))
        elif cleaned in ("companion", "shoot in combat"):
            plain.add(cleaned)
        elif cleaned not in ("", "-"):
            by_hand.append(text)
    companion, shoots = "companion" in plain, "shoot in combat" in plain
    return WeaponAbilities(tuple(dict.fromkeys(crits)), charge_damage, tuple(anti), companion, shoots, tuple(by_hand))


def _cleaned(text: str) -> str:
    """Return a text in small letters with plain hyphens, single spaces and closed brackets."""
    small = re.sub(r"[\u2010-\u2015\u2212]", "-", text.replace("\u00ad", "")).lower()
    spaced = " ".join(re.sub(r"\s*([()])\s*", r" \1 ", small).split())
    closed = spaced.replace("( ", "(").replace(" )", ")")
    return closed + ")" if closed.count("(") > closed.count(")") else closed

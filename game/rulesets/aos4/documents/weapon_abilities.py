"""Weapon abilities: their spellings and their effects (A-WPN-1, A-WPN-2, A-WPN-3, A-WPN-4, A-WPN-5, A-WPN-6).

A new ability is a row of `_FORMS`, and a line in `weapon_abilities` for its effect. Imports, packs and texts that give
weapons an ability use the same rows.
"""

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

_FORMS: Final = {
    "Crit ({crit})": r"Crit \((?P<crit>2 Hits|Auto-wound|Mortal)\)",
    "Charge (+{number} Damage)": r"Charge \(\+(?P<number>\d) Damage\)",
    "Anti-{what} (+{number} Rend)": r"An(?:ti|it)- ?(?P<what>[^()]+?) \(\+(?P<number>\d) Rend\)",
    "Companion": "Companion",
    "Shoot in Combat": "Shoot in Combat",
}
"""The spelling of each weapon ability, with {parts}, and the pattern that reads it in any case."""
_CRIT, _CHARGE, _ANTI, COMPANION, SHOOT_IN_COMBAT = _FORMS
_PATTERNS: Final = {form: re.compile(pattern, re.IGNORECASE) for form, pattern in _FORMS.items()}
_WRITTEN: Final = {"2 hits": "2 Hits", "auto-wound": "Auto-wound", "mortal": "Mortal", "charge": "charge"}
"""The spellings of parts that are not in capitals."""
IN_TEXT: Final = "|".join(
    re.sub(r"\?P<\w+>", "?:", pattern).replace("[^()]", r"[\w -]")
    for form, pattern in _FORMS.items()
    if form != COMPANION
)
"""A pattern without groups for an ability in a sentence, except "Companion", which needs more context there."""


@dataclass(frozen=True, slots=True)
class Anti:
    """Extra rend against targets with the keyword `what`, or that charged if it is `CHARGED` (A-WPN-5, A-WPN-9)."""

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
    without_parts = set()
    for text in printed:
        form, parts = _read(text)
        if form == _CRIT:
            crits.append(cast(Crit, parts["crit"]))
        elif form == _CHARGE:
            charge_damage += int(parts["number"])
        elif form == _ANTI:
            anti.append(Anti(parts["what"].upper(), int(parts["number"])))
        elif form:
            without_parts.add(form)
        elif _cleaned(text) not in ("", "-"):
            by_hand.append(text)
    companion, shoots = COMPANION in without_parts, SHOOT_IN_COMBAT in without_parts
    return WeaponAbilities(tuple(dict.fromkeys(crits)), charge_damage, tuple(anti), companion, shoots, tuple(by_hand))


def is_known(text: str) -> bool:
    """Return whether a text is a weapon ability."""
    return bool(_read(text)[0])


def as_written(text: str) -> str:
    """Return a weapon ability in the program's spelling; an unknown one stays unchanged (A-IMP-26)."""
    form, parts = _read(text)
    words = {name: _WRITTEN.get(part, part.upper()) for name, part in parts.items()}
    return form.format(**words) if form else text


def _read(text: str) -> tuple[str, dict[str, str]]:
    """Return the form of a weapon ability with its parts in small letters, or "" if it is not known."""
    cleaned = _cleaned(text)
    for form, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(cleaned):
            return form, match.groupdict()
    return "", {}


def _cleaned(text: str) -> str:
    """Return a text in small letters with plain hyphens, single spaces and closed brackets."""
    small = re.sub(r"[\u2010-\u2015\u2212]", "-", text.replace("\u00ad", "")).lower()
    spaced = " ".join(re.sub(r"\s*([()])\s*", r" \1 ", small).split())
    closed = spaced.replace("( ", "(").replace(" )", ")")
    return closed + ")" if closed.count("(") > closed.count(")") else closed

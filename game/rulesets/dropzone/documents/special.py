"""Special rules as printed on a stat sheet, such as "Devastator-2 (Scenery)" (D-SPEC)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

UNIT_RULES: Final = {
    "access": "D-SPEC-ACC",
    "bloodthirsty": "D-SPEC-BLO",
    "command centre": "D-SPEC-CC",
    "dodge": "D-SPEC-DOD",
    "fast": "D-SPEC-FAS",
    "foresight": "D-INIT-9",
    "infiltrate": "D-SPEC-INF",
    "large": "D-SPEC-LRG",
    "rapid insertion": "D-SPEC-RAP",
    "rare": "D-SPEC-RAR",
    "relay mast": "D-CMD-2",
    "resilient": "D-SPEC-RES",
    "spread": "D-SPEC-SPR",
    "wide": "D-SPEC-WID",
}
"""The special rules of units, with their ids."""
WEAPON_RULES: Final = {
    "aa": "D-SPEC-AA",
    "alt": "D-SPEC-ALT",
    "area": "D-SPEC-ARE",
    "articulated": "D-SPEC-ART",
    "cover": "D-SPEC-COV",
    "destroyer": "D-SPEC-DS",
    "devastator": "D-SPEC-DV",
    "flame": "D-SPEC-FLA",
    "focus": "D-SPEC-FOC",
    "indirect": "D-SPEC-IND",
    "limited": "D-SPEC-LIM",
    "penetrative": "D-SPEC-PEN",
    "reduced": "D-SPEC-RED",
    "strafe": "D-SPEC-STR",
    "structural": "D-SPEC-STC",
    "tech killer": "D-SPEC-TEC",
}
"""The special rules of weapons, with their ids."""
_FORM: Final = re.compile(
    r"""^\s*(?P<name>[a-z][a-z ]*?)\s*(?:[ -]\s*(?P<value>\d+)(?:\s*-\s*\d+)?\s*["″”+]*)?"""
    r"""\s*(?:\((?P<about>[^)]*)\))?\s*$""",
    re.IGNORECASE,
)


class Special(NamedTuple):
    """A special rule: its name in lower case, its number (0 without one), and the things named in brackets."""

    name: str
    value: int = 0
    about: frozenset[str] = frozenset()

    @property
    def rule(self) -> str:
        """The id of the rule, "" if the program does not know it: people apply it by hand."""
        return UNIT_RULES.get(self.name) or WEAPON_RULES.get(self.name, "")


@lru_cache(maxsize=1024)
def special(text: str) -> Special:
    """Return a printed special rule in parts; a text of another form is a name."""
    found = _FORM.match(text)
    if found is None:
        return Special(text.strip().lower())
    about = frozenset(part.strip().lower() for part in (found["about"] or "").split(",") if part.strip())
    return Special(found["name"].strip().lower(), int(found["value"] or 0), about)


@lru_cache(maxsize=1024)
def specials(texts: tuple[str, ...]) -> dict[str, Special]:
    """Return printed special rules by name; of several with one name the one with the highest number."""
    every = sorted(map(special, texts), key=lambda each: each.value)
    return {each.name: each for each in every}

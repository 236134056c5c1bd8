"""Values of the fields of a profile (A-IMP-24 to A-IMP-26)."""

from __future__ import annotations

import re
from typing import Final

from game.documents.battlescribe.fields import name, tidy
from game.rulesets.aos4.documents.amounts import amount

_NUMBER: Final = re.compile(r"(?P<number>\d{1,4})\s*[\"”″]?")
_NEEDED: Final = re.compile(r"(?P<number>[2-6])\s*\+")
_REND: Final = re.compile(r"-?(?P<number>\d)")
_OUTSIDE: Final = re.compile(r",(?![^()]*\))")
_ANTI: Final = re.compile(r"ani?ti?-\s*(?P<what>.+?)\s*\(\+1 rend\)", re.IGNORECASE)
_FIXED: Final = {
    "crit (2 hits)": "Crit (2 Hits)",
    "crit (auto-wound)": "Crit (Auto-wound)",
    "crit (mortal)": "Crit (Mortal)",
    "charge (+1 damage)": "Charge (+1 Damage)",
    "companion": "Companion",
    "shoot in combat": "Shoot in Combat",
}
"""The weapon abilities without a variable part, as they are written here (A-WPN-1 to A-WPN-7)."""
NOTHING: Final = ("", "-", "–", "—")


def number(text: str) -> int | None:
    """Return a whole number, ignoring an inch mark behind it, or None if the text is not a number (A-IMP-25)."""
    found = _NUMBER.fullmatch(tidy(text))
    return None if found is None else int(found["number"])


def needed(text: str) -> int | None:
    """Return the face that a die must show ("4+"), or None if the text does not say (A-IMP-25)."""
    found = _NEEDED.fullmatch(tidy(text))
    return None if found is None else int(found["number"])


def rend(text: str) -> int | None:
    """Return a Rend, 0 where nothing is printed, or None if it is not a number (A-IMP-25)."""
    if tidy(text) in NOTHING:
        return 0
    found = _REND.fullmatch(tidy(text))
    return None if found is None else int(found["number"])


def amount_text(text: str) -> str | None:
    """Return a number or dice ("D3+2", inch marks left aside), or None if it is neither (A-IMP-25)."""
    plain = tidy(text).rstrip('"”″ ').upper()
    try:
        return str(amount(plain))
    except ValueError:
        return None


def weapon_abilities(text: str) -> tuple[str, ...]:
    """Return the abilities of a weapon, the known ones as they are written here (A-IMP-26)."""
    plain = name(text, 1000)
    if plain in NOTHING:
        return ()
    parts = [part.strip() for part in _OUTSIDE.split(plain)]
    return tuple(_weapon_ability(part)[:120] for part in parts if part not in NOTHING)[:20]


def _weapon_ability(text: str) -> str:
    whole = text + ")" if text.count("(") == text.count(")") + 1 else text
    if found := _ANTI.fullmatch(whole):
        what = found["what"]
        return f"Anti-{'charge' if what.lower() == 'charge' else what.upper()} (+1 Rend)"
    return _FIXED.get(whole.lower(), whole)

"""How the exports name things, and the values of the fields of a profile (section 17.2, A-IMP-24 to A-IMP-26).

Ids survive renaming; names count where an id is not known.
"""

from __future__ import annotations

import re
from typing import Final

from game.documents.battlescribe.fields import name, tidy
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.documents.armies import Title

GAME_SYSTEM: Final = "e51d-b1a3-75fc-dc3g"
GAME: Final = "Age of Sigmar 4.0"
REGIMENT: Final = "376a-6b97-8699-dd59"
AUXILIARIES: Final = "8732-47c4-9f1c-e71e"
GENERAL: Final = "a56b-952e-ad15-7868"
REINFORCED: Final = "1b37-82b8-c062-eb82"
TITLES: Final[dict[str, Title]] = {
    "9c21-1746-9873-a5b5": "champion",
    "2475-183b-3802-4431": "musician",
    "7f34-77c9-597-62c3": "standard bearer",
}
"""The upgrades that mark models (A-IMP-19)."""

PROFILES: Final = {
    "ff03-376e-972f-8ab2": "Unit",
    "1287-3a-9799-7e40": "Manifestation",
    "1fd-a42f-41d3-fe05": "Ranged Weapon",
    "9074-76b6-9e2f-81e3": "Melee Weapon",
    "59b6-d47a-a68a-5dcc": "Ability (Activated)",
    "907f-a48-6a04-f788": "Ability (Passive)",
    "7312-8367-c171-f2ef": "Ability (Spell)",
    "5946-234-d7b4-6195": "Ability (Prayer)",
    "55ac-f837-dded-5872": "Ability (Command)",
    "abf8-a239-9e66-54c1": "Battle Tactic Card",
}
"""The types of profiles by their ids."""

BOOKKEEPING: Final = frozenset(
    {
        "REGIMENTAL LEADER", "REGIMENTAL OPTION", "REGIMENTAL HERO", "REFERENCE", "CONFIGURATION", "ARMY COMPOSITION",
        "ORDER OF BATTLE", "ENHANCEMENT CONFIGURATION", "ARCANE TOME", "COMMAND MODEL", "RESTRICT GENERAL",
        "UNDERSIZE UNIT", "LEGENDS", "ILLEGAL UNITS", "UNCATEGORIZED",
    }
)  # fmt: skip
"""Categories that are not keywords (A-IMP-22)."""
LEADER: Final = "REGIMENTAL LEADER"
LEADER_ID: Final = "d1f3-921c-b403-1106"
TERRAIN: Final = "FACTION TERRAIN"
TERRAIN_ID: Final = "cdd6-ffa1-9b32-4cb8"

CORE_PASSIVES: Final = frozenset(
    {"FLY", "WARD SAVE", "GUARDED HERO", "BEAST", "CHAMPION", "MUSICIAN", "STANDARD BEARER"}
)
"""Passive abilities that the rules know by the keyword (A-IMP-28)."""
CORE_ABILITIES: Final = frozenset({"ACTIVATE PLACE OF POWER"})
"""Abilities that come from the core pack (A-IMP-30)."""
TERRAIN_ABILITIES: Final = frozenset({"COVER", "OBSCURING", "IMPASSABLE", "UNSTABLE", "PLACE OF POWER"})
"""Passive abilities that become keywords of a terrain feature (A-TAB)."""

_KEYWORD: Final = re.compile(r"(?P<name>[^()]+?)\s*(?:\(\s*(?P<value>\d+\+?|1/\d+)\s*\))?")


def keyword(category: str) -> str:
    """Return the keyword that a category stands for, or "" for bookkeeping (A-IMP-22)."""
    upper = category.upper()
    if upper in BOOKKEEPING:
        return ""
    found = _KEYWORD.fullmatch(upper)
    return upper if found is None or not found["value"] else f"{found['name']} ({found['value']})"


def terrain_abilities(text: str) -> tuple[str, ...]:
    """Return the abilities that a terrain feature's rule lists after a colon ("…: Cover, Impassable"), () if none.

    A text that says anything more is not such a list (A-TAB).
    """
    words = [word.strip(" .").upper() for word in tidy(text).rpartition(":")[2].split(",")]
    return tuple(words) if words and TERRAIN_ABILITIES.issuperset(words) else ()


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

"""How the exports name things: ids that survive renaming, and names where an id is not known (section 17.2)."""

from __future__ import annotations

import re
from typing import Final

from game.documents.battlescribe.fields import tidy
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

"""Which units may use an ability of a pack: those it names, or those that have the keywords its text asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import ArmyDocument, UnitDocument
from game.rulesets.aos4.documents.together import together

POWERS: Final = {"spell": "WIZARD", "prayer": "PRIEST"}
"""The keyword of those who use a kind of ability."""
_FRIENDLY: Final = re.compile(r"\bfriendly (?P<all>\*\*[^*]+\*\*(?:(?:,| or|, or) \*\*[^*]+\*\*)*)", re.IGNORECASE)
_MARKED: Final = re.compile(r"\*\*([^*]+)\*\*")


def may_use(ability: AbilityDocument, unit: UnitDocument) -> bool:
    """Return whether a unit may use an ability of a pack by its name and keywords.

    What counts is `usedBy`, else `user` of `params`, else the keywords of a friendly unit in what is declared. Spells
    are for a WIZARD, prayers for a PRIEST (A-MAG-1, A-PRAY-1).
    """
    if not has_all(unit, POWERS.get(ability.kind, "")):
        return False
    if ability.used_by:
        return any(name.casefold() == unit.name.casefold() or has_all(unit, name) for name in ability.used_by)
    if "user" in ability.params:
        return has_all(unit, str(ability.params["user"]))
    asked = _FRIENDLY.search(ability.declare)
    return asked is None or any(has_all(unit, words) for words in _MARKED.findall(asked["all"]))


def has_all(unit: UnitDocument, words: str) -> bool:
    """Return whether a unit has all the keywords that stand in a row, as in "LANTERN CONCORD WIZARD"."""
    left = f" {' '.join(words.upper().split())} "
    for keyword in sorted({word.partition(" (")[0].upper() for word in unit.keywords}, key=len, reverse=True):
        left = left.replace(f" {keyword} ", " ")
    return not left.strip()


def usable(army: ArmyDocument) -> Iterator[AbilityDocument]:
    """Yield the abilities of its packs that some unit of an army may use."""
    units = (*army.units, *army.terrain, *army.manifestations)
    for ability in together(army.packs):
        if any(may_use(ability, unit) for unit in units):
            yield ability

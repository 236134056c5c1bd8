"""Conditions without which an ability used by hand has no effect, as far as its text is clear (A-IMP-8).

Only the beginning of a text is read. This rules out moments at which no player would think of the ability.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from game.rulesets.aos4.documents.abilities import AbilityDocument, unmarked
from game.rulesets.aos4.documents.params import Value


@dataclass(frozen=True)
class HandNeeds:
    """Conditions on the user, parameters that select possible targets, and keywords of the unit to which it reacts."""

    user: tuple[str, ...] = ()
    target: Mapping[str, Value] = field(default_factory=dict)
    trigger: tuple[str, ...] = ()


COMBAT_INCHES: Final = 3
_FIRST: Final = (
    (re.compile(r"If this unit charged this turn\b", re.IGNORECASE), "charged"),
    (re.compile(r"If this unit is in combat\b(?! or\b)", re.IGNORECASE), "in combat"),
    (re.compile(r"If this unit is not in combat\b(?! or\b)", re.IGNORECASE), "not in combat"),
)
_PICK: Final = re.compile(
    r"Pick (?P<other>an|a|another|up to \d+(?: other)?) (?P<visible>visible )?(?:other )?(?P<side>friendly|enemy) "
    r"[\w' ,-]*?unit(?:s)? "
    r"(?:(?P<wholly>wholly )?within (?:(?P<inches>\d+)(?:\"|″|”|'') of this unit|(?P<combat>this unit's combat range))"
    r"|(?P<fighting>in combat with this unit))"
    r"(?: to be the targets?|,| and|\.|$)(?! or\b)"
)
_FOR: Final = re.compile(r"(?:ability|command) for an? (?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*) unit\.?$")


def hand_needs(ability: AbilityDocument) -> HandNeeds:
    """Return the conditions without which a use of an ability by hand has no effect."""
    return _needs(ability.declare.strip() or ability.effect, ability.timing)


@lru_cache(maxsize=1024)
def _needs(text: str, timing: str) -> HandNeeds:
    """Return the conditions in a text and a timing."""
    plain_text = " ".join(unmarked(text).replace("’", "'").split())
    user = tuple(condition for pattern, condition in _FIRST if pattern.match(plain_text))
    trigger = _FOR.search(unmarked(timing))
    return HandNeeds(user, _target(plain_text), (trigger["name"].upper(),) if trigger else ())


def _target(text: str) -> Mapping[str, Value]:
    """Return the parameters that select the targets with which a text begins; {} if there is any doubt."""
    match = _PICK.match(text)
    if match is None:
        return {}
    is_other = match["other"] == "another" or "other" in match["other"]
    friend = "other friend" if is_other else "friend"
    side = "enemy" if match["side"] == "enemy" else friend
    needs: dict[str, Value] = {"target": side, "range": int(match["inches"] or COMBAT_INCHES)}
    if match["wholly"]:
        needs["wholly"] = 1
    if match["visible"]:
        needs["visible"] = 1
    if match["fighting"]:
        needs["which"] = "fighting"
    return needs

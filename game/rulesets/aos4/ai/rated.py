"""The value of an answer, and of wounds, from the value of the position without the unit."""

from __future__ import annotations

from typing import NamedTuple

from game.rulesets.aos4.ai.position import POINT, Outlook
from game.rulesets.aos4.ai.strength import per_wound
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.wording import _, numeral

LOST = 0.5
"""The share of the value of a unit's position that its wounds add to their own value."""


class Rated(NamedTuple):
    """The expected gain of an answer in victory points, with the reasons; see `Prospect`."""

    worth: float
    why: str
    settled: bool = True
    """Whether the gain includes all consequences, so that the answer need not be tried on a copy of the game."""
    scored: bool = True
    """Whether the gain is in victory points."""


def damage_text(wounds: float, target: Unit) -> str:
    """Return the expected damage to a target in words."""
    return _("{wounds} damage expected against {enemy}", wounds=numeral(wounds, ".1f"), enemy=target.name)


def wounds_left(game: Game, unit: Unit) -> int:
    """Return the number of damage points that would destroy a unit."""
    return game.card(unit).health * len(unit.at) - unit.damage


def wound_worth(game: Game, unit: Unit) -> float:
    """Return the value of one wound of a unit in victory points, with a share of the value of its position."""
    left = wounds_left(game, unit)
    if left <= 0:
        return per_wound(game, unit) / POINT
    outlook = Outlook(game, unit.owner, unit)
    there = outlook.worth()
    place, unit.place = unit.place, "reserve"
    away = outlook.worth()
    unit.place = place
    plain = per_wound(game, unit) / POINT
    return plain + LOST * max(0.0, (there - away) / left - plain)


def damage_worth(game: Game, unit: Unit, wounds: float) -> float:
    """Return the value of some wounds of a unit in victory points, at most of all its remaining wounds."""
    return min(wounds, float(wounds_left(game, unit))) * wound_worth(game, unit)

"""The value of an answer, and of wounds: by the position as it would be without the unit."""

from __future__ import annotations

from typing import NamedTuple

from game.rulesets.aos4.ai.position import POINT, Outlook
from game.rulesets.aos4.ai.strength import per_wound
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit

LOST = 0.5
"""The share of a whole unit's value in its place that its wounds count for before the last one is lost."""


class Rated(NamedTuple):
    """The expected gain of an answer, in victory points, and the reasons for it; see `Prospect`."""

    worth: float
    why: str
    settled: bool = True
    """Whether it includes everything that follows, dice and all: nothing is left to play out."""
    scored: bool = True
    """Whether it is in victory points."""


def wounds_left(game: Game, unit: Unit) -> int:
    """Return the damage points that would destroy a unit."""
    return game.card(unit).health * len(unit.at) - unit.damage


def wound_worth(game: Game, unit: Unit) -> float:
    """Return the value of one wound to the unit's owner, in victory points, including what the unit holds."""
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
    """Return the value of some wounds of a unit, in victory points; at most of all it has left."""
    return min(wounds, float(wounds_left(game, unit))) * wound_worth(game, unit)

"""What an answer is worth, and the worth of wounds: by what a position would be without a unit."""

from __future__ import annotations

from typing import NamedTuple

from game.rulesets.aos4.ai.position import POINT, Outlook
from game.rulesets.aos4.ai.strength import per_wound
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit

LOST = 0.5
"""The part of what a whole unit is worth in its place that its wounds count for before the last one is lost."""


class Rated(NamedTuple):
    """What an answer is expected to bring, in victory points, and what speaks for it; see `Prospect`."""

    worth: float
    why: str
    settled: bool = True
    """Whether what follows is in it, dice and all: nothing is left that is worth playing out."""
    scored: bool = True
    """Whether it is in victory points."""


def wounds_left(game: Game, unit: Unit) -> int:
    """Return the points of damage that would destroy a unit."""
    return game.card(unit).health * len(unit.at) - unit.damage


def wound_worth(game: Game, unit: Unit) -> float:
    """Return the victory points that a wound of a unit is worth to its owner, where it stands: what it holds counts."""
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
    """Return the victory points that so many wounds of a unit are worth, at most all it has left."""
    return min(wounds, float(wounds_left(game, unit))) * wound_worth(game, unit)

"""Goals for the models of a player: objectives, zones and the nearest enemy."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import worth
from game.rulesets.bushido.rules.scenarios.interactions import INTERACTIONS
from game.rulesets.bushido.rules.state import Model

FAR: Final = 30.0
"""The distance at which a goal counts for nothing, in inches."""
CROWD: Final = 0.6
"""The weight of a goal that a friend reaches sooner, if the goal needs only one model."""
HUNT: Final = 0.4
"""The value of being near the nearest enemy."""


class Goal(NamedTuple):
    """A spot to go to, with the value of being there. `near` is the distance that counts as there, in inches."""

    id: str
    x: float
    y: float
    value: float
    near: float
    shared: bool = False
    """Whether several models are better than one."""

    def inches_from(self, model: Model) -> float:
        """Return how far a model has to go to be there, in inches, negative if it is nearer than needed."""
        return math.hypot(self.x - model.x, self.y - model.y) - self.near - model.radius

    def towards(self, model: Model, inches: float, aside: float = 0.0) -> tuple[float, float]:
        """Return the spot of a model after a straight move to the goal, or `aside` of it by some degrees."""
        step, ahead = max(0.0, min(inches, self.inches_from(model))), math.atan2(self.y - model.y, self.x - model.x)
        angle = ahead + math.radians(aside)
        return model.x + step * math.cos(angle), model.y + step * math.sin(angle)


def goals(game: Game, model: Model, *, done: bool = False) -> list[Goal]:
    """Return a model's possible goals. With `done`, include objectives where it cannot do anything now."""
    scenario = scenarios.of(game)
    found: list[Goal] = []
    if scenario.interaction and not game.any(model, "insignificant"):
        interaction = INTERACTIONS[scenario.interaction]
        found += [
            Goal(disc.id, disc.x, disc.y, value_of(game, model.side, disc.friendly_to), disc.radius)
            for disc in game.objectives()
            if done or not interaction.why_not(game, scenario, model, disc)
        ]
    for name, x, y, radius, side in scenario.zones:
        value = value_of(game, model.side, scenarios.friendly_to(game, side))
        found.append(Goal(name, x, y, value, radius - 2 * model.radius, shared=True))
    foes = sorted(game.enemies(model), key=lambda foe: game.apart(model, foe))
    found += [Goal(foe.id, foe.x, foe.y, HUNT, foe.radius) for foe in foes[:1]]
    return found


def value_of(game: Game, player: str, friendly: str) -> float:
    """Return the value of an objective or zone for a player, by its friendly player."""
    if scenarios.of(game).interaction == "influence":
        return 1.0 if friendly in ("", player) else 0.7
    return worth(game, player, friendly) / scenarios.NEUTRAL


def pull(game: Game, model: Model, x: float, y: float, candidates: list[Goal]) -> float:
    """Return the value of a spot for a model, from the best goal and the distance to it."""
    best = 0.0
    for goal in candidates:
        inches = max(0.0, math.hypot(goal.x - x, goal.y - y) - goal.near - model.radius)
        share = 1.0 if goal.shared or not _sooner(game, model, goal, inches) else CROWD
        bonus = 0.15 if inches < 0.01 else 0.0  # for a model that has arrived
        best = max(best, goal.value * share * (1.0 - inches / FAR + bonus))
    return best


def _sooner(game: Game, model: Model, goal: Goal, inches: float) -> bool:
    """Return whether a friend is nearer to a goal than a model at a distance of `inches`."""
    least = max(inches, 0.02)  # a model already there counts first
    far = least + goal.near
    return any(math.hypot(goal.x - friend.x, goal.y - friend.y) < far + friend.radius for friend in game.friends(model))

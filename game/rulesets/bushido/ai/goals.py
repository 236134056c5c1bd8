"""Goals for the models of a player: what is left to do in the scenario, shared out, or else the enemy."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import worth
from game.rulesets.bushido.rules.scenarios.interactions import INTERACTIONS
from game.rulesets.bushido.rules.state import Model

FAR: Final = 30.0
"""Inches at which any goal counts for nothing."""
CROWD: Final = 0.6
"""The weight of a goal if a friend is nearer and one model is enough."""
HUNT: Final = 0.4
"""The value of being near the nearest enemy."""


class Goal(NamedTuple):
    """A spot to go to: the value of being there, and the distance between centres that counts as there."""

    id: str
    x: float
    y: float
    value: float
    near: float
    shared: bool = False
    """Whether several models there are better than one."""


def goals(game: Game, model: Model, *, done: bool = False) -> list[Goal]:
    """Return a model's possible goals, the scenario's first; with `done`, also where nothing is left to do."""
    scenario = scenarios.find(game.setup.document.scenario)
    found: list[Goal] = []
    if scenario.interaction and not game.any(model, "insignificant"):
        interaction = INTERACTIONS[scenario.interaction]
        found += [
            Goal(each.id, each.x, each.y, value_of(game, model.side, each.friendly_to), each.radius)
            for each in game.state.objectives.values()
            if each.on_table and (done or not interaction.why_not(game, scenario, model, each))
        ]
    for name, x, y, radius, side in scenario.zones:
        value = value_of(game, model.side, scenarios.friendly_to(game, side))
        found.append(Goal(name, x, y, value, radius - 2 * model.radius, shared=True))
    foes = sorted(game.enemies(model), key=lambda foe: game.apart(model, foe))
    found += [Goal(foe.id, foe.x, foe.y, HUNT, foe.radius) for foe in foes[:1]]
    return found


def value_of(game: Game, player: str, friendly: str) -> float:
    """Return the value of an objective or a zone for a player: prayers by their points, idols by the steps left."""
    if scenarios.find(game.setup.document.scenario).interaction == "influence":
        return 1.0 if friendly in ("", player) else 0.7
    return worth(game, player, friendly) / scenarios.NEUTRAL


def pull(game: Game, model: Model, x: float, y: float, known: list[Goal]) -> float:
    """Return the value of a spot for a model: the best goal from there, minus a cost for each inch to go."""
    best = 0.0
    for goal in known:
        left = max(0.0, math.hypot(goal.x - x, goal.y - y) - goal.near - model.radius)
        share = 1.0 if goal.shared or not _sooner(game, model, goal, left) else CROWD
        best = max(best, goal.value * share * (1.0 - left / FAR) + (0.15 * goal.value * share if left < 0.01 else 0.0))
    return best


def _sooner(game: Game, model: Model, goal: Goal, left: float) -> bool:
    """Return whether a friend is nearer to a goal than a model would be."""
    least = max(left, 0.02)  # a model already there counts first
    friends = game.friends(model)
    return any(math.hypot(goal.x - each.x, goal.y - each.y) - goal.near - each.radius < least for each in friends)

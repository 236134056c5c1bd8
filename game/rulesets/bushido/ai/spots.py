"""The spots worth considering for a model that moves, with their value and the reason in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Final

from game.engine.core.decisions import Place
from game.engine.rulebook.looking import Look
from game.engine.rulebook.view import Prospect
from game.rulesets.bushido.ai.goals import Goal, goals, pull
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model, objective_name
from game.table.facing import facing_towards
from game.table.lattice import position
from game.table.path.region import PathRegion
from game.table.path.straight import leads_straight
from game.wording import _

SAMPLES: Final = 2
"""Random spots tried for each placing, besides those nearest to goals."""
NEAREST: Final = 3
"""The number of goals for which the nearest spot is searched."""
ASIDE: Final = (0, 15, -15, 30, -30, 50, -50)
"""Degrees by which a straight path may pass a goal by, before the nearest spot is searched for: that takes long."""


def places(game: Game, decision: Place, rng: Random, look: Look, *, quick: bool) -> Iterator[Prospect]:
    """Yield the spots nearest to goals and some at random, facing the nearest enemy where that is a choice.

    Each is worth what it brings a model nearer to its goals than where it stands. A `quick` look sees those that a
    model goes straight to, others only if there are none.
    """
    model = game.state.models.get(decision.about)
    if model is None:
        return
    known = goals(game, model)
    here = pull(game, model, model.x, model.y, known) if model.on_table else 0.0
    for option in decision.shortcuts:
        for goal in (each for each in known if each.id in option.subject):
            value = pull(game, model, goal.x, goal.y - goal.near - model.radius, [goal]) + 0.1 - here
            yield Prospect(option.key, value, _("nearer to {goal}", goal=name_of(game, goal.id)), scored=False)
    for x, y in _spots(model, decision, known, rng, look, quick=quick):
        answer: list[float | int] = [x, y]
        if decision.turning is not None and decision.turning.is_choice:
            foe = min(game.enemies(model), key=lambda each: math.hypot(each.x - x, each.y - y), default=None)
            ahead = model.facing if foe is None else facing_towards(foe.x - x, foe.y - y)
            answer.append(decision.turning.nearest(x, y, ahead))
        value = pull(game, model, x, y, known) - here
        why = _why(game, model, known, x, y) if value > 0.0 else _("nowhere better to go")
        if model.side != decision.player:  # it is thrown (B-SPEC-A12)
            value, why = -value, _("farther from its goal")
        yield Prospect(answer, value, why, scored=False)


def name_of(game: Game, identity: str) -> str:
    """Return the name that people read for a goal: a model, an objective or a zone."""
    if identity in game.state.models:
        return game.state.models[identity].name
    is_objective = identity in game.state.objectives
    return objective_name(identity) if is_objective else _("Zone {name}", name=_(identity))


def _why(game: Game, model: Model, known: list[Goal], x: float, y: float) -> str:
    """Return why a model goes to a spot: an enemy that it touches there, or the goal that it approaches most."""
    for foe in game.enemies(model):
        if math.hypot(foe.x - x, foe.y - y) - foe.radius - model.radius <= TOLERANCE:
            return _("a fight with {model}", model=foe.name)

    def gained(goal: Goal) -> float:
        return pull(game, model, x, y, [goal]) - pull(game, model, model.x, model.y, [goal])

    best = max(known, key=gained)
    return _("nearer to {goal}", goal=name_of(game, best.id))


def _spots(
    model: Model, decision: Place, known: list[Goal], rng: Random, look: Look, *, quick: bool
) -> Iterator[tuple[float, float]]:
    sought = sorted(known, key=lambda each: math.hypot(each.x - model.x, each.y - model.y) - 10 * each.value)
    seen = [(goal, _ahead(model, decision, goal)) for goal in look(sought[:NEAREST])]
    thorough = not quick or all(spot is None for _goal, spot in seen)
    for goal, spot in seen:
        found = decision.region.nearest((goal.x, goal.y)) if spot is None and thorough else spot
        if found is not None:
            yield found
    for _sample in look(range(SAMPLES)) if not quick else ():
        found = decision.region.sample(rng)
        if found is not None:
            yield found


def _ahead(model: Model, decision: Place, goal: Goal) -> tuple[float, float] | None:
    """Return the spot straight ahead to a goal within a move, or a little aside; None if neither is legal."""
    region, away = decision.region, math.hypot(goal.x - model.x, goal.y - model.y)
    left = away - goal.near - model.radius
    if not isinstance(region, PathRegion) or left <= 0.0:
        return None
    step, ahead = min(left, region.policies[0].budget), math.atan2(goal.y - model.y, goal.x - model.x)
    paths = (ahead + math.radians(aside) for aside in ASIDE)
    spots = ((model.x + step * math.cos(path), model.y + step * math.sin(path)) for path in paths)
    return next((spot for spot in spots if leads_straight(region.start, position(*spot), region.policies)), None)

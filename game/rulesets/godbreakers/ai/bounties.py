"""Bounties, which a circle gains when a wild model falls, and errands, which it runs beside unaligned models."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from game.rulesets.godbreakers.ai.beasts import Strike, kill_chance
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import Scenario, scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.cast import HORROR
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches

QUARRIED, SETTLED = 0.8, 0.95
"""The share for a model that may fall this round: while players' models are still to act, and afterwards."""
UNSURE, SURE = 4.0, 0.4
"""The lead in inches that makes the closest model sure: while players' models are still to act, and afterwards."""
LEFT: Final = 0.4
"""The share of a bounty for a kind that leaves a token, which must be carried to the end of the game."""
PASSED: Final = 0.55
"""The assumed chance to pass the test of an errand."""


def bounty(game: Game, model: Model) -> float:
    """Return the expected VP for the closest circle when a wild model falls, 0 for other models."""
    points = 0 if model.owner else scenario_of(game).bounties.get(model.kind, 0)
    return points * LEFT if model.kind == HORROR.kind else float(points)


def errand(scenario: Scenario) -> float:
    """Return the expected VP of the scenario's best action beside an unaligned model."""
    stakes = [action.stakes for action in scenario.actions()]
    return max((PASSED * success + (1.0 - PASSED) * failure for success, failure in stakes), default=0.0)


def errand_targets(game: Game, standing: Sequence[Model]) -> list[Model]:
    """Return the unaligned models beside which godbreakers can earn VP with an errand."""
    errands = scenario_of(game).errands
    return [model for model in standing if not model.owner and model.kind in errands] if errands else []


def quarries(game: Game, standing: Sequence[Model]) -> list[tuple[Model, float]]:
    """Return the models with a bounty, each with the expected VP for its fall."""
    return [(model, points) for model in standing if (points := bounty(game, model))]


def endangered_quarries(
    game: Game, hunt: Sequence[tuple[Model, float]], safe: Mapping[str, float], hunted: Sequence[Strike]
) -> list[tuple[Model, float]]:
    """Return the models with a bounty that may fall at the next recovery, each with its expected VP.

    `hunt` are the models with their VP, `safe` are chances to survive by id, and `hunted` are likely strikes.
    """
    endangered: list[tuple[Model, float]] = []
    for model, points in hunt:
        survival = safe[model.id]
        for strike in hunted:
            if strike.now and strike.victim is model:
                survival *= 1.0 - strike.chance
            elif strike.now and strike.beast is model:
                survival *= 1.0 - strike.likely * kill_chance(game, strike.victim, model)
        if survival < 1.0:
            endangered.append((model, points * (1.0 - survival)))
    return endangered


def quarry(player: str, standing: Sequence[Model], endangered: Sequence[tuple[Model, float]], *, calm: bool) -> float:
    """Return the VP that a player may expect for endangered models, by the chance to have the closest model.

    `calm` means that only wild models are still to act this round.
    """
    unsure = SURE if calm else UNSURE
    total = sum(points * _closeness(player, model, standing, unsure) for model, points in endangered)
    return total * (SETTLED if calm else QUARRIED)


def _closeness(player: str, model: Model, standing: Sequence[Model], unsure: float) -> float:
    """Return the chance that a player's model will be closest to `model` when it falls; `unsure` is in inches."""
    own = other = math.inf
    for neighbour in standing:
        if neighbour.owner:
            gap = straight_inches(model, neighbour)
            if neighbour.owner == player:
                own = min(own, gap)
            else:
                other = min(other, gap)
    if math.isinf(own) or math.isinf(other):
        return float(own < other)
    return 1.0 / (1.0 + math.exp(max(-50.0, min(50.0, (own - other) / unsure))))


def nearest_owner(model: Model, standing: Sequence[Model]) -> str:
    """Return the player with the closest model, or "" if players have no models."""
    owned = [other for other in standing if other.owner]
    return min(owned, key=lambda other: straight_inches(model, other)).owner if owned else ""

"""Points that scenarios pay for wild models: bounties for the closest circle when one falls, and errands."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from game.rulesets.godbreakers.ai.beasts import Strike, felled
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import Scenario, scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.cast import HORROR
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches

CREDITED: Final = 0.8
"""The share of a bounty that is certain enough when its model falls."""
QUARRIED, SETTLED = 0.8, 0.95
"""The share for a model that may fall this round: while others are still to act, and before the wild models act."""
UNSURE, SURE = 4.0, 0.4
"""Inches by which a model must be the closest to count on it: while others are to act, and before the wild models."""
LEFT: Final = 0.4
"""The share of a bounty for a kind that only leaves a token, which must be claimed and carried to the end."""
PASSED: Final = 0.55
"""The chance to pass a test that is assumed for later errands."""


def bounty(game: Game, model: Model) -> float:
    """Return the VP that the fall of a wild model brings the closest circle."""
    return CREDITED * promised(game, model)


def overrated(game: Game, model: Model) -> float:
    """Return by how many VP the bounty on a model exceeds its value for players who look further ahead."""
    return bounty(game, model) * (1.0 - sooner(model))


def sooner(model: Model) -> float:
    """Return the part of the bounty on a model that its fall brings."""
    return LEFT if model.kind == HORROR.kind else 1.0


def promised(game: Game, model: Model) -> int:
    """Return the bounty on a model; 0 if there is none."""
    return 0 if model.owner else scenario_of(game).bounties.get(model.kind, 0)


def errand(scenario: Scenario) -> float:
    """Return the expected VP of a scenario's action beside an unaligned model."""
    found = (PASSED * success + (1.0 - PASSED) * failure for success, failure in (a.stakes for a in scenario.actions()))
    return max(found, default=0.0)


def awaiting(game: Game, standing: Sequence[Model]) -> list[Model]:
    """Return the unaligned models beside which godbreakers can earn points."""
    errands = scenario_of(game).errands
    return [each for each in standing if not each.owner and each.kind in errands] if errands else []


def quarries(game: Game, standing: Sequence[Model]) -> list[tuple[Model, float]]:
    """Return the models with a bounty, each with the value of its fall."""
    return [(model, points * sooner(model)) for model in standing if (points := promised(game, model))]


def falling(
    game: Game, hunt: Sequence[tuple[Model, float]], safe: Mapping[str, float], hunted: Sequence[Strike]
) -> list[tuple[Model, float]]:
    """Return the bounty models that may fall at the coming recovery, by damage or in a fight, with the value."""
    found: list[tuple[Model, float]] = []
    for model, points in hunt:
        stands = safe[model.id]
        for strike in hunted:
            if strike.now and strike.victim is model:
                stands *= 1.0 - strike.chance
            elif strike.now and strike.beast is model:
                stands *= 1.0 - strike.likely * felled(game, strike.victim, model)
        if stands < 1.0:
            found.append((model, points * (1.0 - stands)))
    return found


def quarry(player: str, standing: Sequence[Model], fallen: Sequence[tuple[Model, float]], *, calm: bool) -> float:
    """Return the expected VP of models that may fall, as far as a player's model will be the closest.

    `calm` if only the wild models are still to act this round.
    """
    unsure = SURE if calm else UNSURE
    total = sum(points * _closeness(player, model, standing, unsure) for model, points in fallen)
    return total * (SETTLED if calm else QUARRIED)


def _closeness(player: str, model: Model, standing: Sequence[Model], unsure: float) -> float:
    """Return the chance that a player's model is the closest when a wild one falls; `unsure` in inches."""
    own = other = math.inf
    for each in standing:
        if each.owner:
            gap = straight_inches(model, each)
            if each.owner == player:
                own = min(own, gap)
            else:
                other = min(other, gap)
    if math.isinf(own) or math.isinf(other):
        return float(own < other)
    return 1.0 / (1.0 + math.exp(max(-50.0, min(50.0, (own - other) / unsure))))


def nearest_owner(model: Model, standing: Sequence[Model]) -> str:
    """Return the player whose model is the closest, or "" if there is none."""
    owned = [other for other in standing if other.owner]
    return min(owned, key=lambda other: straight_inches(model, other)).owner if owned else ""

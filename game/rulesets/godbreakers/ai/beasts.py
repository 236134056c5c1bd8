"""Wild models: the strikes they are likely to make, the VP for their fall, and errands beside unaligned models."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.engine.core.odds import die, single_highest
from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.scenarios import Scenario, scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import PREDATOR, prey_of, straight_inches
from game.rulesets.godbreakers.rules.wild.unaligned import TROPHY_VP, carriers

COWARDLY: Final = 6
"""The largest die of wild models that avoid fights (G-SIDE-5)."""
STRUCK, STALKED = 0.52, 0.3
"""The chance that a wild model strikes the closest model, without and with a move first."""
SURE: Final = {0: 0.97, 1: 0.75}
"""The chance without a move, by the number of players' models still to act before the wild model."""


class Strike(NamedTuple):
    """A wild model, its victim, the chances that it strikes and that it kills, and whether it needs no move (`now`)."""

    beast: Model
    victim: Model
    likely: float
    chance: float
    now: bool


class Beast(NamedTuple):
    """A wild model that looks for a fight, with its possible targets and a cache of its chances to kill, by id.

    `reach` and `stalks` are its reach in inches from rim to rim, without and with a move.
    """

    model: Model
    prey: list[Model]
    reach: float
    stalks: float
    chances: dict[str, float]


def beasts(game: Game, standing: Sequence[Model]) -> list[Beast]:
    """Return the wild models that look for a fight and have a possible target, however far away."""
    hunters: list[Beast] = []
    for model in standing:
        if not model.owner and model.die > COWARDLY and (prey := _prey(game, model)):
            reach = attack_range(game, model) + 1.0
            hunters.append(Beast(model, prey, reach, reach + movement_range(game, model), {}))
    return hunters


def strikes(game: Game, hunters: Sequence[Beast], waiting: int) -> list[Strike]:
    """Return the likely strikes of wild models. `waiting` is the number of players' models still to act this round."""
    likely_strikes: list[Strike] = []
    for beast, prey, reach, stalks, chances in hunters:
        x, y = beast.x, beast.y
        gaps = [math.hypot(x - target.x, y - target.y) - target.radius for target in prey]
        gap = min(gaps)
        victim, gap = prey[gaps.index(gap)], gap - beast.radius
        now = gap < reach and not beast.activated
        if now or gap < stalks:
            likely = SURE.get(waiting, STRUCK) if now else STALKED
            if victim.id not in chances:
                chances[victim.id] = kill_chance(game, beast, victim)
            likely_strikes.append(Strike(beast, victim, likely, likely * chances[victim.id], now))
    return likely_strikes


def _prey(game: Game, beast: Model) -> list[Model]:
    """Return the possible targets of a wild model, which strikes the closest one."""
    compulsion = beast.compulsions[-1] if beast.compulsions else ""
    if compulsion == PREDATOR.name:
        return prey_of(game, beast)
    if compulsion:
        return carriers(game, beast, scenario_of(game).hunts.get(beast.kind, ""))
    return game.hostiles(beast)


def kill_chance(game: Game, striker: Model, victim: Model) -> float:
    """Return the chance that an Engage with `striker` makes `victim` a casualty at the next recovery."""
    least = 4 if scenario_of(game).challenges_recovery(game, victim) else 0
    return kill_chance_of_dice(striker.die, victim.die, victim.damage, attack_modifier(game, striker, victim), least)


@lru_cache(maxsize=4096)
def kill_chance_of_dice(striker: int, victim: int, damage: int, modifier: int = 0, least: int = 0) -> float:
    """Return the chance that an Engage between two dice makes a victim with some damage a casualty.

    `modifier` is added to the attack damage. A recovery roll below `least` counts as 0.
    """
    contest, roll = single_highest((die(striker), die(victim))), die(victim)
    total = 0.0
    for margin, cases in enumerate(contest.margins[0][1].weights):
        if cases:
            suffered = damage + attack_damage(margin, modifier)
            total += cases * (1.0 - float(roll.at_least(max(least, suffered))))
    return total / contest.total


# -- bounties and errands --------------------------------------------------------------------------


QUARRIED, SETTLED = 0.8, 0.95
"""The share for a model that may fall this round: while players' models are still to act, and afterwards."""
EARLY_LEAD, LATE_LEAD = 4.0, 0.4
"""The lead in inches that makes the closest model sure: while players' models are still to act, and afterwards."""
LEFT: Final = 0.4
"""The share of a bounty for a kind that leaves a token, which must be carried to the end of the game."""
PASSED: Final = 0.55
"""The assumed chance to pass the test of an errand."""


def bounty(game: Game, model: Model) -> float:
    """Return the expected VP for the closest circle when a wild model falls, 0 for other models."""
    scenario = scenario_of(game)
    if model.owner:
        return 0.0
    return TROPHY_VP * LEFT if model.kind in scenario.trophies else float(scenario.quarry.get(model.kind, 0))


def errand(scenario: Scenario) -> float:
    """Return the expected VP of the scenario's best action beside an unaligned model."""
    stakes = [action.stakes for action in scenario.actions]
    return max((PASSED * success + (1.0 - PASSED) * failure for success, failure in stakes), default=0.0)


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
    unsure = LATE_LEAD if calm else EARLY_LEAD
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

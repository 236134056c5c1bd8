"""What wild models are about to do: their targets, how likely they strike, and the danger for each target."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.engine.core.odds import die, single_highest
from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import PREDATOR

COWARDLY: Final = 6
"""The largest die of wild models that avoid fights (G-SIDE-5)."""
STRUCK, STALKED = 0.52, 0.3
"""The chance that a wild model strikes the closest model: if it is already in reach, and if it must move first."""
SURE: Final = {0: 0.97, 1: 0.75}
"""The chance if it is in reach, by the number of players' models still to act before it."""


class Strike(NamedTuple):
    """A wild model, its target, how `likely` it strikes, the chance to kill it, whether it can strike this round."""

    beast: Model
    victim: Model
    likely: float
    chance: float
    now: bool


class Beast(NamedTuple):
    """A wild model that looks for a fight: its targets, its reach, and its reach with a move; inches, rim to rim.

    `chances` are its chances to kill each target, as far as they were asked for, by id.
    """

    model: Model
    prey: list[Model]
    reach: float
    stalks: float
    chances: dict[str, float]


def beasts(game: Game, standing: Sequence[Model]) -> list[Beast]:
    """Return the wild models that look for a fight and have a possible target, wherever it stands."""
    found: list[Beast] = []
    for model in standing:
        if not model.owner and model.die > COWARDLY and (prey := _prey(game, model, standing)):
            reach = attack_range(game, model) + 1.0
            found.append(Beast(model, prey, reach, reach + movement_range(game, model), {}))
    return found


def strikes(game: Game, hunters: Sequence[Beast], waiting: int) -> list[Strike]:
    """Return the target of each wild model, with `waiting` players' models still to act this round."""
    found: list[Strike] = []
    for beast, prey, reach, stalks, chances in hunters:
        x, y = beast.x, beast.y
        gaps = [math.hypot(x - each.x, y - each.y) - each.radius for each in prey]
        gap = min(gaps)
        victim, gap = prey[gaps.index(gap)], gap - beast.radius
        now = gap < reach and not beast.activated
        if now or gap < stalks:
            likely = SURE.get(waiting, STRUCK) if now else STALKED
            if victim.id not in chances:
                chances[victim.id] = felled(game, beast, victim)
            found.append(Strike(beast, victim, likely, likely * chances[victim.id], now))
    return found


def _prey(game: Game, beast: Model, standing: Sequence[Model]) -> list[Model]:
    """Return the models of which a wild model targets the closest."""
    compulsion = beast.compulsions[-1] if beast.compulsions else ""
    if compulsion == PREDATOR.name:
        return [each for each in standing if "Prey" in each.flaws and each is not beast]
    if compulsion:
        sort = scenario_of(game).hunts.get(beast.kind, "")
        laden = {token.holder for token in game.state.tokens.values() if sort and token.type == sort}
        return [each for each in standing if each.id in laden and each is not beast]
    kin = game.scenario.kin
    return [each for each in standing if each is not beast and (each.owner or not kin(beast.kind, each.kind))]


def felled(game: Game, striker: Model, struck: Model) -> float:
    """Return the chance that an engage with `striker` removes a model at recovery: dice, damage and traits."""
    least = 4 if scenario_of(game).challenges_recovery(game, struck) else 0
    return fall(striker.die, struck.die, struck.damage, attack_modifier(game, striker, struck), least)


@lru_cache(maxsize=4096)
def fall(striker: int, struck: int, damage: int, modifier: int = 0, least: int = 0) -> float:
    """Return the chance that an engage between two dice, with some damage before, removes a model at recovery.

    `modifier` is what traits add to the damage; a recovery below `least` counts for nothing.
    """
    contest, roll = single_highest((die(striker), die(struck))), die(struck)
    total = 0.0
    for margin, cases in enumerate(contest.margins[0][1].weights):
        if cases:
            suffered = damage + attack_damage(margin, modifier)
            total += cases * (1.0 - float(roll.at_least(max(least, suffered))))
    return total / contest.total

"""The strikes that wild models are likely to make, and the danger for their targets."""

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
from game.rulesets.godbreakers.rules.wild.cast import carriers
from game.rulesets.godbreakers.rules.wild.compulsions import PREDATOR, prey_of

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

"""What wild models are about to do: whom each of them goes for, how likely it strikes, who falls to it."""

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
"""The die up to which wild models do not look for a fight (G-SIDE-5)."""
STRUCK, STALKED = 0.52, 0.3
"""How likely a wild model strikes the closest one, if it is in its reach already, and if it has to come first."""
SURE: Final = {0: 0.97, 1: 0.75}
"""The same in reach, by how many models of players are still to act before it."""


class Strike(NamedTuple):
    """A wild model, whom it goes for, how `likely` it strikes, the chance that this one falls to it, whether it can
    strike this round."""

    beast: Model
    victim: Model
    likely: float
    chance: float
    now: bool


class Beast(NamedTuple):
    """A wild model that looks for a fight: those of whom it goes for the closest, how far it strikes, and with a move;
    inches between rims. `chances` are those that its prey falls to it, as far as they were asked for, by ids."""

    model: Model
    prey: list[Model]
    reach: float
    stalks: float
    chances: dict[str, float]


def beasts(game: Game, standing: Sequence[Model]) -> list[Beast]:
    """Return the wild models that look for a fight and have somebody to go for, wherever they stand."""
    found: list[Beast] = []
    for model in standing:
        if not model.owner and model.die > COWARDLY and (prey := _prey(game, model, standing)):
            reach = attack_range(game, model) + 1.0
            found.append(Beast(model, prey, reach, reach + movement_range(game, model), {}))
    return found


def strikes(game: Game, hunters: Sequence[Beast], waiting: int) -> list[Strike]:
    """Return whom each wild model goes for; so many models of players are `waiting` to act this round."""
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
    """Return the models of which a wild one goes for the closest."""
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
    """Return the chance that an engage with `striker` has a model removed at recovery: dice, damage and traits."""
    least = 4 if scenario_of(game).challenges_recovery(game, struck) else 0
    return fall(striker.die, struck.die, struck.damage, attack_modifier(game, striker, struck), least)


@lru_cache(maxsize=4096)
def fall(striker: int, struck: int, damage: int, modifier: int = 0, least: int = 0) -> float:
    """Return the chance that an engage with a die removes a model with another die and so much damage at recovery.

    `modifier` is what traits add to the damage; a recovery below `least` counts for nothing.
    """
    contest, roll = single_highest((die(striker), die(struck))), die(struck)
    total = 0.0
    for margin, cases in enumerate(contest.margins[0][1].weights):
        if cases:
            suffered = damage + attack_damage(margin, modifier)
            total += cases * (1.0 - float(roll.at_least(max(least, suffered))))
    return total / contest.total

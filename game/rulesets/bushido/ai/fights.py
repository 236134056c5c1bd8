"""The value of models to their side, and of exchanges and shots, from exact average losses."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.rulesets.bushido.odds.exchange_odds import PairOdds, even_exchange, split_table
from game.rulesets.bushido.odds.shot_odds import shot_odds
from game.rulesets.bushido.rules.actions.targets import approaches_to
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.scenarios import LAST_TURN, longest
from game.rulesets.bushido.rules.shooting.attack import specials
from game.rulesets.bushido.rules.shooting.numbers import dice
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.rows import SPECIALS

RICE: Final = 10.0
"""The amount of rice that is worth as much as a reached goal of the scenario."""
ALIVE: Final = 0.4
"""The share of a model's value for being in play. The rest is the value of its unmarked boxes."""
COUNTER: Final = 0.08
KI: Final = 0.03
"""The values of an activation counter and of a Ki token."""
STATES: Final = {
    "Prone": 0.15,
    "Stunned": 0.1,
    "Poisoned": 0.15,
    "Bleeding": 0.15,
    "On Fire": 0.15,
    "Frightened": 0.1,
    "Held": 0.15,
}
"""The cost of states, as a share of a model's value."""
MOST_HARM: Final = 0.7
"""The highest total cost of states."""


class Worth(NamedTuple):
    """The value of a model: for each unmarked box and for being in play. `left` is its number of unmarked boxes."""

    box: float
    life: float
    left: int

    @property
    def whole(self) -> float:
        """The total value."""
        return self.box * self.left + self.life

    def lost(self, boxes: float, gone: float) -> float:
        """Return the average loss of its side, for a number of boxes and a chance of leaving the game."""
        return boxes * self.box + gone * self.life


def worth_of(game: Game, model: Model) -> Worth:
    """Return the value of a model to its side."""
    card = game.card(model)
    harm = sum(STATES.get(name, 0.0) for name, markers in model.markers.items() if markers)
    rice = card.rice / RICE * lasting(game) * (1.0 - min(MOST_HARM, harm))
    life = ALIVE * rice + COUNTER * model.counters + KI * model.ki
    return Worth((1.0 - ALIVE) * rice / max(1, card.wounds), life, game.left(model))


def lasting(game: Game) -> float:
    """Return the weight of models, which falls with every turn because only victory points win."""
    return 0.3 + 0.7 * max(0, longest(game.setup) - game.state.turn + 1) / LAST_TURN


CAREFUL: Final = 0.3
"""The weight of the worst case. The rest is the weight of the mean over the other side's splits."""


def gain(game: Game, own: Model, foe: Model, odds: PairOdds) -> float:
    """Return the value of the odds of a pair of splits for the side of `own`."""
    return worth_of(game, foe).lost(odds.dealt, odds.kills) - worth_of(game, own).lost(odds.taken, odds.dies)


def fight_worth(game: Game, model: Model, foe: Model, *, charge: bool = False) -> float:
    """Return the value of an exchange with an enemy if both split their dice evenly."""
    key = f"fight {model.id} {foe.id} {charge} {model.exhausted} {foe.exhausted} {model.wounds} {foe.wounds}"
    return game.remembered(key, lambda: gain(game, model, foe, even_exchange(game, model, foe, charge=charge)))


def best_fight(game: Game, player: str) -> float:
    """Return the value of the best fight that a side can begin next, at least 0. Obstacles are ignored."""
    able = [other for other in game.of(player) if other.counters and not other.has("Prone")]
    fights = ((model, foe) for model in able for foe in game.enemies(model) if approaches_to(game, model, foe))
    return max((0.0, *(fight_worth(game, model, foe) for model, foe in fights)))


def split_worths(game: Game, bout: Bout, own: Fighter) -> dict[str, float]:
    """Return the value of each split of a side by its key, from the mean and the worst case."""
    table = split_table(game, bout, own)
    ours, theirs = worth_of(game, own.model), worth_of(game, bout.against(own.model).model)
    values = {}
    for split, pairs in zip(table.own, table.odds, strict=True):
        gains = []
        for other, odds in zip(table.other, pairs, strict=True):
            state = _state_cost(split.special, odds) * (1.0 - odds.kills) * theirs.whole
            harm = _state_cost(other.special, odds.mirrored) * (1.0 - odds.dies) * ours.whole
            gains.append(theirs.lost(odds.dealt, odds.kills) + state - ours.lost(odds.taken, odds.dies) - harm)
        values[split.key] = (1 - CAREFUL) * sum(gains) / len(gains) + CAREFUL * min(gains)
    return values


def _state_cost(special: str, odds: PairOdds) -> float:
    """Return the expected share of the other model's value that is lost by the state of a special."""
    row = SPECIALS.get(special)
    if row is None or row.leaves not in STATES:
        return 0.0
    return STATES[row.leaves] * (odds.hit if special.endswith("Attack") else 1.0 - odds.suffer)


def counters_paid(game: Game, bout: Bout) -> dict[str, int]:
    """Return the counters that both models pay for an exchange, by id (B-ACT-3, B-MELEE-14)."""
    foe = bout.opponent.model
    return {bout.activating.model.id: game.owed, foe.id: int(not game.any(foe, "tireless"))}


def worth_of_shot(game: Game, shot: Shot, special: str = "") -> float:
    """Return the value of a shot minus the risk to a friend, or 0 out of range. `special` is its text, if any."""
    count = dice(game, shot.shooter, shot.target)
    usable = {str(entry): entry for entry in specials(game, shot.shooter, shot.weapon, count)}
    odds = shot_odds(game, shot, usable.get(special))
    if odds is None:
        return 0.0
    value = worth_of(game, shot.target).lost(odds.target.wounds, odds.target.lost)
    if odds.friend is not None:
        value -= worth_of(game, odds.friend.model).lost(odds.friend.wounds, odds.friend.lost)
    return value

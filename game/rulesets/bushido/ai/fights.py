"""What an exchange or a shot is expected to bring: rice destroyed less rice lost, in tens of rice."""

from __future__ import annotations

from typing import Final

from game.rulesets.bushido.odds.even_exchange import even_exchange
from game.rulesets.bushido.odds.exchange_odds import ExchangeOdds, PairOdds
from game.rulesets.bushido.odds.harm import damage_faces
from game.rulesets.bushido.rules.dice.results import SUPPORTS, distribution
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.damage import Blow, boxes, choice, modifiers
from game.rulesets.bushido.rules.melee.pools import splits
from game.rulesets.bushido.rules.melee.wound_table import wounds_of
from game.rulesets.bushido.rules.shooting.attack import loaded
from game.rulesets.bushido.rules.shooting.numbers import band, dice, number
from game.rulesets.bushido.rules.state import Model

RICE: Final = 10.0
"""Rice that counts as much as a goal of the scenario reached."""
CAREFUL: Final = 0.3
"""How much the worst case counts beside the mean over the splits of the other side."""


def stake(game: Game, model: Model) -> float:
    """Return what a box of a model's track is worth."""
    return game.card(model).rice / RICE / max(1, game.left(model))


def gain(game: Game, own: Model, foe: Model, odds: PairOdds) -> float:
    """Return what the odds of a pair of splits are worth to a side."""
    return odds.dealt * stake(game, foe) - odds.taken * stake(game, own)


def fight_worth(game: Game, model: Model, foe: Model, *, charge: bool = False) -> float:
    """Return what an exchange with an enemy is worth if both split their dice evenly."""
    key = f"fight {model.id} {foe.id} {charge} {model.exhausted} {foe.exhausted} {model.wounds} {foe.wounds}"
    return game.remembered(key, lambda: gain(game, model, foe, even_exchange(game, model, foe, charge=charge)))


def split_worths(game: Game, bout: Bout, own: Fighter) -> dict[str, float]:
    """Return what each split of a side is worth: the mean over those of the other side, and the worst of them."""
    foe = bout.against(own.model)
    table, others = ExchangeOdds(game, bout), splits(game, bout, foe)
    found = {}
    for split in splits(game, bout, own):
        gains = [gain(game, own.model, foe.model, table.pair(own, split, other)) for other in others]
        found[split.key] = (1 - CAREFUL) * sum(gains) / len(gains) + CAREFUL * min(gains)
    return found


def shot_worth(game: Game, shooter: Model, target: Model, *, moved: bool = False) -> float:
    """Return what the best shot of a model at a target is worth, 0 out of range."""
    return max(
        (
            _with(game, shooter, each.name, target, moved=moved)
            for each in game.weapons(shooter, "ranged")
            if loaded(game, shooter, each.name) and band(game, shooter, each.name, target) is not None
        ),
        default=0.0,
    )


def _with(game: Game, shooter: Model, weapon: str, target: Model, *, moved: bool) -> float:
    wanted = number(game, shooter, weapon, target, moved=moved)
    results = distribution(max(1, dice(game, shooter)), 0, SUPPORTS, False, 0)
    cases = sum(results.values())
    marked = 0.0
    for result, share in results.items():
        if result.value >= wanted:
            blow = Blow(shooter, target, weapon, result.value - wanted)
            more = sum(amount for _reason, amount in modifiers(game, blow))
            for total, _double, chance in damage_faces(choice(game, blow)):
                marked += share / cases * chance * boxes(game, blow, wounds_of(total + more, blow.level))
    return min(marked, game.left(target)) * stake(game, target)

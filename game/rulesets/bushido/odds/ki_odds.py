"""What Ki buys: the chance that a feat works, and a test or an exchange with up to two boosts (B-KI-8, B-KI-20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.engine.core.pools import outcomes
from game.rulesets.bushido.odds.exchange_odds import PairOdds, split_table
from game.rulesets.bushido.odds.shot_odds import passed, seen_through
from game.rulesets.bushido.rules.dice.results import SIDES, KiTest, beats, compensated
from game.rulesets.bushido.rules.dice.tests import ki_dice, ki_scale
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.pools import pool_of, total_of
from game.rulesets.bushido.rules.state import Model

MOST = 2
"""The most boosts that are looked at together."""


def feat_chance(game: Game, user: Model, target: Model) -> float:
    """Return the chance that a model wins the opposed Ki test against the target of its feat.

    Boosts and rerolls are left out; the test against a Disguise is counted.
    """
    seen = seen_through(game, user, target)
    return seen * opposed_chance(game, user, target, (ki_dice(game, user), ki_dice(game, target)))


def opposed_chance(game: Game, active: Model, other: Model, dice: tuple[int, int]) -> float:
    """Return the chance that the active model wins an opposed Ki test, with the dice of both (B-TEST-13)."""
    if game.any(other, "soulless"):
        return 0.0
    counts = compensated(*dice)
    scales = ki_scale(game, active, other, "active"), ki_scale(game, other, active, "passive")
    own, against = (outcomes(SIDES, count, scale.result) for count, scale in zip(counts, scales, strict=True))
    won = sum(
        cases * other_cases
        for one, cases in own.items()
        for two, other_cases in against.items()
        if beats(one, two, one_is_active=True)
    )
    return won / float(SIDES ** sum(counts))


def payable(game: Game, model: Model, statistic: str, total: int) -> int:
    """Return how many boosts of a statistic a model can pay for now, at most `MOST`; `total` is its present value."""
    boosts = 0
    while boosts < MOST:
        price = boost_price(game, model, statistic, total + boosts)
        if price is None or model.ki < price * (boosts + 1):
            break
        boosts += 1
    return boosts


def ki_chances(game: Game, model: Model, test: KiTest) -> list[float]:
    """Return the chance of a model to win a Ki test without a boost, with one, and so on as it can pay for them."""
    most = payable(game, model, "ki", test.total)
    return [_ki_chance(game, model, test, test.total + boosts) for boosts in range(most + 1)]


def _ki_chance(game: Game, model: Model, test: KiTest, total: int) -> float:
    dice = game.limited(model, "ki", total)
    if test.other is not None and test.role == "active":
        return opposed_chance(game, model, test.other, (dice, test.dice))
    if test.other is not None:
        return 1.0 - opposed_chance(game, test.other, model, (test.dice, dice))
    once = passed(game, model, "ki", dice, test.number, test.modifier)
    chance: float = once ** (1 + test.must_repeat)
    return 1.0 - (1.0 - chance) ** 2 if test.may_repeat else chance


def exchange_chances(game: Game, bout: Bout, model: Model) -> Iterator[PairOdds]:
    """Yield the average odds of a side's best split without a boost, with one, and so on as it can pay for them."""
    for boosts in range(payable(game, model, "melee", total_of(game, bout, bout.of(model))) + 1):
        active, opponent = replace(bout.activating), replace(bout.opponent)
        first = active if bout.first is bout.activating else opponent
        planned = replace(bout, activating=active, opponent=opponent, first=first)
        own = planned.of(model)
        raised = game.limited(model, "melee", total_of(game, planned, own) + boosts)
        enemy = pool_of(game, planned, planned.against(model))
        own.pool, planned.against(model).pool = compensated(raised, enemy)
        yield best_split(game, planned, own)


def best_split(game: Game, bout: Bout, own: Fighter) -> PairOdds:
    """Return the average odds of the split of a side that gains most, if the opponent picks each equally often."""
    return max(split_table(game, bout, own).averages, key=lambda odds: odds.dealt - odds.taken)

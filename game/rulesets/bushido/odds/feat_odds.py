"""The chance that a feat against a target works: an opposed Ki test of both, without boosts (B-TEST-13, B-KI-8)."""

from __future__ import annotations

from game.engine.core.pools import outcomes
from game.rulesets.bushido.odds.shot_odds import seen_through
from game.rulesets.bushido.rules.dice.results import SIDES, beats, compensated
from game.rulesets.bushido.rules.dice.tests import ki_dice, ki_scale
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model


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

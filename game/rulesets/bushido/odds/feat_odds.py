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
    if game.any(target, "soulless"):
        return 0.0
    counts = compensated(ki_dice(game, user), ki_dice(game, target))
    scales = ki_scale(game, user, target, "active"), ki_scale(game, target, user, "passive")
    own, other = (outcomes(SIDES, count, scale.result) for count, scale in zip(counts, scales, strict=True))
    won = sum(
        cases * against
        for one, cases in own.items()
        for two, against in other.items()
        if beats(one, two, one_is_active=True)
    )
    return seen_through(game, user, target) * won / float(SIDES ** sum(counts))

"""The value of a fight for players who think ahead: lives count by how many are left, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

from game.rulesets.godbreakers.ai.bounties import nearest_owner, overrated
from game.rulesets.godbreakers.ai.evaluation import engage_worth, toll
from game.rulesets.godbreakers.ai.lives import departure, needed
from game.rulesets.godbreakers.odds.odds import EngageOdds
from game.rulesets.godbreakers.rules.constants import LARGEST_DIE
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model


def fight_worth(game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the expected change in VP of an engage with these odds.

    It includes the fight itself, and the value of lives in the long run and against a rout.
    """
    total = engage_worth(game, player, model, opponents, odds)
    for each, fate in ((model, odds.active), *zip(opponents, odds.opponents, strict=True)):
        if each.godbreaker:
            loss = toll(fate) * needed(game, each)
            if each.die == LARGEST_DIE:
                loss += float(fate.triumph) * departure(game, each)
            total += -loss if each.owner == player else loss
        elif surplus := overrated(game, each):
            total -= toll(fate) * (surplus if nearest_owner(each, game.standing()) == player else -surplus)
    return total

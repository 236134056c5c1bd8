"""First estimates of special actions: the models they harm, scenario points, and the chance of success."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.view import percent
from game.rulesets.godbreakers.ai import terrain
from game.rulesets.godbreakers.ai.losses import hurt
from game.rulesets.godbreakers.odds.odds import test_odds
from game.rulesets.godbreakers.rules.actions.repertoire import repertoire
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.activation import TRAITS
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits.gold import TerrainAction, Thunder
from game.wording import _, series

USELESS: Final = -0.2
"""VP of an action of which nothing is known."""


def special_worth(game: Game, player: str, model: Model, key: str) -> tuple[float, str]:
    """Return the first estimate of a model's special action for a player, in VP, and the reason."""
    action = next((each for each in repertoire(game, model) if each.key == key), None)
    if isinstance(action, TerrainAction):
        return terrain.expected(game, player, model, key)
    if isinstance(action, Thunder):
        return _thunder(game, player, model, action)
    if key == TRAITS.key:
        return USELESS, _("some of its traits can be left unused")
    if action is None or not action.test:
        return USELESS, _("no effect now")
    chance, (success, failure) = float(test_odds(game, model, action.test)), action.stakes
    why = _("{chance} to pass {test}", chance=percent(chance), test=_(action.test))
    return (chance * success + (1 - chance) * failure, why) if any(action.stakes) else (USELESS, why)


def _thunder(game: Game, player: str, model: Model, action: Thunder) -> tuple[float, str]:
    """Return the value of damage all around: at once, and by the test once more, farther, or to the model itself."""
    rank, others = action.rank, [each for each in game.standing() if each is not model]
    struck = [each for each in others if game.reaches(model, each, rank)]
    again = [each for each in others if game.reaches(model, each, 2 * rank)]
    chance = float(test_odds(game, model, action.test))
    once = sum(hurt(game, player, each, rank) for each in struck)
    passed = sum(hurt(game, player, each, rank + rank * (each in struck)) for each in again)
    worth = chance * passed + (1.0 - chance) * (once + hurt(game, player, model, rank))
    if not again:
        return min(worth, USELESS), _("no model would be hurt")
    if not struck:
        names = series([each.name for each in again])
        return worth, _("{chance} to deal {damage} damage to {names}", chance=percent(chance), damage=rank, names=names)
    why = _("{damage} damage to {names}", damage=rank, names=series([each.name for each in struck]))
    return worth, _("{why}; {chance} to pass {test}", why=why, chance=percent(chance), test=_(action.test))

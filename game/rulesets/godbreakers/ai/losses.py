"""The change in a player's lead when a model is removed or damaged."""

from __future__ import annotations

from game.rulesets.godbreakers.ai.bounties import bounty, nearest_owner
from game.rulesets.godbreakers.ai.lives import harm, stake
from game.rulesets.godbreakers.ai.position import ground
from game.rulesets.godbreakers.rules.damage import extra_damage
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model


def removal_gain(game: Game, player: str, model: Model) -> float:
    """Return the VP that a player gains if a model is removed, from its life, prize, bounty and markers.

    The gain is negative for a player's own model. A wild model that the player handles is not their own.
    """
    gain = -stake(game, model) if model.owner == player else stake(game, model)
    if points := bounty(game, model):
        gain += points if nearest_owner(model, game.standing()) == player else -points
    return gain - ground(game, player, model)


def hurt(game: Game, player: str, model: Model, amount: int) -> float:
    """Return the VP that a player gains if a model suffers `amount` damage, plus the extra damage of its flaws."""
    return harm(game, model, amount + extra_damage(game, model)) * removal_gain(game, player, model)

"""The value of losing or damaging a model to a player: its own, an enemy's, or a wild one."""

from __future__ import annotations

from game.rulesets.godbreakers.ai.bounties import bounty, nearest_owner
from game.rulesets.godbreakers.ai.lives import harm, stake
from game.rulesets.godbreakers.ai.position import ground
from game.rulesets.godbreakers.rules.damage import more_suffered
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model


def gone(game: Game, player: str, model: Model) -> float:
    """Return by how many VP a player's lead rises if a model is removed: lives, prizes, bounties, held markers.

    Only the player's own models count as losses, not a wild model that the player handles.
    """
    gain = -stake(game, model) if model.owner == player else stake(game, model)
    if points := bounty(game, model):
        gain += points if nearest_owner(model, game.standing()) == player else -points
    return gain - ground(game, player, model)


def hurt(game: Game, player: str, model: Model, amount: int) -> float:
    """Return by how many VP a player's lead rises if a model suffers that much damage, including its flaws."""
    return harm(game, model, amount + more_suffered(game, model)) * gone(game, player, model)

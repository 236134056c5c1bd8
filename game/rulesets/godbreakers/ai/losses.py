"""What the loss of a model, or damage to it, brings a player: of its own, of a rival's, of a wild one."""

from __future__ import annotations

from game.rulesets.godbreakers.ai.bounties import bounty, nearest_owner
from game.rulesets.godbreakers.ai.lives import harm, stake
from game.rulesets.godbreakers.ai.position import ground
from game.rulesets.godbreakers.rules.damage import more_suffered
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model


def gone(game: Game, player: str, model: Model) -> float:
    """Return by how many VP the lead of a player rises if a model is removed: lives, prizes, bounties, markers held.

    Only the player's own models count as losses, not a wild model that it handles.
    """
    gain = -stake(game, model) if model.owner == player else stake(game, model)
    if points := bounty(game, model):
        gain += points if nearest_owner(model, game.standing()) == player else -points
    return gain - ground(game, player, model)


def hurt(game: Game, player: str, model: Model, amount: int) -> float:
    """Return by how many VP the lead of a player rises if a model suffers so much damage, its flaws included."""
    return harm(game, model, amount + more_suffered(game, model)) * gone(game, player, model)

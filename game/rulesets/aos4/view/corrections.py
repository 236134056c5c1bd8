"""Names of everything on a table of Age of Sigmar."""

from __future__ import annotations

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import _


def name_of(game: Game, identity: str) -> str:
    """Return the name of a player, unit, model, objective or terrain piece; for anything else the id."""
    setup = game.setup
    if identity in setup.players:
        return game.player_name(identity)
    unit = unit_of(game, identity)
    if unit is not None:
        several = identity != unit.id and len(game.models(unit)) > 1
        return f"{unit.name} {identity.rpartition('-')[2]}" if several else unit.name
    if identity in setup.objectives:
        return _(setup.objectives[identity].name)
    piece = setup.terrain_pieces.get(identity)
    return piece.name if piece is not None else identity

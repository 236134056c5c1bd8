"""What a scorecard asks before the first round: the ground around shards, cover, and what models could engage."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.facets import Footing, Opener
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import movement_range
from game.rulesets.godbreakers.view.table import threat_of
from game.table.threat.threat_map import Strike, Threat, strike_of


def homes(game: Game) -> Mapping[str, BaseGeometry]:
    """Return the ground around each player's shard where their models can be deployed (G-SCN-6)."""
    shards = {shard.owner: shard for shard in game.lying("shard")}
    found = {}
    for player, shard in shards.items():
        own = [model for model in game.state.models.values() if model.owner == player and model.godbreaker]
        inches = max((movement_range(game, model) + 1 + 2 * model.radius for model in own), default=1.0)
        around = shapely.Point(shard.x, shard.y).buffer(shard.radius + inches, quad_segs=32)
        found[player] = shapely.intersection(around, game.battlefield.table)
    return found


def footing(game: Game) -> Footing:
    """Return the terrain that lines and moves are measured through, and the impassable barricades (G-MEAS-6)."""
    pieces = [piece.area_shape for piece in game.battlefield.pieces if not piece.decoration]
    return Footing(shapely.union_all(pieces), shapely.union_all([wall.polygon for wall in game.battlefield.walls]))


def openers(game: Game, player: str) -> tuple[Opener, ...]:
    """Return a player's models on the table, each with a move and an Engage (G-MOVE-1, G-ENG-1)."""
    models = [model for model in game.standing() if model.owner == player]
    return tuple(Opener(model.id, model.name, partial(_hits, game, threat_of(game, model))) for model in models)


def _hits(game: Game, threat: Threat, target: str) -> Strike | None:
    model = game.state.models.get(target)
    return strike_of(threat, model.disc) if model is not None and model.on_table else None

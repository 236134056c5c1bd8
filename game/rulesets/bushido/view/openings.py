"""What a scorecard asks before the first turn: zones, cover, and what models could fight or shoot at."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.facets import Footing, Opener
from game.rulesets.bushido.rules.actions.fighting import why_barred
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import grown_solid, standing, why_no_target
from game.rulesets.bushido.rules.setup_phase.terrain import zone_of
from game.rulesets.bushido.rules.shooting.numbers import band
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.view.threats import can_shoot_with, meets
from game.table.lattice import Position, position
from game.table.sight.unseen import unseen as unseen_past
from game.table.threat.threat_map import Strike
from game.wording import N_


def homes(game: Game) -> Mapping[str, BaseGeometry]:
    """Return the deployment zones, once the sides are chosen (B-SETUP-7)."""
    return {player: zone_of(game, player).shape for player in game.state.players} if game.state.south else {}


def footing(game: Game) -> Footing:
    """Return the terrain that gives cover or blocks sight, and what is Impassable (B-TERR-3, B-TERR-6, B-TERR-7)."""
    there = standing(game)
    cover = [feature.piece.shape for feature in there if feature.visibility in ("blocking", "obscuring")]
    walls = [feature.piece.shape for feature in there if feature.passage == "impassable"]
    return Footing(shapely.union_all(cover), shapely.union_all(walls))


def unseen(game: Game, eyes: Sequence[Position]) -> BaseGeometry:
    """Return the ground that Blocking terrain hides from some spots, whatever its size (B-GEO-12)."""
    field = game.ruler.battlefield
    solids = [grown_solid(feature.piece) for feature in standing(game) if feature.visibility == "blocking"]
    return unseen_past(eyes, solids, (0.0, 0.0, field.width, field.height))


def openers(game: Game, player: str) -> tuple[Opener, ...]:
    """Return a player's models on the table."""
    models = [model for model in game.on_table() if model.side == player]
    return tuple(Opener(model.id, model.name, partial(_hits, game, model)) for model in models)


def _hits(game: Game, model: Model, target: str) -> Strike | None:
    """Return a fight or a shot from where the model is, or else a fight after a Melee move or a Charge (B-ACT-31)."""
    enemy, here = game.state.models.get(target), position(model.x, model.y)
    if enemy is None or not enemy.on_table:
        return None
    if game.within(model, enemy, 0.0):
        return Strike(model.id, model.name, True, here, 0.0, N_("fight"), "B-GEN-11")
    weapons = [weapon for weapon in can_shoot_with(game, model) if band(game, model, weapon, enemy) is not None]
    if weapons and why_no_target(game, model, enemy) is None:
        return Strike(model.id, model.name, True, here, 0.0, N_("shoot"), "B-RNG-1")
    met = None if why_barred(game, model, enemy) else meets(game, model, enemy)
    if met is None:
        return None
    return Strike(model.id, model.name, False, position(*met), math.dist(here, met), N_("fight"), "B-ACT-31")

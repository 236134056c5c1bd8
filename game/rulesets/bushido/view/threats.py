"""The threats of enemies by melee and shooting, for the threat map and the scorecard before the first turn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.questions.conditions import EndsOfPaths
from game.engine.rulebook.facets import Footing, Opener
from game.rulesets.bushido.rules.actions.fighting import (
    approaches,
    boosted_approach,
    meeting,
    moves_to,
    towards_any,
    why_barred,
)
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by
from game.rulesets.bushido.rules.moving.sight import grown_solid, standing, why_no_target
from game.rulesets.bushido.rules.setup_phase.terrain import zone_of
from game.rulesets.bushido.rules.shooting.attack import loaded_weapons
from game.rulesets.bushido.rules.shooting.numbers import band
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import Position, position
from game.table.path.region import PathRegion
from game.table.placing.clearances import Here
from game.table.placing.region import Region
from game.table.sight.unseen import unseen as unseen_past
from game.table.threat.threat_map import Approach, Strike, Threat
from game.wording import N_, _

CONTACT: Final = 0.01
"""The gap between bases that counts as base contact in the map, in inches."""


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the threats of the enemies that can act again this turn (B-GEN-11).

    If `spot` is given, the model `about` is put there first.
    """
    model = game.state.models.get(about)
    moved = model is not None and spot is not None and model.on_table
    supposed = game.supposing(model, *spot, model.facing) if moved and model is not None and spot is not None else None
    with supposed or nullcontext():
        own_models = [other for other in game.on_table() if other.side == player]
        enemies = [other for other in game.on_table() if other.side != player and not other.exhausted]
        return tuple(_threat(game, enemy, own_models) for enemy in enemies)


def _threat(game: Game, foe: Model, own: list[Model]) -> Threat:
    """Return all fights and shots of an enemy as one threat."""
    approaches = (*_fights(game, foe, own), *_shots(game, foe))
    n = max((approach.n or 0.0 for approach in approaches), default=0.0)
    note = _("after a move, ignoring line of sight")
    return Threat(foe.id, foe.name, foe.disc, n, approaches, game.ruler, N_("attack"), "B-ACT-31", note=note)


def _fights(game: Game, foe: Model, own: list[Model]) -> Iterator[Approach]:
    """Yield the ways of an enemy to fight: its current contact, or else its possible moves to contact.

    Moves are shown on open ground, and at each model that the enemy can really reach.
    """
    bound = engaged_with(game, foe, leaving=False)
    if bound or game.touching(foe):
        yield _from(foe, Here(foe.disc), CONTACT)
    if bound:
        return
    for charge in approaches(game, foe) if own else ():
        # the policy needs a target, but leads to any spot
        nearest = min(own, key=lambda model: game.apart(foe, model))
        move = towards_any(game, foe, nearest, charge=charge)
        yield _from(foe, EndsOfPaths(PathRegion((foe.x, foe.y), move)), CONTACT)
    for model in own:
        contact_spot = None if game.within(foe, model, 0.0) or why_barred(game, foe, model) else meets(game, foe, model)
        if contact_spot is not None:
            yield _from(foe, Here(foe.disc.moved_to(*contact_spot)), CONTACT)


def meets(game: Game, foe: Model, model: Model) -> tuple[float, float] | None:
    """Return the spot of an enemy in base contact with a model after a Melee move or a Charge, or None."""
    for charge in moves_to(game, foe, model):
        policy = boosted_approach(game, foe, model, charge=charge)
        if (path := meeting(game, foe, model, policy).find()) is not None:
            return path.end.x, path.end.y
    return None


def _shots(game: Game, foe: Model) -> Iterator[Approach]:
    """Yield the shots of an enemy from its spot. It cannot move first: that is another action (B-RNG-1, B-GEO-34)."""
    bands = [game.weapon(foe, name).bands or (0.0,) for name in can_shoot_with(game, foe)]
    if bands:
        yield _from(foe, Here(foe.disc), float(max(band[-1] for band in bands)))


def can_shoot_with(game: Game, model: Model) -> list[str]:
    """Return the weapons with which a model could shoot from its spot (B-RNG-1)."""
    cannot_shoot = game.any(model, "bars", "ranged") or engaged_with(game, model) or held_by(game, model, moving=False)
    return [] if cannot_shoot else loaded_weapons(game, model)


def _from(foe: Model, ends: EndsOfPaths | Here, n: float) -> Approach:
    """Return an approach of an enemy with a reach of `n` inches from its ends."""
    return Approach(foe.disc, Region(foe.radius, (ends,)), n)


# -- openings --------------------------------------------------------------------------------------


def homes(game: Game) -> Mapping[str, BaseGeometry]:
    """Return the deployment zones by player, {} until the sides are chosen (B-SETUP-7)."""
    return {player: zone_of(game, player).shape for player in game.state.players} if game.state.south else {}


def footing(game: Game) -> Footing:
    """Return the terrain that gives cover or blocks sight, and Impassable terrain (B-TERR-3, B-TERR-6, B-TERR-7)."""
    terrain = standing(game)
    cover = [feature.piece.shape for feature in terrain if feature.visibility in ("blocking", "obscuring")]
    walls = [feature.piece.shape for feature in terrain if feature.passage == "impassable"]
    return Footing(shapely.union_all(cover), shapely.union_all(walls))


def unseen(game: Game, eyes: Sequence[Position]) -> BaseGeometry:
    """Return the ground that Blocking terrain of any size hides from all of the spots (B-GEO-12)."""
    solids = [grown_solid(feature.piece) for feature in standing(game) if feature.visibility == "blocking"]
    return unseen_past(eyes, solids, game.ruler.battlefield.bounds)


def openers(game: Game, player: str) -> tuple[Opener, ...]:
    """Return a player's models on the table."""
    models = [model for model in game.on_table() if model.side == player]
    return tuple(Opener(model.id, model.name, partial(_hits, game, model)) for model in models)


def _hits(game: Game, model: Model, target: str) -> Strike | None:
    """Return a fight or a shot without a move, or else a fight after a Melee move or a Charge (B-ACT-31)."""
    enemy, spot = game.state.models.get(target), position(model.x, model.y)
    if enemy is None or not enemy.on_table:
        return None
    if game.within(model, enemy, 0.0):
        return Strike(model.id, model.name, True, spot, 0.0, N_("fight"), "B-GEN-11")
    weapons = [weapon for weapon in can_shoot_with(game, model) if band(game, model, weapon, enemy) is not None]
    if weapons and why_no_target(game, model, enemy) is None:
        return Strike(model.id, model.name, True, spot, 0.0, N_("shoot"), "B-RNG-1")
    contact_spot = None if why_barred(game, model, enemy) else meets(game, model, enemy)
    if contact_spot is None:
        return None
    return Strike(
        model.id, model.name, False, position(*contact_spot), math.dist(spot, contact_spot), N_("fight"), "B-ACT-31"
    )

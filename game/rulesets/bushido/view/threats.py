"""Where and how enemies could fight or shoot: the threat map of a turn, and what a scorecard asks before the first."""

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
from game.rulesets.bushido.rules.actions.fighting import approaches, meeting, moves_to, towards_any, why_barred
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
"""Inches between bases that count as base contact in the map."""


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the threats of the enemies that can act again this turn (B-GEN-11), with model `about` at `spot`."""
    model = game.state.models.get(about)
    moved = model is not None and spot is not None and model.on_table
    there = game.supposing(model, *spot, model.facing) if moved and model is not None and spot is not None else None
    with there or nullcontext():
        own = [each for each in game.on_table() if each.side == player]
        foes = [each for each in game.on_table() if each.side != player and not each.exhausted]
        return tuple(_threat(game, foe, own) for foe in foes)


def _threat(game: Game, foe: Model, own: list[Model]) -> Threat:
    ways = (*_fights(game, foe, own), *_shots(game, foe))
    n = max((way.n or 0.0 for way in ways), default=0.0)
    note = _("moves and ranges, whatever is in the way of sight")
    return Threat(foe.id, foe.name, foe.disc, n, ways, game.ruler, N_("attack"), "B-ACT-31", note=note)


def _fights(game: Game, foe: Model, own: list[Model]) -> Iterator[Approach]:
    """Yield the contact it has, else the ends of its moves on open ground, and at each model that it can meet."""
    bound = engaged_with(game, foe, leaving=False)
    if bound or game.touching(foe):
        yield _from(foe, Here(foe.disc), CONTACT)
    if bound:
        return
    for charge in approaches(game, foe) if own else ():
        nearest = min(own, key=lambda model: game.apart(foe, model))
        move = towards_any(game, foe, nearest, charge=charge)
        yield _from(foe, EndsOfPaths(PathRegion((foe.x, foe.y), move)), CONTACT)
    for model in own:
        met = None if game.within(foe, model, 0.0) or why_barred(game, foe, model) else meets(game, foe, model)
        if met is not None:
            yield _from(foe, Here(foe.disc.moved_to(*met)), CONTACT)


def meets(game: Game, foe: Model, model: Model) -> tuple[float, float] | None:
    """Return where it would be in base contact with a model after a Melee move or a Charge, or None."""
    for _charge, policy in moves_to(game, foe, model):
        if (path := meeting(game, foe, model, policy).find()) is not None:
            return path.end.x, path.end.y
    return None


def _shots(game: Game, foe: Model) -> Iterator[Approach]:
    """Yield its shots from where it is: moving and shooting are separate actions (B-RNG-1, B-GEO-34)."""
    bands = [game.weapon(foe, name).bands or (0.0,) for name in can_shoot_with(game, foe)]
    if bands:
        yield _from(foe, Here(foe.disc), float(max(each[-1] for each in bands)))


def can_shoot_with(game: Game, model: Model) -> list[str]:
    """Return the weapons with which a model could shoot from where it is (B-RNG-1)."""
    held = game.any(model, "bars", "ranged") or engaged_with(game, model) or held_by(game, model, moving=False)
    return [] if held else loaded_weapons(game, model)


def _from(foe: Model, ends: EndsOfPaths | Here, n: float) -> Approach:
    return Approach(foe.disc, Region(foe.radius, (ends,)), n)


# -- openings --------------------------------------------------------------------------------------


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
    solids = [grown_solid(feature.piece) for feature in standing(game) if feature.visibility == "blocking"]
    return unseen_past(eyes, solids, game.ruler.battlefield.bounds)


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

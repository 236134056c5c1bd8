"""Enemies that bind a model: by base contact (B-ACT-5, B-ACT-30), zones of control (B-GEO-30..34) or a hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import shapely
from shapely.geometry import Polygon

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import base, sight
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.lines import touches
from game.table.sight.seen import seen_area
from game.table.terrain.area import polygons_of

_QUARTER = 20
SPOT = Disc(0.0, 0.0, 0.0, "", "point")
"""A stand-in for a target that is a point, not a base."""


def zone(game: Game, model: Model, mover: Model | None = None) -> Sequence[Polygon]:
    """Return a model's zone of control, which is the area in its sight within 1 inch of its base (B-GEO-30).

    The model `mover` does not block its sight.
    """
    key = f"zone {model.id} {mover.id if mover is not None else ''}"
    return game.remembered(key, lambda: _zone_of(game, model, mover))


def _zone_of(game: Game, model: Model, mover: Model | None) -> Sequence[Polygon]:
    observer, policy = base(model), sight(game, model, "zero", mover).policy
    near = [blocker for blocker in policy.blockers(observer, SPOT) if _is_near(blocker, observer)]
    return _zone(observer, policy.arc, tuple(near))


def _is_near(blocker: Blocker, observer: Disc) -> bool:
    """Return whether a blocker may hide a part of a zone."""
    reach = observer.radius + ZONE + TOLERANCE
    if isinstance(blocker, Disc):
        return math.hypot(blocker.x - observer.x, blocker.y - observer.y) <= reach + blocker.radius
    return touches(blocker.box, observer.x, observer.y, reach)


@lru_cache(maxsize=1024)
def _zone(observer: Disc, arc: float | None, blockers: tuple[Blocker, ...]) -> Sequence[Polygon]:
    """Return the zone of a base from plain arguments, so that it can be cached."""
    x, y, reach = observer.x, observer.y, observer.radius + ZONE
    seen = seen_area(observer, blockers, arc, (x - reach, y - reach, x + reach, y + reach))
    # The corners are a little outside the circle and the edges a little inside, within the tolerance of B-GEO-3.
    round_it = shapely.Point(x, y).buffer(reach + TOLERANCE / 2, quad_segs=_QUARTER)
    return polygons_of(shapely.intersection(seen, round_it))


def is_in_zone(game: Game, model: Model, enemy: Model) -> bool:
    """Return whether any part of a model's base is in an enemy's zone. Exactly 1 inch is in the zone (B-GEO-30)."""
    if not game.within(model, enemy, ZONE) or enemy.has("Blind"):
        return False
    spot = shapely.Point(model.x, model.y)
    return any(shapely.distance(part, spot) <= model.radius + TOLERANCE for part in zone(game, enemy, model))


def may_ignore(game: Game, model: Model, enemy: Model, *, moving: bool = True) -> bool:
    """Return whether a model may ignore an enemy's zone (B-GEO-33). Some traits help only while `moving` (B-TR-77)."""
    busy = any(other.side == model.side for other in game.touching(enemy))
    blind = enemy.has("Blind")  # it sees only models that it touches (B-STATE-3, B-GEO-30)
    idle = blind or enemy.has("Prone") or enemy.has("Disguised") or game.any(enemy, "insignificant")
    return busy or idle or (moving and game.any(model, "ignores_zones"))


def zones_in_force(game: Game, model: Model, *, moving: bool = True) -> list[Model]:
    """Return the enemies whose zones a model must not ignore, while `moving` or while it declares and acts."""
    found = game.remembered(
        f"zones {model.id} {moving}",
        lambda: tuple(enemy for enemy in game.enemies(model) if not may_ignore(game, model, enemy, moving=moving)),
    )
    return list(found)


def held_by(game: Game, model: Model, *, moving: bool = True) -> list[Model]:
    """Return the enemies whose zones hold a model: it is in the zone and may not ignore it (B-GEO-32, B-GEO-34)."""
    found = game.remembered(
        f"held {model.id} {moving}",
        lambda: tuple(enemy for enemy in zones_in_force(game, model, moving=moving) if is_in_zone(game, model, enemy)),
    )
    return list(found)


def disregarded(game: Game, model: Model) -> list[Model]:
    """Return the enemies in base contact that a model may ignore.

    These are Prone (B-ACT-30) and Immobilised (B-STATE-10) enemies. An Agile model may ignore all but leaves (B-TR-2).
    """
    agile = game.any(model, "agile")
    return [foe for foe in game.touching(model) if agile or foe.has("Prone") or foe.has("Immobilised")]


def engaged_with(game: Game, model: Model, *, leaving: bool = True) -> list[Model]:
    """Return the enemies in base contact that a model may not ignore.

    `leaving` means that the action begins with a movement.
    """
    agile = game.any(model, "agile") and leaving
    return [foe for foe in game.touching(model) if not (agile or foe.has("Prone") or foe.has("Immobilised"))]


HELD_BY = "Held by"


def hold(game: Game, holder: Model, model: Model) -> None:
    """Give a model the Held marker and record its holder."""
    game.mark(model, "Held", 0)
    if model.has("Held"):
        model.effects = [effect for effect in model.effects if effect.entry != HELD_BY]
        game.lend(model, HELD_BY, "game", holder.id)


def release(game: Game, fighters: tuple[Model, ...] = ()) -> None:
    """Release Held models without a holder in contact. A holder among the `fighters` releases other models."""
    for model in game.state.models.values():
        if model.has("Held"):
            holders = [game.state.models[effect.source] for effect in model.effects if effect.entry == HELD_BY]
            found = holders or game.touching(model)
            held = [
                holder for holder in found if holder.on_table and model.on_table and game.within(model, holder, 0.0)
            ]
            if not [holder for holder in held if not (holder in fighters and model not in fighters)]:
                let_go(game, model)


def let_go(game: Game, model: Model) -> None:
    """Remove the Held marker and the record of the holder."""
    game.unmark(model, "Held")
    model.effects = [effect for effect in model.effects if effect.entry != HELD_BY]

"""Zones of control: where they lie, who stands in them, and which may be ignored (B-GEO-30 to B-GEO-34)."""

from __future__ import annotations

import shapely
from shapely.geometry import Polygon

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import base, sight
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.terrain.area import polygons_of

_QUARTER = 20


def zone(game: Game, model: Model, mover: Model | None = None) -> list[Polygon]:
    """Return a model's zone of control: within 1 inch of its rim, as far as it sees (B-GEO-30).

    A `mover` whose place in it is judged hides no part of it.
    """
    if mover is None or not game.within(model, mover, ZONE):
        return game.remembered(f"zone {model.id}", lambda: _zone(game, model, None))
    return game.remembered(f"zone {model.id} {mover.id}", lambda: _zone(game, model, mover))


def _zone(game: Game, model: Model, mover: Model | None) -> list[Polygon]:
    reach = model.radius + ZONE
    window = (model.x - reach, model.y - reach, model.x + reach, model.y + reach)
    seen = sight(game, model, "zero", mover).area(base(model), window)
    # Corners a hair outside the circle, chords a hair inside: within the tolerance of B-GEO-3.
    round_it = shapely.Point(model.x, model.y).buffer(reach + TOLERANCE / 2, quad_segs=_QUARTER)
    return polygons_of(shapely.intersection(seen, round_it))


def is_in_zone(game: Game, model: Model, enemy: Model) -> bool:
    """Return whether any part of a model's base is in an enemy's zone; exactly 1 inch is in (B-GEO-30)."""
    if not game.within(model, enemy, ZONE) or enemy.has("Blind"):
        return False
    spot = shapely.Point(model.x, model.y)
    return any(shapely.distance(part, spot) <= model.radius + TOLERANCE for part in zone(game, enemy, model))


def may_ignore(game: Game, model: Model, enemy: Model, *, moving: bool = True) -> bool:
    """Return whether a model may ignore an enemy's zone (B-GEO-33); while `moving` some traits help (B-TR-77)."""
    busy = any(other.side == model.side for other in game.touching(enemy))
    blind = enemy.has("Blind")  # sees nothing but what it touches (B-STATE-3, B-GEO-30)
    idle = blind or enemy.has("Prone") or enemy.has("Disguised") or game.any(enemy, "insignificant")
    return busy or idle or (moving and game.any(model, "ignores_zones"))


def zones_in_force(game: Game, model: Model, *, moving: bool = True) -> list[Model]:
    """Return the enemies whose zones a model must heed, `moving` or when it declares and acts."""
    return [enemy for enemy in game.enemies(model) if not may_ignore(game, model, enemy, moving=moving)]


def held_by(game: Game, model: Model, *, moving: bool = True) -> list[Model]:
    """Return the enemies in whose zones, not to be ignored, a model stands (B-GEO-32, B-GEO-34)."""
    return [enemy for enemy in zones_in_force(game, model, moving=moving) if is_in_zone(game, model, enemy)]

"""Forced moves in straight lines, which stop at the first contact or knock models down (B-MOVE-14, B-SPEC-5)."""

from __future__ import annotations

import math
from typing import NamedTuple

import shapely

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import impassable, smaller
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import distance, snap

CLOSER = 2e-4
"""The gap between a base and the obstacle that stops it, in inches. It avoids overlaps after rounding."""


class Met(NamedTuple):
    """The end of a straight move: its length in inches, and the model that was hit, None for terrain or an edge."""

    inches: float
    model: Model | None


def shove(game: Game, model: Model, dx: float, dy: float, inches: float, why: str, *, crash: bool = False) -> float:
    """Move a model in a direction and return how far it went, in inches (B-SPEC-3, B-SPEC-5).

    The move stops at contact with a model or Impassable terrain, and at the table's edge. With `crash`, the mover falls
    Prone if it hits a model or terrain. A model of equal size also falls Prone. A smaller model is pushed off the line
    and falls Prone. No model is turned (B-MOVE-4). An Immovable or Held model does not move.
    """
    length = math.hypot(dx, dy)
    if not length or inches <= 0.0 or not may_be_moved(game, model):
        return 0.0
    dx, dy = dx / length, dy / length
    passed: list[Model] = []
    met = first_met(game, model, dx, dy, inches, passed)
    fallen: list[Model] = []
    while crash and met is not None and met.model is not None:
        fallen.append(met.model)
        if not smaller(game, met.model, model) or not _pushed_off(game, model, met, dx, dy, inches):
            break
        passed.append(met.model)
        met = first_met(game, model, dx, dy, inches, passed)
    gone = inches if met is None else max(0.0, min(inches, met.inches - CLOSER))
    _put(game, model, model.x + dx * gone, model.y + dy * gone, why)
    if crash and met is not None and met.model is None and abs(_to_edge(game, model, dx, dy)) > 2 * CLOSER:
        game.mark(model, "Prone", 0)
    for other in fallen:
        game.mark(model, "Prone", 0)
        if not smaller(game, model, other):
            game.mark(other, "Prone", 0)
    return gone


def may_be_moved(game: Game, model: Model) -> bool:
    """Return whether effects can move a model, which is neither Immovable nor Held (B-TR-27, B-STATE-9)."""
    return not (model.has("Held") or game.any(model, "immovable"))


def first_met(game: Game, model: Model, dx: float, dy: float, inches: float, passed: list[Model]) -> Met | None:
    """Return the first obstacle of a straight move within some inches, ignoring models in `passed`, or None."""
    found = [Met(_to_edge(game, model, dx, dy), None)]
    for other in game.on_table():
        if other is not model and other not in passed:
            far = along(other.x - model.x, other.y - model.y, dx, dy, model.radius + other.radius)
            if far is not None:
                found.append(Met(far, other))
    line = shapely.LineString([(model.x, model.y), (model.x + dx * inches, model.y + dy * inches)])
    for feature in impassable(game):
        grown = shapely.buffer(feature.piece.shape, model.radius, quad_segs=64)
        shared = shapely.intersection(line, grown)
        if not shared.is_empty and shared.length > CLOSER:
            found.append(Met(float(shapely.distance(shapely.Point(model.x, model.y), shared)), None))
    for objective in game.objectives():
        far = along(objective.x - model.x, objective.y - model.y, dx, dy, model.radius + objective.radius)
        if far is not None:
            found.append(Met(far, None))
    nearest = min(found, key=lambda obstacle: obstacle.inches)
    return nearest if nearest.inches < inches else None


def along(x: float, y: float, dx: float, dy: float, radius: float) -> float | None:
    """Return the inches along a ray from the origin to its first contact with a circle at (x, y), or None.

    A ray that begins in contact and leads away does not count.
    """
    ahead = x * dx + y * dy
    aside = x * x + y * y - ahead * ahead
    if ahead <= 0.0 or aside >= radius * radius:
        return None
    return max(0.0, ahead - math.sqrt(radius * radius - aside))


def _to_edge(game: Game, model: Model, dx: float, dy: float) -> float:
    table = game.ruler.battlefield
    room = [math.inf]
    for at, step, size in ((model.x, dx, table.width), (model.y, dy, table.height)):
        if step:
            room.append(((size - model.radius if step > 0 else model.radius) - at) / step)
    return max(0.0, min(room))


def _pushed_off(game: Game, mover: Model, met: Met, dx: float, dy: float, inches: float) -> bool:
    """Push a smaller model away from the point of contact, just off the line. Return whether it had room."""
    small = met.model
    assert small is not None
    at = (mover.x + dx * met.inches, mover.y + dy * met.inches)
    away_x, away_y = small.x - at[0], small.y - at[1]
    length = math.hypot(away_x, away_y)
    if not length:
        return False
    away_x, away_y = away_x / length, away_y / length
    line = shapely.LineString([at, (mover.x + dx * inches, mover.y + dy * inches)]) if inches > met.inches else None
    need, step = 0.0, 0.01
    room = mover.radius + small.radius
    while line is not None and need <= inches + room:
        spot = shapely.Point(small.x + away_x * need, small.y + away_y * need)
        if shapely.distance(line, spot) >= room + CLOSER:
            break
        need += step
    if first_met(game, small, away_x, away_y, need + CLOSER, [mover]) is not None:
        return False
    _put(game, small, small.x + away_x * need, small.y + away_y * need, "pushed aside")
    return True


def _put(game: Game, model: Model, x: float, y: float, why: str) -> None:
    x, y = snap(x), snap(y)
    if (x, y) == (model.x, model.y):
        return
    inches = distance((model.x, model.y), (x, y))
    model.x, model.y = x, y
    game.unmark(model, "Immobilised")  # moved by another effect (B-STATE-10)
    game.moved(model, why, "B-SPEC-3", inches=inches)

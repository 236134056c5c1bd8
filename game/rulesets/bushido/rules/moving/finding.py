"""Finding a way to base contact quickly: straight lines first, round the target, before the whole region is searched.

What is found here is judged like any other way; what is not found is left to the instrument.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.terrain import standing
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.ways.judge import check
from game.table.ways.policy import CONTACT, WayPolicy
from game.table.ways.way import Way

Spot = tuple[float, float]
_BEARINGS = 24
_SPARE = 0.01


def find_way(game: Game, model: Model, target: Model, policy: WayPolicy) -> Way | None:
    """Return a legal way to contact with a target among the straight ones and those with one bend, if any is."""
    gain = min((ground.once for ground in policy.grounds), default=0.0)
    for points in _candidates(game, model, target, policy.budget - min(gain, 0.0)):
        way = Way.through(points)
        if check(way, policy).is_legal:
            return way
    return None


def is_plainly_open(game: Game, model: Model, target: Model, inches: float) -> bool:
    """Return whether nothing at all is near the straight way to a target: no base, no zone, no terrain, no edge."""
    far = math.hypot(target.x - model.x, target.y - model.y)
    if far - model.radius - target.radius > inches or far == 0.0:
        return False
    others = _obstacles(game, model, target)
    start, end = np.array((model.x, model.y)), np.array((target.x, target.y))
    if len(others) and (_to_segment(others[:, :2], start, end) < others[:, 2] + model.radius + _SPARE).any():
        return False
    line = shapely.LineString([start, end])
    return all(shapely.distance(each.piece.shape, line) > model.radius for each in standing(game))


def _obstacles(game: Game, model: Model, target: Model) -> NDArray[np.float64]:
    """Return centre and radius of everything that may be in the way, enemies with their zones, (N, 3)."""
    found = _bases(game, model, target)
    enemies = [other.side != model.side for other in game.on_table() if other is not model and other is not target]
    found[: len(enemies), 2] += np.array(enemies, dtype=bool) * (ZONE + TOLERANCE)
    return found


def _to_segment(
    points: NDArray[np.float64], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the inches from points to a segment."""
    along = end - start
    share = np.clip(((points - start) @ along) / max(float(along @ along), 1e-12), 0.0, 1.0)
    nearest = start + share[:, None] * along
    return np.asarray(np.hypot(*(points - nearest).T))


def _candidates(game: Game, model: Model, target: Model, budget: float) -> Iterator[list[Spot]]:
    """Yield straight ways and ways with a bend at the rim of the target's zone whose lines pass no base, best first."""
    touch = model.radius + target.radius + CONTACT / 2
    rim = touch + ZONE + TOLERANCE / 2
    start = (model.x, model.y)
    bases = _bases(game, model, target)
    first = math.atan2(model.y - target.y, model.x - target.x)
    for step in range(_BEARINGS):
        bearing = first + (step + 1) // 2 * (1 if step % 2 else -1) * 2 * math.pi / _BEARINGS
        ux, uy = math.cos(bearing), math.sin(bearing)
        end = target.x + ux * touch, target.y + uy * touch
        bend = target.x + ux * rim, target.y + uy * rim
        for points in ([start, end], [start, bend, end]):
            if len(points) == 3 and step == 0:
                continue
            length = sum(math.dist(a, b) for a, b in pairwise(points))
            if length <= budget + _SPARE and _passes(points, bases, model.radius):
                yield points


def _bases(game: Game, model: Model, target: Model) -> NDArray[np.float64]:
    """Return centre and radius of every other base and objective, (N, 3)."""
    found = [
        (other.x, other.y, other.radius) for other in game.on_table() if other is not model and other is not target
    ]
    found += [(each.x, each.y, each.radius) for each in game.state.objectives.values() if each.on_table]
    return np.array(found).reshape(-1, 3)


def _passes(points: list[Spot], bases: NDArray[np.float64], radius: float) -> bool:
    """Return whether a base passes all others on the way through some points."""
    for a, b in pairwise(points):
        if len(bases) and (_to_segment(bases[:, :2], np.array(a), np.array(b)) < bases[:, 2] + radius - 1e-4).any():
            return False
    return True

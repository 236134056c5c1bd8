"""A quick search for paths to base contact: straight lines, and lines with one bend, to all sides of the target.

These paths are checked like all others. If none is legal, the caller searches the whole region.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import shapely

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import standing
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.path.judge import allows
from game.table.path.path import Path
from game.table.path.policy import CONTACT, PathPolicy, PathsQuestion
from game.table.path.region import ContactRegion
from game.table.sight.lines import meets

Spot = tuple[float, float]
_BEARINGS = 24
_SPARE = 0.01
"""A margin for rounding, in inches."""


def find_path(game: Game, model: Model, target: Model, policy: PathPolicy) -> Path | None:
    """Return a legal path to contact with a target that is straight or has one bend, or None."""
    budget = policy.budget - min([0.0, *(ground.once for ground in policy.grounds)])
    x, y, reach = model.x, model.y, budget + model.radius + _SPARE
    near_bases = tuple(
        (bx, by, (radius + model.radius - 1e-4) ** 2)
        for bx, by, radius, _enemy in _bases(game, model, target)
        if math.hypot(bx - x, by - y) - radius <= reach
    )
    return _found(PathsQuestion.of((x, y), policy), (target.x, target.y, target.radius), near_bases)


@lru_cache(maxsize=2048)
def _found(
    asked: PathsQuestion, target: tuple[float, float, float], bases: tuple[tuple[float, float, float], ...]
) -> Path | None:
    """Return the first legal path among the candidates, or None. Plain arguments let the result be cached."""
    [policy] = asked.policies
    for points in _candidates(asked.start, target, policy, bases):
        path = Path.through(points)
        if allows(path, policy):
            return path
    return None


def is_plainly_open(game: Game, model: Model, target: Model, inches: float) -> bool:
    """Return whether the straight path to a target is clear of all bases, zones, terrain and edges."""
    x, y, dx, dy = model.x, model.y, target.x - model.x, target.y - model.y
    squared = dx * dx + dy * dy
    if math.sqrt(squared) - model.radius - target.radius > inches or squared == 0.0:
        return False
    for bx, by, radius, is_enemy in _bases(game, model, target):
        px, py = bx - x, by - y
        # the point of the line that is nearest to the base, from 0 (start) to 1 (target)
        along = min(max((px * dx + py * dy) / squared, 0.0), 1.0)
        least_distance = radius + model.radius + _SPARE + (ZONE + TOLERANCE if is_enemy else 0.0)
        if (px - along * dx) ** 2 + (py - along * dy) ** 2 < least_distance * least_distance:
            return False
    box = min(x, target.x), min(y, target.y), max(x, target.x), max(y, target.y)
    west, south, east, north = (edge + sign * model.radius for edge, sign in zip(box, (-1, -1, 1, 1)))
    shapes = [feature.piece.shape for feature in standing(game) if meets(feature.box, (west, south, east, north))]
    line = shapely.LineString([(x, y), (target.x, target.y)])
    return all(shapely.distance(shape, line) > model.radius for shape in shapes)


def _candidates(
    start: Spot, target: tuple[float, float, float], policy: PathPolicy, bases: Sequence[tuple[float, float, float]]
) -> Iterator[list[Spot]]:
    """Yield straight paths, and paths with a bend at the edge of the target's zone, best first. All avoid the bases."""
    budget = policy.budget - min([0.0, *(ground.once for ground in policy.grounds)])
    x, y, radius = target
    contact_distance = policy.radius + radius + CONTACT / 2
    zone_distance = contact_distance + ZONE + TOLERANCE / 2
    straight_bearing = math.atan2(start[1] - y, start[0] - x)
    for step in range(_BEARINGS):
        # alternate to the left and to the right of the straight line
        bearing = straight_bearing + (step + 1) // 2 * (1 if step % 2 else -1) * 2 * math.pi / _BEARINGS
        ux, uy = math.cos(bearing), math.sin(bearing)
        end, bend = (
            (x + ux * contact_distance, y + uy * contact_distance),
            (x + ux * zone_distance, y + uy * zone_distance),
        )
        for points in ([start, end], [start, bend, end]):
            length = math.fsum(math.dist(a, b) for a, b in pairwise(points))
            if length <= budget + _SPARE and _passes(points, bases):
                yield points


def _bases(game: Game, model: Model, target: Model) -> list[tuple[float, float, float, bool]]:
    """Return centre and radius of every other base and objective, and whether it is an enemy's base."""
    bases = [
        (other.x, other.y, other.radius, other.side != model.side)
        for other in game.on_table()
        if other is not model and other is not target
    ]
    return bases + [(objective.x, objective.y, objective.radius, False) for objective in game.objectives()]


def _passes(points: list[Spot], bases: Sequence[tuple[float, float, float]]) -> bool:
    """Return whether a path avoids all bases. `bases` are centres with squared distances to keep."""
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        squared = max(dx * dx + dy * dy, 1e-12)
        for x, y, squared_distance in bases:
            px, py = x - ax, y - ay
            along = min(max((px * dx + py * dy) / squared, 0.0), 1.0)
            if (px - along * dx) ** 2 + (py - along * dy) ** 2 < squared_distance:
                return False
    return True


_KEPT = 32
"""The number of regions in the cache."""


def has_contact(model: Model, target: Model, policy: PathPolicy) -> bool:
    """Return whether a model can reach contact with another under a policy."""
    return _has_contact(PathsQuestion.of((model.x, model.y), policy), (target.x, target.y, target.radius))


@lru_cache(maxsize=2048)
def _has_contact(asked: PathsQuestion, target: tuple[float, float, float]) -> bool:
    """Return the answer of `has_contact`. Plain arguments let it be cached while other bases move."""
    return ContactRegion(asked, target).find() is not None


def contact_region(model: Model, target: Model, policy: PathPolicy, known: Path | None = None) -> ContactRegion:
    """Return the ends of a move in contact with a target. `known` is a path to one of them, if the caller has one."""
    return _kept(PathsQuestion.of((model.x, model.y), policy), (target.x, target.y, target.radius), known)


_kept = lru_cache(maxsize=_KEPT)(ContactRegion)

"""Policies and grounds for paths of bases of any shape.

A base that is not round is treated as a point among shapes that are grown by it in its facing. Its policies have radius
0 and their own bounds, and it keeps its facing along a path. Grown shapes are drawn inside the true ones by less than
half a thousandth of an inch, so that a base that touches an obstacle may move on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from shapely.geometry import Polygon

from game.table.footprints import Footprint, centres_inside, centres_within, half_box, roughly_within
from game.table.path.policy import End, Ground, PathPolicy, base
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import polygons_of


def radius_of(mover: Footprint) -> float:
    """Return the radius of a mover for policies, which is 0 if its shape counts instead."""
    return mover.radius if isinstance(mover, Disc) else 0.0


def path_policy(mover: Footprint, budget: float, bounds: Bounds, grounds: tuple[Ground, ...], rule: str) -> PathPolicy:
    """Return the policy for a mover that keeps its facing, on a table within these bounds."""
    if isinstance(mover, Disc):
        return PathPolicy(mover.radius, budget, bounds, grounds, rule=rule)
    (west, south, east, north), (half_width, half_height) = bounds, half_box(mover)
    return PathPolicy(
        0.0,
        budget,
        (west + half_width, south + half_height, east - half_width, north - half_height),
        grounds,
        rule=rule,
    )


def beside(
    mover: Footprint, other: Footprint, rule: str, margin: float = 0.0, name: str = "", **effects: Any
) -> Ground:
    """Return another base as ground for a mover, which is in that ground if the gap is less than the margin."""
    if isinstance(mover, Disc) and isinstance(other, Disc):
        if not name and effects == {"solid": True, "rest": True}:
            return base(other, rule, margin)
        return Ground(name or other.name, other, rule, margin=margin, **effects)
    shape, rough = _grown(mover.moved_to(0.0, 0.0)._replace(name=""), other._replace(name=""), margin)
    return Ground(name or other.name, shape, rule, part="centre", rough=rough, **effects)


@lru_cache(maxsize=4096)
def _grown(mover: Footprint, other: Footprint, margin: float) -> tuple[Polygon, Any]:
    """Return the centres at which a mover is within a margin of a base, and a function for a rough shape of them."""
    return centres_within(mover, other, margin), lru_cache(maxsize=1)(partial(roughly_within, mover, other, margin))


def near_any(mover: Footprint, others: Sequence[Footprint], inches: float, rule: str, name: str = "") -> End:
    """Return the rule that a mover must end its path within `inches` of any one of these bases."""
    if isinstance(mover, Disc) and all(isinstance(other, Disc) for other in others):
        return End(tuple(others), most=inches, rule=rule, name=name)  # type: ignore[arg-type]
    origin = mover.moved_to(0.0, 0.0)._replace(name="")
    shapes = tuple(_grown(origin, other._replace(name=""), max(inches, 0.0))[0] for other in others)
    return End(shapes, most=-radius_of(mover), rule=rule, name=name)


def over(mover: Footprint, polygon: Polygon, name: str, rule: str, **effects: Any) -> Ground:
    """Return a polygon of terrain as ground for a mover."""
    if isinstance(mover, Disc):
        return Ground(name, polygon, rule, **effects)
    return Ground(
        name, _grown_polygon(mover.moved_to(0.0, 0.0)._replace(name=""), polygon), rule, part="centre", **effects
    )


@lru_cache(maxsize=512)
def _grown_polygon(mover: Footprint, polygon: Polygon) -> Polygon:
    """Return the centres at which a mover overlaps a polygon."""
    return max(polygons_of(centres_inside(mover, polygon)), key=lambda part: part.area)

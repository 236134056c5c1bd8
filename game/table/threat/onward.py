"""The area that a base can reach from any point of another area, such as the area in which an earlier move may end.

Paths begin at the rim of that other area.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.lattice import position
from game.table.path.fans import area_of
from game.table.path.field import Floats, grown
from game.table.path.finders import free_finders
from game.table.path.policy import PathPolicy
from game.table.path.tight import Source
from game.table.terrain.area import polygons_of

APART: Final = 1.5
"""Inches between the points of the rim at which paths begin; their length is increased to make up for the gaps."""


def area_from(area: BaseGeometry, policy: PathPolicy, inches: float) -> BaseGeometry:
    """Return the area that free paths of at most `inches` reach from an area.

    Only their length and the prices of ground count; the policy's budget does not matter.
    """
    if area.is_empty:
        return area
    [reached] = areas_from(along(area), policy, [inches], APART * APART / inches / 4)
    near = shapely.intersection(shapely.union(reached, area), shapely.buffer(area, inches, quad_segs=24))
    return shapely.difference(near, barred(policy))


def areas_from(spots: Floats, policy: PathPolicy, inches: Sequence[float], over: float = 0.0) -> list[BaseGeometry]:
    """Return the areas that paths of each length in `inches` reach from spots (P, 2), after one common search.

    The areas include places where no path may end. `over` is added to each length.
    """
    middle = position(*np.mean((spots.min(axis=0), spots.max(axis=0)), axis=0).tolist())
    spread, longest = float(np.hypot(*(spots - middle).T).max()), max(inches) + over
    starts = [Source(position(*spot), spread) for spot in spots.tolist()]
    finders = free_finders(middle, policy.but(budget=spread + longest), starts)

    def reached(length: float) -> BaseGeometry:
        """Return the area that paths of one length reach."""
        areas = [finder.before_an_end(area_of(finder.search, spread + length + over)) for finder in finders]
        return shapely.union_all(areas)

    return [reached(length) for length in inches]


def barred(policy: PathPolicy) -> BaseGeometry:
    """Return the area in which no base may end its path."""
    return shapely.union_all([grown(ground, policy.radius, 0.0) for ground in policy.grounds if not ground.rest])


def along(area: BaseGeometry) -> Floats:
    """Return points (P, 2) along the rims of an area."""
    rims = shapely.boundary([shapely.simplify(part, APART / 15) for part in polygons_of(area)])
    return np.unique(shapely.get_coordinates(shapely.segmentize(rims, APART)), axis=0)

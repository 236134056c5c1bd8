"""What a base reaches on a budget from anywhere in an area, as after another move: drawn, from points along its rim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.lattice import position
from game.table.path.fans import area_of
from game.table.path.field import grown
from game.table.path.finders import free_finders
from game.table.path.policy import PathPolicy
from game.table.path.rings import Floats
from game.table.path.tight import Source
from game.table.terrain.area import polygons_of

APART: Final = 1.5
"""Inches between the points from which ways go on; they are lent as many inches as a round border would fall short."""


def area_from(area: BaseGeometry, policy: PathPolicy, inches: float) -> BaseGeometry:
    """Return the area where paths of a given length, in inches, end that begin in an area.

    They are free, and cost nothing but their inches and the prices of the ground; the policy's budget does not matter.
    """
    if area.is_empty:
        return area
    [found] = areas_from(along(area), policy, [inches], APART * APART / inches / 4)
    near = shapely.intersection(shapely.union(found, area), shapely.buffer(area, inches, quad_segs=24))
    return shapely.difference(near, barred(policy))


def areas_from(spots: Floats, policy: PathPolicy, inches: Sequence[float], over: float = 0.0) -> list[BaseGeometry]:
    """Return where paths of each of so many inches lead from any of some spots, (P, 2), all searched for at once.

    Where nobody may end is in it. `over`: inches that are given to each.
    """
    middle = position(*np.mean((spots.min(axis=0), spots.max(axis=0)), axis=0).tolist())
    apart, most = float(np.hypot(*(spots - middle).T).max()), max(inches) + over
    starts = [Source(position(*spot), apart) for spot in spots.tolist()]
    finders = free_finders(middle, policy.but(budget=apart + most), starts)

    def reached(far: float) -> BaseGeometry:
        drawn = [each.before_an_end(area_of(each.search, apart + far + over)) for each in finders]
        return shapely.union_all(drawn)

    return [reached(far) for far in inches]


def barred(policy: PathPolicy) -> BaseGeometry:
    """Return the area in which no base may end."""
    return shapely.union_all([grown(ground, policy.radius, 0.0) for ground in policy.grounds if not ground.rest])


def along(area: BaseGeometry) -> Floats:
    """Return points along the rims of an area, (P, 2)."""
    rims = shapely.boundary([shapely.simplify(part, APART / 15) for part in polygons_of(area)])
    return np.unique(shapely.get_coordinates(shapely.segmentize(rims, APART)), axis=0)

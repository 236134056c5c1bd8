"""What a base reaches on a budget from anywhere in an area, as after another move: drawn, from points along its rim."""

from __future__ import annotations

from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.lattice import position
from game.table.terrain.area import polygons_of
from game.table.ways.field import grown
from game.table.ways.finders import free_finders
from game.table.ways.policy import WayPolicy
from game.table.ways.rings import Floats
from game.table.ways.search import Source

APART: Final = 1.5
"""Inches between the points from which ways go on; they are lent as many inches as a round border would fall short."""


def area_from(area: BaseGeometry, policy: WayPolicy, inches: float) -> BaseGeometry:
    """Return where ways of so many inches end that begin in an area.

    They are free, and cost nothing but their inches and what the ground asks for; the policy's budget does not matter.
    """
    if area.is_empty:
        return area
    spots = along(area)
    middle = position(*np.mean((spots.min(axis=0), spots.max(axis=0)), axis=0).tolist())
    far = float(np.hypot(*(spots - middle).T).max()) + inches
    over = APART * APART / inches / 4
    starts = [Source(position(*spot), far - inches) for spot in spots.tolist()]
    found = [finder.area() for finder in free_finders(middle, policy.but(budget=far + over), starts)]
    barred = [grown(ground, policy.radius, 0.0) for ground in policy.grounds if not ground.rest]
    near = shapely.intersection(shapely.union_all([*found, area]), shapely.buffer(area, inches, quad_segs=24))
    return shapely.difference(near, shapely.union_all(barred))


def along(area: BaseGeometry) -> Floats:
    """Return points along the rims of an area, (P, 2)."""
    rims = shapely.boundary([shapely.simplify(part, APART / 15) for part in polygons_of(area)])
    return np.unique(shapely.get_coordinates(shapely.segmentize(rims, APART)), axis=0)

"""Where a base may strike after a move: everything in range of some spot it may move to."""

import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.area import polygons_of
from game.table.reach import Reach, between_levels
from game.table.region import Region
from game.table.ruler import Ruler
from game.table.shapes import Disc

_FINEST = 0.02


def threat_region(ruler: Ruler, base: Disc, move_region: Region, n: float, tolerance: float = 0.25) -> BaseGeometry:
    """Return the points in range `n` of the base at some legal spot of a move, in inches.

    In the open the answer is exact. Where terrain or impassable barricades are about, it is the union of the reaches
    from spots no more than `tolerance` inches apart: nothing in it is out of range, and a point left out is missed
    by about the tolerance at most, save where a reach opens only from a place narrower than that.
    """
    ruler = between_levels(ruler, base, None)
    geometry = move_region.geometry
    if geometry.is_empty:
        return shapely.Polygon()
    policy = ruler.policy
    span = base.radius if policy.from_edges else 0.0
    reach = span + policy.limit(n)
    x0, y0, x1, y1 = geometry.bounds
    box = (x0 - reach, y0 - reach, x1 + reach, y1 + reach)
    if ruler.area(base.level).occupancy.box_is_clear(*box) and ruler.walls.occupancy.box_is_clear(*box):
        return shapely.buffer(geometry, reach, quad_segs=32)
    spots = _spots(geometry, max(tolerance, _FINEST))
    return _union_of_reaches(ruler, base, spots, n)


def _spots(geometry: BaseGeometry, tolerance: float) -> list[tuple[float, float]]:
    """Return spots of a region: along its outlines and, spread so that none is far from the next, inside."""
    step = tolerance * math.sqrt(2.0)
    x0, y0, x1, y1 = geometry.bounds
    xs, ys = np.meshgrid(np.arange(x0, x1 + step, step), np.arange(y0, y1 + step, step))
    inside = shapely.contains_xy(geometry, xs.ravel(), ys.ravel())
    spots = list(zip(xs.ravel()[inside].tolist(), ys.ravel()[inside].tolist()))
    for polygon in polygons_of(geometry):
        for ring in (polygon.exterior, *polygon.interiors):
            along = shapely.line_interpolate_point(ring, np.arange(0.0, ring.length, 2 * tolerance))
            spots += [(float(x), float(y)) for x, y in shapely.get_coordinates(along)]
    return spots


def _union_of_reaches(ruler: Ruler, base: Disc, spots: list[tuple[float, float]], n: float) -> BaseGeometry:
    """Unite the reaches from many spots, leaving out those that would add nothing.

    Spots are taken from the outside in: a spot whose reach would lie in what is covered already is not looked at.
    """
    reach = (base.radius if ruler.policy.from_edges else 0.0) + ruler.policy.limit(n)
    middle = np.mean(np.array(spots), axis=0)
    ordered = sorted(spots, key=lambda spot: -math.hypot(spot[0] - middle[0], spot[1] - middle[1]))
    covered: BaseGeometry = shapely.Polygon()
    batch: list[BaseGeometry] = []
    for number, (x, y) in enumerate(ordered, start=1):
        whole = shapely.Point(x, y).buffer(reach, quad_segs=8)
        if covered.covers(whole):
            continue
        batch.append(Reach(ruler, base.moved_to(x, y), n).points)
        if len(batch) >= 16 or number == len(ordered):
            covered = shapely.union_all([covered, *batch])
            shapely.prepare(covered)
            batch = []
    return shapely.union_all([covered, *batch])

"""Rough bounds of a reach, drawn with few rays. They show quickly where there certainly is no room."""

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.reach.fans import Fan, Origin, Window
from game.table.reach.rays import extents, line_crossings, radial_crossings, stretches
from game.table.shapes import Bounds
from game.table.terrain.area import Floats

# Inches added to rough bounds for safety, and inches by which terrain between two rays may differ from that along them.
_ROUGHLY, _UNSURE = 0.01, 0.005
# Inches by which an outline may be simplified.
_SIMPLER = 0.008
# Inches that close every crack between the parts of a reach.
_SEAM = 1e-3
# Inches by which a box is enlarged for computations.
_MARGIN = 0.1
_QUARTER = 4
# With few chords, a quarter turn is inside the round shape by this share of its radius.
_SHORT = 0.02
# The length in inches of a ray that is out of range, so that no outline touches itself.
_STUB = 1e-4


def at_most(origin: Origin, edge: float, whole: bool, box: Bounds | None) -> BaseGeometry:
    """Return an area that contains all centres (perhaps only in a box) of discs of radius `edge` that are wholly in
    range, or else with their closest point. Each ray is drawn as long as its neighbours."""
    window = None
    if box is not None:
        margin = edge + _MARGIN
        box = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
        window = origin.window(box)
    bearings, _sure, most = _along(origin, window, _UNSURE)
    direct = origin.star(bearings, _beside(most, window, np.maximum) + _ROUGHLY + (0.0 if whole else edge), window)
    shadows = _shadows(origin, box) if origin.walled else []
    if not whole:
        # Each part is grown before the union, so that very thin parts count too.
        grown = shapely.buffer(shadows, (edge + _SIMPLER) * (1.0 + _SHORT), quad_segs=_QUARTER)
        return shapely.union_all([direct, *grown]) if shadows else direct
    parts = [_simpler(direct), *shadows]
    # Grown, so that no crack stays open between simplified parts.
    points = shapely.union_all(shapely.buffer(parts, _SIMPLER + _SEAM, quad_segs=1, join_style="mitre"))
    if box is not None:
        points = shapely.intersection(points, shapely.box(*box))
    return shapely.buffer(points, -edge, quad_segs=_QUARTER)


def at_least(origin: Origin, edge: float, box: Bounds) -> BaseGeometry:
    """Return an area of centres in a box whose discs certainly have their closest point in range.

    Centres that are only in range around a corner are left out.
    """
    window = origin.window(box)
    bearings, sure, _most = _along(origin, window, -_UNSURE)
    return origin.star(bearings, _beside(sure, window, np.minimum) - _ROUGHLY + edge, window)


def _along(origin: Origin, window: Window, spare: float) -> tuple[Floats, Floats, Floats]:
    """Return bearings, the inches from the rim up to which all points along each are in range, and the inches beyond
    which no point is. The first `spare` inches in terrain are free. Jumps between bearings are not located."""
    bearings = np.unique(origin.bearings(window))
    count, level_cost = len(bearings), origin.level_cost
    if level_cost is not None:
        halves = level_cost.terrain(level_cost.around((origin.x, origin.y), bearings, origin.span), count)
        several = halves.in_range(level_cost.policy, level_cost.n, origin.limit, spare)
        most, sure = several.farthest, np.zeros(count)
        at_once = several.low <= 0.0
        sure[several.ray[at_once]] = several.high[at_once]
    else:
        in_terrain = stretches(radial_crossings((origin.x, origin.y), bearings, *origin.terrain), count, origin.span)
        sure = most = extents(in_terrain, count, origin.span, origin.limit, spare)
    if origin.walled:
        stops = origin.stops(bearings)
        sure, most = np.minimum(sure, stops), np.minimum(most, stops)
    return bearings, sure, most


def _shadows(origin: Origin, box: Bounds | None) -> list[BaseGeometry]:
    """Return areas that contain all points in range through each corner (perhaps only in a box)."""
    fans = [fan for fan in origin.fans if box is None or fan.may_meet(box)]
    if not fans:
        return []
    bearings = [fan.even_bearings for fan in fans]
    before, starts, directions = (np.concatenate(columns) for columns in zip(*map(Fan.rays, fans, bearings)))
    beyond = _farthest(origin, starts, directions, before) - before
    ends = np.cumsum([len(fan_bearings) for fan_bearings in bearings])[:-1]
    areas = []
    for fan, turns, inches in zip(fans, bearings, np.split(beyond, ends)):
        if (inches > 0.0).any():
            inches = _beside(inches, (0.0, 0.0), np.maximum)
            areas.append(_simpler(fan.star(turns, np.where(inches > 0.0, inches + _ROUGHLY, _STUB))))
    return areas


def _farthest(origin: Origin, starts: Floats, directions: Floats, least: Floats) -> Floats:
    """Return the inches beyond which no point of each ray is in range; 0 for rays that enter a wall within `least`."""
    stops, most = origin.wall_stops(starts, directions), np.zeros(len(starts))
    free = np.flatnonzero(stops > least)
    starts, directions, count = starts[free], directions[free], len(free)
    if origin.level_cost is not None:
        halves = origin.level_cost.terrain(origin.level_cost.along(starts, directions), count)
        several = halves.in_range(origin.level_cost.policy, origin.level_cost.n, origin.limit, _UNSURE)
        most[free] = several.farthest
    else:
        in_terrain = stretches(line_crossings(starts, directions, *origin.terrain), count, 0.0)
        most[free] = extents(in_terrain, count, 0.0, origin.limit, _UNSURE)
    return np.minimum(most, stops)


def _simpler(star: BaseGeometry) -> BaseGeometry:
    """Return a star-shaped polygon with fewer corners on the same outline, or the polygon itself if that fails."""
    simple = shapely.simplify(star, _SIMPLER, preserve_topology=False)
    return simple if simple.is_valid and not simple.is_empty else star


def _beside(inches: Floats, window: Window, pick: np.ufunc) -> Floats:
    """Return `pick` (maximum or minimum) of each ray's inches and its neighbours' inches."""
    beside = np.pad(inches, 1, mode="wrap" if window is None else "edge")
    return np.asarray(pick(pick(beside[:-2], beside[2:]), inches))

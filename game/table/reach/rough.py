"""Bounds of a reach that few rays draw: they show where there is no room before any outline is drawn."""

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.reach.fans import Fan, Origin, Window
from game.table.reach.rays import extents, line_crossings, radial_crossings, stretches
from game.table.shapes import Bounds
from game.table.terrain.area import Floats

# Inches by which rough bounds are set apart from the rays that they are drawn with, and by which terrain between two
# of them may differ from that along both.
_ROUGHLY, _UNSURE = 0.01, 0.005
# Inches by which an outline may be simplified.
_SIMPLER = 0.008
# Inches that close every crack between the parts of a reach.
_SEAM = 1e-3
# Inches beyond a box that are computed with it.
_MARGIN = 0.1
_QUARTER = 4
# A quarter turn in so few chords falls short of the round by this share of its radius.
_SHORT = 0.02
# Inches that are left of a ray out of range, so that no outline touches itself.
_STUB = 1e-4


def at_most(origin: Origin, edge: float, whole: bool, box: Bounds | None) -> BaseGeometry:
    """Return an upper bound of the centres (in a box, if given) of discs of radius `edge` that lie wholly in range,
    or else with their closest point. Each ray goes as far as its neighbours."""
    window = None
    if box is not None:
        margin = edge + _MARGIN
        box = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
        window = origin.window(box)
    bearings, _sure, most = _along(origin, window, _UNSURE)
    direct = origin.star(bearings, _beside(most, window, np.maximum) + _ROUGHLY + (0.0 if whole else edge), window)
    shadows = _shadows(origin, box) if origin.walled else []
    if not whole:
        # One by one, before the union: a hair of a shape counts as far as it goes.
        grown = shapely.buffer(shadows, (edge + _SIMPLER) * (1.0 + _SHORT), quad_segs=_QUARTER)
        return shapely.union_all([direct, *grown]) if shadows else direct
    parts = [_simpler(direct), *shadows]
    # Grown, so that no crack stays open between what has been simplified.
    points = shapely.union_all(shapely.buffer(parts, _SIMPLER + _SEAM, quad_segs=1, join_style="mitre"))
    if box is not None:
        points = shapely.intersection(points, shapely.box(*box))
    return shapely.buffer(points, -edge, quad_segs=_QUARTER)


def at_least(origin: Origin, edge: float, box: Bounds) -> BaseGeometry:
    """Return a lower bound of the centres in a box whose discs have their closest point in range, likewise.

    Those that only a line around a corner reaches are left out.
    """
    window = origin.window(box)
    bearings, sure, _most = _along(origin, window, -_UNSURE)
    return origin.star(bearings, _beside(sure, window, np.minimum) - _ROUGHLY + edge, window)


def _along(origin: Origin, window: Window, spare: float) -> tuple[Floats, Floats, Floats]:
    """Return bearings, and along each the inches from the rim up to which all spots are in range, and beyond which
    none is, as if so much less of each line were in terrain. Jumps between bearings are not located."""
    bearings = np.unique(origin.bearings(window))
    count, level_cost = len(bearings), origin.level_cost
    if level_cost is not None:
        halves = level_cost.terrain(level_cost.around((origin.x, origin.y), bearings, origin.span), count)
        several = halves.in_range(level_cost.policy, level_cost.n, origin.limit, spare)
        most, sure = several.farthest, np.zeros(count)
        at_once = several.low <= 0.0
        sure[several.ray[at_once]] = several.high[at_once]
    else:
        found = stretches(radial_crossings((origin.x, origin.y), bearings, *origin.terrain), count, origin.span)
        sure = most = extents(found, count, origin.span, origin.limit, spare)
    if origin.walled:
        stops = origin.stops(bearings)
        sure, most = np.minimum(sure, stops), np.minimum(most, stops)
    return bearings, sure, most


def _shadows(origin: Origin, box: Bounds | None) -> list[BaseGeometry]:
    """Return an upper bound of the points that each corner brings into range (in a box, if given)."""
    fans = [fan for fan in origin.fans if box is None or fan.may_meet(box)]
    if not fans:
        return []
    bearings = [fan.even_bearings for fan in fans]
    before, starts, directions = (np.concatenate(each) for each in zip(*map(Fan.rays, fans, bearings)))
    beyond = _farthest(origin, starts, directions, before) - before
    ends = np.cumsum([len(each) for each in bearings])[:-1]
    found = []
    for fan, turns, inches in zip(fans, bearings, np.split(beyond, ends)):
        if (inches > 0.0).any():
            inches = _beside(inches, (0.0, 0.0), np.maximum)
            found.append(_simpler(fan.star(turns, np.where(inches > 0.0, inches + _ROUGHLY, _STUB))))
    return found


def _farthest(origin: Origin, starts: Floats, directions: Floats, least: Floats) -> Floats:
    """Return the inches beyond which nothing on each ray is in range; 0 on rays that enter a wall within `least`."""
    stops, most = origin.wall_stops(starts, directions), np.zeros(len(starts))
    free = np.flatnonzero(stops > least)
    starts, directions, count = starts[free], directions[free], len(free)
    if origin.level_cost is not None:
        halves = origin.level_cost.terrain(origin.level_cost.along(starts, directions), count)
        several = halves.in_range(origin.level_cost.policy, origin.level_cost.n, origin.limit, _UNSURE)
        most[free] = several.farthest
    else:
        found = stretches(line_crossings(starts, directions, *origin.terrain), count, 0.0)
        most[free] = extents(found, count, 0.0, origin.limit, _UNSURE)
    return np.minimum(most, stops)


def _simpler(star: BaseGeometry) -> BaseGeometry:
    """Return a star-shaped polygon with fewer corners, all on its outline; one with hairs stays as it is."""
    found = shapely.simplify(star, _SIMPLER, preserve_topology=False)
    return found if found.is_valid and not found.is_empty else star


def _beside(inches: Floats, window: Window, pick: np.ufunc) -> Floats:
    """Return what `pick` takes of each ray's inches and those of its neighbours."""
    beside = np.pad(inches, 1, mode="wrap" if window is None else "edge")
    return np.asarray(pick(pick(beside[:-2], beside[2:]), inches))

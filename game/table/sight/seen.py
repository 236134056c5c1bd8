"""The area that a base sees: every spot to which a line from the base is open.

The edge of the area consists of edges of blockers and of rays past them. A ray touches the base and a blocker on the
same side, or two blockers on opposite sides. Rays and outlines divide the table into faces, and each face is seen
either wholly or not at all.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.shapes import Bounds, Disc
from game.table.sight.arcs import sector
from game.table.sight.corridor import Blocker
from game.table.sight.lines import (
    Bools,
    Lines,
    crossings,
    meets,
    rim_points,
    round_points,
    stacked,
    stopped_by,
    tangents,
    through_rounds,
    touches,
)
from game.table.sight.points import Blocked
from game.table.sight.solids import TOUCH, Solid
from game.table.terrain.area import Floats

DRAWN_WITHIN = 0.005
"""The largest error of the drawn edge of an area, in inches."""

# Inches by which a ray is extended into its end and back from the touched thing, so that the lines surely cross.
_INTO = 1e-4
# Square inches below which a face is not worth judging.
_SPECK = 1e-7


def seen_area(observer: Disc, blockers: Sequence[Blocker], arc: float | None, window: Bounds) -> BaseGeometry:
    """Return the area that an observer sees in a box around it, without the blockers themselves.

    `arc` is the width of its arc in degrees. The error of the edge is at most `DRAWN_WITHIN`.
    """
    solids = [solid for solid in blockers if isinstance(solid, Solid) and meets(solid.box, window)]
    discs = [disc for disc in blockers if isinstance(disc, Disc) and disc.radius and touches(window, *disc[:3])]
    table = shapely.box(*window)
    area = _seen_past(observer, discs, solids, table) if discs or solids else table
    return area if observer.facing is None or arc is None else area.intersection(sector(observer, arc))


def _seen_past(observer: Disc, discs: list[Disc], solids: list[Solid], table: Polygon) -> BaseGeometry:
    """Return the area of a box that an observer with all-round sight sees past blockers."""
    outlines = [*(drawn(disc) for disc in discs), *(solid.geometry for solid in solids)]
    west, south, east, north = table.bounds
    rays = _Scene(observer, discs, solids).rays(math.hypot(east - west, north - south))
    noded = shapely.unary_union([*shapely.boundary(outlines), table.exterior, *rays])
    faces = shapely.get_parts(shapely.polygonize([noded]))
    faces = faces[shapely.area(faces) > _SPECK]
    spots = shapely.get_coordinates(shapely.point_on_surface(faces))
    seen = Blocked(observer, discs, solids).seen(spots)
    for outline in outlines:
        seen &= ~shapely.contains_xy(outline, spots)
    return shapely.unary_union([*faces[seen], drawn(observer)]).intersection(table)


def drawn(disc: Disc) -> Polygon:
    """Return a polygon around a disc, with an error of at most `DRAWN_WITHIN`."""
    half = math.acos(disc.radius / (disc.radius + DRAWN_WITHIN))
    turns = np.arange(0.0, math.tau, math.tau / max(8, math.ceil(math.pi / half)))
    rim = disc.radius / math.cos((turns[1] - turns[0]) / 2)
    return Polygon(np.stack((disc.x + rim * np.cos(turns), disc.y + rim * np.sin(turns)), axis=1))


class _Stops(NamedTuple):
    """The things that a ray may touch: centres (S, 2), signed radii, neighbouring corners, and which is the base."""

    at: Floats
    signed: Floats
    before: Floats
    behind: Floats
    own: Bools


class _Scene:
    """A base and the blockers around it, as arrays, for the rays that bound what it sees."""

    def __init__(self, observer: Disc, discs: list[Disc], solids: list[Solid]) -> None:
        self._observer = observer
        self._rounds = np.array([disc[:3] for disc in discs], dtype=np.float64).reshape(len(discs), 3)
        self._starts = stacked(solid.starts for solid in solids)
        self._ends = stacked(solid.ends for solid in solids)
        base = observer[:3]
        rim = [point for solid in solids if touches(solid.box, *base) for point in rim_points(*solid.outline, *base)]
        rim += [point for disc in discs for point in round_points(disc[:3], base)]
        extra = np.array(rim, dtype=np.float64).reshape(len(rim), 2)
        self._corners = stacked([*(solid.corners for solid in solids), extra])
        self._before = stacked([*(solid.before for solid in solids), extra])
        self._behind = stacked([*(solid.behind for solid in solids), extra])

    def _stops(self, side: float) -> _Stops:
        """Return the things that a ray may touch on its left (1) or right (-1); the base counts on the other side."""
        centres = self._rounds[:, :2]
        own = np.array([[self._observer.x, self._observer.y]])
        at = np.concatenate((self._corners, centres, own))
        signed = np.concatenate(
            (np.zeros(len(self._corners)), side * self._rounds[:, 2], [-side * self._observer.radius])
        )
        before, behind = (np.concatenate((corners, centres, own)) for corners in (self._before, self._behind))
        return _Stops(at, signed, before, behind, np.arange(len(at)) == len(at) - 1)

    def rays(self, longest: float) -> NDArray[np.object_]:
        """Return the rays from the last thing that they touch to the point of their stop, at most `longest` inches."""
        left, right = self._stops(1.0), self._stops(-1.0)
        count, other = len(left.at), len(right.at)
        one, two = np.repeat(np.arange(count), other), np.tile(np.arange(other), count)
        lines, one, two, marks = self._touching(left, right, one, two)
        lines = lines._replace(meet=np.maximum(*marks))
        clear = ~self._stopped(lines)
        lines, one, two, marks = lines.chosen(clear), one[clear], two[clear], (marks[0][clear], marks[1][clear])
        if not len(lines.d):
            return np.zeros(0, dtype=object)
        stop = np.minimum(self._next_stop(lines), lines.leave + longest) + _INTO
        at_left = (marks[0] >= marks[1])[:, None]
        touch = np.where(at_left, left.at[one], right.at[two])
        signed = np.where(at_left[:, 0], left.signed[one], right.signed[two])
        normal, ahead = np.stack((lines.nx, lines.ny), axis=1), np.stack((lines.ny, -lines.nx), axis=1)
        touch = touch - normal * signed[:, None]
        far = touch + ahead * np.maximum(stop - lines.meet, 0.0)[:, None]
        drawn_rays = shapely.linestrings(np.stack((touch - ahead * _INTO, touch, far), axis=1))
        return np.asarray(drawn_rays, dtype=object)

    def _touching(
        self, left: _Stops, right: _Stops, one: NDArray[np.intp], two: NDArray[np.intp]
    ) -> tuple[Lines, NDArray[np.intp], NDArray[np.intp], tuple[Floats, Floats]]:
        """Return the lines from the base that touch both things of a pair without entering them, and the inches."""
        x, y, radius = self._observer[:3]
        nx, ny, d, pair = tangents(left.at[one], left.signed[one], right.at[two], right.signed[two])
        off = nx * x + ny * y - d
        hit = np.abs(off) <= radius + TOUCH
        nx, ny, d, off, pair = nx[hit], ny[hit], d[hit], off[hit], pair[hit]
        one, two = one[pair], two[pair]
        leave = ny * x - nx * y + np.sqrt(np.maximum(radius**2 - off * off, 0.0))
        marks = [ny * stops.at[k, 0] - nx * stops.at[k, 1] for stops, k in ((left, one), (right, two))]
        outside = np.ones(len(d), dtype=bool)
        for stops, k, mark, side in ((left, one, marks[0], 1.0), (right, two, marks[1], -1.0)):
            outside &= stops.own[k] | (mark > leave - TOUCH)
            for corner in (stops.before, stops.behind):
                beside = nx * corner[k, 0] + ny * corner[k, 1] - d
                outside &= (side * beside >= -TOUCH) | (stops.signed[k] != 0.0)
        lines = Lines(nx, ny, d, leave, leave).chosen(outside)
        return lines, one[outside], two[outside], (marks[0][outside], marks[1][outside])

    def _stopped(self, lines: Lines) -> Bools:
        """Return which lines are stopped between the base and the last thing that they touch."""
        row, _column, along = crossings(lines, self._starts, self._ends)
        stopped = np.zeros(len(lines.d), dtype=bool)
        stopped[row[(along > lines.leave[row]) & (along < lines.meet[row])]] = True
        return stopped | stopped_by(lines, self._rounds).any(axis=1)

    def _next_stop(self, lines: Lines) -> Floats:
        """Return the inches at which each line is stopped after touching both things."""
        row, _column, along = crossings(lines, self._starts, self._ends)
        stop = np.full(len(lines.d), np.inf)
        beyond = along >= lines.meet[row]
        np.minimum.at(stop, row[beyond], along[beyond])
        near, _far = through_rounds(lines, self._rounds)
        near = np.where(near > lines.leave[:, None], near, np.inf)  # up to there the line is clear
        return np.asarray(np.minimum(stop, near.min(axis=1, initial=np.inf)))

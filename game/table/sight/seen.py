"""The area that a base sees: every spot to which a line from the base is open.

The edge of the area consists of edges of blockers and of rays past them. A ray touches the base and a blocker on the
same side, or two blockers on opposite sides. Rays and outlines divide the table into faces, and each face is seen
either wholly or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.facing import FULL_TURN, radians_of
from game.table.footprints import Footprint, Oblong, geometry_of
from game.table.measuring.lines import rim_crossings, rim_shares
from game.table.shapes import Bounds, Disc, rims_meet
from game.table.sight.arcs import sector
from game.table.sight.corridor import Blocker
from game.table.sight.lines import (
    Bools,
    Lines,
    crossings,
    meets,
    stacked,
    stopped_by,
    tangents,
    through_rounds,
    touches,
)
from game.table.sight.solids import TOUCH, Solid
from game.table.terrain.area import Floats

# The part of its width that a base must show to count as seen. It is more than rounding errors, and less than the gap
# between touching blockers, which are smaller by `TOUCH`.
_CRACK = 1e-11
# Inches by which an edge may reach into the observing base and still hide as much as from outside.
_GRAZE = 1e-6
# The least radius of an observing base in inches, also used for points.
_DOT = 1e-6
# The number of points judged at once, so that the arrays fit into the processor's cache.
_AT_ONCE = 512


class Hidden(NamedTuple):
    """Parts of a base hidden from points: number of the point, two slopes against its line to the base, and a depth.

    The depth is the distance of the blocker along that line, measured midway between the slopes.
    """

    row: NDArray[np.intp]
    low: Floats
    high: Floats
    depth: Floats

    def joined(self, other: Hidden) -> Hidden:
        """Return these hidden parts followed by others."""
        numbers = np.concatenate((self.row, other.row))
        low, high = np.concatenate((self.low, other.low)), np.concatenate((self.high, other.high))
        return Hidden(numbers, low, high, np.concatenate((self.depth, other.depth)))

    def nearer(self, far: Floats, radius: float) -> Hidden:
        """Return the hidden parts whose blocker is in front of the base, whose centre is `far` inches away."""
        middle = (self.low + self.high) / 2
        scale = 1.0 + middle * middle
        discriminant = far * far - scale * (far * far - radius * radius)
        in_front = self.depth < (far - np.sqrt(np.maximum(discriminant, 0.0))) / scale + _GRAZE
        return Hidden(self.row[in_front], self.low[in_front], self.high[in_front], self.depth[in_front])


class Blocked:
    """The blockers around one base, prepared to judge many points; edges inside the base do not count."""

    def __init__(self, observer: Disc, discs: list[Disc], solids: list[Solid]) -> None:
        self._observer = observer
        rounds = [(disc.x, disc.y, disc.radius - TOUCH) for disc in discs]
        self._rounds = np.array(rounds, dtype=np.float64).reshape(len(rounds), 3)
        starts, ends = stacked(solid.starts for solid in solids), stacked(solid.ends for solid in solids)
        self._starts, self._ends = outside(starts, ends, observer)

    def seen(self, points: Floats) -> Bools:
        """Return which points (P, 2) see any part of the base; all must be outside every blocker."""
        if len(points) > _AT_ONCE:
            groups = [points[at : at + _AT_ONCE] for at in range(0, len(points), _AT_ONCE)]
            return np.concatenate([self.seen(group) for group in groups])
        x, y = self._observer[:2]
        radius = max(self._observer.radius, _DOT)
        to_x, to_y = x - points[:, 0], y - points[:, 1]
        distance = np.hypot(to_x, to_y)
        inside = distance <= radius
        distance = np.maximum(distance, radius * (1 + 1e-9) + 1e-12)
        widest = radius / np.sqrt(np.maximum(distance * distance - radius * radius, 1e-18))
        frame = to_x / distance, to_y / distance, widest
        hidden = self._by_edges(points, frame).joined(self._by_discs(points, frame))
        return inside | _are_partly_visible(hidden.nearer(distance[hidden.row], radius), widest)

    def _by_edges(self, points: Floats, frame: tuple[Floats, Floats, Floats]) -> Hidden:
        """Return the part of the base that each edge hides from each point."""
        ux, uy, widest = (column[:, None] for column in frame)
        corners = []
        for corner in (self._starts, self._ends):
            dx, dy = corner[:, 0] - points[:, :1], corner[:, 1] - points[:, 1:]
            corners.append((ux * dx + uy * dy, ux * dy - uy * dx))
        (ax, ay), (bx, by) = corners
        # Most edges are behind the point or wholly to one side of the base.
        near = ((ax > 0.0) | (bx > 0.0)) & ((ay <= widest * ax) | (by <= widest * bx))
        near &= (ay >= -widest * ax) | (by >= -widest * bx)
        row, column = np.nonzero(near)
        ax, ay, bx, by = ax[row, column], ay[row, column], bx[row, column], by[row, column]
        widest = frame[2][row]
        slopes = []
        for x, y, other_x, other_y in ((ax, ay, bx, by), (bx, by, ax, ay)):
            with np.errstate(divide="ignore", invalid="ignore"):
                slope = y / x
                # If an end is behind the point, the edge leaves the view on the side on which it crosses x = 0.
                crossing = y + (other_y - y) * x / (x - other_x)
            slopes.append(np.where(x > 1e-12, slope, np.copysign(np.inf, crossing)))
        low = np.maximum(np.minimum(*slopes), -widest)
        high = np.minimum(np.maximum(*slopes), widest)
        middle = (low + high) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = (ax * by - ay * bx) / ((by - ay) - middle * (bx - ax))
        visible = (high > low) & (depth > 0.0)
        return Hidden(row[visible], low[visible], high[visible], depth[visible])

    def _by_discs(self, points: Floats, frame: tuple[Floats, Floats, Floats]) -> Hidden:
        """Return the part of the base that each disc hides from each point."""
        ux, uy, widest = (column[:, None] for column in frame)
        x, y, radius = self._rounds.T
        dx, dy = x - points[:, :1], y - points[:, 1:]
        ahead, offset = ux * dx + uy * dy, ux * dy - uy * dx
        row, column = np.nonzero((ahead > -radius) & (np.abs(offset) <= widest * np.maximum(ahead, 0.0) + 2 * radius))
        ahead, offset, radius, widest = ahead[row, column], offset[row, column], radius[column], frame[2][row]
        distance = np.hypot(ahead, offset)
        half = np.arcsin(np.minimum(radius / np.maximum(distance, 1e-12), 1.0))
        bearing, half_view = np.arctan2(offset, ahead), np.arctan(widest)
        first, last = np.maximum(bearing - half, -half_view), np.minimum(bearing + half, half_view)
        low, high = np.tan(first), np.tan(last)
        middle = (first + last) / 2
        angle_off = middle - bearing
        near = distance * np.cos(angle_off) - np.sqrt(np.maximum(radius**2 - (distance * np.sin(angle_off)) ** 2, 0.0))
        visible = last > first
        return Hidden(row[visible], low[visible], high[visible], (near * np.cos(middle))[visible])


def _are_partly_visible(view: Hidden, widest: Floats) -> Bools:
    """Return for each point whether any part of the base is visible from it between the hidden parts."""
    every_point = np.arange(len(widest))
    row = np.concatenate((every_point, view.row, every_point))
    half_width = widest[view.row]
    low = np.concatenate((-np.ones(len(widest)), view.low / half_width, np.ones(len(widest))))
    high = np.concatenate((-np.ones(len(widest)), view.high / half_width, np.ones(len(widest))))
    offset = 4.0 * row  # slopes of a point span 2, so that points never mix
    order = np.argsort(low + offset, kind="stable")
    row, reached = row[order], np.maximum.accumulate((high + offset)[order])
    free = np.zeros(len(widest), dtype=bool)
    free[row[1:][((low + offset)[order][1:] > reached[:-1] + _CRACK) & (row[1:] == row[:-1])]] = True
    return free


def outside(starts: Floats, ends: Floats, disc: Disc) -> tuple[Floats, Floats]:
    """Return the parts outside a disc of edges given by starts and ends (E, 2)."""
    if disc.radius <= 0.0:
        return starts, ends
    first, last = rim_shares(starts, ends, disc.x, disc.y, disc.radius - _GRAZE)
    step = ends - starts
    is_cut = (first < 1.0) & (last > 0.0)
    uncut_starts, uncut_ends = starts[~is_cut], ends[~is_cut]
    parts_before, parts_after = is_cut & (first > 0.0), is_cut & (last < 1.0)
    return (
        np.concatenate(
            (uncut_starts, starts[parts_before], starts[parts_after] + step[parts_after] * last[parts_after][:, None])
        ),
        np.concatenate(
            (uncut_ends, starts[parts_before] + step[parts_before] * first[parts_before][:, None], ends[parts_after])
        ),
    )


DRAWN_WITHIN = 0.005
"""The largest error of the drawn edge of an area, in inches."""

# Inches by which a ray is longer at both ends, so that it surely crosses what it touches and what stops it.
_INTO = 1e-4
# Square inches below which a face is not worth judging.
_SPECK = 1e-7
# The width in inches of an oval that stands for an edge of a base.
_NARROW = 0.004


def seen_area(observer: Footprint, blockers: Sequence[Blocker], arc: float | None, window: Bounds) -> BaseGeometry:
    """Return the area that an observer sees in a box around it, without the blockers themselves.

    `arc` is the width of its arc in degrees. The error of the edge is at most `DRAWN_WITHIN`. An observer that is not
    round sees all round, and discs do not block it.
    """
    solids = [solid for solid in blockers if isinstance(solid, Solid) and meets(solid.box, window)]
    if isinstance(observer, Oblong):
        table = shapely.box(*window)
        ovals = [observer] if observer.shape == "oval" else _edges_of(observer)
        seen = [_seen_by_oval(oval, solids, table) for oval in ovals] if solids else [table]
        return shapely.intersection(shapely.union_all([*seen, geometry_of(observer)]), table)
    discs = [disc for disc in blockers if isinstance(disc, Disc) and disc.radius and touches(window, *disc[:3])]
    table = shapely.box(*window)
    area = _seen_past(observer, discs, solids, table) if discs or solids else table
    return area if observer.facing is None or arc is None else area.intersection(sector(observer, arc))


def _edges_of(rectangle: Oblong) -> list[Oblong]:
    """Return the edges of a rectangle as very narrow ovals, because all that it sees is seen from an edge."""
    turn, edges = radians_of(rectangle.facing), []
    for length, offset, quarter in (
        (rectangle.width, rectangle.length / 2, 0),
        (rectangle.length, rectangle.width / 2, 1),
    ):
        dx, dy = offset * math.cos(turn + quarter * math.pi / 2), offset * math.sin(turn + quarter * math.pi / 2)
        facing = rectangle.facing + (1 - quarter) * FULL_TURN // 4
        edges += [
            Oblong(rectangle.x + sign * dx, rectangle.y + sign * dy, length, _NARROW, "oval", facing)
            for sign in (1, -1)
        ]
    return edges


def _seen_by_oval(oval: Oblong, solids: Sequence[Solid], table: Polygon) -> BaseGeometry:
    """Return the area of a box that an oval sees.

    Stretched across its longer axis, the oval is a disc, and straight lines stay straight.
    """
    turn, half, side = radians_of(oval.facing), oval.length / 2, oval.width / 2
    radius = max(half, side)
    turned = np.array(((math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))))
    to_disc = turned * (radius / half, radius / side)
    from_disc, middle = np.linalg.inv(to_disc), np.array((oval.x, oval.y))
    stretched = [
        Solid(shapely.transform(solid.geometry, lambda points: (points - middle) @ to_disc)) for solid in solids
    ]
    window = shapely.transform(table, lambda points: (points - middle) @ to_disc)
    seen = _seen_past(Disc(0.0, 0.0, radius), [], stretched, window)
    return shapely.transform(seen, lambda points: points @ from_disc + middle)


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
    """What a ray may touch: corners and rims, with their centres (S, 2) and signed radii.

    `before` and `behind` are the neighbouring corners, and `own` says which is the rim of the base.
    """

    at: Floats
    signed: Floats
    before: Floats
    behind: Floats
    own: Bools


class _Scene:
    """A base and the blockers around it, as arrays from which the rays that bound its view are computed."""

    def __init__(self, observer: Disc, discs: list[Disc], solids: list[Solid]) -> None:
        self._observer = observer
        self._rounds = np.array([disc[:3] for disc in discs], dtype=np.float64).reshape(len(discs), 3)
        self._starts = stacked(solid.starts for solid in solids)
        self._ends = stacked(solid.ends for solid in solids)
        base = observer[:3]
        rim = [point for solid in solids if touches(solid.box, *base) for point in rim_crossings(*solid.outline, *base)]
        rim += [point for disc in discs for point in rims_meet(disc[:3], base)]
        extra = np.array(rim, dtype=np.float64).reshape(len(rim), 2)
        self._corners = stacked([*(solid.corners for solid in solids), extra])
        self._before = stacked([*(solid.before for solid in solids), extra])
        self._behind = stacked([*(solid.behind for solid in solids), extra])

    def _touchable(self, side: float) -> _Stops:
        """Return what a ray may touch on its left (1) or right (-1) side; the base counts on the other side."""
        centres = self._rounds[:, :2]
        own_centre = np.array([[self._observer.x, self._observer.y]])
        points = np.concatenate((self._corners, centres, own_centre))
        signed = np.concatenate(
            (np.zeros(len(self._corners)), side * self._rounds[:, 2], [-side * self._observer.radius])
        )
        before, behind = (np.concatenate((corners, centres, own_centre)) for corners in (self._before, self._behind))
        return _Stops(points, signed, before, behind, np.arange(len(points)) == len(points) - 1)

    def rays(self, longest: float) -> NDArray[np.object_]:
        """Return the rays from the last rim or corner that they touch to what stops them, at most `longest` inches."""
        left, right = self._touchable(1.0), self._touchable(-1.0)
        left_count, right_count = len(left.at), len(right.at)
        # Every pair of a thing on the left and a thing on the right.
        left_index = np.repeat(np.arange(left_count), right_count)
        right_index = np.tile(np.arange(right_count), left_count)
        lines, left_index, right_index, marks = self._lines_touching(left, right, left_index, right_index)
        lines = lines._replace(meet=np.maximum(*marks))
        is_clear = ~self._stopped(lines)
        lines, left_index, right_index = lines.select(is_clear), left_index[is_clear], right_index[is_clear]
        marks = marks[0][is_clear], marks[1][is_clear]
        if not len(lines.d):
            return np.zeros(0, dtype=object)
        stop = np.minimum(self._next_stop(lines), lines.leave + longest) + _INTO
        # Each ray begins where it touches the second of the two.
        at_left = (marks[0] >= marks[1])[:, None]
        touch = np.where(at_left, left.at[left_index], right.at[right_index])
        signed = np.where(at_left[:, 0], left.signed[left_index], right.signed[right_index])
        normal, direction = np.stack((lines.nx, lines.ny), axis=1), np.stack((lines.ny, -lines.nx), axis=1)
        touch = touch - normal * signed[:, None]
        end = touch + direction * np.maximum(stop - lines.meet, 0.0)[:, None]
        drawn_rays = shapely.linestrings(np.stack((touch - direction * _INTO, touch, end), axis=1))
        return np.asarray(drawn_rays, dtype=object)

    def _lines_touching(
        self, left: _Stops, right: _Stops, left_index: NDArray[np.intp], right_index: NDArray[np.intp]
    ) -> tuple[Lines, NDArray[np.intp], NDArray[np.intp], tuple[Floats, Floats]]:
        """Return the lines from the base that touch both parts of a pair without entering them, and the inches."""
        x, y, radius = self._observer[:3]
        nx, ny, d, pair = tangents(
            left.at[left_index], left.signed[left_index], right.at[right_index], right.signed[right_index]
        )
        # Only lines that lead from the base.
        offset = nx * x + ny * y - d
        hit = np.abs(offset) <= radius + TOUCH
        nx, ny, d, offset, pair = nx[hit], ny[hit], d[hit], offset[hit], pair[hit]
        left_index, right_index = left_index[pair], right_index[pair]
        leave = ny * x - nx * y + np.sqrt(np.maximum(radius**2 - offset * offset, 0.0))
        marks = [
            ny * stops.at[index, 0] - nx * stops.at[index, 1]
            for stops, index in ((left, left_index), (right, right_index))
        ]
        outside = np.ones(len(d), dtype=bool)
        for stops, index, mark, side in ((left, left_index, marks[0], 1.0), (right, right_index, marks[1], -1.0)):
            outside &= stops.own[index] | (mark > leave - TOUCH)
            # A line touches a corner only if both neighbouring corners are on the same side of it.
            for corner in (stops.before, stops.behind):
                beside = nx * corner[index, 0] + ny * corner[index, 1] - d
                outside &= (side * beside >= -TOUCH) | (stops.signed[index] != 0.0)
        lines = Lines(nx, ny, d, leave, leave).select(outside)
        return lines, left_index[outside], right_index[outside], (marks[0][outside], marks[1][outside])

    def _stopped(self, lines: Lines) -> Bools:
        """Return which lines are stopped between the base and the last rim or corner that they touch."""
        row, _column, along = crossings(lines, self._starts, self._ends)
        stopped = np.zeros(len(lines.d), dtype=bool)
        stopped[row[(along > lines.leave[row]) & (along < lines.meet[row])]] = True
        return stopped | stopped_by(lines, self._rounds).any(axis=1)

    def _next_stop(self, lines: Lines) -> Floats:
        """Return the inches at which each line is stopped after touching both rims or corners."""
        row, _column, inches = crossings(lines, self._starts, self._ends)
        stop = np.full(len(lines.d), np.inf)
        is_beyond = inches >= lines.meet[row]
        np.minimum.at(stop, row[is_beyond], inches[is_beyond])
        near, _far = through_rounds(lines, self._rounds)
        # Nearer discs do not stop a line, because it is clear up to there.
        near = np.where(near > lines.leave[:, None], near, np.inf)
        return np.asarray(np.minimum(stop, near.min(axis=1, initial=np.inf)))

"""The critical lines between two discs, each of which touches two things: corners, rims of blockers, or their rims.

Any open line can be moved, without being stopped, until it touches two of these. So if no critical line is open, no
line is.
"""

import math
from collections.abc import Sequence

import numpy as np

from game.table.measuring.lines import rim_crossings
from game.table.shapes import Disc, rims_meet
from game.table.sight.lines import (
    Bools,
    Ends,
    Lines,
    Rim,
    Segment,
    crossings,
    hull,
    line_points,
    meets,
    pairs,
    stacked,
    stopped_by,
    tangents,
    touches,
)
from game.table.sight.solids import TOUCH, Solid
from game.table.terrain.area import Floats, Point

Blocker = Disc | Solid


def first_stop(start: Point, end: Point, blockers: Sequence[Blocker]) -> Blocker | None:
    """Return a blocker that stops the line between two points, or None if the line is open."""
    (px, py), (qx, qy) = start, end
    length = math.hypot(qx - px, qy - py)
    if length <= TOUCH:
        return None
    ux, uy = (qx - px) / length, (qy - py) / length
    line_offset = ux * py - uy * px
    west, east = (px, qx) if px < qx else (qx, px)
    south, north = (py, qy) if py < qy else (qy, py)
    for blocker in blockers:
        if isinstance(blocker, Disc):
            radius = blocker.radius - TOUCH
            x, y = blocker.x, blocker.y
            offset = ux * y - uy * x - line_offset
            if -radius < offset < radius:  # the endless line meets the disc; does it between the points?
                foot = ux * (x - px) + uy * (y - py)
                half = math.sqrt(radius * radius - offset * offset)
                if foot + half > TOUCH and foot - half < length - TOUCH:
                    return blocker
        else:
            x0, y0, x1, y1 = blocker.box
            near = x0 <= east and x1 >= west and y0 <= north and y1 >= south
            if near and _crosses(blocker, (px, py), (ux, uy), length):
                return blocker
    return None


def _crosses(solid: Solid, start: Point, towards: Point, length: float) -> bool:
    """Return whether a line from a point along a unit vector is inside a solid anywhere along its length."""
    (px, py), (ux, uy) = start, towards
    inside = False
    for ax, ay, bx, by in solid.edges:
        side_a, side_b = ux * (ay - py) - uy * (ax - px), ux * (by - py) - uy * (bx - px)
        if (side_a > 0.0) is not (side_b > 0.0):
            share = side_a / (side_a - side_b)
            inches = ux * (ax - px + (bx - ax) * share) + uy * (ay - py + (by - ay) * share)
            if 0.0 < inches < length:
                return True
            inside ^= inches <= 0.0  # every crossing behind the start switches between inside and outside
    return inside


def open_line(ends: Ends, blockers: Sequence[Blocker]) -> Segment | None:
    """Return an open line between two ends, or None; the shortest line is tried first."""
    narrowed = ends.narrowed()
    if narrowed is None:
        return None
    direct = shortest(narrowed)
    if direct is not None:
        if first_stop(*direct, blockers) is None:
            return direct
        if not narrowed.radius and not narrowed.to_radius:
            return None
    return Corridor(narrowed, blockers).open_line()


def stops(ends: Ends, blockers: Sequence[Blocker]) -> Bools:
    """Return which blockers stop which critical lines, as an array of lines and blockers."""
    corridor = Corridor(ends, blockers)
    lines = corridor.lines()
    matrix = np.zeros((len(lines.d), len(blockers)), dtype=bool)
    columns_of = {id(blocker): column for column, blocker in enumerate(blockers)}
    columns = [columns_of[id(blocker)] for blocker in (*corridor.discs, *corridor.solids)]
    matrix[:, columns] = corridor.stops(lines)
    return matrix


def shortest(ends: Ends) -> Segment | None:
    """Return the shortest line between the ends, or None if it lies outside the arc."""
    dx, dy = ends.to_x - ends.x, ends.to_y - ends.y
    distance = math.hypot(dx, dy)
    if any(normal[0] * dx + normal[1] * dy < 0.0 for normal in ends.part):
        return None
    if distance <= ends.radius + ends.to_radius + TOUCH:
        inches = min(distance, max(distance - ends.to_radius, min(ends.radius, distance)))
        touch = ends.x + dx * inches / (distance or 1.0), ends.y + dy * inches / (distance or 1.0)
        return touch, touch
    first, last = ends.radius / distance, 1.0 - ends.to_radius / distance
    return (ends.x + dx * first, ends.y + dy * first), (ends.x + dx * last, ends.y + dy * last)


class Corridor:
    """The blockers that lines between two ends can meet, as arrays."""

    def __init__(self, ends: Ends, blockers: Sequence[Blocker]) -> None:
        self.ends = ends
        dx, dy = ends.to_x - ends.x, ends.to_y - ends.y
        distance = math.hypot(dx, dy) or 1.0
        self._ahead = dx / distance, dy / distance
        self._sides = hull(ends, dx, dy, distance)
        widest = max(ends.radius, ends.to_radius)
        self._box = (
            min(ends.x, ends.to_x) - widest,
            min(ends.y, ends.to_y) - widest,
            max(ends.x, ends.to_x) + widest,
            max(ends.y, ends.to_y) + widest,
        )
        self.discs = [disc for disc in blockers if isinstance(disc, Disc) and self._is_reached_by(disc)]
        self.solids = [solid for solid in blockers if isinstance(solid, Solid) and meets(solid.box, self._box)]
        self.rounds = np.array([disc[:3] for disc in self.discs], dtype=np.float64).reshape(len(self.discs), 3)
        self._collect_edges_and_points()

    def _is_reached_by(self, disc: Disc) -> bool:
        """Return whether a disc reaches into the corridor."""
        return all(nx * disc.x + ny * disc.y < most + disc.radius for nx, ny, most in self._sides)

    def _collect_edges_and_points(self) -> None:
        """Collect the edges of solids in the corridor, and the points that a line can touch."""
        ends, solids = self.ends, self.solids
        rims = (ends.x, ends.y, ends.radius), (ends.to_x, ends.to_y, ends.to_radius)
        self.starts, self.ends_of = stacked(solid.starts for solid in solids), stacked(solid.ends for solid in solids)
        self.owner = np.repeat(np.arange(len(solids)), [len(solid.starts) for solid in solids])
        points = stacked(solid.corners for solid in solids)
        self._covering = [number for number, solid in enumerate(solids) if touches(solid.box, *rims[0])]
        if solids:
            sides = np.array(self._sides)
            points = points[(points @ sides[:, :2].T <= sides[:, 2] + 1e-6).all(axis=1)]
            is_outside = (self.starts @ sides[:, :2].T > sides[:, 2]) & (self.ends_of @ sides[:, :2].T > sides[:, 2])
            inside = ~is_outside.any(axis=1)
            for number in self._covering:
                inside |= self.owner == number
            self.starts, self.ends_of, self.owner = self.starts[inside], self.ends_of[inside], self.owner[inside]
        crossing_points = [*self._cut_corners(), *self._rim_points(rims)]
        self.points = np.concatenate((points, np.array(crossing_points))) if crossing_points else points

    def _cut_corners(self) -> list[Point]:
        """Return the points at which the edges of the arc cut the rim of the second end."""
        ends, points = self.ends, []
        for hx, hy in ends.part:
            ux, uy = hy, -hx
            foot = ux * (ends.to_x - ends.x) + uy * (ends.to_y - ends.y)
            offset = hx * (ends.to_x - ends.x) + hy * (ends.to_y - ends.y)
            half = math.sqrt(max(ends.to_radius**2 - offset**2, 0.0))
            points += [(ends.x + ux * inches, ends.y + uy * inches) for inches in (foot - half, foot + half)]
        return points

    def _rim_points(self, rims: tuple[Rim, ...]) -> list[Point]:
        """Return the points at which blockers that overlap an end cross its rim or the edges of the arc."""
        points: list[Point] = []
        for solid in self.solids:
            near = [rim for rim in rims if rim[2] and touches(solid.box, *rim)]
            for rim in near:
                points += rim_crossings(*solid.outline, *rim)
            if self.ends.part and rims[1] in near:
                for hx, hy in self.ends.part:
                    points += line_points(*solid.outline, (hx, hy, hx * self.ends.x + hy * self.ends.y))
        for disc in self.discs:
            for rim in rims:
                points += rims_meet(disc[:3], rim)
        return points

    def features(self) -> tuple[Floats, Floats]:
        """Return the centres (F, 2) and signed radii of all rims and points to touch; + is left of a line."""
        ends = self.ends
        ends_as_rims = [(ends.x, ends.y, ends.radius), (ends.to_x, ends.to_y, ends.to_radius)]
        rims = np.concatenate((np.array(ends_as_rims), self.rounds))
        is_point = rims[:, 2] <= 0.0
        rims, dots = rims[~is_point], rims[is_point]
        centres = np.concatenate((rims[:, :2], rims[:, :2], dots[:, :2], self.points))
        signed = np.concatenate((rims[:, 2], -rims[:, 2], np.zeros(len(dots) + len(self.points))))
        return centres, signed

    def joining(self, nx: Floats, ny: Floats, d: Floats) -> Lines:
        """Return the lines (given by normals and offsets) that lead from the first end to the second in the arc."""
        ends = self.ends
        offset, to_offset = nx * ends.x + ny * ends.y - d, nx * ends.to_x + ny * ends.to_y - d
        hit = (np.abs(offset) <= ends.radius + TOUCH) & (np.abs(to_offset) <= ends.to_radius + TOUCH)
        hit &= ny * self._ahead[0] - nx * self._ahead[1] >= -1e-12
        nx, ny, d, offset, to_offset = nx[hit], ny[hit], d[hit], offset[hit], to_offset[hit]
        leave = ny * ends.x - nx * ends.y + np.sqrt(np.maximum(ends.radius**2 - offset * offset, 0.0))
        middle = ny * ends.to_x - nx * ends.to_y
        half = np.sqrt(np.maximum(ends.to_radius**2 - to_offset * to_offset, 0.0))
        low, high = middle - half, middle + half
        inside = np.ones(len(d), dtype=bool)
        for hx, hy in ends.part:
            rate = hx * ny - hy * nx
            level = hx * nx * d + hy * ny * d - hx * ends.x - hy * ends.y  # the line's foot ahead of the arc's edge
            with np.errstate(divide="ignore", invalid="ignore"):
                bound = np.where(np.abs(rate) > 1e-12, -level / rate, 0.0)
            inside &= np.maximum(level + rate * low, level + rate * high) >= -TOUCH
            low = np.where((rate > 1e-12) & (bound > low), np.minimum(bound, high), low)
            high = np.where((rate < -1e-12) & (bound < high), np.maximum(bound, low), high)
        lines = Lines(nx, ny, d, leave, low)
        return lines.select(inside) if ends.part else lines

    def stopped(self, lines: Lines) -> Bools:
        """Return which lines are stopped between the ends."""
        return np.asarray(self.stops(lines).any(axis=1))

    def stops(self, lines: Lines) -> Bools:
        """Return which blockers stop which lines (L, discs + solids)."""
        matrix = np.zeros((len(lines.d), len(self.discs) + len(self.solids)), dtype=bool)
        if self.discs:
            matrix[:, : len(self.discs)] = stopped_by(lines, self.rounds)
        row, column, inches = crossings(lines, self.starts, self.ends_of)
        is_between = (inches > lines.leave[row]) & (inches < lines.meet[row])
        matrix[row[is_between], len(self.discs) + self.owner[column[is_between]]] = True
        if self._covering:
            before = inches <= lines.leave[row]
            # A line begins in a solid if it has crossed its outline an odd number of times before.
            count = np.zeros((len(lines.d), len(self.solids)), dtype=np.intp)
            np.add.at(count, (row[before], self.owner[column[before]]), 1)
            is_long = lines.meet > lines.leave + TOUCH
            for number in self._covering:
                matrix[:, len(self.discs) + number] |= (count[:, number] % 2 == 1) & is_long
        return matrix

    def lines(self) -> Lines:
        """Return all critical lines that join the ends, whether stopped or open."""
        centres, signed = self.features()
        first, second = pairs(len(centres))
        nx, ny, d, _pair = tangents(centres[first], signed[first], centres[second], signed[second])
        return self.joining(nx, ny, d)

    def open_line(self) -> Segment | None:
        """Return the shortest open critical line, or None if every line is stopped."""
        lines = self.lines()
        if not len(lines.d):
            return None
        clear = np.flatnonzero(~self.stopped(lines))
        if not clear.size:
            return None
        return lines.segment(int(clear[np.argmin((lines.meet - lines.leave)[clear])]))

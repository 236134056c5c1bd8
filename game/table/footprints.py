"""The outlines of bases: discs, ovals and rectangles with a facing, and the exact distances between them.

In each direction, two convex outlines have a gap, measured along it: from the farthest part of the first to the nearest
part of the second. The distance between the outlines is the widest of these gaps. If it is negative, they overlap, and
it is minus the least shift that separates them.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Final, Literal, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from game.table.facing import radians_of
from game.table.shapes import Disc
from game.table.valley import brackets

Point = tuple[float, float]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_STEPS: Final = 40
"""The most steps of a search for the direction with the widest gap; three or four are usual."""
_STEADY: Final = 5
"""The step from which the search goes half as far, so that it cannot swing to and fro."""
_SAME: Final = 1e-6
"""Radians between directions that count as one; the error of a distance is about their square."""
_BRACKET: Final = 1e-4
"""The accuracy in radians to which the direction with the widest gap is searched."""
_PARALLEL: Final = 1e-9
_ROUND: Final = np.cos(np.arange(48) * (math.tau / 48)), np.sin(np.arange(48) * (math.tau / 48))
"""The cosines and sines of the directions that are tried where a gap may be widest in more than one of them."""

_TURNS: Final = np.linspace(0.0, math.tau, 96, endpoint=False)
_DIPS: Final = 1.01 * (math.pi / len(_TURNS)) ** 2 / 2
"""The part of its second derivative by which a gap may be wider between two of these directions than at either."""
_ROUGH: Final = np.linspace(0.0, math.tau, 32, endpoint=False)
"""The directions in which a rim is drawn for a search, far fewer than for a verdict."""
_QUARTER: Final = 24
"""The chords of a quarter of a rim that is drawn outside the true one."""
_OUTWARD: Final = 1.0 / math.cos(math.pi / (4 * _QUARTER))
"""The factor by which corners lie farther out than the rim, so that the chords between them touch it from outside."""
_FINE: Final = 4e-4
"""The most inches by which a fine outline may be inside the true one."""
_FEWEST: Final = 32
"""The fewest corners of a fine outline."""
_ONE_SPOT: Final = 1e-7
"""Inches between corners of an outline that count as one."""
_CORNER: Final = 1e-6
"""Radians beside the direction of an edge by which both of its ends are the farthest points, one on either side."""
_DRAWN: Final = 5e-3
"""The error in inches that the outline of a covered area may have where it is only drawn."""
_TURNS_TO_TANGENT: Final = 8
"""The most steps of Newton's method to a line that touches two bases."""
_TOUCHED: Final = 1e-10
"""Inches by which a line that touches two bases may be off."""
_SIDES: Final = 64
"""The directions between which a line that touches two bases is sought."""
_HALVINGS: Final = 40
"""The halvings of the bearings between which a touching line is sought."""
_NEARER: Final = 20
"""The halvings of the way to another base in the search for the spot at a wanted distance from it."""
_SHALLOW: Final = 1e-5
"""The least overlap in inches of two bases that both cover a small disc."""
_DEEP: Final = 0.1
"""The least overlap in inches of two bases if the centre of one is in the other."""


class Oblong(NamedTuple):
    """A base that is not round: its centre, its length along its facing, and its width, in inches.

    `facing` is in hundredths of a degree, 0 = east, counter-clockwise.
    """

    x: float
    y: float
    length: float
    width: float
    shape: Literal["oval", "rectangle"] = "oval"
    facing: int = 0
    name: str = ""
    kind: str = "base"
    level: int = 0

    @property
    def radius(self) -> float:
        """The inches from its centre to its farthest point."""
        if self.shape == "oval":
            return max(self.length, self.width) / 2
        return math.hypot(self.length, self.width) / 2

    def moved_to(self, x: float, y: float) -> "Oblong":
        """Return the same base with its centre at (x, y), in inches, and the same facing."""
        return Oblong(x, y, *self[2:])

    def turned_to(self, facing: int) -> "Oblong":
        """Return the same base at the same spot with another facing, in hundredths of a degree."""
        return self._replace(facing=facing)


Footprint = Disc | Oblong
"""What a base covers on the table."""


class _Outline(NamedTuple):
    """An outline in numbers: its centre, the direction of its length, half its length and half its width.

    One that is not `smooth` is a rectangle; a rectangle without width is a segment.
    """

    x: float
    y: float
    ux: float
    uy: float
    half: float
    side: float
    smooth: bool

    def corners(self) -> list[Point]:
        """Return the corners of a rectangle."""
        half_length = self.ux * self.half, self.uy * self.half
        half_width = -self.uy * self.side, self.ux * self.side
        signs = ((1, 1), (-1, 1), (-1, -1), (1, -1)) if self.side else ((1, 0), (-1, 0))
        return [
            (
                self.x + ahead_sign * half_length[0] + side_sign * half_width[0],
                self.y + ahead_sign * half_length[1] + side_sign * half_width[1],
            )
            for ahead_sign, side_sign in signs
        ]

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is inside."""
        dx, dy = x - self.x, y - self.y
        axial, lateral = dx * self.ux + dy * self.uy, dy * self.ux - dx * self.uy
        if self.smooth:
            return (axial * self.side) ** 2 + (lateral * self.half) ** 2 < (self.half * self.side) ** 2
        return abs(axial) < self.half and abs(lateral) < self.side

    def reach(self, nx: float, ny: float) -> float:
        """Return the inches from the centre to the farthest part in a direction, measured along that direction."""
        axial, lateral = nx * self.ux + ny * self.uy, ny * self.ux - nx * self.uy
        if self.smooth:
            return math.sqrt((self.half * axial) ** 2 + (self.side * lateral) ** 2)
        return self.half * abs(axial) + self.side * abs(lateral)

    def farthest(self, nx: float, ny: float) -> tuple[Point, Point]:
        """Return the ends of the edge that is farthest in a direction; they are one point unless it is a whole edge."""
        axial, lateral = nx * self.ux + ny * self.uy, ny * self.ux - nx * self.uy
        if self.smooth:
            reach = math.sqrt((self.half * axial) ** 2 + (self.side * lateral) ** 2)
            spot = (
                self._at(self.half * self.half * axial / reach, self.side * self.side * lateral / reach)
                if reach
                else self[:2]
            )
            return spot, spot
        offsets = [
            [math.copysign(size, component)] if abs(component) > _PARALLEL else [-size, size]
            for size, component in ((self.half, axial), (self.side, lateral))
        ]
        spots = [self._at(along, aside) for along, aside in product(*offsets)]
        return spots[0], spots[-1]

    def _at(self, along: float, aside: float) -> Point:
        return self.x + along * self.ux - aside * self.uy, self.y + along * self.uy + aside * self.ux

    def geometry(self, quad_segs: int) -> BaseGeometry:
        """Return a polygon inside the outline; a quarter of a rim has `quad_segs` edges."""
        if not self.smooth:
            corners = self.corners()
            return shapely.Polygon(corners) if self.side else shapely.LineString(corners)
        turns = np.linspace(0.0, math.tau, 4 * quad_segs, endpoint=False)
        axial, lateral = self.half * np.cos(turns), self.side * np.sin(turns)
        xs, ys = self._at(axial, lateral)  # type: ignore[arg-type]
        return shapely.Polygon(np.column_stack((xs, ys)))

    def normals(self) -> Iterator[Point]:
        """Yield the directions of the edges of a rectangle outwards."""
        if not self.smooth:
            yield from ((self.ux, self.uy), (-self.uy, self.ux), (-self.ux, -self.uy), (self.uy, -self.ux))


_Parting = tuple[float, float, float]
"""The inches between two outlines (negative if they overlap), and the direction from the first to the second."""


@lru_cache(maxsize=4096)
def _direction(facing: int) -> Point:
    """Return a facing as a unit vector."""
    turn = radians_of(facing)
    return math.cos(turn), math.sin(turn)


def _outline_of(footprint: Footprint) -> _Outline:
    """Return the outline of a base in numbers."""
    if isinstance(footprint, Disc):
        return _Outline(footprint.x, footprint.y, 1.0, 0.0, footprint.radius, footprint.radius, True)
    x, y, length, width, shape, facing = footprint[:6]
    return _Outline(x, y, *_direction(facing), length / 2, width / 2, shape == "oval")


def _segment(a: Point, b: Point) -> _Outline:
    """Return an edge between two points as an outline without width."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)
    return _Outline((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, ux, uy, length / 2, 0.0, False)


def clearance(a: Footprint, b: Footprint) -> float:
    """Return the inches between the rims of two bases; minus the least shift that separates them if they overlap."""
    if a.__class__ is Disc and b.__class__ is Disc:
        return math.hypot(b.x - a.x, b.y - a.y) - a.radius - b.radius
    return _separation(_outline_of(a), _outline_of(b))[0]


def distance_between(a: Footprint, b: Footprint) -> float:
    """Return the inches between the rims of two bases; 0 if they overlap by any amount."""
    first, second = _outline_of(a), _outline_of(b)
    return 0.0 if _is_deep(first, second) else max(_separation(first, second)[0], 0.0)


def rough_clearance(a: Footprint, b: Footprint) -> float:
    """Return the inches between the rims of two bases; a rough negative number if they surely overlap."""
    first, second = _outline_of(a), _outline_of(b)
    if _is_deep(first, second):
        return -_DEEP
    if not (first.smooth and second.smooth):
        return _separation(first, second)[0]
    gap, nx, ny = _separation_by_search(first, second)
    if gap > 0.0:
        return gap
    return -_SHALLOW if _surely_overlap(first, second, nx, ny) else _separation_of_ovals(first, second)[0]


def _surely_overlap(a: "_Outline", b: "_Outline", nx: float, ny: float) -> bool:
    """Return whether a small disc between the nearest parts of two ovals is in both; False is uncertain."""
    (ax, ay), (bx, by) = a.farthest(nx, ny)[0], b.farthest(-nx, -ny)[0]
    x, y = (ax + bx) / 2, (ay + by) / 2
    return all(
        outline._replace(half=outline.half - _SHALLOW, side=outline.side - _SHALLOW).covers(x, y) for outline in (a, b)
    )


def overlaps(a: Footprint, b: Footprint, slack: float) -> bool:
    """Return whether two bases overlap by more than `slack` inches."""
    centres_apart, touching = math.hypot(b.x - a.x, b.y - a.y), a.radius + b.radius - slack
    if centres_apart >= touching or (a.__class__ is Disc and b.__class__ is Disc):
        return centres_apart < touching
    first, second = _outline_of(a), _outline_of(b)
    return (slack < _DEEP and _is_deep(first, second)) or _separation(first, second)[0] < -slack


def half_box(base: Footprint) -> Point:
    """Return half the width (east to west) and half the height (north to south) of the box round a base, in inches."""
    outline = _outline_of(base)
    return outline.reach(1.0, 0.0), outline.reach(0.0, 1.0)


def centres_near(base: Footprint, other: Footprint, inches: float) -> BaseGeometry:
    """Return a tight area round all centres at which a base, in its facing, is less than `inches` from `other`."""
    return _outline_of_sum(_outline_of(base), _outline_of(other), inches)


def centres_within(base: Footprint, other: Footprint, inches: float) -> shapely.Polygon:
    """Return the area of centres at which a base, in its facing, is less than `inches` from `other`.

    The outline is inside the true one, by less than half a thousandth of an inch.
    """
    first, second = _outline_of(base), _outline_of(other)
    directions = max(
        _FEWEST,
        math.ceil(
            math.pi
            * math.sqrt((_largest_curvature_radius(first) + _largest_curvature_radius(second) + inches) / (2 * _FINE))
        ),
    )
    beside_edges = (
        math.atan2(ny, nx) + offset
        for outline in (first, second)
        for nx, ny in outline.normals()
        for offset in (-_CORNER, _CORNER)
    )
    turns = np.sort(np.concatenate((np.arange(directions) * (math.tau / directions), [*beside_edges])) % math.tau)
    # At a corner, many directions give the same spot.
    return shapely.remove_repeated_points(shapely.Polygon(centres_beside(base, other, inches, turns)), _ONE_SPOT)


def roughly_within(base: Footprint, other: Footprint, inches: float) -> BaseGeometry:
    """Return an area with few corners that contains all centres at which a base is less than `inches` from `other`."""
    return _outline_of_sum(_outline_of(base), _outline_of(other), inches, _ROUGH)


def centres_wholly_near(base: Footprint, other: Footprint, inches: float) -> BaseGeometry:
    """Return a tight area that contains all centres at which a base is wholly within some inches of `other`."""
    outline = _outline_of(base)
    near = centres_near(Disc(0.0, 0.0, 0.0), other, inches)
    rim = _farthest(outline, *_ROUND) if outline.smooth else np.array(outline.corners()) - (outline.x, outline.y)
    return shapely.intersection_all([affinity.translate(near, -x, -y) for x, y in rim.tolist()])


def centres_inside(base: Footprint, shape: BaseGeometry) -> BaseGeometry:
    """Return the area of centres at which a base overlaps a shape; its outline is inside the true one."""
    outline = _outline_of(base)
    if not outline.smooth:
        return centres_over(base, shape)
    quarter = max(_FEWEST // 4, math.ceil(math.pi / 4 * math.sqrt(outline.half / (2 * _FINE))))
    return _grown_by_oval(outline, shape, 1.0, quarter)


def centres_over(base: Footprint, shape: BaseGeometry) -> BaseGeometry:
    """Return a tight area that contains all centres at which a base, in its facing, overlaps a shape or a line."""
    outline = _outline_of(base)
    if not outline.smooth:
        sums = [_outline_of_sum(outline, _segment(start, end), 0.0) for start, end in edges_of(shape)]
        return shapely.union_all([*sums, shape])
    return _grown_by_oval(outline, shape, _OUTWARD, _QUARTER)


def _grown_by_oval(outline: "_Outline", shape: BaseGeometry, factor: float, quarter: int) -> BaseGeometry:
    """Return a shape grown by an oval, whose rim is drawn in chords at `factor` times its distance from the centre."""
    # In the frame whose units are half its length and half its width, an oval is a disc.
    frame = np.array(((outline.ux, outline.uy), (-outline.uy, outline.ux))) / ((outline.half,), (outline.side,))
    grown_in_frame = shapely.buffer(
        shapely.transform(shape, lambda points: points @ frame.T), factor, quad_segs=quarter
    )
    return shapely.transform(grown_in_frame, lambda points: points @ np.linalg.inv(frame).T)


def reach_of(base: Footprint, nx: float, ny: float) -> float:
    """Return the inches from the centre of a base to its farthest part in a direction (a unit vector)."""
    return _outline_of(base).reach(nx, ny)


def centres_beside(base: Footprint, other: Footprint, inches: float, bearings: Floats) -> Floats:
    """Return the centres (n, 2) at which `base`, keeping its facing, is `inches` from `other`, one for each bearing."""
    cosines, sines = np.cos(bearings), np.sin(bearings)
    spots = np.array((other.x, other.y)) + inches * np.stack((cosines, sines), axis=1)
    return spots + _farthest(_outline_of(base), cosines, sines) + _farthest(_outline_of(other), cosines, sines)


def _farthest(a: "_Outline", cosines: Floats, sines: Floats) -> Floats:
    """Return the farthest point of an outline in each direction (n, 2), relative to its centre."""
    p, q = cosines * a.ux + sines * a.uy, sines * a.ux - cosines * a.uy
    if a.smooth:
        reach = np.sqrt((a.half * p) ** 2 + (a.side * q) ** 2)
        reach[reach == 0.0] = 1.0
        along, aside = a.half * a.half * p / reach, a.side * a.side * q / reach
    else:
        along = np.where(p > _PARALLEL, a.half, -a.half)
        aside = np.where(q > _PARALLEL, a.side, -a.side)
    return np.stack((along * a.ux - aside * a.uy, along * a.uy + aside * a.ux), axis=1)


def _largest_curvature_radius(a: "_Outline") -> float:
    """Return the largest radius of curvature of an oval in inches; 0 for a rectangle, whose edges do not bend."""
    return max(a.half, a.side) ** 2 / min(a.half, a.side) if a.smooth and a.half and a.side else 0.0


class Between:
    """The inches between two bases in their facings, for many positions of the first relative to the second.

    They are measured in many directions, so that the result is exact or slightly too small.
    """

    def __init__(self, base: Footprint, other: Footprint) -> None:
        a, b = _outline_of(base), _outline_of(other)
        edge_bearings = [math.atan2(ny, nx) for outline in (a, b) for nx, ny in outline.normals()]
        turns = np.concatenate((_TURNS, edge_bearings))
        self._normals: Floats = np.stack((np.cos(turns), np.sin(turns)))
        self._kept: Floats = _reach_in_directions(a, *self._normals) + _reach_in_directions(b, *self._normals)
        self._flat = _largest_curvature_radius(a) + _largest_curvature_radius(b)

    def at_least(self, away: Floats) -> Floats:
        """Return the inches, given the centres of the first base (n x 2) relative to the second's."""
        return np.asarray((away @ self._normals - self._kept).max(axis=1))

    def unsure(self, apart: Floats, limit: float) -> Bools:
        """Return which bases may be farther apart than a limit although `at_least` returned no more."""
        # The second derivative of the gap by direction is at most the gap and both largest radii of curvature.
        return np.asarray((apart <= limit) & (apart >= limit - (abs(limit) + self._flat) * _DIPS))

    def centres_apart(self, ways: Floats, inches: float) -> Floats:
        """Return the inches between the centres, in given directions (n x 2), if the rims are `inches` apart.

        The result is exact or slightly too large.
        """
        ahead = ways / np.maximum(np.hypot(ways[:, :1], ways[:, 1:]), 1e-12) @ self._normals
        with np.errstate(divide="ignore"):
            return np.asarray(np.where(ahead > 0.0, (self._kept + inches) / ahead, np.inf).min(axis=1))

    def surely_passes(self, away: Floats) -> bool:
        """Return whether the first base surely misses the second on straight legs through these centres (n x 2)."""
        apart = away @ self._normals - self._kept
        return bool((np.minimum(apart[:-1], apart[1:]).max(axis=1) >= 0.0).all())


@lru_cache(maxsize=256)
def between(base: Footprint, other: Footprint) -> Between:
    """Return the cached distances between two bases in their facings, which are at the origin and have no names."""
    return Between(base, other)


def _is_deep(a: _Outline, b: _Outline) -> bool:
    """Return whether the centre of one outline is in the other, so that they overlap deeply."""
    dx, dy, most = b.x - a.x, b.y - a.y, a.half + a.side + b.half + b.side
    return dx * dx + dy * dy < most * most / 4 and (a.covers(b.x, b.y) or b.covers(a.x, a.y))


def _outline_of_sum(a: _Outline, b: _Outline, inches: float, directions: Floats = _TURNS) -> BaseGeometry:
    """Return an outline that contains all centres at which outline `a` is at most `inches` from `b`.

    It consists of tangents in many directions and along all straight edges.
    """
    if not a.smooth and not b.smooth and not inches:
        corners = [(bx + a.x - ax, by + a.y - ay) for ax, ay in a.corners() for bx, by in b.corners()]
        return shapely.MultiPoint(corners).convex_hull
    edge_bearings = [math.atan2(ny, nx) % math.tau for outline in (a, b) for nx, ny in outline.normals()]
    turns = np.sort(np.concatenate((directions, edge_bearings)))
    turns = turns[np.diff(turns, append=math.tau) > _SAME]
    cosines, sines = np.cos(turns), np.sin(turns)
    reach = _reach_in_directions(a, cosines, sines) + _reach_in_directions(b, cosines, sines) + inches
    following = [*range(1, len(turns)), 0]
    reach_ahead, cosines_ahead, sines_ahead = reach[following], cosines[following], sines[following]
    sine_between = cosines * sines_ahead - sines * cosines_ahead
    xs = b.x + (reach * sines_ahead - reach_ahead * sines) / sine_between
    ys = b.y + (reach_ahead * cosines - reach * cosines_ahead) / sine_between
    return shapely.Polygon(np.column_stack((xs, ys)))


def _reach_in_directions(outline: _Outline, cosines: Floats, sines: Floats) -> Floats:
    """Return the inches from the centre of an outline to its farthest part, for each direction."""
    axial, lateral = cosines * outline.ux + sines * outline.uy, sines * outline.ux - cosines * outline.uy
    if outline.smooth:
        return np.asarray(np.sqrt((outline.half * axial) ** 2 + (outline.side * lateral) ** 2))
    return np.asarray(outline.half * abs(axial) + outline.side * abs(lateral))


def nearest_points(a: Footprint, b: Footprint) -> tuple[Point, Point]:
    """Return the point of each base that is nearest to the other; the same point twice if they touch or overlap."""
    return _nearest(_outline_of(a), _outline_of(b))


def clearance_of_edge(a: Footprint, start: Point, end: Point) -> float:
    """Return the inches between a base and an edge; negative if the edge is in the base."""
    return _separation(_outline_of(a), _segment(start, end))[0]


def nearest_points_of_edge(a: Footprint, start: Point, end: Point) -> tuple[Point, Point]:
    """Return the nearest points of a base and an edge; the same point twice if they meet."""
    return _nearest(_outline_of(a), _segment(start, end))


def farthest_part(a: Footprint, b: Footprint) -> float:
    """Return the inches from base b to the part of base a that is farthest from it; negative if all of a is in b.

    Base a is wholly within these inches of base b.
    """
    first, second = _outline_of(a), _outline_of(b)
    if a.__class__ is Disc:
        return _separation(first._replace(half=0.0, side=0.0), second)[0] + a.radius
    if not first.smooth:
        return max(_separation(_Outline(x, y, 1.0, 0.0, 0.0, 0.0, True), second)[0] for x, y in first.corners())
    dx, dy = first.x - second.x, first.y - second.y

    def beyond(nx: float, ny: float) -> float:
        return nx * dx + ny * dy + first.reach(nx, ny) - second.reach(nx, ny)

    cosines, sines = _ROUND
    values = (
        dx * cosines
        + dy * sines
        + _reach_in_directions(first, cosines, sines)
        - _reach_in_directions(second, cosines, sines)
    )
    return _maximum_of(
        beyond,
        values,
        second.normals(),
        _second_derivative_limit(first) + _second_derivative_limit(second) + abs(dx) + abs(dy),
    )[0]


def is_wholly_in(footprint: Footprint, shape: BaseGeometry, slack: float) -> bool:
    """Return whether a base is wholly in a shape. Its rim, but not its centre, may be `slack` inches outside."""
    centre = shapely.Point(footprint.x, footprint.y)
    if not shape.contains(centre):
        return False
    inside_by = shape.boundary.distance(centre) - footprint.radius + slack
    return bool(inside_by >= 0.0) or (footprint.__class__ is not Disc and overhang(footprint, shape) <= slack)


def overhang(footprint: Footprint, shape: BaseGeometry) -> float:
    """Return the inches by which a base is outside a shape with straight edges; negative if it is wholly inside."""
    outline = _outline_of(footprint)
    if shape.contains(shapely.Point(footprint.x, footprint.y)):
        return -_from_edges(outline, shape)
    return _to_boundary(outline, shape)


def clearance_of_shape(footprint: Footprint, shape: BaseGeometry) -> float:
    """Return the inches between a base and a shape with straight edges; negative if they overlap."""
    outline = _outline_of(footprint)
    if shape.contains(shapely.Point(footprint.x, footprint.y)):
        return -_to_boundary(outline, shape)
    return _from_edges(outline, shape)


def _from_edges(outline: _Outline, shape: BaseGeometry) -> float:
    """Return the inches between an outline and the nearest edge of a shape; negative if they cross."""
    return min((_separation(outline, _segment(a, b))[0] for a, b in edges_of(shape)), default=math.inf)


def _to_boundary(outline: _Outline, shape: BaseGeometry) -> float:
    """Return the inches that an outline must go to lie wholly beyond the nearest boundary; infinite without one."""
    if shape.is_empty:
        return math.inf
    x, y = shapely.get_coordinates(shapely.shortest_line(shapely.Point(outline.x, outline.y), shape.boundary))[1]
    dx, dy = float(x) - outline.x, float(y) - outline.y
    distance = math.hypot(dx, dy)
    return distance + (outline.reach(dx / distance, dy / distance) if distance else min(outline.half, outline.side))


def geometry_of(footprint: Footprint, quad_segs: int = 32) -> BaseGeometry:
    """Return the outline of a base as a polygon inside it, for pictures; a quarter of a rim has `quad_segs` edges."""
    return _outline_of(footprint).geometry(quad_segs)


def area_around(base: Footprint, inches: float, quad_segs: int = 24) -> BaseGeometry:
    """Return the area within some inches of a base, accurate enough for pictures."""
    if isinstance(base, Disc):
        return shapely.Point(base.x, base.y).buffer(base.radius + inches, quad_segs=quad_segs)
    return geometry_of(base, quad_segs).buffer(inches, quad_segs=quad_segs)


def area_covered(base: Footprint, ends: BaseGeometry, inches: float, quad_segs: int = 24) -> BaseGeometry:
    """Return the area within some inches of a base whose centre is anywhere in `ends`, accurate enough for pictures."""
    if isinstance(base, Disc):
        return shapely.buffer(ends, base.radius + inches, quad_segs=quad_segs)
    covered = centres_over(base, shapely.simplify(ends, _DRAWN))  # no need to turn the base round: it is symmetric
    return shapely.buffer(covered, inches, quad_segs=quad_segs) if inches else covered


def disc_around(base: Footprint) -> Disc:
    """Return the smallest disc that contains a base."""
    return base if isinstance(base, Disc) else Disc(base.x, base.y, base.radius, base.name, base.kind, base.level)


def outer_tangents(a: Footprint, b: Footprint) -> list[tuple[Point, Point]]:
    """Return the lines from base a to base b that touch both on their left and on their right.

    There are none if one base is within the other.
    """
    first, second = _outline_of(a), _outline_of(b)
    quick = [_tangent(first, second, side) for side in (1.0, -1.0)]
    if all(quick):  # Newton's method usually finds both lines
        return [line for line in quick if line is not None]

    def lead(bearing: float) -> float:
        """Return the inches by which base b reaches farther in a direction than base a; 0 if a line touches both."""
        nx, ny = math.cos(bearing), math.sin(bearing)
        return nx * (b.x - a.x) + ny * (b.y - a.y) + second.reach(nx, ny) - first.reach(nx, ny)

    bearings = np.linspace(0.0, math.tau, _SIDES + 1)
    leads = [lead(bearing) for bearing in bearings.tolist()]
    lines = []
    for (low, high), (at_low, at_high) in zip(pairwise(bearings.tolist()), pairwise(leads)):
        if (at_low > 0.0) == (at_high > 0.0):
            continue  # no line touches both bases between these bearings
        for _halving in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if (lead(middle) > 0.0) == (at_low > 0.0) else (low, middle)
        nx, ny = math.cos(low), math.sin(low)
        left = ny * (b.x - a.x) - nx * (b.y - a.y)
        lines.append((left, (first.farthest(nx, ny)[0], second.farthest(nx, ny)[0])))
    return [line for _left, line in sorted(lines, reverse=True)]


def _tangent(a: _Outline, b: _Outline, side: float) -> tuple[Point, Point] | None:
    """Return the line that touches two outlines on their left (`side` 1) or right (-1); None if the search fails."""
    dx, dy = side * (b.x - a.x), side * (b.y - a.y)
    # Newton's method: the line through the farthest points across a direction gives the next direction.
    for _step in range(_TURNS_TO_TANGENT):
        distance = math.sqrt(dx * dx + dy * dy)
        if not distance:
            return None
        nx, ny = -dy / distance, dx / distance
        start, end = a.farthest(nx, ny)[0], b.farthest(nx, ny)[0]
        dx, dy = side * (end[0] - start[0]), side * (end[1] - start[1])
        if abs(nx * dx + ny * dy) < _TOUCHED:  # both are farthest in the direction across the line that joins them
            return start, end
    return None


def share_of_way(base: Footprint, other: Footprint, apart: float) -> float:
    """Return the part of the straight line to another base, 0 to 1, after which the rims are `apart` inches apart."""
    distance = math.hypot(other.x - base.x, other.y - base.y)
    if not distance:
        return 0.0
    if isinstance(base, Disc) and isinstance(other, Disc):
        return 1.0 - (other.radius + base.radius + apart) / distance
    low, high = 0.0, 1.0
    for _halving in range(_NEARER):
        share = (low + high) / 2
        moved = base.moved_to(base.x + share * (other.x - base.x), base.y + share * (other.y - base.y))
        low, high = (low, share) if overlaps(moved, other, -apart) else (share, high)
    return low


def edges_of(shape: BaseGeometry) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of an area, or the segments of lines."""
    for line in shapely.get_parts(shape if shape.geom_type.endswith("LineString") else shape.boundary):
        yield from pairwise((x, y) for x, y in line.coords)


def _nearest(a: _Outline, b: _Outline) -> tuple[Point, Point]:
    """Return the nearest points of two outlines; a common point twice if they touch or overlap."""
    gap, nx, ny = _separation(a, b)
    if gap <= 0.0:
        middle = _in_both(a, b, nx, ny)
        return middle, middle
    # Where two edges face each other, the middle of what they share counts.
    at_a, at_b = a.farthest(nx, ny), b.farthest(-nx, -ny)
    low, high = (
        choose(choose_end(x * -ny + y * nx for x, y in edge) for edge in (at_a, at_b))
        for choose, choose_end in ((max, min), (min, max))
    )
    shared_middle, level = (low + high) / 2, at_a[0][0] * nx + at_a[0][1] * ny
    start = nx * level - ny * shared_middle, ny * level + nx * shared_middle
    return start, (start[0] + nx * gap, start[1] + ny * gap)


def _in_both(a: _Outline, b: _Outline, nx: float, ny: float) -> Point:
    """Return a point in two outlines that overlap, or between them if they only touch."""
    common = a.geometry(32).intersection(b.geometry(32))
    if not common.is_empty:
        inside = common.representative_point()
        return inside.x, inside.y
    (ax, ay), (bx, by) = a.farthest(nx, ny)[0], b.farthest(-nx, -ny)[0]
    return (ax + bx) / 2, (ay + by) / 2


def _separation(a: _Outline, b: _Outline) -> _Parting:
    """Return the inches between two outlines, negative if they overlap, and the direction between them."""
    if a.smooth and b.smooth:
        return _separation_of_ovals(a, b)
    if a.smooth:
        apart, nx, ny = _separation_from_rectangle(b, a)
        return apart, -nx, -ny
    return _separation_from_rectangle(a, b)


def _separation_of_ovals(a: _Outline, b: _Outline) -> _Parting:
    """Return the inches between two ovals, and the direction, also if they overlap."""
    dx, dy = b.x - a.x, b.y - a.y
    parting = _separation_by_search(a, b)
    return (
        parting if parting[0] > 0.0 or (a.half == a.side and b.half == b.side) else _separation_of_overlap(dx, dy, a, b)
    )


def _separation_by_search(a: _Outline, b: _Outline) -> _Parting:
    """Return the inches between two ovals; if they are not positive, another direction may have a wider gap."""
    dx, dy = b.x - a.x, b.y - a.y
    distance = math.sqrt(dx * dx + dy * dy)
    if a.half == a.side and b.half == b.side:
        return distance - a.half - b.half, *((dx / distance, dy / distance) if distance else (1.0, 0.0))
    if distance:
        if b.half == b.side:
            apart, nx, ny = _climb_from_point(dx, dy, a, dx / distance, dy / distance)
            apart -= b.half
        elif a.half == a.side:
            apart, nx, ny = _climb_from_point(dx, dy, b, dx / distance, dy / distance)
            apart -= a.half
        else:
            apart, nx, ny = _climb(dx, dy, a, b, dx / distance, dy / distance)
        return apart, nx, ny
    return -math.inf, 1.0, 0.0


def _climb(dx: float, dy: float, a: _Outline, b: _Outline, nx: float, ny: float) -> _Parting:
    """Return the inches between two ovals, searching the direction from (nx, ny); minus infinity if the search fails.

    Wherever the gap is positive, it has only one maximum, so Newton's method cannot go astray.
    """
    ux, uy, half, side = a[2:6]
    vx, vy, other_half, other_side = b[2:6]
    aa, bb, cc, dd = half * half, side * side, other_half * other_half, other_side * other_side
    # h and k are the reaches of the ovals; `slope` and `bend` are the derivatives of the gap by the direction.
    for step in range(_STEPS):
        axial, lateral = nx * ux + ny * uy, ny * ux - nx * uy
        other_axial, other_lateral = nx * vx + ny * vy, ny * vx - nx * vy
        reach, other_reach = (
            math.sqrt(aa * axial * axial + bb * lateral * lateral),
            math.sqrt(cc * other_axial * other_axial + dd * other_lateral * other_lateral),
        )
        gap = nx * dx + ny * dy - reach - other_reach
        slope = (
            nx * dy
            - ny * dx
            + (aa - bb) * axial * lateral / reach
            + (cc - dd) * other_axial * other_lateral / other_reach
        )
        bend = aa * bb / (reach * reach * reach) + cc * dd / (other_reach * other_reach * other_reach)
        turn = slope / (bend + gap if gap > 0.0 else bend)
        if -_SAME < turn < _SAME:
            return gap, nx, ny
        nx, ny = _turned_direction(nx, ny, turn, step)
    return -math.inf, nx, ny


def _turned_direction(nx: float, ny: float, turn: float, step: int) -> tuple[float, float]:
    """Return a direction turned by an angle, given as its tangent: at most 0.7, and half of it after many steps."""
    if step >= _STEADY:
        turn *= 0.5
    turn = -0.7 if turn < -0.7 else min(turn, 0.7)
    scale = 1.0 / math.sqrt(1.0 + turn * turn)
    return (nx - ny * turn) * scale, (ny + nx * turn) * scale


def _climb_from_point(dx: float, dy: float, a: _Outline, nx: float, ny: float) -> _Parting:
    """Return the inches between an oval and a point at (dx, dy) from its centre, as `_climb` does for two ovals."""
    ux, uy, half, side = a[2:6]
    aa, bb = half * half, side * side
    for step in range(_STEPS):
        axial, lateral = nx * ux + ny * uy, ny * ux - nx * uy
        reach = math.sqrt(aa * axial * axial + bb * lateral * lateral)
        gap = nx * dx + ny * dy - reach
        bend = aa * bb / (reach * reach * reach)
        turn = (nx * dy - ny * dx + (aa - bb) * axial * lateral / reach) / (bend + gap if gap > 0.0 else bend)
        if -_SAME < turn < _SAME:
            return gap, nx, ny
        nx, ny = _turned_direction(nx, ny, turn, step)
    return -math.inf, nx, ny


def _separation_from_rectangle(a: _Outline, b: _Outline) -> _Parting:
    """Return the inches between a rectangle and an outline, either to an edge or from corner to rim."""
    dx, dy = b.x - a.x, b.y - a.y
    apart, nx, ny, faces = _separation_from_side(a, b, dx, dy)
    if faces:
        return apart, nx, ny
    if not b.smooth:
        other_apart, ox, oy, faces = _separation_from_side(b, a, -dx, -dy)
        if faces:
            return other_apart, -ox, -oy
        if other_apart > apart:
            apart, nx, ny = other_apart, -ox, -oy
        if apart <= 0.0:  # two rectangles are parted along an edge, or not at all
            return apart, nx, ny
    return _separation_from_corner(a, b) or _separation_of_overlap(dx, dy, a, b)


def _separation_from_side(a: _Outline, b: _Outline, dx: float, dy: float) -> tuple[float, float, float, bool]:
    """Return the inches between a rectangle's nearest side and an outline, and the outward direction of that side.

    The last value is whether the outline's nearest part is directly in front of the side. If so, the inches are exact.
    """
    _x, _y, ux, uy, half, side, _smooth = a
    _x, _y, vx, vy, other_half, other_side, smooth = b
    ahead, aside = dx * ux + dy * uy, dy * ux - dx * uy  # from here on, all is in the frame of the rectangle
    cosine, sine = vx * ux + vy * uy, vy * ux - vx * uy
    span_x = span_y = 0.0
    if smooth:
        lean = (other_half * other_half - other_side * other_side) * cosine * sine
        reach_x = math.sqrt((other_half * cosine) ** 2 + (other_side * sine) ** 2)
        reach_y = math.sqrt((other_half * sine) ** 2 + (other_side * cosine) ** 2)
        spot_y, spot_x = (lean / reach_x, lean / reach_y) if reach_x and reach_y else (0.0, 0.0)
    else:
        reach_x = other_half * abs(cosine) + other_side * abs(sine)
        reach_y = other_half * abs(sine) + other_side * abs(cosine)
        if abs(cosine) < _PARALLEL or abs(sine) < _PARALLEL:
            spot_x = spot_y = 0.0
            span_x, span_y = reach_x, reach_y
        else:
            spot_y = math.copysign(other_half, cosine) * sine - math.copysign(other_side, sine) * cosine
            spot_x = math.copysign(other_half, sine) * cosine - math.copysign(other_side, cosine) * sine
    sign_x, sign_y = 1.0 if ahead >= 0.0 else -1.0, 1.0 if aside >= 0.0 else -1.0
    apart_x, apart_y = abs(ahead) - half - reach_x, abs(aside) - side - reach_y
    if apart_x > 0.0 and abs(aside - sign_x * spot_y) - span_y <= side:
        return apart_x, sign_x * ux, sign_x * uy, True
    if apart_y > 0.0 and abs(ahead - sign_y * spot_x) - span_x <= half:
        return apart_y, -sign_y * uy, sign_y * ux, True
    if apart_x > apart_y:
        return apart_x, sign_x * ux, sign_x * uy, False
    return apart_y, -sign_y * uy, sign_y * ux, False


def _separation_from_corner(a: _Outline, b: _Outline) -> _Parting | None:
    """Return the separation of a rectangle's nearest corner and an outline; None if an edge is nearer or they meet."""
    best: _Parting | None = None
    spots = [(b.x, b.y)] if b.smooth else b.corners()
    is_oval = b.smooth and b.half != b.side
    outer_radius = b.half if b.smooth else 0.0
    for x, y in a.corners():
        for spot_x, spot_y in spots:
            dx, dy = spot_x - x, spot_y - y
            distance = math.sqrt(dx * dx + dy * dy)
            separation = distance - outer_radius  # for an oval, a lower bound
            if not distance or (best is not None and separation >= best[0]):
                continue
            nx, ny = dx / distance, dy / distance
            if is_oval:
                separation, nx, ny = _climb_from_point(dx, dy, b, nx, ny)
            if separation > 0.0 and (best is None or separation < best[0]):
                best = separation, nx, ny
    if best is None:
        return None
    separation, nx, ny = best
    # If another part of the rectangle lies farther out, the corner is not the nearest part.
    gap = nx * (b.x - a.x) + ny * (b.y - a.y) - a.reach(nx, ny) - b.reach(nx, ny)
    return best if gap > separation - 1e-9 else None


def _separation_of_overlap(dx: float, dy: float, a: _Outline, b: _Outline) -> _Parting:
    """Return minus the shortest shift that separates two overlapping outlines, and its direction."""

    def apart(nx: float, ny: float) -> float:
        return nx * dx + ny * dy - a.reach(nx, ny) - b.reach(nx, ny)

    cosines, sines = _ROUND
    values = (
        dx * cosines + dy * sines - _reach_in_directions(a, cosines, sines) - _reach_in_directions(b, cosines, sines)
    )
    return _maximum_of(
        apart,
        values,
        (*a.normals(), *b.normals()),
        _second_derivative_limit(a) + _second_derivative_limit(b) + abs(dx) + abs(dy),
    )


def _second_derivative_limit(a: _Outline) -> float:
    """Return a limit of the second derivative of an outline's reach by direction, except at corners."""
    return 2 * a.half + (a.half * a.half / a.side if a.smooth and a.side else a.side)


def _maximum_of(value: Callable[[float, float], float], values: Floats, more: Iterable[Point], bend: float) -> _Parting:
    """Return the greatest value in any direction, and that direction, given the `values` in the directions of `_ROUND`.

    The directions `more` are tried too. The search goes on between the neighbours of each local maximum that may turn
    out the highest: a value whose second derivative is at most `bend` rises by little between two directions.
    """
    best = max(((value(nx, ny), nx, ny) for nx, ny in more), default=(-math.inf, 1.0, 0.0))
    ring = np.concatenate((values[-1:], values, values[:1]))
    summits = np.flatnonzero((values >= ring[:-2]) & (values >= ring[2:]))
    step = math.tau / len(values)
    least = float(values.max()) - bend * step * step / 2
    for summit in summits[values[summits] >= least].tolist():
        best = max(best, _single_maximum(value, (summit - 1) * step, (summit + 1) * step))
    return best


def _single_maximum(value: Callable[[float, float], float], low: float, high: float) -> _Parting:
    """Return the greatest value between two bearings, and its direction, if there is only one maximum."""

    def opposite(bearing: float) -> tuple[float, ...]:
        nx, ny = math.cos(bearing), math.sin(bearing)
        return -value(nx, ny), -nx, -ny  # negative, because the search is for a minimum

    ways = brackets(opposite, low, high)
    depth, nx, ny = next(min(left, right) for low, high, left, right in ways if high - low <= _BRACKET)
    return -depth, -nx, -ny

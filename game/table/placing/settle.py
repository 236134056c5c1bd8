"""The resting place of a disc that does not fit at its spot, which is the nearest spot where it fits.

The spot is found by construction, not by simulation. It is the disc's own spot, the nearest point on the outline of a
grown obstacle, or an intersection of two such outlines.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np
import shapely

from game.table.lattice import LATTICE_STEP, Position, position
from game.table.measuring.lines import closest_on, rim_crossings
from game.table.placing.clearances import ClearOf, ClearOfBarricades, OnTable
from game.table.shapes import Disc, rims_meet
from game.table.terrain.area import Point, rings_of
from game.table.terrain.battlefield import Barricade, Battlefield

Circle = tuple[float, float, float]
Segment = tuple[Point, Point]
Fits = Callable[[float, float], bool]
Depth = Callable[[float, float], float]

# Spots whose distances differ by less (inches) are equally near; then the lowest bearing from east counts.
_AS_NEAR = 3e-4
# A candidate is rounded to the lattice; within this number of steps, some neighbour does not overlap its obstacles.
_STEPS = 2
# In the wedge between two nearly touching obstacles, the next free lattice spot may be this number of steps away.
_WEDGE = 512
# If a candidate overlaps by more inches, so do all lattice spots tried around it.
_HOPELESS = (_WEDGE + 2) * LATTICE_STEP
# The directions in which lattice spots are tried in a wedge.
_RING = [(math.cos(turn * math.pi / 16), math.sin(turn * math.pi / 16)) for turn in range(32)]


class NowhereToStand(Exception):
    """Raised if the disc fits nowhere on the table."""


def settle(disc: Disc, others: Sequence[Disc], battlefield: Battlefield) -> Position:
    """Return the spot nearest to a disc's own at which it is on the table and overlaps no disc or barricade.

    Of equally near spots, the one with the lowest bearing from east, counter-clockwise, is chosen. Only discs on the
    same level are in the way. Raises `NowhereToStand` if the disc fits nowhere.
    """
    conditions = (
        OnTable(battlefield, disc.radius),
        ClearOf(others, disc.radius, "", level=disc.level),
        ClearOfBarricades(battlefield, disc.radius),
    )

    def fits(x: float, y: float) -> bool:
        return all(condition.allows(x, y) for condition in conditions)

    def depth(x: float, y: float) -> float:
        return max(condition.short_by(x, y) for condition in conditions)

    start = position(disc.x, disc.y)
    if fits(*start):
        return start
    reach = 4.0 * max(disc.radius, 0.5)
    farthest = math.hypot(battlefield.width, battlefield.height) + math.hypot(*start) + reach
    # Most spots are near, so the search begins in a small area, which is doubled until it succeeds.
    while True:
        outlines = _Outlines(disc, others, battlefield, reach)
        spot = _nearest_that_fits(start, outlines.candidates(), fits, depth, reach)
        if spot is not None:
            return spot
        if reach > farthest:
            raise NowhereToStand(f"no spot on the table has room for {disc.name or 'the disc'}")
        reach *= 2.0


def _nearest_that_fits(
    start: Position, candidates: Iterable[Point], fits: Fits, depth: Depth, reach: float
) -> Position | None:
    """Return the nearest candidate within `reach` that fits; bearings break ties."""
    near = sorted((math.dist(start, spot), spot) for spot in candidates)
    fitting_spots: list[tuple[float, Position]] = []
    nearest = math.inf
    for inches, spot in near:
        if inches > reach or (fitting_spots and inches > nearest + _AS_NEAR):
            break
        if depth(*spot) > _HOPELESS:
            continue
        resting = _on_lattice(spot, start, fits)
        if resting is not None:
            fitting_spots.append((inches, resting))
            nearest = min(nearest, math.dist(start, resting))
    if not fitting_spots:
        return None
    equal = [spot for _inches, spot in fitting_spots if math.dist(start, spot) <= nearest + _AS_NEAR]
    return min(equal, key=lambda spot: (round(_bearing(start, spot), 3), math.dist(start, spot)))


def _bearing(start: Position, spot: Position) -> float:
    """Return the bearing from east, counter-clockwise, from 0 up to a full turn."""
    bearing = math.atan2(spot.y - start.y, spot.x - start.x)
    return 0.0 if abs(bearing) < 1e-3 else bearing % (2 * math.pi)


def _on_lattice(spot: Point, start: Position, fits: Fits) -> Position | None:
    """Return the lattice spot nearest to the start that fits, among those a few steps from a candidate."""
    steps = range(-_STEPS, _STEPS + 1)
    around = [position(spot[0] + i * LATTICE_STEP, spot[1] + j * LATTICE_STEP) for i in steps for j in steps]
    return _first_fitting(around, start, fits) or _in_the_wedge(spot, start, fits)


def _in_the_wedge(spot: Point, start: Position, fits: Fits) -> Position | None:
    """Return a lattice spot that fits, farther from a candidate that lies at the tip of a wedge, or None."""

    def on_ring(steps: int) -> Position | None:
        """Return the nearest spot that fits at a distance of `steps` from the tip, or None."""
        step = steps * LATTICE_STEP
        return _first_fitting(
            [position(spot[0] + step * cosine, spot[1] + step * sine) for cosine, sine in _RING], start, fits
        )

    steps = 2 * _STEPS
    while steps <= _WEDGE:
        if on_ring(steps) is not None:
            low = steps // 2
            nearer = (on_ring(fewer) for fewer in range(low, steps + 1, max(1, low // 16)))
            return next(near for near in (*nearer, on_ring(steps)) if near is not None)
        steps *= 2
    return None


def _first_fitting(spots: list[Position], start: Position, fits: Fits) -> Position | None:
    """Return the spot nearest to the start that fits, or None."""
    spots.sort(key=lambda spot: math.dist(start, spot))
    return next((spot for spot in spots if fits(*spot)), None)


class _Outlines:
    """The circles and straight edges on which the centre of a disc is when it touches an obstacle."""

    def __init__(self, disc: Disc, others: Sequence[Disc], battlefield: Battlefield, reach: float) -> None:
        self._start = (disc.x, disc.y)
        radius = disc.radius
        self._circles: list[Circle] = [
            (other.x, other.y, other.radius + radius)
            for other in others
            if other.level == disc.level and other.radius + radius > 0.0
        ]
        self._segments: list[Segment] = list(_edges_of_table(battlefield, radius))
        for barricade in battlefield.barricades:
            self._add_barricade(barricade, radius)
        self._circles = [
            circle for circle in self._circles if abs(math.dist(self._start, circle[:2]) - circle[2]) <= reach
        ]
        self._segments = [
            segment for segment in self._segments if math.dist(self._start, closest_on(*segment, *self._start)) <= reach
        ]

    def _add_barricade(self, barricade: Barricade, radius: float) -> None:
        """Add the edges of a barricade moved out by the radius, and a circle at every corner."""
        for ring in rings_of(barricade.polygon):
            for (ax, ay), (bx, by) in pairwise(ring):
                length = math.hypot(bx - ax, by - ay)
                if length == 0.0:
                    continue
                nx, ny = (by - ay) / length * radius, (ax - bx) / length * radius
                self._segments.append(((ax + nx, ay + ny), (bx + nx, by + ny)))
                if radius > 0.0:
                    self._circles.append((ax, ay, radius))

    def candidates(self) -> Iterator[Point]:
        """Yield every spot that may be the nearest one that fits."""
        starts, ends = np.array(self._segments).reshape(-1, 2, 2).transpose(1, 0, 2)
        for circle in self._circles:
            yield _nearest_on_circle(circle, self._start)
            yield from rim_crossings(starts, ends, *circle)
        for segment in self._segments:
            yield closest_on(*segment, *self._start)
            yield from segment
        for circle_a, circle_b in combinations(self._circles, 2):
            yield from rims_meet(circle_a, circle_b)
        lines = np.asarray(shapely.linestrings(np.stack((starts, ends), axis=1)))
        first, second = np.triu_indices(len(lines), 1)
        yield from map(tuple, shapely.get_coordinates(shapely.intersection(lines[first], lines[second])).tolist())


def _edges_of_table(battlefield: Battlefield, radius: float) -> Iterator[Segment]:
    """Yield the edges of the rectangle that the centre of a disc may not leave."""
    right, top = battlefield.width - radius, battlefield.height - radius
    if right < radius or top < radius:
        return
    corners = [(radius, radius), (right, radius), (right, top), (radius, top)]
    yield from zip(corners, corners[1:] + corners[:1])


def _nearest_on_circle(circle: Circle, start: Point) -> Point:
    """Return the point of a circle nearest to the start; its eastern point if the start is its centre."""
    x, y, radius = circle
    dx, dy = start[0] - x, start[1] - y
    distance = math.hypot(dx, dy)
    if distance < LATTICE_STEP / 2:
        return x + radius, y
    return x + dx / distance * radius, y + dy / distance * radius

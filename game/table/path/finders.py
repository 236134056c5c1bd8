"""The finders of paths, and their choice for a policy. They only suggest paths; the check in `judge.py` decides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position, position
from game.table.path.crossings import stretches_of
from game.table.path.fans import area_of
from game.table.path.field import SPARE, Bools, Field, Floats, grown, on_rim
from game.table.path.free_paths import FoundPath, FreeFinder, entry
from game.table.path.judge import most_inches
from game.table.path.path import Leg, Path, Point
from game.table.path.policy import CONTACT, TOUCHING, End, Ground, PathPolicy
from game.table.path.search import Search
from game.table.path.tight import Source
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of

# If ends must be in a band narrower than this (inches), they are drawn as a line.
_NARROW = 0.02
# Inches between the points of such lines.
_APART = 0.02
# The most gains that are combined when the area of straight runs is drawn.
_TOGETHER = 3
# More inches than any table is wide.
_FAR = 300.0


def shadow_of(shape: BaseGeometry, start: Position) -> BaseGeometry:
    """Return the area of spots whose straight path from `start` meets a shape: the shape, and everything behind it."""
    parts = [shape]
    for polygon in polygons_of(shape):
        if shapely.intersects(polygon, shapely.Point(start)):
            return shapely.Point(start).buffer(_FAR)
        corners = np.asarray(polygon.exterior.coords)
        behind = corners + (corners - np.array(start)) * (_FAR / np.hypot(*(corners - np.array(start)).T))[:, None]
        rings = np.stack((corners[:-1], corners[1:], behind[1:], behind[:-1]), axis=1)
        quads = [Polygon(ring) for ring in rings.tolist()]
        parts += [part for part in quads if part.is_valid and part.area > 0.0]
    return shapely.union_all(parts)


class LineFinder:
    """Suggests only the straight path to a spot."""

    def __init__(self, policy: PathPolicy, start: Position) -> None:
        self.policy, self.start = policy, start

    def paths(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield the straight path."""
        yield FoundPath(Path.through([self.start, (x, y)]), math.dist(self.start, (x, y)), False)

    def likely(self, points: Floats) -> Bools:
        """Return which points are near enough to be reached."""
        reach = most_inches(self.policy, self.start) + 1e-3
        return np.asarray(np.hypot(points[:, 0] - self.start.x, points[:, 1] - self.start.y) <= reach)

    def lines(self) -> list[Floats] | None:
        """Return the points of the only possible line, or None if every direction is possible."""
        stage = self.policy.stages[0]
        if stage.go not in ("toward", "away"):
            return None
        target, sign = stage.of[0], 1.0 if stage.go == "toward" else -1.0
        distance = math.hypot(target.x - self.start.x, target.y - self.start.y)
        if distance == 0.0:
            return []
        ux, uy = sign * (target.x - self.start.x) / distance, sign * (target.y - self.start.y) / distance
        most = most_inches(self.policy, self.start)
        marks = [*np.arange(0.0, most, _APART).tolist(), most, *self._inches_at_grounds((ux, uy), most)]
        steps = np.array(sorted(marks))
        return [np.stack((self.start.x + ux * steps, self.start.y + uy * steps), axis=1)]

    def _inches_at_grounds(self, unit: Point, most: float) -> Iterator[float]:
        """Yield the inches along a run at which it enters or leaves a ground, and those just beside them."""
        run = Leg(self.start, position(self.start.x + unit[0] * most, self.start.y + unit[1] * most))
        for ground in self.policy.grounds:
            near = ground.distance_kept(self.policy.radius)
            for low, high in stretches_of(run, ground, near):
                yield from (max(0.0, low - CONTACT / 2), low, high, high + CONTACT / 2)

    def area(self) -> BaseGeometry:
        """Return the area that straight runs reach; a gain counts only for runs that pass its ground."""
        ignored = self.policy.stages[0].ignores
        gains: dict[str, list[Ground]] = {}
        for ground in self.policy.grounds:
            if ground.once < 0.0 and ground.name not in ignored:
                gains.setdefault(ground.name, []).append(ground)
        areas = [self._area_within(self.policy.budget)]
        # Runs that use several gains go farther, so the gains are combined.
        for count in range(1, min(len(gains), _TOGETHER) + 1):
            for chosen in combinations(gains.values(), count):
                past = [shapely.union_all([self._area_past(ground) for ground in parts]) for parts in chosen]
                within_budget = self._area_within(self.policy.budget - math.fsum(parts[0].once for parts in chosen))
                areas.append(shapely.intersection_all([within_budget, *past]))
        stage = self.policy.stages[0]
        nearer = [self._area_nearer(disc) for disc in stage.of] if stage.go == "straight" else []
        return shapely.difference(shapely.union_all(areas), shapely.union_all(nearer))

    def _area_nearer(self, disc: Disc) -> Polygon:
        """Return the area of spots to which straight runs lead nearer to a base, less half of the tolerance."""
        distance = math.hypot(disc.x - self.start.x, disc.y - self.start.y)
        middle = math.atan2(disc.y - self.start.y, disc.x - self.start.x)
        half_angle = math.acos(min(1.0, math.sqrt(CONTACT / distance))) if distance > 0.0 else 0.0
        bearings = [middle + half_angle * share for share in (-1.0, -0.5, 0.0, 0.5, 1.0)]
        spots = [
            (self.start.x + _FAR * math.cos(bearing), self.start.y + _FAR * math.sin(bearing)) for bearing in bearings
        ]
        return Polygon([self.start, *spots])

    def _area_past(self, ground: Ground) -> BaseGeometry:
        """Return the area of spots to which the straight path leads through a ground."""
        return shadow_of(grown(ground, self.policy.radius, 0.0), self.start)

    def _area_within(self, most: float) -> BaseGeometry:
        """Return the area that straight runs reach within a budget."""
        # The base is smaller by the spare distance: a straight run has no rounded corners, and may touch obstacles.
        exact = self.policy.but(radius=max(self.policy.radius - SPARE - TOUCHING, 0.0))
        field = Field(exact, self.start, most, self.policy.stages[0].ignores)
        if not field.probe.is_free(*self.start):
            return Polygon()
        return area_of(Search(field.without_bends(), [Source(self.start)], most), most)

    def shortest(self, x: float, y: float) -> float:
        """Return the length of the straight path, ignoring obstacles."""
        return math.dist(self.start, (x, y))


class BendFinder(LineFinder):
    """Suggests a straight run up to the first contact, then a bend towards the centre of a base."""

    def paths(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield the straight path, then paths with a bend at every possible beginning of the last leg."""
        yield from super().paths(x, y)
        first, last = self.policy.stages[0], self.policy.stages[-1]
        target = last.of[0]
        distance = math.hypot(x - target.x, y - target.y)
        if distance == 0.0:
            return
        ux, uy = (x - target.x) / distance, (y - target.y) / distance
        length = 2 * self.policy.budget
        out = Leg(position(x, y), position(x + ux * length, y + uy * length))
        for ground in self.policy.named(first):
            for _low, high in stretches_of(out, ground, ground.distance_kept(self.policy.radius)):
                if high < out.inches:
                    bend = position(*out.at(high + CONTACT / 4))
                    path = Path.through([self.start, bend, (x, y)])
                    yield FoundPath(path, path.inches, False)

    def lines(self) -> list[Floats] | None:
        """Return None, because the rule for the end of the path limits the search enough."""
        return None

    def area(self) -> BaseGeometry:
        """Return an empty area: the ends are not drawn, and only verdicts are known."""
        return Polygon()


class RimFinder(LineFinder):
    """Suggests both paths round the rim of a base, in contact with it."""

    def paths(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield the arcs to a spot, the shorter one first."""
        disc = self.policy.stages[0].of[0]
        first = math.atan2(self.start.y - disc.y, self.start.x - disc.x)
        turn = math.remainder(math.atan2(y - disc.y, x - disc.x) - first, 2 * math.pi)
        if (x, y) == self.start:
            yield FoundPath(Path(self.start), 0.0, False)
            return
        for angle in (turn, turn - math.copysign(2 * math.pi, turn)):
            path = _path_round(disc, self.policy.radius, self.start, (x, y), angle)
            yield FoundPath(path, path.inches, False)

    def lines(self) -> list[Floats] | None:
        """Return the whole rim, beginning at the base's spot."""
        disc = self.policy.stages[0].of[0]
        radius = disc.radius + self.policy.radius + CONTACT / 2
        first = math.atan2(self.start.y - disc.y, self.start.x - disc.x)
        bearings = first + np.linspace(0.0, 2 * math.pi, math.ceil(2 * math.pi * radius / _APART))
        return [on_rim(disc.x, disc.y, radius, bearings)]


def _path_round(disc: Disc, radius: float, start: Position, end: Point, angle: float) -> Path:
    """Return the path along a rim in arcs of up to two radians, with short legs to the rim and from it."""
    reach = disc.radius + radius + CONTACT / 2
    first = math.atan2(start.y - disc.y, start.x - disc.x)
    parts = max(1, math.ceil(abs(angle) / 2.0))
    points = [
        (disc.x + reach * math.cos(first + angle * n / parts), disc.y + reach * math.sin(first + angle * n / parts))
        for n in range(parts + 1)
    ]
    return Path.through([start, *points, end], [0.0, *([angle / parts] * parts), 0.0])


def sources_after_first_stage(policy: PathPolicy, start: Position) -> list[Source]:
    """Return the spots at which the first stage of a policy may end, as sources with the path to them."""
    stage = policy.stages[0]
    grounds = policy.named(stage)
    sources = []
    for ux, uy in _first_directions(policy, start):
        toward = (start.x + ux, start.y + uy)
        spots = [entry(ground, policy.radius, start, toward, 2 * policy.budget) for ground in grounds]
        farthest, last_spot = max((math.dist(start, spot), spot) for spot in (start, *spots) if spot is not None)
        if farthest <= policy.budget:
            sources.append(Source(last_spot, farthest, (start,), (0.0,)) if farthest > 0.0 else Source(last_spot))
    return list(dict.fromkeys(sources))


def _first_directions(policy: PathPolicy, start: Position) -> Iterator[Point]:
    """Yield the possible directions of the first stage, or a dense selection of them."""
    stage = policy.stages[0]
    if stage.go in ("toward", "away"):
        disc = stage.of[0]
        distance = math.hypot(disc.x - start.x, disc.y - start.y)
        sign = 1.0 if stage.go == "toward" else -1.0
        if distance > 0.0:
            yield sign * (disc.x - start.x) / distance, sign * (disc.y - start.y) / distance
        return
    # A direction is allowed if it is at most 90° from all of these; the limits are the directions at 90°.
    allowed = [(start.x - other.x, start.y - other.y) for other in stage.of] if stage.go == "not nearer" else []
    allowed += [(other.x - start.x, other.y - start.y) for other in stage.of] if stage.go == "not farther" else []
    limits = [math.atan2(y, x) + side * math.pi / 2 for x, y in allowed for side in (-1, 1)]
    regular = [math.pi / 90 * number for number in range(180)]
    for bearing in [*limits, *(math.atan2(y, x) for x, y in allowed), *regular]:
        ux, uy = math.cos(bearing), math.sin(bearing)
        if all(ux * x + uy * y >= -1e-9 for x, y in allowed):
            yield ux, uy


Finder = FreeFinder | LineFinder
"""A finder of paths of one kind."""


def finders_for(start: Position, policy: PathPolicy) -> list[Finder]:
    """Return the finders of paths from a spot under a policy; for stages that none supports, only straight paths."""
    first, last = policy.stages[0], policy.stages[-1]
    if len(policy.stages) == 1 and first.go == "free":
        return [*free_finders(start, policy.roughly(start), [Source(start)])]
    if len(policy.stages) == 2 and last.go == "free" and first.until:
        free: list[Finder] = [FreeFinder(policy, start, sources_after_first_stage(policy, start), last.ignores)]
        ends_early = first.may_end and first.go in ("toward", "away")
        return [*free, LineFinder(policy, start)] if ends_early else free
    if len(policy.stages) == 2 and first.go == "straight" and last.go == "toward":
        return [BendFinder(policy, start)]
    if len(policy.stages) == 2 and first.go == "free" and last.go == "toward":
        # Longer paths must not touch the named grounds, not even follow their rim, because a touch would end the stage.
        clear = tuple(
            replace(ground, solid=True, margin=ground.margin + CONTACT) if ground.name in first.names else ground
            for ground in policy.grounds
        )
        variants = policy, policy.but(grounds=clear)
        return [FreeFinder(variant, start, [Source(start)], first.ignores) for variant in variants]
    if len(policy.stages) == 1 and first.go == "not farther":
        return [InwardFinder(policy, start)]
    if len(policy.stages) == 1 and first.go == "not nearer":
        return [FreeFinder(policy, start, [Source(start)], first.ignores)]
    if first.go == "along":
        return [RimFinder(policy, start)]
    return [LineFinder(policy, start)]


class InwardFinder(LineFinder):
    """Suggests paths that never lead farther from certain bases, found as backward paths that never lead nearer."""

    def paths(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield the straight path, then paths found backwards, best first."""
        yield from super().paths(x, y)
        stage = self.policy.stages[0]
        backwards = self.policy.but(stages=(replace(stage, go="not nearer"),)).to_disc(Disc(*self.start, 0.0))
        for backward_path in FreeFinder(backwards, (x, y), [Source((x, y))], stage.ignores).paths(*self.start):
            yield FoundPath(backward_path.path.reversed, backward_path.cost, False)

    def area(self) -> BaseGeometry:
        """Return the area that straight runs reach; ends of bent paths are not drawn."""
        area, stage = super().area(), self.policy.stages[0]
        for disc in stage.of:  # a run leads nearer inside the circle through its start and the base's centre
            middle = shapely.Point((self.start.x + disc.x) / 2, (self.start.y + disc.y) / 2)
            area = area.intersection(middle.buffer(math.dist(self.start, disc[:2]) / 2, quad_segs=64))
        return area


def free_finders(about: Position, policy: PathPolicy, starts: Sequence[Source]) -> list[FreeFinder]:
    """Return the finders of free paths from sources; the budget of the policy is counted from `about`."""
    ignored = policy.stages[0].ignores
    finders: list[FreeFinder] = []
    # A path may end in ground that stops it, or go round it as if it were solid.
    if any(ground.stops for ground in policy.grounds):
        closed = tuple(replace(ground, solid=True) if ground.stops else ground for ground in policy.grounds)
        finders.append(FreeFinder(policy.but(grounds=closed), about, starts, ignored))
    return [*finders, FreeFinder(policy, about, starts, ignored)]


def lines_of(policy: PathPolicy, finder: Finder) -> list[Floats] | None:
    """Return dense points along the lines that contain all ends, or None if the ends are an area."""
    rims = [rim for end in policy.ends if end.most - end.least < _NARROW for rim in rims_of(policy, end)]
    finder_lines = finder.lines()
    if finder_lines is None:
        return rims or None
    crossings = [
        shapely.get_coordinates(shapely.intersection(shapely.LineString(line), shapely.LineString(rim)))
        for line in finder_lines
        for rim in rims
        if len(line) > 1
    ]
    return [*finder_lines, *(crossing[[n]] for crossing in crossings for n in range(len(crossing)))]


def rims_of(policy: PathPolicy, end: End) -> list[Floats]:
    """Return the middle lines of the band in which a path must end, as dense points."""
    middle = (max(end.least, 0.0) + min(end.most, CONTACT)) / 2 if end.most <= CONTACT else (end.least + end.most) / 2
    lines = []
    for shape in end.shapes:
        if isinstance(shape, Disc):
            radius = shape.radius + policy.radius + middle
            bearings = np.linspace(0.0, 2 * math.pi, max(16, math.ceil(2 * math.pi * radius / _APART)))
            lines.append(on_rim(shape.x, shape.y, radius, bearings))
        else:
            outline = shape.buffer(policy.radius + middle, quad_segs=64).exterior
            lines.append(shapely.get_coordinates(shapely.segmentize(outline, _APART)))
    return lines

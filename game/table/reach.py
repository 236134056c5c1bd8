"""What lies in range of an origin, as geometry: all points, and all centres from which a disc lies among them."""

import math
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.area import Floats
from game.table.halved import HalvedArea
from game.table.halved_rays import Spans, Toll, refined_spans, shifted, strips
from game.table.rays import Measured, extents, near_misses, radial_crossings, refined, stretches
from game.table.ruler import Ruler
from game.table.shadows import Scene, Shadows
from game.table.shapes import Disc

# One turn, closed: the last ray lies a hair beside the first, and none runs exactly along a straight edge.
_UNIFORM = np.linspace(-math.pi + 5e-9, math.pi - 3e-9, 361)
_BESIDE = 1e-6
_QUARTER = 16
_ROUND_QUARTER = 48


class Reach:
    """All points in range `n` of an origin, each along its own straight line from the origin's closest point.

    The points lie on the origin's level or, where the policy has levels, on the `level` given. Raises `ValueError`
    if that is more than one away.
    """

    def __init__(self, ruler: Ruler, origin: Disc, n: float, level: int | None = None) -> None:
        self._ruler = ruler = between_levels(ruler, origin, level)
        self._x, self._y = origin.x, origin.y
        self._origin, self._n = origin, n
        self.span = origin.radius if ruler.policy.from_edges else 0.0
        self.limit = ruler.policy.limit(n)
        reach = self.span + self.limit
        box = (self._x - reach, self._y - reach, self._x + reach, self._y + reach)
        area = ruler.area(origin.level)
        self._bare = area.occupancy.box_is_clear(*box)
        self._walled = not ruler.walls.occupancy.box_is_clear(*box)
        self._corners, self._following = area.edges_near(*box)
        self._wall_corners, self._wall_following = ruler.walls.edges_near(*box)
        self._toll: Toll | None = None
        if isinstance(area, HalvedArea) and not self._bare:
            self._toll = Toll(ruler.policy, n, self.limit, area.halves_near(*box))

    @property
    def in_the_open(self) -> bool:
        """Whether neither area terrain nor impassable barricades are about."""
        return self._bare and not self._walled

    @cached_property
    def _outline(self) -> tuple[Floats, Floats]:
        """Sorted bearings and the distance from the origin's centre along each at which its range ends."""
        found, extent = refined(self._measure, self._bearings(), self.span)
        return found, extent + self.span

    def _bearings(self) -> Floats:
        """Return the bearings to look along first: all round, and to either side of every corner."""
        marks = [_UNIFORM]
        for corners in (self._corners, self._wall_corners):
            dx, dy = corners[:, 0] - self._x, corners[:, 1] - self._y
            near = np.hypot(dx, dy) <= self.span + self.limit
            bearing = np.arctan2(dy[near], dx[near])
            marks += [bearing - _BESIDE, bearing + _BESIDE]
        bearings = np.concatenate(marks)
        bearings = np.where(bearings < -math.pi, bearings + 2 * math.pi, bearings)
        return np.where(bearings >= math.pi, bearings - 2 * math.pi, bearings)

    @cached_property
    def _several(self) -> tuple[Floats, Spans]:
        """Sorted bearings and the stretches along each that are in range, in inches from the origin's rim."""
        return refined_spans(self._measure_several, self._bearings(), self.span)

    def _measure_several(self, bearings: Floats) -> tuple[Spans, Floats]:
        assert self._toll is not None
        centre = (self._x, self._y)
        directions = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
        first, second = (
            found._replace(inches=found.inches - self.span)
            for found in (radial_crossings(centre, bearings, *edges) for edges in self._toll.halves)
        )
        spans = self._toll.spans((first, second), len(bearings))
        if self._walled:
            stops = radial_crossings(centre, bearings, self._wall_corners, self._wall_following)
            ahead = ~stops.leaves & (stops.inches >= self.span)
            room = np.full(len(bearings), np.inf)
            np.minimum.at(room, stops.ray[ahead], stops.inches[ahead] - self.span)
            spans = shifted(spans, 0.0, most=room.tolist())
        starts = centre + directions * self.span
        return spans, self._toll.wanted((first, second), starts, directions, bearings)

    def _measure(self, bearings: Floats) -> Measured:
        centre, count = (self._x, self._y), len(bearings)
        crossings = radial_crossings(centre, bearings, self._corners, self._following)
        found = stretches(crossings, count, self.span)
        extent = extents(found, count, self.span, self.limit)
        if self._walled:
            stops = radial_crossings(centre, bearings, self._wall_corners, self._wall_following)
            ahead = ~stops.leaves & (stops.inches >= self.span)
            np.minimum.at(extent, stops.ray[ahead], stops.inches[ahead] - self.span)
        return extent, near_misses(crossings, found.after, bearings, self.span + self.limit)

    def _star(self, longer: float = 0.0) -> BaseGeometry:
        """Return what direct lines bring into range; with `longer`, the spots that far behind."""
        if self._toll is not None:
            bearings, spans = self._several
            # Whatever lies nearer than the shortest line of all is in range too: the origin itself.
            whole = [
                [(0.0 if low <= 0.0 else low + self.span + longer, high + self.span + longer) for low, high in span]
                for span in spans
            ]
            return strips(bearings, whole, (self._x, self._y), closed=True)
        bearings, extent = self._outline
        extent = extent + longer
        return Polygon(np.stack((self._x + extent * np.cos(bearings), self._y + extent * np.sin(bearings)), axis=1))

    def _round(self, radius: float) -> BaseGeometry:
        if radius <= 0.0:
            return Polygon()
        return shapely.Point(self._x, self._y).buffer(radius, quad_segs=_ROUND_QUARTER)

    @cached_property
    def points(self) -> BaseGeometry:
        """All points in range."""
        if self.in_the_open:
            return self._round(self.span + self.limit)
        return self._shadows.joined(self._star()) if self._walled else self._star()

    @cached_property
    def scene(self) -> Scene:
        """The numbers behind the geometry."""
        terrain, walls = (self._corners, self._following), (self._wall_corners, self._wall_following)
        return Scene(self._x, self._y, self.span, self.limit, terrain, walls, self._toll)

    @cached_property
    def _shadows(self) -> Shadows:
        bearings = self._outline[0] if self._toll is None else self._several[0]
        starts = np.full((len(bearings), 2), (self._x, self._y))
        directions = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
        stops = np.minimum(self.scene.wall_stops(starts, directions), self.span + self.limit)
        return Shadows(self.scene, Polygon(starts + directions * stops[:, None]))

    def centres(self, radius: float, whole: bool = True) -> BaseGeometry:
        """Return the centres of discs that lie wholly in range, or else with their closest point in range."""
        edge = radius if self._ruler.policy.from_edges else 0.0
        if self.in_the_open:
            return self._round(self.span + self.limit + (-edge if whole else edge))
        if whole:
            return self.points.buffer(-edge, quad_segs=_QUARTER)
        if self._walled:
            return shapely.union(self._star(edge), self._shadows.points.buffer(edge, quad_segs=_QUARTER))
        return self._star(edge)

    def touching(self, radius: float) -> BaseGeometry:
        """Return the centres of discs of which any point lies in range."""
        if self.in_the_open:
            return self._round(self.span + self.limit + radius)
        return self.points.buffer(radius, quad_segs=_QUARTER)


def between_levels(ruler: Ruler, origin: Disc, level: int | None) -> Ruler:
    """Return the ruler from an origin to a level, its own if none is given; raise `ValueError` when out of range."""
    found = ruler.between(origin.level, origin.level if level is None else level)
    if found is None:
        raise ValueError(f"level {level} is out of range of level {origin.level}: they are more than one apart")
    return found


def points_within(ruler: Ruler, origin: Disc, n: float, level: int | None = None) -> BaseGeometry:
    """Return all points in range `n` of the origin, in inches, on its level or on the one given."""
    return Reach(ruler, origin, n, level).points

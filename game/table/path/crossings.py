"""The exact stretches of straight legs and arcs that are inside a ground (a disc or a polygon) or near it."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from game.cached import cached_property
from game.table.path.path import Leg
from game.table.path.policy import TOUCHING, End, Ground, Shape
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import rings_of

Floats = NDArray[np.float64]
Stretch = tuple[float, float]
"""A part of a leg: its begin and end in inches from the start of the leg."""

# The number of edges beyond which arrays are faster than a loop.
_MANY = 64
# Stretches shorter than this (inches) are only rounding errors.
_SLIVER = 1e-9


class _Outline:
    """The outline of a polygon, computed once: its edges, as an array and as rows, and its convex corners."""

    def __init__(self, shape: shapely.Polygon) -> None:
        self.shape, self._rings = shape, rings_of(shape)
        rings = [np.asarray(ring) for ring in self._rings]
        self.edges: Floats = np.concatenate([np.hstack((ring[:-1], ring[1:])) for ring in rings])

    @cached_property
    def box(self) -> Bounds:
        """The box around it."""
        west, south, east, north = self.shape.bounds
        return west, south, east, north

    @cached_property
    def rows(self) -> list[list[float]]:
        """The edges as rows of numbers."""
        rows: list[list[float]] = self.edges.tolist()
        return rows

    @cached_property
    def both_sides(self) -> tuple[Floats, Floats]:
        """The starts and the normals of all edges, each twice (2 E, 2): once for each side of the edge."""
        step = self.edges[:, 2:] - self.edges[:, :2]
        normal = np.stack((step[:, 1], -step[:, 0]), axis=1) / np.hypot(step[:, 0], step[:, 1])[:, None]
        return np.concatenate((self.edges[:, :2], self.edges[:, :2])), np.concatenate((normal, normal))

    @cached_property
    def corners(self) -> list[tuple[float, float, float, float]]:
        """The convex corners: x, y, and the first bearing and angle (radians) of the arc swept by a disc round each."""
        corners = []
        for ring in self._rings:  # with the shape on their left, so that a turn to the left is a convex corner
            points = ring[:-1]
            bearings = [math.atan2(by - ay, bx - ax) for (ax, ay), (bx, by) in pairwise(ring)]
            for number, (x, y) in enumerate(points):
                first = bearings[number - 1]
                turn = math.remainder(bearings[number] - first, 2 * math.pi)
                if turn > 1e-9:
                    corners.append((x, y, first - math.pi / 2, turn))
        return corners


# Outlines by the id of their polygon. An outline keeps its polygon alive, so that no other gets the same id.
_OUTLINES: dict[int, _Outline] = {}
_MOST_OUTLINES = 4096


def edges_of(shape: shapely.Polygon) -> Floats:
    """Return the edges of a polygon (E, 4), with the shape on their left."""
    return _outline_of(shape).edges


def corners_of(shape: shapely.Polygon) -> list[tuple[float, float, float, float]]:
    """Return the corners round which a base can turn, as `corners` of an outline."""
    return _outline_of(shape).corners


def _outline_of(shape: shapely.Polygon) -> _Outline:
    """Return the outline of a polygon, from a cache."""
    outline = _OUTLINES.get(id(shape))
    if outline is None:
        if len(_OUTLINES) >= _MOST_OUTLINES:
            _OUTLINES.clear()
        outline = _OUTLINES[id(shape)] = _Outline(shape)
    return outline


def depths(shape: shapely.Polygon, x: Floats, y: Floats) -> Floats:
    """Return the inches from points to the outline of a polygon, negative inside; safe to call from several threads."""
    edges = edges_of(shape)
    ax, ay, bx, by = edges.T
    dx, dy = bx - ax, by - ay
    px, py = x[:, None] - ax, y[:, None] - ay
    shares = np.minimum(np.maximum((px * dx + py * dy) / (dx * dx + dy * dy), 0.0), 1.0)
    distances = np.sqrt(((px - shares * dx) ** 2 + (py - shares * dy) ** 2).min(axis=1))
    level_with_edge = (py >= 0.0) != (y[:, None] - by >= 0.0)
    on_its_right = (px * dy - py * dx) * np.where(dy > 0.0, 1.0, -1.0) < 0.0
    inside = (level_with_edge & on_its_right).sum(axis=1) % 2 == 1
    return np.asarray(np.where(inside, -distances, distances))


def distance(shape: Shape, x: float, y: float) -> float:
    """Return the inches from a point to the outline of a shape, negative inside."""
    if isinstance(shape, Disc):
        return math.hypot(x - shape.x, y - shape.y) - shape.radius
    outline = _outline_of(shape)
    if len(outline.edges) > _MANY:
        return float(depths(shape, np.array([x]), np.array([y]))[0])
    least, is_inside = math.inf, False
    for ax, ay, bx, by in outline.rows:
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        share = (px * dx + py * dy) / (dx * dx + dy * dy)
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        squared = (px - share * dx) ** 2 + (py - share * dy) ** 2
        if squared < least:
            least = squared
        if (py >= 0.0) is not (y - by >= 0.0) and (px * dy - py * dx < 0.0) is (dy > 0.0):
            is_inside = not is_inside
    return -math.sqrt(least) if is_inside else math.sqrt(least)


def _distances(shapes: Sequence[Shape], x: float, y: float) -> Iterator[float]:
    """Yield the inches from a point to shapes, including the nearest one; some that are farther are left out."""
    least = math.inf
    for shape in shapes:
        if not isinstance(shape, Disc) and least < math.inf:
            west, south, east, north = _outline_of(shape).box
            if max(west - x, x - east, south - y, y - north) >= least:
                continue
        inches = distance(shape, x, y)
        least = min(least, inches)
        yield inches


def misses_end(end: End, radius: float, x: float, y: float) -> float:
    """Return the inches by which a base at (x, y) breaks the rule for its end; at most 0 if it obeys the rule."""
    gap = min(_distances(end.shapes, x, y)) - radius
    return max(gap - end.most, end.least - gap)


def box_of_leg(leg: Leg) -> Bounds:
    """Return the bounding box of a leg."""
    (ax, ay), (bx, by) = leg.start, leg.end
    if leg.turn:
        if abs(leg.turn) > math.pi:
            (cx, cy), radius = leg.centre, leg.radius
            return cx - radius, cy - radius, cx + radius, cy + radius
        sagitta = leg.radius * (1.0 - math.cos(leg.turn / 2))
        return min(ax, bx) - sagitta, min(ay, by) - sagitta, max(ax, bx) + sagitta, max(ay, by) + sagitta
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def passes_by(leg: Leg, ground: Ground, near: float) -> bool:
    """Return whether a straight leg is farther than `near` inches from the disc around a ground's shape."""
    if leg.turn:
        return False
    (ax, ay), (bx, by), (x, y, radius) = leg.start, leg.end, ground.disc[:3]
    dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
    squared = dx * dx + dy * dy
    share = min(max((px * dx + py * dy) / squared, 0.0), 1.0) if squared else 0.0
    reach = radius + near
    return reach < 0.0 or (px - share * dx) ** 2 + (py - share * dy) ** 2 > reach * reach


def stretches_of(leg: Leg, ground: Ground, near: float) -> list[Stretch]:
    """Return the stretches of a leg that are nearer than `near` inches to a ground's shape."""
    if not ground.is_near(box_of_leg(leg), near) or passes_by(leg, ground, near):
        return []
    return stretches_in(leg, ground.shape, near)


def stretches_in(leg: Leg, shape: Shape, near: float) -> list[Stretch]:
    """Return the stretches of a leg that are nearer than `near` inches to a shape; tiny gaps in them are closed."""
    near -= TOUCHING
    if isinstance(shape, Disc):
        radius = shape.radius + near
        if radius <= 0.0:
            return []
        if not leg.turn:
            return _straight_in_disc(leg, shape, radius)
        marks = _at_rings(leg, np.array([[shape.x, shape.y]]), radius)
    else:
        edges = edges_of(shape)
        if not leg.turn and _misses_on_one_side(leg, edges, near):
            return []
        marks = np.concatenate((_at_rings(leg, edges[:, :2], near), _at_lines(leg, shape, near)))
    length = leg.inches
    marks = marks[(marks > 0.0) & (marks < length)]
    borders = np.array([0.0, *sorted({*marks.tolist()}), length])
    # Between two marks, the leg crosses no border, so the middle decides.
    inside = _are_nearer(shape, _points_along(leg, (borders[1:] + borders[:-1]) / 2), near)
    stretches: list[Stretch] = []
    for (low, high), is_in in zip(pairwise(borders.tolist()), inside):
        if not is_in:
            continue
        if stretches and low - stretches[-1][1] < _SLIVER:
            stretches[-1] = stretches[-1][0], high
        else:
            stretches.append((low, high))
    return stretches


def _misses_on_one_side(leg: Leg, edges: Floats, near: float) -> bool:
    """Return whether all corners of a polygon are on the same side of a straight leg's line, and not near it."""
    (ax, ay), (bx, by) = leg.start, leg.end
    dx, dy = bx - ax, by - ay
    side_of_corners = edges[:, 0] * dy - edges[:, 1] * dx
    side_of_leg, distance = ax * dy - ay * dx, (near + _SLIVER) * math.hypot(dx, dy)
    return bool(side_of_corners.min() - side_of_leg > distance or side_of_leg - side_of_corners.max() > distance)


def _straight_in_disc(leg: Leg, disc: Disc, radius: float) -> list[Stretch]:
    """Return the stretch of a straight leg that is nearer than `radius` to the centre of a disc."""
    (ax, ay), length = leg.start, leg.chord
    if length == 0.0:
        return []
    ux, uy = (leg.end.x - ax) / length, (leg.end.y - ay) / length
    dx, dy = disc.x - ax, disc.y - ay
    foot, aside = dx * ux + dy * uy, dx * uy - dy * ux
    squared_half = radius * radius - aside * aside
    if squared_half <= 0.0:
        return []
    half = math.sqrt(squared_half)
    low, high = max(foot - half, 0.0), min(foot + half, length)
    return [(low, high)] if high - low >= _SLIVER else []


def _points_along(leg: Leg, inches: Floats) -> Floats:
    """Return the points (N, 2) of a leg at some inches from its start."""
    (ax, ay), (bx, by), length = leg.start, leg.end, leg.inches
    if not leg.turn:
        share = inches / length if length else np.zeros_like(inches)
        return np.stack((ax + (bx - ax) * share, ay + (by - ay) * share), axis=1)
    cx, cy = leg.centre
    first = math.atan2(ay - cy, ax - cx)
    bearings = first + leg.turn * inches / length
    return np.stack((cx + leg.radius * np.cos(bearings), cy + leg.radius * np.sin(bearings)), axis=1)


def _are_nearer(shape: Shape, points: Floats, near: float) -> list[bool]:
    """Return which points are nearer than `near` inches to a shape."""
    if isinstance(shape, Disc):
        return list((np.hypot(points[:, 0] - shape.x, points[:, 1] - shape.y) - shape.radius < near).tolist())
    return list((depths(shape, points[:, 0], points[:, 1]) < near).tolist())


def _at_rings(leg: Leg, centres: Floats, radius: float) -> Floats:
    """Return the inches along a leg at which it may cross the rims of discs of the same radius."""
    if radius <= 0.0:
        return np.zeros(0)
    (ax, ay), length = leg.start, leg.inches
    if not leg.turn:
        ux, uy = (leg.end.x - ax) / length, (leg.end.y - ay) / length
        dx, dy = centres[:, 0] - ax, centres[:, 1] - ay
        foot, aside = dx * ux + dy * uy, dx * uy - dy * ux
        squared_half = radius * radius - aside * aside
        half = np.sqrt(squared_half[squared_half > 0.0])
        return np.concatenate((foot[squared_half > 0.0] - half, foot[squared_half > 0.0] + half))
    (cx, cy), leg_radius = leg.centre, leg.radius
    dx, dy = centres[:, 0] - cx, centres[:, 1] - cy
    distance = np.maximum(np.hypot(dx, dy), 1e-12)
    cosine = (distance * distance + leg_radius * leg_radius - radius * radius) / (2 * distance * leg_radius)
    crosses = np.abs(cosine) < 1.0
    return _along_arc(leg, np.arctan2(dy, dx)[crosses], np.arccos(cosine[crosses]))


def _at_lines(leg: Leg, shape: shapely.Polygon, inches: float) -> Floats:
    """Return the inches along a leg at which it may cross lines parallel to a polygon's edges, on both sides."""
    (ax, ay), length = leg.start, leg.inches
    corner, normal = _outline_of(shape).both_sides
    sides = np.full(len(corner), inches)
    sides[len(corner) // 2 :] = -inches
    if not leg.turn:
        ux, uy = (leg.end.x - ax) / length, (leg.end.y - ay) / length
        rate = normal[:, 0] * ux + normal[:, 1] * uy
        height = (ax - corner[:, 0]) * normal[:, 0] + (ay - corner[:, 1]) * normal[:, 1]
        crossed = np.abs(rate) > 1e-12
        return np.asarray((sides - height)[crossed] / rate[crossed])
    (cx, cy), leg_radius = leg.centre, leg.radius
    height = (cx - corner[:, 0]) * normal[:, 0] + (cy - corner[:, 1]) * normal[:, 1]
    cosine = (sides - height) / leg_radius
    crosses = np.abs(cosine) < 1.0
    return _along_arc(leg, np.arctan2(normal[crosses, 1], normal[crosses, 0]), np.arccos(cosine[crosses]))


def _along_arc(leg: Leg, middles: Floats, halves: Floats) -> Floats:
    """Return the inches along an arc at which it passes the bearings `middles` plus and minus `halves`."""
    cx, cy = leg.centre
    first = math.atan2(leg.start.y - cy, leg.start.x - cx)
    bearings = np.concatenate((middles - halves, middles + halves))
    turned = (bearings - first) * math.copysign(1.0, leg.turn)
    return np.asarray(np.remainder(turned, 2 * math.pi) * leg.radius)

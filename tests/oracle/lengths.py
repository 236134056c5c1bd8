"""How many inches of a segment lie inside polygons, counted twice: by even-odd intervals and by dense sampling.

Plain numbers and numpy only; nothing here knows the program under test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

SIDESTEP = 1e-9
"""Sideways shift, inches, that tells a line along an edge from a line through the interior."""


@dataclass(frozen=True, eq=False)
class Polygon:
    """A polygon with holes: rings of corners, the outline first, in either turning sense, not closed."""

    rings: tuple[Floats, ...]

    @staticmethod
    def of(outline: Sequence[Sequence[float]], holes: Sequence[Sequence[Sequence[float]]] = ()) -> Polygon:
        """Build a polygon from lists of corners in inches."""
        return Polygon(tuple(np.asarray(ring, dtype=np.float64) for ring in (outline, *holes)))

    @cached_property
    def corners(self) -> Floats:
        """All corners, holes included, shape (n, 2)."""
        return np.concatenate(self.rings)

    @cached_property
    def edges(self) -> tuple[Floats, Floats]:
        """Edge starts and ends, shape (n, 2) each."""
        return self.corners, np.concatenate([np.roll(ring, -1, axis=0) for ring in self.rings])

    @cached_property
    def box(self) -> tuple[Floats, Floats]:
        """The south-western and the north-eastern corner of the bounding box."""
        return self.rings[0].min(axis=0), self.rings[0].max(axis=0)

    @cached_property
    def _slanted(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Starts and ends of the edges that do not run due east or west: ax, ay, bx, by, shape (1, edges) each."""
        starts, ends = self.edges
        kept = np.concatenate([starts, ends], axis=1)[starts[:, 1] != ends[:, 1]]
        ax, ay, bx, by = kept.T[:, None, :]
        return ax, ay, bx, by

    def contains(self, points: Floats) -> Bools:
        """Even-odd verdict for points of shape (n, 2), by counting edges east of each."""
        if len(points) > 1024:  # as many as a processor keeps at hand
            parts = np.array_split(points, len(points) // 1024 + 1)
            return np.concatenate([self.contains(part) for part in parts])
        ax, ay, bx, by = self._slanted
        x, y = points[:, :1], points[:, 1:]
        straddles = (ay > y) != (by > y)
        east = ax + (y - ay) * (bx - ax) / (by - ay) > x
        return np.asarray(np.logical_xor.reduce(straddles & east, axis=1))

    def distance(self, points: Floats) -> Floats:
        """Inches from each point to the polygon, 0 inside, shape (n,)."""
        away = np.linalg.norm(self.closest(points) - points, axis=1)
        return np.where(self.contains(points), 0.0, away)

    def closest(self, points: Floats) -> Floats:
        """The nearest point of the boundary to each point, shape (n, 2)."""
        starts, ends = self.edges
        along = ends - starts
        offset = points[:, None, :] - starts[None]
        share = np.clip((offset * along).sum(axis=2) / (along * along).sum(axis=1), 0.0, 1.0)
        feet = starts + share[:, :, None] * along
        best = ((feet - points[:, None, :]) ** 2).sum(axis=2).argmin(axis=1)
        return np.asarray(feet[np.arange(len(points)), best])


def _intervals(starts: Floats, ends: Floats, polygon: Polygon) -> tuple[Floats, Floats]:
    """Parameters (0..1 along each segment) of entering and of leaving one polygon, shape (segments, pairs) each."""
    direction = ends - starts
    square = np.maximum((direction * direction).sum(axis=1), 1e-300)
    crossings = []
    for ring in polygon.rings:
        offset = ring[None] - starts[:, None, :]
        side = direction[:, None, 0] * offset[:, :, 1] - direction[:, None, 1] * offset[:, :, 0]
        ahead = (offset * direction[:, None, :]).sum(axis=2) / square[:, None]
        next_side, next_ahead = (np.concatenate([of[:, 1:], of[:, :1]], axis=1) for of in (side, ahead))
        crosses = (side > 0) != (next_side > 0)
        share = side / np.where(crosses, side - next_side, 1.0)
        crossings.append(np.where(crosses, ahead + share * (next_ahead - ahead), np.inf))
    ordered = np.sort(np.concatenate(crossings, axis=1), axis=1)
    if ordered.shape[1] % 2:
        ordered = np.concatenate([ordered, np.full((len(starts), 1), np.inf)], axis=1)
    ordered = np.clip(ordered, 0.0, 1.0)
    return ordered[:, 0::2], ordered[:, 1::2]


def _touching(starts: Floats, ends: Floats, polygons: Sequence[Polygon]) -> list[Polygon]:
    """Those polygons whose bounding box meets the box of all segments."""
    low = np.minimum(starts.min(axis=0), ends.min(axis=0))
    high = np.maximum(starts.max(axis=0), ends.max(axis=0))
    return [p for p in polygons if (p.box[1] >= low).all() and (p.box[0] <= high).all()]


def inches_inside(starts: Floats, ends: Floats, polygons: Sequence[Polygon]) -> Floats:
    """Inches of each segment inside the union of the polygons; overlaps count once. Shape (segments,)."""
    near = _touching(starts, ends, polygons) if len(starts) else []
    if not near:
        return np.zeros(len(starts))
    if len(starts) > 4096:
        half = len(starts) // 2
        parts = [inches_inside(starts[part], ends[part], near) for part in (slice(half), slice(half, None))]
        return np.concatenate(parts)
    pairs = [_intervals(starts, ends, polygon) for polygon in near]
    enter = np.concatenate([pair[0] for pair in pairs], axis=1)
    leave = np.concatenate([pair[1] for pair in pairs], axis=1)
    order = np.argsort(enter, axis=1)
    enter, leave = np.take_along_axis(enter, order, axis=1), np.take_along_axis(leave, order, axis=1)
    reached = np.maximum.accumulate(leave, axis=1)
    already = np.concatenate([np.zeros((len(starts), 1)), reached[:, :-1]], axis=1)
    covered = np.clip(leave - np.maximum(enter, already), 0.0, None).sum(axis=1)
    return np.asarray(covered * np.linalg.norm(ends - starts, axis=1))


def inches_inside_sampled(start: Floats, end: Floats, polygons: Sequence[Polygon], samples: int = 20_000) -> float:
    """The same for one segment by asking many points; error about crossings x length / samples."""
    share = (np.arange(samples) + 0.5) / samples
    points = start + share[:, None] * (end - start)
    inside = np.zeros(samples, dtype=np.bool_)
    for polygon in polygons:
        inside |= polygon.contains(points)
    return float(inside.mean() * np.linalg.norm(end - start))


def sideways(starts: Floats, ends: Floats) -> Floats:
    """Unit vectors to the left of each segment (zero for a segment without length), shape (segments, 2)."""
    direction = ends - starts
    length = np.linalg.norm(direction, axis=1, keepdims=True)
    unit = np.divide(direction, length, out=np.zeros_like(direction), where=length > 0)
    return np.stack([-unit[:, 1], unit[:, 0]], axis=1)


def inches_through(starts: Floats, ends: Floats, walls: Sequence[Polygon]) -> Floats:
    """Inches of each segment in the interior of walls; sliding along a face or past a corner is none."""
    if not len(starts):
        return np.zeros(0)
    shift = SIDESTEP * sideways(starts, ends)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    total = np.zeros(len(starts))
    for wall in walls:
        west_south, east_north = wall.box
        near = np.flatnonzero((high >= west_south).all(axis=1) & (low <= east_north).all(axis=1))
        if not len(near):
            continue
        begin, end, aside = starts[near], ends[near], shift[near]
        left = inches_inside(begin + aside, end + aside, [wall])
        total[near] += np.minimum(left, inches_inside(begin - aside, end - aside, [wall]))
    return total

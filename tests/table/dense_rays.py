"""Sight of bodies by brute force, without any code of the table's: rays as dense rows of points, tried one by one."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

STEP = 0.02
"""Inches between two points of a ray, at most, and by which blockers are grown or shrunk."""


class Column(NamedTuple):
    """What stops rays: a plan drawn as a polygon, or a disc (x, y, radius), between two heights."""

    plan: BaseGeometry | tuple[float, float, float]
    base: float
    top: float

    def holds(self, points: np.ndarray, grown: float) -> np.ndarray:
        """Which points, (N, 3), are in it, made larger by some inches."""
        x, y, z = points.T
        between = (z > self.base - grown) & (z < self.top + grown)
        if isinstance(self.plan, tuple):
            cx, cy, radius = self.plan
            return np.asarray(between & (np.hypot(x - cx, y - cy) < radius + grown))
        plan = self.plan.buffer(grown, join_style="mitre")
        shapely.prepare(plan)
        return np.asarray(between & shapely.contains_xy(plan, x, y))


class Traced(NamedTuple):
    """A ray: which columns certainly stop it, which may; and how far along the first ones do, in inches."""

    surely: frozenset[int]
    perhaps: frozenset[int]
    entries: dict[int, float]


def traced(eye: Sequence[float], spot: Sequence[float], columns: Sequence[Column]) -> Traced:
    """Follow a ray through columns. Whatever it enters by more than a step shows; what it only nears may show."""
    length = math.dist(eye, spot)
    steps = np.linspace(0.0, 1.0, max(2, math.ceil(length / STEP) + 1))[:, None]
    points = np.asarray(eye) + (np.asarray(spot) - np.asarray(eye)) * steps
    surely, perhaps, entries = set(), set(), {}
    for number, column in enumerate(columns):
        if column.holds(points, STEP).any():
            perhaps.add(number)
            inside = np.flatnonzero(column.holds(points, -1e-6))
            if inside.size:
                surely.add(number)
                entries[number] = float(inside[0]) * length / (len(points) - 1)
    return Traced(frozenset(surely), frozenset(perhaps), entries)


def silhouette(
    eye: Sequence[float], centre: Sequence[float], radius: float, heights: tuple[float, float], shares: Sequence[float]
) -> list[tuple[float, float, float]]:
    """The spots of an upright rectangle through a body, square to the line from the eye, row by row."""
    bearing = math.atan2(centre[1] - eye[1], centre[0] - eye[0]) + math.pi / 2
    low, high = heights
    return [
        (centre[0] + radius * s * math.cos(bearing), centre[1] + radius * s * math.sin(bearing), low + (high - low) * r)
        for r in (0.125, 0.375, 0.625, 0.875)
        for s in shares
    ]

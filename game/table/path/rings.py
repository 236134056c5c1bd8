"""Rings round obstacles, as arrays, and guides along which a path slides if it must lead outward."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
# Inches by which guides are smaller than the rings that they touch, so that a tangent connects the two.
_INSIDE = 2e-5
_MOST_LOST = 1e-4
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Rings:
    """The rings round which a taut path bends: centre, radius, and the bearings of the rim, `low` to `low + width`.

    Rings of radius 0 are points at which a path may bend. `blocks`: no path may lead through the ring.
    """

    x: Floats
    y: Floats
    radius: Floats
    low: Floats
    width: Floats
    blocks: Bools

    def __len__(self) -> int:
        return len(self.x)

    def subset(self, mask: Bools) -> Rings:
        """Return the rings selected by a mask."""
        return Rings(*(getattr(self, name)[mask] for name in ("x", "y", "radius", "low", "width", "blocks")))

    def joined(self, more: Rings) -> Rings:
        """Return these rings followed by more rings."""
        names = ("x", "y", "radius", "low", "width", "blocks")
        return Rings(*(np.concatenate((getattr(self, name), getattr(more, name))) for name in names))

    def with_points(self, points: Floats) -> Rings:
        """Return these rings followed by points."""
        none, whole = np.zeros(len(points)), np.full(len(points), 2 * math.pi)
        return self.joined(Rings(points[:, 0], points[:, 1], none, none, whole, none > 0.0))


def on_rim(x: Floats | float, y: Floats | float, radius: Floats | float, bearing: Floats) -> Floats:
    """Return the points (…, 2) of rims at some bearings from their centres."""
    return np.stack((x + radius * np.cos(bearing), y + radius * np.sin(bearing)), axis=-1)


def rings_from(rows: list[tuple[float, float, float, float, float, bool]]) -> Rings:
    """Return rings from rows of x, y, radius, low, width, blocks."""
    table = np.array(rows, dtype=np.float64).reshape(len(rows), 6)
    x, y, radius, low, width, blocks = table.T
    return Rings(x, y, radius, low, width, blocks > 0.0)


def with_guides(rings: Rings, points: Points, starts: Floats, reach: float) -> Rings:
    """Return the rings, and guides: rings round each point, through the starts and beside every ring.

    Guides do not block paths.
    """
    for px, py in points:
        through = np.hypot(starts[:, 0] - px, starts[:, 1] - py)
        beside = np.hypot(rings.x - px, rings.y - py) + rings.radius
        solid = rings.radius > 0.0
        radius = np.concatenate((through, beside[solid])) - _INSIDE
        radius = np.unique(radius[(radius > 1e-3) & (radius <= through.max() + reach)])
        none = np.zeros(len(radius))
        guides = none + px, none + py, radius, none, none + 2 * math.pi, none > 0.0
        rings = rings.joined(Rings(*guides))
    return rings


def outward_breaks(rings: Rings, points: Points) -> tuple[Ints, Floats]:
    """Return ring numbers and the bearings at which rims change between leading away from points and towards them."""
    number, bearing = [np.zeros(0, dtype=np.intp)], [np.zeros(0)]
    for px, py in points:
        far = np.hypot(rings.x - px, rings.y - py)
        at = np.flatnonzero((rings.radius > 0.0) & (far > 1e-9))
        straight = np.arctan2(rings.y[at] - py, rings.x[at] - px)
        number += [at, at]
        bearing += [straight, straight + math.pi]
    return np.concatenate(number), np.concatenate(bearing)


def runs_outward(starts: Floats, ends: Floats, points: Points) -> Bools:
    """Return which straight runs never come nearer to any point than at their beginning."""
    good = np.ones(len(starts), dtype=bool)
    step = ends - starts
    squared = np.maximum((step * step).sum(axis=1), 1e-18)
    for px, py in points:
        off = starts - (px, py)
        share = np.clip(-(off * step).sum(axis=1) / squared, 0.0, 1.0)
        nearest = np.hypot(*(off + step * share[:, None]).T)
        good &= np.hypot(*off.T) - nearest <= _MOST_LOST
    return good


def rims_outward(rings: Rings, ring: Ints, bearing: Floats, sense: Floats, points: Points) -> Bools:
    """Return on which rims a path leads outward if it goes on from a bearing in a sense."""
    good = np.ones(len(ring), dtype=bool)
    for px, py in points:
        far = np.hypot(rings.x[ring] - px, rings.y[ring] - py)
        away = np.arctan2(rings.y[ring] - py, rings.x[ring] - px)
        # The distance changes with minus the sine of the angle between the two bearings.
        good &= (far < 1e-9) | (rings.radius[ring] == 0.0) | (-np.sin(bearing - away) * sense >= -1e-6)
    return good

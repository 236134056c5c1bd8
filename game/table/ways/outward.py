"""Ways that never come nearer to some points: guides to slide along, and which runs and rims lead outward."""

import math
from collections.abc import Sequence

import numpy as np

from game.table.ways.rings import Bools, Floats, Ints, Rings

# Guides are this much smaller (inches) than what they touch, so that a tangent leads from one to the other.
_INSIDE = 2e-5
_MOST_LOST = 1e-4
Points = Sequence[tuple[float, float]]


def with_guides(rings: Rings, points: Points, starts: Floats, reach: float) -> Rings:
    """Return the rings, and rings around each point to slide along: through the starts and beside every ring.

    Guides are in nobody's way.
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


def breaks(rings: Rings, points: Points) -> tuple[Ints, Floats]:
    """Return the bearings at which rims turn from leading outward to leading back: rings by number, and bearings."""
    number, bearing = [np.zeros(0, dtype=np.intp)], [np.zeros(0)]
    for px, py in points:
        far = np.hypot(rings.x - px, rings.y - py)
        at = np.flatnonzero((rings.radius > 0.0) & (far > 1e-9))
        straight = np.arctan2(rings.y[at] - py, rings.x[at] - px)
        number += [at, at]
        bearing += [straight, straight + math.pi]
    return np.concatenate(number), np.concatenate(bearing)


def runs_outward(starts: Floats, ends: Floats, points: Points) -> Bools:
    """Return which straight runs never come nearer to any of the points than where they begin."""
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
    """Return on which rims it leads outward to go on from bearings in a sense."""
    good = np.ones(len(ring), dtype=bool)
    for px, py in points:
        far = np.hypot(rings.x[ring] - px, rings.y[ring] - py)
        away = np.arctan2(rings.y[ring] - py, rings.x[ring] - px)
        # The distance changes with minus the sine of what lies between the two bearings.
        good &= (far < 1e-9) | (rings.radius[ring] == 0.0) | (-np.sin(bearing - away) * sense >= -1e-6)
    return good

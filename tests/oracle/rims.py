"""How far two bases are apart, by dense rows of points on their rims that close in on the nearest pair.

Plain numbers and numpy only; nothing here knows the program under test. A base is a row of numbers: x, y, length,
width, the bearing of its length in radians, and 1 for an oval, 0 for a rectangle. Many pairs are asked at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

COARSE = 64
"""Points of a rim at first; corners of rectangles are among them."""
WINDOW = np.linspace(-2.5, 2.5, 11)
WIDE = np.linspace(-6.0, 6.0, 25)
"""Of two rims that nearly touch, the points of a row that are nearest may be some steps from the nearest spot."""
ROUNDS = 9


def rims(bases: Floats, shares: Floats) -> Floats:
    """Return the points of rims (n, k, 2) at shares (n, k) of the way round."""
    turn = shares % 1.0 * math.tau
    round_x, round_y = np.cos(turn), np.sin(turn)
    corner = shares % 1.0 * 4.0
    side, along = np.floor(corner), corner % 1.0 * 2.0 - 1.0
    flat_x = np.select([side == 0, side == 1, side == 2], [np.ones_like(along), -along, -np.ones_like(along)], along)
    flat_y = np.select([side == 0, side == 1, side == 2], [along, np.ones_like(along), -along], -np.ones_like(along))
    x, y, length, width, bearing, oval = (column[:, None] for column in bases.T)
    ahead = np.where(oval > 0, round_x, flat_x) * length / 2
    aside = np.where(oval > 0, round_y, flat_y) * width / 2
    cos, sin = np.cos(bearing), np.sin(bearing)
    return np.stack((x + ahead * cos - aside * sin, y + ahead * sin + aside * cos), axis=-1)


def inside(bases: Floats, points: Floats) -> Bools:
    """Return which points (n, k, 2) are in their base."""
    x, y, length, width, bearing, oval = (column[:, None] for column in bases.T)
    dx, dy = points[..., 0] - x, points[..., 1] - y
    cos, sin = np.cos(bearing), np.sin(bearing)
    ahead, aside = (dx * cos + dy * sin) / (length / 2), (dy * cos - dx * sin) / (width / 2)
    result: Bools = np.where(oval > 0, ahead * ahead + aside * aside <= 1, np.maximum(abs(ahead), abs(aside)) <= 1)
    return result


def distances(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """Return the least distance of the rims of each pair, and the nearest points (n, 2, 2)."""
    start = np.arange(COARSE) / COARSE
    best = np.zeros((len(one), 2))
    step, window = 1.0 / COARSE, start
    for attempt in range(ROUNDS + 1):
        shares = [best[:, at, None] + window[None, :] for at in (0, 1)]
        a, b = rims(one, shares[0]), rims(other, shares[1])
        square = (a[:, :, None, 0] - b[:, None, :, 0]) ** 2 + (a[:, :, None, 1] - b[:, None, :, 1]) ** 2
        flat = square.reshape(len(one), -1).argmin(axis=1)
        rows = np.arange(len(one))
        best = np.column_stack((shares[0][rows, flat // len(window)], shares[1][rows, flat % len(window)]))
        if attempt:
            step /= 3.0
        window = WIDE * step
    ends = np.stack((rims(one, best[:, :1])[:, 0], rims(other, best[:, 1:])[:, 0]), axis=1)
    return np.hypot(*(ends[:, 0] - ends[:, 1]).T), ends


def overlaps(one: Floats, other: Floats, points: int = 720) -> Bools:
    """Return which pairs overlap: a point of a rim, or the centre, of one is in the other."""
    shares = np.broadcast_to(np.arange(points) / points, (len(one), points))
    found = inside(other, rims(one, shares)).any(axis=1) | inside(one, rims(other, shares)).any(axis=1)
    return found | inside(other, one[:, None, :2])[:, 0] | inside(one, other[:, None, :2])[:, 0]


def least_shift(one: Floats, other: Floats, points: int = 720) -> Floats:
    """Return the least shift that parts each pair, over directions that close in on the best; too great by a hair."""
    shares = np.arange(points)[None, :] / points

    def shift(a: Floats, b: Floats, bearings: Floats) -> Floats:
        ways = np.stack((np.cos(bearings), np.sin(bearings)))
        return np.asarray((rims(a[None], shares)[0] @ ways).max(axis=0) - (rims(b[None], shares)[0] @ ways).min(axis=0))

    found = []
    for a, b in zip(one, other):
        step, bearings = math.tau / 360, np.arange(360) / 360 * math.tau
        shifts = shift(a, b, bearings)
        for _round in range(10):
            bearings, step = bearings[shifts.argmin()] + WINDOW * step, step / 2.5
            shifts = shift(a, b, bearings)
        found.append(shifts.min())
    return np.array(found)


def farthest(one: Floats, other: Floats) -> Floats:
    """Return how far the farthest point of the first rim is from the other base, 0 if the first is in the other."""

    def away(shares: Floats) -> Floats:
        points = rims(one, shares)
        return np.asarray(np.where(inside(other, points), 0.0, _from_points(points, other)))

    return _closing_in(len(one), lambda shares: -away(shares)) * -1.0


def _from_points(points: Floats, bases: Floats) -> Floats:
    """Return the least distances (n, k) of points (n, k, 2) from the rims of bases."""
    spread, spots = np.repeat(bases, points.shape[1], axis=0), points.reshape(-1, 1, 2)
    square = _closing_in(len(spread), lambda shares: ((rims(spread, shares) - spots) ** 2).sum(axis=-1))
    return np.sqrt(square).reshape(points.shape[:2])


def _closing_in(count: int, value: Callable[[Floats], Floats]) -> Floats:
    """Return the least value of shares (n, k) in each row, closing in on the best share."""
    rows, step = np.arange(count), 1.0 / COARSE
    shares = np.broadcast_to(np.arange(COARSE) / COARSE, (count, COARSE))
    values = value(shares)
    for _round in range(6):
        shares, step = shares[rows, values.argmin(axis=1)][:, None] + WINDOW * step, step / 2.5
        values = value(shares)
    return np.asarray(values.min(axis=1))


def random_bases(rng: np.random.Generator, count: int, around: Floats, far: float) -> Floats:
    """Return bases of the usual sizes, in hundredths of a degree, up to `far` inches from some spots (n, 2)."""
    millimetres = np.array([(60, 35), (75, 42), (90, 52), (105, 70), (120, 92), (150, 95), (170, 105), (40, 40)])
    sizes = millimetres[rng.integers(0, len(millimetres), count)] / 25.4
    spots = np.round(around + rng.uniform(-far, far, (count, 2)), 4)
    facings = rng.integers(0, 36_000, count) / 100 * math.pi / 180
    return np.column_stack((spots, sizes, facings, rng.integers(0, 4, count) > 0))

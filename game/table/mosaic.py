"""Squares that together hold every legal centre of a region: the quick answer to where to look, and whether at all.

A sieve says of squares whether one may hold a centre that a condition allows. What is left is cut smaller and sifted
again, so that where nothing is legal no square is left long before any outline is worked out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.table.compiling import compilable
from game.table.lattice import Position, snapped
from game.table.shapes import Bounds
from game.table.terrain.area import Floats, box_about

Sieve = Callable[[Floats, float], NDArray[np.bool_]]
"""Says of rounds by their middles, (S, 2), and radius which may hold an allowed centre: False is certain, or where
impassable barricades are about as certain as an outline."""

ACROSS = 12
THIN = 1 / 16
SPARE = 1e-9
# What an outline may be off by, and what rounding may move a spot on a square's rim by, in inches.
OUTLINE_ERROR = 0.006
_ROUNDING = 1e-4
_QUARTERS = np.array([(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)])


class Mosaic(NamedTuple):
    """Squares of one size by their middles, (S, 2), in inches."""

    middles: Floats
    side: float

    @property
    def is_empty(self) -> bool:
        """Whether no square is left."""
        return len(self.middles) == 0

    @property
    def around(self) -> float:
        """Inches from a square's middle to its corners, and a hair more."""
        return self.side * math.sqrt(0.5) + _ROUNDING

    @property
    def bounds(self) -> Bounds:
        """The box about all squares, of which there must be one."""
        x0, y0, x1, y1 = box_about(self.middles)
        half = self.side / 2
        return x0 - half, y0 - half, x1 + half, y1 + half

    def sifted(self, sieves: Sequence[Sieve]) -> Mosaic:
        """Return the squares that every sieve keeps."""
        middles = self.middles
        for sieve in sieves:
            if len(middles) == 0:
                break
            middles = middles.compress(sieve(middles, self.around), axis=0)
        return Mosaic(middles, self.side)

    def finer(self, sieves: Sequence[Sieve], most: int, smallest: float) -> Mosaic:
        """Return what is left when squares are cut in four and sifted again, while no more than so many are larger."""
        mosaic = self
        while 0 < len(mosaic.middles) <= most and mosaic.side > smallest:
            mosaic = mosaic.cut().sifted(sieves)
        return mosaic

    def cut(self) -> Mosaic:
        """Return four squares for each."""
        return Mosaic((self.middles[:, None, :] + _QUARTERS * self.side).reshape(-1, 2), self.side / 2)

    def draws(self, rng: random.Random, tries: int) -> Iterator[Position]:
        """Yield so many spots drawn evenly from the squares, none if there are none."""
        if self.is_empty:
            return
        shares = np.frombuffer(rng.randbytes(12 * tries), dtype="<u4").reshape(-1, 3) / 2.0**32
        square = (shares[:, 0] * len(self.middles)).astype(np.intp)
        spots = self.middles[square] + (shares[:, 1:] - 0.5) * self.side
        yield from map(Position._make, snapped(spots).tolist())


@compilable
def covering(box: Bounds) -> Mosaic:
    """Return squares that cover a box."""
    x0, y0, x1, y1 = box
    side = max(x1 - x0, y1 - y0, THIN) / ACROSS
    columns, rows = (max(math.ceil(inches / side - SPARE), 1) for inches in (x1 - x0, y1 - y0))
    # In the middle, so that what hangs over does so evenly.
    xs = (x0 + x1 - side * (columns - 1)) / 2 + side * np.arange(columns)
    ys = (y0 + y1 - side * (rows - 1)) / 2 + side * np.arange(rows)
    return Mosaic(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2), side)


@compilable
def not_deep_in(middles: Floats, around: float, lines: Floats) -> NDArray[np.bool_]:
    """Return which of some rounds, (S, 2), lie not wholly within so many inches of any straight line.

    A line, (L, 5), is told by its ends, which may be one, and the inches.
    """
    px, py = middles[:, :1] - lines[:, 0], middles[:, 1:] - lines[:, 1]
    ex, ey = lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]
    square = ex * ex + ey * ey
    share = np.minimum(np.maximum((px * ex + py * ey) / np.where(square > 0.0, square, 1.0), 0.0), 1.0)
    dx, dy = px - share * ex, py - share * ey
    deep = np.maximum(lines[:, 4] - around, 0.0)
    return np.asarray((dx * dx + dy * dy >= deep * deep).all(axis=1))


@compilable
def meets(middles: Floats, around: float, corners: Floats, following: Floats, *, inside: bool) -> NDArray[np.bool_]:
    """Return which of some rounds, (S, 2), lie partly in a shape bounded by E directed edges, or partly outside of it.

    `corners`, `following`: (E, 2) each, whole rings.
    """
    px, py = middles[:, :1] - corners[:, 0], middles[:, 1:] - corners[:, 1]
    ex, ey = following[:, 0] - corners[:, 0], following[:, 1] - corners[:, 1]
    square = ex * ex + ey * ey
    share = np.minimum(np.maximum((px * ex + py * ey) / np.where(square > 0.0, square, 1.0), 0.0), 1.0)
    dx, dy = px - share * ex, py - share * ey
    near = (dx * dx + dy * dy <= around * around).any(axis=1)
    # An edge that passes a level line to the right of the spot takes it in or out.
    level = (py < 0.0) != (py - ey < 0.0)
    right = (px * ey < py * ex) == (ey > 0.0)
    return np.asarray(near | (((level & right).sum(axis=1) % 2 == 1) == inside))


def within_shape(shape: BaseGeometry) -> Sieve:
    """Return a sieve that keeps what meets a shape."""
    shapely.prepare(shape)
    return lambda middles, around: np.asarray(
        shapely.dwithin(shape, shapely.points(middles), around + OUTLINE_ERROR), dtype=bool
    )


def without_shape(shape: BaseGeometry) -> Sieve:
    """Return a sieve that keeps what does not lie in a shape."""
    shapely.prepare(shape)
    rim = shapely.boundary(shape)
    shapely.prepare(rim)

    def kept(middles: Floats, around: float) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = ~shapely.contains_xy(shape, middles)
        inside = np.flatnonzero(~mask)
        mask[inside] = shapely.dwithin(rim, shapely.points(middles[inside]), around + OUTLINE_ERROR)
        return mask

    return kept

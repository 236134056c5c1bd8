"""Kernels about squares: what covers a box, and which of them a simple shape leaves."""

import math

import numpy as np
from numpy.typing import NDArray

from game.table import mosaic as simple
from game.table.compiling import stands_in_for
from game.table.kernels.jit import kernel
from game.table.mosaic import ACROSS, SPARE, THIN, Mosaic
from game.table.shapes import Bounds
from game.table.terrain.area import Floats

Flags = NDArray[np.bool_]


@kernel("(f8[:, :], f8, f8[:, :])")
def _not_deep_in(middles: Floats, around: float, lines: Floats) -> Flags:
    kept = np.ones(len(middles), np.bool_)
    for line in range(len(lines)):
        deep = lines[line, 4] - around
        if deep <= 0.0:
            continue
        ex, ey = lines[line, 2] - lines[line, 0], lines[line, 3] - lines[line, 1]
        square = ex * ex + ey * ey
        for spot in range(len(middles)):
            dx, dy = middles[spot, 0] - lines[line, 0], middles[spot, 1] - lines[line, 1]
            if square > 0.0:
                share = min(max((dx * ex + dy * ey) / square, 0.0), 1.0)
                dx, dy = dx - share * ex, dy - share * ey
            if dx * dx + dy * dy < deep * deep:
                kept[spot] = False
    return kept


@kernel("(f8[:, :], f8, f8[:, :], f8[:, :], b1)")
def _meets(middles: Floats, around: float, corners: Floats, following: Floats, inside: bool) -> Flags:
    found = np.zeros(len(middles), np.bool_)
    for spot in range(len(middles)):
        odd = False
        for edge in range(len(corners)):
            px, py = middles[spot, 0] - corners[edge, 0], middles[spot, 1] - corners[edge, 1]
            ex, ey = following[edge, 0] - corners[edge, 0], following[edge, 1] - corners[edge, 1]
            square = ex * ex + ey * ey
            share = min(max((px * ex + py * ey) / (square if square > 0.0 else 1.0), 0.0), 1.0)
            dx, dy = px - share * ex, py - share * ey
            if dx * dx + dy * dy <= around * around:
                found[spot] = True
                break
            if (py < 0.0) != (py - ey < 0.0) and (px * ey < py * ex) == (ey > 0.0):
                odd = not odd
        found[spot] = found[spot] or odd == inside
    return found


@stands_in_for(simple.meets)
def meets(middles: Floats, around: float, corners: Floats, following: Floats, *, inside: bool) -> Flags:
    """Do the work of `mosaic.meets`."""
    return _meets(middles, around, corners, following, inside)


@kernel("(f8, f8, f8, f8)")
def _covering(x0: float, y0: float, x1: float, y1: float) -> tuple[Floats, float]:
    side = max(x1 - x0, y1 - y0, THIN) / ACROSS
    columns = max(math.ceil((x1 - x0) / side - SPARE), 1)
    rows = max(math.ceil((y1 - y0) / side - SPARE), 1)
    west, south = (x0 + x1 - side * (columns - 1)) / 2, (y0 + y1 - side * (rows - 1)) / 2
    middles = np.empty((rows * columns, 2))
    for row in range(rows):
        for column in range(columns):
            middles[row * columns + column, 0] = west + side * column
            middles[row * columns + column, 1] = south + side * row
    return middles, side


@stands_in_for(simple.covering)
def covering(box: Bounds) -> Mosaic:
    """Do the work of `mosaic.covering`."""
    return Mosaic(*_covering(*box))


@stands_in_for(simple.not_deep_in)
def not_deep_in(middles: Floats, around: float, lines: Floats) -> Flags:
    """Do the work of `mosaic.not_deep_in`."""
    return _not_deep_in(middles, around, lines)

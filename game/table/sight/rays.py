"""Slanting rays past prisms: how much of a target is seen, as a rulebook samples it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.lines import Bools, Lines, crossings
from game.table.sight.solids import TOUCH
from game.table.terrain.area import Floats

# The shortest plan length of a ray, in inches: one straight up or down is taken to lean by this much.
_UPRIGHT = 1e-7


class Prism(NamedTuple):
    """A blocker with the heights, in inches, between which it stops a ray; touching a face stops none."""

    shape: Blocker
    base: float = 0.0
    top: float = float("inf")


def at_height(prisms: Iterable[Prism], height: float) -> list[Blocker]:
    """Return what stops sight in the plane at a height, for sight as seen from above."""
    return [each.shape for each in prisms if each.base < height < each.top]


def silhouette(
    eye: tuple[float, float], target: Disc, heights: Sequence[float], columns: Sequence[float]
) -> list[tuple[float, float, float]]:
    """Return the spots of a target's outline as an eye sees it: at each height, each share of the radius aside."""
    dx, dy = target.x - eye[0], target.y - eye[1]
    far = float(np.hypot(dx, dy)) or 1.0
    across = -dy / far * target.radius, dx / far * target.radius
    return [(target.x + across[0] * share, target.y + across[1] * share, z) for z in heights for share in columns]


def fraction(eye: tuple[float, float, float], spots: Sequence[Sequence[float]], prisms: Iterable[Prism]) -> float:
    """Return the share of the spots, each (x, y, height), to which the ray from an eye is open."""
    return float(open_rays(eye, spots, prisms).mean())


def open_rays(eye: tuple[float, float, float], spots: Sequence[Sequence[float]], prisms: Iterable[Prism]) -> Bools:
    """Return which of the rays from an eye to spots, each (x, y, height), pass every prism by; all in inches."""
    ends = np.asarray(spots, dtype=np.float64).reshape(-1, 3)
    dx, dy = ends[:, 0] - eye[0], ends[:, 1] - eye[1]
    length = np.hypot(dx, dy)
    steep = length < _UPRIGHT
    length = np.where(steep, _UPRIGHT, length)
    ux, uy = np.where(steep, 1.0, dx / length), np.where(steep, 0.0, dy / length)
    start = ux * eye[0] + uy * eye[1]
    lines = Lines(-uy, ux, ux * eye[1] - uy * eye[0], start, start + length)
    climb = (ends[:, 2] - eye[2]) / length
    clear = np.ones(len(ends), dtype=bool)
    for prism in prisms:
        row, low, high = _within(prism.shape, lines)
        low, high = np.maximum(low, lines.leave[row]), np.minimum(high, lines.meet[row])
        heights = [eye[2] + climb[row] * (mark - lines.leave[row]) for mark in (low, high)]
        passes = np.minimum(*heights) < prism.top - TOUCH
        clear[row[(high - low > TOUCH) & passes & (np.maximum(*heights) > prism.base + TOUCH)]] = False
    return clear


def _within(shape: Blocker, lines: Lines) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Return the stretches of lines inside a blocker: the number of the line, and the inches of both ends along it."""
    if isinstance(shape, Disc):
        off = lines.nx * shape.x + lines.ny * shape.y - lines.d
        row = np.flatnonzero(np.abs(off) < shape.radius - TOUCH)
        along, half = lines.ny[row] * shape.x - lines.nx[row] * shape.y, np.sqrt(shape.radius**2 - off[row] ** 2)
        return row, along - half, along + half
    row, _column, along = crossings(lines, shape.starts, shape.ends)
    order = np.lexsort((along, row))
    row, along = row[order], along[order]  # in and out by turns on every line
    return row[::2], along[::2], along[1::2]

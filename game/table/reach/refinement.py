"""Measuring values along rays, with more rays added until every jump of the values is located precisely."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, Self, TypeVar

import numpy as np

from game.table.reach.rays import Numbers
from game.table.terrain.area import Floats

# Inches sideways within which a jump of the outline is located, and inches of outline too short for another ray.
PINNED = 0.0005
_FLAT = 0.0008
# A rise of more inches between neighbouring rays is split even if it looks linear, as it may be several jumps.
_STEEP = 0.2
_APART = 1e-9
_ROUNDS = 5
_ZOOMS = 3
_INNER = np.arange(1, 6) / 6


class AlongRays(Protocol):
    """Values measured along rays that are sorted by bearing."""

    def merged(self, added: Self, order: Numbers) -> Self:
        """Return these values and those of further rays; `order` sorts all rays by bearing, given these first."""

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which a value jumps or bends."""

    def of(self, rays: Numbers) -> Self:
        """Return the values of some rays (sorted), which get new numbers."""


Values = TypeVar("Values", bound=AlongRays)
FurtherBearings = Callable[[], Floats]
"""Returns further bearings to measure; called only if needed."""


class Extents(NamedTuple):
    """The extent of each ray, in inches."""

    inches: Floats

    def merged(self, added: Extents, order: Numbers) -> Extents:
        """Return these extents and those of further rays, in an order."""
        return Extents(np.concatenate((self.inches, added.inches))[order])

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which the extent jumps or bends."""
        return unsettled_gaps(bearings, self.inches, begin)

    def of(self, rays: Numbers) -> Extents:
        """Return the extents of some rays."""
        return Extents(self.inches[rays])


def no_further_bearings() -> Floats:
    """Return no bearings."""
    return np.zeros(0)


def refine(
    measure: Callable[[Floats], tuple[Values, FurtherBearings]], bearings: Floats, begin: float
) -> tuple[Floats, Values]:
    """Return sorted bearings and the values along them, after adding rays until every jump is located.

    `measure` returns the values along sorted bearings, and a function for further bearings. `begin` is the distance in
    inches from the reference point of the bearings to the start of the rays.
    """
    bearings = np.unique(bearings)
    values, further = measure(bearings)
    for _zoom in range(_ZOOMS):
        closer = np.setdiff1d(further(), bearings)
        if closer.size == 0:
            break
        added, further = measure(closer)
        bearings, values = _merged(bearings, values, closer, added)
    for _round in range(_ROUNDS):
        jumps = values.jumps(bearings, begin)
        if jumps.size == 0:
            break
        low, high = bearings[jumps], bearings[jumps + 1]
        closer = (low[:, None] + (high - low)[:, None] * _INNER).ravel()
        added, _wanted = measure(closer)
        bearings, values = _merged(bearings, values, closer, added)
    apart = np.flatnonzero(np.concatenate(([True], np.diff(bearings) > _APART)))
    return bearings[apart], values.of(apart)


def _merged(bearings: Floats, values: Values, closer: Floats, added: Values) -> tuple[Floats, Values]:
    every = np.concatenate((bearings, closer))
    order = np.argsort(every, kind="stable")
    return every[order], values.merged(added, order)


def unsettled_gaps(bearings: Floats, extents: Floats, begin: float) -> Numbers:
    """Return the gaps between rays in which an extent jumps or bends, except gaps that are narrow enough.

    `extents` has one extent for each ray (R,) or several (R, C).
    """
    several = extents.reshape(len(bearings), -1)
    width, rise = np.diff(bearings)[:, None], np.diff(several, axis=0)
    wide = width * (begin + np.maximum(several[1:], several[:-1])) > PINNED
    slope = rise / np.maximum(width, 1e-12)
    none = np.zeros((1, several.shape[1]))
    from_left = np.abs(np.concatenate((none, slope[:-1])) * width - rise)
    from_right = np.abs(np.concatenate((slope[1:], none)) * width - rise)
    even = (np.minimum(from_left, from_right) < _FLAT / 2) & (np.abs(rise) < _STEEP)
    return np.flatnonzero((wide & (np.abs(rise) > _FLAT) & ~even).any(axis=1))

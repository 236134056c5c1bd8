"""Adding rays until every jump of the measured values is located precisely."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, Self, TypeVar

import numpy as np

from game.table.reach.rays import Numbers
from game.table.terrain.area import Floats

# Sideways inches within which a jump of the outline is located, and inches of outline too short for another ray.
PINNED = 0.0005
_FLAT = 0.0008
# A rise of this many inches between neighbouring rays is split even if it looks linear: it may be several jumps.
_STEEP = 0.2
_APART = 1e-9
_ROUNDS = 5
_ZOOMS = 3
_INNER = np.arange(1, 6) / 6


class AlongRays(Protocol):
    """Values measured along rays that are sorted by bearing."""

    def merged(self, added: Self, order: Numbers) -> Self:
        """Return these and the values along further rays; `order` sorts all, these before those, by bearing."""

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which a value jumps or bends."""

    def of(self, kept: Numbers) -> Self:
        """Return the values of the `kept` rays, renumbered; `kept` is sorted."""


Found = TypeVar("Found", bound=AlongRays)
Wanted = Callable[[], Floats]
"""Further bearings to examine; computed only on demand."""


class Extents(NamedTuple):
    """The extent of each ray, in inches (R,)."""

    inches: Floats

    def merged(self, added: Extents, order: Numbers) -> Extents:
        """Return these entries and the entries of further rays."""
        return Extents(np.concatenate((self.inches, added.inches))[order])

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which the extent jumps or bends."""
        return unsettled(bearings, self.inches, begin)

    def of(self, kept: Numbers) -> Extents:
        """Return the extents of some of the rays."""
        return Extents(self.inches[kept])


def nothing_wanted() -> Floats:
    """Return no bearings."""
    return np.zeros(0)


def refined(measure: Callable[[Floats], tuple[Found, Wanted]], bearings: Floats, begin: float) -> tuple[Floats, Found]:
    """Return sorted bearings and the values along them, with rays added until every jump is located.

    `measure` returns the values along sorted bearings, and further bearings to examine; `begin` is the distance
    in inches from the reference point of the bearings to the start of the rays.
    """
    bearings = np.unique(bearings)
    found, wanted = measure(bearings)
    for _zoom in range(_ZOOMS):
        closer = np.setdiff1d(wanted(), bearings)
        if closer.size == 0:
            break
        added, wanted = measure(closer)
        bearings, found = _merged(bearings, found, closer, added)
    for _round in range(_ROUNDS):
        jumps = found.jumps(bearings, begin)
        if jumps.size == 0:
            break
        low, high = bearings[jumps], bearings[jumps + 1]
        closer = (low[:, None] + (high - low)[:, None] * _INNER).ravel()
        added, _wanted = measure(closer)
        bearings, found = _merged(bearings, found, closer, added)
    apart = np.flatnonzero(np.concatenate(([True], np.diff(bearings) > _APART)))
    return bearings[apart], found.of(apart)


def _merged(bearings: Floats, found: Found, closer: Floats, added: Found) -> tuple[Floats, Found]:
    every = np.concatenate((bearings, closer))
    order = np.argsort(every, kind="stable")
    return every[order], found.merged(added, order)


def unsettled(bearings: Floats, extents: Floats, begin: float) -> Numbers:
    """Return the gaps between rays in which an extent jumps or bends, except those already narrow enough.

    `extents` are one for each ray, (R,), or several, (R, C).
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

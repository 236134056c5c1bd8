"""Which squares may hold what conditions allow: the sieve of one condition, and those of several, as few as will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeGuard

import numpy as np

from game.table.mosaic import Sieve, not_deep_in, within_shape
from game.table.placing.clearances import Condition, is_costly
from game.table.shapes import Bounds
from game.table.terrain.area import Floats

_NO_LINES: Floats = np.zeros((0, 5))


class Sifting(Condition, Protocol):
    """A condition that can tell of squares whether they may hold an allowed centre, without its shape."""

    def sieve(self, bounds: Bounds) -> Sieve | None:
        """Return a sieve for squares in a box; None if all would pass."""


class Barring(Condition, Protocol):
    """A condition that forbids what is too near to points and straight lines, and little else."""

    def barred(self, bounds: Bounds) -> Floats:
        """Return straight lines and inches, (L, 5), near to which no centre in a box is allowed."""


def sifts(condition: Condition) -> TypeGuard[Sifting]:
    """Say whether a condition needs no shape to sift squares."""
    return hasattr(type(condition), "sieve")


def bars(condition: Condition) -> TypeGuard[Barring]:
    """Say whether a condition forbids what is too near to lines."""
    return hasattr(type(condition), "barred")


def sieve_of(condition: Condition, bounds: Bounds) -> Sieve | None:
    """Return a condition's sieve for squares in a box, its own or that of its shape; None if all would pass."""
    if bars(condition):
        return _clear_of([condition.barred(bounds)])
    if sifts(condition):
        return condition.sieve(bounds)
    allowed = condition.allowed()
    return None if allowed is None else within_shape(allowed)


def sieves_of(conditions: Iterable[Condition], bounds: Bounds) -> list[Sieve]:
    """Return the sieves for squares in a box that together do for all conditions, those that narrow it most first."""
    order = sorted(conditions, key=is_costly, reverse=True)
    sieves = [sieve_of(condition, bounds) for condition in order if not bars(condition)]
    sieves.append(_clear_of([condition.barred(bounds) for condition in order if bars(condition)]))
    return [sieve for sieve in sieves if sieve is not None]


def _clear_of(barred: Sequence[Floats]) -> Sieve | None:
    """Return a sieve that keeps what is not too near to any line; None where there is none."""
    lines = np.concatenate([_NO_LINES, *barred])
    return (lambda middles, around: not_deep_in(middles, around, lines)) if len(lines) else None

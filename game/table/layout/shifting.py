"""A formation moved as a block: the least shift, without a turn, after which it is legal as it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import shapely

from game.table.lattice import Position, position
from game.table.layout.judge import allows
from game.table.layout.links import Floats
from game.table.layout.policy import Layout, LayoutPolicy

_STEP, _FAR = 0.25, 6.0
"""Inches between the shifts that are tried, and the longest of them."""
_JUDGED = 6
"""Shifts that look legal whose exact verdict is asked."""


def shifted(policy: LayoutPolicy, wanted: Layout) -> dict[str, Position] | None:
    """Return the wanted arrangement moved as a block by as little as needed to be legal, None if no shift does."""
    spots = np.array([wanted[member.id] for member in policy.members], dtype=np.float64)
    for number, (dx, dy) in enumerate(_hopeful(policy, spots)):
        if number == _JUDGED:
            break
        layout = {member.id: position(x + dx, y + dy) for member, (x, y) in zip(policy.members, spots)}
        if allows(policy, layout):
            return layout
    return None


def _hopeful(policy: LayoutPolicy, spots: Floats) -> Iterator[tuple[float, float]]:
    """Yield the shifts, the shortest first, after which every member is where it may end as drawn."""
    shifts = _shifts()
    left = np.ones(len(shifts), dtype=bool)
    for member, spot in zip(policy.members, spots):
        moved = shifts[left] + spot
        inside = shapely.contains_xy(member.ends.geometry, moved[:, 0], moved[:, 1])
        left[np.flatnonzero(left)[~inside]] = False
        if not left.any():
            return
    for dx, dy in shifts[left]:
        if _may_meet(policy, spots, dx, dy):
            yield float(dx), float(dy)


def _may_meet(policy: LayoutPolicy, spots: Sequence[Sequence[float]] | Floats, dx: float, dy: float) -> bool:
    at = {member.id: (x + dx, y + dy) for member, (x, y) in zip(policy.members, spots)}
    return all(
        any(condition.allows(*at[name]) for name, condition in demand.conditions.items() if name in at)
        for demand in policy.demands
    )


@lru_cache(maxsize=1)
def _shifts() -> Floats:
    steps = np.arange(-math.ceil(_FAR / _STEP), math.ceil(_FAR / _STEP) + 1) * _STEP
    across, up = np.meshgrid(steps, steps)
    found = np.stack((across.ravel(), up.ravel()), axis=1)
    length = np.hypot(found[:, 0], found[:, 1])
    order = np.argsort(length, kind="stable")
    kept: Floats = found[order][length[order] <= _FAR]
    kept.setflags(write=False)
    return kept

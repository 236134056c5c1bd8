"""A formation moved as a block: the least shift, without a turn, after which it is legal as it is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import numpy as np
import shapely

from game.table.lattice import Position, position
from game.table.layout.judge import allows, is_met
from game.table.layout.policy import Layout, LayoutPolicy
from game.table.terrain.area import Floats

_STEP, _FAR = 0.25, 6.0
"""Inches between the shifts that are tried, and the longest of them."""
_JUDGED = 6
"""Shifts that look legal whose exact verdict is asked."""


def shifted(policy: LayoutPolicy, wanted: Layout) -> dict[str, Position] | None:
    """Return the wanted arrangement moved as a block by as little as needed to be legal, None if no shift does."""
    spots = np.array([wanted[member.id] for member in policy.members], dtype=np.float64)
    layouts = (
        {member.id: position(x + dx, y + dy) for member, (x, y) in zip(policy.members, spots)}
        for dx, dy in _hopeful(policy, spots)
    )
    met = (layout for layout in layouts if all(is_met(demand, layout) for demand in policy.demands))
    return next((layout for layout in islice(met, _JUDGED) if allows(policy, layout)), None)


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
    yield from ((float(dx), float(dy)) for dx, dy in shifts[left])


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

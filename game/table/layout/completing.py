"""The search for a legal arrangement near a wanted one: as it is, moved as a block, or built up member by member."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from game.table.lattice import Position, position
from game.table.layout.building import Builder
from game.table.layout.effort import Effort
from game.table.layout.judge import allows, holds_together
from game.table.layout.mending import mended
from game.table.layout.policy import Layout, LayoutPolicy
from game.table.layout.shifting import shifted
from game.table.layout.steps import standing
from game.table.layout.unit import Unit
from game.table.places import is_legal

ATTEMPTS: Final = 60
"""Arrangements that are built up before the search is given up."""

_SHARES: Final = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)
"""Parts of the way to where it is wanted that a member of an arrangement found may still go."""


def complete(
    policy: LayoutPolicy,
    wanted: Layout,
    fixed: Collection[str] = (),
    attempts: int = ATTEMPTS,
    effort: Effort | None = None,
) -> dict[str, Position] | None:
    """Return a legal arrangement near the wanted one in which the `fixed` members stay; None if none was found.

    It keeps the wanted arrangement where that is legal, else its formation, else what it can of it, else all set out
    from where they stand. The answer is the same for the same question; that there is none is no proof that none
    exists. Raise `Spent` if the `effort` is.
    """
    effort = effort or Effort()
    asked = {member.id: position(*wanted[member.id]) for member in policy.members}
    if allows(policy, asked):
        return asked
    if not fixed and (moved := shifted(policy, asked)) is not None:
        return moved
    unit = Unit(policy, asked, fixed, effort)
    if _all_stand(policy, asked) and allows(policy, repaired := unit.layout(mended(unit, unit.wanted))):
        return _drawn_closer(policy, repaired, asked, fixed)
    builder = Builder(unit, attempts * len(policy.members))  # what as many attempts come to that all go well
    for attempt in range(attempts):
        if builder.spots <= 0:
            break
        spots = builder.built(attempt)
        if spots is not None and allows(policy, layout := unit.layout(mended(unit, spots))):
            return _drawn_closer(policy, layout, asked, fixed)
    stands = standing(policy.members)
    return _drawn_closer(policy, stands, asked, fixed) if not fixed and allows(policy, stands) else None


def _all_stand(policy: LayoutPolicy, layout: dict[str, Position]) -> bool:
    """Return whether each member by itself may be where it is, and no two of them overlap."""
    return allows(LayoutPolicy(policy.members), layout)


def _drawn_closer(
    policy: LayoutPolicy, layout: dict[str, Position], wanted: dict[str, Position], fixed: Collection[str]
) -> dict[str, Position]:
    """Return an arrangement with members moved towards where they are wanted, one by one, while it stays legal."""
    for member in sorted(policy.members, key=lambda member: -math.dist(layout[member.id], wanted[member.id])):
        (x, y), (to_x, to_y) = layout[member.id], wanted[member.id]
        for share in _SHARES if member.id not in fixed and (x, y) != (to_x, to_y) else ():
            spot = position(x + share * (to_x - x), y + share * (to_y - y))
            tried = layout | {member.id: spot}
            if holds_together(policy, tried) and is_legal(member.ends, spot):
                layout = tried
                break
    return layout

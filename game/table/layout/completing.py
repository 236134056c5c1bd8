"""The search for a legal arrangement near a wanted one: as it is, moved as a block, or built up member by member."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Final

import numpy as np
import shapely

from game.table.lattice import Position, position
from game.table.layout.building import Builder
from game.table.layout.effort import Effort
from game.table.layout.judge import allows, holds_together, is_met
from game.table.layout.links import Flags, are_linked
from game.table.layout.policy import Layout, LayoutPolicy
from game.table.layout.steps import standing
from game.table.layout.unit import Unit
from game.table.placing.condition import Condition
from game.table.placing.places import is_legal
from game.table.terrain.area import Floats

ATTEMPTS: Final = 60
"""Arrangements that are built up before the search ends."""

_SHARES: Final = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)
"""Parts of the distance to its wanted spot that a member of a found arrangement may still go."""
_STEP, _FAR = 0.25, 6.0
"""Inches between the shifts that are tried, and the longest of them."""
_JUDGED = 6
"""Shifts that look legal and get an exact verdict."""
_ROUNDS: Final = 2
"""How often each member may be moved."""
_WEIGHED: Final = 4
"""Spots of a member that are considered each time."""

Fits = Callable[[Floats], Flags]


def complete(
    policy: LayoutPolicy,
    wanted: Layout,
    fixed: Collection[str] = (),
    attempts: int = ATTEMPTS,
    effort: Effort | None = None,
) -> dict[str, Position] | None:
    """Return a legal arrangement near the wanted one in which the `fixed` members stay, or None if none was found.

    It keeps the wanted arrangement where that is legal, else its formation, else what it can of it, else all members
    set out from where they stand. The same question has the same answer; finding none does not prove that none exists.
    Raise `Spent` if the `effort` is.
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
    builder = Builder(unit, attempts * len(policy.members))  # as much as the same number of attempts that all succeed
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
    """Return an arrangement with members moved towards their wanted spots, one by one, while it stays legal."""
    for member in sorted(policy.members, key=lambda member: -math.dist(layout[member.id], wanted[member.id])):
        (x, y), (to_x, to_y) = layout[member.id], wanted[member.id]
        for share in _SHARES if member.id not in fixed and (x, y) != (to_x, to_y) else ():
            spot = position(x + share * (to_x - x), y + share * (to_y - y))
            tried = layout | {member.id: spot}
            if holds_together(policy, tried) and is_legal(member.ends, spot):
                layout = tried
                break
    return layout


def shifted(policy: LayoutPolicy, wanted: Layout) -> dict[str, Position] | None:
    """Return the wanted arrangement shifted as a block as little as needed to be legal, or None if no shift does."""
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


def mended(unit: Unit, spots: Floats) -> Floats:
    """Return spots with fewer missing links, none if moving one member after another does not achieve that."""
    spots, lacking = spots.copy(), unit.lacking(spots)
    for _round in range(_ROUNDS * len(unit.members)):
        better = _better(unit, spots, lacking) if lacking else None
        if better is None:
            break
        number, spot, lacking = better
        spots[number] = spot
    return spots


def _better(unit: Unit, spots: Floats, lacking: int) -> tuple[int, Position, int] | None:
    """Return a member, and a spot for it with fewer missing links, and how many are then missing."""
    for number, fits in _moves(unit, spots):
        if number in unit.fixed:
            continue
        tried = spots.copy()
        for spot in _spots(unit, number, spots, fits):
            tried[number] = spot
            left = unit.lacking(tried)
            if left < lacking:
                return number, spot, left
    return None


def _moves(unit: Unit, spots: Floats) -> Iterator[tuple[int, Fits | None]]:
    """Yield possible moves: a member that lacks links, another one to its side, or one to where a demand is met."""
    for poor in unit.poor(spots):
        yield poor, None
        for number in unit.numbers:
            if number != poor:
                yield number, partial(_are_beside, spots[poor], unit.radii[number] + unit.radii[poor], unit.most)
    for demand in unit.unmet(spots):
        for number, member in enumerate(unit.members):
            if member.id in demand.conditions:
                yield number, partial(_meet, demand.conditions[member.id])


def _are_beside(spot: Floats, radii: float, inches: float, found: Floats) -> Flags:
    return are_linked(np.hypot(*(found - spot).T) - radii, inches)


def _meet(condition: Condition, found: Floats) -> Flags:
    return np.array([condition.allows(*spot) for spot in found], dtype=bool)


def _spots(unit: Unit, number: int, spots: Floats, fits: Fits | None) -> Iterator[Position]:
    """Yield a few spots for a member beside the others, the nearest of those with enough links first."""
    found, links = unit.room_beside(number, spots, [each for each in unit.numbers if each != number])
    if fits is not None:
        kept = fits(found)
        found, links = found[kept], links[kept]
    order = np.lexsort((np.hypot(*(found - unit.wanted[number]).T), -np.minimum(links, unit.links)))[:_WEIGHED]
    yield from unit.legal(number, found, order)

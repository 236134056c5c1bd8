"""The search for a legal arrangement near a wanted one: unchanged, shifted as a block, or built up by members."""

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
from game.table.layout.steps import present_spots
from game.table.layout.unit import UnitSearch
from game.table.placing.condition import Condition
from game.table.placing.places import is_legal
from game.table.terrain.area import Floats

ATTEMPTS: Final = 60
"""The number of arrangements that are built up before the search ends."""

_SHARES: Final = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)
"""Parts of the distance to its wanted spot by which a member of a legal arrangement may still be moved."""
_STEP, _FAR = 0.25, 6.0
"""Inches between the shifts that are tried, and the length of the longest shift."""
_JUDGED = 6
"""The number of seemingly legal shifts that get an exact verdict."""
_ROUNDS: Final = 2
"""How often each member may be moved."""
_WEIGHED: Final = 4
"""The number of a member's spots that are considered each time."""

SpotFilter = Callable[[Floats], Flags]
"""Returns which of some spots are suitable."""


def complete(
    policy: LayoutPolicy,
    wanted: Layout,
    fixed: Collection[str] = (),
    attempts: int = ATTEMPTS,
    effort: Effort | None = None,
) -> dict[str, Position] | None:
    """Return a legal arrangement near the wanted one, with the `fixed` members at their wanted spots, or None.

    The first that works: the wanted arrangement, the same formation shifted, an arrangement built up from members near
    their wanted spots, the present spots. The same arguments give the same result, but None does not prove that no
    arrangement is legal. Raises `EffortSpent` if the search takes too many steps.
    """
    effort = effort or Effort()
    wanted_spots = {member.id: position(*wanted[member.id]) for member in policy.members}
    if allows(policy, wanted_spots):
        return wanted_spots
    if not fixed and (block := shifted_block(policy, wanted_spots)) is not None:
        return block
    unit = UnitSearch(policy, wanted_spots, fixed, effort)
    all_stand = allows(LayoutPolicy(policy.members), wanted_spots)
    repaired = unit.layout(with_links_repaired(unit, unit.wanted)) if all_stand else None
    if repaired is not None and allows(policy, repaired):
        return _drawn_closer(policy, repaired, wanted_spots, fixed)
    builder = Builder(unit, attempts * len(policy.members))  # enough for all attempts, if all succeed
    for attempt in range(attempts):
        if builder.spots <= 0:
            break
        spots = builder.build(attempt)
        if spots is not None and allows(policy, layout := unit.layout(with_links_repaired(unit, spots))):
            return _drawn_closer(policy, layout, wanted_spots, fixed)
    present = present_spots(policy.members)
    return _drawn_closer(policy, present, wanted_spots, fixed) if not fixed and allows(policy, present) else None


def _drawn_closer(
    policy: LayoutPolicy, layout: dict[str, Position], wanted: dict[str, Position], fixed: Collection[str]
) -> dict[str, Position]:
    """Return an arrangement after moving members towards their wanted spots, one by one, as far as it stays legal."""
    for member in sorted(policy.members, key=lambda member: -math.dist(layout[member.id], wanted[member.id])):
        (x, y), (to_x, to_y) = layout[member.id], wanted[member.id]
        for share in _SHARES if member.id not in fixed and (x, y) != (to_x, to_y) else ():
            spot = position(x + share * (to_x - x), y + share * (to_y - y))
            trial = layout | {member.id: spot}
            if holds_together(policy, trial) and is_legal(member.ends, spot):
                layout = trial
                break
    return layout


def shifted_block(policy: LayoutPolicy, wanted: Layout) -> dict[str, Position] | None:
    """Return the wanted arrangement after the shortest shift that makes it legal, or None if no shift does."""
    spots = np.array([wanted[member.id] for member in policy.members], dtype=np.float64)
    layouts = (
        {member.id: position(x + dx, y + dy) for member, (x, y) in zip(policy.members, spots)}
        for dx, dy in _possible_shifts(policy, spots)
    )
    candidates = (layout for layout in layouts if all(is_met(demand, layout) for demand in policy.demands))
    return next((layout for layout in islice(candidates, _JUDGED) if allows(policy, layout)), None)


def _possible_shifts(policy: LayoutPolicy, spots: Floats) -> Iterator[tuple[float, float]]:
    """Yield the shifts, shortest first, that put every member inside the drawn area of its legal spots."""
    shifts = _shifts()
    possible = np.ones(len(shifts), dtype=bool)
    for member, spot in zip(policy.members, spots):
        moved = shifts[possible] + spot
        inside = shapely.contains_xy(member.ends.geometry, moved[:, 0], moved[:, 1])
        possible[np.flatnonzero(possible)[~inside]] = False
        if not possible.any():
            return
    yield from ((float(dx), float(dy)) for dx, dy in shifts[possible])


@lru_cache(maxsize=1)
def _shifts() -> Floats:
    steps = np.arange(-math.ceil(_FAR / _STEP), math.ceil(_FAR / _STEP) + 1) * _STEP
    across, up = np.meshgrid(steps, steps)
    shifts = np.stack((across.ravel(), up.ravel()), axis=1)
    length = np.hypot(shifts[:, 0], shifts[:, 1])
    order = np.argsort(length, kind="stable")
    within: Floats = shifts[order][length[order] <= _FAR]
    within.setflags(write=False)
    return within


def with_links_repaired(unit: UnitSearch, spots: Floats) -> Floats:
    """Return spots after moving members one by one to reduce the number of missing links, if possible to 0."""
    spots, lacking = spots.copy(), unit.lacking(spots)
    for _round in range(_ROUNDS * len(unit.members)):
        better = _better(unit, spots, lacking) if lacking else None
        if better is None:
            break
        number, spot, lacking = better
        spots[number] = spot
    return spots


def _better(unit: UnitSearch, spots: Floats, lacking: int) -> tuple[int, Position, int] | None:
    """Return a member, a spot for it that reduces the number of missing links, and that number; None if impossible."""
    for number, suits in _moves(unit, spots):
        if number in unit.fixed:
            continue
        trial = spots.copy()
        for spot in _spots(unit, number, spots, suits):
            trial[number] = spot
            remaining = unit.lacking(trial)
            if remaining < lacking:
                return number, spot, remaining
    return None


def _moves(unit: UnitSearch, spots: Floats) -> Iterator[tuple[int, SpotFilter | None]]:
    """Yield possible moves: of a member with too few links, of others to its side, or of a member to meet a demand."""
    for poor in unit.poor(spots):
        yield poor, None
        for number in unit.numbers:
            if number != poor:
                yield number, partial(_are_beside, spots[poor], unit.radii[number] + unit.radii[poor], unit.most)
    for demand in unit.unmet(spots):
        for number, member in enumerate(unit.members):
            if member.id in demand.conditions:
                yield number, partial(_meet_condition, demand.conditions[member.id])


def _are_beside(spot: Floats, radii: float, inches: float, candidates: Floats) -> Flags:
    return are_linked(np.hypot(*(candidates - spot).T) - radii, inches)


def _meet_condition(condition: Condition, candidates: Floats) -> Flags:
    return np.array([condition.allows(*spot) for spot in candidates], dtype=bool)


def _spots(unit: UnitSearch, number: int, spots: Floats, suits: SpotFilter | None) -> Iterator[Position]:
    """Yield a few legal spots for a member beside the others: first those with most links, then the nearest ones."""
    candidates, links = unit.room_beside(number, spots, [other for other in unit.numbers if other != number])
    if suits is not None:
        suitable = suits(candidates)
        candidates, links = candidates[suitable], links[suitable]
    order = np.lexsort((np.hypot(*(candidates - unit.wanted[number]).T), -np.minimum(links, unit.links)))[:_WEIGHED]
    yield from unit.legal(number, candidates, order)

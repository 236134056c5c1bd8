"""The search for a legal arrangement of a unit near a wanted one: unchanged, shifted, or built up member by member.

To build one up, a first member is placed, then each further member beside those already placed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from itertools import compress, islice
from random import Random
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.footprints import Footprint, between, centres_beside
from game.table.lattice import Position, position
from game.table.layout.effort import Effort
from game.table.layout.judge import (
    Flags,
    allows,
    are_linked,
    groups_of,
    holds_together,
    is_met,
    links_wanted,
    rough_gaps_of,
)
from game.table.layout.policy import Demand, Layout, LayoutPolicy
from game.table.layout.steps import present_spots
from game.table.placing.clearances import CONTACT
from game.table.placing.condition import Condition
from game.table.placing.places import is_legal
from game.table.terrain.area import Floats

_APART, _UNMET = 4, 12
"""The penalties of a separate group and of an unmet demand, as numbers of missing links."""
_TURNS: Final = 18
"""The number of directions in which spots beside a base are tried."""
_FARTHEST: Final = 1.0
"""The widest gap between bases if they need no links, in inches."""
_DRAWN: Final = 0.005
"""Inches by which the gap to a base that is not round may exceed its estimate."""
_CLEAR: Final = 2e-4
"""The gap in inches left between bases that should touch, because positions are rounded to the lattice."""


class UnitSearch:
    """The members of an arrangement by number. Spots of all members are n x 2 inches, with NaN for unknown spots."""

    def __init__(self, policy: LayoutPolicy, wanted: Layout, fixed: Collection[str], effort: Effort) -> None:
        self.policy, self.members, self.effort = policy, policy.members, effort
        self.wanted: Floats = np.array([wanted[member.id] for member in self.members], dtype=np.float64)
        self.radii: Floats = np.array([member.radius for member in self.members])
        self.fixed = [number for number, member in enumerate(self.members) if member.id in fixed]
        coherency = policy.coherency
        self.inches = coherency.inches if coherency is not None else math.inf
        self.most = coherency.most if coherency is not None else math.inf
        self.links = links_wanted(coherency.links, len(self.members)) if coherency is not None else 0
        self.slots = Slots(self.radii, self.inches, self.most)
        if any(member.oblong is not None for member in self.members):
            bases = [member.at(0.0, 0.0) for member in self.members]
            self.slots = OblongSlots(bases, self.radii, self.inches, self.most)

    @property
    def numbers(self) -> range:
        """The numbers of all members."""
        return range(len(self.members))

    def layout(self, spots: Floats) -> dict[str, Position]:
        """Return spots as an arrangement."""
        return {member.id: position(*spots[number]) for number, member in enumerate(self.members)}

    def room_beside(self, number: int, spots: Floats, others: list[int]) -> tuple[Floats, NDArray[np.intp]]:
        """Return spots for a member (n x 2) that link it to `others` without overlap, and the number of links at each.

        The spots are in the drawn area of its legal spots.
        """
        self.effort.spend()
        candidates, links = self.slots.beside(number, spots, others, self.wanted[number])
        inside = shapely.contains_xy(self.members[number].ends.geometry, candidates[:, 0], candidates[:, 1])
        return candidates[inside], links[inside]

    def legal(self, number: int, candidates: Floats, order: NDArray[np.intp]) -> Iterator[Position]:
        """Yield the candidates that are legal for a member by itself, in the given order."""
        for index in order:
            if is_legal(self.members[number].ends, spot := position(*candidates[index])):
                yield spot

    def poor(self, spots: Floats) -> list[int]:
        """Return the members that have too few links or are outside the largest group."""
        linked = self._links_between(spots)
        return [int(number) for number in np.flatnonzero((linked.sum(axis=0) < self.links) | (groups_of(linked) > 0))]

    def unmet(self, spots: Floats) -> list[Demand]:
        """Return the demands that no member meets."""
        layout = self.layout(spots)
        return [demand for demand in self.policy.demands if not is_met(demand, layout)]

    def lacking(self, spots: Floats) -> int:
        """Return the number of missing links; separate groups and unmet demands count as several."""
        linked = self._links_between(spots)
        missing_links = int(np.maximum(0, self.links - linked.sum(axis=0)).sum())
        return missing_links + _APART * int(groups_of(linked).max()) + _UNMET * len(self.unmet(spots))

    def _links_between(self, spots: Floats) -> Flags:
        """Return which members are linked (n x n)."""
        return are_linked(rough_gaps_of(self.members, spots, self.radii, self.most), self.most)


class Slots:
    """Makes spots for members, at most `inches` from placed members; a link is a gap of at most `most` inches."""

    def __init__(self, radii: Floats, inches: float, most: float) -> None:
        self.radii, self.inches, self.most = radii, inches, most
        self.vary(0.0, 0.5)

    def vary(self, turn: float, share: float) -> None:
        """Turn the directions by a part of the angle between them; set the middle gap to a `share` of the widest."""
        reach = min(self.inches, _FARTHEST)
        self._gaps = (_CLEAR, share * reach, reach - _CLEAR)
        turns = (np.arange(_TURNS) + turn) * (2 * math.pi / _TURNS)
        self._rays = np.stack((np.cos(turns), np.sin(turns)), axis=1)
        self._last_key: tuple[float, bytes, bytes] | None = None

    def beside(
        self, number: int, spots: Floats, standing: list[int], wanted: Floats
    ) -> tuple[Floats, NDArray[np.intp]]:
        """Return spots for a member (n x 2, inches) that overlap no placed member, and the number of links at each.

        Members of one size get the same spots beside the same bases, which are therefore judged only once.
        """
        centres, radii = spots[standing], self.radii[standing]
        key = (float(self.radii[number]), centres.tobytes(), radii.tobytes())
        if key != self._last_key:
            spots_around = np.concatenate((self._round(centres, radii, number), self._between(centres, radii, number)))
            self._last_key, self._last_result = key, self._fitting(spots_around, centres, radii, number)
        at_wanted, links_at_wanted = self._fitting(wanted[None, :], centres, radii, number)
        spots_around, links = self._last_result
        return np.concatenate((at_wanted, spots_around)), np.concatenate((links_at_wanted, links))

    def suits(self, number: int, candidates: Floats, spots: Floats) -> Flags:
        """Return at which candidates a member may be free of the others and linked; False is certain, True is not."""
        return np.ones(len(candidates), dtype=bool)

    def _fitting(
        self, candidates: Floats, centres: Floats, radii: Floats, number: int
    ) -> tuple[Floats, NDArray[np.intp]]:
        """Return the candidates that overlap no base and are linked to one, and the number of their links.

        Only bases near a spot are measured, because measuring all would take too long in a large unit.
        """
        # Bases are sorted from west to east; each candidate is paired only with the bases in a strip around it.
        order = np.argsort(centres[:, 0])
        xs, reach = centres[order, 0], radii[order] + self.radii[number]
        farthest = float(reach.max(initial=0.0)) + max(self.most, 0.0) + _CLEAR
        first = np.searchsorted(xs, candidates[:, 0] - farthest)
        count = np.searchsorted(xs, candidates[:, 0] + farthest, side="right") - first
        base = np.arange(int(count.sum())) + np.repeat(first + count - np.cumsum(count), count)
        dx = np.repeat(candidates[:, 0], count) - xs[base]
        dy = np.repeat(candidates[:, 1], count) - centres[order, 1][base]
        gaps = np.sqrt(dx * dx + dy * dy) - reach[base]
        spot = np.repeat(np.arange(len(candidates)), count)
        links = np.bincount(spot[are_linked(gaps, self.most)], minlength=len(candidates))
        legal = links > 0
        legal[spot[gaps < -CONTACT]] = False
        return candidates[legal], links[legal]

    def _round(self, centres: Floats, radii: Floats, number: int) -> Floats:
        """Return spots all round each base, at every gap."""
        distances = radii[:, None] + self.radii[number] + np.array(self._gaps)[None, :]
        spots: Floats = centres[:, None, None, :] + distances[:, :, None, None] * self._rays[None, None, :, :]
        return spots.reshape(-1, 2)

    def _between(self, centres: Floats, radii: Floats, number: int) -> Floats:
        """Return the spots that keep the same gap to two bases, for all pairs of bases and all gaps."""
        if len(centres) < 2:
            return np.empty((0, 2))
        left, right = np.triu_indices(len(centres), 1)
        offsets = centres[right] - centres[left]
        distances = np.hypot(offsets[:, 0], offsets[:, 1])
        close = distances < radii[left] + radii[right] + 2 * (self.radii[number] + self._gaps[-1])
        left, right, offsets, distances = left[close], right[close], offsets[close], distances[close]
        spots_by_gap = []
        for gap in self._gaps:
            first, second = radii[left] + self.radii[number] + gap, radii[right] + self.radii[number] + gap
            # The two spots are the intersections of circles round the two bases.
            to_foot = (first**2 - second**2 + distances**2) / (2 * distances)
            squared_aside = first**2 - to_foot**2
            real = squared_aside >= 0
            middle = centres[left][real] + offsets[real] * (to_foot / distances)[real, None]
            to_spot = np.sqrt(squared_aside[real])[:, None] * np.stack((-offsets[real, 1], offsets[real, 0]), axis=1)
            to_spot = to_spot / distances[real, None]
            spots_by_gap += [middle + to_spot, middle - to_spot]
        spots: Floats = np.concatenate(spots_by_gap)
        return spots


class OblongSlots(Slots):
    """Makes spots for members that are not all round, each in its facing."""

    def __init__(self, bases: Sequence[Footprint], radii: Floats, inches: float, most: float) -> None:
        self._bases = [base.moved_to(0.0, 0.0)._replace(name="") for base in bases]
        super().__init__(radii, inches, most)

    def vary(self, turn: float, share: float) -> None:
        super().vary(turn, share)
        self._bearings: Floats = np.arctan2(self._rays[:, 1], self._rays[:, 0])
        self._rims = dict[tuple[Footprint, Footprint], Floats]()

    def beside(
        self, number: int, spots: Floats, standing: list[int], wanted: Floats
    ) -> tuple[Floats, NDArray[np.intp]]:
        """Return spots for a member (n x 2) like `Slots.beside`, measured between rims in each member's facing."""
        mover, others = self._bases[number], [self._bases[index] for index in standing]
        gaps = [min(gap, self.inches - _DRAWN) for gap in self._gaps]
        spots_around = [
            spots[index] + self._rim(mover, other) + gap * self._rays
            for index, other in zip(standing, others)
            for gap in gaps
        ]
        candidates = np.concatenate([wanted[None, :], *spots_around])
        links, legal = np.zeros(len(candidates), dtype=np.intp), np.ones(len(candidates), dtype=bool)
        for index, other in zip(standing, others):
            offsets = candidates - spots[index]
            reach = mover.radius + other.radius + max(self.most, 0.0)
            near = np.flatnonzero((offsets * offsets).sum(axis=1) < reach * reach)
            rim_gaps = between(mover, other).at_least(offsets[near])
            links[near] += are_linked(rim_gaps, self.most)
            legal[near[rim_gaps < -CONTACT]] = False
        legal &= links > 0
        return candidates[legal], links[legal]

    def suits(self, number: int, candidates: Floats, spots: Floats) -> Flags:
        """Return at which candidates a member may be free of the others and linked; False is certain."""
        mover, others = self._bases[number], [at for at in range(len(spots)) if at != number]
        linked, free = np.zeros(len(candidates), dtype=bool), np.ones(len(candidates), dtype=bool)
        for at in others:
            distances = between(mover, self._bases[at])
            rim_gaps = distances.at_least(candidates - spots[at])
            linked |= are_linked(rim_gaps, self.most)
            free &= (rim_gaps >= -CONTACT) | distances.unsure(rim_gaps, -CONTACT)
        return free & linked if others else free

    def _rim(self, mover: Footprint, other: Footprint) -> Floats:
        """Return the centres at which a base touches another at the origin, one for each bearing."""
        if (mover, other) not in self._rims:
            self._rims[mover, other] = centres_beside(mover, other, 0.0, self._bearings)
        return self._rims[mover, other]


_GRID: Final = 9
"""The number of rows and columns of the grid of spots for first members."""
_FIRSTS: Final = 12
"""The number of spots tried for a first member, besides the spot nearest to its wanted spot."""
_LINK: Final = 2.0
"""The cost of a missing link, in inches from the wanted spot."""
_STRAY: Final = 0.15
"""The randomness in the choice of spots, in inches; multiplied by the number of the attempt modulo eight."""
_NEAR: Final = 6
"""The number of attempts that begin with the best first members; later attempts begin with random ones."""
_AGAIN: Final = 4
"""How often an attempt removes the members placed last when a member finds no spot."""
_JUDGED_SPOTS: Final = 8
"""The number of a member's seemingly legal spots that get an exact verdict."""


class Builder:
    """Builds arrangements of a unit, a different one in each attempt; it makes at most `spots` searches for a spot."""

    def __init__(self, unit: UnitSearch, spots: int) -> None:
        self._unit, self.spots = unit, spots

    def build(self, attempt: int) -> Floats | None:
        """Return spots for all members, or None if a member has no spot. Some links may still be missing."""
        unit, rng = self._unit, Random(attempt)
        spots: Floats = np.full((len(unit.members), 2), np.nan)
        spots[unit.fixed] = unit.wanted[unit.fixed]
        placed, retries = [*unit.fixed], _AGAIN
        if not placed and (first := self._first(attempt, rng)) is not None:
            number, spots[number] = first
            placed = [number]
        fixed = len(placed)
        while placed and len(placed) < len(unit.members):
            if attempt:
                unit.slots.vary(rng.random(), rng.random())
            following = self._next_member(spots, placed, rng, attempt)
            if following is not None:
                number, spots[following[0]] = following
                placed.append(number)
            elif retries and self.spots > 0 and len(placed) > fixed:  # the members placed last took the space
                retries, placed = retries - 1, placed[: rng.randrange(fixed, len(placed))]
            else:
                return None
        return spots if placed else None

    def _first(self, attempt: int, rng: Random) -> tuple[int, Position] | None:
        """Return the number of the first member of an attempt, and its spot; None if no member has a spot."""
        if self._demand is None and attempt < min(_NEAR, len(self._nearest)):
            return self._nearest[attempt]  # spares most searches the longer list
        if not self._firsts:
            return None
        return self._firsts[attempt] if attempt < min(_NEAR, len(self._firsts)) else rng.choice(self._firsts)

    @cached_property
    def _demand(self) -> Demand | None:
        """The first demand of the unit, which the first member must meet; None without demands."""
        return next(iter(self._unit.policy.demands), None)

    @cached_property
    def _nearest(self) -> list[tuple[int, Position]]:
        """The members that have a first spot, each with that spot; those in the middle of the unit come first."""
        unit = self._unit
        middle = unit.wanted.mean(axis=0)
        spots = ((number, next(self._first_spots(number), None)) for number in unit.numbers)
        with_spot = [(number, spot) for number, spot in spots if spot is not None]
        return sorted(with_spot, key=lambda pair: float(np.hypot(*(unit.wanted[pair[0]] - middle))))

    @cached_property
    def _firsts(self) -> list[tuple[int, Position]]:
        """First members with a spot, in the order of trying: near their wanted spot, or where they meet a demand."""
        wanted_spots = self._unit.wanted
        all_spots = [(number, [*self._first_spots(number)]) for number in self._unit.numbers]
        if self._demand is None:
            return [*self._nearest, *((number, spot) for number, spots in all_spots for spot in spots[1:])]
        by_distance = [
            (math.dist(spot, wanted_spots[number]), number, spot) for number, spots in all_spots for spot in spots
        ]
        return [candidate[1:] for candidate in sorted(by_distance)]

    def _first_spots(self, number: int) -> Iterator[Position]:
        """Yield spots for a first member, beginning with the spot nearest to its wanted spot."""
        demand = self._demand
        member, wanted_spot = self._unit.members[number], self._unit.wanted[number]
        ground, condition = member.ends.geometry, None
        if demand is not None:
            condition = demand.conditions.get(member.id)
            if condition is None:
                return
            allowed = condition.allowed()
            ground = ground if allowed is None else shapely.intersection(ground, allowed)
        elif (nearest := member.ends.nearest((wanted_spot[0], wanted_spot[1]))) is not None:
            yield nearest
        for spot in _spread(ground, wanted_spot, None if demand is not None else _FIRSTS):
            if (condition is None or condition.allows(*spot)) and is_legal(member.ends, spot):
                yield spot

    def _next_member(self, spots: Floats, placed: list[int], rng: Random, attempt: int) -> tuple[int, Position] | None:
        """Return the next member and its spot, or None; usually the member wanted nearest to a placed one."""
        wanted = self._unit.wanted
        waiting = [number for number in self._unit.numbers if number not in placed]
        away = wanted[waiting][:, None, :] - wanted[placed][None, :, :]
        order = [waiting[index] for index in np.argsort(np.hypot(*away.transpose(2, 0, 1)).min(axis=1), kind="stable")]
        if attempt % 3 == 2:  # now and then a random order, because the usual one may always fail
            rng.shuffle(order)
        candidates = ((number, self._spot_beside(number, spots, placed, rng, attempt)) for number in order)
        return next(((number, spot) for number, spot in candidates if spot is not None), None)

    def _spot_beside(self, number: int, spots: Floats, placed: list[int], rng: Random, attempt: int) -> Position | None:
        """Return a spot for a member beside placed members: well linked, and near its wanted spot or their middle."""
        if self.spots <= 0:
            return None
        self.spots -= 1
        candidates, links = self._unit.room_beside(number, spots, placed)
        # Every second attempt draws the members together instead.
        aim = self._unit.wanted[number] if attempt % 2 == 0 else spots[placed].mean(axis=0)
        lacking = np.maximum(0, min(self._unit.links, len(placed)) - links)
        stray = np.array([rng.random() for _spot in candidates]) * (_STRAY * (attempt % 8))
        cost = np.hypot(*(candidates - aim).T) + _LINK * lacking + stray
        return next(self._unit.legal(number, candidates, np.argsort(cost, kind="stable")[:_JUDGED_SPOTS]), None)


def _spread(ground: BaseGeometry, about: Floats, most: int | None) -> list[Position]:
    """Return spots all over an area, nearest to the spot `about` first, and at most `most` of them."""
    if ground.is_empty:
        return []
    near = shapely.get_coordinates(shapely.shortest_line(ground, shapely.Point(*about)))[:1]
    west, south, east, north = ground.bounds
    xs, ys = np.meshgrid(np.linspace(west, east, _GRID), np.linspace(south, north, _GRID))
    inside = shapely.contains_xy(ground, xs.ravel(), ys.ravel())
    grid = np.stack((xs.ravel()[inside], ys.ravel()[inside]), axis=1)
    middles = shapely.get_coordinates(shapely.point_on_surface(shapely.get_parts(ground)))
    spots = np.concatenate((near, middles, grid))
    order = np.argsort(np.hypot(*(spots - about).T), kind="stable")[:most]
    return [position(x, y) for x, y in spots[order].tolist()]


ATTEMPTS: Final = 60
"""The most arrangements that are built up in one search."""

_SHARES: Final = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)
"""The parts of the way to its wanted spot that are tried when a member of a legal arrangement is moved closer."""
_STEP, _FAR = 0.25, 6.0
"""Inches between the shifts that are tried, and the length of the longest shift."""
_JUDGED = 6
"""The number of seemingly legal shifts that get an exact verdict."""
_ROUNDS: Final = 2
"""How often each member may be moved."""
_WEIGHED: Final = 4
"""The number of spots considered each time for a member."""

SpotFilter = Callable[[Floats], Flags]
"""Returns which of some spots are suitable."""


def complete(
    policy: LayoutPolicy,
    wanted: Layout,
    fixed: Collection[str] = (),
    attempts: int = ATTEMPTS,
    effort: Effort | None = None,
) -> dict[str, Position] | None:
    """Return a legal arrangement near the wanted one, with `fixed` members at their wanted spots, or None.

    The first of these that is legal: the wanted arrangement, the same formation shifted, an arrangement built up from
    members near their wanted spots, the present spots. The same arguments give the same result, but None does not prove
    that no arrangement is legal. Raises `EffortSpent` if the search takes too many steps.
    """
    effort = effort or Effort()
    wanted_spots = {member.id: position(*wanted[member.id]) for member in policy.members}
    if allows(policy, wanted_spots):
        return wanted_spots
    if not fixed and (block := shifted_block(policy, wanted_spots)) is not None:
        return block
    unit = UnitSearch(policy, wanted_spots, fixed, effort)
    # If every member's own spot is legal, only links are missing.
    are_all_legal = allows(LayoutPolicy(policy.members), wanted_spots)
    repaired = unit.layout(with_links_repaired(unit, unit.wanted)) if are_all_legal else None
    if repaired is not None and allows(policy, repaired):
        return _drawn_closer(unit, repaired, wanted_spots, fixed)
    builder = Builder(unit, attempts * len(policy.members))  # enough for all attempts if no member is placed twice
    for attempt in range(attempts):
        if builder.spots <= 0:
            break
        spots = builder.build(attempt)
        if spots is not None and allows(policy, layout := unit.layout(with_links_repaired(unit, spots))):
            return _drawn_closer(unit, layout, wanted_spots, fixed)
    present = present_spots(policy.members)
    return _drawn_closer(unit, present, wanted_spots, fixed) if not fixed and allows(policy, present) else None


def _drawn_closer(
    unit: UnitSearch, layout: dict[str, Position], wanted: dict[str, Position], fixed: Collection[str]
) -> dict[str, Position]:
    """Return an arrangement whose members were moved, one by one, towards their wanted spots while it stays legal."""
    policy, numbers = unit.policy, {member.id: number for number, member in enumerate(unit.members)}
    for member in sorted(policy.members, key=lambda member: -math.dist(layout[member.id], wanted[member.id])):
        (x, y), (to_x, to_y) = layout[member.id], wanted[member.id]
        if member.id in fixed or (x, y) == (to_x, to_y):
            continue
        nearer = [position(x + share * (to_x - x), y + share * (to_y - y)) for share in _SHARES]
        suits = unit.slots.suits(numbers[member.id], np.array(nearer), np.array([*layout.values()]))
        for spot in compress(nearer, suits):
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
    shifts = _all_shifts()
    possible = np.ones(len(shifts), dtype=bool)
    for member, spot in zip(policy.members, spots):
        moved = shifts[possible] + spot
        inside = shapely.contains_xy(member.ends.geometry, moved[:, 0], moved[:, 1])
        possible[np.flatnonzero(possible)[~inside]] = False
        if not possible.any():
            return
    yield from ((float(dx), float(dy)) for dx, dy in shifts[possible])


@lru_cache(maxsize=1)
def _all_shifts() -> Floats:
    """Return the shifts (n x 2) that are tried, shortest first."""
    steps = np.arange(-math.ceil(_FAR / _STEP), math.ceil(_FAR / _STEP) + 1) * _STEP
    xs, ys = np.meshgrid(steps, steps)
    shifts = np.stack((xs.ravel(), ys.ravel()), axis=1)
    length = np.hypot(shifts[:, 0], shifts[:, 1])
    order = np.argsort(length, kind="stable")
    within: Floats = shifts[order][length[order] <= _FAR]
    within.setflags(write=False)
    return within


def with_links_repaired(unit: UnitSearch, spots: Floats) -> Floats:
    """Return the spots after members were moved one by one to reduce the number of missing links, if possible to 0."""
    spots, lacking = spots.copy(), unit.lacking(spots)
    for _round in range(_ROUNDS * len(unit.members)):
        move = _move_that_helps(unit, spots, lacking) if lacking else None
        if move is None:
            break
        number, spot, lacking = move
        spots[number] = spot
    return spots


def _move_that_helps(unit: UnitSearch, spots: Floats, lacking: int) -> tuple[int, Position, int] | None:
    """Return a member, a spot for it, and the smaller number of missing links there; None if no move reduces it."""
    for number, suits in _moves_to_try(unit, spots):
        if number in unit.fixed:
            continue
        trial = spots.copy()
        for spot in _spots_to_try(unit, number, spots, suits):
            trial[number] = spot
            remaining = unit.lacking(trial)
            if remaining < lacking:
                return number, spot, remaining
    return None


def _moves_to_try(unit: UnitSearch, spots: Floats) -> Iterator[tuple[int, SpotFilter | None]]:
    """Yield members to move, each with a filter of its spots.

    They are a member with too few links, others that come to its side, and members that can meet a demand.
    """
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
    """Return which candidates are near enough to a spot to be linked."""
    return are_linked(np.hypot(*(candidates - spot).T) - radii, inches)


def _meet_condition(condition: Condition, candidates: Floats) -> Flags:
    """Return which candidates meet a condition."""
    return np.array([condition.allows(*spot) for spot in candidates], dtype=bool)


def _spots_to_try(unit: UnitSearch, number: int, spots: Floats, suits: SpotFilter | None) -> Iterator[Position]:
    """Yield a few legal spots for a member beside the others: those with most links first, then the nearest."""
    candidates, links = unit.room_beside(number, spots, [other for other in unit.numbers if other != number])
    if suits is not None:
        suitable = suits(candidates)
        candidates, links = candidates[suitable], links[suitable]
    order = np.lexsort((np.hypot(*(candidates - unit.wanted[number]).T), -np.minimum(links, unit.links)))[:_WEIGHED]
    yield from unit.legal(number, candidates, order)

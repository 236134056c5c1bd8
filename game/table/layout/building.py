"""Building up arrangements: a first member is placed, then one after another beside those already placed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.lattice import Position, position
from game.table.layout.policy import Demand
from game.table.layout.unit import UnitSearch
from game.table.placing.places import is_legal
from game.table.terrain.area import Floats

_GRID: Final = 9
"""The number of rows and columns of the grid of spots for first members."""
_FIRSTS: Final = 12
"""The number of spots tried for a first member, besides the spot nearest to its wanted spot."""
_LINK: Final = 2.0
"""The inches of distance that one more link is worth."""
_STRAY: Final = 0.15
"""Inches of randomness in the choice of spots, multiplied by the number of the attempt modulo eight."""
_NEAR: Final = 6
"""The number of attempts that begin with the best first members; later attempts begin with random ones."""
_AGAIN: Final = 4
"""How often an attempt removes the members placed last when a member finds no spot."""
_JUDGED: Final = 8
"""The number of a member's seemingly legal spots that get an exact verdict."""


class Builder:
    """Builds arrangements of a unit, a different one in each attempt; in all, it searches for at most `spots` spots."""

    def __init__(self, unit: UnitSearch, spots: int) -> None:
        self._unit, self.spots = unit, spots

    def build(self, attempt: int) -> Floats | None:
        """Return spots for all members (links may be missing), or None if a member found no spot."""
        unit, rng = self._unit, Random(attempt)
        spots: Floats = np.full((len(unit.members), 2), np.nan)
        spots[unit.fixed] = unit.wanted[unit.fixed]
        placed, retries = [*unit.fixed], _AGAIN
        if not placed and self._firsts:
            number, spot = (
                self._firsts[attempt] if attempt < min(_NEAR, len(self._firsts)) else rng.choice(self._firsts)
            )
            spots[number], placed = spot, [number]
        fixed = len(placed)
        while placed and len(placed) < len(unit.members):
            if attempt:
                unit.slots.vary(rng.random(), rng.random())
            following = self._next(spots, placed, rng, attempt)
            if following is not None:
                number, spots[following[0]] = following
                placed.append(number)
            elif retries and self.spots > 0 and len(placed) > fixed:  # the members placed last took the room
                retries, placed = retries - 1, placed[: rng.randrange(fixed, len(placed))]
            else:
                return None
        return spots if placed else None

    @cached_property
    def _firsts(self) -> list[tuple[int, Position]]:
        """First members with a spot, in the order of trying: near their wanted spot, or where they meet a demand."""
        unit, demand = self._unit, next(iter(self._unit.policy.demands), None)
        middle = unit.wanted.mean(axis=0)
        nearest, others = list[tuple[float, int, Position]](), list[tuple[float, int, Position]]()
        for number in unit.numbers:
            spots = [*self._starts(number, demand)]
            off = float(np.hypot(*(unit.wanted[number] - middle)))
            nearest += [
                (off if demand is None else math.dist(spot, unit.wanted[number]), number, spot) for spot in spots[:1]
            ]
            others += [(math.dist(spot, unit.wanted[number]), number, spot) for spot in spots[1:]]
        if demand is not None:
            return [candidate[1:] for candidate in sorted(nearest + others)]
        return [candidate[1:] for candidate in (*sorted(nearest), *others)]

    def _starts(self, number: int, demand: Demand | None) -> Iterator[Position]:
        """Yield spots for a first member, beginning with the spot nearest to its wanted spot."""
        member, wanted = self._unit.members[number], self._unit.wanted[number]
        ground, condition = member.ends.geometry, None
        if demand is not None:
            condition = demand.conditions.get(member.id)
            if condition is None:
                return
            allowed = condition.allowed()
            ground = ground if allowed is None else shapely.intersection(ground, allowed)
        elif (nearest := member.ends.nearest((wanted[0], wanted[1]))) is not None:
            yield nearest
        for spot in _spread(ground, wanted)[: None if demand is not None else _FIRSTS]:
            if (condition is None or condition.allows(*spot)) and is_legal(member.ends, spot):
                yield spot

    def _next(self, spots: Floats, placed: list[int], rng: Random, attempt: int) -> tuple[int, Position] | None:
        """Return the next member and its spot; usually the member whose wanted spot is nearest to a placed member's."""
        wanted = self._unit.wanted
        left = [number for number in self._unit.numbers if number not in placed]
        away = wanted[left][:, None, :] - wanted[placed][None, :, :]
        order = [left[at] for at in np.argsort(np.hypot(*away.transpose(2, 0, 1)).min(axis=1), kind="stable")]
        if attempt % 3 == 2:
            rng.shuffle(order)
        candidates = ((number, self._spot(number, spots, placed, rng, attempt)) for number in order)
        return next(((number, spot) for number, spot in candidates if spot is not None), None)

    def _spot(self, number: int, spots: Floats, placed: list[int], rng: Random, attempt: int) -> Position | None:
        """Return a spot for a member beside placed members: well linked, and near its wanted spot or their middle."""
        if self.spots <= 0:
            return None
        self.spots -= 1
        candidates, links = self._unit.room_beside(number, spots, placed)
        aim = self._unit.wanted[number] if attempt % 2 == 0 else spots[placed].mean(axis=0)
        lacking = np.maximum(0, min(self._unit.links, len(placed)) - links)
        stray = np.array([rng.random() for _spot in candidates]) * (_STRAY * (attempt % 8))
        cost = np.hypot(*(candidates - aim).T) + _LINK * lacking + stray
        return next(self._unit.legal(number, candidates, np.argsort(cost, kind="stable")[:_JUDGED]), None)


def _spread(ground: BaseGeometry, about: Floats) -> list[Position]:
    """Return spots all over an area, in the order of their distance from the spot `about`."""
    if ground.is_empty:
        return []
    near = shapely.get_coordinates(shapely.shortest_line(ground, shapely.Point(*about)))[:1]
    west, south, east, north = ground.bounds
    across, up = np.meshgrid(np.linspace(west, east, _GRID), np.linspace(south, north, _GRID))
    inside = shapely.contains_xy(ground, across.ravel(), up.ravel())
    grid = np.stack((across.ravel()[inside], up.ravel()[inside]), axis=1)
    middles = shapely.get_coordinates(shapely.point_on_surface(shapely.get_parts(ground)))
    spots = np.concatenate((near, middles, grid))
    return [position(*spots[at]) for at in np.argsort(np.hypot(*(spots - about).T), kind="stable")]

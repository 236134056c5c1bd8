"""Building up arrangements: a first member, then one after another beside those that stand."""

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
from game.table.layout.unit import Unit
from game.table.placing.places import is_legal
from game.table.terrain.area import Floats

_GRID: Final = 9
"""Parts into which width and height of a region are divided for first members."""
_FIRSTS: Final = 12
"""Spots tried for each member as the first one, besides the one nearest to its wanted spot."""
_LINK: Final = 2.0
"""Inches that a spot may be farther away for each additional link."""
_STRAY: Final = 0.15
"""Inches by which an attempt strays from the nearest spots, times its number, which starts again after eight."""
_NEAR: Final = 6
"""Attempts that begin with the first members nearest to their wanted spots; the others begin with any."""
_AGAIN: Final = 4
"""How often the last members are taken back in an attempt where one found no spot."""
_JUDGED: Final = 8
"""Spots of a member that look legal and get an exact verdict."""


class Builder:
    """Builds arrangements of a unit, a different one with each attempt; at most `spots` spots are looked for in all."""

    def __init__(self, unit: Unit, spots: int) -> None:
        self._unit, self.spots = unit, spots

    def built(self, attempt: int) -> Floats | None:
        """Return spots for all members, perhaps with links missing, or None if one of them found no spot."""
        unit, rng = self._unit, Random(attempt)
        spots: Floats = np.full((len(unit.members), 2), np.nan)
        spots[unit.fixed] = unit.wanted[unit.fixed]
        standing, again = [*unit.fixed], _AGAIN
        if not standing and self._firsts:
            number, spot = (
                self._firsts[attempt] if attempt < min(_NEAR, len(self._firsts)) else rng.choice(self._firsts)
            )
            spots[number], standing = spot, [number]
        kept = len(standing)
        while standing and len(standing) < len(unit.members):
            if attempt:
                unit.slots.vary(rng.random(), rng.random())
            following = self._next(spots, standing, rng, attempt)
            if following is not None:
                number, spots[following[0]] = following
                standing.append(number)
            elif again and self.spots > 0 and len(standing) > kept:  # the members placed last took the room
                again, standing = again - 1, standing[: rng.randrange(kept, len(standing))]
            else:
                return None
        return spots if standing else None

    @cached_property
    def _firsts(self) -> list[tuple[int, Position]]:
        """First members, each with a spot: those that meet a demand if there is one, else each near its wanted spot.

        In the order in which they are tried.
        """
        unit, demand = self._unit, next(iter(self._unit.policy.demands), None)
        middle = unit.wanted.mean(axis=0)
        nearest, others = list[tuple[float, int, Position]](), list[tuple[float, int, Position]]()
        for number in unit.numbers:
            spots = [*self._starts(number, demand)]
            off = float(np.hypot(*(unit.wanted[number] - middle)))
            nearest += [
                (off if demand is None else math.dist(each, unit.wanted[number]), number, each) for each in spots[:1]
            ]
            others += [(math.dist(each, unit.wanted[number]), number, each) for each in spots[1:]]
        if demand is not None:
            return [each[1:] for each in sorted(nearest + others)]
        return [each[1:] for each in (*sorted(nearest), *others)]

    def _starts(self, number: int, demand: Demand | None) -> Iterator[Position]:
        """Yield spots for a first member, the nearest to its wanted spot first."""
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

    def _next(self, spots: Floats, standing: list[int], rng: Random, attempt: int) -> tuple[int, Position] | None:
        """Return the next member and its spot: the one left whose wanted spot is nearest to a placed member."""
        wanted = self._unit.wanted
        left = [number for number in self._unit.numbers if number not in standing]
        away = wanted[left][:, None, :] - wanted[standing][None, :, :]
        order = [left[at] for at in np.argsort(np.hypot(*away.transpose(2, 0, 1)).min(axis=1), kind="stable")]
        if attempt % 3 == 2:
            rng.shuffle(order)
        found = ((number, self._spot(number, spots, standing, rng, attempt)) for number in order)
        return next(((number, spot) for number, spot in found if spot is not None), None)

    def _spot(self, number: int, spots: Floats, standing: list[int], rng: Random, attempt: int) -> Position | None:
        """Return a spot for a member beside the placed ones: well linked, near its wanted spot or near them."""
        if self.spots <= 0:
            return None
        self.spots -= 1
        found, links = self._unit.room_beside(number, spots, standing)
        aim = self._unit.wanted[number] if attempt % 2 == 0 else spots[standing].mean(axis=0)
        lacking = np.maximum(0, min(self._unit.links, len(standing)) - links)
        stray = np.array([rng.random() for _each in found]) * (_STRAY * (attempt % 8))
        cost = np.hypot(*(found - aim).T) + _LINK * lacking + stray
        return next(self._unit.legal(number, found, np.argsort(cost, kind="stable")[:_JUDGED]), None)


def _spread(ground: BaseGeometry, about: Floats) -> list[Position]:
    """Return spots all over an area, those nearest to one spot first."""
    if ground.is_empty:
        return []
    near = shapely.get_coordinates(shapely.shortest_line(ground, shapely.Point(*about)))[:1]
    west, south, east, north = ground.bounds
    across, up = np.meshgrid(np.linspace(west, east, _GRID), np.linspace(south, north, _GRID))
    inside = shapely.contains_xy(ground, across.ravel(), up.ravel())
    grid = np.stack((across.ravel()[inside], up.ravel()[inside]), axis=1)
    middles = shapely.get_coordinates(shapely.point_on_surface(shapely.get_parts(ground)))
    found = np.concatenate((near, middles, grid))
    return [position(*found[at]) for at in np.argsort(np.hypot(*(found - about).T), kind="stable")]

"""Arrangements in which a few members lack links: moved one by one until nobody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import numpy as np

from game.table.lattice import Position
from game.table.layout.links import Flags, are_linked
from game.table.layout.unit import Unit
from game.table.placing.condition import Condition
from game.table.terrain.area import Floats

_ROUNDS: Final = 2
"""Times that each member may be moved."""
_WEIGHED: Final = 4
"""Spots of a member that are weighed each time."""

Fits = Callable[[Floats], Flags]


def mended(unit: Unit, spots: Floats) -> Floats:
    """Return spots in which fewer links are lacking, none if that can be had by moving one member after another."""
    spots, lacking = spots.copy(), unit.lacking(spots)
    for _round in range(_ROUNDS * len(unit.members)):
        better = _better(unit, spots, lacking) if lacking else None
        if better is None:
            break
        number, spot, lacking = better
        spots[number] = spot
    return spots


def _better(unit: Unit, spots: Floats, lacking: int) -> tuple[int, Position, int] | None:
    """Return a member, and a spot for it after which fewer links are lacking, and how many then."""
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
    """Yield who may be moved: one that lacks links, another one to its side, or one to where a demand is met."""
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
    """Yield a few spots for a member beside the others, the nearest of those with links enough first."""
    found, links = unit.room_beside(number, spots, [each for each in unit.numbers if each != number])
    if fits is not None:
        kept = fits(found)
        found, links = found[kept], links[kept]
    order = np.lexsort((np.hypot(*(found - unit.wanted[number]).T), -np.minimum(links, unit.links)))[:_WEIGHED]
    yield from unit.legal(number, found, order)

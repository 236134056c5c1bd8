"""Orders in which the members of a unit can go without passing through one another, with ways round those who stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from game.table.layout.own_ways import SEARCHED, OwnWays
from game.table.layout.passing import Passing, Points
from game.table.terrain.area import Floats


def ordered(
    own: OwnWays, ways: Sequence[Points], wished: Sequence[int], kept: Collection[int], radii: Floats
) -> list[tuple[int, Points]] | None:
    """Return the ways of all that move, in an order in which they can go; None if none was found.

    The wished order is taken if they can, else another one, else others go round; the ways of those `kept` stay.
    Whether one is found does not hang on the wish: the order of the members is tried as well.
    """
    passing = Passing(ways, radii)
    order = wished if passing.passes(wished) else passing.order(wished)
    if len(order) == len(wished):
        return [(number, ways[number]) for number in order]
    found = _one_by_one(own, [*ways], wished, kept, radii)
    by_number = sorted(wished)
    return _one_by_one(own, [*ways], by_number, kept, radii) if found is None and by_number != [*wished] else found


def _one_by_one(
    own: OwnWays, ways: list[Points], wished: Sequence[int], kept: Collection[int], radii: Floats
) -> list[tuple[int, Points]] | None:
    """Let whoever can go, those first who stand in nobody's way then; where nobody can, one goes round the others."""
    left, gone = list(wished), np.zeros(len(ways), dtype=bool)
    passing, tries, found = Passing(ways, radii), SEARCHED, list[tuple[int, Points]]()
    while left:
        barred = np.asarray(np.where(gone, passing.at_end, passing.at_start).any(axis=1))
        free = [each for each in left if not barred[each]]
        polite = [each for each in free if not passing.at_end[[other for other in left if other != each], each].any()]
        going = next(iter(polite or free), None)
        for number in left if going is None else ():
            if number in kept or tries <= 0:
                continue
            tries -= 1
            discs = [
                member.disc.moved_to(*ways[other][-1 if gone[other] else 0])
                for other, member in enumerate(own.members)
                if other != number
            ]
            way = own.round(number, ways[number][-1], discs)
            if way is not None:
                ways[number], going = way, number
                passing = Passing(ways, radii)
                break
        if going is None:
            return None
        left.remove(going)
        found.append((going, ways[going]))
        gone[going] = True
    return found

"""Places exchanged between the members of a unit, so that nobody overtakes anybody on the way to a new formation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from game.table.lattice import Position
from game.table.layout.policy import Layout, Member

_MUCH = 1e-3
"""Square inches by which the ways must get better, in all, for two to exchange their places."""


def uncrossed(
    members: Sequence[Member], starts: Layout, ends: Layout, fixed: Collection[str] = ()
) -> dict[str, Position]:
    """Return an arrangement with places exchanged between bases of one size, apart from the `fixed`."""
    found, sizes = dict(ends), {member.id: member.disc.radius for member in members}
    free = [member.id for member in members if member.id not in fixed]
    for _round in range(len(found)):
        swapped = False
        for one, other in combinations(free, 2):
            if sizes[one] == sizes[other] and _cross(starts[one], starts[other], found[one], found[other]):
                found[one], found[other], swapped = found[other], found[one], True
        if not swapped:
            break
    return found


def _cross(start: Position, other: Position, end: Position, other_end: Position) -> bool:
    """Return whether two had better each go where the other should: the squares of their ways are less then in all."""
    return (start.x - other.x) * (end.x - other_end.x) + (start.y - other.y) * (end.y - other_end.y) < -_MUCH

"""What the search for an arrangement knows of its unit: who is wanted where, who lacks links, where there is room."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

from game.table.lattice import Position, position
from game.table.layout.effort import Effort
from game.table.layout.judge import is_met
from game.table.layout.links import Flags, are_linked, gaps_between, groups_of, links_wanted
from game.table.layout.policy import Demand, Layout, LayoutPolicy
from game.table.layout.slots import Slots
from game.table.places import is_legal
from game.table.terrain.area import Floats

_APART, _UNMET = 4, 12
"""Links that a group apart from the others, and a demand that nobody meets, count as lacking."""


class Unit:
    """The members of an arrangement by number; spots of all of them are an array of n x 2 inches, unknown ones NaN."""

    def __init__(self, policy: LayoutPolicy, wanted: Layout, fixed: Collection[str], effort: Effort) -> None:
        self.policy, self.members, self.effort = policy, policy.members, effort
        self.wanted: Floats = np.array([wanted[member.id] for member in self.members], dtype=np.float64)
        self.radii: Floats = np.array([member.disc.radius for member in self.members])
        self.fixed = [number for number, member in enumerate(self.members) if member.id in fixed]
        coherency = policy.coherency
        self.inches = coherency.inches if coherency is not None else math.inf
        self.most = coherency.most if coherency is not None else math.inf
        self.links = links_wanted(coherency.links, len(self.members)) if coherency is not None else 0
        self.slots = Slots(self.radii, self.inches, self.most)

    @property
    def numbers(self) -> range:
        """All members."""
        return range(len(self.members))

    def layout(self, spots: Floats) -> dict[str, Position]:
        """Return spots as an arrangement."""
        return {member.id: position(*spots[number]) for number, member in enumerate(self.members)}

    def room_beside(self, number: int, spots: Floats, others: list[int]) -> tuple[Floats, NDArray[np.intp]]:
        """Return spots for a member (n x 2) that link it to some of `others` and overlap none, and the links of each.

        By itself it may end there as drawn.
        """
        self.effort.spend()
        found, links = self.slots.beside(number, spots, others, self.wanted[number])
        inside = shapely.contains_xy(self.members[number].ends.geometry, found[:, 0], found[:, 1])
        return found[inside], links[inside]

    def legal(self, number: int, found: Floats, order: NDArray[np.intp]) -> Iterator[Position]:
        """Yield those of some spots, in an order, where a member may end by itself."""
        for at in order:
            if is_legal(self.members[number].ends, spot := position(*found[at])):
                yield spot

    def poor(self, spots: Floats) -> list[int]:
        """Return the members that have too few links or are apart from most of the others."""
        linked = self._linked(spots)
        return [int(number) for number in np.flatnonzero((linked.sum(axis=0) < self.links) | (groups_of(linked) > 0))]

    def unmet(self, spots: Floats) -> list[Demand]:
        """Return the demands that nobody meets."""
        layout = self.layout(spots)
        return [demand for demand in self.policy.demands if not is_met(demand, layout)]

    def lacking(self, spots: Floats) -> int:
        """Return how many links are lacking; groups that are apart and demands that nobody meets count as several."""
        linked = self._linked(spots)
        short = int(np.maximum(0, self.links - linked.sum(axis=0)).sum())
        return short + _APART * int(groups_of(linked).max()) + _UNMET * len(self.unmet(spots))

    def _linked(self, spots: Floats) -> Flags:
        return are_linked(gaps_between(spots, self.radii), self.most)

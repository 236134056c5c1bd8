"""Facts about a unit for the search for an arrangement: wanted spots, missing links, free room."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from game.table.lattice import Position, position
from game.table.layout.effort import Effort
from game.table.layout.judge import is_met
from game.table.layout.links import Flags, are_linked, gaps_between, groups_of, links_wanted
from game.table.layout.policy import Demand, Layout, LayoutPolicy
from game.table.placing.clearances import CONTACT
from game.table.placing.places import is_legal
from game.table.terrain.area import Floats

_APART, _UNMET = 4, 12
"""The numbers of missing links for which a separate group and an unmet demand count."""
_TURNS: Final = 18
"""The number of directions in which spots beside a base are tried."""
_FARTHEST: Final = 1.0
"""The widest gap between bases if they need no links, in inches."""
_CLEAR: Final = 2e-4
"""The gap between bases that shall touch, in inches, because positions are rounded to the lattice."""


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

    @property
    def numbers(self) -> range:
        """The numbers of all members."""
        return range(len(self.members))

    def layout(self, spots: Floats) -> dict[str, Position]:
        """Return spots as an arrangement."""
        return {member.id: position(*spots[number]) for number, member in enumerate(self.members)}

    def room_beside(self, number: int, spots: Floats, others: list[int]) -> tuple[Floats, NDArray[np.intp]]:
        """Return spots for a member (n x 2) that overlap no base and link it to one of `others`, and their links.

        The spots are in the drawn area of its legal spots.
        """
        self.effort.spend()
        candidates, links = self.slots.beside(number, spots, others, self.wanted[number])
        inside = shapely.contains_xy(self.members[number].ends.geometry, candidates[:, 0], candidates[:, 1])
        return candidates[inside], links[inside]

    def legal(self, number: int, candidates: Floats, order: NDArray[np.intp]) -> Iterator[Position]:
        """Yield the candidates that are legal for a member by itself, in an order."""
        for at in order:
            if is_legal(self.members[number].ends, spot := position(*candidates[at])):
                yield spot

    def poor(self, spots: Floats) -> list[int]:
        """Return the members that have too few links or are outside the largest group."""
        linked = self._linked(spots)
        return [int(number) for number in np.flatnonzero((linked.sum(axis=0) < self.links) | (groups_of(linked) > 0))]

    def unmet(self, spots: Floats) -> list[Demand]:
        """Return the demands that no member meets."""
        layout = self.layout(spots)
        return [demand for demand in self.policy.demands if not is_met(demand, layout)]

    def lacking(self, spots: Floats) -> int:
        """Return the number of missing links; separate groups and unmet demands count as several."""
        linked = self._linked(spots)
        short = int(np.maximum(0, self.links - linked.sum(axis=0)).sum())
        return short + _APART * int(groups_of(linked).max()) + _UNMET * len(self.unmet(spots))

    def _linked(self, spots: Floats) -> Flags:
        return are_linked(gaps_between(spots, self.radii), self.most)


class Slots:
    """Makes spots for members, at gaps of at most `inches` from placed members; links may be up to `most` inches."""

    def __init__(self, radii: Floats, inches: float, most: float) -> None:
        self.radii, self.inches, self.most = radii, inches, most
        self.vary(0.0, 0.5)

    def vary(self, turn: float, share: float) -> None:
        """Vary the spots: turn directions by a part of the angle between them, and set the middle gap to a `share`."""
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
        there, radii = spots[standing], self.radii[standing]
        key = (float(self.radii[number]), there.tobytes(), radii.tobytes())
        if key != self._last_key:
            around = np.concatenate((self._round(there, radii, number), self._between(there, radii, number)))
            self._last_key, self._last_result = key, self._judged(around, there, radii, number)
        own, own_links = self._judged(wanted[None, :], there, radii, number)
        return np.concatenate((own, self._last_result[0])), np.concatenate((own_links, self._last_result[1]))

    def _judged(self, candidates: Floats, there: Floats, radii: Floats, number: int) -> tuple[Floats, NDArray[np.intp]]:
        """Return the candidates that overlap no base and are linked to one, and the number of their links.

        Only bases near a spot are measured, because measuring all would take too long in a large unit.
        """
        order = np.argsort(there[:, 0])
        west, reach = there[order, 0], radii[order] + self.radii[number]
        most = float(reach.max(initial=0.0)) + max(self.most, 0.0) + _CLEAR
        first = np.searchsorted(west, candidates[:, 0] - most)
        count = np.searchsorted(west, candidates[:, 0] + most, side="right") - first
        base = np.arange(int(count.sum())) + np.repeat(first + count - np.cumsum(count), count)
        across = np.repeat(candidates[:, 0], count) - west[base]
        up = np.repeat(candidates[:, 1], count) - there[order, 1][base]
        gaps = np.sqrt(across * across + up * up) - reach[base]
        spot = np.repeat(np.arange(len(candidates)), count)
        links = np.bincount(spot[are_linked(gaps, self.most)], minlength=len(candidates))
        legal = links > 0
        legal[spot[gaps < -CONTACT]] = False
        return candidates[legal], links[legal]

    def _round(self, there: Floats, radii: Floats, number: int) -> Floats:
        """Return spots all round each base, at every gap."""
        far = radii[:, None] + self.radii[number] + np.array(self._gaps)[None, :]
        spots: Floats = there[:, None, None, :] + far[:, :, None, None] * self._rays[None, None, :, :]
        return spots.reshape(-1, 2)

    def _between(self, there: Floats, radii: Floats, number: int) -> Floats:
        """Return the spots that keep the same gap to two bases, for all pairs of bases and all gaps."""
        if len(there) < 2:
            return np.empty((0, 2))
        one, other = np.triu_indices(len(there), 1)
        way = there[other] - there[one]
        apart = np.hypot(way[:, 0], way[:, 1])
        close = apart < radii[one] + radii[other] + 2 * (self.radii[number] + self._gaps[-1])
        one, other, way, apart = one[close], other[close], way[close], apart[close]
        spots_by_gap = []
        for gap in self._gaps:
            first, second = radii[one] + self.radii[number] + gap, radii[other] + self.radii[number] + gap
            along = (first**2 - second**2 + apart**2) / (2 * apart)
            square = first**2 - along**2
            real = square >= 0
            middle = there[one][real] + way[real] * (along / apart)[real, None]
            aside = np.sqrt(square[real])[:, None] * np.stack((-way[real, 1], way[real, 0]), axis=1)
            aside = aside / apart[real, None]
            spots_by_gap += [middle + aside, middle - aside]
        spots: Floats = np.concatenate(spots_by_gap)
        return spots

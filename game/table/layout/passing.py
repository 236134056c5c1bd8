"""The members of a moving unit that block each other's paths, and an order in which all can move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from game.table.lattice import Position
from game.table.layout.links import Flags
from game.table.path.straight import clearances
from game.table.terrain.area import Floats

OVERLAP: Final = 1e-6
"""Inches by which rounding may make a passing base seem to overlap another base."""

Points = tuple[Position, ...]
"""The path of a base: its present spot, corners, and end; only one spot if it stays."""


class Passing:
    """The paths of all members of a unit, and for each pair whether one's path crosses the other's start or end.

    `paths` and `radii` (inches) are indexed by the number of the member. `at_start[a, b]`: a's path crosses b's start.
    """

    def __init__(self, paths: Sequence[Points], radii: Floats) -> None:
        self.paths, self.radii = paths, radii
        self.moving = [number for number, path in enumerate(paths) if len(path) > 1]
        before, after = self._depths()
        self.at_start: Flags = before > OVERLAP
        self.at_end: Flags = after > OVERLAP

    def _depths(self) -> tuple[Floats, Floats]:
        """Return how deep in inches each path (rows) leads into each member (columns) at its start, and at its end.

        Depths are negative for a path beside a member, and minus infinity for a member that stays and for itself.
        """
        count = len(self.paths)
        spots = np.array([path[at] for at in (0, -1) for path in self.paths], dtype=np.float64).reshape(-1, 2)
        legs = [
            (number, *start, *end)
            for number in self.moving
            for start, end in zip(self.paths[number], self.paths[number][1:])
        ]
        deep = np.full((count, 2 * count), -np.inf)
        if legs:
            table = np.array(legs)
            whose = table[:, 0].astype(np.intp)
            needed = self.radii[whose][:, None] + np.concatenate((self.radii, self.radii))
            np.maximum.at(deep, whose, needed - clearances(table[:, 1:], spots))
        before, after = deep[:, :count], deep[:, count:]
        np.fill_diagonal(before, -np.inf)
        np.fill_diagonal(after, -np.inf)
        return before, after

    def passes(self, order: Sequence[int]) -> bool:
        """Return whether all moving members can move in an order."""
        rank = np.full(len(self.paths), len(self.paths))
        rank[list(order)] = np.arange(len(order))
        later = rank[None, :] > rank[:, None]  # the column's member moves after the row's, or stays
        blocked = np.where(later, self.at_start, self.at_end)
        return not blocked[list(order)].any()

    def order(self, wished: Sequence[int]) -> list[int]:
        """Return an order in which members can move, similar to `wished`, without members that cannot move."""
        stuck: Flags = np.asarray((self.at_start & self.at_end).any(axis=1))
        before = self.at_start | self.at_end.T  # the column's member must move before the row's
        waiting, order = list(wished), list[int]()
        while waiting:
            ready = (number for number in waiting if not stuck[number] and not before[number, waiting].any())
            if (following := next(ready, None)) is None:
                break
            waiting.remove(following)
            order.append(following)
        return order

    def blockers(self, order: Sequence[int]) -> dict[int, list[tuple[int, float]]]:
        """Return the blocked members if all move in an order, with their blockers and the depths in inches."""
        (before, after), blockers = self._depths(), dict[int, list[tuple[int, float]]]()
        gone = np.zeros(len(self.paths), dtype=bool)
        for number in order:
            deep = np.where(gone, after[number], before[number])
            over = np.flatnonzero(deep > OVERLAP)
            if over.size:
                blockers[number] = [(int(other), float(deep[other])) for other in over]
            gone[number] = not over.size
        return blockers

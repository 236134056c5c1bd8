"""Which members of a moving unit stand in which paths, and the order in which they can go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from game.table.lattice import Position
from game.table.layout.links import Flags
from game.table.path.straight import clearances
from game.table.terrain.area import Floats

OVERLAP: Final = 1e-6
"""Inches by which a passing base may seem to overlap another one: rounding."""

Points = tuple[Position, ...]
"""The path of a base: where it stands, the corners of its path, where it ends; one spot if it stays."""


class Passing:
    """The paths of all members of a unit: for each pair whether one's path leads over where the other starts, and ends.

    `paths` and `radii` (inches) are by the number of the member.
    """

    def __init__(self, paths: Sequence[Points], radii: Floats) -> None:
        self.paths, self.radii = paths, radii
        self.moving = [number for number, path in enumerate(paths) if len(path) > 1]
        before, after = self._depths()
        self.at_start: Flags = before > OVERLAP
        self.at_end: Flags = after > OVERLAP

    def _depths(self) -> tuple[Floats, Floats]:
        """Return how deep in inches each path (rows) leads into each member (columns): where it starts, where it ends.

        Negative beside; a member that stays, or meets itself, has no path: minus infinity.
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
            kept = self.radii[whose][:, None] + np.concatenate((self.radii, self.radii))
            np.maximum.at(deep, whose, kept - clearances(table[:, 1:], spots))
        before, after = deep[:, :count], deep[:, count:]
        np.fill_diagonal(before, -np.inf)
        np.fill_diagonal(after, -np.inf)
        return before, after

    def passes(self, order: Sequence[int]) -> bool:
        """Return whether all can go in an order of those that move."""
        rank = np.full(len(self.paths), len(self.paths))
        rank[list(order)] = np.arange(len(order))
        later = rank[None, :] > rank[:, None]  # the member of the column goes after that of the row, or stays
        barred = np.where(later, self.at_start, self.at_end)
        return not barred[list(order)].any()

    def order(self, wished: Sequence[int]) -> list[int]:
        """Return an order in which they can go, as near as possible to a wished one; without those that cannot."""
        stuck: Flags = np.asarray((self.at_start & self.at_end).any(axis=1))
        before = self.at_start | self.at_end.T  # which members (columns) must have gone before which (rows)
        left, found = list(wished), list[int]()
        while left:
            following = next((each for each in left if not stuck[each] and not before[each, left].any()), None)
            if following is None:
                break
            left.remove(following)
            found.append(following)
        return found

    def barred(self, order: Sequence[int]) -> dict[int, list[tuple[int, float]]]:
        """Return the members that others block when all go in an order: by which member, and by how many inches."""
        (before, after), found = self._depths(), dict[int, list[tuple[int, float]]]()
        gone = np.zeros(len(self.paths), dtype=bool)
        for number in order:
            deep = np.where(gone, after[number], before[number])
            over = np.flatnonzero(deep > OVERLAP)
            if over.size:
                found[number] = [(int(other), float(deep[other])) for other in over]
            gone[number] = not over.size
        return found

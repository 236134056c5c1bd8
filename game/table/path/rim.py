"""Regions of ends at a fixed distance from one spot, such as in contact with a base."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from game.cached import cached_property
from game.table.lattice import Position, position
from game.table.path.path import Path
from game.table.path.policy import CONTACT, PathPolicy, PathsQuestion
from game.table.path.region import PathRegion
from game.table.path.straight import straight_path_is_legal
from game.table.placing.places import Spot

_SEARCHED = 8
_STEPS = 36
"""The number of spots tried round the rim. Contact that is possible only between them is found by drawing."""


class RimRegion(PathRegion):
    """All ends of a base that are `far` inches from the spot `middle`, as the policies demand; `known` is a path."""

    def __init__(self, start: Spot, middle: Spot, far: float, *policies: PathPolicy, known: Path | None = None) -> None:
        super().__init__(start, *policies)
        self._known_path = known
        self._middle = middle
        self._far = far

    def _find(self, at: Position) -> Path | None:
        known = self._known_path
        return known if known is not None and known.end == at else super()._find(at)

    def _at(self, bearing: float) -> Position:
        x, y = self._middle
        return position(x + self._far * math.cos(bearing), y + self._far * math.sin(bearing))

    def _round(self, x: float, y: float) -> Iterator[Position]:
        """Yield spots round the rim in the order of their distance from (x, y)."""
        first = math.atan2(y - self._middle[1], x - self._middle[0])
        for step in range(_STEPS):
            turn = (step + 1) // 2 * (1 if step % 2 else -1)
            yield self._at(first + turn * 2 * math.pi / _STEPS)

    def nearest(self, where: Spot) -> Position | None:
        """Return `where` if it is legal, or the nearest legal spot tried round the rim, or any legal end, or None."""
        if self.find(where):
            return position(*where)
        return next((spot for spot in self._round(*where) if self.find(spot)), None) or self._end

    @cached_property
    def _any(self) -> Path | None:
        """A legal path: the known path, or else one to `_end`."""
        return self._known_path or (None if self._end is None else self.find(self._end))

    @cached_property
    def _end(self) -> Position | None:
        """A legal end, preferably that of the known path, or None if none was found."""
        if self._known_path is not None:
            return self._known_path.end
        return next((spot for spot in self._hopeful(self._round(*self.start)) if self.find(spot)), None)

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal end, or None if none was found. Paths are searched only for some random spots."""
        for _try in range(3):
            spot = self._at(rng.uniform(-math.pi, math.pi))
            searched = self._known_path is None or rng.random() * _SEARCHED < 1.0
            if self.find(spot) if searched else straight_path_is_legal(self.start, spot, self.policies):
                return spot
        return self._end


class ContactRegion(RimRegion):
    """All ends of a base in contact with another base, the `target` (x, y, radius in inches)."""

    def __init__(self, question: PathsQuestion, target: tuple[float, float, float], known: Path | None = None) -> None:
        far = question.policies[0].radius + target[2] + CONTACT / 2
        super().__init__(question.start, target[:2], far, *question.policies, known=known)

"""Ends that lie round one spot, such as those in contact with a base: quicker to search than an area."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from game.cached import cached_property
from game.table.lattice import Position, position
from game.table.path.free import FreeFinder
from game.table.path.judge import allows
from game.table.path.loose import Chances
from game.table.path.path import Path
from game.table.path.policy import CONTACT, Asked, PathPolicy
from game.table.path.region import PathRegion
from game.table.path.straight import leads_straight
from game.table.placing.places import Spot

_SEARCHED = 8
_STEPS = 36
"""Spots tried round the rim, 10 degrees apart; a contact possible only elsewhere is found by drawing the region."""


class RimRegion(PathRegion):
    """All ends of a base that lie some inches from a spot, under policies that demand it; one way may be known."""

    def __init__(self, start: Spot, middle: Spot, far: float, *policies: PathPolicy, known: Path | None = None) -> None:
        super().__init__(start, *policies)
        self._counted_on = known
        self._middle = middle
        self._far = far

    def _find(self, at: Position) -> Path | None:
        known = self._counted_on
        if known is not None and known.end == at:
            return known
        found = super()._find(at)
        if found is not None or self._is_straight:
            return found
        # A quick answer is an end too, if the search does not find it.
        return self._chances.path_to(at) or self._shortest(at)

    @cached_property
    def _is_straight(self) -> bool:
        """Whether no path needs a search: all begin straight, with a bend where they touch something."""
        return all(policy.stages[0].go == "straight" for policy in self.policies)

    def _at(self, bearing: float) -> Position:
        x, y = self._middle
        return position(x + self._far * math.cos(bearing), y + self._far * math.sin(bearing))

    def _round(self, x: float, y: float) -> Iterator[Position]:
        """Yield spots round the rim, those nearest to (x, y) first."""
        first = math.atan2(y - self._middle[1], x - self._middle[0])
        for step in range(_STEPS):
            turn = (step + 1) // 2 * (1 if step % 2 else -1)
            yield self._at(first + turn * 2 * math.pi / _STEPS)

    def nearest(self, where: Spot) -> Position | None:
        """Return the spot of the rim nearest to one, one of some round it, else any, or None if none is legal."""
        if self.find(where):
            return position(*where)
        return next((spot for spot in self._round(*where) if self.find(spot)), None) or self._end

    @cached_property
    def _any(self) -> Path | None:
        """Any legal path: the known one, else one that is found sooner than `_end`."""
        if self._counted_on is not None:
            return self._counted_on
        spots = list(self._round(*self.start))
        straight = (Path.through([self.start, spot]) for spot in spots)
        found = next((path for path in straight if any(allows(path, each) for each in self._winding)), None)
        found = found or next((path for spot in spots if (path := self._shortest(spot))), None)
        return found or (self.find(self._end) if self._end is not None else None)

    @cached_property
    def _winding(self) -> list[PathPolicy]:
        """The policies whose paths are found slowly, from their ends."""
        return [each for each in self.policies if each.stages[0].go == "not farther"]

    @cached_property
    def _shortcuts(self) -> list[tuple[PathPolicy, FreeFinder]]:
        return Chances(self.start, self._winding).undirected(list(self._round(*self.start)))

    def _shortest(self, at: Position) -> Path | None:
        """Return the shortest path there is to a spot if it is legal where paths are found slowly, else None."""
        paths = ((found.path, policy) for policy, finder in self._shortcuts for found in finder.paths(*at))
        return next((path for path, policy in paths if allows(path, policy)), None)

    @cached_property
    def _end(self) -> Position | None:
        """A legal end, or None if none was found.

        The end of a known path is preferred, then an end for which a path is found quickly.
        """
        if self._counted_on is not None:
            return self._counted_on.end
        open_to = []
        spots = self._chances.freely(list(self._round(*self.start)))
        if self._is_straight:
            return next((spot for spot in spots if self.find(spot)), None)
        for spot in spots:
            if self._chances.has(spot):
                if self._chances.path_to(spot) is not None:
                    return spot
                open_to.append(spot)
        return next((spot for spot in open_to if self.find(spot)), None)

    def sample(self, rng: Random) -> Position | None:
        """Return a legal end at random, None if none was found; one that needs a search only now and then."""
        for _try in range(3):
            spot = self._at(rng.uniform(-math.pi, math.pi))
            searched = self._counted_on is None or rng.random() * _SEARCHED < 1.0
            if self.find(spot) if searched else leads_straight(self.start, spot, self.policies):
                return spot
        return self._end


class ContactRegion(RimRegion):
    """All ends of a base in contact with another, by its centre and radius, in inches."""

    def __init__(self, asked: Asked, target: tuple[float, float, float], known: Path | None = None) -> None:
        far = asked.policies[0].radius + target[2] + CONTACT / 2
        super().__init__(asked.start, target[:2], far, *asked.policies, known=known)

"""Ends that lie round one spot, as those in contact with a base do: quicker to search than an area."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import lru_cache

from game.cached import cached_property
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import Position, position
from game.table.ways.free import FreeFinder
from game.table.ways.judge import allows, check
from game.table.ways.loose import Chances
from game.table.ways.policy import CONTACT, Asked, WayPolicy
from game.table.ways.region import WayRegion
from game.table.ways.way import Way

_SEARCHED = 8
_KEPT = 32
_STEPS = 36
"""Spots tried round the rim, 10 degrees apart; a contact that only others allow is found by drawing the region."""


def has_contact(model: Model, target: Model, policy: WayPolicy) -> bool:
    """Return whether a base can come in contact with another under a policy."""
    return _has_contact(Asked.of((model.x, model.y), policy), (target.x, target.y, target.radius))


@lru_cache(maxsize=2048)
def _has_contact(asked: Asked, target: tuple[float, float, float]) -> bool:
    """Return the same by all that it hangs on; games go on, but most bases stay where they are."""
    return ContactRegion(asked, target).has_room


def contact_region(model: Model, target: Model, policy: WayPolicy, known: Way | None = None) -> ContactRegion:
    """Return the ends in contact with a target; `known` is a way to one of them."""
    return _kept(Asked.of((model.x, model.y), policy), (target.x, target.y, target.radius), known)


class RimRegion(WayRegion):
    """All ends of a base that lie some inches from a spot, under policies that demand it; one way may be known."""

    def __init__(
        self,
        start: tuple[float, float],
        middle: tuple[float, float],
        far: float,
        *policies: WayPolicy,
        known: Way | None = None,
    ) -> None:
        super().__init__(start, *policies)
        self._counted_on = known
        self._middle = middle
        self._far = far

    def contains(self, x: float, y: float) -> bool:
        """Return whether a legal way to the lattice spot nearest to (x, y) is known or found."""
        return self.way_to(x, y) is not None

    def _find(self, at: Position) -> tuple[Way, WayPolicy] | None:
        known = self._counted_on
        if known is not None and known.end == at:
            return known, min(self.policies, key=lambda policy: len(check(known, policy).refusals))
        found = super()._find(at)
        if found is not None or self._is_straight:
            return found
        # What is told quickly is an end too, should the search not come to it.
        return self._chances.way_to(*at) or self._shortest(at)

    @cached_property
    def _is_straight(self) -> bool:
        """Whether no way takes a search: all begin straight, with a bend where they touch something."""
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

    def nearest(self, x: float, y: float) -> Position | None:
        """Return the spot of the rim nearest to (x, y), one of some round it, else any; None if none is legal."""
        if self.contains(x, y):
            return position(x, y)
        return next((spot for spot in self._round(x, y) if self.contains(*spot)), None) or self.any_end()

    @cached_property
    def has_room(self) -> bool:
        """Whether there is any legal end, which straight ways tell sooner than `any_end`."""
        spots = list(self._round(*self.start))
        straight = (Way.through([self.start, spot]) for spot in spots)
        if self._counted_on is not None or any(allows(way, each) for way in straight for each in self._winding):
            return True
        return any(self._shortest(spot) is not None for spot in spots) or self.any_end() is not None

    @cached_property
    def _winding(self) -> list[WayPolicy]:
        """The policies whose ways are found slowly, from their ends."""
        return [each for each in self.policies if each.stages[0].go == "not farther"]

    @cached_property
    def _shortcuts(self) -> list[tuple[WayPolicy, FreeFinder]]:
        return Chances(self.start, self._winding).undirected(list(self._round(*self.start)))

    def _shortest(self, at: Position) -> tuple[Way, WayPolicy] | None:
        """Return the shortest way there is to a spot if it is legal where ways are found slowly, else None."""
        ways = ((found.way, policy) for policy, finder in self._shortcuts for found in finder.ways(*at))
        return next((each for each in ways if allows(*each)), None)

    def any_end(self) -> Position | None:
        """Return a legal end, the known one or one that is quickly told if possible; None if none was found."""
        if self._counted_on is not None:
            return self._counted_on.end
        open_to = []
        spots = self._chances.freely(list(self._round(*self.start)))
        if self._is_straight:
            return next((spot for spot in spots if self.contains(*spot)), None)
        for spot in spots:
            if self._chances.has(*spot):
                if self._chances.way_to(*spot) is not None:
                    return spot
                open_to.append(spot)
        return next((spot for spot in open_to if self.contains(*spot)), None)

    def sample(self, rng: random.Random) -> Position | None:
        """Return a legal end at random, None if none was found; one that takes a search only now and then."""
        for _try in range(3):
            spot = self._at(rng.uniform(-math.pi, math.pi))
            searched = self._counted_on is None or rng.random() * _SEARCHED < 1.0
            if self.contains(*spot) if searched else self.at_once(*spot):
                return spot
        return self.any_end()


class ContactRegion(RimRegion):
    """All ends of a base in contact with another, by its centre and radius, in inches."""

    def __init__(self, asked: Asked, target: tuple[float, float, float], known: Way | None = None) -> None:
        far = asked.policies[0].radius + target[2] + CONTACT / 2
        super().__init__(asked.start, target[:2], far, *asked.policies, known=known)


_kept = lru_cache(maxsize=_KEPT)(ContactRegion)

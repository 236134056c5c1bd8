"""Line of sight between bases, which some terrain blocks but models do not (A-VIS-2, A-AMB-6)."""

from __future__ import annotations

from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.rulesets.aos4.rules.positions import Positions
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import features
from game.table.shapes import Disc
from game.table.sight.lines import meets
from game.table.sight.policy import SightPolicy
from game.table.sight.seen import seen_area
from game.table.sight.sight import Sight
from game.table.terrain.battlefield import Battlefield

MOST_RANGES: Final = 512
"""The largest number of cached ranges of bases."""
CITATIONS = {"sight": "A-VIS-1", "blocked": "A-VIS-4"}


class Seeing:
    """The visibility between bases. Without terrain that blocks sight, all bases see each other."""

    def __init__(self, positions: Positions, field: Battlefield) -> None:
        self._positions = positions
        self.blockers: Final = tuple(feature.solid for feature in features(field) if feature.solid is not None)
        """The terrain that blocks sight (A-VIS-4)."""
        self._sight = Sight(self.policy())
        self._ranges: dict[tuple[float, ...], BaseGeometry] = {}

    def policy(self) -> SightPolicy:
        """Return the rules of sight."""
        return SightPolicy(lambda _observer, _target: self.blockers, citations=CITATIONS)

    def range_of(self, disc: Disc, radius: float, reach: float) -> BaseGeometry | None:
        """Return the area for the centre of a base that is within reach of a disc and partly in its sight.

        Return None if nothing near blocks sight, so that only the reach counts.
        """
        window = disc.x - reach, disc.y - reach, disc.x + reach, disc.y + reach
        if not any(meets(blocker.box, window) for blocker in self.blockers):
            return None
        key = (disc.x, disc.y, disc.radius, radius, reach)
        found = self._ranges.get(key)
        if found is None:
            if len(self._ranges) >= MOST_RANGES:
                self._ranges.clear()
            around = shapely.Point(disc.x, disc.y).buffer(reach, quad_segs=32)
            seen = seen_area(disc, self.blockers, None, window).buffer(radius)
            found = self._ranges[key] = shapely.intersection(around, seen)
        return found

    def discs(self, one: Disc, other: Disc) -> bool:
        """Return whether one base sees another (A-VIS-1)."""
        return not self.blockers or self._sight.sees(one, other)

    def model(self, model: Disc, unit: Unit) -> bool:
        """Return whether a base sees any model of a unit (A-VIS-3, A-VIS-5)."""
        bases = self._positions.bases(unit)
        return bool(bases.discs) and (not self.blockers or any(self.discs(model, other) for other in bases.discs))

    def units(self, one: Unit, other: Unit) -> bool:
        """Return whether two units see each other (A-VIS-5)."""
        if not self.blockers:
            return True
        return any(self.model(disc, other) for disc in self._positions.bases(one).discs)

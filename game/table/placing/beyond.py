"""The opposite of a range: end so that the measure to something is more than N."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.table.lattice import LATTICE_STEP
from game.table.measuring.ruler import Ruler
from game.table.mosaic import Sieve
from game.table.placing.ranges import WithinRange
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import Floats
from game.wording import N_, _


class BeyondRange:
    """The measure from the disc to the origin, closest point to closest point, is more than `n`, or no line is free."""

    costly = True
    cause = N_("too close")
    bounds: Bounds | None = None

    def __init__(self, ruler: Ruler, origin: Disc, n: float, radius: float, level: int | None = None) -> None:
        self.rule = ruler.policy.citation("range")
        self.ruler, self.origin, self._radius = ruler, origin, radius
        self._origin, self._n = origin, n
        self._within = WithinRange(ruler, origin, n, radius, whole=False, level=level)

    def told_for(self, level: int) -> BeyondRange:
        """Return the same demand on a disc that stands on another level."""
        return BeyondRange(self.ruler, self.origin, self._n, self._radius, level)

    def allows(self, x: float, y: float) -> bool:
        """Return the exact verdict on a centre."""
        return not self._within.allows(x, y)

    def short_by(self, x: float, y: float) -> float:
        """Return the inches to the nearest centre that is far enough."""
        if self.allows(x, y):
            return 0.0
        boundary = shapely.boundary(self._within.allowed())
        return max(float(shapely.distance(boundary, shapely.Point(x, y))), LATTICE_STEP)

    def message(self, x: float, y: float) -> str:
        """Say what must be farther."""
        name = self._origin.name or _("the {kind}", kind=_(self._origin.kind))
        return _(
            "must end more than {n:g} from {name}, {amount} farther",
            n=self._n,
            name=name,
            amount=missing(self.short_by(x, y)),
        )

    def allowed(self) -> BaseGeometry | None:
        """Return None: there is only what is forbidden."""
        return None

    def forbidden(self, bounds: Bounds) -> BaseGeometry:
        """Return the centres in a box that are within the range; none where that is less than nothing."""
        if self._n < 0:
            return shapely.Polygon()
        return shapely.intersection(self._within.allowed_in(bounds), shapely.box(*bounds))

    def promising(self, spots: Floats) -> NDArray[np.bool_]:
        """Return which of some centres, (S, 2), seem to be far enough, walls left out."""
        return ~self._within.promising(spots)

    def sieve(self, bounds: Bounds) -> Sieve | None:
        """Return a sieve for squares in a box; None where a range of less than nothing is to be exceeded."""
        return None if self._n < 0 else self._within.sieve_beyond(bounds)

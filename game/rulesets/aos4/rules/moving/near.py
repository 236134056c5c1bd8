"""Conditions of bases near others: seeing a base if required, and coherency with the unit's own bases."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.rulesets.aos4.rules.rulings import LINK, TOLERANCE
from game.table.placing.condition import Condition
from game.table.shapes import Bounds, Disc
from game.wording import N_, _


class NearAny(Condition):
    """The edge of a base is at most `inches` from one of some bases that it sees from there; `name` is theirs.

    With a name for each, a refusal names only the nearest.
    """

    cause = N_("too far away")
    costly = True

    def __init__(
        self,
        discs: Sequence[Disc],
        inches: float,
        radius: float,
        name: str | Sequence[str],
        rule: str,
        sees: Callable[[float, float, Disc], bool] | None = None,
    ) -> None:
        self._discs, self._name, self.rule, self._sees = tuple(discs), name, rule, sees
        self._centres = np.array([(disc.x, disc.y) for disc in discs], dtype=np.float64)
        self._reach = np.array([disc.radius + radius + inches for disc in discs])
        west, south = (self._centres - self._reach[:, None]).min(axis=0)
        east, north = (self._centres + self._reach[:, None]).max(axis=0)
        self.bounds = (float(west), float(south), float(east), float(north))

    def _over(self, x: float, y: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        over: np.ndarray[tuple[int], np.dtype[np.float64]] = (
            np.hypot(self._centres[:, 0] - x, self._centres[:, 1] - y) - self._reach
        )
        return over

    def allows(self, x: float, y: float) -> bool:
        near = np.flatnonzero(self._over(x, y) <= TOLERANCE)
        if self._sees is None:
            return near.size > 0
        return any(self._sees(x, y, self._discs[at]) for at in near)

    def short_by(self, x: float, y: float) -> float:
        over = self._over(x, y)
        if self._sees is not None:
            over = over[[at for at, disc in enumerate(self._discs) if self._sees(x, y, disc)]]
        return float(over.min()) if over.size else math.inf

    def message(self, x: float, y: float, short: float) -> str:
        name = self._name if isinstance(self._name, str) else self._name[int(self._over(x, y).argmin())]
        if math.isinf(short):
            return _("does not see {name} from there", name=name)
        return _("{amount} too far from {name}", amount=missing(short), name=name)

    @cached_property
    def _area(self) -> BaseGeometry:
        rings = [
            shapely.Point(disc.x, disc.y).buffer(reach, quad_segs=24) for disc, reach in zip(self._discs, self._reach)
        ]
        return shapely.union_all(rings)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area


class Linked(Condition):
    """A base is linked to a number of other bases, or to all of them if there are fewer (A-COH-1, A-COH-2)."""

    cause = N_("too far from its unit")
    costly = True
    rule = "A-COH-2"

    def __init__(self, discs: Sequence[Disc], radius: float, links: int) -> None:
        self._discs, self._radius, self._links = tuple(discs), radius, max(1, min(links, len(discs)))
        if discs:
            reach = radius + LINK + TOLERANCE
            self.bounds = (
                min(disc.x - disc.radius for disc in discs) - reach,
                min(disc.y - disc.radius for disc in discs) - reach,
                max(disc.x + disc.radius for disc in discs) + reach,
                max(disc.y + disc.radius for disc in discs) + reach,
            )

    def _missing(self, x: float, y: float) -> list[float]:
        """Return how far each of the bases is from a link, the nearest first."""
        reach = self._radius + LINK + TOLERANCE
        found = sorted(math.hypot(disc.x - x, disc.y - y) - disc.radius - reach for disc in self._discs)
        return found or [math.inf]

    def allows(self, x: float, y: float) -> bool:
        return self._missing(x, y)[self._links - 1] <= 0.0

    def short_by(self, x: float, y: float) -> float:
        return self._missing(x, y)[self._links - 1]

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far from its unit", amount=missing(short))

    @cached_property
    def _area(self) -> BaseGeometry:
        reach = self._radius + LINK
        rings = [shapely.Point(disc.x, disc.y).buffer(disc.radius + reach, quad_segs=24) for disc in self._discs]
        if self._links < 2:
            return shapely.union_all(rings)
        return shapely.union_all([shapely.intersection(one, other) for one, other in combinations(rings, 2)])

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area

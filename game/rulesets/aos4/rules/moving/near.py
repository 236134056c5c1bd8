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
from game.table.terrain.area import Floats
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
        self._centres = np.array([(disc.x, disc.y) for disc in discs], dtype=np.float64).reshape(-1, 2)
        self._reach = np.array([disc.radius + radius + inches for disc in discs])
        if discs:
            west, south = (self._centres - self._reach[:, None]).min(axis=0).tolist()
            east, north = (self._centres + self._reach[:, None]).max(axis=0).tolist()
            self.bounds = west, south, east, north

    def _over(self, x: float, y: float) -> Floats:
        over: Floats = np.hypot(self._centres[:, 0] - x, self._centres[:, 1] - y) - self._reach
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
        return shapely.union_all(self._rings(self._reach))

    def _rings(self, reach: Floats) -> list[BaseGeometry]:
        return [shapely.Point(disc.x, disc.y).buffer(far, quad_segs=24) for disc, far in zip(self._discs, reach)]

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area


class Linked(NearAny):
    """A base is linked to a number of other bases, or to all of them if there are fewer (A-COH-1, A-COH-2)."""

    cause = N_("too far from its unit")

    def __init__(self, discs: Sequence[Disc], radius: float, links: int) -> None:
        super().__init__(discs, LINK + TOLERANCE, radius, "", "A-COH-2")
        self._links = max(1, min(links, len(discs)))

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= 0.0

    def short_by(self, x: float, y: float) -> float:
        over = np.sort(self._over(x, y))
        return float(over[self._links - 1]) if over.size else math.inf

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far from its unit", amount=missing(short))

    @cached_property
    def _area(self) -> BaseGeometry:
        some = combinations(self._rings(self._reach - TOLERANCE), self._links)
        return shapely.union_all([shapely.intersection_all(rings) for rings in some])

"""Where a unit that comes may end and strike, as conditions: where it stands, what it sees, charges, shots.

A-MOVE-7, A-TGT-1, A-CHG-4, A-VIS-1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.questions.conditions import OfPaths
from game.lengths import missing
from game.rulesets.aos4.rules.moving.near import NearAny
from game.rulesets.aos4.rules.seeing import Seeing
from game.table.path.field import grown
from game.table.path.policy import PathPolicy
from game.table.placing.condition import Ranged
from game.table.placing.conditions import Here
from game.table.shapes import Bounds, Disc
from game.table.threat.onward import along, area_from
from game.wording import N_, _


class NearSeen(NearAny):
    """A base is within some inches of another one that it sees from there, on a table with something that hides."""

    def __init__(self, target: Disc, inches: float, radius: float, rule: str, seeing: Seeing) -> None:
        def sees(x: float, y: float, other: Disc) -> bool:
            return seeing.discs(Disc(x, y, radius), other)

        super().__init__([target], inches, radius, target.name, rule, sees)
        self._seen = seeing.range_of(target, radius, target.radius + inches + radius)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return super().allowed() if self._seen is None else self._seen


class Drawn(Ranged):
    """Spots of which only a drawing is known: it must do for verdicts."""

    @cached_property
    @abstractmethod
    def drawn(self) -> BaseGeometry:
        """The spots, drawn."""

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        return {self.cause: shapely.difference(envelope, self.drawn)}

    def allows(self, x: float, y: float) -> bool:
        return bool(shapely.intersects_xy(self.drawn, x, y))

    def short_by(self, x: float, y: float) -> float:
        return float(shapely.distance(self.drawn, shapely.Point(x, y)))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self.drawn


class Charged(Drawn):
    """The end of a charge of some inches that begins where one of some moves ends."""

    cause, rule = N_("too far to charge"), "A-CHG-4"

    def __init__(self, first: Sequence[OfPaths], policy: PathPolicy, inches: float) -> None:
        self._first, self._policy, self._inches = tuple(first), policy, inches
        west, south, east, north = zip(*(each.bounds for each in first))
        self.bounds = min(west) - inches, min(south) - inches, max(east) + inches, max(north) + inches

    def key(self, box: Bounds) -> object:
        return self._inches, *(each.key(box) for each in self._first), self._policy.key

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The ends, drawn."""
        return area_from(shapely.union_all([each.drawn for each in self._first]), self._policy, self._inches)

    def struck(self, inches: float) -> BaseGeometry:
        """Return what is within some inches of the middle of a base there, with ground beside it where nobody ends."""
        found = self.drawn.buffer(inches, quad_segs=24)
        closed = [grown(ground, 0.0, 0.0) for ground in self._policy.grounds if not ground.rest]
        beside = [each for each in closed if shapely.intersects(found, each)]
        return shapely.union(found, shapely.intersection(shapely.union_all(beside), self.envelope(inches)))

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        each = [first.envelope(spare + self._inches) for first in self._first]
        return shapely.union_all(each)

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far to charge", amount=missing(short))


class Shot(Drawn):
    """A spot that is seen, and within some inches, from a place where a move may end: drawn from along their rims."""

    cause, rule = N_("out of sight"), "A-VIS-1"

    def __init__(self, ends: Sequence[OfPaths | Here], radius: float, inches: float, seeing: Seeing) -> None:
        self._ends, self._radius, self._inches, self._seeing = tuple(ends), radius, inches, seeing
        west, south, east, north = zip(*(each.bounds for each in ends))
        far = radius + inches
        self._box = self.bounds = min(west) - far, min(south) - far, max(east) + far, max(north) + far

    def key(self, box: Bounds) -> object:
        return self._radius, self._inches, *(each.key(box) for each in self._ends)

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The spots, drawn."""
        ends = shapely.union_all([each.drawn for each in self._ends])
        found = [self._from(Disc(x, y, self._radius)) for x, y in along(ends).tolist()]
        return shapely.union_all(found)

    def _from(self, disc: Disc) -> BaseGeometry:
        far = self._radius + self._inches
        seen = self._seeing.range_of(disc, 0.0, far)
        return shapely.Point(disc.x, disc.y).buffer(far, quad_segs=24) if seen is None else seen

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        west, south, east, north = self._box
        box: BaseGeometry = shapely.box(west - spare, south - spare, east + spare, north + spare)
        return box

    def message(self, x: float, y: float, short: float) -> str:
        return _("out of sight and range by {amount}", amount=missing(short))

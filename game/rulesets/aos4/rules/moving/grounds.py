"""The kinds of move, the obstacles of a moving base, and the conditions of bases near others.

Obstacles are other bases, terrain and ranges (A-MOVE, A-TERR, A-FLY). A condition may require that a base sees another
base, or that it is coherent with its own unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import BEYOND, COMBAT_RANGE, LINK, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.path.policy import Ground, base
from game.table.placing.condition import Condition
from game.table.shapes import Bounds, Disc
from game.table.sight.lines import meets, touches
from game.table.terrain.area import Floats
from game.wording import N_, _


@dataclass(frozen=True)
class Move:
    """How a unit may move: `inches` for each model, under the rule `rule`.

    `barred`: ids of the enemy units whose combat range no model may enter, at the end or on the way; `ending`: those in
    whose range none may end. `seen`: whether only enemies count that the model sees from there (A-MOVE-6, A-AMB-10).
    `toward`: the enemy unit from which no model may end farther away than it began (A-PILE-1). `keeping`: the enemy
    units with which the unit must still be in combat (A-PILE-3). `charging`: one model must end within half an inch of
    an enemy unit that it sees (A-CHG-4), or of one of the features `besieging` (A-CHG-7).
    """

    inches: float
    rule: str
    barred: frozenset[str] = frozenset()
    ending: frozenset[str] = frozenset()
    seen: bool = True
    toward: str = ""
    keeping: tuple[str, ...] = ()
    charging: frozenset[str] = field(default_factory=frozenset)
    besieging: tuple[Feature, ...] = ()


def grounds_for(game: Game, unit: Unit, move: Move, radius: float) -> tuple[tuple[Ground, ...], ...]:
    """Return the obstacles for a moving model, as alternatives of which one must allow the path (A-TERR-5)."""
    west, south, east, north = game.positions.bases(unit).box
    flies, far = game.has(unit, "FLY"), move.inches + 0.1
    box = west - far, south - far, east + far, north + far
    plain = [*_bases(game, unit, flies, box), *_ranges(game, unit, move, radius, flies, box)]
    tall = list[Feature]()
    for feature in game.features():
        if feature.disc is not None:
            continue  # faction terrain is among the bases
        if not meets(feature.box, box):
            continue
        if feature.is_impassable:
            plain += [
                Ground(feature.name, polygon, "A-TAB-3", solid=not flies, rest=False) for polygon in feature.polygons
            ]
        elif not feature.is_low:
            tall.append(feature)
    if not tall:
        return (tuple(plain),)
    # A jump ends a path: a model that jumps from one feature climbs all others (A-TERR-3).
    return tuple(
        (*plain, *(ground for each in tall for ground in _climb(each, flies, 0.0 if each is jumped else each.height)))
        for jumped in ((None,) if flies else (None, *tall))
    )


def _climb(feature: Feature, flies: bool, leave: float) -> Iterator[Ground]:
    """Yield the ground of a tall feature. If `leave` is 0, the model jumps down (A-TERR-4, A-FLY-3, A-AMB-41)."""
    name, rest, unrest, high = feature.name, feature.may_be_stood_on, feature.unrest_rule, feature.height
    for polygon in feature.polygons:
        if flies:
            if not rest:
                yield Ground(name, polygon, unrest, rest=False)
        elif leave:
            yield Ground(name, polygon, "A-TERR-2", enter=high, leave=leave, rest=rest, rest_rule=unrest)
        else:
            yield Ground(name, polygon, "A-TERR-3", enter=high, rest=rest, rest_rule=unrest, stops=True)


def _bases(game: Game, unit: Unit, flies: bool, box: Bounds) -> Iterator[Ground]:
    """Yield the bases of all other units: models neither pass through them nor end on them.

    A-MOVE-3, A-FLY-1, A-FLY-4.
    """
    for other in game.state.units.values():
        if other is unit or other.place != "table" or not meets(game.positions.bases(other).box, box):
            continue
        for disc in game.positions.bases(other).discs:
            if touches(box, disc.x, disc.y, disc.radius):
                yield Ground(disc.name, disc, "A-MOVE-3", rest=False) if flies else base(disc, "A-MOVE-3")


def _ranges(game: Game, unit: Unit, move: Move, radius: float, flies: bool, box: Bounds) -> Iterator[Ground]:
    """Yield the combat ranges that no model may enter, or end in.

    A-MOVE-6, A-MOVE-7, A-FLY-2, A-AMB-8, A-AMB-9, A-AMB-44.
    """
    west, south, east, north = box
    wider = west - COMBAT_RANGE, south - COMBAT_RANGE, east + COMBAT_RANGE, north + COMBAT_RANGE
    for identity in sorted(move.barred | move.ending):
        other = game.state.units[identity]
        solid, bases = identity in move.barred and not flies, game.positions.bases(other)
        for disc in bases.discs if meets(bases.box, wider) else ():
            if touches(box, disc.x, disc.y, disc.radius + COMBAT_RANGE):
                yield _range_of(game, other, disc, move, radius, solid=solid)


def _range_of(game: Game, other: Unit, disc: Disc, move: Move, radius: float, *, solid: bool) -> Ground:
    name = _("the combat range of {unit}", unit=other.name)
    # Where the mover's base reaches into the range, and some part of it into what the enemy base sees.
    reach = disc.radius + COMBAT_RANGE + radius + TOLERANCE
    shape = game.seeing.range_of(disc, radius, reach) if move.seen else None
    if shape is None:
        grown = disc._replace(radius=disc.radius + COMBAT_RANGE)
        return Ground(name, grown, move.rule, solid=solid, margin=BEYOND, rest=False)
    return Ground(name, shape, move.rule, solid=solid, part="centre", rest=False)  # type: ignore[arg-type]


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

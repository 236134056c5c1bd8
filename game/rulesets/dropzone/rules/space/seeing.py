"""Line of sight by rays to a silhouette of twenty spots, and cover between two units (D-GEO-7 to D-GEO-13)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from game.rulesets.dropzone.rules.features import Feature, prisms
from game.table.heights import Body
from game.table.sight.bodies import LIT, MOST_LOOKS, BodyReceipt, Eye, Prisms, Silhouette, Visibility
from game.table.terrain.battlefield import Battlefield

SILHOUETTE: Final = Silhouette((-0.8, -0.4, 0.0, 0.4, 0.8), (0.125, 0.375, 0.625, 0.875))
"""The twenty spots of a silhouette: columns across the radius, rows up the height (D-GEO-9)."""
HULL_DOWN: Final = 0.5
"""The share of visible spots below which a target is Hull Down (D-GEO-10)."""
FOOT: Final = 0.1
"""Inches above the base of the point of Infantry that must be seen (D-GEO-10)."""
BESIDE: Final = 1.0
"""Inches from scenery within which it covers Infantry (D-SCEN-6, D-SCEN-7)."""


class View(NamedTuple):
    """The view of a target from one eye: the visible share of its silhouette, and whether a shot may be taken."""

    share: float
    sees: bool

    @property
    def hull_down(self) -> bool:
        """Whether less than half of the target is visible (D-GEO-10, R-1)."""
        return 0.0 < self.share < HULL_DOWN


@lru_cache(maxsize=16)
def _prisms(field: Battlefield, *, flat: bool) -> Prisms:
    return Prisms(each._replace(top=math.inf) if flat else each for each in prisms(field))


def _foot(body: Body) -> NDArray[np.float64]:
    """Return the point of Infantry that must be seen (D-GEO-10)."""
    return np.array([[body.footprint.x, body.footprint.y, body.base + FOOT]])


class Seeing:
    """What units see of each other where they stand now. Where bodies or terrain change, make another.

    If sight is `flat`, all that is Solid is endlessly high, and no unit blocks: each is looked at alone (R-1).
    """

    def __init__(self, bodies: Mapping[str, Body], field: Battlefield, *, flat: bool = False) -> None:
        self._bodies = bodies
        self._numbers = {name: number for number, name in enumerate(bodies)}
        self._known: dict[Eye, dict[int, float]] = {}
        self._glances: dict[Eye, dict[int, float]] = {}
        self._lit: dict[object, NDArray[np.bool_]] = {}
        self._along: dict[object, NDArray[np.float64]] = {}
        walls, every = _prisms(field, flat=flat), [*bodies.values()]
        self._sight = Visibility([] if flat else every, walls, SILHOUETTE)
        self._sights = [Visibility([each], walls, SILHOUETTE) for each in every] if flat else [self._sight]

    def view(self, eye: Eye, target: str, *, foot: bool = False) -> View | None:
        """Return the view of a target by its unit's id, None of its own squad; a `foot` must be seen (D-GEO-10)."""
        number, known = self._numbers[target], self._known.get(eye) or self._glances.get(eye, {})
        share = known[number] if number in known else self._shares(eye).get(number)
        if share is None:
            return None
        return View(share, share > 0.0 and (not foot or self._sees_foot(eye, target)))

    def glance(self, eye: Eye, targets: Sequence[str], feet: Sequence[str]) -> None:
        """Look at some targets at once, and at the `feet` of some, so that `view` of them need not look again."""
        if eye not in self._known and self._sight in self._sights:
            known = self._glances.setdefault(eye, {})
            new = tuple(number for number in map(self._numbers.__getitem__, targets) if number not in known)
            if new:
                looks = self._sight.look(eye, only=new)
                known.update(zip(looks.targets.tolist(), looks.shares.tolist()))
        shares = self._known.get(eye) or self._glances.get(eye, {})
        shown = [self._bodies[each] for each in feet if shares.get(self._numbers[each])]
        if len(shown) > 1:
            spots = np.concatenate([_foot(each) for each in shown])
            lit_of, _hidden = self.lit_of(eye, spots, [each.group for each in shown])
            for body, spot, lit in zip(shown, spots, lit_of):
                self._lit[eye, body.group, spot.tobytes()] = np.array([lit])

    def receipt(self, eye: Eye, target: str) -> BodyReceipt | None:
        """Return the samples of a target's silhouette with the first blocker of each; None of its own squad."""
        number = self._numbers[target]
        sight, number = (self._sight, number) if self._sight in self._sights else (self._sights[number], 0)
        return sight.look(eye, only=(number,)).receipts().get(number)

    def along(
        self, eye: Eye, radius: float, height: float, spots: Sequence[Sequence[float]], group: str
    ) -> NDArray[np.float64]:
        """Return the visible share of a body at each of some spots: x, y and the height of its base, in inches."""
        places = np.array(spots, dtype=np.float64)
        key = eye, radius, height, group, places.tobytes()
        if key not in self._along:
            if len(self._along) >= MOST_LOOKS:
                self._along.clear()
            self._along[key] = self._sight.shares_at(eye, places, radius, height, group)
        return self._along[key]

    def lit(self, eye: Eye, spots: NDArray[np.float64], group: str) -> NDArray[np.bool_]:
        """Return which spots of one group, (S, 3), an eye sees."""
        key = eye, group, spots.tobytes()
        if key not in self._lit:
            if len(self._lit) >= MOST_LOOKS:
                self._lit.clear()
            self._lit[key] = self._sight.stops(eye, spots, group) == LIT
        return self._lit[key]

    def lit_of(
        self, eye: Eye, spots: NDArray[np.float64], groups: Sequence[str]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which spots, (S, 3), an eye sees, and which are hidden from lower eyes at its place too.

        Each spot has a group of its own.
        """
        stops = self._sight.stops(eye, spots, groups)
        return np.asarray(stops == LIT), self._sight.stands(stops)

    def _shares(self, eye: Eye) -> dict[int, float]:
        """Return the visible share of every body that an eye looks at, by number."""
        if eye not in self._known:
            found = self._known[eye] = {}
            for first, sight in enumerate(self._sights):
                looks = sight.look(eye)
                found.update(zip((looks.targets + first).tolist(), looks.shares.tolist()))
        return self._known[eye]

    def _sees_foot(self, eye: Eye, target: str) -> bool:
        body = self._bodies[target]
        return bool(self.lit(eye, _foot(body), body.group)[0])


@lru_cache(maxsize=16)
def seeing(field: Battlefield, bodies: tuple[tuple[str, Body], ...], *, flat: bool) -> Seeing:
    """Return what bodies see of each other; copies of a game in which they stand alike share it."""
    return Seeing(dict(bodies), field, flat=flat)


def covers(pieces: Sequence[Feature], flag: str, shooter: tuple[float, float], target: tuple[float, float]) -> bool:
    """Return whether any scenery with a flag covers Infantry: in it or within 1″, and between (D-GEO-13, D-SCEN-11)."""
    line = shapely.LineString([shooter, target])
    return any(
        each.has(flag) and each.gap(*target) <= BESIDE and bool(shapely.intersects(line, each.shape)) for each in pieces
    )

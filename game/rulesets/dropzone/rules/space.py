"""The table in three dimensions: bodies, sight, arcs, cover, coherency, sides of Garrisons (D-GEO-2, D-COH)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from game.rulesets.dropzone.documents.sheets import Arc, UnitDocument
from game.rulesets.dropzone.rules.features import Feature, features, prisms
from game.rulesets.dropzone.rules.state import Unit
from game.table.facing import degrees_of, facing_of, facing_towards, turn_between
from game.table.heights import Body
from game.table.shapes import Disc
from game.table.sight.bodies import LIT, MOST_LOOKS, BodyReceipt, Eye, Prisms, Silhouette, Visibility
from game.table.terrain.battlefield import Battlefield

LINKS: Final = {
    "Infantry": 2.0, "Tank": 3.0, "Skimmer": 3.0, "Walker": 3.0, "Aircraft": 6.0, "Aircraft-S": 6.0, "Behemoth": 6.0,
}  # fmt: skip
"""The inches of a link by type (D-TYPE-1 to D-TYPE-6)."""


def link(sheet: UnitDocument) -> float:
    """Return the longest distance in inches that links two units of a squad; Wide doubles it (D-COH-1, D-SPEC-WID)."""
    return LINKS[sheet.type] * (2 if "wide" in sheet.rules else 1)


def is_coherent(spots: Sequence[tuple[float, float]], inches: float) -> bool:
    """Return whether units at these spots are all connected by links of at most `inches` (D-COH-1)."""
    reached, waiting = [*spots[:1]], [*spots[1:]]
    for x, y in reached:
        near = [spot for spot in waiting if math.hypot(spot[0] - x, spot[1] - y) <= inches]
        waiting = [spot for spot in waiting if spot not in near]
        reached += near
    return not waiting


MIDDLES: Final[dict[Arc, float]] = {"F": 0.0, "SL": 90.0, "SR": -90.0, "R": 180.0}
"""The middle of each arc, in degrees from the facing, to the left positive."""
HALF: Final = 45.0
"""Half the width of an arc in degrees; its edges belong to it."""
OUTWARD: Final = {"90": 45.0, "180": 90.0}
"""Half the width in degrees of the arc from a side of a Garrison, by the agreed option (R-4)."""
_HAIR: Final = 1e-9


def bearing(facing: int, dx: float, dy: float) -> float:
    """Return the angle from a facing to the direction (dx, dy), in degrees from -180 to 180."""
    return math.remainder(math.degrees(math.atan2(dy, dx)) - degrees_of(facing), 360.0)


def is_in_arc(arcs: tuple[Arc, ...], facing: int, dx: float, dy: float, half: float = HALF) -> bool:
    """Return whether a direction is in an arc, each `half` degrees to both sides, borders included (D-GEO-11)."""
    angle = bearing(facing, dx, dy)
    return any(abs(math.remainder(angle - MIDDLES[arc], 360.0)) <= half + _HAIR for arc in arcs)


def are_in_arc(
    arcs: tuple[Arc, ...], facing: int, dx: NDArray[np.float64], dy: NDArray[np.float64], half: float = HALF
) -> NDArray[np.bool_]:
    """Return for each of many directions what `is_in_arc` returns for one."""
    angles = np.degrees(np.arctan2(dy, dx)) - degrees_of(facing)
    turns = np.abs((angles[:, None] - [MIDDLES[arc] for arc in arcs] + 180.0) % 360.0 - 180.0)
    return np.asarray(turns.min(axis=1, initial=math.inf) <= half + _HAIR)


def facing_into(arcs: tuple[Arc, ...], facing: int, dx: float, dy: float) -> int:
    """Return the facing, turned as little as possible, that brings a direction into one of the arcs."""
    if is_in_arc(arcs, facing, dx, dy):
        return facing
    direction = math.degrees(math.atan2(dy, dx))
    edges = (facing_of(direction - MIDDLES[arc] + side * (HALF - 0.01)) for arc in arcs for side in (-1, 1))
    return min(edges, key=lambda edge: abs(turn_between(facing, edge)))


HOVER: Final = 2.4
"""Inches between an airborne Aircraft and the tallest piece under its centre (D-GEO-4)."""
ABOVE_THE_HULL: Final = 1.0
"""Inches of an Articulated weapon's eye above the hull (D-GEO-7)."""


def hover(field: Battlefield, x: float, y: float) -> float:
    """Return the height in inches of the base of an Aircraft in the air above a spot (D-GEO-4)."""
    heights = (piece.height for piece in features(field) if piece.height and piece.is_under(x, y))
    return max(heights, default=0.0) + HOVER


def disc_of(unit: Unit, sheet: UnitDocument, name: str = "") -> Disc:
    """Return the outline of a unit's token, called `name` or else by the unit's id."""
    return Disc(unit.x, unit.y, sheet.radius, name or unit.id, facing=unit.facing)


def body_of(field: Battlefield, unit: Unit, sheet: UnitDocument) -> Body:
    """Return a unit's token with its heights. Units of one squad do not hide each other (D-GEO-4, D-GEO-8)."""
    base = hover(field, unit.x, unit.y) if unit.airborne else 0.0
    return Body(disc_of(unit, sheet), base, sheet.height, unit.squad)


def eye_height(body: Body, *, articulated: bool = False) -> float:
    """Return the height in inches of the point from which a weapon sees (D-GEO-7, D-SPEC-ART)."""
    return body.base + body.height + ABOVE_THE_HULL if articulated else body.base + body.height / 2


def middle(body: Body) -> float:
    """Return the height in inches of a body's centre."""
    return body.base + body.height / 2


def inches_between(one: Body, other: Body, slant_from: float) -> float:
    """Return the inches between two centres, along the slant if their heights differ by `slant_from` (D-GEO-5)."""
    level = math.hypot(other.footprint.x - one.footprint.x, other.footprint.y - one.footprint.y)
    rise = middle(other) - middle(one)
    return math.sqrt(level * level + rise * rise) if abs(rise) >= slant_from else level


SHARES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The shares of the length of a wall at which its occupants look out, and at which enemies see it."""
ROWS: Final = (0.125, 0.375, 0.625, 0.875)
SILL: Final = 0.5
"""Inches of the lowest eye in a wall above the ground, and of the highest below the roof."""


class Wall(NamedTuple):
    """A side of a Garrison: its ends in inches, its outward facing, its height, and the group of the piece in sight."""

    number: int
    start: tuple[float, float]
    end: tuple[float, float]
    outward: int
    height: float
    group: str

    def at(self, share: float) -> tuple[float, float]:
        """Return the spot at a part of the wall's length, from 0 to 1."""
        (ax, ay), (bx, by) = self.start, self.end
        return ax + (bx - ax) * share, ay + (by - ay) * share

    @property
    def middle(self) -> tuple[float, float]:
        return self.at(0.5)

    def is_outside(self, x: float, y: float) -> bool:
        """Return whether a spot is on its outer side."""
        (ax, ay), (bx, by) = self.start, self.end
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0.0

    def eyes(self) -> list[Eye]:
        """Return the points from which its occupants look out."""
        heights = sorted({SILL, self.height / 2, max(SILL, self.height - SILL)})
        return [Eye(*self.at(share), z, self.group, self.outward) for share in SHARES for z in heights]

    def spots(self) -> NDArray[np.float64]:
        """Return the points of the wall that an enemy may see, as rows of x, y and height (S, 3)."""
        columns = [self.at(share) for share in SHARES]
        return np.array([(x, y, self.height * row) for row in ROWS for x, y in columns], dtype=np.float64)


@lru_cache(maxsize=256)
def _walls(piece: str, ring: tuple[tuple[float, float], ...], height: float) -> tuple[Wall, ...]:
    sides = []
    for number, (start, end) in enumerate(pairwise(ring)):
        dx, dy = end[0] - start[0], end[1] - start[1]
        sides.append(Wall(number, start, end, facing_towards(dy, -dx), height, f"piece {piece}"))
    return tuple(sides)


def walls(feature: Feature) -> tuple[Wall, ...]:
    """Return the sides of a Garrison in their order, counter-clockwise."""
    return _walls(feature.id, feature.ring, feature.height)


SILHOUETTE: Final = Silhouette((-0.8, -0.4, 0.0, 0.4, 0.8), (0.125, 0.375, 0.625, 0.875))
"""The twenty spots of a silhouette: columns across the radius, rows up the height (D-GEO-9)."""
HULL_DOWN: Final = 0.5
"""The share of visible spots below which a target is Hull Down (D-GEO-10)."""
FOOT: Final = 0.1
"""The height in inches of the point of Infantry that must be seen (D-GEO-10)."""
BESIDE: Final = 1.0
"""Inches from scenery within which it covers Infantry (D-SCEN-6, D-SCEN-7)."""


class View(NamedTuple):
    """The view of a target from one eye: the visible part of its silhouette, 0 to 1, and whether it can be shot at."""

    share: float
    sees: bool

    @property
    def hull_down(self) -> bool:
        """Whether less than half of the target is visible (D-GEO-10, R-1)."""
        return 0.0 < self.share < HULL_DOWN


@lru_cache(maxsize=16)
def _prisms(field: Battlefield, *, flat: bool) -> Prisms:
    return Prisms(prism._replace(top=math.inf) if flat else prism for prism in prisms(field))


class Outlines(NamedTuple):
    """The Destructible pieces of a table: their numbers by id, points (S, 3), and the number of each point's piece."""

    pieces: tuple[Feature, ...]
    numbers: Mapping[str, int]
    spots: NDArray[np.float64]
    owner: NDArray[np.intp]


@lru_cache(maxsize=32)
def outlines(field: Battlefield) -> Outlines:
    """Return the points of all Destructible pieces of a table."""
    pieces = tuple(feature for feature in features(field) if feature.has("destructible"))
    owner = np.repeat(np.arange(len(pieces)), [len(piece.outline) for piece in pieces])
    spots = np.array([spot for piece in pieces for spot in piece.outline]).reshape(-1, 3)
    return Outlines(pieces, {piece.id: number for number, piece in enumerate(pieces)}, spots, owner)


UNKNOWN, DARK, SEALED, SEEN = range(4)
"""The sight of a point of scenery from an eye: not looked at; hidden; hidden from all lower eyes there too; seen."""
FEW: Final = 40
"""The most points that are looked at one by one, without a first look for something large that hides them."""


class Seeing:
    """The sight between units where they are now. After any change of bodies or terrain, make a new one.

    `flat`: Solid scenery is endlessly high and units do not block sight (R-1).
    """

    def __init__(self, bodies: Mapping[str, Body], field: Battlefield, *, flat: bool = False) -> None:
        self.bodies = bodies
        self._groups = [body.group for body in bodies.values()]
        self._numbers = {name: number for number, name in enumerate(bodies)}
        self._known: dict[Eye, dict[int, tuple[float, bool] | None]] = {}
        self._looked: dict[tuple[float, float, str], dict[float, NDArray[np.int8]]] = {}
        self._lit: dict[object, NDArray[np.bool_]] = {}
        self._along: dict[object, NDArray[np.float64]] = {}
        self._sight = Visibility([*bodies.values()], _prisms(field, flat=flat), SILHOUETTE, see_through=flat)
        self.outlines = outlines(field)
        groups = [f"piece {number}" for number in self.outlines.numbers]
        self._piece_groups = self._sight.numbers_of(groups)[self.outlines.owner]

    def view(self, eye: Eye, target: str, *, foot: bool = False) -> View | None:
        """Return the view of a target by its unit's id; None for the eye's own squad.

        `foot`: the target's foot must be seen (D-GEO-10).
        """
        number = self._numbers[target]
        if number not in self._known.get(eye, ()):
            self.glance([(eye, self._numbers)])
        share_and_foot = self._known[eye][number]
        return (
            None
            if share_and_foot is None
            else View(share_and_foot[0], share_and_foot[0] > 0.0 and (not foot or share_and_foot[1]))
        )

    def glance(self, looks: Iterable[tuple[Eye, Iterable[str]]]) -> None:
        """Work out the sight from many eyes to their targets at once; later calls of `view` are then fast."""
        new: list[tuple[Eye, list[int]]] = []
        for eye, targets in looks:
            cache = self._known.setdefault(eye, {})
            numbers = [number for number in map(self._numbers.__getitem__, targets) if number not in cache]
            cache.update(dict.fromkeys(numbers))
            new.append((eye, [number for number in numbers if self._groups[number] != eye.group]))
        eye_numbers = np.arange(len(new)).repeat([len(numbers) for _eye, numbers in new])
        targets_of_all = np.array([number for _eye, numbers in new for number in numbers], dtype=np.intp)
        if targets_of_all.size:
            shares, feet = self._sight.glance([eye for eye, _numbers in new], eye_numbers, targets_of_all, FOOT)
            seen = zip(shares.tolist(), feet.tolist())
            for eye, numbers in new:
                self._known[eye].update(zip(numbers, seen))

    def receipt(self, eye: Eye, target: str) -> BodyReceipt | None:
        """Return the samples of a target's silhouette with the first blocker of each; None for the eye's own squad."""
        number = self._numbers[target]
        return self._sight.look(eye, only=(number,)).receipts().get(number)

    def along(
        self, eye: Eye, radius: float, height: float, spots: Sequence[Sequence[float]], group: str
    ) -> NDArray[np.float64]:
        """Return the visible part (0 to 1) of a body at each spot, given as x, y and height of its base in inches."""
        places = np.array(spots, dtype=np.float64)
        key = eye, radius, height, group, places.tobytes()
        if key not in self._along:
            if len(self._along) >= MOST_LOOKS:
                self._along.clear()
            self._along[key] = self._sight.shares_at(eye, places, radius, height, group)
        return self._along[key]

    def lit(self, eye: Eye, spots: NDArray[np.float64], group: str) -> NDArray[np.bool_]:
        """Return for each point (S, 3) of one `group` whether an eye sees it."""
        key = eye, group, spots.tobytes()
        if key not in self._lit:
            if len(self._lit) >= MOST_LOOKS:
                self._lit.clear()
            self._lit[key] = self._sight.stops(eye, spots, group) == LIT
        return self._lit[key]

    def sees(self, eyes: Sequence[Eye], which: NDArray[np.intp], points: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return for each point of `outlines` whether it is seen from the eye with the number in `which`.

        What a higher eye at the same place cannot see because of something on the ground is hidden from lower ones.
        """
        looked = np.stack([self._looked_from(eye) for eye in eyes])
        wanted_points = np.zeros(looked.shape, dtype=np.bool_)
        wanted_points[which, points] = True
        for eye, row, ask in zip(eyes, looked, wanted_points & (looked == UNKNOWN)):
            if len(new := ask.nonzero()[0]) > FEW:
                row[new[self._sight.hidden(eye, self.outlines.spots[new], self._piece_groups[new])]] = SEALED
        number, new = (wanted_points & (looked == UNKNOWN)).nonzero()
        if new.size:
            lit, sealed = self._sight.lit(eyes, number, self.outlines.spots[new], self._piece_groups[new])
            looked[number, new] = np.where(lit, SEEN, np.where(sealed, SEALED, DARK))
        for eye, row in zip(eyes, looked):
            self._looked_from(eye)[:] = row
        return np.asarray(looked[which, points] == SEEN)

    def _looked_from(self, eye: Eye) -> NDArray[np.int8]:
        """Return the sight of each point of `outlines` from an eye as known so far, at first from higher eyes there."""
        looks = self._looked.setdefault((eye.x, eye.y, eye.group), {})
        if eye.z not in looks:
            sealed_above = [row == SEALED for height, row in looks.items() if height > eye.z]
            sealed = (
                np.any(sealed_above, axis=0) if sealed_above else np.zeros(len(self.outlines.spots), dtype=np.bool_)
            )
            looks[eye.z] = np.where(sealed, SEALED, UNKNOWN).astype(np.int8)
        return looks[eye.z]


@lru_cache(maxsize=16)
def seeing(field: Battlefield, bodies: tuple[tuple[str, Body], ...], *, flat: bool) -> Seeing:
    """Return the sight between bodies, cached for copies of a game with the same positions."""
    return Seeing(dict(bodies), field, flat=flat)


def covers(pieces: Sequence[Feature], flag: str, shooter: tuple[float, float], target: tuple[float, float]) -> bool:
    """Return whether scenery with a flag covers Infantry: within 1″ and in the line of fire (D-GEO-13, D-SCEN-11)."""
    near = [piece.shape for piece in pieces if piece.has(flag) and piece.is_within(*target, BESIDE)]
    return bool(near) and bool(shapely.intersects(shapely.LineString([shooter, target]), near).any())

"""Scenery: the kinds of terrain pieces, with their rules and heights (D-SCEN, D-FEAT).

A piece of a map has `dropzone.kind`, such as "medium-building". Its height on the map replaces that of its kind.
Garrisons with the same word in `dropzone.link`, at most 2″ apart, are linked (D-GARR-5). A piece with
`dropzone.indestructible` cannot be shot (D-SCO-2).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from game.table.shapes import Bounds
from game.table.sight.bodies import Prism
from game.table.sight.solids import solid_of
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Battlefield, Piece
from game.wording import N_

KIND: Final = "dropzone.kind"
LINK: Final = "dropzone.link"
INDESTRUCTIBLE: Final = "dropzone.indestructible"
LARGEST: Final = "large"
"""The beginning of the names of the largest kinds."""
MARK: Final = 1.0
"""Inches between the points of an outline at which weapons aim."""
LOW: Final = 0.1
"""The height in inches at which flat scenery is aimed at."""
FLAGS: Final = {
    "passable": (N_("Passable"), "D-SCEN-1"),
    "impassable": (N_("Impassable"), "D-SCEN-2"),
    "exceptional": (N_("Exceptional"), "D-SCEN-3"),
    "tough": (N_("Tough ground"), "D-SCEN-4"),
    "solid": (N_("Solid"), "D-SCEN-5"),
    "soft": (N_("Soft Cover"), "D-SCEN-6"),
    "body": (N_("Body Cover"), "D-SCEN-7"),
    "destructible": (N_("Destructible"), "D-SCEN-8"),
    "garrison": (N_("Garrison"), "D-SCEN-9"),
    "flammable": (N_("Flammable"), "D-SCEN-10"),
}
"""The name and rule of each flag of scenery."""
_WOOD: Final = frozenset({"destructible", "flammable", "garrison", "impassable", "soft", "solid"})
_STONE: Final = frozenset({"body", "destructible", "garrison", "impassable", "soft", "solid"})


class Kind(NamedTuple):
    """A kind of scenery: its name, height in inches, armour, damage points (0: it cannot be damaged) and flags."""

    name: str
    height: float
    armour: int
    damage: int
    flags: frozenset[str]


KINDS: Final = {
    "road": Kind(N_("Road"), 0, 0, 0, frozenset({"exceptional"})),
    "lava": Kind(N_("Lava stream"), 0, 0, 0, frozenset({"impassable"})),
    "river": Kind(N_("River"), 0, 0, 0, frozenset({"tough"})),
    "hill": Kind(N_("Hill"), 2, 0, 0, frozenset({"solid", "impassable"})),
    "park": Kind(N_("Park"), 0, 0, 0, frozenset({"tough", "soft"})),
    "field": Kind(N_("Wheat field"), 0, 5, 15, frozenset({"destructible", "flammable", "passable", "soft"})),
    "barricade": Kind(N_("Barricade"), 1, 10, 5, frozenset({"body", "destructible", "soft", "tough"})),
    "small-forest": Kind(N_("Small forest"), 3, 7, 20, _WOOD),
    "medium-forest": Kind(N_("Medium forest"), 6, 7, 30, _WOOD),
    "large-forest": Kind(N_("Large forest"), 7, 7, 40, _WOOD),
    "tiny-shack": Kind(N_("Tiny shack"), 3, 8, 5, _WOOD),
    "small-shack": Kind(N_("Small shack"), 5, 8, 10, _WOOD),
    "tiny-building": Kind(N_("Tiny building"), 3, 10, 5, _STONE),
    "small-building": Kind(N_("Small building"), 5, 10, 10, _STONE),
    "medium-building": Kind(N_("Medium building"), 7, 10, 20, _STONE),
    "large-building": Kind(N_("Large building"), 9, 10, 30, _STONE),
    "medium-bunker": Kind(N_("Medium bunker"), 7, 13, 20, _STONE),
    "large-bunker": Kind(N_("Large bunker"), 9, 13, 30, _STONE),
    "rubble": Kind(N_("Rubble"), 0, 0, 0, frozenset({"tough"})),
    "hulk": Kind(N_("Hulk"), 6, 0, 0, frozenset({"impassable"})),
}
"""The standard pieces (D-FEAT-1), the rubble of fallen ones (D-SCEN-16), and pieces of our own maps (R-3)."""


class Feature(NamedTuple):
    """A piece of scenery on the table; heights are inches. Garrisons with the same `link` are linked.

    `outline` are the points that weapons aim at, at half its height (D-GEO-15); `ring` are the corners of its first
    polygon, counter-clockwise, the first again at the end.
    """

    id: str
    name: str
    kind: Kind
    height: float
    shape: BaseGeometry
    polygons: tuple[Polygon, ...]
    box: Bounds
    link: str = ""
    outline: tuple[tuple[float, float, float], ...] = ()
    ring: tuple[tuple[float, float], ...] = ()

    def has(self, flag: str) -> bool:
        """Return whether it has a flag of `FLAGS`."""
        return flag in self.kind.flags

    def is_under(self, x: float, y: float) -> bool:
        """Return whether it lies under a point."""
        west, south, east, north = self.box
        return west <= x <= east and south <= y <= north and bool(shapely.intersects_xy(self.shape, x, y))

    def is_within(self, x: float, y: float, inches: float) -> bool:
        """Return whether it is at most some inches from a point (D-GEO-13)."""
        west, south, east, north = self.box
        near = west - inches <= x <= east + inches and south - inches <= y <= north + inches
        return near and self.gap(x, y) <= inches

    def gap(self, x: float, y: float) -> float:
        """Return the inches from a point to its outline; 0 inside (D-GEO-13)."""
        return float(shapely.distance(self.shape, shapely.Point(x, y)))


@lru_cache(maxsize=32)
def features(field: Battlefield) -> tuple[Feature, ...]:
    """Return the scenery of a table; decoration and pieces without a kind have no effect."""
    known = (piece for piece in field.pieces if not piece.decoration and str(piece.traits.get(KIND)) in KINDS)
    return tuple(map(_feature, known))


@lru_cache(maxsize=32)
def by_id(field: Battlefield) -> Mapping[str, Feature]:
    """Return the scenery of a table by its ids."""
    return {feature.id: feature for feature in features(field)}


@lru_cache(maxsize=512)
def house_at(field: Battlefield, x: float, y: float) -> Feature | None:
    """Return the Garrison that covers a spot, or None."""
    return next((feature for feature in features(field) if feature.has("garrison") and feature.is_under(x, y)), None)


def _feature(piece: Piece) -> Feature:
    """Return a piece of a map as scenery, with the rules of its kind."""
    kind = KINDS[str(piece.traits[KIND])]
    if piece.traits.get(INDESTRUCTIBLE):
        kind = kind._replace(flags=kind.flags - {"destructible"})
    shape, height = piece.shape, piece.height or kind.height
    polygons = tuple(polygons_of(shape))
    ring = tuple((float(x), float(y)) for x, y in orient(polygons[0]).exterior.coords)
    return Feature(
        piece.id, piece.name, kind, height, shape, polygons, shape.bounds,
        str(piece.traits.get(LINK, "")), tuple(_outline(shape, height)), ring,
    )  # fmt: skip


def _outline(shape: BaseGeometry, height: float) -> Iterator[tuple[float, float, float]]:
    ring = polygons_of(shape)[0].exterior
    for mark in range(math.ceil(ring.length / MARK)):
        point = ring.interpolate(mark * MARK)
        yield point.x, point.y, max(height / 2, LOW)


@lru_cache(maxsize=32)
def prisms(field: Battlefield) -> tuple[Prism, ...]:
    """Return the Solid pieces of a table, which alone block sight, up to their height (D-GEO-6, D-SCEN-5, R-3)."""
    solid = {feature.id: feature.height for feature in features(field) if feature.has("solid")}
    return tuple(
        Prism(solid_of(piece), 0.0, solid[piece.id], f"piece {piece.id}") for piece in field.pieces if piece.id in solid
    )

"""Terrain features with their effects (A-TERR, A-TAB, A-STATE-7).

A map gives each piece a height in inches and the traits `aos4.cover`, `aos4.obscuring`, `aos4.impassable`,
`aos4.unstable`, `aos4.place-of-power`, `aos4.blocks-sight` and `aos4.flat-top`, which are true or false.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.rulesets.aos4.rules.rulings import LOW, TOLERANCE
from game.table.footprints import Footprint, geometry_of
from game.table.heights import Relief, Surface
from game.table.shapes import Bounds, Disc
from game.table.sight.solids import Solid, solid_of
from game.table.terrain.area import AreaIndex, polygons_of
from game.table.terrain.battlefield import Battlefield
from game.wording import N_

PREFIX: Final = "aos4."
ABILITIES: Final = {
    "cover": (N_("Cover"), "A-TAB-1"),
    "obscuring": (N_("Obscuring"), "A-TAB-2"),
    "impassable": (N_("Impassable"), "A-TAB-3"),
    "unstable": (N_("Unstable"), "A-TAB-4"),
    "place-of-power": (N_("Place of Power"), "A-TAB-5"),
    "blocks-sight": (N_("Blocks sight"), "A-VIS-4"),
    "flat-top": (N_("Flat top"), "A-TERR-5"),
}
"""The displayed name and the rule of each effect of terrain, by its name in maps and armies."""


class Feature(NamedTuple):
    """A terrain feature with its effects (`does`) and its height in inches.

    Faction terrain on a base of its own has that `base`.
    """

    id: str
    name: str
    does: frozenset[str]
    height: float
    polygons: tuple[Polygon, ...]
    box: Bounds
    solid: Solid | None = None
    base: Footprint | None = None

    @property
    def shape(self) -> BaseGeometry:
        """The whole shape of the feature."""
        return self.polygons[0] if len(self.polygons) == 1 else shapely.union_all(self.polygons)

    @property
    def is_low(self) -> bool:
        """Whether models can ignore the feature when they move (A-TERR-1)."""
        return self.height <= LOW

    @property
    def is_impassable(self) -> bool:
        """Whether no model may cross the feature or end on it (A-TAB-3)."""
        return "impassable" in self.does

    @property
    def may_be_stood_on(self) -> bool:
        """Whether a base may end its move on the feature, partly or wholly (A-TERR-5, A-TAB-4)."""
        return self.is_low or ("flat-top" in self.does and "unstable" not in self.does)

    @property
    def unrest_rule(self) -> str:
        """The rule that keeps bases from standing on the feature, if they may not."""
        if self.is_impassable:
            return "A-TAB-3"
        return "A-TAB-4" if "unstable" in self.does else "A-TERR-5"


@lru_cache(maxsize=32)
def features(field: Battlefield) -> tuple[Feature, ...]:
    """Return the terrain features of a table. Decoration is left out."""
    return tuple(
        Feature(
            piece.id,
            piece.name,
            frozenset(name for name in ABILITIES if piece.traits.get(PREFIX + name) is True),
            piece.height,
            tuple(polygons_of(piece.shape)),
            piece.shape.bounds,
            solid_of(piece) if piece.traits.get(f"{PREFIX}blocks-sight") is True else None,
        )
        for piece in field.pieces
        if not piece.decoration
    )


@lru_cache(maxsize=32)
def flat_tops(field: Battlefield) -> Relief[float]:
    """Return the heights of flat tops, which count for bases wholly on them (A-TERR-6)."""
    tops = (feature for feature in features(field) if "flat-top" in feature.does and not feature.is_low)
    return Relief(0.0, [Surface(top.height, AreaIndex(top.polygons)) for top in tops], slack=TOLERANCE)


@lru_cache(maxsize=64)
def feature_on_base(identity: str, base: Footprint, does: frozenset[str], height: float) -> Feature:
    """Return a feature for faction terrain on a base (A-KEY-12)."""
    is_round = isinstance(base, Disc)
    outline = shapely.Point(base.x, base.y).buffer(base.radius, quad_segs=32) if is_round else geometry_of(base)
    shape = Polygon(shapely.get_coordinates(outline))
    return Feature(identity, base.name, does, height, (shape,), shape.bounds, None, base)

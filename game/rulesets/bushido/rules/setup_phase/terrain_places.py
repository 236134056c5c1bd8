"""The legal spots for terrain pieces (B-SETUP-9)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.refusal import Refusal
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.setup import INCH
from game.rulesets.bushido.rules.setup_phase.zones import DEPLOYMENTS, NORTH, SOUTH, zone
from game.rulesets.bushido.rules.terrain import is_impassable
from game.table.measuring.ruler import Ruler
from game.table.placing.places import Spot
from game.table.placing.terrain_region import TerrainRegion, swept
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Piece
from game.wording import N_, _

SIDE: Final = 24.0
"""The length of a side of the table, in inches (B-STAT-1)."""
LARGEST: Final = 9.0
"""The largest width and depth of a piece, in inches."""
GAP: Final = 2.0
"""The gap of impassable pieces to each other and to objectives, and of all pieces to the edge, in inches."""
LARGEST_BASE: Final = 60 / INCH
"""The depth of a baseline zone in inches, for models of any size."""
NEAR: Final = 1e-6
RULE: Final = "B-SETUP-9"


class Keep(NamedTuple):
    """Something that a piece must keep away from, and the gap in inches. With 0 inches, they may touch."""

    shape: BaseGeometry
    inches: float
    name: str

    def missing(self, shape: BaseGeometry) -> float:
        """Return the inches by which a shape is too near, or 0 if it is legal."""
        apart = float(self.shape.distance(shape))
        if self.inches:
            return self.inches - apart if apart < self.inches - NEAR else 0.0
        shared = float(self.shape.intersection(shape).area) if apart == 0.0 else 0.0
        return math.sqrt(shared) if shared > NEAR else 0.0


@lru_cache(maxsize=16)
def kept_free(names: tuple[str, ...], deployments: tuple[str, ...] = ()) -> tuple[Keep, ...]:
    """Return the objectives, zones and deployment zones of scenarios, which terrain must keep free (B-SETUP-9).

    `deployments` replaces the scenarios' own kinds of deployment.
    """
    found: list[Keep] = []
    for name in names:
        scenario = scenarios.find(name)
        title = _(scenario.title)
        for x, y, radius in scenario.objective_spots():
            found.append(Keep(shapely.Point(x, y).buffer(radius, 32), GAP, _("an objective of {title}", title=title)))
        for _name, x, y, radius, _side in scenario.zones:
            found.append(Keep(shapely.Point(x, y).buffer(radius, 32), 0.0, _("a zone of {title}", title=title)))
    own = dict.fromkeys(scenarios.find(name).deployment for name in names)
    for deployment in DEPLOYMENTS if scenarios.ANY in own else deployments or own:
        for side in (SOUTH, NORTH):
            area = zone(deployment, side, SIDE, SIDE)
            shape = area.shape if area.inside else area.shape.buffer(LARGEST_BASE, cap_style="flat")
            found.append(Keep(shape, 0.0, _(area.name)))
    return tuple(found)


def all_kept_free() -> tuple[Keep, ...]:
    """Return everything that impassable terrain must keep free on a map for all scenarios and deployments."""
    return kept_free(scenarios.names(), DEPLOYMENTS)


class PiecePlaces(TerrainRegion):
    """The legal anchors of a terrain piece at an angle (B-SETUP-9)."""

    def __init__(self, ruler: Ruler, piece: Piece, degrees: float, scenario: str, margin: float = 0.0) -> None:
        super().__init__(ruler, piece, degrees, rule=RULE)
        self._keeps = tuple(_keeps(ruler, self.piece, scenario))
        self._margin = margin

    def _allows(self, x: float, y: float) -> bool:
        shape = self.at(x, y).shape
        return not self._overhang(shape) and not any(keep.missing(shape) for keep in self._keeps)

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason why an anchor is not legal."""
        shape = self.at(*where).shape
        found = []
        if over := self._overhang(shape):
            text = _("is {amount} too close to the edge of the table", amount=missing(over))
            found.append(Refusal(text, RULE, N_("off the table"), over))
        for keep in self._keeps:
            if short := keep.missing(shape):
                text = _("is {amount} too close to {name}", name=keep.name, amount=missing(short))
                found.append(Refusal(text, RULE, N_("too close to something"), short))
        return found

    def _overhang(self, shape: BaseGeometry) -> float:
        """Return the inches by which a shape is over the edge or too near to the edge."""
        field, (x0, y0, x1, y1) = self._ruler.battlefield, shape.bounds
        over = max(-x0, -y0, x1 - field.width, y1 - field.height) + self._margin
        return float(over) if over > NEAR else 0.0

    @cached_property
    def within(self) -> BaseGeometry:
        """The anchors that are far enough from the edge."""
        x0, y0, x1, y1 = self.piece.shape.bounds
        field, gap = self._ruler.battlefield, self._margin
        west, east, south, north = gap - x0, field.width - gap - x1, gap - y0, field.height - gap - y1
        return shapely.box(west, south, east, north) if west < east and south < north else shapely.Polygon()

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """The anchors that are too near to something, for drawing. Verdicts are exact."""
        own = [affinity.scale(polygon, -1.0, -1.0, origin=(0.0, 0.0)) for polygon in polygons_of(self.piece.shape)]
        near = [
            swept(one, other).buffer(keep.inches)
            for keep in self._keeps
            for one in own
            for other in polygons_of(keep.shape)
        ]
        part = shapely.union_all(near).intersection(self.within)
        return {} if part.is_empty else {"too close to something": part}


def _keeps(ruler: Ruler, piece: Piece, scenario: str) -> Iterator[Keep]:
    """Yield everything that a piece must keep away from: other pieces and, for impassable pieces, zones."""
    solid = is_impassable(piece)
    for other in ruler.battlefield.pieces:
        if not other.decoration:
            yield Keep(other.shape, GAP if solid and is_impassable(other) else 2 * NEAR, other.name)
    if solid:
        yield from kept_free((scenario,))


def too_large(piece: Piece) -> tuple[float, float] | None:
    """Return the width and depth of a piece in inches if it is too large, or None."""
    west, south, east, north = piece.shape.bounds
    size = east - west, north - south
    return size if max(size) > LARGEST + NEAR else None


def has_room(places: Sequence[PiecePlaces], spots: int = 60) -> bool:
    """Return whether a piece has room at any of the given angles. Tries a grid of about `spots` spots."""
    for where in places:
        if where.within.is_empty:
            continue
        west, south, east, north = where.within.bounds
        side = max(2, math.isqrt(spots))
        for number in range(side * side):
            across, up = divmod(number, side)
            if where.find((west + (east - west) * across / (side - 1), south + (north - south) * up / (side - 1))):
                return True
    return False

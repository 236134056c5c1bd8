"""The legal places of a terrain piece that is put down, which is a rigid shape with a fixed turn."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon, affinity
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import Position, position, snap
from game.table.measuring.ruler import Ruler
from game.table.placing.places import ExactSpots, Spot
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield, Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

_TRIES = 400
"""The most random anchors tried."""
_RINGS = 160
_RING_STEP = 0.15
"""The number of rings of anchors tried round the nearest area, and the inches between them."""
_AWAY = (0.5, 0.3, 0.7)
_ABOUT = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""The anchors tried first: distances from the middle, in widths of the piece, and directions."""
_EXACT = 1e-6
"""Inches of tolerance for a piece as long as the table."""
_GRID = 1e-7
"""The grid in inches on which shapes are united if nothing else works."""


@lru_cache(maxsize=2_000)
def _turned(piece: Piece, degrees: float) -> Piece:
    """Return a piece turned by `degrees`, from a cache."""
    return placed(piece, 0.0, 0.0, degrees)


class TerrainRegion(ExactSpots):
    """The legal anchors of a centred piece at one turn. It must be on the table, and its barricades clear of others.

    They must also be clear of the discs `clear_of`. With an `origin`, the piece must be within range `n` of it.
    """

    def __init__(
        self,
        ruler: Ruler,
        piece: Piece,
        degrees: float,
        origin: Disc | None = None,
        n: float = 0.0,
        rule: str = "",
        clear_of: Sequence[Disc] = (),
        edge_rule: str = "",
    ) -> None:
        self._ruler, self._origin, self._n, self._rule, self._clear_of = ruler, origin, n, rule, tuple(clear_of)
        self._edge_rule = edge_rule or rule
        self.degrees, self.piece = degrees, _turned(piece, degrees)

    def at(self, x: float, y: float) -> Piece:
        """Return the piece with its anchor at (x, y)."""
        return placed(self.piece, snap(x), snap(y), 0.0)

    def _allows(self, x: float, y: float) -> bool:
        """Return whether an anchor is legal, by quick checks first, then by looking for reasons against it."""
        x0, y0, x1, y1 = self.piece.shape.bounds
        field = self._ruler.battlefield
        if x + x0 < -1e-6 or y + y0 < -1e-6 or x + x1 > field.width + 1e-6 or y + y1 > field.height + 1e-6:
            return False
        if not self.piece.barricades and (
            self._origin is None
            or (not field.walls and self._inches_to_disc(self._origin, x, y) < self._n + 1.0 - 1e-4)
        ):
            return True
        return not self.why_not((x, y))

    def _inches_to_disc(self, disc: Disc, x: float, y: float) -> float:
        """Return the inches between the piece at (x, y) and a disc."""
        return float(self.piece.shape.distance(shapely.Point(disc.x - x, disc.y - y))) - disc.radius

    @property
    def _pieces_on_same_levels(self) -> Battlefield:
        """The table with only the pieces on this piece's levels."""
        field = self._ruler.battlefield
        return field.on_levels(*self.piece.levels) if self._ruler.policy.levels else field

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against an anchor; none if it is legal."""
        field, (x, y) = self._ruler.battlefield, where
        piece = self.at(x, y)
        refusals = []
        x0, y0, x1, y1 = piece.shape.bounds
        overhang = max(-x0, -y0, x1 - field.width, y1 - field.height)
        if overhang > 1e-6:
            text = _("hangs over the edge of the table by {amount}", amount=missing(overhang))
            refusals.append(Refusal(text, self._edge_rule, N_("off the table"), overhang))
        origin = self._origin
        if origin is not None and not self._ruler.within(origin, piece, self._n):
            short = max(self._inches_to_disc(origin, x, y) - self._n - 1.0, 1e-4)
            message = _(
                "{amount} too far from {name} (must be within range {n:g})",
                n=self._n,
                name=origin.name,
                amount=missing(short),
            )
            refusals.append(Refusal(message, self._rule, N_("out of range"), short))
        for barricade in piece.barricades:
            for disc in self._clear_of:
                short = disc.radius - float(barricade.polygon.distance(shapely.Point(disc.x, disc.y)))
                if short > 1e-6:
                    message = _("its barricade overlaps {name}", name=disc.name)
                    cause = N_("overlaps a marker") if disc.kind == "marker" else N_("overlaps a base")
                    refusals.append(Refusal(message, self._rule, cause, short))
            for other in self._pieces_on_same_levels.barricades:
                shared = barricade.polygon.intersection(other.polygon).area
                if shared > 1e-6:
                    name = other.name or other.piece_id or _("a barricade")
                    message = _("its barricade overlaps {name}", name=name)
                    refusals.append(Refusal(message, self._rule, N_("on a barricade"), math.sqrt(shared)))
        return refusals

    @cached_property
    def within(self) -> BaseGeometry:
        """The area of anchors on the table and in range, ignoring barricades."""
        field = self._ruler.battlefield
        x0, y0, x1, y1 = self.piece.shape.bounds
        sides = [(-x0, field.width - x1), (-y0, field.height - y1)]
        if any(high - low < -_EXACT for low, high in sides):
            return shapely.Polygon()
        # A piece exactly as long as the table still fits.
        widened = [(low, high) if high - low > _EXACT else (low - _EXACT, high + _EXACT) for low, high in sides]
        (west, east), (south, north) = widened
        box = shapely.box(west, south, east, north)
        if self._origin is None:
            return box
        reflected = affinity.scale(self.piece.shape, -1.0, -1.0, origin=(0.0, 0.0))
        near = affinity.translate(reflected, self._origin.x, self._origin.y)
        return box.intersection(near.buffer(self._origin.radius + self._n + 1.0 - 1e-4, quad_segs=16))

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """The area of anchors, on the table and in range, that each cause forbids."""
        reflected = [
            affinity.scale(barricade.polygon, -1.0, -1.0, origin=(0.0, 0.0)) for barricade in self.piece.barricades
        ]
        walls = [
            swept(reflection, other.polygon)
            for reflection in reflected
            for other in self._pieces_on_same_levels.barricades
        ]
        pieces = [
            affinity.translate(reflection, disc.x, disc.y).buffer(disc.radius)
            for reflection in reflected
            for disc in self._clear_of
        ]
        areas = {"on a barricade": shapely.union_all(walls), "overlaps a marker": shapely.union_all(pieces)}
        return {cause: part for cause, area in areas.items() if not (part := area.intersection(self.within)).is_empty}

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The area of legal anchors; the verdict is more exact along its edge."""
        return self.within.difference(shapely.union_all([*self.excluded.values()])) if self.excluded else self.within

    def sample(self, rng: random.Random) -> Position | None:
        """Return a random legal anchor, or None if none was found."""
        if self.within.is_empty:
            return None
        x0, y0, x1, y1 = self.within.bounds
        for _attempt in range(_TRIES):
            spot = position(rng.uniform(x0, x1), rng.uniform(y0, y1))
            if shapely.contains_xy(self.within, *spot) and self.find(spot):
                return spot
        return self.nearest((rng.uniform(x0, x1), rng.uniform(y0, y1))) or self.find()  # hardly any anchor is legal

    def nearest(self, where: Spot) -> Position | None:
        """Return a legal anchor near `where`: the spot itself, or the nearest one on rings around the nearest area."""
        if (spot := self.find(where)) is not None:
            return spot
        if self.geometry.is_empty:
            return None
        start = shapely.get_coordinates(shapely.shortest_line(self.geometry, shapely.Point(where)))[0]
        for ring in range(_RINGS):
            reach = ring * _RING_STEP
            spots = [
                position(
                    start[0] + reach * math.cos(turn / 12 * math.pi), start[1] + reach * math.sin(turn / 12 * math.pi)
                )
                for turn in range(24 if ring else 1)
            ]
            legal = [spot for spot in spots if self.find(spot)]
            if legal:
                return min(legal, key=lambda spot: math.dist(spot, where))
        return None

    def find(self, where: Spot | None = None) -> Position | None:
        """Return `where` on the lattice if it is legal, or without `where` any legal anchor, or None."""
        if where is not None:
            return super().find(where)
        middle = self._ruler.battlefield.centre if self._origin is None else self._origin
        x0, y0, x1, y1 = self.piece.shape.bounds
        for away in _AWAY:  # usually one of these anchors is legal, and they are quick to try
            step_x, step_y = away * (x1 - x0), away * (y1 - y0)
            for dx, dy in _ABOUT:
                if spot := self.find((middle.x + dx * step_x, middle.y + dy * step_y)):
                    return spot
        return self.nearest((middle.x, middle.y))


def swept(one: Polygon, other: Polygon) -> BaseGeometry:
    """Return the Minkowski sum of two polygons without holes: the area of all sums of a point of each."""
    (ax, ay), (bx, by) = (shapely.get_coordinates(polygon.exterior)[0] for polygon in (one, other))
    whole_copies = [affinity.translate(one, bx, by), affinity.translate(other, ax, ay)]
    # The sum covers a parallelogram for each pair of edges, and each polygon moved to a corner of the other.
    starts, steps = _edges(one)
    other_starts, strides = _edges(other)
    corner = starts[:, None] + other_starts[None, :]
    step, stride = steps[:, None], strides[None, :]
    corners = np.stack((corner, corner + step, corner + step + stride, corner + stride), axis=2).reshape(-1, 4, 2)
    hulls = shapely.convex_hull(shapely.polygons(corners))
    try:
        return shapely.union_all([*whole_copies, shapely.union_all(hulls)])
    except shapely.errors.GEOSException:  # slivers between nearly parallel edges can be united only on a grid
        return shapely.union_all([*whole_copies, shapely.union_all(hulls, grid_size=_GRID)], grid_size=_GRID)


def _edges(polygon: Polygon) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the starts of a polygon's edges and the vectors along them."""
    corners = shapely.get_coordinates(polygon.exterior)
    return corners[:-1], np.diff(corners, axis=0)

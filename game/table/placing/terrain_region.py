"""Legal places of a piece of terrain put down during play: a rigid shape at a fixed turn, judged at its anchor."""

from __future__ import annotations

import math
import random
from functools import cached_property, lru_cache

import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import Position, position, snap
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

_TRIES = 400
_RINGS = 160
_RING_STEP = 0.15


@lru_cache(maxsize=2_000)
def _turned(piece: Piece, degrees: float) -> Piece:
    return placed(piece, 0.0, 0.0, degrees)


class TerrainRegion:
    """The legal anchors of a centred piece at one turn: on the table, within range `n` of a disc, barricades clear."""

    def __init__(self, ruler: Ruler, piece: Piece, degrees: float, origin: Disc, n: float, rule: str = "") -> None:
        self._ruler, self._origin, self._n, self._rule = ruler, origin, n, rule
        self.degrees, self._piece = degrees, _turned(piece, degrees)

    def at(self, x: float, y: float) -> Piece:
        """Return the piece with its anchor at (x, y)."""
        return placed(self._piece, snap(x), snap(y), 0.0)

    def contains(self, x: float, y: float) -> bool:
        """Return whether the piece may lie there."""
        x0, y0, x1, y1 = self._piece.shape.bounds
        field = self._ruler.battlefield
        if x + x0 < -1e-6 or y + y0 < -1e-6 or x + x1 > field.width + 1e-6 or y + y1 > field.height + 1e-6:
            return False
        if not self._piece.barricades and not field.walls and self._gap(x, y) < self._n + 1.0 - 1e-4:
            return True
        return not self.why_not(x, y)

    def _gap(self, x: float, y: float) -> float:
        spot = shapely.Point(self._origin.x - x, self._origin.y - y)
        return float(self._piece.shape.distance(spot)) - self._origin.radius

    def why_not(self, x: float, y: float) -> list[Refusal]:
        """Return every reason against the anchor; nothing when it is legal."""
        field = self._ruler.battlefield
        piece = self.at(x, y)
        found = []
        x0, y0, x1, y1 = piece.shape.bounds
        over = max(-x0, -y0, x1 - field.width, y1 - field.height)
        if over > 1e-6:
            found.append(
                Refusal(
                    _("hangs over the edge of the table by {amount}", amount=missing(over)),
                    self._rule,
                    N_("off the table"),
                    over,
                )
            )
        if not self._ruler.within(self._origin, piece, self._n):
            short = max(self._gap(x, y) - self._n - 1.0, 1e-4)
            message = _(
                "out of range {n:g} of {name} by {amount}", n=self._n, name=self._origin.name, amount=missing(short)
            )
            found.append(Refusal(message, self._rule, N_("out of range"), short))
        others = field.on_levels(*piece.levels) if self._ruler.policy.levels else field
        for own in piece.barricades:
            for other in others.barricades:
                shared = own.polygon.intersection(other.polygon).area
                if shared > 1e-6:
                    name = other.name or other.piece_id or _("a barricade")
                    message = _("its barricade overlaps {name}", name=name)
                    found.append(Refusal(message, self._rule, N_("on a barricade"), math.sqrt(shared)))
        return found

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The anchors on the table and in range, ignoring barricades."""
        field = self._ruler.battlefield
        x0, y0, x1, y1 = self._piece.shape.bounds
        if x1 - x0 > field.width or y1 - y0 > field.height:
            return shapely.Polygon()
        box = shapely.box(-x0, -y0, field.width - x1, field.height - y1)
        reflected = affinity.scale(self._piece.shape, -1.0, -1.0, origin=(0.0, 0.0))
        near = affinity.translate(reflected, self._origin.x, self._origin.y)
        return box.intersection(near.buffer(self._origin.radius + self._n + 1.0 - 1e-4, quad_segs=16))

    def sample(self, rng: random.Random) -> Position | None:
        """Return a legal anchor at random, or None when none is found."""
        if self.geometry.is_empty:
            return None
        x0, y0, x1, y1 = self.geometry.bounds
        for _attempt in range(_TRIES):
            spot = position(rng.uniform(x0, x1), rng.uniform(y0, y1))
            if shapely.contains_xy(self.geometry, spot.x, spot.y) and self.contains(spot.x, spot.y):
                return spot
        return None

    def nearest(self, x: float, y: float) -> Position | None:
        """Return a legal anchor near (x, y): itself, or the best on rings around the nearest one in range."""
        if self.contains(x, y):
            return position(x, y)
        if self.geometry.is_empty:
            return None
        start = shapely.get_coordinates(shapely.shortest_line(self.geometry, shapely.Point(x, y)))[0]
        for ring in range(_RINGS):
            reach = ring * _RING_STEP
            spots = [
                position(
                    start[0] + reach * math.cos(turn / 12 * math.pi), start[1] + reach * math.sin(turn / 12 * math.pi)
                )
                for turn in range(24 if ring else 1)
            ]
            legal = [spot for spot in spots if self.contains(spot.x, spot.y)]
            if legal:
                return min(legal, key=lambda spot: math.dist(spot, (x, y)))
        return None

    @property
    def is_empty(self) -> bool:
        """Whether no legal anchor is found."""
        return self.nearest(self._origin.x, self._origin.y) is None

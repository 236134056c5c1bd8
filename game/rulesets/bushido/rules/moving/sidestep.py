"""Where a sidestep may end: just out of the other's zone, by any way that never leads nearer (B-SPEC-A8, AMB-23)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import near, solids, zone_grounds
from game.rulesets.bushido.rules.moving.sight import base
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import Position, position
from game.table.ways.judge import allows
from game.table.ways.policy import End, Stage, WayPolicy
from game.table.ways.region import WayRegion
from game.table.ways.way import Way

APART = 0.1
"""Inches between the ends that are tried along the rim of the zone."""
TRIES = 12


class SidestepRegion(WayRegion):
    """All ends of a sidestep: the first places out of a zone, in front of it or to its rear."""

    def __init__(self, model: Model, policy: WayPolicy, zone: Sequence[Polygon]) -> None:
        super().__init__((model.x, model.y), policy)
        self._radius = model.radius
        self._zone = zone

    @classmethod
    def of(cls, game: Game, model: Model, other: Model) -> SidestepRegion | None:
        """Return the ends of a sidestep from another model; None where that controls nothing to be left."""
        parts = zone_grounds(game, model, [other], solid=False)
        if not parts:
            return None
        table = game.ruler.battlefield
        names = tuple(each.name for each in parts)
        leave = Stage("not nearer", (base(other),), "leave", names, may_end=False, rule="AMB-23")
        zone = [each.shape for each in parts if isinstance(each.shape, Polygon)]
        out = End(tuple(zone), least=TOLERANCE, most=1.5 * TOLERANCE, rule="AMB-23")
        grounds = (*solids(game, model), *parts)
        bounds = (0.0, 0.0, table.width, table.height)
        farthest = math.pi * (model.radius + other.radius) + 2 * ZONE  # half round the other, and out
        policy = WayPolicy(model.radius, farthest, bounds, grounds, (leave,), (out,), rule="B-SPEC-3")
        return cls(model, near(model, policy), zone)

    def _find(self, at: Position) -> tuple[Way, WayPolicy] | None:
        straight, policy = Way.through([self.start, at]), self.policies[0]
        return (straight, policy) if allows(straight, policy) else super()._find(at)

    def contains(self, x: float, y: float) -> bool:
        """Return whether a legal way to the lattice spot nearest to (x, y) was found."""
        return self.way_to(x, y) is not None

    @cached_property
    def _rings(self) -> list[list[Position]]:
        """Spots just out of the zone, ring by ring, near enough to one another to choose among them."""
        far = self._radius + 1.25 * TOLERANCE
        grown = shapely.union_all([shapely.buffer(each, far, quad_segs=64) for each in self._zone])
        rings = shapely.get_parts(shapely.boundary(grown)).tolist()
        along = [shapely.line_interpolate_point(ring, np.arange(0.0, ring.length, APART)) for ring in rings]
        return [[position(*spot) for spot in shapely.get_coordinates(points).tolist()] for points in along]

    @cached_property
    def _rim(self) -> list[Position]:
        return [spot for ring in self._rings for spot in ring]

    def _by_distance(self, x: float, y: float) -> list[Position]:
        return sorted(self._rim, key=lambda spot: math.dist(spot, (x, y)))

    def any_end(self) -> Position | None:
        """Return the end that is nearest to where the model stands, None without any."""
        return self.nearest(*self.start)

    def nearest(self, x: float, y: float) -> Position | None:
        """Return the end nearest to (x, y), of those tried along the rim; None without any."""
        if self.contains(x, y):
            return position(x, y)
        return next((spot for spot in self._by_distance(x, y) if self.contains(*spot)), None)

    def sample(self, rng: random.Random) -> Position | None:
        """Return an end at random, None without any."""
        tried = (rng.choice(self._rim) for _try in range(TRIES))
        return next((spot for spot in tried if self.contains(*spot)), None) or self.any_end()

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The ends for drawing: the parts of the rim that are reached."""
        found = []
        for ring in self._rings:
            for (one, is_one), (other, is_other) in pairwise((each, self.contains(*each)) for each in [*ring, ring[0]]):
                if is_one and is_other:
                    found.append(shapely.LineString([one, other]))
        return shapely.line_merge(shapely.MultiLineString(found))

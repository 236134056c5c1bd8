"""The legal ends of a sidestep (B-SPEC-A8, AMB-23), and the points at which a model may be thrown (B-SPEC-A12)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import near, solids, zone_grounds
from game.rulesets.bushido.rules.moving.sight import base, sight
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import Position, position
from game.table.path.judge import allows, best_verdict
from game.table.path.path import Path
from game.table.path.policy import CONTACT, End, PathPolicy, Stage
from game.table.path.region import PathRegion
from game.table.path.rim import RimRegion
from game.table.placing.places import Spot, Verdict, first_legal
from game.table.shapes import Disc
from game.wording import N_, _

APART = 0.1
"""The distance between the spots that are tried along the edge of the zone, in inches."""
TRIES = 12


class SidestepRegion(PathRegion):
    """The legal ends of a sidestep, which are the spots just outside the other model's zone."""

    def __init__(self, model: Model, policy: PathPolicy, zone: Sequence[Polygon]) -> None:
        super().__init__((model.x, model.y), policy)
        self._radius = model.radius
        self._zone = zone

    @classmethod
    def of(cls, game: Game, model: Model, other: Model) -> SidestepRegion | None:
        """Return the ends of a sidestep from another model, or None if that model has no zone."""
        parts = zone_grounds(game, model, [other], solid=False)
        if not parts:
            return None
        table = game.ruler.battlefield
        names = tuple(part.name for part in parts)
        leave = Stage("not nearer", (base(other),), "leave", names, may_end=False, rule="AMB-23")
        zone = [part.shape for part in parts if isinstance(part.shape, Polygon)]
        out = End(tuple(zone), least=TOLERANCE, most=1.5 * TOLERANCE, rule="AMB-23")
        grounds = (*solids(game, model), *parts)
        bounds = (0.0, 0.0, table.width, table.height)
        farthest = math.pi * (model.radius + other.radius) + 2 * ZONE  # half round the other, and out
        policy = PathPolicy(model.radius, farthest, bounds, grounds, (leave,), (out,), rule="B-SPEC-3")
        return cls(model, near(model, policy), zone)

    def _find(self, at: Position) -> Path | None:
        straight = Path.through([self.start, at])
        return straight if allows(straight, self.policies[0]) else super()._find(at)

    @cached_property
    def _rings(self) -> list[list[Position]]:
        """The spots just outside the zone, for each ring around its parts."""
        far = self._radius + 1.25 * TOLERANCE
        grown = shapely.union_all([shapely.buffer(part, far, quad_segs=64) for part in self._zone])
        rings = shapely.get_parts(shapely.boundary(grown)).tolist()
        along = [shapely.line_interpolate_point(ring, np.arange(0.0, ring.length, APART)) for ring in rings]
        return [[position(*spot) for spot in shapely.get_coordinates(points).tolist()] for points in along]

    @cached_property
    def _rim(self) -> list[Position]:
        return [spot for ring in self._rings for spot in ring]

    @cached_property
    def _any(self) -> Path | None:
        """The path to the end nearest to the model, or None."""
        spot = self.nearest(self.start)
        return None if spot is None else self.find(spot)

    def nearest(self, where: Spot) -> Position | None:
        """Return the nearest end to a spot among the spots along the edge, or None."""
        return first_legal(self, [where, *sorted(self._rim, key=lambda spot: math.dist(spot, where))])

    def sample(self, rng: Random) -> Position | None:
        """Return a random end, or None."""
        tried = (rng.choice(self._rim) for _try in range(TRIES))
        return first_legal(self, tried) or self.nearest(self.start)

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The parts of the edge that the sidestep can reach, for drawing."""
        found = []
        for ring in self._rings:
            for (one, is_one), (other, is_other) in pairwise((angle, self.find(angle)) for angle in [*ring, ring[0]]):
                if is_one and is_other:
                    found.append(shapely.LineString([one, other]))
        return shapely.line_merge(shapely.MultiLineString(found))


RULE = "B-SPEC-A12"


class ThrowRegion(RimRegion):
    """The points that a thrower may aim at, which are in its sight and `inches` away from the thrown model.

    The thrown model does not block sight. The first obstacle on its way stops the thrown model.
    """

    def __init__(self, game: Game, thrower: Model, model: Model, inches: float) -> None:
        table = game.ruler.battlefield
        far = inches + model.radius
        at = Disc(model.x, model.y, 0.0, model.id)
        ring = End(
            (at,), most=inches + CONTACT / 2 - model.radius, least=inches - CONTACT / 2 - model.radius, rule=RULE
        )
        bounds = (-far, -far, table.width + far, table.height + far)
        policy = PathPolicy(model.radius, inches + CONTACT, bounds, (), (Stage("straight"),), (ring,), rule=RULE)
        super().__init__((model.x, model.y), (model.x, model.y), inches, policy)
        self._thrower = thrower
        self._sight = sight(game, thrower, "zero", model)

    def _is_seen(self, at: Position) -> bool:
        if self._thrower.has("Blind"):
            return False
        return self._sight.sees(base(self._thrower), Disc(*at, 0.0, "", "point"))

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the thrower may aim at a spot. The answer is never "unknown"."""
        return "yes" if self.find(where) else "no"

    def _find(self, at: Position) -> Path | None:
        found = super()._find(at)
        return found if found is not None and self._is_seen(at) else None

    @cached_property
    def _end(self) -> Position | None:
        """A legal point that is as straight away from the thrower as possible, or None."""
        x, y = self.start
        beyond = 2 * x - self._thrower.x, 2 * y - self._thrower.y
        return first_legal(self, self._round(*beyond))

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return the reasons why the thrower may not aim at a point, none if it may."""
        if self.find(where):
            return []
        aimed = best_verdict(Path.through([self.start, where]), self.policies)
        if not aimed.is_legal:
            return list(aimed.refusals)
        text = _("{model} cannot see that point", model=self._thrower.name)
        return [Refusal(text, RULE, N_("out of sight"))]

"""Moves by specials: forced moves in straight lines (B-MOVE-14, B-SPEC-5), and the ends of sidesteps and throws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.policies import near, solids, zone_grounds
from game.rulesets.bushido.rules.moving.sight import base, impassable, sight, smaller
from game.rulesets.bushido.rules.rulings import TOLERANCE, ZONE
from game.rulesets.bushido.rules.state import Model, Objective
from game.table.lattice import Position, distance, position, snap
from game.table.path.judge import allows, best_verdict
from game.table.path.path import Path
from game.table.path.policy import CONTACT, End, PathPolicy, Stage
from game.table.path.region import PathRegion, RimRegion
from game.table.placing.places import Spot, Verdict, first_legal
from game.table.shapes import Disc
from game.wording import N_, _

CLOSER = 2e-4
"""The gap between a base and the obstacle that stops it, in inches. It avoids overlaps after rounding."""


class Met(NamedTuple):
    """The end of a straight move: its length in inches, and the model that was hit, None for terrain or an edge."""

    inches: float
    model: Model | None


def shove(game: Game, model: Model, dx: float, dy: float, inches: float, why: str, *, crash: bool = False) -> float:
    """Move a model in a direction and return the distance in inches (B-SPEC-3, B-SPEC-5).

    The move stops at contact with a model or Impassable terrain, and at the table's edge. With `crash`, the mover falls
    Prone if it hits a model or terrain. A model of equal size also falls Prone. A smaller model is pushed off the line
    and falls Prone. No model is turned (B-MOVE-4). An Immovable or Held model does not move.
    """
    length = math.hypot(dx, dy)
    if not length or inches <= 0.0 or not may_be_moved(game, model):
        return 0.0
    dx, dy = dx / length, dy / length
    pushed_off: list[Model] = []
    obstacle = first_met(game, model, dx, dy, inches, pushed_off)
    hit_models: list[Model] = []
    while crash and obstacle is not None and obstacle.model is not None:
        hit_models.append(obstacle.model)
        if not smaller(game, obstacle.model, model) or not _pushed_off(game, model, obstacle, dx, dy, inches):
            break
        pushed_off.append(obstacle.model)
        obstacle = first_met(game, model, dx, dy, inches, pushed_off)
    moved = inches if obstacle is None else max(0.0, min(inches, obstacle.inches - CLOSER))
    _put(game, model, model.x + dx * moved, model.y + dy * moved, why)
    if crash and obstacle is not None and obstacle.model is None and abs(_to_edge(game, model, dx, dy)) > 2 * CLOSER:
        game.mark(model, "Prone", 0)
    for other in hit_models:
        game.mark(model, "Prone", 0)
        if not smaller(game, model, other):
            game.mark(other, "Prone", 0)
    return moved


def may_be_moved(game: Game, model: Model) -> bool:
    """Return whether effects can move a model, which is neither Immovable nor Held (B-TR-27, B-STATE-9)."""
    return not (model.has("Held") or game.any(model, "immovable"))


def first_met(game: Game, model: Model, dx: float, dy: float, inches: float, passed: list[Model]) -> Met | None:
    """Return the first obstacle within `inches` of a straight move, or None. Models in `passed` are ignored."""
    obstacles = [Met(_to_edge(game, model, dx, dy), None)]
    bodies: list[Model | Objective] = [*game.on_table(), *game.objectives()]
    for body in bodies:
        if body is not model and body not in passed:
            inches_to_contact = along(body.x - model.x, body.y - model.y, dx, dy, model.radius + body.radius)
            if inches_to_contact is not None:
                obstacles.append(Met(inches_to_contact, body if isinstance(body, Model) else None))
    line = shapely.LineString([(model.x, model.y), (model.x + dx * inches, model.y + dy * inches)])
    for feature in impassable(game):
        blocked_area = shapely.buffer(feature.piece.shape, model.radius, quad_segs=64)
        blocked_line = shapely.intersection(line, blocked_area)
        if not blocked_line.is_empty and blocked_line.length > CLOSER:
            obstacles.append(Met(float(shapely.distance(shapely.Point(model.x, model.y), blocked_line)), None))
    nearest = min(obstacles, key=lambda obstacle: obstacle.inches)
    return nearest if nearest.inches < inches else None


def along(x: float, y: float, dx: float, dy: float, radius: float) -> float | None:
    """Return the inches along a ray from the origin to its first contact with a circle at (x, y), or None.

    The ray has the direction (dx, dy) of length 1. A ray that begins in contact and leads away does not count.
    """
    distance_ahead = x * dx + y * dy
    squared_distance = x * x + y * y - distance_ahead * distance_ahead
    if distance_ahead <= 0.0 or squared_distance >= radius * radius:
        return None
    return max(0.0, distance_ahead - math.sqrt(radius * radius - squared_distance))


def _to_edge(game: Game, model: Model, dx: float, dy: float) -> float:
    """Return the inches that a model can move in a direction before it reaches the table's edge."""
    table = game.ruler.battlefield
    distances = [math.inf]
    for coordinate, component, size in ((model.x, dx, table.width), (model.y, dy, table.height)):
        if component:
            distances.append(((size - model.radius if component > 0 else model.radius) - coordinate) / component)
    return max(0.0, min(distances))


def _pushed_off(game: Game, mover: Model, met: Met, dx: float, dy: float, inches: float) -> bool:
    """Push a smaller model away from the point of contact, just off the line.

    Return whether there was enough space.
    """
    small = met.model
    assert small is not None
    stop = (mover.x + dx * met.inches, mover.y + dy * met.inches)
    away_x, away_y = small.x - stop[0], small.y - stop[1]
    length = math.hypot(away_x, away_y)
    if not length:
        return False
    away_x, away_y = away_x / length, away_y / length
    line = shapely.LineString([stop, (mover.x + dx * inches, mover.y + dy * inches)]) if inches > met.inches else None
    distance, step = 0.0, 0.01
    radii = mover.radius + small.radius
    # push in small steps until the base is clear of the rest of the line
    while line is not None and distance <= inches + radii:
        spot = shapely.Point(small.x + away_x * distance, small.y + away_y * distance)
        if shapely.distance(line, spot) >= radii + CLOSER:
            break
        distance += step
    if first_met(game, small, away_x, away_y, distance + CLOSER, [mover]) is not None:
        return False
    _put(game, small, small.x + away_x * distance, small.y + away_y * distance, "pushed aside")
    return True


def _put(game: Game, model: Model, x: float, y: float, why: str) -> None:
    """Move a model to a spot and report the move, if it changes its place."""
    x, y = snap(x), snap(y)
    if (x, y) == (model.x, model.y):
        return
    inches = distance((model.x, model.y), (x, y))
    model.x, model.y = x, y
    game.unmark(model, "Immobilised")  # moved by another effect (B-STATE-10)
    game.moved(model, why, "B-SPEC-3", inches=inches)


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
        """Return the legal ends of a sidestep from another model, or None if that model has no zone."""
        parts = zone_grounds(game, model, [other], solid=False)
        if not parts:
            return None
        names = tuple(part.name for part in parts)
        leave = Stage("not nearer", (base(other),), "leave", names, may_end=False, rule="AMB-23")
        zone = [part.shape for part in parts if isinstance(part.shape, Polygon)]
        out = End(tuple(zone), least=TOLERANCE, most=1.5 * TOLERANCE, rule="AMB-23")
        grounds = (*solids(game, model), *parts)
        bounds = game.ruler.battlefield.bounds
        farthest = math.pi * (model.radius + other.radius) + 2 * ZONE  # half round the other, and out
        policy = PathPolicy(model.radius, farthest, bounds, grounds, (leave,), (out,), rule="B-SPEC-3")
        return cls(model, near(model, policy), zone)

    def _find(self, at: Position) -> Path | None:
        straight = Path.through([self.start, at])
        return straight if allows(straight, self.policies[0]) else super()._find(at)

    @cached_property
    def _rings(self) -> list[list[Position]]:
        """The spots just outside the zone, for each ring around its parts."""
        margin = self._radius + 1.25 * TOLERANCE
        outline = shapely.union_all([shapely.buffer(part, margin, quad_segs=64) for part in self._zone])
        rings = shapely.get_parts(shapely.boundary(outline)).tolist()
        points_by_ring = [shapely.line_interpolate_point(ring, np.arange(0.0, ring.length, APART)) for ring in rings]
        return [[position(*spot) for spot in shapely.get_coordinates(points).tolist()] for points in points_by_ring]

    @cached_property
    def _rim(self) -> list[Position]:
        """The spots of all rings."""
        return [spot for ring in self._rings for spot in ring]

    @cached_property
    def _any(self) -> Path | None:
        """The path to the end nearest to the model, or None."""
        spot = self.nearest(self.start)
        return None if spot is None else self.find(spot)

    def nearest(self, where: Spot) -> Position | None:
        """Return the legal spot nearest to `where` among the spots along the edge, or None."""
        return first_legal(self, [where, *sorted(self._rim, key=lambda spot: math.dist(spot, where))])

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal spot, or None."""
        tried = (rng.choice(self._rim) for _try in range(TRIES))
        return first_legal(self, tried) or self.nearest(self.start)

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The parts of the edge that the sidestep can reach, for drawing."""
        parts = []
        for ring in self._rings:
            for (start, start_path), (end, end_path) in pairwise((spot, self.find(spot)) for spot in [*ring, ring[0]]):
                if start_path and end_path:
                    parts.append(shapely.LineString([start, end]))
        return shapely.line_merge(shapely.MultiLineString(parts))


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
        """Return whether the thrower sees a point."""
        if self._thrower.has("Blind"):
            return False
        return self._sight.sees(base(self._thrower), Disc(*at, 0.0, "", "point"))

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the thrower may aim at a spot. The answer is never "unknown"."""
        return "yes" if self.find(where) else "no"

    def _find(self, at: Position) -> Path | None:
        path = super()._find(at)
        return path if path is not None and self._is_seen(at) else None

    @cached_property
    def _end(self) -> Position | None:
        """A legal point that is as straight away from the thrower as possible, or None."""
        x, y = self.start
        away_from_thrower = 2 * x - self._thrower.x, 2 * y - self._thrower.y
        return first_legal(self, self._round(*away_from_thrower))

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return the reasons why the thrower may not aim at a point, none if it may."""
        if self.find(where):
            return []
        aimed = best_verdict(Path.through([self.start, where]), self.policies)
        if not aimed.is_legal:
            return list(aimed.refusals)
        text = _("{model} cannot see that point", model=self._thrower.name)
        return [Refusal(text, RULE, N_("out of sight"))]

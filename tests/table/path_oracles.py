"""Independent verdicts on ways: walked step by step, a dense graph from above, a fine grid from below.

Nothing here is shared with the room it judges; only the policy and the way as data are read.
"""

import math
import random
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.table.path.path import Path
from game.table.path.policy import Ground, PathPolicy, base
from game.table.shapes import Disc

Floats = NDArray[np.float64]
Spot = tuple[float, float]

RADIUS = 0.5906
SIZE = 11.0
# What the oracle from above keeps clear of everything: more than a way is promised to be found with.
CLEAR = 0.001


@dataclass(frozen=True)
class Table:
    """A random table and the base that moves on it."""

    grounds: tuple[Ground, ...]
    mover: Disc

    def policy(self, budget: float, *more: Ground) -> PathPolicy:
        return PathPolicy(self.mover.radius, budget, (0.0, 0.0, SIZE, SIZE), (*self.grounds, *more))


def outline(rng: random.Random, x: float, y: float, size: float) -> Polygon:
    """A star-shaped polygon, often with dents."""
    count, turn = rng.randint(3, 8), rng.uniform(0, math.pi)
    far = [size * rng.uniform(0.5, 1.2) for _ in range(count)]
    at = [turn + math.tau * number / count for number in range(count)]
    return Polygon([(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(far, at, strict=True)])


def random_table(seed: int, pieces: int, bases: int, size: float = SIZE, radius: float = RADIUS) -> Table:
    """A table with the mover near its middle; fewer bases if there is no room for more."""
    rng = random.Random(seed)
    mover = Disc(round(size / 2, 4), round(size / 2, 4), radius, "mover")
    grounds: list[Ground] = []
    for number in range(pieces):
        shape = outline(rng, rng.uniform(0.5, size - 0.5), rng.uniform(0.5, size - 0.5), rng.uniform(0.4, 1.3))
        if shape.is_valid and shape.distance(Point(mover.x, mover.y)) > radius:
            grounds.append(Ground(f"piece {number}", shape, solid=True))
    discs: list[Disc] = []
    for number in range(bases * 20):
        spot = round(rng.uniform(0.8, size - 0.8), 4), round(rng.uniform(0.8, size - 0.8), 4)
        disc = Disc(*spot, rng.choice((0.5906, 0.7874)), f"base {number}")
        apart = all(math.dist(disc[:2], each[:2]) >= disc.radius + each.radius for each in (*discs, mover))
        if apart and len(discs) < bases and all(g.shape.distance(Point(spot)) > disc.radius for g in grounds):  # type: ignore[union-attr]
            discs.append(disc)
    return Table((*grounds, *map(base, discs)), mover)


def spots(seed: int, count: int, size: float = SIZE) -> list[Spot]:
    rng = random.Random(seed)
    return [(round(rng.uniform(0.5, size - 0.5), 4), round(rng.uniform(0.5, size - 0.5), 4)) for _ in range(count)]


def shape_of(ground: Ground, grown: float, quarter: int = 32) -> BaseGeometry:
    """A ground grown by some inches, drawn from inside: round parts fall short by less than a thousandth."""
    if isinstance(ground.shape, Disc):
        return Point(ground.shape.x, ground.shape.y).buffer(ground.shape.radius + grown, quad_segs=quarter)
    return ground.shape.buffer(grown, quad_segs=quarter) if grown != 0.0 else ground.shape


def apart(ground: Ground, spots_: Floats) -> Floats:
    """Inches from points to the rim of a ground's shape."""
    if isinstance(ground.shape, Disc):
        return np.asarray(np.hypot(spots_[:, 0] - ground.shape.x, spots_[:, 1] - ground.shape.y) - ground.shape.radius)
    return np.asarray(shapely.distance(ground.shape, shapely.points(spots_)))


def walked(path: Path, policy: PathPolicy, step: float = 0.002) -> tuple[float, float]:
    """The deepest overlap along a way (inches, negative if there is none), and its cost, both by small steps."""
    length = path.inches
    count = max(2, math.ceil(length / step))
    at = np.array([path.at(length * (number + 0.5) / count) for number in range(count)])
    west, south, east, north = policy.bounds
    radius = policy.radius
    over = np.max(
        [west + radius - at[:, 0], at[:, 0] - east + radius, south + radius - at[:, 1], at[:, 1] - north + radius]
    )
    dear = np.ones(count)
    for ground in policy.grounds:
        near = ground.margin + (radius if ground.part == "base" else 0.0)
        gap = apart(ground, at) - near
        if ground.solid:
            over = max(over, -gap.min())
        dear = np.where(gap < 0.0, np.maximum(dear, ground.factor), dear)
    return float(over), float(dear.sum() * length / count)


class FromAbove:
    """Ways over a dense choice of points beside everything: each is legal, so none may be cheaper than the best."""

    def __init__(self, policy: PathPolicy, start: Spot, spacing: float = 0.15) -> None:
        solids = [ground for ground in policy.grounds if ground.solid]
        soft = [ground for ground in policy.grounds if ground.factor > 1.0]
        near = {ground.name: ground.margin + policy.radius for ground in policy.grounds}
        self.closed = shapely.union_all([shape_of(ground, near[ground.name] + CLEAR) for ground in solids])
        self.soft = [(g.factor, shape_of(g, near[g.name] + CLEAR)) for g in soft]
        west, south, east, north = policy.bounds
        inset = policy.radius + CLEAR
        self.table = shapely.box(west + inset, south + inset, east - inset, north - inset)
        shapely.prepare(self.closed)
        shapely.prepare([area for _factor, area in self.soft])
        rims = [shape_of(ground, near[ground.name] + 2 * CLEAR, 24).boundary for ground in (*solids, *soft)]
        corners = shapely.get_coordinates([shapely.segmentize(rim, spacing) for rim in rims])
        self.nodes = np.concatenate((np.array([start]), corners[self.open(corners)]))
        self.costs = self._costs(policy.budget)

    def open(self, at: Floats) -> NDArray[np.bool_]:
        points = shapely.points(at.reshape(-1, 2))
        return np.asarray(~shapely.intersects(self.closed, points) & shapely.covers(self.table, points))

    def runs(self, starts: Floats, ends: Floats) -> Floats:
        """The costs of straight runs; inf for those that are not clear."""
        lines = np.asarray(shapely.linestrings(np.stack((starts, ends), axis=1)))
        cost = np.array(shapely.length(lines))
        for factor, area in self.soft:
            met = np.flatnonzero(shapely.intersects(area, lines))
            cost[met] += (factor - 1.0) * shapely.length(shapely.intersection(lines[met], area))
        return np.asarray(np.where(shapely.intersects(self.closed, lines), np.inf, cost))

    def _costs(self, budget: float) -> Floats:
        count = len(self.nodes)
        costs = np.full(count, np.inf)
        costs[0] = 0.0
        done = np.zeros(count, dtype=bool)
        for _node in range(count):
            at = int(np.argmin(np.where(done, np.inf, costs)))
            if done[at] or costs[at] > budget:
                break
            done[at] = True
            lower = costs[at] + np.hypot(*(self.nodes - self.nodes[at]).T)
            better = np.flatnonzero(~done & (lower < costs - 1e-9) & (lower <= budget))
            found = costs[at] + self.runs(np.broadcast_to(self.nodes[at], (len(better), 2)), self.nodes[better])
            costs[better] = np.minimum(costs[better], found)
        return costs

    def cost(self, spot: Spot) -> float:
        """The cost of a legal way to a spot that keeps clear of everything; inf if none is known."""
        if not self.open(np.array([spot]))[0]:
            return math.inf
        known = np.flatnonzero(np.isfinite(self.costs))
        lower = self.costs[known] + np.hypot(*(self.nodes[known] - spot).T)
        order = np.argsort(lower)
        best = math.inf
        for part in np.array_split(order, range(8, len(order), 40)):
            if len(part) and lower[part[0]] < best:
                runs = self.runs(self.nodes[known[part]], np.broadcast_to(np.array(spot), (len(part), 2)))
                best = min(best, float((self.costs[known[part]] + runs).min()))
        return best


NEIGHBOURS = [(i, j) for i in range(-3, 4) for j in range(-3, 4) if math.gcd(i, j) == 1]
_ANGLES = sorted(math.atan2(j, i) for i, j in NEIGHBOURS)
# A straight run is at most this much longer along these neighbours than as the crow flies.
DISTORTION = 1.0 / math.cos(max(b - a for a, b in pairwise(_ANGLES)) / 2)


class FromBelow:
    """The cost on a grid whose solids and soft grounds are shrunk: no legal way can be cheaper than it says."""

    def __init__(self, policy: PathPolicy, start: Spot, spacing: float = 0.07) -> None:
        self.spacing = spacing
        self.shrink = 2.5 * spacing  # a run along neighbours strays from the straight run by less than this
        count = int((policy.bounds[2] - policy.bounds[0]) / spacing) + 1
        x, y = np.meshgrid(np.arange(count) * spacing, np.arange(count) * spacing, indexing="ij")
        at = np.stack((x.ravel(), y.ravel()), axis=1)
        closed, dear = np.zeros(len(at), dtype=bool), np.ones(len(at))
        for ground in policy.grounds:
            inside = apart(ground, at) < ground.margin + policy.radius - self.shrink
            if ground.solid:
                closed |= inside
            dear = np.where(inside, np.maximum(dear, ground.factor), dear)
        self.costs = self._costs(start, closed.reshape(count, count), dear.reshape(count, count))

    def _costs(self, start: Spot, closed: NDArray[np.bool_], dear: Floats) -> Floats:
        """Relax every step to a neighbour until nothing changes."""
        count = len(closed)
        costs = np.full((count, count), np.inf)
        costs[round(start[0] / self.spacing), round(start[1] / self.spacing)] = 0.0
        while True:
            before = costs.copy()
            for i, j in NEIGHBOURS:
                here = slice(max(0, -i), count - max(0, i)), slice(max(0, -j), count - max(0, j))
                there = slice(max(0, i), count - max(0, -i)), slice(max(0, j), count - max(0, -j))
                step = math.hypot(i, j) * self.spacing * np.minimum(dear[here], dear[there])
                costs[there] = np.minimum(costs[there], np.where(closed[there], np.inf, costs[here] + step))
            if (costs == before).all():
                return costs

    def cost(self, spot: Spot) -> float:
        """What any way to a spot costs at least."""
        i, j = round(spot[0] / self.spacing), round(spot[1] / self.spacing)
        best = float(self.costs[max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2].min())
        return best / DISTORTION - 4 * self.spacing

"""Random tables for sight, and a brute force that shares no code with it: many straight lines, tried one by one."""

import math
import random
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.heights import Body
from game.table.lattice import snap
from game.table.shapes import Disc
from game.table.sight.bodies import LIT, Eye, Prism, Prisms, Silhouette, Visibility
from game.table.sight.policy import SightPolicy
from game.table.sight.sight import Sight
from game.table.sight.solids import Solid

CLEAR = 1e-6
"""A sampled line counts as clear if it keeps this many inches from every blocker."""


SILHOUETTE = Silhouette((-0.8, -0.4, 0.0, 0.4, 0.8), (0.125, 0.375, 0.625, 0.875))


class Block(NamedTuple):
    """Something that stops rays between two heights."""

    shape: Disc | Solid
    base: float = 0.0
    top: float = math.inf


def visibility(blocks: Sequence[Block], *targets: Body, silhouette: Silhouette = SILHOUETTE) -> Visibility:
    """The sight of some bodies among blocks."""
    bodies = [Body(each.shape, each.base, each.top - each.base) for each in blocks if isinstance(each.shape, Disc)]
    prisms = [Prism(each.shape, each.base, each.top) for each in blocks if isinstance(each.shape, Solid)]
    return Visibility([*targets, *bodies], Prisms(prisms), silhouette)


def open_rays(eye: tuple[float, float, float], spots: Sequence[Sequence[float]], blocks: Sequence[Block]) -> np.ndarray:
    """Which rays from an eye to spots, each (x, y, height), pass all blocks."""
    return np.asarray(visibility(blocks).stops(Eye(*eye), np.array(spots, dtype=np.float64)) == LIT)


class Scenery(NamedTuple):
    """Polygons and bases that stop sight, and two bases that look."""

    solids: list[Solid]
    bases: list[Disc]
    observer: Disc
    target: Disc
    arc: float | None

    @property
    def sight(self) -> Sight:
        return Sight(SightPolicy(lambda _observer, _target: [*self.solids, *self.bases], self.arc))

    def only(self, names: Collection[str]) -> "Scenery":
        """The same with no other blockers than these."""
        solids = [each for each in self.solids if each.name in names]
        return self._replace(solids=solids, bases=[each for each in self.bases if each.name in names])


def polygon(rng: random.Random) -> BaseGeometry:
    """A block, a bent or crooked shape, a thin wall, or one with a hole."""
    x, y, turn, sort = rng.uniform(1, 15), rng.uniform(1, 11), rng.uniform(0, math.tau), rng.randrange(4)
    if sort == 0:
        size = rng.uniform(0.3, 2.0), rng.uniform(0.3, 2.0)
        return shapely.box(x, y, x + size[0], y + size[1])
    if sort == 1:
        line = [(x, y), (x + 2 * math.cos(turn), y + 2 * math.sin(turn))]
        line.append((line[1][0] + math.cos(turn + 1.2), line[1][1] + math.sin(turn + 1.2)))
        return shapely.LineString(line).buffer(rng.uniform(0.02, 0.2), cap_style="flat", join_style="mitre")
    count = rng.randint(3, 9)
    corners = [turn + math.tau * step / count for step in range(count)]
    far = [rng.uniform(0.3, 1.6) for _ in corners]
    shape = shapely.Polygon([(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(far, corners, strict=True)])
    hole = shapely.Point(x, y).buffer(0.15, quad_segs=1)
    return shape.difference(hole) if sort == 3 else shape


def scenery(seed: int) -> Scenery:
    """A random table of 0 to 20 pieces and bases, bases clear of each other but some on terrain, as seeds have it."""
    rng = random.Random(seed)
    solids = [Solid(polygon(rng), f"piece {number}") for number in range(rng.choice((0, 1, 3, 6, 12, 20)))]
    on_terrain, bases = rng.random() < 0.3, list[Disc]()
    wanted, tries = rng.choice((2, 3, 6, 12, 22)), 0
    while len(bases) < wanted:
        tries += 1
        size = rng.choice((0.4921, 0.5906, 0.7874, 1.1811, 0.0)) if tries < 400 else 0.0
        x, y, facing = snap(rng.uniform(0, 16)), snap(rng.uniform(0, 12)), rng.randrange(36000)
        point = shapely.Point(x, y)
        clear = on_terrain or all(each.geometry.distance(point) >= size for each in solids)
        if clear and all(math.dist((x, y), base[:2]) >= size + base.radius for base in bases):
            bases.append(Disc(x, y, size, f"base {len(bases)}", facing=facing))
    arc = rng.choice((None, None, 180.0, 180.0, 90.0, 30.0, 270.0))
    return Scenery(solids, bases[2:], bases[0], bases[1], arc)


def aligned(seed: int) -> Scenery:
    """A random table on a grid of half inches: flush walls, shared corners, bases that touch walls and each other."""
    rng = random.Random(seed)
    solids = []
    for number in range(rng.choice((1, 2, 4, 8, 14))):
        x, y = float(rng.randrange(16)), float(rng.randrange(12))
        wide, high = rng.choice(((1.0, 1.0), (2.0, 1.0), (1.0, 3.0), (3.0, 2.0), (4.0, 0.5), (0.5, 4.0)))
        half = shapely.Polygon([(x, y), (x + wide, y), (x, y + high)])
        solids.append(Solid(half if rng.random() < 0.2 else shapely.box(x, y, x + wide, y + high), f"piece {number}"))
    bases: list[Disc] = []
    while len(bases) < 8:
        x, y, radius = rng.randrange(33) / 2, rng.randrange(25) / 2, rng.choice((0.5, 0.5, 0.25))
        base = Disc(x, y, radius, f"base {len(bases)}", facing=rng.randrange(8) * 4500)
        clear = all(each.geometry.distance(shapely.Point(x, y)) >= radius for each in solids)
        if clear and all(math.dist(base[:2], each[:2]) >= radius + each.radius for each in bases):
            bases.append(base)
    return Scenery(solids, bases[2:], bases[0], bases[1], rng.choice((None, 180.0, 90.0, 270.0)))


def blocking(view: Scenery, grown: float) -> list[BaseGeometry]:
    """The blockers, grown by some inches; rims of bases drawn from outside."""
    shapes = [shapely.buffer(each.geometry, grown, join_style="mitre") for each in view.solids]
    quarter = 256
    for base in view.bases:
        radius = (base.radius + grown) / (math.cos(math.pi / 4 / quarter) if grown > 0 else 1.0)
        if base.radius > 0.0 and radius > 0.0:
            shapes.append(shapely.Point(base.x, base.y).buffer(radius, quad_segs=quarter))
    return [each for each in shapes if not each.is_empty]


def is_ahead(view: Scenery, x: float, y: float, slack: float) -> bool:
    """Whether a point lies in the observer's arc, by its bearing, within `slack` inches."""
    observer = view.observer
    if view.arc is None or observer.facing is None:
        return True
    far = math.dist((x, y), observer[:2])
    off = math.degrees(math.atan2(y - observer.y, x - observer.x)) - observer.facing / 100
    off = abs((off + 180.0) % 360.0 - 180.0)
    return off <= view.arc / 2 or far * math.radians(off - view.arc / 2) <= slack


def spots(disc: Disc, count: int, rng: random.Random) -> np.ndarray:
    """Points of a disc: its centre, its rim and some inside."""
    turns = [math.tau * step / count for step in range(count)]
    inside = [(rng.uniform(0, math.tau), math.sqrt(rng.random())) for _ in range(count // 2)]
    polar = [(0.0, 0.0), *((turn, 1.0) for turn in turns), *inside]
    return np.array(
        [(disc.x + disc.radius * r * math.cos(a), disc.y + disc.radius * r * math.sin(a)) for a, r in polar]
    )


def clear_lines(view: Scenery, count: int = 24) -> bool:
    """Whether some sampled line is clear of every blocker and ends in the arc."""
    rng = random.Random(5)
    ends = [end for end in spots(view.target, count, rng) if is_ahead(view, end[0], end[1], -CLEAR)]
    if not ends:
        return False
    starts = spots(view.observer, count, rng)
    pairs = np.stack((np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))), axis=1)
    lines = np.array([shapely.LineString(pair) for pair in pairs])
    for shape in blocking(view, CLEAR):
        shapely.prepare(shape)
        lines = lines[~shapely.intersects(shape, lines)]
        if not len(lines):
            return False
    return True

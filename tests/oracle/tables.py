"""Random tables for the comparison: overlapping area terrain with holes, walls, bases and markers, all from a seed."""

from __future__ import annotations

import math

import numpy as np

from tests.oracle.lengths import Polygon
from tests.oracle.world import Circle, Wall, World
from tests.samples import some

RADII = (0.5, 0.5, 0.5, 0.63, 0.79)


def tables(count: int, first: int = 0) -> list[int]:
    """Seeds of as many tables as this run is to compare."""
    return list(range(first, first + some(count)))


def lattice(value: float) -> float:
    """Round to 1e-4 inch."""
    return round(value * 10_000) / 10_000


def _snapped(points: np.ndarray, step: float) -> list[list[float]]:
    return [[lattice(round(x / step) * step), lattice(round(y / step) * step)] for x, y in points.tolist()]


def _star(random: np.random.Generator, step: float) -> Polygon:
    """A star-shaped polygon about the origin, now and then with a hole around its middle."""
    count = int(random.integers(3, 10))
    angle = np.sort(random.uniform(0, 2 * math.pi, count) * 0.3 + np.arange(count) * 2 * math.pi / count * 0.98)
    size = random.uniform(0.8, 3.2)
    reach = size * random.uniform(0.5, 1.2, count)
    ring = np.stack([reach * np.cos(angle), reach * np.sin(angle)], axis=1)
    holes = [_snapped(ring * 0.45, 1e-4)] if step < 0.01 and random.random() < 0.25 else []
    return Polygon.of(_snapped(ring, step), holes)


def _block(random: np.random.Generator, step: float) -> Polygon:
    """A rectangle, upright or turned."""
    half = np.maximum(np.round(random.uniform(0.3, 3.0, 2) / 0.5) * 0.5, 0.5)
    turn = 0.0 if random.random() < 0.5 else random.uniform(0, math.pi)
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    rotate = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return Polygon.of(_snapped(corner @ rotate, step if turn == 0.0 else 1e-4))


def _is_simple(polygon: Polygon) -> bool:
    """Whether no two edges of a ring cross and no corner lies on another edge, and holes lie within the outline."""
    starts, ends = polygon.edges
    outline = Polygon(polygon.rings[:1])
    for ring in polygon.rings:
        if ring is not polygon.rings[0] and not outline.contains(ring).all():
            return False
        if len({tuple(corner) for corner in ring.tolist()}) < len(ring):
            return False
    for i, (a, b) in enumerate(zip(starts, ends, strict=True)):
        for c, d in zip(starts[i + 1 :], ends[i + 1 :], strict=True):
            shared = sum(tuple(p) in {tuple(c), tuple(d)} for p in (a, b))
            if not shared and _meet(a, b, c, d):
                return False
            if shared and abs(_cross(b - a, d - c)) < 1e-3:
                return False
    return True


def _meet(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> bool:
    ab, cd = b - a, d - c
    return _cross(ab, c - a) * _cross(ab, d - a) <= 1e-9 and _cross(cd, a - c) * _cross(cd, b - c) <= 1e-9


def _cross(a: np.ndarray, b: np.ndarray) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _moved(polygon: Polygon, by: np.ndarray) -> Polygon:
    return Polygon(tuple(np.round((ring + by) * 10_000) / 10_000 for ring in polygon.rings))


def _piece(random: np.random.Generator, size: np.ndarray) -> tuple[Polygon, ...]:
    """One piece of area terrain: one polygon, or two that may overlap."""
    step = 0.5 if random.random() < 0.25 else 1e-4
    polygons: list[Polygon] = []
    place = np.round(random.uniform(2, size - 2) / step) * step
    while len(polygons) < (2 if random.random() < 0.15 else 1):
        polygon = _block(random, step) if random.random() < 0.4 else _star(random, step)
        if _is_simple(polygon):
            polygons.append(_moved(polygon, place + np.round(random.uniform(-1, 1, 2) / step) * step))
    return tuple(polygons)


def _wall(random: np.random.Generator, size: np.ndarray, impassable: bool) -> Wall:
    """A barricade of one to three stretches with mild bends."""
    points = [random.uniform(3, size - 3)]
    heading = random.uniform(0, 2 * math.pi)
    for _ in range(int(random.integers(1, 4))):
        length = random.uniform(1.2, 4.0)
        points.append(points[-1] + length * np.array([math.cos(heading), math.sin(heading)]))
        heading += random.uniform(-math.pi / 3, math.pi / 3)
    line = tuple((lattice(float(x)), lattice(float(y))) for x, y in points)
    return Wall(line, float(random.choice([0.1, 0.25, 0.5, 1.0])), impassable)


def _apart(wall: Wall, others: list[Wall]) -> bool:
    """Whether a wall keeps clear of the others, by sampling its outline."""
    starts, ends = wall.polygon().edges
    share = np.linspace(0, 1, 60)[:, None, None]
    outline = (starts * (1 - share) + ends * share).reshape(-1, 2)
    return all((other.polygon().distance(outline) > 0.02).all() for other in others)


def random_world(seed: int) -> World:
    """A table of 20-35 inches with 0-20 pieces of area terrain, 0-3 impassable walls, 0-3 others, 5-20 bases."""
    random = np.random.default_rng(seed)
    size = np.round(random.uniform(20, 35, 2) * 2) / 2
    pieces = tuple(_piece(random, size) for _ in range(int(random.integers(0, 21))))
    walls: list[Wall] = []
    wanted = [True] * int(random.choice([0, 0, 1, 2, 3])) + [False] * int(random.integers(0, 4))
    for impassable in wanted:
        wall = _wall(random, size, impassable)
        if _apart(wall, walls):
            walls.append(wall)
    discs: list[Circle] = []
    wished, bases = int(random.integers(5, 21)), []
    for index in range(wished + 3):
        radius = float(random.choice(RADII)) if index < wished else 0.5
        for _ in range(60):
            x, y = (lattice(float(v)) for v in random.uniform(radius, size - radius))
            disc = Circle(x, y, radius)
            if _stands_free(disc, discs, walls):
                discs.append(disc)
                bases.append(index < wished)
                break
    return World(
        float(size[0]),
        float(size[1]),
        pieces,
        tuple(walls),
        tuple(disc for disc, base in zip(discs, bases, strict=True) if base),
        tuple(disc for disc, base in zip(discs, bases, strict=True) if not base),
    )


def _stands_free(disc: Circle, others: list[Circle], walls: list[Wall]) -> bool:
    if any(math.dist(disc[:2], other[:2]) < disc.radius + other.radius + 1e-3 for other in others):
        return False
    return all(float(wall.polygon().distance(disc.centre[None])[0]) > disc.radius + 1e-3 for wall in walls)


def across_walls(random: np.random.Generator, world: World, count: int) -> list[tuple[Circle, Circle]]:
    """Pairs of discs facing each other closely past a corner of an impassable wall; points now and then."""
    pivots = [corner for wall in world.impassable() for corner in wall.corners]
    pairs: list[tuple[Circle, Circle]] = []
    while pivots and len(pairs) < count:
        pivot = pivots[int(random.integers(len(pivots)))]
        heading = random.uniform(0, 2 * math.pi)
        discs: list[Circle] = []
        for sense in (-1, 1):
            along, aside = sense * random.uniform(0.6, 4.0), random.uniform(-0.6, 0.6)
            x = pivot[0] + along * math.cos(heading) - aside * math.sin(heading)
            y = pivot[1] + along * math.sin(heading) + aside * math.cos(heading)
            discs.append(Circle(lattice(x), lattice(y), float(random.choice([*RADII, 0.0]))))
        on_table = all(r <= x <= world.width - r and r <= y <= world.height - r for x, y, r in discs)
        if on_table and all(_stands_free(disc, discs[:n], list(world.walls)) for n, disc in enumerate(discs)):
            pairs.append((discs[0], discs[1]))
    return pairs


def _along_the_grid(random: np.random.Generator, impassable: bool) -> Wall:
    """A barricade of one or two stretches along the lines of a half-inch grid."""
    x, y = (float(v) / 2 for v in random.integers(6, 33, 2))
    line, heading = [(x, y)], int(random.integers(4))
    for _ in range(int(random.integers(1, 3))):
        length = float(random.integers(2, 9)) / 2
        x, y = x + (1, 0, -1, 0)[heading] * length, y + (0, 1, 0, -1)[heading] * length
        line.append((x, y))
        heading = (heading + int(random.choice([1, 3]))) % 4
    return Wall(tuple(line), float(random.choice([0.5, 1.0])), impassable)


def gridded_world(seed: int, walls: int) -> World:
    """A table of 20 inches with everything on a half-inch grid: edges in line, shared faces, grazed corners."""
    random = np.random.default_rng([seed, 99])
    pieces = []
    for west, south, across, up in (
        random.integers((4, 4, 2, 2), (33, 33, 11, 11), (int(random.integers(1, 10)), 4)) / 2
    ):
        outline = [[west, south], [west + across, south], [west + across, south + up], [west, south + up]]
        glade = [[x + dx, y + dy] for (x, y), dx, dy in zip(outline, (0.5, -0.5, -0.5, 0.5), (0.5, 0.5, -0.5, -0.5))]
        kind = random.random()
        hollow = kind < 0.3 and min(across, up) >= 2
        pieces.append((Polygon.of(outline[:3] if kind > 0.7 else outline, [glade] if hollow else []),))
    barricades = [_along_the_grid(random, True) for _ in range(walls)]
    bases: list[Circle] = []
    for x, y in random.integers(2, 39, (60, 2)) / 2:
        disc = Circle(float(x), float(y), 0.5)
        if len(bases) < 7 and _stands_free(disc, bases, barricades):
            bases.append(disc)
    return World(20.0, 20.0, tuple(pieces), tuple(barricades), tuple(bases))

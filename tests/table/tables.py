"""Tables for the tests of the table floor: small ones by hand, crowded ones by seed."""

import math
import random

from shapely.geometry.base import BaseGeometry

from game.table.lattice import snap
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, ClearOfBarricades, OnTable, WithinRange
from game.table.placing.region import Region
from game.table.reach.reach import between_levels
from game.table.shapes import Disc, gap
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from game.table.threat.threat_region import Struck

Spot = tuple[float, float]
EDGES = MeasuringPolicy()
CENTRES = MeasuringPolicy(anchor="centre", rounding="none", terrain="none", impassable_blocks=False)


def wood(x0: float, y0: float, x1: float, y1: float, name: str = "wood") -> Piece:
    """A rectangle of area terrain."""
    return Piece(name, name, (Area(((x0, y0), (x1, y0), (x1, y1), (x0, y1))),))


def barricade(*line: Spot, width: float = 0.2, impassable: bool = False, name: str = "fence") -> Piece:
    """A piece that is one barricade."""
    return Piece(name, name, (), (Barricade(line, width, impassable, name, name),))


def wall(*line: Spot, width: float = 0.2, name: str = "wall") -> Piece:
    """A piece that is one impassable barricade."""
    return barricade(*line, width=width, impassable=True, name=name)


def ruler(*pieces: Piece, width: float = 40.0, height: float = 30.0, policy: MeasuringPolicy = EDGES) -> Ruler:
    """A ruler on a table of these pieces."""
    return Ruler(Battlefield(width, height, pieces), policy)


def _blob(rng: random.Random, width: float, height: float) -> Piece:
    x, y, size = rng.uniform(2, width - 2), rng.uniform(2, height - 2), rng.uniform(0.8, 2.2)
    corners = []
    for step in range(11):
        bearing, far = 2 * math.pi * step / 11, size * rng.uniform(0.7, 1.2)
        corners.append((round(x + far * math.cos(bearing), 2), round(y + far * math.sin(bearing), 2)))
    return Piece(f"wood {x:.4f}", "", (Area(tuple(corners)),))


def _bent(rng: random.Random, width: float, height: float, impassable: bool, name: str) -> Piece:
    x, y, bearing = rng.uniform(3, width - 3), rng.uniform(3, height - 3), rng.uniform(0, 2 * math.pi)
    line = [(round(x, 2), round(y, 2))]
    for _ in range(2):
        bearing += rng.uniform(-0.8, 0.8)
        x, y = x + 1.5 * math.cos(bearing), y + 1.5 * math.sin(bearing)
        line.append((round(x, 2), round(y, 2)))
    return barricade(*line, width=0.3, impassable=impassable, name=name)


def crowded(seed: int, woods: int, fences: int, walls: int, bases: int) -> tuple[Ruler, list[Disc]]:
    """A random table, 22 by 16 inches, with bases that stand legally on it."""
    rng, width, height = random.Random(seed), 22.0, 16.0
    pieces = [_blob(rng, width, height) for _ in range(woods)]
    pieces += [_bent(rng, width, height, False, f"fence {k}") for k in range(fences)]
    pieces += [_bent(rng, width, height, True, f"wall {k}") for k in range(walls)]
    battlefield = Battlefield(width, height, tuple(pieces))
    free = ClearOfBarricades(battlefield, 0.5)
    discs: list[Disc] = []
    while len(discs) < bases:
        x, y = snap(rng.uniform(0.5, width - 0.5)), snap(rng.uniform(0.5, height - 0.5))
        disc = Disc(x, y, 0.5, f"base {len(discs)}")
        if free.allows(disc.x, disc.y) and all(gap(disc, other) > 0.0 for other in discs):
            discs.append(disc)
    return Ruler(battlefield, EDGES), discs


def move_region(measure: Ruler, discs: list[Disc], mover: int, n: float) -> Region:
    """Where one of the discs may be placed within `n` of itself."""
    disc = discs[mover]
    others = discs[:mover] + discs[mover + 1 :]
    conditions = (
        OnTable(measure.battlefield, disc.radius),
        ClearOf(others, disc.radius, "overlaps a base"),
        ClearOfBarricades(measure.battlefield, disc.radius),
        WithinRange(measure, disc, n, disc.radius),
    )
    return Region(disc.radius, conditions, disc)


def threat_region(measure: Ruler, base: Disc, move: Region, n: float, tolerance: float = 0.1) -> BaseGeometry:
    """What a base could strike after a move."""
    return Struck.of(between_levels(measure, base, None), base, move.geometry, n, tolerance).region

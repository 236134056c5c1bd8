"""A base that is to be placed on a random table: the question both sides are asked, and the oracle's answer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, ClearOfBarricades, Condition, OnTable
from game.table.placing.ranges import WithinRange
from game.table.placing.region import Region
from game.table.terrain.battlefield import Battlefield
from tests.oracle.compare import POLICY, battlefield, disc, generator
from tests.oracle.tables import RADII, across_walls, lattice, random_world
from tests.oracle.verdicts import NUDGE, SHARP, Verdict, all_of, clear_of, clear_of_barricades, on_table, wholly_within
from tests.oracle.world import Circle, World


@dataclass(frozen=True, eq=False)
class Situation:
    """A disc of some radius is to be placed within `reach` U of the origin; `others` stand in the way."""

    seed: int
    world: World
    origin: Circle
    radius: float
    reach: int
    bases: tuple[Circle, ...]

    @cached_property
    def table(self) -> Battlefield:
        """The program's battlefield."""
        return battlefield(self.world)

    @cached_property
    def ruler(self) -> Ruler:
        """The program's ruler on that battlefield."""
        return Ruler(self.table, POLICY)

    def region(self) -> Region:
        """A fresh region of legal ends."""
        conditions: list[Condition] = [
            WithinRange(self.ruler, disc(self.origin), self.reach, self.radius),
            OnTable(self.table, self.radius),
            ClearOf([disc(base) for base in self.bases], self.radius, "overlaps a base"),
            ClearOf([disc(marker, "marker") for marker in self.world.markers], self.radius, "overlaps a marker"),
            ClearOfBarricades(self.table, self.radius),
        ]
        return Region(self.radius, conditions, around=disc(self.origin))

    def at(self, x: float, y: float) -> Circle:
        """The disc placed with its centre at (x, y)."""
        return Circle(x, y, self.radius)

    def causes(self, x: float, y: float, nudge: float = NUDGE, sharp: float = SHARP) -> dict[str, Verdict]:
        """The oracle's verdict on each demand by the cause of refusal; "range" stands for all that concerns range."""
        ranged = wholly_within(self.world, self.origin, self.reach, self.at(x, y), nudge)
        return {**self.plain(x, y, sharp), "range": ranged}

    def plain(self, x: float, y: float, sharp: float) -> dict[str, Verdict]:
        """The oracle's verdict on what has to do with no range."""
        base = self.at(x, y)
        return {
            "off the table": on_table(self.world, base, sharp),
            "overlaps a base": clear_of(self.bases, base, sharp),
            "overlaps a marker": clear_of(self.world.markers, base, sharp),
            "on a barricade": clear_of_barricades(self.world, base, sharp),
        }

    def legal(self, x: float, y: float, nudge: float = NUDGE, sharp: float = SHARP) -> Verdict:
        """The oracle's verdict on ending at (x, y)."""
        if Verdict.NO in self.plain(x, y, sharp).values():
            return Verdict.NO
        return all_of(self.causes(x, y, nudge, sharp).values())

    def __str__(self) -> str:
        return f"table {self.seed}, {self.reach} U of {tuple(self.origin)}, radius {self.radius}"


def situation(seed: int, walled: bool = False) -> Situation:
    """The question of one seed; `walled` asks for an origin near a corner of an impassable wall."""
    random = generator(seed, 10)
    world = random_world(seed)
    while walled and not world.impassable():
        seed += 7919
        world = random_world(seed)
    reach = int(random.choice([0, 1, 2, 3, 4, 5, 6, 6, 8, 10, 12]))
    if walled:
        origin = across_walls(random, world, 1)[0][0]
        others = [base for base in world.bases if math.dist(base[:2], origin[:2]) > base.radius + origin.radius]
        return Situation(seed, world, origin, float(random.choice(RADII)), min(reach, 8), tuple(others))
    origin = world.bases[0]
    radius = origin.radius if random.random() < 0.7 else float(random.choice([*RADII, 0.0]))
    return Situation(seed, world, origin, radius, reach, world.bases[1:])


def places(case: Situation, count: int, purpose: int = 11) -> list[tuple[float, float]]:
    """Centres to ask about: all over the reach, more of them near its rim, some round terrain, some off the table."""
    random = generator(case.seed, purpose)
    found = []
    for number in range(count):
        bearing = random.uniform(0, 2 * math.pi)
        rim = case.origin.radius + case.reach + 1 - case.radius
        away = rim * math.sqrt(random.random()) if number % 2 else rim + random.uniform(-1.5, 0.3)
        x, y = case.origin.x + away * math.cos(bearing), case.origin.y + away * math.sin(bearing)
        found.append((lattice(x), lattice(y)))
    return found

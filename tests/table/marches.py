"""Units that move among others, and a verdict by sweeping discs that shares nothing with the program's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import shapely

from game.table.lattice import Position, position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.layout.steps import MemberStep
from game.table.path.policy import Ground, PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.rings import Ring
from game.table.shapes import Disc

LINK, STRIDE = 0.5, 0.02
Spot = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class March:
    """A unit that may go so many inches past others and walls (boxes); `zone` inches about each foe are forbidden.

    With `foe` one of the unit has to come within half an inch of it.
    """

    start: tuple[Position, ...]
    radii: tuple[float, ...]
    others: tuple[Disc, ...] = ()
    walls: tuple[Box, ...] = ()
    move: float = 6.0
    zone: float = 0.0
    foe: Disc | None = None
    width: float = 30.0
    height: float = 22.0
    coherent: bool = True
    blocks: bool = True

    @property
    def names(self) -> list[str]:
        """The members."""
        return [f"m{number}" for number in range(len(self.start))]

    @property
    def links(self) -> int:
        """How many links each needs."""
        return min(2 if len(self.start) >= 7 else 1, len(self.start) - 1)

    def unit(self) -> UnitMove:
        """The march in the program's terms."""
        grounds = [base(each, "A-MOVE-3", self.zone) for each in self.others]
        grounds += [Ground("wall", shapely.box(*each), "A-MOVE-3", solid=True) for each in self.walls]
        policies = {
            radius: PathPolicy(radius, self.move, (0.0, 0.0, self.width, self.height), tuple(grounds), rule="A-MOVE-2")
            for radius in self.radii
        }
        members = tuple(
            Member(name, Disc(*at, radius, name.upper()), PathRegion(at, policies[radius]))
            for name, at, radius in zip(self.names, self.start, self.radii)
        )
        demands = []
        if self.foe is not None:
            near = {
                name: Ring(self.foe, self.foe.radius + radius + LINK, rule="A-CHG-4")
                for name, radius in zip(self.names, self.radii)
            }
            demands = [Demand(near)]
        coherency = Coherency(LINK, self.links, "A-COH-2") if self.coherent else None
        policy = LayoutPolicy(members, coherency, tuple(demands), "A-MOVE-4")
        return UnitMove(policy, dict(zip(self.names, self.start)), "A-AMB-2", own_models_block=self.blocks)


def fault(case: March, steps: Sequence[MemberStep], slack: float = 1e-4) -> str:
    """What is wrong with a march in exactly this order, "" if nothing; `slack` inches are forgiven."""
    at = dict(zip(case.names, case.start))
    size = dict(zip(case.names, case.radii))
    named = [step.id for step in steps]
    if len(set(named)) < len(named) or not set(named) <= set(at):
        return "named wrongly"
    for step in steps:
        gone, here = 0.0, at[step.id]
        for corner in (*step.via, step.at):
            far = math.dist(here, corner)
            gone += far
            count = max(1, math.ceil(far / STRIDE))
            for number in range(count + 1):
                x = here[0] + (corner[0] - here[0]) * number / count
                y = here[1] + (corner[1] - here[1]) * number / count
                if wrong := _touches(case, step.id, (x, y), at, size, slack):
                    return wrong
            here = corner
        if gone > case.move + slack:
            return f"{step.id} goes {gone}"
        at[step.id] = step.at
    return _apart(case, at, size, slack) or _alone(case, at, size, slack)


def _touches(case: March, name: str, spot: Spot, at: dict[str, Position], size: dict[str, float], slack: float) -> str:
    (x, y), radius = spot, size[name] - slack
    if not (radius <= x <= case.width - radius and radius <= y <= case.height - radius):
        return f"{name} leaves the table"
    for other in case.others:
        if math.dist(spot, (other.x, other.y)) < other.radius + radius + case.zone:
            return f"{name} meets {other.name}"
    for west, south, east, north in case.walls:
        if math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0)) < radius:
            return f"{name} meets a wall"
    if case.blocks:
        for other_name, there in at.items():
            if other_name != name and math.dist(spot, there) < size[other_name] + radius:
                return f"{name} goes through {other_name}"
    return ""


def _apart(case: March, at: dict[str, Position], size: dict[str, float], slack: float) -> str:
    linked: dict[str, set[str]] = {name: set() for name in at}
    for one, here in at.items():
        for other, there in at.items():
            gap = math.dist(here, there) - size[one] - size[other]
            if one != other and gap < -slack:
                return f"{one} overlaps {other}"
            if one != other and gap <= LINK + slack:
                linked[one].add(other)
    if not case.coherent:
        return ""
    reached, edge = {case.names[0]}, [case.names[0]]
    while edge:
        for other in linked[edge.pop()] - reached:
            reached.add(other)
            edge.append(other)
    if len(reached) < len(at):
        return "not one group"
    return next((f"{name} lacks links" for name, each in linked.items() if len(each) < case.links), "")


def _alone(case: March, at: dict[str, Position], size: dict[str, float], slack: float) -> str:
    foe = case.foe
    if foe is None or any(
        math.dist(there, (foe.x, foe.y)) <= foe.radius + size[name] + LINK + slack for name, there in at.items()
    ):
        return ""
    return "nobody comes near"


def ranks(count: int, files: int, x: float, y: float, step: float) -> tuple[Position, ...]:
    """So many in ranks of so many files, from a corner on."""
    return tuple(position(x + at % files * step, y + at // files * step) for at in range(count))


def march(seed: int, count: int | None = None, crowd: int | None = None) -> March:
    """A unit of 2 to 20 in ranks among strewn foes and walls; four in ten have to come near one of them."""
    rng = Random(seed)
    radius = rng.choice([0.492, 0.63, 0.787])
    leader = rng.choice([radius, radius, 0.787])
    count = count or rng.randint(2, 20)
    step = 2 * max(radius, leader) + rng.choice([0.0, 0.01, 0.05])
    files = rng.choice([3, 4, 5])
    wide, high = (min(files, count) - 1) * step, ((count - 1) // files) * step
    west, south = rng.uniform(1.0, 28.0 - wide), rng.uniform(1.0, 20.0 - high)
    start = ranks(count, files, west, south, step)
    case = March(start, (leader, *[radius] * (count - 1)), move=rng.choice([3.0, 5.0, 8.0]))
    walls = []
    for _each in range(rng.randint(0, 4)):
        x, y = rng.uniform(1.0, 26.0), rng.uniform(1.0, 18.0)
        box = (x, y, x + rng.choice([0.3, 2.0]), y + rng.choice([0.3, 3.0]))
        if all(_off(box, spot) > 0.8 for spot in start):
            walls.append(box)
    others: list[Disc] = []
    for _each in range(rng.choice([4, 15, 40, 80]) if crowd is None else 8 * crowd):
        size, spot = rng.choice([0.492, 0.63, 0.984]), (rng.uniform(1.0, 29.0), rng.uniform(1.0, 21.0))
        clear = all(math.dist(spot, (other.x, other.y)) > other.radius + size for other in others)
        if clear and all(math.dist(spot, at) > 0.79 + size for at in start) and (crowd is None or len(others) < crowd):
            others.append(Disc(*spot, size, f"foe {len(others)}"))
    middle = sum(x for x, _y in start) / count, sum(y for _x, y in start) / count
    near = sorted(others, key=lambda each: math.dist(each[:2], middle))[:8]
    foe = rng.choice(near) if near and rng.random() < 0.4 else None
    return replace(case, others=tuple(others), walls=tuple(walls), foe=foe)


def _off(box: Box, spot: Spot) -> float:
    west, south, east, north = box
    return math.hypot(max(west - spot[0], spot[0] - east, 0.0), max(south - spot[1], spot[1] - north, 0.0))

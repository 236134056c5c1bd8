"""Crowds to arrange units in, and a verdict and a slow search that share nothing with the program's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from game.table.lattice import Position, position
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield

FIELD = Battlefield(30.0, 22.0, ())
LINK = 0.5
Spot = tuple[float, float]


@dataclass(frozen=True)
class Crowd:
    """A unit that may move so many inches among others; one of it has to come near a foe, if there is one."""

    start: tuple[Spot, ...]
    radius: float
    others: tuple[Disc, ...]
    move: float
    foe: Disc | None
    wanted: dict[str, Position]

    @property
    def links(self) -> int:
        """How many links each needs."""
        return min(2 if len(self.start) >= 7 else 1, len(self.start) - 1)

    def policy(self) -> LayoutPolicy:
        """The crowd in the program's terms."""
        clear, table = ClearOf(self.others, self.radius, "foe"), OnTable(FIELD, self.radius)
        members = [
            Member(
                f"m{number}",
                Disc(*spot, self.radius, f"M{number}"),
                Region(self.radius, (table, clear, Ring(Disc(*spot, 0.0), self.move)), Disc(*spot, self.radius)),
            )
            for number, spot in enumerate(self.start)
        ]
        demands = []
        if self.foe is not None:
            near = Ring(self.foe, self.foe.radius + self.radius + LINK, rule="A-CHG-4")
            demands = [Demand(dict.fromkeys((member.id for member in members), near))]
        coherency = Coherency(LINK, 2 if len(members) >= 7 else 1, "A-COH-2")
        return LayoutPolicy(tuple(members), coherency, tuple(demands), "A-GEO-9")


def crowd(seed: int) -> Crowd:
    """A unit of 2 to 20 in ranks and files; around it pieces strewn about, or a grid with lanes just wide enough."""
    rng = Random(seed)
    radius = rng.choice([0.492, 0.492, 0.63, 0.787])
    files, step = rng.choice([3, 4, 5, 10]), 2 * radius + rng.choice([0.05, 0.2, 0.4])
    block = [((number % files) * step, (number // files) * step) for number in range(rng.randint(2, 20))]
    room = 30.0 - 2 * radius - max(x for x, _y in block), 22.0 - 2 * radius - max(y for _x, y in block)
    west, south = radius + rng.random() * room[0], radius + rng.random() * room[1]
    start = tuple(position(x + west, y + south) for x, y in block)
    others = tuple(_strewn(rng, start, radius) if rng.random() < 0.5 else _grid(rng, start, radius))
    move = rng.choice([4.0, 6.0, 8.0, 10.0])
    middle = sum(x for x, _y in start) / len(start), sum(y for _x, y in start) / len(start)
    near = sorted(others, key=lambda other: math.dist(other[:2], middle))[:10]
    foe = rng.choice(near) if near and rng.random() < 0.6 else None
    turn = rng.uniform(0, 2 * math.pi)
    dx, dy = 0.9 * move * math.cos(turn), 0.9 * move * math.sin(turn)
    if foe is not None:
        dx, dy = 0.8 * (foe.x - middle[0]), 0.8 * (foe.y - middle[1])
    wanted = {f"m{number}": position(x + dx, y + dy) for number, (x, y) in enumerate(start)}
    return Crowd(start, radius, others, move, foe, wanted)


def _strewn(rng: Random, start: tuple[Spot, ...], radius: float) -> list[Disc]:
    found: list[Disc] = []
    for _each in range(8 * rng.choice([4, 10, 20, 40, 80])):
        size = rng.choice([0.492, 0.63, 0.984, 1.575])
        x, y = rng.uniform(size, 30.0 - size), rng.uniform(size, 22.0 - size)
        clear = all(math.dist((x, y), (other.x, other.y)) >= other.radius + size for other in found)
        if clear and all(math.dist((x, y), spot) >= radius + size for spot in start):
            found.append(Disc(x, y, size, "Foe"))
    return found


def _grid(rng: Random, start: tuple[Spot, ...], radius: float) -> list[Disc]:
    size = rng.choice([0.3, 0.5, 0.7])
    step = 2 * size + rng.uniform(1.0, 2.6) * radius
    spots = [
        (across * step + rng.uniform(-0.3, 0.3), up * step + rng.uniform(-0.3, 0.3))
        for across in range(int(30.0 / step) + 1)
        for up in range(int(22.0 / step) + 1)
        if rng.random() > 0.12
    ]
    return [
        Disc(x, y, size, "Foe")
        for x, y in spots
        if size <= x <= 30.0 - size
        and size <= y <= 22.0 - size
        and all(math.dist((x, y), spot) >= radius + size for spot in start)
    ]


def may_stand(case: Crowd, number: int, x: float, y: float, slack: float = 0.0) -> bool:
    """Whether a member may be somewhere as far as its own move, the table and the others go."""
    radius = case.radius - slack
    return (
        radius <= x <= 30.0 - radius
        and radius <= y <= 22.0 - radius
        and math.dist((x, y), case.start[number]) <= case.move + slack
        and all(math.dist((x, y), (other.x, other.y)) >= other.radius + radius for other in case.others)
    )


def is_legal(case: Crowd, layout: Mapping[str, Spot], slack: float = 0.0) -> bool:
    """The verdict by counting links and walking from one to the next; `slack` inches are forgiven everywhere."""
    spots = [layout[f"m{number}"] for number in range(len(case.start))]
    for number, (x, y) in enumerate(spots):
        if not may_stand(case, number, x, y, slack):
            return False
        if any(math.dist((x, y), other) < 2 * case.radius - slack for other in spots[:number]):
            return False
    far = 2 * case.radius + LINK + slack
    linked = {
        one: {other for other in range(len(spots)) if other != one and math.dist(spots[one], spots[other]) <= far}
        for one in range(len(spots))
    }
    reached, edge = {0}, [0]
    while edge:
        for other in linked[edge.pop()] - reached:
            reached.add(other)
            edge.append(other)
    foe = case.foe
    comes = foe is None or any(math.dist(at, (foe.x, foe.y)) <= foe.radius + case.radius + LINK + slack for at in spots)
    return comes and len(reached) == len(spots) and all(len(each) >= case.links for each in linked.values())


def slowly_found(case: Crowd, seed: int, tries: int = 300) -> dict[str, Position] | None:
    """A legal arrangement by chance: a first one anywhere, each other one somewhere beside those that stand."""
    rng = Random(seed)
    for _try in range(tries):
        layout = _by_chance(case, rng)
        if layout is not None and is_legal(case, layout):
            return layout
    return None


def _by_chance(case: Crowd, rng: Random) -> dict[str, Position] | None:
    left, at = rng.sample(range(len(case.start)), len(case.start)), dict[int, Spot]()
    for _dart in range(60):
        turn, foe = rng.uniform(0, 2 * math.pi), case.foe
        middle, far = case.start[left[0]], case.move * math.sqrt(rng.random())
        if foe is not None:
            middle, far = (foe.x, foe.y), foe.radius + case.radius + rng.uniform(0.0, LINK)
        spot = middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn)
        if may_stand(case, left[0], *spot):
            at[left.pop(0)] = spot
            break
    waited = 0
    while at and left and waited < 3 * len(left):
        found = _beside(case, left[0], at, rng)
        if found is None:
            left.append(left.pop(0))
            waited += 1
        else:
            at[left.pop(0)], waited = found, 0
    return None if left else {f"m{number}": position(*spot) for number, spot in at.items()}


def _beside(case: Crowd, number: int, at: dict[int, Spot], rng: Random) -> Spot | None:
    for _dart in range(25):
        x, y = rng.choice(list(at.values()))
        turn, far = rng.uniform(0, 2 * math.pi), 2 * case.radius + rng.uniform(0.0, LINK) * rng.random()
        spot = x + far * math.cos(turn), y + far * math.sin(turn)
        apart = [math.dist(spot, other) for other in at.values()]
        if not may_stand(case, number, *spot) or min(apart) < 2 * case.radius:
            continue
        if sum(each <= 2 * case.radius + LINK for each in apart) >= min(case.links, len(at)) or rng.random() < 0.1:
            return spot
    return None

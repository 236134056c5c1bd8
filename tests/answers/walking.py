"""Scenes for ways: under every kind of policy, what is reached, by which way, what it costs, what is against it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import partial

import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from game.engine.pathfinding import through
from game.table.lattice import position
from game.table.path.judge import best_verdict, gains_in_reach, least_cost, most_inches, total_gain
from game.table.path.path import Path
from game.table.path.policy import CONTACT, End, Ground, PathPolicy, Stage, base, beyond, contact
from game.table.path.region import PathRegion, best_receipt
from game.table.path.straight import is_surely_legal
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.answers.asking import Answers, Scene, Spot, grid, inside, marks
from tests.table.path_oracles import SIZE, random_table
from tests.table.test_paths_oracles import softened
from tests.table.test_paths_tight import flanked

BOUNDS = 0.0, 0.0, 24.0, 24.0


KNOWN = {"yes": True, "no": False, "unknown": None}


def told(path: Path | None) -> object:
    """Return the length of a way, its legs as pairs of inches and turn, and its middle."""
    return (
        None if path is None else [path.inches, [(leg.inches, leg.turn) for leg in path.legs], path.at(path.inches / 2)]
    )


_asked: list[tuple[Spot, tuple[PathPolicy, ...], list[Spot]]] = []


def regions_of(name: str) -> list[tuple[Spot, tuple[PathPolicy, ...], list[Spot]]]:
    """Return where the ways of a scene start, under which policies, and the spots that are asked about."""
    _asked.clear()
    next(SCENES[name](), None)
    return [*_asked]


def _regions(start: Spot, *policies: PathPolicy, count: int = 9, spots: Sequence[Spot] = ()) -> Answers:
    """Ask everything about the ways from a spot: first what a single question tells, then what is drawn."""
    far = max(most_inches(policy, start) for policy in policies) + 0.5
    west, south, east, north = policies[0].bounds
    x, y = start
    rows = grid(max(x - far, west), max(y - far, south), min(x + far, east), min(y + far, north), count)
    some = [*spots, *(rows[number][(3 * number) % count] for number in range(count))]
    _asked.append((start, policies, [*some, *(spot for row in rows for spot in row[::2])]))
    region = PathRegion(start, *policies)
    yield "has room", PathRegion(start, *policies).find() is not None
    yield "at once", marks(rows, lambda x, y: KNOWN[region.verdict((x, y))])
    yield "verdicts", marks(rows, lambda x, y: is_legal(region, (x, y)))
    yield "ways", [told(PathRegion(start, *policies).find(spot)) for spot in some[: len(spots) + 2]]
    yield "ways of one region", [told(region.find(spot)) for spot in some]
    yield "witnesses", [told(region._witness(position(*spot))) for spot in some]
    yield "receipts", [best_receipt(region, spot) for spot in some[::3]]
    yield "hopeful", PathRegion(start, *policies)._not_excluded([position(*spot) for spot in some])
    yield "why not", [region.why_not(spot) for spot in some]
    yield "by hand", [best_verdict(Path.through([region.start, some[0], spot]), region.policies) for spot in some[1:3]]
    yield "via", [through(region, [some[-1], spot]) for spot in some[1:3]]
    yield "samples", [region.sample(random.Random(seed)) for seed in range(3)]
    yield "drawn", region.geometry
    yield (
        "drawn on a grid",
        marks(grid(*_box(region.geometry, start), 13), inside(shapely.buffer(region.geometry, 0.01))),
    )
    yield "nearest", [region.nearest(spot) for spot in [*some[::2], (x - far, y), (x + 0.3, y + far)]]
    yield "samples of what is drawn", [region.sample(random.Random(seed)) for seed in range(3)]
    yield "excluded", region.excluded
    yield "open", [[is_surely_legal(policy, region.start, position(*spot)) for spot in some] for policy in policies]
    yield (
        "bounds",
        [
            [least_cost(p, start, some[0]), most_inches(p, start), total_gain(gains_in_reach(p, start))]
            for p in policies
        ],
    )


def _box(geometry: BaseGeometry, start: Spot) -> tuple[float, float, float, float]:
    return (*start, *start) if geometry.is_empty else geometry.bounds


def solids(seed: int, pieces: int, bases: int, budget: float) -> Answers:
    table = random_table(seed, pieces, bases)
    return _regions(table.mover[:2], table.policy(budget))


def soft(seed: int, pieces: int, bases: int, budget: float) -> Answers:
    table = softened(random_table(seed, pieces, bases), seed)
    return _regions(table.mover[:2], table.policy(budget))


def touching(seed: int) -> Answers:
    start, policy = flanked(seed)
    return _regions(start, policy, count=7)


def gap(inches: float) -> Answers:
    low, high = box(5.0, 0.0, 5.2, 5.0 - inches / 2), box(5.0, 5.0 + inches / 2, 5.2, 10.0)
    grounds = (Ground("low", low, solid=True), Ground("high", high, solid=True))
    policy = PathPolicy(0.5, 9.0, (0.0, 0.0, 10.0, 10.0), grounds)
    return _regions((3.0, 3.0), policy, count=7, spots=[(9.0, 4.0), (5.1, 5.0)])


def _target(seed: int, pieces: int, bases: int) -> tuple[Spot, Disc, PathPolicy]:
    table = random_table(seed, pieces, bases)
    discs = [ground.shape for ground in table.grounds if isinstance(ground.shape, Disc)]
    return table.mover[:2], min(discs, key=lambda disc: math.dist(disc[:2], table.mover[:2])), table.policy(5.0)


def _beside(target: Disc, radius: float, count: int = 6) -> list[Spot]:
    far = target.radius + radius + CONTACT / 2
    turns = [0.3 + math.tau * step / count for step in range(count)]
    return [position(target.x + far * math.cos(turn), target.y + far * math.sin(turn)) for turn in turns]


def straight(seed: int, never_nearer: bool) -> Answers:
    start, target, policy = _target(seed, 3, 5)
    return _regions(start, policy.but(stages=(Stage("straight", (target,) if never_nearer else (), rule="W-1"),)))


def charge(seed: int) -> Answers:
    """Straight to where the zone of a base begins, then toward it, into contact."""
    start, target, policy = _target(seed, 2, 5)
    zone = Ground("zone", Disc(target.x, target.y, target.radius + 1.0), "W-2", margin=0.001)
    stages = (
        Stage("straight", until="touch", names=("zone", target.name), may_end=False, rule="W-3"),
        Stage("toward", of=(target,)),
    )
    whole = policy.but(budget=6.0, grounds=(*policy.grounds, zone), stages=stages, ends=(contact(target, rule="W-4"),))
    return _regions(start, whole, spots=_beside(target, policy.radius))


def into_contact(seed: int) -> Answers:
    start, target, policy = _target(seed, 3, 4)
    return _regions(start, policy.but(ends=(contact(target, rule="W-4"),)), spots=_beside(target, policy.radius))


def along(turn: float) -> Answers:
    target = Disc(5.5, 5.5, 0.7874, "target")
    others = [Disc(5.5 + 2.2 * math.cos(a), 5.5 + 2.2 * math.sin(a), 0.5906, f"o{n}") for n, a in enumerate((1.0, 3.5))]
    spots = _beside(target, 0.5906, 9)
    start = position(5.5 + 1.3785 * math.cos(turn), 5.5 + 1.3785 * math.sin(turn))
    stage = Stage("along", of=(target,), rule="W-5")
    return _regions(
        start, PathPolicy(0.5906, 3.0, (0, 0, SIZE, SIZE), (*map(base, (target, *others)),), (stage,)), spots=spots
    )


def relative(go: str, seed: int) -> Answers:
    start, target, policy = _target(seed, 1, 4)
    return _regions(start, policy.but(budget=3.0, stages=(Stage(go, of=(target,), rule="W-6"),)), count=7)  # type: ignore[arg-type]


def out_of_a_zone(until_out: bool) -> Answers:
    table = random_table(3, 3, 4)
    start = table.mover[:2]
    enemy = Disc(start[0] + 1.5, start[1] + 0.3, 0.5, "enemy")
    zone = Ground("zone", Disc(enemy.x, enemy.y, 1.5), "W-2", margin=0.001)
    away = Stage("away", of=(enemy,), until="leave", names=("zone",), may_end=False, rule="W-7")
    return _regions(
        start, table.policy(4.0, zone).but(stages=(away, Stage()) if until_out else (Stage("away", of=(enemy,)),))
    )


def road(once: float) -> Answers:
    table = random_table(5, 3, 3)
    return _regions(
        table.mover[:2], table.policy(3.0, Ground("road", box(0.0, 8.0, SIZE, 8.5), "W-8", once=once, margin=0.001))
    )


def step(enter: float, leave: float, stops: bool) -> Answers:
    shape = box(14.0, 9.0, 15.0, 14.0)
    ground = Ground("step", shape, "W-9", enter=enter, leave=leave, rest=False, rest_rule="W-10", stops=stops)
    policy = PathPolicy(0.5, 6.0, BOUNDS, (ground, base(Disc(12.0, 14.0, 0.5, "post"), "W-11")), rule="W-12")
    return _regions(
        (12.0, 12.0), policy, spots=[(16.0, 11.5), (14.5, 12.0), (15.5005, 12.0), (16.5, 9.0), (12.0, 14.2)]
    )


def ends() -> Answers:
    """Ends near any of several, not too near; a goal that is a shape."""
    foes = (Disc(16.0, 12.0, 0.5, "foe"), Disc(12.0, 17.0, 0.5, "other"))
    policy = PathPolicy(
        0.5, 5.0, BOUNDS, (*map(base, foes),), ends=(End(foes, 1.5, 0.25, "W-13", "a foe"),), rule="W-12"
    )
    return _regions((12.0, 12.0), policy, spots=[(14.6, 12.0), (14.4, 12.0), (12.0, 14.2), (12.0, 15.9)])


def within_a_shape() -> Answers:
    lane = Polygon(
        [(8.0, 8.0), (16.0, 8.0), (16.0, 16.0), (13.0, 16.0), (13.0, 11.0), (11.0, 11.0), (11.0, 16.0), (8.0, 16.0)]
    )
    walls = tuple(Ground(f"beyond {n}", part, "W-14", solid=True) for n, part in enumerate(beyond(lane, BOUNDS)))
    return _regions((9.5, 15.0), PathPolicy(0.5, 15.0, BOUNDS, walls), spots=[(14.5, 15.0), (12.0, 13.0)])


def alternatives() -> Answers:
    plain = PathPolicy(0.5, 4.0, BOUNDS, (base(Disc(5.0, 2.2, 0.5, "post")),), rule="W-15")
    outside = Ground("off", box(-1.0, 4.0, 25.0, 25.0), solid=True)
    return _regions(
        (3.0, 2.0), plain, plain.but(budget=6.0, grounds=(outside,), rule="W-16"), spots=[(8.9, 2.0), (3.0, 6.0)]
    )


def on_centres() -> Answers:
    """Ground that the centre of a base is in, not its rim; ground with a margin; ground that no stage heeds."""
    marsh = Ground("marsh", box(13.0, 9.0, 15.0, 15.0), "W-17", part="centre", factor=2.0)
    stop = Ground("stop", box(9.0, 9.0, 10.0, 15.0), "W-18", part="centre", stops=True)
    mist = Ground("mist", Disc(12.0, 15.0, 1.0), "W-19", factor=1.5, margin=0.5)
    pool = Ground("pool", Disc(12.0, 8.0, 1.0), solid=True)
    stage = Stage(ignores=frozenset({"pool"}), rule="W-20")
    return _regions(
        (12.0, 12.0),
        PathPolicy(0.5, 3.5, BOUNDS, (marsh, stop, mist, pool), (stage,)),
        spots=[(14.0, 12.0), (8.9, 12.0), (12.0, 9.0), (15.4, 12.0)],
    )


def bends() -> Answers:
    """A straight run, a bend, and another: the first stage ends where the way first turns."""
    wall = Ground("wall", box(13.0, 11.0, 14.0, 20.0), solid=True)
    zone = Ground("zone", Disc(16.0, 12.0, 1.5), margin=0.001)
    target = Disc(16.0, 12.0, 0.5, "target")
    free_first = (
        Stage(until="touch", names=("zone", "target"), may_end=False),
        Stage("toward", of=(target,), ignores=frozenset({"wall"})),
    )
    policy = PathPolicy(0.5, 9.0, BOUNDS, (base(target), wall, zone), free_first)
    return _regions((12.0, 12.0), policy.but(ends=(contact(target),)), spots=_beside(target, 0.5))


def against_a_wall(most: float, least: float) -> Answers:
    """Ends at some gap from a wall that is round a corner."""
    wall = Ground(
        "wall", Polygon([(14.0, 9.0), (15.0, 9.0), (15.0, 14.0), (13.0, 14.0), (14.0, 12.0)]), "W-11", solid=True
    )
    end = End((wall.shape,), most, least, "W-13", "the wall")
    return _regions(
        (12.0, 12.0),
        PathPolicy(0.5, 4.0, BOUNDS, (wall,), ends=(end,)),
        spots=[(13.4995, 10.5), (13.49, 10.5), (15.5005, 10.0), (12.6, 13.2)],
    )


def wholly_inside() -> Answers:
    end = End((box(13.0, 10.0, 16.0, 13.0),), most=-0.5, rule="W-13", name="the camp")
    return _regions(
        (12.0, 12.0),
        PathPolicy(0.5, 4.0, BOUNDS, (base(Disc(14.0, 11.0, 0.4, "post")),), ends=(end,)),
        spots=[(13.5, 12.0), (13.4, 12.0), (15.4, 12.4)],
    )


def two_at_once(go: str) -> Answers:
    """Straight or as one likes, never nearer to either of two bases."""
    discs = Disc(10.3, 12.4, 0.5, "left"), Disc(12.5, 9.9, 0.5, "right")
    policy = PathPolicy(0.5, 3.0, BOUNDS, (*map(base, discs),), (Stage(go, discs, rule="W-6"),))  # type: ignore[arg-type]
    return _regions((12.0, 12.0), policy, count=8)


SCENES: dict[str, Scene] = {
    "ways into contact with a wall": partial(against_a_wall, CONTACT, -1e-6),
    "ways near a wall": partial(against_a_wall, 1.0, 0.25),
    "ways to wholly inside": wholly_inside,
    "ways never nearer to two": partial(two_at_once, "not nearer"),
    "ways straight and never nearer to two": partial(two_at_once, "straight"),
    **{
        f"ways round solids {seed}": partial(solids, seed, pieces, bases, 4.0)
        for seed, pieces, bases in ((1, 4, 4), (2, 8, 0), (3, 0, 9))
    },
    "ways in the open": partial(solids, 4, 0, 0, 3.0),
    **{
        f"ways through soft ground {seed}": partial(soft, seed, pieces, bases, 2.5)
        for seed, pieces, bases in ((11, 4, 3), (12, 6, 0))
    },
    **{f"ways of a base that touches {seed}": partial(touching, seed) for seed in (1, 4, 9, 17)},
    **{f"ways through a gap of {inches}": partial(gap, inches) for inches in (0.9999, 1.0, 1.0005, 1.002, 1.3)},
    "ways straight": partial(straight, 21, False),
    "ways straight and never nearer": partial(straight, 22, True),
    "ways of a charge 31": partial(charge, 31),
    "ways of a charge 33": partial(charge, 33),
    "ways into contact": partial(into_contact, 41),
    "ways along a rim": partial(along, 2.2),
    "ways along a rim 2": partial(along, 5.1),
    "ways never nearer": partial(relative, "not nearer", 51),
    "ways never farther": partial(relative, "not farther", 52),
    "ways toward": partial(relative, "toward", 53),
    "ways away": partial(relative, "away", 54),
    "ways out of a zone": partial(out_of_a_zone, True),
    "ways away from an enemy": partial(out_of_a_zone, False),
    "ways with a road": partial(road, -2.0),
    "ways with a toll": partial(road, 1.5),
    "ways over a step": partial(step, 0.5, 0.25, False),
    "ways over a high step": partial(step, 2.5, 2.0, False),
    "ways that stop on a step": partial(step, 0.5, 0.0, True),
    "ways to ends": ends,
    "ways within a shape": within_a_shape,
    "ways of alternatives": alternatives,
    "ways on centres": on_centres,
    "ways with a bend": bends,
}

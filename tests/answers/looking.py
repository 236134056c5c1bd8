"""Scenes for sight: receipts, what is seen from a base, cover, arcs, slanting rays, single lines."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import numpy as np
import shapely

from game.table.facing import compass_of, degrees_of, facing_of, facing_of_compass, facing_towards, turn_between
from game.table.heights import Body
from game.table.shapes import Disc
from game.table.sight.arcs import in_arc, parts, sector, turn_missing
from game.table.sight.bodies import Eye, Silhouette
from game.table.sight.corridor import Blocker, Corridor, first_stop, shortest
from game.table.sight.lines import Ends
from game.table.sight.policy import SightPolicy
from game.table.sight.seen import Blocked, seen_area
from game.table.sight.seen import drawn as drawn_disc
from game.table.sight.sight import Sight, covering
from game.table.sight.solids import Solid
from game.table.terrain.area import Floats
from tests.answers.asking import Answers, Scene, grid, inside, marks
from tests.table.sightings import Block, Scenery, aligned, open_rays, scenery, visibility

WINDOW = (-1.0, -1.0, 17.0, 13.0)
RULES = {"sight": "S-1", "blocked": "S-2", "arc": "S-3", "cover": "S-4"}


def _looks(view: Scenery) -> Answers:
    """Ask who sees whom among the bases of a table, and what each of two sees of all of it."""
    bases = [view.observer, view.target, *view.bases[:3]]

    def others(observer: Disc, target: Disc) -> list[Solid | Disc]:
        blockers = [each for each in (*bases, *view.bases[3:]) if each not in (observer, target)]
        return [*view.solids, *blockers]

    policy = SightPolicy(others, view.arc, lambda _a, _b: view.solids, 2.0, RULES)
    sight = Sight(policy)
    for observer in bases:
        for target in bases:
            if observer is not target:
                pair = f"{observer.name} to {target.name}"
                yield f"look from {pair}", sight.look(observer, target)
    yield (
        "observers",
        [[each.name for each in sight.observers(target, bases) if each is not target] for target in bases],
    )
    rows = grid(0.0, 0.0, 16.0, 12.0, 14)
    for observer in bases[:2]:
        here = observer.name
        yield f"seen from {here}", sight.area(observer, WINDOW)
        yield f"points seen from {here}", marks(rows, partial(_sees, sight, observer))
        yield f"drawn from {here}", marks(rows, inside(sight.area(observer, WINDOW)))
        yield f"covered from {here}", [covering(policy, observer, Disc(x, y, 0.5)) for x, y in rows[5]]
        blocked = Blocked(observer, [b for b in bases if b is not observer], view.solids)
        spots = np.array([spot for row in rows for spot in row])
        yield f"points seen at once from {here}", marks([[*map(tuple, spots.tolist())]], _told(spots, blocked))
        stops = [first_stop(observer[:2], spot, others(observer, observer)) for spot in rows[4]]
        yield f"first stops from {here}", [None if each is None else each.name for each in stops]


def _sees(sight: Sight, observer: Disc, x: float, y: float) -> bool:
    return sight.sees(observer, Disc(x, y, 0.0, "", "point"))


def _told(spots: Floats, blocked: Blocked) -> Callable[[float, float], bool]:
    seen = dict(zip(map(tuple, spots.tolist()), blocked.seen(spots).tolist(), strict=True))
    return lambda x, y: seen[x, y]


def corridors() -> Answers:
    """What lies between two bases, and the critical lines that touch two things there."""
    for seed in (7, 12, 15, 20):
        view = scenery(seed)
        pairs = [(view.observer, view.target), *zip(view.bases[:3], view.bases[1:4])]
        for number, (one, other) in enumerate(pairs):
            blockers: list[Blocker] = [*view.solids, *(b for b in view.bases if b not in (one, other))]
            for width in (None, 90.0, 270.0):
                for at, part in enumerate(parts(one.facing, width)):
                    here = f"{seed} {number} {width} {at}"
                    ends = Ends(*one[:3], *other[:3], part).narrowed()
                    if ends is None:
                        yield here, "out of the arc"
                        continue
                    corridor = Corridor(ends, blockers)
                    lines = corridor.lines()
                    yield (
                        here,
                        [[*(d.name for d in corridor.discs), *(s.name for s in corridor.solids)], len(corridor.starts)],
                    )
                    yield (
                        f"{here}: lines",
                        [len(lines.d), int(corridor.stopped(lines).sum()), corridor.stops(lines).sum(axis=0)],
                    )
                    yield f"{here}: inches", [(lines.meet - lines.leave).sum(), corridor.open_line(), shortest(ends)]


def arcs() -> Answers:
    facing = Disc(6.0, 5.0, 0.5, "guard", facing=3000)
    for width in (None, 30.0, 90.0, 180.0, 270.0, 359.0, 360.0):
        yield f"parts {width}", parts(3000, width)
        yield (
            f"turn {width}",
            [
                turn_missing(facing, Disc(x, y, 0.5), width)
                for x, y in ((9.0, 5.0), (1.0, 5.0), (6.0, 1.0), (4.0, 8.0), (6.3, 5.0))
            ],
        )
        yield f"in arc {width}", marks(grid(0.0, 0.0, 12.0, 10.0), lambda x, y, w=width: bool(in_arc(facing, x, y, w)))  # type: ignore[misc]
        yield f"sector {width}", [sector(facing, width, 5.0), sector(facing, width).area]
        wall = Solid(shapely.box(8.0, 4.0, 8.5, 6.0), "wall")
        yield f"seen {width}", seen_area(facing, (wall, Disc(7.0, 7.0, 0.75, "post")), width, (0.0, 0.0, 12.0, 10.0))
    yield (
        "facings",
        [facing_of(12.345), facing_of(-10.0), degrees_of(-100), facing_towards(-1.0, -1.0), facing_towards(0.0, 2.0)],
    )
    yield (
        "turns",
        [
            turn_between(0, 18000),
            turn_between(18000, 0),
            turn_between(100, 35900),
            turn_between(35900, 100),
            turn_between(0, 18001),
        ],
    )
    yield (
        "compass",
        [compass_of(0), compass_of(9000), compass_of(10000), facing_of_compass(90.0), facing_of_compass(350.5)],
    )
    yield "drawn discs", [drawn_disc(Disc(1.0, 2.0, radius)) for radius in (0.2, 0.5, 1.5)]


def cover() -> Answers:
    hedge, block = Solid(shapely.box(5.0, 2.0, 5.5, 8.0), "hedge"), Solid(shapely.box(9.0, 7.0, 11.0, 9.0), "block")
    nothing = Solid(shapely.Polygon(), "nothing")
    observers = [
        Disc(2.0, 5.0, 0.5, "west", facing=0),
        Disc(2.0, 5.0, 0.5, "away", facing=18000),
        Disc(7.0, 10.0, 1.5, "north"),
    ]
    for within in (0.0, 0.5, 2.0, float("inf")):
        for arc in (None, 90.0):
            policy = SightPolicy(lambda _a, _b: (), arc, lambda _a, _b: (hedge, nothing, block), within, RULES)
            for observer in observers:
                here = f"within {within} arc {arc} from {observer.name}"
                yield (
                    here,
                    [
                        "+".join(covering(policy, observer, Disc(x, y, 0.5)))
                        for x, y in (
                            (6.0, 5.0),
                            (7.0001, 5.0),
                            (7.0, 5.0),
                            (5.2, 5.0),
                            (8.4, 8.0),
                            (12.0, 10.0),
                            (2.5, 5.0),
                            (7.0, 9.5),
                            (5.0, 1.4),
                        )
                    ],
                )


def rays() -> Answers:
    """Slanting rays past prisms: worked out as a grid of heights and distances."""
    blocks = [
        Block(Solid(shapely.box(4.0, 3.0, 5.0, 7.0), "low"), 0.0, 2.0),
        Block(Solid(shapely.box(7.0, 2.0, 8.0, 8.0), "bridge"), 2.0, 3.0),
        Block(Disc(10.0, 5.0, 0.75, "post"), 0.0, 4.0),
    ]
    target = Body(Disc(12.0, 5.5, 0.5, "target"), 0.0, 1.0)
    for eye in ((1.0, 5.0, 1.0), (1.0, 5.2, 3.5), (10.0, 5.0, 5.0), (4.5, 5.0, 2.0), (4.5, 5.0, 1.0)):
        spots = [
            (x + 0.013, y, z)
            for x in (2.0, 4.5, 6.0, 7.5, 9.0, 10.0, 12.0)
            for y in (4.1, 5.2)
            for z in (0.0, 1.5, 2.5, 3.7)
        ]
        clear = open_rays(eye, spots, blocks)
        yield f"rays from {eye}", "".join("#" if each else "." for each in clear)
        yield f"share from {eye}", float(clear.mean())
        yield f"straight up from {eye}", open_rays(eye, [(*eye[:2], z) for z in (0.0, 1.9, 2.5, 6.0)], blocks)
        outline = visibility((), target, silhouette=Silhouette((-1.0, 0.0, 0.5), (0.0, 1.0)))
        yield f"silhouette from {eye}", outline.look(Eye(*eye)).samples.reshape(-1, 3)
    alone = visibility((), target, silhouette=Silhouette((-1.0, 1.0), (1.0,)))
    yield "silhouette of itself", alone.look(Eye(12.0, 5.5, 0.5)).samples.reshape(-1, 3)


def lines() -> Answers:
    """Lines that touch, graze and just miss what could stop them."""
    box, post = Solid(shapely.box(4.0, 2.0, 6.0, 6.0), "box"), Disc(9.0, 4.0, 1.0, "post")
    ring = Solid(shapely.box(11.0, 1.0, 15.0, 7.0) - shapely.box(12.0, 2.0, 14.0, 6.0), "ring")
    blockers = (box, post, ring)
    rng = random.Random(7)
    for y in (1.99, 2.0, 2.0000001, 4.0, 5.0, 5.0000001, 6.0, 6.0001):
        stops = [first_stop((0.5, y), (x, y), blockers) for x in (3.0, 4.0, 4.0001, 7.0, 8.5, 10.5, 11.5, 13.0, 16.0)]
        yield f"along {y}", ["" if each is None else each.name for each in stops]
    for number in range(30):
        a = rng.uniform(0, 16), rng.uniform(0, 8)
        b = rng.uniform(0, 16), rng.uniform(0, 8)
        yield (
            f"any {number}",
            ["" if (s := first_stop(p, q, blockers)) is None else s.name for p, q in ((a, b), (b, a))],
        )
    yield "no length", first_stop((5.0, 4.0), (5.0, 4.0), blockers)
    for radius in (0.0, 0.25, 0.5, 1.0):
        sight = Sight(SightPolicy(lambda _a, _b: blockers))
        for y in (0.5, 1.5, 3.0, 4.5, 6.2, 7.0):
            pair = Disc(2.0, y, radius, "a"), Disc(17.0, 8.0 - y, 0.5, "b")
            yield f"radius {radius} at {y}", sight.look(*pair)


def narrow() -> Answers:
    """Sight through slits, from bases inside of what stops others, and between bases that overlap or touch."""
    left, right = Solid(shapely.box(5.0, 0.0, 5.5, 4.9), "left"), Solid(shapely.box(5.0, 5.0, 5.5, 10.0), "right")
    sight = Sight(SightPolicy(lambda _a, _b: (left, right, Disc(8.0, 5.6, 0.5, "post"))))
    for name, a, b in (
        ("through the slit", Disc(2.0, 5.0, 0.5, "a"), Disc(9.0, 5.0, 0.5, "b")),
        ("past the slit", Disc(2.0, 2.0, 0.5, "a"), Disc(9.0, 9.0, 0.5, "b")),
        ("from inside", Disc(5.2, 2.0, 0.5, "a"), Disc(9.0, 3.0, 0.5, "b")),
        ("to inside", Disc(2.0, 2.0, 0.5, "a"), Disc(5.2, 2.5, 0.4, "b")),
        ("overlapping", Disc(2.0, 2.0, 0.5, "a"), Disc(2.5, 2.5, 0.5, "b")),
        ("touching", Disc(2.0, 2.0, 0.5, "a"), Disc(3.0, 2.0, 0.5, "b")),
        ("one in another", Disc(2.0, 2.0, 1.5, "a"), Disc(2.2, 2.0, 0.5, "b")),
        ("at one spot", Disc(2.0, 2.0, 0.5, "a"), Disc(2.0, 2.0, 0.5, "b")),
        ("a point behind a post", Disc(9.5, 5.6, 0.0, "a"), Disc(6.5, 5.6, 0.0, "b")),
        ("touching a wall", Disc(4.5, 2.0, 0.5, "a"), Disc(6.0, 2.0, 0.5, "b")),
    ):
        yield name, [sight.look(a, b), sight.look(b, a)]
        yield f"{name}: seen", [sight.area(a, (0.0, 0.0, 12.0, 10.0)), sight.area(b, (0.0, 0.0, 12.0, 10.0))]


def _seeded(seed: int, flush: bool) -> Answers:
    return _looks(aligned(seed) if flush else scenery(seed))


SCENES: dict[str, Scene] = {
    **{f"sight {seed}": partial(_seeded, seed, False) for seed in (1, 2, 4, 7, 9, 12, 15)},
    **{f"sight flush {seed}": partial(_seeded, seed, True) for seed in (3, 5, 8, 10)},
    "corridors": corridors,
    "arcs": arcs,
    "cover": cover,
    "slanting rays": rays,
    "single lines": lines,
    "narrow sight": narrow,
}

"""Scenes for units: arrangements judged, completed, set up; moves of units found, drawn, refused."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from shapely.geometry import box

from game.table.lattice import Position, position
from game.table.layout.completing import Slots, complete
from game.table.layout.effort import Effort, EffortSpent
from game.table.layout.judge import (
    allows,
    are_linked,
    are_one_group,
    gaps_between,
    groups_of,
    is_coherent,
    judge,
    links_wanted,
)
from game.table.layout.judging_moves import Passing
from game.table.layout.moving import FreeEnds, Room, block_move, quick_move, straight_reach, without_crossings
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import MemberStep, Steps, present_spots
from game.table.path.policy import Ground, PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tests.answers.asking import Answers, Scene, grid, marks
from tests.table.layouts import crowd
from tests.table.marches import March, march, ranks

Layout = Mapping[str, Position]


def _spots(layout: Layout | None) -> object:
    return None if layout is None else [f"{name} {at.x:.3f} {at.y:.3f}" for name, at in layout.items()]


def _steps(steps: Steps | None) -> object:
    if steps is None:
        return None
    return [f"{s.id} {' '.join(f'{x:.3f},{y:.3f}' for x, y in (*s.via, s.at))}" for s in steps]


def crowds(seed: int) -> Answers:
    """A unit among others: what is against it where it is wanted, and the nearest arrangement that is legal."""
    case = crowd(seed)
    policy, effort = case.policy(), Effort()
    yield "as wanted", judge(policy, case.wanted)
    yield (
        "allowed",
        [allows(policy, case.wanted), allows(policy, {n: position(*s) for n, s in zip(case.wanted, case.start)})],
    )
    found = complete(policy, case.wanted, effort=effort)
    yield "completed", _spots(found)
    yield "steps taken", effort.steps
    if found is not None:
        yield "links", judge(policy, found).links
    fixed, effort = [*case.wanted][:1], Effort()
    yield "completed with one fixed", _spots(complete(policy, case.wanted, fixed, 6, effort))
    yield "steps taken with one fixed", effort.steps


def marches(seed: int) -> Answers:
    """A unit that moves among others and walls."""
    case = march(seed)
    unit, effort, rng = case.unit(), Effort(), random.Random(seed)
    dx, dy = rng.uniform(-case.move, case.move), rng.uniform(-case.move, case.move)
    wanted = {name: position(x + dx, y + dy) for name, (x, y) in zip(case.names, case.start)}
    steps = [MemberStep(name, at) for name, at in wanted.items()]
    yield "why not", unit.why_not(steps)
    yield "normal", _steps(unit.find(steps))
    found = unit.nearest(wanted, effort=effort)
    yield "nearest", _steps(found)
    yield "steps taken", effort.steps
    yield "quickly", _steps(quick_move(case.unit(), wanted))
    yield "as a block", _steps(block_move(unit, [(dx, dy), (dx / 2, dy / 2), (dx / 8, dy / 8)]))
    yield "samples", [_steps(case.unit().sample(random.Random(n))) for n in range(2)]
    yield "stay", _steps(unit.find(present_spots(unit.members)))


def camp(count: int, wide: float, high: float, others: Sequence[Disc]) -> SetUp:
    """Return a unit that is to be set up in a camp of this size."""
    region = Region(0.5, (OnTable(Battlefield(wide, high, ()), 0.5, "A-1"), ClearOf(others, 0.5, "foe")))
    members = tuple(Member(f"m{at}", Disc(1.0 + 1.1 * at, 1.0, 0.5, f"M{at}"), region) for at in range(count))
    return SetUp(LayoutPolicy(members, Coherency(0.5, 2 if count >= 7 else 1, "A-COH-2"), (), "A-GEO-9"))


def camps(count: int, wide: float, high: float, others: Sequence[Disc]) -> Answers:
    """A unit that is set up in a camp."""
    unit = camp(count, wide, high, others)
    members = unit.members
    wanted = {member.id: position(*member.disc[:2]) for member in members}
    yield "why not", unit.why_not([MemberStep(name, at) for name, at in wanted.items()])
    yield "too few", unit.why_not([MemberStep(name, at) for name, at in [*wanted.items()][1:]])
    yield (
        "too many",
        unit.why_not(
            [MemberStep(name, at, (position(1.0, 1.0),)) for name, at in [*wanted.items(), ("x", Position(1.0, 1.0))]]
        ),
    )
    effort = Effort()
    yield "nearest", _steps(unit.nearest(wanted, effort=effort))
    yield "steps taken", effort.steps
    yield "samples", [_steps(unit.sample(random.Random(n))) for n in range(4)]
    yield "has room", unit.find() is not None
    yield "stay", _steps(unit.find(present_spots(unit.members)))


def links() -> Answers:
    spots = np.array([(1.0, 1.0), (2.4, 1.0), (3.9, 1.0), (5.5, 1.0), (1.0, 2.5), (9.0, 9.0), (10.4, 9.0)])
    radii = np.array([0.5, 0.5, 0.5, 0.5, 0.75, 0.5, 0.5])
    gaps = gaps_between(spots, radii)
    yield "gaps", gaps
    for most in (0.25, 0.4, 0.5, 0.6, 6.0):
        linked = are_linked(gaps, most)
        yield f"linked at {most}", linked.sum(axis=0)
        yield f"one group at {most}", [are_one_group(linked), groups_of(linked)]
        yield f"coherent at {most}", [is_coherent(gaps, Coherency(most, n)) for n in (0, 1, 2, 6, 9)]
    yield "wanted", [links_wanted(2, n) for n in (1, 2, 3, 9)]
    yield "coherent alone", [is_coherent(gaps[:1, :1], Coherency(0.5, 1)), is_coherent(gaps, None)]
    starts = {"a": Position(0.0, 0.0), "b": Position(2.0, 0.0), "c": Position(4.0, 0.0), "d": Position(6.0, 0.0)}
    members = [
        Member(name, Disc(*at, 0.5 if name != "d" else 0.6, name), Region(0.5, ())) for name, at in starts.items()
    ]
    ends = {"a": Position(4.0, 3.0), "b": Position(2.0, 3.0), "c": Position(0.0, 3.0), "d": Position(-2.0, 3.0)}
    yield "uncrossed", [_spots(without_crossings(members, starts, ends, *fixed)) for fixed in ((), (["a"],))]
    for inches in (0.25, 0.5, 3.0):
        slots = Slots(np.full(4, 0.5), inches, inches + 0.001)
        for turn, share in ((0.0, 0.5), (0.3, 0.9)):
            slots.vary(turn, share)
            there = np.array([(1.0, 1.0), (2.3, 1.0), (4.0, 2.0), (np.nan, np.nan)])
            found, counts = slots.beside(3, there, [0, 1, 2], np.array((2.0, 2.1)))
            yield f"slots {inches} {turn}", [len(found), found.sum(axis=0), found[::23], counts]


def passing() -> Answers:
    """In which order three can go by each other."""
    paths = [
        [Position(0.0, 0.0), Position(6.0, 0.0)],
        [Position(3.0, 2.0), Position(3.0, 0.0)],
        [Position(6.0, 0.0), Position(6.0, 3.0), Position(0.0, 3.0)],
        [Position(9.0, 9.0)],
    ]
    for radius in (0.25, 0.5, 1.0):
        asked = Passing([tuple(path) for path in paths], np.full(4, radius))
        orders = [(0, 1, 2, 3), (1, 0, 2, 3), (2, 0, 1, 3), (0, 2, 1, 3), (2, 1, 0, 3), (1, 2, 0, 3)]
        yield f"radius {radius}", [[asked.passes(order), asked.order(order), asked.blockers(order)] for order in orders]


def free_ends() -> Answers:
    """Where a member ends freely: straight, or by any way, clear of its own unit."""
    grounds = (base(Disc(6.0, 8.0, 0.75, "post")), Ground("wall", box(3.0, 9.0, 8.0, 9.5), solid=True))
    policy = PathPolicy(0.5, 4.0, (0.0, 0.0, 14.0, 12.0), grounds)
    for name, other in (
        ("solids", policy),
        ("soft", policy.but(grounds=(*grounds, Ground("bog", box(8.0, 4.0, 9.0, 7.0), factor=2.0)))),
    ):
        start = position(6.0, 6.0)
        yield f"straight reach, {name}", straight_reach(start, other)
        region = PathRegion(start, other)
        for straight in (True, False):
            yield f"room, {name}, straight {straight}", Room([region]).free(region, straight=straight)
        ends, effort = FreeEnds(region, Room([region]), Effort(), search=True), Effort()
        rows = grid(1.0, 1.0, 11.0, 11.0, 10)
        yield f"ends, {name}", marks(rows, ends._allows)
        yield f"geometry, {name}", ends.geometry
        yield f"why not, {name}", [ends.why_not(row[3]) for row in rows]
        yield f"nearest, {name}", [ends.nearest(row[4]) for row in rows]
        short = FreeEnds(region, Room([region]), effort, search=False)
        yield f"without a search, {name}", [marks(rows, short._allows), effort.steps]
    effort, shares = Effort(10), list[float]()
    for _time in range(2):
        effort.spend(5)
        shares.append(effort.share)
    yield "share", shares
    try:
        effort.spend()
        yield "eleven steps of ten", "taken"
    except EffortSpent:
        yield "eleven steps of ten", "spent"
    effort.renew()
    yield "again", effort.most


def demands() -> Answers:
    """A unit one of which has to come near a foe, drawn by hand in several ways."""
    foe = Disc(10.0, 9.0, 0.5, "foe")
    case = March(
        ranks(5, 3, 8.0, 3.0, 1.2),
        (0.5,) * 5,
        (foe, Disc(6.0, 6.5, 0.75, "post")),
        ((11.5, 4.0, 12.0, 8.0),),
        6.0,
        foe=foe,
    )
    unit = case.unit()
    yield "stays", unit.why_not([])
    for dx, dy in ((1.0, 3.5), (0.0, 4.5), (2.0, 3.9), (4.0, 0.0), (-2.5, 3.0), (0.0, 7.0), (9.0, 1.0)):
        steps = [MemberStep(name, position(x + dx, y + dy)) for name, (x, y) in zip(case.names, case.start)]
        yield f"by {dx} {dy}", unit.why_not(steps)
        yield f"by {dx} {dy} found", _steps(unit.nearest({s.id: s.at for s in steps}))
        yield f"by {dx} {dy} fixed", _steps(unit.nearest({s.id: s.at for s in steps}, ["m0"]))
    drawn = [MemberStep("m1", position(9.2, 7.6), (position(8.0, 5.5),)), MemberStep("m0", position(8.0, 5.0))]
    yield "drawn", [unit.why_not(drawn), _steps(unit.find(drawn)), unit.find(drawn) is not None]
    twice = [MemberStep(name, position(x, y)) for name, x, y in (("m0", 8.0, 4.0), ("m0", 8.0, 5.0), ("x", 1.0, 1.0))]
    yield "misnamed", unit.why_not(twice)
    yield "samples", [_steps(unit.sample(random.Random(n))) for n in range(4)]
    nobody = LayoutPolicy(
        unit.policy.members, None, (Demand({}), Demand({"m0": Ring(foe, 1.2)})), "A-1", lambda _layout: []
    )
    yield "nobody can", judge(nobody, {n: position(*s) for n, s in zip(case.names, case.start)})


CAMPS: dict[str, tuple[int, float, float, tuple[Disc, ...]]] = {
    "units set up": (5, 14.0, 6.0, (Disc(3.0, 3.0, 0.75, "foe"), Disc(8.0, 2.0, 1.0, "foe"))),
    "units set up in little room": (8, 6.0, 3.0, (Disc(3.0, 1.5, 0.5, "foe"),)),
    "units set up where there is no room": (3, 2.1, 1.9, ()),
    "units set up of one": (1, 4.0, 4.0, (Disc(1.0, 1.0, 0.5, "foe"),)),
}
SCENES: dict[str, Scene] = {
    **{f"units in a crowd {seed}": partial(crowds, seed) for seed in (1, 2, 3, 5, 8, 13, 21, 34)},
    **{f"units that march {seed}": partial(marches, seed) for seed in (1, 2, 3, 5, 8, 13, 22, 34)},
    **{name: partial(camps, *camp) for name, camp in CAMPS.items()},
    "units that hang together": links,
    "units that pass": passing,
    "units with free ends": free_ends,
    "units with demands": demands,
}

"""Scenes for what finds ways, part by part: what is free and clear, rims, tangents, searches, fans, tight places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon, box

from game.table.lattice import LATTICE_STEP, Position, position
from game.table.path.fans import area_of, run_lengths
from game.table.path.field import SPARE, Field, crossings, outward_breaks, rims_outward, runs_outward, with_guides
from game.table.path.finders import (
    BendFinder,
    LineFinder,
    RimFinder,
    finders_for,
    lines_of,
    rims_of,
    shadow_of,
    sources_after_first_stage,
)
from game.table.path.free_paths import FreeFinder, bends_of, entry
from game.table.path.path import Leg, Path
from game.table.path.policy import CONTACT, End, Ground, PathPolicy, Stage, base, contact
from game.table.path.search import Search, through_gates
from game.table.path.simpler_policies import disc_around, loosen, path_to_goal, tighten
from game.table.path.straight import Run, are_surely_legal, clearances, is_surely_legal, with_straight_legs
from game.table.path.tangents import FreeArcs, interruptions, tangents_between, touching
from game.table.path.tight import (
    Source,
    contacts,
    exits,
    free_spots_at,
    gates,
    is_clear_leg,
    shortened,
    sources_at,
)
from game.table.shapes import Disc
from tests.answers.asking import Answers, Scene, Spot, known
from tests.answers.walking import told

Floats = NDArray[np.float64]
Surroundings = tuple[Spot, PathPolicy, float]

TABLE = 0.0, 0.0, 12.0, 10.0
POST, IDOL = Disc(3.0, 3.0, 0.5, "post"), Disc(6.0, 2.5, 1.0, "idol")
BLOCK = Ground("block", box(5.0, 5.0, 7.0, 6.0), solid=True)
BENT = Ground("bent", Polygon([(2, 6), (4, 6), (4, 6.5), (2.5, 6.5), (2.5, 8), (2, 8)]), solid=True, margin=0.25)
SHARD = Ground("shard", Polygon([(8.5, 7.25), (10.25, 6.5), (9.0, 8.125)]), solid=True)
SOLIDS = (base(POST), base(IDOL, margin=0.125), BLOCK, BENT, SHARD)
MARSH = Ground("marsh", box(8.0, 3.0, 9.5, 5.5), factor=2.0)
BOG = Ground("bog", Disc(9.25, 3.25, 0.75), factor=3.0)
DITCH = Ground("ditch", box(3.5, 4.0, 4.0, 5.25), enter=0.5, leave=0.25)
TOLL = Ground("toll", Disc(1.5, 4.5, 0.375), once=0.75, part="centre")
ZONE = Ground("zone", Disc(8.5, 2.0, 1.0), margin=0.001)
TO_THE_ZONE = Stage(until="touch", names=("zone",)), Stage("toward", (Disc(8.5, 2.0, 0.5),))
SOLID_AND_SOFT = (base(POST), BLOCK, SHARD, MARSH, BOG)


@cache
def surroundings() -> dict[str, Surroundings]:
    """Return where a base starts among what, by a name, and how far it may go."""
    whole = PathPolicy(0.5, 5.0, TABLE, SOLIDS)
    small = [replace(ground, margin=ground.margin + 0.0625) for ground in SOLIDS]
    return {
        "solids": ((4.0, 4.5), whole, 5.0),
        "a small base": ((4.75, 3.75), PathPolicy(0.15625, 3.0, TABLE, (*small, MARSH)), 3.0),
        "soft ground": ((7.0, 4.25), whole.but(grounds=SOLID_AND_SOFT), 4.0),
        "prices": ((4.75, 3.5), whole.but(grounds=(base(POST), BLOCK, DITCH, TOLL)), 3.5),
        "a zone": ((8.5, 4.5), whole.but(grounds=(base(POST), BLOCK, ZONE), stages=TO_THE_ZONE), 4.0),
        "nothing": ((2.0, 2.0), whole.but(grounds=()), 3.0),
    }


def _field(name: str) -> Field:
    about, policy, reach = surroundings()[name]
    return Field(policy, about, reach, closed=policy.grounds[2:] if policy.stages == TO_THE_ZONE else ())


def _edges(field: Field) -> list[Spot]:
    """Return spots on and just beside the rims of a field: exactly there, within rounding and out of it."""
    found = []
    for beside in (-2e-4, -2e-6, -5e-7, 0.0, 2e-6, 2e-4):
        rings = field.hard
        for x, y, radius in zip(rings.x.tolist(), rings.y.tolist(), rings.radius.tolist()):
            far = radius + beside
            found += [(x + far, y), (x - far, y), (x, y + far), (x, y - far)]
        for (ax, ay, bx, by), kept in zip(field.edges.tolist(), field.kept.tolist()):
            length = math.hypot(bx - ax, by - ay)
            ux, uy, far = (bx - ax) / length, (by - ay) / length, kept + beside
            found.append(((ax + bx) / 2 + uy * far, (ay + by) / 2 - ux * far))
        for west, south, east, north in (field.box, field.table):
            found += [(west - beside, 4.0), (east + beside, 9.0), (11.0, south - beside), (4.0, north + beside)]
    return found


def _spots() -> list[Spot]:
    """Return spots on whole and half inches, and some inside solids."""
    return [(x / 2, y / 2) for x in range(1, 24, 2) for y in range(1, 20, 3)] + [(6.0, 5.5), (2.25, 7.0), (9.0, 7.375)]


def _runs() -> tuple[Floats, Floats]:
    """Return runs between spots on whole and half inches: along axes, slanting, past corners, without length."""
    spots = [(1.0, 1.0), (4.0, 4.5), (4.5, 4.0), (7.5, 4.25), (7.0, 9.0), (11.0, 2.0), (10.5, 5.5), (1.0, 9.0)]
    spots += [(7.4997, 7.0), (4.0, 1.0), (8.0, 1.0), (3.0, 4.5), (10.0, 4.0)]
    both = [(one, other) for at, one in enumerate(spots) for other in spots[at % 3 :: 2]]
    return np.array([one for one, _other in both]), np.array([other for _one, other in both])


def _marks(verdicts: Sequence[bool] | NDArray[np.bool_]) -> str:
    return "".join("#" if each else "." for each in verdicts)


def fields(name: str) -> Answers:
    """What is free, what is clear and what it costs, for many at once and one by one."""
    about, policy, reach = surroundings()[name]
    field = _field(name)
    yield "box", [field.box, field.table, field.is_plain]
    yield "grounds", [[g.name for g in each] for each in (field.grounds, field.solids, field.soft, field.priced)]
    rings = field.rings
    yield "rings", np.stack((rings.x, rings.y, rings.radius, rings.low, rings.width, rings.blocks), axis=1)
    yield "hard", len(field.hard)
    yield "edges", np.concatenate((field.edges, field.kept[:, None]), axis=1)
    yield "grown", field.grown_solids
    yield "weights", [(more, [*area.polygons]) for more, area in field.weights]
    for which, spots in (("spots", _spots()), ("rims", _edges(field))):
        yield f"free {which}", _marks(field.free(np.array(spots)))
        yield f"free {which} one by one", _marks([field.probe.is_free(*spot) for spot in spots])
        yield f"free {which} to the edge", _marks([field.tight_probe.is_free(*spot) for spot in spots])
    starts, ends = _runs()
    both = [(*one, *other) for one, other in zip(starts.tolist(), ends.tolist())]
    yield "clear", _marks(field.clear(starts, ends))
    yield "clear one by one", _marks([field.probe.is_clear(*run) for run in both])
    grazing = [*_grazing(field)]
    yield "grazing", _marks(field.clear(*(np.array(each) for each in zip(*grazing)))) if grazing else ""
    yield "grazing one by one", _marks([field.probe.is_clear(*one, *other) for one, other in grazing])
    yield "surcharge", field.surcharge(starts, ends)
    yield "surcharge one by one", [field.surcharge_of(*run) for run in both]
    yield "prices met", field.prices_met(starts, ends)
    yield "crossed", [column.sum(axis=0) for column in crossings(field.edges, starts, ends - starts)]
    x, y = np.array(_spots()).T
    for far in (0.25, 1.5):
        yield f"near soft {far}", _marks(field.near_soft(x, y, np.full(len(x), far)))
    to = Field(policy, about, reach, ["block", "bog"], Disc(about[0] + 2.0, about[1] + 0.5, 0.25))
    yield "to a goal", [[g.name for g in to.grounds], to.left_over(field.rings), field.left_over(rings)]
    short = Field(policy, about, 0.75)
    yield "on a short way", [g.name for g in short.grounds]
    bare = field.without_bends()
    yield "without bends", [len(bare.rings), len(bare.hard), _marks(bare.clear(starts, ends))]


def _grazing(field: Field) -> Iterator[tuple[Spot, Spot]]:
    """Yield runs that touch a rim or miss it by little, and such that begin or end on it."""
    rings = field.hard
    for x, y, radius in zip(rings.x.tolist(), rings.y.tolist(), rings.radius.tolist()):
        for beside in (-2e-4, -2e-6, -5e-7, 0.0, 2e-4):
            far = radius + beside
            yield (x - 0.75, y + far), (x + 0.75, y + far)
            yield (x - far, y + 0.75), (x - far, y - 0.75)
            yield (x + far, y), (x + far + 0.5, y)
    for (ax, ay, bx, by), kept in zip(field.edges.tolist(), field.kept.tolist()):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length * kept, (ax - bx) / length * kept
        yield (ax + nx, ay + ny), (bx + nx, by + ny)
        yield ((ax + bx) / 2 + nx * 2, (ay + by) / 2 + ny * 2), ((ax + bx) / 2, (ay + by) / 2)
        yield (ax + nx, ay + ny), (ax, ay)


def _with_points(name: str) -> tuple[Field, FreeArcs, Spot]:
    about = surroundings()[name][0]
    field = _field(name)
    rings = field.rings.with_points(np.array([about, (7.75, 8.5)]))
    return field, FreeArcs(field, rings), about


def rims(name: str) -> Answers:
    """Where rims are free, how far one may go on along them, and what that costs."""
    field, arcs, about = _with_points(name)
    rings = field.rings.with_points(np.array([about, (7.75, 8.5)]))
    ring, bearing = interruptions(field, rings)
    order = np.lexsort((bearing.round(6), ring))
    yield "breaks", np.stack((ring[order] * 1.0, bearing[order]), axis=1)
    yield "rims", [arcs.low, arcs.width, arcs.cyclic, arcs.is_soft]
    yield "stretches", [np.diff(arcs.keys), arcs.keys[:1], arcs.keys[-1:], _marks(arcs.is_free)]
    number = np.repeat(np.arange(len(rings)), 9)
    turns = np.tile(np.array([-7.0, -1.5, 0.0, 0.25, 1.0, 2.0, 3.5, 5.0, 6.75]), len(rings))
    relative, on = arcs.relative(number, turns)
    yield "bearings", relative.round(4).reshape(-1, 9)
    yield "on the rim", _marks(on)
    stretch = arcs.stretch(number, relative)
    yield "which stretch", stretch.reshape(-1, 9)
    low, high = arcs.ends(stretch, number)
    yield "ends", np.stack((low, high), axis=1)[::3]
    yield "inches", arcs.inches(number, turns).reshape(-1, 9)
    at = np.array([about, (3.0, 1.0)])
    points = [(3.0, 5.0), (8.0, 4.0)]
    guided = with_guides(rings, points, at, 2.0)
    yield "guides", np.stack((guided.x, guided.y, guided.radius), axis=1)[len(rings) :]
    number_, bearing_ = outward_breaks(rings, points)
    yield "outward breaks", [len(number_), number_[::3], bearing_[::3]]
    outward = FreeArcs(field, guided, points)
    yield "outward", [_marks(outward.outward_in[sense]) for sense in (1.0, -1.0)]
    yield "outward keys", [len(outward.keys), outward.keys[::7] - np.floor(outward.keys[::7])]
    starts, ends = _runs()
    yield "runs outward", _marks(runs_outward(starts, ends, points))
    for sense in (1.0, -1.0):
        good = rims_outward(rings, number, turns, np.full(len(turns), sense), points)
        yield f"rims outward {sense}", _marks(good)


def tangents(name: str) -> Answers:
    """Which straight runs join rims, and what they cost."""
    field, arcs, _about = _with_points(name)
    about, _policy, reach = surroundings()[name]
    rings = field.rings.with_points(np.array([about, (7.75, 8.5)]))
    one, other = np.nonzero(~np.eye(len(rings), dtype=bool))
    for sense in (1.0, -1.0):
        for to_sense in (1.0, -1.0):
            full = np.full(len(one), sense), np.full(len(one), to_sense)
            bearing, length, there = touching(rings, one, other, *full)
            turned = np.remainder(bearing[there] + 0.001, 2 * math.pi)
            yield f"touching {sense} {to_sense}", [_marks(there), turned[::5], length[there][::5]]
    settled = np.zeros(len(rings), dtype=bool)
    least = np.maximum(np.hypot(rings.x - about[0], rings.y - about[1]) - rings.radius, 0.0)
    left_over = np.linspace(0.0, 1.0, len(rings))
    for title, limit, which in (("all", reach, None), ("short", reach / 2, None), ("settled", reach, -2)):
        if which is not None:
            settled[which] = True
        t = tangents_between(field, rings, arcs, (least, left_over), limit, settled)
        order = np.lexsort((t.relative.round(5), t.to_sense, t.sense, t.to_ring, t.ring))
        yield f"{title}: rings", [f"{a} {b}" for a, b in zip(t.ring[order], t.to_ring[order])]
        columns = (t.sense, t.to_sense, t.relative, t.to_relative, t.cost)
        yield f"{title}: runs", np.stack([column[order] for column in columns], axis=1)[::2]
        yield f"{title}: spots", np.concatenate((t.spot, t.to_spot), axis=1)[order][1::4]
        yield f"{title}: stretches", [int(t.stretch.sum()), int(t.to_stretch.sum())]


SOURCES: dict[str, tuple[Source, ...]] = {
    "one": (),
    "two": (Source((4.5, 4.0), 0.5, ((4.75, 3.75),), (0.0,)), Source((7.5, 4.25), 1.25)),
}


def _search(name: str, sources: str, outward: Sequence[Spot] = ()) -> Search:
    about, _policy, reach = surroundings()[name]
    field = _field(name)
    return Search(field, SOURCES[sources] or [Source(about)], reach, bends_of(field), outward)


def searches(name: str, sources: str, outward: Sequence[Spot] = ()) -> Answers:
    """What it costs to come to many spots, by which corners, asked at once, one by one and of any way."""
    search = _search(name, sources, outward)
    a = search.arrivals
    yield "rings", [len(search.rings), len(search.tangents), len(a.number)]
    order = np.lexsort((a.relative.round(5), a.sense, a.ring))
    yield "arrivals", [f"{ring} {sense:.0f}" for ring, sense in zip(a.ring[order], a.sense[order])]
    yield "where", np.stack([column[order] for column in (a.relative, a.ahead, a.cost, a.paid)], axis=1)[::2]
    yield "cheapest first", bool((np.diff(a.cost) >= -1e-9).all())
    near = [spot for spot in _spots() if search.field.probe.is_free(*spot)]
    near += [spot for spot in _edges(search.field)[::5] if search.field.probe.is_free(*spot)]
    costs, by = search.costs(np.array(near))
    yield "costs", costs
    yield "costs within a limit", search.costs(np.array(near), search.reach * 0.6)[0]
    yield "costs of none", [len(column) for column in search.costs(np.zeros((0, 2)))]
    paths = [search.trace(spot, int(number)) for spot, number in zip(near, by.tolist()) if number >= 0]
    yield "corners", [[points, turns] for points, turns in paths[::2]]
    for limit in (search.reach, search.reach * 0.6):
        told_ = [search.nearest_arrival(*spot, limit) for spot in near]
        yield f"one by one {limit:.1f}", [cost for cost, _by in told_]
        yield f"found {limit:.1f}", _marks([by_ >= 0 for _cost, by_ in told_])
        some = [search.some_arrival(*spot, limit) for spot in near]
        again = [search.some_arrival(*spot, limit) for spot in near]
        yield f"any {limit:.1f}", _marks([arrival is not None for arrival in some])
        yield f"any again {limit:.1f}", _marks([arrival is not None for arrival in again])
        length = [
            -1.0 if arrival is None else Path.through(*search.trace(spot, arrival)).inches
            for spot, arrival in zip(near, some)
        ]
        yield f"any are as long {limit:.1f}", length
    yield "a straight way known", [search.nearest_arrival(*spot, search.reach, 2.0)[0] for spot in near[::3]]
    yield "area", [area_of(search, limit) for limit in (search.reach, search.reach / 2, 0.005)]
    through = through_gates(search)
    yield "through gates", [len(through.sources), [(each.at, each.cost) for each in through.sources]]


def fans(name: str) -> Answers:
    """How far straight runs get, and what ends them."""
    field, about = _field(name), surroundings()[name][0]
    bearings = np.concatenate((np.arange(48) * (math.pi / 24), np.arange(17) * 0.37))
    unit = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    for title, start in (("start", about), ("corner", (7.0, 4.25)), ("edge", (11.0, 1.0)), ("rim", (3.0, 4.0003))):
        for left in (0.5, 3.0, 9.0):
            starts = np.broadcast_to(np.array(start), unit.shape)
            far, met = run_lengths(field, starts, unit, np.full(len(unit), left))
            yield f"{title} {left}", [far, met]


def tight(name: str) -> Answers:
    """How a base comes out of a place that is tight, counted in steps of the lattice."""
    policy, spots = TIGHT[name]
    field = Field(policy, (5.0, 5.0), 6.0)
    for x, y in spots:
        at = position(x, y)
        yield f"freed {x} {y}", [_steps(at, each) for each in free_spots_at(field, at)]
        yield f"exits {x} {y}", [_steps(at, each) for each in exits(field, at)]
        before = Source(at, 0.5, ((1.0, 1.0),), (0.25,))
        out = sources_at(field, at, before)
        yield f"sources {x} {y}", [(_steps(at, position(*s.at)), s.cost, s.points, s.turns) for s in out]
        yield f"stays {x} {y}", is_clear_leg(field, at, at)
        yield f"contacts {x} {y}", [[*spot, far] for far, spot in contacts([policy], at)]
        yield f"contacts of another {x} {y}", len(contacts([policy], at, (x + 0.25, y)))
    legs = [(position(*one), position(*other)) for one in spots for other in spots]
    yield "clear legs", _marks([is_clear_leg(field, one, other) for one, other in legs])
    for number, gate in enumerate(gates(field)):
        yield f"gate {number}", [[*spot] for spot in gate]


def _steps(at: Position, spot: Position) -> list[int]:
    return [round((spot.x - at.x) / LATTICE_STEP), round((spot.y - at.y) / LATTICE_STEP)]


def _gap(inches: float) -> tuple[Ground, ...]:
    low, high = box(5.0, 0.0, 5.5, 5.0 - inches / 2), box(5.0, 5.0 + inches / 2, 5.5, 10.0)
    return Ground("low", low, solid=True), Ground("high", high, solid=True)


_PAIR = (base(Disc(5.0, 4.0, 0.5, "one")), base(Disc(5.0, 6.0, 0.5, "other")))
_CORNER = (Ground("corner", Polygon([(4, 4), (8, 4), (8, 4.5), (4.5, 4.5), (4.5, 8), (4, 8)]), solid=True),)
TIGHT: dict[str, tuple[PathPolicy, list[Spot]]] = {
    "two bases": (PathPolicy(0.5, 6.0, TABLE, _PAIR), [(5.0, 5.0), (4.75, 5.0), (5.0, 3.0), (5.0003, 5.0), (6.0, 4.0)]),
    "two bases and a wall": (
        PathPolicy(0.5, 6.0, TABLE, (*_PAIR, Ground("wall", box(5.5, 4.5, 6.0, 5.5), solid=True))),
        [(5.0, 5.0), (4.5, 5.0), (4.0, 5.0), (4.0, 4.0)],
    ),
    "a gap": (PathPolicy(0.5, 6.0, TABLE, _gap(1.0)), [(5.25, 5.0), (5.0, 5.0), (4.5, 3.0), (4.4999, 3.0), (6.0, 5.0)]),
    "a wide gap": (PathPolicy(0.5, 6.0, TABLE, _gap(1.0009)), [(5.25, 5.0), (5.25, 5.0004), (6.0, 5.0)]),
    "a gap too narrow": (PathPolicy(0.5, 6.0, TABLE, _gap(0.9998)), [(5.25, 5.0), (6.0, 5.0)]),
    "a corner": (PathPolicy(0.25, 6.0, TABLE, _CORNER), [(4.75, 4.75), (4.75, 6.0), (3.75, 6.0), (4.75, 4.7503)]),
    "the edge": (
        PathPolicy(0.5, 6.0, TABLE, (base(Disc(1.5, 0.5, 0.5, "one")), Ground("w", box(0, 1.0, 0.75, 2), solid=True))),
        [(0.5, 0.5), (2.5, 0.5), (0.5, 2.5), (1.25, 1.5), (11.5, 9.5), (0.5, 9.0)],
    ),
    "a gap at the edge": (
        PathPolicy(0.5, 6.0, TABLE, (Ground("wall", box(5.0, 1.0, 5.25, 10.0), solid=True),)),
        [(5.0, 0.5), (4.5, 3.0), (4.0, 0.5), (6.0, 0.5)],
    ),
    "gaps beside walls": (
        PathPolicy(
            0.5,
            6.0,
            TABLE,
            (
                Ground("north", Polygon([(2.5, 7.0), (5.75, 7.0), (5.75, 8.0), (2.5, 8.0)]), solid=True),
                base(Disc(3.25, 5.4998, 0.5, "under it")),
                Ground("east", Polygon([(9.0, 2.0), (10.0, 2.0), (10.0, 4.5), (9.0, 4.5)]), solid=True),
                base(Disc(7.25, 2.75, 0.75, "beside it")),
                Ground("slope", Polygon([(7.0, 6.0), (9.0, 7.5), (8.5, 8.5), (6.5, 7.0)]), solid=True),
                base(Disc(8.9, 5.55, 0.5, "below it")),
                base(Disc(4.0, 1.0, 0.5, "south-west")),
                base(Disc(5.2, 2.6, 0.5, "north-east")),
                base(Disc(1.5, 2.0, 0.5, "at the west")),
            ),
        ),
        [(3.25, 6.4999), (8.5, 2.75), (4.6, 1.8), (0.5, 2.0), (8.45, 6.15), (5.0, 5.0)],
    ),
    "gaps at corners of walls": (
        PathPolicy(
            0.25,
            6.0,
            TABLE,
            (
                Ground("left", Polygon([(2.0, 3.0), (4.0, 3.0), (4.5, 4.0), (4.0, 5.0), (2.0, 5.0)]), solid=True),
                Ground("right", Polygon([(5.0, 4.0), (5.5, 2.5), (7.0, 3.0), (6.0, 5.25)]), solid=True),
                base(Disc(7.6, 2.2, 0.5, "by a corner")),
                base(Disc(9.0, 6.0, 0.5, "one")),
                base(Disc(9.9, 7.2, 0.5002, "other")),
                Ground("dot", Disc(10.5, 9.0, 0.5), solid=True),
            ),
        ),
        [(4.75, 4.0), (9.45, 6.6), (5.0, 5.0), (10.5, 9.75)],
    ),
    "bases at every edge": (
        PathPolicy(
            0.375, 6.0, TABLE, tuple(base(Disc(x, y, 0.5)) for x, y in ((1.25, 5), (10.75, 5), (5, 1.25), (5, 8.75)))
        ),
        [(0.375, 5.0), (11.625, 5.0), (5.0, 0.375), (5.0, 9.625)],
    ),
}


def straight_lines() -> Answers:
    """Ends on a line, with a bend, round a rim, and where the first stage of a way may end."""
    wall, target = Ground("wall", box(5.0, 3.0, 6.0, 5.0), solid=True), Disc(8.0, 4.0, 0.75, "target")
    zone = Ground("zone", Disc(8.0, 4.0, 2.0), margin=0.001)
    road = Ground("road", box(2.0, 5.5, 3.0, 6.0), once=-0.5)
    track = Ground("track", Disc(3.5, 6.0, 0.25), once=-0.25)
    policy = PathPolicy(0.5, 4.0, TABLE, (wall, base(target), zone, road, track))
    start = position(3.0, 4.0)
    yield "passed by", [shadow_of(shape, start) for shape in (box(5, 3, 6, 5), box(2.5, 3.5, 3.5, 4.5), Polygon())]
    yield "passed by corners", shadow_of(Polygon([(3.0, 5.0), (4.0, 5.0), (3.5, 6.5)]), start)
    for go in ("toward", "away", "straight", "not nearer", "not farther", "free"):
        stage = Stage(go, (target, POST) if go not in ("straight", "free") else (), rule="W-1")
        finder = LineFinder(policy.but(stages=(stage,)), start)
        lines = finder.lines()
        yield f"lines {go}", None if lines is None else [[len(line), line[::15], line[-2:]] for line in lines]
        yield f"likely {go}", _marks(finder.likely(np.array(_spots())))
        yield f"shortest {go}", [finder.shortest(6.0, 8.0), [told(found.path) for found in finder.paths(6.0, 8.0)]]
    yield "lines to where it is", LineFinder(policy.but(stages=(Stage("toward", (target,)),)), position(8, 4)).lines()
    for of in ((), (target,), (Disc(3.5, 4.0, 0.25), Disc(2.0, 2.0, 0.5)), (Disc(3.0, 4.0, 0.5),)):
        region = LineFinder(policy.but(stages=(Stage("straight", of),)), start)
        yield f"straight area {len(of)} {of[:1]}", region.area()
    ignoring = Stage("straight", ignores=frozenset({"wall", "road"}))
    yield "area past what is ignored", LineFinder(policy.but(stages=(ignoring,)), start).area()
    yield "area from within", LineFinder(policy.but(stages=(Stage("straight"),)), position(5.5, 4.0)).area()
    touch = Stage("straight", until="touch", names=("zone", "target"), may_end=False)
    bent = BendFinder(policy.but(stages=(touch, Stage("toward", of=(target,)))), start)
    ends = [(8.0, 2.75), (6.75, 4.0), (9.0, 4.75), (8.0, 4.0), (8.0, 8.0)]
    yield "bends", [[(found.path.stored(), found.cost) for found in bent.paths(*end)] for end in ends]
    yield "bent lines", [bent.lines(), bent.area()]
    ringed = RimFinder(policy.but(stages=(Stage("along", of=(target,)),)), position(8.0, 5.2505))
    yield (
        "round",
        [[told(found.path) for found in ringed.paths(*end)] for end in ((8.0, 2.7495), (9.2505, 4.0), (8.0, 5.2505))],
    )
    rim = ringed.lines()
    yield "rim", None if rim is None else [len(rim[0]), rim[0][::40]]
    for go in ("toward", "away", "not nearer", "not farther", "straight"):
        of = (Disc(3.5, 4.5, 0.25), Disc(2.0, 3.0, 0.25)) if go != "straight" else ()
        leave = Stage(go, of, until="leave", names=("near", "nearer"), rule="W-7")  # type: ignore[arg-type]
        near = Ground("near", Disc(3.25, 4.25, 0.75)), Ground("nearer", box(2.5, 3.0, 3.5, 4.0))
        first = sources_after_first_stage(policy.but(budget=2.5, grounds=(*near, wall), stages=(leave, Stage())), start)
        yield f"leaving {go}", [len(first), [(each.at, each.cost, each.points, each.turns) for each in first[::9]]]
    yield (
        "leaving what it is not in",
        [
            (s.at, s.cost, s.points)
            for s in sources_after_first_stage(
                policy.but(
                    grounds=(replace(zone, name="near"),),
                    stages=(Stage("toward", (target,), until="leave", names=("near",)), Stage()),
                ),
                start,
            )
        ],
    )
    for at, toward, far in (
        ((3.0, 4.0), (4.0, 4.0), 9.0),
        ((8.0, 4.0), (8.0, 5.0), 6.0),
        ((8.0, 4.0), (7.0, 4.5), 6.0),
        ((8.0, 4.0), (8.0, 4.0), 6.0),
        ((7.25, 3.5), (7.0, 3.25), 2.0),
        ((7.25, 3.5), (7.0, 3.25), 1.0),
    ):
        yield f"entry {at} {toward} {far}", entry(zone, 0.5, at, toward, far)


def ends() -> Answers:
    """Lines on which ways end, and what makes ways longer, shorter, or straight."""
    wall, target = Ground("wall", box(5.0, 3.0, 6.0, 5.0), solid=True), Disc(8.0, 4.0, 0.75, "target")
    policy, start = PathPolicy(0.5, 4.0, TABLE, (wall, base(target))), position(3.0, 4.0)
    for most, least in ((CONTACT, -1e-6), (0.5, 0.5), (1.0, 0.99), (0.0005, 0.0), (1.0, 0.0)):
        end = End((wall.shape, target), most, least)
        rims_ = rims_of(policy, end)
        yield f"rims {most} {least}", [[len(rim), rim[::60]] for rim in rims_]
        for go in ("free", "toward"):
            ending = policy.but(ends=(end,), stages=(Stage(go, (target,) if go == "toward" else ()),))
            found = [lines_of(ending, finder) for finder in finders_for(start, ending)]
            yield (
                f"lines {go} {most} {least}",
                [None if each is None else [len(line) for line in each] for each in found],
            )
    path = Path.through([(3.0, 4.0), (3.25, 4.0), (4.0, 5.0), (4.0, 6.0), (4.0, 6.125)])
    arcs = Path.through([(3.0, 4.0), (3.25, 4.0), (4.0, 5.0), (4.0, 5.25)], [0.0, 0.5, 0.0])
    for out in (False, True):
        for into in (False, True):
            yield (
                f"shortened {out} {into}",
                [
                    shortened(each, out=out, into=into).stored()
                    for each in (
                        path,
                        arcs,
                        Path(start),
                        Path.through([(3.0, 4.0), (3.125, 4.0)]),
                        Path.through([(3.0, 4.0), (3.3, 4.0), (3.3, 5.0), (3.301, 5.0)]),
                    )
                ],
            )
    turned = Path.through([(3.0, 6.0), (4.0, 7.0), (3.0, 8.0), (2.5, 8.0)], [1.0, -2.0, 0.0])
    for budget in (3.0, 3.75, 4.0, 9.0):
        yield f"cornered {budget}", told(with_straight_legs(turned, policy.but(budget=budget)))
    yield "cornered among others", told(with_straight_legs(turned, policy.but(budget=1.0), policy.but(budget=9.0)))
    yield "around", [disc_around([position(1.0, 2.0), position(4.0, 6.0)]), disc_around([position(1.0, 2.0)])]


def open_runs() -> Answers:
    """Which straight runs are open for certain, one by one and many at once, to the exact edge."""
    grounds = (
        base(POST),
        base(IDOL, margin=0.125),
        BLOCK,
        SHARD,
        Ground("still", Disc(9.0, 3.0, 0.25), solid=True, part="centre"),
        Ground("gain", Disc(3.0, 4.5, 0.5), once=-1.0),
        MARSH,
        Ground("no rest", box(1.0, 8.0, 2.0, 9.0), rest=False),
        DITCH,
    )
    whole = PathPolicy(0.5, 6.0, TABLE, grounds)
    policies = {
        "free": whole,
        "straight": whole.but(stages=(Stage("straight"),)),
        "small": whole.but(radius=0.125, budget=3.0),
        "ignoring": whole.but(stages=(Stage(ignores=frozenset({"block"})),)),
        "ends": whole.but(ends=(End((IDOL, BLOCK.shape), 1.0, 0.25),)),
        "toward": whole.but(stages=(Stage("toward", (IDOL,)),)),
        "alone": whole.but(grounds=()),
        "only shapes": whole.but(grounds=(BLOCK,)),
        "only bases": whole.but(grounds=(base(POST),)),
    }
    kept = 0.5 + SPARE
    spots: list[Spot] = [
        (1.0, 1.0),
        (4.5, 4.0),
        (4.4997, 4.5),
        (4.4996, 7.0),
        (7.5003, 4.5),
        (7.5004, 7.0),
        (kept, 3.0),
    ]
    spots += [(kept, 5.0), (0.5002, 5.0), (12.0 - kept, 9.0), (11.5, 9.0), (4.0003, 3.0), (3.0, 4.0003), (3.0, 1.9997)]
    spots += [
        (4.0003, 4.5),
        (4.0004, 1.0),
        (8.0, 4.25),
        (5.0, 4.4997),
        (7.0, 4.4996),
        (6.0, 8.0),
        (9.75, 1.0),
        (11.0, 3.75),
    ]
    starts, ends_ = [position(*spot) for spot in spots[::2]], [position(*spot) for spot in spots]
    for name, policy in policies.items():
        runs = [Run(policy, one, other) for one in starts for other in ends_]
        yield f"{name} one by one", _marks([is_surely_legal(*run) for run in runs])
        yield f"{name} at once", _marks(are_surely_legal(runs))
    mixed = [Run(p, one, other) for p, one, other in zip([*policies.values()] * 4, starts * 4, ends_ * 2)]
    yield "mixed", _marks(are_surely_legal(mixed))
    rows = np.array([(*one, *other) for one, other in zip(starts, ends_[3:])] + [(2.0, 2.0, 2.0, 2.0)])
    yield "clearances", clearances(rows, np.array([(3.0, 3.0), (6.0, 5.5), (0.0, 10.0)]))


def simpler() -> Answers:
    """Policies on either side of one, and what they tell of ends in discs."""
    round_ = Ground(
        "round",
        Polygon([(6 + (1.5 + 0.02 * (n % 2)) * math.cos(n / 3), 5 + 1.5 * math.sin(n / 3)) for n in range(19)]),
        solid=True,
    )
    step = Ground("step", box(3.0, 0.0, 3.5, 9.0), "W-9", enter=1.0, leave=0.5)
    cave = Ground("cave", box(8.5, 7.0, 9.5, 8.0), enter=0.25, rest=False)
    policy = PathPolicy(
        0.5, 4.0, TABLE, (round_, step, cave, MARSH, base(POST), TOLL, Ground("gain", box(1, 7, 2, 8), once=-0.5))
    )
    for name, other in (("looser", loosen(policy)), ("tighter", tighten(policy))):
        yield (
            name,
            [
                (
                    g.name,
                    g.once,
                    g.enter,
                    g.leave,
                    g.factor,
                    g.solid,
                    g.shape if isinstance(g.shape, Polygon) else g.shape[:3],
                )
                for g in other.grounds
            ],
        )
    no_gain = policy.but(grounds=policy.grounds[:-1])
    starts = [position(2.0, 5.0), position(4.25, 6.75), position(7.5, 7.5)]
    goals = [
        Disc(4.5, 5.0, 0.25),
        Disc(5.0, 7.5, 0.5),
        Disc(9.0, 7.5, 0.75),
        Disc(3.0, 3.0, 0.5),
        Disc(8.75, 4.25, 0.5),
    ]
    for start in starts:
        for most, budgets in ((0.0, (0.75,)), (0.25, (2.25, 3.0)), (CONTACT, (4.0,))):
            for budget in budgets:
                asked = [no_gain.but(budget=budget, ends=(End((goal,), most),)) for goal in goals]
                verdicts = [path_to_goal(start, [each]) for each in asked]
                yield (
                    f"leads {start} {most} {budget}",
                    "".join({"unknown": "?", "no": "."}.get(str(v), "#") for v in verdicts),
                )
    several = [no_gain.but(ends=(End(tuple(goals[:2]), 0.1),)), no_gain.but(budget=1.0, ends=(End((goals[4],), 0.1),))]
    yield "leads to several", [known(path_to_goal(start, several)) for start in starts]
    yield "no ends", [known(path_to_goal(starts[0], [each])) for each in (no_gain, policy.but(ends=(contact(POST),)))]


def free_paths(name: str) -> Answers:
    """Ways that go as they like, in every case of what is around: the best ones, and any."""
    about, policy, _reach = surroundings()[name]
    gain = Ground("gain", box(about[0] - 1.5, about[1] + 0.75, about[0] - 1.0, about[1] + 1.25), once=-0.75)
    variants = {
        "plain": policy.but(budget=3.0),
        "with a gain": policy.but(budget=2.5, grounds=(*policy.grounds, gain)),
        "to a disc": policy.but(budget=3.0).to_disc(Disc(about[0] + 1.5, about[1] + 1.0, 0.25)),
        "never nearer": policy.but(budget=3.0, stages=(Stage("not nearer", (POST, Disc(5.0, 5.5, 0.25))),)),
    }
    spots = [(about[0] + dx / 4, about[1] + dy / 4) for dx in range(-11, 13, 4) for dy in range(-11, 13, 3)]
    spots += [(about[0] + 3.0, about[1]), (about[0], about[1] - 2.9985), (about[0] + 1.5, about[1] + 1.0)]
    for title, each in variants.items():
        finder = FreeFinder(each, about, [Source(about)], frozenset())
        found = [[*finder.paths(*spot)] for spot in spots]
        yield (
            f"{title}: costs",
            [[(path.cost, path.sure, len(path.path.legs)) for path in paths[:3]] for paths in found],
        )
        yield f"{title}: ways", [told(paths[0].path) for paths in found if paths][::3]
        fresh = FreeFinder(each, about, [Source(about)], frozenset())
        yield f"{title}: witnesses", [told(fresh.witness(*spot)) for spot in spots[::2]]
        yield f"{title}: likely", _marks(finder.likely(np.array(spots)))
        yield f"{title}: shortest", [finder.shortest(*spot) for spot in spots[::12]]
        yield f"{title}: area", finder.area()
    bends = bends_of(_field(name))
    yield "bends", None if bends is None else [len(bends), bends[::11]]


def legs_of_a_path() -> Answers:
    """Ways of short legs, small arcs and large ones: where their points are."""
    for turn in (0.001, 0.5, -1.5, math.pi, -4.0, 6.0):
        leg = Leg(position(1.0, 2.0), position(1.25, 2.5), turn)
        yield f"turn {turn}", [leg.radius, leg.inches, leg.centre, [leg.at(leg.inches * n / 4) for n in range(5)]]
    path = Path.through([(0.5, 0.5), (1.0, 0.5), (1.0, 0.5), (1.0, 1.0), (1.0015, 1.0)], [0.0, 0.5, 1.0, 1.0])
    yield (
        "legs",
        [path.stored(), path.inches, path.recorded, [path.at(n / 8) for n in range(-1, 12)], path.outline(0.25)],
    )
    yield "joined", [path.then(path.reversed.legs).stored(), [math.dist(*pair) for pair in pairwise(path.outline())]]


_SEARCHED = ["solids", "a small base", "soft ground", "prices", "a zone"]
SCENES: dict[str, Scene] = {
    **{f"what is free among {name}": partial(fields, name) for name in surroundings()},
    **{f"rims among {name}": partial(rims, name) for name in surroundings()},
    **{f"tangents among {name}": partial(tangents, name) for name in _SEARCHED},
    **{f"costs among {name}": partial(searches, name, "one") for name in [*_SEARCHED, "nothing"]},
    "costs of two starts": partial(searches, "solids", "two"),
    "costs of two starts by soft ground": partial(searches, "soft ground", "two"),
    "costs of ways outward": partial(searches, "solids", "one", ((3.0, 3.0), (5.0, 6.0))),
    "costs of ways outward by soft ground": partial(searches, "soft ground", "one", ((6.0, 5.5),)),
    **{f"runs among {name}": partial(fans, name) for name in surroundings()},
    **{f"a base in {name}": partial(tight, name) for name in TIGHT},
    "lines of ends": straight_lines,
    "ends of ways": ends,
    "open runs": open_runs,
    "simpler policies": simpler,
    **{f"free ways among {name}": partial(free_paths, name) for name in _SEARCHED},
    "legs of a way": legs_of_a_path,
}

"""Oracles that share nothing with the table: what they say against the answers of a scene."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import shapely

from game.table.layout.completing import complete
from game.table.layout.setting_up import SetUp
from game.table.measuring.ruler import Ruler
from game.table.path.judge import check
from game.table.path.policy import PathPolicy
from game.table.path.region import PathRegion, best_receipt
from game.table.placing.places import is_legal
from game.table.placing.ranges import WithinRange
from game.table.reach.reach import Reach, between_levels
from game.table.shapes import Disc
from game.table.threat.threat_region import Struck
from tests.answers import arranging, walking
from tests.answers.asking import Spot, grid
from tests.oracle.lengths import Polygon
from tests.oracle.lines import measure_discs
from tests.oracle.verdicts import Verdict, points_within, wholly_within
from tests.oracle.world import Circle, Wall, World
from tests.table.layouts import crowd
from tests.table.layouts import is_legal as is_arranged
from tests.table.marches import fault, march
from tests.table.path_oracles import FromAbove, FromBelow, walked
from tests.table.sightings import Scenery, aligned, clear_lines, scenery
from tests.table.tables import crowded, move_region
from tests.table.test_setting_up import is_set_up
from tests.table.test_threat import dense_ends, struck_by_any


def faults(name: str) -> Iterator[str]:
    """Yield where an oracle disagrees with the table about a scene."""
    kind, *rest = name.split()
    match kind:
        case "ways" if name in walking.SCENES:
            yield from _paths(name)
        case "sight":
            seed = int(rest[-1])
            yield from _sights(aligned(seed) if "flush" in rest else scenery(seed))
        case "units" if "crowd" in rest:
            yield from _crowds(int(rest[-1]))
        case "units" if "march" in rest:
            yield from _marches(int(rest[-1]))
        case "units" if name in arranging.CAMPS:
            yield from _camps(name)
        case "measure" | "places" | "threats":
            yield from _crowded(name)


SEEDS = {
    "measure among woods": (11, 8, 2, 0, 5),
    "measure among walls": (12, 0, 1, 5, 5),
    "measure among woods and walls": (13, 5, 1, 4, 5),
    "places among woods": (21, 7, 2, 0, 8),
    "places among walls": (22, 0, 2, 4, 8),
    "places among woods and walls": (23, 5, 1, 3, 8),
    "places in the open": (24, 0, 0, 0, 8),
    "places in a crowd": (25, 1, 4, 0, 8),
    "threats among woods": (1, 7, 1, 0, 5),
    "threats among woods at contact": (2, 7, 1, 0, 5),
    "threats among walls": (3, 0, 1, 4, 5),
    "threats among woods and walls": (4, 5, 1, 3, 5),
    "threats in the open": (5, 0, 1, 0, 5),
}
STRIKES = {"threats among woods at contact": 0, "threats among walls": 3, "threats among woods and walls": 3}


def world_of(measure: Ruler) -> World:
    """Return the plain numbers of a table."""
    table = measure.battlefield
    pieces = tuple(tuple(Polygon.of(a.outline, a.holes) for a in piece.area) for piece in table.pieces)
    walls = tuple(Wall(b.line, b.width, b.impassable) for b in table.barricades)
    return World(table.width, table.height, tuple(each for each in pieces if each), walls)


def _crowded(name: str) -> Iterator[str]:
    if name not in SEEDS:
        return
    measure, discs = crowded(*SEEDS[name])
    world = world_of(measure)
    if name.startswith("measure"):
        for a, b in combinations(discs, 2):
            found = measure_discs(Circle(*a[:3]), Circle(*b[:3]), world.areas, world.impassable())
            if measure.range(a, b) not in found.ranges(1e-6):
                yield f"{a.name} to {b.name}: {measure.range(a, b)}, but {found}"
        yield from _reach(measure, world, discs[0], 4)
        yield from _reach(measure, world, discs[1], 2)
    elif name.startswith("places"):
        yield from _places(measure, world, discs)
    else:
        yield from _strikes(measure, discs, STRIKES.get(name, 2))


def _reach(measure: Ruler, world: World, origin: Disc, n: int) -> Iterator[str]:
    reach = Reach(measure, origin, n)
    far = reach.span + reach.limit + 0.4
    spots = [s for row in grid(origin.x - far, origin.y - far, origin.x + far, origin.y + far, 16) for s in row]
    verdicts = points_within(world, Circle(*origin[:3]), n, np.array(spots))
    for spot, verdict in zip(spots, verdicts, strict=True):
        drawn = bool(shapely.intersects_xy(reach.points, *spot))
        if verdict is not Verdict.CLOSE and drawn is not (verdict is Verdict.YES):
            near = reach.points.boundary.distance(shapely.Point(spot))
            if near > 0.006:
                yield f"{spot} within {n} of {origin.name}: drawn {drawn}, but {verdict}"
    condition = WithinRange(measure, origin, n, 0.5)
    for spot in spots[::5]:
        verdict = wholly_within(world, Circle(*origin[:3]), n, Circle(*spot, 0.5))
        if verdict is not Verdict.CLOSE and condition.allows(*spot) is not (verdict is Verdict.YES):
            yield f"a base at {spot} within {n} of {origin.name}: {condition.allows(*spot)}, but {verdict}"


def _places(measure: Ruler, world: World, discs: Sequence[Disc]) -> Iterator[str]:
    region, (x, y) = move_region(measure, [*discs], 0, 4), discs[0][:2]
    barricades = [b.polygon for b in measure.battlefield.barricades]
    for row in grid(x - 6.0, y - 6.0, x + 6.0, y + 6.0, 13):
        for spot in row:
            gaps = [spot[0] - 0.5, spot[1] - 0.5, world.width - 0.5 - spot[0], world.height - 0.5 - spot[1]]
            gaps += [math.dist(spot, other[:2]) - 1.0 for other in discs[1:]]
            gaps += [shapely.distance(each, shapely.Point(spot)) - 0.5 for each in barricades]
            if abs(min(gaps)) < 1e-5:
                continue
            ranged = wholly_within(world, Circle(*discs[0][:3]), 4, Circle(*spot, 0.5)) if min(gaps) > 0 else Verdict.NO
            if ranged is not Verdict.CLOSE and is_legal(region, spot) is not (ranged is Verdict.YES):
                yield f"a place at {spot}: {is_legal(region, spot)}, but {ranged}"


def _strikes(measure: Ruler, discs: list[Disc], n: int) -> Iterator[str]:
    move, (x, y) = move_region(measure, discs, 0, 3), discs[0][:2]
    region = Struck.of(between_levels(measure, discs[0], None), discs[0], move.geometry, n, 0.2).region
    rows = grid(max(x - 9.0, 0.2), max(y - 9.0, 0.2), min(x + 9.0, 21.8), min(y + 9.0, 15.8), 14)
    spots = np.array([spot for row in rows for spot in row])
    truth = struck_by_any(measure, discs[0], dense_ends(move, 0.08), spots, n)
    for spot, is_struck in zip(spots.tolist(), truth.tolist(), strict=True):
        drawn = bool(shapely.intersects_xy(region, *spot))
        if drawn is not is_struck and region.boundary.distance(shapely.Point(spot)) > 0.2:
            yield f"struck at {spot}: drawn {drawn}, but {is_struck}"


def _paths(name: str) -> Iterator[str]:
    for start, policies, spots in walking.regions_of(name):
        region, walks = PathRegion(start, *policies), all(_can_be_walked(policy) for policy in policies)
        for spot in spots:
            found = best_receipt(region, spot)
            if found is None or not walks:
                continue
            costs = [walked(found.path, policy) for policy in policies if check(found.path, policy).is_legal]
            over, cost = min(costs, default=(math.inf, math.inf))
            if over > 2e-6 or (not found.once and abs(cost - found.cost) > 0.02):
                yield f"the way to {spot} costs {found.cost}, walked {cost}, {over} deep in something"
        near, geometry = shapely.boundary(region.geometry), region.geometry
        if shapely.area(geometry) > 0.0 and not any(_is_drawn_in_part(policy) for policy in policies):
            for spot in spots:
                drawn = bool(shapely.intersects_xy(geometry, *spot))
                tight = name.startswith("ways through a gap of 1.0") and spot == (5.1, 5.0)
                if drawn is not is_legal(region, spot) and not tight and near.distance(shapely.Point(spot)) > 0.03:
                    yield f"{spot} is drawn {drawn}, but reached {is_legal(region, spot)}"
        yield from _bracket(region, start, spots)


def _can_be_walked(policy: PathPolicy) -> bool:
    """Return whether small steps along a way know all that grounds do: they know rims, not centres."""
    return all(g.part == "base" for g in policy.grounds) and not any(stage.ignores for stage in policy.stages)


def _is_drawn_in_part(policy: PathPolicy) -> bool:
    """Return whether more is reached than is drawn: by bends inward."""
    return policy.stages[0].go == "not farther"


def _bracket(region: PathRegion, start: Spot, spots: Sequence[Spot]) -> Iterator[str]:
    """Hold ways that go as they like to a dense choice of legal ways and to a grid no way can beat."""
    (policy, *others) = region.policies
    plain = all(not (g.once or g.enter or g.leave or g.stops) and g.part == "base" for g in policy.grounds)
    if others or not plain or policy.ends or policy.stages[0].go != "free" or policy.stages[0].ignores:
        return
    above, below = FromAbove(policy, start), FromBelow(policy, start)
    for spot in spots:
        known, offered = above.cost(spot), best_receipt(region, spot)
        if offered is None and known <= policy.budget - 0.03:
            yield f"{spot} is not reached, but there is a way of {known}"
        if offered is not None and below.cost(spot) > offered.cost + 1e-6:
            yield f"{spot} is reached for {offered.cost}, but no way costs less than {below.cost(spot)}"


def _sights(view: Scenery) -> Iterator[str]:
    bases = [view.observer, view.target, *view.bases[:3]]
    for observer in bases:
        for target in bases:
            if observer is not target:
                others = [each for each in (*bases, *view.bases[3:]) if each not in (observer, target)]
                pair = view._replace(bases=others, observer=observer, target=target)
                if clear_lines(pair) and not pair.sight.sees(observer, target):
                    yield f"{observer.name} does not see {target.name}, but a line is clear"
                line = pair.sight.line(observer, target)
                stopped = line is not None and any(
                    shapely.buffer(each.geometry, -1e-5).intersects(shapely.LineString(line)) for each in view.solids
                )
                if stopped:
                    yield f"{observer.name} sees {target.name} through something"


def _crowds(seed: int) -> Iterator[str]:
    case = crowd(seed)
    found = complete(case.policy(), case.wanted)
    if found is not None and not is_arranged(case, found, 1e-4):
        yield "the arrangement is not legal"


def _marches(seed: int) -> Iterator[str]:
    case = march(seed)
    unit = case.unit()
    wanted = dict(zip(case.names, case.start, strict=True))
    found = unit.nearest(wanted)
    if found is not None and (wrong := fault(case, found)):
        yield wrong


def _camps(name: str) -> Iterator[str]:
    count, wide, high, others = arranging.CAMPS[name]
    unit: SetUp = arranging.camp(count, wide, high, others)
    found = unit.nearest({member.id: member.disc[:2] for member in unit.members})  # type: ignore[misc]
    if found is not None and not is_set_up([step.at for step in found], wide, high, others):
        yield "the unit is not set up well"

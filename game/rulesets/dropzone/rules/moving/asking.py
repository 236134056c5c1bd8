"""What a move may pass, how far it leads, and where a squad's units go (D-ACT-5, D-MOVE, D-DEP-5, D-TRANS-12)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations, pairwise, product
from random import Random
from typing import Any, Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Arrange, Option
from game.engine.core.flow import Asking
from game.engine.core.turning import Turning
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import total
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.space import link
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.zones import Line
from game.table.facing import facing_towards
from game.table.lattice import LATTICE_STEP, Position, distance, position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import Arrangement, ends_of, present_spots
from game.table.path.entering import EntryRegion
from game.table.path.policy import Ground, PathPolicy, beyond
from game.table.path.region import PathRegion
from game.table.placing.clearances import ClearOf, CloserTo, OnTable
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, NearShape
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.wording import N_

TOUGH: Final = 2.0
"""Inches of movement for each inch in Tough scenery (D-MOVE-4)."""
ROAD: Final = 2.0
"""Inches that a move on Exceptional ground alone is longer (D-MOVE-5)."""
FLIES_OVER: Final = 8.0
"""The height in inches up to which Aircraft fly over pieces (D-AIR-2)."""
HOVERS_OVER: Final = 2.0
"""The height in inches of Impassable pieces that Skimmers cross and stop on (D-TYPE-3)."""

BENEATH: Final = 1.25
"""The height in inches up to which units pass beneath a Behemoth (D-BEH-7)."""


def budget(game: Game, unit: Unit) -> float:
    """Return the inches that a unit may still go: less after M&F fire or an open ramp (D-SHOOT-6, D-MOVE-6, R-25)."""
    sheet = game.sheet(unit)
    fired = [each.silent_beyond for each in sheet.weapons if each.name in unit.fired and each.silent_beyond is not None]
    tied = [unit.tied] if unit.tied else []
    return min([movement(game, unit), *fired, *tied])


def is_rooted(game: Game, unit: Unit) -> bool:
    """Return whether a unit fired a weapon with M&F 0″: then it neither pivots nor shifts (D-SHOOT-6, D-SHOOT-7)."""
    return any(each.silent_beyond == 0.0 and each.name in unit.fired for each in game.sheet(unit).weapons)


def bars(sheet: UnitDocument, feature: Feature) -> bool:
    """Return whether a unit cannot stand on a piece; Skimmers can if it is low (D-SCEN-2, D-TYPE-3)."""
    return feature.has("impassable") and not (sheet.type == "Skimmer" and feature.height <= HOVERS_OVER)


def movement(game: Game, unit: Unit) -> float:
    """Return the MV of a unit in inches, with the effects of cards (D-MOVE-1, D-CORE-10)."""
    printed = game.sheet(unit).move[1]
    halved = math.ceil(printed / 2) if total(game, "pinned", unit.squad) else printed
    return halved + total(game, "move", unit.squad)


def policies(game: Game, unit: Unit, inches: float) -> tuple[PathPolicy, ...]:
    """Return the ways to move some inches (D-MOVE-1, D-MOVE-5, D-MOVE-7, D-SCEN-3, D-TYPE-2, D-TYPE-4)."""
    sheet, bounds = game.sheet(unit), game.ruler.battlefield.bounds
    reach = inches + game.ruler.policy.tolerance
    if sheet.is_aircraft:
        return (PathPolicy(sheet.radius, reach, bounds, tuple(_in_the_air(game, unit)), rule="D-AIR-2"),)
    grounds = (*_scenery(game, unit, sheet), *_units(game, unit, sheet))
    plain = PathPolicy(sheet.radius, reach, bounds, grounds, rule="D-MOVE-1")
    roads = [each for each in game.features if each.has("exceptional")]
    astray = unit.on_table and not any(each.is_under(unit.x, unit.y) for each in roads)
    if sheet.type not in ("Tank", "Walker") or not roads or not inches or astray:
        return (plain,)
    aside = beyond(shapely.union_all([each.shape for each in roads]), bounds)  # type: ignore[arg-type]
    kept = tuple(Ground(N_("off the road"), each, "D-MOVE-5", solid=True, part="centre") for each in aside)
    return plain, plain.but(budget=reach + ROAD, grounds=(*grounds, *kept), rule="D-MOVE-5")


def level_with(game: Game, other: Unit, apart: float) -> BaseGeometry | None:
    """Return where an Aircraft closer than `apart` inches to another one is at the same height (D-GEO-4, D-GEO-16).

    None where that is everywhere: no scenery that is near changes the height.
    """
    near = [each for each in game.features if each.height and each.is_within(other.x, other.y, apart)]
    if not near:
        return None
    height = max((each.height for each in near if each.is_under(other.x, other.y)), default=0.0)
    around: BaseGeometry = shapely.Point(other.x, other.y).buffer(apart, quad_segs=64)
    if height:
        around = around.intersection(shapely.union_all([each.shape for each in near if each.height == height]))
    return around.difference(shapely.union_all([each.shape for each in near if each.height > height]))


def without_holes(area: BaseGeometry) -> Iterator[shapely.Polygon]:
    """Yield an area cut into polygons without holes."""
    for part in polygons_of(area):
        if not part.interiors:
            yield part
            continue
        _west, low, _east, high = part.interiors[0].bounds
        west, south, east, north, middle = *part.bounds, (low + high) / 2
        for half in (shapely.box(west, south, east, middle), shapely.box(west, middle, east, north)):
            yield from without_holes(part.intersection(half))


def _in_the_air(game: Game, unit: Unit) -> Iterator[Ground]:
    """Yield what stops an Aircraft: pieces that are too high, and others at its height where it stops (D-AIR-2)."""
    radius = game.sheet(unit).radius
    for feature in game.features:
        if feature.height > FLIES_OVER:
            yield from _parts(feature, "D-AIR-2", solid=True)
    for other in game.on_table():
        if not other.airborne or other.squad == unit.squad:
            continue
        disc = game.disc(other)
        level = level_with(game, other, disc.radius + radius)
        if level is None:
            yield Ground(other.name, disc, "D-GEO-16", rest=False)
            continue
        for part in without_holes(level):
            yield Ground(other.name, part, "D-GEO-16", part="centre", margin=LATTICE_STEP, rest=False)


def _scenery(game: Game, unit: Unit, sheet: UnitDocument) -> Iterator[Ground]:
    """Yield the scenery that stops a ground unit, or costs it more (D-SCEN-1 to 4, D-TYPE-3 to 6)."""
    walks = sheet.type == "Walker"
    slowed = not walks and sheet.type != "Skimmer" and not sheet.is_behemoth and not total(game, "rough", unit.squad)
    for feature in game.features:
        if bars(sheet, feature):
            stepped_over = sheet.is_behemoth or (walks and feature.height <= sheet.height / 2)
            yield from _parts(feature, "D-SCEN-2", solid=not stepped_over, rest=False)
        elif feature.has("tough") and slowed:
            yield from _parts(feature, "D-MOVE-4", factor=TOUGH, part="centre")


def _units(game: Game, unit: Unit, sheet: UnitDocument) -> Iterator[Ground]:
    """Yield the other units on the ground; a Walker steps over low ones, a Behemoth on them (D-MOVE-3, D-BEH-5).

    Low units pass beneath a Behemoth (D-BEH-7).
    """
    for other in game.on_table():
        if other.squad == unit.squad or other.airborne:
            continue
        low = game.sheet(other).height <= sheet.height / 2
        if sheet.is_behemoth and low:
            continue
        passes = game.sheet(other).is_behemoth and sheet.height <= BENEATH
        over = passes or (sheet.type == "Walker" and low)
        yield Ground(other.name, game.disc(other), "D-MOVE-3", solid=not over, rest=False)


def _parts(feature: Feature, rule: str, **what: object) -> Iterator[Ground]:
    several = len(feature.polygons) > 1
    for number, polygon in enumerate(polygons_of(feature.shape)):
        yield Ground(f"{feature.name}/{number}" if several else feature.name, polygon, rule, **what)  # type: ignore[arg-type]


Answer = str | list[dict[str, Any]]
Paths = dict[str, list[tuple[float, float]]]
"""The corners of the paths of units, by their ids, in inches."""
REACH: Final = 2.0
"""Inches between a unit and a Transport within which it boards, and is set down (D-TRANS-8, D-TRANS-12)."""
SPARE: Final = 0.3
"""Inches between the tokens of a squad that is offered a row of spots."""
OUT: Final = 2
"""Inches from the outline of a Garrison within which units get out of it (D-GARR-6)."""


def turning(game: Game, unit: Unit, ends: object = None) -> Turning:
    """Return how a moving unit may face: freely, along its move if nobody chooses (D-MOVE-2, D-SHOOT-7).

    A unit that enters moves from the table's edge: `ends` are where it may end.
    """
    now, here = unit.facing, (unit.x, unit.y)
    if is_rooted(game, unit):
        return Turning.kept(now, "D-SHOOT-7")

    def along(to_x: float, to_y: float) -> int:
        x, y = ends.start((to_x, to_y)) if isinstance(ends, EntryRegion) else here
        return now if (to_x, to_y) == (x, y) else facing_towards(to_x - x, to_y - y)

    return Turning("asked", along, 18_000, "D-MOVE-2")


def squad_move(game: Game, units: Sequence[Unit]) -> UnitMove:
    """Return where the units of a squad may move; breaking coherency is legal (D-MOVE-1, D-COH-3, D-TRANS-16)."""
    members = []
    for unit in units:
        most = max(0.0, budget(game, unit) - unit.moved)  # it may have flown a part of its move before it landed
        members.append(Member(unit.id, game.disc(unit), PathRegion((unit.x, unit.y), *policies(game, unit, most))))
    starts = {unit.id: position(unit.x, unit.y) for unit in units}
    return UnitMove(_layout(game, units, members), starts, "D-MOVE-1", own_models_block=False)


def _layout(game: Game, units: Sequence[Unit], members: Sequence[Member]) -> LayoutPolicy:
    """Return the rule that units of a squad do not overlap; Aircraft in the air may at different heights (D-GEO-16)."""
    flying = any(each.airborne for each in units)
    return LayoutPolicy(tuple(members), rule="D-GEO-16", height=game.hover if flying else None)


def entry(game: Game, unit: Unit, line: Line) -> EntryRegion:
    """Return where a unit that enters from an edge may end: its centre starts on the edge line (D-DEP-5)."""
    field, radius = game.ruler.battlefield, game.sheet(unit).radius
    wide, high = field.width, field.height
    outside = shapely.box(-radius, -radius, wide + radius, high + radius).difference(shapely.box(0.0, 0.0, wide, high))
    frame = [Ground(N_("the edge of the table"), part, "D-GEO-16", rest=False) for part in without_holes(outside)]
    grown = -radius, -radius, wide + radius, high + radius
    found = [
        each.but(bounds=grown, grounds=(*each.grounds, *frame)) for each in policies(game, unit, budget(game, unit))
    ]
    return EntryRegion(*line, *found)


def squad_entry(game: Game, units: Sequence[Unit], line: Line) -> SetUp:
    """Return where the units of a squad that enter together from a stretch of table edge may end (D-DEP-5)."""
    regions = {unit.id: entry(game, unit, line) for unit in units}
    offered = lru_cache(maxsize=1)(partial(_offered, game, units, regions, line))  # many a squad enters elsewhere
    members = [
        Member(unit.id, _token(game, unit), regions[unit.id], lambda name=unit.id: offered()[name])  # type: ignore[misc]
        for unit in units
    ]
    return SetUp(_layout(game, units, members))


def _token(game: Game, unit: Unit) -> Disc:
    return Disc(0.0, 0.0, game.sheet(unit).radius, unit.name)


STRIDES: Final = 0.5, 0.25, 0.1, 0.9
"""The shares of its move at which a squad that enters is offered room, best first: at half of it a ramp still opens."""


def _offered(
    game: Game, units: Sequence[Unit], regions: Mapping[str, EntryRegion], line: Line
) -> Mapping[str, Position]:
    """Return spots for units that enter: in a row near the middle of the line, coherent, with ground to land on."""
    members = [Member(unit.id, _token(game, unit), regions[unit.id]) for unit in units]
    inches = link(game.sheet(units[0])) - 2 * game.sheet(units[0]).radius
    coherency = Coherency(inches, 1, "D-COH-1", game.ruler.policy.tolerance) if len(units) > 1 else None
    close = SetUp(replace(_layout(game, units, members), coherency=coherency))
    sheet, own = game.sheet(units[0]), [unit.id for unit in units]
    ground = room_for(game, sheet, own, flying=False) if sheet.carries and units[0].airborne else []
    for row in _rows(game, units, line):
        lands = all(each.allows(*spot) for spot in row for each in ground)
        if lands and close.verdict(spots := dict(zip(own, row, strict=True))) == "yes":
            return spots
    steps = close.find()
    if steps is not None:
        return ends_of(steps)
    return {unit.id: regions[unit.id].sample(Random(at)) or Position(0.0, 0.0) for at, unit in enumerate(units)}


def _rows(game: Game, units: Sequence[Unit], line: Line) -> Iterator[list[Position]]:
    """Yield rows of spots along a stretch of table edge, from its middle on, at several distances from it."""
    field, sheet = game.ruler.battlefield, game.sheet(units[0])
    (west, south), (east, north) = line
    inches = math.dist(*line)
    across, middle = ((east - west) / inches, (north - south) / inches), ((west + east) / 2, (south + north) / 2)
    ahead = -across[1], across[0]
    if ahead[0] * (field.width / 2 - middle[0]) + ahead[1] * (field.height / 2 - middle[1]) < 0.0:
        ahead = -ahead[0], -ahead[1]
    apart = min(2 * sheet.radius + SPARE, link(sheet))
    most = max(0.0, min(budget(game, unit) for unit in units))
    asides = sorted(range(-math.floor(inches / 2), math.floor(inches / 2) + 1, 2), key=abs)
    for share, aside in product(STRIDES, asides):
        deep = max(share * most, sheet.radius)
        along = [aside + (at - (len(units) - 1) / 2) * apart for at in range(len(units))]
        yield [
            position(middle[0] + each * across[0] + deep * ahead[0], middle[1] + each * across[1] + deep * ahead[1])
            for each in along
        ]


def beside(game: Game, units: Sequence[Unit], transports: Mapping[str, Unit], rule: str) -> SetUp:
    """Return where units may be set down together, coherent, each near its own Transport (D-TRANS-3, D-TRANS-12)."""
    most, first = REACH + game.ruler.policy.tolerance, transports[units[0].id]

    def near(unit: Unit) -> Condition:
        return CloserTo(game.brim(transports[unit.id]), most, game.brim(unit).radius, rule)

    return _together(game, units, (first.x, first.y), near, rule)


def has_room(where: SetUp, likely: Iterable[Arrangement] = ()) -> bool:
    """Return whether units can be set down: at likely spots, anywhere, or where they are wanted."""
    if any(where.verdict(spots) == "yes" for spots in likely) or where.find() is not None:
        return True
    return where.verdict(present_spots(where.members)) == "yes"


def way_out(game: Game, units: Sequence[Unit], shape: BaseGeometry, rule: str, *, forced: bool = False) -> SetUp | None:
    """Return where units may get out of a piece together, coherent: within 2″ of its outline (D-GARR-6, D-SCEN-16).

    If they are forced to, it is as near as there is room (R-42). None if there is none.
    """
    field = game.ruler.battlefield
    most = math.ceil(field.width + field.height) if forced else OUT
    reaches = (inches + game.ruler.policy.tolerance for inches in range(OUT, most + 1))
    found = (_near(game, units, shape, shape.centroid, reach, N_("the Garrison"), rule) for reach in reaches)
    return next((each for each in found if each.find() is not None), None)


def within(game: Game, units: Sequence[Unit], shape: BaseGeometry, rule: str) -> SetUp:
    """Return where units may be deployed together, coherent, with their centres in a zone (D-DEP-4)."""
    return _near(game, units, shape, shape.representative_point(), 0.0, N_("the deployment zone"), rule)


def _near(
    game: Game, units: Sequence[Unit], shape: BaseGeometry, middle: shapely.Point, inches: float, name: str, rule: str
) -> SetUp:
    """Return where units may be set down together, coherent, with their centres within some inches of a shape."""

    def near(unit: Unit) -> Condition:
        radius = game.sheet(unit).radius
        return NearShape(shape, inches - radius, radius, name, rule)

    return _together(game, units, (middle.x, middle.y), near, rule)


def _together(
    game: Game, units: Sequence[Unit], around: tuple[float, float], near: Callable[[Unit], Condition], rule: str
) -> SetUp:
    """Return where units may be set down, coherent, where a condition for each of them holds (D-COH-4)."""
    (x, y), members = around, []
    conditions = room_for(game, game.sheet(units[0]), [each.id for each in units], flying=units[0].airborne)
    for number, unit in enumerate(units):
        radius = game.sheet(unit).radius
        turn = math.tau * number / max(1, len(units))
        disc = Disc(x + 1.5 * math.cos(turn), y + 1.5 * math.sin(turn), radius, unit.name)
        members.append(Member(unit.id, disc, Region(radius, [*conditions, near(unit)])))
    sheet = game.sheet(units[0])
    inches = link(sheet) - 2 * sheet.radius
    coherency = Coherency(inches, 1, "D-COH-4", game.ruler.policy.tolerance) if len(units) > 1 else None
    return SetUp(replace(_layout(game, units, members), coherency=coherency, rule=rule))


def room_for(game: Game, sheet: UnitDocument, own: Sequence[str], *, flying: bool) -> list[Condition]:
    """Return what a unit that is set down must obey: on the table, on no unit but its `own`, off solid ground (R-6)."""
    radius, others, level = sheet.radius, list[Disc](), list[Condition]()
    for each in game.on_table():
        if each.id in own or each.airborne != flying:
            continue
        disc = game.disc(each)
        area = level_with(game, each, disc.radius + radius) if flying else None
        if area is None:
            others.append(disc)
        else:
            level.append(ClearOfShape(area, LATTICE_STEP, disc.name, N_("overlaps a unit"), "D-GEO-16"))
    bars_it = [each for each in game.features if (each.height > FLIES_OVER if flying else bars(sheet, each))]
    return [
        OnTable(game.ruler.battlefield, radius, "D-GEO-16"),
        ClearOf(others, radius, N_("overlaps a unit"), "D-GEO-16"),
        *level,
        *(off(each, radius) for each in bars_it),
    ]


def are_apart(units: Sequence[Unit], radius: float) -> bool:
    """Return whether tokens of a radius do not overlap where some units are (D-GEO-16)."""
    return all(math.dist((one.x, one.y), (two.x, two.y)) >= 2 * radius for one, two in combinations(units, 2))


def off(feature: Feature, radius: float) -> Condition:
    """Return the condition that a token is not on a piece (D-SCEN-2)."""
    return ClearOfShape(feature.shape, radius, feature.name, N_("on impassable scenery"), "D-SCEN-2")


def ask(
    game: Game, squad: Squad, where: UnitMove | SetUp, prompt: str, rule: str, shortcuts: Sequence[Option] = ()
) -> Asking[Paths]:
    """Ask where units go and put them there; return their paths, none if a shortcut was taken instead."""
    answer: Answer = yield Arrange(
        player=squad.owner,
        prompt=prompt,
        rule=rule,
        about=squad.id,
        arrangements=where,
        turnings={member.id: turning(game, game.state.units[member.id], member.ends) for member in where.members},
        shortcuts=tuple(shortcuts),
    )
    return {} if isinstance(answer, str) else carry_out(game, squad, where, answer, rule)


def carry_out(game: Game, squad: Squad, where: UnitMove | SetUp, answer: list[dict[str, Any]], rule: str) -> Paths:
    """Put units where an answer says, along the paths that it gives; return these (R-19)."""
    ends = {member.id: member.ends for member in where.members}
    paths: Paths = {}
    facings = {}
    for step in answer:
        unit = game.state.units[step["id"]]
        at = float(step["at"][0]), float(step["at"][1])
        region = ends[unit.id]
        if isinstance(region, EntryRegion):
            unit.x, unit.y = region.start(at)
        via = [(float(x), float(y)) for x, y in step.get("via", ())]
        path = [(unit.x, unit.y), *via, at] if not isinstance(region, Region) else [at]
        facing = step.get("facing", turning(game, unit).middle(*at) if len(path) > 1 else unit.facing)
        inches = math.fsum(distance(one, other) for one, other in pairwise(path))
        moves = inches > 0.0 or facing != unit.facing
        unit.turned = unit.turned or moves
        unit.moved += inches
        unit.x, unit.y, unit.facing = *at, facing
        unit.place, unit.carrier, unit.slot = "table", "", ""
        unit.scanned = unit.scanned and not moves and isinstance(region, PathRegion)
        paths[unit.id], facings[unit.id] = path, facing
    game.emit(events.Moved(squad=squad.id, paths=paths, facings=facings, rule=rule))
    return paths

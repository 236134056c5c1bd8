"""The ground and inches of moves, and the question for the spots of a squad (D-ACT-5, D-MOVE, D-DEP-5, D-TRANS-12)."""

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
from game.rulesets.dropzone.rules.scenery import room
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
from game.wording import N_, _

TOUGH: Final = 2.0
"""Inches of movement for each inch in Tough scenery (D-MOVE-4)."""
ROAD: Final = 2.0
"""Inches added to a move that stays on Exceptional ground (D-MOVE-5)."""
FLIES_OVER: Final = 8.0
"""The height in inches up to which Aircraft fly over pieces (D-AIR-2)."""
HOVERS_OVER: Final = 2.0
"""The height in inches of Impassable pieces that Skimmers cross and stop on (D-TYPE-3)."""

BENEATH: Final = 1.25
"""The height in inches up to which units pass beneath a Behemoth (D-BEH-7)."""


def budget(game: Game, unit: Unit) -> float:
    """Return the inches that a unit may move now; fewer after M&F fire or an open ramp (D-SHOOT-6, D-MOVE-6, R-25)."""
    sheet = game.sheet(unit)
    fire_limits = [
        weapon.silent_beyond
        for weapon in sheet.weapons
        if weapon.name in unit.fired and weapon.silent_beyond is not None
    ]
    ramp_limits = [unit.tied] if unit.tied else []
    return min([movement(game, unit), *fire_limits, *ramp_limits])


def is_rooted(game: Game, unit: Unit) -> bool:
    """Return whether a unit fired a weapon with M&F 0″, so that it neither pivots nor shifts (D-SHOOT-6, D-SHOOT-7)."""
    return any(weapon.silent_beyond == 0.0 and weapon.name in unit.fired for weapon in game.sheet(unit).weapons)


def bars(sheet: UnitDocument, feature: Feature) -> bool:
    """Return whether a piece is Impassable for a unit: not if it is low and the unit a Skimmer (D-SCEN-2, D-TYPE-3)."""
    return feature.has("impassable") and not (sheet.type == "Skimmer" and feature.height <= HOVERS_OVER)


def movement(game: Game, unit: Unit) -> float:
    """Return the MV of a unit in inches, with the effects of cards (D-MOVE-1, D-CORE-10)."""
    printed = game.sheet(unit).move[1]
    halved = math.ceil(printed / 2) if total(game, "pinned", unit.squad) else printed
    return halved + total(game, "move", unit.squad)


def policies(game: Game, unit: Unit, inches: float) -> tuple[PathPolicy, ...]:
    """Return the path policies of a unit's move: on any ground and, if it begins on a road, by road only.

    See D-MOVE-1, D-MOVE-5, D-MOVE-7, D-SCEN-3, D-TYPE-2 and D-TYPE-4.
    """
    sheet, bounds = game.sheet(unit), game.battlefield.bounds
    reach = inches + game.slack
    if sheet.is_aircraft:
        return (PathPolicy(sheet.radius, reach, bounds, tuple(_air_obstacles(game, unit)), rule="D-AIR-2"),)
    grounds = (*_scenery_in_the_way(game, unit, sheet), *_units_in_the_way(game, unit, sheet))
    on_any_ground = PathPolicy(sheet.radius, reach, bounds, grounds, rule="D-MOVE-1")
    roads = [feature for feature in game.features if feature.has("exceptional")]
    off_road = unit.on_table and not any(road.is_under(*unit.spot) for road in roads)
    if sheet.type not in ("Tank", "Walker") or not roads or not inches or off_road:
        return (on_any_ground,)
    areas = beyond(shapely.union_all([road.shape for road in roads]), bounds)  # type: ignore[arg-type]
    barred = tuple(Ground(N_("off the road"), area, "D-MOVE-5", solid=True, part="centre") for area in areas)
    return on_any_ground, on_any_ground.but(budget=reach + ROAD, grounds=(*grounds, *barred), rule="D-MOVE-5")


def level_with(game: Game, other: Unit, apart: float) -> BaseGeometry | None:
    """Return the area within `apart` inches of an Aircraft where another one would fly at the same height (D-GEO-16).

    None: no scenery near it changes the height, so it is the whole circle (D-GEO-4).
    """
    scenery_near = [piece for piece in game.features if piece.height and piece.is_within(other.x, other.y, apart)]
    if not scenery_near:
        return None
    height = max((piece.height for piece in scenery_near if piece.is_under(*other.spot)), default=0.0)
    area: BaseGeometry = shapely.Point(*other.spot).buffer(apart, quad_segs=64)
    if height:
        area = area.intersection(shapely.union_all([piece.shape for piece in scenery_near if piece.height == height]))
    return area.difference(shapely.union_all([piece.shape for piece in scenery_near if piece.height > height]))


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


def _air_obstacles(game: Game, unit: Unit) -> Iterator[Ground]:
    """Yield what stops an Aircraft: pieces that are too high, and other Aircraft at its height (D-AIR-2)."""
    radius = game.sheet(unit).radius
    for feature in game.features:
        if feature.height > FLIES_OVER:
            yield from _ground_parts(feature, "D-AIR-2", solid=True)
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


def _scenery_in_the_way(game: Game, unit: Unit, sheet: UnitDocument) -> Iterator[Ground]:
    """Yield the scenery that stops a ground unit or makes its move cost more (D-SCEN-1 to 4, D-TYPE-3 to 6)."""
    is_walker = sheet.type == "Walker"
    slowed = (
        not is_walker and sheet.type != "Skimmer" and not sheet.is_behemoth and not total(game, "rough", unit.squad)
    )
    for feature in game.features:
        if bars(sheet, feature):
            stepped_over = sheet.is_behemoth or (is_walker and feature.height <= sheet.height / 2)
            yield from _ground_parts(feature, "D-SCEN-2", solid=not stepped_over, rest=False)
        elif feature.has("tough") and slowed:
            yield from _ground_parts(feature, "D-MOVE-4", factor=TOUGH, part="centre")


def _units_in_the_way(game: Game, unit: Unit, sheet: UnitDocument) -> Iterator[Ground]:
    """Yield the other units that stop a ground unit. A Walker steps over low ones (D-MOVE-3, D-BEH-5).

    Low units pass beneath a Behemoth, which ignores them in turn (D-BEH-7).
    """
    for other in game.on_table():
        if other.squad == unit.squad or other.airborne:
            continue
        is_low = game.sheet(other).height <= sheet.height / 2
        if sheet.is_behemoth and is_low:
            continue
        passes_beneath = game.sheet(other).is_behemoth and sheet.height <= BENEATH
        may_cross = passes_beneath or (sheet.type == "Walker" and is_low)
        yield Ground(other.name, game.disc(other), "D-MOVE-3", solid=not may_cross, rest=False)


def _ground_parts(feature: Feature, rule: str, **effects: object) -> Iterator[Ground]:
    """Yield the polygons of a piece as ground with the given effects, numbered if there are several."""
    several = len(feature.polygons) > 1
    for number, polygon in enumerate(polygons_of(feature.shape)):
        yield Ground(f"{feature.name}/{number}" if several else feature.name, polygon, rule, **effects)  # type: ignore[arg-type]


Answer = str | list[dict[str, Any]]
Paths = dict[str, list[tuple[float, float]]]
"""The corners of the paths of units, by their ids, in inches."""
REACH: Final = 2.0
"""Inches from a Transport within which a unit boards it, or is set down (D-TRANS-8, D-TRANS-12)."""
SPARE: Final = 0.3
"""Inches between the tokens of a squad that is offered a row of spots."""
OUT: Final = 2
"""Inches from the outline of a Garrison within which units get out of it (D-GARR-6)."""


def turning(game: Game, unit: Unit, ends: object = None) -> Turning:
    """Return the facings open to a unit after its move; by default it faces along the move (D-MOVE-2, D-SHOOT-7).

    `ends` is the region in which the move may end. The move of a unit that enters begins at the table's edge.
    """
    if is_rooted(game, unit):
        return Turning.kept(unit.facing, "D-SHOOT-7")
    start, facing = unit.spot, unit.facing

    def along(to_x: float, to_y: float) -> int:
        x, y = ends.start((to_x, to_y)) if isinstance(ends, EntryRegion) else start
        return facing if (to_x, to_y) == (x, y) else facing_towards(to_x - x, to_y - y)

    return Turning("asked", along, 18_000, "D-MOVE-2")


def squad_move(game: Game, units: Sequence[Unit]) -> UnitMove:
    """Return the moves open to the units of a squad; breaking coherency is legal (D-MOVE-1, D-COH-3, D-TRANS-16)."""
    members = []
    for unit in units:
        most = max(0.0, budget(game, unit) - unit.moved)  # it may have flown a part of its move before it landed
        members.append(Member(unit.id, game.disc(unit), PathRegion(unit.spot, *policies(game, unit, most))))
    starts = {unit.id: position(*unit.spot) for unit in units}
    return UnitMove(_layout_policy(game, units, members), starts, "D-MOVE-1", own_models_block=False)


def _layout_policy(game: Game, units: Sequence[Unit], members: Sequence[Member]) -> LayoutPolicy:
    """Return the policy for the spots of a squad's units: no overlap, except at different heights (D-GEO-16)."""
    flying = any(unit.airborne for unit in units)
    return LayoutPolicy(tuple(members), rule="D-GEO-16", height=game.hover if flying else None)


def entry(game: Game, unit: Unit, line: Line) -> EntryRegion:
    """Return the region in which a unit that enters may end; its centre starts on the edge line (D-DEP-5)."""
    field, radius = game.battlefield, game.sheet(unit).radius
    width, height = field.width, field.height
    grown = -radius, -radius, width + radius, height + radius
    outside = shapely.box(*grown).difference(shapely.box(0.0, 0.0, width, height))
    frame = [Ground(N_("the edge of the table"), part, "D-GEO-16", rest=False) for part in without_holes(outside)]
    entering = [
        policy.but(bounds=grown, grounds=(*policy.grounds, *frame))
        for policy in policies(game, unit, budget(game, unit))
    ]
    return EntryRegion(*line, *entering)


def squad_entry(game: Game, units: Sequence[Unit], line: Line) -> SetUp:
    """Return the places of units of a squad that enter together from a line of table edge (D-DEP-5)."""
    by_budget = {budget(game, unit): unit for unit in units}  # units alike share a region, drawn only once
    shared = {inches: entry(game, unit, line) for inches, unit in by_budget.items()}
    regions = {unit.id: shared[budget(game, unit)] for unit in units}
    offered = lru_cache(maxsize=1)(
        partial(_offered_spots, game, units, regions, line)
    )  # only if asked for: it takes long
    members = [
        Member(unit.id, _token(game, unit), regions[unit.id], lambda name=unit.id: offered()[name])  # type: ignore[misc]
        for unit in units
    ]
    return SetUp(_layout_policy(game, units, members))


def _token(game: Game, unit: Unit) -> Disc:
    return Disc(0.0, 0.0, game.sheet(unit).radius, unit.name)


STRIDES: Final = 0.5, 0.25, 0.1, 0.9
"""The shares of its move at which a squad that enters is offered spots, best first: after half a ramp still opens."""


def _offered_spots(
    game: Game, units: Sequence[Unit], regions: Mapping[str, EntryRegion], line: Line
) -> Mapping[str, Position]:
    """Return a spot for each unit that enters: in a coherent row near the middle of the line, on ground to land on."""
    members = [Member(unit.id, _token(game, unit), regions[unit.id]) for unit in units]
    inches = link(game.sheet(units[0])) - 2 * game.sheet(units[0]).radius
    coherency = Coherency(inches, 1, "D-COH-1", game.slack) if len(units) > 1 else None
    coherent = SetUp(replace(_layout_policy(game, units, members), coherency=coherency))
    sheet, unit_ids = game.sheet(units[0]), [unit.id for unit in units]
    ground = room_for(game, sheet, unit_ids, flying=False) if sheet.carries and units[0].airborne else []
    for row in _entry_rows(game, units, line):
        has_ground = all(region.allows(*spot) for spot in row for region in ground)
        if has_ground and coherent.verdict(spots := dict(zip(unit_ids, row, strict=True))) == "yes":
            return spots
    steps = coherent.find()
    if steps is not None:
        return ends_of(steps)
    return {unit.id: regions[unit.id].sample(Random(number)) or Position(0.0, 0.0) for number, unit in enumerate(units)}


def _entry_rows(game: Game, units: Sequence[Unit], line: Line) -> Iterator[list[Position]]:
    """Yield rows of spots for units that enter: from the middle of a table edge outwards, at several depths."""
    field, sheet = game.battlefield, game.sheet(units[0])
    (west, south), (east, north) = line
    inches = math.dist(*line)
    unit_vector, middle = ((east - west) / inches, (north - south) / inches), ((west + east) / 2, (south + north) / 2)
    inward = -unit_vector[1], unit_vector[0]  # one inch into the table, or out of it
    if inward[0] * (field.width / 2 - middle[0]) + inward[1] * (field.height / 2 - middle[1]) < 0.0:
        inward = -inward[0], -inward[1]
    spacing = min(2 * sheet.radius + SPARE, link(sheet))
    longest = max(0.0, min(budget(game, unit) for unit in units))
    shifts = sorted(range(-math.floor(inches / 2), math.floor(inches / 2) + 1, 2), key=abs)
    for share, shift in product(STRIDES, shifts):
        depth = max(share * longest, sheet.radius)
        offsets = [shift + (number - (len(units) - 1) / 2) * spacing for number in range(len(units))]
        yield [
            position(
                middle[0] + offset * unit_vector[0] + depth * inward[0],
                middle[1] + offset * unit_vector[1] + depth * inward[1],
            )
            for offset in offsets
        ]


def beside(game: Game, units: Sequence[Unit], transports: Mapping[str, Unit], rule: str) -> SetUp:
    """Return the places of units that are set down, coherent, near their own Transports (D-TRANS-3, D-TRANS-12)."""
    most, first = REACH + game.slack, transports[units[0].id]

    def near(unit: Unit) -> Condition:
        return CloserTo(game.brim(transports[unit.id]), most, game.brim(unit).radius, rule)

    return _set_up_together(game, units, first.spot, near, rule, gets_out=True)


def has_room(where: SetUp, likely: Iterable[Arrangement] = ()) -> bool:
    """Return whether units can be set down: at likely spots, where a search finds room, or where they are now."""
    if any(where.verdict(spots) == "yes" for spots in likely) or where.find() is not None:
        return True
    return where.verdict(present_spots(where.members)) == "yes"


def way_out(game: Game, units: Sequence[Unit], shape: BaseGeometry, rule: str, *, forced: bool = False) -> SetUp | None:
    """Return the places of units that get out of a piece: coherent, within 2″ of its outline; None without room.

    If they are `forced` out, they may be farther away, as near as there is room (R-42; D-GARR-6, D-SCEN-16).
    """
    most = math.ceil(game.battlefield.width + game.battlefield.height) if forced else OUT
    reaches = (inches + game.slack for inches in range(OUT, most + 1))
    set_ups = (_set_up_near(game, units, shape, shape.centroid, reach, N_("the Garrison"), rule) for reach in reaches)
    return next((set_up for set_up in set_ups if set_up.find() is not None), None)


def within(game: Game, units: Sequence[Unit], shape: BaseGeometry, rule: str) -> SetUp:
    """Return the places of units that are deployed, coherent, with their centres in a zone (D-DEP-4)."""
    return _set_up_near(game, units, shape, shape.representative_point(), 0.0, N_("the deployment zone"), rule)


def _set_up_near(
    game: Game, units: Sequence[Unit], shape: BaseGeometry, middle: shapely.Point, inches: float, name: str, rule: str
) -> SetUp:
    """Return the places of units that are set down, coherent, with their centres within some inches of a shape."""

    def near(unit: Unit) -> Condition:
        radius = game.sheet(unit).radius
        return NearShape(shape, inches - radius, radius, name, rule)

    return _set_up_together(game, units, (middle.x, middle.y), near, rule)


def _set_up_together(
    game: Game,
    units: Sequence[Unit],
    around: tuple[float, float],
    near: Callable[[Unit], Condition],
    rule: str,
    *,
    gets_out: bool = False,
) -> SetUp:
    """Return the places of units that are set down, coherent, where each meets its condition `near` (D-COH-4).

    `gets_out`: where a Garrison is in the way, Infantry is told that it may enter it next.
    """
    (x, y), members = around, []
    enters = gets_out and game.sheet(units[0]).is_infantry
    houses = [house for house in game.features if enters and house.has("garrison") and room(game, house) >= len(units)]
    unit_ids = [unit.id for unit in units]
    conditions = room_for(game, game.sheet(units[0]), unit_ids, flying=units[0].airborne, houses=houses)
    for number, unit in enumerate(units):
        radius = game.sheet(unit).radius
        turn = math.tau * number / max(1, len(units))
        disc = Disc(x + 1.5 * math.cos(turn), y + 1.5 * math.sin(turn), radius, unit.name)
        members.append(Member(unit.id, disc, Region(radius, [*conditions, near(unit)])))
    sheet = game.sheet(units[0])
    inches = link(sheet) - 2 * sheet.radius
    coherency = Coherency(inches, 1, "D-COH-4", game.slack) if len(units) > 1 else None
    return SetUp(replace(_layout_policy(game, units, members), coherency=coherency, rule=rule))


def room_for(
    game: Game, sheet: UnitDocument, own: Sequence[str], *, flying: bool, houses: Sequence[Feature] = ()
) -> list[Condition]:
    """Return the conditions for setting a unit down: on the table, off solid ground, on no unit but its `own` (R-6).

    `houses` are Garrisons that it may enter afterwards; a refusal says so.
    """
    radius, others, clear_of_flyers = sheet.radius, list[Disc](), list[Condition]()
    for other in game.on_table():
        if other.id in own or other.airborne != flying:
            continue
        disc = game.disc(other)
        area = level_with(game, other, disc.radius + radius) if flying else None
        if area is None:
            others.append(disc)
        else:
            clear_of_flyers.append(ClearOfShape(area, LATTICE_STEP, disc.name, N_("overlaps a unit"), "D-GEO-16"))
    bars_it = [piece for piece in game.features if (piece.height > FLIES_OVER if flying else bars(sheet, piece))]
    return [
        OnTable(game.battlefield, radius, "D-GEO-16"),
        ClearOf(others, radius, N_("overlaps a unit"), "D-GEO-16"),
        *clear_of_flyers,
        *(off(piece, radius, _Doorstep if piece in houses else ClearOfShape) for piece in bars_it),
    ]


class _Doorstep(ClearOfShape):
    """The condition that a token is not on a Garrison, which its unit may enter as soon as it is out (D-GARR-3)."""

    def message(self, x: float, y: float, short: float) -> str:
        return _("gets out beside {piece} first; may enter it next", piece=self._name)


def are_apart(units: Sequence[Unit], radius: float) -> bool:
    """Return whether tokens of a radius at the spots of units do not overlap (D-GEO-16)."""
    return all(math.dist(one.spot, two.spot) >= 2 * radius for one, two in combinations(units, 2))


def off(feature: Feature, radius: float, condition: type[ClearOfShape] = ClearOfShape) -> Condition:
    """Return the condition that a token is not on a piece (D-SCEN-2)."""
    return condition(feature.shape, radius, feature.name, N_("on impassable scenery"), "D-SCEN-2")


GETS_OUT: Final = N_("Where does {squad} get out?")


def ask(
    game: Game,
    squad: Squad,
    where: UnitMove | SetUp,
    text: str,
    rule: str,
    shortcuts: Sequence[Option] = (),
    named: str = "",
) -> Asking[Paths]:
    """Ask for the places of units and move them there; return their paths, none after a shortcut.

    The question `text` has the name of the squad or, if given, `named`: its name with what it carries.
    """
    answer: Answer = yield Arrange(
        player=squad.owner,
        prompt=_(text, squad=named or squad.name),
        rule=rule,
        about=squad.id,
        arrangements=where,
        turnings={member.id: turning(game, game.state.units[member.id], member.ends) for member in where.members},
        shortcuts=tuple(shortcuts),
    )
    return {} if isinstance(answer, str) else carry_out(game, squad, where, answer, rule)


def carry_out(game: Game, squad: Squad, where: UnitMove | SetUp, answer: list[dict[str, Any]], rule: str) -> Paths:
    """Move units to the places of an answer, along its paths; return these paths (R-19)."""
    regions = {member.id: member.ends for member in where.members}
    paths: Paths = {}
    facings = {}
    for step in answer:
        unit = game.state.units[step["id"]]
        end = float(step["at"][0]), float(step["at"][1])
        region = regions[unit.id]
        if isinstance(region, EntryRegion):
            unit.x, unit.y = region.start(end)
        via = [(float(x), float(y)) for x, y in step.get("via", ())]
        path = [unit.spot, *via, end] if not isinstance(region, Region) else [end]
        facing = step.get("facing", turning(game, unit).middle(*end) if len(path) > 1 else unit.facing)
        inches = math.fsum(distance(start, stop) for start, stop in pairwise(path))
        moves = inches > 0.0 or facing != unit.facing
        unit.turned = unit.turned or moves
        unit.moved += inches
        unit.x, unit.y, unit.facing = *end, facing
        unit.place, unit.carrier, unit.slot = "table", "", ""
        unit.scanned = unit.scanned and not moves and isinstance(region, PathRegion)
        paths[unit.id], facings[unit.id] = path, facing
    game.emit(events.Moved(squad=squad.id, paths=paths, facings=facings, rule=rule))
    return paths

"""Asking where a squad's units go, and carrying it out (D-ACT-5, D-MOVE, D-DEP-5, D-TRANS-12)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import Any, Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Arrange, Option
from game.engine.core.flow import Asking
from game.engine.core.turning import Turning
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.policies import (
    FLIES_OVER,
    bars,
    budget,
    is_rooted,
    level_with,
    policies,
    without_holes,
)
from game.rulesets.dropzone.rules.space.coherency import link
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.zones import Line
from game.table.facing import facing_towards
from game.table.lattice import LATTICE_STEP, Position, distance, position
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import Arrangement
from game.table.path.entering import EntryRegion
from game.table.path.policy import Ground
from game.table.path.region import PathRegion
from game.table.placing.clearances import ClearOf, CloserTo, OnTable
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, NearShape
from game.table.shapes import Disc
from game.wording import N_

Answer = str | list[dict[str, Any]]
Paths = dict[str, list[tuple[float, float]]]
"""The corners of the paths of units, by their ids, in inches."""
REACH: Final = 2.0
"""Inches between a unit and a Transport within which it boards, and is set down (D-TRANS-8, D-TRANS-12)."""
OUT: Final = 2
"""Inches from the outline of a Garrison within which units get out of it (D-GARR-6)."""


def turning(game: Game, unit: Unit) -> Turning:
    """Return how a moving unit may face: freely, along its move if nobody chooses (D-MOVE-2, D-SHOOT-7)."""
    now, x, y = unit.facing, unit.x, unit.y
    if is_rooted(game, unit):
        return Turning.kept(now, "D-SHOOT-7")

    def along(to_x: float, to_y: float) -> int:
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
    members = []
    for number, unit in enumerate(units):
        region = entry(game, unit, line)
        spot = region.sample(Random(number)) or Position(0.0, 0.0)
        disc = Disc(*spot, game.sheet(unit).radius, unit.name)
        members.append(Member(unit.id, disc, region))
    return SetUp(_layout(game, units, members))


def beside(game: Game, units: Sequence[Unit], transports: Mapping[str, Unit], rule: str) -> SetUp:
    """Return where units may be set down together, coherent, each near its own Transport (D-TRANS-3, D-TRANS-12)."""
    most, first = REACH + game.ruler.policy.tolerance, transports[units[0].id]

    def near(unit: Unit) -> Condition:
        return CloserTo(game.brim(transports[unit.id]), most, game.brim(unit).radius, rule)

    return _together(game, units, (first.x, first.y), near, rule)


def has_room(where: SetUp, spots: Arrangement | None = None) -> bool:
    """Return whether units can be set down: at some likely spots, or else anywhere."""
    likely = spots or {member.id: position(member.disc.x, member.disc.y) for member in where.members}
    return where.verdict(likely) == "yes" or where.find() is not None


def way_out(game: Game, units: Sequence[Unit], shape: BaseGeometry, rule: str, *, forced: bool = False) -> SetUp | None:
    """Return where units may get out of a piece together, coherent: within 2″ of its outline (D-GARR-6, D-SCEN-16).

    If they are forced to, it is as near as there is room (R-42). None if there is none.
    """
    field = game.ruler.battlefield
    most = math.ceil(field.width + field.height) if forced else OUT
    found = (_outside(game, units, shape, inches, rule) for inches in range(OUT, most + 1))
    return next((each for each in found if each.find() is not None), None)


def _outside(game: Game, units: Sequence[Unit], shape: BaseGeometry, reach: float, rule: str) -> SetUp:
    """Return where units may be set down together, coherent, near the outline of a piece."""
    middle = shape.centroid

    def near(unit: Unit) -> Condition:
        radius = game.sheet(unit).radius
        return NearShape(shape, reach + game.ruler.policy.tolerance - radius, radius, N_("the Garrison"), rule)

    return _together(game, units, (middle.x, middle.y), near, rule)


def within(game: Game, units: Sequence[Unit], shape: BaseGeometry, rule: str) -> SetUp:
    """Return where units may be deployed together, coherent, with their centres in a zone (D-DEP-4)."""
    middle = shape.representative_point()

    def near(unit: Unit) -> Condition:
        radius = game.sheet(unit).radius
        return NearShape(shape, -radius, radius, N_("the deployment zone"), rule)

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
    game: Game, squad: Squad, units: Sequence[Unit], where: UnitMove | SetUp, prompt: str, rule: str,
    shortcuts: Sequence[Option] = (),
) -> Asking[Paths]:  # fmt: skip
    """Ask where units go and put them there; return their paths, none if a shortcut was taken instead."""
    answer: Answer = yield Arrange(
        player=squad.owner,
        prompt=prompt,
        rule=rule,
        about=squad.id,
        arrangements=where,
        turnings={unit.id: turning(game, unit) for unit in units},
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

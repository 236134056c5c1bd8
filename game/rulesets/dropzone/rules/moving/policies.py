"""What a move may pass, and how far it leads, as policies of the instrument that judges paths (D-MOVE, D-AIR-2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules.cards.effects import total
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Unit
from game.table.lattice import LATTICE_STEP
from game.table.path.policy import Ground, PathPolicy, beyond
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
    sheet, field = game.sheet(unit), game.ruler.battlefield
    bounds = 0.0, 0.0, field.width, field.height
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

"""What is under the feet of a Behemoth: ploughed scenery, trampled squads, units pushed aside (D-BEH-5, D-BEH-6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import shapely

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import Paths, room_for
from game.rulesets.dropzone.rules.scenery.damage import destructible_within, hit_scenery, left
from game.rulesets.dropzone.rules.scenery.garrisons import body_cover, within_reach
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.transports.perishing import doomed, perish, ruin
from game.rulesets.dropzone.rules.transports.wrecks import automatic_aim, strike, take_points
from game.table.placing.region import Region
from game.wording import _

FEET: Final = 10
"""The Energy of the hits on what a Behemoth ploughs through or stops on (D-BEH-5, D-BEH-6)."""


def tread(game: Game, squad: Squad, paths: Paths) -> Flow:
    """Settle what a Behemoth walked through and where it stopped, after its move (D-BEH-5, D-BEH-6)."""
    for unit in game.standing(squad) if paths else ():
        ploughed = [each for each in crossed(game, unit, paths[unit.id]) if each.has("destructible")]
        for feature in ploughed:
            failed = hit_scenery(game, feature, game.throw_d3("plough", unit), FEET, "D-BEH-5")
            take_points(game, unit, failed, automatic_aim(game, unit, FEET).save, "D-BEH-5")
        trampled = yield from stamp(game, unit, game.throw_d3("trample", unit), FEET, "D-BEH-6")
        yield from clear_away(game, unit, [*ploughed, *trampled], "D-BEH-6")


def crossed(game: Game, behemoth: Unit, path: Sequence[tuple[float, float]]) -> list[Feature]:
    """Return the Impassable pieces on a path that are too high to be stepped over (D-BEH-5)."""
    sheet = game.sheet(behemoth)
    way = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    high = [each for each in game.features if each.has("impassable") and each.height > sheet.height / 2]
    return [each for each in high if shapely.distance(each.shape, way) < sheet.radius - game.ruler.policy.tolerance]


def under(game: Game, behemoth: Unit) -> list[Unit]:
    """Return the units on the ground within the Spread of a Behemoth, of both sides (D-BEH-6)."""
    reach = game.sheet(behemoth).spread + game.ruler.policy.tolerance
    return [
        each
        for each in game.on_table()
        if each is not behemoth and not each.airborne and math.dist((each.x, each.y), (behemoth.x, behemoth.y)) <= reach
    ]


def stamp(game: Game, behemoth: Unit, hits: int, energy: int, rule: str) -> Asking[list[Feature]]:
    """Let each squad and Destructible piece within the Spread of a Behemoth take hits (D-BEH-4, D-BEH-6).

    So do squads at the near side of a Garrison. Its owner shares hits out within a squad. Return the pieces.
    """
    spot, spread = (behemoth.x, behemoth.y), game.sheet(behemoth).spread
    near, pieces = within_reach(game, shapely.Point(spot), spread), destructible_within(game, spot, spread)
    there = [each for each in near if each is not behemoth and not each.airborne]
    for name in dict.fromkeys(each.squad for each in there):
        units = [each for each in there if each.squad == name]
        shares = yield from _shared_out(game, behemoth, units, hits, rule)
        for unit in units:
            if shares[unit.id]:
                strike(game, unit, shares[unit.id], energy, rule, body=body_cover(game, unit, spot))
    for feature in pieces:
        hit_scenery(game, feature, hits, energy, rule)
    return pieces


def _shared_out(game: Game, behemoth: Unit, units: Sequence[Unit], hits: int, rule: str) -> Asking[dict[str, int]]:
    """Ask the owner of a Behemoth for the target of each hit on a squad."""
    shares = dict.fromkeys((unit.id for unit in units), 0)
    options = [Option(each.id, each.name, rule, (each.id,)) for each in units]
    for number in range(hits):
        answer = units[0].id
        if len(units) > 1:
            prompt = _("{unit}: who takes hit {number} of {hits}?", unit=behemoth.name, number=number + 1, hits=hits)
            answer = yield Choose(player=behemoth.owner, prompt=prompt, rule=rule, about=behemoth.id, options=options)
        shares[answer] += 1
    return shares


def clear_away(game: Game, behemoth: Unit, pieces: Sequence[Feature], rule: str) -> Flow:
    """Push units out of a Behemoth's way; then remove what was destroyed, the pieces too (D-BEH-6)."""
    push_aside(game, behemoth, rule)
    yield from perish(game, doomed(game), rule)
    for feature in pieces:
        if not left(game, feature):
            yield from ruin(game, feature)


def push_aside(game: Game, behemoth: Unit, rule: str) -> None:
    """Move the units that a Behemoth stands on as little as possible, the outermost first (D-BEH-6)."""
    here, radius = (behemoth.x, behemoth.y), game.sheet(behemoth).radius
    for unit in sorted(game.on_table(), key=lambda each: -math.dist((each.x, each.y), here)):
        far = math.dist((unit.x, unit.y), here) - game.sheet(unit).radius - radius
        if unit is behemoth or unit.airborne or far >= 0.0 or not game.left(unit):
            continue
        sheet = game.sheet(unit)
        spot = Region(sheet.radius, room_for(game, sheet, [unit.id], flying=False)).nearest((unit.x, unit.y))
        if spot is None:
            game.destroy(unit, rule)
            continue
        path = [(unit.x, unit.y), spot]
        unit.x, unit.y = spot
        game.emit(events.Moved(squad=unit.squad, paths={unit.id: path}, facings={unit.id: unit.facing}, rule=rule))

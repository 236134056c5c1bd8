"""Behemoths: what is under their feet, and the drop from the sky (D-BEH-3 to D-BEH-6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import shapely

from game.engine.core.decisions import Place
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import choose_unit
from game.rulesets.dropzone.rules.moving.asking import Paths, off, room_for
from game.rulesets.dropzone.rules.perishing import doomed, perish, ruin
from game.rulesets.dropzone.rules.scenery import (
    automatic_aim,
    body_cover,
    destructible_within,
    hit_scenery,
    house_of,
    left,
    strike,
    take_points,
    within_reach,
)
from game.rulesets.dropzone.rules.shooting.legal import enemies, sighted
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.facing import facing_towards
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.placing.solids import NearShape
from game.wording import N_, _

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
    for number in range(hits):
        prompt = _("{unit}: who takes hit {number} of {hits}?", unit=behemoth.name, number=number + 1, hits=hits)
        unit = yield from choose_unit(units, behemoth.owner, prompt, rule, behemoth.id)
        shares[unit.id] += 1
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


SIGNALLED: Final = 6.0
"""Inches from the Infantry within which a Behemoth drops (D-BEH-3)."""
NEAR: Final = 3.0
"""Inches from a Behemoth that drops within which enemy squads hinder it (D-BEH-4)."""
DROP: Final = 12
"""The Energy of the hits where it drops (D-BEH-4)."""
IMPASSABLE, TOUGH, SQUAD, UNIT, AA = 5, 2, 2, 1, 1
"""Dice for what is left there (D-BEH-4, R-49)."""
MISHAP: Final = 2
"""The highest face of these dice that costs a damage point."""


def waiting(game: Game, player: str) -> list[Unit]:
    """Return the Behemoths of a player that are In Readiness."""
    groups = (each for each in game.state.groups.values() if each.owner == player and each.mode == "readiness")
    units = (unit for group in groups for squad in game.squads_of(group) for unit in game.units_of(squad))
    return [each for each in units if each.place == "off" and game.sheet(each).zones]


def why_not_signal(game: Game, squad: Squad) -> Refusal | None:
    """Return why a squad cannot call a Behemoth down (D-ACT-9, D-BEH-3)."""
    if not game.sheet_of(squad).is_infantry or not game.present(squad):
        return Refusal(_("only Infantry on the table signals"), "D-ACT-9")
    if squad.actions:
        return Refusal(_("a signal takes both actions"), "D-ACT-9")
    called = waiting(game, squad.owner)
    if not called:
        return Refusal(_("no Behemoth waits for a signal"), "D-BEH-3")
    if landing(game, squad, called[0]).find() is None:
        return Refusal(_("there is no room to land"), "D-BEH-3")
    return None


def landing(game: Game, squad: Squad, behemoth: Unit) -> Region:
    """Return where a Behemoth may drop: at most 6″ from the squad or its Garrison, on no other Behemoth (D-BEH-3)."""
    radius, there = game.sheet(behemoth).radius, game.present(squad)
    house = house_of(game, there[0])
    around = house.shape if house is not None else shapely.MultiPoint([(each.x, each.y) for each in there])
    inches = SIGNALLED + game.ruler.policy.tolerance - radius
    return _room(game, behemoth).narrowed(NearShape(around, inches, radius, N_("the Infantry"), "D-BEH-3"))


def _room(game: Game, behemoth: Unit) -> Region:
    """Return where a Behemoth is on the table, and on no other."""
    radius = game.sheet(behemoth).radius
    others = [game.disc(each) for each in game.on_table() if game.sheet(each).zones and each is not behemoth]
    overlap = ClearOf(others, radius, N_("overlaps a unit"), "D-GEO-16")
    return Region(radius, [OnTable(game.ruler.battlefield, radius, "D-GEO-16"), overlap])


def signal(game: Game, squad: Squad) -> Flow:
    """Let a squad of Infantry call a Behemoth down, and let that drop (D-BEH-3, D-BEH-4)."""
    prompt = _("{squad}: which Behemoth does it call?", squad=squad.name)
    behemoth = yield from choose_unit(waiting(game, squad.owner), squad.owner, prompt, "D-BEH-3", squad.id)
    prompt = _("Where does {unit} drop?", unit=behemoth.name)
    region = landing(game, squad, behemoth)
    x, y = yield Place(player=squad.owner, prompt=prompt, rule="D-BEH-3", about=behemoth.id, region=region)
    yield from drop(game, behemoth, x, y)


def drop(game: Game, behemoth: Unit, x: float, y: float) -> Flow:
    """Let a Behemoth drop at a spot: it crushes what is there, what is left hurts it, and it does not act (D-BEH-4)."""
    field, squad = game.ruler.battlefield, game.squad_of(behemoth)
    behemoth.place, behemoth.x, behemoth.y = "table", x, y
    behemoth.facing = facing_towards(field.width / 2 - x, field.height / 2 - y)
    squad.acted, group = True, game.state.groups[squad.group]
    group.mode, group.status = "deployed", "done"
    game.emit(events.Landfall(unit=behemoth.id, x=x, y=y, rule="D-BEH-4"))
    pieces = yield from stamp(game, behemoth, game.throw_d3("drop", behemoth, 2), DROP, "D-BEH-4")
    pool = game.throw("landing", hindrances(game, behemoth), behemoth)
    lost = sum(face <= MISHAP for face in pool.faces)
    game.rolled("landing", pool, lost, behemoth, rule="D-BEH-4")
    game.damage(behemoth, lost, "D-BEH-4")
    _step_off(game, behemoth)
    yield from clear_away(game, behemoth, pieces, "D-BEH-4")


def hindrances(game: Game, behemoth: Unit) -> int:
    """Return the dice for what survives where a Behemoth drops (D-BEH-4, R-49)."""
    foes = [each for each in enemies(game, behemoth) if game.left(each)]
    near = {each.squad for each in foes if math.dist((each.x, each.y), (behemoth.x, behemoth.y)) <= NEAR + 0.01}
    armed = [(unit, weapon) for unit in foes for weapon in game.sheet(unit).weapons if "aa" in weapon.rules]
    aimed = [(sighted(game, unit, weapon, behemoth), weapon.range_to(countered=True)) for unit, weapon in armed]
    aa = [found for found, most in aimed if found.view is not None and found.view.sees and found.inches <= most]
    reach = game.sheet(behemoth).spread + game.ruler.policy.tolerance
    pieces = [each for each in game.features if each.gap(behemoth.x, behemoth.y) <= reach and _stands(game, each)]
    blocks = sum(IMPASSABLE if each.has("impassable") else TOUGH * each.has("tough") for each in pieces)
    survivors = [each for each in under(game, behemoth) if game.left(each)]
    return blocks + SQUAD * len(near) + UNIT * len(survivors) + AA * len(aa)


def _stands(game: Game, feature: Feature) -> bool:
    return not feature.has("destructible") or left(game, feature) > 0


def _step_off(game: Game, behemoth: Unit) -> None:
    """Move a Behemoth as little as possible off Impassable scenery that still stands."""
    room = _room(game, behemoth)
    stays = (each for each in game.features if each.has("impassable") and _stands(game, each))
    room = Region(room.radius, [*room.conditions, *(off(each, room.radius) for each in stays)])
    behemoth.x, behemoth.y = room.nearest((behemoth.x, behemoth.y)) or (behemoth.x, behemoth.y)

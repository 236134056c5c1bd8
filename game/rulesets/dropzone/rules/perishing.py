"""What follows when units are destroyed: crashes, wrecks, survivors; Behemoths cripple and explode (D-UNIT-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.rulebook.laying import Laid
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument, ZoneDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cargo import everything_in
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import ask, beside, way_out
from game.rulesets.dropzone.rules.scenery import (
    WRECK,
    crash,
    destructible_within,
    explosion,
    fall,
    hit_scenery,
    is_harmless,
    left,
    occupants,
    pieces_within,
    strike,
    vanish,
    within_reach,
    wreck,
)
from game.rulesets.dropzone.rules.setup import HULK, MOST_HULKS
from game.rulesets.dropzone.rules.state import Unit
from game.table.lattice import snap
from game.wording import _, ngettext


def attacker(game: Game, behemoth: Unit) -> str:
    """Return who decides what being Crippled costs: the enemy who acts, else the first enemy in the order."""
    order = game.state.order or game.state.players
    others = [each for each in order if each != behemoth.owner]
    return game.state.player if game.state.player in others else others[0]


def cripple(game: Game) -> Flow:
    """Settle every threshold that a Behemoth has dropped past, and those that follow from it (D-BEH-9)."""
    while (due := next(_due(game), None)) is not None:
        unit, zone = due
        unit.crippled = {**unit.crippled, zone.zone: unit.crippled.get(zone.zone, 0) + 1}
        weapons = yield from _silenced(game, unit, zone)
        unit.silenced = [*unit.silenced, *weapons]
        game.emit(events.Crippled(unit=unit.id, zone=zone.zone, weapons=tuple(weapons), rule="D-BEH-9"))
        options = [each for each in zone_options(game, unit, "D-BEH-9") if each.key != zone.zone]
        if options:
            prompt = _("{unit} is Crippled: which other zone loses a damage point?", unit=unit.name)
            answer = yield from _chosen(game, unit, prompt, options)
            game.damage_zone(unit, answer, 1, "D-BEH-9")


def zone_options(game: Game, behemoth: Unit, rule: str) -> list[Option]:
    """Return the damage zones of a Behemoth with points left as options, the one with fewest first."""
    every = game.zones_left(behemoth).items()
    return [Option(zone, _left_in(zone, left), rule, (behemoth.id,)) for zone, left in every]


def _left_in(zone: str, left: int) -> str:
    return ngettext("{zone}, {n} damage point left", "{zone}, {n} damage points left", left, zone=_(zone))


def _due(game: Game) -> Iterator[tuple[Unit, ZoneDocument]]:
    """Yield the zones that have dropped past a threshold that has not counted yet, of Behemoths that still stand."""
    for unit in game.on_table():
        for zone in game.sheet(unit).zones if game.left(unit) else ():
            if unit.zones.get(zone.zone, 0) // zone.points > unit.crippled.get(zone.zone, 0):
                yield unit, zone


def _silenced(game: Game, unit: Unit, zone: ZoneDocument) -> Asking[list[str]]:
    """Ask which weapon falls silent, if one does; return it with its other profiles and those of its arcs."""
    sheet = game.sheet(unit)
    able = losable(sheet, zone)
    if not able:
        return []
    options = [Option(each.name, each.name, "D-BEH-9", (unit.id,)) for each in able]
    prompt = _("{unit} is Crippled: which weapon falls silent?", unit=unit.name)
    answer = yield from _chosen(game, unit, prompt, options)
    lost = next(each for each in able if each.name == answer)
    alternative = lost.rules.get("alt")
    alike = [each for each in sheet.weapons if alternative is not None and each.rules.get("alt") == alternative]
    arcs = [each for each in able if zone.silences == "arc" and each.arc == lost.arc]
    return [*dict.fromkeys(each.name for each in (lost, *alike, *arcs))]


def losable(sheet: UnitDocument, zone: ZoneDocument) -> list[WeaponDocument]:
    """Return the weapons of which one falls silent: those named, or all but Structural ones (D-BEH-10, D-SPEC-STC)."""
    if not zone.silences:
        return []
    named = [each for each in sheet.weapons if each.name in zone.weapons]
    return named if zone.weapons else [each for each in sheet.weapons if "structural" not in each.rules]


def _chosen(game: Game, unit: Unit, prompt: str, options: list[Option]) -> Asking[str]:
    """Ask the attacker, if there is a choice."""
    if len(options) == 1:
        return options[0].key
    player = attacker(game, unit)
    answer: str = yield Choose(player=player, prompt=prompt, rule="D-BEH-9", about=unit.id, options=options)
    return answer


def explode(game: Game, behemoth: Unit) -> list[Feature]:
    """Destroy a Behemoth and hit what is near, on a 1 remove it; return the pieces that were hit (D-BEH-11)."""
    inches = _rolled(game, behemoth)
    removes = inches == 1
    if removes:
        inches = _rolled(game, behemoth)
    game.emit(events.Exploded(unit=behemoth.id, strength=inches, removes=removes, rule="D-BEH-11"))
    spot = behemoth.x, behemoth.y
    units = [each for each in within_reach(game, shapely.Point(spot), inches) if each is not behemoth]
    game.destroy(behemoth, "D-BEH-11")
    if removes:
        pieces = pieces_within(game, spot, inches)
        inside = [each for feature in pieces for each in occupants(game, feature)]
        for unit in dict.fromkeys((*units, *inside)):
            for each in (*everything_in(game, unit), unit):
                each.airborne = False
                game.destroy(each, "D-BEH-11")
        for feature in pieces:
            vanish(game, feature)
        return []
    pieces = destructible_within(game, spot, inches)
    for unit in units:
        strike(game, unit, inches, WRECK, "D-BEH-11")
    for feature in pieces:
        hit_scenery(game, feature, inches, WRECK, "D-BEH-11")
    _leave_hulk(game, behemoth)
    return pieces


def _rolled(game: Game, behemoth: Unit) -> int:
    pool = game.throw("explosion", 1, behemoth)
    game.rolled("explosion", pool, pool.faces[0], behemoth, rule="D-BEH-11")
    return pool.faces[0]


def _leave_hulk(game: Game, behemoth: Unit) -> None:
    """Put the hulk of a Behemoth where it stood; it is no unit any more (D-BEH-11, D-SCO-6)."""
    taken = {*game.state.lifted, *(each.id for each in game.state.laid)}
    names = (f"{behemoth.sheet}{HULK}{number}" for number in range(MOST_HULKS))
    free = next((each for each in names if each not in taken), None)
    if free is not None:
        game.state.laid = [*game.state.laid, Laid(free, snap(behemoth.x), snap(behemoth.y), 0)]


def perish(game: Game, units: Sequence[Unit], rule: str) -> Flow:
    """Destroy units without damage points, one after another, and set their surviving cargo down (D-TRANS-21).

    Those that do no further harm go first: nobody gets out where they stood, and no crash hits them (D-SHOOT-21).
    What a crash destroys perishes in turn, and so does scenery (D-AIR-7, D-TRANS-22). Behemoths that are hurt are
    Crippled first, which may destroy them too (D-BEH-9).
    """
    yield from cripple(game)
    for unit in units:
        if unit.alive and is_harmless(game, unit):
            game.destroy(unit, rule)
    for unit in [*units, *(each for each in doomed(game) if game.sheet(each).zones)]:
        if not unit.alive:
            continue
        pieces = explode(game, unit) if game.sheet(unit).zones else (yield from _go_down(game, unit, rule))
        yield from perish(game, doomed(game), "D-AIR-7")
        for feature in pieces:
            if not left(game, feature):
                yield from ruin(game, feature)


def _go_down(game: Game, unit: Unit, rule: str) -> Asking[list[Feature]]:
    """Destroy a unit that may be in the air or carry others; return the pieces that its crash hit (D-AIR-7)."""
    spot, strength = (unit.x, unit.y), explosion(game, unit) if unit.airborne else 0
    survivors = crash(game, unit, strength) if unit.airborne else wreck(game, unit)
    pieces = destructible_within(game, spot, strength) if strength else []
    for feature in pieces:
        hit_scenery(game, feature, strength, WRECK, "D-AIR-7")
    unit.airborne = False
    yield from set_down(game, survivors, unit)
    game.destroy(unit, rule)
    return pieces


def doomed(game: Game) -> list[Unit]:
    """Return the units on the table that have no damage points left but are not yet removed: loaded Transports."""
    return [each for each in game.on_table() if not game.left(each)]


def ruin(game: Game, feature: Feature) -> Flow:
    """Let a piece fall, and set the survivors of its Garrison down in its outline or near it (D-SCEN-13 to 16, R-42).

    Only on a table without any room are they destroyed.
    """
    if feature.id in game.state.lifted:  # something that fell in the meantime took it along
        return
    survivors = fall(game, feature)
    yield from perish(game, doomed(game), "D-SCEN-13")
    for name in dict.fromkeys(unit.squad for unit in survivors):
        squad = game.state.squads[name]
        units = [unit for unit in survivors if unit.squad == name and unit.alive]
        where = way_out(game, units, feature.shape, "D-SCEN-16", forced=True)
        if where is None:
            for unit in units:
                game.destroy(unit, "D-SCEN-16")
            continue
        prompt = _("Where do the survivors of {squad} get out?", squad=squad.name)
        yield from ask(game, squad, units, where, prompt, "D-SCEN-16")


def set_down(game: Game, survivors: Sequence[Unit], transport: Unit) -> Flow:
    """Ask where survivors of a wrecked Transport are set down; without room they are destroyed (D-TRANS-21)."""
    for name in dict.fromkeys(unit.squad for unit in survivors if unit.place == "aboard"):
        squad = game.state.squads[name]
        units = [unit for unit in survivors if unit.squad == name and unit.place == "aboard"]
        carrier = game.state.units[units[0].carrier]
        if carrier.alive and game.left(carrier):  # it survived too: they stay there
            continue
        around = dict.fromkeys(squad.units, transport)
        while units and (where := beside(game, units, around, "D-TRANS-21")).find() is None:
            game.destroy(units.pop(), "D-TRANS-21")
        if units:
            prompt = _("Where do the survivors of {squad} get out?", squad=squad.name)
            yield from ask(game, squad, units, where, prompt, "D-TRANS-21")

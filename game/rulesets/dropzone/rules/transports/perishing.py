"""What follows when units are destroyed: crashes, wrecks, survivors who get out (D-UNIT-7, D-TRANS-20 to 23)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.flow import Asking, Flow
from game.rulesets.dropzone.rules.behemoths.crippling import cripple
from game.rulesets.dropzone.rules.behemoths.ending import explode
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import ask, beside, way_out
from game.rulesets.dropzone.rules.scenery.damage import destructible_within, fall, hit_scenery, left
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.rules.transports.wrecks import WRECK, crash, explosion, is_harmless, wreck
from game.wording import _


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
        if _rides_on(game, units[0]):
            continue
        around = dict.fromkeys(squad.units, transport)
        while units and (where := beside(game, units, around, "D-TRANS-21")).find() is None:
            game.destroy(units.pop(), "D-TRANS-21")
        if units:
            prompt = _("Where do the survivors of {squad} get out?", squad=squad.name)
            yield from ask(game, squad, units, where, prompt, "D-TRANS-21")


def _rides_on(game: Game, unit: Unit) -> bool:
    """Return whether a survivor is in a Transport that survived too: it stays there."""
    return game.state.units[unit.carrier].alive and game.left(game.state.units[unit.carrier]) > 0

"""What follows when units are destroyed: crashes, wrecks, survivors who get out (D-UNIT-7, D-TRANS-20 to 23)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import ask, beside
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.rules.transports.cargo import REACH
from game.rulesets.dropzone.rules.transports.wrecks import crash, wreck
from game.wording import _


def perish(game: Game, units: Sequence[Unit], rule: str) -> Flow:
    """Destroy units without damage points, one after another, and set their surviving cargo down (D-TRANS-21)."""
    for unit in units:
        if not unit.alive:
            continue
        survivors = crash(game, unit) if unit.airborne else wreck(game, unit)
        spot = unit.x, unit.y
        unit.airborne = False
        yield from set_down(game, survivors, spot)
        game.destroy(unit, rule)


def set_down(game: Game, survivors: Sequence[Unit], spot: tuple[float, float]) -> Flow:
    """Ask where survivors of a wreck at a spot are set down; without room they are destroyed (D-TRANS-21)."""
    for name in dict.fromkeys(unit.squad for unit in survivors if unit.place == "aboard"):
        squad = game.state.squads[name]
        units = [unit for unit in survivors if unit.squad == name and unit.place == "aboard"]
        if _rides_on(game, units[0]):
            continue
        where = beside(game, units, *spot, REACH, "D-TRANS-21")
        if where.find() is None:
            for unit in units:
                game.destroy(unit, "D-TRANS-21")
            continue
        prompt = _("Where do the survivors of {squad} get out?", squad=squad.name)
        yield from ask(game, squad, units, where, prompt, "D-TRANS-21")


def _rides_on(game: Game, unit: Unit) -> bool:
    """Return whether a survivor is in a Transport that survived too: it stays there."""
    return game.state.units[unit.carrier].alive and game.left(game.state.units[unit.carrier]) > 0

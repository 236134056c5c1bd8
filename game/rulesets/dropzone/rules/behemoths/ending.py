"""The end of a Behemoth: its explosion, and the hulk that stays (D-BEH-11)."""

from __future__ import annotations

import shapely

from game.engine.rulebook.laying import Laid
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery.damage import destructible_within, hit_scenery, pieces_within, vanish
from game.rulesets.dropzone.rules.scenery.garrisons import occupants, within_reach
from game.rulesets.dropzone.rules.setup import HULK, MOST_HULKS
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.rules.transports.cargo import everything_in
from game.rulesets.dropzone.rules.transports.wrecks import WRECK, strike
from game.table.lattice import snap


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

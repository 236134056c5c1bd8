"""Units with two profiles, which take the other form in a short move (D-TYPE-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import STAY
from game.rulesets.dropzone.rules.moving.asking import are_apart, room_for
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.state import Squad
from game.rulesets.dropzone.rules.transports.cargo import cargo, loading_limit
from game.wording import _

CHANGE: Final = "change"


def change(game: Game, squad: Squad) -> Flow:
    """Ask a squad that moved at most half its MV whether it takes its other form, all of it together (D-TYPE-8)."""
    sheet = game.sheet_of(squad)
    other = game.setup.sheets.get(f"{squad.owner}.{sheet.becomes}")
    most = loading_limit(sheet) + game.ruler.policy.tolerance
    if other is None or any(each.moved > most for each in game.units_of(squad)) or not fits(game, squad, other):
        return
    stay = replace(STAY, label=_("Stay as it is"), rule="D-TYPE-8", stays=False)
    options = (Option(CHANGE, _("Become {form}", form=other.name), "D-TYPE-8"), stay)
    prompt = _("Does {squad} take its other form?", squad=squad.name)
    if (yield Choose(player=squad.owner, prompt=prompt, rule="D-TYPE-8", about=squad.id, options=options)) == CHANGE:
        squad.sheet = f"{squad.owner}.{other.id}"
        for unit in map(game.state.units.__getitem__, squad.units):
            unit.sheet = squad.sheet
        game.emit(events.Changed(squad=squad.id, form=other.name, rule="D-TYPE-8"))


def fits(game: Game, squad: Squad, other: UnitDocument) -> bool:
    """Return whether all units of a squad may stand where they are in another form, with what they carry."""
    units, sheet = game.standing(squad), game.sheet_of(squad)
    flying = any(each.airborne for each in units)
    loaded = sheet.carries != other.carries and any(cargo(game, each) for each in units)
    loaded |= not other.takes_objectives and carried_by(game, squad) is not None
    if len(units) < len(game.units_of(squad)) or loaded or (flying and not other.is_aircraft):
        return False
    conditions = room_for(game, other, squad.units, flying=flying)
    clear = all(condition.allows(each.x, each.y) for condition in conditions for each in units)
    return clear and are_apart(units, other.radius) and all(each.lost < other.damage for each in units)

"""Healing, and slain models that return (A-DMG-7, A-DMG-8, A-AB-13)."""

from __future__ import annotations

from game.engine.core.decisions import Option, Place
from game.engine.core.flow import Flow
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.setting_up import beside_its_unit
from game.rulesets.aos4.rules.state import Unit
from game.wording import _

KEEP_OFF = "keep-off"


def is_hurt(unit: Unit, *, slain: bool = True) -> bool:
    """Return whether there is anything to heal, or slain models that could return."""
    return unit.damage > 0 or (slain and bool(unit.slain))


def heal(game: Game, unit: Unit, points: int, rule: str = "A-DMG-7") -> None:
    """Lower a unit's damage count, never below 0 (A-DMG-7)."""
    healed = min(unit.damage, points)
    unit.damage -= healed
    game.emit(events.Healed(unit=unit.id, amount=healed, left=unit.damage, rule=rule))


def return_models(game: Game, unit: Unit, number: int) -> Flow:
    """Let a unit's commander set up slain models again, one after another, where there is room (A-DMG-8, A-AMB-30)."""
    for _each in range(min(number, len(unit.slain))):
        model = unit.slain[0]
        region = beside_its_unit(game, unit, model)
        if not region.has_room:
            return
        answer = yield Place(
            player=unit.owner,
            prompt=_("Where does a model of {unit} return?", unit=unit.name),
            rule="A-DMG-8",
            about=model,
            region=region,
            shortcuts=(Option(KEEP_OFF, _("It does not return"), "A-DMG-8", letter="h"),),
        )
        if answer == KEEP_OFF:
            return
        unit.slain = unit.slain[1:]
        game.state.uses.note(f"{model} returned", "turn")
        spots = {**unit.at, model: (answer[0], answer[1])}
        unit.at = {each: spots[each] for each in game.models(unit) if each in spots}
        game.emit(events.Returned(unit=unit.id, models={model: unit.at[model]}, rule="A-DMG-8"))

"""Shots at a Commander's unit that its owner moves to another one of the squad (D-CMD-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.fires import Fire
from game.rulesets.dropzone.rules.shooting.legal import aim, sighted
from game.rulesets.dropzone.rules.state import Unit
from game.wording import _

STAND: Final = "stand"


def reallocate(game: Game, fires: Sequence[Fire]) -> Flow:
    """Ask whether shots at Commanders go to others of their squads, for each weapon, before any die (D-CMD-4, R-40)."""
    for fire in fires:
        if not isinstance(fire.target, Unit) or not carries_commander(game, fire.target):
            continue
        target, mates = fire.target, [*_mates(game, fire, fire.target)]
        if not mates:
            continue
        facts = {"unit": fire.unit.name, "weapon": fire.weapon.name, "target": target.name}
        options = [Option(each.id, _("To {unit}", unit=each.name), "D-CMD-4", (each.id,)) for each in mates]
        options.append(Option(STAND, _("To the Commander"), "D-CMD-4", (target.id,)))
        prompt = _("Where do the shots of {unit} with {weapon} at {target} go?", **facts)
        answer = yield Choose(player=target.owner, prompt=prompt, rule="D-CMD-4", about=target.id, options=options)
        if answer != STAND:
            other = game.state.units[answer]
            reacting, combined = fire.aim.reacting, fire.aim.combined
            fire.target, view = other, sighted(game, fire.unit, fire.weapon, other, combined=combined).view
            fire.aim = aim(game, fire.unit, fire.weapon, other, view, reacting=reacting, combined=combined)
            who, what = fire.unit.id, fire.weapon.name
            game.emit(events.Reallocated(unit=who, weapon=what, other=other.id, rule="D-CMD-4"))


def carries_commander(game: Game, unit: Unit) -> bool:
    """Return whether a unit carries a Commander."""
    return any(each.unit == unit.id for each in game.state.commanders.values())


def _mates(game: Game, fire: Fire, target: Unit) -> Iterator[Unit]:
    """Yield the units of a Commander's squad that a weapon may fire at; Hull Down only if the Commander's is too."""
    for unit in game.present(game.squad_of(target)):
        found = sighted(game, fire.unit, fire.weapon, unit, combined=fire.aim.combined)
        hidden = found.view is not None and found.view.hull_down
        if unit is not target and not found.refusals and (fire.aim.hull_down or not hidden):
            yield unit

"""Close quarters fire of a squad at another, stage by stage, with cards (D-CQ-2 to D-CQ-6)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.flow import Flow
from game.engine.core.pools import rerolled
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.close_quarters.fighting import take, through
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.shooting.fires import Fire, Strike
from game.rulesets.dropzone.rules.shooting.numbers import UNSAVED, Aim
from game.rulesets.dropzone.rules.shooting.resolving import shot_cards
from game.rulesets.dropzone.rules.state import Squad, Unit


def fires_at(game: Game, attackers: Sequence[tuple[Unit, WeaponDocument]], target: Squad) -> list[Fire]:
    """Return the close quarters fire of some units at a squad (D-CQ-2)."""
    first, sheet = game.units_of(target)[0], game.sheet_of(target)
    return [Fire(unit, weapon, first, Aim(weapon, sheet, lost=unit.lost, close=True)) for unit, weapon in attackers]


def strike(game: Game, fires: Sequence[Fire], target: Squad, *, entered: bool) -> Flow:
    """Resolve the close quarters fire of some units at a squad (D-CQ-2 to D-CQ-6).

    If they `entered` the Garrison in this activation, they re-roll every success (D-CQ-4).
    """
    first = game.units_of(target)[0]
    yield from shot_cards(game, fires, "DECL", "E-DECL")
    yield from shot_cards(game, fires, "DMG")
    for fire in fires:
        _roll(game, fire, first, entered=entered)
    yield from shot_cards(game, fires, "DMG2")
    yield from shot_cards(game, fires, None, "SAVE")
    for fire in fires:
        _emit(game, fire, target)
    surge = any(fire.aim.surge for fire in fires)
    done = sum(each.damage for fire in fires for each in fire.strikes)
    fierce = sum(each.damage for fire in fires if fire.weapon.energy >= UNSAVED for each in fire.strikes)
    yield from take(game, target, through(game, target, done, fierce=fierce, surge=surge), "D-CQ-5")


def _roll(game: Game, fire: Fire, target: Unit, *, entered: bool) -> None:
    """Roll the damage dice of a weapon; it hits automatically (D-CQ-3, D-CQ-4)."""
    unit, name = fire.unit, fire.weapon.name
    energies = (fire.aim.energy,) * fire.aim.shots
    pool = game.throw(f"damage {name}/{target.squad}/close quarters", len(energies), unit)
    if entered:
        again = [number for number, face in enumerate(pool.faces) if fire.aim.damage(face)]
        pool = rerolled(game.dice, game.state.rolls, pool, again)
    fire.strikes = [Strike(target, energies, fire.aim, pool=pool)]
    if name not in unit.fired:
        unit.fired = [*unit.fired, name]


def _emit(game: Game, fire: Fire, target: Squad) -> None:
    for each in fire.strikes:
        assert each.pool is not None
        who, what, done = fire.unit.id, fire.weapon.name, each.damage
        game.emit(events.Struck(unit=who, weapon=what, squad=target.id, pool=each.pool, points=done, rule="D-CQ-3"))

"""Close quarters fire of a squad, stage by stage, with cards (D-CQ-2 to D-CQ-6)."""

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
from game.rulesets.dropzone.rules.shooting.resolving import note_fired, shot_cards
from game.rulesets.dropzone.rules.state import Squad, Unit


def fires_at(game: Game, attackers: Sequence[tuple[Unit, WeaponDocument]], target: Squad) -> list[Fire]:
    """Return the close quarters fire of some units at a squad (D-CQ-2)."""
    first, sheet = game.units_of(target)[0], game.sheet_of(target)
    return [Fire(unit, weapon, first, Aim(weapon, sheet, lost=unit.lost, close=True)) for unit, weapon in attackers]


def strike(game: Game, fires: Sequence[Fire], *, entered: bool) -> Flow:
    """Resolve the close quarters fire of some units of a squad, each weapon at a squad (D-CQ-2 to D-CQ-6, D-SHOOT-21).

    If they `entered` the Garrison in this activation, they re-roll every success (D-CQ-4).
    """
    if not fires:
        return
    yield from shot_cards(game, fires, "DECL", "E-DECL")
    yield from shot_cards(game, fires, "DMG")
    for fire in fires:
        _roll(game, fire, entered=entered)
    yield from shot_cards(game, fires, "DMG2")
    yield from shot_cards(game, fires, None, "SAVE")
    by_squad: dict[str, list[Strike]] = {}
    for fire in fires:
        [done] = fire.strikes
        assert done.pool is not None
        who, what, points = fire.unit.id, fire.weapon.name, done.damage
        foe = done.unit.squad
        game.emit(events.Struck(unit=who, weapon=what, squad=foe, pool=done.pool, points=points, rule="D-CQ-3"))
        by_squad.setdefault(foe, []).append(done)
    for name, strikes in by_squad.items():
        squad, surge = game.state.squads[name], any(each.aim.surge for each in strikes)
        points = sum(each.damage for each in strikes)
        fierce = sum(each.damage for each in strikes if each.aim.weapon.energy >= UNSAVED)
        yield from take(game, squad, through(game, squad, points, fierce=fierce, surge=surge), "D-CQ-5")


def _roll(game: Game, fire: Fire, *, entered: bool) -> None:
    """Roll the damage dice of a weapon; it hits automatically (D-CQ-3, D-CQ-4)."""
    unit, target = fire.unit, fire.target
    assert isinstance(target, Unit)
    energies = (fire.aim.energy,) * fire.aim.shots
    pool = game.throw(f"damage {fire.weapon.name}/{target.squad}/close quarters", len(energies), unit)
    if entered:
        again = [number for number, face in enumerate(pool.faces) if fire.aim.damage(face)]
        pool = rerolled(game.dice, game.state.rolls, pool, again)
    fire.strikes = [Strike(target, energies, fire.aim, pool=pool)]
    note_fired(fire)

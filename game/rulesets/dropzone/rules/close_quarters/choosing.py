"""Fighting in a Garrison in place of shooting, and squads that break (D-CQ-1 to D-CQ-8, D-SHOOT-2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import rerolled
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.close_quarters.fighting import armed, fortitude, must_test, take, through
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SCENERY, SILENT, about_squad
from game.rulesets.dropzone.rules.moving.asking import GETS_OUT, ask, way_out
from game.rulesets.dropzone.rules.moving.boarding import OUTSIDE, embark, rooms_beyond, take_slots
from game.rulesets.dropzone.rules.objectives import let_fall, seize
from game.rulesets.dropzone.rules.scenery import foes_in, house_of
from game.rulesets.dropzone.rules.shooting.declaring import (
    combines,
    has_foes,
    has_scenery,
    note_fired,
    shoot,
    shot_cards,
    stands_in,
)
from game.rulesets.dropzone.rules.shooting.numbers import UNSAVED, Aim, Armed, Fire, Strike
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import N_, _


def fires_at(game: Game, attackers: Sequence[Armed], target: Squad) -> list[Fire]:
    """Return the close quarters fire of these units at a squad (D-CQ-2)."""
    first, sheet = game.units_of(target)[0], game.sheet_of(target)
    return [Fire(unit, weapon, first, Aim(weapon, sheet, lost=unit.lost, close=True)) for unit, weapon in attackers]


def strike(game: Game, fires: Sequence[Fire], *, entered: bool) -> Flow:
    """Resolve close quarters fire of a squad, a target for each weapon (D-CQ-2 to D-CQ-6, D-SHOOT-21).

    A squad that `entered` the Garrison in this activation rerolls every success (D-CQ-4).
    """
    if not fires:
        return
    yield from shot_cards(game, fires, "DECL", "E-DECL")
    yield from shot_cards(game, fires, "DMG")
    for fire in fires:
        _roll_damage(game, fire, entered=entered)
    yield from shot_cards(game, fires, "DMG2")
    yield from shot_cards(game, fires, None, "SAVE")
    by_squad: dict[str, list[Strike]] = {}
    for fire in fires:
        [hit] = fire.strikes
        assert hit.pool is not None
        target = hit.unit.squad
        game.emit(
            events.Struck(
                unit=fire.unit.id,
                weapon=fire.weapon.name,
                squad=target,
                pool=hit.pool,
                points=hit.damage,
                damages_on=hit.least,
                rule="D-CQ-3",
            )
        )
        by_squad.setdefault(target, []).append(hit)
    for name, strikes in by_squad.items():
        squad, surge = game.state.squads[name], any(strike.aim.surge for strike in strikes)
        points = sum(strike.damage for strike in strikes)
        fierce = sum(strike.damage for strike in strikes if strike.aim.weapon.energy >= UNSAVED)
        yield from take(game, squad, through(game, squad, points, fierce=fierce, surge=surge), "D-CQ-5")


def _roll_damage(game: Game, fire: Fire, *, entered: bool) -> None:
    """Roll the damage dice of a weapon, which hits automatically in close quarters (D-CQ-3, D-CQ-4)."""
    unit, target = fire.unit, fire.target
    assert isinstance(target, Unit)
    energies = (fire.aim.energy,) * fire.aim.shots
    pool = game.throw(f"damage {fire.weapon.name}/{target.squad}/close quarters", len(energies), unit)
    if entered:
        successes = [number for number, face in enumerate(pool.faces) if fire.aim.damage(face)]
        pool = rerolled(game.dice, game.state.rolls, pool, successes)
    fire.strikes = [Strike(target, energies, fire.aim, pool=pool)]
    note_fired(fire)


SHOOT, SPLIT = "shoot", "split"
"""The keys of the options to shoot out of the Garrison, and to choose a target for each weapon."""
TEST, RUN = "test", "run"


def foes_inside(game: Game, squad: Squad) -> list[Squad]:
    """Return the enemy squads that a squad may fight in its Garrison (D-CQ-1, D-GARR-12)."""
    units = game.units_of(squad)
    house = house_of(game, units[0]) if units else None
    if house is None or not armed(game, squad):
        return []
    return foes_in(game, squad, house)


def armed_for(game: Game, decision: Choose) -> list[Armed]:
    """Return the close quarters weapons for which a decision asks: all of a squad, or one of a unit (D-CQ-2)."""
    squad = game.state.squads.get(decision.about) or game.squad_of(game.state.units[decision.about])
    weapons = armed(game, squad)
    return [
        (unit, weapon)
        for unit, weapon in weapons
        if decision.test in ("", weapon.name) and decision.about in (squad.id, unit.id)
    ]


def fire_or_fight(game: Game, squad: Squad, way: str = SHOOT) -> Flow:
    """Let a squad either shoot, or fight squads in its own Garrison (D-SHOOT-2). `way`: see `shoot`."""
    foes = foes_inside(game, squad)
    if not foes or way == SCENERY.key:
        yield from shoot(game, squad, way)
        return
    options = [Option(foe.id, _("Fight {squad}", squad=foe.name), "D-CQ-2", foe.units) for foe in foes]
    if len(foes) > 1 and len(armed(game, squad)) > 1:
        options.append(Option(SPLIT, _("Choose a target for each weapon"), "D-CQ-2"))
    if has_foes(game, squad) or (way == SHOOT and has_scenery(game, squad)):
        options.append(Option(SHOOT, _("Shoot out of the Garrison"), "D-GARR-10"))
    answer = yield about_squad(squad, N_("{squad}: choose the enemies to fight"), "D-CQ-2", options)
    if answer == SHOOT:
        yield from shoot(game, squad, way)
        return
    fought = foes if answer == SPLIT else [game.state.squads[answer]]
    fires = yield from _choose_targets(game, squad, fought)
    points_before = {foe.id: sum(map(game.left, game.units_of(foe))) for foe in fought}
    yield from strike(game, fires, entered=squad.entered)
    for foe in fought:
        if sum(map(game.left, game.units_of(foe))) < points_before[foe.id]:
            foe.shaken = True
        if not game.units_of(foe):
            seize(game, squad, foe)


def _choose_targets(game: Game, squad: Squad, foes: Sequence[Squad]) -> Asking[list[Fire]]:
    """Ask for each weapon's target if there are several, and how Reduced ones fire (D-SHOOT-4, D-SHOOT-5)."""
    fires: list[Fire] = []
    for unit, weapon in armed(game, squad):
        if stands_in(fires, unit, weapon):
            continue
        target = foes[0].id
        if len(foes) > 1 or "alt" in weapon.rules:
            options = [Option(foe.id, foe.name, "D-CQ-2", foe.units) for foe in foes]
            options.append(SILENT.shown())
            prompt = _("{unit}: choose a squad to fight with {weapon}", unit=unit.name, weapon=weapon.name)
            target = yield Choose(
                player=squad.owner, prompt=prompt, rule="D-CQ-2", about=unit.id, options=options, test=weapon.name
            )
        if target != SILENT.key:
            fires += fires_at(game, [(unit, weapon)], game.state.squads[target])
    for fire in fires:
        fire.aim = replace(fire.aim, combined=(yield from combines(fire.unit, fire.aim)))
    return fires


def check_fortitude(game: Game) -> Flow:
    """Test the Fortitude of every squad that suffered in close quarters, at the end of an activation (D-CQ-7)."""
    for squad in game.state.squads.values():
        if squad.shaken and must_test(game, squad) and (yield from _breaks(game, squad)):
            yield from let_fall(game, squad, "D-OBJ-11")
            yield from run(game, squad)
        squad.shaken = False


def _breaks(game: Game, squad: Squad) -> Asking[bool]:
    """Ask whether a squad tests its Fortitude or runs at once, and roll; return whether it runs (D-CQ-9)."""
    options = (
        Option(TEST, _("Test its Fortitude"), "D-CQ-7"),
        Option(RUN, _("Let it run without a test"), "D-CQ-9"),
    )
    text = N_("{squad} has lost more than half. Does it test its Fortitude?")
    question = about_squad(squad, text, "D-CQ-9", options)
    return (yield question) == RUN or bool((yield from fortitude(game, squad)))


def run(game: Game, squad: Squad) -> Flow:
    """Let a broken squad leave its Garrison at once, to a linked one or outside, where it may board (D-CQ-8, R-39).

    It gets out as close as there is room; without any, it stays (D-GARR-9, R-42). In its own activation this is no
    move.
    """
    house, turned_before = (
        house_of(game, game.units_of(squad)[0]),
        {unit.id: unit.turned for unit in game.units_of(squad)},
    )
    if house is None:
        return
    linked = {room.id: room for room in rooms_beyond(game, squad, house)}
    options = [Option(room.id, _("Run into {piece}", piece=room.name), "D-CQ-8") for room in linked.values()]
    where = way_out(game, game.units_of(squad), house.shape, "D-CQ-8", forced=True)
    if where is not None:
        options.append(Option(OUTSIDE, _("Run outside"), "D-CQ-8"))
    answer = options[0].key if options else ""
    if len(options) > 1:
        answer = yield about_squad(squad, N_("Where does {squad} run?"), "D-CQ-8", options)
    if answer in linked:
        yield from take_slots(game, squad, linked[answer])
    elif where is not None:
        yield from ask(game, squad, where, GETS_OUT, "D-CQ-8")
        yield from embark(game, squad, running=True)
    for unit in game.units_of(squad):
        unit.turned = turned_before[unit.id]

"""Flying, landing, free transfers of cargo, and flying on (D-AIR-1 to D-AIR-5, D-TRANS-14 to D-TRANS-16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import FLY_ON, LAND, STAY, UNLOAD
from game.rulesets.dropzone.rules.moving.asking import Paths, are_apart, ask, squad_move
from game.rulesets.dropzone.rules.moving.policies import budget
from game.rulesets.dropzone.rules.shooting.reacting import react
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.transports import boarding
from game.rulesets.dropzone.rules.transports.cargo import why_closed
from game.wording import _

DOWN: Final = "down"
TAKE_OFF: Final = "take-off"
ALONE: Final = "land:"
"""Before the id of a unit, it is the key of the option that this one lands."""


def fly(game: Game, squad: Squad) -> Asking[Paths]:
    """Let Aircraft fly as far as they still may; they take off for it (D-AIR-1, D-AIR-2, D-AIR-4, D-AIR-5)."""
    units = game.standing(squad)
    for unit in units:
        unit.airborne = True
    prompt = _("Where does {squad} fly?", squad=squad.name)
    return (yield from ask(game, squad, units, squad_move(game, units), prompt, "D-AIR-2", (STAY.shown(),)))


def arrive(game: Game, squad: Squad, paths: Paths) -> Flow:
    """Let enemies react to Aircraft that moved; then they may land, unload and fly on (D-AIR-3, D-BG-8)."""
    yield from react(game, squad, paths)
    if (yield from _lands(game, squad)) and (yield from _transfer(game, squad)):
        yield from _fly_on(game, squad)


def _lands(game: Game, squad: Squad) -> Asking[bool]:
    """Ask which Aircraft land where they are, all together or one after another (D-AIR-3)."""
    landed = False
    while options := _landings(game, squad):
        prompt = _("{squad}: land here?", squad=squad.name)
        options = [FLY_ON.shown(), *options]
        answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-AIR-3", about=squad.id, options=options)
        if answer == FLY_ON.key:
            break
        for unit in game.standing(squad):
            unit.airborne = unit.airborne and answer not in (LAND.key, f"{ALONE}{unit.id}")
        if answer == LAND.key:
            game.emit(events.Landed(squad=squad.id, rule="D-AIR-3"))
        else:
            game.emit(events.LandedAlone(unit=answer.removeprefix(ALONE), rule="D-AIR-3"))
        landed = True
    return landed


def _landings(game: Game, squad: Squad) -> list[Option]:
    """Return the options to land: all Aircraft of a squad that are in the air, and each of several alone (D-AIR-3)."""
    sheet, flying = game.sheet_of(squad), [each for each in game.standing(squad) if each.airborne]
    able = [each for each in flying if "fast" not in sheet.rules and has_ground(game, each)]
    together = able and len(able) == len(flying) and are_apart(able, sheet.radius)
    alone = able if len(flying) > 1 else []
    return [
        *([LAND.shown()] if together else []),
        *(Option(f"{ALONE}{each.id}", _("Land {unit}", unit=each.name), "D-AIR-3", (each.id,)) for each in alone),
    ]


def has_ground(game: Game, unit: Unit) -> bool:
    """Return whether the landed token of an Aircraft would fit where it is (D-AIR-3)."""
    disc = game.disc(unit)
    clear = all(
        (other.x - unit.x) ** 2 + (other.y - unit.y) ** 2 >= (disc.radius + game.sheet(other).radius) ** 2
        for other in game.on_table()
        if other is not unit and not other.airborne
    )
    return clear and not any(
        each.has("impassable") and each.gap(unit.x, unit.y) < disc.radius for each in game.features
    )


def _transfer(game: Game, squad: Squad) -> Asking[bool]:
    """Unload any cargo or load any squads for free, never both; return whether it was done (D-TRANS-15, R-25)."""
    done = False
    for each in boarding.passengers(game, squad):
        there = boarding.carriers(game, each)
        shut = any(why_closed(game, transport) is not None for transport in there)
        if shut or not set(there) <= set(game.standing(squad)) or not boarding.has_place(game, each):
            continue
        options = [
            replace(STAY, label=_("They stay aboard"), rule="D-TRANS-15"),
            replace(UNLOAD, label=_("Unload {squad}", squad=each.name), subject=each.units, hand="ground"),
        ]
        prompt = _("Unload {squad} here, for free?", squad=each.name)
        asked = Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-15", about=squad.id, options=options)
        if (yield asked) == UNLOAD.key:
            yield from boarding.disembark(game, each)
            done = True
    return done or (yield from _load(game, squad))


def _load(game: Game, squad: Squad) -> Asking[bool]:
    """Load squads in reach for free (D-TRANS-15)."""
    done = False
    for each in [*game.state.squads.values()]:
        there = [transport for transport in boarding.reachable(game, each) if transport.squad == squad.id]
        ways = [] if not there or game.sheet_of(each).is_aircraft else boarding.ways_in(game, each, there)
        if not ways:
            continue
        stay = replace(STAY, label=_("Stay outside"), rule="D-TRANS-15", stays=False)
        prompt = _("{transport} loads {squad}, for free?", transport=squad.name, squad=each.name)
        asked = Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-15", about=each.id, options=[stay, *ways])
        answer = yield asked
        if answer != STAY.key:
            yield from boarding.board(game, each, there, answer)
            done = True
    return done


def _fly_on(game: Game, squad: Squad) -> Flow:
    """Let Aircraft take off after a free transfer and use what is left of their move (D-TRANS-16)."""
    if all(budget(game, unit) <= unit.moved for unit in game.standing(squad)):
        return
    options = [
        Option(DOWN, _("Stay on the ground"), "D-TRANS-16", letter="h"),
        Option(TAKE_OFF, _("Take off and fly on"), "D-TRANS-16", letter="a"),
    ]
    prompt = _("{squad}: take off again?", squad=squad.name)
    if (yield Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-16", about=squad.id, options=options)) == DOWN:
        return
    paths = yield from fly(game, squad)
    yield from react(game, squad, paths)
    yield from _lands(game, squad)

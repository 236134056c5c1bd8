"""Flying, landing, free transfers of cargo, and flying on (D-AIR-1 to D-AIR-5, D-TRANS-14 to D-TRANS-16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import FLY_ON, LAND, STAY, UNLOAD
from game.rulesets.dropzone.rules.moving.asking import Paths, ask, squad_move
from game.rulesets.dropzone.rules.moving.policies import budget
from game.rulesets.dropzone.rules.shooting.reacting import react
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.rulesets.dropzone.rules.transports import boarding
from game.rulesets.dropzone.rules.transports.cargo import why_closed
from game.wording import _

DOWN: Final = "down"
TAKE_OFF: Final = "take-off"


def fly(game: Game, squad: Squad, inches: float | None = None) -> Asking[Paths]:
    """Let Aircraft fly, at most some inches; they take off for it (D-AIR-1, D-AIR-2, D-AIR-4, D-AIR-5)."""
    units = game.standing(squad)
    for unit in units:
        unit.airborne = True
    prompt = _("Where does {squad} fly?", squad=squad.name)
    return (yield from ask(game, squad, units, squad_move(game, units, inches), prompt, "D-AIR-2", (STAY.shown(),)))


def arrive(game: Game, squad: Squad, paths: Paths) -> Flow:
    """Let enemies react to Aircraft that moved; then they may land, unload and fly on (D-AIR-3, D-BG-8)."""
    yield from react(game, squad, paths)
    if (yield from _lands(game, squad)) and (yield from _transfer(game, squad)):
        yield from _fly_on(game, squad)


def _lands(game: Game, squad: Squad) -> Asking[bool]:
    """Ask whether Aircraft land where they are (D-AIR-3)."""
    units = game.standing(squad)
    if not units or "fast" in game.sheet_of(squad).rules or not all(has_ground(game, unit) for unit in units):
        return False
    options = [FLY_ON.shown(), LAND.shown()]
    prompt = _("{squad}: land here?", squad=squad.name)
    if (yield Choose(player=squad.owner, prompt=prompt, rule="D-AIR-3", about=squad.id, options=options)) == FLY_ON.key:
        return False
    for unit in units:
        unit.airborne = False
    game.emit(events.Landed(squad=squad.id, rule="D-AIR-3"))
    return True


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
        if shut or not set(there) <= set(game.standing(squad)) or not boarding.has_room(game, each):
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
            boarding.board(game, each, there, answer)
            done = True
    return done


def _fly_on(game: Game, squad: Squad) -> Flow:
    """Let Aircraft take off after a free transfer and use what is left of their move (D-TRANS-16)."""
    inches = min(budget(game, unit) - unit.moved for unit in game.standing(squad))
    if inches <= 0.0:
        return
    options = [
        Option(DOWN, _("Stay on the ground"), "D-TRANS-16", letter="h"),
        Option(TAKE_OFF, _("Take off and fly on"), "D-TRANS-16", letter="a"),
    ]
    prompt = _("{squad}: take off again?", squad=squad.name)
    if (yield Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-16", about=squad.id, options=options)) == DOWN:
        return
    paths = yield from fly(game, squad, inches)
    yield from react(game, squad, paths)
    yield from _lands(game, squad)

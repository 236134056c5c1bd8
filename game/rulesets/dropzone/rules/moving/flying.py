"""Flying, landing, free transfers; Fast units; units that take another form (D-AIR, D-SPEC-FAS, D-TYPE-8)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules import events, zones
from game.rulesets.dropzone.rules.cargo import cargo, loading_limit, why_closed
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import FLY_ON, LAND, SHOOT, STAY, UNLOAD
from game.rulesets.dropzone.rules.moving import boarding
from game.rulesets.dropzone.rules.moving.asking import FLIES_OVER, Paths, are_apart, ask, budget, room_for, squad_move
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.shooting.declaring import react
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.facing import facing_towards, radians_of
from game.table.lattice import distance, position
from game.table.path.along import AlongPath, Span
from game.table.path.path import Path
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


LOW, HIGH, LEAVE, NOWHERE = "low", "high", "leave", "nowhere"
STEP: Final = 0.25
"""Inches between the points of a line at which a Fast unit may stop."""
PIVOT: Final = 9_000
"""Hundredths of a degree that it may turn after its move."""


def ahead(game: Game, unit: Unit) -> Path:
    """Return the line straight ahead of a unit as far as it may fly."""
    dx, dy = math.cos(radians_of(unit.facing)), math.sin(radians_of(unit.facing))
    most = game.sheet(unit).move[1]
    return Path.through([position(unit.x, unit.y), position(unit.x + dx * most, unit.y + dy * most)])


def stops(game: Game, unit: Unit, flown: Sequence[Unit] = (), *, high: bool) -> list[Span]:
    """Return where on the line ahead a unit may stop; pieces above 8″ stop it unless it flies high (D-AIR-2).

    `flown` are those of its squad that have stopped (D-GEO-16).
    """
    field, path, radius = game.ruler.battlefield, ahead(game, unit), game.sheet(unit).radius
    towers = [] if high else [each for each in game.features if each.height > FLIES_OVER]
    others = [*flown, *(each for each in game.on_table() if each.airborne and each.squad != unit.squad)]
    found: list[Span] = []
    before, inches = False, 0.0
    while inches <= path.inches:
        x, y = path.at(inches)
        if any(each.gap(x, y) < radius for each in towers):
            break
        fits = radius <= x <= field.width - radius and radius <= y <= field.height - radius
        near = [each for each in others if math.hypot(x - each.x, y - each.y) < radius + game.sheet(each).radius]
        apart = all(game.hover(x, y) != game.hover(each.x, each.y) for each in near)
        legal = fits and apart and inches >= game.sheet(unit).move[0]
        if legal:
            found = [*found[:-1], (found[-1][0], inches)] if before else [*found, (inches, inches)]
        before, inches = legal, inches + STEP
    return found


def approach(game: Game, unit: Unit) -> AlongPath | None:
    """Return the spots of its own edge from which a Fast unit may fly straight in, None without any (D-DEP-5)."""
    field = game.ruler.battlefield
    sides = [*zones.lines(field, game.state.edges[unit.owner]).values()]
    corners = [sides[0][-1], *(end for line in sides for end in line)]
    edge = Path.through([position(*at) for at in dict.fromkeys(corners)])
    marks = (STEP * number for number in range(math.floor(edge.inches / STEP) + 1))
    spans = [(mark, mark) for mark in marks if stops(game, at_edge(game, unit, *edge.at(mark)), high=True)]
    return AlongPath(edge, spans, rule="D-DEP-5") if spans else None


def at_edge(game: Game, unit: Unit, x: float, y: float) -> Unit:
    """Return a copy of a unit at a spot of the table's edge, facing straight in."""
    field = game.ruler.battlefield
    aside = x in (0.0, field.width)
    inward = (1.0 if not x else -1.0, 0.0) if aside else (0.0, 1.0 if not y else -1.0)
    return replace(unit, x=x, y=y, facing=facing_towards(*inward))


def fly_in(game: Game, squad: Squad) -> Asking[Paths]:
    """Let Fast units enter the table: straight in from their edge, their least move at least (D-SPEC-FAS, D-DEP-5)."""
    for unit in game.units_of(squad):
        region = approach(game, unit)
        if region is None:
            return {}
        prompt = _("Where does {squad} enter?", squad=unit.name)
        x, y = yield Place(player=squad.owner, prompt=prompt, rule="D-DEP-5", about=unit.id, region=region)
        start = at_edge(game, unit, *position(x, y))
        unit.x, unit.y, unit.facing = start.x, start.y, start.facing
    return (yield from fly_straight(game, squad))


def exit_of(game: Game, unit: Unit) -> tuple[float, float] | None:
    """Return where a unit leaves the table if it flies straight on, None if its move is too short for that."""
    field, path = game.ruler.battlefield, ahead(game, unit)
    marks = (STEP * number for number in range(math.floor(path.inches / STEP) + 1))
    spots = (path.at(inches) for inches in marks)
    found = next((at for at in spots if not (0.0 <= at[0] <= field.width and 0.0 <= at[1] <= field.height)), None)
    return None if found is None else position(*found)


def fly_straight(game: Game, squad: Squad) -> Asking[Paths]:
    """Let Fast units fly on; return their paths. Those that leave are off the table after any reaction to them."""
    units = game.units_of(squad)
    ways = [
        Option(LOW, _("Fly on"), "D-SPEC-FAS"),
        Option(HIGH, _("Fly high, without shooting this round"), "D-SPEC-FAS"),
        Option(LEAVE, _("Leave the table"), "D-SPEC-FAS"),
    ]
    low = all(stops(game, unit, high=False) for unit in units)
    able = {
        LOW: low,
        HIGH: all(stops(game, unit, high=True) for unit in units) and not (low and SHOOT.key in squad.actions),
        LEAVE: all(unit.on_table and exit_of(game, unit) for unit in units),
    }
    options = [each for each in ways if able[each.key]] or [Option(NOWHERE, _("It has no way"), "D-SPEC-FAS")]
    prompt = _("How does {squad} fly?", squad=squad.name)
    how = yield Choose(player=squad.owner, prompt=prompt, rule="D-SPEC-FAS", about=squad.id, options=options)
    squad.high, squad.leaving = how == HIGH, how == LEAVE
    if how == NOWHERE:
        return {}
    paths, facings = Paths(), dict[str, int]()
    for number, unit in enumerate(units):
        start = unit.x, unit.y
        if how == LEAVE:
            paths[unit.id] = [start, exit_of(game, unit) or start]
            facings[unit.id] = unit.facing
            continue
        paths[unit.id] = [start, (yield from _ask_stop(game, squad, unit, units[:number]))]
        facings[unit.id] = unit.facing
    for unit in units:
        unit.place, unit.airborne = "table", True
    game.emit(events.Moved(squad=squad.id, paths=paths, facings=facings, rule="D-SPEC-FAS"))
    return paths


def _ask_stop(game: Game, squad: Squad, unit: Unit, flown: Sequence[Unit]) -> Asking[tuple[float, float]]:
    """Ask where a unit stops on its line, and how it turns there; put it there. Without room it stops where it must."""
    spans = stops(game, unit, flown, high=squad.high) or stops(game, unit, high=squad.high)
    region = AlongPath(ahead(game, unit), spans, rule="D-SPEC-FAS")
    turning = Turning.limited(unit.facing, PIVOT, "D-SPEC-FAS")
    prompt = _("Where does {unit} fly?", unit=unit.name)
    asked = Place(player=squad.owner, prompt=prompt, rule="D-SPEC-FAS", about=unit.id, region=region, turning=turning)
    x, y, facing = asked.pose((yield asked))
    unit.moved += distance((unit.x, unit.y), (x, y))
    unit.turned = True
    unit.x, unit.y, unit.facing = x, y, unit.facing if facing is None else facing
    return position(x, y)


def leave_table(game: Game, squad: Squad) -> None:
    """Take Fast units that leave off the table: they are In Readiness and come back from their own edge later."""
    units = game.standing(squad)
    for unit in units:
        unit.place, unit.airborne = "off", False
    if units:
        game.emit(events.LeftTable(squad=squad.id, rule="D-SPEC-FAS"))
    squad.leaving = False


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
        Option(DOWN, _("Stay on the ground"), "D-TRANS-16", letter="h", declines=True),
        Option(TAKE_OFF, _("Take off and fly on"), "D-TRANS-16", letter="a"),
    ]
    prompt = _("{squad}: take off again?", squad=squad.name)
    if (yield Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-16", about=squad.id, options=options)) == DOWN:
        return
    paths = yield from fly(game, squad)
    yield from react(game, squad, paths)
    yield from _lands(game, squad)

"""Fast units: they fly straight on, high or low, and may leave the table (D-SPEC-FAS)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking
from game.engine.core.turning import Turning
from game.rulesets.dropzone.rules import events, zones
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SHOOT
from game.rulesets.dropzone.rules.moving.asking import Paths
from game.rulesets.dropzone.rules.moving.policies import FLIES_OVER
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.facing import facing_towards, radians_of
from game.table.lattice import distance, position
from game.table.path.along import AlongPath, Span
from game.table.path.path import Path
from game.wording import _

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

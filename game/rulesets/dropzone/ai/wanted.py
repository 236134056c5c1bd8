"""The spots where a squad would like to be, legal or not: shifted as a block, entered in a row, set down in a bunch."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import shapely

from game.engine.core.decisions import Arrange
from game.rulesets.dropzone.ai.position import at_edge, transports
from game.rulesets.dropzone.ai.strength import table_of
from game.rulesets.dropzone.rules.cargo import cargo, loading_limit
from game.rulesets.dropzone.rules.features import Feature, house_at
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import REACH
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.space import link
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.lattice import Position, position
from game.table.path.entering import EntryRegion
from game.table.path.policy import PathPolicy

Ends = Mapping[str, Position]
Spot = tuple[float, float]
ROUND: Final = 8
"""Directions in which a squad looks for spots."""
NEAREST: Final = 2
"""The enemies that a move takes into account, and objectives for those who get out: farther ones seldom matter."""
KEPT: Final = 2e-3
"""Inches of a budget that stay unused, because spots are rounded."""
LEAST: Final = 0.3
"""Inches below which a shift counts as none."""
DOOR: Final = 0.3
"""Inches between a token and the Garrison that it goes to."""
BESIDE: Final = 1.2
"""The same for an Aircraft that lands there, with room for those who get out."""
DROPPED: Final = 14.0
"""Inches from an enemy at which a Transport sets down those who shall fire at it."""
DRAWN: Final = 2
"""Arrangements at random among those considered for a squad that gets out."""


def budgets(decision: Arrange) -> float:
    """Return the inches that every unit of the squad may move."""
    found: list[float] = []
    for member in decision.arrangements.members:
        policies: Sequence[PathPolicy] = getattr(member.ends, "policies", ())
        if policies:
            found.append(max(policy.budget for policy in policies))
    return min(found, default=0.0)


def moves(game: Game, squad: Squad, units: Sequence[Unit], inches: float) -> Iterator[Ends]:
    """Yield a squad shifted as a block: to its goals, to enemies and away from them, and in all directions."""
    inches = max(0.0, inches - KEPT)
    x, y = sum(each.x for each in units) / len(units), sum(each.y for each in units) / len(units)
    for dx, dy in _shifts(game, squad, units, (x, y), inches):
        length = math.hypot(dx, dy)
        if length >= LEAST and inches:
            share = min(1.0, inches / length)
            yield {each.id: position(each.x + share * dx, each.y + share * dy) for each in units}


def _shifts(game: Game, squad: Squad, units: Sequence[Unit], middle: Spot, inches: float) -> Iterator[Spot]:
    x, y = middle
    for to_x, to_y in goals(game, squad, middle):
        yield to_x - x, to_y - y
    for part, count in ((1.0, ROUND), (0.5, ROUND // 2)):
        for number in range(count):
            turn = math.tau * number / count
            yield part * inches * math.cos(turn), part * inches * math.sin(turn)
    for enemy, stop in _stops(game, squad, units, middle, inches):
        dx, dy = enemy.x - x, enemy.y - y
        far = math.hypot(dx, dy) or 1.0
        yield dx / far * (far - stop), dy / far * (far - stop)


def _stops(
    game: Game, squad: Squad, units: Sequence[Unit], middle: Spot, inches: float
) -> Iterator[tuple[Unit, float]]:
    """Yield near enemies with the distances at which a squad may want to be from them: in range, or far off."""
    table = table_of(game.setup)
    for enemy in nearest_enemies(game, squad.owner, middle):
        ranges = table.reach[table.numbers[squad.sheet], table.target(enemy)]
        for reach in sorted({float(each) for each in ranges if each > 0.0}):
            yield enemy, reach - 0.5
        yield enemy, math.dist((enemy.x, enemy.y), middle) + inches


def goals(game: Game, squad: Squad, middle: Spot) -> Iterator[Spot]:
    """Yield the spots that a squad heads for: objectives, its own edge, those it shall carry or ride with."""
    sheet, radius = game.sheet_of(squad), game.sheet_of(squad).radius
    units = game.units_of(squad)
    loaded = any(cargo(game, each) for each in units)
    if carried_by(game, squad) is not None or (loaded and _carries_home(game, units)):
        x, y = at_edge(game, squad.owner, *middle)
        yield x, y
        field = game.ruler.battlefield
        toward = max(radius + 0.2, 2.0 if sheet.is_aircraft else 0.0)
        yield min(max(x, toward), field.width - toward), min(max(y, toward), field.height - toward)
    if carried_by(game, squad) is not None:
        yield from _rides(game, squad)
        return
    if sheet.is_aircraft and not loaded:
        yield from _stops_for_fares(game, squad)
    if sheet.is_aircraft and not loaded and sheet.carries:
        return
    if sheet.is_aircraft and loaded:
        yield from _drops(game, squad, middle)
    for objective in game.state.objectives.values():
        if objective.removed or objective.carrier:
            continue
        house = house_at(game.ruler.battlefield, objective.x, objective.y)
        if house is None:
            yield objective.x, objective.y
            continue
        off = radius + (BESIDE if sheet.is_aircraft else DOOR)
        rim = house.shape.buffer(off)
        ring = shapely.get_exterior_ring(rim)
        there = shapely.line_interpolate_point(ring, shapely.line_locate_point(ring, shapely.Point(middle)))
        yield float(there.x), float(there.y)
        for number in range(4 if sheet.is_aircraft or math.dist(middle, (there.x, there.y)) < sheet.move[1] else 0):
            spot = shapely.line_interpolate_point(ring, (number + 0.5) / 4, normalized=True)
            yield float(spot.x), float(spot.y)


def nearest_enemies(game: Game, player: str, spot: Spot) -> list[Unit]:
    """Return the few enemies on the table that are nearest to a spot."""
    there = [each for each in game.on_table() if each.owner != player]
    return sorted(there, key=lambda each: math.dist((each.x, each.y), spot))[:NEAREST]


def _drops(game: Game, squad: Squad, middle: Spot) -> Iterator[Spot]:
    """Yield spots from which those in a Transport have enemies in range."""
    for enemy in nearest_enemies(game, squad.owner, middle):
        far = math.dist((enemy.x, enemy.y), middle) or 1.0
        share = max(0.0, far - DROPPED) / far
        yield middle[0] + (enemy.x - middle[0]) * share, middle[1] + (enemy.y - middle[1]) * share


def _carries_home(game: Game, units: Sequence[Unit]) -> bool:
    """Return whether any load of some Transports carries an objective."""
    squads = {each.squad for unit in units for each in cargo(game, unit)}
    return any(each.carrier in squads for each in game.state.objectives.values())


def _rides(game: Game, squad: Squad) -> Iterator[Spot]:
    """Yield spots beside Transports that could take a squad home."""
    for other in game.on_table():
        if other.owner == squad.owner and not other.airborne and game.sheet(other).carries:
            yield other.x, other.y


def fares(game: Game, squad: Squad) -> Iterator[Squad]:
    """Yield squads that an empty Transport could take home with what they carry, or to an objective."""
    left = any(not each.removed and not each.carrier for each in game.state.objectives.values())
    for fare in game.state.squads.values():
        wanted = carried_by(game, fare) is not None or (left and game.sheet_of(fare).is_infantry)
        if fare.owner != squad.owner or not wanted or not game.present(fare):
            continue
        if any(unit.squad == squad.id for unit in transports(game, fare)):
            yield fare


def _stops_for_fares(game: Game, squad: Squad) -> Iterator[Spot]:
    """Yield spots beside squads that an empty Transport could take."""
    radius = game.sheet_of(squad).radius
    for fare in fares(game, squad):
        units = game.present(fare)
        house = house_at(game.ruler.battlefield, units[0].x, units[0].y) if units[0].place == "inside" else None
        if house is None:
            yield units[0].x + radius + DOOR + 0.5, units[0].y
            yield units[0].x - radius - DOOR - 0.5, units[0].y
            continue
        ring = shapely.get_exterior_ring(house.shape.buffer(radius + BESIDE))
        for number in range(ROUND):
            spot = shapely.line_interpolate_point(ring, number / ROUND, normalized=True)
            yield float(spot.x), float(spot.y)


def entries(game: Game, squad: Squad, decision: Arrange, units: Sequence[Unit]) -> Iterator[Ends]:
    """Yield a squad that enters in a row, opposite the objectives, as deep as it may and less."""
    inches, sheet, field = budgets(decision) - KEPT, game.sheet_of(squad), game.ruler.battlefield
    depths = {inches / 2, sheet.radius + 0.1}
    if sheet.is_aircraft and sheet.carries:
        depths.add(min(inches, loading_limit(sheet) - 0.01))
    step = min(2 * sheet.radius + 0.2, link(sheet) - 0.05)
    lines = {(each.ends.line.coords[0], each.ends.line.coords[-1])
             for each in decision.arrangements.members if isinstance(each.ends, EntryRegion)}  # fmt: skip
    for (ax, ay), (bx, by) in lines:
        long = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / long, (by - ay) / long
        inward = (-uy, ux) if (field.width / 2 - ax) * -uy + (field.height / 2 - ay) * ux > 0.0 else (uy, -ux)
        goals_at = [(each.x - ax) * ux + (each.y - ay) * uy for each in game.state.objectives.values()]
        for mark in sorted({*(round(min(max(each, 1.0), long - 1.0), 3) for each in goals_at), long / 2}):
            for off, depth in ((0.0, inches), (3.0, inches), (-3.0, inches), *((0.0, depth) for depth in depths)):
                along = [mark + off + (number - (len(units) - 1) / 2) * step for number in range(len(units))]
                yield {unit.id: position(ax + ux * far + inward[0] * depth, ay + uy * far + inward[1] * depth)
                       for unit, far in zip(units, along, strict=True)}  # fmt: skip


def bunches(
    game: Game, squad: Squad, decision: Arrange, units: Sequence[Unit], around: Spot, rng: random.Random
) -> Iterator[Ends]:
    """Yield a squad set down beside a Transport or a Garrison: towards each direction, and at random."""
    radius = game.sheet_of(squad).radius
    step = min(2 * radius + 0.1, link(game.sheet_of(squad)) - 0.05)
    reach = REACH - 0.01
    turn = 2 * math.asin(min(1.0, step / (2 * reach)))
    for number in range(ROUND):
        towards = math.tau * number / ROUND
        angles = [towards + (place - (len(units) - 1) / 2) * turn for place in range(len(units))]
        yield {
            unit.id: position(around[0] + reach * math.cos(angle), around[1] + reach * math.sin(angle))
            for unit, angle in zip(units, angles, strict=True)
        }
    for _time in range(DRAWN):
        if (steps := decision.arrangements.sample(rng)) is not None:
            yield {step.id: position(*step.at) for step in steps}


def outside(game: Game, squad: Squad, units: Sequence[Unit], house: Feature) -> Iterator[Ends]:
    """Yield a squad set down in a row along the outline of a Garrison, on every side."""
    radius = game.sheet_of(squad).radius
    step = min(2 * radius + 0.1, link(game.sheet_of(squad)) - 0.05)
    ring = shapely.get_exterior_ring(house.shape.buffer(radius + DOOR / 2))
    for number in range(ROUND):
        start = ring.length * number / ROUND
        spots = [ring.interpolate((start + place * step) % ring.length) for place in range(len(units))]
        yield {unit.id: position(spot.x, spot.y) for unit, spot in zip(units, spots, strict=True)}

"""Arrangements worth trying for a squad: as a block towards its goals, each rated by the resulting position."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, NamedTuple

import shapely

from game.engine.core.decisions import Arrange, answer_of
from game.engine.rulebook.looking import sieve
from game.engine.rulebook.view import Prospect
from game.lengths import length
from game.rulesets.dropzone.ai.position import Value, at_edge, to_house, valued
from game.rulesets.dropzone.ai.strength import table_of
from game.rulesets.dropzone.ai.wanted import (
    DOOR,
    NEAREST,
    Ends,
    budgets,
    bunches,
    entries,
    moves,
    nearest_enemies,
    outside,
)
from game.rulesets.dropzone.rules.cargo import cargo, ramp_limit
from game.rulesets.dropzone.rules.features import Feature, house_at
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import STAY
from game.rulesets.dropzone.rules.moving.asking import REACH, budget
from game.rulesets.dropzone.rules.moving.boarding import ENTRANCE
from game.rulesets.dropzone.rules.moving.flying import has_ground
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.scenery import CENTRE, house_of, settle
from game.rulesets.dropzone.rules.space import facing_into
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.facing import facing_towards
from game.table.lattice import Position, position, snap
from game.table.layout.moving import UnitMove, block_move, quick_move
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import Steps, ends_of
from game.wording import _

TRIFLE: Final = 0.004
"""Victory points below which no move is worth the trouble."""
SHORT: Final = 0.08
"""Victory points by which a spot may fall short of the best hope without further searching."""
BLOCKS: Final = 5
"""The best-looking blocks that are tried first, straight, which is fast."""
SEARCHED: Final = 2
"""Those for which paths round things are searched, which is slow."""
TRIED: Final = 8
"""Those tried for squads that enter or get out, and those at which Aircraft try to land and unload, which is slow."""
DRAWN: Final = 3
"""Arrangements at random, if nothing better is known."""
SHIFTS: Final = ((1.0, 0), (0.93, 0), (0.95, 20), (0.95, -20), (0.8, 0), (0.85, 40), (0.85, -40), (0.6, 0), (0.7, 70),
                 (0.7, -70), (0.4, 0))  # fmt: skip
"""Shares of the path that a block moves, and degrees to its side, if something is in the way of the whole."""
ENTERING: Final = "D-DEP-5"
SETTING_DOWN: Final = ("D-TRANS-12", "D-TRANS-21")


class Hope(NamedTuple):
    """An arrangement that a squad would like, its gain in victory points, and the part of it that is fire now."""

    gain: float
    due: float
    inches: float
    ends: Ends


@contextmanager
def back_later(units: Sequence[Unit]) -> Iterator[None]:
    """Let units be elsewhere for a moment."""
    before = [(u.place, u.x, u.y, u.carrier, u.slot, u.moved, u.turned, u.airborne) for u in units]
    try:
        yield
    finally:
        for unit, values in zip(units, before, strict=True):
            (unit.place, unit.x, unit.y, unit.carrier, unit.slot, unit.moved, unit.turned, unit.airborne) = values


@contextmanager
def standing(game: Game, ends: Mapping[str, Position], *, airborne: bool | None = None) -> Iterator[None]:
    """Let units stand elsewhere, legal or not, as if they had moved there straight."""
    units = [game.state.units[name] for name in ends]
    with back_later(units):
        for unit in units:
            x, y = ends[unit.id]
            if unit.place == "table":
                unit.moved += math.dist((unit.x, unit.y), (x, y))
            unit.turned = True
            unit.place, unit.x, unit.y, unit.carrier, unit.slot = "table", float(x), float(y), "", ""
            unit.airborne = unit.airborne if airborne is None else airborne
        yield


def value_at(
    game: Game, squad: Squad, ends: Mapping[str, Position], *, airborne: bool | None = None, lands: bool = True
) -> Value:
    """Return the value of the position with units elsewhere; Infantry goes into a Garrison there if that is better.

    Aircraft that `lands` unloads there what helps.
    """
    with standing(game, ends, airborne=airborne):
        value = valued(game, squad.owner)
        if game.sheet_of(squad).is_aircraft:
            if not lands:
                return value
            landed, _ends = unloaded(game, squad, [game.state.units[name] for name in ends])
            return value if landed is None else max(value, landed)
        units = game.standing(squad)  # also those that stay, which an arrangement does not name
        house = _door(game, squad, [(unit.x, unit.y) for unit in units]) if units else None
        if house is None:
            return value
        with in_slot(game, units, house, CENTRE):
            return max(value, valued(game, squad.owner))


def _door(game: Game, squad: Squad, spots: Sequence[tuple[float, float]]) -> Feature | None:
    """Return a Garrison with an objective that Infantry at some spots may enter (D-GARR-3)."""
    if not game.sheet_of(squad).is_infantry:
        return None
    for objective in game.state.objectives.values():
        if not objective.removed and not objective.carrier:
            house = house_at(game.ruler.battlefield, objective.x, objective.y)
            if house is not None and min(to_house(game, house, *spot) for spot in spots) <= ENTRANCE:
                return house
    return None


def unloaded(game: Game, squad: Squad, units: Sequence[Unit]) -> tuple[Value | None, Ends]:
    """Return the value of the position if Aircraft landed here and unloaded what helps, and where; else None.

    Nothing to unload, no room, or too long a flight: None (D-TRANS-14).
    """
    inside = loads(game, units)
    slack = game.ruler.policy.tolerance
    if not inside or any(unit.moved > ramp_limit(game, unit) + slack or not has_ground(game, unit) for unit in units):
        return None, {}
    best, where, out = Value(0.0, 0.0), dict[str, Position](), False
    with ExitStack() as down:
        down.enter_context(back_later(units))
        for unit in units:
            unit.airborne = False
        best = valued(game, squad.owner)
        for passengers in inside:
            wanted = toward_goals(game, game.units_of(passengers), units[0], REACH - DOOR)
            found = hopes(game, passengers, wanted, here=best)
            if found and found[0].gain > TRIFLE:
                down.enter_context(standing(game, found[0].ends))
                best, out = Value(best.whole + found[0].gain, best.due + found[0].due), True
                where |= found[0].ends
    return (best if out else None), where


def loads(game: Game, units: Sequence[Unit]) -> list[Squad]:
    """Return the squads in some Transports."""
    names = dict.fromkeys(each.squad for unit in units for each in cargo(game, unit))
    return [game.state.squads[name] for name in names]


def toward_goals(game: Game, units: Sequence[Unit], carrier: Unit, inches: float) -> Iterator[Ends]:
    """Yield units set down together at most some inches from their Transport, towards near objectives and enemies."""
    left = [each for each in game.state.objectives.values() if not each.removed and not each.carrier]
    for objective in sorted(left, key=lambda each: math.dist((each.x, each.y), (carrier.x, carrier.y)))[:NEAREST]:
        house = house_at(game.ruler.battlefield, objective.x, objective.y)
        dx, dy = objective.x - carrier.x, objective.y - carrier.y
        whole = max(0.1, math.hypot(dx, dy))
        far = whole if house is None else to_house(game, house, carrier.x, carrier.y) - DOOR
        step = max(0.0, min(inches, far)) / whole
        yield {unit.id: position(carrier.x + dx * step, carrier.y + dy * step) for unit in units}
    for enemy in nearest_enemies(game, carrier.owner, (carrier.x, carrier.y)):
        far = max(inches, math.dist((enemy.x, enemy.y), (carrier.x, carrier.y)))
        x, y = (carrier.x + (enemy.x - carrier.x) * inches / far, carrier.y + (enemy.y - carrier.y) * inches / far)
        yield {unit.id: position(x, y) for unit in units}


@contextmanager
def in_slot(game: Game, units: Sequence[Unit], house: Feature, place: str) -> Iterator[None]:
    """Let units be in a slot of a Garrison for a moment."""
    with back_later(units):
        for unit in units:
            settle(game, unit, house, place)
        yield


def hopes(
    game: Game, squad: Squad, wanted: Iterable[Ends], *, airborne: bool | None = None, here: Value | None = None
) -> list[Hope]:
    """Return the gain of arrangements, whether there is room for them or not, best first."""
    start = valued(game, squad.owner) if here is None else here
    found = []
    values = [(value_at(game, squad, ends, airborne=airborne, lands=False), ends) for ends in wanted]
    for number, (plain, ends) in enumerate(sorted(values, key=lambda pair: -pair[0].whole)):
        first = next(iter(ends))
        unit = game.state.units[first]
        inches = math.dist((unit.x, unit.y), ends[first]) if unit.place == "table" else 0.0
        value = value_at(game, squad, ends, airborne=airborne) if number < TRIED else plain
        found.append(Hope(value.whole - start.whole, value.due - start.due, inches, ends))
    return sorted(found, key=lambda each: -each.gain)


def move_hopes(game: Game, squad: Squad, share: float, rng: random.Random) -> list[Hope]:
    """Return the spots that a squad on the table may hope to reach with a Move action, best first."""
    units = game.standing(squad)
    if not units:
        return []
    inches = min(budget(game, each) for each in units)
    airborne = True if game.sheet_of(squad).is_aircraft else None
    wanted = [each for each in moves(game, squad, units, inches) if _is_free(game, squad, units, each)]
    if airborne and loads(game, units):
        wanted.append({unit.id: position(unit.x, unit.y) for unit in units})  # to land where it is
    return hopes(game, squad, sieve(rng, share)(wanted), airborne=airborne)


def _is_free(game: Game, squad: Squad, units: Sequence[Unit], ends: Ends) -> bool:
    """Return whether a squad's wanted spots are on the table, off solid ground, and not those that it would trample."""
    field, sheet = game.ruler.battlefield, game.sheet_of(squad)
    radius = sheet.radius
    for x, y in ends.values():
        if not (radius <= x <= field.width - radius and radius <= y <= field.height - radius):
            return False
    if sheet.is_aircraft:
        return True
    own = [each for each in game.on_table() if each.owner == squad.owner and each not in units and not each.airborne]
    if sheet.is_behemoth and any(
        math.dist((each.x, each.y), at) <= sheet.spread for each in own for at in ends.values()
    ):
        return False
    blocked = [each for each in game.features if each.has("impassable")]
    spots = [shapely.Point(*at) for at in ends.values()]
    return not any(bool((shapely.distance(each.shape, spots) < radius).any()) for each in blocked)


def arranged(
    game: Game, decision: Arrange, rng: random.Random, share: float = 1.0, *, thorough: bool = False
) -> Iterator[Prospect]:
    """Yield arrangements worth considering with their gain."""
    squad = game.state.squads[decision.about]
    units = [game.state.units[member.id] for member in decision.arrangements.members]
    here = valued(game, squad.owner)
    wanted = _wanted(game, squad, decision, units, rng)
    hoped = hopes(game, squad, sieve(rng, share)(wanted), here=here)
    staying = 0.0
    if decision.shortcuts and game.sheet_of(squad).is_aircraft:
        staying = value_at(game, squad, {unit.id: position(unit.x, unit.y) for unit in units}).whole - here.whole
    known = [staying] if decision.shortcuts else []
    walks_in = decision.rule == ENTERING and not game.sheet_of(squad).is_aircraft  # it has nothing left to do
    for steps in _found(decision, units, hoped, known, rng, thorough=thorough):
        value = value_at(game, squad, ends_of(steps)).whole - here.whole
        known.append(value)
        why = purpose(game, squad, ends_of(steps))
        answer = answer_of(steps, facings(game, squad, steps))
        yield Prospect(answer, value, why, settled=walks_in, final=walks_in, foreseen=True)
    for option in decision.shortcuts:
        if option.key == STAY.key:
            yield Prospect(STAY.key, staying, _("no better spot is in reach"), foreseen=True)


def _wanted(game: Game, squad: Squad, decision: Arrange, units: Sequence[Unit], rng: random.Random) -> Iterator[Ends]:
    if isinstance(decision.arrangements, UnitMove):
        return (each for each in moves(game, squad, units, budgets(decision)) if _is_free(game, squad, units, each))
    if decision.rule == ENTERING:
        return entries(game, squad, decision, units)
    house = house_of(game, units[0])
    if house is None and decision.rule not in SETTING_DOWN:
        house = house_at(game.ruler.battlefield, units[0].x, units[0].y)
    if house is not None:
        return outside(game, squad, units, house)
    carrier = game.state.units.get(units[0].carrier)
    around = (carrier.x, carrier.y) if carrier is not None else (units[0].x, units[0].y)
    return bunches(game, squad, decision, units, around, rng)


def _found(
    decision: Arrange, units: Sequence[Unit], hoped: Sequence[Hope], known: Sequence[float], rng: random.Random,
    *, thorough: bool,
) -> Iterator[Steps]:  # fmt: skip
    """Yield legal arrangements near the hopes; the caller adds the value of each to `known`."""
    arrangements = decision.arrangements
    best = max(known, default=-math.inf)

    def is_hopeful(hope: Hope) -> bool:
        return hope.gain > max(known, default=-math.inf) + (SHORT if max(known, default=-math.inf) > best else TRIFLE)

    if isinstance(arrangements, UnitMove):
        for hope in hoped[: 2 * BLOCKS if thorough else BLOCKS]:
            if is_hopeful(hope) and (steps := block_move(arrangements, _towards(units, hope.ends))) is not None:
                yield steps
        for hope in hoped[:SEARCHED]:
            if is_hopeful(hope) and (steps := quick_move(arrangements, hope.ends)) is not None:
                yield steps
    elif isinstance(arrangements, SetUp):
        nothing = 1 if decision.shortcuts else 0
        for number, hope in enumerate(hoped):
            if number >= TRIED and len(known) > nothing:
                break
            if is_hopeful(hope) and (steps := arrangements.find(hope.ends)) is not None:
                yield steps
        for hope in hoped[:SEARCHED] if len(known) == nothing else ():
            if is_hopeful(hope) and (steps := arrangements.nearest(hope.ends)) is not None:
                yield steps
    if known and (decision.shortcuts or len(known) > 1):
        return
    for _time in range(DRAWN):
        if (steps := arrangements.sample(rng)) is not None:
            yield steps


def _towards(units: Sequence[Unit], layout: Ends) -> list[tuple[float, float]]:
    """Return shifts of a squad as a block towards a wanted arrangement, in inches, nearest to it first."""
    unit = units[0]
    to_x, to_y = layout[unit.id]
    far, bearing = math.hypot(to_x - unit.x, to_y - unit.y), math.atan2(to_y - unit.y, to_x - unit.x)
    turned = [(share * far, bearing + math.radians(turn)) for share, turn in SHIFTS]
    return [(snap(inches * math.cos(turn)), snap(inches * math.sin(turn))) for inches, turn in turned]


def facings(game: Game, squad: Squad, steps: Steps) -> dict[str, int]:
    """Return how units should face at the ends of their moves: their best target in the arc of their weapons."""
    table, sheet = table_of(game.setup), game.sheet_of(squad)
    targets = [each for each in game.on_table() if each.owner != squad.owner]
    found = {}
    for step in steps:
        unit, (x, y) = game.state.units[step.id], step.at
        best, value = None, 0.0
        for target in targets:
            at = table.numbers[unit.sheet], table.target(target)
            far = math.dist((x, y), (target.x, target.y))
            points = float(table.points[at][far <= table.reach[at] + table.move[at[0]]].sum()) + 1.0 / (1.0 + far)
            if points > value:
                best, value = target, points
        field = game.ruler.battlefield
        to_x, to_y = (best.x, best.y) if best is not None else (field.width / 2, field.height / 2)
        along = facing_towards(to_x - x, to_y - y) if (to_x, to_y) != (x, y) else unit.facing
        narrow = min((weapon.arc for weapon in sheet.weapons if not weapon.cq), key=len, default=None)
        found[unit.id] = along if narrow is None else facing_into(narrow, along, to_x - x, to_y - y)
    return found


def purpose(game: Game, squad: Squad, ends: Mapping[str, Position]) -> str:
    """Return in measured terms where an arrangement brings a squad, and what for."""
    spots = [*ends.values()]
    if not spots:
        return ""
    parts = []
    if carried_by(game, squad) is not None:
        far = math.dist(spots[0], at_edge(game, squad.owner, *spots[0]))
        parts.append(_("to bring the objective home, {inches} from the edge", inches=length(far, 1)))
    else:
        there = [each for each in game.state.objectives.values() if not each.removed and not each.carrier]
        gaps = [(min(_far(game, each.x, each.y, spot) for spot in spots), each) for each in there]
        if gaps:
            far, objective = min(gaps, key=lambda pair: pair[0])
            names = {marker.id: marker.name for marker in game.setup.document.map.objectives}
            name = _(names.get(objective.id, objective.id))
            parts.append(_("{inches} from the objective {name}", inches=length(far, 1), name=name))
    enemies = [each for each in game.on_table() if each.owner != squad.owner]
    if enemies:
        far, enemy = min(((min(math.dist((each.x, each.y), spot) for spot in spots), each) for each in enemies),
                         key=lambda pair: pair[0])  # fmt: skip
        parts.append(_("{inches} from {goal}", inches=length(far, 1), goal=enemy.name))
    return ", ".join(parts)


def _far(game: Game, x: float, y: float, spot: tuple[float, float]) -> float:
    house = house_at(game.ruler.battlefield, x, y)
    return to_house(game, house, *spot) if house is not None else math.dist((x, y), spot)

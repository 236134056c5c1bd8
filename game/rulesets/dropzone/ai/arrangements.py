"""The spots where a squad would like to be, legal or not, and legal arrangements near them, rated by the position."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Arrange, answer_of
from game.engine.core.records import restored
from game.engine.rulebook.looking import sieve
from game.engine.rulebook.view import Prospect
from game.lengths import length
from game.rulesets.dropzone.ai.position import Value, at_edge, table_of, transports, valued
from game.rulesets.dropzone.rules.cargo import cargo, loading_limit, why_too_far
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import STAY
from game.rulesets.dropzone.rules.moving.asking import REACH, budget
from game.rulesets.dropzone.rules.moving.boarding import ENTRANCE, has_ground, passengers
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.scenery import CENTRE, house_of, settle
from game.rulesets.dropzone.rules.space import facing_into, link
from game.rulesets.dropzone.rules.state import POSE, Objective, Squad, Unit
from game.table.facing import facing_towards
from game.table.lattice import Position, position, snap
from game.table.layout.moving import UnitMove, block_move, quick_move
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import Steps, ends_of
from game.table.path.entering import EntryRegion
from game.table.path.policy import PathPolicy
from game.wording import _

Ends = Mapping[str, Position]
Spot = tuple[float, float]
ROUND: Final = 8
"""Directions in which a squad looks for spots."""
NEAREST: Final = 2
"""The nearest enemies that a move considers, and objectives for units that get out; farther ones seldom matter."""
KEPT: Final = 2e-3
"""Inches of a budget that stay unused, because spots are rounded."""
LEAST: Final = 0.3
"""Inches below which a shift counts as none."""
DOOR: Final = 0.3
"""Inches between a token and the Garrison that it goes to."""
BESIDE: Final = 1.2
"""Inches between an Aircraft and the Garrison where it lands, with room for units that get out."""
DROPPED: Final = 14.0
"""Inches from an enemy at which a Transport sets down units that are to fire at it."""


def budgets(decision: Arrange) -> float:
    """Return the inches that every unit of the squad may move: the smallest budget of any of them."""
    policies: Iterator[Sequence[PathPolicy]] = (
        getattr(member.ends, "policies", ()) for member in decision.arrangements.members
    )
    return min((max(policy.budget for policy in of_unit) for of_unit in policies if of_unit), default=0.0)


def moves(game: Game, squad: Squad, units: Sequence[Unit], inches: float) -> Iterator[Ends]:
    """Yield the spots of a squad shifted as a block: to its goals, to and from enemies, and in all directions."""
    inches = max(0.0, inches - KEPT)
    x, y = sum(unit.x for unit in units) / len(units), sum(unit.y for unit in units) / len(units)
    for to_x, to_y in (
        *goals(game, squad, (x, y)),
        *_spots_all_round((x, y), inches),
        *_stops_before_enemies(game, squad, (x, y), inches),
    ):
        dx, dy, length = to_x - x, to_y - y, math.dist((to_x, to_y), (x, y))
        if length >= LEAST and inches:
            share = min(1.0, inches / length)
            yield {unit.id: position(unit.x + share * dx, unit.y + share * dy) for unit in units}


def _spots_all_round(middle: Spot, inches: float) -> Iterator[Spot]:
    """Yield the spots of a full and a half move in all directions."""
    for part, count in ((1.0, ROUND), (0.5, ROUND // 2)):
        for turn in (math.tau * number / count for number in range(count)):
            yield middle[0] + part * inches * math.cos(turn), middle[1] + part * inches * math.sin(turn)


def _stops_before_enemies(game: Game, squad: Squad, middle: Spot, inches: float) -> Iterator[Spot]:
    """Yield spots on the lines to near enemies: just in range of each weapon, and at the end of a full move."""
    table = table_of(game.setup)
    for enemy in nearest_enemies(game, squad.owner, middle):
        ranges = table.reach[table.numbers[squad.sheet], table.target(enemy)]
        gap = math.dist(enemy.spot, middle)
        for wanted_gap in (*sorted({float(reach) - 0.5 for reach in ranges if reach > 0.0}), gap + inches):
            share = 1.0 - wanted_gap / (gap or 1.0)  # of the line to the enemy; negative is away from it
            yield middle[0] + (enemy.x - middle[0]) * share, middle[1] + (enemy.y - middle[1]) * share


def goals(game: Game, squad: Squad, middle: Spot) -> Iterator[Spot]:
    """Yield the spots that a squad wants to reach: objectives, its own edge, cargo to load, Transports to board."""
    sheet, radius = game.sheet_of(squad), game.sheet_of(squad).radius
    units = game.units_of(squad)
    loaded = any(cargo(game, unit) for unit in units)
    carries_home = any(carried_by(game, carrier) is not None for carrier in (squad, *passengers(game, units)))
    if carries_home:
        x, y = at_edge(game, squad.owner, *middle)
        yield x, y
        field = game.battlefield
        # and near the edge, in case there is no room at the edge itself
        inset = max(radius + 0.2, 2.0 if sheet.is_aircraft else 0.0)
        yield min(max(x, inset), field.width - inset), min(max(y, inset), field.height - inset)
    if carried_by(game, squad) is not None:
        yield from _spots_beside_transports(game, squad)
        return
    if sheet.is_aircraft:
        yield from _spots_to_unload(game, squad, middle) if loaded else _stops_for_fares(game, squad)
        if sheet.carries and not loaded:
            return
    for objective in game.lying():
        house = game.house_at(*objective.spot)
        if house is None:
            yield objective.spot
            continue
        ring = _line_around(house.shape, radius + (BESIDE if sheet.is_aircraft else DOOR))
        nearest = ring.interpolate(ring.project(shapely.Point(middle)))
        yield nearest.x, nearest.y
        all_sides = sheet.is_aircraft or math.dist(middle, (nearest.x, nearest.y)) < sheet.move[1]
        for number in range(4 if all_sides else 0):
            spot = ring.interpolate((number + 0.5) / 4, normalized=True)
            yield spot.x, spot.y


def _line_around(shape: BaseGeometry, inches: float) -> shapely.LinearRing:
    """Return the line that runs around a shape at a distance in inches."""
    return shapely.get_exterior_ring(shape.buffer(inches))


def nearest_enemies(game: Game, player: str, spot: Spot) -> list[Unit]:
    """Return the few enemies on the table that are nearest to a spot."""
    enemies = [unit for unit in game.on_table() if unit.owner != player]
    return sorted(enemies, key=lambda enemy: math.dist(enemy.spot, spot))[:NEAREST]


def _spots_to_unload(game: Game, squad: Squad, middle: Spot) -> Iterator[Spot]:
    """Yield spots near enemies where the units in a Transport would have them in range."""
    for enemy in nearest_enemies(game, squad.owner, middle):
        gap = math.dist(enemy.spot, middle) or 1.0
        share = max(0.0, gap - DROPPED) / gap
        yield middle[0] + (enemy.x - middle[0]) * share, middle[1] + (enemy.y - middle[1]) * share


def _spots_beside_transports(game: Game, squad: Squad) -> Iterator[Spot]:
    """Yield spots beside Transports that could carry a squad home."""
    for other in game.on_table():
        if other.owner == squad.owner and not other.airborne and game.sheet(other).carries:
            yield other.spot


def fares(game: Game, squad: Squad) -> Iterator[Squad]:
    """Yield squads that an empty Transport could carry to an objective, or home with one."""
    any_lying = bool(game.lying())
    for fare in game.state.squads.values():
        wanted = carried_by(game, fare) is not None or (any_lying and game.sheet_of(fare).is_infantry)
        if fare.owner != squad.owner or not wanted or not game.present(fare):
            continue
        if any(unit.squad == squad.id for unit in transports(game, fare)):
            yield fare


def _stops_for_fares(game: Game, squad: Squad) -> Iterator[Spot]:
    """Yield spots beside squads that an empty Transport could load."""
    radius = game.sheet_of(squad).radius
    for fare in fares(game, squad):
        first = game.present(fare)[0]
        house = house_of(game, first)
        ring = (
            _line_around(house.shape, radius + BESIDE)
            if house
            else _line_around(shapely.Point(*first.spot), radius + 0.8)
        )
        for number in range(ROUND):
            spot = ring.interpolate(number / ROUND, normalized=True)
            yield spot.x, spot.y


def entries(game: Game, squad: Squad, decision: Arrange, units: Sequence[Unit]) -> Iterator[Ends]:
    """Yield the spots of a squad that enters in a row opposite the objectives, at several depths."""
    inches, sheet, field = budgets(decision) - KEPT, game.sheet_of(squad), game.battlefield
    depths = {inches / 2, sheet.radius + 0.1}
    if sheet.is_aircraft and sheet.carries:
        depths.add(min(inches, loading_limit(sheet) - 0.01))
    step = min(2 * sheet.radius + 0.2, link(sheet) - 0.05)
    lines = {(member.ends.line.coords[0], member.ends.line.coords[-1])
             for member in decision.arrangements.members if isinstance(member.ends, EntryRegion)}  # fmt: skip
    for (ax, ay), (bx, by) in lines:
        edge_inches = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / edge_inches, (by - ay) / edge_inches  # one inch along the edge
        inward = (-uy, ux) if (field.width / 2 - ax) * -uy + (field.height / 2 - ay) * ux > 0.0 else (uy, -ux)
        goals_at = [(objective.x - ax) * ux + (objective.y - ay) * uy for objective in game.state.objectives.values()]
        for mark in sorted({*(round(min(max(goal, 1.0), edge_inches - 1.0), 3) for goal in goals_at), edge_inches / 2}):
            for shift, depth in ((0.0, inches), (3.0, inches), (-3.0, inches), *((0.0, depth) for depth in depths)):
                offsets = [mark + shift + (number - (len(units) - 1) / 2) * step for number in range(len(units))]
                yield {unit.id: position(ax + ux * offset + inward[0] * depth, ay + uy * offset + inward[1] * depth)
                       for unit, offset in zip(units, offsets, strict=True)}  # fmt: skip


def outside(game: Game, squad: Squad, units: Sequence[Unit], shape: BaseGeometry, inches: float) -> Iterator[Ends]:
    """Yield the spots of a squad in a row around a shape, such as a Garrison, beginning on every side of it."""
    step, ring = (
        min(2 * game.sheet_of(squad).radius + 0.1, link(game.sheet_of(squad)) - 0.05),
        _line_around(shape, inches),
    )
    for number in range(ROUND):
        start = ring.length * number / ROUND
        spots = [ring.interpolate((start + place * step) % ring.length) for place in range(len(units))]
        yield {unit.id: position(spot.x, spot.y) for unit, spot in zip(units, spots, strict=True)}


def out_of_house(game: Game, squad: Squad, units: Sequence[Unit], house: Feature) -> Iterator[Ends]:
    """Yield the spots of a squad set down in a row along the outline of a Garrison."""
    return outside(game, squad, units, house.shape, game.sheet_of(squad).radius + DOOR / 2)


TRIFLE: Final = 0.004
"""Victory points below which no move is worth the trouble."""
SHORT: Final = 0.08
"""Victory points by which a spot may fall short of the best hope without further searching."""
BLOCKS: Final = 5
"""The best-looking blocks that are tried first, straight, which is fast."""
SEARCHED: Final = 2
"""The best-looking blocks for which paths round obstacles are searched, which is slow."""
TRIED: Final = 8
"""The best-looking spots tried for squads that enter or get out, or Aircraft that land and unload, which is slow."""
DRAWN: Final = 3
"""Arrangements at random, if nothing better is known."""
SHIFTS: Final = ((1.0, 0), (0.93, 0), (0.95, 20), (0.95, -20), (0.8, 0), (0.85, 40), (0.85, -40), (0.6, 0), (0.7, 70),
                 (0.7, -70), (0.4, 0))  # fmt: skip
"""Shares of the path that a block moves, with the degrees that it turns aside, if the full path is blocked."""
ENTERING: Final = "D-DEP-5"
SETTING_DOWN: Final = ("D-TRANS-12", "D-TRANS-21")


class Hope(NamedTuple):
    """An arrangement that a squad would like: its gain in victory points, and the part of that due to fire now."""

    gain: float
    due: float
    inches: float
    ends: Ends


@contextmanager
def standing(game: Game, ends: Mapping[str, Position], *, airborne: bool | None = None) -> Iterator[None]:
    """Within the block, put units at other spots, legal or not, as if they had gone there straight."""
    units = [game.state.units[name] for name in ends]
    inches = {unit.id: math.dist(unit.spot, ends[unit.id]) if unit.on_table else LEAST for unit in units}
    with game.supposing(ends, inches):
        for unit in units:
            unit.airborne = unit.airborne if airborne is None else airborne
        yield


def value_at(
    game: Game, squad: Squad, ends: Mapping[str, Position], *, airborne: bool | None = None, lands: bool = True
) -> Value:
    """Return the value of the position with units at other spots; Infantry enters a Garrison if that is better.

    `lands`: Aircraft land there and unload the squads that gain by it.
    """
    with standing(game, ends, airborne=airborne):
        value = valued(game, squad.owner)
        if game.sheet_of(squad).is_aircraft:
            if not lands:
                return value
            landed, _ends = unloaded(game, squad, [game.state.units[name] for name in ends])
            return value if landed is None else max(value, landed)
        units = game.standing(squad)  # also those that stay, which an arrangement does not name
        house = _garrison_in_reach(game, squad, [unit.spot for unit in units]) if units else None
        if house is None:
            return value
        with restored(units, *POSE):
            for unit in units:
                settle(game, unit, house, CENTRE)
            return max(value, valued(game, squad.owner))


def _garrison_in_reach(game: Game, squad: Squad, spots: Sequence[tuple[float, float]]) -> Feature | None:
    """Return a Garrison with an objective that Infantry at these spots could enter (D-GARR-3), or None."""
    lying = game.lying() if game.sheet_of(squad).is_infantry else ()
    houses = (game.house_at(*objective.spot) for objective in lying)
    return next((house for house in houses if house and min(house.gap(*spot) for spot in spots) <= ENTRANCE), None)


def unloaded(game: Game, squad: Squad, units: Sequence[Unit]) -> tuple[Value | None, Ends]:
    """Return the value of the position if Aircraft landed here and unloaded squads that gain by it, and their spots.

    The value is None without such squads or room, or after too long a flight (D-TRANS-14).
    """
    inside = passengers(game, units)
    if not inside or any(why_too_far(game, unit) or not has_ground(game, unit) for unit in units):
        return None, {}
    spots = dict[str, Position]()
    with ExitStack() as supposed:  # every squad unloaded stays so while the next one is rated
        supposed.enter_context(restored(units, *POSE))
        for unit in units:
            unit.airborne = False
        best = valued(game, squad.owner)
        for cargo_squad in inside:
            candidates = toward_goals(game, game.units_of(cargo_squad), units[0], REACH - DOOR)
            unloadings = hopes(game, cargo_squad, candidates, here=best)
            if unloadings and unloadings[0].gain > TRIFLE:
                supposed.enter_context(standing(game, unloadings[0].ends))
                best = Value(best.whole + unloadings[0].gain, best.due + unloadings[0].due)
                spots |= unloadings[0].ends
    return (best if spots else None), spots


def toward_goals(game: Game, units: Sequence[Unit], carrier: Unit, inches: float) -> Iterator[Ends]:
    """Yield spots for units set down together within `inches` of their Transport, nearer to goals or enemies."""
    left = game.lying()
    for objective in sorted(left, key=lambda objective: math.dist(objective.spot, carrier.spot))[:NEAREST]:
        house = game.house_at(*objective.spot)
        dx, dy = objective.x - carrier.x, objective.y - carrier.y
        distance = max(0.1, math.hypot(dx, dy))
        wanted = distance if house is None else house.gap(*carrier.spot) - DOOR
        share = max(0.0, min(inches, wanted)) / distance
        yield {unit.id: position(carrier.x + dx * share, carrier.y + dy * share) for unit in units}
    for enemy in nearest_enemies(game, carrier.owner, carrier.spot):
        gap = max(inches, math.dist(enemy.spot, carrier.spot))
        x, y = (carrier.x + (enemy.x - carrier.x) * inches / gap, carrier.y + (enemy.y - carrier.y) * inches / gap)
        yield {unit.id: position(x, y) for unit in units}


def hopes(
    game: Game, squad: Squad, wanted: Iterable[Ends], *, airborne: bool | None = None, here: Value | None = None
) -> list[Hope]:
    """Return each wanted arrangement, legal or not, with its gain over the present position `here`, best first."""
    start = valued(game, squad.owner) if here is None else here
    rated = []
    # only the best at first sight are rated with all that Aircraft could unload, which is slow
    values = [(value_at(game, squad, ends, airborne=airborne, lands=False), ends) for ends in wanted]
    for number, (rough_value, ends) in enumerate(sorted(values, key=lambda pair: -pair[0].whole)):
        first = next(iter(ends))
        unit = game.state.units[first]
        inches = math.dist(unit.spot, ends[first]) if unit.place == "table" else 0.0
        value = value_at(game, squad, ends, airborne=airborne) if number < TRIED else rough_value
        rated.append(Hope(value.whole - start.whole, value.due - start.due, inches, ends))
    return sorted(rated, key=lambda hope: -hope.gain)


def move_hopes(game: Game, squad: Squad, share: float, rng: random.Random) -> list[Hope]:
    """Return arrangements that a squad could reach with a Move, best first. `share`: fraction of candidates tried."""
    units = game.standing(squad)
    if not units:
        return []
    inches = min(budget(game, unit) for unit in units)
    airborne = True if game.sheet_of(squad).is_aircraft else None  # None: each unit stays as it is
    wanted = [spots for spots in moves(game, squad, units, inches) if _is_free(game, squad, units, spots)]
    if airborne and passengers(game, units):
        wanted.append({unit.id: position(*unit.spot) for unit in units})  # also consider landing on the spot, to unload
    return hopes(game, squad, sieve(rng, share)(wanted), airborne=airborne)


def _is_free(game: Game, squad: Squad, units: Sequence[Unit], ends: Ends) -> bool:
    """Return whether wanted spots are on the table, off solid ground, and (for a Behemoth) on no friendly unit."""
    field, sheet = game.battlefield, game.sheet_of(squad)
    radius = sheet.radius
    on_it = all(radius <= x <= field.width - radius and radius <= y <= field.height - radius for x, y in ends.values())
    if sheet.is_aircraft or not on_it:
        return on_it
    friends = [
        unit for unit in game.on_table() if unit.owner == squad.owner and unit not in units and not unit.airborne
    ]
    if sheet.is_behemoth and any(
        math.dist(friend.spot, spot) <= sheet.spread for friend in friends for spot in ends.values()
    ):
        return False
    blocked = [feature for feature in game.features if feature.has("impassable")]
    spots = [shapely.Point(*spot) for spot in ends.values()]
    return not any(bool((shapely.distance(feature.shape, spots) < radius).any()) for feature in blocked)


def arranged(
    game: Game, decision: Arrange, rng: random.Random, share: float = 1.0, *, thorough: bool = False
) -> Iterator[Prospect]:
    """Yield arrangements worth considering with their gain. `share`: the fraction of candidates that is tried."""
    squad = game.state.squads[decision.about]
    units = [game.state.units[member.id] for member in decision.arrangements.members]
    before = valued(game, squad.owner)
    candidates = _wanted_arrangements(game, squad, decision, units)
    hoped = hopes(game, squad, sieve(rng, share)(candidates), here=before)
    staying = 0.0
    if decision.shortcuts and game.sheet_of(squad).is_aircraft:
        staying = value_at(game, squad, {unit.id: position(*unit.spot) for unit in units}).whole - before.whole
    gains = [staying] if decision.shortcuts else []
    walks_in = decision.rule == ENTERING and not game.sheet_of(squad).is_aircraft  # it has nothing left to do
    for steps in _legal_arrangements(decision, units, hoped, gains, rng, thorough=thorough):
        value = value_at(game, squad, ends_of(steps)).whole - before.whole
        gains.append(value)  # `_legal_arrangements` looks at it before its next step
        reason = purpose(game, squad, ends_of(steps))
        answer = answer_of(steps, facings(game, squad, steps))
        yield Prospect(answer, value, reason, settled=walks_in, final=walks_in, foreseen=True)
    for option in decision.shortcuts:
        if option.key == STAY.key:
            yield Prospect(STAY.key, staying, _("no better spot is in reach"), foreseen=True)


def _wanted_arrangements(game: Game, squad: Squad, decision: Arrange, units: Sequence[Unit]) -> Iterator[Ends]:
    """Return the arrangements, legal or not, that a squad would like as an answer to a decision."""
    if isinstance(decision.arrangements, UnitMove):
        return (spots for spots in moves(game, squad, units, budgets(decision)) if _is_free(game, squad, units, spots))
    if decision.rule == ENTERING:
        return entries(game, squad, decision, units)
    house = house_of(game, units[0])
    if house is None and decision.rule not in SETTING_DOWN:
        house = game.house_at(*units[0].spot)
    if house is not None:
        return out_of_house(game, squad, units, house)
    carrier = game.state.units.get(units[0].carrier, units[0])
    return outside(game, squad, units, shapely.Point(*carrier.spot), REACH - 0.01)


def _legal_arrangements(
    decision: Arrange, units: Sequence[Unit], hoped: Sequence[Hope], known_gains: Sequence[float], rng: random.Random,
    *, thorough: bool,
) -> Iterator[Steps]:  # fmt: skip
    """Yield legal arrangements near the hopes, while any hope promises more than the gains known so far.

    The caller adds the gain of each arrangement to `known_gains`.
    """
    arrangements = decision.arrangements
    start = max(known_gains, default=-math.inf)

    def is_hopeful(hope: Hope) -> bool:
        best = max(known_gains, default=-math.inf)
        return hope.gain > best + (SHORT if best > start else TRIFLE)  # an improvement on the start needs little more

    if isinstance(arrangements, UnitMove):
        for hope in hoped[: 2 * BLOCKS if thorough else BLOCKS]:
            if is_hopeful(hope) and (steps := block_move(arrangements, _block_shifts(units, hope.ends))) is not None:
                yield steps
        for hope in hoped[:SEARCHED]:
            if is_hopeful(hope) and (steps := quick_move(arrangements, hope.ends)) is not None:
                yield steps
    elif isinstance(arrangements, SetUp):
        at_first = 1 if decision.shortcuts else 0  # the gain of staying is known before any arrangement
        for number, hope in enumerate(hoped):
            if number >= TRIED and len(known_gains) > at_first:
                break
            if is_hopeful(hope) and (steps := arrangements.find(hope.ends)) is not None:
                yield steps
        for hope in hoped[:SEARCHED] if len(known_gains) == at_first else ():
            if is_hopeful(hope) and (steps := arrangements.nearest(hope.ends)) is not None:
                yield steps
    if known_gains and (decision.shortcuts or len(known_gains) > 1):
        return
    for _time in range(DRAWN):
        if (steps := arrangements.sample(rng)) is not None:
            yield steps


def _block_shifts(units: Sequence[Unit], layout: Ends) -> list[tuple[float, float]]:
    """Return shifts (x, y) of a squad as a block towards a wanted arrangement: the full one, then shorter or turned."""
    unit = units[0]
    to_x, to_y = layout[unit.id]
    inches, bearing = math.hypot(to_x - unit.x, to_y - unit.y), math.atan2(to_y - unit.y, to_x - unit.x)
    turned = [(share * inches, bearing + math.radians(turn)) for share, turn in SHIFTS]
    return [(snap(part * math.cos(turn)), snap(part * math.sin(turn))) for part, turn in turned]


def facings(game: Game, squad: Squad, steps: Steps) -> dict[str, int]:
    """Return for each unit the facing after its move that brings its best target into its weapons' arcs."""
    table, sheet = table_of(game.setup), game.sheet_of(squad)
    targets = [target for target in game.on_table() if target.owner != squad.owner]
    facing_of = {}
    for step in steps:
        unit, (x, y) = game.state.units[step.id], step.at
        best, value = None, 0.0
        for target in targets:
            pair_index = table.numbers[unit.sheet], table.target(target)
            gap = math.dist((x, y), target.spot)
            # the points that it can lose this round or the next; of equal targets the nearest
            points = float(
                table.points[pair_index][gap <= table.reach[pair_index] + table.move[pair_index[0]]].sum()
            ) + 1.0 / (1.0 + gap)
            if points > value:
                best, value = target, points
        to_x, to_y = best.spot if best is not None else game.battlefield.centre
        facing = facing_towards(to_x - x, to_y - y) if (to_x, to_y) != (x, y) else unit.facing
        narrow = min((weapon.arc for weapon in sheet.weapons if not weapon.cq), key=len, default=None)
        facing_of[unit.id] = facing if narrow is None else facing_into(narrow, facing, to_x - x, to_y - y)
    return facing_of


def purpose(game: Game, squad: Squad, ends: Mapping[str, Position]) -> str:
    """Return a text for players: the purpose of an arrangement, with its inches from an objective and an enemy."""
    spots = [*ends.values()]
    if not spots:
        return ""
    parts = []
    if carried_by(game, squad) is not None:
        gap = math.dist(spots[0], at_edge(game, squad.owner, *spots[0]))
        parts.append(_("to bring the objective home, {inches} from the edge", inches=length(gap, 1)))
    else:
        objectives = game.lying()
        gaps = [(min(inches_to(game, objective, spot) for spot in spots), objective) for objective in objectives]
        if gaps:
            gap, objective = min(gaps, key=lambda pair: pair[0])
            names = {marker.id: marker.name for marker in game.setup.document.map.objectives}
            name = _(names.get(objective.id, objective.id))
            parts.append(_("{inches} from the objective {name}", inches=length(gap, 1), name=name))
    enemies = [unit for unit in game.on_table() if unit.owner != squad.owner]
    if enemies:
        gap, enemy = min(((min(math.dist(foe.spot, spot) for spot in spots), foe) for foe in enemies),
                         key=lambda pair: pair[0])  # fmt: skip
        parts.append(_("{inches} from {goal}", inches=length(gap, 1), goal=enemy.name))
    return ", ".join(parts)


def inches_to(game: Game, goal: Objective | Unit, spot: tuple[float, float]) -> float:
    """Return the inches from a spot to an objective or a unit, or to the Garrison around it."""
    house = game.house_at(*goal.spot)
    return house.gap(*spot) if house is not None else math.dist(goal.spot, spot)

"""The value of a whole position to a player: points, objectives within reach, units left, fire to come."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument
from game.rulesets.dropzone.odds.fire import FACES, fire_odds, glance, hits_on, lost, share_of, volley
from game.rulesets.dropzone.rules import scenarios, zones
from game.rulesets.dropzone.rules.activation import MOST
from game.rulesets.dropzone.rules.features import Feature, features, house_at
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import REACH
from game.rulesets.dropzone.rules.objectives import CLAIMING, finds
from game.rulesets.dropzone.rules.scenery import CENTRE
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.shooting.numbers import Aim, Fire
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit
from game.table.terrain.battlefield import Battlefield

Floats = NDArray[np.float64]
POINT: Final = 150.0
"""Points of an army that are worth a victory point."""
FADING: Final = (0.35, 0.6, 0.85)
"""The share of the value of units that is left in the last rounds, the last round first: they can do little more."""
TIED: Final = (1.2, 0.6, 0.3)
"""What is added to `FADING` if victory points are level, because kill points decide then (D-WIN-3)."""
FAR_AHEAD: Final = 2
"""The lead in victory points that kill points are unlikely to decide about."""
_FARSIGHTED: Final = ContextVar("farsighted", default=False)
HALF_DEAD: Final = 0.6
"""The share of a unit's value that its damage points make up; its destruction brings the rest."""
ENDLESS: Final = 200.0
"""Inches that stand for the whole table."""


@contextmanager
def seeing(*, far: bool) -> Iterator[None]:
    """Within the block, rate positions for a player who plans for the whole battle (`far`) or not."""
    token = _FARSIGHTED.set(far)
    try:
        yield
    finally:
        _FARSIGHTED.reset(token)


def last_rounds(game: Game) -> int | None:
    """Return how many rounds follow this one; None if the player does not plan for the whole battle."""
    return game.setup.document.options.rounds - game.state.round if _FARSIGHTED.get() else None


def point(game: Game) -> float:
    """Return how many points of an army are worth one victory point now.

    For players who plan for the whole battle, the number rises towards the end, and falls if kill points are likely to
    decide.
    """
    left, scenario = last_rounds(game), scenarios.of(game)
    if left is None or left >= len(FADING) or scenario.measure == "kills":
        return POINT
    first, second = sorted(scenario.points(game).values(), reverse=True)[:2]
    level = max(0.0, 1.0 - (first - second) / FAR_AHEAD)
    return POINT / (FADING[max(0, left)] + TIED[max(0, left)] * level)


class Table(NamedTuple):
    """The `reach` in inches and the expected `points` of every weapon of each sheet against every other sheet.

    Both arrays are indexed by shooter, target and weapon; targets in the air come after all those on the ground.
    `silent` holds the M&F of each weapon, `weapons` their names by sheet.
    """

    numbers: dict[str, int]
    weapons: dict[str, list[str]]
    reach: Floats
    points: Floats
    silent: Floats
    move: Floats

    def target(self, unit: Unit) -> int:
        """Return the index of a unit as a target."""
        return self.numbers[unit.sheet] + (len(self.numbers) if unit.airborne else 0)


@lru_cache(maxsize=8)
def table_of(setup: Setup) -> Table:
    """Return the table of all weapons of a battle; computed once for the battle and all its copies."""
    sheets = dict(setup.sheets)
    numbers = {name: number for number, name in enumerate(sheets)}
    count, columns = len(sheets), max((len(_ranged_weapons(sheet)) for sheet in sheets.values()), default=1) or 1
    reach, points = np.full((count, 2 * count, columns), -1.0), np.zeros((count, 2 * count, columns))
    silent = np.full((count, columns), ENDLESS)
    for name, sheet in sheets.items():
        shooter = numbers[name]
        for column, weapon in enumerate(_ranged_weapons(sheet)):
            silent[shooter, column] = ENDLESS if weapon.silent_beyond is None else weapon.silent_beyond
            for target_name, target in sheets.items():
                if name.partition(".")[0] == target_name.partition(".")[0]:
                    continue
                value, inches = _expected_points(weapon, target), min(ENDLESS, weapon.range_to(countered=target.active))
                for air in (False, True) if target.is_aircraft else (False,):
                    if not air or "aa" in weapon.rules:
                        reach[shooter, numbers[target_name] + air * count, column] = inches
                        points[shooter, numbers[target_name] + air * count, column] = value
    _drop_alternatives(sheets, numbers, points)
    weapons = {name: [weapon.name for weapon in _ranged_weapons(sheet)] for name, sheet in sheets.items()}
    return Table(numbers, weapons, reach, points, silent, np.array([sheet.move[1] for sheet in sheets.values()]))


def _ranged_weapons(sheet: UnitDocument) -> list[WeaponDocument]:
    """Return the weapons of a sheet that are not for close quarters; their order numbers the columns of `Table`."""
    return [weapon for weapon in sheet.weapons if not weapon.cq]


def _drop_alternatives(sheets: dict[str, UnitDocument], numbers: dict[str, int], points: Floats) -> None:
    """Let only the best of several profiles of one weapon count against each target (D-SPEC-ALT)."""
    for name, sheet in sheets.items():
        groups: dict[int, list[int]] = {}
        for place, weapon in enumerate(_ranged_weapons(sheet)):
            if (alternative := weapon.rules.get("alt")) is not None:
                groups.setdefault(alternative.value, []).append(place)
        for places in groups.values():
            rivals = points[numbers[name]][:, places]
            points[numbers[name]][:, places] = np.where(rivals < rivals.max(axis=1, keepdims=True), 0.0, rivals)


def _expected_points(weapon: WeaponDocument, target: UnitDocument) -> float:
    """Return the points that an undamaged target is expected to lose to a weapon that sees it fully."""
    aim = Aim(weapon, target, vehicle=not target.is_infantry and not target.is_behemoth)
    if "area" in weapon.rules and not target.is_behemoth:
        struck = share_of(FACES, aim.hits)
        glancing = share_of(
            FACES, lambda face: face > 1 and not aim.hits(face)
        )  # misses, but no natural 1 (D-SPEC-ARE)
        by_hits = struck * lost(hits_on(aim, aim.energy, infantry=target.is_infantry), target.damage)
        damage = aim.shots * (by_hits + glancing * lost(glance(aim), target.damage))
    else:
        strafe = weapon.rules.get("strafe")
        volleys = strafe.value if strafe is not None else 1
        damage = lost(volley(aim, target.damage), target.damage) * volleys
    return min(1.0, damage / target.damage) * target.points


def table_of_prizes(game: Game) -> dict[str, float]:
    """Return by id what each living unit is worth in points, with its Commander, objective and cargo."""
    state = game.state
    prizes = {unit.id: float(game.sheet(unit).points) for unit in state.units.values() if unit.alive}
    for commander in state.commanders.values():
        if commander.unit in prizes:
            prizes[commander.unit] += COMMAND * commander.value
    for objective in state.objectives.values():
        squad = state.squads.get(objective.carrier)
        units = game.units_of(squad) if squad is not None else []
        for unit in units:
            prizes[unit.id] += CARRIED * point(game) / len(units)
    for unit in state.units.values():
        if unit.place == "aboard" and unit.carrier in prizes and unit.id in prizes:
            transport = state.units[unit.carrier]
            prizes[transport.id] += LOAD * prizes[unit.id]
    return prizes


COMMAND: Final = 15.0
"""Points that a Commander is worth for each point of Command Value."""
CARRIED: Final = 0.7
"""Victory points that an objective adds to the value of the squad that carries it."""
LOAD: Final = 0.35
"""The share of the value of its load that is lost with a Transport."""


def expected_loss(game: Game, fires: list[Fire]) -> float:
    """Return the points that declared fire is expected to cost the enemy, minus those of the shooter's own side."""
    odds, prizes, total = fire_odds(game, fires), table_of_prizes(game), 0.0
    owner = fires[0].unit.owner if fires else ""
    for name, harm in odds.units.items():
        unit = game.state.units[name]
        share = HALF_DEAD * harm.lost / game.sheet(unit).damage + (1.0 - HALF_DEAD) * harm.destroyed
        sign = 1 if unit.owner != owner else -1
        total += share * prizes.get(name, 0.0) * sign
    return total


HIGH: Final = 2.5
"""The height in inches from which a solid piece is taken to hide what is behind it."""
GRAZED: Final = 0.05
"""Inches by which lines may graze a piece."""
MOST_LINES: Final = 200_000
"""The most lines that are remembered for a table."""
Spot = tuple[float, float]


class Walls:
    """All solid pieces of a table as one shape, with a cache of lines that were tested against it."""

    def __init__(self, field: Battlefield) -> None:
        solid = [feature.shape for feature in features(field) if feature.has("solid") and feature.height >= HIGH]
        self._shape: BaseGeometry = shapely.union_all(solid).buffer(-GRAZED) if solid else shapely.Polygon()
        shapely.prepare(self._shape)
        self._known: dict[tuple[Spot, Spot], bool] = {}

    def clear(self, ones: list[Spot], others: list[Spot]) -> NDArray[np.bool_]:
        """Return, for each of `ones` (rows) and each of `others` (columns), whether nothing solid is between them."""
        cache = self._known
        if len(cache) > MOST_LINES:
            cache.clear()
        lines = [(start, end) for start in ones for end in others]
        new = [line for line in lines if line not in cache]
        if new:
            blocked: NDArray[np.bool_] = np.asarray(shapely.intersects(self._shape, shapely.linestrings(np.array(new))))
            cache.update(zip(new, (~blocked).tolist(), strict=True))
        are_clear = np.array([cache[line] for line in lines], dtype=np.bool_)
        return are_clear.reshape(len(ones), len(others))


walls_of: Final = lru_cache(maxsize=32)(Walls)
"""Return the walls of a table, with the lines tested so far."""


VICTORY: Final = 12.0
"""Victory points that a victory is worth on top of the lead by which it was won."""
OPEN: Final = 0.9
"""Victory points that an objective is worth to the side that will get it: fewer than to the side that has it."""
EXTRACTED: Final = 1.0
"""Victory points of a carried objective that is sure to leave the table by its carrier's own edge."""
NOBODY: Final = 0.6
"""A weight beside those of both sides: the smaller their squads are against it, the less an objective is theirs."""
ROUND: Final = 0.72
"""The share of its weight that a squad keeps for each round that it still needs to reach an objective."""
LATE: Final = 0.15
"""The share that is left for a squad that cannot reach an objective before the end."""
AROUND_PIECES: Final = {"bunker-assault": 1.5}
"""Victory points for having most points of units around each marked piece, by scenario, besides those scored now."""
NEAR_PIECE: Final = 8.0
"""Inches from the centre of a marked piece within which units are taken to count."""
EMPTY: Final = 60.0
"""Points beside those of both sides' units around a marked piece: few points against it win little."""
LOYAL: Final = 3
"""How much more a squad counts for the objective that it reaches first."""
THERE: Final = 2.5
"""How much more a squad counts at an objective than on its way there."""
NESTED: Final = 0.7
"""Rounds added for a squad whose Transport is itself in a Transport."""
LEAVING: Final = 0.4
"""Rounds that it takes to get out of a Garrison."""
PICKED_UP: Final = 0.2
"""Rounds added for a squad that waits for a Transport, compared with one aboard."""
CLAIMED: Final = 1.0
"""Victory points of an objective that is claimed."""
SET_DOWN: Final = 0.5
"""Rounds until a squad is where a Transport that has yet to act sets it down."""
NEARER: Final = 0.1
"""Rounds for each of its moves that a Transport is still away, even if the squad could be in time."""
HURRIED: Final = 0.8
"""The share of its move by which a Transport comes nearer its goal, as it seldom flies straight."""
NEARLY: Final = 0.7
"""The weight of fire that needs a move first."""
EACH_MOVE: Final = 0.6
"""The share of `NEARLY` that is left for each further move."""
LOADED: Final = 0.3
"""The weight of the fire of units in a Transport, measured from the Transport."""
HIDDEN: Final = 0.3
"""The weight of fire at targets that are out of sight now."""
DUE: Final = 1.0
"""The weight of fire in this activation."""
READY: Final = 0.8
"""The weight of fire later in this round."""
ACTED: Final = 0.5
"""The weight of fire in the next round."""
FEAR: Final = 0.55
"""The weight of the enemy's fire, compared with one's own."""
LOSABLE: Final = 0.85
"""The largest share of a unit that is expected to be shot away in a round."""
KILL: Final = 1 / 1000
"""Victory points for each kill point, as a tie-breaker (D-WIN-2)."""


class Value(NamedTuple):
    """The value of a position in victory points: `whole`, and the part that fire in this activation contributes."""

    whole: float
    due: float


def worth(game: Game, player: str) -> float:
    """Return the victory points by which a player may expect to lead at the end."""
    state = game.state
    scores = scenarios.of(game).points(game)
    lead = float(scores[player] - max((scores[other] for other in state.players if other != player), default=0))
    if state.result is not None:
        won = (player in state.result.winners) / max(1, len(state.result.winners))
        return VICTORY * (2 * won - 1) + lead
    return lead + valued(game, player).whole


_UNIT: Final = attrgetter("sheet", "place", "x", "y", "carrier", "slot", "moved", "turned", "airborne", "lost")
_OBJECTIVE: Final = attrgetter("x", "y", "hidden", "claimed_by", "carrier", "removed", "extracted_by")
_KNOWN: Final[WeakKeyDictionary[Setup, dict[Hashable, Value]]] = WeakKeyDictionary()
_MOST_KNOWN: Final = 20_000
"""The most positions of a battle whose values are remembered."""


def valued(game: Game, player: str) -> Value:
    """Return the value of a position without the points already scored.

    Values are cached, because a search reaches the same positions again and again.
    """
    state, cache = game.state, _KNOWN.setdefault(game.setup, {})
    position = (
        *(player, state.squad, state.round, game.battlefield, last_rounds(game)),
        *map(_UNIT, state.units.values()),
        *((unit.id, *unit.crippled.items(), *unit.silenced) for unit in state.units.values() if unit.crippled),
        *((unit.id, *unit.silenced) for unit in state.units.values() if unit.silenced),
        *((squad.acted, squad.embarked, *squad.actions) for squad in state.squads.values()),
        *(group.status for group in state.groups.values()),
        *map(_OBJECTIVE, state.objectives.values()),
        *(commander.unit for commander in state.commanders.values()),
        *(*state.edges.items(), *state.kills.items(), *state.scores.items()),
    )
    value = cache.get(position)
    if value is None:
        if len(cache) >= _MOST_KNOWN:
            cache.clear()
        value = cache[position] = _computed_value(game, player)
    return value


def _computed_value(game: Game, player: str) -> Value:
    """Return the value of armies, kill points, fire to come and objectives, the enemy's subtracted."""
    state, prizes = game.state, table_of_prizes(game)
    kills = state.kills.get(player, 0) - max(
        (state.kills[other] for other in state.players if other != player), default=0
    )
    army, is_late = 0.0, last_rounds(game) is not None
    for unit in state.units.values():
        if unit.alive or is_late:
            sheet = game.sheet(unit)
            share_left = 0.4 + 0.6 * game.left(unit) / sheet.damage if unit.alive else 0.0
            sign = 1 if unit.owner == player else -1
            # towards the end only losses count, not what is left: hence the share that is missing, which is negative
            counted = share_left - 1.0 if is_late else share_left
            army += sign * sheet.points * counted
    own_fire, theirs = fire(game, player, prizes, own=True), fire(game, player, prizes, own=False)
    worth_one = point(game)
    total = army / worth_one + KILL * kills + (own_fire.whole - FEAR * theirs.whole) / worth_one
    return Value(total + ground(game, player), own_fire.due / worth_one)


# -- objectives


def ground(game: Game, player: str) -> float:
    """Return the value of objectives that squads carry home, or that squads in reach can claim."""
    state, total = game.state, surroundings(game, player)
    objectives = [(objective, game.house_at(*objective.spot)) for objective in game.lying()]
    for objective in state.objectives.values():
        carrier = state.squads.get(objective.carrier)
        if carrier is not None and not objective.removed:
            sign = 1 if carrier.owner == player else -1
            total += sign * EXTRACTED * _weight_of_carrying_home(game, carrier)
    if not objectives:
        return total
    strengths_at: dict[str, dict[str, float]] = {
        objective.id: dict.fromkeys(state.players, 0.0) for objective, _house in objectives
    }
    sides_at: dict[str, set[str]] = {objective.id: set() for objective, _house in objectives}
    busy = {objective.carrier for objective in state.objectives.values()}
    for squad in state.squads.values():
        if squad.id not in busy and game.sheet_of(squad).takes_objectives:
            for name, (strength, is_there) in presence(game, squad, objectives).items():
                strengths_at[name][squad.owner] += strength
                sides_at[name] |= {squad.owner} if is_there else set()
    for objective, _house in objectives:
        strengths, claimed = strengths_at[objective.id], objective.claimed_by
        own_strength, others = strengths[player], sum(strengths.values()) - strengths[player]
        lead = (own_strength - others) / (own_strength + others + NOBODY)  # from -1, theirs, to 1, the player's
        if len(sides_at[objective.id]) == 1 and not objective.hidden and claimed not in sides_at[objective.id]:
            # the only side there claims it as soon as the action is over (D-OBJ-3)
            sign = 1 if player in sides_at[objective.id] else -1
            taken_over = claimed and (sign > 0 or claimed == player)  # one side loses it and the other wins it
            total += sign * (2 * CLAIMED if taken_over else CLAIMED)
        elif claimed:  # it counts as scored already: only the other side can gain by it
            gain = min(0.0, lead) if claimed == player else max(0.0, lead)
            total += OPEN * gain
        else:
            total += OPEN * lead
    return total


def surroundings(game: Game, player: str) -> float:
    """Return the value of units on their way to the ground that a scenario rewards (D-SCO-2)."""
    prize = AROUND_PIECES.get(scenarios.of(game).id, 0.0)
    if not prize:
        return 0.0
    total, field = 0.0, game.battlefield
    counting = []
    for unit in game.state.units.values():
        sheet, top = game.sheet(unit), game.outermost(unit)
        if unit.alive and "fast" not in sheet.rules:
            counting.append((unit, top, max(1.0, game.sheet(top).move[1]), sheet.points))
    for house in dict.fromkeys(house_at(field, *marker.at) for marker in game.setup.document.map.objectives):
        if house is None:
            continue
        own_weight = enemy_weight = 0.0
        [middle] = house.shape.centroid.coords
        for unit, top, speed, points in counting:
            spot = top.spot if top.place != "off" else at_edge(game, unit.owner, *middle)
            inside = unit.slot.startswith(f"{house.id}:")
            inches = max(0.0, math.dist(spot, middle) - NEAR_PIECE)
            getting_out = 1.0 if top is not unit else 0.0
            rounds = 0.0 if inside else inches / speed + getting_out
            weight = points * (2.0 if inside else 1.0) * ROUND**rounds
            if unit.owner == player:
                own_weight += weight
            else:
                enemy_weight += weight
        total += prize * (own_weight - enemy_weight) / (own_weight + enemy_weight + EMPTY)
    return total


def presence(
    game: Game, squad: Squad, objectives: Sequence[tuple[Objective, Feature | None]]
) -> dict[str, tuple[float, bool]]:
    """Return a squad's weight at each objective that it can reach, and whether it is there already, by objective id.

    The sooner it is there, the higher the weight; the objective that it reaches first counts most. Only Infantry
    reaches objectives in Garrisons.
    """
    infantry = game.sheet_of(squad).is_infantry
    in_reach = [(objective, house) for objective, house in objectives if house is None or infantry]
    units = game.units_of(squad) if in_reach else []
    if not units:
        return {}
    weights, reached = dict[str, float](), set[str]()
    wait = 0.0 if has_turn(game, squad) else 1.0
    for objective, house in in_reach:
        rounds = rounds_to(game, squad, units, objective, house)
        weight = _weight_after(game, rounds + wait, hidden=objective.hidden)
        weights[objective.id] = weight if rounds else THERE * weight
        if not rounds:
            reached.add(objective.id)
    total = sum(weight**LOYAL for weight in weights.values()) or 1.0
    strength = 0.5 + 0.5 * len(units) / len(squad.units)  # a squad of half its units is worth three quarters
    return {name: (strength * weight * weight**LOYAL / total, name in reached) for name, weight in weights.items()}


def has_turn(game: Game, squad: Squad) -> bool:
    """Return whether a squad may still act this round (D-BG-9, D-TRANS-17).

    It may not if its battlegroup is done, nor if it has just embarked.
    """
    groups = game.state.groups
    if squad.acted or squad.embarked:
        return False
    if squad.group:
        return groups[squad.group].status in ("ready", "active")
    return any(group.owner == squad.owner and group.status in ("ready", "active") for group in groups.values())


def _weight_after(game: Game, rounds: float, *, hidden: bool = False) -> float:
    """Return the weight of an objective that a squad reaches after `rounds`; a `hidden` one must then be found."""
    arrival, last = game.state.round + rounds, game.setup.document.options.rounds
    too_late = int(arrival) > last if hidden else arrival > last + 1.0
    if too_late:
        return LATE * float(ROUND**rounds)
    chance = _chance_to_find(int(arrival), last) if hidden else 1.0
    return float(ROUND**rounds) * chance


def _weight_of_carrying_home(game: Game, squad: Squad) -> float:
    """Return the weight of carrying an objective home; 0 if there is no time left for that."""
    units = game.units_of(squad)
    if not units:
        return 0.0
    first, move = units[0], max(0.5, game.sheet_of(squad).move[1])
    top = game.outermost(first)
    inches = math.dist(top.spot, at_edge(game, squad.owner, *top.spot))
    if top is first:
        on_foot = max(0.0, inches - 1.0) / move + (LEAVING if first.place == "inside" else 0.0)
        rounds = min(
            [on_foot, *(_activations_of_ride(game, transport, first, inches) for transport in transports(game, squad))]
        )
    else:
        rounds = SET_DOWN + max(0.0, inches - move) / (HURRIED * game.sheet(top).move[1])
    left = game.setup.document.options.rounds - game.state.round + float(has_turn(game, squad))
    return float(ROUND**rounds) if rounds <= left + 0.5 else 0.0


@lru_cache(maxsize=256)
def _chance_to_find(start: int, last: int) -> float:
    """Return the chance that a search in every round from `start` to `last` finds a hidden objective (D-OBJ-5)."""
    missed = 1.0
    for number in range(start, last + 1):
        missed *= sum(not finds(face, face + number) for face in FACES) / len(FACES)
    return max(LATE, 1.0 - missed)


def rounds_to(game: Game, squad: Squad, units: Sequence[Unit], objective: Objective, house: Feature | None) -> float:
    """Return the number of activations that a squad needs to reach an objective, on foot or by Transport."""
    first, move = units[0], max(0.5, game.sheet_of(squad).move[1])

    def inches_from(x: float, y: float) -> float:
        if house is not None:
            return max(0.0, house.gap(x, y) - CLAIMING)
        return max(0.0, math.hypot(x - objective.x, y - objective.y) - CLAIMING)

    if first.place == "inside" and house is not None and first.slot.startswith(f"{house.id}:"):
        return 0.0
    top = game.outermost(first)
    x, y = at_edge(game, top.owner, *objective.spot) if top.place == "off" else top.spot
    if top is first:
        off_table = first.place == "off"
        inches = inches_from(x, y) if off_table else min(inches_from(*unit.spot) for unit in units)
        if not inches and house is None:
            return 0.0
        getting_out = LEAVING if first.place == "inside" else 0.0
        on_foot = 1.0 + max(0.0, inches - move) / move + getting_out
        if on_foot <= 1.0 + PICKED_UP + SET_DOWN or off_table:  # no Transport could be faster
            return on_foot
        rides = (_activations_of_ride(game, transport, first, inches) for transport in transports(game, squad))
        return min([on_foot, *(getting_out + ride for ride in rides)])
    return _activations_while_carried(game, squad, top, inches_from(x, y))


def _activations_of_ride(game: Game, transport: Unit, unit: Unit, inches: float) -> float:
    """Return how many activations a Transport needs to load a unit and carry it this many inches."""
    speed = HURRIED * max(1.0, game.sheet(transport).move[1])
    coming, going = math.dist(transport.spot, unit.spot) / speed, inches / speed
    moving = sum(max(0.0, moves - 1.0) + NEARER * min(1.0, moves) for moves in (coming, going))
    return 1.0 + PICKED_UP + SET_DOWN + moving


def transports(game: Game, squad: Squad) -> Iterator[Unit]:
    """Yield the empty Transports of a squad's side on the table that could carry it."""
    cargo_sheet = game.sheet_of(squad)
    loaded = {unit.carrier for unit in game.state.units.values() if unit.place == "aboard"}
    for unit in game.state.units.values():
        able = unit.owner == squad.owner and unit.on_table and unit.id not in loaded
        if able and game.sheet(unit).hold_for(cargo_sheet) is not None:
            yield unit


def _activations_while_carried(game: Game, squad: Squad, top: Unit, inches: float) -> float:
    """Return the activations until a squad reaches an objective that is so many inches from its outermost Transport."""
    driver, at_once, late = game.state.units[game.units_of(squad)[0].carrier], REACH + CLAIMING, 0.0
    if driver is not top:  # its own Transport gets out first, and drives on
        at_once, late = at_once + game.sheet(driver).move[1], NESTED
    speed = HURRIED * max(1.0, game.sheet(top).move[1])
    moves = max(0.0, inches - at_once) / speed
    carried = SET_DOWN + late + max(0.0, moves - 1.0) + NEARER * min(1.0, moves)
    if has_turn(game, game.squad_of(top)) or not has_turn(game, squad):
        return carried
    gets_out = not top.airborne and inches <= at_once + game.sheet_of(squad).move[1]
    return 1.0 + (late if gets_out else carried)


def at_edge(game: Game, player: str, x: float, y: float) -> tuple[float, float]:
    """Return the spot on a player's own table edge that is nearest to (x, y)."""
    spot, best = (x, y), math.inf
    for (ax, ay), (bx, by) in zones.lines(game.battlefield, game.state.edges.get(player, "south")).values():
        dx, dy = bx - ax, by - ay
        # the spot of the line nearest to (x, y), as a share of its length
        share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        nearest = ax + share * dx, ay + share * dy
        if math.dist(nearest, (x, y)) < best:
            spot, best = nearest, math.dist(nearest, (x, y))
    return spot


# -- fire


def fire(game: Game, player: str, prizes: dict[str, float], *, own: bool) -> Value:
    """Return the points that a side's next shots, each at its best target, are expected to cost the other side.

    The side is the player's if `own`, otherwise the enemies'.
    """
    units = [unit for unit in game.state.units.values() if (unit.owner == player) is own]
    shooters = [unit for unit in units if _can_see_and_fire(unit) or (unit.place == "aboard" and game.is_in_play(unit))]
    targets = [
        unit for unit in game.state.units.values() if (unit.owner == player) is not own and _can_see_and_fire(unit)
    ]
    if not shooters or not targets:
        return Value(0.0, 0.0)
    now, later = _expected_fire(game, table_of(game.setup), shooters, targets)
    prize_factors = np.array([prizes.get(target.id, 0.0) / max(1.0, game.sheet(target).points) for target in targets])
    points = (now + later) * prize_factors
    best, rows = points.argmax(axis=1), np.arange(len(shooters))
    suffered = np.bincount(best, weights=points[rows, best], minlength=len(targets))
    left = np.array([prizes.get(target.id, 0.0) * game.left(target) / game.sheet(target).damage for target in targets])
    total = float(np.minimum(suffered, LOSABLE * left).sum())
    acting_now = np.array([shooter.squad == game.state.squad for shooter in shooters])
    due = float(((now * prize_factors)[rows, best] * acting_now).sum())
    return Value(total, min(due, total))


def _can_see_and_fire(unit: Unit) -> bool:
    """Return whether a unit can be seen, and fire: on the table, or at a wall of a Garrison."""
    return unit.place == "table" or (unit.place == "inside" and not unit.slot.endswith(CENTRE))


def _weights_of_fire(game: Game, unit: Unit) -> tuple[float, float]:
    """Return the weights of a unit's fire from where it is, and after a move."""
    squad = game.squad_of(unit)
    acted = 0.0 if last_rounds(game) == 0 else ACTED  # no round comes in which it could fire again
    if unit.place == "aboard":
        return (LOADED, LOADED) if acted or has_turn(game, squad) else (0.0, 0.0)
    if squad.id == game.state.squad:
        return DUE if "shoot" not in squad.actions and len(squad.actions) < MOST else acted, acted
    return (READY, READY) if has_turn(game, squad) else (acted, acted)


def _expected_fire(
    game: Game, table: Table, shooters: Sequence[Unit], targets: Sequence[Unit]
) -> tuple[Floats, Floats]:
    """Return the points that each shooter (rows) is expected to cost each target (columns), as a pair of arrays.

    The first is for fire from where the shooter is, the second for fire after moves.
    """
    sheets = [table.numbers[shooter.sheet] for shooter in shooters]
    target_numbers = [table.target(target) for target in targets]
    tops = [game.outermost(shooter) for shooter in shooters]
    spots, aims = [top.spot for top in tops], [target.spot for target in targets]
    offsets = np.array(spots)[:, None, :] - np.array(aims)[None, :, :]
    inches = np.sqrt((offsets * offsets).sum(axis=2))[:, :, None]
    table_rows = np.ix_(sheets, target_numbers)
    reach, points = table.reach[table_rows], table.points[table_rows]  # by shooter, target and weapon
    points = points * np.array([_share_of_fire(game, unit) for unit in shooters])[:, None, None]
    # the inches that a shooter may move and still fire each weapon
    silent, stride = table.silent[sheets], np.minimum(table.silent[sheets], table.move[sheets][:, None])
    may_fire = np.ones(silent.shape, dtype=np.bool_)
    for row, unit in enumerate(shooters):
        if unit.place == "inside":
            stride[row] = 0.0
        if unit.silenced:
            places = [place for place, name in enumerate(table.weapons[unit.sheet]) if name in unit.silenced]
            points[row, :, places] = 0.0
        if unit.squad == game.state.squad and (unit.turned or unit.moved):
            may_fire[row] = (unit.moved <= silent[row] + 0.01) & (silent[row] > 0.0)
    sees = walls_of(game.battlefield).clear(spots, aims)[:, :, None]
    weights = np.array([_weights_of_fire(game, unit) for unit in shooters])
    hits_now = (inches <= reach) & sees & may_fire[:, None, :]
    speed = np.array([max(1.0, game.sheet(top).move[1]) for top in tops])[:, None, None]
    inches_short = np.maximum(0.0, inches - reach - stride[:, None, :])
    coming = NEARLY * EACH_MOVE ** (inches_short / speed) * np.where(sees, 1.0, HIDDEN)
    now: Floats = (points * hits_now).sum(axis=2) * weights[:, :1]
    later: Floats = (points * np.where(hits_now, 0.0, coming)).sum(axis=2) * weights[:, 1:]
    return now, later


def _share_of_fire(game: Game, unit: Unit) -> float:
    """Return the share of its fire that a unit has left: Infantry loses shots with its damage points (D-SPEC-RED)."""
    sheet = game.sheet(unit)
    return game.left(unit) / sheet.damage if sheet.is_infantry else 1.0


def acting(game: Game) -> Hashable:
    """Return the id of the squad that the coming decisions belong to; None between two activations."""
    return game.state.squad or None

"""The value of a position to a player, from points, units, objectives and coming attacks; and the value of wounds.

At the beginning: the expected damage of a unit's attacks, from the rules' own batches. At the end: a rough estimate of
detours around impassable terrain.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import shapely

from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.odds.charging import charge_chance
from game.rulesets.aos4.odds.exact import volley_odds
from game.rulesets.aos4.rules import battleplans, mixed
from game.rulesets.aos4.rules.abilities import outermost
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER, Batch, batch_of, can_be_rolled
from game.rulesets.aos4.rules.attacks.damaging import Body, body_of
from game.rulesets.aos4.rules.attacks.eligible import longest_reach
from game.rulesets.aos4.rules.attacks.modifiers import attacker_of, target_of, weapon_of
from game.rulesets.aos4.rules.battleplans import Battleplan
from game.rulesets.aos4.rules.conditions import contests
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import Bases, gaps_to
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE
from game.rulesets.aos4.rules.setup import Setup
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import features
from game.rulesets.aos4.view.preview import off_the_table
from game.rulesets.aos4.view.volleys import suffered_mean
from game.table.shapes import Disc
from game.table.terrain.area import Floats
from game.table.terrain.battlefield import Battlefield
from game.wording import _, numeral

SUMMONED = 60.0
"""The assumed army points of a manifestation."""
MOST_KNOWN: Final = 100_000
"""The largest number of cached expectations for a battle and all its copies."""


class Printed(NamedTuple):
    """A unit's Move in inches, and whether it has melee weapons, by its warscroll."""

    move: float
    strikes: bool


_PRINTED: Final[WeakKeyDictionary[Setup, dict[str, Printed]]] = WeakKeyDictionary()
_LOSSES: Final[WeakKeyDictionary[Setup, dict[Hashable, float]]] = WeakKeyDictionary()


def printed(game: Game, unit: Unit) -> Printed:
    """Return a unit's values by its warscroll. A random Move counts as its mean."""
    cache = _PRINTED.setdefault(game.setup, {})
    result = cache.get(unit.card)
    if result is None:
        card = game.card(unit)
        move = amount(card.move) if card.move is not None else None
        result = cache[unit.card] = Printed(
            0.0 if move is None else (move.least + move.most) / 2,
            any(not weapon.is_ranged for weapon in card.weapons),
        )
    return result


def shooting_range(game: Game, unit: Unit) -> float:
    """Return how far a unit shoots with all effects, in inches; 0 if it does not."""
    return longest_reach(game, unit, game.card(unit).weapons)


def points(game: Game, unit: Unit) -> float:
    """Return the army points of a unit's remaining wounds."""
    return per_wound(game, unit) * wounds_left(game, unit) if unit.at else 0.0


def wounds_left(game: Game, unit: Unit) -> int:
    """Return the number of damage points that would destroy a unit."""
    return mixed.wounds(game, unit) - unit.damage


def per_wound(game: Game, unit: Unit) -> float:
    """Return the army points of one wound of a unit."""
    return (float(game.card(unit).points) or SUMMONED) / mixed.wounds(game, unit, slain=True)


def expected_damage(game: Game, unit: Unit, target: Unit, *, ranged: bool, charging: Unit | None = None) -> float:
    """Return the expected loss of a target in army points; see `expected_wounds`."""
    return expected_wounds(game, unit, target, ranged=ranged, charging=charging) * per_wound(game, target)


def expected_wounds(game: Game, unit: Unit, target: Unit, *, ranged: bool, charging: Unit | None = None) -> float:
    """Return the expected wounds of a target by all melee or ranged weapons. `charging` is a unit that charges."""
    if not target.at or not unit.at:
        return 0.0
    cache = _LOSSES.setdefault(game.setup, {})
    charged = game.charged(unit) or unit is charging, game.charged(target) or target is charging
    attackers, defenders = (
        (unit.id, tuple(unit.at), _effects(unit)),
        (target.id, _standing(game, target), target.damage),
    )
    key = (attackers, defenders, _effects(target), charged, ranged)
    wounds = None if game.setup.auras_of_attacks else cache.get(key)  # auras depend on where everything is
    if wounds is None:
        if len(cache) >= MOST_KNOWN:
            cache.clear()
        batches = tuple(_batches(game, unit, target, charged, ranged=ranged))
        wounds = cache[key] = mean_loss(batches, body_of(game, target)) if batches else 0.0
    return wounds


def _standing(game: Game, unit: Unit) -> Hashable:
    """Return the facts about a unit's models that matter for its losses: their number, or their ids if they differ."""
    return tuple(unit.at) if unit.card in game.setup.mixed else len(unit.at)


def _effects(unit: Unit) -> Hashable:
    """Return a key for the lasting effects on a unit."""
    return tuple(
        (effect.source, effect.what, effect.amount, effect.keyword, effect.player, effect.by) for effect in unit.effects
    )


def _batches(game: Game, unit: Unit, target: Unit, charged: tuple[bool, bool], *, ranged: bool) -> list[Batch]:
    """Return the batches of a unit's attacks on a target with all melee or ranged weapons."""
    models, batches = game.models(unit), []
    for weapon in game.card(unit).weapons:
        if weapon.is_ranged != ranged or not can_be_rolled(weapon):
            continue
        models_armed = [model for model in unit.at if weapon in models[model].weapons]
        champions = sum("champion" in models[model].titles for model in models_armed)
        if models_armed:
            attacker = replace(attacker_of(game, unit, NO_MODIFIER, weapon, target), charged=charged[0])
            defender = replace(target_of(game, target, weapon, unit), charged=charged[1])
            used = weapon_of(game, unit, weapon, target)
            batches.append(batch_of(used, len(models_armed), defender, attacker, champions=champions))
    return batches


@lru_cache(maxsize=4096)
def mean_loss(batches: tuple[Batch, ...], body: Body) -> float:
    """Return the expected wounds of a target."""
    return suffered_mean(volley_odds(batches, body), body)


NOBODY: Final = 0.6
"""The weight of neither side, so that little control of an undisputed objective counts little."""
COMING: Final = 0.8
"""The weight of a model just out of reach of an objective, compared with a model that contests it."""
FAR: Final = 18.0
"""The distance to an objective in inches at which a unit has no weight."""
LOYAL: Final = 3
"""The exponent that concentrates a unit's weight on its nearest objective."""


class Counted(NamedTuple):
    """A unit's weight at an objective in later turns, and at the end of this turn."""

    later: float
    now: float


Presence = Mapping[str, Counted]
"""A unit's weight at each objective."""


class Contest(NamedTuple):
    """How control is contested at the end of a turn: the fields of `Counted` for the player of the turn and the enemy.

    `held` is the extra weight of the current holder, since control lasts until the enemy gains it. The larger the
    exponent `certainty`, the surer it is that the larger weight gains control.
    """

    mover: str
    enemy: str
    held: float
    certainty: float


THIS_TURN: Final = Contest("now", "now", 0.5, 4.0)
NEXT_TURN: Final = Contest("later", "now", 0.5, 2.0)
LATER_TURNS: Final = Contest("later", "later", 1.5, 1.5)


def ground(game: Game, player: str, there: Mapping[str, Sequence[Presence]]) -> float:
    """Return the expected lead of a player from objectives at the turn ends to come, in victory points."""
    lead = 0.0
    for mover, turns, contest in _turn_ends(game):
        points = turns * _expected_score(game, mover, there, contest)
        lead += points if mover == player else -points
    return lead


def _turn_ends(game: Game) -> Iterator[tuple[str, int, Contest]]:
    """Yield players with a number of their turn ends to come, and how control is contested then."""
    state, rounds = game.state, game.setup.document.options.rounds
    left = {
        player: rounds - max(state.round, 1) + int(state.turn < 2 or player == state.active) for player in state.players
    }
    if state.active:
        for player, contest in ((state.active, THIS_TURN), (game.other(state.active), NEXT_TURN)):
            if left[player]:
                left[player] -= 1
                yield player, 1, contest
    yield from ((player, turns, LATER_TURNS) for player, turns in left.items() if turns)


def army_worth(game: Game, points: float) -> float:
    """Return the value of army points in victory points, which falls with the number of turns to come."""
    turns = sum(turns for _player, turns, _contest in _turn_ends(game))
    return points / POINT * turns / (2 * game.setup.document.options.rounds)


def _expected_score(game: Game, mover: str, there: Mapping[str, Sequence[Presence]], contest: Contest) -> float:
    """Return the expected victory points of a player at the end of a turn."""
    sides = ((mover, contest.mover), (game.other(mover), contest.enemy))
    chances = {(0, 0): 1.0}  # of the numbers of objectives that both sides control
    for identity in game.setup.objectives:
        weights = [
            sum(getattr(counted[identity], column) for counted in there[side])
            + contest.held * (game.state.control.get(identity) == side)
            for side, column in sides
        ]
        own, theirs, neither = (weight**contest.certainty for weight in (*weights, NOBODY))
        total, further = own + theirs + neither, defaultdict[tuple[int, int], float](float)
        for (mine, enemy), chance in chances.items():
            further[mine + 1, enemy] += chance * own / total
            further[mine, enemy + 1] += chance * theirs / total
            further[mine, enemy] += chance * neither / total
        chances = further
    plan = battleplans.of(game)
    return sum(chance * _score(plan, own, theirs) for (own, theirs), chance in chances.items())


@lru_cache(maxsize=1024)
def _score(plan: Battleplan, own: int, theirs: int) -> int:
    """Return the victory points of a turn by a battleplan, for objectives controlled by a player and the opponent."""
    return sum(points for points, _reason in plan.scores(own, theirs))


def presence(game: Game, unit: Unit) -> Presence:
    """Return a unit's weight at each objective: its control, shared out so that near objectives get the most."""
    markers, control = game.setup.objectives, mixed.control(game, unit)
    if not control or not unit.at or not contests(game, unit):
        return dict.fromkeys(markers, NOTHING)
    bases = game.positions.bases(unit)
    nearness = {key: _nearness(game, unit, bases, marker) for key, marker in markers.items()}
    shares = {key: (near / len(unit.at)) ** LOYAL for key, (near, _contesting) in nearness.items()}
    total = sum(shares.values()) or 1.0
    return {
        key: Counted(control * near * shares[key] / total, control * contesting)
        for key, (near, contesting) in nearness.items()
    }


def _nearness(game: Game, unit: Unit, bases: Bases, marker: Disc) -> tuple[float, int]:
    """Return the number of a unit's models at an objective, with a share for approaching models and without it."""
    west, south, east, north = bases.box
    off_box = max(west - marker.x, marker.x - east, south - marker.y, marker.y - north)
    if off_box > FAR + COMBAT_RANGE + marker.radius:
        return 0.0, 0
    distances = gaps_to(bases, marker) - COMBAT_RANGE
    contesting = int((distances <= 0.0).sum())
    if contesting < len(distances):
        distances = np.where(distances > 0.0, distances + detours(game, unit, bases, marker), distances)
    approaching = distances[(distances > 0.0) & (distances < FAR)]
    return contesting + float((COMING * (1.0 - approaching / FAR)).sum()), contesting


NOTHING: Final = Counted(0.0, 0.0)


VICTORY: Final = 30.0
"""The value of winning the battle in victory points."""
POINT: Final = 45.0
"""The number of army points that are worth a victory point at the start of the battle."""
PRICE: Final = 4.5
"""The value of a command point in army points."""
DUE: Final = 0.8
"""The weight of damage by an attack that is still to come this turn."""
NEXT: Final = 0.45
"""The weight of damage by an attack in the next turn, if that is the turn of the attacker."""
LATER: Final = 0.3
"""The weight of damage by an attack in the attacker's next turn, if the enemy has a turn before."""
BACK: Final = 0.7
"""The weight of damage that the enemy inflicts in return."""
MOVE_AHEAD: Final = 0.8
"""The expected share of a Move by which a unit comes nearer."""
NEARLY: Final = 0.7
"""The weight of shooting that is in range only after a move."""
UNTIL_SHOOTING: Final = ("startOfTurn", "hero", "movement", "shooting")
UNTIL_CHARGE: Final = (*UNTIL_SHOOTING, "charge")
UNTIL_COMBAT: Final = (*UNTIL_CHARGE, "combat")
"""The phases up to shooting, charging and fighting."""
GOING_ON: Final = ("movement", "shooting", "charge")
"""The phases of a player's own turn in which a unit does not move again before it charges."""


class Blow(NamedTuple):
    """A coming attack with its expected damage in army points, weighted by when it comes.

    `max` prefers an attack in combat, since a unit in combat cannot make other attacks (A-SHOOT-2, A-CHG-1).
    """

    in_combat: bool
    points: float


NO_BLOW: Final = Blow(False, 0.0)


class Outlook:
    """The value of a position to a player, with a fast update for moves of one unit.

    `spent` means that the unit cannot attack any more this turn.
    """

    def __init__(self, game: Game, player: str, unit: Unit | None = None, *, spent: bool = False) -> None:
        self._game, self._player, self._unit, self._spent = game, player, unit, spent
        self._sides = {
            side: [model for model in game.of(side) if unit is None or model.id != unit.id]
            for side in game.state.players
        }
        self._there = {side: [presence(game, unit) for unit in units] for side, units in self._sides.items()}
        self._blows = {
            other.id: best_blow(game, other, self._sides[game.other(side)])
            for side, units in self._sides.items()
            for other in units
        }

    def worth(self) -> float:
        """Return the expected lead of the player at the end, in victory points."""
        game, state, presences, army = self._game, self._game.state, dict[str, Sequence[Presence]](), 0.0
        moving_unit = [self._unit] if self._unit is not None and game.fights(self._unit) else []
        for side, units in self._sides.items():
            added = [unit for unit in moving_unit if unit.owner == side]
            targets = [unit for unit in moving_unit if unit.owner != side]
            presences[side] = [*self._there[side], *(presence(game, unit) for unit in added)]
            blows = [max(self._blows[unit.id], best_blow(game, unit, targets)) for unit in units]
            enemies = self._sides[game.other(side)]
            blows += [best_blow(game, unit, enemies, spent=self._spent) for unit in added]
            strength = sum(blow.points for blow in blows) + sum(points(game, unit) for unit in (*units, *added))
            army += (1 if side == self._player else -1) * (strength + PRICE * state.command.get(side, 0))
        lead = float(state.points[self._player] - state.points[game.other(self._player)])
        return lead + ground(game, self._player, presences) + army_worth(game, army)


def worth(game: Game, player: str) -> float:
    """Return the expected lead of a player at the end, in victory points."""
    state, rival = game.state, game.other(player)
    if state.result is not None:
        won = (player in state.result.winners) / max(1, len(state.result.winners))
        return VICTORY * (2 * won - 1) + float(state.points[player] - state.points[rival])
    return Outlook(game, player).worth()


def best_blow(game: Game, unit: Unit, targets: Sequence[Unit], *, spent: bool = False) -> Blow:
    """Return a unit's best next attack at one of the targets, or an attack worth no points.

    A unit that ran or retreated, or will do so if `spent`, can neither shoot nor charge this turn (A-AB-2, A-AB-3).
    """
    spent = spent or game.used(unit, "RUN") or game.used(unit, "RETREAT")
    return max((blow(game, unit, target, spent=spent) for target in targets), default=NO_BLOW)


def blow(game: Game, unit: Unit, target: Unit, *, spent: bool = False) -> Blow:
    """Return a unit's next attack at a target, in combat, by a charge or by shooting.

    `spent` means that the unit can neither shoot nor charge this turn.
    """
    gap, phase = game.positions.gap(unit, target), game.state.phase_name
    if gap <= COMBAT_RANGE:
        due = phase in UNTIL_COMBAT and not game.used(unit, "FIGHT", "phase")
        return Blow(True, _weight(game, unit, due=due) * expected_damage(game, unit, target, ranged=False))
    card, may_act = printed(game, unit), game.state.active == unit.owner and not spent
    best, after_move = 0.0, MOVE_AHEAD * card.move
    if card.move and card.strikes:
        due = may_act and phase in UNTIL_CHARGE
        needed = gap - CHARGED_TO - (0.0 if due and phase in GOING_ON else after_move)
        if chance := charge_chance(game, unit, needed):
            damage = expected_damage(game, unit, target, ranged=False, charging=unit)
            best = _weight(game, unit, due=due) * chance * damage
    reach = shooting_range(game, unit)
    if reach and gap <= reach + after_move:
        weight = 1.0 if gap <= reach else NEARLY
        weight *= _weight(game, unit, due=may_act and phase in UNTIL_SHOOTING and not game.used(unit, "SHOOT"))
        best = max(best, weight * expected_damage(game, unit, target, ranged=True))
    return Blow(False, best)


def _weight(game: Game, unit: Unit, *, due: bool) -> float:
    """Return the weight of a unit's attack that is due this turn, or else in its next turn."""
    if due:
        return DUE
    state = game.state
    if not state.active or state.turn == 2:  # nobody knows who has the next turn
        return (NEXT + LATER) / 2
    return LATER if state.active == unit.owner else NEXT


class Exchange(NamedTuple):
    """The wounds expected in a fight between a unit and an enemy, and the unit's lead by it in army points."""

    given: float
    taken: float
    lead: float


def exchange(game: Game, unit: Unit, enemy: Unit, charging: Unit | None = None) -> Exchange:
    """Return what is expected of a fight if a unit strikes first."""
    given = expected_wounds(game, unit, enemy, ranged=False, charging=charging)
    remaining = max(0.0, 1.0 - given / max(wounds_left(game, enemy), 1))  # the share of the enemy that strikes back
    taken = BACK * remaining * expected_wounds(game, enemy, unit, ranged=False, charging=charging)
    return Exchange(given, taken, given * per_wound(game, enemy) - taken * per_wound(game, unit))


def acting(game: Game) -> Hashable:
    """Return a key for the current use of an ability, or None between uses."""
    use = outermost(game)
    return f"{use.spec.id} {use.unit.id}" if use is not None else None


LOST = 0.5
"""The share of the value of a unit's position that its wounds add to their own value."""


class Rated(NamedTuple):
    """The expected gain of an answer in victory points, with the reasons; see `Prospect`."""

    worth: float
    why: str
    settled: bool = True
    """Whether the gain includes all consequences, so that the answer need not be tried on a copy of the game."""
    scored: bool = True
    """Whether the gain is in victory points."""


def damage_text(wounds: float, target: Unit) -> str:
    """Return the expected damage to a target in words."""
    return _("{wounds} damage expected against {enemy}", wounds=numeral(wounds, ".1f"), enemy=target.name)


def wound_worth(game: Game, unit: Unit) -> float:
    """Return the value of one wound of a unit in victory points, with a share of the value of its position."""
    wounds, points_worth = wounds_left(game, unit), army_worth(game, per_wound(game, unit))
    if wounds <= 0:
        return points_worth
    outlook = Outlook(game, unit.owner, unit)
    worth_on_table = outlook.worth()
    with off_the_table(unit):
        worth_without = outlook.worth()
    return points_worth + LOST * max(0.0, (worth_on_table - worth_without) / wounds - points_worth)


def damage_worth(game: Game, unit: Unit, wounds: float) -> float:
    """Return the value in victory points of damage to a unit, at most that of all its remaining wounds."""
    return min(wounds, float(wounds_left(game, unit))) * wound_worth(game, unit)


CELL: Final = 1.0
"""The width of a cell of the grid for the search, in inches."""
STEP: Final = 0.5
"""The step to which radii of bases are rounded up, in inches."""
DIAGONAL: Final = math.sqrt(2.0)
STEPS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def detours(game: Game, unit: Unit, bases: Bases, marker: Disc) -> Floats:
    """Return the length of each model's detour to a marker in inches, which is 0 for flying models."""
    if game.has(unit, "FLY"):
        return np.zeros(len(bases.models))
    radius = math.ceil(float(bases.radii.max()) / STEP) * STEP
    detours_by_cell = _detours_to(game.ruler.battlefield, radius, marker.x, marker.y)
    cells = np.clip(
        np.floor(bases.centres / CELL).astype(int), 0, (detours_by_cell.shape[0] - 1, detours_by_cell.shape[1] - 1)
    )
    inches: Floats = detours_by_cell[cells[:, 0], cells[:, 1]]
    return inches


@lru_cache(maxsize=128)
def _detours_to(field: Battlefield, radius: float, x: float, y: float) -> Floats:
    """Return the length of a base's detour from each cell to a spot in inches, of shape (columns, rows)."""
    columns, rows = math.ceil(field.width / CELL), math.ceil(field.height / CELL)
    barred = _barred_cells(field, radius, columns, rows)
    start = min(columns - 1, int(x / CELL)), min(rows - 1, int(y / CELL))
    lengths = np.full((columns, rows), np.inf)
    lengths[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        length, (column, row) = heapq.heappop(heap)
        if length > lengths[column, row]:
            continue
        for dx, dy in STEPS:
            neighbour = column + dx, row + dy
            if not (0 <= neighbour[0] < columns and 0 <= neighbour[1] < rows) or (
                barred[neighbour] and not barred[column, row]
            ):
                continue  # a base may leave barred cells, but not enter them
            new_length = length + (DIAGONAL if dx and dy else 1.0)
            if new_length < lengths[neighbour]:
                lengths[neighbour] = new_length
                heapq.heappush(heap, (new_length, neighbour))
    across, up = np.abs(np.arange(columns) - start[0])[:, None], np.abs(np.arange(rows) - start[1])[None, :]
    straight = np.maximum(across, up) + (DIAGONAL - 1.0) * np.minimum(across, up)
    detours_by_cell: Floats = np.where(np.isfinite(lengths), np.maximum(CELL * (lengths - straight), 0.0), 0.0)
    return detours_by_cell


def _barred_cells(
    field: Battlefield, radius: float, columns: int, rows: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the cells that the centre of a base cannot enter, of shape (columns, rows)."""
    solid = [
        shape.buffer(radius)
        for feature in features(field)
        if feature.is_impassable or not feature.may_be_stood_on
        for shape in feature.polygons
    ]
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * CELL, (np.arange(rows) + 0.5) * CELL, indexing="ij")
    barred = np.zeros((columns, rows), dtype=bool)
    for shape in solid:
        barred |= shapely.contains_xy(shape, xs, ys)
    return barred

"""The value of a whole position to a player: points scored and to come, units left, ground, coming attacks."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from game.rulesets.aos4.ai.detours import detours
from game.rulesets.aos4.ai.strength import expected_damage, points, printed
from game.rulesets.aos4.odds.roll_odds import reaching
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.objectives import contests
from game.rulesets.aos4.rules.positions import Bases, gaps_to
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import outermost
from game.table.shapes import Disc

A_TURN: Final = 1.1
"""Victory points per turn for holding an objective, besides those for holding more than the enemy."""
NOBODY: Final = 0.6
"""The control needed to hold an undisputed objective."""
COMING: Final = 0.8
"""The weight of a model just out of reach of an objective, compared with one that contests it."""
FAR: Final = 18.0
"""Inches from which a unit has no weight."""
LOYAL: Final = 3
"""How much more a unit counts for its nearest objective than for others, because it cannot be at several."""
THEIRS: Final = 0.5
"""The weight of holding an objective now during the enemy's turn, which may still change it."""
KEPT: Final = 1.5
"""The control that already holding an objective is worth: it stays until the enemy gains it."""


class Counted(NamedTuple):
    """A unit's weight at an objective: in turns to come, and if this turn ended now."""

    later: float
    now: float


Presence = Mapping[str, Counted]
"""A unit's weight at each objective."""


def ground(game: Game, player: str, there: Mapping[str, Sequence[Presence]]) -> float:
    """Return the value of holding and approaching objectives: more of them than the enemy, turn by turn."""
    left = turns_left(game, player)
    own = game.state.round > 0 and game.state.active == player
    ends = 1.0 if own else THEIRS if game.state.round > 0 else 0.0
    total = 0.0
    for identity in game.setup.objectives:
        now, later = held(game, player, identity, there)
        total += ends * now + max(0.0, left - own) * later
    return A_TURN * total


def turns_left(game: Game, player: str) -> float:
    """Return how many ends of their own turns a player still has."""
    state, rounds = game.state, game.setup.document.options.rounds
    played = state.round > 0 and (state.active != player) and state.turn == 2
    return rounds - max(state.round, 1) + (0.0 if played else 1.0)


def presences(game: Game, units: Sequence[Unit]) -> list[Presence]:
    """Return the weight of units at each objective."""
    return [presence(game, unit) for unit in units]


def held(game: Game, player: str, identity: str, there: Mapping[str, Sequence[Presence]]) -> tuple[float, float]:
    """Return how likely a player holds an objective minus how likely the enemy does, now and later, from -1 to 1."""
    rival, holder = game.other(player), game.state.control.get(identity, "")
    kept = KEPT if holder == player else -KEPT if holder else 0.0
    found = []
    for at in (1, 0):
        own, theirs = (sum(each[identity][at] for each in there[side]) for side in (player, rival))
        found.append((own - theirs + kept) / (own + theirs + abs(kept) + NOBODY))
    return found[0], found[1]


def presence(game: Game, unit: Unit) -> Presence:
    """Return a unit's weight at each objective: its control, shared out by its distance from each."""
    markers, control = game.setup.objectives, game.card(unit).control or 0
    if not control or not unit.at or not contests(game, unit):
        return dict.fromkeys(markers, NOTHING)
    bases = game.positions.bases(unit)
    nearness = {each: _nearness(game, unit, bases, marker) for each, marker in markers.items()}
    whole = sum((near / len(unit.at)) ** LOYAL for near, _there in nearness.values()) or 1.0
    return {
        each: Counted(control * near * (near / len(unit.at)) ** LOYAL / whole, control * there)
        for each, (near, there) in nearness.items()
    }


def _nearness(game: Game, unit: Unit, bases: Bases, marker: Disc) -> tuple[float, int]:
    """Return how many models contest an objective, with others counted by distance; and without those."""
    west, south, east, north = bases.box
    off_box = max(west - marker.x, marker.x - east, south - marker.y, marker.y - north)
    if off_box > FAR + COMBAT_RANGE + marker.radius:
        return 0.0, 0
    off = gaps_to(bases, marker) - COMBAT_RANGE
    there = int((off <= 0.0).sum())
    if there < len(off):
        off = np.where(off > 0.0, off + detours(game, unit, bases, marker), off)
    return there + float((COMING * (1.0 - off[(off > 0.0) & (off < FAR)] / FAR)).sum()), there


NOTHING: Final = Counted(0.0, 0.0)


VICTORY: Final = 30.0
"""Victory points that winning counts for when the battle is over."""
POINT: Final = 45.0
"""Army points per victory point."""
PRICE: Final = 0.1
"""Victory points of a command point while the round lasts."""
BLOW: Final = 0.35
"""The share of a coming attack's damage that counts now."""
FEAR: Final = 0.3
"""The same for the enemy's attacks."""
BACK: Final = 0.7
"""The share of the damage in return that counts."""
MOVE_AHEAD: Final = 0.8
"""The share of a move by which a unit is expected to come nearer."""
DUE: Final = 2.2
"""The weight of an attack this turn, compared with one in the next turn."""
NEARLY: Final = 0.7
"""The chance that a target is still there if it is only in range after a move."""
UNTIL_SHOOTING: Final = ("startOfTurn", "hero", "movement", "shooting")
UNTIL_CHARGE: Final = (*UNTIL_SHOOTING, "charge")
UNTIL_COMBAT: Final = (*UNTIL_CHARGE, "combat")
"""Phases after which units may still shoot, charge and fight in a turn."""
GOING_ON: Final = ("movement", "shooting", "charge")
"""Phases of the own turn in which units that have not moved are expected to stay."""
LATER: Final = 0.5
"""The weight of the next attack of a unit that cannot make it this turn, compared with one that may."""
LIKELY: Final = 12.5
"""Inches beyond which no unit charges without having moved before."""
AFTER_A_MOVE: Final = 0.4
"""The chance that such a unit makes that move, and then charges."""


class Blow(NamedTuple):
    """A coming attack, and the points that it is expected to bring.

    A unit in combat neither shoots nor charges at others, so its attack comes before any other (A-SHOOT-2, A-CHG-1).
    """

    in_combat: bool
    points: float


NO_BLOW: Final = Blow(False, 0.0)


class Outlook:
    """The value of a position to a player wherever one unit stands: facts that do not depend on it are worked out once.

    Without a `unit` it is the whole position as it is. `spent`: the unit will have done something after which it
    strikes no more this turn.
    """

    def __init__(self, game: Game, player: str, unit: Unit | None = None, *, spent: bool = False) -> None:
        self._game, self._player, self._unit, self._spent = game, player, unit, spent
        self._sides = {
            side: [model for model in game.of(side) if unit is None or model.id != unit.id]
            for side in game.state.players
        }
        self._army = sum(
            self._sign(side) * points(game, other) for side, units in self._sides.items() for other in units
        )
        self._there = {side: presences(game, units) for side, units in self._sides.items()}
        self._blows = {
            other.id: best_blow(game, other, self._sides[game.other(side)])
            for side, units in self._sides.items()
            for other in units
        }

    def worth(self) -> float:
        """Return the victory points by which the player may expect to lead at the end."""
        game, state = self._game, self._game.state
        rival = game.other(self._player)
        lead = float(state.points[self._player] - state.points[rival])
        lead += PRICE * (state.command.get(self._player, 0) - state.command.get(rival, 0))
        added = [self._unit] if self._unit is not None and game.fights(self._unit) else []
        there = {
            side: [*counted, *(presence(game, each) for each in added if each.owner == side)]
            for side, counted in self._there.items()
        }
        army = self._army + sum(self._sign(each.owner) * points(game, each) for each in added)
        return lead + army / POINT + ground(game, self._player, there) + self._blows_to_come(added)

    def _blows_to_come(self, added: Sequence[Unit]) -> float:
        total = 0.0
        for side, units in self._sides.items():
            targets = [each for each in added if each.owner != side]
            best = sum(max(self._blows[unit.id], best_blow(self._game, unit, targets)).points for unit in units)
            total += best * (BLOW if side == self._player else -FEAR)
        for each in added:
            best = best_blow(self._game, each, self._sides[self._game.other(each.owner)]).points
            part = LATER if self._spent and not is_spent(self._game, each) else 1.0
            total += part * best * (BLOW if each.owner == self._player else -FEAR)
        return total / POINT

    def _sign(self, side: str) -> int:
        return 1 if side == self._player else -1


def worth(game: Game, player: str) -> float:
    """Return the victory points by which a player may expect to lead at the end."""
    state, rival = game.state, game.other(player)
    if state.result is not None:
        won = (player in state.result.winners) / max(1, len(state.result.winners))
        return VICTORY * (2 * won - 1) + float(state.points[player] - state.points[rival])
    return Outlook(game, player).worth()


def best_blow(game: Game, unit: Unit, targets: Sequence[Unit]) -> Blow:
    """Return a unit's best next attack at some targets; one worth no points if there is none."""
    best = max((blow(game, unit, target) for target in targets), default=NO_BLOW)
    return best._replace(points=LATER * best.points) if best.points and is_spent(game, unit) else best


def is_spent(game: Game, unit: Unit) -> bool:
    """Return whether a unit can no longer shoot or charge this turn: it ran or retreated (A-AB-2, A-AB-3)."""
    return game.state.active == unit.owner and (game.used(unit, "RUN") or game.used(unit, "RETREAT"))


def blow(game: Game, unit: Unit, target: Unit) -> Blow:
    """Return a unit's next attack at a target: in combat, by a charge or by shooting.

    An attack this turn counts for more than one in the next turn.
    """
    gap, state = game.positions.gap(unit, target), game.state
    if gap <= COMBAT_RANGE:
        due = state.phase_name in UNTIL_COMBAT and not game.used(unit, "FIGHT", "phase")
        return Blow(True, (DUE if due else 1.0) * expected_damage(game, unit, target, ranged=False))
    card, own = printed(game, unit), state.active == unit.owner
    best, ahead = 0.0, MOVE_AHEAD * card.move
    if card.move and card.strikes and gap <= LIKELY + ahead:
        chance = charge_chance(game, unit, gap)
        if chance > 0.0:
            part = DUE if own and state.phase_name in UNTIL_CHARGE else 1.0
            best = part * chance * expected_damage(game, unit, target, ranged=False, charging=unit)
    if card.reach and gap <= card.reach + ahead:
        part = 1.0 if gap <= card.reach else NEARLY
        part *= DUE if own and state.phase_name in UNTIL_SHOOTING and not game.used(unit, "SHOOT") else 1.0
        best = max(best, part * expected_damage(game, unit, target, ranged=True))
    return Blow(False, best)


def fight_worth(game: Game, unit: Unit, enemy: Unit, charging: Unit | None = None) -> float:
    """Return the value of striking first at an enemy, in victory points: damage dealt minus the damage in return."""
    given = expected_damage(game, unit, enemy, ranged=False, charging=charging)
    left = max(0.0, 1.0 - given / max(points(game, enemy), 1.0))
    return (given - BACK * left * expected_damage(game, enemy, unit, ranged=False, charging=charging)) / POINT


def charge_chance(game: Game, unit: Unit, gap: float) -> float:
    """Return the chance that a unit reaches an enemy this far off by a move and a charge, or by a charge alone."""
    needed, bonus = gap - CHARGED_TO, game.bonus(unit, "charge") if unit.effects else 0
    ahead = MOVE_AHEAD * printed(game, unit).move
    if unit.owner != game.state.active or game.state.phase_name not in GOING_ON:
        return _reaching(math.ceil(needed - ahead), bonus)  # it moves before it charges, this turn or the next one
    if gap > LIKELY:
        return AFTER_A_MOVE * _reaching(math.ceil(needed - ahead), bonus)
    return _reaching(math.ceil(needed), bonus)


@lru_cache(maxsize=1024)
def _reaching(needed: int, bonus: int) -> float:
    return reaching(float(max(2, needed)), bonus=bonus)


def acting(game: Game) -> Hashable:
    """Return the ability in use, to which the coming decisions belong, or None between two."""
    use = outermost(game)
    return f"{use.spec.id} {use.unit.id}" if use is not None else None

"""What a whole position is worth to a player: points scored and to come, units left, ground, blows to come."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from game.rulesets.aos4.ai.strength import expected_damage, points
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.odds.roll_odds import reaching
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import Bases, gaps_to
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import outermost
from game.table.shapes import Disc

VICTORY: Final = 30.0
"""Victory points that winning counts for when the battle is over."""
POINT: Final = 45.0
"""Army points that a victory point is worth."""
A_TURN: Final = 1.1
"""Victory points that an objective brings in a turn to who holds it, beside what holding more than the enemy brings."""
NOBODY: Final = 0.6
"""Control that it takes to hold what nobody disputes."""
COMING: Final = 0.8
"""What a model just out of reach of an objective counts for there, beside one that contests it."""
FAR: Final = 18.0
"""Inches from which a unit counts for nothing."""
LOYAL: Final = 3
"""How much more a unit counts for the nearest objective than for others: it cannot be at several."""
KEPT: Final = 1.5
"""Control that holding an objective already counts for: it stays until the enemy gains it."""
BLOW: Final = 0.35
"""The part of the damage of an attack to come that counts now."""
FEAR: Final = 0.3
"""The same of the enemy's."""


def worth(game: Game, player: str) -> float:
    """Return the victory points by which a player may expect to lead at the end."""
    state, rival = game.state, game.other(player)
    lead = float(state.points[player] - state.points[rival])
    if state.result is not None:
        won = (player in state.result.winners) / max(1, len(state.result.winners))
        return VICTORY * (2 * won - 1) + lead
    own, theirs = game.of(player), game.of(rival)
    army = sum(points(game, unit) for unit in own) - sum(points(game, unit) for unit in theirs)
    return (
        lead
        + army / POINT
        + _ground(game, player)
        + (_blows(game, own, theirs, BLOW) - _blows(game, theirs, own, FEAR))
    )


def _ground(game: Game, player: str) -> float:
    """Return what holding and coming to objectives is worth: more of them than the enemy, turn by turn."""
    left = turns_left(game, player)
    if left <= 0:
        return 0.0
    there = _presences(game)
    return A_TURN * left * sum(_hold(game, player, identity, there) for identity in game.setup.objectives)


def turns_left(game: Game, player: str) -> float:
    """Return how many ends of their own turns a player has to come."""
    state, rounds = game.state, game.setup.document.options.rounds
    played = state.round > 0 and (state.active != player) and state.turn == 2
    return rounds - max(state.round, 1) + (0.0 if played else 1.0)


def hold(game: Game, player: str, identity: str) -> float:
    """Return how likely a player holds an objective when it counts, less how likely the enemy does: from -1 to 1."""
    return _hold(game, player, identity, _presences(game))


def _presences(game: Game) -> dict[str, list[dict[str, float]]]:
    """Return what the units of each player count for at each objective."""
    return {side: [presence(game, unit) for unit in game.of(side)] for side in game.state.players}


def _hold(game: Game, player: str, identity: str, there: Mapping[str, Sequence[Mapping[str, float]]]) -> float:
    sides = {side: sum(each[identity] for each in counted) for side, counted in there.items()}
    holder = game.state.control.get(identity, "")
    if holder:
        sides[holder] += KEPT
    own, theirs = sides[player], sides[game.other(player)]
    return (own - theirs) / (own + theirs + NOBODY)


def presence(game: Game, unit: Unit) -> dict[str, float]:
    """Return what a unit counts for at each objective: its control, shared out by how near it is to each."""
    markers, control = game.setup.objectives, game.card(unit).control or 0
    if not control:
        return dict.fromkeys(markers, 0.0)
    bases = game.positions.bases(unit)
    nearness = {each: _nearness(bases, marker) for each, marker in markers.items()}
    whole = sum((near / len(unit.at)) ** LOYAL for near in nearness.values()) or 1.0
    return {each: control * near * (near / len(unit.at)) ** LOYAL / whole for each, near in nearness.items()}


def _nearness(bases: Bases, marker: Disc) -> float:
    """Return how many models contest an objective, others counted by how near they are."""
    off = gaps_to(bases, marker) - COMBAT_RANGE
    return float((off <= 0.0).sum() + (COMING * (1.0 - off[(off > 0.0) & (off < FAR)] / FAR)).sum())


def _blows(game: Game, units: list[Unit], targets: list[Unit], part: float) -> float:
    """Return what the best attack to come of each unit is expected to bring, in victory points."""
    return part * sum(max((blow(game, unit, each) for each in targets), default=0.0) for unit in units) / POINT


def blow(game: Game, unit: Unit, target: Unit) -> float:
    """Return what a unit's next attack at a target is expected to bring, in points: by combat, charge or shooting."""
    gap = game.positions.gap(unit, target)
    if gap <= COMBAT_RANGE:
        return expected_damage(game, unit, target, ranged=False)
    best = 0.0
    if game.card(unit).move is not None:
        chance = charge_chance(game, unit, gap)
        if chance > 0.0:
            best = chance * expected_damage(game, unit, target, ranged=False)
    reach = max((weapon.range_in or 0 for weapon in game.card(unit).weapons), default=0)
    if reach and gap <= reach + MOVE_AHEAD * move_of(game, unit):
        nearness = 1.0 if gap <= reach else 0.7
        best = max(best, nearness * expected_damage(game, unit, target, ranged=True))
    return best


def fight_worth(game: Game, unit: Unit, enemy: Unit) -> float:
    """Return what striking first at an enemy is worth, in victory points: what is given, less what then comes back."""
    given = expected_damage(game, unit, enemy, ranged=False)
    left = max(0.0, 1.0 - given / max(points(game, enemy), 1.0))
    return (given - BACK * left * expected_damage(game, enemy, unit, ranged=False)) / POINT


BACK: Final = 0.7
"""The part of the damage in return that counts."""
MOVE_AHEAD: Final = 0.8
"""The part of a move that a unit may be counted on to come nearer."""


def charge_chance(game: Game, unit: Unit, gap: float) -> float:
    """Return the chance that a unit reaches an enemy so far off by a move and a charge, or by a charge alone."""
    needed = gap - CHARGED_TO
    if not game.used(unit, "MOVE") and game.state.phase_name in ("startOfTurn", "hero", "movement"):
        needed -= MOVE_AHEAD * move_of(game, unit)
    elif gap > 12.5:
        needed -= MOVE_AHEAD * move_of(game, unit)
        return 0.4 * reaching(max(2.0, math.ceil(needed)), bonus=game.bonus(unit, "charge"))
    return reaching(max(2.0, math.ceil(needed)), bonus=game.bonus(unit, "charge"))


def move_of(game: Game, unit: Unit) -> float:
    """Return a unit's Move in inches, what can be expected of a random one, 0 without."""
    printed = game.card(unit).move
    if printed is None:
        return 0.0
    found = amount(printed)
    return (found.least + found.most) / 2


def acting(game: Game) -> Hashable:
    """Return the ability being used: the coming decisions belong to it; None between two."""
    use = outermost(game)
    return f"{use.spec.id} {use.unit.id}" if use is not None else None

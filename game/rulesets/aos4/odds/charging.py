"""The least charge roll that brings a unit to an enemy: as the crow flies, and by paths (A-CHG-4)."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from math import ceil
from typing import Final

from game.rulesets.aos4.odds.roll_odds import TWO_DICE
from game.rulesets.aos4.rules.core.charges import reaches_any
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.grounds import Move
from game.rulesets.aos4.rules.moving.unit_moves import unit_move
from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.table.lattice import Position, position
from game.table.path.region import PathRegion, best_receipt
from game.table.shapes import Disc

LIKELY: Final = 7
"""The charge roll that is as likely to be reached as not: more than half of all throws do (A-CHG-2)."""
MODELS: Final = 3
"""How many models of either side, the nearest ones, are tried."""
SPOTS: Final = 16
"""How many spots around a base are tried at each distance."""


def needed_straight(game: Game, unit: Unit, enemy: Unit) -> int:
    """Return the least sum, bonuses included, with which a charge could end at an enemy if nothing is in the way."""
    return max(0, ceil(game.positions.gap(unit, enemy) - CHARGED_TO - 2 * TOLERANCE))


def needed_by_paths(game: Game, unit: Unit, enemy: Unit) -> int | None:
    """Return the least sum with which one of the nearest models was found a path to an enemy, or None if none was.

    Its own unit stands aside for it: whether the others can follow shows the arrangement alone.
    """
    most = float(TWO_DICE.most + game.bonus(unit, "charge"))
    straight = needed_straight(game, unit, enemy)
    if straight > most:
        return None
    gaps = game.positions.gaps(unit, enemy)
    members = unit_move(game, unit, Move(most, "A-CHG-4", charging=frozenset((enemy.id,)))).members
    discs = game.positions.bases(enemy).discs
    best = most + 1.0
    for one in gaps.min(axis=1).argsort()[:MODELS]:
        ends = members[int(one)].ends
        assert isinstance(ends, PathRegion)
        start = game.positions.bases(unit).discs[int(one)]
        for other in gaps[one].argsort()[:MODELS]:
            best = _least(ends, start, discs[int(other)], straight, best)
            if best == straight:
                return straight
    return _least_roll(game, unit, enemy, straight, int(min(best, most + 1.0)))


def _least_roll(game: Game, unit: Unit, enemy: Unit, straight: int, best: int) -> int | None:
    """Return the least sum for which the search that follows a charge roll finds a path, None if none does (A-CHG-6).

    `best` is known to be enough, or more than the highest; a few spots round a few bases may miss what is less.
    """
    highest = TWO_DICE.most + game.bonus(unit, "charge")
    rolls = range(straight, min(best, highest + 1))
    first = bisect_left(rolls, True, key=lambda roll: _reaches(game, unit, enemy, roll)) if rolls else 0
    found = rolls[first] if first < len(rolls) else best
    return found if found <= highest else None


def _reaches(game: Game, unit: Unit, enemy: Unit, roll: int) -> bool:
    move = Move(float(roll), "A-CHG-4", charging=frozenset((enemy.id,)))
    return reaches_any(unit_move(game, unit, move), float(roll), game.positions.bases(enemy).discs)


def _least(ends: PathRegion, start: Disc, other: Disc, straight: int, best: float) -> float:
    """Return the least sum with which a base was found a path to another one, `best` if none is less than that.

    A path is never shorter than the straight line: spots that lie too far off for less are not looked at.
    """
    for spot in beside(start, other):
        apart = ceil(math.dist((start.x, start.y), spot) - 2 * TOLERANCE)
        if max(straight, apart) >= best:
            continue
        gone = best_receipt(ends, spot)
        if gone is not None:
            best = min(best, max(straight, ceil(gone.cost - 2 * TOLERANCE)))
    return best


def beside(start: Disc, other: Disc) -> Iterator[Position]:
    """Yield spots at which a base has charged another one, that on the straight path there first (A-CHG-4)."""
    toward = math.atan2(start.y - other.y, start.x - other.x)
    for gap in (CHARGED_TO, CHARGED_TO / 2, TOLERANCE):  # nearer there may be room where farther off there is none
        far = other.radius + start.radius + gap
        for step in range(SPOTS):
            angle = toward + (step + 1) // 2 * (-1) ** step * 2 * math.pi / SPOTS
            yield position(other.x + far * math.cos(angle), other.y + far * math.sin(angle))

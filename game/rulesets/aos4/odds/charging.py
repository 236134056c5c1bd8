"""The lowest charge roll that brings a unit to an enemy: in a straight line, and by paths (A-CHG-4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from math import ceil
from typing import Final

from game.rulesets.aos4.odds.exact import reaching
from game.rulesets.aos4.rules.core.attacking import charge_dice, highest_charge, reaches_any
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import Move, unit_move
from game.rulesets.aos4.rules.rerolls import may_reroll
from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.rulesets.aos4.rules.state import Unit

LIKELY: Final = 7
"""The highest charge roll that more than half of all rolls reach (A-CHG-2)."""


def charge_chance(game: Game, unit: Unit, needed: float, *, again: bool = False) -> float:
    """Return the chance of a charge roll of at least `needed`, with one reroll if `again` (A-CHG-2, A-DICE-2)."""
    reroll = again or may_reroll(game, unit, "charge")
    return reaching(needed, bonus=game.bonus(unit, "charge"), reroll=reroll, amount=charge_dice(game, unit))


def needed_straight(game: Game, unit: Unit, enemy: Unit) -> int:
    """Return the lowest charge roll, bonuses included, that reaches an enemy if nothing is in the way."""
    return max(0, ceil(game.positions.gap(unit, enemy) - CHARGED_TO - 2 * TOLERANCE))


def needed_by_paths(game: Game, unit: Unit, enemy: Unit) -> int | None:
    """Return the lowest charge roll for which a model has a path to an enemy, or None if none is enough (A-CHG-6)."""
    rolls = range(needed_straight(game, unit, enemy), highest_charge(game, unit) + 1)
    index = bisect_left(rolls, True, key=lambda roll: leads_to_any(game, unit, (enemy,), roll))
    return rolls[index] if index < len(rolls) else None


def leads_to_any(game: Game, unit: Unit, enemies: Iterable[Unit], roll: int) -> bool:
    """Return whether a model has a path to any of the enemies with this charge roll (A-CHG-6).

    This is the same search as after a real charge roll. The other models of the unit do not block the path; whether
    they can follow is seen only when the unit is moved.
    """
    in_reach = [enemy for enemy in enemies if needed_straight(game, unit, enemy) <= roll]
    if not in_reach:
        return False
    move = Move(float(roll), "A-CHG-4", charging=frozenset(enemy.id for enemy in in_reach))
    enemy_bases = [base for enemy in in_reach for base in game.positions.bases(enemy).footprints]
    return reaches_any(unit_move(game, unit, move), float(roll), enemy_bases)

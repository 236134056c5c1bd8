"""The least charge roll that brings a unit to an enemy: as the crow flies, and by paths (A-CHG-4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from math import ceil
from typing import Final

from game.rulesets.aos4.odds.exact import reaching
from game.rulesets.aos4.rules.core.attacking import charge_dice, reaches_any
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import Move, unit_move
from game.rulesets.aos4.rules.rerolls import may_reroll
from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.rulesets.aos4.rules.state import Unit

LIKELY: Final = 7
"""The charge roll that is as likely to be reached as not: more than half of all throws do (A-CHG-2)."""


def charge_chance(game: Game, unit: Unit, needed: float, *, again: bool = False) -> float:
    """Return the chance of a charge roll of at least `needed`, `again` with one reroll (A-CHG-2, A-DICE-2)."""
    reroll = again or may_reroll(game, unit, "charge")
    return reaching(needed, bonus=game.bonus(unit, "charge"), reroll=reroll, amount=charge_dice(game, unit))


def highest_charge(game: Game, unit: Unit) -> int:
    """Return the highest sum of a unit's charge roll."""
    return charge_dice(game, unit).most + game.bonus(unit, "charge")


def needed_straight(game: Game, unit: Unit, enemy: Unit) -> int:
    """Return the least sum, bonuses included, with which a charge could end at an enemy if nothing is in the way."""
    return max(0, ceil(game.positions.gap(unit, enemy) - CHARGED_TO - 2 * TOLERANCE))


def needed_by_paths(game: Game, unit: Unit, enemy: Unit) -> int | None:
    """Return the least sum with which a model has a path to an enemy, or None if no roll is enough (A-CHG-6)."""
    rolls = range(needed_straight(game, unit, enemy), highest_charge(game, unit) + 1)
    least = bisect_left(rolls, True, key=lambda roll: leads_to_any(game, unit, (enemy,), roll))
    return rolls[least] if least < len(rolls) else None


def leads_to_any(game: Game, unit: Unit, enemies: Iterable[Unit], roll: int) -> bool:
    """Return whether a model has a path to one of some enemies with a charge roll of this sum (A-CHG-6).

    The search is the search that follows a charge roll. The model's own unit does not block the model: only the
    arrangement shows whether the others can follow.
    """
    near = [enemy for enemy in enemies if needed_straight(game, unit, enemy) <= roll]
    if not near:
        return False
    move = Move(float(roll), "A-CHG-4", charging=frozenset(enemy.id for enemy in near))
    there = [base for enemy in near for base in game.positions.bases(enemy).footprints]
    return reaches_any(unit_move(game, unit, move), float(roll), there)

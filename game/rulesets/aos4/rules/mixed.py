"""Numbers of units whose models have different characteristics, for rules that need one number for the unit.

Damage slays the models with the lowest Health first, and a rally returns these first. Attacks on the unit meet the
most common Save among its models, or in a tie the worse one. The unit moves as far as its slowest model. Its Health is
the highest of its models on the table. Control adds up model by model.
"""

from __future__ import annotations

from collections import Counter

from game.rulesets.aos4.documents.amounts import AmountText, amount
from game.rulesets.aos4.rules.battle import Battle
from game.rulesets.aos4.rules.state import Unit


def healths(battle: Battle, unit: Unit, *, slain: bool = False) -> list[int]:
    """Return the Health of each model on the table, or with `slain` of each slain model, the lowest first (A-DMG-5)."""
    models = battle.models(unit)
    return sorted(models[model].printed.health for model in (unit.slain if slain else unit.at))


def lowest_health(battle: Battle, unit: Unit) -> int:
    """Return the damage count at which the next model of a unit is slain (A-DMG-5)."""
    if unit.card not in battle.setup.mixed:
        return battle.card(unit).health
    return min(healths(battle, unit) or healths(battle, unit, slain=True), default=battle.card(unit).health)


def health(battle: Battle, unit: Unit) -> int:
    """Return the Health of a unit for comparisons with other units (A-AB-22)."""
    if unit.card not in battle.setup.mixed:
        return battle.card(unit).health
    return max(healths(battle, unit), default=battle.card(unit).health)


def wounds(battle: Battle, unit: Unit, *, slain: bool = False) -> int:
    """Return the sum of the Health of a unit's models on the table, or with `slain` of all its models."""
    if unit.card not in battle.setup.mixed:
        return battle.card(unit).health * len(battle.models(unit) if slain else unit.at)
    models = battle.models(unit)
    return sum(models[model].printed.health for model in (models if slain else unit.at))


def save(battle: Battle, unit: Unit) -> int | None:
    """Return the Save that attacks on a unit meet, or None for "-" (A-ATK-4)."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).save
    models = battle.models(unit)
    saves = Counter(models[model].printed.save for model in unit.at)
    return max(saves, key=lambda printed: (saves[printed], printed or 7))


def control(battle: Battle, unit: Unit) -> float:
    """Return the mean Control of a unit's models on the table."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).control or 0
    models = battle.models(unit)
    return sum(models[model].printed.control or 0 for model in unit.at) / len(unit.at)


def highest_control(battle: Battle, unit: Unit) -> int:
    """Return the Control of a unit for comparisons with other units."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).control or 0
    models = battle.models(unit)
    return max(models[model].printed.control or 0 for model in unit.at)


def move(battle: Battle, unit: Unit) -> AmountText | None:
    """Return the Move of a unit, or None for "-" (A-MOVE-8)."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).move
    models = battle.models(unit)
    moves = {models[model].printed.move for model in unit.at}
    return None if None in moves else min(filter(None, moves), key=lambda text: sum(_extremes(text)))


def _extremes(text: AmountText) -> tuple[int, int]:
    """Return the least and the greatest value of an amount."""
    printed = amount(text)
    return printed.least, printed.most


def first_to_fall(battle: Battle, unit: Unit, number: int) -> tuple[list[str], list[str]]:
    """Return the models that damage slaying `number` models surely slays, and those among which the rest is chosen."""
    if unit.card not in battle.setup.mixed or not 0 < number < len(unit.at):
        return [], [*unit.at]
    models, highest_slain = battle.models(unit), healths(battle, unit)[number - 1]
    return (
        [model for model in unit.at if models[model].printed.health < highest_slain],
        [model for model in unit.at if models[model].printed.health == highest_slain],
    )

"""Units whose models have different characteristics: whose numbers count, where a rule speaks of the unit's.

Damage slays the standing models with the lowest Health first, and a rally returns these first. Attacks on the unit meet
the Save of most of its standing models, of equally many the worse. The unit moves as far as its slowest model. Its
Health is the highest of its standing models'. Control adds up model by model.
"""

from __future__ import annotations

from collections import Counter

from game.rulesets.aos4.documents.amounts import AmountText, amount
from game.rulesets.aos4.rules.battle import Battle
from game.rulesets.aos4.rules.state import Unit


def healths(battle: Battle, unit: Unit, *, slain: bool = False) -> list[int]:
    """Return the Health of each standing model of a unit, or of each slain one, the lowest first (A-DMG-5)."""
    facts = battle.models(unit)
    return sorted(facts[model].printed.health for model in (unit.slain if slain else unit.at))


def lowest_health(battle: Battle, unit: Unit) -> int:
    """Return the damage count at which the next model of a unit is slain (A-DMG-5)."""
    if unit.card not in battle.setup.mixed:
        return battle.card(unit).health
    return min(healths(battle, unit) or healths(battle, unit, slain=True), default=battle.card(unit).health)


def health(battle: Battle, unit: Unit) -> int:
    """Return the Health of a unit, of which others have more or less (A-AB-22)."""
    if unit.card not in battle.setup.mixed:
        return battle.card(unit).health
    return max(healths(battle, unit), default=battle.card(unit).health)


def wounds(battle: Battle, unit: Unit, *, slain: bool = False) -> int:
    """Return the sum of the Health of a unit's standing models; with `slain`, of all of its models."""
    if unit.card not in battle.setup.mixed:
        return battle.card(unit).health * len(battle.models(unit) if slain else unit.at)
    facts = battle.models(unit)
    return sum(facts[model].printed.health for model in (facts if slain else unit.at))


def save(battle: Battle, unit: Unit) -> int | None:
    """Return the Save that attacks on a unit meet, or None for "-" (A-ATK-4)."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).save
    facts = battle.models(unit)
    saves = Counter(facts[model].printed.save for model in unit.at)
    return max(saves, key=lambda printed: (saves[printed], printed or 7))


def control(battle: Battle, unit: Unit) -> float:
    """Return the mean Control of a unit's standing models."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).control or 0
    facts = battle.models(unit)
    return sum(facts[model].printed.control or 0 for model in unit.at) / len(unit.at)


def highest_control(battle: Battle, unit: Unit) -> int:
    """Return the Control of a unit, of which others have more or less."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).control or 0
    facts = battle.models(unit)
    return max(facts[model].printed.control or 0 for model in unit.at)


def move(battle: Battle, unit: Unit) -> AmountText | None:
    """Return the Move of a unit, or None for "-" (A-MOVE-8)."""
    if unit.card not in battle.setup.mixed or not unit.at:
        return battle.card(unit).move
    facts = battle.models(unit)
    moves = {facts[model].printed.move for model in unit.at}
    return None if None in moves else min(filter(None, moves), key=lambda text: sum(_extremes(text)))


def _extremes(text: AmountText) -> tuple[int, int]:
    printed = amount(text)
    return printed.least, printed.most


def first_to_fall(battle: Battle, unit: Unit, number: int) -> tuple[list[str], list[str]]:
    """Return the models that are slain for certain if damage slays `number`, and those among which the others are."""
    if unit.card not in battle.setup.mixed or not 0 < number < len(unit.at):
        return [], [*unit.at]
    facts, last = battle.models(unit), healths(battle, unit)[number - 1]
    return (
        [model for model in unit.at if facts[model].printed.health < last],
        [model for model in unit.at if facts[model].printed.health == last],
    )

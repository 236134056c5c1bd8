"""The odds of effects: the chance that they happen, and the mortal damage that they inflict (A-DMG-2, A-IMP-9)."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np

from game.engine.core.shares import Shares
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.odds.exact import FACES, of_amount
from game.rulesets.aos4.rules.attacks.damaging import Body, body_of
from game.rulesets.aos4.rules.conditions import Params
from game.rulesets.aos4.rules.effects import boost_of, dice_of, gate_of, is_among, outcomes
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit

Case = tuple[float, tuple[Amount, ...]]
"""A chance, and the amounts of mortal damage that come with it."""


def good_rolls(game: Game, needs: Params, unit: Unit, target: Unit) -> tuple[list[int], int]:
    """Return the unmodified rolls that make an effect happen for a target, and the number of all possible rolls."""
    gate, plus, all_rolls = gate_of(game, needs, unit, target), boost_of(game, needs, unit, target), outcomes(needs)
    return [roll for roll in all_rolls if gate is None or gate.passes(roll + plus)], len(all_rolls)


def happens(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> float:
    """Return the chance that an effect happens for a target."""
    successes, roll_count = good_rolls(game, spec.params, unit, target)
    success, rolls = len(successes) / roll_count, params.ROLLS.of(spec.params)
    if not rolls:
        return success
    dice = dice_of(game, unit, target, rolls)  # any of them may succeed
    counts = enumerate(of_amount(dice)) if isinstance(dice, Amount) else [(dice, 1.0)]
    return 1.0 - sum(float(chance) * (1.0 - success) ** count for count, chance in counts)


def healed_shares(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Shares:
    """Return the chance of each number of damage points that an ability heals, if its roll succeeds (A-DMG-7)."""
    text = params.HEALED.of(spec.params)
    if game.bonus(target, "no healing"):
        return np.ones(1)
    if text != params.ROLL:
        return of_amount(amount(text))
    plus = boost_of(game, spec.params, unit, target)
    successes = [roll + plus for roll in good_rolls(game, spec.params, unit, target)[0]]
    return np.bincount(successes) / len(successes) if successes else np.ones(1)


def body_for(game: Game, spec: AbilityDocument, target: Unit) -> Body:
    """Return a target's numbers for the mortal damage of an ability, without its ward if no ward rolls are made."""
    body = body_of(game, target)
    return replace(body, ward=None) if params.UNWARDED.of(spec.params) else body


def damage_cases(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> list[Case]:
    """Return the cases of mortal damage by an ability on a target with their chances; in all others it inflicts none.

    Further steps count if they are for other faces of the same roll.
    """
    further_params = [
        step.params for step in spec.also if step.handler == "mortal-damage" and params.FACES.of(step.params)
    ]
    all_params = [spec.params, *({**spec.params, **needs} for needs in further_params)]
    return [case for needs in all_params for case in _cases(game, needs, unit, target)]


def _cases(game: Game, needs: Params, unit: Unit, target: Unit) -> list[Case]:
    """Return the cases of mortal damage of one step with their chances."""
    successes, roll_count = good_rolls(game, needs, unit, target)
    plus = boost_of(game, needs, unit, target)
    successes = [roll + plus for roll in successes if is_among(roll + plus, params.FACES.of(needs))]
    if params.POINTS.of(needs) == params.ROLL:
        return [(1 / roll_count, (Amount(plus=roll),)) for roll in successes]
    least_face, number = params.EACH.of(needs), amount(params.POINTS.of(needs))
    success_chance = len(successes) / roll_count
    if not params.DICE.of(needs):
        return [(success_chance, (number,))]
    dice = dice_of(game, unit, target, params.DICE.of(needs))
    counts = enumerate(of_amount(dice)) if isinstance(dice, Amount) else [(dice, 1.0)]
    hit_chance, most = sum(face >= least_face for face in FACES) / len(FACES), params.MOST.of(needs)
    cases: list[Case] = []
    for number_of_dice, chance in counts:
        count = min(number_of_dice, params.DICE_MOST.of(needs) or number_of_dice)
        for hits in range(count + 1):
            bound = min(hits, most) if most and not number.is_random else hits
            odds = (
                success_chance
                * float(chance)
                * comb(count, hits)
                * hit_chance**hits
                * (1 - hit_chance) ** (count - hits)
            )
            if odds:
                cases.append((odds, (number,) * bound))
    return cases

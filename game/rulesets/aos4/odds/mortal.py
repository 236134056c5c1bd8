"""The odds of the rolls of effects: whether they happen, and the mortal damage that they inflict (A-DMG-2, A-IMP-9)."""

from __future__ import annotations

from math import comb

import numpy as np

from game.engine.core.shares import Shares
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.odds.exact import FACES, of_amount
from game.rulesets.aos4.rules.conditions import Params
from game.rulesets.aos4.rules.effects import boost_of, dice_of, gate_of, is_among, outcomes
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit

Case = tuple[float, tuple[Amount, ...]]
"""A chance, and the amounts of mortal damage that come with it."""


def good_rolls(game: Game, needs: Params, unit: Unit, target: Unit) -> tuple[list[int], int]:
    """Return how many unmodified rolls make an effect happen for a target, and the number of all rolls."""
    gate, plus, every = gate_of(game, needs, unit, target), boost_of(game, needs, unit, target), outcomes(needs)
    return [roll for roll in every if gate is None or gate.passes(roll + plus)], len(every)


def happens(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> float:
    """Return the chance that an effect happens for a target."""
    good, every = good_rolls(game, spec.params, unit, target)
    return len(good) / every


def healed_shares(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Shares:
    """Return the chances of each number of damage points that an ability heals, if it happens (A-DMG-7)."""
    text = params.HEALED.of(spec.params)
    if game.bonus(target, "no healing"):
        return np.ones(1)
    if text != params.ROLL:
        return of_amount(amount(text))
    plus = boost_of(game, spec.params, unit, target)
    good = [roll + plus for roll in good_rolls(game, spec.params, unit, target)[0]]
    return np.bincount(good) / len(good) if good else np.ones(1)


def damage_cases(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> list[Case]:
    """Return what mortal damage an ability inflicts on a target, with the chances; the rest is no damage.

    Further steps count if they are for other faces of the same roll.
    """
    more = [step.params for step in spec.also if step.handler == "mortal-damage" and params.FACES.of(step.params)]
    every = [spec.params, *({**spec.params, **needs} for needs in more)]
    return [case for needs in every for case in _cases(game, needs, unit, target)]


def _cases(game: Game, needs: Params, unit: Unit, target: Unit) -> list[Case]:
    good, every = good_rolls(game, needs, unit, target)
    plus = boost_of(game, needs, unit, target)
    good = [roll + plus for roll in good if is_among(roll + plus, params.FACES.of(needs))]
    if params.POINTS.of(needs) == params.ROLL:
        return [(1 / every, (Amount(plus=roll),)) for roll in good]
    each, number = params.EACH.of(needs), amount(params.POINTS.of(needs))
    share = len(good) / every
    if not params.DICE.of(needs):
        return [(share, (number,))]
    dice = dice_of(game, unit, target, params.DICE.of(needs))
    counts = enumerate(of_amount(dice)) if isinstance(dice, Amount) else [(dice, 1.0)]
    hit, most = sum(face >= each for face in FACES) / len(FACES), params.MOST.of(needs)
    cases: list[Case] = []
    for number_of_dice, chance in counts:
        count = min(number_of_dice, params.DICE_MOST.of(needs) or number_of_dice)
        for hits in range(count + 1):
            bound = min(hits, most) if most and not number.is_random else hits
            odds = share * float(chance) * comb(count, hits) * hit**hits * (1 - hit) ** (count - hits)
            if odds:
                cases.append((odds, (number,) * bound))
    return cases

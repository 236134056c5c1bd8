"""The odds of the rolls of effects: whether they happen, and the mortal damage that they inflict (A-DMG-2, A-IMP-9)."""

from __future__ import annotations

from math import comb

from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.odds.exact import FACES, of_amount
from game.rulesets.aos4.rules.conditions import Params
from game.rulesets.aos4.rules.effects import dice_of, needed_by
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit

Case = tuple[float, tuple[Amount, ...]]
"""A chance, and the amounts of mortal damage that come with it."""


def faces_of(needs: Params) -> list[int]:
    """Return what the die of an effect may show, each as likely as the others."""
    return [(face + 1) // 2 if params.DIE.of(needs) == "D3" else face for face in FACES]


def happens(game: Game, spec: AbilityDocument, target: Unit) -> float:
    """Return the chance that an effect happens for a target."""
    needed, faces = needed_by(game, spec.params, target), faces_of(spec.params)
    return sum(face >= needed for face in faces) / len(faces)


def damage_cases(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> list[Case]:
    """Return what mortal damage an ability inflicts on a target, with the chances; the rest is no damage."""
    needs = spec.params
    needed, faces = needed_by(game, needs, target), faces_of(needs)
    good = [face for face in faces if face >= needed]
    if params.POINTS.of(needs) == params.ROLL:
        return [(1 / len(faces), (Amount(plus=face),)) for face in good]
    each, number = params.EACH.of(needs), amount(params.POINTS.of(needs))
    share = len(good) / len(faces)
    if not params.DICE.of(needs):
        return [(share, (number,))]
    dice = dice_of(game, unit, target, params.DICE.of(needs))
    counts = enumerate(of_amount(dice)) if isinstance(dice, Amount) else [(dice, 1.0)]
    hit, most = sum(face >= each for face in FACES) / len(FACES), params.MOST.of(needs)
    cases: list[Case] = []
    for count, chance in counts:
        for hits in range(count + 1):
            bound = min(hits, most) if most and not number.is_random else hits
            odds = share * float(chance) * comb(count, hits) * hit**hits * (1 - hit) ** (count - hits)
            if odds:
                cases.append((odds, (number,) * bound))
    return cases

"""The effects of hits on a victim, by success level: every damage roll, Rise and falls (B-DMG, B-TR-47, B-TERR-8).

A wound is a box that is marked. Wounds healed by Rise are not subtracted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.engine.core.pools import outcomes
from game.rulesets.bushido.rules.dice.results import SIDES
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.damage import Blow, Choice, boxes, choice, dice_of, kept, modifiers, wounds_of
from game.rulesets.bushido.rules.specials import can_fall
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import Special

Floats = NDArray[np.float64]


@lru_cache(maxsize=64)
def damage_faces(which: Choice) -> tuple[tuple[int, bool, float], ...]:
    """Return each total of damage dice with its probability, and whether the dice that count are a double."""
    count = dice_of(which)
    cases_by_total = outcomes(SIDES, count, lambda faces: (sum(kept(faces, which)), len({*kept(faces, which)}) == 1))
    return tuple((total, double, cases / SIDES**count) for (total, double), cases in cases_by_total.items())


class Wounds(NamedTuple):
    """The effect of a hit: the average boxes marked, and the chance of each number of boxes left to the victim.

    `up` has the chances of a victim that never fell; `risen` those of one that lost its last box and rose, prone.
    """

    mean: float
    up: Floats
    risen: Floats


class Harm:
    """The effects of hits with a special on a victim, by success level and boxes left.

    `blow` returns the damage roll at a level. Its argument `charging` adds the bonus of a charge, which the first roll
    has if `charges` is set.
    """

    def __init__(
        self, game: Game, victim: Model, special: Special, blow: Callable[..., Blow], *, charges: bool = False,
        falls: bool = False,
    ) -> None:  # fmt: skip
        self._game, self._special, self._blow, self._charges = game, special, blow, charges
        self._halved = special.halves and not falls
        self.left, self._whole = game.left(victim), game.card(victim).wounds
        self._stays = game.any(victim, "stands_to_the_last")
        number = game.total(victim, "rises")
        # the chance of a roll to Rise, in which a 1 always fails
        self._rises = sum(face > 1 and face >= number for face in range(1, SIDES + 1)) / SIDES if number else 0.0
        self.falls_when_risen = can_fall(game, victim)
        self.wounds, self._roll = cache(self._new_wounds), cache(self._new_roll)

    def _new_wounds(self, level: int, left: int) -> Wounds:
        """Return the effect of a hit at a success level on a victim with this many boxes left."""
        up, risen, mean = np.zeros(self._whole + 1), np.zeros(self._whole + 1), 0.0
        up[left] = 1.0
        for number, damage_level in enumerate(self._special.levels(level) if level >= 0 else ()):
            marked, chance_removed = self._roll(damage_level, charging=self._charges and number == 0)
            old_chances, new_chances = (up, risen), (np.zeros_like(up), np.zeros_like(up))
            for old, new in zip(old_chances, new_chances):
                for boxes_left in np.flatnonzero(old):
                    mean += self._one(
                        int(boxes_left), float(old[boxes_left]), marked, chance_removed, new, new_chances[1]
                    )
            up, risen = new_chances
        return Wounds(mean, up, risen)

    def _one(
        self,
        left: int,
        probability: float,
        marked: dict[int, float],
        removed: float,
        chances_left: Floats,
        risen: Floats,
    ) -> float:
        """Add the outcomes of a damage roll for a victim with `left` boxes left; return the average boxes marked.

        Both are weighted with the `probability` that the victim has so many boxes left.
        """
        mean = probability * removed * left
        for amount, chance in marked.items():
            mean += probability * chance * min(amount, left)
            if amount < left or not left:
                chances_left[max(0, left - amount)] += probability * chance
                continue
            risen[self._whole] += probability * chance * self._rises
            if self._stays:
                chances_left[0] += probability * chance * (1 - self._rises)
        return mean

    def _new_roll(self, level: int, *, charging: bool) -> tuple[dict[int, float], float]:
        """Return the chance of each number of boxes marked, and the chance that the victim is removed at once."""
        special, blow = self._special, self._blow(level, charging=charging)
        blow = replace(blow, bonus=blow.bonus + special.bonus, halved=self._halved, critical=special.critical)
        modifier = sum(amount for _reason, amount in modifiers(self._game, blow))
        chance_of_boxes: dict[int, float] = {}
        removed = 0.0
        for total, double, chance in damage_faces(choice(self._game, blow)):
            if special.critical and double:
                removed += chance
                continue
            amount = boxes(self._game, blow, wounds_of(total + modifier, level))
            chance_of_boxes[amount] = chance_of_boxes.get(amount, 0.0) + chance
        return chance_of_boxes, removed

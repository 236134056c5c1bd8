"""What hits do to a victim, by success level: every damage roll, Rise and falls (B-DMG, B-TR-47, B-TERR-8).

Wounds are boxes that are marked; those that Rise heals are not taken off.
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
    """Return each total of damage dice, whether the dice that count are a double, and the probability."""
    count = dice_of(which)
    cases_by_total = outcomes(SIDES, count, lambda faces: (sum(kept(faces, which)), len({*kept(faces, which)}) == 1))
    return tuple((total, double, cases / SIDES**count) for (total, double), cases in cases_by_total.items())


class Wounds(NamedTuple):
    """The harm of a hit: the boxes marked on average, and the chance of each number of boxes left to the victim.

    `up` are the chances of one that is on its feet as before, `risen` of one that had no box left and rose, who lies.
    """

    mean: float
    up: Floats
    risen: Floats


class Harm:
    """What hits with a special do to a victim, by success level and boxes left.

    `blow` returns a damage roll at a level as the rules plan it. Its argument `charging` adds the bonus of a charge,
    which the first roll has if `charges` is set.
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
        self._rises = sum(face > 1 and face >= number for face in range(1, SIDES + 1)) / SIDES if number else 0.0
        self.falls_when_risen = can_fall(game, victim)
        self.wounds, self._roll = cache(self._new_wounds), cache(self._new_roll)

    def _new_wounds(self, level: int, left: int) -> Wounds:
        """Return the effect of a hit at a success level on a victim with this many boxes left."""
        up, risen, mean = np.zeros(self._whole + 1), np.zeros(self._whole + 1), 0.0
        up[left] = 1.0
        for number, damage_level in enumerate(self._special.levels(level) if level >= 0 else ()):
            marked, removed = self._roll(damage_level, charging=self._charges and number == 0)
            before, after = (up, risen), (np.zeros_like(up), np.zeros_like(up))
            for now, then in zip(before, after):
                for boxes_left in np.flatnonzero(now):
                    mean += self._one(int(boxes_left), float(now[boxes_left]), marked, removed, then, after[1])
            up, risen = after
        return Wounds(mean, up, risen)

    def _one(
        self, left: int, share: float, marked: dict[int, float], removed: float, then: Floats, risen: Floats
    ) -> float:
        """Add the outcomes of a damage roll for a victim with `left` boxes left; return the boxes marked on average."""
        mean = share * removed * left
        for amount, chance in marked.items():
            mean += share * chance * min(amount, left)
            if amount < left or not left:
                then[max(0, left - amount)] += share * chance
                continue
            risen[self._whole] += share * chance * self._rises
            if self._stays:
                then[0] += share * chance * (1 - self._rises)
        return mean

    def _new_roll(self, level: int, *, charging: bool) -> tuple[dict[int, float], float]:
        """Return how likely each number of boxes is marked, and how likely the victim is removed at once."""
        special, blow = self._special, self._blow(level, charging=charging)
        blow = replace(blow, bonus=blow.bonus + special.bonus, halved=self._halved, critical=special.critical)
        more = sum(amount for _reason, amount in modifiers(self._game, blow))
        shares: dict[int, float] = {}
        removed = 0.0
        for total, double, share in damage_faces(choice(self._game, blow)):
            if special.critical and double:
                removed += share
                continue
            amount = boxes(self._game, blow, wounds_of(total + more, level))
            shares[amount] = shares.get(amount, 0.0) + share
        return shares, removed

"""Exact odds of a melee exchange for a pair of splits (B-MELEE-7 to B-MELEE-13, B-DMG).

Every throw of all dice and every damage roll is counted, with the initiative, ties, specials and the end of an
exchange that kills or separates. Rerolls are left out: they are choices; so are feats, Rise, and falls from high
ground. Wounds are boxes that would be marked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.engine.core.pools import throws
from game.rulesets.bushido.rules.dice.results import SIDES, SUPPORTS, Result, distribution
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Split
from game.rulesets.bushido.rules.melee.damage import (
    boxes,
    choice,
    deals_damage,
    is_first_of_charge,
    modifiers,
    planned_blow,
)
from game.rulesets.bushido.rules.melee.wound_table import Choice, dice_of, kept, wounds_of
from game.rulesets.bushido.rules.specials import REGISTRY as SPECIALS
from game.rulesets.bushido.rules.specials import Special

Floats = NDArray[np.float64]

COUNTER: Final = "Counterstrike Defence"
LESS: Final = 2
"""By how much a Counterstrike lowers its success level (B-SPEC-D1)."""
_PLAIN: Final = Special()


class PairOdds(NamedTuple):
    """The odds of a pair of splits for one side: chance to hit, to be hit, boxes marked on either side on average."""

    hit: float
    suffer: float
    dealt: float
    taken: float


@dataclass(frozen=True)
class Side:
    """The joint distribution of a side's throw: attack and defence results, dice that count, and probabilities."""

    attack: Floats
    defence: Floats
    counted: Floats
    share: Floats


@lru_cache(maxsize=2_000)
def _joint(one: tuple[tuple[Result, int], ...], other: tuple[tuple[Result, int], ...]) -> Side:
    found: dict[tuple[int, int, int], int] = {}
    for attack, cases in one:
        for defence, more in other:
            key = attack.value, defence.value, attack.counted + defence.counted
            found[key] = found.get(key, 0) + cases * more
    keys = np.array(list(found), dtype=np.float64).reshape(-1, 3)
    shares = np.array(list(found.values()), dtype=np.float64)
    return Side(keys[:, 0], keys[:, 1], keys[:, 2], shares / shares.sum())


def side(game: Game, bout: Bout, fighter: Fighter, split: Split) -> Side:
    """Return the distribution of a side's results with a split (B-MELEE-8), by the rules' own modifiers."""
    model, foe = fighter.model, bout.against(fighter.model)
    found = []
    for colour, dice in (("attack", split.attack), ("defence", split.defence)):
        taken = game.total(foe.model, f"takes_{colour}_dice", weapon=foe.weapon)
        more = game.total(model, f"{colour}_result", weapon=fighter.weapon)
        if colour == "attack":
            more += game.total(model, "against", foe.model, weapon=fighter.weapon)
        supports = SUPPORTS + game.total(model, "supports", colour, weapon=fighter.weapon)
        ones = game.any(model, "keeps_ones", colour, weapon=fighter.weapon)
        found.append(tuple(distribution(dice, more, supports, ones, taken).items()))
    return _joint(*found)


@lru_cache(maxsize=64)
def damage_faces(which: Choice) -> tuple[tuple[int, bool, float], ...]:
    """Return each total of damage dice, whether the dice that count are a double, and the probability."""
    found: dict[tuple[int, bool], int] = {}
    for faces, cases in throws(SIDES, dice_of(which)):
        dice = kept(faces, which)
        key = sum(dice), dice[0] == dice[1]
        found[key] = found.get(key, 0) + cases
    return tuple((total, double, cases / SIDES ** dice_of(which)) for (total, double), cases in found.items())


class Harm:
    """What hits of one side do to the other: the distribution of marked boxes by success level and boxes left.

    `fresh`: the side has made no damage roll before in this exchange, so that one that charges has its bonus yet.
    """

    def __init__(self, game: Game, bout: Bout, by: Fighter, special: Special, *, fresh: bool) -> None:
        self._game, self._bout, self._by, self._special = game, bout, by, special
        self._victim = bout.against(by.model)
        self._charges = fresh and is_first_of_charge(bout, by)
        self.left = game.left(self._victim.model)
        self._known: dict[tuple[int, int], Floats] = {}

    def marked(self, level: int, left: int) -> Floats:
        """Return the probability of each number of boxes marked by a hit at a level on a victim with so many left."""
        if (level, left) not in self._known:
            shares = np.zeros(left + 1)
            shares[0] = 1.0
            for number, each in enumerate(self._special.levels(level) if level >= 0 else ()):
                shares = self._further(shares, each, left, charging=self._charges and number == 0)
            self._known[level, left] = shares
        return self._known[level, left]

    def mean(self, level: int, left: int) -> float:
        """Return the boxes marked on average by a hit."""
        return float((self.marked(level, left) * np.arange(left + 1)).sum())

    def removed(self, level: int, left: int) -> float:
        """Return the probability that a hit takes the victim off the table; Last Stand keeps it there (B-TR-33)."""
        if not self._game.any(self._victim.model, "stands_to_the_last"):
            return float(self.marked(level, left)[left])
        blow = planned_blow(self._game, self._bout, self._by, self._victim, level, charging=False)
        doubles = sum(share for _total, double, share in damage_faces(choice(self._game, blow)) if double)
        return doubles if self._special.critical else 0.0

    def _further(self, before: Floats, level: int, left: int, *, charging: bool) -> Floats:
        """Return the distribution after one more damage roll; whoever is dead already suffers none."""
        after = np.zeros_like(before)
        after[left] += before[left]
        single = self._single(level, charging=charging)
        for marked in range(left):
            for amount, share in single.items():
                after[min(left, marked + amount)] += before[marked] * share
        return after

    def _single(self, level: int, *, charging: bool) -> dict[int, float]:
        special = self._special
        blow = planned_blow(self._game, self._bout, self._by, self._victim, level, charging=charging)
        blow = replace(blow, bonus=blow.bonus + special.bonus, halved=special.halves, critical=special.critical)
        more = sum(amount for _reason, amount in modifiers(self._game, blow))
        found: dict[int, float] = {}
        for total, double, share in damage_faces(choice(self._game, blow)):
            deadly = special.critical and double
            amount = self.left if deadly else boxes(self._game, blow, wounds_of(total + more, level))
            found[amount] = found.get(amount, 0.0) + share
        return found


class ExchangeOdds:
    """The odds of every pair of splits of one exchange; what does not change between pairs is worked out once.

    All throws are counted on a grid: by how much the first attack exceeds the defence against it, by how much the
    second does, and who wins ties. What a cell is worth depends on the specials only.
    """

    def __init__(self, game: Game, bout: Bout) -> None:
        assert bout.first is not None, "the initiative is known"
        self._game, self._bout = game, bout
        self._harms: dict[tuple[str, str, bool], Harm] = {}
        self._tables: dict[tuple[int, str, str, bool], Floats] = {}
        self._worths: dict[tuple[bool, str, bool, str], tuple[Floats, ...]] = {}
        self._sides: dict[tuple[str, int, int], Side] = {}
        first, second = bout.in_order
        most = [self._side(fighter, Split(each, fighter.pool - each)) for fighter in (first, second)
                for each in range(fighter.pool + 1)]  # fmt: skip
        values = np.concatenate([each.attack for each in most] + [each.defence for each in most])
        self._reach = int(values.max() - min(0.0, values.min()))
        self.highest = self._reach + 1
        steps = np.arange(-self._reach, self._reach + 1)
        there, back, wins = np.meshgrid(steps, steps, np.array([0, 1]), indexing="ij")
        self.there = (there > 0) | ((there == 0) & (wins == 1)), np.abs(there)
        self.back = (back > 0) | ((back == 0) & (wins == 0)), np.abs(back)

    def _side(self, fighter: Fighter, split: Split) -> Side:
        key = fighter.model.id, split.attack, split.defence
        if key not in self._sides:
            self._sides[key] = side(self._game, self._bout, fighter, split)
        return self._sides[key]

    def pair(self, own: Fighter, split: Split, other: Split) -> PairOdds:
        """Return the odds for a side with a split against a split of the other side."""
        bout = self._bout
        first, second = bout.in_order
        one, two = (split, other) if own is first else (other, split)
        cells = self._cells(self._side(first, one), self._side(second, two), active=first is bout.activating)
        hit, suffer, dealt, taken = (float(cells @ worth) for worth in self._worth(first, one, second, two))
        return PairOdds(hit, suffer, dealt, taken) if own is first else PairOdds(suffer, hit, taken, dealt)

    def _cells(self, one: Side, two: Side, *, active: bool) -> Floats:
        """Return the probability of each cell of the grid; `active` says that the first side wins the last tie."""
        wide = 2 * self._reach + 1
        ours = 2 * (wide * one.attack - one.defence)
        theirs = 2 * (two.attack - wide * two.defence + self._reach * (wide + 1))
        wins = (np.greater_equal if active else np.greater).outer(one.counted, two.counted)
        index = np.add.outer(ours, theirs) + wins
        share = np.multiply.outer(one.share, two.share)
        cells: Floats = np.bincount(
            index.astype(np.intp).ravel(), weights=share.ravel(), minlength=2 * wide * wide
        ).astype(np.float64)
        return cells

    def _worth(self, first: Fighter, one: Split, second: Fighter, two: Split) -> tuple[Floats, ...]:
        """Return what every cell is worth: a hit of each side, boxes marked by each; the first attack may end it."""
        key = one.attack > 0, one.special, two.attack > 0, two.special
        if key not in self._worths:
            strike = _Attack(self, first, one, second, two, *self.there)
            answer = _Attack(self, second, two, first, one, *self.back)
            found = (
                strike.hit * strike.armed,
                strike.goes_on() * answer.hit * answer.armed,
                strike.dealt() + strike.hurts_after(answer),
                strike.countered() + strike.suffers_after(answer),
            )
            self._worths[key] = tuple(np.ravel(each).astype(np.float64) for each in found)
        return self._worths[key]

    def harm(self, by: Fighter, special: str, *, fresh: bool = True) -> Harm:
        """Return what hits of a side do with a special, "" for none; `fresh` as `Harm` has it."""
        key = by.model.id, special, fresh
        if key not in self._harms:
            known = SPECIALS.get(special, _PLAIN)
            self._harms[key] = Harm(self._game, self._bout, by, known, fresh=fresh)
        return self._harms[key]

    def mean(self, by: Fighter, special: str, left: int, *, fresh: bool = True) -> Floats:
        """Return the boxes marked on average by success level, on a victim with so many left."""
        return self._table(0, by, special, left, fresh=fresh)

    def kills(self, by: Fighter, special: str, left: int) -> Floats:
        """Return the probability by success level that a hit leaves no box, and the victim off the table."""
        return self._table(1, by, special, left, fresh=True)

    def _table(self, what: int, by: Fighter, special: str, left: int, *, fresh: bool) -> Floats:
        key = what + 2 * left, by.model.id, special, fresh
        if key not in self._tables:
            harm = self.harm(by, special, fresh=fresh)
            rows = [harm.removed(level, left) if what else harm.mean(level, left) for level in range(self.highest)]
            self._tables[key] = np.array(rows)
        return self._tables[key]

    def ends(self, special: str, user: Fighter) -> bool:
        """Return whether a special of a side that succeeds keeps the other from attacking after it."""
        known = SPECIALS.get(special, _PLAIN)
        return known.ends(self._game, user.model, self._bout.against(user.model).model)

    def hurts(self, fighter: Fighter) -> bool:
        """Return whether hits of a side are followed by a damage roll (B-STAT-3)."""
        return deals_damage(self._game, fighter)


class _Attack:
    """One of the two attacks of an exchange, as arrays over all throws: `hit` and the success level of the winner."""

    def __init__(
        self,
        odds: ExchangeOdds,
        attacker: Fighter,
        split: Split,
        defender: Fighter,
        other: Split,
        hit: NDArray[np.bool_],
        level: NDArray[np.int64],
    ) -> None:
        self.odds, self.attacker, self.defender, self.hit = odds, attacker, defender, hit
        self.level = level
        self.armed = split.attack > 0
        self.special = split.special if split.special.endswith("Attack") else ""
        known = SPECIALS.get(self.special, _PLAIN)
        self.wounds = self.armed and known.rolls_damage and odds.hurts(attacker)
        self.ends = self.armed and odds.ends(self.special, attacker)
        self.guard = other.special if other.special.endswith("Defence") else ""
        self.held_off = odds.ends(self.guard, defender)
        self.counters = self.guard == COUNTER and self.armed and odds.hurts(defender)
        self.left = odds.harm(attacker, self.special).left
        self.attacker_left = odds.harm(defender, "").left

    def dealt(self) -> Floats:
        """Return the boxes marked on the defender on average."""
        if not self.wounds:
            return np.zeros(self.hit.shape)
        return np.where(self.hit, self.odds.mean(self.attacker, self.special, self.left)[self.level], 0.0)

    def _counter_level(self) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        return ~self.hit & (self.level >= LESS) & self.counters, np.maximum(self.level - LESS, 0)

    def countered(self) -> Floats:
        """Return the boxes that a Counterstrike marks on the attacker on average."""
        which, level = self._counter_level()
        if not which.any():
            return np.zeros(self.hit.shape)
        return np.where(which, self.odds.mean(self.defender, "", self.attacker_left)[level], 0.0)

    def goes_on(self) -> Floats:
        """Return the probability that the other side attacks after this attack."""
        after_hit: Floats | float = 0.0 if self.ends else 1.0
        if self.wounds and not self.ends:
            after_hit = 1.0 - self.odds.kills(self.attacker, self.special, self.left)[self.level]
        after_defence: Floats | float = 0.0 if self.held_off else 1.0
        which, level = self._counter_level()
        if which.any():
            killed = self.odds.kills(self.defender, "", self.attacker_left)[level]
            after_defence = np.where(which, 1.0 - killed, 1.0)
        return np.where(self.hit, after_hit, after_defence)

    def suffers_after(self, answer: _Attack) -> Floats:
        """Return the boxes that the second attack marks on the first attacker, who may be wounded already."""
        if not answer.wounds:
            return np.zeros(self.hit.shape)
        plain = self.goes_on() * answer.dealt()
        which, level = self._counter_level()
        if not which.any():
            return plain
        rows = [self._second(self.odds.harm(self.defender, "").marked(each, self.attacker_left), answer.attacker,
                             answer.special) for each in range(self.odds.highest)]  # fmt: skip
        joint = np.array(rows)[level, answer.level]
        return np.where(which, np.where(answer.hit, joint, 0.0), plain)

    def hurts_after(self, answer: _Attack) -> Floats:
        """Return the boxes that a Counterstrike in the second attack marks on its attacker, wounded by the first."""
        which, level = answer._counter_level()
        if not which.any():
            return np.zeros(self.hit.shape)
        fresh = self.odds.mean(self.attacker, "", self.left)[level] * self.goes_on()
        if self.wounds and not self.ends:
            harm = self.odds.harm(self.attacker, self.special)
            rows = [self._second(harm.marked(each, self.left), self.attacker, "") for each in range(self.odds.highest)]
            fresh = np.where(self.hit, np.array(rows)[self.level, level], fresh)
        return np.where(which, fresh, 0.0)

    def _second(self, before: Floats, by: Fighter, special: str) -> Floats:
        """Return the boxes marked on average by success level on a victim after the first wounds; none if it died."""
        left = len(before) - 1
        found = np.zeros(self.odds.highest)
        for marked in range(left):
            if before[marked]:
                found += before[marked] * self.odds.mean(by, special, left - marked, fresh=False)
        return found

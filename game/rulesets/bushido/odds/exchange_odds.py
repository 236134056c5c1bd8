"""Exact odds of a melee exchange for a pair of splits (B-MELEE-7 to B-MELEE-13, B-DMG).

Every roll of all dice and every damage roll is counted, with rerolls by the policy of `rerolls`, the initiative,
ties, specials, Rise, falls from high ground, and the end of an exchange that kills or separates. Feats used after the
roll are left out: they are choices that cost Ki. A wound is a box that is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from operator import attrgetter
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.rulesets.bushido.odds.harm import Floats, Harm
from game.rulesets.bushido.odds.rerolls import Rerolls, after_rerolls, gain_of
from game.rulesets.bushido.rules.actions.fighting import touched
from game.rulesets.bushido.rules.dice.results import Scale
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Split
from game.rulesets.bushido.rules.melee.damage import deals_damage, is_first_of_charge, planned_blow
from game.rulesets.bushido.rules.melee.exchange import COLOURS, scale_in
from game.rulesets.bushido.rules.melee.pools import initiative, pools, splits
from game.rulesets.bushido.rules.specials import LESS, PLAIN, ends, fells
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import SPECIALS

LESS_THAN_ANY: Final = 1000.0
"""The divisor of dice that count in ties, so that they decide only where results are equal on average."""


class PairOdds(NamedTuple):
    """The odds of a pair of splits for one side: the chances to hit and to be hit, and the average boxes marked.

    `dealt` are boxes of the enemy, `taken` are own boxes. `kills` and `dies` are the chances that the enemy and the own
    model leave the game.
    """

    hit: float
    suffer: float
    dealt: float
    taken: float
    kills: float
    dies: float

    @property
    def mirrored(self) -> PairOdds:
        """The same odds for the other side."""
        return PairOdds(self.suffer, self.hit, self.taken, self.dealt, self.dies, self.kills)


@dataclass(frozen=True)
class Side:
    """The joint distribution of a side's results, as arrays with an entry for each combination.

    `share` is its probability. `counted` is the number of dice that count in ties.
    """

    attack: Floats
    defence: Floats
    counted: Floats
    share: Floats


@lru_cache(maxsize=2_000)
def _joint(counts: tuple[int, int], scales: tuple[Scale, Scale], rerolls: tuple[Rerolls, ...]) -> Side:
    """Return the distribution of a side's results. Only a reroll of either colour makes the two colours dependent."""
    cases_by_result: dict[tuple[int, int, int], int] = {}
    if any(len(reroll.pools) > 1 for reroll in rerolls):
        pairs = after_rerolls(counts, scales, rerolls).items()
        throws = [((attack_result, defence_result), cases) for (attack_result, defence_result), cases in pairs]
    else:
        independent = [
            after_rerolls((counts[index],), (scales[index],), tuple(
                reroll._replace(pools=(0,)) for reroll in rerolls if reroll.pools == (index,)
            )).items()
            for index in (0, 1)
        ]  # fmt: skip
        throws = [
            ((attack_result, defence_result), cases * other_cases)
            for (attack_result,), cases in independent[0]
            for (defence_result,), other_cases in independent[1]
        ]
    for (attack, defence), cases in throws:
        key = attack.value, defence.value, attack.counted + defence.counted
        cases_by_result[key] = cases_by_result.get(key, 0) + cases
    keys = np.array(list(cases_by_result), dtype=np.float64).reshape(-1, 3)
    weights = np.array(list(cases_by_result.values()), dtype=np.float64)
    return Side(keys[:, 0], keys[:, 1], keys[:, 2], weights / weights.sum())


def side(game: Game, bout: Bout, fighter: Fighter, split: Split) -> Side:
    """Return the distribution of a side's results with a split (B-MELEE-8), by the rules' own modifiers and rerolls."""
    attack, defence = (scale_in(game, bout, fighter, colour) for colour in COLOURS)
    rerolls = tuple(rerolls_of(game, bout, fighter))
    return _joint((split.attack, split.defence), (attack, defence), rerolls)


def reroll_gain(game: Game, key: str, *, enemy: bool) -> float:
    """Return the average gain of rerolling a die, 0 if no test is under way, by the policy of `rerolls`."""
    open_roll = game.lying
    if open_roll is None:
        return 0.0
    name, _space, number = key.rpartition(" ")
    faces = open_roll.pools[name].faces
    result, counted = gain_of(tuple(sorted(faces)), open_roll.scales[name], faces[int(number)], enemy=enemy)
    return result + counted / LESS_THAN_ANY


def rerolls_of(game: Game, bout: Bout, fighter: Fighter) -> Iterator[Rerolls]:
    """Yield the allowed rerolls of a side's dice, in the order in which they are used (B-TEST-5)."""

    def allowed(decider: Fighter, moment: str, *test: str) -> int:
        return game.total(decider.model, moment, *test, weapon=decider.weapon)

    for decider in bout.in_order[::-1]:  # the side without the initiative rerolls first
        enemy = decider is not fighter
        for pool, colour in enumerate(COLOURS):
            moment = (f"rerolls_enemy_{colour}",) if enemy else ("rerolls_own", colour)
            if dice := allowed(decider, *moment):
                yield Rerolls(enemy, dice, (pool,))
        if not enemy and (dice := allowed(decider, "rerolls_own", "melee")):
            yield Rerolls(enemy, dice, (0, 1))  # both pools


Kind = tuple[bool, str]
"""The facts of a split that affect the value of a result: whether it has attack dice, and its special."""


class ExchangeOdds:
    """The odds of every pair of splits of one exchange. Facts that all pairs share are worked out once.

    The results of a pair are counted in a grid with three axes: the margin of the first attack over the defence against
    it, the margin of the second attack, and the winner of ties. The value of a cell depends on the specials only.
    """

    def __init__(self, game: Game, bout: Bout) -> None:
        assert bout.first is not None, "the initiative is known"
        self.game, self.bout = game, bout
        self._side = cache(partial(side, game, bout))
        self._worth, self.harm, self.levels = cache(self._cell_worth), cache(self._new_harm), cache(self._new_levels)
        sides = [self._side(fighter, Split(dice, fighter.pool - dice)) for fighter in bout.in_order
                for dice in range(fighter.pool + 1)]  # fmt: skip
        values = np.concatenate([split.attack for split in sides] + [split.defence for split in sides])
        self._reach = int(values.max() - min(0.0, values.min()))
        self.highest = self._reach + 1
        margins = np.arange(-self._reach, self._reach + 1)
        first_margin, second_margin, first_wins_ties = np.meshgrid(margins, margins, np.array([0, 1]), indexing="ij")
        # whether each attack hits, and the size of its margin, in each cell of the grid
        self.there = (first_margin > 0) | ((first_margin == 0) & (first_wins_ties == 1)), np.abs(first_margin)
        self.back = (second_margin > 0) | ((second_margin == 0) & (first_wins_ties == 0)), np.abs(second_margin)

    def pair(self, own: Fighter, split: Split, other: Split) -> PairOdds:
        """Return the odds for a side with a split against a split of the other side."""
        first, second = self.bout.in_order
        first_split, second_split = (split, other) if own is first else (other, split)
        cells = self._cells(
            self._side(first, first_split), self._side(second, second_split), active=first is self.bout.activating
        )
        columns = self._worth(
            (first_split.attack > 0, first_split.special), (second_split.attack > 0, second_split.special)
        )
        odds = PairOdds(*(float(cells @ column) for column in columns))
        return odds if own is first else odds.mirrored

    def _cells(self, one: Side, two: Side, *, active: bool) -> Floats:
        """Return the probability of each cell of the grid; `active` says that the first side wins the last tie."""
        width = 2 * self._reach + 1
        # the three axes of the grid, flattened into one index
        first_index = 2 * (width * one.attack - one.defence)
        second_index = 2 * (two.attack - width * two.defence + self._reach * (width + 1))
        tie_index = (np.greater_equal if active else np.greater).outer(one.counted, two.counted)
        index = np.add.outer(first_index, second_index) + tie_index
        weights = np.multiply.outer(one.share, two.share)
        cells: Floats = np.bincount(
            index.astype(np.intp).ravel(), weights=weights.ravel(), minlength=2 * width * width
        ).astype(np.float64)
        return cells

    def _cell_worth(self, first_kind: Kind, second_kind: Kind) -> tuple[Floats, ...]:
        """Return six values for every cell, in the order of `PairOdds`: hits, boxes marked, and models lost.

        The first attack may end the exchange.
        """
        first, second = self.bout.in_order
        first_attack = _Attack(self, first, first_kind, second, second_kind, *self.there)
        second_attack = _Attack(self, second, second_kind, first, first_kind, *self.back)
        tables = [
            first_attack.hit * first_attack.armed,
            first_attack.goes_on() * second_attack.hit * second_attack.armed,
        ]
        for measure in (attrgetter("mean"), _loss):
            tables.append(first_attack.dealt(measure) + first_attack.hurts_after(second_attack, measure))
            tables.append(first_attack.countered(measure) + first_attack.suffers_after(second_attack, measure))
        return tuple(np.ravel(table).astype(np.float64) for table in tables)

    def _new_harm(self, by: Fighter, special: str, *, fresh: bool = True) -> Harm:
        """Return the effects of a side's hits with a special; "" means without a special.

        `fresh`: the side has made no damage roll in this exchange, so a charger still has its bonus.
        """
        game, bout, effects = self.game, self.bout, SPECIALS.get(special, PLAIN)
        victim = bout.against(by.model)
        charges, falls = fresh and is_first_of_charge(bout, by), fells(effects, game, by.model, victim.model)
        blow = partial(planned_blow, game, bout, by, victim)
        return Harm(game, victim.model, effects, blow, charges=charges, falls=falls)

    def _new_levels(self, by: Fighter, special: str, left: int, *, fresh: bool = True) -> _Levels:
        """Return the effect of a side's hits on a victim with this many boxes left, by success level."""
        harm = self.harm(by, special, fresh=fresh)
        wounds = [harm.wounds(level, left) for level in range(self.highest)]
        mean, up, risen = (np.array([row[column] for row in wounds]) for column in range(3))
        return _Levels(mean, up, risen, harm.falls_when_risen)


class _Levels(NamedTuple):
    """The effects of hits, with a row for each success level: the average boxes marked, and chances as in `Wounds`."""

    mean: Floats
    up: Floats
    risen: Floats
    falls: bool

    def standing(self, *, attacked: bool) -> Floats:
        """Return the chance that the victim fights on with each number of boxes left.

        A victim that rises is prone, so one that was `attacked` cannot attack any more (B-MELEE-12).
        """
        return self.up if attacked and self.falls else self.up + self.risen


Of = Callable[[_Levels], Floats]
"""A measure of the effects of hits, by success level, such as the boxes marked or the chance of a loss."""


def _loss(levels: _Levels) -> Floats:
    """Return the chance that the victim leaves the game."""
    chances: Floats = np.maximum(0.0, 1.0 - levels.up.sum(axis=1) - levels.risen.sum(axis=1))
    return chances


class _Attack:
    """One of the two attacks of an exchange, as arrays with an entry for each cell of the grid.

    `hit` is whether the attack hits, `level` is the success level of the attacker or the defender.
    """

    def __init__(
        self,
        odds: ExchangeOdds,
        attacker: Fighter,
        kind: Kind,
        defender: Fighter,
        other: Kind,
        hit: NDArray[np.bool_],
        level: NDArray[np.int64],
    ) -> None:
        self.odds, self.attacker, self.defender, self.hit, self.level = odds, attacker, defender, hit, level
        game = odds.game
        self.armed, self.special = kind[0], kind[1] if kind[1].endswith("Attack") else ""
        effects, defence_effects = (SPECIALS.get(name, PLAIN) for name in (self.special, other[1]))
        # a special attack has no effect in defence
        defence_effects = PLAIN if defence_effects.attacks else defence_effects
        self.wounds = self.armed and effects.rolls_damage and deals_damage(game, attacker)
        self.ends = self.armed and ends(effects, game, attacker.model, defender.model)
        self.held_off = ends(defence_effects, game, defender.model, attacker.model)
        counters = defence_effects.does == "counterstrike" and self.armed and deals_damage(game, defender)
        # a Counterstrike needs a success level of at least `LESS`, by which its own level is lower
        self.countering = ~hit & (level >= LESS) & counters
        self.counter_level = np.maximum(level - LESS, 0)
        self.left = odds.harm(attacker, self.special).left
        self.attacker_left = odds.harm(defender, "").left

    def _hits(self) -> _Levels:
        return self.odds.levels(self.attacker, self.special, self.left)

    def _counters(self) -> _Levels:
        return self.odds.levels(self.defender, "", self.attacker_left)

    def dealt(self, of: Of) -> Floats:
        """Return the average harm to the defender."""
        return np.where(self.hit, of(self._hits())[self.level], 0.0) if self.wounds else np.zeros(self.hit.shape)

    def countered(self, of: Of) -> Floats:
        """Return the average harm that a Counterstrike does to the attacker."""
        if not self.countering.any():
            return np.zeros(self.hit.shape)
        return np.where(self.countering, of(self._counters())[self.counter_level], 0.0)

    def goes_on(self) -> Floats:
        """Return the probability that the other side attacks after this attack."""
        after_hit: Floats | float = 0.0 if self.ends else 1.0
        if self.wounds and not self.ends:
            after_hit = self._hits().standing(attacked=True).sum(axis=1)[self.level]
        after_defence: Floats | float = 0.0 if self.held_off else 1.0
        if self.countering.any():
            stands = self._counters().standing(attacked=False).sum(axis=1)
            after_defence = np.where(self.countering, stands[self.counter_level], 1.0)
        return np.where(self.hit, after_hit, after_defence)

    def suffers_after(self, answer: _Attack, of: Of) -> Floats:
        """Return the average harm of the second attack to the first attacker, who may already be wounded."""
        if not answer.wounds:
            return np.zeros(self.hit.shape)
        unwounded = self.goes_on() * answer.dealt(of)
        if not self.countering.any():
            return unwounded
        second = self._second(self._counters().standing(attacked=False), answer.attacker, answer.special, of)
        harm_after_counter = second[self.counter_level, answer.level]
        return np.where(self.countering, np.where(answer.hit, harm_after_counter, 0.0), unwounded)

    def hurts_after(self, answer: _Attack, of: Of) -> Floats:
        """Return the average harm of a Counterstrike to the second attacker, who may already be wounded."""
        if not answer.countering.any():
            return np.zeros(self.hit.shape)
        level = answer.counter_level
        harm = of(self.odds.levels(self.attacker, "", self.left))[level] * self.goes_on()
        if self.wounds and not self.ends:
            second = self._second(self._hits().standing(attacked=True), self.attacker, "", of)
            harm = np.where(self.hit, second[self.level, level], harm)
        return np.where(answer.countering, harm, 0.0)

    def _second(self, standing: Floats, by: Fighter, special: str, of: Of) -> Floats:
        """Return the average effect of a second hit on the same victim, by level of the first hit (rows) and second.

        `standing` has the chance of each number of boxes left after the first hit.
        """
        totals = np.zeros((len(standing), self.odds.highest))
        for left in np.flatnonzero(standing.any(axis=0)):
            totals += np.outer(standing[:, left], of(self.odds.levels(by, special, int(left), fresh=False)))
        return totals


class SplitTable(NamedTuple):
    """The splits of a side and of its opponent, and the odds of each pair. Rows are the side's own splits."""

    bout: Bout
    own: list[Split]
    other: list[Split]
    odds: list[list[PairOdds]]

    @property
    def averages(self) -> list[PairOdds]:
        """The odds of each own split, averaged over the splits of the opponent."""
        return [PairOdds(*map(fmean, zip(*pairs, strict=True))) for pairs in self.odds]


def split_table(game: Game, bout: Bout, own: Fighter) -> SplitTable:
    """Return the odds of all pairs of splits, cached."""
    enemy = bout.against(own.model)
    key = f"odds {own.model.id} {own.weapon} {own.pool} {enemy.model.id} {enemy.weapon} {enemy.pool}"
    table = game.remembered(key, lambda: _new_table(game, bout, own))
    return table if table.bout is bout else _new_table(game, bout, own)


def _new_table(game: Game, bout: Bout, own: Fighter) -> SplitTable:
    """Return the odds of all pairs of splits, worked out anew."""
    own_splits, enemy_splits = splits(game, bout, own), splits(game, bout, bout.against(own.model))
    exact = ExchangeOdds(game, bout)
    return SplitTable(
        bout,
        own_splits,
        enemy_splits,
        [[exact.pair(own, split, enemy_split) for enemy_split in enemy_splits] for split in own_splits],
    )


def planned_bout(game: Game, model: Model, foe: Model, *, charge: bool = False) -> Bout:
    """Return the exchange that would begin with an enemy, each side with its first weapon."""
    bout = Bout(Fighter(model), Fighter(foe), charge=charge, touched=touched(game, model, foe))
    for fighter in (bout.activating, bout.opponent):
        fighter.weapon = game.weapons(fighter.model, "melee")[0].name
    bout.first = initiative(game, bout)
    bout.activating.pool, bout.opponent.pool = pools(game, bout)
    return bout


def even_exchange(game: Game, model: Model, foe: Model, *, charge: bool = False) -> PairOdds:
    """Return the odds of an exchange with an enemy, each side with its first weapon and no special."""
    bout = planned_bout(game, model, foe, charge=charge)
    own_split, enemy_split = (_even(game, bout, fighter) for fighter in (bout.activating, bout.opponent))

    def exact(_card: object) -> PairOdds:
        return ExchangeOdds(game, bout).pair(bout.activating, own_split, enemy_split)

    facts = [charge, bout.first is bout.activating, _facts(bout.activating), _facts(bout.opponent)]
    return exact(None) if game.state.auras else game.setup.known(model.profile, f"even {facts}", exact)


def _facts(fighter: Fighter) -> tuple[object, ...]:
    """Return the facts of a fighter, besides its card, that change the odds of splits without a special."""
    model = fighter.model
    lent = [(effect.entry, effect.weapon) for effect in model.effects]
    return model.profile, fighter.weapon, fighter.pool, model.wounds, sorted(model.markers), lent


def _even(game: Game, bout: Bout, fighter: Fighter) -> Split:
    """Return the most even split without a special; an odd die goes to the attack."""
    plain_splits = [split for split in splits(game, bout, fighter) if not split.special]
    return min(plain_splits, key=lambda split: abs(split.attack - split.defence - 0.5), default=Split(0, 0))

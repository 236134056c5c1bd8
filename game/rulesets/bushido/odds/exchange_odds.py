"""Exact odds of a melee exchange for a pair of splits (B-MELEE-7 to B-MELEE-13, B-DMG).

Every throw of all dice and every damage roll is counted, with rerolls by the policy of `rerolls`, the initiative,
ties, specials, Rise, falls from high ground, and the end of an exchange that kills or separates. Feats that are used
after the throw are left out: they are choices that cost Ki. Wounds are boxes that would be marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.rulesets.bushido.odds.harm import Floats, Harm
from game.rulesets.bushido.odds.rerolls import Rerolls, after_rerolls, gain_of
from game.rulesets.bushido.rules.actions.fighting import touched
from game.rulesets.bushido.rules.dice.results import Scale
from game.rulesets.bushido.rules.dice.tests import scale_of
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
    """The odds of a pair of splits for one side: chance to hit, to be hit, boxes marked on either side on average.

    `kills` and `dies` are the chances that the enemy, and the own model, leave the game.
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
    """The joint distribution of a side's throw: attack and defence results, dice that count, and probabilities."""

    attack: Floats
    defence: Floats
    counted: Floats
    share: Floats


@lru_cache(maxsize=2_000)
def _joint(counts: tuple[int, int], scales: tuple[Scale, Scale], rerolls: tuple[Rerolls, ...]) -> Side:
    """Return the distribution of a side's throw; its colours depend on one another only by rerolls of both."""
    cases_by_result: dict[tuple[int, int, int], int] = {}
    if any(len(reroll.pools) > 1 for reroll in rerolls):
        pairs = after_rerolls(counts, scales, rerolls).items()
        throws = [((one, other), cases) for (one, other), cases in pairs]
    else:
        alone = [
            after_rerolls((counts[place],), (scales[place],), tuple(
                reroll._replace(pools=(0,)) for reroll in rerolls if reroll.pools == (place,)
            )).items()
            for place in (0, 1)
        ]  # fmt: skip
        throws = [((one, other), cases * more) for (one,), cases in alone[0] for (other,), more in alone[1]]
    for (attack, defence), cases in throws:
        key = attack.value, defence.value, attack.counted + defence.counted
        cases_by_result[key] = cases_by_result.get(key, 0) + cases
    keys = np.array(list(cases_by_result), dtype=np.float64).reshape(-1, 3)
    shares = np.array(list(cases_by_result.values()), dtype=np.float64)
    return Side(keys[:, 0], keys[:, 1], keys[:, 2], shares / shares.sum())


def side(game: Game, bout: Bout, fighter: Fighter, split: Split) -> Side:
    """Return the distribution of a side's results with a split (B-MELEE-8), by the rules' own modifiers and rerolls."""
    attack, defence = (scale_in(game, bout, fighter, colour) for colour in COLOURS)
    rerolls = tuple(rerolls_of(game, bout, fighter))
    return _joint((split.attack, split.defence), (attack, defence), rerolls)


def reroll_gain(game: Game, model: Model, key: str, *, enemy: bool) -> float:
    """Return the average gain of rerolling one of these dice, 0 if none is worth it; by the odds' own policy."""
    lying = game.lying
    if lying is None:
        return 0.0
    name, _space, number = key.rpartition(" ")
    test, faces = lying.tests[name], lying.pools[name].faces
    if game.bout is not None and test in COLOURS:
        scale = scale_in(game, game.bout, game.bout.of(model), test)
    else:
        least = None if lying.number is None else lying.number - 1
        scale = scale_of(game, model, test, lying.modifier, lying.weapon)._replace(least=least, most=lying.most)
    result, counted = gain_of(tuple(sorted(faces)), scale, faces[int(number)], enemy=enemy)
    return result + counted / LESS_THAN_ANY


def rerolls_of(game: Game, bout: Bout, fighter: Fighter) -> Iterator[Rerolls]:
    """Yield who may have which dice of a side rolled again, in the order in which that is decided (B-TEST-5)."""
    for by in bout.in_order[::-1]:
        enemy = by is not fighter
        for place, colour in enumerate(COLOURS):
            moment = (f"rerolls_enemy_{colour}",) if enemy else ("rerolls_own", colour)
            if dice := game.total(by.model, *moment, weapon=by.weapon):
                yield Rerolls(enemy, dice, (place,))
        if not enemy and (dice := game.total(by.model, "rerolls_own", "melee", weapon=by.weapon)):
            yield Rerolls(enemy, dice, (0, 1))


Kind = tuple[bool, str]
"""What the worth of a split depends on: whether it has attack dice, and its special."""


class ExchangeOdds:
    """The odds of every pair of splits of one exchange; what does not change between pairs is worked out once.

    All throws are counted on a grid: by how much the first attack exceeds the defence against it, by how much the
    second does, and who wins ties. What a cell is worth depends on the specials only.
    """

    def __init__(self, game: Game, bout: Bout) -> None:
        assert bout.first is not None, "the initiative is known"
        self.game, self.bout = game, bout
        self._side = cache(partial(side, game, bout))
        self._worth, self.harm, self.levels = cache(self._cell_worth), cache(self._new_harm), cache(self._new_levels)
        most = [self._side(fighter, Split(dice, fighter.pool - dice)) for fighter in bout.in_order
                for dice in range(fighter.pool + 1)]  # fmt: skip
        values = np.concatenate([split.attack for split in most] + [split.defence for split in most])
        self._reach = int(values.max() - min(0.0, values.min()))
        self.highest = self._reach + 1
        steps = np.arange(-self._reach, self._reach + 1)
        there, back, wins = np.meshgrid(steps, steps, np.array([0, 1]), indexing="ij")
        self.there = (there > 0) | ((there == 0) & (wins == 1)), np.abs(there)
        self.back = (back > 0) | ((back == 0) & (wins == 0)), np.abs(back)

    def pair(self, own: Fighter, split: Split, other: Split) -> PairOdds:
        """Return the odds for a side with a split against a split of the other side."""
        first, second = self.bout.in_order
        one, two = (split, other) if own is first else (other, split)
        cells = self._cells(self._side(first, one), self._side(second, two), active=first is self.bout.activating)
        columns = self._worth((one.attack > 0, one.special), (two.attack > 0, two.special))
        odds = PairOdds(*(float(cells @ column) for column in columns))
        return odds if own is first else odds.mirrored

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

    def _cell_worth(self, one: Kind, two: Kind) -> tuple[Floats, ...]:
        """Return what every cell is worth: a hit of each side, boxes marked and models lost by each.

        The first attack may end the exchange.
        """
        first, second = self.bout.in_order
        strike = _Attack(self, first, one, second, two, *self.there)
        answer = _Attack(self, second, two, first, one, *self.back)
        tables = [strike.hit * strike.armed, strike.goes_on() * answer.hit * answer.armed]
        for of in (attrgetter("mean"), _loss):
            tables.append(strike.dealt(of) + strike.hurts_after(answer, of))
            tables.append(strike.countered(of) + strike.suffers_after(answer, of))
        return tuple(np.ravel(table).astype(np.float64) for table in tables)

    def _new_harm(self, by: Fighter, special: str, *, fresh: bool = True) -> Harm:
        """Return the effects of a side's hits with a special; "" means without a special.

        `fresh` means that the side has made no damage roll in this exchange. A charger then has its bonus yet.
        """
        game, bout, known = self.game, self.bout, SPECIALS.get(special, PLAIN)
        victim = bout.against(by.model)
        charges, falls = fresh and is_first_of_charge(bout, by), fells(known, game, by.model, victim.model)
        blow = partial(planned_blow, game, bout, by, victim)
        return Harm(game, victim.model, known, blow, charges=charges, falls=falls)

    def _new_levels(self, by: Fighter, special: str, left: int, *, fresh: bool = True) -> _Levels:
        """Return the effect of a side's hits on a victim with this many boxes left, by success level."""
        harm = self.harm(by, special, fresh=fresh)
        wounds = [harm.wounds(level, left) for level in range(self.highest)]
        mean, up, risen = (np.array([row[column] for row in wounds]) for column in range(3))
        return _Levels(mean, up, risen, harm.falls_when_risen)


class _Levels(NamedTuple):
    """What hits do by success level: boxes marked on average, and the victim's boxes left, by `Wounds`."""

    mean: Floats
    up: Floats
    risen: Floats
    falls: bool

    def standing(self, *, attacked: bool) -> Floats:
        """Return how likely the exchange goes on with each number of boxes left.

        One that was `attacked` and fell, as it does when it rises, attacks no more (B-MELEE-12).
        """
        return self.up if attacked and self.falls else self.up + self.risen


Of = Callable[[_Levels], Floats]
"""What is counted of what hits do, by success level."""


def _loss(levels: _Levels) -> Floats:
    """Return the chance that the victim leaves the game."""
    lost: Floats = np.maximum(0.0, 1.0 - levels.up.sum(axis=1) - levels.risen.sum(axis=1))
    return lost


class _Attack:
    """One of the two attacks of an exchange, as arrays over all throws: `hit` and the success level of the winner."""

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
        known, guard = (SPECIALS.get(name, PLAIN) for name in (self.special, other[1]))
        guard = PLAIN if guard.attacks else guard
        self.wounds = self.armed and known.rolls_damage and deals_damage(game, attacker)
        self.ends = self.armed and ends(known, game, attacker.model, defender.model)
        self.held_off = ends(guard, game, defender.model, attacker.model)
        counters = guard.does == "counterstrike" and self.armed and deals_damage(game, defender)
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
        if not self.wounds:
            return np.zeros(self.hit.shape)
        return np.where(self.hit, of(self._hits())[self.level], 0.0)

    def countered(self, of: Of) -> Floats:
        """Return the average harm of a Counterstrike to the attacker."""
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
        """Return the harm of the second attack to the first attacker, who may be wounded already."""
        if not answer.wounds:
            return np.zeros(self.hit.shape)
        plain = self.goes_on() * answer.dealt(of)
        if not self.countering.any():
            return plain
        second = self._second(self._counters().standing(attacked=False), answer.attacker, answer.special, of)
        joint = second[self.counter_level, answer.level]
        return np.where(self.countering, np.where(answer.hit, joint, 0.0), plain)

    def hurts_after(self, answer: _Attack, of: Of) -> Floats:
        """Return what a Counterstrike in the second attack does to its attacker, wounded by the first."""
        if not answer.countering.any():
            return np.zeros(self.hit.shape)
        level = answer.counter_level
        fresh = of(self.odds.levels(self.attacker, "", self.left))[level] * self.goes_on()
        if self.wounds and not self.ends:
            second = self._second(self._hits().standing(attacked=True), self.attacker, "", of)
            fresh = np.where(self.hit, second[self.level, level], fresh)
        return np.where(answer.countering, fresh, 0.0)

    def _second(self, standing: Floats, by: Fighter, special: str, of: Of) -> Floats:
        """Return the average effect of a second hit on a victim, by level of the first hit (rows) and of the second."""
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


def split_table(game: Game, bout: Bout, own: Fighter) -> SplitTable:
    """Return the odds of all pairs of splits, cached."""
    foe = bout.against(own.model)
    key = f"odds {own.model.id} {own.weapon} {own.pool} {foe.model.id} {foe.weapon} {foe.pool}"
    table = game.remembered(key, lambda: _new_table(game, bout, own))
    return table if table.bout is bout else _new_table(game, bout, own)


def _new_table(game: Game, bout: Bout, own: Fighter) -> SplitTable:
    mine, theirs = splits(game, bout, own), splits(game, bout, bout.against(own.model))
    exact = ExchangeOdds(game, bout)
    return SplitTable(bout, mine, theirs, [[exact.pair(own, one, two) for two in theirs] for one in mine])


def planned_bout(game: Game, model: Model, foe: Model, *, charge: bool = False) -> Bout:
    """Return an exchange with an enemy that has not begun, each side with its first weapon."""
    bout = Bout(Fighter(model), Fighter(foe), charge=charge, touched=touched(game, model, foe))
    for fighter in (bout.activating, bout.opponent):
        fighter.weapon = game.weapons(fighter.model, "melee")[0].name
    bout.first = initiative(game, bout)
    bout.activating.pool, bout.opponent.pool = pools(game, bout)
    return bout


def even_exchange(game: Game, model: Model, foe: Model, *, charge: bool = False) -> PairOdds:
    """Return the odds of an exchange with an enemy, each side with its first weapon and no special."""
    bout = planned_bout(game, model, foe, charge=charge)
    own, other = (_even(game, bout, fighter) for fighter in (bout.activating, bout.opponent))
    if game.state.auras:
        return ExchangeOdds(game, bout).pair(bout.activating, own, other)
    facts = [charge, bout.first is bout.activating, *(_facts(fighter) for fighter in (bout.activating, bout.opponent))]
    return game.setup.known(
        model.profile, f"even {facts}", lambda _card: ExchangeOdds(game, bout).pair(bout.activating, own, other)
    )


def _facts(fighter: Fighter) -> tuple[object, ...]:
    """Return what the odds of splits without a special hang on, beside the cards."""
    model = fighter.model
    lent = [(effect.entry, effect.weapon) for effect in model.effects]
    return model.profile, fighter.weapon, fighter.pool, model.wounds, sorted(model.markers), lent


def _even(game: Game, bout: Bout, fighter: Fighter) -> Split:
    plain = [split for split in splits(game, bout, fighter) if not split.special]
    return min(plain, key=lambda split: abs(split.attack - split.defence - 0.5), default=Split(0, 0))

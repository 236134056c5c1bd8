"""Exact odds of a model's possible actions, computed by the same thresholds and damage rules that the dice follow.

The table is taken as it is now: Cunning moves nobody, Vengeful models repay nothing, Healers stay where they are.
`game.rulesets.godbreakers.odds.supposing` gives the table as it would be after an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game.engine.core.odds import Chance, Contest, Distribution, Margins, die, single_highest
from game.rulesets.godbreakers.rules.actions.engage import challenged, strikes
from game.rulesets.godbreakers.rules.constants import LARGEST_DIE
from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier, more_suffered
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import ATTACK, RECOVERY, raised, thresholds
from game.rulesets.godbreakers.rules.rounds.recovery import shedding
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model

NEVER = Chance(0, 1)
Cases = tuple[tuple[int, int], ...]
"""Numbers of cases by amounts of damage."""
Roll = tuple[int, int, int]
"""A die by its sides, the highest face that is rerolled, and the highest that counts as 0."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The possible effects of an engage on one of the engaged models.

    `damage` is what the winner inflicts, all modifiers included (G-ENG-4); `casualty` the chance that the coming
    recovery then removes the model; `unharmed` the same chance without the engage.
    """

    model: str
    win: Chance
    triumph: Chance
    damage: Distribution
    casualty: Chance
    unharmed: Chance


@dataclass(frozen=True, slots=True)
class EngageOdds:
    """Possible outcomes of an engage: the chance of a tie and the fate of each model, the active one first."""

    tie: Chance
    fates: tuple[Fate, ...]

    @property
    def active(self) -> Fate:
        """The fate of the active model."""
        return self.fates[0]

    @property
    def opponents(self) -> tuple[Fate, ...]:
        """The fates of the opponents in the order of their nomination."""
        return self.fates[1:]

    @property
    def win(self) -> Chance:
        """The chance that the active model wins."""
        return self.active.win

    @property
    def lose(self) -> Chance:
        """The chance that one of the opponents wins."""
        return Chance(self.tie.total - self.tie.weight - self.win.weight, self.tie.total)


@dataclass(frozen=True, slots=True)
class Recovery:
    """A model's recovery: damage shed before the roll, then the roll; `saving` if the highest result is a Triumph."""

    roll: Distribution
    sheds: int
    saving: bool

    def losing(self, damage: int) -> int:
        """Return the number of cases of the roll that leave some of this much damage (G-REC-1, G-ROLL-5)."""
        left = damage - self.sheds
        if left <= 0:
            return 0
        weights = self.roll.weights
        lost = sum(weights[:left])
        return lost - weights[-1] if self.saving and left >= len(weights) else lost

    def casualty(self, damage: int) -> Chance:
        """Return the chance that this much damage removes the model."""
        return Chance(self.losing(damage), self.roll.total)

    def triumph(self, damage: int) -> Chance:
        """Return the chance of a Triumph; only a model that still has damage rolls."""
        rolls = self.saving and damage > self.sheds
        return Chance(self.roll.weights[-1] if rolls else 0, self.roll.total)


def roll_odds(game: Game, model: Model, purpose: str, *, challenging: bool = False) -> Distribution:
    """Return the results of a roll (G-ROLL-1..3)."""
    return die(model.die, *thresholds(game, model, purpose, challenging=challenging))


def test_odds(game: Game, model: Model, test: str) -> Chance:
    """Return the chance that a test succeeds (G-ROLL-4)."""
    return roll_odds(game, model, test, challenging=True).at_least(1)


def triumph_odds(model: Model, roll: Distribution) -> Chance:
    """Return the chance that a roll of the model is a Triumph (G-ROLL-5)."""
    return roll.chance(model.die) if model.godbreaker else Chance(0, roll.total)


def recovery_odds(game: Game, model: Model, *, triumphs: int = 0) -> Recovery:
    """Return the coming recovery of a model, with `triumphs` more Triumphs than it has earned (G-REC-1)."""
    return _hardiness(game, model).recovery(triumphs)


class Hardiness(NamedTuple):
    """What decides how a model gets over damage: its damage and die, Triumphs not yet applied, whether it can earn any
    and has earned its ascension, how it rerolls at recovery, and what it sheds before."""

    damage: int
    die: int
    raises: int
    godbreaker: bool
    ascending: bool
    limits: tuple[int, int]
    sheds: int

    def recovery(self, triumphs: int) -> Recovery:
        """Return the model's coming recovery after this many more Triumphs."""
        return Recovery(die(raised(self.die, self.raises + triumphs), *self.limits), self.sheds, self.godbreaker)


def _hardiness(game: Game, model: Model) -> Hardiness:
    limits = thresholds(game, model, RECOVERY, challenging=scenario_of(game).challenges_recovery(game, model))
    sheds = sum([removed for _trait, removed in shedding(game, model)])
    return Hardiness(model.damage, model.die, model.raises, model.godbreaker, model.ascending, limits, sheds)


def casualty_odds(game: Game, model: Model, damage: int) -> Chance:
    """Return the chance that recovery removes a model with this damage (G-REC-1, G-ROLL-5)."""
    return NEVER if model.ascending else recovery_odds(game, model).casualty(damage)


def engage_odds(game: Game, active: Model, *opponents: Model) -> EngageOdds:
    """Return the exact odds of `active` engaging the opponents, all models where they are (G-ENG-2..4, G-REC-1)."""
    engaged = [active, *opponents]
    rolls = tuple(
        [(each.die, *thresholds(game, each, ATTACK, challenging=challenged(game, each, engaged))) for each in engaged]
    )
    fates = [
        _fate(each.id, place, rolls, _harmful(game, engaged, each), more_suffered(game, each), _hardiness(game, each))
        for place, each in enumerate(engaged)
    ]
    return EngageOdds(_contest(rolls).tied, tuple(fates))


def _harmful(game: Game, engaged: Sequence[Model], model: Model) -> tuple[tuple[int, int], ...]:
    """Return the places of those engaged that hurt a model if they win, each with what is added to its damage."""
    return tuple(
        [
            (place, attack_modifier(game, winner, model))
            for place, winner in enumerate(engaged)
            if winner is not model and strikes(game, winner, model)
        ]
    )


def _contest(rolls: tuple[Roll, ...]) -> Contest:
    return single_highest(tuple([die(*each) for each in rolls]))


@lru_cache(maxsize=8192)  # the same models are weighed against each other again and again
def _fate(
    model: str,
    place: int,
    rolls: tuple[Roll, ...],
    harmful: tuple[tuple[int, int], ...],
    extra: int,
    hardiness: Hardiness,
) -> Fate:
    """Return what the engage does to the model at `place`: any harmful winner may hurt it, and `extra` is added."""
    contest, roll, godbreaker = _contest(rolls), die(*rolls[place]), hardiness.godbreaker
    triumph = roll.chance(hardiness.die) if godbreaker else Chance(0, roll.total)
    rows = tuple([(contest.margins[winner][place], modifier) for winner, modifier in harmful])
    triumphs = triumph.weight * (contest.total // roll.total)
    damage, hurt, tops = _blows(rows, contest.total, triumphs, extra, godbreaker)
    plain, better, before = hardiness.recovery(0), hardiness.recovery(1), hardiness.damage
    return Fate(
        model,
        Chance(contest.wins[place], contest.total),
        triumph,
        damage,
        NEVER if hardiness.ascending else _casualty(hardiness.die, before, hurt, tops, plain, better),
        NEVER if hardiness.ascending else plain.casualty(before),
    )


def _blows(
    rows: tuple[tuple[Margins, int], ...], total: int, triumphs: int, extra: int, godbreaker: bool
) -> tuple[Distribution, Cases, Cases]:
    """Return the damage suffered, its cases by amount, and those with a Triumph of the model among them.

    `rows` are those who may hurt it: the margins by which each wins, and what is added to their attack damage.
    """
    hurt: dict[int, int] = {0: total}
    tops: dict[int, int] = {0: triumphs}
    for row, modifier in rows:
        for difference, cases in enumerate(row.weights):
            if cases:
                top = row.top[difference] if godbreaker else 0
                amount = attack_damage(difference, modifier) + extra
                hurt[amount] = hurt.get(amount, 0) + cases
                hurt[0] -= cases
                tops[amount] = tops.get(amount, 0) + top
                tops[0] -= top
    weights = tuple(hurt.get(amount, 0) for amount in range(max(hurt) + 1))
    return Distribution(weights, total), tuple(hurt.items()), tuple(tops.items())


def _casualty(die: int, damage: int, hurt: Cases, tops: Cases, plain: Recovery, better: Recovery) -> Chance:
    """Return the chance to be removed at recovery; a Triumph first clears damage from before the engage (G-ROLL-5)."""
    with_triumph = dict(tops)
    lost = sum((cases - with_triumph[amount]) * plain.losing(damage + amount) for amount, cases in hurt)
    saved = 0
    if die < LARGEST_DIE:  # at the largest die it ascends instead, no casualty (G-ROLL-6)
        saved = sum(cases * better.losing(amount) for amount, cases in tops)
    total = sum(cases for _amount, cases in hurt)
    n, m = plain.roll.total, better.roll.total
    return Chance(lost * m + saved * n, total * n * m)

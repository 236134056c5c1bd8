"""Exact odds of a model's possible actions, computed by the same thresholds and damage rules that the dice follow.

The table is taken as it is now: Cunning moves nobody, Vengeful models repay nothing, Healers stay where they are.
`game.rulesets.godbreakers.odds.supposing` gives the table as it would be after an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, slots=True)
class Fate:
    """What an engage may do to one of the engaged models.

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
    return _recoveries(game, model, triumphs)[0]


def _recoveries(game: Game, model: Model, *triumphs: int) -> list[Recovery]:
    """Return the coming recovery of a model for each number of Triumphs; helping models are looked up once."""
    limits = thresholds(game, model, RECOVERY, challenging=scenario_of(game).challenges_recovery(game, model))
    sheds = sum(removed for _trait, removed in shedding(game, model))
    return [
        Recovery(die(raised(model.die, model.raises + more), *limits), sheds, model.godbreaker) for more in triumphs
    ]


def casualty_odds(game: Game, model: Model, damage: int) -> Chance:
    """Return the chance that recovery removes a model with this damage (G-REC-1, G-ROLL-5)."""
    return NEVER if model.ascending else recovery_odds(game, model).casualty(damage)


def engage_odds(game: Game, active: Model, *opponents: Model) -> EngageOdds:
    """Return the exact odds of `active` engaging the opponents, all models where they are (G-ENG-2..4, G-REC-1)."""
    engaged = [active, *opponents]
    dice = tuple([roll_odds(game, model, ATTACK, challenging=challenged(game, model, engaged)) for model in engaged])
    contest = single_highest(dice)
    fates = tuple(_fate(game, engaged, place, dice[place], contest) for place in range(len(engaged)))
    return EngageOdds(contest.tied, fates)


def _fate(game: Game, engaged: Sequence[Model], place: int, roll: Distribution, contest: Contest) -> Fate:
    """Return what the engage does to the model at `place`: any winner other than itself may hurt it."""
    model = engaged[place]
    triumph = triumph_odds(model, roll)
    rows = tuple(
        (row[place], attack_modifier(game, winner, model))
        for winner, row in zip(engaged, contest.margins, strict=True)
        if winner is not model and strikes(game, winner, model)
    )
    triumphs = triumph.weight * (contest.total // roll.total)
    damage, hurt, tops = _blows(rows, contest.total, triumphs, more_suffered(game, model), model.godbreaker)
    plain, better = _recoveries(game, model, 0, 1)
    return Fate(
        model.id,
        Chance(contest.wins[place], contest.total),
        triumph,
        damage,
        NEVER if model.ascending else _casualty(model.die, model.damage, hurt, tops, plain, better),
        NEVER if model.ascending else plain.casualty(model.damage),
    )


@lru_cache(maxsize=1024)
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


@lru_cache(maxsize=1024)
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

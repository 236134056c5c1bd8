"""Exact odds of rolls and Engages, by the thresholds and damage rules of real rolls; and games after an answer.

They are odds for the current table, without later choices such as those of Cunning and Vengeful models. Supposed games
are copies on which the rules try an answer, without real dice.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.engine.core.dice import ScriptedDice
from game.engine.core.odds import Chance, Distribution, Margins, die, single_highest
from game.rulesets.godbreakers.rules.actions.repertoire import AVOID, avoid, challenged, move_to, strikes
from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier, extra_damage
from game.rulesets.godbreakers.rules.events import Tested
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import (
    ATTACK,
    Hardiness,
    Recovery,
    earned_triumph,
    hardiness_of,
    recovery_odds,
    settle_triumphs,
    test,
    thresholds,
)
from game.rulesets.godbreakers.rules.state import LARGEST_DIE, Model
from game.table.lattice import Position
from game.table.shapes import Disc

NEVER = Chance(0, 1)
Cases = tuple[tuple[int, int], ...]
"""Pairs of an amount of damage and its number of cases."""
Roll = tuple[int, int, int]
"""The sides of a die, the highest face that is rerolled, and the highest face that counts as 0."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The possible effects of an Engage on one of the engaged models.

    `damage` is the damage from the winner with all modifiers (G-ENG-4). `casualty` is the chance that the model is
    removed at the next recovery, and `unharmed` is the same chance without the Engage.
    """

    model: str
    win: Chance
    triumph: Chance
    damage: Distribution
    casualty: Chance
    unharmed: Chance


@dataclass(frozen=True, slots=True)
class EngageOdds:
    """The odds of an Engage: the chance of a tie and the fate of each model, the active model first."""

    tie: Chance
    fates: tuple[Fate, ...]

    @property
    def active(self) -> Fate:
        """The fate of the active model."""
        return self.fates[0]

    @property
    def opponents(self) -> tuple[Fate, ...]:
        """The fates of the opponents, in the order of their nomination."""
        return self.fates[1:]

    @property
    def win(self) -> Chance:
        """The chance that the active model wins."""
        return self.active.win

    @property
    def lose(self) -> Chance:
        """The chance that one of the opponents wins."""
        return Chance(self.tie.total - self.tie.weight - self.win.weight, self.tie.total)


def roll_odds(game: Game, model: Model, purpose: str, *, challenging: bool = False) -> Distribution:
    """Return the distribution of the results of a roll (G-ROLL-1..3)."""
    return die(model.die, *thresholds(game, model, purpose, challenging=challenging))


def test_odds(game: Game, model: Model, test: str) -> Chance:
    """Return the chance that a test succeeds (G-ROLL-4)."""
    return roll_odds(game, model, test, challenging=True).at_least(1)


def triumph_odds(model: Model, roll: Distribution) -> Chance:
    """Return the chance that a roll of the model is a Triumph (G-ROLL-5)."""
    return roll.chance(model.die) if model.godbreaker else Chance(0, roll.total)


def may_ascend(model: Model) -> bool:
    """Return whether a Triumph takes the model off the table (G-ROLL-6)."""
    return model.godbreaker and model.die >= LARGEST_DIE


def casualty_odds(game: Game, model: Model, damage: int) -> Chance:
    """Return the chance that a model with this damage is removed at its next recovery (G-REC-1, G-ROLL-5)."""
    return NEVER if model.ascending else recovery_odds(game, model).casualty(damage)


def engage_odds(game: Game, active: Model, *opponents: Model) -> EngageOdds:
    """Return the exact odds of an Engage of `active` with the opponents (G-ENG-2..4, G-REC-1)."""
    engaged, fates = [active, *opponents], list[Fate]()
    rolls = tuple(
        [
            (model.die, *thresholds(game, model, ATTACK, challenging=challenged(game, model, engaged)))
            for model in engaged
        ]
    )
    for place, model in enumerate(engaged):
        winners = [(n, winner) for n, winner in enumerate(engaged) if winner is not model]
        threats = [(n, attack_modifier(game, winner, model)) for n, winner in winners if strikes(game, winner, model)]
        extra = extra_damage(game, model)
        fates.append(_fate(model.id, place, rolls, tuple(threats), extra, hardiness_of(game, model)))
    return EngageOdds(single_highest(tuple([die(*roll) for roll in rolls])).tied, tuple(fates))


@lru_cache(maxsize=8192)  # computer players compare the same models many times
def _fate(
    model: str,
    place: int,
    rolls: tuple[Roll, ...],
    threats: tuple[tuple[int, int], ...],
    extra: int,
    hardiness: Hardiness,
) -> Fate:
    """Return the fate of the model at index `place` of an Engage, from the dice and limits of all its rolls.

    `threats` are the indices and damage modifiers of the models that may hurt it.
    """
    contest = single_highest(tuple([die(*roll) for roll in rolls]))
    roll, godbreaker = die(*rolls[place]), hardiness.godbreaker
    triumph = roll.chance(hardiness.die) if godbreaker else Chance(0, roll.total)
    margins = tuple([(contest.margins[winner][place], modifier) for winner, modifier in threats])
    triumphs = triumph.weight * (contest.total // roll.total)
    damage, damage_cases, triumph_cases = _damage_cases(margins, contest.total, triumphs, extra, godbreaker)
    recovery, after_triumph, old_damage = hardiness.recovery(0), hardiness.recovery(1), hardiness.damage
    return Fate(
        model,
        Chance(contest.wins[place], contest.total),
        triumph,
        damage,
        NEVER
        if hardiness.ascending
        else _casualty(hardiness.die, old_damage, damage_cases, triumph_cases, recovery, after_triumph),
        NEVER if hardiness.ascending else recovery.casualty(old_damage),
    )


def _damage_cases(
    margins_of_winners: tuple[tuple[Margins, int], ...], total: int, triumphs: int, extra: int, godbreaker: bool
) -> tuple[Distribution, Cases, Cases]:
    """Return the distribution of damage, its cases, and the number of them in which the model has a Triumph.

    `margins_of_winners` are the margins of victory and damage modifiers of the models that may hurt it.
    """
    cases_by_damage, triumphs_by_damage = Counter({0: total}), Counter({0: triumphs})
    for margins, modifier in margins_of_winners:
        for difference, cases in enumerate(margins.weights):
            if cases:
                with_triumph = margins.top[difference] if godbreaker else 0
                amount = attack_damage(difference, modifier) + extra
                cases_by_damage[amount] += cases
                cases_by_damage[0] -= cases
                triumphs_by_damage[amount] += with_triumph
                triumphs_by_damage[0] -= with_triumph
    weights = tuple(cases_by_damage[amount] for amount in range(max(cases_by_damage) + 1))
    return Distribution(weights, total), tuple(cases_by_damage.items()), tuple(triumphs_by_damage.items())


def _casualty(die: int, damage: int, hurt: Cases, tops: Cases, plain: Recovery, better: Recovery) -> Chance:
    """Return the chance to be removed at recovery.

    A Triumph removes the damage from before the Engage, and the recovery is `better` (G-ROLL-5).
    """
    with_triumph = dict(tops)
    lost_without_triumph = sum((cases - with_triumph[amount]) * plain.losing(damage + amount) for amount, cases in hurt)
    lost_with_triumph = 0
    if die < LARGEST_DIE:  # a model with the largest die ascends and is no casualty (G-ROLL-6)
        lost_with_triumph = sum(cases * better.losing(amount) for amount, cases in tops)
    total = sum(cases for _amount, cases in hurt)
    # cross-multiplied, because the two recovery rolls have different numbers of cases
    plain_total, better_total = plain.roll.total, better.roll.total
    return Chance(
        lost_without_triumph * better_total + lost_with_triumph * plain_total, total * plain_total * better_total
    )


# -- supposed games --------------------------------------------------------------------------------


Resolved = tuple[int, Game]
"""An outcome of an action: its number of cases, and the game afterwards."""


def supposing(game: Game) -> Game:
    """Return an independent copy of a game for trials. A roll in the copy raises `UnplannedRoll`."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = game.state.clone(), [], ScriptedDice(())
    return supposed


def activated(game: Game, model: Model) -> Game:
    """Return a copy of the game in which `model` is active. Do not change its pieces, which are shared."""
    supposed = _branched(game, ())
    supposed.state.active = model.id
    return supposed


def standing(game: Game, model: Model, there: Disc) -> tuple[Game, Model]:
    """Return a copy of the game with the model placed at `there`, and the model in the copy.

    A model in the air falls (G-ADV-4), a model that it replaces is removed, and ready models are alerted. Do not
    change other pieces of the copy, which are shared.
    """
    if game.falls(there):
        supposed = supposing(game)  # a fall may change anything
    else:
        supposed = _branched(game, {model.id, game.leaving} - {""})
        supposed.state.alerted = list(game.state.alerted)
    if game.leaving:
        supposed.state.models[game.leaving].place = "casualty"
    moved = supposed.state.models[model.id]
    moved.place = "table"
    move_to(supposed, moved, Position(there.x, there.y), there.level)
    return supposed, moved


def lifted(game: Game, model: Model) -> Game:
    """Return a copy of the game without the model on the table. Do not change its other pieces, which are shared."""
    supposed = _branched(game, {model.id})
    supposed.state.models[model.id].place = "reserve"
    return supposed


def resolved(game: Game, name: str = "", obstacles: Sequence[str] = ()) -> Iterator[Resolved]:
    """Yield the outcomes of the active model's action, with Triumphs settled.

    `name` is the test of the action, if any. It can fail, pass, or pass with a Triumph. `obstacles` are those of a
    move (G-ROLL-4, G-ROLL-5, G-MOVE-2). Do not change the pieces of an outcome, which may be shared.
    """
    earned = [model.id for model in game.state.models.values() if earned_triumph(model)]
    if not name and not earned:
        yield 1, game  # there is no roll, and nothing changes
        return
    model = game.state.models[game.state.active]
    cases_by_face: Counter[int] = Counter({0: 1})
    if name:
        zero = thresholds(game, model, name, challenging=True)[1]
        cases_by_face.clear()
        for result, chance in roll_odds(game, model, name, challenging=True).chances():
            # the rules see three kinds of results: failure, the highest face, and any other success
            cases_by_face[zero if result == 0 else model.die if result == model.die else model.die - 1] += chance.weight
    for face, cases in sorted(cases_by_face.items()):
        supposed = _branched(game, {model.id, *earned})
        supposed.dice = ScriptedDice((face,), start=supposed.state.rolls.total)
        if name == AVOID:
            avoid(supposed, supposed.state.models[model.id], obstacles)
        elif name:
            test(supposed, supposed.state.models[model.id], name, rule="G-ROLL-4")
        settle_triumphs(supposed)
        yield cases, supposed


def _branched(game: Game, changing: Iterable[str]) -> Game:
    """Return a copy for trials that shares everything except the counter of rolls and the models `changing`."""
    supposed = copy.copy(game)
    supposed.state, supposed.events, supposed.dice = copy.copy(game.state), [], ScriptedDice(())
    state, models = supposed.state, game.state.models
    state.models = models | {identity: models[identity].clone() for identity in changing}
    state.rolls = state.rolls.clone()
    return supposed


def failed(game: Game) -> bool:
    """Return whether a test failed in a hypothetical game."""
    return any(isinstance(event, Tested) and not event.success for event in game.events)

"""Rolls of a model's die, tests and Triumphs (G-ROLL), and the odds of recovery (G-REC-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from game.engine.core.dice import roll_die
from game.engine.core.odds import Chance, Distribution, die
from game.rulesets.godbreakers.rules.events import Ascended, DieRaised, Rolled, Tested, Triumphed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import LARGEST_DIE, Model
from game.rulesets.godbreakers.rules.traits import Trait, trait_amount, trait_amounts, trait_holders
from game.wording import N_, _, percent

CHALLENGING_ZERO: Final = 3
"""Faces of this or less count as 0 on a challenging roll (G-ROLL-3)."""

INITIATIVE, ATTACK, RECOVERY = NO_TESTS = "initiative", "attack", "recovery"
"""The purposes of rolls that are not tests (G-ROLL-4)."""


def thresholds(game: Game, model: Model, purpose: str, *, challenging: bool) -> tuple[int, int]:
    """Return the highest face to reroll and the highest face that counts as 0 (G-ROLL-2, G-ROLL-3, Q11)."""
    reroll_limits, zero = [amount for _trait, amount in trait_amounts(game, model, "reroll_at_most", purpose)], 0
    if purpose == RECOVERY:
        for other, trait, rank in trait_holders(game, "lets_reroll"):
            reroll_limits.append(trait_amount(game, other, trait, rank, "lets_reroll", model))
    if challenging:
        zero = max([CHALLENGING_ZERO, *(amount for _trait, amount in trait_amounts(game, model, "zero_at_most"))])
    return max(reroll_limits, default=0), zero


def roll(game: Game, model: Model, purpose: str, *, challenging: bool = False) -> int:
    """Roll the model's die and return the result.

    `purpose` is "initiative", "attack", "recovery" or the name of a test. A Triumph removes damage at once;
    `settle_triumphs` raises the die later (G-ROLL-5).
    """
    reroll, zero = thresholds(game, model, purpose, challenging=challenging)
    key = f"round {game.state.round}/{model.id}/{purpose}"
    rolled = roll_die(game.dice, game.state.rolls, model.die, key, reroll_at_most=reroll, zero_at_most=zero)
    game.emit(Rolled(model=model.id, purpose=purpose, roll=rolled, challenging=challenging))
    if model.godbreaker and rolled.result == model.die:
        triumph(game, model)
    return rolled.result


def test(game: Game, model: Model, name: str, *, rule: str) -> bool:
    """Return whether a model passes a test. A test is a challenging roll that must be above 0 (G-ROLL-4)."""
    success = roll(game, model, name, challenging=True) > 0
    game.emit(Tested(model=model.id, test=name, success=success, rule=rule))
    return success


def triumph(game: Game, model: Model) -> None:
    """Remove all damage from a godbreaker and record that its die rises or that it ascends (G-ROLL-5, G-ROLL-6)."""
    removed, model.damage = model.damage, 0
    game.emit(Triumphed(model=model.id, removed=removed))
    if model.die >= LARGEST_DIE:
        model.ascending = True
    else:
        model.raises += 1


def raise_die(die: int, times: int) -> int:
    """Return the size of a die after `times` Triumphs (G-ROLL-5, Q5)."""
    return min(LARGEST_DIE, die + 2 * times)


def earned_triumph(model: Model) -> bool:
    """Return whether the model has a Triumph that is not settled yet."""
    return bool(model.raises) or model.ascending


def settle_triumphs(game: Game) -> None:
    """Raise dice and ascend models for Triumphs. Call when the action is resolved (G-ROLL-5, G-ROLL-6, Q5)."""
    for model in filter(earned_triumph, list(game.state.models.values())):
        if model.raises:
            model.die = raise_die(model.die, model.raises)
            model.raises = 0
            game.emit(DieRaised(model=model.id, die=model.die))
        if model.ascending:
            model.ascending = False
            if model.on_table:
                model.place = "ascended"
                game.emit(Ascended(model=model.id, tokens=tuple(token.id for token in game.tokens_of(model))))


# -- recovery (G-REC-1) ----------------------------------------------------------------------------


def damage_shed(game: Game, model: Model) -> Iterator[tuple[Trait, int]]:
    """Yield each trait that will remove damage before the recovery roll, and the amount (Q27)."""
    if game.state.step != "recovering":
        yield from trait_amounts(game, model, "sheds")


@dataclass(frozen=True, slots=True)
class Recovery:
    """The odds of a recovery: a model removes `sheds` damage, then rolls. `saving`: the highest result is a Triumph."""

    roll: Distribution
    sheds: int
    saving: bool

    def losing(self, damage: int) -> int:
        """Return the number of cases in which a model with this damage is removed (G-REC-1, G-ROLL-5)."""
        remaining = damage - self.sheds
        if remaining <= 0:
            return 0
        weights = self.roll.weights
        losing_cases = sum(weights[:remaining])
        return losing_cases - weights[-1] if self.saving and remaining >= len(weights) else losing_cases

    def casualty(self, damage: int) -> Chance:
        """Return the chance that a model with this damage is removed."""
        return Chance(self.losing(damage), self.roll.total)

    def triumph(self, damage: int) -> Chance:
        """Return the chance of a Triumph of a model with this damage. Without damage, the model does not roll."""
        rolls = self.saving and damage > self.sheds
        return Chance(self.roll.weights[-1] if rolls else 0, self.roll.total)


def recovery_odds(game: Game, model: Model) -> Recovery:
    """Return the odds of a model's next recovery (G-REC-1)."""
    return hardiness_of(game, model).recovery(0)


class Hardiness(NamedTuple):
    """The facts that determine a model's recovery. `limits` are the thresholds of its recovery roll."""

    damage: int
    die: int
    raises: int
    godbreaker: bool
    ascending: bool
    limits: tuple[int, int]
    sheds: int

    def recovery(self, triumphs: int) -> Recovery:
        """Return the odds of the model's next recovery, after `triumphs` additional Triumphs."""
        return Recovery(die(raise_die(self.die, self.raises + triumphs), *self.limits), self.sheds, self.godbreaker)


def hardiness_of(game: Game, model: Model) -> Hardiness:
    """Return the facts that determine a model's next recovery."""
    limits = thresholds(game, model, RECOVERY, challenging=scenario_of(game).challenges_recovery(game, model))
    sheds = sum([removed for _trait, removed in damage_shed(game, model)])
    return Hardiness(model.damage, model.die, model.raises, model.godbreaker, model.ascending, limits, sheds)


def stake(game: Game, model: Model) -> str:
    """Return a text with the chance of a damaged model at its next recovery (G-REC-1, G-ROLL-5)."""
    recovery, damage = recovery_odds(game, model), model.damage
    casualty = recovery.casualty(damage)
    survival = Chance(casualty.total - casualty.weight, casualty.total)
    if not survival.weight:
        return _("{damage} damage: lost whatever it rolls", damage=damage)
    if not casualty.weight:
        return _("{damage} damage: safe", damage=damage)
    if survival.weight == recovery.roll.weights[-1]:
        text = N_("{damage} damage: lost unless it rolls its highest face ({chance})")
        return _(text, damage=damage, chance=percent(float(survival)))
    return _("{damage} damage: {chance} to be lost", damage=damage, chance=percent(float(casualty)))

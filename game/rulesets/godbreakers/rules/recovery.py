"""What a recovery may remove, and what is at stake in it (G-REC-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from game.engine.core.odds import Chance, Distribution, die
from game.engine.rulebook.view import percent
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import RECOVERY, raise_die, thresholds
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait, trait_amounts
from game.wording import _


def damage_shed(game: Game, model: Model) -> Iterator[tuple[Trait, int]]:
    """Yield each trait that has yet to remove damage before the recovery roll, and the amount (Q27)."""
    if game.state.step != "recovering":
        yield from trait_amounts(game, model, "sheds")


@dataclass(frozen=True, slots=True)
class Recovery:
    """A recovery: a model sheds damage, then rolls. With `saving`, the highest result is a Triumph."""

    roll: Distribution
    sheds: int
    saving: bool

    def losing(self, damage: int) -> int:
        """Return the number of cases in which a model with this damage is removed (G-REC-1, G-ROLL-5)."""
        remaining = damage - self.sheds
        if remaining <= 0:
            return 0
        weights = self.roll.weights
        lost = sum(weights[:remaining])
        return lost - weights[-1] if self.saving and remaining >= len(weights) else lost

    def casualty(self, damage: int) -> Chance:
        """Return the chance that a model with this damage is removed."""
        return Chance(self.losing(damage), self.roll.total)

    def triumph(self, damage: int) -> Chance:
        """Return the chance of a Triumph of a model with this damage. Without damage, the model does not roll."""
        rolls = self.saving and damage > self.sheds
        return Chance(self.roll.weights[-1] if rolls else 0, self.roll.total)


def recovery_odds(game: Game, model: Model, *, triumphs: int = 0) -> Recovery:
    """Return the odds of a model's next recovery, after `triumphs` additional Triumphs (G-REC-1)."""
    return hardiness_of(game, model).recovery(triumphs)


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
    """Return what the next recovery of a damaged model is about, in words with its exact chance (G-REC-1, G-ROLL-5)."""
    recovery, damage = recovery_odds(game, model), model.damage
    lost = recovery.casualty(damage)
    stays = Chance(lost.total - lost.weight, lost.total)
    if not stays.weight:
        return _("{damage} damage: lost whatever it rolls", damage=damage)
    if not lost.weight:
        return _("{damage} damage: safe", damage=damage)
    share = percent(float(stays if stays.weight == recovery.roll.weights[-1] else lost))
    if stays.weight == recovery.roll.weights[-1]:
        return _("{damage} damage: lost unless it rolls its highest face ({chance})", damage=damage, chance=share)
    return _("{damage} damage: lost with {chance}", damage=damage, chance=share)

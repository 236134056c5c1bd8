"""Actions: what an active model may do, why not, and doing it (G-ACT-4, G-SPEC-3).

An action is one class. Every model has those that `common` lists; traits and scenarios add their own.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from game.engine.core.decisions import Refusal
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import holding
from game.wording import _


class Action:
    """Something an active model may do (G-ACT-4, G-SPEC-3); some end the activation.

    `test` and `stakes`: for whoever weighs it, the test it makes and roughly what success and failure are worth in VP.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    rule: ClassVar[str]
    ends_activation: ClassVar[bool] = False
    test: ClassVar[str] = ""
    stakes: ClassVar[tuple[float, float]] = (0.0, 0.0)

    def why_not(self, game: Game, model: Model) -> str | Refusal:
        """Return why the model cannot perform it now, or an empty string; a refusal where another rule forbids it."""
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        """Perform it."""
        raise NotImplementedError

    def satisfies(self, game: Game, model: Model, target: Model) -> bool:
        """Say whether it inflicts damage on `target`, as a compulsion may ask (Q12)."""
        return False


def repertoire(game: Game, model: Model) -> list[Action]:
    """Return every action the model has, whether or not it can perform it now."""
    core, ready = common()
    found = list(core)
    for trait, rank in holding(game, model):
        found.extend(trait.actions(rank))
    found.extend(game.scenario.actions())
    if game.setup.options.ready:
        found.append(ready)
    return found


@cache
def common() -> tuple[tuple[Action, ...], Action]:
    """Return the actions that every model has, and the one that an optional rule gives to all."""
    from game.rulesets.godbreakers.rules.actions.engage import Engage
    from game.rulesets.godbreakers.rules.actions.move import Move
    from game.rulesets.godbreakers.rules.actions.ready import Ready
    from game.rulesets.godbreakers.rules.actions.special import HandOff, Sunder

    return (Move(), Engage(), Sunder(), HandOff()), Ready()


def refusal(game: Game, model: Model, action: Action, done: list[str]) -> Refusal | None:
    """Return why `action` is not offered after the actions `done` in this activation, None when it is."""
    for trait, _unused in holding(game, model):
        most = trait.most(action.key)
        if most is not None and done.count(action.key) >= most:
            return Refusal(
                _(
                    "{model} is {trait}: {action} only {most} time",
                    model=model.name,
                    trait=_(trait.name),
                    action=_(action.label),
                    most=most,
                ),
                trait.rule,
            )
    reason = action.why_not(game, model)
    if isinstance(reason, Refusal):
        return reason
    return Refusal(reason, action.rule) if reason else None

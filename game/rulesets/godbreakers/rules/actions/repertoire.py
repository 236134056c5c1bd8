"""The actions a model has, and why one of them is not offered."""

from __future__ import annotations

from collections.abc import Sequence

from game.refusal import Refusal
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.actions.engage import Engage
from game.rulesets.godbreakers.rules.actions.move import Move
from game.rulesets.godbreakers.rules.actions.ready import Ready
from game.rulesets.godbreakers.rules.actions.special import HandOff, Sunder
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import holding, saying
from game.wording import _

COMMON: tuple[Action, ...] = (Move(), Engage(), Sunder(), HandOff())
"""The actions that every model has."""
READY = Ready()
"""The action that an optional rule gives to all models (G-ADV-1)."""


def repertoire(game: Game, model: Model) -> list[Action]:
    """Return every action the model has, also one of its scenario (G-SPEC-3), whether or not it can perform it now."""
    found = list(COMMON)
    found += [trait.action(rank) for trait, rank in holding(game, model) if trait.action]
    found.extend(scenario_of(game).actions())
    if game.setup.options.ready:
        found.append(READY)
    return found


def refusal(game: Game, model: Model, action: Action, done: Sequence[str]) -> Refusal | None:
    """Return why `action` is not offered after the actions `done` in this activation, or None when it is."""
    for trait, most in saying(game, model, "most", action.key):
        if done.count(action.key) >= most:
            names = {"model": model.name, "trait": _(trait.name), "action": _(action.label)}
            return Refusal(_("{model} is {trait}: only {most} {action} per activation", **names, most=most), trait.rule)
    reason = action.why_not(game, model)
    if isinstance(reason, Refusal):
        return reason
    return Refusal(reason, action.rule) if reason else None

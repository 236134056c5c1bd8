"""The actions of a model, and the reasons why an action is not offered."""

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
from game.rulesets.godbreakers.rules.traits import ranked_traits, trait_amounts
from game.wording import _

COMMON: tuple[Action, ...] = (Move(), Engage(), Sunder(), HandOff())
"""The actions that every model has."""
READY = Ready()
"""The action that all models have with the advanced rule of readiness (G-ADV-1)."""


def repertoire(game: Game, model: Model) -> list[Action]:
    """Return all actions of the model, also those it cannot perform now and the scenario's (G-SPEC-3)."""
    actions = list(COMMON)
    actions += [trait.action(rank) for trait, rank in ranked_traits(game, model) if trait.action]
    actions.extend(scenario_of(game).actions())
    if game.setup.options.ready:
        actions.append(READY)
    return actions


def refusal(game: Game, model: Model, action: Action, done: Sequence[str]) -> Refusal | None:
    """Return why `action` is not offered after the actions `done` in this activation, or None if it is offered."""
    for trait, most in trait_amounts(game, model, "most", action.key):
        if done.count(action.key) >= most:
            names = {"model": model.name, "trait": _(trait.name), "action": _(action.label)}
            return Refusal(_("{model} is {trait}: only {most} {action} per activation", **names, most=most), trait.rule)
    reason = action.why_not(game, model)
    if isinstance(reason, Refusal):
        return reason
    return Refusal(reason, action.rule) if reason else None

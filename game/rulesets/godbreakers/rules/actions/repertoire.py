"""Sunder, Hand Off, Ready, the repertoire of a model, and why an action is not offered (G-SPEC, G-ADV-1)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.actions.engage import Engage, clash, targets
from game.rulesets.godbreakers.rules.actions.move import Move
from game.rulesets.godbreakers.rules.asking import Trigger, pick, resolve
from game.rulesets.godbreakers.rules.damage import claim
from game.rulesets.godbreakers.rules.events import Engaged, MarkerDestroyed, ReadySpent
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import settle_triumphs, test
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import READY, Marker, Model, Token
from game.rulesets.godbreakers.rules.traits import ranked_traits, trait_amounts
from game.wording import N_, _


class Sunder(Action):
    """Try to destroy a marker that the active model's player controls (G-SPEC-1)."""

    key, label, rule = "sunder", N_("Sunder"), "G-SPEC-1"
    letter = "s"
    stays = True
    test = N_("Destroy Marker")

    def why_not(self, game: Game, model: Model) -> str:
        if not model.owner:
            return _("wild models do not control markers")
        return "" if self.markers(game, model) else _("its player controls no marker")

    def markers(self, game: Game, model: Model) -> list[Marker]:
        """Return the markers that the model may try to destroy, which its player controls (G-TBL-6)."""
        return list(game.controlled(model.owner, game.lying()))

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which marker does {model} nominate?", model=model.name)
        marker = yield from self.choose(game, model, prompt, self.markers(game, model))
        if test(game, model, Sunder.test, rule="G-SPEC-1"):
            marker.on_table = False
            game.emit(MarkerDestroyed(marker=marker.id, model=model.id))


class HandOff(Action):
    """Let a friendly model within D U, the value of the die, claim tokens of the active model (G-SPEC-2)."""

    key, label, rule = "hand-off", N_("Hand Off"), "G-SPEC-2"
    letter = "h"
    stays = True
    test = N_("Go Long!")

    def why_not(self, game: Game, model: Model) -> str:
        if not game.tokens_of(model):
            return _("{model} carries no token", model=model.name)
        if receivers(game, model):
            return ""
        return _("no friendly model is within {die} U of {model}", die=model.die, model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Who does {model} hand tokens to?", model=model.name)
        taker = yield from self.choose(game, model, prompt, receivers(game, model))
        if not game.reaches(model, taker, 0) and not test(game, model, self.test, rule=self.rule):
            return
        prompt, held = _("Which tokens does {taker} claim?", taker=taker.name), game.tokens_of(model)
        tokens = yield from pick(
            game.handler(model), prompt, held, rule=self.rule, about=taker.id, minimum=0, maximum=len(held)
        )
        for token in tokens:
            claim(game, taker, token, giver=model, rule=self.rule)


def receivers(game: Game, model: Model) -> list[Model]:
    """Return the friendly models within D U, the value of the model's die."""
    return [other for other in game.standing() if game.friendly(model, other) and game.reaches(model, other, model.die)]


# -- readiness (G-ADV-1, Q28) ----------------------------------------------------------------------


class Ready(Action):
    """Claim a ready token and end the activation."""

    key, label, rule = "ready", N_("Ready"), "G-ADV-1"
    letter = "y"
    stays = True
    ends_activation = True

    def perform(self, game: Game, model: Model) -> Flow:
        number = game.state.made[READY] = game.state.made.get(READY, 0) + 1
        token = game.state.tokens[f"{READY}-{number}"] = Token(f"{READY}-{number}", READY)
        claim(game, model, token, rule=self.rule)
        yield from ()


def reactions(game: Game) -> Flow:
    """Let alerted models engage the active model, in priority order (G-ADV-1, Q28).

    Each reaction may displace or remove models, so the candidates are looked up again after it. A model that cannot
    react keeps its token.
    """

    def waiting() -> list[Trigger]:
        return [Trigger(model, READY, "G-ADV-1", react(game, model)) for model in able_to_react(game)]

    if game.state.alerted:
        yield from resolve(game, waiting, _("Which of your ready models reacts first?"), "G-ADV-1")
        game.state.alerted.clear()


def able_to_react(game: Game) -> list[Model]:
    """Return the alerted models that still hold a token and have the active model in attack range."""
    active = game.state.models.get(game.state.active)
    if active is None or not game.state.alerted:
        return []
    alerted = [game.state.models[identity] for identity in game.state.alerted]
    return [model for model in alerted if model.on_table and game.ready_token(model) and active in targets(game, model)]


def react(game: Game, reactor: Model) -> Flow:
    """Spend a ready token and engage only the active model, even if traits allow more opponents (G-ADV-1)."""
    token = game.ready_token(reactor)
    assert token is not None
    del game.state.tokens[token.id]
    game.state.alerted.remove(reactor.id)
    game.emit(ReadySpent(model=reactor.id, token=token.id))
    active = game.state.models[game.state.active]
    game.emit(Engaged(model=reactor.id, opponents=(active.id,), rule="G-ADV-1"))
    yield from clash(game, Fight(reactor, [active]))
    settle_triumphs(game)


# -- repertoire ------------------------------------------------------------------------------------


COMMON: tuple[Action, ...] = (Move(), Engage(), Sunder(), HandOff())
"""The actions that every model has."""
READY_ACTION = Ready()
"""The action that all models have with the advanced rule of readiness (G-ADV-1)."""


def repertoire(game: Game, model: Model) -> list[Action]:
    """Return all actions of the model, also those it cannot perform now and the scenario's (G-SPEC-3)."""
    actions = list(COMMON)
    actions += [trait.action(rank) for trait, rank in ranked_traits(game, model) if trait.action]
    actions.extend(scenario_of(game).actions)
    if game.setup.options.ready:
        actions.append(READY_ACTION)
    return actions


def refusal(game: Game, model: Model, action: Action, done: Sequence[str]) -> Refusal | None:
    """Return why `action` is not offered after the actions `done` in this activation, or None if it is offered."""
    before = done.count(action.key)
    for trait, most in trait_amounts(game, model, "most", action.key) if before else ():
        if before >= most:
            names = {"model": model.name, "trait": _(trait.name), "action": _(action.label)}
            return Refusal(_("{model} is {trait}: only {most} {action} per activation", **names, most=most), trait.rule)
    reason = action.why_not(game, model)
    if isinstance(reason, Refusal):
        return reason
    return Refusal(reason, action.rule) if reason else None

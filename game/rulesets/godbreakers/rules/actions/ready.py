"""The Ready action, and the reactions of ready models when an enemy comes near (G-ADV-1, Q28)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.actions.engage import clash, targets
from game.rulesets.godbreakers.rules.asking import Trigger, resolve
from game.rulesets.godbreakers.rules.damage import claim
from game.rulesets.godbreakers.rules.events import Engaged, ReadySpent
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import settle_triumphs
from game.rulesets.godbreakers.rules.state import READY, Model, Token
from game.wording import N_, _


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

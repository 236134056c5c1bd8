"""The cards of a round: discards, new hands, and what is played before anybody acts (D-INIT-7 to D-INIT-9)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.rulesets.dropzone.rules.cards.hands import mourn, offer_discards, replenish
from game.rulesets.dropzone.rules.cards.playing import offer_in_turn
from game.rulesets.dropzone.rules.game import Game


def deal(game: Game) -> Flow:
    """Let the players discard, then draw (D-INIT-7, D-INIT-8, R-9)."""
    state = game.state
    if game.setup.document.options.cards == "on":
        for player in state.order:
            yield from offer_discards(game, player)
        for player in state.order:
            replenish(game, player)
    state.waiting, state.step = [*state.order], "effects"


def before_the_round(game: Game) -> Flow:
    """Let one player after another play the cards of this phase, in initiative order (D-INIT-9)."""
    yield from mourn(game)
    if game.state.waiting:
        yield from offer_in_turn(game)
    else:
        game.state.step = "activation"

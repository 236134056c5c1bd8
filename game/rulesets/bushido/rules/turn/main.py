"""The Main Phase: players take turns to activate models until nobody can (B-MAIN)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, feats
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import carry_out
from game.rulesets.bushido.rules.actions.berserk import berserk_actions
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.wording import _

PASS_TOKEN = "pass-token"


def main_phase(game: Game) -> Flow:
    """Find out who acts next; the End Phase follows when neither player can activate (B-MAIN-6, B-MAIN-7)."""
    yield from ()
    state = game.state
    if not can_activate(game, state.active_player):
        state.active_player = game.other(state.active_player)
        if not can_activate(game, state.active_player):
            state.step = "ending"
            return
    state.step = "activation"


def can_activate(game: Game, player: str) -> bool:
    """Return whether a player has a model on the table with a counter (B-MAIN-6a)."""
    return any(model.counters > 0 for model in game.of(player))


def activation(game: Game) -> Flow:
    """Let the active player use feats, then activate a model or pay a pass token (B-MAIN-2 to B-MAIN-6)."""
    state = game.state
    player = state.active_player
    yield from feats.window(game, feats.OPEN, player)
    if can_activate(game, player):
        yield from _declaration(game, player)
    yield from feats.window(game, feats.CLOSE, player)
    game.expire("activation")
    state.active = ""
    state.active_player = game.other(player)
    state.step = "main"


def _declaration(game: Game, player: str) -> Flow:
    """Ask for a model with its action, or a pass token (B-MAIN-3); free actions come before the declared one."""
    state = game.state
    only: Model | None = None
    while True:
        key = yield declaration(game, player, only)
        if key == PASS_TOKEN:
            state.passes[player] -= 1
            game.emit(events.Passed(player=player, left=state.passes[player]))
            return
        identity, name = key.rsplit(" ", 1)
        model = state.models[identity]
        if only is None:
            game.begin_activation(model)
        if name == "nothing":  # no legal action: the activation is used up (B-MAIN-3c, AMB-7)
            game.pay(model, model.counters)
            return
        yield from carry_out(game, model, ACTIONS[name])
        if not ACTIONS[name].free:
            return
        only = model


def declaration(game: Game, player: str, only: Model | None = None) -> Choose:
    """Return the question which model acts, and how; refused actions come with their reasons."""
    offered: list[Option] = []
    refused: list[tuple[Option, Refusal]] = []
    for model in pickable(game, player) if only is None else [only]:
        possible = 0
        forced = berserk_actions(game, model)
        for action in ACTIONS.values():
            if not action.known_to(game, model):
                continue
            refusal = action.why_not(game, model)
            if refusal is None and forced and action.key not in forced:
                refusal = Refusal(_("{model} is Berserk", model=model.name), "B-STATE-1")
            if refusal is None:
                offered.append(action.option(model))
                possible += not action.free
            else:
                refused.append((action.option(model), refusal))
        if not possible:
            label = _("{model} can do nothing: it loses its counters", model=model.name)
            offered.append(Option(f"{model.id} nothing", label, "B-MAIN-3", (model.id,)))
    if game.state.passes[player] and only is None:
        label = _("Spend a pass token ({left} left)", left=game.state.passes[player])
        offered.append(Option(PASS_TOKEN, label, "B-MAIN-3", letter="p"))
    return Choose(
        player=player,
        prompt=_("Which model acts, and how?"),
        rule="B-MAIN-3",
        options=tuple(offered),
        refused=lambda: refused,
    )


def pickable(game: Game, player: str) -> list[Model]:
    """Return the models that may be picked: with a counter, only Impetuous ones while there are any (B-MAIN-3d)."""
    ready = [model for model in game.of(player) if model.counters > 0]
    hasty = [model for model in ready if model.has("Impetuous")]
    return hasty or ready

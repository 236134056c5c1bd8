"""The Main Phase, in which players take turns to activate models (B-MAIN)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Flow
from game.engine.core.options import Judged
from game.engine.core.windows import PASS
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, feats
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions import Action, act_together
from game.rulesets.bushido.rules.actions.targets import berserk_actions
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.picking import not_own
from game.rulesets.bushido.rules.state import Model
from game.wording import _, series

PASS_TOKEN = "pass-token"
NOTHING = " nothing"
"""The end of the key of an option for a model without a possible action, which loses its counters."""


def main_phase(game: Game) -> Flow:
    """Determine the next player. If neither player can activate a model, go to the End Phase (B-MAIN-6, B-MAIN-7)."""
    yield from ()
    state = game.state
    if not can_activate(game, state.active_player):
        state.active_player = game.other(state.active_player)
        if not can_activate(game, state.active_player):
            state.step = "ending"
            return
    state.step = "activation"


def can_activate(game: Game, player: str) -> bool:
    """Return whether a player has a model on the table with an activation counter (B-MAIN-6a)."""
    return any(model.counters > 0 for model in game.of(player))


def activation(game: Game) -> Flow:
    """Let the active player use feats, then activate a model or spend a pass token (B-MAIN-2 to B-MAIN-6).

    The turn sheet has a window for feats in step 2 and another in step 5 (B-ENG-2).
    """
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
    """Ask for a model and its action, or for a pass token. Free actions come before another action (B-MAIN-3)."""
    state = game.state
    models = pickable(game, player)
    if len(models) > 1:
        picked = yield picking(game, player, models)
        if picked == PASS_TOKEN:
            spend_pass_token(game, player)
            return
        models = [state.models[picked[0]]]
    game.picked = models[0].id
    has_begun = False
    while True:
        key = yield declaration(game, player, models, begun=has_begun)
        game.picked = ""
        if key == PASS_TOKEN:
            spend_pass_token(game, player)
            return
        identity, name = key.split()
        model = state.models[identity]
        if not has_begun:
            game.begin_activation(model)
        if key.endswith(NOTHING):  # there is no legal action (B-MAIN-3c, AMB-7)
            game.pay(model, model.counters)
            return
        yield from act_together(game, model, ACTIONS[name])
        if not ACTIONS[name].free:
            return
        models, has_begun = [model], True


def spend_pass_token(game: Game, player: str) -> None:
    """Spend a pass token instead of an activation (B-MAIN-3)."""
    state = game.state
    state.passes[player] -= 1
    game.emit(events.Passed(player=player, left=state.passes[player]))


def lettered() -> list[Option]:
    """Return every option that has a letter on the keyboard."""
    every = [Option(action.key, _(action.name), action.rule, letter=action.letter) for action in ACTIONS.values()]
    return [
        *every,
        Option(PASS_TOKEN, _("Spend a pass token"), "B-MAIN-3", letter="p"),
        Option(PASS, _("No"), "B-KI-2", letter=feats.NO),
    ]


def passing(game: Game, player: str) -> tuple[Option, ...]:
    """Return the option to spend a pass token, if the player has one."""
    tokens = game.state.passes[player]
    label = _("Spend a pass token ({left} left)", left=tokens)
    return (Option(PASS_TOKEN, label, "B-MAIN-3", letter="p"),) if tokens else ()


def picking(game: Game, player: str, models: Sequence[Model]) -> Pick:
    """Return the decision that picks the acting model. It has reasons against all other models."""

    def excluded(piece: str) -> Refusal:
        model = game.state.models.get(piece)
        if model is None or model.side != player or not model.on_table:
            return not_own(game, player)(piece)
        if model.exhausted:
            return Refusal(_("{model} has no activation counters", model=model.name), "B-ACT-4")
        hasty = series([other.name for other in models])
        return Refusal(_("an Impetuous model goes first: {models}", models=hasty), "B-MAIN-3")

    return Pick(
        player=player,
        prompt=_("Which model acts?"),
        rule="B-MAIN-3",
        candidates=tuple(model.id for model in models),
        excluded=excluded,
        shortcuts=passing(game, player),
    )


def declaration(game: Game, player: str, models: Sequence[Model] = (), *, begun: bool = False) -> Choose:
    """Return the decision that chooses an action of one of the models, with reasons against refused actions.

    After a free action has `begun` the activation, the player cannot spend a pass token.
    """
    models = models or pickable(game, player)
    own = [option for model in models for option in _actions(game, model)]
    every = {option.key: option for option in (*own, *(() if begun else passing(game, player)))}
    judged = Judged(every, every.__getitem__, lambda key: _refusal(game, every[key]), lambda: len(game.events))
    prompt = _("What does {model} do?", model=models[0].name) if len(models) == 1 else _("Which model acts, and how?")
    return Choose(
        player=player,
        prompt=prompt,
        rule="B-MAIN-3",
        about=models[0].id if len(models) == 1 else "",
        options=judged,
        refused=lambda: [option for option in judged.refused() if not option[0].key.endswith(NOTHING)],
    )


def _actions(game: Game, model: Model) -> list[Option]:
    """Return options for all actions of a model, legal or not, and for doing nothing (B-MAIN-3c)."""
    label = _("{model} can do nothing: it loses its counters", model=model.name)
    idle = Option(model.id + NOTHING, label, "B-MAIN-3", (model.id,))
    return [*(action.option(game, model) for action in ACTIONS.values() if action.known_to(game, model)), idle]


def _refusal(game: Game, option: Option) -> Refusal | None:
    """Return why an option of a declaration cannot be chosen now, or None if it can."""
    if option.key == PASS_TOKEN:
        return None
    identity, name = option.key.rsplit(" ", 1)
    model = game.state.models[identity]
    if option.key.endswith(NOTHING):
        others = (action for action in ACTIONS.values() if not action.free and action.known_to(game, model))
        is_able = any(_why_not(game, model, other) is None for other in others)
        return Refusal(_("{model} can act", model=model.name), "B-MAIN-3") if is_able else None
    return _why_not(game, model, ACTIONS[name])


def _why_not(game: Game, model: Model, action: Action) -> Refusal | None:
    """Return why a model cannot declare an action, or None if it can. A Berserk model has no choice (B-STATE-1)."""
    refusal = action.why_not(game, model)
    forced = berserk_actions(game, model) if refusal is None else ()
    if forced and action.key not in forced:
        return Refusal(_("{model} is Berserk", model=model.name), "B-STATE-1")
    return refusal


def pickable(game: Game, player: str) -> list[Model]:
    """Return the models that a player may activate. Impetuous models come first (B-MAIN-3d)."""
    ready = [model for model in game.of(player) if model.counters > 0]
    hasty = [model for model in ready if model.has("Impetuous")]
    return hasty or ready

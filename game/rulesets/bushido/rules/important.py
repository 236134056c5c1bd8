"""The Very Important Model of a side, if the players agreed to have one (B-SCEN-12).

The state stores it as an effect: this rule makes the model immune to Disguised for the whole game.
"""

from __future__ import annotations

from random import Random
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.engine.core.windows import in_secret
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.wording import _

RULE: Final = "B-SCEN-12"
ENTRY: Final = "Immune [Disguised]"
_GONE: Final = ("killed", "removed")
_NO_VIM: Final = (*_GONE, "elsewhere")
"""The places where a hidden VIM cannot be. A VIM does not make a Flank move."""


def candidates(game: Game, player: str) -> list[Model]:
    """Return the models that can be a player's VIM: unique models except animals and Insignificant ones."""
    return [
        model
        for model in game.models
        if model.owner == player
        and game.card(model).unique
        and "Animal" not in game.card(model).types
        and not game.any(model, "insignificant")
    ]


def vim_of(game: Game, player: str) -> Model | None:
    """Return a player's VIM, or None."""
    return next((model for model in game.models if model.owner == player and is_vim(model)), None)


def is_vim(model: Model) -> bool:
    """Return whether a model is the VIM of its owner."""
    return any(effect.source == RULE for effect in model.effects)


def vim_is_gone(game: Game, player: str) -> bool:
    """Return whether a player's VIM counts as killed. This is also so if no model could be the VIM."""
    model = vim_of(game, player)
    return game.setup.document.options.vim != "none" and (model is None or not model.in_play)


def name_vims(game: Game) -> Flow:
    """Let the players choose the VIMs as agreed: their own, openly or in secret, or the opponent's (B-SETUP-1)."""
    how = game.setup.document.options.vim
    sides = [side for side in game.in_order(game.state.first_player) if candidates(game, side)]
    if how == "none" or not sides:
        return
    questions = [_question(game, side, by=game.other(side) if how == "nominated" else side) for side in sides]
    if how == "hidden":
        keys = yield from in_secret(questions)
    else:
        keys = []
        for question in questions:
            keys.append((yield question))
    for key in keys:
        model = game.state.models[str(key)]
        game.lend(model, ENTRY, "game", RULE)
        if how != "hidden":
            game.emit(events.VimNamed(model=model.id))


def _question(game: Game, side: str, by: str) -> Choose:
    options = tuple(Option(model.id, model.name, RULE, (model.id,)) for model in candidates(game, side))
    prompt = _("Choose the most important model of {player}", player=game.player_name(side))
    hidden = game.setup.document.options.vim == "hidden"
    return Choose(player=by, prompt=prompt, rule=RULE, options=options, private=hidden)


def is_hidden(game: Game, model: Model) -> bool:
    """Return whether a model is a VIM that only its owner may know."""
    if game.setup.document.options.vim != "hidden" or game.state.step == "over":
        return False
    return is_vim(model) and model.place not in _GONE


def deal_vims(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace the hidden VIM of the other player with a random possible model."""
    for model in [other for other in game.models if other.owner != viewer and is_hidden(game, other)]:
        if is_hidden(now, now.state.models[model.id]):
            model.effects = [effect for effect in model.effects if effect.source != RULE]
            possible = [other.id for other in candidates(now, model.owner) if other.place not in _NO_VIM]
            game.lend(game.state.models[rng.choice(possible)], ENTRY, "game", RULE)

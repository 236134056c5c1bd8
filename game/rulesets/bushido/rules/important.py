"""The Very Important Model of a side, if the players agreed on one (B-SCEN-12).

A model is its side's most important one because this rule lends it its immunity for the whole game.
"""

from __future__ import annotations

from random import Random
from typing import Final

from game.engine.core.commitments import in_secret
from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.wording import _

RULE: Final = "B-SCEN-12"
ENTRY: Final = "Immune [Disguised]"
_GONE: Final = ("killed", "removed")
_NO_VIM: Final = (*_GONE, "elsewhere")
"""Where no hidden VIM can be: a VIM does not go round the flank."""


def candidates(game: Game, player: str) -> list[Model]:
    """Return the models that can be a player's most important: unique, not animals, not Insignificant."""
    return [
        each
        for each in game.models
        if each.owner == player
        and game.card(each).unique
        and "Animal" not in game.card(each).types
        and not game.any(each, "insignificant")
    ]


def vim_of(game: Game, player: str) -> Model | None:
    """Return a player's most important model, or None without one."""
    return next((each for each in game.models if each.owner == player and is_vim(each)), None)


def is_vim(model: Model) -> bool:
    """Return whether a model is the most important one of its owner."""
    return any(effect.source == RULE for effect in model.effects)


def vim_is_gone(game: Game, player: str) -> bool:
    """Return whether a player's most important model counts as killed: it was killed, or there never was one."""
    model = vim_of(game, player)
    return game.setup.document.options.vim != "none" and (model is None or not model.in_play)


def name_vims(game: Game) -> Flow:
    """Let each player name their most important model, openly or in secret, or the opponent's (B-SETUP-1)."""
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
    options = tuple(Option(each.id, each.name, RULE, (each.id,)) for each in candidates(game, side))
    prompt = _("Choose the most important model of {player}", player=game.player_name(side))
    hidden = game.setup.document.options.vim == "hidden"
    return Choose(player=by, prompt=prompt, rule=RULE, options=options, private=hidden)


def is_hidden(game: Game, model: Model) -> bool:
    """Return whether only its owner may know that a model is the most important one."""
    if game.setup.document.options.vim != "hidden" or game.state.step == "over":
        return False
    return is_vim(model) and model.place not in _GONE


def deal_vims(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Choose a most important model anew where `viewer` may not know it, among the possible ones."""
    for model in [each for each in game.models if each.owner != viewer and is_hidden(game, each)]:
        if is_hidden(now, now.state.models[model.id]):
            model.effects = [effect for effect in model.effects if effect.source != RULE]
            possible = [each.id for each in candidates(now, model.owner) if each.place not in _NO_VIM]
            game.lend(game.state.models[rng.choice(possible)], ENTRY, "game", RULE)

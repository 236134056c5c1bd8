"""Lasting secrets of players (B-GEN-5): notes of a Flank, and the Very Important Model of a side (B-SCEN-12).

The state stores a VIM as an effect: this rule makes the model immune to Disguised for the whole game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, get_args

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.engine.core.windows import in_secret
from game.engine.rulebook.facets import PrivateFact
from game.engine.rulebook.view import Line
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Edge, Model
from game.wording import N_, _

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
    agreed = game.setup.document.options.vim
    sides = [side for side in game.in_order(game.state.first_player) if candidates(game, side)]
    if agreed == "none" or not sides:
        return
    questions = [_question(game, side, by=game.other(side) if agreed == "nominated" else side) for side in sides]
    if agreed == "hidden":
        keys = yield from in_secret(questions)
    else:
        keys = []
        for question in questions:
            keys.append((yield question))
    for key in keys:
        model = game.state.models[str(key)]
        game.lend(model, ENTRY, "game", RULE)
        if agreed != "hidden":
            game.emit(events.VimNamed(model=model.id))


def _question(game: Game, side: str, by: str) -> Choose:
    """Return the decision about the VIM of a side, which the player `by` makes."""
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


# -- secrets on cards and in copies ----------------------------------------------------------------


TURNS: Final = (2, 3, 4)
EDGES: Final = tuple(edge for edge in get_args(Edge) if edge)
NAMES: Final = {"west": N_("the west edge"), "east": N_("the east edge")}
"""The turns and the edges that a Flank may note, and the names of the edges (B-TR-85)."""


def deal_notes(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace the notes that `viewer` may not know with random legal notes (B-TR-85)."""
    for model in game.models:
        if model.owner != viewer and is_noted(game, model) and is_noted(now, now.state.models[model.id]):
            model.flank_turn = rng.choice([turn for turn in TURNS if turn > now.state.turn])
            model.flank_edge = rng.choice(EDGES)


def is_noted(game: Game, model: Model) -> bool:
    """Return whether a model is Elsewhere with a secret note."""
    return model.place == "elsewhere" and model.flank_turn > game.state.turn and game.state.step != "over"


def private(game: Game) -> Mapping[str, PrivateFact]:
    """Return the secret facts, and the state fields that a save must seal for each (B-TR-85, B-SCEN-12).

    For a hidden VIM, these are the effects of every candidate: sealing only the VIM's would reveal it.
    """
    notes = {
        f"note {model.id}": PrivateFact(
            model.owner, [("models", model.id, "flank_turn"), ("models", model.id, "flank_edge")]
        )
        for model in game.models
        if is_noted(game, model)
    }
    hidden = {model.owner for model in game.models if is_hidden(game, model)}
    return notes | {
        f"VIM {owner}": PrivateFact(owner, [("models", model.id, "effects") for model in candidates(game, owner)])
        for owner in hidden
    }


def redraw_secrets(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace the secrets that `viewer` may not know with random legal values (B-TR-85, B-SCEN-12)."""
    deal_notes(game, now, viewer, rng)
    deal_vims(game, now, viewer, rng)


def known_to(game: Game, viewer: str) -> Mapping[str, Sequence[Line]]:
    """Return secret lines for the cards of the viewer's models, by id (B-TR-85, B-SCEN-12)."""
    lines: dict[str, list[Line]] = {}
    for model in [other for other in game.models if other.owner == viewer]:
        if is_noted(game, model):
            edge = _(NAMES[model.flank_edge])
            text = _("Only you know: it arrives in turn {turn}, at {edge}", turn=model.flank_turn, edge=edge)
            lines.setdefault(model.id, []).append(Line(text, "B-TR-85", "good"))
        if is_hidden(game, model):
            line = Line(_("Only you know: it is your most important model"), "B-SCEN-12", "good")
            lines.setdefault(model.id, []).append(line)
    return lines

"""Decisions about models, with reasons why other models cannot be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.engine.core.decisions import Choose, LegalSpots, Option, Pick, Place
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

Reason = Callable[[Model], Refusal | None]
"""A function that returns why a model on the table cannot be chosen, or None if it can."""


def ask(
    model: Model,
    prompt: str,
    rule: str,
    options: Sequence[Option],
    refused: Callable[[], Sequence[tuple[Option, Refusal]]] | None = None,
) -> Choose:
    """Return a decision about a model, for its player."""
    return Choose(player=model.side, prompt=prompt, rule=rule, about=model.id, options=options, refused=refused)


def spot_for(model: Model, prompt: str, rule: str, region: LegalSpots, player: str = "", **more: Any) -> Place:
    """Return a decision about a spot for a model, by its player or by another. `more` are other fields of it."""
    return Place(player=player or model.side, prompt=prompt, rule=rule, about=model.id, region=region, **more)


def pick(
    game: Game,
    model: Model,
    prompt: str,
    rule: str,
    models: Sequence[Model],
    *reasons: Reason,
    minimum: int = 1,
    maximum: int = 1,
    notes: Callable[[str], str] | None = None,
    barred: Callable[[], Sequence[str]] | None = None,
    insists: bool = False,
) -> Asking[list[Model]]:
    """Let the player of a model choose from `models`. `reasons` return the reasons against other models.

    `insists`: ask even if there is only one candidate, because the player could not know it when giving the answer
    before, such as a Walk.
    """
    candidates, excluded = tuple(candidate.id for candidate in models), excluding(game, *reasons)
    picked = yield Pick(player=model.side, prompt=prompt, rule=rule, about=model.id, candidates=candidates,
                        minimum=minimum, maximum=maximum, excluded=excluded, notes=notes, barred=barred,
                        insists=insists)  # fmt: skip
    return [game.state.models[identity] for identity in picked]


def pick_own(
    game: Game, player: str, prompt: str, rule: str, models: Sequence[Model], shortcuts: tuple[Option, ...] = ()
) -> Asking[Model]:
    """Let a player choose one of their own models. Asks only if there are several."""
    if len(models) == 1:
        return models[0]
    candidates, excluded = tuple(candidate.id for candidate in models), not_own(game, player)
    [picked] = yield Pick(player=player, prompt=prompt, rule=rule, candidates=candidates, excluded=excluded,
                          shortcuts=shortcuts)  # fmt: skip
    return game.state.models[picked]


def ask_player(game: Game, by: str, prompt: str, rule: str, label: str, first: str) -> Asking[str]:
    """Let the player `by` choose a player; `first` is offered first."""
    options = tuple(Option(player, _(label, player=game.player_name(player)), rule) for player in game.in_order(first))
    chosen: str = yield Choose(player=by, prompt=prompt, rule=rule, options=options)
    return chosen


def not_a_model(game: Game, piece: str) -> Refusal:
    """Return the refusal of a piece that is not a model."""
    return Refusal(_("{piece} is not a model", piece=game.name_of(piece)), "B-GEN-9")


def excluding(game: Game, *reasons: Reason) -> Callable[[str], Refusal | None]:
    """Return a function that returns the reason why a piece cannot be chosen, or None. The first reason counts."""

    def excluded(piece: str) -> Refusal | None:
        model = game.state.models.get(piece)
        if model is None:
            return not_a_model(game, piece)
        if not model.on_table:
            return Refusal(_("{model} is not on the table", model=model.name), "B-GEN-9")
        return next((why for why in (reason(model) for reason in reasons) if why is not None), None)

    return excluded


def not_own(game: Game, player: str) -> Callable[[str], Refusal]:
    """Return a function that returns the reason why a piece is not one of a player's candidates (B-GEN-8, B-GEN-9)."""

    def excluded(piece: str) -> Refusal:
        model = game.state.models.get(piece)
        if model is None:
            return not_a_model(game, piece)
        if model.side != player:
            facts = {"model": model.name, "player": game.player_name(model.side)}
            return Refusal(_("{model} fights for {player}", **facts), "B-GEN-8")
        texts = {
            "table": N_("{model} is already on the table"),
            "reserve": N_("{model} is in reserve"),
            "elsewhere": N_("{model} is Elsewhere"),
            "killed": N_("{model} is out of the game"),
            "removed": N_("{model} is out of the game"),
        }
        return Refusal(_(texts[model.place], model=model.name), "B-GEN-9")

    return excluded


def only_enemies(model: Model) -> Reason:
    """Return a function that returns the reason why a model is not an enemy of `model`, or None (B-GEN-8)."""
    return _of_side(model, N_("{other} is on the side of {model}"), friends=False)


def only_friends(model: Model) -> Reason:
    """Return a function that returns the reason why a model is not a friend of `model`, or None (B-GEN-8)."""
    return _of_side(model, N_("{other} is an enemy of {model}"), friends=True)


def _of_side(model: Model, text: str, *, friends: bool) -> Reason:
    """Return a function that returns a reason, worded by `text`, against models of the wrong side."""

    def reason(other: Model) -> Refusal | None:
        if other is model:
            return Refusal(_("{model} cannot choose itself", model=model.name), "B-GEN-8")
        if (other.side == model.side) == friends:
            return None
        return Refusal(_(text, other=other.name, model=model.name), "B-GEN-8")

    return reason

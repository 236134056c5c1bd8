"""Picks of models that say of every other model why it cannot be picked."""

from __future__ import annotations

from collections.abc import Callable

from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

Reason = Callable[[Model], Refusal | None]
"""Why a model on the table cannot be picked, None if nothing is against it."""


def not_a_model(game: Game, piece: str) -> Refusal:
    """Return the refusal of an objective or a piece of terrain where a model is asked for."""
    return Refusal(_("{piece} is not a model", piece=game.name_of(piece)), "B-GEN-9")


def excluding(game: Game, *reasons: Reason) -> Callable[[str], Refusal | None]:
    """Return what says why a piece cannot be picked: the first of some reasons that is against it."""

    def excluded(piece: str) -> Refusal | None:
        model = game.state.models.get(piece)
        if model is None:
            return not_a_model(game, piece)
        if not model.on_table:
            return Refusal(_("{model} is not on the table", model=model.name), "B-GEN-9")
        return next((why for why in (reason(model) for reason in reasons) if why is not None), None)

    return excluded


def not_own(game: Game, player: str) -> Callable[[str], Refusal]:
    """Return what says why a player cannot pick a piece: its side, or where it is (B-GEN-8, B-GEN-9)."""

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
    """Return what says that another model is on the same side, or is the model itself (B-GEN-8)."""

    def reason(other: Model) -> Refusal | None:
        if other is model:
            return Refusal(_("{model} cannot choose itself", model=model.name), "B-GEN-8")
        text = _("{other} is on the side of {model}", other=other.name, model=model.name)
        return Refusal(text, "B-GEN-8") if other.side == model.side else None

    return reason


def only_friends(model: Model) -> Reason:
    """Return what says that another model is an enemy, or is the model itself (B-GEN-8)."""

    def reason(other: Model) -> Refusal | None:
        if other is model:
            return Refusal(_("{model} cannot choose itself", model=model.name), "B-GEN-8")
        text = _("{other} is an enemy of {model}", other=other.name, model=model.name)
        return None if other.side == model.side else Refusal(text, "B-GEN-8")

    return reason

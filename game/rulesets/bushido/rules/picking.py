"""Questions about a model to its player, and choices of models that say why each other model cannot be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

Reason = Callable[[Model], Refusal | None]
"""Why a model on the table cannot be chosen, None if it can."""


def ask(
    model: Model,
    prompt: str,
    rule: str,
    options: Sequence[Option],
    refused: Callable[[], Sequence[tuple[Option, Refusal]]] | None = None,
) -> Choose:
    """Return a question about a model, to its player."""
    return Choose(player=model.side, prompt=prompt, rule=rule, about=model.id, options=options, refused=refused)


def pick(
    game: Game,
    model: Model,
    prompt: str,
    rule: str,
    found: Sequence[Model],
    *reasons: Reason,
    minimum: int = 1,
    maximum: int = 1,
    notes: Callable[[str], str] | None = None,
) -> Asking[list[Model]]:
    """Ask the player of a model to choose some of several models; `reasons` rule out all others."""
    candidates, excluded = tuple(each.id for each in found), excluding(game, *reasons)
    picked = yield Pick(player=model.side, prompt=prompt, rule=rule, about=model.id, candidates=candidates,
                        minimum=minimum, maximum=maximum, excluded=excluded, notes=notes)  # fmt: skip
    return [game.state.models[each] for each in picked]


def pick_one(
    game: Game, model: Model, prompt: str, rule: str, found: Sequence[Model], *reasons: Reason
) -> Asking[Model]:
    """Ask the player of a model to choose one of several models; if there is only one, no question is asked."""
    if len(found) == 1:
        return found[0]
    return (yield from pick(game, model, prompt, rule, found, *reasons))[0]


def pick_own(
    game: Game, player: str, prompt: str, rule: str, found: Sequence[Model], shortcuts: tuple[Option, ...] = ()
) -> Asking[Model]:
    """Ask a player to choose one of several own models; if there is only one, no question is asked."""
    if len(found) == 1:
        return found[0]
    candidates, excluded = tuple(each.id for each in found), not_own(game, player)
    [picked] = yield Pick(player=player, prompt=prompt, rule=rule, candidates=candidates, excluded=excluded,
                          shortcuts=shortcuts)  # fmt: skip
    return game.state.models[picked]


def not_a_model(game: Game, piece: str) -> Refusal:
    """Return the refusal of an objective or a piece of terrain when a model is asked for."""
    return Refusal(_("{piece} is not a model", piece=game.name_of(piece)), "B-GEN-9")


def excluding(game: Game, *reasons: Reason) -> Callable[[str], Refusal | None]:
    """Return a function that says why a piece cannot be chosen: the first of some reasons that applies."""

    def excluded(piece: str) -> Refusal | None:
        model = game.state.models.get(piece)
        if model is None:
            return not_a_model(game, piece)
        if not model.on_table:
            return Refusal(_("{model} is not on the table", model=model.name), "B-GEN-9")
        return next((why for why in (reason(model) for reason in reasons) if why is not None), None)

    return excluded


def not_own(game: Game, player: str) -> Callable[[str], Refusal]:
    """Return a function that says why a player cannot choose a piece: its side, or where it is (B-GEN-8, B-GEN-9)."""

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
    """Return a function that says that another model is on the same side, or is the model itself (B-GEN-8)."""

    def reason(other: Model) -> Refusal | None:
        if other is model:
            return Refusal(_("{model} cannot choose itself", model=model.name), "B-GEN-8")
        text = _("{other} is on the side of {model}", other=other.name, model=model.name)
        return Refusal(text, "B-GEN-8") if other.side == model.side else None

    return reason


def only_friends(model: Model) -> Reason:
    """Return a function that says that another model is an enemy, or is the model itself (B-GEN-8)."""

    def reason(other: Model) -> Refusal | None:
        if other is model:
            return Refusal(_("{model} cannot choose itself", model=model.name), "B-GEN-8")
        text = _("{other} is an enemy of {model}", other=other.name, model=model.name)
        return None if other.side == model.side else Refusal(text, "B-GEN-8")

    return reason

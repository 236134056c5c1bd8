"""Asking players for pieces, and the order of triggers at the same moment (Q21, Q40)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.wording import _, series

PieceT = TypeVar("PieceT", Model, Marker, Token)


def pick(
    player: str,
    prompt: str,
    candidates: Sequence[PieceT],
    *,
    rule: str,
    about: str = "",
    minimum: int = 1,
    maximum: int = 1,
    test: str = "",
    excluded: Callable[[str], Refusal | None] | None = None,
) -> Asking[list[PieceT]]:
    """Ask a player for pieces among the candidates; return those picked.

    Without `excluded`, a piece that cannot be picked is answered with those that can.
    """
    known = {each.id: each for each in candidates}
    names = series(list(dict.fromkeys(_called(each) for each in candidates)))

    def not_among(piece: str) -> Refusal:
        return Refusal(_("only {names} can be chosen: {prompt}", names=names, prompt=prompt), rule)

    picked = yield Pick(
        player=player,
        prompt=prompt,
        rule=rule,
        about=about,
        candidates=tuple(known),
        minimum=minimum,
        maximum=maximum,
        test=test,
        excluded=excluded or not_among,
    )
    return [known[piece] for piece in picked]


def _called(piece: Model | Marker | Token) -> str:
    return _(piece.type) if isinstance(piece, Token) else piece.name


@dataclass(frozen=True)
class Trigger:
    """Something a model may do at this moment: its name, its rule, and its flow."""

    model: Model
    name: str
    rule: str
    flow: Flow


def resolve(game: Game, waiting: Callable[[], Sequence[Trigger]], prompt: str = "", rule: str = "Q40") -> Flow:
    """Carry out triggers one by one, each once; `waiting` returns the possible ones and is called again after each.

    The active model's come first, then each player's by priority, the wild models' last (Q21). Players choose among
    their own (Q40); `prompt` asks which of several models comes first.
    """
    ranks = {player: place for place, player in enumerate(game.state.priority)}

    def turn(trigger: Trigger) -> tuple[bool, int]:
        return trigger.model.id != game.state.active, ranks.get(trigger.model.owner, len(ranks))

    prompt = prompt or _("Which of your models comes first?")
    done: set[tuple[str, str]] = set()
    while triggers := [each for each in waiting() if (each.model.id, each.name) not in done]:
        first = min(map(turn, triggers))
        chosen = yield from _picked(game, [each for each in triggers if turn(each) == first], prompt, rule)
        done.add((chosen.model.id, chosen.name))
        yield from chosen.flow


def _picked(game: Game, triggers: Sequence[Trigger], prompt: str, rule: str) -> Asking[Trigger]:
    """Ask which of a player's triggers comes first: the model, then its trigger; return it (Q40)."""
    models = {each.model.id: each.model for each in triggers}
    player = game.handler(triggers[0].model)
    if len(models) > 1:
        [picked] = yield from pick(player, prompt, list(models.values()), rule=rule)
        triggers = [each for each in triggers if each.model is picked]
    if len(triggers) == 1:
        return triggers[0]
    model = triggers[0].model
    key = yield Choose(
        player=player,
        prompt=_("What does {model} do first?", model=model.name),
        rule=rule,
        about=model.id,
        options=tuple(Option(each.name, _(each.name), each.rule) for each in triggers),
    )
    return next(each for each in triggers if each.name == key)

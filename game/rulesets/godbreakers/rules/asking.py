"""Questions to players about pieces, and the order of simultaneous triggers (Q21, Q40)."""

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
    notes: Callable[[str], str] | None = None,
) -> Asking[list[PieceT]]:
    """Ask a player to pick from the candidates; return the picked pieces.

    `excluded` returns the reason why another piece cannot be picked. By default, the reason lists the candidates.
    `notes` returns a note on a candidate.
    """
    by_id = {piece.id: piece for piece in candidates}

    def not_among(_piece: str) -> Refusal:
        pieces: Sequence[Model | Marker | Token] = candidates
        names_of_pieces = (_(piece.type) if isinstance(piece, Token) else piece.name for piece in pieces)
        names = series(list(dict.fromkeys(names_of_pieces)))
        return Refusal(_("only {names} can be chosen: {prompt}", names=names, prompt=prompt), rule)

    picked = yield Pick(
        player=player,
        prompt=prompt,
        rule=rule,
        about=about,
        candidates=tuple(by_id),
        minimum=minimum,
        maximum=maximum,
        test=test,
        excluded=excluded or not_among,
        notes=notes,
    )
    return [by_id[piece] for piece in picked]


@dataclass(frozen=True)
class Trigger:
    """An effect that a model may or must carry out at this moment."""

    model: Model
    name: str
    rule: str
    flow: Flow


def resolve(game: Game, waiting: Callable[[], Sequence[Trigger]], prompt: str = "", rule: str = "Q40") -> Flow:
    """Carry out triggers one by one, each once. `waiting` returns the triggers that are possible at the time.

    Triggers of the active model come first, then those of each player by priority, then those of wild models (Q21).
    Players order their own triggers (Q40). `prompt` asks which of several models comes first.
    """
    ranks = {player: place for place, player in enumerate(game.state.priority)}

    def order(trigger: Trigger) -> tuple[bool, int]:
        return trigger.model.id != game.state.active, ranks.get(trigger.model.owner, len(ranks))

    prompt = prompt or _("Which of your models comes first?")
    done: set[tuple[str, str]] = set()
    while triggers := [trigger for trigger in waiting() if (trigger.model.id, trigger.name) not in done]:
        first_rank = min(map(order, triggers))
        candidates = [trigger for trigger in triggers if order(trigger) == first_rank]
        chosen = yield from _choose_trigger(game, candidates, prompt, rule)
        done.add((chosen.model.id, chosen.name))
        yield from chosen.flow


def _choose_trigger(game: Game, triggers: Sequence[Trigger], prompt: str, rule: str) -> Asking[Trigger]:
    """Return the trigger that a player chooses as the first: its model, then one of its triggers (Q40)."""
    models = {trigger.model.id: trigger.model for trigger in triggers}
    player = game.handler(triggers[0].model)
    if len(models) > 1:
        [picked] = yield from pick(player, prompt, list(models.values()), rule=rule)
        triggers = [trigger for trigger in triggers if trigger.model is picked]
    if len(triggers) == 1:
        return triggers[0]
    model = triggers[0].model
    key = yield Choose(
        player=player,
        prompt=_("What does {model} do first?", model=model.name),
        rule=rule,
        about=model.id,
        options=tuple(Option(trigger.name, _(trigger.name), trigger.rule) for trigger in triggers),
    )
    return next(trigger for trigger in triggers if trigger.name == key)

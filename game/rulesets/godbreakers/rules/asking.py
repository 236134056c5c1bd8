"""Asking a player to pick pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from game.engine.core.decisions import Pick
from game.engine.core.flow import Asking
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.state import Marker, Model, Token

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
    """Ask a player for pieces among the candidates; return those picked."""
    known = {each.id: each for each in candidates}
    picked = yield Pick(
        player=player,
        prompt=prompt,
        rule=rule,
        about=about,
        candidates=tuple(known),
        minimum=minimum,
        maximum=maximum,
        test=test,
        excluded=excluded,
    )
    return [known[piece] for piece in picked]

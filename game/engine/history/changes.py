"""The changes of pieces between two views of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from game.engine.core.events import Event
from game.engine.rulebook.view import PieceView, TableView

Change = Literal[
    "moved", "hurt", "healed", "raised", "gone", "left", "picked", "came", "took", "dropped", "won", "lost", "said"
]
"""A kind of change. A piece is "won" if another player now has or controls it, "lost" if no player does any more.

A result that changes nothing is "said" at the piece, such as a miss.

A marker that disappears is "picked" up if a piece took something at the same time, else "gone". A piece has "left" if
an event says that it leaves the table without being lost.
"""


@dataclass(frozen=True)
class Effect:
    """A change of one piece: its view before or after, the amount, and the `text` shown at it."""

    change: Change
    piece: PieceView
    amount: int = 0
    text: str = ""


def effects_of(before: TableView, after: TableView) -> Iterator[Effect]:
    """Yield the changes of each piece between two views."""
    remaining, was_picked_up = {piece.id: piece for piece in before.pieces}, False
    for piece in after.pieces:
        old = remaining.pop(piece.id, None)
        if old is None:
            yield Effect("came", piece)
            continue
        if (old.x, old.y) != (piece.x, piece.y):
            yield Effect("moved", old)
        if old.damage != piece.damage:
            change: Change = "hurt" if piece.damage > old.damage else "healed"
            yield Effect(change, piece, abs(piece.damage - old.damage))
        if old.kind == "base" and old.symbol != piece.symbol:
            yield Effect("raised", piece)
        if (old.owner, old.controller) != (piece.owner, piece.controller):
            has_player = piece.owner if old.owner != piece.owner else piece.controller
            yield Effect("won" if has_player else "lost", piece if has_player else old)
        if len(piece.carries) != len(old.carries):
            picked_up = len(piece.carries) > len(old.carries)
            was_picked_up = was_picked_up or picked_up
            yield Effect("took" if picked_up else "dropped", piece, abs(len(piece.carries) - len(old.carries)))
    for old in remaining.values():
        if old.kind != "token":  # tokens are just picked up
            yield Effect("picked" if was_picked_up and old.kind == "marker" else "gone", old)


def said_of(event: Event, view: TableView) -> Iterator[Effect]:
    """Yield the texts to show at pieces for an event; for a unit, at its northernmost model."""
    if (remark := event.remark()) is not None:
        pieces = [piece for piece in view.pieces if remark.subject in (piece.id, piece.unit)]
        if pieces:
            yield Effect("said", max(pieces, key=lambda piece: piece.y), text=remark.text)

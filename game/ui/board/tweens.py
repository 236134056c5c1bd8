"""Pieces glide to where they were put, briefly, so that the eye can follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.engine.rulebook.view import PieceView
from game.ui.widgets.theme import MOTION


@dataclass
class Tweens:
    """Pieces under way, by id: where they started and when, in seconds."""

    started: dict[str, tuple[float, float, float]] = field(default_factory=dict)

    def note(self, before: Mapping[str, PieceView], after: Mapping[str, PieceView], now: float, skip: str = "") -> None:
        """Start a glide for every piece that stands elsewhere than before, except `skip`."""
        for identity, piece in after.items():
            old = before.get(identity)
            if old is not None and identity != skip and (old.x, old.y) != (piece.x, piece.y):
                self.started[identity] = (old.x, old.y, now)

    def shown(self, piece: PieceView, now: float) -> PieceView:
        """Return the piece where it is drawn at this moment."""
        if piece.id not in self.started:
            return piece
        x, y, since = self.started[piece.id]
        share = (now - since) / MOTION
        if share >= 1.0:
            del self.started[piece.id]
            return piece
        eased = 1.0 - (1.0 - max(0.0, share)) ** 3
        return replace(piece, x=x + (piece.x - x) * eased, y=y + (piece.y - y) * eased)

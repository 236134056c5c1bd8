"""The stage: what everything that draws on the table needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.engine.rulebook.view import PieceView
from game.ui.board.camera import Camera
from game.ui.board.pieces import Livery, Sprites, drawn_radius
from game.ui.prefs.settings import Options
from game.ui.widgets.theme import Theme

Spot = tuple[float, float]


@dataclass
class DrawContext:
    """Theme, camera, sprites, the players' liveries and which aids are wanted."""

    theme: Theme
    camera: Camera
    sprites: Sprites
    owners: Mapping[str, Livery] = field(default_factory=dict)
    options: Options = field(default_factory=Options)

    def piece_at(self, pieces: Mapping[str, PieceView], spot: Spot) -> str:
        """Return the id of the topmost piece under a spot in inches, or an empty string."""
        ranks = {"base": 2, "token": 1, "marker": 0}
        hits = [
            piece
            for piece in pieces.values()
            if (piece.x - spot[0]) ** 2 + (piece.y - spot[1]) ** 2 <= drawn_radius(piece) ** 2
        ]
        return max(hits, key=lambda piece: ranks.get(piece.kind, 0)).id if hits else ""

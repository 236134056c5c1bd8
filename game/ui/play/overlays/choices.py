"""Overlay of the terrain pieces and levels that rows of the dock choose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import NOTHING_ELSE
from game.ui.board.camera import Spot
from game.ui.board.overlays import CHOICE, CHOSEN, FILLED, AreaOverlay, Entry
from game.ui.decisions.base import surface, terrain_in
from game.ui.play.focus import Focus
from game.ui.play.part import OverlayPart
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo

KEPT: Final = 40


class Choices(OverlayPart):
    """Outlines of all terrain and levels that can be chosen; the one of the row under the mouse is filled."""

    depth = 4

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._outlines = Memo[AreaOverlay](KEPT)

    def overlays(self) -> Sequence[AreaOverlay]:
        focus, outlines = self.focus, []
        pointed = focus.actions.pointed()
        for name, shape in sorted(choosable(focus).items()):
            chosen = pointed is not None and (name in pointed.about.terrain or name == level_named(pointed))
            filled = focus.inspection.lead() is None  # otherwise the area of its next decision is shown there
            marked = FILLED if filled else CHOSEN
            style = marked if chosen else CHOICE
            key = focus.model.battlefield, name, style
            outlines.append(self._outlines.of(key, partial(AreaOverlay, shape, style)))
        return outlines

    def under(self, target: Canvas) -> None:
        for overlay in self.overlays() if self.focus.shows_aids else ():
            overlay.draw(target, self.focus.camera)

    def legend(self) -> Sequence[Entry]:
        return super().legend() if not self.focus.asking.on else ()


def choosable(focus: Focus) -> dict[str, BaseGeometry]:
    """Return the shapes that rows are about, by name: terrain pieces by id, and levels."""
    rows, field = [row for row in focus.actions.actions if row.about != NOTHING_ELSE], focus.model.battlefield
    if not rows:
        return {}
    shapes = {identity: piece.shape for identity, piece in terrain_in(rows, field).items()}
    levels = {row.about.level for row in rows if row.enabled} - {
        None,
        0,
    }  # the edges of the ground are those of the other levels
    return shapes | {_named(level): surface(field, level) for level in levels if level is not None}


def level_named(row: MenuItem) -> str:
    """Return the name in `choosable` of the level that a row is about, or ""."""
    return "" if row.about.level is None else _named(row.about.level)


def _named(level: int) -> str:
    return f"level {level}"


def spot_of(focus: Focus, row: MenuItem) -> Spot | None:
    """Return the spot that a row is about (in inches): of its piece, terrain or level; None without one."""
    units = focus.model.units
    pieces = (focus.model.pieces.get(piece_id) or units.standing(piece_id) for piece_id in row.subject)
    piece = next((candidate for candidate in pieces if candidate is not None), None)
    if piece is not None:
        return piece.x, piece.y
    shapes = choosable(focus)
    shape = next((shapes[name] for name in (*row.about.terrain, level_named(row)) if name in shapes), None)
    if shape is None or shape.is_empty:
        return None
    inside = shape.representative_point()
    return inside.x, inside.y

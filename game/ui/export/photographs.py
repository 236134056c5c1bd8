"""Pictures of a whole table without a window, for one moment or many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from game.engine.rulebook.view import PieceView, ReachView, TableView
from game.engine.session import Session
from game.play.session_model import palette_of
from game.ui.board.camera import LARGEST_PICTURE, Camera
from game.ui.board.dice_tray import DiceTray, Die
from game.ui.board.overlays import draw_cross
from game.ui.board.picture import draw_moves, draw_pieces, render_table, save_png
from game.ui.board.pieces import GHOST, Sprites, drawn_radius, liveries
from game.ui.board.table_art import RIM, TableLayer
from game.ui.widgets.text import blit_at, ink, shorten
from game.ui.widgets.theme import INK_QUIET, SLATE, WOOD, Ground, Theme, mix

BAND: Final = 5
"""Height of the caption below a picture, in steps of the grid."""


@dataclass(frozen=True)
class Doing:
    """The events of a moment that are drawn with the pieces: moves, losses, dice."""

    moves: tuple[tuple[PieceView, PieceView], ...] = ()
    lost: tuple[PieceView, ...] = ()
    dice: tuple[Die, ...] = ()


NOTHING: Final = Doing()


class Photographer:
    """Takes pictures of one game, `width` pixels wide, with a caption below each if `band`."""

    def __init__(self, session: Session, width: int, *, band: bool = False) -> None:
        pygame.font.init()
        field = session.game.ruler.battlefield
        self.scale = width / (field.width + 2 * RIM)
        height = round((field.height + 2 * RIM) * self.scale)
        self.theme = Theme(max(0.8, min(2.0, height / 1000)))
        self.band = self.theme.px(BAND) if band else 0
        # Films need an even width and height, so a row or column may be added around the table.
        self.size = (width + width % 2, height + self.band + (height + self.band) % 2)
        self._palette = palette_of(session)
        self._ground = Ground.of(field, self._palette)
        view = pygame.Rect(0, 0, self.size[0], self.size[1] - self.band)
        self._camera = Camera(field.width, field.height, view, field.width / 2, field.height / 2, self.scale)
        self._layer, self._sprites = TableLayer(), Sprites(self.theme)
        self._tray = DiceTray(self.theme, motion="off")

    @classmethod
    def at_scale(cls, session: Session, pixels_per_inch: float) -> Photographer:
        """Return a photographer with some pixels per inch of the table; raise `ValueError` if impossible."""
        field = session.game.ruler.battlefield
        width, height = field.width + 2 * RIM, field.height + 2 * RIM
        greatest = (LARGEST_PICTURE / (width * height)) ** 0.5
        if not 1 <= pixels_per_inch <= greatest:
            raise ValueError(f"{pixels_per_inch:g} pixels per inch: this table allows 1 to {int(greatest)}")
        return cls(session, round(width * pixels_per_inch))

    def shot(
        self,
        session: Session,
        view: TableView,
        caption: str = "",
        pieces: Sequence[PieceView] | None = None,
        doing: Doing = NOTHING,
    ) -> pygame.Surface:
        """Return a picture of the table and its events, with `pieces` instead of the view's if given."""
        field = session.game.ruler.battlefield
        if field is not self._ground.battlefield:  # the terrain has changed
            self._ground = Ground.of(field, self._palette)
        self._sprites.meet(view)
        canvas = pygame.Surface(self.size, depth=32)
        canvas.fill(mix(WOOD, (0, 0, 0), 0.4))
        self._layer.draw(canvas, self._ground, self._camera)
        camera, sprites, owners = self._camera, self._sprites, liveries(view)
        draw_moves(canvas, doing.moves, camera, sprites, owners)
        for piece in doing.lost:
            spot = camera.to_screen(piece.x, piece.y)
            sprites.draw(canvas, piece, spot, camera.scale, owners, opacity=GHOST)
            draw_cross(canvas, spot, drawn_radius(piece) * camera.scale)
        draw_pieces(canvas, view.pieces if pieces is None else pieces, camera, sprites, owners, view.units)
        if doing.dice != self._tray.dice:
            self._tray.throw(doing.dice, 0.0)
        spots = (camera.to_screen(piece.x, piece.y) for piece in view.pieces)
        self._tray.place(camera.viewport, [pygame.Rect(spot, (1, 1)) for spot in spots])
        self._tray.draw(canvas, 0.0)
        if self.band:
            self._draw_caption(canvas, view, caption)
        return canvas

    def _draw_caption(self, canvas: pygame.Surface, view: TableView, caption: str) -> None:
        """Draw the caption between the round and the scores."""
        theme = self.theme
        band = pygame.Rect(0, canvas.get_height() - self.band, canvas.get_width(), self.band)
        pygame.draw.rect(canvas, SLATE, band)
        left = blit_at(canvas, ink(theme, view.round_text, "body", "semibold"), midleft=(theme.px(2), band.centery))
        scores = "  ".join(
            f"{player.name} {player.score}" for player in sorted(view.players, key=lambda seated: seated.id)
        )
        scores = shorten(theme, scores, band.width // 3, "body", "semibold")
        edge = (band.right - theme.px(2), band.centery)
        right = blit_at(canvas, ink(theme, scores, "body", "semibold"), midright=edge)
        caption_left = left.width + theme.px(5)
        caption_width = max(0, band.width - caption_left - right.width - theme.px(5))
        label = ink(theme, shorten(theme, caption, caption_width), "body", "regular", INK_QUIET)
        blit_at(canvas, label, midleft=(caption_left, band.centery))


def save_table(session: Session, path: str | Path, reach: ReachView | None = None) -> None:
    """Draw the table, with the reach of a piece if given, to a PNG file; raise `OSError`."""
    ground = Ground.of(session.game.ruler.battlefield, palette_of(session))
    save_png(render_table(session.ruleset.view(session.game), ground, reach=reach), path)

"""Pictures of whole tables, for reports, replays, `reach --png` and the README; thumbnails of maps and games.

They need no window: only the font module is initialised, and no video driver.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

import pygame

from game.documents.error import DocumentError
from game.documents.files import replacing
from game.engine.rulebook.view import PieceView, ReachView, TableView, UnitView
from game.engine.session import Session
from game.play.session_model import palette_of
from game.table.documents import find_map, load_map
from game.table.terrain.battlefield import Battlefield
from game.ui.board.camera import Camera
from game.ui.board.labels import UnitOutlines
from game.ui.board.overlays import AttackOverlay, Overlay, RegionOverlay
from game.ui.board.pieces import GHOST, Liveries, Sprites, bottom_up, colours_of, liveries
from game.ui.board.ruler_art import draw_line
from game.ui.board.table_art import RIM, TableLayer, paint_table
from game.ui.widgets.text import blit_at, ink, line_height, wrap
from game.ui.widgets.theme import (
    INK_QUIET,
    PAPER,
    SLATE_LINE,
    SLATE_RAISED,
    WOOD,
    Colour,
    Ground,
    Theme,
    mix,
)

PACKED: Final = 4
"""The compression level of PNG files, up to 9: a third of pygame's time for a fifteenth more space."""


def render_table(
    view: TableView,
    ground: Ground,
    size: tuple[int, int] = (1600, 1200),
    *,
    reach: ReachView | None = None,
    below: Sequence[Overlay] = (),
    above: Callable[[pygame.Surface, Camera, Theme], None] = lambda canvas, camera, theme: None,
) -> pygame.Surface:
    """Return a picture of the whole table, at most `size` pixels, with a reach if one is given.

    The overlays `below` are drawn below the pieces; the function `above` draws on top.
    """
    pygame.font.init()
    theme = Theme(max(0.8, min(2.0, size[1] / 1000)))
    field = ground.battlefield
    camera = Camera(field.width, field.height, pygame.Rect((0, 0), size), margin=RIM)
    camera.fit()
    canvas = pygame.Surface(size, depth=32)
    canvas.fill(mix(WOOD, (0, 0, 0), 0.4))
    TableLayer().draw(canvas, ground, camera)
    if reach is not None:
        if reach.attack is not None:
            AttackOverlay(reach.attack).draw(canvas, camera)
        if reach.move is not None:
            RegionOverlay(reach.move).draw(canvas, camera)
    for overlay in below:
        overlay.draw(canvas, camera)
    sprites = Sprites(theme)
    sprites.meet(view)
    draw_pieces(canvas, view.pieces, camera, sprites, liveries(view), view.units)
    above(canvas, camera, theme)
    width, height = (round((side + 2 * RIM) * camera.scale) for side in (field.width, field.height))
    used = pygame.Rect(0, 0, width, height)
    used.center = camera.viewport.center
    return canvas.subsurface(used.clip(canvas.get_rect()))


def draw_pieces(
    target: pygame.Surface,
    pieces: Sequence[PieceView],
    camera: Camera,
    sprites: Sprites,
    owners: Liveries,
    units: Mapping[str, UnitView] | None = None,
) -> None:
    """Draw pieces, and above them all names, also of their `units`."""
    ordered = bottom_up(pieces)
    UnitOutlines().bind_all(target, ordered, camera, colours_of(owners))
    for piece in ordered:
        sprites.draw(target, piece, camera.to_screen(piece.x, piece.y), camera.scale, owners)
    spots = [camera.to_screen(piece.x, piece.y) for piece in ordered]
    sprites.label(target, ordered, spots, camera.scale, owners, units=units)


def draw_moves(
    target: pygame.Surface,
    moves: Iterable[tuple[PieceView, PieceView]],
    camera: Camera,
    sprites: Sprites,
    owners: Liveries,
) -> None:
    """Draw a line from the old place of each piece, marked by a pale copy, to its present place."""
    for old, present in moves:
        start = camera.to_screen(old.x, old.y)
        draw_line(target, start, camera.to_screen(present.x, present.y), PAPER)
        sprites.draw(target, old, start, camera.scale, owners, opacity=GHOST)


def save_png(surface: pygame.Surface, path: str | Path) -> None:
    """Write a picture as PNG, whatever the suffix of the file; raise `OSError`."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(target))
    from PIL import Image

    content = BytesIO()
    picture = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    picture.save(content, "PNG", compress_level=PACKED)
    with replacing(target) as partial_file:
        partial_file.write_bytes(content.getvalue())


@lru_cache(maxsize=12)
def map_ground(name: str) -> Ground | None:
    """Return the ground of a bundled map or a map file; None if it cannot be read."""
    try:
        document = load_map(find_map(name))
    except (DocumentError, OSError):
        return None
    return Ground.of(Battlefield.from_map(document), document.palette.model_dump(exclude_none=True))


@lru_cache(maxsize=12)
def map_picture(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture of a bundled map or a map file, as large as fits; None if it cannot be read."""
    ground = map_ground(name)
    if ground is None:
        return None
    field = ground.battlefield
    scale = min(size[0] / (field.width + 1.4), size[1] / (field.height + 1.4))
    # painted at twice its size and shrunk: letters and hatching stay soft and small
    large = paint_table(ground, scale * 2)
    return pygame.transform.smoothscale(large, (large.get_width() // 2, large.get_height() // 2))


Paint = Callable[[tuple[int, int]], pygame.Surface | None]
"""Returns a picture of at most the given width and height in pixels, or None."""


PICTURE: Final = (640, 480)
"""The size of a game's picture in pixels; it may be shown smaller."""
Fact = tuple[str, Colour]


class TableFigure:
    """The picture of a game's table, with facts below it."""

    def __init__(self, session: Session, view: TableView, facts: Sequence[str] = ()) -> None:
        self._session, self._view = session, view
        self._facts = [(fact, INK_QUIET) for fact in facts if fact]
        self._picture: pygame.Surface | None = None

    def height(self, theme: Theme, width: int) -> int:
        facts = sum(len(wrap(theme, text, width, "small")) for text, _tint in self._facts)
        return width * 3 // 4 + theme.px(1) + facts * line_height(theme, "small")

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        if self._picture is None:
            ground = Ground.of(self._session.game.ruler.battlefield, palette_of(self._session))
            self._picture = render_table(self._view, ground, PICTURE)
        draw_pictured(target, theme, rect, self._picture, self._facts)


def draw_pictured(
    target: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    picture: pygame.Surface | None,
    facts: Sequence[Fact],
    instead: str = "",
) -> None:
    """Draw a picture as wide as a rectangle, or the text `instead`, and below it as many facts as fit."""
    frame = pygame.Rect(rect.left, rect.top, rect.width, rect.width * 3 // 4)
    if picture is not None:
        frame = picture.get_rect().fit(frame).move_to(topleft=frame.topleft)
        target.blit(pygame.transform.smoothscale(picture, frame.size), frame)
    else:
        pygame.draw.rect(target, SLATE_RAISED, frame, border_radius=theme.px(0.75))
        blit_at(target, ink(theme, instead, "small", "regular", INK_QUIET), center=frame.center)
    pygame.draw.rect(target, SLATE_LINE, frame, 1)
    y = frame.bottom + theme.px(1)
    for text, tint in facts:
        for row in wrap(theme, text, rect.width, "small"):
            if y + line_height(theme, "small") <= rect.bottom:
                target.blit(ink(theme, row, "small", "regular", tint), (rect.left, y))
            y += line_height(theme, "small")

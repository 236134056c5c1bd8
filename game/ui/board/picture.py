"""Pictures of a table without a window: for reports, replays, `reach --png` and the README.

Only the font module is initialised; no video driver is touched.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

import pygame

from game.documents.files import replacing
from game.engine.rulebook.view import PieceView, ReachView, TableView
from game.ui.board.camera import Camera
from game.ui.board.overlays import AttackOverlay, RegionOverlay, draw_line
from game.ui.board.pieces import Livery, Sprites, liveries
from game.ui.board.stacking import bottom_up
from game.ui.board.table_art import RIM, TableLayer
from game.ui.widgets.looks import Ground
from game.ui.widgets.theme import PAPER, WOOD, Theme, mix


def render_table(
    view: TableView, ground: Ground, size: tuple[int, int] = (1600, 1200), *, reach: ReachView | None = None
) -> pygame.Surface:
    """Return a picture of the whole table, at most `size` pixels, with a reach drawn into it where given."""
    pygame.font.init()
    theme = Theme(max(0.8, min(2.0, size[1] / 1000)))
    field = ground.battlefield
    camera = Camera(field.width, field.height, pygame.Rect((0, 0), size), margin=RIM)
    camera.fit()
    canvas = pygame.Surface(size, depth=32)
    canvas.fill(mix(WOOD, (0, 0, 0), 0.4))
    TableLayer(theme).draw(canvas, ground, camera)
    if reach is not None:
        if reach.attack is not None:
            AttackOverlay(reach.attack).draw(canvas, camera)
        if reach.move is not None:
            RegionOverlay(reach.move).draw(canvas, camera)
    draw_pieces(canvas, view.pieces, camera, Sprites(theme), liveries(view))
    used = pygame.Rect(
        0, 0, round((field.width + 2 * RIM) * camera.scale), round((field.height + 2 * RIM) * camera.scale)
    )
    used.center = camera.viewport.center
    return canvas.subsurface(used.clip(canvas.get_rect()))


def draw_pieces(
    target: pygame.Surface, pieces: Sequence[PieceView], camera: Camera, sprites: Sprites, owners: dict[str, Livery]
) -> None:
    """Draw pieces as they stand, names last."""
    ordered = bottom_up(pieces)
    for piece in ordered:
        sprites.draw(target, piece, camera.to_screen(piece.x, piece.y), camera.scale, owners)
    sprites.label(target, ordered, [camera.to_screen(piece.x, piece.y) for piece in ordered], camera.scale)


def draw_moves(
    target: pygame.Surface,
    moves: Iterable[tuple[PieceView, PieceView]],
    camera: Camera,
    sprites: Sprites,
    owners: Mapping[str, Livery],
) -> None:
    """Draw a line from where each piece stood, a pale copy of it, to where it stands now."""
    for was, now in moves:
        start = camera.to_screen(was.x, was.y)
        draw_line(target, start, camera.to_screen(now.x, now.y), PAPER)
        sprites.draw(target, was, start, camera.scale, owners, ghost=True)


def save_png(surface: pygame.Surface, path: str | Path) -> None:
    """Write a picture as PNG, whatever the file is called. Raises `OSError` when it cannot be written."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(target))
    content = BytesIO()
    pygame.image.save(surface, content, "picture.png")
    with replacing(target) as aside:
        aside.write_bytes(content.getvalue())

"""Painted tables: painted in the background, and kept in memory and on disk."""

from __future__ import annotations

import hashlib
import os
import traceback
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray
from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile  # imported here, because nothing may be imported in a thread

from game.documents.files import cache_folder, replacing
from game.table.terrain.battlefield import Battlefield, Piece
from game.ui.board.relief import SHADOW_REACH, frame_of_table, painted
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame, frame_of
from game.ui.widgets.tasks import Task, give_way
from game.ui.widgets.theme import Ground

Picture = NDArray[np.uint8]
"""Red, green, and blue by [row, column]."""

VERSION: Final = 1
"""To be raised when tables are painted otherwise: older files are then painted anew."""
KEPT: Final = 3
"""Painted tables kept in memory."""
MOST_BYTES: Final = 200_000_000
"""The size of all painted tables on disk; the oldest are deleted first."""
QUALITY: Final = 90
PATIENCE: Final = 0.5
"""Seconds after which waiting looks again."""


@dataclass(frozen=True, eq=False)
class Painted:
    """A painted table: what it shows, and its picture for the window."""

    field: Battlefield
    colours: Hashable
    pixels: Picture
    surface: pygame.Surface


class Grounds:
    """Painted tables by their content. What is not painted yet is painted in the background."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._known = Memo[Painted](KEPT)
        self._latest: Painted | None = None
        self._task: tuple[Ground, Task[Picture]] | None = None
        self._failed: set[Hashable] = set()

    @property
    def busy(self) -> bool:
        """Whether a table is being painted, or has just been and is to be shown."""
        busy = self._task is not None
        self._take()
        return busy

    def of(self, ground: Ground) -> Painted | None:
        """Return a painted table, None as long as there is none; begin to paint it if nothing else is being painted.

        Where only some pieces of the latest table have changed, that one is returned until they are painted anew.
        """
        key = ground.battlefield, _colours(ground)
        if (known := self._known.get(key)) is not None:
            self._latest = known
            return known
        self._take()
        if (known := self._known.get(key)) is not None:
            return known
        before = self._latest if self._latest is not None and _alike(self._latest, ground) else None
        if self._task is None and key not in self._failed:
            self._task = ground, Task(lambda: self._made(ground, before), "ground")
        return before

    def now(self, ground: Ground) -> Painted:
        """Return a painted table; wait for it."""
        while (painted := self.of(ground)) is None or painted.field is not ground.battlefield:
            if self._task is not None:
                self._task[1].wait(PATIENCE)
        return painted

    def _take(self) -> None:
        """Take in the table that has been painted, if it is done."""
        if self._task is None or not self._task[1].done:
            return
        ground, task = self._task
        self._task = None
        key = ground.battlefield, _colours(ground)
        try:
            pixels = task.result()
        except Exception as error:
            traceback.print_exception(error)
            self._failed.add(key)  # the flat table stays
            return
        size = pixels.shape[1], pixels.shape[0]
        surface = pygame.Surface(size, depth=32)  # like the picture that it is scaled into
        surface.blit(pygame.image.frombuffer(pixels.tobytes(), size, "RGB"), (0, 0))
        self._latest = self._known.of(key, lambda: Painted(ground.battlefield, _colours(ground), pixels, surface))

    def _made(self, ground: Ground, before: Painted | None) -> Picture:
        if before is not None:
            return _repainted(ground, before)
        path = self._path(ground)
        if path is not None:
            with suppress(OSError, ValueError, SyntaxError), JpegImageFile(path) as picture:
                pixels = np.asarray(picture.convert("RGB"))
                frame = frame_of_table(ground.battlefield)
                if pixels.shape[:2] == (frame.height, frame.width):
                    os.utime(path)
                    return pixels
        pixels = painted(ground, rest=give_way)
        if path is not None:
            with suppress(OSError):  # a full disk costs only the time to paint it again
                with replacing(path) as aside:
                    Image.fromarray(pixels).save(aside, "JPEG", quality=QUALITY)
                _tidy(path.parent)
        return pixels

    def _path(self, ground: Ground) -> Path | None:
        with suppress(OSError):
            return (self._folder or cache_folder("grounds")) / f"{digest(ground)}.jpg"
        return None


GROUNDS: Final = Grounds()
"""The painted tables of this program."""


def digest(ground: Ground) -> str:
    """Return a name for everything that a painted table shows."""
    field = ground.battlefield
    content = (VERSION, field.width, field.height, _colours(ground), [_content(piece) for piece in field.pieces])
    return hashlib.blake2b(repr(content).encode(), digest_size=16).hexdigest()


def _content(piece: Piece) -> object:
    areas = [(area.outline, area.holes) for area in piece.area]
    walls = [(wall.line, wall.width, wall.impassable) for wall in piece.barricades]
    return piece.id, piece.look, piece.decoration, piece.height, areas, walls


def _colours(ground: Ground) -> Hashable:
    return ground.ground


def _changed(before: Battlefield, after: Battlefield) -> list[Piece]:
    """Return the pieces that only one of two tables has."""
    one, other = set(before.pieces), set(after.pieces)
    return [*(one - other), *(other - one)]


def _alike(known: Painted, ground: Ground) -> bool:
    """Return whether most pieces of a table are the same ones as on a painted table."""
    field = ground.battlefield
    same = (known.field.width, known.field.height, known.colours) == (field.width, field.height, _colours(ground))
    return same and 2 * len(_changed(known.field, field)) < len(field.pieces)


def _repainted(ground: Ground, before: Painted) -> Picture:
    """Return a painted table with the surroundings of the changed pieces painted anew."""
    pixels, whole = before.pixels.copy(), frame_of_table(ground.battlefield)
    for piece in _changed(before.field, ground.battlefield):
        give_way()
        if piece.shape.is_empty:
            continue
        west, south, east, north = piece.shape.buffer(SHADOW_REACH + 1).bounds
        part = frame_of((west, south, east, north), whole.scale)
        left, top = (round(value) for value in whole.at(part.west, part.north))
        left, top = max(0, left), max(0, top)
        right, bottom = min(whole.width, left + part.width), min(whole.height, top + part.height)
        if right - left < 3 or bottom - top < 3:
            continue
        corner = whole.west + left / whole.scale, whole.north - top / whole.scale
        frame = Frame(*corner, whole.scale, right - left, bottom - top)
        pixels[top:bottom, left:right] = painted(ground, frame)
    return pixels


def _tidy(folder: Path, most: int = MOST_BYTES) -> None:
    """Delete the tables used longest ago, until all together are small enough."""
    files = sorted(folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for path in files:
        total += path.stat().st_size
        if total > most:
            path.unlink(missing_ok=True)

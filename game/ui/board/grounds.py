"""Painted tables: painted in the background, and kept in memory and on disk."""

from __future__ import annotations

import atexit
import hashlib
import os
import time
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
from game.ui.board.relief import SHADOW_REACH, frame_of_table, painted, part_of, pavedness
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame
from game.ui.widgets.tasks import Abandoned, Stop, Task
from game.ui.widgets.theme import Colour, Ground

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
COARSE: Final = 0.25
"""The share of its scale at which a table is painted first: in a sixteenth of the time."""
COARSEST: Final = 6.0
"""Pixels per inch below which nothing is painted first."""
LINGERING: Final = 1.0
"""Seconds for which a table that has just been painted is still to be shown: it fades in."""
FEW: Final = 4
"""The most changed pieces of a small table whose surroundings alone are painted anew; of a large one, half of them."""


@dataclass(frozen=True, eq=False)
class Painted:
    """A painted table: what it shows, how much of its ground is paved, and its picture, coarse in a `draft`."""

    field: Battlefield
    colour: Colour
    paved: float
    surface: pygame.Surface
    draft: bool = False

    @property
    def pixels(self) -> Picture:
        """A copy of the picture."""
        return np.ascontiguousarray(pygame.surfarray.array3d(self.surface).swapaxes(0, 1))


class Grounds:
    """Painted tables by their content. What is not painted yet is painted in the background."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._known = Memo[Painted](KEPT)
        self._latest: Painted | None = None
        self._task: tuple[Ground, float, Task[Picture]] | None = None
        self._failed: set[Hashable] = set()
        self._stop = Stop()
        self._taken_at = -LINGERING

    @property
    def busy(self) -> bool:
        """Whether a table is being painted, or has just been and is to be shown."""
        busy = self._task is not None
        self._take()
        return busy or time.monotonic() - self._taken_at < LINGERING

    def of(self, ground: Ground, *, quickly: bool = False) -> Painted | None:
        """Return a painted table, None as long as there is none; begin to paint it if nothing else is being painted.

        If it is wanted `quickly`, a draft comes first. Where only some pieces of the latest table have changed, that
        one is returned until they are painted anew.
        """
        self._take()
        key = _key(ground)
        known = self._known.get(key)
        self._latest = known or self._latest
        if known is not None and not known.draft:
            return known
        before = self._latest if self._latest is not None and _alike(self._latest, ground) else None
        if self._task is None and key not in self._failed:
            paved = before.paved if before is not None else pavedness(ground)
            model = before if before is not None and not before.draft else None
            first = quickly and known is None and model is None
            self._task = ground, paved, Task(lambda: self._made(ground, paved, model, first=first), "ground")
        return known or before

    def now(self, ground: Ground) -> Painted | None:
        """Return a painted table; wait for it. None if it cannot be painted."""
        while (painted := self.of(ground)) is None or painted.draft or painted.field is not ground.battlefield:
            if self._task is None:
                return None
            self._task[2].wait(PATIENCE)
        return painted

    def close(self) -> None:
        """Stop painting: the program ends."""
        self._stop.order()

    def _rest(self) -> None:
        if self._stop():
            raise Abandoned

    def _take(self) -> None:
        """Take in the table that has been painted, if it is done."""
        if self._task is None or not self._task[2].done:
            return
        ground, paved, task = self._task
        self._task = None
        try:
            pixels = task.result()
        except Exception as error:
            if not isinstance(error, Abandoned):
                traceback.print_exception(error)
            self._failed.add(_key(ground))  # the flat table stays
            return
        size = pixels.shape[1], pixels.shape[0]
        surface = pygame.Surface(size, depth=32)  # like the picture that it is scaled into
        surface.blit(pygame.image.frombuffer(pixels.tobytes(), size, "RGB"), (0, 0))
        whole = frame_of_table(ground.battlefield)
        painted = Painted(ground.battlefield, ground.ground, paved, surface, draft=size != (whole.width, whole.height))
        self._known.put(_key(ground), painted)
        self._latest, self._taken_at = painted, time.monotonic()

    def _made(self, ground: Ground, paved: float, before: Painted | None, *, first: bool) -> Picture:
        """Return the picture of a table: a coarse one at `first`, unless a fine one is on disk."""
        if before is not None:
            return self._repainted(ground, before)
        path = self._path(ground)
        if path is not None:
            with suppress(OSError, ValueError, SyntaxError), JpegImageFile(path) as picture:
                pixels = np.asarray(picture.convert("RGB"))
                frame = frame_of_table(ground.battlefield)
                if pixels.shape[:2] == (frame.height, frame.width):
                    with suppress(OSError):  # a file of somebody else may be read
                        os.utime(path)
                    return pixels
        if first and (coarse := _coarse(frame_of_table(ground.battlefield))) is not None:
            return painted(ground, paved, coarse, self._rest)
        pixels = painted(ground, paved, rest=self._rest)
        if path is not None:
            with suppress(OSError):  # a full disk costs only the time to paint it again
                with replacing(path) as aside:
                    Image.fromarray(pixels).save(aside, "JPEG", quality=QUALITY)
                _tidy(path.parent)
        return pixels

    def _repainted(self, ground: Ground, before: Painted) -> Picture:
        """Return a painted table with the surroundings of the changed pieces painted anew."""
        pixels, whole = before.pixels, frame_of_table(ground.battlefield)
        changed = (piece.shape for piece in _changed(before.field, ground.battlefield) if not piece.shape.is_empty)
        for bounds in {shape.buffer(SHADOW_REACH + 1).bounds for shape in changed}:
            if (part := part_of(whole, bounds)) is not None:
                rows, columns, frame = part
                pixels[rows, columns] = painted(ground, before.paved, frame, self._rest)
        return pixels

    def _path(self, ground: Ground) -> Path | None:
        with suppress(OSError):
            return (self._folder or cache_folder("grounds")) / f"{digest(ground)}.jpg"
        return None


GROUNDS: Final = Grounds()
"""The painted tables of this program."""
atexit.register(GROUNDS.close)  # before the program waits for its threads: what was registered last is called first


def _coarse(whole: Frame) -> Frame | None:
    """Return the pixels of a table painted first, None if it is painted at once."""
    if whole.scale * COARSE < COARSEST:
        return None
    return whole._replace(
        scale=whole.scale * COARSE, width=round(whole.width * COARSE), height=round(whole.height * COARSE)
    )


def digest(ground: Ground) -> str:
    """Return a name for everything that a painted table shows."""
    field = ground.battlefield
    content = (VERSION, field.width, field.height, ground.ground, [_content(piece) for piece in field.pieces])
    return hashlib.blake2b(repr(content).encode(), digest_size=16).hexdigest()


def _content(piece: Piece) -> object:
    areas = [(area.outline, area.holes) for area in piece.area]
    walls = [(wall.line, wall.width, wall.impassable) for wall in piece.barricades]
    return piece.id, piece.look, piece.decoration, piece.height, areas, walls


def _key(ground: Ground) -> Hashable:
    return ground.battlefield, ground.ground


def _changed(before: Battlefield, after: Battlefield) -> set[Piece]:
    """Return the pieces that only one of two tables has."""
    return set(before.pieces) ^ set(after.pieces)


def _alike(known: Painted, ground: Ground) -> bool:
    """Return whether most pieces of a table are the same ones as on a painted table."""
    field = ground.battlefield
    if (known.field.width, known.field.height, known.colour) != (field.width, field.height, ground.ground):
        return False
    return len(_changed(known.field, field)) <= max(FEW, len(field.pieces) // 2)


def _tidy(folder: Path, most: int = MOST_BYTES) -> None:
    """Delete the tables used longest ago, until all together are small enough."""
    files = sorted(folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for path in files:
        total += path.stat().st_size
        if total > most:
            path.unlink(missing_ok=True)

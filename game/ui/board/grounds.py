"""Painted tables: pictures of terrain and ground, painted in a thread and stored in memory and on disk."""

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
"""Red, green and blue of each pixel, by row and column."""

VERSION: Final = 1
"""The version of the painting code; raise it when tables look different, so that old files are not used."""
KEPT: Final = 2
"""The most painted tables in memory."""
MOST_BYTES: Final = 200_000_000
"""The most bytes of painted tables on disk; the oldest are deleted first."""
QUALITY: Final = 90
PATIENCE: Final = 0.5
"""Seconds between two looks while waiting for a table."""
COARSE: Final = 0.25
"""The part of its scale at which a draft is painted, in a sixteenth of the time."""
COARSEST: Final = 6.0
"""Pixels per inch below which no draft is painted."""
LINGERING: Final = 1.0
"""Seconds in which a table that has just been painted fades in."""
FEW: Final = 4
"""Up to this many changed pieces (or half of all), only the surroundings of these are painted again."""


@dataclass(frozen=True, eq=False)
class Painted:
    """A painted table: its terrain, ground colour and paved part, and its picture, which is coarse in a `draft`."""

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
    """Stores painted tables by their content and paints missing ones in a thread."""

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
        """Whether a table is being painted or fading in."""
        busy = self._task is not None
        self._store_finished()
        return busy or time.monotonic() - self._taken_at < LINGERING

    def of(self, ground: Ground, *, quickly: bool = False) -> Painted | None:
        """Return a painted table, None until there is one; start painting it if no other is being painted.

        With `quickly`, a draft comes first. If only some pieces of the latest table have changed, that one is returned
        until they are painted.
        """
        self._store_finished()
        key = _key(ground)
        stored = self._known.get(key)
        self._latest = stored or self._latest
        if stored is not None and not stored.draft:
            return stored
        similar = self._latest if self._latest is not None and _differs_little(self._latest, ground) else None
        if self._task is None and key not in self._failed:
            paved = similar.paved if similar is not None else pavedness(ground)
            complete = similar if similar is not None and not similar.draft else None
            needs_draft = quickly and stored is None and complete is None
            self._task = (
                ground,
                paved,
                Task(lambda: self._new_picture(ground, paved, complete, first=needs_draft), "ground"),
            )
        return stored or similar

    def now(self, ground: Ground) -> Painted | None:
        """Wait until a table is painted and return it; None if it cannot be painted."""
        while (painted := self.of(ground)) is None or painted.draft or painted.field is not ground.battlefield:
            if self._task is None:
                return None
            self._task[2].wait(PATIENCE)
        return painted

    def close(self) -> None:
        """Stop painting because the program ends."""
        self._stop.order()

    def _stop_if_ending(self) -> None:
        """Abandon the work in the thread if the program ends."""
        if self._stop():
            raise Abandoned

    def _store_finished(self) -> None:
        """Store the table of the thread if it is finished."""
        if self._task is None or not self._task[2].done:
            return
        ground, paved, task = self._task
        self._task = None
        try:
            pixels = task.result()
        except Exception as error:
            if not isinstance(error, Abandoned):
                traceback.print_exception(error)
            self._failed.add(_key(ground))  # the table stays unpainted
            return
        size = pixels.shape[1], pixels.shape[0]
        surface = pygame.Surface(size, depth=32)  # the format of the picture into which it is scaled
        surface.blit(pygame.image.frombuffer(pixels.tobytes(), size, "RGB"), (0, 0))
        frame = frame_of_table(ground.battlefield)
        painted = Painted(ground.battlefield, ground.ground, paved, surface, draft=size != (frame.width, frame.height))
        self._known.put(_key(ground), painted)
        self._latest, self._taken_at = painted, time.monotonic()

    def _new_picture(self, ground: Ground, paved: float, similar: Painted | None, *, first: bool) -> Picture:
        """Return the picture of a table: repainted, from disk, or newly painted; a draft with `first`."""
        if similar is not None:
            return self._repainted(ground, similar)
        path = self._path(ground)
        if path is not None:
            with suppress(OSError, ValueError, SyntaxError), JpegImageFile(path) as picture:
                pixels = np.asarray(picture.convert("RGB"))
                frame = frame_of_table(ground.battlefield)
                if pixels.shape[:2] == (frame.height, frame.width):
                    with suppress(OSError):  # the file may belong to another user
                        os.utime(path)
                    return pixels
        if first and (coarse := _draft_frame(frame_of_table(ground.battlefield))) is not None:
            return painted(ground, paved, coarse, self._stop_if_ending)
        pixels = painted(ground, paved, rest=self._stop_if_ending)
        if path is not None:
            with suppress(OSError):  # without a file, the table is painted again next time
                with replacing(path) as partial_file:
                    Image.fromarray(pixels).save(partial_file, "JPEG", quality=QUALITY)
                _tidy(path.parent)
        return pixels

    def _repainted(self, ground: Ground, similar: Painted) -> Picture:
        """Return a painted table with the surroundings of changed pieces painted again."""
        pixels, table_frame = similar.pixels, frame_of_table(ground.battlefield)
        changed = (piece.shape for piece in _changed(similar.field, ground.battlefield) if not piece.shape.is_empty)
        for bounds in {shape.buffer(SHADOW_REACH + 1).bounds for shape in changed}:
            if (part := part_of(table_frame, bounds)) is not None:
                rows, columns, frame = part
                pixels[rows, columns] = painted(ground, similar.paved, frame, self._stop_if_ending)
        return pixels

    def _path(self, ground: Ground) -> Path | None:
        """Return the file of a painted table; None if its folder cannot be created."""
        with suppress(OSError):
            return (self._folder or cache_folder("grounds")) / f"{digest(ground)}.jpg"
        return None


GROUNDS: Final = Grounds()
"""The painted tables of this program."""
atexit.register(GROUNDS.close)  # called before the program waits for its threads


def _draft_frame(frame: Frame) -> Frame | None:
    """Return the frame of a table's draft, None if no draft is worth it."""
    if frame.scale * COARSE < COARSEST:
        return None
    return frame._replace(
        scale=frame.scale * COARSE, width=round(frame.width * COARSE), height=round(frame.height * COARSE)
    )


def digest(ground: Ground) -> str:
    """Return a digest of everything that a painted table shows, for its file name."""
    field = ground.battlefield
    content = (VERSION, field.width, field.height, ground.ground, [_content_of(piece) for piece in field.pieces])
    return hashlib.blake2b(repr(content).encode(), digest_size=16).hexdigest()


def _content_of(piece: Piece) -> object:
    """Return everything of a terrain piece that its picture shows."""
    areas = [(area.outline, area.holes) for area in piece.area]
    walls = [(wall.line, wall.width, wall.impassable) for wall in piece.barricades]
    return piece.id, piece.look, piece.decoration, piece.height, areas, walls


def _key(ground: Ground) -> Hashable:
    return ground.battlefield, ground.ground


def _changed(before: Battlefield, after: Battlefield) -> set[Piece]:
    """Return the pieces that only one of two tables has."""
    return set(before.pieces) ^ set(after.pieces)


def _differs_little(painted_table: Painted, ground: Ground) -> bool:
    """Return whether a table differs from a painted one in so few pieces that repainting these is enough."""
    field = ground.battlefield
    if (painted_table.field.width, painted_table.field.height, painted_table.colour) != (
        field.width,
        field.height,
        ground.ground,
    ):
        return False
    return len(_changed(painted_table.field, field)) <= max(FEW, len(field.pieces) // 2)


def _tidy(folder: Path, most: int = MOST_BYTES) -> None:
    """Delete the files used longest ago until the others have at most `most` bytes together."""
    files = sorted(folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime, reverse=True)
    total = 0
    for path in files:
        total += path.stat().st_size
        if total > most:
            path.unlink(missing_ok=True)

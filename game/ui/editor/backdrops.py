"""Backdrops: a player's own pictures under a map, read with limits because files cannot be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame
from PIL import Image

from game.documents.error import DocumentError
from game.documents.files import require_regular
from game.wording import _

SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp")
FORMATS: Final = ("PNG", "JPEG", "WEBP")
"""The formats accepted, whatever the name of the file; readers of other formats start other programs."""
MOST_BYTES: Final = 40_000_000
MOST_PIXELS: Final = 40_000_000
"""The most bytes and pixels of a picture; larger ones would take too much memory."""
LONGEST: Final = 2400
"""The most pixels of the longer side of a picture in memory."""


def measured(path: Path) -> tuple[int, int]:
    """Return the size in pixels that a picture will have in memory; raise `DocumentError`, `OSError`."""
    with _open(path) as picture:
        return _size_in_memory(picture.size)


def opened(path: Path) -> pygame.Surface:
    """Return a picture, at most `LONGEST` pixels wide and high; raise `DocumentError`, `OSError`."""
    with _open(path) as picture:
        size = _size_in_memory(picture.size)
        try:
            picture.draft("RGB", size)
            small = picture.convert("RGB").resize(size)
        except (OSError, ValueError, SyntaxError) as error:
            raise DocumentError(str(path), "", _("cannot be read as a picture: {error}", error=error)) from None
    return pygame.image.frombuffer(small.tobytes(), size, "RGB")


def _open(path: Path) -> Image.Image:
    """Open a picture and check its size and format; raise `DocumentError`, `OSError`."""
    require_regular(path, links=True)
    if path.stat().st_size > MOST_BYTES:
        reason = _("is larger than {most} MB - make it smaller", most=MOST_BYTES // 1_000_000)
        raise DocumentError(str(path), "", reason)
    try:
        picture = Image.open(path, formats=FORMATS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise DocumentError(str(path), "", _("is not a picture - use a PNG or JPEG file")) from None
    if picture.size[0] * picture.size[1] > MOST_PIXELS:
        picture.close()
        reason = _("has more than {most} million pixels - make it smaller", most=MOST_PIXELS // 1_000_000)
        raise DocumentError(str(path), "", reason)
    return picture


def _size_in_memory(size: tuple[int, int]) -> tuple[int, int]:
    """Return a size shrunk to at most `LONGEST` pixels on the longer side."""
    factor = min(1.0, LONGEST / max(size))
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))

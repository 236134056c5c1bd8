"""Pictures of the player's own under a map: reading them without trusting them."""

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
"""What a file may hold, whatever it is called: readers of other formats start other programs."""
MOST_BYTES: Final = 40_000_000
MOST_PIXELS: Final = 40_000_000
"""The size of a picture that is read; a larger one would take more memory than a map is worth."""
LONGEST: Final = 2400
"""Pixels of the longer side of a picture as it is kept in memory."""


def measured(path: Path) -> tuple[int, int]:
    """Return the size in pixels with which a picture is kept; raise `DocumentError`, `OSError`."""
    with _open(path) as picture:
        return _kept(picture.size)


def opened(path: Path) -> pygame.Surface:
    """Return a picture, at most `LONGEST` pixels wide and high; raise `DocumentError`, `OSError`."""
    with _open(path) as picture:
        size = _kept(picture.size)
        try:
            picture.draft("RGB", size)
            small = picture.convert("RGB").resize(size)
        except (OSError, ValueError, SyntaxError) as error:
            raise DocumentError(str(path), "", _("cannot be read as a picture: {error}", error=error)) from None
    return pygame.image.frombuffer(small.tobytes(), size, "RGB")


def _open(path: Path) -> Image.Image:
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


def _kept(size: tuple[int, int]) -> tuple[int, int]:
    factor = min(1.0, LONGEST / max(size))
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))

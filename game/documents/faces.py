"""Faces that players choose for pieces: a sigil by name, or a picture of their own, stored as text in the roster."""

import base64
import binascii
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from game.documents.error import DocumentError
from game.documents.reading import Document, Name, refuse
from game.resources import resource
from game.wording import N_, _

PICTURE: Final = "data:image/webp;base64,"
"""The beginning of a face that is a picture."""
FORMATS: Final = ("PNG", "JPEG", "WEBP")
SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp")
SIDE: Final = 192
"""The side of a kept picture in pixels."""
MOST_FACES: Final = 100
"""The most faces that a roster holds."""
LARGEST_SIDE: Final = 512
LARGEST_FILE: Final = 30_000_000
"""The most bytes of a file with a picture."""
LARGEST_PICTURE: Final = 16_000_000
"""The most pixels of a picture to read in full. JPEG files are read at a fraction of their size, so may have more."""
LARGEST_JPEG: Final = 80_000_000


@lru_cache(maxsize=1)
def sigil_names() -> tuple[str, ...]:
    """Return the names of all sigils."""
    return tuple(sorted(path.stem for path in resource("assets/sigils").glob("*.svg")))


def _known_face(face: str) -> str:
    if face.startswith(PICTURE):
        _check_picture(face)
    elif face not in sigil_names():
        text = N_("{face!r} is neither a sigil nor a picture - use one of {known}")
        refuse("", _(text, face=face[:40], known=", ".join(sigil_names())))
    return face


def _check_picture(face: str) -> None:
    """Refuse anything but a small WebP picture."""
    from PIL import Image

    try:
        with Image.open(BytesIO(picture_bytes(face)), formats=("WEBP",)) as picture:
            if max(picture.size) <= LARGEST_SIDE:
                picture.load()
                return
    except (OSError, ValueError, binascii.Error):
        pass
    text = N_("is not a WebP picture of at most {side} pixels a side - choose the picture again in the window")
    refuse("", _(text, side=LARGEST_SIDE))


Face = Annotated[str, Field(min_length=1, max_length=100_000), AfterValidator(_known_face)]


class FacedDocument(Document):
    """A roster whose player may have chosen `faces` for its members, by their names."""

    faces: Annotated[dict[Name, Face], Field(max_length=MOST_FACES)] | None = None


def picture_bytes(face: str) -> bytes:
    """Return the WebP file of a face that is a picture; raise `ValueError`."""
    return base64.b64decode(face.removeprefix(PICTURE), validate=True)


def picture_face(file: str) -> str:
    """Return the middle square of a PNG, JPEG or WebP picture as a face; raise `DocumentError`, `OSError`."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    if Path(file).exists() and not Path(file).is_file():  # a pipe or a device might never end
        raise DocumentError(file, "", _("is not a file - give the name of a picture"))
    if Path(file).stat().st_size > LARGEST_FILE:
        raise DocumentError(file, "", _("is larger than {most:,} bytes - use a smaller picture", most=LARGEST_FILE))
    most_pixels = LARGEST_PICTURE
    try:
        with Image.open(file, formats=FORMATS) as picture:
            most_pixels = LARGEST_JPEG if picture.format == "JPEG" else LARGEST_PICTURE
            if picture.width * picture.height > most_pixels:
                raise Image.DecompressionBombError
            picture.draft("RGB", (SIDE, SIDE))
            square = ImageOps.fit(ImageOps.exif_transpose(picture).convert("RGBA"), (SIDE, SIDE))
    except Image.DecompressionBombError:
        text = N_("has more than {most:,} pixels - use a smaller picture")
        raise DocumentError(file, "", _(text, most=most_pixels)) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        text = N_("is not a picture that can be read - use a PNG, JPEG or WebP file")
        raise DocumentError(file, "", _(text)) from None
    webp = BytesIO()
    square.save(webp, "WEBP", quality=85)
    return PICTURE + base64.b64encode(webp.getvalue()).decode()

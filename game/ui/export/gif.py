"""Moving pictures (GIF), written frame by frame: each holds only what changed since the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Final

import pygame
from PIL import GifImagePlugin, Image, ImageChops

from game.ui.export.film import Frame

COLOURS: Final = 255
UNCHANGED: Final = 255
"""The colour that lets the picture before shine through."""


def image_of(picture: pygame.Surface) -> Image.Image:
    """Return a picture as the image library knows it."""
    return Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))


class MovingPicture:
    """A GIF that repeats for ever; frames are added one by one, nothing is kept but the last one.

    Its colours are those of `samples`, pictures of the same size as the frames.
    """

    def __init__(self, stream: IO[bytes], samples: Sequence[pygame.Surface]) -> None:
        self._stream = stream
        images = [image_of(sample) for sample in samples]
        sheet = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
        for place, image in enumerate(images):
            sheet.paste(image, (0, place * image.height))
        self._palette = sheet.quantize(COLOURS, Image.Quantize.FASTOCTREE)
        self._before: Image.Image | None = None
        self._pending: tuple[Image.Image, tuple[int, int], int] | None = None

    def add(self, frame: Frame) -> None:
        """Take the next frame; raise `OSError` when it cannot be written."""
        image = image_of(frame.picture)
        if self._before is None:
            whole = image.quantize(palette=self._palette, dither=Image.Dither.NONE)
            self._stream.write(b"".join(GifImagePlugin.getheader(whole, info={"loop": 0})[0]))
            self._pending = whole, (0, 0), frame.milliseconds
        else:
            difference = ImageChops.difference(self._before, image)
            box = difference.getbbox()
            if box is None:
                self._wait(frame.milliseconds)
                return
            self._flush()
            part = image.crop(box).quantize(palette=self._palette, dither=Image.Dither.NONE)
            same = difference.crop(box).convert("L").point([255] + [0] * 255)
            part.paste(UNCHANGED, mask=same)
            self._pending = part, (box[0], box[1]), frame.milliseconds
        self._before = image

    def finish(self) -> None:
        """Write the end."""
        self._flush()
        self._stream.write(b";")

    def _wait(self, milliseconds: int) -> None:
        if self._pending is not None:
            part, spot, before = self._pending
            self._pending = part, spot, before + milliseconds

    def _flush(self) -> None:
        if self._pending is not None:
            part, spot, milliseconds = self._pending
            blocks = GifImagePlugin.getdata(part, spot, duration=milliseconds, disposal=1, transparency=UNCHANGED)
            self._stream.write(b"".join(blocks))
            self._pending = None

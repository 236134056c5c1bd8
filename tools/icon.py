"""Write the icon of the program as pictures, from its drawing: `python tools/icon.py`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

FOLDER: Final = Path(__file__).resolve().parents[1] / "assets" / "application"
SIDES: Final = (32, 48, 128, 256)


def main() -> None:
    """Draw each size anew, so that lines stay sharp."""
    for side in SIDES:
        picture = pygame.image.load_sized_svg(FOLDER / "inchwise.svg", (side, side))
        pygame.image.save(picture, FOLDER / f"inchwise-{side}.png")


if __name__ == "__main__":
    main()

"""The looks of the table: two themes and one of high contrast. Signs and patterns mean the same in every one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pygame

from game.ui.widgets.theme import WOOD, WOOD_LIGHT, Colour, colour_of, mix, sharper
from game.wording import N_

if TYPE_CHECKING:  # the main menu needs looks at once, but no tables and no numpy
    import numpy as np

    from game.table.terrain.battlefield import Battlefield


@dataclass(frozen=True)
class Ground:
    """The terrain of a table and its colours. `battlefield` is the rules' own table.

    `lines` colours hatching and outlines; a `plain` ground has no texture, no ornaments and no lamp.
    """

    battlefield: Battlefield
    ground: Colour = (142, 130, 106)
    grain: Colour = (120, 108, 88)
    area: Colour = (112, 108, 82)
    barricade: Colour = (120, 92, 66)
    impassable: Colour = (43, 36, 48)
    rim: Colour = WOOD_LIGHT
    room: Colour = WOOD
    lines: Colour | None = None
    plain: bool = False
    look: str = "club"

    @classmethod
    def of(cls, battlefield: Battlefield, palette: Mapping[str, str] | None = None) -> Ground:
        """Return the ground of a battlefield in a map document's palette, or in muted default colours."""
        names = ("ground", "grain", "area", "barricade", "impassable")
        given: dict[str, Any] = {name: colour_of(palette[name]) for name in names if palette and name in palette}
        return cls(battlefield, **given)


@dataclass(frozen=True)
class Look:
    """A name, a title for menus, its change of a map's own ground, and whether panels are sharpened."""

    name: str
    title: str
    lay: Callable[[Ground], Ground]
    sharp: bool = False


def _felt(ground: Ground) -> Ground:
    """Return a ground of green felt in a dark frame; terrain keeps its tints, dimmed."""
    return replace(
        ground,
        look="felt",
        ground=mix((62, 88, 78), ground.ground, 0.12),
        grain=(48, 70, 62),
        area=mix(ground.area, (54, 66, 60), 0.45),
        barricade=mix(ground.barricade, (150, 132, 112), 0.3),
        impassable=mix(ground.impassable, (20, 20, 26), 0.4),
        rim=(58, 47, 44),
        room=(24, 27, 32),
    )


def _contrast(ground: Ground) -> Ground:
    """Return a flat black ground with white lines and no ornament."""
    return replace(
        ground,
        look="contrast",
        ground=(16, 18, 22),
        grain=(16, 18, 22),
        area=(54, 62, 70),
        barricade=(214, 164, 78),
        impassable=(6, 6, 8),
        rim=(40, 42, 46),
        room=(4, 4, 6),
        lines=(240, 240, 240),
        plain=True,
    )


LOOKS: Final[dict[str, Look]] = {
    "club": Look("club", N_("club table"), lambda ground: ground),
    "felt": Look("felt", N_("green felt"), _felt),
    "contrast": Look("contrast", N_("high contrast"), _contrast, sharp=True),
}
"""Every look by name; the first shows a map's own colours."""


@cache
def _curve() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    import numpy as np

    return np.array([sharper(value) for value in range(256)], dtype=np.uint8)


def sharpen(target: pygame.Surface, rect: pygame.Rect) -> None:
    """Raise the contrast of a part of a picture: black where it is dark, bright where there is text."""
    part = target.subsurface(rect.clip(target.get_rect()))
    if part.get_width() and part.get_height():
        pixels = pygame.surfarray.pixels3d(part)
        pixels[:] = _curve()[pixels]

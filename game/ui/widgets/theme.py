"""The visual language: colours, type, spacing, and the looks of the table; everything drawn has them from here."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pygame

from game.resources import resource
from game.ui.widgets.typeface import Typeface
from game.wording import N_

if TYPE_CHECKING:  # the main menu needs looks at once, but no tables and no numpy
    import numpy as np

    from game.table.terrain.battlefield import Battlefield

Colour = tuple[int, int, int]

GRID: Final = 8
"""Pixels of the layout grid (at scale 1)."""

DARK: Final[Colour] = (13, 20, 29)
SLATE_DEEP: Final[Colour] = (13, 20, 29)
SLATE: Final[Colour] = (21, 32, 44)
SLATE_RAISED: Final[Colour] = (34, 49, 63)
SLATE_HOVER: Final[Colour] = (48, 70, 90)
SLATE_LINE: Final[Colour] = (70, 96, 122)
INK: Final[Colour] = (247, 240, 222)
INK_QUIET: Final[Colour] = (185, 198, 210)
INK_FAINT: Final[Colour] = (152, 168, 184)
LAMP: Final[Colour] = (235, 190, 100)
"""The warm light of the room: focus, the active piece, what needs attention now."""
GOOD: Final[Colour] = (134, 219, 166)
WARNING: Final[Colour] = (245, 199, 84)
BAD: Final[Colour] = (255, 158, 138)
WOOD: Final[Colour] = (58, 44, 36)
WOOD_LIGHT: Final[Colour] = (98, 74, 56)
PAPER: Final[Colour] = (247, 240, 222)
SHADOW: Final[Colour] = (12, 12, 16)

TONES: Final[dict[str, Colour]] = {"plain": INK, "good": GOOD, "warning": WARNING, "bad": BAD, "quiet": INK_QUIET}
"""The tone of a line of text, as rulesets name it."""

CAUSES: Final[dict[str, tuple[Colour, str]]] = {
    "out of range": ((150, 156, 168), "diagonal"),
    "too close": ((226, 160, 84), "counter"),
    "off the table": ((120, 120, 126), "vertical"),
    "overlaps a base": ((231, 111, 96), "diagonal"),
    "overlaps a marker": ((214, 130, 196), "cross"),
    "on a barricade": ((206, 178, 120), "horizontal"),
    "cut off": ((150, 132, 206), "vertical"),
    "not closer": ((118, 170, 214), "horizontal"),
    "in the way": ((176, 170, 150), "brick"),
}
"""A colour and a pattern for each cause of an illegal spot that rulebooks share."""
OTHER_CAUSES: Final[tuple[tuple[Colour, str], ...]] = (
    ((180, 180, 180), "dots"),
    ((150, 208, 158), "waves"),
    ((120, 204, 226), "counter"),
    ((232, 226, 140), "cross"),
)
"""Those of a rulebook's own causes, in the order in which a region names them."""

RIMS: Final = ("solid", "dashed", "dotted", "double")
"""The rim pattern of the first, second, third and fourth player."""

MOTION: Final = 0.16
"""Seconds a piece takes to glide to its new place."""

_FILES = {
    "regular": "OpenSans-Regular.ttf",
    "semibold": "OpenSans-Semibold.ttf",
    "bold": "OpenSans-Bold.ttf",
    "title": "Grenze-SemiBold.ttf",
    "title-bold": "Grenze-Bold.ttf",
}
_SIZES = {"small": 14, "body": 16, "heading": 20, "large": 24, "huge": 36}


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the colour `share` (0..1) of the way from `a` to `b`."""
    red, green, blue = (round(one + (other - one) * share) for one, other in zip(a, b))
    return red, green, blue


def colour_of(text: str) -> Colour:
    """Return the colour of "#rrggbb"; a neutral grey if it is invalid."""
    try:
        value = pygame.Color(text)
    except ValueError:
        return (150, 150, 150)
    return (value.r, value.g, value.b)


def readable_on(colour: Colour) -> Colour:
    """Return black or paper white, whichever reads better on `colour`."""
    brightness = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return (24, 24, 28) if brightness > 140 else PAPER


SHARPER: Final = ((0, 30, 50, 64, 84, 112, 164, 200, 232, 255), (0, 0, 20, 36, 116, 178, 226, 246, 255, 255))
"""Points of the curve of high contrast: input and output brightness."""


def sharper(value: int) -> int:
    """Return a brightness, 0 to 255, in high contrast: dark becomes black, text bright."""
    given, shown = SHARPER
    right = max(1, bisect_left(given, value))
    left = right - 1
    return round(shown[left] + (shown[right] - shown[left]) * (value - given[left]) / (given[right] - given[left]))


PANEL: Final = mix(SLATE, SLATE_RAISED, 0.25)
"""The ground of the drawer."""


@dataclass
class Theme:
    """Type and spacing at one interface scale (1.0 suits 96 dots per inch), in high contrast if `sharp`."""

    scale: float = 1.0
    sharp: bool = False
    _fonts: dict[tuple[str, int], Typeface] = field(default_factory=dict, repr=False)

    def tone(self, colour: Colour) -> Colour:
        """Return a panel colour as displayed."""
        return (sharper(colour[0]), sharper(colour[1]), sharper(colour[2])) if self.sharp else colour

    def px(self, grid_steps: float) -> int:
        """Return `grid_steps` of the 8-pixel grid in pixels."""
        return round(grid_steps * GRID * self.scale)

    def size(self, name: str | int) -> int:
        """Return the pixels of a type size, "small", "body", "heading", "large" or "huge"; a number stays as it is."""
        return name if isinstance(name, int) else round(_SIZES[name] * self.scale)

    def font(self, size: str | int = "body", weight: str = "regular") -> Typeface:
        """Return the interface font in one of its sizes."""
        return self.font_px(self.size(size), weight)

    def font_px(self, pixels: int, weight: str = "regular") -> Typeface:
        """Return the font at any pixel size, for labels on the table that follow the zoom."""
        key = (weight, pixels)
        if key not in self._fonts:
            pygame.font.init()
            self._fonts[key] = Typeface(font_file(weight), pixels)
        return self._fonts[key]


@cache  # asked of every letter of every player in every frame
def font_file(weight: str) -> str:
    """Return the path of the bundled font of a weight: "regular", "semibold", "bold", "title" or "title-bold"."""
    return str(resource("assets/fonts") / _FILES[weight])


@dataclass(frozen=True)
class Ground:
    """The terrain of a table and its colours. `battlefield` is the rules' own table.

    `lines` colours hatching and outlines; a `plain` ground has no texture, no ornaments and no lamp. A `lit` ground is
    painted as a relief in the background, and drawn flat until then.
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
    lit: bool = False
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


def _lit(ground: Ground) -> Ground:
    """Return a ground painted as a relief in its own colours."""
    return replace(ground, look="lit", lit=True)


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
    "lit": Look("lit", N_("painted table"), _lit),
    "club": Look("club", N_("flat table"), lambda ground: ground),
    "felt": Look("felt", N_("green felt"), _felt),
    "contrast": Look("contrast", N_("high contrast"), _contrast, sharp=True),
}
"""Every look by name; the first is what a new player sees."""


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

"""Buttons in a row: each under a name, pressed by letting the mouse go where it went down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui.widgets.text import blit_at, ink, shorten
from game.ui.widgets.theme import INK, INK_FAINT, LAMP, SLATE_HOVER, SLATE_LINE, SLATE_RAISED, Colour, Theme

CORNER: Final = 0.75
"""Radius of the corners in units of the theme."""


@dataclass(frozen=True)
class Button:
    """A button's label and place in pixels."""

    label: str
    rect: pygame.Rect


@dataclass
class Buttons:
    """Buttons by name. `held` is the one on which the mouse button went down, "" for none."""

    theme: Theme
    shown: Mapping[str, Button] = field(default_factory=dict)
    held: str = ""

    def at(self, spot: tuple[int, int]) -> str:
        """Return the name of the button under a pixel, or "" for none."""
        return next((name for name, button in self.shown.items() if button.rect.collidepoint(spot)), "")

    def handle(self, event: pygame.event.Event) -> tuple[bool, str]:
        """Return whether an event was theirs, and the name of the button that it pressed, if any."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.held = self.at(event.pos)
            return bool(self.held), ""
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            held, self.held = self.held, ""
            return True, held if held == self.at(event.pos) else ""
        return False, ""

    def key(self, mouse: tuple[int, int]) -> tuple[object, ...]:
        """Return a cache key of their picture."""
        return self.shown, self.held, self.at(mouse)

    def draw(self, target: pygame.Surface, mouse: tuple[int, int]) -> None:
        """Draw them, the one under the mouse lighter, the held one framed like what is chosen."""
        under = self.at(mouse)
        for name, button in self.shown.items():
            held = name == self.held
            frame = LAMP if held and name == under else INK_FAINT if name == under else SLATE_LINE
            self._draw(target, button, SLATE_HOVER if held or name == under else SLATE_RAISED, frame)

    def _draw(self, target: pygame.Surface, button: Button, fill: Colour, frame: Colour) -> None:
        theme, rect, radius = self.theme, button.rect, self.theme.px(CORNER)
        pygame.draw.rect(target, fill, rect, border_radius=radius)
        pygame.draw.rect(target, frame, rect, 1, border_radius=radius)
        label = shorten(theme, button.label, rect.width, "small")
        blit_at(target, ink(theme, label, "small", "regular", INK), center=rect.center)

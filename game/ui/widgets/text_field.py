"""A line of text to type into, with a selection and the clipboard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui.widgets import clipboard
from game.ui.widgets.text import blit_at, clipped, ink
from game.ui.widgets.theme import INK, LAMP, SLATE, SLATE_LINE, Theme, mix

HIGH: Final = 5
"""Its height in units of the theme."""
_CTRL: Final = pygame.KMOD_CTRL | pygame.KMOD_META


@dataclass
class TextField:
    """One line of at most `longest` characters; what is selected lies between `anchor` and `caret`.

    It begins with everything selected, so that typing replaces it.
    """

    text: str = ""
    longest: int = 1000
    caret: int = 0
    anchor: int = 0
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    _left: int = 0
    _theme: Theme = field(default_factory=Theme)

    def __post_init__(self) -> None:
        self.fill(self.text)

    def fill(self, text: str) -> None:
        """Replace the text, and select the new one."""
        self.text = _one_line(text)[: self.longest]
        self.anchor, self.caret = 0, len(self.text)

    @property
    def selected(self) -> str:
        """The selected part of the text."""
        return self.text[min(self.anchor, self.caret) : max(self.anchor, self.caret)]

    def type(self, text: str) -> None:
        """Put text in place of what is selected."""
        start, end = sorted((self.anchor, self.caret))
        text = _one_line(text)[: self.longest - len(self.text) + end - start]
        self.text = self.text[:start] + text + self.text[end:]
        self.anchor = self.caret = start + len(text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether the text or the selection may have changed."""
        if event.type == pygame.TEXTINPUT:
            self.type(event.text)
        elif event.type == pygame.KEYDOWN and event.mod & _CTRL:
            self._shortcut(event.key)
        elif event.type == pygame.KEYDOWN:
            return self._key(event.key, keep=bool(event.mod & pygame.KMOD_SHIFT))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self.anchor = self.caret = self._at(event.pos[0])
        elif event.type == pygame.MOUSEMOTION and event.buttons[0] and self.rect.collidepoint(event.pos):
            self.caret = self._at(event.pos[0])
        else:
            return False
        return True

    def _shortcut(self, key: int) -> None:
        if key == pygame.K_a:
            self.anchor, self.caret = 0, len(self.text)
        elif key == pygame.K_v:
            self.type(clipboard.pasted())
        elif key in (pygame.K_c, pygame.K_x) and self.selected:
            clipboard.copy(self.selected)
            if key == pygame.K_x:
                self.type("")

    def _key(self, key: int, *, keep: bool) -> bool:
        """Delete or move, with `keep` selecting on the way; return whether the key does so."""
        ends = {
            pygame.K_LEFT: max(0, self.caret - 1),
            pygame.K_RIGHT: min(len(self.text), self.caret + 1),
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if not self.selected:
                self.anchor = min(len(self.text), max(0, self.caret + (1 if key == pygame.K_DELETE else -1)))
            self.type("")
        elif key in ends:
            self.caret = ends[key]
            if not keep:
                self.anchor = self.caret
        else:
            return False
        return True

    def _at(self, x: int) -> int:
        """Return the place in the text nearest to a pixel."""
        font, inside = self._theme.font(), x - self._left
        return min(range(len(self.text) + 1), key=lambda place: abs(font.size(self.text[:place])[0] - inside))

    def height(self, theme: Theme, width: int) -> int:
        return theme.px(HIGH)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw it so that the caret is seen."""
        self.rect, self._theme = rect.copy(), theme
        pygame.draw.rect(target, mix(SLATE, (0, 0, 0), 0.3), rect, border_radius=theme.px(0.75))
        pygame.draw.rect(target, LAMP, rect, max(1, theme.px(0.2)), border_radius=theme.px(0.75))
        font, room = theme.font(), rect.inflate(-theme.px(2), -theme.px(1))
        caret = font.size(self.text[: self.caret])[0]
        self._left = room.left - max(0, caret - room.width + theme.px(0.5))
        start, end = (font.size(self.text[:place])[0] for place in sorted((self.anchor, self.caret)))
        with clipped(target, room):
            pygame.draw.rect(
                target, mix(SLATE_LINE, LAMP, 0.25), (self._left + start, room.top, end - start, room.height)
            )
            blit_at(target, ink(theme, self.text), midleft=(self._left, room.centery))
            pygame.draw.line(target, INK, (self._left + caret, room.top), (self._left + caret, room.bottom), 2)


def _one_line(text: str) -> str:
    return "".join(each for each in text.replace("\n", " ") if each.isprintable())

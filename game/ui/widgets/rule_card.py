"""One rule to read: its id and title, its text, examples worked out; scrolled where it is long."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.engine.rulebook.reference import Rule
from game.ui.widgets.scrollbar import draw_scrollbar
from game.ui.widgets.text import ink, line_height, wrap
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, LAMP, Colour, Theme
from game.wording import _


@dataclass
class RuleCard:
    """The text of a rule inside a rectangle."""

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    rule: Rule | None = None
    scrolled: int = 0

    def show(self, rule: Rule | None) -> None:
        """Show another rule from its beginning."""
        self.rule, self.scrolled = rule, 0

    def place(self, rect: pygame.Rect, most: int) -> None:
        """Take the room at the top of a rectangle that the text needs, at most so many pixels."""
        self.rect = pygame.Rect(rect.left, rect.top, rect.width, 0)
        self.rect.height = max(0, min(self._height(), most, rect.height))
        self.scroll_by(0)

    @property
    def bottom(self) -> int:
        """The pixel below it."""
        return self.rect.bottom

    def scroll_by(self, steps: int) -> bool:
        """Scroll down so many steps, up for negative ones; say whether anything moved."""
        before = self.scrolled
        wanted = self.scrolled + steps * line_height(self.theme) * 2
        self.scrolled = max(0, min(wanted, self._height() - self.rect.height))
        return self.scrolled != before

    def _lines(self) -> list[tuple[str, str, str, Colour]]:
        """Return the wrapped lines, each with size, weight and colour."""
        theme, rule = self.theme, self.rule
        if rule is None:
            return [(_("There is no such rule."), "body", "regular", INK_QUIET)]
        parts: list[tuple[str, str, str, Colour]] = [
            (f"{rule.id}  ·  {rule.chapter}", "small", "semibold", LAMP),
            (rule.title, "large", "semibold", INK),
            (rule.text, "body", "regular", INK),
        ]
        if rule.examples:
            parts.append((_("For example"), "small", "semibold", INK_FAINT))
            parts += [(text, "body", "regular", INK_QUIET) for text in rule.examples]
        return [
            (line, size, weight, colour)
            for text, size, weight, colour in parts
            for line in (*wrap(theme, text, self.rect.width, size, weight), "")
        ][:-1]

    def _step(self, line: str, size: str) -> int:
        return line_height(self.theme, size) if line else self.theme.px(1)

    def _height(self) -> int:
        return sum(self._step(line, size) for line, size, _unused, _unused in self._lines())

    def draw(self, target: pygame.Surface) -> None:
        """Draw the text; a bar tells where there is more of it."""
        clip = target.get_clip()
        target.set_clip(self.rect.clip(clip))
        y = self.rect.top - self.scrolled
        for line, size, weight, colour in self._lines():
            if line:
                target.blit(ink(self.theme, line, size, weight, colour), (self.rect.left, y))
            y += self._step(line, size)
        target.set_clip(clip)
        draw_scrollbar(target, self.theme, self.rect, self._height(), self.scrolled)

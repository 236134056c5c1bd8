"""One row of a list as it looks: key, box, label, value, rule, a quiet line below; what is long takes more lines."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.widgets.keys import key_label
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.text import ink, line_height, put, shorten, wrap
from game.ui.widgets.theme import (
    BAD,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Theme,
    mix,
)


@dataclass(frozen=True)
class Row:
    """An action in a list of some width; all lengths in pixels."""

    theme: Theme
    action: MenuItem
    width: int

    @property
    def height(self) -> int:
        """The pixels it takes; a refused one shows its reason below its label."""
        theme, action = self.theme, self.action
        if action.heading:
            return theme.px(3.5)
        if not action.enabled:
            return theme.px(1) + len(self._reason()) * line_height(theme, "small")
        high = theme.px(4.5) + (len(self._label()) - 1) * line_height(theme)
        if action.value and self._stacked():
            high += theme.px(3.5)
        return high + len(self._detail()) * line_height(theme, "small")

    def value_rect(self, rect: pygame.Rect) -> pygame.Rect:
        """Return where its value is shown, an arrow at either end: to the right, or below where there is no room."""
        high = self.theme.px(4.5)
        if self._stacked():
            top = rect.top + self.theme.px(3.5) + (len(self._label()) - 1) * line_height(self.theme)
            return pygame.Rect(rect.left, top, rect.width, high)
        return pygame.Rect(rect.right - self._value_width, rect.top, self._value_width, high)

    @property
    def _value_width(self) -> int:
        return min(self.theme.px(30), self.width * 55 // 100)

    def _stacked(self) -> bool:
        """Whether its value needs a line of its own."""
        if not self.action.value:
            return False
        needed = ink(self.theme, self.action.value).get_width() + self._arrows()
        label = ink(self.theme, self.action.label, "body", self._weight).get_width()
        right = self.width - self._value_width - self.theme.px(1)
        return needed > self._value_width or self._left() + label > right

    def _arrows(self) -> int:
        return self.theme.px(10 if self.action.swatch is not None else 6)

    @property
    def _weight(self) -> str:
        return "semibold" if self.action.primary else "regular"

    def _left(self) -> int:
        """Return where its label begins, counted from the left edge."""
        theme, action, left = self.theme, self.action, self.theme.px(1)
        if action.shortcut:
            left += self._cap().width + theme.px(1)
        if action.ticked is not None:
            left += theme.px(3)
        if action.swatch is not None and not action.value:
            left += theme.px(2) + theme.px(1) // 2
        return left

    def _cap(self) -> pygame.Rect:
        text = ink(self.theme, key_label(self.action.shortcut), "small", "semibold")
        wide = max(self.theme.px(2.75), text.get_width() + self.theme.px(1))
        return pygame.Rect(0, 0, wide, self.theme.px(2.5))

    def _right(self) -> int:
        """Return where its label has to end, counted from the left edge."""
        right = self.width - self.theme.px(1)
        if self.action.value and not self._stacked():
            right -= self._value_width
        if self.action.rule:
            right -= ink(self.theme, self.action.rule, "small").get_width() + self.theme.px(1)
        return right

    def _label(self) -> tuple[str, ...]:
        return wrap(self.theme, self.action.label, max(1, self._right() - self._left()), "body", self._weight)

    def _detail(self) -> tuple[str, ...]:
        detail = self.action.detail
        return wrap(self.theme, detail, max(1, self._right() - self._left()), "small") if detail else ()

    def _reason(self) -> tuple[str, ...]:
        text = f"{self.action.label}: {self.action.reason}"
        return wrap(self.theme, text, self.width - self.theme.px(2), "small")

    def draw(self, target: pygame.Surface, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        """Draw it into its rectangle, lit by the keyboard (`marked`) or the mouse (`hovered`)."""
        theme, action = self.theme, self.action
        if action.heading:
            text = ink(theme, action.label, "small", "semibold", INK_QUIET)
            put(target, text, bottomleft=(rect.left, rect.bottom - theme.px(0.5)))
            return
        if not action.enabled:
            self._draw_refused(target, rect)
            return
        lit = marked or hovered
        fill = SLATE_HOVER if lit else SLATE_RAISED
        if action.primary:
            fill = mix(fill, LAMP, 0.24 if lit else 0.15)
        pygame.draw.rect(target, fill, rect, border_radius=theme.px(0.75))
        if marked:
            pygame.draw.rect(target, LAMP, rect, max(1, theme.px(0.25)), border_radius=theme.px(0.75))
        middle = rect.top + theme.px(2.25)
        self._draw_signs(target, rect, middle)
        if action.value:
            self._draw_value(target, self.value_rect(rect), lit)
        left, y = rect.left + self._left(), middle
        for line in self._label():
            put(target, ink(theme, line, "body", self._weight, INK), midleft=(left, y))
            y += line_height(theme)
        y = rect.bottom - theme.px(0.5) - len(self._detail()) * line_height(theme, "small")
        for line in self._detail():
            target.blit(ink(theme, line, "small", "regular", INK_QUIET), (left, y))
            y += line_height(theme, "small")

    def _draw_signs(self, target: pygame.Surface, rect: pygame.Rect, middle: int) -> None:
        """Draw what is around the label: its key, its box or its colour, its rule."""
        theme, action, left = self.theme, self.action, rect.left + self.theme.px(1)
        if action.shortcut:
            left = self._draw_key(target, left, middle) + theme.px(1)
        if action.ticked is not None:
            left = self._draw_box(target, action.ticked, left, middle) + theme.px(1)
        if action.swatch is not None and not action.value:
            pygame.draw.circle(target, action.swatch, (left + theme.px(0.75), middle), theme.px(0.75))
        if action.rule:
            rule = ink(theme, action.rule, "small", "regular", INK_FAINT)
            right = self.value_rect(rect).left if action.value and not self._stacked() else rect.right
            put(target, rule, midright=(right - theme.px(1), middle))

    def _draw_value(self, target: pygame.Surface, box: pygame.Rect, lit: bool) -> None:
        theme, action = self.theme, self.action
        for arrow, x in (("‹", box.left + theme.px(1.5)), ("›", box.right - theme.px(1.5))):
            put(target, ink(theme, arrow, "body", "semibold", LAMP if lit else INK_FAINT), center=(x, box.centery))
        middle = box.centerx
        if action.swatch is not None:
            pygame.draw.circle(target, action.swatch, (box.left + theme.px(4), box.centery), theme.px(1))
            middle += theme.px(2)
        text = shorten(theme, action.value, box.width - self._arrows())
        put(target, ink(theme, text), center=(middle, box.centery))

    def _draw_refused(self, target: pygame.Surface, rect: pygame.Rect) -> None:
        theme = self.theme
        pygame.draw.rect(target, mix(SLATE, SLATE_RAISED, 0.35), rect, border_radius=theme.px(0.75))
        y = rect.top + theme.px(0.5)
        for line in self._reason():
            target.blit(ink(theme, line, "small", "regular", mix(BAD, INK_QUIET, 0.65)), (rect.left + theme.px(1), y))
            y += line_height(theme, "small")

    def _draw_key(self, target: pygame.Surface, left: int, middle: int) -> int:
        theme = self.theme
        text = ink(theme, key_label(self.action.shortcut), "small", "semibold")
        box = self._cap()
        box.midleft = (left, middle)
        pygame.draw.rect(target, mix(SLATE, SLATE_LINE, 0.25), box, border_radius=theme.px(0.5))
        pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=theme.px(0.5))
        put(target, text, center=box.center)
        return box.right

    def _draw_box(self, target: pygame.Surface, ticked: bool, left: int, middle: int) -> int:
        box = pygame.Rect(0, 0, self.theme.px(2), self.theme.px(2))
        box.midleft = (left, middle)
        fill, rim = (LAMP, LAMP) if ticked else (SLATE, SLATE_LINE)
        pygame.draw.rect(target, fill, box, border_radius=self.theme.px(0.5))
        pygame.draw.rect(target, rim, box, 1, border_radius=self.theme.px(0.5))
        if ticked:
            x, y, r = box.centerx, box.centery, box.width / 2
            stroke = [(x - r * 0.5, y), (x - r * 0.1, y + r * 0.45), (x + r * 0.55, y - r * 0.45)]
            pygame.draw.lines(target, SLATE, False, stroke, max(2, box.width // 7))
        return box.right

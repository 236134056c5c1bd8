"""The upper part of the panel: the decision and its rule, and the possible actions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pygame

from game.ui.board.pieces import Livery, paint_swatch
from game.ui.widgets.actions import ActionList
from game.ui.widgets.layers import Kept
from game.ui.widgets.text import blit_at, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, SLATE, SLATE_RAISED, Theme
from game.wording import language


@dataclass(frozen=True)
class Heading:
    """The head of the panel: the deciding player, the decision and its rule, with its `wording` among the facts."""

    who: str = ""
    livery: Livery = field(default_factory=Livery)
    prompt: str = ""
    rule: str = ""
    wording: str = ""
    hint: str = ""


@dataclass
class DecisionPanel:
    """Heading and actions."""

    theme: Theme
    actions: ActionList
    heading: Heading = field(default_factory=Heading)
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    _head: Kept = field(default_factory=Kept)

    def wanted_height(self, width: int) -> int:
        """Return its preferred height in pixels."""
        inner = width - 2 * self.theme.px(2)
        return self._head_height(inner) + self.actions.height(inner) + self.theme.px(1.5)

    def least_height(self, width: int) -> int:
        """Return the height in pixels below which it does not even show the row that is pointed at."""
        rows, pointed = self.actions.rows(), self.actions.pointed()
        high = self._head_height(width - 2 * self.theme.px(2), hint=False)
        for index, (action, rect) in enumerate(rows):
            if action is pointed or pointed is None:
                marked = index != self.actions.hovered
                return high + (rect.height if marked else rect.bottom - self.actions.rect.top) + self.theme.px(1.5)
        return high

    def place(self, rect: pygame.Rect) -> None:
        """Put it into a rectangle of the window; a mark of the keyboard stays in view."""
        pad = self.theme.px(2)
        if self.wanted_height(rect.width) > rect.height:  # actions matter more than explanations
            self.heading = replace(self.heading, hint="")
        self.rect = rect
        head = self._head_height(rect.width - 2 * pad)
        below = max(0, rect.height - head - self.theme.px(1))
        before = self.actions.rect.height
        self.actions.place(pygame.Rect(rect.left + pad, rect.top + head, rect.width - 2 * pad, below))
        if below < before and self.actions.hovered < 0:
            self.actions.show_cursor()

    def _head_height(self, width: int, *, hint: bool = True) -> int:
        theme, heading = self.theme, self.heading
        high = theme.px(6)
        high += len(wrap(theme, heading.prompt, width, "body", "semibold")) * line_height(theme)
        if hint and heading.hint:
            high += len(wrap(theme, heading.hint, width, "small")) * line_height(theme, "small")
        return high + theme.px(1.5)

    @property
    def head(self) -> pygame.Rect:
        """Where it says who decides, and what is asked."""
        high = self.actions.rect.top - self.rect.top
        return pygame.Rect(self.rect.topleft, (self.rect.width, max(0, high)))

    def rule_rect(self) -> pygame.Rect:
        """Return where the rule of the decision is written."""
        text = ink(self.theme, self.heading.rule, "small", "semibold")
        box = pygame.Rect(0, 0, text.get_width() + self.theme.px(1.5), self.theme.px(2.75))
        box.topright = (self.rect.right - self.theme.px(2), self.rect.top + self.theme.px(1.5))
        return box

    def rule_at(self, pixel: tuple[int, int]) -> str:
        """Return the rule written at a pixel: the decision's, or that of a refused row."""
        if not self.rect.collidepoint(pixel):
            return ""
        if self.rule_rect().collidepoint(pixel):
            return self.heading.rule
        row = self.actions.row_at(pixel)
        return row.rule if row is not None and not row.enabled else ""

    def draw(self, target: pygame.Surface) -> None:
        """Draw heading and actions."""
        head = self.rect.clip(target.get_rect())
        head.height = max(0, min(head.bottom, self.actions.rect.top) - head.top)
        pygame.draw.rect(target, SLATE, self.rect)
        if self.heading.who:
            tint = pygame.Rect(self.rect.left, self.rect.top, self.theme.px(0.5), self.rect.height)
            pygame.draw.rect(target, self.heading.livery.colour, tint)
        key = self.heading, tuple(self.rect), tuple(head), self.theme.scale, language()
        self._head.show(target, head, key, lambda: self._draw_head(target))
        self.actions.draw(target)

    def _draw_head(self, target: pygame.Surface) -> None:
        theme, heading, pad = self.theme, self.heading, self.theme.px(2)
        left, width = self.rect.left + pad, self.rect.width - 2 * pad
        middle = self.rect.top + theme.px(3)
        if heading.who:
            blit_at(target, paint_swatch(heading.livery, theme.px(2.5)), midleft=(left, middle))
        room = self.rule_rect().left - left - theme.px(4)
        who = ink(theme, shorten(theme, heading.who, room, "body", "semibold"), "body", "semibold", INK_QUIET)
        blit_at(target, who, midleft=(left + theme.px(3.5), middle))
        if heading.rule:
            box = self.rule_rect()
            pygame.draw.rect(target, SLATE_RAISED, box, border_radius=box.height // 2)
            blit_at(target, ink(theme, heading.rule, "small", "semibold", INK_QUIET), center=box.center)
        y = self.rect.top + theme.px(5.5)
        for text, size, weight, colour in (
            (heading.prompt, "body", "semibold", INK),
            (heading.hint, "small", "regular", INK_FAINT),
        ):
            y = write(target, theme, text, (left, y), width, size, weight, colour) if text else y

    def key(self) -> tuple[object, ...]:
        """Return a cache key of the picture."""
        return self.heading, tuple(self.rect), self.actions.key()

"""What a person can do now, as rows with a shortcut: the list every decision, menu and sheet uses."""

from __future__ import annotations

import string
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import pygame

from game.ui.text import ink, line_height, shorten, wrap
from game.ui.theme import (
    BAD,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    mix,
)
from game.wording import mark, say

RESERVED: Final = frozenset("finmrwx")
"""Letters that mean something everywhere: fit, inspect, nearest, measure, ruler, why, threat map (x)."""
KEYS: Final = tuple("123456789") + tuple(letter for letter in string.ascii_lowercase if letter not in RESERVED)

_CAPS: Final = {"return": mark("Enter"), "escape": mark("Esc"), "left": mark("Left"), "right": mark("Right")}


@dataclass(frozen=True)
class Action:
    """One thing to do. `shortcut` is the key's name; a refused one has a `reason` and cannot be done.

    `value` is what it stands at, to be turned by the arrow keys or a click; `detail` a quiet line below the label;
    a `heading` only names the rows that follow.
    """

    id: str
    label: str
    shortcut: str = ""
    rule: str = ""
    reason: str = ""
    ticked: bool | None = None
    primary: bool = False
    subject: tuple[str, ...] = ()
    swatch: Colour | None = None
    value: str = ""
    detail: str = ""
    heading: bool = False

    @property
    def enabled(self) -> bool:
        """Whether it can be done."""
        return not self.reason and not self.heading


def with_keys(actions: Sequence[Action], avoid: Collection[str] = ()) -> list[Action]:
    """Return the actions, each one that can be done and has no shortcut yet with the next key that is free."""
    taken = {action.shortcut for action in actions} | set(avoid)
    free = iter(key for key in KEYS if key not in taken)
    return [
        action if action.shortcut or not action.enabled else replace(action, shortcut=next(free, ""))
        for action in actions
    ]


def action_for(actions: Sequence[Action], event: pygame.event.Event) -> Action | None:
    """Return the action whose shortcut was pressed."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return None
    name = pygame.key.name(event.key).removeprefix("[").removesuffix("]")
    return next((action for action in actions if action.shortcut and action.shortcut.lower() == name), None)


@dataclass
class ActionList:
    """Rows of actions inside a rectangle: hover, keyboard cursor, scrolling; in one column or in two."""

    theme: Theme
    actions: list[Action] = field(default_factory=list)
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    cursor: int = -1
    hovered: int = -1
    scroll: int = 0
    columns: int = 1

    def set(self, actions: Sequence[Action]) -> None:
        """Show other actions; the cursor stays on an action of the same id, the mouse where it is."""
        at = self.actions[self.cursor].id if 0 <= self.cursor < len(self.actions) else ""
        if [action.id for action in actions] != [action.id for action in self.actions]:
            self.hovered = -1
        self.actions = list(actions)
        self.cursor = next((index for index, action in enumerate(self.actions) if action.id == at), -1)
        self.clamp()

    def row_height(self, action: Action) -> int:
        """Return the pixels a row takes; a refused one shows its reason below its label."""
        if action.heading:
            return self.theme.px(3.5)
        if action.enabled:
            return self.theme.px(4.5) + (line_height(self.theme, "small") if action.detail else 0)
        return self.theme.px(1) + len(self._reason(action)) * line_height(self.theme, "small")

    def _reason(self, action: Action) -> tuple[str, ...]:
        width = (self._column_width or self.theme.px(38)) - self.theme.px(2)
        return wrap(self.theme, f"{action.label}: {action.reason}", width, "small")

    def height(self, width: int) -> int:
        """Return the pixels all rows need at that width."""
        self.rect.width = width
        return max((sum(heights) for heights in self._folded()), default=0)

    def _folded(self) -> list[list[int]]:
        """Return the heights of the rows with the gap below each, column by column."""
        heights = [self.row_height(action) + self._gap for action in self.actions]
        if self.columns == 1:
            return [heights]
        splits = range(len(heights), 0, -1)
        split = min(splits, key=lambda at: max(sum(heights[:at]), sum(heights[at:])), default=0)
        return [heights[:split], heights[split:]]

    @property
    def _column_width(self) -> int:
        return (self.rect.width - (self.columns - 1) * self.theme.px(2)) // self.columns

    @property
    def _gap(self) -> int:
        return self.theme.px(0.5)

    def place(self, rect: pygame.Rect) -> None:
        """Put the list into a rectangle of the window."""
        self.rect = rect.copy()
        self.clamp()

    def clamp(self) -> None:
        """Keep the scroll within what there is."""
        self.scroll = max(0, min(self.scroll, self.height(self.rect.width) - self.rect.height))

    def rows(self) -> list[tuple[Action, pygame.Rect]]:
        """Return every action with its rectangle in the window, scrolled."""
        wide, gap, actions = self._column_width, self._gap, iter(self.actions)
        found, x = [], self.rect.left
        for heights in self._folded():
            y = self.rect.top - self.scroll
            for high in heights:
                found.append((next(actions), pygame.Rect(x, y, wide, high - gap)))
                y += high
            x += wide + self.theme.px(2)
        return found

    def at(self, spot: tuple[int, int]) -> int:
        """Return the index of the row under a pixel, or -1."""
        if not self.rect.collidepoint(spot):
            return -1
        return next((index for index, (_, rect) in enumerate(self.rows()) if rect.collidepoint(spot)), -1)

    def step(self, by: int) -> None:
        """Move the keyboard cursor to the next action that can be done, round and round."""
        self.hovered = -1
        count = len(self.actions)
        start = self.cursor if self.cursor >= 0 else (-1 if by > 0 else count)
        for distance in range(1, count + 1):
            index = (start + by * distance) % count
            if self.actions[index].enabled:
                self.cursor = index
                break
        self.show_cursor()

    def across(self) -> None:
        """Move the keyboard cursor to what can be done beside it in the other column."""
        rows = self.rows()
        if not 0 <= self.cursor < len(rows):
            return
        here = rows[self.cursor][1]
        beside = [n for n, (action, rect) in enumerate(rows) if rect.left != here.left and action.enabled]
        self.hovered = -1
        self.cursor = min(beside, key=lambda n: abs(rows[n][1].centery - here.centery), default=self.cursor)
        self.show_cursor()

    def mark(self, identity: str) -> None:
        """Put the keyboard cursor on the action of that id, and into view; nowhere where there is none."""
        self.cursor = next((n for n, each in enumerate(self.actions) if each.id == identity and each.enabled), -1)
        self.show_cursor()

    def current(self) -> Action | None:
        """Return the action under the keyboard cursor."""
        return self.actions[self.cursor] if 0 <= self.cursor < len(self.actions) else None

    def pointed(self) -> Action | None:
        """Return the action under the mouse, else under the keyboard cursor."""
        return self.actions[self.hovered] if 0 <= self.hovered < len(self.actions) else self.current()

    def show_cursor(self) -> None:
        """Scroll so that the action under the keyboard cursor is in view."""
        rows = self.rows()
        if 0 <= self.cursor < len(rows):
            rect = rows[self.cursor][1]
            headed = self.cursor > 0 and rows[self.cursor - 1][0].heading
            top = rows[self.cursor - 1][1].top if headed else rect.top
            self.scroll += max(0, rect.bottom - self.rect.bottom) - max(0, self.rect.top - top)
            self.clamp()

    def key(self) -> tuple[object, ...]:
        """Return what the picture depends on."""
        return tuple(self.actions), self.cursor, self.hovered, self.scroll, tuple(self.rect)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the rows, clipped to the rectangle, with a bar where there is more."""
        clip = target.get_clip()
        target.set_clip(self.rect.clip(clip))
        for index, (action, rect) in enumerate(self.rows()):
            if rect.colliderect(self.rect):
                self._draw_row(target, action, rect, index)
        target.set_clip(clip)
        whole = self.height(self.rect.width)
        if whole > self.rect.height > 0:
            high = max(self.theme.px(3), self.rect.height * self.rect.height // whole)
            top = self.rect.top + (self.rect.height - high) * self.scroll // max(1, whole - self.rect.height)
            bar = pygame.Rect(self.rect.right + self.theme.px(0.5), top, max(3, self.theme.px(0.5)), high)
            pygame.draw.rect(target, SLATE_LINE, bar, border_radius=bar.width // 2)

    def _draw_row(self, target: pygame.Surface, action: Action, rect: pygame.Rect, index: int) -> None:
        if action.heading:
            text = ink(self.theme, action.label, "small", "semibold", INK_QUIET)
            target.blit(text, text.get_rect(bottomleft=(rect.left, rect.bottom - self.theme.px(0.5))))
            return
        if not action.enabled:
            self._draw_refused(target, action, rect)
            return
        theme, pad = self.theme, self.theme.px(1)
        lit = index in (self.cursor, self.hovered)
        fill = SLATE_HOVER if lit else SLATE_RAISED
        if action.primary:
            fill = mix(fill, LAMP, 0.24 if lit else 0.15)
        pygame.draw.rect(target, fill, rect, border_radius=theme.px(0.75))
        if index == self.cursor:
            pygame.draw.rect(target, LAMP, rect, max(1, theme.px(0.25)), border_radius=theme.px(0.75))
        left, right = rect.left + pad, rect.right - pad
        middle = rect.top + theme.px(2.25)
        if action.shortcut:
            left = self._draw_key(target, action, left, middle) + pad
        if action.ticked is not None:
            left = self._draw_box(target, action.ticked, left, middle) + pad
        if action.swatch is not None and not action.value:
            pygame.draw.circle(target, action.swatch, (left + theme.px(0.75), middle), theme.px(0.75))
            left += theme.px(2) + pad // 2
        if action.value:
            right = self._draw_value(target, action, self.value_rect(rect), lit) - pad
        if action.rule:
            rule = ink(theme, action.rule, "small", "regular", INK_FAINT)
            right -= rule.get_width()
            target.blit(rule, rule.get_rect(midleft=(right, middle)))
            right -= pad
        if action.detail:
            below = ink(theme, shorten(theme, action.detail, right - left, "small"), "small", "regular", INK_QUIET)
            target.blit(below, (left, rect.top + theme.px(4)))
        weight = "semibold" if action.primary else "regular"
        text = ink(theme, shorten(theme, action.label, right - left, "body", weight), "body", weight, INK)
        target.blit(text, text.get_rect(midleft=(left, middle)))

    def value_rect(self, rect: pygame.Rect) -> pygame.Rect:
        """Return where the value of a row is shown: its right part, an arrow at either end."""
        wide = min(self.theme.px(30), rect.width * 55 // 100)
        return pygame.Rect(rect.right - wide, rect.top, wide, self.theme.px(4.5))

    def _draw_value(self, target: pygame.Surface, action: Action, box: pygame.Rect, lit: bool) -> int:
        """Draw the value of a row with its arrows; return where it begins."""
        theme = self.theme
        for arrow, x in (("‹", box.left + theme.px(1.5)), ("›", box.right - theme.px(1.5))):
            sign = ink(theme, arrow, "body", "semibold", LAMP if lit else INK_FAINT)
            target.blit(sign, sign.get_rect(center=(x, box.centery)))
        room = box.width - theme.px(6)
        if action.swatch is not None:
            pygame.draw.circle(target, action.swatch, (box.left + theme.px(4), box.centery), theme.px(1))
            room -= theme.px(4)
        text = ink(theme, shorten(theme, action.value, room, "body"), "body", "regular", INK)
        shift = theme.px(2) if action.swatch is not None else 0
        target.blit(text, text.get_rect(center=(box.centerx + shift, box.centery)))
        return box.left

    def _draw_refused(self, target: pygame.Surface, action: Action, rect: pygame.Rect) -> None:
        theme = self.theme
        pygame.draw.rect(target, mix(SLATE, SLATE_RAISED, 0.35), rect, border_radius=theme.px(0.75))
        y = rect.top + theme.px(0.5)
        for line in self._reason(action):
            target.blit(ink(theme, line, "small", "regular", mix(BAD, INK_QUIET, 0.65)), (rect.left + theme.px(1), y))
            y += line_height(theme, "small")

    def _draw_key(self, target: pygame.Surface, action: Action, left: int, middle: int) -> int:
        theme = self.theme
        cap = say(_CAPS.get(action.shortcut, "")) or action.shortcut.upper()
        text = ink(theme, cap, "small", "semibold", INK if action.enabled else INK_FAINT)
        box = pygame.Rect(0, 0, max(theme.px(2.75), text.get_width() + theme.px(1)), theme.px(2.5))
        box.midleft = (left, middle)
        pygame.draw.rect(target, mix(SLATE, SLATE_LINE, 0.25), box, border_radius=theme.px(0.5))
        pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=theme.px(0.5))
        target.blit(text, text.get_rect(center=box.center))
        return box.right

    def _draw_box(self, target: pygame.Surface, ticked: bool, left: int, middle: int) -> int:
        box = pygame.Rect(0, 0, self.theme.px(2), self.theme.px(2))
        box.midleft = (left, middle)
        pygame.draw.rect(target, LAMP if ticked else SLATE, box, border_radius=self.theme.px(0.5))
        pygame.draw.rect(target, LAMP if ticked else SLATE_LINE, box, 1, border_radius=self.theme.px(0.5))
        if ticked:
            x, y, r = box.centerx, box.centery, box.width / 2
            stroke = [(x - r * 0.5, y), (x - r * 0.1, y + r * 0.45), (x + r * 0.55, y - r * 0.45)]
            pygame.draw.lines(target, SLATE, False, stroke, max(2, box.width // 7))
        return box.right

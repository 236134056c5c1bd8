"""What a person can do now, as rows with a shortcut: the list every decision, menu and sheet uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.row import Row
from game.ui.widgets.scrollbar import ScrollView
from game.ui.widgets.theme import Theme
from game.wording import language


@dataclass
class ActionList:
    """Rows of actions inside a rectangle, in one column or several, with a keyboard cursor, hover and scrolling."""

    theme: Theme
    actions: list[MenuItem] = field(default_factory=list)
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    cursor: int = -1
    hovered: int = -1
    view: ScrollView = field(default_factory=ScrollView)
    columns: int = 1
    _heights: tuple[object, list[int]] = ((), [])

    def set(self, actions: Sequence[MenuItem]) -> None:
        """Show other actions; the cursor stays on an action of the same id, the mouse where it is."""
        current = self.current()
        if [action.id for action in actions] != [action.id for action in self.actions]:
            self.hovered = -1
        self.actions = list(actions)
        ids = [action.id for action in self.actions]
        self.cursor = ids.index(current.id) if current is not None and current.id in ids else -1
        self.clamp()

    def row(self, action: MenuItem) -> Row:
        """Return how an action looks in this list."""
        return Row(self.theme, action, self._column_width or self.theme.px(38))

    def height(self, width: int) -> int:
        """Return the pixels all rows need at that width."""
        self.rect.width = width
        return max((sum(heights) for heights in self._folded()), default=0)

    def _folded(self) -> list[list[int]]:
        """Return the heights of the rows, each with the gap below it, column by column."""
        key = tuple(self.actions), self._column_width, self.theme.scale, language()
        if self._heights[0] != key:  # needed several times a frame
            self._heights = key, [self.row(action).height + self._gap for action in self.actions]
        heights = self._heights[1]
        share = max(1, -(-len(heights) // self.columns))
        return [heights[at : at + share] for at in range(0, len(heights), share)]

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
        self.view.fit(self.rect, self.height(self.rect.width))

    def scroll(self, pixels: int) -> None:
        """Scroll down by so many pixels, up when negative."""
        self.clamp()
        self.view.by(pixels)

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        """Return every action with its rectangle in the window, scrolled."""
        wide, gap, actions = self._column_width, self._gap, iter(self.actions)
        found, x = [], self.rect.left
        for heights in self._folded():
            y = self.rect.top - self.view.offset
            for high in heights:
                found.append((next(actions), pygame.Rect(x, y, wide, high - gap)))
                y += high
            x += wide + self.theme.px(2)
        return found

    def at(self, spot: tuple[int, int]) -> int:
        """Return the index of the row under a pixel, or -1."""
        if not self.rect.collidepoint(spot):
            return -1
        return pygame.Rect(*spot, 1, 1).collidelist([rect for action, rect in self.rows()])

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
        """Move the keyboard cursor to what can be done beside it in the next column."""
        rows = self.rows()
        if not 0 <= self.cursor < len(rows):
            return
        here = rows[self.cursor][1]
        beside = [n for n, (action, rect) in enumerate(rows) if rect.left != here.left and action.enabled]
        self.hovered = -1
        self.cursor = min(beside, key=lambda n: abs(rows[n][1].centery - here.centery), default=self.cursor)
        self.show_cursor()

    def mark(self, identity: str) -> None:
        """Put the keyboard cursor on the action of that id, and into view; on none where it cannot be done."""
        self.cursor = next((n for n, each in enumerate(self.actions) if each.id == identity and each.enabled), -1)
        self.show_cursor()

    def current(self) -> MenuItem | None:
        """Return the action under the keyboard cursor."""
        return self.actions[self.cursor] if 0 <= self.cursor < len(self.actions) else None

    def pointed(self) -> MenuItem | None:
        """Return the action under the mouse, else under the keyboard cursor."""
        return self.actions[self.hovered] if 0 <= self.hovered < len(self.actions) else self.current()

    def show_cursor(self) -> None:
        """Scroll the action under the keyboard cursor into view, with the heading above it."""
        rows = self.rows()
        if 0 <= self.cursor < len(rows):
            rect = rows[self.cursor][1]
            headed = self.cursor > 0 and rows[self.cursor - 1][0].heading
            top = rows[self.cursor - 1][1].top if headed else rect.top
            self.clamp()
            self.view.reveal(top, rect.bottom)

    def key(self) -> tuple[object, ...]:
        """Return what the picture depends on."""
        return tuple(self.actions), self.cursor, self.hovered, self.view.offset, tuple(self.rect)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the rows, clipped to the rectangle, with a scrollbar where there are more."""
        self.clamp()
        with self.view.drawn(target, self.theme):
            for index, (action, rect) in enumerate(self.rows()):
                if rect.colliderect(self.rect):
                    self.row(action).draw(target, rect, marked=index == self.cursor, hovered=index == self.hovered)

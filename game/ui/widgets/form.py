"""A sheet whose rows have values: turned by the arrow keys or a click, and shown at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Figure, Sheet


@dataclass
class FormSheet(Sheet):
    """`build` returns the rows as they stand; `turn` takes a row that has a value or a tick and a step, 1 or -1.

    All other rows close the sheet and go to `perform`. `aside` is a picture to the right of the rows.
    """

    build: Callable[[], Sequence[MenuItem]] = field(default=lambda: ())
    turn: Callable[[MenuItem, int], None] = field(default=lambda action, by: None)
    aside: Figure | None = None
    aside_wide: float = 44
    marked: str = ""

    def __post_init__(self) -> None:
        self.actions = with_keys(self.build())
        super().__post_init__()
        at = next((n for n, row in enumerate(self.list.actions) if row.id == self.marked and row.enabled), -1)
        if at >= 0:
            self.list.cursor = at

    def renew(self) -> None:
        """Show the rows as they stand now; the cursor keeps its row."""
        self.list.set(with_keys(self.build()))

    def take(self, action: MenuItem | None) -> None:
        if action is not None and action.enabled and (action.value or action.ticked is not None):
            self._turn(action, 1)
        else:
            super().take(action)

    def _turn(self, action: MenuItem, by: int) -> None:
        self.turn(action, by)
        self.renew()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            action = self.list.current()
            if action is not None and action.enabled and (action.value or action.ticked is not None):
                self._turn(action, 1 if event.key == pygame.K_RIGHT else -1)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            index = self.list.at(event.pos)
            action, rect = self.list.rows()[index] if index >= 0 else (None, pygame.Rect(0, 0, 0, 0))
            if action is not None and action.enabled:
                self.list.cursor = index
                value = self.list.row(action).value_rect(rect)
                if action.value and value.left <= event.pos[0] < value.left + value.width // 3:
                    self._turn(action, -1)
                    return True
        return super().handle(event)

    def place(self, window: pygame.Rect) -> None:
        super().place(window)
        if self.aside is not None:
            rows = self.list.rect
            self.list.place(pygame.Rect(rows.left, rows.top, rows.width - self._beside(), rows.height))

    def _beside(self) -> int:
        return min(self.theme.px(self.aside_wide), self.rect.width // 2)

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        if self.aside is not None:
            rows = self.list.rect
            left = rows.right + self.theme.px(3)
            wide = self.rect.right - self.theme.px(3) - left
            high = min(self.aside.height(self.theme, wide), rows.height)
            self.aside.draw(target, self.theme, pygame.Rect(left, rows.top, wide, high))

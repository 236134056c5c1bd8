"""A sheet whose rows have values: turned by the arrow keys or a click, and shown at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Figure, Sheet

ASIDE: Final = 44
"""Units of the theme that the picture beside the rows takes, at most half the sheet."""


@dataclass
class FormSheet(Sheet):
    """`build` returns the rows as they stand; `turn` takes a row that has a value or a tick and a step, 1 or -1.

    All other rows close the sheet and go to `perform`. `aside` is a picture to the right of the rows.
    """

    build: Callable[[], Sequence[MenuItem]] = field(default=lambda: ())
    turn: Callable[[MenuItem, int], None] = field(default=lambda action, by: None)
    aside: Figure | None = None

    def __post_init__(self) -> None:
        self.actions = with_keys(self.build())
        super().__post_init__()

    def renew(self) -> None:
        """Build the rows anew; the cursor keeps its row."""
        self.list.set(with_keys(self.build()))

    def take(self, action: MenuItem | None) -> None:
        if not self._turn(action, 1):
            super().take(action)

    def _turn(self, action: MenuItem | None, by: int) -> bool:
        if action is None or not action.enabled or (not action.value and action.ticked is None):
            return False
        self.turn(action, by)
        self.renew()
        return True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._turn(self.list.current(), 1 if event.key == pygame.K_RIGHT else -1)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and (index := self.list.at(event.pos)) >= 0:
            action, rect = self.list.rows()[index]
            if action.enabled:
                self.list.cursor = index
                value = self.list.row(action).value_rect(rect)
                if action.value and value.left <= event.pos[0] < value.left + value.width // 3:
                    return self._turn(action, -1)
        return super().handle(event)

    def place(self, window: pygame.Rect) -> None:
        super().place(window)
        if self.aside is not None:
            beside = min(self.theme.px(ASIDE), self.rect.width // 2)
            rows = self.list.rect
            self.list.place(pygame.Rect(rows.left, rows.top, rows.width - beside, rows.height))

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        if self.aside is not None:
            rows = self.list.rect
            left = rows.right + self.theme.px(3)
            wide = self.rect.right - self.theme.px(3) - left
            high = min(self.aside.height(self.theme, wide), rows.height)
            self.aside.draw(target, self.theme, pygame.Rect(left, rows.top, wide, high))

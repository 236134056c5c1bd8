"""The strip of the coach below the table: what to do, with which keys, and the buttons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui.lesson.coach import Coach
from game.ui.panel.layout import Layout
from game.ui.widgets.actions import ActionList
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.text import clipped, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK_QUIET, LAMP, SLATE, SLATE_LINE, Theme
from game.wording import N_, _

LEAST: Final = 440
"""The fewest pixels left for the table above the strip."""
SMALLEST_TYPE: Final = 0.8
"""The interface scale below which the text is not shrunk."""
WIDE: Final = 26
"""Width of the buttons in units of the theme."""
BUTTONS: Final = (
    ("skip", N_("Skip this step"), "f10"),
    ("again", N_("Repeat step"), "f9"),
    ("leave", N_("Leave the lesson"), ""),
)
GO_ON: Final = ("go", N_("Next"), "f10")
"""The button instead of the first one once a step is done."""


@dataclass
class CoachPanel:
    """The strip: the step's number, title, text and keys; the buttons are at its right end."""

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    head: str = ""
    title: str = ""
    text: str = ""
    how: str = ""
    over: bool = False

    def __post_init__(self) -> None:
        self.type = self.theme
        """Its own type and spacing, smaller than the window's where the words would not fit otherwise."""
        self.list = ActionList(self.type)

    def show(self, coach: Coach) -> None:
        """Show the coach's step."""
        step, count = coach.step, len(coach.lesson.steps)
        if step is None:
            self.head, self.title = coach.lesson.title, _("Done")
            self.text, self.how = coach.lesson.end, _("Look around as long as you like; Esc opens the menu.")
        else:
            self.head = _("{title}: step {n} of {count}", title=coach.lesson.title, n=coach.at + 1, count=count)
            self.title, self.text, self.how = step.title, step.text, step.how
        if coach.done:
            self.how = _(
                "Well done. Look around as long as you like. F10 or a click on Next takes you to the next step."
            )
        reasons = {"skip": _("all steps are done") if step is None else ""}
        buttons = (GO_ON, *BUTTONS[1:]) if coach.done else BUTTONS
        rows = [
            MenuItem(name, _(label), key, reason=reasons.get(name, ""), primary=name == "go")
            for name, label, key in buttons
        ]
        self.list.set(rows)

    def place(self, size: tuple[int, int]) -> bool:
        """Move to the bottom of the window, or over the table's lower edge if it is low; return whether it changed."""
        before = self.rect.copy(), self.over, self.type.scale
        self.type = self.list.theme = theme = Theme(self.theme.scale)
        self.list.columns = 1
        high = self._wanted(size[0] - theme.px(WIDE + 8))
        high = max(high, self.list.height(theme.px(WIDE)) + theme.px(2))
        self.over = size[1] - high < max(LEAST, theme.px(58))
        if self.over:
            wide, most = Layout.of(size, self.theme).table.width, size[1] * 55 // 100
            while (high := self._wanted(wide - theme.px(6)) + theme.px(5.5)) > most and theme.scale > SMALLEST_TYPE:
                theme.scale = round(theme.scale - 0.1, 1)
            high = min(high, most)
            self.rect = pygame.Rect(0, size[1] - high, wide, high)
            row, self.list.columns = theme.px(4.5), len(BUTTONS)
            buttons = pygame.Rect(theme.px(3), size[1] - row - theme.px(0.75), wide - theme.px(6), row + theme.px(0.5))
            if self.list.height(buttons.width) > buttons.height:  # too narrow: one below the other, scrolled
                self.list.columns = 1
            self.list.place(buttons)
        else:
            self.rect = pygame.Rect(0, size[1] - high, size[0], high)
            left = size[0] - theme.px(WIDE + 2)
            self.list.place(pygame.Rect(left, self.rect.top + theme.px(1), theme.px(WIDE), high - theme.px(1.5)))
        return (self.rect, self.over, theme.scale) != before

    def _wanted(self, wide: int) -> int:
        theme = self.type
        lines = len(wrap(theme, self.text, wide, "body")) + len(wrap(theme, self.how, wide, "body", "semibold"))
        return theme.px(2) + line_height(theme, "small") + line_height(theme, "large") + lines * line_height(theme)

    @property
    def room(self) -> int:
        """The height in pixels left for the table, from the top of the window."""
        return self.rect.bottom if self.over else self.rect.top

    def hover(self, spot: tuple[int, int]) -> bool:
        """Handle the mouse's position; return whether it is over the strip."""
        self.list.hovered = self.list.at(spot)
        return self.rect.collidepoint(spot)

    def at(self, spot: tuple[int, int]) -> str:
        """Return the id of the button under a pixel, or an empty string."""
        index = self.list.at(spot)
        return self.list.actions[index].id if index >= 0 and self.list.actions[index].enabled else ""

    def draw(self, target: pygame.Surface) -> None:
        theme = self.type
        pygame.draw.rect(target, SLATE, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topleft, self.rect.topright, max(1, theme.px(0.25)))
        left, y = self.rect.left + theme.px(3), self.rect.top + theme.px(1)
        wide = self.rect.width - theme.px(6) if self.over else self.list.rect.left - left - theme.px(3)
        shown = self.rect.copy()
        shown.height -= theme.px(5.5) if self.over else 0
        with clipped(target, shown.clip(target.get_clip())):
            target.blit(ink(theme, self.head, "small", "semibold", INK_QUIET), (left, y))
            y += line_height(theme, "small")
            title = shorten(theme, self.title, wide, "large", "semibold")
            target.blit(ink(theme, title, "large", "semibold"), (left, y))
            y += line_height(theme, "large")
            y = write(target, theme, self.text, (left, y), wide)
            write(target, theme, self.how, (left, y), wide, "body", "semibold", LAMP)
        if not self.over:
            x = self.list.rect.left - theme.px(1.5)
            pygame.draw.line(target, SLATE_LINE, (x, self.rect.top + theme.px(1)), (x, self.rect.bottom - theme.px(1)))
        self.list.draw(target)

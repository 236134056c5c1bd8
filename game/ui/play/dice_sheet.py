"""The sheet for dice that people roll themselves: roller, purpose, rule, and the faces to enter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.engine.core.typed_dice import Awaiting
from game.engine.hidden import may_withdraw
from game.engine.rulebook.view import Line
from game.play.spoken_state import AskedDie, asked_dice
from game.ui.decisions.base import stepped
from game.ui.play.focus import Focus
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import blit_at, ink, line_height, shorten
from game.ui.widgets.theme import (
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
from game.wording import _

FACE: Final = 4.5
"""Width and height of a clickable face, in units of the theme's grid."""
_STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


@dataclass
class DiceRows:
    """The dice to roll, each with its faces in a row; `cursor` is the one that keys change, -1 for none."""

    dice: list[AskedDie]
    cursor: int = 0
    hovered: tuple[int, int] = (-1, 0)
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    def height(self, theme: Theme, width: int) -> int:
        """Return the height in pixels of all dice at that width."""
        return self._laid_out(theme, width)[2]

    def boxes(self, theme: Theme) -> list[list[pygame.Rect]]:
        """Return the rectangles of every face of every die in the window."""
        found = self._laid_out(theme, self.rect.width)[1]
        return [[box.move(self.rect.topleft) for box in die] for die in found]

    def _laid_out(self, theme: Theme, width: int) -> tuple[dict[int, int], list[list[pygame.Rect]], int]:
        """Return the tops of the names, by the first die of each; the faces of every die; and the total height.

        Dice of one pool share a name and lie side by side as far as there is room.
        """
        size, step, line = theme.px(FACE), theme.px(FACE + 0.5), line_height(theme, "body") + theme.px(0.5)
        columns, names = max(1, width // step), dict[int, int]()
        found, left, top, bottom = list[list[pygame.Rect]](), 0, 0, 0
        for number, die in enumerate(self.dice):
            wide = min(columns, die.sides) * step
            if not number or self.dice[number - 1].label != die.label:
                names[number] = bottom
                left, top = 0, bottom + line
            elif left + wide > width:
                left, top = 0, bottom - theme.px(1)
            spots = [(left + n % columns * step, top + n // columns * step) for n in range(die.sides)]
            found.append([pygame.Rect(*spot, size, size) for spot in spots])
            left += wide + theme.px(2)
            bottom = max(bottom, found[-1][-1].bottom + theme.px(2))
        return names, found, bottom

    def at(self, theme: Theme, spot: tuple[int, int]) -> tuple[int, int]:
        """Return the die and the face under a pixel, or (-1, 0)."""
        for number, boxes in enumerate(self.boxes(theme)):
            for face, box in enumerate(boxes, 1):
                if box.collidepoint(spot):
                    return number, face
        return -1, 0

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw every die's name and faces."""
        self.rect = rect
        for number, top in self._laid_out(theme, rect.width)[0].items():
            die, right, y = self.dice[number], rect.right, rect.top + top
            if die.rule:
                rule = ink(theme, die.rule, "small", "semibold", INK_QUIET)
                right = blit_at(target, rule, topright=(right, y + theme.px(0.25))).left
            label = shorten(theme, die.label, right - rect.left - theme.px(1), "body", "semibold")
            target.blit(ink(theme, label, "body", "semibold", INK), (rect.left, y))
        for number, boxes in enumerate(self.boxes(theme)):
            for face, box in enumerate(boxes, 1):
                self._draw_face(target, theme, box, number, face)

    def _draw_face(self, target: pygame.Surface, theme: Theme, box: pygame.Rect, number: int, face: int) -> None:
        chosen = self.dice[number].face == face
        fill = SLATE_HOVER if self.hovered == (number, face) else SLATE_RAISED
        pygame.draw.rect(target, LAMP if chosen else fill, box, border_radius=theme.px(0.75))
        edge = LAMP if number == self.cursor else SLATE_LINE
        pygame.draw.rect(target, edge, box, max(1, theme.px(0.25)), border_radius=theme.px(0.75))
        colour = SLATE if chosen else INK if number == self.cursor else mix(INK, INK_FAINT, 0.3)
        text = ink(theme, str(face), "body", "semibold" if chosen else "regular", colour)
        blit_at(target, text, center=box.center)


class DiceSheet(Sheet):
    """Asks for the faces of the dice: digits or the arrow keys, or a click on a face; Enter confirms."""

    def __init__(self, focus: Focus, awaiting: Awaiting, open_menu: Callable[[], None]) -> None:
        self.rows = DiceRows(asked_dice(focus.model, awaiting))
        self.may_close = may_withdraw(focus.model.session) and focus.model.bot is None
        self.focus = focus
        self.open_menu = open_menu
        lines = [Line(_("Roll these dice and enter the results: type them, or click the faces."))]
        if awaiting.typed:
            lines.append(Line(_("The rolls so far call for more dice."), tone="quiet"))
        title = _("Roll the dice") if len(self.rows.dice) > 1 else _("Roll a die")
        super().__init__(focus.window.theme, title, lines, self._actions(), self._perform, figure=self.rows, wide=70)
        self.list.cursor = -1

    def _actions(self) -> list[MenuItem]:
        missing = sum(not die.face for die in self.rows.dice)
        reason = _("{missing} of {count} still to enter", missing=missing, count=len(self.rows.dice))
        done = MenuItem("done", _("Confirm the rolls"), "return", primary=True, reason=reason if missing else "")
        close = MenuItem("close", _("Not yet: back to the table"), "escape")
        return [done, close if self.may_close else MenuItem("menu", _("Menu"), "escape")]

    def _perform(self, action: MenuItem) -> None:
        model = self.focus.model
        if action.id == "done":
            self.focus.call(lambda: model.roll([die.face for die in self.rows.dice]))
        elif action.id == "close":
            model.session.withdraw()
            model.refresh()
        else:
            self.open_menu()

    def place(self, window: pygame.Rect) -> None:
        super().place(window)
        inner = self.rect.width - self.theme.px(6)
        top = self.rect.top + self.theme.px(9) + self._text_height(inner)
        self.rows.rect = pygame.Rect(self.list.rect.left, top, inner, self.rows.height(self.theme, inner))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.rows.hovered = self.rows.at(self.theme, event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            number, face = self.rows.at(self.theme, event.pos)
            if number >= 0:
                self._set(number, face)
                self._next_missing()
                return True
        return super().handle(event)

    def _key(self, event: pygame.event.Event) -> None:
        rows, key = self.rows, event.key
        if key in (pygame.K_TAB, pygame.K_DOWN, pygame.K_UP):
            back = key == pygame.K_UP or (key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
            self._step(-1 if back else 1)
        elif rows.cursor >= 0 and event.unicode.isdecimal() and event.unicode.isascii():
            self._digit(int(event.unicode))
        elif rows.cursor >= 0 and key in _STEPS:
            die = rows.dice[rows.cursor]
            first = 1 if _STEPS[key] > 0 else die.sides
            self._set(rows.cursor, (die.face - 1 + _STEPS[key]) % die.sides + 1 if die.face else first)
        elif rows.cursor >= 0 and key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._set(rows.cursor, 0)
        elif rows.cursor >= 0 and key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if all(die.face for die in rows.dice):
                self.take(self.list.actions[0])
            else:
                self._next_missing()
        else:
            super()._key(event)

    def _digit(self, digit: int) -> None:
        """Enter a digit, as the second of a two-digit face or as a new face; move on if no further digit can follow."""
        rows = self.rows
        die = rows.dice[rows.cursor]
        joined = die.face * 10 + digit
        if not 1 <= joined <= die.sides:
            joined = digit
        if 1 <= joined <= die.sides:
            self._set(rows.cursor, joined)
            if joined * 10 > die.sides:
                self._next_missing()

    def _set(self, number: int, face: int) -> None:
        self.rows.dice[number].face = face
        self.rows.cursor = number
        self.list.set(self._actions())
        self.place(pygame.Rect((0, 0), self.focus.size))

    def _next_missing(self) -> None:
        """Move to the first die without a face; stay if all have one."""
        missing = next((number for number, die in enumerate(self.rows.dice) if not die.face), None)
        if missing is not None:
            self.rows.cursor = missing
            self.list.cursor = -1

    def _step(self, by: int) -> None:
        enabled = [number for number, action in enumerate(self.list.actions) if action.enabled]
        stops = [*((number, -1) for number in range(len(self.rows.dice))), *((-1, number) for number in enabled)]
        here = (self.rows.cursor, self.list.cursor)
        self.rows.cursor, self.list.cursor = stepped(stops, here, by)

"""Possible actions as rows with a shortcut: the lists of decisions, menus and sheets, and the keys of their rows."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import attrgetter
from typing import Final

import pygame

from game.engine.core.options import NOTHING_ELSE, DicePool, Reference, Stock
from game.ui.widgets.keys import CHORD, RESERVED, key_label, shortcut_of
from game.ui.widgets.signs import draw_pips, draw_price, pips_width, price_width, stamp
from game.ui.widgets.text import ScrollView, blit_at, draw_plate, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import (
    BAD,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    PAPER,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    mix,
)
from game.wording import _, language

SHORTCUT: Final = "shortcut:"
"""Prefix of the ids of rows that are shortcuts of a decision."""
LETTERS: Final = tuple(letter for letter in string.ascii_lowercase if letter not in RESERVED)
DIGITS: Final = tuple("123456789")


@dataclass(frozen=True)
class MenuItem:
    """An action as a row; `shortcut` is the name of its key, and a `reason` disables it.

    `also` is a second key, shown beside the first; `brief` the label to use where the subject stands above the row.
    `price` is the cost. An `idle` row would change nothing now. A `lasting` row has an effect beyond this question: it
    gets a letter, because digits change their meaning from question to question. `value` is shown at the right, changed
    by the arrow keys or a click; `detail` is a quiet line below the label; a `heading` only names the rows below it;
    `icon` and `dice` are drawn before the label. `act` carries the action out, unless the owner of the row does so by
    its id. Rows of one `slot` have the same number whenever they are offered; without one, its id is the slot.
    """

    id: str
    label: str
    shortcut: str = ""
    rule: str = ""
    reason: str = ""
    ticked: bool | None = None
    primary: bool = False
    subject: tuple[str, ...] = ()
    about: Reference = NOTHING_ELSE
    swatch: Colour | None = None
    value: str = ""
    detail: str = ""
    heading: bool = False
    icon: str = ""
    dice: DicePool = ()
    also: str = ""
    brief: str = ""
    price: tuple[Stock, ...] = ()
    lasting: bool = False
    idle: bool = False
    slot: str = ""
    act: Callable[[], object] | None = field(default=None, compare=False)

    @property
    def place(self) -> str:
        """What its number belongs to: its slot, or itself."""
        return self.slot or self.id

    def do(self) -> None:
        """Carry out the action if it has an `act`."""
        if self.act is not None:
            self.act()

    @property
    def enabled(self) -> bool:
        """Whether the action can be chosen."""
        return not self.reason and not self.heading

    @property
    def keys(self) -> str:
        """The displayed keys, as in "Enter / H", without a long one beside another."""
        first = "" if self.also and "+" in self.shortcut else self.shortcut
        return " / ".join(key_label(key) for key in (self.also, first) if key)

    @property
    def named(self) -> str:
        """The label without the price, which is drawn as signs."""
        label = self.label
        for stock in self.price:
            label = label.replace(f" ({stock.text})", "")
        return label


def with_keys(
    actions: Sequence[MenuItem],
    avoid: Collection[str] = (),
    given: dict[str, str] | None = None,
    numbered: dict[str, str] | None = None,
) -> list[MenuItem]:
    """Return the actions, giving the next free key to each enabled one without a shortcut or with one to `avoid`.

    The rows without a letter are numbered from the top; after the ninth, letters follow. Lasting rows have the same
    letters in every question, the last ones of the alphabet. Of enabled ones with the same shortcut the first keeps it.
    `given` has the letters given before, by the ids of actions: an action gets its former letter again, and that of
    another only if none is left. `numbered` has the digits given before to rows of the same question: the digit of a
    row that is gone stays free, so that no digit changes its meaning, and rows with digits are in their order.
    """
    given, numbered = {} if given is None else given, {} if numbered is None else numbered
    actions = [replace(action, shortcut="") if action.shortcut in avoid else action for action in actions]
    first_with_key: dict[str, int] = {}
    for index, action in sorted(enumerate(actions), key=lambda row: given.get(row[1].id, "") != row[1].shortcut):
        if action.enabled:
            first_with_key.setdefault(action.shortcut, index)
            if action.shortcut and first_with_key[action.shortcut] == index:
                given[action.id] = action.shortcut
    keeping = {*first_with_key.values()}
    actions = [
        action if index in keeping or action.shortcut not in first_with_key else replace(action, shortcut="")
        for index, action in enumerate(actions)
    ]
    # a row that is a number gets its digit
    numbers = {row: key for row, key in _own_numbers(actions).items() if key not in avoid}
    actions = [replace(action, shortcut=numbers.get(action.id, action.shortcut)) for action in actions]
    taken = {action.shortcut for action in actions} | set(avoid)
    for index, action in enumerate(actions):
        if action.enabled and not action.shortcut:
            if action.lasting:
                candidates = [*LETTERS[::-1]]
            else:
                free = (key for key in LETTERS if key not in given.values())
                unused = (key for key in DIGITS if key not in numbered.values())
                digit, letter = numbered.get(action.place, ""), given.get(action.id, "")
                candidates = [digit, *unused, letter, *free, *LETTERS]
            key = next((key for key in candidates if key and key not in taken), "")
            taken.add(key)
            if key in DIGITS:
                numbered[action.place] = key
            elif not action.lasting:
                given[action.id] = key
            actions[index] = replace(action, shortcut=key)
    indices = [index for index, row in enumerate(actions) if row.shortcut and numbered.get(row.place) == row.shortcut]
    for index, row in zip(indices, sorted([actions[index] for index in indices], key=attrgetter("shortcut"))):
        actions[index] = row
    return actions


COUNTED: Final = re.compile(r"(\b\d+) (?=\w)")
"""A number before its word, from which no line break parts it."""
NUMBER: Final = re.compile(r"(?:\w+ )?(\d)(?![\w″+])")
"""A label that begins with a digit, perhaps after a word: "2", "1 of 2", "Player 2 deploys first"."""


def _own_numbers(actions: Sequence[MenuItem]) -> dict[str, str]:
    """Return the numbers of the rows without a key, by their ids; nothing if two rows have the same number."""
    rows = [action for action in actions if action.enabled and not action.shortcut]
    numbers = {row.id: match[1] for row in rows if (match := NUMBER.match(row.label))}
    if numbers and "0" not in numbers.values():
        numbers |= {row.id: "0" for row in rows if row.label == _("none")}
    return numbers if len({*numbers.values()}) == len(numbers) else {}


def action_for(actions: Sequence[MenuItem], shortcut: str) -> MenuItem | None:
    """Return the action with a shortcut, or None."""
    return next((action for action in actions if shortcut and action.shortcut.lower() == shortcut), None)


def action_of_key(actions: Sequence[MenuItem], event: pygame.event.Event) -> MenuItem | None:
    """Return the action whose shortcut was pressed, or None."""
    modifiers = event.mod & CHORD
    return None if modifiers else action_for(actions, shortcut_of(event.key))


@dataclass(frozen=True)
class Row:
    """The row of an action in a list of some width; all lengths in pixels."""

    theme: Theme
    action: MenuItem
    width: int

    @property
    def height(self) -> int:
        """The height in pixels; a refused action shows its reason below its label."""
        theme, action = self.theme, self.action
        if action.heading:
            return theme.px(3.5) + (len(self._named()) - 1) * line_height(theme, "small")
        if not action.enabled:
            reason = wrap(theme, f"{action.label}: {action.reason}", self.width - theme.px(2), "small")
            return theme.px(1) + len(reason) * line_height(theme, "small")
        pixels = theme.px(4.5) + (len(self._label()) - 1) * line_height(theme, self._size) + self._below_dice
        if action.value and self._stacked():
            pixels += theme.px(3.5)
        return pixels + len(self._detail()) * line_height(theme, "small")

    def value_rect(self, rect: pygame.Rect) -> pygame.Rect:
        """Return the rectangle of the value with its arrows: at the right, or below the label if that is too narrow."""
        height = self.theme.px(4.5)
        if self._stacked():
            top = rect.top + self.theme.px(3.5) + (len(self._label()) - 1) * line_height(self.theme)
            return pygame.Rect(rect.left, top, rect.width, height)
        return pygame.Rect(rect.right - self._value_width, rect.top, self._value_width, height)

    @property
    def _value_width(self) -> int:
        return min(self.theme.px(30), self.width * 55 // 100)

    def _stacked(self) -> bool:
        """Return whether the value is too long to stand beside the label."""
        if not self.action.value:
            return False
        needed = ink(self.theme, self.action.value).get_width() + self._arrows()
        label = ink(self.theme, self.action.label, "body", self._weight).get_width()
        right = self.width - self._value_width - self.theme.px(1)
        return needed > self._value_width or self._left() + label > right

    def _arrows(self) -> int:
        return self.theme.px(9 if self.action.swatch is not None else 6)

    @property
    def _colours(self) -> tuple[Colour, Colour, Colour]:
        """The colours of the text, the detail and the signs: dark on the bright row of the primary action."""
        return (SLATE, SLATE, SLATE) if self.action.primary else (INK, INK_QUIET, LAMP)

    @property
    def _weight(self) -> str:
        return "semibold" if self.action.primary else "regular"

    def _left(self) -> int:
        """Return the left end of the label, from the left edge of the row."""
        theme, action, left = self.theme, self.action, self.theme.px(1)
        if action.shortcut:
            left += self._cap().width + theme.px(1)
        if action.ticked is not None:
            left += theme.px(3)
        if action.swatch is not None and not action.value:
            left += theme.px(2) + theme.px(1) // 2
        if action.icon:
            left += theme.px(3)
        if action.dice and not self._below_dice:
            left += self._dice_width
        return left

    @property
    def _dice_width(self) -> int:
        return pips_width(self.theme, self.action.dice) + self.theme.px(0.75)

    @property
    def _below_dice(self) -> int:
        """The pixels by which the label is below its dice: 0 if it has no dice, or room beside them in one line."""
        action, theme = self.action, self.theme
        if not action.dice:
            return 0
        left = theme.px(1) + (self._cap().width + theme.px(1) if action.shortcut else 0) + self._dice_width
        beside = ink(theme, action.named, "body", self._weight).get_width() <= self._right() - left
        return 0 if beside else line_height(theme)

    def _cap(self) -> pygame.Rect:
        """Return a rectangle of the size of the key."""
        text = ink(self.theme, self.action.keys, "small", "semibold")
        width = max(self.theme.px(2.75), text.get_width() + self.theme.px(1))
        return pygame.Rect(0, 0, width, self.theme.px(2.5))

    def _right(self) -> int:
        """Return the right limit of the label, from the left edge of the row."""
        right = self.width - self.theme.px(1)
        if self.action.value and not self._stacked():
            right -= self._value_width
        if self.action.rule:
            right -= ink(self.theme, self.action.rule, "small").get_width() + self.theme.px(1)
        return right - price_width(self.theme, self.action.price)

    @property
    def _size(self) -> str:
        """The type size of the label: small if a word would not fit otherwise, or below dice."""
        return (
            "body" if not self._below_dice and self._fits(self._lines("body", self.action.named), "body") else "small"
        )

    def _label(self) -> tuple[str, ...]:
        size, text = self._size, self.action.named
        together = self._lines(size, COUNTED.sub("\\1\u00a0", text))
        return together if self._fits(together, size) else self._lines(size, text)

    def _lines(self, size: str, text: str) -> tuple[str, ...]:
        """Return a text in lines for the room of the label."""
        return wrap(self.theme, text, max(1, self._right() - self._left()), size, self._weight)

    def _fits(self, lines: Sequence[str], size: str) -> bool:
        """Return whether lines are no wider than the room of the label."""
        font = self.theme.font(size, self._weight)
        return all(font.size(line)[0] <= self._right() - self._left() for line in lines)

    def _named(self) -> tuple[str, ...]:
        """Return the lines of a heading."""
        return wrap(self.theme, self.action.label, max(1, self.width), "small", "semibold")

    def _detail(self) -> tuple[str, ...]:
        detail = self.action.detail
        return wrap(self.theme, detail, max(1, self._right() - self._left()), "small") if detail else ()

    def draw(self, target: pygame.Surface, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        """Draw the row into a rectangle, highlighted by the keyboard (`marked`) or the mouse (`hovered`)."""
        theme, action = self.theme, self.action
        if action.heading:
            bottom = rect.bottom - theme.px(0.5)
            for line in reversed(self._named()):
                blit_at(target, ink(theme, line, "small", "semibold", INK_QUIET), bottomleft=(rect.left, bottom))
                bottom -= line_height(theme, "small")
            return
        if not action.enabled:
            self._draw_refused(target, rect)
            return
        lit = marked or hovered
        fill = SLATE_HOVER if lit else SLATE_RAISED
        if action.primary:
            fill = mix(LAMP, PAPER, 0.3) if lit else LAMP
        pygame.draw.rect(target, fill, rect, border_radius=theme.px(0.75))
        if marked:
            edge = INK if action.primary else LAMP
            pygame.draw.rect(target, edge, rect, max(1, theme.px(0.25)), border_radius=theme.px(0.75))
        middle = rect.top + theme.px(2.25)
        self._draw_signs(target, rect, middle)
        if action.value:
            self._draw_value(target, self.value_rect(rect), lit)
        left, y = rect.left + self._left(), middle + self._below_dice
        for line in self._label():
            blit_at(target, ink(theme, line, self._size, self._weight, self._colours[0]), midleft=(left, y))
            y += line_height(theme, self._size)
        y = rect.bottom - theme.px(0.5) - len(self._detail()) * line_height(theme, "small")
        for line in self._detail():
            target.blit(ink(theme, line, "small", "regular", self._colours[1]), (left, y))
            y += line_height(theme, "small")

    def _draw_signs(self, target: pygame.Surface, rect: pygame.Rect, middle: int) -> None:
        """Draw the key, the tick box, the colour, the icon, the dice, the price and the rule, if there are any."""
        theme, action, left = self.theme, self.action, rect.left + self.theme.px(1)
        if action.shortcut:
            left = self._draw_key(target, left, middle) + theme.px(1)
        if action.ticked is not None:
            left = self._draw_box(target, action.ticked, left, middle) + theme.px(1)
        if action.swatch is not None and not action.value:
            pygame.draw.circle(target, action.swatch, (left + theme.px(0.75), middle), theme.px(0.75))
        if action.icon:
            stamp(target, action.icon, left + theme.px(1), middle, theme.px(2.25), self._colours[2])
        if action.dice:
            draw_pips(target, theme, action.dice, left, middle)
        if action.price:
            draw_price(target, theme, action.price, rect.left + self._right(), middle, self._colours[2])
        if action.rule:
            rule = ink(theme, action.rule, "small", "regular", SLATE if action.primary else INK_FAINT)
            right = self.value_rect(rect).left if action.value and not self._stacked() else rect.right
            blit_at(target, rule, midright=(right - theme.px(1), middle))

    def _draw_value(self, target: pygame.Surface, box: pygame.Rect, lit: bool) -> None:
        """Draw the value between its arrows."""
        theme, action = self.theme, self.action
        text_colour, _quiet, sign_colour = self._colours
        arrow_colour = sign_colour if lit or action.primary else INK_FAINT
        for arrow, x in (("‹", box.left + theme.px(1.5)), ("›", box.right - theme.px(1.5))):
            blit_at(target, ink(theme, arrow, "body", "semibold", arrow_colour), center=(x, box.centery))
        middle = box.centerx
        if action.swatch is not None:
            pygame.draw.circle(target, action.swatch, (box.left + theme.px(4), box.centery), theme.px(1))
            middle += theme.px(2)
        text = shorten(theme, action.value, box.width - self._arrows())
        blit_at(target, ink(theme, text, colour=text_colour), center=(middle, box.centery))

    def _draw_refused(self, target: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the row of a disabled action, with its reason."""
        theme, spot = self.theme, (rect.left + self.theme.px(1), rect.top + self.theme.px(0.5))
        pygame.draw.rect(target, mix(SLATE, SLATE_RAISED, 0.35), rect, border_radius=theme.px(0.75))
        text, colour = f"{self.action.label}: {self.action.reason}", mix(BAD, INK_QUIET, 0.65)
        write(target, theme, text, spot, self.width - theme.px(2), "small", colour=colour)

    def _draw_key(self, target: pygame.Surface, left: int, middle: int) -> int:
        """Draw the key; return its right end."""
        theme = self.theme
        text = ink(theme, self.action.keys, "small", "semibold")
        box = self._cap()
        box.midleft = (left, middle)
        draw_plate(target, box, mix(SLATE, SLATE_LINE, 0.25), SLATE_LINE, theme.px(0.5))
        blit_at(target, text, center=box.center)
        return box.right

    def _draw_box(self, target: pygame.Surface, ticked: bool, left: int, middle: int) -> int:
        """Draw the tick box; return its right end."""
        box = pygame.Rect(0, 0, self.theme.px(2), self.theme.px(2))
        box.midleft = (left, middle)
        fill, rim = (LAMP, LAMP) if ticked else (SLATE, SLATE_LINE)
        draw_plate(target, box, fill, rim, self.theme.px(0.5))
        if ticked:
            x, y, r = box.centerx, box.centery, box.width / 2
            stroke = [(x - r * 0.5, y), (x - r * 0.1, y + r * 0.45), (x + r * 0.55, y - r * 0.45)]
            pygame.draw.lines(target, SLATE, False, stroke, max(2, box.width // 7))
        return box.right


@dataclass
class ActionList:
    """Rows of actions in a rectangle, in one or more columns, with a keyboard cursor, hover and scrolling.

    `tight` rows have smaller gaps, so that a few more fit. `starred` is the id of a row that advice recommends.
    """

    theme: Theme
    actions: list[MenuItem] = field(default_factory=list)
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    cursor: int = -1
    hovered: int = -1
    view: ScrollView = field(default_factory=ScrollView)
    columns: int = 1
    tight: bool = False
    starred: str = ""
    _heights: tuple[object, list[MenuItem], list[int]] = (None, [], [])

    def set(self, actions: Sequence[MenuItem]) -> bool:
        """Show other actions, with the cursor on the same id; return whether the ids have changed."""
        if self.actions == actions:
            return False
        current = self.current()
        changed = [action.id for action in actions] != [action.id for action in self.actions]
        if changed:
            self.hovered = -1
        self.actions = list(actions)
        ids = [action.id for action in self.actions]
        self.cursor = ids.index(current.id) if current is not None and current.id in ids else -1
        self.clamp()
        return changed

    def row(self, action: MenuItem) -> Row:
        return Row(self.theme, action, self._column_width or self.theme.px(38))

    def height(self, width: int) -> int:
        """Return the height in pixels of all rows at that width."""
        self.rect.width = width
        return max((sum(heights) for heights in self._folded()), default=0)

    def _folded(self) -> list[list[int]]:
        """Return the heights of the rows in each column; a heading begins a column if one is near its top."""
        key = self._column_width, self._gap, self.theme.scale, language()
        known_key, known_actions, heights = self._heights
        if known_key != key or known_actions != self.actions:  # cached, since it is needed several times a frame
            reusable = len(known_actions) if known_key == key else 0
            known_heights, heights = heights, []
            for index, action in enumerate(self.actions):
                is_known = index < reusable and action == known_actions[index]
                heights.append(known_heights[index] if is_known else self.row(action).height + self._gap)
            self._heights = key, [*self.actions], heights
        share = max(1, -(-len(heights) // self.columns))
        headings = [index for index, action in enumerate(self.actions) if action.heading and index]
        column_starts = [
            min(headings, key=lambda head: abs(head - index), default=index)
            for index in range(share, len(heights), share)
        ]
        return [heights[start:end] for start, end in pairwise((0, *sorted({*column_starts}), len(heights)))]

    @property
    def _column_width(self) -> int:
        return (self.rect.width - (self.columns - 1) * self.theme.px(2)) // self.columns

    @property
    def _gap(self) -> int:
        return self.theme.px(0.125 if self.tight else 0.5)

    def place(self, rect: pygame.Rect) -> None:
        """Put the list into a rectangle of the window."""
        self.rect = rect.copy()
        self.clamp()

    def clamp(self) -> None:
        """Keep the scroll position within the content."""
        self.view.fit(self.rect, self.height(self.rect.width))

    def scroll(self, pixels: int) -> None:
        """Scroll down by a number of pixels, up if negative."""
        self.clamp()
        self.view.by(pixels)

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        """Return every action with its scrolled rectangle in the window."""
        column_width, gap, actions = self._column_width, self._gap, iter(self.actions)
        placed, x = [], self.rect.left
        for heights in self._folded():
            y = self.rect.top - self.view.offset
            for height in heights:
                placed.append((next(actions), pygame.Rect(x, y, column_width, height - gap)))
                y += height
            x += column_width + self.theme.px(2)
        return placed

    def at(self, spot: tuple[int, int]) -> int:
        """Return the index of the row under a pixel, or -1."""
        if not self.rect.collidepoint(spot):
            return -1
        return pygame.Rect(*spot, 1, 1).collidelist([rect for action, rect in self.rows()])

    def row_at(self, spot: tuple[int, int]) -> MenuItem | None:
        """Return the action whose row is under a pixel, or None."""
        index = self.at(spot)
        return self.actions[index] if index >= 0 else None

    def step(self, by: int) -> None:
        """Move the keyboard cursor to the next enabled action, cyclically."""
        self.hovered = -1
        count = len(self.actions)
        start = -1 if by > 0 else count
        if self.cursor >= 0:
            start = self.cursor
        for distance in range(1, count + 1):
            index = (start + by * distance) % count
            if self.actions[index].enabled:
                self.cursor = index
                break
        self.show_cursor()

    def leap(self, by: int, to_end: bool) -> None:
        """Move the keyboard cursor a page down (1) or up (-1), or to the last or first enabled action."""
        rows = self.rows()
        enabled = [index for index, (action, rect) in enumerate(rows) if action.enabled]
        if not enabled:
            return
        self.hovered, top = -1, rows[max(0, self.cursor)][1].top
        page_away = [index for index in enabled if (rows[index][1].top - top) * by >= self.rect.height * 0.8]
        end = enabled[-1 if by > 0 else 0]
        self.cursor = end if to_end or not page_away else page_away[0 if by > 0 else -1]
        self.show_cursor()

    def across(self) -> None:
        """Move the keyboard cursor to the enabled action beside it in the next column."""
        rows = self.rows()
        if not 0 <= self.cursor < len(rows):
            return
        current_rect = rows[self.cursor][1]
        candidates = [
            index for index, (action, rect) in enumerate(rows) if rect.left != current_rect.left and action.enabled
        ]
        self.hovered = -1
        self.cursor = min(
            candidates, key=lambda index: abs(rows[index][1].centery - current_rect.centery), default=self.cursor
        )
        self.show_cursor()

    def mark(self, identity: str) -> None:
        """Put the keyboard cursor on the action with an id and scroll to it; on none if it is disabled."""
        self.cursor = next(
            (index for index, action in enumerate(self.actions) if action.id == identity and action.enabled), -1
        )
        self.show_cursor()

    def shows(self, action: MenuItem) -> bool:
        """Return whether the whole row of an action is in view."""
        return any(listed is action and self.rect.contains(rect) for listed, rect in self.rows())

    def hover(self, identity: str) -> None:
        """Treat the action with an id as if the mouse were over it."""
        self.hovered = next(
            (index for index, action in enumerate(self.actions) if action.id == identity and action.enabled), -1
        )

    def current(self) -> MenuItem | None:
        return self.actions[self.cursor] if 0 <= self.cursor < len(self.actions) else None

    def pointed(self) -> MenuItem | None:
        """Return the action under the mouse, else the one under the keyboard cursor."""
        return self.actions[self.hovered] if 0 <= self.hovered < len(self.actions) else self.current()

    def show_cursor(self) -> None:
        """Scroll the action under the keyboard cursor into view, with the heading above it."""
        rows = self.rows()
        if 0 <= self.cursor < len(rows):
            rect = rows[self.cursor][1]
            under_heading = self.cursor > 0 and rows[self.cursor - 1][0].heading
            top = rows[self.cursor - 1][1].top if under_heading else rect.top
            self.clamp()
            self.view.reveal(top, rect.bottom)

    def key(self) -> tuple[object, ...]:
        """Return a cache key for the drawn list."""
        return tuple(self.actions), self.cursor, self.hovered, self.view.offset, tuple(self.rect)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the rows, clipped to the rectangle, with a scrollbar if needed."""
        self.clamp()
        with self.view.drawn(target, self.theme):
            for index, (action, rect) in enumerate(self.rows()):
                if rect.colliderect(target.get_clip()):
                    marked, hovered = index == self.cursor, index == self.hovered
                    self.row(action).draw(target, rect, marked=marked, hovered=hovered)

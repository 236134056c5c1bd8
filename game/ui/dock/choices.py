"""The answers of a decision in the dock: actions as buttons, pieces as cards with their faces, others as rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import combinations, groupby, pairwise
from typing import Final, NamedTuple

import pygame

from game.engine.rulebook.view import PieceView
from game.ui.widgets.actions import ActionList, MenuItem, Row
from game.ui.widgets.keys import key_label
from game.ui.widgets.layers import Kept
from game.ui.widgets.signs import draw_price, icon, icon_of, price_width
from game.ui.widgets.text import blit_at, fading, ink, line_height, round_corners, shorten, wrap
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_DEEP,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    mix,
)
from game.wording import _, language

BUTTONS: Final = 8
"""Number of answers above which impossible ones are folded away."""
LEAST_NAME: Final = 14
"""Type size of the smallest name on a card in pixels, at scale 1."""
TWO_COLUMNS: Final = 21.0
"""Width that two columns of buttons need, in units of the theme."""
SQUARE, FLAT, CARD = (8.75, 6.5), (5.0, 4.0), (8.25, 5.0)
"""Heights of buttons in two columns and in one, and of a card with a face: with enough room, and without."""
NAME_PIXELS: Final = 20
"""Type size of a name on a card in pixels, at scale 1."""
ROOMY, FOLDED, LOW = 0, 1, 2
"""Layouts of the answers: at full height; with all impossible ones folded away; and with lower buttons, too."""


class Cell(NamedTuple):
    """A row with its kind, "button", "card", "row" or "hidden", and its place in the unscrolled list."""

    action: MenuItem
    kind: str
    place: pygame.Rect


class Laid(NamedTuple):
    """The layout of all rows, the height of the list, and the button that unfolds the others, perhaps empty.

    `shared` are the pieces that several cards are about: these lead with what they do, which differs.
    """

    cells: list[Cell]
    height: int
    more: pygame.Rect
    shared: frozenset[str]


@dataclass
class Choices(ActionList):
    """The rows of a decision; impossible ones are pale, with their reason as a tooltip.

    `ours` tells whether a row is about the piece that is named above the rows; `card` returns the other piece that a
    row is about; `paint` draws a face with its middle at a pixel.
    """

    ours: Callable[[MenuItem], bool] = lambda action: False
    card: Callable[[MenuItem], PieceView | None] = lambda action: None
    paint: Callable[[pygame.Surface, PieceView, tuple[int, int], int], None] = lambda *given: None
    covered: int = 0
    """The pixels at the lower end over which a message lies."""
    moment: object = None
    """A key that changes with the answers of `ours` and `card`."""
    unfolded: bool = False
    _known: dict[int, tuple[object, Laid]] = field(default_factory=dict)
    _kept: defaultdict[int, Kept] = field(default_factory=lambda: defaultdict(Kept))

    def set(self, actions: list[MenuItem] | tuple[MenuItem, ...]) -> bool:  # type: ignore[override]
        changed = super().set(actions)
        if changed:
            self.unfolded = False
        return changed

    # -- layout ------------------------------------------------------------------------------------

    def height(self, width: int) -> int:
        """Return the height in pixels of all rows at a width, with nothing folded away that fits."""
        self.rect.width = width
        return self._laid_out(ROOMY).height

    def least(self, width: int) -> int:
        """Return the height in pixels of all rows at a width, with all impossible ones folded away."""
        self.rect.width = width
        return self._laid_out(FOLDED).height

    def _lying(self) -> Laid:
        """Return the layout for the present rectangle: the first one that fits."""
        layouts = (self._laid_out(layout) for layout in (ROOMY, FOLDED))
        return next((layout for layout in layouts if layout.height <= self.rect.height), None) or self._laid_out(LOW)

    def clamp(self) -> None:
        room = pygame.Rect(self.rect.topleft, (self.rect.width, max(0, self.rect.height - self.covered)))
        self.view.fit(room, self._lying().height)

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        top = self.rect.top - self.view.offset
        return [(cell.action, cell.place.move(self.rect.left, top)) for cell in self._lying().cells]

    @property
    def bottom(self) -> int:
        """The pixel of the window below the last row."""
        return min(self.rect.bottom, self.rect.top + self._lying().height)

    @property
    def _columns(self) -> int:
        return 2 if self.rect.width >= self.theme.px(TWO_COLUMNS) else 1

    def more_rect(self) -> pygame.Rect:
        """Return the rectangle of the button that unfolds the hidden rows, in the window."""
        return self._lying().more.move(self.rect.left, self.rect.top - self.view.offset)

    def _laid_out(self, layout: int) -> Laid:
        """Return a layout by its number, from the cache if possible."""
        key = tuple(self.actions), self.rect.width, self.theme.scale, language(), self.unfolded, self.moment
        if (
            layout not in self._known or self._known[layout][0] != key
        ):  # cached, since it is needed several times a frame
            self._known[layout] = key, self._placed(layout)
        return self._known[layout][1]

    def _placed(self, layout: int) -> Laid:
        """Return the rows placed in a layout: neighbouring buttons in columns, all else one below the other."""
        theme, width, gap, columns = self.theme, self.rect.width, self.theme.px(1), self._columns
        kinds = [self._kind(action) for action in self.actions]
        # A single button becomes a row.
        runs = [(kind, len([*run])) for kind, run in groupby(kinds)]
        kinds = [("row" if (kind, count) == ("button", 1) else kind) for kind, count in runs for _copy in range(count)]
        folded = set(self._folded_away(kinds, 0 if layout else BUTTONS))
        button_width = (width - (columns - 1) * gap) // columns
        button_height = theme.px((SQUARE if columns > 1 else FLAT)[1 if layout == LOW else 0])
        cells, y = list[Cell](), 0
        shown_kinds = [(index, kind) for index, kind in enumerate(kinds) if index not in folded]
        cards = (self.card(self.actions[index]) for index, kind in shown_kinds if kind == "card")
        counts = Counter(card.id for card in cards if card is not None)
        shared = frozenset(piece for piece, count in counts.items() if count > 1)
        for kind, group in groupby(shown_kinds, key=lambda pair: pair[1]):
            members = [index for index, _kind in group]
            if kind == "button":
                places = [
                    (position % columns * (button_width + gap), y + position // columns * (button_height + gap))
                    for position in range(len(members))
                ]
                rects = [pygame.Rect(place, (button_width, button_height)) for place in places]
            else:
                heights = [self._high(self.actions[index], kind, shared, low=layout == LOW) for index in members]
                tops = [y + sum(heights[:position]) + position * theme.px(0.5) for position in range(len(members))]
                rects = [pygame.Rect(0, top, width, height) for top, height in zip(tops, heights, strict=True)]
            cells += [Cell(self.actions[index], kind, rect) for index, rect in zip(members, rects, strict=True)]
            y = rects[-1].bottom + gap
        more_button = pygame.Rect(0, y, width if folded else 0, theme.px(3.5))
        y += more_button.height + gap if folded else 0
        placed, nowhere = iter(cells), pygame.Rect(0, 0, 0, 0)
        indices = range(len(self.actions))
        ordered = [
            Cell(self.actions[position], "hidden", nowhere) if position in folded else next(placed)
            for position in indices
        ]
        return Laid(ordered, max(0, y - gap), more_button, shared)

    def _folded_away(self, kinds: list[str], most: int) -> Iterator[int]:
        """Yield the indices of impossible answers after the first `most` buttons, and those that change nothing."""
        count = 0
        for index, (action, kind) in enumerate(zip(self.actions, kinds, strict=True)):
            count += kind == "button" or not action.enabled
            is_late = count > most and not action.enabled and not action.heading
            if not self.unfolded and ((action.idle and kind == "card") or is_late):
                yield index

    def _kind(self, action: MenuItem) -> str:
        """Return whether an answer is drawn as a "button", a "card" or a "row"."""
        needs_row = action.primary or action.heading or action.ticked is not None or action.dice or action.value
        has_card = self.card(action) is not None and not action.heading
        if not needs_row and not (has_card and action.brief) and icon_of(action.id) and len(self._words(action)) <= 2:
            return "button"
        return "card" if has_card else "row"

    def _high(self, action: MenuItem, kind: str, shared: frozenset[str], *, low: bool) -> int:
        """Return the height of a row or a card in pixels."""
        if kind == "card":
            return self.theme.px(CARD[1]) if low else self._high_card(action, shared)
        if action.enabled or action.heading:
            return self.row(action).height
        pale = self.theme.px(1.5) + len(self._label(action)) * line_height(self.theme, "small")
        return max(pale, self.row(replace(action, reason="")).height)  # it moves no other row when it becomes possible

    def _high_card(self, action: MenuItem, shared: frozenset[str]) -> int:
        """Return the height of a card: a line more than usual if name and remark need two lines each."""
        card, height = self.card(action), self.theme.px(CARD[0])
        assert card is not None
        name, remark = titled(action, card, by_deed=card.id in shared)
        width = self._text_width(height)
        needs_two = self._is_long(action, remark, width)
        _pixels, lines = name_lines(self.theme, name, width - self._short_keys(action).get_width(), NAME_PIXELS, 1)
        return height + (line_height(self.theme, "small") if needs_two and lines[0].endswith("…") else 0)

    def _is_long(self, action: MenuItem, remark: str, width: int) -> bool:
        """Return whether the remark on a card does not fit on one line beside the price."""
        return ink(self.theme, remark, "small").get_width() > width - price_width(self.theme, action.price)

    def _text_width(self, height: int) -> int:
        """Return the width of the text on a card, beside a face as high as a card of this height allows."""
        return self.rect.width - 3 * self.theme.px(0.75) - 2 * self._face_radius(height) - self.theme.px(0.5)

    def _face_radius(self, height: int) -> int:
        roomy = height >= self.theme.px(CARD[0])
        return self.theme.px(CARD[0]) // 2 - self.theme.px(1) if roomy else height // 2 - self.theme.px(0.75)

    def _label(self, action: MenuItem) -> tuple[str, ...]:
        """Return the lines of an impossible row."""
        return wrap(self.theme, action.label, self.rect.width - self.theme.px(2), "small")

    def _words(self, action: MenuItem) -> tuple[str, ...]:
        """Return the lines on a button, with a cost in brackets below; three empty ones if they do not fit."""
        theme, font = self.theme, self.theme.font("small", "semibold")
        width = (self.rect.width - theme.px(1)) // 2 - theme.px(1)
        if self._columns == 1:
            width = self.rect.width - theme.px(6.5) - font.size(key_label(action.shortcut))[0]
        text = action.brief if action.brief and self.ours(action) else action.named
        label, cost, end_of_cost = text.partition(" (")
        lines = [*wrap(theme, label, width, "small", "semibold")]
        if end_of_cost:
            lines.append(cost.strip() + end_of_cost)
        return tuple(lines) if all(font.size(line)[0] <= width for line in lines) else ("", "", "")

    def row(self, action: MenuItem) -> Row:
        return Row(self.theme, _without_rule(action), self.rect.width)

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        """Draw the answers, clipped to the rectangle, with a scrollbar if needed."""
        if 0 <= self.cursor < len(self.actions) and self._lying().cells[self.cursor].kind == "hidden":
            self.unfolded = True  # the keyboard has reached a hidden row
        self.clamp()
        top, shared = self.rect.top - self.view.offset, self._lying().shared
        with self.view.drawn(target, self.theme):
            for index, cell in enumerate(self._lying().cells):
                rect = cell.place.move(self.rect.left, top)
                visible = rect.clip(target.get_clip())
                if not visible.width or not visible.height:
                    continue
                lit, card = index in (self.cursor, self.hovered), self.card(cell.action)
                by_deed = card is not None and card.id in shared
                draw = partial(self._draw_cell, target, cell._replace(place=rect), card, index, by_deed=by_deed)
                key = (
                    cell.action,
                    cell.kind,
                    card,
                    by_deed,
                    index == self.cursor,
                    lit,
                    tuple(rect),
                    tuple(visible),
                    self.theme.scale,
                )
                self._kept[index].show(target, visible, (*key, language()), draw)
                if cell.action.id == self.starred:
                    draw_star(target, rect.topleft, self.theme.px(0.9))
            if (more_button := self.more_rect()).width:
                self._draw_more(target, more_button)

    def _draw_cell(
        self, target: pygame.Surface, cell: Cell, card: PieceView | None, index: int, *, by_deed: bool
    ) -> None:
        """Draw a row in the manner of its kind."""
        action, lit = cell.action, index in (self.cursor, self.hovered)
        if cell.kind == "button":
            self._draw_button(target, action, cell.place, lit=lit)
        elif cell.kind == "card" and card is not None:
            words = titled(action, card, by_deed=by_deed)
            self._draw_card(target, action, card, words, cell.place, lit=lit, marked=index == self.cursor)
        elif action.enabled or action.heading:
            marked, hovered = index == self.cursor, index == self.hovered
            self.row(action).draw(target, cell.place, marked=marked, hovered=hovered)
        else:
            pygame.draw.rect(target, SLATE_RAISED, cell.place, 1, border_radius=self.theme.px(0.75))
            lines = self._label(action)
            y = cell.place.centery - len(lines) * line_height(self.theme, "small") // 2
            for line in lines:
                target.blit(
                    ink(self.theme, line, "small", "regular", INK_FAINT), (cell.place.left + self.theme.px(1), y)
                )
                y += line_height(self.theme, "small")

    def _draw_button(self, target: pygame.Surface, action: MenuItem, rect: pygame.Rect, *, lit: bool) -> None:
        """Draw a button: the letter in a corner, the icon, and the label below or beside it."""
        theme, two_columns, enabled = self.theme, self._columns > 1, action.enabled
        if enabled:
            target.blit(raised(rect.size, LAMP if lit else SLATE_RAISED, theme.px(1)), rect)
        else:
            pygame.draw.rect(target, SLATE_RAISED, rect, 1, border_radius=theme.px(1))
        text_colour, icon_colour, key_colour = (SLATE, SLATE, SLATE) if lit and enabled else (INK, LAMP, INK_QUIET)
        if not enabled:
            text_colour = icon_colour = INK_FAINT
        picture = icon(icon_of(action.id), theme.px(3.25 if two_columns else 3), icon_colour)
        letter = ink(theme, key_label(action.shortcut) if enabled else "", "small", "semibold", key_colour)
        lines, line_step = self._words(action), line_height(theme, "small") - theme.px(0.25)
        if two_columns:
            top = rect.bottom - theme.px(0.75) - len(lines) * line_step
            shift = theme.px(2) if letter.get_width() > theme.px(3) else 0  # so that the icon is beside a long key
            blit_at(
                target, picture, center=(rect.centerx + shift, (rect.top + top) // 2 + theme.px(0.375 + shift / 16))
            )
            target.blit(letter, (rect.left + theme.px(0.875), rect.top + theme.px(0.5)))
            if enabled and action.also:
                enter_sign = icon("sign-enter", theme.px(1.75), key_colour)
                blit_at(target, enter_sign, midright=(rect.right - theme.px(0.75), rect.top + theme.px(1.5)))
            corner = rect.right - theme.px(0.75) - price_width(theme, action.price), rect.top + theme.px(1.5)
            draw_price(target, theme, action.price, *corner, icon_colour)
        else:
            top = rect.centery - len(lines) * line_step // 2
            blit_at(target, picture, midleft=(rect.left + theme.px(1), rect.centery))
            letter_left = blit_at(target, letter, midright=(rect.right - theme.px(1), rect.centery)).left
            draw_price(
                target, theme, action.price, letter_left - price_width(theme, action.price), rect.centery, icon_colour
            )
        for line in lines:
            text = ink(theme, line, "small", "semibold", text_colour)
            place = text.get_rect(midtop=(rect.centerx, top)) if two_columns else (rect.left + theme.px(4.5), top)
            target.blit(text, place)
            top += line_step

    def _draw_card(
        self,
        target: pygame.Surface,
        action: MenuItem,
        card: PieceView,
        words: tuple[str, str],
        rect: pygame.Rect,
        *,
        lit: bool,
        marked: bool,
    ) -> None:
        """Draw the face of a piece, the title, and below that the remark on it."""
        theme, roomy, padding = self.theme, rect.height >= self.theme.px(CARD[0]), self.theme.px(0.75)
        if action.enabled:
            target.blit(raised(rect.size, SLATE_HOVER if lit else SLATE_RAISED, theme.px(1)), rect)
        else:
            pygame.draw.rect(target, SLATE_RAISED, rect, 1, border_radius=theme.px(1))
        if marked:
            pygame.draw.rect(target, LAMP, rect, max(1, theme.px(0.25)), border_radius=theme.px(1))
        radius = self._face_radius(rect.height)
        self.paint(target, card, (rect.left + padding + radius, rect.centery), radius)
        keys = self._short_keys(action)
        blit_at(target, keys, topright=(rect.right - padding, rect.top + theme.px(0.5)))
        left = rect.left + 2 * padding + 2 * radius + theme.px(0.5)
        text_width = self._text_width(rect.height)
        if action.ticked is not None:
            box = pygame.Rect(0, 0, theme.px(2), theme.px(2))
            box.bottomright = rect.right - padding, rect.bottom - theme.px(0.5)
            pygame.draw.rect(
                target, LAMP if action.ticked else SLATE_LINE, box, 0 if action.ticked else 2, theme.px(0.5)
            )
        name, remark = words
        remark = remark if roomy or action.brief or action.reason else ""
        colour = INK if action.enabled else INK_FAINT
        most_lines = 1 + (1 if roomy else 0) + (0 if remark else 1)
        name_width, name_pixels = text_width - keys.get_width(), NAME_PIXELS if roomy else NAME_PIXELS * 4 // 5
        pixels, lines = name_lines(theme, name, name_width, name_pixels, most_lines)
        if roomy and lines[0].endswith("…"):  # small letters leave room for one line more
            pixels, lines = name_lines(theme, name, name_width, name_pixels * 7 // 10, most_lines + 1)
        is_long = roomy and self._is_long(action, remark, text_width)
        if len(lines) > 1 and is_long:
            in_one_line = name_lines(theme, name, name_width, name_pixels, 1)
            if not in_one_line[1][0].endswith("…"):  # the room is for the remark
                pixels, lines = in_one_line
        line_step = round(pixels * 1.15)
        remarks = [remark] if remark else []
        if is_long and (len(lines) == 1 or rect.height > theme.px(CARD[0])):
            first, *rest = wrap(theme, remark, text_width, "small")
            remarks = [first, " ".join(rest)]  # the second one has only the price if the first line has all words
        y = rect.centery - (len(lines) * line_step + len(remarks) * line_height(theme, "small")) // 2
        for line in lines:
            target.blit(theme.font_px(pixels, "title").render(line, True, colour), (left, y))
            y += line_step
        self._draw_remark(target, action, remarks, (left, y), text_width)

    def _draw_remark(
        self, target: pygame.Surface, action: MenuItem, remarks: list[str], spot: tuple[int, int], text_width: int
    ) -> None:
        """Draw the lines of the remark on a card, the last one with its icon and beside the price."""
        theme, (left, y) = self.theme, spot
        for line in remarks[:-1]:
            target.blit(ink(theme, line, "small", "regular", INK_QUIET), (left, y))
            y += line_height(theme, "small")
        remark = remarks[-1] if remarks else ""
        if action.price:
            text_width -= price_width(theme, action.price)
            draw_price(target, theme, action.price, left + text_width, y + line_height(theme, "small") // 2)
        fits = ink(theme, remark, "small").get_width() <= text_width - theme.px(2.25)  # words come before icons
        if remark and fits and (sign := icon_of(action.id)):
            target.blit(icon(sign, theme.px(1.75), LAMP), (left, y))
            left, text_width = left + theme.px(2.25), text_width - theme.px(2.25)
        if remark:
            target.blit(
                ink(theme, shorten(theme, remark, text_width, "small"), "small", "regular", INK_QUIET), (left, y)
            )

    def _short_keys(self, action: MenuItem) -> pygame.Surface:
        """Return the keys of a card; Shift is drawn as an arrow, since the word would take the room of a name."""
        theme, shifted = self.theme, action.enabled and not action.also and action.shortcut.startswith("shift+")
        if not shifted:
            return ink(theme, action.keys if action.enabled else "", "small", "semibold", INK_QUIET)
        letter = ink(theme, key_label(action.shortcut.removeprefix("shift+")), "small", "semibold", INK_QUIET)
        sign = theme.px(1.5)
        canvas = pygame.Surface((letter.get_width() + sign + theme.px(0.25), letter.get_height()), pygame.SRCALPHA)
        middle, third, y = sign // 2, sign // 4, (letter.get_height() - sign) // 2
        head = [(middle, y), (sign, y + sign // 2), (middle + third, y + sign // 2), (middle + third, y + sign)]
        arrow = [*head, (middle - third, y + sign), (middle - third, y + sign // 2), (0, y + sign // 2)]
        pygame.draw.polygon(canvas, INK_QUIET, arrow, 1)
        blit_at(canvas, letter, midright=(canvas.get_width(), canvas.get_height() // 2))
        return canvas

    def _draw_more(self, target: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the button that unfolds the hidden rows, with their number."""
        count = sum(cell.kind == "hidden" for cell in self._lying().cells)
        text = ink(self.theme, _("More ({n})", n=count), "small", "semibold", INK_QUIET)
        pygame.draw.rect(target, SLATE_RAISED, rect, 1, border_radius=self.theme.px(1))
        blit_at(target, text, center=rect.center)


def draw_star(target: pygame.Surface, middle: tuple[int, int], radius: float) -> None:
    """Draw the star of the row that the coach rates highest, with five points."""
    tips = [pygame.Vector2(0, -radius * (1.0 if tip % 2 == 0 else 0.45)).rotate(36 * tip) + middle for tip in range(10)]
    pygame.draw.circle(target, SLATE_DEEP, middle, radius * 1.25)
    pygame.draw.polygon(target, LAMP, tips)


def named_by(action: MenuItem, card: PieceView) -> str:
    """Return the name of the piece on a card, with the number of a model that has one: "Glaive Skimmer 2"."""
    number = action.label.removeprefix(card.name).partition(":")[0]
    return card.name + number if number.strip().isdecimal() else card.name


def titled(action: MenuItem, card: PieceView, *, by_deed: bool) -> tuple[str, str]:
    """Return the title of a card and its remark; `by_deed`: what the row does comes first, then whose it is."""
    name = named_by(action, card)
    deed, _bracket, note = action.brief.partition(" (")
    if not by_deed or not deed:
        return name, said_of(action, card)
    return deed, said_of(action, card) if action.reason else note.rstrip(")") or name


def said_of(action: MenuItem, card: PieceView) -> str:
    """Return the remark on a card: the reason against it, the rest of its label, or the piece's state."""
    if action.reason:
        return action.reason.removeprefix(card.name).strip(" :")
    more = action.brief or action.detail or action.label.removeprefix(named_by(action, card)).strip(" :")
    if more and more != f"d{card.die}":
        return more
    damage = _("{damage} damage", damage=card.damage) if card.damage else ""
    return " · ".join(part for part in (card.stock, damage, *card.states) if part)


def name_lines(theme: Theme, name: str, width: int, most: int = 30, lines: int = 2) -> tuple[int, tuple[str, ...]]:
    """Return the pixels of the title type in which a name fits a width, at most `most`, and its lines.

    It has at most `lines` lines, and is cut if it does not fit in the smallest type.
    """
    largest = most * (1.0 + (theme.scale - 1.0) * 0.4) if theme.scale > 1.0 else most * theme.scale
    least = min(LEAST_NAME * min(1.0, theme.scale), largest)
    return _named(name, tuple(round(max(least, largest * share)) for share in (1.0, 0.8, 0.7, 0.6)), width, lines)


@lru_cache(maxsize=400)
def _named(name: str, sizes: tuple[int, ...], width: int, most: int) -> tuple[int, tuple[str, ...]]:
    """Return the first of some sizes in which a name fits a width in at most `most` lines, and the lines."""
    words = name.split()
    line_ends = [breaks for count in range(most) for breaks in combinations(range(1, len(words)), count)]
    broken_names = [
        tuple(" ".join(words[start:end]) for start, end in pairwise((0, *breaks, len(words)))) for breaks in line_ends
    ]
    for pixels in sizes:
        font = Theme().font_px(pixels, "title")
        for lines in broken_names:
            if all(font.size(line)[0] <= width for line in lines):
                return pixels, lines
    text, font = name, Theme().font_px(sizes[-1], "title")
    while text and font.size(text + "…")[0] > width:
        text = text[:-1]
    return sizes[-1], (text.rstrip() + "…",)


@lru_cache(maxsize=64)
def raised(size: tuple[int, int], colour: Colour, radius: int) -> pygame.Surface:
    """Return a plate that is lighter at its top, with round corners."""
    return round_corners(fading(size, mix(colour, SLATE_LINE, 0.22), mix(colour, SLATE, 0.2)), radius)


@lru_cache(maxsize=400)
def _without_rule(action: MenuItem) -> MenuItem:
    return replace(action, rule="")

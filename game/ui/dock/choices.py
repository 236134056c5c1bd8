"""The answers of a decision as the dock shows them: actions as buttons, pieces with their faces, all else as rows."""

from __future__ import annotations

from collections import defaultdict
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
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    mix,
)
from game.wording import _, language

BUTTONS: Final = 8
"""Answers beyond which impossible ones are folded away, and terrain beside pieces."""
LEAST_NAME: Final = 14
"""Pixels of the smallest name on a card, at scale 1."""
TWO_COLUMNS: Final = 21.0
"""Units of the theme that two columns of buttons need."""
SQUARE, FLAT, CARD = (8.75, 6.5), (5.0, 4.0), (8.25, 5.0)
"""The heights of buttons in two columns and in one, and of a card with a face: where there is room, and where not."""
ROOMY, FOLDED, LOW = 0, 1, 2
"""How the answers lie: as they like; with all impossible ones folded away; and lower, too."""


class Cell(NamedTuple):
    """A row with its kind, "button", "card", "row" or "hidden", and its place in the unscrolled list."""

    action: MenuItem
    kind: str
    place: pygame.Rect


class Laid(NamedTuple):
    """All rows as they lie, the height of the list, and the button that unfolds the others, perhaps not there."""

    cells: list[Cell]
    height: int
    more: pygame.Rect


@dataclass
class Choices(ActionList):
    """The rows of a decision. Impossible ones are pale, with their reason as a tooltip.

    `ours` returns whether a row is about the piece that is named above; `card` returns the other piece that a row is
    about; `paint` draws a face with its middle at a pixel.
    """

    ours: Callable[[MenuItem], bool] = lambda action: False
    card: Callable[[MenuItem], PieceView | None] = lambda action: None
    paint: Callable[[pygame.Surface, PieceView, tuple[int, int], int], None] = lambda *given: None
    moment: object = None
    """Changes with the pieces that `ours` and `card` know."""
    unfolded: bool = False
    _known: dict[int, tuple[object, Laid]] = field(default_factory=dict)
    _kept: defaultdict[int, Kept] = field(default_factory=lambda: defaultdict(Kept))

    def set(self, actions: list[MenuItem] | tuple[MenuItem, ...]) -> bool:  # type: ignore[override]
        changed = super().set(actions)
        if changed:
            self.unfolded = False
        return changed

    # -- where things are ------------------------------------------------------------------------

    def height(self, width: int) -> int:
        """Return the height in pixels of all rows at that width, as high as they like to be."""
        self.rect.width = width
        return self._laid_out(ROOMY).height

    def least(self, width: int) -> int:
        """Return the height in pixels of all rows at that width, with those folded away that may be."""
        self.rect.width = width
        return self._laid_out(FOLDED).height

    def _lying(self) -> Laid:
        """Return the cells as they lie in the present rectangle, with their height: the first way that fits."""
        ways = (self._laid_out(way) for way in (ROOMY, FOLDED))
        return next((way for way in ways if way.height <= self.rect.height), None) or self._laid_out(LOW)

    def clamp(self) -> None:
        self.view.fit(self.rect, self._lying().height)

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
        """Return the rectangle in the window of the button that unfolds what is folded away."""
        return self._lying().more.move(self.rect.left, self.rect.top - self.view.offset)

    def _laid_out(self, way: int) -> Laid:
        key = tuple(self.actions), self.rect.width, self.theme.scale, language(), self.unfolded, self.moment
        if way not in self._known or self._known[way][0] != key:  # needed several times a frame
            self._known[way] = key, self._placed(way)
        return self._known[way][1]

    def _placed(self, way: int) -> Laid:
        theme, wide, gap, columns = self.theme, self.rect.width, self.theme.px(1), self._columns
        kinds = [self._kind(action) for action in self.actions]
        runs = [(kind, len([*run])) for kind, run in groupby(kinds)]
        kinds = [("row" if (kind, count) == ("button", 1) else kind) for kind, count in runs for _each in range(count)]
        folded = set(self._folded_away(kinds, 0 if way else BUTTONS))
        cell = (wide - (columns - 1) * gap) // columns
        high = theme.px((SQUARE if columns > 1 else FLAT)[way == LOW])
        cells, y = list[Cell](), 0
        numbered = [(number, kind) for number, kind in enumerate(kinds) if number not in folded]
        for kind, group in groupby(numbered, key=lambda each: each[1]):
            members = [number for number, _kind in group]
            if kind == "button":
                places = [(at % columns * (cell + gap), y + at // columns * (high + gap)) for at in range(len(members))]
                rects = [pygame.Rect(place, (cell, high)) for place in places]
            else:
                heights = [self._high(self.actions[number], kind, low=way == LOW) for number in members]
                tops = [y + sum(heights[:at]) + at * theme.px(0.5) for at in range(len(members))]
                rects = [pygame.Rect(0, top, wide, each) for top, each in zip(tops, heights, strict=True)]
            cells += [Cell(self.actions[number], kind, rect) for number, rect in zip(members, rects, strict=True)]
            y = rects[-1].bottom + gap
        more = pygame.Rect(0, y, wide if folded else 0, theme.px(3.5))
        y += more.height + gap if folded else 0
        shown, hidden = iter(cells), pygame.Rect(0, 0, 0, 0)
        numbers = range(len(self.actions))
        ordered = [Cell(self.actions[at], "hidden", hidden) if at in folded else next(shown) for at in numbers]
        return Laid(ordered, max(0, y - gap), more)

    def _folded_away(self, kinds: list[str], most: int) -> Iterator[int]:
        """Yield the numbers of impossible answers after the `most` first answers that are buttons or impossible.

        Among many answers, terrain is folded away where pieces can be chosen: it is seldom meant, and can be clicked.
        """
        count, aside = 0, "card" in kinds and len(kinds) > BUTTONS
        for number, (action, kind) in enumerate(zip(self.actions, kinds, strict=True)):
            count += kind == "button" or not action.enabled
            terrain = aside and kind == "row" and bool(action.about.terrain)
            if (terrain or (count > most and not action.enabled and not action.heading)) and not self.unfolded:
                yield number

    def _kind(self, action: MenuItem) -> str:
        plain = action.primary or action.heading or action.ticked is not None or action.dice or action.value
        card = self.card(action) is not None and not action.heading
        if not plain and not (card and action.brief) and icon_of(action.id) and len(self._words(action)) <= 2:
            return "button"
        return "card" if card else "row"

    def _high(self, action: MenuItem, kind: str, *, low: bool) -> int:
        if kind == "card":
            return self.theme.px(CARD[low])
        if action.enabled or action.heading:
            return self.row(action).height
        return self.theme.px(1.5) + len(self._label(action)) * line_height(self.theme, "small")

    def _label(self, action: MenuItem) -> tuple[str, ...]:
        """Return the lines of a row that is impossible."""
        return wrap(self.theme, action.label, self.rect.width - self.theme.px(2), "small")

    def _words(self, action: MenuItem) -> tuple[str, ...]:
        """Return the lines on a button: what it does, and a cost in brackets below that."""
        theme, font = self.theme, self.theme.font("small", "semibold")
        wide = (self.rect.width - theme.px(1)) // 2 - theme.px(1)
        if self._columns == 1:
            wide = self.rect.width - theme.px(6.5) - font.size(key_label(action.shortcut))[0]
        text = action.brief if action.brief and self.ours(action) else action.named
        name, cost, rest = text.partition(" (")
        lines = [*wrap(theme, name, wide, "small", "semibold"), *([cost.strip() + rest] if rest else [])]
        return tuple(lines) if all(font.size(line)[0] <= wide for line in lines) else ("", "", "")

    def row(self, action: MenuItem) -> Row:
        return Row(self.theme, _without_rule(action), self.rect.width)

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        """Draw the answers, clipped to the rectangle, with a scrollbar if needed."""
        if 0 <= self.cursor < len(self.actions) and self._lying().cells[self.cursor].kind == "hidden":
            self.unfolded = True  # the keys went there
        self.clamp()
        top = self.rect.top - self.view.offset
        with self.view.drawn(target, self.theme):
            for index, cell in enumerate(self._lying().cells):
                rect = cell.place.move(self.rect.left, top)
                seen = rect.clip(target.get_clip())
                if not seen.width or not seen.height:
                    continue
                lit, card = index in (self.cursor, self.hovered), self.card(cell.action)
                draw = partial(self._draw_cell, target, cell._replace(place=rect), card, index)
                key = (
                    cell.action,
                    cell.kind,
                    card,
                    index == self.cursor,
                    lit,
                    tuple(rect),
                    tuple(seen),
                    self.theme.scale,
                )
                self._kept[index].show(target, seen, (*key, language()), draw)
            if (more := self.more_rect()).width:
                self._draw_more(target, more)

    def _draw_cell(self, target: pygame.Surface, cell: Cell, card: PieceView | None, index: int) -> None:
        action, lit = cell.action, index in (self.cursor, self.hovered)
        if cell.kind == "button":
            self._draw_button(target, action, cell.place, lit=lit)
        elif cell.kind == "card" and card is not None:
            self._draw_card(target, action, card, cell.place, lit=lit, marked=index == self.cursor)
        elif action.enabled or action.heading:
            marked, hovered = index == self.cursor, index == self.hovered
            self.row(action).draw(target, cell.place, marked=marked, hovered=hovered)
        else:
            pygame.draw.rect(target, SLATE_RAISED, cell.place, 1, border_radius=self.theme.px(0.75))
            y = cell.place.top + self.theme.px(0.75)
            for line in self._label(action):
                target.blit(
                    ink(self.theme, line, "small", "regular", INK_FAINT), (cell.place.left + self.theme.px(1), y)
                )
                y += line_height(self.theme, "small")

    def _draw_button(self, target: pygame.Surface, action: MenuItem, rect: pygame.Rect, *, lit: bool) -> None:
        """Draw a button: the letter in a corner, the icon, and below or beside that what it does."""
        theme, two, enabled = self.theme, self._columns > 1, action.enabled
        if enabled:
            target.blit(raised(rect.size, LAMP if lit else SLATE_RAISED, theme.px(1)), rect)
        else:
            pygame.draw.rect(target, SLATE_RAISED, rect, 1, border_radius=theme.px(1))
        words, sign, key = (SLATE, SLATE, SLATE) if lit and enabled else (INK, LAMP, INK_QUIET)
        if not enabled:
            words = sign = INK_FAINT
        picture = icon(icon_of(action.id), theme.px(3.25 if two else 3), sign)
        letter = ink(theme, key_label(action.shortcut) if enabled else "", "small", "semibold", key)
        lines, step = self._words(action), line_height(theme, "small") - theme.px(0.25)
        if two:
            top = rect.bottom - theme.px(0.75) - len(lines) * step
            aside = theme.px(2) if letter.get_width() > theme.px(3) else 0  # beside a long key
            blit_at(
                target, picture, center=(rect.centerx + aside, (rect.top + top) // 2 + theme.px(0.375 + aside / 16))
            )
            target.blit(letter, (rect.left + theme.px(0.875), rect.top + theme.px(0.5)))
            if enabled and action.also:
                enter = icon("sign-enter", theme.px(1.75), key)
                blit_at(target, enter, midright=(rect.right - theme.px(0.75), rect.top + theme.px(1.5)))
            corner = rect.right - theme.px(0.75) - price_width(theme, action.price), rect.top + theme.px(1.5)
            draw_price(target, theme, action.price, *corner, sign)
        else:
            top = rect.centery - len(lines) * step // 2
            blit_at(target, picture, midleft=(rect.left + theme.px(1), rect.centery))
            beside = blit_at(target, letter, midright=(rect.right - theme.px(1), rect.centery)).left
            draw_price(target, theme, action.price, beside - price_width(theme, action.price), rect.centery, sign)
        for line in lines:
            text = ink(theme, line, "small", "semibold", words)
            place = text.get_rect(midtop=(rect.centerx, top)) if two else (rect.left + theme.px(4.5), top)
            target.blit(text, place)
            top += step

    def _draw_card(
        self, target: pygame.Surface, action: MenuItem, card: PieceView, rect: pygame.Rect, *, lit: bool, marked: bool
    ) -> None:
        """Draw the face of a piece, its name, and below that what is said of it."""
        theme, roomy, pad = self.theme, rect.height >= self.theme.px(CARD[0]), self.theme.px(0.75)
        if action.enabled:
            target.blit(raised(rect.size, SLATE_HOVER if lit else SLATE_RAISED, theme.px(1)), rect)
        else:
            pygame.draw.rect(target, SLATE_RAISED, rect, 1, border_radius=theme.px(1))
        if marked:
            pygame.draw.rect(target, LAMP, rect, max(1, theme.px(0.25)), border_radius=theme.px(1))
        radius = rect.height // 2 - theme.px(1 if roomy else 0.75)
        self.paint(target, card, (rect.left + pad + radius, rect.centery), radius)
        keys = ink(theme, action.keys if action.enabled else "", "small", "semibold", INK_QUIET)
        blit_at(target, keys, topright=(rect.right - pad, rect.top + theme.px(0.5)))
        left = rect.left + 2 * pad + 2 * radius + theme.px(0.5)
        room = rect.right - pad - left
        if action.ticked is not None:
            box = pygame.Rect(0, 0, theme.px(2), theme.px(2))
            box.bottomright = rect.right - pad, rect.bottom - theme.px(0.5)
            pygame.draw.rect(
                target, LAMP if action.ticked else SLATE_LINE, box, 0 if action.ticked else 2, theme.px(0.5)
            )
        name = named_by(action, card)
        said = said_of(action, card) if roomy or action.brief or action.reason else ""
        colour = INK if action.enabled else INK_FAINT
        most = 1 + roomy + (not said)
        pixels, lines = name_lines(theme, name, room - keys.get_width(), 20 if roomy else 16, most)
        step = round(pixels * 1.15)
        y = rect.centery - (len(lines) * step + (line_height(theme, "small") if said else 0)) // 2
        for line in lines:
            target.blit(theme.font_px(pixels, "title").render(line, True, colour), (left, y))
            y += step
        if action.price:
            room -= price_width(theme, action.price)
            draw_price(target, theme, action.price, left + room, y + line_height(theme, "small") // 2)
        fits = ink(theme, said, "small").get_width() <= room - theme.px(2.25)  # words matter more than their icon
        if said and fits and (sign := icon_of(action.id)):
            target.blit(icon(sign, theme.px(1.75), LAMP), (left, y))
            left, room = left + theme.px(2.25), room - theme.px(2.25)
        if said:
            target.blit(ink(theme, shorten(theme, said, room, "small"), "small", "regular", INK_QUIET), (left, y))

    def _draw_more(self, target: pygame.Surface, rect: pygame.Rect) -> None:
        count = sum(cell.kind == "hidden" for cell in self._lying().cells)
        text = ink(self.theme, _("More ({n})", n=count), "small", "semibold", INK_QUIET)
        pygame.draw.rect(target, SLATE_RAISED, rect, 1, border_radius=self.theme.px(1))
        blit_at(target, text, center=rect.center)


def named_by(action: MenuItem, card: PieceView) -> str:
    """Return the name of the piece on a card, with the number of a model that has one: "Glaive Skimmer 2"."""
    number = action.label.removeprefix(card.name).partition(":")[0]
    return card.name + number if number.strip().isdecimal() else card.name


def said_of(action: MenuItem, card: PieceView) -> str:
    """Return what a card says below the name of its piece: why not, more of the label, or what it has and carries."""
    if action.reason:
        return action.reason.removeprefix(card.name).strip(" :")
    more = action.brief or action.detail or action.label.removeprefix(named_by(action, card)).strip(" :")
    if more and more != f"d{card.die}":
        return more
    damage = _("{damage} damage", damage=card.damage) if card.damage else ""
    return " · ".join(part for part in (card.stock, damage, *card.states) if part)


def name_lines(theme: Theme, name: str, width: int, most: int = 30, lines: int = 2) -> tuple[int, tuple[str, ...]]:
    """Return the pixels of the title type in which a name fits a width, at most `most`, and its lines, some at most."""
    largest = most * (1.0 + (theme.scale - 1.0) * 0.4) if theme.scale > 1.0 else most * theme.scale
    least = min(LEAST_NAME * min(1.0, theme.scale), largest)
    return _named(name, tuple(round(max(least, largest * share)) for share in (1.0, 0.8, 0.7, 0.6)), width, lines)


@lru_cache(maxsize=400)
def _named(name: str, sizes: tuple[int, ...], width: int, most: int) -> tuple[int, tuple[str, ...]]:
    words = name.split()
    breaks = [ends for count in range(most) for ends in combinations(range(1, len(words)), count)]
    broken = [tuple(" ".join(words[a:b]) for a, b in pairwise((0, *ends, len(words)))) for ends in breaks]
    for pixels in sizes:
        font = Theme().font_px(pixels, "title")
        for lines in broken:
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

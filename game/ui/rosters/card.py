"""A roster as a card on the screen and as a page to print: members with dice and traits, wordings of traits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pygame

from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.view import Line
from game.ui.board.picture import save_png
from game.ui.board.sigils import Sigil
from game.ui.rosters.faces import face_picture, sigils_of
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.signs import icon
from game.ui.widgets.text import ScrollView, blit_at, draw_plate, ink, line_height, wrap, write
from game.ui.widgets.theme import (
    INK,
    INK_QUIET,
    LAMP,
    SLATE_LINE,
    SLATE_RAISED,
    TONES,
    Colour,
    Theme,
    mix,
    readable_on,
)
from game.wording import _

DIE: Final = mix(LAMP, SLATE_RAISED, 0.15)
FACE: Final = 5
"""The width of a member's face in units of the theme."""
MORE: Final = "…"
"""Stands for everything that does not fit."""
Draw = Callable[[pygame.Surface, int, int], object]
Block = tuple[int, Draw]
"""A height in pixels, and what draws so much of a card at a place."""


def draw_card(
    target: pygame.Surface,
    theme: Theme,
    card: Card,
    facts: Sequence[Line],
    rect: pygame.Rect,
    view: ScrollView | None = None,
    full: Collection[str] = (),
) -> None:
    """Draw a card into a rectangle, further facts below its own lines; scrolled by a view, else as much as fits whole.

    The members that are named in `full` have a sentence for each trait.
    """
    draw_plate(target, rect, SLATE_RAISED, SLATE_LINE, theme.px(1))
    inner = rect.inflate(-theme.px(4), -theme.px(3))
    blocks = [*_blocks(theme, card, facts, inner.width, full)]
    whole = sum(high for high, _draw in blocks)
    if view is None:
        bottom = inner.bottom - (line_height(theme, "small") if whole > inner.height else 0)
        y = inner.top
        for high, draw in blocks:
            if y + high > bottom:
                write(target, theme, MORE, (inner.left, y), inner.width, "small", colour=INK_QUIET)
                return
            draw(target, inner.left, y)
            y += high
        return
    view.fit(inner, whole)
    with view.drawn(target, theme, 0.75):
        y = view.top
        for high, draw in blocks:
            if y + high > inner.top and y < inner.bottom:
                draw(target, inner.left, y)
            y += high


def _blocks(theme: Theme, card: Card, facts: Sequence[Line], width: int, full: Collection[str]) -> Iterator[Block]:
    yield _words(theme, card.title, width, "large", "title")
    for line in (*card.lines, *facts):
        yield _words(theme, line.text, width, colour=INK_QUIET if line.tone == "plain" else TONES.get(line.tone, INK))
    if card.strength:
        yield _words(theme, card.strength, width, "body", colour=LAMP)
    sigils = sigils_of(tuple(member.name for member in card.members), tuple(card.faces.items()))
    told, shown = set[str](), set[str]()
    for member in card.members:
        yield _gap(theme.px(1))
        sigil = sigils.of(member.name) if any(map(str.isalnum, member.name)) else None
        yield _member(theme, member, sigil, width)
        if member.name in shown:
            continue
        shown.add(member.name)
        if member.name in full:
            told.update(line.rule for line in member.traits)
            yield from (_trait(theme, line, card.wording(line), width) for line in member.traits)
        else:
            room = width - theme.px(FACE + 1)
            yield from (_trait_row(theme, row) for row in trait_rows(theme, member.traits, room) if row)
    yield _gap(theme.px(1))
    for line in card.wordings if not full or len(full) >= len({member.name for member in card.members}) else ():
        if line.rule not in told:
            yield _words(theme, line.text, width, colour=INK_QUIET)


def _gap(high: int) -> Block:
    return high, lambda target, x, y: None


def _words(
    theme: Theme, text: str, width: int, size: str = "small", weight: str = "regular", colour: Colour = INK
) -> Block:
    high = len(wrap(theme, text, width, size, weight)) * line_height(theme, size)
    return high, lambda target, x, y: write(target, theme, text, (x, y), width, size, weight, colour)


def _member(theme: Theme, member: MemberCard, sigil: Sigil | None, width: int) -> Block:
    """Return the head of a member: face, name, what is noted about it, and its die or figure."""
    note = ", ".join(part for part in (_("leader") if member.leader else "", member.note) if part)
    room = width - theme.px(FACE + 6)
    names, notes = wrap(theme, member.name, room, "body", "semibold"), wrap(theme, note, room, "small") if note else ()
    words = len(names) * line_height(theme) + len(notes) * line_height(theme, "small")

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        target.blit(face_picture(sigil, theme.px(FACE)), (x, y))
        die = blit_at(target, icon(member.symbol, theme.px(4), DIE), topright=(x + width, y))
        blit_at(target, ink(theme, member.value, "small", "semibold", readable_on(DIE)), center=die.center)
        left = x + theme.px(FACE + 1)
        below = write(target, theme, member.name, (left, y), room, "body", "semibold")
        if note:
            write(target, theme, note, (left, below), room, "small", colour=INK_QUIET)

    return max(theme.px(FACE), words), draw


def _trait(theme: Theme, line: Line, sentence: str, width: int) -> Block:
    """Return a trait with its sentence, its name in bold."""
    text, tint = f"{line.text}: {sentence}" if sentence else line.text, TONES.get(line.tone, INK)
    left, step = theme.px(FACE + 1), line_height(theme, "small")
    rows = wrap(theme, text, width - left - theme.px(1), "small")

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        sign = icon(line.icon or "trait", theme.px(2), tint)
        blit_at(target, sign, midright=(x + left - theme.px(0.75), y + step // 2))
        x, quiet = x + left, INK_QUIET if sentence else tint
        name = rows[0][: len(line.text) + 1] if sentence else ""
        head = target.blit(ink(theme, name, "small", "semibold", tint), (x, y))
        target.blit(ink(theme, rows[0][len(name) :], "small", "regular", quiet), (head.right if name else x, y))
        for number, row in enumerate(rows[1:], 1):
            target.blit(ink(theme, row, "small", "regular", quiet), (x, y + number * step))

    return len(rows) * step + theme.px(0.25), draw


def _trait_row(theme: Theme, row: Sequence[Line]) -> Block:
    """Return traits beside one another, without sentences."""
    step = line_height(theme, "small")

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        x += theme.px(FACE + 1)
        for line in row:
            tint = TONES.get(line.tone, INK)
            if line.icon:
                blit_at(target, icon(line.icon, theme.px(2), tint), midleft=(x, y + step // 2))
            words = ink(theme, line.text, "small", "regular", tint)
            x = blit_at(target, words, midleft=(x + theme.px(2.5), y + step // 2)).right + theme.px(1.5)

    return step + theme.px(0.25), draw


def trait_rows(
    theme: Theme, traits: Sequence[Line], width: int, size: str = "small", extra: float = 4.0
) -> list[list[Line]]:
    """Return the traits in rows no wider than `width` pixels; what is wider goes on in a row without an icon.

    Each takes `extra` units of the theme besides its words.
    """
    rows: list[list[Line]] = [[]]
    used = 0
    for line in traits:
        for place, text in enumerate(wrap(theme, line.text, width - theme.px(extra), size)):
            needed = theme.px(extra) + ink(theme, text, size).get_width()
            if rows[-1] and (used + needed > width or place):
                rows.append([])
                used = 0
            rows[-1].append(replace(line, text=text, icon="" if place else line.icon or "trait"))
            used += needed
    return rows


@dataclass
class CardSheet(Sheet):
    """Rows to the left, to the right the card of the row under cursor or mouse, as `cards` has it by the row's id."""

    cards: Mapping[str, tuple[Card, Sequence[Line]]] = field(default_factory=dict)
    share: int = 48
    """Percent of the width that the rows take."""

    def card(self) -> tuple[Card, Sequence[Line]] | None:
        """Return the card of the row under the mouse or cursor; "" has the card of all other rows."""
        action = self.list.pointed()
        return self.cards.get(action.id if action is not None else "", self.cards.get(""))

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        wide = min(theme.px(self.wide), window.width - theme.px(4))
        self.rect = pygame.Rect(0, 0, wide, min(theme.px(100), window.height - theme.px(4)))
        self.rect.center = window.center
        inner = wide - theme.px(9)
        top = self.rect.top + theme.px(8) + self._text_height(wide - theme.px(6))
        left = pygame.Rect(self.rect.left + theme.px(3), top, inner * self.share // 100, 0)
        left.height = self.rect.bottom - theme.px(2) - top
        before = self.list.rect.size
        self.list.place(left)
        if before != left.size:
            self.list.show_cursor()

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        shown, rows = self.card(), self.list.rect
        if shown is not None:
            left = rows.right + self.theme.px(3)
            room = pygame.Rect(left, rows.top, self.rect.right - self.theme.px(3) - left, rows.height)
            draw_card(target, self.theme, *shown, room)


PAGE: Final = (1240, 1754)
"""Pixels of a page of A4."""
EDGE: Final = 80
GAP: Final = 40
BOLDER: Final = 12
"""Pixels by which the name of a trait in bold may exceed the line that was measured."""
BLACK: Final[Colour] = (22, 22, 24)
GREY: Final[Colour] = (96, 98, 104)
RULE: Final[Colour] = (176, 178, 184)
RED: Final[Colour] = (150, 40, 30)
SCALES: Final = (1.5, 1.3, 1.15, 1.0, 0.9, 0.8, 0.7)
"""Scales of the type in which a page is tried; wordings may be smaller than what stands above them."""
LEAST_SCALE: Final = 1.0
"""The smallest type of members."""
COLUMN: Final = (PAGE[0] - 2 * EDGE - GAP) // 2
"""Pixels of a column of wordings."""


def save_roster(card: Card, path: Path) -> None:
    """Write a roster as a picture of a page; raise `OSError`."""
    save_png(roster_page(card), path)


def roster_page(card: Card) -> pygame.Surface:
    """Return a roster as a page, in the largest type in which all of it fits; if none is, the page is longer."""
    pygame.font.init()
    printed = [_Printed(card, Theme(scale)) for scale in SCALES if scale >= LEAST_SCALE]
    found = next((each for each in printed if each.height <= PAGE[1]), printed[-1])
    page = pygame.Surface((PAGE[0], max(PAGE[1], found.height)), depth=32)
    page.fill("white")
    y = EDGE
    for high, draw in found.blocks:
        draw(page, EDGE, y)
        y += high
    _draw_wordings(page, card.wordings, y)
    return page


class _Printed:
    """A roster in print at one size of type: the blocks above the wordings, and the height of the whole in pixels."""

    def __init__(self, card: Card, theme: Theme) -> None:
        wide = PAGE[0] - 2 * EDGE
        self.blocks = [
            _words(theme, card.title, wide, "large", "bold", BLACK),
            *(_words(theme, line.text, wide, "body", colour=BLACK) for line in card.lines),
            _gap(theme.px(0.5)),
            _words(theme, card.strength, wide, "body", colour=GREY),
        ]
        sigils = sigils_of(tuple(member.name for member in card.members), tuple(card.faces.items()))
        for member in card.members:
            self.blocks += [_gap(theme.px(1.5)), _printed_member(theme, member, sigils.of(member.name))]
        self.blocks.append(_gap(theme.px(2.5)))
        smallest = _Columns(Theme(SCALES[-1]), card.wordings, COLUMN)
        self.height = 2 * EDGE + sum(high for high, _draw in self.blocks) + max(map(smallest.height, (0, 1)))


def _printed_member(theme: Theme, member: MemberCard, sigil: Sigil) -> Block:
    """Return a member in a frame: its die or figure, its name with what is noted about it, its traits, its face."""
    rows = trait_rows(theme, member.traits, PAGE[0] - 2 * EDGE - theme.px(18), "body", 5.5)
    high = max(theme.px(9.5), line_height(theme) * (len(rows) + 1) + theme.px(2.5))

    def draw(page: pygame.Surface, x: int, top: int) -> None:
        box = pygame.Rect(x, top, PAGE[0] - 2 * EDGE, high)
        pygame.draw.rect(page, RULE, box, 2, border_radius=theme.px(1))
        die = icon(member.symbol, theme.px(6), (226, 228, 232))
        spot = blit_at(page, die, midleft=(box.left + theme.px(1.5), box.centery))
        blit_at(page, ink(theme, member.value, "body", "bold", BLACK), center=spot.center)
        blit_at(page, face_picture(sigil, theme.px(7)), midright=(box.right - theme.px(1.5), box.centery))
        left = spot.right + theme.px(2)
        name = blit_at(page, ink(theme, member.name, "body", "bold", BLACK), topleft=(left, box.top + theme.px(0.75)))
        note = ", ".join(part for part in (_("leader") if member.leader else "", member.note) if part)
        blit_at(page, ink(theme, note, "small", "regular", GREY), midleft=(name.right + theme.px(1.5), name.centery))
        y = name.bottom + theme.px(0.75)
        for row in rows:
            _print_traits(page, theme, row, left, y)
            y += line_height(theme)

    return high, draw


def _print_traits(page: pygame.Surface, theme: Theme, row: Sequence[Line], x: int, y: int) -> None:
    """Draw traits beside one another."""
    for line in row:
        tint = RED if line.tone == "warning" else BLACK
        if line.icon:
            blit_at(page, icon(line.icon, theme.px(2.5), tint), topleft=(x, y))
        words = ink(theme, line.text, "body", "regular", tint)
        x = blit_at(page, words, midleft=(x + theme.px(3.25), y + theme.px(2.5) // 2)).right + theme.px(2)


def _draw_wordings(page: pygame.Surface, wordings: tuple[Line, ...], top: int) -> None:
    """Draw the wording of every trait in two columns, in the largest type that leaves room for all."""
    tried = [_Columns(Theme(scale), wordings, COLUMN) for scale in SCALES]
    room = page.get_height() - EDGE - top
    fitting = (each for each in tried if max(map(each.height, (0, 1))) <= room)
    next(fitting, tried[-1]).draw(page, top)


class _Columns:
    """The wordings at one size of type, the first column as full as the second."""

    def __init__(self, theme: Theme, wordings: tuple[Line, ...], wide: int) -> None:
        self.theme, self.wide = theme, wide
        self.step, self.between = line_height(theme, "small"), theme.px(0.75)
        blocks = [wrap(theme, line.text, wide - BOLDER, "small") for line in wordings]
        half = sum(map(self._high, blocks)) / 2
        self.columns: tuple[list[tuple[str, ...]], ...] = ([], [])
        for block in blocks:
            self.columns[0 if self.height(0) + self._high(block) / 2 <= half else 1].append(block)

    def _high(self, block: tuple[str, ...]) -> int:
        return len(block) * self.step + self.between

    def height(self, column: int) -> int:
        """Return the height of a column in pixels."""
        return sum(map(self._high, self.columns[column]))

    def draw(self, page: pygame.Surface, top: int) -> None:
        for number, column in enumerate(self.columns):
            x, y = EDGE + number * (self.wide + GAP), top
            for block in column:
                name, colon, rest = block[0].partition(":")
                head = blit_at(page, ink(self.theme, name + colon, "small", "semibold", BLACK), topleft=(x, y))
                page.blit(ink(self.theme, rest, "small", "regular", BLACK), (head.right, y))
                for row in block[1:]:
                    y += self.step
                    page.blit(ink(self.theme, row, "small", "regular", BLACK), (x, y))
                y += self.step + self.between

"""A roster as a card on the screen and as a page to print: its members with dice and traits, and the traits' rules."""

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
"""Written in place of everything that does not fit."""
Draw = Callable[[pygame.Surface, int, int], object]
Block = tuple[int, Draw]
"""A part of a card: its height in pixels, and the function that draws it at a place."""


def draw_card(
    target: pygame.Surface,
    theme: Theme,
    card: Card,
    facts: Sequence[Line],
    rect: pygame.Rect,
    view: ScrollView | None = None,
    full: Collection[str] = (),
) -> None:
    """Draw a card, with further `facts` below its own lines, into a rectangle.

    It is scrolled by `view`; without one, as many whole blocks as fit are drawn. Members named in `full` have a
    sentence for each trait.
    """
    draw_plate(target, rect, SLATE_RAISED, SLATE_LINE, theme.px(1))
    inner = rect.inflate(-theme.px(4), -theme.px(3))
    blocks = [*_blocks(theme, card, facts, inner.width, full)]
    total_height = sum(height for height, _draw in blocks)
    if view is None:
        bottom = inner.bottom - (line_height(theme, "small") if total_height > inner.height else 0)
        y = inner.top
        for height, draw in blocks:
            if y + height > bottom:
                write(target, theme, MORE, (inner.left, y), inner.width, "small", colour=INK_QUIET)
                return
            draw(target, inner.left, y)
            y += height
        return
    view.fit(inner, total_height)
    with view.drawn(target, theme, 0.75):
        y = view.top
        for height, draw in blocks:
            if y + height > inner.top and y < inner.bottom:
                draw(target, inner.left, y)
            y += height


def _blocks(theme: Theme, card: Card, facts: Sequence[Line], width: int, full: Collection[str]) -> Iterator[Block]:
    """Yield the parts of a card from top to bottom."""
    yield _words(theme, card.title, width, "large", "title")
    for line in (*card.lines, *facts):
        yield _words(theme, line.text, width, colour=INK_QUIET if line.tone == "plain" else TONES.get(line.tone, INK))
    if card.strength:
        yield _words(theme, card.strength, width, "body", colour=LAMP)
    sigils = sigils_of(tuple(member.name for member in card.members), tuple(card.faces.items()))
    explained_rules, members_shown = set[str](), set[str]()
    for member in card.members:
        yield _gap(theme.px(1))
        sigil = sigils.of(member.name) if any(map(str.isalnum, member.name)) else None
        yield _member(theme, member, sigil, width)
        if member.name in members_shown:
            continue
        members_shown.add(member.name)
        if member.name in full:
            explained_rules.update(line.rule for line in member.traits)
            yield from (_trait(theme, line, card.wording(line), width) for line in member.traits)
        else:
            width_of_traits = width - theme.px(FACE + 1)
            yield from (_trait_row(theme, row) for row in trait_rows(theme, member.traits, width_of_traits) if row)
    yield _gap(theme.px(1))
    for line in card.wordings if not full or len(full) >= len({member.name for member in card.members}) else ():
        if line.rule not in explained_rules:
            yield _words(theme, line.text, width, colour=INK_QUIET)


def _gap(height: int) -> Block:
    """Return an empty block."""
    return height, lambda target, x, y: None


def _words(
    theme: Theme, text: str, width: int, size: str = "small", weight: str = "regular", colour: Colour = INK
) -> Block:
    """Return a block of wrapped text."""
    height = len(wrap(theme, text, width, size, weight)) * line_height(theme, size)
    return height, lambda target, x, y: write(target, theme, text, (x, y), width, size, weight, colour)


def _member(theme: Theme, member: MemberCard, sigil: Sigil | None, width: int) -> Block:
    """Return the head of a member: portrait, name, notes, and its die or number."""
    note = ", ".join(part for part in (_("leader") if member.leader else "", member.note) if part)
    text_width = width - theme.px(FACE + 6)
    names, notes = (
        wrap(theme, member.name, text_width, "body", "semibold"),
        wrap(theme, note, text_width, "small") if note else (),
    )
    text_height = len(names) * line_height(theme) + len(notes) * line_height(theme, "small")

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        target.blit(face_picture(sigil, theme.px(FACE)), (x, y))
        die = blit_at(target, icon(member.symbol, theme.px(4), DIE), topright=(x + width, y))
        blit_at(target, ink(theme, member.value, "small", "semibold", readable_on(DIE)), center=die.center)
        left = x + theme.px(FACE + 1)
        text_bottom = write(target, theme, member.name, (left, y), text_width, "body", "semibold")
        if note:
            write(target, theme, note, (left, text_bottom), text_width, "small", colour=INK_QUIET)

    return max(theme.px(FACE), text_height), draw


def _trait(theme: Theme, line: Line, sentence: str, width: int) -> Block:
    """Return a trait with its sentence; the name is bold."""
    text, tint = f"{line.text}: {sentence}" if sentence else line.text, TONES.get(line.tone, INK)
    left, step = theme.px(FACE + 1), line_height(theme, "small")
    rows = wrap(theme, text, width - left - theme.px(1), "small")

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        sign = icon(line.icon or "trait", theme.px(2), tint)
        blit_at(target, sign, midright=(x + left - theme.px(0.75), y + step // 2))
        x, sentence_tint = x + left, INK_QUIET if sentence else tint
        name = rows[0][: len(line.text) + 1] if sentence else ""
        head = target.blit(ink(theme, name, "small", "semibold", tint), (x, y))
        target.blit(ink(theme, rows[0][len(name) :], "small", "regular", sentence_tint), (head.right if name else x, y))
        for number, row in enumerate(rows[1:], 1):
            target.blit(ink(theme, row, "small", "regular", sentence_tint), (x, y + number * step))

    return len(rows) * step + theme.px(0.25), draw


def _trait_row(theme: Theme, row: Sequence[Line]) -> Block:
    """Return a row of traits without sentences."""
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
    """Return traits in rows at most `width` pixels wide; a trait too long for one goes on in a row without an icon.

    Each trait takes `extra` units of the theme besides its words.
    """
    rows: list[list[Line]] = [[]]
    used = 0
    for line in traits:
        for number, text in enumerate(wrap(theme, line.text, width - theme.px(extra), size)):
            needed = theme.px(extra) + ink(theme, text, size).get_width()
            if rows[-1] and (used + needed > width or number):
                rows.append([])
                used = 0
            rows[-1].append(replace(line, text=text, icon="" if number else line.icon or "trait"))
            used += needed
    return rows


@dataclass
class CardSheet(Sheet):
    """Rows at the left, and at the right the card of the row under mouse or cursor, from `cards` by the row's id."""

    cards: Mapping[str, tuple[Card, Sequence[Line]]] = field(default_factory=dict)
    share: int = 48
    """The percentage of the width that the rows take."""

    def card(self) -> tuple[Card, Sequence[Line]] | None:
        """Return the card of the row under mouse or cursor; rows without one get the card under "", if any."""
        action = self.list.pointed()
        return self.cards.get(action.id if action is not None else "", self.cards.get(""))

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        width = min(theme.px(self.wide), window.width - theme.px(4))
        self.rect = pygame.Rect(0, 0, width, min(theme.px(100), window.height - theme.px(4)))
        self.rect.center = window.center
        inner = width - theme.px(9)
        top = self.rect.top + theme.px(8) + self._text_height(width - theme.px(6))
        left = pygame.Rect(self.rect.left + theme.px(3), top, inner * self.share // 100, 0)
        left.height = self.rect.bottom - theme.px(2) - top
        size_before = self.list.rect.size
        self.list.place(left)
        if size_before != left.size:
            self.list.show_cursor()

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        card, rows = self.card(), self.list.rect
        if card is not None:
            left = rows.right + self.theme.px(3)
            card_rect = pygame.Rect(left, rows.top, self.rect.right - self.theme.px(3) - left, rows.height)
            draw_card(target, self.theme, *card, card_rect)


PAGE: Final = (1240, 1754)
"""The size of an A4 page in pixels."""
EDGE: Final = 80
GAP: Final = 40
BOLDER: Final = 12
"""Pixels by which the bold name of a trait can be wider than the regular type that was measured."""
BLACK: Final[Colour] = (22, 22, 24)
GREY: Final[Colour] = (96, 98, 104)
RULE: Final[Colour] = (176, 178, 184)
RED: Final[Colour] = (150, 40, 30)
SCALES: Final = (1.5, 1.3, 1.15, 1.0, 0.9, 0.8, 0.7)
"""The scales of type that are tried for a page; the rules of traits may be smaller than the members above them."""
LEAST_SCALE: Final = 1.0
"""The smallest scale of type for members."""
COLUMN: Final = (PAGE[0] - 2 * EDGE - GAP) // 2
"""The width in pixels of a column of rules."""


def save_roster(card: Card, path: Path) -> None:
    """Write a roster as a picture of a page; raise `OSError`."""
    save_png(roster_page(card), path)


def roster_page(card: Card) -> pygame.Surface:
    """Return a roster as a page in the largest type in which it fits; if it fits in none, the page is longer."""
    pygame.font.init()
    printed = [_Printed(card, Theme(scale)) for scale in SCALES if scale >= LEAST_SCALE]
    best = next((candidate for candidate in printed if candidate.height <= PAGE[1]), printed[-1])
    page = pygame.Surface((PAGE[0], max(PAGE[1], best.height)), depth=32)
    page.fill("white")
    y = EDGE
    for height, draw in best.blocks:
        draw(page, EDGE, y)
        y += height
    _draw_wordings(page, card.wordings, y)
    return page


class _Printed:
    """A roster printed at one size of type: the blocks above the rules, and the total height in pixels."""

    def __init__(self, card: Card, theme: Theme) -> None:
        width = PAGE[0] - 2 * EDGE
        self.blocks = [
            _words(theme, card.title, width, "large", "bold", BLACK),
            *(_words(theme, line.text, width, "body", colour=BLACK) for line in card.lines),
            _gap(theme.px(0.5)),
            _words(theme, card.strength, width, "body", colour=GREY),
        ]
        sigils = sigils_of(tuple(member.name for member in card.members), tuple(card.faces.items()))
        for member in card.members:
            self.blocks += [_gap(theme.px(1.5)), _printed_member(theme, member, sigils.of(member.name))]
        self.blocks.append(_gap(theme.px(2.5)))
        smallest = _Columns(Theme(SCALES[-1]), card.wordings, COLUMN)
        self.height = (
            2 * EDGE + sum(block_height for block_height, _draw in self.blocks) + max(map(smallest.height, (0, 1)))
        )


def _printed_member(theme: Theme, member: MemberCard, sigil: Sigil) -> Block:
    """Return a member in a frame: die or number, name with notes, traits, and portrait."""
    rows = trait_rows(theme, member.traits, PAGE[0] - 2 * EDGE - theme.px(18), "body", 5.5)
    height = max(theme.px(9.5), line_height(theme) * (len(rows) + 1) + theme.px(2.5))

    def draw(page: pygame.Surface, x: int, top: int) -> None:
        box = pygame.Rect(x, top, PAGE[0] - 2 * EDGE, height)
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

    return height, draw


def _print_traits(page: pygame.Surface, theme: Theme, row: Sequence[Line], x: int, y: int) -> None:
    """Draw traits side by side."""
    for line in row:
        tint = RED if line.tone == "warning" else BLACK
        if line.icon:
            blit_at(page, icon(line.icon, theme.px(2.5), tint), topleft=(x, y))
        words = ink(theme, line.text, "body", "regular", tint)
        x = blit_at(page, words, midleft=(x + theme.px(3.25), y + theme.px(2.5) // 2)).right + theme.px(2)


def _draw_wordings(page: pygame.Surface, wordings: tuple[Line, ...], top: int) -> None:
    """Draw the rules of all traits in two columns, in the largest type in which they fit."""
    candidates = [_Columns(Theme(scale), wordings, COLUMN) for scale in SCALES]
    space = page.get_height() - EDGE - top
    fitting = (candidate for candidate in candidates if max(map(candidate.height, (0, 1))) <= space)
    next(fitting, candidates[-1]).draw(page, top)


class _Columns:
    """The rules of traits at one size of type, in two columns of about the same height."""

    def __init__(self, theme: Theme, wordings: tuple[Line, ...], width: int) -> None:
        self.theme, self.wide = theme, width
        self.step, self.between = line_height(theme, "small"), theme.px(0.75)
        blocks = [wrap(theme, line.text, width - BOLDER, "small") for line in wordings]
        half = sum(map(self._block_height, blocks)) / 2
        self.columns: tuple[list[tuple[str, ...]], ...] = ([], [])
        for block in blocks:
            self.columns[0 if self.height(0) + self._block_height(block) / 2 <= half else 1].append(block)

    def _block_height(self, block: tuple[str, ...]) -> int:
        """Return the height of a block with the space below it, in pixels."""
        return len(block) * self.step + self.between

    def height(self, column: int) -> int:
        """Return the height of a column in pixels."""
        return sum(map(self._block_height, self.columns[column]))

    def draw(self, page: pygame.Surface, top: int) -> None:
        for number, column in enumerate(self.columns):
            x, y = EDGE + number * (self.wide + GAP), top
            for block in column:
                name, colon, words = block[0].partition(":")
                head = blit_at(page, ink(self.theme, name + colon, "small", "semibold", BLACK), topleft=(x, y))
                page.blit(ink(self.theme, words, "small", "regular", BLACK), (head.right, y))
                for row in block[1:]:
                    y += self.step
                    page.blit(ink(self.theme, row, "small", "regular", BLACK), (x, y))
                y += self.step + self.between

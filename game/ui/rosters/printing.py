"""A roster as a page to print: black on white, one sheet of A4, as PNG or PDF."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

import pygame

from game.documents.error import DocumentError
from game.documents.files import replacing
from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.view import Line
from game.ui.board.picture import save_png
from game.ui.rosters.card import trait_rows
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, ink, line_height, wrap, write
from game.ui.widgets.theme import Colour, Theme
from game.wording import _

PAGE: Final = (1240, 1754)
"""Pixels of a page of A4."""
RESOLUTION: Final = 150
"""Pixels in an inch."""
EDGE: Final = 80
GAP: Final = 40
BOLDER: Final = 12
"""Pixels by which the name of a trait in bold may exceed the line that was measured."""
BLACK: Final[Colour] = (22, 22, 24)
GREY: Final[Colour] = (96, 98, 104)
RULE: Final[Colour] = (176, 178, 184)
RED: Final[Colour] = (150, 40, 30)
SCALES: Final = (1.5, 1.3, 1.15, 1.0, 0.9, 0.8, 0.7)
"""Scales of the type in which wordings are tried."""
KINDS: Final = (".png", ".pdf")
"""The suffixes of files that a roster can be printed to."""


def save_roster(card: Card, path: Path) -> None:
    """Print a roster to a file; raise `OSError`, `DocumentError` for a suffix that is neither .png nor .pdf."""
    if path.suffix.lower() not in KINDS:
        known = _(" or ").join(KINDS)
        raise DocumentError(
            str(path), "", _("is not a printable format - use a name that ends in {known}", known=known)
        )
    page = roster_page(card)
    if path.suffix.lower() == ".png":
        save_png(page, path)
        return
    from PIL import Image

    content = BytesIO()
    picture = Image.frombytes("RGB", page.get_size(), pygame.image.tobytes(page, "RGB"))
    picture.save(content, "PDF", resolution=RESOLUTION, title=card.title)
    with replacing(path) as aside:
        aside.write_bytes(content.getvalue())


def roster_page(card: Card) -> pygame.Surface:
    """Return a roster as a page."""
    pygame.font.init()
    page = pygame.Surface(PAGE, depth=32)
    page.fill("white")
    theme = Theme(1.5)
    wide = PAGE[0] - 2 * EDGE
    y = write(page, theme, card.title, (EDGE, EDGE), wide, "large", "bold", BLACK)
    for line in card.lines:
        y = write(page, theme, line.text, (EDGE, y), wide, "body", colour=BLACK)
    y = write(page, theme, card.strength, (EDGE, y + theme.px(0.5)), wide, "body", colour=GREY) + theme.px(1.5)
    for member in card.members:
        y = _draw_member(page, theme, member, y) + theme.px(1.5)
    _draw_wordings(page, card.wordings, y + theme.px(1))
    return page


def _draw_member(page: pygame.Surface, theme: Theme, member: MemberCard, top: int) -> int:
    """Draw a member in a frame; return the y below it."""
    inner = PAGE[0] - 2 * EDGE - theme.px(9.5)
    rows = trait_rows(theme, member.traits, inner, "body", 5.5)
    high = max(theme.px(9.5), line_height(theme) * (len(rows) + 1) + theme.px(2.5))
    box = pygame.Rect(EDGE, top, PAGE[0] - 2 * EDGE, high)
    pygame.draw.rect(page, RULE, box, 2, border_radius=theme.px(1))
    die = icon(member.symbol, theme.px(6), (226, 228, 232))
    spot = blit_at(page, die, midleft=(box.left + theme.px(1.5), box.centery))
    blit_at(page, ink(theme, member.value, "body", "bold", BLACK), center=spot.center)
    left = spot.right + theme.px(2)
    name = blit_at(page, ink(theme, member.name, "body", "bold", BLACK), topleft=(left, box.top + theme.px(0.75)))
    note = ", ".join(part for part in (_("leader") if member.leader else "", member.note) if part)
    blit_at(page, ink(theme, note, "small", "regular", GREY), midleft=(name.right + theme.px(1.5), name.centery))
    y = name.bottom + theme.px(0.75)
    for row in rows:
        x = left
        for line in row:
            tint = RED if line.tone == "warning" else BLACK
            if line.icon:
                blit_at(page, icon(line.icon, theme.px(2.5), tint), topleft=(x, y))
            words = ink(theme, line.text, "body", "regular", tint)
            middle = y + theme.px(2.5) // 2
            x = blit_at(page, words, midleft=(x + theme.px(3.25), middle)).right + theme.px(2)
        y += line_height(theme)
    return box.bottom


def _draw_wordings(page: pygame.Surface, wordings: tuple[Line, ...], top: int) -> None:
    """Draw the wording of every trait in two columns, in the largest type that leaves room for all."""
    wide = (PAGE[0] - 2 * EDGE - GAP) // 2
    tried = [_Columns(Theme(scale), wordings, wide) for scale in SCALES]
    fitting = (each for each in tried if max(each.height(column) for column in (0, 1)) <= PAGE[1] - EDGE - top)
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

"""The dock at the left of the table: the deciding player, the acting piece, the answers, and another piece's card."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.engine.rulebook.view import GroupView, Line, PieceView
from game.ui.board.pieces import Livery
from game.ui.decisions.base import Tool
from game.ui.dock.choices import Choices, name_lines, raised
from game.ui.dock.text import Heading, told
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Tip
from game.ui.play.parts.drawer import Beside
from game.ui.play.roster_column import BAND, draw_band, facts_of
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.layers import Kept
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, draw_plate, fading, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import (
    BAD,
    INK,
    INK_QUIET,
    LAMP,
    SLATE,
    SLATE_DEEP,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    TONES,
    Colour,
    mix,
)
from game.wording import _, language, ngettext

MOST_DROPS: Final = 9
"""The most points of health drawn as single drops."""
MOST_WEAPONS: Final = 4
"""The most rows of weapons."""
FACES: Final = 4
"""The portraits of other pieces in one row."""
CARD: Final = 12.5
"""The least height of another piece's card, in units of the theme."""
AGAIN: Final = 0.6
"""Seconds after another piece acts in which a click that ends its turn does not count."""
GLOW: Final = 22
"""The height of the glow in the player's colour, in units of the theme."""
FONTS: Final = (("body", "bold"), ("small", "regular"))
"""The type of a number in the profile, and of the word below it."""


class Style(NamedTuple):
    """What the head of the dock shows: a `large` portrait above the name or a small one beside it; hint; weapons.

    `more` adds the deciding player and the traits, `facts` the profile and what the piece has left to spend.
    """

    large: bool = False
    more: bool = False
    hint: bool = False
    weapons: bool = False
    facts: bool = True


STYLES: Final = (
    Style(large=True, more=True, hint=True, weapons=True),
    Style(large=True, more=True, weapons=True),
    Style(more=True, weapons=True),
    Style(more=True),
    Style(),
    Style(facts=False),
)
"""The styles of the head, from the fullest to the shortest: the first one that leaves room for all answers is used.

The last but one is also used if the answers fit only with the impossible ones folded away.
"""


AID_LINES: Final = 5
"""The lines for what an aid says, below its rows."""


class Column(NamedTuple):
    """A column of the numbers of weapons: its place in the rulebook's columns, its right edge and its width."""

    at: int
    right: int
    wide: int


class Dock(Beside, Pane):
    """The dock: the question, why an answer was refused, the acting piece, and the answers.

    `rows_of` is the controller or aid to which the shown answers belong.
    """

    name = "dock"
    rows_of: Tool | None = None
    _asked_about, _asked_since = "", 0.0  # the piece that the decision is about, and since when

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.heading, self.style = Heading(), STYLES[0]
        self.piece: PieceView | None = None
        self.other: PieceView | None = None
        self.traits: list[tuple[pygame.Rect, str]] = []
        self.columns: list[tuple[pygame.Rect, int]] = []
        self.bands: list[tuple[pygame.Rect, GroupView]] = []

    def build(self) -> None:
        self.focus.actions = Choices(self.theme, ours=self._ours, card=self._card, paint=self._paint)
        self._head = Kept()

    @property
    def pad(self) -> int:
        """The margin at either side; it is small where type is large."""
        return self.theme.px(2) if self.rect.width >= self.theme.px(26) else self.theme.px(1.5 / self.theme.scale)

    # -- contents ----------------------------------------------------------------------------------

    def show(self, heading: Heading) -> None:
        """Show another heading with the answers below it; the marked answer stays in view."""
        actions, pad, before = self.focus.actions, self.pad, self.focus.actions.rect.height
        if self.focus.about and self.focus.about != self._asked_about:
            self._asked_about, self._asked_since = self.focus.about, time.monotonic()
        self.heading, self.piece, self.other = heading, self._acting(), self._pointed()
        if isinstance(actions, Choices):
            actions.theme, actions.moment = self.theme, (self.focus.model.version, self.piece)
        inner = self.rect.width - 2 * pad
        full_height, room = actions.height(inner), self.rect.height - self.theme.px(1)
        if self.focus.tool is not None and heading.notes:  # what an aid says changes, so it has room of its own
            room -= AID_LINES * line_height(self.theme, "small")
        folded_height = actions.least(inner) if isinstance(actions, Choices) else full_height
        by_style = ((style, folded_height if style == STYLES[-2] else full_height) for style in STYLES)
        fitting_styles = (
            style for style, height in by_style if self._above(style) + height + self._below(style) <= room
        )
        self.style = next(fitting_styles, STYLES[-1])
        top, foot = self._above(self.style), self._below(self.style)
        actions.place(pygame.Rect(self.rect.left + pad, self.rect.top + top, inner, max(0, room - top - foot)))
        if isinstance(actions, Choices):
            actions.covered = max(0, actions.rect.bottom - self.message.top) if heading.notes else 0
        if actions.rect.height < before and actions.hovered < 0:
            actions.show_cursor()
        self.focus.faces = dict(self._faces(actions.rect)) if self.focus.options.rosters else {}

    def _acting(self) -> PieceView | None:
        """Return the card of the piece in hand, or that the decision is about, or of a selected one of the decider."""
        focus, units = self.focus, self.focus.animation.units
        if focus.animation.playing:
            active = next((piece for piece in focus.animation.view.pieces if piece.active), None)
            return units.card(active.id) if active is not None else None
        hand = focus.hands.held
        if hand is not None and (in_hand := units.card(units.whole(hand.piece))) is not None:
            return in_hand
        selected = focus.inspection.selected if not focus.about else ""
        selected_card = units.card(selected)
        if selected_card is not None and selected_card.owner == focus.model.decider and selected_card.kind == "base":
            return selected_card
        card = units.card(focus.about)
        return card if card is not None and card.kind == "base" else None

    def _pointed(self) -> PieceView | None:
        """Return the card of another piece: under the mouse, named by the marked answer, or selected."""
        focus, row = self.focus, self.focus.actions.pointed()
        subject = row.subject[0] if row is not None and row.subject else ""
        identity = (focus.inspection.hovered if focus.pointing else "") or subject or focus.inspection.selected
        card = focus.animation.units.card(identity)
        ours = self.piece.id if self.piece is not None else ""
        return card if card is not None and card.kind == "base" and card.id != ours else None

    def _card(self, action: MenuItem) -> PieceView | None:
        """Return the card of the one piece that an answer is about and names; None without one."""
        units = self.focus.animation.units
        cards = {card.id: card for card in map(units.card, action.subject) if card is not None and card.kind == "base"}
        card = next(iter(cards.values()), None)
        fits = len(cards) == 1 and card is not None and (bool(action.brief) or action.label.startswith(card.name))
        return card if fits and (self.piece is None or card is None or card.id != self.piece.id) else None

    def _ours(self, action: MenuItem) -> bool:
        """Return whether an answer is about the piece at the top of the dock."""
        units = self.focus.animation.units
        return self.piece is not None and self.piece.id in map(units.whole, action.subject)

    def _paint(self, target: pygame.Surface, card: PieceView, centre: tuple[int, int], radius: int) -> None:
        self.focus.context.sprites.portrait(target, card, centre, radius, self.focus.context.owners)

    def _faces(self, rows: pygame.Rect) -> Iterator[tuple[str, pygame.Rect]]:
        """Yield the pieces that could act instead, with the places of their portraits below the answers."""
        actions, size, theme = self.focus.actions, self.theme.px(6), self.theme
        top = (actions.bottom if isinstance(actions, Choices) else rows.bottom) + theme.px(4)
        for number, identity in enumerate(self.focus.hands.others()[: 2 * FACES]):
            row, column = divmod(number, max(1, rows.width // (size + theme.px(0.5))))
            place = pygame.Rect(
                rows.left + column * (size + theme.px(0.5)), top + row * (size + theme.px(0.5)), size, size
            )
            if place.bottom <= rows.bottom:
                yield identity, place

    # -- parts of the head ------------------------------------------------------------------------

    def _above(self, style: Style) -> int:
        """Return the height of everything above the answers; nothing is drawn."""
        return self._draw_above(None, style)

    def _below(self, style: Style) -> int:
        """Return the height of the hint below the answers."""
        return line_height(self.theme, "small") + self.theme.px(2) if style.more else 0

    @property
    def _free(self) -> pygame.Rect:
        """The space between the answers (or the portraits below them) and the hint at the bottom."""
        actions, foot = self.focus.actions, self.rect.bottom - self._below(self.style)
        answers = actions.bottom if isinstance(actions, Choices) else actions.rect.bottom
        top = max([answers, *(place.bottom for place in self.focus.faces.values())]) + self.theme.px(1)
        bottom = min(foot, self.message.top - self.theme.px(0.5)) if self.heading.notes else foot
        return pygame.Rect(self.rect.left + self.theme.px(1.5), top, self.rect.width - self.theme.px(3), bottom - top)

    @property
    def message(self) -> pygame.Rect:
        """The plate with the notes at the foot; it may lie over answers, which keep their places while it is there."""
        theme, width = self.theme, self.rect.width - 2 * self.pad
        rows = sum(len(wrap(theme, line.text, width, "small", "semibold")) for line in self.heading.notes)
        height = rows * line_height(theme, "small") + theme.px(1.5) if rows else 0
        return pygame.Rect(self.rect.left, self.rect.bottom - height, self.rect.width - 1, height)

    def _reason(self) -> str:
        """Return why the marked answer is impossible, or ""."""
        row = self.focus.actions.pointed() or self._refused
        return row.reason if row is not None and not row.heading else ""

    @property
    def _refused(self) -> MenuItem | None:
        actions = self.focus.actions
        return actions.row_at(self.focus.mouse) if self.focus.pointing else None

    def _draw_above(self, target: pygame.Surface | None, style: Style) -> int:
        """Draw everything above the answers; return its height. Without a target it is only measured."""
        theme, piece, heading, pad = self.theme, self.piece, self.heading, self.pad
        left, width, top = self.rect.left + pad, self.rect.width - 2 * pad, self.rect.top
        y = top + theme.px(0.75)
        if style.more or piece is None:
            y = self._turn(target, y)
            y = self._groups(target, y)
        elif piece.leader:
            y += theme.px(1)  # for the star
        if piece is not None:
            y = self._face_above(target, piece, y) if style.large else self._face_beside(target, piece, y)
            y = self._health(target, piece, y, left, width) if style.large else y
            if style.facts:
                y = self._numbers(target, piece, y, left, width)
            if style.more:
                y = self._traits(target, piece, y, left, width)
                y = self._weapons(target, piece, y, left, width) if style.weapons else y
            if target is not None:
                pygame.draw.line(target, SLATE_LINE, (left, y + theme.px(0.5)), (left + width, y + theme.px(0.5)))
            y += theme.px(1.25)
        for stock in piece.left if piece is not None and style.facts else ():
            y = self._stock(target, stock.text, stock.icon, stock.number or 0, y, left, width)
        texts = [(heading.prompt, "small" if piece is not None else "body", INK)]
        texts += [(heading.hint, "small", INK_QUIET)] if style.hint and piece is None else []
        texts += [(line.text, "small", TONES.get(line.tone, INK)) for line in heading.told]
        for text, size, colour in texts:
            if text and target is not None:
                y = write(target, theme, text, (left, y), width, size, "semibold", colour)
            elif text:
                y += len(wrap(theme, text, width, size, "semibold")) * line_height(theme, size)
        return y + theme.px(0.75) - top

    def _turn(self, target: pygame.Surface | None, y: int) -> int:
        """Write which player decides; return the y below."""
        theme, player_name, width = self.theme, self.heading.who, self.rect.width - self.theme.px(2)
        size = "body" if theme.font("body", "semibold").size(player_name)[0] <= width else "small"
        if target is not None:
            text = ink(theme, shorten(theme, player_name, width, size, "semibold"), size, "semibold")
            blit_at(target, text, midtop=(self.rect.centerx - 1, y))
        return y + line_height(theme, "body") + theme.px(0.5)

    def _groups(self, target: pygame.Surface | None, y: int) -> int:
        """Draw the bands of the deciding player's groups; return the y below."""
        theme, model = self.theme, self.focus.model
        if target is not None:
            self.bands.clear()
        for group in self.focus.animation.view.groups:
            if group.owner == model.decider:
                place = pygame.Rect(self.rect.left + self.pad, y, self.rect.width - 2 * self.pad, theme.px(BAND))
                if target is not None:
                    draw_band(target, theme, group, place)
                    self.bands.append((place, group))
                y = place.bottom + theme.px(0.5)
        return y

    def _face_above(self, target: pygame.Surface | None, piece: PieceView, y: int) -> int:
        """Draw a large portrait with the name below it; return the y below."""
        theme, radius = self.theme, self.theme.px(6.25)
        y += theme.px(2.75 if piece.leader else 0)
        if target is not None:
            self._paint(target, piece, (self.rect.centerx - theme.px(0.75), y + radius), radius)
        return self._name(
            target,
            piece.name,
            y + 2 * radius + theme.px(0.75),
            self.rect.left + theme.px(1),
            self.rect.width - theme.px(2),
            middle=True,
        )

    def _face_beside(self, target: pygame.Surface | None, piece: PieceView, y: int) -> int:
        """Draw a small portrait with the name and the health beside it; return the y below."""
        theme, radius = self.theme, min(self.theme.px(4), self.rect.width * 14 // 100)
        left = self.rect.left + self.pad + 2 * radius + theme.px(1)
        if target is not None:
            self._paint(target, piece, (self.rect.left + self.pad + radius, y + radius), radius)
        width = self.rect.right - theme.px(1) - left
        text_height = self._name(None, piece.name, 0, left, width) + self._health(None, piece, 0, left, width)
        name_bottom = self._name(target, piece.name, y + max(0, radius - text_height // 2), left, width)
        self._health(target, piece, name_bottom, left, width)
        return y + max(2 * radius, text_height) + theme.px(0.75)

    def _name(
        self,
        target: pygame.Surface | None,
        name: str,
        y: int,
        left: int,
        width: int,
        *,
        middle: bool = False,
        flat: bool = False,
    ) -> int:
        """Write a name in the title type, as large as it fits in one line or two, else three; a `flat` one in one."""
        pixels, lines = name_lines(self.theme, name, width, lines=1 if flat else 2)
        if lines[0] != name and (flat or lines[0].endswith("…")):
            pixels, lines = name_lines(self.theme, name, width, 30 if flat else 20, lines=3)
        font = self.theme.font_px(pixels, "title")
        for line in lines:
            if target is not None:
                text = font.render(line, True, INK)
                target.blit(text, text.get_rect(midtop=(left + width // 2, y)) if middle else (left, y))
            y += round(pixels * 1.15)
        return y

    def _health(self, target: pygame.Surface | None, piece: PieceView, y: int, left: int, width: int) -> int:
        """Draw a drop for each point of health, lost ones in red; many points are written as numbers."""
        theme, total = self.theme, piece.health or int(piece.die or 0)
        if not total and not piece.damage:
            return y
        step = min(theme.px(2.25), width // max(1, total))
        if target is None:
            pass
        elif 0 < total <= MOST_DROPS:
            start = left + (width - total * step) // 2 if width > theme.px(18) else left
            for number in range(total):
                colour = BAD if number < piece.damage else SLATE_HOVER
                target.blit(icon("drop", min(step, theme.px(2)), colour), (start + number * step, y + theme.px(0.25)))
        else:
            target.blit(icon("drop", theme.px(2), BAD if piece.damage else SLATE_HOVER), (left, y))
            text = f"{piece.damage} / {total}" if total else str(piece.damage)
            target.blit(ink(theme, text, "small", "semibold"), (left + theme.px(2.5), y))
        return y + theme.px(2.75)

    def _numbers(self, target: pygame.Surface | None, piece: PieceView, y: int, left: int, width: int) -> int:
        """Write the profile as numbers with words below; for a piece without a profile its stock and states."""
        theme, profile = self.theme, piece.profile
        line = line_height(theme, "small")
        if not profile:
            facts = " · ".join(part for part in (piece.stock, *piece.states) if part)
            if not facts:
                return y
            if target is not None:
                text = shorten(theme, facts, width, "small")
                blit_at(target, ink(theme, text, "small", "regular", INK_QUIET), midtop=(left + width // 2, y))
            return y + line + theme.px(0.25)
        y += theme.px(0.5)
        width_needed = sum(
            max(theme.font(*font).size(text)[0] for text, font in zip(pair, FONTS, strict=True)) for pair in profile
        )
        word_width = width if width_needed <= width else width // len(profile)  # otherwise all words get the same width
        columns = [
            (ink(theme, value, *FONTS[0]), ink(theme, shorten(theme, word, word_width, "small"), *FONTS[1], INK_QUIET))
            for value, word in profile
        ]
        widths = [max(picture.get_width() for picture in column) for column in columns]
        gap, x = max(0, width - sum(widths)) // len(columns), left
        for column, column_width in zip(columns, widths, strict=True):
            for picture, top in zip(column if target is not None else (), (y, y + line_height(theme)), strict=False):
                assert target is not None
                blit_at(target, picture, midtop=(x + (column_width + gap) // 2, top))
            x += column_width + gap
        return y + line_height(theme) + line + theme.px(0.5)

    def _stock(
        self, target: pygame.Surface | None, word: str, sign: str, count: int, y: int, left: int, width: int
    ) -> int:
        """Write the word for something the piece can spend, with a sign for each one left."""
        theme, size = self.theme, self.theme.px(2)
        if target is not None:
            target.blit(ink(theme, word, "small", "regular", INK_QUIET), (left, y))
            right = left + width
            for number in range(min(count, 6)):
                target.blit(icon(sign, size, LAMP), (right - (number + 1) * (size + 2), y))
            if count > 6:
                blit_at(target, ink(theme, str(count), "small", "bold"), topright=(right - 6 * (size + 2), y))
        return y + line_height(theme, "small") + theme.px(0.25)

    def _weapons(self, target: pygame.Surface | None, piece: PieceView, y: int, left: int, width: int) -> int:
        """Write each weapon with its numbers below their headings; those beyond the room are only counted.

        Names that are too long to stand beside the numbers stand above them.
        """
        theme, line = self.theme, line_height(self.theme, "small")
        rows = piece.weapons if len(piece.weapons) <= MOST_WEAPONS else piece.weapons[: MOST_WEAPONS - 1]
        columns, start = self._columns(rows, left + width, width)
        room = start - left - theme.px(1)
        beside = all(theme.font("small").size(_(name))[0] <= room for name, *_numbers in rows)
        for number, row in enumerate(rows):
            if not beside:
                y = self._weapon_name(target, row[0], (left, y), width)
            if number == 0:
                y = self._weapon_heads(target, columns, y)
            if beside:
                self._weapon_name(target, row[0], (left, y), room)
            self._cells(target, row[1:], columns, y, "bold", INK)
            y += line + theme.px(0.25)
        if rest := len(piece.weapons) - len(rows):
            text = ngettext("{n} more weapon", "{n} more weapons", rest)
            y = self._weapon_name(target, text, (left, y), width) + theme.px(0.25)
        return y

    @property
    def _terms(self) -> tuple[tuple[str, str], ...]:
        """The column headings for weapons, each with the sentence that explains it."""
        return self.focus.model.session.ruleset.terms.columns

    def _columns(self, rows: Sequence[tuple[str, ...]], right: int, width: int) -> tuple[list[Column], int]:
        """Return the columns in which a weapon has a number, the last one up to a pixel, and where they begin.

        They stand closer together where they would be wider than the dock.
        """
        widths, theme = dict[int, int](), self.theme
        for number, (head, _sentence) in enumerate(self._terms if rows else ()):
            cells = [row[number + 1] for row in rows]
            if any(cells):
                numbers = (ink(theme, cell, "small", "bold").get_width() for cell in cells)
                widths[number] = max(ink(theme, _(head), "small").get_width(), *numbers)
        spare = (width - sum(widths.values())) // max(1, len(widths) - 1)
        columns, gap = list[Column](), max(2, min(theme.px(0.75), spare))
        for number, wide in reversed(widths.items()):
            columns.insert(0, Column(number, right, wide))
            right -= wide + gap
        return columns, right + gap

    def _weapon_heads(self, target: pygame.Surface | None, columns: Sequence[Column], y: int) -> int:
        """Write the headings of the numbers of weapons; return where the numbers begin."""
        line = line_height(self.theme, "small")
        self._cells(target, [_(head) for head, _sentence in self._terms], columns, y, "regular", INK_QUIET)
        if target is not None:
            self.columns = [
                (pygame.Rect(column.right - column.wide, y, column.wide, line), column.at) for column in columns
            ]
        return y + line

    def _cells(
        self,
        target: pygame.Surface | None,
        cells: Sequence[str],
        columns: Sequence[Column],
        y: int,
        weight: str,
        colour: Colour,
    ) -> None:
        if target is not None:
            for at, right, wide in columns:
                blit_at(target, ink(self.theme, cells[at], "small", weight, colour), midtop=(right - wide // 2, y))

    def _weapon_name(self, target: pygame.Surface | None, name: str, spot: tuple[int, int], room: int) -> int:
        """Write the name of a weapon; return the y below it."""
        if target is not None:
            text = shorten(self.theme, _(name), room, "small")
            target.blit(ink(self.theme, text, "small", "regular", INK_QUIET), spot)
        return spot[1] + line_height(self.theme, "small")

    def _traits(self, target: pygame.Surface | None, piece: PieceView, y: int, left: int, width: int) -> int:
        """Draw the traits side by side in at most two lines."""
        theme, x, lines, size = self.theme, left, 0, self.theme.px(2)
        if target is not None:
            self.traits.clear()
        for trait in piece.traits:
            text = ink(theme, _(trait), "small")
            trait_width = size + theme.px(0.5) + text.get_width()
            if x > left and x + trait_width > left + width:
                x, lines = left, lines + 1
            if lines > 1:
                break
            top = y + lines * theme.px(3)
            if target is not None:
                target.blit(icon("trait-" + trait.lower().replace(" ", "-"), size, LAMP), (x, top + theme.px(0.25)))
                target.blit(text, (x + size + theme.px(0.5), top))
                self.traits.append((pygame.Rect(x, top, trait_width, theme.px(2.5)), trait))
            x += trait_width + theme.px(1.5)
        return y + (theme.px(3) * (min(lines, 1) + 1) if piece.traits else 0)

    # -- drawing ---------------------------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        focus, actions = self.focus, self.focus.actions
        state = self.heading, self.style, self.piece, self.other, self._reason(), self.foot(), tuple(focus.faces)
        folded = actions.unfolded if isinstance(actions, Choices) else False
        return (
            *state,
            folded,
            actions.key(),
            actions.starred,
            focus.inspection.hovered if focus.faces else "",
            focus.noted,
            tuple(focus.context.owners.items()),
        )

    @property
    def head(self) -> pygame.Rect:
        """The part above the answers: the deciding player, the acting piece and the question."""
        height = self.focus.actions.rect.top - self.rect.top
        return pygame.Rect(self.rect.topleft, (self.rect.width, max(0, height)))

    def draw(self, target: pygame.Surface) -> None:
        pygame.draw.rect(target, SLATE_DEEP, self.rect)
        head, livery = self.head.clip(target.get_rect()), self.heading.livery
        key = (
            self.heading,
            self.piece,
            self.focus.animation.view.groups,
            self.style,
            tuple(self.rect),
            tuple(head),
            self.theme.scale,
            language(),
            livery,
        )
        glow = glowing((self.rect.width, self.theme.px(GLOW)), livery.colour)
        target.blit(glow, self.rect.topleft)
        self._head.show(target, head, key, lambda: self._draw_head(target))
        edge = self.rect.right - 1
        pygame.draw.line(target, SLATE_LINE, (edge, self.rect.top), (edge, self.rect.bottom))
        self.focus.actions.draw(target)
        self._draw_faces(target)
        self._draw_foot(target)

    def _draw_head(self, target: pygame.Surface) -> None:
        self.columns.clear()
        self._draw_above(target, self.style)

    def _draw_faces(self, target: pygame.Surface) -> None:
        """Draw the portraits of the pieces that could act instead."""
        focus, theme = self.focus, self.theme
        if not focus.faces:
            return
        first = next(iter(focus.faces.values()))
        words = ink(theme, _("Or act with"), "small", "regular", INK_QUIET)
        blit_at(target, words, bottomleft=(first.left, first.top - theme.px(0.5)))
        for identity, place in focus.faces.items():
            card = focus.animation.units.card(identity)
            if card is not None:
                if identity == focus.inspection.hovered:
                    pygame.draw.circle(target, LAMP, place.center, place.width // 2 + 1, 2)
                self._paint(target, card, place.center, place.width // 2 - theme.px(0.5))

    def _draw_foot(self, target: pygame.Surface) -> None:
        """Draw the card of the other piece, and below it why an answer is impossible, or a hint."""
        theme, left, width = self.theme, self.rect.left + self.pad, self.rect.width - 2 * self.pad
        free, reason, line = self._free, self._reason(), line_height(self.theme, "small")
        if self.other is not None and free.height >= (card_height := self._draw_other(None, self.other, free)):
            self._draw_other(
                target, self.other, pygame.Rect(free.left, free.bottom - card_height, free.width, card_height)
            )
        if reason:
            y = self.rect.bottom - len(wrap(theme, reason, width, "small")) * line - theme.px(1)
            pygame.draw.rect(target, SLATE_DEEP, (self.rect.left, y, self.rect.width - 1, self.rect.bottom - y))
            write(target, theme, reason, (left, y), width, "small", colour=mix(BAD, INK_QUIET, 0.5))
        elif self.heading.notes:
            self._draw_message(target)
        elif foot := self.foot():
            y = self.rect.bottom - line - theme.px(2)
            key_hint = ink(theme, foot[0], "small", "semibold")
            box = pygame.Rect(left, y, key_hint.get_width() + theme.px(1.25), line + theme.px(0.25))
            draw_plate(target, box, SLATE_RAISED, SLATE_RAISED, theme.px(0.5))
            blit_at(target, key_hint, center=box.center)
            words = ink(theme, foot[1], "small", "regular", INK_QUIET)
            blit_at(target, words, midleft=(box.right + theme.px(1), box.centery))

    def _draw_message(self, target: pygame.Surface) -> None:
        """Draw the notes on their plate."""
        place, y = self.message, self.message.top + self.theme.px(0.75)
        pygame.draw.rect(target, SLATE_RAISED, place)
        for line in self.heading.notes:
            colour, spot = TONES.get(line.tone, INK), (self.rect.left + self.pad, y)
            y = write(target, self.theme, line.text, spot, place.width + 1 - 2 * self.pad, "small", "semibold", colour)

    def foot(self) -> tuple[str, ...]:
        """Return the key at the foot of the dock and what it does: past what computer players do, or the details."""
        model = self.focus.model
        if model.bot is not None and model.people:
            return _("Space"), _("to your decision")
        return (_("Hold Alt"), _("details")) if self.style.more and self.focus.noted else ()

    def _draw_other(self, target: pygame.Surface | None, other: PieceView, box: pygame.Rect) -> int:
        """Draw the card of another piece: owner, portrait, name, health, traits or stock; return its height."""
        theme, focus = self.theme, self.focus
        livery, radius = focus.context.owners.get(other.owner, Livery()), theme.px(3)
        if target is not None:
            target.blit(raised(box.size, mix(SLATE, livery.colour, 0.16), theme.px(1)), box)
            pygame.draw.rect(target, mix(SLATE_LINE, livery.colour, 0.6), box, 1, border_radius=theme.px(1))
            self._paint(target, other, (box.left + theme.px(0.75) + radius, box.top + theme.px(1.25) + radius), radius)
        left = box.left + 2 * radius + theme.px(2)
        width, line = box.right - theme.px(0.75) - left, line_height(theme, "small")
        y = box.top + theme.px(0.5)
        if target is not None:
            owner_text = shorten(theme, self._over(other), width, "small")
            target.blit(ink(theme, owner_text, "small", "regular", INK_QUIET), (left, y))
        y = self._name(target, other.name, y + line, left, width, flat=True)
        y = max(self._health(target, other, y, left, width), box.top + theme.px(1.75) + 2 * radius)
        if facts := ", ".join(_(trait) for trait in other.traits) or other.stock:
            y = max(y, box.top + theme.px(CARD - 0.75) - line)
            if target is not None:
                text = shorten(theme, facts, box.width - theme.px(2), "small")
                target.blit(ink(theme, text, "small", "regular", INK_QUIET), (box.left + theme.px(1), y))
            y += line
        return max(theme.px(CARD), y + theme.px(0.75) - box.top)

    def _over(self, other: PieceView) -> str:
        """Return the text above the name of another piece: its owner, or that it is a target."""
        focus = self.focus
        target = focus.tool or focus.drawn
        marks = target.marks() if target is not None else {}
        aimed = other.id in marks or any(piece.id in marks for piece in focus.animation.units.parts(other.id))
        return _("Target") if aimed and other.owner != focus.model.decider else focus.model.player_name(other.owner)

    # -- mouse -----------------------------------------------------------------------------------

    def input(self, event: pygame.event.Event) -> bool:
        actions, focus = self.focus.actions, self.focus
        if event.type == pygame.MOUSEMOTION:
            actions.hovered = actions.at(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(focus.mouse):
            actions.scroll(-event.y * self.theme.px(5))
            actions.hovered = actions.at(focus.mouse)  # scrolling moves another row under the mouse
        elif event.type == pygame.MOUSEBUTTONUP and self.message.collidepoint(event.pos):
            pass  # the answers below it cannot be seen
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            row, controller = actions.row_at(event.pos) or self._row_of_band(event.pos), focus.input_target
            if isinstance(actions, Choices) and actions.more_rect().collidepoint(event.pos):
                actions.unfolded = True
            # right after another click, the rows may still be those of the last question
            if row is None or controller is None or controller is not self.rows_of or not row.enabled:
                pass
            elif not self._meant_for_another(row):
                focus.take(row)
        else:
            return False
        return event.type != pygame.MOUSEMOTION

    def _group_at(self, pixel: tuple[int, int]) -> GroupView | None:
        """Return the group whose band is at a pixel."""
        return next((group for place, group in self.bands if place.collidepoint(pixel)), None)

    def _row_of_band(self, pixel: tuple[int, int]) -> MenuItem | None:
        """Return the row that chooses the group whose band is at a pixel, if groups are to be chosen."""
        group = self._group_at(pixel)
        return next((row for row in self.focus.actions.actions if group is not None and row.id == group.id), None)

    def _meant_for_another(self, row: MenuItem) -> bool:
        """Return whether a click that ends a piece's turn follows so soon that it was meant for the piece before."""
        moment = AGAIN * bool(self.focus.options.pace)
        return row.also == "return" and time.monotonic() - self._asked_since < moment

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        row, model = self.focus.actions.row_at(pixel), self.focus.model
        if row is not None:
            line = told(model, row.id)
            lines = (line,) if line is not None else (*self._abilities(row), *self._explained(row.rule, row.label))
            if row.reason not in ("", row.label) and not row.heading:
                lines = Line(row.reason, tone="bad"), *(line for line in lines if line.text != row.reason)
            return (row.label, lines) if lines else None
        if portrait := next((piece for piece, place in self.focus.faces.items() if place.collidepoint(pixel)), ""):
            card = self.focus.animation.units.card(portrait)
            return facts_of(card, self.focus.animation.view) if card is not None else None
        if not self.head.collidepoint(pixel):
            return None
        if (group := self._group_at(pixel)) is not None:
            return group.name, group.details
        if (number := next((number for place, number in self.columns if place.collidepoint(pixel)), None)) is not None:
            head, sentence = self._terms[number]
            return _(head), (Line(_(sentence).removeprefix(f"{_(head)}: ")),)  # a short head is said in full first
        if trait := next((trait for place, trait in self.traits if place.collidepoint(pixel)), ""):
            return _(trait), self._sentences(trait)
        if self.piece is not None:
            return facts_of(self.piece, self.focus.animation.view)
        wording = self._explained(self.heading.rule)
        return (self.heading.prompt, wording) if wording else None

    def _abilities(self, row: MenuItem) -> tuple[Line, ...]:
        """Return what the card of a piece concerned says about the abilities that a row names."""
        cards = (self.focus.animation.units.card(name) for name in (*row.subject, self.focus.about))
        lines = [line for card in cards if card is not None for line in card.details]
        heads = {line: re.split(r" ?[(:]", line.text, maxsplit=1)[0] for line in lines}
        return tuple(line for line, head in heads.items() if head and ":" in line.text and row.label.startswith(head))

    def _explained(self, rule: str, title: str = "") -> tuple[Line, ...]:
        """Return the wording of a rule as lines that cite it, without the `title` that stands above it already."""
        return tuple(replace(line, text=line.text.removeprefix(f"{title}: "), rule=rule) for line in self.wording(rule))

    def _sentences(self, trait: str) -> tuple[Line, ...]:
        """Return the rules of a trait of the piece as lines."""
        piece, ruleset = self.piece, self.focus.model.session.ruleset
        lines = [line for line in piece.details if line.text.startswith(_(trait))] if piece is not None else []
        return tuple(replace(line, text=ruleset.wording(line.rule) or line.text) for line in lines)

    def vital(self) -> Sequence[pygame.Rect]:
        room = self.focus.actions.rect
        rows = (rect.clip(room) for _action, rect in self.focus.actions.rows() if rect.colliderect(room))
        return [*rows, self.head]


@lru_cache(maxsize=16)
def glowing(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Return the ground of the dock's head: a player's colour that fades downwards."""
    return fading(size, mix(colour, SLATE_DEEP, 0.45), SLATE_DEEP, bend=1.6)

"""The column of rosters: each side with a head and a row for each piece, by groups, scrolled if needed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import pygame

from game.engine.rulebook.units import Units
from game.engine.rulebook.view import GroupStatus, GroupView, Line, PieceView, TableView
from game.ui.board.pieces import GHOST, Liveries, Livery, Sprites, paint_swatch
from game.ui.widgets.layers import Kept
from game.ui.widgets.signs import icon
from game.ui.widgets.text import ScrollView, blit_at, clipped, ink, line_height, shorten
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    PANEL,
    PAPER,
    SHADOW,
    SLATE,
    SLATE_HOVER,
    SLATE_RAISED,
    TONES,
    Colour,
    Theme,
    mix,
)
from game.wording import N_, _, ngettext


@dataclass(frozen=True)
class Side:
    """A player's roster: pieces on the table, in reserve and lost. `player` is "" for pieces without an owner.

    A unit counts as one piece.
    """

    player: str
    pieces: tuple[PieceView, ...]


def sides_of(view: TableView, units: Units) -> tuple[Side, ...]:
    """Return the sides that have pieces: players by their ids, then pieces without an owner.

    Pieces are sorted by group, leaders first, then by name.
    """
    players = sorted(player.id for player in view.players)
    bases = [piece for piece in units.cards.values() if piece.kind == "base"]
    rank = {unit: number for number, group in enumerate(view.groups) for unit in group.units}
    bases.sort(
        key=lambda piece: (rank.get(piece.id, len(view.groups)), not piece.leader, _naturally(piece.name), piece.id)
    )
    rosters = {player: tuple(piece for piece in bases if piece.owner == player) for player in players}
    rosters[""] = tuple(piece for piece in bases if piece.owner not in players)
    return tuple(Side(player, pieces) for player, pieces in rosters.items() if pieces)


def said_of(piece: PieceView) -> str:
    """Return the second line of a row: stock, activation counters, damage, and the states of a unit."""
    counters = ngettext("{n} counter", "{n} counters", piece.counters) if piece.counters is not None else ""
    damage = _("{damage} damage", damage=piece.damage) if piece.damage and piece.fate is None else ""
    states = piece.states if piece.unit == piece.id else ()
    return " · ".join(part for part in (piece.stock, counters, damage, *states) if part)


def waits(piece: PieceView, view: TableView) -> bool:
    """Return whether a piece, or all of a unit, is not on the table yet."""
    if piece.id in view.units:
        return piece.fate is None and all(model.unit != piece.id for model in view.pieces)
    return any(piece.id == other.id for other in view.reserve)


def _naturally(name: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key that puts "Wolf 2" before "Wolf 10"."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def facts_of(piece: PieceView, view: TableView) -> tuple[str, tuple[Line, ...]]:
    """Return a title and lines about a piece: its fate or state, its group, then the rulebook's details."""
    owner = next((player.name for player in view.players if player.id == piece.owner), "")
    lines = [piece.fate] if piece.fate is not None else []
    if waits(piece, view):
        lines.append(Line(_("Not on the table yet"), tone="quiet"))
    elif piece.done and not piece.active and piece.fate is None:
        lines.append(Line(_("Has acted already"), tone="quiet"))
    lines += [group.details[0] for group in view.groups if piece.id in group.units]
    return f"{piece.name} · {owner}" if owner else piece.name, (*lines, *piece.details)


HEAD, BAND, HIGH = 4.5, 3.0, 5.0
"""The heights of a side's head, a group's band, and a row, in units of the theme."""
RADIUS, INSET = 1.75, 5.0
"""The radius of a base, and the width that it takes before the text."""
TRAITS: Final = 6
"""The most traits shown in a row; the tooltip lists all."""
COLOURS: Final[dict[GroupStatus, tuple[Colour, Colour]]] = {
    "active": (LAMP, SHADOW),
    "ready": (SLATE_RAISED, INK),
    "held": (SLATE_RAISED, INK_QUIET),
    "reserve": (SLATE_RAISED, INK_QUIET),
    "done": (SLATE_RAISED, INK_FAINT),
}
"""The colours of a group's band and of the text on it."""
STATUS: Final[dict[GroupStatus, str]] = {
    "active": N_("active"),
    "ready": N_("ready"),
    "held": N_("held back"),
    "reserve": N_("in reserve"),
    "done": N_("done"),
}
"""The words for the status of a group."""


def draw_status(target: pygame.Surface, status: GroupStatus, box: pygame.Rect, colour: Colour) -> None:
    """Draw the sign of a status: triangle, ring, two bars, hourglass or tick."""
    left, top, right, bottom = box.left, box.top, box.right - 1, box.bottom - 1
    if status == "active":
        pygame.draw.polygon(target, colour, [(left, top), (right, box.centery), (left, bottom)])
    elif status == "ready":
        pygame.draw.circle(target, colour, box.center, box.width / 2, 2)
    elif status == "held":
        for x in (left + 1, right - 2):
            pygame.draw.rect(target, colour, (x, top, 2, box.height))
    elif status == "reserve":
        pygame.draw.polygon(target, colour, [(left, top), (right, top), (left, bottom), (right, bottom)])
    else:
        pygame.draw.lines(target, colour, False, [(left, box.centery), (box.centerx - 1, bottom), (right, top)], 2)


def draw_band(target: pygame.Surface, theme: Theme, group: GroupView, place: pygame.Rect) -> None:
    """Draw the band of a group: filled if it is active, framed if ready, with a dashed edge if in reserve."""
    corner, (fill, text_colour) = theme.px(0.75), COLOURS[group.status]
    pygame.draw.rect(target, fill, place, border_radius=corner)
    if group.status == "ready":
        pygame.draw.rect(target, PAPER, place, 1, border_radius=corner)
    elif group.status == "reserve":
        for x in range(place.left + corner, place.right - corner, 8):
            pygame.draw.line(target, INK_QUIET, (x, place.bottom - 1), (x + 4, place.bottom - 1))
    size = theme.px(1)
    sign = pygame.Rect(place.left + size, place.centery - size // 2, size, size)
    draw_status(target, group.status, sign, text_colour)
    status = ink(theme, _(STATUS[group.status]), "small", "regular", text_colour)
    width = place.right - sign.right - 2 * size
    name = shorten(theme, group.name, width, "small", "semibold")
    drawn = blit_at(
        target, ink(theme, name, "small", "semibold", text_colour), midleft=(sign.right + size, place.centery)
    )
    if drawn.width + status.get_width() + size <= width:
        blit_at(target, status, midright=(place.right - size, place.centery))


class Chip(NamedTuple):
    """A row of the column: its piece or unit, the index of its side, and its upper edge before scrolling."""

    piece: PieceView
    side: int
    top: int


@dataclass(frozen=True)
class Mark:
    """The mark of a row: colour and width of its outline, and whether it is filled."""

    colour: Colour
    width: int = 1
    filled: bool = False


class RosterColumn:
    """Shows the rosters in `rect`, which is empty while they are closed."""

    def __init__(self, sprites: Sprites) -> None:
        self.theme, self.sprites = sprites.theme, sprites
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.sides: tuple[Side, ...] = ()
        self.chips: tuple[Chip, ...] = ()
        self.view = ScrollView()
        self._table: TableView | None = None
        self._standing: set[str] = set()
        self._bands: list[tuple[GroupView, int]] = []
        self._heads: list[tuple[Side, int]] = []
        self._shown = ""
        self._plain = Kept()
        self._marked: dict[object, pygame.Surface] = {}

    # -- layout --------------------------------------------------------------------------------

    def follow(self, view: TableView, units: Units, theme: Theme, rect: pygame.Rect, wanted: str = "") -> None:
        """Adopt a view and its units; scroll to the `wanted` piece when that is another one than before."""
        if view is not self._table or theme is not self.theme:
            self._table, self.theme, self.sides = view, theme, sides_of(view, units)
            self._standing = {card for card in units.cards if units.standing(card) is not None}
            self._lay_out(view.groups)
        self.rect = rect
        self.view.fit(rect, self._high)
        if rect.width and wanted and wanted != self._shown:
            self._shown = wanted
            self.reveal(wanted)

    def _lay_out(self, groups: Sequence[GroupView]) -> None:
        """Put all rows below each other."""
        theme, y, chips = self.theme, 0, list[Chip]()
        group_of = {unit: group for group in groups for unit in group.units}
        self._heads, self._bands = [], []
        for number, side in enumerate(self.sides):
            self._heads.append((side, y))
            y, group = y + theme.px(HEAD), None
            for piece in side.pieces:
                if (piece_group := group_of.get(piece.id)) is not group:
                    self._bands += [(piece_group, y)] if piece_group is not None else []
                    y += theme.px(BAND if piece_group is not None else 1)
                group = piece_group
                chips.append(Chip(piece, number, y))
                y += theme.px(HIGH)
            y += theme.px(1)
        self.chips, self._high = tuple(chips), y

    def place(self, piece: str) -> pygame.Rect | None:
        """Return the visible part of a piece's row in the window; None without any."""
        chip = self._chip_of(piece)
        rect = self._rect(chip).clip(self.rect) if chip is not None else None
        return rect if rect is not None and rect.width else None

    def _chip_of(self, piece: str) -> Chip | None:
        return next((chip for chip in self.chips if chip.piece.id == piece), None)

    def _rect(self, chip: Chip) -> pygame.Rect:
        return self._line(chip.top, HIGH)

    def _line(self, top: int, high: float) -> pygame.Rect:
        """Return the rectangle in the window of a line with this upper edge and height."""
        margin = self.theme.px(1)
        return pygame.Rect(
            self.rect.left + margin, self.view.top + top, self.rect.width - 2 * margin, self.theme.px(high)
        )

    def at(self, pixel: tuple[int, int]) -> str:
        """Return the piece whose row is under a pixel, or ""."""
        if not self.rect.collidepoint(pixel):
            return ""
        return next((chip.piece.id for chip in self.chips if self._rect(chip).collidepoint(pixel)), "")

    def bands(self) -> list[tuple[GroupView, pygame.Rect]]:
        """Return the groups with the rectangles of their bands."""
        return [(group, self._line(top, BAND).inflate(0, -self.theme.px(0.5))) for group, top in self._bands]

    def group_at(self, pixel: tuple[int, int]) -> GroupView | None:
        """Return the group whose band is under a pixel; None without one."""
        inside = self.rect.collidepoint(pixel)
        return next((group for group, place in self.bands() if inside and place.collidepoint(pixel)), None)

    def piece(self, identity: str) -> PieceView | None:
        """Return a piece of the rosters by its id; None if it has no row."""
        chip = self._chip_of(identity)
        return chip.piece if chip is not None else None

    # -- moving through the rows ---------------------------------------------------------------

    def reveal(self, piece: str) -> None:
        """Scroll as little as needed to bring a row and its neighbours into view."""
        if (chip := self._chip_of(piece)) is not None:
            place = self._rect(chip).inflate(0, 2 * self.theme.px(HIGH))
            self.view.reveal(place.top, place.bottom)

    def step(self, piece: str, by: int) -> str:
        """Return the piece `by` rows below another one, going round; the first piece if that has no row."""
        ring = [chip.piece.id for chip in self.chips]
        if piece not in ring:
            return ring[0] if ring else ""
        return ring[(ring.index(piece) + by) % len(ring)]

    def step_side(self, piece: str, by: int) -> str:
        """Return the first piece of the side `by` sides after that of a piece, going round."""
        chip = self._chip_of(piece)
        side = chip.side if chip is not None else 0
        return self.sides[(side + by) % len(self.sides)].pieces[0].id if self.sides else ""

    # -- drawing -------------------------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        """Return everything that the picture depends on besides the marks."""
        return self.chips, self.view.offset, tuple(group for group, _top in self._bands)

    def draw(self, target: pygame.Surface, owners: Liveries, marks: Mapping[str, Mark]) -> None:
        """Draw the column; rows in `marks` are drawn again over a stored picture without marks."""
        key = (*self.key(), tuple(owners.items()), tuple(self.rect))

        def plain() -> None:
            self._marked.clear()
            self._draw(target, owners, {})

        self._plain.show(target, self.rect.clip(target.get_rect()), key, plain)
        for chip in self.chips if marks else ():
            if chip.piece.id in marks:
                self._draw_marked(target, owners, chip, marks[chip.piece.id])

    def _draw_marked(self, target: pygame.Surface, owners: Liveries, chip: Chip, mark: Mark) -> None:
        """Draw a row with its mark, from a stored picture if there is one."""
        box = self._rect(chip).clip(self.rect).clip(target.get_clip())
        key = chip.piece.id, mark, tuple(box)
        if not box.width:
            return
        if key in self._marked:
            target.blit(self._marked[key], box)
            return
        with clipped(target, box):
            self._draw(target, owners, {chip.piece.id: mark})
        self._marked[key] = target.subsurface(box).copy()

    def _draw(self, target: pygame.Surface, owners: Liveries, marks: Mapping[str, Mark]) -> None:
        """Draw the heads, bands and rows that are in view."""
        pygame.draw.rect(target, PANEL, self.rect)
        with self.view.drawn(target, self.theme, -0.75):
            visible = target.get_clip().inflate(0, self.theme.px(2))  # badges reach beyond their row
            for side, top in self._heads:
                if (place := self._line(top, HEAD)).colliderect(visible):
                    self._head(target, side, place, owners.get(side.player, Livery()))
            for group, place in self.bands():
                if place.colliderect(visible):
                    draw_band(target, self.theme, group, place)
            for chip in self.chips:
                if (place := self._rect(chip)).colliderect(visible):
                    self._chip(target, chip.piece, place, owners, marks.get(chip.piece.id))

    def _head(self, target: pygame.Surface, side: Side, box: pygame.Rect, livery: Livery) -> None:
        """Draw the head of a side: the owner's colour and name."""
        theme, players = self.theme, self._table.players if self._table is not None else ()
        name = next((player.name for player in players if player.id == side.player), _("Nobody's pieces"))
        swatch = blit_at(target, paint_swatch(livery, theme.px(2.5)), midleft=(box.left + theme.px(1), box.centery))
        left = swatch.right + theme.px(1)
        text = shorten(theme, name, box.right - left, "body", "semibold")
        blit_at(target, ink(theme, text, "body", "semibold"), midleft=(left, box.centery))

    def _chip(
        self, target: pygame.Surface, piece: PieceView, box: pygame.Rect, owners: Liveries, mark: Mark | None
    ) -> None:
        """Draw the row of a piece with its mark."""
        theme = self.theme
        if piece.facing is not None:
            piece = replace(piece, facing=None)  # the facing means nothing in a list
        plate = box.inflate(0, -theme.px(0.5))
        if mark is not None and mark.filled:
            pygame.draw.rect(target, mix(SLATE_HOVER, mark.colour, 0.18), plate, border_radius=theme.px(0.75))
        elif piece.active:
            pygame.draw.rect(target, SLATE_RAISED, plate, border_radius=theme.px(0.75))
        if mark is not None:
            pygame.draw.rect(target, mark.colour, plate, mark.width, border_radius=theme.px(0.75))
        centre, radius = (box.left + theme.px(INSET / 2), box.centery), theme.px(RADIUS)
        self.sprites.draw(
            target,
            piece,
            centre,
            radius / (piece.radius or 1.0),
            owners,
            opacity=255 if piece.id in self._standing else GHOST,
        )
        bounds = pygame.Rect(box.left + theme.px(INSET), box.top, box.width - theme.px(INSET + 1), box.height)
        self._words(target, piece, bounds)
        if piece.fate is not None:
            self._struck(target, centre, TONES.get(piece.fate.tone, INK), good=piece.fate.tone == "good")

    def _words(self, target: pygame.Surface, piece: PieceView, box: pygame.Rect) -> None:
        """Write the name with its traits, and stock, damage and states below; strike out the name of a lost piece."""
        theme, is_quiet = self.theme, piece.fate is not None or (piece.done and not piece.active)
        size, tint, right = theme.px(2), INK_FAINT if is_quiet else LAMP, box.right
        for trait in reversed(piece.traits[:TRAITS]):
            right -= size
            target.blit(icon("trait-" + trait.lower().replace(" ", "-"), size, tint), (right, box.centery - size // 2))
        second_line = said_of(piece)
        width = right - box.left - theme.px(0.5)
        colour = INK_QUIET if is_quiet else INK
        middle = box.centery - (line_height(theme, "small") // 2 if second_line else 0)
        name = shorten(theme, piece.name, width, "small", "semibold")
        name_rect = blit_at(target, ink(theme, name, "small", "semibold", colour), midleft=(box.left, middle))
        if second_line:
            text = ink(theme, shorten(theme, second_line, width, "small"), "small", "regular", INK_QUIET)
            blit_at(target, text, midleft=(box.left, box.centery + line_height(theme, "small") // 2))
        if piece.fate is not None and piece.fate.tone != "good":
            strike = (name_rect.left - 2, middle + 1), (name_rect.right + 1, middle + 1)
            pygame.draw.line(target, INK_QUIET, *strike, max(1, theme.px(0.2)))

    def _struck(self, target: pygame.Surface, centre: tuple[int, int], colour: Colour, *, good: bool) -> None:
        """Cross out a base; draw an arrow upwards instead if it left the table to its owner's advantage."""
        radius, width = self.theme.px(RADIUS), max(2, self.theme.px(0.4))
        x, y = centre
        lines: Sequence[Sequence[tuple[int, int]]] = (
            ((x - radius // 2, y), (x, y - radius * 2 // 3)),
            ((x + radius // 2, y), (x, y - radius * 2 // 3)),
            ((x, y - radius * 2 // 3), (x, y + radius * 2 // 3)),
        )
        if not good:
            lines = (((x - radius, y + radius), (x + radius, y - radius)),)
        for (start, end), (shade, extra_width) in itertools.product(lines, ((SLATE, 3), (colour, 0))):
            pygame.draw.line(target, shade, start, end, width + extra_width)

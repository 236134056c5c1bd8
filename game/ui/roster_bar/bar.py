"""The bar of rosters: a chip for each piece, side by side by their sides, in one line that scrolls if they are many."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.engine.rulebook.units import Units
from game.engine.rulebook.view import GroupStatus, GroupView, Line, PieceView, TableView
from game.ui.board.labels import initials
from game.ui.board.pieces import Liveries, Livery, Sprites, paint_swatch
from game.ui.widgets.layers import Kept
from game.ui.widgets.memo import Memo
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, clipped, ink, shorten
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    PAPER,
    SHADOW,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    TONES,
    Colour,
    Theme,
    mix,
)
from game.wording import _


@dataclass(frozen=True)
class Side:
    """A player's roster: pieces on the table, pieces that may still enter, lost pieces; `player` "" is no player.

    A unit is one of its `pieces`.
    """

    player: str
    pieces: tuple[PieceView, ...]


def sides_of(view: TableView, units: Units) -> tuple[Side, ...]:
    """Return the sides that have pieces: players in the order of their ids, then nobody.

    Their pieces are in the order of their groups, then leaders first, then by name.
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


def waits(piece: PieceView, view: TableView) -> bool:
    """Return whether a piece or a whole unit is not on the table yet."""
    if piece.id in view.units:
        return piece.fate is None and all(each.unit != piece.id for each in view.pieces)
    return any(piece.id == other.id for other in view.reserve)


def _naturally(name: str) -> tuple[tuple[int, str], ...]:
    """Return a key by which "Wolf 2" stands before "Wolf 10"."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def facts_of(piece: PieceView, view: TableView) -> tuple[str, tuple[Line, ...]]:
    """Return a title and lines about a piece, on the table or not: its fate and state, then the rulebook's details."""
    owner = next((player.name for player in view.players if player.id == piece.owner), "")
    lines = [piece.fate] if piece.fate is not None else []
    if waits(piece, view):
        lines.append(Line(_("Not on the table yet"), tone="quiet"))
    elif piece.done and not piece.active and piece.fate is None:
        lines.append(Line(_("Has acted already"), tone="quiet"))
    lines += [group.details[0] for group in view.groups if piece.id in group.units]
    return f"{piece.name} · {owner}" if owner else piece.name, (*lines, *piece.details)


ROOMY, TIGHT = (1.75, 5.25), (1.5, 4.25)
"""Radius of a base and width of its chip without text, in units of the theme."""
NAME: Final = 12.0
"""The most units of a name."""
STACKED: Final = 3
"""Traits one below the other where there is no room for a name above them."""
KEPT: Final = 1000
"""The number of texts beside bases, in all styles, that are kept with their widths."""
TRAITS: Final = 6
"""Traits that are shown; a tooltip lists all."""


class Style(NamedTuple):
    """How chips look: their size, what stands beside the bases of players, what below that, whether beside all bases.

    Below a name stand the "states" of a unit with its stock, the "stock" alone, or nothing; a piece's traits if it has
    no stock.
    """

    size: tuple[float, float]
    beside: str
    below: str = "states"
    all: bool = False


MANY: Final = Style(TIGHT, "traits")
"""The style where none fits, and the line is scrolled."""
STYLES: Final = (
    Style(ROOMY, "name", all=True),
    Style(ROOMY, "name"),
    Style(ROOMY, "name", "stock"),
    Style(ROOMY, "initials"),
    Style(TIGHT, "initials"),
    Style(ROOMY, "initials", "stock"),
    Style(TIGHT, "initials", "stock"),
    Style(TIGHT, "initials", ""),
    Style(ROOMY, "traits"),
    MANY,
    Style(TIGHT, ""),
)
"""The first that fits is taken: names are worth more than what stands below them."""


class Beside(NamedTuple):
    """The text beside a base: its first line, the line below it, traits, and the pixels that it takes."""

    text: str
    below: str
    traits: tuple[str, ...]
    width: int


def _below(piece: PieceView, style: str) -> str:
    """Return the line below the name of a piece, or of a unit with its states."""
    states = piece.states if style == "states" and piece.unit == piece.id else ()
    return " · ".join(part for part in (piece.stock, *states) if part) if style else ""


class Texts:
    """Makes the texts beside bases, each once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._known = Memo[Beside](KEPT)

    def of(self, piece: PieceView, style: Style, *, owned: bool) -> Beside:
        """Return the text beside a base in a style, for a player's piece or a piece without a player."""
        beside, below = style.beside if owned or style.all else "", _below(piece, style.below)
        return self._known.of((piece.name, piece.traits, beside, below), partial(self._made, piece, beside, below))

    def _made(self, piece: PieceView, style: str, below: str) -> Beside:
        traits, theme = piece.traits[:TRAITS], self.theme
        if style in ("", "traits"):
            columns = -(-len(traits) // STACKED) if style else 0
            return Beside("", "", traits if style else (), columns * theme.px(1.75))
        text = self._named(piece.name) if style == "name" else initials(piece.name)
        text = shorten(theme, text, theme.px(NAME), "small", "semibold")
        under = ink(theme, below, "small").get_width() if below else len(traits) * theme.px(2)
        wide = max(ink(theme, text, "small", "semibold").get_width(), under)
        return Beside(text, below, traits, wide + theme.px(1))

    def _named(self, name: str) -> str:
        """Return a name that fits: the first letters of its first words, since the last tell pieces apart."""
        words = name.split()
        for count in range(len(words)):
            first = "".join(word[0] for word in words[:count])
            text = " ".join((first, *words[count:]) if first else words)
            if ink(self.theme, text, "small", "semibold").get_width() <= self.theme.px(NAME):
                return text
        return name


HIGH: Final = 1.75
"""The height of a band in units of the theme."""
TYPE: Final = 11
COLOURS: Final[dict[GroupStatus, tuple[Colour, Colour]]] = {
    "active": (LAMP, SHADOW),
    "ready": (SLATE_RAISED, INK),
    "held": (SLATE_RAISED, INK_QUIET),
    "reserve": (SLATE_RAISED, INK_QUIET),
    "done": (SLATE_RAISED, INK_FAINT),
}
"""The colours of a band and of what is written on it."""


@dataclass
class Bands:
    """Draws the bands of `groups` above the chips of their units."""

    theme: Theme
    groups: tuple[GroupView, ...] = ()

    @property
    def height(self) -> int:
        """The pixels that a band takes, 0 without groups."""
        return self.theme.px(HIGH) if self.groups else 0

    def places(self, chips: Iterable[tuple[str, pygame.Rect]]) -> list[tuple[GroupView, pygame.Rect]]:
        """Return each group with the place of its band, above the chips of its units."""
        of = {unit: group for group in self.groups for unit in group.units}
        found: dict[str, pygame.Rect] = {}
        for unit, chip in chips:
            if unit in of:
                group = of[unit].id
                found[group] = found[group].union(chip) if group in found else chip
        gap = self.theme.px(0.25)
        return [
            (group, pygame.Rect(place.left + gap, place.top + 1, place.width - 2 * gap, self.height))
            for group in self.groups
            if (place := found.get(group.id)) is not None
        ]

    def draw(self, target: pygame.Surface, chips: Iterable[tuple[str, pygame.Rect]]) -> None:
        """Draw all bands: filled for the active group, an edge for a ready one, dashed for one in reserve."""
        theme, round_ = self.theme, self.theme.px(0.5)
        for group, place in self.places(chips):
            fill, words = COLOURS[group.status]
            pygame.draw.rect(target, fill, place, border_radius=round_)
            if group.status == "ready":
                pygame.draw.rect(target, PAPER, place, 1, border_radius=round_)
            elif group.status == "reserve":
                for x in range(place.left + round_, place.right - round_, 8):
                    pygame.draw.line(target, INK_QUIET, (x, place.bottom - 1), (x + 4, place.bottom - 1))
            size = theme.px(1)
            sign = pygame.Rect(place.left + size // 2, place.centery - size // 2, size, size)
            _sign(target, group.status, sign, words)
            target.blit(*self._name(group.name, words, sign.right + size // 2, place))

    def _name(self, name: str, colour: Colour, left: int, place: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect]:
        """Return as much of a name as a band has room for, and its place."""
        font = self.theme.font_px(round(TYPE * self.theme.scale), "semibold")
        texts = [name, *(f"{name[:count]}…" for count in range(len(name) - 1, 0, -1)), ""]
        text = next(each for each in texts if not each or font.size(each)[0] <= place.right - left - 1)
        ink = font.render(text, True, colour)
        return ink, ink.get_rect(midleft=(left, place.centery))


def _sign(target: pygame.Surface, status: GroupStatus, box: pygame.Rect, colour: Colour) -> None:
    """Draw the sign of a status: a triangle, a ring, two bars, an hourglass, a tick."""
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


FOLD, BACK, FORTH = "strip_fold", "strip_back", "strip_forth"
"""The names of its buttons; folding is a command of the table."""


class Chip(NamedTuple):
    """A piece or unit on the bar: its side, its left edge in the scrolled line, its width, the text beside its base.

    `below` stands below that, in place of the `traits` that are shown.
    """

    piece: PieceView
    side: int
    left: int
    width: int
    text: str
    below: str
    traits: tuple[str, ...]


@dataclass(frozen=True)
class Mark:
    """The mark of a chip: the colour and the width of its outline, and whether it is filled."""

    colour: Colour
    width: int = 1
    filled: bool = False


class RosterBar:
    """Shows the rosters of a view in `rect`; `folded` to a bar that names the `key` of the rosters."""

    def __init__(self, theme: Theme, sprites: Sprites, key: str) -> None:
        self.theme, self.sprites, self.key_name = theme, sprites, key
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.folded = False
        self.sides: tuple[Side, ...] = ()
        self.chips: tuple[Chip, ...] = ()
        self.offset = 0
        self.size = ROOMY
        self._view: TableView | None = None
        self._standing: set[str] = set()
        self._laid: tuple[object, ...] = ()
        self._starts: list[int] = []
        self._long = 0
        self._shown = ""
        self._plain = Kept()
        self._marked: dict[object, pygame.Surface] = {}
        self.texts = Texts(theme)
        self.bands = Bands(theme)

    # -- where things are ----------------------------------------------------------------------

    def follow(self, view: TableView, units: Units, *, folded: bool, wanted: str = "") -> None:
        """Adopt a view and its units; the `wanted` piece is brought into sight as soon as it is another one."""
        self.folded = folded
        if view is not self._view:
            self._view, self.sides = view, sides_of(view, units)
            self.bands.groups = view.groups
            self._standing = {card for card in units.cards if units.standing(card) is not None}
            self._laid = ()
        laid = (self.rect.width, self.folded)
        if laid != self._laid:
            self._laid, self._shown = laid, ""
            self._lay_out()
        if wanted and wanted != self._shown:
            self._shown = wanted
            self.reveal(wanted)

    @property
    def fold(self) -> pygame.Rect:
        """The button that folds it."""
        if self.folded:
            return self.rect
        return pygame.Rect(self.rect.left, self.rect.top, self.theme.px(2.5), self.rect.height)

    @property
    def room(self) -> pygame.Rect:
        """The place of the chips, between the buttons that scroll them if they are too many."""
        room = self.rect.copy()
        room.width -= self.fold.width
        room.left = self.fold.right
        return room.inflate(-2 * self.theme.px(3), 0) if self._long > room.width else room

    def _lay_out(self) -> None:
        room = self.rect.width - self.fold.width
        self._line(next((style for style in STYLES if self._length(style) <= room), MANY))
        self.scroll(0)

    def _length(self, style: Style) -> int:
        """Return how long the line is in a style."""
        theme, found = self.theme, 0
        for side in self.sides:
            found += theme.px(3.5) + theme.px(1) + len(side.pieces) * theme.px(style.size[1])
            found += sum(self.texts.of(piece, style, owned=bool(side.player)).width for piece in side.pieces)
        return found

    def _line(self, style: Style) -> None:
        """Put the chips side by side."""
        theme, x, chips, starts = self.theme, 0, list[Chip](), list[int]()
        self.size = style.size
        for number, side in enumerate(self.sides):
            starts.append(x)
            x += theme.px(3.5)
            for piece in side.pieces:
                text, below, traits, width = self.texts.of(piece, style, owned=bool(side.player))
                chips.append(Chip(piece, number, x, theme.px(style.size[1]) + width, text, below, traits))
                x += chips[-1].width
            x += theme.px(1)
        self.chips, self._starts, self._long = tuple(chips), starts, x

    def place(self, piece: str) -> pygame.Rect | None:
        """Return the rectangle of a piece's chip, as far as it is in sight, or None without one."""
        chip = next((chip for chip in self.chips if chip.piece.id == piece), None)
        if chip is None or self.folded:
            return None
        rect = self._rect(chip).clip(self.room)
        return rect if rect.width else None

    def _rect(self, chip: Chip) -> pygame.Rect:
        return pygame.Rect(self.room.left + chip.left - self.offset, self.rect.top, chip.width, self.rect.height)

    def at(self, pixel: tuple[int, int]) -> str:
        """Return the piece whose chip is under a pixel, or an empty string."""
        if self.folded or not self.room.collidepoint(pixel):
            return ""
        return next((chip.piece.id for chip in self.chips if self._rect(chip).collidepoint(pixel)), "")

    def button_at(self, pixel: tuple[int, int]) -> str:
        """Return the button under a pixel, or an empty string."""
        if self.fold.collidepoint(pixel):
            return FOLD
        if not self.rect.collidepoint(pixel) or self.room.collidepoint(pixel):
            return ""
        return BACK if pixel[0] < self.room.left else FORTH

    def group_at(self, pixel: tuple[int, int]) -> GroupView | None:
        """Return the group whose band is under a pixel."""
        if self.folded or not self.room.collidepoint(pixel):
            return None
        bands = self.bands.places((chip.piece.id, self._rect(chip)) for chip in self.chips)
        return next((group for group, place in bands if place.collidepoint(pixel)), None)

    def piece(self, identity: str) -> PieceView | None:
        """Return a piece of the rosters."""
        return next((chip.piece for chip in self.chips if chip.piece.id == identity), None)

    # -- moving along --------------------------------------------------------------------------

    def scroll(self, pixels: int) -> None:
        """Scroll on by a number of pixels, back if negative, as far as there is more."""
        self.offset = max(0, min(self.offset + pixels, self._long - self.room.width))

    def turn(self, by: int) -> None:
        """Scroll by most of what is in sight."""
        self.scroll(by * self.room.width * 4 // 5)

    def reveal(self, piece: str) -> None:
        """Scroll as little as needed to bring a chip into sight, with its neighbours if there is room."""
        chip = next((chip for chip in self.chips if chip.piece.id == piece), None)
        if chip is not None:
            margin = max(0, min(self.theme.px(self.size[1]), (self.room.width - chip.width) // 2))
            left, right = chip.left - margin, chip.left + chip.width + margin - self.room.width
            self.scroll(max(min(0, left - self.offset), right - self.offset))

    def step(self, piece: str, by: int) -> str:
        """Return the piece `by` chips from another one, cyclically; the first one from none."""
        ring = [chip.piece.id for chip in self.chips]
        if piece not in ring:
            return ring[0] if ring else ""
        return ring[(ring.index(piece) + by) % len(ring)]

    def step_side(self, piece: str, by: int) -> str:
        """Return the first piece of the side `by` sides from that of another one, cyclically."""
        here = next((chip.side for chip in self.chips if chip.piece.id == piece), 0)
        return self.sides[(here + by) % len(self.sides)].pieces[0].id if self.sides else ""

    # -- drawing -------------------------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        """Return the facts that the bar's picture depends on, besides the marks."""
        return self.chips, self.offset, self.folded, self.bands.groups

    def draw(self, target: pygame.Surface, owners: Liveries, marks: Mapping[str, Mark]) -> None:
        """Draw everything; `marks` are the outlines of chips by their pieces, drawn into a picture without any."""
        key = (*self.key(), tuple(owners.items()), tuple(self.rect))

        def plain() -> None:
            self._marked.clear()
            self._draw(target, owners, {})

        self._plain.show(target, self.rect.clip(target.get_rect()), key, plain)
        for chip in self.chips if marks and not self.folded else ():
            if chip.piece.id in marks:
                self._draw_marked(target, owners, chip, marks[chip.piece.id])

    def _draw_marked(self, target: pygame.Surface, owners: Liveries, chip: Chip, mark: Mark) -> None:
        box = self._rect(chip).clip(self.room).clip(target.get_clip())
        key = chip.piece.id, mark, tuple(box)
        if not box.width or not box.height:
            return
        if key in self._marked:
            target.blit(self._marked[key], box)
            return
        with clipped(target, box):
            self._draw(target, owners, {chip.piece.id: mark})
        self._marked[key] = target.subsurface(box).copy()

    def _draw(self, target: pygame.Surface, owners: Liveries, marks: Mapping[str, Mark]) -> None:
        """Draw what is not clipped."""
        theme, rect = self.theme, self.rect
        pygame.draw.rect(target, SLATE, rect)
        pygame.draw.line(target, SLATE_LINE, (rect.left, rect.bottom - 1), (rect.right, rect.bottom - 1))
        self._chevron(target, self.fold.left + theme.px(1.25), down=self.folded)
        if self.folded:
            words = f"{_('Rosters')} ({self.key_name})"
            blit_at(target, self._small(words), midleft=(rect.left + theme.px(2.5), rect.centery - 1))
            return
        room = self.room
        with clipped(target, room.clip(target.get_clip())):
            seen = target.get_clip()
            for number, (side, start) in enumerate(zip(self.sides, self._starts, strict=True)):
                x = room.left + start - self.offset
                if number:
                    line = x - theme.px(0.25)
                    ends = rect.top + theme.px(0.75), rect.bottom - theme.px(0.75)
                    pygame.draw.line(target, SLATE_LINE, (line, ends[0]), (line, ends[1]))
                swatch = paint_swatch(owners.get(side.player, Livery()), theme.px(2.5))
                blit_at(target, swatch, midleft=(x + theme.px(0.5), rect.centery))
            for chip in self.chips:
                left = room.left + chip.left - self.offset
                if seen.left - chip.width < left + chip.width and left < seen.right + chip.width:  # badges stand out
                    self._chip(target, chip, self._rect(chip), owners, marks.get(chip.piece.id))
            self.bands.draw(target, ((chip.piece.id, self._rect(chip)) for chip in self.chips))
        if self._long > room.width and not room.contains(target.get_clip()):
            self._ends(target, room)

    def _small(self, text: str) -> pygame.Surface:
        """Return text as large as the folded bar is high."""
        picture = ink(self.theme, text, "small", "regular", INK_QUIET)
        most = self.rect.height
        return picture.subsurface(picture.get_bounding_rect()) if picture.get_height() > most else picture

    def _chip(self, target: pygame.Surface, chip: Chip, box: pygame.Rect, owners: Liveries, mark: Mark | None) -> None:
        theme, piece = self.theme, chip.piece
        if piece.facing is not None:
            piece = replace(piece, facing=None)  # it shows who there is, not how they stand
        plate = box.inflate(-theme.px(0.25), -theme.px(0.75))
        plate.height -= self.bands.height
        plate.top += self.bands.height
        if mark is not None and mark.filled:
            pygame.draw.rect(target, mix(SLATE_HOVER, mark.colour, 0.18), plate, border_radius=theme.px(0.75))
        elif piece.active:
            pygame.draw.rect(target, SLATE_RAISED, plate, border_radius=theme.px(0.75))
        if mark is not None:
            pygame.draw.rect(target, mark.colour, plate, mark.width, border_radius=theme.px(0.75))
        lower = self.bands.height // 2
        centre = box.left + theme.px(self.size[1] / 2) - theme.px(0.25), box.centery + theme.px(0.25) + lower
        scale = theme.px(self.size[0]) / (piece.radius or 1.0)
        self.sprites.draw(target, piece, centre, scale, owners, ghost=piece.id not in self._standing)
        self._words(target, chip, box)
        if piece.fate is not None:
            self._struck(target, centre, TONES.get(piece.fate.tone, INK), good=piece.fate.tone == "good")

    def _words(self, target: pygame.Surface, chip: Chip, box: pygame.Rect) -> None:
        """Write the name, its traits below it; the name of a lost piece is struck out, of one that acted faint."""
        theme, piece, left = self.theme, chip.piece, box.left + self.theme.px(self.size[1])
        quiet = piece.fate is not None or (piece.done and not piece.active)
        size, tint = theme.px(1.75), INK_FAINT if quiet else LAMP
        signs = [icon("trait-" + trait.lower().replace(" ", "-"), size, tint) for trait in chip.traits]
        if not chip.text:
            top = box.centery + self.bands.height // 2 - min(len(signs), STACKED) * size // 2
            for number, sign in enumerate(signs):
                column, row = divmod(number, STACKED)
                target.blit(sign, (left - theme.px(0.25) + column * size, top + row * size))
            return
        name = ink(theme, chip.text, "small", "semibold", INK_QUIET if quiet else INK)
        below = ink(theme, chip.below, "small", "regular", INK_QUIET) if chip.below else None
        high = name.get_height() + (size if signs or below is not None else 0)
        top = box.centery + self.bands.height // 2 - high // 2
        target.blit(name, (left, top))
        if below is not None:
            target.blit(below, (left, top + name.get_height() - theme.px(0.375)))
        if piece.fate is not None and piece.fate.tone != "good":
            y = top + name.get_height() // 2 + 1
            pygame.draw.line(target, INK_QUIET, (left - 2, y), (left + name.get_width() + 1, y), max(1, theme.px(0.2)))
        for number, sign in enumerate(signs if below is None else ()):
            target.blit(sign, (left + number * theme.px(2), top + name.get_height() - theme.px(0.25)))

    def _struck(self, target: pygame.Surface, centre: tuple[int, int], colour: Colour, *, good: bool) -> None:
        """Strike a base out; one that left well gets an arrow upwards instead."""
        r, width = self.theme.px(self.size[0]), max(2, self.theme.px(0.4))
        x, y = centre
        lines: Sequence[Sequence[tuple[int, int]]] = (
            ((x - r // 2, y), (x, y - r * 2 // 3)),
            ((x + r // 2, y), (x, y - r * 2 // 3)),
            ((x, y - r * 2 // 3), (x, y + r * 2 // 3)),
        )
        if not good:
            lines = (((x - r, y + r), (x + r, y - r)),)
        for (start, end), (ground, more) in itertools.product(lines, ((SLATE, 3), (colour, 0))):
            pygame.draw.line(target, ground, start, end, width + more)

    def _chevron(self, target: pygame.Surface, x: int, *, down: bool) -> None:
        size, y = max(3, self.theme.px(0.5)), self.rect.centery
        tip = size if down else -size
        points = [(x - size, y - tip // 2), (x, y + tip // 2), (x + size, y - tip // 2)]
        pygame.draw.lines(target, INK_QUIET, False, points, max(2, self.theme.px(0.25)))

    def _ends(self, target: pygame.Surface, room: pygame.Rect) -> None:
        """Draw the buttons that scroll, with the number of pieces out of sight there."""
        theme = self.theme
        middles = [room.left + chip.left - self.offset + chip.width // 2 for chip in self.chips]
        before, after = sum(x < room.left for x in middles), sum(x > room.right for x in middles)
        edges = room.left - theme.px(1.5), room.right + theme.px(1.5)
        for x, count, arrow in zip(edges, (before, after), ("‹", "›"), strict=True):
            colour = INK if count else INK_FAINT
            blit_at(target, ink(theme, arrow, "body", "bold", colour), midbottom=(x, self.rect.centery + theme.px(0.5)))
            if count:
                number = ink(theme, str(count), "small", "semibold", INK_QUIET)
                blit_at(target, number, midtop=(x, self.rect.centery - theme.px(0.25)))

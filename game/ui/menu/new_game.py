"""The page of a new game: rulebook, scenario, map and seats, with details on a sheet; also lists to choose from."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import pygame
import shapely

from game import rulesets
from game.documents.battlescribe.opening import SUFFIXES as ROSTERS
from game.documents.error import DocumentError
from game.documents.plain_text import SUFFIXES as TEXTS
from game.documents.rosters import own_rosters
from game.engine.plans import own_plans
from game.engine.questions.scorecard import SEATS, Scorecard, scorecard
from game.engine.rosters import ImportedRoster, editor_of, imports_foreign, rosters_of
from game.engine.rulebook.new_game import Offer, Sketch
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.engine.saving.records import best_of, best_results, result_text
from game.players import HUMAN, PLAYERS, follows_plans
from game.players.helpers import cores_words
from game.players.lining_up import lined_up
from game.players.strength import strength_words
from game.table.documents import find_map, load_map
from game.table.terrain.battlefield import Battlefield
from game.ui.board.camera import Camera
from game.ui.board.grounds import GROUNDS
from game.ui.board.overlays import RANGE, AreaOverlay
from game.ui.board.picture import Paint, map_ground, map_picture
from game.ui.board.pieces import Livery, Sprites, bottom_up, letters_of, paint_swatch
from game.ui.board.scorecard_art import scorecard_picture
from game.ui.board.table_art import RIM, TableLayer
from game.ui.export.rosters import RosterExport
from game.ui.menu.effects import EffectChecker, reads_texts
from game.ui.menu.gathering import Gatherer, gathering_of
from game.ui.menu.menu import paint_cover
from game.ui.model.new_game_draft import NewGameDraft, kind_words, kinds, last_choices, offer_of, short_kind, turned
from game.ui.model.random_map import keep_random_map, terms_of
from game.ui.pages.scorecard import PicturedSheet, chapters_of
from game.ui.pages.texts import known, records_sheet
from game.ui.prefs.memory import remember
from game.ui.prefs.settings import following
from game.ui.shell.jobs import threaded
from game.ui.shell.sheet_screen import SheetScreen, clean_name
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList, MenuItem, with_keys
from game.ui.widgets.dialogs import FileSheet
from game.ui.widgets.keys import key_label
from game.ui.widgets.sheet import FormSheet, ReaderSheet, Section, Sheet
from game.ui.widgets.tasks import Task
from game.ui.widgets.text import blit_at, clipped, ink, line_height, shorten, wrap
from game.ui.widgets.theme import (
    INK,
    INK_QUIET,
    LAMP,
    RIMS,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    WOOD,
    Colour,
    Ground,
    Theme,
    colour_of,
    mix,
)
from game.ui.widgets.tiles import Page, Tile, has_room, rounded
from game.wording import _, ngettext, within_line

WIDE: Final = 23
"""The least width of a card in units of the theme."""
MOST: Final = 3
"""The most cards side by side."""
SHAPE: Final = 0.6
"""The height of a picture divided by its width."""
SIDES: Final = {"1": Livery((74, 144, 217), "solid"), "2": Livery((224, 94, 60), "dashed")}
"""The liveries of the sides in a sketch."""
SLICE: Final = 0.06
"""The most seconds of painting pictures in one frame; the others wait for the next frame."""
LARGE: Final = 2
"""The factor by which sketches are painted larger before they are shrunk, for smooth edges."""
MOST_NAMED: Final = 8
"""The most pieces of a sketch whose names are shown."""
MOST_LETTERS: Final = 12
"""The most letters of such a name."""


@lru_cache(maxsize=64)
def sketched(sketch: Sketch, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture of a sketch: a small table with zones and pieces, and names below pieces that have one."""
    width, height = size[0] * LARGE, size[1] * LARGE
    theme = Theme(max(0.8, size[0] / 300) * LARGE)
    canvas = pygame.Surface((width, height), depth=32)
    canvas.fill(WOOD)
    camera = Camera(sketch.width, sketch.height, canvas.get_rect(), margin=RIM)
    camera.scale = min(width / (sketch.width + 2 * RIM), height / (sketch.height + 2 * RIM))
    camera.x, camera.y = sketch.width / 2, sketch.height / 2
    TableLayer().draw(canvas, _bare(sketch.width, sketch.height), camera)
    for x, y, radius in sketch.zones:
        AreaOverlay(shapely.Point(x, y).buffer(radius), RANGE).draw(canvas, camera)
    sprites, named_pieces = Sprites(theme), sketch.pieces if _has_names(sketch) else ()
    sprites.sigils.chosen = {"1": dict(sketch.faces)}
    sprites.sigils.meet(piece.name for piece in sketch.pieces if piece.name)
    for piece in bottom_up(sketch.pieces):
        sprites.draw(canvas, piece, camera.to_screen(piece.x, piece.y), camera.scale, SIDES)
    sprites.label(
        canvas, named_pieces, [camera.to_screen(piece.x, piece.y) for piece in named_pieces], camera.scale, {}
    )
    used = pygame.Rect(0, 0, *(round((side + 2 * RIM) * camera.scale) for side in (sketch.width, sketch.height)))
    used.center = canvas.get_rect().center
    used.clamp_ip(canvas.get_rect())
    table = canvas.subsurface(used.clip(canvas.get_rect()))
    return pygame.transform.smoothscale(table, (table.get_width() // LARGE, table.get_height() // LARGE))


def _has_names(sketch: Sketch) -> bool:
    """Return whether the pieces of a sketch have names, few and short enough to be shown."""
    return len(sketch.pieces) <= MOST_NAMED and all(0 < len(piece.name) <= MOST_LETTERS for piece in sketch.pieces)


@lru_cache(maxsize=8)
def _bare(width: float, height: float) -> Ground:
    """Return a table without terrain."""
    return Ground.of(Battlefield(width, height))


def picture_of(kind: str, offer: Offer) -> Paint | None:
    """Return the painter of an offer's picture, for a kind of offer such as "map"; None without a picture."""
    if kind == "map":
        return partial(map_picture, offer.name)
    sketch = offer.sketch
    return None if sketch is None else partial(sketched, sketch)


@dataclass
class CardList(ActionList):
    """Actions as cards with pictures, in as many columns as fit; those without a picture are rows below.

    It is `waiting` while pictures are not painted yet: a frame paints no longer than `SLICE`.
    """

    paints: Mapping[str, Paint] = field(default_factory=dict)
    waiting: bool = False
    _until: float = 0.0
    _painted: dict[tuple[str, tuple[int, int]], pygame.Surface | None] = field(default_factory=dict)

    def height(self, width: int) -> int:
        self.rect.width = width
        rows = self.rows()
        return max((rect.bottom for _action, rect in rows), default=0) - self.rect.top + self.view.offset

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        gap = self.theme.px(1.5)
        self.columns = max(1, min(MOST, (self.rect.width + gap) // (self.theme.px(WIDE) + gap)))
        width = (self.rect.width - gap * (self.columns - 1)) // self.columns
        cards = [action for action in self.actions if action.id in self.paints]
        placed, y = [], self.rect.top - self.view.offset
        for start in range(0, len(cards), self.columns):
            row_cards = cards[start : start + self.columns]
            height = max(self._card_height(action, width) for action in row_cards)
            for column, action in enumerate(row_cards):
                placed.append((action, pygame.Rect(self.rect.left + column * (width + gap), y, width, height)))
            y += height + gap
        for action in self.actions[len(cards) :]:
            height = self.row(action).height
            placed.append((action, pygame.Rect(self.rect.left, y, self.rect.width, height)))
            y += height + self.theme.px(0.5)
        return placed

    def _card_height(self, action: MenuItem, width: int) -> int:
        theme, inner = self.theme, width - self.theme.px(2)
        lines = len(wrap(theme, action.label, inner, "body", "semibold")) * line_height(theme)
        lines += len(wrap(theme, action.detail, inner, "small")) * line_height(theme, "small")
        return round(inner * SHAPE) + lines + theme.px(3)

    @property
    def _column_width(self) -> int:
        return self.rect.width

    def draw(self, target: pygame.Surface) -> None:
        self.clamp()
        self.waiting, self._until = False, time.monotonic() + SLICE
        with self.view.drawn(target, self.theme):
            for index, (action, rect) in enumerate(self.rows()):
                if not rect.colliderect(self.rect):
                    continue
                marked, hovered = index == self.cursor, index == self.hovered
                if action.id in self.paints:
                    self._draw_card(target, action, rect, marked=marked, hovered=hovered)
                else:
                    self.row(action).draw(target, rect, marked=marked, hovered=hovered)

    def _picture(self, name: str, size: tuple[int, int]) -> pygame.Surface | None:
        """Return a picture of a card; None if it must wait for the next frame."""
        key = (name, size)
        if key not in self._painted:
            if time.monotonic() > self._until:
                self.waiting = True
                return None
            self._painted[key] = self.paints[name](size)
        return self._painted[key]

    def _draw_card(
        self, target: pygame.Surface, action: MenuItem, rect: pygame.Rect, *, marked: bool, hovered: bool
    ) -> None:
        """Draw a card: its frame, picture, label with key, and text."""
        theme = self.theme
        fill = SLATE_HOVER if marked or hovered else SLATE_RAISED
        pygame.draw.rect(target, fill, rect, border_radius=theme.px(1))
        edge = LAMP if marked else SLATE_LINE
        pygame.draw.rect(target, edge, rect, max(1, theme.px(0.25)) if marked else 1, border_radius=theme.px(1))
        frame = pygame.Rect(rect.left + theme.px(1), rect.top + theme.px(1), rect.width - theme.px(2), 0)
        frame.height = round(frame.width * SHAPE)
        picture = self._picture(action.id, frame.size)
        if picture is not None:
            blit_at(target, picture, center=frame.center)
        y = frame.bottom + theme.px(1)
        with clipped(target, rect.clip(target.get_clip())):
            for number, row in enumerate(wrap(theme, action.label, frame.width, "body", "semibold")):
                target.blit(ink(theme, row, "body", "semibold", LAMP if action.ticked else INK), (frame.left, y))
                if not number and action.shortcut:
                    key = ink(theme, key_label(action.shortcut), "small", "semibold", INK_QUIET)
                    blit_at(target, key, topright=(frame.right, y))
                y += line_height(theme)
            for row in wrap(theme, action.detail, frame.width, "small"):
                target.blit(ink(theme, row, "small", "regular", INK_QUIET), (frame.left, y))
                y += line_height(theme, "small")


@dataclass
class CardSheet(Sheet):
    """A choice among cards. Arrow keys go from card to card; Enter or a click takes one."""

    paints: Mapping[str, Paint] = field(default_factory=dict)
    wide: float = 124

    def __post_init__(self) -> None:
        super().__post_init__()
        self.list = CardList(self.theme, list(self.actions), paints=self.paints)
        self.list.mark(self.marked)
        self.list.view.offset = 0

    @property
    def waiting(self) -> bool:
        """Whether pictures are still to be painted."""
        return isinstance(self.list, CardList) and self.list.waiting

    def place(self, window: pygame.Rect) -> None:
        self._fit(window, self.wide)

    def _key(self, event: pygame.event.Event) -> None:
        """Move the cursor among the cards with the arrow keys."""
        columns = self.list.columns
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -columns, pygame.K_DOWN: columns}
        if event.key not in steps:
            super()._key(event)
            return
        self.list.hovered = -1
        last = len(self.list.actions) - 1
        self.list.cursor = max(0, min(last, max(0, self.list.cursor) + steps[event.key]))
        self.list.show_cursor()


def card_sheet(
    theme: Theme,
    title: str,
    kind: str,
    offers: Sequence[Offer],
    chosen: str,
    then: Callable[[str], None],
    more: Sequence[MenuItem] = (),
) -> CardSheet:
    """Return the sheet on which one of the offers of a kind is chosen, or one of the rows `more` below them."""
    paints = {offer.name: paint for offer in offers if (paint := picture_of(kind, offer)) is not None}
    pictured_first = sorted(offers, key=lambda offer: offer.name not in paints)
    rows = [
        MenuItem(offer.name, offer.title, detail=offer.text, ticked=offer.name == chosen or None)
        for offer in pictured_first
    ]
    rows = with_keys([*rows, *more, MenuItem("close", _("Back"), "escape")])
    return CardSheet(theme, title, actions=rows, then=then, marked=chosen, paints=paints)


LONGEST_NAME: Final = 80
RANDOM_MAP: Final = "random map"
"""The id of the row that makes a random map."""
EFFECTS: Final = "effects"
ODD: Final = "odd:"
"""The prefix of the ids of rows with notes: on the roster of a seat (its number follows) or on unreadable "files"."""
MAIN: Final = (HUMAN, *(name for name, bot in PLAYERS.items() if bot.ease))
"""The kinds of players with a button of their own; the others are on a sheet."""
SHOWN: Final = 3
"""The most scenarios side by side."""


@lru_cache(maxsize=24)
def faces(sketch: Sketch, livery: Livery, size: tuple[int, int], scale: float) -> pygame.Surface:
    """Return the picture of a roster's pieces in their owner's colours, with names if there is room."""
    theme = Theme(scale)
    canvas = pygame.Surface(size, pygame.SRCALPHA, 32)
    has_names = _has_names(sketch)
    name_height = line_height(theme, "small") if has_names and size[1] > 2.4 * line_height(theme, "small") else 0
    inches_wide, inches_high = sketch.width, sketch.height
    if has_names:
        inches_high = 2.6 * max(piece.radius for piece in sketch.pieces)
    per_inch = min(size[0] / inches_wide, (size[1] - name_height) / inches_high)
    # with names, pieces spread over all the width
    column_scale = size[0] / inches_wide if has_names else per_inch
    left = (size[0] - inches_wide * column_scale) / 2
    sprites = Sprites(theme)
    sprites.sigils.chosen = {"1": dict(sketch.faces)}
    sprites.sigils.meet(piece.name for piece in sketch.pieces if piece.name)
    for piece in sketch.pieces:
        step = size[0] / len(sketch.pieces)
        middle = left + piece.x * column_scale
        spot = middle, (size[1] - name_height) / 2 if has_names else (sketch.height - piece.y) * per_inch
        sprites.draw(canvas, replace(piece, owner="1"), spot, per_inch, {"1": livery})
        if name_height:
            name = ink(theme, shorten(theme, piece.name, round(step) - theme.px(0.5), "small"), "small")
            blit_at(canvas, name, midbottom=(round(middle), size[1]))
    return canvas


@dataclass
class NewGamePage(Page):
    """Everything about a new game on one page: rulebook, scenario, map and seats; the rest is under Details."""

    screen: NewGameScreen = field(kw_only=True)

    @property
    def drafting(self) -> NewGameDraft:
        return self.screen.drafting

    def tiles(self) -> list[Tile]:
        theme, window = self.theme, self.rect
        px = theme.px
        self.tall, columns = window.height >= px(84), 2 if window.width >= px(96) else 1
        if window.width >= px(140):
            columns = 3
        edge, gap, top = px(4 if columns > 2 else 2), px(3.5 if columns > 2 else 2), px(10.5 if self.tall else 6.5)
        area = pygame.Rect(edge, top, window.width - 2 * edge, window.height - top - px(3.75 if self.tall else 1.5))
        tiles = [
            *self._header(pygame.Rect(edge, px(2.75 if self.tall else 1), area.width, px(5 if self.tall else 4.5)))
        ]
        begin_height, details_height = px(10.75 if self.tall else 6.5), px(7.25 if self.tall else 5.5)
        if columns == 1:
            return [*tiles, *self._in_one_column(area, px(1))]
        right = pygame.Rect(
            0, top, area.width * (40 if columns > 2 else 47) // 100, area.height - begin_height - px(1.5)
        )
        right.right = area.right
        tiles.append(self._begin(pygame.Rect(right.left, area.bottom - begin_height, right.width, begin_height)))
        tiles += self._seats(right)
        middle = pygame.Rect(edge, top, right.left - gap - edge, area.height - details_height - px(1.5))
        tiles += self._bottom(pygame.Rect(edge, area.bottom - details_height, middle.width, details_height))
        can_change_rulebook = self.screen.turns_rulebooks and len(rulesets.names()) > 1
        if columns > 2:
            left = pygame.Rect(edge, top, middle.width * 33 // 100, middle.height)
            tiles += self._covers(left, strip=px(7.5) if can_change_rulebook else 0)
            middle.left, middle.width = left.right + gap, middle.right - left.right - gap
        elif can_change_rulebook:
            strip = pygame.Rect(middle.left, middle.top, middle.width, px(7))
            tiles += self._strip(strip)
            middle.top, middle.height = strip.bottom + px(1), middle.height - strip.height - px(1)
        return [*tiles, *self._field(middle)]

    def _in_one_column(self, area: pygame.Rect, gap: int) -> Iterator[Tile]:
        """Yield everything in one column, which can be scrolled."""
        theme, y = self.theme, area.top
        heights = (("begin", 6), ("strip", 7), ("field", 44), ("seats", 27 * len(self.drafting.seats)), ("details", 6))
        for name, units in heights:
            rect = pygame.Rect(area.left, y, area.width, theme.px(units))
            if name == "begin":
                yield self._begin(rect)
            elif name == "details":
                yield from self._bottom(rect)
            elif name != "strip":
                yield from self._field(rect) if name == "field" else self._seats(rect)
            elif self.screen.turns_rulebooks:
                yield from self._strip(rect)
            y = rect.bottom + gap

    def _header(self, row: pygame.Rect) -> Iterator[Tile]:
        """Yield the way back, the title, and the number of players if it can be chosen."""
        theme, drafting = self.theme, self.drafting
        back = pygame.Rect(row.left, row.top, theme.px(15), row.height)
        yield Tile(MenuItem("close", _("Back"), "escape"), back, "menu-return")
        place = pygame.Rect(back.right + theme.px(2.5), row.top, row.width // 2 - back.width, row.height)
        yield Tile(MenuItem("", self.screen.title(), heading=True), place, size="huge", plain=True)
        if drafting.offers.seats[0] != drafting.offers.seats[1]:
            label = ngettext("{n} player", "{n} players", drafting.draft.players)
            width = theme.px(17)
            yield Tile(
                MenuItem("players", label, "p"),
                pygame.Rect(row.right - width, row.top, width, row.height),
                "menu-person",
            )

    def _begin(self, rect: pygame.Rect) -> Tile:
        """Return the tile that starts the game, or shows why it cannot start."""
        item = MenuItem("begin", _("Play"), "return", reason=self.drafting.problem())
        return Tile(
            item, rect, "menu-play", "huge" if item.enabled else "heading", brass=item.enabled, centred=item.enabled
        )

    def _bottom(self, row: pygame.Rect) -> Iterator[Tile]:
        """Yield the tile of the details, and of the scorecard if the rulebook has one for these players."""
        gap = self.theme.px(1.5)
        if self.drafting.ruleset.openings is None or len(self.drafting.seats) != SEATS:
            yield self._details(row)
            return
        width = (row.width - gap) * 42 // 100
        yield self._details(pygame.Rect(row.left, row.top, row.width - width - gap, row.height))
        item = MenuItem("scorecard", _("Scorecard"), "c", detail=_("Who hits what in turn one?"),
                        reason=self.drafting.problem())  # fmt: skip
        yield Tile(item, pygame.Rect(row.right - width, row.top, width, row.height), "menu-right", "heading")

    def _details(self, rect: pygame.Rect) -> Tile:
        item = MenuItem("details", _("Details"), "d", detail=" · ".join(self.screen.agreed_so_far()))
        return Tile(item, rect, "menu-right", "heading")

    def _covers(self, column: pygame.Rect, strip: int) -> Iterator[Tile]:
        """Yield the rulebook's cover, and all covers in small below it if `strip` is their height."""
        name = self.drafting.ruleset.name
        cover, gap = rulesets.cover(name), self.theme.px(2)
        height = min(column.height - (strip + gap if strip else 0), column.width * 9 // 5)
        item = MenuItem(f"cover:{name}", _(cover.title), detail=_(cover.label))
        place = pygame.Rect(column.topleft, (column.width, height))
        yield Tile(item, place, size="large", brass=True, paint=paint_cover(name, self.theme.px(1)), lines=1)
        if strip:
            yield from self._strip(pygame.Rect(column.left, column.top + height + gap, column.width, strip))

    def _strip(self, row: pygame.Rect) -> Iterator[Tile]:
        """Yield the covers of all rulebooks in small."""
        theme, names, gap = self.theme, rulesets.names(), self.theme.px(0.75)
        width = min((row.width - gap * (len(names) - 1)) // len(names), row.height * 2)
        for number, name in enumerate(names):
            place = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
            item = MenuItem(f"cover:{name}", _(rulesets.cover(name).title))
            is_chosen = name == self.drafting.ruleset.name
            yield Tile(item, place, brass=is_chosen, paint=paint_cover(name, theme.px(1)), side="whole")

    def _heading(self, row: pygame.Rect, title: str, note: str = "") -> Iterator[Tile]:
        """Yield a title with a note at the right end of its row."""
        theme = self.theme
        size = ink(theme, title, "heading", "title-bold").get_width() + 2, row.height
        yield Tile(MenuItem("", title, heading=True), pygame.Rect(row.topleft, size), size="heading", plain=True)
        note_rect = pygame.Rect(
            row.left + size[0] + theme.px(1), row.top, row.width - size[0] - theme.px(1), row.height
        )
        if note:
            note = shorten(theme, note, note_rect.width, "small", "semibold")
            note_rect.left = note_rect.right - ink(theme, note, "small", "semibold").get_width()
            yield Tile(MenuItem("", note, heading=True), note_rect, size="small", plain=True)

    def _field(self, column: pygame.Rect) -> Iterator[Tile]:
        """Yield the scenarios side by side, and the map below them."""
        theme, offers, draft = self.theme, self.drafting.offers, self.drafting.draft
        row, top = theme.px(3.5), column.top
        if offers.scenarios:
            choices = _("{n} to choose from", n=len(offers.scenarios)) if len(offers.scenarios) > 1 else ""
            yield from self._heading(pygame.Rect(column.left, top, column.width, row), _("Scenario"), choices)
            sketches = any(offer.sketch is not None for offer in offers.scenarios)
            height = min(theme.px(17 if sketches else 7), column.height * 30 // 100)
            yield from self._scenarios(pygame.Rect(column.left, top + row, column.width, height))
            top += row + height + theme.px(0.5)
            text = offer_of(offers.scenarios, draft.scenario).text
            lines = wrap(theme, text, column.width, "small") if text else ()
            text_rect = pygame.Rect(column.left, top, column.width, (len(lines) + 1) * line_height(theme, "small"))
            yield Tile(MenuItem("", "", detail=text, heading=True), text_rect, plain=True)
            top = text_rect.bottom
        if offers.maps:
            offer = offer_of(offers.maps, draft.map)
            words = f"{offer.title}, {offer.text.partition(': ')[0]}" if offer.text else offer.title
            yield from self._heading(pygame.Rect(column.left, top, column.width, row), _("Map"), words)
            yield from self._map(pygame.Rect(column.left, top + row, column.width, column.bottom - top - row), offer)

    def _scenarios(self, row: pygame.Rect) -> Iterator[Tile]:
        """Yield as many scenarios around the chosen one as fit, and the way to all others."""
        theme, offers, chosen = self.theme, self.drafting.offers.scenarios, self.drafting.draft.scenario
        gap, arrow = theme.px(1), theme.px(3)
        count = max(1, min(len(offers), SHOWN, (row.width - arrow) // theme.px(17)))
        chosen_index = next((n for n, offer in enumerate(offers) if offer.name == chosen), 0)
        start = max(0, min(chosen_index - count // 2, len(offers) - count))
        width = (row.width - (arrow + gap if count < len(offers) else 0) - gap * (count - 1)) // count
        for number, offer in enumerate(offers[start : start + count]):
            place = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
            roomy = row.height >= theme.px(10)
            paint = self.screen.sketch_painter(offer.sketch) if offer.sketch is not None and roomy else None
            item = MenuItem(f"scenario:{offer.name}", offer.title)
            yield Tile(item, place, size="heading", brass=offer.name == chosen, paint=paint, lines=1)
        if count < len(offers):
            place = pygame.Rect(row.right - arrow, row.top, arrow, row.height)
            yield Tile(MenuItem("scenario", "", "s"), place, "menu-right")

    def _map(self, area: pygame.Rect, offer: Offer) -> Iterator[Tile]:
        """Yield the map with arrows to the previous and the next one."""
        theme, has_others = self.theme, len(self.drafting.offers.maps) > 1
        arrow, gap = theme.px(4.75 if has_others else 0), theme.px(1)
        inner = area.inflate(-2 * (arrow + gap), 0) if has_others else area
        ground = map_ground(offer.name)
        if ground is not None:
            shape = pygame.Rect(0, 0, round(100 * ground.battlefield.width), round(100 * ground.battlefield.height))
            inner = shape.fit(inner).move_to(top=inner.top)
        item = MenuItem("map", offer.title, "m")
        yield Tile(item, inner, paint=partial(self.screen.paint_map, offer.name), side="whole")
        for step, side in ((-1, area.left), (1, area.right - arrow)) if has_others else ():
            place = pygame.Rect(side, area.centery - theme.px(4.25), arrow, theme.px(8.5))
            name = "menu-left" if step < 0 else "menu-right"
            yield Tile(MenuItem(f"map:{step}", ""), place, name)

    def _seats(self, column: pygame.Rect) -> Iterator[Tile]:
        """Yield the seats below each other."""
        seats, gap = self.drafting.seats, self.theme.px(1.5 if self.tall else 1)
        height = min((column.height - gap * (len(seats) - 1)) // len(seats), self.theme.px(56))
        for place in range(len(seats)):
            yield from self._seat(
                place, pygame.Rect(column.left, column.top + place * (height + gap), column.width, height)
            )

    def _seat(self, place: int, rect: pygame.Rect) -> Iterator[Tile]:
        """Yield the parts of a seat: colour, name, kind of player and roster."""
        theme, drafting, offers = self.theme, self.drafting, self.drafting.offers
        seat, colour = drafting.seats[place], colour_of(drafting.seats[place].colour)
        yield Tile(MenuItem("", "", heading=True), rect, tinted=field_of(colour))
        inner = rect.inflate(-theme.px(3), -theme.px(1.5))
        roomy = rect.height >= theme.px(24)
        row, kinds_height = theme.px(4.5 if roomy else 3.25), theme.px(5.5 if roomy else 3.75)
        badge = pygame.Rect(inner.left, inner.top, row, row)
        livery = Livery(
            colour, RIMS[place % len(RIMS)], letters_of([other_seat.name for other_seat in drafting.seats])[place]
        )
        if offers.colours:
            item = MenuItem(f"colour:{place}", _("Colour"))
            yield Tile(item, badge, plain=True, paint=partial(_paint_badge, livery), side="whole")
        kind = seat.kind
        text = _(PLAYERS[kind].text) if kind in PLAYERS else ""
        name = pygame.Rect(badge.right + theme.px(0.5), inner.top, inner.right - badge.right - theme.px(0.5), row)
        if text and roomy:
            text_rect = pygame.Rect(name.left + name.width * 3 // 10, name.top, name.width * 7 // 10, row)
            yield Tile(MenuItem("", text, heading=True), text_rect, size="small", plain=True)
            name.width = name.width * 3 // 10 - theme.px(1)
        yield Tile(MenuItem(f"name:{place}", seat.name), name, size="large" if roomy else "heading", plain=True)
        kinds = pygame.Rect(inner.left, badge.bottom + theme.px(0.5), inner.width, kinds_height)
        yield from self._kinds(place, seat.kind, kinds)
        bottom = pygame.Rect(
            inner.left, kinds.bottom + theme.px(0.75), inner.width, inner.bottom - kinds.bottom - theme.px(0.75)
        )
        if offers.rosters:
            roster = offer_of(offers.rosters, seat.roster)
            item = MenuItem(f"roster:{place}", roster.title, str(place + 1), detail=self._about(roster))
            bottom.height = bottom.height if roster.sketch is not None else min(bottom.height, theme.px(6))
            sketch = roster.sketch if bottom.height >= theme.px(11) else None
            paint = partial(_paint_faces, sketch, livery, theme.scale) if sketch is not None else None
            yield Tile(item, bottom, "menu-down", "heading", paint=paint, side="below")

    def _about(self, roster: Offer) -> str:
        """Return a line about a roster, or the number of notes on it."""
        remarks = self.drafting.remarks(roster.name)
        return _to_know("", roster.title, remarks).label if remarks else roster.text.partition(": ")[0]

    def _kinds(self, place: int, kind: str, row: pygame.Rect) -> Iterator[Tile]:
        """Yield the kinds of players as buttons, as many as have room for their names, and a way to the others."""
        theme, all_kinds = self.theme, kinds()
        main_kinds = [name for name in MAIN if name in all_kinds]
        main_kinds += [kind] if kind not in main_kinds else []
        gap = theme.px(0.75)
        while True:
            width_of_others = theme.px(4.5) if len(main_kinds) < len(all_kinds) else 0
            width = (
                row.width - (width_of_others + gap if width_of_others else 0) - gap * (len(main_kinds) - 1)
            ) // len(main_kinds)
            if len(main_kinds) <= 2 or all(has_room(theme, short_kind(name), width) for name in main_kinds):
                break
            spare = [name for name in main_kinds if name not in (HUMAN, kind)]
            main_kinds.remove(next((name for name in spare if not PLAYERS[name].level), spare[-1]))
        for number, name in enumerate(main_kinds):
            spot = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
            item = MenuItem(
                f"kind:{place}:{name}", short_kind(name), detail=_(PLAYERS[name].ease) if name in PLAYERS else ""
            )
            face = "menu-person" if name == HUMAN else "menu-robot"
            picture = face if width >= theme.px(12) else ""
            yield Tile(item, spot, picture, brass=name == kind)
        if width_of_others:
            spot = pygame.Rect(row.right - width_of_others, row.top, width_of_others, row.height)
            yield Tile(MenuItem(f"others:{place}", ""), spot, "tool-more")


def field_of(colour: Colour) -> Colour:
    """Return the colour behind a seat: its own colour, dark enough for text on it."""
    return mix(colour, SLATE, 0.68)


def _paint_badge(livery: Livery, target: pygame.Surface, rect: pygame.Rect) -> None:
    blit_at(target, paint_swatch(livery, rect.height), center=rect.center)


def _paint_faces(sketch: Sketch, livery: Livery, scale: float, target: pygame.Surface, rect: pygame.Rect) -> None:
    if rect.height > 8:
        target.blit(faces(sketch, replace(livery, letter=""), rect.size, scale), rect)


class NewGameScreen(SheetScreen):
    """The page of a new game. Details and long choices are sheets over it."""

    turns_rulebooks = True
    """Whether another rulebook can be chosen."""

    def __init__(self, window: Window, drafting: NewGameDraft | None = None) -> None:
        super().__init__(window)
        self.drafting = drafting or last_choices()
        self._painted: dict[tuple[object, ...], pygame.Surface | None] = {}
        self._until, self._unpainted = 0.0, False
        self._map: Task[Path] | None = None

    def enter(self) -> None:
        if self.sheets:  # back from another screen, which may have made rosters
            self.drafting.offer_again()
            self.renew()
        super().enter()

    def first(self) -> Sheet:
        return NewGamePage(self.theme, self.title(), perform=self._perform, marked="begin", screen=self)

    def title(self) -> str:
        return _("New game")

    def tick(self) -> bool:
        sheet = self.sheets[-1] if self.sheets else None
        cards = isinstance(sheet, CardSheet) and sheet.waiting
        if self._map is not None and self._map.done:
            self._take_map(self._map)
        return super().tick() or cards or self._unpainted or self._map is not None

    def paint(self, target: pygame.Surface) -> None:
        self._unpainted, self._until = False, time.monotonic() + SLICE
        super().paint(target)

    def keep(self) -> None:
        """Remember these choices for the next game; raise `OSError`."""
        remember(draft=self.drafting.draft, rulebook=self.drafting.draft.ruleset)

    def sketch_painter(self, sketch: Sketch) -> Callable[[pygame.Surface, pygame.Rect], None]:
        """Return the painter of a scenario's sketch, which waits for the next frame if this one takes long."""
        return lambda target, rect: self._show(target, rect, sketch, partial(sketched, sketch))

    def paint_map(self, name: str, target: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a map: the painted picture if the present look has one and it is ready."""
        ground = map_ground(name)
        lit = self.window.look.lay(ground) if ground is not None else None
        painted = GROUNDS.of(lit) if lit is not None and lit.lit else None
        if painted is None:
            self._show(target, rect, name, partial(map_picture, name))
        else:
            target.blit(rounded(painted.surface, rect.size, self.theme.px(1)), rect)
        self._unpainted |= lit is not None and lit.lit and painted is None and GROUNDS.busy

    def _show(self, target: pygame.Surface, rect: pygame.Rect, subject: object, paint: Paint) -> None:
        """Draw a picture, painted once for each size; if this frame takes long, it waits for the next one."""
        key = (subject, rect.size)
        if min(rect.size) < 4:
            return
        if key not in self._painted:
            if time.monotonic() > self._until:
                self._unpainted = True
                return
            self._painted[key] = paint(rect.size)
        picture = self._painted[key]
        if picture is not None:
            blit_at(target, picture, center=rect.center)

    def agreed_so_far(self) -> list[str]:
        """Return the choices under Details in a few words."""
        drafting, draft = self.drafting, self.drafting.draft
        words = []
        if drafting.offers.rounds is not None:
            words.append(f"{_(drafting.ruleset.terms.rounds)}: {drafting.rounds}")
        words.append(_("you type in real dice") if draft.typed_dice else _("the program rolls the dice"))
        if count := len(drafting.plan().switches):
            words.append(ngettext("{n} advanced rule", "{n} advanced rules", count))
        return [*words, _("deployed automatically")] if draft.deploy else words

    def _refresh(self) -> None:
        """Show the changed choices."""
        self.renew()
        self.window.stale = True

    def _perform(self, action: MenuItem) -> None:
        """Act on a tile of the page, whose id is a kind and, after a colon, a value."""
        kind, _colon, value = action.id.partition(":")
        drafting, offers = self.drafting, self.drafting.offers
        if kind == "begin":
            self._begin()
        elif kind == "details":
            self.show(self._details())
        elif kind == "scorecard":
            self._make_scorecard()
        elif kind == "cover":
            drafting.take_ruleset(value)
        elif kind == "players":
            fewest, most, _usual = offers.seats
            drafting.change(players=following(range(fewest, most + 1), drafting.draft.players, 1))
        elif kind in ("scenario", "map"):
            self._choose_field(kind, value)
        elif kind == "kind":
            place, _colon, name = value.partition(":")
            drafting.change_seat(int(place), kind=name)
        elif kind == "colour":
            drafting.give(int(value), kind, turned(offers.colours, drafting.seats[int(value)].colour, 1))
        elif kind != "close":
            {"name": self._ask_name, "roster": self._choose_roster, "others": self._choose_kind}[kind](int(value))
        self._refresh()

    def _choose_field(self, kind: str, value: str) -> None:
        """Take a scenario by its name, or the map that many places further on; without a value, show all as cards."""
        offers = self.drafting.offers.scenarios if kind == "scenario" else self.drafting.offers.maps
        present = self.drafting.draft.scenario if kind == "scenario" else self.drafting.draft.map

        terms = terms_of(self.drafting.ruleset) if kind == "map" else None

        def then(name: str) -> None:
            if name == RANDOM_MAP and terms is not None:
                self._map = Task(partial(keep_random_map, terms), "random map")
            elif kind == "scenario":
                self.drafting.take_scenario(name)
            else:
                self.drafting.change(map=name)
            self._refresh()

        if value:
            then(value if kind == "scenario" else turned(offers, present, int(value)))
        else:
            title = _("Scenario") if kind == "scenario" else _("Map")
            explanation = _(
                "Legal, and equally good for both sides. Its name contains the seed, so you can make it again."
            )
            further_rows = [MenuItem(RANDOM_MAP, _("A random map"), detail=explanation)] if terms is not None else []
            self.show(card_sheet(self.theme, title, kind, offers, present, then, further_rows))

    def _take_map(self, task: Task[Path]) -> None:
        """Choose the random map that the thread made, or show why it could not be saved."""
        self._map = None
        try:
            map_file = str(task.result())
        except (DocumentError, OSError) as error:
            self._tell(_("A random map"), [str(error)])
            return
        self.drafting.offer_again()
        self.drafting.change(map=map_file)
        self._refresh()

    def _choose_roster(self, place: int, marked: str = "") -> None:
        """Show all rosters for a seat, the player's own first, with ways to make and import others."""
        self.show(self._roster_sheet(place, marked))

    def _roster_sheet(self, place: int, marked: str) -> CardSheet:
        """Return the sheet of all rosters for a seat, to which other sheets lead back."""
        drafting = self.drafting
        offers, seat = drafting.offers.rosters, drafting.seats[place]
        more = self.more_rosters(place)

        def then(name: str) -> None:
            if name != "rosters" and any(row.id == name for row in more):
                self._choose_roster(place, name)
            if name == "rosters":
                self.window.open("rosters", book=drafting.ruleset)
            elif name == "import":
                self._ask_import(place)
            elif name in ("paste", "libraries", "unfinished"):
                self._gather(place, name)
            elif name == "export":
                self._export(seat.roster)
            elif name == EFFECTS:
                self._check_effects(seat.roster)
            elif name.startswith(ODD):
                self._tell(offer_of(offers, seat.roster).title, self._remarks_of(name.removeprefix(ODD)))
            else:
                drafting.give(place, "roster", name)
            self._refresh()

        title = _(drafting.ruleset.terms.roster)
        own_names = {path.stem for path in own_rosters(drafting.ruleset.name, (*ROSTERS, *TEXTS))}
        own_first = sorted(offers, key=lambda offer: offer.name not in own_names)
        sheet = card_sheet(self.theme, title, "roster", own_first, seat.roster, then, more)
        if marked:
            sheet.list.mark(marked)
        return sheet

    def _rosters_changed(self, place: int) -> None:
        """Offer changed rosters, also on the sheet of a seat's rosters if it is shown below others."""
        self.drafting.offer_again()
        for index, sheet in enumerate(self.sheets):
            if isinstance(sheet, CardSheet) and not sheet.closed:
                current = sheet.list.current()
                self.sheets[index] = self._roster_sheet(place, "" if current is None else current.id)
                self.sheets[index].place(self.rect)

    def _export(self, name: str) -> None:
        """Show the formats in which a roster can be exported."""
        rosters = rosters_of(self.drafting.ruleset)
        assert rosters is not None  # its row is shown only then
        try:
            roster = rosters.find(name)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("Not possible"))
            return
        RosterExport(self, self.drafting.ruleset, roster).show()

    def _remarks_of(self, which: str) -> Sequence[str]:
        """Return the notes on the roster of a seat, or on files that cannot be read."""
        return (
            self.drafting.remarks(self.drafting.seats[int(which)].roster) if which.isdigit() else self.drafting.unread()
        )

    def more_rosters(self, place: int) -> list[MenuItem]:
        """Return the rows below a seat's rosters: notes, export, and ways to make or import others."""
        drafting = self.drafting
        roster = drafting.seats[place].roster
        remarks, rows = drafting.remarks(roster), list[MenuItem]()
        if remarks:
            rows.append(_to_know(f"{ODD}{place}", offer_of(drafting.offers.rosters, roster).title, remarks))
        if rosters_of(drafting.ruleset) is not None:
            title = offer_of(drafting.offers.rosters, roster).title
            rows.append(MenuItem("export", _("Export {title} …", title=title)))
        if editor_of(drafting.ruleset) is not None:
            rosters = within_line(_(drafting.ruleset.terms.rosters))
            rows.append(MenuItem("rosters", _("Make and change {rosters}", rosters=rosters)))
        if imports_foreign(drafting.ruleset):
            rows.append(MenuItem("import", _("Import a file")))
            if gathering_of(drafting.ruleset) is not None:
                rows += self._gatherer(place).rows()
            if reads_texts(drafting.ruleset):
                rows.append(MenuItem(EFFECTS, _("Check the effects read from its texts")))
            if unread := drafting.unread():
                text = ngettext("{n} file cannot be read", "{n} files cannot be read", len(unread))
                rows.append(MenuItem(f"{ODD}files", text))
        return rows

    def _choose_kind(self, place: int) -> None:
        """Show all kinds of players with their measured strength."""
        book, present = self.drafting.draft.ruleset, self.drafting.seats[place].kind
        rows = []
        for kind in kinds():
            strength = strength_words(book, kind), cores_words(kind, self.window.options.cores)
            about = "\n".join(filter(None, (_(PLAYERS[kind].text) if kind in PLAYERS else "", *strength)))
            rows.append(MenuItem(kind, kind_words(kind), ticked=kind == present or None, detail=about))

        def then(kind: str) -> None:
            self.drafting.change_seat(place, kind=kind)
            self._refresh()

        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        self.show(Sheet(self.theme, self.drafting.seats[place].name, (), rows, then=then, marked=present, wide=84))

    def _ask_name(self, place: int) -> None:
        def rename_player(text: str) -> None:
            if name := clean_name(text, LONGEST_NAME):
                self.drafting.change_seat(place, name=name)
            self.renew()

        self.ask_text(_("Name"), self.drafting.draft.seats[place].name, rename_player)

    def _begin(self) -> None:
        """Start the game at a new table, or report why that is not possible."""
        try:
            session = self.drafting.begin()
            self.keep()
            self.window.open("new-table", instead=True, session=session)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("The game cannot begin"))

    def _make_scorecard(self) -> None:
        """Deploy both sides in a thread with progress, then show the scorecard of their strikes."""
        book, plan, results = self.drafting.ruleset, self.drafting.plan(), list[tuple[Any, Scorecard]]()

        def work(progress: Callable[[float], None]) -> None:
            game = lined_up(book, plan, lambda: progress(0.0))
            results.append((game, scorecard(book, game, progress)))

        def failed(error: Exception) -> None:
            self.report([str(error)], _("Scorecard"))

        steps = threaded(work, "scorecard")
        self.run(_("Scorecard"), steps, lambda: self._show_scorecard(book, *results[0], 0), failed)

    def _show_scorecard(self, book: AnyRuleset, game: Any, card: Scorecard, number: int) -> None:
        """Show a scorecard in words, beside a picture of the side with this index."""
        document = load_map(find_map(self.drafting.draft.map)) if self.drafting.offers.maps else None
        palette = document.palette.model_dump(exclude_none=True) if document is not None else {}
        ground, side, other = Ground.of(game.ruler.battlefield, palette), card.sides[number], card.sides[1 - number]

        def then(name: str) -> None:
            self._show_scorecard(book, game, card, 1 - number)

        rows = [MenuItem("other", _("Show {name} in the picture", name=other.name), "return"),
                MenuItem("close", _("Back"), "escape")]  # fmt: skip
        self.show(PicturedSheet(
            self.theme, _("Scorecard"), (), with_keys(rows), then=then, chapters=chapters_of(card), size="small",
            paint=partial(scorecard_picture, (side,), book.view(game), ground),
        ))  # fmt: skip

    def _brought(self, place: int, file: str) -> None:
        """Import a roster from a file for a seat, and show notes on it."""
        try:
            roster = self.drafting.take_file(file)
        except (DocumentError, OSError) as error:
            self._ask_import(place, Path(file))
            self.report([str(error)], _("It could not be imported"))
            return
        self._rosters_changed(place)
        self._taken(place, roster)

    def _ask_import(self, place: int, last: Path | None = None) -> None:
        """Ask for the file of a roster for a seat; `last` is the one that was refused."""
        folder, marked = (Path.cwd(), "") if last is None else (last.parent, f"file:{last.name}")
        self.show(FileSheet(
            self.theme, _(self.drafting.ruleset.terms.roster), folder=folder, suffix=(*ROSTERS, *TEXTS),
            picked=partial(self._brought, place), marked=marked,
        ))  # fmt: skip

    def _gatherer(self, place: int) -> Gatherer:
        changed, seated = partial(self._rosters_changed, place), partial(self._seat_roster, place)
        return Gatherer(self, self.drafting.ruleset, changed, seated)

    def _gather(self, place: int, what: str) -> None:
        """Paste a list for a seat, or show libraries or unfinished lists."""
        gatherer = self._gatherer(place)
        if what == "libraries":
            gatherer.libraries()
        elif what == "unfinished":
            gatherer.show_unfinished()
        elif (pasted := gatherer.paste()) is not None:
            self._taken(place, pasted)

    def _check_effects(self, name: str) -> None:
        """Show the effects read from a roster's texts."""
        title, book = offer_of(self.drafting.offers.rosters, name).title, self.drafting.ruleset
        EffectChecker(self, book, name, title, self.drafting.offer_again).open()

    def _taken(self, place: int, roster: ImportedRoster) -> None:
        """Give an imported roster to a seat, or show its missing parts if it is unfinished."""
        if roster.unfinished:
            self._gatherer(place).show_list(roster.name)
        else:
            self._seat_roster(place, roster.name)

    def _seat_roster(self, place: int, name: str) -> None:
        """Let a seat play with one of the player's own rosters, and show notes on it."""
        self.drafting.give(place, "roster", name)
        del self.sheets[1:]
        self.renew()
        facts = {"title": offer_of(self.drafting.offers.rosters, name).title, "player": self.drafting.seats[place].name}
        act = partial(self._check_effects, name)
        check = [MenuItem(EFFECTS, _("Check the effects read from its texts"), act=act)]
        more = [
            MenuItem("close", _("Continue"), "return", also="escape", primary=True),
            *check[: reads_texts(self.drafting.ruleset)],
        ]
        if gathering_of(self.drafting.ruleset) is not None:
            more += self._gatherer(place).rows_of_finished(name)
        self._tell(_("{player} plays with {title}", **facts), self.drafting.remarks(name), more)

    def _tell(self, title: str, lines: Sequence[str], more: Sequence[MenuItem] = ()) -> None:
        """Show lines of text, with the rows `more` below."""
        chapter = Section("", tuple(map(Line, lines)))
        rows = with_keys(more or [MenuItem("close", _("Back"), "escape")])
        self.show(ReaderSheet(self.theme, title, (), rows, chapters=[chapter], wide=118, size="small"))

    # -- details ---------------------------------------------------------------------------------

    def _details(self, marked: str = "") -> FormSheet:
        return FormSheet(
            self.theme, _("Details"), build=self._detail_rows, turn=self._turn_detail, perform=self._from_details,
            marked=marked, wide=84,
        )  # fmt: skip

    def _detail_rows(self) -> list[MenuItem]:
        """Return the rows of the details."""
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows = [MenuItem("close", _("Back"), "d")]
        if offers.rounds is not None:
            why_not = _("This scenario has a length of its own.") if drafting.own_rounds else ""
            words = _(drafting.ruleset.terms.rounds)
            rows.append(MenuItem("rounds", words, reason=why_not, value=str(drafting.rounds)))
        dice = _("real dice, typed in") if draft.typed_dice else _("rolled by the computer")
        rows.append(MenuItem("dice", _("Dice"), value=dice))
        rows.append(MenuItem("deploy", _("Deploy for everyone automatically"), ticked=draft.deploy))
        papers = drafting.ruleset.papers
        if len(drafting.seats) == 1 and papers is not None and papers.solo_result is not None:
            rows.append(MenuItem("records", _("Best solo result: {best}", best=self._best())))
        rows += self._plan_rows()
        if offers.switches:
            rows.append(MenuItem("", _("Advanced rules"), heading=True))
        for switch in offers.switches:
            missing = bool(switch.needs) and switch.needs not in draft.switches
            why_not = _("only with {other}", other=offer_of(offers.switches, switch.needs).title) if missing else ""
            is_on = switch.name in draft.switches
            rows.append(
                MenuItem(f"switch:{switch.name}", switch.title, "", switch.rule, why_not, is_on, detail=switch.text)
            )
        if drafting.ruleset.agreements():
            rows.append(MenuItem("", _("Agreements"), heading=True))
        for agreement in drafting.ruleset.agreements():
            values = drafting.values(agreement)
            words = values.get(draft.agreed.get(agreement.name, ""), next(iter(values.values())))
            rows.append(MenuItem(f"agree:{agreement.name}", _(agreement.title), rule=agreement.rule, value=words))
        return rows

    def _plan_rows(self) -> list[MenuItem]:
        """Return the rows of the plans that computer players follow."""
        drafting, plans = self.drafting, own_plans(self.drafting.ruleset.name)
        seats = [(place, seat) for place, seat in enumerate(drafting.seats) if follows_plans(seat.kind)]
        rows = [MenuItem("", _("Plans of computer players"), heading=True)] if seats else []
        for place, seat in seats:
            plan = plans.get(seat.plan)
            why_not = "" if plans else _("You have no plan yet: make one in the sandbox.")
            intents = plan.intents if plan is not None else ()
            intents_in_words = ngettext("{n} intent", "{n} intents", len(intents)) if intents else ""
            value = _("none") if plan is None else plan.name
            rows.append(MenuItem(f"plan:{place}", seat.name, value=value, reason=why_not, detail=intents_in_words))
        return rows

    def _best(self) -> str:
        """Return the best solo result so far with these choices, in a few words."""
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        field, roster = offer_of(offers.maps, draft.map), offer_of(offers.rosters, drafting.seats[0].roster)
        book, rounds = drafting.ruleset, drafting.rounds
        best = best_of(known(best_results)[0], book.name, draft.scenario, field.title, roster.title, rounds)
        return _("none yet") if best is None else result_text(best, book)

    def _turn_detail(self, action: MenuItem, by: int) -> None:
        """Change a detail to its next value (1) or its previous one (-1)."""
        drafting, draft = self.drafting, self.drafting.draft
        kind, _colon, name = action.id.partition(":")
        if kind == "rounds":
            fewest, largest, _usual = drafting.offers.rounds or (0, 0, 0)
            drafting.change(rounds=following(range(fewest, largest + 1), draft.rounds, by))
        elif kind == "dice":
            drafting.change(typed_dice=not draft.typed_dice)
        elif kind == "deploy":
            drafting.change(deploy=not draft.deploy)
        elif kind == "agree":
            drafting.turn_agreement(name, by)
        elif kind == "plan":
            place, files = int(name), ["", *own_plans(drafting.ruleset.name)]
            present = drafting.seats[place].plan
            drafting.change_seat(place, plan=following(files, present if present in files else "", by))
        else:
            others = tuple(switch for switch in draft.switches if switch != name)
            drafting.change(switches=others if name in draft.switches else (*others, name))
        self._refresh()

    def _from_details(self, action: MenuItem) -> None:
        if action.id == "records":
            name = self.drafting.ruleset.name
            self.show(records_sheet(self.theme, name, lambda row: self.show(self._details("records"))))


def _to_know(identity: str, title: str, remarks: Sequence[str]) -> MenuItem:
    """Return the row that opens the notes on a roster."""
    text = ngettext("{n} note about {title}", "{n} notes about {title}", len(remarks), title=title)
    return MenuItem(identity, text, detail=remarks[0])


class ListsScreen(NewGameScreen):
    """A new game that opens at the rosters of its first seat, to choose, import or export one."""

    def enter(self) -> None:
        begins = not self.sheets
        super().enter()
        if begins:
            self._choose_roster(0)

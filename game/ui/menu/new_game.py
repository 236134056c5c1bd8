"""The page of a new game: rulebook, scenario, map, seats; details are folded. Two keys from the menu start a game."""

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
from game.ui.widgets.tiles import Page, Tile, rounded
from game.wording import _, ngettext, within_line

WIDE: Final = 23
"""The least width of a card in units of the theme."""
MOST: Final = 3
"""The most cards side by side."""
SHAPE: Final = 0.6
"""The height of a picture as a share of its width."""
SIDES: Final = {"1": Livery((74, 144, 217), "solid"), "2": Livery((224, 94, 60), "dashed")}
"""The liveries of the sides in a sketch."""
SLICE: Final = 0.06
"""Seconds of painting in one frame, after which the rest waits for the next frame."""
LARGE: Final = 2
"""Sketches are painted this many times larger and shrunk."""
MOST_NAMED: Final = 8
"""The most pieces of a sketch whose names are shown."""
MOST_LETTERS: Final = 12
"""The letters of the longest of those names."""


@lru_cache(maxsize=64)
def sketched(sketch: Sketch, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of a sketch: a small table with its zones and pieces, with names below those that have one."""
    wide, high = size[0] * LARGE, size[1] * LARGE
    theme = Theme(max(0.8, size[0] / 300) * LARGE)
    canvas = pygame.Surface((wide, high), depth=32)
    canvas.fill(WOOD)
    camera = Camera(sketch.width, sketch.height, canvas.get_rect(), margin=RIM)
    camera.scale = min(wide / (sketch.width + 2 * RIM), high / (sketch.height + 2 * RIM))
    camera.x, camera.y = sketch.width / 2, sketch.height / 2
    TableLayer().draw(canvas, _bare(sketch.width, sketch.height), camera)
    for x, y, radius in sketch.zones:
        AreaOverlay(shapely.Point(x, y).buffer(radius), RANGE).draw(canvas, camera)
    sprites, named = Sprites(theme), sketch.pieces if _has_names(sketch) else ()
    sprites.sigils.chosen = {"1": dict(sketch.faces)}
    sprites.sigils.meet(piece.name for piece in sketch.pieces if piece.name)
    for piece in bottom_up(sketch.pieces):
        sprites.draw(canvas, piece, camera.to_screen(piece.x, piece.y), camera.scale, SIDES)
    sprites.label(canvas, named, [camera.to_screen(piece.x, piece.y) for piece in named], camera.scale, {})
    used = pygame.Rect(0, 0, *(round((side + 2 * RIM) * camera.scale) for side in (sketch.width, sketch.height)))
    used.center = canvas.get_rect().center
    used.clamp_ip(canvas.get_rect())
    seen = canvas.subsurface(used.clip(canvas.get_rect()))
    return pygame.transform.smoothscale(seen, (seen.get_width() // LARGE, seen.get_height() // LARGE))


def _has_names(sketch: Sketch) -> bool:
    """Return whether the pieces of a sketch have names, so few and so short that they have room."""
    return len(sketch.pieces) <= MOST_NAMED and all(0 < len(piece.name) <= MOST_LETTERS for piece in sketch.pieces)


@lru_cache(maxsize=8)
def _bare(width: float, height: float) -> Ground:
    return Ground.of(Battlefield(width, height))


def picture_of(kind: str, offer: Offer) -> Paint | None:
    """Return the painter of an offer of a kind, such as "map", or None if it has no picture."""
    if kind == "map":
        return partial(map_picture, offer.name)
    sketch = offer.sketch
    return None if sketch is None else partial(sketched, sketch)


@dataclass
class CardList(ActionList):
    """Actions as cards in as many columns as fit; those without a picture are plain rows below.

    While some pictures are not painted yet, it is `waiting`: a frame takes no longer than `SLICE`.
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
        wide = (self.rect.width - gap * (self.columns - 1)) // self.columns
        cards = [action for action in self.actions if action.id in self.paints]
        found, y = [], self.rect.top - self.view.offset
        for start in range(0, len(cards), self.columns):
            beside = cards[start : start + self.columns]
            high = max(self._card_height(action, wide) for action in beside)
            for place, action in enumerate(beside):
                found.append((action, pygame.Rect(self.rect.left + place * (wide + gap), y, wide, high)))
            y += high + gap
        for action in self.actions[len(cards) :]:
            high = self.row(action).height
            found.append((action, pygame.Rect(self.rect.left, y, self.rect.width, high)))
            y += high + self.theme.px(0.5)
        return found

    def _card_height(self, action: MenuItem, wide: int) -> int:
        theme, inner = self.theme, wide - self.theme.px(2)
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
    """A choice among cards: the arrows go from card to card, Enter or a click takes one."""

    paints: Mapping[str, Paint] = field(default_factory=dict)
    wide: float = 124

    def __post_init__(self) -> None:
        super().__post_init__()
        self.list = CardList(self.theme, list(self.actions), paints=self.paints)
        self.list.mark(self.marked)
        self.list.view.offset = 0

    @property
    def waiting(self) -> bool:
        """Whether some pictures are still to be painted."""
        return isinstance(self.list, CardList) and self.list.waiting

    def place(self, window: pygame.Rect) -> None:
        self._fit(window, self.wide)

    def _key(self, event: pygame.event.Event) -> None:
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
    """Return a sheet on which one of the offers of a kind is chosen, or one of more rows below them."""  # fmt: skip
    paints = {offer.name: paint for offer in offers if (paint := picture_of(kind, offer)) is not None}
    shown = [offer for offer in offers if offer.name in paints] + [each for each in offers if each.name not in paints]
    rows = [MenuItem(each.name, each.title, detail=each.text, ticked=each.name == chosen or None) for each in shown]
    rows = with_keys([*rows, *more, MenuItem("close", _("Back"), "escape")])
    return CardSheet(theme, title, actions=rows, then=then, marked=chosen, paints=paints)


LONGEST_NAME: Final = 80
RANDOM_MAP: Final = "random map"
"""The id of the row that makes a random map."""
EFFECTS: Final = "effects"
ODD: Final = "odd:"
"""Prefix of row ids: before a seat's number, the row with notes about its roster; before "files", unreadable ones."""
MAIN: Final = (HUMAN, *(name for name, bot in PLAYERS.items() if bot.ease))
"""The kinds of players that have a button of their own; the others are on request."""
SHOWN: Final = 3
"""The most scenarios beside one another."""


@lru_cache(maxsize=24)
def faces(sketch: Sketch, livery: Livery, size: tuple[int, int], scale: float) -> pygame.Surface:
    """Return the pieces of a roster on a clear ground, in their owner's colours, with those names that have room."""
    theme = Theme(scale)
    canvas = pygame.Surface(size, pygame.SRCALPHA, 32)
    named = _has_names(sketch)
    row = line_height(theme, "small") if named and size[1] > 2.4 * line_height(theme, "small") else 0
    wide, high = sketch.width, (2.6 * max(piece.radius for piece in sketch.pieces)) if named else sketch.height
    per_inch = min(size[0] / wide, (size[1] - row) / high)
    across = size[0] / wide if named else per_inch
    left = (size[0] - wide * across) / 2
    sprites = Sprites(theme)
    sprites.sigils.chosen = {"1": dict(sketch.faces)}
    sprites.sigils.meet(piece.name for piece in sketch.pieces if piece.name)
    for piece in sketch.pieces:
        step = size[0] / len(sketch.pieces)
        middle = left + piece.x * across
        spot = middle, (size[1] - row) / 2 if named else (sketch.height - piece.y) * per_inch
        sprites.draw(canvas, replace(piece, owner="1"), spot, per_inch, {"1": livery})
        if row:
            name = ink(theme, shorten(theme, piece.name, round(step) - theme.px(0.5), "small"), "small")
            blit_at(canvas, name, midbottom=(round(middle), size[1]))
    return canvas


@dataclass
class NewGamePage(Page):
    """Everything about a new game on one page: rulebook, scenario, map and seats; the rest is folded under Details."""

    screen: NewGameScreen = field(kw_only=True)

    @property
    def drafting(self) -> NewGameDraft:
        return self.screen.drafting

    def tiles(self) -> list[Tile]:
        theme, window = self.theme, self.rect
        u = theme.px
        self.tall, columns = window.height >= u(84), 3 if window.width >= u(140) else 2 if window.width >= u(96) else 1
        edge, gap, top = u(4 if columns > 2 else 2), u(3.5 if columns > 2 else 2), u(10.5 if self.tall else 6.5)
        whole = pygame.Rect(edge, top, window.width - 2 * edge, window.height - top - u(3.75 if self.tall else 1.5))
        tiles = [*self._header(pygame.Rect(edge, u(2.75 if self.tall else 1), whole.width, u(5 if self.tall else 4.5)))]
        high, low = u(10.75 if self.tall else 6.5), u(7.25 if self.tall else 5.5)
        if columns == 1:
            return [*tiles, *self._in_one_column(whole, u(1))]
        right = pygame.Rect(0, top, whole.width * (40 if columns > 2 else 47) // 100, whole.height - high - u(1.5))
        right.right = whole.right
        tiles.append(self._begin(pygame.Rect(right.left, whole.bottom - high, right.width, high)))
        tiles += self._seats(right)
        middle = pygame.Rect(edge, top, right.left - gap - edge, whole.height - low - u(1.5))
        tiles += self._bottom(pygame.Rect(edge, whole.bottom - low, middle.width, low))
        books = self.screen.turns_rulebooks and len(rulesets.names()) > 1
        if columns > 2:
            left = pygame.Rect(edge, top, middle.width * 33 // 100, middle.height)
            tiles += self._covers(left, strip=u(7.5) if books else 0)
            middle.left, middle.width = left.right + gap, middle.right - left.right - gap
        elif books:
            strip = pygame.Rect(middle.left, middle.top, middle.width, u(7))
            tiles += self._strip(strip)
            middle.top, middle.height = strip.bottom + u(1), middle.height - strip.height - u(1)
        return [*tiles, *self._field(middle)]

    def _in_one_column(self, whole: pygame.Rect, gap: int) -> Iterator[Tile]:
        """Yield everything below one another, to be scrolled."""
        theme, y = self.theme, whole.top
        heights = (("begin", 6), ("strip", 7), ("field", 44), ("seats", 27 * len(self.drafting.seats)), ("details", 6))
        for name, units in heights:
            rect = pygame.Rect(whole.left, y, whole.width, theme.px(units))
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
        theme, drafting = self.theme, self.drafting
        back = pygame.Rect(row.left, row.top, theme.px(15), row.height)
        yield Tile(MenuItem("close", _("Back"), "escape"), back, "menu-return")
        place = pygame.Rect(back.right + theme.px(2.5), row.top, row.width // 2 - back.width, row.height)
        yield Tile(MenuItem("", self.screen.title(), heading=True), place, size="huge", plain=True)
        if drafting.offers.seats[0] != drafting.offers.seats[1]:
            label = ngettext("{n} player", "{n} players", drafting.draft.players)
            wide = theme.px(17)
            yield Tile(
                MenuItem("players", label, "p"), pygame.Rect(row.right - wide, row.top, wide, row.height), "menu-person"
            )

    def _begin(self, rect: pygame.Rect) -> Tile:
        item = MenuItem("begin", _("Play"), "return", reason=self.drafting.problem())
        return Tile(
            item, rect, "menu-play", "huge" if item.enabled else "heading", brass=item.enabled, centred=item.enabled
        )

    def _bottom(self, row: pygame.Rect) -> Iterator[Tile]:
        """Yield the details, and the scorecard if the rulebook has one for this number of players."""
        gap = self.theme.px(1.5)
        if self.drafting.ruleset.openings is None or len(self.drafting.seats) != SEATS:
            yield self._details(row)
            return
        wide = (row.width - gap) * 42 // 100
        yield self._details(pygame.Rect(row.left, row.top, row.width - wide - gap, row.height))
        item = MenuItem("scorecard", _("Scorecard"), "c", detail=_("Who hits what in turn one?"),
                        reason=self.drafting.problem())  # fmt: skip
        yield Tile(item, pygame.Rect(row.right - wide, row.top, wide, row.height), "menu-right", "heading")

    def _details(self, rect: pygame.Rect) -> Tile:
        item = MenuItem("details", _("Details"), "d", detail=" · ".join(self.screen.agreed_so_far()))
        return Tile(item, rect, "menu-right", "heading")

    def _covers(self, column: pygame.Rect, strip: int) -> Iterator[Tile]:
        name = self.drafting.ruleset.name
        cover, gap = rulesets.cover(name), self.theme.px(2)
        high = min(column.height - (strip + gap if strip else 0), column.width * 9 // 5)
        item = MenuItem(f"cover:{name}", _(cover.title), detail=_(cover.label))
        place = pygame.Rect(column.topleft, (column.width, high))
        yield Tile(item, place, size="large", brass=True, paint=paint_cover(name, self.theme.px(1)), lines=1)
        if strip:
            yield from self._strip(pygame.Rect(column.left, column.top + high + gap, column.width, strip))

    def _strip(self, row: pygame.Rect) -> Iterator[Tile]:
        """Yield the covers of all rulebooks, small."""
        theme, names, gap = self.theme, rulesets.names(), self.theme.px(0.75)
        wide = min((row.width - gap * (len(names) - 1)) // len(names), row.height * 2)
        for number, name in enumerate(names):
            place = pygame.Rect(row.left + number * (wide + gap), row.top, wide, row.height)
            item = MenuItem(f"cover:{name}", _(rulesets.cover(name).title))
            on = name == self.drafting.ruleset.name
            yield Tile(item, place, brass=on, paint=paint_cover(name, theme.px(1)), side="whole")

    def _heading(self, row: pygame.Rect, title: str, note: str = "") -> Iterator[Tile]:
        """Yield a title, and a note at the right end of its row."""
        theme = self.theme
        size = ink(theme, title, "heading", "title-bold").get_width() + 2, row.height
        yield Tile(MenuItem("", title, heading=True), pygame.Rect(row.topleft, size), size="heading", plain=True)
        room = pygame.Rect(row.left + size[0] + theme.px(1), row.top, row.width - size[0] - theme.px(1), row.height)
        if note:
            note = shorten(theme, note, room.width, "small", "semibold")
            room.left = room.right - ink(theme, note, "small", "semibold").get_width()
            yield Tile(MenuItem("", note, heading=True), room, size="small", plain=True)

    def _field(self, column: pygame.Rect) -> Iterator[Tile]:
        """Yield the scenarios beside one another, and the map below them."""
        theme, offers, draft = self.theme, self.drafting.offers, self.drafting.draft
        row, top = theme.px(3.5), column.top
        if offers.scenarios:
            choices = _("{n} to choose from", n=len(offers.scenarios)) if len(offers.scenarios) > 1 else ""
            yield from self._heading(pygame.Rect(column.left, top, column.width, row), _("Scenario"), choices)
            sketches = any(offer.sketch is not None for offer in offers.scenarios)
            high = min(theme.px(17 if sketches else 7), column.height * 30 // 100)
            yield from self._scenarios(pygame.Rect(column.left, top + row, column.width, high))
            top += row + high + theme.px(0.5)
            text = offer_of(offers.scenarios, draft.scenario).text
            lines = wrap(theme, text, column.width, "small") if text else ()
            about = pygame.Rect(column.left, top, column.width, (len(lines) + 1) * line_height(theme, "small"))
            yield Tile(MenuItem("", "", detail=text, heading=True), about, plain=True)
            top = about.bottom
        if offers.maps:
            offer = offer_of(offers.maps, draft.map)
            words = f"{offer.title}, {offer.text.partition(': ')[0]}" if offer.text else offer.title
            yield from self._heading(pygame.Rect(column.left, top, column.width, row), _("Map"), words)
            yield from self._map(pygame.Rect(column.left, top + row, column.width, column.bottom - top - row), offer)

    def _scenarios(self, row: pygame.Rect) -> Iterator[Tile]:
        theme, offers, chosen = self.theme, self.drafting.offers.scenarios, self.drafting.draft.scenario
        gap, arrow = theme.px(1), theme.px(3)
        count = max(1, min(len(offers), SHOWN, (row.width - arrow) // theme.px(17)))
        at = next((n for n, offer in enumerate(offers) if offer.name == chosen), 0)
        start = max(0, min(at - count // 2, len(offers) - count))
        wide = (row.width - (arrow + gap if count < len(offers) else 0) - gap * (count - 1)) // count
        for number, offer in enumerate(offers[start : start + count]):
            place = pygame.Rect(row.left + number * (wide + gap), row.top, wide, row.height)
            roomy = row.height >= theme.px(10)
            paint = self.screen.sketch_painter(offer.sketch) if offer.sketch is not None and roomy else None
            item = MenuItem(f"scenario:{offer.name}", offer.title)
            yield Tile(item, place, size="heading", brass=offer.name == chosen, paint=paint, lines=1)
        if count < len(offers):
            place = pygame.Rect(row.right - arrow, row.top, arrow, row.height)
            yield Tile(MenuItem("scenario", "", "s"), place, "menu-right")

    def _map(self, room: pygame.Rect, offer: Offer) -> Iterator[Tile]:
        theme, many = self.theme, len(self.drafting.offers.maps) > 1
        arrow, gap = theme.px(4.75 if many else 0), theme.px(1)
        inner = room.inflate(-2 * (arrow + gap), 0) if many else room
        ground = map_ground(offer.name)
        if ground is not None:
            shape = pygame.Rect(0, 0, round(100 * ground.battlefield.width), round(100 * ground.battlefield.height))
            inner = shape.fit(inner).move_to(top=inner.top)
        item = MenuItem("map", offer.title, "m")
        yield Tile(item, inner, paint=partial(self.screen.paint_map, offer.name), side="whole")
        for by, side in ((-1, room.left), (1, room.right - arrow)) if many else ():
            place = pygame.Rect(side, room.centery - theme.px(4.25), arrow, theme.px(8.5))
            name = "menu-left" if by < 0 else "menu-right"
            yield Tile(MenuItem(f"map:{by}", ""), place, name)

    def _seats(self, column: pygame.Rect) -> Iterator[Tile]:
        seats, gap = self.drafting.seats, self.theme.px(1.5 if self.tall else 1)
        high = min((column.height - gap * (len(seats) - 1)) // len(seats), self.theme.px(56))
        for place in range(len(seats)):
            yield from self._seat(
                place, pygame.Rect(column.left, column.top + place * (high + gap), column.width, high)
            )

    def _seat(self, place: int, rect: pygame.Rect) -> Iterator[Tile]:
        theme, drafting, offers = self.theme, self.drafting, self.drafting.offers
        seat, colour = drafting.seats[place], colour_of(drafting.seats[place].colour)
        yield Tile(MenuItem("", "", heading=True), rect, tinted=field_of(colour))
        inner = rect.inflate(-theme.px(3), -theme.px(1.5))
        roomy = rect.height >= theme.px(24)
        row, low = theme.px(4.5 if roomy else 3.25), theme.px(5.5 if roomy else 3.75)
        badge = pygame.Rect(inner.left, inner.top, row, row)
        livery = Livery(colour, RIMS[place % len(RIMS)], letters_of([each.name for each in drafting.seats])[place])
        if offers.colours:
            item = MenuItem(f"colour:{place}", _("Colour"))
            yield Tile(item, badge, plain=True, paint=partial(_paint_badge, livery), side="whole")
        kind = seat.kind
        text = _(PLAYERS[kind].text) if kind in PLAYERS else ""
        name = pygame.Rect(badge.right + theme.px(0.5), inner.top, inner.right - badge.right - theme.px(0.5), row)
        if text and roomy:
            about = pygame.Rect(name.left + name.width * 3 // 10, name.top, name.width * 7 // 10, row)
            yield Tile(MenuItem("", text, heading=True), about, size="small", plain=True)
            name.width = name.width * 3 // 10 - theme.px(1)
        yield Tile(MenuItem(f"name:{place}", seat.name), name, size="large" if roomy else "heading", plain=True)
        kinds = pygame.Rect(inner.left, badge.bottom + theme.px(0.5), inner.width, low)
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
        """Return a line about a roster, or how many notes there are about it."""
        remarks = self.drafting.remarks(roster.name)
        return _to_know("", roster.title, remarks).label if remarks else roster.text.partition(": ")[0]

    def _kinds(self, place: int, kind: str, row: pygame.Rect) -> Iterator[Tile]:
        theme, known = self.theme, kinds()
        shown = [each for each in MAIN if each in known]
        shown += [kind] if kind not in shown else []
        more = theme.px(4.5) if len(shown) < len(known) else 0
        gap = theme.px(0.75)
        wide = (row.width - (more + gap if more else 0) - gap * (len(shown) - 1)) // len(shown)
        for number, each in enumerate(shown):
            spot = pygame.Rect(row.left + number * (wide + gap), row.top, wide, row.height)
            item = MenuItem(
                f"kind:{place}:{each}", short_kind(each), detail=_(PLAYERS[each].ease) if each in PLAYERS else ""
            )
            picture = "" if wide < theme.px(12) else "menu-person" if each == HUMAN else "menu-robot"
            yield Tile(item, spot, picture, brass=each == kind)
        if more:
            spot = pygame.Rect(row.right - more, row.top, more, row.height)
            yield Tile(MenuItem(f"others:{place}", ""), spot, "tool-more")


def field_of(colour: Colour) -> Colour:
    """Return the field behind a seat in its colour: dark enough for words."""
    return mix(colour, SLATE, 0.68)


def _paint_badge(livery: Livery, target: pygame.Surface, rect: pygame.Rect) -> None:
    blit_at(target, paint_swatch(livery, rect.height), center=rect.center)


def _paint_faces(sketch: Sketch, livery: Livery, scale: float, target: pygame.Surface, rect: pygame.Rect) -> None:
    if rect.height > 8:
        target.blit(faces(sketch, replace(livery, letter=""), rect.size, scale), rect)


class NewGameScreen(SheetScreen):
    """The page of a new game; details, and a choice among many, are sheets over it."""

    turns_rulebooks = True
    """Whether another rulebook can be chosen."""

    def __init__(self, window: Window, drafting: NewGameDraft | None = None) -> None:
        super().__init__(window)
        self.drafting = drafting or last_choices()
        self._painted: dict[tuple[object, ...], pygame.Surface | None] = {}
        self._until, self._unpainted = 0.0, False
        self._map: Task[Path] | None = None

    def enter(self) -> None:
        if self.sheets:  # back from elsewhere, where rosters may have been made
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
        """Save the configuration for the next time; raise `OSError`."""
        remember(draft=self.drafting.draft, rulebook=self.drafting.draft.ruleset)

    def sketch_painter(self, sketch: Sketch) -> Callable[[pygame.Surface, pygame.Rect], None]:
        """Return a painter of a scenario's small table, which waits for the next frame if this one is long."""
        return lambda target, rect: self._show(target, rect, sketch, partial(sketched, sketch))

    def paint_map(self, name: str, target: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a map, as painted if it is and the look of tables is the painted one."""
        ground = map_ground(name)
        lit = self.window.look.lay(ground) if ground is not None else None
        painted = GROUNDS.of(lit) if lit is not None and lit.lit else None
        if painted is None:
            self._show(target, rect, name, partial(map_picture, name))
        else:
            target.blit(rounded(painted.surface, rect.size, self.theme.px(1)), rect)
        self._unpainted |= lit is not None and lit.lit and painted is None and GROUNDS.busy

    def _show(self, target: pygame.Surface, rect: pygame.Rect, what: object, paint: Paint) -> None:
        key = (what, rect.size)
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
        """Return in a few words what is folded under Details."""
        drafting, draft = self.drafting, self.drafting.draft
        words = []
        if drafting.offers.rounds is not None:
            words.append(f"{_(drafting.ruleset.terms.rounds)}: {draft.rounds}")
        words.append(_("you type in real dice") if draft.typed_dice else _("the program rolls the dice"))
        if count := len(drafting.plan().switches):
            words.append(ngettext("{n} advanced rule", "{n} advanced rules", count))
        return [*words, _("deployed automatically")] if draft.deploy else words

    def _refresh(self) -> None:
        """Show the changes."""
        self.renew()
        self.window.stale = True

    def _perform(self, action: MenuItem) -> None:
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
        """Take a scenario by its name, or the next map; without a value, show all as cards."""
        offers = self.drafting.offers.scenarios if kind == "scenario" else self.drafting.offers.maps
        now = self.drafting.draft.scenario if kind == "scenario" else self.drafting.draft.map

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
            then(value if kind == "scenario" else turned(offers, now, int(value)))
        else:
            title = _("Scenario") if kind == "scenario" else _("Map")
            about = _("Legal, and as good for either side. Its seed is in its name, to make it again.")
            more = [MenuItem(RANDOM_MAP, _("A random map"), detail=about)] if terms is not None else []
            self.show(card_sheet(self.theme, title, kind, offers, now, then, more))

    def _take_map(self, task: Task[Path]) -> None:
        """Choose the random map that was made, or say why it could not be kept."""
        self._map = None
        try:
            made = str(task.result())
        except (DocumentError, OSError) as error:
            self._tell(_("A random map"), [str(error)])
            return
        self.drafting.offer_again()
        self.drafting.change(map=made)
        self._refresh()

    def _choose_roster(self, place: int) -> None:
        drafting = self.drafting
        offers, seat = drafting.offers.rosters, drafting.seats[place]

        def then(name: str) -> None:
            if name == "rosters":
                self.window.open("rosters", book=drafting.ruleset)
            elif name == "import":
                self.ask_file(_(drafting.ruleset.terms.roster), Path.cwd(), self._brought, (*ROSTERS, *TEXTS))
            elif name in ("paste", "libraries", "unfinished"):
                self._gather(name)
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
        own = {path.stem for path in own_rosters(drafting.ruleset.name, (*ROSTERS, *TEXTS))}
        own_first = sorted(offers, key=lambda offer: offer.name not in own)
        self.show(card_sheet(self.theme, title, "roster", own_first, seat.roster, then, self.more_rosters(place)))

    def _export(self, name: str) -> None:
        """Show the forms in which a roster can be written."""
        rosters = rosters_of(self.drafting.ruleset)
        assert rosters is not None  # it was offered
        try:
            roster = rosters.find(name)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("Not possible"))
            return
        RosterExport(self, self.drafting.ruleset, roster).show()

    def _remarks_of(self, which: str) -> Sequence[str]:
        """Return the notes about the roster of a seat, or about files that cannot be read."""
        return (
            self.drafting.remarks(self.drafting.seats[int(which)].roster) if which.isdigit() else self.drafting.unread()
        )

    def more_rosters(self, place: int) -> list[MenuItem]:
        """Return the rows below the rosters that a seat can have: notes, and how to make or import others."""
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
                rows += self._gatherer().rows()
            if reads_texts(drafting.ruleset):
                rows.append(MenuItem(EFFECTS, _("Check the effects read from its texts")))
            if unread := drafting.unread():
                text = ngettext("{n} file cannot be read", "{n} files cannot be read", len(unread))
                rows.append(MenuItem(f"{ODD}files", text))
        return rows

    def _choose_kind(self, place: int) -> None:
        """Show every kind of player with its strength as measured."""
        book, now = self.drafting.draft.ruleset, self.drafting.seats[place].kind
        rows = []
        for kind in kinds():
            told = strength_words(book, kind), cores_words(kind, self.window.options.cores)
            about = "\n".join(filter(None, (_(PLAYERS[kind].text) if kind in PLAYERS else "", *told)))
            rows.append(MenuItem(kind, kind_words(kind), ticked=kind == now or None, detail=about))

        def then(kind: str) -> None:
            self.drafting.change_seat(place, kind=kind)
            self._refresh()

        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        self.show(Sheet(self.theme, self.drafting.seats[place].name, (), rows, then=then, marked=now, wide=84))

    def _ask_name(self, place: int) -> None:
        def named(text: str) -> None:
            if name := clean_name(text, LONGEST_NAME):
                self.drafting.change_seat(place, name=name)
            self.renew()

        self.ask_text(_("Name"), self.drafting.draft.seats[place].name, named)

    def _begin(self) -> None:
        try:
            session = self.drafting.begin()
            self.keep()
            self.window.open("new-table", instead=True, session=session)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("The game cannot begin"))

    def _make_scorecard(self) -> None:
        """Line both sides up in a thread, with its progress, and show what they could hit and reach."""
        book, plan, made = self.drafting.ruleset, self.drafting.plan(), list[tuple[Any, Scorecard]]()

        def work(progress: Callable[[float], None]) -> None:
            game = lined_up(book, plan, lambda: progress(0.0))
            made.append((game, scorecard(book, game, progress)))

        def failed(error: Exception) -> None:
            self.report([str(error)], _("Scorecard"))

        steps = threaded(work, "scorecard")
        self.run(_("Scorecard"), steps, lambda: self._show_scorecard(book, *made[0], 0), failed)

    def _show_scorecard(self, book: AnyRuleset, game: Any, card: Scorecard, number: int) -> None:
        """Show a scorecard in words, beside a picture of one side's."""
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

    def _brought(self, file: str) -> None:
        """Import a roster in a file, and show notes about it."""
        try:
            taken = self.drafting.take_file(file)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("It could not be imported"))
            return
        self._taken(taken)

    def _gatherer(self) -> Gatherer:
        return Gatherer(self, self.drafting.ruleset, self.drafting.offer_again)

    def _gather(self, what: str) -> None:
        """Paste a list, or show libraries or unfinished lists."""
        gatherer = self._gatherer()
        if what == "libraries":
            gatherer.libraries()
        elif what == "unfinished":
            gatherer.show_unfinished()
        elif (taken := gatherer.paste()) is not None:
            self._taken(taken)

    def _check_effects(self, name: str) -> None:
        """Show what the texts of a roster seem to mean."""
        title, book = offer_of(self.drafting.offers.rosters, name).title, self.drafting.ruleset
        EffectChecker(self, book, name, title, self.drafting.offer_again).open()

    def _taken(self, taken: ImportedRoster) -> None:
        """Show what is odd about an imported roster, and what an unfinished one lacks."""
        if taken.unfinished:
            self._gatherer().show_list(taken.name)
            return
        title = offer_of(self.drafting.offers.rosters, taken.name).title
        check = MenuItem(
            EFFECTS, _("Check the effects read from its texts"), primary=True,
            act=partial(self._check_effects, taken.name),
        )  # fmt: skip
        more = [check] if reads_texts(self.drafting.ruleset) else []
        self._tell(_("{title} is now yours: {name}", title=title, name=taken.name), taken.remarks, more)

    def _tell(self, title: str, lines: Sequence[str], more: Sequence[MenuItem] = ()) -> None:
        """Show lines, however many there are, with `more` to do."""
        chapter = Section("", tuple(map(Line, lines)))
        rows = with_keys([*more, MenuItem("close", _("Back"), "escape")])
        self.show(ReaderSheet(self.theme, title, (), rows, chapters=[chapter], wide=118, size="small"))

    # -- details ---------------------------------------------------------------------------------

    def _details(self, marked: str = "") -> FormSheet:
        return FormSheet(
            self.theme, _("Details"), build=self._detail_rows, turn=self._turn_detail, perform=self._from_details,
            marked=marked, wide=84,
        )  # fmt: skip

    def _detail_rows(self) -> list[MenuItem]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows = [MenuItem("close", _("Back"), "d")]
        if offers.rounds is not None:
            rows.append(MenuItem("rounds", _(drafting.ruleset.terms.rounds), value=str(draft.rounds)))
        dice = _("real dice, typed in") if draft.typed_dice else _("rolled by the computer")
        rows.append(MenuItem("dice", _("Dice"), value=dice))
        rows.append(MenuItem("deploy", _("Deploy for everyone automatically"), ticked=draft.deploy))
        papers = drafting.ruleset.papers
        if len(drafting.seats) == 1 and papers is not None and papers.solo_result is not None:
            rows.append(MenuItem("records", _("Best solo result: {best}", best=self._best())))
        rows += self._plan_rows()
        if offers.switches:
            rows.append(MenuItem("", _("Advanced rules"), heading=True))
        for each in offers.switches:
            missing = bool(each.needs) and each.needs not in draft.switches
            needs = _("only with {other}", other=offer_of(offers.switches, each.needs).title) if missing else ""
            on = each.name in draft.switches
            rows.append(MenuItem(f"switch:{each.name}", each.title, "", each.rule, needs, on, detail=each.text))
        if drafting.ruleset.agreements():
            rows.append(MenuItem("", _("Agreements"), heading=True))
        for agreement in drafting.ruleset.agreements():
            values = drafting.values(agreement)
            words = values.get(draft.agreed.get(agreement.name, ""), next(iter(values.values())))
            rows.append(MenuItem(f"agree:{agreement.name}", _(agreement.title), rule=agreement.rule, value=words))
        return rows

    def _plan_rows(self) -> list[MenuItem]:
        """Return the plans that computer players follow."""
        drafting, known = self.drafting, own_plans(self.drafting.ruleset.name)
        seats = [(place, seat) for place, seat in enumerate(drafting.seats) if follows_plans(seat.kind)]
        rows = [MenuItem("", _("Plans of computer players"), heading=True)] if seats else []
        for place, seat in seats:
            plan = known.get(seat.plan)
            why = "" if known else _("You have no plan yet: make one in the sandbox.")
            intents = plan.intents if plan is not None else ()
            about = ngettext("{n} intent", "{n} intents", len(intents)) if intents else ""
            value = _("none") if plan is None else plan.name
            rows.append(MenuItem(f"plan:{place}", seat.name, value=value, reason=why, detail=about))
        return rows

    def _best(self) -> str:
        """Return the best result so far for the form's choices, in a few words."""
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        field, roster = offer_of(offers.maps, draft.map), offer_of(offers.rosters, drafting.seats[0].roster)
        book, rounds = drafting.ruleset, draft.rounds
        best = best_of(known(best_results)[0], book.name, draft.scenario, field.title, roster.title, rounds)
        return _("none yet") if best is None else result_text(best, book)

    def _turn_detail(self, action: MenuItem, by: int) -> None:
        drafting, draft = self.drafting, self.drafting.draft
        kind, _colon, name = action.id.partition(":")
        if kind == "rounds":
            fewest, most, _usual = drafting.offers.rounds or (0, 0, 0)
            drafting.change(rounds=following(range(fewest, most + 1), draft.rounds, by))
        elif kind == "dice":
            drafting.change(typed_dice=not draft.typed_dice)
        elif kind == "deploy":
            drafting.change(deploy=not draft.deploy)
        elif kind == "agree":
            drafting.turn_agreement(name, by)
        elif kind == "plan":
            place, files = int(name), ["", *own_plans(drafting.ruleset.name)]
            now = drafting.seats[place].plan
            drafting.change_seat(place, plan=following(files, now if now in files else "", by))
        else:
            kept = tuple(each for each in draft.switches if each != name)
            drafting.change(switches=kept if name in draft.switches else (*kept, name))
        self._refresh()

    def _from_details(self, action: MenuItem) -> None:
        if action.id == "records":
            name = self.drafting.ruleset.name
            self.show(records_sheet(self.theme, name, lambda row: self.show(self._details("records"))))


def _to_know(identity: str, title: str, remarks: Sequence[str]) -> MenuItem:
    """Return the row that leads to notes about a roster."""
    text = ngettext("{n} note about {title}", "{n} notes about {title}", len(remarks), title=title)
    return MenuItem(identity, text, detail=remarks[0])


class ListsScreen(NewGameScreen):
    """A new game that begins with the rosters of its first seat: to choose one, to import, to export."""

    def enter(self) -> None:
        begins = not self.sheets
        super().enter()
        if begins:
            self._choose_roster(0)

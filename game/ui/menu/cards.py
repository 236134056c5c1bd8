"""Choices as cards: a picture, a title, one sentence; several side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pygame
import shapely

from game.engine.rulebook.new_game import Offer, Sketch
from game.engine.rulebook.view import Line
from game.table.terrain.battlefield import Battlefield
from game.ui.board.camera import Camera
from game.ui.board.overlays import RingOverlay
from game.ui.board.picture import MapFigure, map_picture
from game.ui.board.pieces import Livery, Sprites, bottom_up
from game.ui.board.table_art import RIM, TableLayer
from game.ui.widgets.actions import ActionList
from game.ui.widgets.keys import key_label
from game.ui.widgets.looks import Ground
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Figure, Sheet
from game.ui.widgets.text import blit_at, clipped, ink, line_height, wrap
from game.ui.widgets.theme import INK, INK_QUIET, LAMP, SLATE_HOVER, SLATE_LINE, SLATE_RAISED, WOOD, Theme
from game.wording import _

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

Paint = Callable[[tuple[int, int]], pygame.Surface | None]
"""Returns a picture at most that many pixels wide and high, or None if there is none."""


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
        RingOverlay(shapely.Point(x, y).buffer(radius)).draw(canvas, camera)
    sprites, named = Sprites(theme), [piece for piece in sketch.pieces if piece.name]
    for piece in bottom_up(sketch.pieces):
        sprites.draw(canvas, piece, camera.to_screen(piece.x, piece.y), camera.scale, SIDES)
    sprites.label(canvas, named, [camera.to_screen(piece.x, piece.y) for piece in named], camera.scale, {})
    used = pygame.Rect(0, 0, *(round((side + 2 * RIM) * camera.scale) for side in (sketch.width, sketch.height)))
    used.center = canvas.get_rect().center
    used.clamp_ip(canvas.get_rect())
    seen = canvas.subsurface(used.clip(canvas.get_rect()))
    return pygame.transform.smoothscale(seen, (seen.get_width() // LARGE, seen.get_height() // LARGE))


@lru_cache(maxsize=8)
def _bare(width: float, height: float) -> Ground:
    return Ground.of(Battlefield(width, height))


def picture_of(kind: str, offer: Offer) -> Paint | None:
    """Return the painter of an offer of a kind, such as "map", or None if it has no picture."""
    if kind == "map":
        return lambda size: map_picture(offer.name, size)
    sketch = offer.sketch
    return None if sketch is None else lambda size: sketched(sketch, size)


class OfferFigure(MapFigure):
    """The picture of an offer, with lines of text below."""

    def __init__(self, paint: Paint, lines: Sequence[Line]) -> None:
        super().__init__("", lines)
        self._paint = paint

    def painted(self, size: tuple[int, int]) -> pygame.Surface | None:
        return self._paint(size)


class Following:
    """The picture that `now` returns."""

    def __init__(self, now: Callable[[], Figure]) -> None:
        self._now = now

    def height(self, theme: Theme, width: int) -> int:
        return self._now().height(theme, width)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        self._now().draw(target, theme, rect)


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
    theme: Theme, title: str, kind: str, offers: Sequence[Offer], chosen: str, then: Callable[[str], None]
) -> CardSheet | None:
    """Return a sheet on which one of the offers of a kind is chosen, or None if none of them has a picture."""
    paints = {offer.name: paint for offer in offers if (paint := picture_of(kind, offer)) is not None}
    if not paints:
        return None
    shown = [offer for offer in offers if offer.name in paints] + [each for each in offers if each.name not in paints]
    rows = [MenuItem(each.name, each.title, detail=each.text, ticked=each.name == chosen or None) for each in shown]
    rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
    return CardSheet(theme, title, actions=rows, then=then, marked=chosen, paints=paints)

"""The lower part of the panel: odds, lines in sections, and the legend of the table."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.engine.rulebook.view import Line, OddsView
from game.ui.aids.legend import draw_legend, legend_height
from game.ui.aids.odds_plate import SMALLEST_TYPE, TALLEST, OddsArt, types
from game.ui.board.overlays import Entry
from game.ui.widgets.icons import icon
from game.ui.widgets.memo import Memo
from game.ui.widgets.reader import Section
from game.ui.widgets.scrollbar import ScrollView
from game.ui.widgets.text import blit_at, ink, line_height, wrap
from game.ui.widgets.theme import INK, INK_FAINT, SLATE, SLATE_LINE, SLATE_RAISED, TONES, WOOD, Colour, Theme, mix
from game.wording import _, language

GROUND = mix(SLATE, SLATE_RAISED, 0.25)
KEPT_TYPE = 0.65
"""The share of the chosen size of type that an aid gets at least, as long as that leaves room for the choices."""


@dataclass(frozen=True)
class Content:
    """The details: odds, then sections, then the patterns of the table, then sections that come last."""

    odds: OddsView | None = None
    sections: tuple[Section, ...] = ()
    legend: tuple[Entry, ...] = ()
    ground: Colour = WOOD


@dataclass
class DetailsPanel:
    """Shows its content scrolled if it is too high; one that `shrinks` takes smaller type before."""

    theme: Theme
    shrinks: bool = False
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    content: Content = field(default_factory=Content)
    view: ScrollView = field(default_factory=ScrollView)
    cited: list[tuple[pygame.Rect, str]] = field(default_factory=list)
    """The rule ids drawn last, with their rectangles."""
    _heights: dict[tuple[int, float, str], int] = field(default_factory=dict)
    _odds: Memo[pygame.Surface] = field(default_factory=lambda: Memo[pygame.Surface](20))
    _measured: Memo[int] = field(default_factory=lambda: Memo[int](100))
    """The heights of sections and legends: of facts that follow the mouse most stay the same."""

    def __post_init__(self) -> None:
        self._themes = list(types(self.theme)) if self.shrinks else [self.theme]
        self.type = self.theme
        """The size of type that is used now."""

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections that are shown."""
        return self.content.sections

    def show(self, content: Content) -> None:
        """Show other content, scrolled to the top if its titles differ."""
        if [section.title for section in content.sections] != [section.title for section in self.sections]:
            self.view.offset = 0
        if content != self.content:
            self.content = content
            self._heights.clear()

    def height(self, width: int, theme: Theme | None = None) -> int:
        """Return the height in pixels of all its content at a width, 0 if there is none."""
        content, theme = self.content, theme or self.theme
        if content.odds is None and not content.sections and not content.legend:
            return 0
        key = width, theme.scale, language()
        if key not in self._heights:  # needed several times a frame
            self._heights[key] = self._draw(None, theme, pygame.Rect(0, 0, width, 0))
        return self._heights[key]

    def wants(self, width: int) -> tuple[int, int]:
        """Return the least height at which its type is still large enough, and the height it would like."""
        least = max(SMALLEST_TYPE, KEPT_TYPE * self.theme.scale)
        theme = next((each for each in reversed(self._themes) if each.scale >= least), self.theme)
        return self.height(width, theme), self.height(width)

    def place(self, rect: pygame.Rect) -> None:
        """Put it into a rectangle of the window, in the largest type that fits."""
        self.rect = rect
        fitting = (each for each in self._themes if self.height(rect.width, each) <= rect.height)
        self.type = next(fitting, self._themes[-1])

    def rule_at(self, pixel: tuple[int, int]) -> str:
        """Return the rule written at a pixel."""
        return next((rule for rect, rule in self.cited if rect.collidepoint(pixel)), "")

    def key(self) -> tuple[object, ...]:
        """Return a cache key of the picture."""
        return self.content, self.view.offset, self.type.scale

    def draw(self, target: pygame.Surface) -> None:
        """Draw as many whole lines as fit, with a scrollbar if there are more."""
        self.cited.clear()
        if not self.rect.height:
            return
        pygame.draw.rect(target, GROUND, self.rect)
        pygame.draw.line(target, SLATE_LINE, self.rect.topleft, self.rect.topright)
        whole = self.height(self.rect.width, self.type)
        self.view.fit(self.rect, whole)
        with self.view.drawn(target, self.type, -0.75):
            self._draw(target, self.type, pygame.Rect(self.rect.left, self.view.top, self.rect.width, whole))

    def _draw(self, target: pygame.Surface | None, theme: Theme, box: pygame.Rect) -> int:
        """Draw all content from the top of a box, on nothing to measure it; return the pixels used."""
        pad, content = theme.px(2), self.content
        inner = pygame.Rect(box.left + pad, box.top + theme.px(1.25), box.width - 2 * pad, 0)
        y = inner.top
        if content.odds is not None:
            picture = self._picture(content.odds, theme, inner.width)
            if target is not None:
                target.blit(picture, (inner.left, y))
            y += picture.get_height() + theme.px(0.75)
        for section in (section for section in content.sections if not section.last):
            y = self._section(target, theme, section, pygame.Rect(inner.left, y, inner.width, 0)) + theme.px(0.75)
        if content.legend:
            if target is not None:
                draw_legend(target, theme, content.legend, (inner.left, y), inner.width, content.ground)
            key = content.legend, inner.width, theme.scale, language()
            y += self._measured.of(key, lambda: legend_height(theme, content.legend, inner.width)) + theme.px(0.5)
        for section in (section for section in content.sections if section.last):
            y = self._section(target, theme, section, pygame.Rect(inner.left, y, inner.width, 0)) + theme.px(0.75)
        return y + theme.px(0.25) - box.top

    def _picture(self, odds: OddsView, theme: Theme, width: int) -> pygame.Surface:
        def painted() -> pygame.Surface:
            room = pygame.Surface((width, theme.px(TALLEST)))
            room.fill(GROUND)
            high = OddsArt(theme).draw(room, odds, room.get_rect(), lines=False)
            return room.subsurface(pygame.Rect(0, 0, width, min(high, room.get_height()))).copy()

        return self._odds.of((odds, theme.scale, width, language()), painted)

    def _section(self, target: pygame.Surface | None, theme: Theme, section: Section, box: pygame.Rect) -> int:
        if target is not None:
            return self._laid_out(target, theme, section, box)
        key = section, box.width, theme.scale, language()
        return box.top + self._measured.of(key, lambda: self._laid_out(None, theme, section, box) - box.top)

    def _laid_out(self, target: pygame.Surface | None, theme: Theme, section: Section, box: pygame.Rect) -> int:
        left, right, y = box.left, box.right, box.top
        for text in wrap(theme, section.title, right - left, "body", "semibold") if section.title else ():
            if target is not None and self._whole(y, "body"):
                target.blit(ink(theme, text, "body", "semibold", TONES.get(section.tone, INK)), (left, y))
            y += line_height(theme)
        for line in section.lines:
            rule = ink(theme, line.rule, "small", "regular", INK_FAINT)
            room = right - left - theme.px(1.5) - (rule.get_width() + theme.px(1) if line.rule else 0)
            if target is not None and self._whole(y, "small"):
                _sign(target, theme, line, left, y)
                place = blit_at(target, rule, topright=(right, y))
                self.cited += [(place, line.rule)] if line.rule else []
            inset = left + theme.px(1.75 if line.icon else 1.25)
            for text in wrap(theme, line.text, room, "small"):
                if target is not None and self._whole(y, "small"):
                    target.blit(ink(theme, text, "small", "regular", TONES.get(line.tone, INK)), (inset, y))
                y += line_height(theme, "small")
        return y

    def _whole(self, y: int, size: str) -> bool:
        return self.rect.top <= y and y + line_height(self.type, size) <= self.rect.bottom


def reasons(odds: OddsView | None) -> tuple[Section, ...]:
    """Return what changes the rolls of odds as sections."""
    if odds is None:
        return ()
    titled = [(_("What changes the roll"), odds)] + ([(odds.reverse.title, odds.reverse)] if odds.reverse else [])
    return tuple(Section(title, side.lines) for title, side in titled if side.lines)


def draw_tone(target: pygame.Surface, tone: str, spot: tuple[int, int], size: int) -> None:
    """Draw the sign of a tone, by shape as well as by colour: dot for good, triangle for warning, cross for bad."""
    (x, y), colour = spot, TONES.get(tone, INK)
    if tone == "warning":
        pygame.draw.polygon(target, colour, [(x, y - size - 1), (x + size + 1, y + size), (x - size - 1, y + size)])
    elif tone == "bad":
        for way in (-size, size):
            pygame.draw.line(target, colour, (x - size, y - way), (x + size, y + way), max(2, size // 2))
    else:
        pygame.draw.circle(target, colour, spot, size)


def _sign(target: pygame.Surface, theme: Theme, line: Line, left: int, y: int) -> None:
    """Draw the icon of a line, else the sign of its tone."""
    colour, high = TONES.get(line.tone, INK), line_height(theme, "small")
    if line.icon:
        picture = icon(line.icon, high - theme.px(0.5), colour)
        target.blit(picture, (left - theme.px(0.5), y + theme.px(0.25)))
    elif line.tone not in ("plain", "quiet"):
        draw_tone(target, line.tone, (left + theme.px(0.25), y + high // 2), max(2, theme.px(0.35)))

"""The event log: every event in plain words with its rule, newest below, scrollable."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pygame

from game.ui.model.session_model import LogEntry
from game.ui.widgets.scrollbar import ScrollView
from game.ui.widgets.text import blit_at, ink, line_height, wrap
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, SLATE, SLATE_LINE, Theme, mix
from game.wording import _


@dataclass
class EventLog:
    """Shows the end of the log unless scrolled back: its view is counted from the end."""

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    view: ScrollView = field(default_factory=ScrollView)

    @property
    def body(self) -> pygame.Rect:
        """The scrolling part of the rectangle, below the heading."""
        pad, head = self.theme.px(2), self.theme.px(4)
        high = max(0, self.rect.height - head - pad // 2)
        return pygame.Rect(self.rect.left + pad, self.rect.top + head, self.rect.width - 2 * pad, high)

    def entry_height(self, entry: LogEntry) -> int:
        """Return the height of an entry in pixels."""
        return len(self._lines(entry)) * line_height(self.theme, "small") + self.theme.px(0.5)

    def _lines(self, entry: LogEntry) -> list[tuple[str, bool]]:
        """Return the lines of an entry, each with whether it is the event rather than the reason."""
        theme, wide = self.theme, self.body.width
        rule = theme.font("small").size(entry.rule)[0] + theme.px(1.5)
        lines = [(text, True) for text in wrap(theme, entry.text, wide - rule, "small")]
        return lines + [(text, False) for text in (wrap(theme, entry.why, wide, "small") if entry.why else ())]

    def scroll(self, pixels: int, log: list[LogEntry]) -> None:
        """Scroll back (positive) or forward."""
        self.view.fit(self.body, sum(self.entry_height(entry) for entry in log))
        self.view.by(pixels)

    def to_end(self) -> None:
        """Show the latest entries."""
        self.view.offset = 0

    def visible(self, log: list[LogEntry]) -> list[tuple[int, pygame.Rect]]:
        """Return the entries in view, by index, with their rectangles."""
        found: list[tuple[int, pygame.Rect]] = []
        body = self.body
        enough = body.height // line_height(self.theme, "small") + 1  # no entry is less than a line high
        whole = sum(self.entry_height(entry) for entry in log[-enough:])
        bottom = min(body.bottom, body.top + whole) + self.view.offset  # a short log starts on top
        for index in range(len(log) - 1, -1, -1):
            high = self.entry_height(log[index])
            bottom -= high
            if bottom < body.top and found:
                break  # no half lines at the top
            if bottom < body.bottom:
                found.append((index, pygame.Rect(body.left, bottom, body.width, high)))
        return found

    def at(self, spot: tuple[int, int], log: list[LogEntry]) -> LogEntry | None:
        """Return the entry under a pixel."""
        if not self.body.collidepoint(spot):
            return None
        return next((log[index] for index, rect in self.visible(log) if rect.collidepoint(spot)), None)

    def rule_at(self, pixel: tuple[int, int], log: list[LogEntry]) -> str:
        """Return the id of the rule written at a pixel."""
        entry = self.at(pixel, log)
        wide = self.theme.font("small").size(entry.rule)[0] if entry is not None else 0
        return entry.rule if entry is not None and pixel[0] >= self.body.right - wide else ""

    def draw(self, target: pygame.Surface, log: list[LogEntry]) -> None:
        """Draw heading and entries, if there is room for them."""
        if not self.rect.height:
            return
        theme, body = self.theme, self.body
        pygame.draw.rect(target, mix(SLATE, (0, 0, 0), 0.18), self.rect)
        pygame.draw.line(target, SLATE_LINE, self.rect.topleft, self.rect.topright)
        head = ink(theme, _("What happened"), "small", "semibold", INK_QUIET)
        target.blit(head, (body.left, self.rect.top + theme.px(1)))
        if self.view.offset:
            more = ink(theme, _("End for the latest"), "small", "regular", INK_FAINT)
            blit_at(target, more, topright=(body.right, self.rect.top + theme.px(1)))
        clip = target.get_clip()
        target.set_clip(body.clip(clip))
        newest = len(log) - 1
        for index, rect in self.visible(log):
            colour = INK if index == newest else mix(INK, INK_QUIET, 0.7)
            lines = self._lines(log[index])
            whole = self.whole(rect.top, len(lines))
            for number in whole:
                text, happened = lines[number]
                y = rect.top + number * line_height(theme, "small")
                target.blit(ink(theme, text, "small", "regular", colour if happened else INK_QUIET), (rect.left, y))
            if 0 in whole:
                blit_at(target, ink(theme, log[index].rule, "small", "regular", INK_FAINT), topright=rect.topright)
        target.set_clip(clip)

    def whole(self, top: int, lines: int) -> range:
        """Return the range of `lines`, the first at `top`, that are completely in view."""
        high, body = line_height(self.theme, "small"), self.body
        return range(max(0, math.ceil((body.top - top) / high)), max(0, min(lines, (body.bottom - top) // high)))

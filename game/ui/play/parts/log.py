"""The event log: all events in plain words with their rules, the latest at the bottom, with filter and search."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.engine.core.events import LandmarkSort
from game.engine.core.records import texts_of
from game.engine.rulebook.view import Line
from game.play.session_model import LogEntry, SessionModel
from game.ui.play.focus import Focus
from game.ui.play.part import Tip
from game.ui.play.parts.drawer import Tab
from game.ui.widgets.keys import COMMANDS, key_shown
from game.ui.widgets.signs import sign
from game.ui.widgets.text import ScrollView, blit_at, ink, line_height, shorten, wrap
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE_HOVER,
    TONES,
    Colour,
    mix,
)
from game.wording import N_, _

MODES: Final = {"all": N_("All"), "important": N_("Important"), "mine": N_("Mine")}
"""The filters of the log."""
SIGNS: Final[dict[LandmarkSort, str]] = {"casualty": "cross", "score": "diamond", "feat": "star", "lead": "flag"}
"""The signs of important entries by the sort of their landmark; a good tone turns any of them into a star."""


def important(entry: LogEntry) -> bool:
    """Return whether an entry is more than a step: a round, a loss, a feat, a score and so on."""
    return entry.mark is not None and entry.mark.sort != "activation"


def heads(entry: LogEntry) -> bool:
    """Return whether an entry is a heading: the start of a round or the end of the game."""
    return entry.mark is not None and entry.mark.sort in ("round", "ending")


def person_of(model: SessionModel, last_person: str) -> str:
    """Return the player at this window: the one who decides, or decided last, or else the first person."""
    return model.decider if model.decider in model.people else last_person or next(iter(model.people), "")


def concerning(model: SessionModel, player: str) -> Callable[[int], bool]:
    """Return a test of whether an entry, by number, names a player or one of the player's pieces."""
    owners: list[dict[str, str]] = []

    def concerns(number: int) -> bool:
        session = model.session
        if not owners:
            owners.append(dict(session.ruleset.owners(session.game)))
        texts = texts_of(session.events[number].plain())
        return heads(model.log[number]) or any(text == player or owners[0].get(text) == player for text in texts)

    return concerns


class EventLog(Tab):
    """The log. Its view is counted from the end, so that new events show unless it is scrolled back.

    `mode` and `query` filter the entries; `mine` tests whether one concerns the player. `cursor` and `hovered` are
    numbers of entries, -1 for none.
    """

    name = "log"

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.view = ScrollView()
        self.mode, self.query = "all", ""
        self.cursor = self.hovered = -1
        self.mine: Callable[[int], bool] = lambda number: True
        self._shown: tuple[tuple[object, ...], list[int]] = ((), [])

    @property
    def log(self) -> list[LogEntry]:
        """The entries of the events that have been shown."""
        return self.focus.animation.log

    @property
    def body(self) -> pygame.Rect:
        """The rectangle of the entries, below the heading."""
        margin, head = self.theme.px(2), self.theme.px(4)
        height = max(0, self.rect.height - head - margin // 2)
        return pygame.Rect(self.rect.left + margin, self.rect.top + head, self.rect.width - 2 * margin, height)

    def note(self, last_person: str) -> None:
        """Adopt the latest events, seen by the person who decides or decided last."""
        model = self.focus.model
        self.mine, self._shown, self.cursor = concerning(model, person_of(model, last_person)), ((), []), -1
        self.to_end()

    def follow(self) -> None:
        self.hovered = self.number_at(self.focus.mouse) if self.focus.pointing else -1

    def commands(self) -> dict[str, Callable[[], None]]:
        commands: dict[str, Callable[[], None]] = {
            "log_back": lambda: self.scroll(self.body.height),
            "log_on": lambda: self.scroll(-self.body.height),
            "log_end": self.to_end,
            "log_up": lambda: self.step(-1),
            "log_down": lambda: self.step(1),
            "log_filter": self.next_mode,
            "log_find": lambda: self.focus.ask_text(_("Search the log"), self.query, self.find),
            "log_clear": lambda: self.find(""),
            **{f"log_{mode}": partial(self.choose, mode) for mode in MODES},
        }
        return self.brought(commands)

    def input(self, event: pygame.event.Event) -> bool:
        if not self.rect.collidepoint(self.focus.mouse):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.scroll(event.y * self.theme.px(5))
            return True
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1:
            return False
        rule = self.rule_at(event.pos)
        command = "" if rule else self.click(event.pos)
        if rule:
            self.focus.look_up(rule)
        elif command:
            self.focus.perform(command)
        return True

    def shown(self) -> list[int]:
        """Return the numbers of the entries that pass filter and search."""
        log = self.log
        key = len(log), self.mode, self.query
        if self._shown[0] != key:
            numbers = list(range(len(log)))
            if self.mode == "important":
                numbers = [number for number in numbers if important(log[number])]
            elif self.mode == "mine":
                numbers = [number for number in numbers if self.mine(number)]
            query = self.query.casefold()
            if query:
                numbers = [n for n in numbers if query in f"{log[n].text} {log[n].rule} {log[n].why}".casefold()]
            self._shown = key, numbers
        return self._shown[1]

    def choose(self, mode: str) -> None:
        """Show the entries of a mode, with the latest in view."""
        self.mode, self.cursor = mode, -1
        self.to_end()

    def next_mode(self) -> None:
        """Show the entries of the next mode."""
        modes = list(MODES)
        self.choose(modes[(modes.index(self.mode) + 1) % len(modes)])

    def find(self, text: str) -> None:
        """Show only entries that contain a text; all entries for ""."""
        self.query, self.cursor = text.strip(), -1
        self.to_end()

    def step(self, by: int) -> None:
        """Move the cursor by a number of entries, from the latest one at first, and scroll it into view."""
        entries, log = self.shown(), self.log
        if not entries:
            return
        index = entries.index(self.cursor) + by if self.cursor in entries else len(entries) - 1
        index = max(0, min(index, len(entries) - 1))
        self.cursor = entries[index]
        height_below = sum(self.entry_height(log[number]) for number in entries[index + 1 :])
        entry_height, body_height = self.entry_height(log[self.cursor]), self.body.height
        self._fit()
        self.view.by(
            max(0, height_below + entry_height - body_height - self.view.offset)
            - max(0, self.view.offset - height_below)
        )

    def entry_height(self, entry: LogEntry) -> int:
        """Return the height of an entry in pixels."""
        return self._above(entry) + len(self._lines(entry)) * line_height(self.theme, "small") + self.theme.px(0.5)

    def _above(self, entry: LogEntry) -> int:
        return self.theme.px(0.75) if heads(entry) else 0

    def _lines(self, entry: LogEntry) -> list[tuple[str, bool]]:
        """Return the lines of an entry, each with whether it belongs to the event or (False) to its reason."""
        theme, width = self.theme, self.body.width
        rule = theme.font("small").size(entry.rule)[0] + theme.px(1.5)
        lines = [(text, True) for text in wrap(theme, entry.text, width - rule, "small", _weight(entry))]
        return lines + [(text, False) for text in (wrap(theme, entry.why, width, "small") if entry.why else ())]

    def scroll(self, pixels: int) -> None:
        """Scroll back by a number of pixels; forward if negative."""
        self._fit()
        self.view.by(pixels)

    def _fit(self) -> None:
        """Give the view the height of all entries."""
        log = self.log
        self.view.fit(self.body, sum(self.entry_height(log[number]) for number in self.shown()))

    def to_end(self) -> None:
        """Show the latest entries."""
        self.view.offset = 0

    def visible(self) -> list[tuple[int, pygame.Rect]]:
        """Return the visible entries by number, with their rectangles."""
        body, shown_entries, log = self.body, self.shown(), self.log
        stacked, space = list[tuple[int, int]](), body.height + self.view.offset
        for number in reversed(shown_entries):
            if space <= 0:
                break
            stacked.append((number, self.entry_height(log[number])))
            space -= stacked[-1][1]
        entries: list[tuple[int, pygame.Rect]] = []
        bottom = (
            min(body.bottom, body.bottom + self.view.offset - space) + self.view.offset
        )  # a short log starts at the top
        for number, height in stacked:
            bottom -= height
            if bottom < body.top and entries:
                break  # no cut entry at the top
            if bottom < body.bottom:
                entries.append((number, pygame.Rect(body.left, bottom, body.width, height)))
        return entries

    def number_at(self, spot: tuple[int, int]) -> int:
        """Return the number of the entry under a pixel, or -1."""
        if not self.body.collidepoint(spot):
            return -1
        return next((number for number, rect in self.visible() if rect.collidepoint(spot)), -1)

    def at(self, spot: tuple[int, int]) -> LogEntry | None:
        """Return the entry under a pixel, None without one."""
        number = self.number_at(spot)
        return self.log[number] if number >= 0 else None

    def rule_at(self, pixel: tuple[int, int]) -> str:
        entry = self.at(pixel)
        rule_width = self.theme.font("small").size(entry.rule)[0] if entry is not None else 0
        return entry.rule if entry is not None and pixel[0] >= self.body.right - rule_width else ""

    def tabs(self) -> list[tuple[str, pygame.Rect]]:
        """Return the rectangles of the commands in the heading: the filters and the search."""
        theme, right, height = self.theme, self.body.right + self.theme.px(1), self.theme.px(3)
        commands = [("log_find", pygame.Rect(right - theme.px(3), 0, theme.px(3), height))]
        for name, label in reversed(MODES.items()):
            tab_width = theme.font("small", "semibold").size(_(label))[0] + theme.px(1.25)
            commands.append((f"log_{name}", pygame.Rect(commands[-1][1].left - tab_width, 0, tab_width, height)))
        for _name, rect in commands:
            rect.top = self.rect.top + theme.px(0.5)
        return commands

    def click(self, pixel: tuple[int, int]) -> str:
        """Return the command at a pixel, or "". A clicked entry gets the cursor and is shown on the table."""
        if not self.rect.collidepoint(pixel):
            return ""
        for name, rect in self.tabs():
            if rect.collidepoint(pixel):
                return name
        if pixel[1] < self.body.top:
            if self.query:
                return "log_clear"
            return "log_end" if self.view.offset else ""
        self.cursor = self.number_at(pixel)
        return "log_show" if self.cursor >= 0 else ""

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        entry = self.at(pixel)
        if entry is not None:
            return entry.rule, (*self.wording(entry.rule), Line(_("Click to see this moment."), tone="quiet"))
        name = next((name for name, rect in self.tabs() if rect.collidepoint(pixel)), "")
        command = COMMANDS["log_find" if name == "log_find" else "log_filter"]
        key = key_shown(self.focus.options.keys, command.name)
        return (f"{_(command.label)} ({key})", ()) if name else None

    def key(self) -> tuple[object, ...]:
        version = self.focus.model.version, len(self.log)
        return *version, self.view.offset, self.mode, self.query, self.cursor, self.hovered

    def draw(self, target: pygame.Surface) -> None:
        body, log = self.body, self.log
        self.draw_ground(target)
        self._draw_head(target)
        clip = target.get_clip()
        target.set_clip(pygame.Rect(self.rect.left, body.top, self.rect.width, body.height).clip(clip))
        newest = len(log) - 1
        for number, rect in self.visible():
            self._draw_entry(target, log[number], rect, number, newest=number == newest)
        if not self.shown() and log:
            target.blit(ink(self.theme, _("nothing"), "small", "regular", INK_FAINT), body)
        target.set_clip(clip)

    def _draw_head(self, target: pygame.Surface) -> None:
        """Draw the heading: the search or the way back to the end, and the filters."""
        theme, left, tabs = self.theme, self.body.left, self.tabs()
        title, colour = "", INK_QUIET
        if self.query:
            title, colour = f"“{self.query}”: {len(self.shown())}", LAMP
        elif self.view.offset:
            title = _("End: latest entry")
        title = shorten(theme, title, tabs[-1][1].left - left - theme.px(0.5), "small", "semibold")
        target.blit(ink(theme, title, "small", "semibold", colour), (left, self.rect.top + theme.px(1)))
        for name, rect in tabs:
            if name == "log_find":
                glass(target, rect.center, theme.px(0.75), LAMP if self.query else INK_QUIET)
                continue
            mode = name.removeprefix("log_")
            chosen = mode == self.mode
            text = ink(
                theme, _(MODES[mode]), "small", "semibold" if chosen else "regular", INK if chosen else INK_QUIET
            )
            blit_at(target, text, midtop=(rect.centerx, self.rect.top + theme.px(1)))
            if chosen:
                line = (rect.left + theme.px(0.5), rect.bottom), (rect.right - theme.px(0.5), rect.bottom)
                pygame.draw.line(target, LAMP, *line, max(1, theme.px(0.25)))

    def _draw_entry(
        self, target: pygame.Surface, entry: LogEntry, rect: pygame.Rect, number: int, *, newest: bool
    ) -> None:
        """Draw the lines of an entry that are completely visible."""
        theme, height, top = self.theme, line_height(self.theme, "small"), rect.top + self._above(entry)
        lines = self._lines(entry)
        visible_lines = self.complete_lines(top, len(lines))
        if not visible_lines:
            return
        highlight = pygame.Rect(rect.left - theme.px(0.5), top, rect.width + theme.px(1), len(lines) * height)
        highlight = highlight.clip(self.body.inflate(theme.px(1), 0))
        if number == self.hovered:
            pygame.draw.rect(target, SLATE_HOVER, highlight, border_radius=theme.px(0.5))
        if number == self.cursor:
            pygame.draw.rect(target, LAMP, highlight, 1, border_radius=theme.px(0.5))
        if heads(entry) and rect.top >= self.body.top:
            pygame.draw.line(target, LAMP, (rect.left, top - 2), (rect.right, top - 2))
        if 0 in visible_lines:
            self._draw_sign(target, entry, (self.rect.left + theme.px(1), top + height // 2))
        colour = _colour(entry, newest=newest)
        for index in visible_lines:
            text, is_event = lines[index]
            weight = _weight(entry) if is_event else "regular"
            line_colour = colour if is_event else INK_QUIET
            target.blit(ink(theme, text, "small", weight, line_colour), (rect.left, top + index * height))
        if 0 in visible_lines:
            blit_at(target, ink(theme, entry.rule, "small", "regular", INK_FAINT), topright=(rect.right, top))

    def _draw_sign(self, target: pygame.Surface, entry: LogEntry, middle: tuple[int, int]) -> None:
        """Draw the sign of an important entry, if it has one."""
        mark = entry.mark
        if mark is None or mark.sort not in SIGNS:
            return
        kind, size = "star" if mark.tone == "good" else SIGNS[mark.sort], self.theme.px(0.6)
        x, y = middle
        sign(target, kind, (x - size // 2, y + size) if kind == "flag" else middle, size)

    def complete_lines(self, top: int, lines: int) -> range:
        """Return the range of `lines`, the first of which is at `top`, that are completely visible."""
        height, body = line_height(self.theme, "small"), self.body
        return range(max(0, math.ceil((body.top - top) / height)), max(0, min(lines, (body.bottom - top) // height)))


def _weight(entry: LogEntry) -> str:
    if heads(entry):
        return "bold"
    return "semibold" if important(entry) else "regular"


def _colour(entry: LogEntry, *, newest: bool) -> Colour:
    if heads(entry) or (entry.mark is not None and entry.mark.sort == "score"):
        return LAMP
    if entry.mark is not None and entry.mark.tone in ("good", "bad"):
        return TONES[entry.mark.tone]
    return INK if newest or important(entry) else mix(INK, INK_QUIET, 0.7)


def glass(target: pygame.Surface, middle: tuple[int, int], size: int, colour: Colour) -> None:
    """Draw a magnifying glass, the sign of search."""
    x, y = middle
    pygame.draw.circle(target, colour, (x - size // 4, y - size // 4), size, 2)
    start = x + size // 2, y + size // 2
    pygame.draw.line(target, colour, start, (x + size + size // 3, y + size + size // 3), 3)

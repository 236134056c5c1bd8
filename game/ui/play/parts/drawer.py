"""The drawer over the right edge of the table: odds and facts, the log, both sides, and the rules, each under a tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

import pygame

from game.engine.rulebook.view import Line, OddsView
from game.ui.aids.legend import draw_legend, legend_height
from game.ui.aids.odds_plate import TALLEST, OddsArt
from game.ui.board.overlays import Entry
from game.ui.dock.layout import HANDLE, beside_table
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Part, Plate, Tip
from game.ui.widgets.keys import key_shown
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Section
from game.ui.widgets.signs import icon
from game.ui.widgets.text import ScrollView, blit_at, draw_plate, ink, line_height, wrap
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    PANEL,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    TONES,
    WOOD,
    Colour,
    Theme,
)
from game.wording import N_, _, language

TABS: Final = {"odds": N_("Odds"), "log": N_("Log"), "sides": N_("Sides"), "rules": N_("Rules")}
"""The labels of the drawer's tabs by name."""
COMMANDS: Final = {"odds": "odds", "log": "log", "sides": "strip", "rules": "why"}
"""The command whose key opens each tab."""
SHUT: Final = "drawer_shut"
"""The name of the cross that closes the drawer."""
HEAD: Final = 6.5
"""The height of the tabs in units of the theme."""


class Beside(Part):
    """A part in the type used for everything beside the table."""

    @property
    def theme(self) -> Theme:
        return beside_table(self.focus.size, self.focus.window.theme)


class Drawer(Beside, Pane):
    """The head of the drawer, with its tabs and the cross that closes it."""

    name = "drawer"

    @property
    def rect(self) -> pygame.Rect:
        full = self.focus.layout.drawer
        return pygame.Rect(full.topleft, (full.width, self.theme.px(HEAD)))

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"odds": partial(self.focus.open, "odds"), "log": partial(self.focus.open, "log"),
                "why": partial(self.focus.open, "rules")}  # fmt: skip

    def buttons(self) -> dict[str, pygame.Rect]:
        """Return the rectangles of the tabs and of the cross by name."""
        theme, gap = self.theme, self.theme.px(0.75)
        text_widths = {tab: ink(theme, _(label), "small", "semibold").get_width() for tab, label in TABS.items()}
        left, cross = self.rect.left + theme.px(1.5), theme.px(3.5)
        spare = self.rect.width - 2 * theme.px(1.5) - cross - sum(text_widths.values()) - len(text_widths) * gap
        padding, rectangles = max(2, min(theme.px(2.5), spare // len(text_widths))), {}
        for tab, text in text_widths.items():
            rectangles[tab] = pygame.Rect(left, self.rect.top + theme.px(1.5), text + padding, theme.px(4))
            left = rectangles[tab].right + gap
        return rectangles | {
            SHUT: pygame.Rect(self.rect.right - theme.px(1) - cross, rectangles["odds"].top, cross, theme.px(4))
        }

    def at(self, pixel: tuple[int, int]) -> str:
        """Return the button at a pixel, or ""."""
        if not self.rect.collidepoint(pixel):
            return ""
        return next((name for name, rect in self.buttons().items() if rect.collidepoint(pixel)), "")

    def input(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1 or not (name := self.at(event.pos)):
            return False
        if name != self.focus.drawer:
            self.focus.open("" if name == SHUT else name)
        return True

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        name = self.at(pixel)
        return (self.describe(name), ()) if name else None

    def describe(self, name: str) -> str:
        """Return the purpose of a button, with its key."""
        command, words = COMMANDS.get(name, "step_back"), _(TABS[name]) if name in TABS else _("Close the drawer")
        return f"{words} ({key_shown(self.focus.options.keys, command)})"

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect]

    def covering(self) -> Sequence[Plate]:
        return [("drawer", self.focus.layout.drawer)] if self.focus.layout.drawer.width else []

    def key(self) -> tuple[object, ...]:
        return self.focus.drawer, self.at(self.focus.mouse), language()

    def draw(self, target: pygame.Surface) -> None:
        theme, under_mouse = self.theme, self.at(self.focus.mouse)
        pygame.draw.rect(target, PANEL, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topleft, self.rect.bottomleft)
        for name, rect in self.buttons().items():
            if name == SHUT:
                blit_at(
                    target,
                    ink(theme, "×", "large", "regular", INK if under_mouse == SHUT else INK_QUIET),
                    center=rect.center,
                )
                continue
            is_open = name == self.focus.drawer
            closed = SLATE_HOVER if name == under_mouse else SLATE_RAISED
            fill = LAMP if is_open else closed
            pygame.draw.rect(target, fill, rect, border_radius=theme.px(1))
            text = ink(theme, _(TABS[name]), "small", "semibold", SLATE if is_open else INK)
            blit_at(target, text, center=rect.center)


class Handles(Beside):
    """Two buttons at the right edge of the table that open the drawer: one at the log, one at the odds."""

    height: ClassVar = 6

    def __init__(self, focus: Focus, drawer: Drawer) -> None:
        super().__init__(focus)
        self._drawer = drawer

    def rects(self) -> dict[str, pygame.Rect]:
        """Return the rectangle of each button by the tab that it opens; {} while the drawer is open."""
        theme, table = self.theme, self.focus.layout.table
        width, height = theme.px(HANDLE), theme.px(5.75)
        tops = {"log": table.bottom - 2 * height - theme.px(3), "odds": table.bottom - height - theme.px(2.25)}
        rects = {tab: pygame.Rect(table.right - width, top, width, height) for tab, top in tops.items()}
        return rects if not self.focus.drawer else {}

    def at(self, pixel: tuple[int, int]) -> str:
        """Return the tab whose button is at a pixel, or ""."""
        return next((tab for tab, rect in self.rects().items() if rect.collidepoint(pixel)), "")

    def input(self, event: pygame.event.Event) -> bool:
        tab = self.at(event.pos) if event.type == pygame.MOUSEBUTTONUP and event.button == 1 else ""
        if tab:
            self.focus.open(tab)
        return bool(tab)

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        tab = self.at(pixel)
        return (self._drawer.describe(tab), ()) if tab else None

    def vital(self) -> Sequence[pygame.Rect]:
        return [*self.rects().values()]

    def draw(self, target: pygame.Surface) -> None:
        under_mouse = self.at(self.focus.mouse)
        for tab, rect in self.rects().items():
            fill = SLATE_HOVER if tab == under_mouse else PANEL
            draw_plate(target, rect.inflate(2, 0).move(1, 0), fill, SLATE_LINE, self.theme.px(1))
            blit_at(target, icon(f"tool-{tab}", self.theme.px(2.5), INK), center=rect.center)


class Tab(Beside, Pane):
    """The contents under one tab of the drawer; its rectangle is empty while another tab is open."""

    @property
    def rect(self) -> pygame.Rect:
        drawer, head = self.focus.layout.drawer, self.theme.px(HEAD)
        if self.focus.drawer != self.name:
            return pygame.Rect(drawer.topleft, (0, 0))
        return pygame.Rect(drawer.left, drawer.top + head, drawer.width, drawer.height - head)

    def bring(self) -> None:
        """Open the drawer at this tab if it is not open there."""
        if self.focus.drawer != self.name:
            self.focus.open(self.name)

    def brought(self, commands: dict[str, Callable[[], None]]) -> dict[str, Callable[[], None]]:
        """Return commands that first open the drawer at this tab."""

        def open_first(command: Callable[[], None]) -> None:
            self.bring()
            command()

        return {name: partial(open_first, command) for name, command in commands.items()}

    def draw_ground(self, target: pygame.Surface) -> None:
        """Draw the empty drawer."""
        pygame.draw.rect(target, PANEL, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topleft, self.rect.bottomleft)


@dataclass(frozen=True)
class Content:
    """The contents of a tab: odds, then sections, then the legend, then sections that come last."""

    odds: OddsView | None = None
    sections: tuple[Section, ...] = ()
    legend: tuple[Entry, ...] = ()
    ground: Colour = WOOD


class Facts(Tab):
    """A tab with odds, sections and the legend, which can be scrolled; `find` returns its contents."""

    def __init__(self, focus: Focus, name: str, find: Callable[[], Content]) -> None:
        super().__init__(focus)
        self.name, self.find = name, find

    def build(self) -> None:
        self.content, self.view = Content(), ScrollView()
        self.cited: list[tuple[pygame.Rect, str]] = []
        """The rectangles of the rule ids drawn last."""
        self._odds = Memo[pygame.Surface](20)
        self._measured = Memo[int](100)
        """The heights of sections and legends; most of them stay the same while the mouse moves."""

    def follow(self) -> None:
        if not self.rect.width:
            return
        content = self.find()
        if [section.title for section in content.sections] != [section.title for section in self.content.sections]:
            self.view.offset = 0
        self.content = content
        self.view.fit(self.rect, self._draw(None))

    def rule_at(self, pixel: tuple[int, int]) -> str:
        inside = self.rect.collidepoint(pixel)
        return next((rule for rect, rule in self.cited if inside and rect.collidepoint(pixel)), "")

    def key(self) -> tuple[object, ...]:
        return self.content, self.view.offset, language()

    def draw(self, target: pygame.Surface) -> None:
        """Draw the lines that fit completely, with a scrollbar if there are more."""
        self.cited.clear()
        self.draw_ground(target)
        with self.view.drawn(target, self.theme, -0.75):
            self._draw(target)

    def _draw(self, target: pygame.Surface | None) -> int:
        """Draw all contents; return their height. Without a target they are only measured."""
        theme, content, pad = self.theme, self.content, self.theme.px(2)
        box = pygame.Rect(self.rect.left + pad, self.view.top + theme.px(1), self.rect.width - 2 * pad, 0)
        start = box.top
        if content.odds is not None:
            picture = self.picture(content.odds, box.width)
            if target is not None:
                target.blit(picture, box)
            box.top += picture.get_height() + theme.px(0.75)
        for section in (section for section in content.sections if not section.last):
            box.top = self._section(target, section, box) + theme.px(0.75)
        if content.legend:
            if target is not None:
                draw_legend(target, theme, content.legend, box.topleft, box.width, content.ground)
            key = content.legend, box.width, theme.scale, language()
            box.top += self._measured.of(key, lambda: legend_height(theme, content.legend, box.width)) + theme.px(0.5)
        for section in (section for section in content.sections if section.last):
            box.top = self._section(target, section, box) + theme.px(0.75)
        return box.top - start + theme.px(2)

    def picture(self, odds: OddsView, width: int) -> pygame.Surface:
        """Return the picture of odds in a width."""

        def painted() -> pygame.Surface:
            canvas = pygame.Surface((width, self.theme.px(TALLEST)))
            canvas.fill(PANEL)
            height = OddsArt(self.theme).draw(canvas, odds, canvas.get_rect())
            return canvas.subsurface(pygame.Rect(0, 0, width, min(height, canvas.get_height()))).copy()

        return self._odds.of((odds, self.theme.scale, width, language()), painted)

    def _section(self, target: pygame.Surface | None, section: Section, box: pygame.Rect) -> int:
        """Draw a section, or only measure it without a target; return the y below."""
        if target is not None:
            return self._laid_out(target, section, box)
        key = section, box.width, self.theme.scale, language()
        return box.top + self._measured.of(key, lambda: self._laid_out(None, section, box) - box.top)

    def _laid_out(self, target: pygame.Surface | None, section: Section, box: pygame.Rect) -> int:
        """Draw a section, or only lay it out without a target; return the y below."""
        theme, left, right, y = self.theme, box.left, box.right, box.top
        for text in wrap(theme, section.title, right - left, "body", "semibold") if section.title else ():
            if target is not None and self._fully_visible(y, "body"):
                target.blit(ink(theme, text, "body", "semibold", TONES.get(section.tone, INK)), (left, y))
            y += line_height(theme)
        for line in section.lines:
            rule = ink(theme, line.rule, "small", "regular", INK_FAINT)
            text_width = right - left - theme.px(1.5) - (rule.get_width() + theme.px(1) if line.rule else 0)
            if target is not None and self._fully_visible(y, "small"):
                _sign(target, theme, line, left, y)
                place = blit_at(target, rule, topright=(right, y))
                self.cited += [(place, line.rule)] if line.rule else []
            inset = left + theme.px(1.75 if line.icon else 1.25)
            for text in wrap(theme, line.text, text_width, "small"):
                if target is not None and self._fully_visible(y, "small"):
                    target.blit(ink(theme, text, "small", "regular", TONES.get(line.tone, INK)), (inset, y))
                y += line_height(theme, "small")
        return y

    def _fully_visible(self, y: int, size: str) -> bool:
        """Return whether a line of type at y is completely inside the drawer."""
        return self.rect.top <= y and y + line_height(self.theme, size) <= self.rect.bottom

    def input(self, event: pygame.event.Event) -> bool:
        if not self.rect.collidepoint(self.focus.mouse):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.view.by(-event.y * self.theme.px(4))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and (rule := self.rule_at(event.pos)):
            self.focus.look_up(rule)
        else:
            return False
        return True

    def scroll(self, by: int) -> None:
        """Scroll by most of the visible height, down (1) or up (-1)."""
        self.follow()
        self.view.by(by * max(self.theme.px(4), self.rect.height - self.theme.px(4)))

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that scroll the facts under the tab "odds"."""
        if self.name != "odds":
            return {}
        return self.brought({"facts_back": partial(self.scroll, -1), "facts_on": partial(self.scroll, 1)})


def reasons(odds: OddsView | None) -> Iterator[Section]:
    """Yield sections about the modifiers of the rolls in odds."""
    if odds is not None and odds.lines:
        yield Section(_("What changes the roll"), odds.lines)
    if odds is not None and odds.reverse is not None and odds.reverse.lines:
        yield Section(odds.reverse.title, odds.reverse.lines)


def draw_tone(target: pygame.Surface, tone: str, spot: tuple[int, int], size: int) -> None:
    """Draw the sign of a tone, distinct in shape and colour: dot for good, triangle for warning, cross for bad."""
    (x, y), colour = spot, TONES.get(tone, INK)
    if tone == "warning":
        pygame.draw.polygon(target, colour, [(x, y - size - 1), (x + size + 1, y + size), (x - size - 1, y + size)])
    elif tone == "bad":
        for slope in (-size, size):
            pygame.draw.line(target, colour, (x - size, y - slope), (x + size, y + slope), max(2, size // 2))
    else:
        pygame.draw.circle(target, colour, spot, size)


def _sign(target: pygame.Surface, theme: Theme, line: Line, left: int, y: int) -> None:
    """Draw the icon of a line, or else the sign of its tone."""
    colour, height = TONES.get(line.tone, INK), line_height(theme, "small")
    if line.icon:
        picture = icon(line.icon, height - theme.px(0.5), colour)
        target.blit(picture, (left - theme.px(0.5), y + theme.px(0.25)))
    elif line.tone not in ("plain", "quiet"):
        draw_tone(target, line.tone, (left + theme.px(0.25), y + height // 2), max(2, theme.px(0.35)))

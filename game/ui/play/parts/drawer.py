"""The drawer over the right edge of the table: odds and facts, the log, both sides and the rules, each under a tab."""

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
from game.ui.widgets.keys import key_label, key_of
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
"""The tabs of the drawer by name, which is that of their contents and that of the command that opens them."""
COMMANDS: Final = {"odds": "odds", "log": "log", "sides": "strip", "rules": "why"}
"""The command whose key opens each tab."""
SHUT: Final = "drawer_shut"
HEAD: Final = 6.5
"""The height of the tabs in units of the theme."""


class Beside(Part):
    """A part in the type that everything beside the table has."""

    @property
    def theme(self) -> Theme:
        return beside_table(self.focus.size, self.focus.window.theme)


class Drawer(Beside, Pane):
    """The head of the drawer: its tabs, and the cross that closes it."""

    name = "drawer"

    @property
    def rect(self) -> pygame.Rect:
        whole = self.focus.layout.drawer
        return pygame.Rect(whole.topleft, (whole.width, self.theme.px(HEAD)))

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"odds": partial(self.focus.open, "odds"), "log": partial(self.focus.open, "log"),
                "why": partial(self.focus.open, "rules")}  # fmt: skip

    def buttons(self) -> dict[str, pygame.Rect]:
        """Return the rectangles of the tabs and of the cross, by name."""
        theme, gap = self.theme, self.theme.px(0.75)
        wide = {tab: ink(theme, _(label), "small", "semibold").get_width() for tab, label in TABS.items()}
        left, cross = self.rect.left + theme.px(1.5), theme.px(3.5)
        spare = self.rect.width - 2 * theme.px(1.5) - cross - sum(wide.values()) - len(wide) * gap
        pad, found = max(2, min(theme.px(2.5), spare // len(wide))), {}
        for tab, text in wide.items():
            found[tab] = pygame.Rect(left, self.rect.top + theme.px(1.5), text + pad, theme.px(4))
            left = found[tab].right + gap
        return found | {SHUT: pygame.Rect(self.rect.right - theme.px(1) - cross, found["odds"].top, cross, theme.px(4))}

    def at(self, pixel: tuple[int, int]) -> str:
        """Return the button at a pixel, "" for none."""
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
        return (self.told(name), ()) if name else None

    def told(self, name: str) -> str:
        """Return what a button does, with its key."""
        command, words = COMMANDS.get(name, "step_back"), _(TABS[name]) if name in TABS else _("Close the drawer")
        return f"{words} ({key_label(key_of(self.focus.options.keys, command))})"

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect]

    def covering(self) -> Sequence[Plate]:
        return [("drawer", self.focus.layout.drawer)] if self.focus.layout.drawer.width else []

    def key(self) -> tuple[object, ...]:
        return self.focus.drawer, self.at(self.focus.mouse), language()

    def draw(self, target: pygame.Surface) -> None:
        theme, over = self.theme, self.at(self.focus.mouse)
        pygame.draw.rect(target, PANEL, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topleft, self.rect.bottomleft)
        for name, rect in self.buttons().items():
            if name == SHUT:
                blit_at(
                    target, ink(theme, "×", "large", "regular", INK if over == SHUT else INK_QUIET), center=rect.center
                )
                continue
            here = name == self.focus.drawer
            fill = LAMP if here else SLATE_HOVER if name == over else SLATE_RAISED
            pygame.draw.rect(target, fill, rect, border_radius=theme.px(1))
            text = ink(theme, _(TABS[name]), "small", "semibold", SLATE if here else INK)
            blit_at(target, text, center=rect.center)


class Handles(Beside):
    """Two buttons at the right edge of the table that open the drawer: at the log, and at the odds."""

    height: ClassVar = 6

    def __init__(self, focus: Focus, drawer: Drawer) -> None:
        super().__init__(focus)
        self._drawer = drawer

    def rects(self) -> dict[str, pygame.Rect]:
        """Return the rectangle of each button by the tab that it opens; none while the drawer is open."""
        theme, table = self.theme, self.focus.layout.table
        wide, high = theme.px(HANDLE), theme.px(5.75)
        tops = {"log": table.bottom - 2 * high - theme.px(3), "odds": table.bottom - high - theme.px(2.25)}
        rects = {tab: pygame.Rect(table.right - wide, top, wide, high) for tab, top in tops.items()}
        return rects if not self.focus.drawer else {}

    def at(self, pixel: tuple[int, int]) -> str:
        """Return the tab whose button is at a pixel, "" for none."""
        return next((tab for tab, rect in self.rects().items() if rect.collidepoint(pixel)), "")

    def input(self, event: pygame.event.Event) -> bool:
        tab = self.at(event.pos) if event.type == pygame.MOUSEBUTTONUP and event.button == 1 else ""
        if tab:
            self.focus.open(tab)
        return bool(tab)

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        tab = self.at(pixel)
        return (self._drawer.told(tab), ()) if tab else None

    def vital(self) -> Sequence[pygame.Rect]:
        return [*self.rects().values()]

    def draw(self, target: pygame.Surface) -> None:
        over = self.at(self.focus.mouse)
        for tab, rect in self.rects().items():
            fill = SLATE_HOVER if tab == over else PANEL
            draw_plate(target, rect.inflate(2, 0).move(1, 0), fill, SLATE_LINE, self.theme.px(1))
            blit_at(target, icon(f"tool-{tab}", self.theme.px(2.5), INK), center=rect.center)


class Tab(Beside, Pane):
    """A content of the drawer, which takes no place while another one is open."""

    @property
    def rect(self) -> pygame.Rect:
        whole, head = self.focus.layout.drawer, self.theme.px(HEAD)
        if self.focus.drawer != self.name:
            return pygame.Rect(whole.topleft, (0, 0))
        return pygame.Rect(whole.left, whole.top + head, whole.width, whole.height - head)

    def bring(self) -> None:
        """Open the drawer at this content, unless it is open."""
        if self.focus.drawer != self.name:
            self.focus.open(self.name)

    def brought(self, commands: dict[str, Callable[[], None]]) -> dict[str, Callable[[], None]]:
        """Return commands that open the drawer at this content before they do what they do."""

        def first(then: Callable[[], None]) -> None:
            self.bring()
            then()

        return {name: partial(first, then) for name, then in commands.items()}

    def draw_ground(self, target: pygame.Surface) -> None:
        """Draw the empty drawer."""
        pygame.draw.rect(target, PANEL, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topleft, self.rect.bottomleft)


@dataclass(frozen=True)
class Content:
    """What there is to read: odds, then sections, then the patterns of the table, then sections that come last."""

    odds: OddsView | None = None
    sections: tuple[Section, ...] = ()
    legend: tuple[Entry, ...] = ()
    ground: Colour = WOOD


class Facts(Tab):
    """What there is to read under a tab, scrolled if it is too high; `find` returns it."""

    def __init__(self, focus: Focus, name: str, find: Callable[[], Content]) -> None:
        super().__init__(focus)
        self.name, self.find = name, find

    def build(self) -> None:
        self.content, self.view = Content(), ScrollView()
        self.cited: list[tuple[pygame.Rect, str]] = []
        """The rule ids drawn last, with their rectangles."""
        self._odds = Memo[pygame.Surface](20)
        self._measured = Memo[int](100)
        """The heights of sections and legends: of facts that follow the mouse most stay the same."""

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
        """Draw as many whole lines as fit, with a scrollbar if there are more."""
        self.cited.clear()
        self.draw_ground(target)
        with self.view.drawn(target, self.theme, -0.75):
            self._draw(target)

    def _draw(self, target: pygame.Surface | None) -> int:
        """Draw all content, on nothing to measure it; return the pixels used."""
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
        """Return the picture of odds at a width."""

        def painted() -> pygame.Surface:
            room = pygame.Surface((width, self.theme.px(TALLEST)))
            room.fill(PANEL)
            high = OddsArt(self.theme).draw(room, odds, room.get_rect())
            return room.subsurface(pygame.Rect(0, 0, width, min(high, room.get_height()))).copy()

        return self._odds.of((odds, self.theme.scale, width, language()), painted)

    def _section(self, target: pygame.Surface | None, section: Section, box: pygame.Rect) -> int:
        if target is not None:
            return self._laid_out(target, section, box)
        key = section, box.width, self.theme.scale, language()
        return box.top + self._measured.of(key, lambda: self._laid_out(None, section, box) - box.top)

    def _laid_out(self, target: pygame.Surface | None, section: Section, box: pygame.Rect) -> int:
        theme, left, right, y = self.theme, box.left, box.right, box.top
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
        """Scroll by most of what is in view, down (1) or up (-1)."""
        self.follow()
        self.view.by(by * max(self.theme.px(4), self.rect.height - self.theme.px(4)))

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that scroll the facts about what is pointed at."""
        if self.name != "odds":
            return {}
        return self.brought({"facts_back": partial(self.scroll, -1), "facts_on": partial(self.scroll, 1)})


def reasons(odds: OddsView | None) -> Iterator[Section]:
    """Yield what changes the rolls of odds as sections."""
    if odds is not None and odds.lines:
        yield Section(_("What changes the roll"), odds.lines)
    if odds is not None and odds.reverse is not None and odds.reverse.lines:
        yield Section(odds.reverse.title, odds.reverse.lines)


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

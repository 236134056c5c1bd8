"""The panel at the side of the table as panes: the decision, odds and receipts, other facts; and their layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.engine.rulebook.view import Line, OddsView
from game.ui.aids.legend import draw_legend, legend_height
from game.ui.aids.odds_plate import SMALLEST_TYPE, TALLEST, OddsArt, types
from game.ui.board.overlays import Entry
from game.ui.board.pieces import paint_swatch
from game.ui.decisions.base import Tool
from game.ui.panel.layout import Layout, Wants, panel_width
from game.ui.panel.text import Heading, told
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Tip
from game.ui.widgets.actions import ActionList
from game.ui.widgets.layers import Kept
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Section
from game.ui.widgets.signs import icon
from game.ui.widgets.text import ScrollView, blit_at, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    SLATE,
    SLATE_LINE,
    SLATE_RAISED,
    TONES,
    WOOD,
    Colour,
    Theme,
    mix,
)
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


class Facts(Pane):
    """Facts below a decision: the "aid", odds and receipts that must be seen whole, or all other "details".

    They are scrolled if they are too high; the aid takes smaller type before.
    """

    def __init__(self, focus: Focus, name: str) -> None:
        super().__init__(focus)
        self.name = name

    def build(self) -> None:
        self._themes = list(types(self.theme)) if self.name == "aid" else [self.theme]
        self.type = self.theme
        """The size of type that is used now."""
        self.content, self.view = Content(), ScrollView()
        self.cited: list[tuple[pygame.Rect, str]] = []
        """The rule ids drawn last, with their rectangles."""
        self._heights: dict[tuple[int, float, str], int] = {}
        self._odds = Memo[pygame.Surface](20)
        self._measured = Memo[int](100)
        """The heights of sections and legends: of facts that follow the mouse most stay the same."""

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

    def needs(self, width: int, theme: Theme | None = None) -> int:
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
        return self.needs(width, theme), self.needs(width)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest type that fits a rectangle of the window."""
        fitting = (each for each in self._themes if self.needs(rect.width, each) <= rect.height)
        self.type = next(fitting, self._themes[-1])

    def rule_at(self, pixel: tuple[int, int]) -> str:
        return next((rule for rect, rule in self.cited if rect.collidepoint(pixel)), "")

    def key(self) -> tuple[object, ...]:
        return self.content, self.view.offset, self.type.scale

    def draw(self, target: pygame.Surface) -> None:
        """Draw as many whole lines as fit, with a scrollbar if there are more."""
        self.cited.clear()
        if not self.rect.height:
            return
        pygame.draw.rect(target, GROUND, self.rect)
        pygame.draw.line(target, SLATE_LINE, self.rect.topleft, self.rect.topright)
        whole = self.needs(self.rect.width, self.type)
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

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect] if self.name == "aid" else ()


class Decision(Pane):
    """What is asked, and the rows of answers; `rows_of` is what the rows shown belong to.

    It lays out the panes of the panel with the log. Help is shown among the facts if there is room.
    """

    name = "decision"
    rows_of: Tool | None = None

    def __init__(self, focus: Focus, aid: Facts, details: Facts) -> None:
        super().__init__(focus)
        self.aid, self.details = aid, details

    def build(self) -> None:
        self.focus.actions = ActionList(self.theme, keeps=True)
        self.heading, self._head = Heading(), Kept()
        self.helped = False
        self._held: tuple[object, int] = (None, 0)
        self._heading, self._facts = Heading(), Content()
        self._known: tuple[object, Layout] | None = None

    # -- what is shown ---------------------------------------------------------------------------

    def show(
        self, heading: Heading, odds: OddsView | None, sections: Sequence[Section], legend: Sequence[Entry]
    ) -> None:
        """Show other content; sections that come first are shown with the odds."""
        self._heading = heading
        self.aid.show(Content(odds, tuple(section for section in sections if section.first)))
        why = (Section("", (Line(heading.wording, heading.rule, "quiet"),)),) if heading.wording else ()
        rest = (*reasons(odds), *why, *(section for section in sections if not section.first))
        self._facts = Content(None, rest, tuple(legend), self.focus.ground.ground)

    def arrange(self, lay_out: Callable[[Wants], Layout], moment: object) -> Layout:
        """Lay the panes out, with help if there is room for all of it; return the layout.

        At one moment of a game the log only gets lower, so that it does not jump with everything that is pointed at.
        """
        help_, actions = self._help(), self.focus.actions
        facts = self._heading, self.aid.content, self._facts, help_
        key = *facts, self.focus.size, self.theme.scale, moment, language()
        if self._known is None or self._known[0] != (*key, actions.key()):  # seldom otherwise
            layout = self._arranged(lay_out, moment, help_)
            self._known = (*key, actions.key()), layout
        return self._known[1]

    def _arranged(self, lay_out: Callable[[Wants], Layout], moment: object, help_: Section | None) -> Layout:
        size, content = self.focus.size, self._facts
        width = panel_width(size, self.theme)
        self.heading, self.helped = self._heading, False
        if help_ is not None:
            self.details.show(replace(content, sections=(*content.sections, help_)))
            layout = lay_out(self._wants(width))
            self.helped = self.details.needs(width) <= layout.details.height
        if not self.helped:
            self.details.show(content)
            layout = lay_out(self._wants(width))
        layout = self._steady(layout, (moment, size, self.theme.scale))
        self.place(layout.decision)
        self.aid.place(layout.aid)
        self.details.place(layout.details)
        return layout

    def _wants(self, width: int) -> Wants:
        decision = self.least_height(width), self.wanted_height(width)
        return Wants(decision, self.aid.wants(width), self.details.needs(width))

    def _steady(self, layout: Layout, key: object) -> Layout:
        low = min(self._held[1], layout.log.height) if self._held[0] == key else layout.log.height
        if not low:  # no room for it just now
            return layout
        self._held, more = (key, low), layout.log.height - low
        log, details = layout.log.copy(), layout.details.copy()
        log.top, log.height = log.top + more, low
        details.height += more
        return replace(layout, log=log, details=details)

    def _help(self) -> Section | None:
        """Return the wording of the rule under the mouse, or of the row there, or what the row would use."""
        focus, pixel = self.focus, self.focus.mouse
        if not focus.pointing or focus.sheets:
            return None
        row = focus.actions.row_at(pixel)
        if row is not None and (line := told(focus.model, row.id)) is not None:
            return Section("", (line,), last=True)
        written = self.rule_at(pixel) or self.aid.rule_at(pixel) or self.details.rule_at(pixel)
        rule = row.rule if row is not None else written
        wording = tuple(replace(line, tone="quiet") for line in self.wording(rule))
        return Section(rule, wording, last=True) if wording else None

    # -- the pane of the decision ----------------------------------------------------------------

    def key(self) -> tuple[object, ...]:
        return self.heading, self.focus.actions.key()

    def input(self, event: pygame.event.Event) -> bool:
        actions, focus = self.focus.actions, self.focus
        if event.type == pygame.MOUSEMOTION:
            actions.hovered = actions.at(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(focus.mouse):
            actions.scroll(-event.y * self.theme.px(5))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            if rule := self.rule_at(event.pos):
                focus.look_up(rule)
            row, controller = actions.row_at(event.pos), focus.input_target
            # After another click the rows of the next question may not be shown yet.
            if row is not None and controller is not None and controller is self.rows_of and row.enabled:
                focus.call(lambda: controller.perform(row))
        else:
            return False
        return event.type != pygame.MOUSEMOTION

    def wanted_height(self, width: int) -> int:
        """Return its preferred height in pixels."""
        inner = width - 2 * self.theme.px(2)
        return self._head_height(inner) + self.focus.actions.height(inner) + self.theme.px(1.5)

    def least_height(self, width: int) -> int:
        """Return the height in pixels below which it does not even show the row that is pointed at."""
        actions, pointed = self.focus.actions, self.focus.actions.pointed()
        high = self._head_height(width - 2 * self.theme.px(2), hint=False)
        for index, (action, rect) in enumerate(actions.rows()):
            if action is pointed or pointed is None:
                marked = index != actions.hovered
                return high + (rect.height if marked else rect.bottom - actions.rect.top) + self.theme.px(1.5)
        return high

    def place(self, rect: pygame.Rect) -> None:
        """Put the rows into a rectangle of the window; a mark of the keyboard stays in view."""
        pad, actions = self.theme.px(2), self.focus.actions
        if self.wanted_height(rect.width) > rect.height:  # actions matter more than explanations
            self.heading = replace(self.heading, hint="")
        head = self._head_height(rect.width - 2 * pad)
        below = max(0, rect.height - head - self.theme.px(1))
        before = actions.rect.height
        actions.place(pygame.Rect(rect.left + pad, rect.top + head, rect.width - 2 * pad, below))
        if below < before and actions.hovered < 0:
            actions.show_cursor()

    def _head_height(self, width: int, *, hint: bool = True) -> int:
        theme, heading = self.theme, self.heading
        high = theme.px(6)
        high += len(wrap(theme, heading.prompt, width, "body", "semibold")) * line_height(theme)
        if hint and heading.hint:
            high += len(wrap(theme, heading.hint, width, "small")) * line_height(theme, "small")
        return high + theme.px(1.5)

    @property
    def head(self) -> pygame.Rect:
        """Where it says who decides, and what is asked."""
        high = self.focus.actions.rect.top - self.rect.top
        return pygame.Rect(self.rect.topleft, (self.rect.width, max(0, high)))

    def rule_rect(self) -> pygame.Rect:
        """Return where the rule of the decision is written."""
        text = ink(self.theme, self.heading.rule, "small", "semibold")
        box = pygame.Rect(0, 0, text.get_width() + self.theme.px(1.5), self.theme.px(2.75))
        box.topright = (self.rect.right - self.theme.px(2), self.rect.top + self.theme.px(1.5))
        return box

    def rule_at(self, pixel: tuple[int, int]) -> str:
        if not self.rect.collidepoint(pixel):
            return ""
        if self.rule_rect().collidepoint(pixel):
            return self.heading.rule
        row = self.focus.actions.row_at(pixel)
        return row.rule if row is not None and not row.enabled else ""

    def draw(self, target: pygame.Surface) -> None:
        head = self.rect.clip(target.get_rect())
        head.height = max(0, min(head.bottom, self.focus.actions.rect.top) - head.top)
        pygame.draw.rect(target, SLATE, self.rect)
        if self.heading.who:
            tint = pygame.Rect(self.rect.left, self.rect.top, self.theme.px(0.5), self.rect.height)
            pygame.draw.rect(target, self.heading.livery.colour, tint)
        key = self.heading, tuple(self.rect), tuple(head), self.theme.scale, language()
        self._head.show(target, head, key, lambda: self._draw_head(target))
        self.focus.actions.draw(target)

    def _draw_head(self, target: pygame.Surface) -> None:
        theme, heading, pad = self.theme, self.heading, self.theme.px(2)
        left, width = self.rect.left + pad, self.rect.width - 2 * pad
        middle = self.rect.top + theme.px(3)
        if heading.who:
            blit_at(target, paint_swatch(heading.livery, theme.px(2.5)), midleft=(left, middle))
        room = self.rule_rect().left - left - theme.px(4)
        who = ink(theme, shorten(theme, heading.who, room, "body", "semibold"), "body", "semibold", INK_QUIET)
        blit_at(target, who, midleft=(left + theme.px(3.5), middle))
        if heading.rule:
            box = self.rule_rect()
            pygame.draw.rect(target, SLATE_RAISED, box, border_radius=box.height // 2)
            blit_at(target, ink(theme, heading.rule, "small", "semibold", INK_QUIET), center=box.center)
        y = self.rect.top + theme.px(5.5)
        for text, size, weight, colour in (
            (heading.prompt, "body", "semibold", INK),
            (heading.hint, "small", "regular", INK_FAINT),
        ):
            y = write(target, theme, text, (left, y), width, size, weight, colour) if text else y

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        row = self.focus.actions.row_at(pixel)
        if row is None:
            return super().tip(pixel)
        if (line := told(self.focus.model, row.id)) is not None:
            return row.label, (line,)
        wording = self.wording(row.rule)
        return (f"{row.label}  {row.rule}", wording) if wording else None

    def vital(self) -> Sequence[pygame.Rect]:
        room = self.focus.actions.rect
        rows = (rect.clip(room) for _action, rect in self.focus.actions.rows() if rect.colliderect(room))
        return [*rows, self.head]

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that scroll the facts by the keyboard."""
        return {"facts_back": lambda: self._scroll(-1), "facts_on": lambda: self._scroll(1)}

    def _scroll(self, by: int) -> None:
        self.details.view.by(by * max(self.theme.px(4), self.details.rect.height - self.theme.px(4)))


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

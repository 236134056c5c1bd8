"""The side panel: the decision and its rule, the possible actions, and facts that matter for them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pygame

from game.engine.rulebook.view import Line
from game.ui.board.pieces import Livery, paint_swatch
from game.ui.widgets.actions import ActionList
from game.ui.widgets.icons import icon
from game.ui.widgets.reader import Section
from game.ui.widgets.scrollbar import ScrollView
from game.ui.widgets.text import blit_at, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, SLATE, SLATE_LINE, SLATE_RAISED, TONES, Theme, mix


@dataclass(frozen=True)
class Heading:
    """The head of the panel: the deciding player, the decision and its rule."""

    who: str = ""
    livery: Livery = field(default_factory=Livery)
    prompt: str = ""
    rule: str = ""
    wording: str = ""
    hint: str = ""


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


@dataclass
class DecisionPanel:
    """Heading and actions."""

    theme: Theme
    actions: ActionList
    heading: Heading = field(default_factory=Heading)
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    def wanted_height(self, width: int) -> int:
        """Return its preferred height in pixels."""
        inner = width - 2 * self.theme.px(2)
        return self._head_height(inner) + self.actions.height(inner) + self.theme.px(1.5)

    def place(self, rect: pygame.Rect) -> None:
        """Put it into a rectangle of the window."""
        pad = self.theme.px(2)
        if self.wanted_height(rect.width) > rect.height:  # actions matter more than explanations
            self.heading = replace(self.heading, hint="")
        self.rect = rect
        head = self._head_height(rect.width - 2 * pad)
        below = max(0, rect.height - head - self.theme.px(1))
        self.actions.place(pygame.Rect(rect.left + pad, rect.top + head, rect.width - 2 * pad, below))

    def _head_height(self, width: int) -> int:
        theme, heading = self.theme, self.heading
        high = theme.px(6)
        high += len(wrap(theme, heading.prompt, width, "body", "semibold")) * line_height(theme)
        for text in (heading.wording, heading.hint):
            high += len(wrap(theme, text, width, "small")) * line_height(theme, "small") if text else 0
        return high + theme.px(1.5)

    def rule_rect(self) -> pygame.Rect:
        """Return where the rule of the decision is written."""
        text = ink(self.theme, self.heading.rule, "small", "semibold")
        box = pygame.Rect(0, 0, text.get_width() + self.theme.px(1.5), self.theme.px(2.75))
        box.topright = (self.rect.right - self.theme.px(2), self.rect.top + self.theme.px(1.5))
        return box

    def rule_at(self, pixel: tuple[int, int]) -> str:
        """Return the rule written at a pixel: the decision's, or that of a refused row."""
        if self.rule_rect().collidepoint(pixel):
            return self.heading.rule
        row = self.actions.at(pixel)
        return self.actions.actions[row].rule if row >= 0 and not self.actions.actions[row].enabled else ""

    def draw(self, target: pygame.Surface) -> None:
        """Draw heading and actions."""
        theme, heading, pad = self.theme, self.heading, self.theme.px(2)
        pygame.draw.rect(target, SLATE, self.rect)
        if heading.who:
            tint = pygame.Rect(self.rect.left, self.rect.top, theme.px(0.5), self.rect.height)
            pygame.draw.rect(target, heading.livery.colour, tint)
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
            (heading.wording, "small", "regular", INK_QUIET),
            (heading.hint, "small", "regular", INK_FAINT),
        ):
            y = write(target, theme, text, (left, y), width, size, weight, colour) if text else y
        self.actions.draw(target)

    def key(self) -> tuple[object, ...]:
        """Return a cache key of the picture."""
        return self.heading, tuple(self.rect), self.actions.key()


@dataclass
class DetailsPanel:
    """Sections of lines: refusals, the preview of the ghost's spot, the inspected piece."""

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    sections: tuple[Section, ...] = ()
    view: ScrollView = field(default_factory=ScrollView)
    cited: list[tuple[pygame.Rect, str]] = field(default_factory=list)
    """The rule ids drawn last, with their rectangles."""

    def show(self, sections: tuple[Section, ...]) -> None:
        """Show other sections, scrolled to the top if their titles differ."""
        if [section.title for section in sections] != [section.title for section in self.sections]:
            self.view.offset = 0
        self.sections = sections

    def rule_at(self, pixel: tuple[int, int]) -> str:
        """Return the rule written at a pixel."""
        return next((rule for rect, rule in self.cited if rect.collidepoint(pixel)), "")

    def draw(self, target: pygame.Surface) -> None:
        """Draw the lines that fit, none of them cut, with a scrollbar if there are more."""
        theme = self.theme
        pygame.draw.rect(target, mix(SLATE, SLATE_RAISED, 0.25), self.rect)
        pygame.draw.line(target, SLATE_LINE, self.rect.topleft, self.rect.topright)
        self.cited.clear()
        self.view.room = self.rect.copy()
        with self.view.drawn(target, theme, -0.75):
            y = self.view.top + theme.px(1.5)
            for section in self.sections:
                y = self._section(target, section, y) + theme.px(1)
            self.view.fit(self.rect, y - self.view.top)

    def _section(self, target: pygame.Surface, section: Section, y: int) -> int:
        theme, pad = self.theme, self.theme.px(2)
        left, right = self.rect.left + pad, self.rect.right - pad
        for text in wrap(theme, section.title, right - left, "body", "semibold") if section.title else ():
            if self._whole(y, "body"):
                target.blit(ink(theme, text, "body", "semibold", TONES.get(section.tone, INK)), (left, y))
            y += line_height(theme)
        for line in section.lines:
            rule = ink(theme, line.rule, "small", "regular", INK_FAINT)
            room = right - left - theme.px(1.5) - (rule.get_width() + theme.px(1) if line.rule else 0)
            if self._whole(y, "small"):
                self._sign(target, line, left, y)
                box = blit_at(target, rule, topright=(right, y))
                self.cited += [(box, line.rule)] if line.rule else []
            inset = left + theme.px(1.75 if line.icon else 1.25)
            for text in wrap(theme, line.text, room, "small"):
                if self._whole(y, "small"):
                    target.blit(ink(theme, text, "small", "regular", TONES.get(line.tone, INK)), (inset, y))
                y += line_height(theme, "small")
        return y

    def _whole(self, y: int, size: str) -> bool:
        return self.rect.top <= y and y + line_height(self.theme, size) <= self.rect.bottom

    def _sign(self, target: pygame.Surface, line: Line, left: int, y: int) -> None:
        """Draw the icon of a line, else the sign of its tone."""
        theme, colour, high = self.theme, TONES.get(line.tone, INK), line_height(self.theme, "small")
        if line.icon:
            picture = icon(line.icon, high - theme.px(0.5), colour)
            target.blit(picture, (left - theme.px(0.5), y + theme.px(0.25)))
        elif line.tone not in ("plain", "quiet"):
            draw_tone(target, line.tone, (left + theme.px(0.25), y + high // 2), max(2, theme.px(0.35)))

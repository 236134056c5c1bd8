"""The dock at the left of the table: who decides, what is asked, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.ui.decisions.base import Tool
from game.ui.panel.choices import Choices
from game.ui.panel.text import Heading, told
from game.ui.play.focus import Focus
from game.ui.play.part import Pane, Tip
from game.ui.widgets.layers import Kept
from game.ui.widgets.text import ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK, INK_FAINT, SLATE_DEEP, SLATE_LINE, TONES
from game.wording import language


class Dock(Pane):
    """What is asked, why an answer was refused, and the answers; `rows_of` is what the answers shown belong to."""

    name = "dock"
    rows_of: Tool | None = None

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.heading = Heading()

    def build(self) -> None:
        self.focus.actions = Choices(self.theme, keeps=True)
        self._head = Kept()

    def show(self, heading: Heading) -> None:
        """Show another heading, and put the answers below it; a mark of the keyboard stays in view."""
        pad, actions = self.theme.px(1.5), self.focus.actions
        self.heading = heading
        inner = self.rect.width - 2 * pad
        head = self._head_height(inner)
        if heading.hint and head + actions.height(inner) > self.rect.height:  # answers matter more than explanations
            self.heading = replace(heading, hint="")
            head = self._head_height(inner)
        below, before = max(0, self.rect.height - head - self.theme.px(1)), actions.rect.height
        actions.place(pygame.Rect(self.rect.left + pad, self.rect.top + head, inner, below))
        if below < before and actions.hovered < 0:
            actions.show_cursor()

    def key(self) -> tuple[object, ...]:
        return self.heading, self.focus.actions.key()

    def input(self, event: pygame.event.Event) -> bool:
        actions, focus = self.focus.actions, self.focus
        if event.type == pygame.MOUSEMOTION:
            actions.hovered = actions.at(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(focus.mouse):
            actions.scroll(-event.y * self.theme.px(5))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            row, controller = actions.row_at(event.pos), focus.input_target
            # After another click the rows of the next question may not be shown yet.
            if row is not None and controller is not None and controller is self.rows_of and row.enabled:
                focus.call(lambda: controller.perform(row))
        else:
            return False
        return event.type != pygame.MOUSEMOTION

    def _texts(self) -> list[tuple[str, str, str, tuple[int, int, int]]]:
        """Return the paragraphs of the head, each with its size, weight and colour."""
        heading = self.heading
        noted = [(line.text, "small", "semibold", TONES.get(line.tone, INK)) for line in heading.notes]
        texts = [(heading.prompt, "body", "semibold", INK), (heading.hint, "small", "regular", INK_FAINT), *noted]
        return [each for each in texts if each[0]]

    def _head_height(self, width: int) -> int:
        theme = self.theme
        lines = ((len(wrap(theme, text, width, *style)), style[0]) for text, *style, _colour in self._texts())
        return theme.px(5.5) + sum(count * line_height(theme, size) for count, size in lines)

    @property
    def head(self) -> pygame.Rect:
        """Where it says who decides, and what is asked."""
        high = self.focus.actions.rect.top - self.rect.top
        return pygame.Rect(self.rect.topleft, (self.rect.width, max(0, high)))

    def draw(self, target: pygame.Surface) -> None:
        pygame.draw.rect(target, SLATE_DEEP, self.rect)
        pygame.draw.line(
            target, SLATE_LINE, (self.rect.right - 1, self.rect.top), (self.rect.right - 1, self.rect.bottom)
        )
        head = self.head.clip(target.get_rect())
        key = self.heading, tuple(self.rect), tuple(head), self.theme.scale, language()
        self._head.show(target, head, key, lambda: self._draw_head(target))
        self.focus.actions.draw(target)

    def _draw_head(self, target: pygame.Surface) -> None:
        theme, heading, pad = self.theme, self.heading, self.theme.px(1.5)
        width, y = self.rect.width - 2 * pad, self.rect.top + theme.px(4.5)
        tint = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, theme.px(0.5))
        pygame.draw.rect(target, heading.livery.colour, tint)
        size = "body" if theme.font("body", "semibold").size(heading.who)[0] <= width else "small"
        who = ink(theme, shorten(theme, heading.who, width, size, "semibold"), size, "semibold")
        target.blit(who, who.get_rect(center=(self.rect.centerx - 1, self.rect.top + theme.px(2.5))))
        for text, size, weight, colour in self._texts():
            y = write(target, theme, text, (self.rect.left + pad, y), width, size, weight, colour)

    def tip(self, pixel: tuple[int, int]) -> Tip | None:
        row = self.focus.actions.row_at(pixel)
        if row is None:
            return None
        if (line := told(self.focus.model, row.id)) is not None:
            return row.label, (line,)
        wording = self.wording(row.rule)
        return (f"{row.label}  {row.rule}", wording) if wording else None

    def vital(self) -> Sequence[pygame.Rect]:
        room = self.focus.actions.rect
        rows = (rect.clip(room) for _action, rect in self.focus.actions.rows() if rect.colliderect(room))
        return [*rows, self.head]

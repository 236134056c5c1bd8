"""A roster as a card: its members with dice and traits, what it is good at, the wording of its traits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pygame

from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.view import Line
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, clipped, ink, line_height, wrap, write
from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SLATE_LINE,
    SLATE_RAISED,
    TONES,
    Theme,
    mix,
    readable_on,
)
from game.wording import _

DIE = mix(LAMP, SLATE_RAISED, 0.35)


def draw_card(target: pygame.Surface, theme: Theme, card: Card, facts: Sequence[Line], rect: pygame.Rect) -> None:
    """Draw a card into a rectangle, further facts below its own lines; of the wordings those that fit whole."""
    pygame.draw.rect(target, SLATE_RAISED, rect, border_radius=theme.px(1))
    pygame.draw.rect(target, SLATE_LINE, rect, 1, border_radius=theme.px(1))
    inner = rect.inflate(-theme.px(4), -theme.px(3))
    with clipped(target, rect.clip(target.get_clip())):
        y = write(target, theme, card.title, inner.topleft, inner.width, "large", "semibold")
        for line in (*card.lines, *facts):
            tint = INK_QUIET if line.tone == "plain" else TONES.get(line.tone, INK)
            y = write(target, theme, line.text, (inner.left, y), inner.width, "small", colour=tint)
        if card.strength:
            y = write(target, theme, card.strength, (inner.left, y + theme.px(0.5)), inner.width, colour=LAMP)
        y += theme.px(1)
        for place, member in enumerate(card.members):
            left, step = len(card.members) - place, line_height(theme, "small")
            room = inner.bottom - y - (step if left > 1 else 0)
            below = _draw_member(target, theme, member, pygame.Rect(inner.left, y, inner.width, room))
            if below is None:
                write(target, theme, _("and {n} more", n=left), (inner.left, inner.bottom - step), inner.width, "small")
                return
            y = below
        y += theme.px(0.5)
        for text in whole(theme, [line.text for line in card.wordings], inner.width, inner.bottom - y):
            y = write(target, theme, text, (inner.left, y), inner.width, "small", colour=INK_QUIET)


def whole(theme: Theme, texts: Sequence[str], width: int, height: int) -> list[str]:
    """Return the texts that fit whole below one another, then how many more there are."""
    step = line_height(theme, "small")
    heights = [len(wrap(theme, text, width, "small")) * step for text in texts]
    if sum(heights) <= height:
        return [*texts]
    fitting = max((n for n in range(len(texts)) if sum(heights[:n]) + step <= height), default=0)
    return [*texts[:fitting], _("and {n} more", n=len(texts) - fitting)] if step <= height else []


def _draw_member(target: pygame.Surface, theme: Theme, member: MemberCard, room: pygame.Rect) -> int | None:
    """Draw a member at the top of a rectangle; return the y below it, None if it does not fit."""
    step, left = line_height(theme, "small"), room.left + theme.px(5.5)
    rows = trait_rows(theme, member.traits, room.right - left)
    high = max(theme.px(4.5), line_height(theme) + len(rows) * (step + theme.px(0.25)))
    if high > room.height:
        return None
    die = blit_at(target, icon(member.symbol, theme.px(4), DIE), topleft=(room.left, room.top))
    blit_at(target, ink(theme, member.value, "small", "semibold", readable_on(DIE)), center=die.center)
    name = blit_at(target, ink(theme, member.name, "body", "semibold"), topleft=(left, room.top))
    note = ", ".join(part for part in (_("leader") if member.leader else "", member.note) if part)
    blit_at(target, ink(theme, note, "small", "regular", INK_FAINT), midleft=(name.right + theme.px(1), name.centery))
    y = room.top + line_height(theme)
    for row in rows:
        x = left
        for line in row:
            tint = TONES.get(line.tone, INK)
            if line.icon:
                blit_at(target, icon(line.icon, theme.px(2), tint), midleft=(x, y + step // 2))
            words = ink(theme, line.text, "small", "regular", tint)
            x = blit_at(target, words, midleft=(x + theme.px(2.5), y + step // 2)).right + theme.px(1.5)
        y += step + theme.px(0.25)
    return room.top + high + theme.px(0.75)


def trait_rows(
    theme: Theme, traits: Sequence[Line], width: int, size: str = "small", extra: float = 4.0
) -> list[list[Line]]:
    """Return the traits in rows no wider than `width` pixels; what is wider goes on in a row without an icon.

    Each takes `extra` units of the theme besides its words.
    """
    rows: list[list[Line]] = [[]]
    used = 0
    for line in traits:
        for place, text in enumerate(wrap(theme, line.text, width - theme.px(extra), size)):
            needed = theme.px(extra) + ink(theme, text, size).get_width()
            if rows[-1] and (used + needed > width or place):
                rows.append([])
                used = 0
            rows[-1].append(replace(line, text=text, icon="" if place else line.icon or "trait"))
            used += needed
    return rows


@dataclass
class CardSheet(Sheet):
    """Rows to the left, to the right the card of the row under cursor or mouse, as `cards` has it by the row's id."""

    cards: Mapping[str, tuple[Card, Sequence[Line]]] = field(default_factory=dict)
    share: int = 48
    """Percent of the width that the rows take."""

    def card(self) -> tuple[Card, Sequence[Line]] | None:
        """Return the card of the row under the mouse or cursor; "" has the card of all other rows."""
        action = self.list.pointed()
        return self.cards.get(action.id if action is not None else "", self.cards.get(""))

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        wide = min(theme.px(self.wide), window.width - theme.px(4))
        self.rect = pygame.Rect(0, 0, wide, min(theme.px(100), window.height - theme.px(4)))
        self.rect.center = window.center
        inner = wide - theme.px(9)
        top = self.rect.top + theme.px(8) + self._text_height(wide - theme.px(6))
        left = pygame.Rect(self.rect.left + theme.px(3), top, inner * self.share // 100, 0)
        left.height = self.rect.bottom - theme.px(2) - top
        before = self.list.rect.size
        self.list.place(left)
        if before != left.size:
            self.list.show_cursor()

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        shown, rows = self.card(), self.list.rect
        if shown is not None:
            left = rows.right + self.theme.px(3)
            room = pygame.Rect(left, rows.top, self.rect.right - self.theme.px(3) - left, rows.height)
            draw_card(target, self.theme, *shown, room)

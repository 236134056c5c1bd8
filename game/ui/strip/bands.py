"""The bands above the chips of units that act together: the name of the group, and what it may still do as a sign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import pygame

from game.engine.rulebook.view import GroupStatus, GroupView
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, LAMP, PAPER, SHADOW, SLATE_RAISED, Colour, Theme

HIGH: Final = 1.75
"""The height of a band in units of the theme."""
TYPE: Final = 11
COLOURS: Final[dict[GroupStatus, tuple[Colour, Colour]]] = {
    "active": (LAMP, SHADOW),
    "ready": (SLATE_RAISED, INK),
    "held": (SLATE_RAISED, INK_QUIET),
    "reserve": (SLATE_RAISED, INK_QUIET),
    "done": (SLATE_RAISED, INK_FAINT),
}
"""The colours of a band and of what is written on it."""


@dataclass
class Bands:
    """Draws the bands of `groups` above the chips of their units."""

    theme: Theme
    groups: tuple[GroupView, ...] = ()

    @property
    def height(self) -> int:
        """The pixels that a band takes, 0 without groups."""
        return self.theme.px(HIGH) if self.groups else 0

    def places(self, chips: Iterable[tuple[str, pygame.Rect]]) -> list[tuple[GroupView, pygame.Rect]]:
        """Return each group with the place of its band, above the chips of its units."""
        of = {unit: group for group in self.groups for unit in group.units}
        found: dict[str, pygame.Rect] = {}
        for unit, chip in chips:
            if unit in of:
                group = of[unit].id
                found[group] = found[group].union(chip) if group in found else chip
        gap = self.theme.px(0.25)
        return [
            (group, pygame.Rect(place.left + gap, place.top + 1, place.width - 2 * gap, self.height))
            for group in self.groups
            if (place := found.get(group.id)) is not None
        ]

    def draw(self, target: pygame.Surface, chips: Iterable[tuple[str, pygame.Rect]]) -> None:
        """Draw all bands: filled for the active group, an edge for a ready one, dashed for one in reserve."""
        theme, round_ = self.theme, self.theme.px(0.5)
        for group, place in self.places(chips):
            fill, words = COLOURS[group.status]
            pygame.draw.rect(target, fill, place, border_radius=round_)
            if group.status == "ready":
                pygame.draw.rect(target, PAPER, place, 1, border_radius=round_)
            elif group.status == "reserve":
                for x in range(place.left + round_, place.right - round_, 8):
                    pygame.draw.line(target, INK_QUIET, (x, place.bottom - 1), (x + 4, place.bottom - 1))
            size = theme.px(1)
            sign = pygame.Rect(place.left + size // 2, place.centery - size // 2, size, size)
            _sign(target, group.status, sign, words)
            target.blit(*self._name(group.name, words, sign.right + size // 2, place))

    def _name(self, name: str, colour: Colour, left: int, place: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect]:
        """Return as much of a name as a band has room for, and its place."""
        font = self.theme.font_px(round(TYPE * self.theme.scale), "semibold")
        texts = [name, *(f"{name[:count]}…" for count in range(len(name) - 1, 0, -1)), ""]
        text = next(each for each in texts if not each or font.size(each)[0] <= place.right - left - 1)
        ink = font.render(text, True, colour)
        return ink, ink.get_rect(midleft=(left, place.centery))


def _sign(target: pygame.Surface, status: GroupStatus, box: pygame.Rect, colour: Colour) -> None:
    """Draw the sign of a status: a triangle, a ring, two bars, an hourglass, a tick."""
    left, top, right, bottom = box.left, box.top, box.right - 1, box.bottom - 1
    if status == "active":
        pygame.draw.polygon(target, colour, [(left, top), (right, box.centery), (left, bottom)])
    elif status == "ready":
        pygame.draw.circle(target, colour, box.center, box.width / 2, 2)
    elif status == "held":
        for x in (left + 1, right - 2):
            pygame.draw.rect(target, colour, (x, top, 2, box.height))
    elif status == "reserve":
        pygame.draw.polygon(target, colour, [(left, top), (right, top), (left, bottom), (right, bottom)])
    else:
        pygame.draw.lines(target, colour, False, [(left, box.centery), (box.centerx - 1, bottom), (right, top)], 2)

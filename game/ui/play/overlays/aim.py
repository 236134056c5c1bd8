"""Overlay of the line of fire to the target under the mouse, with a strip that shows it from the side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Final

import pygame

from game.engine.core.decisions import Choose
from game.engine.rulebook.view import AimView
from game.ui.board.ruler_art import draw_barred, draw_line
from game.ui.play.focus import Focus
from game.ui.play.overlays.cards import Cards
from game.ui.play.part import Part
from game.ui.widgets.memo import Memo
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, shorten, write
from game.ui.widgets.theme import BAD, INK, INK_FAINT, INK_QUIET, LAMP, SLATE, SLATE_LINE, SLATE_RAISED, TONES
from game.wording import N_, _

WIDE: Final = 66
"""The width of the strip in steps of the grid."""
TALL: Final = 17
ROOM: Final = 1.25
"""The height of the picture, as a multiple of the tallest thing in it."""
LEAST: Final = 4.0
"""The least height of the picture, in inches of the table."""


class Aim(Part):
    """Draws the line of fire on the table, and the strip in the corner where it hides neither end of the line."""

    height: ClassVar = 8
    title: ClassVar = N_("Aim line")

    def __init__(self, focus: Focus, cards: Cards) -> None:
        super().__init__(focus)
        self._cards = cards
        self._aims, self._strips = Memo[AimView | None](20), Memo[pygame.Surface](4)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def shown(self) -> AimView | None:
        """Return the aim at the target under the mouse or the keyboard cursor."""
        focus, decision = self.focus, self.focus.model.decision
        row, vision = focus.actions.pointed(), focus.model.session.ruleset.vision
        if row is None or vision is None or not isinstance(decision, Choose) or not focus.shows_aids or focus.sheets:
            return None
        game = focus.model.session.game
        return self._aims.of((focus.model.version, row.id), lambda: vision.aim(game, decision, row.id))

    def draw(self, target: pygame.Surface) -> None:
        aim = self.shown()
        self.rect.size = (0, 0)
        if aim is None:
            return
        start, end = (self.focus.camera.to_screen(*spot) for spot in (aim.start, aim.end))
        if aim.tone == "bad":
            draw_barred(target, start, end)
        else:
            draw_line(target, start, end, LAMP, dashed=aim.tone == "warning")
        strip = self._strips.of((aim, id(self.theme)), lambda: self._strip(aim))
        view = target.get_clip()
        inner = view.inflate(-self.theme.px(4), -self.theme.px(4))
        if strip.get_width() > inner.width or strip.get_height() > view.height // 3:
            return
        corners = ("bottomright", "bottomleft", "topright", "topleft")
        places = [strip.get_rect(**{corner: getattr(inner, corner)}) for corner in corners]
        others = [*self._cards.vital()]
        self.rect = target.blit(strip, min(places, key=lambda place: _hidden(place, start, end, others)))

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect] if self.rect.width else []

    def covers(self, pixel: tuple[int, int]) -> bool:
        return bool(self.rect.width) and self.rect.collidepoint(pixel)

    # -- the strip ------------------------------------------------------------------------------

    def _strip(self, aim: AimView) -> pygame.Surface:
        """Return the strip: the line from the side, the target's silhouette, and lines of text."""
        px = self.theme.px
        plate = pygame.Surface((px(WIDE), px(TALL)), pygame.SRCALPHA)
        draw_plate(plate, plate.get_rect(), (*SLATE, 236), SLATE_LINE, px(1))
        side = pygame.Rect(px(5), px(2), px(25), px(TALL - 4))
        self._side(plate, aim, side)
        self._silhouette(plate, aim, pygame.Rect(side.right + px(3), px(2), px(11), px(TALL - 4)))
        left, y = side.right + px(15), px(2)
        for line in aim.lines:
            y = write(plate, self.theme, line.text, (left, y), px(WIDE - 46), "small", colour=TONES[line.tone])
        return plate

    def _side(self, plate: pygame.Surface, aim: AimView, room: pygame.Rect) -> None:
        """Draw the line from the side to scale: ground, obstacles, both pieces, and rays to the target."""
        distance = max(math.dist(aim.start, aim.end), 1.0)
        tops = (aim.shooter[1], aim.target[1], *(hurdle.top for hurdle in aim.hurdles))
        highest = max(LEAST, ROOM * max(tops))
        ground = room.bottom - line_height(self.theme, "small")

        def pixel_of(inches: float, height: float) -> tuple[float, float]:
            return room.left + inches / distance * room.width, ground - height / highest * (ground - room.top)

        for height in range(0, math.ceil(highest), 2):
            x, y = pixel_of(0.0, height)
            pygame.draw.line(plate, SLATE_RAISED, (x, y), (room.right, y))
            blit_at(plate, ink(self.theme, f"{height}″", "small", colour=INK_FAINT), midright=(x - 2, y))
        for hurdle in aim.hurdles:
            (left, top), (right, bottom) = pixel_of(hurdle.near, hurdle.top), pixel_of(hurdle.far, hurdle.base)
            box = pygame.Rect(left, top, max(2.0, right - left), max(2.0, bottom - top))
            pygame.draw.rect(plate, BAD if hurdle.stops else INK_FAINT, box, 0 if hurdle.stops else 1)
            name = shorten(self.theme, hurdle.name, max(box.width, self.theme.px(14)), "small")
            blit_at(plate, ink(self.theme, name, "small", colour=INK), midbottom=(box.centerx, box.top))
        eye, rows = pixel_of(0.0, aim.eye), len(aim.samples) // aim.columns
        for row in range(rows):
            visible = any(aim.samples[row * aim.columns : (row + 1) * aim.columns])
            foot, top = aim.target
            end = pixel_of(distance, foot + (top - foot) * (row + 0.5) / rows)
            draw_line(plate, eye, end, LAMP if visible else BAD, dashed=not visible)
        half_width = self.theme.px(1)
        for x, (base, top), name in zip((0.0, distance), (aim.shooter, aim.target), aim.names, strict=True):
            upper, lower = pixel_of(x, top), pixel_of(x, base)
            box = pygame.Rect(upper[0] - half_width, upper[1], 2 * half_width, max(2.0, lower[1] - upper[1]))
            pygame.draw.rect(plate, INK, box, border_radius=2)
            text = ink(self.theme, shorten(self.theme, name, room.width // 2, "small"), "small", colour=INK_QUIET)
            anchor = {"topleft" if x == 0.0 else "topright": (room.left if x == 0.0 else room.right, ground + 1)}
            blit_at(plate, text, **anchor)

    def _silhouette(self, plate: pygame.Surface, aim: AimView, room: pygame.Rect) -> None:
        """Draw the sample points of the target's silhouette, lit if they are seen."""
        rows = len(aim.samples) // aim.columns
        step = min(room.width / aim.columns, (room.height - line_height(self.theme, "small")) / rows)
        for number, visible in enumerate(aim.samples):
            row, column = divmod(number, aim.columns)
            spot = room.left + (column + 0.5) * step, room.top + (rows - row - 0.5) * step
            pygame.draw.circle(plate, LAMP if visible else SLATE_RAISED, spot, step * 0.36)
            pygame.draw.circle(plate, INK_FAINT, spot, step * 0.36, 1)
        text = _("{seen} of {all}", seen=sum(aim.samples), all=len(aim.samples))
        blit_at(
            plate, ink(self.theme, text, "small", colour=INK_QUIET), topleft=(room.left, room.top + rows * step + 2)
        )


def _hidden(
    place: pygame.Rect, start: tuple[float, float], end: tuple[float, float], others: Sequence[pygame.Rect]
) -> int:
    """Return a cost of placing a plate: hiding an end of the aim line weighs most, then other plates, then the line."""
    margin = place.inflate(40, 40)
    ends = sum(margin.collidepoint(spot) for spot in (start, end))
    plates = 2 if place.collidelist(others) >= 0 else 0
    line = 1 if place.clipline(start, end) else 0
    return 4 * ends + plates + line

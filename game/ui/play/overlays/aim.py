"""The line of fire at the target under the mouse, and what it looks like from the side."""

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
"""How much taller the picture is than the tallest thing in it."""
LEAST: Final = 4.0
"""The least height in inches that the picture shows."""


class Aim(Part):
    """The aim line on the table, and the elevation strip where it covers neither end of it."""

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
        if row is None or vision is None or not isinstance(decision, Choose) or not focus.rests or focus.sheets:
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
        """Draw the slice along the line: the ground, hurdles to scale, both pieces, the rays to the target."""
        far = max(math.dist(aim.start, aim.end), 1.0)
        tops = (aim.shooter[1], aim.target[1], *(each.top for each in aim.hurdles))
        high = max(LEAST, ROOM * max(tops))
        ground = room.bottom - line_height(self.theme, "small")

        def at(inches: float, height: float) -> tuple[float, float]:
            return room.left + inches / far * room.width, ground - height / high * (ground - room.top)

        for height in range(0, math.ceil(high), 2):
            x, y = at(0.0, height)
            pygame.draw.line(plate, SLATE_RAISED, (x, y), (room.right, y))
            blit_at(plate, ink(self.theme, f"{height}″", "small", colour=INK_FAINT), midright=(x - 2, y))
        for each in aim.hurdles:
            (left, top), (right, bottom) = at(each.near, each.top), at(each.far, each.base)
            box = pygame.Rect(left, top, max(2.0, right - left), max(2.0, bottom - top))
            pygame.draw.rect(plate, BAD if each.stops else INK_FAINT, box, 0 if each.stops else 1)
            name = shorten(self.theme, each.name, max(box.width, self.theme.px(14)), "small")
            blit_at(plate, ink(self.theme, name, "small", colour=INK), midbottom=(box.centerx, box.top))
        eye, rows = at(0.0, aim.eye), len(aim.samples) // aim.columns
        for row in range(rows):
            seen = any(aim.samples[row * aim.columns : (row + 1) * aim.columns])
            low, top = aim.target
            draw_line(plate, eye, at(far, low + (top - low) * (row + 0.5) / rows), LAMP if seen else BAD,
                      dashed=not seen)  # fmt: skip
        half = self.theme.px(1)
        for x, (base, top), name in zip((0.0, far), (aim.shooter, aim.target), aim.names, strict=True):
            upper, lower = at(x, top), at(x, base)
            box = pygame.Rect(upper[0] - half, upper[1], 2 * half, max(2.0, lower[1] - upper[1]))
            pygame.draw.rect(plate, INK, box, border_radius=2)
            text = ink(self.theme, shorten(self.theme, name, room.width // 2, "small"), "small", colour=INK_QUIET)
            anchor = {"topleft" if x == 0.0 else "topright": (room.left if x == 0.0 else room.right, ground + 1)}
            blit_at(plate, text, **anchor)

    def _silhouette(self, plate: pygame.Surface, aim: AimView, room: pygame.Rect) -> None:
        """Draw the spots of the target's silhouette, lit or dark."""
        rows = len(aim.samples) // aim.columns
        step = min(room.width / aim.columns, (room.height - line_height(self.theme, "small")) / rows)
        for number, seen in enumerate(aim.samples):
            row, column = divmod(number, aim.columns)
            spot = room.left + (column + 0.5) * step, room.top + (rows - row - 0.5) * step
            pygame.draw.circle(plate, LAMP if seen else SLATE_RAISED, spot, step * 0.36)
            pygame.draw.circle(plate, INK_FAINT, spot, step * 0.36, 1)
        text = _("{seen} of {all}", seen=sum(aim.samples), all=len(aim.samples))
        blit_at(
            plate, ink(self.theme, text, "small", colour=INK_QUIET), topleft=(room.left, room.top + rows * step + 2)
        )


def _hidden(
    place: pygame.Rect, start: tuple[float, float], end: tuple[float, float], others: Sequence[pygame.Rect]
) -> int:
    """Return how much a plate would hide: the ends of the aim line, then other things, then the line itself."""
    wide = place.inflate(40, 40)
    ends = sum(wide.collidepoint(spot) for spot in (start, end))
    return 4 * ends + 2 * (place.collidelist(others) >= 0) + bool(place.clipline(start, end))

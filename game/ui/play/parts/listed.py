"""An arrow towards the piece that is pointed at on the rosters, if it is out of view."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.ui.play.marks import listed
from game.ui.play.part import Part
from game.ui.widgets.theme import LAMP, SHADOW


class Listed(Part):
    """The arrow, at the edge of the table's part of the window."""

    height: ClassVar = 7

    def draw(self, target: pygame.Surface) -> None:
        view, size, camera = target.get_clip(), self.theme.px(2), self.focus.camera
        piece = self.focus.staging.card(listed(self.focus))
        if piece is None or view.collidepoint(camera.to_screen(piece.x, piece.y)):
            return
        inner = pygame.Rect(view.inflate(-3 * size, -3 * size))
        to = pygame.Vector2(camera.to_screen(piece.x, piece.y))
        tip = pygame.Vector2(max(inner.left, min(inner.right, to.x)), max(inner.top, min(inner.bottom, to.y)))
        along = (to - tip).normalize() * size
        points = [tip + along, tip + along.rotate(140), tip + along.rotate(-140)]
        pygame.draw.polygon(target, LAMP, points)
        pygame.draw.polygon(target, SHADOW, points, 2)

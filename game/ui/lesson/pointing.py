"""Rings around what a step of a lesson is about, and the view that shows it large."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from game.engine.rulebook.lessons import LessonStep
from game.engine.rulebook.view import PieceView
from game.ui.board.camera import Camera
from game.ui.panel.layout import Layout
from game.ui.widgets.text import clipped
from game.ui.widgets.theme import LAMP, PAPER, SLATE, Theme

LARGEST: Final = 64.0
"""Pixels per inch up to which a step zooms in."""

Circle = tuple[float, float, float]
"""Middle and radius in inches."""


def meant(step: LessonStep, pieces: Mapping[str, PieceView]) -> list[Circle]:
    """Return where a step's pieces and its spot are."""
    found = [(pieces[name].x, pieces[name].y, pieces[name].radius) for name in step.pieces if name in pieces]
    return found if step.spot is None else [*found, (*step.spot, 0.5)]


def frame(camera: Camera, spots: Sequence[Circle], around: float) -> None:
    """Show some spots with a margin of inches around them, or the whole table if there is no margin."""
    if not around or not spots:
        camera.fit()
        return
    wests, souths, _radii = zip(*spots)
    wide, high = (max(each) - min(each) + 2 * around for each in (wests, souths))
    largest = min(LARGEST, camera.viewport.width / wide, camera.viewport.height / high)
    camera.fit()
    camera.scale = max(camera.scale, min(largest, camera.deepest()))
    camera.x, camera.y = ((max(each) + min(each)) / 2 for each in (wests, souths))


def point_at(
    target: pygame.Surface, theme: Theme, camera: Camera, layout: Layout, step: LessonStep, spots: list[Circle]
) -> None:
    """Ring the spots of a step, and frame its part of the screen."""
    with clipped(target, layout.table.clip(target.get_clip())):
        for x, y, radius in spots:
            _ring(target, theme, camera.to_screen(x, y), radius * camera.scale + theme.px(1))
    if step.part:
        frames = {"panel": layout.decision, "details": layout.details, "log": layout.log, "bar": layout.bar}
        pygame.draw.rect(target, LAMP, frames[step.part].inflate(-2, -2), max(2, theme.px(0.35)))


def _ring(target: pygame.Surface, theme: Theme, middle: tuple[float, float], radius: float) -> None:
    wide = max(2, theme.px(0.35))
    pygame.draw.circle(target, SLATE, middle, radius + wide, wide * 3)
    pygame.draw.circle(target, LAMP, middle, radius, wide)
    x, y = middle[0], middle[1] - radius - wide
    arrow = [(x, y - theme.px(0.25)), (x - theme.px(1), y - theme.px(1.75)), (x + theme.px(1), y - theme.px(1.75))]
    pygame.draw.polygon(target, LAMP, arrow)
    pygame.draw.polygon(target, PAPER, arrow, 1)

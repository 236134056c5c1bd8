"""Overlays are painted once, the first time by a thread, so that a large one holds up no frame."""

from __future__ import annotations

from threading import Event

import pygame
import shapely

from game.ui.board.camera import Camera
from game.ui.board.overlays import Entry, Overlay, awaited
from game.ui.widgets.raster import Frame
from tests.ui.driver import PATIENCE


class Slow(Overlay):
    """A red square that takes until it may go on to be painted."""

    def __init__(self, go: Event) -> None:
        super().__init__(shapely.box(2, 2, 4, 4))
        self.go, self.times = go, 0

    def legend(self) -> tuple[Entry, ...]:
        return ()

    def paint(self, frame: Frame) -> pygame.Surface:
        assert self.go.wait(PATIENCE)
        self.times += 1
        picture = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
        picture.fill("red")
        return picture


def red(target: pygame.Surface, camera: Camera) -> bool:
    x, y = camera.to_screen(3.0, 3.0)
    return target.get_at((round(x), round(y))) == pygame.Color("red")


def test_a_frame_does_not_wait_for_a_large_overlay_and_another_one_shows_it() -> None:
    camera, target, go = Camera(10.0, 10.0), pygame.Surface((200, 200)), Event()
    camera.resize(target.get_rect())
    while awaited():
        pass  # by other tests
    overlay = Slow(go)
    overlay.show(target, camera)
    assert not red(target, camera)
    assert [awaited(), awaited()] == [True, True], "more frames are needed"
    go.set()
    assert list(iter(awaited, False)), "one of them after it is painted"
    overlay.show(target, camera)
    assert red(target, camera)
    overlay.show(target, camera)
    assert overlay.times == 1


def test_what_is_painted_already_is_shown_at_once() -> None:
    camera, target, go = Camera(10.0, 10.0), pygame.Surface((200, 200)), Event()
    camera.resize(target.get_rect())
    go.set()
    overlay = Slow(go)
    overlay.draw(target, camera)
    assert red(target, camera), "as where there is but one frame"
    target.fill("black")
    overlay.show(target, camera)
    while awaited():
        pass
    overlay.show(target, camera)
    assert red(target, camera)
    assert overlay.times == 1

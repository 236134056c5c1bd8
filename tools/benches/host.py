"""The largest table, 72 by 48 inches, with 200 models in 24 units: a frame with nothing kept, and the usual ones."""

from __future__ import annotations

import math
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.engine.session import Session
from game.play.session_model import SessionModel
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from tests.toy.host_rulebook import HIGH, WIDE, host_session
from tests.toy.marching_host import marching_session
from tools.benches.crowd import SIZE, Columns, come_to_rest, one_frame, raw_blits

MODELS, LABELS = 200, 24
TIMES, DRAGS = 30, 300


def _window(session: Session) -> tuple[Window, TableScreen, pygame.Surface]:
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(SIZE)
    window = Window(SIZE)
    place = TableScreen(window, SessionModel(session, lambda _: None, Path(tempfile.gettempdir())))
    window.go(place)
    return window, place, screen


def measure_host() -> list[Columns]:
    """Return rows for frames of a crowded table of units, beside the raw cost of as many blits."""
    window, place, screen = _window(host_session())
    scene = place.scene
    come_to_rest(window, place, screen)
    raw = statistics.median(raw_blits(screen, MODELS + LABELS, 0) for _ in range(60))
    base = "raw blits", raw

    def anew(frame: int) -> None:
        scene.focus.context.sprites = scene.focus.roster_column.sprites = type(scene.focus.context.sprites)(
            scene.window.theme
        )
        scene.painter().paint(screen)

    def zoomed(frame: int) -> None:
        scene.focus.zoom(1 if frame % 2 else -1, scene.focus.camera.viewport.center)
        one_frame(window, screen)

    def panned(frame: int) -> None:
        scene.focus.camera.pan(7 if frame % 2 else -7, 3 if frame % 2 else -3)
        one_frame(window, screen)

    def pointed(frame: int) -> None:
        turn = math.tau * frame / 40
        spot = scene.focus.camera.to_screen(WIDE * (0.5 + 0.4 * math.cos(turn)), HIGH * (0.5 + 0.4 * math.sin(turn)))
        at = (round(spot[0]), round(spot[1]))
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
        one_frame(window, screen)

    def still(frame: int) -> None:
        one_frame(window, screen)

    rows: list[Columns] = [
        _row("a host of 200 models, nothing kept", "must 25, aim 12", base, anew),
        _row("a host, each frame at another zoom", "", base, zoomed),
        _row("a host while the view moves", "", base, panned),
        _row("a host under a moving mouse", "", base, pointed),
    ]
    come_to_rest(window, place, screen)
    return [*rows, _row("a host at rest, if a frame is drawn", "", base, still), _dragged(base)]


def _dragged(base: tuple[str, float]) -> Columns:
    """Return the row for dragging a block of 20 among the others, in and out of what is legal."""
    window, place, screen = _window(marching_session())
    scene = place.scene
    come_to_rest(window, place, screen)
    spots = scene.model.session.state.spots
    x, y = spots["ashlar-wardens-8"]

    def moved(kind: int, reach: float, turn: float, **more: Any) -> None:
        spot = scene.focus.camera.to_screen(x + reach * math.cos(turn), y + reach * math.sin(turn))
        window.handle(pygame.event.Event(kind, pos=(round(spot[0]), round(spot[1])), **more))

    moved(pygame.MOUSEMOTION, 0.0, 0.0, rel=(1, 1), buttons=(0, 0, 0))
    moved(pygame.MOUSEBUTTONDOWN, 0.0, 0.0, button=1)

    def drag(frame: int) -> None:
        moved(pygame.MOUSEMOTION, 1.0 + 6.0 * frame / DRAGS, math.tau * frame / 60, rel=(1, 1), buttons=(1, 0, 0))
        one_frame(window, screen)

    return _row("dragging a block of 20 in a host", "must 10, aim 6", base, drag, DRAGS)


def _row(name: str, promise: str, base: tuple[str, float], act: Callable[[int], None], times: int = TIMES) -> Columns:
    spent, busy = [], []
    for frame in range(times):
        started, worked = time.perf_counter(), time.thread_time()
        act(frame)
        spent.append((time.perf_counter() - started) * 1000)
        busy.append((time.thread_time() - worked) * 1000)
    used = f"of the processor {statistics.median(busy):.2f} ms"
    worst = [f"{sorted(each)[int(len(each) * 0.99)]:.2f}" for each in (spent, busy)]
    used += f", 99th percentile {worst[1]} ms"
    note = f"99th percentile {worst[0]} ms, {used}, {MODELS} models in {LABELS} units, {SIZE[0]}x{SIZE[1]}"
    return name, "ms", spent, promise, *base, note


def main() -> None:
    """Print the rows."""
    for name, unit, samples, promise, _, base, note in measure_host():
        ratio = f"{statistics.median(samples) / base:.1f} x raw blits ({base:.2f})"
        print(f"{name:<42}{statistics.median(samples):8.2f} {unit:<3} {promise:<16}{ratio}  {note}")


if __name__ == "__main__":
    main()

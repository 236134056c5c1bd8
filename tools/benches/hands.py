"""Direct handling on a crowded table: from a press to the region on screen, and frames while events are shown."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.engine.core.dice import KeyedDice
from game.play.session_model import SessionModel
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from tools.benches.crowd import SIZE, crowded_session, one_frame, raw_blits

ROUNDS = 5
Columns = tuple[str, str, list[float], str, str, float, str]


def _table() -> tuple[Window, TableScreen, pygame.Surface]:
    pygame.display.init()
    pygame.font.init()
    screen, window = pygame.display.set_mode(SIZE), Window(SIZE)
    session = crowded_session()
    session.dice = KeyedDice(1)  # obstacles are met here
    session.rewind(0)
    place = TableScreen(window, SessionModel(session, lambda _: None, Path(tempfile.gettempdir())))
    window.go(place)
    for _frame in range(5):
        one_frame(window, screen)
    return window, place, screen


def _mouse(window: Window, kind: int, spot: tuple[int, int]) -> None:
    more = {"rel": (1, 1), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    window.handle(pygame.event.Event(kind, pos=spot, **more))


def measure_hands() -> list[Columns]:
    """Return rows for a press on a piece and for the frames of a move that is shown."""
    window, place, screen = _table()
    scene = place.scene
    raw = statistics.median(raw_blits(screen) for _ in range(60))
    presses, frames = [], []
    decision = scene.model.session.pending()
    pieces = [scene.model.pieces[name] for name in getattr(decision, "candidates", ())]
    for piece in pieces * ROUNDS:
        x, y = scene.focus.camera.to_screen(piece.x, piece.y)
        _mouse(window, pygame.MOUSEMOTION, (round(x), round(y)))
        one_frame(window, screen)
        started = time.perf_counter()
        _mouse(window, pygame.MOUSEBUTTONDOWN, (round(x), round(y)))
        one_frame(window, screen)
        presses.append((time.perf_counter() - started) * 1000)
        assert scene.focus.hands.held is not None
        scene.focus.hands.cancel()
        _mouse(window, pygame.MOUSEBUTTONUP, (SIZE[0] - 2, SIZE[1] - 2))
        one_frame(window, screen)
    for piece in pieces:
        scene.focus.call(lambda name=piece.id: scene.model.answer([name]))  # type: ignore[misc]
        scene.focus.call(lambda: scene.model.answer("move"))
        spot = scene.model.session.pending().region.nearest((piece.x + 4, piece.y + 2))  # type: ignore[attr-defined]
        scene.focus.call(lambda spot=spot: scene.model.answer([spot.x, spot.y]))  # type: ignore[misc]
        while scene.focus.animation.playing:
            frames.append(one_frame(window, screen))
        scene.model.session.rewind(0)
        scene.focus.call(scene.model.refresh)
    note = f"99th percentile {sorted(presses)[int(len(presses) * 0.99)]:.1f} ms (must 66, aim 33), 40 bases"
    shown = f"99th percentile {sorted(frames)[int(len(frames) * 0.99)]:.1f} ms (must 16, aim 10), {len(frames)} frames"
    return [
        ("press on a piece to its region", "ms", presses, "must 33, aim 16", "raw blits", raw, note),
        ("frame while events play", "ms", frames, "must 8, aim 5", "raw blits", raw, shown),
    ]

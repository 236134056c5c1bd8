"""Frames of the map editor with two hundred pieces: the mouse over them, a drag, and the frame after a change."""

from __future__ import annotations

import os
import statistics
import tempfile
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import rulesets
from game.table.documents import TerrainPiece
from game.ui.editor.maps import draft_of
from game.ui.editor.model import MapEditor
from game.ui.editor.screen import EditorScreen
from game.ui.editor.shapes import carried, items_of, moved, within_table
from game.ui.editor.tools import Drawing
from game.ui.editor.words import empty_map
from game.ui.shell.window import Window
from game.ui.widgets.tasks import frame

SIZE = (1280, 720)
PIECES = 200
FRAMES = 200
Columns = tuple[str, str, list[float], str, str, float, str]


def crowded_map() -> MapEditor:
    """Return a map with as many pieces as a map may have, of every kind in turn."""
    book = rulesets.load("dropzone")
    editor = MapEditor(empty_map(book), book)
    hand = Drawing(editor, tool="piece")
    kinds = [name for name, _label in hand.choices()]
    terrain: list[TerrainPiece] = []
    for number in range(PIECES):
        hand.kind = kinds[number % len(kinds)]
        x, y = 1.5 + 3.2 * (number % 15), 1.5 + 3.2 * (number // 15)
        item = carried(hand.stamp((24.0, 24.0)), moved(x - 24.0, y - 24.0))
        item = carried(item, moved(*within_table([item], 48.0, 48.0)))
        assert isinstance(item, TerrainPiece)
        terrain.append(item.model_copy(update={"id": f"piece-{number}", "name": f"Piece {number}"}))
    assert editor.change(terrain=tuple(terrain)), editor.notice
    assert len(items_of(editor.document)) >= PIECES
    return editor


def measure_editor() -> list[Columns]:
    """Return rows for frames with the mouse over the pieces and in a drag, and for a change with its frame."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["INCHWISE_HOME"] = folder
        pygame.display.init()
        pygame.font.init()
        screen = pygame.display.set_mode(SIZE)
        window = Window(SIZE)
        editor = crowded_map()
        place = EditorScreen(window, draft_of(editor.document, editor.book))
        window.go(place)
        for _ in range(10):
            window.tick()
            window.paint(screen)
        raw = statistics.median(_raw(screen) for _ in range(60))
        rows = _rows("editor, 200 pieces: mouse over them", window, screen, raw)
        begin = tuple(map(round, place.board.camera.to_screen(20.0, 20.0)))
        window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=begin, button=1))
        rows += _rows("editor, 200 pieces: a drag", window, screen, raw)
        window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=begin, button=1))
        spent = []
        for number in range(20):
            started = time.perf_counter()
            place.editor.select([f"piece-{number}"])
            place.editor.move(0.1, 0.0)
            with frame():
                window.tick()
                window.paint(screen)
            spent.append((time.perf_counter() - started) * 1000)
        rows.append(("editor, 200 pieces: a change and its frame", "ms", spent, "", "raw blits", raw, ""))
        window.close()
    return rows


def _rows(name: str, window: Window, screen: pygame.Surface, raw: float) -> list[Columns]:
    """Return rows for frames in which the mouse moves: by the clock, and of the window's own thread."""
    spent, worked = [], []
    for number in range(FRAMES):
        pixel = 400 + 2 * number, 200 + number
        started, working = time.perf_counter(), time.thread_time()
        with frame():
            window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pixel, rel=(2, 1), buttons=(0, 0, 0)))
            window.tick()
            window.paint(screen)
        spent.append((time.perf_counter() - started) * 1000)
        worked.append((time.thread_time() - working) * 1000)
    worst = sorted(spent)[int(len(spent) * 0.99)]
    note = f"99th percentile {worst:.2f} ms (must 16, aim 8)"
    rows = ((name, spent, note), ("the same, its thread's own time", worked, ""))
    return [(title, "ms", samples, "must 8, aim 4", "raw blits", raw, text) for title, samples, text in rows]


def _raw(screen: pygame.Surface) -> float:
    """Return the milliseconds of nothing but the blits of a table and three panels."""
    table, panel = pygame.Surface((808, 646)), pygame.Surface((264, 676))
    started = time.perf_counter()
    screen.blit(table, (208, 44))
    screen.blits([(panel, (0, 44)), (panel, (1016, 44)), (pygame.Surface((1280, 44)), (0, 0))])
    return (time.perf_counter() - started) * 1000

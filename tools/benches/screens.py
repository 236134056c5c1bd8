"""How long the window makes people wait: from the start to the menu, and from the menu to a deployed game."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1920, 1080)
REPEATS = 5
Columns = tuple[str, str, list[float], str, str, float, str]


def to_the_menu(began: float) -> tuple[float, float]:
    """Return the seconds since `began` (Unix time) until the menu is on the screen, and those of this processor."""
    import pygame

    from game.ui.app import open_window
    from game.ui.menu.menu import MenuScreen
    from game.ui.shell.window import Window

    screen = open_window(SIZE)
    window = Window(screen.get_size())
    window.go(MenuScreen(window))
    window.tick()
    window.paint(screen)
    pygame.display.flip()
    return time.time() - began, time.process_time()


def to_a_deployed_game(pause: float) -> float:
    """Return the seconds from *Play now* in the menu to a deployed game on the screen, after so long in the menu."""
    import pygame

    from game.ui.app import open_window
    from game.ui.menu.menu import MenuScreen
    from game.ui.shell.window import CALM, Window

    screen = open_window(SIZE)
    window = Window(screen.get_size())
    window.go(MenuScreen(window))
    window.paint(screen)
    while pause > 0:  # as long as nobody touches anything, the window loads ahead
        began = time.perf_counter()
        time.sleep(CALM / 1000)
        window.rest()
        pause -= time.perf_counter() - began
    started = time.perf_counter()
    event: dict[str, Any] = {"key": pygame.K_y, "mod": 0, "unicode": "y"}
    window.handle(pygame.event.Event(pygame.KEYDOWN, **event))
    window.handle(pygame.event.Event(pygame.KEYUP, **event))
    window.tick()
    window.paint(screen)
    pygame.display.flip()
    spent = time.perf_counter() - started
    view = window.top.scene.model.view  # type: ignore[union-attr]
    if not any(piece.kind == "base" for piece in view.pieces) or view.reserve:
        raise RuntimeError("the game is not deployed")
    return spent


def _run(code: str) -> str:
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "INCHWISE_HOME": home}
        done = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment, cwd=ROOT
        )
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


def measure_screens() -> list[Columns]:
    """Return the rows, each process a fresh one."""
    starts, works, bare = [], [], []
    for _ in range(REPEATS):  # what is loaded behind the menu, once it is there, does not count
        told = _run(f"from tools.benches.screens import to_the_menu; print(*to_the_menu({time.time()}))")
        start, work = map(float, told.split())
        starts.append(start)
        works.append(work)
        began = time.perf_counter()
        _run("pass")
        bare.append(time.perf_counter() - began)
    base = statistics.median(bare)
    note = f"processor {statistics.median(works):.2f} s"
    rows: list[Columns] = [("start to menu", "s", starts, "must 0.6, aim 0.35", "bare python", base, note)]
    for pause, label in (
        (0.0, "menu to deployed game, Play now at once"),
        (1.5, "menu to deployed game, Play now after 1.5 s"),
    ):
        code = f"from tools.benches.screens import to_a_deployed_game; print(to_a_deployed_game({pause}))"
        samples = [float(_run(code)) for _ in range(REPEATS)]
        rows.append((label, "s", samples, "must 1.0, aim 0.5", "bare python", base, ""))
    return rows

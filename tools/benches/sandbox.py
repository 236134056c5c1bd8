"""A sandbox as full as anybody would make it: what a frame of a drag costs with every overlay on, and one at rest.

    python tools/benches/sandbox.py

60 bases among 60 pieces of terrain at 1920x1080. One of the bases is dragged over everything, at a hand's speed and
with the pauses of a hand, under the map of threats, its own region and reach, its receipt and the odds against another.
"""

from __future__ import annotations

import math
import os
import random
import statistics
import sys
import time
from itertools import cycle
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame

from game import rulesets
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox
from game.garbage import tidy_up
from game.table.terrain.kit import KIT
from game.ui.sandbox.screen import SandboxScreen
from game.ui.shell.window import Window
from tools.benches.crowd import come_to_rest, one_frame, raw_blits

SIZE = (1920, 1080)
TABLE = (35.0, 35.0)
BASES, PIECES = 60, 60
FRAMES = 1200
FRAME = 1 / 60
"""Seconds from one frame to the next, as a screen shows them."""
STRETCH, PAUSE = 90, 30
"""Frames in which the hand moves, and in which it rests."""
Columns = tuple[str, str, list[float], str, str, float, str]


def crowded_sandbox(seed: int = 1) -> Sandbox:
    """Return a sandbox with 60 bases, of both players and of nobody, among 60 pieces of terrain."""
    rng = random.Random(seed)
    ruleset = rulesets.load(rulesets.DEFAULT)
    assert ruleset.editor is not None
    setup = ruleset.editor.bare_setup(*TABLE, GamePlan(("Ann", "Bob")))
    box = Sandbox(ruleset, setup, ruleset.begin(setup))
    shapes = cycle([pattern for pattern in KIT if pattern.levels == (0,)])
    while len(box.game.battlefield.pieces) < PIECES:
        x, y, turn = rng.uniform(2, TABLE[0] - 2), rng.uniform(2, TABLE[1] - 2), 15 * rng.randrange(24)
        pattern = next(shapes)
        if not box.editor.why_not_build(box.game, pattern.piece, x, y, turn):
            box.build(pattern.document(), x, y, turn)
    kinds = cycle([thing for thing in box.editor.palette(box.game) if thing.id.startswith("new:") and _is_base(thing)])
    while len(box.game.standing()) < BASES:
        thing = next(kinds)
        x, y = rng.uniform(1, TABLE[0] - 1), rng.uniform(1, TABLE[1] - 1)
        spot = box.editor.room(box.game, thing.view).nearest((x, y)) if thing.view is not None else None
        if spot is not None:
            box.change({**thing.edit, "x": spot.x, "y": spot.y})
    return box


def _is_base(thing: object) -> bool:
    view = getattr(thing, "view", None)
    return view is not None and view.kind == "base"


def window_on(box: Sandbox) -> tuple[Window, SandboxScreen, pygame.Surface]:
    """Return a window that shows the sandbox with every overlay on, and its screen."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(SIZE)
    window = Window(SIZE)
    place = SandboxScreen(window, box)
    place.model.autosave = lambda _: None
    window.go(place)
    place.scene.threats.on = not place.scene.threats.on
    return window, place, screen


def drag(window: Window, place: SandboxScreen, screen: pygame.Surface) -> tuple[list[float], list[float]]:
    """Return the milliseconds of every frame in which a base in the middle is dragged over the table.

    First by the clock, then of the window's own thread on its processor: on a busy machine only these mean much.
    """
    scene, model = place.scene, place.model
    bases = [piece for piece in model.view.pieces if piece.kind == "base" and piece.owner]
    middle = min(bases, key=lambda piece: math.dist((piece.x, piece.y), (TABLE[0] / 2, TABLE[1] / 2)))
    others = [piece for piece in bases if piece.owner != middle.owner]
    model.select(middle.id)
    model.hand.target = min(others, key=lambda piece: math.dist((piece.x, piece.y), (middle.x, middle.y))).id
    come_to_rest(window, place, screen)
    taken = tuple(map(round, scene.focus.camera.to_screen(middle.x, middle.y)))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=taken, button=1))
    spent, worked, moved = [], [], 0
    for frame in range(FRAMES):
        begun, working = time.perf_counter(), time.thread_time()
        if frame % (STRETCH + PAUSE) < STRETCH:
            moved += 1
            reach, turn = 0.5 + 12.0 * moved / FRAMES, math.tau * moved / 150
            x, y = middle.x + reach * math.cos(turn), middle.y + reach * math.sin(turn)
            at = tuple(map(round, scene.focus.camera.to_screen(x, y)))
            window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0)))
        handled = (time.perf_counter() - begun) * 1000
        spent.append(handled + one_frame(window, screen))
        worked.append((time.thread_time() - working) * 1000)
        time.sleep(max(0.0, FRAME - (time.perf_counter() - begun)))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=taken, button=1))
    return spent, worked


def measure_sandbox() -> list[Columns]:
    """Return rows for the drag and for rest, beside the raw cost of as many blits."""
    window, place, screen = window_on(crowded_sandbox())
    come_to_rest(window, place, screen)
    tidy_up()  # as the window does whenever it rests
    raw = statistics.median(raw_blits(screen, sprites=BASES, overlays=3) for _ in range(60))
    spent, worked = drag(window, place, screen)
    note = f"{BASES} bases, {PIECES} pieces, region, reach, threats, receipt, odds"
    rows: list[Columns] = []
    for name, samples in (("drag in a full sandbox, 1920x1080", spent), ("the same, its thread's own time", worked)):
        worst = sorted(samples)[int(len(samples) * 0.99)]
        spread = f"99th percentile {worst:.2f} ms (must 20, aim 12), worst {max(samples):.2f}; {note}"
        rows.append((name, "ms", samples, "must 10, aim 6", "raw blits", raw, spread))
    come_to_rest(window, place, screen)
    still = [one_frame(window, screen) for _ in range(120)]
    rows.append(("full sandbox at rest, if drawn", "ms", still, "", "raw blits", raw, ""))
    return rows


def main() -> None:
    """Print the rows."""
    for name, unit, samples, promise, _, base, note in measure_sandbox():
        ratio = f"{statistics.median(samples) / base:.1f} x raw blits ({base:.2f})"
        print(f"{name:<36}{statistics.median(samples):8.2f} {unit:<3} {promise:<16}{ratio}  {note}")


if __name__ == "__main__":
    main()

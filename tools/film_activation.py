"""Film one activation as the window shows it: a move with its test, an engage, the hand-over.

    python tools/film_activation.py OUT_DIR

Writes the frames as `frame-0001.png` and so on, and `timeline.json`: a list of
{"t": seconds, "event": number, "kind": "die-lands" | "result" | "piece" | "log" | "hand-over"}.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame
from PIL import Image

from game.engine.session import Session
from game.play.session_model import SessionModel
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker

SIZE: Final = (1280, 720)


def staged_session() -> Session:
    """Return a game in which Nova, beside Scoria, may escape by a test and engage Ember; every die is scripted."""
    pieces = [
        godbreaker("Nova", A, 12, 10, 8, leader=True),
        godbreaker("Pyre", A, 6, 6, 8),
        godbreaker("Scoria", B, 12, 11.2, 8),
        godbreaker("Ember", B, 16, 10, 8, damage=1),
    ]
    return begin(*pieces, dice=(6, 7, 2)).session


class Film:
    """A window that is painted frame by frame, each frame written to a folder."""

    def __init__(self, folder: Path, rate: int) -> None:
        self.seconds, self.rate = 0.0, rate
        setattr(time, "monotonic", lambda: self.seconds)  # noqa: B010 - writing a frame takes longer than showing it
        pygame.display.init()
        pygame.font.init()
        self.screen, self.folder, self.count = pygame.display.set_mode(SIZE), folder, 0
        self.window = Window(SIZE)
        self.window.options.pace, self.window.options.motion = 1.0, "full"
        self.place = TableScreen(
            self.window, SessionModel(staged_session(), lambda _: None, Path(tempfile.gettempdir()))
        )
        self.window.go(self.place)

    def frame(self) -> None:
        """Let the window live for one frame, and write it."""
        self.seconds += 1 / self.rate
        self.window.tick()
        self.window.paint(self.screen)
        self.count += 1
        picture = Image.frombytes("RGB", SIZE, pygame.image.tobytes(self.screen, "RGB"))
        picture.save(self.folder / f"frame-{self.count:04d}.png", compress_level=1)

    def until(self, ready: Callable[[], bool]) -> None:
        """Film until something is so."""
        self.frame()
        while not ready():
            self.frame()

    def mouse(self, kind: int, x: float, y: float) -> None:
        """Move or press the mouse at a spot of the table, in inches."""
        spot = self.place.scene.focus.camera.to_screen(x, y)
        place = round(spot[0]), round(spot[1])
        more = {"rel": (1, 1), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        self.window.handle(pygame.event.Event(kind, pos=place, **more))
        self.frame()

    def timeline(self) -> list[dict[str, object]]:
        """Return what was shown when, in seconds since the film began."""
        stamps = self.place.scene.focus.animation.stage.stamps
        return [{"t": round(each.seconds, 3), "event": each.event, "kind": each.kind} for each in stamps]


def film(folder: Path, rate: int = 30) -> list[dict[str, object]]:
    """Film the activation into a folder, in so many frames a second, and return its timeline."""
    folder.mkdir(parents=True, exist_ok=True)
    shot = Film(folder, rate)
    scene = shot.place.scene
    shot.mouse(pygame.MOUSEMOTION, 12, 10)
    shot.mouse(pygame.MOUSEBUTTONDOWN, 12, 10)
    for step in range(1, 13):
        shot.mouse(pygame.MOUSEMOTION, 12 + 2.8 * step / 12, 10)
    shot.mouse(pygame.MOUSEBUTTONUP, 14.8, 10)
    shot.until(lambda: not scene.focus.animation.playing)
    shot.mouse(pygame.MOUSEMOTION, 16, 10)
    shot.mouse(pygame.MOUSEBUTTONDOWN, 16, 10)
    shot.mouse(pygame.MOUSEBUTTONUP, 16, 10)
    shot.until(lambda: scene.hand_over.banner is not None)
    timeline = shot.timeline()
    (folder / "timeline.json").write_text(json.dumps(timeline, indent=1) + "\n", encoding="utf-8")
    return timeline


def main() -> None:
    """Film into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out_dir", type=Path)
    parser.add_argument("--rate", type=int, default=30, help="frames a second (default 30)")
    asked = parser.parse_args()
    folder, timeline = asked.out_dir, film(asked.out_dir, asked.rate)
    print(f"{len(list(folder.glob('frame-*.png')))} frames, {len(timeline)} entries in {folder / 'timeline.json'}")


if __name__ == "__main__":
    main()

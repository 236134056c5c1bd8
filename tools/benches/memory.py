"""What the window holds of the memory after ten whole games, one after another in one window."""

from __future__ import annotations

import os
import random
import resource
import tempfile
from functools import partial
from pathlib import Path
from unittest import mock

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import rulesets
from game.documents.files import HOME_VARIABLE
from game.engine.session import Session
from game.garbage import tidy_up
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from tools.benches.crowd import SIZE, Columns, one_frame
from tools.stage import began

GAMES = 10
LOOKED = 3
"""Every so many answers somebody looks at the table, and the mouse moves."""
PRESSES = 30
"""Presses of Enter after which every score card is closed."""


def held() -> float:
    """Return the megabytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _play(window: Window, screen: pygame.Surface, session: Session, folder: Path, rng: random.Random) -> None:
    place = TableScreen(window, SessionModel(session, lambda _: None, folder))
    (window.swap if window.screens else window.go)(place)
    answers = 0
    while session.decision is not None:
        for _press in range(PRESSES if place.scene.focus.sheets else 0):
            window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
            window.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
            one_frame(window, screen)
        place.scene.focus.call(partial(place.scene.model.answer, random_answer(session.decision, rng)))
        answers += 1
        if answers % LOOKED == 0:
            spot = rng.randrange(300, SIZE[0]), rng.randrange(60, SIZE[1])
            window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(1, 1), buttons=(0, 0, 0)))
            for _frame in range(LOOKED):
                one_frame(window, screen)


def measure_memory() -> list[Columns]:
    """Return a row for the games of all rulebooks by turns, played at random on painted tables."""
    pygame.display.init()
    pygame.font.init()
    screen, names, after = pygame.display.set_mode(SIZE), [*rulesets.names()], list[float]()
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {HOME_VARIABLE: folder}):
        window = Window(SIZE)
        window.options.pace = 0.0
        start = held()
        for number in range(GAMES):
            session = began(names[number % len(names)], number)
            _play(window, screen, session, Path(folder), random.Random(number))
            tidy_up()
            after.append(held())
    note = f"after each game {', '.join(f'{size:.0f}' for size in after)}; {SIZE[0]}x{SIZE[1]}"
    return [
        (f"memory of the window after {GAMES} games", "MB", after[-1:], "must 500, aim 300", "the window", start, note)
    ]

"""Frames of the window without a display: the cost of a drag, and of the first frame."""

from __future__ import annotations

import math
import os
import random
import statistics
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import rulesets
from game.engine.core.decisions import Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.ui.app import open_window
from game.ui.play.input import Input
from game.ui.play.painter import Painter
from game.ui.play.scene import TableScene
from game.ui.shell.window import Window

SIZE = (1920, 1080)
FRAMES = 400
Columns = tuple[str, str, list[float], str, str, float, str]


def game_in_a_move(players: int, map_name: str) -> Session:
    """Return a game that waits for the end of a move, with every base still on the table."""
    ruleset = rulesets.load(rulesets.DEFAULT)
    names = ("Ann", "Bob", "Cem", "Dot")[:players]
    for seed in range(200):
        session = Session(ruleset, ruleset.new_setup(GamePlan(names, map=map_name)), KeyedDice(seed))
        rng = random.Random(seed)
        while session.state.round < 1 or not _waits_for_move(session):
            session.answer(random_answer(session.pending(), rng))
        if len(session.game.standing()) >= 5 * players:
            return session
    raise RuntimeError("no game with every base on the table was found")


def _waits_for_move(session: Session) -> bool:
    decision = session.pending()
    piece = session.state.models.get(decision.about)
    return isinstance(decision, Place) and piece is not None and piece.on_table


def window_for(session: Session) -> tuple[pygame.Surface, TableScene, Input, Painter]:
    """Return a window with the session in it."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(SIZE)
    model = SessionModel(session, lambda _: None, Path(tempfile.gettempdir()))
    scene = TableScene(model, Window(SIZE))
    return screen, scene, Input(scene), scene.painter()


def _paint(scene: TableScene, painter: Painter, screen: pygame.Surface) -> None:
    scene.refresh_panel()
    painter.paint(screen)


def measure_frames() -> list[Columns]:
    """Return rows for frames while dragging with region and receipt, at rest, and the raw blits beside them."""
    rows: list[Columns] = []
    for players, map_name in ((4, "market-ruins"), (4, "hollow-wood")):
        session = game_in_a_move(players, map_name)
        screen, scene, takes, painter = window_for(session)
        raw = statistics.median(_raw_frame(screen) for _ in range(60))
        dragging = _drag(screen, scene, takes, painter, session)
        worst = sorted(dragging)[int(len(dragging) * 0.99)]
        bases = len(session.game.standing())
        note = f"99th percentile {worst:.2f} ms, {bases} bases on {map_name}"
        rows.append(("frame while dragging, 1920x1080", "ms", dragging, "must 8, aim 4", "raw blits", raw, note))
        still = [_timed_frame(screen, scene, painter) for _ in range(60)]
        rows.append(("frame with nothing moving", "ms", still, "", "raw blits", raw, ""))
    return rows


def _drag(screen: pygame.Surface, scene: TableScene, takes: Input, painter: Painter, session: Session) -> list[float]:
    decision = session.pending()
    piece = session.state.models[decision.about]
    spent = []
    for frame in range(FRAMES):
        reach = 1.0 + 6.0 * frame / FRAMES
        turn = math.tau * frame / 40
        spot = scene.focus.camera.to_screen(piece.x + reach * math.cos(turn), piece.y + reach * math.sin(turn))
        place = (round(spot[0]), round(spot[1]))
        started = time.perf_counter()
        takes.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0)))
        scene.tick()
        _paint(scene, painter, screen)
        pygame.display.flip()
        spent.append((time.perf_counter() - started) * 1000)
    return spent[20:]


def _timed_frame(screen: pygame.Surface, scene: TableScene, painter: Painter) -> float:
    started = time.perf_counter()
    scene.tick()
    _paint(scene, painter, screen)
    pygame.display.flip()
    return (time.perf_counter() - started) * 1000


def _raw_frame(screen: pygame.Surface) -> float:
    """Return the milliseconds of nothing but blits: a background, an overlay, 24 sprites, three panels."""
    background = pygame.Surface(SIZE)
    overlay = pygame.Surface((600, 600), pygame.SRCALPHA)
    sprite = pygame.Surface((64, 64), pygame.SRCALPHA)
    panel = pygame.Surface((420, 300))
    started = time.perf_counter()
    screen.blit(background, (0, 0))
    screen.blit(overlay, (300, 200))
    screen.blits([(sprite, (60 * index, 30 * index)) for index in range(24)])
    screen.blits([(panel, (1500, 60 + 310 * index)) for index in range(3)])
    pygame.display.flip()
    return (time.perf_counter() - started) * 1000


def first_frame() -> None:
    """Draw the first frame of a new game, from importing to the screen."""
    ruleset = rulesets.load(rulesets.DEFAULT)
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(1))
    screen = open_window((1280, 720))
    scene = TableScene(SessionModel(session, lambda _: None, Path(tempfile.gettempdir())), Window(screen.get_size()))
    _paint(scene, scene.painter(), screen)
    pygame.display.flip()

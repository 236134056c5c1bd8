"""The window: opened, kept going, closed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

import pygame

from game.engine.session import Session
from game.ui.desk import Bot, Desk
from game.ui.drawing import Painter
from game.ui.input import Input
from game.ui.scene import Scene
from game.ui.settings import load_options, save_options, settings_path
from game.ui.sheets import greeting, message
from game.ui.theme import Theme

SIZE: Final = (1280, 720)
SMALLEST: Final = (960, 600)
FRAMES: Final = 60
IDLE: Final = 200
"""Milliseconds between two looks at the clock while nothing happens."""
_NO_WINDOW: Final = ("dummy", "offscreen", "")


def display_available() -> bool:
    """Say whether SDL really opens a window system here.

    SDL may quietly take its `offscreen` or `dummy` driver; these count only when the caller asked for one by
    the environment variable SDL_VIDEODRIVER.
    """
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    if not asked and sys.platform.startswith("linux"):
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    if asked in ("dummy", "offscreen") or pygame.display.get_driver() not in _NO_WINDOW:
        return True
    pygame.display.quit()
    return False


def run(
    session: Session,
    *,
    autosave: Callable[[Session], None],
    save_dir: Path,
    start_banner: str = "",
    bots: Mapping[str, Bot] | None = None,
    size: tuple[int, int] | None = None,
) -> Session:
    """Show the session in a window until it is closed; return the session that was on the table last.

    `autosave` is called with the session after every checkpoint and before the window closes. `bots` answer for
    the players they are given by; everybody else decides here, by mouse or keyboard.
    """
    screen = open_window(size or comfortable_size())
    desk = Desk(session, autosave, save_dir, dict(bots or {}))
    options, complaint = load_options(settings_path())
    if complaint:
        desk.trouble.append(complaint)
    theme = Theme(interface_scale())
    scene = Scene(desk, screen.get_size(), theme, options, lambda chosen: save_options(chosen, settings_path()))
    if start_banner:
        scene.show(greeting(scene, start_banner))
    scene.last_person = scene.desk.decider if scene.desk.bot is None else ""
    try:
        loop(screen, scene)
    finally:
        scene.desk.keep()
        pygame.display.quit()
    return scene.desk.session


def open_window(size: tuple[int, int]) -> pygame.Surface:
    """Open a resizable window in true pixels; only display and font are initialised."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "inchwise")
    pygame.display.init()
    pygame.font.init()
    pygame.key.set_repeat(320, 40)
    pygame.display.set_caption("inchwise")
    desktop = (pygame.display.get_desktop_sizes() or [size])[0]
    fitting = (max(SMALLEST[0], min(size[0], desktop[0])), max(SMALLEST[1], min(size[1], desktop[1])))
    return pygame.display.set_mode(fitting, pygame.RESIZABLE)


def comfortable_size() -> tuple[int, int]:
    """Return the size of the window at first: 1280x720, on larger screens five sixths of them."""
    pygame.display.init()
    width, height = (pygame.display.get_desktop_sizes() or [SIZE])[0]
    return max(SIZE[0], width * 5 // 6), max(SIZE[1], height * 5 // 6)


def interface_scale() -> float:
    """Return a sensible interface scale for the screen: 1 up to 1440 lines, more beyond."""
    lines = max((size[1] for size in pygame.display.get_desktop_sizes()), default=1080)
    return 1.0 if lines <= 1440 else min(2.0, round(lines / 1200, 1))


def loop(screen: pygame.Surface, scene: Scene) -> None:
    """Handle events and draw, only when something changed, until somebody quits."""
    takes, painter, clock = Input(scene), Painter(), pygame.time.Clock()
    stale = True
    waited: list[pygame.event.Event] = []
    before = time.monotonic()
    while not scene.quitting:
        events = waited + pygame.event.get()
        waited = []
        for event in without_stale_motion(events):
            takes.handle(event)
        lively = scene.tick()
        now = time.monotonic()
        scene.manager.update(min(0.1, now - before))
        before = now
        if scene.desk.trouble and not scene.sheets:
            trouble, scene.desk.trouble = scene.desk.trouble, []
            scene.show(message(scene, "Something went wrong", trouble))
            stale = True
        if stale or events or lively:
            screen = pygame.display.get_surface() or screen
            if screen.get_size() != scene.size:  # not every way to another size sends an event
                scene.resize(screen.get_size())
            painter.paint(screen, scene)
            pygame.display.flip()
            stale = bool(events) or lively  # one frame more, for what only now came to rest
            clock.tick(FRAMES)
        else:
            waited = _rest()


def without_stale_motion(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Drop every mouse motion that another one follows at once: only where the mouse is now matters."""
    return [
        event
        for event, after in pairwise([*events, None])
        if event is not None and (event.type != pygame.MOUSEMOTION or after is None or after.type != pygame.MOUSEMOTION)
    ]


def _rest() -> list[pygame.event.Event]:
    """Wait for something to happen and return it."""
    event = pygame.event.wait(IDLE)
    return [] if event.type == pygame.NOEVENT else [event]

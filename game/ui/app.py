"""The window: opened, kept going, closed."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from game.engine.saving.autosaves import tidy
from game.lengths import show_in
from game.ui.prefs.memory import Memory, recall, remember
from game.ui.prefs.settings import Options, keep_changes, load_options, settings_path
from game.ui.shell.router import Screen
from game.ui.shell.window import SMALLEST, Window
from game.ui.widgets.theme import Theme
from game.wording import prefer

if TYPE_CHECKING:  # the main menu needs no game
    from game.engine.session import Session
    from game.ui.model.session_model import Bot

SIZE: Final = (1280, 720)
REACHABLE: Final = 100
"""Pixels of a window at least that must be on the screen where it is put back."""
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
) -> None:
    """Show the session in a window until it is closed.

    `autosave` is called with the session after every checkpoint and before the window closes. `bots` answer for
    the players they are given by; everybody else decides here, by mouse or keyboard.
    """
    from game.ui.model.session_model import SessionModel
    from game.ui.play.screen import TableScreen

    def first(window: Window) -> Screen:
        return TableScreen(window, SessionModel(session, autosave, save_dir, dict(bots or {})), start_banner)

    show(first, size)


def show(first: Callable[[Window], Screen], size: tuple[int, int] | None = None) -> None:
    """Open the window on a screen and keep it going until somebody quits."""
    tidy()
    memory = recall()
    screen = open_window(size or memory.size or comfortable_size())
    put_back(memory)
    options, complaint = load_options(settings_path())
    prefer(options.language)
    show_in(options.measure)
    theme = Theme(interface_scale())
    window = Window(screen.get_size(), theme, options, keeping(options))
    if complaint:
        window.trouble.append(complaint)
    if memory.fullscreen:
        window.toggle_fullscreen()
    try:
        window.go(first(window))
        window.run()
    finally:
        window.close()
        with contextlib.suppress(OSError):  # where the window stood is worth nobody's trouble
            remember_place(window.windowed)
        pygame.display.quit()


def keeping(options: Options) -> Callable[[Options], None]:
    """Return what keeps options that are chosen, `options` being those that were read."""

    def keep(chosen: Options) -> None:
        nonlocal options
        keep_changes(options, chosen, settings_path())
        options = chosen

    return keep


def put_back(memory: Memory) -> None:
    """Put the window where it stood, if that is still on the screen."""
    desktops = pygame.display.get_desktop_sizes()
    if memory.position is not None and desktops:
        x, y = memory.position
        if len(desktops) > 1 or (0 <= x < desktops[0][0] - REACHABLE and 0 <= y < desktops[0][1] - REACHABLE):
            pygame.display.set_window_position(memory.position)


def remember_place(windowed: tuple[int, int]) -> None:
    """Keep where the window stands; `windowed` is its size while it does not fill the screen. Raises `OSError`."""
    filled = pygame.display.is_fullscreen()
    if filled:
        remember(size=windowed, fullscreen=True)
    else:
        remember(size=windowed, position=pygame.display.get_window_position(), fullscreen=False)


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
    screen = pygame.display.set_mode(fitting, pygame.RESIZABLE)
    with warnings.catch_warnings():  # its successor would have us draw in another way
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().minimum_size = SMALLEST
    return screen


def comfortable_size() -> tuple[int, int]:
    """Return the size of the window at first: 1280x720, on larger screens five sixths of them."""
    pygame.display.init()
    width, height = (pygame.display.get_desktop_sizes() or [SIZE])[0]
    return max(SIZE[0], width * 5 // 6), max(SIZE[1], height * 5 // 6)


def interface_scale() -> float:
    """Return a sensible interface scale for the screen: 1 up to 1440 lines, more beyond."""
    lines = max((size[1] for size in pygame.display.get_desktop_sizes()), default=1080)
    return 1.0 if lines <= 1440 else min(2.0, round(lines / 1200, 1))

"""The application window: opening, running, closing."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from game.engine.saving.autosaves import clear_old_games
from game.lengths import show_in
from game.resources import resource
from game.ui.prefs.memory import recall, remember
from game.ui.prefs.settings import Options, keep_changes, load_options, settings_path
from game.ui.shell.router import Screen
from game.ui.shell.window import SMALLEST, Window, display_of, displays
from game.ui.widgets.theme import Theme
from game.wording import prefer

if TYPE_CHECKING:  # the main menu needs no game
    from game.engine.session import Session
    from game.play.session_model import Bot

SIZE: Final = (1280, 720)
FRAME: Final = 32
"""Rough number of pixels that window managers add for a title."""
_NO_WINDOW: Final = ("dummy", "offscreen", "")


def display_available() -> bool:
    """Return whether SDL finds a window system; dummy drivers count if SDL_VIDEODRIVER names them."""
    driver_named = os.environ.get("SDL_VIDEODRIVER", "")
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not driver_named and sys.platform.startswith("linux") and not display:
        return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    if driver_named in ("dummy", "offscreen") or pygame.display.get_driver() not in _NO_WINDOW:
        return True
    pygame.display.quit()
    return False


def display_name() -> str:
    """Return the driver and the name of the display, or "" without a display."""
    if not display_available():
        return ""
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    driver = pygame.display.get_driver() if pygame.display.get_init() else os.environ.get("SDL_VIDEODRIVER", "")
    return f"{driver} {display}".strip()


def run(
    session: Session,
    *,
    autosave: Callable[[Session], None],
    save_dir: Path,
    start_banner: str = "",
    bots: Mapping[str, Bot] | None = None,
    size: tuple[int, int] | None = None,
) -> None:
    """Show a session in a window until the window is closed; `bots` answer for their players.

    `autosave` gets the session after every checkpoint and before the window closes.
    """
    from game.play.session_model import SessionModel
    from game.ui.play.screen import TableScreen

    def first(window: Window) -> Screen:
        return TableScreen(window, SessionModel(session, autosave, save_dir, dict(bots or {})), start_banner)

    show(first, size)


def show(first: Callable[[Window], Screen], size: tuple[int, int] | None = None) -> None:
    """Open the window on a screen and run it until the user quits."""
    clear_old_games()
    memory = recall()
    screen = open_window(size or memory.size or comfortable_size(), memory.position)
    options, message = load_options(settings_path())
    prefer(options.language)
    show_in(options.measure)
    theme = Theme(interface_scale())
    window = Window(screen.get_size(), theme, options, keeping(options))
    if message:
        window.trouble.append(message)
    if memory.fullscreen:
        window.toggle_fullscreen()
    try:
        window.go(first(window))
        window.run()
    finally:
        window.close()
        filled = pygame.display.is_fullscreen()
        place = window.place if filled else pygame.display.get_window_position()
        with contextlib.suppress(OSError):  # losing the window position is harmless
            remember(size=window.windowed, fullscreen=filled, position=place)
        pygame.display.quit()


def keeping(options: Options) -> Callable[[Options], None]:
    """Return a function that saves the options that differ from the last ones, which are first `options`."""

    def keep(chosen: Options) -> None:
        nonlocal options
        keep_changes(options, chosen, settings_path())
        options = chosen

    return keep


def open_window(size: tuple[int, int], place: tuple[int, int] | None = None) -> pygame.Surface:
    """Open a resizable window in true pixels, at a place if it is reachable, no larger than its display.

    Only display and font are initialised.
    """
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "inchwise")
    pygame.display.init()
    pygame.font.init()
    pygame.key.set_repeat(320, 40)
    pygame.display.set_caption("inchwise")
    pygame.display.set_icon(pygame.image.load(resource("assets/application/inchwise-128.png")))
    main_display = pygame.Rect((0, 0), (pygame.display.get_desktop_sizes() or [size])[0])
    display = display_of(place, size, displays()) if place is not None else None
    display_size = (display or main_display).size
    least_size = min(SMALLEST[0], display_size[0]), min(SMALLEST[1], display_size[1])
    window_size = max(least_size[0], min(size[0], display_size[0])), max(least_size[1], min(size[1], display_size[1]))
    screen = pygame.display.set_mode(window_size, pygame.RESIZABLE)
    with warnings.catch_warnings():  # the newer class needs another way of drawing
        warnings.simplefilter("ignore", DeprecationWarning)
        window = pygame.Window.from_display_module()
    window.minimum_size = (min(SMALLEST[0], display_size[0] - FRAME), min(SMALLEST[1], display_size[1] - FRAME))
    if place is not None and display is not None:
        pygame.display.set_window_position(pygame.Rect(place, window_size).clamp(display).topleft)
    if window_size[0] + FRAME > display_size[0] or window_size[1] + FRAME > display_size[1]:
        window.maximize()  # its frame would push its edges off the display
    return screen


def comfortable_size() -> tuple[int, int]:
    """Return the first size of the window: 1280x720, or five sixths of a larger screen."""
    pygame.display.init()
    width, height = (pygame.display.get_desktop_sizes() or [SIZE])[0]
    return max(SIZE[0], width * 5 // 6), max(SIZE[1], height * 5 // 6)


def interface_scale() -> float:
    """Return the interface scale for the screen: 1 up to 1440 lines, more above."""
    lines = max((size[1] for size in pygame.display.get_desktop_sizes()), default=1080)
    return 1.0 if lines <= 1440 else min(2.0, round(lines / 1200, 1))

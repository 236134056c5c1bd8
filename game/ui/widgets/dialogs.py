"""Dialogs made of pygame_gui: choosing a file, typing a line."""

from __future__ import annotations

import locale
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pygame_gui

from game.ui.widgets.theme import (
    INK,
    INK_FAINT,
    LAMP,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    font_file,
    mix,
)

Picked = Callable[[str], None]


@contextmanager
def _locale_installed() -> Iterator[None]:
    """Set an installed locale in the environment: pygame_gui adopts it and fails without."""
    before = dict(os.environ)
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        os.environ["LC_ALL"] = "C"
    try:
        yield
    finally:
        os.environ.pop("LC_ALL", None)
        os.environ.update(before)


def make_manager(size: tuple[int, int], theme: Theme) -> pygame_gui.UIManager:
    """Return a manager whose widgets look like the rest of the window."""
    manager = pygame_gui.UIManager(size, enable_live_theme_updates=False)
    if Path(font_file("regular")).is_file() and Path(font_file("semibold")).is_file():
        manager.add_font_paths("inchwise", font_file("regular"), bold_path=font_file("semibold"))
    manager.get_theme().load_theme(_theme(theme))
    return manager


def _theme(theme: Theme) -> dict[str, Any]:
    def shown(colour: Colour) -> str:
        return "#{:02x}{:02x}{:02x}".format(*theme.tone(colour))

    states = {
        "normal": (SLATE_RAISED, INK, SLATE_LINE),
        "hovered": (SLATE_HOVER, INK, INK_FAINT),
        "selected": (mix(SLATE_HOVER, LAMP, 0.2), INK, LAMP),
        "active": (SLATE_HOVER, INK, LAMP),
        "disabled": (SLATE, INK_FAINT, SLATE_LINE),
    }
    shape = {"shape": "rounded_rectangle", "shape_corner_radius": str(theme.px(0.75)), "shadow_width": "0"}
    font = {"name": "inchwise", "size": str(theme.size("small")), "bold": "0"}
    # pygame_gui ignores the default font for elements not named here, its icons included.
    written = ("label", "text_entry_line", "text_box", "selection_list.@selection_list_item", "window.#title_bar",
               "file_dialog.#ok_button", "file_dialog.#cancel_button", "tool_tip.text_box")  # fmt: skip
    return {
        **{element: {"font": font} for element in written},
        "defaults": {
            "colours": {"dark_bg": shown(SLATE)}
            | {
                f"{state}_{part}": shown(colour)
                for state, colours in states.items()
                for part, colour in zip(("bg", "text", "border"), colours)
            },
            "font": font,
            "misc": {**shape, "border_width": "1"},
        },
        "button": {"font": font, "misc": shape},
        "window": {"misc": {"shadow_width": "2", "title_bar_height": str(theme.px(4))}},
        "tool_tip": {"misc": {"rect_width": str(theme.px(30))}},
    }


class Dialogs:
    """At most one dialog at a time; while it is open, it takes the keyboard."""

    def __init__(self, manager: pygame_gui.UIManager, theme: Theme) -> None:
        self.manager = manager
        self.theme = theme
        self._window: pygame_gui.elements.UIWindow | None = None
        self._entry: pygame_gui.elements.UITextEntryLine | None = None
        self._picked: Picked = lambda text: None
        self._fresh = False

    @property
    def open(self) -> bool:
        """Whether a dialog is on the screen, or closed with its answer still to come."""
        return self._window is not None

    def close(self) -> None:
        """Close whatever is open, without an answer."""
        if self._window is not None and self._window.alive():
            self._window.kill()
        self._window = self._entry = None

    def _begin(self, size: tuple[int, int], window: pygame.Rect, then: Picked) -> pygame.Rect:
        """Replace any dialog by one of a size, whose answer `then` takes; return its rectangle."""
        self.close()
        self._picked, self._fresh = then, True
        rect = pygame.Rect((0, 0), size)
        rect.center = window.center
        return rect

    def ask_file(
        self,
        title: str,
        folder: Path,
        name: str,
        window: pygame.Rect,
        *,
        existing: bool,
        then: Picked,
        suffix: str = ".json",
    ) -> None:
        """Ask for a file of a kind in a folder, suggesting a name; `then` takes the path."""
        size = min(self.theme.px(80), window.width - 40), min(self.theme.px(60), window.height - 40)
        rect = self._begin(size, window, then)
        with _locale_installed():
            self._window = dialog = pygame_gui.windows.UIFileDialog(
                rect,
                self.manager,
                window_title=title,
                allowed_suffixes={suffix},
                initial_file_path=str(folder / name),
                allow_existing_files_only=existing,
            )
        if dialog.current_file_path is None:
            dialog.ok_button.disable()
            self.manager.set_focus_set(dialog.file_path_text_line.get_focus_set())

    def ask_text(self, title: str, text: str, window: pygame.Rect, then: Picked) -> None:
        """Ask for a line of text; `then` takes it."""
        rect = self._begin((self.theme.px(48), self.theme.px(14)), window, then)
        self._window = pygame_gui.elements.UIWindow(rect, self.manager, window_display_title=title, resizable=False)
        edge, wide = self.theme.px(1), self._window.get_container().get_rect().width
        line = pygame.Rect(edge, edge, wide - self.theme.px(2), self.theme.px(5))
        make = pygame_gui.elements.UITextEntryLine
        self._entry = make(line, self.manager, container=self._window, initial_text=text)
        self._entry.focus()
        self._entry.select_range = [0, len(text)]  # typing replaces the suggestion
        self.manager.set_focus_set(self._entry.get_focus_set())

    def is_opening_text(self, event: pygame.event.Event) -> bool:
        """Return whether this TEXTINPUT belongs to the key press that opened the dialog."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._fresh = False
        return self.open and self._fresh and event.type == pygame.TEXTINPUT

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event after the manager has seen it."""
        gone = event.type == pygame_gui.UI_WINDOW_CLOSE and event.ui_element is self._window
        picked = event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED and event.ui_element is self._window
        typed = event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self._entry
        if gone or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.close()
        elif picked or typed:
            self._finish(event.text)
        elif isinstance(self._window, pygame_gui.windows.UIFileDialog) and self._entered(event, self._window):
            self._finish(str(self._window.current_file_path))

    @staticmethod
    def _entered(event: pygame.event.Event, dialog: pygame_gui.windows.UIFileDialog) -> bool:
        """Return whether Enter accepts the file shown in a dialog; in its text line, it first accepts the text."""
        line = dialog.file_path_text_line
        typed = event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is line
        pressed = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        return bool(dialog.ok_button.is_enabled) and (typed or (pressed and not line.is_focused))

    def _finish(self, text: str) -> None:
        picked = self._picked
        self.close()
        picked(text)

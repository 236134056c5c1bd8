"""Windows of pygame_gui: choosing files, typing a place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pygame_gui

from game.ui.widgets.theme import Theme

Picked = Callable[[str], None]


class Dialogs:
    """At most one dialog at a time; while it is open the keyboard is its own."""

    def __init__(self, manager: pygame_gui.UIManager, theme: Theme) -> None:
        self.manager = manager
        self.theme = theme
        self._window: pygame_gui.elements.UIWindow | None = None
        self._entry: pygame_gui.elements.UITextEntryLine | None = None
        self._picked: Picked = lambda text: None
        self._fresh = False

    @property
    def open(self) -> bool:
        """Whether a dialog is on the screen, or has only just gone and has not yet told what was picked."""
        return self._window is not None

    def close(self) -> None:
        """Close whatever is open, without an answer."""
        if self._window is not None and self._window.alive():
            self._window.kill()
        self._window = self._entry = None

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
        self.close()
        rect = pygame.Rect(0, 0, min(self.theme.px(80), window.width - 40), min(self.theme.px(60), window.height - 40))
        rect.center = window.center
        start = folder / name if name else folder
        self._picked, self._fresh = then, True
        self._window = pygame_gui.windows.UIFileDialog(
            rect,
            self.manager,
            window_title=title,
            allowed_suffixes={suffix},
            initial_file_path=str(start),
            allow_existing_files_only=existing,
        )

    def ask_text(self, title: str, text: str, window: pygame.Rect, then: Picked) -> None:
        """Ask for a line of text; `then` takes it."""
        self.close()
        rect = pygame.Rect(0, 0, self.theme.px(48), self.theme.px(14))
        rect.center = window.center
        self._picked, self._fresh = then, True
        self._window = pygame_gui.elements.UIWindow(rect, self.manager, window_display_title=title, resizable=False)
        inner = self._window.get_container().get_rect()
        self._entry = pygame_gui.elements.UITextEntryLine(
            pygame.Rect(self.theme.px(1), self.theme.px(1), inner.width - self.theme.px(2), self.theme.px(5)),
            self.manager,
            container=self._window,
            initial_text=text,
        )
        self._entry.focus()
        self._entry.select_range = [0, len(text)]  # typing replaces what was suggested
        self.manager.set_focus_set(self._entry.get_focus_set())

    def is_opening_text(self, event: pygame.event.Event) -> bool:
        """Say whether an event is the letter of the key that opened the dialog: a keyboard tells it after the key."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._fresh = False
        return self.open and self._fresh and event.type == pygame.TEXTINPUT

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event after the manager has seen it."""
        gone = event.type == pygame_gui.UI_WINDOW_CLOSE and event.ui_element is self._window
        if gone or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.close()
            return
        picked = event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED and event.ui_element is self._window
        typed = event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self._entry
        if picked or typed:
            self._finish(event.text)
        elif isinstance(self._window, pygame_gui.windows.UIFileDialog) and self._entered(event, self._window):
            self._finish(str(self._window.current_file_path))

    @staticmethod
    def _entered(event: pygame.event.Event, dialog: pygame_gui.windows.UIFileDialog) -> bool:
        """Say whether Enter takes the file that a dialog shows; in its line of text it first takes what was typed."""
        line = dialog.file_path_text_line
        typed = event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is line
        pressed = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        wanted = typed or (pressed and not line.is_focused)
        return wanted and bool(dialog.ok_button.is_enabled)

    def _finish(self, text: str) -> None:
        picked = self._picked
        self.close()
        picked(text)

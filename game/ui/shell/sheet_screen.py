"""A screen made of sheets on a backdrop, like most screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

import pygame

from game.resources import resource
from game.ui.shell.jobs import Job
from game.ui.shell.router import Screen
from game.ui.shell.window import Window
from game.ui.widgets.dialogs import FileSheet, TextSheet
from game.ui.widgets.keys import may_repeat
from game.ui.widgets.sheet import FormSheet, Sheet, dim, notice
from game.ui.widgets.text import blit_at
from game.ui.widgets.theme import SHADOW, Theme

PICTURE: Final = "assets/pictures/table.jpg"
"""A picture of a table, drawn by `python tools/screenshots.py --backdrop`."""
DIM: Final = 118
"""Opacity of the darkening over the picture, up to 255."""


@lru_cache(maxsize=2)
def backdrop(size: tuple[int, int], plain: bool) -> pygame.Surface:
    """Return a darkened table seen from above, or plain dark; shared, so do not modify it."""
    surface = pygame.Surface(size)
    surface.fill((4, 4, 6) if plain else SHADOW)
    path = resource(PICTURE)
    if plain or not path.exists():
        return surface
    picture = pygame.image.load(path)
    scale = max(size[0] / picture.get_width(), size[1] / picture.get_height())
    scaled_size = (round(picture.get_width() * scale), round(picture.get_height() * scale))
    blit_at(surface, pygame.transform.smoothscale(picture, scaled_size), center=(size[0] // 2, size[1] // 2))
    dim(surface, (*SHADOW, DIM))
    return surface


class SheetHost(Protocol):
    """Shows a stack of sheets, of which the topmost takes the input."""

    @property
    def window(self) -> Window:
        """The window."""

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""


class SheetScreen(Screen):
    """Shows the sheet that a subclass returns as `first`, and others on top; closing the last one goes back."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.sheets: list[Sheet] = []
        self._job: Job | None = None

    @property
    def theme(self) -> Theme:
        return self.window.theme

    @property
    def rect(self) -> pygame.Rect:
        return pygame.Rect((0, 0), self.window.size)

    def first(self) -> Sheet:
        """Return the sheet with which the screen begins."""
        raise NotImplementedError

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""
        sheet.veil = bool(self.sheets)
        sheet.place(self.rect)
        self.sheets.append(sheet)
        self.window.stale = True

    def replace(self, sheet: Sheet) -> None:
        self.sheets.clear()
        self.show(sheet)

    def enter(self) -> None:
        if not self.sheets:
            self.show(self.first())

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.window.quit()
            return
        held = event.type == pygame.KEYDOWN and self.window.repeated and not may_repeat(event)
        if self.sheets and not held:
            self._to_sheet(self.sheets[-1], event)

    def _to_sheet(self, sheet: Sheet, event: pygame.event.Event) -> None:
        """Hand an event to a sheet; remove the sheet if that closed it."""
        sheet.handle(event)
        if not sheet.closed:
            return
        if sheet in self.sheets:
            self.sheets.remove(sheet)
        if self.sheets:
            self.sheets[0].veil = False
        elif self.window.top is self and self.window.running:
            self.emptied()

    def emptied(self) -> None:
        """Return to the previous screen, since the last sheet was closed."""
        self.window.back()

    def tick(self) -> bool:
        if self.window.trouble:
            trouble, self.window.trouble = self.window.trouble, []
            self.report(trouble)
        if self._job is None:
            return False
        job = self._job
        job.work()
        if not job.running and self._job is job:
            self._job = None
        return True

    @property
    def busy(self) -> bool:
        """Whether a job is under way."""
        return self._job is not None

    def run(
        self,
        title: str,
        steps: Iterator[tuple[int, int]],
        done: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Do a job under a sheet that shows its progress and can stop it; its end calls `done` or `failed`."""

        def close_and(callback: Callable[[], None]) -> None:
            if sheet in self.sheets:
                self.sheets.remove(sheet)
            callback()

        job = Job(title, steps, lambda: close_and(done), lambda error: close_and(lambda: failed(error)), lambda: None)
        sheet = job.sheet(self.theme)
        self._job = job
        self.show(sheet)

    def leave(self) -> None:
        if self._job is not None:
            self._job.stop()
            self._job = None

    def ask_file(
        self, title: str, folder: Path, then: Callable[[str], None], suffix: tuple[str, ...] = (".json",)
    ) -> None:
        """Ask for an existing file that ends in a `suffix`, starting in a folder; `then` takes its path."""
        self.show(FileSheet(self.theme, title, folder=folder, picked=then, suffix=suffix))

    def ask_text(self, title: str, text: str, then: Callable[[str], None], agree: str = "") -> None:
        """Ask for a line of text, suggesting one; `then` takes the answer."""
        self.show(TextSheet(self.theme, title, text=text, picked=then, agree=agree))

    def renew(self) -> None:
        """Rebuild the rows of every form."""
        for sheet in self.sheets:
            if isinstance(sheet, FormSheet):
                sheet.renew()

    def report(self, texts: list[str], title: str = "", *, good: bool = False) -> None:
        """Show an error, or `good` news, until it is closed."""
        self.show(notice(self.theme, texts, title, good=good))

    def paint(self, target: pygame.Surface) -> None:
        target.blit(backdrop(self.window.size, self.window.look.sharp), (0, 0))
        for sheet in self.sheets[:1] + self.sheets[1:][-1:]:  # the first and the topmost
            sheet.place(self.rect)
            sheet.draw(target)
        if self.window.look.sharp:
            from game.ui.widgets.theme import sharpen

            sharpen(target, self.rect)

    def resize(self, size: tuple[int, int]) -> None:
        for sheet in self.sheets:
            sheet.place(self.rect)

    def apply_options(self) -> None:
        self.resize(self.window.size)


def clean_name(text: str, longest: int) -> str:
    """Return a typed name on one line, cut to `longest` characters, or "" if it is unprintable."""
    name = " ".join(text.split())[:longest]
    return name if name.isprintable() else ""


class OneSheetScreen(SheetScreen):
    """Shows the single sheet that `build` returns: settings, help, credits."""

    def __init__(self, window: Window, build: Callable[[SheetHost], Sheet]) -> None:
        super().__init__(window)
        self._build = build

    def first(self) -> Sheet:
        return self._build(self)

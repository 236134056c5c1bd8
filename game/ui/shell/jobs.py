"""Long work done in slices between frames: a sheet shows its progress, Escape stops it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import LAMP, SLATE_LINE, Theme
from game.wording import _

SLICE: Final = 0.02
"""Seconds of work between two frames."""


@dataclass
class Progress:
    """The share done, from 0 to 1, as a bar."""

    share: float = 0.0

    def height(self, theme: Theme, width: int) -> int:
        return theme.px(2)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        pygame.draw.rect(target, SLATE_LINE, rect, 1, border_radius=theme.px(0.5))
        done = rect.inflate(-4, -4)
        done.width = round(done.width * self.share)
        pygame.draw.rect(target, LAMP, done, border_radius=theme.px(0.25))


@dataclass
class Job:
    """Steps that yield the number of parts done and in all; at the end `then`, `failed` or `stopped` is called."""

    title: str
    steps: Iterator[tuple[int, int]]
    then: Callable[[], None]
    failed: Callable[[Exception], None]
    stopped: Callable[[], None]
    progress: Progress = field(default_factory=Progress)
    running: bool = True

    def sheet(self, theme: Theme) -> Sheet:
        """Return the progress sheet; closing it stops the work."""
        stop = MenuItem("close", _("Stop"), "escape")
        return Sheet(theme, self.title, (), [stop], lambda action: self.stop(), figure=self.progress)

    def work(self) -> None:
        until = time.monotonic() + SLICE
        try:
            while self.running and time.monotonic() < until:
                done, total = next(self.steps)
                self.progress.share = done / max(1, total)
        except StopIteration:
            self.running = False
            self.then()
        except (OSError, ValueError, RuntimeError) as error:
            self.running = False
            self.failed(error)

    def stop(self) -> None:
        """Stop the work; nothing is left behind."""
        if self.running:
            self.stopped()
        self.running = False
        if isinstance(self.steps, Generator):
            self.steps.close()

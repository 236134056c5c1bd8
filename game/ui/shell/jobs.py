"""Long work done in slices between frames, while a sheet shows its progress and Escape stops it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.tasks import Abandoned, Stop, Task
from game.ui.widgets.text import blit_at, ink
from game.ui.widgets.theme import INK_QUIET, LAMP, SLATE_LINE, Theme
from game.wording import _, ngettext

REST: Final = 0.004
"""Seconds between two checks of a thread."""
SLICE: Final = 0.02
"""Seconds of work between two frames."""


@dataclass
class Progress:
    """A bar of the progress, from 0 to 1, with a text below it."""

    share: float = 0.0
    words: str = ""

    def height(self, theme: Theme, width: int) -> int:
        return theme.px(6)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        bar = pygame.Rect(rect.left, rect.top, rect.width, theme.px(2))
        pygame.draw.rect(target, SLATE_LINE, bar, 1, border_radius=theme.px(0.5))
        blit_at(
            target, ink(theme, self.words, "small", "regular", INK_QUIET), topleft=(bar.left, bar.bottom + theme.px(1))
        )
        filled = bar.inflate(-4, -4)
        filled.width = round(filled.width * self.share)
        pygame.draw.rect(target, LAMP, filled, border_radius=theme.px(0.25))


def in_thread(steps: Iterator[tuple[int, int]], name: str) -> Iterator[tuple[int, int]]:
    """Take steps in a thread, since each may be long; yield the progress; closing it stops the steps."""
    stop, progress = Stop(), [(0, 1)]

    def work() -> None:
        for progress[0] in steps:
            if stop():
                break
        if isinstance(steps, Generator):
            steps.close()  # in the thread that ran it, since it may hold files

    task = Task(work, name)
    try:
        while not task.wait(REST):
            yield progress[0]
        task.result()
    finally:
        stop.order()


def duration(seconds: float) -> str:
    """Return the text for a length of time, rounded up."""
    rounded_up = max(1, round(seconds + 0.4))
    if rounded_up < 90:
        return ngettext("{n} second", "{n} seconds", rounded_up)
    return ngettext("{n} minute", "{n} minutes", -(-rounded_up // 60))


PARTS: Final = 1000
"""Number of parts in which the progress of a thread is counted."""


def threaded(work: Callable[[Callable[[float], None]], object], name: str) -> Iterator[tuple[int, int]]:
    """Do work in a thread, and yield the number of parts done and of all; closing it stops the work.

    `work` gets a function to call often with the share done, which raises `Abandoned` when the work must stop.
    """
    stop, parts_done = Stop(), [0]

    def report(share: float) -> None:
        if stop():
            raise Abandoned
        parts_done[0] = round(PARTS * min(1.0, share))

    task = Task(lambda: work(report), name)
    try:
        while not task.wait(REST):
            yield parts_done[0], PARTS
        task.result()
    finally:
        stop.order()


@dataclass
class Job:
    """Steps that yield the number of parts done and of all; the end calls `then`, `failed` or `stopped`."""

    title: str
    steps: Iterator[tuple[int, int]]
    then: Callable[[], None]
    failed: Callable[[Exception], None]
    stopped: Callable[[], None]
    progress: Progress = field(default_factory=Progress)
    running: bool = True
    began: float = field(default_factory=time.monotonic)

    def sheet(self, theme: Theme) -> Sheet:
        """Return the progress sheet, whose closing stops the work."""
        stop = MenuItem("close", _("Stop"), "escape")
        return Sheet(theme, self.title, (), [stop], lambda action: self.stop(), figure=self.progress)

    def work(self) -> None:
        deadline = time.monotonic() + SLICE
        try:
            while self.running and time.monotonic() < deadline:
                done, total = next(self.steps)
                self.progress.share = done / max(1, total)
            self.progress.words = self._left()
        except StopIteration:
            self.running = False
            self.then()
        except (OSError, ValueError, RuntimeError) as error:
            self.running = False
            self.failed(error)

    def _left(self) -> str:
        """Return a text for the remaining time, or "" if it cannot be estimated yet."""
        share, spent = self.progress.share, time.monotonic() - self.began
        return _("About {time} left", time=duration(spent / share - spent)) if share > 0.03 and spent > 0.5 else ""

    def stop(self) -> None:
        """Stop the work and close its steps."""
        was_running, self.running = self.running, False
        if isinstance(self.steps, Generator):
            self.steps.close()
        if was_running:
            self.stopped()

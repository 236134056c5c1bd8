"""Long work done in slices between frames: a sheet shows its progress, Escape stops it."""

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
"""Seconds between two looks at a thread."""
SLICE: Final = 0.02
"""Seconds of work between two frames."""


@dataclass
class Progress:
    """The share done, from 0 to 1, as a bar, and a few words below it."""

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
        done = bar.inflate(-4, -4)
        done.width = round(done.width * self.share)
        pygame.draw.rect(target, LAMP, done, border_radius=theme.px(0.25))


def in_thread(steps: Iterator[tuple[int, int]], name: str) -> Iterator[tuple[int, int]]:
    """Take steps in a thread, as their slices may be long; yield how far they are. Closing it stops them."""
    stop, reached = Stop(), [(0, 1)]

    def work() -> None:
        for reached[0] in steps:
            if stop():
                break
        if isinstance(steps, Generator):
            steps.close()  # in its own thread: it may hold files

    task = Task(work, name)
    try:
        while not task.done:
            time.sleep(REST)
            yield reached[0]
        task.result()
    finally:
        stop.order()


def duration(seconds: float) -> str:
    """Return a length of time in everyday words, rounded up."""
    whole = max(1, round(seconds + 0.4))
    if whole < 90:
        return ngettext("{n} second", "{n} seconds", whole)
    return ngettext("{n} minute", "{n} minutes", -(-whole // 60))


PARTS: Final = 1000
"""The parts in which the progress of a thread is counted."""


def threaded(work: Callable[[Callable[[float], None]], object], name: str) -> Iterator[tuple[int, int]]:
    """Do work in a thread, and yield the number of parts done and in all; closing it stops the work.

    `work` gets a function that takes the share done, to be called often: it raises `Abandoned` when the work is to
    stop.
    """
    stop, done = Stop(), [0]

    def reached(share: float) -> None:
        if stop():
            raise Abandoned
        done[0] = round(PARTS * min(1.0, share))

    task = Task(lambda: work(reached), name)
    try:
        while not task.done:
            time.sleep(REST)
            yield done[0], PARTS
        task.result()
    finally:
        stop.order()


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
    began: float = field(default_factory=time.monotonic)

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
            self.progress.words = self._left()
        except StopIteration:
            self.running = False
            self.then()
        except (OSError, ValueError, RuntimeError) as error:
            self.running = False
            self.failed(error)

    def _left(self) -> str:
        """Return the remaining time in words, once it can be estimated."""
        share, spent = self.progress.share, time.monotonic() - self.began
        return _("About {time} left", time=duration(spent / share - spent)) if share > 0.03 and spent > 0.5 else ""

    def stop(self) -> None:
        """Stop the work; nothing is left behind."""
        was_running, self.running = self.running, False
        if isinstance(self.steps, Generator):
            self.steps.close()
        if was_running:
            self.stopped()

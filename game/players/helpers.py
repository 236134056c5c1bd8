"""Helper processes for the search at a table, one for each core beside the window's; they help when they can.

Matches, tests and `simulate` have none: there, a search is the same for the same seed and number of iterations.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from game.players.bots import PLAYERS
from game.wording import ngettext

if TYPE_CHECKING:  # the main menu works without a game
    from multiprocessing.connection import Connection

    from game.engine.session import Session
    from game.players.helping import Message, Search, Swing
    from game.players.playing_on import PlayingOn

MOST: Final = 8
"""The most cores used: each process takes some 150 MB of memory."""
PATIENCE: Final = 2.0
"""Seconds to wait for a process to end."""


def cores(wanted: int = 0) -> int:
    """Return how many cores a search at a table uses: the wanted number if available, 0 for all; at most `MOST`."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(wanted or there, there, MOST)


def cores_of(kind: str, wanted: int = 0) -> int:
    """Return how many cores a kind of player uses at a table."""
    return cores(wanted) if kind in PLAYERS and PLAYERS[kind].several_cores else 1


def cores_words(kind: str, wanted: int = 0) -> str:
    """Return as a line on how many cores a kind of player searches at a table; "" if it never needs more than one."""
    if kind not in PLAYERS or not PLAYERS[kind].several_cores:
        return ""
    return ngettext("searches on {n} core at the table", "searches on {n} cores at the table", cores(wanted))


class Helper:
    """A process, and the thread that starts it, sends to it and sees it end.

    It never makes anyone wait: the thread sends messages, and results are collected once they are there.
    """

    def __init__(self) -> None:
        self.usable = False
        self._process: Any = None
        self._there: Connection | None = None
        self._ended = False
        self._to_tell: SimpleQueue[Message] = SimpleQueue()
        self._taking = threading.Lock()
        self._thread = threading.Thread(target=self._attend, name="helper", daemon=True)
        self._thread.start()

    def tell(self, what: Message) -> None:
        """Send the process something, as soon as it listens."""
        self._to_tell.put(what)

    def taken(self) -> list[Swing]:
        """Return the messages that the process has sent since."""
        told: list[Swing] = []
        try:
            with self._taking:
                while self._there is not None and self._there.poll():
                    told.append(self._there.recv())
        except (EOFError, OSError):
            self.end()
        self.usable = (self.usable or bool(told)) and not self._ended
        return told

    def end(self) -> None:
        """Kill the process, even if it is busy; return at once."""
        self._ended = True
        self.usable = False
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
        self._to_tell.put(None)

    def wait(self) -> None:
        """Wait a moment until the process has ended."""
        self._thread.join(PATIENCE)

    def _attend(self) -> None:
        from multiprocessing import get_context

        from game.players.helping import serve

        _keep_signals()
        spawning = get_context("spawn")
        there, here = spawning.Pipe()
        self._process = spawning.Process(target=serve, args=(here,), name="helper", daemon=True)
        try:
            self._process.start()
            here.close()
            self._there = there
            while not self._ended:
                there.send(self._to_tell.get())
        except OSError:  # no process can be started, or it has ended
            self._ended = True
        finally:
            if self._process.pid is not None:
                self._process.kill()
                self._process.join()


class Helpers:
    """The helper processes of a table's computer players; one that is not ready, or has died, is not missed."""

    def __init__(self) -> None:
        self._helpers: list[Helper] = []
        self._setup: Any = None
        self._searches = 0

    def __len__(self) -> int:
        return len(self._helpers)

    def want(self, count: int, session: Session) -> None:
        """Have this many processes help at the table of a game; return without waiting for them."""
        if count != len(self._helpers):
            self.end()
            self._helpers = [Helper() for _number in range(count)]
        if self._helpers and session.setup is not self._setup:
            from game.players.helping import Table

            self._setup, table = session.setup, Table.of(session)
            for helper in self._helpers:
                helper.tell(table)

    @contextmanager
    def playing_beside(self, playing: PlayingOn, tries: int) -> Iterator[None]:
        """Let the processes search while the caller does, each a limited number of times; then add their results."""
        helpers = self.ready(playing.session)
        number = self._searches = self._searches + 1
        for place, helper in enumerate(helpers):
            helper.tell(_search(playing, tries, number, place))
        try:
            yield
        finally:
            for helper in helpers:
                for search, line, swing in helper.taken():
                    if search == number:
                        playing.lines[line].swings.append(swing)
                        playing.iterations += 1
                helper.tell(None)

    def ready(self, session: Session) -> list[Helper]:
        """Return the helpers that can help at once in a game; they must be at its table."""
        for helper in self._helpers:
            helper.taken()
        return [helper for helper in self._helpers if helper.usable and session.setup is self._setup]

    def end(self) -> None:
        """End the processes; nothing of them remains."""
        for helper in self._helpers:
            helper.end()
        for helper in self._helpers:
            helper.wait()
        self._helpers, self._setup = [], None


def _keep_signals() -> None:
    """Keep Ctrl-C, which is meant for the window, away from this thread and the processes it starts."""
    if os.name == "posix":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # a thread started with a process would let signals through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _search(playing: PlayingOn, tries: int, number: int, place: int) -> Search:
    from game.players.helping import Position, Search

    lines = [(line.answers, line.worth) for line in playing.lines]
    return Search(number, Position.of(playing.session), playing.player, lines, tries, f"{number} {place}")

"""Helper processes for the search at a table, one for each core other than the window's.

Matches, tests and `simulate` have no helpers, so that equal seeds and numbers of iterations give equal searches.
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
    from game.players.helper_process import Message, Search, Swing
    from game.players.playing_on import PlayingOn

MOST: Final = 8
"""The most cores used, because each process takes some 150 MB of memory."""
PATIENCE: Final = 2.0
"""Seconds to wait for a process to end."""


def cores(wanted: int = 0) -> int:
    """Return the number of cores for a search: `wanted` (0: all), but no more than this machine and `MOST` allow."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(wanted or available, available, MOST)


def cores_of(kind: str, wanted: int = 0) -> int:
    """Return the number of cores that a kind of player uses at a table."""
    return cores(wanted) if kind in PLAYERS and PLAYERS[kind].several_cores else 1


def cores_words(kind: str, wanted: int = 0) -> str:
    """Return a line with the number of cores for a kind of player at a table; "" if one core is always enough."""
    if kind not in PLAYERS or not PLAYERS[kind].several_cores:
        return ""
    return ngettext("searches on {n} core at the table", "searches on {n} cores at the table", cores(wanted))


class Helper:
    """A helper process, and the thread that starts it, sends to it and waits for its end.

    The caller never waits: the thread sends messages, and the caller collects results that have arrived.
    """

    def __init__(self) -> None:
        self.usable = False
        self._process: Any = None
        self._connection: Connection | None = None
        self._ended = False
        self._outbox: SimpleQueue[Message] = SimpleQueue()
        self._receiving = threading.Lock()
        self._thread = threading.Thread(target=self._serve_outbox, name="helper", daemon=True)
        self._thread.start()

    def send(self, message: Message) -> None:
        """Send the process a message, as soon as it listens; return at once."""
        self._outbox.put(message)

    def receive(self) -> list[Swing]:
        """Return the messages of the process that have arrived since the last call."""
        messages: list[Swing] = []
        try:
            with self._receiving:
                while self._connection is not None and self._connection.poll():
                    messages.append(self._connection.recv())
        except (EOFError, OSError):
            self.end()
        self.usable = (self.usable or bool(messages)) and not self._ended
        return messages

    def end(self) -> None:
        """Kill the process, even a busy one; return at once."""
        self._ended = True
        self.usable = False
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
        self._outbox.put(None)

    def wait(self) -> None:
        """Wait until the process has ended, at most `PATIENCE` seconds."""
        self._thread.join(PATIENCE)

    def _serve_outbox(self) -> None:
        """Start the process, then send it the messages of the outbox until it has ended."""
        from multiprocessing import get_context

        from game.players.helper_process import serve

        _keep_signals()
        spawning = get_context("spawn")
        own_end, process_end = spawning.Pipe()
        self._process = spawning.Process(target=serve, args=(process_end,), name="helper", daemon=True)
        try:
            self._process.start()
            process_end.close()
            self._connection = own_end
            while not self._ended:
                own_end.send(self._outbox.get())
        except OSError:  # no process can be started, or it has ended
            self._ended = True
        finally:
            if self._process.pid is not None:
                self._process.kill()
                self._process.join()


class Helpers:
    """The helper processes of a table's computer players; they need not be ready, or alive."""

    def __init__(self) -> None:
        self._helpers: list[Helper] = []
        self._setup: Any = None
        self._searches = 0

    def __len__(self) -> int:
        return len(self._helpers)

    def want(self, count: int, session: Session) -> None:
        """Start or end processes until `count` of them help at the table of a game; return without waiting for them."""
        if count != len(self._helpers):
            self.end()
            self._helpers = [Helper() for _number in range(count)]
        if self._helpers and session.setup is not self._setup:
            from game.players.helper_process import Table

            self._setup, table = session.setup, Table.of(session)
            for helper in self._helpers:
                helper.send(table)

    @contextmanager
    def playing_beside(self, playing: PlayingOn, tries: int) -> Iterator[None]:
        """Let each process search at most `tries` times while the caller searches, then add the results."""
        helpers = self.ready(playing.session)
        number = self._searches = self._searches + 1
        for index, helper in enumerate(helpers):
            helper.send(_search_message(playing, tries, number, index))
        try:
            yield
        finally:
            for helper in helpers:
                for search, line, swing in helper.receive():
                    if search == number:
                        playing.lines[line].swings.append(swing)
                        playing.iterations += 1
                helper.send(None)

    def ready(self, session: Session) -> list[Helper]:
        """Return the helpers at the table of a game that can help at once."""
        for helper in self._helpers:
            helper.receive()
        return [helper for helper in self._helpers if helper.usable and session.setup is self._setup]

    def end(self) -> None:
        """End all processes and wait for their ends."""
        for helper in self._helpers:
            helper.end()
        for helper in self._helpers:
            helper.wait()
        self._helpers, self._setup = [], None


def _keep_signals() -> None:
    """Keep Ctrl-C from this thread and the processes that it starts, because it is meant for the window."""
    if os.name == "posix":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # a thread started with a process would let signals through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _search_message(playing: PlayingOn, tries: int, number: int, place: int) -> Search:
    from game.players.helper_process import PackedGame, Search

    lines = [(line.answers, line.worth) for line in playing.lines]
    return Search(number, PackedGame.of(playing.session), playing.player, lines, tries, f"{number} {place}")

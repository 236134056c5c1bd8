"""Background work: everything that is done in a thread."""

from __future__ import annotations

import atexit
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from queue import Empty, Queue
from typing import Final, Generic, TypeVar, cast

from game.ui.widgets.memo import Memo

Result = TypeVar("Result")
Answer = TypeVar("Answer")

LAST_WAIT: Final = 2.0
"""Seconds to wait for work under way when the program ends: a thread killed inside a library may abort the process."""
_running: set[threading.Thread] = set()
PATIENCE: Final = 0.25
"""Seconds for which the thread waits for the next question."""
MOMENT: Final = 0.006
"""Seconds for which a frame may wait for a new answer: what is quick is shown at once."""
LONG: Final = 0.5
"""Seconds after which it is said that something is being worked out."""
KEPT: Final = 60

_frames_rest = threading.Event()
_frames_rest.set()
LONGEST_FRAME: Final = 0.1
"""Seconds that work waits for a frame to end, in case none is drawn any more."""


@contextmanager
def frame() -> Iterator[None]:
    """Keep work that gives way from competing with the drawing of a frame: threads share one interpreter."""
    _frames_rest.clear()
    try:
        yield
    finally:
        _frames_rest.set()


def give_way() -> None:
    """Wait until no frame is drawn; to be called by long work, often."""
    if not _frames_rest.is_set():
        _frames_rest.wait(LONGEST_FRAME)


class Stop:
    """Tells long work whether to stop. To be called often: it gives way to frames."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        give_way()
        return self.ordered

    @property
    def ordered(self) -> bool:
        """Whether the work is to stop."""
        return self._event.is_set()

    def order(self) -> None:
        """Let the work stop."""
        self._event.set()


class Task(Generic[Result]):
    """A function called in a thread, which ends with the program at the latest.

    The window checks `done` at every frame and then takes the `result`; it never waits.
    """

    def __init__(self, work: Callable[[], Result], name: str) -> None:
        self._outcome: Future[Result] = Future()
        thread = threading.Thread(target=self._run, args=(work,), name=name, daemon=True)
        _running.add(thread)
        thread.start()

    def _run(self, work: Callable[[], Result]) -> None:
        try:
            self._outcome.set_result(work())
        except Exception as error:  # raised by `result`
            self._outcome.set_exception(error)
        finally:
            _running.discard(threading.current_thread())

    @property
    def done(self) -> bool:
        """Whether the result is available without waiting."""
        return self._outcome.done()

    def wait(self, seconds: float) -> bool:
        """Wait a moment, in which it gives way to no frame; return whether the result is available."""
        if seconds > 0 and not self.done:
            drawn = not _frames_rest.is_set()
            _frames_rest.set()
            wait([self._outcome], seconds)
            if drawn:
                _frames_rest.clear()
        return self.done

    def result(self) -> Result:
        """Wait for the result and return it, or raise its error."""
        return self._outcome.result()


class AidFault(Exception):
    """Raised where an answer is needed that could not be worked out: `error` is why."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class Abandoned(Exception):
    """Raised by work whose answer is no longer wanted: it may be asked for again, as if it never had been."""


Job = Callable[[], Callable[[], object]]
"""Called when a question is begun; returns the function for the thread, which must share nothing that may change."""


class Background(Generic[Answer]):
    """Answers questions one at a time in a thread, each under a key; it logs what goes wrong there.

    Work that raises `Abandoned` has no answer. It keeps the `most` latest answers.
    Answers come in as the window asks whether it is `busy`: between frames, so that all parts of one agree. The thread
    waits for the next question for a while: to start one for every frame of a hand that moves costs more.
    """

    def __init__(self, most: int = KEPT) -> None:
        self._known = Memo[object](most)
        self._asked: Hashable | None = None
        self._since = 0.0
        self._questions = Queue[Callable[[], object]]()
        self._answers = Queue[object]()
        self._task: Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is being worked out, or has just come in, and is to be shown."""
        asked = self._asked is not None
        self._take(0.0)
        return asked

    @property
    def long(self) -> bool:
        """Whether an answer has been worked out for so long that this should be said."""
        return self._asked is not None and time.monotonic() - self._since > LONG

    def knows(self, key: Hashable) -> bool:
        """Return whether the answer for a key is known, or that there is none."""
        return self._known.get(key) is not None

    def ask(self, key: Hashable, job: Job, moment: float = 0.0, *, until: Answer | None = None) -> Answer | None:
        """Return the answer for a key, None if there is none; begin to work on it if nothing else is.

        It is `until` as long as it is unknown. What is begun is waited for a `moment`, in seconds. Raises `AidFault` if
        the work went wrong.
        """
        if not self.knows(key) and self._asked is None:
            self._asked, self._since = key, time.monotonic()
            self._questions.put(job())
            self._serve_on()
            self._take(moment)
        known = self._known.get(key)
        self._serve_on()
        if isinstance(known, AidFault):
            raise AidFault(known.error)
        return until if known is None else None if known is False else cast("Answer", known)

    def answer(self, key: Hashable, job: Job) -> Answer | None:
        """Return the answer for a key, None if there is none; wait for it."""
        while not self.knows(key):
            self.ask(key, job, LONG)
            self._take(LONG)
        return self.ask(key, job)

    def _take(self, moment: float) -> None:
        """Take in the answer if it is there, or comes within a moment."""
        if self._asked is None:
            return
        try:
            answer = self._answers.get(timeout=moment) if moment else self._answers.get_nowait()
        except Empty:
            return
        if not isinstance(answer, Abandoned):
            self._known.of(self._asked, lambda: answer)
        self._asked = None

    def _serve_on(self) -> None:
        if self._asked is not None and (self._task is None or self._task.done):
            self._task = Task(self._serve, "background")

    def _serve(self) -> None:
        while True:
            try:
                work = self._questions.get(timeout=PATIENCE)
            except Empty:
                return
            try:
                answer = work()
                self._answers.put(False if answer is None else answer)
            except Abandoned as abandoned:
                self._answers.put(abandoned)
            except Exception as error:
                traceback.print_exception(error)
                self._answers.put(AidFault(error))


@atexit.register
def _await_running() -> None:
    until = time.monotonic() + LAST_WAIT
    for thread in [*_running]:
        thread.join(max(0.0, until - time.monotonic()))

"""Background work: everything that runs in a thread."""

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
"""Seconds to wait for work under way at the end: killing a thread inside a library may abort the process."""
_running: set[threading.Thread] = set()
PATIENCE: Final = 0.25
"""Seconds for which the thread waits for the next question."""
MOMENT: Final = 0.006
"""Seconds for which a frame may wait for a new answer, so that quick answers show at once."""
LONG: Final = 0.5
"""Seconds of work after which the player is told of it."""
KEPT: Final = 60

_frames_rest = threading.Event()
_frames_rest.set()
LONGEST_FRAME: Final = 0.1
"""Most seconds that work waits for a frame to end, in case that it never ends."""


@contextmanager
def frame() -> Iterator[None]:
    """Keep work that gives way from competing with the drawing of a frame, since threads share one interpreter."""
    _frames_rest.clear()
    try:
        yield
    finally:
        _frames_rest.set()


def give_way() -> None:
    """Wait until no frame is being drawn; long work must call it often."""
    if not _frames_rest.is_set():
        _frames_rest.wait(LONGEST_FRAME)


class Stop:
    """Tells long work whether to stop; the work must call it often, and it gives way to frames."""

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
        """Make the work stop."""
        self._event.set()


class Task(Generic[Result]):
    """A function called in a thread, which ends with the program at the latest.

    The window checks `done` at every frame and then takes the `result` without waiting.
    """

    def __init__(self, work: Callable[[], Result], name: str) -> None:
        self._outcome: Future[Result] = Future()
        thread = threading.Thread(target=self._run, args=(work,), name=name, daemon=True)
        _running.add(thread)
        thread.start()

    def _run(self, work: Callable[[], Result]) -> None:
        """Do the work in the thread and keep its result or its error."""
        try:
            self._outcome.set_result(work())
        except Exception as error:  # `result` raises it again
            self._outcome.set_exception(error)
        finally:
            _running.discard(threading.current_thread())

    @property
    def done(self) -> bool:
        """Whether the result is available without waiting."""
        return self._outcome.done()

    def wait(self, seconds: float) -> bool:
        """Wait some seconds without giving way to frames; return whether the result is available."""
        if seconds > 0 and not self.done:
            frame_drawn = not _frames_rest.is_set()
            _frames_rest.set()
            wait([self._outcome], seconds)
            if frame_drawn:
                _frames_rest.clear()
        return self.done

    def result(self) -> Result:
        """Wait for the result and return it, or raise its error."""
        return self._outcome.result()


class AidFault(Exception):
    """Raised instead of an answer that could not be worked out; `error` is the cause."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class Abandoned(Exception):
    """Raised by work whose answer nobody wants any more; the question may be asked again."""


Job = Callable[[], Callable[[], object]]
"""Prepares a question; returns the function for the thread, which must share nothing that may change."""


class Background(Generic[Answer]):
    """Answers questions, each with a key, one at a time in a thread; logs the errors.

    It keeps the `most` latest answers. A question whose work raises `Abandoned` has no answer. Answers arrive when the
    window asks for `busy`, between frames, so that all parts of a frame agree. The thread waits a while for the next
    question, since starting a thread for every frame of a moving hand costs more.
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
        """Whether an answer is being worked out, or has just arrived and must be shown."""
        was_asked = self._asked is not None
        self._take(0.0)
        return was_asked

    @property
    def long(self) -> bool:
        """Whether an answer has taken so long that the player should be told."""
        return self._asked is not None and time.monotonic() - self._since > LONG

    def knows(self, key: Hashable) -> bool:
        """Return whether the question of a key has been answered, be it with "no answer"."""
        return self._known.get(key) is not None

    def ask(self, key: Hashable, job: Job, moment: float = 0.0, *, until: Answer | None = None) -> Answer | None:
        """Return the answer for a key, or None if it has none; start work on it if nothing else is under way.

        An unknown answer is `until`. Started work is waited for a `moment`, in seconds. Raises `AidFault` if it failed.
        """
        if not self.knows(key) and self._asked is None:
            self._asked, self._since = key, time.monotonic()
            self._questions.put(job())
            self._serve_on()
            self._take(moment)
        answer = self._known.get(key)
        self._serve_on()
        if isinstance(answer, AidFault):
            raise AidFault(answer.error)
        if answer is None:
            return until
        return None if answer is False else cast("Answer", answer)  # the thread sends False for None

    def answer(self, key: Hashable, job: Job) -> Answer | None:
        """Wait for the answer for a key and return it, or None if it has none."""
        while not self.knows(key):
            self.ask(key, job, LONG)
            self._take(LONG)
        return self.ask(key, job)

    def _take(self, moment: float) -> None:
        """Take the answer from the thread if it arrives within a moment."""
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
        """Start the thread if there is a question and no thread."""
        if self._asked is not None and (self._task is None or self._task.done):
            self._task = Task(self._serve, "background")

    def _serve(self) -> None:
        """Answer questions in the thread until none comes for a while."""
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
    """Wait for running threads when the program ends, but not for long."""
    deadline = time.monotonic() + LAST_WAIT
    for thread in [*_running]:
        thread.join(max(0.0, deadline - time.monotonic()))

"""One process collects the tests; each piece of work is a fork of it, which runs some of them.

So nothing is imported or collected twice, and whatever a piece of work breaks ends with its process.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

PATIENCE = 20
"""A piece of work that waits instead of working ends after so many times its seconds, and two minutes."""
MEMORY = 8 << 30


class Run:
    """The tests of a process, to be run by name."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}

    def passes(self, test: str, following: str | None = None) -> bool:
        """Run a test and return whether it passed; `following` is the next one, for which fixtures are kept."""
        item = self.items[test]
        later = self.items[following] if following else None
        failed = self.session.testsfailed
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=later)
        return self.session.testsfailed == failed


class Child(NamedTuple):
    """A piece of work: its name, what it does (its exit code is returned), the seconds of the processor it may take."""

    name: str
    work: Callable[[Run], int]
    seconds: float


class Ending(NamedTuple):
    """How a piece of work ended: its exit code, None if it took too long, and what it said."""

    code: int | None
    seconds: float
    said: str


@dataclass
class Forks:
    """A parent with collected tests, and the forks of it."""

    session: pytest.Session
    scratch: Path

    @property
    def tests(self) -> list[str]:
        """The tests that were collected."""
        return [item.nodeid for item in self.session.items]

    def run(self, children: Iterable[Child], jobs: int) -> Iterator[tuple[str, Ending]]:
        """Run pieces of work, some at a time; yield each as it ends."""
        running: dict[int, tuple[str, Path, float, float]] = {}
        left = iter(children)
        try:
            while True:
                while len(running) < jobs and (child := next(left, None)) is not None:
                    folder = Path(tempfile.mkdtemp(dir=self.scratch))
                    running[self._fork(child, folder)] = (child.name, folder, time.monotonic(), child.seconds)
                if not running:
                    return
                yield from self._ended(running)
        finally:
            for pid in running:
                _kill(pid)

    def _ended(self, running: dict[int, tuple[str, Path, float, float]]) -> Iterator[tuple[str, Ending]]:
        time.sleep(0.01)
        for pid, (name, folder, started, seconds) in list(running.items()):
            ended, status, usage = os.wait4(pid, os.WNOHANG)
            code: int | None = os.waitstatus_to_exitcode(status)
            if not ended and time.monotonic() - started > PATIENCE * seconds + 120:
                _kill(pid)
                _, status, usage = os.wait4(pid, 0)
                ended, code = pid, None
            if ended:
                del running[pid]
                said = folder / "said"
                answer = said.read_text(encoding="utf-8") if said.exists() else ""
                shutil.rmtree(folder, ignore_errors=True)
                code = None if code in (-signal.SIGXCPU, -signal.SIGKILL) else code
                yield name, Ending(code, usage.ru_utime + usage.ru_stime, answer)

    def _fork(self, child: Child, folder: Path) -> int:
        sys.stdout.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pid = os.fork()
        if pid:
            return pid
        code = 70
        try:
            _settle(folder, child.seconds)
            code = child.work(Run(self.session))
        except BaseException as error:
            say(folder, f"{type(error).__name__}: {error}"[:500])
        finally:
            os._exit(code)


def say(folder: Path, text: str) -> None:
    """Leave a text for the parent."""
    (folder / "said").write_text(text, encoding="utf-8")


def limit(seconds: float) -> None:
    """End this process when it has worked for so many seconds more."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(usage.ru_utime + usage.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def _settle(folder: Path, seconds: float) -> None:
    """Make this process a group of its own that leaves no traces and ends in time."""
    os.setsid()
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    os.environ.update(PYTEST_DEBUG_TEMPROOT=str(folder), INCHWISE_HOME=str(folder / "home"), TMPDIR=str(folder))
    tempfile.tempdir = str(folder)
    os.environ["MUTANT_FOLDER"] = str(folder)
    limit(seconds)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _kill(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


class Collected:
    """A plugin of pytest: where the tests would run, does something else with them."""

    def __init__(self, then: Callable[[pytest.Session], None]) -> None:
        self.then = then

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.then(session)
        return True


def collected(tests: Iterable[str], then: Callable[[Forks], None]) -> None:
    """Collect the tests of files in this process and hand them over."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        plugin = Collected(lambda session: then(Forks(session, Path(scratch))))
        options = ["-n", "0", "-p", "no:cacheprovider", "-q", "-q", "--no-header", "--no-summary", "-s"]
        pytest.main([*options, *tests], plugins=[plugin])

"""Which tests run a line: measured once for each file of tests, and kept outside the repository.

A record belongs to the content of a file of tests and of the helpers beside it. It names the sources it saw by their
content too, and keeps them, so that it can still be read after a source has changed: lines are carried over from the
old text to the new one.
"""

from __future__ import annotations

import difflib
import gzip
import hashlib
import json
import os
import re
import time
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import coverage
from coverage.exceptions import CoverageWarning

from tools.mutating.forking import Child, Forks, Run
from tools.mutating.swapping import caches, forget

LEFT_OUT = (
    "tests/ui/test_real_window",
    "tests/ui/test_screenshots.py",
    "tests/test_packaging.py",
    "tests/test_house.py",
)
"""Files of tests that run no code of ours in their own process, or only look at its text."""


def tracer(root: Path) -> coverage.Coverage:
    """Return a tracer of everything below the window."""
    return coverage.Coverage(data_file=None, config_file=False, include=[f"{root}/game/*"], omit=[f"{root}/game/ui/*"])


def masks(traced: coverage.CoverageData, root: Path, context: str | None = None) -> dict[str, int]:
    """Return the lines that were run as bits of a number, by path from the root."""
    if context is not None:
        traced.set_query_context(context)
    files = traced.measured_files()
    lines = {os.path.relpath(path, root): _mask(traced.lines(path) or ()) for path in files}
    return {path: mask for path, mask in lines.items() if mask}


def _mask(lines: Iterable[int]) -> int:
    mask = 0
    for line in lines:
        mask |= 1 << line
    return mask


@dataclass(frozen=True)
class Covered:
    """What a test ran: seconds of the processor, and the lines by path."""

    test: str
    seconds: float
    lines: dict[str, int]


@dataclass
class Cache:
    """The records that are kept in a folder."""

    folder: Path
    root: Path
    _carried: dict[tuple[str, str], dict[int, int]] = field(default_factory=dict)

    def place(self, tests: str) -> Path:
        """Return where the record of a file of tests is kept, as it and the helpers beside it are now."""
        path, digest = self.root / tests, hashlib.sha256()
        for each in sorted(path.parent.glob("*.py")):
            if each == path or not each.name.startswith("test_"):
                digest.update(each.read_bytes())
        return self.folder / f"{tests.replace('/', '.').removesuffix('.py')}.{digest.hexdigest()[:12]}.json.gz"

    def missing(self, every: Iterable[str]) -> list[str]:
        """Return the files of tests without a record."""
        return [tests for tests in every if not self.place(tests).exists()]

    def keep(self, tests: str, covered: list[Covered]) -> None:
        """Keep what the tests of a file ran."""
        sources = {path: self._source(path) for each in covered for path in each.lines}
        record = {
            "sources": sources,
            "tests": [
                [each.test, round(each.seconds, 3), {path: f"{mask:x}" for path, mask in each.lines.items()}]
                for each in covered
            ],
        }
        place = self.place(tests)
        beside = place.with_suffix(f".{os.getpid()}")
        beside.write_bytes(gzip.compress(json.dumps(record).encode(), 3))
        beside.replace(place)

    def _source(self, path: str) -> str:
        """Keep a source by its content and return the content's name."""
        content = (self.root / path).read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:16]
        kept = self.folder / "sources" / digest
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            beside = kept.with_suffix(f".{os.getpid()}")
            beside.write_bytes(content)
            beside.replace(kept)
        return digest

    def read(self, every: Iterable[str], paths: frozenset[str]) -> Iterator[Covered]:
        """Yield what the tests of these files ran of some sources; the lines are those of the sources of now."""
        for tests in every:
            place = self.place(tests)
            if place.exists():
                record: dict[str, Any] = json.loads(gzip.decompress(place.read_bytes()))
                for test, seconds, lines in record["tests"]:
                    now = {
                        path: self._carry(path, record["sources"][path], int(mask, 16))
                        for path, mask in lines.items()
                        if path in paths
                    }
                    yield Covered(test, seconds, now)

    def _carry(self, path: str, source: str, mask: int) -> int:
        """Return lines of an old source as lines of the new one; a line that is new goes with the one before it."""
        lines = self._lines(path, source)
        return mask if lines is None else _mask(new for new, old in lines if mask >> old & 1)

    def _lines(self, path: str, source: str) -> tuple[tuple[int, int], ...] | None:
        return _carried(self.folder / "sources" / source, self.root / path)


@cache
def _carried(old: Path, new: Path) -> tuple[tuple[int, int], ...] | None:
    """Return pairs of a new line and the old one it goes with; None where nothing changed."""
    before, after = old.read_text(encoding="utf-8").splitlines(), new.read_text(encoding="utf-8").splitlines()
    if before == after:
        return None
    goes_with: dict[int, int] = {}
    for block in difflib.SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            goes_with[block.b + offset + 1] = block.a + offset + 1
    last = 1
    for line in range(1, len(after) + 1):
        last = goes_with.setdefault(line, last)
    return tuple(goes_with.items())


def measure(forks: Forks, cache: Cache, jobs: int) -> None:
    """Run all tests that the parent collected, each file in a process of its own, and keep what they ran."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in forks.tests:
        by_file[test.partition("::")[0]].append(test)
    waiting = [(tests, names) for tests, names in by_file.items() if not cache.place(tests).exists()]

    def child(tests: str, names: list[str]) -> Child:
        def work(run: Run) -> int:
            covered = list(_covered(run, names, cache.root))
            cache.keep(tests, covered)
            return 0

        return Child(tests, work, seconds=7200)

    for done, (name, ending) in enumerate(forks.run((child(*each) for each in waiting), jobs), start=1):
        print(f"  {time.strftime('%H:%M:%S')} {done}/{len(waiting)} {name} {ending.seconds:.0f} s", end="")
        print("" if ending.code == 0 else f" ended with {ending.code} {ending.said}", flush=True)


def _covered(run: Run, names: list[str], root: Path) -> Iterator[Covered]:
    """Run tests one after another and yield what each of those that passed ran."""
    kept = caches()
    for test, following in zip(names, [*names[1:], None]):
        forget(kept)
        traced = tracer(root)
        started = time.process_time()
        traced.start()
        try:
            passed = run.passes(test, following)
        finally:
            traced.stop()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CoverageWarning)  # a test that traces itself leaves no lines
            ran = traced.get_data()
        if passed:
            yield Covered(test, time.process_time() - started, masks(ran, root))


class Candidates:
    """Which tests may notice a change of a line, those that should be asked first at the front."""

    def __init__(self, root: Path, covered: Iterable[Covered]) -> None:
        self.root = root
        self.covered = list(covered)
        self.of_file: dict[str, list[Covered]] = defaultdict(list)
        for each in self.covered:
            for path in each.lines:
                self.of_file[path].append(each)

    def of_lines(self, lines: Iterable[tuple[str, int]]) -> list[Covered]:
        """Return the tests that run any of these lines."""
        wanted: dict[str, int] = defaultdict(int)
        for path, line in lines:
            wanted[path] |= 1 << line
        chosen = {
            each.test: each for path, mask in wanted.items() for each in self.of_file[path] if each.lines[path] & mask
        }
        return _ordered(chosen.values())

    def of_importers(self, path: str, name: str) -> list[Covered]:
        """Return the tests of files that import a name of a module: they may hold it to numbers and run no line."""
        imports = f"from {path.removesuffix('.py').replace('/', '.')} import "
        pattern = re.compile(rf"\b{re.escape(name)}\b")
        files = {each.test.partition("::")[0] for each in self.covered}
        texts = {tests: "\n".join(_text(self.root / tests)) for tests in files if (self.root / tests).exists()}
        naming = {tests for tests, text in texts.items() if imports in text and pattern.search(text)}
        return _ordered(each for each in self.covered if each.test.partition("::")[0] in naming)

    def of_name(self, name: str) -> Iterator[tuple[str, int]]:
        """Yield the lines on which a name stands."""
        pattern = re.compile(rf"\b{re.escape(name)}\b")
        for path in self.of_file:
            for line, text in enumerate(_text(self.root / path), start=1):
                if pattern.search(text):
                    yield path, line


@cache
def _text(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _ordered(covered: Iterable[Covered]) -> list[Covered]:
    """Return tests quickest first, but one of each file before a second of the same."""
    rank: dict[str, int] = defaultdict(int)
    ordered = []
    for each in sorted(covered, key=lambda each: (each.seconds, each.test)):
        tests = each.test.partition("::")[0]
        rank[tests] += 1
        ordered.append(((each.seconds + 0.01) * rank[tests], each.test, each))
    return [each for _, _, each in sorted(ordered, key=lambda row: row[:2])]

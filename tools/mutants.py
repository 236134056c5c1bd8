"""Whether the tests notice a fault: random mutants of a folder, each run against the tests that run its line.

    python tools/mutants.py --measure                                   which tests run which lines (kept, in parts)
    python tools/mutants.py --folder game/table --count 200 --seed 1    run mutants, list the survivors
    … --json FILE                                                       keep the outcome of each; go on after an end
    … --json FILE --again                                               run the survivors in FILE once more
    … --only game/table/room.py:41                                      all mutants of that line, or of a module

A mutant counts as killed if a test fails, as survived if none does or if no test runs its line; one whose tests take
too long is counted apart. Survivors that change nothing are named in tools/mutants.equivalent.tsv, with the reason.
No file is changed. The exit code is 1 where fewer than --least per cent are killed.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.chdir(ROOT)

from tools.mutating import mutations, swapping  # noqa: E402
from tools.mutating.covering import LEFT_OUT, Cache, Candidates, Covered, masks, measure, tracer  # noqa: E402
from tools.mutating.forking import Child, Forks, Run, collected, limit, say  # noqa: E402
from tools.mutating.mutations import Mutant  # noqa: E402

CACHE = Path(tempfile.gettempdir()) / "coverage-cache"
EQUIVALENT = ROOT / "tools" / "mutants.equivalent.tsv"
LEAST = 85
MOST_TESTS = 1000


@dataclass(frozen=True)
class Outcome:
    """How a mutant ended."""

    mutant: Mutant
    before: str
    after: str
    verdict: str
    """killed, survived, uncovered or timeout"""
    by: str
    """The test that noticed it."""
    tests: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names the mutant when lines have moved."""
        return self.mutant.path, self.mutant.kind, self.before, self.after

    def as_json(self) -> str:
        """Return the outcome as a line of the file of outcomes."""
        mutant = self.mutant
        return json.dumps(
            {
                "path": mutant.path,
                "line": mutant.line,
                "kind": mutant.kind,
                "before": self.before,
                "after": self.after,
                "verdict": self.verdict,
                "by": self.by,
                "tests": self.tests,
            }
        )


@cache
def content(path: str) -> bytes:
    """Return a source."""
    return (ROOT / path).read_bytes()


@cache
def equivalents() -> dict[tuple[str, str, str], str]:
    """Return the reasons of the mutants that are named as equivalent, by path and the line before and after."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines() if EQUIVALENT.exists() else []
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {(path, before, after): reason for path, before, after, reason in rows}


def stands(path: str, before: str) -> bool:
    """Return whether lines by which a mutant is named still stand in a module."""
    return (ROOT / path).exists() and before in " ".join(content(path).decode().split())


def all_tests() -> list[str]:
    """Return all files of tests that can notice a mutant."""
    every = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))
    early = [name for name in every if name.startswith(("tests/table", "tests/engine", "tests/rulesets"))]
    late = [name for name in every if name.startswith(("tests/ui", "tests/players", "tests/lab", "tests/tools"))]
    return [
        name
        for name in sorted(every, key=lambda name: (name not in early) + (name in late))
        if not name.startswith(LEFT_OUT)
    ]


class Where:
    """Which tests may notice a mutant: those that run its line, or that run what uses a name of its module."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates

    def tests(self, mutant: Mutant) -> list[Covered]:
        """Return the tests, the ones to ask first at the front."""
        function, name = _owner(mutant.path, mutant.line)
        if function is not None and mutant.line > function[0]:
            return self.candidates.of_lines([(mutant.path, mutant.line)])
        if function is not None:
            return self.candidates.of_lines((mutant.path, line) for line in range(*function))
        named: list[Covered] = []
        if name:
            named = [
                *self.candidates.of_importers(mutant.path, name),
                *self.candidates.of_lines(self.candidates.of_name(name)),
            ]
            named = list({each.test: each for each in named}.values())
        return named or self.candidates.of_lines((mutant.path, line + 1) for line in range(len(_lines(mutant.path))))


def _lines(path: str) -> list[bytes]:
    return content(path).splitlines()


def _owner(path: str, line: int) -> tuple[tuple[int, int] | None, str]:
    """Return the first line and the end of the body of the function a line is in, and the name it helps to define."""
    function: tuple[int, int] | None = None
    name = ""
    for node in _nodes(path):
        last = node.end_lineno or node.lineno
        if node.lineno <= line <= last:
            match node:
                case ast.FunctionDef():
                    function = (node.body[0].lineno - 1, last + 1)
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    pass
                case _:
                    pass
    return function, name


@cache
def _nodes(path: str) -> list[ast.stmt]:
    return [node for node in ast.walk(ast.parse(content(path))) if isinstance(node, ast.stmt)]


class Trial:
    """Runs mutants in forks of a parent that has collected the tests."""

    def __init__(self, forks: Forks, at_import: dict[str, int], seconds: float) -> None:
        self.forks = forks
        self.at_import = at_import
        self.seconds = seconds
        self.functions = swapping.functions(ROOT / "game")
        self.known = frozenset(forks.tests)

    def child(self, name: str, mutant: Mutant, covered: list[Covered]) -> Child:
        """Return the piece of work that runs a mutant: exit code 1 where a test noticed it."""
        chosen = bounded([each for each in covered if each.test in self.known], self.seconds)

        def work(run: Run) -> int:
            folder = Path(os.environ["MUTANT_FOLDER"])
            source = mutant.source(content(mutant.path))
            path = ROOT / mutant.path
            imported = self.at_import.get(mutant.path, 0) >> mutant.line & 1
            if imported or not swapping.swap(path, source, self.functions.get(str(path), [])):
                return _afresh(folder, path, source, [each.test for each in chosen])
            for each in chosen:
                limit(10 + 5 * each.seconds)
                if not run.passes(each.test):
                    say(folder, each.test)
                    return 1
            return 0

        return Child(name, work, 30 + 4 * sum(each.seconds for each in chosen))


def bounded(covered: list[Covered], seconds: float) -> list[Covered]:
    """Return as many tests as fit in so many seconds, at least one."""
    chosen: list[Covered] = []
    for each in covered:
        if chosen and (each.seconds > seconds or len(chosen) == MOST_TESTS):
            continue
        chosen.append(each)
        seconds -= each.seconds
    return chosen


def _afresh(folder: Path, path: Path, source: bytes, tests: list[str]) -> int:
    """Run tests in a new process that imports the mutated module: its change is made while it is imported."""
    given = json.dumps({"path": str(path), "source": source.decode()})
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "tools.mutating.swapping"]
    ended = subprocess.run(
        [*command, "-p", "no:cacheprovider", *tests],
        cwd=ROOT,
        env={**os.environ, swapping.VARIABLE: given, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    lines = ended.stdout.decode(errors="replace").splitlines()
    failures = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    say(folder, (failures or lines[-1:] or [""])[0][:300])
    if ended.returncode < 0:  # it took too long, or crashed: so does this process
        os.kill(os.getpid(), -ended.returncode)
    return 0 if ended.returncode == 0 else 1


def run(mutants: list[Mutant], where: Where, seconds: float, jobs: int, then: Callable[[Outcome], None]) -> None:
    """Run mutants and hand over the outcome of each as it ends."""
    covered = {mutant: where.tests(mutant) for mutant in mutants}
    for mutant in mutants:
        if not covered[mutant]:
            then(_outcome(mutant, "uncovered", "", 0))
    able = {str(number): mutant for number, mutant in enumerate(mutants) if covered[mutant]}
    files = {each.test.partition("::")[0] for mutant in able.values() for each in bounded(covered[mutant], seconds)}
    traced = tracer(ROOT)

    def trials(forks: Forks) -> None:
        traced.stop()
        swapping.forget(swapping.caches())
        trial = Trial(forks, masks(traced.get_data(), ROOT), seconds)
        children = (trial.child(name, mutant, covered[mutant]) for name, mutant in able.items())
        for name, ending in forks.run(children, jobs):
            tests = len(bounded(covered[able[name]], seconds))
            verdict = "timeout" if ending.code is None else "killed" if ending.code else "survived"
            then(_outcome(able[name], verdict, ending.said if verdict == "killed" else "", tests))

    if able:
        traced.start()
        collected(sorted(files), trials)


def _outcome(mutant: Mutant, verdict: str, by: str, tests: int) -> Outcome:
    before, after = mutant.lines(content(mutant.path))
    if verdict in ("survived", "uncovered") and (mutant.path, before, after) in equivalents():
        verdict = "equivalent"
    return Outcome(mutant, before, after, verdict, by, tests)


def known(file: Path | None, every: Iterable[Mutant]) -> dict[Mutant, Outcome]:
    """Return the outcomes that a file holds, by the mutants of now."""
    if file is None or not file.exists():
        return {}
    now = {_outcome(mutant, "", "", 0).key: mutant for mutant in every}
    outcomes = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        mutant = now.get((row["path"], row["kind"], row["before"], row["after"]))
        if mutant is not None:
            outcomes[mutant] = _outcome(mutant, row["verdict"], row["by"], row["tests"])
    return outcomes


def report(outcomes: list[Outcome]) -> Iterator[str]:
    """Yield the survivors and the counts."""
    for each in sorted(outcomes, key=lambda each: (each.mutant.path, each.mutant.line)):
        if each.verdict in ("survived", "uncovered"):
            why = f"{each.tests} tests passed" if each.verdict == "survived" else "no test runs this line"
            yield f"\n{each.mutant.path}:{each.mutant.line} {each.mutant.kind}: {why}"
            yield each.mutant.diff(content(each.mutant.path))
    count = Counter(each.verdict for each in outcomes)
    yield ""
    yield (
        f"{len(outcomes)} mutants: {count['killed']} killed, {count['survived']} survived, {count['uncovered']} on "
        f"lines that no test runs, {count['equivalent']} named as equivalent, {count['timeout']} took too long"
    )
    yield f"{share(outcomes):.1f}% killed"


def share(outcomes: Iterable[Outcome]) -> float:
    """Return how many of a hundred mutants were killed; those that took too long and equivalent ones do not count."""
    count = Counter(each.verdict for each in outcomes)
    judged = count["killed"] + count["survived"] + count["uncovered"]
    return 100 * count["killed"] / judged if judged else 100.0


def sampled(every: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Draw mutants: at most one of a line, so that none of them counts twice."""
    chance = random.Random(seed)
    by_line: dict[tuple[str, int], Mutant] = {}
    for mutant in chance.sample(every, len(every)):
        by_line.setdefault((mutant.path, mutant.line), mutant)
        if len(by_line) == count:
            break
    return list(by_line.values())


def main(arguments: list[str]) -> int:
    """Measure, or run mutants and report; 1 where a file left no record or too few were killed, else 0."""
    options = _options(arguments)
    cache = Cache(options.cache, ROOT)
    options.cache.mkdir(parents=True, exist_ok=True)
    every_test = all_tests()
    missing = [tests for tests in cache.missing(every_test) if tests.startswith(tuple(options.tests or [""]))]
    if options.measure:
        print(f"{len(missing)} of {len(every_test)} files of tests are measured", flush=True)
        if missing:
            collected(missing, lambda forks: measure(forks, cache, options.jobs))
        left = cache.missing(missing)
        for tests in left:
            print(f"{tests} left no record", flush=True)
        return 1 if left else 0
    if missing:
        print(f"{len(missing)} files of tests were not measured; --measure does so", flush=True)
    path, _, line = (options.only or options.folder).partition(":")
    every = mutations.mutants(ROOT, ROOT / path)
    if line:
        every = [mutant for mutant in every if mutant.line == int(line)]
    chosen = every if options.only else sampled(every, options.count, options.seed)
    outcomes = known(options.json, every if options.again else chosen)
    if options.again:
        chosen = list(outcomes)
        outcomes = {mutant: each for mutant, each in outcomes.items() if each.verdict in ("killed", "equivalent")}
    _run_all([mutant for mutant in chosen if mutant not in outcomes], outcomes, cache, options)
    print("\n".join(report(list(outcomes.values()))))
    return 0 if share(outcomes.values()) >= options.least else 1


def _run_all(waiting: list[Mutant], outcomes: dict[Mutant, Outcome], cache: Cache, options: argparse.Namespace) -> None:
    """Run the mutants that wait and keep the outcome of each."""
    started = time.monotonic()
    paths = frozenset(mutant.path for mutant in waiting)
    if any(not _owner(mutant.path, mutant.line)[0] for mutant in waiting):
        paths = frozenset(path.relative_to(ROOT).as_posix() for path in (ROOT / "game").rglob("*.py"))
    covered = cache.read(all_tests(), paths)

    def keep(outcome: Outcome) -> None:
        outcomes[outcome.mutant] = outcome
        if options.json is not None:
            with options.json.open("a", encoding="utf-8") as file:
                file.write(outcome.as_json() + "\n")
        place = f"{outcome.mutant.path}:{outcome.mutant.line}"
        passed = f"{time.monotonic() - started:5.0f} s {len(outcomes)}"
        print(f"{passed} {outcome.verdict:10} {place} {outcome.mutant.kind} {outcome.by[:90]}", flush=True)

    if waiting:
        run(waiting, Where(Candidates(ROOT, covered)), options.seconds, options.jobs, keep)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="measure which tests run which lines; no mutants")
    parser.add_argument("--tests", nargs="+", help="with --measure: only files of tests that begin so")
    parser.add_argument("--folder", default="game/table", help="a folder or a module below this project")
    parser.add_argument("--only", metavar="MODULE[:LINE]", help="all mutants of a module or of one line of it")
    parser.add_argument("--count", type=int, default=200, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--seconds", type=float, default=30, help="how long the tests of one mutant may run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the outcomes, and go on from them")
    parser.add_argument("--again", action="store_true", help="run those in the file that were not killed")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where the measured lines are kept")
    parser.add_argument("--least", type=float, default=LEAST, help="how many per cent must be killed")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

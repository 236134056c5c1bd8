"""Run every check of this project: format, lint, types, coverage of the rules, catalogues of texts, tests.

In CI games are verified under other Pythons too. All of them run; one that failed fails the whole. What looks at the
source runs two at a time, for most of it keeps only one core busy. The tests come last. What failed before them is
printed again after them: of a long report, often only the end is kept.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CHECKS = {
    "types": ["mypy", "--strict", "game", "inchwise_conformance", "tests", "tools"],  # the longest first
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "rules": ["tools.rule_coverage", "--check"],
    "texts": ["tools.languages", "--check"],
    "found": ["pytest", "-n", "0", "-q", "--collect-only"],  # what it compiles is not compiled again by each worker
}
TESTS = ["pytest"]
if os.environ.get("CI") == "true":  # games recorded under one Python are verified under every other of this machine
    CHECKS = {"types": CHECKS["types"], "pythons": ["tools.interpreters", "--games", "1", "--own"], **CHECKS}


@dataclass(frozen=True)
class Outcome:
    """How a check ended: its exit code, what it said and how many seconds it took."""

    code: int
    output: str
    seconds: float


def checked(command: list[str]) -> Outcome:
    """Run a check to its end and keep what it says."""
    started = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return Outcome(ended.returncode, ended.stdout, time.perf_counter() - started)


def report(name: str, outcome: Outcome) -> None:
    """Print what a check said: all of it if it failed, else its last line."""
    print(f"== {name}: python -m {' '.join(CHECKS[name])}")
    lines = outcome.output.rstrip().splitlines()
    for line in lines if outcome.code else lines[-1:]:
        print(line)
    print(f"   {outcome.seconds:.1f} s", flush=True)


def main() -> int:
    """Run the checks, and the tests after them; 0 if all passed, else 1."""
    failed: dict[str, Outcome] = {}
    with ThreadPoolExecutor(max_workers=2) as pool:
        for name, outcome in zip(CHECKS, pool.map(checked, CHECKS.values()), strict=True):
            report(name, outcome)
            if outcome.code:
                failed[name] = outcome
    print(f"== tests: python -m {' '.join(TESTS)}", flush=True)
    tests = subprocess.run([sys.executable, "-m", *TESTS], cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
    for name, outcome in failed.items():
        print("== failed before the tests:")
        report(name, outcome)
    return 1 if failed or tests.returncode else 0


if __name__ == "__main__":
    sys.exit(main())

"""Choose the long cases of tests that only `tools/prove.py` runs, from the durations that pytest reports.

    python -m pytest --durations=0 --durations-min=0.05 > durations.txt
    python tools/seldom.py durations.txt

Of each test with several cases the quickest long one of each rulebook stays, and all that are quick. Of what is left
of a file, the quicker half of the cases that take longest stays: the whole suite must end within the time of CI.
It writes `tests/seldom.txt`, adding to what stands there: run the whole suite with an empty one to choose anew.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SELDOM: Final = ROOT / "tests" / "seldom.txt"
LONG: Final = 0.15
"""Seconds from which a case is long."""
MOST: Final = 1
"""How many long cases of a test and a rulebook stay."""
LONGEST: Final = 0.3
"""Seconds from which half of the cases of a file stay."""
_RULEBOOK: Final = re.compile("|".join(path.parent.name for path in ROOT.glob("game/rulesets/*/__init__.py")))
_DURATION: Final = re.compile(r"(?P<seconds>[0-9.]+)s call +(?P<case>\S.*)")


def durations(lines: Iterable[str]) -> dict[str, float]:
    """Return the seconds of each case in a report of pytest."""
    found = (_DURATION.match(line.strip()) for line in lines)
    return {match["case"]: float(match["seconds"]) for match in found if match is not None}


def chosen(seconds: dict[str, float], before: Collection[str] = ()) -> list[str]:
    """Return the long cases to leave out besides those left out before, in alphabetical order."""
    cases = defaultdict[tuple[str, str], list[str]](list)
    for case, took in seconds.items():
        if case.endswith("]") and took >= LONG and not case.startswith("tests/test_"):  # which the proof does not run
            test, _bracket, values = case.partition("[")
            rulebook = _RULEBOOK.search(values)
            cases[test, rulebook[0] if rulebook else ""].append(case)
    left_out = {case for long in cases.values() for case in sorted(long, key=lambda case: seconds[case])[MOST:]}
    return sorted(left_out | set(_slower_half(seconds, {*before, *left_out})))


def _slower_half(seconds: dict[str, float], left_out: set[str]) -> Iterator[str]:
    """Yield the slower half of the longest cases of each file; those left out of it with one case count as slower."""
    files = defaultdict[str, list[str]](list)
    for case, took in seconds.items():
        if took >= LONGEST and case not in left_out and not case.startswith("tests/test_"):
            files[case.partition("::")[0]].append(case)
    for file, long in files.items():
        slower = sum(case.startswith(f"{file}::") and not case.endswith("]") for case in left_out)
        stay = (len(long) + slower + 1) // 2
        yield from sorted(long, key=lambda case: seconds[case])[stay:]


def main() -> int:
    """Add the long cases of a report to the list; return the exit code."""
    report = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    before = SELDOM.read_text(encoding="utf-8").splitlines() if SELDOM.exists() else []
    listed = sorted({*before, *chosen(durations(report), before)})
    SELDOM.write_text("".join(f"{case}\n" for case in listed), encoding="utf-8")
    print(f"{len(listed)} cases in {SELDOM.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

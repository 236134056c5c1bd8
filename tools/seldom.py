"""Choose the long cases of tests that only `tools/prove.py` runs, from the durations that pytest reports.

    python -m pytest --durations=0 --durations-min=0.05 > durations.txt
    python tools/seldom.py durations.txt

Of each test with several cases the quickest long one of each rulebook stays, and all that are quick. A test with one
case stays, if nobody adds it by hand because another test of the same folder shows the same in less time.
It writes `tests/seldom.txt`, adding to what stands there: run the whole suite with an empty one to choose anew.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SELDOM: Final = ROOT / "tests" / "seldom.txt"
LONG: Final = 0.05
"""Seconds from which a case is long."""
MOST: Final = 1
"""How many long cases of a test and a rulebook stay."""
_RULEBOOK: Final = re.compile("|".join(path.parent.name for path in ROOT.glob("game/rulesets/*/__init__.py")))
_DURATION: Final = re.compile(r"(?P<seconds>[0-9.]+)s call +(?P<case>\S.*)")


def durations(lines: Iterable[str]) -> dict[str, float]:
    """Return the seconds of each case in a report of pytest."""
    found = (_DURATION.match(line.strip()) for line in lines)
    return {match["case"]: float(match["seconds"]) for match in found if match is not None}


def chosen(seconds: dict[str, float]) -> list[str]:
    """Return the long cases to leave out, in alphabetical order."""
    cases = defaultdict[tuple[str, str], list[str]](list)
    for case, took in seconds.items():
        if case.endswith("]") and took >= LONG and not case.startswith("tests/test_"):  # which the proof does not run
            test, _bracket, values = case.partition("[")
            rulebook = _RULEBOOK.search(values)
            cases[test, rulebook[0] if rulebook else ""].append(case)
    return sorted(case for long in cases.values() for case in sorted(long, key=lambda case: seconds[case])[MOST:])


def main() -> int:
    """Add the long cases of a report to the list; return the exit code."""
    report = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    before = SELDOM.read_text(encoding="utf-8").splitlines() if SELDOM.exists() else []
    listed = sorted({*before, *chosen(durations(report))})
    SELDOM.write_text("".join(f"{case}\n" for case in listed), encoding="utf-8")
    print(f"{len(listed)} cases in {SELDOM.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

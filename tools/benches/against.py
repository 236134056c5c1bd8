"""The same benchmarks in this checkout and in another one, by turns: `python tools/bench.py NAMES --against CHECKOUT`.

Each checkout runs in processes of its own with its own modules. Play is measured by tools/benches/play.py of this
checkout, the other benchmarks by each one's own tools; rows that only one of them prints are left out. A benchmark's
rows are printed as soon as it is done, and what runs is told on standard error. More turns (--turns) take longer and
depend less on how busy the machine is.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from tools.benches.play import play_cases

HERE = Path(__file__).resolve().parents[2]
Rows = dict[str, tuple[float, str]]

_ROW = re.compile(r"^(?P<name>.{44})\s*(?P<median>[\d.e+-]+) (?P<unit>\S+)\s+\[")
_WILD = re.compile(r"^(?P<name>\w+)\s+(?P<plain>[\d,]+)/s\s+(?P<median>[\d,]+)/s")


def run(checkout: Path, *command: str) -> str:
    """Return what a Python command prints in a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(
        [sys.executable, *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} in {checkout}:\n{done.stderr}")
    return done.stdout


def played(checkout: Path, cases: Sequence[tuple[str, Sequence[str]]]) -> Rows:
    """Return decisions per second for cases of random play, by their names."""
    snippet = str(HERE / "tools" / "benches" / "play.py")
    return {name: (float(run(checkout, snippet, *arguments)), "/s") for name, arguments in cases}


def printed(checkout: Path, name: str) -> Rows:
    """Return the rows that a checkout's own benchmark of a name prints."""
    matches = (_ROW.match(line) for line in run(checkout, "tools/bench.py", name).splitlines())
    return {found["name"].strip(): (float(found["median"]), found["unit"]) for found in matches if found}


def wild(checkout: Path) -> Rows:
    """Return the speeds with thirty wild models, plain and with every optional rule."""
    rows: Rows = {}
    for more in ((), ("--advanced",)):
        text = run(checkout, "tools/benches/wild.py", "--games", "2", "--passes", "1", *more)
        for found in filter(None, map(_WILD.match, text.splitlines())):
            label = f"{found['name']}, 30 wild{', advanced' if more else ''}"
            rows[label] = float(found["median"].replace(",", "")), "/s"
    return rows


def measured(checkout: Path, name: str) -> Rows:
    """Return the rows of a benchmark in a checkout."""
    cases = [(label, (*arguments, "0")) for label, arguments in play_cases(name)]
    if cases:
        return played(checkout, cases)
    return wild(checkout) if name == "wild" else printed(checkout, name)


def compare(other: Path, name: str, turns: int) -> Iterator[str]:
    """Yield a line for each row: medians here and there, and the ratio; above 1 is more in this checkout."""
    samples: dict[str, dict[Path, list[float]]] = defaultdict(lambda: {HERE: [], other: []})
    units: dict[str, str] = {}
    for turn in range(turns):
        for checkout in (HERE, other) if turn % 2 == 0 else (other, HERE):
            print(f"{name}, turn {turn + 1} of {turns}: {checkout}", file=sys.stderr, flush=True)
            for label, (value, unit) in measured(checkout, name).items():
                samples[label][checkout].append(value)
                units[label] = unit
    for label, both in samples.items():
        if both[HERE] and both[other]:
            here, there = median(both[HERE]), median(both[other])
            ratio = f"{here / there:.2f}" if there else "-"
            yield f"{label:<44}{here:>10.4g} {units[label]:<5} against {there:>10.4g}   ratio {ratio}"

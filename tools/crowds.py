"""Arrange units in unseen random crowds, and hold what is found against a slow search that shares nothing with it.

    python -m tools.crowds --crowds 10000 --record crowds.jsonl

Crowd N is that of seed N of the tests' `crowd`; the tests themselves use seeds below 100,000. Resumable: crowds in the
record, one a line, are not tried again. Prints how many crowds were tried, in how many of them the slow search found an
arrangement, and the seeds of those in which the program found none although it did (misses), or found one that is not
legal. Exit code 1 if there are more misses than one in a thousand, or any illegal arrangement.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from joblib import Parallel, delayed
from tqdm import tqdm

from game.table.layout.completing import complete
from tests.table.layouts import crowd, is_legal, slowly_found

FIRST: Final = 100_000
"""The first seed."""
FORGIVEN: Final = 1e-5
"""Inches that the independent verdict forgives: it measures with plain floats."""
MOST_MISSED: Final = 1e-3
"""The share of crowds that may be missed."""

Tried = dict[str, Any]


def tried(seed: int) -> Tried:
    """Arrange the unit of one crowd both ways; return the line of the record. `ms` of processor time."""
    case = crowd(seed)
    policy, started = case.policy(), time.process_time()
    found = complete(policy, case.wanted)
    spent = time.process_time() - started
    return {
        "seed": seed,
        "models": len(case.start),
        "found": found is not None,
        "legal": found is None or is_legal(case, found, FORGIVEN),
        "slowly": slowly_found(case, seed) is not None,
        "ms": round(spent * 1000, 1),
    }


def recorded(record: Path) -> dict[int, Tried]:
    """Return the crowds in the record by seed; a line cut short is left out."""
    found = {}
    for line in record.read_text(encoding="utf-8").splitlines() if record.exists() else ():
        try:
            each = json.loads(line)
        except ValueError:
            continue
        found[each["seed"]] = each
    return found


def try_all(record: Path, seeds: range, jobs: int) -> list[Tried]:
    """Try the crowds that the record lacks on so many processes, and return all of them."""
    done = recorded(record)
    missing = [seed for seed in seeds if seed not in done]
    work = Parallel(n_jobs=jobs, return_as="generator_unordered")(delayed(tried)(seed) for seed in missing)
    with record.open("a", encoding="utf-8") as stream:
        if record.stat().st_size and not record.read_bytes().endswith(b"\n"):
            stream.write("\n")  # a line was cut short
        for each in tqdm(work, total=len(missing), unit="crowd", disable=None):
            stream.write(json.dumps(each) + "\n")
            stream.flush()
            done[each["seed"]] = each
    return [done[seed] for seed in seeds]


def told(crowds: list[Tried]) -> tuple[str, bool]:
    """Return the figures in words, and whether they are good enough."""
    possible = [each for each in crowds if each["slowly"]]
    misses = [each["seed"] for each in possible if not each["found"]]
    illegal = [each["seed"] for each in crowds if not each["legal"]]
    lines = [
        f"{len(crowds)} crowds; the slow search finds an arrangement in {len(possible)}, the program in "
        f"{len(possible) - len(misses)} of these and in {sum(each['found'] for each in crowds)} of all",
        f"{len(misses)} misses: {', '.join(map(str, misses)) or 'none'}",
        f"{len(illegal)} illegal: {', '.join(map(str, illegal)) or 'none'}",
        f"median {statistics.median(each['ms'] for each in crowds):.1f} ms of processor time for a search",
    ]
    return "\n".join(lines), not illegal and len(misses) <= MOST_MISSED * len(possible)


def main(arguments: list[str] | None = None) -> int:
    """Try the crowds and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crowds", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"the seed of the first ({FIRST})")
    parser.add_argument("--record", type=Path, default=Path("crowds.jsonl"), help="where they are noted (crowds.jsonl)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as processors)")
    options = parser.parse_args(arguments)
    if options.jobs < 1 or options.crowds < 1:
        parser.error("--crowds and --jobs take 1 or more")
    text, good = told(try_all(options.record, range(options.first, options.first + options.crowds), options.jobs))
    print(text)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

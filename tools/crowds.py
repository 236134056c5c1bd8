"""Arrange units in unseen random crowds, and hold what is found against a slow search that shares nothing with it.

    python -m tools.crowds --crowds 10000 --record crowds.jsonl

Crowd N is that of seed N of the tests' `crowd`; the tests themselves use seeds below 100,000. Resumable: crowds in the
record, one a line, are not tried again. A record that other code has made is refused.

The slow search takes nearly all the time, so it is asked only where the program finds nothing that the independent
verdict calls legal: what is legal proves by itself that the crowd can be arranged. A miss is a crowd in which the slow
search finds an arrangement and the program none; each is found as if both were asked everywhere, no more and no fewer.
What is not known then is in how many of the others the slow search finds one: fewer than can be arranged. As misses
are forgiven by that number, both are asked in every Nth crowd besides (`--both N`), and its share there is taken for
all; `--both 1` asks both everywhere.

Prints how many crowds can be arranged, in how many of them only the slow search found out, in how many of every Nth it
did, and the seeds of the misses and of arrangements that are not legal. Exit code 1 if there are more misses than one
in a thousand of what the slow search finds, or any illegal arrangement; 2 if the record is refused.
"""

from __future__ import annotations

import argparse
import hashlib
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

REPOSITORY: Final = Path(__file__).resolve().parent.parent
FIRST: Final = 100_000
"""The first seed."""
BOTH: Final = 20
"""Both searches are asked in crowds whose seed is a multiple of this."""
FORGIVEN: Final = 1e-5
"""Inches that the independent verdict forgives: it measures with plain floats."""
MOST_MISSED: Final = 1e-3
"""The share of crowds that may be missed."""

Tried = dict[str, Any]


class OtherCode(Exception):
    """A record was made by code other than this."""


def code() -> str:
    """Return a digest of the code that answers: the table floor, and the crowds with their verdict and slow search."""
    digest = hashlib.blake2b(digest_size=8)
    for path in (*sorted((REPOSITORY / "game" / "table").rglob("*.py")), REPOSITORY / "tests" / "table" / "layouts.py"):
        digest.update(path.relative_to(REPOSITORY).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def tried(seed: int, both: bool) -> Tried:
    """Arrange the unit of one crowd; return the line of the record, `slowly` None where the slow search was not asked.

    `ms` of processor time of the program's search.
    """
    case = crowd(seed)
    policy, started = case.policy(), time.process_time()
    found = complete(policy, case.wanted)
    spent = time.process_time() - started
    legal = found is None or is_legal(case, found, FORGIVEN)
    asked = both or found is None or not legal
    return {
        "seed": seed,
        "models": len(case.start),
        "found": found is not None,
        "legal": legal,
        "slowly": slowly_found(case, seed) is not None if asked else None,
        "ms": round(spent * 1000, 1),
    }


def recorded(record: Path) -> dict[int, Tried]:
    """Return the crowds in the record by seed; a line cut short is left out. Raise `OtherCode`."""
    found, this = {}, code()
    for line in record.read_text(encoding="utf-8").splitlines() if record.exists() else ():
        try:
            each = json.loads(line)
        except ValueError:
            continue
        if each.pop("code", None) != this:
            raise OtherCode
        found[each["seed"]] = each
    return found


def try_all(record: Path, seeds: range, both: int, jobs: int) -> list[Tried]:
    """Try the crowds that the record lacks on so many processes, and return all of them. Raise `OtherCode`."""
    done, this = recorded(record), code()
    missing = [seed for seed in seeds if seed not in done or (seed % both == 0 and done[seed]["slowly"] is None)]
    work = Parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(tried)(seed, seed % both == 0) for seed in missing
    )
    with record.open("a", encoding="utf-8") as stream:
        if record.stat().st_size and not record.read_bytes().endswith(b"\n"):
            stream.write("\n")  # a line was cut short
        for each in tqdm(work, total=len(missing), unit="crowd", disable=None):
            stream.write(json.dumps(each | {"code": this}) + "\n")
            stream.flush()
            done[each["seed"]] = each
    return [done[seed] for seed in seeds]


def told(crowds: list[Tried], both: int) -> tuple[str, bool]:
    """Return the figures in words, and whether they are good enough; both were asked in every so many-th."""
    arranged = sum(each["found"] and each["legal"] for each in crowds)
    misses = [each["seed"] for each in crowds if each["slowly"] and not each["found"]]
    slowly_only = [each["seed"] for each in crowds if each["slowly"] and not (each["found"] and each["legal"])]
    illegal = [each["seed"] for each in crowds if not each["legal"]]
    sample = [each["slowly"] for each in crowds if each["seed"] % both == 0]
    slowly = len(crowds) * sum(sample) / max(1, len(sample))
    lines = [
        f"{len(crowds)} crowds; can be arranged: {arranged + len(slowly_only)}, "
        f"found out by the slow search only: {len(slowly_only)}",
        f"the slow search was asked where the program found nothing legal, and in every {both}th; of these "
        f"{len(sample)} it finds an arrangement in {sum(sample)}, so in about {slowly:.0f} of all",
        f"{len(misses)} misses: {', '.join(map(str, misses)) or 'none'}",
        f"{len(illegal)} illegal: {', '.join(map(str, illegal)) or 'none'}",
        f"median {statistics.median(each['ms'] for each in crowds):.1f} ms of processor time for a search, "
        f"longest {max(each['ms'] for each in crowds):.1f}",
    ]
    return "\n".join(lines), not illegal and len(misses) <= MOST_MISSED * slowly


def main(arguments: list[str] | None = None) -> int:
    """Try the crowds and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crowds", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"the seed of the first ({FIRST})")
    parser.add_argument("--both", type=int, default=BOTH, help=f"ask both searches in every so many-th crowd ({BOTH})")
    parser.add_argument("--record", type=Path, default=Path("crowds.jsonl"), help="where they are noted (crowds.jsonl)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as processors)")
    options = parser.parse_args(arguments)
    if min(options.jobs, options.crowds, options.both) < 1:
        parser.error("--crowds, --both and --jobs take 1 or more")
    seeds = range(options.first, options.first + options.crowds)
    try:
        crowds = try_all(options.record, seeds, options.both, options.jobs)
    except OtherCode:
        parser.error(f"{options.record} was made by other code: name another --record")
    text, good = told(crowds, options.both)
    print(text)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

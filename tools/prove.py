"""What does not fit in the ten minutes of CI: mutants of the rules, other Pythons, a long soak, every aid.

    python tools/prove.py                     all of it (hours); keeps what it says in tools/proof.txt
    python tools/prove.py --only interpreters
    python tools/prove.py --count 50 --jobs 2

Run it before a large change is called done, and commit tools/proof.txt with it. Exit code 1 where anything failed.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROOF = ROOT / "tools" / "proof.txt"
RULESETS = ("godbreakers", "bushido", "aos4")
FOLDERS = ("table", "engine", *(f"rulesets/{name}/rules" for name in RULESETS))
SEEDS = (1, 2)
"""Two seeds, so that the shares of the killed can be held against each other."""


def parts(count: int, jobs: int) -> Iterator[tuple[str, list[str]]]:
    """Yield every part of the proof: its name and its command."""
    kept = Path(tempfile.gettempdir()) / "inchwise-mutants"
    kept.mkdir(exist_ok=True)
    yield "interpreters", ["tools/interpreters.py", "--games", "6"]
    yield "mutants: coverage", ["tools/mutants.py", "--measure", "--jobs", str(jobs)]
    for folder in FOLDERS:
        for seed in SEEDS:
            file = kept / f"{_commit()}-{folder.replace('/', '.')}-{seed}.jsonl"
            options = ["--count", str(count), "--seed", str(seed), "--jobs", str(jobs), "--json", str(file)]
            yield f"mutants: {folder}, seed {seed}", ["tools/mutants.py", "--folder", f"game/{folder}", *options]
    yield "rules shown by tests", ["tools/rule_coverage.py", "--break", "--ruleset", *RULESETS, "--jobs", str(jobs)]
    aids = ["-m", "pytest", "-n", str(jobs), "-q", "--durations=0", "tests/ui/table/test_aids_everywhere.py"]
    for name in RULESETS:
        yield f"aids: {name}", [*aids, "-k", name]
        yield (
            f"soak: {name}",
            ["tools/soak.py", "--ruleset", name, "--games", "20", "--record", str(kept / f"soak-{name}.jsonl")],
        )


def _commit() -> str:
    named = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return named.stdout.strip() or "unnamed"


def main(arguments: list[str]) -> int:
    """Run the parts and keep what they say; 1 if any failed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="parts whose names begin so; tools/proof.txt is left alone")
    parser.add_argument("--count", type=int, default=200, help="mutants of a folder")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    date = time.strftime("%Y-%m-%d")
    said = [f"Proof of {_commit()}, {date}, Python {platform.python_version()}, {platform.machine()}", ""]
    failed: list[str] = []
    for name, command in parts(options.count, options.jobs):
        if not name.startswith(options.only):
            continue
        started = time.monotonic()
        room = os.environ | ({"INCHWISE_SAMPLES": "1"} if name.startswith("aids") else {})  # at all its positions
        ended = subprocess.run(
            [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False, env=room
        )
        lines = ended.stdout.rstrip().splitlines()[-4:] or ended.stderr.rstrip().splitlines()[-3:]
        verdict = "passed" if ended.returncode == 0 else "FAILED"
        said += [f"{name}: {verdict} in {time.monotonic() - started:.0f} s", *(f"    {line}" for line in lines), ""]
        print("\n".join(said[-len(lines) - 2 :]), flush=True)
        if ended.returncode:
            failed.append(name)
    said.append(f"failed: {', '.join(failed)}" if failed else "all passed")
    print(said[-1])
    if not options.only:
        PROOF.write_text("\n".join(said) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What does not fit in the ten minutes of CI: mutants, other Pythons, the application, samples, promises, a long soak.

    python tools/prove.py                       all of it (hours); keeps what it says in tools/proof.txt
    python tools/prove.py --only interpreters   these parts; the others stay as they are in tools/proof.txt
    python tools/prove.py --count 50 --jobs 2

Run it before a large change is called done, and commit tools/proof.txt with it: it names the commit that each part was
run at. Exit code 1 where anything failed.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game import rulesets  # noqa: E402

PROOF = ROOT / "tools" / "proof.txt"
RULESETS = rulesets.own()
FOLDERS = ("table", "engine", *(f"rulesets/{name}/rules" for name in RULESETS))
SEEDS = (1, 2)
"""Two seeds, so that the shares of the killed can be held against each other."""
SAMPLED = (
    ("tests/table", "tests/oracle", "tests/perft", "tests/answers"),
    ("tests/rulesets",),
    ("tests/conformance", "tests/api", "tests/documents", "tests/engine"),
    ("tests/commands", "tests/drills", "tests/lab", "tests/languages", "tests/players", "tests/tools"),
    ("tests/ui",),
)
"""The folders of tests, shared out so that a part takes an hour at most."""
WITNESSES = {
    "referee of a battle": ["tools/witnesses/referee.py"],
    "dice against the odds of volleys": ["tools/witnesses/throws.py"],
    "dice against the odds of fire": ["tools/witnesses/fire.py", "--rolls", "100000"],
}
"""The witnesses of Dropzone Commander: a million throws by the rules' text, fewer by the rules themselves, slower."""
LAST = 4
"""How many of its last lines are kept of a part."""


class Part(NamedTuple):
    """A part of the proof: its name, and its command with what is set for it."""

    name: str
    command: list[str]
    settings: tuple[tuple[str, str], ...] = ()


def parts(count: int, jobs: int) -> Iterator[Part]:
    """Yield every part of the proof."""
    kept = Path(tempfile.gettempdir()) / "inchwise-mutants"
    kept.mkdir(exist_ok=True)
    yield Part("interpreters", ["tools/interpreters.py", "--games", "6"])
    yield Part("application", ["tools/application.py", str(kept / "application"), "--prove"])
    for folders in SAMPLED:
        command = ["-m", "pytest", "-q", "-n", str(jobs), *folders]
        yield Part(f"every sample: {', '.join(folders)}", command, (("INCHWISE_SAMPLES", "1"),))
    for name, command in WITNESSES.items():
        yield Part(name, command)
    for name in RULESETS:
        yield Part(f"random maps: {name}", ["tools/random_maps.py", "--ruleset", name])
    for name in RULESETS:
        yield Part(f"promises: {name}", ["tools/promises.py", "--ruleset", name])
    yield Part("newcomers in lessons", ["tools/newcomers.py", "--runs", "200", "--random"])
    yield Part("mutants: coverage", ["tools/mutants.py", "--measure", "--jobs", str(jobs)])
    for folder in FOLDERS:
        for seed in SEEDS:
            file = kept / f"{_commit()}-{folder.replace('/', '.')}-{seed}.jsonl"
            options = ["--count", str(count), "--seed", str(seed), "--jobs", str(jobs), "--json", str(file)]
            yield Part(f"mutants: {folder}, seed {seed}", ["tools/mutants.py", "--folder", f"game/{folder}", *options])
    for name in RULESETS:
        options = ["--break", "--ruleset", name, "--jobs", str(jobs)]
        yield Part(f"rules shown by tests: {name}", ["tools/rule_coverage.py", *options])
    for name in RULESETS:
        record = kept / f"{_commit()}-soak-{name}.jsonl"
        yield Part(f"soak: {name}", ["tools/soak.py", "--ruleset", name, "--games", "20", "--record", str(record)])


def _commit() -> str:
    named = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if not named.stdout.strip():
        return "unnamed"
    changed = subprocess.run(
        ["git", "status", "--porcelain", "--", ".", f":!{PROOF.relative_to(ROOT)}"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return named.stdout.strip() + ("-changed" if changed.stdout.strip() else "")


def before() -> dict[str, str]:
    """Return what the kept proof says, by the name of the part."""
    text = PROOF.read_text(encoding="utf-8") if PROOF.exists() else ""
    return {paragraph.partition(" · ")[0]: paragraph for paragraph in text.strip().split("\n\n")[1:]}


def run(part: Part) -> str:
    """Run a part and return what is kept of it."""
    started = time.monotonic()
    ended = subprocess.run(
        [sys.executable, *part.command],
        cwd=ROOT,
        env={**os.environ, **dict(part.settings)},
        capture_output=True,
        text=True,
        check=False,
    )
    verdict = "passed" if ended.returncode == 0 else "FAILED"
    lines = ended.stdout.rstrip().splitlines()[-LAST:] or ended.stderr.rstrip().splitlines()[-LAST:]
    date, seconds = time.strftime("%Y-%m-%d"), time.monotonic() - started
    head = f"{part.name} · {verdict} · {_commit()}, {date}, Python {platform.python_version()}, {seconds:.0f} s"
    return "\n".join([head, *(f"    {re.sub(r'/tmp/[^ ]*/', '', line)}" for line in lines if line.strip())])


def main(arguments: list[str]) -> int:
    """Run the parts and keep what they say; 1 if any failed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[""], help="parts whose names begin so")
    parser.add_argument("--count", type=int, default=200, help="mutants of a folder")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    options = parser.parse_args(arguments)
    every = list(parts(options.count, options.jobs))
    failed = 0
    for part in every:
        if part.name.startswith(tuple(options.only)):
            said = run(part)
            print(said, end="\n\n", flush=True)
            failed += " · FAILED · " in said
            kept = {**before(), part.name: said}
            paragraphs = [kept.get(each.name, f"{each.name} · not run") for each in every]
            head = "What tools/prove.py said last, each part at the commit that it names."
            PROOF.write_text("\n\n".join([head, *paragraphs]) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

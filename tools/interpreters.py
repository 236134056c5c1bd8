"""Whether games recorded under one Python replay equally under every other that this machine offers, from 3.11 on.

    python tools/interpreters.py                      every Python found, games of every rulebook
    python tools/interpreters.py --games 2 --pythons ~/.pyenv/versions/3.12.1/bin/python
    python tools/interpreters.py --games 1 --own      games played under this Python alone, verified under every one

Every Python gets an environment of its own with what the project needs (kept, and used again), plays random games, and
verifies those that all the others have played: `replay --verify`, and each event to its last bit. Each process has
another order of sets. Exit code 1 if a game differs; a Python that is found but cannot be used is named.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

ENVIRONMENTS = Path(tempfile.gettempdir()) / "inchwise-interpreters"
OLDEST = (3, 11)


def pythons() -> dict[str, Path]:
    """Return the Pythons of this machine by version, one of each minor version, this one among them."""
    found: dict[str, Path] = {}
    versions = sorted(Path.home().glob(".pyenv/versions/*/bin/python"))
    commands = [folder / f"python3.{minor}" for folder in map(Path, os.get_exec_path()) for minor in range(11, 30)]
    for path in [Path(sys.executable), *versions, *commands]:
        version = _version(path) if path.exists() else ""
        numbers = tuple(map(int, version.split(".")[:2])) if version else ()
        if numbers >= OLDEST and not any(each.rpartition(".")[0] == version.rpartition(".")[0] for each in found):
            found[version] = path
    return found


def _version(python: Path) -> str:
    """Return the version of a Python, an empty text if it does not start."""
    try:
        said = subprocess.run([python, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    except OSError:
        return ""
    numbers = re.search(r"\d+\.\d+\.\d+", said)
    return numbers[0] if numbers else ""


def environment(version: str, python: Path, more: Iterable[str] = ()) -> Path:
    """Return a Python of this version that has what the project needs, and `more`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = [*project["dependencies"], *more]
    folder = ENVIRONMENTS / f"{version}-{hashlib.sha256(repr(needs).encode()).hexdigest()[:8]}"
    inside = folder / "bin" / "python"
    if not (folder / "ready").exists():
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", *needs], check=True)
        (folder / "ready").touch()
    return inside


def ask(python: Path, seed: int, *arguments: object) -> str:
    """Let this tool do something under another Python; return what it prints. `seed` is of the order of sets."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)}
    command = [str(each) for each in (python, __file__, *arguments)]
    return subprocess.run(command, env=surroundings, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def play(folder: Path, games: int) -> None:
    """Play random games of every rulebook and save them in a folder."""
    from game import rulesets
    from game.engine.core.dice import KeyedDice
    from game.engine.rulebook.new_game import GamePlan
    from game.engine.saving.saves import save_game
    from game.engine.session import Session
    from game.players.random_player import random_answer

    for name in rulesets.own():
        for seed in range(games):
            ruleset = rulesets.load(name)
            session: Session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(seed))
            chance = Random(seed)
            while session.decision is not None:
                session.answer(random_answer(session.decision, chance))
            save_game(session, folder / f"{name}-{seed}.json")


def verify(files: Iterable[Path]) -> Iterator[str]:
    """Yield a line for each game that does not replay as it was recorded, to the last bit."""
    from game import rulesets
    from game.documents.reading import load_document
    from game.engine.saving.documents import SaveDocument
    from game.engine.saving.loading import verify

    for file in files:
        document = load_document(file, SaveDocument)
        session, differences = verify(document, rulesets.find, str(file))
        yield from (f"{file.name}: {each}" for each in differences)
        recorded = json.dumps(document.happened(), sort_keys=True)
        if not differences and recorded != json.dumps([event.plain() for event in session.events], sort_keys=True):
            yield f"{file.name}: an event differs in its last bit"


def main(arguments: list[str]) -> int:
    """Play under every Python, verify under every other; 1 if a game differs, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="how many of each rulebook every Python plays")
    parser.add_argument("--pythons", nargs="+", type=Path, help="these, and the one that runs this")
    parser.add_argument("--own", action="store_true", help="only the Python that runs this plays")
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--verify", nargs="+", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.play:
        play(options.play, options.games)
        return 0
    if options.verify:
        print("\n".join(verify(options.verify)))
        return 0
    found = pythons()
    if options.pythons:
        found = {_version(path): path for path in [Path(sys.executable), *options.pythons]}
    with tempfile.TemporaryDirectory() as folder:
        return _compare(found, Path(folder), options.games, own=options.own)


def _compare(found: dict[str, Path], folder: Path, games: int, *, own: bool) -> int:
    usable = {}
    for version, python in found.items():
        try:
            usable[version] = environment(version, python)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"Python {version} cannot be used: {error}")
    players = dict(list(usable.items())[: 1 if own else None])  # the first is this one
    for number, (version, python) in enumerate(players.items()):
        (folder / version).mkdir()
        ask(python, number, "--play", folder / version, "--games", games)
    failed = 0
    for number, (version, python) in enumerate(usable.items()):
        files = sorted(path for other in players for path in (folder / other).glob("*.json"))
        lines = ask(python, 100 + number, "--verify", *files).split("\n")
        differences = [line for line in lines if line]
        failed += len(differences)
        print(f"Python {version}: {len(files)} games of {', '.join(players)}: {len(differences)} differ", flush=True)
        print(*(f"  {line}\n" for line in differences), sep="", end="", flush=True)
    if len(usable) < 2:
        print("only one Python is here: nothing was compared")
    return 1 if failed or len(usable) < len(found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

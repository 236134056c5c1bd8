"""Documents of every kind, bent at random: each is read or refused in one line that names it, never worse.

`INCHWISE_FUZZ` is how many documents of each kind are tried.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from game.resources import resource
from game.ui.menu.saved_games import Saved, read
from game.ui.prefs.settings import Options, load_options, save_options
from tests.commands.calls import call, position
from tests.samples import some

TRIES = some(150)

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 2**63, 10**19, -(10**15), 0.5, -0.001, 1e-300, 1e300, "", "x", "zoe", "\u202e\x9b",
    "a" * 300, "\ud800",
    "1", "lowest", "../../etc/passwd", [], [[]], [0, 0], ["ann.wick"] * 3, {}, {"a": {}}, {"id": "x"},
)  # fmt: skip
RAW = ("NaN", "Infinity", "1e999", "9" * 5000, "[" * 500 + "]" * 500, '{"a":1,"a":2}', "'", "\x00", "")


def a_save(seed: int = 1) -> dict[str, Any]:
    """A saved game of some forty answers."""
    ruleset = rulesets.load("godbreakers")
    session, rng = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(seed)), Random(seed)
    session.answer("auto-deploy")
    while session.decision is not None and len(session.journal) < 40:
        session.answer(random_answer(session.decision, rng))
    return plain(save_document(session))


def a_saga() -> dict[str, Any]:
    path = Path("saga.json")
    made = call("saga", "new", path, "--name", "Ours", "--circle", "the-mended", "--circle", "kettleblack")
    assert made.exit_code == 0, made.output
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def a_circle() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(call("circle", "show", "kettleblack", "--json").stdout)
    return document


def a_map() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(resource("maps/walled-yard.json").read_bytes())
    return document


def some_settings() -> dict[str, Any]:
    save_options(Options(), Path("settings.json"))
    document: dict[str, Any] = json.loads(Path("settings.json").read_text(encoding="utf-8"))
    return document


def by_command(*command: str) -> Callable[[Path], bool]:
    """Hand a document to a command; it says yes, or no in one line."""

    def tried(path: Path) -> bool:
        result = call(command[0], *command[1:], path)
        judge(result, path)
        return result.exit_code == 0

    return tried


def judge(result: Result, path: Path) -> None:
    """Hold what a command did with a document against what it may do."""
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code in (0, 2), result.output
    if result.exit_code == 2:
        lines = (result.stderr or result.stdout).strip().splitlines()
        assert len(lines) == 1, lines
        line = lines[0].removeprefix("Error: ")
        assert line.startswith(f"{path}: "), line
        assert len(line) < 1500, line
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", result.output)


def by_settings(path: Path) -> bool:
    """Read it as settings; complaints are told, nothing is raised."""
    _, complaint = load_options(path)
    assert "\n" not in complaint
    return not complaint


def by_shelf(path: Path) -> bool:
    """Read it as the list of saved games does."""
    saved = Saved(path, when=None)  # type: ignore[arg-type]  # nobody asks when
    read(saved)
    assert saved.trouble or saved.view is not None
    return not saved.trouble


KINDS: dict[str, tuple[Callable[[], dict[str, Any]], Callable[[Path], bool]]] = {
    "map": (a_map, by_command("check", "--for", "godbreakers")),
    "circle": (a_circle, by_command("check")),
    "circle shown": (a_circle, by_command("circle", "show")),
    "saga": (a_saga, by_command("saga", "show")),
    "save": (a_save, by_command("check")),
    "save on the shelf": (a_save, by_shelf),
    "replay": (a_save, by_command("replay")),
    "position": (position, by_command("run")),
    "setup": (lambda: a_save()["setup"], by_command("check")),
    "settings": (some_settings, by_settings),
}


def places(tree: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a document."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def bent(document: dict[str, Any], rng: Random) -> str:
    """A document with one to three of its parts replaced, taken away, doubled or swapped; at times its text torn."""
    whole = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        every = list(places(whole))
        if not every:
            break
        # Shallow places as often as deep ones: a save has two thousand numbers and twelve fields.
        depth = rng.randint(1, max(map(len, every)))
        *above, last = rng.choice([place for place in every if len(place) <= depth])
        part: Any = whole
        for step in above:
            part = part[step]
        change(part, last, rng, whole)
    text = json.dumps(whole)
    if rng.random() < 0.15:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(RAW) + text[at + rng.choice((0, 1, 5)) :]
    return text


def change(part: Any, last: str | int, rng: Random, whole: dict[str, Any]) -> None:
    """Change one thing in a part of a document."""
    way = rng.randrange(6)
    if way == 0 and isinstance(part, dict):
        del part[last]
    elif way == 1 and isinstance(part, list):
        part[:] = part * rng.choice((2, 30))
    elif way == 2 and isinstance(part, dict):
        part[rng.choice(("id", "x", "name", "\u202e", "a\nb", str(last) * 2))] = part[last]
    elif way == 3:
        other: Any = whole
        for step in rng.choice(list(places(whole))):
            other = other[step]
        part[last] = copy.deepcopy(other)
    elif way == 4 and isinstance(part[last], int | float) and not isinstance(part[last], bool):
        part[last] = rng.choice((part[last] + 1, -part[last], part[last] * 1000, part[last] + 1e-7))
    else:
        part[last] = copy.deepcopy(rng.choice(ODD))


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_in_a_document_it_is_read_or_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    make, tried = KINDS[kind]
    document, path = make(), tmp_path / "document.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert tried(path), "what nothing is wrong with is read"
    for seed in range(TRIES):
        text = bent(document, Random(f"{kind} {seed}"))
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            tried(path)
        except Exception as error:
            raise AssertionError(f"{kind} {seed}: {error!r}") from error

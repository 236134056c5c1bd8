"""Several programs at once on the same files: nothing that any of them did is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.documents.files import remove_temporary_files
from tests.commands.calls import ROOT, call, call_json
from tests.samples import some

PATIENCE = 60.0


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def start(*arguments: str | Path, typed: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "game", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE if typed else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(program: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = program.communicate(timeout=PATIENCE)
    return program.returncode, out, err


def saved(home: Path) -> dict[Path, Any]:
    files = [path for path in (home / "autosaves").glob("*.json") if ".previous" not in path.name]
    return {path: json.loads(path.read_text(encoding="utf-8")) for path in files}


class Players:
    """Games in terminals, each typed at by somebody; whoever is left at the end is ended."""

    def __init__(self, home: Path) -> None:
        self.home, self.programs = home, list[subprocess.Popen[str]]()

    def sit_down(self, *arguments: str) -> subprocess.Popen[str]:
        program = start("play", "--text", *arguments, typed=True)
        assert program.stdin is not None
        program.stdin.write("1\nnear 15, 11\n2 5\n5\n2\n1 2\n" * 4)
        program.stdin.flush()
        self.programs.append(program)
        return program

    def until_saved(self, names: set[str]) -> dict[str, list[Any]]:
        """Wait until a game of each of these first players has some answers in its file; return the answers."""
        until = time.monotonic() + PATIENCE
        found: dict[str, list[Any]] = {}
        while time.monotonic() < until and not names <= {name for name, journal in found.items() if journal}:
            time.sleep(0.1)
            found = {
                content["setup"]["players"][0]["name"]: content["journal"] for content in saved(self.home).values()
            }
        return found

    def kill(self, program: subprocess.Popen[str]) -> None:
        program.send_signal(signal.SIGKILL)
        program.communicate(timeout=PATIENCE)
        self.programs.remove(program)


@pytest.fixture
def players(home: Path) -> Iterator[Players]:
    table = Players(home)
    yield table
    for program in list(table.programs):
        table.kill(program)


def test_two_games_at_once_are_both_saved_and_continue_takes_what_nobody_holds(home: Path, players: Players) -> None:
    first = players.sit_down("--rounds", "3", "--names", "Ann,Bob", "--seed", "4")
    second = players.sit_down("--rounds", "3", "--names", "Cyd,Dan", "--seed", "5")
    journals = players.until_saved({"Ann", "Cyd"})
    assert journals.keys() == {"Ann", "Cyd"}
    code, _, err = ended(start("play", "--text", "--continue"))
    assert (code, err) == (2, "Error: there is no game to continue (all of them are open elsewhere)\n")
    players.kill(first)
    code, out, err = ended(start("play", "--text", "--continue"))
    assert (code, err) == (0, "")
    assert "Ann" in out
    assert "Cyd" not in out
    players.kill(second)
    assert players.until_saved({"Ann", "Cyd"}).keys() == {"Ann", "Cyd"}
    assert len(saved(home)) == 2


def test_two_games_applied_at_once_are_both_in_the_chronicle(tmp_path: Path) -> None:
    saga = tmp_path / "ours.json"
    known = [row["circle"] for row in call_json("circle", "list") if not row["training"]]
    circles = [word for name in known[:4] for word in ("--circle", name)]
    assert call("saga", "new", saga, "--name", "Ours", *circles, "--seed", "5").exit_code == 0
    for number in (0, 1):
        pair = circles[4 * number : 4 * number + 4]
        options = ("--players", "random,random", "--rounds", "3", "--headless", "--seed", str(number))
        played = call("saga", "play", saga, *pair, *options, "--out", tmp_path / str(number))
        assert played.exit_code == 0, played.output
    programs = [start("saga", "apply", saga, tmp_path / str(number) / "replay.json") for number in (0, 1)]
    for program in programs:
        code, _, err = ended(program)
        assert (code, err) == (0, "")
    assert len(json.loads(saga.read_text(encoding="utf-8"))["chronicle"]) == 2
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["ours.json", "ours.previous.json"]


def test_notes_of_several_at_once_are_all_kept(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_bytes((ROOT / "tests" / "fixtures" / "378edde" / "deployed.json").read_bytes())
    programs = [
        start("replay", game, "--at", "start", "--annotate", f"note {number}") for number in range(max(2, some(4)))
    ]
    for program in programs:
        code, _, err = ended(program)
        assert code == 0, err
    notes = json.loads(game.read_text(encoding="utf-8"))["notes"]
    assert sorted(note["text"] for note in notes) == [f"note {number}" for number in range(len(programs))]


WRITER = """
import sys
import signal
from pathlib import Path
from game.documents.files import write_json

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs behind it deaf to Ctrl-C
number = 0
while True:
    number += 1
    write_json(Path(sys.argv[1]), {"format": "inchwise-test", "version": 1, "number": number, "long": "x" * 200_000})
    print(number, flush=True)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_writer_that_is_ended_at_any_moment_leaves_whole_files(end: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for attempt in range(6 if end == signal.SIGKILL else 3):  # SIGKILL leaves no time to tidy up
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert writer.stdout is not None
        with writer.stdout:
            lines = [writer.stdout.readline() for _ in range(2 + attempt)]
            time.sleep(0.0007 * attempt)  # not at the same moment every time
            writer.send_signal(end)
            writer.wait(PATIENCE)
        for file in (path, path.with_name("game.previous.json")):
            content = json.loads(file.read_text(encoding="utf-8"))
            assert content["long"] == "x" * 200_000
        assert json.loads(path.read_text(encoding="utf-8"))["number"] >= int(lines[-1])
    remove_temporary_files(tmp_path)
    assert {file.name for file in tmp_path.iterdir() if file.is_file()} == {"game.json", "game.previous.json"}

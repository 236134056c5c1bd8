"""After a crash in mid-game the autosave goes on where the last activation ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from game import rulesets
from game.documents.files import previous_of
from game.engine.saving.loading import load_game

ROOT = Path(__file__).resolve().parents[2]

DRIVER = """
import sys
from random import Random
from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.autosaves import new_autosave
from game.engine.session import Session
from game.players.random_player import random_answer

ruleset = rulesets.load("godbreakers")
session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), rounds=3)), KeyedDice(5))
rng, save = Random(5), new_autosave()
while session.decision is not None:
    session.answer(random_answer(session.decision, rng))
    if session.at_checkpoint():
        save(session)
        print(len(session.journal), session.state.digest(), flush=True)
"""


def environment(home: Path) -> dict[str, str]:
    return os.environ | {"INCHWISE_HOME": str(home), "PYTHONPATH": str(ROOT)}


def crash(home: Path, checkpoints: int) -> tuple[int, str]:
    """Play until so many checkpoints are saved, then kill the program; return the last one heard of."""
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER], cwd=ROOT, env=environment(home), stdout=subprocess.PIPE, text=True
    )
    assert driver.stdout is not None
    with driver.stdout:
        lines = [driver.stdout.readline() for _ in range(checkpoints)]
        driver.kill()
        driver.wait()
    entries, digest = lines[-1].split()
    return int(entries), digest


def test_a_killed_game_goes_on_from_its_last_activation(tmp_path: Path) -> None:
    entries, digest = crash(tmp_path, 30)
    folder = tmp_path / "autosaves"
    (file,) = (path for path in folder.glob("*.json") if "previous" not in path.name)
    session, difference = load_game(file, rulesets.find)
    assert difference is None
    assert session.at_checkpoint()
    assert len(session.journal) >= entries  # it may have got further before the signal came
    assert digest in [mark.digest() for mark in session.marks]
    assert {path.name for path in folder.iterdir() if path.name[0] != "."} == {file.name, previous_of(file).name}

    out = tmp_path / "battle"
    result = subprocess.run(
        [sys.executable, "-m", "game", "play", "--continue", "--headless", "--out", str(out)],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    replay = json.loads((out / "replay.json").read_text(encoding="utf-8"))
    assert replay["finished"]
    assert replay["journal"][: len(session.journal)] == session.journal

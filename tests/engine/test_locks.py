"""Locks: one change of a document at a time, across programs and links; nothing is left lying about."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.documents.locks import changing, hold, hold_unused
from tests.commands.calls import ROOT

COUNTER = """
import sys, time
from pathlib import Path
from game.documents.locks import changing

path = Path(sys.argv[1])
for _ in range(6):
    with changing(path, wait=60):
        number = int(path.read_text())
        time.sleep(0.001)
        path.write_text(str(number + 1))
"""


def test_changes_of_several_programs_follow_each_other(tmp_path: Path) -> None:
    path = tmp_path / "number.txt"
    path.write_text("0", encoding="utf-8")
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    programs = [
        subprocess.Popen([sys.executable, "-c", COUNTER, str(name)], cwd=ROOT, env=environment)
        for name in (path, link, path)
    ]
    assert [program.wait(120) for program in programs] == [0, 0, 0]
    assert path.read_text(encoding="utf-8") == "18"
    assert {file.name for file in tmp_path.iterdir()} == {"number.txt", "link.txt"}


def test_a_document_that_is_held_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "ours.json"
    held = hold(path)
    assert held is not None
    with pytest.raises(OSError, match="another program is using it") as caught, changing(path, wait=0):
        pytest.fail("it is held")
    assert caught.value.filename == str(path)
    held.let_go()
    with changing(path, wait=0):
        assert hold(path) is None
    assert list(tmp_path.iterdir()) == []


def test_an_error_lets_go(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="odd"), changing(tmp_path / "a.json"):
        raise ValueError("odd")
    with changing(tmp_path / "a.json", wait=0):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        hold(tmp_path / "none" / "a.json")
    assert caught.value.filename == str(tmp_path / "none" / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_the_first_free_name_is_held(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "box.json"
    found = [hold_unused(path) for _ in range(3)]
    assert [name.name for name, _ in found] == ["box.json", "box-2.json", "box-3.json"]
    found[1][1].let_go()
    assert hold_unused(path)[0].name == "box-2.json"

"""A client of the engine learns nothing about the files and folders of this computer."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from game.api.engine import Engine


@pytest.mark.parametrize("field", ["map", "rosters"])
@pytest.mark.parametrize("ruleset", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_what_is_the_matter_with_a_path_is_not_said(tmp_path: Path, ruleset: str, field: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    (tmp_path / "object.json").write_text('{"a": 1}', encoding="utf-8")
    (tmp_path / "map.json").write_text('{"format": "inchwise-map", "version": 1}', encoding="utf-8")
    (tmp_path / "bytes.rosz").write_bytes(b"PK\0\1")
    (tmp_path / "secret").write_text("x", encoding="utf-8")
    (tmp_path / "secret").chmod(0)
    os.mkfifo(tmp_path / "pipe")
    names = [path.name for path in tmp_path.iterdir()] + ["nothing", "nothing/at/all", "text/below", "n" * 300, "a\0b"]
    given = [str(tmp_path / name) for name in names] + [
        "/",
        ".",
        "..",
        "~",
        "/dev/null",
        "nothing",
        f"{tmp_path}//text",
    ]
    replies: set[str] = set()
    for path in given:
        value: Any = path if field == "map" else [path, path]
        reply = Engine().reply(json.dumps({"do": "new", "ruleset": ruleset, field: value}))
        replies.add(json.dumps(reply))
    assert len(replies) == 1, replies
    assert "cannot be used" in replies.pop()


@pytest.mark.parametrize("ruleset", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_a_scenario_of_odd_letters_is_refused_and_ends_nothing(ruleset: str) -> None:
    reply = Engine().reply(json.dumps({"do": "new", "ruleset": ruleset, "scenario": "/tmp/../X"}))
    assert reply["ok"] is False
    assert reply["error"]["kind"] == "request"

"""Games in Python, as the README has them."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from game.engine.session import Session

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_game_in_the_readme_is_five_lines_that_run(capsys: pytest.CaptureFixture[str]) -> None:
    shown = r"^    from game\.api import .*\n\n(?:    .*\n)+"
    (found,) = re.findall(shown, README.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found.splitlines()) == 2 + 5
    names: dict[str, object] = {}
    exec(dedent(found), names)
    session = names["session"]
    assert isinstance(session, Session)
    assert session.finished
    ending = session.ruleset.result(session.game)
    assert ending is not None
    assert capsys.readouterr().out == f"{ending.reason}\n"

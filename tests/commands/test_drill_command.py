"""`drill` in a terminal: asked, answered, graded, recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from game.cli import main
from game.drills.results import results
from tests.commands.calls import call, call_json, refusal


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def typed(*arguments: str, lines: str) -> Result:
    return CliRunner().invoke(main, ["drill", "--seed", "3", "--no-own", *arguments], input=lines)


def test_a_round_is_answered_graded_and_recorded() -> None:
    said = typed("--count", "4", lines="nonsense\n" + "1\n1,1\n" * 8)
    assert said.exit_code == 0
    assert said.output.count("Right.") + said.output.count("Wrong. ") == 4
    assert "1 of 4: " in said.output
    assert "4 right in 0:0" in said.output
    rounds, message = results()
    assert message == ""
    [one] = rounds
    assert one.asked == 4
    assert one.right == said.output.count("Right.")
    assert call("drill", "--results").output.splitlines()[0].startswith(one.day)
    assert call_json("drill", "--results")[0]["ruleset"] == "godbreakers"


def test_what_was_answered_before_the_end_of_the_input_counts() -> None:
    assert typed(lines="").exit_code == 0
    assert results() == ((), "")
    typed(lines="1\n1,1\n")
    assert results()[0][0].asked == 1


def test_results_that_cannot_be_read_are_set_aside_with_a_message(home: Path) -> None:
    home.mkdir()
    (home / "drills.json").write_text(json.dumps({"format": "inchwise-drills", "version": 1, "rounds": 3}))
    said = call("drill", "--results")
    assert "it was set aside as drills.damaged.json" in said.stderr
    assert said.stdout.strip() == "No drills yet"


def test_what_cannot_be_asked_for_is_refused() -> None:
    assert refusal("drill", "--json") == "--json belongs to --results"
    assert "chess" in refusal("drill", "--ruleset", "chess")
    assert refusal("drill", "--count", "0").startswith("Invalid value for '--count'")

"""`drill` in a terminal: asked, answered, graded, recorded."""

from __future__ import annotations

import json
import re
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
    [one] = results()
    assert one.asked == 4
    assert one.right == said.output.count("Right.")
    assert call("drill", "--results").output.splitlines()[0].startswith(one.day)
    assert call_json("drill", "--results")[0]["ruleset"] == "godbreakers"


def test_terrain_is_told_and_who_controls_a_marker_is_not() -> None:
    said = CliRunner().invoke(main, ["drill", "--seed", "5", "--no-own", "--count", "14"], input="1\n1,1\n" * 14)
    drills = {text.split("\n")[0]: text for text in re.split(r"(?m)^\d+ of 14: ", said.output)[1:]}
    before, after = drills["Who controls it"].split("Type a number", 1)
    asked = re.search(r"Who controls (.+)\?", before)
    assert asked is not None
    told = [line for line in before.splitlines() if line.strip().startswith(f"- {asked[1]}: ")]
    assert len(told) == 1
    assert "controlled" not in told[0]
    assert "controlled" in after
    assert "- Guildhall (area terrain, barricades, on level 1): area " in said.output
    assert "; barricade " in said.output


def test_what_was_answered_before_the_end_of_the_input_counts() -> None:
    assert typed(lines="").exit_code == 0
    assert results() == ()
    typed(lines="1\n1,1\n")
    assert results()[0].asked == 1


@pytest.mark.parametrize("version", [1, 9])
def test_results_that_cannot_be_read_are_refused_and_set_aside_only_by_the_next_round(home: Path, version: int) -> None:
    home.mkdir()
    text = json.dumps({"format": "inchwise-drills", "version": version, "rounds": 3})
    (home / "drills.json").write_text(text)
    assert "drills.json: at " in refusal("drill", "--results")
    assert [each.name for each in home.iterdir()] == ["drills.json"]
    aside = "drills.damaged.json" if version == 1 else "drills.newer.json"
    assert f"the file was renamed to {aside}" in typed(lines="1\n1,1\n").stderr
    assert (home / aside).read_text() == text
    assert len(results()) == 1


def test_what_cannot_be_asked_for_is_refused() -> None:
    assert refusal("drill", "--json") == "--json needs --results"
    assert "chess" in refusal("drill", "--ruleset", "chess")
    assert refusal("drill", "--count", "0").startswith("Invalid value for '--count'")

"""`maps scorecard`: two rosters on a map, as text, JSON, picture and page."""

from __future__ import annotations

from pathlib import Path

from tests.commands.calls import call, call_json, refusal, write

BUSHIDO = ("maps", "scorecard", "bamboo-ford", "--ruleset", "bushido")


def test_two_rosters_are_compared_in_words_and_as_json(tmp_path: Path) -> None:
    picture, page = tmp_path / "card.png", tmp_path / "card.html"
    said = call(*BUSHIDO, "--names", "Ann,Bob", "--png", picture, "--html", page)
    assert said.exit_code == 0, said.output
    lines = said.output.splitlines()
    assert lines[0].startswith("Fairness ")
    assert any(line.startswith("Hidden from Ann's ground: ") for line in lines)
    assert picture.read_bytes().startswith(b"\x89PNG")
    written = page.read_text(encoding="utf-8")
    assert written.count("<img") == 2
    assert "Bamboo Ford: Ann against Bob" in written
    plain = call_json(*BUSHIDO, "--rosters", "mudwater", "mudwater")
    assert plain["fairness"] == 100
    assert [side["name"] for side in plain["sides"]] == ["Mudwater Band 1", "Mudwater Band 2"]
    assert plain["sides"][0]["can_hit"] == plain["sides"][1]["can_hit"]


def test_what_cannot_be_compared_is_refused_in_a_line(tmp_path: Path) -> None:
    assert "--names: 2 names are needed" in refusal(*BUSHIDO, "--names", "Ann")
    assert "no such roster" in (line := refusal(*BUSHIDO, "--rosters", "no such roster", "mudwater")), line
    assert "cannot be read" in refusal("maps", "scorecard", "atlantis")
    assert "map" in refusal("maps", "scorecard", "salt-road")
    taken = write(tmp_path, "", "card.png")
    assert "already exists" in refusal(*BUSHIDO, "--png", taken)

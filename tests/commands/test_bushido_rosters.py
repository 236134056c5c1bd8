"""`roster`, `sandbox`, `reach`, `check` and `schema` for Bushido on the command line, with good and bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from game.cli import main
from game.resources import bundled_map
from game.rulesets.bushido.warbands.profiles import bundled_warband
from tests.commands.calls import call, call_json, refusal, write
from tests.conformance.listed import POSITIONS

BOOK = ("--ruleset", "bushido")
MELEE = POSITIONS / "bushido-melee.json"
PUT = {"do": "put", "piece": "ann.bell-warden", "x": 3.0, "y": 12.0, "facing": 9000}


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def answers(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "answers.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def document(tmp_path: Path, **changes: Any) -> Path:
    file = tmp_path / "own.json"
    plain = bundled_warband("mudwater").model_dump(mode="json") | changes
    file.write_text(json.dumps(plain), encoding="utf-8")
    return file


def test_a_warband_is_made_from_a_file_of_answers_and_played(tmp_path: Path) -> None:
    file = answers(tmp_path, "name: The Reed Road", "faction: Mudwater", "card.river-bandit-cutter: 2")
    made = call("roster", "make", "--answers", file, *BOOK)
    assert "The Reed Road is finished" in made.output
    assert "the-reed-road" in call("roster", "list", *BOOK).output
    run = call(
        "simulate", *BOOK, "--games", "1", "--rounds", "1", "--roster", "the-reed-road", "--roster", "still-bell"
    )
    assert run.exit_code == 0, run.output


def test_what_is_open_names_the_command_that_goes_on(tmp_path: Path) -> None:
    told = call("roster", "make", "--answers", answers(tmp_path, "name: Half"), *BOOK).output
    assert "missing: Faction (B-WARB-2)" in told
    assert "roster make unfinished --ruleset bushido" in told
    assert "card.river-bandit-cutter  River Bandit Cutter" in told


def test_a_warband_is_made_at_the_terminal_until_one_says_that_it_is_finished() -> None:
    typed = (
        *("My Band", "1"),  # the first faction
        *("card.river-bandit-cutter", "3"),  # the third choice: two of them
        *("new-card", "1", "own.new-card.traits", "Parry (1), Flying", "own.new-card.traits", "Parry (1), Reach"),
        *("card.new-card", "2", ""),
    )
    done = CliRunner().invoke(main, ["roster", "make", *BOOK], input="\n".join(typed) + "\n")
    assert done.exit_code == 0, done.output
    assert "No: traits[1]: unknown trait 'Flying'" in done.output
    assert "My Band is finished" in done.output
    shown = call("roster", "show", "my-band", *BOOK).output
    assert "2 × River Bandit Cutter" in shown
    assert "Parry (1), Reach" in shown


def test_an_answer_that_a_rule_forbids_is_refused_with_line_and_rule(tmp_path: Path) -> None:
    file = answers(tmp_path, "name: X", "faction: Mudwater", "card.ferry-brute: 5")
    told = refusal("roster", "make", "--answers", file, *BOOK)
    assert "line 3, card.ferry-brute" in told
    assert "B-WARB-4" in told


def test_a_copy_is_exported_imported_renamed_and_deleted(tmp_path: Path) -> None:
    assert call_json("roster", "copy", "mudwater", "Mine", *BOOK)["name"] == "mine"
    out = tmp_path / "mine.json"
    assert call("roster", "export", "mine", out, *BOOK).exit_code == 0
    assert call("roster", "export", "mine", tmp_path / "mine.pdf", *BOOK).exit_code == 0
    assert call("roster", "check", out, *BOOK).exit_code == 0
    assert call_json("roster", "import", out, *BOOK)["name"] == "mine-2"
    assert call("roster", "rename", "mine-2", "Other", *BOOK).exit_code == 0
    assert call("roster", "delete", "mine", "--yes", *BOOK).exit_code == 0
    assert "Other" in call("roster", "list", *BOOK).output


def test_a_warband_by_chance_is_legal_and_the_same_for_the_same_seed() -> None:
    one, other = (call_json("roster", "new", "--name", "X", "--seed", "4", "--limit", "70", *BOOK) for _run in range(2))
    assert one == other
    assert one["rice_limit"] == 70


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--faction", "Mars"), "no card belongs to the faction 'Mars'"),
        (("--limit", 5), "B-WARB-1"),
        (("--limit", 300), "300 is not in the range"),
    ],
)
def test_a_warband_by_chance_that_cannot_be_is_refused(options: tuple[Any, ...], reason: str) -> None:
    assert reason in refusal("roster", "new", "--name", "X", *BOOK, *map(str, options))


def test_check_tells_every_rule_that_a_warband_breaks(tmp_path: Path) -> None:
    file = document(tmp_path, rice_limit=20, faction="Ronin")
    for command in (("roster", "check", file, *BOOK), ("check", file)):
        done = call(*command)
        assert done.exit_code == 2
        [line] = done.output.strip().splitlines()
        assert line.startswith(f"{file}: at models: costs 50 rice, 30 more than the limit of 20")
        assert "B-WARB-3" in line
        assert "at faction: Ronin cannot be chosen as a faction" in line
        assert "B-WARB-2" in line


def test_a_map_is_judged_by_the_rulebooks_that_it_names(tmp_path: Path) -> None:
    path = bundled_map("bamboo-ford")
    assert path is not None
    plain = json.loads(path.read_text(encoding="utf-8"))
    plain["terrain"][0]["area"][0]["outline"] = [[1, 1], [12, 1], [12, 6], [1, 6]]
    file = write(tmp_path, plain)
    told = call("check", file)
    assert told.exit_code == 2
    assert "at terrain[0]: The Mill measures 11 by 5 inches" in told.output
    assert "B-SETUP-9" in told.output
    assert call("check", path).exit_code == 0


def test_a_position_is_built_by_edits_and_measured(tmp_path: Path) -> None:
    out = tmp_path / "p.json"
    built = call("sandbox", "temple-court", *BOOK, "--edit", json.dumps(PUT), "--out", out)
    assert "Bell Warden place: in reserve → (3.00, 12.00)" in built.stderr
    assert call("check", out).exit_code == 0
    assert "Bell Warden to Idol 1" in call("measure", out, "--from", "Bell Warden", "--to", "Idol 1").output
    marked = json.dumps({"do": "mark", "piece": "ann.bell-warden", "state": "On Fire", "values": [2]})
    assert "On Fire 2" in call("sandbox", out, "--edit", marked, "--text").stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--edit", json.dumps(PUT | {"facing": "north"})), "facing: must be a whole number"),
        (("--edit", json.dumps(PUT | {"x": 12.0})), "overlaps Idol 2"),
        (("--size", "30x24"), "B-STAT-1"),
        (("stone-ford",), "made for godbreakers"),
    ],
)
def test_a_sandbox_that_cannot_be_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refusal("sandbox", *BOOK, "--text", *arguments)


def test_reach_draws_the_ways_of_an_ordinary_move(tmp_path: Path) -> None:
    picture = tmp_path / "reach.png"
    told = call("reach", MELEE, "--model", "Bell Warden", "--png", picture)
    assert told.exit_code == 0, told.output
    assert "along paths of an ordinary move, 4.00″" in told.output
    assert picture.stat().st_size > 10_000
    assert "no model on the table is called 'Nobody'" in refusal("reach", MELEE, "--model", "Nobody")


@pytest.mark.parametrize("kind", ["warband", "warband-draft", "bushido-setup"])
def test_every_kind_of_document_has_a_schema(kind: str) -> None:
    assert json.loads(call("schema", kind).output)["$id"] == f"inchwise-{kind}"

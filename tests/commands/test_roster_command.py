"""`roster` as a person calls it; `circle` is what it was called before."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from game.cli import main


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["roster", *map(str, arguments)])


def test_roster_lists_what_comes_with_the_program() -> None:
    rows = json.loads(call("list", "--json").output)
    assert len(rows) == 12
    assert sum(row["training"] for row in rows) == 4
    assert len(call("list").output.splitlines()) == 12


def test_roster_new_makes_shows_and_checks(tmp_path: Path) -> None:
    file = tmp_path / "low.json"
    made = call("new", "--name", "The Low Road", "--seed", "7", "--out", file, "--json")
    assert made.exit_code == 0
    assert json.loads(made.output) == json.loads(file.read_text(encoding="utf-8"))
    assert call("new", "--name", "The Low Road", "--seed", "7", "--json").output == made.output
    assert call("check", file).output == f"{file}: ok, The Low Road\n"
    assert call("show", file).output.startswith("The Low Road, a circle, fights for ")
    again = call("new", "--name", "Other", "--out", file)
    assert (again.exit_code, len(again.output.splitlines())) == (2, 1)
    assert "already exists" in again.output


def test_roster_show_takes_names_and_prints_documents() -> None:
    assert json.loads(call("show", "kettleblack", "--json").output)["format"] == "inchwise-circle"
    assert "* Skillet  D8" in call("show", "Kettleblack").output


def test_roster_check_names_rule_and_place(tmp_path: Path) -> None:
    plain = json.loads(call("show", "kettleblack", "--json").output)
    plain["godbreakers"][2]["traits"] = {"Juggernaut": 4}
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(plain), encoding="utf-8")
    result = call("check", file, "the-mended")
    assert result.exit_code == 2
    bad, good = result.output.splitlines()
    assert bad.startswith(f"{file}: at godbreakers[2].traits.Juggernaut: rank 4 is more than 3")
    assert "(G-CIR-5)" in bad
    assert good == "the-mended: ok, The Mended"
    verdicts = json.loads(call("check", file, "--json").output)
    assert (verdicts[0]["ok"], verdicts[0]["where"]) == (False, "godbreakers[2].traits.Juggernaut")


def test_the_old_name_still_does_it() -> None:
    old = CliRunner().invoke(main, ["circle", "list"])
    assert (old.exit_code, old.output) == (0, call("list").output)
    assert "roster, circle" in CliRunner().invoke(main, ["--help"]).output


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "nobody"),
        ("new", "--name", "A", "--shard", "Glow"),
        ("new", "--name", ""),
        ("new", "--name", "A", "--fights-for", "two\nlines"),
    ],
)
def test_roster_refuses_in_one_line(arguments: tuple[str, ...]) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert result.output.startswith("Error: ")

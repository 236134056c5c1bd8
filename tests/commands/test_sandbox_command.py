"""`sandbox` on the command line: positions built by edits, refusals in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.calls import ENGAGE, call, refusal

ADD = '{"do": "add", "kind": "hunter", "x": 3.0, "y": 12.0}'


def test_a_position_is_built_by_edits_and_the_other_commands_read_it(tmp_path: Path) -> None:
    out = tmp_path / "p.json"
    result = call("sandbox", "--size", "30x24", "--edit", ADD, "--out", out)
    assert result.exit_code == 0, result.output
    assert "Hunter 1 place" in result.stderr
    assert call("check", out).exit_code == 0
    assert "Hunter 1" in call("reach", out, "--model", "Hunter 1").stdout


def test_a_position_is_printed_as_a_line_that_can_be_given_again(tmp_path: Path) -> None:
    line = call("sandbox", ENGAGE, "--text").stdout.strip()
    assert call("sandbox", line, "--text").stdout.strip() == line
    file = tmp_path / "line.txt"
    file.write_text(line, encoding="utf-8")
    assert call("sandbox", file, "--text").stdout.strip() == line


def test_a_unit_of_age_of_sigmar_is_put_down_whole_and_other_commands_read_it(tmp_path: Path) -> None:
    out = tmp_path / "p.json"
    slingers = '{"do": "put", "piece": "ann.glarecoil-slingers", "x": 20.0, "y": 8.0}'
    breakers = '{"do": "put", "piece": "bob.hullbreakers", "x": 20.0, "y": 17.0}'
    result = call(
        "sandbox", "--ruleset", "aos4", "--size", "44x30", "--edit", slingers, "--edit", breakers, "--out", out
    )
    assert result.exit_code == 0, result.output
    assert "Glarecoil Slingers models: – → 10" in result.stderr
    assert call("check", out).exit_code == 0
    assert (
        "Glarecoil Slingers 1 sees Hullbreakers 1"
        in call("measure", out, "--from", "ann.glarecoil-slingers-1", "--to", "bob.hullbreakers-1", "--sight").stdout
    )
    assert "A-CHG-4" in call("ask", out, "--piece", "ann.glarecoil-slingers-1", "--at", "18.4,9").stdout
    assert "6.00" in call("reach", out, "--model", "ann.glarecoil-slingers-1").stdout


def test_a_map_by_name_is_laid() -> None:
    assert call("sandbox", "stone-ford", "--text").stdout.startswith("inchwise-position:1:")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nowhere", "--text"), "neither a file nor a bundled map"),
        (("--size", "ten", "--text"), "not a size"),
        (("--size=", "--text"), "not a size"),
        (("--size", "30x24x9", "--text"), "not a size"),
        (("--size=-5x30", "--text"), "4 to 200 inches"),
        (("--size", "10x8", "--text"), "G-TBL-1"),
        (("--size", "nanx30", "--ruleset", "dropzone", "--text"), "4 to 200 inches"),
        (("--size", "30xinf", "--ruleset", "aos4", "--text"), "4 to 200 inches"),
        (("--size", "1e300x20", "--text"), "4 to 200 inches"),
        (("stone-ford", "--size", "30x24", "--text"), "leave out 'stone-ford'"),
        (("--size", "30x24", "--edit", "{", "--text"), "edit 1"),
        (("--size", "30x24", "--edit", "[]", "--text"), "object in braces"),
        (("--size", "30x24", "--edit", '{"do": "fly"}', "--text"), "edit 1"),
        (("--size", "30x24", "--edit", ADD, "--edit", ADD, "--text"), "G-TBL-2"),
        (("inchwise-position:1:xx", "--text"), "is damaged"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refusal("sandbox", *arguments)


def test_nothing_is_written_when_an_edit_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "p.json"
    refusal("sandbox", "--size", "30x24", "--edit", ADD, "--edit", ADD, "--out", out)
    assert not out.exists()


def test_a_correction_in_the_answers_of_a_position_is_carried_out_by_run(tmp_path: Path) -> None:
    content = json.loads(ENGAGE.read_text(encoding="utf-8"))
    piece = next(iter(content["state"]["models"]))
    content["answers"] = [{"correction": {"do": "change", "piece": piece, "damage": 2}, "player": "", "agreed": []}]
    content["dice"] = {"seed": 0}
    file = tmp_path / "corrected.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    result = call("run", file)
    assert result.exit_code == 0, result.output
    assert f"{content['state']['models'][piece]['name']} damage: 0 → 2" in result.stdout

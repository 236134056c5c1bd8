"""`check`, `schema` and `maps`, as a person calls them."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from game.cli import main
from game.resources import bundled_maps, resource
from game.table.documents import find_map, load_map, maps_folder, maps_for
from game.table.maps.files import save_map
from tests.commands.calls import call_json, refusal
from tests.documents.samples import JSON, plain_map, write

ROOT = Path(__file__).resolve().parents[2]


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_check_says_ok_line_by_line() -> None:
    paths = bundled_maps()
    result = call("check", *paths)
    assert result.exit_code == 0
    assert result.output.splitlines() == [f"{path}: ok, a map" for path in paths]


def test_check_names_file_place_and_reason_and_goes_on(tmp_path: Path) -> None:
    bad = write(tmp_path, plain_map(width=3))
    good = bundled_maps()[0]
    result = call("check", bad, tmp_path / "nowhere.json", good)
    assert result.exit_code == 2
    first, second, third = result.output.splitlines()
    assert first == f"{bad}: at width: input should be greater than or equal to 4, not 3"
    assert second == f"{tmp_path / 'nowhere.json'}: cannot be read or written: No such file or directory"
    assert third == f"{good}: ok, a map"


def test_check_refuses_formats_it_does_not_know(tmp_path: Path) -> None:
    result = call("check", write(tmp_path, plain_map(format="shopping-list")))
    assert result.exit_code == 2
    assert "at format: 'shopping-list' is not a known format - use one of inchwise-map" in result.output


def test_check_judges_a_map_by_a_rulebook_when_asked(tmp_path: Path) -> None:
    bare = write(tmp_path, plain_map(width=40.0))
    assert call("check", bare).exit_code == 0
    result = call("check", bare, "--for", "godbreakers")
    assert result.exit_code == 2
    reason = "the table is 40 U at its widest; 2 players may use at most 35 U (G-TBL-1) and 1 more"
    assert result.output == f"{bare}: at width: {reason}\n"
    assert "(G-TBL-9)" in call("check", bare, "--for", "godbreakers", "--players", "4").output
    assert call("check", *maps_for("godbreakers"), "--for", "godbreakers", "--players", "1").exit_code == 0
    assert "no rulebook is called 'chess'" in call("check", bare, "--for", "chess").output


def test_check_knows_the_documents_of_the_rulebooks() -> None:
    circles = sorted((ROOT / "game" / "rulesets").glob("*/rules/circles/*.json"))
    assert len(circles) >= 4
    result = call("check", *circles)
    assert result.output.splitlines() == [f"{path}: ok, a circle" for path in circles]


def test_check_prints_json(tmp_path: Path) -> None:
    bad = write(tmp_path, plain_map(terrain=[{"id": "a", "name": "A", "look": "wood"}]))
    result = call("check", "--json", bad, bundled_maps()[0])
    assert result.exit_code == 2
    first, second = json.loads(result.output)
    assert (first["ok"], first["where"]) == (False, "terrain[0]")
    assert first["reason"].startswith("has neither area nor barricades")
    assert (second["ok"], second["kind"]) == (True, "map")


def test_schema_lists_kinds_and_prints_one() -> None:
    assert '"format": "inchwise-map"' in call("schema").output
    schema = json.loads(call("schema", "map").output)
    assert schema["$id"] == "inchwise-map"
    assert schema["properties"]["version"]["enum"] == [1, 2]
    assert json.loads(call("schema", "circle", "--ruleset", "godbreakers").output)["$id"] == "inchwise-circle"


def test_schema_refuses_an_unknown_kind() -> None:
    result = call("schema", "poem")
    assert result.exit_code == 2
    assert result.output.startswith("Error: there is no kind of document called 'poem' - use one of map")


def test_maps_lists_every_bundled_map_and_those_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    result = call("maps")
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == len(maps_for("godbreakers"))
    assert {line.split()[0] for line in call("maps", "--ruleset", "bushido").output.splitlines()} == {
        "bamboo-ford",
        "open-ground",
        "temple-court",
        "terraced-fields",
    }
    rows = json.loads(call("maps", "--json").output)
    yard = next(row for row in rows if row["map"] == "walled-yard")
    assert (yard["name"], yard["width"], yard["height"], yard["impassable"]) == ("Walled Yard", 30.0, 20.0, 4)
    assert Path(yard["file"]).is_file()
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "my-yard.json").write_text(Path(yard["file"]).read_text(encoding="utf-8"), encoding="utf-8")
    assert call("maps").output.splitlines()[-1].startswith("my-yard")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("no-such.json",), "No such file"),
        (("--ruleset", "chess"), "no rulebook is called 'chess'"),
        ((), "there is no display"),
        (("walled-yard",), "there is no display"),
    ],
)
def test_a_map_is_edited_in_a_window_or_it_is_said_why_not(
    arguments: tuple[str, ...], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.app.display_available", lambda: False)
    result = call("maps", "edit", *arguments)
    assert result.exit_code == 2
    assert reason in result.output


def test_maps_are_found_by_name_and_by_file(tmp_path: Path) -> None:
    yard = resource("maps") / "walled-yard.json"
    assert find_map("walled-yard") == find_map("walled-yard.json") == find_map(yard) == yard
    mine = write(tmp_path, plain_map())
    assert find_map(mine) == mine
    assert find_map("no-such-map") == Path("no-such-map")


@pytest.mark.parametrize("name", ["check", "schema", "maps"])
def test_every_help_shows_examples(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert f"python -m game {name}" in result.output


def test_a_refusal_of_the_real_program_is_one_line_without_a_traceback(tmp_path: Path) -> None:
    bad = write(tmp_path, "{")
    environment = os.environ | {"PYTHONUTF8": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "game", "check", str(bad)], capture_output=True, text=True, check=False, env=environment
    )
    assert result.returncode == 2
    assert len((result.stdout + result.stderr).splitlines()) == 1


def position(**changes: JSON) -> dict[str, JSON]:
    """The beginning of a game between the first two circles that come with the program."""
    circles = sorted((ROOT / "game" / "rulesets" / "godbreakers" / "rules" / "circles").glob("*.json"))[:2]
    players = [
        {"id": f"player-{number}", "name": f"Player {number}", "circle": json.loads(path.read_text(encoding="utf-8"))}
        for number, path in enumerate(circles, start=1)
    ]
    table = json.loads((resource("maps") / "stone-ford.json").read_text(encoding="utf-8"))
    game = {"format": "inchwise-setup", "version": 1, "ruleset": "godbreakers", "scenario": "score"}
    setup = game | {"map": table, "players": players}
    return {"format": "inchwise-position", "version": 1, "ruleset": "godbreakers", "setup": setup} | changes


def test_check_opens_a_position_as_a_game(tmp_path: Path) -> None:
    assert call("check", write(tmp_path, position())).output.endswith(": ok, a position\n")


@pytest.mark.parametrize(
    ("changes", "where"),
    [({"answers": ["nonsense"]}, "answers[0]"), ({"ruleset": "chess"}, "ruleset"), ({"setup": {}}, "setup")],
    ids=["answer", "rulebook", "setup"],
)
def test_check_refuses_a_position_of_which_no_game_comes(tmp_path: Path, changes: dict[str, JSON], where: str) -> None:
    result = call("check", "--json", write(tmp_path, position(**changes)))
    assert result.exit_code == 2
    assert json.loads(result.output)[0]["where"].startswith(where)


def test_a_random_map_is_made_listed_and_made_again(tmp_path: Path) -> None:
    out, again = tmp_path / "map.json", tmp_path / "again.json"
    facts = call_json("maps", "new", "--ruleset", "bushido", "--seed", "17", "--symmetry", "none", "--out", out)
    assert (facts["seed"], facts["symmetry"], facts["rulesets"]) == (17, "none", ["bushido"])
    assert 85 <= facts["fairness"] <= 100
    assert call("check", out).exit_code == 0
    repeat = facts["description"].partition("To make it again: ")[2].split()
    assert call(*repeat, "--out", again).exit_code == 0
    assert again.read_bytes() == out.read_bytes()
    line = call("maps", "--ruleset", "bushido", "new", "--out", tmp_path / "other.json").stdout
    assert "fairness 100%" in line
    assert "(seed " in line
    assert "temple-court" in call("maps", "--ruleset", "bushido").stdout


def test_maps_are_converted_by_their_suffixes(tmp_path: Path) -> None:
    assert "3" in call("maps", "convert", "three-wells", tmp_path / "wells.geojson").stdout
    assert call("maps", "convert", tmp_path / "wells.geojson", tmp_path / "wells.json").exit_code == 0
    assert call("check", tmp_path / "wells.json").exit_code == 0
    picture = b"\x89PNG\r\n\x1a\n" + bytes(8)
    cave = {"resolution": {"map_size": {"x": 20, "y": 10}}, "image": base64.b64encode(picture).decode()}
    (tmp_path / "cave.uvtt").write_text(json.dumps(cave))
    lines = call("maps", "convert", tmp_path / "cave.uvtt", tmp_path / "cave.svg").stdout.splitlines()
    assert len(lines) == 2
    assert (tmp_path / "cave.png").read_bytes() == picture
    assert "cave.png already exists" in refusal("maps", "convert", tmp_path / "cave.uvtt", tmp_path / "cave.json")
    assert not (tmp_path / "cave.json").exists()


def test_a_file_is_found_before_a_map_of_ones_own_and_that_before_a_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    maps_folder().mkdir(parents=True)
    own = load_map(find_map("three-wells")).model_copy(update={"name": "Mine"})
    save_map(own, maps_folder() / "yard.json")
    assert "Mine" in call("maps", "convert", "yard", tmp_path / "a.svg").stdout
    save_map(own, maps_folder() / "three-wells.json")
    assert find_map("three-wells").parent == maps_folder()
    save_map(own.model_copy(update={"name": "Here"}), tmp_path / "yard.json")
    assert "Here" in call("maps", "convert", "yard.json", tmp_path / "b.svg").stdout


LIST = """Harbour Watch
Points: 300

HQ
1 Kodiak - 100 pts

Frontline
2 Sabre - 90 pts
3 Legionnaires - 110 pts
"""


def test_check_takes_a_list_for_one_of_the_game_that_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    said = call("check", path).stdout
    assert "3 units read: 3 need a profile" in said
    assert "Frontline" not in said
    assert "Frontline" in call("check", path, "--for", "aos4").stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("new", "--seed", "1", "--size", "9", "--out", "x.json"), "44x30"),
        (("new", "--seed", "1", "--style", "sea", "--out", "x.json"), "use one of town"),
        (("new", "--seed", "1", "--out", "."), "already exists"),
        (("convert", "three-wells", "x.png"), "use .json, .geojson, .svg"),
        (("convert", "nothing.geojson", "x.json"), "nothing.geojson"),
        (("convert", "three-wells", "."), "already exists"),
    ],
)
def test_maps_that_cannot_be_made_or_converted_are_refused_in_one_line(words: tuple[str, ...], reason: str) -> None:
    assert reason in refusal("maps", *words)

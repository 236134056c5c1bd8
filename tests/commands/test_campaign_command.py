"""`campaign` as a person calls it; `saga` is what it was called before."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from game.cli import main
from game.documents.files import previous_of
from game.engine.saving.autosaves import legacy_path
from game.resources import resource


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["campaign", *map(str, arguments)])


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    file = tmp_path / "ours.json"
    made = call("new", file, "--name", "Ours", "--roster", "the-mended", "--circle", "kettleblack", "--seed", "5")
    assert (made.exit_code, made.output) == (0, "Ours begins: The Mended, Kettleblack\n")
    return file


def played(file: Path, folder: Path, seed: int = 1) -> Path:
    options = ("--players", "random,random", "--scenario", "score", "--rounds", "3", "--headless")
    result = call("play", file, *options, "--seed", str(seed), "--out", folder)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1].endswith(f"campaign apply {file} {folder / 'replay.json'}")
    return folder / "replay.json"


def refusal(*arguments: str | Path) -> str:
    result = call(*arguments)
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    return result.output


def test_a_game_is_played_applied_once_and_taken_back(ours: Path, tmp_path: Path) -> None:
    before = ours.read_bytes()
    replay = played(ours, tmp_path / "battle")
    assert ours.read_bytes() == before
    applied = json.loads(call("apply", ours, replay, "--json").output)
    assert applied["applied"]
    assert applied["saga"]["games"] == 1
    after = ours.read_bytes()
    again = json.loads(call("apply", ours, replay, "--json").output)
    assert (again["applied"], ours.read_bytes()) == (False, after)
    assert "already applied; nothing changed" in call("apply", ours, replay).output
    assert json.loads(call("show", ours, "--json").output)["saga"] == applied["saga"]
    assert call("show", ours, "--log").output.startswith("1. game ")
    assert call("check_is_no_command", ours).exit_code == 2
    taken = call("undo", ours)
    assert taken.output.startswith("undone: game ")
    assert ours.read_bytes() == before
    assert "no entry to undo" in refusal("undo", ours)


def test_without_a_game_the_automatic_save_is_applied(ours: Path, tmp_path: Path) -> None:
    assert "no autosaved game is finished" in refusal("apply", ours)
    replay = played(ours, tmp_path / "battle")
    legacy_path().write_bytes(replay.read_bytes())
    assert call("apply", ours).exit_code == 0
    assert json.loads(call("show", ours, "--json").output)["saga"]["games"] == 1


def test_a_crash_while_applying_loses_nothing(ours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = played(ours, tmp_path / "battle")
    before = ours.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", fail)
        assert call("apply", ours, replay).exit_code != 0
    assert ours.read_bytes() == before
    assert call("apply", ours, replay).exit_code == 0
    assert previous_of(ours).read_bytes() == before


def test_check_and_schema_know_sagas(ours: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(main, ["check", str(ours)]).output == f"{ours}: ok, a saga\n"
    assert json.loads(runner.invoke(main, ["schema", "saga"]).output)["$id"] == "inchwise-saga"
    plain = json.loads(ours.read_text(encoding="utf-8"))
    plain["circles"][1]["godbreakers"].append(plain["circles"][1]["godbreakers"][0] | {"name": "Sixth"})
    ours.write_text(json.dumps(plain), encoding="utf-8")
    result = runner.invoke(main, ["check", str(ours)])
    assert result.exit_code == 2
    assert "at circles[1].godbreakers: there are 6, but a circle has exactly 5" in result.output


def ascended(file: Path, name: str = "Suture") -> None:
    """Write into a saga that one of the first circle ascended in a game."""
    plain = json.loads(file.read_text(encoding="utf-8"))
    change = {"godbreaker": name, "what": "ascended", "before": 8, "round": 4, "rule": "G-ROLL-6"}
    shown = {"circle": "The Mended", "player": "Ann", "vp": 3, "outcome": "won", "changes": [change]}
    found = {"kind": "game", "game": "0123456789abcdef0123", "scenario": "score", "map": "A", "rounds": 5}
    plain["chronicle"].append(found | {"showings": [shown]})
    file.write_text(json.dumps(plain), encoding="utf-8")


def test_return_by_choice(ours: Path) -> None:
    ascended(ours)
    assert call("return", ours, "the-mended", "Suture").output.startswith("Suture may gain: Healer, ")
    assert "cannot play yet" in refusal("play", ours)
    back = call("return", ours, "the-mended", "Suture", "--trait", "Healer", "--json")
    members = json.loads(back.output)["saga"]["circles"][0]["members"]
    assert (members[0]["die"], members[0]["traits"]["Healer"], members[0]["leads"]) == (6, 3, True)


def test_return_by_the_crucible(ours: Path) -> None:
    ascended(ours)
    first, second = call("return", ours, "the-mended", "Suture", "--crucible", "gold").output.splitlines()
    assert first.startswith("Suture of The Mended rolled a ")
    assert second.startswith("Suture may gain: ")
    assert "has already rolled" in refusal("return", ours, "the-mended", "Suture", "--crucible", "iron")


def test_farewell_and_recruit(ours: Path) -> None:
    ascended(ours)
    assert call("return", ours, "the-mended", "Suture", "--never").exit_code == 0
    recruit = call("recruit", ours, "the-mended", "--name", "Gauze", "--metal", "copper", *["--trait", "Healer"] * 2)
    assert recruit.output == "The Mended recruited Gauze, copper; Healer 2 (G-CIR-1)\n"
    assert "[gone]" in call("show", ours).output
    assert "already has its 5 godbreakers" in refusal("recruit", ours, "the-mended")
    assert len(call("undo", ours, "--game").output.splitlines()) == 3
    assert json.loads(ours.read_text(encoding="utf-8"))["chronicle"] == []


def test_what_cannot_be_is_refused_in_one_line(ours: Path, tmp_path: Path) -> None:
    assert "already exists" in refusal("new", ours, "--name", "A", "--circle", "kettleblack")
    assert "there is no circle or file called" in refusal(
        "new", tmp_path / "b.json", "--name", "A", "--circle", "nobody"
    )
    assert "No such file" in refusal("show", tmp_path / "none.json")
    assert "inchwise-map" in refusal("apply", ours, resource("maps") / "stone-ford.json")
    assert "no circle is called" in refusal("play", ours, "--roster", "nobody")
    assert "name one for each" in refusal("play", ours, "--players", "random")
    assert "give one of --trait" in refusal("return", ours, "a", "b", "--trait", "Healer", "--never")
    assert "is not waiting to return" in refusal("return", ours, "the-mended", "Suture", "--trait", "Healer")
    plain = json.loads(ours.read_text(encoding="utf-8"))
    ours.write_text(json.dumps(plain | {"version": 2}), encoding="utf-8")
    assert "it may come from a newer version" in refusal("show", ours)


def test_a_tampered_or_unfinished_game_is_refused(ours: Path, tmp_path: Path) -> None:
    replay = played(ours, tmp_path / "battle")
    plain = json.loads(replay.read_text(encoding="utf-8"))
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(plain | {"dice": {"seed": 99}}), encoding="utf-8")
    assert "cannot be trusted" in refusal("apply", ours, bad)
    assert json.loads(call("show", ours, "--json").output)["saga"]["games"] == 0


def test_the_old_name_still_does_it(ours: Path) -> None:
    old = CliRunner().invoke(main, ["saga", "show", str(ours)])
    assert (old.exit_code, old.output) == (0, call("show", ours).output)
    assert "campaign, saga" in CliRunner().invoke(main, ["--help"]).output


@pytest.mark.parametrize("name", ["new", "show", "apply", "undo", "return", "recruit", "play"])
def test_every_subcommand_explains_itself(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output


def test_one_circle_alone_has_a_saga_too(tmp_path: Path) -> None:
    file, folder = tmp_path / "alone.json", tmp_path / "battle"
    assert call("new", file, "--name", "Alone", "--roster", "kettleblack").output == "Alone begins: Kettleblack\n"
    result = call("play", file, "--players", "random", "--rounds", "3", "--seed", "1", "--headless", "--out", folder)
    assert result.exit_code == 0, result.output
    applied = call("apply", file, folder / "replay.json")
    assert applied.exit_code == 0, applied.output
    assert "The Score on Market Ruins, 3 rounds" in applied.output
    assert "games: 1, circles: 1" in call("show", file).output

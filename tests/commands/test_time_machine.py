"""`replay` writes reports, pictures, notes and practice games, and refuses in one line what cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game import rulesets
from game.documents.reading import load_document
from game.engine.history.luck import lucks
from game.engine.history.scores import rounds_of
from game.engine.saving.documents import SaveDocument
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from tests.commands.calls import call, refusal
from tests.ui.screens.test_replay import played


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A saved game of three rounds."""
    path = tmp_path / "game.json"
    played().notes = []
    save_game(played(), path)
    return path


def test_reports_and_pictures_are_written(game: Path, tmp_path: Path) -> None:
    html, png = tmp_path / "battle.html", tmp_path / "now.png"
    result = call("replay", game, "--html", html, "--png", png, "--at", "2.2", "--scale", "8")
    assert result.exit_code == 0, result.output
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_the_figures_of_a_game_are_printed_and_are_those_of_its_events(game: Path) -> None:
    lines = call("replay", game, "--stats").stdout.splitlines()
    session = played()
    rounds = rounds_of(session)
    names = {player.id: player.name for player in session.ruleset.view(session.game).players}
    for each in rounds:
        head = f"Round {each.number}" if each.number else "Start"
        totals = ", ".join(f"{names[player]} {total}" for player, total in each.after.items()).replace("-", "−")
        assert f"{head}: {totals} VP" in lines
        for line in each.lines:
            assert (
                f"  {names[line.player]} {line.points:+}: {line.reason}  [{line.rule}]".replace("-1:", "−1:") in lines
            )
    for player, luck in lucks(session).items():
        assert any(line.startswith(f"{names[player]}: {luck.rolls} rolls, {luck.total} in all") for line in lines)
    assert "Round 2 begins  [G-RND-2]" not in lines
    assert lines[-1].endswith("the same as recorded")
    data = json.loads(call("replay", game, "--stats", "--json").stdout)["statistics"]
    assert [each["totals"] for each in data["rounds"]] == [each.after for each in rounds]
    assert data["luck"].keys() == names.keys()


def test_a_moment_alone_prints_the_log_up_to_it(game: Path) -> None:
    lines = call("replay", game, "--at", "2").stdout.splitlines()
    assert lines[-1] == "Round 2 begins  [G-RND-2]"
    assert len(lines) < len(played().events)


def test_a_note_is_kept_in_the_game_and_shown_in_the_report(game: Path, tmp_path: Path) -> None:
    result = call("replay", game, "--at", "2.1", "--annotate", "Here it was lost", "--author", "Ann")
    assert result.exit_code == 0, result.output
    (note,) = load_document(game, SaveDocument).notes
    assert (note.text, note.author) == ("Here it was lost", "Ann")
    session, difference = load_game(game, rulesets.find)
    assert difference is None
    assert session.state.digest() == played().state.digest()
    assert call("replay", game, "--html", tmp_path / "battle.html").exit_code == 0
    assert "Here it was lost" in (tmp_path / "battle.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("same", [False, True])
def test_a_practice_game_goes_on_from_the_moment(game: Path, tmp_path: Path, same: bool) -> None:
    before = game.read_bytes()
    branch = tmp_path / "practice.json"
    result = call("replay", game, "--at", "3", "--branch", branch, *(["--same-dice"] if same else []))
    assert result.exit_code == 0, result.output
    session, difference = load_game(branch, rulesets.find)
    assert difference is None
    assert session.journal == played().journal[: len(session.journal)]
    assert (session.dice == played().dice) == same
    assert game.read_bytes() == before


def test_a_tampered_game_is_told_and_verified_by_exit_code(game: Path, tmp_path: Path) -> None:
    content = json.loads(game.read_text(encoding="utf-8"))
    content["events"][40]["rule"] = "X-1"
    game.write_text(json.dumps(content), encoding="utf-8")
    result = call("replay", game, "--html", tmp_path / "battle.html", "--verify")
    assert result.exit_code == 1
    assert "X-1" in result.stderr
    assert "X-1" in (tmp_path / "battle.html").read_text(encoding="utf-8")
    plain = call("replay", game, "--verify")
    assert plain.exit_code == 1
    assert "X-1" in plain.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--at", "9"], "there is no round 9"),
        (["--at", "x.y"], "names no moment"),
        (["--annotate", "  "], "the note is empty"),
        (["--png", "x.png", "--scale", "199"], "pixels per inch"),
        (["--html", "/dev/null/x.html"], "cannot be read or written"),
        (["--scale", "10"], "--scale only works with an output made from the game"),
        (["--same-dice"], "--same-dice only works with an output made from the game"),
        (["--html", "x.html", "--step", "3"], "use them alone"),
        (["--html", "x.html", "--stats"], "use them alone"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in refusal("replay", game, *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]

"""`replay --verify` compares the whole save: whatever was changed in it is report, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game import rulesets
from game.engine.saving.documents import NOTE, SaveDocument
from game.engine.saving.loading import load_game
from tests.commands.calls import call, write
from tests.samples import some


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("battle")
    options = ("--players", "random,random", "--names", "Ann,Bob", "--rounds", "3", "--seed", "1", "--headless")
    played = call("play", *options, "--out", folder)
    assert played.exit_code == 0, played.output
    content: dict[str, Any] = json.loads((folder / "replay.json").read_text(encoding="utf-8"))
    return content


def points(content: dict[str, Any]) -> None:
    content["checkpoint"]["state"]["vp"]["ann"] = 99


def die(content: dict[str, Any]) -> None:
    model = next(iter(content["checkpoint"]["state"]["models"].values()))
    model["die"] = {6: 8, 8: 10, 10: 12, 12: 6}[model["die"]]


def earlier(content: dict[str, Any]) -> None:
    content["checkpoint"]["entries"] -= 1


def other_seat(content: dict[str, Any]) -> None:
    content["seats"]["bob"] = "greedy"


def missing(content: dict[str, Any]) -> None:
    del content["seats"]["bob"]
    del content["seal"]


def clock(content: dict[str, Any]) -> None:
    content["clocks"] = {"ann": 5.0}


def unfinished(content: dict[str, Any]) -> None:
    content["finished"] = False


def other_rules(content: dict[str, Any]) -> None:
    content["rules_version"] = "0"


def digest(content: dict[str, Any]) -> None:
    content["digests"][7]["digest"] = "0" * 24


def one_digest_less(content: dict[str, Any]) -> None:
    del content["digests"][5]


def counted(content: dict[str, Any]) -> None:
    content["digests"][9]["events"] -= 1


def event(content: dict[str, Any]) -> None:
    content["events"][40]["rule"] = "X-1"


def no_more_events(content: dict[str, Any]) -> None:
    del content["events"][-1]


def a_shorter_end(content: dict[str, Any]) -> None:
    del content["journal"][-1]
    content["checkpoint"]["entries"] = len(content["journal"])


def no_seal(content: dict[str, Any]) -> None:
    del content["seal"]


def no_events(content: dict[str, Any]) -> None:
    del content["events"]


def no_early_events(content: dict[str, Any]) -> None:
    del content["events"][:7]


def no_early_digests(content: dict[str, Any]) -> None:
    del content["digests"][:4]


def no_digests(content: dict[str, Any]) -> None:
    content["digests"] = []


def recorded_later(content: dict[str, Any]) -> None:
    no_early_digests(content)
    content["record_from"] = content["digests"][0]["entries"]


def nobody_played(content: dict[str, Any]) -> None:
    del content["seats"]


def nobody_played_unsealed(content: dict[str, Any]) -> None:
    del content["seats"], content["seal"]


def no_beginning_of_the_record(content: dict[str, Any]) -> None:
    del content["record_from"]


MISSING = "is missing, but every save of this version has it"
CHANGES: dict[Callable[[dict[str, Any]], None], str] = {
    points: "at checkpoint.state.vp.ann: is 99, but the replay gives ",
    die: "at checkpoint.state.models.",
    earlier: "at checkpoint.entries: is ",
    other_seat: "at seats: ",
    missing: "at seats.bob: is missing",
    clock: "at seats: ",
    unfinished: "at finished: is False, but the replay gives True",
    other_rules: "at rules_version: recorded with rules 0, replayed with ",
    digest: "the state reached is not the one recorded",
    one_digest_less: "at digests: cover ",
    counted: "at digests[9].events: is ",
    event: "X-1",
    no_more_events: "happens, but nothing more was recorded",
    no_seal: f"at seal: {MISSING}",
    no_events: f"at events: {MISSING}",
    no_early_events: "recorded values in brackets",
    no_early_digests: f"at digests: {MISSING}",
    no_digests: "at digests: cover 0 checkpoints",
    recorded_later: "at seats: or the clocks were changed after saving",
    nobody_played: "at seats: or the clocks were changed after saving",
    nobody_played_unsealed: f"at seal: {MISSING}",
    no_beginning_of_the_record: "at seats: or the clocks were changed after saving",
    a_shorter_end: "was recorded but does not happen",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_whatever_was_changed_is_told_and_where(
    change: Callable[[dict[str, Any]], None], game: dict[str, Any], tmp_path: Path
) -> None:
    content = json.loads(json.dumps(game))
    change(content)
    result = call("replay", write(tmp_path, content), "--verify")
    assert (result.exit_code, result.stderr) == (1, "")
    (line,) = result.stdout.splitlines()
    assert line.startswith("differs from the saved game ")
    assert CHANGES[change] in line
    report = json.loads(call("replay", write(tmp_path, content), "--json").stdout)
    assert not report["same"]
    assert str(report["difference"]["reason"]) in line


def test_a_player_who_is_not_in_the_game_is_named(game: dict[str, Any], tmp_path: Path) -> None:
    content = game | {"seats": {**game["seats"], "zoe": "human"}}
    result = call("replay", write(tmp_path, content), "--verify")
    assert result.exit_code == 2
    assert "seats.zoe: is not a player in this game - its players are ann, bob" in result.output


def test_a_wrong_hash_on_the_way_keeps_no_game_from_going_on_but_a_check_names_it(
    game: dict[str, Any], tmp_path: Path
) -> None:
    content = json.loads(json.dumps(game))
    digest(content)
    path = write(tmp_path, content)
    loaded, difference = load_game(Path(path), rulesets.find)
    assert difference is None
    assert loaded.state.digest() == content["digests"][-1]["digest"]
    result = call("check", path)
    assert result.exit_code == 2
    assert "the state reached is not the one recorded" in result.output


def test_a_game_as_it_was_recorded_is_the_same(game: dict[str, Any], tmp_path: Path) -> None:
    result = call("replay", write(tmp_path, game), "--verify")
    assert result.exit_code == 0
    assert result.stdout.endswith("the same as recorded\n")


def test_a_state_that_cannot_be_is_told_with_its_place(game: dict[str, Any], tmp_path: Path) -> None:
    content = json.loads(json.dumps(game))
    content["checkpoint"]["state"]["vp"]["ann"] = "many"
    result = call("replay", write(tmp_path, content), "--verify")
    assert result.exit_code == 1
    assert "at checkpoint.state.vp.ann: " in result.stdout


def test_the_first_steps_alone_are_compared_with_what_they_bring(game: dict[str, Any], tmp_path: Path) -> None:
    content = json.loads(json.dumps(game))
    points(content)
    result = call("replay", write(tmp_path, content), "--verify", "--step", "5")
    assert result.exit_code == 0


def test_with_pictures_too_the_whole_save_is_compared(game: dict[str, Any], tmp_path: Path) -> None:
    content = json.loads(json.dumps(game))
    points(content)
    result = call("replay", write(tmp_path, content), "--verify", "--at", "1")
    assert result.exit_code == 1
    assert "at checkpoint.state.vp.ann: is 99" in result.stderr


def verified(content: dict[str, Any], folder: Path) -> list[str]:
    """Return what `replay --verify` says beside that the game is the same."""
    result = call("replay", write(folder, content), "--verify")
    assert result.exit_code == 0, result.output
    same, *more = result.stdout.splitlines()
    assert same.endswith("the same as recorded")
    assert json.loads(call("replay", write(folder, content), "--verify", "--json").stdout)["unchecked"] == [
        line.removeprefix("not checked: ") for line in more
    ]
    return more


def test_of_an_older_save_it_says_what_was_not_recorded_in_that_version(game: dict[str, Any], tmp_path: Path) -> None:
    content = json.loads(json.dumps(game))
    for name in ("record_from", "events", "seal"):
        del content[name]
    content["version"] = 1
    del content["digests"][:4]
    begin = content["digests"][0]["entries"]
    assert verified(content, tmp_path) == [
        "not checked: events: not recorded in that version",
        "not checked: who played, clocks and deployment: not sealed in that version",
        f"not checked: events before answer {begin}: the record begins there",
    ]


def test_dice_that_were_never_rolled_are_not_checked_and_it_says_so(game: dict[str, Any], tmp_path: Path) -> None:
    rolled = game["checkpoint"]["state"]["rolls"]["total"]
    content = json.loads(json.dumps(game))
    content["dice"]["turns"] = [{"at": rolled + 5, "seed": 8}]
    where = f"dice.turns[0], from roll {rolled + 5} on: only {rolled} dice were rolled"
    assert verified(content, tmp_path) == [f"not checked: {where}"]
    content["dice"]["turns"] = [{"at": rolled - 1, "seed": 8}]
    assert call("replay", write(tmp_path, content), "--verify").exit_code == 1


def test_whatever_is_removed_from_a_save_is_noticed(game: dict[str, Any], tmp_path: Path) -> None:
    """Every field of a save, also inside lists: without it the save is refused, differs, or is no evidence at all."""
    idle = {*SaveDocument.marked(NOTE)}
    for name in (name for name, value in game.items() if value not in ({}, [])):
        content = json.loads(json.dumps(game))
        del content[name]
        result = call("replay", write(tmp_path, content), "--verify")
        assert (result.exit_code == 0) == (name in idle), (name, result.output)
    for name in ("journal", "events", "digests"):
        for place in range(0, len(game[name]), max(1, len(game[name]) // some(40))):
            content = json.loads(json.dumps(game))
            del content[name][place]
            result = call("replay", write(tmp_path, content), "--verify")
            assert result.exit_code in (1, 2), (name, place, result.output)

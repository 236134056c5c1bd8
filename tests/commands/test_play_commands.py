"""`play` without a window, `simulate` and `replay`: whole games from the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.commands.calls import ROOT, call, call_json, refusal, write

QUICK = ("--players", "random,random", "--rounds", "3", "--seed", "6")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


@pytest.fixture(name="battle", scope="module")
def battle_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("battle") / "deep" / "down"
    result = call("play", "--headless", *QUICK, "--map", "walled-yard", "--out", folder)
    assert result.exit_code == 0, result.output
    return folder


# -- play ----------------------------------------------------------------------------------------


def test_a_game_without_a_window_leaves_report_picture_and_replay(battle: Path) -> None:
    assert sorted(path.name for path in battle.iterdir()) == ["replay.json", "report.md", "table.png"]
    report = (battle / "report.md").read_text(encoding="utf-8")
    assert report.startswith("# The Godbreaker Saga: The Score\n")
    assert "## Round 1 begins" in report
    assert "`G-ACT-1`" in report
    assert "`G-ACT-1` Why: at random\n" in report
    with Image.open(battle / "table.png") as image:
        assert image.format == "PNG"
        assert image.width > 600
    assert call("check", battle / "replay.json").output == f"{battle / 'replay.json'}: ok, a save\n"


def test_the_same_seed_is_the_same_game(battle: Path, tmp_path: Path) -> None:
    result = call("play", "--headless", *QUICK, "--map", "walled-yard", "--out", tmp_path / "again")
    assert "Written to" in result.output
    for name in ("report.md", "table.png"):
        assert (tmp_path / "again" / name).read_bytes() == (battle / name).read_bytes()
    one, other = (json.loads((folder / "replay.json").read_text()) for folder in (battle, tmp_path / "again"))
    assert one | {"saved_at": ""} == other | {"saved_at": ""}


def test_people_are_replaced_and_named(tmp_path: Path) -> None:
    options = ("--players", "human,random,random", "--names", "Zoë,Bob,Cy", "--rounds", "3", "--seed", "1")
    result = call("play", "--headless", *options, "--out", tmp_path)
    assert result.exit_code == 0
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Zoë activates" in report
    assert "Cy activates" in report


@pytest.mark.parametrize("driver", [None, ""], ids=["no driver named", "empty"])
def test_without_a_display_one_line_says_so_and_programs_play(tmp_path: Path, driver: str | None) -> None:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"INCHWISE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    if driver is not None:
        environment["SDL_VIDEODRIVER"] = driver
    command = [sys.executable, "-m", "game", "play", *QUICK, "--out", "battle"]
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    lines = [line for line in result.stderr.splitlines() if "display" in line]
    assert lines == [
        "There is no display for a window: computer players play the game and a report is written instead."
    ]
    assert sorted(path.name for path in (tmp_path / "battle").iterdir()) == ["replay.json", "report.md", "table.png"]


def test_a_headless_game_says_nothing_of_a_display(tmp_path: Path) -> None:
    result = call("play", "--headless", *QUICK, "--out", tmp_path)
    assert "display" not in result.output


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("2={file}", "hold.yaml: at intents[0].who: 'Wick' is not a piece of this side - use one of Marrow"),
        ("3={file}", "does not name a seat and a file - use a number up to 2, as in 2=hold.yaml"),
        ("1=nowhere.yaml", "nowhere.yaml"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_before_the_game(given: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "hold.yaml"
    intents = "intents: [{who: Wick, intent: hold}]"
    file.write_text(f"format: inchwise-plan\nversion: 1\nname: Hold\n{intents}\n", encoding="utf-8")
    options = ("--players", "greedy,greedy", "--out", tmp_path / "out")
    assert reason in refusal("play", "--headless", *options, "--plan", given.format(file=file))
    assert "hold.yaml: ok, a plan" in call("check", file).output


def test_a_person_gets_no_plan() -> None:
    assert "a person plays on seat 1" in refusal("play", "--headless", "--plan", "1=hold.yaml")


def test_a_random_player_gets_no_plan() -> None:
    players = ("--players", "greedy,random")
    assert "a random player follows no plan" in refusal("play", "--headless", *players, "--plan", "2=hold.yaml")


def test_a_saved_game_goes_on_to_its_end(battle: Path, tmp_path: Path) -> None:
    whole = json.loads((battle / "replay.json").read_text(encoding="utf-8"))
    digests = whole["digests"][: len(whole["digests"]) // 2]
    half, happened = digests[-1]["entries"], digests[-1]["events"]
    begun = whole | {"journal": whole["journal"][:half], "events": whole["events"][:happened]}
    begun |= {"finished": False, "digests": digests}
    begun["checkpoint"] = begun["checkpoint"] | {"entries": 0}
    result = call("play", "--headless", "--load", write(tmp_path, begun), "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    again = json.loads((tmp_path / "out" / "replay.json").read_text(encoding="utf-8"))
    assert again["finished"]
    assert again["journal"][:half] == whole["journal"][:half]


# -- simulate ------------------------------------------------------------------------------------

FIELDS = [
    *("games", "decisions", "seconds", "decisions_per_second", "wins", "draws", "violations"),
    *("wall_seconds", "processor_seconds", "resumed"),
]


def test_simulate_prints_just_the_promised_figures() -> None:
    figures = call_json("simulate", *QUICK, "--games", "2", "--check")
    assert list(figures) == FIELDS
    assert figures["games"] == 2
    assert figures["violations"] == []
    assert set(figures["wins"]) <= {"random-1", "random-2"}
    assert sum(figures["wins"].values()) + figures["draws"] <= 2
    assert figures["decisions_per_second"] == pytest.approx(figures["decisions"] / figures["seconds"], rel=0.05)


def without_times(figures: Any) -> Any:
    return {key: value for key, value in figures.items() if "second" not in key}


def test_simulate_of_one_seed_gives_the_same_figures() -> None:
    once = call_json("simulate", *QUICK, "--games", "3")
    assert without_times(call_json("simulate", *QUICK, "--games", "3")) == without_times(once)
    other = ("--players", "random,random", "--rounds", "3", "--seed", "7")
    assert without_times(call_json("simulate", *other, "--games", "3")) != without_times(once)


def test_simulate_in_words() -> None:
    games, times, outcome = call("simulate", *QUICK, "--games", "1", "--names", "Ann,Bob").stdout.splitlines()
    assert games.startswith("1 game, ")
    assert re.fullmatch(r"wall time \d+\.\d s, processor time of all processes \d+\.\d s", times)
    assert "violations: 0" in outcome


def test_simulate_plays_any_number_of_players_on_any_map(tmp_path: Path) -> None:
    yard = json.loads((ROOT / "maps" / "walled-yard.json").read_text(encoding="utf-8"))
    own = write(tmp_path, yard | {"name": "My yard"})
    for players in ("random", "random,random,random", "random,random,random,random"):
        options = ("--players", players, "--rounds", "3", "--scenario", "score", "--map", own)
        assert call_json("simulate", *options, "--games", "1", "--check")["violations"] == []


def test_a_violation_is_told_by_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from game import rulesets

    monkeypatch.setattr(type(rulesets.load("godbreakers")), "violations", lambda *_: ["upside down"])
    result = call("simulate", *QUICK, "--games", "1", "--check", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["violations"][0] == "game 0: upside down"
    assert call("simulate", *QUICK, "--games", "1").exit_code == 0


# -- replay --------------------------------------------------------------------------------------


def test_a_replay_comes_out_as_recorded(battle: Path) -> None:
    file = battle / "replay.json"
    report = call_json("replay", file, "--verify")
    assert (report["same"], report["difference"], report["decision"]) == (True, None, None)
    assert report["answers"] == report["recorded"] > 50
    recorded = json.loads(file.read_text(encoding="utf-8"))["digests"]
    assert report["checkpoints"] == len(recorded)
    assert report["digest"] == recorded[-1]["digest"]
    last = call("replay", file, "--verify").output.splitlines()
    assert last == [f"{report['answers']} answers, {report['checkpoints']} checkpoints: the same as recorded"]
    assert len(call("replay", file).output.splitlines()) == len(report["events"]) + 1


@pytest.mark.parametrize("step", [0, 1, 20])
def test_a_replay_stops_where_told(battle: Path, step: int) -> None:
    report = call_json("replay", battle / "replay.json", "--step", str(step))
    assert report["answers"] == step
    assert report["decision"]["player"]


def test_a_replay_draws_every_checkpoint(battle: Path, tmp_path: Path) -> None:
    result = call("replay", battle / "replay.json", "--step", "7", "--png", tmp_path / "pictures")
    assert result.exit_code == 0
    pictures = sorted((tmp_path / "pictures").iterdir())
    checkpoints = call_json("replay", battle / "replay.json", "--step", "7")["checkpoints"]
    assert [path.name for path in pictures] == [f"{number:04}.png" for number in range(checkpoints)]
    assert len({path.read_bytes() for path in pictures}) > 5


def altered(battle: Path, folder: Path, **changes: Any) -> Path:
    return write(folder, json.loads((battle / "replay.json").read_text(encoding="utf-8")) | changes)


def test_a_replay_that_differs_says_where_and_by_which_rule(battle: Path, tmp_path: Path) -> None:
    journal = json.loads((battle / "replay.json").read_text(encoding="utf-8"))["journal"]
    for wrong, reason in (
        ([*journal[:10], "nonsense", *journal[11:]], "differs from the saved game at entry 11 (G-SCN-6): the recorded"),
        ([[15.0, 10.0], *journal[1:]], "differs from the saved game at entry 1 (G-SCN-6): the recorded answer"),
    ):
        path = altered(battle, tmp_path, journal=wrong)
        result = call("replay", path, "--verify")
        assert result.exit_code == 1
        assert result.stdout.startswith(reason)
        assert call("replay", path).exit_code == 0
        report = json.loads(call("replay", path, "--verify", "--json").stdout)
        assert report["same"] is False
        assert report["difference"]["entry"] in (1, 11)


def test_a_replay_with_other_dice_differs_at_the_first_checkpoint_they_change(battle: Path, tmp_path: Path) -> None:
    result = call("replay", altered(battle, tmp_path, dice={"seed": 999}), "--verify")
    assert result.exit_code == 1
    assert result.stdout.startswith("differs from the saved game at entry ")


def test_a_save_of_changed_rules_is_told_and_goes_on(battle: Path, tmp_path: Path) -> None:
    result = call("play", "--headless", "--load", altered(battle, tmp_path, dice={"seed": 999}), "--out", tmp_path)
    assert result.exit_code == 0
    assert "The rules have changed since this game was saved: its replay differs at entry " in result.stderr


def test_a_step_beyond_the_end_is_refused(battle: Path) -> None:
    answers = len(json.loads((battle / "replay.json").read_text(encoding="utf-8"))["journal"])
    line = refusal("replay", battle / "replay.json", "--step", str(answers + 1))
    assert line == f"--step {answers + 1}: the game has {answers} answers"


# -- dressing the table ------------------------------------------------------------------------


def test_a_game_on_a_bare_table_is_dressed_verified_and_leaves_a_map_to_play_on(tmp_path: Path) -> None:
    players = ("--players", "random,greedy", "--rounds", "3", "--seed", "5")
    assert call("play", "--headless", "--map", "bare-table", *players, "--out", tmp_path / "battle").exit_code == 0
    saved = tmp_path / "battle" / "replay.json"
    assert call("replay", saved, "--verify").exit_code == 0
    result = call("replay", saved, "--at", "1", "--map", tmp_path / "mine.json")
    assert (result.exit_code, result.output) == (0, f"Written: {tmp_path / 'mine.json'}\n")
    assert call("check", tmp_path / "mine.json", "--for", "godbreakers").exit_code == 0
    figures = call_json("simulate", "--map", tmp_path / "mine.json", *QUICK, "--games", "1", "--check")
    assert figures["games"] == 1


def test_a_map_that_cannot_be_written_is_refused_in_one_message(tmp_path: Path, battle: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    result = call("replay", battle / "replay.json", "--map", tmp_path / "file" / "mine.json")
    assert result.exit_code == 2
    assert "mine.json" in result.output
    assert len(result.output.splitlines()) == 1

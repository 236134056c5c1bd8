"""`simulate` over a grid: the same table on any number of processes and on a cluster, resumed, and told as a page."""

from __future__ import annotations

import csv
import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.commands import simulate
from game.documents.error import DocumentError
from game.engine.rulebook.new_game import GamePlan
from game.lab import workers
from game.lab.batch import BatchPlan
from game.lab.grid import Cell, Grid
from game.lab.trials import TrialReport, Trials
from tests.commands.calls import call, call_json, refusal

GRID = (
    *("simulate", "--scenario", "score", "--scenario", "nest", "--circles", "tidewrack,the-mended"),
    *("--players", "random,greedy", "--rounds", "3", "--mirror", "--games", "2"),
)


@pytest.fixture(name="whole", scope="module")
def whole_fixture(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "games.csv"
    assert call(*GRID, "--csv", path).exit_code == 0
    return path.read_bytes()


@pytest.fixture(name="cluster", scope="module")
def cluster_fixture() -> Iterator[str]:
    pytest.importorskip("distributed", reason="needs Dask, as the cluster extra installs it")
    code = (
        "from distributed import LocalCluster\n"
        "with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:\n"
        "    print(cluster.scheduler_address, flush=True)\n"
        "    input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        yield run.stdout.readline().strip()
        run.communicate("\n", timeout=60)


def test_a_grid_plays_every_combination_from_every_seat(whole: bytes) -> None:
    table = list(csv.DictReader(whole.decode().splitlines()))
    cells = {(line["scenario"], line["players"]): line["plan"] for line in table}
    assert list(cells) == [("score", "random,greedy"), ("nest", "random,greedy")]
    assert len(set(cells.values())) == 2
    assert len(table) == 2 * 2 * 2
    assert {(line["kind"], line["roster"], line["seat"]) for line in table} == {
        ("random", "tidewrack", "0"), ("random", "tidewrack", "1"),
        ("greedy", "the-mended", "0"), ("greedy", "the-mended", "1"),
    }  # fmt: skip


def test_what_is_given_twice_is_played_once() -> None:
    twice = ("--scenario", "score", "--players", "random,random")
    assert call_json("simulate", *twice, *twice, "--rounds", "3", "--games", "1")["games"] == 1
    several = call_json("simulate", *twice, "--players", "random", "--rounds", "3", "--games", "1")
    assert several["games"] == 2


def test_two_processes_fill_the_same_table_and_a_second_run_plays_nothing(whole: bytes, tmp_path: Path) -> None:
    path, page = tmp_path / "games.csv", tmp_path / "deep" / "games.html"
    figures = call_json(*GRID, "--csv", path, "--jobs", "2")
    assert path.read_bytes() == whole
    assert (figures["games"], figures["resumed"]) == (4, 0)
    again = call_json(*GRID, "--csv", path, "--resume", "--html", page)
    assert path.read_bytes() == whole
    assert (again["games"], again["resumed"], again["seconds"]) == (4, 4, 0)
    assert again["wins"] == figures["wins"]
    assert "Win rate by luck" in page.read_text(encoding="utf-8")


def test_a_cluster_fills_the_same_table(whole: bytes, cluster: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    result = call(*GRID, "--csv", path, "--cluster", cluster)
    assert result.exit_code == 0, result.output
    assert path.read_bytes() == whole


def test_a_folder_that_takes_no_file_is_refused_before_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(dir: Path) -> None:  # noqa: A002 - as `TemporaryFile` calls it
        raise OSError(errno.EROFS, "Read-only file system", str(dir / "tmp123"))

    monkeypatch.setattr(simulate, "TemporaryFile", full)
    monkeypatch.setattr(simulate, "_play_with_progress", lambda *asked, **more: pytest.fail("a game was played"))
    page = tmp_path / "games.html"
    assert refusal("simulate", "--games", "3", "--html", page).startswith(f"{page}: ")
    assert [*tmp_path.iterdir()] == []


def test_bushido_goes_the_same_way_with_its_own_words(tmp_path: Path) -> None:
    path, page = tmp_path / "games.csv", tmp_path / "games.html"
    result = call(
        *("simulate", "--ruleset", "bushido", "--scenario", "all", "--map", "open-ground", "--rounds", "1"),
        *("--warbands", "mudwater,still-bell", "--games", "1", "--csv", path, "--html", page),
    )
    assert result.exit_code == 0, result.output
    table = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [line["scenario"] for line in table[::2]] == ["idols", "keii", "seikyuu", "ryodo"]
    assert {line["roster"] for line in table} == {"mudwater", "still-bell"}
    text = page.read_text(encoding="utf-8")
    assert "Bushido: simulated games" in text
    assert "Rank and file" in text


def test_an_interrupted_run_writes_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Trials, *told: object) -> TrialReport:
        report = TrialReport()
        report.whole.interrupted = True
        return report

    monkeypatch.setattr(Trials, "run", interrupted)
    page = tmp_path / "games.html"
    result = call("simulate", "--csv", tmp_path / "games.csv", "--html", page)
    assert result.exit_code == 130
    assert "0 of 10 games played - continue with --resume" in result.stderr
    assert "0 games of 10" in page.read_text(encoding="utf-8")


def test_without_a_terminal_progress_is_a_line_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    few = "simulate", "--games", "2", "--rounds", "3"
    assert call(*few).stderr == ""
    monkeypatch.setattr(simulate, "SECONDS", 0.0)
    assert call(*few).stderr.splitlines() == ["1 of 2 games played", "2 of 2 games played"]
    assert call(*few, "--json").stderr == ""


HOLD = """\
format: inchwise-plan
version: 1
name: Hold
intents:
  - who: Wick
    intent: hold
"""


def test_plans_are_compared_with_intervals(tmp_path: Path) -> None:
    file = tmp_path / "hold.yaml"
    file.write_text(HOLD, encoding="utf-8")
    options = ("--circles", "the-lantern-row,tidewrack", "--players", "greedy,random", "--rounds", "3", "--games", "1")
    played = call_json("simulate", *options, "--plans", "-", str(file))
    compared = {one["plan"]: one for one in played["plans"]}
    assert [*compared] == ["no plan", str(file)]
    for one in compared.values():
        assert one["wins"]["count"] == 1
        assert 0 <= one["wins"]["low"] <= one["wins"]["share"] <= one["wins"]["high"] <= 1
    assert played["games"] == 2


REFUSED = {
    "an old table": (["--csv", "{here}/old.csv"], "old.csv already exists - continue it with --resume"),
    "a foreign table": (["--csv", "{here}/old.csv", "--resume"], "old.csv: at line 1: unknown column 'Dear diary'"),
    "nothing to resume": (["--resume"], "--resume continues a table - name it with --csv"),
    "one file for two": (["--csv", "{here}/a", "--html", "{here}/a"], "--csv, --parquet and --html name the same file"),
    "a folder": (["--html", "{here}"], "is a directory"),
    "a folder that cannot be": (["--csv", "{here}/old.csv/a.csv"], "old.csv"),
    "a link": (["--html", "{here}/link"], "link: cannot be read or written: it is a link, and links are not replaced"),
    "no name": (["--csv", ""], "--csv needs a file name"),
    "a device as table": (["--csv", "/dev/null"], "/dev/null: cannot be read or written: it is a device or a pipe"),
    "a pipe to go on with": (["--csv", "{here}/pipe", "--resume"], "written: it is a device or a pipe, not a file"),
    "too many games": (["--scenario", "all", "--games", "500000"], "3000000 games are too many - 1000000 at most"),
    "too few rosters": (["--circles", "tidewrack"], "--circles: 2 rosters are needed, one for each of"),
    "rosters twice": (["--circles", "tidewrack,the-mended", "--roster", "tidewrack"], "--roster and --circles both"),
    "an unknown roster": (["--circles", "tidewrack,nobody"], "nobody"),
    "half the rosters": (["--roster", "tidewrack", "--mirror"], "--mirror: give a roster for each player, or none"),
    "an unknown scenario": (["--scenario", "score", "--scenario", "ludo"], "ludo"),
    "an unknown kind": (["--players", "random,random", "--players", "human,random"], "'human' is not a kind of player"),
    "no tries": (["--tries", "0"], "Invalid value for '--tries'"),
    "plans of chance": (["--plans", "{here}/hold.yaml"], "--plans: a random player follows no plan"),
    "plans without rosters": (
        ["--players", "greedy,greedy", "--mirror", "--plans", "{here}/hold.yaml"],
        "--mirror: with --plans, give a roster for each player",
    ),
    "an unknown piece": (
        ["--players", "greedy,greedy", "--circles", "tidewrack,the-mended", "--plans", "-", "{here}/hold.yaml"],
        "hold.yaml: at intents[0].who: 'Wick' is not a piece of this side - use one of Marrow",
    ),
    "more than options": (["hold.yaml"], "hold.yaml: is not an option - plans to compare follow --plans"),
    "no address": (["--cluster", "over there"], "--cluster over there: this is not a scheduler address"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_simulated_is_refused_before_anything_is_played(kind: str, tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text("Dear diary,7\n", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "old.csv")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "hold.yaml").write_text(HOLD, encoding="utf-8")
    options, reason = REFUSED[kind]
    assert reason in refusal("simulate", *(each.format(here=tmp_path) for each in options))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hold.yaml", "link", "old.csv", "pipe"]
    assert (tmp_path / "old.csv").read_text(encoding="utf-8") == "Dear diary,7\n"


@pytest.mark.parametrize(
    ("missing", "options", "reason"),
    [
        ("joblib", ["--jobs", "2"], "--jobs needs joblib: pip install joblib"),
        ("distributed", ["--cluster", "tcp://127.0.0.1:9"], "--cluster needs Dask: pip install inchwise[cluster]"),
        ("pyarrow", ["--parquet", "x.parquet"], "--parquet needs pyarrow: pip install inchwise[lab]"),
    ],
)
def test_what_an_option_needs_is_named(
    missing: str, options: list[str], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert refusal("simulate", *options).startswith(reason)


def test_a_cluster_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs Dask, as the cluster extra installs it")
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    assert "--cluster tcp://127.0.0.1:9: Timed out trying to connect" in refusal(
        "simulate", "--cluster", "tcp://127.0.0.1:9"
    )


def test_a_broken_cell_is_refused_before_the_others_are_played(tmp_path: Path) -> None:
    played: list[None] = []
    plans = [GamePlan(("Ann", "Bob"), map=name) for name in ("stone-ford", "nowhere")]
    cells = tuple(Cell(BatchPlan("godbreakers", plan, ("random", "random"), 1)) for plan in plans)
    trials = Trials(Grid(cells, 1), table=tmp_path / "games.csv")
    with pytest.raises(DocumentError, match="nowhere"):
        trials.run(lambda _known: None, lambda: played.append(None))
    assert played == []


def test_help_says_how_strong_players_are_and_uses_the_rulebooks_word() -> None:
    assert "veteran against recruit: " in call("simulate", "--help").output
    assert "--warbands A,B" in call("simulate", "--help", "--ruleset", "bushido").output

"""The table of a grid: it holds every game whole, goes on where it ended, and refuses whatever is not its own."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from game.documents.error import DocumentError
from game.engine.rulebook.new_game import GamePlan
from game.lab import trials as trial_module
from game.lab.batch import BatchPlan, GameReport, Task, play
from game.lab.grid import COLUMNS, Cell, Grid, Row
from game.lab.table import read_csv, write_parquet
from game.lab.trials import TrialReport, Trials

DUEL = BatchPlan(
    "godbreakers", GamePlan(("Ann", "Bob"), rounds=3), ("random", "random"), seed=4, mirrored=True, watched=True
)
BRAWL = replace(DUEL, plan=GamePlan(("Ann", "Bob"), "clash", "bare-table", 3, rosters=("tidewrack", "the-mended")))
GRID = Grid((Cell(DUEL), Cell(BRAWL)), 2)


def run(path: Path, grid: Grid = GRID, *, resume: bool = False) -> TrialReport:
    return Trials(grid, table=path, resume=resume).run(lambda _known: None, lambda: None)


@pytest.fixture(name="played", scope="module")
def played_fixture(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Row]]:
    path = tmp_path_factory.mktemp("lab") / "deep" / "games.csv"
    report = run(path)
    return path.read_bytes(), report.rows


@pytest.fixture(name="table")
def table_fixture(played: tuple[bytes, list[Row]], tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    path.write_bytes(played[0])
    return path


def test_every_game_has_a_row_for_each_side(played: tuple[bytes, list[Row]]) -> None:
    text, rows = played
    assert [(row.scenario, row.map, row.game, row.side, row.seat, row.kind, row.roster) for row in rows] == [
        ("score", "market-ruins", 0, 0, 0, "random", ""),
        ("score", "market-ruins", 0, 1, 1, "random", ""),
        ("score", "market-ruins", 1, 0, 1, "random", ""),
        ("score", "market-ruins", 1, 1, 0, "random", ""),
        ("clash", "bare-table", 0, 0, 0, "random", "tidewrack"),
        ("clash", "bare-table", 0, 1, 1, "random", "the-mended"),
        ("clash", "bare-table", 1, 0, 1, "random", "tidewrack"),
        ("clash", "bare-table", 1, 1, 0, "random", "the-mended"),
    ]
    table = list(csv.DictReader(io.StringIO(text.decode())))
    assert list(table[0]) == list(COLUMNS)
    assert [line["points"] for line in table] == [str(row.points) for row in rows]
    assert {len(row.pieces) for row in rows} == {5}
    assert {row.players for row in rows} == {"random,random"}
    assert len({row.plan for row in rows}) == 2
    assert rows[0].seed == rows[2].seed, "games that mirror one another share their dice"


def test_a_table_is_read_as_it_was_written(played: tuple[bytes, list[Row]], table: Path) -> None:
    rows, size = read_csv(table, GRID)
    assert rows == played[1]
    assert size == len(played[0])


@pytest.mark.parametrize("share", [0.1, 0.6, 1.0])
def test_a_run_goes_on_where_the_table_was_cut_off(
    share: float, played: tuple[bytes, list[Row]], table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, rows = played
    head = len(text.splitlines(keepends=True)[0])
    table.write_bytes(text[: head + int(share * (len(text) - head))])
    again: list[int] = []

    def watched(task: Task) -> GameReport:
        again.append(task.number)
        return play(task)

    monkeypatch.setattr(trial_module, "play", watched)
    known: list[int] = []
    report = Trials(GRID, table=table, resume=True).run(known.append, lambda: None)
    assert table.read_bytes() == text
    assert report.rows == rows
    assert report.whole.games == 4
    assert known == [4 - len(again)]
    assert report.plain()["resumed"] == 4 - len(again)
    assert report.whole.wins == run(table, resume=True).whole.wins
    assert (share == 1.0) == (not again)


def test_what_is_done_is_kept_when_a_run_is_interrupted(
    played: tuple[bytes, list[Row]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(task: Task) -> GameReport:
        if (task.batch, task.number) == (BRAWL, 1):
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr(trial_module, "play", interrupted)
    path = tmp_path / "games.csv"
    report = run(path)
    assert report.whole.interrupted
    assert report.rows == played[1][:6]
    assert path.read_bytes() == b"".join(played[0].splitlines(keepends=True)[:7])


def test_more_games_of_one_batch_go_on_in_the_same_table(tmp_path: Path) -> None:
    short, whole = (Grid((Cell(DUEL),), games) for games in (1, 2))
    run(tmp_path / "one.csv", short)
    run(tmp_path / "one.csv", whole, resume=True)
    run(tmp_path / "two.csv", whole)
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    with pytest.raises(DocumentError, match="line 4: has more games than this plan"):
        run(tmp_path / "two.csv", short, resume=True)


def changed(text: bytes, line: int, column: str, value: str) -> bytes:
    table = list(csv.reader(io.StringIO(text.decode())))
    table[line - 1][COLUMNS.index(column)] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue().encode()


BROKEN = [
    ("scenario", "trap", "line 3, scenario: is 'trap', but this plan has 'score' - the table belongs to another plan"),
    ("plan", "0" * 16, "line 3, plan: is '0000000000000000', but this plan has '"),
    ("result", "victory", "line 3, result: "),
    ("points", "many", "line 3, points: "),
    ("points", "1e400", "line 3, points: "),
    ("points", "-7" * 9, "line 3, points: "),
    ("rounds", "[1,2", "line 3, rounds: "),
    ("rounds", "[1,2.5]", "line 3, rounds[1]: input should be a valid integer"),
    ("led", "perhaps", "line 3, led: "),
    ("rolls", "-1", "line 3, rolls: "),
    ("expected", "NaN", "line 3, expected: "),
    ("pieces", '[["d8"]]', "line 3, pieces[0]"),
    ("violations", "[" * 40 + "]" * 40, "line 3, violations: "),
    ("violations", '["' + "x" * 200_000 + '"]', "line 3: is longer than 200000 characters"),
]


@pytest.mark.parametrize(("column", "value", "reason"), BROKEN, ids=list(map(str, range(len(BROKEN)))))
def test_a_broken_table_is_refused_with_line_and_column(
    column: str, value: str, reason: str, played: tuple[bytes, list[Row]], table: Path
) -> None:
    bad = changed(played[0], 3, column, value)
    table.write_bytes(bad)
    with pytest.raises(DocumentError) as refused:
        run(table, resume=True)
    assert str(refused.value).startswith(f"{table}: at ")
    assert reason in str(refused.value)
    assert table.read_bytes() == bad, "a refused table is not touched"


HEADS = {
    b"name,age\nAnn,7\n": "line 1: unknown column 'name' - this is not a table of simulated games",
    bytes(range(256)): "line 1: unknown column",
    ",".join(COLUMNS[:-2]).encode() + b"\n": "line 1: the columns decisions, violations are missing",
    ",".join(COLUMNS[::-1]).encode() + b"\n": "line 1: the columns are in a different order",
    ",".join(COLUMNS).encode() + b"\na,b\n": f"line 2: has 2 columns, not {len(COLUMNS)}",
    ",".join(COLUMNS).encode() + b"\n\xff\xfe\n": "line 2: cannot be read: ",
    ",".join(COLUMNS).encode() + b'\n"a\n': "line 2: cannot be read: ",
}


@pytest.mark.parametrize("content", HEADS, ids=list(map(str, range(len(HEADS)))))
def test_a_foreign_file_is_refused(content: bytes, table: Path) -> None:
    table.write_bytes(content)
    with pytest.raises(DocumentError) as refused:
        run(table, resume=True)
    assert HEADS[content] in str(refused.value)
    assert table.read_bytes() == content


def test_an_empty_file_becomes_a_table(table: Path, played: tuple[bytes, list[Row]]) -> None:
    table.write_bytes(b"")
    run(table, Grid(GRID.cells[:1], 1), resume=True)
    assert table.read_bytes() == b"".join(played[0].splitlines(keepends=True)[:3])


OTHERS = {
    "another seed": replace(DUEL, seed=5),
    "another map": replace(DUEL, plan=replace(DUEL.plan, map="stone-ford")),
    "other rounds": replace(DUEL, plan=replace(DUEL.plan, rounds=4)),
    "other seats": replace(DUEL, mirrored=False),
    "other players": replace(DUEL, players=("greedy", "random")),
    "another budget": replace(DUEL, tries=9),
    "checked too": replace(DUEL, check=True),
}


@pytest.mark.parametrize("other", OTHERS)
def test_the_table_of_another_plan_is_refused(other: str, table: Path) -> None:
    with pytest.raises(DocumentError, match="belongs to another plan"):
        run(table, Grid((Cell(OTHERS[other]), Cell(BRAWL)), 2), resume=True)


def test_parquet_holds_the_same_rows(played: tuple[bytes, list[Row]], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow, as the lab extra installs it")
    rows = played[1]
    write_parquet(tmp_path / "games.parquet", rows)
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.column_names == list(COLUMNS)
    for line, row in zip(table.to_pylist(), rows, strict=True):
        plain = {name: getattr(row, name) for name in COLUMNS}
        pieces = [{"rank": rank, "traits": list(traits), "survived": there} for rank, traits, there in row.pieces]
        lists = {"rounds": list(row.rounds), "violations": list(row.violations), "pieces": pieces}
        assert line == plain | lists

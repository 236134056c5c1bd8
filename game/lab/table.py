"""A grid's table of games in files: CSV, which grows game by game and can be read again, and Parquet."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TextIO

from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.files import replacing
from game.documents.reading import read_json, validate_plain
from game.lab.grid import COLUMNS, PLANNED, Grid, Row
from game.wording import _

LISTS: Final = ("rounds", "pieces", "violations")
"""The columns that hold lists, written as JSON in CSV."""
LONGEST_LINE: Final = 200_000
"""The most characters of a line."""


def csv_lines(rows: Iterable[Row]) -> str:
    """Return rows as CSV text."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_csv_cells, rows))
    return text.getvalue()


def _csv_cells(row: Row) -> list[str]:
    return [
        json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        if name in LISTS or isinstance(value, bool)
        else str(value)
        for name, value in ((name, getattr(row, name)) for name in COLUMNS)
    ]


@cache
def _row_reader() -> TypeAdapter[Row]:
    return TypeAdapter(Row)


def read_csv(path: Path, grid: Grid) -> tuple[list[Row], int]:
    """Return the rows of a grid's games from its table, and the length of these rows in bytes.

    A last game that was not completely written is left out. Raises `OSError`, and `DocumentError` with line and column
    if the table is broken or belongs to another grid.
    """
    rows: list[Row] = []
    game: list[Row] = []
    with path.open("rb") as file:
        length = _length_of_header(path, file.readline(LONGEST_LINE))
        expected = _planned_rows(grid)
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 2):
            if not line.endswith(b"\n"):
                if len(line) >= LONGEST_LINE:
                    raise _table_error(path, number, "", _("is longer than {most} characters", most=LONGEST_LINE))
                break  # not completely written
            planned = next(expected, None)
            if planned is None:
                raise _table_error(path, number, "", _("has more games than this plan - it belongs to another plan"))
            game.append(_read_row(path, number, line, planned))
            if len(game) == len(game[0].players.split(",")):
                rows += game
                game, length = [], file.tell()
    return rows, length


def _length_of_header(path: Path, line: bytes) -> int:
    names = line.decode("utf-8", "replace").rstrip("\r\n").split(",")
    if names == list(COLUMNS) or not line:
        return len(line)
    for name in names:
        if name not in COLUMNS:
            reason = _("unknown column {name!r} - this is not a table of simulated games", name=name[:40])
            raise _table_error(path, 1, "", reason)
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise _table_error(path, 1, "", _("the columns {names} are missing", names=", ".join(missing)))
    raise _table_error(path, 1, "", _("the columns are in a different order"))


def _planned_rows(grid: Grid) -> Iterator[tuple[str | int, ...]]:
    for cell, number in grid.numbered():
        yield from cell.planned(number)


def _read_row(path: Path, number: int, line: bytes, planned: Sequence[str | int]) -> Row:
    try:
        cells = next(csv.reader([line.decode("utf-8")], strict=True), [])
    except (UnicodeDecodeError, csv.Error) as error:
        raise _table_error(path, number, "", _("cannot be read: {error}", error=error)) from None
    if len(cells) != len(COLUMNS):
        reason = _("has {n} columns, not {most}", n=len(cells), most=len(COLUMNS))
        raise _table_error(path, number, "", reason)
    planned_cells = list(zip(PLANNED, cells, planned, strict=False))
    for name, cell, planned_value in [
        *planned_cells[1:],
        planned_cells[0],
    ]:  # the hash last, because it does not say what differs
        if cell != str(planned_value):
            reason = _(
                "is {cell!r}, but this plan has {due!r} - the table belongs to another plan",
                cell=cell[:60],
                due=planned_value,
            )
            raise _table_error(path, number, name, reason)
    values: dict[str, object] = dict(zip(PLANNED, planned, strict=True))
    for name, cell in zip(COLUMNS[len(PLANNED) :], cells[len(PLANNED) :], strict=True):
        values[name] = _value_of_cell(path, number, name, cell)
    try:
        return validate_plain(_row_reader(), values, str(path))
    except DocumentError as error:
        raise _table_error(path, number, error.where, error.reason) from None


def _value_of_cell(path: Path, number: int, name: str, cell: str) -> object:
    if name == "result":
        return cell
    try:
        return read_json(cell, str(path), LONGEST_LINE)
    except DocumentError as error:
        raise _table_error(path, number, name, error.reason) from None


def _table_error(path: Path, line: int, column: str, reason: str) -> DocumentError:
    where = _("line {line}, {column}", line=line, column=column) if column else _("line {line}", line=line)
    return DocumentError(str(path), where, reason)


def open_csv(path: Path, keep: int) -> TextIO:
    """Open a table for writing after its first `keep` bytes (0: a new table) and return its file; raise `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.truncate(keep)
    table = path.open("a", encoding="utf-8", newline="")
    if not keep:
        table.write(",".join(COLUMNS) + "\n")
        table.flush()
    return table


def write_parquet(path: Path, rows: Sequence[Row]) -> None:
    """Write a whole table as Parquet, with real lists; raise `OSError`, or `ImportError` without pyarrow."""
    import pyarrow
    from pyarrow import parquet

    piece = pyarrow.struct(
        [("rank", pyarrow.string()), ("traits", pyarrow.list_(pyarrow.string())), ("survived", pyarrow.bool_())]
    )
    kinds: dict[str, Any] = {
        "rounds": pyarrow.list_(pyarrow.int64()),
        "pieces": pyarrow.list_(piece),
        "violations": pyarrow.list_(pyarrow.string()),
        "led": pyarrow.bool_(),
        "expected": pyarrow.float64(),
    }
    numbers = ("game", "seed", "side", "seat", "points", "rolls", "rolled", "decisions")
    schema = pyarrow.schema(
        (name, kinds.get(name) or (pyarrow.int64() if name in numbers else pyarrow.string())) for name in COLUMNS
    )
    plain_value: dict[str, Callable[[Row], object]] = {"pieces": lambda row: [fate._asdict() for fate in row.pieces]}
    columns = {
        name: [plain_value[name](row) if name in plain_value else getattr(row, name) for row in rows]
        for name in COLUMNS
    }
    with replacing(path) as temporary_file:
        parquet.write_table(pyarrow.table(columns, schema=schema), temporary_file)

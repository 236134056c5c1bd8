"""Playing a grid game by game into its table, from the end of an earlier run until it is done or interrupted."""

import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from game.documents.locks import changing
from game.lab.batch import BatchReport, GameReport, play
from game.lab.grid import Grid, Row
from game.lab.table import csv_lines, open_csv, read_csv
from game.lab.workers import results_in_order


@dataclass
class TrialReport:
    """The played part of a grid, with totals of all games, rows of watched games, and the cost of this run.

    `fresh`: totals of this run. `wall`: its elapsed seconds. `processor`: CPU seconds of all processes.
    """

    whole: BatchReport = field(default_factory=BatchReport)
    fresh: BatchReport = field(default_factory=BatchReport)
    rows: list[Row] = field(default_factory=list)
    wall: float = 0.0
    processor: float = 0.0

    def plain(self) -> dict[str, object]:
        """Return the figures as JSON-ready data."""
        rate = self.fresh.plain()["decisions_per_second"]
        spent = {"wall_seconds": round(self.wall, 3), "processor_seconds": round(self.processor, 3)}
        resumed = self.whole.games - self.fresh.games
        return (
            self.whole.plain()
            | {"seconds": round(self.fresh.seconds, 3), "decisions_per_second": rate}
            | spent
            | {"resumed": resumed}
        )


class Trials:
    """A grid to be played by `jobs` processes or by a `cluster`; each game is stored in the `table`, if given.

    With `resume`, games in the table are not played again.
    """

    def __init__(
        self, grid: Grid, jobs: int = 1, cluster: str = "", table: Path | None = None, *, resume: bool = False
    ) -> None:
        self.grid, self.jobs, self.cluster, self.table = grid, jobs, cluster, table
        self._resume = resume

    def run(
        self, begin: Callable[[int], None] = lambda known: None, progress: Callable[[], None] = lambda: None
    ) -> TrialReport:
        """Play the missing games; `begin` is called with the number of games in the table, `progress` after each game.

        Game n of a seed is the same for any `jobs`; seconds are processor time. An interruption from the keyboard ends
        the run early. Raises `DocumentError` for a table of another grid or an impossible cell, `OSError`, and
        `ImportError` as `results_in_order` does.
        """
        report, wall, processor = TrialReport(), time.perf_counter(), time.process_time()
        try:
            with self._open_table(report) as file:
                begin(report.whole.games)
                for (cell, _number), game in zip(
                    self.grid.numbered(report.whole.games),
                    results_in_order(play, self.grid.tasks(report.whole.games), self.jobs, self.cluster),
                    strict=True,
                ):
                    rows = cell.rows(game) if game.shares else []
                    if file is not None:
                        file.write(csv_lines(rows))
                        file.flush()
                    report.rows += rows
                    self._count_game(report, game)
                    progress()
        except KeyboardInterrupt:
            report.whole.interrupted = True
        report.wall += time.perf_counter() - wall
        report.processor += time.process_time() - processor
        return report

    def _count_game(self, report: TrialReport, game: GameReport) -> None:
        report.whole.add(game)
        report.fresh.add(game)
        if game.worker != f"{platform.node()}:{os.getpid()}":
            report.processor += game.processor

    @contextmanager
    def _open_table(self, report: TrialReport) -> Iterator[TextIO | None]:
        for cell in self.grid.cells:
            assert cell.setups  # an impossible cell is refused before anything is played
        if self.table is None:
            yield None
            return
        self.table.parent.mkdir(parents=True, exist_ok=True)
        with changing(self.table):
            keep = 0
            if self._resume and self.table.exists():
                report.rows, keep = read_csv(self.table, self.grid)
                self._count_earlier_games(report)
            with open_csv(self.table, keep) as file:
                yield file

    def _count_earlier_games(self, report: TrialReport) -> None:
        at = 0
        for cell, _number in self.grid.numbered():
            if at == len(report.rows):
                break
            seats = len(cell.batch.players)
            report.whole.add(cell.report(report.rows[at : at + seats]))
            at += seats

"""A grid of games, in which each cell is a batch and each game gives a row of figures for each side."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Annotated, Final, Literal

from pydantic import Field

from game import rulesets
from game.cached import cached_property
from game.lab.batch import BatchPlan, GameReport, Task
from game.lab.watching import Fate
from game.printable import one_line

MOST_GAMES: Final = 1_000_000
"""The most games of a grid."""

Count = Annotated[int, Field(ge=0, le=2**62)]
Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


@dataclass(frozen=True, slots=True)
class Row:
    """The plan and the result of one side of a game; the fields are the columns of a table.

    `plan` is the hash of the cell's plan; `players` and `rosters` are those of the cell, `kind` and `roster` those of
    the side in `seat`. `rounds` are the points after each round; `led` tells whether the side led the first round;
    `expected` is the exact expectation of the sum `rolled`.
    """

    plan: str
    ruleset: str
    scenario: str
    map: str
    players: str
    rosters: str
    game: Count
    seed: Count
    side: Count
    seat: Count
    kind: str
    roster: str
    result: Literal["win", "draw", "loss"]
    points: Points
    rounds: tuple[Points, ...]
    led: bool
    rolls: Count
    rolled: Count
    expected: Annotated[float, Field(ge=0, le=2**62, allow_inf_nan=False)]
    pieces: tuple[Fate, ...]
    decisions: Count
    violations: tuple[str, ...]


COLUMNS: Final = tuple(field.name for field in fields(Row))
PLANNED: Final = COLUMNS[: COLUMNS.index("result")]
"""The columns that are known before a game is played."""


@dataclass(frozen=True)
class Cell:
    """A batch of a grid, with the names for its rows; `label` is the label of its first player's plan."""

    batch: BatchPlan
    label: str = ""

    @cached_property
    def setups(self) -> list[str]:
        """The setup for each order of the seats, as JSON; raises `DocumentError` if the plan is impossible."""
        return [plan.setup() for plan in self.batch.rotations()]

    @cached_property
    def plan(self) -> str:
        """A hash of everything that the games depend on, such as rules, table, rosters, players and seed."""
        batch, version = self.batch, rulesets.load(self.batch.ruleset).version
        whole = [
            batch.ruleset,
            version,
            self.setups,
            batch.players,
            batch.seed,
            batch.mirrored,
            batch.tries,
            batch.check,
            *([plan and plan.model_dump(mode="json") for plan in batch.plans]),
        ]
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()[:16]

    @cached_property
    def scenario(self) -> str:
        """The scenario's name."""
        offered = rulesets.load(self.batch.ruleset).offers().scenarios
        return one_line(self.batch.plan.scenario or next((offer.name for offer in offered), ""))

    @cached_property
    def map(self) -> str:
        """The map's name: that of the plan or of the scenario, or else the first map."""
        offers = rulesets.load(self.batch.ruleset).offers()
        own = next((offer.map for offer in offers.scenarios if offer.name == self.scenario), "")
        return one_line(self.batch.plan.map or own or next((offer.name for offer in offers.maps), ""))

    @cached_property
    def rosters(self) -> tuple[str, ...]:
        """The roster of each seat in the first game, or "" if the rulebook chooses the roster."""
        given = tuple(map(one_line, self.batch.plan.rosters))
        return (*given, *[""] * (len(self.batch.players) - len(given)))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of the player of each side."""
        ruleset = rulesets.load(self.batch.ruleset)
        return ruleset.players(ruleset.read_setup(json.loads(self.setups[0])))

    def planned(self, number: int) -> Iterator[tuple[str | int, ...]]:
        """Yield the values of the `PLANNED` columns for each side of game `number`."""
        batch, seats = self.batch, len(self.batch.players)
        by = number % seats if batch.mirrored else 0
        cell = self.plan, batch.ruleset, self.scenario, self.map, ",".join(batch.players), ",".join(self.rosters)
        for side, kind in enumerate(batch.players):
            seat = (side - by) % seats
            roster = self.rosters[side if batch.plan.rosters else seat]
            yield *cell, number, batch.dice(number), side, seat, kind, roster

    def task(self, number: int) -> Task:
        """Return game `number` as a task."""
        return Task(self.batch, self.setups[number % len(self.setups)], number)

    def report(self, rows: list[Row]) -> GameReport:
        """Return the report of an earlier game, for totals, from its rows; it has no times."""
        winners = tuple(self.ids[row.side] for row in rows if row.result != "loss")
        return GameReport(rows[0].game, rows[0].decisions, 0.0, winners, rows[0].violations)

    def rows(self, report: GameReport) -> list[Row]:
        """Return a row for each side of a watched game."""
        rows = []
        for planned in self.planned(report.number):
            share = report.shares[int(planned[PLANNED.index("seat")])]
            figures = {field.name: getattr(share, field.name) for field in fields(share)}
            played = {"decisions": report.decisions, "violations": report.violations}
            rows.append(Row(**dict(zip(PLANNED, planned, strict=True)), **figures, **played))  # type: ignore[arg-type]
        return rows


@dataclass(frozen=True)
class Grid:
    """Cells with `games` games each, played one cell after another."""

    cells: tuple[Cell, ...]
    games: int

    def __len__(self) -> int:
        return len(self.cells) * self.games

    def numbered(self, begin: int = 0) -> Iterator[tuple[Cell, int]]:
        """Yield the games from place `begin` on, each as its cell and its number in the cell."""
        for place in range(begin, len(self)):
            cell, number = divmod(place, self.games)
            yield self.cells[cell], number

    def tasks(self, begin: int = 0) -> Iterator[Task]:
        """Yield the games from place `begin` on as tasks."""
        yield from (cell.task(number) for cell, number in self.numbered(begin))

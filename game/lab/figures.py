"""Statistics of many games with 95% intervals, for wins, points by round, survival, first initiative and luck."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from statistics import fmean, stdev
from typing import Final

from game.lab.grid import Row
from game.players.strength import CERTAIN, wilson_interval
from game.wording import _, numeral, percent

WORTH: Final = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""The worth of a result in wins."""
MOST_TRAITS: Final = 40
"""The most traits in a plot, which shows the most frequent traits."""
GROUPS: Final = 5
"""The number of equally large groups by luck."""


@dataclass(frozen=True)
class Rate:
    """The share of `count` cases in which something happened, with its interval (Wilson's)."""

    label: str
    count: int
    share: float
    low: float
    high: float

    @property
    def text(self) -> str:
        low, high = numeral(100 * self.low, ".1f"), numeral(100 * self.high, ".1f")
        return _(
            "{share} ({low}–{high}), {count:,}", share=percent(self.share, 1), low=low, high=high, count=self.count
        )


def rate(label: str, values: Sequence[float]) -> Rate:
    """Return the rate of successes among one or more values from 0 to 1, where 0.5 is half a success."""
    count, share = len(values), fmean(values)
    return Rate(label, count, share, *wilson_interval(share, count))


def rates(cases: Iterable[tuple[str, float]]) -> dict[str, Rate]:
    """Return the rate of each label, in alphabetical order, from cases of a label and a value from 0 to 1."""
    values: defaultdict[str, list[float]] = defaultdict(list)
    for label, value in cases:
        values[label].append(value)
    return {label: rate(label, values[label]) for label in sorted(values)}


@dataclass(frozen=True)
class Mean:
    """A mean of many values with its interval."""

    value: float
    low: float
    high: float

    @property
    def text(self) -> str:
        return f"{numeral(self.value, '.1f')} ± {numeral(self.high - self.value, '.1f')}"


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of one or more values."""
    value = fmean(values)
    margin = CERTAIN * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Mean(value, value - margin, value + margin)


def games_of(rows: Iterable[Row]) -> Iterator[tuple[Row, ...]]:
    """Yield the rows of each game as a tuple."""
    for _game, group in groupby(rows, key=lambda row: (row.plan, row.game)):
        yield tuple(group)


Key = Callable[[Row], str]


def win_rates(rows: Iterable[Row], key: Key) -> list[Rate]:
    """Return the win rate of each value of `key`, in games whose sides have different values; a draw counts half."""
    games = (game for game in games_of(rows) if len(game) == 1 or len({key(row) for row in game}) > 1)
    return [*rates((key(row), WORTH[row.result]) for game in games for row in game).values()]


@dataclass(frozen=True)
class PlanFigures:
    """The results of a player with a plan: the win rate and the mean points."""

    wins: Rate
    points: Mean

    @property
    def text(self) -> str:
        return _(
            "plan {plan}: wins {rate}; points {points}",
            plan=self.wins.label,
            rate=self.wins.text,
            points=self.points.text,
        )

    def plain(self) -> dict[str, object]:
        """Return the figures as JSON-ready data."""
        figures = {name: asdict(value) for name, value in (("wins", self.wins), ("points", self.points))}
        return {"plan": figures["wins"].pop("label"), **figures}


def plan_figures(label: str, rows: Sequence[Row]) -> PlanFigures:
    """Return the figures of both sides over one or more rows; a draw counts half."""
    return PlanFigures(rate(label, [WORTH[row.result] for row in rows]), mean([float(row.points) for row in rows]))


def pairings(rows: Iterable[Row]) -> list[Rate]:
    """Return the win rate of each kind of player against each other kind, in games of two."""
    pairs = (sorted(game, key=lambda row: row.kind) for game in games_of(rows) if len(game) == 2)
    cases = (
        (_("{kind} against {other}", kind=first_row.kind, other=second_row.kind), WORTH[first_row.result])
        for first_row, second_row in pairs
        if first_row.kind != second_row.kind
    )
    return [*rates(cases).values()]


def by_round(rows: Sequence[Row], key: Key) -> list[tuple[str, list[Mean]]]:
    """Return the mean points after each round for each value of `key`; a game that ended early keeps its points."""
    longest = max((len(row.rounds) for row in rows), default=0)
    points: defaultdict[str, list[tuple[int, ...]]] = defaultdict(list)
    for row in rows:
        padding = (row.rounds[-1] if row.rounds else row.points,) * (longest - len(row.rounds))
        points[key(row)].append(row.rounds + padding)
    return [(label, [mean(column) for column in zip(*series)]) for label, series in sorted(points.items()) if longest]


def survival(rows: Iterable[Row]) -> tuple[list[Rate], list[Rate]]:
    """Return the shares of pieces that survived to the end, by rank and by trait."""
    pieces = [piece for row in rows for piece in row.pieces]
    ranks = rates((piece.rank or _("without a rank"), float(piece.survived)) for piece in pieces).values()
    traits = rates((trait, float(piece.survived)) for piece in pieces for trait in piece.traits)
    bearers = Counter(trait for piece in pieces for trait in piece.traits)
    frequent = sorted(name for name, _n in bearers.most_common(MOST_TRAITS))
    return sorted(ranks, key=lambda rank: len(rank.label)), [traits[name] for name in frequent]


def first_initiative(rows: Iterable[Row]) -> list[Rate]:
    """Return the win rate of sides that led the first round, overall and by scenario, in games of several sides."""
    led = [row for game in games_of(rows) if len(game) > 1 for row in game if row.led]
    by_scenario = [*rates((row.scenario, WORTH[row.result]) for row in led).values()]
    overall = [rate(_("every scenario"), [WORTH[row.result] for row in led])] if len(by_scenario) > 1 else []
    return overall + by_scenario


def luck(rows: Iterable[Row]) -> list[Rate]:
    """Return the win rates of equal groups by luck: rolls above expectation, minus the mean of the other sides."""
    results: list[tuple[float, float]] = []
    for game in (game for game in games_of(rows) if len(game) > 1):
        surplus = [row.rolled - row.expected for row in game]
        for row, own_surplus in zip(game, surplus, strict=True):
            others = (sum(surplus) - own_surplus) / (len(game) - 1)
            results.append((round(own_surplus - others, 4), WORTH[row.result]))
    results.sort(key=lambda result: result[0])
    groups = min(GROUPS, len(results))
    bounds = [len(results) * number // groups for number in range(groups + 1)] if groups else []
    rates = []
    for start, end in pairwise(bounds):
        low, high = results[start][0], results[end - 1][0]
        label = _("{low} to {high}", low=numeral(low, "+.1f"), high=numeral(high, "+.1f"))
        rates.append(rate(label, [worth for _luck, worth in results[start:end]]))
    return rates

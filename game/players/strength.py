"""The strength of the computer players' levels, as measured by `tools/strength.py`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

from game.players.bots import PLAYERS
from game.wording import _

FIGURES: Final = Path(__file__).with_name("strength.json")
NAMES: Final = {name: bot.level for name, bot in PLAYERS.items() if bot.level}
"""The levels in words by bot, weakest first."""
CERTAIN: Final = NormalDist().inv_cdf(0.975)
"""Standard deviations on either side of a 95% interval."""


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Return the bounds of Wilson's 95% interval for a share observed in `count` cases; draws only make it safer."""
    square = CERTAIN**2
    middle, half = share + square / (2 * count), CERTAIN * sqrt((share * (1 - share) + square / (4 * count)) / count)
    scale = 1 + square / count
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


@dataclass(frozen=True)
class Games:
    """A number of games, and the points of the first level in them: 1 for a win, 1/2 for a draw."""

    played: int
    points: float

    @property
    def share(self) -> float:
        return self.points / self.played if self.played else 0.0

    def interval(self) -> tuple[float, float]:
        """Return the bounds of the 95% interval for the share of points."""
        return wilson_interval(self.share, self.played) if self.played else (0.0, 1.0)


@dataclass(frozen=True)
class Figure:
    """The games of one level against another, in all and by scenario; `tries` per decision, one for each level."""

    rulebook: str
    first: str
    second: str
    tries: tuple[int, int]
    together: Games
    scenarios: dict[str, Games] = field(default_factory=dict)

    def words(self) -> str:
        """Return the figure as a line, with its 95% interval and the number of games."""
        low, high = self.together.interval()
        shown = {"share": 100 * self.together.share, "low": 100 * low, "high": 100 * high, "n": self.together.played}
        names = {"first": _(NAMES.get(self.first, self.first)), "second": _(NAMES.get(self.second, self.second))}
        text = _("{first} against {second}: {share:.0f}% ({low:.0f} to {high:.0f}%, {n} games)", **names, **shown)
        first, second = self.tries
        if not second:
            return text if not first else _("{text}, {first} tries per decision", text=text, first=first)
        return _("{text}, {first} against {second} tries per decision", text=text, first=first, second=second)

    def plain(self) -> dict[str, Any]:
        """Return the figure as JSON-ready data."""
        return asdict(self)


@cache
def figures() -> tuple[Figure, ...]:
    """Return the measured figures that come with the program."""
    if not FIGURES.exists():
        return ()
    stored = json.loads(FIGURES.read_text(encoding="utf-8"))
    return tuple(
        Figure(
            **{key: value for key, value in figure.items() if key not in ("tries", "together", "scenarios")},
            tries=(figure["tries"][0], figure["tries"][1]),
            together=Games(**figure["together"]),
            scenarios={name: Games(**games) for name, games in figure["scenarios"].items()},
        )
        for figure in stored
    )


def figure_of(rulebook: str, level: str) -> Figure | None:
    """Return the figure of a level against the next lower level measured in a rulebook, if any."""
    measured = [figure for figure in figures() if figure.rulebook == rulebook and figure.first == level]
    ranks = {name: rank for rank, name in enumerate(NAMES)}
    return max(measured, key=lambda figure: ranks.get(figure.second, -1), default=None)


def strength_words(rulebook: str, level: str) -> str:
    """Return the figure of a level against the level below as a line, or "" if there is none."""
    figure = figure_of(rulebook, level)
    return figure.words() if figure is not None else ""


def strengths(rulebook: str) -> list[str]:
    """Return the measured strengths of the levels in a rulebook, one line per pair of levels."""
    return [figure.words() for figure in figures() if figure.rulebook == rulebook]

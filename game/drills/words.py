"""Results of drills as words and bars, for screens and terminals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.drills.drill import TITLES
from game.drills.results import Round, by_day, by_kind
from game.wording import _

SHOWN = 14
"""The number of latest days that are shown."""
_BAR = 20


def bar(right: int, asked: int) -> str:
    """Return a bar for the share of right answers."""
    full = round(_BAR * right / asked) if asked else 0
    return "█" * full + "·" * (_BAR - full)


def day_lines(rounds: Sequence[Round]) -> Iterator[str]:
    """Yield a line for each of the latest days, with a bar, the numbers right and asked, and seconds per drill."""
    for day, right, asked, seconds in by_day(rounds)[-SHOWN:]:
        average = seconds / asked if asked else 0.0
        yield _(
            "{day}  {bar}  {right} of {asked}, {each:.0f} s each",
            day=day,
            bar=bar(right, asked),
            right=right,
            asked=asked,
            each=average,
        )


def kind_lines(rounds: Sequence[Round]) -> Iterator[str]:
    """Yield a line for each kind of drill, with a bar and the numbers right and asked."""
    counts = by_kind(rounds)
    for kind, title in TITLES.items():
        if kind in counts:
            right, asked = counts[kind]
            yield _(
                "{bar}  {right} of {asked}  {title}", bar=bar(right, asked), right=right, asked=asked, title=_(title)
            )


def round_line(right: int, asked: int, seconds: float) -> str:
    """Return the result of a round as a sentence."""
    minutes, left = divmod(round(seconds), 60)
    return _("{right} of {asked} right in {minutes}:{left:02}", right=right, asked=asked, minutes=minutes, left=left)

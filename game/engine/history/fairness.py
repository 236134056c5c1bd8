"""Statistics of a game's dice: counts by size and face, and the chance that fair dice fall as unevenly."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from game.engine.core.events import Event

ENOUGH: Final = 5
"""The test is meaningful from this expected count of every face on."""


SUBJECTS: Final = ("by", "model", "piece", "unit", "squad", "player")
"""Event fields that name the piece or player for which dice were rolled; the first one present counts."""
NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True)
class Throw:
    """One die from an event. `subject` is the piece, unit or player for which it was rolled, if the event names one.

    `reroll_at_most` and `zero_at_most` are as for `roll_die`. `on_table`: the die chose an entry of a table. `pooled`:
    the die belongs to a pool, which has a `key` and may have a `colour`. `needed` is the least face that counts, 0 if
    the event names none, and `doubled` the least face that counts twice, or 0. `sum` is how all dice of the event come
    to their result, as in "5 + 1 = 6".
    """

    sides: int
    faces: tuple[int, ...]
    result: int
    subject: str = ""
    purpose: str = ""
    reroll_at_most: int = 0
    zero_at_most: int = 0
    on_table: bool = False
    colour: str = ""
    pooled: bool = False
    key: str = ""
    needed: int = 0
    doubled: int = 0
    sum: str = ""

    @property
    def is_double(self) -> bool:
        """Whether its result counts twice."""
        return 0 < self.doubled <= self.result


@dataclass(frozen=True)
class Tally:
    """The counts of the faces for dice of one size, Pearson's statistic, and the chance `p` that fair dice reach it."""

    sides: int
    counts: tuple[int, ...]
    statistic: float
    p: float

    @property
    def rolls(self) -> int:
        """The number of faces counted."""
        return sum(self.counts)

    @property
    def meaningful(self) -> bool:
        """Whether there were enough rolls for the test."""
        return self.rolls >= ENOUGH * self.sides


def subject_of(plain: Mapping[str, Any]) -> str:
    """Return the piece, unit or player that an event's fields name first, or "" if they name none."""
    return str(next((plain[name] for name in SUBJECTS if plain.get(name)), ""))


def throws(events: Iterable[Event]) -> Iterator[Throw]:
    """Yield every die in events of any rulebook, in order."""
    for event in events:
        data = event.plain()
        subject = subject_of(data)
        others = {name: str(data[owner_field]) for name, owner_field in event.rolled_by.items()}
        colour = str(data.get("colour") or "")
        purpose = str(data.get("purpose") or data.get("table") or "")
        needs = {
            name: (getattr(event, field), getattr(event, event.doubles[name]) if name in event.doubles else 0)
            for name, field in event.needs.items()
        }
        for roller, roll in _rolls(data, subject, others, needs):
            pooled = bool(roll.get("pooled"))
            yield Throw(
                sides=int(roll["sides"]),
                faces=tuple(map(int, roll["faces"])),
                result=int(roll["result"]),
                subject=roller,
                purpose=purpose,
                reroll_at_most=int(roll.get("reroll_at_most", 0)),
                zero_at_most=int(roll.get("zero_at_most", 0)),
                on_table="table" in data,
                colour=colour,
                pooled=pooled,
                key=str(roll["key"]) if pooled else "",
                needed=int(roll.get("needed", (0, 0))[0]),
                doubled=int(roll.get("needed", (0, 0))[1]),
                sum=event.worked(),
            )


def _rolls(
    value: Any,
    subject: str,
    others: Mapping[str, str] = NOTHING,
    needs: Mapping[str, tuple[int, int]] = NOTHING,
    needed: tuple[int, int] = (0, 0),
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each roll in a value with its owner, which is `subject` except under the keys of `others`.

    `needs` has the least faces that count, and count twice, under some keys; `needed` are those of the value.
    """
    if isinstance(value, dict):
        if {"sides", "faces", "result"} <= value.keys():
            yield subject, {"needed": needed, **value}
        elif _is_pool(value):
            for faces in value["dice"]:
                yield subject, {
                    "sides": value["sides"], "faces": faces, "result": faces[-1], "pooled": True, "key": value["key"],
                    "needed": needed,
                }  # fmt: skip
        else:
            by_player = bool(value) and all(map(_is_pool, value.values()))
            for key, part in value.items():
                roller = key if by_player else others.get(key, subject)
                yield from _rolls(part, roller, needed=needs.get(key, (0, 0)))
    elif isinstance(value, list):
        for part in value:
            yield from _rolls(part, subject, needed=needed)


def _is_pool(value: Any) -> bool:
    return isinstance(value, dict) and {"key", "sides", "dice"} <= value.keys()


def tallies(events: Iterable[Event]) -> list[Tally]:
    """Return a tally for every size of die in the events, smallest first; rerolled faces count too."""
    counts: dict[int, list[int]] = {}
    for throw in throws(events):
        row = counts.setdefault(throw.sides, [0] * throw.sides)
        for face in throw.faces:
            row[face - 1] += 1
    return [tally(counts[sides]) for sides in sorted(counts)]


def tally(counts: Iterable[int]) -> Tally:
    """Return the tally for counts of a die's faces."""
    row = tuple(counts)
    statistic = chi_square(row)
    return Tally(len(row), row, statistic, p_value(statistic, len(row) - 1))


def chi_square(counts: tuple[int, ...]) -> float:
    """Return Pearson's statistic for the hypothesis that all faces are equally likely; 0 if nothing was rolled."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def p_value(statistic: float, freedom: int) -> float:
    """Return the chance that a chi-square variable with `freedom` degrees of freedom is at least `statistic`."""
    half = statistic / 2
    if freedom <= 0 or half <= 0:
        return 1.0
    # Upper incomplete gamma function: begin with Q(1/2, x) or Q(1, x), then go from Q(a, x) to Q(a + 1, x).
    chance = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    for twice in range(2 - freedom % 2, freedom, 2):
        a = twice / 2
        chance += math.exp(a * math.log(half) - half - math.lgamma(a + 1))
    return chance

"""Effects as data: what changes a number or a permission, read by one mechanism.

A rulebook names its moments and lists its rows. A row says at which moments it applies, by how much, and under which
condition. `Effects` sorts the rows by moment once, so that nothing is searched during play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple, Protocol, Self

Condition = Callable[..., bool]
"""Whether an effect applies: asked about the game, the holder, the entry that brings it, and the situation."""


class Entry(Protocol):
    """The thing that brings the effects of a row into play: the row's name, with values."""

    @property
    def name(self) -> str:
        """The name of the row."""

    @property
    def values(self) -> Sequence[int]:
        """Its values, called X and Y in a text."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What a row adds at a moment: `plus`, and `times` the first value of its entry.

    It applies under the condition named `condition`. With `only`, it applies to these subjects of the moment (a test, a
    state, an action); with `but`, to all others.
    """

    plus: int = 0
    times: int = 0
    condition: str = ""
    only: tuple[str, ...] = ()
    but: tuple[str, ...] = ()

    def __sub__(self, less: int) -> Amount:
        return replace(self, plus=self.plus - less)

    def __rmul__(self, times: int) -> Amount:
        return replace(self, plus=times * self.plus, times=times * self.times)

    def when(self, condition: str) -> Amount:
        """Return the same amount under a condition of the rulebook, by its name."""
        return replace(self, condition=condition)

    def about(self, *subjects: str) -> Amount:
        """Return the same amount for some subjects only."""
        return replace(self, only=subjects)

    def but_for(self, *subjects: str) -> Amount:
        """Return the same amount for all subjects except some."""
        return replace(self, but=subjects)

    def of(self, entry: Entry) -> int:
        """Return the number for an entry."""
        return self.plus + self.times * (entry.values[0] if self.times and entry.values else 0)


X: Final = Amount(times=1)
"""The first value of the entry."""
YES: Final = Amount(1)
"""A permission, or the number one."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """Something that has effects: its name, its rule, its text for players, and its effects by moment."""

    name: str
    rule: str
    text: str
    at: Mapping[str, Amount]

    @classmethod
    def of(cls, name: str, rule: str, text: str, **given: Any) -> Self:
        """Return a row: each argument is a field of its class, or an amount for the moment of that name."""
        own = {each.name for each in fields(cls)}
        at = {
            key: said if isinstance(said, Amount) else Amount(int(said))
            for key, said in given.items()
            if key not in own
        }
        return cls(name=name, rule=rule, text=text, at=at, **{key: each for key, each in given.items() if key in own})


class InForce(NamedTuple):
    """An effect in force: the entry that brings it, its number, and the condition under which it applies."""

    entry: Any
    amount: int
    condition: Condition | None

    def applies(self, game: object, holder: object, *situation: object) -> bool:
        """Return whether it applies to a situation."""
        return self.condition is None or self.condition(game, holder, self.entry, *situation)


class Effects:
    """The effects of a rulebook's rows, by moment; raises `KeyError` for an unknown moment."""

    def __init__(self, moments: Collection[str], rows: Iterable[Row] = ()) -> None:
        self._tables: dict[str, dict[str, Amount]] = {moment: {} for moment in moments}
        self._conditions: dict[tuple[str, str], Condition | None] = {}
        self.add(rows)

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows."""
        for row in rows:
            for moment, amount in row.at.items():
                self._tables[moment][row.name] = amount

    def bind(self, conditions: Mapping[str, Condition]) -> None:
        """Take the conditions that rows use by name; raises `KeyError` if one is missing."""
        for moment, table in self._tables.items():
            for name, amount in table.items():
                named = conditions[amount.condition] if amount.condition else None
                self._conditions[moment, name] = _about(amount, named) if amount.only or amount.but else named

    def speaking(self, moment: str) -> Mapping[str, Amount]:
        """Return the names of the rows with effects at a moment, each with its effect."""
        return self._tables[moment]

    def effect(self, moment: str, entry: Entry) -> InForce:
        """Return the effect of an entry at a moment at which its row has one."""
        return InForce(entry, self._tables[moment][entry.name].of(entry), self._conditions[moment, entry.name])


def _about(amount: Amount, named: Condition | None) -> Condition:
    """Return the condition that the subject of the moment is among those meant, combined with another condition."""

    def about(game: object, holder: object, entry: object, subject: str, *more: object) -> bool:
        meant = subject in amount.only if amount.only else subject not in amount.but
        return meant and (named is None or named(game, holder, entry, subject, *more))

    return about


def total(effects: Iterable[InForce], game: object, holder: object, *situation: object) -> int:
    """Return the sum of the effects that apply to a situation."""
    return sum(each.amount for each in effects if each.applies(game, holder, *situation))


def any_applies(effects: Iterable[InForce], game: object, holder: object, *situation: object) -> bool:
    """Return whether an effect applies to a situation: whether a permission is given."""
    for each in effects:  # asked at nearly every decision: no generator
        if each.amount and (each.condition is None or each.condition(game, holder, each.entry, *situation)):
            return True
    return False

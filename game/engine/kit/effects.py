"""Effects as data: changes to numbers and permissions, all read by one mechanism.

A rulebook names its moments and lists its rows. A row has amounts and conditions for some moments. `Effects` sorts the
rows by moment once, so that nothing is searched during play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple, Protocol, Self

Condition = Callable[..., bool]
"""Returns whether an effect applies, given the game, the holder, the entry with the effect, and the situation."""


class Entry(Protocol):
    """Something that puts the effects of a row into play: the row's name, and values."""

    @property
    def name(self) -> str:
        """The name of the row."""

    @property
    def values(self) -> Sequence[int]:
        """The values called X and Y in the row's text."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The amount that a row adds at a moment: `plus`, and `times` the first value of its entry.

    It applies under the condition named `condition`. With `only`, it applies just to these subjects of the moment (a
    test, a state, an action); with `but`, to all subjects except these.
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
        """Return the same amount, limited to a named condition of the rulebook."""
        return replace(self, condition=condition)

    def about(self, *subjects: str) -> Amount:
        """Return the same amount, but only for these subjects."""
        return replace(self, only=subjects)

    def but_for(self, *subjects: str) -> Amount:
        """Return the same amount for every subject but these."""
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
        """Return a row. Each further argument is a field of its class, or an amount for the moment of that name."""
        field_names = {field.name for field in fields(cls)}
        amounts = {
            key: amount if isinstance(amount, Amount) else Amount(int(amount))
            for key, amount in given.items()
            if key not in field_names
        }
        return cls(
            name=name,
            rule=rule,
            text=text,
            at=amounts,
            **{key: field for key, field in given.items() if key in field_names},
        )


class InForce(NamedTuple):
    """An effect in force: the entry that brings it, its number, and the condition under which it applies."""

    entry: Any
    amount: int
    condition: Condition | None

    def applies(self, game: object, holder: object, *situation: object) -> bool:
        """Return whether the effect applies to a situation."""
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
        """Set the conditions, which rows use by name; raises `KeyError` if one is missing."""
        for moment, table in self._tables.items():
            for name, amount in table.items():
                condition = conditions[amount.condition] if amount.condition else None
                self._conditions[moment, name] = (
                    _for_subjects(amount, condition) if amount.only or amount.but else condition
                )

    def speaking(self, moment: str) -> Mapping[str, Amount]:
        """Return the effects at a moment, by the names of their rows."""
        return self._tables[moment]

    def effect(self, moment: str, entry: Entry) -> InForce:
        """Return the effect of an entry at a moment at which its row has one."""
        return InForce(entry, self._tables[moment][entry.name].of(entry), self._conditions[moment, entry.name])


def _for_subjects(amount: Amount, other: Condition | None) -> Condition:
    """Return a condition that holds only for the amount's subjects, and only if `other` holds too."""

    def checks_subject(game: object, holder: object, entry: object, subject: str, *more: object) -> bool:
        concerned = subject in amount.only if amount.only else subject not in amount.but
        return concerned and (other is None or other(game, holder, entry, subject, *more))

    return checks_subject


def total(effects: Iterable[InForce], game: object, holder: object, *situation: object) -> int:
    """Return the sum of the effects that apply in a situation."""
    return sum(effect.amount for effect in effects if effect.applies(game, holder, *situation))


def any_applies(effects: Iterable[InForce], game: object, holder: object, *situation: object) -> bool:
    """Return whether any effect applies to a situation, for permissions."""
    for effect in effects:  # a loop is faster than a generator, and this runs at nearly every decision
        if effect.amount and (effect.condition is None or effect.condition(game, holder, effect.entry, *situation)):
            return True
    return False

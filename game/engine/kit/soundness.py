"""What every state read from a file must hold, whatever the rulebook: names that exist, full mappings, bounded sizes.

Each check yields the place of a fault, beginning at the state, and its reason with the cure.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import Final, Protocol, TypeVar

from game.engine.core.records import Record
from game.wording import _

Fault = tuple[str, str]

MOST: Final = 1_000_000
"""The largest amount of anything; nothing in a game comes near it."""
MOST_PARTS: Final = 10_000
"""Parts of a list or mapping."""
LONGEST: Final = 1_000
"""Characters of a text."""
SHOWN: Final = 60


class Round(Protocol):
    """A piece with a round base: its middle and radius in inches."""

    @property
    def x(self) -> float:
        """East of the corner."""

    @property
    def y(self) -> float:
        """North of the corner."""

    @property
    def radius(self) -> float:
        """Of its base."""


RoundT = TypeVar("RoundT", bound=Round)


def near_pairs(pieces: Collection[RoundT]) -> Iterator[tuple[RoundT, RoundT]]:
    """Yield the pairs of pieces that are near enough to overlap, one by one: a file may hold thousands of pieces."""
    side = 2 * max((piece.radius for piece in pieces), default=1.0)
    cells: dict[tuple[int, int], list[RoundT]] = {}
    for piece in pieces:
        column, row = math.floor(piece.x / side), math.floor(piece.y / side)
        for cell in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            yield from ((other, piece) for other in cells.get(cell, ()))
        cells.setdefault((column, row), []).append(piece)


def _shown(name: object) -> str:
    text = repr(name)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _series(names: Iterable[object]) -> str:
    text = ", ".join(sorted(map(str, names)))
    return text if len(text) <= 4 * SHOWN else f"{text[: 4 * SHOWN - 3]}..."


def unknown(where: str, names: Iterable[str], known: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for the first name that is not known; "" is nobody."""
    for name in names:
        if name and name not in known:
            text = _("{name} is not known here - use one of {known}", name=_shown(name), known=_series(known))
            yield where, text
            return


def repeated(where: str, names: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for the first name that occurs twice."""
    met: set[str] = set()
    for name in names:
        if name in met:
            yield where, _("{name} occurs twice - keep one", name=_shown(name))
            return
        met.add(name)


def incomplete(where: str, mapping: Mapping[str, object], wanted: Collection[str]) -> Iterator[Fault]:
    """Yield a fault unless a mapping has exactly the wanted keys."""
    for name in wanted:
        if name not in mapping:
            yield where, _("{name} is missing - add it", name=_shown(name))
            return
    yield from unknown(where, mapping, wanted)


def outside(where: str, amount: float, least: float, most: float) -> Iterator[Fault]:
    """Yield a fault unless an amount lies within its bounds."""
    if not least <= amount <= most:
        text = _("is {amount} - use a number from {least} to {most}", amount=_shown(amount), least=least, most=most)
        yield where, text


def unbounded(part: object, where: str = "") -> Iterator[Fault]:
    """Yield a fault for each number, text, list and mapping in a state that is larger than anything in a game."""
    if isinstance(part, bool | None):
        return
    if isinstance(part, int | float):
        if not math.isfinite(part) or abs(part) > MOST:
            yield from outside(where, part, -MOST, MOST)
    elif isinstance(part, str):
        if len(part) > LONGEST:
            yield where, _("has {n} characters - use {most} at most", n=len(part), most=LONGEST)
    elif isinstance(part, Record):
        for field in dataclasses.fields(part):  # type: ignore[arg-type]  # every record is a dataclass
            yield from unbounded(getattr(part, field.name), f"{where}.{field.name}" if where else field.name)
    elif isinstance(part, Mapping | list | tuple):
        if len(part) > MOST_PARTS:
            yield where, _("has {n} parts - use {most} at most", n=len(part), most=MOST_PARTS)
            return
        for key, value in part.items() if isinstance(part, Mapping) else enumerate(part):
            if isinstance(key, str):
                yield from unbounded(key, where)
            yield from unbounded(value, f"{where}.{key}" if isinstance(key, str) else f"{where}[{key}]")

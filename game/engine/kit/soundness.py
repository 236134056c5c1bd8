"""Checks of states read from files, for any rulebook: known names, complete mappings, limited sizes.

A check yields faults. A fault is the place in the state, and the reason with advice.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any, Final, Generic, TypeVar

from game.documents.error import DocumentError
from game.engine.core.records import Record
from game.engine.rulebook.laying import Laid
from game.table.footprints import Oblong, half_box
from game.table.lattice import snap
from game.table.terrain.battlefield import Battlefield
from game.wording import _

Fault = tuple[str, str]
StateT = TypeVar("StateT")
SetupT = TypeVar("SetupT")
PieceT = TypeVar("PieceT", bound=Any)

MOST: Final = 1_000_000
"""The largest amount allowed; nothing in a game comes near it."""
MOST_PARTS: Final = 10_000
"""The most entries of a list or mapping."""
LONGEST: Final = 1_000
"""The most characters of a text."""
SHOWN: Final = 60
HAIR: Final = 1e-6
"""Inches by which rounding errors may make a base seem to hang over the edge."""


def near_pairs(pieces: Collection[PieceT]) -> Iterator[tuple[PieceT, PieceT]]:
    """Yield the pairs of pieces near enough to overlap. Fast, because a file may hold thousands of pieces.

    A piece has a middle (`x`, `y`) and a `radius` in inches.
    """
    # With cells as wide as the largest piece, pieces that overlap are in the same cell or in neighbouring ones.
    side = 2 * max((piece.radius for piece in pieces), default=1.0)
    cells: dict[tuple[int, int], list[PieceT]] = {}
    for piece in pieces:
        column, row = math.floor(piece.x / side), math.floor(piece.y / side)
        for cell in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            yield from ((neighbour, piece) for neighbour in cells.get(cell, ()))
        cells.setdefault((column, row), []).append(piece)


def out_of_place(name: str, piece: Any, field: Battlefield, rule: str) -> Iterator[str]:
    """Yield a text if a piece is off the lattice, and a text if it sticks out over the edge of the table."""
    x, y = piece.x, piece.y
    half_width, half_height = half_box(piece) if isinstance(piece, Oblong) else (piece.radius, piece.radius)
    half_width, half_height = half_width - HAIR, half_height - HAIR
    if (snap(x), snap(y)) != (x, y):
        yield f"{name} stands off the lattice at ({x!r}, {y!r})"
    if x < half_width or y < half_height or x > field.width - half_width or y > field.height - half_height:
        yield f"{name} hangs over the edge of the table ({rule})"


@dataclass(frozen=True)
class Soundness(Generic[StateT, SetupT]):
    """The checks of a rulebook's states.

    `faults` yields the parts of a stored state that are inconsistent or do not fit its setup, `broken` the broken
    invariants of its table. Both yield one by one: a bad file may have millions, and `broken` looks up names that
    `faults` checks.
    """

    faults: Callable[[StateT, SetupT], Iterable[Fault]]
    broken: Callable[[StateT, SetupT], Iterable[str]]

    def require(self, state: StateT, setup: SetupT, file: str) -> None:
        """Raise `DocumentError` for the first fault of a state: its size, a failed check, or a broken invariant."""
        broken = (("", reason) for reason in self.broken(state, setup))
        for where, reason in chain(unbounded(state), self.faults(state, setup), broken):
            raise DocumentError(file, where, reason)

    def require_table(self, game: Any) -> None:
        """Raise `DocumentError` for the first fault of a running game."""
        self.require(game.state, game.setup, _("the table"))

    def violations(self, state: StateT, setup: SetupT) -> list[str]:
        """Return a description of every broken invariant of the table."""
        return [*self.broken(state, setup)]


def _shown(name: object) -> str:
    text = repr(name)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _series(names: Iterable[object]) -> str:
    text = ", ".join(sorted(map(str, names)))
    return text if len(text) <= 4 * SHOWN else f"{text[: 4 * SHOWN - 3]}..."


def unknown(where: str, names: Iterable[str], known: Collection[str], *, none: bool = True) -> Iterator[Fault]:
    """Yield a fault for the first unknown name. If `none`, "" is allowed and means no player."""
    for name in names:
        if name not in known and (name or not none):
            text = _("{name} is not available - use one of {known}", name=_shown(name), known=_series(known))
            yield where, text
            return


def repeated(where: str, names: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for the first name that occurs twice."""
    earlier: set[str] = set()
    for name in names:
        if name in earlier:
            yield where, _("{name} occurs twice - keep one", name=_shown(name))
            return
        earlier.add(name)


def incomplete(where: str, mapping: Mapping[str, object], wanted: Collection[str]) -> Iterator[Fault]:
    """Yield a fault unless a mapping has exactly the wanted keys."""
    for name in wanted:
        if name not in mapping:
            yield where, _("{name} is missing - add it", name=_shown(name))
            return
    yield from unknown(where, mapping, wanted)


def misfiled(where: str, records: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each record whose `id` differs from its key."""
    for key, record in records.items():
        if key != record.id:
            yield f"{where}.{key}.id", _("is {record!r} - it must match its key", record=record.id)


def other_players(where: str, named: Iterable[str], players: Collection[str]) -> Iterator[Fault]:
    """Yield the fault that `named` names someone who is not a player."""
    yield where, _("names {found}, but the players are {players}", found=[*named], players=sorted(players))


def no_player(where: str, player: str, players: Collection[str]) -> Iterator[Fault]:
    """Yield a fault unless `player` is one of the players."""
    if player not in players:
        yield where, _("{owner!r} is not a player ({players})", owner=player, players=", ".join(sorted(players)))


def half_over(state: Any, over: Collection[str] = ("over",)) -> Iterator[Fault]:
    """Yield a fault if a game has a result but is not over, or is over without a result."""
    if (state.step in over) != (state.result is not None):
        yield "step", _("is {step!r}: a game is over if and only if it has a result", step=state.step)


def laid_twice(laid: Sequence[Laid], supply: Collection[str], where: str = "laid") -> Iterator[Fault]:
    """Yield a fault for each laid terrain piece that is not in the supply or is listed twice."""
    for number, piece in enumerate(laid):
        if piece.id not in supply or any(piece.id == earlier.id for earlier in laid[:number]):
            yield f"{where}[{number}].id", _("{laid!r} is not a terrain piece, or is listed twice", laid=piece.id)


def outside(where: str, amount: float, least: float, most: float) -> Iterator[Fault]:
    """Yield a fault unless an amount is within its bounds."""
    if not least <= amount <= most:
        text = _("is {amount} - use a number from {least} to {most}", amount=_shown(amount), least=least, most=most)
        yield where, text


def out_of_bounds(where: str, part: Any, **limits: tuple[float, float]) -> Iterator[Fault]:
    """Yield a fault for each attribute of a part that is outside its limits. The state itself has the place ""."""
    for name, (lowest, highest) in limits.items():
        yield from outside(f"{where}.{name}".removeprefix("."), getattr(part, name), lowest, highest)


def unbounded(part: object, where: str = "") -> Iterator[Fault]:
    """Yield a fault for each number, text, list and mapping in a state that is too large for any game."""
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

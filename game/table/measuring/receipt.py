"""The result of a measurement: the line, its terrain, the barricades that blocked it, and the range."""

from dataclasses import dataclass
from typing import Literal

from game.table.lattice import Position


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a measured line on one level, in the open or in area terrain, with the names of the pieces there."""

    kind: Literal["open", "area"]
    start: Position
    end: Position
    inches: float
    pieces: tuple[str, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of measuring between two objects, in inches.

    `start` and `end` are the ends of the line. `range` is counted as the rulebook does, None if every line is blocked.
    `blocked_by` lists the impassable barricades on the direct line; `detour`: another line was used. `margin` is the
    distance by which the objects may move straight apart before the range grows.
    """

    origin: str
    target: str
    start: Position
    end: Position
    inches: float
    open_inches: float
    terrain_inches: float
    legs: tuple[Leg, ...]
    blocked_by: tuple[str, ...]
    detour: bool
    range: float | None
    margin: float
    rules: tuple[str, ...]

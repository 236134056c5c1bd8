"""The result of a measure: the line, its terrain, what blocked it, and the range."""

from dataclasses import dataclass
from typing import Literal

from game.table.lattice import Position


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a measured line, in the open or in area terrain, with the pieces it lies in, on one level."""

    kind: Literal["open", "area"]
    start: Position
    end: Position
    inches: float
    pieces: tuple[str, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of measuring between two objects, in inches.

    `start` and `end` are the witness points. `range` is as the rulebook counts, None if every line is blocked.
    `blocked_by` lists the impassable barricades on the direct line; `detour`: whether another line was taken.
    `margin` is the distance in inches that the two may move straight apart before the range grows.
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

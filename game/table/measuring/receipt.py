"""What a measure shows: the line, what it ran through, what stood in its way, and what it came to."""

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
    """The result of measuring between two things, in inches.

    `start` and `end` are the witness points. `range` is what the rulebook counts, None when no line is free.
    `blocked_by` names the impassable barricades on the direct line and `detour` says that another line was taken.
    `margin` is how many inches the two may still part, straight away from each other, before the range grows.
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

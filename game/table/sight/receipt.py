"""The result of looking from one base to another: the open line, or what stops every line."""

from dataclasses import dataclass

from game.table.lattice import Position


@dataclass(frozen=True, slots=True)
class SightReceipt:
    """Whether one base sees another, with its witness, in inches.

    `start` and `end` are the open line if `seen`, else the shortest line between the two. `blocked_by` are blockers
    that together stop every line, none of them superfluous. `turn` is the degrees missing for the target to enter the
    arc. `short`: moved by less in any direction, facing as it does, the observer still sees nothing of the target;
    whether a base fits there is not asked. `cover` lists the terrain that covers the target.
    """

    observer: str
    target: str
    seen: bool
    start: Position
    end: Position
    blocked_by: tuple[str, ...] = ()
    turn: float = 0.0
    short: float = 0.0
    cover: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

"""The verdict on sight from one base to another, with the open line, or the blockers that stop every line."""

from dataclasses import dataclass

from game.table.lattice import Position


@dataclass(frozen=True, slots=True)
class SightReceipt:
    """The verdict on whether one base sees another, with its proof, in inches.

    `start` and `end` are the open line if `seen`, or else the shortest line between the two. `blocked_by` are blockers
    that together stop every line, without superfluous ones. `turn` is the degrees missing for the target to be in the
    arc. `short`: if the observer moves by less in any direction, with the same facing, it still does not see the
    target, whether or not it fits there. `cover` lists the terrain that covers the target.
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

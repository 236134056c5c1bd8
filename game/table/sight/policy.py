"""A rulebook's rules of sight: blockers of lines, the width of an observer's base, and cover."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.solids import Solid

Blocking = Callable[[Disc, Disc], Iterable[Blocker]]
"""What stops the sight of an observer to a target, neither of the two among it; a disc of kind "point" is any spot."""
Covering = Callable[[Disc, Disc], Iterable[Solid]]


def _no_cover(observer: Disc, target: Disc) -> Iterable[Solid]:
    return ()


@dataclass(frozen=True, eq=False)
class SightPolicy:
    """The sight rules of one rulebook, handed to the table.

    `blockers`: what stops a line for this pair, chosen by size, height or side as the rulebook likes. `arc`: the
    degrees a facing base looks over; the end of a line must lie in it. `cover`: terrain that covers a target from an
    observer where a line between them crosses it, if it lies within `cover_within` inches of the target. Blockers that
    touch leave a line between them open, since touching stops none: hand over as one `Solid`, or slightly grown, what
    is to be one wall. `citations`: rule ids for display under the keys "sight", "blocked", "arc" and "cover".
    """

    blockers: Blocking
    arc: float | None = None
    cover: Covering = _no_cover
    cover_within: float = float("inf")
    citations: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        if self.arc is not None and not 0.0 < self.arc <= 360.0:
            raise ValueError(f"an arc is above 0 and up to 360 degrees wide, not {self.arc}")

    def citation(self, key: str) -> str:
        """Return the rule id for `key`, or an empty string if the rulebook gives none."""
        return self.citations.get(key, "")

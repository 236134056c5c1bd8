"""A rulebook's rules of sight: blockers of lines, arcs of observers, and cover."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from game.table.shapes import Disc
from game.table.sight.corridor import Blocker
from game.table.sight.solids import Solid

Blocking = Callable[[Disc, Disc], Iterable[Blocker]]
"""Returns the blockers between an observer and a target, without these two. As a target, a disc of kind "point" stands
for any spot."""
Covering = Callable[[Disc, Disc], Iterable[Solid]]
"""Returns the terrain that may cover a target from an observer."""


def _no_cover(observer: Disc, target: Disc) -> Iterable[Solid]:
    return ()


@dataclass(frozen=True, eq=False)
class SightPolicy:
    """The sight rules of one rulebook.

    `blockers` returns the blockers of lines for a pair, which the rulebook chooses by size, height or side. `arc`: the
    degrees that a facing base sees; the end of a line must be in it. `cover` returns the terrain that covers a target
    if a line crosses it within `cover_within` inches of the target. A line between two touching blockers is open,
    because touching does not stop lines; give a wall as one `Solid`, or grow its parts slightly. `citations`: rule ids
    for display under the keys "sight", "blocked", "arc" and "cover".
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

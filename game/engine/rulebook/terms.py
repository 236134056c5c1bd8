"""What a rulebook calls things: screens, reports and commands use its words, not their own."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.lengths import Unit
from game.wording import N_


@dataclass(frozen=True)
class Terms:
    """The words of a rulebook, noted by `N_`: capitalised, but for `points` ("3 points") and the `unit` of ranges."""

    unit: Unit = field(default_factory=Unit)
    points: str = N_("points")
    roster: str = N_("Roster")
    rosters: str = N_("Rosters")
    campaign: str = N_("Campaign")

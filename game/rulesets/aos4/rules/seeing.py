"""Who sees whom: lines between bases, stopped by terrain that blocks sight, never by models (A-VIS-2, A-AMB-6)."""

from __future__ import annotations

from game.rulesets.aos4.rules.positions import Positions
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import features
from game.table.shapes import Disc
from game.table.sight.policy import SightPolicy
from game.table.sight.sight import Sight
from game.table.sight.solids import Solid
from game.table.terrain.battlefield import Battlefield

CITATIONS = {"sight": "A-VIS-1", "blocked": "A-VIS-4"}


class Seeing:
    """Answers who sees whom; on a table without anything that blocks sight everybody sees everybody."""

    def __init__(self, positions: Positions, field: Battlefield) -> None:
        self._positions = positions
        self._blockers = tuple(each.solid for each in features(field) if each.solid is not None)
        self._sight = Sight(self.policy())

    def blockers(self) -> tuple[Solid, ...]:
        """Return the terrain that blocks sight (A-VIS-4)."""
        return self._blockers

    def policy(self) -> SightPolicy:
        """Return the rules of sight."""
        blockers = self._blockers
        return SightPolicy(lambda _observer, _target: blockers, citations=CITATIONS)

    def discs(self, one: Disc, other: Disc) -> bool:
        """Return whether one base sees another (A-VIS-1)."""
        return not self._blockers or self._sight.sees(one, other)

    def model(self, model: Disc, unit: Unit) -> bool:
        """Return whether a base sees any model of a unit (A-VIS-3, A-VIS-5)."""
        bases = self._positions.bases(unit)
        return bool(bases.discs) and (not self.blockers() or any(self.discs(model, other) for other in bases.discs))

    def units(self, one: Unit, other: Unit) -> bool:
        """Return whether two units see each other (A-VIS-5)."""
        if not self.blockers():
            return True
        return any(self.model(disc, other) for disc in self._positions.bases(one).discs)

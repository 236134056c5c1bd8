"""Who sees whom: lines between bases, stopped by terrain that blocks sight, never by models (A-VIS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import features
from game.table.shapes import Disc
from game.table.sight.policy import SightPolicy
from game.table.sight.sight import Sight
from game.table.sight.solids import Solid

if TYPE_CHECKING:
    from game.rulesets.aos4.rules.game import Game

CITATIONS = {"sight": "A-VIS-1", "blocked": "A-VIS-4"}


class Seeing:
    """Answers who sees whom; on a table without anything that blocks sight everybody sees everybody."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._sight: tuple[tuple[Solid, ...], Sight] | None = None

    def blockers(self) -> tuple[Solid, ...]:
        """Return the terrain that blocks sight (A-VIS-4)."""
        return tuple(each.solid for each in features(self._game.ruler.battlefield) if each.solid is not None)

    def policy(self) -> SightPolicy:
        """Return the rules of sight."""
        blockers = self.blockers()
        return SightPolicy(lambda _observer, _target: blockers, citations=CITATIONS)

    def discs(self, one: Disc, other: Disc) -> bool:
        """Return whether one base sees another (A-VIS-1)."""
        blockers = self.blockers()
        if not blockers:
            return True
        if self._sight is None or self._sight[0] != blockers:
            self._sight = blockers, Sight(self.policy())
        return self._sight[1].sees(one, other)

    def model(self, model: Disc, unit: Unit) -> bool:
        """Return whether a base sees any model of a unit (A-VIS-3, A-VIS-5)."""
        bases = self._game.positions.bases(unit)
        return bool(bases.discs) and (not self.blockers() or any(self.discs(model, other) for other in bases.discs))

    def units(self, one: Unit, other: Unit) -> bool:
        """Return whether two units see each other (A-VIS-5)."""
        if not self.blockers():
            return True
        return any(self.model(disc, other) for disc in self._game.positions.bases(one).discs)

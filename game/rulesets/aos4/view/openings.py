"""Facts for a scorecard before the first turn: territories, cover, and possible attacks in the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.facets import Footing, Opener
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.view.threats import Coming
from game.table.footprints import clearance
from game.table.lattice import Position
from game.table.sight.unseen import unseen as unseen_past
from game.table.threat.threat_map import Strike


def homes(game: Game) -> Mapping[str, BaseGeometry]:
    """Return the territories (A-DEP-1)."""
    return {player: game.setup.territories[side] for player, side in game.state.territories.items()}


def footing(game: Game) -> Footing:
    """Return the features that give cover or hide units, and those that are impassable (A-TAB-1, A-TAB-2, A-TAB-3)."""
    features = [feature for feature in game.features() if feature.base is None]
    cover = [feature.shape for feature in features if feature.does & {"cover", "obscuring", "blocks-sight"}]
    walls = [feature.shape for feature in features if feature.is_impassable]
    return Footing(shapely.union_all(cover), shapely.union_all(walls))


def unseen(game: Game, eyes: Sequence[Position]) -> BaseGeometry:
    """Return the ground that no viewer on these spots sees (A-VIS-4)."""
    return unseen_past(eyes, game.seeing.blockers, game.ruler.battlefield.bounds)


def openers(game: Game, player: str) -> tuple[Opener, ...]:
    """Return a player's units on the table that can fight."""
    units = [unit for unit in game.of(player) if game.fights(unit)]
    return tuple(Opener(unit.id, unit.name, partial(_hits, game, Coming(game, unit))) for unit in units)


def _hits(game: Game, coming: Coming, target: str) -> Strike | None:
    """Return an attack on the nearest possible model of a unit that needs no roll, or else the most likely charge."""
    unit = game.state.units.get(target)
    if unit is None or unit.place != "table":
        return None
    bases = game.positions.bases(unit).footprints
    by_distance = sorted(bases, key=lambda base: min(clearance(base, own_base) for own_base in coming.bases))
    without_roll = next(filter(None, map(coming.at_once, by_distance)), None)
    return without_roll or (coming.by_charge(by_distance[0]) if by_distance else None)

"""Where enemy units could come and have something in range in an activation of theirs: a Move, then fire.

A weapon allows no more movement than its M&F; arcs do not matter to units that move, as they may turn (D-MOVE-2,
D-SHOOT-6, D-SHOOT-10). Whether anything is seen is not worked out: a line that is drawn says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from random import Random
from typing import Final, NamedTuple

from game.engine.questions.conditions import OfPaths
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.policies import movement, policies
from game.rulesets.dropzone.rules.scenery.garrisons import wall_of
from game.rulesets.dropzone.rules.shooting.legal import vantage
from game.rulesets.dropzone.rules.state import Unit
from game.rulesets.dropzone.view.supposing import standing_at
from game.table.lattice import Position, position
from game.table.path.region import PathRegion
from game.table.placing.conditions import Here
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.threat.threat_map import Approach, Strike, Threat
from game.wording import N_, _

VERB: Final = N_("fire")
RULE: Final = "D-SHOOT-10"


class Firing(NamedTuple):
    """A way to fire: where a unit may end its move first, and the range of the weapon from there, in inches."""

    ends: OfPaths | Here
    range: float


class Coming:
    """A unit that could come and fire, as it stands now; later changes of the game do not affect it.

    `target` is what it would fire at, None for any unit on the ground: airborne Aircraft are shot at by AA weapons
    only, and active countermeasures shorten ranges (D-SHOOT-3, D-SHOOT-10).
    """

    def __init__(self, game: Game, unit: Unit, target: Unit | None = None) -> None:
        self.id, self.name, self.disc = unit.id, unit.name, game.disc(unit)
        self._ruler = game.ruler
        self.ways = tuple(_ways(game, unit, target))

    @property
    def far(self) -> float:
        """The inches over which it could fire, if nothing is in the way."""
        return max((each.range + _inches(each.ends) for each in self.ways), default=0.0)

    @property
    def approaches(self) -> tuple[Approach, ...]:
        """Where it may end, and its range there."""
        return tuple(Approach(self.disc, Region(self.disc.radius, (each.ends,)), each.range) for each in self.ways)

    def threat(self) -> Threat:
        """Return what it threatens."""
        n = max((each.range for each in self.ways), default=0.0)
        return Threat(
            self.id,
            self.name,
            self.disc,
            n,
            self.approaches,
            self._ruler,
            VERB,
            RULE,
            measured=self.strikes,
            note=_("moves and ranges, whatever is in the way of sight"),
        )

    def strikes(self, target: Disc) -> list[Strike]:
        """Return how it could have a base in range with the least move; nothing if it cannot."""
        spots = [spot for each in self.ways if (spot := self.spot(each, target)) is not None]
        if not spots:
            return []
        spot = min(spots, key=lambda each: math.dist(each, self.disc[:2]))
        inches = math.dist(spot, self.disc[:2])
        return [Strike(self.id, self.name, inches < HAIR, spot, inches, VERB, RULE)]

    def could_strike(self, target: Disc) -> bool:
        """Return whether it could have a base in range, which is known sooner than how."""
        return any(self.spot(each, target) is not None for each in self.ways)

    def spot(self, way: Firing, target: Disc) -> Position | None:
        """Return the nearest end of a move from which a weapon reaches a base, or None if none was found."""
        most = way.range + self._ruler.policy.tolerance
        here, apart = position(self.disc.x, self.disc.y), math.dist(self.disc[:2], target[:2])
        if apart <= most:
            return here
        if apart > most + _inches(way.ends):
            return None
        share = (apart - way.range) / apart
        ahead = position(here.x + (target.x - here.x) * share, here.y + (target.y - here.y) * share)
        near = Ring(target, most, 0.0, RULE)
        if near.allows(*ahead) and way.ends.allows(*ahead):
            return ahead
        ends = Region(self.disc.radius, (way.ends, near))
        return ends.nearest(here) or ends.sample(Random(0))


HAIR: Final = 0.02
"""Inches that are no move: a base that stays where it stands is drawn with a hair around it."""


def _inches(ends: OfPaths | Here) -> float:
    """Return the most inches between where a move begins and where it may end."""
    return HAIR if isinstance(ends, Here) else max(each.budget for each in ends.paths.policies)


def _ways(game: Game, unit: Unit, target: Unit | None) -> Iterator[Firing]:
    """Yield the ways in which a unit could fire; one that is no better than another is left out."""
    field = game.ruler.battlefield
    across, factor = math.hypot(field.width, field.height), vantage(game, unit)
    stays = unit.place == "inside"
    found: dict[float, float] = {}
    for weapon in game.sheet(unit).weapons:
        if weapon.cq or not _may_hit(weapon, target) or (stays and wall_of(game, unit) is None):
            continue
        countered = target is not None and game.sheet(target).active
        limit = math.inf if weapon.silent_beyond is None else weapon.silent_beyond
        moves = 0.0 if stays else min(movement(game, unit), limit)
        reach = min(across, weapon.range_to(countered=countered) * factor)
        found[moves] = max(found.get(moves, 0.0), reach)
    for moves, reach in found.items():
        if not any(other > moves and far >= reach for other, far in found.items()):
            yield Firing(_ends(game, unit, moves), reach)


def _may_hit(weapon: WeaponDocument, target: Unit | None) -> bool:
    """Return whether a weapon may fire at a target at all: at airborne Aircraft with AA only (D-SHOOT-3)."""
    return target is None or not target.airborne or "aa" in weapon.rules


def _ends(game: Game, unit: Unit, inches: float) -> OfPaths | Here:
    if not inches:
        return Here(game.disc(unit))
    return OfPaths(PathRegion((unit.x, unit.y), *policies(game, unit, inches)))


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the enemy units of a player, and where they could come and have something in range.

    As if the unit `about` were at `spot`: its countermeasures count, and whether it flies.
    """
    target = game.state.units.get(about)
    there = {about: spot} if target is not None and spot is not None else {}
    with standing_at(game, there) if there else nullcontext():
        return tuple(each.threat() for each in comers(game, player, target) if each.ways)


def comers(game: Game, player: str, target: Unit | None) -> Sequence[Coming]:
    """Return the enemy units of a player on the table and in Garrisons that could come."""
    enemies = [each for each in game.state.units.values() if each.owner != player and each.place in ("table", "inside")]
    return [Coming(game, each, target) for each in enemies]

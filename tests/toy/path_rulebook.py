"""A rulebook of bases that go by ways: the copse is slow, zones of enemies are kept out, a base controls its front."""

from __future__ import annotations

from typing import Any

import shapely

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.facets import Movement, Vision, Zone
from game.engine.session import Session
from game.table.path.policy import Ground, PathPolicy, base
from game.table.shapes import Disc
from game.table.sight.arcs import sector
from game.table.sight.policy import SightPolicy
from game.table.sight.solids import solid_of
from game.table.terrain.area import polygons_of
from tests.toy.facing_rulebook import Facing, FacingState, facings
from tests.toy.toy_rulebook import COPSE, FIELD, NAMES, WALL, ToyGame, ToySetup

FRONT, CONTROLLED = 180.0, 1.0


class Eyes(Vision[ToyGame]):
    """The wall is in the way; one looks ahead."""

    def sight(self, game: ToyGame) -> SightPolicy:
        wall = (solid_of(WALL),)
        return SightPolicy(lambda _observer, _target: wall, FRONT, citations={"sight": "W-1", "arc": "W-2"})


class Walk(Movement[ToyGame]):
    """Pieces whose ids share a first letter are friends."""

    def zone(self, game: ToyGame, base: Disc) -> Zone | None:
        if base.facing is None:
            return None
        reach = base.radius + CONTROLLED
        ring = shapely.Point(base.x, base.y).buffer(reach, quad_segs=20)
        return Zone("zone of control", shapely.intersection(ring, sector(base, FRONT, reach + 0.1)), "W-3")

    def paths(self, game: ToyGame, mover: Disc, inches: float) -> tuple[PathPolicy, ...]:
        others = [placed(game, each) for each in NAMES if each != mover.name]
        grounds = [base(each._replace(name=NAMES[each.name]), "W-4") for each in others]
        for each in others:
            zone = self.zone(game, each) if mover.name and each.name[0] != mover.name[0] else None
            if zone is not None:
                parts = polygons_of(zone.area)
                grounds += [Ground(f"Zone of {NAMES[each.name]}", part, "W-5", solid=True) for part in parts]
        grounds += [Ground("Copse", part, "W-6", factor=2.0) for part in polygons_of(COPSE.shape)]
        grounds += [Ground("Wall", part, "W-7", solid=True) for part in polygons_of(WALL.shape)]
        return (PathPolicy(mover.radius, inches, (0.0, 0.0, FIELD.width, FIELD.height), tuple(grounds), rule="W-8"),)


def placed(game: ToyGame, piece: str) -> Disc:
    """The base of a piece as it stands and faces."""
    return Disc(*game.state.spots[piece], 0.5, piece, "base", 0, facings(game)[piece])


class Wayfarer(Facing):
    """The rulebook."""

    name = "wayfarer"
    vision = Eyes()
    movement = Walk()


RULESET: Any = Wayfarer()


def path_session() -> Session:
    """A game of it that asks for the walk of Aldis."""
    return Session(Wayfarer(), ToySetup(), KeyedDice(1), state=FacingState())

"""Squads by id, and units that stand somewhere else for a moment, to find out what would follow."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from game.engine.core.records import restored
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.lattice import Position
from game.table.layout.moving import UnitMove
from game.table.layout.setting_up import SetUp
from game.table.path.entering import EntryRegion
from game.table.path.region import PathRegion, best_receipt
from game.table.placing.places import Spot


def squad_of(game: Game, identity: str) -> Squad | None:
    """Return the squad with an id, or that of the unit with it."""
    unit = game.state.units.get(identity)
    return game.state.squads.get(identity) if unit is None else game.squad_of(unit)


POSE: Final = ("place", "x", "y", "facing", "carrier", "slot", "moved", "turned", "airborne")
"""The fields of a unit that say where and how it stands, and what it did to get there."""


@contextmanager
def supposed(
    game: Game, layout: Mapping[str, Position], where: UnitMove | SetUp, facings: Mapping[str, int]
) -> Iterator[None]:
    """Let units stand where a layout says, as after the move that leads there (D-SHOOT-6)."""
    ends = {member.id: member.ends for member in where.members}
    units = [game.state.units[name] for name in layout if name in game.state.units]
    with restored(units, *POSE):
        for unit in units:
            x, y = layout[unit.id]
            _move(unit, inches_to(unit, ends.get(unit.id), x, y))
            unit.facing = facings.get(unit.id, unit.facing)
            _stand(unit, x, y)
        yield


@contextmanager
def standing_at(game: Game, spots: Mapping[str, Spot]) -> Iterator[None]:
    """Let units stand elsewhere for a moment, by their ids; those that come from another spot have moved."""
    units = [game.state.units[name] for name in spots if name in game.state.units]
    with restored(units, *POSE):
        for unit in units:
            x, y = spots[unit.id]
            unit.turned = unit.turned or (unit.on_table and (x, y) != (unit.x, unit.y))
            _stand(unit, x, y)
        yield


@contextmanager
def moved_to(unit: Unit, x: float, y: float, inches: float) -> Iterator[None]:
    """Let a unit stand at the end of a move of some inches for a moment (D-SHOOT-6)."""
    with restored([unit], *POSE):
        unit.x, unit.y = float(x), float(y)
        _move(unit, inches)
        yield


def _move(unit: Unit, inches: float) -> None:
    unit.moved += inches
    unit.turned = unit.turned or inches > 0.0


def _stand(unit: Unit, x: float, y: float) -> None:
    unit.place, unit.x, unit.y, unit.carrier, unit.slot = "table", float(x), float(y), "", ""


def inches_to(unit: Unit, region: object, x: float, y: float) -> float:
    """Return the inches of the shortest legal path of a unit to a spot, straight where there is none."""
    if isinstance(region, PathRegion):
        found = best_receipt(region, (x, y))
        return found.path.inches if found is not None else math.dist((unit.x, unit.y), (x, y))
    if isinstance(region, EntryRegion):
        return math.dist(region.start((x, y)), (x, y))
    return 0.0

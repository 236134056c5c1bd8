"""Units that stand somewhere else for a moment, to find out what would follow."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Unit
from game.table.lattice import Position
from game.table.layout.moving import UnitMove
from game.table.layout.setting_up import SetUp
from game.table.path.entering import EntryRegion
from game.table.path.region import PathRegion, receipt_to
from game.table.placing.places import Spot


@contextmanager
def supposed(
    game: Game, layout: Mapping[str, Position], where: UnitMove | SetUp, facings: Mapping[str, int]
) -> Iterator[list[Unit]]:
    """Let units stand where a layout says, as after the move that leads there (D-SHOOT-6); yield them."""
    ends = {member.id: member.ends for member in where.members}
    units = [game.state.units[name] for name in layout if name in game.state.units]
    before = [(u.place, u.x, u.y, u.facing, u.carrier, u.slot, u.moved, u.turned) for u in units]
    for unit in units:
        x, y = layout[unit.id]
        inches = inches_to(unit, ends.get(unit.id), x, y)
        unit.moved += inches
        unit.turned = unit.turned or inches > 0.0
        unit.facing = facings.get(unit.id, unit.facing)
        unit.place, unit.x, unit.y, unit.carrier, unit.slot = "table", float(x), float(y), "", ""
    try:
        yield units
    finally:
        for unit, values in zip(units, before, strict=True):
            unit.place, unit.x, unit.y, unit.facing, unit.carrier, unit.slot, unit.moved, unit.turned = values


@contextmanager
def standing_at(game: Game, spots: Mapping[str, Spot]) -> Iterator[None]:
    """Let units stand elsewhere for a moment, by their ids; those that come from another spot have moved."""
    units = [game.state.units[name] for name in spots if name in game.state.units]
    before = [(unit.place, unit.x, unit.y, unit.carrier, unit.slot, unit.turned) for unit in units]
    for unit in units:
        x, y = map(float, spots[unit.id])
        unit.turned = unit.turned or (unit.on_table and (x, y) != (unit.x, unit.y))
        unit.place, unit.x, unit.y, unit.carrier, unit.slot = "table", x, y, "", ""
    try:
        yield
    finally:
        for unit, values in zip(units, before, strict=True):
            unit.place, unit.x, unit.y, unit.carrier, unit.slot, unit.turned = values


@contextmanager
def moved_to(unit: Unit, x: float, y: float, inches: float) -> Iterator[None]:
    """Let a unit stand at the end of a move of some inches for a moment (D-SHOOT-6)."""
    before = unit.x, unit.y, unit.moved, unit.turned
    unit.x, unit.y = float(x), float(y)
    unit.moved, unit.turned = unit.moved + inches, unit.turned or inches > 0.0
    try:
        yield
    finally:
        unit.x, unit.y, unit.moved, unit.turned = before


def inches_to(unit: Unit, region: object, x: float, y: float) -> float:
    """Return the inches of the shortest legal path of a unit to a spot, straight where there is none."""
    if isinstance(region, PathRegion):
        found = receipt_to(region, (x, y))
        return found.path.inches if found is not None else math.dist((unit.x, unit.y), (x, y))
    if isinstance(region, EntryRegion):
        return math.dist(region.start((x, y)), (x, y))
    return 0.0

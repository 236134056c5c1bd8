"""Units put down as blocks: the spots of their models about an anchor, and where there is room for all of them."""

from __future__ import annotations

from game.engine.kit.blocks import BlockRoom, Spots, formation
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.setting_up import general
from game.rulesets.aos4.rules.state import Unit
from game.table.lattice import Position, position, snap
from game.table.placing.clearances import ClearOf
from game.table.placing.region import Region
from game.wording import N_

NORTHWARD, SOUTHWARD = 9000, 27000
"""Where a block of the southern and of the northern player looks, in hundredths of a degree."""


def ahead(game: Game, unit: Unit) -> int:
    """Return where a unit looks when it is put down: to the other side of the table."""
    return NORTHWARD if game.state.territories.get(unit.owner, "south") == "south" else SOUTHWARD


def middle_of(game: Game, unit: Unit) -> Position:
    """Return the middle of a unit on the table: that of the box around its bases."""
    west, south, east, north = game.positions.bases(unit).box
    return position((west + east) / 2, (south + north) / 2)


def fit(game: Game, unit: Unit) -> list[str]:
    """Return the models that come to the table with a unit: all that are not slain; of none left all."""
    models = game.models(unit)
    return [model for model in models if model not in unit.slain] or [*models]


def spots_of(game: Game, unit: Unit, facing: int | None, files: int | None) -> Spots:
    """Return the spots of a unit's models about its anchor: as they stand now, else as a block; see `formation`."""
    if unit.on_table and facing is None and files is None:
        x, y = middle_of(game, unit)
        return {model: (snap(at[0] - x), snap(at[1] - y)) for model, at in unit.at.items()}
    standing = [*unit.at] if unit.on_table else fit(game, unit)
    radii = {model: game.models(unit)[model].radius for model in standing}
    return formation(radii, ahead(game, unit) if facing is None else facing, files)


def model_room(game: Game, unit: Unit, model: str) -> Region:
    """Return the room for a model of a unit: on the table, on no base and on no forbidden terrain (A-GEO-9)."""
    radius = game.models(unit)[model].radius
    own = [disc for other, disc in zip(unit.at, game.positions.bases(unit).discs) if other != model and unit.on_table]
    return Region(radius, (*general(game, unit, radius), ClearOf(own, radius, N_("overlaps a base"), "A-GEO-9")))


def block_room(game: Game, unit: Unit, spots: Spots) -> BlockRoom:
    """Return where the middle of a unit may be put: where each of its models has room."""
    facts = game.models(unit)
    radii = {facts[model].radius for model in spots}
    regions = {radius: Region(radius, general(game, unit, radius)) for radius in radii}
    return BlockRoom([(regions[facts[model].radius], dx, dy) for model, (dx, dy) in spots.items()])

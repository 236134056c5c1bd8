"""Units put down as blocks: the spots of their models about an anchor, and where there is room for all of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.kit.blocks import BlockRoom, Spots
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.setting_up import general
from game.rulesets.aos4.rules.state import Unit
from game.table.lattice import Position, position, snap
from game.table.placing.clearances import ClearOf
from game.table.placing.region import Region
from game.wording import N_

NORTHWARD, SOUTHWARD = 9000, 27000
"""Where a block of the southern and of the northern player looks, in hundredths of a degree."""
APART: Final = 0.1
"""Inches between the bases of a block."""


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
    return [each for each in models if each not in unit.slain] or [*models]


def spots_of(game: Game, unit: Unit, facing: int | None, files: int | None) -> Spots:
    """Return the spots of a unit's models about its anchor: as they stand now, else as a block.

    A block has `files` models in its front rank, or about a third more files than ranks if that is not given.
    """
    if unit.on_table and facing is None and files is None:
        x, y = middle_of(game, unit)
        return {model: (snap(at[0] - x), snap(at[1] - y)) for model, at in unit.at.items()}
    standing = [*unit.at] if unit.on_table else fit(game, unit)
    wide = files or max(1, math.ceil(math.sqrt(len(standing) * 4 / 3)))
    ranks = [standing[start : start + wide] for start in range(0, len(standing), wide)]
    turn = math.radians((ahead(game, unit) if facing is None else facing) / 100)
    forward, right = (math.cos(turn), math.sin(turn)), (math.sin(turn), -math.cos(turn))
    return {
        model: (snap(up * forward[0] + across * right[0]), snap(up * forward[1] + across * right[1]))
        for model, across, up in _ranked(game, unit, ranks)
    }


def _ranked(game: Game, unit: Unit, ranks: Sequence[Sequence[str]]) -> Iterator[tuple[str, float, float]]:
    """Yield each model with its place in the block: to the right, and forward, of the middle."""
    facts = game.models(unit)
    deep = [max(facts[model].radius for model in rank) for rank in ranks]
    up = sum(deep) + APART * (len(ranks) - 1) / 2
    for rank, radius in zip(ranks, deep):
        across = -sum(facts[model].radius for model in rank) - APART * (len(rank) - 1) / 2
        for model in rank:
            yield model, across + facts[model].radius, up - radius
            across += 2 * facts[model].radius + APART
        up -= 2 * radius + APART


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

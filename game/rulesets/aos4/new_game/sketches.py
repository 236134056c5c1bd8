"""The pictures of battleplans and armies in the form of a new battle."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.new_game import Sketch
from game.engine.rulebook.view import PieceView
from game.resources import bundled_map
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.setup import INCH
from game.table.documents import load_map

SCALE: Final = 2.0
"""A battleplan is sketched on half a table, so that its objectives can be seen."""


def plan_sketch(name: str) -> Sketch:
    """Return where the objectives of a battleplan lie on its map, on a table half as large."""
    plan = battleplans.find(name)
    path = bundled_map(plan.map)
    assert path is not None
    document = load_map(path)
    pieces = tuple(
        PieceView(objective.id, "", "marker", objective.at[0] / SCALE, objective.at[1] / SCALE, 0.8, symbol="objective")
        for objective in document.objectives
        if objective.id in plan.objectives
    )
    return Sketch(document.width / SCALE, document.height / SCALE, pieces)


def army_sketch(army: ArmyDocument) -> Sketch:
    """Return the models of an army in ranks, a block for each unit."""
    pieces, x = list[PieceView](), 1.2
    for unit in army.units:
        group = unit.models[0]
        radius = max(model.base_mm for model in unit.models) / INCH / 2
        files = max(1, round(unit.size**0.5))
        for number in range(unit.size):
            spot = x + radius + number % files * 2.1 * radius, 1.0 + radius + number // files * 2.1 * radius
            leader = unit.general and number == 0
            pieces.append(
                PieceView(f"{unit.id}-{number}", "", "base", *spot, group.base_mm / INCH / 2, "1", leader=leader)
            )
        x += files * 2.1 * radius + 0.8
    height = max(piece.y + piece.radius for piece in pieces) + 1.0
    return Sketch(x + 0.4, height, tuple(pieces))

"""The pictures of scenarios and warbands in the form of a new game."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.new_game import Sketch
from game.engine.rulebook.view import PieceView
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.setup import INCH
from game.rulesets.bushido.warbands.profiles import WarbandDocument

SCALE: Final = 2.0
"""A scenario is sketched on half a table, so that its objectives can be seen."""


def scenario_sketch(name: str) -> Sketch:
    """Return where the objectives and zones of a scenario lie, on a table half as large."""
    scenario = scenarios.find(name)
    pieces = tuple(
        PieceView(str(number), "", "marker", x / SCALE, y / SCALE, radius, symbol="objective")
        for number, (x, y, radius) in enumerate(scenario.objective_spots())
    )
    zones = tuple((x / SCALE, y / SCALE, radius / SCALE) for _name, x, y, radius, _side in scenario.zones)
    return Sketch(24.0 / SCALE, 24.0 / SCALE, pieces, zones)


def warband_sketch(warband: WarbandDocument) -> Sketch:
    """Return the models of a warband in a row."""
    models = [profile for profile in warband.models for _copy in range(profile.count)]
    step = 2.2
    pieces = tuple(
        PieceView(
            str(place),
            "",
            "base",
            step * (place + 0.5) + 0.8,
            2.0 if place % 2 else 4.2,
            profile.base_mm / INCH / 2 * 1.4,
            "1",
            value=str(profile.rice),
            leader="Leader" in profile.types,
        )
        for place, profile in enumerate(models)
    )
    return Sketch(step * len(models) + 1.6, 6.8, pieces)

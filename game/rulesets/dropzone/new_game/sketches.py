"""The pictures of armies in the form of a new battle."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.new_game import Sketch
from game.engine.rulebook.view import PieceView
from game.rulesets.dropzone.documents.armies import ArmyDocument

STEP: Final = 1.9
"""Inches between two units of an army in its picture."""
MOST_SHOWN: Final = 8
"""Units of an army in its picture."""


def army_sketch(army: ArmyDocument) -> Sketch:
    """Return one unit of each kind of an army in a row."""
    kinds = [army.sheet(squad) for squad in army.squads]
    shown = [*dict.fromkeys(each.id for each in kinds)][:MOST_SHOWN]
    pieces = tuple(
        PieceView(
            str(place), "", "base", STEP * (place + 0.5) + 0.8, 2.0 if place % 2 else 4.2, sheet.radius * 1.4, "1",
            value=str(sheet.damage),
        )
        for place, sheet in enumerate(next(each for each in kinds if each.id == name) for name in shown)
    )  # fmt: skip
    return Sketch(STEP * len(pieces) + 1.6, 6.8, pieces)

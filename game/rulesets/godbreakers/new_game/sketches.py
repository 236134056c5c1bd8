"""What pictures of scenarios and circles show, on a small table of their own."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.new_game import Sketch
from game.engine.rulebook.view import PieceView
from game.rulesets.godbreakers.new_game.planning import WORDING
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.constants import BASE_RADIUS, MARKER_RADIUS, UNALIGNED_RADIUS

SIZE: Final = (12.0, 7.0)
LARGER: Final = 1.35
"""How much larger pieces are than on a table, so that they can be told apart in a small picture."""
TOKEN_RADIUS: Final = 0.4
MARGIN: Final = 0.8
"""Inches of room for long names at either end of a circle."""
STEP: Final = 2.2
"""Inches between two godbreakers of a circle in its picture."""


def scenario_sketch(name: str) -> Sketch | None:
    """Return what brings victory points in a scenario: its markers, tokens, threats and zones."""
    plain = WORDING["sketches"].get(name)
    if plain is None:
        return None
    pieces = tuple(_piece(number, *each) for number, each in enumerate(plain["pieces"]))
    return Sketch(*SIZE, pieces, tuple(tuple(zone) for zone in plain["zones"]))


def _piece(number: int, what: str, x: float, y: float) -> PieceView:
    """Return a piece of a sketch: a marker, a token, a wild model by its die, or a leader of side 1 or 2."""
    sort, _dash, owner = what.partition("-")
    if sort == "leader":
        return PieceView(str(number), "", "base", x, y, BASE_RADIUS * LARGER, owner, "d8", "8", leader=True)
    if sort in ("d6", "d8", "d10", "d12"):
        die = int(sort[1:])
        return PieceView(str(number), "", "base", x, y, UNALIGNED_RADIUS[die] * LARGER, "", sort, str(die))
    if sort in ("treasure", "trophy"):
        return PieceView(str(number), "", "token", x, y, TOKEN_RADIUS, "", sort)
    return PieceView(str(number), "", "marker", x, y, MARKER_RADIUS * LARGER, owner, sort)


def circle_sketch(circle: CircleDocument) -> Sketch:
    """Return the five godbreakers of a circle in a row, the leader first."""
    pieces = tuple(
        PieceView(
            id=str(place),
            name=member.name,
            kind="base",
            x=STEP * (place + 0.5) + MARGIN,
            y=2.0 if place % 2 else 4.2,
            radius=BASE_RADIUS * 1.8,
            owner="1",
            symbol=f"d{member.die}",
            value=str(member.die),
            leader=place == 0,
        )
        for place, member in enumerate(circle.godbreakers)
    )
    return Sketch(STEP * len(pieces) + 2 * MARGIN, 6.8, pieces)

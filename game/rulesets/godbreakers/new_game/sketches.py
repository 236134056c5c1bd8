"""The pictures of scenarios and circles in the form of a new game."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.new_game import Sketch
from game.engine.rulebook.view import PieceView
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.rulesets.godbreakers.rules.constants import BASE_RADIUS, MARKER_RADIUS, UNALIGNED_RADIUS
from game.rulesets.godbreakers.words.data import read_wording

WORDING: Final = read_wording("new_game")
SIZE: Final = (12.0, 7.0)
LARGER: Final = 1.35
"""The factor by which pieces are enlarged in a small picture."""
TOKEN_RADIUS: Final = 0.4
MARGIN: Final = 0.8
"""Room for long names at both ends of a circle's picture, in inches."""
STEP: Final = 2.2
"""The distance between two godbreakers in a circle's picture, in inches."""


def scenario_sketch(name: str) -> Sketch | None:
    """Return a picture of the markers, tokens, threats and zones of a scenario, or None."""
    plain = WORDING["sketches"].get(name)
    if plain is None:
        return None
    pieces = tuple(_piece(number, *piece) for number, piece in enumerate(plain["pieces"]))
    return Sketch(*SIZE, pieces, tuple(tuple(zone) for zone in plain["zones"]))


def _piece(number: int, name: str, x: float, y: float) -> PieceView:
    """Return a piece of a picture: a marker, a token, a wild model by its die, or a leader of side 1 or 2."""
    kind, _dash, owner = name.partition("-")
    if kind == "leader":
        return PieceView(str(number), "", "base", x, y, BASE_RADIUS * LARGER, owner, "d8", "8", leader=True)
    if kind in ("d6", "d8", "d10", "d12"):
        die = int(kind[1:])
        return PieceView(str(number), "", "base", x, y, UNALIGNED_RADIUS[die] * LARGER, "", kind, str(die))
    if kind in ("treasure", "trophy"):
        return PieceView(str(number), "", "token", x, y, TOKEN_RADIUS, "", kind)
    return PieceView(str(number), "", "marker", x, y, MARKER_RADIUS * LARGER, owner, kind)


def circle_sketch(circle: CircleDocument) -> Sketch:
    """Return a picture of a circle's godbreakers in a row, the leader first."""
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

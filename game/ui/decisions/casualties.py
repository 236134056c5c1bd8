"""Suggested models when several of a unit must be picked: those at one of its ends."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.core.decisions import Pick
from game.engine.rulebook.view import PieceView
from game.play.session_model import SessionModel

ENDS = 4
"""The rear and the front, seen from the closest enemy, then the flanks."""


def from_an_end(model: SessionModel, pick: Pick, end: int) -> list[str]:
    """Return the models to pick from one end of the unit they all belong to, titled ones last.

    Nothing if they are not of one unit, if fewer than two are needed, or if the rules refuse them.
    """
    models = [piece for piece in map(model.pieces.get, pick.candidates) if piece is not None]
    if pick.minimum < 2 or len(models) < len(pick.candidates) or len({piece.unit for piece in models}) != 1:
        return []
    if not models[0].unit:
        return []
    across, ahead = _towards_enemy(model, models)
    along = (ahead, (-ahead[0], -ahead[1]), across, (-across[0], -across[1]))[end % ENDS]
    ordered = sorted(models, key=lambda each: (bool(each.titles), each.x * along[0] + each.y * along[1], each.id))
    found = [piece.id for piece in ordered[: pick.minimum]]
    return found if pick.allows(found) else []


def _towards_enemy(model: SessionModel, models: Sequence[PieceView]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the direction along the front, and that to the closest enemy, as unit vectors."""
    x, y = sum(each.x for each in models) / len(models), sum(each.y for each in models) / len(models)
    enemies = [
        each for each in model.pieces.values() if each.kind == "base" and each.owner not in ("", models[0].owner)
    ]
    near = min(enemies, key=lambda each: math.dist((each.x, each.y), (x, y)), default=None)
    dx, dy = (near.x - x, near.y - y) if near is not None else (0.0, 1.0)
    long = math.hypot(dx, dy) or 1.0
    return (-dy / long, dx / long), (dx / long, dy / long)

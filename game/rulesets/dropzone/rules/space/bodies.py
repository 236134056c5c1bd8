"""Tokens as bodies with heights, and distances between them (D-GEO-2, D-GEO-4, D-GEO-5)."""

from __future__ import annotations

import math
from typing import Final

from game.rulesets.dropzone.documents.sheets import UnitDocument
from game.rulesets.dropzone.rules.features import features
from game.rulesets.dropzone.rules.state import Unit
from game.table.heights import Body
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield

HOVER: Final = 2.4
"""Inches between an airborne Aircraft and the tallest piece under its centre (D-GEO-4)."""
ABOVE_THE_HULL: Final = 1.0
"""Inches of an Articulated weapon's eye above the hull (D-GEO-7)."""


def hover(field: Battlefield, x: float, y: float) -> float:
    """Return the height in inches of the base of an Aircraft in the air above a spot (D-GEO-4)."""
    below = (each.height for each in features(field) if each.height and each.is_under(x, y))
    return max(below, default=0.0) + HOVER


def base_height(field: Battlefield, unit: Unit) -> float:
    """Return the inches of a unit's base above the ground: 0 unless it is airborne (D-GEO-4)."""
    return hover(field, unit.x, unit.y) if unit.airborne else 0.0


def disc_of(unit: Unit, sheet: UnitDocument) -> Disc:
    """Return the outline of a unit's token."""
    return Disc(unit.x, unit.y, sheet.radius, unit.id, facing=unit.facing)


def body_of(field: Battlefield, unit: Unit, sheet: UnitDocument) -> Body:
    """Return a unit's token as a body; units of one squad hide nothing from each other (D-GEO-8)."""
    return Body(disc_of(unit, sheet), base_height(field, unit), sheet.height, unit.squad)


def eye_height(body: Body, *, articulated: bool = False) -> float:
    """Return the height of the point from which a weapon looks, in inches (D-GEO-7, D-SPEC-ART)."""
    return body.base + body.height + ABOVE_THE_HULL if articulated else body.base + body.height / 2


def middle(body: Body) -> float:
    """Return the height of the centre of a body, in inches."""
    return body.base + body.height / 2


def inches_between(one: Body, other: Body, slant_from: float) -> float:
    """Return the distance between two centres; it slants if their heights differ enough (D-GEO-5)."""
    level = math.hypot(other.footprint.x - one.footprint.x, other.footprint.y - one.footprint.y)
    rise = middle(other) - middle(one)
    return math.sqrt(level * level + rise * rise) if abs(rise) >= slant_from else level

"""Whether a feature shields a unit from a model: the unit is behind it, or wholly on it (A-TAB-1, A-TAB-2, A-TAB-6)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import TOLERANCE
from game.rulesets.aos4.rules.sieges import is_wholly_on
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.shapes import Disc
from game.table.sight.lines import flanks
from game.table.terrain.area import Floats

AT_HAND: Final = 1.0
"""Inches from a feature within which a model is not shielded from by it (A-TAB-6)."""


def is_covered(game: Game, model: Disc, target: Unit) -> bool:
    """Return whether attacks of a model at a unit suffer from Cover (A-TAB-1)."""
    if game.has(target, "FLY") or game.charged(target):
        return False
    return any("cover" in each.does and shields(game, each, model, target) for each in game.features())


def is_obscured(game: Game, model: Disc, target: Unit) -> bool:
    """Return whether a model cannot target a unit for shooting, because something Obscuring is between (A-TAB-2)."""
    if game.has(target, "FLY"):
        return False
    return any("obscuring" in each.does and shields(game, each, model, target) for each in game.features())


def shields(game: Game, feature: Feature, model: Disc, target: Unit) -> bool:
    """Return whether a unit is behind a feature, seen from a model, or wholly on it (A-TAB-6, A-AMB-31)."""
    if feature.id == target.id:
        return False
    bases = game.positions.bases(target)
    west, south, east, north = feature.box
    if min(bases.box[0], model.x) > east or max(bases.box[2], model.x) < west:
        return False
    if min(bases.box[1], model.y) > north or max(bases.box[3], model.y) < south:
        return False
    if is_wholly_on(feature, bases.discs):
        return True
    if _gap(feature, model) <= AT_HAND + TOLERANCE:
        return False
    # One line at a time: vectorised queries of a shape shared between threads may abort.
    return all(_is_crossed(feature, line) for disc in bases.discs for line in sight_lines(model, disc))


def _gap(feature: Feature, model: Disc) -> float:
    """Return the inches from a base to a feature, below 0 on it."""
    if feature.disc is not None:
        return math.dist(model[:2], feature.disc[:2]) - feature.disc.radius - model.radius
    return float(feature.shape.distance(shapely.Point(model.x, model.y))) - model.radius


def _is_crossed(feature: Feature, line: Floats) -> bool:
    """Return whether a line runs inside a feature; one that grazes it within the tolerance does not (A-GEO-4)."""
    if feature.disc is not None:
        middle = shapely.Point(feature.disc.x, feature.disc.y)
        return bool(shapely.LineString(line).distance(middle) < feature.disc.radius - TOLERANCE)
    return bool(_core(feature).intersects(shapely.LineString(line)))


@lru_cache(maxsize=64)
def _core(feature: Feature) -> BaseGeometry:
    """Return the part of a feature that is farther from its outline than the tolerance."""
    return feature.shape.buffer(-TOLERANCE, join_style="mitre")


def sight_lines(model: Disc, target: Disc) -> Floats:
    """Return the centre line of two bases and both outer tangents, unless one lies in the other (L x 2 x 2, inches)."""
    tangents = (
        (
            (model.x + model.radius * nx, model.y + model.radius * ny),
            (target.x + target.radius * nx, target.y + target.radius * ny),
        )
        for nx, ny in flanks(model[:3], target[:3])
    )
    return np.array([(model[:2], target[:2]), *tangents])

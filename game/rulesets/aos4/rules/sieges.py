"""Enemies wholly on terrain with no room beside them: a unit that charges to the feature fights them (A-CHG-7)."""

from __future__ import annotations

from collections.abc import Iterable

from game.rulesets.aos4.rules.positions import Positions
from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.shapes import Disc


def is_wholly_on(feature: Feature, discs: tuple[Disc, ...]) -> bool:
    """Return whether all bases lie wholly on a feature (A-GEO-6)."""
    if feature.disc is not None or not discs:
        return False
    west, south, east, north = feature.box
    if not all(west <= disc.x <= east and south <= disc.y <= north for disc in discs):
        return False
    shape = feature.shape
    return all(disc.is_within(shape, TOLERANCE) for disc in discs)


def besieges(positions: Positions, features: Iterable[Feature], one: Unit, other: Unit) -> bool:
    """Return whether a unit charged to a feature on which another one stands, and both are still there (A-CHG-7)."""
    feature = next((each for each in features if each.id == one.besieges), None)
    if feature is None or not one.at or not is_wholly_on(feature, positions.bases(other).discs):
        return False
    return bool(positions.gaps_to_feature(one, feature).min() <= CHARGED_TO + TOLERANCE)


def stronghold(positions: Positions, features: Iterable[Feature], unit: Unit) -> Feature | None:
    """Return the feature on which a unit stands wholly, or None if there is none that other units could charge to."""
    bases = positions.bases(unit)
    west, south, east, north = bases.box
    for feature in features:
        left, low, right, high = feature.box
        if left <= west and low <= south and right >= east and high >= north and is_wholly_on(feature, bases.discs):
            return feature
    return None

"""Combat with enemies wholly on terrain that leaves no room beside them (A-CHG-7)."""

from __future__ import annotations

from collections.abc import Iterable

from game.rulesets.aos4.rules.positions import Positions
from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature
from game.table.shapes import Disc


def is_wholly_on(feature: Feature, discs: tuple[Disc, ...]) -> bool:
    """Return whether all bases are wholly on a feature (A-GEO-6)."""
    if feature.disc is not None or not discs:
        return False
    west, south, east, north = feature.box
    if not all(west <= disc.x <= east and south <= disc.y <= north for disc in discs):
        return False
    shape = feature.shape
    return all(disc.is_within(shape, TOLERANCE) for disc in discs)


def besieges(positions: Positions, features: Iterable[Feature], one: Unit, other: Unit) -> bool:
    """Return whether a unit still besieges the feature on which another unit stands (A-CHG-7)."""
    feature = next((feature for feature in features if feature.id == one.besieges), None)
    if feature is None or not one.at or not is_wholly_on(feature, positions.bases(other).discs):
        return False
    return bool(positions.gaps_to_feature(one, feature).min() <= CHARGED_TO + TOLERANCE)


def stronghold(positions: Positions, features: Iterable[Feature], unit: Unit) -> Feature | None:
    """Return the feature that a unit is wholly on, or None."""
    bases = positions.bases(unit)
    west, south, east, north = bases.box
    for feature in features:
        left, low, right, high = feature.box
        if left <= west and low <= south and right >= east and high >= north and is_wholly_on(feature, bases.discs):
            return feature
    return None

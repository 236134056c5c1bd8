"""The spots of models, the distances and the line of sight between them (A-GEO-3, A-GEO-7, A-GEO-8, A-AMB-3, A-VIS-2).

Distances are from edge to edge. Some terrain blocks sight, but models do not (A-AMB-6). At the end: units wholly on
terrain without free space beside them, and units that besiege this terrain (A-CHG-7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.rulesets.aos4.rules.rulings import CHARGED_TO, TOLERANCE
from game.rulesets.aos4.rules.setup import Setup
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import Feature, features, flat_tops
from game.table.footprints import (
    Footprint,
    Oblong,
    centres_over,
    centres_within,
    clearance,
    clearance_of_shape,
    distance_between,
    farthest_part,
    is_wholly_in,
)
from game.table.lattice import distance
from game.table.layout.judge import gaps_between as own_gaps
from game.table.measuring.ruler import Ruler
from game.table.shapes import Bounds, Disc
from game.table.sight.lines import meets
from game.table.sight.oblongs import sees
from game.table.sight.policy import SightPolicy
from game.table.sight.seen import seen_area
from game.table.sight.sight import Sight
from game.table.terrain.area import Floats
from game.table.terrain.battlefield import Battlefield

NOWHERE = float("inf")
_LAST_BITS = 1e-9

Places = Mapping[str, tuple[float, float]]
"""The centres of models by id, in inches."""


class Bases(NamedTuple):
    """The bases of a unit in inches. `centres` is an array of shape (n, 2), and `box` is the bounding box.

    `radii` belong to the discs around the bases. These discs are the bases themselves if all bases `are_round`.
    """

    at: Places
    models: tuple[str, ...]
    centres: Floats
    radii: Floats
    footprints: tuple[Footprint, ...]
    box: tuple[float, float, float, float]
    are_round: bool


class Positions:
    """Distances between units, with a cache that lasts while the units do not move."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._bases: dict[str, Bases] = {}
        self._gaps: dict[tuple[str, str], tuple[Places, Places, float]] = {}
        self._tables: dict[tuple[str, str], tuple[Places, Places, Floats]] = {}
        self._to_features: dict[tuple[str, str], tuple[Places, Bounds, Floats]] = {}

    def bases(self, unit: Unit) -> Bases:
        """Return the bases of a unit's models on the table."""
        cached = self._bases.get(unit.id)
        if cached is None or cached.at is not unit.at:
            cached = self._bases[unit.id] = self._found(unit)
        return cached

    def _found(self, unit: Unit) -> Bases:
        """Return the bases of a unit's models, computed from the models' spots."""
        facts, models = self._setup.models_of(unit), tuple(unit.at)
        centres = np.array([*unit.at.values()], dtype=np.float64).reshape(-1, 2)
        radii = np.array([facts[model].radius for model in models])
        several, footprints = len(facts) > 1, list[Footprint]()
        for model, (x, y) in unit.at.items():
            base = facts[model].base
            name = f"{unit.name} {number_of(model)}" if several else unit.name
            if isinstance(base, Disc):
                footprints.append(Disc(x, y, base.radius, name))
            else:
                footprints.append(base._replace(x=x, y=y, name=name, facing=unit.facings.get(model, 0)))
        west, south = (centres - radii[:, None]).min(axis=0, initial=NOWHERE).tolist()
        east, north = (centres + radii[:, None]).max(axis=0, initial=-NOWHERE).tolist()
        box, is_round = (west, south, east, north), not any(isinstance(base, Oblong) for base in footprints)
        return Bases(unit.at, models, centres, radii, tuple(footprints), box, is_round)

    def gaps(self, one: Unit, other: Unit) -> Floats:
        """Return the gaps between the models of two units in inches, as an array of shape (n, m) (A-GEO-3)."""
        bases, other_bases = self.bases(one), self.bases(other)
        if bases.are_round and other_bases.are_round:
            return gaps_between(bases.centres, bases.radii, other_bases.centres, other_bases.radii)
        key = one.id, other.id
        cached = self._tables.get(key)
        if cached is None or cached[0] is not one.at or cached[1] is not other.at:
            cached = self._tables[key] = one.at, other.at, exact_gaps(bases.footprints, other_bases.footprints)
        return cached[2]

    def gap(self, one: Unit, other: Unit) -> float:
        """Return the gap between two units in inches, or infinity if a unit is off the table."""
        if other.id < one.id:  # for the same result to the last bit, since a replay compares events
            one, other = other, one
        key = one.id, other.id
        cached = self._gaps.get(key)
        if cached is None or cached[0] is not one.at or cached[1] is not other.at:
            gap = self._least(one, other) if one.at and other.at else NOWHERE
            cached = self._gaps[key] = one.at, other.at, gap
        return cached[2]

    def _least(self, one: Unit, other: Unit) -> float:
        """Return the least gap between models of two units, measured exactly only where discs around bases are near."""
        bases, other_bases = self.bases(one), self.bases(other)
        if bases.are_round and other_bases.are_round:
            return float(self.gaps(one, other).min())
        lower_bounds = gaps_between(bases.centres, bases.radii, other_bases.centres, other_bases.radii).ravel()
        best = NOWHERE
        for pair in np.argsort(lower_bounds).tolist():
            if lower_bounds[pair] > best + _LAST_BITS:
                break
            best = min(
                best,
                distance_between(
                    bases.footprints[pair // len(other_bases.footprints)],
                    other_bases.footprints[pair % len(other_bases.footprints)],
                ),
            )
        return best

    def recorded_gap(self, unit: Unit, others: Sequence[Unit]) -> float:
        """Return the gap to the nearest of other units in inches, exact for events, or 0 without other units."""
        limit = min((self.gap(unit, other) for other in others), default=0.0) + _LAST_BITS
        pairs = (
            _recorded(base, other_base)
            for other in others
            if self.gap(unit, other) <= limit
            for first, second in [sorted((unit, other), key=lambda unit: unit.id)]
            for base in self.bases(first).footprints
            for other_base in self.bases(second).footprints
        )
        return max(0.0, min(pairs, default=0.0))

    def gaps_to_feature(self, unit: Unit, feature: Feature) -> Floats:
        """Return the gap of each model of a unit to a terrain feature, in inches."""
        key = unit.id, feature.id
        cached = self._to_features.get(key)
        if cached is None or cached[0] is not unit.at or cached[1] != feature.box:
            bases = self.bases(unit)
            if bases.are_round:
                gaps = shapely.distance(shapely.points(bases.centres), feature.shape) - bases.radii
            else:
                gaps = np.array([clearance_of_shape(base, feature.shape) for base in bases.footprints])
            cached = self._to_features[key] = unit.at, feature.box, np.maximum(gaps, 0.0)
        return cached[2]

    def surely_apart(self, unit: Unit, other: Unit, inches: float) -> bool:
        """Return whether the bounding boxes of two units are farther apart than `inches`."""
        box, other_box = self.bases(unit).box, self.bases(other).box
        return (
            box[0] - other_box[2] > inches
            or other_box[0] - box[2] > inches
            or box[1] - other_box[3] > inches
            or other_box[1] - box[3] > inches
        )

    def near(self, one: Unit, others: Iterable[Unit], inches: float) -> list[Unit]:
        """Return the units whose bounding boxes are at most `inches` + 1 from a unit's box."""
        return [other for other in others if not self.surely_apart(one, other, inches + 1.0)]

    def within(self, one: Unit, other: Unit, inches: float) -> bool:
        """Return whether any part of one unit is within `inches` of another (A-GEO-4, A-GEO-5)."""
        return not self.surely_apart(one, other, inches + 1.0) and self.gap(one, other) <= inches + TOLERANCE

    def wholly_within(self, one: Unit, reference: Unit, inches: float) -> bool:
        """Return whether every model is wholly within `inches` of a model of the reference (A-GEO-5, A-AMB-5)."""
        if not one.at or not reference.at or self.surely_apart(one, reference, inches + 1.0):
            return False
        return bool((self.reach(one, reference).min(axis=1) <= inches + TOLERANCE).all())

    def reach(self, one: Unit, reference: Unit) -> Floats:
        """Return the distance from each reference model to the far side of each model of a unit, of shape (n, m)."""
        bases, other_bases = self.bases(one), self.bases(reference)
        if not (bases.are_round and other_bases.are_round):
            return np.array(
                [[farthest_part(base, other) for other in other_bases.footprints] for base in bases.footprints]
            )
        distances = np.hypot(*(bases.centres[:, None, :] - other_bases.centres[None, :, :]).transpose(2, 0, 1))
        far_sides: Floats = distances + bases.radii[:, None] - other_bases.radii[None, :]
        return far_sides


class Slanting(Positions):
    """Distances in three dimensions, which the players can agree on (A-TERR-6)."""

    def __init__(self, setup: Setup, ruler: Ruler) -> None:
        super().__init__(setup)
        self._policy, self._relief = ruler.policy, flat_tops(ruler.battlefield)

    def gaps(self, one: Unit, other: Unit) -> Floats:
        return self._slanting(one, other, super().gaps(one, other))

    def _least(self, one: Unit, other: Unit) -> float:
        return float(self.gaps(one, other).min())

    def reach(self, one: Unit, reference: Unit) -> Floats:
        return self._slanting(one, reference, np.maximum(super().reach(one, reference), 0.0))

    def _slanting(self, first: Unit, second: Unit, level: Floats) -> Floats:
        """Return distances with the difference in height between the bases of two units."""
        heights, other_heights = (
            np.array([self._relief.below(_around(base)) for base in self.bases(unit).footprints])
            for unit in (first, second)
        )
        return self._policy.slanting(level, heights[:, None] - other_heights[None, :])


def number_of(model: str) -> str:
    """Return the number of a model in its unit, from its id."""
    return model.rpartition("-")[2]


def gaps_between(centres: Floats, radii: Floats, others: Floats, their_radii: Floats) -> Floats:
    """Return the gaps between discs in inches, at least 0, as an array of shape (n, m) (A-GEO-3)."""
    distances = np.hypot(centres[:, 0, None] - others[None, :, 0], centres[:, 1, None] - others[None, :, 1])
    gaps: Floats = np.maximum(distances - radii[:, None] - their_radii[None, :], 0.0)
    return gaps


def exact_gaps(bases: Sequence[Footprint], others: Sequence[Footprint]) -> Floats:
    """Return the gaps between bases of any shape in inches, at least 0, as an array of shape (n, m)."""
    gaps = [[distance_between(base, other) for other in others] for base in bases]
    return np.array(gaps, dtype=np.float64).reshape(len(bases), len(others))


def gaps_within(bases: Bases) -> Floats:
    """Return the gaps between the bases of a unit in inches (n x n, infinite on the diagonal)."""
    gaps = own_gaps(bases.centres, bases.radii)
    for one, other in () if bases.are_round else combinations(range(len(bases.models)), 2):
        gaps[one, other] = gaps[other, one] = clearance(bases.footprints[one], bases.footprints[other])
    return gaps


def _recorded(base: Footprint, other: Footprint) -> float:
    """Return the inches between two bases, equal to the last bit on every machine if both are round."""
    if isinstance(base, Disc) and isinstance(other, Disc):
        return distance(base[:2], other[:2]) - base.radius - other.radius
    return round(distance_between(base, other), 6)


def _around(base: Footprint) -> Disc:
    """Return the disc around a base."""
    return base if isinstance(base, Disc) else Disc(base.x, base.y, base.radius, base.name)


def gaps_to(bases: Bases, disc: Disc) -> Floats:
    """Return the gap of each model to a disc, in inches."""
    if not bases.are_round:
        return exact_gaps(bases.footprints, (disc,)).ravel()
    gaps = gaps_between(bases.centres, bases.radii, np.array([[disc.x, disc.y]]), np.array([disc.radius]))
    return gaps.ravel()


def is_wholly_on(feature: Feature, bases: tuple[Footprint, ...]) -> bool:
    """Return whether all bases are wholly on a feature (A-GEO-6)."""
    if feature.base is not None or not bases:
        return False
    west, south, east, north = feature.box
    if not all(west <= base.x <= east and south <= base.y <= north for base in bases):
        return False
    shape = feature.shape
    return all(is_wholly_in(base, shape, TOLERANCE) for base in bases)


def besieges(positions: Positions, features: Iterable[Feature], one: Unit, other: Unit) -> bool:
    """Return whether a unit still besieges the feature that another unit is on (A-CHG-7)."""
    feature = next((feature for feature in features if feature.id == one.besieges), None)
    if feature is None or not one.at or not is_wholly_on(feature, positions.bases(other).footprints):
        return False
    return bool(positions.gaps_to_feature(one, feature).min() <= CHARGED_TO + TOLERANCE)


def stronghold(positions: Positions, features: Iterable[Feature], unit: Unit) -> Feature | None:
    """Return the feature that a unit is wholly on, or None."""
    bases = positions.bases(unit).footprints
    return next((feature for feature in features if is_wholly_on(feature, bases)), None)


MOST_RANGES: Final = 512
"""The largest number of cached ranges of bases."""
CITATIONS = {"sight": "A-VIS-1", "blocked": "A-VIS-4"}


class Seeing:
    """The visibility between bases. Without terrain that blocks sight, all bases see each other."""

    def __init__(self, positions: Positions, field: Battlefield) -> None:
        self._positions = positions
        self.blockers: Final = tuple(feature.solid for feature in features(field) if feature.solid is not None)
        """The terrain that blocks sight (A-VIS-4)."""
        self._sight = Sight(self.policy())
        self._ranges: dict[tuple[Footprint, Footprint, float], BaseGeometry] = {}

    def policy(self) -> SightPolicy:
        """Return the rules of sight."""
        return SightPolicy(lambda _observer, _target: self.blockers, citations=CITATIONS)

    def range_of(self, base: Footprint, mover: Footprint, inches: float) -> BaseGeometry | None:
        """Return the area for a mover's centre within a distance of a base and partly in its sight.

        Return None if no terrain near it blocks sight, so that only the distance matters.
        """
        reach = base.radius + inches + mover.radius
        window = base.x - reach, base.y - reach, base.x + reach, base.y + reach
        if not any(meets(blocker.box, window) for blocker in self.blockers):
            return None
        key = base._replace(name=""), mover._replace(x=0.0, y=0.0, name=""), inches
        area = self._ranges.get(key)
        if area is None:
            if len(self._ranges) >= MOST_RANGES:
                self._ranges.clear()
            area = self._ranges[key] = self._range(base, mover, inches, window)
        return area

    def _range(self, base: Footprint, mover: Footprint, inches: float, window: Bounds) -> BaseGeometry:
        """Return the area within a distance of a base and partly in its sight, on a table with blocking terrain."""
        if isinstance(base, Disc) and isinstance(mover, Disc):
            in_range: BaseGeometry = shapely.Point(base.x, base.y).buffer(
                base.radius + inches + mover.radius, quad_segs=32
            )
            return shapely.intersection(in_range, seen_area(base, self.blockers, None, window).buffer(mover.radius))
        seen = seen_area(base, self.blockers, None, window)
        partly_seen = seen.buffer(mover.radius) if isinstance(mover, Disc) else centres_over(mover, seen)
        return shapely.intersection(centres_within(mover, base, inches), partly_seen)

    def bases(self, one: Footprint, other: Footprint) -> bool:
        """Return whether one base sees another (A-VIS-1)."""
        if not self.blockers:
            return True
        if isinstance(one, Disc) and isinstance(other, Disc):
            return self._sight.sees(one, other)
        return sees(one, other, self.blockers)

    def model(self, model: Footprint, unit: Unit) -> bool:
        """Return whether a base sees any model of a unit (A-VIS-3, A-VIS-5)."""
        bases = self._positions.bases(unit)
        return bool(bases.footprints) and (
            not self.blockers or any(self.bases(model, other) for other in bases.footprints)
        )

    def units(self, one: Unit, other: Unit) -> bool:
        """Return whether two units see each other (A-VIS-5)."""
        if not self.blockers:
            return True
        return any(self.model(base, other) for base in self._positions.bases(one).footprints)

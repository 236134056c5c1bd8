"""Updating a region after pieces have moved: the parts that do not depend on them are computed once and kept."""

import math

from shapely.geometry.base import BaseGeometry

from game.table.placing.clearances import ClearOf
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.shapes import Bounds

_EVERYWHERE: Bounds = (-math.inf, -math.inf, math.inf, math.inf)


def key_of(region: Region) -> tuple[object, ...]:
    """Return what a region depends on, for comparison with its previous value."""
    box = region.bounds or _EVERYWHERE
    return region.radius, *(_condition_key(condition, box) for condition in region.conditions)


def followed(new: Region, old: Region | None = None) -> Region:
    """Return a region that reuses the parts of an older one: each condition with an unchanged key.

    Bases move: the result of all other conditions is computed first, by `ends_of`, and kept.
    """
    box = new.bounds
    same = old is not None and box is not None and box == old.bounds and len(old.conditions) == len(new.conditions)
    conditions = new.conditions
    if same and old is not None and box is not None:
        pairs = zip(old.conditions, new.conditions, strict=True)
        conditions = tuple(
            one if _condition_key(one, box) == _condition_key(other, box) else other for one, other in pairs
        )
    lasting = tuple(condition for condition in conditions if not isinstance(condition, ClearOf))
    whole = old.whole if old is not None else None
    if whole is None or whole.conditions != lasting:
        whole = Region(new.radius, lasting, new.around)
    return Region(new.radius, conditions, new.around).part_of(whole)


def ends_of(region: Region) -> BaseGeometry:
    """Return the legal centres; the part shared by successive regions is computed once."""
    if region.whole is None:
        return region.geometry
    shared = region.whole.geometry  # first: the region's own is then what it leaves of that
    return shared if shared.is_empty else region.geometry


def _condition_key(condition: Condition, box: Bounds) -> object:
    return type(condition), condition.key(box)

"""A region after pieces have moved: what does not hang on them is worked out once and kept."""

from shapely.geometry.base import BaseGeometry

from game.table.placing.clearances import ClearOf
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.shapes import Bounds


def key_of(region: Region) -> tuple[object, ...]:
    """Return what a region depends on, to be compared with what it depended on before."""
    box = region.bounds or (0.0, 0.0, 0.0, 0.0)
    return region.radius, *(_condition_key(condition, box) for condition in region.conditions)


def followed(new: Region, old: Region | None = None) -> Region:
    """Return a region that keeps what an older one knows: each of its conditions that still says the same.

    Bases are what moves: what the other conditions leave is worked out first, by `ends_of`, and kept.
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
    """Return the legal centres; what is common to all that follows one another is worked out once."""
    if region.whole is not None:
        region.whole.outline()
    return region.geometry


def _condition_key(condition: Condition, box: Bounds) -> object:
    return type(condition), condition.key(box)

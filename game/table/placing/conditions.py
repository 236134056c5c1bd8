"""All conditions on placing a disc, re-exported for other packages."""

from game.table.placing.clearances import ClearOf, ClearOfBarricades, CloserTo, Here, OnTable
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.ranges import BeyondRange, OutsideRange, WithinRange
from game.table.shapes import Bounds

__all__ = [
    "AnyOf",
    "BeyondRange",
    "Bounds",
    "ClearOf",
    "ClearOfBarricades",
    "CloserTo",
    "Condition",
    "Here",
    "OnTable",
    "OutsideRange",
    "WithinRange",
]

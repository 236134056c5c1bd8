"""Everything a place may have to satisfy, under one roof for the floors above."""

from game.table.placing.any_of import AnyOf
from game.table.placing.clearances import ClearOf, ClearOfBarricades, CloserTo, Condition, OnTable
from game.table.placing.ranges import OutsideRange, WithinRange
from game.table.shapes import Bounds

__all__ = [
    "AnyOf",
    "Bounds",
    "ClearOf",
    "ClearOfBarricades",
    "CloserTo",
    "Condition",
    "OnTable",
    "OutsideRange",
    "WithinRange",
]

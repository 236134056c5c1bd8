"""Everything a place may have to satisfy, under one roof for the floors above."""

from game.table.any_of import AnyOf
from game.table.clearances import ClearOf, ClearOfBarricades, CloserTo, Condition, OnTable
from game.table.ranges import OutsideRange, WithinRange
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

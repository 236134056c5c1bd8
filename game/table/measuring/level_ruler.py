"""The ruler between two levels of a table, or on one of them: it knows only the pieces that name them.

Barricades have no halves: an impassable one of either level stands in the way of a line between the two.
"""

from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from game.table.measuring.lines import Line
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.receipt import Leg
from game.table.measuring.ruler import Ruler, along
from game.table.reach.between_levels import HalvedArea
from game.table.terrain.area import AreaIndex
from game.table.terrain.battlefield import Battlefield


class LevelRuler(Ruler):
    """Measures from things on level `first` to things on level `second`, the same or the next one."""

    def __init__(self, battlefield: Battlefield, policy: MeasuringPolicy, first: int, second: int) -> None:
        super().__init__(battlefield.on_levels(first, second), replace(policy, levels=False))
        self._whole_table = battlefield
        self.first, self.second = first, second

    @cached_property
    def without_walls(self) -> Ruler:
        """The same ruler on a table whose impassable barricades block nothing."""
        return LevelRuler(self._whole_table, replace(self.policy, impassable_blocks=False), self.first, self.second)

    @cached_property
    def _terrain(self) -> AreaIndex:
        if not self.policy.terrain_costs:
            return AreaIndex(())
        first, second = self._whole_table.area(self.first), self._whole_table.area(self.second)
        return first if self.first == self.second else HalvedArea(first, second)

    def area(self, level: int = 0) -> AreaIndex:
        """Return the area terrain as a line between the two levels meets it, whatever level is asked for."""
        self._areas[level] = self._terrain
        return self._terrain

    def _margin(self, line: Line, terrain: float, level: int) -> float:
        """Return the inches to the next whole unit, the ground at either end taken to go on as it is there."""
        if self.first == self.second:
            return super()._margin(line, terrain, level)
        margin = self.policy.to_next_unit(line.inches)
        # As the line grows at one end its middle follows by half as much, from one level's ground to the other's.
        first, second = self._whole_table.area(self.first), self._whole_table.area(self.second)
        middle = along(line, line.inches / 2) if line.inches > 0.0 else line.start
        shift = (_covers(first, *middle) - _covers(second, *middle)) / 2
        rate = min(_covers(second, *line.end) + shift, _covers(first, *line.start) - shift)
        if rate > 0.0:
            margin = min(margin, self.policy.to_next_unit(terrain) / rate)
        return margin

    def _legs(self, line: Line, level: int) -> tuple[Leg, ...]:
        """Return the line cut where it enters and leaves area terrain and, between levels, in the middle."""
        if self.first == self.second:
            return tuple(replace(leg, level=self.first) for leg in super()._legs(line, self.first))
        if line.inches <= 0.0:
            return ()
        half = line.inches / 2
        stretches = self._terrain.crossings(*line.start, *line.end)
        marks = sorted({0.0, half, line.inches, *(mark for stretch in stretches for mark in stretch)})
        legs = []
        for low, high in pairwise(marks):
            if high - low <= 1e-9:
                continue
            start, end, middle = along(line, low), along(line, high), (low + high) / 2
            floor = self.first if middle < half else self.second
            if any(begin < middle < finish for begin, finish in stretches):
                legs.append(Leg("area", start, end, high - low, self._pieces_on(start, end, floor), floor))
            else:
                legs.append(Leg("open", start, end, high - low, level=floor))
        return tuple(legs)


def _covers(area: AreaIndex, x: float, y: float) -> float:
    """Return 1 where terrain lies, 0 where not: the inches of terrain in an inch of line there."""
    return 1.0 if area.inside_length(x - 1e-7, y, x + 1e-7, y) > 1e-8 else 0.0

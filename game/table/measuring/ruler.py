"""The ruler: range and receipt between any two objects on the table, under a rulebook's policy."""

import math
from dataclasses import replace
from itertools import pairwise

import shapely
from shapely.geometry import LineString

from game.cached import cached_property
from game.table.footprints import Footprint, Oblong, distance_between
from game.table.lattice import Position
from game.table.measuring.lines import (
    EQUALLY_SHORT,
    Line,
    between_rounds,
    clear_lines,
    direct_lines,
    is_clear,
    shape_of,
)
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.receipt import Leg, Receipt
from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex, Point, SplitArea
from game.table.terrain.battlefield import Battlefield, Piece

Measurable = Footprint | Piece

_BASES = (Disc, Oblong)

# More inches than two computations of the same length may differ.
_ROUNDING = 1e-9


class LevelOutOfRange(ValueError):
    """Raised if a level is more than one level away, so that no disc on it is within range."""


class Ruler:
    """Measures distances on one battlefield under one policy.

    If the policy has levels, the ruler between the two objects' levels measures; without levels, only the area terrain
    on the first object's level counts.
    """

    def __init__(self, battlefield: Battlefield, policy: MeasuringPolicy) -> None:
        self.battlefield = battlefield
        self.policy = policy
        self._from_edges = policy.from_edges
        self._levels = policy.levels
        self._has_walls = policy.impassable_blocks and bool(battlefield.walls)
        self._is_plain = not self._has_walls and not policy.terrain_costs
        self._areas: dict[int, AreaIndex] = {}
        self._between: dict[tuple[int, int], Ruler] = {}
        self._nothing = AreaIndex(())

    @property
    def walls(self) -> AreaIndex:
        """The index of impassable barricades; empty if the policy ignores them."""
        return self.battlefield.wall_index if self._has_walls else self._nothing

    @cached_property
    def without_walls(self) -> "Ruler":
        """A ruler for the same table on which impassable barricades do not block."""
        return Ruler(self.battlefield, replace(self.policy, impassable_blocks=False))

    @cached_property
    def without_terrain(self) -> "Ruler":
        """A ruler for the same table on which area terrain costs nothing; the same lines are blocked."""
        return Ruler(self.battlefield, replace(self.policy, terrain="none"))

    def between(self, first: int, second: int) -> "Ruler | None":
        """Return the ruler from one level to another, or None if they are out of each other's range.

        If the policy has no levels, that is always this ruler.
        """
        if not self._levels:
            return self
        if abs(first - second) > 1:
            return None
        ruler = self._between.get((first, second))
        if ruler is None:
            ruler = self._between[first, second] = LevelRuler(self.battlefield, self.policy, first, second)
        return ruler

    def _ruler_for(self, a: Measurable, b: Measurable) -> "Ruler | None":
        """Return the ruler between the levels of two objects, or None."""
        return self.between(*_nearest_levels(a, b))

    def lines_are_clear(self, p: Point, q: Point, width: float, box: tuple[float, float, float, float]) -> bool:
        """Return whether no impassable barricade is within `width` inches of the line from p to q, inside `box`."""
        if not self._has_walls or self.walls.occupancy.box_is_clear(*box):
            return True
        return bool(shapely.distance(self.walls.union, LineString([p, q])) > width)

    def area(self, level: int = 0) -> AreaIndex:
        """Return the index of a level's area terrain; empty if the policy ignores it."""
        index = self._areas.get(level)
        if index is None:
            index = self.battlefield.area(level) if self.policy.terrain_costs else self._nothing
            self._areas[level] = index
        return index

    def range(self, a: Measurable, b: Measurable) -> float | None:
        """Return the range between two objects as the policy counts it, or None if every line is blocked."""
        ruler = self._ruler_for(a, b) if self._levels else self
        return None if ruler is None else ruler._range(a, b)

    def _range(self, a: Measurable, b: Measurable, longest: float = math.inf) -> float | None:
        """Return the range on this ruler's levels, or None if every line is blocked or a detour exceeds `longest`."""
        if a.__class__ is Disc and b.__class__ is Disc:
            dx, dy = b.x - a.x, b.y - a.y
            inches = math.hypot(dx, dy)
            if self._from_edges:
                inches -= a.radius + b.radius
            if inches <= 0.0:
                return 0
            ax, ay, bx, by = a.x, a.y, b.x, b.y
            x0, x1 = (ax, bx) if dx > 0.0 else (bx, ax)
            y0, y1 = (ay, by) if dy > 0.0 else (by, ay)
            if not self._has_walls or self.walls.occupancy.box_is_clear(x0, y0, x1, y1):
                area = self._areas.get(a.level) or self.area(a.level)
                if area.occupancy.box_is_clear(x0, y0, x1, y1):
                    return self.policy.cost(inches, 0.0)
                direct = between_rounds(a, b) if self._from_edges else Line((ax, ay), (bx, by), inches)
                return self.policy.cost(direct.inches, area.inside_length(*direct.start, *direct.end))
        elif self._from_edges and self._is_plain and isinstance(a, _BASES) and isinstance(b, _BASES):
            return self.policy.cost(distance_between(a, b), 0.0)
        line, terrain, _direct = self._measured(a, b, longest)
        return None if line is None else self.policy.cost(line.inches, terrain)

    def within(self, a: Measurable, b: Measurable, n: float) -> bool:
        """Return whether two objects are within range `n` of each other, measured between their closest points."""
        ruler = self._ruler_for(a, b) if self._levels else self
        if ruler is None:
            return False
        if a.__class__ is Disc and b.__class__ is Disc:
            gap = math.hypot(b.x - a.x, b.y - a.y) - (a.radius + b.radius if self._from_edges else 0.0)
            inches = gap if gap > 0.0 else 0.0  # `max` is slower, and nothing runs more often than this
            # Terrain and detours never shorten a range, and most pairs are too far apart anyway.
            if not self.policy.allows(self.policy.cost(inches, 0.0), n):
                return False
            # The terrain on a line is at most its length, and many pairs are near enough even so.
            most_terrain = inches + _ROUNDING
            if not ruler._has_walls and self.policy.allows(self.policy.cost(most_terrain, most_terrain), n):
                return True
        distance = ruler._range(a, b, self.policy.limit(n))
        return distance is not None and self.policy.allows(distance, n)

    def measure(self, a: Measurable, b: Measurable) -> Receipt:
        """Return the receipt of the measurement from a to b."""
        if self._levels:
            return self._measure_between_levels(a, b)
        line, terrain, direct = self._measured(a, b)
        shown_line = direct if line is None else line  # a blocked measurement shows the direct line
        rules = ["range"]
        legs = self._legs_of(shown_line, _level_of(a)) if line is not None else ()
        if terrain > 0.0:
            rules.append("terrain")
        blocked_by = self._blocking_walls(direct)
        if blocked_by:
            rules.append("blocked")
        return Receipt(
            origin=a.name,
            target=b.name,
            start=Position(*shown_line.start),
            end=Position(*shown_line.end),
            inches=shown_line.inches,
            open_inches=shown_line.inches - terrain,
            terrain_inches=terrain,
            legs=legs,
            blocked_by=blocked_by,
            detour=bool(blocked_by) and line is not None,
            range=None if line is None else self.policy.cost(line.inches, terrain),
            margin=0.0 if line is None else self._margin(line, terrain, _level_of(a)),
            rules=tuple(filter(None, (self.policy.citation(key) for key in rules))),
        )

    def _measure_between_levels(self, a: Measurable, b: Measurable) -> Receipt:
        """Return the receipt of a measurement between two objects that may be on different levels."""
        first, second = _nearest_levels(a, b)
        ruler = self.between(first, second)
        receipt = (ruler or Ruler(self.battlefield.on_levels(), replace(self.policy, levels=False))).measure(a, b)
        if first == second:
            return receipt
        rules = tuple(filter(None, (*receipt.rules, self.policy.citation("levels"))))
        if ruler is not None:
            return replace(receipt, rules=rules)
        return replace(receipt, rules=rules, range=None, margin=0.0, legs=())

    def _measured(self, a: Measurable, b: Measurable, longest: float = math.inf) -> tuple[Line | None, float, Line]:
        """Return the line that counts (or None), its inches in terrain, and the line that would count without walls.

        Detours longer than `longest` inches are ignored.
        """
        shape_a, shape_b = shape_of(a, self._from_edges), shape_of(b, self._from_edges)
        level = _level_of(a)
        direct = self._cheapest(direct_lines(shape_a, shape_b), level)
        if not self._has_walls or is_clear(self.walls, direct[0]):
            return direct[0], direct[1], direct[0]
        clear = clear_lines(self.walls, shape_a, shape_b, longest)
        if not clear:
            return None, 0.0, direct[0]
        line, terrain = self._cheapest(clear, level)
        return line, terrain, direct[0]

    def _cheapest(self, lines: list[Line], level: int) -> tuple[Line, float]:
        """Return the equally short line with the least terrain, and its inches in terrain."""
        shortest = lines[0].inches
        area = self.area(level)
        best, least = lines[0], math.inf
        for line in lines:
            if line.inches > shortest + EQUALLY_SHORT:
                break
            terrain = area.inside_length(*line.start, *line.end)
            if terrain < least - 1e-12 and (line is lines[0] or self._is_open(line) or not self._is_open(best)):
                best, least = line, terrain
        return best, least

    def _is_open(self, line: Line) -> bool:
        """Return whether no impassable barricade blocks a line."""
        return not self._has_walls or is_clear(self.walls, line)

    def _blocking_walls(self, direct: Line) -> tuple[str, ...]:
        """Return the names of the impassable barricades that block a line."""
        if not self._has_walls or is_clear(self.walls, direct):
            return ()
        walls = self.battlefield.walls
        return tuple(wall.name for wall in walls if wall.is_crossed(direct.start, direct.end))

    def _margin(self, line: Line, terrain: float, level: int) -> float:
        """Return the inches by which a line may grow, at the end with less terrain, before its range rises."""
        if not self.policy.rounds_down:
            return 0.0
        margin = self.policy.to_next_unit(line.inches)
        stretches = self.area(level).crossings(*line.start, *line.end)
        # With terrain at both ends, the line grows in terrain.
        if stretches and stretches[-1][1] > line.inches - 1e-9 and stretches[0][0] < 1e-9:
            margin = min(margin, self.policy.to_next_unit(terrain))
        return margin

    def _legs_of(self, line: Line, level: int) -> tuple[Leg, ...]:
        """Return the parts of a line between the points at which terrain begins or ends, or the level changes."""
        if line.inches <= 0.0:
            return ()
        change, floors = self._levels_along(line, level)
        stretches = self.area(level).crossings(*line.start, *line.end)
        marks = sorted({0.0, change, line.inches, *(mark for stretch in stretches for mark in stretch)})
        legs = []
        for low, high in pairwise(marks):
            if high - low <= 1e-9:
                continue
            start, end, middle = along(line, low), along(line, high), (low + high) / 2
            floor = floors[1] if middle >= change else floors[0]
            if any(begin < middle < finish for begin, finish in stretches):
                legs.append(Leg("area", start, end, high - low, self._pieces_along(start, end, floor), floor))
            else:
                legs.append(Leg("open", start, end, high - low, level=floor))
        return tuple(legs)

    def _levels_along(self, line: Line, level: int) -> tuple[float, tuple[int, int]]:
        """Return the inches along a line at which its level changes, and the levels before and after that."""
        return line.inches, (level, level)

    def _pieces_along(self, start: Position, end: Position, level: int) -> tuple[str, ...]:
        """Return the names of the terrain pieces on a level that part of a line crosses."""
        line = LineString([start, end])
        return tuple(
            piece.name or piece.id
            for piece in self.battlefield.area_near(line.bounds, level)
            if shapely.length(shapely.intersection(line, piece.area_shape)) > self.policy.short_by
        )


def _level_of(measured: Measurable) -> int:
    """Return the level of an object, the lowest for a piece on several levels."""
    return measured.level if isinstance(measured, _BASES) else min(measured.levels, default=0)


def _nearest_levels(a: Measurable, b: Measurable) -> tuple[int, int]:
    """Return the levels of two objects; for a piece on several levels, those that are closest, then lowest."""
    if a.__class__ is Disc and b.__class__ is Disc:
        return a.level, b.level
    ours = (a.level,) if isinstance(a, _BASES) else a.levels
    theirs = (b.level,) if isinstance(b, _BASES) else b.levels
    pairs = ((our_level, their_level) for our_level in ours for their_level in theirs)
    return min(pairs, key=lambda pair: (abs(pair[0] - pair[1]), pair))


def along(line: Line, inches: float) -> Position:
    """Return the spot `inches` from the start of a line."""
    share = inches / line.inches
    (ax, ay), (bx, by) = line.start, line.end
    return Position(ax + (bx - ax) * share, ay + (by - ay) * share)


class LevelRuler(Ruler):
    """Measures from objects on level `first` to objects on level `second`, which is the same or a neighbouring level.

    Only pieces on these levels count. Impassable barricades on either level block a line.
    """

    def __init__(self, battlefield: Battlefield, policy: MeasuringPolicy, first: int, second: int) -> None:
        super().__init__(battlefield.on_levels(first, second), replace(policy, levels=False))
        self._whole_table = battlefield
        self.first, self.second = first, second

    @cached_property
    def without_walls(self) -> Ruler:
        return LevelRuler(self._whole_table, replace(self.policy, impassable_blocks=False), self.first, self.second)

    @cached_property
    def _terrain(self) -> AreaIndex:
        """The area terrain that counts between the two levels."""
        if not self.policy.terrain_costs:
            return AreaIndex(())
        first, second = self._whole_table.area(self.first), self._whole_table.area(self.second)
        return first if self.first == self.second else SplitArea(first, second)

    def area(self, level: int = 0) -> AreaIndex:
        self._areas[level] = self._terrain
        return self._terrain

    def _margin(self, line: Line, terrain: float, level: int) -> float:
        """Return the inches by which a line may grow, at the end with less terrain, before its range rises."""
        if self.first == self.second:
            return super()._margin(line, terrain, level)
        margin = self.policy.to_next_unit(line.inches)
        # As the line grows at one end, its middle moves half as far, which changes how much of it is on each level.
        first, second = self._whole_table.area(self.first), self._whole_table.area(self.second)
        middle = along(line, line.inches / 2) if line.inches > 0.0 else line.start
        shift = (_terrain_rate(first, *middle) - _terrain_rate(second, *middle)) / 2
        rate = min(_terrain_rate(second, *line.end) + shift, _terrain_rate(first, *line.start) - shift)
        if rate > 0.0:
            margin = min(margin, self.policy.to_next_unit(terrain) / rate)
        return margin

    def _levels_along(self, line: Line, level: int) -> tuple[float, tuple[int, int]]:
        return line.inches if self.first == self.second else line.inches / 2, (self.first, self.second)


def _terrain_rate(area: AreaIndex, x: float, y: float) -> float:
    """Return the inches of terrain for each inch of line at a point: 1 inside terrain, 0 outside."""
    return 1.0 if area.inside_length(x - 1e-7, y, x + 1e-7, y) > 1e-8 else 0.0

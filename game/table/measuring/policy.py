"""The rules of a rulebook for measuring: ends of lines, rounding, costs of terrain, and blocking."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_NO_CITATIONS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class MeasuringPolicy:
    """The measuring rules of one rulebook, given to the table as data.

    `anchor`: lines run between rims ("edge") or centres ("centre"). `rounding`: lengths are rounded down to whole
    inches or kept. `terrain`: every full inch of the line in area terrain costs one more, or nothing does.
    `impassable_blocks`: no line may cross an impassable barricade. `short_by`: a length that falls short of a whole
    inch by at most this much counts as that inch; without rounding, one that exceeds a limit by at most this much is
    within. `levels`: between objects on neighbouring levels, each half of the line is measured on its own level;
    objects farther apart are out of range. Without it, levels are ignored.
    `slant_from`: distances include the difference in height if that is at least so many inches. `citations`: rule ids
    for display under the keys "range", "terrain", "blocked", "place" and "levels".
    """

    anchor: Literal["edge", "centre"] = "edge"
    rounding: Literal["down", "none"] = "down"
    terrain: Literal["whole-units", "none"] = "whole-units"
    impassable_blocks: bool = True
    short_by: float = 1e-6
    levels: bool = False
    slant_from: float = math.inf
    citations: Mapping[str, str] = field(default_factory=lambda: _NO_CITATIONS)
    from_edges: bool = field(init=False)
    """Whether lines run from rim to rim."""
    terrain_costs: bool = field(init=False)
    """Whether area terrain lengthens a range."""
    rounds_down: bool = field(init=False)
    """Whether a range is a whole number."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "from_edges", self.anchor == "edge")
        object.__setattr__(self, "terrain_costs", self.terrain == "whole-units")
        object.__setattr__(self, "rounds_down", self.rounding == "down")
        if self.short_by < 0.0:
            raise ValueError(
                f"short_by is {self.short_by:g} - it cannot be negative: give the inches that may be missing"
            )
        if self.levels and self.rounding != "down":
            raise ValueError("a policy with levels must round down: a range between levels is told in whole units")

    def cost(self, inches: float, terrain_inches: float) -> float:
        """Return the range of a line of `inches`, `terrain_inches` of them in area terrain.

        >>> MeasuringPolicy().cost(5.9, 2.2), MeasuringPolicy(rounding="none", terrain="none").cost(5.9, 2.2)
        (7, 5.9)
        """
        open_cost = math.floor(inches + self.short_by) if self.rounds_down else inches
        if not self.terrain_costs:
            return open_cost
        return open_cost + math.floor(terrain_inches + self.short_by)

    def costs(self, inches: Floats, terrain_inches: Floats) -> Floats:
        """Return the ranges of many lines at once."""
        open_costs: Floats = np.floor(inches + self.short_by) if self.rounds_down else inches
        return open_costs + np.floor(terrain_inches + self.short_by) if self.terrain_costs else open_costs

    def slanting(self, level: Floats, rise: Floats) -> Floats:
        """Return distances in inches that include height, given level distances and differences in height."""
        return np.where(np.abs(rise) >= self.slant_from, np.sqrt(level * level + rise * rise), level)

    def most(self, n: float) -> float:
        """Return the largest range that still counts as within `n`."""
        return n if self.rounds_down else n + self.short_by

    def allows(self, cost: float, n: float) -> bool:
        """Return whether a range counts as within `n`."""
        return cost <= self.most(n)

    def limit(self, n: float) -> float:
        """Return the inches at which a line without terrain first exceeds range `n`."""
        return math.floor(n) + 1.0 if self.rounds_down else float(n)

    def sure(self, n: float) -> float:
        """Return the inches up to which a line is within range `n` even if all of it is in terrain."""
        return self.limit(n / 2 if self.terrain_costs else n)

    def terrain_limits(self, inches: Floats, n: float) -> Floats:
        """Return the inches of terrain with which lines of these lengths first exceed range `n`."""
        open_costs = np.floor(inches + self.short_by) if self.rounds_down else inches
        return np.floor(self.most(n) - open_costs) + 1.0

    def whole_units(self, longest: float) -> Floats:
        """Return the lengths, up to a unit beyond `longest`, from which a line costs one more unit."""
        return np.arange(1.0, int(longest + 1.0) + 1.0) - self.short_by

    def to_next_unit(self, inches: float) -> float:
        """Return the inches by which a length must grow to cost one more unit."""
        return math.floor(inches + self.short_by) + 1.0 - inches

    def citation(self, key: str) -> str:
        """Return the rule id for `key`, or an empty string if the rulebook gives none."""
        return self.citations.get(key, "")


def units_filled(before: Floats, after: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return the whole units that growing lengths pass, as two arrays: the number of the length, and the unit."""
    low = np.floor(before)
    count = (np.floor(after) - low).astype(np.intp)
    which = np.repeat(np.arange(len(count)), count)
    return which, low[which] + 1.0 + np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)

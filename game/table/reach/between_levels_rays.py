"""What lines between two levels pay for terrain, told along rays."""

from typing import NamedTuple

import numpy as np

from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.between_levels import Edges, Halves
from game.table.reach.rays import Crossings, line_crossings, near_misses, stretches
from game.table.terrain.area import Floats


class Toll(NamedTuple):
    """What lines between two levels pay: the policy, the range `n` asked for, the inches at which it is exceeded in
    the open, and the terrain edges of the first level and of the second."""

    policy: MeasuringPolicy
    n: float
    limit: float
    halves: tuple[Edges, Edges]

    def terrain(self, crossings: tuple[Crossings, Crossings], rays: int) -> Halves:
        """Return the terrain along rays, told where they meet the terrain edges of either level."""
        first, second = (stretches(each, rays, 0.0) for each in crossings)
        return Halves(first, second, rays)

    def along(self, starts: Floats, directions: Floats) -> tuple[Crossings, Crossings]:
        """Return where rays with starts of their own, (R, 2), and directions, (R, 2), meet the terrain's edges."""
        first, second = (line_crossings(starts, directions, *edges) for edges in self.halves)
        return first, second

    def wanted(self, crossings: tuple[Crossings, Crossings], halves: Halves, bearings: Floats) -> Floats:
        """Return bearings at which the terrain of a line, where it turns, may pass a whole inch between two rays."""
        found = [np.zeros(0)]
        for each, factor in ((crossings[0], 2.0), (crossings[1], 1.0), (crossings[1], 2.0)):
            terrain = halves.terrain_at(each.ray, np.clip(each.inches * factor, 0.0, self.limit))
            turning = Crossings(each.ray, each.inches * factor, each.edge, each.leaves)
            found.append(near_misses(turning, terrain, bearings, self.limit))
        return np.concatenate(found)

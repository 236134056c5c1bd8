"""Where the cheapest ways join a rim, and how they go on from there."""

import math
from dataclasses import dataclass

import numpy as np

from game.cached import cached_property
from game.table.ways.arcs import TURN, FreeArcs
from game.table.ways.rings import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class Arrivals:
    """Where the cheapest ways join a rim: from there they go on along it, `ahead` radians at most, and leave it.

    Where there is `soft` ground around a rim, `paid` is the cost of the rim up to the arrival.
    """

    number: Ints
    ring: Ints
    sense: Floats
    relative: Floats
    ahead: Floats
    cost: Floats
    x: Floats
    y: Floats
    radius: Floats
    low: Floats
    blocks: Bools
    soft: Bools
    paid: Floats

    def taken(self, which: Ints) -> "Arrivals":
        """Return some of the arrivals, by their places."""
        return Arrivals(*(getattr(self, name)[which] for name in self.__dataclass_fields__))

    @cached_property
    def _table(self) -> Floats:
        """What `leaving_for` needs, one column for each arrival; the bearing at which none goes on is the fourth."""
        flip = np.where(self.sense > 0.0, 0.0, math.pi)
        least = self.radius - np.where(self.blocks, 1e-6, 1e-4)
        sense = np.where(self.radius > 0.0, self.sense, 0.0)  # nothing goes on along a point
        columns = (sense, self.radius, self.sense * self.radius, self.low + self.relative - flip)
        return np.stack((*columns, self.ahead + 1e-9, least, self.cost))

    def leaving_for(self, x: float, y: float, limit: float, arcs: FreeArcs) -> tuple[Ints, Floats, Floats]:
        """Return the arrivals from which one spot might cost less than a limit, the angles to go on, and these costs.

        What `departures` tells of many points and all arrivals, of one point and few.
        """
        dx, dy = x - self.x, y - self.y
        far = np.hypot(dx, dy)
        near = (self.cost + (far - self.radius) <= limit).nonzero()[0]
        sense, radius, across, still, ahead, least, cost = self._table.take(near, axis=1)
        dx, dy, far = dx[near], dy[near], np.maximum(far[near], 1e-12)
        bearing = np.arctan2(dy, dx) - np.arccos(np.minimum(np.maximum(across / far, -1.0), 1.0))
        turned = np.remainder((bearing - still) * sense, TURN)
        turned[turned > TURN - 1e-6] = 0.0
        length = np.sqrt(np.maximum(far * far - across * across, 0.0))
        bound = cost + radius * turned + length
        use = ((turned <= ahead) & (far >= least) & (bound < limit)).nonzero()[0]
        near, turned, bound = near[use], turned[use], bound[use]
        soft = self.soft[near].nonzero()[0]
        if soft.size:
            at = near[soft]
            end = arcs.inches(self.ring[at], self.relative[at] + self.sense[at] * turned[soft])
            bound[soft] = self.cost[at] + (end - self.paid[at]) * self.sense[at] + length[use[soft]]
        return near, turned, bound

    def departures(self, points: Floats, arcs: FreeArcs) -> tuple[Floats, Floats]:
        """Return for points, (P, 2), and every arrival the angle to go on along its rim, and the cost or inf.

        The cost is that through open ground, without looking for what stands in the way.
        """
        dx, dy = points[:, :1] - self.x, points[:, 1:] - self.y
        far = np.maximum(np.hypot(dx, dy), 1e-12)
        across = self.sense * self.radius
        bearing = np.arctan2(dy, dx) - np.arccos(np.minimum(np.maximum(across / far, -1.0), 1.0))
        bearing = np.where(self.sense > 0.0, bearing, bearing + math.pi) - self.low
        turned = np.remainder((bearing - self.relative) * self.sense, TURN)
        turned = np.where((turned > TURN - 1e-6) | (self.radius == 0.0), 0.0, turned)
        length = np.sqrt(np.maximum(far * far - across * across, 0.0))
        there = (turned <= self.ahead + 1e-9) & (far >= self.radius - np.where(self.blocks, 1e-6, 1e-4))
        along = self.radius * turned
        if self.soft.any():
            soft = np.flatnonzero(self.soft)
            end = arcs.inches(self.ring[soft], (self.relative + self.sense * turned)[:, soft])
            along[:, soft] = (end - self.paid[soft]) * self.sense[soft]
        return turned, np.where(there, self.cost + along + length, np.inf)

    def spots(self, which: Ints, turned: Floats) -> Floats:
        """Return where ways leave the rims of arrivals after going on by some angles."""
        bearing = self.low[which] + self.relative[which] + self.sense[which] * turned
        x = self.x[which] + self.radius[which] * np.cos(bearing)
        return np.stack((x, self.y[which] + self.radius[which] * np.sin(bearing)), axis=1)

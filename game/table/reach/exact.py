"""Exact verdicts on a whole base: whether all of its points are in range of an origin, or whether none is.

Every point is judged along its own straight line from the closest point of the origin, so the verdict samples bearings
from the origin's centre. Along one bearing, the range never falls with distance. The far rim therefore decides whether
all points are in range, and the near rim whether no point is.
"""

import math
from collections.abc import Callable

import numpy as np

from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.between_levels import LevelCost
from game.table.reach.rays import within_a_turn
from game.table.terrain.area import Edges, Floats, inside_rays, joined

# Bearings across a disc, denser at its sides, and all round.
_UNIFORM = 33
SPREAD = np.sin(np.linspace(-math.pi / 2, math.pi / 2, _UNIFORM))
TURN = np.linspace(-math.pi, math.pi, 2 * _UNIFORM)
# Radians to either side of terrain corners at which bearings are added.
BESIDE = 1e-7
# Inches by which a length may fall short of a whole inch and not count as that inch.
SHORT = 1e-5
ZOOM = np.linspace(0.0, 1.0, 9)
# Half the angle (radians) of a disc up to which edges behind the origin can be recognised, and a margin for it.
_NARROW, _MARGIN = 1.5, 1e-6
# Bearings are refined if the terrain is nearer than this (inches) to the next whole unit.
CLOSE = 0.35
# The most rounds of refinement.
ROUNDS = 4


class Sighting:
    """A disc as seen from the centre of an origin: the bearings across it, and the distances of its rim along them.

    `centre` and `span` are the origin's centre and radius, `spot` and `radius` those of the disc, in inches. `far`
    chooses the far rim, otherwise the near rim counts.
    """

    def __init__(
        self,
        centre: tuple[float, float],
        span: float,
        spot: tuple[float, float],
        radius: float,
        far: bool,
    ) -> None:
        self.centre = self._ox, self._oy = centre
        self._apex = np.array(((self._ox,), (self._oy,)))
        self.span = span
        self.radius = radius
        self.far = far
        dx, dy = spot[0] - self._ox, spot[1] - self._oy
        self.distance = math.hypot(dx, dy)
        self.middle = math.atan2(dy, dx)
        surrounded = self.distance <= radius
        self.half = math.pi if surrounded else math.asin(radius / self.distance)
        # The unit vectors (left, then right) slightly outside the outermost lines to the disc.
        left, right = self.middle + self.half + _MARGIN, self.middle - self.half - _MARGIN
        self._flanks = math.cos(left), math.sin(left), math.cos(right), math.sin(right)

    def bearings(self, policy: MeasuringPolicy, terrain: Floats) -> Floats:
        """Return sorted relative bearings to judge: spread over the disc, beside terrain corners, at whole inches."""
        half = self.half
        spread = half * SPREAD
        if half == math.pi:
            spread = TURN
        corners = np.arctan2(terrain[:, 1] - self._oy, terrain[:, 0] - self._ox) - self.middle
        corners = within_a_turn(corners)
        corners = corners[np.abs(corners) <= half]
        steps = self._whole_inches() if policy.rounds_down else np.zeros(0)
        all_bearings = np.concatenate((spread, corners - BESIDE, corners + BESIDE, steps, -steps))
        all_bearings.sort()
        return np.minimum(np.maximum(all_bearings, -half), half)

    def _whole_inches(self) -> Floats:
        """Return the bearings at which the rim is a whole number of inches from the origin, or just less.

        The far rim has its largest range at the whole inch, the near rim its smallest just before it.
        """
        if self.distance == 0.0:
            return np.zeros(0)
        whole_inches = np.arange(1 + math.ceil(self.distance + self.radius - self.span)) + self.span
        rim = np.concatenate((whole_inches, whole_inches - SHORT))
        rim = rim[rim > 0.0]
        cosine = (self.distance**2 + rim**2 - self.radius**2) / (2 * self.distance * rim)
        return np.asarray(np.arccos(cosine[np.abs(cosine) <= 1.0]))

    def edges_across(self, edges: Edges) -> Edges:
        """Return the directed edges that a line to the disc meets, or would meet beyond it.

        All other edges are on one side of the disc or behind the origin, and do not affect the inches in terrain.
        """
        if self.half > _NARROW:
            return edges
        starts, ends = edges
        (x, y), (next_x, next_y) = starts.T - self._apex, ends.T - self._apex
        ux, uy, vx, vy = self._flanks
        is_across = (ux * y <= uy * x) | (ux * next_y <= uy * next_x)
        is_across &= (vx * y >= vy * x) | (vx * next_y >= vy * next_x)
        return starts[is_across], ends[is_across]

    def depth(self, edges: Edges, *, inside: bool) -> float:
        """Return an upper bound on the inches in terrain of lines to the disc, given the edges across them.

        All terrain is between the nearest and the farthest crossing with an edge, or begins at the origin if its centre
        is `inside` terrain. This is much faster than measuring the lines.
        """
        if self.half > _NARROW:
            return max(self.distance + self.radius - self.span, 0.0)
        ux, uy, vx, vy = self._flanks
        nearest, farthest, ox, oy = math.inf, 0.0, self._ox, self._oy
        for (x, y), (end_x, end_y) in zip(edges[0].tolist(), edges[1].tolist(), strict=True):  # too few for arrays
            x, y, dx, dy = x - ox, y - oy, end_x - x, end_y - y
            # How far inside each outermost line the edge starts, and how fast it goes further inside.
            sides = (uy * x - ux * y, uy * dx - ux * dy), (vx * y - vy * x, vx * dy - vy * dx)
            enters, leaves = 0.0, 1.0
            for clearance, gain in sides:
                if clearance < 0.0:
                    enters = max(enters, -clearance / gain if gain > 0.0 else math.inf)
                elif clearance + gain < 0.0:
                    leaves = min(leaves, -clearance / gain)
            if enters <= leaves:
                closest = min(max(-(x * dx + y * dy) / (dx * dx + dy * dy or 1.0), enters), leaves)
                nearest = min(nearest, math.hypot(x + dx * closest, y + dy * closest))
                last = math.hypot(x + dx * leaves, y + dy * leaves)
                farthest = max(farthest, last, math.hypot(x + dx * enters, y + dy * enters))
        nearest = self.span if inside else max(nearest, self.span)
        return max(min(farthest, self.distance + self.radius) - nearest, 0.0)

    def lines(self, bearings: Floats, edges: Edges) -> tuple[Floats, Floats]:
        """Return the inches of the lines from the origin's rim to the disc's rim, and their inches in terrain."""
        ahead, offset = self.distance * np.cos(bearings), self.distance * np.sin(bearings)
        half_chord = np.sqrt(np.maximum(self.radius**2 - offset * offset, 0.0))
        reach = np.maximum(ahead + half_chord if self.far else ahead - half_chord, 0.0)
        absolute = bearings + self.middle
        rays = np.cos(absolute), np.sin(absolute), np.minimum(self.span, reach), reach
        return reach - rays[2], inside_rays(rays, edges[0].T - self._apex, edges[1].T - self._apex)

    def chords(self, bearings: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the rays from the origin's rim: starts, directions, and inches to entering and leaving the disc."""
        middle = self.distance * np.cos(bearings)
        half_chord = np.sqrt(np.maximum(self.radius**2 - (self.distance * np.sin(bearings)) ** 2, 0.0))
        directions = np.stack((np.cos(bearings + self.middle), np.sin(bearings + self.middle)), axis=1)
        starts = np.array((self._ox, self._oy)) + directions * self.span
        near = np.maximum(middle - half_chord - self.span, 0.0)
        return starts, directions, near, np.maximum(middle + half_chord - self.span, near)


def every_chord_agrees(sighting: Sighting, level_cost: LevelCost) -> bool:
    """Return whether the whole base is within range between levels; if the near rim counts, whether none of it is.

    Whole chords are judged, because the range may fall along such a ray.
    """
    corners, _following = joined(level_cost.halves)

    def slack(bearings: Floats) -> Floats:
        starts, directions, near, far = sighting.chords(bearings)
        halves = level_cost.terrain(level_cost.along(starts, directions), len(bearings))
        least, most = halves.slack(level_cost.policy, level_cost.n, near, far)
        return least if sighting.far else -most

    return _all_agree(sighting, sighting.bearings(level_cost.policy, corners), slack)


def every_bearing_agrees(sighting: Sighting, edges: Edges, policy: MeasuringPolicy, n: float) -> bool:
    """Return whether the whole far rim is within range `n`; if the near rim counts, whether all of it is beyond.

    `edges` are the terrain edges across the lines to the disc. The caller knows that the disc is in range without
    terrain.
    """
    corners, _following = edges
    if not len(corners):
        return sighting.far

    def slack(bearings: Floats) -> Floats:
        inches, terrain = sighting.lines(bearings, edges)
        unused = policy.terrain_limits(inches, n) - policy.short_by - terrain
        return unused if sighting.far else -unused

    return _all_agree(sighting, sighting.bearings(policy, corners), slack)


def _all_agree(sighting: Sighting, bearings: Floats, slack_at: Callable[[Floats], Floats]) -> bool:
    """Return whether no bearing has the wrong verdict. Bearings near the limit are refined repeatedly.

    `slack_at` returns the inches of terrain that separate bearings from the wrong verdict, negative if they have it. At
    0, a line is out of range, which is the wrong verdict if the far rim counts.
    """
    for _closer_look in range(ROUNDS):
        slack = slack_at(bearings)
        least = slack.min()
        if least < 0.0 or (least == 0.0 and sighting.far):
            return False
        if least >= CLOSE:
            return True
        close = np.flatnonzero(np.logical_and(slack < CLOSE, _is_valley(slack)))
        low = bearings[np.maximum(close - 1, 0)]
        high = bearings[np.minimum(close + 1, len(bearings) - 1)]
        bearings = np.unique((low[:, None] + (high - low)[:, None] * ZOOM[None, :]).ravel())
    return True


def _is_valley(values: Floats) -> Floats:
    """Return which values are not greater than their neighbours."""
    padded = np.concatenate(([np.inf], values, [np.inf]))
    return np.asarray((values <= padded[:-2]) & (values <= padded[2:]))

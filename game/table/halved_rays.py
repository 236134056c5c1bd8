"""The shape of what is in range between two levels: rays with several stretches each, joined to strips."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.area import Floats
from game.table.halved import Edges, Halves, Stretch, halved_lengths
from game.table.policy import MeasuringPolicy
from game.table.rays import Crossings, Numbers, line_crossings, near_misses, stretches, unsettled

Spans = list[list[Stretch]]
"""For each ray the stretches that are in range, in inches."""

_INNER = np.array([0.25, 0.5, 0.75])
_ROUNDS = 6
_ZOOMS = 3
_APART = 1e-9
# A stretch in range shorter than this, and a gap between two, leave no trace in an outline.
_SLIVER = 1e-6


class Toll(NamedTuple):
    """What lines between two levels pay: the policy, the range `n` asked for, the inches at which it is exceeded in
    the open, and the terrain edges of the first level and of the second."""

    policy: MeasuringPolicy
    n: float
    limit: float
    halves: tuple[Edges, Edges]

    def spans(self, crossings: tuple[Crossings, Crossings], rays: int) -> Spans:
        """Return what is in range of each ray, told where the rays meet the terrain edges of either level."""
        first, second = (by_ray(each, rays) for each in crossings)
        return [
            Halves(near, far).in_range(self.policy, self.n, self.limit) for near, far in zip(first, second, strict=True)
        ]

    def along(self, starts: Floats, directions: Floats) -> tuple[Crossings, Crossings]:
        """Return where rays with starts of their own, (R, 2), and directions, (R, 2), meet the terrain's edges."""
        first, second = (line_crossings(starts, directions, *edges) for edges in self.halves)
        return first, second

    def wanted(
        self, crossings: tuple[Crossings, Crossings], starts: Floats, directions: Floats, bearings: Floats
    ) -> Floats:
        """Return bearings at which the terrain of a line, where it turns, may pass a whole inch between two rays."""
        found = [np.zeros(0)]
        for each, factor in ((crossings[0], 2.0), (crossings[1], 1.0), (crossings[1], 2.0)):
            inches = np.clip(each.inches * factor, 0.0, self.limit)
            ends = starts[each.ray] + directions[each.ray] * inches[:, None]
            terrain = halved_lengths(starts[each.ray], ends, self.halves)
            turning = Crossings(each.ray, each.inches * factor, each.edge, each.leaves)
            found.append(near_misses(turning, terrain, bearings, self.limit))
        return np.concatenate(found)


def by_ray(crossings: Crossings, rays: int) -> list[list[Stretch]]:
    """Return the stretches of each ray in terrain, in inches from its start."""
    found = stretches(crossings, rays, 0.0)
    each: list[list[Stretch]] = [[] for _ in range(rays)]
    for ray, begin, end in zip(found.ray.tolist(), found.begin.tolist(), found.end.tolist(), strict=True):
        each[ray].append((begin, end))
    return each


Measure = Callable[[Floats], tuple[Spans, Floats]]


def refined_spans(measure: Measure, bearings: Floats, begin: float) -> tuple[Floats, Spans]:
    """Return sorted bearings and the spans along them, with rays added until every jump is pinned down.

    `measure` gives the spans along sorted bearings and further bearings that want a look; `begin` is how far from
    the point that the bearings are told of the rays begin.
    """
    bearings = np.unique(bearings)
    spans, wanted = measure(bearings)
    for _ in range(_ZOOMS):
        closer = np.setdiff1d(wanted, bearings)
        if closer.size == 0:
            break
        added, wanted = measure(closer)
        bearings, spans = _merged(bearings, spans, closer, added)
    for _ in range(_ROUNDS):
        jumps = _jumps(bearings, spans, begin)
        if jumps.size == 0:
            break
        low, high = bearings[jumps], bearings[jumps + 1]
        closer = (low[:, None] + (high - low)[:, None] * _INNER).ravel()
        added, _ = measure(closer)
        bearings, spans = _merged(bearings, spans, closer, added)
    apart = np.concatenate(([True], np.diff(bearings) > _APART))
    return bearings[apart], [span for span, kept in zip(spans, apart.tolist(), strict=True) if kept]


def _merged(bearings: Floats, spans: Spans, closer: Floats, added: Spans) -> tuple[Floats, Spans]:
    every = np.concatenate((bearings, closer))
    order = np.argsort(every, kind="stable")
    both = spans + added
    return every[order], [both[index] for index in order.tolist()]


def _jumps(bearings: Floats, spans: Spans, begin: float) -> Numbers:
    """Return the gaps between rays in which a stretch comes, goes, jumps or bends."""
    most = max((len(span) for span in spans), default=0)
    ends = np.zeros((len(spans), 2 * most + 1))
    for row, span in zip(ends, spans, strict=True):
        row[0] = 10.0 * len(span)
        for column, stretch in enumerate(span):
            row[2 * column + 1 : 2 * column + 3] = stretch
    found = [unsettled(bearings, ends[:, column], begin) for column in range(ends.shape[1])]
    return np.unique(np.concatenate(found))


def strips(
    bearings: Floats, spans: Spans, centre: tuple[float, float], middle: float = 0.0, closed: bool = False
) -> BaseGeometry:
    """Return the shape of spans along rays from a centre, `middle` being the bearing that theirs are told from."""
    cosine, sine = np.cos(bearings + middle).tolist(), np.sin(bearings + middle).tolist()
    x, y = centre
    quads: list[list[tuple[float, float]]] = []
    pairs: list[tuple[int, int]] = list(pairwise(range(len(spans))))
    if closed and len(spans) > 2:
        pairs.append((len(spans) - 1, 0))
    for one, other in pairs:
        for low, high in spans[one]:
            for begin, end in spans[other]:
                if min(high, end) - max(low, begin) > _SLIVER:
                    quads.append(
                        [
                            (x + low * cosine[one], y + low * sine[one]),
                            (x + high * cosine[one], y + high * sine[one]),
                            (x + end * cosine[other], y + end * sine[other]),
                            (x + begin * cosine[other], y + begin * sine[other]),
                        ]
                    )
    if not quads:
        return shapely.Polygon()
    rings = np.array([[*quad, quad[0]] for quad in quads])
    return shapely.union_all(shapely.buffer(shapely.polygons(rings), 0.0))


def shifted(spans: Spans, inches: float, least: float = 0.0, most: Sequence[float] | None = None) -> Spans:
    """Return the spans moved by so many inches and cut at `least` and, ray by ray, at `most`."""
    tops = most if most is not None else [math.inf] * len(spans)
    return [
        [(max(low + inches, least), min(high + inches, top)) for low, high in span if high + inches > least < top]
        for span, top in zip(spans, tops, strict=True)
    ]

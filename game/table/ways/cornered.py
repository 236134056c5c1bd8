"""Ways without arcs: straight legs only, for rulebooks and people who draw them from corner to corner."""

from __future__ import annotations

import math
from collections.abc import Iterator

from game.table.ways.judge import allows
from game.table.ways.policy import WayPolicy
from game.table.ways.way import Leg, Point, Way

_WIDEST = (0.6, 0.3, 0.15, 0.075, 0.0375)
"""Radians of an arc that two straight legs stand for, one after another as long as the way gets too long or strays."""


def cornered(way: Way, *policies: WayPolicy) -> Way | None:
    """Return the way with straight legs around its arcs, legal under a policy, None if that does not come out so.

    The legs go around the outside of each arc, which makes the way a little longer.
    """
    if not any(leg.turn for leg in way.legs):
        return way
    tried = (Way.through([way.start, *_corners(way, widest)]) for widest in _WIDEST)
    return next((each for each in tried if any(allows(each, policy) for policy in policies)), None)


def _corners(way: Way, widest: float) -> Iterator[Point]:
    for leg in way.legs:
        if leg.turn:
            yield from _outside(leg, widest)
        yield leg.end


def _outside(leg: Leg, widest: float) -> Iterator[Point]:
    """Yield the corners of straight legs that touch an arc at its ends and as often between as is needed."""
    parts = max(1, math.ceil(abs(leg.turn) / widest))
    (cx, cy), half = leg.centre, leg.turn / parts / 2
    far = leg.radius / math.cos(half)
    first = math.atan2(leg.start.y - cy, leg.start.x - cx)
    for number in range(parts):
        bearing = first + (2 * number + 1) * half
        yield cx + far * math.cos(bearing), cy + far * math.sin(bearing)

"""Which finder serves which policy: finding is a service, the check is the rule."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position
from game.table.ways.field import Bools, Floats
from game.table.ways.free import Found, FreeFinder, entry
from game.table.ways.judge import is_in
from game.table.ways.lines import BendFinder, LineFinder, RimFinder, leaving
from game.table.ways.policy import WayPolicy
from game.table.ways.search import Source


class Finder(Protocol):
    """Finds ways of one kind."""

    def ways(self, x: float, y: float) -> Iterator[Found]:
        """Yield ways to a spot, the best first; the check may still refuse those that are not sure."""

    def likely(self, points: Floats) -> Bools:
        """Return which points, (P, 2), may be reached: certainly all that are."""

    def lines(self) -> list[Floats] | None:
        """Return points along the lines on which all ends lie; None if they are an area."""

    def area(self) -> BaseGeometry:
        """Return the ends as an area."""

    def shortest(self, x: float, y: float) -> float:
        """Return what the best way found to a spot costs on any budget, in inches; inf if there is none."""


def finders_for(start: Position, policy: WayPolicy) -> list[Finder]:
    """Return what finds ways from a spot under a policy; for stages that nothing here serves, only straight ways."""
    first, last = policy.stages[0], policy.stages[-1]
    if len(policy.stages) == 1 and first.go == "free":
        return _free(start, policy)
    if len(policy.stages) == 2 and last.go == "free" and first.until:
        free: list[Finder] = [FreeFinder(policy, start, leaving(policy, start), last.ignores)]
        return [*free, LineFinder(policy, start)]
    if len(policy.stages) == 2 and first.go == "straight" and last.go == "toward":
        return [BendFinder(policy, start)]
    if first.go == "along":
        return [RimFinder(policy, start)]
    return [LineFinder(policy, start)]


def _free(start: Position, policy: WayPolicy) -> list[Finder]:
    ignored = policy.stages[0].ignores
    about = [ground for ground in policy.grounds if ground.straight_to is not None and ground.name not in ignored]
    inside = [ground for ground in about if is_in(ground, policy, start)]
    if inside:
        return [*_out_of(start, policy), LineFinder(policy, start)]
    found: list[Finder] = []
    if any(ground.stops for ground in policy.grounds):
        shut = tuple(replace(g, solid=True) if g.stops else g for g in policy.grounds)
        found.append(FreeFinder(policy.but(grounds=shut), start, [Source(start)], ignored))
    return [*found, FreeFinder(policy, start, [Source(start)], ignored)]


def _out_of(start: Position, policy: WayPolicy) -> Iterator[Finder]:
    """Yield the finder of ways that begin in grounds with but one line, and go on freely from where that leads out."""
    ignored = policy.stages[0].ignores
    for ground in policy.grounds:
        if ground.straight_to is None or ground.name in ignored or not is_in(ground, policy, start):
            continue
        tx, ty = ground.straight_to
        sources = []
        for sign in (1.0, -1.0):
            toward = (start.x + sign * (start.x - tx), start.y + sign * (start.y - ty))
            out = entry(ground, policy.radius, start, toward, 2 * policy.budget)
            if out is not None:
                far = ((out[0] - start.x) ** 2 + (out[1] - start.y) ** 2) ** 0.5
                sources.append(Source(out, far, (start,), (0.0,)))
        yield FreeFinder(policy, start, sources, ignored)

"""Which finder serves which policy: finding is a service, the check is the rule."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

import shapely
from shapely.geometry.base import BaseGeometry

from game.table.lattice import LATTICE_STEP, Position, position
from game.table.shapes import Disc
from game.table.ways.crossings import stretches_of
from game.table.ways.ends import rims_of
from game.table.ways.free import Found, FreeFinder, entry
from game.table.ways.judge import allows, check, is_in
from game.table.ways.lines import BendFinder, LineFinder, RimFinder, leaving
from game.table.ways.policy import CONTACT, Ground, WayPolicy
from game.table.ways.rings import Bools, Floats
from game.table.ways.tight import Source
from game.table.ways.way import Leg, Point, Way

# An end that must lie in a band narrower than this (inches) is drawn as a line.
_NARROW = 0.02


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
        ends_early = first.may_end and first.go in ("toward", "away")
        return [*free, LineFinder(policy, start)] if ends_early else free
    if len(policy.stages) == 2 and first.go == "straight" and last.go == "toward":
        return [BendFinder(policy, start)]
    if len(policy.stages) == 2 and first.go == "free" and last.go == "toward":
        # The rim of what the first stage touches is looked for as that of straight-to ground.
        to = last.of[0]
        lined = [
            replace(g, straight_to=(to.x, to.y)) if g.name in first.names and not g.solid else g for g in policy.grounds
        ]
        # Others come to their end untouched: what a way only follows at the rim would be touched, and end the stage.
        clear = [
            replace(g, solid=True, margin=g.margin + CONTACT) if g.name in first.names else g for g in policy.grounds
        ]
        both = (policy.but(grounds=tuple(grounds)) for grounds in (lined, clear))
        return [FreeFinder(each, start, [Source(start)], first.ignores) for each in both]
    if len(policy.stages) == 1 and first.go == "not farther":
        return [InwardFinder(policy, start)]
    if len(policy.stages) == 1 and first.go == "not nearer":
        return [FreeFinder(policy, start, [Source(start)], first.ignores)]
    if first.go == "along":
        return [RimFinder(policy, start)]
    return [LineFinder(policy, start)]


class InwardFinder(LineFinder):
    """Ways that never lead farther from some bases: the ways back from their ends never lead nearer."""

    def ways(self, x: float, y: float) -> Iterator[Found]:
        """Yield the straight way, then the best way found backwards."""
        yield from super().ways(x, y)
        stage = self.policy.stages[0]
        back = self.policy.but(stages=(replace(stage, go="not nearer"),)).to_disc(Disc(*self.start, 0.0))
        for found in FreeFinder(back, (x, y), [Source((x, y))], stage.ignores).ways(*self.start):
            yield Found(found.way.reversed, found.cost, False)

    def area(self) -> BaseGeometry:
        """Return what straight runs reach: more is reached by bending, and is judged, but not drawn."""
        area = super().area()
        for disc in self.policy.stages[
            0
        ].of:  # a run leads nearer as long as it sees the two at more than a right angle
            middle = shapely.Point((self.start.x + disc.x) / 2, (self.start.y + disc.y) / 2)
            area = area.intersection(middle.buffer(math.dist(self.start, disc[:2]) / 2, quad_segs=64))
        return area


def push(start: Point, direction: Point, policy: WayPolicy) -> tuple[Way, Ground | None]:
    """Return the way of a base that is moved straight on its whole budget, and what stops it at the first contact.

    The edge of the table stops it too; then, and when nothing does, there is no ground. Raise `ValueError` for a
    direction without length.
    """
    at = position(*start)
    far = math.hypot(*direction)
    if far == 0.0:
        raise ValueError("a push needs a direction")
    ux, uy = direction[0] / far, direction[1] / far
    west, south, east, north = policy.bounds
    most = policy.budget
    for along, here, low, high in ((ux, at.x, west, east), (uy, at.y, south, north)):
        if abs(along) > 1e-12:
            edge = high - policy.radius if along > 0.0 else low + policy.radius
            most = min(most, max((edge - here) / along, 0.0))
    run = Leg(at, position(at.x + ux * most, at.y + uy * most))
    hit, ignored = None, policy.stages[0].ignores
    for ground in policy.grounds:
        if ground.solid and ground.name not in ignored and run.inches > 0.0:
            spells = stretches_of(run, ground, ground.distance_kept(policy.radius))
            if spells and spells[0][0] < most:
                most, hit = spells[0][0], ground
    back = 0.0  # a run along the rim has to stop sooner for its rounded end to be clear of it
    while back < most:
        way = Way.through([at, (at.x + ux * (most - back), at.y + uy * (most - back))])
        if not any(refusal.cause in ("in the way", "off the table") for refusal in check(way, policy).refusals):
            return way, hit
        back = max(2 * back, LATTICE_STEP)
    return Way(at), hit


def _free(start: Position, policy: WayPolicy) -> list[Finder]:
    ignored = policy.stages[0].ignores
    about = [ground for ground in policy.grounds if ground.straight_to is not None and ground.name not in ignored]
    inside = [ground for ground in about if is_in(ground, policy, start)]
    if inside:
        return [*_out_of(start, policy), LineFinder(policy, start)]
    return [*free_finders(start, policy, [Source(start)])]


def free_finders(about: Position, policy: WayPolicy, starts: Sequence[Source]) -> list[FreeFinder]:
    """Return what finds free ways from some sources; the budget of the policy is counted from `about`."""
    ignored = policy.stages[0].ignores
    found: list[FreeFinder] = []
    if any(ground.stops for ground in policy.grounds):
        shut = tuple(replace(g, solid=True) if g.stops else g for g in policy.grounds)
        found.append(FreeFinder(policy.but(grounds=shut), about, starts, ignored))
    return [*found, FreeFinder(policy, about, starts, ignored)]


def _out_of(start: Position, policy: WayPolicy) -> Iterator[Finder]:
    """Yield the finder of ways that begin in straight-to grounds, and go on freely from where they leave them."""
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
                sources.append(Source(out, math.dist(start, out), (start,), (0.0,)))
        yield FreeFinder(policy, start, sources, ignored)


def lines_of(policy: WayPolicy, finder: Finder) -> list[Floats] | None:
    """Return points along the lines on which all ends lie, so near that none is missed; None if they are an area."""
    rims = [rim for end in policy.ends if end.most - end.least < _NARROW for rim in rims_of(policy, end)]
    own = finder.lines()
    if own is None:
        return rims or None
    crossings = [
        shapely.get_coordinates(shapely.intersection(shapely.LineString(line), shapely.LineString(rim)))
        for line in own
        for rim in rims
        if len(line) > 1
    ]
    return [*own, *(crossing[[n]] for crossing in crossings for n in range(len(crossing)))]


def long_enough(way: Way, policy: WayPolicy) -> Way:
    """Return the way, lengthened by going on from its end and coming back if it is too short."""
    lacking = policy.least - way.inches
    if lacking <= 0.0:
        return way
    x, y = way.end
    half = lacking / 2 + 2e-4
    for number in range(16):
        bearing = number * math.pi / 8
        out = (x + half * math.cos(bearing), y + half * math.sin(bearing))
        longer = way.then(Way.through([(x, y), out, (x, y)]).legs)
        if allows(longer, policy):
            return longer
    return way

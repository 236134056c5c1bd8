"""All ends that a base can reach: verdicts with their way, reasons why not, the nearest, one at random, the outline."""

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import chain
from typing import Self

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.placing.sampling import draws, in_a_box, triangles_of
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.table.ways.bounds import least_cost, most_inches
from game.table.ways.field import grown, grown_shape
from game.table.ways.finders import Finder, finders_for, lines_of, long_enough
from game.table.ways.free import FreeFinder
from game.table.ways.judge import WayReceipt, allows, check
from game.table.ways.loose import Chances, around, leads_there
from game.table.ways.policy import CONTACT, Asked, WayPolicy
from game.table.ways.rings import Floats
from game.table.ways.standing import against, against_anyway, too_far
from game.table.ways.straight import is_open
from game.table.ways.tight import contacts
from game.table.ways.way import Point, Way
from game.wording import N_, _

_SET_BACK = (2e-4, 6e-4, 2e-3, 6e-3, 2e-2)
# `_HALVINGS`: how often the end of a line of ends is halved between two of its points.
_TRIES, _DARTS, _HALVINGS = 64, 24, 3
# One in so many darts to which the way is not plainly open is searched for, so that other ways are drawn too.
_SEARCHED = 8
# Spots for each of which only the ways there are searched for, before those to all spots are.
_DIRECTED = 3
# Regions that are kept, since the same one is asked for again and again: by each copy of a game.
_KEPT = 48
# Ways kept for a region.
_MOST_KNOWN = 1000


@lru_cache(maxsize=_KEPT)
def kept_region(asked: Asked) -> "WayRegion":
    """Return the region of a question, the same one for as long as it is kept."""
    return WayRegion(asked.start, *asked.policies)


class WayRegion:
    """All ends of the ways of one base from `start`, in inches; several policies are alternatives.

    What is offered always has a way that `check` finds legal under one of the policies.
    """

    def __init__(self, start: Point, *policies: WayPolicy) -> None:
        if not policies:
            raise ValueError("a region of ways needs at least one policy")
        self.start = position(*start)
        self.policies = policies
        self._begin()

    def _begin(self) -> None:
        self._parts: dict[Position, WayRegion] = {}
        # The ways asked for so far: who answers a question asks for the same one several times.
        self._known: dict[Position, tuple[Way, WayPolicy] | None] = {}
        self._told: dict[Position, Way | None] = {}
        self._directed, self._is_searched = 0, False
        self._focus_on(Disc(*self.start, -1.0))

    def twin(self) -> Self:
        """Return this region with nothing worked out yet: a thread may search in it while others ask this one."""
        found, kind = copy(self), type(self)
        kept = {k: v for k, v in vars(self).items() if not isinstance(getattr(kind, k, None), cached_property)}
        found.__dict__ = kept
        found._begin()
        return found

    @cached_property
    def _finders_of(self) -> list[list[Finder]]:
        return [finders_for(self.start, policy) for policy in self.policies]

    @property
    def _finders(self) -> list[tuple[WayPolicy, Finder]]:
        return [(policy, finder) for policy, own in zip(self.policies, self._finders_of) for finder in own]

    def _finders_to(self, number: int, at: Position) -> list[Finder]:
        """Return what finds ways to a spot: for the first few spots only what leads there, later all that is found."""
        policy = self.policies[number]
        disc, finders = self._focus
        elsewhere = math.dist(at, disc[:2]) > disc.radius
        if self._is_searched or policy.goal is not None or (elsewhere and self._directed >= _DIRECTED):
            self._is_searched = True
            return self._finders_of[number]
        if elsewhere:
            self._directed += 1
            disc, finders = self._focus_on(Disc(*at, 0.0))
        if number not in finders:
            finders[number] = finders_for(self.start, policy.to_disc(disc))
        return finders[number]

    def _focus_on(self, disc: Disc) -> tuple[Disc, dict[int, list[Finder]]]:
        """Let only the ways be searched that end in a disc, for as long as no others are asked for."""
        self._focus: tuple[Disc, dict[int, list[Finder]]] = disc, {}
        return self._focus

    def way_to(self, x: float, y: float) -> Way | None:
        """Return a legal way to the lattice spot nearest to (x, y), None if none was found."""
        found = self._found(position(x, y))
        return None if found is None else found[0]

    def contains(self, x: float, y: float) -> bool:
        """Return whether a legal way to the lattice spot nearest to (x, y) was found."""
        at = position(x, y)
        if not self._is_searched and at not in self._known and self.allows_straight(at):
            return True
        return self.witness(*at) is not None

    def witness(self, x: float, y: float) -> Way | None:
        """Return any legal way to the lattice spot nearest to (x, y), seldom the best; None if none was found."""
        at = position(x, y)
        if self._is_searched and at not in self._known:
            if at not in self._told:
                if len(self._told) >= _MOST_KNOWN:
                    self._told = {}
                self._told[at] = next(self._told_soon(at), None)
            if (way := self._told[at]) is not None:
                return way
        found = self._found(at)
        return None if found is None else found[0]

    def _told_soon(self, at: Position) -> Iterator[Way]:
        for policy, finder in self._finders:
            way = finder.witness(*at) if isinstance(finder, FreeFinder) and not policy.demands_end else None
            if way is not None:
                yield way

    def at_once(self, x: float, y: float) -> bool | None:
        """Return what is known of a spot without a search: the straight way is legal, or there is none; else None."""
        at = position(x, y)
        if self.allows_straight(at):
            return True
        others = (policy for policy in self.policies if not policy.only_straight)
        return None if any(self._may_reach(policy, at) for policy in others) else False

    def hopeful(self, spots: Sequence[Position]) -> Iterator[Position]:
        """Yield the spots to which ways may lead: the others have none, which simpler shapes tell sooner."""
        left: set[Position] | None = None
        for spot in spots:
            may_be = self.at_once(*spot)
            if may_be is None and not self._is_searched:
                if left is None:
                    left = set(self._chances.freely(spots))
                    self._focus_on(around(list(left) or spots))
                may_be = spot in left
            if may_be is not False:
                yield spot

    @cached_property
    def _chances(self) -> Chances:
        return Chances(self.start, self.policies)

    def forget(self) -> None:
        """Forget the verdicts that are kept, to measure how long they take."""
        self._known, self._told = {}, {}

    def allows_straight(self, at: Position) -> bool:
        """Return whether the straight way to a lattice spot is one of those that are tried, and legal."""
        tried = [policy for policy in self.policies if policy.goes_straight]
        straight = Way.through([self.start, at])
        return any(is_open(policy, self.start, at) or allows(straight, policy) for policy in tried)

    def _may_reach(self, policy: WayPolicy, at: Position) -> bool:
        """Return whether a spot is near enough and nothing stands there."""
        near = least_cost(policy, self.start, at) <= policy.budget + CONTACT
        return near and next(against(policy, *at), None) is None

    def receipt(self, x: float, y: float) -> WayReceipt | None:
        """Return the receipt of a legal way to a spot, None if none was found."""
        found = self._found(position(x, y))
        return None if found is None else check(*found)

    def _found(self, at: Position) -> tuple[Way, WayPolicy] | None:
        known = self._known
        if at in known:
            return known[at]
        if len(known) >= _MOST_KNOWN:
            self._known = {}
        found = self._known[at] = self._find(at)
        return found

    def _find(self, at: Position) -> tuple[Way, WayPolicy] | None:
        is_searched = self._is_searched  # then a search tells as quickly as anything else
        for number, policy in enumerate(self.policies):
            if not is_searched and is_open(policy, self.start, at):
                return Way.through([self.start, at]), policy
            if not is_searched and not self._may_reach(policy, at):
                continue
            stands = None if is_searched else True
            for finder in self._finders_to(number, at):
                for found in finder.ways(*at):
                    if found.sure and not policy.demands_end:
                        return found.way, policy
                    if stands is None:
                        stands = next(against(policy, *at), None) is None
                    if not stands:
                        break
                    way = found.way if found.sure else long_enough(found.way, policy)
                    if found.sure or allows(way, policy):
                        return way, policy
        return None

    def by_hand(self, points: Iterable[Point]) -> WayReceipt:
        """Return the receipt of the straight legs through chosen points, under the policy they break least."""
        way = Way.through([self.start, *points])
        return min((check(way, policy) for policy in self.policies), key=lambda each: len(each.refusals))

    def via(self, points: Sequence[Point]) -> WayReceipt | None:
        """Return the receipt of a way through some points, in order, with ways found between them; None if none is.

        The whole is judged at once, so that its budget and its grounds hold for the way and not for its parts.
        """
        way = Way(self.start)
        for point in points:
            part = self._part(way.end).way_to(*point)
            if part is None:
                return None
            way = way.then(part.legs)
        return min((check(way, policy) for policy in self.policies), key=lambda each: len(each.refusals))

    def _part(self, start: Position) -> "WayRegion":
        """Return what can be reached on a part of a way, kept for the next way through that point."""
        if start not in self._parts:
            self._parts[start] = WayRegion(start, *(policy.as_part() for policy in self.policies))
        return self._parts[start]

    def why_not(self, x: float, y: float) -> list[Refusal]:
        """Return the reasons against a spot under the policy that comes nearest to it; empty when it is legal."""
        at = position(x, y)
        if self._found(at) is not None:
            return []
        return min((self._reasons(policy, at) for policy in self.policies), key=len)

    def why_not_straight(self, x: float, y: float) -> list[Refusal]:
        """Return the reasons against a spot that need no search, else those against the straight way there."""
        at = position(x, y)
        straight = Way.through([self.start, at])
        each = (
            against_anyway(policy, self.start, at) or [*check(straight, policy).refusals] for policy in self.policies
        )
        return min(each, key=len)

    def _reasons(self, policy: WayPolicy, at: Position) -> list[Refusal]:
        if reasons := against_anyway(policy, self.start, at):
            return reasons
        cost = min((finder.shortest(*at) for known, finder in self._finders if known is policy), default=math.inf)
        if cost < math.inf and cost > policy.budget:
            return [too_far(policy, cost - policy.budget, sure=False)]
        straight = check(Way.through([self.start, at]), policy)
        text = _("no way was found; draw one")
        return [*straight.refusals, Refusal(text, policy.rule, N_("no way found"))]

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The ends for drawing: areas, and lines where an end must be in contact or on a line."""
        return shapely.union_all([self._drawn(policy, finder) for policy, finder in self._finders])

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """For each cause, the centres within the budget as the crow flies that it forbids."""
        policy = self.policies[0]
        most = max(most_inches(each, self.start) for each in self.policies)
        near = shapely.Point(self.start).buffer(most, quad_segs=32)
        table = shapely.box(*policy.bounds).buffer(-policy.radius, join_style="mitre")
        solid = [grown(ground, policy.radius, 0.0) for ground in policy.grounds if ground.solid]
        barred = [grown(ground, policy.radius, 0.0) for ground in policy.grounds if not ground.rest]
        found = {
            "off the table": shapely.difference(near, table),
            "in the way": shapely.intersection(near, shapely.union_all(solid)),
            "must go on": shapely.intersection(near, shapely.union_all(barred)),
        }
        return {cause: geometry for cause, geometry in found.items() if shapely.area(geometry) > 0.0}

    def _drawn(self, policy: WayPolicy, finder: Finder) -> BaseGeometry:
        lines = lines_of(policy, finder)
        if lines is not None:
            runs = [run for line in lines for run in self._reached_along(finder, line)]
            parts = [shapely.LineString(run) if len(run) > 1 else shapely.Point(run[0]) for run in runs]
            return shapely.GeometryCollection(parts)
        area = finder.area()
        for end in policy.ends:
            near = [grown_shape(shape, policy.radius + end.most) for shape in end.shapes if math.isfinite(end.most)]
            if near:
                area = shapely.intersection(area, shapely.union_all(near))
        barred = [grown(ground, policy.radius, 0.0) for ground in policy.grounds if not ground.rest]
        barred += [
            grown_shape(s, policy.radius + e.least) for e in policy.ends if math.isfinite(e.least) for s in e.shapes
        ]
        return shapely.difference(area, shapely.union_all(barred)) if barred else area

    def _reached_along(self, finder: Finder, line: Floats) -> Iterator[list[Point]]:
        """Yield the runs of points of a line that are offered, and how far they lead on between two of them."""
        run: list[Point] = []
        before: Point | None = None
        for (x, y), is_likely in zip(line.tolist(), finder.likely(line).tolist()):
            here = position(x, y)
            if is_likely and self.contains(*here):
                run = run or ([self._last_between(here, before)] if before is not None else [])
                run.append(here)
            elif run:
                yield [*run, self._last_between(run[-1], here)]
                run = []
            before = here
        if run:
            yield run

    def _last_between(self, inside: Point, outside: Point) -> Point:
        """Return about the last spot that is offered on the way from one that is to one that is not."""
        for _halving in range(_HALVINGS):
            middle = position((inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2)
            inside, outside = (middle, outside) if self.contains(*middle) else (inside, middle)
        return inside

    @cached_property
    def has_room(self) -> bool:
        """Whether any end is reached; quicker than drawing all of them."""
        told = leads_there(self.start, self.policies)
        if told is None:
            return self.contains(*self.start) or self.sample(random.Random(0)) is not None
        return told

    def nearest(self, x: float, y: float) -> Position | None:
        """Return the legal lattice spot nearest to (x, y), touching what is solid there; None if nothing is reached."""
        if self.contains(x, y):
            return position(x, y)
        found = self._nearest_drawn(x, y)
        off = math.inf if found is None else math.dist(found, (x, y)) + CONTACT
        touching = contacts(self.policies, (x, y), found)
        return next((spot for far, spot in touching if far <= off and self.contains(*spot)), found)

    def _nearest_drawn(self, x: float, y: float) -> Position | None:
        """Return the legal spot of the outline that is nearest to a spot, or set back a little from there."""
        if self.geometry.is_empty:
            return self._stay()
        target = shapely.Point(x, y)
        for inches in (0.0, *_SET_BACK):
            whole = self.geometry if inches == 0.0 else shapely.buffer(self.geometry, -inches, quad_segs=2)
            if not whole.is_empty:
                line = shapely.get_coordinates(shapely.shortest_line(whole, target))
                if self.contains(*line[0].tolist()):
                    return position(*line[0].tolist())
        corners = shapely.get_coordinates(self.geometry)
        order = np.argsort(np.hypot(corners[:, 0] - x, corners[:, 1] - y))[:_TRIES]
        tries = (position(*corners[at].tolist()) for at in order.tolist())
        return next((spot for spot in tries if self.contains(*spot)), self._stay())

    def _stay(self) -> Position | None:
        return self.start if self.contains(*self.start) else None

    def sample(self, rng: random.Random) -> Position | None:
        """Return a legal lattice spot at random; None if nothing is reached. What is drawn is asked for last."""
        unsure = []
        for spot in self._darts(rng):
            if any(is_open(policy, self.start, spot) for policy in self.policies):
                return spot
            if any(self._may_reach(policy, spot) for policy in self.policies):
                if rng.random() * _SEARCHED < 1.0 and any(self.contains(*each) for each in self.hopeful([spot])):
                    return spot
                unsure.append(spot)
        tried = chain(self.hopeful(unsure), self._drawn_spots(rng))
        found = next((spot for spot in tried if self.contains(*spot)), None)
        return self.nearest(*self.start) if found is None else found

    def _darts(self, rng: random.Random) -> Iterator[Position]:
        """Yield spots as the budget alone allows them, then nearer ones, and along the lines on which ends lie."""
        for policy, finder in self._finders:
            lines = lines_of(policy, finder)
            if lines is None:
                most = most_inches(policy, self.start)
                x, y = self.start
                for far in (most, most / 2, most / 4):
                    yield from in_a_box((x - far, y - far, x + far, y + far), rng, _DARTS)
            elif lines:
                points = np.concatenate(lines)
                points = points[finder.likely(points)].tolist()
                for x, y in rng.sample(points, min(_DARTS, len(points))):
                    yield position(x, y)

    def _drawn_spots(self, rng: random.Random) -> Iterator[Position]:
        """Yield spots of the outline: of its areas, and corners of its lines."""
        yield from draws(triangles_of(shapely.MultiPolygon(polygons_of(self.geometry))), rng, _TRIES)
        others = [part for part in shapely.get_parts(self.geometry).tolist() if not isinstance(part, shapely.Polygon)]
        corners = shapely.get_coordinates(others).tolist()
        for x, y in rng.sample(corners, min(_TRIES, len(corners))):
            yield position(x, y)

"""All ends that a base can reach by some path: LegalPlaces whose proof is the path, and their outline."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Self

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.path.ends import against, against_anyway, least_cost, most_inches, too_far
from game.table.path.field import grown, grown_shape
from game.table.path.finders import Finder, finders_for, lines_of, long_enough
from game.table.path.free import FreeFinder
from game.table.path.judge import PathReceipt, allows, check, judged
from game.table.path.loose import Chances, around, leads_there
from game.table.path.path import Path
from game.table.path.policy import CONTACT, Asked, PathPolicy
from game.table.path.rings import Floats
from game.table.path.straight import is_open, leads_straight
from game.table.path.tight import contacts
from game.table.placing.places import Spot, Verdict, first_legal, is_legal
from game.table.placing.sampling import draws, in_a_box, triangles_of
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.wording import N_, _

_SET_BACK = (2e-4, 6e-4, 2e-3, 6e-3, 2e-2)
# `_HALVINGS`: how often the end of a line of ends is halved between two of its points.
_TRIES, _DARTS, _HALVINGS = 64, 24, 3
# One in so many darts to which the path is not plainly open is searched for, so that other ways are drawn too.
_SEARCHED = 8
# Spots for each of which only the paths there are searched for, before those to all spots are.
_DIRECTED = 3
# Regions that are kept, since the same one is needed again and again: by each copy of a game.
_KEPT = 48
# Paths kept for a region.
_MOST_KNOWN = 1000


@lru_cache(maxsize=_KEPT)
def kept_region(asked: Asked) -> "PathRegion":
    """Return the region of a question, the same one for as long as it is kept."""
    return PathRegion(asked.start, *asked.policies)


class PathRegion:
    """All ends of the paths of one base from `start`, in inches; several policies are alternatives.

    Every offered end has a path that `check` finds legal under one of the policies. A copy has nothing worked out: a
    thread may search in it while others use this one.
    """

    def __init__(self, start: Spot, *policies: PathPolicy) -> None:
        if not policies:
            raise ValueError("a region of ways needs at least one policy")
        self.start = position(*start)
        self.policies = policies
        self._begin()

    def _begin(self) -> None:
        # The paths asked for so far: the code that answers a question asks for the same one several times.
        self._known: dict[Position, Path | None] = {}
        self._told: dict[Position, Path | None] = {}
        self._directed, self._is_searched = 0, False
        self._focus_on(Disc(*self.start, -1.0))

    def __copy__(self) -> Self:
        kind = type(self)
        found = object.__new__(kind)
        found.__dict__ = {
            k: v for k, v in vars(self).items() if not isinstance(getattr(kind, k, None), cached_property)
        }
        found._begin()
        return found

    @cached_property
    def _finders_of(self) -> list[list[Finder]]:
        return [finders_for(self.start, policy) for policy in self.policies]

    @property
    def _finders(self) -> list[tuple[PathPolicy, Finder]]:
        return [(policy, finder) for policy, own in zip(self.policies, self._finders_of) for finder in own]

    def _finders_to(self, number: int, at: Position) -> list[Finder]:
        """Return what finds paths to a spot: for the first few spots only what leads there, later everything found."""
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
        """Let only paths be searched that end in a disc, as long as no others are needed."""
        self._focus: tuple[Disc, dict[int, list[Finder]]] = disc, {}
        return self._focus

    def verdict(self, where: Spot) -> Verdict:
        """Return whether a path leads to the lattice spot nearest to one, unknown where that needs a search."""
        at = position(*where)
        if self._is_searched or at in self._known:  # once searched, a search answers as quickly as anything else
            return "yes" if self._witness(at) is not None else "no"
        if leads_straight(self.start, at, self.policies):
            return "yes"
        others = (policy for policy in self.policies if not policy.only_straight)
        return "unknown" if any(self._may_reach(policy, at) for policy in others) else "no"

    def find(self, where: Spot | None = None) -> Path | None:
        """Return the best legal path found to the lattice spot nearest to one, without a spot any; None if none was."""
        if where is None:
            return self._any
        at, known = position(*where), self._known
        if at not in known:
            if len(known) >= _MOST_KNOWN:
                known = self._known = {}
            known[at] = self._find(at)
        return known[at]

    @cached_property
    def _any(self) -> Path | None:
        told = leads_there(self.start, self.policies)
        if told != "unknown":
            return None if told == "no" else told
        spot = self.start if is_legal(self, self.start) else self.sample(Random(0))
        return None if spot is None else self.find(spot)

    def _witness(self, at: Position) -> Path | None:
        """Return any legal path to a spot, seldom the best, or None if none was found."""
        if self._is_searched and at not in self._known:
            if at not in self._told:
                if len(self._told) >= _MOST_KNOWN:
                    self._told = {}
                self._told[at] = next(self._told_soon(at), None)
            if (path := self._told[at]) is not None:
                return path
        return self.find(at)

    def _told_soon(self, at: Position) -> Iterator[Path]:
        for policy, finder in self._finders:
            path = finder.witness(*at) if isinstance(finder, FreeFinder) and not policy.demands_end else None
            if path is not None:
                yield path

    def _hopeful(self, spots: list[Position]) -> Iterator[Position]:
        """Yield the spots to which paths may lead: the others have none, which simpler shapes show sooner."""
        left: set[Position] | None = None
        for spot in spots:
            verdict = self.verdict(spot)
            if verdict == "unknown":
                if left is None:
                    left = set(self._chances.freely(spots))
                    self._focus_on(around(list(left) or spots))
                verdict = "unknown" if spot in left else "no"
            if verdict != "no":
                yield spot

    @cached_property
    def _chances(self) -> Chances:
        return Chances(self.start, self.policies)

    def forget(self) -> None:
        """Forget the kept verdicts, to measure how long they take."""
        self._known, self._told = {}, {}

    def _may_reach(self, policy: PathPolicy, at: Position) -> bool:
        """Return whether a spot is near enough and nothing stands there."""
        near = least_cost(policy, self.start, at) <= policy.budget + CONTACT
        return near and next(against(policy, *at), None) is None

    def _find(self, at: Position) -> Path | None:
        is_searched = self._is_searched  # then a search answers as quickly as anything else
        for number, policy in enumerate(self.policies):
            if not is_searched and is_open(policy, self.start, at):
                return Path.through([self.start, at])
            if not is_searched and not self._may_reach(policy, at):
                continue
            stands = None if is_searched else True
            for finder in self._finders_to(number, at):
                for found in finder.paths(*at):
                    if found.sure and not policy.demands_end:
                        return found.path
                    if stands is None:
                        stands = next(against(policy, *at), None) is None
                    if not stands:
                        break
                    path = found.path if found.sure else long_enough(found.path, policy)
                    if found.sure or allows(path, policy):
                        return path
        return None

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return the reasons against a spot under the policy that comes nearest to it; empty when it is legal."""
        at = position(*where)
        if self.find(at) is not None:
            return []
        return min((self._reasons(policy, at) for policy in self.policies), key=len)

    def _reasons(self, policy: PathPolicy, at: Position) -> list[Refusal]:
        if reasons := against_anyway(policy, self.start, at):
            return reasons
        cost = min((finder.shortest(*at) for known, finder in self._finders if known is policy), default=math.inf)
        if cost < math.inf and cost > policy.budget:
            return [too_far(policy, cost - policy.budget, sure=False)]
        straight = check(Path.through([self.start, at]), policy)
        text = _("no path was found; draw one")
        return [*straight.refusals, Refusal(text, policy.rule, N_("no path found"))]

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The ends for drawing: areas, and lines where an end must be in contact or on a line."""
        return shapely.union_all([self._drawn(policy, finder) for policy, finder in self._finders])

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """For each cause, the centres that it forbids within the budget as the crow flies."""
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

    def _drawn(self, policy: PathPolicy, finder: Finder) -> BaseGeometry:
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

    def _reached_along(self, finder: Finder, line: Floats) -> Iterator[list[Spot]]:
        """Yield the runs of offered points of a line, and how far they extend between two of them."""
        run: list[Spot] = []
        before: Spot | None = None
        for (x, y), is_likely in zip(line.tolist(), finder.likely(line).tolist()):
            here = position(x, y)
            if is_likely and is_legal(self, here):
                run = run or ([self._last_between(here, before)] if before is not None else [])
                run.append(here)
            elif run:
                yield [*run, self._last_between(run[-1], here)]
                run = []
            before = here
        if run:
            yield run

    def _last_between(self, inside: Spot, outside: Spot) -> Spot:
        """Return about the last offered spot between an offered one and one that is not."""
        for _halving in range(_HALVINGS):
            middle = position((inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2)
            inside, outside = (middle, outside) if is_legal(self, middle) else (inside, middle)
        return inside

    def nearest(self, where: Spot) -> Position | None:
        """Return the legal lattice spot nearest to one, touching what is solid there, or None if nothing is reached."""
        if is_legal(self, where):
            return position(*where)
        found = self._nearest_drawn(*where)
        off = math.inf if found is None else math.dist(found, where) + CONTACT
        touching = contacts(self.policies, where, found)
        return first_legal(self, (spot for far, spot in touching if far <= off)) or found

    def _nearest_drawn(self, x: float, y: float) -> Position | None:
        """Return the legal spot of the outline that is nearest to a spot, or set back a little from there."""
        if self.geometry.is_empty:
            return first_legal(self, [self.start])
        target = shapely.Point(x, y)
        for inches in (0.0, *_SET_BACK):
            whole = self.geometry if inches == 0.0 else shapely.buffer(self.geometry, -inches, quad_segs=2)
            if not whole.is_empty:
                line = shapely.get_coordinates(shapely.shortest_line(whole, target))
                if is_legal(self, spot := position(*line[0].tolist())):
                    return spot
        corners = shapely.get_coordinates(self.geometry)
        order = np.argsort(np.hypot(corners[:, 0] - x, corners[:, 1] - y))[:_TRIES]
        return first_legal(self, [*corners[order].tolist(), self.start])

    def sample(self, rng: Random) -> Position | None:
        """Return a legal lattice spot at random, or None if nothing is reached. The drawing is used last."""
        unsure = []
        for spot in self._darts(rng):
            if any(is_open(policy, self.start, spot) for policy in self.policies):
                return spot
            if any(self._may_reach(policy, spot) for policy in self.policies):
                if rng.random() * _SEARCHED < 1.0 and first_end(self, [spot]):
                    return spot
                unsure.append(spot)
        found = first_legal(self, chain(self._hopeful(unsure), self._drawn_spots(rng)))
        return self.nearest(self.start) if found is None else found

    def _darts(self, rng: Random) -> Iterator[Position]:
        """Yield spots within the budget alone, then nearer ones, and along the lines on which ends lie."""
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

    def _drawn_spots(self, rng: Random) -> Iterator[Position]:
        """Yield spots of the outline: of its areas, and corners of its lines."""
        yield from draws(triangles_of(shapely.MultiPolygon(polygons_of(self.geometry))), rng, _TRIES)
        others = [part for part in shapely.get_parts(self.geometry).tolist() if not isinstance(part, shapely.Polygon)]
        corners = shapely.get_coordinates(others).tolist()
        for x, y in rng.sample(corners, min(_TRIES, len(corners))):
            yield position(x, y)


class DrawnRegion(PathRegion):
    """The ends of the straight legs through chosen corners: a spot is legal if they lead there legally."""

    def __init__(self, region: PathRegion, corners: Sequence[Position]) -> None:
        super().__init__(region.start, *region.policies)
        self.corners = tuple(corners)

    def _judged(self, where: Spot) -> PathReceipt:
        return judged(Path.through([self.start, *self.corners, where]), self.policies)

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the drawn path on to the lattice spot nearest to one is legal."""
        return "yes" if self._judged(where).is_legal else "no"

    def find(self, where: Spot | None = None) -> Path | None:
        """Return the drawn path on to the lattice spot nearest to one, or None if it is not legal."""
        receipt = self._judged((self.corners or [self.start])[-1] if where is None else where)
        return receipt.path if receipt.is_legal else None

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against the drawn path to a spot; empty when it is legal."""
        return [*self._judged(where).refusals]

    def nearest(self, where: Spot) -> Position | None:
        """Return the spot itself, where the drawn path ends, or None if it is not legal."""
        return first_legal(self, [where])

    def sample(self, rng: Random) -> Position | None:
        """Return the last corner if the path may end there: no other spot is drawn yet."""
        path = self.find()
        return None if path is None else path.end


def first_end(region: PathRegion, spots: Iterable[Position]) -> Position | None:
    """Return the first of some spots to which a path leads, None if there is none; quicker than trying one by one."""
    return first_legal(region, region._hopeful([*spots]))


def receipt_to(region: PathRegion, where: Spot) -> PathReceipt | None:
    """Return the receipt of the path found to a spot, or None if none was."""
    path = region.find(where)
    return None if path is None else judged(path, region.policies)

"""The region of all ends that a base can reach by a legal path; each end is proved by its path.

Other regions hold only the ends of a path drawn by hand, or those at a fixed distance from a spot (as in base contact).
"""

from __future__ import annotations

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
from game.table.path.field import Floats, grown, grown_shape
from game.table.path.finders import Finder, LineFinder, finders_for, lines_of
from game.table.path.free_paths import FreeFinder
from game.table.path.judge import (
    PathReceipt,
    allows,
    best_verdict,
    certain_refusals,
    check,
    end_refusals,
    least_cost,
    most_inches,
    too_far,
)
from game.table.path.path import Path
from game.table.path.policy import CONTACT, Ground, PathPolicy, PathsQuestion
from game.table.path.simpler_policies import disc_around, path_to_goal
from game.table.path.straight import is_surely_legal, straight_path_is_legal
from game.table.path.tight import contacts
from game.table.placing.places import Spot, Verdict, first_legal, is_legal
from game.table.placing.sampling import draws, in_a_box, insets, nearest_in, triangles_of
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.wording import N_, _

# Inches inside the outline at which legal spots are sought one after another.
_SET_BACK = (2e-4, 6e-4, 2e-3, 6e-3, 2e-2)
# The numbers of random spots in the drawn area, of random spots in a box, and of halvings between two points of a line.
_TRIES, _DARTS, _HALVINGS = 64, 24, 3
# One in this number of random spots without a free straight path gets a search, so that every spot may come up.
_SEARCHED = 8
# The number of spots with a search of their own, before the paths to all spots are searched.
_DIRECTED = 3
# The number of cached regions, because every copy of a game needs the same ones.
_KEPT = 48
# Inches between the ends that are tried along a path.
_STRIDE = 0.05
# The number of cached paths of a region.
_MOST_KNOWN = 1000


@lru_cache(maxsize=_KEPT)
def cached_region(question: PathsQuestion) -> PathRegion:
    """Return the region for a question, from a cache."""
    return PathRegion(question.start, *question.policies)


class PathRegion:
    """All ends of the paths of one base from `start`, in inches, under any one of several policies.

    Every legal end has a path that `check` finds legal under one of the policies. A copy of a region has empty caches,
    so that a thread may search in it while other threads use the original.
    """

    def __init__(self, start: Spot, *policies: PathPolicy) -> None:
        if not policies:
            raise ValueError("a region of ways needs at least one policy")
        self.start = position(*start)
        self.policies = policies
        self._forget_paths()

    def _forget_paths(self) -> None:
        """Empty all caches, which exist because the code for one decision needs the same path several times."""
        self._paths: dict[Position, Path | None] = {}
        self._witnesses: dict[Position, Path | None] = {}
        self._directed, self._is_searched = 0, False
        self._focus_on(Disc(*self.start, -1.0))

    def __copy__(self) -> Self:
        kind = type(self)
        twin = object.__new__(kind)
        twin.__dict__ = {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }
        twin._forget_paths()
        return twin

    @cached_property
    def _finders_of(self) -> list[list[Finder]]:
        """The finders for each policy."""
        return [finders_for(self.start, policy) for policy in self.policies]

    @property
    def _finders(self) -> list[tuple[PathPolicy, Finder]]:
        """All finders, each with its policy."""
        return [(policy, finder) for policy, own in zip(self.policies, self._finders_of) for finder in own]

    def _finders_to(self, number: int, at: Position) -> list[Finder]:
        """Return the finders for a spot: for each of the first few spots its own finders, later those for all spots."""
        policy = self.policies[number]
        disc, finders = self._focus  # the finders for ends in one disc
        elsewhere = math.dist(at, disc[:2]) > disc.radius
        # After several ends with their own searches, one search for all ends is quicker.
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
        """Limit searches to paths that end in a disc, until a path to another end is needed."""
        self._focus: tuple[Disc, dict[int, list[Finder]]] = disc, {}
        return self._focus

    def verdict(self, where: Spot) -> Verdict:
        """Return whether a path leads to the lattice spot nearest to `where`; "unknown" if that needs a search."""
        spot = position(*where)
        if self._is_searched or spot in self._paths:  # after a search, a full answer is fast
            return "yes" if self._witness(spot) is not None else "no"
        if straight_path_is_legal(self.start, spot, self.policies):
            return "yes"
        others = (policy for policy in self.policies if not policy.only_straight)
        return "unknown" if any(self._may_reach(policy, spot) for policy in others) else "no"

    def find(self, where: Spot | None = None) -> Path | None:
        """Return the best legal path found to the lattice spot nearest to `where` (by default to any), or None."""
        if where is None:
            return self._any_path
        spot, paths = position(*where), self._paths
        if spot not in paths:
            if len(paths) >= _MOST_KNOWN:
                paths = self._paths = {}
            paths[spot] = self._find(spot)
        return paths[spot]

    @cached_property
    def _any_path(self) -> Path | None:
        """A legal path to any end, or None if none was found."""
        goal = path_to_goal(self.start, self.policies)
        if goal != "unknown":
            return None if goal == "no" else goal
        spot = self.start if is_legal(self, self.start) else self.sample(Random(0))
        return None if spot is None else self.find(spot)

    def _witness(self, at: Position) -> Path | None:
        """Return a legal path to a spot, not always the best, or None if none was found."""
        if self._is_searched and at not in self._paths:
            if at not in self._witnesses:
                if len(self._witnesses) >= _MOST_KNOWN:
                    self._witnesses = {}
                self._witnesses[at] = next(self._quick_witnesses(at), None)
            if (path := self._witnesses[at]) is not None:
                return path
        return self.find(at)

    def _quick_witnesses(self, at: Position) -> Iterator[Path]:
        """Yield legal paths to a spot that are found quickly."""
        for policy, finder in self._finders:
            path = finder.witness(*at) if isinstance(finder, FreeFinder) and not policy.demands_end else None
            if path is not None:
                yield path

    def _not_excluded(self, spots: Iterable[Position]) -> list[Position]:
        """Return the spots that quick checks do not exclude, and limit the next searches to paths to these spots."""
        hopeful = [spot for spot in spots if self.verdict(spot) != "no"]
        if hopeful:
            self._focus_on(disc_around(hopeful))
        return hopeful

    def _may_reach(self, policy: PathPolicy, at: Position) -> bool:
        """Return whether a spot is near enough and free; only False is certain."""
        near = least_cost(policy, self.start, at) <= policy.budget + CONTACT
        return near and next(end_refusals(policy, *at), None) is None

    def _find(self, at: Position) -> Path | None:
        """Compute the best legal path that `find` caches."""
        is_searched = self._is_searched  # after a search, its answer is as fast as quick checks
        for number, policy in enumerate(self.policies):
            if not is_searched and is_surely_legal(policy, self.start, at):
                return Path.through([self.start, at])
            if not is_searched and not self._may_reach(policy, at):
                continue
            is_free = None if is_searched else True
            for finder in self._finders_to(number, at):
                for candidate in finder.paths(*at):
                    if candidate.sure and not policy.demands_end:
                        return candidate.path
                    if is_free is None:
                        is_free = next(end_refusals(policy, *at), None) is None
                    if not is_free:
                        break
                    if candidate.sure or allows(candidate.path, policy):
                        return candidate.path
        return None

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return the reasons against a spot, under the policy with the fewest; none if the spot is legal."""
        spot = position(*where)
        if self.find(spot) is not None:
            return []
        return min((self._reasons(policy, spot) for policy in self.policies), key=len)

    def detour(self, where: Spot) -> tuple[str, float] | None:
        """Return the text of the obstacle on the straight path to a spot, and the inches of the shortest path round it.

        None if nothing blocks the straight path, or if no path leads round it.
        """
        spot = position(*where)
        refusals = check(Path.through([self.start, spot]), self.policies[0]).refusals
        blocked = next((refusal.text for refusal in refusals if refusal.cause == "in the way"), None)
        cheapest = self._cheapest(spot) if blocked is not None else None
        return (blocked, cheapest.cost) if blocked is not None and cheapest is not None else None

    def towards(self, where: Spot) -> Spot | None:
        """Return the farthest legal end on the shortest path to a spot, however long that path is, or None."""
        cheapest = self._cheapest(position(*where))
        if cheapest is None:
            return None
        farthest = min(cheapest.inches, max(policy.budget for policy in self.policies))
        candidates = (cheapest.path.at(inches) for inches in np.arange(farthest, _STRIDE, -_STRIDE))
        return next((end for end in candidates if is_legal(self, end)), None)

    def _cheapest(self, at: Position) -> PathReceipt | None:
        """Return the cheapest path to a spot, whatever its cost; None without one, or if paths must be straight."""
        finders = [finder for _policy, finder in self._finders if isinstance(finder, FreeFinder)]
        paths = (path for finder in finders if (path := finder.cheapest(*at)) is not None)
        return min(paths, key=lambda path: path.cost, default=None)

    def _reasons(self, policy: PathPolicy, spot: Position) -> list[Refusal]:
        """Return the reasons against a spot under one policy, whose best path is too long or not found."""
        if reasons := certain_refusals(policy, self.start, spot):
            return reasons
        cost = min(
            (finder.shortest(*spot) for own_policy, finder in self._finders if own_policy is policy), default=math.inf
        )
        if cost < math.inf and cost > policy.budget:
            return [too_far(policy, cost - policy.budget, sure=False)]
        straight = check(Path.through([self.start, spot]), policy)
        finders = [finder for own_policy, finder in self._finders if own_policy is policy]
        if straight.refusals and all(type(finder) is LineFinder for finder in finders):  # there is no other path
            return [*straight.refusals]
        text = _("no path was found; draw one")
        return [*straight.refusals, Refusal(text, policy.rule, N_("no path found"))]

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The ends as drawn: areas, and lines if ends must be in contact or on a line."""
        parts = [self._drawn_ends(policy, finder) for policy, finder in self._finders]
        is_area = len(parts) == 1 and isinstance(parts[0], shapely.Polygon | shapely.MultiPolygon)
        return parts[0] if is_area else shapely.union_all(parts)

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """The area of centres that each cause forbids, of all centres within the budget in a straight line."""
        policy = self.policies[0]
        most = max(most_inches(policy, self.start) for policy in self.policies)
        near = shapely.Point(self.start).buffer(most, quad_segs=32)
        table = shapely.box(*policy.bounds).buffer(-policy.radius, join_style="mitre")
        grounds = _grounds_in_reach(policy, near)
        solid = [grown(ground, policy.radius, 0.0) for ground in grounds if ground.solid]
        barred = [grown(ground, policy.radius, 0.0) for ground in grounds if not ground.rest]
        areas = {
            "off the table": shapely.difference(near, table),
            "in the way": shapely.intersection(near, shapely.union_all(solid)),
            "must go on": shapely.intersection(near, shapely.union_all(barred)),
        }
        return {cause: geometry for cause, geometry in areas.items() if shapely.area(geometry) > 0.0}

    def _drawn_ends(self, policy: PathPolicy, finder: Finder) -> BaseGeometry:
        """Return the ends as drawn that one finder reaches under its policy."""
        lines = lines_of(policy, finder)
        if lines is not None:
            runs = [run for line in lines for run in self._reached_along(finder, line)]
            parts = [shapely.LineString(run) if len(run) > 1 else shapely.Point(run[0]) for run in runs]
            return shapely.GeometryCollection(parts)
        area = finder.area()
        for end in policy.ends:
            areas_of_end = [
                grown_shape(shape, policy.radius + end.most) for shape in end.shapes if math.isfinite(end.most)
            ]
            if areas_of_end:
                area = shapely.intersection(area, shapely.union_all(areas_of_end))
        solids = {id(ground) for ground in finder.field.solids} if isinstance(finder, FreeFinder) else set()
        grounds = (ground for ground in _grounds_in_reach(policy, area) if not ground.rest and id(ground) not in solids)
        barred = [grown(ground, policy.radius, 0.0) for ground in grounds]  # solid ground is never in the area
        barred += [
            grown_shape(shape, policy.radius + end.least)
            for end in policy.ends
            if math.isfinite(end.least)
            for shape in end.shapes
        ]
        return shapely.difference(area, shapely.union_all(barred)) if barred else area

    def _reached_along(self, finder: Finder, line: Floats) -> Iterator[list[Spot]]:
        """Yield the legal parts of a line as points, with approximate borders to the illegal parts."""
        run: list[Spot] = []
        last_spot: Spot | None = None
        for (x, y), is_likely in zip(line.tolist(), finder.likely(line).tolist()):
            spot = position(x, y)
            if is_likely and is_legal(self, spot):
                run = run or ([self._last_between(spot, last_spot)] if last_spot is not None else [])
                run.append(spot)
            elif run:
                yield [*run, self._last_between(run[-1], spot)]
                run = []
            last_spot = spot
        if run:
            yield run

    def _last_between(self, inside: Spot, outside: Spot) -> Spot:
        """Return the legal spot nearest to the border between a legal spot and an illegal one, approximately."""
        for _halving in range(_HALVINGS):
            middle = position((inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2)
            inside, outside = (middle, outside) if is_legal(self, middle) else (inside, middle)
        return inside

    def nearest(self, where: Spot) -> Position | None:
        """Return the legal lattice spot nearest to `where`, perhaps in contact with a solid; None if none was found."""
        if is_legal(self, where):
            return position(*where)
        drawn = self._nearest_drawn(*where)
        limit = math.inf if drawn is None else math.dist(drawn, where) + CONTACT
        touching = contacts(self.policies, where, drawn)
        return first_legal(self, (spot for inches, spot in touching if inches <= limit)) or drawn

    def _nearest_drawn(self, x: float, y: float) -> Position | None:
        """Return the legal spot nearest to (x, y) in the drawn ends, perhaps slightly inside the outline, or None."""
        if self.geometry.is_empty:
            return first_legal(self, [self.start])
        if (spot := nearest_in(self, insets(self.geometry, _SET_BACK), (x, y))) is not None:
            return spot
        corners = shapely.get_coordinates(self.geometry)
        order = np.argsort(np.hypot(corners[:, 0] - x, corners[:, 1] - y))[:_TRIES]
        return first_legal(self, [*corners[order].tolist(), self.start])

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal lattice spot, or None; the drawn ends, which are costly, are used last."""
        unsure = []
        for spot in self._random_spots(rng):
            if any(is_surely_legal(policy, self.start, spot) for policy in self.policies):
                return spot
            if any(self._may_reach(policy, spot) for policy in self.policies):
                if rng.random() * _SEARCHED < 1.0 and first_reachable(self, [spot]):
                    return spot
                unsure.append(spot)
        legal = first_legal(self, chain(self._not_excluded(unsure), self._drawn_spots(rng)))
        return self.nearest(self.start) if legal is None else legal

    def _random_spots(self, rng: Random) -> Iterator[Position]:
        """Yield random spots within the budget, then nearer spots, or spots on the lines of ends."""
        for policy, finder in self._finders:
            lines = lines_of(policy, finder)
            if lines is None:
                most = most_inches(policy, self.start)
                x, y = self.start
                for half in (most, most / 2, most / 4):
                    yield from in_a_box((x - half, y - half, x + half, y + half), rng, _DARTS)
            elif lines:
                points = np.concatenate(lines)
                points = points[finder.likely(points)].tolist()
                for x, y in rng.sample(points, min(_DARTS, len(points))):
                    yield position(x, y)

    def _drawn_spots(self, rng: Random) -> Iterator[Position]:
        """Yield random spots of the drawn ends: in their areas, and corners of their lines."""
        yield from draws(triangles_of(shapely.MultiPolygon(polygons_of(self.geometry))), rng, _TRIES)
        others = [part for part in shapely.get_parts(self.geometry).tolist() if not isinstance(part, shapely.Polygon)]
        corners = shapely.get_coordinates(others).tolist()
        for x, y in rng.sample(corners, min(_TRIES, len(corners))):
            yield position(x, y)


def _grounds_in_reach(policy: PathPolicy, area: BaseGeometry) -> list[Ground]:
    """Return the grounds that a base may touch if its centre is in an area."""
    return [ground for ground in policy.grounds if ground.is_near(area.bounds, ground.distance_kept(policy.radius))]


class DrawnRegion(PathRegion):
    """The region for a path drawn by hand. A spot is legal if straight legs through the corners to it are legal."""

    def __init__(self, region: PathRegion, corners: Sequence[Position]) -> None:
        super().__init__(region.start, *region.policies)
        self.corners = tuple(corners)

    def _receipt(self, where: Spot) -> PathReceipt:
        """Return the receipt of the drawn path to a spot, with the fewest refusals under any policy."""
        return best_verdict(Path.through([self.start, *self.corners, where]), self.policies)

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the drawn path to the lattice spot nearest to `where` is legal."""
        return "yes" if self._receipt(where).is_legal else "no"

    def find(self, where: Spot | None = None) -> Path | None:
        """Return the drawn path to the lattice spot nearest to `where` if it is legal, or None."""
        receipt = self._receipt((self.corners or [self.start])[-1] if where is None else where)
        return receipt.path if receipt.is_legal else None

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against the drawn path to a spot; none if it is legal."""
        return [*self._receipt(where).refusals]

    def nearest(self, where: Spot) -> Position | None:
        """Return `where` itself if the drawn path to it is legal, or None."""
        return first_legal(self, [where])

    def sample(self, rng: Random) -> Position | None:
        """Return the last corner if the path may end there, or None."""
        path = self.find()
        return None if path is None else path.end


def first_reachable(region: PathRegion, spots: Iterable[Position]) -> Position | None:
    """Return the first spot to which a path leads, or None; faster than checking the spots one by one."""
    return first_legal(region, region._not_excluded(spots))


def best_receipt(region: PathRegion, where: Spot) -> PathReceipt | None:
    """Return the receipt of the best path found to a spot, or None."""
    path = region.find(where)
    return None if path is None else best_verdict(path, region.policies)


_SEARCHED_ON_RIMS = 8
"""One in this number of random spots on a rim gets a search for a path, if one path is already known."""
_STEPS = 36
"""The number of spots tried round the rim. Contact that is possible only between them is found by drawing."""


class RimRegion(PathRegion):
    """All legal ends of a base at `far` inches from the spot `middle`; `known` is a path to one of them, if any."""

    def __init__(self, start: Spot, middle: Spot, far: float, *policies: PathPolicy, known: Path | None = None) -> None:
        super().__init__(start, *policies)
        self._known_path = known
        self._middle = middle
        self._far = far

    def _find(self, at: Position) -> Path | None:
        """Compute the best legal path that `find` caches."""
        known_path = self._known_path
        return known_path if known_path is not None and known_path.end == at else super()._find(at)

    def _spot_at(self, bearing: float) -> Position:
        """Return the spot of the rim at a bearing from its middle."""
        x, y = self._middle
        return position(x + self._far * math.cos(bearing), y + self._far * math.sin(bearing))

    def _round(self, x: float, y: float) -> Iterator[Position]:
        """Yield spots round the rim in the order of their distance from (x, y)."""
        first = math.atan2(y - self._middle[1], x - self._middle[0])
        for step in range(_STEPS):
            turn = (step + 1) // 2 * (1 if step % 2 else -1)
            yield self._spot_at(first + turn * 2 * math.pi / _STEPS)

    def nearest(self, where: Spot) -> Position | None:
        """Return `where` if it is legal, or else the nearest legal spot tried on the rim, or any legal end, or None."""
        if self.find(where):
            return position(*where)
        return next((spot for spot in self._round(*where) if self.find(spot)), None) or self._end

    @cached_property
    def _any_path(self) -> Path | None:
        """A legal path to any end, or None if none was found."""
        return self._known_path or (None if self._end is None else self.find(self._end))

    @cached_property
    def _end(self) -> Position | None:
        """A legal end, preferably that of the known path, or None if none was found."""
        if self._known_path is not None:
            return self._known_path.end
        return next((spot for spot in self._not_excluded(self._round(*self.start)) if self.find(spot)), None)

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal end, or None if none was found; some spots are checked for straight paths only."""
        for _try in range(3):
            spot = self._spot_at(rng.uniform(-math.pi, math.pi))
            searched = self._known_path is None or rng.random() * _SEARCHED_ON_RIMS < 1.0
            if self.find(spot) if searched else straight_path_is_legal(self.start, spot, self.policies):
                return spot
        return self._end


class ContactRegion(RimRegion):
    """All ends of a base in contact with another base, the `target` (x, y, radius in inches)."""

    def __init__(self, question: PathsQuestion, target: tuple[float, float, float], known: Path | None = None) -> None:
        far = question.policies[0].radius + target[2] + CONTACT / 2
        super().__init__(question.start, target[:2], far, *question.policies, known=known)

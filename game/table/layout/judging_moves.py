"""The verdict on the move of a unit, whose members move one after another, each on its own path past the others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import pairwise
from typing import Final, Self

import numpy as np

from game.lengths import missing
from game.refusal import Refusal
from game.table.facing import Pose, Poses
from game.table.footprints import Footprint
from game.table.lattice import Position, position
from game.table.layout.judge import Flags, LayoutReceipt, holds_together, judge
from game.table.layout.policy import Layout, LayoutPolicy, Member
from game.table.layout.steps import (
    Arrangement,
    MemberStep,
    Steps,
    ends_of,
    name_refusals,
    other_facings,
    steps_of,
    ways_of,
)
from game.table.path.judge import Obstacle, allows, best_verdict, certain_refusals, check
from game.table.path.obstacles import beside
from game.table.path.path import Path
from game.table.path.policy import PathPolicy
from game.table.path.region import PathRegion
from game.table.path.straight import Run, are_surely_legal, clearances, with_straight_legs
from game.table.path.turning import depth_of_path
from game.table.placing.places import Verdict
from game.table.terrain.area import Floats
from game.wording import N_, _

OVERLAP: Final = 1e-6
"""Inches by which rounding may make a passing base seem to overlap another base."""

Points = tuple[Position, ...]
"""The path of a base: its present spot, corners, and end; only one spot if it stays."""


class Passing:
    """The paths of all members of a unit, and for each pair whether one's path crosses the start or end of the other.

    `paths` and `radii` (inches) are indexed by the number of the member. `at_start[a, b]`: a's path crosses b's start.
    `depth` is for members that are not round. It returns the inches by which a member's path leads into another member,
    given the numbers of both and whether the other has already moved.
    """

    def __init__(
        self, paths: Sequence[Points], radii: Floats, depth: Callable[[int, int, bool], float] | None = None
    ) -> None:
        self.paths, self.radii, self._depth = paths, radii, depth
        self.moving = [number for number, path in enumerate(paths) if len(path) > 1]
        depths_at_start, depths_at_end = self._depths()
        self.at_start: Flags = depths_at_start > OVERLAP
        self.at_end: Flags = depths_at_end > OVERLAP

    def _depths(self) -> tuple[Floats, Floats]:
        """Return the inches by which each path (rows) leads into each member (columns) at its start, and at its end.

        Depths are negative for a path beside a member, and minus infinity for a member that stays and for itself.
        """
        count = len(self.paths)
        spots = np.array([path[index] for index in (0, -1) for path in self.paths], dtype=np.float64).reshape(-1, 2)
        legs = [
            (number, *start, *end)
            for number in self.moving
            for start, end in zip(self.paths[number], self.paths[number][1:])
        ]
        deep = np.full((count, 2 * count), -np.inf)  # columns: all starts, then all ends
        if legs:
            table = np.array(legs)
            movers = table[:, 0].astype(np.intp)
            needed_gaps = self.radii[movers][:, None] + np.concatenate((self.radii, self.radii))
            np.maximum.at(deep, movers, needed_gaps - clearances(table[:, 1:], spots))
        if self._depth is not None:
            for number, column in np.argwhere(deep > OVERLAP).tolist():
                if number != column % count:
                    deep[number, column] = self._depth(number, column % count, column >= count)
        before, after = deep[:, :count], deep[:, count:]
        np.fill_diagonal(before, -np.inf)
        np.fill_diagonal(after, -np.inf)
        return before, after

    def passes(self, order: Sequence[int]) -> bool:
        """Return whether all moving members can move in the given order without blocking each other."""
        rank = np.full(len(self.paths), len(self.paths))
        rank[list(order)] = np.arange(len(order))
        later = rank[None, :] > rank[:, None]  # the column's member moves after the row's, or stays
        blocked = np.where(later, self.at_start, self.at_end)
        return not blocked[list(order)].any()

    def order(self, wished: Sequence[int]) -> list[int]:
        """Return an order in which members can move, similar to `wished`, without members that cannot move."""
        stuck: Flags = np.asarray((self.at_start & self.at_end).any(axis=1))
        before = self.at_start | self.at_end.T  # the column's member must move before the row's
        waiting, order = list(wished), list[int]()
        while waiting:
            ready = (number for number in waiting if not stuck[number] and not before[number, waiting].any())
            if (following := next(ready, None)) is None:
                break
            waiting.remove(following)
            order.append(following)
        return order

    def blockers(self, order: Sequence[int]) -> dict[int, list[tuple[int, float]]]:
        """Return the members blocked if all move in an order, each with its blockers and the depths in inches."""
        (before, after), blockers = self._depths(), dict[int, list[tuple[int, float]]]()
        moved = np.zeros(len(self.paths), dtype=bool)
        for number in order:
            deep = np.where(moved, after[number], before[number])
            over = np.flatnonzero(deep > OVERLAP)
            if over.size:
                blockers[number] = [(int(blocker), float(deep[blocker])) for blocker in over]
            moved[number] = not over.size
        return blockers


SEARCHED: Final = 24
"""The most searches for paths round other members in one arrangement."""


class OwnPaths:
    """The paths of the members of a unit. Only `round` treats other members as obstacles."""

    def __init__(self, policy: LayoutPolicy, starts: Sequence[Position]) -> None:
        self.members, self.starts, self.rule = policy.members, starts, policy.rule
        self.turns_last = policy.turns_last
        self.regions = [_path_region_of(member) for member in policy.members]
        self.budgets = [max(policy.budget for policy in region.policies) for region in self.regions]

    def only(self, some: Sequence[int]) -> OwnPaths:
        """Return the paths of these members, as if the unit had no others."""
        subset = copy(self)
        subset.members = tuple(self.members[number] for number in some)
        subset.starts = [self.starts[number] for number in some]
        subset.regions = [self.regions[number] for number in some]
        subset.budgets = [self.budgets[number] for number in some]
        return subset

    def open(self, ends: Sequence[Position | None]) -> list[bool]:
        """Return which members can certainly go straight to their ends; False for an end of None."""
        known_open = [False] * len(ends)
        for choice in range(max((len(region.policies) for region in self.regions), default=0)):
            runs = [
                (number, Run(region.policies[choice], start, end))
                for number, (region, start, end) in enumerate(zip(self.regions, self.starts, ends))
                if end is not None and not known_open[number] and choice < len(region.policies)
            ]
            for (number, _run), is_open in zip(runs, are_surely_legal([run for _number, run in runs])):
                known_open[number] = bool(is_open)
        return known_open

    def paths(self, steps: Sequence[MemberStep]) -> list[Points | None]:
        """Return the path of each member, or None for a member without a legal path."""
        is_open = self.open([None if step.via else step.at for step in steps])
        return [self._path_of(number, step, is_open[number], search=True) for number, step in enumerate(steps)]

    def all_paths(self, steps: Sequence[MemberStep], *, search: bool = True) -> list[Points] | None:
        """Return the paths of all members, or None if a member has no legal path."""
        is_open, paths = self.open([None if step.via else step.at for step in steps]), list[Points]()
        # If a member's end is illegal, no paths need be searched.
        doubtful = [number for number, step in enumerate(steps) if not is_open[number] and not step.via]
        if search and any(self.regions[number].verdict(steps[number].at) == "no" for number in doubtful):
            return None
        for number, step in enumerate(steps):
            path = self._path_of(number, step, is_open[number], search=search)
            if path is None:
                return None
            paths.append(path)
        return paths

    def _path_of(self, number: int, step: MemberStep, is_open: bool, *, search: bool) -> Points | None:
        """Return the path of one member, or None if it has no legal path."""
        return self._turning(number, self._points_of(number, step, is_open, search=search))

    def _points_of(self, number: int, step: MemberStep, is_open: bool, *, search: bool) -> Points | None:
        """Return the path of one member without its turns on the spot, or None if it has no legal path."""
        if is_open:
            return _without_empty_legs(self.starts[number], step.at)
        region, points = self.regions[number], (self.starts[number], *step.via, step.at)
        if self.members[number].way:
            return points  # it is judged with its turns
        if any(allows(Path.through(points), policy) for policy in region.policies):
            return _without_empty_legs(*points)
        path = region.find(step.at) if search and not step.via else None
        return None if path is None else _with_straight_corners(path, region.policies)

    def passing(self, paths: Sequence[Points], radii: Floats) -> Passing:
        """Return which of these paths cross other members."""
        if all(member.oblong is None for member in self.members):
            return Passing(paths, radii)
        return Passing(paths, radii, partial(self._depth, paths))

    def _depth(self, paths: Sequence[Points], number: int, other: int, gone: bool) -> float:
        """Return the inches by which a member meets another on its path, if one of them is not round."""
        mover, path = self.members[number], paths[number]
        met = self.members[other].at(*paths[other][-1]) if gone else self.members[other].standing(*paths[other][0])
        return depth_of_path(mover.standing(*path[0]), mover.way or self._poses(mover, path), met)

    def _poses(self, mover: Member, path: Points) -> Poses:
        """Return a path as poses: the member turns before it goes, or after its arrival with `turns_last`."""
        end = mover.facing or 0
        on_way = (mover.before or 0) if self.turns_last else end
        last = (Pose(*path[-1], end),) if on_way != end else ()
        return (Pose(*path[0], mover.before or 0), *(Pose(*spot, on_way) for spot in path[1:]), *last)

    def round(self, number: int, end: Position, others: Collection[Footprint]) -> Points | None:
        """Return a path of a member that also goes round `others` of its unit, or None if none was found."""
        region, start, member = self.regions[number], self.starts[number], self.members[number]
        mover = member.standing(*start) if self.turns_last else member.at(*start)
        grounds = tuple(beside(mover, other, self.rule, solid=True) for other in others)
        policies = [policy.but(grounds=(*policy.grounds, *grounds)) for policy in region.policies]
        path = PathRegion(start, *policies).find(end)
        return None if path is None else self._turning(number, _with_straight_corners(path, policies))

    def _turning(self, number: int, points: Points | None) -> Points | None:
        """Return a path; if the member only turns on the spot, it has one empty leg."""
        turns_only = points is not None and len(points) == 1 and self.members[number].turns
        return (self.starts[number], self.starts[number]) if turns_only else points

    def why_not(self, number: int, step: MemberStep) -> list[Refusal]:
        """Return every reason against a member's path. If obstacles block it, also say that no way round was found."""
        region, path = self.regions[number], Path.through([self.starts[number], *step.via, step.at])
        if step.via:
            return [*best_verdict(path, region.policies).refusals]
        certain = (certain_refusals(policy, region.start, step.at) for policy in region.policies)
        by_policy = (reasons or [*check(path, policy).refusals] for reasons, policy in zip(certain, region.policies))
        refusals = min(by_policy, key=len)
        if not all(isinstance(refusal, Obstacle) for refusal in refusals):
            return refusals
        return [*refusals, Refusal(_("no path was found; draw one"), region.policies[0].rule, N_("no path found"))]


def _path_region_of(member: Member) -> PathRegion:
    """Return the region of a member's paths; raise `ValueError` if it has none."""
    if not isinstance(member.ends, PathRegion):
        raise ValueError(f"{member.id}: the members of a unit that moves end where ways lead")
    return member.ends


def _without_empty_legs(*points: Position) -> Points:
    """Return points without repetitions of the same point."""
    return points[0], *(point for last, point in pairwise(points) if point != last)


def _with_straight_corners(path: Path, policies: Sequence[PathPolicy]) -> Points | None:
    """Return the points of a path after its arcs became straight legs, or None if these are not legal."""
    legs = with_straight_legs(path, *policies)
    return None if legs is None else (legs.start, *(leg.end for leg in legs.legs))


def step_of(name: str, path: Points, facing: int | None = None) -> MemberStep:
    """Return a path as a step."""
    return MemberStep(name, path[-1], path[1:-1], facing)


_KEPT: Final = 16
"""The number of cached verdicts, because the same verdict is often needed several times."""


class MoveJudge:
    """Judges the moves of a unit from its present spots, `starts`; lengths in inches.

    Each member's `ends` are a `PathRegion`. Members in the way block each other, unless `own_models_block` is off. An
    arrangement is legal if any order of moving works, whatever order is given; `rule_order` is cited if none does. A
    given path is judged as it is. Without one, a path is searched if the straight path is blocked.
    """

    def __init__(
        self, policy: LayoutPolicy, starts: Layout, rule_order: str = "", *, own_models_block: bool = True
    ) -> None:
        self.policy, self.rule_order, self.own_models_block = policy, rule_order, own_models_block
        self.starts = {member.id: position(*starts[member.id]) for member in policy.members}
        self.own = OwnPaths(policy, [*self.starts.values()])
        self.radii = np.array([member.radius for member in policy.members])
        self._numbers = {member.id: number for number, member in enumerate(policy.members)}
        self._cache = OrderedDict[Steps, Steps | None]()
        self._others = dict[tuple[tuple[str, int | Poses], ...], list[Self]]()

    @property
    def members(self) -> tuple[Member, ...]:
        """The members at their present spots."""
        return self.policy.members

    def turned(self, steps: Steps) -> list[Self]:
        """Return the judges of a move in which members change their facings; none if no facing changes.

        In the first judge's moves, members turn before they go; in the second's, after they arrive. Members whose steps
        say so turn on the way in both.
        """
        facings, ways = other_facings(self.members, steps), ways_of(self.members, self.starts, steps)
        if not (facings or ways) or self.policy.turned is None or any(member.way for member in self.members):
            return []
        key: tuple[tuple[str, int | Poses], ...] = (*sorted(facings.items()), *sorted(ways.items()))
        if key not in self._others:
            while len(self._others) >= _KEPT:
                self._others.pop(next(iter(self._others)))
            policies = [self.policy.turned(facings, last, ways) for last in (False, True)]
            self._others[key] = [
                type(self)(policy, self.starts, self.rule_order, own_models_block=self.own_models_block)
                for policy in policies
            ]
        return self._others[key]

    def facing(self, facings: Mapping[str, int]) -> Self:
        """Return the judge of moves in which members end with these facings, turning first."""
        steps = (MemberStep(name, self.starts[name], (), facing) for name, facing in facings.items())
        return next(iter(self.turned(tuple(steps))), self)

    def verdict(self, where: Arrangement) -> Verdict:
        """Return whether a move is legal; "unknown" if a member may have to go round an obstacle."""
        steps = steps_of(where)
        if others := self.turned(steps):
            verdicts = [other.verdict(steps) for other in others]
            return next((verdict for verdict in ("yes", "unknown") if verdict in verdicts), "no")
        if name_refusals(self.members, steps) or not self._layout_is_legal(self._all_steps(steps)):
            return "no"
        return "yes" if self.straightly(steps) is not None else "unknown"

    def find(self, where: Arrangement) -> Steps | None:
        """Return the steps of a legal move, with paths and in a working order, or None; members that stay have no step.

        Judging the returned steps again needs no search.
        """
        asked = steps_of(where)
        if others := self.turned(asked):
            return next((steps for other in others if (steps := other.find(asked)) is not None), None)
        if asked not in self._cache:
            steps = self._search(asked)
            self.keep(asked, steps)
            if steps is not None:
                self.keep(steps, steps)
        return self._cache[asked]

    def keep(self, asked: Steps, steps: Steps | None) -> None:
        """Store the verdict on steps: the move found for them, or None."""
        self._cache[asked] = steps
        while len(self._cache) > _KEPT:
            self._cache.popitem(last=False)

    def straightly(self, steps: Sequence[MemberStep]) -> Steps | None:
        """Return the legal move, like `find`, but only if all paths are straight or given and none need change."""
        if others := self.turned(tuple(steps)):
            return next((move for other in others if (move := other.straightly(steps)) is not None), None)
        move_found = self._search(tuple(steps), search=False)
        if move_found is not None:
            self.keep(move_found, move_found)
        return move_found

    def _search(self, asked: Steps, *, search: bool = True) -> Steps | None:
        """Compute the move that `find` caches."""
        if name_refusals(self.members, asked):
            return None
        all_steps = self._all_steps(asked)
        if not self._layout_is_legal(all_steps):
            return None
        paths = self.own.all_paths(all_steps, search=search)
        return None if paths is None else self._in_order(asked, paths, search=search)

    def _layout_is_legal(self, all_steps: Sequence[MemberStep]) -> bool:
        """Return whether the ends of all steps are a legal arrangement; the paths do not matter."""
        if any(member.against for member in self.members):
            return False
        return holds_together(self.policy, ends_of(all_steps))

    def _in_order(self, asked: Steps, paths: Sequence[Points], *, search: bool) -> Steps | None:
        """Return paths as steps in an order that works, if possible that of `asked`; None if no order works."""
        wished = [number for number in self._numbers_of(asked) if len(paths[number]) > 1]
        if not self.own_models_block:
            return tuple(self._step(number, paths[number]) for number in wished)
        fixed = {self._numbers[step.id] for step in asked if step.via or not search}
        moves = in_passing_order(self.own, paths, wished, fixed, self.radii)
        return None if moves is None else tuple(self._step(number, path) for number, path in moves)

    def _step(self, number: int, path: Points) -> MemberStep:
        """Return the step of a member along a path, with its facings on the way."""
        member = self.members[number]
        return step_of(member.id, path, member.facing)._replace(faces=tuple(pose.facing for pose in member.way[1:-1]))

    def _numbers_of(self, asked: Steps) -> list[int]:
        """Return the numbers of the members that steps move."""
        return [self._numbers[step.id] for step in asked]

    def _all_steps(self, asked: Steps) -> list[MemberStep]:
        """Return a step for every member, in the order of the members; those without a step stay."""
        by_id = {step.id: step for step in asked}
        return [by_id.get(name) or MemberStep(name, at) for name, at in self.starts.items()]

    def why_not(self, where: Arrangement) -> LayoutReceipt:
        """Return every reason against a move, for each member and for the whole."""
        steps = steps_of(where)
        wrong = name_refusals(self.members, steps)
        if wrong:
            return LayoutReceipt({}, wrong, [])
        if others := self.turned(steps):
            receipts = [other.why_not(steps) for other in others]
            return min(receipts, key=lambda receipt: len(receipt.whole) + sum(map(len, receipt.refusals.values())))
        all_steps = self._all_steps(steps)
        layout = ends_of(all_steps)
        if self.find(steps) is not None:
            return judge(self.policy, layout, {})
        paths = self.own.paths(all_steps)
        refusals = {
            step.id: [*self.members[number].against, *(self.own.why_not(number, step) if path is None else ())]
            for number, (step, path) in enumerate(zip(all_steps, paths))
            if path is None or self.members[number].against
        }
        receipt = judge(self.policy, layout, refusals)
        for name, refusal in self._blocked_members(steps, paths).items():
            receipt.refusals.setdefault(name, []).append(refusal)
        return receipt

    def _blocked_members(self, asked: Steps, paths: Sequence[Points | None]) -> dict[str, Refusal]:
        """Return the refusals of members that other members block; none if all members with a path can move.

        A member without a path has its own refusals. It blocks no other member, because its path is unknown.
        """
        with_given_path = {self._numbers[step.id] for step in asked if step.via}
        wishing = [number for number in self._numbers_of(asked) if len(paths[number] or ()) > 1]
        with_path = [number for number, path in enumerate(paths) if path is not None]

        def can_go(some: Sequence[int]) -> bool:
            """Return whether these members can make the requested moves if the rest of the unit is ignored."""
            their_paths = [paths[number] or () for number in some]
            own, indices = self.own.only(some), {number: index for index, number in enumerate(some)}
            moving = [indices[number] for number in wishing if number in indices]
            fixed = {indices[number] for number in with_given_path if number in indices}
            return in_passing_order(own, their_paths, moving, fixed, self.radii[[*some]]) is not None

        if not self.own_models_block or can_go(with_path):
            return {}
        passing = self.own.only(with_path).passing([paths[number] or () for number in with_path], self.radii[with_path])
        movable = passing.order([with_path.index(number) for number in wishing])
        order = [*movable, *(place for number in wishing if (place := with_path.index(number)) not in movable)]
        blockers = {
            with_path[place]: [(with_path[other], depth) for other, depth in others]
            for place, others in passing.blockers(order).items()
        }
        sure = {  # if there is none, three or more members block each other in a ring
            number: others
            for number, others in blockers.items()
            if not can_go(sorted({number, *(other for other, _depth in others)}))
        }
        return {
            self.members[number].id: self._blocking_refusal(others) for number, others in (sure or blockers).items()
        }

    def _blocking_refusal(self, others: Sequence[tuple[int, float]]) -> Refusal:
        """Return the refusal of a path that some members block."""
        short = max(depth for _other, depth in others)
        names = ", ".join(self.members[other].name for other, _depth in others)
        text = _("{name} is in the way by {amount}", name=names, amount=missing(short))
        return Refusal(text, self.rule_order or self.policy.rule, N_("in the way"), short)


def in_passing_order(
    own: OwnPaths, paths: Sequence[Points], wished: Sequence[int], kept: Collection[int], radii: Floats
) -> list[tuple[int, Points]] | None:
    """Return the numbers and paths of the moving members in an order that works, or None if none was found.

    First the wished order is tried, then another order, then longer paths round other members, except for the members
    `kept`. If all fails, the last attempt uses the order of the members' numbers.
    """
    passing = own.passing(paths, radii)
    order = wished if passing.passes(wished) else passing.order(wished)
    if len(order) == len(wished):
        return [(number, paths[number]) for number in order]
    moves = _one_by_one(own, [*paths], wished, kept, radii)
    by_number = sorted(wished)
    return _one_by_one(own, [*paths], by_number, kept, radii) if moves is None and by_number != [*wished] else moves


def _one_by_one(
    own: OwnPaths, paths: list[Points], wished: Sequence[int], kept: Collection[int], radii: Floats
) -> list[tuple[int, Points]] | None:
    """Return the moves of members that move one after another, or None if all that wait are blocked.

    Free members move first, if possible those whose ends block no other. If none is free, one goes round the others.
    """
    waiting, moved = list(wished), np.zeros(len(paths), dtype=bool)
    passing, tries, moves = own.passing(paths, radii), SEARCHED, list[tuple[int, Points]]()
    while waiting:
        blocked = np.asarray(np.where(moved, passing.at_end, passing.at_start).any(axis=1))
        free = [number for number in waiting if not blocked[number]]
        not_in_the_way = [
            candidate
            for candidate in free
            if not passing.at_end[[other for other in waiting if other != candidate], candidate].any()
        ]
        mover = next(iter(not_in_the_way or free), None)
        # All are blocked, so one must go round the bases of the others.
        for number in waiting if mover is None else ():
            if number in kept or tries <= 0:  # given paths stay as they are, and searches are limited
                continue
            tries -= 1
            bases = [
                member.at(*paths[other][-1]) if moved[other] else member.standing(*paths[other][0])
                for other, member in enumerate(own.members)
                if other != number
            ]
            path = own.round(number, paths[number][-1], bases)
            if path is not None:
                paths[number], mover = path, number
                passing = own.passing(paths, radii)
                break
        if mover is None:
            return None
        waiting.remove(mover)
        moves.append((mover, paths[mover]))
        moved[mover] = True
    return moves

"""The path of each member by itself, which is drawn by hand, straight, or found round obstacles."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from itertools import pairwise
from typing import Final

from game.refusal import Refusal
from game.table.lattice import Position
from game.table.layout.passing import Points
from game.table.layout.policy import LayoutPolicy, Member
from game.table.layout.steps import MemberStep
from game.table.path.ends import certain_refusals
from game.table.path.judge import Obstacle, allows, best_verdict, check
from game.table.path.path import Path
from game.table.path.policy import PathPolicy, base
from game.table.path.region import PathRegion
from game.table.path.straight import Run, are_surely_legal, with_straight_legs
from game.table.shapes import Disc
from game.wording import N_, _

SEARCHED: Final = 24
"""The most searches for paths round other members in one arrangement."""


class OwnPaths:
    """The paths of the members of a unit. Other members are obstacles only in `round`."""

    def __init__(self, policy: LayoutPolicy, starts: Sequence[Position]) -> None:
        self.members, self.starts, self.rule = policy.members, starts, policy.rule
        self.regions = [_region(member) for member in policy.members]
        self.budgets = [max(policy.budget for policy in region.policies) for region in self.regions]

    def only(self, some: Sequence[int]) -> OwnPaths:
        """Return the paths of some members, as if the unit had no others."""
        part = copy(self)
        part.members = tuple(self.members[number] for number in some)
        part.starts = [self.starts[number] for number in some]
        part.regions = [self.regions[number] for number in some]
        part.budgets = [self.budgets[number] for number in some]
        return part

    def open(self, ends: Sequence[Position | None]) -> list[bool]:
        """Return which members can certainly go straight to their ends; an end of None gives False."""
        known_open = [False] * len(ends)
        for turn in range(max((len(region.policies) for region in self.regions), default=0)):
            runs = [
                (number, Run(region.policies[turn], start, end))
                for number, (region, start, end) in enumerate(zip(self.regions, self.starts, ends))
                if end is not None and not known_open[number] and turn < len(region.policies)
            ]
            for (number, _run), is_open in zip(runs, are_surely_legal([run for _number, run in runs])):
                known_open[number] = bool(is_open)
        return known_open

    def paths(self, steps: Sequence[MemberStep]) -> list[Points | None]:
        """Return the path of each member, or None for a member without a legal path."""
        is_open = self.open([None if step.via else step.at for step in steps])
        return [self._path(number, step, is_open[number], search=True) for number, step in enumerate(steps)]

    def all_paths(self, steps: Sequence[MemberStep], *, search: bool = True) -> list[Points] | None:
        """Return the paths of all members, or None if a member has no legal path."""
        is_open, paths = self.open([None if step.via else step.at for step in steps]), list[Points]()
        # If a member's end is illegal, no paths need be searched.
        doubtful = [number for number, step in enumerate(steps) if not is_open[number] and not step.via]
        if search and any(self.regions[number].verdict(steps[number].at) == "no" for number in doubtful):
            return None
        for number, step in enumerate(steps):
            path = self._path(number, step, is_open[number], search=search)
            if path is None:
                return None
            paths.append(path)
        return paths

    def _path(self, number: int, step: MemberStep, is_open: bool, *, search: bool) -> Points | None:
        if is_open:
            return _without_empty_legs(self.starts[number], step.at)
        region, points = self.regions[number], (self.starts[number], *step.via, step.at)
        if any(allows(Path.through(points), policy) for policy in region.policies):
            return _without_empty_legs(*points)
        path = region.find(step.at) if search and not step.via else None
        return None if path is None else _drawn(path, region.policies)

    def round(self, number: int, end: Position, others: Collection[Disc]) -> Points | None:
        """Return a path of a member that also goes round `others` of its unit, or None if none was found."""
        region, start = self.regions[number], self.starts[number]
        grounds = tuple(base(other, self.rule) for other in others)
        policies = [policy.but(grounds=(*policy.grounds, *grounds)) for policy in region.policies]
        path = PathRegion(start, *policies).find(end)
        return None if path is None else _drawn(path, policies)

    def why_not(self, number: int, step: MemberStep) -> list[Refusal]:
        """Return every reason against a member's path; if obstacles block it, also that no other path was found."""
        region, path = self.regions[number], Path.through([self.starts[number], *step.via, step.at])
        if step.via:
            return [*best_verdict(path, region.policies).refusals]
        anyhow = (certain_refusals(policy, region.start, step.at) for policy in region.policies)
        by_policy = (reasons or [*check(path, policy).refusals] for reasons, policy in zip(anyhow, region.policies))
        refusals = min(by_policy, key=len)
        if not all(isinstance(refusal, Obstacle) for refusal in refusals):
            return refusals
        return [*refusals, Refusal(_("no path was found; draw one"), region.policies[0].rule, N_("no path found"))]


def _region(member: Member) -> PathRegion:
    if not isinstance(member.ends, PathRegion):
        raise ValueError(f"{member.id}: the members of a unit that moves end where ways lead")
    return member.ends


def _without_empty_legs(*points: Position) -> Points:
    """Return points without repetitions of the same point."""
    return points[0], *(point for last, point in pairwise(points) if point != last)


def _drawn(path: Path, policies: Sequence[PathPolicy]) -> Points | None:
    """Return a found path as points with straight legs between them, or None if that is not legal."""
    legs = with_straight_legs(path, *policies)
    return None if legs is None else (legs.start, *(leg.end for leg in legs.legs))


def step_of(name: str, path: Points) -> MemberStep:
    """Return a path as a step."""
    return MemberStep(name, path[-1], path[1:-1])

"""The path of each member by itself: as drawn by hand, straight, or found round obstacles."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from itertools import pairwise
from typing import Final

from game.refusal import Refusal
from game.table.lattice import Position
from game.table.layout.passing import Points
from game.table.layout.policy import LayoutPolicy, Member
from game.table.layout.steps import Step
from game.table.path.ends import against_anyway
from game.table.path.judge import Obstacle, allows, check, judged
from game.table.path.path import Path
from game.table.path.policy import PathPolicy, base
from game.table.path.region import PathRegion
from game.table.path.straight import Run, are_open, cornered
from game.table.shapes import Disc
from game.wording import N_, _

SEARCHED: Final = 24
"""The most paths round others of the unit that are searched for in one arrangement."""


class OwnPaths:
    """The paths of the members of a unit; the unit's other members are in the way only if asked for."""

    def __init__(self, policy: LayoutPolicy, starts: Sequence[Position]) -> None:
        self.members, self.starts, self.rule = policy.members, starts, policy.rule
        self.regions = [_region(member) for member in policy.members]
        self.budgets = [max(policy.budget for policy in region.policies) for region in self.regions]

    def only(self, some: Sequence[int]) -> OwnPaths:
        """Return the paths of some members, as if the unit had no others."""
        found = copy(self)
        found.members = tuple(self.members[number] for number in some)
        found.starts = [self.starts[number] for number in some]
        found.regions = [self.regions[number] for number in some]
        found.budgets = [self.budgets[number] for number in some]
        return found

    def open(self, ends: Sequence[Position | None]) -> list[bool]:
        """Return which members can certainly go straight to their ends; None asks nothing."""
        found = [False] * len(ends)
        for turn in range(max((len(region.policies) for region in self.regions), default=0)):
            asked = [
                (number, Run(region.policies[turn], start, end))
                for number, (region, start, end) in enumerate(zip(self.regions, self.starts, ends))
                if end is not None and not found[number] and turn < len(region.policies)
            ]
            for (number, _run), is_open in zip(asked, are_open([run for _number, run in asked])):
                found[number] = bool(is_open)
        return found

    def paths(self, steps: Sequence[Step]) -> list[Points | None]:
        """Return the path of each member, or None where none is legal."""
        is_open = self.open([None if step.via else step.at for step in steps])
        return [
            _plain(self.starts[number], step.at) if is_open[number] else self._path(number, step, search=True)
            for number, step in enumerate(steps)
        ]

    def all_paths(self, steps: Sequence[Step], *, search: bool = True) -> list[Points] | None:
        """Return what `paths` does if it finds a path for all, else None as soon as one has none."""
        is_open, found = self.open([None if step.via else step.at for step in steps]), list[Points]()
        # If a member cannot stand where it ends, no paths are needed.
        barred = [number for number, step in enumerate(steps) if not is_open[number] and not step.via]
        if search and any(self.regions[number].verdict(steps[number].at) == "no" for number in barred):
            return None
        for number, step in enumerate(steps):
            path = _plain(self.starts[number], step.at) if is_open[number] else self._path(number, step, search=search)
            if path is None:
                return None
            found.append(path)
        return found

    def _path(self, number: int, step: Step, *, search: bool) -> Points | None:
        region, points = self.regions[number], (self.starts[number], *step.via, step.at)
        if any(allows(Path.through(points), policy) for policy in region.policies):
            return _plain(*points)
        found = region.find(step.at) if search and not step.via else None
        return None if found is None else _drawn(found, region.policies)

    def round(self, number: int, end: Position, others: Collection[Disc]) -> Points | None:
        """Return a path of a member round others of its unit as well, or None if none was found."""
        region, start = self.regions[number], self.starts[number]
        grounds = tuple(base(other, self.rule) for other in others)
        policies = [policy.but(grounds=(*policy.grounds, *grounds)) for policy in region.policies]
        found = PathRegion(start, *policies).find(end)
        return None if found is None else _drawn(found, policies)

    def why_not(self, number: int, step: Step) -> list[Refusal]:
        """Return every reason against the path of a member; if it is only blocked, that no path was found."""
        region, path = self.regions[number], Path.through([self.starts[number], *step.via, step.at])
        if step.via:
            return [*judged(path, region.policies).refusals]
        anyhow = (against_anyway(policy, region.start, step.at) for policy in region.policies)
        found = (reasons or [*check(path, policy).refusals] for reasons, policy in zip(anyhow, region.policies))
        against = min(found, key=len)
        if not all(isinstance(each, Obstacle) for each in against):
            return against
        return [*against, Refusal(_("no path was found; draw one"), region.policies[0].rule, N_("no path found"))]


def _region(member: Member) -> PathRegion:
    if not isinstance(member.ends, PathRegion):
        raise ValueError(f"{member.id}: the members of a unit that moves end where ways lead")
    return member.ends


def _plain(*points: Position) -> Points:
    """Return the points without legs of no length."""
    found = [points[0]]
    found += [point for last, point in pairwise(points) if point != last]
    return tuple(found)


def _drawn(path: Path, policies: Sequence[PathPolicy]) -> Points | None:
    """Return a found path as one that can be drawn from corner to corner."""
    legs = cornered(path, *policies)
    return None if legs is None else (legs.start, *(leg.end for leg in legs.legs))


def step_of(name: str, path: Points) -> Step:
    """Return a path as a step."""
    return Step(name, path[-1], path[1:-1])

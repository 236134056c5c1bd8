"""A unit that moves in one decision: its legal moves, the nearest to a wanted one, one at random."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Final

import shapely

from game.table.lattice import Position, position, snap
from game.table.layout.effort import Effort, Spent
from game.table.layout.finding import completed, found_near, in_front_first
from game.table.layout.judge import is_met
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.steps import Arrangement, Steps, ends_of, steps_of, straight
from game.table.path.straight import Run, are_open

_BEARINGS: Final = 6
_SHARES: Final = (1.0, 0.6, 0.3, 0.1)
"""Random shifts that are tried, each shorter than the one before."""
_FAR_SHARES: Final = (1.0, 0.75, 0.5)
"""The same where no member may stay."""
_EAGER: Final = 6
"""Members from each of which the whole unit is led to where a demand is met."""
_FARTHER: Final = (0.02, 0.25)
"""Inches beyond the nearest spot that meets a demand, where others may meet it better."""
_ASIDE: Final = 0.8
"""Inches by which such shifts stray, if the first ones fail."""
_AT_ONCE: Final = 4
"""Shifts that are tried together: often the first one works."""
_STRAIGHT: Final = 4
"""Arrangements built up with straight paths, if no shift works."""

Shift = tuple[float, float]


class UnitMove(MoveJudge):
    """The arrangements to which a unit may move from where it stands; a member that is not named stays.

    Not everything is found: where the search finds nothing, a person may still find something.
    """

    def find(self, where: Arrangement | None = None) -> Steps | None:
        """Return a legal move with the paths found; without a wanted one, the move in which all stay, else any."""
        found = super().find(() if where is None else where)
        return self.sample(Random(0)) if found is None and where is None else found

    def nearest(self, where: Arrangement, fixed: Collection[str] = (), effort: Effort | None = None) -> Steps | None:
        """Return a legal move to an arrangement near a wanted one in which the `fixed` end as wanted, or None if none.

        It keeps the formation and goes straight where it can; if nothing is found near by, anywhere; if the `effort` is
        spent before, the unit stays if that is legal, else moves to as near as possible to where it stands.
        """
        effort, there = effort or Effort(), self.starts | ends_of(steps_of(where))
        try:
            found = found_near(self, there, fixed, effort)
            found = strayed(self, Random(0), effort) if found is None and not fixed else found
        except Spent:
            found = None if fixed else self.find(())
        return self._near_here(effort) if found is None and not fixed and there != self.starts else found

    def _near_here(self, effort: Effort) -> Steps | None:
        """Return a legal move to near where the unit stands, with the same `effort` again; None if none was found."""
        effort.again()
        try:
            return found_near(self, dict(self.starts), (), effort)
        except Spent:
            return None

    def sample(self, rng: Random) -> Steps | None:
        """Return a legal move at random, mostly of the whole unit as a block, or None if none was found."""
        try:
            return strayed(self, rng)
        except Spent:
            return self.find(())


def strayed(judge: MoveJudge, rng: Random, effort: Effort | None = None) -> Steps | None:
    """Return a legal move at random, None if none was found; staying is the last resort. Raise `Spent`."""
    effort = effort or Effort()
    content = all(is_met(demand, judge.starts) for demand in judge.policy.demands)
    shifts = [*_anywhere(judge, rng, _SHARES)] if content else _to_demands(judge, rng)
    if not shifts:
        return None
    found = as_a_block(judge, shifts)
    if found is None and content:
        found = judge.find(())
    if found is None and content:
        found = as_a_block(judge, [*_anywhere(judge, rng, _FAR_SHARES, far=1.0)])
    if found is not None:
        return found
    dx, dy = shifts[0]
    wanted = {name: position(x + dx, y + dy) for name, (x, y) in judge.starts.items()}
    if not content:  # straight, or not at all: paths round things are for callers that plan to meet a demand
        return completed(judge, wanted, (), _STRAIGHT, effort, search=False)
    found = completed(judge, judge.starts, (), 0, effort, search=False)
    if found is None:
        found = completed(judge, wanted, (), _STRAIGHT, effort, search=False)
    return found_near(judge, judge.starts, (), effort) if found is None else found


def _anywhere(judge: MoveJudge, rng: Random, shares: Sequence[float], far: float = 0.0) -> Iterator[Shift]:
    """Yield shifts of the whole unit in all directions, shorter and shorter: at first that part of what all can afford.

    At random without a part.
    """
    most, turn = min(judge.own.budgets, default=0.0), rng.random()
    length = most * (far or math.sqrt(rng.random()))
    for share in shares:
        for number in range(_BEARINGS):
            bearing = 2 * math.pi * (turn + number / _BEARINGS)
            yield snap(share * length * math.cos(bearing)), snap(share * length * math.sin(bearing))


def _to_demands(judge: MoveJudge, rng: Random) -> list[Shift]:
    """Return shifts that bring a member to where it meets an unmet demand, straight there, then beside it.

    None if no member can afford to meet it: then no move is legal.
    """
    demand = next(each for each in judge.policy.demands if not is_met(each, judge.starts))
    found, budgets = list[tuple[float, float, Shift]](), dict(zip(judge.starts, judge.own.budgets))
    for name, condition in demand.conditions.items():
        allowed = condition.allowed()
        if allowed is None:
            return [*_anywhere(judge, rng, _SHARES)]
        if name not in judge.starts or allowed.is_empty:
            continue
        x, y = judge.starts[name]
        (to_x, to_y), _from = shapely.get_coordinates(shapely.shortest_line(allowed, shapely.Point(x, y)))
        far = math.hypot(to_x - x, to_y - y)
        for more in _FARTHER if 0.0 < far <= budgets[name] else ():
            share = min(far + more, budgets[name]) / far
            found.append((far + more, rng.random(), (snap((to_x - x) * share), snap((to_y - y) * share))))
    nearest = [shift for _far, _chance, shift in sorted(found)[: _EAGER * len(_FARTHER)]]
    rng.shuffle(nearest)
    beside = [(dx + rng.uniform(-_ASIDE, _ASIDE), dy + rng.uniform(-_ASIDE, _ASIDE)) for dx, dy in 2 * nearest]
    return [*nearest, *((snap(dx), snap(dy)) for dx, dy in beside)]


def as_a_block(judge: MoveJudge, shifts: Sequence[Shift]) -> Steps | None:
    """Return the first of some shifts of the whole unit, in inches, that nothing blocks, or None if none is free."""
    for number in range(0, len(shifts), _AT_ONCE):
        some = shifts[number : number + _AT_ONCE]
        moved = [{name: position(x + dx, y + dy) for name, (x, y) in judge.starts.items()} for dx, dy in some]
        for layout, is_clear in zip(moved, _are_clear(judge, moved)):
            steps = straight(layout, in_front_first(judge, layout)) if is_clear else ()
            if steps and (found := judge.straightly(steps)) is not None:
                return found
    return None


def _are_clear(judge: MoveJudge, layouts: list[dict[str, Position]]) -> list[bool]:
    """Return for each arrangement whether all may go there straight: certainly, unless only a check can tell."""
    count, regions = len(judge.members), judge.own.regions
    if not all(region.policies[0].goes_straight for region in regions):
        return [True] * len(layouts)
    runs = [
        Run(region.policies[0], region.start, spot)
        for layout in layouts
        for region, spot in zip(regions, layout.values())
    ]
    return [all(row) for row in are_open(runs).reshape(-1, count).tolist()]

"""The legal moves of a unit that moves in one decision, with the nearest to a wanted move and random moves."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Final

import shapely

from game.table.lattice import Position, position, snap
from game.table.layout.effort import Effort, EffortSpent
from game.table.layout.finding import front_first, move_near, straight_move
from game.table.layout.judge import is_met
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.steps import Arrangement, Steps, ends_of, steps_of, straight_steps
from game.table.path.straight import Run, are_surely_legal

_BEARINGS: Final = 6
_SHARES: Final = (1.0, 0.6, 0.3, 0.1)
"""The parts of a length that random shifts use, one after another."""
_FAR_SHARES: Final = (1.0, 0.75, 0.5)
"""The same if staying is illegal."""
_EAGER: Final = 6
"""The number of members that may lead the whole unit to a spot that meets a demand."""
_FARTHER: Final = (0.02, 0.25)
"""Inches beyond the nearest spot that meets a demand, because farther spots may suit the unit better."""
_ASIDE: Final = 0.8
"""Inches by which such shifts vary at random if the first shifts fail."""
_AT_ONCE: Final = 4
"""The number of shifts that are judged together; few, because often the first one works."""
_STRAIGHT: Final = 4
"""The number of arrangements built up with straight paths if no shift works."""

Shift = tuple[float, float]


class UnitMove(MoveJudge):
    """The legal moves of a unit from its present spots; a member without a step stays.

    The search is not complete. Where it finds no move, a person may still find one.
    """

    def find(self, where: Arrangement | None = None) -> Steps | None:
        """Return the steps with paths if a move is legal. Without `where`, return a legal move, if possible to stay."""
        steps = super().find(() if where is None else where)
        return self.sample(Random(0)) if steps is None and where is None else steps

    def nearest(self, where: Arrangement, fixed: Collection[str] = (), effort: Effort | None = None) -> Steps | None:
        """Return a legal move to an arrangement near a wanted one, with the `fixed` members as wanted, or None.

        The unit keeps its formation and goes straight if it can. If there is no legal move near the wanted arrangement,
        the move may be any other. If the `effort` is used up, the unit stays or makes as short a move as possible.
        """
        effort, wanted = effort or Effort(), self.starts | ends_of(steps_of(where))
        try:
            steps = move_near(self, wanted, fixed, effort)
            steps = random_move(self, Random(0), effort) if steps is None and not fixed else steps
        except EffortSpent:
            steps = None if fixed else self.find(())
        return self._near_here(effort) if steps is None and not fixed and wanted != self.starts else steps

    def _near_here(self, effort: Effort) -> Steps | None:
        """Return a short legal move, searched with the same `effort` again, or None if none was found."""
        effort.renew()
        try:
            return move_near(self, dict(self.starts), (), effort)
        except EffortSpent:
            return None

    def sample(self, rng: Random) -> Steps | None:
        """Return a random legal move, mostly of the whole unit as a block, or None if none was found."""
        try:
            return random_move(self, rng)
        except EffortSpent:
            return self.find(())


def random_move(judge: MoveJudge, rng: Random, effort: Effort | None = None) -> Steps | None:
    """Return a random legal move, if need be to stay, or None if none was found; raise `EffortSpent`."""
    effort = effort or Effort()
    may_stay = all(is_met(demand, judge.starts) for demand in judge.policy.demands)
    shifts = [*_anywhere(judge, rng, _SHARES)] if may_stay else _to_demands(judge, rng)
    if not shifts:
        return None
    steps = block_move(judge, shifts)
    if steps is None and may_stay:
        steps = judge.find(())
    if steps is None and may_stay:
        steps = block_move(judge, [*_anywhere(judge, rng, _FAR_SHARES, far=1.0)])
    if steps is not None:
        return steps
    dx, dy = shifts[0]
    wanted = {name: position(x + dx, y + dy) for name, (x, y) in judge.starts.items()}
    if not may_stay:  # a search for paths round obstacles is left to callers that plan to meet a demand
        return straight_move(judge, wanted, _STRAIGHT, effort)
    steps = straight_move(judge, judge.starts, 0, effort)
    if steps is None:
        steps = straight_move(judge, wanted, _STRAIGHT, effort)
    return move_near(judge, judge.starts, (), effort) if steps is None else steps


def _anywhere(judge: MoveJudge, rng: Random, shares: Sequence[float], far: float = 0.0) -> Iterator[Shift]:
    """Yield shifts of the whole unit in all directions, shorter and shorter.

    The first length is the part `far` of the shortest budget, or random if `far` is 0.
    """
    most, turn = min(judge.own.budgets, default=0.0), rng.random()
    length = most * (far or math.sqrt(rng.random()))
    for share in shares:
        for number in range(_BEARINGS):
            bearing = 2 * math.pi * (turn + number / _BEARINGS)
            yield snap(share * length * math.cos(bearing)), snap(share * length * math.sin(bearing))


def _to_demands(judge: MoveJudge, rng: Random) -> list[Shift]:
    """Return shifts that bring a member to spots at which it meets an unmet demand, then shifts beside these.

    The list is empty if no member's budget suffices; then no move is legal.
    """
    demand = next(demand for demand in judge.policy.demands if not is_met(demand, judge.starts))
    shifts, budgets = list[tuple[float, float, Shift]](), dict(zip(judge.starts, judge.own.budgets))
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
            shifts.append((far + more, rng.random(), (snap((to_x - x) * share), snap((to_y - y) * share))))
    nearest = [shift for _far, _chance, shift in sorted(shifts)[: _EAGER * len(_FARTHER)]]
    rng.shuffle(nearest)
    beside = [(dx + rng.uniform(-_ASIDE, _ASIDE), dy + rng.uniform(-_ASIDE, _ASIDE)) for dx, dy in 2 * nearest]
    return [*nearest, *((snap(dx), snap(dy)) for dx, dy in beside)]


def block_move(judge: MoveJudge, shifts: Sequence[Shift]) -> Steps | None:
    """Return the move by the first of some shifts (inches) of the whole unit that is not blocked, or None."""
    for number in range(0, len(shifts), _AT_ONCE):
        some = shifts[number : number + _AT_ONCE]
        moved = [{name: position(x + dx, y + dy) for name, (x, y) in judge.starts.items()} for dx, dy in some]
        for layout, is_clear in zip(moved, _are_clear(judge, moved)):
            steps = straight_steps(layout, front_first(judge, layout)) if is_clear else ()
            if steps and (move := judge.straightly(steps)) is not None:
                return move
    return None


def _are_clear(judge: MoveJudge, layouts: list[dict[str, Position]]) -> list[bool]:
    """Return for each arrangement whether all straight paths to it are free; True also where that is uncertain."""
    count, regions = len(judge.members), judge.own.regions
    if not all(region.policies[0].goes_straight for region in regions):
        return [True] * len(layouts)
    runs = [
        Run(region.policies[0], region.start, spot)
        for layout in layouts
        for region, spot in zip(regions, layout.values())
    ]
    return [all(row) for row in are_surely_legal(runs).reshape(-1, count).tolist()]

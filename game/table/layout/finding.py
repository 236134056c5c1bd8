"""The search for a legal move of a unit to an arrangement near a wanted one, first by straight paths, then by any."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from game.table.lattice import Position, position
from game.table.layout.completing import complete
from game.table.layout.effort import PATH_STEPS, Effort, EffortSpent
from game.table.layout.free_ends import FreeEnds, Room
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.policy import Layout, LayoutPolicy, Member
from game.table.layout.steps import Steps, straight_steps

_SHARES: Final = (0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1)
"""If there is nothing near the wanted spots, the unit tries to go these parts of the distance."""
_LESS_FAR: Final = (1.0, 0.65, 0.35)
"""The last attempts use any paths to these parts of the distance, in the present, then in the wanted formation."""
_STRAIGHT: Final = 24
"""The number of arrangements built up with straight paths."""
_SHORT: Final = 2
"""The number of arrangements built up in a short search."""
_QUICK: Final = 600
"""The number of steps of a short search."""
_ROUND: Final = 12
"""The number of arrangements built up with any paths."""
_WITHIN: Final = 2e-3
"""If a wanted spot is beyond a member's budget, the nearer spot is within the budget by these inches."""
_MUCH: Final = 1e-3
"""Square inches by which the sum of squared path lengths must shrink for two members to swap spots."""


def move_near(judge: MoveJudge, wanted: dict[str, Position], fixed: Collection[str], effort: Effort) -> Steps | None:
    """Return a legal move to an arrangement near a wanted one, or None; raise `EffortSpent`."""
    steps = direct_move(judge, wanted)
    if steps is not None:
        return steps
    reachable = wanted if fixed else _within_budgets(judge, wanted)
    return next((steps for steps in _attempts(judge, reachable, fixed, effort) if steps is not None), None)


def quick_move(judge: MoveJudge, wanted: Layout) -> Steps | None:
    """Return a legal straight move to an arrangement near a wanted one, or None, after only a short search."""
    reachable = _within_budgets(judge, wanted)
    try:
        steps = direct_move(judge, reachable)
        return straight_move(judge, reachable, _SHORT, Effort(_QUICK)) if steps is None else steps
    except EffortSpent:
        return None


def _attempts(
    judge: MoveJudge, wanted: dict[str, Position], fixed: Collection[str], effort: Effort
) -> Iterator[Steps | None]:
    layouts = _layouts(judge, wanted, fixed, _STRAIGHT, effort, search=False)
    for layout in layouts:
        yield direct_move(judge, layout, search=False)
    if not fixed:
        for share in _SHARES:
            yield direct_move(judge, _part_of_the_way(judge, wanted, share), search=False)
    for layout in (*layouts, *_layouts(judge, wanted, fixed, _ROUND, effort, search=True)):
        yield direct_move(judge, layout)
    if not fixed:
        yield from _less_far(judge, wanted, effort)
        yield judge.find(())


def _less_far(judge: MoveJudge, wanted: dict[str, Position], effort: Effort) -> Iterator[Steps | None]:
    """Yield moves by parts of the distance, in the present, then in the wanted formation; None for failed ones."""
    dx, dy = _mean_shift(judge, wanted)
    for share in _LESS_FAR:
        effort.spend(PATH_STEPS)
        yield direct_move(judge, _shifted(judge.starts, share * dx, share * dy))
    for share in _LESS_FAR[1:]:
        nearer = _shifted(wanted, (share - 1.0) * dx, (share - 1.0) * dy)
        for layout in _layouts(judge, nearer, (), _STRAIGHT, effort, search=False):
            effort.spend(PATH_STEPS)
            yield direct_move(judge, layout)


def straight_move(judge: MoveJudge, wanted: Layout, attempts: int, effort: Effort) -> Steps | None:
    """Return a legal straight move to an arrangement that `complete` finds, or None."""
    layouts = _layouts(judge, wanted, (), attempts, effort, search=False)
    moves = (direct_move(judge, layout, search=False) for layout in layouts)
    return next((steps for steps in moves if steps is not None), None)


def _layouts(
    judge: MoveJudge, wanted: Layout, fixed: Collection[str], attempts: int, effort: Effort, *, search: bool
) -> list[dict[str, Position]]:
    """Return the arrangement that `complete` finds near a wanted one, and a variant without crossing paths."""
    layout = complete(_loose_policy(judge, effort, search=search), wanted, fixed, attempts, effort)
    return [] if layout is None else [layout, without_crossings(judge.members, judge.starts, layout, fixed)]


def direct_move(judge: MoveJudge, layout: dict[str, Position], *, search: bool = True) -> Steps | None:
    """Return the move to an arrangement, front members first, or None. Without a `search`, all must go straight."""
    steps = straight_steps(layout, front_first(judge, layout))
    return judge.find(steps) if search else judge.straightly(steps)


def front_first(judge: MoveJudge, layout: Layout) -> list[str]:
    """Return the ids of the members, beginning with those in front in the common direction."""
    dx = math.fsum(layout[name].x - at.x for name, at in judge.starts.items())
    dy = math.fsum(layout[name].y - at.y for name, at in judge.starts.items())
    return sorted(judge.starts, key=lambda name: -(judge.starts[name].x * dx + judge.starts[name].y * dy))


def _loose_policy(judge: MoveJudge, effort: Effort, *, search: bool) -> LayoutPolicy:
    """Return the policy for the search for an arrangement, in which members do not block each other."""
    room = Room(judge.own.regions)
    members = tuple(
        Member(member.id, member.disc, FreeEnds(region, room, effort, search=search))
        for member, region in zip(judge.members, judge.own.regions)
    )
    return replace(judge.policy, members=members)


def _within_budgets(judge: MoveJudge, wanted: Layout) -> dict[str, Position]:
    """Return the wanted spots, or nearer spots in the same direction where a member's budget is too small."""
    reachable = dict[str, Position]()
    for (name, (x, y)), budget in zip(judge.starts.items(), judge.own.budgets):
        far = math.dist(wanted[name], (x, y))
        share = min(1.0, max(budget - _WITHIN, 0.0) / far) if far > 0.0 else 1.0
        reachable[name] = position(x + share * (wanted[name].x - x), y + share * (wanted[name].y - y))
    return reachable


def _mean_shift(judge: MoveJudge, wanted: Layout) -> tuple[float, float]:
    """Return the shift from the middle of the present spots to the middle of the wanted spots."""
    number = len(judge.starts)
    dx = math.fsum(wanted[name].x - at.x for name, at in judge.starts.items()) / number
    dy = math.fsum(wanted[name].y - at.y for name, at in judge.starts.items()) / number
    return dx, dy


def _shifted(layout: Layout, dx: float, dy: float) -> dict[str, Position]:
    return {name: position(x + dx, y + dy) for name, (x, y) in layout.items()}


def _part_of_the_way(judge: MoveJudge, wanted: Layout, share: float) -> dict[str, Position]:
    return {
        name: position(x + share * (wanted[name].x - x), y + share * (wanted[name].y - y))
        for name, (x, y) in judge.starts.items()
    }


def without_crossings(
    members: Sequence[Member], starts: Layout, ends: Layout, fixed: Collection[str] = ()
) -> dict[str, Position]:
    """Return an arrangement in which bases of one size, except the `fixed`, swapped spots to shorten their paths."""
    layout, sizes = dict(ends), {member.id: member.radius for member in members}
    free = [member.id for member in members if member.id not in fixed]
    for _round in range(len(layout)):
        swapped = False
        for one, other in combinations(free, 2):
            if sizes[one] == sizes[other] and _cross(starts[one], starts[other], layout[one], layout[other]):
                layout[one], layout[other], swapped = layout[other], layout[one], True
        if not swapped:
            break
    return layout


def _cross(start: Position, other: Position, end: Position, other_end: Position) -> bool:
    """Return whether two members should swap their spots, because that reduces the sum of squared path lengths."""
    return (start.x - other.x) * (end.x - other_end.x) + (start.y - other.y) * (end.y - other_end.y) < -_MUCH

"""The search for a legal move of a unit near a wanted arrangement: straight paths first, then any."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from game.table.lattice import Position, position
from game.table.layout.completing import ATTEMPTS, complete
from game.table.layout.effort import WAY, Effort, Spent
from game.table.layout.free_ends import FreeEnds, Room
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.policy import Layout, LayoutPolicy, Member
from game.table.layout.steps import Steps, straight

_SHARES: Final = (0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1)
"""Parts of the distance to the wanted spots that the whole unit may still go, if nothing is found near them."""
_LESS_FAR: Final = (1.0, 0.65, 0.35)
"""The same by any paths for the unit as it stands, then in the wanted formation: the last resort before it stays."""
_STRAIGHT: Final = 24
"""Arrangements built up with straight paths."""
_SHORT: Final = 2
"""The same in a short search."""
_QUICK: Final = 600
"""Steps of a short search."""
_ROUND: Final = 12
"""Arrangements built up with any paths after that."""
_WITHIN: Final = 2e-3
"""Inches that a spot lies within the budget of a member whose wanted spot is beyond it."""
_MUCH: Final = 1e-3
"""Square inches by which the paths must get shorter, in all, for two members to swap spots."""


def found_near(judge: MoveJudge, wanted: dict[str, Position], fixed: Collection[str], effort: Effort) -> Steps | None:
    """Return a legal move to an arrangement near a wanted one, None if none was found; raise `Spent`."""
    found = settled(judge, wanted)
    if found is not None:
        return found
    reached = wanted if fixed else _within_budgets(judge, wanted)
    return next((steps for steps in _tries(judge, reached, fixed, effort) if steps is not None), None)


def found_quickly(judge: MoveJudge, wanted: Layout) -> Steps | None:
    """Return a legal straight move to a wanted arrangement, or to one near it; None if none was found.

    The search for it is short.
    """
    reached = _within_budgets(judge, wanted)
    try:
        found = settled(judge, reached)
        return completed(judge, reached, (), _SHORT, Effort(_QUICK), search=False) if found is None else found
    except Spent:
        return None


def _tries(
    judge: MoveJudge, wanted: dict[str, Position], fixed: Collection[str], effort: Effort
) -> Iterator[Steps | None]:
    straightly = _layouts(judge, wanted, fixed, _STRAIGHT, effort, search=False)
    for layout in straightly:
        yield settled(judge, layout, search=False)
    if not fixed:
        for share in _SHARES:
            yield settled(judge, _on_the_way(judge, wanted, share), search=False)
    for layout in (*straightly, *_layouts(judge, wanted, fixed, _ROUND, effort, search=True)):
        yield settled(judge, layout)
    if not fixed:
        yield from _less_far(judge, wanted, effort)
        yield judge.find(())


def _less_far(judge: MoveJudge, wanted: dict[str, Position], effort: Effort) -> Iterator[Steps | None]:
    """Yield moves of the unit as it stands, then in the wanted formation, for a part of the distance."""
    dx, dy = _led(judge, wanted)
    for share in _LESS_FAR:
        effort.spend(WAY)
        yield settled(judge, _shifted(judge.starts, share * dx, share * dy))
    for share in _LESS_FAR[1:]:
        nearer = _shifted(wanted, (share - 1.0) * dx, (share - 1.0) * dy)
        for layout in _layouts(judge, nearer, (), _STRAIGHT, effort, search=False):
            effort.spend(WAY)
            yield settled(judge, layout)


def completed(
    judge: MoveJudge,
    wanted: Layout,
    fixed: Collection[str] = (),
    attempts: int = ATTEMPTS,
    effort: Effort | None = None,
    *,
    search: bool,
) -> Steps | None:
    """Return a legal move to an arrangement found by the search, None if none; without a `search` all go straight."""
    layouts = _layouts(judge, wanted, fixed, attempts, effort or Effort(), search=search)
    tried = (settled(judge, each, search=search) for each in layouts)
    return next((steps for steps in tried if steps is not None), None)


def _layouts(
    judge: MoveJudge, wanted: Layout, fixed: Collection[str], attempts: int, effort: Effort, *, search: bool
) -> list[dict[str, Position]]:
    """Return what the search for arrangements finds near a wanted one, and the same with crossing paths swapped."""
    layout = complete(_loosely(judge, effort, search=search), wanted, fixed, attempts, effort)
    return [] if layout is None else [layout, uncrossed(judge.members, judge.starts, layout, fixed)]


def settled(judge: MoveJudge, layout: dict[str, Position], *, search: bool = True) -> Steps | None:
    """Return the move to an arrangement, the front members first; None if it is not legal, or not all go straight."""
    steps = straight(layout, in_front_first(judge, layout))
    return judge.find(steps) if search else judge.straightly(steps)


def in_front_first(judge: MoveJudge, layout: Layout) -> list[str]:
    """Return the members in the order in which a block moves: first those in front in the common direction."""
    dx = math.fsum(layout[name].x - at.x for name, at in judge.starts.items())
    dy = math.fsum(layout[name].y - at.y for name, at in judge.starts.items())
    return sorted(judge.starts, key=lambda name: -(judge.starts[name].x * dx + judge.starts[name].y * dy))


def _loosely(judge: MoveJudge, effort: Effort, *, search: bool) -> LayoutPolicy:
    """Return the policy for the search for an arrangement, in which no member is in another's way."""
    room = Room(judge.own.regions)
    members = tuple(
        replace(member, ends=FreeEnds(region, room, effort, search=search))
        for member, region in zip(judge.members, judge.own.regions)
    )
    return replace(judge.policy, members=members)


def _within_budgets(judge: MoveJudge, wanted: Layout) -> dict[str, Position]:
    """Return where all members get on the straight paths to their wanted spots."""
    found = dict[str, Position]()
    for (name, (x, y)), budget in zip(judge.starts.items(), judge.own.budgets):
        far = math.dist(wanted[name], (x, y))
        share = min(1.0, max(budget - _WITHIN, 0.0) / far) if far > 0.0 else 1.0
        found[name] = position(x + share * (wanted[name].x - x), y + share * (wanted[name].y - y))
    return found


def _led(judge: MoveJudge, wanted: Layout) -> tuple[float, float]:
    """Return the shift from where the unit stands to the middle of the wanted spots."""
    number = len(judge.starts)
    dx = math.fsum(wanted[name].x - at.x for name, at in judge.starts.items()) / number
    dy = math.fsum(wanted[name].y - at.y for name, at in judge.starts.items()) / number
    return dx, dy


def _shifted(layout: Layout, dx: float, dy: float) -> dict[str, Position]:
    return {name: position(x + dx, y + dy) for name, (x, y) in layout.items()}


def _on_the_way(judge: MoveJudge, wanted: Layout, share: float) -> dict[str, Position]:
    return {
        name: position(x + share * (wanted[name].x - x), y + share * (wanted[name].y - y))
        for name, (x, y) in judge.starts.items()
    }


def uncrossed(
    members: Sequence[Member], starts: Layout, ends: Layout, fixed: Collection[str] = ()
) -> dict[str, Position]:
    """Return an arrangement with spots swapped between bases of one size, apart from the `fixed`."""
    found, sizes = dict(ends), {member.id: member.disc.radius for member in members}
    free = [member.id for member in members if member.id not in fixed]
    for _round in range(len(found)):
        swapped = False
        for one, other in combinations(free, 2):
            if sizes[one] == sizes[other] and _cross(starts[one], starts[other], found[one], found[other]):
                found[one], found[other], swapped = found[other], found[one], True
        if not swapped:
            break
    return found


def _cross(start: Position, other: Position, end: Position, other_end: Position) -> bool:
    """Return whether two members should swap their spots: the squares of their paths are then less in all."""
    return (start.x - other.x) * (end.x - other_end.x) + (start.y - other.y) * (end.y - other_end.y) < -_MUCH

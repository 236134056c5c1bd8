"""Whether any way ends in one of some discs, told from both sides without drawing all that is reached.

The shortest way into a disc comes to it on a run toward its centre, or where something solid cuts off its rim. Where
none of these few leads there under a looser policy, none does at all; those found under a tighter policy are judged.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from game.table.lattice import Position, position
from game.table.shapes import Disc
from game.table.ways.arcs import interruptions
from game.table.ways.bounds import apart
from game.table.ways.free import FreeFinder
from game.table.ways.judge import allows, is_in
from game.table.ways.loose import around, as_one_likes, easier, loosened, tightened
from game.table.ways.policy import CONTACT, Ground, WayPolicy
from game.table.ways.rings import rings_from
from game.table.ways.search import Search, Source
from game.table.ways.way import Point, Way

_MORE: Final = 2e-3
"""Inches by which a disc is larger where it is asked whether there may be any way."""
_INSIDE: Final = 2e-3
"""Inches by which a way that is suggested ends inside a disc, at most."""
_JUDGED: Final = 3
"""Ways into a disc that are judged."""


def leads_there(start: Position, policies: Sequence[WayPolicy]) -> bool | None:
    """Return whether some way ends as its policy demands, in one of some discs; None where a search has to tell."""
    goals = [_goals(policy) for policy in policies]
    if not all(goals) or any(_gives_back(ground) for policy in policies for ground in policy.grounds):
        return None
    loose: dict[object, tuple[WayPolicy, list[Disc]]] = {}
    for policy, there in zip(policies, goals):
        shut = _with_solid(policy, [each for each in policy.grounds if _is_too_dear(each, policy, start, there)])
        freer = as_one_likes(easier(loosened(shut)))
        loose[freer.key, tuple(there)] = freer, there  # alternatives are often the same but for what is left out here
    if not any(_may_lead(start, *each) for each in loose.values()):
        return False
    suggested = ((way, policy) for policy, there in zip(policies, goals) for way in _suggested(start, policy, there))
    return True if any(allows(*each) for each in suggested) else None


def _goals(policy: WayPolicy) -> list[Disc]:
    """Return discs in one of which the centre of a base must end; none if the policy demands no such thing."""
    for end in policy.ends:
        discs = [each for each in end.shapes if isinstance(each, Disc)]
        if len(discs) == len(end.shapes) and math.isfinite(end.most):
            return [Disc(each.x, each.y, max(each.radius + policy.radius + end.most, CONTACT)) for each in discs]
    return []


def _gives_back(ground: Ground) -> bool:
    return min(ground.once, ground.enter, ground.leave) < 0.0


def _is_too_dear(ground: Ground, policy: WayPolicy, start: Position, goals: Sequence[Disc]) -> bool:
    """Return whether no way into any of some discs can pay for going through a ground."""
    if ground.solid or not ground.enter or is_in(ground, policy, start):
        return False
    there = apart(ground, policy.radius, start)
    for goal in goals:
        on = apart(ground, policy.radius, goal[:2]) - goal.radius
        inches = max(math.dist(start, goal[:2]) - goal.radius, there + max(on, 0.0))
        if inches + ground.enter + (ground.leave if on > 0.0 else 0.0) <= policy.budget + _MORE:
            return False
    return True


def _with_solid(policy: WayPolicy, grounds: Sequence[Ground]) -> WayPolicy:
    """Return the policy with some of its grounds solid."""
    return policy.but(grounds=tuple(replace(each, solid=True) if each in grounds else each for each in policy.grounds))


def _may_lead(start: Position, policy: WayPolicy, goals: Sequence[Disc]) -> bool:
    """Return whether some way may come into a disc under a policy that only knows solids."""
    larger = [each._replace(radius=each.radius + _MORE) for each in goals]
    search = _search(start, policy, larger)
    # Without any source the base is in something where it starts, which the whole search looks into.
    return not search.sources or any(True for goal in larger for _spot in _comings(search, goal, policy.budget))


def _suggested(start: Position, policy: WayPolicy, goals: Sequence[Disc]) -> Iterator[Way]:
    """Yield ways that end just inside a disc: straight ones, then those that keep off all that is not plain ground."""
    inside = min((end.most / 2 for end in policy.ends if end.most > 0.0), default=_INSIDE)
    smaller = [each._replace(radius=each.radius - min(inside, _INSIDE)) for each in goals]
    smaller.sort(key=lambda each: math.dist(start, each[:2]) - each.radius)
    near = [each for each in smaller if math.dist(start, each[:2]) - each.radius <= policy.budget]
    yield from (Way.through([start, _toward(start, each)]) for each in near[:_JUDGED])
    if not near:
        return
    avoided = [each for each in policy.grounds if not _is_plain(each) and not is_in(each, policy, start)]
    tighter = as_one_likes(tightened(_with_solid(policy, avoided)))
    search = _search(start, tighter, near)
    for goal in near:
        for _cost, spot, arrival in sorted(_comings(search, goal, tighter.budget))[:_JUDGED]:
            yield Way.through(*search.trace(position(*spot), arrival))


def _toward(start: Position, goal: Disc) -> Point:
    """Return where a straight run comes into a disc."""
    share = 1.0 - goal.radius / max(math.dist(start, goal[:2]), goal.radius)
    return start.x + share * (goal.x - start.x), start.y + share * (goal.y - start.y)


def _is_plain(ground: Ground) -> bool:
    """Return whether ground asks nothing of those who walk through it or stay there."""
    return ground.rest and ground.factor == 1.0 and not (ground.once or ground.enter or ground.leave or ground.stops)


def _search(start: Position, policy: WayPolicy, goals: Sequence[Disc]) -> Search:
    """Return the search for the ways to some discs."""
    disc = around([position(*each[:2]) for each in goals])
    directed = policy.to_disc(disc._replace(radius=disc.radius + max(each.radius for each in goals)))
    return FreeFinder(directed, start, [Source(start)], frozenset()).search


def _comings(search: Search, goal: Disc, limit: float) -> Iterator[tuple[float, Point, int]]:
    """Yield the cost of coming into a disc, within a limit, where, and by which arrival; the least is among them."""
    if not len(search.arrivals.number):
        return
    centre = np.array(goal[:2])
    arrivals, turned, costs = search.arrivals.leaving_for(*goal[:2], limit + goal.radius, search.arcs)
    starts = search.arrivals.spots(arrivals, turned)
    off = np.hypot(*(starts - centre).T)
    share = np.minimum(goal.radius / np.maximum(off, 1e-12), 1.0)
    ends = centre + (starts - centre) * share[:, None]
    costs = costs - off * share
    clear = search.field.clear(starts, ends) & search.field.free(ends)
    for at in np.flatnonzero(clear & (costs <= limit)).tolist():
        yield float(costs[at]), (float(ends[at, 0]), float(ends[at, 1])), int(arrivals[at])
    _rings, bearings = interruptions(search.field, rings_from([(*goal[:3], 0.0, 2 * math.pi, False)]))
    corners = centre + goal.radius * np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    corners = corners[search.field.free(corners)]
    least, by = search.costs(corners, limit)
    for at in np.flatnonzero(least <= limit).tolist():
        yield float(least[at]), (float(corners[at, 0]), float(corners[at, 1])), int(by[at])

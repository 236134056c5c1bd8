"""The legal moves of a unit that moves in one decision: the one nearest to a wanted move, and random ones.

The search for a move tries straight paths first. A member may end where its budget reaches and grounds leave space.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.facing import FULL_TURN
from game.table.lattice import Position, position, snap
from game.table.layout.completing import complete
from game.table.layout.effort import PATH_STEPS, Effort, EffortSpent
from game.table.layout.judge import is_met
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.policy import Layout, LayoutPolicy, Member
from game.table.layout.steps import Arrangement, MemberStep, Steps, ends_of, steps_of, straight_steps
from game.table.path.fans import run_lengths
from game.table.path.field import SPARE, Field, grown, grown_shape
from game.table.path.judge import allows
from game.table.path.path import Path
from game.table.path.policy import PathPolicy, near_to
from game.table.path.region import PathRegion
from game.table.path.straight import Run, are_surely_legal, is_surely_legal
from game.table.placing.places import ExactSpots, Spot, is_legal
from game.table.placing.sampling import insets, nearest_in
from game.table.shapes import Bounds

_QUARTER: Final = 8
"""The number of chords with which a quarter turn is drawn."""
_RAYS: Final = 96
"""The number of directions in which straight reach is measured."""
_SET_BACK: Final = (2e-3, 2e-2)
"""Inches by which spots on the outline are moved inside if they are not legal there."""
_TURNS: Final = np.arange(_RAYS) * (2 * math.pi / _RAYS)
_UNIT: Final = np.stack((np.cos(_TURNS), np.sin(_TURNS)), axis=1)


class Room:
    """The space that grounds leave for centres of a unit. Members with the same base and grounds use one drawing."""

    def __init__(self, regions: Sequence[PathRegion]) -> None:
        self._regions = regions
        self._barred = dict[tuple[int, float, bool], BaseGeometry]()

    def free(self, region: PathRegion, *, straight: bool) -> BaseGeometry:
        """Return the approximate area of a base's ends: those of `straight` paths, or else all within the budget."""
        area = shapely.union_all(
            [self._free_area(region.start, policy, straight=straight) for policy in region.policies]
        )
        shapely.prepare(area)
        return area

    def _free_area(self, start: Position, policy: PathPolicy, *, straight: bool) -> BaseGeometry:
        """Return the approximate area of ends under one policy."""
        if straight:
            area: BaseGeometry = straight_reach(start, policy)
        else:
            west, south, east, north = policy.bounds
            radius = policy.radius
            area = shapely.Point(start).buffer(policy.budget, quad_segs=_QUARTER)
            area = shapely.intersection(area, shapely.box(west + radius, south + radius, east - radius, north - radius))
        for end in policy.ends:
            if math.isfinite(end.most):
                areas_of_ends = [grown_shape(shape, policy.radius + end.most, _QUARTER) for shape in end.shapes]
                area = shapely.intersection(shapely.make_valid(area), shapely.union_all(areas_of_ends))
        barred = self._barred_area(policy, straight=straight)
        return area if barred.is_empty else shapely.difference(shapely.make_valid(area), barred)

    def _barred_area(self, policy: PathPolicy, *, straight: bool) -> BaseGeometry:
        """Return the area in which no member with this base may end; with `straight`, without solid grounds."""
        key = id(policy.grounds), policy.radius, straight
        if key not in self._barred:
            box = self._box
            barred = [ground for ground in policy.grounds if not ground.rest or (ground.solid and not straight)]
            near = [ground for ground in barred if ground.is_near(box, ground.distance_kept(policy.radius))]
            drawn = shapely.union_all([grown(ground, policy.radius, quarter=_QUARTER) for ground in near])
            shapely.prepare(drawn)
            self._barred[key] = drawn
        return self._barred[key]

    @cached_property
    def _box(self) -> Bounds:
        """A box around all spots that any member may reach."""
        reach = [(*region.start, max(policy.budget for policy in region.policies)) for region in self._regions]
        return (
            min(x - inches for x, _y, inches in reach),
            min(y - inches for _x, y, inches in reach),
            max(x + inches for x, _y, inches in reach),
            max(y + inches for _x, y, inches in reach),
        )


class FreeEnds(ExactSpots):
    """The spots where a member may end, drawn from the free space. Without `search`, only straight paths count."""

    def __init__(self, region: PathRegion, room: Room, effort: Effort, *, search: bool) -> None:
        self.region, self.search, self._room, self._effort = region, search, room, effort

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The approximate area of legal centres, in inches; `_allows` is more exact."""
        return self._room.free(self.region, straight=not self.search)

    def _allows(self, x: float, y: float) -> bool:
        """Return whether the base can go to a spot."""
        start, at = self.region.start, Position(x, y)
        if self.search:
            self._effort.spend(PATH_STEPS)
            return is_legal(self.region, at)
        return any(
            is_surely_legal(policy, start, at) if policy.goes_straight else allows(Path.through([start, at]), policy)
            for policy in self._near
        )

    @cached_property
    def _near(self) -> list[PathPolicy]:
        """The policies, with only the grounds that the base may reach."""
        (x, y), policies = self.region.start, list[PathPolicy]()
        for policy in self.region.policies:
            budget = policy.budget
            box = x - budget, y - budget, x + budget, y + budget
            has_named_grounds = any(stage.names for stage in policy.stages)
            policies.append(policy if has_named_grounds else policy.but(grounds=near_to(policy, box, SPARE)))
        return policies

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against a spot; none if it is legal."""
        return self.region.why_not(where)

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal spot, or None if none was found."""
        return self.region.sample(rng)

    def nearest(self, where: Spot) -> Position | None:
        """Return a legal spot near `where`, or None if none was found."""
        return self.find(where) or nearest_in(self, insets(self.geometry, _SET_BACK), where)


def straight_reach(start: Position, policy: PathPolicy) -> shapely.Polygon:
    """Return the approximate area of centres, in inches, that straight paths reach without meeting solid ground."""
    x, y, budget = *start, policy.budget
    near = near_to(policy, (x - budget, y - budget, x + budget, y + budget), SPARE)
    solid = policy.but(grounds=tuple(ground for ground in near if ground.solid))
    field, starts = Field(solid.roughly(start), start, policy.budget), np.tile(start, (_RAYS, 1))
    lengths, _ends = run_lengths(field, starts, _UNIT, np.full(_RAYS, policy.budget))
    return shapely.Polygon(starts + lengths[:, None] * _UNIT)


_SHARES: Final = (0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1)
"""If no arrangement near the wanted spots is legal, the unit tries these parts of the distance."""
_DISTANCE_SHARES: Final = (1.0, 0.65, 0.35)
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
"""Inches by which a spot stays within a member's budget if the wanted spot is beyond it."""
_MUCH: Final = 1e-3
"""The least saving, in square inches of squared path lengths, for which two members swap spots."""


def move_near(judge: MoveJudge, wanted: dict[str, Position], fixed: Collection[str], effort: Effort) -> Steps | None:
    """Return a legal move to an arrangement near a wanted one, or None; raise `EffortSpent` if it takes too long."""
    steps = direct_move(judge, wanted)
    if steps is not None:
        return steps
    reachable = wanted if fixed else _within_budgets(judge, wanted)
    return next((steps for steps in _moves_tried(judge, reachable, fixed, effort) if steps is not None), None)


def quick_move(judge: MoveJudge, wanted: Layout) -> Steps | None:
    """Return a legal straight move to an arrangement near a wanted one, or None, after only a short search."""
    reachable = _within_budgets(judge, wanted)
    try:
        steps = direct_move(judge, reachable)
        return straight_move(judge, reachable, _SHORT, Effort(_QUICK)) if steps is None else steps
    except EffortSpent:
        return None


def _moves_tried(
    judge: MoveJudge, wanted: dict[str, Position], fixed: Collection[str], effort: Effort
) -> Iterator[Steps | None]:
    """Yield the results of all attempts to get near the wanted spots, quick attempts first; None for failed ones."""
    layouts = _layouts(judge, wanted, fixed, _STRAIGHT, effort, search=False)
    for layout in layouts:
        yield direct_move(judge, layout, search=False)
    if not fixed:
        for share in _SHARES:
            yield direct_move(judge, _moved_part_of_the_way(judge, wanted, share), search=False)
    for layout in (*layouts, *_layouts(judge, wanted, fixed, _ROUND, effort, search=True)):
        yield direct_move(judge, layout)
    if not fixed:
        yield from _shorter_moves(judge, wanted, effort)
        yield judge.find(())


def _shorter_moves(judge: MoveJudge, wanted: dict[str, Position], effort: Effort) -> Iterator[Steps | None]:
    """Yield moves over parts of the distance: in the present formation, then in the wanted one; None if one fails."""
    dx, dy = _mean_shift(judge, wanted)
    for share in _DISTANCE_SHARES:
        effort.spend(PATH_STEPS)
        yield direct_move(judge, _shifted(judge.starts, share * dx, share * dy))
    for share in _DISTANCE_SHARES[1:]:  # the whole distance in the wanted formation was tried before
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
    """Return the move to an arrangement, front members first, or None. Without `search`, all paths must be straight."""
    steps = straight_steps(layout, front_first(judge, layout))
    return judge.find(steps) if search else judge.straightly(steps)


def front_first(judge: MoveJudge, layout: Layout) -> list[str]:
    """Return the ids of the members, those in front first, as seen in the unit's mean direction of movement."""
    dx = math.fsum(layout[name].x - at.x for name, at in judge.starts.items())
    dy = math.fsum(layout[name].y - at.y for name, at in judge.starts.items())
    return sorted(judge.starts, key=lambda name: -(judge.starts[name].x * dx + judge.starts[name].y * dy))


def _loose_policy(judge: MoveJudge, effort: Effort, *, search: bool) -> LayoutPolicy:
    """Return the policy for the search for an arrangement, in which members do not block each other."""
    room = Room(judge.own.regions)
    members = tuple(
        member.ending(FreeEnds(region, room, effort, search=search))
        for member, region in zip(judge.members, judge.own.regions)
    )
    return replace(judge.policy, members=members)


def _within_budgets(judge: MoveJudge, wanted: Layout) -> dict[str, Position]:
    """Return the wanted spots, or nearer spots in the same direction where a member's budget is too small."""
    reachable = dict[str, Position]()
    for (name, (x, y)), budget in zip(judge.starts.items(), judge.own.budgets):
        distance = math.dist(wanted[name], (x, y))
        share = min(1.0, max(budget - _WITHIN, 0.0) / distance) if distance > 0.0 else 1.0
        reachable[name] = position(x + share * (wanted[name].x - x), y + share * (wanted[name].y - y))
    return reachable


def _mean_shift(judge: MoveJudge, wanted: Layout) -> tuple[float, float]:
    """Return the shift from the middle of the present spots to the middle of the wanted spots."""
    number = len(judge.starts)
    dx = math.fsum(wanted[name].x - start.x for name, start in judge.starts.items()) / number
    dy = math.fsum(wanted[name].y - start.y for name, start in judge.starts.items()) / number
    return dx, dy


def _shifted(layout: Layout, dx: float, dy: float) -> dict[str, Position]:
    """Return an arrangement shifted by (dx, dy) inches."""
    return {name: position(x + dx, y + dy) for name, (x, y) in layout.items()}


def _moved_part_of_the_way(judge: MoveJudge, wanted: Layout, share: float) -> dict[str, Position]:
    """Return the arrangement after all members went the same share, from 0 to 1, of the way to their wanted spots."""
    return {
        name: position(x + share * (wanted[name].x - x), y + share * (wanted[name].y - y))
        for name, (x, y) in judge.starts.items()
    }


def without_crossings(
    members: Sequence[Member], starts: Layout, ends: Layout, fixed: Collection[str] = ()
) -> dict[str, Position]:
    """Return an arrangement in which equal bases, except the `fixed`, swapped spots to shorten their paths."""
    layout, sizes = dict(ends), {member.id: member.size for member in members}
    free = [member.id for member in members if member.id not in fixed]
    for _round in range(len(layout)):
        swapped = False
        for first, second in combinations(free, 2):
            if sizes[first] == sizes[second] and _should_swap(
                starts[first], starts[second], layout[first], layout[second]
            ):
                layout[first], layout[second], swapped = layout[second], layout[first], True
        if not swapped:
            break
    return layout


def _should_swap(start: Position, other: Position, end: Position, other_end: Position) -> bool:
    """Return whether swapping the ends of two members would reduce the sum of their squared path lengths."""
    return (start.x - other.x) * (end.x - other_end.x) + (start.y - other.y) * (end.y - other_end.y) < -_MUCH


_TURN_CHANCE: Final = 0.5
"""How often members that are not round turn in a random move."""
_MOST_TURN: Final = 6_000
"""The most hundredths of a degree of such a turn."""
_BEARINGS: Final = 6
"""The number of directions of random shifts of one length."""
_SHIFT_SHARES: Final = (1.0, 0.6, 0.3, 0.1)
"""The parts of a length that random shifts use, one after another."""
_FAR_SHARES: Final = (1.0, 0.75, 0.5)
"""The parts of a length that random shifts use if staying is illegal."""
_EAGER: Final = 6
"""The number of members that may lead the whole unit to a spot that meets a demand."""
_FARTHER: Final = (0.02, 0.25)
"""Inches beyond the nearest spot that meets a demand, because farther spots may suit the unit better."""
_ASIDE: Final = 0.8
"""Inches by which such shifts vary at random if the first shifts fail."""
_AT_ONCE: Final = 4
"""The number of shifts that are judged together; few, because often the first one works."""
_FEW_STRAIGHT: Final = 4
"""The number of arrangements built up with straight paths if no shift works."""

Shift = tuple[float, float]


class UnitMove(MoveJudge):
    """The legal moves of a unit from its present spots; a member without a step stays.

    The search is not complete: a person may find a move that it misses.
    """

    def find(self, where: Arrangement | None = None) -> Steps | None:
        """Return the steps of a legal move, with paths, or None; without `where`, of any move, if possible to stay."""
        steps = super().find(() if where is None else where)
        return self.sample(Random(0)) if steps is None and where is None else steps

    def nearest(self, where: Arrangement, fixed: Collection[str] = (), effort: Effort | None = None) -> Steps | None:
        """Return a legal move to an arrangement near a wanted one, with the `fixed` members as wanted, or None.

        The unit keeps its formation and goes straight if it can. If no move near the wanted arrangement is legal, the
        result may be any other move. If the `effort` is used up, the unit stays or makes as short a move as possible.
        """
        asked = tuple(step._replace(faces=()) for step in steps_of(where))  # a path that turns is only judged
        if others := self.turned(asked):
            near = (other.nearest(asked, fixed, effort) for other in others)
            return next((move for move in near if move), None) or self.nearest(ends_of(asked), fixed, effort)
        effort, wanted = effort or Effort(), self.starts | ends_of(asked)
        try:
            steps = move_near(self, wanted, fixed, effort)
            steps = random_move(self, Random(0), effort) if steps is None and not fixed else steps
        except EffortSpent:
            steps = None if fixed else self.find(())
        return self._near_here(effort) if steps is None and not fixed and wanted != self.starts else steps

    def _near_here(self, effort: Effort) -> Steps | None:
        """Return a short legal move, or None if none was found; the `effort` is renewed for this search."""
        effort.renew()
        try:
            return move_near(self, dict(self.starts), (), effort)
        except EffortSpent:
            return None

    def sample(self, rng: Random) -> Steps | None:
        """Return a random legal move, mostly of the whole unit as a block, or None if none was found."""
        judge = self._turned_at_random(rng)
        try:
            move = random_move(judge, rng)
            return random_move(self, rng) if not move and judge is not self else move
        except EffortSpent:
            return self.find(())

    def _turned_at_random(self, rng: Random) -> UnitMove:
        """Return the judge of moves in which members that are not round turn by one random angle, or at times not."""
        if self.policy.turned is None or rng.random() >= _TURN_CHANCE:
            return self
        turn = rng.randint(-_MOST_TURN, _MOST_TURN)
        facings = ((member.id, member.facing) for member in self.members if member.facing is not None)
        steps = (MemberStep(name, self.starts[name], (), (facing + turn) % FULL_TURN) for name, facing in facings)
        return next(iter(self.turned(tuple(steps))), self)


def random_move(judge: MoveJudge, rng: Random, effort: Effort | None = None) -> Steps | None:
    """Return a random legal move, if need be to stay, or None if none was found; raise `EffortSpent` if too slow."""
    effort = effort or Effort()
    may_stay = all(is_met(demand, judge.starts) for demand in judge.policy.demands)
    shifts = [*_random_shifts(judge, rng, _SHIFT_SHARES)] if may_stay else _shifts_to_demands(judge, rng)
    if not shifts:
        return None
    steps = block_move(judge, shifts)
    if steps is None and may_stay:
        steps = judge.find(())
    if steps is None and may_stay:
        steps = block_move(judge, [*_random_shifts(judge, rng, _FAR_SHARES, far=1.0)])
    if steps is not None:
        return steps
    dx, dy = shifts[0]
    shifted = {name: position(x + dx, y + dy) for name, (x, y) in judge.starts.items()}
    if not may_stay:  # a search for paths round obstacles is left to callers that plan to meet a demand
        return straight_move(judge, shifted, _FEW_STRAIGHT, effort)
    steps = straight_move(judge, judge.starts, 0, effort)
    if steps is None:
        steps = straight_move(judge, shifted, _FEW_STRAIGHT, effort)
    return move_near(judge, judge.starts, (), effort) if steps is None else steps


def _random_shifts(judge: MoveJudge, rng: Random, shares: Sequence[float], far: float = 0.0) -> Iterator[Shift]:
    """Yield shifts of the whole unit in all directions, the longest first.

    The first length is the part `far` of the smallest budget, or random if `far` is 0.
    """
    most, turn = min(judge.own.budgets, default=0.0), rng.random()
    length = most * (far or math.sqrt(rng.random()))
    for share in shares:
        for number in range(_BEARINGS):
            bearing = 2 * math.pi * (turn + number / _BEARINGS)
            yield snap(share * length * math.cos(bearing)), snap(share * length * math.sin(bearing))


def _shifts_to_demands(judge: MoveJudge, rng: Random) -> list[Shift]:
    """Return shifts that bring a member to a spot at which it meets an unmet demand, then similar random shifts.

    The list is empty if no member's budget suffices; then no move is legal.
    """
    demand = next(demand for demand in judge.policy.demands if not is_met(demand, judge.starts))
    shifts, budgets = list[tuple[float, float, Shift]](), dict(zip(judge.starts, judge.own.budgets))
    for name, condition in demand.conditions.items():
        allowed = condition.allowed()
        if allowed is None:
            return [*_random_shifts(judge, rng, _SHIFT_SHARES)]
        if name not in judge.starts or allowed.is_empty:
            continue
        x, y = judge.starts[name]
        # The nearest spot at which the condition is met.
        (to_x, to_y), _from = shapely.get_coordinates(shapely.shortest_line(allowed, shapely.Point(x, y)))
        distance = math.hypot(to_x - x, to_y - y)
        for beyond in _FARTHER if 0.0 < distance <= budgets[name] else ():
            share = min(distance + beyond, budgets[name]) / distance
            shifts.append((distance + beyond, rng.random(), (snap((to_x - x) * share), snap((to_y - y) * share))))
    nearest = [shift for _far, _chance, shift in sorted(shifts)[: _EAGER * len(_FARTHER)]]
    rng.shuffle(nearest)
    beside = [(dx + rng.uniform(-_ASIDE, _ASIDE), dy + rng.uniform(-_ASIDE, _ASIDE)) for dx, dy in 2 * nearest]
    return [*nearest, *((snap(dx), snap(dy)) for dx, dy in beside)]


def block_move(judge: MoveJudge, shifts: Sequence[Shift]) -> Steps | None:
    """Return the move of the whole unit by the first shift, in inches, with which it is legal, or None."""
    for number in range(0, len(shifts), _AT_ONCE):
        batch = shifts[number : number + _AT_ONCE]
        moved = [{name: position(x + dx, y + dy) for name, (x, y) in judge.starts.items()} for dx, dy in batch]
        for layout, is_clear in zip(moved, _are_clear(judge, moved)):
            steps = straight_steps(layout, front_first(judge, layout)) if is_clear else ()
            if steps and (move := judge.straightly(steps)) is not None:
                return move
    return None


def _are_clear(judge: MoveJudge, layouts: list[dict[str, Position]]) -> list[bool]:
    """Return for each arrangement whether all straight paths to it are free; only False is certain."""
    count, regions = len(judge.members), judge.own.regions
    if not all(region.policies[0].goes_straight for region in regions):
        return [True] * len(layouts)
    runs = [
        Run(region.policies[0], region.start, spot)
        for layout in layouts
        for region, spot in zip(regions, layout.values())
    ]
    return [all(row) for row in are_surely_legal(runs).reshape(-1, count).tolist()]

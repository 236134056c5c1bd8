"""Units with bases that are not round along a painted line: they face along or across it, close by their shapes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import shapely

from game.table.facing import FULL_TURN, Pose, facing_towards, turn_between
from game.table.footprints import Footprint, Oblong, clearance, reach_of
from game.table.lattice import position
from game.table.layout.effort import Effort
from game.table.layout.moving import without_crossings
from game.table.layout.policy import Member
from game.table.layout.steps import Steps
from game.ui.arranging.draft import Draft, Find, Spot, along, loosened, middle

_STRIDE: Final = 0.25
"""Inches by which a base goes on along the line until it is clear of the base before it."""
_HALVINGS: Final = 14
"""The number of halvings that find its spot; they leave much less than a thousandth of an inch."""
_GAPS: Final = 10
"""The number of halvings that find the gap at which a unit takes up all of the line."""
_AHEAD: Final = 0.05
"""Inches to either side between which the direction of the line counts."""
_SPARE: Final = 4e-3
"""Inches by which gaps are narrower than a link, so that they are surely links."""


def painted(draft: Draft, line: Sequence[Spot]) -> Find:
    """Form a unit along a painted line; return the search for a legal arrangement like that.

    If bases that are not round cannot turn as the line asks, they keep their facings.
    """
    members = draft.now.members
    if not draft.faces:
        draft.put(along(members, draft.wanted, line, draft.step))
        return draft.near()
    as_faced = draft.near(along(members, draft.wanted, line, draft.step))
    most = draft.coherency.inches - _SPARE if draft.coherency is not None else math.inf
    poses = along_by_shape(members, draft.wanted, line, draft.gap, most)
    draft.face({name: pose.facing for name, pose in poses.items() if name in draft.faces})
    draft.put({name: pose[:2] for name, pose in poses.items()})
    as_painted = draft.near()

    def find(effort: Effort) -> Steps | None:
        steps = as_painted(effort)
        if steps is None:
            effort.renew()
            steps = as_faced(effort)
        return steps

    return find


class _Line:
    """A painted line, whose last inches go on straight as far as is needed."""

    def __init__(self, line: Sequence[Spot]) -> None:
        self._path = shapely.remove_repeated_points(shapely.LineString([position(*spot) for spot in line]))
        self.length = float(self._path.length)

    def at(self, inches: float) -> Spot:
        """Return the spot at some inches from the start."""
        point = self._path.interpolate(min(inches, self.length))
        if inches <= self.length:
            return point.x, point.y
        dx, dy = self.direction(self.length)
        return point.x + dx * (inches - self.length), point.y + dy * (inches - self.length)

    def direction(self, inches: float) -> Spot:
        """Return the direction of the line at some inches from its start, as a unit vector."""
        middle = min(inches, self.length)
        point_ahead = self._path.interpolate(min(middle + _AHEAD, self.length))
        point_behind = self._path.interpolate(max(middle - _AHEAD, 0.0))
        dx, dy = point_ahead.x - point_behind.x, point_ahead.y - point_behind.y
        length = math.hypot(dx, dy)
        return (dx / length, dy / length) if length else (1.0, 0.0)


class _Rank:
    """The members that stand on a line one after another, turned along or across it by a quarter turn or none."""

    def __init__(self, members: Sequence[Member], line: _Line, quarter: int) -> None:
        self._members, self._line, self._quarter = members, line, quarter

    def base_at(self, number: int, inches: float) -> Footprint:
        """Return the base of a member at some inches along the line, turned as little as possible."""
        member = self._members[number]
        base = member.at(*self._line.at(inches))
        if not isinstance(base, Oblong):
            return base
        along_it = facing_towards(*self._line.direction(inches)) + self._quarter
        facings = (along_it % FULL_TURN, (along_it + FULL_TURN // 2) % FULL_TURN)
        return base.turned_to(min(facings, key=lambda facing: abs(turn_between(base.facing, facing))))

    def turned(self) -> int:
        """Return how far all members would turn in all, spread over the line."""
        count, turns = len(self._members), 0
        for number, member in enumerate(self._members):
            base = self.base_at(number, self._line.length * number / max(1, count - 1))
            turns += abs(turn_between(member.facing or 0, base.facing)) if isinstance(base, Oblong) else 0
        return turns

    def feet(self, gap: float, most: float) -> list[float]:
        """Return how far along the line each member is, up to `most` inches, with a gap between neighbours."""
        feet = [0.0]
        for number in range(1, len(self._members)):
            before = self.base_at(number - 1, feet[-1])
            foot = self._next_foot(number, before, feet[-1], gap)
            if foot > most:
                break
            feet.append(foot)
        return feet

    def _next_foot(self, number: int, before: Footprint, start: float, gap: float) -> float:
        """Return the first inches along the line at which a member is far enough from the one before it."""
        low = high = start
        while clearance(self.base_at(number, high), before) < gap:
            low, high = high, high + _STRIDE
        for _halving in range(_HALVINGS if high > low else 0):
            middle = (low + high) / 2
            low, high = (low, middle) if clearance(self.base_at(number, middle), before) >= gap else (middle, high)
        return high


def along_by_shape(
    members: Sequence[Member], now: Mapping[str, Spot], line: Sequence[Spot], least: float, most: float
) -> dict[str, Pose]:
    """Return a unit formed along a painted line, in as many ranks as needed, by the shapes of its bases.

    Bases that are not round face along or across the line, whichever turns them less. The gaps between neighbours are
    as wide as the line is long, from `least` to `most` inches.
    """
    path = _Line(line)
    rank = min((_Rank(members, path, quarter) for quarter in (0, FULL_TURN // 4)), key=_Rank.turned)
    files = len(rank.feet(least, path.length))
    low, high = least, min(most, path.length)
    if len(front := rank.feet(high, path.length)) < files:
        for _halving in range(_GAPS):
            gap = (low + high) / 2
            low, high = (gap, high) if len(rank.feet(gap, path.length)) >= files else (low, gap)
        front = rank.feet(low, path.length)
    depth = max(_depth(rank.base_at(number, foot), path.direction(foot)) for number, foot in enumerate(front)) + least
    side = _side_of(path, now)
    poses = dict[str, Pose]()
    for number, member in enumerate(members):
        row, file = divmod(number, files)
        offset = (files - min(files, len(members) - row * files)) // 2  # the last rank stands in the middle
        foot = front[file + offset]
        (x, y), (dx, dy), base = path.at(foot), path.direction(foot), rank.base_at(number, foot)
        distance_back = side * row * depth
        facing = base.facing if isinstance(base, Oblong) else 0
        poses[member.id] = Pose(*position(x - dy * distance_back, y + dx * distance_back), facing)
    return _without_overlaps(members, now, poses)


def _depth(base: Footprint, direction: Spot) -> float:
    """Return how deep a base is across the direction of a line."""
    return 2 * reach_of(base, -direction[1], direction[0])


def _side_of(path: _Line, now: Mapping[str, Spot]) -> int:
    """Return the side of a line on which a unit is now, on which its further ranks go: 1 is left, -1 right."""
    half = path.length / 2
    (x, y), (dx, dy), (now_x, now_y) = path.at(half), path.direction(half), middle(now)
    return 1 if dx * (now_y - y) - dy * (now_x - x) >= 0.0 else -1


def _without_overlaps(members: Sequence[Member], now: Mapping[str, Spot], poses: Mapping[str, Pose]) -> dict[str, Pose]:
    """Return poses pushed apart where bases overlap, and swapped among equal models where paths would cross."""
    turned = [member.in_facing(poses[member.id].facing) for member in members]
    free_spots = loosened({name: pose[:2] for name, pose in poses.items()}, turned)
    faces = {free_spots[name]: pose.facing for name, pose in poses.items()}
    unturned = [member.in_facing(0) for member in members]
    new_spots = without_crossings(unturned, {name: position(*spot) for name, spot in now.items()}, free_spots)
    return {name: Pose(*spot, faces[spot]) for name, spot in new_spots.items()}

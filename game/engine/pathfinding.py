"""The length of the path round obstacles: by the rulebook, or else simply with solid terrain in the way."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from game.engine.session import Session
from game.engine.sighting import disc_of
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.path.crossings import distance
from game.table.path.judge import LegReceipt, PathReceipt, check, judged
from game.table.path.path import Path, Point
from game.table.path.policy import CONTACT, Ground, PathPolicy, base
from game.table.path.region import PathRegion, receipt_to
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of

Barriers = Literal["impassable", "barricades", "bases"]
"""The obstacles of a path if the rulebook does not say: impassable terrain, then all barricades too, then bases too."""

_APART: Final = 3 * CONTACT
"""Inches that a path to a base ends from its rim: rulebooks may forbid to touch it."""
_BEARINGS: Final = 24
_KEPT: Final = 12
_ALONG: Final = 0.05
"""Inches from a rim at which a path still follows it."""


def has_paths(session: Session) -> bool:
    """Return whether the rulebook says how bases may go."""
    return session.ruleset.movement is not None


def path_policies(session: Session, mover: Disc, inches: float, barriers: Barriers) -> tuple[PathPolicy, ...]:
    """Return the rulebook's rules of a move, or the plain ones with what stops it chosen."""
    if session.ruleset.movement is not None:
        return tuple(session.ruleset.movement.paths(session.game, mover, inches))
    field = session.game.ruler.battlefield
    grounds = [*_plain(session, mover, barriers)]
    return (PathPolicy(mover.radius, inches, (0.0, 0.0, field.width, field.height), tuple(grounds)),)


def _plain(session: Session, mover: Disc, barriers: Barriers) -> Iterator[Ground]:
    field = session.game.ruler.battlefield.on_levels(mover.level)
    for barricade in field.walls if barriers == "impassable" else field.barricades:
        for part in polygons_of(barricade.polygon):
            yield Ground(barricade.name or barricade.piece_id, part, solid=True)
    if barriers == "bases":
        for piece in session.ruleset.view(session.game).pieces:
            if piece.kind == "base" and piece.id != mover.name and piece.level == mover.level:
                yield base(disc_of(piece)._replace(name=piece.name))


@dataclass(frozen=True)
class PathQuestion:
    """A path asked about: from a base, through `bends`, to a spot, or into reach of another base.

    `inches` is the move that is given; None asks for the shortest path, however long.
    """

    start: Disc
    end: Disc
    bends: tuple[Point, ...] = ()
    inches: float | None = None


@dataclass(frozen=True)
class PathReport:
    """The path found, or drawn by hand: its receipt, None if there is none, and why it cannot be gone.

    `left` is what is left of the given move. `obstacles` stand in the straight path, `straight` inches long. `turns`
    names for each leg what it goes round, "" for a straight one. `rule` is that of the move.
    """

    question: PathQuestion
    receipt: PathReceipt | None
    refusals: tuple[Refusal, ...]
    straight: float
    left: float | None = None
    obstacles: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    rule: str = ""


class Pathfinder:
    """Finds paths on a game, a copy if in a thread; regions are kept, and used by one thread at a time."""

    def __init__(self, session: Session, barriers: Barriers = "impassable") -> None:
        self._session, self._barriers = session, barriers
        self._regions: dict[tuple[Disc, float], PathRegion] = {}

    def region(self, start: Disc, inches: float | None = None) -> PathRegion:
        """Return all that a base reaches with a move; with None, with any."""
        field = self._session.game.ruler.battlefield
        budget = 2 * (field.width + field.height) if inches is None else inches
        key = start, budget
        if key not in self._regions:
            policies = path_policies(self._session, start, budget, self._barriers)
            self._regions[key] = PathRegion((start.x, start.y), *policies)
            for old in list(self._regions)[:-_KEPT]:
                del self._regions[old]
        return self._regions[key]

    def find(self, question: PathQuestion) -> PathReport:
        """Return the shortest legal path, or the one through the bends, judged as a whole."""
        every = self.region(question.start)
        found = self._drawn(every, question) if question.bends else self._shortest(every, question)
        policy = every.policies[0]
        legs = found.receipt.legs if found.receipt is not None else ()
        return replace(found, turns=tuple(_turned_round(leg, policy) for leg in legs), rule=policy.rule)

    def _shortest(self, every: PathRegion, question: PathQuestion) -> PathReport:
        end = _end(every, question)
        straight, found, obstacles = math.dist(every.start, end), receipt_to(every, end), _obstacles(every, end)
        if question.inches is None:
            against = () if found is not None else tuple(every.why_not(end))
            return PathReport(question, found, against, straight, None, obstacles)
        given = self.region(question.start, question.inches)
        legal = receipt_to(given, end)
        if legal is not None:
            return PathReport(question, legal, (), straight, legal.left, obstacles)
        return PathReport(question, found, tuple(given.why_not(end)), straight, None, obstacles)

    def _drawn(self, every: PathRegion, question: PathQuestion) -> PathReport:
        points = (*question.bends, _end(every, question))
        found = through(every, points) or judged(Path.through([every.start, *points]), every.policies)
        left = None
        if question.inches is not None:
            found = judged(found.path, self.region(question.start, question.inches).policies)
            left = found.left
        return PathReport(question, found, found.refusals, math.dist(every.start, points[-1]), left)


def through(region: PathRegion, points: Sequence[Point]) -> PathReceipt | None:
    """Return the receipt of a path through some points, in order, with paths found between them, or None if none is.

    The whole is judged at once, so that its budget and its grounds hold for the path and not for its parts.
    """
    if len(points) == 1:
        return receipt_to(region, points[0])
    path = Path(region.start)
    for point in points:
        part = _part(region, path.end).find(point)
        if part is None:
            return None
        path = path.then(part.legs)
    return judged(path, region.policies)


@lru_cache(maxsize=_KEPT)
def _part(region: PathRegion, start: Position) -> PathRegion:
    """Return what can be reached on a part of a path, kept for the next path through that point."""
    return PathRegion(start, *(policy.as_part() for policy in region.policies))


def _end(region: PathRegion, question: PathQuestion) -> Point:
    """Return the spot asked about; beside another base, the one that the shortest path comes to."""
    start, end, bends = question.start, question.end, question.bends
    if end.kind != "base" or end.name == start.name:
        return end.x, end.y
    far = end.radius + start.radius + _APART
    last = bends[-1] if bends else region.start
    ahead = math.atan2(last[1] - end.y, last[0] - end.x)
    spots = [
        (end.x + far * math.cos(ahead + turn), end.y + far * math.sin(ahead + turn))
        for turn in np.linspace(0.0, 2 * math.pi, _BEARINGS, endpoint=False).tolist()
    ]
    best = spots[0], through(region, (*bends, spots[0]))
    if best[1] is not None and len(best[1].path.legs) <= 1 + len(bends):
        return best[0]  # straight at it: nothing is shorter
    for spot in spots[1:]:
        best = _shorter(region, bends, best, spot)
    for _step in range(2):  # the shortest path comes straight at its centre
        if best[1] is not None and best[1].path.legs:
            x, y = best[1].path.legs[-1].start
            share = far / max(math.dist((x, y), (end.x, end.y)), far)
            best = _shorter(region, bends, best, (end.x + (x - end.x) * share, end.y + (y - end.y) * share))
    return best[0]


Tried = tuple[Point, PathReceipt | None]


def _shorter(region: PathRegion, bends: tuple[Point, ...], best: Tried, spot: Point) -> Tried:
    found = through(region, (*bends, spot))
    if found is None or (best[1] is not None and best[1].cost <= found.cost):
        return best
    return spot, found


def _obstacles(region: PathRegion, end: Point) -> tuple[str, ...]:
    """Return the names of what stands in the straight path."""
    straight = check(Path.through([region.start, end]), region.policies[0])
    return tuple(dict.fromkeys(each.ground for each in straight.refusals if each.ground))


def _turned_round(leg: LegReceipt, policy: PathPolicy) -> str:
    """Return the name of what a bent leg goes round: the ground whose rim it follows, solid or not."""
    if not leg.leg.turn:
        return ""
    x, y = leg.leg.at(leg.inches / 2)
    off = {each.name: abs(distance(each.shape, x, y) - each.distance_kept(policy.radius)) for each in policy.grounds}
    name = min(off, key=lambda each: off[each], default="")
    return name if name and off[name] <= _ALONG else ""

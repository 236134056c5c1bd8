"""A path of the centre of a base: straight legs and arcs, whose ends are on the lattice."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from game.cached import cached_property
from game.table.lattice import Position, distance, position

Point = tuple[float, float]
StoredPath = list[list[float]]
"""The start, then the end of each leg as [x, y], or [x, y, turn] for an arc."""

# The decimal places of turns.
_TURN_DIGITS = 7
# Arcs with shorter chords (inches) are stored as straight legs, because the difference is invisible.
_SHORTEST_CHORD = 2e-3


class Leg(NamedTuple):
    """A leg of a path from `start` to `end` (inches). `turn` is in radians, counter-clockwise, 0 for a straight leg."""

    start: Position
    end: Position
    turn: float = 0.0

    @property
    def chord(self) -> float:
        """The inches between the two ends."""
        return math.hypot(self.end.x - self.start.x, self.end.y - self.start.y)

    @property
    def radius(self) -> float:
        """The radius of an arc in inches; infinite for a straight leg."""
        return self.chord / 2 / math.sin(abs(self.turn) / 2) if self.turn else math.inf

    @property
    def inches(self) -> float:
        """The length of the leg."""
        return self.radius * abs(self.turn) if self.turn else self.chord

    @property
    def centre(self) -> Point:
        """The centre of an arc; raises `ValueError` for a straight leg."""
        if not self.turn:
            raise ValueError("a straight leg has no centre")
        (ax, ay), (bx, by) = self.start, self.end
        offset = 0.5 / math.tan(self.turn / 2)
        return (ax + bx) / 2 - (by - ay) * offset, (ay + by) / 2 + (bx - ax) * offset

    def at(self, inches: float) -> Point:
        """Return the point at some inches from the start."""
        (ax, ay), (bx, by) = self.start, self.end
        share = inches / self.inches if self.inches else 0.0
        if not self.turn:
            return ax + (bx - ax) * share, ay + (by - ay) * share
        cx, cy = self.centre
        cosine, sine = math.cos(self.turn * share), math.sin(self.turn * share)
        dx, dy = ax - cx, ay - cy
        return cx + dx * cosine - dy * sine, cy + dx * sine + dy * cosine


@dataclass(frozen=True)
class Path:
    """The path of a base's centre from `start` along its legs. Without legs, the base does not move."""

    start: Position
    legs: tuple[Leg, ...] = ()

    @classmethod
    def through(cls, points: Sequence[Point], turns: Sequence[float] = ()) -> Self:
        """Return the path through these points, snapped to the lattice. `turns` has the turn of each leg (default: 0).

        Legs without length are left out.
        """
        spots = [position(*point) for point in points]
        legs = []
        for number, (start, end) in enumerate(pairwise(spots)):
            if start != end:
                leg = Leg(start, end, round(turns[number], _TURN_DIGITS) if turns else 0.0)
                legs.append(leg if leg.chord > _SHORTEST_CHORD else leg._replace(turn=0.0))
        return cls(spots[0], tuple(legs))

    def stored(self) -> StoredPath:
        """Return the path as plain numbers that JSON stores exactly."""
        ends = ([*leg.end, leg.turn] if leg.turn else [*leg.end] for leg in self.legs)
        return [[*self.start], *ends]

    @property
    def end(self) -> Position:
        """The spot at which the path ends."""
        return self.legs[-1].end if self.legs else self.start

    @cached_property
    def inches(self) -> float:
        """The length of the path."""
        return math.fsum(leg.inches for leg in self.legs)

    @property
    def recorded(self) -> float:
        """The length of the path as events record it, which is the same on every machine."""
        return math.fsum(round(leg.inches, 9) if leg.turn else distance(leg.start, leg.end) for leg in self.legs)

    def then(self, legs: Iterable[Leg]) -> "Path":
        """Return the path extended by further legs."""
        return Path(self.start, (*self.legs, *legs))

    @property
    def reversed(self) -> "Path":
        """The same path from its end to its start."""
        return Path(self.end, tuple(Leg(leg.end, leg.start, -leg.turn) for leg in reversed(self.legs)))

    def at(self, inches: float) -> Point:
        """Return the point at some inches from the start; the end if the path is shorter."""
        for leg in self.legs:
            if inches <= leg.inches:
                return leg.at(max(inches, 0.0))
            inches -= leg.inches
        return self.end

    def outline(self, sagitta: float = 0.005) -> list[Point]:
        """Return points along the path for drawing; chords are at most `sagitta` inches from its arcs."""
        points: list[Point] = [self.start]
        for leg in self.legs:
            chords = 1
            if leg.turn:
                widest = 2 * math.acos(max(1.0 - sagitta / leg.radius, 0.0))
                chords = max(1, math.ceil(abs(leg.turn) / widest))
            points += [leg.at(leg.inches * k / chords) for k in range(1, chords)]
            points.append(leg.end)
        return points

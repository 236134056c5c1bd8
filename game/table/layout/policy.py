"""The rules for an arrangement of several bases. An arrangement that obeys them is legal, whatever its origin."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.facing import Poses, turn_between
from game.table.footprints import Footprint, Oblong
from game.table.lattice import Position
from game.table.placing.condition import Condition
from game.table.placing.places import LegalPlaces, Spot
from game.table.shapes import Disc


class Ends(LegalPlaces[Spot, object, Position, list[Refusal]], Protocol):
    """The legal spots of a base by itself: the part of a region's interface that arrangements use."""

    @property
    def geometry(self) -> BaseGeometry:
        """The drawn area of legal centres, in inches; the verdict is more exact."""


class Member:
    """A base of an arrangement: its id, its disc at the present or wanted spot, and its legal `ends` by itself.

    The `ends` do not consider other members. `where` returns a wanted spot that is worked out only when it is needed. A
    base may be an oblong, whose facing is that at its end; `before` is its facing at the start, and `against` are the
    reasons why it cannot turn from one to the other. If it turns on its `way`, they are the reasons against that path.
    """

    def __init__(
        self,
        name: str,
        disc: Footprint,
        ends: Ends,
        where: Callable[[], Spot] | None = None,
        *,
        before: int | None = None,
        against: Sequence[Refusal] = (),
        way: Poses = (),
    ) -> None:
        self.id, self.radius, self.name, self.ends, self.against = name, disc.radius, disc.name or name, ends, against
        self.oblong = disc if isinstance(disc, Oblong) else None
        self.facing = self.oblong.facing if self.oblong is not None else None
        self.before, self.way = self.facing if before is None else before, way
        self._disc, self._where = disc, where

    def at(self, x: float, y: float) -> Footprint:
        """Return the base at a spot."""
        return self._disc.moved_to(x, y)

    def standing(self, x: float, y: float) -> Footprint:
        """Return the base at a spot, with the facing it has before it moves."""
        base = self._disc.moved_to(x, y)
        return base.turned_to(self.before) if isinstance(base, Oblong) and self.before is not None else base

    @cached_property
    def size(self) -> Footprint:
        """The area it covers, whatever its spot and name; members of the same size can swap spots."""
        return self._disc._replace(x=0.0, y=0.0, name="")

    @property
    def turns(self) -> bool:
        """Whether its facing at the end differs from that at the start."""
        return self.before != self.facing

    def in_facing(self, facing: int | None) -> Member:
        """Return the base with another facing, if it has one; only its shape counts, not its ends."""
        if self.oblong is None or facing is None or facing == self.facing:
            return self
        return Member(self.id, self.oblong.turned_to(facing), self.ends, self._where, before=self.before)

    def arc_through(self, *facings: int | None) -> float:
        """Return the inches that its farthest part goes if it turns through these facings from its first one."""
        given = [facing for facing in (self.before, *facings) if facing is not None]
        turns = (abs(turn_between(first, second)) for first, second in pairwise(given))
        return 0.0 if self.oblong is None else self.oblong.radius * math.radians(math.fsum(turns) / 100)

    def ending(self, ends: Ends) -> Member:
        """Return the same base with other ends."""
        return Member(self.id, self._disc, ends, self._where, before=self.before, against=self.against)

    @cached_property
    def base(self) -> Footprint:
        """The base at the present or wanted spot."""
        return self._disc if self._where is None else self._disc.moved_to(*self._where())

    @cached_property
    def disc(self) -> Disc:
        """The disc at the present or wanted spot."""
        disc = self.base
        # Of a base that is not round, only the centre and the circle around it are needed.
        return disc if isinstance(disc, Disc) else Disc(disc.x, disc.y, disc.radius, disc.name, level=disc.level)


@dataclass(frozen=True)
class Coherency:
    """The rule that members form one group by links (gaps of at most `inches`) and have `links` each.

    In a smaller unit, each member is linked to all others. A link may be longer by the rulebook's `tolerance` (inches),
    which by default covers only the rounding of positions to the lattice.
    """

    inches: float
    links: int
    rule: str = ""
    tolerance: float = 1e-6

    @property
    def most(self) -> float:
        """The longest gap that is still a link, in inches."""
        return self.inches + self.tolerance


@dataclass(frozen=True, eq=False)
class Demand:
    """The rule that at least one member meets its own condition; members without a condition do not count."""

    conditions: Mapping[str, Condition]


@dataclass(frozen=True, eq=False)
class LayoutPolicy:
    """All rules for an arrangement. `rule` is the id of the rule against overlapping members.

    `against` returns further reasons against the whole arrangement; it is called last. `height` returns the height of a
    member at a spot, in inches: members overlap only at the same height. Without it all are at one height.

    Members that are not round have a facing. `turned` returns the same rules for other facings of some of them. They
    turn before they go, or, with `turns_last`, when they have arrived, except those whose ways are given.
    """

    members: tuple[Member, ...]
    coherency: Coherency | None = None
    demands: tuple[Demand, ...] = ()
    rule: str = ""
    against: Callable[[Layout], Sequence[Refusal]] | None = None
    height: Callable[[float, float], float] | None = None
    turned: Callable[[Mapping[str, int], bool, Mapping[str, Poses]], LayoutPolicy] | None = None
    turns_last: bool = False


Layout = Mapping[str, Position]
"""An arrangement: the centre of every member by its id, in inches."""

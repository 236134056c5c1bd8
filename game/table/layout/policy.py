"""The rules for an arrangement of several bases. An arrangement that obeys them is legal, however it was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from shapely.geometry.base import BaseGeometry

from game.refusal import Refusal
from game.table.lattice import Position
from game.table.placing.condition import Condition
from game.table.placing.places import LegalPlaces, Spot
from game.table.shapes import Disc


class Ends(LegalPlaces[Spot, object, Position, list[Refusal]], Protocol):
    """Places where a base may go by itself: the part of a region, of places or of paths, that is used here."""

    @property
    def geometry(self) -> BaseGeometry:
        """The legal centres as drawn, in inches; the verdict is finer."""


@dataclass(frozen=True, eq=False)
class Member:
    """A base of an arrangement: its id, its disc (where it stands or is wanted), and where it may end by itself.

    Its `ends` do not consider the other members.
    """

    id: str
    disc: Disc
    ends: Ends


@dataclass(frozen=True)
class Coherency:
    """All members are one group by links, pairs whose edges are at most `inches` apart, and each has `links` of them.

    If there are not so many other members, each is linked to all others. A link may be longer by the `tolerance` of the
    rulebook (inches); without one, only by what positions lose when they are rounded to the lattice.
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
    """At least one of the members meets its condition; a member without one cannot."""

    conditions: Mapping[str, Condition]


@dataclass(frozen=True, eq=False)
class LayoutPolicy:
    """All that an arrangement must obey; `rule` is the one against overlaps of its members.

    `against` returns the other reasons against the whole, asked last: those that no single member shows.
    """

    members: tuple[Member, ...]
    coherency: Coherency | None = None
    demands: tuple[Demand, ...] = ()
    rule: str = ""
    against: Callable[[Layout], Sequence[Refusal]] | None = None


Layout = Mapping[str, Position]
"""An arrangement: the centre of every member by its id, in inches."""

"""The common interface of legal places, which may be spots, ends of paths, or whole arrangements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from game.refusal import Refusal
from game.table.lattice import Position, position, snap

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Verdict = Literal["yes", "no", "unknown"]
Spot = tuple[float, float]

Where_contra = TypeVar("Where_contra", contravariant=True)
Proof_co = TypeVar("Proof_co", covariant=True)
End_co = TypeVar("End_co", covariant=True)
Reasons_co = TypeVar("Reasons_co", covariant=True)


class LegalPlaces(Protocol[Where_contra, Proof_co, End_co, Reasons_co]):
    """The legal places of something, in inches: spots on the table, ends of paths, or arrangements of several bases."""

    def verdict(self, where: Where_contra) -> Verdict:
        """Return whether a place is legal, within microseconds; "unknown" if only a search could tell."""

    def find(self, where: Where_contra | None = None) -> Proof_co | None:
        """Return the proof that a place is legal (a spot, a path, an arrangement), or None if none was found.

        Without `where`, return the proof for any legal place.
        """

    def why_not(self, where: Where_contra) -> Reasons_co:
        """Return every reason against a place, with the missing inches; none if it is legal."""

    def nearest(self, where: Where_contra) -> End_co | None:
        """Return the legal place nearest to `where`, or None if none was found."""

    def sample(self, rng: Random) -> End_co | None:
        """Return a random legal place, or None if none was found."""


LegalSpots = LegalPlaces[Spot, object, Position, list[Refusal]]
"""The legal places of one piece."""


class DrawnPlaces(Protocol):
    """The legal places of one piece as areas to draw on the table."""

    @property
    def geometry(self) -> BaseGeometry:
        """The area of legal centres; the verdict is more exact."""

    @property
    def excluded(self) -> Mapping[str, BaseGeometry]:
        """The centres within reach that each cause forbids."""


class ExactSpots(ABC):
    """The legal places of one piece whose verdicts never need a search."""

    @abstractmethod
    def _allows(self, x: float, y: float) -> bool:
        """Return whether a spot on the lattice is legal."""

    @abstractmethod
    def sample(self, rng: Random) -> Position | None:
        """Return a random legal spot, or None if no spot is legal."""

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the lattice spot nearest to `where` is legal, "yes" or "no"."""
        x, y = where
        return "yes" if self._allows(snap(x), snap(y)) else "no"

    def find(self, where: Spot | None = None) -> Position | None:
        """Return the lattice spot nearest to `where` if it is legal, or else None; without `where`, any legal spot."""
        if where is None:
            return self.sample(Random(0))
        spot = position(*where)
        return spot if self._allows(*spot) else None


def is_legal(places: LegalPlaces[Where_contra, Proof_co, End_co, Reasons_co], where: Where_contra) -> bool:
    """Return whether a place is legal; a search is made only if the verdict is unknown."""
    verdict = places.verdict(where)
    return verdict == "yes" or (verdict == "unknown" and places.find(where) is not None)


def first_legal(places: LegalSpots, spots: Iterable[Spot]) -> Position | None:
    """Return the first of the spots that is legal, or None."""
    return next((position(*spot) for spot in spots if is_legal(places, spot)), None)

"""Places where something may go: the questions that spots, paths and whole arrangements answer."""

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
    """Where something may go: a spot on the table, an end of a path, an arrangement of several bases. All in inches."""

    def verdict(self, where: Where_contra) -> Verdict:
        """Return whether a place is legal as far as that is known without a search: within microseconds."""

    def find(self, where: Where_contra | None = None) -> Proof_co | None:
        """Return what proves that a place is legal: a spot, a path, an arrangement, or None if none was found.

        Without a place, for any that is legal.
        """

    def why_not(self, where: Where_contra) -> Reasons_co:
        """Return every reason against a place, with the inches missing; empty when it is legal."""

    def nearest(self, where: Where_contra) -> End_co | None:
        """Return the legal place nearest to a wanted one, or None if none was found."""

    def sample(self, rng: Random) -> End_co | None:
        """Return a legal place at random, or None if none was found."""


LegalSpots = LegalPlaces[Spot, object, Position, list[Refusal]]
"""Where one piece may go."""


class DrawnPlaces(Protocol):
    """Where one piece may go, as it is drawn on the table."""

    @property
    def geometry(self) -> BaseGeometry:
        """The legal centres; the verdict is finer."""

    @property
    def excluded(self) -> Mapping[str, BaseGeometry]:
        """For each cause, the centres within reach that it forbids."""


class ExactSpots(ABC):
    """Where one piece may go, when a glance decides every spot."""

    @abstractmethod
    def _allows(self, x: float, y: float) -> bool:
        """Return whether a spot on the lattice is legal."""

    @abstractmethod
    def sample(self, rng: Random) -> Position | None:
        """Return a legal spot at random, or None if there is none."""

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the lattice spot nearest to one is legal; it is never unknown."""
        x, y = where
        return "yes" if self._allows(snap(x), snap(y)) else "no"

    def find(self, where: Spot | None = None) -> Position | None:
        """Return the lattice spot nearest to one if it is legal, or any legal one; else None."""
        if where is None:
            return self.sample(Random(0))
        spot = position(*where)
        return spot if self._allows(*spot) else None


def is_legal(places: LegalPlaces[Where_contra, Proof_co, End_co, Reasons_co], where: Where_contra) -> bool:
    """Return whether a place is legal, with a search only where a glance does not decide it."""
    verdict = places.verdict(where)
    return verdict == "yes" or (verdict == "unknown" and places.find(where) is not None)


def first_legal(places: LegalSpots, spots: Iterable[Spot]) -> Position | None:
    """Return the first legal one of some spots, or None if none is."""
    return next((position(*spot) for spot in spots if is_legal(places, spot)), None)

"""A rulebook's part in searches for good ends of a move: legal ends, enemies in reach, fights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from game.engine.rulebook.game import GameT_contra

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from game.engine.rulebook.view import Line
    from game.table.measuring.receipt import Receipt
    from game.table.path.region import PathRegion
    from game.table.placing.condition import Condition
    from game.table.placing.region import Region
    from game.table.shapes import Bounds


@dataclass(frozen=True)
class Ends:
    """The legal ends of an ordinary move of a piece on one level."""

    region: Region | PathRegion
    level: int = 0


@dataclass(frozen=True)
class Proof:
    """The verdict on whether a piece could reach another, in words, with the rule and the measured line (inches)."""

    reaches: bool
    text: str
    rule: str = ""
    receipt: Receipt | None = None


@dataclass(frozen=True)
class Fight:
    """The exact odds of engaging a piece from a spot, in words with the rule. Larger `worth` is better.

    `why` has the facts that change the odds, such as traits, in sentences.
    """

    text: str
    worth: float
    rule: str = ""
    why: tuple[str, ...] = ()


class Reacher(ABC):
    """An enemy piece that may still act, and the spots (in inches) at which it could reach a target piece."""

    id: str
    name: str

    @abstractmethod
    def area(self, box: Bounds, level: int) -> BaseGeometry:
        """Return the area from which it could reach the target, within a box, for drawing; `reaches` is exact."""

    @abstractmethod
    def reaches(self, x: float, y: float, level: int) -> bool:
        """Return whether it could reach the target at a spot, exactly by the rules."""

    @abstractmethod
    def proof(self, x: float, y: float, level: int) -> Proof:
        """Return the verdict on a spot with its measurement."""


@dataclass(frozen=True)
class Askable:
    """The ids that questions about a piece can name: enemies it may engage, and goals it may control."""

    foes: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()


def no_tests(game: object, piece: str, x: float, y: float) -> Sequence[Line]:
    """Return nothing, for rulebooks in which an ordinary move needs no tests."""
    return ()


class Questions(Protocol[GameT_contra]):
    """Finds ends of a move that meet conditions. The rulebook defines reaching, engaging and controlling.

    All questions concern a piece that makes an ordinary move from its present spot, no matter whose turn it is.
    """

    def askable(self, game: GameT_contra, piece: str) -> Askable | None:
        """Return the possible questions about a piece, or None if it is not on the table or cannot move."""

    def ends(self, game: GameT_contra, piece: str, foes: Sequence[str]) -> Sequence[Ends]:
        """Return the legal ends of a move that is to engage `foes`, level by level."""

    def engaging(self, game: GameT_contra, piece: str, foe: str, level: int) -> Condition:
        """Return the condition that the piece can engage `foe` from the end of its move."""

    def controlling(self, game: GameT_contra, piece: str, goal: str, level: int) -> Condition:
        """Return the condition that the piece's player controls `goal` if the move ends there."""

    def controller(self, game: GameT_contra, goal: str) -> str:
        """Return the player who now controls `goal`, or "" if no player does."""

    def fight(self, game: GameT_contra, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
        """Return the odds of engaging `foe` from a spot (inches) where that is possible."""

    def tests(self, game: GameT_contra, piece: str, x: float, y: float) -> Sequence[Line]:
        """Return the tests needed for a piece's move to a spot (inches) on its level; most moves need none."""

    def reachers(self, game: GameT_contra, piece: str) -> Sequence[Reacher]:
        """Return the enemies of a piece that may still act; `game` must not change while they are in use."""

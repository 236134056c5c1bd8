"""A rulebook's part in questions asked backwards: where a move may end, who reaches it there, and the results."""

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
    """The ends of an ordinary move of a piece on one level."""

    region: Region | PathRegion
    level: int = 0


@dataclass(frozen=True)
class Proof:
    """Whether a piece could reach another: words, the rule, and the measured line (inches) that shows it."""

    reaches: bool
    text: str
    rule: str = ""
    receipt: Receipt | None = None


@dataclass(frozen=True)
class Fight:
    """The exact odds of engaging a piece from a spot, in words with the rule; larger `worth` is better."""

    text: str
    worth: float
    rule: str = ""


class Reacher(ABC):
    """An enemy piece that may still act, and where it could reach another piece; spots are centres in inches."""

    id: str
    name: str

    @abstractmethod
    def area(self, box: Bounds, level: int) -> BaseGeometry:
        """Return the spots of a box at which it could reach the other, for drawing; `reaches` is more exact."""

    @abstractmethod
    def reaches(self, x: float, y: float, level: int) -> bool:
        """Return the exact verdict on a spot, as the rules give it."""

    @abstractmethod
    def proof(self, x: float, y: float, level: int) -> Proof:
        """Return the verdict with its measures."""


@dataclass(frozen=True)
class Askable:
    """The ids that questions about a piece can name: models it may engage, and things it may control."""

    foes: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()


class Questions(Protocol[GameT_contra]):
    """Answers questions asked backwards; the rulebook says what reaching, engaging and controlling mean.

    All questions are about a piece that makes an ordinary move from where it stands, no matter whose turn it is.
    """

    def askable(self, game: GameT_contra, piece: str) -> Askable | None:
        """Return what can be asked about a piece, or None unless it is a piece on the table that moves."""

    def ends(self, game: GameT_contra, piece: str, foes: Sequence[str]) -> Sequence[Ends]:
        """Return where its move may end, level by level, if the move is to engage some pieces."""

    def engaging(self, game: GameT_contra, piece: str, foe: str, level: int) -> Condition:
        """Return the condition on the end of a move that the piece can then engage another."""

    def controlling(self, game: GameT_contra, piece: str, goal: str, level: int) -> Condition:
        """Return the condition on the end of a move that the piece's player would then control something."""

    def controller(self, game: GameT_contra, goal: str) -> str:
        """Return the player who controls something now, or "" for none."""

    def fight(self, game: GameT_contra, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
        """Return the result of engaging another piece from a spot (inches) where that is possible."""

    def tests(self, game: GameT_contra, piece: str, x: float, y: float) -> Sequence[Line]:
        """Return the tests that a move of a piece to a spot (inches) on its level needs; most moves need none."""

    def reachers(self, game: GameT_contra, piece: str) -> Sequence[Reacher]:
        """Return the enemies of a piece that may still act; `game` must not change while they are asked."""

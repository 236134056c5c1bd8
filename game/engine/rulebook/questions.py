"""What a rulebook says about questions asked backwards: where a move may end, who reaches it there, what that gives."""

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
    from game.table.placing.condition import Condition
    from game.table.placing.region import Region
    from game.table.shapes import Bounds
    from game.table.ways.region import WayRegion


@dataclass(frozen=True)
class Ends:
    """The ends of an ordinary move of a piece on one level."""

    region: Region | WayRegion
    level: int = 0


@dataclass(frozen=True)
class Proof:
    """Whether a piece could reach another, in words with the rule, and the measured line (inches) that shows it."""

    reaches: bool
    text: str
    rule: str = ""
    receipt: Receipt | None = None


@dataclass(frozen=True)
class Fight:
    """The exact odds of engaging a piece from a spot, in words with the rule; the better, the larger is `worth`."""

    text: str
    worth: float
    rule: str = ""


class Reacher(ABC):
    """A hostile piece that may still act, and where it could reach another one; spots are centres in inches."""

    id: str
    name: str

    @abstractmethod
    def area(self, box: Bounds, level: int) -> BaseGeometry:
        """Return the spots of a box at which it could reach the other, for drawing: the verdict is finer."""

    @abstractmethod
    def reaches(self, x: float, y: float, level: int) -> bool:
        """Return the exact verdict on a spot, as the rules give it."""

    @abstractmethod
    def proof(self, x: float, y: float, level: int) -> Proof:
        """Return the verdict with its measures."""


@dataclass(frozen=True)
class Askable:
    """The ids of what can be asked about a piece: whom it may engage, what it may control."""

    foes: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()


class Questions(Protocol[GameT_contra]):
    """Answers questions asked backwards: what reaching, engaging and controlling are is the rulebook's to say.

    All are about a piece that makes an ordinary move from where it stands, whoever's turn it is.
    """

    def askable(self, game: GameT_contra, piece: str) -> Askable | None:
        """Return what can be asked about a piece; None if it is no piece on the table that moves."""

    def ends(self, game: GameT_contra, piece: str, foes: Sequence[str]) -> Sequence[Ends]:
        """Return where its move may end, level by level, if it is made to engage some pieces."""

    def engaging(self, game: GameT_contra, piece: str, foe: str, level: int) -> Condition:
        """Return the condition on the end of a move that the piece could then engage another."""

    def controlling(self, game: GameT_contra, piece: str, goal: str, level: int) -> Condition:
        """Return the condition on the end of a move that the piece's player would then control something."""

    def controller(self, game: GameT_contra, goal: str) -> str:
        """Return the player who controls something now, "" if nobody does."""

    def fight(self, game: GameT_contra, piece: str, foe: str, x: float, y: float, level: int) -> Fight:
        """Return what engaging another piece brings from a spot (inches) at which the piece could."""

    def tests(self, game: GameT_contra, piece: str, x: float, y: float) -> Sequence[Line]:
        """Return what a move of a piece to a spot (inches) on its level must be tested for; nothing for most."""

    def reachers(self, game: GameT_contra, piece: str) -> Sequence[Reacher]:
        """Return the pieces hostile to the piece that may still act; `game` must not change while they are asked."""

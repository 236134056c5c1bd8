"""A drill: a question about a position, its possible answers, and a grade with proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import Line, PieceView, TableView
from game.engine.session import Session
from game.table.lattice import Position
from game.table.measuring.receipt import Receipt
from game.wording import N_

Kind = Literal["reach", "count", "units", "test", "spot", "foe", "control"]
TITLES: Final[dict[Kind, str]] = {
    "reach": N_("In range or not"),
    "count": N_("How many can reach it"),
    "units": N_("How far"),
    "test": N_("Does it need a test?"),
    "spot": N_("Find the spot"),
    "foe": N_("Best engagement"),
    "control": N_("Who controls it"),
}
"""The displayed names of the kinds of drills."""


@dataclass(frozen=True)
class Grade:
    """The grade of an answer: whether it is `right`, the right answer in words, and the lines that prove it.

    `spot` is the right spot that the words name, if a spot was asked for.
    """

    right: bool
    truth: str
    lines: tuple[Line, ...]
    spot: Position | None = None


Choices = tuple[tuple[str, str], ...]
Judge = Callable[[str | Position], Grade]


@dataclass(frozen=True)
class Drill:
    """A task about a position, with choices of key and label, or without choices if the answer is a spot on the table.

    The task concerns the pieces `marked` and perhaps a `spot` (inches). `judge` grades a key or a spot. `ground` is the
    area of right spots and `receipts` are the measurements behind the answer, to be drawn once it is given.
    """

    kind: Kind
    session: Session
    prompt: str
    choices: Choices
    judge: Judge
    marked: tuple[str, ...] = ()
    spot: Position | None = None
    ground: BaseGeometry | None = None
    receipts: tuple[Receipt, ...] = ()

    @property
    def wants_spot(self) -> bool:
        """Whether the answer is a spot."""
        return not self.choices

    def without_answer(self, view: TableView) -> TableView:
        """Return a view of the position without the facts that would reveal the answer."""
        if self.kind != "control":
            return view
        return replace(
            view, pieces=tuple(_uncontrolled(piece) if piece.id in self.marked else piece for piece in view.pieces)
        )


def _uncontrolled(piece: PieceView) -> PieceView:
    """Return a marker or zone as if nobody controlled it; a zone keeps only its size."""
    if piece.kind == "zone":
        return replace(piece, owner="", controller="", details=piece.details[:1])
    return replace(piece, controller="", details=())


def judge_of_choice(truth: str, choices: Choices, lines: tuple[Line, ...]) -> Judge:
    """Return a judge for a choice with one right key."""
    label = next(label for key, label in choices if key == truth)
    return lambda answer: Grade(answer == truth, label, lines)

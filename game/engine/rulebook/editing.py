"""An ability that a rulebook may have: to let people change facts on the table, one small edit at a time.

An edit is JSON-ready data in the rulebook's own terms ("do" names what is done). A referee's correction of a running
game is an edit in its journal, and the sandbox does nothing else than edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from game.engine.core.decisions import Decision, LegalPlaces
from game.engine.rulebook.ruleset import GameT, SetupT, StateT
from game.engine.rulebook.view import PieceView
from game.refusal import Refusal
from game.table.documents import TerrainPiece
from game.table.terrain.battlefield import Piece
from game.wording import N_

Edit = Mapping[str, Any]

CORRECTION: Final = "correction"
NO_EDITS: Final = N_("This rulebook offers no way to change the table")


@dataclass(frozen=True, slots=True)
class Correction:
    """A referee's correction: what is changed, who asked for it (a player's id) and who agreed."""

    edit: Edit
    player: str = ""
    agreed: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the form in which it stands in a journal."""
        return {CORRECTION: dict(self.edit), "player": self.player, "agreed": list(self.agreed)}

    @classmethod
    def read(cls, entry: Any) -> Correction | None:
        """Return the correction that a journal entry stands for, or None for anything else."""
        if isinstance(entry, dict) and isinstance(entry.get(CORRECTION), dict):
            agreed = entry.get("agreed", ())
            names = tuple(str(each) for each in agreed) if isinstance(agreed, list | tuple) else ()
            return cls(entry[CORRECTION], str(entry.get("player", "")), names)
        return None


@dataclass(frozen=True, slots=True)
class Knob:
    """A fact that can be changed step by step: its name, its value in words, and the edit for each direction.

    `less` and `more` are None where it goes no further; one that is only on or off has `ticked`, and one without a
    value is something to do.
    """

    id: str
    label: str
    value: str
    less: Edit | None = None
    more: Edit | None = None
    rule: str = ""
    ticked: bool | None = None


@dataclass(frozen=True, slots=True)
class Droppable:
    """Something that can be put on the table: its name, the group it is listed under, and the edit but for x and y.

    `view` is how it looks where it is a base, a marker or a token.
    """

    id: str
    label: str
    group: str
    edit: Edit
    view: PieceView | None = None


@dataclass(frozen=True, kw_only=True)
class Editing(Decision):
    """The question that a sandbox asks for ever: what shall be changed?

    The odds of a pair are asked for with the answer {"attacker": id, "target": id}, and "x" and "y" where the piece
    the decision is about is thought to stand elsewhere.
    """

    title: str = ""


@runtime_checkable
class Editor(Protocol[SetupT, StateT, GameT]):
    """A ruleset with this ability knows corrections and has a sandbox.

    `resume_rule` is the id of the rule by which a game can go on in the middle of a round.
    """

    resume_rule: str = ""

    def why_not_edit(self, game: GameT, edit: Edit) -> list[Refusal]:
        """Return every reason against an edit, each with its rule; raise `MalformedAnswer` on a wrong form."""

    def edit(self, game: GameT, correction: Correction) -> None:
        """Carry an edit out; it has been found to be allowed."""

    def folded(self, edits: Sequence[Edit]) -> list[Edit]:
        """Return edits that come to the same without the detours: of values turned step by step only the last."""

    def knobs(self, game: GameT, piece: str) -> Sequence[Knob]:
        """Return what can be changed of a piece; of the game as a whole where `piece` is empty."""

    def palette(self, game: GameT) -> Sequence[Droppable]:
        """Return what can be put on the table."""

    def moved(self, game: GameT, piece: str, x: float, y: float) -> Edit:
        """Return the edit that puts a piece, or a piece of terrain with its anchor, at (x, y)."""

    def room(self, game: GameT, view: PieceView) -> LegalPlaces:
        """Return where a piece of that id, size and level has room."""

    def supposed(self, game: GameT, edit: Edit) -> GameT:
        """Return a copy of the game as if an edit were carried out, whatever speaks against it."""

    def bare_setup(self, width: float, height: float, names: Sequence[str]) -> SetupT:
        """Return the setup of an empty table; raise `DocumentError` where the rulebook forbids one of that size."""

    def free_state(self, setup: SetupT, state: StateT) -> StateT:
        """Return the state as a sandbox takes it: nothing under way, nothing asked."""

    def why_not_build(self, game: GameT, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
        """Return why a piece of terrain about its anchor cannot lie at (x, y), turned by so many degrees."""

    def built(self, setup: SetupT, piece: TerrainPiece) -> tuple[SetupT, str]:
        """Return the setup with one more piece of terrain off the table, and its id; raise `DocumentError`."""

    def opening(self, setup: SetupT, state: StateT, rounds: int, begun: bool) -> tuple[SetupT, StateT]:
        """Return setup and state of a game played from here, its round fresh or going on where it was (`begun`).

        Raises `DocumentError` where no game can be played from it.
        """

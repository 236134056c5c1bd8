"""An optional facet: letting people change facts on the table, one small edit at a time.

An edit is JSON-ready data in the rulebook's own terms ("do" names its kind). A referee's correction is an edit in the
journal of a game; a sandbox consists of edits only.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

from game.engine.core.decisions import Decision, LegalSpots
from game.engine.core.flow import Flow, agreed_in
from game.engine.rulebook.game import GameT, GameT_contra, SetupT, StateT
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import PieceView
from game.refusal import Refusal
from game.table.documents import TerrainPiece
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import KIT, Pattern
from game.wording import N_

Edit = Mapping[str, Any]

CORRECTION: Final = "correction"
NO_EDITS: Final = N_("This rulebook offers no way to change the table")


@dataclass(frozen=True, slots=True)
class Correction:
    """A referee's correction or a change by hand: the edit, and the ids of its player and of those who agreed.

    A correction `aside` leaves the action in progress as it is.
    """

    edit: Edit
    player: str = ""
    agreed: tuple[str, ...] = ()
    aside: bool = False

    def plain(self) -> dict[str, Any]:
        """Return the form stored in a journal."""
        entry = {CORRECTION: dict(self.edit), "player": self.player, "agreed": list(self.agreed)}
        return {**entry, "aside": True} if self.aside else entry

    @classmethod
    def read(cls, entry: Any) -> Self | None:
        """Return the correction in a journal entry, or None for anything else."""
        if isinstance(entry, dict) and isinstance(entry.get(CORRECTION), dict):
            return cls(entry[CORRECTION], str(entry.get("player", "")), agreed_in(entry), entry.get("aside") is True)
        return None


@dataclass(frozen=True, slots=True)
class Knob:
    """A control for a fact, with the edits for `less` and `more`; a button without a value, or a switch if `ticked`."""

    id: str
    label: str
    value: str
    less: Edit | None = None
    more: Edit | None = None
    rule: str = ""
    ticked: bool | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """A change that players make by hand to a piece or unit: its edit, without the parts yet to be chosen.

    `amounts` are the values for a `field` of the edit, the usual one first; `lasts` says whether it has a duration.
    """

    id: str
    group: str
    label: str
    edit: Edit
    amounts: tuple[str, ...] = ()
    lasts: bool = False
    field: str = "amount"

    def made(self, amount: str, *more: Edit) -> Edit:
        """Return the edit with an amount (if the deed has amounts) and with further fields."""
        edit = dict(self.edit)
        for fields in more:
            edit |= fields
        if self.amounts:
            edit[self.field] = int(amount) if self.lasts and self.field == "amount" else amount
        return edit


@dataclass(frozen=True, slots=True)
class ByHand:
    """The changes that players can make by hand to a piece or unit: the deeds, and the buttons that end its effects.

    `sources` are the names of possible reasons, the likeliest first, and `spans` the durations in words, the usual one
    first, both with the fields that they add to an edit. Only deeds that last get the fields of a duration.
    """

    title: str
    deeds: tuple[Deed, ...]
    endings: tuple[Knob, ...]
    sources: Mapping[str, Edit]
    spans: Mapping[str, Edit]


@dataclass(frozen=True, slots=True)
class Droppable:
    """Something that can be put on the table: its group in the list, its edit without x and y, and its appearance."""

    id: str
    label: str
    group: str
    edit: Edit
    view: PieceView | None = None


@dataclass(frozen=True, kw_only=True)
class Editing(Decision):
    """The permanent decision of a sandbox: the next edit.

    The answer {"attacker": id, "target": id} requests the odds of a pair; with "x" and "y", as if the attacker stood
    there.
    """

    title: str = ""


class TableEdits(Protocol[GameT_contra]):
    """The edits of a rulebook; `game.engine.kit.editable.Edits` makes them from declared facts."""

    def why_not(self, game: GameT_contra, edit: Edit) -> list[Refusal]:
        """Return every reason against an edit, with its rule; raise `MalformedAnswer` if its form is wrong."""

    def apply(self, game: GameT_contra, correction: Correction) -> None:
        """Carry out an edit that is allowed."""

    def flow(self, game: GameT_contra, correction: Correction) -> Flow:
        """Carry out an edit that is allowed, with the questions that it asks players."""
        self.apply(game, correction)
        yield from ()

    def is_aside(self, edit: Edit) -> bool:
        """Return whether an edit is possible during an action, which then continues."""
        return False

    def why_no_sandbox(self, edit: Edit) -> list[Refusal]:
        """Return why an edit is impossible in a sandbox, or None if it is possible."""
        return []

    def supposed(self, game: GameT_contra, edit: Edit) -> Any:
        """Return a copy of the game in which an edit is carried out, allowed or not."""

    def folded(self, edits: Sequence[Edit]) -> list[Edit]:
        """Return fewer edits with the same result: of consecutive changes to one value, only the last is kept."""

    def knobs(self, game: GameT_contra, piece: str) -> Sequence[Knob]:
        """Return the changeable facts of a piece, or of the whole game if `piece` is empty."""

    def moved(self, game: GameT_contra, piece: str, x: float, y: float) -> Edit:
        """Return the edit that puts a piece, or the anchor of a terrain piece, at (x, y)."""

    def faced(self, edit: Edit, facing: int) -> Edit:
        """Return an edit that puts a piece down with a facing (hundredths of a degree), if pieces have facings."""
        return edit


class Editor(Protocol[SetupT, StateT, GameT]):
    """Support for corrections and a sandbox."""

    edits: TableEdits[GameT]
    resume_rule: str = ""
    """The rule by which a game can continue in the middle of a round."""
    hand_rule: str = ""
    """The rule of questions about changes by hand; "" if there are none."""
    kit: Sequence[Pattern] = KIT
    """The shapes of terrain that can be built."""

    kinds: Sequence[Pattern] = ()
    """The kinds of terrain that can be drawn on a map, each with a usual shape; those of the kit if there are none."""

    def by_hand(self, game: GameT, piece: str, player: str) -> ByHand | None:
        """Return the changes that a player can make by hand to a piece or unit in a game, or None without any."""
        return None

    def rolled(self, count: int, sides: int, needed: int) -> Edit | None:
        """Return the edit that rolls dice for any purpose, where `needed` is 0 or a target number; None without one."""
        return None

    @abstractmethod
    def palette(self, game: GameT) -> Sequence[Droppable]:
        """Return the pieces that can be added to the table."""

    def block(self, game: GameT, edit: Edit) -> Sequence[PieceView]:
        """Return the pieces that an edit would put down together, at their spots; none for a single piece."""
        return ()

    @abstractmethod
    def room(self, game: GameT, view: PieceView) -> LegalSpots:
        """Return the legal spots for a piece with the id, size and level of `view`."""

    @abstractmethod
    def bare_setup(self, width: float, height: float, plan: GamePlan) -> SetupT:
        """Return the setup of an empty table for a plan without a map; raise `DocumentError`."""

    @abstractmethod
    def free_state(self, setup: SetupT, state: StateT) -> StateT:
        """Return the state prepared for a sandbox, with no action in progress."""

    @abstractmethod
    def why_not_build(self, game: GameT, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
        """Return why a terrain piece cannot lie with its anchor at (x, y), turned by `degrees`."""

    @abstractmethod
    def built(self, setup: SetupT, piece: TerrainPiece) -> tuple[SetupT, str]:
        """Return the setup with one more terrain piece off the table, and its id; raise `DocumentError`."""

    @abstractmethod
    def opening(self, setup: SetupT, state: StateT, rounds: int, begun: bool) -> tuple[SetupT, StateT]:
        """Return setup and state of a game from a position, in a new round unless `begun`; raise `DocumentError`."""

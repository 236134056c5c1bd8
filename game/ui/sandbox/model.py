"""A sandbox in the window: its session, the piece in hand, and the effects of edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from game.engine.rulebook.editing import Droppable, Edit, Knob
from game.engine.sandbox import Sandbox
from game.engine.session import Session
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.table.terrain.kit import Pattern
from game.ui.aids.inspection import KEPT
from game.ui.board.camera import Spot
from game.ui.widgets.tasks import Background
from game.wording import _


@dataclass
class Hand:
    """A held piece: a dragged one (`grab` is where it was taken), or a new one.

    `spot` is the place of its ghost; `free` whether it may lack room; `target` a hypothetical target of attack;
    `facing` its given facing, in hundredths of a degree; `turning` whether its handle is held; `cursor` the mouse.
    """

    carrying: Droppable | Pattern | None = None
    spot: Spot | None = None
    free: bool = False
    dragging: bool = False
    grab: Spot = (0.0, 0.0)
    degrees: int = 0
    target: str = ""
    facing: int | None = None
    turning: bool = False
    cursor: Spot | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is held."""
        return self.carrying is None and self.spot is None and not self.dragging

    def put_down(self) -> None:
        """Release what is held."""
        self.carrying, self.spot, self.free, self.dragging = None, None, False, False
        self.facing, self.turning = None, False


@dataclass
class SandboxModel(SessionModel):
    """A sandbox being edited. `run_command` runs a command by name; a `referee` only corrects facts."""

    hand: Hand = field(default_factory=Hand)
    run_command: Callable[[str], None] = lambda name: None
    referee: bool = False
    reach_worker: Background = field(default_factory=lambda: Background(KEPT))

    @property
    def sandbox(self) -> Sandbox:
        assert isinstance(self.session, Sandbox)
        return self.session

    @property
    def about(self) -> str:
        """The selected piece or terrain piece."""
        return self.decision.about if self.decision is not None else ""

    @property
    def viewpoint(self) -> str:
        piece = self.pieces.get(self.about)
        return (piece.owner if piece is not None else "") or self.view.players[0].id

    def select(self, piece: str) -> None:
        """Select a piece, or none."""
        if piece != self.about:
            self.hand.put_down()
            self.sandbox.focus(piece)
            self.version += 1

    def change(self, edit: Edit) -> bool:
        """Carry out an edit; if the rules refuse it, the notice says why."""
        return self._attempt(lambda: self.sandbox.change(edit), _("Not possible"))

    def build(self, pattern: Pattern, spot: Spot, degrees: int) -> bool:
        """Put a new terrain piece down."""
        against = self.why_not_build(pattern, spot, degrees)
        if against:
            self.notice = Notice(_("Not possible"), tuple(against))
            return False
        document = pattern.document(self.battlefield.unit)
        return self._attempt(lambda: self.sandbox.build(document, *spot, degrees), _("Not possible"))

    def why_not_build(self, pattern: Pattern, spot: Spot, degrees: int) -> list[Refusal]:
        """Return why a new terrain piece cannot lie somewhere."""
        return self.sandbox.editor.why_not_build(self.sandbox.game, pattern.piece, *spot, degrees)

    def back(self, redo: bool = False) -> bool:
        """Undo the last step, or redo it; report if there is none."""
        sandbox = self.sandbox
        possible = sandbox.can_redo if redo else len(sandbox.journal) > sandbox.first_known
        if not possible:
            self.notice = Notice(_("There is nothing to redo") if redo else _("There is nothing to undo"))
            return False
        (sandbox.redo if redo else sandbox.undo)()
        self._finish_change(0)
        return True

    def knob(self, name: str, about: str) -> Knob | None:
        """Return the changeable fact of this name, of a piece, or of the game if `about` is empty."""
        edits, game = self.sandbox.edits, self.sandbox.game
        return next((knob for knob in edits.knobs(game, about) if knob.id == name), None)

    def undo(self) -> bool:
        return self.back()

    def lay(self, session: Session) -> None:
        """Switch to another table, as one step that can be undone."""
        self.sandbox.lay(session.setup, session.state)
        self.sandbox.focus("")
        self._finish_change(0)

    def _finish_change(self, marks: int) -> None:
        """Show what has changed, and save it; `marks` is not used here."""
        self.hand.put_down()
        self.notice = Notice()
        self.refresh()
        self.keep()

"""A sandbox: a table that is edited freely, without turn order. A game can become a sandbox, and vice versa."""

from collections.abc import Sequence
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.core.decisions import Answer, IllegalAnswer
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Event
from game.engine.core.flow import Interrupt
from game.engine.core.typed_dice import WantedRoll
from game.engine.rulebook.editing import NO_EDITS, Correction, Edit, Editing
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Entry, Session
from game.refusal import Refusal
from game.table.documents import TerrainPiece
from game.wording import N_, _

ASKED: Final = N_("Drag, drop and change whatever you like")
WRONG: Final = N_("Fix what went wrong; then every player is asked to agree")
MOST_STEPS: Final = 500
"""The most steps that can be undone."""


class Sandbox(Session):
    """A table that is edited in steps, with undo and redo. If not `free`, it is a game that a referee corrects."""

    def __init__(self, ruleset: AnyRuleset, setup: Any, state: Any, *, free: bool = True) -> None:
        if ruleset.editor is None:
            raise DocumentError(ruleset.name, "", _(NO_EDITS))
        self.editor, self.edits = ruleset.editor, ruleset.editor.edits
        self._past: list[tuple[Any, Any, int]] = []  # setup, state, number of events
        self._future: list[tuple[Any, Any, Entry, list[Event]]] = []  # setup, state, entry, events
        self._about = ""
        self._free = free
        start = self.editor.free_state(setup, state) if free else state
        super().__init__(ruleset, setup, KeyedDice(0), state=start, history=False)

    def _start(self, state: Any, events: Sequence[Event], typed: tuple[WantedRoll, ...] = (), kept: Any = None) -> None:
        self.awaiting = None
        self.game = self._open(state, events)
        self._mark(kept)
        self.decision = self._make_decision()

    def _make_decision(self) -> Editing:
        title, prompt = (_("Sandbox"), _(ASKED)) if self._free else (_("Referee"), _(WRONG))
        return Editing(player="", prompt=prompt, rule="", about=self._about, title=title)

    def focus(self, piece: str) -> None:
        """Select the piece whose facts are shown; "" for none."""
        self._about = piece
        self.decision = self._make_decision()

    def change(self, edit: Edit) -> list[Event]:
        """Carry out one edit. Raise `IllegalAnswer` with every reason, or `MalformedAnswer`; nothing changes then."""
        refusals = self.edits.why_not(self.game, edit) or self.edits.why_no_sandbox(edit)
        if refusals:
            raise IllegalAnswer(refusals)
        events_before = len(self.events)
        self._push_undo()
        self.edits.apply(self.game, Correction(edit))
        self.journal.append(dict(edit))
        self._mark()
        return self.events[events_before:]

    def build(self, piece: TerrainPiece, x: float, y: float, degrees: int = 0) -> None:
        """Put the anchor of a new terrain piece at (x, y); raise `IllegalAnswer` if it does not fit."""
        try:
            setup, name = self.editor.built(self.setup, piece)
        except DocumentError as error:
            raise IllegalAnswer([Refusal(error.reason)]) from None
        trial = self.ruleset.game(setup, self.state.clone(), self.dice)
        edit = {**self.edits.moved(trial, name, x, y), "degrees": degrees}
        refusals = self.edits.why_not(trial, edit)
        if refusals:
            raise IllegalAnswer(refusals)
        self._push_undo()
        self.journal.append({**edit, "do": "build"})
        self._restore(setup, self.state, self.events)
        self.edits.apply(self.game, Correction(edit))
        self._mark()

    def lay(self, setup: Any, state: Any) -> None:
        """Replace the table, or the position on it, as one step."""
        self._push_undo()
        self.journal.append({"do": "lay"})
        self._restore(setup, self.editor.free_state(setup, state), self.events)

    def _push_undo(self) -> None:
        self._past.append((self.setup, self.state.clone(), len(self.events)))
        del self._past[:-MOST_STEPS]
        self._future.clear()

    def _restore(self, setup: Any, state: Any, events: Sequence[Event]) -> None:
        self.setup = setup
        self._start(state, events)

    @property
    def first_known(self) -> int:
        return len(self.journal) - len(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether an undone step can be redone."""
        return bool(self._future)

    def undo(self, entries: int = 1) -> None:
        if not 0 <= entries <= len(self._past):
            raise ValueError(f"cannot undo {entries} steps: {len(self._past)} are known")
        target = len(self._past) - entries
        while len(self._past) > target:
            setup, state, events_before = self._past.pop()
            self._future.append((self.setup, self.state.clone(), self.journal.pop(), self.events[events_before:]))
            self._restore(setup, state, self.events[:events_before])

    def redo(self) -> None:
        """Redo the last undone step; raise `ValueError` if no step was undone."""
        if not self._future:
            raise ValueError("nothing to redo")
        self._past.append((self.setup, self.state.clone(), len(self.events)))
        setup, state, entry, events = self._future.pop()
        self.journal.append(entry)
        self._restore(setup, state, [*self.events, *events])

    def answer(self, answer: Answer) -> list[Event]:
        if not isinstance(answer, dict):
            raise IllegalAnswer([Refusal(_("the sandbox accepts only edits"))])
        return self.change(answer)

    def interrupt(self, interrupt: Interrupt) -> list[Event]:
        raise IllegalAnswer([Refusal(_("the sandbox accepts only edits"))])

    def rewind(self, length: int) -> None:
        self.undo(len(self.journal) - length)
        self.decision = self._make_decision()  # made again, because the language may have changed

    def fork(self, seed: int | None = None) -> Session:
        return Sandbox(self.ruleset, self.setup, self.state.clone(), free=self._free)

    def start_game(self, seed: int, rounds: int, begun: bool = False) -> Session:
        """Return a game that starts from this table, in a new round unless it has `begun`; raise `DocumentError`."""
        setup, state = self.editor.opening(self.setup, self.state.clone(), rounds, begun)
        return Session(self.ruleset, setup, KeyedDice(seed), state=state)


def sandbox_from(session: Session) -> Sandbox:
    """Return a sandbox that starts from the present moment of a game; `DocumentError` if the rulebook has none."""
    return Sandbox(session.ruleset, session.setup, session.state.clone())

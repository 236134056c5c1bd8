"""A session: one game in play, with its journal, checkpoints, undo (replay from the nearest checkpoint) and forks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Generic, cast

from game.cached import cached_property
from game.engine.core.decisions import DEPLOY, ORDER, Answer, Choose, Decision, IllegalAnswer, only_answer
from game.engine.core.dice import Dice, KeyedDice, NotedDice, other_dice
from game.engine.core.events import Event, NoteDocument, witnessed
from game.engine.core.flow import Checkpoint, Flow, Interrupt, Interrupted
from game.engine.core.typed_dice import Awaiting, RollNeeded, TypedDice, WantedRoll, rolled_together
from game.engine.core.windows import PASS, is_settled
from game.engine.plans import PlanDocument
from game.engine.rulebook.editing import NO_EDITS, Correction, TableEdits
from game.engine.rulebook.game import GameT, SetupT, StateT
from game.engine.rulebook.ruleset import Ruleset
from game.refusal import Refusal
from game.wording import _

Entry = Answer
"""An entry of a journal: an answer, or the plain form of an interrupt or a referee's correction."""


class NothingPending(RuntimeError):
    """The game is over: no decision is pending."""


class Mark(Generic[StateT]):
    """A stored checkpoint: the numbers of journal entries and events before it, and the state then.

    Without a `state`, `find` makes it when it is first read, from the mark `base`, which has one.
    """

    def __init__(
        self,
        entries: int,
        events: int,
        state: StateT | None = None,
        base: Mark[StateT] | None = None,
        find: Callable[[], StateT] | None = None,
    ) -> None:
        self.entries, self.events, self._base, self._find = entries, events, base, find
        if state is not None:
            self.state = state

    @cached_property
    def state(self) -> StateT:
        """The state at the checkpoint. It must not be changed."""
        assert self._find is not None
        return self._find()

    @property
    def base(self) -> Mark[StateT]:
        """The latest mark with a stored state, which may be this one."""
        return self if self._base is None or "state" in vars(self) else self._base

    @cached_property
    def _hash(self) -> str:
        return self.state.digest()

    def digest(self) -> str:
        """Return the hash of the stored state."""
        return self._hash


# The number of journal entries that a copy replays without noticeable delay.
_LONG_AGO = 64

OTHER_DICE: Final = 1
"""The seed of the dice of copies that try answers: they reveal nothing about the real dice."""


class Session(Generic[SetupT, StateT, GameT]):
    """One game in play: `answer` its `decision`; `undo`, `fork` and saves are based on the journal.

    `state` starts it from a checkpoint's state, which is not changed; `journal` are the entries before. Without
    `history` only the latest checkpoint is kept; with `sparse`, a new one only if a copy was made since the last, or
    much later. With `history`, the states of checkpoints are stored only after somebody has read one of them.
    """

    game: GameT
    _flow: Flow

    def __init__(
        self,
        ruleset: Ruleset[SetupT, StateT, GameT],
        setup: SetupT,
        dice: Dice,
        *,
        state: StateT | None = None,
        history: bool = True,
        sparse: bool = False,
        journal: Sequence[Entry] = (),
    ) -> None:
        self.ruleset, self.setup, self.dice = ruleset, setup, dice
        self.history = history
        self._sparse, self._copied = sparse, False
        self._wants_states = not isinstance(dice, KeyedDice)  # people do not roll dice again for a state
        self.from_setup = state is None
        self.beginning = state.clone() if state is not None and history else None  # the first mark may come later
        self.journal: list[Entry] = list(journal)
        self.marks: list[Mark[StateT]] = []
        self.notes: list[NoteDocument] = []
        self.seats: dict[str, str] = {}  # kind of each player; stored for the save
        self.plans: dict[str, PlanDocument] = {}  # for computer players; a copy has that of its viewer at most
        self.clocks: dict[str, float] = {}  # seconds that each player has used; stored for the save
        self.deploying: dict[str, int] = {}  # journal entry after which the rulebook places for a player; -1: always
        self.unattested = False  # whether a declaration in the journal omits who agreed
        self.row_keys: dict[str, dict[str, str]] = {}  # keys of rows by question of this phase; stored for the save
        self.passing: dict[str, dict[str, int]] = {}  # journal entry from which a player passes at each timing
        self.forced: frozenset[str] = frozenset()  # players who are not asked where only one answer makes sense
        self.lesson: list[int] | None = None  # length of the journal as each step began, if the game is a lesson
        self.gestures: list[range] = []  # entries given together, which are undone together
        self.private_entries: set[int] = set()  # entries that only their players know
        self.witness: Callable[[], None] | None = None  # called after each event that a journal entry causes
        self.guard: Callable[[Session], None] | None = None  # checks each entry; its exceptions undo it
        self.decision: Decision | None = None
        self.awaiting: Awaiting | None = None
        self._start(ruleset.begin(setup) if state is None else state.clone(), [], kept=state)

    def answer(self, answer: Answer) -> list[Event]:
        """Answer the pending decision and return the new events; with `DEPLOY`, the rulebook continues placing.

        Raises `IllegalAnswer`, `MalformedAnswer`, `NothingPending` or `RollNeeded` (see `roll`), with the game
        untouched.
        """
        decision, events_before = self.pending(), len(self.events)
        if answer == DEPLOY and decision.deploys:
            self.deploying.setdefault(decision.player, len(self.journal))
            answer = self.ruleset.deployed(self.game, decision)
        if isinstance(answer, str) and answer.startswith(ORDER) and decision.allows(answer):
            return self.answer_all(self._answers_of_order(answer))
        self._answer(answer)
        self._answer_itself()
        return self.events[events_before:]

    def _answers_of_order(self, order: str) -> list[Answer]:
        """Return the answers that an order means: those that the rulebook gives on a copy with other dice."""
        twin, answers = self.fork(OTHER_DICE), list[Answer]()
        while twin.decision is not None:
            answer = self.ruleset.ordered(twin.game, twin.decision, order)
            if answer is None:
                break
            answers.append(answer)
            twin.answer(answer)
        return answers

    def pass_at(self, player: str, window: str, *, passes: bool = True) -> None:
        """Let a player pass every window of a timing from now on, or be asked again.

        Under this order a player is never asked, even if something is possible, so that others learn nothing about the
        hand.
        """
        if passes:
            self.passing.setdefault(player, {}).setdefault(window, len(self.journal))
            self._answer_itself()
        else:
            self.passing.get(player, {}).pop(window, None)

    def answer_all(self, answers: Sequence[Answer], since: int | None = None) -> list[Event]:
        """Give answers one after another as one undo step, in place of the journal's entries from `since` on.

        Raises as `answer` does, changing nothing; if the last one waits for dice, those before it stay.
        """
        forced, self.forced = self.forced, frozenset()  # the answers include those that are the only possible ones
        try:
            events = self._give_as_gesture(answers, self.answer, len(self.journal) if since is None else since)
        finally:
            self.forced = forced
        events_before = len(self.events)
        self._answer_itself()
        return events + self.events[events_before:]

    def give_all(self, entries: Sequence[Entry]) -> list[Event]:
        """Apply journal entries as one undo step. Raises like `give`; nothing changes then."""
        return self._give_as_gesture(entries, partial(self.give, recorded=True), len(self.journal))

    def _give_as_gesture(
        self, entries: Sequence[Entry], give_entry: Callable[[Entry], object], first: int
    ) -> list[Event]:
        """Give entries as one gesture that replaces those from `first` on; if one is refused, restore these."""
        replaced = self.journal[first:]
        if replaced:
            self.rewind(first)
        events_before, gesture = len(self.events), range(first, first + len(entries))
        try:
            for entry in entries:
                give_entry(entry)
        except BaseException as error:
            if not isinstance(error, RollNeeded) or len(self.journal) < gesture.stop - 1:
                self.rewind(first)
                for entry in replaced:
                    self.give(entry, recorded=True)
                raise
            self.gestures.append(gesture)
            raise
        self.gestures.append(gesture)
        return self.events[events_before:]

    def length_before(self, length: int) -> int:
        """Return the length of the journal before an entry, or before the whole gesture that contains it."""
        return next((gesture.start for gesture in self.gestures if gesture.start < length <= gesture.stop), length - 1)

    def _answer(self, answer: Answer) -> list[Event]:
        decision = self.pending()
        if not decision.allows(answer):
            raise IllegalAnswer(decision.why_not(answer) or [Refusal(_("this answer is not allowed"), decision.rule)])
        return self._enter(decision.normal(answer))

    def _answer_itself(self) -> None:
        """Give the answers that need not be asked, up to the next decision that a player must make."""
        while self.answers_itself(len(self.journal)):
            decision = self.pending()
            answer = self._only_answer(decision, len(self.journal))
            if answer is None:
                answer = self.ruleset.deployed(self.game, decision) if decision.deploys else PASS
            self._enter(decision.normal(answer))

    def _only_answer(self, decision: Decision, entry: int) -> Answer | None:
        """Return the only possible answer, if the player is not to be asked for it, or else None."""
        asks = decision.player not in self.forced or decision.is_wanted(self._orders_at(decision.player, entry))
        return None if asks else only_answer(decision)

    def _orders_at(self, player: str, entry: int) -> Callable[[str], bool]:
        """Return a function that says whether a standing order for a timing was already given at a journal entry."""
        orders = self.passing.get(player, {})
        return lambda timing: orders.get(timing, entry + 1) <= entry

    def answers_itself(self, entry: int) -> bool:
        """Return whether the pending decision, entry `entry` of the journal, is not asked.

        It has one possible answer only, or a player's standing order answers it.
        """
        decision = self.decision
        if decision is None:
            return False
        if self._only_answer(decision, entry) is not None:
            return True
        if self.deploying.get(decision.player, entry) < entry and decision.deploys:  # finding shortcuts may be slow
            return True
        if not is_settled(decision, self._orders_at(decision.player, entry)):
            return False
        return isinstance(decision, Choose) and decision.offers(PASS) and not decision.deploys

    def interrupt(self, interrupt: Interrupt) -> list[Event]:
        """Make a declaration outside the pending decision; raise `IllegalAnswer` if the rules or a player forbid it."""
        return self._declare(interrupt, recorded=False)

    def _declare(self, interrupt: Interrupt, *, recorded: bool) -> list[Event]:
        """Make a declaration; one that is `recorded` need not say that all players agreed."""
        self.pending()
        for possible, refusal in self.ruleset.interrupts(self.game, interrupt.player):
            if possible.kind != interrupt.kind:
                continue
            missing = [player for player in possible.agreed if player not in interrupt.agreed]
            self.unattested = self.unattested or (recorded and bool(missing))
            if missing and refusal is None and not recorded:
                names = {piece.id: piece.name for piece in self.ruleset.view(self.game).players}
                refusal = Refusal(_("{player} has to agree", player=names.get(missing[0], missing[0])), possible.rule)
            if refusal is not None:
                raise IllegalAnswer([refusal])
            agreed = tuple(player for player in interrupt.agreed if player in possible.agreed)
            return self._enter(replace(interrupt, agreed=agreed).plain())
        raise IllegalAnswer([Refusal(_("this cannot be declared now"))])

    def correct(self, correction: Correction) -> list[Event]:
        """Let players change the table by hand, as an entry of the journal; raise `IllegalAnswer` with every reason.

        While an action is in progress, only edits that leave it as it is are possible.
        """
        against, editor = self.why_no_correction(), self.ruleset.editor
        if editor is not None and (correction.aside or (against and editor.edits.is_aside(correction.edit))):
            against, correction = [], replace(correction, aside=True)  # this leaves the action as it is
        if not against and editor is not None:
            against = editor.edits.why_not(self.game, correction.edit)
        if against:
            raise IllegalAnswer(against)
        return self._enter(correction.plain())

    def change_by_hand(self, correction: Correction) -> list[Event]:
        """Correct the table, then give the answers that need not be asked; raise as `correct` does, or `RollNeeded`."""
        events_before = len(self.events)
        self.correct(correction)
        self._answer_itself()
        return self.events[events_before:]

    def why_no_correction(self) -> list[Refusal]:
        """Return why a referee cannot correct the table now; raise `NothingPending` when the game is over."""
        self.pending()
        if self.ruleset.editor is None:
            return [Refusal(_(NO_EDITS))]
        since = len(self.journal) - self.marks[-1].entries
        if since:
            text = _("an action is in progress: finish it, or undo it (answers so far: {n})", n=since)
            return [Refusal(text)]
        if self.state.digest() != self.marks[-1].digest():
            return [Refusal(_("an action is in progress: make the open decision first"))]
        return []

    def give(self, entry: Entry, *, recorded: bool = False) -> list[Event]:
        """Apply a journal entry, raising as its kind does; a `recorded` declaration need not say who agreed."""
        interrupt, correction = Interrupt.read(entry), Correction.read(entry)
        if correction is not None:
            return self.correct(correction)
        if interrupt is None:
            return self._answer(entry)
        return self._declare(interrupt, recorded=recorded and not interrupt.agreed)

    def roll(self, faces: Sequence[int]) -> list[Event]:
        """Enter the faces of the dice in `awaiting`, give the waiting answer again, and return the new events.

        Raises `MalformedAnswer` or `NothingPending` changing nothing, and `RollNeeded` if there are more dice to roll.
        """
        awaiting, dice = self.awaiting, self.dice
        if awaiting is None or not isinstance(dice, TypedDice):
            raise NothingPending(_("there are no dice to roll"))
        awaiting.check(faces)
        for wanted, face in zip(awaiting.rolls, faces):
            dice.note(wanted, face)
        events_before = len(self.game.events)
        typed = (*awaiting.typed, *awaiting.rolls)
        dice.used.clear()
        if awaiting.entry is None:
            mark = self.marks[-1]
            self._start(mark.state.clone(), self.game.events[: mark.events], typed, mark.state)
        else:
            self._enter(awaiting.entry, typed)
        dice.forget_unused(typed)
        self._answer_itself()
        return self.events[events_before:]

    def withdraw(self) -> None:
        """Withdraw the answer that is waiting for dice; faces already typed for it are remembered."""
        if self.awaiting is not None and self.awaiting.entry is not None:
            self.awaiting = None
            self._forget_after(len(self.journal))

    def pending(self) -> Decision:
        """Return the pending decision, or raise `NothingPending` when the game is over."""
        if self.awaiting is not None and self.decision is None:
            raise NothingPending(_("roll the dice first"))
        if self.decision is None:
            raise NothingPending(_("the game is over: there is no decision to answer"))
        return self.decision

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.decision is None and self.awaiting is None

    @property
    def state(self) -> StateT:
        """The current state; read it, never write it."""
        return cast(StateT, self.game.state)

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self.game.events

    def orders_before(self, entry: int) -> dict[str, dict[str, int]]:
        """Return the standing orders that were given before an entry; later ones are undone with its answer."""
        return {
            player: {timing: at for timing, at in own.items() if at < entry} for player, own in self.passing.items()
        }

    def undo(self, entries: int = 1) -> None:
        """Undo the last entries or gestures and the rulebook's own placings; raise `ValueError` if too many."""
        length = len(self.journal)
        for _entry in range(entries):
            length = self.length_before(length)
        self.rewind(length)
        self.passing = self.orders_before(length)
        while self.answers_itself(len(self.journal)) and len(self.journal) > self.first_known:
            self.rewind(len(self.journal) - 1)

    def rewind(self, length: int) -> None:
        """Go back to when the journal held `length` entries; the same dice will be rolled again."""
        if not self.first_known <= length <= len(self.journal):
            raise ValueError(f"cannot go to entry {length}: known are {self.first_known} to {len(self.journal)}")
        game_before = self.game, self._flow, self.decision, self.awaiting
        orders_before = self.deploying, self.passing, self.private_entries
        marks, journal = list(self.marks), list(self.journal)
        # Go back to the last checkpoint before `length`, then give the answers since it again.
        while len(self.marks) > 1 and self.marks[-1].entries > length:
            self.marks.pop()
        self._forget_after(length)
        mark = self.marks[-1]
        try:
            del self.journal[mark.entries :]
            self.private_entries = {number for number in self.private_entries if number < mark.entries}
            self._start(mark.state.clone(), self.game.events[: mark.events], kept=mark.state)
            for entry in journal[mark.entries : length]:
                self._run(entry)
        except BaseException:  # Ctrl-C, or dice that people roll: restore the game
            self.game, self._flow, self.decision, self.awaiting = game_before
            self.deploying, self.passing, self.private_entries = orders_before
            self.marks[:], self.journal[:] = marks, journal
            raise

    def _forget_after(self, length: int) -> None:
        self.gestures = [gesture for gesture in self.gestures if gesture.stop <= length]
        self.deploying = {player: length_then for player, length_then in self.deploying.items() if length_then < length}
        self.passing = {
            player: {window: length_then for window, length_then in windows.items() if length_then <= length}
            for player, windows in self.passing.items()
        }

    @property
    def first_known(self) -> int:
        """The shortest journal length that undo can reach."""
        return self.marks[0].entries

    def fork(self, seed: int | None = None) -> Session[SetupT, StateT, GameT]:
        """Return a copy of the game without history before its checkpoint; with `seed`, later dice differ.

        With `seed`, the copy reveals no further face of this game's dice, however much is undone in it.
        """
        mark, noted = self.marks[-1], NotedDice(self.dice)
        twin = self.replayed(mark, self.journal[mark.entries :], noted)
        twin.dice = twin.game.dice = self.dice if seed is None else other_dice(noted, seed)
        return twin

    def replayed(
        self, mark: Mark[StateT], entries: Iterable[Entry], dice: Dice | None = None
    ) -> Session[SetupT, StateT, GameT]:
        """Return a copy of the game, played from a checkpoint through the given entries."""
        self._copied = True
        twin = Session(self.ruleset, self.setup, dice or self.dice, state=mark.state, history=False)
        for entry in entries:
            twin._run(entry)
        return twin

    def at_checkpoint(self) -> bool:
        """Return whether the pending decision is the first one after a checkpoint."""
        return self.marks[-1].entries == len(self.journal)

    def _start(
        self, state: StateT, events: Sequence[Event], typed: tuple[WantedRoll, ...] = (), kept: StateT | None = None
    ) -> None:
        """Play from a state; `kept` is a copy of it to store, and `typed` are dice that people have rolled for this."""
        self.awaiting = None
        self.game = self._open(state, events)
        self._flow = self.ruleset.play(self.game)
        try:
            self._store_checkpoints(next(self._flow, None), kept)
        except RollNeeded as need:
            mark = self.marks[-1]  # a flow starts with a checkpoint
            self.game = self._open(mark.state.clone(), events[: mark.events])
            self.decision = None
            self._await(None, need, typed)

    def _open(self, state: StateT, events: Sequence[Event]) -> GameT:
        game = self.ruleset.game(self.setup, state, self.dice)
        game.events.extend(events)
        return game

    def _enter(self, entry: Entry, typed: tuple[WantedRoll, ...] = ()) -> list[Event]:
        """Add an entry to the journal and play on; after an exception go back, and wait for dice if any are needed."""
        events_before = len(self.game.events)
        length = len(self.journal)
        try:
            if self.witness is None:
                self._run(entry)
            else:
                with witnessed(self.game, self.witness):
                    self._run(entry)
            if self.guard is not None:
                self.guard(self)
        except BaseException as error:
            # Neither a fault in the rules nor Ctrl-C may lose the game: go back, if that moment is known.
            if self.first_known <= length:
                orders = self.deploying, self.passing, self.gestures
                self.rewind(length)
                if isinstance(error, RollNeeded):
                    self.deploying, self.passing, self.gestures = orders
                    self._await(entry, error, typed)
            raise
        self.awaiting = None
        return self.events[events_before:]

    def _await(self, entry: Entry | None, need: RollNeeded, typed: tuple[WantedRoll, ...]) -> None:
        """Wait for the faces of all dice rolled together for an answer, or for the beginning of the game (None)."""
        if not isinstance(self.dice, TypedDice):
            return  # in a fork nobody rolls
        mark = self.marks[-1]
        entries = [*self.journal[mark.entries :], *([] if entry is None else [entry])]
        wanted_rolls = rolled_together(self.dice, need.wanted, lambda dice: self.replayed(mark, entries, dice))
        self.awaiting = Awaiting(entry, wanted_rolls, typed)

    def _run(self, entry: Entry) -> None:
        """Add an entry to the journal, and let the rules play on to the next decision."""
        if self.decision is not None and self.decision.private:
            self.private_entries.add(len(self.journal))
        self.journal.append(entry)
        interrupt, correction = Interrupt.read(entry), Correction.read(entry)
        try:
            if correction is not None:
                self._carry_out_correction(correction)
            elif interrupt is None:
                # Pass a copy to the rules, so that they cannot change the journal.
                self._store_checkpoints(self._flow.send(entry if isinstance(entry, str) else entry.copy()))
            else:
                self._store_checkpoints(self._flow.throw(Interrupted(interrupt)))
        except StopIteration:
            self._mark()
            self.decision = None

    def _carry_out_correction(self, correction: Correction) -> None:
        """Carry out a correction: `aside` from the running flow, or else with a new flow from the corrected state."""
        assert self.ruleset.editor is not None
        if correction.aside:
            self.ruleset.editor.edits.apply(self.game, correction)
            return
        self._flow.close()
        self._flow = self._corrected(self.ruleset.editor.edits, correction)
        self._store_checkpoints(next(self._flow, None))

    def _corrected(self, edits: TableEdits[GameT], correction: Correction) -> Flow:
        """Carry out a correction, including its questions, then play on from the state."""
        yield from edits.flow(self.game, correction)
        yield from self.ruleset.play(self.game)

    def _store_checkpoints(self, item: Decision | Checkpoint | None, kept: StateT | None = None) -> None:
        """Store each checkpoint that the flow yields before a decision; `kept` is the state at the first one."""
        while isinstance(item, Checkpoint):
            self._mark(kept)
            item, kept = next(self._flow, None), None
        if item is None:
            self._mark()
        self.decision = item

    def _mark(self, kept: StateT | None = None) -> None:
        """Store a checkpoint, either with a copy of the state or with the way to find it from an earlier mark."""
        recent = bool(self.marks) and len(self.journal) - self.marks[-1].base.entries < _LONG_AGO
        if self._sparse and recent and not self._copied:
            return
        self._copied = False
        entries, events, base = len(self.journal), len(self.game.events), self.marks[-1].base if self.marks else None
        # A state is stored if the mark cannot be found by a short replay from an earlier one, or if states are read.
        if kept is not None or self._wants_states or not self.history or base is None or not recent:
            mark = Mark(entries, events, self.state.clone() if kept is None else kept)
        else:
            mark = Mark(entries, events, None, base, partial(self._state_after, base, self.journal[base.entries :]))
        if self.marks and (not self.history or self.marks[-1].entries == mark.entries):
            self.marks[-1] = mark
        else:
            self.marks.append(mark)

    def _state_after(self, base: Mark[StateT], entries: Sequence[Entry]) -> StateT:
        """Return the state after some entries from a mark. From now on, states are stored at once."""
        self._wants_states = True
        return self.replayed(base, entries).marks[-1].state

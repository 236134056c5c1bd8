"""Loading: turning documents into sessions by giving their answers again, and comparing with the record."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from game.documents.error import DocumentError
from game.documents.reading import load_document
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.core.dice import ScriptedDice, UnplannedRoll, UnusedRolls
from game.engine.hidden import unsealed, unsealed_plan, unsealed_state
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.documents import PER_PLAYER, PositionDocument, SaveDocument, part_of
from game.engine.saving.saves import SizeGuard
from game.engine.session import Entry, NothingPending, Session
from game.wording import _

if TYPE_CHECKING:
    from game.engine.core.events import Event


_LAST_BITS = 1e-9


class Comparison:
    """Compares a session with its record after each answer.

    If not `thorough`, only the state at the last checkpoint is compared, because hashing all states takes a quarter of
    the loading time. If events, numbers of answers and the final state are equal, only a recorded hash can be wrong.
    """

    def __init__(self, session: Session, document: SaveDocument, *, thorough: bool = True) -> None:
        self.session = session
        self._all_states = thorough or document.events is None
        self._digests = {mark.entries: mark.digest for mark in document.digests}
        self._counts = {mark.entries: mark.events for mark in document.digests if mark.events is not None}
        self._events = document.happened()
        # The numbers of answers before the first and the last recorded hash, and in the whole journal.
        self._first = document.digests[0].entries if document.digests else 0
        self._final = document.digests[-1].entries if document.digests else 0
        self._last = len(document.journal)
        self._compared = 0  # the number of the game's events that were compared
        self._offset = 0  # the number of events before the record begins

    def first_difference(self, entries: int) -> tuple[str, int] | None:
        """Compare the session after `entries` answers; return the first difference and its event's number, or None.

        Events are counted from 1.
        """
        if entries < self._first:
            return None
        if entries == self._first and entries:  # a game that resumed at a checkpoint is recorded from there on
            self._offset = self._compared = self.session.marks[-1].events - self._counts.get(entries, 0)
        return self._event_difference() or self._state_difference(entries) or self._missing_event(entries)

    def _event_difference(self) -> tuple[str, int] | None:
        """Compare the events since the last call; return the first difference and the number of its event, or None."""
        events = self.session.events
        if self._events is None:
            return None
        start, self._compared = self._compared, len(events)
        for number in range(start, len(events)):
            index = number - self._offset
            if index >= len(self._events):
                return _("{now} happens, but nothing more was recorded", now=events[number].kind), number + 1
            difference = _difference_of(self._events[index], _as_recorded(events[number], self._events[index]))
            if difference:
                return difference, number + 1
        return None

    def _state_difference(self, entries: int) -> tuple[str, int] | None:
        """Compare the state after `entries` answers with its recorded hash; return a difference, or None."""
        if entries not in self._digests:
            return None
        mark, number = self.session.marks[-1], len(self.session.events)
        happened = mark.events - self._offset
        if mark.entries == entries and self._events is not None and self._counts.get(entries, 0) > happened:
            missing = self._events[happened] if happened < len(self._events) else {}
            return _("{recorded} was recorded but does not happen", recorded=str(missing.get("event"))), number
        hashed = self._all_states or entries == self._final
        if mark.entries != entries or (hashed and mark.digest() != self._digests[entries]):
            return _("the state reached is not the one recorded"), number
        return None

    def _missing_event(self, entries: int) -> tuple[str, int] | None:
        """Return a difference if a recorded event has not happened by the end of the journal, or else None."""
        events = self.session.events
        if self._events is None or entries < self._last or len(self._events) <= len(events) - self._offset:
            return None
        missing = self._events[len(events) - self._offset]
        return _("{recorded} was recorded but does not happen", recorded=str(missing.get("event"))), len(events)


def _as_recorded(event: Event, recorded: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an event as JSON-ready data, without newer fields that the record lacks."""
    fields = event.plain()
    return {name: value for name, value in fields.items() if name in recorded or name not in event.later}


def _difference_of(recorded: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return the difference between a recorded event and the present one in words, or "" for equal events."""
    if _nearly_equal(recorded, now):
        return ""
    kind = str(now["event"])
    if recorded.get("event") != kind:
        return _("{now} happens, but {recorded} was recorded", now=kind, recorded=str(recorded.get("event")))
    fields = [
        "{} {} ({})".format(name, *_short_texts(now.get(name), recorded.get(name)))
        for name in sorted(recorded.keys() | now.keys())
        if not _nearly_equal(recorded.get(name), now.get(name))
    ]
    return _("{now}: {fields} - recorded values in brackets", now=kind, fields=", ".join(fields))


def _nearly_equal(recorded: Any, now: Any) -> bool:
    """Return whether two values are equal; numbers may differ in their last bits.

    Older versions recorded sums of inches, which Python 3.11 and Python 3.12 add differently.
    """
    match recorded, now:
        case float(), float():
            return abs(recorded - now) <= _LAST_BITS
        case ((list() | tuple()), (list() | tuple())):
            return len(recorded) == len(now) and all(map(_nearly_equal, recorded, now))
        case Mapping(), Mapping():
            return recorded.keys() == now.keys() and all(
                _nearly_equal(value, now[name]) for name, value in recorded.items()
            )
        case _:
            return bool(recorded == now)


def _short_texts(now: Any, recorded: Any) -> tuple[str, str]:
    """Return two different values as short texts; numbers get four decimals if that still shows a difference."""
    if isinstance(now, float) and isinstance(recorded, float) and f"{now:.4f}" != f"{recorded:.4f}":
        return f"{now:.4f}", f"{recorded:.4f}"
    texts = ["-" if value is None else str(value) for value in (now, recorded)]
    now_text, recorded_text = (text if len(text) <= 120 else f"{text[:117]}..." for text in texts)
    return now_text, recorded_text


RulesetFinder = Callable[[str, str], AnyRuleset]
"""Returns the rulebook with a name, needed for a file; raises `DocumentError`. The engine knows no rulebook."""


@dataclass(frozen=True)
class Difference:
    """The first difference of a replay from its record: the journal entry or document field, the rule, the reason."""

    entry: int
    rule: str
    reason: str
    event: int = field(default=0, compare=False)
    where: str = ""

    def __str__(self) -> str:
        if self.where:
            return _("at {where}: {reason}", where=self.where, reason=self.reason)
        rule = f" ({self.rule})" if self.rule else ""
        return _("at entry {entry}{rule}: {reason}", entry=self.entry, rule=rule, reason=self.reason)


def load_game(path: Path, find: RulesetFinder) -> tuple[Session, Difference | None]:
    """Return a saved game and the first difference of its replay, if any; raise `DocumentError`, `OSError`."""
    return load_save(load_document(path, SaveDocument), find, str(path))


def load_save(document: SaveDocument, find: RulesetFinder, file: str) -> tuple[Session, Difference | None]:
    """Return the game of a save at its last moment, and the first difference of its replay, if any.

    If there is a difference, because the rules have changed, the game resumes from its checkpoint; undo ends there.
    """
    steps = loading_steps(document, find, file)
    with _without_garbage_collection():
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return cast(tuple[Session, Difference | None], done.value)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector, which takes a tenth of the loading time and finds nearly nothing to free."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def loading_steps(
    document: SaveDocument, find: RulesetFinder, file: str
) -> Generator[float, None, tuple[Session, Difference | None]]:
    """Do the work of `load_save` in small steps; yield the share done, from 0 to 1.

    All states are compared only if something differs, in a second run that finds the first difference.
    """
    steps, difference = len(document.journal) + 1, None
    for thorough in (False, True):
        session = start_of(document, find, file)
        for answers_given, difference in enumerate(replay_steps(session, document, thorough=thorough)):
            if difference is not None:
                break
            yield answers_given / steps
        if difference is None:
            session.guard = SizeGuard()
            return session, None
    return resume_at_checkpoint(document, find, file), difference


def resume_at_checkpoint(document: SaveDocument, find: RulesetFinder, file: str) -> Session:
    """Return the game of a save from its checkpoint on, with the later answers that are still legal."""
    session = start_of(document, find, file, at_checkpoint=True)
    for entry in document.journal[document.checkpoint.entries :]:
        if apply_entry(session, entry, recorded=not document.is_evidence) is not None:
            break
    session.guard = SizeGuard()
    return session


def verify(document: SaveDocument, find: RulesetFinder, file: str) -> tuple[Session, list[Difference]]:
    """Replay a journal from its beginning; return the game, and a list with the first difference, if any."""
    session = start_of(document, find, file)
    return session, [difference for difference in replay_steps(session, document) if difference is not None]


def start_of(
    document: SaveDocument | PositionDocument, find: RulesetFinder, file: str, *, at_checkpoint: bool = False
) -> Session:
    """Return the game of a save at its beginning or its checkpoint, or of a position before its answers.

    Raises `DocumentError`, also for unknown players and for scripted dice that do not match the rolls.
    """
    ruleset, setup, state = _setup_and_state(document, find, file)
    if isinstance(document, SaveDocument):
        _refuse_strangers(document, ruleset.players(setup), file)
    dice, journal = document.dice.dice(0 if state is None else state.rolls.total), list[Entry]()
    if at_checkpoint and isinstance(document, SaveDocument):
        with part_of(file, "checkpoint.state"):
            state = ruleset.read_state(unsealed_state(document.checkpoint.state), setup)
        journal = list(document.journal[: document.checkpoint.entries])
    try:
        session = Session(ruleset, setup, dice, state=state, journal=journal)
    except UnplannedRoll as error:
        raise DocumentError(file, "dice.faces", str(error)) from None
    if isinstance(document, SaveDocument):
        session.notes = list(document.notes)
        session.row_keys = {question: dict(keys) for question, keys in document.row_keys.items()}
        session.lesson = None if document.lesson is None else list(document.lesson)
        session.seats = dict(document.seats)
        for player, plan in (document.plans or {}).items():
            with part_of(file, f"plans.{player}"):
                session.plans[player] = unsealed_plan(plan, file)
        session.clocks = dict(document.clocks)
        session.deploying = dict(document.deploying)
        session.passing = {player: dict(own) for player, own in document.passing.items()}
    return session


def _refuse_strangers(document: SaveDocument, players: Sequence[str], file: str) -> None:
    """Raise `DocumentError` for the first value of a player who is not in the game."""
    for name in document.marked(PER_PLAYER):
        for player in getattr(document, name) or ():
            if player not in players:
                reason = _("is not a player in this game - its players are {all}", all=", ".join(players))
                raise DocumentError(file, f"{name}.{player}", reason)


def _setup_and_state(
    document: SaveDocument | PositionDocument, find: RulesetFinder, file: str
) -> tuple[AnyRuleset, Any, Any]:
    """Return the rulebook, the setup and the first state (None if the setup determines it); raise `DocumentError`."""
    ruleset = find(document.ruleset, file)
    with part_of(file, "setup"):
        setup = ruleset.read_setup(document.setup)
    if isinstance(document, SaveDocument):
        where, state = "beginning", document.beginning
    else:
        where, state = "state", document.state
    with part_of(file, where):
        return ruleset, setup, None if state is None else ruleset.read_state(unsealed_state(state), setup)


def replay_steps(
    session: Session, document: SaveDocument, *, on: bool = False, thorough: bool = True
) -> Iterator[Difference | None]:
    """Give the recorded answers one by one; before the first and after each, yield a difference, or None.

    Stops at the first difference; with `on`, it stops only at a refused answer, but does not report later differences.
    For `thorough`, see `Comparison`.
    """
    comparison: Comparison | None = Comparison(session, document, thorough=thorough)
    for number, entry in enumerate((None, *document.journal)):
        rule = session.decision.rule if session.decision else ""
        reason = None if entry is None else apply_entry(session, entry, recorded=not document.is_evidence)
        if reason is not None:
            yield Difference(number, rule, reason, len(session.events))
            return
        difference = comparison.first_difference(number) if comparison is not None else None
        if difference is None:
            yield None
            continue
        yield Difference(number, rule, *difference)
        comparison = None
        if not on:
            return


def apply_entry(session: Session, entry: Entry, *, recorded: bool = False) -> str | None:
    """Apply a journal entry to a session; return the reason against it, or None. `recorded` is as in `Session.give`."""
    try:
        answer = unsealed(entry)
    except ValueError as error:
        return str(error)
    try:
        session.give(answer, recorded=recorded)
    except (IllegalAnswer, MalformedAnswer, NothingPending, UnplannedRoll) as error:
        return _("the recorded answer {entry!r} is not allowed: {error}", entry=entry, error=error)
    return None


def open_sandbox(document: PositionDocument, find: RulesetFinder, file: str) -> Sandbox:
    """Return the sandbox for a position, with its state or after its answers; raise `DocumentError`."""
    if document.answers or document.state is None:
        session = start_of(document, find, file)
        give_answers(session, document, file)
        return sandbox_from(session)
    return Sandbox(*_setup_and_state(document, find, file))


def give_answers(session: Session, document: PositionDocument, file: str) -> None:
    """Give a position's answers; raise a `DocumentError` that names the first refused answer."""
    for number, entry in enumerate(document.answers):
        rule = session.decision.rule if session.decision is not None else ""
        reason = apply_entry(session, entry)
        if reason is not None:
            raise DocumentError(file, f"answers[{number}]", f"{reason} ({rule})" if rule else reason)


def require_dice_used(session: Session, file: str) -> None:
    """Raise `DocumentError` if a position's answers did not use all scripted dice."""
    if isinstance(session.dice, ScriptedDice):
        try:
            session.dice.require_used(session.state.rolls)
        except UnusedRolls as error:
            raise DocumentError(file, "dice.faces", str(error)) from None

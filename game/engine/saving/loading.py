"""Loading: turning documents back into sessions, giving their answers again and comparing with the record."""

import gc
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.documents.error import DocumentError
from game.documents.reading import load_document
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.core.dice import ScriptedDice, UnplannedRoll, UnusedRolls
from game.engine.hidden import unsealed, unsealed_state
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.comparing import Comparison
from game.engine.saving.documents import PositionDocument, SaveDocument, part_of
from game.engine.saving.saves import Limit
from game.engine.session import Entry, NothingPending, Session
from game.wording import _

RulesetFinder = Callable[[str, str], AnyRuleset]
"""Finds the rulebook with a name, for a file; raises `DocumentError`. The engine itself knows no rulebook."""


@dataclass(frozen=True)
class Difference:
    """Where a replay first differs from its record: journal entry, rule, reason, events so far, or document field."""

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
    """Read a saved game and the first difference of its replay, if any; raise `DocumentError`, `OSError`."""
    return load_save(load_document(path, SaveDocument), find, str(path))


def load_save(document: SaveDocument, find: RulesetFinder, file: str) -> tuple[Session, Difference | None]:
    """Return the game of a save at its last moment, and the first difference of its replay, if any.

    If there is a difference (the rules have changed), the game resumes from its checkpoint, and undo stops there.
    """
    steps = loading_steps(document, find, file)
    with _nothing_collected():
        while True:
            try:
                next(steps)
            except StopIteration as done:
                loaded: tuple[Session, Difference | None] = done.value
                return loaded


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Pause the garbage collector: nearly everything made here stays, and collecting takes a tenth of the time."""
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
    """Do the work of `load_save` in small steps, yielding the share done.

    All states are compared only if something differs, to find the first difference.
    """
    steps, difference = len(document.journal) + 1, None
    for thorough in (False, True):
        session = start_of(document, find, file)
        for done, difference in enumerate(replay_steps(session, document, thorough=thorough)):
            if difference is not None:
                break
            yield done / steps
        if difference is None:
            session.guard = Limit()
            return session, None
    return resume_at_checkpoint(document, find, file), difference


def resume_at_checkpoint(document: SaveDocument, find: RulesetFinder, file: str) -> Session:
    """Return the game of a save from its checkpoint on, without later answers that are no longer legal."""
    session = start_of(document, find, file, at_checkpoint=True)
    for entry in document.journal[document.checkpoint.entries :]:
        if apply_entry(session, entry, recorded=not document.is_evidence) is not None:
            break
    session.guard = Limit()
    return session


def verify(document: SaveDocument, find: RulesetFinder, file: str) -> tuple[Session, list[Difference]]:
    """Replay a journal from the beginning; return the game, and a list with the first difference if there is one."""
    session = start_of(document, find, file)
    return session, [found for found in replay_steps(session, document) if found is not None]


def start_of(
    document: SaveDocument | PositionDocument, find: RulesetFinder, file: str, *, at_checkpoint: bool = False
) -> Session:
    """Return the game of a save at its beginning or its checkpoint, or of a position before its answers.

    Raises `DocumentError`, also if scripted dice do not fit.
    """
    ruleset, setup, state = _parts(document, find, file)
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
        session.seats = dict(document.seats)
        session.clocks = dict(document.clocks)
        session.deploying = dict(document.deploying)
        session.passing = {player: dict(own) for player, own in document.passing.items()}
    return session


def _parts(document: SaveDocument | PositionDocument, find: RulesetFinder, file: str) -> tuple[AnyRuleset, Any, Any]:
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
    """Give the recorded answers one by one; after each, yield its difference from the record, or None.

    Stops at the first difference; with `on`, only at an answer that is refused. Later differences are not reported.
    `thorough` is explained in `Comparison`.
    """
    comparison: Comparison | None = Comparison(session, document, thorough=thorough)
    for number, entry in enumerate((None, *document.journal)):
        rule = session.decision.rule if session.decision else ""
        reason = None if entry is None else apply_entry(session, entry, recorded=not document.is_evidence)
        if reason is not None:
            yield Difference(number, rule, reason, len(session.events))
            return
        departs = comparison.look(number) if comparison is not None else None
        if departs is None:
            yield None
            continue
        yield Difference(number, rule, *departs)
        comparison = None
        if not on:
            return


def apply_entry(session: Session, entry: Entry, *, recorded: bool = False) -> str | None:
    """Apply one journal entry to a session; return why it was refused, or None. `recorded` as in `Session.give`."""
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
    """Return the sandbox of a position, with its state as stored or after its answers; raise `DocumentError`."""
    if document.answers or document.state is None:
        session = start_of(document, find, file)
        give_answers(session, document, file)
        return sandbox_from(session)
    return Sandbox(*_parts(document, find, file))


def give_answers(session: Session, document: PositionDocument, file: str) -> None:
    """Give a position's answers; raise `DocumentError` that names the first one refused."""
    for number, entry in enumerate(document.answers):
        rule = session.decision.rule if session.decision is not None else ""
        reason = apply_entry(session, entry)
        if reason is not None:
            raise DocumentError(file, f"answers[{number}]", f"{reason} ({rule})" if rule else reason)


def require_dice_used(session: Session, file: str) -> None:
    """Raise `DocumentError` if the answers of the position left scripted dice unused."""
    if isinstance(session.dice, ScriptedDice):
        try:
            session.dice.require_used(session.state.rolls)
        except UnusedRolls as error:
            raise DocumentError(file, "dice.faces", str(error)) from None

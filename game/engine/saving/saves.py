"""Saving, loading, positions and replays: a session as a document and back."""

import gc
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from game.documents.error import DocumentError
from game.documents.files import json_text, write_json
from game.documents.limits import MAX_BYTES, MOST_VALUES
from game.documents.locks import changing
from game.documents.reading import first_refusal, load_document, values_in
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.core.dice import Dice, ScriptedDice, UnplannedRoll, UnusedRolls
from game.engine.core.events import NoteDocument
from game.engine.hidden import sealed_journal, sealed_state, unsealed, unsealed_state
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.comparing import Comparison
from game.engine.saving.documents import (
    MOST_NOTES,
    SAVE_VERSION,
    CheckpointDocument,
    DiceDocument,
    DigestDocument,
    PositionDocument,
    SaveDocument,
    part_of,
    plain,
    seal_of,
)
from game.engine.saving.packing import packed
from game.engine.session import Entry, NothingPending, Session
from game.refusal import Refusal
from game.wording import _

LONG: Final = 800
"""Events beyond which a game counts as long."""

RulesetFinder = Callable[[str, str], AnyRuleset]
"""Finds the rulebook of a name, for a file; raises `DocumentError`. Passed in from above: the engine knows none."""


@dataclass(frozen=True)
class Difference:
    """Where a replay departs from its record: journal entry, rule, reason, events so far, or document field."""

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


def save_document(session: Session, title: str = "") -> SaveDocument:
    """Return the whole game as a document."""
    mark = session.marks[-1]
    record_from = None if session.unattested else session.first_known
    clocks = {player: round(used, 1) for player, used in session.clocks.items()}
    return SaveDocument(
        version=1 if session.unattested else SAVE_VERSION,
        ruleset=session.ruleset.name,
        rules_version=session.ruleset.version,
        title=title,
        saved_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        finished=session.finished,
        seats=dict(session.seats),
        clocks=clocks,
        deploying=dict(session.deploying),
        passing={player: dict(own) for player, own in session.passing.items() if own},
        seal=seal_of(session.seats, clocks, session.deploying, record_from, session.passing),
        setup=session.ruleset.plain_setup(session.setup),
        beginning=_beginning(session),
        dice=DiceDocument.of(session.dice),
        journal=sealed_journal(session),
        checkpoint=CheckpointDocument(entries=mark.entries, state=sealed_state(session, mark.state)),
        record_from=record_from,
        digests=tuple(DigestDocument(entries=m.entries, digest=m.digest(), events=m.events) for m in session.marks),
        events=tuple(event.plain() for event in session.events),
        notes=tuple(note for note in session.notes if note.entries <= len(session.journal)),
    )


def _beginning(session: Session) -> dict[str, Any] | None:
    """Return the state that a game began with, None if its setup tells it or it goes on from a checkpoint."""
    first = session.marks[0]
    if session.from_setup or first.entries:
        return None
    return sealed_state(session, session.beginning or first.state)


def save_game(session: Session, path: Path, title: str = "") -> None:
    """Write the game to `path`; raise `OSError` with the old file untouched."""
    write_json(path, written(save_document(session, title)), SAVE_VERSION)


def written(document: SaveDocument) -> dict[str, Any]:
    """Return a save in its file format: a long game has packed events."""
    if document.events is not None and document.version != 2 and len(document.events) > LONG and not document.forms:
        forms, rows = packed(document.happened() or ())
        version = max(2, document.version)
        document = document.model_copy(update={"version": version, "forms": forms, "events": rows})
    return plain(document)


class Weight(NamedTuple):
    """The size of a game's save."""

    bytes: int
    values: int

    @property
    def heavy(self) -> bool:
        """Whether it exceeds half of the limit."""
        return self.bytes > MAX_BYTES // 2 or self.values > MOST_VALUES // 2


def weighed(session: Session) -> Weight:
    """Return the size of the saved game; raise `DocumentError` if it would be too large to read."""
    game = _("the game")
    try:
        text = json_text(written(save_document(session)))
    except ValidationError as error:
        raise first_refusal(error, game) from None
    weight = Weight(len(text.encode()), values_in(text))
    if weight.bytes > MAX_BYTES:
        reason = _("its save would be larger than {most:,} bytes with this, and could not be read", most=MAX_BYTES)
        raise DocumentError(game, "", reason)
    if weight.values > MOST_VALUES:
        reason = _("its save would hold more than {most:,} values with this, and could not be read", most=MOST_VALUES)
        raise DocumentError(game, "", reason)
    return weight


class Limit:
    """The guard of a session in play: weighs its save from time to time and refuses entries that make it too large."""

    SELDOM: Final = 100
    """Events between two weighings of a light game."""
    LARGE: Final = 2_000
    """Characters of a large entry."""

    def __init__(self) -> None:
        self._events, self._heavy = -self.SELDOM, False

    def __call__(self, session: Session) -> None:
        happened = len(session.events)
        large = bool(session.journal) and len(str(session.journal[-1])) > self.LARGE
        if not self._heavy and not large and abs(happened - self._events) < self.SELDOM:
            return
        self._events, self._heavy = happened, True
        try:
            self._heavy = weighed(session).heavy
        except DocumentError as error:
            raise IllegalAnswer([Refusal(str(error))]) from None


def add_note(session: Session, note: NoteDocument) -> None:
    """Add a note to a game; raise `DocumentError` if its save has no room for it."""
    session.notes.append(note)
    try:
        weighed(session)
    except DocumentError:
        session.notes.remove(note)
        raise


def note_in_file(path: Path, note: NoteDocument, journal: Sequence[Entry]) -> None:
    """Add a note to the saved game with that journal; raise `DocumentError` or `OSError` with the file unchanged."""
    with changing(path):
        document = load_document(path, SaveDocument)
        if list(document.journal[: note.entries]) != list(journal[: note.entries]):
            raise DocumentError(str(path), "journal", _("has changed since it was read: look at it again"))
        if len(document.notes) >= MOST_NOTES:
            raise DocumentError(str(path), "notes", _("are {n} already, and no more are kept", n=MOST_NOTES))
        write_json(path, plain(document.model_copy(update={"notes": (*document.notes, note)})), SAVE_VERSION)


def load_game(path: Path, find: RulesetFinder) -> tuple[Session, Difference | None]:
    """Read a saved game and the first difference of its replay, if any; raise `DocumentError`, `OSError`."""
    return restore(load_document(path, SaveDocument), find, str(path))


def restore(document: SaveDocument, find: RulesetFinder, file: str) -> tuple[Session, Difference | None]:
    """Return the game of a save at its last moment, and the first difference of its replay, if any.

    With a difference (the rules have changed) the game resumes from its checkpoint, the limit of undo.
    """
    steps = restoring(document, find, file)
    with _nothing_collected():
        while True:
            try:
                next(steps)
            except StopIteration as done:
                restored: tuple[Session, Difference | None] = done.value
                return restored


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Pause the garbage collector: nearly all that is made stays, and looking through it takes a tenth of a load."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def restoring(
    document: SaveDocument, find: RulesetFinder, file: str
) -> Generator[float, None, tuple[Session, Difference | None]]:
    """Do the work of `restore` in small steps, yielding the share done.

    Only if something differs every state is compared, to name the first that does.
    """
    whole, difference = len(document.journal) + 1, None
    for thorough in (False, True):
        session = opened(document, find, file)
        for done, difference in enumerate(run_through(session, document, thorough=thorough)):
            if difference is not None:
                break
            yield done / whole
        if difference is None:
            session.guard = Limit()
            return session, None
    return from_checkpoint(document, find, file), difference


def from_checkpoint(document: SaveDocument, find: RulesetFinder, file: str) -> Session:
    """Return the game of a save from its checkpoint on; later answers that are no longer legal are left out."""
    begun = opened(document, find, file)
    with part_of(file, "checkpoint.state"):
        state = begun.ruleset.read_state(unsealed_state(document.checkpoint.state), begun.setup)
    done = document.checkpoint.entries
    session = _begun(begun.ruleset, begun.setup, begun.dice, state, file, list(document.journal[:done]))
    _set_table(session, document)
    for entry in document.journal[done:]:
        if enter(session, entry, recorded=not document.is_evidence) is not None:
            break
    session.guard = Limit()
    return session


def replay(document: SaveDocument, find: RulesetFinder, file: str) -> tuple[Session, list[Difference]]:
    """Run a journal from the beginning; return the game reached and, in a list, the first difference if any."""
    session = opened(document, find, file)
    for difference in run_through(session, document):
        if difference is not None:
            return session, [difference]
    return session, []


def opened(document: SaveDocument, find: RulesetFinder, file: str) -> Session:
    """Return the game of a save at its very beginning."""
    session = _opened(document, find, file, "beginning", document.beginning)
    _set_table(session, document)
    return session


def _set_table(session: Session, document: SaveDocument) -> None:
    session.notes = list(document.notes)
    session.seats = dict(document.seats)
    session.clocks = dict(document.clocks)
    session.deploying = dict(document.deploying)
    session.passing = {player: dict(own) for player, own in document.passing.items()}


def run_through(
    session: Session, document: SaveDocument, *, on: bool = False, thorough: bool = True
) -> Iterator[Difference | None]:
    """Give the recorded answers one by one, yielding after each its difference from the record, or None.

    Stops at the first difference, with `on` only at a refused answer; further differences are not reported. See
    `Comparison` for what is `thorough`.
    """
    comparison: Comparison | None = Comparison(session, document, thorough=thorough)
    for number, entry in enumerate((None, *document.journal)):
        rule = session.decision.rule if session.decision else ""
        reason = None if entry is None else enter(session, entry, recorded=not document.is_evidence)
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


def enter(session: Session, entry: Entry, *, recorded: bool = False) -> str | None:
    """Apply one journal entry to a session; return why it was refused, or None. `recorded` as in `Session.give`."""
    try:
        answer = unsealed(entry)
    except ValueError as error:
        return str(error)
    try:
        session.give(answer, recorded=recorded)
    except (IllegalAnswer, MalformedAnswer, NothingPending, UnplannedRoll) as error:
        return _("the recorded answer {entry!r} is refused: {error}", entry=entry, error=error)
    return None


def position_document(session: Session, note: str = "") -> PositionDocument:
    """Return this moment as a position: the latest checkpoint's state and the answers since."""
    mark = session.marks[-1]
    return PositionDocument(
        ruleset=session.ruleset.name,
        note=note,
        setup=session.ruleset.plain_setup(session.setup),
        state=sealed_state(session, mark.state),
        answers=sealed_journal(session, mark),
        dice=DiceDocument.of(session.dice, mark.state.rolls.total),
    )


def open_position(document: PositionDocument, find: RulesetFinder, file: str) -> Session:
    """Return the game of a position, its answers not yet given (see `give_answers`); raise `DocumentError`."""
    return _opened(document, find, file, "state", document.state)


def open_sandbox(document: PositionDocument, find: RulesetFinder, file: str) -> Sandbox:
    """Return the sandbox of a position: of its state just as it is, or after its answers; raise `DocumentError`."""
    if document.answers or document.state is None:
        session = open_position(document, find, file)
        give_answers(session, document, file)
        return sandbox_from(session)
    return Sandbox(*_parts(document, find, file, "state", document.state))


def _opened(
    document: SaveDocument | PositionDocument,
    find: RulesetFinder,
    file: str,
    where: str,
    plain_state: Mapping[str, Any] | None,
) -> Session:
    ruleset, setup, state = _parts(document, find, file, where, plain_state)
    rolled = 0 if state is None else state.rolls.total
    return _begun(ruleset, setup, document.dice.dice(rolled), state, file)


def _parts(
    document: SaveDocument | PositionDocument,
    find: RulesetFinder,
    file: str,
    where: str,
    plain_state: Mapping[str, Any] | None,
) -> tuple[AnyRuleset, Any, Any]:
    """Return rulebook, setup and state; raise `DocumentError`."""
    ruleset = find(document.ruleset, file)
    with part_of(file, "setup"):
        setup = ruleset.read_setup(document.setup)
    state = None
    if plain_state is not None:
        with part_of(file, where):
            state = ruleset.read_state(unsealed_state(plain_state), setup)
    return ruleset, setup, state


def _begun(
    ruleset: AnyRuleset, setup: Any, dice: Dice, state: Any, file: str, journal: Sequence[Entry] = ()
) -> Session:
    """Return a game at its beginning or at a given state; raise `DocumentError` if scripted dice do not fit."""
    try:
        return Session(ruleset, setup, dice, state=state, journal=journal)
    except UnplannedRoll as error:
        raise DocumentError(file, "dice.faces", str(error)) from None


def give_answers(session: Session, document: PositionDocument, file: str) -> None:
    """Give a position's answers; raise `DocumentError` naming the first that is refused."""
    for number, entry in enumerate(document.answers):
        rule = session.decision.rule if session.decision is not None else ""
        reason = enter(session, entry)
        if reason is not None:
            raise DocumentError(file, f"answers[{number}]", f"{reason} ({rule})" if rule else reason)


def require_dice_used(session: Session, file: str) -> None:
    """Raise `DocumentError` if the answers of the position left scripted dice unused."""
    if isinstance(session.dice, ScriptedDice):
        try:
            session.dice.require_used(session.state.rolls)
        except UnusedRolls as error:
            raise DocumentError(file, "dice.faces", str(error)) from None

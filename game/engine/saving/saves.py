"""Saving sessions as documents: saves, positions and notes."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from game.documents.error import DocumentError
from game.documents.files import json_text, write_json
from game.documents.limits import MAX_BYTES, MOST_VALUES
from game.documents.locks import changing
from game.documents.reading import first_refusal, load_document, values_in
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.events import NoteDocument
from game.engine.hidden import sealed_journal, sealed_plans, sealed_state
from game.engine.saving.documents import (
    MOST_NOTES,
    SAVE_VERSION,
    CheckpointDocument,
    DiceDocument,
    DigestDocument,
    PositionDocument,
    SaveDocument,
    pack_events,
    plain,
    seal_of,
)
from game.engine.session import Entry, Session
from game.refusal import Refusal
from game.wording import _

LONG: Final = 800
"""A game with more events is long, and its save packs them."""


def save_document(session: Session, title: str = "") -> SaveDocument:
    """Return the whole game as a document."""
    mark = session.marks[-1]
    record_from = None if session.unattested else session.first_known
    plans = sealed_plans(session)
    clocks = {player: round(used, 1) for player, used in session.clocks.items()}
    return SaveDocument(
        version=1 if session.unattested else SAVE_VERSION,
        ruleset=session.ruleset.name,
        rules_version=session.ruleset.version,
        title=title,
        saved_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        finished=session.finished,
        lesson=None if session.lesson is None else tuple(session.lesson),
        seats=dict(session.seats),
        clocks=clocks,
        deploying=dict(session.deploying),
        passing={player: dict(orders) for player, orders in session.passing.items() if orders},
        plans=plans,
        seal=seal_of(session.seats, clocks, session.deploying, record_from, session.passing, plans),
        setup=session.ruleset.plain_setup(session.setup),
        beginning=_first_state(session),
        dice=DiceDocument.of(session.dice),
        journal=sealed_journal(session),
        checkpoint=CheckpointDocument(entries=mark.entries, state=sealed_state(session, mark.state)),
        record_from=record_from,
        digests=tuple(
            DigestDocument(entries=checkpoint.entries, digest=checkpoint.digest(), events=checkpoint.events)
            for checkpoint in session.marks
        ),
        events=tuple(event.plain() for event in session.events),
        notes=tuple(note for note in session.notes if note.entries <= len(session.journal)),
        row_keys={question: dict(keys) for question, keys in session.row_keys.items() if keys},
    )


def _first_state(session: Session) -> dict[str, Any] | None:
    """Return a game's first state; None if the setup determines it, or the game resumed from a checkpoint."""
    first = session.marks[0]
    if session.from_setup or first.entries:
        return None
    return sealed_state(session, session.beginning or first.state)


def save_game(session: Session, path: Path, title: str = "") -> None:
    """Write the game to `path`; raise `OSError`, with the old file untouched."""
    write_json(path, file_data(save_document(session, title)), SAVE_VERSION)


def file_data(document: SaveDocument) -> dict[str, Any]:
    """Return a save as JSON-ready data for its file; the events of long games are packed."""
    if document.events is not None and document.version != 2 and len(document.events) > LONG and not document.forms:
        forms, rows = pack_events(document.happened() or ())
        version = max(2, document.version)
        document = document.model_copy(update={"version": version, "forms": forms, "events": rows})
    return plain(document)


class SaveSize(NamedTuple):
    """The size of a game's save."""

    bytes: int
    values: int

    @property
    def heavy(self) -> bool:
        """Whether the size exceeds half of the limit."""
        return self.bytes > MAX_BYTES // 2 or self.values > MOST_VALUES // 2


def save_size(session: Session) -> SaveSize:
    """Return the size of a game's save; raise `DocumentError` if the save would be too large to read."""
    game = _("the game")
    try:
        text = json_text(file_data(save_document(session)))
    except ValidationError as error:
        raise first_refusal(error, game) from None
    size = SaveSize(len(text.encode()), values_in(text))
    if size.bytes > MAX_BYTES:
        reason = _("its save would then be larger than {most:,} bytes and could not be opened", most=MAX_BYTES)
        raise DocumentError(game, "", reason)
    if size.values > MOST_VALUES:
        reason = _("its save would then hold more than {most:,} values and could not be opened", most=MOST_VALUES)
        raise DocumentError(game, "", reason)
    return size


@lru_cache(maxsize=8)  # many games have the same setup
def _setup_size(plain_setup: Callable[[Any], Any], setup: Any) -> SaveSize:
    text = json_text(plain_setup(setup))
    return SaveSize(len(text.encode()), values_in(text))


class SizeGuard:
    """Measures the save of a session in play now and then, and refuses entries that make it too large.

    Measuring takes longer than an answer between bots, so it waits as long as the save cannot be heavy. The save of a
    new game without notes is as small as its setup.
    """

    SELDOM: Final = 100
    """The least number of events between two measurements of a save that is not heavy."""
    EVENT: Final = SaveSize(3_000, 30)
    """The size that an event adds to a save: an estimate several times as large as most events."""
    LARGE: Final = 2_000
    """The number of characters from which an entry is large, so that the save is measured at once."""

    def __init__(self) -> None:
        self._measured_at, self._pause, self._is_new = 0, 0, True

    def __call__(self, session: Session) -> None:
        """Measure the save if it is time; raise `IllegalAnswer` if it has become too large."""
        if self._is_new and session.from_setup and not session.notes:
            self._pause = self._pause_after(_setup_size(session.ruleset.plain_setup, session.setup))
        self._is_new = False
        happened = len(session.events)
        large = bool(session.journal) and len(str(session.journal[-1])) > self.LARGE
        if not large and abs(happened - self._measured_at) < self._pause:
            return
        self._measured_at, self._pause = happened, 0  # after a refusal, the next entry is measured, too
        try:
            self._pause = self._pause_after(save_size(session))
        except DocumentError as error:
            raise IllegalAnswer([Refusal(str(error))]) from None

    def _pause_after(self, size: SaveSize) -> int:
        """Return the number of events until the next measurement, or 0 to measure after every entry."""
        if size.heavy:
            return 0
        events_left = (
            (MAX_BYTES // 2 - size.bytes) // self.EVENT.bytes,
            (MOST_VALUES // 2 - size.values) // self.EVENT.values,
        )
        return max(self.SELDOM, min(events_left))


def add_note(session: Session, note: NoteDocument) -> None:
    """Add a note to a game; raise `DocumentError` if its save has no room for it."""
    session.notes.append(note)
    try:
        save_size(session)
    except DocumentError:
        session.notes.remove(note)
        raise


def note_in_file(path: Path, note: NoteDocument, journal: Sequence[Entry]) -> None:
    """Add a note to a saved game; raise `DocumentError` or `OSError`, also if the file has another `journal`."""
    with changing(path):
        document = load_document(path, SaveDocument)
        if list(document.journal[: note.entries]) != list(journal[: note.entries]):
            raise DocumentError(str(path), "journal", _("has changed since it was opened: open it again"))
        if len(document.notes) >= MOST_NOTES:
            raise DocumentError(str(path), "notes", _("already has {n} notes, the most a save can hold", n=MOST_NOTES))
        write_json(path, plain(document.model_copy(update={"notes": (*document.notes, note)})), SAVE_VERSION)


def position_document(session: Session, note: str = "") -> PositionDocument:
    """Return the present moment as a position: the latest checkpoint's state and the answers since."""
    mark = session.marks[-1]
    return PositionDocument(
        ruleset=session.ruleset.name,
        note=note,
        setup=session.ruleset.plain_setup(session.setup),
        state=sealed_state(session, mark.state),
        answers=sealed_journal(session, mark),
        dice=DiceDocument.of(session.dice, mark.state.rolls.total),
    )

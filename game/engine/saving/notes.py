"""Notes on the moments of a game: kept in the game, or added to its saved file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.documents.error import DocumentError
from game.documents.files import write_json
from game.documents.locks import changing
from game.documents.reading import load_document
from game.engine.core.notes import NoteDocument
from game.engine.saving.documents import MOST_NOTES, SAVE_VERSION, SaveDocument, plain
from game.engine.saving.saves import weighed
from game.engine.session import Entry, Session
from game.wording import _


def add_note(session: Session, note: NoteDocument) -> None:
    """Keep a note on a game; raise `DocumentError` when its save has no room for it."""
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

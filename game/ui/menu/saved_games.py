"""The saved games as a list shows them: when, what, who, with a picture; damaged ones with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import pygame

from game.documents.error import DocumentError
from game.documents.files import is_beside, modified, previous_of, saves_folder
from game.documents.locks import changing
from game.documents.reading import load_document
from game.engine.rulebook.view import TableView
from game.engine.saving.autosaves import STAMP, autosaved
from game.engine.saving.documents import SaveDocument
from game.engine.saving.saves import from_checkpoint
from game.rulesets import find
from game.ui.board.picture import render_table
from game.ui.model.new_game_draft import kind_words
from game.ui.model.session_model import palette_of
from game.ui.widgets.looks import Ground
from game.ui.widgets.tasks import Task
from game.wording import _

PICTURE: Final = (640, 480)
"""Pixels of a picture at most; it is shown at any size below."""


@dataclass
class Saved:
    """One saved game, of which only the file is known until it is `read`; `trouble` says why it cannot be opened.

    A game saved `by_itself` was saved automatically while it was played.
    """

    path: Path
    when: datetime
    read: bool = False
    by_itself: bool = False
    trouble: str = ""
    finished: bool = False
    version: str = ""
    seats: tuple[str, ...] = ()
    view: TableView | None = None
    ground: Ground | None = None
    picture: pygame.Surface | None = None

    @property
    def title(self) -> str:
        if not self.by_itself:
            return self.path.stem
        try:
            begun = datetime.strptime(self.path.stem[:19], STAMP)
        except ValueError:  # an older program's
            return _("The game on the table")
        return _("Game of {begun:%d %b %Y, %H:%M}", begun=begun)

    def lines(self) -> list[str]:
        """Return the known facts, one a line."""
        facts = [_("{when:%d %b %Y, %H:%M}", when=self.when)]
        if self.view is not None:
            facts.append(", ".join(part for part in (self.view.title, self.view.round_text) if part))
            facts.append(", ".join(self.seats))
            if self.finished and self.view.result:
                facts.append(self.view.result)
            facts.append(_("Rules version {version}", version=self.version))
        return facts

    def paint(self) -> None:
        """Make its picture, once its table is known."""
        if self.picture is None and self.view is not None and self.ground is not None:
            self.picture = render_table(self.view, self.ground, PICTURE)


def saved_games() -> list[Saved]:
    """Return every saved game, the newest first, none of them read yet."""
    paths = dict.fromkeys((path for path in saves_folder().glob("*.json") if not is_beside(path)), False)
    found = []
    for path, by_itself in (paths | dict.fromkeys(autosaved(), True)).items():
        with suppress(OSError):  # gone since the folder was read
            found.append(Saved(path, modified(path), by_itself=by_itself))
    return sorted(found, key=lambda saved: saved.when, reverse=True)


def read(saved: Saved) -> None:
    """Read a saved game up to its last checkpoint; an error becomes its `trouble`."""
    try:
        document = load_document(saved.path, SaveDocument)
        session = from_checkpoint(document, find, str(saved.path))
        view = session.ruleset.view(session.game)
        saved.seats = tuple(
            f"{player.name} ({kind_words(document.seats[player.id])})" if player.id in document.seats else player.name
            for player in view.players
        )
        saved.finished, saved.version = document.finished, document.rules_version
        saved.ground = Ground.of(session.game.ruler.battlefield, palette_of(session))
        saved.view = view
    except DocumentError as error:
        saved.trouble = f"{error.where}: {error.reason}" if error.where else error.reason
    except OSError as error:
        saved.trouble = str(error)
    saved.read = True


def delete(saved: Saved) -> None:
    """Remove a saved game and the version before it; raise `OSError`, also while somebody plays it."""
    with changing(saved.path, wait=0):
        saved.path.unlink()
        previous_of(saved.path).unlink(missing_ok=True)


class Reader:
    """Reads saved games one by one in a thread of its own, until it is `stopped`; the list need not wait."""

    def __init__(self, games: Iterable[Saved]) -> None:
        self._games = list(games)
        self.stopped = False
        self._task = Task(self._work, "saved games")

    def _work(self) -> None:
        for saved in self._games:
            if self.stopped:
                return
            read(saved)

    @property
    def busy(self) -> bool:
        return not self._task.done

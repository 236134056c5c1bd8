"""The list of saved games with pictures, to resume or to replay; damaged ones with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from game.engine.rulebook.view import Line, TableView
from game.engine.saving.autosaves import STAMP, autosaved
from game.engine.saving.documents import SaveDocument
from game.engine.saving.saves import from_checkpoint
from game.rulesets import find
from game.ui.board.picture import render_table
from game.ui.model.new_game_draft import kind_words
from game.ui.model.session_model import palette_of
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.looks import Ground
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.tasks import Task
from game.ui.widgets.text import blit_at, ink, line_height, wrap
from game.ui.widgets.theme import BAD, INK, INK_QUIET, SLATE_LINE, SLATE_RAISED, Theme
from game.wording import N_, _

PICTURE: Final = (640, 480)
"""Maximum size of a picture in pixels; it is shown at any size below."""


@dataclass
class Saved:
    """One saved game, only a file until it is `read`; `trouble` is the reason why it cannot be opened.

    A game saved `by_itself` is an autosave.
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
        except ValueError:  # from an older version
            return _("The game on the table")
        return _("Game of {begun:%d %b %Y, %H:%M}", begun=begun)

    def lines(self) -> list[str]:
        """Return the known facts, one per line."""
        facts = [_("{when:%d %b %Y, %H:%M}", when=self.when)]
        if self.view is not None:
            facts.append(", ".join(part for part in (self.view.title, self.view.round_text) if part))
            facts.append(", ".join(self.seats))
            if self.finished and self.view.result:
                facts.append(self.view.result)
            facts.append(_("Rules version {version}", version=self.version))
        return facts

    def paint(self) -> None:
        """Paint its picture, once its table is known."""
        if self.picture is None and self.view is not None and self.ground is not None:
            self.picture = render_table(self.view, self.ground, PICTURE)


def saved_games() -> list[Saved]:
    """Return every saved game, the newest first, none of them read yet."""
    paths = dict.fromkeys((path for path in saves_folder().glob("*.json") if not is_beside(path)), False)
    found = []
    for path, by_itself in (paths | dict.fromkeys(autosaved(), True)).items():
        with suppress(OSError):  # removed meanwhile
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
    """Remove a saved game and its previous version; raise `OSError`, also while somebody plays it."""
    with changing(saved.path, wait=0):
        saved.path.unlink()
        previous_of(saved.path).unlink(missing_ok=True)


class Reader:
    """Reads saved games one by one in a thread, until it is `stopped`; the list need not wait."""

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


HOW = N_("A game can be saved at any time; the one on the table is kept by itself.")


def _draw(target: pygame.Surface, theme: Theme, saved: Saved, rect: pygame.Rect) -> None:
    """Draw the picture of a saved game, and below it the known facts."""
    frame = pygame.Rect(rect.left, rect.top, rect.width, rect.width * 3 // 4)
    if saved.picture is not None:
        frame = saved.picture.get_rect().fit(frame).move_to(topleft=frame.topleft)
        target.blit(pygame.transform.smoothscale(saved.picture, frame.size), frame)
    else:
        pygame.draw.rect(target, SLATE_RAISED, frame, border_radius=theme.px(0.75))
        text = _("cannot be opened") if saved.trouble else _("is being read")
        blit_at(target, ink(theme, text, "small", "regular", INK_QUIET), center=frame.center)
    pygame.draw.rect(target, SLATE_LINE, frame, 1)
    y = frame.bottom + theme.px(1)
    facts = [(text, INK if number == 1 else INK_QUIET) for number, text in enumerate(saved.lines())]
    for text, tint in [*facts, *([(saved.trouble, BAD)] if saved.trouble else [])]:
        for row in wrap(theme, text, rect.width, "small"):
            if y + line_height(theme, "small") <= rect.bottom:
                target.blit(ink(theme, row, "small", "regular", tint), (rect.left, y))
            y += line_height(theme, "small")


@dataclass
class SavedGamesSheet(Sheet):
    """The list of games, with the picture of the row under cursor or mouse."""

    games: Sequence[Saved] = ()

    def chosen(self) -> Saved | None:
        """Return the game under the mouse, else under the cursor."""
        action = self.list.pointed()
        return next((game for game in self.games if action is not None and str(game.path) == action.id), None)

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        wide = min(theme.px(130), window.width - theme.px(4))
        self.rect = pygame.Rect(0, 0, wide, min(theme.px(88), window.height - theme.px(4)))
        self.rect.center = window.center
        inner = self.rect.width - theme.px(9)
        top = self.rect.top + theme.px(8) + len(self.lines) * line_height(theme, "small") + theme.px(1)
        high = self.rect.bottom - theme.px(2) - top
        self.list.place(pygame.Rect(self.rect.left + theme.px(3), top, inner * 56 // 100, high))

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        left, saved = self.list.rect.right + self.theme.px(3), self.chosen()
        wide = self.rect.right - self.theme.px(3) - left
        if saved is not None:
            room = pygame.Rect(left, self.list.rect.top, wide, self.list.rect.height)
            _draw(target, self.theme, saved, room)


class SavedGamesScreen(SheetScreen):
    """Shows the saved games under a title and a note; the chosen one goes to the screen `opens`."""

    def __init__(self, window: Window, title: str, opens: str, note: str = "") -> None:
        super().__init__(window)
        self.title = title
        self._opens, self._note = opens, note
        self._find()
        self._known = -1
        self._removing = False

    def _find(self) -> None:
        self.games = saved_games()
        self._reader = Reader(self.games)

    def enter(self) -> None:
        if not self.sheets:
            self._reader.stopped = True
            self._find()
        super().enter()

    def leave(self) -> None:
        self._reader.stopped = True

    def first(self, *, removing: bool = False) -> Sheet:
        self._removing = removing
        title = _("Remove which game?") if removing else self.title
        note = "" if removing else self._note if self.games else _(HOW)
        lines = (Line(note, tone="quiet"),) if note else ()
        if not self.games:
            return Sheet(self.theme, title, lines, self._rows(), self._perform)
        return SavedGamesSheet(self.theme, title, lines, self._rows(), self._perform, games=self.games)

    def _rows(self) -> list[MenuItem]:
        rows = []
        for game in self.games:
            reason, detail = "" if self._removing else game.trouble, game.trouble or " · ".join(game.lines()[:2])
            rows.append(MenuItem(str(game.path), game.title, reason=reason, detail=detail))
        if not rows:
            rows.append(MenuItem("none", _("No game has been saved yet."), heading=True))
        if not self._removing:
            rows.append(MenuItem("file", _("Open another file"), "o"))
        if self.games and not self._removing:
            rows.append(MenuItem("remove", _("Remove a game"), "r"))
        return with_keys([*rows, MenuItem("close", _("Back"), "escape")])

    def tick(self) -> bool:
        lively = super().tick()
        known = sum(game.read for game in self.games)
        unpainted = next((game for game in self.games if game.view is not None and game.picture is None), None)
        if unpainted is not None:
            unpainted.paint()
            self.window.stale = True
        if known != self._known:
            self._known = known
            for sheet in self.sheets:
                if isinstance(sheet, SavedGamesSheet):
                    sheet.list.set(self._rows())
                    marked = sheet.list.current()
                    if marked is None or not marked.enabled:  # read, but cannot be opened
                        sheet.list.step(1)
            self.window.stale = True
        return lively or unpainted is not None or self._reader.busy

    def _perform(self, action: MenuItem) -> None:
        if action.id == "close":
            if self._removing:
                self.show(self.first())
        elif action.id == "remove":
            self.show(self.first(removing=True))
        elif action.id == "file":
            self.show(self.first())
            self.ask_file(self.title, Path.home(), self._open_file)
        elif self._removing:
            self._ask_to_remove(next(game for game in self.games if str(game.path) == action.id))
        else:
            self._open_file(action.id)

    def _open_file(self, text: str) -> None:
        self.window.open(self._opens, path=Path(text))

    def _ask_to_remove(self, saved: Saved) -> None:
        def answer(action: MenuItem) -> None:
            if action.id == "yes":
                try:
                    delete(saved)
                    self.games.remove(saved)
                except OSError as error:
                    self.window.trouble.append(str(error))
            self.show(self.first())

        texts = [Line(" · ".join(saved.lines()[:2]))]
        rows = [MenuItem("close", _("Keep it"), "escape"), MenuItem("yes", _("Remove it for good"), "r")]
        self.show(Sheet(self.theme, _("Remove {name}?", name=saved.title), texts, rows, answer))


def games_to_resume(window: Window) -> SavedGamesScreen:
    """Return the saved games; the chosen one is resumed at the table."""
    return SavedGamesScreen(window, _("Load a game"), "opening")


def games_to_replay(window: Window) -> SavedGamesScreen:
    """Return the saved games; the chosen one opens in the time machine."""
    note = _("Any saved game, over or not, can be looked at from its beginning to where it stands.")
    return SavedGamesScreen(window, _("Replays"), "retracing", note)

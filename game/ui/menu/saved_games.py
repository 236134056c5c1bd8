"""The list of saved games with pictures, to resume or to replay; and screens that open a game with progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import pygame

from game.documents.error import DocumentError
from game.documents.files import is_beside, previous_of, saves_folder, why_not_name
from game.documents.locks import changing
from game.documents.reading import load_document
from game.engine.rulebook.view import Line, TableView
from game.engine.saving.autosaves import STAMP, Autosave, fall_back, saved_files, take_newest, why_no_game_to_continue
from game.engine.saving.documents import SaveDocument
from game.engine.saving.loading import Difference, loading_steps, resume_at_checkpoint
from game.engine.session import Session
from game.play.session_model import palette_of
from game.rulesets import find
from game.ui.board.picture import PICTURE, draw_pictured, render_table
from game.ui.model.new_game_draft import seated
from game.ui.shell.jobs import Job, threaded
from game.ui.shell.sheet_screen import SheetScreen, clean_name
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.dialogs import LONGEST_NAME, Picked, day, file_size, shown_name
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.tasks import Background
from game.ui.widgets.text import line_height
from game.ui.widgets.theme import BAD, INK, INK_QUIET, Ground
from game.wording import N_, _

MOST_READ: Final = 60
"""The most games whose table stays in memory; others are read again when needed."""
MOST_PICTURES: Final = 16


@dataclass
class Saved:
    """A saved game: only a file until it is `read`.

    `trouble` is why it cannot be opened, `by_itself` marks an autosave.
    """

    path: Path
    when: float
    """Seconds since 1970."""
    size: int = 0
    read: bool = False
    by_itself: bool = False
    trouble: str = ""
    finished: bool = False
    version: str = ""
    rulebook: str = ""
    seats: tuple[str, ...] = ()
    view: TableView | None = None
    turn: str = ""
    """The name of the player who decides next."""
    ground: Ground | None = None
    picture: pygame.Surface | None = None

    @property
    def title(self) -> str:
        if not self.by_itself:
            return shown_name(self.path.stem)
        if self.view is not None:
            return f"{_(self.rulebook)}: {self.view.title}"
        try:
            begun = datetime.strptime(self.path.stem[:19], STAMP)
        except ValueError:  # from an older version
            return _("The game on the table")
        return _("Game of {begun:%d %b %Y, %H:%M}", begun=begun)

    @property
    def brief(self) -> str:
        """The text of its row: the day, and once the game is read, its state and players."""
        facts = [day(self.when)]
        if self.view is not None:
            state = self.view.result if self.finished else self.view.round_text
            facts += [state, ", ".join(self.seats)]
        return " · ".join(fact for fact in facts if fact)

    def lines(self) -> list[str]:
        """Return the facts known so far, one for each line."""
        facts = [f"{day(self.when)} · {file_size(self.size)}"]
        if self.view is not None:
            facts.append(", ".join(part for part in (self.view.title, self.view.round_text) if part))
            facts.append(", ".join(self.seats))
            if self.finished and self.view.result:
                facts.append(self.view.result)
            facts.append(_("Rules version {version}", version=self.version))
        return facts

    def forget(self) -> None:
        """Drop the table and the picture; they are read again when needed."""
        self.view = self.ground = self.picture = None
        self.read = False


def saved_games() -> list[Saved]:
    """Return all saved games, the newest first; none is read yet."""
    return [Saved(file.path, file.when, file.size, by_itself=file.by_itself) for file in saved_files()]


def read(saved: Saved) -> None:
    """Read a saved game up to its last checkpoint; an error is stored as its `trouble`."""
    try:
        document = load_document(saved.path, SaveDocument)
        session = resume_at_checkpoint(document, find, str(saved.path))
        view = session.ruleset.view(session.game)
        saved.seats = tuple(
            seated(player.name, document.seats[player.id]) if player.id in document.seats else player.name
            for player in view.players
        )
        saved.finished, saved.version = session.finished, document.rules_version
        saved.rulebook = session.ruleset.title
        saved.ground = Ground.of(session.game.ruler.battlefield, palette_of(session))
        names = {player.id: player.name for player in view.players}
        saved.turn = names.get(session.decision.player, "") if session.decision is not None else ""
        saved.view = view
    except DocumentError as error:
        saved.trouble = f"{error.where}: {error.reason}" if error.where else error.reason
    except OSError as error:
        saved.trouble = str(error)
    finally:
        saved.read = True  # after an error too: reading again would fail again


def delete(saved: Saved) -> None:
    """Remove a saved game and its previous version; raise `OSError`, for example while another process plays it."""
    with changing(saved.path, wait=0):
        saved.path.unlink()
        previous_of(saved.path).unlink(missing_ok=True)


def rename(saved: Saved, name: str) -> Path:
    """Rename a saved game, which makes it one saved by hand; return its file. Raise `OSError` with the reason."""
    target = saves_folder() / f"{clean_name(name, LONGEST_NAME)}.json"
    if why := why_not_name(f"{name}.json"):
        raise OSError(why)
    if target.stem.startswith(".") or is_beside(target):
        raise OSError(_("{name!r} cannot be used as a name", name=name))
    with changing(saved.path, wait=0), changing(target, wait=0):
        if target.exists():
            raise FileExistsError(_("{name} already exists", name=target.stem))
        saved.path.rename(target)
        with suppress(FileNotFoundError):
            previous_of(saved.path).rename(previous_of(target))
    return target


class Reader:
    """Reads saved games one after another in a thread, so that the list need not wait."""

    def __init__(self) -> None:
        self._worker = Background[None](most=1)
        self._known: list[Saved] = []
        self._painted: list[Saved] = []

    def want(self, games: Sequence[Saved]) -> bool:
        """Read these games in order; return whether any is still to be read.

        Of other games, only the latest stay in memory.
        """
        busy, unread = self._worker.busy, next((game for game in games if not game.read), None)
        if unread is not None:
            self._worker.ask(object(), lambda: partial(read, unread))
        for game in (game for game in games if game.read and game not in self._known):
            self._known.append(game)
        for game in [game for game in self._known if game not in games][: max(0, len(self._known) - MOST_READ)]:
            game.forget()
            self._known.remove(game)
        return busy or unread is not None

    def paint(self, game: Saved | None) -> bool:
        """Paint the picture of a game if its table is read and it has none; return whether it was painted."""
        if game is None or game.view is None or game.ground is None or game.picture is not None:
            return False
        game.picture = render_table(game.view, game.ground, PICTURE)
        self._painted.append(game)
        for old in self._painted[:-MOST_PICTURES]:
            old.picture = None
        del self._painted[:-MOST_PICTURES]
        return True


Result = TypeVar("Result")

HOW = N_("You can save a game at any time; the one on the table is saved automatically.")


@dataclass
class SavedGamesSheet(Sheet):
    """The list of games, with the picture of the one under the mouse or cursor."""

    games: Sequence[Saved] = ()

    def chosen(self) -> Saved | None:
        """Return the game under the mouse, or else under the cursor."""
        action = self.list.pointed()
        return next((game for game in self.games if action is not None and str(game.path) == action.id), None)

    def in_view(self) -> list[Saved]:
        """Return the games whose rows are visible, the chosen one first."""
        visible = {action.id for action, rect in self.list.rows() if rect.colliderect(self.list.rect)}
        chosen = self.chosen()
        games = [game for game in self.games if str(game.path) in visible and game is not chosen]
        return games if chosen is None else [chosen, *games]

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        width = min(theme.px(130), window.width - theme.px(4))
        self.rect = pygame.Rect(0, 0, width, min(theme.px(88), window.height - theme.px(4)))
        self.rect.center = window.center
        inner = self.rect.width - theme.px(9)
        top = self.rect.top + theme.px(8) + len(self.lines) * line_height(theme, "small") + theme.px(1)
        height = self.rect.bottom - theme.px(2) - top
        self.list.place(pygame.Rect(self.rect.left + theme.px(3), top, inner * 56 // 100, height))

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        left, saved = self.list.rect.right + self.theme.px(3), self.chosen()
        width = self.rect.right - self.theme.px(3) - left
        if saved is not None:
            picture_rect = pygame.Rect(left, self.list.rect.top, width, self.list.rect.height)
            facts = [(text, INK if number == 1 else INK_QUIET) for number, text in enumerate(saved.lines())]
            facts += [(saved.trouble, BAD)] if saved.trouble else []
            placeholder = _("cannot be opened") if saved.trouble else _("still loading")
            draw_pictured(target, self.theme, picture_rect, saved.picture, facts, placeholder)


class SavedGamesScreen(SheetScreen):
    """Shows the saved games. The chosen one is given to `then`, or else to the screen named `opens`."""

    def __init__(self, window: Window, title: str, opens: str, note: str = "", then: Picked | None = None) -> None:
        super().__init__(window)
        self.title = title
        self._opens, self._note, self._then = opens, note, then
        self.games = saved_games()
        self._reader = Reader()
        self._known = 0
        self._purpose = ""

    def enter(self) -> None:
        if not self.sheets:
            self.games = saved_games()
        super().enter()

    def first(self, purpose: str = "", marked: str = "") -> Sheet:
        """Return the list of games: to open one, or for the `purpose` "rename" or "remove"."""
        self._purpose = purpose
        titles = {"rename": _("Rename which game?"), "remove": _("Remove which game?")}
        title = titles.get(purpose, self.title)
        note = self._note if self.games else _(HOW)
        note = "" if purpose else note
        lines = (Line(note, tone="quiet"),) if note else ()
        if not self.games:
            return Sheet(self.theme, title, lines, self._rows())
        marked = marked or str(self.games[0].path)
        return SavedGamesSheet(self.theme, title, lines, self._rows(), marked=marked, games=self.games)

    def _rows(self) -> list[MenuItem]:
        """Return the rows for the present purpose: a game each, and the other things to do."""
        rows = [MenuItem("close", _("Back"), "escape")]
        actions = {"remove": self._ask_to_remove, "rename": self._ask_for_name}
        action = actions.get(self._purpose, lambda saved: self._open_file(str(saved.path)))
        if self._purpose:
            rows = [replace(rows[0], act=lambda: self.show(self.first()))]
        else:
            rows.append(MenuItem("file", _("Open another file"), "o", act=self._ask_for_file))
        if self.games and not self._purpose:
            rows += [
                MenuItem("rename", _("Rename a game"), "n", act=lambda: self.show(self.first("rename"))),
                MenuItem("remove", _("Remove a game"), "r", act=lambda: self.show(self.first("remove"))),
            ]
        title = _("Saved games") if self.games else _("No game has been saved yet.")
        rows.append(MenuItem("games", title, heading=True))
        for game in self.games:
            reason, detail = "" if self._purpose else game.trouble, game.trouble or game.brief
            rows.append(MenuItem(str(game.path), game.title, reason=reason, detail=detail, act=partial(action, game)))
        return with_keys(rows)

    def tick(self) -> bool:
        lively = super().tick()
        sheet = self.sheets[-1] if self.sheets else None
        if not isinstance(sheet, SavedGamesSheet):
            return lively
        reading = self._reader.want(sheet.in_view())
        read_count = sum(game.read for game in self.games)
        if read_count != self._known:
            self._known = read_count
            sheet.list.set(self._rows())
            marked = sheet.list.current()
            if marked is None or not marked.enabled:  # the marked game turned out to be unreadable
                sheet.list.step(1)
        changes = self._reader.paint(sheet.chosen()) or reading
        self.window.stale |= changes
        return lively or changes

    def _ask_for_file(self) -> None:
        self.show(self.first())
        self.ask_file(self.title, Path.home(), self._open_file)

    def _open_file(self, text: str) -> None:
        if self._then is None:
            self.window.open(self._opens, path=Path(text))
            return
        self.window.back()
        self._then(text)

    def _ask_for_name(self, saved: Saved) -> None:
        """Ask for a new name of a saved game."""

        def rename_game(name: str) -> None:
            marked = str(saved.path)
            try:
                marked = str(rename(saved, name))
                self.games = saved_games()
            except OSError as error:
                self.window.trouble.append(str(error))
            self.sheets.clear()
            self.show(self.first(marked=marked))

        self.show(self.first())
        self.ask_text(_("Rename {name}", name=saved.title), saved.path.stem, rename_game, _("Rename it"))

    def _ask_to_remove(self, saved: Saved) -> None:
        """Ask before removing a saved game for good."""

        def remove() -> None:
            try:
                delete(saved)
                self.games.remove(saved)
            except OSError as error:
                self.window.trouble.append(str(error))

        texts = [Line(" · ".join(saved.lines()[:2]))]
        rows = [MenuItem("close", _("Keep it"), "escape"), MenuItem("yes", _("Remove it for good"), "r", act=remove)]
        title, go_back = _("Remove {name}?", name=saved.title), lambda action: self.show(self.first())
        self.show(Sheet(self.theme, title, texts, rows, go_back))


def games_to_resume(window: Window, then: Picked | None = None) -> SavedGamesScreen:
    """Return the list of saved games; the chosen one is given to `then`, or else resumed at the table."""
    return SavedGamesScreen(window, _("Load a game"), "opening", then=then)


def games_to_replay(window: Window) -> SavedGamesScreen:
    """Return the list of saved games; the chosen one opens as a replay."""
    note = _("You can replay any saved game, finished or not, from its beginning to where it is now.")
    return SavedGamesScreen(window, _("Replays"), "retracing", note)


UNSEEN: Final = 0.2
"""Seconds before the sheet with the progress is shown."""

Then = Callable[[Path, Session, Difference | None], None]
Report = Callable[[float], None]
"""Takes the part of the work that is done, from 0 to 1; ends the work if it is no longer wanted."""


class OpeningScreen(SheetScreen):
    """Opens the game saved at `path` in a thread, then gives it to `then` or shows its table. Escape stops the work."""

    def __init__(self, window: Window, path: Path, then: Then | None = None) -> None:
        super().__init__(window)
        self.path = path
        self._then = then
        self._began = time.monotonic()
        self.opening: Job | None = None

    def first(self) -> Sheet:
        results: list[Any] = []
        steps = threaded(lambda report: results.append(self.begin(report)), "opening")
        self.opening = Job(self.title(), steps, lambda: self.opened(results.pop()), self._failed, lambda: None)
        return self.opening.sheet(self.theme)

    def title(self) -> str:
        """Return the title of the sheet with the progress."""
        return _("Opening {name}", name=shown_name(self.path.stem))

    def tick(self) -> bool:
        if self.opening is not None and self.window.top is self:
            self.opening.work()
        return True

    def leave(self) -> None:
        if self.opening is not None:
            self.opening.stop()

    def _failed(self, error: Exception) -> None:
        self.window.trouble.append(_("The game was not opened: {error}", error=error))
        self.window.back()

    def begin(self, report: Report) -> Any:
        """Do the work in a thread; its result goes to `opened`."""
        return finished(loading_steps(load_document(self.path, SaveDocument), find, str(self.path)), report)

    def opened(self, result: Any) -> None:
        """Give the opened game to `then`, or show its table in place of this screen."""
        session, difference = result
        if self._then is not None:
            self._then(self.path, session, difference)
        else:
            self.to_table(session, difference)

    def to_table(self, session: Session, difference: Difference | None) -> None:
        """Show the table of the game."""
        self.window.open("resumed-table", instead=True, path=self.path, session=session, difference=difference)

    def paint(self, target: pygame.Surface) -> None:
        if time.monotonic() - self._began < UNSEEN:
            sheets, self.sheets = self.sheets, []
            super().paint(target)
            self.sheets = sheets
        else:
            super().paint(target)


def finished(steps: Generator[float, None, Result], report: Report) -> Result:
    """Take all steps of work, report each, and return the result."""
    while True:
        try:
            report(next(steps))
        except StopIteration as end:
            return cast("Result", end.value)


class ContinuingScreen(OpeningScreen):
    """Opens an autosaved game and locks it; if it cannot be read, opens its previous version."""

    def __init__(self, window: Window, own: Autosave) -> None:
        super().__init__(window, own.path)
        self._own: Autosave | None = own
        self._unread: Exception | None = None

    def _failed(self, error: Exception) -> None:
        previous = previous_of(self.path)
        if self._unread is None and previous.exists():
            self._unread, self.path = error, previous
            self.replace(self.first())
        else:
            super()._failed(self._unread or error)

    def to_table(self, session: Session, difference: Difference | None) -> None:
        autosave = self._own
        assert autosave is not None
        if self._unread is not None:
            self.window.trouble.append(fall_back(autosave.path, self._unread))
        self._own = None
        self.window.open(
            "resumed-table", instead=True, path=autosave.path, session=session, difference=difference, own=autosave
        )

    def leave(self) -> None:
        super().leave()
        if self._own is not None:
            self._own.let_go()


def last_game(window: Window, own: Autosave | None = None) -> ContinuingScreen | None:
    """Open an autosaved game: `own`, or else the newest that no process plays. Report if there is none."""
    own = own or take_newest()
    if own is None:
        window.trouble.append(_("The game was not opened: {error}", error=why_no_game_to_continue()))
        return None
    return ContinuingScreen(window, own)

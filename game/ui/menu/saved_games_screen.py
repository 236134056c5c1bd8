"""Saved games with pictures, to resume or to replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.engine.rulebook.view import Line
from game.ui.menu.saved_games import Reader, Saved, delete, saved_games
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import ink, line_height, put, wrap
from game.ui.widgets.theme import BAD, INK, INK_QUIET, SLATE_LINE, SLATE_RAISED, Theme
from game.wording import N_, _

HOW = N_("A game can be saved at any time; the one on the table is kept by itself.")


def draw_saved(target: pygame.Surface, theme: Theme, saved: Saved, rect: pygame.Rect) -> None:
    """Draw the picture of a saved game, and below it the known facts."""
    frame = pygame.Rect(rect.left, rect.top, rect.width, rect.width * 3 // 4)
    if saved.picture is not None:
        frame = saved.picture.get_rect().fit(frame).move_to(topleft=frame.topleft)
        target.blit(pygame.transform.smoothscale(saved.picture, frame.size), frame)
    else:
        pygame.draw.rect(target, SLATE_RAISED, frame, border_radius=theme.px(0.75))
        text = _("cannot be opened") if saved.trouble else _("is being read")
        put(target, ink(theme, text, "small", "regular", INK_QUIET), center=frame.center)
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
    """The list of games; the picture beside it is that of the row under cursor or mouse."""

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
            draw_saved(target, self.theme, saved, room)


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
                    if marked is None or not marked.enabled:  # it has been read, and cannot be opened
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

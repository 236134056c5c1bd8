"""The list of all maps, to draw a new one, continue the last one, or change any; and the form of a new map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.lengths import size
from game.table.documents import MapDocument, find_map, load_map, maps_folder, offered_maps
from game.ui.board.picture import map_picture
from game.ui.editor.drafts import MapDraft, kept_drafts
from game.ui.editor.sheets import SIDES, about
from game.ui.editor.words import empty_map, usual_size
from game.ui.prefs.memory import last_rulebook
from game.ui.prefs.settings import following
from game.ui.shell.router import Screen
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import FormSheet, Sheet
from game.ui.widgets.text import blit_at
from game.ui.widgets.theme import Theme
from game.wording import _

MAP: Final = "map:"
"""The prefix of the ids of the rows of maps."""


def drawable() -> list[AnyRuleset]:
    """Return the rulebooks for which maps can be drawn."""
    return [book for book in rulesets.usable() if book.editor is not None]


def draft_of(document: MapDocument, book: AnyRuleset, path: Path | None = None) -> MapDraft:
    """Return a draft for changing a map: one of the player's own in its file, any other as a copy."""
    is_own = path is not None and path.parent == maps_folder()
    if path is not None and not is_own:
        document = document.model_copy(update={"name": _("{name}, changed", name=document.name)[:80]})
    return MapDraft(map=document, file=str(path) if is_own else "", ruleset=book.name)


@dataclass
class MapFigure:
    """The picture of the map marked in a list."""

    sheet: Sheet | None = None

    def height(self, theme: Theme, width: int) -> int:
        return width

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        rows = self.sheet.list if self.sheet is not None else None
        if rows is None:
            return
        action = rows.actions[rows.hovered] if 0 <= rows.hovered < len(rows.actions) else rows.current()
        if action is None or not action.id.startswith(MAP):
            return
        picture = map_picture(action.id.removeprefix(MAP), (rect.width, rect.height))
        if picture is not None:
            blit_at(target, picture, midtop=rect.midtop)


class MapsScreen(SheetScreen):
    """Lists the maps of a rulebook; the chosen one opens in the editor.

    `below` is an editor that is open; opening a map leaves it, so that no map is drawn in two editors at once.
    """

    def __init__(self, window: Window, book: AnyRuleset, below: Screen | None = None) -> None:
        super().__init__(window)
        self.book, self.below = book, below

    def enter(self) -> None:
        self.sheets.clear()
        super().enter()

    def first(self) -> Sheet:
        rows = [MenuItem("draw", _("Draw a new map"), "n", primary=True, act=self._draw)]
        for number, (path, draft) in enumerate(kept_drafts()):
            label, key = _("Go on drawing {name}", name=draft.map.name), "g" if number == 0 else ""
            act = partial(self._edit, draft, path)
            rows.append(MenuItem(f"draft:{path}", label, key, detail=about(draft.map), act=act))
        maps = [*offered_maps(self.book.name)]
        groups = (
            (_("Your own"), [offered for offered in maps if Path(offered[0]).is_absolute()]),
            (
                _("Included with the program: a copy is changed"),
                [offered for offered in maps if not Path(offered[0]).is_absolute()],
            ),
        )
        for heading, maps_of_group in groups:
            rows += [MenuItem(f"part:{heading}", heading, heading=True)] if maps_of_group else []
            for name, document in maps_of_group:
                label = _("Change {name}", name=document.name)
                rows.append(MenuItem(f"{MAP}{name}", label, detail=about(document), act=partial(self._open, name)))
        rows.append(MenuItem("file", _("Open a file..."), "o", act=self._ask_for_file))
        others = [book for book in drawable() if book.name != self.book.name]
        rows += [
            MenuItem(book.name, _("Maps of {book}", book=_(book.title)), act=partial(self._turn_to, book))
            for book in others
        ]
        rows.append(MenuItem("close", _("Back"), "escape"))
        figure = MapFigure()
        title = _("Maps of {book}", book=_(self.book.title))
        figure.sheet = sheet = Sheet(self.theme, title, (), with_keys(rows), wide=118, aside=figure)
        return sheet

    def _turn_to(self, book: AnyRuleset) -> None:
        self.book = book
        self.show(self.first())

    def _draw(self) -> None:
        self.window.open("draw", book=self.book)

    def _edit(self, draft: MapDraft, own: Path | None = None) -> None:
        if self.below is not None:
            self.window.drop(self.below)
        self.window.open("editor", draft=draft, own=own)

    def _open(self, name: str) -> None:
        """Open a map in the editor by its name, or report its fault."""
        path = find_map(name)
        try:
            self._edit(draft_of(load_map(path), self.book, path))
        except (DocumentError, OSError) as error:
            self.show(self.first())
            self.report([str(error)], _("The map can't be opened"))

    def _ask_for_file(self) -> None:
        self.show(self.first())
        self.ask_file(_("Open a map"), maps_folder() if maps_folder().is_dir() else Path.home(), self._open)


class NewMapScreen(SheetScreen):
    """Asks for the rulebook and the size of a new map, then opens the editor in its place."""

    def __init__(self, window: Window, book: AnyRuleset) -> None:
        super().__init__(window)
        self.wish = MapWish(book)

    def first(self) -> Sheet:
        return self.wish.sheet(self.theme, self._draw)

    def _draw(self) -> None:
        """Open the editor with an empty table of the wished size, or report why there is none."""
        try:
            draft = draft_of(empty_map(self.wish.book, self.wish.size), self.wish.book)
        except (DocumentError, OSError) as error:
            self.show(self.first())
            self.report([getattr(error, "reason", str(error))], _("That table isn't possible"))
            return
        self.window.open("editor", instead=True, draft=draft)


class MapWish:
    """The choices for a new map: its rulebook and its size in inches."""

    def __init__(self, book: AnyRuleset) -> None:
        self.turn_to(book)

    def turn_to(self, book: AnyRuleset) -> None:
        """Choose a rulebook, with the size of its first map."""
        self.book, self.size = book, usual_size(book)

    def sheet(self, theme: Theme, draw: Callable[[], None], books: Sequence[AnyRuleset] = ()) -> FormSheet:
        """Return the form of these choices."""
        books = books or drawable()

        def build() -> list[MenuItem]:
            return [
                MenuItem("draw", _("Begin to draw"), "return", primary=True),
                MenuItem("book", _("Rulebook"), value=_(self.book.title)),
                MenuItem("width", _("Width"), value=size(self.size[0])),
                MenuItem("height", _("Depth"), value=size(self.size[1])),
                MenuItem("close", _("Back"), "escape"),
            ]

        def turn(row: MenuItem, by: int) -> None:
            width, height = self.size
            if row.id == "book":
                self.turn_to(following(list(books), self.book, by))
            elif row.id == "width":
                self.size = float(min(max(round(width) + by, SIDES[0]), SIDES[-1])), height
            else:
                self.size = width, float(min(max(round(height) + by, SIDES[0]), SIDES[-1]))

        note = [Line(_("An empty table. Left and Right change a value."), tone="quiet")]
        return FormSheet(theme, _("A new map"), note, then=lambda _name: draw(), wide=62, build=build, turn=turn)


def _book(book: AnyRuleset | None) -> AnyRuleset:
    return book or last_rulebook(lambda candidate: candidate.editor is not None)


def maps_screen(window: Window, book: AnyRuleset | None = None, below: Screen | None = None) -> MapsScreen:
    """Return the list of a rulebook's maps, opened over the editor `below` or none.

    The default rulebook is the one played last.
    """
    return MapsScreen(window, _book(book), below)


def new_map_screen(window: Window, book: AnyRuleset | None = None) -> NewMapScreen:
    """Return the form of a new map for a rulebook, by default for the one played last."""
    return NewMapScreen(window, _book(book))

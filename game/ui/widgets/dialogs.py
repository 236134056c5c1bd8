"""Sheets that ask for a line of text or for a file, and the clipboard."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import Final

import pygame

from game.documents.files import LATEST, when_saved, why_not_new
from game.engine.rulebook.view import Line
from game.printable import one_line
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import CHORD, CTRL
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import blit_at, clipped, draw_plate, ink
from game.ui.widgets.theme import INK, LAMP, SLATE, SLATE_LINE, Theme, mix
from game.wording import _, ngettext

_own = ""


def copy_text(text: str) -> None:
    """Put a text on the clipboard."""
    global _own  # noqa: PLW0603 - fallback without a system clipboard
    _own = text
    with contextlib.suppress(pygame.error, ValueError):  # no window system or an unfit text: `_own` must do
        pygame.scrap.put_text(text)


def copied_text() -> str:
    """Return the text on the clipboard, "" if there is none."""
    try:
        text = pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except pygame.error:
        text = ""
    return text or _own


HIGH: Final = 5
"""Height of a text field in units of the theme."""


@dataclass
class TextField:
    """One line of at most `longest` characters; the selection lies between `anchor` and `caret`.

    At first everything is selected, so that typing replaces it.
    """

    text: str = ""
    longest: int = 1000
    caret: int = 0
    anchor: int = 0
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    _left: int = 0
    _theme: Theme = field(default_factory=Theme)

    def __post_init__(self) -> None:
        self.fill(self.text)

    def fill(self, text: str) -> None:
        """Replace the text and select all of the new one."""
        self.text = _one_line(text)[: self.longest]
        self.anchor, self.caret = 0, len(self.text)

    @property
    def selected(self) -> str:
        """The selected part of the text."""
        return self.text[min(self.anchor, self.caret) : max(self.anchor, self.caret)]

    def type(self, text: str) -> None:
        """Put text in place of the selection."""
        start, end = sorted((self.anchor, self.caret))
        text = _one_line(text)[: self.longest - len(self.text) + end - start]
        self.text = self.text[:start] + text + self.text[end:]
        self.anchor = self.caret = start + len(text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether the text or the selection may have changed."""
        if event.type == pygame.TEXTINPUT:
            self.type(event.text)
        elif event.type == pygame.KEYDOWN and event.mod & CTRL:
            self._shortcut(event.key)
        elif event.type == pygame.KEYDOWN:
            return self._key(event.key, keep=bool(event.mod & pygame.KMOD_SHIFT))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self.anchor = self.caret = self._at(event.pos[0])
        elif event.type == pygame.MOUSEMOTION and event.buttons[0] and self.rect.collidepoint(event.pos):
            self.caret = self._at(event.pos[0])
        else:
            return False
        return True

    def _shortcut(self, key: int) -> None:
        """Select all, paste, copy or cut, by the key that Ctrl is held with."""
        if key == pygame.K_a:
            self.anchor, self.caret = 0, len(self.text)
        elif key == pygame.K_v:
            self.type(copied_text())
        elif key in (pygame.K_c, pygame.K_x) and self.selected:
            copy_text(self.selected)
            if key == pygame.K_x:
                self.type("")

    def _key(self, key: int, *, keep: bool) -> bool:
        """Handle the keys that delete or move the caret; with `keep`, moving selects. Return whether it was one."""
        new_carets = {
            pygame.K_LEFT: max(0, self.caret - 1),
            pygame.K_RIGHT: min(len(self.text), self.caret + 1),
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if not self.selected:
                self.anchor = min(len(self.text), max(0, self.caret + (1 if key == pygame.K_DELETE else -1)))
            self.type("")
        elif key in new_carets:
            self.caret = new_carets[key]
            if not keep:
                self.anchor = self.caret
        else:
            return False
        return True

    def _at(self, x: int) -> int:
        """Return the index in the text nearest to a pixel."""
        font, offset = self._theme.font(), x - self._left
        return min(range(len(self.text) + 1), key=lambda index: abs(font.size(self.text[:index])[0] - offset))

    def height(self, theme: Theme, width: int) -> int:
        return theme.px(HIGH)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the field, scrolled so that the caret is in view."""
        self.rect, self._theme = rect.copy(), theme
        draw_plate(target, rect, mix(SLATE, (0, 0, 0), 0.3), LAMP, theme.px(0.75), max(1, theme.px(0.2)))
        font, inside = theme.font(), rect.inflate(-theme.px(2), -theme.px(1))
        caret = font.size(self.text[: self.caret])[0]
        self._left = inside.left - max(0, caret - inside.width + theme.px(0.5))
        start, end = (font.size(self.text[:index])[0] for index in sorted((self.anchor, self.caret)))
        with clipped(target, inside):
            pygame.draw.rect(
                target, mix(SLATE_LINE, LAMP, 0.25), (self._left + start, inside.top, end - start, inside.height)
            )
            blit_at(target, ink(theme, self.text), midleft=(self._left, inside.centery))
            pygame.draw.line(target, INK, (self._left + caret, inside.top), (self._left + caret, inside.bottom), 2)


def _one_line(text: str) -> str:
    return "".join(letter for letter in text.replace("\n", " ") if letter.isprintable())


Picked = Callable[[str], None]
LONGEST_NAME: Final = 70
"""Characters of a file's name that are shown."""
MOST_ROWS: Final = 1000
"""Most rows that are listed of one folder."""


@dataclass
class TextSheet(Sheet):
    """Asks for a line of text, which Enter hands to `picked`; typed letters go to the field."""

    text: str = ""
    """The suggestion."""
    picked: Picked = lambda text: None
    agree: str = ""
    _opened: bool = False

    def __post_init__(self) -> None:
        self.figure = self.line = TextField(self.text)
        self.actions = self.rows()
        super().__post_init__()

    def rows(self) -> list[MenuItem]:
        """Return the rows below the field."""
        return [
            MenuItem("go", self.agree or _("OK"), "return", primary=True),
            MenuItem("close", _("Cancel"), "escape"),
        ]

    def take(self, action: MenuItem | None) -> None:
        if action is None or not action.enabled:
            return
        self.closed = True
        if action.id == "go":
            self.picked(self.line.text)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._opened = True
        elif event.type == pygame.TEXTINPUT and not self._opened:  # it is the key that opened the sheet
            return False
        used = self.line.handle(event)
        if used:
            self.changed()
        return used or super().handle(event)

    def changed(self) -> None:
        """React to a possible change of the text; nothing by default."""

    def _key(self, event: pygame.event.Event) -> None:
        held = event.mod & CHORD
        if event.key == pygame.K_SPACE or (event.unicode and event.unicode.isalnum()) or held:
            return  # the key types, and chooses no row
        super()._key(event)


@dataclass
class ChoiceSheet(TextSheet):
    """Asks for one of many names; typing leaves only those that contain the typed text."""

    choices: Sequence[str] = ()
    wide: float = 84
    fold: bool = True

    def rows(self) -> list[MenuItem]:
        typed = self.line.text.strip().casefold()
        fitting = [MenuItem(f"choice:{name}", name) for name in self.choices if typed in name.casefold()]
        return [*fitting, MenuItem("close", _("Cancel"), "escape")]

    def changed(self) -> None:
        self.list.set(self.rows())
        self.list.mark(self.list.actions[0].id)

    def take(self, action: MenuItem | None) -> None:
        if action is not None:
            self.closed = True
            if action.id != "close":
                self.picked(action.id.removeprefix("choice:"))


@dataclass
class FileSheet(TextSheet):
    """Asks for a file in `folder`: an existing one that ends in a `suffix`, or the name of a new one.

    A missing suffix is added. Before a file is overwritten, the sheet asks once more. A row of a folder opens it.
    With a label `whole`, a row chooses the shown folder itself, if it has such files.
    """

    folder: Path = field(default_factory=Path.home)
    suffix: str | tuple[str, ...] = ".json"
    existing: bool = True
    facts: tuple[Line, ...] = ()
    whole: str = ""
    wide: float = 84
    _sure: bool = False
    _listed: list[MenuItem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._list_folder()
        super().__post_init__()

    def _list_folder(self, trouble: str = "") -> None:
        """Read the folder; show why it cannot be read."""
        listed: list[MenuItem] = []
        try:
            listed = list(_rows_of(self.folder, self.suffix))
        except OSError as error:
            trouble = trouble or str(error.strerror or error)
        self._listed = listed
        self.lines = [Line(_end_of(self.folder), tone="quiet"), *self.facts]
        if trouble:
            self.lines.append(Line(trouble, tone="bad"))

    def rows(self) -> list[MenuItem]:
        name = self.line.text.strip() or "…"
        label = _("Open {name}", name=name) if self.existing else _("Save {name}", name=name)
        if self._sure:
            label = _("{name} already exists. Replace it?", name=name)
        go = MenuItem("go", label, "return", primary=True)
        has_files = any(row.id.startswith("file:") for row in self._listed)
        whole = [MenuItem("whole", self.whole)] if self.whole and has_files else []
        return [go, *whole, MenuItem("close", _("Cancel"), "escape"), *self._listed]

    def changed(self) -> None:
        self._sure = False
        self.list.set(self.rows())

    def take(self, action: MenuItem | None) -> None:
        if action is None or not action.enabled:
            return
        kind, _colon, name = action.id.partition(":")
        if kind == "folder":
            self._open(self.folder.parent if name == ".." else self.folder / name)
        elif kind == "file":
            if self.existing:
                self._finish(self.folder / name)
            self.line.fill(name)
            self.changed()
            self.list.mark("go")
        elif kind == "go":
            self._accept()
        elif kind == "whole":
            self._finish(self.folder)
        else:
            self.closed = True

    def _open(self, folder: Path) -> None:
        """List another folder."""
        self.folder = folder
        self._list_folder()
        self.list.set(self.rows())
        self.list.view.offset = 0
        self.list.mark("go")

    def _accept(self) -> None:
        """Choose the named file, open the named folder, or show the reason against it."""
        typed = self.line.text.strip()
        path = self.folder / typed if typed else self.folder
        try:
            is_folder = path.is_dir()
            if not (is_folder or self.existing or path.name.lower().endswith(self.suffix)):
                path = path.with_name(f"{path.name}{self.suffix}")
            exists = path.exists()
        except (OSError, ValueError) as error:
            self._say(str(error))
            return
        if not typed:
            self._say(_("Name a file, or choose one."))
        elif is_folder:
            self.line.fill("")
            self._open(path)
        elif self.existing and not exists:
            self._say(_("No such file: {name}", name=typed))
        elif not exists and (refusal := why_not_new(path)):
            self._say(refusal)
        elif exists and not self.existing and not self._sure:
            self._sure = True
            self.list.set(self.rows())
        else:
            self._finish(path)

    def _finish(self, path: Path) -> None:
        self.closed = True
        self.picked(str(path))

    def _say(self, trouble: str) -> None:
        """Show a trouble above the rows."""
        self._list_folder(trouble)
        self.list.set(self.rows())


def _rows_of(folder: Path, suffix: str | tuple[str, ...]) -> Iterator[MenuItem]:
    """Yield the way up, the folders by name, then the files with a suffix, newest first; raise `OSError`."""
    folders, files = [], []
    with os.scandir(folder) as entries:
        visible = (entry for entry in entries if not entry.name.startswith("."))
        for entry in islice(visible, 20 * MOST_ROWS):
            with suppress(OSError):  # removed meanwhile, or a link to nowhere
                if entry.is_dir():
                    folders.append(entry.name)
                elif entry.name.lower().endswith(suffix):
                    files.append((when_saved(Path(entry.path)), entry.name, entry.stat().st_size))
    yield MenuItem("folder:..", _("Up one folder"))
    rows = chain(
        (MenuItem(f"folder:{name}", f"{shown_name(name)}{os.sep}") for name in sorted(folders)),
        (
            MenuItem(f"file:{name}", shown_name(name), detail=f"{day(saved)} · {file_size(size)}")
            for saved, name, size in sorted(files, reverse=True)
        ),
    )
    yield from islice(rows, MOST_ROWS)
    unlisted = len(folders) + len(files) - MOST_ROWS
    if unlisted > 0:
        yield MenuItem("more", ngettext("{n} more", "{n} more", unlisted), heading=True)


def shown_name(name: str) -> str:
    """Return the name of a file for a row: on one line, without unprintable characters, shortened."""
    text = one_line(name)
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"


def day(seconds: float) -> str:
    """Return the date and time of some seconds since 1970."""
    return _("{when:%d %b %Y, %H:%M}", when=datetime.fromtimestamp(min(max(seconds, 0.0), LATEST)))


def file_size(count: int) -> str:
    """Return a text for a file size in bytes."""
    return _("{count} kB", count=-(-count // 1000))


def _end_of(folder: Path) -> str:
    """Return the path of a folder, shortened to its end."""
    text = one_line(str(folder))
    return text if len(text) <= LONGEST_NAME else f"…{text[-LONGEST_NAME:]}"

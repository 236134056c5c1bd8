"""The settings, a row each, changed at once by keys or a click, and the pages of keys and letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import pygame

from game import rulesets
from game.engine.rulebook.view import Line
from game.ui.prefs.letters import check_key, letter_of, relettered
from game.ui.prefs.settings import GROUPS, SETTINGS, following, turned
from game.ui.shell.sheet_screen import OneSheetScreen, SheetHost
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import CHANGEABLE, COMMANDS, EVERYBODY, SEATS, KeyTaken, key_label, key_name, key_of, rebound
from game.ui.widgets.sheet import FormSheet, Sheet
from game.wording import N_, _

Turn = Callable[[MenuItem, int], None]
NOTE: Final = N_("Aids only show things; they never change the rules. Everything is saved for next time.")


def settings_sheet(host: SheetHost, marked: str = "") -> FormSheet:
    """Return the settings, for over a table or as a screen, with the cursor on a row."""

    def build() -> list[MenuItem]:
        rows = [MenuItem("close", _("Done"), "escape")]
        for group, title in GROUPS.items():
            rows.append(MenuItem(f"group:{group}", _(title), heading=True))
            rows += [_row(host, name) for name, setting in SETTINGS.items() if setting.group == group]
            if group == "keys":
                rows.append(MenuItem("keys", _("Shortcut keys")))
                rows.append(MenuItem("letters", _("Action letters")))
        return rows

    def turn(action: MenuItem, by: int) -> None:
        options = host.window.options
        if action.id == "scale" and not options.scale:  # change the size from the one in use
            options = replace(options, scale=round(host.window.scale, 1))
        host.window.choose(turned(options, action.id, by))
        write_texts()  # the language may have changed

    def write_texts() -> None:
        sheet.title, sheet.lines = _("Settings"), [Line(_(NOTE), tone="quiet")]

    sheet = FormSheet(
        host.window.theme,
        "",
        then=lambda name: host.show({"keys": keys_sheet, "letters": letters_sheet}[name](host)),
        wide=84,
        marked=marked,
        build=build,
        turn=turn,
    )
    write_texts()
    return sheet


settings_screen = partial(OneSheetScreen, build=settings_sheet)


def _row(host: SheetHost, name: str) -> MenuItem:
    """Return the row of a setting with its value or tick."""
    setting, current = SETTINGS[name], getattr(host.window.options, name)
    detail = _(setting.note) if setting.note else ""
    if setting.is_switch:
        return MenuItem(name, _(setting.label), ticked=bool(current), detail=detail)
    return MenuItem(name, _(setting.label), value=setting.words(current), detail=detail)


@dataclass
class KeySheet(Sheet):
    """Waits for a key and passes it to `take_key`, "" for the default key; that may raise `KeyTaken`.

    With `shifted`, a letter with Shift counts as another key.
    """

    shifted: bool = False
    take_key: Callable[[str], None] = field(default=lambda key: None)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE or not (key := key_name(event)):
            return super().handle(event)
        if self.shifted and event.mod & pygame.KMOD_SHIFT and len(key) == 1:
            key = f"shift+{key}"
        try:
            self.take_key("" if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE) else key)
        except KeyTaken as error:
            self.lines = [*self.lines[:1], Line(str(error), tone="bad")]
            return True
        self.closed = True
        return True


def keys_sheet(host: SheetHost) -> FormSheet:
    """Return the page of keys; closing it leads back to the settings."""
    chosen_set = [EVERYBODY]

    def build() -> list[MenuItem]:
        sets, set_name = host.window.options.keys, chosen_set[0]
        rows = [MenuItem("close", _("Done"), "escape"), MenuItem("set", _("Keys for"), value=_whose(set_name))]
        for command in CHANGEABLE:
            key = key_of(sets, command.name, set_name)
            value = key_label(key) if key else _("same as everybody")
            detail = _("was {key}", key=key_label(command.key)) if key and key != command.key else ""
            rows.append(MenuItem(command.name, _(command.label), value=value, detail=detail))
        return rows

    def turn(action: MenuItem, by: int) -> None:
        if action.id == "set":
            chosen_set[0] = following(SEATS, chosen_set[0], by)
        else:
            host.show(_waiting(host, action.id, chosen_set[0], sheet.renew))

    note = _("Choose a line and press its new key. A seat's keys work while its player decides.")
    sheet = _page(host, "keys", _("Keys"), note, build, turn)
    return sheet


def _page(
    host: SheetHost, name: str, title: str, note: str, build: Callable[[], list[MenuItem]], turn: Turn
) -> FormSheet:
    """Return a page of the settings; closing it leads back to the settings, at the row with its name."""
    back = lambda closing: host.show(settings_sheet(host, name))  # noqa: E731
    lines = [Line(note, tone="quiet")]
    return FormSheet(host.window.theme, title, lines, perform=back, wide=84, build=build, turn=turn)


def _waiting(host: SheetHost, command: str, set_name: str, then: Callable[[], None]) -> KeySheet:
    """Return the sheet that waits for the new key of a command in a set."""
    window = host.window

    def take_key(key: str) -> None:
        options = window.options
        keys = rebound(options.keys, command, key, set_name)
        check_key(options.letters, command, key or key_of(keys, command, set_name))
        window.choose(replace(options, keys=keys))
        then()

    text = _("Press the new key for {whose}. Backspace restores the default.", whose=_whose(set_name))
    return _key_sheet(host, _(COMMANDS[command].label), text, take_key)


def _key_sheet(
    host: SheetHost, title: str, text: str, take_key: Callable[[str], None], *, shifted: bool = False
) -> KeySheet:
    back = MenuItem("close", _("Leave it as it is"), "escape")
    return KeySheet(host.window.theme, title, [Line(text)], [back], shifted=shifted, take_key=take_key)


def letters_sheet(host: SheetHost) -> FormSheet:
    """Return the page of the actions' letters, by rulebook; closing it leads back to the settings."""
    books = [book for book in rulesets.usable() if book.lettered()]

    def build() -> list[MenuItem]:
        letters = host.window.options.letters
        rows = [MenuItem("close", _("Done"), "escape")]
        for book in books:
            rows.append(MenuItem(f"book:{book.name}", _(book.title), heading=True))
            if letters.get(book.name):
                rows.append(MenuItem(f"{book.name}:", _("Use the rulebook's letters"), value=_("restore")))
            for option in book.lettered():
                letter = letter_of(letters, book.name, option)
                detail = _("was {key}", key=key_label(option.letter)) if letter != option.letter else ""
                rows.append(MenuItem(f"{book.name}:{option.key}", option.label, value=key_label(letter), detail=detail))
        return rows

    def turn(action: MenuItem, by: int) -> None:
        book, _colon, key = action.id.partition(":")
        if key:
            host.show(_waiting_for_letter(host, book, key, action.label, sheet.renew))
        else:
            options = host.window.options
            unchanged = {name: changed for name, changed in options.letters.items() if name != book}
            host.window.choose(replace(options, letters=unchanged))

    note = _(
        "Choose an action, then press its new letter, with or without Shift. An action keeps its letter in every "
        "situation."
    )
    sheet = _page(host, "letters", _("Action letters"), note, build, turn)
    return sheet


def _waiting_for_letter(host: SheetHost, book: str, key: str, label: str, then: Callable[[], None]) -> KeySheet:
    """Return the sheet that waits for the new letter of an action."""
    window = host.window

    def take_key(letter: str) -> None:
        options = window.options
        window.choose(replace(options, letters=relettered(options.letters, options.keys, book, key, letter)))
        then()

    text = _("Press the new letter. Backspace restores the rulebook's own.")
    return _key_sheet(host, label, text, take_key, shifted=True)


def _whose(which: str) -> str:
    return _("everybody") if which == EVERYBODY else _("seat {number}", number=which)

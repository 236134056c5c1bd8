"""The help: every key, and the signs on the table."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Final

from game import rulesets
from game.engine.rulebook.view import Line
from game.ui.shell.sheet_screen import OneSheetScreen, SheetHost
from game.ui.widgets.keys import COMMANDS, EVERYBODY, key_label, key_of
from game.ui.widgets.reader import ReaderSheet, Section, columns_sheet
from game.wording import _

_TEXTS: Final = json.loads(Path(__file__).with_name("help.json").read_text(encoding="utf-8"))
KEYS: Final[dict[str, list[tuple[str, str]]]] = {each["title"]: each["keys"] for each in _TEXTS["chapters"]}
"""The keys by their use; {braces} are replaced by the key of a command."""
MEANINGS: Final[list[str]] = _TEXTS["signs"]
"""The signs on the table."""


def own_keys(host: SheetHost) -> tuple[Line, ...]:
    """Return the changed keys: those for all players, those of single seats, and the letters of actions."""
    lines = []
    for which, changed in sorted(host.window.options.keys.items(), reverse=True):
        for command, key in changed.items():
            label = _(COMMANDS[command].label)
            if which != EVERYBODY:
                label = _("Seat {number}: {label}", number=which, label=label)
            lines.append(Line(label, key_label(key)))
    for book, letters in host.window.options.letters.items():
        known = (
            {option.key: option.label for option in rulesets.load(book).lettered()} if book in rulesets.names() else {}
        )
        lines += [Line(known[action], key_label(letter)) for action, letter in letters.items() if action in known]
    return tuple(lines)


def help_sheet(host: SheetHost) -> ReaderSheet:
    """Return the help, ready to be shown."""
    sets = host.window.options.keys
    known = {name: key_label(key_of(sets, name)) for name in COMMANDS}
    chapters = [
        Section(_(title), tuple(Line(_(text), _(keys, **known)) for text, keys in rows)) for title, rows in KEYS.items()
    ]
    if own := own_keys(host):
        chapters.insert(0, Section(_("Keys that were changed"), own))
    chapters.append(Section(_("Signs on the table"), tuple(Line(_(text), tone="quiet") for text in MEANINGS)))
    return columns_sheet(host.window.theme, _("Keys and signs"), chapters)


help_screen = partial(OneSheetScreen, build=help_sheet)

"""The letters of actions, which each rulebook declares and users may change."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from game import rulesets
from game.engine.core.decisions import Option
from game.ui.widgets.actions import SHORTCUT, MenuItem, with_keys
from game.ui.widgets.keys import COMMANDS, RESERVED, SEATS, KeyTaken, Sets, given_keys, key_label, key_of
from game.wording import _

Letters = Mapping[str, Mapping[str, str]]
"""The changed letters of actions by their keys, by the names of rulebooks."""

_FORM: Final = re.compile(r"(shift\+)?[a-z]")


def letter_of(letters: Letters, book: str, option: Option) -> str:
    """Return the present letter of a rulebook's option: the changed one or its own."""
    return letters.get(book, {}).get(option.key, option.letter)


def keyed(
    rows: Sequence[MenuItem],
    letters: Letters,
    sets: Sets,
    book: str,
    looked_at: Collection[str] = (),
    given: dict[str, str] | None = None,
    numbered: dict[str, str] | None = None,
) -> list[MenuItem]:
    """Return the rows of a decision with their keys: the present letters of actions, then free keys.

    Rows about the pieces `looked_at` come first; of several rows with one letter the first gets it. `given` has the
    earlier letters of rows and `numbered` their digits, by their ids.
    """
    if looked_at:
        rows = sorted(rows, key=lambda row: {*row.subject}.isdisjoint(looked_at))
    changed = letters.get(book)
    if changed:
        own_letters = {option.key: option.letter for option in rulesets.load(book).lettered()}
        rows = [_relettered(row, own_letters, changed) for row in rows]
    return with_keys(rows, given_keys(sets), given, numbered)


def _relettered(row: MenuItem, own: Mapping[str, str], changed: Mapping[str, str]) -> MenuItem:
    """Return a row with the changed letter of its action; its id may have a piece too: "raven move", "at|raven"."""
    name = row.id.removeprefix(SHORTCUT)
    words = [*name.split(" "), name[: name.rfind("|") + 1]]
    action = next((word for word in words if word in changed and row.shortcut == own[word]), "")
    return replace(row, shortcut=changed[action]) if action else row


def valid_letters(letters: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return letters unchanged; raise `ValueError` with their first fault."""
    for book, changed in letters.items():
        if book not in rulesets.names():
            continue  # its letters are kept, as it may be installed again
        options = {option.key: option for option in rulesets.load(book).lettered()}
        for key, letter in changed.items():
            if key not in options:
                raise ValueError(_("{key!r} is not an action of {book}", key=key, book=book))
            _check(letters, {}, book, options[key], letter)
    return letters


def relettered(letters: Letters, sets: Sets, book: str, key: str, letter: str) -> dict[str, dict[str, str]]:
    """Return the letters with another one for an action, "" for its own; raise `KeyTaken` if it is taken.

    `sets` are the window's keys.
    """
    option = next(candidate for candidate in rulesets.load(book).lettered() if candidate.key == key)
    new_letters = {name: dict(changed) for name, changed in letters.items()}
    own_letters = new_letters.setdefault(book, {})
    if letter in ("", option.letter):
        own_letters.pop(key, None)
    else:
        own_letters[key] = letter
    _check(new_letters, sets, book, option, letter or option.letter)
    return {name: changed for name, changed in new_letters.items() if changed}


def check_key(letters: Letters, command: str, key: str) -> None:
    """Raise `KeyTaken` if a key is the letter of an action in any rulebook, with or without Shift."""
    taken = {key, f"shift+{key}"} if COMMANDS[command].shifted else {key}
    for book in rulesets.usable():
        for option in book.lettered():
            letter = letter_of(letters, book.name, option)
            if letter in taken:
                words = {"key": key_label(letter), "label": _(option.label)}
                raise KeyTaken(_("{key} is the letter for “{label}”; change that one first", **words))


def _check(letters: Letters, sets: Sets, book: str, option: Option, letter: str) -> None:
    """Raise `KeyTaken` if a letter is not one, is a key of the window, or belongs to another action."""
    if not _FORM.fullmatch(letter):
        raise KeyTaken(_("{key} is not a letter: use A to Z, with or without Shift", key=key_label(letter)))
    bare_letter = letter.removeprefix("shift+")
    for command in COMMANDS.values():
        keys = {command.key, *(key_of(sets, command.name, set_name) for set_name in SEATS if command.label)}
        if bare_letter in keys and (bare_letter == letter or bare_letter in RESERVED):
            words = {"key": key_label(bare_letter), "label": _(command.label) or command.name}
            raise KeyTaken(_("{key} is the shortcut key for “{label}”; use another letter", **words))
    for other in rulesets.load(book).lettered():
        may_meet = other.letter != option.letter  # options with the same own letter are never offered together
        if may_meet and letter_of(letters, book, other) == letter:
            words = {"key": key_label(letter), "label": _(other.label)}
            raise KeyTaken(_("{key} is the letter for “{label}”; change that one first", **words))

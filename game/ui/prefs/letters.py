"""The letters of actions: each rulebook declares them, and people may change them, for each rulebook apart."""

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
"""The changed letters: the letter of an action by its key, by the name of the rulebook."""

_FORM: Final = re.compile(r"(shift\+)?[a-z]")


def letter_of(letters: Letters, book: str, option: Option) -> str:
    """Return the letter of a rulebook's option as it is now: the changed one or its own."""
    return letters.get(book, {}).get(option.key, option.letter)


def keyed(
    rows: Sequence[MenuItem],
    letters: Letters,
    sets: Sets,
    book: str,
    looked_at: Collection[str] = (),
    given: dict[str, str] | None = None,
) -> list[MenuItem]:
    """Return the rows of a decision with their keys: the letters of actions as they are now, then free keys.

    Those about the pieces `looked_at` come first; of several rows with one letter the first has it. `given` are the
    keys that rows had before, by their ids.
    """
    if looked_at:
        rows = sorted(rows, key=lambda row: {*row.subject}.isdisjoint(looked_at))
    changed = letters.get(book)
    if changed:
        own = {option.key: option.letter for option in rulesets.load(book).lettered()}
        rows = [_relettered(row, own, changed) for row in rows]
    return with_keys(rows, given_keys(sets), given)


def _relettered(row: MenuItem, own: Mapping[str, str], changed: Mapping[str, str]) -> MenuItem:
    """Return a row with the changed letter of its action, beside which the piece may stand: "raven move"."""
    words = row.id.removeprefix(SHORTCUT).split(" ")
    action = next((word for word in words if word in changed and row.shortcut == own[word]), "")
    return replace(row, shortcut=changed[action]) if action else row


def valid_letters(letters: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return letters unchanged; raise `ValueError` with their first error. Others are kept."""
    for book, changed in letters.items():
        if book not in rulesets.names():
            continue  # it may be installed again
        known = {option.key: option for option in rulesets.load(book).lettered()}
        for key, letter in changed.items():
            if key not in known:
                raise ValueError(_("{key!r} is not an action of {book}", key=key, book=book))
            _check(letters, {}, book, known[key], letter)
    return letters


def relettered(letters: Letters, sets: Sets, book: str, key: str, letter: str) -> dict[str, dict[str, str]]:
    """Return the letters with an action on another one, "" for its own; raise `KeyTaken` if that is not free.

    `sets` are the window's keys.
    """
    option = next(each for each in rulesets.load(book).lettered() if each.key == key)
    found = {name: dict(changed) for name, changed in letters.items()}
    own = found.setdefault(book, {})
    if letter in ("", option.letter):
        own.pop(key, None)
    else:
        own[key] = letter
    _check(found, sets, book, option, letter or option.letter)
    return {name: changed for name, changed in found.items() if changed}


def check_key(letters: Letters, command: str, key: str) -> None:
    """Raise `KeyTaken` if a key of the window is the letter of an action in any rulebook, with Shift or without."""
    taken = {key, f"shift+{key}"} if COMMANDS[command].shifted else {key}
    for book in rulesets.usable():
        for option in book.lettered():
            letter = letter_of(letters, book.name, option)
            if letter in taken:
                words = {"key": key_label(letter), "label": _(option.label)}
                raise KeyTaken(_("{key} is the letter for “{label}”; change that one first", **words))


def _check(letters: Letters, sets: Sets, book: str, option: Option, letter: str) -> None:
    """Raise `KeyTaken` if a letter is none, the window's own, or that of another action of the rulebook."""
    if not _FORM.fullmatch(letter):
        raise KeyTaken(_("{key} is not a letter: use A to Z, with or without Shift", key=key_label(letter)))
    plain = letter.removeprefix("shift+")
    for command in COMMANDS.values():
        keys = {command.key, *(key_of(sets, command.name, which) for which in SEATS if command.label)}
        if plain in keys and (plain == letter or plain in RESERVED):
            words = {"key": key_label(plain), "label": _(command.label) or command.name}
            raise KeyTaken(_("{key} is the shortcut key for “{label}”; use another letter", **words))
    for other in rulesets.load(book).lettered():
        apart = other.letter != option.letter  # two that share their own letter never stand together
        if apart and letter_of(letters, book, other) == letter:
            words = {"key": key_label(letter), "label": _(other.label)}
            raise KeyTaken(_("{key} is the letter for “{label}”; change that one first", **words))

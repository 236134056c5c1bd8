"""The key bindings: a table of commands with their keys, which users may change, for everybody or for one seat.

A command is implemented under its name in `commands` of the part of the table that it belongs to, in `table` of
`game.ui.play.input` if it belongs to none, or in the controller of a decision. The help lists every command with a
label by itself, unless a row of `help.json` has it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from game.wording import _

EVERYBODY: Final = "all"
SEATS: Final = (EVERYBODY, "1", "2", "3", "4")
"""The sets of keys: everybody's, and one for each seat."""

Sets = Mapping[str, Mapping[str, str]]
"""The changed keys of each set, by the name of their command."""


class Command(NamedTuple):
    """A key binding: its name in files, its label, and its default key; without a label the key is fixed.

    Keys in `also`, and those that type one of the `signs`, always trigger it. `shifted` is the command of its key with
    Shift. A `reserved` letter works in every decision: rows of lists never get it, and no rulebook may give it to an
    action (`letter` of an option), nor with Shift if that is `shifted`.
    """

    name: str
    label: str = ""
    key: str = ""
    also: Sequence[str] = ()
    signs: str = ""
    shifted: str = ""
    reserved: bool = False


_TABLE: Final = json.loads(Path(__file__).with_name("keys.json").read_text(encoding="utf-8"))
COMMANDS: Final[dict[str, Command]] = {row["name"]: Command(**row) for row in _TABLE["commands"]}
"""Every command by its name, in the order of the page that lists the keys."""
CHANGEABLE: Final = tuple(command for command in COMMANDS.values() if command.label)
"""The commands whose keys can be changed."""
RESERVED: Final = frozenset(command.key for command in COMMANDS.values() if command.reserved)
"""Letters that are never given to rows of a list."""
ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""The commands of the arrow keys, with their directions on the table."""
_REPEATING: Final = frozenset(
    ("left", "right", "up", "down", "tab", "pageup", "pagedown", "plus", "equals", "minus", "backspace")
)
"""Keys that repeat while held. Others act once: a held Enter must not answer the next question too."""
_OF_CONTROLLERS: Final = ("plus", "minus", "equals", "backspace", "delete")
"""Keys that belong to no command: the controllers of decisions and tools read them by their names."""
_FIXED: Final = frozenset(("f11", *_OF_CONTROLLERS)).union(
    *(command.also if command.label else (command.key, *command.also) for command in COMMANDS.values())
) - {"", "r"}
"""Keys with a fixed meaning; the letter of a range ring is free outside measuring."""

_NAMES: Final = {getattr(pygame, name): name[2:].lower() for name in dir(pygame) if name.startswith("K_")}
_CODES: Final = {name: code for code, name in _NAMES.items()}
_HELD: Final = frozenset(name for name in _CODES if name.endswith(("shift", "ctrl", "alt", "meta", "super", "lock")))
CTRL: Final = pygame.KMOD_CTRL | pygame.KMOD_META
"""Ctrl, or Command on a Mac."""
CHORD: Final = CTRL | pygame.KMOD_ALT
"""The modifiers with which a letter is a command and types nothing."""


class KeyTaken(ValueError):
    """The error that a key cannot be given to a command; its message is the reason."""


def key_name(event: pygame.event.Event) -> str:
    """Return the name of a pressed key, with "ctrl+" before it if that is held, or "" for a modifier key alone."""
    name = _NAMES.get(event.key, "")
    if not name or name in _HELD:
        return ""
    return f"ctrl+{name}" if event.mod & CTRL else name


def key_label(key: str) -> str:
    """Return the displayed name of a key."""
    if key.startswith("shift+"):
        return _("Shift + {key}", key=key_label(key.removeprefix("shift+")))
    bare_key = key.removeprefix("ctrl+")
    names = _TABLE["names"]
    label = _(names[bare_key]) if bare_key in names else bare_key.replace("_", " ")
    label = label.upper() if len(label) == 1 else label[:1].upper() + label[1:]
    return label if bare_key == key else _("Ctrl + {key}", key=label)


def key_of(sets: Sets, command: str, set_name: str = EVERYBODY) -> str:
    """Return the key of a command in a set, or "" if a seat has no key of its own for it."""
    default = COMMANDS[command].key if set_name == EVERYBODY else ""
    return sets.get(set_name, {}).get(command) or default


def key_shown(sets: Sets, command: str) -> str:
    """Return everybody's key of a command as it is displayed."""
    return key_label(key_of(sets, command))


def keys_shown(sets: Sets, command: str) -> str:
    """Return the keys of a command for everybody as they are displayed, without those of the keypad and = for +."""
    also = (key for key in COMMANDS[command].also if "kp_" not in key and not key.endswith("equals"))
    return " / ".join(key_label(key) for key in (key_of(sets, command), *also) if key)


def with_keys_named(text: str, sets: Sets, **parts: str) -> str:
    """Return a text with its `parts`, and with everybody's key in place of each name of a command in braces."""
    keys = {name: key_shown(sets, name) for name in COMMANDS if f"{{{name}}}" in text}
    return text.format_map(keys | parts)


def valid_sets(sets: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return sets of keys unchanged; raise `ValueError` with their first fault."""
    for which, changed in sets.items():
        if which not in SEATS:
            raise ValueError(_("{which!r} is not a set of keys: use {known}", which=which, known=", ".join(SEATS)))
        for command, key in changed.items():
            if command not in COMMANDS or not COMMANDS[command].label:
                raise ValueError(_("{command!r} is not a command with a key", command=command))
            if key.removeprefix("ctrl+") not in _CODES:
                raise ValueError(_("{key!r} is not a key", key=key))
            _check(sets, command, key, which)
    return sets


def rebound(sets: Sets, command: str, key: str, which: str = EVERYBODY) -> dict[str, dict[str, str]]:
    """Return the sets with another key for a command, "" for its default; raise `KeyTaken` if it is not free."""
    new_sets = {name: dict(changed) for name, changed in sets.items()}
    own_keys = new_sets.setdefault(which, {})
    if not key or (which == EVERYBODY and key == COMMANDS[command].key):
        own_keys.pop(command, None)
    else:
        own_keys[command] = key
    key = key or key_of(new_sets, command, which)
    if key:
        _check(new_sets, command, key, which)
    return {name: changed for name, changed in new_sets.items() if changed}


def _check(sets: Sets, command: str, key: str, which: str) -> None:
    """Raise `KeyTaken` if a key belongs to another command, or is fixed and not the command's default."""
    if key != COMMANDS[command].key and not {key, key.removeprefix("ctrl+")}.isdisjoint(_FIXED):
        raise KeyTaken(_("{key} is fixed and cannot be reassigned", key=key_label(key)))
    others = SEATS if which == EVERYBODY else (EVERYBODY, which)
    for other_set in others:
        for other_command in CHANGEABLE:
            if other_command.name != command and key_of(sets, other_command.name, other_set) == key:
                owner = _("everybody's") if other_set == EVERYBODY else _("seat {number}'s", number=other_set)
                words = {"key": key_label(key), "whose": owner, "label": _(other_command.label)}
                raise KeyTaken(_("{key} is {whose} key for “{label}”; give that another key first", **words))


def given_keys(sets: Sets) -> frozenset[str]:
    """Return the keys that users gave to commands; no row of a list may use them."""
    return frozenset(key for changed in sets.values() for key in changed.values())


def may_repeat(event: pygame.event.Event) -> bool:
    """Return whether a key press may repeat while the key is held."""
    return key_name(event) in _REPEATING


class Press(NamedTuple):
    """A key press as a `command` with its default `key`; without a command, the name of the pressed key.

    `held` counts how often it has repeated because the key is held.
    """

    key: str
    command: str = ""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    held: int = 0

    @property
    def repeats(self) -> bool:
        return self.key in _REPEATING

    @property
    def shortcut(self) -> str:
        """The key as the shortcut of a row, with "shift+" before a letter; "" with Ctrl or Alt."""
        if self.ctrl or self.alt or not self.key:
            return ""
        name = shortcut_of(_CODES[self.key.rpartition("+")[2]])
        return f"shift+{name}" if self.shift and len(name) == 1 and name.isalpha() else name


DETAILS: Final = (pygame.K_LALT, pygame.K_RALT, pygame.K_BACKQUOTE)
"""The keys for details."""


def details_held() -> bool:
    """Return whether the key for details is held: Alt, or ` since a window manager may use Alt itself."""
    return bool(pygame.key.get_mods() & pygame.KMOD_ALT) or pygame.key.get_pressed()[pygame.K_BACKQUOTE]


def ctrl_held() -> bool:
    """Return whether Ctrl is held, or Command on a Mac."""
    return bool(pygame.key.get_mods() & CTRL)


def shift_held() -> bool:
    """Return whether Shift is held."""
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


def shortcut_of(code: int) -> str:
    """Return the name of a key as the shortcut of a row; digits of the keypad count as digits."""
    return pygame.key.name(code).removeprefix("[").removesuffix("]")


def pad_event(command: str, *, down: bool, shift: bool = False) -> pygame.event.Event:
    """Return the press or release of a command's default key that a gamepad causes."""
    key = COMMANDS[command].key
    name = key.removeprefix("ctrl+")
    mod = (pygame.KMOD_SHIFT if shift else 0) | (pygame.KMOD_CTRL if name != key else 0)
    letter = " " if key == "space" else key
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return pygame.event.Event(kind, key=_CODES[name], mod=mod, unicode=letter if len(letter) == 1 else "", pad=True)


def press_of(sets: Sets, seat: str, event: pygame.event.Event) -> Press | None:
    """Return the meaning of a key press for the deciding seat, or None for the default key of a rebound command."""
    if event.dict.get("pad"):  # a gamepad uses the default keys
        sets = {}
    key, command = key_name(event), None
    shift, ctrl, alt = (bool(event.mod & mask) for mask in (pygame.KMOD_SHIFT, CTRL, pygame.KMOD_ALT))
    commands = COMMANDS.values()
    if key:
        bound_to = [
            candidate
            for set_name in (seat, EVERYBODY)
            for candidate in commands
            if key_of(sets, candidate.name, set_name) == key
        ]
        also_bound = [candidate for candidate in commands if key in candidate.also]
        command = next(iter([*bound_to, *also_bound]), None)
        if command is None and any(candidate.key == key for candidate in commands):
            return None
    if command is None and event.unicode and not ctrl:
        command = next((candidate for candidate in commands if event.unicode in candidate.signs), None)
    if command is None:
        return Press(key, "", shift, ctrl, alt)
    name = command.shifted if shift and command.shifted else command.name
    return Press(command.key, name, shift, command.key.startswith("ctrl+"), alt)  # Ctrl as in the default key

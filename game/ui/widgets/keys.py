"""Which key means what: the keys of everybody, and a second set for each seat that works while its player decides.

A binding is a translation: the key that is pressed becomes the one that the command has of old, so that nothing else
of the window has to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import pygame

from game.wording import N_, _

EVERYBODY: Final = "all"
SEATS: Final = (EVERYBODY, "1", "2", "3", "4")
"""The sets of keys: everybody's, and one for each seat."""
Sets = Mapping[str, Mapping[str, str]]
"""For each set what was changed in it: the key of a command, by the command's name."""


class Command(NamedTuple):
    """Something a key is for: its name in files, what people call it, and its key of old."""

    name: str
    label: str
    key: str


COMMANDS: Final[dict[str, Command]] = {
    command.name: command
    for command in (
        Command("confirm", N_("Do the marked choice"), "return"),
        Command("tick", N_("Tick the marked choice"), "space"),
        Command("next", N_("Next choice"), "tab"),
        Command("up", N_("Up: nudge, or the choice before"), "up"),
        Command("down", N_("Down: nudge, or the next choice"), "down"),
        Command("left", N_("Left: nudge, or move the view"), "left"),
        Command("right", N_("Right: nudge, or move the view"), "right"),
        Command("nearest", N_("Nearest legal place"), "n"),
        Command("type", N_("Type where it goes"), "t"),
        Command("inspect", N_("Look at the next piece"), "i"),
        Command("measure", N_("Measure anything"), "m"),
        Command("threats", N_("Threat map"), "x"),
        Command("why", N_("The rule in our words"), "w"),
        Command("rules", N_("Look the rule up"), "f8"),
        Command("recap", N_("What happened since"), "f5"),
        Command("fit", N_("Show the whole table"), "f"),
        Command("closer", N_("Zoom in"), "kp_plus"),
        Command("farther", N_("Zoom out"), "kp_minus"),
        Command("undo", N_("Take back"), "ctrl+z"),
        Command("save", N_("Save"), "ctrl+s"),
        Command("load", N_("Load"), "ctrl+o"),
        Command("fairness", N_("How even the dice fell"), "f2"),
        Command("look", N_("Another look"), "f3"),
        Command("settings", N_("Settings"), "f4"),
        Command("sound", N_("Sounds on, off"), "f6"),
        Command("state", N_("Where the game stands, in a sentence"), "f7"),
        Command("menu", N_("Menu"), "escape"),
    )
}
FIXED: Final = frozenset(
    ("f1", "f11", "pageup", "pagedown", "home", "end", "plus", "minus", "equals", "kp_enter", "backspace", "delete")
)
"""Keys that always mean the same."""

_NAMES: Final = {getattr(pygame, name): name[2:].lower() for name in dir(pygame) if name.startswith("K_")}
_CODES: Final = {name: code for code, name in _NAMES.items()}
_HELD: Final = frozenset(name for name in _CODES if name.endswith(("shift", "ctrl", "alt", "meta", "super", "lock")))
_CTRL: Final = pygame.KMOD_CTRL | pygame.KMOD_META
_SPOKEN: Final = {
    "return": N_("Enter"),
    "escape": N_("Esc"),
    "space": N_("Space"),
    "tab": "Tab",
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
    "delete": N_("Delete"),
    "backspace": N_("Backspace"),
    "home": N_("Home"),
    "end": N_("End"),
    "page_up": N_("Page up"),
    "page_down": N_("Page down"),
    "kp_plus": "+",
    "kp_minus": "-",
}


class KeyTaken(ValueError):
    """A key cannot be given to a command; the message says why."""


def key_name(event: pygame.event.Event) -> str:
    """Return the name of a key that was pressed, with "ctrl+" before it where that is held; "" for a held key alone."""
    name = _NAMES.get(event.key, "")
    if not name or name in _HELD:
        return ""
    return f"ctrl+{name}" if event.mod & _CTRL else name


def key_label(key: str) -> str:
    """Return what people call a key."""
    held, _unused, plain = key.rpartition("+")
    label = _(_SPOKEN[plain]) if plain in _SPOKEN else plain.replace("_", " ")
    label = label.upper() if len(label) == 1 else label[:1].upper() + label[1:]
    return f"Ctrl + {label}" if held else label


def key_of(sets: Sets, command: str, which: str = EVERYBODY) -> str:
    """Return the key of a command in a set; a seat's set has none for what was not given one."""
    own = sets.get(which, {}).get(command, "")
    return own or (COMMANDS[command].key if which == EVERYBODY else "")


def valid_sets(sets: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return sets of keys as they are; raise `ValueError` with the first thing that is wrong with them."""
    for which, changed in sets.items():
        if which not in SEATS:
            raise ValueError(_("{which!r} is no set of keys: use {known}", which=which, known=", ".join(SEATS)))
        for command, key in changed.items():
            if command not in COMMANDS:
                raise ValueError(_("{command!r} is nothing that a key is for", command=command))
            if key.removeprefix("ctrl+") not in _CODES:
                raise ValueError(_("{key!r} is no key", key=key))
            _check(sets, command, key, which)
    return sets


def rebound(sets: Sets, command: str, key: str, which: str = EVERYBODY) -> dict[str, dict[str, str]]:
    """Return the sets with a command on another key, or as of old for ""; raise `Taken` where the key is not free."""
    found = {name: dict(changed) for name, changed in sets.items()}
    own = found.setdefault(which, {})
    if not key or (which == EVERYBODY and key == COMMANDS[command].key):
        own.pop(command, None)
    else:
        own[command] = key
    key = key or key_of(found, command, which)
    if key:
        _check(found, command, key, which)
    return {name: changed for name, changed in found.items() if changed}


def _check(sets: Sets, command: str, key: str, which: str) -> None:
    if key.removeprefix("ctrl+") in FIXED or key == "ctrl+q":
        raise KeyTaken(_("{key} always means the same and cannot be given away", key=key_label(key)))
    others = SEATS if which == EVERYBODY else (EVERYBODY, which)
    for other in others:
        for name, label in COMMANDS.items():
            if name != command and key_of(sets, name, other) == key:
                whose = _("everybody's") if other == EVERYBODY else _("seat {number}'s", number=other)
                raise KeyTaken(
                    _(
                        "{key} is {whose} key for “{label}”; give that another key first",
                        key=key_label(key),
                        whose=whose,
                        label=_(label.label),
                    )
                )


def given_keys(sets: Sets) -> frozenset[str]:
    """Return the keys that were given to commands: no row of a list may have one of these as its own."""
    return frozenset(key for changed in sets.values() for key in changed.values())


def translated(sets: Sets, seat: str, event: pygame.event.Event) -> pygame.event.Event | None:
    """Return what a key event means while a seat's player decides; None for a key that was given up.

    Keys that no command has, or ever had, mean what they always mean.
    """
    if not sets or event.dict.get("pad"):  # a gamepad speaks in the keys of old
        return event
    key = key_name(event)
    if not key:
        return event
    for which in (seat, EVERYBODY):
        for command in COMMANDS.values():
            if key_of(sets, command.name, which) == key:
                return event if command.key == key else _as_if(event, command.key)
    return None if any(command.key == key for command in COMMANDS.values()) else event


def _as_if(event: pygame.event.Event, key: str) -> pygame.event.Event:
    held, _unused, plain = key.rpartition("+")
    mod = (event.mod & ~_CTRL) | (pygame.KMOD_CTRL if held else 0)
    letter = plain if len(plain) == 1 and not held else ""
    return pygame.event.Event(event.type, {**event.dict, "key": _CODES[plain], "mod": mod, "unicode": letter})

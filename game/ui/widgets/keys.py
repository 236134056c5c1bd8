"""Which key means what: one table of commands with their keys, which people may change, for everybody or for one seat.

What a command does is found under its name in `game.ui.play.commands`, or in the controller of a decision.
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
"""For each set its changes: the key of a command, by the command's name."""


class Command(NamedTuple):
    """Something a key is for: its name in files, its label, and its default key; without a label the key is fixed.

    Keys in `also`, and those that type one of the `signs`, always mean it. `shifted` is the command of its key with
    Shift. No row gets the letter of a `reserved` one.
    """

    name: str
    label: str = ""
    key: str = ""
    also: tuple[str, ...] = ()
    signs: str = ""
    shifted: str = ""
    reserved: bool = False


COMMANDS: Final[dict[str, Command]] = {
    command.name: command
    for command in (
        Command("confirm", N_("Do the marked choice"), "return", also=("kp_enter",)),
        Command("tick", N_("Tick the marked choice"), "space"),
        Command("next", N_("Next choice"), "tab"),
        Command("up", N_("Up: nudge, or the choice before"), "up"),
        Command("down", N_("Down: nudge, or the next choice"), "down"),
        Command("left", N_("Left: nudge, or move the view"), "left"),
        Command("right", N_("Right: nudge, or move the view"), "right"),
        Command("nearest", N_("Nearest legal place"), "n", reserved=True),
        Command("type", N_("Type where it goes"), "t"),
        Command("inspect", N_("Look at the next piece"), "i", shifted="inspect_back", reserved=True),
        Command("measure", N_("Measure anything"), "m", reserved=True),
        Command("threats", N_("Threat map"), "x", shifted="threat_piece", reserved=True),
        Command("why", N_("The rule in our words"), "w", shifted="rules", reserved=True),
        Command("rules", N_("Look the rule up"), "f8"),
        Command("recap", N_("What happened since"), "f5"),
        Command("fit", N_("Show the whole table"), "f", also=("home",), reserved=True),
        Command("closer", N_("Zoom in"), "kp_plus", signs="+="),
        Command("farther", N_("Zoom out"), "kp_minus", signs="-"),
        Command("undo", N_("Take back"), "ctrl+z"),
        Command("save", N_("Save"), "ctrl+s"),
        Command("load", N_("Load"), "ctrl+o"),
        Command("fairness", N_("How even the dice fell"), "f2"),
        Command("look", N_("Another look"), "f3"),
        Command("settings", N_("Settings"), "f4"),
        Command("sound", N_("Sounds on, off"), "f6"),
        Command("state", N_("Where the game stands, in a sentence"), "f7"),
        Command("menu", N_("Menu"), "escape"),
        Command("help", key="f1", signs="?"),
        Command("quit", key="ctrl+q"),
        Command("log_back", key="pageup"),
        Command("log_on", key="pagedown"),
        Command("log_end", key="end"),
        Command("larger", key="ctrl+plus", also=("ctrl+equals", "ctrl+kp_plus")),
        Command("smaller", key="ctrl+minus", also=("ctrl+kp_minus",)),
        Command("ring", key="r", reserved=True),
        Command("inspect_back"),
        Command("threat_piece"),
    )
}
CHANGEABLE: Final = tuple(command for command in COMMANDS.values() if command.label)
"""The commands whose keys can be changed."""
RESERVED: Final = frozenset(command.key for command in COMMANDS.values() if command.reserved)
"""Letters that no row of a list gets by itself."""
ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""The commands of the arrow keys, with the way each leads on the table."""
_REPEATING: Final = frozenset(
    ("left", "right", "up", "down", "tab", "pageup", "pagedown", "plus", "equals", "minus", "backspace")
)
"""Keys that repeat while they are held. Any other answers once: a held Enter must not answer the next question too."""
_FIXED: Final = frozenset(("f11", "plus", "minus", "equals", "backspace", "delete")).union(
    *(command.also if command.label else (command.key, *command.also) for command in COMMANDS.values())
) - {"", "r"}
"""Keys that always mean the same; the letter of a range ring is free outside measuring."""

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
    "plus": "+",
    "minus": "-",
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
    plain = key.removeprefix("ctrl+")
    label = _(_SPOKEN[plain]) if plain in _SPOKEN else plain.replace("_", " ")
    label = label.upper() if len(label) == 1 else label[:1].upper() + label[1:]
    return label if plain == key else _("Ctrl + {key}", key=label)


def key_of(sets: Sets, command: str, which: str = EVERYBODY) -> str:
    """Return the key of a command in a set; "" where a seat has none of its own."""
    default = COMMANDS[command].key if which == EVERYBODY else ""
    return sets.get(which, {}).get(command) or default


def valid_sets(sets: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return sets of keys unchanged; raise `ValueError` with their first error."""
    for which, changed in sets.items():
        if which not in SEATS:
            raise ValueError(_("{which!r} is no set of keys: use {known}", which=which, known=", ".join(SEATS)))
        for command, key in changed.items():
            if command not in COMMANDS or not COMMANDS[command].label:
                raise ValueError(_("{command!r} is nothing that a key is for", command=command))
            if key.removeprefix("ctrl+") not in _CODES:
                raise ValueError(_("{key!r} is no key", key=key))
            _check(sets, command, key, which)
    return sets


def rebound(sets: Sets, command: str, key: str, which: str = EVERYBODY) -> dict[str, dict[str, str]]:
    """Return the sets with a command on another key, "" for its default; raise `KeyTaken` where that is not free."""
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
    if key in _FIXED or key.removeprefix("ctrl+") in _FIXED:
        raise KeyTaken(_("{key} always means the same and cannot be given away", key=key_label(key)))
    others = SEATS if which == EVERYBODY else (EVERYBODY, which)
    for other in others:
        for found in CHANGEABLE:
            if found.name != command and key_of(sets, found.name, other) == key:
                whose = _("everybody's") if other == EVERYBODY else _("seat {number}'s", number=other)
                words = {"key": key_label(key), "whose": whose, "label": _(found.label)}
                raise KeyTaken(_("{key} is {whose} key for “{label}”; give that another key first", **words))


def given_keys(sets: Sets) -> frozenset[str]:
    """Return the keys that people gave to commands; no row of a list may use them."""
    return frozenset(key for changed in sets.values() for key in changed.values())


def may_repeat(event: pygame.event.Event) -> bool:
    """Return whether a key press may repeat while the key is held."""
    return key_name(event) in _REPEATING


class Press(NamedTuple):
    """A key press as a `command` and its default `key`; a key that no command has keeps its name, `command` is ""."""

    key: str
    command: str = ""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False

    @property
    def repeats(self) -> bool:
        return self.key in _REPEATING

    @property
    def shortcut(self) -> str:
        """Its name as the shortcut of a row; "" with Ctrl or Alt."""
        return "" if self.ctrl or self.alt or not self.key else shortcut_of(_CODES[self.key.rpartition("+")[2]])


def shortcut_of(code: int) -> str:
    """Return the name of a key as the shortcut of a row; digits of the keypad are digits."""
    return pygame.key.name(code).removeprefix("[").removesuffix("]")


def pad_event(command: str, *, down: bool, shift: bool = False) -> pygame.event.Event:
    """Return the press or release of a command's default key, as a gamepad makes it."""
    key = COMMANDS[command].key
    name = key.removeprefix("ctrl+")
    mod = (pygame.KMOD_SHIFT if shift else 0) | (pygame.KMOD_CTRL if name != key else 0)
    letter = " " if key == "space" else key
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return pygame.event.Event(kind, key=_CODES[name], mod=mod, unicode=letter if len(letter) == 1 else "", pad=True)


def press_of(sets: Sets, seat: str, event: pygame.event.Event) -> Press | None:
    """Return what a key press means while a seat's player decides; None for the default key of a command on another."""
    if event.dict.get("pad"):  # a gamepad uses the default keys
        sets = {}
    key, command = key_name(event), None
    shift, ctrl, alt = (bool(event.mod & mask) for mask in (pygame.KMOD_SHIFT, _CTRL, pygame.KMOD_ALT))
    known = COMMANDS.values()
    if key:
        bound_to = [each for which in (seat, EVERYBODY) for each in known if key_of(sets, each.name, which) == key]
        command = next(iter(bound_to), None) or next((each for each in known if key in each.also), None)
        if command is None and any(each.key == key for each in known):
            return None
    if command is None and event.unicode and not ctrl:
        command = next((each for each in known if event.unicode in each.signs), None)
    if command is None:
        return Press(key, "", shift, ctrl, alt)
    name = command.shifted if shift and command.shifted else command.name
    return Press(command.key, name, shift, command.key.startswith("ctrl+"), alt)  # Ctrl as the default key has it

"""The commands of the map editor with their keys, in one table for the keyboard, the page of keys, and the menu."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.engine.rulebook.view import Line
from game.ui.editor.tools import DRAWING_TOOLS
from game.ui.widgets.keys import key_label, key_name
from game.ui.widgets.sheet import Section
from game.wording import N_, _


class Deed(NamedTuple):
    """A command: its label, its keys (the first one is shown), and its chapter on the page of keys."""

    label: str
    keys: tuple[str, ...]
    chapter: str


DRAWN, MOVED, MANY, MAP, SEEN = N_("Draw"), N_("Change"), N_("Several at once"), N_("Map"), N_("View")
DEEDS: Final = {
    **{f"tool:{name}": Deed(tool.text, (tool.key,), DRAWN) for name, tool in DRAWING_TOOLS.items()},
    "kind": Deed(N_("Another kind of terrain"), ("k",), DRAWN),
    "click": Deed(N_("Click where the crosshair is; close an outline"), ("return", "kp_enter", "space"), DRAWN),
    "point_back": Deed(N_("One corner back"), ("backspace",), DRAWN),
    "type": Deed(N_("Type where it goes, or a distance"), ("t",), DRAWN),
    "mirror": Deed(N_("Mirror: off, 180°, left and right, top and bottom"), ("m",), DRAWN),
    "pitch": Deed(N_("Snap: the next pitch"), ("s",), DRAWN),
    "angle": Deed(N_("Snap: the next angle"), ("shift+s",), DRAWN),
    "next": Deed(N_("Select the next thing"), ("tab",), MOVED),
    "previous": Deed(N_("Select the previous thing"), ("shift+tab",), MOVED),
    "left": Deed(N_("Move to the left; with Shift by a tenth"), ("left", "shift+left"), MOVED),
    "right": Deed(N_("Move to the right"), ("right", "shift+right"), MOVED),
    "up": Deed(N_("Move up"), ("up", "shift+up"), MOVED),
    "down": Deed(N_("Move down"), ("down", "shift+down"), MOVED),
    "turn_left": Deed(N_("Turn to the left"), ("comma",), MOVED),
    "turn_right": Deed(N_("Turn to the right"), ("period",), MOVED),
    "turn": Deed(N_("Turn by 90°"), ("r",), MOVED),
    "sides": Deed(N_("Mirror: swap left and right"), ("x",), MOVED),
    "ends": Deed(N_("Mirror: swap top and bottom"), ("y",), MOVED),
    "facts": Deed(N_("Everything about it: name, kind, levels, zone..."), ("e",), MOVED),
    "delete": Deed(N_("Delete"), ("delete",), MOVED),
    "double": Deed(N_("Duplicate"), ("d", "ctrl+d"), MOVED),
    "twin": Deed(N_("Copy to the other half of the table"), ("u",), MOVED),
    "all": Deed(N_("Select everything"), ("ctrl+a",), MANY),
    "align": Deed(N_("Align, or spread evenly"), ("a",), MANY),
    "group": Deed(N_("Group"), ("ctrl+g",), MANY),
    "ungroup": Deed(N_("Ungroup"), ("shift+ctrl+g",), MANY),
    "copy": Deed(N_("Copy, also to another map"), ("ctrl+c",), MANY),
    "cut": Deed(N_("Cut"), ("ctrl+x",), MANY),
    "paste": Deed(N_("Paste"), ("ctrl+v",), MANY),
    "undo": Deed(N_("Undo"), ("ctrl+z",), MAP),
    "redo": Deed(N_("Redo"), ("ctrl+y", "shift+ctrl+z"), MAP),
    "save": Deed(N_("Save"), ("ctrl+s",), MAP),
    "save_as": Deed(N_("Save under another name"), ("shift+ctrl+s",), MAP),
    "maps": Deed(N_("All maps"), ("ctrl+o",), MAP),
    "map": Deed(N_("Name, size, colours, and author"), ("f2",), MAP),
    "book": Deed(N_("Another rulebook"), ("f3",), MAP),
    "play": Deed(N_("Play on it"), ("f5",), MAP),
    "fault": Deed(N_("Select the next thing that is wrong"), ("c",), MAP),
    "picture": Deed(N_("Open a picture as backdrop"), ("shift+q",), MAP),
    "layers": Deed(N_("Layers: show, hide, lock"), ("l",), SEEN),
    "fit": Deed(N_("Show the whole table"), ("f", "home"), SEEN),
    "closer": Deed(N_("Zoom in"), ("plus", "equals", "kp_plus"), SEEN),
    "farther": Deed(N_("Zoom out"), ("minus", "kp_minus"), SEEN),
    "help": Deed(N_("All keys"), ("f1",), SEEN),
    "settings": Deed(N_("Settings"), ("f4",), SEEN),
    "menu": Deed(N_("Menu"), ("f12",), SEEN),
    "escape": Deed(N_("One step back; at the top, the menu"), ("escape",), SEEN),
}
"""All commands by name."""
_OF_KEY: Final = {key: name for name, deed in DEEDS.items() for key in deed.keys}


def deed_of(event: pygame.event.Event) -> str:
    """Return the name of the command of a pressed key, or ""."""
    key = key_name(event)
    if not key:
        return {"+": "closer", "-": "farther", ",": "turn_left", ".": "turn_right"}.get(event.unicode, "")
    shifted = f"shift+{key}" if event.mod & pygame.KMOD_SHIFT else key
    return _OF_KEY.get(shifted) or _OF_KEY.get(key, "")


def shown_key(name: str) -> str:
    """Return the key of a command as text for players."""
    key = DEEDS[name].keys[0]
    if key.startswith("shift+ctrl+"):
        return key_label(f"shift+{key.removeprefix('shift+')}")
    return key_label(key)


def chapters() -> list[Section]:
    """Return the chapters of the page of keys."""
    by_keyboard = [
        Section(
            _(chapter),
            tuple(Line(_(deed.label), shown_key(name)) for name, deed in DEEDS.items() if deed.chapter == chapter),
        )
        for chapter in (DRAWN, MOVED, MANY, MAP, SEEN)
    ]
    mouse = (
        Line(_("Select, move: click, drag"), _("left button")),
        Line(_("Several: drag a box, or click with Shift"), _("left button")),
        Line(_("Another corner: double click on an edge"), _("left button")),
        Line(_("Without snapping"), _("Alt")),
        Line(_("Only in steps of the angle, along one axis"), _("Shift")),
        Line(_("What can be done here"), _("right click")),
        Line(_("Move the view: drag"), _("right button")),
        Line(_("Zoom; with Shift turn"), _("wheel")),
    )
    return [*by_keyboard, Section(_("Mouse"), mouse)]

"""An action as a row of a list, and the keys that rows get."""

from __future__ import annotations

import string
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.engine.core.decisions import NOTHING_ELSE, DicePool, Reference
from game.ui.widgets.keys import RESERVED, shortcut_of
from game.ui.widgets.theme import Colour

SHORTCUT: Final = "shortcut:"
"""Prefix of the ids of rows that are shortcuts of a decision."""
KEYS: Final = tuple("123456789") + tuple(letter for letter in string.ascii_lowercase if letter not in RESERVED)


@dataclass(frozen=True)
class MenuItem:
    """One action. `shortcut` is the key's name; one with a `reason` is disabled.

    `also` is another key that does the same, shown beside it; `brief` the label where its subject is named above it.
    `value` is shown at the right, changed by the arrow keys or a click; `detail` is a quiet line below the label; a
    `heading` only names the rows that follow; `dice` are drawn before the label.
    """

    id: str
    label: str
    shortcut: str = ""
    rule: str = ""
    reason: str = ""
    ticked: bool | None = None
    primary: bool = False
    subject: tuple[str, ...] = ()
    about: Reference = NOTHING_ELSE
    swatch: Colour | None = None
    value: str = ""
    detail: str = ""
    heading: bool = False
    dice: DicePool = ()
    also: str = ""
    brief: str = ""

    @property
    def enabled(self) -> bool:
        """Whether the item can be chosen."""
        return not self.reason and not self.heading


def with_keys(actions: Sequence[MenuItem], avoid: Collection[str] = ()) -> list[MenuItem]:
    """Return the actions, each enabled one without a shortcut, or with one to `avoid`, given the next free key.

    Of enabled ones with the same shortcut the first keeps it.
    """
    actions = [replace(action, shortcut="") if action.shortcut in avoid else action for action in actions]
    keeper: dict[str, int] = {}
    for at, action in enumerate(actions):
        if action.enabled:
            keeper.setdefault(action.shortcut, at)
    kept = {*keeper.values()}
    actions = [
        action if at in kept or action.shortcut not in keeper else replace(action, shortcut="")
        for at, action in enumerate(actions)
    ]
    taken = {action.shortcut for action in actions} | set(avoid)
    free = iter(key for key in KEYS if key not in taken)
    bare = [action.enabled and not action.shortcut for action in actions]
    return [replace(action, shortcut=next(free, "")) if needs else action for action, needs in zip(actions, bare)]


def action_for(actions: Sequence[MenuItem], shortcut: str) -> MenuItem | None:
    """Return the action of a shortcut."""
    return next((action for action in actions if shortcut and action.shortcut.lower() == shortcut), None)


def action_of_key(actions: Sequence[MenuItem], event: pygame.event.Event) -> MenuItem | None:
    """Return the action whose shortcut was pressed."""
    held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
    return None if held else action_for(actions, shortcut_of(event.key))

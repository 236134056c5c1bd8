"""The entries of the main menu: each module here is one, and adding one touches nothing else.

A module imports what its place needs only when the place is opened, so that the menu is there at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

from game.wording import _

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset
    from game.ui.shell.window import Window

Open = Callable[["Window"], None]


@dataclass(frozen=True)
class Entry:
    """One row of the main menu. `why_not` returns why it cannot be opened now, `detail` a quiet line below it."""

    name: str
    label: str
    order: int
    shortcut: str
    open: Open
    why_not: Callable[[], str]
    detail: Callable[[], str]
    called: Callable[[AnyRuleset], str] | None

    def title(self, book: AnyRuleset | None) -> str:
        """Return what it is called where that rulebook is played; it may not be known yet."""
        return _(self.label if book is None or self.called is None else self.called(book))


_KNOWN: Final[dict[str, Entry]] = {}


def _nothing() -> str:
    return ""


def entry(
    name: str,
    label: str,
    *,
    order: int,
    shortcut: str,
    why_not: Callable[[], str] = _nothing,
    detail: Callable[[], str] = _nothing,
    called: Callable[[AnyRuleset], str] | None = None,
) -> Callable[[Open], Open]:
    """Return a decorator for the function that opens a place: it becomes a row of the main menu.

    `label` is a text noted by `N_`, and so is what a rulebook has it `called` instead. Rows stand in the `order` of
    their numbers.
    """

    def enrol(opens: Open) -> Open:
        _KNOWN[name] = Entry(name, label, order, shortcut, opens, why_not, detail, called)
        return opens

    return enrol


@cache
def entries() -> tuple[Entry, ...]:
    """Return every entry in the order of the menu."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return tuple(sorted(_KNOWN.values(), key=lambda each: (each.order, each.name)))


def open_entry(window: Window, name: str) -> None:
    """Open a place by the name of its entry; raise `KeyError` where there is none."""
    next(each for each in entries() if each.name == name).open(window)

"""Additions to the program by other packages, found by their entry points. Each kind of addition has a group."""

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from game.documents.error import DocumentError
from game.undisturbed import undisturbed
from game.wording import _


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, in order of their names."""
    return {entry.name: entry for entry in sorted(entry_points(group=group))}


def loaded(entry: EntryPoint, needed: Iterable[str], broken: Callable[[EntryPoint, str], DocumentError]) -> Any:
    """Return the object of an entry point; if it does not load or lacks an attribute `needed`, raise `broken(...)`."""
    try:
        with undisturbed():
            addition = entry.load()
    except Exception as error:  # importing a foreign package may raise anything
        raise broken(entry, f"{type(error).__name__}: {error}") from error
    missing = [name for name in sorted(needed) if not hasattr(addition, name)]
    if missing:
        raise broken(entry, _("it lacks {names}", names=", ".join(missing)))
    return addition

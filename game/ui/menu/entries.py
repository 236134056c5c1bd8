"""The entries of the main menu in their order; each opens the screen of its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from game.documents.error import DocumentError
from game.documents.files import autosave_path
from game.engine.saving.finished import is_finished
from game.wording import N_, _


class Entry(NamedTuple):
    """A row of the main menu: the name of its screen, its label and its key. `why_not` says why it cannot open now."""

    name: str
    label: str
    shortcut: str
    why_not: Callable[[], str] = str


def why_no_game_to_continue() -> str:
    """Return why there is nothing to continue, or an empty string."""
    path = autosave_path()
    if not path.exists():
        return _("no game has been left on the table")
    try:
        finished = is_finished(path)
    except (OSError, DocumentError):
        return _("{name} cannot be read as a game", name=path.name)
    return _("the last game is over") if finished else ""


QUIT: Final = "quit"
"""The entry that closes the window instead of opening a screen."""
ENTRIES: Final = (
    Entry("continue", N_("Continue"), "c", why_no_game_to_continue),
    Entry("new", N_("New game"), "n"),
    Entry("lesson", N_("Learn to play"), "t"),
    Entry("load", N_("Load a game"), "l"),
    Entry("sandbox", N_("Sandbox"), "b"),
    Entry("replays", N_("Replays"), "p"),
    Entry("saga", N_("Saga"), "a"),
    Entry("rules", N_("Rules"), "r"),
    Entry("settings", N_("Settings"), "s"),
    Entry("help", N_("Keys and signs"), "k"),
    Entry("credits", N_("Credits"), "d"),
    Entry(QUIT, N_("Quit"), "q"),
)

"""The entries of the main menu in their order; each opens the screen of its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from game.documents.files import previous_of
from game.engine.saving import autosaves
from game.wording import N_, _

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset, Terms


class Entry(NamedTuple):
    """A row of the main menu: the name of its screen, its label (noted by `N_`) and its key.

    `why_not` says why it cannot open now, `called` what a rulebook calls it instead of the label.
    """

    name: str
    label: str
    shortcut: str
    why_not: Callable[[], str] = str
    called: Callable[[Terms], str] | None = None

    def title(self, book: AnyRuleset | None) -> str:
        """Return what it is called where that rulebook is played; it may not be known yet."""
        return _(self.label if book is None or self.called is None else self.called(book.terms))


def why_no_game_to_continue() -> str:
    """Return why there is nothing to continue, or an empty string."""
    if not autosaves.autosaved():
        return _("no game has been left on the table")
    own = autosaves.newest()
    if own is None:
        return _("it is being played in another window")
    own.let_go()
    finished = autosaves.is_finished(own.path)
    if finished is None and not previous_of(own.path).exists():
        return _("{name} cannot be read as a game", name=own.path.name)
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
    Entry("campaigns", N_("Campaign"), "a", called=lambda terms: terms.campaign),
    Entry("rules", N_("Rules"), "r"),
    Entry("settings", N_("Settings"), "s"),
    Entry("help", N_("Keys and signs"), "k"),
    Entry("credits", N_("Credits"), "d"),
    Entry(QUIT, N_("Quit"), "q"),
)

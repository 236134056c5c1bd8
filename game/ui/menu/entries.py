"""The entries of the main menu, one table.

What an entry opens is imported only when it is opened, so that the menu is there at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.documents.files import autosave_path
from game.wording import N_, _

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset
    from game.engine.rulebook.terms import Terms
    from game.ui.shell.host import Host
    from game.ui.shell.window import Window
    from game.ui.widgets.sheet import Sheet


def _nothing() -> str:
    return ""


@dataclass(frozen=True)
class Entry:
    """One row of the main menu: its name, its label (noted by `N_`), its key, and what opens it.

    `why_not` returns why it cannot be opened now, `called` what a rulebook calls it instead of the label.
    """

    name: str
    label: str
    shortcut: str
    open: Callable[[Window], None]
    why_not: Callable[[], str] = _nothing
    called: Callable[[Terms], str] | None = None

    def title(self, book: AnyRuleset | None) -> str:
        """Return what it is called where that rulebook is played; it may not be known yet."""
        return _(self.label if book is None or self.called is None else self.called(book.terms))


def _nothing_to_continue() -> str:
    path = autosave_path()
    if not path.exists():
        return _("no game has been left on the table")
    try:
        finished = bool(json.loads(path.read_text(encoding="utf-8"))["finished"])
    except (OSError, ValueError, KeyError, TypeError):
        return _("{name} cannot be read as a game", name=path.name)
    return _("the last game is over") if finished else ""


def _continue(window: Window) -> None:
    _go_on(window, autosave_path())


def _go_on(window: Window, path: Path) -> None:
    from game.ui.menu.opening import OpeningPlace
    from game.ui.play.open_game import resume

    window.go(OpeningPlace(window, path, lambda *opened: resume(window, *opened)))


def _new_game(window: Window) -> None:
    from game.ui.menu.new_game import NewGamePlace

    window.go(NewGamePlace(window))


def _lesson(window: Window) -> None:
    from game.engine.rulebook.abilities import Teaching
    from game.ui.lesson.screen import LessonPlace
    from game.ui.prefs.memory import last_rulebook

    book = last_rulebook(Teaching)
    assert isinstance(book, Teaching)
    window.go(LessonPlace(window, book, book.lesson()))


def _load(window: Window) -> None:
    from game.ui.menu.shelf import ShelfPlace

    window.go(ShelfPlace(window, _("Load a game"), _go_on))


def _sandbox(window: Window) -> None:
    from game.ui.sandbox.screen import last_sandbox

    window.go(last_sandbox(window))


def _replays(window: Window) -> None:
    from game.ui.menu.shelf import ShelfPlace
    from game.ui.replay.retracing import RetracingPlace

    def look(where: Window, path: Path) -> None:
        where.go(RetracingPlace(where, path))

    window.go(ShelfPlace(window, _("Replays"), look, finished=True))


def _campaign(window: Window) -> None:
    from game.engine.campaigns import Campaigning
    from game.ui.campaign.list_screen import CampaignsPlace
    from game.ui.prefs.memory import last_rulebook

    book = last_rulebook(Campaigning)
    assert isinstance(book, Campaigning)
    window.go(CampaignsPlace(window, book, book.campaigns()))


def _rules(window: Window) -> None:
    """Show the rules of the only rulebook, or ask which one."""
    from game import rulesets
    from game.ui.pages.rules import rules_sheet
    from game.ui.widgets.actions import MenuItem, with_keys
    from game.ui.widgets.sheet import Sheet

    known = {book.name: book for book in rulesets.usable()}

    def read(book: AnyRuleset) -> None:
        _one_sheet(window, lambda host: rules_sheet(host, book))

    def ask(host: Host) -> Sheet:
        rows = [
            *(MenuItem(name, _(book.title)) for name, book in known.items()),
            MenuItem("close", _("Back"), "escape"),
        ]
        return Sheet(window.theme, _("Whose rules?"), (), with_keys(rows), take)

    def take(action: MenuItem) -> None:
        if action.id != "close":
            read(known[action.id])

    if len(known) == 1:
        read(next(iter(known.values())))
    else:
        _one_sheet(window, ask)


def _settings(window: Window) -> None:
    from game.ui.pages.settings import settings_sheet

    _one_sheet(window, settings_sheet)


def _help(window: Window) -> None:
    from game.ui.pages.help import help_sheet

    _one_sheet(window, help_sheet)


def _credits(window: Window) -> None:
    from game.ui.pages.credits import credits_sheet

    _one_sheet(window, credits_sheet)


def _one_sheet(window: Window, build: Callable[[Host], Sheet]) -> None:
    from game.ui.shell.one_sheet_screen import OneSheetPlace

    window.go(OneSheetPlace(window, build))


def _quit(window: Window) -> None:
    window.quit()


ENTRIES: Final = (
    Entry("continue", N_("Continue"), "c", _continue, _nothing_to_continue),
    Entry("new", N_("New game"), "n", _new_game),
    Entry("lesson", N_("Learn to play"), "t", _lesson),
    Entry("load", N_("Load a game"), "l", _load),
    Entry("sandbox", N_("Sandbox"), "b", _sandbox),
    Entry("replays", N_("Replays"), "p", _replays),
    Entry("campaign", N_("Campaign"), "a", _campaign, called=lambda terms: terms.campaign),
    Entry("rules", N_("Rules"), "r", _rules),
    Entry("settings", N_("Settings"), "s", _settings),
    Entry("help", N_("Keys and signs"), "k", _help),
    Entry("credits", N_("Credits"), "d", _credits),
    Entry("quit", N_("Quit"), "q", _quit),
)
"""Every entry in the order of the menu."""


def open_entry(window: Window, name: str) -> None:
    """Open a place by the name of its entry; raise `KeyError` where there is none."""
    {each.name: each for each in ENTRIES}[name].open(window)

"""The rules to look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_, _

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import Ruleset
    from game.ui.shell.window import Window


@entry("rules", N_("Rules"), order=60, shortcut="r")
def rules(window: Window) -> None:
    """Show the rules of the only rulebook, or ask which one."""
    from game import rulesets
    from game.ui.pages.rules import rules_sheet
    from game.ui.shell.host import SheetHost
    from game.ui.shell.sheet_screen import OneSheetScreen
    from game.ui.widgets.menu_item import MenuItem, with_keys
    from game.ui.widgets.sheet import Sheet

    known = {name: rulesets.load(name) for name in rulesets.names()}

    def read(book: Ruleset) -> None:
        window.go(OneSheetScreen(window, lambda host: rules_sheet(host, book)))

    def ask(host: SheetHost) -> Sheet:
        rows = [MenuItem(name, book.title) for name, book in known.items()]
        back = MenuItem("close", _("Back"), "escape")
        return Sheet(window.theme, _("Whose rules?"), (), with_keys([*rows, back]), take)

    def take(action: MenuItem) -> None:
        if action.id != "close":
            read(known[action.id])

    if len(known) == 1:
        read(next(iter(known.values())))
    else:
        window.go(OneSheetScreen(window, ask))

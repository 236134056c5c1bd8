"""The rules to look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_, _

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset
    from game.ui.shell.window import Window


@entry("rules", N_("Rules"), order=60, shortcut="r")
def rules(window: Window) -> None:
    """Show the rules of the only rulebook, or ask which one."""
    from game import rulesets
    from game.ui.pages.rules import rules_sheet
    from game.ui.shell.host import Host
    from game.ui.shell.one_sheet_screen import OneSheetPlace
    from game.ui.widgets.actions import MenuItem, with_keys
    from game.ui.widgets.sheet import Sheet

    known = {book.name: book for book in rulesets.usable()}

    def read(book: AnyRuleset) -> None:
        window.go(OneSheetPlace(window, lambda host: rules_sheet(host, book)))

    def ask(host: Host) -> Sheet:
        rows = [MenuItem(name, _(book.title)) for name, book in known.items()]
        back = MenuItem("close", _("Back"), "escape")
        return Sheet(window.theme, _("Whose rules?"), (), with_keys([*rows, back]), take)

    def take(action: MenuItem) -> None:
        if action.id != "close":
            read(known[action.id])

    if len(known) == 1:
        read(next(iter(known.values())))
    else:
        window.go(OneSheetPlace(window, ask))

"""The rules to look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark, say

if TYPE_CHECKING:
    from game.engine.ruleset import Ruleset
    from game.ui.window import Window


@entry("rules", mark("Rules"), order=60, shortcut="r")
def rules(window: Window) -> None:
    """Show the rules of the only rulebook, or ask which one."""
    from game import rulesets
    from game.ui.actions import Action, with_keys
    from game.ui.host import Host
    from game.ui.places.one_sheet import OneSheetPlace
    from game.ui.rules_sheet import rules_sheet
    from game.ui.sheet import Sheet

    known = {name: rulesets.load(name) for name in rulesets.names()}

    def read(book: Ruleset) -> None:
        window.go(OneSheetPlace(window, lambda host: rules_sheet(host, book)))

    def ask(host: Host) -> Sheet:
        rows = [Action(name, book.title) for name, book in known.items()]
        back = Action("close", say("Back"), "escape")
        return Sheet(window.theme, say("Whose rules?"), (), with_keys([*rows, back]), take)

    def take(action: Action) -> None:
        if action.id != "close":
            read(known[action.id])

    if len(known) == 1:
        read(next(iter(known.values())))
    else:
        window.go(OneSheetPlace(window, ask))

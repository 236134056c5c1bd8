"""Sheets that every place needs: something to tell, and a question before what cannot be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.rulebook.view import Line
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import BAD, Theme
from game.wording import _


def notice(theme: Theme, texts: Sequence[str], title: str = "") -> Sheet:
    """Tell something that went wrong; any key or click goes on."""
    lines = [Line(text) for text in texts]
    go = MenuItem("close", _("Go on"), "return", primary=True)
    return Sheet(theme, title or _("Something went wrong"), lines, [go], accent=BAD, wide=64)


def question(
    theme: Theme, title: str, texts: Sequence[str], label: str, perform: Callable[[], None], no: str = ""
) -> Sheet:
    """Ask before something that cannot be taken back; `no` names the way out."""

    def answer(action: MenuItem) -> None:
        if action.id == "yes":
            perform()

    back = MenuItem("close", no or _("No, go on playing"), "escape")
    return Sheet(
        theme, title, [Line(text) for text in texts], [MenuItem("yes", label, "return", primary=True), back], answer
    )

"""Sheets that every place needs: something to tell, and a question before what cannot be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.view import Line
from game.ui.actions import Action
from game.ui.sheet import Sheet
from game.ui.theme import BAD, Theme
from game.wording import say


def notice(theme: Theme, texts: Sequence[str], title: str = "") -> Sheet:
    """Tell something that went wrong; any key or click goes on."""
    lines = [Line(text) for text in texts]
    go = Action("close", say("Go on"), "return", primary=True)
    return Sheet(theme, title or say("Something went wrong"), lines, [go], accent=BAD, wide=64)


def question(
    theme: Theme, title: str, texts: Sequence[str], label: str, perform: Callable[[], None], no: str = ""
) -> Sheet:
    """Ask before something that cannot be taken back; `no` names the way out."""

    def answer(action: Action) -> None:
        if action.id == "yes":
            perform()

    back = Action("close", no or say("No, go on playing"), "escape")
    return Sheet(
        theme, title, [Line(text) for text in texts], [Action("yes", label, "return", primary=True), back], answer
    )

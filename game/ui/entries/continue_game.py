"""Continue: the game that was on the table when the window was last closed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.engine.files import autosave_path
from game.ui.entries import entry
from game.wording import mark, say

if TYPE_CHECKING:
    from game.ui.window import Window


def why_not() -> str:
    """Return why there is nothing to continue, or an empty string."""
    path = autosave_path()
    if not path.exists():
        return say("no game has been left on the table")
    try:
        finished = bool(json.loads(path.read_text(encoding="utf-8"))["finished"])
    except (OSError, ValueError, KeyError, TypeError):
        return say("{name} cannot be read as a game", name=path.name)
    return say("the last game is over") if finished else ""


@entry("continue", mark("Continue"), order=10, shortcut="c", why_not=why_not)
def go_on(window: Window) -> None:
    """Open the game that was saved automatically."""
    from game.ui.games import resume
    from game.ui.places.opening import OpeningPlace

    window.go(OpeningPlace(window, autosave_path(), lambda *opened: resume(window, *opened)))

"""The costs of a game's activations, found in a thread: a page whose rows lead to the moments."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from game.engine.rulebook.view import Line
from game.lab.hindsight import Hindsight, activation_title, total_lines, worst_text
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.tasks import Stop, Task
from game.ui.widgets.theme import Theme
from game.wording import _

ANSWER: Final = "answer:"
"""Prefix of the id of a row that leads to a costly answer; the number of answers before it follows."""
REST: Final = 0.004
"""Seconds between two looks at the thread."""


def in_thread(hindsight: Hindsight) -> Iterator[tuple[int, int]]:
    """Judge in a thread; yield the number of answers done and their total. Closing it stops the thread.

    Raises `RuntimeError` for any failure.
    """
    stop, reached = Stop(), [(0, 1)]

    def judge() -> None:
        for reached[0] in hindsight.steps():
            if stop():
                return

    hindsight.stopped = stop
    task = Task(judge, "hindsight")
    try:
        while not task.done:
            time.sleep(REST)
            yield reached[0]
        task.result()
    except Exception as error:
        raise RuntimeError(_("The coach gave up ({reason}).", reason=f"{type(error).__name__}: {error}")) from error
    finally:
        stop.order()


def hindsight_sheet(theme: Theme, hindsight: Hindsight, go_to: Callable[[int], None]) -> Sheet:
    """Return the page of the costliest activations; `go_to` shows the moment after a number of answers."""
    found = hindsight.costliest()
    rows = [
        MenuItem(f"{ANSWER}{each.worst.entries}", activation_title(hindsight, each), detail=worst_text(each))
        for each in found
    ]
    told = [Line(text, tone="quiet") for text in total_lines(hindsight)]
    if not rows:
        told.insert(0, Line(_("No choice cost anything worth mentioning.")))

    def then(name: str) -> None:
        if name.startswith(ANSWER):
            go_to(int(name.removeprefix(ANSWER)))

    title = _("What could have gone better, luck aside")
    return Sheet(theme, title, told, [MenuItem("close", _("Back to the replay"), "escape"), *rows], then=then, wide=100)

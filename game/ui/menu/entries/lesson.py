"""A first game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("lesson", N_("Learn to play"), order=25, shortcut="t")
def lesson(window: Window) -> None:
    """Begin the lesson of the rulebook that was played last, of the default one where it has none."""
    from game.engine.rulebook.abilities import Teaching
    from game.ui.lesson.screen import LessonPlace
    from game.ui.prefs.memory import last_rulebook

    book = last_rulebook(Teaching)
    assert isinstance(book, Teaching)
    window.go(LessonPlace(window, book, book.lesson()))

"""A first game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("lesson", N_("Learn to play"), order=25, shortcut="t")
def lesson(window: Window) -> None:
    """Begin the lesson of the first rulebook that has one."""
    from game import rulesets
    from game.ui.lesson.screen import LessonScreen

    for name in rulesets.names():
        ruleset = rulesets.load(name)
        found = ruleset.lesson()
        if found is not None:
            window.go(LessonScreen(window, ruleset, found))
            return

"""What is done by key for ears and screen readers: sounds on and off, and the state of the game as a sentence."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.ui.desk import Notice
from game.ui.spoken import state_line
from game.wording import say

if TYPE_CHECKING:
    from game.ui.scene import Scene


def toggle_sound(scene: Scene) -> None:
    """Let the sounds be heard, or no longer, and say which."""
    wanted = not scene.options.sound
    scene.window.choose(replace(scene.options, sound=wanted))
    scene.desk.notice = Notice(say("Sounds are on") if wanted else say("Sounds are off"))


def tell_state(scene: Scene) -> None:
    """Show the state of the game as a sentence and put it on the clipboard, where a screen reader finds it."""
    told = state_line(scene.desk)
    with contextlib.suppress(pygame.error):  # a window system without a clipboard
        pygame.scrap.put_text(told)
    scene.desk.notice = Notice(told)

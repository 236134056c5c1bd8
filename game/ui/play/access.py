"""What is done by key for ears and screen readers: sounds on and off, and the state of the game as a sentence."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.ui.model.session_model import Notice
from game.ui.model.spoken_state import state_line
from game.wording import _

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene


def toggle_sound(scene: TableScene) -> None:
    """Let the sounds be heard, or no longer, and say which."""
    wanted = not scene.options.sound
    scene.window.choose(replace(scene.options, sound=wanted))
    scene.model.notice = Notice(_("Sounds are on") if wanted else _("Sounds are off"))


def tell_state(scene: TableScene) -> None:
    """Show the state of the game as a sentence and put it on the clipboard, where a screen reader finds it."""
    told = state_line(scene.model)
    with contextlib.suppress(pygame.error):  # a window system without a clipboard
        pygame.scrap.put_text(told)
    scene.model.notice = Notice(told)

"""What is done by key for ears and screen readers: sounds on and off, and the state of the game as a sentence."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pygame

from game.ui.model.session_model import Notice
from game.ui.model.spoken_state import state_line
from game.ui.play.host import TableHost
from game.wording import _


def toggle_sound(host: TableHost) -> None:
    """Let the sounds be heard, or no longer, and say which."""
    wanted = not host.options.sound
    host.window.choose(replace(host.options, sound=wanted))
    host.model.notice = Notice(_("Sounds are on") if wanted else _("Sounds are off"))


def tell_state(host: TableHost) -> None:
    """Show the state of the game as a sentence and put it on the clipboard, where a screen reader finds it."""
    told = state_line(host.model)
    with contextlib.suppress(pygame.error):  # a window system without a clipboard
        pygame.scrap.put_text(told)
    host.model.notice = Notice(told)

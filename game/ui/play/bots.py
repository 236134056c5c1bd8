"""Bots answer in a thread of their own, on a fork of the game, so that the window never waits for them."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import pygame

from game.engine.core.decisions import Answer
from game.engine.session import Session
from game.players.new_session import reason_of
from game.ui.model.session_model import Bot
from game.wording import _

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene

PACE: Final = 0.35
"""Seconds at least between two answers of bots, so that people can follow."""


@dataclass
class Thought:
    """One answer being worked out. `done` is set last."""

    done: threading.Event = field(default_factory=threading.Event)
    answer: Answer | None = None
    reason: str = ""
    error: str = ""


def think(session: Session, bot: Bot) -> Thought:
    """Start a bot on a fork of the session; what it does to the fork is nobody's business."""
    thought = Thought()
    fork = session.fork()

    def work() -> None:
        try:
            thought.answer = bot(fork)
            thought.reason = reason_of(bot)
        except Exception as error:  # a bot's fault must not end anybody's game
            thought.error = f"{type(error).__name__}: {error}"
        finally:
            thought.done.set()

    threading.Thread(target=work, name="bot", daemon=True).start()
    return thought


class Thinker:
    """Lets the bots of a scene answer, at a pace that people can follow."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.thought: Thought | None = None
        self.since = 0.0

    def forget(self) -> None:
        """Drop what is being thought: the game stands elsewhere now."""
        self.thought = None

    def tick(self) -> None:
        """Start thinking, or give the answer that was found; nothing while a sheet lies over the table."""
        model = self.scene.model
        bot = model.bot
        if bot is None or self.scene.sheets or model.decision is None:
            return
        now = time.monotonic()
        if self.thought is None:
            self.thought = think(model.session, bot)
            self.since = now
        hurry = pygame.key.get_focused() and pygame.key.get_pressed()[pygame.K_SPACE]
        if not self.thought.done.is_set() or (now - self.since < PACE and not hurry):
            return
        if self.scene.tray.running(now) and not hurry:
            return
        thought, self.thought = self.thought, None
        if thought.error or thought.answer is None or not model.answer(thought.answer, thought.reason):
            reason = thought.error or _("it gave an answer that the rules refuse")
            model.trouble.append(
                _(
                    "The bot of {decider} gave up ({reason}). Please decide for it.",
                    decider=model.player_name(model.decider),
                    reason=reason,
                )
            )
            model.bots = {player: other for player, other in model.bots.items() if player != model.decider}
            model.refresh()

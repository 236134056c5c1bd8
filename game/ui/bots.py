"""Bots answer in a thread of their own, on a fork of the game, so that the window never waits for them."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from game.engine.decisions import Answer
from game.engine.session import Session
from game.ui.desk import Bot


@dataclass
class Thought:
    """One answer being worked out. `done` is set last."""

    done: threading.Event = field(default_factory=threading.Event)
    answer: Answer | None = None
    error: str = ""


def think(session: Session, bot: Bot) -> Thought:
    """Start a bot on a fork of the session; what it does to the fork is nobody's business."""
    thought = Thought()
    fork = session.fork()

    def work() -> None:
        try:
            thought.answer = bot(fork)
        except Exception as error:  # a bot's fault must not end anybody's game
            thought.error = f"{type(error).__name__}: {error}"
        finally:
            thought.done.set()

    threading.Thread(target=work, name="bot", daemon=True).start()
    return thought

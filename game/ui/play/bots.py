"""Bots answer in a thread, on a fork of the game, so that the window never waits for them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import pygame

from game.engine.core.decisions import Answer
from game.engine.rulebook.view import Prospect
from game.players import blind_fork
from game.players.new_session import rated_of, reason_of
from game.ui.model.session_model import SessionModel
from game.ui.widgets.tasks import Task
from game.wording import _

PACE: Final = 0.35
"""The least seconds between two answers of bots, so that people can follow."""


class Thinker:
    """Lets the bots of a game answer, at a readable pace."""

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self.thought: Task[tuple[Answer, str, Sequence[Prospect]]] | None = None
        self.since = 0.0

    def tick(self, *, paused: bool, rolling: bool) -> None:
        """Start thinking, or give the answer found; nothing while `paused`, no answer while dice roll."""
        model = self.model
        bot = model.bot
        if bot is None or paused or model.decision is None:
            return
        now = time.monotonic()
        if self.thought is None:
            fork = blind_fork(model.session, model.decider)  # what the bot does to the fork stays there
            self.thought = Task(lambda: (bot(fork), reason_of(bot), rated_of(bot)), "bot")
            self.since = now
        hurry = pygame.key.get_focused() and pygame.key.get_pressed()[pygame.K_SPACE]
        if not self.thought.done or (now - self.since < PACE and not hurry):
            return
        if rolling and not hurry:
            return
        thought, self.thought = self.thought, None
        try:
            given = model.answer(*thought.result())
            reason = "" if given else _("it gave an answer that the rules refuse")
        except Exception as error:  # a bot's fault must not end anybody's game
            reason = f"{type(error).__name__}: {error}"
        if reason:
            name = model.player_name(model.decider)
            model.trouble.append(
                _("The bot of {decider} gave up ({reason}). Please decide for it.", decider=name, reason=reason)
            )
            model.bots = {player: other for player, other in model.bots.items() if player != model.decider}
            model.refresh()

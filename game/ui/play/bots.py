"""Bots answer in a thread, on a fork of the game, so that the window never waits for them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from game.engine.core.decisions import Answer
from game.engine.rulebook.view import Prospect
from game.play.session_model import Bot, SessionModel
from game.players import blind_fork
from game.players.helpers import Helpers
from game.players.new_session import Seated, let_help, rated_of, reason_of
from game.ui.widgets.tasks import Stop, Task
from game.wording import _

PACE: Final = 0.35
"""The least time between two answers of bots, in seconds, so that people can follow."""


class Thinker:
    """Lets the bots of a game answer one after another, slowly enough to follow."""

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self.thought: Task[tuple[Answer, str, Sequence[Prospect]]] | None = None
        self.since = 0.0
        self.hurried = False
        self.rushes = False
        """Whether bots answer at once, and what they do is shown at once, until a person decides."""
        self.helpers = Helpers()
        self._stop = Stop()

    def play_now(self) -> None:
        """Make the thinking bot answer with the best it has found."""
        self.hurried = True
        self._stop.order()

    def forget(self) -> None:
        """Drop the answer that a bot is looking for, because the game has moved on."""
        self._stop.order()
        self.thought = None

    def end(self) -> None:
        """Stop thinking and end the helper processes."""
        self.forget()
        self.helpers.end()

    def _think(self, bot: Bot, seconds: float) -> None:
        """Start a bot thinking in a thread, for at most `seconds` seconds (0: no limit)."""
        fork = blind_fork(self.model.session, self.model.decider)  # what the bot does to the fork stays there
        self._stop, self.hurried = Stop(), False

        if isinstance(bot, Seated):
            bot.limit(seconds, self._stop)
            bot.helped_by(self.helpers)
        self.thought = Task(lambda: (bot(fork), reason_of(bot), rated_of(bot)), "bot")
        self.since = time.monotonic()

    def tick(self, *, paused: bool, rolling: bool, most: float = 0.0, cores: int = 1) -> None:
        """Start the bot's thinking, or give its answer once it is found and its time has come.

        Nothing happens while `paused`; no answer is given while dice roll. A bot thinks for at most `most` seconds (0:
        no limit) on `cores` processor cores (0: all).
        """
        model = self.model
        let_help(self.helpers, model.bots, model.session, cores)
        bot = model.bot
        self.rushes = self.rushes and bot is not None and model.decision is not None
        if bot is None or paused or model.decision is None:
            return
        now = time.monotonic()
        if self.thought is None:
            self._think(bot, most)
        assert self.thought is not None
        hurry = self.hurried or self.rushes
        if hurry:
            self._stop.order()
        if not self.thought.done or (now - self.since < PACE and not hurry):
            return
        if rolling and not hurry:
            return
        thought, self.thought, self.hurried = self.thought, None, False
        try:
            is_taken = model.answer(*thought.result())
            reason = "" if is_taken else _("it made a choice that the rules do not allow")
        except Exception as error:  # a bot's fault must not end anyone's game
            reason = f"{type(error).__name__}: {error}"
        if reason:
            name = model.player_name(model.decider)
            model.trouble.append(
                _(
                    "The computer player for {decider} gave up ({reason}). Please decide for it.",
                    decider=name,
                    reason=reason,
                )
            )
            model.bots = {player: other for player, other in model.bots.items() if player != model.decider}
            model.refresh()

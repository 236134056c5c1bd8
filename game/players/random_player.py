"""The random player: uniform over legal options, sampling legal spots."""

import random
from collections.abc import Callable

from game.engine.core.decisions import Answer, Decision, NoLegalPlace, random_answer
from game.engine.session import Session
from game.wording import N_

__all__ = ["NoLegalPlace", "RandomPlayer", "random_answer"]


class RandomPlayer:
    """A bot that answers at random, reproducibly for each seed."""

    reason = N_("at random")

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        return random_answer(decision, self._rng)

"""The least that a bot needs: it is made of a seed, answers decisions, and says why."""

import random
from collections.abc import Callable

from game.engine.core.decisions import Answer, Choose, Decision
from game.engine.session import Session
from game.players.random_player import random_answer


class Cautious:
    """Takes whatever is offered last; where nothing is listed, anything legal."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.reason = ""

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        """Answer a decision; `fork` returns a copy of the game to try answers on."""
        if isinstance(decision, Choose):
            self.reason = "what stands last has been thought of longest"
            return decision.options[-1].key
        self.reason = "one is as good as another"
        return random_answer(decision, self.rng)

"""The veteran: plans a whole activation by exact expectation before it gives the first answer of it."""

import random
from collections.abc import Callable

from game.engine.core.decisions import Decision, Pick
from game.engine.rulebook.abilities import Judging
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.greedy import GreedyPlayer
from game.players.lookahead import Lookahead
from game.players.random_player import random_answer

TRIES = 400
"""Answers tried on copies of the game for one decision."""


class VeteranPlayer(GreedyPlayer):
    """Plays every worthwhile line of an activation out on copies of the game and takes the best."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = TRIES

    def weighed(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        ahead = fork()
        if not isinstance(ahead.ruleset, Judging) or not self._plays_out(ahead, decision):
            return super().weighed(decision, fork)
        return Lookahead(ahead, decision.player, self._rng, self.tries).rated()

    def _plays_out(self, ahead: Session, decision: Decision) -> bool:
        """Return whether a decision belongs to an activation, or begins one."""
        judge = ahead.ruleset
        assert isinstance(judge, Judging)
        if judge.acting(ahead.game) is not None:
            return True
        if not isinstance(decision, Pick):
            return False
        begun = ahead.fork()
        begun.answer(random_answer(decision, random.Random(0)))
        return judge.acting(begun.game) is not None

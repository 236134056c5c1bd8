"""The veteran: plans a whole activation by exact expectation before it gives the first answer of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Arrange, Decision, Order, Place
from game.engine.rulebook.abilities import Judging
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.greedy import GreedyPlayer
from game.players.lookahead import Lookahead, Step, begins

TOLD: Final = 3
"""The best answers of which a reason is given."""
TRIES: Final = 240
"""Answers tried on copies of the game for one decision."""


class VeteranPlayer(GreedyPlayer):
    """Plays every worthwhile line of an activation out on copies of the game and takes the best."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = TRIES
        self.stopped: Callable[[], bool] = lambda: False
        self._plan: tuple[Step, ...] = ()
        self._shared = False
        """Whether the tries of the last search were shared among all that could act: its plan is not followed then."""

    def weighed(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        ahead = fork()
        step, self._plan = next(iter(self._plan), None), self._plan[1:]
        if step is not None and not self._shared and step.fits(ahead):
            return self._with_reasons(ahead, step.rated)
        self._plan = ()
        if not isinstance(ahead.ruleset, Judging) or not plays_out(ahead, decision):
            return self._at_first_sight(ahead, decision)
        self._shared = ahead.ruleset.acting(ahead.game) is None
        return self._with_reasons(ahead, self._searched(ahead, decision.player))

    def _at_first_sight(self, ahead: Session, decision: Decision) -> list[Prospect]:
        """Return the legal answers to a decision of no activation."""
        judge = ahead.ruleset
        if not isinstance(judge, Judging) or not isinstance(decision, Order | Place):
            return super().weighed(decision, lambda: ahead)
        return [each for each in judge.candidates(ahead.game, decision, self._rng) if decision.allows(each.answer)]

    def _searched(self, ahead: Session, player: str) -> list[Prospect]:
        """Return the answers of a player to a decision of an activation, the best first, and keep the plan."""
        search = Lookahead(ahead, player, self._rng, self.tries, stopped=self.stopped)
        rated, self._plan = search.rated(), search.plan
        return rated

    def _with_reasons(self, ahead: Session, rated: Sequence[Prospect]) -> list[Prospect]:
        """Return rated answers, the best first, with reasons for the best of them: what the plan comes to."""
        judge, decision = ahead.ruleset, ahead.pending()
        assert isinstance(judge, Judging)
        told = [replace(each, why=judge.reason(ahead.game, decision, each)) for each in rated[:TOLD]]
        why = after_it(self._plan) if not isinstance(decision, Place | Arrange) else ""
        told[0] = replace(told[0], why=why or told[0].why)
        return [*told, *rated[TOLD:]]


def after_it(plan: Sequence[Step]) -> str:
    """Return what speaks for the first spot or fight of a plan, else for its first choice, "" without one."""
    why = ""
    for step in plan[:2]:
        judge, following, best = step.session.ruleset, step.session.pending(), step.rated[0]
        if isinstance(judge, Judging) and (isinstance(following, Place | Arrange) or best.settled):
            return judge.reason(step.session.fork().game, following, best)
        if isinstance(judge, Judging) and not why:
            why = judge.reason(step.session.fork().game, following, best)
    return why


def plays_out(ahead: Session, decision: Decision) -> bool:
    """Return whether a decision belongs to an activation, or begins one; the rulebook must be one that judges."""
    judge = ahead.ruleset
    assert isinstance(judge, Judging)
    return judge.acting(ahead.game) is not None or begins(ahead, decision)

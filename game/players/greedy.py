"""The greedy player: looks one step ahead and takes the best exact expectation."""

import random
from collections.abc import Callable

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.abilities import Advising, Judging
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.random_player import random_answer
from game.wording import _


class GreedyPlayer:
    """Takes the answer of highest expected value; ties and unknown decisions are random."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.reason = ""
        self.rated: tuple[Prospect, ...] = ()
        """What it weighed for its last answer, the best first."""

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        found = self.weighed(decision, fork)
        while found and not decision.allows(max(found, key=lambda each: each.worth).answer):
            found.remove(max(found, key=lambda each: each.worth))  # such as a plan for a table that has changed
        self.rated = tuple(sorted(found, key=lambda each: -each.worth))
        if not found:
            self.reason = _("nothing to go by")
            return random_answer(decision, self._rng)
        best = max(each.worth for each in found)
        taken = self._rng.choice([each for each in found if each.worth == best and decision.allows(each.answer)])
        ahead = fork()
        why, points = _why(ahead, taken), _(ahead.ruleset.terms.points)
        expected = _("{why} ({best:+.1f} {points} expected)", why=why, best=best, points=points)
        self.reason = expected if taken.scored else why
        return taken.answer

    def weighed(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        """Return the legal answers worth considering with their values."""
        ahead = fork()
        pending, advisor = ahead.pending(), ahead.ruleset
        offered = advisor.prospects(ahead.game, pending, self._rng) if isinstance(advisor, Advising) else ()
        return [each for each in offered if pending.allows(each.answer)]


def _why(ahead: Session, taken: Prospect) -> str:
    """Return what speaks for an answer; the rulebook is asked if it was weighed without words."""
    judge = ahead.ruleset
    if taken.why or not isinstance(judge, Judging):
        return taken.why
    return judge.reason(ahead.game, ahead.pending(), taken)

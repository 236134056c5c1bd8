"""The greedy player: looks one step ahead and takes the best exact expectation."""

import random
from collections.abc import Callable, Sequence
from math import exp
from typing import Final

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.random_player import random_answer
from game.wording import _

MIXED: Final = 0.15
"""A secret answer is e times less likely if it is worse than the best by this share of the whole range."""


class GreedyPlayer:
    """Takes the answer with the best expected value; ties and unknown decisions are random.

    Secret answers are drawn at random, good ones most often, because a predictable answer can be beaten.
    """

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._why: Callable[[], str] | str = ""
        self.rated: tuple[Prospect, ...] = ()
        """What it considered for its last answer, best first."""

    @property
    def reason(self) -> str:
        """The reason for the last answer, in words; worked out on demand, because it is seldom read."""
        if not isinstance(self._why, str):
            self._why = self._why()
        return self._why

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        ahead = fork()
        liked = sorted(
            ((self.liking(each), each) for each in self.weighed(decision, lambda: ahead)), key=lambda two: -two[0]
        )
        while liked and not decision.allows(liked[0][1].answer):
            del liked[0]  # such as a plan for a table that has changed
        self.rated = tuple(each for _liking, each in liked)
        if not liked:
            self._why = _("nothing to go by")
            return random_answer(decision, self._rng)
        best = liked[0][0]
        if decision.secret:
            taken = self._unforeseen([(value, each) for value, each in liked if decision.allows(each.answer)])
        else:
            taken = self.chosen([each for value, each in liked if value == best and decision.allows(each.answer)])
        self._why = lambda: _told(ahead, taken)
        return taken.answer

    def _unforeseen(self, liked: Sequence[tuple[float, Prospect]]) -> Prospect:
        """Return one of some answers given best first; better ones are likelier, but none is predictable."""
        best, worst = liked[0][0], liked[-1][0]
        scale = MIXED * (best - worst) or 1.0
        (taken,) = self._rng.choices(
            [each for _value, each in liked], [exp((value - best) / scale) for value, _each in liked]
        )
        return taken

    def chosen(self, best: Sequence[Prospect]) -> Prospect:
        """Return one of the answers that it rates highest."""
        return self._rng.choice(best)

    def liking(self, prospect: Prospect) -> float:
        """Return the value that it sees in an answer."""
        return prospect.worth

    def weighed(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        """Return the legal answers worth considering with their values; `fork` may return the same copy each time."""
        return self._rated(fork())

    def _rated(self, ahead: Session, share: float = 1.0) -> list[Prospect]:
        """Return the legal answers worth considering with their values, for a share of the spots."""
        decision, judge = ahead.pending(), ahead.ruleset.judge
        offered = judge.prospects(ahead.game, decision, self._rng, share) if judge is not None else ()
        return [each for each in offered if decision.allows(each.answer)]


def _told(ahead: Session, taken: Prospect) -> str:
    """Return the reason for an answer and its expected gain; the rulebook may have no words for it."""
    judge, why = ahead.ruleset.judge, taken.why
    if not why and judge is not None:
        why = judge.reason(ahead.game, ahead.pending(), taken)
    if not taken.scored or not why:
        return why or _("nothing to go by")
    if gain := ahead.ruleset.terms.gain(taken.worth):
        return _("{why} ({gain} expected)", why=why, gain=gain)
    return _("{why} (may end the game)", why=why)

"""The greedy player: it looks one step ahead and takes the answer with the best exact expectation."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import exp
from typing import Final

from game.engine.core.decisions import Answer, Decision
from game.engine.plans import PlanDocument
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.intents import Following
from game.players.random_player import random_answer
from game.wording import _

EXPLAINED: Final = 3
"""The number of best answers that get a reason."""
MIXED: Final = 0.15
"""A secret answer is e times less likely if it is worse than the best answer by this share of the whole range."""


class GreedyPlayer:
    """A bot that takes the answer with the best expected value; ties and decisions without ratings are random.

    Secret answers are drawn at random, good answers most often, because a predictable answer can be beaten.
    """

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._why: Callable[[], str] | str = ""
        self._liked: tuple[Prospect, ...] = ()
        self._explained: Callable[[Prospect], str] | None = None
        self.plan_to_follow: PlanDocument | None = None
        """The plan that a player has given to the bot's pieces, or None."""

    @property
    def reason(self) -> str:
        """The reason for the last answer, in words; computed on demand, because it is seldom read."""
        if not isinstance(self._why, str):
            self._why = self._why()
        return self._why

    @property
    def rated(self) -> tuple[Prospect, ...]:
        """The ratings behind the last answer, best first; the best few have reasons, which are computed on demand."""
        if (explained := self._explained) is not None:
            best = [replace(prospect, why=explained(prospect)) for prospect in self._liked[:EXPLAINED]]
            self._liked, self._explained = (*best, *self._liked[EXPLAINED:]), None
        return self._liked

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        """Return the legal answer with the best estimate, with the gain towards a plan if there is one."""
        ahead = fork()
        prospects = self.rate_answers(decision, lambda: ahead)
        rated: Iterable[tuple[float, Prospect]] = ((self.liking(prospect), prospect) for prospect in prospects)
        if self.plan_to_follow is not None:
            rated = self._with_plan(ahead, self.plan_to_follow, prospects)
        ranked = sorted(rated, key=lambda pair: -pair[0])
        while ranked and not decision.allows(ranked[0][1].answer):
            del ranked[0]  # such as a plan for a table that has changed
        self._liked = tuple(prospect for _liking, prospect in ranked)
        self._explained = partial(_reason, ahead)
        if not ranked:
            self._why = _("nothing to go by")
            return random_answer(decision, self._rng)
        best = ranked[0][0]
        if decision.secret:
            choice = self._unpredictable([pair for pair in ranked if decision.allows(pair[1].answer)])
        else:
            choice = self.choose([move for value, move in ranked if value == best and decision.allows(move.answer)])
        self._why = lambda: _reason_and_gain(ahead, choice)
        return choice.answer

    def _with_plan(
        self, ahead: Session, plan: PlanDocument, prospects: Sequence[Prospect]
    ) -> Iterator[tuple[float, Prospect]]:
        """Yield answers, each with the bot's estimate plus the gain towards its plan."""
        for prospect, gain in Following(ahead, plan).gains(prospects, self._rng):
            planned = replace(prospect, why=_("it follows its plan"), scored=False) if gain > 0.0 else prospect
            yield self.liking(prospect) + gain, planned

    def _unpredictable(self, liked: Sequence[tuple[float, Prospect]]) -> Prospect:
        """Return an answer at random, better ones more often; `liked` is sorted, best first."""
        best, worst = liked[0][0], liked[-1][0]
        scale = MIXED * (best - worst) or 1.0
        weights = [exp((value - best) / scale) for value, _prospect in liked]
        return self._rng.choices([prospect for _value, prospect in liked], weights)[0]

    def choose(self, best: Sequence[Prospect]) -> Prospect:
        """Return one of the equally best answers."""
        return self._rng.choice(best)

    def liking(self, prospect: Prospect) -> float:
        """Return the bot's own estimate of the worth of an answer."""
        return prospect.worth

    def rate_answers(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        """Return the rated legal answers that are worth considering; `fork` may return the same copy at each call."""
        return self._rated(fork())

    def _rated(self, ahead: Session, share: float = 1.0) -> list[Prospect]:
        """Return the rated legal answers that are worth considering, using only a share of the spots."""
        decision, judge = ahead.pending(), ahead.ruleset.judge
        offered = judge.prospects(ahead.game, decision, self._rng, share) if judge is not None else ()
        return [prospect for prospect in offered if decision.allows(prospect.answer)]


def _reason(ahead: Session, choice: Prospect) -> str:
    """Return the reason for an answer, or "" if the rulebook gives none."""
    judge = ahead.ruleset.judge
    if choice.why or judge is None:
        return choice.why
    return judge.reason(ahead.game, ahead.pending(), choice)


def _reason_and_gain(ahead: Session, choice: Prospect) -> str:
    """Return the reason for an answer with its expected gain, or a stock phrase if the rulebook gives no reason."""
    reason = _reason(ahead, choice)
    if not choice.scored or not reason:
        return reason or _("nothing to go by")
    gain = ahead.ruleset.terms.gain(choice.worth)
    if gain == ahead.ruleset.terms.gain(0.0):
        return reason  # do not print a zero gain
    if gain:  # "" if the worth is so large that the game may end
        return _("{why} ({gain} expected)", why=reason, gain=gain)
    return _("{why} (may end the game)", why=reason)

"""The recruit: a bot that plans one answer, overlooks and misjudges answers, and acts once in an activation."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from game.engine.core.decisions import Arrange, Choose, Decision, Place
from game.engine.rulebook.facets import Judge
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.greedy import GreedyPlayer
from game.players.lookahead import HARMS, HELPS, PlanStep, prospects_above, with_noticed
from game.wording import _

OVERLOOKS: Final = 0.85
"""The chance that the recruit overlooks an answer or a spot in an activation; it need not rate those."""
MISJUDGES: Final = 8.0
"""The standard deviation of the recruit's misjudgement, in steps of a rulebook: differences that matter in it."""
ENOUGH: Final = 3
"""The number of helpful spots after which the recruit stops looking."""


class RecruitPlayer(GreedyPlayer):
    """A bot that takes the best first impression; it uses every useful move, and acts once in an activation."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._next: PlanStep | None = None
        self._acted: Hashable = None
        self._misjudges = MISJUDGES

    def forget(self) -> None:
        """Forget which piece has acted."""
        self._next = self._acted = None

    def rate_answers(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        """Return the answers that the recruit sees, with first impressions of their worth."""
        ahead = fork()
        self._misjudges = MISJUDGES * ahead.ruleset.terms.step
        step, self._next = self._next, None
        if step is not None and step.fits(ahead):
            return self.seen(step.rated)
        judge = ahead.ruleset.judge
        if isinstance(decision, Place | Arrange):
            if judge is not None and judge.acting(ahead.game) is None:
                return self._rated(ahead)  # pieces are deployed with care
            glimpsed = self._rated(ahead, 1.0 - OVERLOOKS)
            # A unit that may stay looks at all spots before it makes a move that is merely harmless.
            harmless = [] if isinstance(decision, Arrange) else prospects_above(HARMS, glimpsed)
            return prospects_above(HELPS, glimpsed) or harmless or self.seen(self._rated(ahead))
        if not isinstance(decision, Choose) or judge is None:
            return self.seen(self._rated(ahead))
        if endings := self._endings_after_action(judge, ahead, decision):
            return endings
        # A move is worth as much as the best spot that it leads to; spots are rated only if nothing else helps.
        prospects = self._rated(ahead, 1.0 if decision.leads else 0.0)
        if judge.acting(ahead.game) is not None and not prospects_above(HELPS, prospects):
            staying = {option.key for option in decision.options if option.stays}
            prospects = [
                prospect if prospect.answer in staying else self._with_move(judge, ahead, prospect)
                for prospect in prospects
            ]
        return self.seen(prospects)

    def seen(self, prospects: Sequence[Prospect]) -> list[Prospect]:
        """Return the answers that the recruit sees: some that help, or else some that do no harm, or else any."""
        noticed = [prospect for prospect in prospects if self._rng.random() > OVERLOOKS]
        answers_seen = with_noticed(noticed, prospects, self._rng)
        return prospects_above(HELPS, answers_seen) or prospects_above(HARMS, answers_seen) or answers_seen

    def liking(self, prospect: Prospect) -> float:
        return prospect.worth + (self._rng.gauss(0.0, self._misjudges) if prospect.scored else 0.0)

    def _endings_after_action(self, judge: Judge[Any], ahead: Session, decision: Choose) -> list[Prospect]:
        """Return the answers that end an activation after its first action; empty while it must continue."""
        acting, staying = judge.acting(ahead.game), {option.key for option in decision.options if option.stays}
        if acting is None or not staying:
            return []
        has_acted, self._acted = self._acted == acting, acting
        if not has_acted:
            return []
        endings = [
            prospect for prospect in prospects_above(HARMS, self._rated(ahead, 0.0)) if prospect.answer in staying
        ]
        return [replace(prospect, why=_("a Recruit stops after its first action")) for prospect in endings]

    def _with_move(self, judge: Judge[Any], ahead: Session, prospect: Prospect) -> Prospect:
        """Return an answer with the value of the best spot of the move that follows it, if any."""
        moved = ahead.fork()
        moved.answer(prospect.answer)
        decision = moved.decision
        if not isinstance(decision, Place | Arrange) or judge.acting(moved.game) != judge.acting(ahead.game):
            return prospect
        candidates = judge.candidates(moved.game, decision, self._rng)
        helping = (prospect for prospect in candidates if prospect.worth > HELPS and decision.allows(prospect.answer))
        rated = sorted(islice(helping, ENOUGH), key=lambda move: -move.worth)
        if not rated:
            return prospect
        if self._next is None or rated[0].worth > self._next.rated[0].worth:
            self._next = PlanStep(moved, tuple(rated))
        return replace(prospect, worth=rated[0].worth, why=rated[0].why)

"""The recruit: looks at its next answer only, overlooks much, misjudges the rest, and does one thing at a time."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from game.engine.core.decisions import Arrange, Choose, Decision, Place
from game.engine.rulebook.facets import Judge
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.greedy import GreedyPlayer
from game.players.lookahead import Step
from game.players.noticing import HARMS, HELPS, above, noticed
from game.wording import _

OVERLOOKS: Final = 0.85
"""The chance that it overlooks an answer, or a spot, in an activation; overlooked ones need not be rated."""
MISJUDGES: Final = 8.0
"""The standard deviation of its misjudgement, in the game's points."""
ENOUGH: Final = 3
"""The number of helpful spots after which it stops looking."""


class RecruitPlayer(GreedyPlayer):
    """Takes the best first impression; no activation ends unused while a move helps, none goes on after an action."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._next: Step | None = None
        self._acted: Hashable = None

    def weighed(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        ahead = fork()
        step, self._next = self._next, None
        if step is not None and step.fits(ahead):
            return self.seen(step.rated)
        judge = ahead.ruleset.judge
        if isinstance(decision, Place | Arrange):
            if judge is not None and judge.acting(ahead.game) is None:
                return self._rated(ahead)  # pieces are deployed with care
            found = self._rated(ahead, 1.0 - OVERLOOKS)
            harmless = (
                [] if isinstance(decision, Arrange) else above(HARMS, found)
            )  # a piece that may stay looks again first
            return above(HELPS, found) or harmless or self.seen(self._rated(ahead))
        if not isinstance(decision, Choose) or judge is None:
            return self.seen(self._rated(ahead))
        if done := self._leaving_it(judge, ahead, decision):
            return done
        # The value of a move is known from the spots that it leads to: they are rated once, if nothing else helps.
        found = self._rated(ahead, 1.0 if decision.leads else 0.0)
        if judge.acting(ahead.game) is not None and max((each.worth for each in found), default=0.0) <= HELPS:
            staying = {option.key for option in decision.options if option.stays}
            found = [each if each.answer in staying else self._with_move(judge, ahead, each) for each in found]
        return self.seen(found)

    def seen(self, found: Sequence[Prospect]) -> list[Prospect]:
        """Return the answers it sees: some that help, if any do, otherwise some that do no harm, if there are any."""
        seen = noticed([each for each in found if self._rng.random() > OVERLOOKS], found, self._rng)
        return above(HELPS, seen) or above(HARMS, seen) or seen

    def liking(self, prospect: Prospect) -> float:
        return prospect.worth + (self._rng.gauss(0.0, MISJUDGES) if prospect.scored else 0.0)

    def _leaving_it(self, judge: Judge[Any], ahead: Session, decision: Choose) -> list[Prospect]:
        """Return the answers that end its turn after one action, if it has done one; none if it has to do more."""
        acting, staying = judge.acting(ahead.game), {option.key for option in decision.options if option.stays}
        if acting is None or not staying:
            return []
        done, self._acted = self._acted == acting, acting
        if not done:
            return []
        leaving = [each for each in above(HARMS, self._rated(ahead, 0.0)) if each.answer in staying]
        return [replace(each, why=_("it does one thing with each activation")) for each in leaving]

    def _with_move(self, judge: Judge[Any], ahead: Session, prospect: Prospect) -> Prospect:
        """Return an answer with the value of the best spot that it leads to, if it leads to a move."""
        moved = ahead.fork()
        moved.answer(prospect.answer)
        decision = moved.decision
        if not isinstance(decision, Place | Arrange) or judge.acting(moved.game) != judge.acting(ahead.game):
            return prospect
        candidates = judge.candidates(moved.game, decision, self._rng)
        helping = (each for each in candidates if each.worth > HELPS and decision.allows(each.answer))
        rated = sorted(islice(helping, ENOUGH), key=lambda each: -each.worth)
        if not rated:
            return prospect
        if self._next is None or rated[0].worth > self._next.rated[0].worth:
            self._next = Step(moved, tuple(rated))
        return replace(prospect, worth=rated[0].worth, why=rated[0].why)

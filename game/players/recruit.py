"""The recruit: looks at its next answer only, overlooks much of what it could do, and misjudges the rest."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Arrange, Choose, Decision, Place
from game.engine.rulebook.abilities import Judging
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.greedy import GreedyPlayer
from game.players.lookahead import Step

OVERLOOKS: Final = 0.6
"""The chance that it does not see an answer."""
MISJUDGES: Final = 1.0
"""The standard deviation of the logarithm of what it takes a value for, as a part of that value."""
HELPS: Final = 0.1
"""What a position must gain by a move, in the game's points, for the move to be worth an action."""


class RecruitPlayer(GreedyPlayer):
    """Takes the best first impression; no activation ends unused while a move helps."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._next: Step | None = None

    def weighed(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        ahead = fork()
        step, self._next = self._next, None
        if step is not None and step.fits(ahead):
            return self._seen(step.rated)
        found = super().weighed(decision, lambda: ahead)
        if isinstance(decision, Choose) and isinstance(ahead.ruleset, Judging) and self._would_end(ahead, found):
            found = [self._with_move(ahead, each) for each in found]
        return self._seen(found)

    def _seen(self, found: Sequence[Prospect]) -> list[Prospect]:
        """Return what it sees of some answers, each at what it takes it for; something that helps, if anything does."""
        seen = [each for each in found if self._rng.random() > OVERLOOKS]
        if not any(each.worth > HELPS for each in seen):
            helps = [each for each in found if each.worth > HELPS] or [*found]
            seen = self._rng.sample(helps, min(1, len(helps))) if not seen or helps[0].worth > HELPS else seen
        return [self._misjudged(each) for each in seen]

    def _misjudged(self, prospect: Prospect) -> Prospect:
        return replace(prospect, worth=prospect.worth * self._rng.lognormvariate(0.0, MISJUDGES))

    def _would_end(self, ahead: Session, found: list[Prospect]) -> bool:
        """Return whether the best first impression is that nothing helps: it is to gain no points."""
        judge = ahead.ruleset
        assert isinstance(judge, Judging)
        return judge.acting(ahead.game) is not None and max((each.worth for each in found), default=0.0) <= HELPS

    def _with_move(self, ahead: Session, prospect: Prospect) -> Prospect:
        """Return an answer with what the best spot that it leads to is worth, where it leads to a move."""
        judge, moved = ahead.ruleset, ahead.fork()
        assert isinstance(judge, Judging)
        moved.answer(prospect.answer)
        decision = moved.decision
        if not isinstance(decision, Place | Arrange) or judge.acting(moved.game) != judge.acting(ahead.game):
            return prospect
        rated = sorted(judge.candidates(moved.game, decision, self._rng), key=lambda each: -each.worth)
        rated = [each for each in rated if decision.allows(each.answer)]
        if not rated or rated[0].worth <= HELPS:
            return prospect
        if self._next is None or rated[0].worth > self._next.rated[0].worth:
            self._next = Step(moved, tuple(rated))
        return replace(prospect, worth=rated[0].worth, why=rated[0].why or prospect.why)

"""Planning whole activations by exact expectation before their first answer, for veterans and warlords."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from game.engine.core.decisions import Arrange, Decision, Order, Pick, Place
from game.engine.core.windows import PASS
from game.engine.rulebook.facets import Style
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.greedy import EXPLAINED, GreedyPlayer
from game.players.lookahead import Lookahead, Plan, PlanStep, Width, begins_activation, judge_of
from game.wording import _

TRIES: Final = 240
"""The number of answers tried on copies of the game for one decision."""


class Planner(GreedyPlayer):
    """A bot that plays every worthwhile line of an activation on copies of the game and takes the best line."""

    style: ClassVar[Style | None] = None
    """The style of the rulebook's judge; None for the usual judge."""
    width: ClassVar[Width] = Width()
    """The limits of the planner's search."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = TRIES
        self.stopped: Callable[[], bool] = lambda: False
        self._plan: Plan = ()
        self._plans: dict[str, Plan] = {}
        """The steps after each answer to the last decision, by the `repr` of the answer."""

    @property
    def plan(self) -> Plan:
        """The steps after the answer rated best, up to the next dice."""
        return self._plan

    def choose(self, best: Sequence[Prospect]) -> Prospect:
        return best[0]  # the plan follows this answer; of equal answers it made the best first impression

    def rate_answers(self, decision: Decision, fork: Callable[[], Session]) -> list[Prospect]:
        """Return the rated answers, best first: from the stored plan if it still fits, else from a new search."""
        ahead = fork()
        step, self._plan = next(iter(self._plan), None), self._plan[1:]
        if step is not None and step.fits(ahead):
            return self._with_reasons(ahead, step.rated, _by_answer(step.rated, step.plans))
        self._plan = ()
        if ahead.ruleset.judge is None or not is_of_activation(ahead, decision):
            return self._rate_without_search(ahead, decision)
        rated = self._search(ahead, decision.player, self.tries)
        plans = self._plans  # a deeper search stores others
        if ahead.ruleset.judge.acting(ahead.game) is None:  # the best piece is known now: plan its activation further
            self._plan = self._deeper_plan(ahead, decision.player, rated)
        return self._with_reasons(ahead, rated, plans)

    def _rate_without_search(self, ahead: Session, decision: Decision) -> list[Prospect]:
        """Return the rated legal answers to a decision outside activations."""
        if ahead.ruleset.judge is None or not isinstance(decision, Order | Place):
            return super().rate_answers(decision, lambda: ahead)
        judge = judge_of(ahead, self.style)
        return [
            prospect
            for prospect in judge.candidates(ahead.game, decision, self._rng)
            if decision.allows(prospect.answer)
        ]

    def _search(self, ahead: Session, player: str, tries: int) -> list[Prospect]:
        """Return a player's rated answers to a decision of an activation, best first, and store their plans."""
        return self._rated_by(self._lookahead(ahead, player, tries))

    def _rated_by(self, search: Lookahead) -> list[Prospect]:
        """Return the answers that a search rates, best first, and store their plans."""
        rated = search.rated()
        self._plan, self._plans = search.plan, _by_answer(rated, search.plans)
        return rated

    def _lookahead(self, ahead: Session, player: str, tries: int) -> Lookahead:
        """Return a search for a player's answers within the limits of this bot."""
        return Lookahead(ahead, player, self._rng, tries, self.width, self.stopped, judge_of(ahead, self.style))

    def _deeper_plan(self, ahead: Session, player: str, rated: Sequence[Prospect]) -> Plan:
        """Return a plan for the best of the pieces that could act.

        The plan is searched again with more tries than that piece had among all pieces. If this is stopped halfway, the
        shared result stands, and a decision without a plan is searched when it comes.
        """
        shared, decision = self._plan, ahead.pending()
        if len(rated) < 2 and not (isinstance(decision, Pick) and len(decision.candidates) > 1):
            return shared
        outcome = ahead.fork()
        outcome.answer(rated[0].answer)
        goes_on = outcome.decision is not None and outcome.decision.player == player
        if (
            not goes_on
            or outcome.state.rolls.total != ahead.state.rolls.total
            or not is_of_activation(outcome, outcome.pending())
        ):
            return shared
        deeper = self._search(outcome, player, self.tries // min(2, len(rated)))  # more than the share before
        plans = tuple([self._plans.get(repr(prospect.answer), ()) for prospect in deeper])
        return shared if self.stopped() else (PlanStep(outcome, tuple(deeper), plans), *self._plan)

    def _with_reasons(self, ahead: Session, rated: Sequence[Prospect], plans: Mapping[str, Plan]) -> list[Prospect]:
        """Return rated answers, best first; the best few get reasons, which describe the results of their plans."""
        judge, decision, explained = judge_of(ahead), ahead.pending(), list[Prospect]()
        for prospect in rated[:EXPLAINED]:
            plan = plans.get(repr(prospect.answer), ()) if explained else self._plan
            reason = judge.reason(ahead.game, decision, prospect)
            if isinstance(decision, Place | Arrange):
                reason = with_later_reason(reason, decision.about, plan)
            elif prospect.answer != PASS:  # the rest of the plan is no reason to pass
                reason = reason_for_plan(plan) or reason
            explained.append(replace(prospect, why=reason))
        return [*explained, *rated[EXPLAINED:]]


def _by_answer(rated: Sequence[Prospect], plans: Sequence[Plan]) -> dict[str, Plan]:
    """Return plans by the `repr` of their first answers; a single answer may have no plan."""
    return {repr(prospect.answer): plan for prospect, plan in zip(rated, plans, strict=False)}


def reason_for_plan(plan: Sequence[PlanStep]) -> str:
    """Return the reason for a plan's first spot or fight and for the rest, or else for its first choice.

    Options that the plan passes up give no reasons.
    """
    plan = [step for step in plan if step.rated[0].answer != PASS]
    for number, step in enumerate(plan[:2]):
        if _has_reason(step):
            reason = _reason(step)
            decision = step.session.pending()
            placed = isinstance(decision, Place | Arrange)
            return with_later_reason(reason, decision.about, plan[number + 1 :]) if placed else reason
    return _reason(plan[0]) if plan else ""


def with_later_reason(why: str, about: str, plan: Sequence[PlanStep]) -> str:
    """Return the reason `why` for a piece's spot, with that for the plan's last later spot or fight."""
    steps_with_reason = [step for step in plan if _has_reason(step)]
    if not steps_with_reason:
        return why
    decisions = [step.session.pending() for step in steps_with_reason]
    if all(isinstance(decision, Place | Arrange) and decision.about == about for decision in decisions):
        return _("on the way; then {then}", then=_reason(steps_with_reason[-1]))  # a spot on the way gives no reason
    return _("{why}; then {then}", why=why, then=_reason(steps_with_reason[-1]))


def _has_reason(step: PlanStep) -> bool:
    return isinstance(step.session.pending(), Place | Arrange) or step.rated[0].settled


def _reason(step: PlanStep) -> str:
    return judge_of(step.session).reason(step.session.fork().game, step.session.pending(), step.rated[0])


def is_of_activation(ahead: Session, decision: Decision) -> bool:
    """Return whether a decision belongs to an activation or begins an activation; the rulebook must have a judge."""
    return judge_of(ahead).acting(ahead.game) is not None or begins_activation(ahead, decision)

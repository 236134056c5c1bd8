"""What the odds shown before an answer are held against: every case of the dice, played out."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from game.engine.core.decisions import Answer, Decision, Pick, Place
from game.engine.rulebook.view import Claim, OddsView
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.events import AttackWon, Damaged, Disengaged, Rolled, Tested, Triumphed
from tools.promising.book import Keeping, Problems
from tools.promising.dice import Case, Policy, TooMany, cases, fresh, given
from tools.promising.play import (
    attacks_only,
    free,
    is_lost,
    least,
    lost_at_recovery,
    outcome_of,
    recoveries,
    tests_only,
)

MOST_FACES = 260
"""Cases of one engage that are counted out; larger ones are left to other tests."""


class OddsChecks(Keeping):
    """Takes odds shown before an answer at their word."""

    # -- odds ----------------------------------------------------------------------------------

    def odds(self, session: Session, decision: Decision, answer: Answer) -> Problems:
        found = session.ruleset.odds(session.game, decision, answer)
        active = session.state.active
        if found is None:
            if active and session.state.step == "activation":
                yield from self._no_dice(session, answer, active)
            return
        claim = found.claim
        if claim is None:
            for chance in found.chances:
                if chance.claim is not None:
                    yield from self._engage(session, (answer,), chance.claim, [chance.share])
        elif claim.kind == "engage":
            yield from self._engage(session, (answer,), claim, [each.share for each in found.outcomes], found)
        elif claim.kind == "test":
            yield from self._test(session, answer, claim, found)
        elif claim.kind == "recovery":
            yield from self._recovery(session, claim.about[0], found)

    def _no_dice(self, session: Session, answer: Answer, active: str) -> Problems:
        twin = session.fork(3)
        before = len(twin.events)
        twin.answer(answer)
        rolled = [event for event in twin.events[before:] if isinstance(event, Rolled) and event.model == active]
        own = [event.purpose for event in rolled if event.purpose not in ("initiative", "recovery")]
        yield from self.hold("no dice", not own, f"{own} rolled")

    def _test(self, session: Session, answer: Answer, claim: Claim, found: OddsView) -> Problems:
        model, test = claim.about
        pilot = random.Random(self.rng.random())
        plan: list[Answer] = [answer]
        scout = session.fork(3)
        for _ in range(8):  # what else is asked before the test
            before = len(scout.events)
            scout.answer(plan[-1])
            if any(isinstance(event, Tested) and event.test == test for event in scout.events[before:]):
                break
            if scout.decision is None or scout.state.active != model or free(scout, model):
                # It may yet be avoided where the answer leaves a choice; a placement leaves none.
                yield from self.hold("test", not isinstance(session.decision, Place), "no test followed")
                return
            plan.append(random_answer(scout.decision, pilot))
        every = [case.until(Tested) for case in cases(session.fork, fresh(lambda: given(*plan)), tests_only)]
        for case in every:
            yield from self._faces(case, found)
        good = sum((case.share for case in every if case.of(Tested)[0].success), Fraction(0))
        yield from self.near("test", found.outcomes[0].share, good)
        triumphs = sum((case.share for case in every if self._triumphed(case, model)), Fraction(0))
        shown = next((each.share for each in found.chances if each.claim and each.claim.kind == "triumph"), 0.0)
        yield from self.near("triumph", shown, triumphs)

    def _triumphed(self, case: Case, model: str) -> bool:
        return any(event.model == model for event in case.of(Triumphed))

    def _recovery(self, session: Session, model: str, found: OddsView) -> Problems:
        ends = recoveries(session, session.state, model)
        for end in ends:
            yield from self._faces(end, found)
        lost = [is_lost(end, model) for end in ends]
        triumphs = [any(isinstance(event, Triumphed) for event in end.events) for end in ends]
        yield from self.near("recovery", found.outcomes[1].share, Fraction(sum(lost), len(ends)))
        shown = next((each.share for each in found.chances if each.claim and each.claim.kind == "triumph"), 0.0)
        yield from self.near("triumph", shown, Fraction(sum(triumphs), len(ends)))

    # -- engages -------------------------------------------------------------------------------

    def _engage(
        self,
        session: Session,
        first: Sequence[Answer],
        claim: Claim,
        shares: Sequence[float],
        found: OddsView | None = None,
    ) -> Problems:
        """Hold win, tie and loss, and what else is shown of an engage, against every case of the attack dice."""
        active, *opponents = claim.about
        try:
            every = self._fought(session, first, active, opponents)
        except TooMany:
            return
        yield from self.hold("engage", all(case.of(AttackWon) for case in every), "nobody attacked")
        for shown, outcome in zip(shares, ("win", "tie", "lose"), strict=False):
            counted = sum((case.share for case in every if outcome_of(case, active) == outcome), Fraction(0))
            yield from self.near(outcome, shown, counted)
        for case in every if found else ():
            assert found is not None
            yield from self._faces(case, found)
            won = case.of(AttackWon)[0].winner
            for line in found.lines:
                if line.claim is not None and line.claim.kind == "harmless" and line.claim.about[0] == won:
                    hurt = [each for each in case.of(Damaged) if each.source == won and each.rule == "G-ENG-4"]
                    safe = line.claim.about[1] not in {each.model for each in hurt}
                    yield from self.hold("harmless", safe, line.text)
        for spread in found.spreads if found else ():
            assert spread.claim is not None
            yield from self._spread(every, spread.claim.about[0], spread.shares)
        for chance in found.chances if found else ():
            assert chance.claim is not None
            about = chance.claim.about[0]
            if chance.claim.kind == "triumph":
                counted = sum((case.share for case in every if self._triumphed(case, about)), Fraction(0))
                yield from self.near("triumph", chance.share, counted)
            elif (lost := lost_at_recovery(session, every, about)) is not None:
                yield from self.near("lost", chance.share, lost)

    def _fought(self, session: Session, first: Sequence[Answer], active: str, opponents: Sequence[str]) -> list[Case]:
        faces = 1
        for each in (active, *opponents):
            faces *= session.state.models[each].die
        if faces > MOST_FACES:
            raise TooMany

        def policy() -> Policy:
            named = [each for answer in first if isinstance(answer, list) for each in answer]
            rest = [each for each in opponents if each not in named]

            def after(twin: Session) -> Answer | None:
                decision = twin.pending()
                if decision.rule == "G-ENG-1" and isinstance(decision, Pick) and decision.about == active:
                    taken = rest[: decision.maximum]
                    del rest[: len(taken)]
                    return list(taken)
                return None if free(twin, active) else least(twin, session.state.active)

            return given(*first, then=after)

        every = cases(session.fork, fresh(policy), attacks_only, most=4 * faces)
        return [case.until(Disengaged) for case in every]

    def _faces(self, case: Case | Any, found: OddsView) -> Problems:
        """Check the odds of rolling again and of low faces against everybody's first roll."""
        rolled = {event.model: event for event in reversed(case.events) if isinstance(event, Rolled)}
        for model in rolled.keys() & set(found.claim.about if found.claim else ()):
            event = rolled[model]
            shown = {"rerolls": 0, "challenging": 0}
            for line in found.lines:
                if line.claim is not None and line.claim.kind in shown and model in line.claim.about:
                    shown[line.claim.kind] = line.claim.amount
            fell = {"rerolls": event.roll.reroll_at_most, "challenging": event.roll.zero_at_most}
            yield from self.hold("faces", fell == shown, f"{shown} shown, {fell} rolled")

    def _spread(self, every: Sequence[Case], model: str, shares: Sequence[float]) -> Problems:
        counted: dict[int, Fraction] = defaultdict(Fraction)
        for case in every:
            hurt = [event.amount for event in case.of(Damaged) if event.model == model and event.rule == "G-ENG-4"]
            counted[sum(hurt)] += case.share
        for amount in {*counted, *range(len(shares))}:
            shown = shares[amount] if amount < len(shares) else 0.0
            yield from self.near("damage", shown, counted[amount])

    def fight(self, session: Session, active: str, ways: Sequence[Case], claim: Claim, lost: Claim | None) -> Problems:
        total = sum((case.share for case in ways), Fraction(0))
        sums: dict[str, Fraction] = defaultdict(Fraction)
        known: dict[str, dict[str, Fraction | None]] = {}
        for case in ways:
            key = case.session.state.digest()
            if key not in known:
                try:
                    fought = self._fought(case.session, ("engage",), active, claim.about[1:])
                except TooMany:
                    return
                known[key] = {
                    **{
                        outcome: sum(
                            (each.share for each in fought if outcome_of(each, active) == outcome), Fraction(0)
                        )
                        for outcome in ("win", "tie", "lose")
                    },
                    **{each: lost_at_recovery(session, fought, each) for each in claim.about},
                }
            for name, share in known[key].items():
                if share is None:
                    return
                sums[name] += case.share * share / total
        shown = dict(zip(("win", "tie", "lose"), claim.chances, strict=True))
        for name in ("win", "tie", "lose"):
            yield from self.near(f"then {name}", shown[name], sums[name])
        for number, each in enumerate(claim.about):
            yield from self.near("then lost", lost.chances[number] if lost else 0.0, sums[each])

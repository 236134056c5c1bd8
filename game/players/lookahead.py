"""Looking ahead to the end of an activation: every worthwhile answer on copies of the game, dice by expectation."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import WeakKeyDictionary

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Pick, Place
from game.engine.rulebook.facets import Judge, Style
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.chance import outcomes
from game.players.noticing import noticed
from game.players.random_player import random_answer

APART: Final = 0.8
"""Spots closer together than this (inches, along both axes together) count as one."""
EFFORT: Final = 0.05
"""The least gain of each own answer, so that the shorter of two paths to the same spot is taken."""
SHARE: Final = 6
"""The fewest tries for a rated answer, as long as there are any left."""
DEEPEST: Final = 7
"""The most decisions in a row that are rated; the rest of an activation is played by first impressions."""


BEGINNINGS: Final = 3
"""The number of options of a choice that are tried to see whether it is about who acts next."""


@dataclass(frozen=True)
class Width:
    """How much is tried: options, spots of the first and of later placings, groups of pieces, outcomes of dice.

    `continued` is the number of outcomes from which an activation is played on if the rulebook knows the expectation of
    its dice. `spots_seen` and `pieces_seen` are how many spots, and pieces that may act, are seen at all; 0 for all.
    """

    options: int = 12
    spots: tuple[int, int] = (6, 4)
    picks: tuple[int, int] = (5, 3)
    outcomes: int = 12
    continued: int = 2
    spots_seen: int = 0
    pieces_seen: int = 0


@dataclass(frozen=True)
class Step:
    """A decision of a plan: the copy of the game in which it is pending, and its answers, best first.

    `plans` are the steps after each of them, as far as no dice decide; `here` is the value of the position.
    """

    session: Session
    rated: tuple[Prospect, ...]
    plans: tuple[tuple[Step, ...], ...] = ()
    here: float = 0.0

    def fits(self, session: Session) -> bool:
        """Return whether a game has come to exactly this decision."""
        return asked(session) == asked(self.session) and session.state.equals(self.session.state)


Rated = tuple[float, tuple[Step, ...]]
"""The value of a position at the end of the activation, and the steps there as far as no dice decide."""


class Lookahead:
    """Rates the answers to a decision by the position at the end of its activation.

    `tries` is the number of answers given on copies of the game, shared among the rated answers; once they are used up,
    first impressions count. Same seed and tries, same ratings. `judge` is by default the rulebook's.
    """

    def __init__(
        self,
        session: Session,
        player: str,
        rng: random.Random,
        tries: int,
        width: Width | None = None,
        stopped: Callable[[], bool] = lambda: False,
        judge: Judge[Any] | None = None,
    ) -> None:
        self.session = session
        self.judge = judge or judge_of(session)
        self.player, self.rng, self.width = player, rng, width or Width()
        self.left, self.stopped = tries, stopped
        self.here = 0.0
        self._worths: WeakKeyDictionary[Session, float] = WeakKeyDictionary()
        self.plans: tuple[tuple[Step, ...], ...] = ()
        """The steps after each rated answer, as far as no dice decide."""

    def rated(self, also: Sequence[Answer] = (), *, lone: bool = False) -> list[Prospect]:
        """Return the answers worth considering, and `also` others, best first.

        `worth` is what each is expected to add, in points; unknown if there is only one, unless asked for `lone`.
        """
        session, decision = self.session, self.session.pending()
        candidates = self._candidates(session, decision)
        found = self._narrowed(decision, candidates, 0) or self._impressive(session, decision, 0)
        for answer in also:
            if all(each.answer != answer for each in found):
                known = (each for each in candidates if each.answer == answer)
                found.append(next(known, Prospect(answer, 0.0, "", scored=False)))
        if len(found) < 2 and not lone:
            return found
        here, acting = self._worth(session), self.judge.acting(session.game)
        self.here = here
        rated, tries = list[tuple[Prospect, tuple[Step, ...]]](), self.left
        for number, each in enumerate(found):
            if rated and self.stopped():
                break
            share = tries // (len(found) - number)
            self.left = share
            value, plan = self._value(session, each, acting, 0)
            tries -= share - max(0, self.left)
            rated.append((replace(each, worth=value - here, scored=True), plan))
        rated.sort(key=lambda each: -each[0].worth)
        self.plans = tuple(plan for _each, plan in rated)
        return [each for each, _plan in rated]

    @property
    def plan(self) -> tuple[Step, ...]:
        """The steps after the best answer, as far as no dice decide."""
        return self.plans[0] if self.plans else ()

    @property
    def _spent(self) -> bool:
        return self.left <= 0 or self.stopped()

    def _value(self, session: Session, prospect: Prospect, acting: Hashable, depth: int) -> Rated:
        """Return the value of the position after an answer and everything that follows it in the activation."""
        if prospect.settled:
            expected = self._worth(session) + prospect.worth
            if prospect.final:
                return expected, ()
            return expected + self._gain_after(session, prospect.answer, acting, depth), ()
        if self._spent:
            return self._worth(session) + (prospect.worth if prospect.scored else 0.0), ()
        total, likely, known, plan = 0.0, 0.0, dict[tuple[float, str], float](), tuple[Step, ...]()
        for chance, after in outcomes(session, prospect.answer, self.width.outcomes, self.rng):
            self.left -= 1
            alike = round(self._worth(after), 6), asked(after)
            if alike not in known:  # many faces of a die lead to the same position
                known[alike], plan = self._end(after, acting, depth + 1)
            total, likely = total + chance * known[alike], likely + chance
            plan = plan if chance == 1.0 else ()
            if self.left < -self.width.outcomes or self.stopped():
                break  # dice that are rerolled again and again have endless outcomes
        return total / likely, plan

    def _gain_after(self, session: Session, answer: Answer, acting: Hashable, depth: int) -> float:
        """Return the expected gain of the rest of the activation after an answer whose dice are already counted."""
        gains = [0.0]
        if not self._spent:
            gains.clear()
            for _chance, after in outcomes(session, answer, self.width.continued, self.rng):
                self.left -= 1
                gains.append(self._end(after, acting, depth + 1)[0] - self._worth(after))
                if not self._goes_on(after, acting) or len(gains) >= self.width.continued:
                    break  # the activation ends, whatever the dice show
        return sum(gains) / len(gains)

    def _end(self, session: Session, acting: Hashable, depth: int) -> Rated:
        """Return the value of the position at the end of the activation, if all players answer as well as they can."""
        while not self._spent and self._goes_on(session, acting):
            acting, decision = self.judge.acting(session.game), session.pending()
            if decision.player == self.player and depth < DEEPEST:
                return self._best(session, decision, acting, depth)
            self.left -= 1
            found = self._impressions(session, decision)
            session = session.fork()
            session.answer(max(found, key=lambda each: each.worth).answer)
            depth += 1
        return self._worth(session), ()

    def _best(self, session: Session, decision: Decision, acting: Hashable, depth: int) -> Rated:
        """Return the value of the best answer to an own decision, and the steps from that decision on."""
        candidates = self._candidates(session, decision)
        found = self._narrowed(decision, candidates, depth) or self._impressive(session, decision, depth)
        values, tries = list[Rated](), self.left
        for number, each in enumerate(found):
            share = min(tries, max(SHARE, tries // (len(found) - number)))  # else the first one takes all tries
            self.left = share
            values.append(self._value(session, each, acting, depth))
            tries -= share - self.left
        self.left = tries
        order = sorted(range(len(found)), key=lambda number: -values[number][0])
        here = self._worth(session)
        rated = tuple(replace(found[number], worth=values[number][0] - here) for number in order)
        value, plan = values[order[0]]
        plans = tuple(values[number][1] for number in order)
        return value - EFFORT, (Step(session, rated, plans, here), *plan)

    def _goes_on(self, session: Session, acting: Hashable) -> bool:
        now = self.judge.acting(session.game)
        return session.decision is not None and now is not None and (acting is None or bool(now == acting))

    def _worth(self, session: Session) -> float:
        found = self._worths.get(session)
        if found is None:
            self._worths[session] = found = self.judge.worth(session.game, self.player)
        return found

    def _candidates(self, session: Session, decision: Decision) -> list[Prospect]:
        found = self._attentively(self.judge.candidates(session.game, decision, self.rng))
        most = 0
        if isinstance(decision, Place | Arrange):
            most = self.width.spots_seen
        elif isinstance(decision, Pick) and self.judge.acting(session.game) is None:
            most = self.width.pieces_seen
        return noticed(self.rng.sample(found, most), found, self.rng) if 0 < most < len(found) else found

    def _attentively(self, found: Iterator[Prospect]) -> list[Prospect]:
        """Yield everything found; `attention` is called between two findings, so that the search can pause or stop."""
        every = []
        for each in found:
            every.append(each)
            self.stopped()
        return every

    def _impressive(self, session: Session, decision: Decision, depth: int) -> list[Prospect]:
        return self._narrowed(decision, self._impressions(session, decision), depth)

    def _impressions(self, session: Session, decision: Decision) -> list[Prospect]:
        offered = self._attentively(self.judge.prospects(session.game, decision, self.rng))
        found = [each for each in offered if decision.allows(each.answer)]
        return found or [Prospect(random_answer(decision, self.rng), 0.0, "", scored=False)]

    def _narrowed(self, decision: Decision, found: Sequence[Prospect], depth: int) -> list[Prospect]:
        """Return the legal answers with the best first impression, as many as are tried."""
        later = bool(depth)
        most = self.width.picks[later]
        if isinstance(decision, Choose):
            most = self.width.options
        elif isinstance(decision, Place | Arrange):
            most = self.width.spots[later]
        taken: list[Prospect] = []
        for each in sorted(found, key=lambda each: -each.worth):
            if len(taken) == most:
                break
            apart = not isinstance(decision, Place) or all(_far(each.answer, other.answer) for other in taken)
            if apart and decision.allows(each.answer):
                taken.append(each)
        return taken


def judge_of(session: Session, style: Style | None = None) -> Judge[Any]:
    """Return the judge of a rulebook that has one, or its judge for players of a style."""
    judge = session.ruleset.judge
    assert judge is not None
    return judge.styled(style) if style else judge


def asked(session: Session) -> str:
    """Return a text that identifies the pending decision of a game, or "" when the game is over."""
    decision = session.decision
    return "" if decision is None else f"{decision.player} {decision.rule} {decision.about} {decision.prompt}"


def begins(session: Session, decision: Decision) -> bool:
    """Return whether a decision is about who acts next, and how; the rulebook must have a judge."""
    judge = judge_of(session)
    if isinstance(decision, Choose) and not decision.about:
        ways: Sequence[Answer] = [each.key for each in decision.options][:BEGINNINGS]
    elif isinstance(decision, Pick):
        ways = [random_answer(decision, random.Random(0))]
    else:
        return False
    for answer in ways:
        begun = session.fork()
        begun.answer(answer)
        if judge.acting(begun.game) is not None:
            return True
    return False


def _far(spot: Answer, other: Answer) -> bool:
    if not (isinstance(spot, list) and isinstance(other, list)):
        return True
    return bool(abs(spot[0] - other[0]) + abs(spot[1] - other[1]) > APART)

"""Looking ahead to the end of an activation: worthwhile answers are tried on copies, dice count by expectation."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, prod
from typing import Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Pick, Place
from game.engine.core.dice import KeyedDice, RollCounter, TurnedDice
from game.engine.rulebook.facets import Judge, Style
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.random_player import random_answer

LONGEST = 6
"""The most dice in a row of which all outcomes are tried."""


class SetDice:
    """Dice that show given faces, beginning with roll number `start` of the game.

    Further dice are random if `sampled`. Otherwise they show their lowest face, and only dice after the first `LONGEST`
    are random, because ties may be rerolled until somebody wins. `sides` are the sides of each die rolled so far.
    """

    def __init__(self, start: int, faces: Sequence[int], seed: int, *, sampled: bool) -> None:
        self.start, self.faces, self.further, self.sampled = start, faces, KeyedDice(seed), sampled
        self.sides: list[int] = []

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        number = counter.total - self.start
        del self.sides[number:]  # a copy of the game rolls the same dice again
        self.sides.append(sides)
        if number >= (len(self.faces) if self.sampled else LONGEST):
            return self.further.roll(counter, sides, key)
        counter.next_for(key)
        return self.faces[number] if number < len(self.faces) else 1


def outcomes(session: Session, answer: Answer, most: int, rng: random.Random) -> Iterator[tuple[float, Session]]:
    """Yield the outcomes of an answer as pairs: a probability, and the game in which that outcome happened.

    If more than `most` outcomes are possible, `most` of them are drawn at random, spread evenly over the first die.
    """
    dice, twin = _after_answer(session, answer, (), 0)
    if prod(dice.sides) > most:
        first = dice.sides[0]
        for number in range(most):
            face = (number * first // most + rng.randrange(max(1, first // most))) % first + 1
            yield 1.0 / most, _after_answer(session, answer, (face,), rng.getrandbits(32), sampled=True)[1]
        return
    while True:
        sides = list(dice.sides)
        yield 1.0 / prod(sides), twin
        faces = _next_faces(dice.faces, sides)
        if faces is None:
            return
        dice, twin = _after_answer(session, answer, faces, 0)


def _next_faces(faces: Sequence[int], sides: Sequence[int]) -> list[int] | None:
    """Return the faces of the next outcome, or None after the last; dice beyond `faces` showed their lowest face."""
    shown = [*faces, *[1] * (len(sides) - len(faces))][: len(sides)]
    while shown and shown[-1] == sides[len(shown) - 1]:
        shown.pop()
    return [*shown[:-1], shown[-1] + 1] if shown else None


def _after_answer(
    session: Session, answer: Answer, faces: Sequence[int], seed: int, *, sampled: bool = False
) -> tuple[SetDice, Session]:
    """Return the dice and the game after an answer whose first dice showed `faces`."""
    rolled = session.state.rolls.total
    dice = SetDice(rolled, faces, seed, sampled=sampled)
    twin = session.fork()
    twin.dice = twin.game.dice = TurnedDice(session.dice, dice, rolled)
    twin.answer(answer)
    return dice, twin


APART: Final = 0.8
"""Spots closer together than this (inches, the sum over both axes) count as the same spot."""
EFFORT: Final = 0.05
"""The steps that each further answer of an activation costs, so that of two ways to a result the shorter wins."""
SHARE: Final = 6
"""The fewest tries for a rated answer, as long as tries remain."""
DEEPEST: Final = 7
"""The most decisions in a row that are rated; first impressions decide the rest of an activation."""


BEGINNINGS: Final = 3
"""The number of options of a choice that are tried to see whether the choice begins an activation."""


@dataclass(frozen=True)
class Width:
    """The limits of a search: options, spots of the first and of later placings, groups of pieces, outcomes of dice.

    `continued` is the number of outcomes from which an activation is played on if the rulebook knows the expectation of
    its dice. `spots_seen` and `pieces_seen` limit the spots and the pieces ready to act that are seen; 0 for all.
    """

    options: int = 12
    spots: tuple[int, int] = (6, 4)
    picks: tuple[int, int] = (5, 3)
    outcomes: int = 12
    continued: int = 2
    spots_seen: int = 0
    pieces_seen: int = 0


Plan: TypeAlias = "tuple[PlanStep, ...]"
"""The steps of an activation up to the next dice."""


@dataclass(frozen=True)
class PlanStep:
    """A decision of a plan: the copy of the game in which it is pending, and its answers, best first.

    `plans` are the further steps after each answer, up to the next dice; `here` is the value of the position.
    """

    session: Session
    rated: tuple[Prospect, ...]
    plans: tuple[Plan, ...] = ()
    here: float = 0.0

    def fits(self, session: Session) -> bool:
        """Return whether a game has come to exactly this decision."""
        return decision_key(session) == decision_key(self.session) and session.state.equals(self.session.state)


Rated = tuple[float, Plan]
"""The value of a position at the end of the activation, and the steps that lead there."""


class Lookahead:
    """Rates the answers to a decision by the position at the end of its activation.

    `tries` is the number of answers given on copies of the game, shared among the rated answers; once they are used up,
    first impressions count. Equal seeds and tries give equal ratings. By default, `judge` is the rulebook's.
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
        self.tries_left, self.stopped = tries, stopped
        self.here = 0.0
        self._worths: WeakKeyDictionary[Session, float] = WeakKeyDictionary()
        self.plans: tuple[Plan, ...] = ()
        """The steps after each rated answer, up to the next dice."""

    def rated(self, also: Sequence[Answer] = (), *, lone: bool = False) -> list[Prospect]:
        """Return the ratings of the answers worth considering and of those in `also`, best first.

        `worth` is the expected gain of an answer in points. A single answer is rated only with `lone`.
        """
        session, decision = self.session, self.session.pending()
        candidates = self._candidates(session, decision)
        prospects = self._narrowed(decision, candidates, 0) or self._best_impressions(session, decision, 0)
        for answer in also:
            if all(prospect.answer != answer for prospect in prospects):
                candidate = (prospect for prospect in candidates if prospect.answer == answer)
                prospects.append(next(candidate, Prospect(answer, 0.0, "", scored=False)))
        if len(prospects) < 2 and not lone:
            return prospects
        worth_now, acting = self._worth(session), self.judge.acting(session.game)
        self.here = worth_now
        rated, tries = list[tuple[Prospect, Plan]](), self.tries_left
        for number, prospect in enumerate(prospects):
            if rated and self.stopped():
                break
            allowance = tries // (len(prospects) - number)
            self.tries_left = allowance
            value, plan = self._value(session, prospect, acting, 0)
            tries -= allowance - max(0, self.tries_left)  # unused tries go to the other answers
            rated.append((replace(prospect, worth=value - worth_now, scored=True), plan))
        rated.sort(key=lambda pair: -pair[0].worth)
        self.plans = tuple(plan for _prospect, plan in rated)
        return [prospect for prospect, _plan in rated]

    @property
    def plan(self) -> Plan:
        """The steps after the best answer, up to the next dice."""
        return self.plans[0] if self.plans else ()

    @property
    def _out_of_tries(self) -> bool:
        return self.tries_left <= 0 or self.stopped()

    def _value(self, session: Session, prospect: Prospect, acting: Hashable, depth: int) -> Rated:
        """Return the value of the position at the end of the activation after an answer."""
        if prospect.settled:
            expected = self._worth(session) + prospect.worth
            if prospect.final:
                return expected, ()
            return expected + self._gain_after(session, prospect.answer, acting, depth), ()
        if self._out_of_tries:
            return self._worth(session) + (prospect.worth if prospect.scored else 0.0), ()
        total, covered, values = 0.0, 0.0, dict[tuple[float, str], float]()
        plan: Plan = ()
        for chance, outcome in outcomes(session, prospect.answer, self.width.outcomes, self.rng):
            self.tries_left -= 1
            position = round(self._worth(outcome), 6), decision_key(outcome)
            if position not in values:  # many faces of a die lead to the same position
                least_value = self._worth(session) + prospect.worth if prospect.foreseen else -inf
                values[position], plan = self._value_at_end(outcome, acting, depth + 1, least_value)
            total, covered = total + chance * values[position], covered + chance
            plan = plan if chance == 1.0 else ()
            if self.tries_left < -self.width.outcomes or self.stopped():
                break  # dice that are rerolled again and again have endless outcomes
        return total / covered, plan

    def _gain_after(self, session: Session, answer: Answer, acting: Hashable, depth: int) -> float:
        """Return the expected gain of the rest of the activation after an answer whose dice are already counted."""
        gains = [0.0]
        if not self._out_of_tries:
            gains.clear()
            for _chance, outcome in outcomes(session, answer, self.width.continued, self.rng):
                self.tries_left -= 1
                gains.append(self._value_at_end(outcome, acting, depth + 1)[0] - self._worth(outcome))
                if not self._goes_on(outcome, acting) or len(gains) >= self.width.continued:
                    break  # the activation ends, whatever the dice show
        return sum(gains) / len(gains)

    def _value_at_end(self, session: Session, acting: Hashable, depth: int, hope: float = -inf) -> Rated:
        """Return the value of the position at the end of the activation, after the best answers of all players.

        If the tries run out earlier, the value is that of the position so far, or `hope` if that is more.
        """
        while not self._out_of_tries and self._goes_on(session, acting):
            acting, decision = self.judge.acting(session.game), session.pending()
            if decision.player == self.player and depth < DEEPEST:
                return self._best_value(session, decision, acting, depth)
            self.tries_left -= 1
            impressions = self._impressions(session, decision)
            session = session.fork()
            session.answer(max(impressions, key=lambda prospect: prospect.worth).answer)
            depth += 1
        worth = self._worth(session)
        return (max(worth, hope) if self._goes_on(session, acting) else worth), ()

    def _best_value(self, session: Session, decision: Decision, acting: Hashable, depth: int) -> Rated:
        """Return the value of the best answer to one of the player's decisions, and the steps from that decision on."""
        candidates = self._candidates(session, decision)
        prospects = self._narrowed(decision, candidates, depth) or self._best_impressions(session, decision, depth)
        values, tries = list[Rated](), self.tries_left
        for number, prospect in enumerate(prospects):
            allowance = min(tries, max(SHARE, tries // (len(prospects) - number)))  # or the first would use all tries
            self.tries_left = allowance
            values.append(self._value(session, prospect, acting, depth))
            tries -= allowance - self.tries_left
        self.tries_left = tries
        order = sorted(range(len(prospects)), key=lambda number: -values[number][0])
        worth_now = self._worth(session)
        rated = tuple(replace(prospects[number], worth=values[number][0] - worth_now) for number in order)
        value, plan = values[order[0]]
        plans = tuple(values[number][1] for number in order)
        return value - EFFORT * session.ruleset.terms.step, (PlanStep(session, rated, plans, worth_now), *plan)

    def _goes_on(self, session: Session, acting: Hashable) -> bool:
        """Return whether the activation `acting` (None: any activation) is still in progress."""
        current = self.judge.acting(session.game)
        return session.decision is not None and current is not None and (acting is None or bool(current == acting))

    def _worth(self, session: Session) -> float:
        worth = self._worths.get(session)
        if worth is None:
            self._worths[session] = worth = self.judge.worth(session.game, self.player)
        return worth

    def _candidates(self, session: Session, decision: Decision) -> list[Prospect]:
        """Return the answers worth trying, or a random sample including a helpful one if the player overlooks some."""
        candidates = self._all_with_pauses(self.judge.candidates(session.game, decision, self.rng))
        limit = 0
        if isinstance(decision, Place | Arrange):
            limit = self.width.spots_seen
        elif isinstance(decision, Pick) and self.judge.acting(session.game) is None:
            limit = self.width.pieces_seen
        if 0 < limit < len(candidates):  # 0: the player sees all
            return with_noticed(self.rng.sample(candidates, limit), candidates, self.rng)
        return candidates

    def _all_with_pauses(self, prospects: Iterator[Prospect]) -> list[Prospect]:
        """Return all prospects; `stopped` is called after each of them, so that the search can pause."""
        collected = []
        for prospect in prospects:
            collected.append(prospect)
            self.stopped()
        return collected

    def _best_impressions(self, session: Session, decision: Decision, depth: int) -> list[Prospect]:
        return self._narrowed(decision, self._impressions(session, decision), depth)

    def _impressions(self, session: Session, decision: Decision) -> list[Prospect]:
        offered = self._all_with_pauses(self.judge.prospects(session.game, decision, self.rng))
        legal = [prospect for prospect in offered if decision.allows(prospect.answer)]
        return legal or [Prospect(random_answer(decision, self.rng), 0.0, "", scored=False)]

    def _narrowed(self, decision: Decision, prospects: Sequence[Prospect], depth: int) -> list[Prospect]:
        """Return the legal answers with the best first impressions, up to the number that is tried."""
        order = min(depth, 1)  # the limits differ for the first decision and all later ones
        limit = self.width.picks[order]
        if isinstance(decision, Choose):
            limit = self.width.options
        elif isinstance(decision, Place | Arrange):
            limit = self.width.spots[order]
        tried: list[Prospect] = []
        for prospect in sorted(prospects, key=lambda prospect: -prospect.worth):
            if len(tried) == limit:
                break
            is_another_spot = not isinstance(decision, Place) or all(
                _are_far_apart(prospect.answer, better.answer) for better in tried
            )
            if is_another_spot and decision.allows(prospect.answer):
                tried.append(prospect)
        return tried


def judge_of(session: Session, style: Style | None = None) -> Judge[Any]:
    """Return a rulebook's judge, for players of `style` if given; the rulebook must have a judge."""
    judge = session.ruleset.judge
    assert judge is not None
    return judge.styled(style) if style else judge


def decision_key(session: Session) -> str:
    """Return a text that identifies the pending decision of a game, or "" when the game is over."""
    decision = session.decision
    return "" if decision is None else f"{decision.player} {decision.rule} {decision.about} {decision.prompt}"


def begins_activation(session: Session, decision: Decision) -> bool:
    """Return whether a decision begins an activation; the rulebook must have a judge."""
    judge = judge_of(session)
    if isinstance(decision, Choose) and not decision.about:
        answers: Sequence[Answer] = [option.key for option in decision.options][:BEGINNINGS]
    elif isinstance(decision, Pick):
        answers = [random_answer(decision, random.Random(0))]
    else:
        return False
    for answer in answers:
        begun = session.fork()
        begun.answer(answer)
        if judge.acting(begun.game) is not None:
            return True
    return False


def _are_far_apart(spot: Answer, other: Answer) -> bool:
    if not (isinstance(spot, list) and isinstance(other, list)):
        return True
    return bool(abs(spot[0] - other[0]) + abs(spot[1] - other[1]) > APART)


HELPS: Final = 0.1
"""The least gain of a helpful answer, in the game's points."""
HARMS: Final = -0.1
"""The gain, in the game's points, above which an answer does no harm."""


def with_noticed(seen: Sequence[Prospect], prospects: Sequence[Prospect], rng: random.Random) -> list[Prospect]:
    """Return the answers seen; if none of them helps, add a helpful one, or else a harmless one."""
    for threshold in (HELPS, HARMS):
        if prospects_above(threshold, seen):
            return [*seen]
        if better := prospects_above(threshold, prospects):
            return [*seen, rng.choice(better)]
    return [*(seen or prospects)]


def prospects_above(least: float, prospects: Sequence[Prospect]) -> list[Prospect]:
    """Return the prospects whose worth is above `least`."""
    return [prospect for prospect in prospects if prospect.worth > least]

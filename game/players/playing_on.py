"""Playing on after an activation, to judge whole lines by the next activation of any player."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.lookahead import EFFORT, Lookahead, PlanStep, Width, begins_activation, decision_key, judge_of
from game.players.random_player import random_answer

LINES: Final = 5
"""The most lines of an activation that are played on."""
ALIKE: Final = 2
"""The most lines that begin with the same answer."""
BEHIND: Final = 3.0
"""The steps by which a line may be worse than the best line and still be played on."""
LONGEST: Final = 40
"""The most answers of an iteration after the player's activation."""
REPLY: Final = 60
"""The number of answers tried to find the activation that best answers a line."""
NARROW: Final = Width(options=5, spots=(3, 2), picks=(4, 2), outcomes=4, continued=1)
"""The width of the search for a reply."""
CURIOUS: Final = 1.5
"""The bonus in steps for a line that was rarely tried."""
ENDS: Final = 2
"""The number of different ends of a line for which the best reply is searched."""
MOST: Final = 8.0
"""The most steps that one iteration may add or remove, because a game lost by rare dice says little."""
SAME: Final = 3
CLOSE: Final = 1e-6
"""A line that reaches the same value `SAME` times, within `CLOSE` points, needs no further iteration."""
COUNTS: Final = 0.7
"""The weight of the points after a line; the value of the line's end already contains part of them."""
DOUBT: Final = 4.0
"""The number of average iterations that are added to the results of each line, against early luck."""

Key = tuple[int, int, int, str]


@dataclass
class Line:
    """A path through an activation: its answers up to the next dice, and the points expected at its end.

    `steps` are the decisions after the first answer; `swings` are the gains from the next activation, by iteration.
    """

    number: int
    answers: tuple[Answer, ...]
    worth: float
    steps: tuple[PlanStep, ...]
    swings: list[float] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        """Whether the line has reached the same value again and again, so that no dice decide."""
        return len(self.swings) >= SAME and max(self.swings) - min(self.swings) < CLOSE

    def promise(self, usual: float) -> float:
        """Return the points expected from playing on; `usual` is the average gain of all lines."""
        if self.settled:
            return self.worth + COUNTS * self.swings[0]
        return self.worth + COUNTS * (sum(self.swings) + DOUBT * usual) / (len(self.swings) + DOUBT)


def lines(search: Lookahead, rated: Sequence[Prospect]) -> list[Line]:
    """Return the most promising lines of a search, best first; only a few begin with the same answer."""
    start = PlanStep(search.session, tuple(rated), search.plans, search.here)
    step = search.session.ruleset.terms.step
    weighed_lines = sorted(_all_lines(start, (), EFFORT * step), key=lambda worth_and_steps: -worth_and_steps[0])
    best: list[Line] = []
    for worth, steps in weighed_lines:
        alike = sum(line.answers[0] == steps[0].rated[0].answer for line in best)
        if len(best) < LINES and alike < ALIKE and worth > weighed_lines[0][0] - BEHIND * step:
            best.append(Line(len(best), tuple(step.rated[0].answer for step in steps), worth, steps[1:]))
    return best


def _all_lines(
    step: PlanStep, before: tuple[PlanStep, ...], effort: float
) -> Iterator[tuple[float, tuple[PlanStep, ...]]]:
    """Yield every line through a step: its value, and its steps with the chosen answer rated first."""
    for prospect, plan in zip(step.rated, step.plans, strict=True):
        way = (*before, replace(step, rated=_with_first(step.rated, prospect)))
        if plan:
            yield from _all_lines(plan[0], way, effort)
        else:
            yield step.here + prospect.worth - effort * len(way), way


def _with_first(rated: Sequence[Prospect], best: Prospect) -> tuple[Prospect, ...]:
    """Return rated answers with `best` first; the other answers are worth less."""
    others = [prospect for prospect in rated if prospect.answer != best.answer]
    return best, *(replace(prospect, worth=min(prospect.worth, best.worth - 0.01)) for prospect in others)


@dataclass
class End:
    """A position at the end of a line: its decision and value, and the gain of the next player's best activation."""

    asked: str
    worth: float
    gain: float | None = None

    def differs(self, other: End) -> tuple[bool, float]:
        """Return whether the next decisions of two ends differ, and by how much their values differ."""
        return self.asked != other.asked, round(abs(self.worth - other.worth), 6)


class PlayingOn:
    """A judge of lines that plays on with random dice, equal for all lines; equal seeds give equal results.

    At the first few ends that dice lead to, a short lookahead finds the next player's reply, and its exact expectation
    replaces the result of the dice. At other ends, the reply to the most similar end is repeated if it is legal (open
    loop); otherwise first impressions count.
    """

    def __init__(
        self, session: Session, player: str, lines: Sequence[Line], rng: random.Random, stopped: Callable[[], bool]
    ) -> None:
        self.session, self.player, self.lines, self.rng, self.stopped = session, player, lines, rng, stopped
        self.judge, self.step = judge_of(session, "wary"), session.ruleset.terms.step
        self.iterations = 0
        self._seeds: list[int] = []
        self._replies: dict[Key, list[Prospect]] = {}
        self._ends: dict[int, list[End]] = {}

    def run(self, tries: int) -> None:
        """Play until there are `tries` iterations in all, unless stopped."""
        while self.iterations < tries and not self.stopped():
            line = max(self.lines, key=self._interest_in)
            if line.settled:
                break
            swing = self._run_iteration(line)
            if self.stopped():
                break  # in the middle of the iteration
            line.swings.append(swing)
            self.iterations += 1

    @property
    def usual(self) -> float:
        """The average gain of an iteration, in points."""
        return sum(sum(line.swings) for line in self.lines) / max(1, self.iterations)

    def best(self) -> Line:
        """Return the line with the highest promise."""
        return max(self.lines, key=lambda line: line.promise(self.usual))

    def _interest_in(self, line: Line) -> float:
        """Return the priority of a line: its promise plus a bonus that shrinks with each time it is played."""
        if not line.swings:
            return math.inf
        if line.settled:
            return -math.inf
        rarity = math.sqrt(math.log(self.iterations + 1) / len(line.swings))
        return line.promise(self.usual) + CURIOUS * self.step * rarity

    def _run_iteration(self, line: Line) -> float:
        """Return the points that the next activation adds to the end of a line, with one series of dice."""
        twin = self.session.fork(self._seed_of_iteration(len(line.swings)))
        for answer in line.answers:
            if twin.decision is None or twin.decision.player != self.player or not twin.decision.allows(answer):
                break
            twin.answer(answer)
        acting = self.judge.acting(twin.game)
        if acting is not None:
            self._play_activation(twin, (line.number, 0), acting)
        if twin.decision is None:
            return 0.0
        mover, worth_before = twin.decision.player, self._worth(twin)
        number, end, same = self._similar_end(line, End(decision_key(twin), worth_before))
        start = self.judge.worth(twin.game, mover) if same else 0.0
        self._play_activation(twin, (line.number, number), None)
        swing = self._worth(twin) - worth_before
        if same and end.gain is not None:  # count the expected gain of the reply, not the luck of its dice
            luck = self.judge.worth(twin.game, mover) - start - end.gain
            swing += -luck if mover == self.player else luck
        limit = MOST * self.step
        return max(-limit, min(limit, swing))

    def _similar_end(self, line: Line, end: End) -> tuple[int, End, bool]:
        """Return the number, from 1, of the line's most similar stored end, that end, and whether it is the same."""
        ends = self._ends.setdefault(line.number, [])
        if len(ends) < ENDS and all(any(end.differs(stored)) for stored in ends):
            ends.append(end)
        number = min(range(len(ends)), key=lambda number: end.differs(ends[number]))
        return number + 1, ends[number], not any(end.differs(ends[number]))

    def _play_activation(self, twin: Session, place: tuple[int, int], acting: Hashable) -> None:
        """Play to the end of the activation `acting`; for None, to the end of the next activation."""
        for count in range(LONGEST):
            current = self.judge.acting(twin.game)
            if twin.decision is None or acting not in (None, current) or self.stopped():
                return
            acting = current if acting is None else acting
            twin.answer(self._reply_to(twin, twin.decision, (*place, count)))

    def _reply_to(self, twin: Session, decision: Decision, place: tuple[int, int, int]) -> Answer:
        """Return the best legal answer stored for a place of a line; if there is none, search for answers."""
        key = (*place, decision_key(twin))
        if key not in self._replies:
            self._replies[key] = self._search_replies(twin, decision, key)
        for prospect in self._replies[key]:
            if decision.allows(prospect.answer):
                return prospect.answer
        return random_answer(decision, self.rng)

    def _search_replies(self, twin: Session, decision: Decision, key: Key) -> list[Prospect]:
        """Return the replies at a place of a line, best first; store those of the rest of the activation as well."""
        if self.judge.acting(twin.game) is not None or not begins_activation(twin, decision):
            offered = self.judge.prospects(twin.game, decision, self.rng)
            legal = [prospect for prospect in offered if decision.allows(prospect.answer)]
            return sorted(legal, key=lambda prospect: -prospect.worth)
        search = Lookahead(twin, decision.player, self.rng, REPLY, NARROW, self.stopped, self.judge)
        rated = search.rated(lone=True)
        for number, step in enumerate(search.plan, key[2] + 1):
            self._replies.setdefault((*key[:2], number, decision_key(step.session)), list(step.rated))
        if search.plans and key[2] == 0:
            self._ends[key[0]][key[1] - 1].gain = rated[0].worth
        return rated

    def _seed_of_iteration(self, number: int) -> int:
        while len(self._seeds) <= number:
            self._seeds.append(self.rng.getrandbits(32))
        return self._seeds[number]

    def _worth(self, twin: Session) -> float:
        return self.judge.worth(twin.game, self.player)

"""Playing on after an activation: the value of whole lines once the others, and the player, have acted again."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.lookahead import EFFORT, Lookahead, Step, Width, asked, begins, judge_of
from game.players.random_player import random_answer

LINES: Final = 5
"""The most lines of an activation that are played on."""
ALIKE: Final = 2
"""The most of them that begin with the same answer."""
BEHIND: Final = 3.0
"""Points by which a line may be expected to do worse than the best one and still be played on."""
LONGEST: Final = 40
"""The most answers of an iteration after the own activation."""
REPLY: Final = 60
"""The number of answers tried to find the activation that best answers a line."""
NARROW: Final = Width(options=5, spots=(3, 2), picks=(4, 2), outcomes=4, continued=1)
"""The width of that search."""
CURIOUS: Final = 1.5
"""Points that a rarely tried line may promise more."""
ENDS: Final = 2
"""The number of ends of a line for which the best reply is searched."""
MOST: Final = 8.0
"""The most points that one course of events may add or remove: a game lost by rare dice says little."""
SAME: Final = 3
CLOSE: Final = 1e-6
"""How often a line must reach the same value, within some points, to need no further iteration."""
COUNTS: Final = 0.7
"""The weight of what follows; part of it is already in the value of the end of a line."""
DOUBT: Final = 4.0
"""The iterations after which a line must prove that it does better or worse than the others."""

Key = tuple[int, int, int, str]


@dataclass
class Line:
    """A path through an activation: its answers as far as no dice decide, and the points expected at its end.

    `steps` are the decisions after its first answer; `swings` what the next activation added or removed.
    """

    number: int
    answers: tuple[Answer, ...]
    worth: float
    steps: tuple[Step, ...]
    swings: list[float] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        """Whether no dice decide: it has reached the same value again and again."""
        return len(self.swings) >= SAME and max(self.swings) - min(self.swings) < CLOSE

    def promise(self, usual: float) -> float:
        """Return the points expected after playing on, where lines `usual`ly gain that much by it."""
        if self.settled:
            return self.worth + COUNTS * self.swings[0]
        return self.worth + COUNTS * (sum(self.swings) + DOUBT * usual) / (len(self.swings) + DOUBT)


def lines(search: Lookahead, rated: Sequence[Prospect]) -> list[Line]:
    """Return the most promising lines that a search has found, best first, not too many with one beginning."""
    begun = Step(search.session, tuple(rated), search.plans, search.here)
    found = sorted(_ways(begun, ()), key=lambda each: -each[0])
    taken: list[Line] = []
    for worth, way in found:
        alike = sum(line.answers[0] == way[0].rated[0].answer for line in taken)
        if len(taken) < LINES and alike < ALIKE and worth > found[0][0] - BEHIND:
            taken.append(Line(len(taken), tuple(each.rated[0].answer for each in way), worth, way[1:]))
    return taken


def _ways(step: Step, before: tuple[Step, ...]) -> Iterator[tuple[float, tuple[Step, ...]]]:
    """Yield every continuation from a step: its value, and the steps with the chosen answer first."""
    for prospect, plan in zip(step.rated, step.plans, strict=True):
        way = (*before, replace(step, rated=_first(step.rated, prospect)))
        if plan:
            yield from _ways(plan[0], way)
        else:
            yield step.here + prospect.worth - EFFORT * len(way), way


def _first(rated: Sequence[Prospect], best: Prospect) -> tuple[Prospect, ...]:
    """Return rated answers with one of them first; the others are worth less."""
    others = [each for each in rated if each.answer != best.answer]
    return best, *(replace(each, worth=min(each.worth, best.worth - 0.01)) for each in others)


@dataclass
class End:
    """A position at the end of a line, its value, and what the best activation from there gains its player."""

    asked: str
    worth: float
    gain: float | None = None

    def differs(self, other: End) -> tuple[bool, float]:
        """Return by how much two ends differ: in the next decision, and in value."""
        return self.asked != other.asked, round(abs(self.worth - other.worth), 6)


class PlayingOn:
    """Judges lines by playing on with sampled dice, the same for each; same seed and number, same judgement.

    Whoever acts next answers a line with what a short lookahead finds at the first few ends that dice lead to. At other
    ends, the reply to the most similar end is repeated if it is legal (open loop), otherwise first impressions count.
    For a searched reply, its exact expectation replaces the result of the dice.
    """

    def __init__(
        self, session: Session, player: str, found: Sequence[Line], rng: random.Random, stopped: Callable[[], bool]
    ) -> None:
        self.session, self.player, self.lines, self.rng, self.stopped = session, player, found, rng, stopped
        self.judge = judge_of(session, "wary")
        self.iterations = 0
        self._seeds: list[int] = []
        self._known: dict[Key, list[Prospect]] = {}
        self._ends: dict[int, list[End]] = {}

    def run(self, tries: int) -> None:
        """Play that many iterations, fewer if stopped."""
        while self.iterations < tries and not self.stopped():
            line = max(self.lines, key=self._interest)
            if line.settled:
                break
            swing = self._iteration(line)
            if self.stopped():
                break  # in the middle of it
            line.swings.append(swing)
            self.iterations += 1

    @property
    def usual(self) -> float:
        """The points that lines gain by playing on, on average over all iterations."""
        return sum(sum(each.swings) for each in self.lines) / max(1, self.iterations)

    def best(self) -> Line:
        """Return the line that promises most."""
        return max(self.lines, key=lambda line: line.promise(self.usual))

    def _interest(self, line: Line) -> float:
        if not line.swings:
            return math.inf
        if line.settled:
            return -math.inf
        return line.promise(self.usual) + CURIOUS * math.sqrt(math.log(self.iterations + 1) / len(line.swings))

    def _iteration(self, line: Line) -> float:
        """Return the points that the next activation adds to the end of a line, in one course of events."""
        twin = self.session.fork(self._seed(len(line.swings)))
        for answer in line.answers:
            if twin.decision is None or twin.decision.player != self.player or not twin.decision.allows(answer):
                break
            twin.answer(answer)
        acting = self.judge.acting(twin.game)
        if acting is not None:
            self._play(twin, (line.number, 0), acting)
        if twin.decision is None:
            return 0.0
        mover, before = twin.decision.player, self._worth(twin)
        number, end, same = self._end(line, End(asked(twin), before))
        begun = self.judge.worth(twin.game, mover) if same else 0.0
        self._play(twin, (line.number, number), None)
        swing = self._worth(twin) - before
        if same and end.gain is not None:
            luck = self.judge.worth(twin.game, mover) - begun - end.gain
            swing += -luck if mover == self.player else luck
        return max(-MOST, min(MOST, swing))

    def _end(self, line: Line, end: End) -> tuple[int, End, bool]:
        """Return the number, from 1, and the known end of a line that is most similar, and whether it is the same."""
        known = self._ends.setdefault(line.number, [])
        if len(known) < ENDS and all(any(end.differs(other)) for other in known):
            known.append(end)
        number = min(range(len(known)), key=lambda each: end.differs(known[each]))
        return number + 1, known[number], not any(end.differs(known[number]))

    def _play(self, twin: Session, place: tuple[int, int], acting: Hashable) -> None:
        """Play to the end of an activation, of the next one if none is given."""
        for count in range(LONGEST):
            now = self.judge.acting(twin.game)
            if twin.decision is None or acting not in (None, now) or self.stopped():
                return
            acting = now if acting is None else acting
            twin.answer(self._answer(twin, twin.decision, (*place, count)))

    def _answer(self, twin: Session, decision: Decision, place: tuple[int, int, int]) -> Answer:
        """Return the best known answer at a point of a line that is legal now; find some if none is known."""
        key = (*place, asked(twin))
        if key not in self._known:
            self._known[key] = self._found(twin, decision, key)
        for each in self._known[key]:
            if decision.allows(each.answer):
                return each.answer
        return random_answer(decision, self.rng)

    def _found(self, twin: Session, decision: Decision, key: Key) -> list[Prospect]:
        if self.judge.acting(twin.game) is not None or not begins(twin, decision):
            offered = self.judge.prospects(twin.game, decision, self.rng)
            return sorted((each for each in offered if decision.allows(each.answer)), key=lambda each: -each.worth)
        search = Lookahead(twin, decision.player, self.rng, REPLY, NARROW, self.stopped, self.judge)
        found = search.rated(lone=True)
        for further, step in enumerate(search.plan, key[2] + 1):
            self._known.setdefault((*key[:2], further, asked(step.session)), list(step.rated))
        if search.plans and key[2] == 0:
            self._ends[key[0]][key[1] - 1].gain = found[0].worth
        return found

    def _seed(self, number: int) -> int:
        while len(self._seeds) <= number:
            self._seeds.append(self.rng.getrandbits(32))
        return self._seeds[number]

    def _worth(self, twin: Session) -> float:
        return self.judge.worth(twin.game, self.player)

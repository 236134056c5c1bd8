"""What a rulebook declares to have its promises held: its games, answers that bring pieces together, and its checks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Pick, Place
from game.engine.rulebook.view import Line
from game.engine.session import Session
from game.players.random_player import random_answer
from tools.promising.signs import broken

ANSWERS = 3
"""Answers of a decision that are looked at."""
SIGNED = 0.25
"""The share of answers whose signs are looked at: that plays out all their dice."""
BEST = 0.6
"""The share of answers that are the best known, where a rulebook knows any."""
LOOK = 0.15
"""The share of spots that are looked at for the best of them."""
NEAR = 1e-9

Problems = Iterator[str]


@dataclass
class Keeping:
    """Takes what is shown before an answer at its word; counts the promises that held by their kinds."""

    rng: random.Random = field(default_factory=random.Random)
    held: Counter[str] = field(default_factory=Counter)

    def of(self, session: Session, answer: Answer) -> Problems:
        """Yield the faults in everything that is shown of an answer to the pending decision."""
        if random.Random(f"{len(session.journal)} {answer}").random() < SIGNED:
            yield from self.hold_all("signs", broken(session, answer))

    def hold(self, kind: str, good: bool, problem: str) -> Problems:
        """Count a promise that holds, or yield its problem."""
        if good:
            self.held[kind] += 1
        else:
            yield f"{kind}: {problem}"

    def hold_all(self, kind: str, problems: list[str]) -> Problems:
        """Count a promise without problems, or yield each of them."""
        self.held[kind] += not problems
        yield from (f"{kind}: {problem}" for problem in problems)

    def verdicts(self, lines: Sequence[Line]) -> Problems:
        """Hold what the cursor says of lines against their claims, which are held against what happens."""
        for line in lines:
            verdict, claim = line.verdict, line.claim
            if verdict is None:
                continue
            words, alarms = verdict.text, verdict.role in ("risk", "answer") and verdict.chance < 1.0
            yield from self.hold("strong words", verdict.strong in words, f"{verdict.strong!r} is not in {words!r}")
            numbered = any(sign.isdigit() for sign in words) or bool(verdict.about)
            yield from self.hold("alarm", numbered or not alarms, f"{words!r} is an alarm without its number")
            if claim is None:
                continue
            strangers = {*verdict.about} - {*claim.about}
            yield from self.hold("verdict about", not strangers, f"{words!r}: {sorted(strangers)} are not in {claim}")
            chances = {1.0, *claim.chances, *(1.0 - chance for chance in claim.chances)}
            close = any(abs(verdict.chance - chance) < NEAR for chance in chances)
            yield from self.hold("verdict chance", close, f"{words!r}: {verdict.chance:.4f} shown, {claim.chances}")
            amount = claim.amount if verdict.role in ("cost", "risk") and claim.amount > 0 else 0
            good = not amount or str(amount) in words or amount == 1
            yield from self.hold("verdict amount", good, f"{words!r}: {amount} is left out")

    def near(self, kind: str, shown: float, counted: Fraction | float) -> Problems:
        """Hold a chance or a length against what was counted or measured."""
        good = abs(shown - float(counted)) < NEAR
        yield from self.hold(kind, good, f"{shown:.4f} shown, {float(counted):.4f} counted")


@dataclass(frozen=True)
class Book:
    """A rulebook: the start of a game by its number, answers to play on with and to look at, and the checks of them."""

    begin: Callable[[int], Session]
    lively: Callable[[Session, Decision, random.Random], Answer]
    thought_of: Callable[[Session, Decision, random.Random], list[Answer]]
    checks: Callable[[], Keeping]


def considered(session: Session, decision: Decision, rng: random.Random) -> list[Answer]:
    """Return some answers to look at."""
    if isinstance(decision, Choose):
        keys = [option.key for option in decision.options]
        return list(rng.sample(keys, min(ANSWERS, len(keys))))
    if isinstance(decision, Place | Arrange | Pick):
        return [random_answer(decision, rng), lively(session, decision, rng)]
    return []


def lively(session: Session, decision: Decision, rng: random.Random) -> Answer:
    """Return the best answer that a rulebook knows more often than not, else one at random."""
    judge = session.ruleset.judge
    if rng.random() < BEST and judge is not None:
        twin = session.fork(rng.randrange(1_000))
        found = list(judge.prospects(twin.game, twin.pending(), rng, LOOK))
        if found:
            return max(found, key=lambda each: each.worth).answer
    return random_answer(decision, rng)

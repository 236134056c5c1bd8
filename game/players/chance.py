"""The outcomes of an answer: every possible roll of the dice with its probability, or a fair sample of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import prod

from game.engine.core.decisions import Answer
from game.engine.core.dice import KeyedDice, RollCounter, TurnedDice
from game.engine.session import Session

LONGEST = 6
"""The most dice in a row of which all outcomes are tried."""


class SetDice:
    """Dice that show given faces, beginning with roll number `start` of the game.

    Further dice are random if `sampled`. Otherwise they show their lowest face, but after `LONGEST` dice they are
    random too, since ties may be rerolled until somebody wins. `sides` are the sides of each die rolled so far.
    """

    def __init__(self, start: int, faces: Sequence[int], seed: int, *, sampled: bool) -> None:
        self.start, self.faces, self.further, self.sampled = start, faces, KeyedDice(seed), sampled
        self.sides: list[int] = []

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        place = counter.total - self.start
        del self.sides[place:]  # a copy of the game rolls the same dice again
        self.sides.append(sides)
        if place >= (len(self.faces) if self.sampled else LONGEST):
            return self.further.roll(counter, sides, key)
        counter.next_for(key)
        return self.faces[place] if place < len(self.faces) else 1


def outcomes(session: Session, answer: Answer, most: int, rng: random.Random) -> Iterator[tuple[float, Session]]:
    """Yield the outcomes of an answer as pairs: a probability, and the game in which that outcome happened.

    If more than `most` outcomes are possible, `most` of them are drawn at random, spread evenly over the first die.
    """
    dice, twin = _after(session, answer, (), 0)
    if prod(dice.sides) > most:
        first = dice.sides[0]
        for number in range(most):
            face = (number * first // most + rng.randrange(max(1, first // most))) % first + 1
            yield 1.0 / most, _after(session, answer, (face,), rng.getrandbits(32), sampled=True)[1]
        return
    while True:
        sides = list(dice.sides)
        yield 1.0 / prod(sides), twin
        faces = _next(dice.faces, sides)
        if faces is None:
            return
        dice, twin = _after(session, answer, faces, 0)


def _next(faces: Sequence[int], sides: Sequence[int]) -> list[int] | None:
    """Return the faces of the next outcome, None after the last one; dice beyond `faces` showed their lowest face."""
    shown = [*faces, *[1] * (len(sides) - len(faces))][: len(sides)]
    while shown and shown[-1] == sides[len(shown) - 1]:
        shown.pop()
    return [*shown[:-1], shown[-1] + 1] if shown else None


def _after(
    session: Session, answer: Answer, faces: Sequence[int], seed: int, *, sampled: bool = False
) -> tuple[SetDice, Session]:
    """Return the dice and the game after an answer, for which the dice showed `faces` first."""
    rolled = session.state.rolls.total
    dice = SetDice(rolled, faces, seed, sampled=sampled)
    twin = session.fork()
    twin.dice = twin.game.dice = TurnedDice(session.dice, dice, rolled)
    twin.answer(answer)
    return dice, twin

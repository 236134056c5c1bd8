"""The outcomes of an answer: every possible roll of the dice with its probability, or a fair sample of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import prod

from game.engine.core.decisions import Answer
from game.engine.core.dice import KeyedDice, RollCounter, TurnedDice
from game.engine.session import Session

LONGEST = 6
"""The number of dice in a row for which every roll is tried."""


class SetDice:
    """Dice that show given faces first, from the roll that a game counts as number `start`.

    Further dice are `sampled`, or else show their lowest face, though not forever, since ties may be rerolled until
    somebody wins. `sides` are those of each die rolled so far.
    """

    def __init__(self, start: int, faces: Sequence[int], seed: int, *, sampled: bool) -> None:
        self.start, self.faces, self.others, self.sampled = start, faces, KeyedDice(seed), sampled
        self.sides: list[int] = []

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        place = counter.total - self.start
        del self.sides[place:]  # a copy of the game rolls the same dice again
        self.sides.append(sides)
        if place >= (len(self.faces) if self.sampled else LONGEST):
            return self.others.roll(counter, sides, key)
        counter.next_for(key)
        return self.faces[place] if place < len(self.faces) else 1


def outcomes(session: Session, answer: Answer, most: int, rng: random.Random) -> Iterator[tuple[float, Session]]:
    """Yield the outcomes of an answer: the probability of each, and a game in which it happened.

    If more than `most` are possible, that many are drawn at random, with the faces of the first die spread evenly.
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
    """Return the faces of the next outcome, None after the last; dice not set so far have shown their lowest face."""
    shown = [*faces, *[1] * (len(sides) - len(faces))][: len(sides)]
    while shown and shown[-1] == sides[len(shown) - 1]:
        shown.pop()
    return [*shown[:-1], shown[-1] + 1] if shown else None


def _after(
    session: Session, answer: Answer, faces: Sequence[int], seed: int, *, sampled: bool = False
) -> tuple[SetDice, Session]:
    """Return the game after an answer for which the dice fell like this."""
    rolled = session.state.rolls.total
    dice = SetDice(rolled, faces, seed, sampled=sampled)
    twin = session.fork()
    twin.dice = twin.game.dice = TurnedDice(session.dice, dice, rolled)
    twin.answer(answer)
    return dice, twin

"""Dice: games use dice keyed by seed and purpose, tests and positions use scripted dice.

A keyed face depends on the seed, on the purpose of the roll and on the number of earlier rolls for that purpose. It
therefore stays the same if a roll is undone and something else is rolled first.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, TypeVar

from game.engine.core.records import Record
from game.wording import N_, _

T = TypeVar("T")


class UnplannedRoll(RuntimeError):
    """A scripted game needs a die that its script lacks, or a die of another size."""


class UnusedRolls(RuntimeError):
    """A scripted game ended with unused dice."""


@dataclass
class RollCounter(Record):
    """The number of dice rolled, in total and for each purpose; part of a game's state."""

    total: int = 0
    by_key: dict[str, int] = field(default_factory=dict)

    def next_for(self, key: str) -> int:
        """Count one more roll for `key`; return the number of earlier rolls for it."""
        earlier_rolls = self.by_key.get(key, 0)
        self.by_key[key] = earlier_rolls + 1
        self.total += 1
        return earlier_rolls


class Dice(Protocol):
    """A source of die faces."""

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return a face from 1 to `sides` for the roll named by `key`, and count the roll."""


@dataclass(frozen=True)
class KeyedDice:
    """Dice whose faces depend on the seed and the purpose of a roll, not on the order of rolling.

    >>> def rolled(*purposes):
    ...     counter = RollCounter()
    ...     return {purpose: roll_die(KeyedDice(7), counter, 6, purpose).result for purpose in purposes}
    >>> rolled("hit", "save") == rolled("save", "hit")
    True
    """

    seed: int

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        text = f"{self.seed}|{key}|{counter.next_for(key)}|{sides}"
        number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
        # 2**64 over at most 100 sides: the bias of the remainder is below 1e-17, undetectable.
        return number % sides + 1


@dataclass(frozen=True)
class ScriptedDice:
    """A fixed list of faces for a game whose state has counted `start` dice; any roll beyond it raises.

    Each of the `purposes`, if any, must be part of the key of the roll that uses the face.
    """

    faces: tuple[int, ...]
    purposes: tuple[str, ...] = ()
    start: int = 0

    @classmethod
    def of(cls, faces: Sequence[int]) -> Self:
        """Return dice that show `faces` in order, whatever the purpose."""
        return cls(tuple(faces))

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return the next scripted face, or raise `UnplannedRoll`."""
        index = counter.total - self.start
        counter.next_for(key)
        if index >= len(self.faces):
            text = N_("roll {index} (d{sides} for {key}) is not in the script of {faces} dice")
            raise UnplannedRoll(_(text, index=index + 1, sides=sides, key=key, faces=len(self.faces)))
        face = self.faces[index]
        if not 1 <= face <= sides:
            text = N_("scripted roll {index} is {face}, but a d{sides} is rolled for {key}")
            raise UnplannedRoll(_(text, index=index + 1, face=face, sides=sides, key=key))
        if index < len(self.purposes) and self.purposes[index] not in key:
            text = N_("scripted roll {index} is for {purpose!r}, but {key} is rolled")
            raise UnplannedRoll(_(text, index=index + 1, purpose=self.purposes[index], key=key))
        return face

    def require_used(self, counter: RollCounter) -> None:
        """Raise `UnusedRolls` if faces are left over."""
        used = counter.total - self.start
        if used < len(self.faces):
            unused = self.faces[used:]
            dice = ", ".join(map(str, unused))
            raise UnusedRolls(_("{n} scripted dice were not rolled: {dice}", n=len(unused), dice=dice))


@dataclass(frozen=True)
class TurnedDice:
    """Dice that come from `before` until `at` rolls have been made in total, and then from `after`."""

    before: Dice
    after: Dice
    at: int

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        return (self.before if counter.total < self.at else self.after).roll(counter, sides, key)


FallenFaces = dict[tuple[str, int, int], int]
"""Faces of rolls by key, number of earlier rolls with that key, and sides of the die."""


@dataclass
class NotedDice:
    """Dice that roll like `dice` and record every face, both in `order` and by purpose in `faces`."""

    dice: Dice
    order: list[int] = field(default_factory=list)
    faces: FallenFaces = field(default_factory=dict)

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        earlier_rolls = counter.by_key.get(key, 0)
        face = self.dice.roll(counter, sides, key)
        self.order.append(face)
        self.faces[key, earlier_rolls, sides] = face
        return face


@dataclass(frozen=True)
class FallenDice:
    """Dice for a copy of a game. Earlier rolls show the same faces again; all other rolls come from `after`."""

    faces: FallenFaces
    after: Dice

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        face = self.faces.get((key, counter.by_key.get(key, 0), sides))
        if face is None:
            return self.after.roll(counter, sides, key)
        counter.next_for(key)
        return face


def other_dice(noted: NotedDice, seed: int) -> Dice:
    """Return dice for a copy of a game: the same faces for the rolls in `noted`, different faces for all others."""
    others = KeyedDice(~seed)  # games have seeds from 0 up, so no game has these dice
    return FallenDice(noted.faces, others) if noted.faces else others


@dataclass(frozen=True, slots=True)
class Roll:
    """One rolled die: every face it showed, rerolls included, and the result, which is 0 for low faces."""

    key: str
    sides: int
    faces: tuple[int, ...]
    result: int
    reroll_at_most: int = 0
    zero_at_most: int = 0

    @property
    def face(self) -> int:
        """The last face shown, after all rerolls."""
        return self.faces[-1]


def roll_die(
    dice: Dice, counter: RollCounter, sides: int, key: str, *, reroll_at_most: int = 0, zero_at_most: int = 0
) -> Roll:
    """Roll one die, rerolling low faces; a face up to `zero_at_most` counts 0. Raise `ValueError` if it never ends."""
    if reroll_at_most >= sides:
        raise ValueError(f"a d{sides} that rerolls {reroll_at_most} or less never stands")
    faces = [dice.roll(counter, sides, key)]
    while faces[-1] <= reroll_at_most:
        faces.append(dice.roll(counter, sides, key))
    result = 0 if faces[-1] <= zero_at_most else faces[-1]
    return Roll(key, sides, tuple(faces), result, reroll_at_most, zero_at_most)


def draw(dice: Dice, counter: RollCounter, things: Sequence[T], key: str) -> T:
    """Return one of some things, all equally likely; raise `ValueError` if there are none.

    The draw is like rolling a die with that many sides. No shuffled order is stored, so none can leak.
    """
    if not things:
        raise ValueError(f"nothing is left to draw for {key}")
    return things[dice.roll(counter, len(things), key) - 1]

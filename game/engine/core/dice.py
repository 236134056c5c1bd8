"""Dice: keyed by seed and purpose for games, scripted for tests and positions.

A keyed face depends on the seed, on what the roll is for and on how many such rolls came before it; taking a roll back
and rolling something else first therefore brings no other die.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self

from game.engine.core.records import Record
from game.wording import N_, _


class UnplannedRoll(RuntimeError):
    """A scripted game needs a die that is not in its script, or of another size."""


class UnusedRolls(RuntimeError):
    """A scripted game ended with dice left over."""


@dataclass
class RollCounter(Record):
    """How many dice were rolled, in all and for each purpose; part of a game's state."""

    total: int = 0
    by_key: dict[str, int] = field(default_factory=dict)

    def next_for(self, key: str) -> int:
        """Count one more roll for `key` and return how many such rolls came before it."""
        before = self.by_key.get(key, 0)
        self.by_key[key] = before + 1
        self.total += 1
        return before


class Dice(Protocol):
    """Where faces come from."""

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return a face from 1 to `sides` for the roll named by `key` and count it."""


@dataclass(frozen=True)
class KeyedDice:
    """Dice that depend on the seed and on what is rolled for, not on the order of rolling."""

    seed: int

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        text = f"{self.seed}|{key}|{counter.next_for(key)}|{sides}"
        number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
        # 2**64 over at most 100 sides: the bias of the remainder is below 1e-17, beyond any test.
        return number % sides + 1


@dataclass(frozen=True)
class ScriptedDice:
    """A fixed list of faces that every roll must be in, from when a state had counted `start` dice on.

    `purposes`, where given and not empty, must be contained in the key of the roll that takes the face.
    """

    faces: tuple[int, ...]
    purposes: tuple[str, ...] = ()
    start: int = 0

    @classmethod
    def of(cls, faces: Sequence[int]) -> Self:
        """Return dice that show `faces` in order, whatever they are rolled for."""
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
        """Raise `UnusedRolls` when faces are left over."""
        used = counter.total - self.start
        if used < len(self.faces):
            left = self.faces[used:]
            dice = ", ".join(map(str, left))
            raise UnusedRolls(_("{n} scripted dice were not rolled: {dice}", n=len(left), dice=dice))


@dataclass(frozen=True)
class TurnedDice:
    """Dice that are `before` until `at` rolls are counted in all, and `after` from then on: those of a fork."""

    before: Dice
    after: Dice
    at: int

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        return (self.before if counter.total < self.at else self.after).roll(counter, sides, key)


@dataclass(frozen=True, slots=True)
class Roll:
    """One die as it fell: every face shown, rerolls included, and the result after zeroing low faces."""

    key: str
    sides: int
    faces: tuple[int, ...]
    result: int
    reroll_at_most: int = 0
    zero_at_most: int = 0

    @property
    def face(self) -> int:
        """The last face, after all rerolls."""
        return self.faces[-1]


def roll_die(
    dice: Dice, counter: RollCounter, sides: int, key: str, *, reroll_at_most: int = 0, zero_at_most: int = 0
) -> Roll:
    """Roll one die until its face is above the reroll range, then zero low faces; `ValueError` if none can be."""
    if reroll_at_most >= sides:
        raise ValueError(f"a d{sides} that rerolls {reroll_at_most} or less never stands")
    faces = [dice.roll(counter, sides, key)]
    while faces[-1] <= reroll_at_most:
        faces.append(dice.roll(counter, sides, key))
    result = 0 if faces[-1] <= zero_at_most else faces[-1]
    return Roll(key, sides, tuple(faces), result, reroll_at_most, zero_at_most)

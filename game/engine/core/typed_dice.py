"""Dice that people roll at the table and type in. They have the same keys as keyed dice.

A roll that was not typed yet takes the game back to before the answer that led to it. Once its face is typed, the
answer is given again. Typed faces are remembered, so that the same rolls show the same faces after an undo.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.engine.core.decisions import Answer, MalformedAnswer
from game.engine.core.dice import Dice, KeyedDice, RollCounter, UnplannedRoll
from game.engine.core.pools import SPLIT
from game.wording import _, ngettext

PROBES: Final = 6
"""The number of trial runs with invented faces that look for dice rolled together."""


@dataclass(frozen=True, slots=True)
class WantedRoll:
    """A die that people should roll: its purpose, its size, and the number of earlier rolls for that purpose."""

    key: str
    sides: int
    index: int

    @property
    def purpose(self) -> str:
        """The purpose: the last part of the key that is not a die's number. Halves of a split pool share it."""
        beginning, _slash, last = self.key.rpartition("/")
        purpose = beginning.rpartition("/")[2] if last.isdigit() else last
        return " ".join(SPLIT) if last.isdigit() and purpose in SPLIT else purpose


class RollNeeded(UnplannedRoll):
    """A game with typed dice needs a face that has not been typed yet."""

    def __init__(self, wanted: WantedRoll) -> None:
        self.wanted = wanted
        super().__init__(f"a d{wanted.sides} for {wanted.key} (number {wanted.index + 1} of these) was not typed yet")


@dataclass
class TypedDice:
    """The faces typed so far, by key and in the order of rolling; `used` holds the rolls since it was last emptied."""

    faces: dict[str, list[int]] = field(default_factory=dict)
    used: set[WantedRoll] = field(default_factory=set, compare=False, repr=False)

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return the face typed for the next roll of `key`; raise `RollNeeded`, or `UnplannedRoll`."""
        index = counter.next_for(key)
        typed = self.faces.get(key, ())
        if index >= len(typed):
            raise RollNeeded(WantedRoll(key, sides, index))
        if typed[index] > sides:
            raise UnplannedRoll(f"the face typed for {key} is {typed[index]}, but a d{sides} is rolled")
        self.used.add(WantedRoll(key, sides, index))
        return typed[index]

    def knows(self, wanted: WantedRoll) -> bool:
        """Return whether the face of a roll was already typed."""
        return wanted.index < len(self.faces.get(wanted.key, ()))

    def note(self, wanted: WantedRoll, face: int) -> None:
        """Remember a face, unless the roll already has a typed face."""
        if not self.knows(wanted):
            self.faces.setdefault(wanted.key, []).append(face)

    def forget_unused(self, typed: Sequence[WantedRoll]) -> None:
        """Forget the faces of those `typed` rolls that the game did not use."""
        for wanted in typed:
            if wanted not in self.used and self.knows(wanted):
                del self.faces[wanted.key][wanted.index :]
                if not self.faces[wanted.key]:
                    del self.faces[wanted.key]


@dataclass(frozen=True)
class Awaiting:
    """An answer that waits for rolled dice (None before the first decision), and the faces typed for it so far."""

    entry: Answer | None
    rolls: tuple[WantedRoll, ...]
    typed: tuple[WantedRoll, ...] = ()

    def check(self, faces: Sequence[int]) -> None:
        """Raise `MalformedAnswer` unless there is one face for each die and each die has that face."""
        if len(faces) != len(self.rolls):
            text = ngettext(
                "roll {n} die, not {given}",
                "roll {n} dice, not {given}",
                len(self.rolls),
                n=len(self.rolls),
                given=len(faces),
            )
            raise MalformedAnswer(text)
        for wanted, face in zip(self.rolls, faces):
            if not 1 <= face <= wanted.sides:
                raise MalformedAnswer(_("a d{sides} shows 1 to {sides}, not {face}", sides=wanted.sides, face=face))


@dataclass
class _ProbeDice:
    """Dice for trial runs: first the typed faces, then invented ones, whose rolls are noted in `wanted`."""

    known: TypedDice
    beyond: Dice
    wanted: list[WantedRoll] = field(default_factory=list)

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        wanted = WantedRoll(key, sides, counter.by_key.get(key, 0))
        if self.known.knows(wanted):
            return self.known.roll(counter, sides, key)
        self.wanted.append(wanted)
        return self.beyond.roll(counter, sides, key)


def rolled_together(dice: TypedDice, first: WantedRoll, course: Callable[[Dice], object]) -> tuple[WantedRoll, ...]:
    """Return the dice to roll now: `first`, and the other dice for its purpose that every trial run needs."""
    rolls_of_runs: list[list[WantedRoll]] = []
    for number in range(PROBES):
        probe = _ProbeDice(dice, KeyedDice(~number))
        try:
            course(probe)
        except Exception:  # a trial run may fail; the real dice are then asked for one by one
            return (first,)
        rolls_of_runs.append(probe.wanted)
    in_every_run = set.intersection(*map(set, rolls_of_runs))
    rolls: dict[str, WantedRoll] = {first.key: first}
    for wanted in rolls_of_runs[0]:
        if wanted in in_every_run and wanted.purpose == first.purpose:
            rolls.setdefault(wanted.key, wanted)
    return tuple(rolls.values())

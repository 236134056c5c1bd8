"""Dice that people roll at the table and type in, with the keys of keyed dice.

A roll not typed yet stops the game before the answer that led to it; once its face is typed, the answer is given again.
What was typed stays known: taken back and played again, the same dice come again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.engine.core.decisions import Answer, MalformedAnswer
from game.engine.core.dice import Dice, KeyedDice, RollCounter, UnplannedRoll
from game.wording import _

PROBES: Final = 6
"""How many made-up courses are played to find the dice that are rolled together."""


@dataclass(frozen=True, slots=True)
class WantedRoll:
    """A die to be rolled by people: what for, its size, and how many such rolls came before it."""

    key: str
    sides: int
    index: int

    @property
    def purpose(self) -> str:
        """The last part of its key: what it is rolled for."""
        return self.key.rpartition("/")[2]


class RollNeeded(UnplannedRoll):
    """A game with typed dice asks for a die that nobody has typed yet."""

    def __init__(self, wanted: WantedRoll) -> None:
        self.wanted = wanted
        super().__init__(f"a d{wanted.sides} for {wanted.key} (number {wanted.index + 1} of these) was not typed yet")


@dataclass
class TypedDice:
    """The faces typed so far, by key and in the order of rolling; `taken` are those rolled since it was emptied."""

    faces: dict[str, list[int]] = field(default_factory=dict)
    taken: set[WantedRoll] = field(default_factory=set, compare=False, repr=False)

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        """Return the face that was typed for the next roll of `key`; raise `RollNeeded`, or `UnplannedRoll`."""
        index = counter.next_for(key)
        known = self.faces.get(key, ())
        if index >= len(known):
            raise RollNeeded(WantedRoll(key, sides, index))
        if known[index] > sides:
            raise UnplannedRoll(f"the face typed for {key} is {known[index]}, but a d{sides} is rolled")
        self.taken.add(WantedRoll(key, sides, index))
        return known[index]

    def knows(self, wanted: WantedRoll) -> bool:
        """Return whether the face of a roll was typed."""
        return wanted.index < len(self.faces.get(wanted.key, ()))

    def note(self, wanted: WantedRoll, face: int) -> None:
        """Keep a face, unless one is known for that roll."""
        if not self.knows(wanted):
            self.faces.setdefault(wanted.key, []).append(face)

    def forget_untaken(self, typed: Sequence[WantedRoll]) -> None:
        """Drop those faces that were typed but in the end not rolled."""
        for wanted in typed:
            if wanted not in self.taken and self.knows(wanted):
                del self.faces[wanted.key][wanted.index :]
                if not self.faces[wanted.key]:
                    del self.faces[wanted.key]


@dataclass(frozen=True)
class Awaiting:
    """An answer that waits for dice to be rolled (None before the first decision), and what was typed for it before."""

    entry: Answer | None
    rolls: tuple[WantedRoll, ...]
    typed: tuple[WantedRoll, ...] = ()

    def check(self, faces: Sequence[int]) -> None:
        """Raise `MalformedAnswer` unless there is one face for each die and every die has such a face."""
        if len(faces) != len(self.rolls):
            text = _("{count} dice are to be rolled, not {given}", count=len(self.rolls), given=len(faces))
            raise MalformedAnswer(text)
        for wanted, face in zip(self.rolls, faces, strict=True):
            if not 1 <= face <= wanted.sides:
                raise MalformedAnswer(_("a d{sides} shows 1 to {sides}, not {face}", sides=wanted.sides, face=face))


@dataclass
class _ProbeDice:
    """Typed faces where there are any and made-up ones beyond; notes which were made up."""

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
    """Return the dice to be rolled now, by made-up courses of play: `first`, and others for the same purpose."""
    courses: list[list[WantedRoll]] = []
    for number in range(PROBES):
        probe = _ProbeDice(dice, KeyedDice(~number))
        try:
            course(probe)
        except Exception:  # a made-up course may stumble; the dice of the real one are then asked for one by one
            return (first,)
        courses.append(probe.wanted)
    always = set.intersection(*map(set, courses))
    found: dict[str, WantedRoll] = {first.key: first}
    for wanted in courses[0]:
        if wanted in always and wanted.purpose == first.purpose:
            found.setdefault(wanted.key, wanted)
    return tuple(found.values())

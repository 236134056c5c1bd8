"""Every throw of a flow's dice, one after another, however many dice it turns out to roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from game.engine.core.dice import RollCounter


@dataclass
class Enumerated:
    """Dice that show given faces, then 1s; `sides` has what was rolled, so that the next throw can be found."""

    faces: list[int] = field(default_factory=list)
    sides: list[int] = field(default_factory=list)

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        counter.next_for(key)
        self.sides.append(sides)
        if len(self.faces) < len(self.sides):
            self.faces.append(1)
        return self.faces[len(self.sides) - 1]


def throws() -> Iterator[Enumerated]:
    """Every throw, one after another: the last die that can go up does, and those after it fall anew."""
    faces: list[int] = []
    while True:
        dice = Enumerated(faces)
        yield dice
        faces = dice.faces[: len(dice.sides)]
        while faces and faces[-1] == dice.sides[len(faces) - 1]:
            faces.pop()
        if not faces:
            return
        faces = [*faces[:-1], faces[-1] + 1]

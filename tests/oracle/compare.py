"""What the comparisons share: handing a world of plain numbers to the program, and keeping the score."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from game.table.measuring.policy import MeasuringPolicy
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from tests.oracle.lengths import Floats, Polygon
from tests.oracle.verdicts import Verdict
from tests.oracle.world import Circle, World
from tests.samples import SHARE

POLICY = MeasuringPolicy(short_by=1e-6)
"""Rim to rim, rounded down, one more for every full inch of area terrain, impassable barricades block."""


def _ring(ring: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in ring)


def area(polygon: Polygon) -> Area:
    """The program's form of a polygon with holes."""
    outline, *holes = (_ring(ring) for ring in polygon.rings)
    return Area(outline, tuple(holes))


def battlefield(world: World) -> Battlefield:
    """The program's form of a world; the barricades are pieces of their own, named wall 0, wall 1, ..."""
    pieces = [Piece(f"area {n}", area=tuple(area(p) for p in piece)) for n, piece in enumerate(world.pieces)]
    for number, wall in enumerate(world.walls):
        name = f"wall {number}"
        pieces.append(Piece(name, barricades=(Barricade(wall.line, wall.width, wall.impassable, name, name),)))
    return Battlefield(world.width, world.height, tuple(pieces))


def disc(circle: Circle, kind: str = "base", name: str = "") -> Disc:
    """The program's form of a circle."""
    return Disc(circle.x, circle.y, circle.radius, name, kind)


@dataclass
class Tally:
    """The score of a comparison: how many questions, how many too close to call, and every disagreement."""

    asked: int = 0
    close: int = 0
    disagreements: list[str] = field(default_factory=list)

    def judge(self, verdict: Verdict, answer: bool, where: str) -> None:
        """Hold a yes-or-no answer of the program against a verdict."""
        self.asked += 1
        self.close += verdict is Verdict.CLOSE
        if verdict is not Verdict.CLOSE and answer is not (verdict is Verdict.YES):
            self.disagreements.append(f"{where}: the oracle says {verdict.value}")

    def expect(self, holds: bool, where: str) -> None:
        """Hold something that must be so whatever is close."""
        self.asked += 1
        if not holds:
            self.disagreements.append(where)

    def settle(self, asked: int, share: float = 0.05) -> None:
        """Assert that nothing disagrees, that the share of so much was asked and little of it was too close to call."""
        assert not self.disagreements, "\n".join([f"{len(self.disagreements)} disagreements", *self.disagreements[:8]])
        assert self.asked >= asked * SHARE
        assert self.close <= share * self.asked


def generator(seed: int, purpose: int) -> np.random.Generator:
    """A random generator of its own for every table and purpose."""
    return np.random.default_rng([seed, purpose])

"""Tables with random terrain, for shortcuts of the geometry to be held against the simple way."""

import random

from game.table.measuring.policy import MeasuringPolicy
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece

LEVELS = MeasuringPolicy(levels=True)
PLAIN = MeasuringPolicy()
OUTLINE = 0.006
"""Inches by which two outlines of the same shape may differ."""


def block(rng: random.Random, name: str) -> Piece:
    x, y, wide, high = rng.uniform(3, 24), rng.uniform(3, 14), rng.uniform(0.5, 4), rng.uniform(0.5, 4)
    area = Area(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)))
    return Piece(name, area=(area,), levels=rng.choice([(0,), (1,), (0, 1)]))


def field(rng: random.Random, walls: int = 0) -> Battlefield:
    pieces = [block(rng, f"wood {number}") for number in range(rng.randint(1, 6))]
    for number in range(walls):
        x, y = rng.uniform(6, 24), rng.uniform(5, 15)
        wall = Barricade(((x, y), (x + rng.uniform(1, 3), y + rng.uniform(1, 3))), 0.3, impassable=True)
        pieces.append(Piece(f"wall {number}", barricades=(wall,), levels=(0,)))
    return Battlefield(30.0, 20.0, tuple(pieces))

"""Dice tumbling in a tray: a short film, precomputed with pymunk. It shows; it decides nothing."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

import pymunk

STEP: Final = 1 / 120
"""Seconds between two frames of the film."""
ROLLING: Final = 0.56
SETTLING: Final = 0.24
"""Seconds of the tumble, and of the glide of the dice into their row."""
LASTS: Final = ROLLING + SETTLING
_STICKY: Final = 0.035
"""The share of its speed that a die keeps after a second: felt."""


@dataclass(frozen=True)
class Pose:
    """The position of a die in tray units (the tray is `wide` by `high`, a die 1 across), and its turn in degrees."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class Tumble:
    """The poses of every die, by frame and die, and the row in which they end."""

    pictures: tuple[tuple[Pose, ...], ...]
    row: tuple[Pose, ...]

    def at(self, seconds: float) -> tuple[Pose, ...]:
        """Return the poses of the dice `seconds` after the roll."""
        if seconds >= LASTS:
            return self.row
        fallen = self.pictures[min(len(self.pictures) - 1, max(0, int(seconds / STEP)))]
        if seconds <= ROLLING:
            return fallen
        share = (seconds - ROLLING) / SETTLING
        eased = share * share * (3 - 2 * share)
        return tuple(
            Pose(a.x + (b.x - a.x) * eased, a.y + (b.y - a.y) * eased, a.turn * (1 - eased))
            for a, b in zip(fallen, self.row, strict=True)
        )


def tumble(count: int, wide: float, high: float, seed: str) -> Tumble:
    """Return the film of some dice in a tray of that size; the same seed gives the same film."""
    rng = random.Random(seed)
    space = pymunk.Space()
    space.damping = _STICKY
    for a, b in (((0, 0), (wide, 0)), ((wide, 0), (wide, high)), ((wide, high), (0, high)), ((0, high), (0, 0))):
        wall = pymunk.Segment(space.static_body, a, b, 0.12)
        wall.elasticity, wall.friction = 0.7, 0.4
        space.add(wall)
    dice = [_thrown(space, rng, number, count, wide, high) for number in range(count)]
    pictures = []
    for _picture in range(math.ceil(ROLLING / STEP) + 1):
        pictures.append(tuple(_pose(die, wide, high) for die in dice))
        space.step(STEP)
    rest = [math.degrees(die.angle) for die in dice]  # subtracted from all turns, so that dice end upright
    turned = tuple(
        tuple(Pose(pose.x, pose.y, pose.turn - end) for pose, end in zip(picture, rest, strict=True))
        for picture in pictures
    )
    return Tumble(turned, row(count, wide, high))


def row(count: int, wide: float, high: float) -> tuple[Pose, ...]:
    """Return the positions of some dice side by side, in the upper part of the tray."""
    gap = wide / max(1, count)
    return tuple(Pose(gap * (number + 0.5), high * 0.3, 0.0) for number in range(count))


def _thrown(space: pymunk.Space, rng: random.Random, number: int, count: int, wide: float, high: float) -> pymunk.Body:
    body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (0.9, 0.9)))
    left = number % 2 == 0  # rolled from two sides
    body.position = (0.8 if left else wide - 0.8, high * (number + 1) / (count + 1))
    speed = rng.uniform(0.9, 1.7) * wide * 2.2
    body.velocity = (speed if left else -speed, rng.uniform(-1.0, 1.0) * wide)
    body.angle = rng.uniform(0, math.tau)
    body.angular_velocity = rng.choice((-1, 1)) * rng.uniform(18, 34)
    shape = pymunk.Poly.create_box(body, (0.86, 0.86), 0.06)
    shape.elasticity, shape.friction = 0.55, 0.5
    space.add(body, shape)
    return body


def _pose(body: pymunk.Body, wide: float, high: float) -> Pose:
    x, y = body.position
    return Pose(min(max(x, 0.5), wide - 0.5), min(max(y, 0.5), high - 0.5), math.degrees(body.angle))

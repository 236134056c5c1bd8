"""Blocks of pieces that are put down together: their spots around an anchor, and the anchors where all have room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position, snap
from game.table.placing.places import ExactSpots, Spot
from game.table.placing.region import Region

Spots = dict[str, tuple[float, float]]

APART: Final = 0.1
"""Inches between the bases of a block."""
HAIR: Final = 0.01
"""Inches by which outlines may be wrong."""


def formation(radii: Mapping[str, float], facing: int, files: int | None = None) -> Spots:
    """Return spots that arrange pieces as a block around its middle, facing `facing` (hundredths of a degree).

    `radii` are those of the bases in inches. A block has `files` pieces in its front rank; by default, it has about a
    third more files than ranks.
    """
    pieces, width = [*radii], files or max(1, math.ceil(math.sqrt(len(radii) * 4 / 3)))
    ranks = [pieces[start : start + width] for start in range(0, len(pieces), width)]
    turn = math.radians(facing / 100)
    forward, right = (math.cos(turn), math.sin(turn)), (math.sin(turn), -math.cos(turn))
    return {
        piece: (snap(y * forward[0] + x * right[0]), snap(y * forward[1] + x * right[1]))
        for piece, x, y in _in_ranks(radii, ranks)
    }


def _in_ranks(radii: Mapping[str, float], ranks: Sequence[Sequence[str]]) -> Iterator[tuple[str, float, float]]:
    """Yield each piece with its place in the block: to the right, and forward, of the middle."""
    greatest_radii = [max(radii[piece] for piece in rank) for rank in ranks]
    forward = sum(greatest_radii) + APART * (len(ranks) - 1) / 2
    for rank, radius in zip(ranks, greatest_radii):
        to_the_right = -sum(radii[piece] for piece in rank) - APART * (len(rank) - 1) / 2
        for piece in rank:
            yield piece, to_the_right + radii[piece], forward - radius
            to_the_right += 2 * radii[piece] + APART
        forward -= 2 * radius + APART


def placed(spots: Mapping[str, tuple[float, float]], x: float, y: float) -> Spots:
    """Return the spots of a block whose anchor is at (x, y)."""
    x, y = snap(x), snap(y)
    return {piece: (snap(x + dx), snap(y + dy)) for piece, (dx, dy) in spots.items()}


class BlockRoom(ExactSpots):
    """The legal spots for the anchor of a block: those at which each of its pieces has room in its own region.

    `parts` has the region of each piece, and its place about the anchor in inches.
    """

    def __init__(self, parts: Sequence[tuple[Region, float, float]]) -> None:
        self.parts = parts

    def _allows(self, x: float, y: float) -> bool:
        return all(region.find((x + dx, y + dy)) for region, dx, dy in self.parts)

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against a spot once, with the largest number of inches that any piece lacks."""
        x, y = where
        worst: dict[tuple[str, str], Refusal] = {}
        for region, dx, dy in self.parts:
            for refusal in region.why_not((x + dx, y + dy)):
                key = (refusal.rule, refusal.cause or refusal.text)
                if key not in worst or (refusal.short_by or 0.0) > (worst[key].short_by or 0.0):
                    worst[key] = refusal
        return [*worst.values()]

    @cached_property
    def legal(self) -> BaseGeometry:
        """The anchors at which every piece has room, made smaller by `HAIR`."""
        moved = [affinity.translate(region.geometry, -dx, -dy) for region, dx, dy in self.parts]
        return shapely.intersection_all(moved).buffer(-HAIR)

    def nearest(self, where: Spot) -> Position | None:
        """Return the nearest spot with room, exact within `HAIR`, or None if there is none."""
        if spot := self.find(where):
            return spot
        if self.legal.is_empty:
            return None
        x, y = shapely.shortest_line(self.legal, shapely.Point(where)).coords[0]
        return self.find((x, y))

    def sample(self, rng: Random) -> Position | None:
        """Return a random spot with room, or None if there is none."""
        west, south, east, north = self.parts[0][0].bounds or (0.0, 0.0, 0.0, 0.0)
        return self.nearest((rng.uniform(west, east), rng.uniform(south, north)))

"""Pieces put down together: spots about an anchor, and where there is room for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

HAIR: Final = 0.01
"""Inches by which outlines may be wrong."""


def placed(spots: Mapping[str, tuple[float, float]], x: float, y: float) -> Spots:
    """Return spots about an anchor that is put at (x, y)."""
    x, y = snap(x), snap(y)
    return {piece: (snap(x + dx), snap(y + dy)) for piece, (dx, dy) in spots.items()}


class BlockRoom(ExactSpots):
    """Where the anchor of a block may be put: where each of its pieces has room in its own region.

    `parts` has the region of each piece, and its place about the anchor in inches.
    """

    def __init__(self, parts: Sequence[tuple[Region, float, float]]) -> None:
        self.parts = parts

    def _allows(self, x: float, y: float) -> bool:
        return all(region.find((x + dx, y + dy)) for region, dx, dy in self.parts)

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against a spot, each once, with the most inches that any piece lacks."""
        x, y = where
        found: dict[tuple[str, str], Refusal] = {}
        for region, dx, dy in self.parts:
            for each in region.why_not((x + dx, y + dy)):
                key = (each.rule, each.cause or each.text)
                if key not in found or (each.short_by or 0.0) > (found[key].short_by or 0.0):
                    found[key] = each
        return [*found.values()]

    @cached_property
    def legal(self) -> BaseGeometry:
        """The anchors at which every piece has room, less a hair."""
        moved = [affinity.translate(region.geometry, -dx, -dy) for region, dx, dy in self.parts]
        return shapely.intersection_all(moved).buffer(-HAIR)

    def nearest(self, where: Spot) -> Position | None:
        """Return the nearest spot with room, to a hair, or None if there is none."""
        if spot := self.find(where):
            return spot
        if self.legal.is_empty:
            return None
        x, y = shapely.shortest_line(self.legal, shapely.Point(where)).coords[0]
        return self.find((x, y))

    def sample(self, rng: Random) -> Position | None:
        """Return a spot with room near one drawn at random, or None if there is none."""
        west, south, east, north = self.parts[0][0].bounds or (0.0, 0.0, 0.0, 0.0)
        return self.nearest((rng.uniform(west, east), rng.uniform(south, north)))

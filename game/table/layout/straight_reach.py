"""What a base can reach on a straight way, as drawn: each of many rays until something is in the way."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import shapely

from game.table.lattice import Position
from game.table.shapes import Disc
from game.table.terrain.area import Floats, polygons_of
from game.table.ways.crossings import edges_of
from game.table.ways.field import SPARE, grown
from game.table.ways.policy import WayPolicy, near_to

_RAYS: Final = 96
_QUARTER: Final = 6
"""Chords of a quarter of a rim as drawn."""
_TURNS: Final = np.arange(_RAYS) * (2 * math.pi / _RAYS)
_EAST: Final = np.cos(_TURNS)
_NORTH: Final = np.sin(_TURNS)


def straight_reach(start: Position, policy: WayPolicy) -> shapely.Polygon:
    """Return the centres at which straight ways end that nothing solid bars, in inches; approximate."""
    far = np.minimum(np.full(_RAYS, policy.budget), _to_the_edge(start, policy))
    box = start.x - policy.budget, start.y - policy.budget, start.x + policy.budget, start.y + policy.budget
    solid = [ground for ground in near_to(policy, box, SPARE) if ground.solid]
    discs, edges = list[tuple[float, float, float]](), list[Floats]()
    for ground in solid:
        kept = ground.distance_kept(policy.radius) + SPARE
        if isinstance(ground.shape, Disc):
            discs.append((ground.shape.x, ground.shape.y, ground.shape.radius + kept))
        else:
            drawn = grown(ground, policy.radius, quarter=_QUARTER)
            if not shapely.contains_xy(drawn, *start):
                edges += [edges_of(part) for part in polygons_of(drawn)]
    if discs:
        far = np.minimum(far, _to_discs(start, np.array(discs)))
    if edges:
        far = np.minimum(far, _to_edges(start, np.concatenate(edges)))
    return shapely.Polygon(np.stack((start.x + far * _EAST, start.y + far * _NORTH), axis=1))


def _to_the_edge(start: Position, policy: WayPolicy) -> Floats:
    """Return the inches to the edge of the table along each ray."""
    west, south, east, north = policy.bounds
    with np.errstate(divide="ignore", invalid="ignore"):
        across = np.where(_EAST >= 0.0, east - policy.radius - start.x, west + policy.radius - start.x) / _EAST
        up = np.where(_NORTH >= 0.0, north - policy.radius - start.y, south + policy.radius - start.y) / _NORTH
    return np.asarray(np.maximum(np.fmin(across, up), 0.0))


def _to_discs(start: Position, discs: Floats) -> Floats:
    """Return the inches along each ray to the first of some discs (x, y, radius)."""
    px, py = discs[:, 0] - start.x, discs[:, 1] - start.y
    away = np.hypot(px, py)
    radius = np.minimum(discs[:, 2], away)  # whom it touches bars only what leads into it
    along = px * _EAST[:, None] + py * _NORTH[:, None]
    left = along**2 - (away**2 - radius**2)
    hit = np.where((along > 0.0) & (left > 0.0), along - np.sqrt(np.maximum(left, 0.0)), np.inf)
    return np.asarray(hit.min(axis=1))


def _to_edges(start: Position, edges: Floats) -> Floats:
    """Return the inches along each ray to the first of some edges (ax, ay, bx, by)."""
    ax, ay = edges[:, 0] - start.x, edges[:, 1] - start.y
    dx, dy = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    turned = _EAST[:, None] * dy - _NORTH[:, None] * dx
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (ax * dy - ay * dx) / turned
        share = (ax * _NORTH[:, None] - ay * _EAST[:, None]) / turned
    hit = np.where((far >= 0.0) & (share >= 0.0) & (share <= 1.0), far, np.inf)
    return np.asarray(hit.min(axis=1))

"""Outlines from a grid of booleans, by marching squares with corners refined by further queries."""

from collections.abc import Callable
from typing import cast

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.table.reach.rays import Numbers
from game.table.terrain.area import Floats

Flags = NDArray[np.bool_]


Ask = Callable[[Floats, Numbers, Numbers], Flags]


def contour(inside: Flags, origin: tuple[float, float], step: float, ask: Ask) -> BaseGeometry:
    """Return the area of the nodes that are `inside` ([column, row]); nodes at the rim of the grid may not be.

    `origin` is the position of node [0, 0], `step` the inches between nodes. `ask` returns which points (M, 2) between
    an inner and an outer node are inside, given column and row of the outer node. The error of the outline is at most
    a quarter of a step.
    """
    columns, rows = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if not columns.size:
        return shapely.Polygon()
    left, low = int(columns[0]) - 1, int(rows[0]) - 1
    inside = inside[left : columns[-1] + 2, low : rows[-1] + 2]
    across = inside[:-1] != inside[1:]
    upward = inside[:, :-1] != inside[:, 1:]
    both = across, upward
    places = np.empty((*inside.shape, len(both), 2))  # the outline's crossings by column, row, direction
    nodes = []
    for direction, crossed in enumerate(both):
        column, row = np.nonzero(crossed)
        nodes.append(np.stack((column, row, np.full(len(column), direction)), axis=1))
    crossings = np.concatenate(nodes)
    column, row, direction = crossings.T
    shift = np.stack((left + 0.5 * (direction == 0), low + 0.5 * (direction == 1)), axis=1)
    middle = np.array(origin) + step * (crossings[:, :2] + shift)
    first = inside[column, row]
    other_column, other_row = column + (direction == 0), row + (direction == 1)
    answer = ask(middle, left + np.where(first, other_column, column), low + np.where(first, other_row, row))
    middle[np.arange(len(middle)), direction] += np.where(answer == first, 0.25, -0.25) * step
    places[column, row, direction] = middle
    return _area(inside, across, upward, places)


def nodes_inside(geometry: BaseGeometry, origin: tuple[float, float], step: float, shape: tuple[int, int]) -> Flags:
    """Return which nodes of a grid of `shape` columns and rows are inside areas; nodes on an outline are undefined."""
    rings = shapely.get_rings(shapely.get_parts(geometry))
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    corners = (corners - origin) / step
    joined = ring[:-1] == ring[1:]
    (x, y), (x1, y1) = corners[:-1][joined].T, corners[1:][joined].T
    low, high = (np.clip(np.ceil(end), 0, shape[1]).astype(np.intp) for end in (np.minimum(y, y1), np.maximum(y, y1)))
    # Along a row, every crossed outline switches between inside and outside.
    edge = np.repeat(np.arange(len(x)), high - low)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(high - low) - high, high - low)
    met = x[edge] + (row - y[edge]) * ((x1 - x)[edge] / (y1 - y)[edge])
    column = np.clip(np.ceil(met), 0, shape[0]).astype(np.intp)
    turns = np.bincount(column * shape[1] + row, minlength=(shape[0] + 1) * shape[1]).reshape(-1, shape[1])
    return np.asarray(np.cumsum(turns, axis=0)[:-1] % 2 == 1)


def _area(inside: Flags, across: Flags, upward: Flags, places: Floats) -> BaseGeometry:
    count = across[:, :-1].astype(np.int8) + across[:, 1:] + upward[:-1] + upward[1:]
    column, row = np.nonzero(count)  # the outline crosses few cells
    plain, saddle = count[column, row] == 2, count[column, row] == 4
    south, north = across[column, row], across[column, row + 1]
    west, east = upward[column, row], upward[column + 1, row]
    at_south, at_north = places[column, row, 0], places[column, row + 1, 0]
    at_west, at_east = places[column, row, 1], places[column + 1, row, 1]
    # The two inside corners of a saddle are not connected.
    rising = saddle & inside[column, row]
    falling = saddle & ~inside[column, row]
    joined = (
        (plain & south & north, at_south, at_north),
        (plain & south & west | rising, at_south, at_west),
        (plain & south & east | falling, at_south, at_east),
        (plain & north & west | falling, at_north, at_west),
        (plain & north & east | rising, at_north, at_east),
        (plain & west & east, at_west, at_east),
    )
    segments = [np.stack((one[chosen], other[chosen]), axis=1) for chosen, one, other in joined]
    lines = np.asarray(shapely.linestrings(np.concatenate(segments)))
    return cast(BaseGeometry, shapely.build_area(shapely.multilinestrings(lines)))

"""The fairness of a map: the same measures for both sides, and one number.

The table is split midway between the two sides' ground. The measures are the part of each half that gives cover, the
part that is in the way, and the path of the largest base from its side to the objectives, or to the other side.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.documents import MapDocument
from game.table.maps.terms import MapTerms, Spot
from game.table.terrain.area import polygons_of
from game.wording import _

LEAST_FAIR: Final = 85
"""The least fairness in percent of a random map without symmetry; with symmetry it is 100."""
PITCH: Final = 1.0
"""Inches between the points of the grid on which paths are counted."""
FREE: Final = 0.25
"""The least part of a side's ground on which the largest base must be able to stand."""
STEPS: Final = tuple((dx, dy, math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


class Measure(NamedTuple):
    """One measure of both sides: its title, both values in percent or inches, and their likeness from 0 to 1."""

    title: str
    first: float
    second: float
    alike: float
    unit: Literal["%", "in"] = "%"


class Fairness(NamedTuple):
    """The likeness of the sides in percent, which is that of the measure in which they differ most."""

    percent: int
    measures: tuple[Measure, ...]


def halves(width: float, height: float, sides: tuple[BaseGeometry, BaseGeometry]) -> tuple[BaseGeometry, BaseGeometry]:
    """Return the two parts of a table that are nearer to the middle of one side's ground than to the other's."""
    table = shapely.box(0.0, 0.0, width, height)
    (ax, ay), (bx, by) = ((side.centroid.x, side.centroid.y) for side in sides)
    extent, (dx, dy) = width + height, (bx - ax, by - ay)
    distance = math.hypot(dx, dy)
    ux, uy, x, y = dx / distance * extent, dy / distance * extent, (ax + bx) / 2, (ay + by) / 2
    far_half = Polygon([(x - uy, y + ux), (x + uy, y - ux), (x + uy + ux, y - ux + uy), (x - uy + ux, y + ux + uy)])
    return table.difference(far_half), table.intersection(far_half)


def is_open(terms: MapTerms, size: tuple[float, float], spots: Iterable[Spot], walls: BaseGeometry) -> bool:
    """Return whether the largest base can go from side to side and to all spots, and can stand where it begins."""
    (width, height), base = size, terms.base
    table = shapely.box(base, base, width - base, height - base)
    parts = polygons_of(table.difference(walls.buffer(base, quad_segs=12)))
    if not parts:
        return False
    ground = max(parts, key=lambda part: part.area)
    for side in terms.sides(width, height):
        start_area = side.intersection(table)
        if start_area.area and ground.intersection(start_area).area < FREE * start_area.area:
            return False
    return all(ground.distance(shapely.Point(spot.x, spot.y)) <= base + spot.radius + terms.near for spot in spots)


def fairness_of(document: MapDocument, terms: MapTerms, cover: BaseGeometry, walls: BaseGeometry) -> Fairness:
    """Return the fairness of a map, on which `cover` gives cover and `walls` are in the way."""
    sides = terms.sides(document.width, document.height)
    spots = [spot.at for spot in document.objectives]
    return judged(measures_of((document.width, document.height), sides, cover, walls, terms.base, spots))


def judged(measures: Sequence[Measure]) -> Fairness:
    """Return the fairness that results from several measures: that of the worst one."""
    return Fairness(math.floor(round(100 * min(measure.alike for measure in measures), 2)), tuple(measures))


def measures_of(
    size: tuple[float, float],
    sides: tuple[BaseGeometry, BaseGeometry],
    cover: BaseGeometry,
    walls: BaseGeometry,
    base: float,
    spots: Sequence[tuple[float, float]],
    least: float = 0.0,
) -> tuple[Measure, ...]:
    """Return the measures of two sides: cover, ground that is in the way, and paths of a base to the spots.

    Parts of ground are compared as if they were larger by `least`, so that tiny ones hardly count.
    """
    parts = halves(*size, sides)
    shares = [round(part.intersection(cover).area / part.area, 6) for part in parts]
    solids = [round(part.intersection(walls).area / part.area, 6) for part in parts]
    paths = _mean_paths(size, walls, base, spots, sides)
    return (
        _measure(_("ground that gives cover"), shares, "%", least),
        _measure(_("ground that is in the way"), solids, "%", least),
        _measure(_("the path to the objectives") if spots else _("the path across"), paths, "in"),
    )


def _measure(title: str, values: Sequence[float], unit: Literal["%", "in"], least: float = 0.0) -> Measure:
    """Return one measure of both sides, with the likeness of its two values."""
    first, second = values
    factor = 100 if unit == "%" else 1
    alike = 1.0 if first == second else round((min(values) + least) / (max(values) + least), 4)
    return Measure(title, round(first * factor, 1), round(second * factor, 1), alike, unit)


def _mean_paths(
    size: tuple[float, float],
    walls: BaseGeometry,
    base: float,
    spots: Sequence[tuple[float, float]],
    sides: tuple[BaseGeometry, BaseGeometry],
) -> list[float]:
    """Return for each side the mean inches of the shortest paths on a grid to the spots, or else to the other side."""
    width, height = size
    columns, rows = max(2, round(width / PITCH)), max(2, round(height / PITCH))
    xs = (np.arange(columns) + 0.5) * width / columns
    ys = (np.arange(rows) + 0.5) * height / rows
    x, y = np.meshgrid(xs, ys, indexing="ij")
    points = shapely.points(x, y)
    shapely.prepare(walls)
    free = np.ones(x.shape, dtype=np.bool_)
    if not walls.is_empty:
        free = ~np.asarray(shapely.dwithin(walls, points, min(base, PITCH)))
    grounds = []
    for side in sides:
        shapely.prepare(side)
        grounds.append(np.asarray(shapely.intersects(side, points)))
    paths = []
    for mine, theirs in (grounds, grounds[::-1]):
        inches_to = _steps_from(free, mine) * PITCH
        if not spots:
            arrivals = inches_to[theirs & np.isfinite(inches_to)]
            paths.append(round(float(arrivals.mean()), 6) if len(arrivals) else math.inf)
            continue
        shortest = []
        for spot in spots:
            gaps = np.hypot(x - spot[0], y - spot[1])
            reach = np.where(np.isfinite(inches_to), inches_to + 2 * gaps, np.inf)  # to the nearest free point, and on
            shortest.append(float(reach.min()))
        paths.append(round(math.fsum(shortest) / len(shortest), 6))
    return paths


def _steps_from(free: NDArray[np.bool_], begin: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the number of steps from the beginning to every free point; infinite where no path leads."""
    columns, rows = free.shape
    steps = np.full((columns + 2, rows + 2), np.inf)
    inner = steps[1:-1, 1:-1]
    inner[free & begin] = 0.0
    while True:  # every round goes one step further, and few are needed
        nearer = inner.copy()
        for dx, dy, cost in STEPS:
            np.minimum(nearer, steps[1 + dx : columns + 1 + dx, 1 + dy : rows + 1 + dy] + cost, out=nearer)
        nearer[~free] = np.inf
        if np.array_equal(nearer, inner):
            return nearer
        inner[:] = nearer

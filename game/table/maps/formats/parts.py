"""Tools for all readers of foreign maps: checked fields, and outlines and lines that a map can hold."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

import shapely
from pydantic import ValidationError
from shapely.geometry.base import BaseGeometry

from game.documents.error import DocumentError
from game.documents.limits import MOST_VALUES_ON_A_MAP
from game.documents.reading import first_refusal, values_in
from game.printable import printable
from game.table.documents import SHARPEST_BEND, SMALLEST_AREA, SMALLEST_STEP, MapDocument
from game.table.terrain.area import polygons_of
from game.wording import _

Point = tuple[float, float]
Plain = dict[str, Any]

PLACES: Final = 4
"""The decimal places of coordinates."""
LARGEST: Final = 200.0
"""The most inches of a side of a table."""
MOST_LINES: Final = 40
"""The most lines of one terrain piece."""
MOST_POINTS: Final = 32
"""The most points of one line; longer paths become several."""
PALETTE: Final = {
    "ground": "#8f8a6a", "grain": "#807b5d", "area": "#6f7a52", "barricade": "#5c5249", "impassable": "#37302c",
}  # fmt: skip


def validated(plain: Plain, file: str) -> MapDocument:
    """Return the map of these fields, read from a foreign file; raise `DocumentError` with the place in the map."""
    text = json.dumps(plain)
    if values_in(text) > MOST_VALUES_ON_A_MAP:
        reason = _("would hold more than {most:,} values as a map - leave some out", most=MOST_VALUES_ON_A_MAP)
        raise DocumentError(file, "", reason)
    try:
        return MapDocument.model_validate_json(text)
    except ValidationError as error:
        fault = first_refusal(error, file)
        reason = _("cannot be a map: {where} {reason}", where=fault.where, reason=fault.reason)
        raise DocumentError(file, "", reason) from None


def field(parent: Any, name: str, kinds: type | tuple[type, ...], where: str, file: str, default: Any = ...) -> Any:
    """Return a field of an object in a foreign file; raise `DocumentError` if it is missing or of another kind."""
    if not isinstance(parent, dict):
        raise DocumentError(file, where, _("must be an object in braces"))
    value = parent.get(name, default)
    place = f"{where}.{name}" if where else name
    if value is ...:
        raise DocumentError(file, place, _("is missing - add it"))
    # For Python, a Boolean is also a number; in a file it is not.
    if value is not default and (not isinstance(value, kinds) or isinstance(value, bool) is not (kinds is bool)):
        raise DocumentError(file, place, _("is not what is expected there - see the format's description"))
    return value


def number(parent: Any, name: str, where: str, file: str, default: Any = ...) -> float:
    """Return a finite number of an object in a foreign file; raise `DocumentError`."""
    value = field(parent, name, (int, float), where, file, default)
    if not -1e6 <= value <= 1e6:
        raise DocumentError(file, f"{where}.{name}" if where else name, _("is too large"))
    return float(value)


def points(listed: Any, where: str, file: str) -> list[Point]:
    """Return points given as objects with x and y; raise `DocumentError`."""
    if not isinstance(listed, list):
        raise DocumentError(file, where, _("must be a list"))
    return [
        (number(point, "x", f"{where}[{n}]", file), number(point, "y", f"{where}[{n}]", file))
        for n, point in enumerate(listed)
    ]


def title(text: object, default: str) -> str:
    """Return a text as a name that a map can have."""
    words = re.sub(r"\s+", " ", printable(str(text))).strip() if isinstance(text, str) else ""
    return words[:80] or default


def identifiers(wanted: Sequence[str]) -> list[str]:
    """Return different ids that a map can have, as similar as possible to the wanted ones."""
    ids: dict[str, None] = {}
    for text in wanted:
        identity = re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-._")[:60] or "piece"
        if identity in ids:  # add a number: that of the ids so far, which is quick, or the next one free
            numbers = count(len(ids) + 1)
            identity = next(numbered for n in numbers if (numbered := f"{identity[:50]}-{n}") not in ids)
        ids[identity] = None
    return [*ids]


def rounded(ring: Sequence[Point]) -> list[Point]:
    """Return points on a fine lattice, each different from the point before it."""
    distinct: list[Point] = []
    for x, y in ring:
        point = round(x, PLACES) + 0.0, round(y, PLACES) + 0.0
        if not distinct or math.dist(point, distinct[-1]) >= SMALLEST_STEP:
            distinct.append(point)
    return distinct


def outlines(ring: Sequence[Point], width: float, height: float) -> Iterator[Plain]:
    """Yield the areas of a map that a ring covers on a table; slivers are left out."""
    if len(ring) < 3:
        return
    polygon_of_ring = shapely.Polygon(ring)
    if not polygon_of_ring.is_valid:
        yield {"outline": rounded(ring)}  # the map will refuse it and give the reason
        return
    for polygon in polygons_of(polygon_of_ring.intersection(shapely.box(0.0, 0.0, width, height))):
        corners = rounded(shapely.get_coordinates(polygon.exterior).tolist()[:-1])
        while len(corners) > 2 and math.dist(corners[0], corners[-1]) < SMALLEST_STEP:
            corners.pop()
        if len(corners) > 2 and shapely.Polygon(corners).is_valid and shapely.Polygon(corners).area >= SMALLEST_AREA:
            yield {"outline": corners}


def lines(path: Sequence[Point], width: float, height: float) -> Iterator[list[Point]]:
    """Yield the lines of a map that follow a path on a table: none closes, crosses itself or bends too sharply."""
    table = shapely.box(0.0, 0.0, width, height)
    west, south = min(x for x, _y in path), min(y for _x, y in path)
    east, north = max(x for x, _y in path), max(y for _x, y in path)
    inside = west >= 0 and south >= 0 and east <= width and north <= height
    for part in [list(path)] if inside else _clipped(path, table):
        yield from _unbroken(rounded([(x, y) for x, y in part]))


def _clipped(path: Sequence[Point], table: BaseGeometry) -> Iterator[list[Any]]:
    """Yield the parts of a path on a table."""
    for part in shapely.get_parts(shapely.LineString(path).intersection(table)):
        if part.geom_type == "LineString":
            yield shapely.get_coordinates(part).tolist()


def _unbroken(path: Sequence[Point]) -> Iterator[list[Point]]:
    """Yield the lines into which a path must be split for a map to hold it."""
    line: list[Point] = []
    for point in path:
        longer = [*line, point]
        if len(line) > 1 and (len(line) >= MOST_POINTS or not _may_go_on(line, point)):
            yield line
            longer = [line[-1], point]
        line = longer
    if len(line) > 1:
        yield line


def _may_go_on(line: Sequence[Point], point: Point) -> bool:
    """Return whether a map can still hold a line after one more point."""
    (ax, ay), (bx, by) = line[-2:]
    backward, onward = (ax - bx, ay - by), (point[0] - bx, point[1] - by)
    cosine = (backward[0] * onward[0] + backward[1] * onward[1]) / (math.hypot(*backward) * math.hypot(*onward))
    # One degree more than a map allows, because of rounding.
    if cosine > math.cos(math.radians(SHARPEST_BEND + 1)) or math.dist(line[0], point) < SMALLEST_STEP:
        return False
    step = shapely.LineString([line[-1], point])
    return len(line) < 3 or not step.intersects(shapely.LineString(line[:-1]))


def walls(paths: Sequence[list[Point]], look: str, name: str, line: Mapping[str, Any]) -> Iterator[Plain]:
    """Yield terrain pieces for paths, each with no more lines than one piece may have."""
    for begin in range(0, len(paths), MOST_LINES):
        batch = paths[begin : begin + MOST_LINES]
        label = f"{name} {begin // MOST_LINES + 1}" if len(paths) > MOST_LINES else name
        yield {
            "id": re.sub(r"\W+", "-", label.lower()),
            "name": label,
            "look": look,
            "barricades": [{"line": path, **line} for path in batch],
        }

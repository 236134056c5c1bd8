"""The map document: a table and its terrain, as JSON that people make and share.

Coordinates are inches from the south-west corner of the table, x east and y north. Version 2 adds the rulebooks that
can use a map, traits and heights of terrain, zones and objectives.
"""

import math
import os
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

import numpy as np
import shapely
from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from game.documents.error import DocumentError
from game.documents.files import home
from game.documents.limits import MOST_BARRICADES, MOST_CROSSINGS, MOST_VALUES_ON_A_MAP
from game.documents.reading import Document, Identifier, Name, Part, load_document, refuse
from game.resources import bundled_map, bundled_maps, resource
from game.table.looks import Look
from game.wording import N_, _

SMALLEST_AREA = 0.05
"""The least area of an outline in square inches; a smaller one is a mistake."""
SMALLEST_STEP = 0.01
"""The least distance in inches between neighbouring points of an outline or a line."""
SHARPEST_BEND = 30.0
"""The least angle in degrees between the two arms of a bend; a sharper bend would become a spike."""

SHORTEST: Final = 4
LONGEST: Final = 200
"""The inches of a side of a table."""
Coordinate = Annotated[float, Field(ge=0.0, le=LONGEST)]
Point = tuple[Coordinate, Coordinate]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
Level = Annotated[int, Field(ge=0, le=9)]
Height = Annotated[float, Field(ge=0.0, le=60.0)]
"""Inches above the level below; 0 if unknown."""
TraitKey = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*([._-][a-z0-9]+)*$", max_length=40)]
TraitValue = bool | int | Annotated[float, Field(ge=-1e6, le=1e6)] | Name


def _refuse_repeated_points(points: Sequence[Point], closed: bool) -> None:
    """Refuse points that repeat their neighbour."""
    for index, (before, after) in enumerate(pairwise(points), start=1):
        if math.dist(before, after) < SMALLEST_STEP:
            refuse(f"[{index}]", _("repeats the point before it - remove one of them"))
    if closed and math.dist(points[0], points[-1]) < SMALLEST_STEP:
        refuse(f"[{len(points) - 1}]", _("repeats the first point - an outline closes by itself; remove this point"))


def _checked_outline(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the points of an outline, or refuse them."""
    _refuse_repeated_points(points, closed=True)
    polygon = shapely.Polygon(points)
    if not polygon.is_valid:
        reason = shapely.is_valid_reason(polygon)
        refuse("", _("crosses or touches itself ({reason}) - put its points in order", reason=reason))
    if polygon.area < SMALLEST_AREA:
        least = SMALLEST_AREA
        refuse("", _("covers less than {smallest} square inches - move its points apart or remove it", smallest=least))
    return points


def _checked_line(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the points of a barricade, or refuse them."""
    _refuse_repeated_points(points, closed=False)
    if len(points) > 2 and math.dist(points[0], points[-1]) < SMALLEST_STEP:
        refuse("", _("is a closed ring - leave a gap between its ends"))
    if not shapely.LineString(points).is_simple:
        refuse("", _("crosses itself - split it into two barricades"))
    for index in range(1, len(points) - 1):
        if _angle_of_bend(*points[index - 1 : index + 2]) < SHARPEST_BEND:
            text = N_("has a corner sharper than {least:g} degrees - make the corner wider")
            refuse(f"[{index}]", _(text, least=SHARPEST_BEND))
    return points


def _angle_of_bend(a: Point, b: Point, c: Point) -> float:
    """Return the angle in degrees between the two arms of a bend."""
    first, second = math.atan2(a[1] - b[1], a[0] - b[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    turn = abs(first - second) % math.tau
    return math.degrees(min(turn, math.tau - turn))


Outline = Annotated[tuple[Point, ...], Field(min_length=3, max_length=400), AfterValidator(_checked_outline)]
Line = Annotated[tuple[Point, ...], Field(min_length=2, max_length=100), AfterValidator(_checked_line)]


class Growing(Part):
    """A part of a map with fields that version 2 added; empty ones are not written."""

    added: ClassVar[tuple[str, ...]] = ()
    """The fields unknown to version 1."""

    @model_serializer(mode="wrap")
    def _without_empty_additions(self, plainly: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write the part without empty fields that version 1 does not know."""
        fields: dict[str, Any] = plainly(self)
        return {name: value for name, value in fields.items() if value or name not in self.added}

    def news(self) -> str | None:
        """Return the name of the first field in use that version 1 does not have, or None."""
        return next((name for name in self.added if getattr(self, name)), None)


class Area(Part):
    """A region of the table: an outline and its holes, which lie inside it and do not touch each other."""

    outline: Outline
    holes: Annotated[tuple[Outline, ...], Field(max_length=20)] = ()

    @model_validator(mode="after")
    def _check_holes(self) -> "Area":
        """Refuse holes outside the outline, or holes that touch."""
        reason = shapely.is_valid_reason(shapely.Polygon(self.outline, self.holes))
        if reason != "Valid Geometry":
            text = _("must lie inside the outline without touching each other ({reason}) - move them", reason=reason)
            refuse("holes", text)
        return self


class BarricadeLine(Growing):
    """A line with a width in inches. Measuring does not cross `impassable` lines. Its default name is the piece's."""

    line: Line
    width: Annotated[float, Field(ge=0.05, le=20.0)]
    impassable: bool = False
    name: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    height: Height = 0.0

    added = ("height",)


class TerrainPiece(Growing):
    """A terrain piece of one or more areas and barricades; a rule that names the piece means all of these.

    Decoration has no effect. `levels` are its storeys, 0 for the ground. `height` is in inches. Rulebooks interpret the
    `traits`.
    """

    id: Identifier
    name: Name
    look: Look
    levels: Annotated[tuple[Level, ...], Field(min_length=1, max_length=10)] = (0,)
    area: Annotated[tuple[Area, ...], Field(max_length=40)] = ()
    barricades: Annotated[tuple[BarricadeLine, ...], Field(max_length=40)] = ()
    decoration: bool = False
    traits: Annotated[dict[TraitKey, TraitValue], Field(max_length=20)] = Field(default_factory=dict)
    height: Height = 0.0

    added = ("traits", "height")

    def __hash__(self) -> int:
        """Return a hash of id and shape only, which is fast, and enough for a cache of maps."""
        return hash((self.id, self.area, self.barricades))

    @model_validator(mode="after")
    def _check_contents(self) -> "TerrainPiece":
        """Refuse a piece without area and barricades, or with contradictions."""
        if not self.area and not self.barricades:
            refuse("", _("has neither area nor barricades - draw one of them or remove the piece"))
        if self.decoration and self.barricades:
            refuse("barricades", _("cannot be decoration - a barricade always affects play"))
        if len(set(self.levels)) < len(self.levels):
            refuse("levels", _("names a level twice - keep one of them"))
        return self


class Palette(Part):
    """The colours of a map, `#rrggbb`. Patterns carry the meaning, so any colours will do."""

    ground: Colour
    grain: Colour
    area: Colour
    barricade: Colour
    impassable: Colour = "#2b2430"
    accent: Colour = "#d9a441"


class Deployment(Part):
    """A named hint for deployment, as a point or an area. Rules do not enforce it."""

    name: Name
    point: Point | None = None
    area: Outline | None = None

    @model_validator(mode="after")
    def _check_point_or_area(self) -> "Deployment":
        """Refuse a hint that does not have exactly one of point and area."""
        if (self.point is None) == (self.area is None):
            refuse("", _("needs either a point or an area - give one of the two"))
        return self


class Zone(Part):
    """A part of the table with a `role` ("deployment", "reserve") for the player in a `seat` (from 1 up)."""

    id: Identifier
    name: Name
    role: TraitKey
    area: Annotated[tuple[Area, ...], Field(min_length=1, max_length=20)]
    seat: Annotated[int, Field(ge=1, le=8)] | None = None


class Objective(Part):
    """A scoring spot: its centre, its radius in inches, and a `role` that the rulebook interprets."""

    id: Identifier
    name: Name
    at: Point
    radius: Annotated[float, Field(ge=0.0, le=12.0)] = 0.0
    role: TraitKey = "objective"


class MapDocument(Growing, Document):
    """A table with its terrain, in inches. `unit` is the length of a unit of range in inches.

    `rulesets` are the rulebooks that can use it, empty for all. The players place its `dressing` before the game.
    """

    most_values: ClassVar[int] = MOST_VALUES_ON_A_MAP

    format: Literal["inchwise-map"]
    version: Literal[1, 2]
    name: Name
    description: Annotated[str, Field(max_length=2000)] = ""
    author: Name
    width: Annotated[float, Field(ge=SHORTEST, le=LONGEST)]
    height: Annotated[float, Field(ge=SHORTEST, le=LONGEST)]
    unit: Annotated[float, Field(ge=0.1, le=10.0)] = 1.0
    palette: Palette
    terrain: Annotated[tuple[TerrainPiece, ...], Field(max_length=200)]
    deployment: Annotated[tuple[Deployment, ...], Field(max_length=50)] = ()
    rulesets: Annotated[tuple[Identifier, ...], Field(max_length=20)] = ()
    zones: Annotated[tuple[Zone, ...], Field(max_length=50)] = ()
    objectives: Annotated[tuple[Objective, ...], Field(max_length=50)] = ()
    dressing: Annotated[tuple[TerrainPiece, ...], Field(max_length=60)] = ()

    added = ("rulesets", "zones", "objectives", "dressing")

    def is_for(self, ruleset: str) -> bool:
        """Return whether the map was made for a rulebook or for all rulebooks."""
        return not self.rulesets or ruleset in self.rulesets

    @model_validator(mode="after")
    def _check_version(self) -> "MapDocument":
        """Refuse fields that the version does not know."""
        parts: list[tuple[str, Growing]] = [("", self)]
        for kind, pieces in (("terrain", self.terrain), ("dressing", self.dressing)):
            for index, piece in enumerate(pieces):
                parts.append((f"{kind}[{index}].", piece))
                parts += [(f"{kind}[{index}].barricades[{n}].", line) for n, line in enumerate(piece.barricades)]
        for place, part in parts if self.version == 1 else ():
            if name := part.news():
                refuse(f"{place}{name}", _("needs version 2 - set `version` to 2, or remove it"))
        return self

    @model_validator(mode="after")
    def _check_ids_and_points(self) -> "MapDocument":
        """Refuse too many barricades, repeated ids, and points off the table."""
        barricades = sum(len(piece.barricades) for piece in (*self.terrain, *self.dressing))
        if barricades > MOST_BARRICADES:
            reason = _("has {n} barricades - a map can have at most {most}", n=barricades, most=MOST_BARRICADES)
            refuse("terrain", reason)
        ids: set[str] = set()
        for name in ("terrain", "dressing", "zones", "objectives"):
            for index, part in enumerate(getattr(self, name)):
                if part.id in ids:
                    reason = _("{piece!r} is taken by an earlier piece - choose another", piece=part.id)
                    refuse(f"{name}[{index}].id", reason)
                ids.add(part.id)
        for where, x, y in self._points():
            if x > self.width or y > self.height:
                text = N_("({x:g}, {y:g}) is off the {width:g} x {height:g} table - move it inside")
                refuse(where, _(text, x=x, y=y, width=self.width, height=self.height))
        return self

    def _points(self) -> Iterator[tuple[str, float, float]]:
        """Yield every point that must be on the table, after its place in the document."""
        lines: list[tuple[str, Sequence[Point]]] = []
        for index, piece in enumerate(self.terrain):
            lines += [(f"terrain[{index}].area[{n}].outline", area.outline) for n, area in enumerate(piece.area)]
            lines += [(f"terrain[{index}].barricades[{n}].line", bar.line) for n, bar in enumerate(piece.barricades)]
        lines += [(f"deployment[{index}].area", hint.area or ()) for index, hint in enumerate(self.deployment)]
        for index, zone in enumerate(self.zones):
            lines += [(f"zones[{index}].area[{n}].outline", area.outline) for n, area in enumerate(zone.area)]
        yield from ((f"{place}[{n}]", x, y) for place, points in lines for n, (x, y) in enumerate(points))
        yield from ((f"deployment[{n}].point", *hint.point) for n, hint in enumerate(self.deployment) if hint.point)
        yield from ((f"objectives[{n}].at", *objective.at) for n, objective in enumerate(self.objectives))

    @model_validator(mode="after")
    def _check_crossings(self) -> "MapDocument":
        """Refuse terrain outlines that cross so often that uniting them would be slow."""
        areas = [area for piece in (*self.terrain, *self.dressing) for area in piece.area]
        rings = [shapely.LinearRing(outline) for area in areas for outline in (area.outline, *area.holes)]
        lines = [line for piece in (*self.terrain, *self.dressing) for line in piece.barricades]
        middles, widths = [shapely.LineString(line.line) for line in lines], [line.width / 2 for line in lines]
        bodies = shapely.buffer(middles, widths, cap_style="flat", join_style="mitre")
        corners, ring = shapely.get_coordinates([*rings, *shapely.get_rings(bodies)], return_index=True)
        edges = shapely.linestrings(np.stack((corners[:-1], corners[1:]), axis=1)[ring[:-1] == ring[1:]])
        tree = shapely.STRtree(edges)
        remaining = 3 * len(edges) + 2 * MOST_CROSSINGS  # every edge meets itself and its two neighbours
        for start in range(0, len(edges), 100):
            remaining -= tree.query(edges[start : start + 100], predicate="intersects").shape[1]
            if remaining < 0:
                text = N_("has outlines that cross more than {most:,} times - leave some out")
                refuse("terrain", _(text, most=MOST_CROSSINGS))
        return self


@cache
def maps_for(ruleset: str) -> tuple[Path, ...]:
    """Return the files of the bundled maps that a rulebook can use, sorted by name."""
    return tuple(path for path in bundled_maps() if load_map(path).is_for(ruleset))


def load_map(path: str | Path) -> MapDocument:
    """Return the map in a file; raise `DocumentError` with file, place and reason, or `OSError` if unreadable."""
    state = os.stat(str(path))
    return _unchanged_map(str(path), state.st_mtime_ns, state.st_size)


@lru_cache(60)
def _unchanged_map(path: str, _written: int, _bytes: int) -> MapDocument:
    """Return the map in a file, from a cache that holds while time and size of the file stay the same."""
    return load_document(path, MapDocument)


def maps_folder() -> Path:
    """Return the folder of the user's own maps."""
    return home() / "maps"


def own_maps() -> list[Path]:
    """Return the files of the user's own maps, sorted by name."""
    return sorted(maps_folder().glob("*.json"))


def own_map(name: str) -> Path | None:
    """Return the user's own map whose file has this name, with or without its suffix, or None."""
    return next((path for path in own_maps() if name in (path.name, path.stem)), None)


def find_map(name: str | Path) -> Path:
    """Return the path of a file, or of the user's own or a bundled map with this name.

    A file comes first: someone who names a file means it. An unknown name comes back as a path, to be reported.
    """
    path = Path(name)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):  # too long for a file name, or with characters that no name has
        return path
    return own_map(str(name)) or bundled_map(str(name)) or path


def offered_maps(ruleset: str) -> Iterator[tuple[str, MapDocument]]:
    """Yield the maps for a rulebook with their names in a `GamePlan`: the bundled, then the user's own maps.

    The user's invalid map files are left out; the command `check` reports their faults.
    """
    for path in (*maps_for(ruleset), *own_maps()):
        try:
            document = load_map(path)
        except (DocumentError, OSError):
            continue
        if document.is_for(ruleset):
            yield path.stem if path.parent == resource("maps") else str(path), document

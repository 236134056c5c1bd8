"""The map document: a table and what stands on it, as JSON that people draw and share.

Coordinates are inches from the south-west corner of the table, x east and y north. `unit` is the number of inches in
the unit that ranges are counted in. A piece of terrain may be made of several areas and barricades; a rule that names
the piece means all of them.

Version 2 adds what further rulebooks need: which of them a map is for, traits and heights of terrain, zones and
objectives. A map of version 1 reads as before and is written as it was read.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import shapely
from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from game.documents.error import DocumentError
from game.documents.limits import MOST_BARRICADES, MOST_VALUES_ON_A_MAP
from game.documents.reading import Document, Identifier, Name, Part, load_document, refuse
from game.wording import _

__all__ = [
    "Area",
    "BarricadeLine",
    "Deployment",
    "DocumentError",
    "Look",
    "MapDocument",
    "Objective",
    "Palette",
    "TerrainPiece",
    "Zone",
    "load_map",
]

SMALLEST_AREA = 0.05
"""Square inches; a smaller area is a slip of the pen."""
SMALLEST_STEP = 0.01
"""Inches between neighbouring points of an outline or a line."""
SHARPEST_BEND = 30.0
"""Degrees between the two arms of a bend; a sharper one would widen into a spike."""

Coordinate = Annotated[float, Field(ge=0.0, le=200.0)]
Point = tuple[Coordinate, Coordinate]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
Level = Annotated[int, Field(ge=0, le=9)]
Height = Annotated[float, Field(ge=0.0, le=60.0)]
"""Inches above the level on which something stands; 0 where nobody has measured it."""
TraitKey = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*([._-][a-z0-9]+)*$", max_length=40)]
TraitValue = bool | int | Annotated[float, Field(ge=-1e6, le=1e6)] | Name
Look = Literal["wood", "ruin", "building", "water", "marsh", "rubble", "rock", "crater", "hedge", "field", "wall"]
"""What a piece is to the eye. No rule reads it."""


def _steps(points: Sequence[Point], closed: bool) -> None:
    """Refuse points that repeat their neighbour."""
    for index, (a, b) in enumerate(pairwise(points), start=1):
        if math.dist(a, b) < SMALLEST_STEP:
            refuse(f"[{index}]", _("repeats the point before it - remove one of them"))
    if closed and math.dist(points[0], points[-1]) < SMALLEST_STEP:
        refuse(f"[{len(points) - 1}]", _("repeats the first point - an outline closes by itself, remove it"))


def _outline(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """A simple polygon of some size."""
    _steps(points, closed=True)
    polygon = shapely.Polygon(points)
    if not polygon.is_valid:
        refuse(
            "",
            _(
                "crosses or touches itself ({reason}) - put its points in order",
                reason=shapely.is_valid_reason(polygon),
            ),
        )
    if polygon.area < SMALLEST_AREA:
        refuse(
            "",
            _("covers less than {smallest} square inches - spread its points or remove it", smallest=SMALLEST_AREA),
        )
    return points


def _line(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """One unbroken open line without sharp bends."""
    _steps(points, closed=False)
    if len(points) > 2 and math.dist(points[0], points[-1]) < SMALLEST_STEP:
        refuse("", _("is a closed ring - leave a gap between its ends"))
    if not shapely.LineString(points).is_simple:
        refuse("", _("crosses itself - make two barricades of it"))
    for index in range(1, len(points) - 1):
        if _bend(*points[index - 1 : index + 2]) < SHARPEST_BEND:
            refuse(
                f"[{index}]",
                _("bends by less than {least:g} degrees between its arms - blunt the corner", least=SHARPEST_BEND),
            )
    return points


def _bend(a: Point, b: Point, c: Point) -> float:
    """The angle at `b` between the arms to `a` and `c`, in degrees: 180 is straight on."""
    one, other = math.atan2(a[1] - b[1], a[0] - b[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    turn = abs(one - other) % math.tau
    return math.degrees(min(turn, math.tau - turn))


Outline = Annotated[tuple[Point, ...], Field(min_length=3, max_length=400), AfterValidator(_outline)]
Line = Annotated[tuple[Point, ...], Field(min_length=2, max_length=100), AfterValidator(_line)]


class Growing(Part):
    """A part to which a later version has added fields: while these say nothing, they are not written either."""

    added: ClassVar[tuple[str, ...]] = ()
    """The fields that version 1 does not know."""

    @model_serializer(mode="wrap")
    def _as_old_as_it_can_be(self, plainly: SerializerFunctionWrapHandler) -> dict[str, Any]:
        plain: dict[str, Any] = plainly(self)
        return {name: value for name, value in plain.items() if value or name not in self.added}

    def news(self) -> str | None:
        """Return the first field that says what version 1 cannot say, None when there is none."""
        return next((name for name in self.added if getattr(self, name)), None)


class Area(Part):
    """A region of the table: an outline, less its holes. Holes lie inside the outline and apart from each other."""

    outline: Outline
    holes: Annotated[tuple[Outline, ...], Field(max_length=20)] = ()

    @model_validator(mode="after")
    def _holes_fit(self) -> "Area":
        reason = shapely.is_valid_reason(shapely.Polygon(self.outline, self.holes))
        if reason != "Valid Geometry":
            refuse(
                "holes",
                _("do not lie inside the outline, apart from each other ({reason}) - move them", reason=reason),
            )
        return self


class BarricadeLine(Growing):
    """An unbroken line with a width in inches; `impassable` ones stop a measure. Unnamed, it is called as its piece."""

    line: Line
    width: Annotated[float, Field(ge=0.05, le=20.0)]
    impassable: bool = False
    name: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    height: Height = 0.0

    added = ("height",)


class TerrainPiece(Growing):
    """One piece of terrain, perhaps of several areas and barricades. Decoration is drawn and means nothing.

    `levels` are the storeys it fills, 0 being the ground; `height` is in inches. `traits` are open: each rulebook reads
    the keys that it knows.
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
        """Maps are keys; equal pieces have equal ids and shapes, whatever their traits."""
        return hash((self.id, self.area, self.barricades))

    @model_validator(mode="after")
    def _is_something(self) -> "TerrainPiece":
        if not self.area and not self.barricades:
            refuse("", _("has neither area nor barricades - draw one of them or remove the piece"))
        if self.decoration and self.barricades:
            refuse("barricades", _("cannot be decoration - a barricade always means something"))
        if len(set(self.levels)) < len(self.levels):
            refuse("levels", _("names a level twice - keep one of them"))
        return self


class Palette(Part):
    """Colours of a map, `#rrggbb`; patterns carry the meaning, colours the mood."""

    ground: Colour
    grain: Colour
    area: Colour
    barricade: Colour
    impassable: Colour = "#2b2430"
    accent: Colour = "#d9a441"


class Deployment(Part):
    """A named hint where something may be set up: a point or an area, as its maker meant it. No rule enforces it."""

    name: Name
    point: Point | None = None
    area: Outline | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> "Deployment":
        if (self.point is None) == (self.area is None):
            refuse("", _("needs either a point or an area - give one of the two"))
        return self


class Zone(Part):
    """A part of the table with a meaning: `role` says which ("deployment", "reserve"), `seat` whose, from 1 up."""

    id: Identifier
    name: Name
    role: TraitKey
    area: Annotated[tuple[Area, ...], Field(min_length=1, max_length=20)]
    seat: Annotated[int, Field(ge=1, le=8)] | None = None


class Objective(Part):
    """A spot that counts: where its middle lies, its radius in inches, and `role` for the rulebook that reads it."""

    id: Identifier
    name: Name
    at: Point
    radius: Annotated[float, Field(ge=0.0, le=12.0)] = 0.0
    role: TraitKey = "objective"


class MapDocument(Growing, Document):
    """A table with its terrain. `width` runs east and `height` north, in inches; `unit` is inches per unit of range.

    `rulesets` are the rulebooks that the map is made for; none means any that finds it legal.
    """

    most_values: ClassVar[int] = MOST_VALUES_ON_A_MAP

    format: Literal["inchwise-map"]
    version: Literal[1, 2]
    name: Name
    description: Annotated[str, Field(max_length=2000)] = ""
    author: Name
    width: Annotated[float, Field(ge=4.0, le=200.0)]
    height: Annotated[float, Field(ge=4.0, le=200.0)]
    unit: Annotated[float, Field(ge=0.1, le=10.0)] = 1.0
    palette: Palette
    terrain: Annotated[tuple[TerrainPiece, ...], Field(max_length=200)]
    deployment: Annotated[tuple[Deployment, ...], Field(max_length=50)] = ()
    rulesets: Annotated[tuple[Identifier, ...], Field(max_length=20)] = ()
    zones: Annotated[tuple[Zone, ...], Field(max_length=50)] = ()
    objectives: Annotated[tuple[Objective, ...], Field(max_length=50)] = ()

    added = ("rulesets", "zones", "objectives")

    def is_for(self, ruleset: str) -> bool:
        """Say whether the map is made for a rulebook, or for any."""
        return not self.rulesets or ruleset in self.rulesets

    @model_validator(mode="after")
    def _says_no_more_than_its_version(self) -> "MapDocument":
        parts: list[tuple[str, Growing]] = [("", self)]
        for index, piece in enumerate(self.terrain):
            parts.append((f"terrain[{index}].", piece))
            parts += [(f"terrain[{index}].barricades[{n}].", line) for n, line in enumerate(piece.barricades)]
        for where, part in parts if self.version == 1 else ():
            if name := part.news():
                refuse(f"{where}{name}", _("belongs to version 2 - say so in `version`, or drop it"))
        return self

    @model_validator(mode="after")
    def _holds_together(self) -> "MapDocument":
        """Barricades can be counted, identifiers are unique, and nothing lies off the table."""
        barricades = sum(len(piece.barricades) for piece in self.terrain)
        if barricades > MOST_BARRICADES:
            reason = _("has {n} barricades - at most {most} stand on a map", n=barricades, most=MOST_BARRICADES)
            refuse("terrain", reason)
        seen: set[str] = set()
        for index, piece in enumerate(self.terrain):
            where = f"terrain[{index}]"
            self._check_new(piece.id, seen, f"{where}.id")
            self._check_piece(piece, where)
        for index, hint in enumerate(self.deployment):
            where = f"deployment[{index}]"
            if hint.point is not None:
                self._check_inside([hint.point], f"{where}.point", single=True)
            self._check_inside(hint.area or (), f"{where}.area")
        for index, zone in enumerate(self.zones):
            self._check_new(zone.id, seen, f"zones[{index}].id")
            for number, area in enumerate(zone.area):
                self._check_inside(area.outline, f"zones[{index}].area[{number}].outline")
        for index, objective in enumerate(self.objectives):
            self._check_new(objective.id, seen, f"objectives[{index}].id")
            self._check_inside([objective.at], f"objectives[{index}].at", single=True)
        return self

    def _check_new(self, identity: str, seen: set[str], where: str) -> None:
        if identity in seen:
            refuse(where, _("{piece!r} is taken by an earlier piece - choose another", piece=identity))
        seen.add(identity)

    def _check_piece(self, piece: TerrainPiece, where: str) -> None:
        for index, area in enumerate(piece.area):
            self._check_inside(area.outline, f"{where}.area[{index}].outline")
        for index, barricade in enumerate(piece.barricades):
            self._check_inside(barricade.line, f"{where}.barricades[{index}].line")

    def _check_inside(self, points: Sequence[Point], where: str, single: bool = False) -> None:
        for index, (x, y) in enumerate(points):
            if x > self.width or y > self.height:
                place = where if single else f"{where}[{index}]"
                refuse(
                    place,
                    _(
                        "({x:g}, {y:g}) lies off the table of {width:g} x {height:g} - move it inside",
                        x=x,
                        y=y,
                        width=self.width,
                        height=self.height,
                    ),
                )


def load_map(path: str | Path) -> MapDocument:
    """Read a map. Raises `DocumentError` naming file, place and reason; `OSError` if the file cannot be read."""
    return load_document(path, MapDocument)

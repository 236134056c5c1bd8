"""The prepared table: terrain and barricades with their indexes, but without models and markers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.lattice import Position, position
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import AreaIndex, Occupancy, Point, box_of

if TYPE_CHECKING:
    from game.table.documents import BarricadeLine, MapDocument, TerrainPiece

Outline = tuple[Point, ...]

# A line crosses a barricade only if more than this length (inches) is in its interior; touching does not count.
CROSSING_TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class Area:
    """A polygon of area terrain, with its outline and holes in inches; rings do not repeat their first point."""

    outline: Outline
    holes: tuple[Outline, ...] = ()

    @cached_property
    def polygon(self) -> Polygon:
        """The polygon as geometry."""
        return Polygon(self.outline, self.holes)


@dataclass(frozen=True, eq=False)
class Barricade:
    """A barricade, which is a bent line with a width in inches, flat ends and mitred bends."""

    line: Outline
    width: float
    impassable: bool = False
    name: str = ""
    piece_id: str = ""
    height: float = 0.0

    @cached_property
    def polygon(self) -> Polygon:
        """The barricade's shape seen from above."""
        widened = LineString(self.line).buffer(self.width / 2, cap_style="flat", join_style="mitre")
        shapely.prepare(widened)
        return widened

    def is_crossed(self, p: Point, q: Point) -> bool:
        """Return whether the line from p to q is inside the barricade for longer than the tolerance."""
        return self._index.inside_length(*p, *q) > CROSSING_TOLERANCE

    @cached_property
    def _index(self) -> AreaIndex:
        """The shape as an index, which measures lines in it."""
        return AreaIndex([self.polygon])


@dataclass(frozen=True, eq=False)
class Piece:
    """A terrain piece with area, barricades, both or (as decoration) no effect; `height` is in units of length."""

    id: str
    name: str = ""
    area: tuple[Area, ...] = ()
    barricades: tuple[Barricade, ...] = ()
    levels: tuple[int, ...] = (0,)
    decoration: bool = False
    look: str = ""
    traits: Mapping[str, bool | int | float | str] = field(default_factory=dict)
    height: float = 0.0

    @cached_property
    def area_shape(self) -> BaseGeometry:
        """The united area terrain of the piece; empty without area terrain."""
        return shapely.union_all([area.polygon for area in self.area])

    @cached_property
    def shape(self) -> BaseGeometry:
        """The union of its area and barricades, which is what rules mean if they name the piece."""
        union = shapely.union_all([self.area_shape, *(barricade.polygon for barricade in self.barricades)])
        shapely.prepare(union)
        return union

    def is_under(self, disc: Disc) -> bool:
        """Return whether the piece overlaps a disc on one of its levels, or contains a point."""
        if self.decoration or disc.level not in self.levels:
            return False
        distance = self.shape.distance(shapely.Point(disc.x, disc.y))
        return bool(distance < disc.radius - CROSSING_TOLERANCE or (disc.radius == 0.0 and distance == 0.0))


@dataclass(frozen=True, eq=False)
class Battlefield:
    """The prepared table, which is hashable by identity and never changes. Lengths are in units of `unit` inches."""

    width: float
    height: float
    pieces: tuple[Piece, ...] = ()
    unit: float = 1.0
    name: str = ""
    barricades: tuple[Barricade, ...] = field(init=False)
    walls: tuple[Barricade, ...] = field(init=False)
    _areas: dict[int, AreaIndex] = field(init=False, repr=False, default_factory=dict)
    _on_levels: "dict[frozenset[int], Battlefield]" = field(init=False, repr=False, default_factory=dict)
    _grown: dict[tuple[float, int], BaseGeometry] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        barricades = tuple(b for piece in self.pieces if not piece.decoration for b in piece.barricades)
        object.__setattr__(self, "barricades", barricades)
        object.__setattr__(self, "walls", tuple(b for b in barricades if b.impassable))

    def __deepcopy__(self, memo: dict[int, object]) -> "Battlefield":
        return self  # immutable, so copies of a game share it

    def __reduce__(self) -> tuple[type["Battlefield"], tuple[object, ...]]:
        # Pickle only the source data; indexes are rebuilt if needed.
        return Battlefield, (self.width, self.height, self.pieces, self.unit, self.name)

    @classmethod
    def from_map(cls, document: "MapDocument") -> "Battlefield":
        """Return the prepared table of a map document, scaled to its unit; decoration stays but has no effect."""
        unit = document.unit
        pieces = tuple(piece_from(part, unit) for part in document.terrain)
        return cls(document.width / unit, document.height / unit, pieces, unit, document.name)

    @property
    def centre(self) -> Position:
        """The table's centre point."""
        return position(self.width / 2, self.height / 2)

    @cached_property
    def table(self) -> Polygon:
        """The surface of the table."""
        return shapely.box(*self.bounds)

    @property
    def bounds(self) -> Bounds:
        """The box of its surface."""
        return 0.0, 0.0, self.width, self.height

    def area_near(self, box: tuple[float, float, float, float], level: int) -> list[Piece]:
        """Return the pieces with area terrain on a level whose boxes meet a box, in their original order."""
        west, south, east, north = self._boxes.T
        near = (west <= box[2]) & (east >= box[0]) & (south <= box[3]) & (north >= box[1])
        pieces = (self.pieces[index] for index in np.flatnonzero(near))
        return [piece for piece in pieces if level in piece.levels and not piece.decoration]

    @cached_property
    def _boxes(self) -> NDArray[np.float64]:
        """The boxes of the pieces' area terrain (P, 4); NaN for a piece without area terrain."""
        return np.reshape(shapely.bounds([piece.area_shape for piece in self.pieces]), (-1, 4))

    def area(self, level: int = 0) -> AreaIndex:
        """Return the united area terrain of one level."""
        if level not in self._areas:
            pieces = [p for p in self.pieces if level in p.levels and not p.decoration]
            self._areas[level] = AreaIndex(p.area_shape for p in pieces)
        return self._areas[level]

    def on_levels(self, *levels: int) -> "Battlefield":
        """Return the table with only the pieces on these levels; the table itself if that leaves none out."""
        chosen = frozenset(levels)
        if chosen not in self._on_levels:
            pieces = tuple(piece for piece in self.pieces if chosen.intersection(piece.levels))
            has_all = len(pieces) == len(self.pieces)
            self._on_levels[chosen] = self if has_all else replace(self, pieces=pieces)
        return self._on_levels[chosen]

    @cached_property
    def barricade_occupancy(self) -> Occupancy:
        """The cells with barricades of any kind."""
        # Made from its own shape, because shapes shared between threads must not be queried for many objects at once.
        return Occupancy(self._united_barricades())

    @cached_property
    def barricade_shape(self) -> BaseGeometry:
        """The union of all barricades of any kind."""
        union = self._united_barricades()
        shapely.prepare(union)
        return union

    def _united_barricades(self) -> BaseGeometry:
        """Return the union of all barricades."""
        return shapely.union_all([barricade.polygon for barricade in self.barricades])

    @cached_property
    def wall_index(self) -> AreaIndex:
        """The index of impassable barricades, so that lines in walls are measured like lines in terrain."""
        return AreaIndex(b.polygon for b in self.walls)

    def grown_barricades(self, inches: float, quarter: int) -> BaseGeometry:
        """Return all barricades grown by `inches`; quarter turns are drawn with `quarter` chords."""
        if (inches, quarter) not in self._grown:
            grown = [barricade.polygon.buffer(inches, quad_segs=quarter) for barricade in self.barricades]
            self._grown[inches, quarter] = union = shapely.union_all(grown)
            shapely.prepare(union)
        return self._grown[inches, quarter]

    def barricades_crossed(self, p: Point, q: Point) -> tuple[Barricade, ...]:
        """Return the barricades, impassable or not, whose interior the line from p to q crosses."""
        x0, y0, x1, y1 = box_of(*p, *q)
        if self.barricade_occupancy.box_is_clear(x0, y0, x1, y1):
            return ()
        return tuple(
            barricade
            for barricade, (west, south, east, north) in self._barricade_boxes
            if west <= x1 and east >= x0 and south <= y1 and north >= y0 and barricade.is_crossed(p, q)
        )

    @cached_property
    def _barricade_boxes(self) -> list[tuple[Barricade, Bounds]]:
        """All barricades, each with its box."""
        return [(barricade, barricade.polygon.bounds) for barricade in self.barricades]

    def barricades_near(self, disc: Disc, inches: float) -> tuple[Barricade, ...]:
        """Return the barricades that are at most `inches` from the disc's rim."""
        reach = disc.radius + inches
        if self.barricade_occupancy.disc_is_clear(disc.x, disc.y, reach):
            return ()
        return _barricades_within(self, disc.x, disc.y, reach)

    def pieces_under(self, disc: Disc) -> tuple[Piece, ...]:
        """Return the pieces on a disc's level that overlap it; a disc of radius 0 counts as a point."""
        return tuple([piece for piece in self.pieces if piece.is_under(disc)])

    def piece(self, piece_id: str) -> Piece:
        """Return the piece with an id; raise `KeyError` for an unknown id."""
        return {piece.id: piece for piece in self.pieces}[piece_id]


@lru_cache(maxsize=1024)  # most discs on a table do not move
def _barricades_within(battlefield: Battlefield, x: float, y: float, reach: float) -> tuple[Barricade, ...]:
    """Return the barricades that are at most `reach` inches from a point, from a cache."""
    near = [
        barricade
        for barricade, (west, south, east, north) in battlefield._barricade_boxes
        if west - reach <= x <= east + reach and south - reach <= y <= north + reach
    ]
    centre = shapely.Point(x, y) if near else None
    return tuple(barricade for barricade in near if barricade.polygon.distance(centre) <= reach)


def piece_from(part: "TerrainPiece", unit: float = 1.0) -> Piece:
    """Return the prepared piece for a document's terrain piece, scaled to a unit of `unit` inches."""

    def scaled(line: Outline) -> Outline:
        return line if unit == 1.0 else tuple((x / unit, y / unit) for x, y in line)

    def barricade(source: "BarricadeLine") -> Barricade:
        line, name = scaled(source.line), source.name or part.name
        return Barricade(line, source.width / unit, source.impassable, name, part.id, source.height / unit)

    return Piece(
        id=part.id,
        name=part.name,
        area=tuple(Area(scaled(area.outline), tuple(scaled(hole) for hole in area.holes)) for area in part.area),
        barricades=tuple(map(barricade, part.barricades)),
        levels=part.levels,
        decoration=part.decoration,
        look=part.look,
        traits=part.traits,
        height=part.height / unit,
    )

"""Random maps: legal, varied and fair. The same seed gives the same map on every Python and machine.

A map is tried, judged and tried again. Pieces come in copies that the symmetry asks for, the large ones first; each
copy keeps its distance from all others, so that no slivers of ground are left. Where the largest base cannot pass all
the same, pieces are taken away again. A table that was full before it had enough cover is tried with larger pieces.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.documents.error import DocumentError
from game.table.documents import MapDocument
from game.table.maps.fairness import LEAST_FAIR, Fairness, fairness_of, halves, is_open
from game.table.maps.shapes import Shape, shape_of, sized
from game.table.maps.source import Ring, Source, moved
from game.table.maps.terms import SYMMETRIES, Kind, Landmark, Layout, MapTerms, Sides, Wish, settled
from game.wording import _

ATTEMPTS: Final = 24
"""The most maps that are tried for one seed."""
LESS: Final = 0.1
"""The part of the least cover that each attempt may lack after the one before; on a small table it may not fit."""
LARGER: Final = 0.5
"""The least size of the pieces of all attempts but the first, as a part of the way from the least to the greatest."""
SPOTS: Final = 36
"""The random spots tried for one shape at once."""
FAILURES: Final = 24
"""The number of shapes that find no space before a map is judged as it is."""
SHRINKING: Final = 0.85
"""The factor by which the next shapes are smaller after one that found no space."""
OFF_LATTICE: Final = 0.0037
"""Inches taken off wanted distances in comparisons, so that rounding on one machine never decides between equals."""
GRID: Final = 1.0
"""Inches between the spots at which pieces may be."""
FAR: Final = 8.0
"""Inches from a piece within which spots are compared with it: more than half of any piece and its gap."""
BESIDE_ROAD: Final = 0.5
"""Inches between a road and the pieces beside it."""
AUTHOR: Final = "inchwise"


class Made(NamedTuple):
    """A random map, the complete wish from which it was made, and its fairness."""

    document: MapDocument
    wish: Wish
    fairness: Fairness


class Placed(NamedTuple):
    """A piece on the table: its kind, its name, its shape, and its footprint."""

    kind: Kind
    name: str
    shape: Shape
    footprint: Polygon


Copy = Callable[[Ring], Ring]


def new_map(terms: MapTerms, wish: Wish) -> Made:
    """Return the random map of a wish; raise `DocumentError` if a rulebook's terms do not allow one."""
    wish = settled(terms, wish)
    for attempt in range(ATTEMPTS):
        made = _Attempt(terms, wish, attempt).made()
        if made is not None:
            return made
    raise DocumentError("maps new", "--seed", _("no legal map was found - use another seed, or less cover"))


def copies(symmetry: str, width: float, height: float, sides: Sides) -> tuple[Copy, ...]:
    """Return functions that turn a piece into its copies under a symmetry; a mirrored piece is on the other side."""

    def changed(across: bool, up: bool) -> Copy:
        """Return the function that mirrors a ring `across` (east to west), `up` (north to south), or both."""

        def change(ring: Ring) -> Ring:
            return tuple((round(width - x, 2) if across else x, round(height - y, 2) if up else y) for x, y in ring)

        return change

    first, second = (side.centroid for side in sides)
    side_by_side = abs(second.x - first.x) > abs(second.y - first.y)
    turned = changed(True, True)
    mirror, lengthways = changed(side_by_side, not side_by_side), changed(not side_by_side, side_by_side)
    return {"turned": (turned,), "mirrored": (mirror,), "fourfold": (turned, mirror, lengthways), "none": ()}[symmetry]


class _Attempt:
    """One attempt to make a map of a wish."""

    def __init__(self, terms: MapTerms, wish: Wish, attempt: int) -> None:
        assert wish.size is not None
        self.terms, self.wish = terms, wish
        self.width, self.height = wish.size
        words = (terms.ruleset, wish.seed, f"{self.width:g}x{self.height:g}", wish.style, wish.cover, wish.symmetry)
        self.source = Source(*words, attempt)
        self.larger = LARGER if attempt else 0.0
        self.style = terms.styles[wish.style]
        self.layout: Layout = terms.layout(self.width, self.height, wish.symmetry, self.source)
        self.sides = terms.sides(self.width, self.height)
        self.copies = copies(wish.symmetry, self.width, self.height, self.sides)
        self.placed: list[Placed] = []
        self.roads: list[Placed] = []
        self.names: set[str] = set()
        low, high = terms.cover[wish.cover]
        area = self.width * self.height
        self.least, self.most = low * area, high * area
        self.goal = self.source.between(low + (high - low) / 3, high) * area
        self.least *= (1.0 - LESS) ** attempt
        self.spots = self._grid()
        self.points: NDArray[Any] = np.asarray(shapely.points(self.spots))
        self.clear = {False: np.full(len(self.spots), np.inf), True: np.full(len(self.spots), np.inf)}
        for keep in self.layout.keeps:
            self._note_distances_from(keep.shape, {True: keep.inches} | ({False: keep.inches} if keep.every else {}))
        self.parts = halves(self.width, self.height, self.sides)

    def made(self) -> Made | None:
        """Return the map if it is legal, open and fair."""
        for landmark in self.layout.landmarks:
            self._add_landmark(landmark)
        if self.style.road is not None:
            self._lay_roads(self.style.road)
        self._add_until_covered()
        if self._covered_area() > self.most or not self._open_up():
            return None
        document = self._document()
        if self.terms.problems(document, 2):
            return None
        cover = shapely.union_all([piece.footprint for piece in self.placed if self.terms.covers(piece.kind)])
        fairness = fairness_of(document, self.terms, cover, self._walls())
        fair = fairness.percent >= (LEAST_FAIR if self.wish.symmetry == "none" else 100)
        return Made(document, self.wish, fairness) if fair else None

    # -- pieces

    def _covered_area(self) -> float:
        """Return the square inches that the pieces cover, as the rulebook counts cover."""
        return math.fsum(piece.footprint.area for piece in self.placed if self.terms.covers(piece.kind))

    def _walls(self) -> BaseGeometry:
        """Return all ground that is in the way."""
        return shapely.union_all([piece.footprint for piece in self.placed if piece.kind.solid])

    def _open_up(self) -> bool:
        """Remove solid pieces, last ones first, until the largest base can pass; False if too few would remain."""
        group_size = 1 + len(self.copies) if self.copies else len(self.parts)
        first = len(self.placed)
        while self._covered_area() >= self.least:
            if is_open(self.terms, (self.width, self.height), self.layout.spots, self._walls()):
                return True
            first -= group_size
            while first >= len(self.layout.landmarks) and not self.placed[first].kind.solid:
                first -= group_size
            if first < len(self.layout.landmarks):
                return False
            del self.placed[first : first + group_size]
        return False

    def _add_landmark(self, landmark: Landmark) -> None:
        """Add a piece that the rulebook wants at a certain spot."""
        shape = shape_of(sized(landmark.kind, self.source, 0.0, 0.5), self.source)
        ring = moved(shape.rim, landmark.x, landmark.y)
        self._add_placed_piece(Placed(landmark.kind, landmark.name, Shape(ring), Polygon(ring)))
        self.names.add(landmark.name)

    def _lay_roads(self, road: Kind) -> None:
        """Lay roads with their copies across the table, up, along or both ways, clear of the landmarks."""
        for goes_north in self.source.pick(((True,), (False,), (True, False))):
            extent, length = (self.width, self.height) if goes_north else (self.height, self.width)
            width = self.source.between(*road.wide, places=0)
            for _try in range(12):
                place = round(self.source.between(0.15, 0.5) * extent * 2) / 2
                flipped = [copy(((place, place),))[0][0 if goes_north else 1] for copy in self.copies]
                rims = [
                    _strip_across_table(middle, width, length, goes_north)
                    for middle in dict.fromkeys((place, *flipped))
                ]
                copies_apart = abs(extent - 2 * place) >= width + 6 or len(rims) == 1
                if copies_apart and all(Polygon(rim).distance(piece.footprint) >= BESIDE_ROAD for rim in rims
                                 for piece in self.placed):  # fmt: skip
                    for name, rim in zip(self._new_names(road, rims), rims):
                        self.roads.append(Placed(road, name, Shape(rim), Polygon(rim)))
                        self._note_distances_from(self.roads[-1].footprint, dict.fromkeys((True, False), BESIDE_ROAD))
                    break

    def _add_until_covered(self) -> None:
        """Add random pieces until they cover enough."""
        failures, scale, failed = 0, 1.0, False
        kinds = [kind for kind, _share in self.style.kinds]
        covering_kinds = [kind for kind in kinds if self.terms.covers(kind)] if self.larger else kinds
        while failures < FAILURES and self._covered_area() < self.goal:
            if failed:
                kind = self.source.pick([kind for kind in covering_kinds if kind in kinds] or kinds)
            else:
                kind = self._kind_most_missing(kinds)
            failed = not self._add(kind, scale)
            failures += failed
            if sum(piece.kind.id == kind.id for piece in self.placed) >= kind.most * max(2, 1 + len(self.copies)):
                kinds.remove(kind)
                failures += FAILURES * (not kinds)
            scale = scale * SHRINKING if failed else min(1.0, scale / SHRINKING)

    def _kind_most_missing(self, kinds: Sequence[Kind]) -> Kind:
        """Return the kind of which most is missing from the cover, chosen partly at random."""
        covered = {kind.id: 0.0 for kind in kinds}
        for piece in self.placed:
            covered[piece.kind.id] = covered.get(piece.kind.id, 0.0) + piece.footprint.area
        shares = {kind.id: share for kind, share in self.style.kinds}
        total = math.fsum(shares.values())
        missing = {
            kind.id: round((0.5 + self.source.share()) * shares[kind.id] / total - covered[kind.id] / self.goal, 9)
            for kind in kinds
        }
        return max(kinds, key=lambda kind: missing[kind.id])

    def _grid(self) -> NDArray[np.float64]:
        """Return the spots (N, 2) at which pieces may be: a grid with a random origin."""
        west, south = (0.25 * self.source.pick(range(4)) for _axis in range(2))
        x, y = np.meshgrid(np.arange(west, self.width, GRID), np.arange(south, self.height, GRID), indexing="ij")
        return np.stack((x.ravel(), y.ravel()), axis=1)

    def _note_distances_from(self, ground: BaseGeometry, inches: Mapping[bool, float]) -> None:
        """Note the distance of every spot from this ground, minus the inches that solid and other pieces keep."""
        west, south, east, north = ground.bounds
        x, y = self.spots.T
        near = (x > west - FAR) & (x < east + FAR) & (y > south - FAR) & (y < north + FAR)
        gaps = shapely.distance(ground, self.points[near])
        for solid, need in inches.items():
            clear = self.clear[solid].copy()
            clear[near] = np.minimum(clear[near], gaps - need)
            self.clear[solid] = clear

    def _add_placed_piece(self, piece: Placed) -> None:
        """Put a piece on the table."""
        self.placed.append(piece)
        gap = self.terms.gap
        self._note_distances_from(piece.footprint, {True: self.terms.passage if piece.kind.solid else gap, False: gap})

    def _add(self, kind: Kind, scale: float) -> bool:
        """Add a piece of a kind with its copies, or one piece for each side if there is no symmetry.

        Return whether there is space. Both sides' pieces have one size, so that the sides are about equal.
        """
        kind, first, clear = sized(kind, self.source, self.larger * scale, scale), len(self.placed), dict(self.clear)
        for part in (None,) if self.copies else self.parts:
            shapes = self._placed(kind, part)
            for shape in shapes:
                self._add_placed_piece(Placed(kind, "", shape, Polygon(shape.rim, shape.holes)))
            if not shapes or self._covered_area() > self.most:
                del self.placed[first:]
                self.clear = clear
                return False
        group = self.placed[first:]
        names = self._new_names(kind, [piece.shape.rim for piece in group])
        if not self.copies:
            names = [name for piece in group for name in self._new_names(kind, [piece.shape.rim])]
        self.placed[first:] = [piece._replace(name=name) for name, piece in zip(names, group)]
        return True

    def _placed(self, kind: Kind, part: BaseGeometry | None) -> list[Shape]:
        """Return a shape of a kind where a part of the table has space, and its copies; none without space."""
        shape = shape_of(kind, self.source)
        spots = self._spots_with_space(kind, shape.rim)
        if part is not None and len(spots):
            spots = spots[shapely.intersects_xy(part, spots)]
        if not len(spots):
            return []
        spots = spots[[int(self.source.share() * len(spots)) for _try in range(SPOTS)]]
        rims = np.rint((np.array(shape.rim)[None] + spots[:, None]) * 100) / 100
        best = self._farthest_spot(kind, spots[self._are_clear(kind, rims)])
        if best is None:
            return []
        first = shape.changed(lambda ring: moved(ring, *best))
        return [first, *(first.changed(copy) for copy in self.copies)]

    def _spots_with_space(self, kind: Kind, rim: Ring) -> NDArray[np.float64]:
        """Return the spots (N, 2) at which a shape is on the table and at least its middle is clear of other pieces."""
        margin, (xs, ys) = self.terms.margin, zip(*rim)
        x, y = self.spots.T
        inside = (x >= margin - min(xs)) & (x <= self.width - margin - max(xs))
        inside &= (y >= margin - min(ys)) & (y <= self.height - margin - max(ys))
        middle, ground = shapely.Point(0.0, 0.0), Polygon(rim)
        inradius = ground.exterior.distance(middle) if ground.contains(middle) else 0.0
        spots: NDArray[np.float64] = self.spots[inside & (self.clear[kind.solid] >= inradius - OFF_LATTICE)]
        return spots

    def _are_clear(self, kind: Kind, rims: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which rims (N, C, 2) keep their distance from everything on the table and from their own copies."""
        shapes = np.asarray(shapely.polygons(rims))
        obstacles, needs = self._ground_to_avoid(kind)
        free = _are_apart(shapes, obstacles, needs) if len(obstacles) else np.ones(len(shapes), dtype=np.bool_)
        for copied in self._copies_of(rims):
            free &= shapely.distance(shapes, copied) >= self._gap_between(kind, kind) - OFF_LATTICE
        return free

    def _copies_of(self, rims: NDArray[np.float64]) -> Iterator[NDArray[Any]]:
        """Yield the copies of all rims, as polygons, for one copy of the symmetry after another."""
        for copy in self.copies:
            signs = np.array(copy(((0.0, 0.0),))[0])
            flips = np.where(signs > 0, -1.0, 1.0)
            yield np.asarray(shapely.polygons(np.rint((rims * flips + signs) * 100) / 100))

    def _gap_between(self, first: Kind, second: Kind) -> float:
        """Return the inches that pieces of two kinds keep from each other."""
        return self.terms.passage if first.solid and second.solid else self.terms.gap

    def _ground_to_avoid(self, kind: Kind) -> tuple[NDArray[Any], NDArray[np.float64]]:
        """Return all ground that a piece of a kind keeps away from, with the inches it keeps."""
        rows: list[tuple[BaseGeometry, float]] = [
            (piece.footprint, self._gap_between(kind, piece.kind)) for piece in self.placed
        ]
        rows += [(road.footprint, BESIDE_ROAD) for road in self.roads]
        rows += [(keep.shape, keep.inches) for keep in self.layout.keeps if keep.every or kind.solid]
        shapes = np.array([shape for shape, _inches in rows], dtype=object)
        return shapes, np.array([inches for _shape, inches in rows])

    def _farthest_spot(self, kind: Kind, spots: NDArray[np.float64]) -> tuple[float, float] | None:
        """Return the spot farthest from other pieces of the kind; all above a fifth of the mean side are equal."""
        if not len(spots):
            return None
        centres = [piece.footprint.centroid for piece in self.placed if piece.kind.id == kind.id]
        if not centres:
            x, y = spots[0].tolist()
            return x, y
        points = np.array([(point.x, point.y) for point in centres])
        gaps = np.hypot(spots[:, None, 0] - points[:, 0], spots[:, None, 1] - points[:, 1]).min(axis=1)
        x, y = spots[int(np.argmax(np.minimum(np.round(gaps, 3), (self.width + self.height) / 10)))].tolist()
        return x, y

    # -- names and the document

    def _new_names(self, kind: Kind, rims: Sequence[Ring]) -> list[str]:
        """Return new names for a piece and its copies: one noun, with directions to tell them apart."""
        names = kind.names.split(", ")
        start = int(self.source.share() * len(names))
        nouns = [*names[start:], *names[:start], *(f"{names[start]} {n}" for n in range(2, 100))]
        noun = next(noun for noun in nouns if noun not in self.names)
        self.names.add(noun)
        if len(rims) == 1:
            return [noun]
        sides = [_direction_of(rim, self.width, self.height) for rim in rims]
        alike = len(set(sides)) < len(sides)
        return [f"{side} {noun}{f' {n}' if alike else ''}" for n, side in enumerate(sides, 1)]

    def _document(self) -> MapDocument:
        """Return the map document of the pieces placed."""
        style, wish = self.style, self.wish
        fields: dict[str, Any] = {
            "format": "inchwise-map",
            "version": 2,
            "name": f"{self.source.pick(style.first)} {self.source.pick(style.last)} (seed {wish.seed})",
            "description": description_of(self.terms, wish),
            "author": AUTHOR,
            "width": self.width,
            "height": self.height,
            "unit": 1.0,
            "rulesets": [self.terms.ruleset],
            "palette": dict(style.palette),
            "terrain": list(_pieces([*self.roads, *self.placed])),
            "objectives": [
                {"id": spot.id, "name": spot.name, "at": [spot.x, spot.y], "radius": spot.radius}
                for spot in self.layout.spots
            ],
            **self.terms.document(self.width, self.height),
        }
        return MapDocument.model_validate_json(json.dumps(fields))


def description_of(terms: MapTerms, wish: Wish) -> str:
    """Return the description of a random map, with the command that makes it again; English, as all maps are."""
    width, height = wish.size or terms.size
    options = f"--seed {wish.seed} --size {width:g}x{height:g} --style {wish.style} --cover {wish.cover}"
    command = f"maps new --ruleset {terms.ruleset} {options} --symmetry {wish.symmetry}"
    return f"A random map: seed {wish.seed}, {SYMMETRIES[wish.symmetry]}. To make it again: {command}"


def _pieces(placed: Sequence[Placed]) -> Iterator[dict[str, Any]]:
    """Yield the placed pieces as terrain pieces of a document."""
    for number, piece in enumerate(placed, 1):
        kind, shape = piece.kind, piece.shape
        fields: dict[str, Any] = {"id": f"{kind.id}-{number}", "name": piece.name, "look": kind.look}
        if kind.levels != (0,):
            fields["levels"] = kind.levels
        if shape.lines:
            fields["barricades"] = [{"line": line, "width": shape.width} for line in shape.lines]
        if not kind.lined:
            fields["area"] = [{"outline": shape.rim} | ({"holes": shape.holes} if shape.holes else {})]
        yield fields | {"traits": dict(kind.traits), "height": kind.height}


def _direction_of(rim: Ring, width: float, height: float) -> str:
    """Return the direction from the middle of the table to a rim, in one or two words."""
    centre = Polygon(rim).centroid
    dx, dy = round((centre.x - width / 2) / width, 3), round((centre.y - height / 2) / height, 3)
    north_or_south, east_or_west = "North" if dy > 0 else "South", "East" if dx > 0 else "West"
    if abs(dy) >= 2 * abs(dx):
        return north_or_south
    return east_or_west if abs(dx) >= 2 * abs(dy) else f"{north_or_south}-{east_or_west.lower()}"


def _strip_across_table(middle: float, wide: float, long: float, up: bool) -> Ring:
    """Return a strip across the table, whose middle line is `middle` inches from the west (or south) edge."""
    low, high = middle - wide / 2, middle + wide / 2
    rim = ((low, 0.0), (high, 0.0), (high, long), (low, long))
    return rim if up else tuple((y, x) for x, y in rim)


def _are_apart(shapes: NDArray[Any], others: NDArray[Any], inches: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which shapes are at least `inches` from each of the others; far ones are not measured."""
    boxes, other_boxes = shapely.bounds(shapes)[:, None], shapely.bounds(others)[None]
    dx = np.maximum(np.maximum(other_boxes[..., 0] - boxes[..., 2], boxes[..., 0] - other_boxes[..., 2]), 0.0)
    dy = np.maximum(np.maximum(other_boxes[..., 1] - boxes[..., 3], boxes[..., 1] - other_boxes[..., 3]), 0.0)
    rows, columns = np.nonzero(np.hypot(dx, dy) < inches - OFF_LATTICE)
    free = np.ones(len(shapes), dtype=np.bool_)
    close = shapely.distance(shapes[rows], others[columns]) < inches[columns] - OFF_LATTICE
    overlapping = shapely.intersects(shapes[rows], others[columns]) & (inches[columns] <= OFF_LATTICE)
    free[rows[close | overlapping]] = False
    return free

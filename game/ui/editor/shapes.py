"""The parts of a map as geometry: their places, moving and mirroring them, and their corners."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.table.documents import Area, BarricadeLine, Deployment, MapDocument, Objective, TerrainPiece, Zone
from game.table.lattice import snap

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""West, south, east, and north in inches."""
Item = TerrainPiece | Zone | Objective | Deployment
"""Anything on a map that can be selected."""
Motion = Callable[[Spot], Spot]
"""The new place of each point."""

DOT: Final = 0.75
"""Inches of the radius with which a point without a size of its own is drawn and selected."""


def moved(dx: float, dy: float) -> Motion:
    """Return the motion by a distance in inches."""
    return lambda spot: (spot[0] + dx, spot[1] + dy)


def turned(degrees: float, about: Spot) -> Motion:
    """Return the turn about a spot, counter-clockwise; quarter turns are exact."""
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    turn = math.radians(degrees)
    cosine, sine = quarter.get(degrees % 360, (math.cos(turn), math.sin(turn)))

    def turn_spot(spot: Spot) -> Spot:
        x, y = spot[0] - about[0], spot[1] - about[1]
        return about[0] + x * cosine - y * sine, about[1] + x * sine + y * cosine

    return turn_spot


def mirrored(across: str, about: Spot) -> Motion:
    """Return a mirroring about a spot.

    "turn" is the half turn, "sides" swaps left and right, "ends" swaps top and bottom.
    """
    if across == "turn":
        return turned(180, about)
    if across == "sides":
        return lambda spot: (2 * about[0] - spot[0], spot[1])
    return lambda spot: (spot[0], 2 * about[1] - spot[1])


def stretched(box: Box, to: Box) -> Motion:
    """Return the motion that stretches a box to another one; a side without length keeps its length."""
    width, height = box[2] - box[0], box[3] - box[1]
    x_factor = (to[2] - to[0]) / width if width > 0 else 1.0
    y_factor = (to[3] - to[1]) / height if height > 0 else 1.0
    return lambda spot: (to[0] + (spot[0] - box[0]) * x_factor, to[1] + (spot[1] - box[1]) * y_factor)


def carried(item: Item, motion: Motion) -> Item:
    """Return an item with all its points moved and rounded to the lattice."""

    def moved_spot(spot: Spot) -> Spot:
        x, y = motion(spot)
        return snap(x), snap(y)

    def ring(points: Sequence[Spot]) -> tuple[Spot, ...]:
        return tuple(map(moved_spot, points))

    def areas(old_areas: Sequence[Area]) -> tuple[Area, ...]:
        return tuple(
            area.model_copy(update={"outline": ring(area.outline), "holes": tuple(map(ring, area.holes))})
            for area in old_areas
        )

    changes: dict[str, Any]
    if isinstance(item, TerrainPiece):
        walls = tuple(wall.model_copy(update={"line": ring(wall.line)}) for wall in item.barricades)
        changes = {"area": areas(item.area), "barricades": walls}
    elif isinstance(item, Zone):
        changes = {"area": areas(item.area)}
    elif isinstance(item, Objective):
        changes = {"at": moved_spot(item.at)}
    else:
        changes = {"point": moved_spot(item.point)} if item.point is not None else {"area": ring(item.area or ())}
    return item.model_copy(update=changes)


def corners(item: Item) -> list[Spot]:
    """Return the points of an item, in the order in which `with_corner` counts them."""
    return [spot for ring, _closed in _rings(item) for spot in ring]


def edges(item: Item) -> list[tuple[int, Spot, Spot]]:
    """Return the edges of an item: the number of the corner at which each begins, and both its ends."""
    numbered_edges, first_number = [], 0
    for ring, closed in _rings(item):
        ends = zip(ring, [*ring[1:], ring[0]] if closed else ring[1:])
        numbered_edges += [(first_number + number, start, end) for number, (start, end) in enumerate(ends)]
        first_number += len(ring)
    return numbered_edges


def _rings(item: Item) -> Iterator[tuple[Sequence[Spot], bool]]:
    """Yield the outlines and lines of an item, and whether each is closed."""
    if isinstance(item, Objective):
        yield (item.at,), False
    elif isinstance(item, Deployment):
        yield ((item.point,), False) if item.point is not None else (item.area or (), True)
    else:
        for area in item.area:
            yield area.outline, True
            yield from ((hole, True) for hole in area.holes)
        if isinstance(item, TerrainPiece):
            yield from ((wall.line, False) for wall in item.barricades)


def with_corner(item: Item, number: int, spot: Spot | None, *, new: bool = False) -> Item:
    """Return an item with one corner moved, removed (`spot` is None), or with a `new` one after it.

    An outline of three corners and a line of two ends keep all of them.
    """
    place = spot if spot is None else (snap(spot[0]), snap(spot[1]))
    index = number

    # Each ring takes its own number of corners off the index until the corner is in it.
    def ring(points: Sequence[Spot], least: int) -> tuple[Spot, ...]:
        nonlocal index
        own_index, index = index, index - len(points)
        if not 0 <= own_index < len(points):
            return tuple(points)
        earlier, later = [*points[:own_index]], [*points[own_index + 1 :]]
        if place is None:
            return tuple(points) if len(points) <= least else tuple(earlier + later)
        return tuple([*earlier, points[own_index], place, *later] if new else [*earlier, place, *later])

    if isinstance(item, Objective | Deployment):
        return item if place is None or new else carried(item, lambda _spot: place)
    areas = tuple(
        area.model_copy(update={"outline": ring(area.outline, 3), "holes": tuple(ring(hole, 3) for hole in area.holes)})
        for area in item.area
    )
    changes: dict[str, Any] = {"area": areas}
    if isinstance(item, TerrainPiece):
        walls = (wall.model_copy(update={"line": ring(wall.line, 2)}) for wall in item.barricades)
        changes["barricades"] = tuple(walls)
    return item.model_copy(update=changes)


def body(wall: BarricadeLine) -> BaseGeometry:
    """Return the shape of a wall as seen from above."""
    return shapely.LineString(wall.line).buffer(wall.width / 2, cap_style="flat", join_style="mitre")


_KNOWN: Final[dict[int, tuple[Item, BaseGeometry, Box]]] = {}
"""The shapes and boxes of items by `id`, since comparing the items themselves would take longer."""
MOST_KNOWN: Final = 4_000


def _with_shape_and_box(item: Item) -> tuple[Item, BaseGeometry, Box]:
    """Return an item with its shape and its box, from the cache if possible."""
    entry = _KNOWN.get(id(item))
    if entry is None or entry[0] is not item:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        shape = _shape(item)
        spot: Spot | None = None
        if isinstance(item, Objective):
            spot = item.at
        elif isinstance(item, Deployment):
            spot = item.point
        west, south, east, north = shape.bounds
        box = (west, south, east, north) if spot is None else (*spot, *spot)
        entry = _KNOWN[id(item)] = item, shape, box
    return entry


def _shape(item: Item) -> BaseGeometry:
    """Return the shape of an item; a spot without a size becomes a small disc."""
    if isinstance(item, Objective):
        return shapely.Point(item.at).buffer(max(item.radius, DOT))
    if isinstance(item, Deployment):
        return shapely.Point(item.point).buffer(DOT) if item.point is not None else shapely.Polygon(item.area or ())
    parts: list[BaseGeometry] = [shapely.Polygon(area.outline, area.holes) for area in item.area]
    parts += [body(wall) for wall in item.barricades] if isinstance(item, TerrainPiece) else []
    return shapely.union_all([part.buffer(0) for part in parts])  # an outline may cross itself while it is dragged


def shape_of(item: Item) -> BaseGeometry:
    """Return the shape of an item from the cache; a spot without a size becomes a small disc."""
    return _with_shape_and_box(item)[1]


def box_of(item: Item) -> Box:
    """Return the box around the shape of an item; for an objective or a marker it is the spot alone."""
    return _with_shape_and_box(item)[2]


def box_around(items: Sequence[Item]) -> Box | None:
    """Return the box around some items, or None without any."""
    sides = [*zip(*map(box_of, items))]
    return (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])) if sides else None


def middle_of(box: Box) -> Spot:
    """Return the middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def within_table(items: Sequence[Item], width: float, height: float) -> tuple[float, float]:
    """Return the distances to the right and up by which items must be moved to lie on a table."""
    spots = [spot for item in items for spot in corners(item)]
    if not spots:
        return 0.0, 0.0
    xs, ys = [x for x, _y in spots], [y for _x, y in spots]
    return _shift_inside(min(xs), max(xs), width), _shift_inside(min(ys), max(ys), height)


def _shift_inside(low: float, high: float, length: float) -> float:
    """Return by how much a stretch must be moved to lie between 0 and a length."""
    return -low if low < 0 else min(0.0, length - high)


SAME: Final = 0.05
"""Inches, and share of an area, by which counterparts may differ."""


def _kind_of(item: Item) -> tuple[type, str, float]:
    """Return the type, look and height of an item, which its counterpart must share."""
    look, height = (item.look, item.height) if isinstance(item, TerrainPiece) else ("", 0.0)
    return type(item), look, height


def match(item: Item, others: Iterable[Item], motion: Motion) -> Item | None:
    """Return the first item among others with the place, shape and kind that an item has after a motion, or None."""
    moved_item, kind = carried(item, motion), _kind_of(item)
    box, shape = box_of(moved_item), shape_of(moved_item)
    for other in others:
        other_box = box_of(other)
        if max(abs(box[side] - other_box[side]) for side in range(4)) > SAME or _kind_of(other) != kind:
            continue
        if shape.symmetric_difference(shape_of(other)).area <= SAME * (1 + shape.area):
            return other
    return None


MIRRORINGS: Final = ("turn", "sides", "ends")
"""The ways in which one half of a table can be the counterpart of the other."""


def evenness(document: MapDocument) -> str:
    """Return the mirroring, one of `MIRRORINGS`, under which both halves have equal terrain; "" without one."""
    pieces = [piece for piece in document.terrain if not piece.decoration]
    for across in MIRRORINGS if pieces else ():
        motion = mirrored(across, (document.width / 2, document.height / 2))
        if all(match(piece, pieces, motion) is not None for piece in pieces):
            return across
    return ""


def items_of(document: MapDocument) -> dict[str, Item]:
    """Return all selectable items of a map by their references: an id, or "@" and a number for a marker."""
    items: dict[str, Item] = {piece.id: piece for piece in document.terrain}
    items |= {zone.id: zone for zone in document.zones}
    items |= {f"@{number}": hint for number, hint in enumerate(document.deployment)}
    items |= {objective.id: objective for objective in document.objectives}
    return items

"""Reading open terrain layouts (40kdc), which place pieces by their centroids, in inches from the top left.

A file is one layout or a list of them. Pieces refer to templates, which are in a file of their own.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import shapely

from game.documents.error import DocumentError
from game.documents.reading import read_json
from game.table.documents import MapDocument
from game.table.maps.formats.parts import (
    LARGEST,
    PALETTE,
    Plain,
    Point,
    field,
    identifiers,
    lines,
    number,
    outlines,
    points,
    rounded,
    title,
    validated,
)
from game.wording import N_, _

BOARD: Final = (60.0, 44.0)
"""The size in inches of a table if the layout gives none."""
MOST_VALUES: Final = 100_000
"""The most values of a file, which may hold all layouts of a season."""
MOST_PIECES: Final = 400
"""The most pieces of a layout, and the most that its templates may make of them."""
MOST_POINTS: Final = 400
"""The most points of a footprint."""
MOST_WALLS: Final = 10
"""The most walls of a template that are read."""
TALL: Final = 60.0
"""The greatest height of a piece in inches; higher ones are cut down to it."""
THIN: Final = 0.25
"""The least width of a wall in inches, also that of a wall without one."""


class Frame(NamedTuple):
    """The position of a piece: mirrored along or across, turned clockwise by degrees, then moved to a spot.

    With a `parent`, all this is relative to the parent's frame.
    """

    x: float
    y: float
    degrees: float = 0.0
    mirror: str = "none"
    parent: "Frame | None" = None

    def at(self, point: Point) -> Point:
        """Return the spot on the table, with y to the south, of a point given relative to the middle."""
        x, y = point
        x, y = (-x if self.mirror == "horizontal" else x), (-y if self.mirror == "vertical" else y)
        turn = math.radians(self.degrees)
        x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        spot = self.x + x, self.y + y
        return spot if self.parent is None else self.parent.at(spot)


def from_layouts(text: str, file: str, templates: str = "", templates_file: str = "", wanted: str = "") -> MapDocument:
    """Return the map of a layout, the `wanted` one if the file holds several; raise `DocumentError`."""
    layout, place = _chosen_layout(read_json(text, file, MOST_VALUES), wanted, file)
    known_templates = _templates(read_json(templates, templates_file, MOST_VALUES), templates_file) if templates else {}
    board = field(layout, "board", dict, place, file, {"width": BOARD[0], "height": BOARD[1]})
    board_place = f"{place}.board" if place else "board"
    width, height = number(board, "width", board_place, file), number(board, "height", board_place, file)
    if not (4 <= width <= LARGEST and 4 <= height <= LARGEST):
        text = _("must be 4 to {most:g} inches on each side", most=LARGEST)
        raise DocumentError(file, board_place, text)
    reader = _Reader(file, known_templates, width, height)
    pieces = field(layout, "pieces", list, place, file, [])
    reader.read(pieces, f"{place}.pieces" if place else "pieces")
    for entry, identity in zip(reader.terrain, identifiers([str(entry["id"]) for entry in reader.terrain])):
        entry["id"] = identity
    fields: Plain = {
        "format": "inchwise-map", "version": 2, "name": title(layout.get("name"), _("Imported map")),
        "description": title(layout.get("source"), ""), "author": "?", "width": width, "height": height,
        "palette": PALETTE, "terrain": reader.terrain, "objectives": [*_objectives(reader.spots, height)],
    }  # fmt: skip
    return validated(fields, file)


def is_layout(tree: object) -> bool:
    """Return whether a JSON document looks like a layout, or a list of layouts."""
    first = tree[0] if isinstance(tree, list) and tree else tree
    return isinstance(first, dict) and "format" not in first and "name" in first and (
        "pieces" in first or "game_version" in first)  # fmt: skip


def _chosen_layout(tree: object, wanted: str, file: str) -> tuple[dict[str, Any], str]:
    """Return one layout and its place in the file; raise `DocumentError` if it is not clear which."""
    layouts = tree if isinstance(tree, list) else [tree]
    ids = [str(layout.get("id")) if isinstance(layout, dict) else "?" for layout in layouts]
    if not wanted and len(layouts) != 1:
        text = N_("holds {n} layouts - choose one with --layout: {known}")
        ids_shown = ", ".join(ids[:30]) + (", ..." if len(ids) > 30 else "")
        raise DocumentError(file, "", _(text, n=len(layouts), known=ids_shown))
    if wanted and wanted not in ids:
        raise DocumentError(file, "", _("holds no layout {wanted!r}", wanted=wanted[:60]))
    index = ids.index(wanted) if wanted else 0
    place = f"[{index}]" if isinstance(tree, list) else ""
    layout = layouts[index]
    field(layout, "id", str, place, file)
    assert isinstance(layout, dict)
    return layout, place


def _templates(tree: object, file: str) -> dict[str, Plain]:
    """Return the templates of a file by their ids; raise `DocumentError`."""
    if not isinstance(tree, list):
        raise DocumentError(file, "", _("must be a list of templates"))
    return {field(template, "id", str, f"[{n}]", file): template for n, template in enumerate(tree)}


Spot = tuple[str, str, float, float, float]
"""An objective: its group or id, its name, its spot with y to the south, and its radius."""


class _Reader:
    """Reads the pieces of one layout into terrain and objectives."""

    def __init__(self, file: str, templates: Mapping[str, Plain], wide: float, high: float) -> None:
        self.file, self.templates, self.wide, self.high = file, templates, wide, high
        self.terrain: list[Plain] = []
        self.spots: list[Spot] = []
        self._frames: dict[str, Frame] = {}
        self._made = 0

    def read(self, pieces: Sequence[Any], where: str) -> None:
        """Read all pieces, areas before the features that lie on them."""
        if len(pieces) > MOST_PIECES:
            text = _("has {n} entries - at most {most}", n=len(pieces), most=MOST_PIECES)
            raise DocumentError(self.file, where, text)
        placed = [(f"{where}[{n}]", piece) for n, piece in enumerate(pieces)]
        for children in (False, True):
            for place, piece in placed:
                parent = field(piece, "parent_area_id", str, place, self.file, "")
                if bool(parent) is children:
                    if parent and parent not in self._frames:
                        text = _("{parent!r} is not the id of an area", parent=parent[:60])
                        raise DocumentError(self.file, f"{place}.parent_area_id", text)
                    self._piece(piece, self._frames.get(parent), place)

    def _piece(self, piece: Plain, parent: Frame | None, where: str) -> None:
        """Add a piece, the features of its template and, if it is one, its objective to the map."""
        frame, template = self._frame(piece, parent, where), self._template(piece, where)
        identity = field(piece, "id", str, where, self.file, "")
        self._frames |= {identity: frame} if identity else {}
        kind = field(piece, "piece_type", str, where, self.file, template.get("kind", "area"))
        if field(piece, "terrain", bool, where, self.file, True):
            self._add(piece, template, frame, where, kind)
            for n, part in enumerate(field(template, "features", list, where, self.file, [])):
                place = f"{where}.template.features[{n}]"
                part_frame, part_template = self._frame(part, frame, place), self._template(part, place)
                self._add(part, part_template, part_frame, place, "feature", of=identity)
        if field(piece, "is_objective", bool, where, self.file, False) or "objective_role" in piece:
            marker = field(piece, "objective", dict, where, self.file, {})
            spot = field(marker, "position", dict, f"{where}.objective", self.file, None)
            x, y = (frame.x, frame.y) if spot is None else self._point(spot, f"{where}.objective.position")
            radius = number(marker, "control_range_inches", f"{where}.objective", self.file, 0.0)
            group = field(piece, "link_group", str, where, self.file, "") or f"#{len(self.spots)}"
            role = title(piece.get("objective_role"), _("Objective"))
            self.spots.append((group, role.capitalize(), x, y, min(max(radius, 0.0), 12.0)))

    def _point(self, given: Any, where: str) -> Point:
        """Return the point of an object with x and y; raise `DocumentError`."""
        return number(given, "x", where, self.file), number(given, "y", where, self.file)

    def _frame(self, piece: Plain, parent: Frame | None, where: str) -> Frame:
        """Return the frame of a piece; raise `DocumentError`."""
        x, y = self._point(field(piece, "position", dict, where, self.file), f"{where}.position")
        degrees = number(piece, "rotation_degrees", where, self.file, 0.0)
        return Frame(x, y, degrees, field(piece, "mirror", str, where, self.file, "none"), parent)

    def _template(self, piece: Plain, where: str) -> Plain:
        """Return the template of a piece, empty if it has none; raise `DocumentError` if it is unknown."""
        name = field(piece, "template", str, where, self.file, "")
        if name and name not in self.templates and "footprint" not in piece:
            text = N_("{name!r} is a template - give the file of the templates with --templates")
            raise DocumentError(self.file, f"{where}.template", _(text, name=name[:60]))
        return self.templates.get(name, {})

    def _add(self, piece: Plain, template: Plain, frame: Frame, where: str, kind: str, of: str = "") -> None:
        """Add a piece to the terrain, if any of it is on the table."""
        self._made += 1
        if self._made > MOST_PIECES:
            text = _("makes more than {most} pieces with its templates", most=MOST_PIECES)
            raise DocumentError(self.file, where, text)
        footprint = piece.get("footprint", template.get("footprint"))
        ring = _outline(footprint, f"{where}.footprint", self.file)
        middle = shapely.Polygon(ring).centroid if len(rounded(ring)) > 2 else None
        if middle is None:
            return

        def at(point: Point) -> Point:
            """Return the point of the map, with y to the north, for a point of the footprint."""
            x, y = frame.at((point[0] - middle.x, point[1] - middle.y))
            return x, self.high - y

        areas = [*outlines([at(point) for point in ring], self.wide, self.high)]
        if not areas:
            return
        template_place = f"{where}.template"
        height = number(template, "default_height_inches", template_place, self.file, 0.0)
        height = number(piece, "height_inches", where, self.file, height)
        words = field(template, "default_terrain_area_keywords", list, template_place, self.file, [])
        words = field(piece, "terrain_area_keywords", list, where, self.file, words)
        names = (piece.get("name"), template.get("name"), piece.get("id"))
        name = next((title(text, "") for text in names if title(text, "")), _("Terrain"))
        traits = {f"layout.{word}": True for word in words if word in ("obscuring", "hidden", "plunging-fire")}
        self.terrain.append({
            "id": "-".join(filter(None, (of, str(piece.get("id") or name)))), "name": name, "area": areas,
            "look": "ruin" if kind == "area" else "building", "traits": traits, "height": min(max(height, 0.0), TALL),
        })  # fmt: skip
        self.terrain[-1] |= {"barricades": barricades} if (barricades := [*self._walls(template, at, where)]) else {}

    def _walls(self, template: Plain, at: Callable[[Point], Point], where: str) -> Iterator[Plain]:
        """Yield the walls of a template as lines."""
        for n, wall in enumerate(field(template, "walls", list, where, self.file, [])[:MOST_WALLS]):
            place = f"{where}.template.walls[{n}]"
            path = [at(point) for point in points(field(wall, "points", list, place, self.file), place, self.file)]
            width = min(max(number(wall, "thickness", place, self.file, THIN), THIN), 2.0)
            for line in lines(path, self.wide, self.high) if len(path) > 1 else ():
                yield {"line": line, "width": width}


def _outline(footprint: Any, where: str, file: str) -> list[Point]:
    """Return the corners of a footprint: a rectangle, a right triangle or a polygon; raise `DocumentError`."""
    kind = field(footprint, "type", str, where, file)
    if kind == "polygon":
        corners = field(footprint, "points", list, where, file)
        if len(corners) > MOST_POINTS:
            text = _("has {n} entries - at most {most}", n=len(corners), most=MOST_POINTS)
            raise DocumentError(file, f"{where}.points", text)
        return points(corners, f"{where}.points", file)
    if kind not in ("rectangle", "right-triangle"):
        text = _("{kind!r} is not understood - use {known}", kind=kind[:40], known="rectangle, right-triangle, polygon")
        raise DocumentError(file, f"{where}.type", text)
    width, height = number(footprint, "width", where, file), number(footprint, "height", where, file)
    return [(0.0, 0.0), (width, 0.0), *([(width, height)] if kind == "rectangle" else []), (0.0, height)]


def _objectives(spots: Sequence[Spot], high: float) -> Iterator[Plain]:
    """Yield the objectives, one for each group, in its middle."""
    groups: dict[str, list[Spot]] = {}
    for spot in spots:
        groups.setdefault(spot[0], []).append(spot)
    for n, group in enumerate(groups.values(), 1):
        x, y = (math.fsum(middle) / len(group) for middle in zip(*((spot[2], spot[3]) for spot in group)))
        centre = [round(x, 4), round(high - y, 4)]
        yield {"id": f"objective-{n}", "name": f"{group[0][1]} {n}", "at": centre, "radius": group[0][4]}

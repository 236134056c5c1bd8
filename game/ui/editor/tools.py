"""The tools of the map editor: the effects of clicks, drags and keys on the table, without a window."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import shapely
from pydantic import ValidationError

from game.documents.reading import first_refusal
from game.table.documents import Area, BarricadeLine, MapDocument, TerrainPiece
from game.table.lattice import snap
from game.table.terrain.kit import Pattern
from game.ui.editor.model import MapEditor
from game.ui.editor.shapes import (
    Box,
    Item,
    Spot,
    box_around,
    carried,
    corners,
    edges,
    middle_of,
    moved,
    shape_of,
    turned,
    within_table,
)
from game.wording import N_, _


class DrawingTool(NamedTuple):
    """A tool with its label, its key, its icon, and its purpose."""

    label: str
    key: str
    icon: str
    text: str


SELECT: Final = "select"
DRAWING_TOOLS: Final = {
    SELECT: DrawingTool(N_("Select"), "v", "draw-select", N_("Select, move, reshape")),
    "piece": DrawingTool(N_("Piece"), "p", "draw-piece", N_("Put down a ready-made piece")),
    "outline": DrawingTool(N_("Outline"), "o", "draw-outline", N_("Draw an area corner by corner")),
    "hand": DrawingTool(N_("By hand"), "b", "draw-hand", N_("Draw an area in one stroke")),
    "wall": DrawingTool(N_("Wall"), "w", "draw-wall", N_("Draw a wall, bend by bend")),
    "hole": DrawingTool(N_("Hole"), "h", "draw-hole", N_("Cut a hole into an area")),
    "zone": DrawingTool(N_("Zone"), "z", "draw-zone", N_("Draw a zone corner by corner")),
    "goal": DrawingTool(N_("Objective"), "g", "draw-goal", N_("Put down an objective")),
    "marker": DrawingTool(N_("Marker"), "n", "draw-marker", N_("Put down a named spot")),
    "scale": DrawingTool(N_("Backdrop"), "q", "draw-backdrop", N_("Scale a picture of your own")),
}
"""Every tool in the order of its buttons."""
CLOSED: Final = ("outline", "hand", "hole", "zone")
STROKES: Final = (*CLOSED, "wall")
"""Tools whose lines can be drawn by hand."""
LINES: Final = (*STROKES, "scale")
"""The tools that draw a line of points; those of `CLOSED` close it."""
KINDS: Final = ("piece", "outline", "hand", "wall")
"""The tools that draw a kind of terrain."""
DECORATION: Final = "decoration"
"""The kind of terrain without any effect."""
CLOSING: Final = 0.35
"""Least distance in inches from the first corner within which a click closes an outline."""
FINE: Final = 0.08
"""Inches by which smoothing may move a stroke by hand."""
LEAST: Final = 0.3
"""Least length of a stroke in inches."""
USUAL_WALL: Final = 0.5
"""The width of a wall in inches, unless its kind has one."""


class Held(NamedTuple):
    """What a drag with the selecting tool holds, from its start.

    `what` is "move" for the selection, "corner" for its corner with a `number`, or "band" for a box on the ground; then
    `number` 1 adds to the selection.
    """

    what: str
    start: Spot
    number: int = -1


@dataclass
class Drawing:
    """The tool in hand, with the points of the line being drawn, and `cursor`, the spot of the next click.

    `degrees` is the turn of a ready-made piece. `scaled` takes the two ends of a known length on the backdrop.
    """

    editor: MapEditor
    tool: str = SELECT
    points: list[Spot] = field(default_factory=list)
    cursor: Spot | None = None
    degrees: int = 0
    kinds: dict[str, str] = field(default_factory=dict)
    width: float = 0.0
    stroke: bool = False
    held: Held | None = None
    scaled: Callable[[Spot, Spot], None] = lambda one, other: None

    # -- the tool and the kind

    def take(self, tool: str) -> None:
        """Take another tool in hand and drop the unfinished drawing."""
        self.drop()
        self.tool = tool
        self.editor.notice = ""
        if tool not in (SELECT, "hole"):
            self.editor.selected = ()

    def drop(self) -> None:
        """Drop the unfinished drawing or drag."""
        self.points, self.stroke, self.held = [], False, None

    @property
    def busy(self) -> bool:
        """Whether a drawing or drag is unfinished."""
        return bool(self.points) or self.held is not None

    def choices(self) -> list[tuple[str, str]]:
        """Return the ids and names of the kinds for the tool in hand; for a wall, those that are lines if any are."""
        kinds, walled = self.editor.words.kinds, self.tool == "wall"
        fitting = [kind for kind in kinds if self.tool == "piece" or bool(kind.lines if walled else kind.outline)]
        kind_names = [(kind.id, _(kind.name)) for kind in fitting or kinds]
        return (
            kind_names if self.tool in ("piece", "wall") else [*kind_names, (DECORATION, _("Decoration (no effect)"))]
        )

    @property
    def kind(self) -> str:
        """The kind that the tool in hand draws."""
        names = [name for name, _label in self.choices()]
        chosen = self.kinds.get("wall" if self.tool == "wall" else "area", "")
        return chosen if chosen in names else self._first_kind(names)

    @kind.setter
    def kind(self, name: str) -> None:
        self.kinds["wall" if self.tool == "wall" else "area"] = name

    def _first_kind(self, names: Sequence[str]) -> str:
        """Return the kind with which a tool begins: for a wall, the first that looks like a wall."""
        looks = {kind.id: kind.look for kind in self.editor.words.kinds}
        walls = [name for name in names if looks.get(name) == "wall"] if self.tool == "wall" else []
        return (walls or list(names))[0]

    @property
    def pattern(self) -> Pattern:
        """The kind of terrain in hand; decoration looks like the first kind."""
        kinds = self.editor.words
        return kinds.kind(self.kind) or kinds.kinds[0]

    @property
    def wall_width(self) -> float:
        """The width of the next wall in inches."""
        return self.width or (self.pattern.width if self.pattern.lines else USUAL_WALL)

    # -- what would be drawn

    def next_spot(self, spot: Spot, *, free: bool = False, straight: bool = False) -> Spot:
        """Return the snapped spot of a click; if `straight`, in a direction from the last point."""
        if straight and self.points:
            return self.editor.aimed(self.points[-1], spot, free=free)
        return self.editor.snapped(spot, free=free)

    def stamp(self, spot: Spot) -> Item:
        """Return the ready-made piece, turned, with its middle at a spot or as near to it as the table allows."""
        document = self.editor.document
        kind = self.pattern
        item: Item = kind.document(document.unit).model_copy(
            update={"id": f"{kind.id}-1", "name": _plain(_(kind.name)) + " 1"}
        )
        item = carried(item, turned(self.degrees, (0.0, 0.0)))
        middle = shape_of(item).convex_hull.centroid
        item = carried(item, moved(spot[0] - middle.x, spot[1] - middle.y))
        return carried(item, moved(*within_table([item], document.width, document.height)))

    def closes(self, spot: Spot, reach: float = CLOSING) -> bool:
        """Return whether a click at a spot closes the outline being drawn."""
        near_start = len(self.points) > 2 and math.dist(spot, self.points[0]) <= max(reach, CLOSING)
        return self.tool in CLOSED and near_start

    # -- clicks and strokes

    def click(self, spot: Spot, *, free: bool = False, straight: bool = False, reach: float = CLOSING) -> bool:
        """Use the tool at a spot; return whether the map has changed."""
        if self.closes(spot, reach):
            return self.finish()
        spot = self.next_spot(spot, free=free, straight=straight)
        if self.tool == "piece":
            return self._added([self.stamp(spot)])
        words, document = self.editor.words, self.editor.document
        if self.tool == "goal":
            return self._added([words.next_objective(document, spot)])
        if self.tool == "marker":
            return self._added([words.next_marker(document, spot)])
        if self.tool in LINES and (not self.points or math.dist(spot, self.points[-1]) > 0.05):
            self.points.append(spot)
            if self.tool == "scale" and len(self.points) == 2:
                ends, self.points = self.points, []
                self.scaled(ends[0], ends[1])
        return False

    def draw_to(self, spot: Spot) -> None:
        """Continue a stroke by hand to a spot."""
        document = self.editor.document
        spot = min(max(spot[0], 0.0), document.width), min(max(spot[1], 0.0), document.height)
        if not self.stroke:
            self.points, self.stroke = self.points[:1], True
        if not self.points or math.dist(spot, self.points[-1]) >= FINE:
            self.points.append((snap(spot[0]), snap(spot[1])))

    def end_stroke(self) -> bool:
        """End a stroke by hand: smooth its line, then make a wall or an outline of it."""
        line = shapely.LineString(self.points) if len(self.points) > 1 else None
        self.stroke = False
        if line is None or line.length < LEAST:
            self.points = self.points[:1]
            return False
        self.points = smoothed(self.points) if self.tool in CLOSED else _thinned(self.points)
        return self.finish()

    def finish(self) -> bool:
        """End the line being drawn; return whether an item was made of it."""
        points, least_points = tuple(self.points), 2 if self.tool == "wall" else 3
        if self.tool == "scale" or not points:
            self.drop()
            return False
        if len(points) < least_points:
            wall, outline = _("A wall needs two ends"), _("An outline needs three corners")
            self.editor.notice = wall if self.tool == "wall" else outline
            return False
        try:
            made = self._make_from_line(points)
        except ValidationError as error:
            self.editor.notice = _("The line {reason}", reason=first_refusal(error, "map").reason)
            made = False
        if made:
            self.drop()
        elif len(points) > MANY:
            self.drop()  # a stroke cannot be mended corner by corner
        return made

    def _make_from_line(self, points: tuple[Spot, ...]) -> bool:
        """Turn the drawn line into a zone, a hole or a terrain piece; return whether it was made."""
        editor = self.editor
        if self.tool == "zone":
            return self._added([editor.words.next_zone(editor.document, points)])
        if self.tool == "hole":
            return self._cut_hole(points)
        return self._added([self._terrain_from_line(points)])

    def _terrain_from_line(self, points: tuple[Spot, ...]) -> TerrainPiece:
        """Return the piece of terrain that a line becomes."""
        kind, facts = self.pattern, {}
        if self.kind != DECORATION:
            facts = {"traits": dict(kind.traits), "height": kind.height, "levels": kind.levels}
        name, identity = _plain(_(kind.name)), kind.id
        if self.kind == DECORATION:
            name, identity = _("Decoration"), DECORATION
        common: dict[str, Any] = {"id": f"{identity}-1", "name": f"{name} 1", "look": kind.look, **facts}
        if self.tool == "wall" and kind.lines:
            wall = BarricadeLine(line=points, width=self.wall_width, impassable=kind.impassable)
            return TerrainPiece(**common, barricades=(wall,))
        if self.tool == "wall":  # walls of this rulebook are areas
            points = outline_of(points, self.wall_width, self.editor.document)
        return TerrainPiece(**common, area=(Area(outline=points),), decoration=self.kind == DECORATION)

    def _cut_hole(self, points: tuple[Spot, ...]) -> bool:
        """Cut a hole into the area around it; return whether there is one."""
        hole, editor = shapely.Polygon(points), self.editor
        for ref, item in editor.items.items():
            if not isinstance(item, TerrainPiece) or not editor.is_free(item):
                continue
            for number, area in enumerate(item.area):
                if shapely.Polygon(area.outline).contains(hole):
                    cut_area = area.model_copy(update={"holes": (*area.holes, points)})
                    areas = (*item.area[:number], cut_area, *item.area[number + 1 :])
                    editor.selected = (ref,)
                    return editor.set_fact(area=areas)
        editor.notice = _("A hole must lie inside an area")
        return False

    def _added(self, items: Sequence[Item]) -> bool:
        added = self.editor.add(items)
        if added and self.tool != "piece":
            self.editor.notice = ""
        return added

    def step_back(self) -> bool:
        """Remove the last point; return whether one was removed."""
        if self.points:
            self.points.pop()
            return True
        return False

    # -- the selecting tool

    def corner_at(self, spot: Spot, reach: float) -> int:
        """Return the number of the corner of the only selected item within reach of a spot, or -1."""
        item = self.editor.only
        if item is None or len(corners(item)) < 2:
            return -1
        distances = [(math.dist(spot, corner), number) for number, corner in enumerate(corners(item))]
        return min(distances)[1] if min(distances)[0] <= reach else -1

    def edge_at(self, spot: Spot, reach: float) -> int:
        """Return the number of the corner whose following edge passes within reach of a spot, or -1."""
        item = self.editor.only
        lines = edges(item) if item is not None else []
        point = shapely.Point(spot)
        distances = [(shapely.LineString((start, end)).distance(point), number) for number, start, end in lines]
        return min(distances)[1] if distances and min(distances)[0] <= reach else -1

    def press(self, spot: Spot, reach: float, *, more: bool = False) -> None:
        """Take hold of the corner, the item, or else the ground under a spot."""
        editor = self.editor
        number = -1 if more else self.corner_at(spot, reach)
        if number >= 0:
            self.held = Held("corner", spot, number)
            return
        ref = editor.at(spot, reach)
        if not ref:
            self.held = Held("band", spot, int(more))
            return
        if more or ref not in editor.selected:
            editor.select([ref], more=more)
        self.held = Held("move", spot) if ref in editor.selected else None

    def drag_step(self, *, free: bool = False, straight: bool = False) -> tuple[float, float]:
        """Return the distances by which the held selection has been moved; `straight` along one axis only."""
        if self.held is None or self.held.what != "move" or self.cursor is None:
            return 0.0, 0.0
        dx, dy = self.cursor[0] - self.held.start[0], self.cursor[1] - self.held.start[1]
        if straight:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        return self.editor.step_to(dx, dy, free=free)

    def band(self) -> Box | None:
        """Return the box that a drag over the ground spans, or None."""
        if self.held is None or self.held.what != "band" or self.cursor is None:
            return None
        (x, y), (cursor_x, cursor_y) = self.held.start, self.cursor
        return min(x, cursor_x), min(y, cursor_y), max(x, cursor_x), max(y, cursor_y)

    def release(self, *, free: bool = False, straight: bool = False, slip: float = 0.1) -> bool:
        """Drop the held corner, selection or band; return whether the map has changed."""
        held, editor, cursor = self.held, self.editor, self.cursor
        step, band = self.drag_step(free=free, straight=straight), self.band()
        self.held = None
        if held is None or cursor is None:
            return False
        dragged = math.dist(held.start, cursor) > slip
        if held.what == "band" and band is not None:
            editor.select(editor.inside(band) if dragged else (), more=bool(held.number > 0))
        elif dragged and held.what == "corner":
            return editor.corner(held.number, editor.snapped(cursor, free=free))
        elif dragged and held.what == "move":
            return editor.move(*step)
        return False

    def ghosts(self, *, free: bool = False, straight: bool = False) -> list[Item]:
        """Return the items that the map would have if the mouse button were released, or pressed, now."""
        editor, cursor = self.editor, self.cursor
        if cursor is None:
            return []
        if self.held is not None and self.held.what == "move":
            step = moved(*self.drag_step(free=free, straight=straight))
            return [carried(item, step) for item in editor.chosen]
        if self.tool == "piece":
            return [self.stamp(self.next_spot(cursor, free=free))]
        return []

    def twin_of(self, items: Sequence[Item]) -> list[Item]:
        """Return the counterparts of items if mirroring is on."""
        return [carried(item, self.editor.across) for item in items] if self.editor.mirror else []


MANY: Final = 60
"""Corners beyond which an outline cannot be mended by hand."""


def smoothed(points: Sequence[Spot]) -> list[Spot]:
    """Return a stroke as an outline without crossings and with few corners."""
    outline = shapely.Polygon(points).buffer(0) if len(points) > 2 else shapely.Polygon()
    parts = [part for part in shapely.get_parts(outline) if isinstance(part, shapely.Polygon)]
    if not parts:
        return [*points[:1]]
    ring = max(parts, key=lambda part: part.area).exterior.simplify(FINE)
    return [(snap(x), snap(y)) for x, y in list(ring.coords)[:-1]]


def outline_of(line: Sequence[Spot], width: float, document: MapDocument) -> tuple[Spot, ...]:
    """Return the outline of a wall along a line, cut off at the edges of the table."""
    wall = shapely.LineString(line).buffer(width / 2, cap_style="flat", join_style="mitre")
    on_table = wall.intersection(shapely.box(0.0, 0.0, document.width, document.height))
    parts = [part for part in shapely.get_parts(on_table) if isinstance(part, shapely.Polygon)]
    ring = max(parts, key=lambda part: part.area).exterior.coords if parts else ()
    return tuple((snap(x), snap(y)) for x, y in list(ring)[:-1])


def _thinned(points: Sequence[Spot]) -> list[Spot]:
    return [(snap(x), snap(y)) for x, y in shapely.LineString(points).simplify(2 * FINE).coords]


def _plain(name: str) -> str:
    """Return the name of a kind without the facts in brackets."""
    return name.partition(" (")[0]


def spot_of(items: Sequence[Item]) -> Spot | None:
    """Return the middle of the box around items, or None without any."""
    box = box_around(items)
    return None if box is None else middle_of(box)

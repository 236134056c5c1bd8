"""The table in the map editor: the painted map with zones, objectives and heights, and the thing being drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.lengths import of_an_inch, size
from game.table.documents import Deployment, MapDocument, Objective, TerrainPiece, Zone
from game.table.terrain.battlefield import Battlefield, Piece, piece_from
from game.ui.board.camera import Camera
from game.ui.board.grounds import GROUNDS
from game.ui.board.overlays import draw_pill
from game.ui.board.ruler_art import draw_crosshair, draw_dotted, draw_line, draw_outline
from game.ui.board.table_art import RIM, TableLayer, rim_pixels
from game.ui.editor.checks import Verdict
from game.ui.editor.drafts import Backdrop
from game.ui.editor.model import MapEditor
from game.ui.editor.shapes import Box, Item, Spot, box_of, carried, corners, middle_of, shape_of
from game.ui.editor.tools import CLOSED, Drawing
from game.ui.widgets.layers import Kept
from game.ui.widgets.raster import dashes, polygons
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, draw_plate, ink
from game.ui.widgets.theme import (
    BAD,
    DARK,
    INK,
    INK_QUIET,
    LAMP,
    PAPER,
    SHADOW,
    SLATE,
    SLATE_DEEP,
    SLATE_LINE,
    Colour,
    Ground,
    Look,
    Theme,
    mix,
)

SEATS: Final[tuple[Colour, ...]] = ((63, 151, 232), (240, 122, 58), (87, 179, 106), (185, 122, 224))
"""The colours of the zones of the first four seats."""
BESIDE: Final = 3.25
"""Units of the theme beside the rim for its numbers."""
GRID: Final = 6
"""Inches between the lines of the grid beside a narrow rim."""
MARKED: Final = 5
BROAD: Final = 12
"""Inches between the numbers on a broad rim, and the least width of such a rim in pixels."""
HANDLE: Final = 0.75
"""Half the width of a corner's handle, in units of the theme."""
MOST_HANDLES: Final = 120
"""The most corners of an item that shows handles."""
MOST_HATCHED: Final = 40
"""The most faulty items marked at once; others are marked once some of these are fixed."""
SHOWN: Final = 150
"""The opacity of a backdrop, from 0 to 255."""


@dataclass(frozen=True)
class Picture:
    """A backdrop with the picture from its file."""

    backdrop: Backdrop
    surface: pygame.Surface


class Board:
    """Draws the map being edited, as seen by `camera`."""

    def __init__(self) -> None:
        self.camera = Camera(1.0, 1.0)
        self.layer, self._still = TableLayer(), Kept(at_once=True)
        self._pieces: dict[int, tuple[TerrainPiece, Piece]] = {}
        self._ground: tuple[object, Ground] | None = None
        self._scaled: tuple[object, pygame.Surface] | None = None
        self._shown: Ground | None = None  # the table as painted, perhaps one step behind
        self._field: Battlefield | None = None  # the pieces in its picture, perhaps fewer while they are being painted
        self._unsettled = 0  # counts frames drawn while the table was being painted, so that none is reused

    @property
    def busy(self) -> bool:
        """Whether the table is being painted."""
        return self.layer.busy or GROUNDS.busy

    def place(self, room: pygame.Rect, document: MapDocument, theme: Theme) -> None:
        """Fit the camera to the size of a map and to a rectangle of the window."""
        size, edge = (document.width, document.height), 2 * theme.px(BESIDE)
        scale = min((room.width - edge) / (size[0] + 2 * RIM), (room.height - edge) / (size[1] + 2 * RIM))
        margin = RIM + theme.px(BESIDE) / max(scale, 1.0)
        if (self.camera.width, self.camera.height) != size:
            self.camera = Camera(*size, room.copy(), margin=margin)
            self.camera.fit()
        elif self.camera.viewport != room:
            fitted, self.camera.margin = self.camera.is_fitted(), margin
            self.camera.resize(room.copy())
            if fitted:
                self.camera.fit()

    # -- ground

    def ground(self, editor: MapEditor, look: Look) -> Ground:
        """Return the table with the terrain of visible layers, in a look."""
        document = editor.document
        hidden = tuple(layer for layer, state in editor.layers.items() if state == "hidden")
        key = id(document), hidden, look.name
        if self._ground is None or self._ground[0] != key:
            prepared = {id(part): self._piece_with_geometry(part, document.unit) for part in document.terrain}
            self._pieces = {number: (part, piece) for number, (part, piece) in prepared.items()}
            pieces = tuple(piece for part, piece in prepared.values() if editor.is_shown(part))
            unit = document.unit
            field = Battlefield(document.width / unit, document.height / unit, pieces, unit, document.name)
            palette = document.palette.model_dump(exclude_none=True)
            self._ground = key, look.lay(Ground.of(field, palette))
        return self._ground[1]

    def _piece_with_geometry(self, part: TerrainPiece, unit: float) -> tuple[TerrainPiece, Piece]:
        """Return a terrain piece of the map with its geometry, made only once."""
        prepared = self._pieces.get(id(part))
        return prepared if prepared is not None and prepared[0] is part else (part, piece_from(part, unit))

    # -- drawing

    def draw(
        self,
        target: pygame.Surface,
        theme: Theme,
        look: Look,
        drawing: Drawing,
        verdict: Verdict,
        backdrop: Picture | None,
    ) -> None:
        """Draw the table without the thing in hand; the picture is reused until anything in it changes."""
        editor, camera, room = drawing.editor, self.camera, self.camera.viewport
        ground = self.ground(editor, look)
        painted = GROUNDS.of(ground, quickly=True) if ground.lit else None
        if self._shown is None or _differ_in_ground(self._shown, ground) or self.layer.ready(ground, camera):
            self._shown, self._field = ground, ground.battlefield if painted is None else painted.field
        painted_ground, field = self._shown, self._field
        self._unsettled += self.layer.busy
        state = tuple(sorted(editor.layers.items())), backdrop, id(field), id(painted), id(verdict), self._unsettled
        key = id(editor.document), id(painted_ground), camera.view, tuple(room), look.name, theme.scale, state
        clip = target.get_clip()
        target.set_clip(room)

        def still() -> None:
            target.fill(theme.tone(SLATE_DEEP), room)
            self.layer.draw(target, painted_ground, camera)
            self._draw_figures(target, theme, editor.document)
            if field is not None and field is not ground.battlefield:
                self._draw_unpainted(target, ground, field)
            if backdrop is not None and editor.layers.get("backdrop") != "hidden":
                self._draw_backdrop(target, backdrop)
            self._draw_grid(target, editor.document)
            self._draw_signs(target, theme, editor)
            self._draw_faults(target, editor, verdict)

        self._still.show(target, room, key, still)
        target.set_clip(room)
        target.set_clip(clip)

    def draw_hand(self, target: pygame.Surface, theme: Theme, drawing: Drawing, *, free: bool, straight: bool) -> None:
        """Draw the selection, and the item being drawn or dragged at its proposed place."""
        clip = target.get_clip()
        target.set_clip(self.camera.viewport)
        self._draw_selection(target, theme, drawing, free=free, straight=straight)
        self._draw_line(target, theme, drawing, free=free, straight=straight)
        target.set_clip(clip)

    def _draw_unpainted(self, target: pygame.Surface, ground: Ground, painted: Battlefield) -> None:
        """Draw pieces that are not painted yet in flat colours, and cover removed pieces."""
        painted_pieces, present_pieces = set(painted.pieces), set(ground.battlefield.pieces)
        for piece in painted_pieces - present_pieces:
            self._fill_piece(target, piece, ground.ground)
        for piece in ground.battlefield.pieces:
            if piece not in painted_pieces:
                from game.table.looks import LOOKS

                tint = LOOKS[piece.look].tint if piece.look in LOOKS else ground.area
                self._fill_piece(target, piece, tint, edge=True)

    def _fill_piece(self, target: pygame.Surface, piece: Piece, colour: Colour, *, edge: bool = False) -> None:
        for polygon in polygons(piece.shape):
            spots = [self._pixel(corner) for corner in polygon.exterior.coords]
            pygame.draw.polygon(target, colour, spots)
            if edge:
                pygame.draw.lines(target, mix(colour, (0, 0, 0), 0.6), True, spots, 2)

    def _draw_backdrop(self, target: pygame.Surface, picture: Picture) -> None:
        """Draw the visible part of a backdrop."""
        backdrop, camera = picture.backdrop, self.camera
        width, height = (round(side * backdrop.pixel * camera.scale) for side in picture.surface.get_size())
        left, top = self._pixel((backdrop.west, backdrop.north))
        box = pygame.Rect(round(left), round(top), max(1, width), max(1, height))
        visible = box.clip(camera.viewport)
        if not visible.width or not visible.height:
            return
        key = picture, box.size, (visible.left - box.left, visible.top - box.top), visible.size
        if self._scaled is None or self._scaled[0] != key:
            factor = picture.surface.get_width() / box.width
            part = pygame.Rect(
                (visible.left - box.left) * factor,
                (visible.top - box.top) * factor,
                visible.width * factor,
                visible.height * factor,
            ).clip(picture.surface.get_rect())
            if not part.width or not part.height:
                return
            small = pygame.transform.smoothscale(picture.surface.subsurface(part), visible.size)
            small.set_alpha(SHOWN)
            self._scaled = key, small
        target.blit(self._scaled[1], visible)

    def _draw_grid(self, target: pygame.Surface, document: MapDocument) -> None:
        """Draw a faint grid of inches."""
        veil = pygame.Surface(self.camera.viewport.size, pygame.SRCALPHA, 32)
        left, top = self.camera.viewport.topleft
        step = self._inches_between_lines
        for vertical in (True, False):
            length = document.width if vertical else document.height
            for mark in range(step, math.ceil(length), step):
                start = self._pixel((mark, 0.0) if vertical else (0.0, mark))
                end = self._pixel((mark, document.height) if vertical else (document.width, mark))
                pixels = (start[0] - left, start[1] - top), (end[0] - left, end[1] - top)
                pygame.draw.line(veil, (*PAPER, 34 if mark % (2 * step) else 60), *pixels)
        target.blit(veil, (left, top))

    @property
    def _inches_between_lines(self) -> int:
        """Inches between the lines of the grid: the same as between the numbers on a broad rim."""
        return MARKED if rim_pixels(self.camera.scale) >= BROAD else GRID

    def _draw_figures(self, target: pygame.Surface, theme: Theme, document: MapDocument) -> None:
        """Write the distances from the left and lower edges beside a rim that is too narrow for them."""
        factor, rim, step = of_an_inch(), RIM * self.camera.scale, 2 * GRID
        if rim_pixels(self.camera.scale) >= BROAD:
            return
        for horizontal in (True, False):
            length = document.width if horizontal else document.height
            for mark in range(step, math.ceil(length), step):
                words = ink(theme, f"{mark * factor:.3g}", "small", "semibold", INK_QUIET)
                x, y = self._pixel((mark, document.height) if horizontal else (0.0, mark))
                if horizontal:
                    blit_at(target, words, midbottom=(x, y - rim - 1))
                else:
                    blit_at(target, words, midright=(x - rim - 4, y))

    def _draw_signs(self, target: pygame.Surface, theme: Theme, editor: MapEditor) -> None:
        """Draw zones, markers and objectives, and the heights of terrain."""
        for number, zone in enumerate(editor.document.zones):
            if editor.is_shown(zone):
                self._draw_zone(target, theme, zone, SEATS[((zone.seat or number + 1) - 1) % len(SEATS)])
        for piece in editor.document.terrain:
            if piece.height and editor.is_shown(piece):
                self._draw_height(target, theme, piece)
        for hint in editor.document.deployment:
            if editor.is_shown(hint):
                self._draw_marker(target, theme, hint)
        for objective in editor.document.objectives:
            if editor.is_shown(objective):
                self._draw_objective(target, theme, objective)

    def _draw_zone(self, target: pygame.Surface, theme: Theme, zone: Zone, colour: Colour) -> None:
        """Draw a zone with a veil, dashed outlines, and its name."""
        for area in zone.area:
            spots = [self._pixel(spot) for spot in area.outline]
            xs, ys = [x for x, _y in spots], [y for _x, y in spots]
            box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
            veil = pygame.Surface(box.size, pygame.SRCALPHA, 32)
            pygame.draw.polygon(veil, (*colour, 46), [(x - box.left, y - box.top) for x, y in spots])
            target.blit(veil, box)
            for ring in (spots, *([self._pixel(spot) for spot in hole] for hole in area.holes)):
                _dashed(target, [*ring, ring[0]], colour)
        x, y = self._pixel(middle_of(box_of(zone)))
        draw_pill(target, zone.name, (x, y), theme, mix(colour, INK, 0.4))

    def _draw_height(self, target: pygame.Surface, theme: Theme, piece: TerrainPiece) -> None:
        """Draw the height of a piece in its corner, if the piece is wide enough."""
        west, _south, east, north = box_of(piece)
        words = _height_picture(size(piece.height), theme.scale)
        if (east - west) * self.camera.scale < words.get_width():
            return
        x, y = self._pixel((west, north))
        target.blit(words, (round(x) + 3, round(y) + 3))

    def _draw_marker(self, target: pygame.Surface, theme: Theme, hint: Deployment) -> None:
        """Draw a marker, or the outline of a deployment area, with its name."""
        if hint.point is None:
            _dashed(target, [self._pixel(spot) for spot in (*(hint.area or ()), (hint.area or ((0.0, 0.0),))[0])], INK)
            x, y = self._pixel(middle_of(box_of(hint)))
        else:
            x, y = self._pixel(hint.point)
            target.blit(_marker_picture(theme.px(1.1), INK, SLATE, ""), (x - theme.px(1.1) - 1, y - theme.px(1.1) - 1))
        words = ink(theme, hint.name, "small", "semibold")
        shade = ink(theme, hint.name, "small", "semibold", SHADOW)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            blit_at(target, shade, midtop=(round(x) + dx, round(y) + theme.px(1.25) + dy))
        blit_at(target, words, midtop=(round(x), round(y) + theme.px(1.25)))

    def _draw_objective(self, target: pygame.Surface, theme: Theme, objective: Objective) -> None:
        x, y = self._pixel(objective.at)
        if objective.radius:
            draw_ring(target, (x, y), objective.radius * self.camera.scale, LAMP)
        half = theme.px(2)
        target.blit(_marker_picture(half, LAMP, SLATE, "draw-goal"), (round(x) - half - 1, round(y) - half - 1))

    def _draw_faults(self, target: pygame.Surface, editor: MapEditor, verdict: Verdict) -> None:
        refs = dict.fromkeys(ref for fault in verdict.faults for ref in fault.refs)
        for ref in [*refs][:MOST_HATCHED]:
            item = editor.items.get(ref)
            if item is not None and editor.is_shown(item):
                self._draw_fault(target, item)

    def _draw_fault(self, target: pygame.Surface, item: Item) -> None:
        """Draw red lines across and around a faulty item."""
        for polygon in polygons(shape_of(item)):
            spots = [self._pixel(corner) for corner in polygon.exterior.coords]
            xs, ys = [x for x, _y in spots], [y for _x, y in spots]
            box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 2, max(ys) - min(ys) + 2)
            mask = pygame.Surface(box.size, pygame.SRCALPHA, 32)
            pygame.draw.polygon(mask, (*BAD, 255), [(x - box.left, y - box.top) for x, y in spots])
            lines = pygame.Surface(box.size, pygame.SRCALPHA, 32)
            for start in range(-box.height, box.width, 9):
                pygame.draw.line(lines, (*BAD, 210), (start, box.height), (start + box.height, 0), 2)
            lines.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
            target.blit(lines, box)
            pygame.draw.lines(target, SHADOW, True, spots, 5)
            pygame.draw.lines(target, BAD, True, spots, 3)

    # -- the thing in hand

    def _draw_selection(
        self, target: pygame.Surface, theme: Theme, drawing: Drawing, *, free: bool, straight: bool
    ) -> None:
        """Draw the selection with its mirror images, handles and distances, and dragged items at their new places."""
        editor = drawing.editor
        ghosts = drawing.ghosts(free=free, straight=straight)
        is_dragged = drawing.held is not None and drawing.held.what == "move"
        for item in editor.chosen:
            draw_outline(target, shape_of(item), self.camera, mix(LAMP, SHADOW, 0.4) if is_dragged else LAMP)
        only, dragged = editor.only, drawing.held
        if only is not None and dragged is not None and dragged.what == "corner" and drawing.cursor is not None:
            from game.ui.editor.shapes import with_corner

            ghosts = [with_corner(only, dragged.number, editor.snapped(drawing.cursor, free=free))]
        for item in ghosts:
            draw_outline(target, shape_of(item), self.camera, PAPER, 70)
        for twin in drawing.twin_of(ghosts):
            self._draw_dashed_item(target, twin)
        if editor.mirror and not ghosts:
            for item in editor.chosen:
                self._draw_dashed_item(target, carried(item, editor.across))
        if only is not None and not ghosts and 1 < len(corners(only)) <= MOST_HANDLES:
            self._draw_handles(target, theme, only)
        shown_items = ghosts or (editor.chosen if drawing.tool == "select" else [])
        if shown_items and (dragged is None or dragged.what != "band"):
            self._draw_distances(target, theme, editor.document, shown_items)
        if (band := drawing.band()) is not None:
            self._draw_band(target, band)

    def _draw_dashed_item(self, target: pygame.Surface, item: Item) -> None:
        for polygon in polygons(shape_of(item)):
            _dashed(target, [self._pixel(corner) for corner in polygon.exterior.coords], PAPER)

    def _draw_handles(self, target: pygame.Surface, theme: Theme, item: Item) -> None:
        """Draw a square handle on each corner of an item."""
        half = max(3, theme.px(HANDLE) // 2 + 1)
        for corner in corners(item):
            x, y = self._pixel(corner)
            box = pygame.Rect(round(x) - half, round(y) - half, 2 * half + 1, 2 * half + 1)
            pygame.draw.rect(target, SHADOW, box.inflate(2, 2))
            pygame.draw.rect(target, PAPER, box)

    def _draw_distances(
        self, target: pygame.Surface, theme: Theme, document: MapDocument, items: Sequence[Item]
    ) -> None:
        """Draw the distances of items from the nearest vertical and the nearest horizontal edge of the table."""
        west, south, east, north = _box_around([box_of(item) for item in items])
        x, y = (west + east) / 2, (south + north) / 2
        distance_x = west if west <= document.width - east else document.width - east
        start, end = ((0.0, y), (west, y)) if west <= document.width - east else ((document.width, y), (east, y))
        self._draw_distance(target, theme, start, end, distance_x)
        distance_y = min(south, document.height - north)
        start, end = ((x, 0.0), (x, south)) if south <= document.height - north else ((x, document.height), (x, north))
        self._draw_distance(target, theme, start, end, distance_y)

    def _draw_distance(self, target: pygame.Surface, theme: Theme, start: Spot, end: Spot, inches: float) -> None:
        """Draw a distance as an arrow with two heads and the length beside it."""
        first, second = self._pixel(start), self._pixel(end)
        length = math.dist(first, second)
        if length < 4:
            return
        draw_line(target, first, second, LAMP)
        for tip, tail in ((first, second), (second, first)):
            _arrow_head(target, tip, tail, LAMP)
        middle = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
        text = size(round(inches, 2))
        is_vertical = abs(first[0] - second[0]) < abs(first[1] - second[1])
        offset = (theme.px(4), 0) if is_vertical else (0, theme.px(2.25))
        draw_pill(target, text, (middle[0] + offset[0], middle[1] + offset[1]), theme)

    def _draw_band(self, target: pygame.Surface, band: Box) -> None:
        west, south, east, north = band
        ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        _dashed(target, [self._pixel(spot) for spot in ring], PAPER)

    def _draw_line(self, target: pygame.Surface, theme: Theme, drawing: Drawing, *, free: bool, straight: bool) -> None:
        """Draw the line being drawn up to the cursor, the wall or outline that it makes, and its length."""
        if drawing.tool in ("select", "piece") or drawing.cursor is None:
            return
        spot = drawing.next_spot(drawing.cursor, free=free, straight=straight)
        points = [self._pixel(point) for point in drawing.points]
        cursor_pixel = self._pixel(spot)
        if drawing.stroke:
            if len(points) > 1:
                pygame.draw.lines(target, SHADOW, False, points, 5)
                pygame.draw.lines(target, LAMP, False, points, 3)
            return
        if points:
            line = [*points, cursor_pixel]
            if drawing.tool in CLOSED and len(line) > 2:
                self._draw_veil(target, line)
                draw_dotted(target, cursor_pixel, points[0], PAPER, length=5, width=2)
            width = max(3, round(drawing.wall_width * self.camera.scale)) if drawing.tool == "wall" else 3
            pygame.draw.lines(target, SHADOW, False, line, width + 2)
            pygame.draw.lines(target, LAMP, False, line, width)
            for point in points:
                pygame.draw.circle(target, PAPER, point, theme.px(0.6))
            if drawing.closes(drawing.cursor, theme.px(1) / self.camera.scale):
                pygame.draw.circle(target, LAMP, points[0], theme.px(1.25), 3)
            distance = math.dist(drawing.points[-1], spot)
            draw_pill(target, size(round(distance, 2)), (cursor_pixel[0], cursor_pixel[1] + theme.px(3)), theme)
        if drawing.tool in ("goal", "marker"):
            half = theme.px(2 if drawing.tool == "goal" else 1.1)
            sign = "draw-goal" if drawing.tool == "goal" else ""
            target.blit(
                _marker_picture(half, PAPER, SLATE, sign),
                (round(cursor_pixel[0]) - half - 1, round(cursor_pixel[1]) - half - 1),
            )
            self._draw_spot(target, theme, drawing.editor.document, spot)
        else:
            draw_crosshair(target, cursor_pixel, theme)
            if not points:
                self._draw_spot(target, theme, drawing.editor.document, spot)

    def _draw_spot(self, target: pygame.Surface, theme: Theme, document: MapDocument, spot: Spot) -> None:
        """Write the distances of a spot from the west and the south edge."""
        x, y = self._pixel(spot)
        draw_pill(target, f"{size(round(spot[0], 2))} · {size(round(spot[1], 2))}", (x, y + theme.px(3.5)), theme)

    def _draw_veil(self, target: pygame.Surface, line: Sequence[Spot]) -> None:
        xs, ys = [x for x, _y in line], [y for _x, y in line]
        box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 2, max(ys) - min(ys) + 2)
        veil = pygame.Surface(box.size, pygame.SRCALPHA, 32)
        pygame.draw.polygon(veil, (*LAMP, 70), [(x - box.left, y - box.top) for x, y in line])
        target.blit(veil, box)

    def _pixel(self, spot: Sequence[float]) -> Spot:
        return self.camera.to_screen(spot[0], spot[1])


def _differ_in_ground(first: Ground, second: Ground) -> bool:
    """Return whether two grounds differ in more than their pieces."""
    fields = [
        (ground.battlefield.width, ground.battlefield.height, ground.look, ground.ground) for ground in (first, second)
    ]
    return fields[0] != fields[1]


def _box_around(boxes: Sequence[Box]) -> Box:
    """Return the box around all boxes."""
    sides = [*zip(*boxes)]
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])


def _dashed(target: pygame.Surface, line: list[Spot], colour: Colour) -> None:
    for piece in dashes(line, 7.0):
        if len(piece) > 1:
            pygame.draw.lines(target, SHADOW, False, piece, 4)
            pygame.draw.lines(target, colour, False, piece, 2)


def _arrow_head(target: pygame.Surface, tip: Spot, tail: Spot, colour: Colour) -> None:
    """Draw the head of an arrow."""
    distance = math.dist(tip, tail)
    direction = (tip[0] - tail[0]) / distance, (tip[1] - tail[1]) / distance
    base = tip[0] - 9 * direction[0], tip[1] - 9 * direction[1]
    sides = [
        (base[0] - 4 * direction[1], base[1] + 4 * direction[0]),
        (base[0] + 4 * direction[1], base[1] - 4 * direction[0]),
    ]
    pygame.draw.polygon(target, colour, [tip, *sides])


def draw_ring(target: pygame.Surface, centre: Spot, radius: float, colour: Colour) -> None:
    """Draw a dashed ring."""
    points = [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in _TURNS]
    _dashed(target, points, colour)


_TURNS: Final = [math.tau * number / 48 for number in range(49)]


@lru_cache(maxsize=40)
def _marker_picture(half: int, edge: Colour, fill: Colour, sign: str) -> pygame.Surface:
    """Return the picture of a marker: a hexagon with a sign on it."""
    side = 2 * half + 2
    canvas = pygame.Surface((side * 4, side * 4), pygame.SRCALPHA, 32)
    turns = [math.tau * number / 6 for number in range(6)]

    def ring(radius: float) -> list[Spot]:
        return [(side * 2 + radius * 4 * math.cos(turn), side * 2 + radius * 4 * math.sin(turn)) for turn in turns]

    pygame.draw.polygon(canvas, SHADOW, ring(half + 1))
    pygame.draw.polygon(canvas, edge, ring(half))
    pygame.draw.polygon(canvas, fill, ring(half - max(1.5, half / 7)))
    small = pygame.transform.smoothscale(canvas, (side, side))
    if sign:
        blit_at(small, icon(sign, half, INK), center=(side // 2, side // 2))
    return small


@lru_cache(maxsize=200)
def _height_picture(text: str, scale: float) -> pygame.Surface:
    words = ink(Theme(scale), text, "small", "bold")
    badge = pygame.Surface((words.get_width() + 10, words.get_height()), pygame.SRCALPHA, 32)
    draw_plate(badge, badge.get_rect(), (*DARK, 225), SLATE_LINE, 5)
    blit_at(badge, words, center=badge.get_rect().center)
    return badge

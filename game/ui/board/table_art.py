"""The table without its pieces: wooden rim, textured ground and terrain, painted once for a zoom and stored."""

from __future__ import annotations

import math
import random
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import apart, of_an_inch
from game.table.looks import LOOKS, Appearance
from game.table.terrain.battlefield import Barricade, Piece
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import is_there
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame, area_mask, frame_of, outline_mask, pattern, soften, tinted
from game.ui.widgets.tasks import Task
from game.ui.widgets.theme import PAPER, WOOD, Colour, Ground, Theme, mix

if TYPE_CHECKING:
    from game.ui.board.grounds import Painted

Artist = Callable[[pygame.Surface, random.Random, float, float, float, Colour], None]


def scatter(geometry: BaseGeometry, rng: random.Random, distance: float, most: int = 260) -> list[Spot]:
    """Return random spots inside a geometry, at least `distance` inches apart; the same `rng` gives the same spots."""
    shapely.prepare(geometry)
    west, south, east, north = geometry.bounds
    spots: list[Spot] = []
    # Spots by square, `distance` inches wide, so that close spots are in neighbouring squares.
    cells: dict[tuple[int, int], list[Spot]] = defaultdict(list)
    target_count = min(most, int(geometry.area / (distance * distance)) + 1)
    for _attempt in range(target_count * 6):
        x, y = rng.uniform(west, east), rng.uniform(south, north)
        column, row = int((x - west) / distance), int((y - south) / distance)
        nearby_cells = (cells.get((column + dx, row + dy), ()) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        is_close = any(
            (x - other_x) ** 2 + (y - other_y) ** 2 < distance * distance
            for cell in nearby_cells
            for other_x, other_y in cell
        )
        if not is_close and shapely.contains_xy(geometry, x, y):
            spots.append((x, y))
            cells[column, row].append((x, y))
            if len(spots) >= target_count:
                break
    return spots


def draw_motifs(canvas: pygame.Surface, frame: Frame, look: Appearance, geometry: BaseGeometry, seed: int) -> None:
    """Draw the motifs of a terrain's look, such as trees, on a transparent canvas that covers the frame."""
    if not look.motif:
        return
    inside = geometry.buffer(-look.inset)
    if inside.is_empty:
        return
    rng = random.Random(seed)
    for x, y in sorted(scatter(inside, rng, look.apart), key=lambda spot: -spot[1]):
        px, py = frame.at(x, y)
        ARTISTS[look.motif](canvas, rng, px, py, look.size * frame.scale * rng.uniform(0.75, 1.2), look.tint)


def _canopy(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    """Draw a tree from above, with a shadow and three shades of leaves."""
    shade = rng.uniform(-0.1, 0.12)
    body = mix(tint, (20, 34, 22) if shade < 0 else (170, 190, 120), abs(shade))
    _disc(canvas, (14, 20, 14, 90), x + size * 0.16, y + size * 0.2, size)
    _disc(canvas, (*mix(body, (12, 22, 14), 0.35), 255), x, y, size)
    _disc(canvas, (*body, 255), x - size * 0.06, y - size * 0.08, size * 0.86)
    _disc(canvas, (*mix(body, (206, 216, 150), 0.22), 255), x - size * 0.24, y - size * 0.28, size * 0.42)


def _stone(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    """Draw a stone with a shadow, an edge and a lighter top."""
    turn, corners = rng.uniform(0, 360), rng.randint(5, 7)
    points = [
        pygame.Vector2(size * rng.uniform(0.7, 1.0), 0).rotate(turn + step * 360 / corners) for step in range(corners)
    ]
    shade = mix(tint, (224, 218, 206), rng.uniform(0.05, 0.4))
    shadow = [(x + point.x + size * 0.2, y + point.y + size * 0.26) for point in points]
    outline = [(x + point.x, y + point.y) for point in points]
    cap = [(x + point.x * 0.6 - size * 0.1, y + point.y * 0.6 - size * 0.14) for point in points]
    pygame.draw.polygon(canvas, (16, 14, 14, 110), shadow)
    pygame.draw.polygon(canvas, (*mix(shade, (40, 36, 34), 0.25), 255), outline)
    pygame.draw.polygon(canvas, (*shade, 255), cap)


def _wave(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    light = (*mix(tint, (214, 232, 238), 0.5), 150)
    for part in (-0.5, 0.5):
        box = pygame.Rect(0, 0, max(3, round(size)), max(2, round(size * 0.5)))
        box.center = (round(x + part * size), round(y))
        pygame.draw.arc(canvas, light, box, 0.2, 2.9, max(1, round(size * 0.09)))


def _reed(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    shade = (*mix(tint, (210, 206, 140), 0.4), 190)
    for lean in (-0.35, 0.0, 0.35):
        pygame.draw.line(canvas, shade, (x, y), (x + lean * size, y - size), max(1, round(size * 0.1)))


def _crack(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    end = pygame.Vector2(size, 0).rotate(rng.uniform(0, 360))
    shade = (*mix(tint, (20, 16, 14), 0.5), 130)
    pygame.draw.line(canvas, shade, (x, y), (x + end.x, y + end.y), max(1, round(size * 0.1)))


def _disc(canvas: pygame.Surface, colour: tuple[int, int, int, int], x: float, y: float, radius: float) -> None:
    pygame.draw.circle(canvas, colour, (x, y), max(1.0, radius))


ARTISTS: Final[dict[str, Artist]] = {
    "canopy": _canopy,
    "stone": _stone,
    "wave": _wave,
    "reed": _reed,
    "crack": _crack,
}
"""The function that draws each motif."""


RIM: Final = 0.7
"""Inches of wood around the table."""
FADING: Final = 0.4
"""Seconds in which a newly painted table fades in."""
KEPT: Final = 3
"""The number of zooms whose pictures are stored, unless they are too large together."""
MOST_KEPT: Final = 16_000_000
"""The most pixels of stored pictures of other zooms together."""
SHARED: Final = 2
"""The number of pictures, of at most `MOST_SHARED` pixels, stored for the next time that a table is opened."""
MOST_SHARED: Final = 3_000_000
_TILE: Final = 256


class TableLayer:
    """Draws the part of a table in view from pictures by zoom; stretches another one while a thread paints."""

    def __init__(self) -> None:
        self._pictures = Memo[tuple[Ground, pygame.Surface, float]](KEPT)
        self._latest: tuple[Ground, pygame.Surface, float] | None = None
        self._task: tuple[object, Task[tuple[Ground, pygame.Surface, float]]] | None = None
        self._faded: tuple[pygame.Surface, float, float] | None = (
            None  # the picture that fades out, its scale, and the start
        )

    @property
    def busy(self) -> bool:
        """Whether a thread is painting a picture, so that another one is stretched meanwhile."""
        return self._task is not None

    def ready(self, ground: Ground, camera: Camera) -> bool:
        """Return whether a table can be drawn without waiting; if not, a thread paints it."""
        painted = _painted(ground) if ground.lit else None
        return self._latest is None or self._aside(ground, camera.scale, painted, drafts=True) is not None

    def draw(self, target: Canvas, ground: Ground, camera: Camera, *, fades: bool = False) -> None:
        """Draw the visible part of the table; until its zoom is painted, stretched from another zoom.

        With `fades`, another picture of the same table fades in.
        """
        painted = _painted(ground) if ground.lit else None
        picture = self._pictures.get(_key(ground, camera.scale, painted))
        if picture is None and self._latest is not None and _alike(self._latest[0], ground):
            if not camera.draft or camera.glide is not None:
                picture = self._aside(ground, camera.view.scale, painted, drafts=camera.draft)
            if picture is None or picture[2] != camera.scale:
                self._stretch(target, self._latest, camera)
                return
        if picture is None:
            painted_now = _picture(ground, camera.scale, painted)
            picture = self._store(_key(ground, camera.scale, painted), (ground, painted_now, camera.scale))
        old, self._latest = self._latest, picture
        if fades and old is not None and old[1] is not picture[1] and _covers(old, picture):
            self._faded = old[1].copy(), camera.scale, time.monotonic()
        rim = rim_pixels(camera.scale)
        left, top = camera.to_screen(0.0, ground.battlefield.height)
        place = round(left) - rim, round(top) - rim
        target.blit(picture[1], place)
        self._fade(target, place, camera.scale)

    def _fade(self, target: Canvas, place: tuple[int, int], scale: float) -> None:
        """Draw the old picture of the table, fainter and fainter."""
        if self._faded is None:
            return
        picture, known_scale, since = self._faded
        strength = 1.0 - (time.monotonic() - since) / FADING
        if strength <= 0.0 or scale != known_scale:
            self._faded = None
            return
        picture.set_alpha(round(255 * strength))
        target.blit(picture, place)

    def _aside(
        self, ground: Ground, scale: float, painted: Painted | None, *, drafts: bool
    ) -> tuple[Ground, pygame.Surface, float] | None:
        """Let a thread paint a picture, one at a time; return it, or None until it is finished."""
        key = _key(ground, scale, painted)
        if (stored := self._pictures.get(key)) is not None:
            return stored
        if self._task is None:
            _numerals(ground, scale, of_an_inch())  # here, because only the window's thread may use fonts
            self._task = key, Task(lambda: (ground, _picture(ground, scale, painted), scale), "table")
        if not (self._task[1].done if drafts else is_there(self._task[1])):
            return None
        (finished_key, task), self._task = self._task, None
        finished = self._store(finished_key, task.result())
        return finished if finished_key == key else None

    def _store(
        self, key: object, picture: tuple[Ground, pygame.Surface, float]
    ) -> tuple[Ground, pygame.Surface, float]:
        """Store the picture of a zoom, and forget the oldest ones."""
        width, height = picture[1].get_size()
        self._pictures.most = max(1, min(KEPT, MOST_KEPT // (width * height)))
        return self._pictures.of(key, lambda: picture)

    def _stretch(self, target: Canvas, latest: tuple[Ground, pygame.Surface, float], camera: Camera) -> None:
        """Draw the visible part of a picture of another zoom, stretched."""
        ground, picture, scale = latest
        factor, rim = scale / camera.scale, rim_pixels(scale)
        left, top = camera.to_screen(0.0, ground.battlefield.height)
        view = target.get_clip()
        visible = pygame.Rect(
            math.floor((view.left - left) * factor + rim),
            math.floor((view.top - top) * factor + rim),
            math.ceil(view.width * factor) + 1,
            math.ceil(view.height * factor) + 1,
        ).clip(picture.get_rect())
        if visible.width >= 1 and visible.height >= 1:
            size = (round(visible.width / factor), round(visible.height / factor))
            place = (round((visible.left - rim) / factor + left), round((visible.top - rim) / factor + top))
            resize = pygame.transform.smoothscale if factor < 1.0 else pygame.transform.scale  # the quick one
            target.blit(resize(picture.subsurface(visible), size), place)


def _covers(before: tuple[Ground, pygame.Surface, float], now: tuple[Ground, pygame.Surface, float]) -> bool:
    """Return whether two pictures show the same table at the same zoom."""
    return _alike(before[0], now[0]) and before[2] == now[2]


def _key(ground: Ground, scale: float, painted: Painted | None) -> object:
    return ground.battlefield, ground.look, scale, painted


def _alike(other: Ground, ground: Ground) -> bool:
    """Return whether a picture of one ground can be shown in place of another for a moment."""
    return other.battlefield is ground.battlefield and other.look == ground.look


def rim_pixels(scale: float) -> int:
    """Return the width of the wooden rim in pixels."""
    return round(RIM * scale)


def _picture(ground: Ground, scale: float, painted: Painted | None) -> pygame.Surface:
    """Return the picture of a table: from its painted version, shared, or painted now."""
    if painted is not None:
        return _stretched(ground, scale, painted)
    if ground.battlefield.width * ground.battlefield.height * scale**2 > MOST_SHARED:
        return paint_table(ground, scale)
    return _shared(ground, scale, of_an_inch())


@lru_cache(maxsize=SHARED)
def _shared(ground: Ground, scale: float, _inch: float) -> pygame.Surface:
    """Return the picture of a table. The unit of the numbers on its rim (`_inch`) matters only for the cache."""
    return paint_table(ground, scale)


def _painted(ground: Ground) -> Painted | None:
    from game.ui.board.grounds import GROUNDS  # its imports are needed only for painted tables

    return GROUNDS.of(ground, quickly=True)


def _stretched(ground: Ground, scale: float, painted: Painted) -> pygame.Surface:
    """Return a painted table with its rim at `scale` pixels per inch."""
    surface, inner = _framed(ground, scale)
    pygame.transform.smoothscale(painted.surface, inner.get_size(), inner)
    return _finished(surface, scale)


def _framed(ground: Ground, scale: float) -> tuple[pygame.Surface, pygame.Surface]:
    """Return a picture with a rim around it, and the part within the rim."""
    field, rim = ground.battlefield, rim_pixels(scale)
    width, height = round(field.width * scale), round(field.height * scale)
    surface = pygame.Surface((width + 2 * rim, height + 2 * rim), depth=32)
    _paint_rim(surface, ground, scale, rim)
    return surface, surface.subsurface((rim, rim, width, height))


def _finished(surface: pygame.Surface, scale: float) -> pygame.Surface:
    """Draw the edge within the rim; return the picture in the format of the window."""
    rim, (width, height) = rim_pixels(scale), surface.get_size()
    pygame.draw.rect(
        surface, mix(WOOD, (0, 0, 0), 0.5), (rim - 2, rim - 2, width - 2 * rim + 4, height - 2 * rim + 4), 2
    )
    return surface.convert() if pygame.display.get_init() and pygame.display.get_surface() else surface


def paint_table(ground: Ground, scale: float) -> pygame.Surface:
    """Paint the whole flat table with its rim at `scale` pixels per inch."""
    field = ground.battlefield
    surface, inner = _framed(ground, scale)
    width, height = inner.get_size()
    _paint_ground(inner, ground)
    table_frame = Frame(0.0, field.height, scale, width, height)
    for piece in sorted(field.pieces, key=lambda piece: not piece.decoration):
        if not piece.area_shape.is_empty:
            _paint_area(inner, ground, piece, table_frame)
    for barricade in field.barricades:
        _paint_shadow(inner, barricade, table_frame)
    for barricade in field.barricades:
        _paint_barricade(inner, ground, barricade, table_frame)
    if not ground.plain:
        _light(inner)
    return _finished(surface, scale)


def _paint_rim(surface: pygame.Surface, ground: Ground, scale: float, rim: int) -> None:
    """Paint the wooden rim with a scale of inches or centimetres along all edges, and numbers at two of them."""
    width, height = surface.get_size()
    field, wood = ground.battlefield, ground.rim
    surface.fill(wood)
    pygame.draw.rect(surface, mix(wood, PAPER, 0.12), surface.get_rect(), max(1, rim // 10))
    pygame.draw.rect(surface, mix(wood, (0, 0, 0), 0.25), surface.get_rect().inflate(-rim, -rim), max(1, rim // 3))
    ink = ground.lines or mix(wood, PAPER, 0.62)
    factor, texts = of_an_inch(), _numerals(ground, scale, of_an_inch())
    marks_per_number = apart()
    step = max(1, marks_per_number // 10)  # of a small unit not every one has a mark
    for horizontal, length in ((True, field.width * factor), (False, field.height * factor)):
        for mark in range(0, int(length) + 1, step):
            tick = rim * (0.34 if mark % marks_per_number == 0 else 0.16)
            position = rim + mark * scale / factor if horizontal else height - rim - mark * scale / factor
            for is_far_edge in (False, True):
                edge = rim
                if is_far_edge:
                    edge = height - rim if horizontal else width - rim
                end = edge + tick if is_far_edge else edge - tick
                points = ((position, edge), (position, end)) if horizontal else ((edge, position), (end, position))
                pygame.draw.line(surface, ink, *points)
            if mark in texts and 0 < mark < length - 1:
                text = texts[mark]
                text_centre = (position, height - rim * 0.36) if horizontal else (rim * 0.34, position)
                box = text.get_rect(center=(round(text_centre[0]), round(text_centre[1])))
                surface.blit(text, box.clamp(surface.get_rect()))


@lru_cache(maxsize=4)
def _numerals(ground: Ground, scale: float, inch: float) -> Mapping[int, pygame.Surface]:
    """Return pictures of the numbers on the rim, in a unit of which `inch` make an inch; {} on a narrow rim."""
    rim, longest = rim_pixels(scale), max(ground.battlefield.width, ground.battlefield.height) * inch
    if rim < 12:
        return {}
    label, ink = Theme().font_px(max(8, round(rim * 0.42)), "semibold"), ground.lines or mix(ground.rim, PAPER, 0.62)
    return {mark: label.render(str(mark), True, ink) for mark in range(0, int(longest) + 1, apart())}


def _paint_ground(inner: pygame.Surface, ground: Ground) -> None:
    """Paint the ground: plain, or with mottling and grain."""
    width, height = inner.get_size()
    rng = np.random.default_rng(7)
    if ground.plain:
        inner.fill(ground.ground)
        return
    inner.fill(mix(ground.ground, (0, 0, 0), 0.07))
    for cells, strength in ((9, 16), (26, 10), (80, 6)):
        values = rng.integers(0, strength, (cells, max(2, cells * height // max(1, width)), 1))
        mottling = pygame.surfarray.make_surface(np.repeat(values, 3, axis=2).astype(np.uint8))
        inner.blit(pygame.transform.smoothscale(mottling, (width, height)), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    tile = _grain_tile(rng, ground)
    for x in range(0, width, _TILE):
        for y in range(0, height, _TILE):
            inner.blit(tile, (x, y))


def _grain_tile(rng: np.random.Generator, ground: Ground) -> pygame.Surface:
    """Return a transparent tile of fine grain and fibres."""
    tile = pygame.Surface((_TILE, _TILE), pygame.SRCALPHA, 32)
    tile.fill((*ground.grain, 0))
    alpha = pygame.surfarray.pixels_alpha(tile)
    noise = rng.random((_TILE, _TILE))
    alpha[:] = (np.clip(noise - 0.35, 0, 1) * 46).astype(np.uint8)
    for _fibre in range(420):
        x, y = rng.integers(0, _TILE, 2)
        length = int(rng.integers(2, 6))
        alpha[x : x + length, y] = 92
    del alpha
    return tile


def _paint_area(inner: pygame.Surface, ground: Ground, piece: Piece, table_frame: Frame) -> None:
    """Paint area terrain: its fill, soft edge, hatching, motifs and outline."""
    shape = piece.area_shape
    frame = frame_of(shape.bounds, table_frame.scale, 6)
    place = _offset(frame, table_frame)
    look = LOOKS.get(piece.look, Appearance(ground.area))
    fill = mix(ground.area, look.tint, 0.35 if ground.plain else 0.65)
    strength = 0.45 if piece.decoration else 1.0
    mask = area_mask(shape, frame)
    inner.blit(tinted(mask, fill, 0.62 * strength), place)
    depth = max(3, round(0.3 * table_frame.scale))
    inner.blit(tinted(mask * (1 - soften(mask, depth)), mix(fill, (10, 12, 10), 0.7), 0.75 * strength), place)
    spacing, width = max(6.0, look.spacing * table_frame.scale), max(1.0, table_frame.scale * 0.028)
    hatching = pattern(look.hatching, frame, spacing, width)
    if not piece.decoration:
        inner.blit(tinted(mask * hatching, ground.lines or mix(fill, (18, 18, 16), 0.62), 0.5), place)
    if ground.plain:
        if not piece.decoration:
            inner.blit(
                tinted(outline_mask(shape, frame, max(2.0, table_frame.scale * 0.07)), ground.lines or PAPER), place
            )
        return
    canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    draw_motifs(canvas, frame, look, shape, zlib.crc32(piece.id.encode()))
    canvas.set_alpha(110 if piece.decoration else 200)  # keep pieces the brightest
    inner.blit(canvas, place)
    if not piece.decoration:
        width = max(1.5, table_frame.scale * 0.05)
        inner.blit(tinted(outline_mask(shape, frame, width), mix(look.tint, (16, 18, 16), 0.6), 0.9), place)


def _paint_shadow(inner: pygame.Surface, barricade: Barricade, table_frame: Frame) -> None:
    """Paint the shadow of a barricade."""
    height = 0.22 if barricade.impassable else 0.13
    cast = shapely.affinity.translate(barricade.polygon, height * 0.7, -height)
    reach = shapely.union(cast, barricade.polygon).convex_hull if len(barricade.line) == 2 else cast
    frame = frame_of(reach.bounds, table_frame.scale, max(6, round(0.2 * table_frame.scale)))
    shadow = soften(area_mask(reach, frame), max(2, round(0.08 * table_frame.scale)))
    inner.blit(tinted(shadow, (10, 10, 14), 0.55), _offset(frame, table_frame))


def _paint_barricade(inner: pygame.Surface, ground: Ground, barricade: Barricade, table_frame: Frame) -> None:
    """Paint a barricade: its body, a lighter top, and bricks or planks."""
    shape = barricade.polygon
    frame = frame_of(shape.bounds, table_frame.scale, 4)
    place = _offset(frame, table_frame)
    mask = area_mask(shape, frame)
    body = ground.impassable if barricade.impassable else ground.barricade
    inner.blit(tinted(mask, mix(body, (0, 0, 0), 0.18)), place)
    lift = barricade.width * 0.18
    top = area_mask(
        shapely.affinity.translate(shape.buffer(-lift * 0.6, join_style="mitre"), -lift * 0.2, lift * 0.3), frame
    )
    cap = mix(body, PAPER, 0.20 if barricade.impassable else 0.30)
    inner.blit(tinted(top * mask, cap), place)
    if barricade.impassable:
        bricks = pattern("cross", frame, max(4.0, table_frame.scale * 0.16), max(1.0, table_frame.scale * 0.03))
        inner.blit(tinted(bricks * mask, mix(body, (0, 0, 0), 0.6), 0.9), place)
        rim = outline_mask(shape, frame, max(1.5, table_frame.scale * 0.06))
        inner.blit(tinted(rim, mix(body, PAPER, 0.66)), place)
    else:
        planks = pattern("diagonal", frame, max(5.0, table_frame.scale * 0.3), max(1.0, table_frame.scale * 0.03))
        inner.blit(tinted(planks * top * mask, mix(body, (0, 0, 0), 0.35), 0.5), place)
        rim = outline_mask(shape, frame, max(1.2, table_frame.scale * 0.045))
        inner.blit(tinted(rim, ground.lines or mix(body, (0, 0, 0), 0.62)), place)


def _light(inner: pygame.Surface) -> None:
    """Darken the table towards its corners, as under a lamp."""
    size = 48
    x = np.linspace(-1, 1, size)[:, None]
    y = np.linspace(-1, 1, size)[None, :]
    level = np.clip(262 - 34 * (x * x + y * y) ** 0.8, 0, 255).astype(np.uint8)
    lamp = pygame.surfarray.make_surface(np.repeat(level[:, :, None], 3, axis=2))
    inner.blit(pygame.transform.smoothscale(lamp, inner.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _offset(frame: Frame, table_frame: Frame) -> tuple[int, int]:
    """Return the place of a frame in the frame of the whole table, in pixels."""
    return round((frame.west - table_frame.west) * table_frame.scale), round(
        (table_frame.north - frame.north) * table_frame.scale
    )

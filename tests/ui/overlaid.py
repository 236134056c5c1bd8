"""Every overlay of the table drawn on every bundled map in every look, small, to be measured pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pygame
import shapely

from game import rulesets
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import PieceView
from game.table.documents import maps_for
from game.ui.aids.instruments import REACHED
from game.ui.board import relief
from game.ui.board.camera import Camera
from game.ui.board.overlays import RANGE, AreaOverlay, AttackOverlay, RegionOverlay, draw_cross
from game.ui.board.pieces import Sprites
from game.ui.board.ruler_art import CLOSEST, TERRAIN_LEG, draw_barred, draw_dotted, draw_line
from game.ui.board.table_art import paint_table, rim_pixels
from game.ui.decisions.control import CONTROLLED
from game.ui.play.focus import MARKS
from game.ui.play.overlays.threats import EDGE, LABELS, paint_levels
from game.ui.widgets.raster import Frame, frame_of
from game.ui.widgets.theme import CAUSES, LOOKS, PAPER, Ground, Theme
from tests.ui.seeing import Pixels, Values, contrast, luminance

SCALE: Final = 7.0
"""Pixels per inch: small, since patterns and lines are as many pixels wide at every scale."""
BLOCK: Final = 8
"""Pixels on each side of the blocks that are judged one by one."""
TELLING: Final = 1.1
"""The contrast against the ground from which on a pixel counts as drawn upon."""
MAPS: Final = tuple(path.stem for path in maps_for("godbreakers"))


@cache
def ground_of(map_name: str, look: str) -> tuple[pygame.Surface, tuple[float, float]]:
    """Return the table of a map in a look, its rim cut off, and its size in inches."""
    ruleset = rulesets.load("godbreakers")
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map=map_name))
    field = setup.battlefield
    ground = LOOKS[look].lay(Ground.of(field, ruleset.plain_setup(setup)["map"].get("palette")))
    whole = paint_table(ground, SCALE)
    rim = rim_pixels(SCALE)
    inner = pygame.Rect(rim, rim, round(field.width * SCALE), round(field.height * SCALE))
    flat = pygame.Surface(inner.size, depth=32)
    flat.blit(whole, (0, 0), inner)
    if ground.lit:
        large = relief.painted(
            ground, relief.pavedness(ground), Frame(0.0, field.height, 2 * SCALE, 2 * inner.width, 2 * inner.height)
        )
        picture = pygame.image.frombuffer(large.tobytes(), (2 * inner.width, 2 * inner.height), "RGB")
        flat.blit(pygame.transform.smoothscale(picture, inner.size), (0, 0))
    return flat, (field.width, field.height)


def _camera(size: tuple[float, float]) -> Camera:
    width, height = size
    camera = Camera(width, height, pygame.Rect(0, 0, round(width * SCALE), round(height * SCALE)))
    camera.x, camera.y, camera.scale = width / 2, height / 2, SCALE
    return camera


def _lines(draw: Callable[..., None], *more: Any, **other: Any) -> Callable[[pygame.Surface, Camera], None]:
    """Return a painter of parallel lines across the whole table."""

    def paint(target: pygame.Surface, camera: Camera) -> None:
        for inches in np.arange(2.0, camera.height - 1, 3.0):
            start, end = camera.to_screen(1.0, float(inches)), camera.to_screen(camera.width - 1.0, float(inches) + 0.8)
            draw(target, start, end, *more, **other)

    return paint


def _stripes(camera: Camera, wide: float = 2.5) -> Any:
    """Return rectangles all over the table: what an overlay with an outline is drawn around."""
    rows = np.arange(1.0, camera.height - 3.5, 4.0)
    return shapely.union_all([shapely.box(1.0, row, camera.width - 1.0, row + wide) for row in rows])


def _excluded(cause: str) -> Callable[[pygame.Surface, Camera], None]:
    def paint(target: pygame.Surface, camera: Camera) -> None:
        everywhere = shapely.box(0.2, 0.2, camera.width - 0.2, camera.height - 0.2)
        region: Any = SimpleNamespace(geometry=shapely.Point(0.1, 0.1).buffer(0.02), excluded={cause: everywhere})
        RegionOverlay(region).draw(target, camera)

    return paint


def _legal(target: pygame.Surface, camera: Camera) -> None:
    region: Any = SimpleNamespace(geometry=_stripes(camera), excluded={})
    overlay = RegionOverlay(region)
    overlay.draw(target, camera)


def _shade(number: int) -> Callable[[pygame.Surface, Camera], None]:
    def paint(target: pygame.Surface, camera: Camera) -> None:
        edges = _stripes(camera, 2 * EDGE)  # the pattern is along the edge
        frame: Frame = frame_of(edges.bounds, camera.scale, 4)
        left, top = camera.to_screen(frame.west, frame.north)
        levels: list[Any] = [shapely.Polygon()] * len(LABELS)
        levels[number] = edges
        target.blit(paint_levels(levels, frame), (round(left), round(top)))

    return paint


def _crosses(target: pygame.Surface, camera: Camera) -> None:
    for x in np.arange(2.0, camera.width - 1, 4.0):
        for y in np.arange(2.0, camera.height - 1, 4.0):
            draw_cross(target, camera.to_screen(float(x), float(y)), 8)


def ringed(mark: str) -> Callable[[pygame.Surface, Camera], None]:
    """Return a painter of one kind of ring around pieces all over the table."""
    sprites = Sprites(Theme())

    def paint(target: pygame.Surface, camera: Camera) -> None:
        for x in np.arange(2.0, camera.width - 1, 6.0):
            for y in np.arange(2.0, camera.height - 1, 6.0):
                piece = PieceView("one", "One", "base", float(x), float(y), 1.2)
                sprites.ring(target, piece, camera.to_screen(piece.x, piece.y), camera.scale, *MARKS[mark])

    return paint


def overlays() -> Iterator[tuple[str, Callable[[pygame.Surface, Camera], None]]]:
    """Yield the name of every overlay and what paints it all over a table."""
    yield "legal region", _legal
    for cause in (*CAUSES, "any other cause"):
        if cause != "off the table":  # never painted: it is no part of the table
            yield f"excluded: {cause}", _excluded(cause)
    yield "attack reach", lambda target, camera: AttackOverlay(_stripes(camera)).draw(target, camera)
    for number, label in enumerate(LABELS):
        yield f"threatened by {label}", _shade(number)
    yield "range ring", lambda target, camera: AreaOverlay(_stripes(camera), RANGE).draw(target, camera)
    yield "reached by ways", lambda target, camera: AreaOverlay(_stripes(camera), REACHED).draw(target, camera)
    yield "zone of control", lambda target, camera: AreaOverlay(_stripes(camera), CONTROLLED).draw(target, camera)
    yield "ruler", _lines(draw_line, PAPER)
    yield "ruler in terrain", _lines(draw_line, TERRAIN_LEG, dashed=True)
    yield "ruler that is blocked", _lines(draw_barred)
    yield "closest", _lines(draw_dotted, CLOSEST)
    yield "illegal spot", _crosses


FAMILIES: Final[tuple[tuple[str, ...], ...]] = (
    tuple(f"excluded: {cause}" for cause in (*CAUSES, "any other cause") if cause != "off the table"),
    tuple(f"threatened by {label}" for label in LABELS),
    ("legal region", "attack reach", "range ring", "reached by ways", "zone of control"),
    ("ruler", "ruler in terrain", "ruler that is blocked", "closest"),
)
"""Overlays that are seen side by side and must not be taken for each other."""


def pixels(surface: pygame.Surface) -> Pixels:
    """Return a picture as bytes by row and column."""
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def painted(map_name: str, look: str, paint: Callable[[pygame.Surface, Camera], None]) -> tuple[Pixels, Pixels]:
    """Return the bare table and the table with an overlay."""
    ground, size = ground_of(map_name, look)
    target = ground.copy()
    paint(target, _camera(size))
    return pixels(ground), pixels(target)


def block_contrasts(bare: Pixels, drawn: Pixels) -> Values:
    """Return for every block that is drawn upon the best contrast there or in the blocks around it.

    Compared are what is drawn with what lies beneath it, and the light with the dark part of what is drawn.
    """
    below, above = luminance(bare), luminance(drawn)
    change = contrast(below, above)
    touched = change >= TELLING
    rows, columns = (side // BLOCK for side in below.shape)

    def blocks(values: Any) -> Any:
        cut = values[: rows * BLOCK, : columns * BLOCK].reshape(rows, BLOCK, columns, BLOCK)
        return cut.swapaxes(1, 2).reshape(rows, columns, BLOCK * BLOCK)

    lightest = blocks(np.where(touched, above, 0.0)).max(axis=2)
    darkest = blocks(np.where(touched, above, 1.0)).min(axis=2)
    best = np.maximum(blocks(change).max(axis=2), contrast(lightest, np.minimum(darkest, lightest)))
    around = np.pad(best, 1)
    best = np.max([around[y : y + rows, x : x + columns] for y in range(3) for x in range(3)], axis=0)
    found: Values = best[blocks(touched).any(axis=2)]
    return found


def ink_of(bare: Pixels, drawn: Pixels) -> Pixels:
    """Return the colour that an overlay is drawn in: the median of its brightest pixels, those of the table left out.

    In some looks lines of the table itself are as bright, and only darkened by what is drawn over them.
    """
    below, above = luminance(bare), luminance(drawn)
    touched = contrast(below, above) >= TELLING
    lighter = touched & (above > below)
    touched = lighter if lighter.any() else touched
    found = drawn[touched]
    light = luminance(found)
    median: Pixels = np.median(found[light >= np.quantile(light, 0.9)], axis=0).astype(np.uint8)
    return median


def texture_of(bare: Pixels, drawn: Pixels) -> Values:
    """Return the pattern of an overlay whatever its colour and place: how strongly each spatial frequency is in it."""
    touched = np.any(bare != drawn, axis=2)
    light = np.maximum(luminance(drawn) - luminance(bare), 0.0)  # what lies on the table below is no part of it
    light = np.where(touched, light - light[touched].mean(), 0.0)
    strength = np.abs(np.fft.rfft2(light, (128, 128)))
    unit: Values = strength / np.linalg.norm(strength)
    return unit

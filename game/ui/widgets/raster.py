"""From geometry in inches to pixels: anti-aliased masks, outlines, hatching."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from typing import Any, Final, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.ui.widgets.theme import SHADOW, Colour

Mask = NDArray[np.float32]
"""Coverage 0..1 by [x, y] in pixels."""
Stretch = list[tuple[float, float]]
"""A line through spots in pixels."""

SUPERSAMPLE: Final = 2
CASING: Final = 1.6
"""Pixels by which the dark casing exceeds its line in width."""
DARK: Final = 0.9
"""Opacity of the casing; it gives a contrast of 3 on every map and in every look (tests/ui/test_contrast.py)."""


class Frame(NamedTuple):
    """A window of pixels on the table: its west and north edge in inches, pixels per inch, size in pixels."""

    west: float
    north: float
    scale: float
    width: int
    height: int

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel within the frame at a spot in inches."""
        return (x - self.west) * self.scale, (self.north - y) * self.scale


def frame_of(bounds: tuple[float, float, float, float], scale: float, padding: int = 2) -> Frame:
    """Return the frame around `bounds` (min x, min y, max x, max y; inches), in whole pixels of the table."""
    west = np.floor(bounds[0] * scale) - padding
    north = np.ceil(bounds[3] * scale) + padding
    width = int(np.ceil(bounds[2] * scale) + padding - west)
    height = int(north - np.floor(bounds[1] * scale) + padding)
    return Frame(float(west) / scale, float(north) / scale, scale, max(1, width), max(1, height))


def polygons(geometry: BaseGeometry | None) -> list[Polygon]:
    """Return the polygons of a geometry, largest first, so that islands come after the holes that they lie in."""
    if geometry is None or geometry.is_empty:
        return []
    if isinstance(geometry, Polygon):
        return [geometry]
    parts = [polygon for part in getattr(geometry, "geoms", ()) for polygon in polygons(part)]
    return sorted(parts, key=lambda polygon: -polygon.envelope.area)


def area_mask(geometry: BaseGeometry | None, frame: Frame) -> Mask:
    """Return the mask of a geometry: the share of every pixel that it covers."""
    canvas = _canvas(frame)
    for polygon in polygons(geometry):
        pygame.draw.polygon(canvas, "white", _points(polygon.exterior.coords, frame))
        for hole in polygon.interiors:
            pygame.draw.polygon(canvas, "black", _points(hole.coords, frame))
    return _coverage(canvas)


def outline_mask(geometry: BaseGeometry | None, frame: Frame, width: float) -> Mask:
    """Return the mask of a geometry's outline, `width` pixels wide."""
    return _stroked(_stretches(geometry, frame, 0.0), frame, width)


def _stretches(geometry: BaseGeometry | None, frame: Frame, dash: float) -> list[Stretch]:
    """Return an outline as lines on the canvas of a mask, in dashes of `dash` pixels if not 0."""
    rings = [ring for polygon in polygons(geometry) for ring in (polygon.exterior, *polygon.interiors)]
    lines = [_points(ring.coords, frame) for ring in rings]
    return [piece for ring in lines for piece in dashes(ring, dash * SUPERSAMPLE)] if dash else lines


def _stroked(stretches: Iterable[Stretch], frame: Frame, width: float) -> Mask:
    canvas = _canvas(frame)
    for stretch in stretches:
        if len(stretch) > 1:
            _stroke(canvas, stretch, max(1, round(width * SUPERSAMPLE)))
    return _coverage(canvas)


def dashes(points: Stretch, length: float) -> list[Stretch]:
    """Return a line cut into dashes of some length with equal gaps."""
    pieces: list[Stretch] = []
    piece = [points[0]]
    is_dash, remaining = True, length
    for start, end in pairwise(points):
        span = hypot(end[0] - start[0], end[1] - start[1])
        walked = 0.0
        while span - walked > remaining:
            walked += remaining
            share = walked / span
            cut = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if is_dash:
                pieces.append([*piece, cut])
            piece = [cut]
            is_dash, remaining = not is_dash, length
        remaining -= span - walked
        piece.append(end)
    if is_dash:
        pieces.append(piece)
    return pieces


def pattern(kind: str, frame: Frame, spacing: float = 10.0, thickness: float = 1.6) -> Mask:
    """Return a hatching over the frame, aligned to the table so that neighbouring frames match.

    Most kinds are worked out along one axis only and then repeated along the other. The mask may be a read-only view.
    """
    x = np.arange(frame.width, dtype=np.float32) + round(frame.west * frame.scale)
    y = np.arange(frame.height, dtype=np.float32) - round(frame.north * frame.scale)
    if kind == "dots":
        distances = np.hypot(_distance(x, spacing)[:, None], _distance(y, spacing)[None, :])
        return np.clip(thickness + 0.5 - distances, 0, 1).astype(np.float32)
    if kind == "diagonal":
        return _slanted(x, y, spacing * 1.41, thickness)
    if kind == "counter":
        return _slanted(x, -y[::-1], spacing * 1.41, thickness)[:, ::-1]
    if kind == "cross":
        falling, rising = _slanted(x, y, spacing * 1.5, thickness), _slanted(x, -y[::-1], spacing * 1.5, thickness)
        return np.maximum(falling, rising[:, ::-1])
    if kind == "waves":
        return _lines(y[None, :] + _distance(x, spacing * 1.5)[:, None], spacing, thickness, 1.41)
    level = _lines(y, spacing, thickness, 1.0)[None, :]
    if kind == "brick":
        odd = (np.floor(y / spacing) % 2)[None, :]
        even_joints, odd_joints = (_lines(x + shift, spacing * 2, thickness, 1.0) for shift in (0, spacing))
        return np.maximum(level, np.where(odd, odd_joints[:, None], even_joints[:, None]))
    if kind == "ticks":
        odd = (np.floor((y + spacing / 2) / spacing) % 2)[None, :]
        even_ticks, odd_ticks = (_distance(x + shift, spacing * 2) < spacing / 2 for shift in (0, spacing))
        return level * np.where(odd, odd_ticks[:, None], even_ticks[:, None])
    lines = {"vertical": _lines(x, spacing, thickness, 1.0)[:, None], "horizontal": level}[kind]
    return np.broadcast_to(lines, (frame.width, frame.height))


def _slanted(x: Mask, y: Mask, spacing: float, thickness: float) -> Mask:
    """Return the mask of lines with a constant x + y; both coordinates count up by ones."""
    sums = np.arange(len(x) + len(y) - 1, dtype=np.float32) + (x[0] + y[0])
    return np.lib.stride_tricks.sliding_window_view(_lines(sums, spacing, thickness, 1.41), len(y))


def hatched(
    mask: Mask, kind: str, frame: Frame, colour: Colour, spacing: float, thickness: float, strength: float = 1.0
) -> pygame.Surface:
    """Return an area with a pattern legible on any ground, since each line lies on a wider dark one."""
    picture = tinted(mask * pattern(kind, frame, spacing, thickness + CASING), SHADOW, DARK * strength)
    picture.blit(tinted(mask * pattern(kind, frame, spacing, thickness), colour, strength), (0, 0))
    return picture


def outlined(
    geometry: BaseGeometry | None, frame: Frame, colour: Colour, width: float, dash: float = 0.0
) -> pygame.Surface:
    """Return an outline legible on any ground, since its line lies on a wider dark one."""
    stretches = _stretches(geometry, frame, dash)
    picture = tinted(_stroked(stretches, frame, width + CASING), SHADOW, DARK)
    picture.blit(tinted(_stroked(stretches, frame, width), colour, 1.0), (0, 0))
    return picture


def soften(mask: Mask, pixels: int) -> Mask:
    """Return a mask blurred over about `pixels`."""
    width, height = mask.shape
    small = (max(1, width // max(1, pixels)), max(1, height // max(1, pixels)))
    surface = pygame.Surface((width, height), depth=32)
    pygame.surfarray.pixels_green(surface)[:] = (mask * 255).astype(np.uint8)
    blurred = pygame.transform.smoothscale(pygame.transform.smoothscale(surface, small), (width, height))
    return (pygame.surfarray.array_green(blurred) / np.float32(255)).astype(np.float32)


def tinted(mask: Mask, colour: Colour, strength: float = 1.0) -> pygame.Surface:
    """Return a transparent picture in one colour, as opaque as a mask."""
    surface = pygame.Surface(mask.shape, pygame.SRCALPHA, 32)
    surface.fill((*colour, 0))
    pygame.surfarray.pixels_alpha(surface)[:] = (mask * np.float32(255 * strength)).astype(np.uint8)
    return surface


def _canvas(frame: Frame) -> pygame.Surface:
    return pygame.Surface((frame.width * SUPERSAMPLE, frame.height * SUPERSAMPLE), depth=8)


def _points(coordinates: Any, frame: Frame) -> Stretch:
    points = np.asarray(coordinates, dtype=np.float64)[:, :2]
    px = (points[:, 0] - frame.west) * (frame.scale * SUPERSAMPLE)
    py = (frame.north - points[:, 1]) * (frame.scale * SUPERSAMPLE)
    return list(zip(px.tolist(), py.tolist(), strict=True))


def _stroke(canvas: pygame.Surface, points: Stretch, width: int) -> None:
    pygame.draw.lines(canvas, "white", False, points, width)
    if width > 3:  # fill the notches of wide strokes at the bends
        for spot in points:
            pygame.draw.circle(canvas, "white", spot, width / 2)


def _coverage(canvas: pygame.Surface) -> Mask:
    """Return the share of white pixels of the canvas in each pixel of the mask."""
    covered = (pygame.surfarray.pixels2d(canvas) != 0).view(np.uint8)
    # Process row by row, the memory order of the picture: the other order takes twice as long.
    # Each pixel of the mask adds up the pixels of the canvas that it consists of.
    total = np.zeros((covered.shape[0] // SUPERSAMPLE, covered.shape[1] // SUPERSAMPLE), np.uint8, order="F")
    for column in range(SUPERSAMPLE):
        for row in range(SUPERSAMPLE):
            total += covered[column::SUPERSAMPLE, row::SUPERSAMPLE]
    return total * np.float32(1 / SUPERSAMPLE**2)


def _distance(values: Mask, spacing: float) -> Mask:
    """Return the distances of values from the nearest multiple of a spacing."""
    distances: Mask = np.abs((values + spacing / 2) % spacing - spacing / 2)
    return distances


def _lines(values: Mask, spacing: float, thickness: float, slant: float) -> Mask:
    """Return the coverage of lines at multiples of a spacing; `slant` is the length of a step across them."""
    lines: Mask = np.clip((thickness + 0.5) * slant / 2 - _distance(values, spacing) + 0.5, 0, 1).astype(np.float32)
    return lines

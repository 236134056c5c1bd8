"""The relief of a table: its terrain painted as one height field, lit from the north-west.

Heights are in inches and only for the eye. Nothing is as light as names or as saturated as the rings of pieces.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.looks import LOOKS, PLAIN, Appearance
from game.table.terrain.battlefield import Barricade, Battlefield, Piece
from game.ui.board.textures import (
    Cells,
    Grid,
    Shades,
    blurred,
    bricks,
    cells,
    noise,
    random_numbers,
    rising,
    rough,
    shifted,
)
from game.ui.widgets.raster import Frame, area_mask, outline_mask, polygons
from game.ui.widgets.theme import Colour, Ground, mix

Pixels = NDArray[np.float32]
"""Red, green and blue of each pixel, from 0 to 1, by row and column."""
Tint = NDArray[np.float32]

MOST_PIXELS: Final = 3_200_000
"""The most pixels of a painted table; at larger zooms it is stretched."""
FINEST: Final = 64.0
"""The most pixels per inch."""
LIGHT: Final = (-0.46, -0.60, 0.70)
"""The direction of the lamp: to the right, downwards, and towards the viewer."""
QUIET: Final = 0.14
"""The part by which the colours of the lit ground are greyed, so that rings of pieces stand out."""
MIDDLE: Final = 0.5
"""The usual brightness of a material. Where a material is this bright, a `coloured` look shows its exact colour."""
BAND: Final = 128
"""The rows of pixels painted at a time, which saves memory."""
LEAST_PART: Final = 3
"""The least width and height, in pixels, of a part worth painting."""
SHADOW_REACH: Final = 1.5
"""The length of the longest shadow, in inches."""


def scale_of(field: Battlefield) -> float:
    """Return the pixels per inch at which a table is painted."""
    return float(min(FINEST, (MOST_PIXELS / (field.width * field.height)) ** 0.5))


def tint(text: str) -> Tint:
    """Return a colour like "#rrggbb" as three numbers from 0 to 1."""
    return np.array([int(text[start : start + 2], 16) for start in (1, 3, 5)], np.float32) / np.float32(255)


def shares_of(colour: Colour) -> Tint:
    """Return a colour as three numbers from 0 to 1."""
    return np.array(colour, np.float32) / np.float32(255)


def part_of(frame: Frame, bounds: tuple[float, float, float, float]) -> tuple[slice, slice, Frame] | None:
    """Return the part of a frame inside bounds in inches: rows, columns and its own frame; None if it is too small.

    Bounds are west, south, east, north.
    """
    west, south, east, north = bounds
    (left, top), (right, bottom) = frame.at(west, north), frame.at(east, south)
    columns = slice(max(0, int(left)), min(frame.width, int(right) + 1))
    rows = slice(max(0, int(top)), min(frame.height, int(bottom) + 1))
    width, height = columns.stop - columns.start, rows.stop - rows.start
    if width < LEAST_PART or height < LEAST_PART:
        return None
    corner = frame.west + columns.start / frame.scale, frame.north - rows.start / frame.scale
    return rows, columns, Frame(*corner, frame.scale, width, height)


@dataclass(frozen=True)
class Patch:
    """The part of a relief around a shape: its rows, columns and frame; `inside` is the covered part of each pixel."""

    rows: slice
    columns: slice
    grid: Grid
    frame: Frame
    shape: Polygon
    inside: Shades

    def mask(self, shape: BaseGeometry, soft: float = 0.0) -> Shades:
        """Return the part of each pixel that another shape covers, blurred over `soft` inches."""
        return blurred(np.ascontiguousarray(area_mask(shape, self.frame).T), soft * self.frame.scale)

    def shrunk(self, inches: float, soft: float = 0.0) -> Shades:
        """Return the part of each pixel inside the shape with its edge moved inwards, blurred over `soft` inches."""
        return self.mask(self.shape.buffer(-inches), soft)


@dataclass(frozen=True)
class Relief:
    """The colour, height in inches and gloss of every pixel of a table, filled in from the ground up.

    `size` is the width and height of the table in inches.
    """

    frame: Frame
    size: tuple[float, float]
    grid: Grid
    colour: Pixels
    height: Shades
    gloss: Shades

    @classmethod
    def blank(cls, frame: Frame, size: tuple[float, float]) -> Relief:
        """Return an empty relief of a table or of a part of it."""
        x = frame.west + (np.arange(frame.width) + 0.5) / frame.scale
        y = frame.north - (np.arange(frame.height) + 0.5) / frame.scale
        shape = frame.height, frame.width
        colour, height, gloss = (np.zeros((*shape, *extra_axes), np.float32) for extra_axes in ((3,), (), ()))
        return cls(frame, size, Grid(x.astype(np.float32), y.astype(np.float32)), colour, height, gloss)

    def bands(self) -> Iterator[tuple[slice, Relief]]:
        """Yield the relief in bands of rows that share its pixels, because work on small arrays needs less memory."""
        for top in range(0, self.frame.height, BAND):
            rows = slice(top, min(self.frame.height, top + BAND))
            frame = self.frame._replace(north=self.frame.north - top / self.frame.scale, height=rows.stop - top)
            grid = Grid(self.grid.x, self.grid.y[rows])
            yield rows, Relief(frame, self.size, grid, self.colour[rows], self.height[rows], self.gloss[rows])

    def patch(self, shape: Polygon, padding: float = 0.6) -> Patch | None:
        """Return the patch around a shape; None if it is off the table or too small."""
        part = part_of(self.frame, shape.buffer(padding).bounds) if not shape.is_empty else None
        if part is None:
            return None
        rows, columns, frame = part
        inside = np.ascontiguousarray(area_mask(shape, frame).T)
        return Patch(rows, columns, Grid(self.grid.x[columns], self.grid.y[rows]), frame, shape, inside)

    def lay(self, patch: Patch | None, mask: Shades, colour: Pixels | Tint) -> None:
        """Mix a colour into a patch, or into the whole relief, by a mask of its strength from 0 to 1."""
        part = self.colour[patch.rows, patch.columns] if patch is not None else self.colour
        part += (colour - part) * mask[..., None]

    def raise_to(self, patch: Patch, mask: Shades, height: Shades | float) -> None:
        """Mix another height into a patch by a mask of its strength."""
        part = self.height[patch.rows, patch.columns]
        part += (height - part) * mask

    def lit(self) -> NDArray[np.uint8]:
        """Return the lit picture as red, green and blue by row and column."""
        light_right, light_down, light_up = (float(part / np.linalg.norm(LIGHT)) for part in LIGHT)
        horizontal = float(np.hypot(light_right, light_down))
        slope_down, slope_right = np.gradient(self.height * self.frame.scale)
        shadows = self._shadows(light_right / horizontal, light_down / horizontal, light_up / horizontal)
        hollow = blurred(self.height, 0.32 * self.frame.scale)
        picture = np.empty(self.colour.shape, np.uint8)
        for rows, band in self.bands():
            steepness = np.sqrt(slope_right[rows] ** 2 + slope_down[rows] ** 2 + 1)
            facing = light_up - slope_right[rows] * light_right - slope_down[rows] * light_down
            facing = np.clip(facing / steepness, 0, 1.2) / light_up
            picture[rows] = band._shaded(facing, shadows[rows], hollow[rows])
        return picture

    def _shaded(self, facing: Shades, shadows: Shades, around: Shades) -> NDArray[np.uint8]:
        """Return the picture, by how directly each pixel is `facing` the lamp (1 for flat ground) and its shadow.

        `around` is the average height around each pixel: lower pixels are darker.
        """
        light = facing * (1 - 0.62 * shadows)
        hollow = np.clip(around - self.height, 0, 0.5) * 1.5
        warm, cool = np.array((1.06, 1.0, 0.90), np.float32), np.array((0.62, 0.70, 0.92), np.float32)
        picture = self.colour * ((0.38 + 0.74 * light) * (1 - hollow))[..., None]
        picture *= cool + (warm - cool) * np.clip(light, 0, 1)[..., None]
        shine = self.gloss * np.clip(facing - 0.96, 0, 1) * 2.2
        picture += (shine + np.clip(facing - 1.02, 0, 1) * 0.10)[..., None]
        picture *= self._vignette()[..., None]
        np.clip(picture, 0, 1, out=picture)
        picture += (picture.mean(axis=2, keepdims=True) - picture) * QUIET
        picture += 0.05 * (picture - picture * picture)  # a little more contrast
        result: NDArray[np.uint8] = (picture * 255).astype(np.uint8)
        return result

    def _shadows(self, right: float, down: float, steepness: float) -> Shades:
        """Return the strength, 0 to 1, of the shadow that higher pixels towards the lamp cast on each pixel."""
        step = max(1.0, 0.045 * self.frame.scale)
        highest = min(SHADOW_REACH, float(np.ptp(self.height)) / steepness)
        shadow = np.zeros_like(self.height)
        for number in range(1, int(highest * self.frame.scale / step) + 1):
            distance = number * step
            height_above_ray = shifted(self.height, round(-right * distance), round(-down * distance))
            height_above_ray -= self.height + distance / self.frame.scale * steepness
            np.maximum(shadow, np.clip(height_above_ray * 9, 0, 1), out=shadow)
        return blurred(shadow, 0.045 * self.frame.scale)

    def _vignette(self) -> Shades:
        """Return a factor of brightness for each pixel: darker towards the edges of the table."""
        x_from_middle = (self.grid.x * (2 / self.size[0]) - 1)[None, :]
        y_from_middle = (1 - self.grid.y * (2 / self.size[1]))[:, None]
        squared_distance = (x_from_middle + 0.08) ** 2 + (y_from_middle + 0.1) ** 2
        result: Shades = np.clip(1.05 - 0.16 * squared_distance**0.9, 0.6, 1.06)
        return result


# --- Materials ------------------------------------------------------------------------------------------------------

Material = Callable[[Relief, Patch, Piece, int], None]
"""Paints one polygon of a terrain piece; the last argument is a seed."""

JOINT: Final = tint("#565b52")


def stone_colour(base: Tint, stones: Cells, fine: Shades, strength: float = 1.0) -> Pixels:
    """Return the colour of each pixel of stones: each stone has its own shade, with `fine` mottling."""
    shade = 0.82 + 0.30 * strength * stones.stone + 0.2 * (fine - 0.5)
    warmth = np.array((0.05, 0.015, -0.025), np.float32) * strength
    return base * shade[..., None] + (stones.stone - 0.5)[..., None] * warmth


def paint_ground(relief: Relief, colour: Colour, paved: float, rest: Callable[[], None]) -> None:
    """Cover the table with earth, grass and flat stones; `paved` is the part with stones, from 0 to 1."""
    for _rows, band in relief.bands():
        rest()
        middle, fine = rough(band.grid, 1.6, 21), rough(band.grid, 0.28, 40, 3)
        _paint_earth(band, shares_of(colour) * 0.80, middle, fine)
        _paint_grass(band, shares_of(mix((88, 122, 68), colour, 0.18)), 0.60 - 0.12 * (1 - paved), fine)
        if paved > 0:
            _paint_flagstones(band, shares_of(colour) * 0.80, paved, middle, fine)


def _mixed_with_grey(colour: Tint, share: float) -> Tint:
    """Return a colour mixed with its own grey."""
    result: Tint = colour + (np.float32(colour.mean()) - colour) * share
    return result


def _paint_earth(relief: Relief, colour: Tint, middle: Shades, fine: Shades) -> None:
    patches = 1.05 - 0.22 * rising(0.3, 0.7, middle)
    grains = 0.86 + 0.28 * fine
    relief.colour[:] = _mixed_with_grey(colour, 0.25) * (patches * grains)[..., None]
    height = relief.height
    height += (middle - 0.5) * 0.10 + (fine - 0.5) * 0.035


def _paint_grass(relief: Relief, colour: Tint, rare: float, fine: Shades) -> None:
    """Cover earth with tufts of grass; a higher `rare` leaves fewer tufts."""
    grid, height = relief.grid, relief.height
    blades = noise(grid, 0.07, 5) * 0.6 + noise(grid, 0.035, 8) * 0.4
    tufts = rising(rare, 0.74, rough(grid, 2.6, 77) * 0.72 + fine * 0.28)
    relief.lay(None, tufts * 0.8, colour * (np.float32(0.72) + np.float32(0.56) * blades)[..., None])
    height += tufts * (blades - 0.3) * 0.05


def _paint_flagstones(relief: Relief, colour: Tint, paved: float, middle: Shades, fine: Shades) -> None:
    """Cover earth and grass with flat stones; `paved` is the covered part, from 0 to 1."""
    stones, height = cells(relief.grid, 0.52, 11, 0.72), relief.height
    stone_mask = rising(0.05, 0.16, stones.gap)
    paved_mask = rough(relief.grid, 6, 3) * 0.6 + middle * 0.4
    paved_mask = rising(0.38, 0.56, paved_mask + (paved - 0.5) + (stones.stone - 0.5) * 0.10)
    relief.lay(None, paved_mask * (1 - stone_mask) * 0.5, JOINT)
    setts = _mixed_with_grey(colour, 0.55) * 1.12
    relief.lay(None, paved_mask * stone_mask * 0.95, stone_colour(setts, stones, fine, 0.7))
    height += paved_mask * (stone_mask * (0.030 + stones.stone * 0.012) - 0.012)


def _direction(shape: Polygon) -> float:
    """Return the angle of the longest side of a polygon, in radians."""
    corners = shapely.get_coordinates(shape.minimum_rotated_rectangle)
    if len(corners) < 3:
        return 0.0
    sides = np.diff(corners[:3], axis=0)
    longest = sides[int(np.argmax(np.hypot(sides[:, 0], sides[:, 1])))]
    return float(np.arctan2(longest[1], longest[0]))


def flagged(stone: str, length: float = 1.0, width: float = 0.62, lift: float = 0.07) -> Material:
    """Return the material of a floor of flagstones, with a few missing."""

    def paint(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
        slabs = bricks(patch.grid, _direction(patch.shape), length, width, seed)
        stone_mask, fine = rising(0.012, 0.045, slabs.gap), rough(patch.grid, 0.22, seed, 3)
        stained = rough(patch.grid, 1.3, seed + 4, 3) - 0.5
        missing = slabs.stone > 0.94
        colour = stone_colour(tint(stone), slabs, fine) * (1 + 0.22 * stained)[..., None]
        earth = tint("#4e5443") * (0.8 + 0.5 * fine)[..., None]
        colour = np.where(missing[..., None], earth, colour)
        relief.lay(patch, patch.inside, colour * (0.55 + 0.45 * stone_mask)[..., None])
        height = lift * patch.shrunk(0.12, 0.1) + stone_mask * 0.03
        height += (slabs.stone - 0.5) * 0.018 - missing * 0.03
        relief.raise_to(patch, patch.inside, height)

    return paint


def stony(stone: str, size: float, hill: float, lift: float = 0.11) -> Material:
    """Return the material of a heap of stones, each about `size` inches wide; the heap is `hill` inches high."""

    def paint(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
        dome = patch.shrunk(0.25, 0.35)
        large, small = cells(patch.grid, size, seed, 0.95), cells(patch.grid, size * 0.42, seed + 3, 0.95)
        is_large, fine = large.stone > 0.30, rough(patch.grid, 0.2, seed, 3)
        large_mask, small_mask = rising(0.03, 0.22, large.gap), rising(0.03, 0.2, small.gap)
        mixed = Cells(large.gap, np.where(is_large, large.stone, small.stone * 0.7))
        shade = np.where(is_large, 0.62 + 0.38 * large_mask, 0.7 + 0.3 * small_mask)
        relief.lay(patch, patch.inside, stone_colour(tint(stone), mixed, fine) * shade[..., None])
        stones = np.where(is_large, large_mask * (0.05 + lift * large.stone), small_mask * 0.03)
        relief.raise_to(patch, patch.inside, hill * dome + stones)

    return paint


def leafy(leaf: str, size: float, height: float) -> Material:
    """Return the material of trees or bushes, with crowns of about `size` inches in radius."""

    def paint(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
        relief.lay(patch, patch.mask(patch.shape, 0.06) * 0.85, tint("#39452c"))
        lumps, leaves = rough(patch.grid, 0.34, seed, 3), noise(patch.grid, 0.06, seed + 2)
        heights = relief.height[patch.rows, patch.columns]
        for x, y, radius, shade in _tree_crowns(patch.shape, size, seed):
            dx, dy = (patch.grid.x - x) / radius, (patch.grid.y - y) / radius
            columns, rows = (np.flatnonzero(np.abs(part) < 1.35) for part in (dx, dy))
            if not len(columns) or not len(rows):
                continue
            part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
            lump, leaf_noise = lumps[part] - 0.5, leaves[part]
            distance = np.hypot(dx[None, part[1]], dy[part[0], None]) + lump * 0.55
            dome = np.sqrt(np.clip(1 - distance * distance, 0, 1))
            top = 0.25 + np.float32(height) * np.float32(0.55 + 0.3 * shade) * dome
            top += lump * 0.22 + (leaf_noise - 0.5) * 0.07
            crown_mask = rising(0.0, 0.1, 1 - distance) * (top > heights[part])
            tone = 0.62 + 0.34 * shade + 0.5 * (leaf_noise - 0.4) + lump / 4
            sunny = np.array((0.07, 0.05, -0.02), np.float32) * (shade - 0.4)
            crown = replace(
                patch, rows=_slice_of_slice(patch.rows, part[0]), columns=_slice_of_slice(patch.columns, part[1])
            )
            relief.lay(crown, crown_mask, np.clip(tint(leaf) * tone[..., None] + sunny, 0.03, 1))
            heights[part] += (top - heights[part]) * crown_mask

    return paint


def _slice_of_slice(outer: slice, inner: slice) -> slice:
    """Return a slice of a slice, in the indices of the whole array."""
    return slice(outer.start + inner.start, outer.start + inner.stop)


def _tree_crowns(shape: Polygon, size: float, seed: int) -> list[tuple[float, float, float, float]]:
    """Return the crowns of trees from north to south: x, y, radius, and shade from 0 to 1."""
    rng = np.random.default_rng(seed)
    inner = shape.buffer(-size * 0.55)
    allowed = shape if inner.is_empty else inner
    shapely.prepare(allowed)
    west, south, east, north = allowed.bounds
    tries = min(3000, 40 + int(30 * allowed.area / (size * size)))
    spots = rng.uniform((west, south), (east, north), (tries, 2))
    spots = spots[shapely.contains_xy(allowed, spots)]
    least_squared_distance, centres = (size * 0.95) ** 2, np.zeros((0, 2))
    # keep a random spot only if it is far enough from all crowns so far
    for spot in spots:
        if not len(centres) or (((centres - spot) ** 2).sum(axis=1) > least_squared_distance).all():
            centres = np.vstack((centres, spot))
    crowns = [(x, y, size * rng.uniform(0.75, 1.12), rng.uniform(0, 1)) for x, y in centres.tolist()]
    return sorted(crowns, key=lambda crown: -crown[1])


def wet(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint water with an earthen bank."""
    depth = patch.shrunk(0.1, 0.28)
    large, ripples = rough(patch.grid, 0.9, seed, 3), rough(patch.grid, 0.33, seed + 1, 2)
    waves = np.sin(patch.grid.y[:, None] * 9 + large * 9 + patch.grid.x[None, :] * 1.3) / 2 + 0.5
    shallow = tint("#6fa39b")
    colour = shallow + (tint("#35707f") - shallow) * depth[..., None]
    colour = colour * (0.86 + 0.2 * large)[..., None]
    colour += (waves**6 * 0.11 * depth)[..., None]
    relief.lay(patch, patch.inside, colour)
    relief.raise_to(patch, patch.inside, (ripples - 0.5) * 0.02 - 0.10)
    gloss = relief.gloss[patch.rows, patch.columns]
    np.maximum(gloss, patch.inside * 0.35, out=gloss)
    bank = patch.mask(patch.shape.buffer(0.16).difference(patch.shape.buffer(-0.02)), 0.08) * 0.7
    relief.lay(patch, bank, tint("#6d6748") * (0.7 + ripples * 0.5)[..., None])


def boggy(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a marsh: pools, moss, and reeds."""
    inside, noise_wide = patch.mask(patch.shape, 0.03), rough(patch.grid, 0.7, seed, 3)
    pools, grain = rising(0.50, 0.60, noise_wide), noise(patch.grid, 0.05, seed)
    colour = tint("#5a6b3c") + (tint("#3c6a66") - tint("#5a6b3c")) * pools[..., None]
    relief.lay(patch, inside, colour * (0.85 + 0.3 * grain)[..., None])
    gloss = relief.gloss[patch.rows, patch.columns]
    np.maximum(gloss, inside * pools * 0.3, out=gloss)
    stalks = noise(patch.grid, 0.055, seed + 1)
    reeds = (1 - pools) * inside * rising(0.4, 0.8, noise(patch.grid, 0.3, seed + 7))
    relief.raise_to(patch, inside, reeds * stalks * 0.30 - pools * 0.05)
    straw = tint("#a3a85a") * (0.45 + 0.75 * stalks)[..., None]
    relief.lay(patch, reeds * 0.8, straw)


def furrowed(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a field of grain in rows."""
    _along, across = patch.grid.turned(_direction(patch.shape))
    rows = np.abs((across / 0.26) % 1 - 0.5) * 2
    stalks, broad = noise(patch.grid, 0.05, seed), rough(patch.grid, 1.1, seed + 3, 3)
    crop = rising(0.25, 0.7, rows + (stalks - 0.5) * 0.5)
    gold = tint("#a08a45") * (0.62 + 0.55 * stalks + 0.25 * (broad - 0.5))[..., None]
    soil = tint("#5d5238") * (0.8 + 0.4 * broad)[..., None]
    relief.lay(patch, patch.inside, soil + (gold - soil) * crop[..., None])
    relief.raise_to(patch, patch.inside, crop * (0.10 + stalks * 0.10))


def cratered(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a crater: a raised rim around a scorched hollow."""
    broad, fine = rough(patch.grid, 0.8, seed, 3), rough(patch.grid, 0.2, seed + 2, 3)
    hollow, crater_mask = patch.shrunk(0.45, 0.35), patch.mask(patch.shape, 0.1)
    soil = tint("#6b5a48") * (0.7 + 0.55 * fine)[..., None]
    relief.lay(patch, crater_mask, soil * (1 - 0.42 * hollow)[..., None])
    rim = crater_mask * (1 - hollow)
    relief.raise_to(patch, crater_mask, rim * 0.34 - hollow * 0.22 + (broad - 0.5) * 0.16)


def roofed(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a building: a stall if it is flat, a flat roof if it is tall or not a rectangle, else a pitched roof."""
    if not piece.height:
        _stall(relief, patch, seed)
    elif piece.height >= TALL or len(patch.shape.exterior.coords) != 5:
        _flat_roof(relief, patch, seed)
    else:
        _pitched_roof(relief, patch, seed)


STOREY: Final = 2.5
"""The least height, in inches, of a ruin with walls all around."""
TALL: Final = 5.5
"""The least height, in inches, of a building with a flat roof."""
_CLOTHS: Final = (("#9c4d3d", "#c8b993"), ("#3a6f75", "#c2b693"), ("#a07a40", "#c9bd99"))


def ruined(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a ruin: a floor of flagstones, within broken walls if it is tall."""
    flagged("#857d72")(relief, patch, piece, seed)
    if piece.height < STOREY:
        return
    wall, fine = patch.inside * (1 - patch.shrunk(0.26)), rough(patch.grid, 0.16, seed + 6, 3)
    blocks = bricks(patch.grid, _direction(patch.shape), 0.46, 0.24, seed + 1)
    relief.lay(patch, wall, stone_colour(tint("#a39b8a"), blocks, fine))
    broken = rising(0.36, 0.56, rough(patch.grid, 1.3, seed + 7, 3)) * 0.55
    relief.raise_to(patch, wall, 0.16 + broken + blocks.stone * 0.08)


def _stall(relief: Relief, patch: Patch, seed: int) -> None:
    """Paint a market stall: planks below a striped cloth."""
    angle = _direction(patch.shape)
    lengthwise, crosswise = patch.grid.turned(angle)
    planks, fine = bricks(patch.grid, angle, 2.4, 0.2, seed), rough(patch.grid, 0.2, seed, 3)
    relief.lay(patch, patch.inside, stone_colour(tint("#7a5a3e"), planks, fine)
               * (0.55 + 0.45 * rising(0.005, 0.03, planks.gap))[..., None])  # fmt: skip
    relief.raise_to(patch, patch.inside, 0.12)
    cloth = patch.mask(patch.shape.buffer(-0.16, join_style="mitre"), 0.012)
    stripes = rising(0.46, 0.54, np.abs((lengthwise / 0.56) % 1 - 0.5) * 2)
    dark, light = (tint(colour) for colour in _CLOTHS[seed % len(_CLOTHS)])
    weave = 0.93 + 0.09 * noise(patch.grid, 0.04, seed + 2) + 0.1 * (fine - 0.5)
    relief.lay(patch, cloth, (dark + (light - dark) * stripes[..., None]) * weave[..., None])
    sagging = np.sin((crosswise - crosswise.min()) * 2.6) * 0.03
    relief.height[patch.rows, patch.columns] += cloth * (0.10 + sagging)


_ROOFS: Final = ("#6f5e50", "#5f656c", "#716c5f", "#745549")


def _flat_roof(relief: Relief, patch: Patch, seed: int) -> None:
    """Paint a flat roof with a parapet and a few boxes."""
    slabs, fine = bricks(patch.grid, _direction(patch.shape), 0.62, 0.62, seed), rough(patch.grid, 0.25, seed, 3)
    stained = rough(patch.grid, 1.5, seed + 4, 3) - 0.5
    floor = stone_colour(tint(_ROOFS[seed % len(_ROOFS)]), slabs, fine, 0.4)
    floor *= (0.70 + 0.30 * rising(0.0, 0.03, slabs.gap) + 0.25 * stained)[..., None]
    relief.lay(patch, patch.inside, floor)
    inner = patch.shrunk(0.2)
    parapet = patch.inside * (1 - inner)
    blocks = bricks(patch.grid, _direction(patch.shape), 0.5, 0.2, seed + 1)
    relief.lay(patch, parapet, stone_colour(tint("#a1957d"), blocks, fine))
    relief.raise_to(patch, patch.inside, 0.62 + parapet * 0.14)
    for box in _roof_boxes(patch.shape, seed):
        lid = patch.mask(box)
        relief.lay(patch, lid, tint("#7d8387") * (0.85 + 0.3 * fine)[..., None])
        relief.raise_to(patch, lid, 0.80)


def _roof_boxes(shape: Polygon, seed: int) -> list[Polygon]:
    """Return up to three boxes at random spots of a flat roof."""
    rng, allowed = np.random.default_rng(seed), shape.buffer(-0.7)
    if allowed.is_empty:
        return []
    west, south, east, north = allowed.bounds
    spots = rng.uniform((west, south), (east, north), (8, 2))
    spots = spots[shapely.contains_xy(allowed, spots)][:3]
    turn = float(np.degrees(_direction(shape)))
    return [
        shapely.affinity.rotate(shapely.box(x - half_width, y - half_height, x + half_width, y + half_height), turn)
        for (x, y), (half_width, half_height) in zip(
            spots.tolist(), rng.uniform(0.14, 0.32, (len(spots), 2)).tolist(), strict=True
        )
    ]


def _pitched_roof(relief: Relief, patch: Patch, seed: int) -> None:
    """Paint a roof of tiles that rises from all four sides."""
    angle = _direction(patch.shape)
    lengthwise, crosswise = patch.grid.turned(angle)
    corners = np.array(patch.shape.exterior.coords)
    cos, sin = np.cos(angle), np.sin(angle)
    corners_along, corners_across = corners @ (cos, sin), corners @ (-sin, cos)
    half = float(np.ptp(corners_across)) / 2
    to_side = half - np.abs(crosswise - np.float32(corners_across.min() + half))
    to_end = float(np.ptp(corners_along)) / 2 - np.abs(
        lengthwise - np.float32((corners_along.min() + corners_along.max()) / 2)
    )
    # the height grows with the distance from the nearest eaves
    rise = np.clip(np.minimum(to_side, to_end) / np.float32(max(half, 0.1)), 0, 1)
    from_eaves, side = np.where(to_side < to_end, to_side, to_end), np.where(to_side < to_end, lengthwise, crosswise)
    course = np.floor(from_eaves / 0.22)
    tile_at = side / 0.17 + 0.5 * (course % 2)
    along_course = from_eaves / 0.22 - course
    round_tile = np.abs(tile_at % 1 - 0.5) * 2
    fine = rough(patch.grid, 0.3, seed, 3)
    tone = 0.62 + 0.3 * (1 - round_tile) + 0.14 * along_course + 0.3 * (fine - 0.5)
    relief.lay(patch, patch.inside, tint("#565c66" if seed % 2 else "#6a5248") * tone[..., None])
    tiles = (1 - round_tile) * 0.05 + (1 - along_course) * 0.03
    relief.raise_to(patch, patch.inside, 0.35 + rise * 0.75 + tiles)


def walled(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a low wall, drawn as an area."""
    blocks, fine = bricks(patch.grid, _direction(patch.shape), 0.46, 0.24, seed), rough(patch.grid, 0.16, seed, 3)
    block_mask = rising(0.008, 0.045, blocks.gap)
    relief.lay(patch, patch.inside, stone_colour(tint("#9d9584"), blocks, fine)
               * (0.55 + 0.45 * block_mask)[..., None])  # fmt: skip
    relief.raise_to(patch, patch.inside, 0.42 + blocks.stone * 0.10 + block_mask * 0.03)


def road(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a worn road."""
    fine, broad = rough(patch.grid, 0.16, seed, 3), rough(patch.grid, 1.4, seed + 2)
    cracks = cells(patch.grid, 1.5, seed + 5, 0.9)
    dark = tint("#4d4d49") * (0.80 + 0.25 * fine + 0.25 * (broad - 0.5))[..., None]
    dark *= (0.86 + 0.14 * rising(0.0, 0.03, cracks.gap))[..., None]
    relief.lay(patch, patch.inside, dark)
    relief.raise_to(patch, patch.inside, (fine - 0.5) * 0.02 - 0.03)


def lawn(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint short grass."""
    inside, blades = patch.mask(patch.shape, 0.12), noise(patch.grid, 0.06, seed)
    broad = rough(patch.grid, 1.2, seed + 1, 3)
    green = tint("#5c7443") * (0.62 + 0.5 * blades + 0.3 * (broad - 0.5))[..., None]
    relief.lay(patch, inside * 0.85, green)
    relief.height[patch.rows, patch.columns] += inside * (blades - 0.3) * 0.06


MATERIALS: Final[dict[str, Material]] = {
    "tall leaves": leafy("#4b6b42", 0.8, 1.1),
    "low leaves": leafy("#587a45", 0.42, 0.62),
    "ruin": ruined,
    "roof": roofed,
    "water": wet,
    "marsh": boggy,
    "gravel": stony("#8b857b", 0.40, 0.12),
    "boulders": stony("#7b8187", 0.85, 0.55, 0.35),
    "crater": cratered,
    "furrows": furrowed,
    "wall": walled,
    "road": road,
    "lawn": lawn,
    "flagstones": flagged("#9b9581", 0.9, 0.9, 0.0),
    "flat gravel": stony("#8b857b", 0.3, 0.0, 0.02),
}
"""What terrain is painted with, by the names in `LOOKS` of `game.table.looks`."""


def _barricade(relief: Relief, barricade: Barricade, look: Appearance, seed: int) -> None:
    """Paint a wall of blocks in two rows along a bent line, in the colour of its material or of its look."""
    patch = relief.patch(barricade.polygon)
    if patch is None:
        return
    x, y = patch.grid.x[None, :], patch.grid.y[:, None]
    places, nearest = np.zeros(patch.grid.shape, np.float32), np.full(patch.grid.shape, 99.0, np.float32)
    offset_left, start = np.zeros(patch.grid.shape, np.float32), 0.0
    for (from_x, from_y), (to_x, to_y) in zip(barricade.line, barricade.line[1:]):
        length = float(np.hypot(to_x - from_x, to_y - from_y))
        if length <= 0:
            continue
        east, north = np.float32((to_x - from_x) / length), np.float32((to_y - from_y) / length)
        place = (x - np.float32(from_x)) * east + (y - np.float32(from_y)) * north
        left = (y - np.float32(from_y)) * east - (x - np.float32(from_x)) * north
        distance = np.hypot(np.clip(place, 0, length) - place, left)
        nearer = distance < nearest
        nearest, places, offset_left = (np.where(nearer, new, old) for new, old in
                                 ((distance, nearest), (place + start, places), (left, offset_left)))  # fmt: skip
        start += length
    block = 0.46
    block_position = places / block + (offset_left > 0) * 0.5
    block_number = np.floor(block_position)
    place = (block_position - block_number) * block
    joint_distance = np.minimum(np.minimum(place, block - place), np.abs(offset_left)).astype(np.float32)
    stones = Cells(
        joint_distance, random_numbers(block_number.astype(np.int64), (offset_left > 0).astype(np.int64), seed)
    )
    fine, block_mask = rough(patch.grid, 0.16, seed, 3), rising(0.008, 0.045, joint_distance)
    stone = "#8a8378" if barricade.impassable else "#aaa28f"
    base = shares_of(look.tint) if look.coloured else tint("#80603f" if look.wooden else stone)
    colour = stone_colour(base, stones, fine) * (0.52 + 0.48 * block_mask)[..., None]
    relief.lay(patch, patch.inside, colour)
    wall_height = 0.85 if barricade.impassable else 0.55
    edge = rising(0.0, 0.05, barricade.width / 2 - nearest)
    height = wall_height * (0.86 + 0.28 * stones.stone) * (0.75 + 0.25 * edge)
    part = relief.height[patch.rows, patch.columns]
    np.copyto(part, np.maximum(part, patch.inside * (height + block_mask * 0.03)), where=patch.inside > 0)


def pavedness(ground: Ground) -> float:
    """Return the part of the open ground that is paved, from 0 to 1: less if it is green or has many woods."""
    (red, green, blue), field = ground.ground, ground.battlefield
    built = sum(piece.look in ("ruin", "building", "wall", "rubble") for piece in field.pieces)
    grown = sum(piece.look in ("wood", "hedge", "marsh", "field") for piece in field.pieces)
    share = built / max(1, built + grown)
    return float(np.clip(0.16 + 0.34 * share - 0.02 * max(0, green - max(red, blue)), 0.0, 0.7))


def frame_of_table(field: Battlefield) -> Frame:
    """Return the frame of a whole painted table."""
    scale = scale_of(field)
    return Frame(0.0, field.height, scale, max(2, round(field.width * scale)), max(2, round(field.height * scale)))


def painted(
    ground: Ground, paved: float, frame: Frame | None = None, rest: Callable[[], None] = lambda: None
) -> NDArray[np.uint8]:
    """Return the picture of a table without its rim, or of a part of it, as red, green and blue by row and column.

    `paved` is the paved part of the open ground, from 0 to 1. `rest` is called between the steps of the work. All
    textures are fixed to the table, so that a part fits the whole.
    """
    field = ground.battlefield
    relief = Relief.blank(frame or frame_of_table(field), (field.width, field.height))
    paint_ground(relief, ground.ground, paved, rest)
    for piece in sorted(field.pieces, key=lambda piece: not piece.decoration):
        rest()
        look = LOOKS.get(piece.look, PLAIN)
        material = MATERIALS[look.flat if piece.decoration else look.material]
        for number, shape in enumerate(polygons(piece.area_shape)):
            patch = relief.patch(shape, 1.2)
            if patch is not None:
                material(relief, patch, piece, zlib.crc32(f"{piece.id} {number}".encode()) % 9973)
                if look.coloured:
                    _recolour(relief, patch, look.tint)
    for piece in field.pieces:
        for number, barricade in enumerate(() if piece.decoration else piece.barricades):
            seed = zlib.crc32(f"{piece.id} {number} wall".encode()) % 9973
            _barricade(relief, barricade, LOOKS.get(piece.look, PLAIN), seed)
    rest()
    return _outlined(relief.lit(), field, relief.frame)


def _recolour(relief: Relief, patch: Patch, colour: Colour) -> None:
    """Give a painted shape another colour, as light and as dark in each pixel as its material."""
    light = relief.colour[patch.rows, patch.columns].mean(axis=2, keepdims=True) / MIDDLE
    relief.lay(patch, patch.inside, np.clip(shares_of(colour) * light, 0.0, 1.0))


def _outlined(picture: NDArray[np.uint8], field: Battlefield, frame: Frame) -> NDArray[np.uint8]:
    """Return the picture with outlines of area terrain: a light line on a dark one."""
    areas = [piece.area_shape for piece in field.pieces if not piece.decoration and not piece.area_shape.is_empty]
    if not areas:
        return picture
    together = shapely.GeometryCollection(areas)
    result = Image.fromarray(picture)
    for colour, width, strength in (((14, 18, 22), 0.07, 0.55), ((244, 234, 205), 0.026, 0.38)):
        line = outline_mask(together, frame, max(1.2, width * frame.scale)).T
        result.paste(
            Image.new("RGB", result.size, colour),
            (0, 0),
            Image.fromarray((line * (255 * strength)).astype(np.uint8)),
        )
    return np.asarray(result)

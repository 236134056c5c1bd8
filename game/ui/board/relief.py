"""The table as one height field, lit from the north-west: ground, floors, walls, stones, leaves, water, roofs.

Heights are in inches and only for the eye. Nothing here is as light as names or as saturated as the rings of pieces.
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

from game.table.looks import LOOKS, PLAIN
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
"""Red, green, and blue, 0 to 1, by [row, column]."""
Tint = NDArray[np.float32]

MOST_PIXELS: Final = 3_200_000
"""The size of a painted table; larger zooms stretch it."""
FINEST: Final = 64.0
"""The most pixels per inch."""
LIGHT: Final = (-0.46, -0.60, 0.70)
"""The direction of the lamp: to the right, downwards, and towards the viewer."""
QUIET: Final = 0.14
"""How much colour is taken out of the lit ground, so that rings of pieces are the most saturated."""
BAND: Final = 128
"""Rows of pixels that are painted at a time."""
LEAST_PART: Final = 3
"""The fewest pixels of a part of a table on each side."""
SHADOW_REACH: Final = 1.5
"""Inches of the longest shadow."""


def scale_of(field: Battlefield) -> float:
    """Return the pixels per inch at which a table is painted."""
    return float(min(FINEST, (MOST_PIXELS / (field.width * field.height)) ** 0.5))


def tint(text: str) -> Tint:
    """Return a colour "#rrggbb" as shares."""
    return np.array([int(text[at : at + 2], 16) for at in (1, 3, 5)], np.float32) / np.float32(255)


def shares_of(colour: Colour) -> Tint:
    """Return a colour as shares."""
    return np.array(colour, np.float32) / np.float32(255)


def part_of(frame: Frame, bounds: tuple[float, float, float, float]) -> tuple[slice, slice, Frame] | None:
    """Return the rows, the columns, and the frame of what some bounds in inches share with a frame, None if too little.

    Bounds are west, south, east, north.
    """
    west, south, east, north = bounds
    (left, top), (right, bottom) = frame.at(west, north), frame.at(east, south)
    columns = slice(max(0, int(left)), min(frame.width, int(right) + 1))
    rows = slice(max(0, int(top)), min(frame.height, int(bottom) + 1))
    wide, high = columns.stop - columns.start, rows.stop - rows.start
    if wide < LEAST_PART or high < LEAST_PART:
        return None
    corner = frame.west + columns.start / frame.scale, frame.north - rows.start / frame.scale
    return rows, columns, Frame(*corner, frame.scale, wide, high)


@dataclass(frozen=True)
class Patch:
    """The part of a relief around a shape: its rows, its columns, its frame, and how much of each pixel is inside."""

    rows: slice
    columns: slice
    grid: Grid
    frame: Frame
    shape: Polygon
    inside: Shades

    def mask(self, shape: BaseGeometry, soft: float = 0.0) -> Shades:
        """Return the share of every pixel inside another shape, blurred over some inches."""
        return blurred(np.ascontiguousarray(area_mask(shape, self.frame).T), soft * self.frame.scale)

    def shrunk(self, inches: float, soft: float = 0.0) -> Shades:
        """Return the share of every pixel inside the shape drawn in by some inches, blurred over some inches."""
        return self.mask(self.shape.buffer(-inches), soft)


@dataclass(frozen=True)
class Relief:
    """Colours, heights in inches, and gloss of every pixel of a table, to be painted from the ground up.

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
        """Return the relief of a table, or of a part of it, with nothing on it."""
        x = frame.west + (np.arange(frame.width) + 0.5) / frame.scale
        y = frame.north - (np.arange(frame.height) + 0.5) / frame.scale
        shape = frame.height, frame.width
        colour, height, gloss = (np.zeros((*shape, *more), np.float32) for more in ((3,), (), ()))
        return cls(frame, size, Grid(x.astype(np.float32), y.astype(np.float32)), colour, height, gloss)

    def bands(self) -> Iterator[tuple[slice, Relief]]:
        """Yield its rows in bands, each as a relief that shares its pixels: work on small arrays needs less memory."""
        for top in range(0, self.frame.height, BAND):
            rows = slice(top, min(self.frame.height, top + BAND))
            frame = self.frame._replace(north=self.frame.north - top / self.frame.scale, height=rows.stop - top)
            grid = Grid(self.grid.x, self.grid.y[rows])
            yield rows, Relief(frame, self.size, grid, self.colour[rows], self.height[rows], self.gloss[rows])

    def patch(self, shape: Polygon, padding: float = 0.6) -> Patch | None:
        """Return the part around a shape, None if it is off the table or too small to paint."""
        part = part_of(self.frame, shape.buffer(padding).bounds) if not shape.is_empty else None
        if part is None:
            return None
        rows, columns, frame = part
        inside = np.ascontiguousarray(area_mask(shape, frame).T)
        return Patch(rows, columns, Grid(self.grid.x[columns], self.grid.y[rows]), frame, shape, inside)

    def lay(self, patch: Patch | None, mask: Shades, colour: Pixels | Tint) -> None:
        """Cover a patch, or everything, with a colour, as far as a mask says."""
        part = self.colour[patch.rows, patch.columns] if patch is not None else self.colour
        part += (colour - part) * mask[..., None]

    def raise_to(self, patch: Patch, mask: Shades, height: Shades | float) -> None:
        """Replace the height that is there by another, as far as a mask says."""
        part = self.height[patch.rows, patch.columns]
        part += (height - part) * mask

    def lit(self) -> NDArray[np.uint8]:
        """Return the picture, as red, green, and blue by [row, column]."""
        right, down, up = (float(part / np.linalg.norm(LIGHT)) for part in LIGHT)
        flat = float(np.hypot(right, down))
        fall_down, fall_right = np.gradient(self.height * self.frame.scale)
        shadows = self._shadows(right / flat, down / flat, up / flat)
        hollow = blurred(self.height, 0.32 * self.frame.scale)
        picture = np.empty(self.colour.shape, np.uint8)
        for rows, band in self.bands():
            steepness = np.sqrt(fall_right[rows] ** 2 + fall_down[rows] ** 2 + 1)
            facing = up - fall_right[rows] * right - fall_down[rows] * down
            facing = np.clip(facing / steepness, 0, 1.2) / up
            picture[rows] = band._shaded(facing, shadows[rows], hollow[rows])
        return picture

    def _shaded(self, facing: Shades, shadows: Shades, around: Shades) -> NDArray[np.uint8]:
        """Return the picture, if every pixel is `facing` the lamp so far, as flat ground does with 1.

        `around` is the average height around every pixel: what lies lower is darker.
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
        picture += 0.05 * (picture - picture * picture)  # a little contrast
        result: NDArray[np.uint8] = (picture * 255).astype(np.uint8)
        return result

    def _shadows(self, right: float, down: float, steepness: float) -> Shades:
        """Return how deep every pixel is in the shadow of something higher towards the lamp, 0 to 1."""
        step = max(1.0, 0.045 * self.frame.scale)
        highest = min(SHADOW_REACH, float(np.ptp(self.height)) / steepness)
        shadow = np.zeros_like(self.height)
        for number in range(1, int(highest * self.frame.scale / step) + 1):
            away = number * step
            over = shifted(self.height, round(-right * away), round(-down * away))
            over -= self.height + away / self.frame.scale * steepness
            np.maximum(shadow, np.clip(over * 9, 0, 1), out=shadow)
        return blurred(shadow, 0.045 * self.frame.scale)

    def _vignette(self) -> Shades:
        across = (self.grid.x * (2 / self.size[0]) - 1)[None, :]
        down = (1 - self.grid.y * (2 / self.size[1]))[:, None]
        away = (across + 0.08) ** 2 + (down + 0.1) ** 2
        result: Shades = np.clip(1.05 - 0.16 * away**0.9, 0.6, 1.06)
        return result


# --- Materials ------------------------------------------------------------------------------------------------------

Material = Callable[[Relief, Patch, Piece, int], None]
"""Paints one polygon of a terrain piece; the number is a seed."""

JOINT: Final = tint("#565b52")


def stone_colour(base: Tint, stones: Cells, fine: Shades, strength: float = 1.0) -> Pixels:
    """Return the colour of stones: each its own shade, mottled."""
    shade = 0.82 + 0.30 * strength * stones.stone + 0.2 * (fine - 0.5)
    warmth = np.array((0.05, 0.015, -0.025), np.float32) * strength
    return base * shade[..., None] + (stones.stone - 0.5)[..., None] * warmth


def paint_ground(relief: Relief, colour: Colour, paved: float, rest: Callable[[], None]) -> None:
    """Cover the table with earth, grass and, as far as it is `paved` (0 to 1), with flat stones."""
    for _rows, band in relief.bands():
        rest()
        middle, fine = rough(band.grid, 1.6, 21), rough(band.grid, 0.28, 40, 3)
        _paint_earth(band, shares_of(colour) * 0.80, middle, fine)
        _paint_grass(band, shares_of(mix((88, 122, 68), colour, 0.18)), 0.60 - 0.12 * (1 - paved), fine)
        if paved > 0:
            _pave(band, shares_of(colour) * 0.80, paved, middle, fine)


def _greyer(colour: Tint, share: float) -> Tint:
    result: Tint = colour + (np.float32(colour.mean()) - colour) * share
    return result


def _paint_earth(relief: Relief, colour: Tint, middle: Shades, fine: Shades) -> None:
    patches = 1.05 - 0.22 * rising(0.3, 0.7, middle)
    grains = 0.86 + 0.28 * fine
    relief.colour[:] = _greyer(colour, 0.25) * (patches * grains)[..., None]
    height = relief.height
    height += (middle - 0.5) * 0.10 + (fine - 0.5) * 0.035


def _paint_grass(relief: Relief, colour: Tint, rare: float, fine: Shades) -> None:
    """Cover earth with tufts of grass, where noise exceeds `rare`."""
    grid, height = relief.grid, relief.height
    blades = noise(grid, 0.07, 5) * 0.6 + noise(grid, 0.035, 8) * 0.4
    tufts = rising(rare, 0.74, rough(grid, 2.6, 77) * 0.72 + fine * 0.28)
    relief.lay(None, tufts * 0.8, colour * (np.float32(0.72) + np.float32(0.56) * blades)[..., None])
    height += tufts * (blades - 0.3) * 0.05


def _pave(relief: Relief, colour: Tint, paved: float, middle: Shades, fine: Shades) -> None:
    """Cover earth and grass with flat stones, as far as it is `paved` (0 to 1)."""
    stones, height = cells(relief.grid, 0.52, 11, 0.72), relief.height
    whole = rising(0.05, 0.16, stones.gap)
    where = rough(relief.grid, 6, 3) * 0.6 + middle * 0.4
    where = rising(0.38, 0.56, where + (paved - 0.5) + (stones.stone - 0.5) * 0.10)
    relief.lay(None, where * (1 - whole) * 0.5, JOINT)
    setts = _greyer(colour, 0.55) * 1.12
    relief.lay(None, where * whole * 0.95, stone_colour(setts, stones, fine, 0.7))
    height += where * (whole * (0.030 + stones.stone * 0.012) - 0.012)


def _direction(shape: Polygon) -> float:
    """Return the angle of the longest side of a polygon, in radians."""
    corners = shapely.get_coordinates(shape.minimum_rotated_rectangle)
    if len(corners) < 3:
        return 0.0
    sides = np.diff(corners[:3], axis=0)
    longest = sides[int(np.argmax(np.hypot(sides[:, 0], sides[:, 1])))]
    return float(np.arctan2(longest[1], longest[0]))


def flagged(stone: str, length: float = 1.0, width: float = 0.62, lift: float = 0.07) -> Material:
    """Return a floor of flagstones, of which a few are missing."""

    def paint(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
        slabs = bricks(patch.grid, _direction(patch.shape), length, width, seed)
        whole, fine = rising(0.012, 0.045, slabs.gap), rough(patch.grid, 0.22, seed, 3)
        stained = rough(patch.grid, 1.3, seed + 4, 3) - 0.5
        missing = slabs.stone > 0.94
        colour = stone_colour(tint(stone), slabs, fine) * (1 + 0.22 * stained)[..., None]
        earth = tint("#4e5443") * (0.8 + 0.5 * fine)[..., None]
        colour = np.where(missing[..., None], earth, colour)
        relief.lay(patch, patch.inside, colour * (0.55 + 0.45 * whole)[..., None])
        height = lift * patch.shrunk(0.12, 0.1) + whole * 0.03
        height += (slabs.stone - 0.5) * 0.018 - missing * 0.03
        relief.raise_to(patch, patch.inside, height)

    return paint


def stony(stone: str, size: float, hill: float, lift: float = 0.11) -> Material:
    """Return a heap of stones about `size` inches wide, `hill` inches high in the middle."""

    def paint(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
        dome = patch.shrunk(0.25, 0.35)
        large, small = cells(patch.grid, size, seed, 0.95), cells(patch.grid, size * 0.42, seed + 3, 0.95)
        big, fine = large.stone > 0.30, rough(patch.grid, 0.2, seed, 3)
        whole, grit = rising(0.03, 0.22, large.gap), rising(0.03, 0.2, small.gap)
        mixed = Cells(large.gap, np.where(big, large.stone, small.stone * 0.7))
        shade = np.where(big, 0.62 + 0.38 * whole, 0.7 + 0.3 * grit)
        relief.lay(patch, patch.inside, stone_colour(tint(stone), mixed, fine) * shade[..., None])
        stones = np.where(big, whole * (0.05 + lift * large.stone), grit * 0.03)
        relief.raise_to(patch, patch.inside, hill * dome + stones)

    return paint


def leafy(leaf: str, size: float, height: float) -> Material:
    """Return trees or bushes with crowns about `size` inches in radius."""

    def paint(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
        relief.lay(patch, patch.mask(patch.shape, 0.06) * 0.85, tint("#39452c"))
        lumps, leaves = rough(patch.grid, 0.34, seed, 3), noise(patch.grid, 0.06, seed + 2)
        heights = relief.height[patch.rows, patch.columns]
        for x, y, radius, shade in _crowns(patch.shape, size, seed):
            across, down = (patch.grid.x - x) / radius, (patch.grid.y - y) / radius
            columns, rows = (np.flatnonzero(np.abs(part) < 1.35) for part in (across, down))
            if not len(columns) or not len(rows):
                continue
            part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
            lump, leaf_here = lumps[part] - 0.5, leaves[part]
            away = np.hypot(across[None, part[1]], down[part[0], None]) + lump * 0.55
            dome = np.sqrt(np.clip(1 - away * away, 0, 1))
            top = 0.25 + np.float32(height) * np.float32(0.55 + 0.3 * shade) * dome
            top += lump * 0.22 + (leaf_here - 0.5) * 0.07
            over = rising(0.0, 0.1, 1 - away) * (top > heights[part])
            tone = 0.62 + 0.34 * shade + 0.5 * (leaf_here - 0.4) + lump / 4
            sunny = np.array((0.07, 0.05, -0.02), np.float32) * (shade - 0.4)
            crown = replace(patch, rows=_within(patch.rows, part[0]), columns=_within(patch.columns, part[1]))
            relief.lay(crown, over, np.clip(tint(leaf) * tone[..., None] + sunny, 0.03, 1))
            heights[part] += (top - heights[part]) * over

    return paint


def _within(outer: slice, inner: slice) -> slice:
    return slice(outer.start + inner.start, outer.start + inner.stop)


def _crowns(shape: Polygon, size: float, seed: int) -> list[tuple[float, float, float, float]]:
    """Return crowns from the south northwards, so that southern ones lie on top: x, y, radius, and shade, 0 to 1."""
    rng = np.random.default_rng(seed)
    inner = shape.buffer(-size * 0.55)
    room = shape if inner.is_empty else inner
    shapely.prepare(room)
    west, south, east, north = room.bounds
    tries = min(3000, 40 + int(30 * room.area / (size * size)))
    spots = rng.uniform((west, south), (east, north), (tries, 2))
    spots = spots[shapely.contains_xy(room, spots)]
    apart, kept = (size * 0.95) ** 2, np.zeros((0, 2))
    for spot in spots:
        if not len(kept) or (((kept - spot) ** 2).sum(axis=1) > apart).all():
            kept = np.vstack((kept, spot))
    crowns = [(x, y, size * rng.uniform(0.75, 1.12), rng.uniform(0, 1)) for x, y in kept.tolist()]
    return sorted(crowns, key=lambda crown: -crown[1])


def wet(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint water with an earthen bank."""
    depth = patch.shrunk(0.1, 0.28)
    large, small = rough(patch.grid, 0.9, seed, 3), rough(patch.grid, 0.33, seed + 1, 2)
    waves = np.sin(patch.grid.y[:, None] * 9 + large * 9 + patch.grid.x[None, :] * 1.3) / 2 + 0.5
    shallow = tint("#6fa39b")
    colour = shallow + (tint("#35707f") - shallow) * depth[..., None]
    colour = colour * (0.86 + 0.2 * large)[..., None]
    colour += (waves**6 * 0.11 * depth)[..., None]
    relief.lay(patch, patch.inside, colour)
    relief.raise_to(patch, patch.inside, (small - 0.5) * 0.02 - 0.10)
    gloss = relief.gloss[patch.rows, patch.columns]
    np.maximum(gloss, patch.inside * 0.35, out=gloss)
    bank = patch.mask(patch.shape.buffer(0.16).difference(patch.shape.buffer(-0.02)), 0.08) * 0.7
    relief.lay(patch, bank, tint("#6d6748") * (0.7 + small * 0.5)[..., None])


def boggy(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a marsh: pools, moss, and reeds."""
    inside, wide = patch.mask(patch.shape, 0.03), rough(patch.grid, 0.7, seed, 3)
    pools, grain = rising(0.50, 0.60, wide), noise(patch.grid, 0.05, seed)
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
    stalks, wide = noise(patch.grid, 0.05, seed), rough(patch.grid, 1.1, seed + 3, 3)
    crop = rising(0.25, 0.7, rows + (stalks - 0.5) * 0.5)
    gold = tint("#a08a45") * (0.62 + 0.55 * stalks + 0.25 * (wide - 0.5))[..., None]
    soil = tint("#5d5238") * (0.8 + 0.4 * wide)[..., None]
    relief.lay(patch, patch.inside, soil + (gold - soil) * crop[..., None])
    relief.raise_to(patch, patch.inside, crop * (0.10 + stalks * 0.10))


def cratered(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a crater: a raised rim around a scorched hollow."""
    wide, fine = rough(patch.grid, 0.8, seed, 3), rough(patch.grid, 0.2, seed + 2, 3)
    hollow, whole = patch.shrunk(0.45, 0.35), patch.mask(patch.shape, 0.1)
    soil = tint("#6b5a48") * (0.7 + 0.55 * fine)[..., None]
    relief.lay(patch, whole, soil * (1 - 0.42 * hollow)[..., None])
    rim = whole * (1 - hollow)
    relief.raise_to(patch, whole, rim * 0.34 - hollow * 0.22 + (wide - 0.5) * 0.16)


def roofed(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a building: a stall that one can stand on, a pitched roof, or a flat one where it is tall."""
    if not piece.height:
        _stall(relief, patch, seed)
    elif piece.height >= TALL or len(patch.shape.exterior.coords) != 5:
        _flat_roof(relief, patch, seed)
    else:
        _pitched_roof(relief, patch, seed)


STOREY: Final = 2.5
"""Inches from which a ruin has walls all around."""
TALL: Final = 5.5
"""Inches from which a building has a flat roof."""
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
    angle = _direction(patch.shape)
    along, across = patch.grid.turned(angle)
    planks, fine = bricks(patch.grid, angle, 2.4, 0.2, seed), rough(patch.grid, 0.2, seed, 3)
    relief.lay(patch, patch.inside, stone_colour(tint("#7a5a3e"), planks, fine)
               * (0.55 + 0.45 * rising(0.005, 0.03, planks.gap))[..., None])  # fmt: skip
    relief.raise_to(patch, patch.inside, 0.12)
    cloth = patch.mask(patch.shape.buffer(-0.16, join_style="mitre"), 0.012)
    stripes = rising(0.46, 0.54, np.abs((along / 0.56) % 1 - 0.5) * 2)
    dark, light = (tint(each) for each in _CLOTHS[seed % len(_CLOTHS)])
    weave = 0.93 + 0.09 * noise(patch.grid, 0.04, seed + 2) + 0.1 * (fine - 0.5)
    relief.lay(patch, cloth, (dark + (light - dark) * stripes[..., None]) * weave[..., None])
    sagging = np.sin((across - across.min()) * 2.6) * 0.03
    relief.height[patch.rows, patch.columns] += cloth * (0.10 + sagging)


_ROOFS: Final = ("#6f5e50", "#5f656c", "#716c5f", "#745549")


def _flat_roof(relief: Relief, patch: Patch, seed: int) -> None:
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
    rng, room = np.random.default_rng(seed), shape.buffer(-0.7)
    if room.is_empty:
        return []
    west, south, east, north = room.bounds
    spots = rng.uniform((west, south), (east, north), (8, 2))
    spots = spots[shapely.contains_xy(room, spots)][:3]
    turn = float(np.degrees(_direction(shape)))
    return [
        shapely.affinity.rotate(shapely.box(x - wide, y - high, x + wide, y + high), turn)
        for (x, y), (wide, high) in zip(spots.tolist(), rng.uniform(0.14, 0.32, (len(spots), 2)).tolist(), strict=True)
    ]


def _pitched_roof(relief: Relief, patch: Patch, seed: int) -> None:
    angle = _direction(patch.shape)
    along, across = patch.grid.turned(angle)
    corners = np.array(patch.shape.exterior.coords)
    cos, sin = np.cos(angle), np.sin(angle)
    own_along, own_across = corners @ (cos, sin), corners @ (-sin, cos)
    half = float(np.ptp(own_across)) / 2
    to_side = half - np.abs(across - np.float32(own_across.min() + half))
    to_end = float(np.ptp(own_along)) / 2 - np.abs(along - np.float32((own_along.min() + own_along.max()) / 2))
    rise = np.clip(np.minimum(to_side, to_end) / np.float32(max(half, 0.1)), 0, 1)
    up, side = np.where(to_side < to_end, to_side, to_end), np.where(to_side < to_end, along, across)
    course = np.floor(up / 0.22)
    tile_at = side / 0.17 + 0.5 * (course % 2)
    low = up / 0.22 - course
    round_tile = np.abs(tile_at % 1 - 0.5) * 2
    fine = rough(patch.grid, 0.3, seed, 3)
    tone = 0.62 + 0.3 * (1 - round_tile) + 0.14 * low + 0.3 * (fine - 0.5)
    relief.lay(patch, patch.inside, tint("#565c66" if seed % 2 else "#6a5248") * tone[..., None])
    tiles = (1 - round_tile) * 0.05 + (1 - low) * 0.03
    relief.raise_to(patch, patch.inside, 0.35 + rise * 0.75 + tiles)


def walled(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a low wall, drawn as an area."""
    blocks, fine = bricks(patch.grid, _direction(patch.shape), 0.46, 0.24, seed), rough(patch.grid, 0.16, seed, 3)
    whole = rising(0.008, 0.045, blocks.gap)
    relief.lay(patch, patch.inside, stone_colour(tint("#9d9584"), blocks, fine)
               * (0.55 + 0.45 * whole)[..., None])  # fmt: skip
    relief.raise_to(patch, patch.inside, 0.42 + blocks.stone * 0.10 + whole * 0.03)


def road(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint a worn road."""
    fine, wide = rough(patch.grid, 0.16, seed, 3), rough(patch.grid, 1.4, seed + 2)
    cracks = cells(patch.grid, 1.5, seed + 5, 0.9)
    dark = tint("#4d4d49") * (0.80 + 0.25 * fine + 0.25 * (wide - 0.5))[..., None]
    dark *= (0.86 + 0.14 * rising(0.0, 0.03, cracks.gap))[..., None]
    relief.lay(patch, patch.inside, dark)
    relief.raise_to(patch, patch.inside, (fine - 0.5) * 0.02 - 0.03)


def lawn(relief: Relief, patch: Patch, piece: Piece, seed: int) -> None:
    """Paint short grass."""
    inside, blades = patch.mask(patch.shape, 0.12), noise(patch.grid, 0.06, seed)
    wide = rough(patch.grid, 1.2, seed + 1, 3)
    green = tint("#5c7443") * (0.62 + 0.5 * blades + 0.3 * (wide - 0.5))[..., None]
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


def _barricade(relief: Relief, barricade: Barricade, look: str, seed: int) -> None:
    """Paint a wall of blocks along a bent line."""
    patch = relief.patch(barricade.polygon)
    if patch is None:
        return
    x, y = patch.grid.x[None, :], patch.grid.y[:, None]
    along, nearest = np.zeros(patch.grid.shape, np.float32), np.full(patch.grid.shape, 99.0, np.float32)
    aside, start = np.zeros(patch.grid.shape, np.float32), 0.0
    for (from_x, from_y), (to_x, to_y) in zip(barricade.line, barricade.line[1:]):
        length = float(np.hypot(to_x - from_x, to_y - from_y))
        if length <= 0:
            continue
        east, north = np.float32((to_x - from_x) / length), np.float32((to_y - from_y) / length)
        ahead = (x - np.float32(from_x)) * east + (y - np.float32(from_y)) * north
        left = (y - np.float32(from_y)) * east - (x - np.float32(from_x)) * north
        away = np.hypot(np.clip(ahead, 0, length) - ahead, left)
        nearer = away < nearest
        nearest, along, aside = (np.where(nearer, new, old) for new, old in
                                 ((away, nearest), (ahead + start, along), (left, aside)))  # fmt: skip
        start += length
    wooden = look in ("building", "wood", "hedge")
    block = 0.46
    offset = along / block + (aside > 0) * 0.5
    number = np.floor(offset)
    ahead = (offset - number) * block
    gap = np.minimum(np.minimum(ahead, block - ahead), np.abs(aside)).astype(np.float32)
    stones = Cells(gap, random_numbers(number.astype(np.int64), (aside > 0).astype(np.int64), seed))
    fine, whole = rough(patch.grid, 0.16, seed, 3), rising(0.008, 0.045, gap)
    base = tint("#80603f" if wooden else "#8a8378" if barricade.impassable else "#aaa28f")
    colour = stone_colour(base, stones, fine) * (0.52 + 0.48 * whole)[..., None]
    relief.lay(patch, patch.inside, colour)
    tall = 0.85 if barricade.impassable else 0.55
    edge = rising(0.0, 0.05, barricade.width / 2 - nearest)
    height = tall * (0.86 + 0.28 * stones.stone) * (0.75 + 0.25 * edge)
    part = relief.height[patch.rows, patch.columns]
    np.copyto(part, np.maximum(part, patch.inside * (height + whole * 0.03)), where=patch.inside > 0)


def pavedness(ground: Ground) -> float:
    """Return how much of the open ground is paved, 0 to 1: less where it is green, or where there are many woods."""
    (red, green, blue), field = ground.ground, ground.battlefield
    built = sum(piece.look in ("ruin", "building", "wall", "rubble") for piece in field.pieces)
    grown = sum(piece.look in ("wood", "hedge", "marsh", "field") for piece in field.pieces)
    share = built / max(1, built + grown)
    return float(np.clip(0.16 + 0.34 * share - 0.02 * max(0, green - max(red, blue)), 0.0, 0.7))


def frame_of_table(field: Battlefield) -> Frame:
    """Return the pixels of a whole painted table."""
    scale = scale_of(field)
    return Frame(0.0, field.height, scale, max(2, round(field.width * scale)), max(2, round(field.height * scale)))


def painted(
    ground: Ground, paved: float, frame: Frame | None = None, rest: Callable[[], None] = lambda: None
) -> NDArray[np.uint8]:
    """Return the picture of a table without its rim, or of a part of it, as red, green, and blue by [row, column].

    As much of the open ground is `paved`, 0 to 1. `rest` is called between the steps of the work. All textures are
    fixed to the table, so that a part fits the whole.
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
    for piece in field.pieces:
        for number, barricade in enumerate(() if piece.decoration else piece.barricades):
            _barricade(relief, barricade, piece.look, zlib.crc32(f"{piece.id} {number} wall".encode()) % 9973)
    rest()
    return _outlined(relief.lit(), field, relief.frame)


def _outlined(picture: NDArray[np.uint8], field: Battlefield, frame: Frame) -> NDArray[np.uint8]:
    """Return the picture with the outlines of area terrain: dark, with a light line."""
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

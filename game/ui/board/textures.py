"""Textures fixed to the table: noise, stones and bricks, as arrays of single precision by row and column."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

Shades = NDArray[np.float32]
"""A number for each pixel, by row and column."""
Numbers = NDArray[np.int64] | NDArray[np.int32]

_PRIMES: Final = (np.uint32(374761393), np.uint32(668265263), np.uint32(1274126177))
BLUR_STEPS: Final = 255
OCTAVES: Final = 4
FADING: Final = 0.55
"""The strength of an octave of noise, as a part of the octave before it."""


class Grid(NamedTuple):
    """The pixels of a part of the table: the inches of each column from the west, and of each row from the south."""

    x: Shades
    y: Shades

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.y), len(self.x)

    def turned(self, angle: float) -> tuple[Shades, Shades]:
        """Return the coordinates of each pixel in inches, along axes turned counter-clockwise by radians."""
        cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
        x, y = self.x[None, :], self.y[:, None]
        return x * cos + y * sin, y * cos - x * sin


class Cells(NamedTuple):
    """Stones: for each pixel, the distance to the nearest gap, and a random number of its stone from 0 to 1."""

    gap: Shades
    stone: Shades


def random_numbers(across: Numbers, up: Numbers, seed: int) -> Shades:
    """Return a random number from 0 to 1 for each pair of integers; the same pair always gets the same number."""
    with np.errstate(over="ignore"):
        # a hash: multiply by large primes, add, shift and xor
        mixed = across.astype(np.uint32) * _PRIMES[0] + up.astype(np.uint32) * _PRIMES[1]
        mixed = mixed + np.uint32(seed * 2654435761 & 0xFFFFFFFF)
        mixed = (mixed ^ (mixed >> np.uint32(13))) * _PRIMES[2]
    mixed ^= mixed >> np.uint32(16)
    numbers: Shades = (mixed & np.uint32(0xFFFFFF)).astype(np.float32) / 0xFFFFFF
    return numbers


def noise(grid: Grid, size: float, seed: int) -> Shades:
    """Return smooth noise from about 0 to 1, with a random value every `size` inches."""
    x, y = grid.x / size, grid.y / size
    left, bottom = int(np.floor(x.min())) - 1, int(np.floor(y.min())) - 1
    columns, rows = np.meshgrid(np.arange(left, int(x.max()) + 4), np.arange(bottom, int(y.max()) + 4))
    knots = random_numbers(columns, rows, seed)
    along_x = _interpolated(np.ascontiguousarray(knots.T), x - left)
    return _interpolated(np.ascontiguousarray(along_x.T), y - bottom)


def _interpolated(knots: Shades, rows_wanted: Shades) -> Shades:
    """Return values at fractional rows, by a cubic curve through the four rows around each."""
    row = np.floor(rows_wanted).astype(np.intp)
    t = (rows_wanted - row)[:, None]
    weights = (
        ((2 - t) * t - 1) * t / 2,
        ((3 * t - 5) * t * t + 2) / 2,
        ((4 - 3 * t) * t + 1) * t / 2,
        (t - 1) * t * t / 2,
    )
    total = np.zeros((len(rows_wanted), knots.shape[1]), np.float32)
    for step, weight in enumerate(weights):
        total += knots[row + step - 1] * weight.astype(np.float32)
    return total


def rough(grid: Grid, size: float, seed: int, octaves: int = OCTAVES) -> Shades:
    """Return noise of several sizes from about 0 to 1; each size is half the one before, and at least two pixels."""
    pixel = abs(float(grid.x[1] - grid.x[0])) if len(grid.x) > 1 else size
    total, strength, strengths = noise(grid, size, seed), 1.0, 1.0
    for octave in range(1, octaves):
        if size / 2**octave < 2 * pixel:
            break
        strength *= FADING
        strengths += strength
        total = total + strength * noise(grid, size / 2**octave, seed + octave * 17)
    return total / strengths


def cells(grid: Grid, size: float, seed: int, jitter: float = 0.8) -> Cells:
    """Return irregular stones about `size` inches wide; `jitter`, from 0 to 1, is their irregularity."""
    x, y = grid.x / size, grid.y / size
    column, row = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    left, bottom = int(column.min()) - 1, int(row.min()) - 1
    knot_columns, knot_rows = np.meshgrid(np.arange(left, int(column.max()) + 2), np.arange(bottom, int(row.max()) + 2))
    middle_x = knot_columns + 0.5 + jitter * (random_numbers(knot_columns, knot_rows, seed) - 0.5)
    middle_y = knot_rows + 0.5 + jitter * (random_numbers(knot_columns, knot_rows, seed + 9) - 0.5)
    middle_x, middle_y = middle_x.astype(np.float32), middle_y.astype(np.float32)
    stones = random_numbers(knot_columns, knot_rows, seed + 5)
    nearest = np.full(grid.shape, 9.0, np.float32)
    second, stone = nearest.copy(), np.zeros(grid.shape, np.float32)
    # the nearest two stone centres are among those of the nine squares around a pixel
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            neighbours = np.ix_(row - bottom + down, column - left + right)
            squared_distance = (x[None, :] - middle_x[neighbours]) ** 2
            squared_distance += (y[:, None] - middle_y[neighbours]) ** 2
            nearer = squared_distance < nearest
            np.minimum(second, np.where(nearer, nearest, squared_distance), out=second)
            np.copyto(stone, stones[neighbours], where=nearer)
            np.minimum(nearest, squared_distance, out=nearest)
    return Cells(np.sqrt(second) - np.sqrt(nearest), stone)


def bricks(grid: Grid, angle: float, length: float, width: float, seed: int) -> Cells:
    """Return courses of bricks along an angle in radians, each shifted by half a brick. Gaps are in inches."""
    lengthwise, crosswise = grid.turned(angle)
    course = np.floor(crosswise / width)
    offset = lengthwise / length + 0.5 * (course % 2)
    brick = np.floor(offset)
    place_along, place_across = (offset - brick) * length, crosswise - course * width
    gap = np.minimum(np.minimum(place_along, length - place_along), np.minimum(place_across, width - place_across))
    return Cells(gap.astype(np.float32), random_numbers(brick.astype(np.int64), course.astype(np.int64), seed))


def rising(low: float, high: float, values: Shades) -> Shades:
    """Return 0 below `low`, 1 above `high`, and a smooth rise between them."""
    fraction = np.clip((values - low) / (high - low), 0, 1)
    result: Shades = fraction * fraction * (3 - 2 * fraction)
    return result


def blurred(values: Shades, pixels: float) -> Shades:
    """Return values blurred over a number of pixels, in steps of 1/255 of their range."""
    if pixels < 0.5:
        return values
    low, high = float(values.min()), float(values.max())
    span = max(high - low, 1e-6)
    grey = Image.fromarray(((values - low) * (BLUR_STEPS / span)).astype(np.uint8))
    soft = np.asarray(grey.filter(ImageFilter.GaussianBlur(pixels)), np.float32)
    return soft * (span / BLUR_STEPS) + low


def shifted(values: Shades, right: int, down: int) -> Shades:
    """Return values moved by whole pixels; pixels without an old value are 0."""
    rows, columns = values.shape
    result = np.zeros_like(values)
    goal = slice(max(0, down), rows + min(0, down)), slice(max(0, right), columns + min(0, right))
    source = slice(max(0, -down), rows + min(0, -down)), slice(max(0, -right), columns + min(0, -right))
    result[goal] = values[source]
    return result

"""Draw the covers of the rulebooks, original pictures that the menu shows: `python tools/covers.py [NAME…]`.

Each is painted from nothing but gradients, random ridges, polygons and the program's own sigils, at four times its
size, and stored in `assets/covers/`.
"""

from __future__ import annotations

import io
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "assets" / "covers"
SIZE: Final = (420, 560)
LARGE: Final = 3
"""Covers are painted this many times larger and shrunk."""
WIDE, HIGH = SIZE[0] * LARGE, SIZE[1] * LARGE
Spot = tuple[float, float]


def tint(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#rrggbb"."""
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def sky(stops: Sequence[tuple[float, str]], seed: int, grain: float = 5.0) -> Image.Image:
    """Return a gradient from top to bottom through colours at shares of the height, with a fine grain."""
    heights, down = [share for share, _colour in stops], np.linspace(0, 1, HIGH)
    bands = [np.interp(down, heights, [tint(colour)[band] for _share, colour in stops]) for band in range(3)]
    noise = np.random.default_rng(seed).normal(0, grain, (HIGH // 2, WIDE // 2)).repeat(2, 0).repeat(2, 1)
    pixels = np.stack(bands, -1)[:, None, :] + noise[:, :, None]
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def ridge(base: float, swing: float, seed: int) -> NDArray[np.float64]:
    """Return the ridge of hills by columns, in pixels from the top; `base` and `swing` are shares of the height."""
    rng, across = np.random.default_rng(seed), np.linspace(0, 1, WIDE)
    line = np.full(WIDE, base)
    for octave in range(7):
        knots = 3 * 2**octave
        line += swing * 0.52**octave * np.interp(across * knots, np.arange(knots + 2), rng.uniform(-1, 1, knots + 2))
    return line * HIGH


def hills(picture: Image.Image, line: NDArray[np.float64], colour: str, fade: float = 0.0) -> None:
    """Paint hills; with `fade` they dissolve in mist within that share of the height below their ridge."""
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).polygon([(0, HIGH), *((x, y) for x, y in enumerate(line)), (WIDE, HIGH)], fill=255)
    if fade:
        down = (np.arange(HIGH)[:, None] - line[None, :]) / (fade * HIGH)
        mask = Image.fromarray((np.asarray(mask) * np.clip(1 - down, 0.15, 1)).astype(np.uint8))
    picture.paste(Image.new("RGB", picture.size, tint(colour)), (0, 0), mask)


def shape(picture: Image.Image, corners: Sequence[Spot], colour: str) -> None:
    """Paint a polygon whose corners are shares of the width and of the height."""
    ImageDraw.Draw(picture).polygon([(x * WIDE, y * HIGH) for x, y in corners], fill=tint(colour))


def box(picture: Image.Image, left: float, top: float, right: float, bottom: float, colour: str) -> None:
    """Paint a rectangle by shares of the width and of the height."""
    shape(picture, [(left, top), (right, top), (right, bottom), (left, bottom)], colour)


def stroke(picture: Image.Image, line: Sequence[Spot], colour: str, width: float) -> None:
    """Paint a line whose `width` is a share of the width."""
    spots = [(x * WIDE, y * HIGH) for x, y in line]
    ImageDraw.Draw(picture).line(spots, fill=tint(colour), width=max(1, round(width * WIDE)), joint="curve")


def glow(picture: Image.Image, line: Sequence[Spot], colour: str, width: float, soft: float) -> None:
    """Paint a line of light that fades softly; `width` and `soft` are shares of the width."""
    mask = Image.new("L", picture.size, 0)
    spots = [(x * WIDE, y * HIGH) for x, y in line]
    ImageDraw.Draw(mask).line(spots, fill=255, width=round(width * WIDE), joint="curve")
    mask = mask.resize((WIDE // 4, HIGH // 4)).filter(ImageFilter.GaussianBlur(soft * WIDE / 4)).resize(picture.size)
    picture.paste(Image.new("RGB", picture.size, tint(colour)), (0, 0), mask)


def halo(picture: Image.Image, middle: Spot, radius: float, colour: str, strength: int) -> None:
    """Paint a round glow; `radius` is a share of the width."""
    mask = Image.new("L", (WIDE // 4, HIGH // 4), 0)
    x, y, r = middle[0] * WIDE / 4, middle[1] * HIGH / 4, radius * WIDE / 4
    ImageDraw.Draw(mask).ellipse((x - r, y - r, x + r, y + r), fill=strength)
    mask = mask.filter(ImageFilter.GaussianBlur(r * 0.3)).resize(picture.size)
    picture.paste(Image.new("RGB", picture.size, tint(colour)), (0, 0), mask)


def figure(picture: Image.Image, x: float, ground: float, high: float, colour: str, *, staff: float = 0.0) -> None:
    """Paint somebody in a cloak who stands on the ground, with a staff that leans so far."""
    wide = high * HIGH / WIDE
    cloak = [(-0.26, 0), (-0.2, -0.4), (-0.12, -0.76), (0.12, -0.76), (0.2, -0.4), (0.3, 0)]
    shape(picture, [(x + dx * wide, ground + dy * high) for dx, dy in cloak], colour)
    r = 0.13 * high * HIGH
    head = x * WIDE, (ground - 0.86 * high) * HIGH
    ImageDraw.Draw(picture).ellipse((head[0] - r, head[1] - r, head[0] + r, head[1] + r), fill=tint(colour))
    if staff:
        stroke(picture, [(x + 0.26 * wide, ground), (x + (0.26 + staff) * wide, ground - 1.4 * high)], colour, 0.012)


def charge(name: str, size: int) -> Image.Image:
    """Return the mask of a sigil."""
    drawn = pygame.image.load_sized_svg(str(ROOT / "assets" / "sigils" / f"{name}.svg"), (size, size))
    whole = Image.frombytes("RGBA", drawn.get_size(), pygame.image.tobytes(drawn, "RGBA"))
    return ImageChops.multiply(whole.getchannel("A"), whole.getchannel("R"))


def stamp(picture: Image.Image, name: str, middle: Spot, wide: float, colour: str) -> None:
    """Paint a sigil; `wide` is a share of the width."""
    mask = charge(name, round(wide * WIDE))
    place = round(middle[0] * WIDE - mask.width / 2), round(middle[1] * HIGH - mask.height / 2)
    picture.paste(Image.new("RGB", mask.size, tint(colour)), place, mask)


def godbreakers() -> Image.Image:
    """A god's disc broken in two above five who watch it fall."""
    picture = sky(((0, "#0d1834"), (0.34, "#3a295c"), (0.58, "#a8433f"), (0.74, "#ee9c4e"), (1, "#f6cf86")), 1)
    middle, radius = (0.52, 0.37), 0.31
    for share, strength in ((1.9, 34), (1.5, 46), (1.2, 60)):
        halo(picture, middle, radius * share, "#ffd08a", strength)
    crack = [(-0.22, -1.3), (-0.02, -0.62), (-0.2, -0.36), (0.12, -0.02), (-0.08, 0.22), (0.18, 0.6), (0.06, 1.3)]
    light = Image.linear_gradient("L").resize(picture.size)
    flame = Image.composite(
        Image.new("RGB", picture.size, tint("#ffb25e")), Image.new("RGB", picture.size, tint("#fff4d2")), light
    )
    for side, (aside, down) in ((-1, (-0.08, 0.1)), (1, (0.08, -0.06))):
        x, y, r = (middle[0] + aside * radius) * WIDE, middle[1] * HIGH + down * radius * WIDE, radius * WIDE
        half, disc = Image.new("L", picture.size, 0), Image.new("L", picture.size, 0)
        ImageDraw.Draw(disc).ellipse((x - r, y - r, x + r, y + r), fill=255)
        edge = [*crack, (side * 3, 1.3), (side * 3, -1.3)]
        ImageDraw.Draw(half).polygon([(x + dx * r, y + dy * r) for dx, dy in edge], fill=255)
        picture.paste(flame, (0, 0), ImageChops.multiply(disc, half))
    draw = ImageDraw.Draw(picture)
    for dx, dy, size in (
        (-0.8, -1.06, 0.1),
        (0.98, 0.74, 0.07),
        (1.16, 0.28, 0.05),
        (-1.14, 0.52, 0.06),
        (0.3, -1.26, 0.05),
    ):
        spot = middle[0] * WIDE + dx * radius * WIDE, middle[1] * HIGH + dy * radius * WIDE
        draw.regular_polygon((*spot, size * radius * WIDE), 5, rotation=round(dx * 90), fill=tint("#ffe2a6"))
    hills(picture, ridge(0.68, 0.06, 2), "#7a3350")
    hills(picture, ridge(0.77, 0.05, 5), "#432348")
    for place, (x, high) in enumerate(((0.19, 0.1), (0.31, 0.13), (0.44, 0.11), (0.62, 0.14), (0.77, 0.1))):
        figure(picture, x, 0.9, high, "#120d22", staff=(0.12, 0.04)[place % 2])
    hills(picture, ridge(0.875, 0.015, 9), "#120d22")
    return picture


def bushido() -> Image.Image:
    """A red sun behind a gate in misty mountains, and one who waits there."""
    picture = sky(((0, "#d6c9aa"), (0.5, "#ecdec2"), (1, "#c8b995")), 2, 4)
    ImageDraw.Draw(picture).ellipse(
        (0.34 * WIDE, 0.1 * HIGH, 0.92 * WIDE, 0.1 * HIGH + 0.58 * WIDE), fill=tint("#bf3527")
    )
    for seed, (base, colour) in enumerate(((0.55, "#a9a893"), (0.65, "#7f8a80"), (0.76, "#4d5f5c")), 20):
        hills(picture, ridge(base, 0.07, seed), colour, 0.36)
    dark, left, right, top = "#1b2224", 0.14, 0.62, 0.56
    for x in (left + 0.07, right - 0.07):
        shape(picture, [(x - 0.022, top), (x + 0.022, top), (x + 0.03, 0.92), (x - 0.03, 0.92)], dark)
    middle = (left + right) / 2
    beam = [
        (left - 0.06, -0.05),
        (middle, -0.025),
        (right + 0.06, -0.05),
        (right + 0.035, 0.004),
        (left - 0.035, 0.004),
    ]
    shape(picture, [(x, top + y) for x, y in beam], dark)
    box(picture, left, top + 0.045, right, top + 0.066, dark)
    box(picture, middle - 0.02, top, middle + 0.02, top + 0.05, dark)
    figure(picture, 0.81, 0.905, 0.17, dark)
    hat = [(0.735, 0.775), (0.81, 0.73), (0.885, 0.775)]
    shape(picture, hat, dark)
    stroke(picture, [(0.73, 0.8), (0.92, 0.86)], dark, 0.014)
    hills(picture, ridge(0.905, 0.012, 40), dark)
    branch = [(1.02, 0.06), (0.84, 0.1), (0.7, 0.085), (0.56, 0.12)]
    stroke(picture, branch, dark, 0.024)
    rng = np.random.default_rng(3)
    for share, aside in zip(rng.random(60), rng.uniform(-0.022, 0.03, 60)):
        x, y = 0.56 + 0.46 * share, 0.115 - 0.04 * share + aside
        for number in range(5):
            turn = math.radians(-150 + number * 30 + rng.uniform(-8, 8))
            tip = x + 0.055 * math.cos(turn), y + 0.055 * math.sin(turn) * WIDE / HIGH
            stroke(picture, [(x, y), tip], "#22372f", 0.006)
    return picture


def aos4() -> Image.Image:
    """Lightning strikes behind an army with its banners."""
    picture = sky(((0, "#06111c"), (0.4, "#12384a"), (0.64, "#2f7d7d"), (0.8, "#a9d8b8"), (1, "#6f9a8a")), 4)
    rng, clouds = np.random.default_rng(4), np.zeros((HIGH, WIDE), np.float32)
    for octave in range(5):
        small = Image.fromarray(rng.random((4 * 2**octave, 3 * 2**octave)).astype(np.float32))
        clouds += np.float32(0.6**octave) * np.asarray(small.resize((WIDE, HIGH), Image.Resampling.BICUBIC))
    clouds = (clouds - clouds.min()) / (clouds.max() - clouds.min())
    thick = np.clip((clouds - 0.45) * 2.2, 0, 0.85) * np.clip(1 - np.arange(HIGH)[:, None] / (HIGH * 0.6), 0, 1)
    mask = Image.fromarray((thick * 255).astype(np.uint8))
    picture.paste(Image.new("RGB", picture.size, tint("#081520")), (0, 0), mask)
    bolt = [(0.64, -0.02), (0.55, 0.14), (0.64, 0.18), (0.51, 0.35), (0.59, 0.385), (0.47, 0.66)]
    twig = [(0.575, 0.28), (0.71, 0.4), (0.69, 0.49)]
    glow(picture, bolt, "#8ff0ff", 0.09, 0.05)
    stroke(picture, bolt, "#f2ffff", 0.024)
    stroke(picture, twig, "#d5f8ff", 0.012)
    hills(picture, ridge(0.72, 0.04, 31), "#1f5558")
    hills(picture, ridge(0.81, 0.02, 33), "#0f3036")
    dark = "#071820"
    for place in range(30):
        x, ground, high = (place + 0.5) / 30, 0.885 + 0.01 * math.sin(place * 1.7), 0.045
        figure(picture, x, ground, high, dark, staff=0.001)
    for x, sigil, colour, back in (
        (0.17, "hammer", "#ecd9a0", "#8a2f24"),
        (0.44, "moon", "#ecd9a0", "#2c5560"),
        (0.8, "hammer", "#ecd9a0", "#8a2f24"),
    ):
        stroke(picture, [(x, 0.9), (x, 0.6)], dark, 0.014)
        box(picture, x - 0.075, 0.615, x + 0.075, 0.622, dark)
        cloth = [(-0.065, 0.622), (0.065, 0.622), (0.062, 0.75), (0, 0.73), (-0.062, 0.75)]
        shape(picture, [(x + dx, y) for dx, y in cloth], back)
        if (ROOT / "assets" / "sigils" / f"{sigil}.svg").exists():
            stamp(picture, sigil, (x, 0.675), 0.09, colour)
    hills(picture, ridge(0.9, 0.008, 35), "#051218")
    return picture


def dropzone() -> Image.Image:
    """A dropship with searchlights over a dark city at dusk."""
    picture = sky(((0, "#141f38"), (0.4, "#403f63"), (0.66, "#a5606a"), (0.8, "#e89a5c"), (1, "#f4cd90")), 6)
    halo(picture, (0.3, 0.72), 0.26, "#ffdca0", 90)
    rng = np.random.default_rng(12)
    for depth, (colour, lit, tall) in enumerate(
        (("#5b4664", "", 0.34), ("#332c48", "#d99a62", 0.46), ("#141a28", "#f0c070", 0.4))
    ):
        x = -0.04
        while x < 1.02:
            wide, high = rng.uniform(0.09, 0.17), tall * rng.uniform(0.45, 1.0) * (0.72 if 0.3 < x < 0.62 else 1.0)
            top = 0.96 - high
            box(picture, x, top, x + wide, 1.0, colour)
            if rng.random() < 0.5:
                stroke(picture, [(x + wide * 0.7, top), (x + wide * 0.7, top - 0.05)], colour, 0.008)
            for row in range(int(high / 0.028)) if lit else ():
                for column in range(int(wide / 0.03)):
                    if rng.random() < (0.2, 0.2, 0.3)[depth]:
                        left, above = x + 0.012 + column * 0.03, top + 0.016 + row * 0.028
                        box(picture, left, above, left + 0.012, above + 0.011, lit)
            x += wide + rng.uniform(-0.01, 0.02)
    for tip, spread in (((0.3, 1.12), 0.11), ((0.8, 1.12), 0.1)):
        beam = Image.new("L", picture.size, 0)
        start = 0.56, 0.26
        corners = [start, (tip[0] - spread, tip[1]), (tip[0] + spread, tip[1])]
        ImageDraw.Draw(beam).polygon([(x * WIDE, y * HIGH) for x, y in corners], fill=66)
        beam = beam.filter(ImageFilter.GaussianBlur(6))
        picture.paste(Image.new("RGB", picture.size, tint("#fff2c8")), (0, 0), beam)
    dark = "#0a0f1a"
    hull = [(0.2, 0.2), (0.3, 0.155), (0.62, 0.13), (0.8, 0.165), (0.9, 0.2), (0.8, 0.235), (0.66, 0.255), (0.34, 0.26)]
    shape(picture, hull, dark)
    for wing in (
        [(0.36, 0.16), (0.3, 0.08), (0.4, 0.08), (0.5, 0.15)],
        [(0.4, 0.25), (0.33, 0.3), (0.46, 0.31), (0.6, 0.25)],
    ):
        shape(picture, wing, dark)
    shape(picture, [(0.72, 0.165), (0.81, 0.178), (0.86, 0.195), (0.74, 0.195)], "#ffd98a")
    for x in (0.35, 0.45, 0.55):
        box(picture, x, 0.2, x + 0.045, 0.212, "#e0a050")
    glow(picture, [(0.13, 0.2), (0.19, 0.2)], "#9fe8ff", 0.05, 0.02)
    stroke(picture, [(0.14, 0.2), (0.2, 0.2)], "#e8fbff", 0.02)
    return picture


COVERS: Final[dict[str, Callable[[], Image.Image]]] = {
    each.__name__: each for each in (godbreakers, bushido, aos4, dropzone)
}
"""The painters by the name of their rulebook."""


def main(names: Sequence[str]) -> None:
    """Paint some covers, by default all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or COVERS:
        content = io.BytesIO()
        COVERS[name]().resize(SIZE, Image.Resampling.LANCZOS).save(content, "JPEG", quality=84, optimize=True)
        (FOLDER / f"{name}.jpg").write_bytes(content.getvalue())
        print(name, len(content.getvalue()))


if __name__ == "__main__":
    main(sys.argv[1:])

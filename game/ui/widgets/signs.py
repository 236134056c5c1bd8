"""Small pictures: icons from files, dice in a row, and signs that differ by shape and not only by colour."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pygame

from game.engine.core.options import DicePool, Stock
from game.resources import resource
from game.ui.widgets.text import blit_at, ink
from game.ui.widgets.theme import BAD, GOOD, INK, LAMP, PAPER, SHADOW, SLATE, Colour, Theme

FALLBACKS: Final = ("die", "marker", "title", "token", "trait")
"""Families with a plain icon for members without one of their own."""


@lru_cache(maxsize=200)
def icon_file(name: str) -> Path:
    """Return the file of an icon or else of its family; without either, a file that does not exist."""
    family = name.partition("-")[0]
    existing = next(
        (candidate for candidate in (name, family) if has_icon(candidate) and candidate in (name, *FALLBACKS)), ""
    )
    return resource(f"assets/icons/{existing}.svg")


@cache
def _icons_of_kinds() -> dict[str, str]:
    """Return the icons of answers and rows by their keys, from the file that lists them."""
    try:
        icons: dict[str, str] = json.loads((resource("assets/icons") / "kinds.json").read_text(encoding="utf-8"))
    except OSError:
        return {}
    return icons


@lru_cache(maxsize=2000)
def icon_of(kind: str) -> str:
    """Return the name of the icon for the key of an answer or a row, or "" if there is none.

    A piece may stand before or after the kind of answer in a key: "move", "run ann.pikes", "bell-warden walk",
    "take:bob.scouts", "level-2".
    """
    icons, key = _icons_of_kinds(), kind.removeprefix("shortcut:")
    parts = [re.sub(r"-\d+$", "", part) for part in re.split(r"[ :|/]", key)]
    return next((icons[candidate] for candidate in (key, parts[0], parts[-1]) if candidate in icons), "")


def has_icon(name: str) -> bool:
    """Return whether a name such as "trait-ranged" or "engaged" has an icon of its own."""
    return (resource("assets/icons") / f"{name}.svg").is_file()


@lru_cache(maxsize=800)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return an icon `size` pixels wide, in `colour` instead of white; shared, so do not modify it.

    A name without an icon gets the icon of its family ("trait-…" that of "trait"), else a plain disc.
    """
    side = max(2, size)
    try:
        picture = pygame.image.load_sized_svg(str(icon_file(name)), (side, side))
    except (OSError, pygame.error):
        picture = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        pygame.draw.circle(picture, "white", (side / 2, side / 2), side * 0.4)
    picture.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def stamp(canvas: pygame.Surface, name: str, x: float, y: float, size: float, colour: Colour) -> None:
    """Draw an icon, `size` pixels wide, with its middle at (x, y)."""
    blit_at(canvas, icon(name, round(size), colour), center=(round(x), round(y)))


COLOURS: Final[Mapping[str, Colour]] = {"attack": (216, 84, 66), "defence": (98, 152, 214)}
"""The colours of dice by the names that rulebooks give them."""
OTHER: Final[Colour] = (190, 186, 176)
SIZE, GAP = 1.75, 0.375
"""Width of a die and of the gap after it, in units of the theme."""


def pips_width(theme: Theme, dice: DicePool) -> int:
    """Return the width of a row of dice in pixels."""
    return sum(count for _colour, count in dice) * theme.px(SIZE + GAP)


def draw_pips(target: pygame.Surface, theme: Theme, dice: DicePool, left: int, middle: int) -> int:
    """Draw a row of dice from a left edge; return the x after the last; attack dice are square, defence dice round."""
    size = theme.px(SIZE)
    for colour, count in dice:
        picture = _die(colour, size)
        for _number in range(count):
            target.blit(picture, (left, middle - size // 2))
            left += theme.px(SIZE + GAP)
    return left


COIN: Final = 1.75
"""The size of a sign of a price, in units of the theme."""
MOST_COINS: Final = 3
"""The most signs of a price that are drawn one by one."""


def _coins(price: tuple[Stock, ...]) -> Iterator[tuple[str, str]]:
    """Yield the signs of a price, each with the number to write beside it or ""."""
    for name, number, _text in price:
        if number is not None and number <= MOST_COINS:
            yield from [(name, "")] * number
        else:
            yield name, str(number)


def price_width(theme: Theme, price: tuple[Stock, ...]) -> int:
    """Return the width of the signs of a price in pixels, with the gap before them."""
    width = sum(theme.px(COIN) + theme.font("small", "bold").size(number)[0] for _name, number in _coins(price))
    return width + theme.px(0.5) if price else 0


def draw_price(
    target: pygame.Surface, theme: Theme, price: tuple[Stock, ...], left: int, middle: int, colour: Colour = LAMP
) -> None:
    """Draw the signs of a price from a left edge: one for each unit, or a single one with the number."""
    left += theme.px(0.5)
    for name, number in _coins(price):
        blit_at(target, icon(name, theme.px(COIN) - 1, colour), midleft=(left, middle))
        left += theme.px(COIN)
        if number:
            left = blit_at(target, ink(theme, number, "small", "bold", colour), midleft=(left, middle)).right


@lru_cache(maxsize=32)
def _die(colour: str, size: int) -> pygame.Surface:
    """Return the picture of a die, painted large and scaled down; shared, so do not modify it."""
    factor = 4
    side = size * factor
    canvas = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    box = canvas.get_rect().inflate(-factor, -factor)
    fill = COLOURS.get(colour, OTHER)
    if colour == "defence":
        pygame.draw.circle(canvas, SHADOW, box.center, box.width // 2)
        pygame.draw.circle(canvas, fill, box.center, box.width // 2 - factor)
        pygame.draw.circle(canvas, PAPER, box.center, box.width // 5)
    else:
        pygame.draw.rect(canvas, SHADOW, box, border_radius=factor)
        pygame.draw.rect(canvas, fill, box.inflate(-2 * factor, -2 * factor), border_radius=factor)
        for direction in (-1, 1):
            spot = box.centerx + direction * box.width // 5, box.centery - direction * box.width // 5
            pygame.draw.circle(canvas, PAPER, spot, box.width // 9)
    return pygame.transform.smoothscale(canvas, (size, size))


SIGN_COLOURS: Final[dict[str, Colour]] = {"diamond": LAMP, "flag": INK, "star": GOOD}
"""The colours of signs other than warnings."""


def sign(target: pygame.Surface, kind: str, middle: tuple[int, int], size: int) -> None:
    """Draw a "cross", "diamond", "star", "flag" or "warning", which differ in shape and colour."""
    x, y = middle
    colour = SIGN_COLOURS.get(kind, BAD)
    if kind == "cross":
        pygame.draw.line(target, colour, (x - size, y - size), (x + size, y + size), 2)
        pygame.draw.line(target, colour, (x - size, y + size), (x + size, y - size), 2)
    elif kind == "diamond":
        pygame.draw.polygon(target, colour, [(x, y - size), (x + size, y), (x, y + size), (x - size, y)])
    elif kind == "star":
        pygame.draw.polygon(target, colour, [(x, y - size), (x + size, y), (x - size, y)])
        pygame.draw.rect(target, colour, (x - size // 3, y, max(2, 2 * size // 3), size))
    elif kind == "flag":
        pygame.draw.line(target, colour, (x, y), (x, y - 2 * size), 2)
        pygame.draw.polygon(target, colour, [(x, y - 2 * size), (x + size, y - 1.5 * size), (x, y - size)])
    else:
        pygame.draw.polygon(target, colour, [(x, y - 2 * size), (x + size, y), (x - size, y)])
        pygame.draw.line(target, SLATE, (x, y - 1.4 * size), (x, y - 0.6 * size), 2)
        pygame.draw.circle(target, SLATE, (x, round(y - 0.25 * size)), 1)


def player_sign(target: pygame.Surface, place: int, middle: tuple[float, float], size: int, colour: Colour) -> None:
    """Draw the sign of the player with an index: a disc, a square, a diamond or a triangle."""
    x, y = round(middle[0]), round(middle[1])
    shapes = (
        (),
        ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
        ((0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)),
        ((0.0, -1.0), (1.0, 0.85), (-1.0, 0.85)),
    )
    corners = [(x + dx * size, y + dy * size) for dx, dy in shapes[place % len(shapes)]]
    if corners:
        pygame.draw.polygon(target, colour, corners)
    else:
        pygame.draw.circle(target, colour, (x, y), size)


def dashed(target: pygame.Surface, place: int, line: list[tuple[float, float]], width: int, colour: Colour) -> None:
    """Draw the line of the player with an index through points: solid, or in dashes of the player's pattern."""
    pattern = ((1, 0), (7, 5), (2, 4), (11, 4, 2, 4))[place % 4]
    if place % 4 == 0:
        pygame.draw.lines(target, colour, False, line, width)
        return
    unit, phase_start = max(1.0, width / 2), 0.0
    bounds = [sum(pattern[: part + 1]) * unit for part in range(len(pattern))]
    for start, end in pairwise(line):
        start_spot, end_spot = pygame.Vector2(start), pygame.Vector2(end)
        length, walked = start_spot.distance_to(end_spot), 0.0
        # The pattern continues over the bends: odd parts of it are gaps.
        while walked < length:
            phase = phase_start % bounds[-1]
            part = next(index for index, bound in enumerate(bounds) if phase < bound)
            step = min(max(0.5, bounds[part] - phase), length - walked)
            if part % 2 == 0:
                ends = (start_spot.lerp(end_spot, walked / length), start_spot.lerp(end_spot, (walked + step) / length))
                pygame.draw.line(target, colour, *ends, width)
            walked, phase_start = walked + step, phase_start + step

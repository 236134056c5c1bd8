"""Small signs that tell things and players apart by shape, not by colour alone."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pygame

from game.ui.widgets.theme import BAD, GOOD, INK, LAMP, SLATE, Colour

SIGN_COLOURS: Final[dict[str, Colour]] = {"diamond": LAMP, "flag": INK, "star": GOOD}
"""The colours of signs other than warnings."""


def sign(target: pygame.Surface, kind: str, middle: tuple[int, int], size: int) -> None:
    """Draw a "cross", a "diamond", a "star", a "flag" or a "warning", each of its own shape and colour."""
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
    """Draw the sign of the player in a place, from 0 on: a disc, a square, a diamond or a triangle."""
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
    """Draw the line of the player in a place through points: whole, or with dashes of its own pattern."""
    pattern = ((1, 0), (7, 5), (2, 4), (11, 4, 2, 4))[place % 4]
    if place % 4 == 0:
        pygame.draw.lines(target, colour, False, line, width)
        return
    unit, along = max(1.0, width / 2), 0.0
    bounds = [sum(pattern[: at + 1]) * unit for at in range(len(pattern))]
    for start, end in pairwise(line):
        here, there = pygame.Vector2(start), pygame.Vector2(end)
        whole, gone = here.distance_to(there), 0.0
        while gone < whole:
            phase = along % bounds[-1]
            at = next(number for number, bound in enumerate(bounds) if phase < bound)
            step = min(max(0.5, bounds[at] - phase), whole - gone)
            if at % 2 == 0:
                ends = (here.lerp(there, gone / whole), here.lerp(there, (gone + step) / whole))
                pygame.draw.line(target, colour, *ends, width)
            gone, along = gone + step, along + step

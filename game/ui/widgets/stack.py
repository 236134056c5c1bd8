"""A stack of parts that share the height of a column: each has a minimum, a wish, and ranks for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame


@dataclass(frozen=True)
class Part:
    """A part of a column; heights in pixels.

    `ranks` say when its minimum and its wish are served, the lowest first. One that is `whole` gets at least its
    minimum or nothing.
    """

    name: str
    least: int
    wish: int
    ranks: tuple[int, int]
    whole: bool = False


def stacked(room: pygame.Rect, parts: Sequence[Part]) -> dict[str, pygame.Rect]:
    """Return the rectangle of every part, from the top down; spare room goes to the last part that has any."""
    left, given = room.height, dict.fromkeys((part.name for part in parts), 0)
    claims = [(rank, upto, part) for part in parts for rank, upto in zip(part.ranks, (part.least, part.wish))]
    for _rank, upto, part in sorted(claims, key=lambda claim: claim[0]):
        if part.whole and given[part.name] + left < part.least:
            continue
        more = max(0, min(upto - given[part.name], left))
        given[part.name], left = given[part.name] + more, left - more
    shown = [part.name for part in parts if given[part.name]]
    if shown:
        given[shown[-1]] += left
    rects, top = {}, room.top
    for name, high in given.items():
        rects[name] = pygame.Rect(room.left, top, room.width, high)
        top += high
    return rects

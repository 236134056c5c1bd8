"""Drawing a scorecard on the table: where a side starts, what is hidden from there, and what it can hit in turn one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.engine.questions.scorecard import Hit, Scorecard, Side
from game.engine.questions.scorecard_words import legend
from game.engine.rulebook.view import PieceView, TableView
from game.table.terrain.battlefield import Battlefield
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import AreaOverlay, Entry, Overlay, Style, draw_pill
from game.ui.board.picture import render_table, save_png
from game.ui.board.pieces import drawn_radius
from game.ui.widgets.raster import Frame
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, Colour, Ground, Theme
from game.wording import percent

HOME: Final = Style(LAMP, width=3.0, dash=14.0)
"""The style of the area where a side starts."""
HIDDEN: Final = Style(BAD, tint=0.16, hatching="counter", spacing=16.0, width=1.0)
"""The style of the area that cannot be seen from there."""
SURE: Final[Colour] = PAPER
LUCKY: Final[Colour] = (250, 196, 92)
DASH: Final = 7
"""Pixels of the dashes of a strike that needs luck, in the legend."""
HEAD: Final = 1.6
"""The length of an arrow's head in units of the theme."""


def areas_of(side: Side) -> list[Overlay]:
    """Return the overlays of a side to draw below the pieces."""
    texts, areas = legend(side), {"hidden": (side.hidden, HIDDEN), "home": (side.home, HOME)}
    return [
        AreaOverlay(area, style, texts[name])
        for name, (area, style) in areas.items()
        if area is not None and name in texts
    ]


def arrows_of(side: Side, pieces: Sequence[PieceView]) -> list[tuple[Hit, PieceView, PieceView]]:
    """Return the strikes of a side, each with its two nearest models; the likeliest strike is last, on top."""
    models: dict[str, list[PieceView]] = {}
    for piece in pieces:
        models.setdefault(piece.unit or piece.id, []).append(piece)
    arrows = []
    for hit in sorted(side.hits, key=lambda hit: hit.strike.chance):
        pairs = [
            (attacker, target_model)
            for attacker in models.get(hit.id, ())
            for target_model in models.get(hit.target, ())
        ]
        if pairs:
            arrows.append((hit, *min(pairs, key=lambda pair: math.dist(_at(pair[0]), _at(pair[1])))))
    return arrows


def _at(piece: PieceView) -> Spot:
    return piece.x, piece.y


def draw_hits(
    target: pygame.Surface, side: Side, pieces: Sequence[PieceView], camera: Camera, theme: Theme
) -> list[pygame.Rect]:
    """Draw an arrow for each strike, dashed if it needs luck, with its chance; return the places of the chances."""
    labels = []
    for hit, attacker, target_model in arrows_of(side, pieces):
        start, end = (camera.to_screen(*spot) for spot in rims(attacker, target_model))
        colour = SURE if hit.likely else LUCKY
        for part in _dashes(start, end, 0 if hit.likely else theme.px(1)):
            pygame.draw.line(target, SHADOW, *part, 5)
            pygame.draw.line(target, colour, *part, 2)
        _draw_head(target, start, end, theme, colour)
        if hit.strike.chance < 1.0:
            labels.append((percent(hit.strike.chance), ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), colour))
    return [draw_pill(target, text, spot, theme, colour) for text, spot, colour in labels]


def rims(first: PieceView, second: PieceView) -> tuple[Spot, Spot]:
    """Return the ends of the line from rim to rim of two models, in inches."""
    start, end = _at(first), _at(second)
    distance = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / distance, (end[1] - start[1]) / distance
    first_radius, second_radius = (min(drawn_radius(piece), distance / 3) for piece in (first, second))
    return (start[0] + ux * first_radius, start[1] + uy * first_radius), (
        end[0] - ux * second_radius,
        end[1] - uy * second_radius,
    )


def _dashes(start: Spot, end: Spot, dash: int) -> Iterator[tuple[Spot, Spot]]:
    """Yield the dashes of a line, or all of it if `dash` is 0."""
    length = math.dist(start, end)
    count = 1 if not dash else max(1, round(length / dash))
    for number in range(0, count, 2):
        shares = number / count, min(1.0, (number + 1) / count)
        first, last = ((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                       for share in shares)  # fmt: skip
        yield first, last


def _draw_head(target: pygame.Surface, start: Spot, end: Spot, theme: Theme, colour: Colour) -> None:
    """Draw the head of an arrow."""
    bearing, length = math.atan2(end[1] - start[1], end[0] - start[0]), HEAD * theme.px(1)
    wings = [
        (end[0] - length * math.cos(bearing + turn), end[1] - length * math.sin(bearing + turn)) for turn in (-0.4, 0.4)
    ]
    pygame.draw.polygon(target, SHADOW, [end, *wings], 4)
    pygame.draw.polygon(target, colour, [end, *wings])


def entries_of(side: Side) -> list[Entry]:
    """Return the legend entries of the arrows."""
    texts = legend(side)
    return [Entry(texts[name], partial(_sample, name == "sure")) for name in ("sure", "lucky") if name in texts]


def _sample(sure: bool, ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    """Return a sample of the line of a sure strike, or else of a possible one, for the legend."""
    canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    middle = frame.height / 2
    for part in _dashes((2, middle), (frame.width - 2, middle), 0 if sure else DASH):
        pygame.draw.line(canvas, SHADOW, *part, 5)
        pygame.draw.line(canvas, SURE if sure else LUCKY, *part, 2)
    return canvas


def scorecard_picture(sides: Sequence[Side], view: TableView, ground: Ground, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of the table with the strikes of some sides; of a single side, also its hidden areas."""

    def above(canvas: pygame.Surface, camera: Camera, theme: Theme) -> None:
        for side in sides:
            draw_hits(canvas, side, view.pieces, camera, theme)

    areas = [area for side in sides for area in areas_of(side) if len(sides) == 1 or area.extent is side.home]
    return render_table(view, ground, size, below=areas, above=above)


def save_scorecard(card: Scorecard, view: TableView, field: Battlefield, path: Path) -> None:
    """Save a picture of everything that both sides can hit as PNG; raise `OSError`."""
    save_png(scorecard_picture(card.sides, view, Ground.of(field), (1600, 1200)), path)

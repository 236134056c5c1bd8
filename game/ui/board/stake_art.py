"""Signs on whom a choice would hurt or help: a burst and a jagged ring, a plus and a ring of leaves."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from typing import Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import PieceView, percent
from game.engine.stakes import Sign, Stake
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import Entry
from game.ui.board.pieces import drawn_radius
from game.ui.widgets.raster import Frame
from game.ui.widgets.text import blit_at, ink
from game.ui.widgets.theme import BAD, GOOD, PAPER, SHADOW, SLATE, Colour, Theme
from game.wording import _

POINTS: Final = 12
"""Points of the jagged ring."""
COLOURS: Final[dict[Sign, Colour]] = {"hurt": BAD, "helped": GOOD}


def draw_stakes(
    target: pygame.Surface, found: Iterable[tuple[Stake, PieceView]], camera: Camera, theme: Theme
) -> list[pygame.Rect]:
    """Draw the sign of each stake around its piece, broken where it is not certain, and what it says on a plate.

    Models of a unit to which the same happens share a plate, which says how many they are. Return the plates' places.
    """
    plates = defaultdict[tuple[str, Sign, str], list[tuple[float, float]]](list)
    for stake, piece in found:
        (x, y), radius = camera.to_screen(piece.x, piece.y), drawn_radius(piece) * camera.scale
        for part in ring_of(stake.sign, (x, y), radius + theme.px(0.75), certain=stake.certain):
            pygame.draw.lines(target, SHADOW, False, part, 5)
            pygame.draw.lines(target, COLOURS[stake.sign], False, part, 2)
        text = said(stake)
        edge = y + radius * (-1 if stake.sign == "hurt" else 1)  # a piece may have both
        plates[piece.unit or piece.id, stake.sign, text].append((edge, x))
    places = []
    for (_whole, sign, text), edges in plates.items():
        y, x = min(edges) if sign == "hurt" else max(edges)
        words = f"{len(edges)} × {text}" if text and len(edges) > 1 else text
        places.append(_plate(target, sign, words, (x, y), theme))
    return places


def draw_sign(target: pygame.Surface, kind: str, centre: Spot, radius: float) -> None:
    """Draw a small sign: a burst for "hurt", a plus for "helped"."""
    if kind == "hurt":
        spots = []
        for step in range(16):
            far, turn = radius * (0.5 if step % 2 else 1.0), math.tau * step / 16
            spots.append((centre[0] + far * math.sin(turn), centre[1] - far * math.cos(turn)))
        pygame.draw.polygon(target, BAD, spots)
        return
    wide = max(2, round(radius * 0.6))
    for across, along in ((radius, 0.0), (0.0, radius)):
        start, end = (centre[0] - across, centre[1] - along), (centre[0] + across, centre[1] + along)
        pygame.draw.line(target, GOOD, start, end, wide)


def stake_legend(found: Iterable[Stake]) -> tuple[Entry, ...]:
    """Return the signs of stakes with their meaning."""
    signs = {stake.sign for stake in found}
    words: dict[Sign, str] = {"hurt": _("would be hurt"), "helped": _("would be helped")}
    return tuple(Entry(text, partial(_sample, sign)) for sign, text in words.items() if sign in signs)


def _sample(sign: Sign, ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    box, high = canvas.get_rect().inflate(-2, -2), frame.height // 2
    pygame.draw.rect(canvas, SLATE, box, border_radius=high)
    pygame.draw.rect(canvas, COLOURS[sign], box, 1, border_radius=high)
    draw_sign(canvas, sign, (frame.width / 2, frame.height / 2), frame.height * 0.38)
    return canvas


def said(stake: Stake) -> str:
    """Return what a plate says: the amount, and that the piece is lost, with the chance of what is not certain."""
    amount, parts = _amount(stake), list[str]()
    rest = stake.chance - stake.gone_chance if stake.gone else stake.chance
    if amount or not stake.gone:
        parts.append(f"{amount} {_chance(rest)}".strip())
    if stake.gone:
        parts.append(f"{_('lost')} {_chance(stake.gone_chance)}".strip())
    return ", ".join(filter(None, parts))


def _chance(share: float) -> str:
    return "" if share >= 1.0 else percent(share)


def _amount(stake: Stake) -> str:
    if not stake.most:
        return ""
    minus = "" if stake.sign == "hurt" else "\u2212"
    return f"{minus}{stake.most}" if stake.least == stake.most else f"{minus}{stake.least}\u2013{stake.most}"


def ring_of(sign: Sign, centre: Spot, radius: float, *, certain: bool) -> list[list[Spot]]:
    """Return the lines of a ring: jagged for hurt, of arcs that bulge outwards for helped; with gaps unless certain."""
    steps = 2 * POINTS if sign == "hurt" else 8 * 8
    spots = []
    for step in range(steps + 1):
        turn = math.tau * step / steps
        if sign == "hurt":
            far = radius * (1.0 if step % 2 else 1.22)
        else:
            far = radius * (1.0 + 0.16 * abs(math.sin(4 * turn)))
        spots.append((centre[0] + far * math.sin(turn), centre[1] - far * math.cos(turn)))
    if certain:
        return [spots]
    long = 6 if sign == "hurt" else 16
    return [spots[at : at + long - long // 6] for at in range(0, steps, long)]


def _plate(target: pygame.Surface, sign: Sign, text: str, edge: Spot, theme: Theme) -> pygame.Rect:
    """Draw the sign and its amount on a dark plate at the edge of a piece; return its place."""
    words, side = ink(theme, text, "small", "semibold", PAPER), theme.px(2.5)
    box = pygame.Rect(0, 0, side + (words.get_width() + theme.px(1.25) if text else 0), side)
    box.center = round(edge[0]), round(edge[1] + (-1 if sign == "hurt" else 1) * theme.px(1.5))
    box.clamp_ip(target.get_clip())
    pygame.draw.rect(target, theme.tone(SLATE), box, border_radius=side // 2)
    pygame.draw.rect(target, COLOURS[sign], box, max(1, theme.px(0.2)), border_radius=side // 2)
    draw_sign(target, sign, (box.left + side / 2, box.centery), side * 0.38)
    if text:
        blit_at(target, words, midleft=(box.left + side, box.centery))
    return box

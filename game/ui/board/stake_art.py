"""Signs on pieces that a choice would harm or help: a burst with a jagged ring, or a plus with a scalloped ring."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import PieceView
from game.engine.stakes import Sign, Stake
from game.ui.board.camera import Camera, Spot
from game.ui.board.labels import hidden
from game.ui.board.overlays import Entry
from game.ui.board.pieces import drawn_radius
from game.ui.widgets.raster import Frame
from game.ui.widgets.text import blit_at, draw_plate, ink
from game.ui.widgets.theme import BAD, GOOD, PAPER, SHADOW, SLATE, Colour, Theme
from game.wording import _, percent

POINTS: Final = 12
"""The points of the jagged ring."""
COLOURS: Final[dict[Sign, Colour]] = {"hurt": BAD, "helped": GOOD}


def draw_stakes(
    target: pygame.Surface,
    stakes: Iterable[tuple[Stake, PieceView]],
    camera: Camera,
    theme: Theme,
    bases: Sequence[pygame.Rect] = (),
    names: Sequence[pygame.Rect] = (),
) -> list[pygame.Rect]:
    """Draw a ring around the piece of each stake, with gaps if it is not certain, and its text on a plate.

    Models of a unit with the same stake share a plate, which gives their number. If several pieces or units have
    stakes, the plate of a piece without a unit begins with its name. Plates hide as little as possible of each other,
    `bases` and `names`; names are drawn again over rings. Return the plates' places.
    """
    view = target.get_clip()
    name_pictures = [(target.subsurface(name).copy(), name) for name in names if view.contains(name)]
    plates = defaultdict[tuple[str, Sign, str], list[tuple[float, float, float]]](list)
    weighed = [*stakes]
    several = len({piece.unit or piece.id for _stake, piece in weighed}) > 1
    for stake, piece in weighed:
        (x, y), radius = camera.to_screen(piece.x, piece.y), drawn_radius(piece) * camera.scale
        for part in ring_of(stake.sign, (x, y), radius + theme.px(0.75), certain=stake.certain):
            pygame.draw.lines(target, SHADOW, False, part, 5)
            pygame.draw.lines(target, COLOURS[stake.sign], False, part, 2)
        text = said(stake)
        if text and several and not piece.unit:
            text = f"{piece.name}: {text}"
        plates[piece.unit or piece.id, stake.sign, text].append((y, x, radius))
    target.blits(name_pictures, doreturn=False)
    places: list[pygame.Rect] = []
    for (_whole, sign, text), models in plates.items():
        y, x, radius = (
            min(models) if sign == "hurt" else max(models)
        )  # above the piece for harm, below for help: a piece can have both
        words = f"{len(models)} × {text}" if text and len(models) > 1 else text
        places.append(_plate(target, sign, words, (x, y), radius, theme, [*bases, *names, *places]))
    return places


def draw_sign(target: pygame.Surface, kind: str, centre: Spot, radius: float) -> None:
    """Draw a small sign: a burst for "hurt", a plus for "helped"."""
    if kind == "hurt":
        spots = []
        for step in range(16):
            radius_of_spike, turn = radius * (0.5 if step % 2 else 1.0), math.tau * step / 16
            spots.append((centre[0] + radius_of_spike * math.sin(turn), centre[1] - radius_of_spike * math.cos(turn)))
        pygame.draw.polygon(target, BAD, spots)
        return
    width = max(2, round(radius * 0.6))
    for half_width, half_height in ((radius, 0.0), (0.0, radius)):
        start, end = (
            (centre[0] - half_width, centre[1] - half_height),
            (centre[0] + half_width, centre[1] + half_height),
        )
        pygame.draw.line(target, GOOD, start, end, width)


def stake_legend(stakes: Iterable[Stake]) -> tuple[Entry, ...]:
    """Return the signs of stakes with their meaning."""
    signs = {stake.sign for stake in stakes}
    words: dict[Sign, str] = {"hurt": _("would be harmed"), "helped": _("would be helped")}
    return tuple(Entry(text, partial(_sample, sign)) for sign, text in words.items() if sign in signs)


def _sample(sign: Sign, ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    box, high = canvas.get_rect().inflate(-2, -2), frame.height // 2
    draw_plate(canvas, box, SLATE, COLOURS[sign], high)
    draw_sign(canvas, sign, (frame.width / 2, frame.height / 2), frame.height * 0.38)
    return canvas


def said(stake: Stake) -> str:
    """Return the text of a stake's plate: the amount, and whether the piece is lost, with chances unless certain."""
    amount, parts = amount_of(stake), list[str]()
    if amount and stake.sign != "hurt":
        amount = f"\N{MINUS SIGN}{amount}"
    chance_of_damage = stake.chance - stake.gone_chance if stake.gone else stake.chance
    if amount or not stake.gone:
        parts.append(f"{amount} {_chance(chance_of_damage)}".strip())
    if stake.gone:  # a forecast, however certain: nothing has been rolled yet
        certain = stake.gone_chance >= 1.0
        parts.append(_("lost in any case") if certain else f"{_('lost')} {_chance(stake.gone_chance)}")
    return ", ".join(filter(None, parts))


def _chance(share: float) -> str:
    return "" if share >= 1.0 else percent(share)


def amount_of(stake: Stake) -> str:
    """Return the amount of damage of a stake: "2", "1–3" if it varies, or "" without damage."""
    if not stake.most:
        return ""
    return str(stake.most) if stake.least == stake.most else f"{stake.least}–{stake.most}"


def ring_of(sign: Sign, centre: Spot, radius: float, *, certain: bool) -> list[list[Spot]]:
    """Return the lines of a ring: jagged for harm, eight outward arcs for help; with gaps unless certain."""
    steps = 2 * POINTS if sign == "hurt" else 8 * 8
    spots = []
    for step in range(steps + 1):
        turn = math.tau * step / steps
        if sign == "hurt":
            distance = radius * (1.0 if step % 2 else 1.22)
        else:
            distance = radius * (1.0 + 0.16 * abs(math.sin(4 * turn)))
        spots.append((centre[0] + distance * math.sin(turn), centre[1] - distance * math.cos(turn)))
    if certain:
        return [spots]
    gap_period = 6 if sign == "hurt" else 16
    return [spots[start : start + gap_period - gap_period // 6] for start in range(0, steps, gap_period)]


def _plate(
    target: pygame.Surface,
    sign: Sign,
    text: str,
    centre: Spot,
    radius: float,
    theme: Theme,
    avoid: Sequence[pygame.Rect],
) -> pygame.Rect:
    """Draw a sign with its text on a dark plate beside a base, where it hides the least; return its place."""
    words, side = ink(theme, text, "small", "semibold", PAPER), theme.px(2.5)
    box_size = pygame.Rect(0, 0, side + (words.get_width() + theme.px(1.25) if text else 0), side)
    box = min(_places(box_size, sign, centre, radius, theme, target.get_clip()), key=lambda place: hidden(place, avoid))
    draw_plate(target, box, theme.tone(SLATE), COLOURS[sign], side // 2, max(1, theme.px(0.2)))
    draw_sign(target, sign, (box.left + side / 2, box.centery), side * 0.38)
    if text:
        blit_at(target, words, midleft=(box.left + side, box.centery))
    return box


def _places(
    box: pygame.Rect, sign: Sign, centre: Spot, radius: float, theme: Theme, view: pygame.Rect
) -> Iterator[pygame.Rect]:
    """Yield the places of a plate around a base, inside the view: above first for harm, below first for help."""
    (x, y), preferred = centre, -1 if sign == "hurt" else 1
    shift_x, shift_y = radius + theme.px(0.25) + box.width / 2, radius + theme.px(1.5)
    for direction in (preferred, -preferred):
        for sideways in (0.0, 0.5, -0.5, 1.0, -1.0):
            place = box.copy()
            place.center = (
                round(x + sideways * shift_x),
                round(y + direction * (shift_y if abs(sideways) < 1.0 else shift_y / 2)),
            )
            yield place.clamp(view)
    for sideways in (1.0, -1.0):
        place = box.copy()
        place.center = round(x + sideways * (shift_x + theme.px(0.75))), round(y)
        yield place.clamp(view)

"""Pieces on the table: pictures of bases, markers and tokens, each painted once; facing, cargo, gliding."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from string import ascii_uppercase, digits
from typing import Final

import pygame

from game.engine.rulebook.units import counted
from game.engine.rulebook.view import Chip, PieceView, TableView, UnitView
from game.table.facing import radians_of
from game.table.footprints import clearance
from game.table.shapes import Disc
from game.table.sight.arcs import sector
from game.ui.board.camera import Camera, Spot
from game.ui.board.labels import NO_CROWD, Crowd, Names, shared
from game.ui.board.sigils import STONE, Sigil, Sigils, draw_face
from game.ui.board.strokes import (
    FINE,
    badge,
    canvas_for,
    draw_stretch,
    figure,
    halo,
    paint_ring,
    plaque,
    rim,
    shaded,
    shrunk,
)
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.signs import icon, stamp
from game.ui.widgets.theme import (
    BAD,
    LAMP,
    MOTION,
    PAPER,
    RIMS,
    SHADOW,
    SLATE,
    Colour,
    Theme,
    colour_of,
    font_file,
    mix,
    readable_on,
)
from game.ui.widgets.typeface import has

SHARE: Final = 0.45
"""The radius of a chip, in radii of its piece."""
LEAST_CHIP: Final = 8
"""The smallest radius of a chip in pixels at scale 1, at which its number is still legible."""
OFF: Final = 0.35
"""The distance of a chip's middle from the rim, in radii of the chip, so that the piece's number stays legible."""
FIRST: Final = 150.0
"""The direction of the first chip from the middle, in degrees; the others follow counter-clockwise."""
ROUND: Final = 300.0
"""The most degrees that all chips take up."""


def chip_places(
    piece: PieceView, centre: tuple[float, float], radius: float, least: float = LEAST_CHIP
) -> Iterator[tuple[Chip, pygame.Rect]]:
    """Yield the chips of a piece, drawn at this pixel with this radius in pixels, with their places."""
    chip_radius = max(radius * SHARE, least)
    distance = radius + OFF * chip_radius
    # neighbouring chips touch, or are closer if all would not fit
    step = min(2 * math.degrees(math.asin(min(1.0, chip_radius / distance))), ROUND / max(1, len(piece.cargo)))
    for number, chip in enumerate(piece.cargo):
        turn = math.radians(FIRST + number * step)
        place = pygame.Rect(0, 0, round(2 * chip_radius), round(2 * chip_radius))
        place.center = round(centre[0] + distance * math.cos(turn)), round(centre[1] - distance * math.sin(turn))
        yield chip, place


HANDLE: Final = 0.45
"""Inches from the rim of a base to the handle that turns it."""
_STEP: Final = 100
"""Facings are rounded to this many hundredths of a degree for drawing, so that pictures can be shared."""
_VEIL: Final = 26
_AROUND: Final = 72
"""The number of corners with which an oval is drawn."""


def draw_pointer(target: Canvas, centre: Spot, radius: float, facing: int, alpha: int = 255) -> None:
    """Draw the pointer on the rim of a base of `radius` pixels."""
    picture = _pointer(round(radius * 2), round(facing / _STEP) * _STEP)
    picture.set_alpha(alpha)
    target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))


@lru_cache(maxsize=200)
def _pointer(size: int, facing: int) -> pygame.Surface:
    """Return the picture of a pointer on the rim of a base `size` pixels wide."""
    radius = size * FINE / 2
    half = math.ceil(radius * 1.4)
    canvas = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32)
    turn = radians_of(facing)

    def corner(far: float, aside: float) -> Spot:
        return half + radius * far * math.cos(turn + aside), half - radius * far * math.sin(turn + aside)

    for tip, foot, half_angle, colour in ((1.32, 0.9, 0.36, SHADOW), (1.24, 0.95, 0.29, PAPER)):
        pygame.draw.polygon(canvas, colour, [corner(tip, 0.0), corner(foot, half_angle), corner(foot, -half_angle)])
    return pygame.transform.smoothscale(canvas, (2 * half // FINE, 2 * half // FINE))


def draw_arc(
    target: pygame.Surface, camera: Camera, disc: Disc, width: float, reach: float, colour: Colour = LAMP
) -> None:
    """Draw the front arc of a base: `width` degrees wide, up to `reach` inches from its centre."""
    spots = [camera.to_screen(x, y) for x, y in sector(disc, width, reach).exterior.coords]
    west, north = min(x for x, _y in spots), min(y for _x, y in spots)
    size = max(x for x, _y in spots) - west + 2, max(y for _x, y in spots) - north + 2
    if max(size) > 8192.0:
        return  # zoomed in so far that only a part of its edge would be in view
    veil = pygame.Surface((round(size[0]), round(size[1])), pygame.SRCALPHA, 32)
    corners = [(x - west, y - north) for x, y in spots]
    pygame.draw.polygon(veil, (*colour, _VEIL), corners)
    pygame.draw.aalines(veil, (*colour, 150), True, corners)
    target.blit(veil, (round(west), round(north)))


def handle_of(x: float, y: float, radius: float, facing: int) -> Spot:
    """Return the spot of the handle of a base, in inches."""
    turn, distance = radians_of(facing), radius + HANDLE
    return x + distance * math.cos(turn), y + distance * math.sin(turn)


def draw_handle(target: pygame.Surface, start: Spot, end: Spot, size: int) -> None:
    """Draw a handle at a pixel, joined to the base by a stem."""
    pygame.draw.line(target, SHADOW, start, end, 5)
    pygame.draw.line(target, LAMP, start, end, 3)
    pygame.draw.circle(target, SHADOW, end, size + 2)
    pygame.draw.circle(target, LAMP, end, size)
    pygame.draw.circle(target, PAPER, end, max(1, size - 3))


MEDALLION: Final = 0.94
"""The radius of the medallion on a base that is not round, in half widths of the base."""
_EDGE: Final = 0.12
"""The width of such a base's edge in its player's colour, in half widths of the base."""


def paint_plinth(shape: str, size: tuple[float, float], facing: int, colour: Colour, *, spent: bool) -> pygame.Surface:
    """Return the picture of a base that is not round, without the medallion on it; its size is in pixels."""
    colour = mix(colour, STONE, 0.45) if spent else colour
    canvas, half = _canvas_of(size)
    half_width = min(size) / 2 * FINE
    pygame.draw.polygon(canvas, (*SHADOW, 110), _rim_of(shape, size, facing, half, 2.0, (1.0, 2.0)))
    pygame.draw.polygon(canvas, SHADOW, _rim_of(shape, size, facing, half, 0.0))
    pygame.draw.polygon(canvas, colour, _rim_of(shape, size, facing, half, -0.03 * half_width / FINE))
    pygame.draw.polygon(
        canvas, mix(colour, SHADOW, 0.62), _rim_of(shape, size, facing, half, -_EDGE * half_width / FINE)
    )
    return shrunk(canvas)


@lru_cache(maxsize=256)
def paint_ring_of(shape: str, size: tuple[float, float], facing: int, colour: Colour, style: str) -> pygame.Surface:
    """Return the picture of a ring around a base that is not round, in a style: "solid", "dashed" or "glow"."""
    canvas, half = _canvas_of(size)
    for growth, tint, width in ((3.0, (*SHADOW, 255), 5), (3.0, (*colour, 255), 3)):
        rim = _rim_of(shape, size, facing, half, growth)
        if style == "dashed":
            count = len(rim)
            for start in range(0, count, 6):
                pygame.draw.lines(
                    canvas, tint, False, [rim[index % count] for index in range(start, start + 4)], width * FINE
                )
        else:
            pygame.draw.lines(canvas, tint, True, rim, width * FINE)
    return shrunk(canvas)


def _canvas_of(size: tuple[float, float]) -> tuple[pygame.Surface, float]:
    """Return a transparent canvas for a base of this size, and the coordinate of its middle."""
    half = math.ceil(math.hypot(*size) / 2 + 8) * FINE
    return pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32), half


def _rim_of(
    shape: str, size: tuple[float, float], facing: int, half: float, more: float, off: Spot = (0.0, 0.0)
) -> list[Spot]:
    """Return the points of a base's rim on its canvas, grown by `more` pixels and moved by `off`."""
    turn = radians_of(facing)
    cosine, sine, half_length, half_width = math.cos(turn), math.sin(turn), size[0] / 2 + more, size[1] / 2 + more
    if shape == "oval":
        bearings = [math.tau * step / _AROUND for step in range(_AROUND)]
        points = [(half_length * math.cos(bearing), half_width * math.sin(bearing)) for bearing in bearings]
    else:
        corners = (
            (half_length, half_width),
            (-half_length, half_width),
            (-half_length, -half_width),
            (half_length, -half_width),
        )
        points = [
            (corner[0] + (next_corner[0] - corner[0]) * step / 18, corner[1] + (next_corner[1] - corner[1]) * step / 18)
            for corner, next_corner in zip(corners, (*corners[1:], corners[0]), strict=True)
            for step in range(18)
        ]
    return [
        (half + FINE * (off[0] + x * cosine - y * sine), half + FINE * (off[1] - x * sine - y * cosine))
        for x, y in points
    ]


TOKEN_RADIUS: Final = 0.24
"""The drawn radius, in inches, of a token without a size in the rules."""
COMPELLED: Final[Colour] = (196, 120, 200)
NEUTRAL: Final[Colour] = (176, 170, 158)
KEPT: Final = 600
AHEAD: Final = 0.003
"""Seconds of each frame for painting pieces at the scale to which the camera glides."""
LARGEST_AHEAD: Final = 50.0
"""The largest radius, in pixels, of a piece painted ahead; larger ones take too long for one frame."""
LEAST: Final = 11
"""The smallest height of a number on a base, in pixels at scale 1."""
TINY: Final = 7.0
"""The radius, in pixels at scale 1, below which damage is a halo and tokens are a dot, because numbers do not fit."""
MOST_ENLARGED: Final = 1.5
"""The interface scale beyond which these sizes stop growing, so that badges do not hide their bases."""
TINIEST: Final = 5.0
"""The radius, in pixels at scale 1, below which a base shows no sigil."""
FACE: Final = 0.79
"""The radius of a face, in radii of its base."""
MOST_DROPS: Final = 4
"""The most damage drawn as single drops."""
MOST_FACES: Final = 6
"""The most models of a unit whose faces show its sigil; models of larger units have plain faces."""
BLOOD: Final[Colour] = (185, 48, 31)
LIFT: Final = 0.16
"""Inches between the drawn body of a piece in the air and its shadow, for each inch of height."""
MOST_LIFTED: Final = 5.0
"""The height in inches above which a body is not drawn any farther from its shadow."""
GHOST: Final = 170
"""The opacity of a piece that is about to move, from 0 to 255."""
VEIL: Final = 80
"""The opacity of a piece in the air above one that the decision is about, from 0 to 255."""
MOST_COUNTERS: Final = 4
"""The most remaining activations drawn as dots."""
MOST_TOKENS: Final = 4
"""The most tokens drawn one by one; more, or tokens on a small base, are drawn as a number."""
_CORNERS: Final = ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1.3), (0, 1.3))
"""Places of the seal of a marker's controller (right and down), the preferred one first."""
_RANKS: Final = {"zone": -1, "marker": 0, "token": 1, "base": 2}


@dataclass(frozen=True)
class Livery:
    """A player's colour, rim pattern and letter."""

    colour: Colour = NEUTRAL
    rim: str = "solid"
    letter: str = ""


NOBODYS: Final = Livery()
Liveries = Mapping[str, Livery]
"""The liveries of players by id."""


def colours_of(owners: Liveries) -> dict[str, tuple[Colour, str]]:
    """Return the colour and the rim pattern of every player by id."""
    return {player: (livery.colour, livery.rim) for player, livery in owners.items()}


def liveries(view: TableView) -> dict[str, Livery]:
    """Return the livery of every player by id; independent of the order of players in the view."""
    players = sorted(view.players, key=lambda player: player.id)
    letters = letters_of([player.name for player in players])
    return {
        player.id: Livery(colour_of(player.colour), RIMS[number % len(RIMS)], letter)
        for number, (player, letter) in enumerate(zip(players, letters, strict=True))
    }


def letters_of(names: Sequence[str]) -> list[str]:
    """Return a letter for each name: the first of its own that no earlier name has, or else one of A, B, C…

    Names that differ only in their numbers get these: "Player 1" and "Player 2" become 1 and 2.
    """
    without_numbers = [name.rstrip(digits) for name in names]
    letters_chosen: list[str] = []
    for name, stem in zip(names, without_numbers, strict=True):
        number = name[len(stem) :][-1:] if without_numbers.count(stem) > 1 else ""
        signs = [number, *(sign.upper() for sign in name if sign.isalpha() and len(sign.upper()) == 1)]
        letters = [sign for sign in signs if sign and has(font_file("bold"), ord(sign))]
        letters_chosen.append(next(letter for letter in (*letters, *ascii_uppercase) if letter not in letters_chosen))
    return letters_chosen


def drawn_radius(piece: PieceView) -> float:
    """Return the radius in inches at which a piece is drawn and can be clicked."""
    return piece.radius or TOKEN_RADIUS


def bottom_up(pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return pieces in drawing order, level by level: markers, tokens, then bases, from the ground to the air."""
    return sorted(pieces, key=lambda piece: (piece.level, _RANKS.get(piece.kind, 0), piece.above))


def top_down(pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return pieces in listing order: bases, tokens, markers, each kind in its own order."""
    return sorted(pieces, key=lambda piece: -_RANKS.get(piece.kind, 0))


def lift(piece: PieceView) -> float:
    """Return by how many inches a piece in the air is drawn north of its spot."""
    return min(piece.above, MOST_LIFTED) * LIFT


def lifted_to(piece: PieceView, centre: Spot, scale: float) -> Spot:
    """Return the pixel at which the body of a piece is drawn, given the pixel of its spot."""
    return centre[0], centre[1] - lift(piece) * scale


def veiling(pieces: Sequence[PieceView], vital: Collection[str]) -> frozenset[str]:
    """Return the ids of pieces in the air that hide a `vital` piece on the ground."""
    vital_pieces = [piece for piece in pieces if piece.id in vital and not piece.above]

    def hides(flyer: PieceView, below: PieceView) -> bool:
        distance = math.hypot(flyer.x - below.x, flyer.y + lift(flyer) - below.y)
        return distance < drawn_radius(flyer) + drawn_radius(below) / 2

    flyers = [piece for piece in pieces if piece.above]
    return frozenset(flyer.id for flyer in flyers if any(hides(flyer, below) for below in vital_pieces))


def covers(piece: PieceView, spot: Spot) -> bool:
    """Return whether a piece covers a spot (inches)."""
    in_circle = (piece.x - spot[0]) ** 2 + (piece.y - spot[1]) ** 2 <= drawn_radius(piece) ** 2
    return in_circle and (not piece.shape or clearance(piece.base, Disc(*spot, 0.0)) <= 0.0)


def topmost(pieces: Iterable[PieceView], spot: Spot) -> PieceView | None:
    """Return the topmost piece at a spot (inches), None without one."""
    return next(reversed(bottom_up(piece for piece in pieces if covers(piece, spot))), None)


@lru_cache(maxsize=32)
def paint_swatch(livery: Livery, size: int) -> pygame.Surface:
    """Return a disc with a player's colour, rim pattern and letter, `size` pixels wide."""
    radius = size * FINE / 2
    canvas = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA, 32)
    _draw_swatch(canvas, radius, radius, radius, livery)
    return shrunk(canvas)


@lru_cache(maxsize=32)
def _shadow_picture(radius: int) -> pygame.Surface:
    """Return the shadow of a piece in the air on the ground."""
    width = 2 * radius + 6
    canvas = pygame.Surface((width, width), pygame.SRCALPHA, 32)
    for step in range(4):
        pygame.draw.circle(canvas, (*SHADOW, 45 + 25 * step), (width / 2, width / 2), radius + 2 - step)
    return canvas


def _seal_picture(size: int, livery: Livery) -> pygame.Surface:
    """Return the picture of a controller's seal."""
    radius = size * FINE / 2
    canvas = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA, 32)
    pygame.draw.circle(canvas, SHADOW, (radius, radius), radius)
    _draw_swatch(canvas, radius, radius, radius / 1.14, livery)
    return shrunk(canvas)


def _draw_swatch(canvas: pygame.Surface, x: float, y: float, radius: float, livery: Livery) -> None:
    """Draw a disc with a player's colour, rim pattern and letter."""
    disc = pygame.Surface((round(2 * radius), round(2 * radius)), pygame.SRCALPHA, 32)
    inner = mix(livery.colour, SHADOW, 0.2)
    pygame.draw.circle(disc, mix(livery.colour, SHADOW, 0.75), (radius, radius), radius)
    pygame.draw.circle(disc, inner, (radius, radius), radius * (0.74 if livery.letter else 0.6))
    rim(disc, radius, radius, livery.colour, livery.rim)
    figure(disc, livery.letter, radius, radius, radius * 1.25, readable_on(inner))
    canvas.blit(disc, (round(x - radius), round(y - radius)))


FAR: Final = 3.0
"""The largest distance, in radii, from the middle of a piece at which anything of it is drawn."""


def _around(centre: Spot, radius: float) -> pygame.Rect:
    return pygame.Rect(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius)


Latest = tuple[object, pygame.Surface, float]
"""The last picture of a piece: the look that it shows, the picture, and its pixels per inch."""


class Sprites:
    """Draws pieces, their names and rings; each picture is painted once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.names = Names(theme)
        self.taken: tuple[pygame.Rect, ...] = ()
        """Rectangles, in pixels, that no name may hide."""
        self.sigils = Sigils()
        self._units: dict[str, str] = {}
        self._crowds: frozenset[str] = frozenset()
        self._pictures = Memo[pygame.Surface](KEPT)
        self._latest: dict[str, Latest] = {}
        self.draft = False
        """Whether the scale changes from frame to frame, so that pictures are stretched instead of painted."""

    def meet(self, view: TableView) -> None:
        """Choose sigils for new bases on a table, and note which units have models with plain faces."""
        self.sigils.chosen = view.faces
        self._units = {unit.id: unit.name for unit in view.units.values()}
        self._crowds = frozenset(unit.id for unit in view.units.values() if unit.start > MOST_FACES)
        lone = (piece.name for piece in view.pieces if piece.kind == "base" and not piece.unit)
        self.sigils.meet([*lone, *(name for unit, name in self._units.items() if unit not in self._crowds)])

    def draw(
        self, target: Canvas, piece: PieceView, centre: Spot, scale: float, owners: Liveries, *, opacity: int = 255
    ) -> None:
        """Draw a piece with its middle at a pixel."""
        livery, holder = owners.get(piece.owner, NOBODYS), owners.get(piece.controller)
        radius = round(drawn_radius(piece) * scale * 2) / 2
        if self.draft and not target.get_clip().colliderect(_around(centre, FAR * radius)):
            return
        face, outer_radius = piece, radius
        if piece.shape:
            face = self._on_its_base(target, piece, centre, scale, livery, opacity)
            radius = round(drawn_radius(face) * scale * 2) / 2
        picture = self._picture_at(face, scale, livery, holder)
        picture.set_alpha(opacity)
        if piece.above:
            centre = self._draw_lifted(target, piece, centre, scale, radius)
        target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))
        for chip, place in chip_places(piece, centre, radius, self._smallest_size(LEAST_CHIP) / FINE):
            target.blit(paint_swatch(replace(livery, letter=counted(len(chip.models))), place.width), place)
        if piece.titles:
            _draw_title(target, piece, centre, radius, livery, aside=self.sigil(piece) is not None)
        if piece.facing is not None:
            draw_pointer(target, centre, outer_radius, piece.facing, opacity)

    def _on_its_base(
        self, target: Canvas, piece: PieceView, centre: Spot, scale: float, livery: Livery, opacity: int
    ) -> PieceView:
        """Draw a base that is not round; return the piece as a round one, for the medallion on it."""
        size = max(1.0, round(piece.size[0] * scale)), max(1.0, round(piece.size[1] * scale))
        turn = round((piece.facing or 0) / _STEP) * _STEP
        is_spent = piece.done and not piece.active
        look = ("plinth", piece.shape, size, turn, livery.colour, is_spent, piece.active)
        picture = self._pictures.of(look, lambda: paint_plinth(piece.shape, size, turn, livery.colour, spent=is_spent))
        picture.set_alpha(opacity)
        target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))
        return replace(piece, radius=MEDALLION * min(piece.size) / 2, shape="", facing=None)

    def _picture_at(self, piece: PieceView, scale: float, livery: Livery, holder: Livery | None) -> pygame.Surface:
        """Return the picture of a piece at a scale; in a draft, its last picture stretched."""
        latest = self._latest.get(piece.id)
        if latest is None or latest[0] != (piece, livery, holder) or (latest[2] != scale and not self.draft):
            latest = self._paint_anew(piece, scale, livery, holder)  # seldom, since most pieces stay as they are
        return latest[1] if latest[2] == scale else pygame.transform.smoothscale_by(latest[1], scale / latest[2])

    def _paint_anew(self, piece: PieceView, scale: float, livery: Livery, holder: Livery | None) -> Latest:
        """Paint a piece at a scale, and store the picture as its last one."""
        radius = round(drawn_radius(piece) * scale * 2) / 2
        latest = self._latest[piece.id] = (piece, livery, holder), self._picture(piece, radius, livery, holder), scale
        return latest

    def ready(self, pieces: Iterable[PieceView], scale: float, owners: Liveries) -> None:
        """Paint pieces at a scale that is needed soon, as many as there is time for in one frame."""
        until = time.monotonic() + AHEAD
        for piece in pieces:
            latest = self._latest.get(piece.id)
            if (latest is None or latest[2] != scale) and drawn_radius(piece) * scale <= LARGEST_AHEAD:
                self._paint_anew(piece, scale, owners.get(piece.owner, NOBODYS), owners.get(piece.controller))
                if time.monotonic() > until:
                    return

    def portrait(self, target: Canvas, card: PieceView, centre: tuple[int, int], radius: int, owners: Liveries) -> None:
        """Draw the portrait of a piece or unit at a pixel: its face and number, without states."""
        spent = card.done and not card.active
        card = replace(card, facing=None, above=0.0, cargo=(), titles=(), damage=0, carries=(), counters=None, level=0,
                       engaged=False, ready=False, compulsion="", active=False, done=spent)  # fmt: skip
        livery, key = owners.get(card.owner, NOBODYS), ("portrait", card, radius)
        picture = self._pictures.of((key, livery), lambda: self._paint_base(card, radius * FINE, livery, known=True))
        target.blit(picture, picture.get_rect(center=centre))

    def _draw_lifted(self, target: Canvas, piece: PieceView, centre: Spot, scale: float, radius: float) -> Spot:
        """Draw the shadow of a piece in the air and a dashed rim above it; return the pixel of its body."""
        target.blit(
            shade := _shadow_picture(round(radius)), shade.get_rect(center=(round(centre[0]), round(centre[1])))
        )
        lifted = lifted_to(piece, centre, scale)
        ring = paint_ring(round(radius), PAPER, "dashed")
        target.blit(ring, ring.get_rect(center=(round(lifted[0]), round(lifted[1]))))
        return lifted

    def chips(self, piece: PieceView, centre: Spot, scale: float) -> Iterator[tuple[Chip, pygame.Rect]]:
        """Yield the chips of everything that a piece carries, with their places, for a piece at a pixel."""
        body, least = lifted_to(piece, centre, scale), self._smallest_size(LEAST_CHIP) / FINE
        return chip_places(piece, body, drawn_radius(piece) * scale, least) if piece.cargo else iter(())

    def _picture(self, piece: PieceView, radius: float, livery: Livery, holder: Livery | None) -> pygame.Surface:
        """Return the picture of a piece, painted once for each look."""
        face = self.sigil(piece) if piece.kind == "base" else None
        look = (piece.kind, face, bool(piece.owner), piece.symbol, piece.value, piece.damage, piece.done,
                piece.active, piece.leader, piece.carries, piece.engaged, piece.ready, piece.compulsion,
                piece.level, piece.counters, radius, livery, holder)  # fmt: skip
        if piece.kind == "base":
            return self._pictures.of(look, lambda: self._paint_base(piece, radius * FINE, livery))
        if piece.kind == "zone":
            return self._pictures.of(look, lambda: _paint_zone(piece, radius * FINE, livery))
        return self._pictures.of(look, lambda: self._paint_element(piece, radius * FINE, livery, holder))

    def label(
        self,
        target: Canvas,
        pieces: Sequence[PieceView],
        spots: Sequence[Spot],
        scale: float,
        owners: Liveries,
        moving: str = "",
        units: Mapping[str, UnitView] | None = None,
        away: frozenset[str] = frozenset(),
    ) -> None:
        """Draw the seals of controllers, and the names of bases and `units`, except units in `away`.

        The base `moving` displaces no names.
        """
        if self.draft and pieces:
            self.names.draft(target, (pieces[0].x, pieces[0].y), spots[0], scale)
            return
        radii = [drawn_radius(piece) * scale for piece in pieces]
        seals = [*self._seals(target, pieces, spots, radii, owners), *self.taken]
        seals += [
            place for piece, spot in zip(pieces, spots, strict=True) for _chip, place in self.chips(piece, spot, scale)
        ]
        colours = {player: livery.colour for player, livery in owners.items()}
        crowd = Crowd(units, colours, away) if units else NO_CROWD
        self.names.draw(target, pieces, spots, radii, moving, seals, crowd, scale)

    def _seals(
        self,
        target: Canvas,
        pieces: Sequence[PieceView],
        spots: Sequence[Spot],
        radii: Sequence[float],
        owners: Liveries,
    ) -> Iterator[pygame.Rect]:
        """Draw the seal of each piece's controller at the corner where it hides the least; yield its place."""
        bodies = [
            pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)
            for (x, y), radius in zip(spots, radii, strict=True)
        ]
        for own_body, piece, (x, y), radius in zip(bodies, pieces, spots, radii, strict=True):
            if (holder := owners.get(piece.controller)) is None:
                continue
            size = 2 * round(max(radius * 0.46, self._smallest_size(LEAST) * 0.76 / FINE) * 1.14)
            picture = self._pictures.of(("seal", size, holder), partial(_seal_picture, size, holder))
            distance = radius * 0.4 + size / 2
            places = [
                picture.get_rect(center=(round(x + right * distance), round(y + up * distance)))
                for right, up in _CORNERS
            ]
            place = min(places, key=lambda place: sum(shared(place, body) for body in bodies if body is not own_body))
            target.blit(picture, place)
            yield place

    def ring(self, target: Canvas, piece: PieceView, centre: Spot, scale: float, colour: Colour, style: str) -> None:
        """Draw a ring around a piece in a style: "solid", "dashed" or "glow"."""
        if piece.shape:
            size = round(piece.size[0] * scale), round(piece.size[1] * scale)
            turn = round((piece.facing or 0) / _STEP) * _STEP
            picture = paint_ring_of(piece.shape, size, turn, colour, style)
        else:
            picture = paint_ring(round(drawn_radius(piece) * scale), colour, style)
        target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def _paint_base(self, piece: PieceView, r: float, livery: Livery, *, known: bool = False) -> pygame.Surface:
        """Return the picture of a round base with its face, number, states, damage and tokens; `r` is its radius."""
        canvas, centre = shaded(r, roomy=bool(piece.damage or piece.carries))
        if piece.active:
            halo(canvas, (centre, centre), LAMP, 40, (r * (1.55 - 0.07 * step) for step in range(7)))
            pygame.draw.circle(canvas, LAMP, (centre, centre), r * 1.09)
        is_spent = piece.done and not piece.active  # an active piece has not finished
        colour = mix(livery.colour, STONE, 0.45) if is_spent else livery.colour
        pygame.draw.circle(canvas, SHADOW, (centre, centre), r)
        rim(canvas, centre, r, colour, livery.rim if piece.owner else "ticks")
        sigil = self.sigil(piece, known=known) if r >= self._smallest_size(TINIEST) else None
        draw_face(canvas, sigil, centre, r * FACE, livery.colour, spent=is_spent)
        if piece.value and r >= self._smallest_size(TINY):
            self._draw_number(canvas, piece, centre, r)
        self._draw_states(canvas, piece, centre, r)
        if piece.damage:
            self._draw_damage(canvas, centre, r, piece.damage)
        if piece.carries:
            self._draw_tokens(canvas, centre, r, piece.carries)
        return shrunk(canvas)

    def sigil(self, piece: PieceView, *, known: bool = False) -> Sigil | None:
        """Return the sigil of a base. Models of a large unit have none, unless the unit's sigil must be `known`."""
        return (
            None
            if piece.unit in self._crowds and not known
            else self.sigils.of(self._units.get(piece.unit, piece.name), piece.owner)
        )

    def _draw_number(self, canvas: pygame.Surface, piece: PieceView, c: float, r: float) -> None:
        """Draw the number of a base at the lower right, on the shape of its die if it has one."""
        x, y, size = c + r * 0.62, c + r * 0.62, max(r * 1.16, self._smallest_size(LEAST) * 1.5)
        if piece.die:
            stamp(canvas, f"die-{piece.symbol}", x, y, size * 1.12, SHADOW)
            stamp(canvas, f"die-{piece.symbol}", x, y, size * 0.96, PAPER)
        else:
            badge(canvas, x, y, size * 0.38, PAPER)
        figure(canvas, piece.value, x, y, size * 0.52, SLATE)

    def _draw_damage(self, canvas: pygame.Surface, c: float, r: float, amount: int) -> None:
        """Draw damage at the upper left: single drops, or one drop with a number; on tiny bases a halo."""
        if r < self._smallest_size(TINY):
            pygame.draw.circle(canvas, SHADOW, (c, c), r + 4 * FINE, 4 * FINE)
            pygame.draw.circle(canvas, BAD, (c, c), r + 3 * FINE, 2 * FINE)
        elif amount <= MOST_DROPS and r >= self._smallest_size(LEAST) * 1.5:
            for number in range(amount):
                turn = math.radians(198 + 29 * number)
                _draw_drop(canvas, c + r * 0.88 * math.cos(turn), c + r * 0.88 * math.sin(turn), r * 0.5)
        else:
            size = max(r * 1.15, self._smallest_size(LEAST) * 1.7)
            x, y = c - r * 0.72, c - r * 0.72
            _draw_drop(canvas, x, y, size)
            figure(canvas, str(amount), x, y + size * 0.12, size * 0.52, PAPER)

    def _draw_tokens(self, canvas: pygame.Surface, c: float, r: float, tokens: Sequence[str]) -> None:
        """Draw the tokens that a base carries: one by one if they fit, else as a number, or as a dot on tiny bases."""
        plate, spot = mix(SLATE, PAPER, 0.12), (c - r * 0.74, c + r * 0.74)
        if r < self._smallest_size(TINY):
            badge(canvas, *spot, 3 * FINE, LAMP)
        elif r * 0.5 >= self._smallest_size(LEAST) * 0.8 and len(tokens) <= MOST_TOKENS:
            for number, token in enumerate(tokens):
                x = spot[0] + number * r * 0.42
                badge(canvas, x, spot[1], r * 0.33, plate)
                stamp(canvas, f"token-{token}", x, spot[1], r * 0.5, LAMP)
        else:
            size = max(r * 0.5, self._smallest_size(LEAST))
            badge(canvas, *spot, size * 0.68, LAMP)
            pygame.draw.circle(canvas, plate, spot, size * 0.58)
            if len(tokens) > 1:
                figure(canvas, str(len(tokens)), *spot, size, LAMP)
            else:
                stamp(canvas, f"token-{tokens[0]}", *spot, size * 0.9, LAMP)

    def _smallest_size(self, pixels: float) -> float:
        """Return a smallest size in pixels of the enlarged canvas, a little larger with large type."""
        return pixels * FINE * max(1.0, min(self.theme.scale, MOST_ENLARGED))

    def _draw_states(self, canvas: pygame.Surface, piece: PieceView, c: float, r: float) -> None:
        """Draw the states of a base, each with its own sign at its own place on the rim."""
        if piece.leader:
            stamp(canvas, "leader", c, c - r * 1.02, r * 0.9, SHADOW)
            stamp(canvas, "leader", c, c - r * 1.02, r * 0.7, LAMP)
        if piece.ready:
            badge(canvas, c + r * 0.74, c - r * 0.74, r * 0.34, LAMP)
            stamp(canvas, "ready", c + r * 0.74, c - r * 0.74, r * 0.48, SLATE)
        if piece.engaged:
            badge(canvas, c - r * 1.02, c + r * 0.1, r * 0.34, PAPER)
            stamp(canvas, "engaged", c - r * 1.02, c + r * 0.1, r * 0.5, mix(BAD, SHADOW, 0.45))
        for number in range(min(piece.counters or 0, MOST_COUNTERS)):
            x = c + r * 0.34 * (number - (min(piece.counters or 0, MOST_COUNTERS) - 1) / 2)
            pygame.draw.circle(canvas, SHADOW, (x, c + r * 0.80), r * 0.17)
            pygame.draw.circle(canvas, LAMP, (x, c + r * 0.80), r * 0.12)
        if piece.compulsion:
            badge(canvas, c, c + r * 1.0, r * 0.31, mix(COMPELLED, SHADOW, 0.55))
            stamp(canvas, "compulsion", c, c + r * 1.0, r * 0.46, PAPER)
        if piece.level:
            plaque(canvas, c + r * 1.06, c - r * 0.1, r * 0.38)
            figure(canvas, str(piece.level), c + r * 1.06, c - r * 0.1, r * 0.6, PAPER)

    def _paint_element(self, piece: PieceView, r: float, livery: Livery, holder: Livery | None) -> pygame.Surface:
        """Return the picture of a token or a marker."""
        canvas, c = shaded(r)
        name = f"{piece.kind}-{piece.symbol}"
        if piece.kind == "token":
            pygame.draw.circle(canvas, mix(SLATE, PAPER, 0.16), (c, c), r)
            pygame.draw.circle(canvas, LAMP, (c, c), r, max(1, round(r * 0.12)))
            stamp(canvas, name, c, c, r * 1.35, LAMP)
            return shrunk(canvas)
        pygame.draw.circle(canvas, mix(livery.colour, SHADOW, 0.7), (c, c), r)
        pygame.draw.circle(canvas, mix(SLATE, livery.colour, 0.18), (c, c), r * 0.93)
        rim(canvas, c, r, livery.colour, livery.rim)
        stamp(canvas, name, c, c, r * 1.24, mix(livery.colour, PAPER, 0.45))
        if piece.value:
            badge(canvas, c + r * 0.72, c + r * 0.72, r * 0.4, PAPER)
            figure(canvas, piece.value, c + r * 0.72, c + r * 0.72, r * 0.5, (30, 30, 34))
        if holder is not None:
            rim(canvas, c, r * 1.24, holder.colour, holder.rim)
        return shrunk(canvas)


def _draw_drop(canvas: pygame.Surface, x: float, y: float, size: float) -> None:
    """Draw a drop of blood with a light edge."""
    stamp(canvas, "drop", x, y, size * 1.34, PAPER)
    stamp(canvas, "drop", x, y, size, BLOOD)


def _draw_title(target: Canvas, piece: PieceView, centre: Spot, radius: float, livery: Livery, *, aside: bool) -> None:
    """Draw the sign of a model's title in its unit: at its middle, or `aside` at the upper left."""
    size, offset = (radius * 0.72, radius * 0.74) if aside else (radius * 1.1, 0.0)
    place = round(centre[0] - offset), round(centre[1] - offset)
    if aside:
        plate = _title_plate(round(size * 0.72), livery.colour)
        target.blit(plate, plate.get_rect(center=place))
    sign = icon(f"title-{piece.titles[0].lower().replace(' ', '-')}", round(size), PAPER)
    target.blit(sign, sign.get_rect(center=place))


@lru_cache(maxsize=32)
def _title_plate(radius: int, colour: Colour) -> pygame.Surface:
    canvas = pygame.Surface((2 * radius * FINE, 2 * radius * FINE), pygame.SRCALPHA, 32)
    badge(canvas, radius * FINE, radius * FINE, radius * FINE / 1.14, mix(colour, SHADOW, 0.6))
    return shrunk(canvas)


def _paint_zone(piece: PieceView, r: float, livery: Livery) -> pygame.Surface:
    """Paint a zone of the table: a tinted disc with a dashed rim that does not hide the terrain."""
    canvas, c = canvas_for(r, roomy=True)
    pygame.draw.circle(canvas, (*livery.colour, 34), (c, c), r)
    for number in range(24):
        for colour, outer, inner in ((SHADOW, 1.0, 0.955), (livery.colour, 0.995, 0.965)):
            draw_stretch(canvas, colour, c, r * outer, r * inner, number * 15.0, 9.0)
    return shrunk(canvas)


@dataclass
class Tweens:
    """Pieces gliding to their new spots: by id, the old spot and the time of the start in seconds."""

    started: dict[str, tuple[float, float, float]] = field(default_factory=dict)

    def note(self, before: Mapping[str, PieceView], after: Mapping[str, PieceView], now: float, skip: str = "") -> None:
        """Start a glide for each moved piece except `skip`."""
        for identity, piece in after.items():
            old = before.get(identity)
            if old is not None and identity != skip and (old.x, old.y) != (piece.x, piece.y):
                self.started[identity] = (old.x, old.y, now)

    def shown(self, piece: PieceView, now: float) -> PieceView:
        """Return a piece at the spot where it is drawn at the time `now`."""
        if piece.id not in self.started:
            return piece
        x, y, since = self.started[piece.id]
        progress = (now - since) / MOTION
        if progress >= 1.0:
            del self.started[piece.id]
            return piece
        eased = 1.0 - (1.0 - max(0.0, progress)) ** 3
        return replace(piece, x=x + (piece.x - x) * eased, y=y + (piece.y - y) * eased)

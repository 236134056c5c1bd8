"""Bases, markers and tokens: their pictures, drawn once per look and size, their stacking order, their gliding."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

import pygame

from game.engine.rulebook.view import PieceView, TableView
from game.ui.board.camera import Spot
from game.ui.board.labels import Names
from game.ui.board.memo import Memo
from game.ui.widgets.icons import stamp
from game.ui.widgets.layers import Canvas
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
    mix,
    readable_on,
)

FINE: Final = 3
"""Pictures are drawn this many times larger and shrunk, which smooths every edge."""
ROOM: Final = 1.7
"""Half the width of a picture in radii: room for shadow, glow and badges."""
TOKEN_RADIUS: Final = 0.24
"""Drawn radius in inches of a token without a size in the rules."""
COMPELLED: Final[Colour] = (196, 120, 200)
NEUTRAL: Final[Colour] = (176, 170, 158)
KEPT: Final = 600
_RANKS: Final = {"zone": -1, "marker": 0, "token": 1, "base": 2}


@dataclass(frozen=True)
class Livery:
    """A player's colour and rim pattern."""

    colour: Colour = NEUTRAL
    rim: str = "solid"


Liveries = Mapping[str, Livery]
"""The liveries of players by their ids."""


def liveries(view: TableView) -> dict[str, Livery]:
    """Return the livery of every player by id; independent of the order of players in the view."""
    return {
        player.id: Livery(colour_of(player.colour), RIMS[number % len(RIMS)])
        for number, player in enumerate(sorted(view.players, key=lambda player: player.id))
    }


def drawn_radius(piece: PieceView) -> float:
    """Return the radius in inches at which a piece is drawn and can be clicked."""
    return piece.radius or TOKEN_RADIUS


def bottom_up(pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return pieces in drawing order: level by level markers, tokens, bases."""
    return sorted(pieces, key=lambda piece: (piece.level, _RANKS.get(piece.kind, 0)))


def top_down(pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return pieces in listing order: bases, tokens, markers, each kind in its own order."""
    return sorted(pieces, key=lambda piece: -_RANKS.get(piece.kind, 0))


def covers(piece: PieceView, spot: Spot) -> bool:
    """Return whether a piece is drawn over a spot (inches)."""
    return (piece.x - spot[0]) ** 2 + (piece.y - spot[1]) ** 2 <= drawn_radius(piece) ** 2


def topmost(pieces: Iterable[PieceView], spot: Spot) -> PieceView | None:
    """Return the visible piece at a spot (inches), None if there is none."""
    return next(reversed(bottom_up(piece for piece in pieces if covers(piece, spot))), None)


@lru_cache(maxsize=32)
def paint_swatch(livery: Livery, size: int) -> pygame.Surface:
    """Return a disc with a player's colour and rim pattern, `size` pixels wide."""
    r = size * FINE / 2
    canvas = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA, 32)
    pygame.draw.circle(canvas, mix(livery.colour, SHADOW, 0.75), (r, r), r)
    pygame.draw.circle(canvas, mix(livery.colour, SHADOW, 0.2), (r, r), r * 0.6)
    _rim(canvas, r, r, livery)
    return _shrunk(canvas)


class Sprites:
    """Draws pieces, their names and the rings around them; every picture is painted once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._names = Names(theme)
        self._pictures = Memo[pygame.Surface](KEPT)

    def draw(
        self, target: Canvas, piece: PieceView, centre: Spot, scale: float, owners: Liveries, *, ghost: bool = False
    ) -> None:
        """Blit a piece with its middle at a pixel; `ghost` shows it half transparent."""
        livery = owners.get(piece.owner, Livery())
        radius = round(drawn_radius(piece) * scale * 2) / 2
        look = (piece.kind, piece.symbol, piece.value, piece.damage, piece.done, piece.active, piece.leader,
                piece.carries, piece.engaged, piece.ready, piece.compulsion, piece.level, radius, livery)  # fmt: skip
        paint = self._paint_base if piece.kind == "base" else self._paint_element
        paint = _paint_zone if piece.kind == "zone" else paint
        picture = self._pictures.of(look, lambda: paint(piece, radius * FINE, livery))
        picture.set_alpha(170 if ghost else 255)
        target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def label(
        self, target: Canvas, pieces: Sequence[PieceView], spots: Sequence[Spot], scale: float, moving: str = ""
    ) -> None:
        """Draw the names of the bases among the pieces; the one that is `moving` displaces no names."""
        self._names.draw(target, pieces, spots, [drawn_radius(piece) * scale for piece in pieces], moving)

    def ring(self, target: Canvas, piece: PieceView, centre: Spot, scale: float, colour: Colour, style: str) -> None:
        """Blit a ring around a piece: style "solid", "dashed" or "glow"."""
        picture = _ring(round(drawn_radius(piece) * scale), colour, style)
        target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def _paint_base(self, piece: PieceView, r: float, livery: Livery) -> pygame.Surface:
        canvas, c = _canvas(r)
        _shadow(canvas, c, r)
        if piece.active:
            _halo(canvas, (c, c), LAMP, 40, (r * (1.55 - 0.07 * step) for step in range(7)))
            pygame.draw.circle(canvas, LAMP, (c, c), r * 1.09)
        spent = piece.done and not piece.active  # the active one has not finished
        face = mix(PAPER, (126, 122, 116), 0.55) if spent else PAPER
        pygame.draw.circle(canvas, mix(livery.colour, SHADOW, 0.75), (c, c), r)
        pygame.draw.circle(canvas, face, (c, c), r * 0.93)
        _rim(canvas, c, r, livery)
        body = mix(livery.colour, (116, 112, 106), 0.45) if spent else livery.colour
        die = f"die-{piece.symbol}"
        stamp(canvas, die, c, c + r * 0.04, r * 1.26, mix(body, SHADOW, 0.6))
        stamp(canvas, die, c, c, r * 1.24, body)
        self._figure(canvas, piece.value, c, c + r * 0.01, r * 0.68, readable_on(body))
        self._states(canvas, piece, c, r, spent)
        if piece.damage:
            _badge(canvas, c + r * 0.74, c - r * 0.7, r * 0.4, BAD)
            self._figure(canvas, str(piece.damage), c + r * 0.74, c - r * 0.7, r * 0.52, (30, 12, 10))
        for number, token in enumerate(piece.carries[:4]):
            x, y = c + r * (0.8 - number * 0.42), c + r * 0.78
            _badge(canvas, x, y, r * 0.33, mix(SLATE, PAPER, 0.12))
            stamp(canvas, f"token-{token}", x, y, r * 0.5, LAMP)
        return _shrunk(canvas)

    def _states(self, canvas: pygame.Surface, piece: PieceView, c: float, r: float, spent: bool) -> None:
        """Draw the states of a base: each has its own place on the rim and its own sign."""
        if piece.leader:
            stamp(canvas, "leader", c, c - r * 0.9, r * 0.9, SHADOW)
            stamp(canvas, "leader", c, c - r * 0.9, r * 0.7, LAMP)
        if spent or piece.ready:
            # A ready piece has acted too: its own sign implies that.
            _badge(canvas, c - r * 0.72, c - r * 0.72, r * 0.34, LAMP if piece.ready else SLATE)
            sign, colour = ("ready", SLATE) if piece.ready else ("activated", PAPER)
            stamp(canvas, sign, c - r * 0.72, c - r * 0.72, r * 0.48, colour)
        if piece.engaged:
            _badge(canvas, c - r * 0.74, c + r * 0.7, r * 0.38, PAPER)
            stamp(canvas, "engaged", c - r * 0.74, c + r * 0.7, r * 0.56, mix(BAD, SHADOW, 0.45))
        if piece.compulsion:
            _badge(canvas, c - r * 1.0, c, r * 0.31, mix(COMPELLED, SHADOW, 0.55))
            stamp(canvas, "compulsion", c - r * 1.0, c, r * 0.46, PAPER)
        if piece.level:
            _plaque(canvas, c + r * 1.02, c, r * 0.42)
            self._figure(canvas, str(piece.level), c + r * 1.02, c, r * 0.66, PAPER)

    def _paint_element(self, piece: PieceView, r: float, livery: Livery) -> pygame.Surface:
        canvas, c = _canvas(r)
        _shadow(canvas, c, r)
        name = f"{piece.kind}-{piece.symbol}"
        if piece.kind == "token":
            pygame.draw.circle(canvas, mix(SLATE, PAPER, 0.16), (c, c), r)
            pygame.draw.circle(canvas, LAMP, (c, c), r, max(1, round(r * 0.12)))
            stamp(canvas, name, c, c, r * 1.35, LAMP)
            return _shrunk(canvas)
        pygame.draw.circle(canvas, mix(livery.colour, SHADOW, 0.7), (c, c), r)
        pygame.draw.circle(canvas, mix(SLATE, livery.colour, 0.18), (c, c), r * 0.93)
        _rim(canvas, c, r, livery)
        stamp(canvas, name, c, c, r * 1.24, mix(livery.colour, PAPER, 0.45))
        if piece.value:
            _badge(canvas, c + r * 0.72, c + r * 0.72, r * 0.4, PAPER)
            self._figure(canvas, piece.value, c + r * 0.72, c + r * 0.72, r * 0.5, (30, 30, 34))
        return _shrunk(canvas)

    def _figure(self, canvas: pygame.Surface, text: str, x: float, y: float, height: float, colour: Colour) -> None:
        if not text:
            return
        size = max(6, round(height * (1.0 if len(text) < 2 else 0.86)))
        ink = self.theme.font_px(size, "bold").render(text, True, colour)
        box = ink.get_bounding_rect()
        canvas.blit(ink, (x - box.centerx, y - box.centery))


def _canvas(r: float) -> tuple[pygame.Surface, float]:
    half = math.ceil(r * ROOM / FINE) * FINE
    return pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32), float(half)


def _shrunk(canvas: pygame.Surface) -> pygame.Surface:
    # Premultiply alpha for shrinking: otherwise transparent black bleeds into every edge.
    size = canvas.get_width() // FINE, canvas.get_height() // FINE
    small = pygame.transform.smoothscale(canvas.premul_alpha(), size)
    colours = pygame.surfarray.pixels3d(small)
    alpha = pygame.surfarray.array_alpha(small).astype("float32")[:, :, None]
    colours[:] = (colours * 255.0 / alpha.clip(1.0)).clip(0, 255).astype("uint8")
    del colours
    return small


def _halo(canvas: pygame.Surface, centre: Spot, colour: Colour, alpha: int, radii: Iterable[float]) -> None:
    """Stack transparent discs for an edge that fades."""
    for radius in radii:
        veil = pygame.Surface(canvas.get_size(), pygame.SRCALPHA, 32)
        pygame.draw.circle(veil, (*colour, alpha), centre, radius)
        canvas.blit(veil, (0, 0))


def _paint_zone(piece: PieceView, r: float, livery: Livery) -> pygame.Surface:
    """Paint a part of the table that matters: a tinted disc with a dashed rim, nothing that hides the terrain."""
    canvas, c = _canvas(r)
    pygame.draw.circle(canvas, (*livery.colour, 34), (c, c), r)
    for number in range(24):
        for colour, outer, inner in ((SHADOW, 1.0, 0.955), (livery.colour, 0.995, 0.965)):
            _arc(canvas, colour, c, r * outer, r * inner, number * 15.0, 9.0)
    return _shrunk(canvas)


def _shadow(canvas: pygame.Surface, c: float, r: float) -> None:
    _halo(canvas, (c + r * 0.1, c + r * 0.15), SHADOW, 15, (r * (1.22 - 0.035 * step) for step in range(8)))


def _rim(canvas: pygame.Surface, c: float, r: float, livery: Livery) -> None:
    wide = max(2, round(r * 0.19))
    if livery.rim == "solid":
        pygame.draw.circle(canvas, livery.colour, (c, c), r * 0.97, wide)
    elif livery.rim == "double":
        pygame.draw.circle(canvas, livery.colour, (c, c), r * 0.97, round(wide * 0.42))
        pygame.draw.circle(canvas, livery.colour, (c, c), r * 0.8, round(wide * 0.36))
    else:
        pygame.draw.circle(canvas, mix(livery.colour, SHADOW, 0.62), (c, c), r * 0.97, wide)
        count = 10 if livery.rim == "dashed" else 16
        for k in range(count):
            if livery.rim == "dotted":
                turn = math.tau * k / count
                spot = c + r * 0.875 * math.sin(turn), c - r * 0.875 * math.cos(turn)
                pygame.draw.circle(canvas, livery.colour, spot, r * 0.085)
            else:
                _arc(canvas, livery.colour, c, r * 0.97, r * 0.78, k * 36.0 - 12.0, 24.0)


def _arc(
    canvas: pygame.Surface, colour: Colour, c: float, outer: float, inner: float, start: float, span: float
) -> None:
    angles = [math.radians(start + span * k / 6) for k in range(7)]
    ring = [(c + outer * math.cos(a), c + outer * math.sin(a)) for a in angles]
    ring += [(c + inner * math.cos(a), c + inner * math.sin(a)) for a in reversed(angles)]
    pygame.draw.polygon(canvas, colour, ring)


def _badge(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    pygame.draw.circle(canvas, SHADOW, (x, y), r * 1.12)
    pygame.draw.circle(canvas, colour, (x, y), r)


def _plaque(canvas: pygame.Surface, x: float, y: float, r: float) -> None:
    """Draw a square with a rim: its shape distinguishes it from the round badges."""
    box = pygame.Rect(0, 0, round(2 * r), round(2 * r))
    box.center = round(x), round(y)
    pygame.draw.rect(canvas, PAPER, box.inflate(round(r * 0.4), round(r * 0.4)), border_radius=round(r * 0.55))
    pygame.draw.rect(canvas, SLATE, box, border_radius=round(r * 0.4))


@lru_cache(maxsize=100)
def _ring(radius: int, colour: Colour, style: str) -> pygame.Surface:
    r = radius * FINE
    half = r + 8 * FINE
    canvas = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32)
    if style == "dashed":
        for k in range(12):
            _arc(canvas, SHADOW, half, r + 6 * FINE, r + FINE, k * 30.0 - 2.0, 22.0)
        for k in range(12):
            _arc(canvas, colour, half, r + 5 * FINE, r + 2 * FINE, k * 30.0, 18.0)
    elif style == "glow":
        _halo(canvas, (half, half), colour, 42, (r + (8 - step) * FINE for step in range(6)))
        pygame.draw.circle(canvas, SHADOW, (half, half), r + 3 * FINE)
        pygame.draw.circle(canvas, colour, (half, half), r + 2 * FINE)
        pygame.draw.circle(canvas, (0, 0, 0, 0), (half, half), r)
    else:
        pygame.draw.circle(canvas, SHADOW, (half, half), r + 6 * FINE, 5 * FINE)
        pygame.draw.circle(canvas, colour, (half, half), r + 5 * FINE, 3 * FINE)
    return _shrunk(canvas)


@dataclass
class Tweens:
    """Gliding pieces, by id: where they started and when, in seconds."""

    started: dict[str, tuple[float, float, float]] = field(default_factory=dict)

    def note(self, before: Mapping[str, PieceView], after: Mapping[str, PieceView], now: float, skip: str = "") -> None:
        """Start a glide for every moved piece, except `skip`."""
        for identity, piece in after.items():
            old = before.get(identity)
            if old is not None and identity != skip and (old.x, old.y) != (piece.x, piece.y):
                self.started[identity] = (old.x, old.y, now)

    def shown(self, piece: PieceView, now: float) -> PieceView:
        """Return the piece at its drawn position at this moment."""
        if piece.id not in self.started:
            return piece
        x, y, since = self.started[piece.id]
        share = (now - since) / MOTION
        if share >= 1.0:
            del self.started[piece.id]
            return piece
        eased = 1.0 - (1.0 - max(0.0, share)) ** 3
        return replace(piece, x=x + (piece.x - x) * eased, y=y + (piece.y - y) * eased)

"""The names of bases, placed where they hide nothing: below the base, above or beside it, or as two letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import pygame

from game.engine.rulebook.view import PieceView, UnitView
from game.ui.board.camera import Spot
from game.ui.board.unit_art import NO_CROWD, Crowd, UnitNames
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.signs import icon
from game.ui.widgets.theme import LAMP, PAPER, SLATE, Theme

LEAST: Final = 7.0
"""The smallest radius in pixels of a base with a name."""
LARGE: Final = 21.0
"""The smallest radius in pixels for large names."""
TRAITS_FROM: Final = 30.0
"""The smallest radius in pixels for traits below the name."""
POINTER: Final = 1.3
"""The extent of a base with its facing pointer, in radii."""
KEPT: Final = 400


def initials(name: str) -> str:
    """Return two letters that abbreviate a name."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    if len(words) > 1:
        return (words[0][0] + words[-1][0]).upper()
    return name[:2].capitalize()


class Names:
    """Writes names; every plate is painted once. `shown` are the places of those drawn last."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.of_units = UnitNames(theme)
        self.shown: list[pygame.Rect] = []
        self._plates = Memo[pygame.Surface](KEPT)
        self._drawn: tuple[object, list[tuple[pygame.Surface, pygame.Rect]]] = (None, [])

    def draw(
        self,
        target: Canvas,
        pieces: Sequence[PieceView],
        spots: Sequence[Spot],
        radii: Sequence[float],
        moving: str = "",
        seals: Sequence[pygame.Rect] = (),
        crowd: Crowd = NO_CROWD,
    ) -> None:
        """Draw the names of bases (centres and radii in pixels) clear of each other, bases and `seals`.

        The piece that is `moving` displaces no names. The models of a unit of the `crowd` share one name.
        """
        view = target.get_clip() if crowd.units else None
        key = [*pieces], [*spots], [*radii], moving, [*seals], self.theme.scale, crowd, view
        if self._drawn[0] != key:  # marks around pieces change more often
            together = [*self.of_units.laid_out(crowd, target.get_clip(), pieces, spots, radii, seals)]
            self.shown = [place for _plate, place in together]
            lone = self._laid_out(pieces, spots, radii, moving, [*seals, *self.shown], crowd.units)
            self._drawn = key, [*together, *lone]
        for plate, place in self._drawn[1]:
            target.blit(plate, place)

    def _laid_out(
        self,
        pieces: Sequence[PieceView],
        spots: Sequence[Spot],
        radii: Sequence[float],
        moving: str,
        seals: Sequence[pygame.Rect],
        units: Mapping[str, UnitView],
    ) -> Iterator[tuple[pygame.Surface, pygame.Rect]]:
        """Yield plates with their places, and note the plates of names."""
        wide = [radius * (POINTER if piece.facing is not None else 1.0) for piece, radius in zip(pieces, radii)]
        bodies = [_body(spot, radius) for spot, radius in zip(spots, wide, strict=True)]
        taken = [body for piece, body in zip(pieces, bodies, strict=True) if piece.id != moving]
        taken += seals
        for piece, body, radius in zip(pieces, bodies, radii, strict=True):
            if piece.kind != "base" or radius < LEAST or piece.unit in units:
                continue
            plate, place = self._placed(piece, body, radius, taken)
            yield plate, place
            self.shown.append(place)
            if piece.id != moving:
                taken.append(place)
            if radius >= TRAITS_FROM and piece.traits:
                key = (piece.traits, self.theme.scale)
                traits = self._plates.of(key, partial(self._traits, piece.traits))
                yield traits, traits.get_rect(midtop=(place.centerx, max(place.bottom, body.bottom) + 2))

    def _placed(
        self, piece: PieceView, body: pygame.Rect, radius: float, taken: Sequence[pygame.Rect]
    ) -> tuple[pygame.Surface, pygame.Rect]:
        """Return the longest plate that hides nothing, with its place, or two letters where they hide least."""
        others = [other for other in taken if other != body]
        large, letters = radius >= LARGE, initials(piece.name)
        texts = dict.fromkeys((_named(piece, piece.name), _named(piece, letters), letters))
        plates = [self._plates.of((text, large, self.theme.scale), partial(self._plate, text, large)) for text in texts]
        short = plates[-1]
        for plate in plates:
            for place in _places(plate.get_rect(), body):
                if place.collidelist(others) < 0:
                    return plate, place
        least = min(_places(short.get_rect(), body), key=lambda place: sum(shared(place, other) for other in others))
        return short, least

    def _plate(self, text: str, large: bool) -> pygame.Surface:
        ink = self.theme.font_px(round((13 if large else 11) * self.theme.scale), "semibold").render(text, True, PAPER)
        plate = _bare_plate(ink.get_width() + 10, ink.get_height() - 2)
        plate.blit(ink, (5, -1))
        return plate

    def _traits(self, traits: tuple[str, ...]) -> pygame.Surface:
        size, pad = round(15 * self.theme.scale), round(4 * self.theme.scale)
        plate = _bare_plate(len(traits) * (size + pad) + pad, size + pad)
        for number, trait in enumerate(traits):
            glyph = icon("trait-" + trait.lower().replace(" ", "-"), size, LAMP)
            plate.blit(glyph, (pad + number * (size + pad), pad // 2))
        return plate


def _named(piece: PieceView, name: str) -> str:
    """Return a name with the states of its base."""
    return f"{name}: {', '.join(piece.states)}" if piece.states else name


def _bare_plate(width: int, height: int) -> pygame.Surface:
    plate = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    pygame.draw.rect(plate, (*SLATE, 205), plate.get_rect(), border_radius=height // 2)
    return plate


def _body(spot: Spot, radius: float) -> pygame.Rect:
    wide = round(2 * radius * 0.96)
    body = pygame.Rect(0, 0, wide, wide)
    body.center = round(spot[0]), round(spot[1])
    return body


def _places(plate: pygame.Rect, body: pygame.Rect) -> Iterator[pygame.Rect]:
    """Yield the places of a plate beside a base, the usual one first."""
    for side, spot in (
        ("midtop", (body.centerx, body.bottom + 1)),
        ("midbottom", (body.centerx, body.top - 4)),
        ("midleft", (body.right + 5, body.centery)),
        ("midright", (body.left - 5, body.centery)),
    ):
        place = plate.copy()
        setattr(place, side, spot)
        yield place


def hidden(box: pygame.Rect, things: Sequence[pygame.Rect]) -> int:
    """Return the pixels of things that a box hides."""
    return sum(shared(box, things[at]) for at in box.collidelistall(list(things)))


def shared(one: pygame.Rect, other: pygame.Rect) -> int:
    """Return the pixels that two rectangles have in common."""
    common = one.clip(other)
    return common.width * common.height

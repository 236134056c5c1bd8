"""Sigils on the faces of bases: a bold charge on a field of two tones, chosen by the names at one table."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any, Final, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from game.documents.faces import PICTURE, picture_bytes, sigil_names
from game.resources import resource
from game.ui.widgets.text import round_corners
from game.ui.widgets.theme import PAPER, SHADOW, Colour, mix

FIELDS: Final = ("plain", "chief", "bend", "pale", "chevron", "saltire", "base", "gyron")
LEAST: Final = 0.11
"""The least difference of any two charges at one table, as a part of their small silhouettes, while charges last."""
SMALL: Final = 18
"""The width and height of a small silhouette in pixels."""
SHARE: Final = 0.74
"""The size of a charge as a part of its face."""
CASING: Final = 0.035
"""The width of the dark outline of a charge as a part of its face."""
PARCHMENT: Final[Colour] = (226, 212, 178)
WORN: Final[Colour] = (206, 206, 202)
STONE: Final[Colour] = (106, 110, 114)


class Sigil(NamedTuple):
    """A charge, by the name of its drawing, and the partition of its field.

    A player's own picture can be the charge.
    """

    charge: str
    field: str


@lru_cache(maxsize=1)
def _choices() -> dict[str, Any]:
    """Return the file of hints: charges by words in names, and charges used only for such words."""
    choices: dict[str, Any] = json.loads((resource("assets/sigils") / "hints.json").read_text(encoding="utf-8"))
    return choices


@lru_cache(maxsize=1)
def hints() -> dict[str, str]:
    """Return the charge suggested by each word in names, the longest words first."""
    words = _choices()["words"]
    return {word: words[word] for word in sorted(words, key=len, reverse=True)}


@lru_cache(maxsize=1)
def timeless() -> tuple[str, ...]:
    """Return the charges that suit any name; the others, such as tanks, are used only if a word suggests them."""
    return tuple(charge for charge in sigil_names() if charge not in _choices()["only_by_word"])


@lru_cache(maxsize=500)
def shared_name(name: str) -> str:
    """Return a name without the number or letter that distinguishes equal names: "Forgotten 2" gives "Forgotten"."""
    return re.sub(r"\s+(\d+|[A-Z])$", "", name)


class Sigils:
    """The sigils at one table. New names never change the sigils of earlier ones."""

    def __init__(self) -> None:
        self._known: dict[str, Sigil] = {}
        self.chosen: Mapping[str, Mapping[str, str]] = {}
        """The faces chosen by players, by player and name."""

    def meet(self, names: Iterable[str]) -> None:
        """Choose sigils for new names, first for those with a hint, each group in alphabetical order."""
        new = {shared_name(name) for name in names} - self._known.keys()
        for name in sorted(new, key=lambda name: (_hint(name) is None, name)):
            taken = {sigil.charge for sigil in self._known.values()} | self._chosen_charges()
            self._known[name] = Sigil(_charge_for(name, taken), _field_for(name))

    def _chosen_charges(self) -> set[str]:
        return {face for faces in self.chosen.values() for face in faces.values() if not face.startswith(PICTURE)}

    def of(self, name: str, owner: str = "") -> Sigil:
        """Return the sigil of a name: the one chosen by its owner, or else the one that equal names share."""
        shared = shared_name(name)
        faces = self.chosen.get(owner, {})
        if face := faces.get(name) or faces.get(shared):
            return Sigil(face, _field_for(shared))
        if shared not in self._known:
            self.meet((name,))
        return self._known[shared]


def _field_for(name: str) -> str:
    return FIELDS[_digest(name)[0] % len(FIELDS)]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.lower().encode()).digest()


def _hint(name: str) -> str | None:
    """Return the charge suggested by a word in a name, None without one."""
    lower = name.lower()
    return next((charge for word, charge in hints().items() if word in lower), None)


def _charge_for(name: str, taken: set[str]) -> str:
    """Return a charge for a name: the suggested one, or a random one, that differs enough from those taken."""
    preferred = [hint, *_shuffled(name)] if (hint := _hint(name)) else _shuffled(name)
    free = [charge for charge in preferred if charge not in taken] or preferred
    return next((charge for charge in free if all(difference(charge, other) >= LEAST for other in taken)), free[0])


@lru_cache(maxsize=500)
def _shuffled(name: str) -> list[str]:
    """Return the timeless charges in an order that depends on a name alone."""
    return sorted(timeless(), key=lambda charge: _digest(f"{name} {charge}"))


@lru_cache(maxsize=2000)
def difference(first: str, second: str) -> float:
    """Return the difference of two charges' small silhouettes, from 0 to 1."""
    return float(np.abs(_silhouette(first) - _silhouette(second)).mean())


@lru_cache(maxsize=100)
def _silhouette(charge: str) -> NDArray[np.float32]:
    picture = pygame.transform.smoothscale(_mask(charge, 2 * SMALL), (SMALL, SMALL))
    return pygame.surfarray.array_alpha(picture).astype(np.float32) / np.float32(255)


@lru_cache(maxsize=300)
def _mask(charge: str, size: int) -> pygame.Surface:
    """Return a charge in white, `size` pixels wide; the black parts of its drawing are transparent."""
    picture = pygame.image.load_sized_svg(str(resource(f"assets/sigils/{charge}.svg")), (size, size))
    alpha = pygame.surfarray.pixels_alpha(picture)
    alpha[:] = alpha.astype(np.uint16) * pygame.surfarray.array3d(picture)[:, :, 0] // 255
    del alpha
    pygame.surfarray.pixels3d(picture)[:] = 255
    return picture


def tones(colour: Colour, *, spent: bool) -> tuple[Colour, Colour]:
    """Return the dark and the middle tone of a field in an owner's colour."""
    dark, middle = mix(colour, SHADOW, 0.54), mix(colour, SHADOW, 0.24)
    return (mix(dark, STONE, 0.72), mix(middle, STONE, 0.66)) if spent else (dark, middle)


def draw_face(
    canvas: pygame.Surface, sigil: Sigil | None, c: float, r: float, colour: Colour, *, spent: bool = False
) -> None:
    """Draw the domed face of a base around (c, c) with its sigil; `r` is its radius in pixels of the canvas."""
    face = _disc("plain", round(2 * r), colour, spent) if sigil is None else _face(sigil, r, colour, spent)
    canvas.blit(face, face.get_rect(center=(round(c), round(c))))


@lru_cache(maxsize=100)
def _face(sigil: Sigil, r: float, colour: Colour, spent: bool) -> pygame.Surface:
    """Return a face with its sigil, without the states of its base."""
    face = _disc(sigil.field, round(2 * r), colour, spent).copy()
    middle = face.get_width() // 2, face.get_height() // 2
    if sigil.charge.startswith(PICTURE):
        picture = _portrait(sigil.charge, face.get_width(), spent)
        face.blit(picture, picture.get_rect(center=middle))
        return face
    mask = _mask(sigil.charge, max(4, round(2 * r * SHARE)))
    place = mask.get_rect(center=middle)
    dark = mask.copy()
    dark.fill((*SHADOW, 255), special_flags=pygame.BLEND_RGBA_MULT)
    offset = max(1, round(2 * r * CASING))
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7), (0, 1.6)):
        face.blit(dark, place.move(round(right * offset), round(down * offset)))
    metal = mask.copy()
    metal.fill((*WORN, 255) if spent else (255, 255, 255, 255), special_flags=pygame.BLEND_RGBA_MULT)
    if not spent:
        metal.blit(_sheen(metal.get_size()), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    face.blit(metal, place)
    return face


@lru_cache(maxsize=60)
def _portrait(face: str, size: int, spent: bool) -> pygame.Surface:
    """Return a player's own picture cut to a disc, in grey for a piece that is spent."""
    picture = pygame.image.load(BytesIO(picture_bytes(face)), ".webp")
    if spent:
        picture = pygame.transform.grayscale(picture)
    return round_corners(pygame.transform.smoothscale(picture, (size, size)), size // 2)


@lru_cache(maxsize=30)
def _sheen(size: tuple[int, int]) -> pygame.Surface:
    """Return a gradient from ivory at the top to parchment at the bottom."""
    sheet = pygame.Surface((1, 2), pygame.SRCALPHA, 32)
    sheet.set_at((0, 0), (*PAPER, 255))
    sheet.set_at((0, 1), (*PARCHMENT, 255))
    return pygame.transform.smoothscale(sheet, size)


@lru_cache(maxsize=60)
def _disc(field: str, size: int, colour: Colour, spent: bool) -> pygame.Surface:
    """Return a round field in two tones, lit from the north-west like a dome."""
    dark, middle = tones(colour, spent=spent)
    disc = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    disc.fill((*dark, 255))
    for shape in partition(field):
        pygame.draw.polygon(disc, middle, [(x * size, y * size) for x, y in shape])
    x, y = (np.linspace(-1, 1, size, dtype=np.float32)[side] for side in ((slice(None), None), (None, slice(None))))
    distance = np.hypot(x + np.float32(0.38), y + np.float32(0.42))
    light = np.float32(1.22) - np.float32(0.30) * distance
    pixels = pygame.surfarray.pixels3d(disc)
    pixels[:] = np.clip(pixels * light[:, :, None], 0, 255).astype(np.uint8)
    del pixels
    pygame.surfarray.pixels_alpha(disc)[:] = np.clip((1 - np.hypot(x, y)) * size / 2 + 0.5, 0, 1) * 255
    return disc


def partition(field: str) -> list[list[tuple[float, float]]]:
    """Return the polygons of a field in the middle tone, with coordinates from 0 to 1."""
    if field == "gyron":
        rim = [(0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5), (-0.5, 1.5), (-0.5, 0.5), (-0.5, -0.5)]
        return [[(0.5, 0.5), rim[corner], rim[corner + 1]] for corner in range(0, 8, 2)]
    partitions: dict[str, list[list[tuple[float, float]]]] = {
        "plain": [],
        "chief": [[(0, 0), (1, 0), (1, 0.32), (0, 0.32)]],
        "base": [[(0, 0.66), (1, 0.66), (1, 1), (0, 1)]],
        "bend": [[(0, 0), (0.36, 0), (1, 0.64), (1, 1), (0.64, 1), (0, 0.36)]],
        "pale": [[(0.3, 0), (0.7, 0), (0.7, 1), (0.3, 1)]],
        "chevron": [[(0, 0.98), (0.5, 0.45), (1, 0.98), (1, 0.58), (0.5, 0.06), (0, 0.58)]],
        "saltire": [
            [(0, 0), (0.18, 0), (1, 0.82), (1, 1), (0.82, 1), (0, 0.18)],
            [(1, 0), (1, 0.18), (0.18, 1), (0, 1), (0, 0.82), (0.82, 0)],
        ],
    }
    return partitions[field]

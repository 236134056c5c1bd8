"""Names on the table: of units near their models, of bases where they hide nothing; and the outlines of units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import pygame
import shapely

from game.engine.rulebook.view import PieceView, UnitView
from game.table.footprints import Footprint, geometry_of
from game.table.shapes import Disc
from game.ui.board.camera import Camera, Spot
from game.ui.board.strokes import badge, figure
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.signs import icon
from game.ui.widgets.theme import BAD, INK_QUIET, LAMP, PAPER, SHADOW, SLATE, Colour, Theme, mix

SIZES: Final = ((40.0, 19), (28.0, 16), (0.0, 14))
"""The pixels of type of a name, from a radius in pixels on: larger near and in large windows."""
GAP: Final = 2
"""Pixels between a base and a plate beside it."""
APART: Final = 1
"""Pixels between two plates at least."""
COVERED: Final = 0.3
"""The share of a plate that may lie over bases before a shorter one is tried."""
FOREIGN: Final = 2.5
"""The weight of hiding another unit's base, compared with the unit's own."""
FARTHER: Final = 0.0005
"""How much worse a place is by each pixel it is farther from the middle of its unit."""
STRAY: Final = (1.0, 2.0, 3.5)
"""How far around a model, in plates, a place is looked for where none is free beside it."""
KEPT_PLATES: Final = 300
KEPT_PLACES: Final = 1000
_SIDES: Final = np.array(((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)), dtype=float)
"""Across and down: below, above, beside and at the corners of a base, the usual place first."""
Boxes = np.ndarray[tuple[int, int], np.dtype[np.float64]]
"""Rows of left, top, right and bottom in pixels."""


@dataclass(frozen=True)
class Crowd:
    """The units on a table by id, and the colours of players; those `away` are being moved: their ghosts have names."""

    units: Mapping[str, UnitView]
    colours: Mapping[str, Colour]
    away: frozenset[str] = frozenset()


class Placed(NamedTuple):
    """The best place of a plate: how much of it lies over bases, and what speaks against it altogether."""

    place: pygame.Rect
    covered: float
    cost: float


Places = Memo[Placed]


NO_CROWD: Final = Crowd({}, {})


def shortened(name: str) -> Iterator[str]:
    """Yield a name, shorter and shorter: "Ashlar Wardens", "A. Wardens", "AW"; or "Tallow", "Ta."."""
    yield name
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    for count in range(1, len(words)):
        yield " ".join((*(f"{word[0]}." for word in words[:count]), *words[count:]))
    yield "".join(word[0] for word in words[:3]).upper() if len(words) > 1 else initials(name)


def size_of(radius: float) -> int:
    """Return the pixels of type of the name of a base with a radius in pixels."""
    return next(size for least, size in SIZES if radius >= least)


class UnitNames:
    """Writes the names of units; every plate is painted once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._plates = Memo[pygame.Surface](KEPT_PLATES)
        self._places = Places(KEPT_PLACES)

    def laid_out(
        self,
        crowd: Crowd,
        view: pygame.Rect,
        pieces: Sequence[PieceView],
        spots: Sequence[Spot],
        radii: Sequence[float],
        seals: Sequence[pygame.Rect] = (),
    ) -> Iterator[tuple[pygame.Surface, pygame.Rect]]:
        """Yield a plate and its place for each unit within `view`. Units of few models come first: they have less room.

        Bases have centres and `radii` in pixels; no plate covers one of the `seals`.
        """
        if not crowd.units:
            return
        bodies, mine, number = _bodies(spots, radii), _rows(crowd.units, pieces), len(seals)
        taken = np.vstack((_boxes(map(_box, seals)), np.empty((len(mine), 4))))
        for unit in sorted(mine, key=lambda each: (len(mine[each]), each)):
            own = bodies[mine[unit]]
            if unit in crowd.away or not view.colliderect(_around(own)):
                continue
            size = size_of(max(radii[row] for row in mine[unit]))
            plates = self._worded(crowd.units[unit], size, crowd.colours.get(crowd.units[unit].owner, PAPER))
            bodies[mine[unit]] = np.nan  # near nothing: left are the others
            plate, place = _placed(plates, own, bodies, taken[:number], view, self._places)
            bodies[mine[unit]] = own
            taken[number] = _box(place.inflate(2 * APART, 2 * APART))
            number += 1
            yield plate, place

    def beside(
        self,
        unit: UnitView,
        colour: Colour,
        view: pygame.Rect,
        spots: Sequence[Spot],
        radii: Sequence[float],
        taken: Iterable[pygame.Rect] = (),
    ) -> tuple[pygame.Surface, pygame.Rect]:
        """Return the plate of a unit that is moved, and its place: over none of the plates `taken`."""
        own, plates = _bodies(spots, radii), self._worded(unit, size_of(max(radii)), colour)
        return _placed(plates, own, _boxes(()), _boxes(map(_box, taken)), view, self._places)

    def _worded(self, unit: UnitView, size: int, colour: Colour) -> Iterator[pygame.Surface]:
        texts = dict.fromkeys([_named(unit, unit.name), *shortened(unit.name)])
        for text in texts:
            key = text, unit.damage, unit.active, unit.done, size, colour, self.theme.scale
            yield self._plates.of(key, partial(self._paint, text, unit, size, colour))

    def _paint(self, text: str, unit: UnitView, size: int, colour: Colour) -> pygame.Surface:
        """Paint a plate: a bar in the colour of its player, the name, and the damage."""
        scale = self.theme.scale
        tint = LAMP if unit.active else INK_QUIET if unit.done else PAPER
        ink = self.theme.font_px(round(size * scale), "semibold").render(text, True, tint)
        high, bar = ink.get_height() - 2, max(3, round(3 * scale))
        hurt = round(high * 0.5) if unit.damage else 0
        plate = pygame.Surface((bar + ink.get_width() + 8 + 2 * hurt, high), pygame.SRCALPHA, 32)
        pygame.draw.rect(plate, (*SLATE, 215), plate.get_rect(), border_radius=high // 3)
        pygame.draw.rect(
            plate, colour, (0, 0, bar, high), border_top_left_radius=high // 3, border_bottom_left_radius=high // 3
        )
        if unit.active:
            pygame.draw.rect(plate, LAMP, plate.get_rect(), 1, border_radius=high // 3)
        plate.blit(ink, (bar + 4, -1))
        if unit.damage:
            x, y = plate.get_width() - hurt - 1, high / 2
            badge(plate, x, y, hurt * 0.84, BAD)
            figure(plate, str(unit.damage), x, y, high * 0.66, (30, 12, 10))
        return plate


def _rows(units: Mapping[str, UnitView], pieces: Iterable[PieceView]) -> dict[str, list[int]]:
    """Return the numbers of the pieces of each unit."""
    found: dict[str, list[int]] = {}
    for row, piece in enumerate(pieces):
        if piece.unit in units:
            found.setdefault(piece.unit, []).append(row)
    return found


def _bodies(spots: Sequence[Spot], radii: Sequence[float]) -> Boxes:
    """Return the boxes of bases; their corners are empty, so the boxes are a little smaller."""
    at, half = np.array(spots, dtype=float).reshape(-1, 2), 0.92 * np.array(radii, dtype=float)[:, None]
    return np.hstack((at - half, at + half))


def _box(rect: pygame.Rect) -> tuple[float, float, float, float]:
    return float(rect.left), float(rect.top), float(rect.right), float(rect.bottom)


def _boxes(rows: Iterable[tuple[float, ...]]) -> Boxes:
    return np.array([*rows], dtype=float).reshape(-1, 4)


def _around(boxes: Boxes) -> pygame.Rect:
    left, top, right, bottom = _extent(boxes)
    return pygame.Rect(left, top, right - left, bottom - top)


def _extent(boxes: Boxes) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return left, top, right, bottom


def _placed(
    plates: Iterable[pygame.Surface], own: Boxes, others: Boxes, taken: Boxes, view: pygame.Rect, known: Places
) -> tuple[pygame.Surface, pygame.Rect]:
    """Return the longest plate that lies over no other and few bases, with its place; else one farther off.

    A plate is placed once for the same things around it, as most of them stay where they are.
    """
    best: tuple[float, pygame.Surface, pygame.Rect] | None = None
    for plate, stray in _tried(plates):
        size = plate.get_size()
        room = _room(size, own, stray)
        near, plates_near = _near(others, room), _near(taken, room)
        key = size, bool(stray), own.tobytes(), near.tobytes(), plates_near.tobytes(), tuple(view)
        found = known.of(key, partial(_best, size, stray, own, near, plates_near, view))
        if found.covered <= COVERED and found.cost < found.covered + 1.0:
            return plate, found.place
        if best is None or found.cost < best[0] - COVERED:
            best = found.cost, plate, found.place
    assert best is not None
    return best[1], best[2]


def _best(
    size: tuple[int, int], stray: Sequence[float], own: Boxes, others: Boxes, taken: Boxes, view: pygame.Rect
) -> Placed:
    """Return the place of a plate beside its unit, or astray, against which least speaks."""
    found = _candidates(size, own, stray)
    covered = (_covering(found, own) + FOREIGN * _covering(found, others)) / (size[0] * size[1])
    cost = covered + 100.0 * _covering(found, taken) / (size[0] * size[1]) + 100.0 * _outside(found, view)
    middle = (own[:, :2].min(axis=0) + own[:, 2:].max(axis=0)) / 2
    at = (found[:, :2] + found[:, 2:]) / 2
    cost += FARTHER * np.hypot(*(at - middle).T)
    row = int(np.argmin(cost))
    place = pygame.Rect(round(found[row, 0]), round(found[row, 1]), *size)
    return Placed(place, float(covered[row]), float(cost[row]))


def _room(size: tuple[int, int], own: Boxes, stray: Sequence[float]) -> tuple[float, ...]:
    """Return the box in which all places of a plate lie."""
    left, top, right, bottom = _extent(own)
    far = 1.0 + max(stray, default=0.0)
    wide, high = GAP + far * size[0], GAP + far * size[1]
    return left - wide, top - high, right + wide, bottom + high


def _tried(plates: Iterable[pygame.Surface]) -> Iterator[tuple[pygame.Surface, Sequence[float]]]:
    """Yield every plate beside its unit, then the last of them astray."""
    for plate in plates:
        yield plate, ()
    yield plate, STRAY


def _candidates(size: tuple[int, int], own: Boxes, stray: Sequence[float]) -> Boxes:
    """Return the places of a plate beside the models of its unit and over its middle; or astray, farther off."""
    wide, high = size
    middles, halves = (own[:, :2] + own[:, 2:]) / 2, (own[:, 2:] - own[:, :2]) / 2
    found, half = [middles.mean(axis=0)[None, :]], np.array((wide / 2, high / 2))
    for far in stray or (0.0,):
        away = halves + half + GAP + 2 * far * half
        found.append((middles + away * _SIDES[:, None, :]).reshape(-1, 2))
    centres = np.concatenate(found)
    return np.concatenate((centres - half, centres + half), axis=1)


def _near(boxes: Boxes, room: tuple[float, ...]) -> Boxes:
    """Return the boxes that are partly in some room."""
    left, top, right, bottom = room
    seen = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
    return np.asarray(boxes[seen])


def _covering(places: Boxes, boxes: Boxes) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the pixels of boxes that each place covers."""
    wide = np.minimum(places[:, 2, None], boxes[:, 2]) - np.maximum(places[:, 0, None], boxes[:, 0])
    high = np.minimum(places[:, 3, None], boxes[:, 3]) - np.maximum(places[:, 1, None], boxes[:, 1])
    return np.asarray((np.maximum(wide, 0.0) * np.maximum(high, 0.0)).sum(axis=1))


def _outside(places: Boxes, view: pygame.Rect) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return how far each place is out of view, in its own widths and heights."""
    wide, high = places[0, 2] - places[0, 0], places[0, 3] - places[0, 1]
    across = np.maximum(0.0, view.left - places[:, 0]) + np.maximum(0.0, places[:, 2] - view.right)
    down = np.maximum(0.0, view.top - places[:, 1]) + np.maximum(0.0, places[:, 3] - view.bottom)
    return np.asarray(across / wide + down / high)


AWAY: Final = 0.22
"""Inches from the bases to their outline."""
HOLLOW: Final = 0.3
"""The closeness of the outline to its unit, from 0 to 1, which would be its convex hull."""
MARGIN: Final = 4
"""Pixels around an outline in its picture."""
WIDTHS: Final = {"solid": 2, "dashed": 2, "glow": 3, "thin": 1, "hull": 1, "hull-dashed": 2}
DASH: Final = 7
"""Pixels of a dash, and of the gap after it."""
KEPT_OUTLINES: Final = 300
Ring = tuple[Spot, ...]


FILLED: Final = 0.62
"""How dark an owner's colour is inside the hull of a unit."""
HULL_ALPHA: Final = 120
FAR: Final = 1.5
"""Inches between the bases of a unit's nearest models from which on lines link them, in place of a hull."""
Stand = tuple[Footprint, ...]
"""The bases of models, in inches from the first one."""


class UnitOutlines:
    """Draws outlines of units; each is worked out once as long as its models stand alike, and painted once a zoom."""

    def __init__(self) -> None:
        self._rings = Memo[Ring](KEPT_OUTLINES)
        self._scattered = Memo[bool](KEPT_OUTLINES)
        self._pictures = Memo[tuple[pygame.Surface, Spot]](KEPT_OUTLINES)
        self._latest = Memo[tuple[float, pygame.Surface, Spot]](KEPT_OUTLINES)

    def draw(
        self, target: Canvas, models: Sequence[PieceView], camera: Camera, colour: Colour, style: str = "thin"
    ) -> None:
        """Blit the outline of some models: style "solid", "dashed", "glow", "thin", "hull", "hull-dashed" or "link"."""
        if not models:
            return
        first, stand, scale = models[0], _stand(models), camera.scale
        x, y = camera.to_screen(first.x, first.y)
        latest = self._latest.get((stand, colour, style)) if camera.draft else None
        if latest is not None:
            factor, (left, top) = scale / latest[0], latest[2]
            at = round(x + left * factor), round(y + top * factor)
            if latest[1].get_rect(topleft=at).scale_by(factor).colliderect(target.get_clip()):
                target.blit(pygame.transform.scale_by(latest[1], factor), at)
            return
        picture, (left, top) = self._pictures.of(
            (stand, scale, colour, style), partial(self._paint, stand, scale, colour, style)
        )
        self._latest.put((stand, colour, style), (scale, picture, (left, top)))
        target.blit(picture, (round(x + left), round(y + top)))

    def bind_all(
        self, target: Canvas, pieces: Iterable[PieceView], camera: Camera, colours: Mapping[str, tuple[Colour, str]]
    ) -> None:
        """Show which models are a unit: by a hull in its owner's colour, or by lines if they stand apart."""
        units = defaultdict[str, list[PieceView]](list)
        for piece in pieces:
            if piece.unit:
                units[piece.unit].append(piece)
        for models in units.values():
            if len(models) > 1 and models[0].owner in colours:
                colour, rim = colours[models[0].owner]
                scattered = self._scattered.of(stand := _stand(models), partial(_is_scattered, stand))
                style = "link" if scattered else "hull-dashed" if rim == "dashed" else "hull"
                self.draw(target, models, camera, colour, style)

    def _paint(self, stand: Stand, scale: float, colour: Colour, style: str) -> tuple[pygame.Surface, Spot]:
        """Return the picture of an outline, and where its corner is from the middle of the first model."""
        ring = [(x * scale, -y * scale) for x, y in self._rings.of(stand, partial(outline, stand))]
        across, down = [x for x, _y in ring], [y for _x, y in ring]
        left, top = min(across) - MARGIN, min(down) - MARGIN
        size = round(max(across) - left) + MARGIN, round(max(down) - top) + MARGIN
        picture = pygame.Surface(size, pygame.SRCALPHA, 32)
        if style == "link":
            for one, other in _links(stand):
                start, end = ((stand[at][0] * scale - left, -stand[at][1] * scale - top) for at in (one, other))
                pygame.draw.line(picture, (*SHADOW, 200), start, end, 4)
                pygame.draw.line(picture, colour, start, end, 2)
            return picture, (left, top)
        if style.startswith("hull"):
            points = [(x - left, y - top) for x, y in ring]
            pygame.draw.polygon(picture, (*mix(colour, SHADOW, FILLED), HULL_ALPHA), points)
        _stroke(picture, [(x - left, y - top) for x, y in ring], colour, style)
        return picture, (left, top)


def _stand(models: Sequence[PieceView]) -> Stand:
    first = models[0]
    return tuple(
        each.base._replace(x=round(each.x - first.x, 2), y=round(each.y - first.y, 2), name="", level=0)
        for each in models
    )


def _gaps(stand: Stand) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the inches between all bases; infinite between a base and itself."""
    where = np.array([(base.x, base.y, base.radius) for base in stand])
    apart = np.hypot(where[:, None, 0] - where[None, :, 0], where[:, None, 1] - where[None, :, 1])
    gaps = apart - where[:, None, 2] - where[None, :, 2]
    np.fill_diagonal(gaps, np.inf)
    return np.asarray(gaps)


def _is_scattered(stand: Stand) -> bool:
    """Return whether some model stands far from all others."""
    return bool(_gaps(stand).min(axis=0).max() > FAR)


def _links(stand: Stand) -> list[tuple[int, int]]:
    """Return pairs of models that link all of them by the shortest lines."""
    gaps, linked, links = _gaps(stand), [0], list[tuple[int, int]]()
    while len(linked) < len(stand):
        others = [number for number in range(len(stand)) if number not in linked]
        one, other = min(((a, b) for a in linked for b in others), key=lambda pair: gaps[pair])
        links.append((one, other))
        linked.append(other)
    return links


def outline(stand: Sequence[Footprint]) -> Ring:
    """Return the ring about bases, in inches."""
    hull: Any
    if all(isinstance(base, Disc) for base in stand):
        hull = shapely.concave_hull(shapely.multipoints([(base.x, base.y) for base in stand]), HOLLOW)
        far = max(base.radius for base in stand) + AWAY
    else:
        rims = np.concatenate([shapely.get_coordinates(geometry_of(base, 8)) for base in stand])
        hull, far = shapely.concave_hull(shapely.multipoints(rims), HOLLOW), AWAY
    around: Any = shapely.buffer(hull, far, quad_segs=4)
    return tuple(map(tuple, shapely.get_coordinates(around.exterior).tolist()))


def _stroke(picture: pygame.Surface, ring: Sequence[Spot], colour: Colour, style: str) -> None:
    width = WIDTHS[style]
    if style == "glow":
        pygame.draw.lines(picture, (*colour, 70), True, ring, width + 5)
    pygame.draw.lines(picture, (*SHADOW, 200), True, ring, width + 2)
    if style.endswith("dashed"):
        for part in _dashes(ring):
            pygame.draw.lines(picture, colour, False, part, width)
        return
    pygame.draw.lines(picture, colour, True, ring, width)
    if width < WIDTHS["glow"]:
        pygame.draw.aalines(picture, colour, True, ring)


def _dashes(ring: Sequence[Spot]) -> list[list[Spot]]:
    """Return the dashes along a closed ring of pixels."""
    line = shapely.LinearRing(ring)
    count = max(2, round(line.length / (2 * DASH)))
    step = line.length / count
    found = []
    for number in range(count):
        along = [number * step + share * step / 4 for share in (0.0, 1.0, 2.0)]
        found.append([(point.x, point.y) for point in shapely.line_interpolate_point(line, along)])
    return found


LEAST: Final = 7.0
"""The smallest radius in pixels of a base with a name."""
TRAITS_FROM: Final = 30.0
"""The smallest radius in pixels for traits below the name."""
POINTER: Final = 1.3
"""The extent of a base with its facing pointer, in radii."""
KEPT: Final = 400


def initials(name: str) -> str:
    """Return the first letters of two words of a name, or the beginning of a single word."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    if len(words) > 1:
        return (words[0][0] + words[-1][0]).upper()
    return f"{name[:2].capitalize()}." if len(name) > 3 else name


class Names:
    """Writes names; every plate is painted once. `shown` are the places of those drawn last."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.of_units = UnitNames(theme)
        self.shown: list[pygame.Rect] = []
        self._plates = Memo[pygame.Surface](KEPT)
        self._drawn: tuple[object, list[tuple[pygame.Surface, pygame.Rect]]] = (None, [])
        self._laid: tuple[Spot, Spot, float] = (0.0, 0.0), (0.0, 0.0), 1.0

    def draft(self, target: Canvas, spot: Spot, pixel: Spot, scale: float) -> None:
        """Draw the names of the latest frame again, moved with the table: one spot of it is at a pixel now."""
        (x, y), (left, top), before = self._laid
        for plate, place in self._drawn[1]:
            east, south = (place.centerx - left) / before, (place.centery - top) / before
            px, py = pixel[0] + (x + east - spot[0]) * scale, pixel[1] + (spot[1] - y + south) * scale
            target.blit(plate, plate.get_rect(center=(round(px), round(py))))

    def draw(
        self,
        target: Canvas,
        pieces: Sequence[PieceView],
        spots: Sequence[Spot],
        radii: Sequence[float],
        moving: str = "",
        seals: Sequence[pygame.Rect] = (),
        crowd: Crowd = NO_CROWD,
        scale: float = 1.0,
    ) -> None:
        """Draw the names of bases (centres and radii in pixels) clear of each other, bases and `seals`.

        The piece that is `moving` displaces no names. The models of a unit of the `crowd` share one name.
        """
        view = target.get_clip() if crowd.units else None
        if pieces:
            self._laid = (pieces[0].x, pieces[0].y), spots[0], scale
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
        """Return the longest plate that hides nothing, with its place, or the shortest where it hides least."""
        others = [other for other in taken if other != body]
        size, letters = size_of(radius), initials(piece.name)
        texts = dict.fromkeys((_named(piece, piece.name), _named(piece, letters), letters))
        plates = [self._plates.of((text, size, self.theme.scale), partial(self._plate, text, size)) for text in texts]
        short = plates[-1]
        for plate in plates:
            for place in _places(plate.get_rect(), body):
                if place.collidelist(others) < 0:
                    return plate, place
        least = min(_places(short.get_rect(), body), key=lambda place: sum(shared(place, other) for other in others))
        return short, least

    def _plate(self, text: str, size: int) -> pygame.Surface:
        ink = self.theme.font_px(round(size * self.theme.scale), "semibold").render(text, True, PAPER)
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


def _named(piece: PieceView | UnitView, name: str) -> str:
    """Return a name with the states of its base or unit."""
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

"""Names on the table: of units near their models, of bases where they hide nothing; and outlines around units."""

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
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.signs import icon, stamp
from game.ui.widgets.theme import BAD, INK_QUIET, LAMP, PAPER, SHADOW, SLATE, Colour, Theme, mix

SIZES: Final = ((40.0, 19), (28.0, 16), (0.0, 14))
"""The size of a name's type in pixels, by the least radius of the base in pixels."""
GAP: Final = 2
"""Pixels between a base and the plate with its name."""
APART: Final = 1
"""The least pixels between two plates."""
COVERED: Final = 0.3
"""The part of a plate that may hide bases before a shorter plate is tried."""
FOREIGN: Final = 2.5
"""The cost of hiding another unit's base; hiding one of the unit's own costs 1."""
FARTHER: Final = 0.0005
"""The cost of each pixel of distance from the middle of the unit."""
STRAY: Final = (1.0, 2.0, 3.5)
"""The distances from a model, in plates, at which a place is tried if none is free beside it."""
KEPT_PLATES: Final = 300
KEPT_PLACES: Final = 1000
_SIDES: Final = np.array(((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)), dtype=float)
"""The directions (right and down) of the places around a base: below, above, beside, then at the corners."""
Boxes = np.ndarray[tuple[int, int], np.dtype[np.float64]]
"""Boxes as rows of left, top, right and bottom, in pixels."""


@dataclass(frozen=True)
class Crowd:
    """The units on a table by id, and the colours of players.

    Units in `away` are being moved: their ghosts have the names.
    """

    units: Mapping[str, UnitView]
    colours: Mapping[str, Colour]
    away: frozenset[str] = frozenset()


class Placed(NamedTuple):
    """The best place of a plate: the part of it that hides bases (weighted), and its total cost."""

    place: pygame.Rect
    covered: float
    cost: float


Places = Memo[Placed]


NO_CROWD: Final = Crowd({}, {})


def shortened(name: str) -> Iterator[str]:
    """Yield shorter and shorter forms of a name: "Ashlar Wardens", "A. Wardens", "AW"; one word stays whole."""
    yield name
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    for count in range(1, len(words)):
        yield " ".join((*(f"{word[0]}." for word in words[:count]), *words[count:]))
    if len(words) > 1:
        yield "".join(word[0] for word in words[:3]).upper()


def size_of(radius: float) -> int:
    """Return the size of type, in pixels, for the name of a base with this radius in pixels."""
    return next(size for least, size in SIZES if radius >= least)


class UnitNames:
    """Paints and places the names of units; each plate is painted once."""

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
        """Yield the plate and its place for each unit in `view`, small units first because they have less room.

        Bases are given by centres (`spots`) and `radii` in pixels. No plate hides any of the `seals`.
        """
        if not crowd.units:
            return
        bodies, rows_of_unit, number = _boxes_of_bases(spots, radii), _rows(crowd.units, pieces), len(seals)
        taken = np.vstack((_boxes(map(_box, seals)), np.empty((len(rows_of_unit), 4))))
        for unit in sorted(rows_of_unit, key=lambda unit_id: (len(rows_of_unit[unit_id]), unit_id)):
            own_bodies = bodies[rows_of_unit[unit]]
            if unit in crowd.away or not view.colliderect(_around(own_bodies)):
                continue
            size = size_of(max(radii[row] for row in rows_of_unit[unit]))
            plates = self._plates_of(crowd.units[unit], size, crowd.colours.get(crowd.units[unit].owner, PAPER))
            bodies[rows_of_unit[unit]] = np.nan  # taken out, so that only the others are left
            plate, place = _placed_plate(plates, own_bodies, bodies, taken[:number], view, self._places)
            bodies[rows_of_unit[unit]] = own_bodies
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
        others: Iterable[pygame.Rect] = (),
    ) -> tuple[pygame.Surface, pygame.Rect]:
        """Return the plate of a unit being moved, with its place, which hides no plate `taken` and little of `others`.

        It has the name only: where the unit was before is not what matters.
        """
        own_bodies, plates = (
            _boxes_of_bases(spots, radii),
            self._plates_of(unit, size_of(max(radii)), colour, bare=True),
        )
        return _placed_plate(
            plates, own_bodies, _boxes(map(_box, others)), _boxes(map(_box, taken)), view, self._places
        )

    def _plates_of(self, unit: UnitView, size: int, colour: Colour, *, bare: bool = False) -> Iterator[pygame.Surface]:
        """Yield the plates of a unit, from the full name to the shortest; `bare` ones without its states."""
        texts = dict.fromkeys([unit.name if bare else _name_with_states(unit, unit.name), *shortened(unit.name)])
        for text in texts:
            key = text, unit.damage, unit.active, unit.done, size, colour, self.theme.scale
            yield self._plates.of(key, partial(self._paint, text, unit, size, colour))

    def _paint(self, text: str, unit: UnitView, size: int, colour: Colour) -> pygame.Surface:
        """Paint a plate: a bar in the player's colour, the name, and the damage beside a drop, as on a base."""
        scale = self.theme.scale
        inactive = INK_QUIET if unit.done else PAPER
        tint = LAMP if unit.active else inactive
        font = self.theme.font_px(round(size * scale), "semibold")
        ink, damage = font.render(text, True, tint), font.render(str(unit.damage), True, PAPER)
        height, bar = ink.get_height() - 2, max(3, round(3 * scale))
        drop = round(height * 0.8)
        damage_width = drop + damage.get_width() + 4 if unit.damage else 0
        plate = pygame.Surface((bar + ink.get_width() + 8 + damage_width, height), pygame.SRCALPHA, 32)
        pygame.draw.rect(plate, (*SLATE, 215), plate.get_rect(), border_radius=height // 3)
        pygame.draw.rect(
            plate,
            colour,
            (0, 0, bar, height),
            border_top_left_radius=height // 3,
            border_bottom_left_radius=height // 3,
        )
        if unit.active:
            pygame.draw.rect(plate, LAMP, plate.get_rect(), 1, border_radius=height // 3)
        plate.blit(ink, (bar + 4, -1))
        if unit.damage:
            left = bar + ink.get_width() + 8
            stamp(plate, "drop", left + drop / 2, height / 2, drop, BAD)
            plate.blit(damage, (left + drop, -1))
        return plate


def _rows(units: Mapping[str, UnitView], pieces: Iterable[PieceView]) -> dict[str, list[int]]:
    """Return the indices of the pieces of each unit."""
    rows: dict[str, list[int]] = {}
    for row, piece in enumerate(pieces):
        if piece.unit in units:
            rows.setdefault(piece.unit, []).append(row)
    return rows


def _boxes_of_bases(spots: Sequence[Spot], radii: Sequence[float]) -> Boxes:
    """Return the boxes of bases, a little smaller because their corners are empty."""
    centres, half_widths = np.array(spots, dtype=float).reshape(-1, 2), 0.92 * np.array(radii, dtype=float)[:, None]
    return np.hstack((centres - half_widths, centres + half_widths))


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


def _placed_plate(
    plates: Iterable[pygame.Surface], own_bodies: Boxes, others: Boxes, taken: Boxes, view: pygame.Rect, known: Places
) -> tuple[pygame.Surface, pygame.Rect]:
    """Return the longest plate that hides no other plate and little of bases, with its place; else one farther off.

    A place is computed once for the same boxes around, since most pieces stay where they are.
    """
    best: tuple[float, pygame.Surface, pygame.Rect] | None = None
    for plate, stray in _plates_to_try(plates):
        size = plate.get_size()
        area = _room_for_candidates(size, own_bodies, stray)
        others_near, plates_near = _overlapping(others, area), _overlapping(taken, area)
        key = size, bool(stray), own_bodies.tobytes(), others_near.tobytes(), plates_near.tobytes(), tuple(view)
        placed = known.of(key, partial(_best_place, size, stray, own_bodies, others_near, plates_near, view))
        if placed.covered <= COVERED and placed.cost < placed.covered + 1.0:
            return plate, placed.place
        if best is None or placed.cost < best[0] - COVERED:
            best = placed.cost, plate, placed.place
    assert best is not None
    return best[1], best[2]


def _best_place(
    size: tuple[int, int], stray: Sequence[float], own_bodies: Boxes, others: Boxes, taken: Boxes, view: pygame.Rect
) -> Placed:
    """Return the place of a plate with the least cost, beside its unit or (with `stray`) farther off."""
    places = _candidates(size, own_bodies, stray)
    covered = (_hidden_pixels(places, own_bodies) + FOREIGN * _hidden_pixels(places, others)) / (size[0] * size[1])
    cost = covered + 100.0 * _hidden_pixels(places, taken) / (size[0] * size[1])
    cost += 100.0 * _distance_outside(places, view)
    middle = (own_bodies[:, :2].min(axis=0) + own_bodies[:, 2:].max(axis=0)) / 2
    centres = (places[:, :2] + places[:, 2:]) / 2
    cost += FARTHER * np.hypot(*(centres - middle).T)
    row = int(np.argmin(cost))
    place = pygame.Rect(round(places[row, 0]), round(places[row, 1]), *size)
    return Placed(place, float(covered[row]), float(cost[row]))


def _room_for_candidates(size: tuple[int, int], own_bodies: Boxes, stray: Sequence[float]) -> tuple[float, ...]:
    """Return the box that contains all candidate places of a plate."""
    left, top, right, bottom = _extent(own_bodies)
    distance = 1.0 + max(stray, default=0.0)
    margin_x, margin_y = GAP + distance * size[0], GAP + distance * size[1]
    return left - margin_x, top - margin_y, right + margin_x, bottom + margin_y


def _plates_to_try(plates: Iterable[pygame.Surface]) -> Iterator[tuple[pygame.Surface, Sequence[float]]]:
    """Yield each plate for places beside its unit, then the shortest one for places farther off."""
    for plate in plates:
        yield plate, ()
    yield plate, STRAY


def _candidates(size: tuple[int, int], own_bodies: Boxes, stray: Sequence[float]) -> Boxes:
    """Return the candidate places of a plate: beside models and over the unit's middle, or with `stray` farther off."""
    width, height = size
    middles, halves = (own_bodies[:, :2] + own_bodies[:, 2:]) / 2, (own_bodies[:, 2:] - own_bodies[:, :2]) / 2
    centres_of_places, half_size = [middles.mean(axis=0)[None, :]], np.array((width / 2, height / 2))
    for distance in stray or (0.0,):
        offsets = halves + half_size + GAP + 2 * distance * half_size
        centres_of_places.append((middles + offsets * _SIDES[:, None, :]).reshape(-1, 2))
    centres = np.concatenate(centres_of_places)
    return np.concatenate((centres - half_size, centres + half_size), axis=1)


def _overlapping(boxes: Boxes, room: tuple[float, ...]) -> Boxes:
    """Return the boxes that overlap the rectangle `room`."""
    left, top, right, bottom = room
    overlaps = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
    return np.asarray(boxes[overlaps])


def _hidden_pixels(places: Boxes, boxes: Boxes) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the pixels of all boxes that each place hides."""
    widths = np.minimum(places[:, 2, None], boxes[:, 2]) - np.maximum(places[:, 0, None], boxes[:, 0])
    heights = np.minimum(places[:, 3, None], boxes[:, 3]) - np.maximum(places[:, 1, None], boxes[:, 1])
    return np.asarray((np.maximum(widths, 0.0) * np.maximum(heights, 0.0)).sum(axis=1))


def _distance_outside(places: Boxes, view: pygame.Rect) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the distance of each place beyond the view, in its own widths and heights."""
    width, height = places[0, 2] - places[0, 0], places[0, 3] - places[0, 1]
    outside_x = np.maximum(0.0, view.left - places[:, 0]) + np.maximum(0.0, places[:, 2] - view.right)
    outside_y = np.maximum(0.0, view.top - places[:, 1]) + np.maximum(0.0, places[:, 3] - view.bottom)
    return np.asarray(outside_x / width + outside_y / height)


AWAY: Final = 0.22
"""Inches between bases and the outline around them."""
HOLLOW: Final = 0.3
"""The ratio of the concave hull: 1 gives the convex hull, less follows the models more closely."""
MARGIN: Final = 4
"""Pixels around an outline in its picture."""
WIDTHS: Final = {"solid": 2, "dashed": 2, "glow": 3, "thin": 1, "hull": 1, "hull-dashed": 2}
DASH: Final = 7
"""Pixels of a dash and of the gap after it."""
KEPT_OUTLINES: Final = 300
Ring = tuple[Spot, ...]


FILLED: Final = 0.62
"""The part of shadow mixed into the owner's colour inside a hull."""
HULL_ALPHA: Final = 120
FAR: Final = 1.5
"""Inches between a model and its nearest neighbour from which lines link a unit's models, in place of a hull."""
Stand = tuple[Footprint, ...]
"""The bases of models, with positions in inches from the first one."""


class UnitOutlines:
    """Draws outlines of units; each is computed once for a formation and painted once for a scale."""

    def __init__(self) -> None:
        self._rings = Memo[Ring](KEPT_OUTLINES)
        self._scattered = Memo[bool](KEPT_OUTLINES)
        self._pictures = Memo[tuple[pygame.Surface, Spot]](KEPT_OUTLINES)
        self._latest = Memo[tuple[float, pygame.Surface, Spot]](KEPT_OUTLINES)

    def draw(
        self, target: Canvas, models: Sequence[PieceView], camera: Camera, colour: Colour, style: str = "thin"
    ) -> None:
        """Draw the outline of models in a style: "solid", "dashed", "glow", "thin", "hull", "hull-dashed" or "link"."""
        if models:
            self._draw(target, camera.to_screen(models[0].x, models[0].y), _stand(models), camera, colour, style)

    def _draw(self, target: Canvas, pixel: Spot, stand: Stand, camera: Camera, colour: Colour, style: str) -> None:
        """Draw the outline of bases, the first of which has its middle at a pixel."""
        (x, y), scale = pixel, camera.scale
        latest = self._latest.get((stand, colour, style)) if camera.draft else None
        if latest is not None:
            factor, (left, top) = scale / latest[0], latest[2]
            place = round(x + left * factor), round(y + top * factor)
            if latest[1].get_rect(topleft=place).scale_by(factor).colliderect(target.get_clip()):
                target.blit(pygame.transform.scale_by(latest[1], factor), place)
            return
        picture, (left, top) = self._pictures.of(
            (stand, scale, colour, style), partial(self._paint, stand, scale, colour, style)
        )
        self._latest.put((stand, colour, style), (scale, picture, (left, top)))
        target.blit(picture, (round(x + left), round(y + top)))

    def bind_all(
        self, target: Canvas, pieces: Iterable[PieceView], camera: Camera, colours: Mapping[str, tuple[Colour, str]]
    ) -> None:
        """Show which models belong together, by a hull in the owner's colour, or by lines if they are far apart."""
        units = defaultdict[str, list[PieceView]](list)
        for piece in pieces:
            if piece.unit:
                units[piece.unit].append(piece)
        for models in units.values():
            if len(models) > 1 and models[0].owner in colours:
                colour, rim = colours[models[0].owner]
                scattered = self._scattered.of(stand := _stand(models), partial(_is_scattered, stand))
                hull = "hull-dashed" if rim == "dashed" else "hull"
                style = "link" if scattered else hull
                self._draw(target, camera.to_screen(models[0].x, models[0].y), stand, camera, colour, style)

    def _paint(self, stand: Stand, scale: float, colour: Colour, style: str) -> tuple[pygame.Surface, Spot]:
        """Return the picture of an outline, and the offset of its corner from the first model, in pixels."""
        ring = [(x * scale, -y * scale) for x, y in self._rings.of(stand, partial(outline, stand))]
        xs, ys = [x for x, _y in ring], [y for _x, y in ring]
        left, top = min(xs) - MARGIN, min(ys) - MARGIN
        size = round(max(xs) - left) + MARGIN, round(max(ys) - top) + MARGIN
        picture = pygame.Surface(size, pygame.SRCALPHA, 32)
        if style == "link":
            for first, second in _links(stand):
                start, end = (
                    (stand[number][0] * scale - left, -stand[number][1] * scale - top) for number in (first, second)
                )
                pygame.draw.line(picture, (*SHADOW, 200), start, end, 4)
                pygame.draw.line(picture, colour, start, end, 2)
            return picture, (left, top)
        if style.startswith("hull"):
            points = [(x - left, y - top) for x, y in ring]
            pygame.draw.polygon(picture, (*mix(colour, SHADOW, FILLED), HULL_ALPHA), points)
        _draw_outline(picture, [(x - left, y - top) for x, y in ring], colour, style)
        return picture, (left, top)


def _stand(models: Sequence[PieceView]) -> Stand:
    """Return the bases of models, with positions from the first one."""
    first = models[0]
    return tuple(
        model.base._replace(x=round(model.x - first.x, 2), y=round(model.y - first.y, 2), name="", level=0)
        for model in models
    )


def _gaps(stand: Stand) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the inches between all pairs of bases; infinite for a base and itself."""
    centres_and_radii = np.array([(base.x, base.y, base.radius) for base in stand])
    distances = np.hypot(
        centres_and_radii[:, None, 0] - centres_and_radii[None, :, 0],
        centres_and_radii[:, None, 1] - centres_and_radii[None, :, 1],
    )
    gaps = distances - centres_and_radii[:, None, 2] - centres_and_radii[None, :, 2]
    np.fill_diagonal(gaps, np.inf)
    return np.asarray(gaps)


def _is_scattered(stand: Stand) -> bool:
    """Return whether any model is far from all others."""
    return bool(_gaps(stand).min(axis=0).max() > FAR)


def _links(stand: Stand) -> list[tuple[int, int]]:
    """Return the pairs of models (by index) whose lines link all models with the least total length."""
    gaps, linked, links = _gaps(stand), [0], list[tuple[int, int]]()
    while len(linked) < len(stand):
        others = [number for number in range(len(stand)) if number not in linked]
        linked_end, new = min(
            ((linked_number, other_number) for linked_number in linked for other_number in others),
            key=lambda pair: gaps[pair],
        )
        links.append((linked_end, new))
        linked.append(new)
    return links


def outline(stand: Sequence[Footprint]) -> Ring:
    """Return the outline around bases, in inches."""
    hull: Any
    if all(isinstance(base, Disc) for base in stand):
        hull = shapely.concave_hull(shapely.multipoints([(base.x, base.y) for base in stand]), HOLLOW)
        margin = max(base.radius for base in stand) + AWAY
    else:
        rims = np.concatenate([shapely.get_coordinates(geometry_of(base, 8)) for base in stand])
        hull, margin = shapely.concave_hull(shapely.multipoints(rims), HOLLOW), AWAY
    outline_shape: Any = shapely.buffer(hull, margin, quad_segs=4)
    return tuple(map(tuple, shapely.get_coordinates(outline_shape.exterior).tolist()))


def _draw_outline(picture: pygame.Surface, ring: Sequence[Spot], colour: Colour, style: str) -> None:
    """Draw an outline in a style, on a darker line."""
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
    # of the four quarters between two dashes, the first two are drawn
    distances = line.length / count * np.add.outer(np.arange(count), (0.0, 0.25, 0.5))
    points = shapely.get_coordinates(shapely.line_interpolate_point(line, distances)).reshape(count, 3, 2)
    return [[(x, y) for x, y in dash] for dash in points.tolist()]


LEAST: Final = 7.0
"""The smallest radius in pixels of a base with a name."""
TRAITS_FROM: Final = 30.0
"""The smallest radius in pixels of a base with traits below its name."""
POINTER: Final = 1.3
"""The size of a base with its facing pointer, in radii."""
KEPT: Final = 400


def initials(name: str) -> str:
    """Return the first letters of two words of a name, or a single word as it is."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    if len(words) > 1:
        return (words[0][0] + words[-1][0]).upper()
    return name


class Names:
    """Draws the names of bases and units; each plate is painted once. `shown` are the places of those drawn last."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.of_units = UnitNames(theme)
        self.shown: list[pygame.Rect] = []
        self._plates = Memo[pygame.Surface](KEPT)
        self._drawn: tuple[object, list[tuple[pygame.Surface, pygame.Rect]]] = (None, [])
        self._laid: tuple[Spot, Spot, float] = (0.0, 0.0), (0.0, 0.0), 1.0

    def draft(self, target: Canvas, spot: Spot, pixel: Spot, scale: float) -> None:
        """Draw the names of the last frame, moved with the table, on which `spot` is now at `pixel`."""
        (x, y), (left, top), old_scale = self._laid
        for plate, place in self._drawn[1]:
            east, south = (place.centerx - left) / old_scale, (place.centery - top) / old_scale
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
        """Draw the names of bases (with centres and radii in pixels), which hide no base, no `seals` and no other name.

        The piece `moving` displaces no names. The models of a unit in `crowd` share one name.
        """
        view = target.get_clip() if crowd.units else None
        if pieces:
            self._laid = (pieces[0].x, pieces[0].y), spots[0], scale
        key = [*pieces], [*spots], [*radii], moving, [*seals], self.theme.scale, crowd, view
        if self._drawn[0] != key:  # most frames need the same names
            unit_names = [*self.of_units.laid_out(crowd, target.get_clip(), pieces, spots, radii, seals)]
            self.shown = [place for _plate, place in unit_names]
            base_names = self._laid_out(pieces, spots, radii, moving, [*seals, *self.shown], crowd.units)
            self._drawn = key, [*unit_names, *base_names]
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
        """Yield the plates of names and traits with their places, and note the places of names."""
        outer_radii = [radius * (POINTER if piece.facing is not None else 1.0) for piece, radius in zip(pieces, radii)]
        bodies = [_body(spot, radius) for spot, radius in zip(spots, outer_radii, strict=True)]
        occupied = [body for piece, body in zip(pieces, bodies, strict=True) if piece.id != moving]
        occupied += seals
        for piece, body, radius in zip(pieces, bodies, radii, strict=True):
            if piece.kind != "base" or radius < LEAST or piece.unit in units:
                continue
            if (plate_and_place := self._placed_plate(piece, body, radius, occupied)) is None:
                continue
            plate, place = plate_and_place
            yield plate, place
            self.shown.append(place)
            if piece.id != moving:
                occupied.append(place)
            if radius >= TRAITS_FROM and piece.traits:
                key = (piece.traits, self.theme.scale)
                traits = self._plates.of(key, partial(self._traits, piece.traits))
                yield traits, traits.get_rect(midtop=(place.centerx, max(place.bottom, body.bottom) + 2))

    def _placed_plate(
        self, piece: PieceView, body: pygame.Rect, radius: float, taken: Sequence[pygame.Rect]
    ) -> tuple[pygame.Surface, pygame.Rect] | None:
        """Return the longest plate that hides nothing, with its place, or else the shortest plate at its best place.

        A name of one word is not cut: without a free place, the face stands for it.
        """
        others = [other for other in taken if other != body]
        size, letters = size_of(radius), initials(piece.name)
        texts = dict.fromkeys((_name_with_states(piece, piece.name), _name_with_states(piece, letters), letters))
        plates = [self._plates.of((text, size, self.theme.scale), partial(self._plate, text, size)) for text in texts]
        short = plates[-1]
        for plate in plates:
            for place in _places(plate.get_rect(), body):
                if place.collidelist(others) < 0:
                    return plate, place
        if not piece.states and letters == piece.name:
            return None
        best = min(_places(short.get_rect(), body), key=lambda place: sum(shared(place, other) for other in others))
        return short, best

    def _plate(self, text: str, size: int) -> pygame.Surface:
        ink = self.theme.font_px(round(size * self.theme.scale), "semibold").render(text, True, PAPER)
        plate = _bare_plate(ink.get_width() + 10, ink.get_height() - 2)
        plate.blit(ink, (5, -1))
        return plate

    def _traits(self, traits: tuple[str, ...]) -> pygame.Surface:
        """Return a plate with the icons of traits."""
        size, gap = round(15 * self.theme.scale), round(4 * self.theme.scale)
        plate = _bare_plate(len(traits) * (size + gap) + gap, size + gap)
        for index, trait in enumerate(traits):
            glyph = icon("trait-" + trait.lower().replace(" ", "-"), size, LAMP)
            plate.blit(glyph, (gap + index * (size + gap), gap // 2))
        return plate


def _name_with_states(piece: PieceView | UnitView, name: str) -> str:
    """Return a name with the states of its base or unit."""
    return f"{name}: {', '.join(piece.states)}" if piece.states else name


def _bare_plate(width: int, height: int) -> pygame.Surface:
    plate = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    pygame.draw.rect(plate, (*SLATE, 205), plate.get_rect(), border_radius=height // 2)
    return plate


def _body(spot: Spot, radius: float) -> pygame.Rect:
    diameter = round(2 * radius * 0.96)
    body = pygame.Rect(0, 0, diameter, diameter)
    body.center = round(spot[0]), round(spot[1])
    return body


def _places(plate: pygame.Rect, body: pygame.Rect) -> Iterator[pygame.Rect]:
    """Yield the places of a plate beside a base, the preferred one first."""
    for side, spot in (
        ("midtop", (body.centerx, body.bottom + 1)),
        ("midbottom", (body.centerx, body.top - 4)),
        ("midleft", (body.right + 5, body.centery)),
        ("midright", (body.left - 5, body.centery)),
        ("topleft", (body.centerx, body.bottom + 1)),
        ("topright", (body.centerx, body.bottom + 1)),
        ("bottomleft", (body.centerx, body.top - 4)),
        ("bottomright", (body.centerx, body.top - 4)),
    ):
        place = plate.copy()
        setattr(place, side, spot)
        yield place


def hidden(box: pygame.Rect, things: Sequence[pygame.Rect]) -> int:
    """Return the number of pixels of things that a box hides."""
    return sum(shared(box, things[index]) for index in box.collidelistall(list(things)))


def shared(first: pygame.Rect, second: pygame.Rect) -> int:
    """Return the number of pixels that two rectangles share."""
    common = first.clip(second)
    return common.width * common.height

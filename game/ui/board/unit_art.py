"""Units on the table: a plate with the name of each near its models, and an outline that ties them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import pygame
import shapely

from game.engine.rulebook.view import PieceView, UnitView
from game.ui.board.camera import Camera, Spot
from game.ui.board.strokes import badge, figure
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import BAD, INK_QUIET, LAMP, PAPER, SHADOW, SLATE, Colour, Theme

LARGE: Final = 21.0
"""The smallest radius in pixels for large names."""
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
KEPT: Final = 300
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


@dataclass(frozen=True)
class Wording:
    """The words on a plate: the name, long or short, the damage, and the state of its unit."""

    text: str
    damage: int
    active: bool
    done: bool
    large: bool
    colour: Colour


def shortened(name: str) -> Iterator[str]:
    """Yield a name, shorter and shorter: "Ashlar Wardens", "A. Wardens", "AW"."""
    yield name
    words = [word for word in name.replace("-", " ").split() if word[:1].isalnum()]
    for count in range(1, len(words)):
        yield " ".join((*(f"{word[0]}." for word in words[:count]), *words[count:]))
    yield "".join(word[0] for word in words[:3]).upper() if len(words) > 1 else name[:2].capitalize()


class UnitNames:
    """Writes the names of units; every plate is painted once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._plates = Memo[pygame.Surface](KEPT)
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
            large = max(radii[row] for row in mine[unit]) >= LARGE
            plates = self._worded(crowd.units[unit], large, crowd.colours.get(crowd.units[unit].owner, PAPER))
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
        own, plates = _bodies(spots, radii), self._worded(unit, max(radii) >= LARGE, colour)
        return _placed(plates, own, _boxes(()), _boxes(map(_box, taken)), view, self._places)

    def _worded(self, unit: UnitView, large: bool, colour: Colour) -> Iterator[pygame.Surface]:
        texts = dict.fromkeys([_with_states(unit), *shortened(unit.name)])
        for text in texts:
            said = Wording(text, unit.damage, unit.active, unit.done, large, colour)
            yield self._plates.of((said, self.theme.scale), partial(self._paint, said))

    def _paint(self, said: Wording) -> pygame.Surface:
        """Paint a plate: a bar in the colour of its player, the name, and the damage."""
        scale = self.theme.scale
        size = round((13 if said.large else 11) * scale)
        tint = LAMP if said.active else INK_QUIET if said.done else PAPER
        ink = self.theme.font_px(size, "semibold").render(said.text, True, tint)
        high, bar = ink.get_height() - 2, max(3, round(3 * scale))
        hurt = round(high * 0.5) if said.damage else 0
        plate = pygame.Surface((bar + ink.get_width() + 8 + 2 * hurt, high), pygame.SRCALPHA, 32)
        pygame.draw.rect(plate, (*SLATE, 215), plate.get_rect(), border_radius=high // 3)
        pygame.draw.rect(
            plate, said.colour, (0, 0, bar, high), border_top_left_radius=high // 3, border_bottom_left_radius=high // 3
        )
        if said.active:
            pygame.draw.rect(plate, LAMP, plate.get_rect(), 1, border_radius=high // 3)
        plate.blit(ink, (bar + 4, -1))
        if said.damage:
            x, y = plate.get_width() - hurt - 1, high / 2
            badge(plate, x, y, hurt * 0.84, BAD)
            figure(plate, str(said.damage), x, y, high * 0.66, (30, 12, 10))
        return plate


def _with_states(unit: UnitView) -> str:
    return f"{unit.name}: {', '.join(unit.states)}" if unit.states else unit.name


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
WIDTHS: Final = {"solid": 2, "dashed": 2, "glow": 3, "thin": 1}
DASH: Final = 7
"""Pixels of a dash, and of the gap after it."""
KEPT_OUTLINES: Final = 120
Ring = tuple[Spot, ...]


class UnitOutlines:
    """Draws outlines of units; each is worked out once as long as its models stand alike, and painted once a zoom."""

    def __init__(self) -> None:
        self._rings = Memo[Ring](KEPT_OUTLINES)
        self._pictures = Memo[tuple[pygame.Surface, Spot]](KEPT_OUTLINES)

    def draw(
        self, target: Canvas, models: Sequence[PieceView], camera: Camera, colour: Colour, style: str = "thin"
    ) -> None:
        """Blit the outline of some models: style "solid", "dashed", "glow" or "thin"."""
        if not models:
            return
        first = models[0]
        stand = tuple((round(each.x - first.x, 2), round(each.y - first.y, 2), each.radius) for each in models)
        picture, (left, top) = self._pictures.of(
            (stand, camera.scale, colour, style), partial(self._paint, stand, camera.scale, colour, style)
        )
        x, y = camera.to_screen(first.x, first.y)
        target.blit(picture, (round(x + left), round(y + top)))

    def _paint(
        self, stand: Sequence[tuple[float, float, float]], scale: float, colour: Colour, style: str
    ) -> tuple[pygame.Surface, Spot]:
        """Return the picture of an outline, and where its corner is from the middle of the first model."""
        ring = [(x * scale, -y * scale) for x, y in self._rings.of(stand, partial(outline, stand))]
        across, down = [x for x, _y in ring], [y for _x, y in ring]
        left, top = min(across) - MARGIN, min(down) - MARGIN
        size = round(max(across) - left) + MARGIN, round(max(down) - top) + MARGIN
        picture = pygame.Surface(size, pygame.SRCALPHA, 32)
        _stroke(picture, [(x - left, y - top) for x, y in ring], colour, style)
        return picture, (left, top)


def outline(stand: Sequence[tuple[float, float, float]]) -> Ring:
    """Return the ring about bases, (x, y, radius) in inches each, in inches."""
    hull = shapely.concave_hull(shapely.multipoints([(x, y) for x, y, _radius in stand]), HOLLOW)
    around = shapely.buffer(hull, max(radius for _x, _y, radius in stand) + AWAY, quad_segs=4)
    return tuple(map(tuple, shapely.get_coordinates(around.exterior).tolist()))


def _stroke(picture: pygame.Surface, ring: Sequence[Spot], colour: Colour, style: str) -> None:
    width = WIDTHS[style]
    if style == "glow":
        pygame.draw.lines(picture, (*colour, 70), True, ring, width + 5)
    pygame.draw.lines(picture, (*SHADOW, 200), True, ring, width + 2)
    if style == "dashed":
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

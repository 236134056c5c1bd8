"""Conditions that keep a disc on the table, off other discs and barricades, and near a point."""

import math
from collections.abc import Sequence
from functools import lru_cache

import shapely
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.table.heights import relief_of
from game.table.lattice import LATTICE_STEP
from game.table.placing.condition import Condition, too_near
from game.table.shapes import Bounds, Disc
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

# Shapes that overlap by at most this number of inches only touch, which is allowed.
CONTACT = 1e-6
# The number of chords per quarter circle of grown obstacles. Chords are on the allowed side, so that none is too small.
_QUARTER = 16
# Obstacles within these inches of a spot are collected together.
_ABOUT = 10.0
# The radius, in inches, of the area drawn for a single spot.
_POINT = 0.01


@lru_cache(maxsize=4096)  # most discs on a table do not move
def _grown_disc(x: float, y: float, radius: float) -> BaseGeometry:
    """Return a polygon that contains a disc and touches it with every edge."""
    return ShapelyPoint(x, y).buffer(radius / math.cos(math.pi / (4 * _QUARTER)), quad_segs=_QUARTER)


class OnTable(Condition):
    """The condition that no part of the disc hangs over the edge of the table."""

    cause = N_("off the table")

    def __init__(self, battlefield: Battlefield, radius: float, rule: str = "") -> None:
        self.rule = rule
        self._low = radius
        self._right, self._top = battlefield.width - radius, battlefield.height - radius
        self.bounds = (radius, radius, self._right, self._top)

    def key(self, box: Bounds) -> object:
        return self.bounds

    def allows(self, x: float, y: float) -> bool:
        low = self._low - CONTACT
        return low <= x <= self._right + CONTACT and low <= y <= self._top + CONTACT

    def short_by(self, x: float, y: float) -> float:
        over_x, over_y = max(self._low - x, x - self._right), max(self._low - y, y - self._top)
        if over_x > 0.0 and over_y > 0.0:
            return math.hypot(over_x, over_y)
        return max(over_x, over_y)

    def message(self, x: float, y: float, short: float) -> str:
        return _("hangs over the edge of the table by {amount}", amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        if self._right < self._low or self._top < self._low:
            return shapely.Polygon()
        return shapely.box(self._low, self._low, self._right, self._top)


Exclusion = tuple[float, float, float, float]
"""A disc from which a centre is kept away: x, y, the inches to keep, and the square of the least legal distance."""


class ClearOf(Condition):
    """The condition that the disc does not overlap any of the given discs on its level; touching is allowed.

    If the radii of these discs include a gap that must be kept, `apart` is that gap in inches, for refusals.
    """

    def __init__(
        self,
        discs: Sequence[Disc],
        radius: float,
        cause: str,
        rule: str = "",
        level: int = 0,
        *,
        apart: float = 0.0,
    ) -> None:
        self.cause, self._apart = cause, apart
        self.rule = rule
        self._discs = [disc for disc in discs if disc.level == level]
        self._radius = radius
        # The obstacles in a box around recent spots, because spots are mostly close together. The first box is empty.
        self._about: tuple[Bounds, list[Exclusion]] = (math.nan,) * 4, []

    def _near(self, box: Bounds) -> list[Exclusion]:
        """Return the obstacles to centres in a box."""
        x0, y0, x1, y1 = box
        near, radius = [], self._radius
        for x, y, inches, _name, _kind, _level, _facing in self._discs:
            apart = inches + radius
            if x0 - apart <= x <= x1 + apart and y0 - apart <= y <= y1 + apart:
                near.append((x, y, apart, (apart - CONTACT) ** 2))
        return near

    def key(self, box: Bounds) -> tuple[Exclusion, ...]:
        return tuple(sorted(self._near(box)))

    def allows(self, x: float, y: float) -> bool:
        """Return whether the disc at (x, y) overlaps none of the others, of which only those near it are compared."""
        (x0, y0, x1, y1), near = self._about
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            box = x - _ABOUT, y - _ABOUT, x + _ABOUT, y + _ABOUT
            near = self._near(box)
            self._about = box, near
        for ox, oy, _apart, least in near:
            dx, dy = x - ox, y - oy
            if dx * dx + dy * dy < least:
                return False
        return True

    def overlapped(self, x: float, y: float) -> list[Disc]:
        """Return the discs that the disc would overlap at (x, y)."""
        reach = self._radius - CONTACT
        return [disc for disc in self._discs if math.hypot(disc.x - x, disc.y - y) < disc.radius + reach]

    def short_by(self, x: float, y: float) -> float:
        radius = self._radius
        return max((d.radius + radius - math.hypot(d.x - x, d.y - y) for d in self._discs), default=-math.inf)

    def message(self, x: float, y: float, short: float) -> str:
        return too_near(", ".join(d.name or d.kind for d in self.overlapped(x, y)), self._apart, short)

    def forbidden(self, box: Bounds) -> BaseGeometry:
        near = [_grown_disc(x, y, apart) for x, y, apart, _least in self._near(box) if apart > CONTACT]
        return shapely.union_all(near) if near else shapely.Polygon()


class ClearOfBarricades(Condition):
    """The condition that the disc does not overlap a barricade; touching is allowed."""

    cause = N_("on a barricade")

    def __init__(self, battlefield: Battlefield, radius: float, rule: str = "") -> None:
        self.rule = rule
        self._battlefield = battlefield
        self._occupancy = battlefield.barricade_occupancy
        self._radius = radius

    def key(self, box: Bounds) -> object:
        return self._battlefield, self._radius

    def allows(self, x: float, y: float) -> bool:
        """Return whether the disc at (x, y) overlaps no barricade, by outlines first, then exactly."""
        if self._occupancy.disc_is_clear(x, y, self._radius):
            return True
        reach = self._radius - CONTACT
        if reach <= 0.0:
            return not self.overlapped(x, y)
        # Grown outlines decide at once, except in a thin band where the base nearly touches a barricade.
        if not shapely.intersects_xy(self._grown, x, y):
            return True
        if shapely.intersects_xy(self._battlefield.grown_barricades(reach - CONTACT, _QUARTER), x, y):
            return False
        # Not vectorised, because such queries of a shape shared between threads may abort the program.
        return self._battlefield.barricade_shape.distance(ShapelyPoint(x, y)) >= reach

    def overlapped(self, x: float, y: float) -> list[str]:
        """Return the names of the barricades that the disc would overlap at (x, y)."""
        centre = ShapelyPoint(x, y)
        reach = self._radius - CONTACT
        near = self._battlefield.barricades_near(Disc(x, y, self._radius), 0.0)
        overlapped_barricades = [
            barricade
            for barricade in near
            if barricade.polygon.distance(centre) < reach or barricade.polygon.contains(centre)
        ]
        return [barricade.name or barricade.piece_id or _("a barricade") for barricade in overlapped_barricades]

    def short_by(self, x: float, y: float) -> float:
        centre = ShapelyPoint(x, y)
        deepest = -math.inf
        for barricade in self._battlefield.barricades:
            gap = barricade.polygon.distance(centre)
            depth = -gap if gap > 0.0 else barricade.polygon.boundary.distance(centre)
            deepest = max(deepest, self._radius + depth)
        return deepest

    def message(self, x: float, y: float, short: float) -> str:
        names = ", ".join(self.overlapped(x, y))
        return _("overlaps {overlapped} by {amount}", overlapped=names, amount=missing(short))

    def forbidden(self, box: Bounds) -> BaseGeometry:
        return shapely.intersection(self._grown, shapely.box(*box))

    @cached_property
    def _grown(self) -> BaseGeometry:
        """The barricades grown by the radius of the disc, drawn slightly too large."""
        return self._battlefield.grown_barricades(self._radius / math.cos(math.pi / (4 * _QUARTER)), _QUARTER)


class CloserTo(Condition):
    """The condition that the disc ends less than `inches` from another disc, rim to rim."""

    cause = N_("not closer")

    def __init__(self, point: Disc, inches: float, radius: float, rule: str = "") -> None:
        self.rule = rule
        self._point = point
        self._inches = inches
        self._reach = inches + point.radius + radius
        reach = max(self._reach, 0.0)
        self.bounds = (point.x - reach, point.y - reach, point.x + reach, point.y + reach)

    def key(self, box: Bounds) -> object:
        return self._point, self._reach, self._inches

    def _rim_distance(self, x: float, y: float) -> float:
        """Return the inches between the rims of both discs, with this disc at (x, y)."""
        return max(0.0, math.hypot(x - self._point.x, y - self._point.y) - self._reach + self._inches)

    def allows(self, x: float, y: float) -> bool:
        return self._rim_distance(x, y) < self._inches - CONTACT

    def short_by(self, x: float, y: float) -> float:
        return self._rim_distance(x, y) - self._inches + LATTICE_STEP

    def message(self, x: float, y: float, short: float) -> str:
        name = self._point.name or _(self._point.kind)
        return _("must end {amount} closer to {point}", point=name, amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        if self._inches <= CONTACT:
            return shapely.Polygon()
        return ShapelyPoint(self._point.x, self._point.y).buffer(self._reach - CONTACT, quad_segs=4 * _QUARTER)


class Here(Condition):
    """The condition that a base stays where it is."""

    cause = N_("does not move")

    def __init__(self, disc: Disc) -> None:
        self._disc = disc
        self.bounds = disc.x - _POINT, disc.y - _POINT, disc.x + _POINT, disc.y + _POINT

    def key(self, box: Bounds) -> object:
        return self._disc

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= 0.0

    def short_by(self, x: float, y: float) -> float:
        return math.dist((x, y), self._disc[:2]) - _POINT

    def message(self, x: float, y: float, short: float) -> str:
        return _("it does not move")

    @cached_property
    def drawn(self) -> BaseGeometry:
        """The area drawn for its spot."""
        return shapely.Point(self._disc[:2]).buffer(_POINT)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self.drawn


class OnSurface(Condition):
    """The condition that a level has a surface under the disc's centre; with `inside_out`, that it has none."""

    def __init__(self, battlefield: Battlefield, level: int, rule: str = "", *, inside_out: bool = False) -> None:
        self.cause = N_("ground below") if inside_out else N_("nothing to stand on")
        self.rule = rule
        self._relief, self._level, self._inside_out = relief_of(battlefield), level, inside_out
        area = battlefield.area(level) if level else None
        self._surface: BaseGeometry = area.union if area else battlefield.table
        self.bounds = None if inside_out else (area or battlefield).bounds

    def allows(self, x: float, y: float) -> bool:
        return self._relief.is_under(self._level, x, y) is not self._inside_out

    def short_by(self, x: float, y: float) -> float:
        away = float(shapely.distance(self._surface, shapely.Point(x, y)))
        if self._inside_out:
            inside = float(shapely.distance(shapely.boundary(self._surface), shapely.Point(x, y)))
            return -away if self.allows(x, y) else max(inside, LATTICE_STEP)
        return 0.0 if self.allows(x, y) else max(away, LATTICE_STEP)

    def message(self, x: float, y: float, short: float) -> str:
        if self._inside_out:
            return _("there is ground at level {level}, so this would not be a fall", level=self._level)
        words = N_("nothing to stand on at level {level}: {amount} past its edge")
        return _(words, level=self._level, amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry | None:
        return None if self._inside_out else self._surface

    def forbidden(self, box: Bounds) -> BaseGeometry:
        all_of_box = shapely.box(*box)
        overlay = shapely.intersection if self._inside_out else shapely.difference
        return overlay(all_of_box, self._surface)

"""Where a disc may be put: an exact verdict, every reason against a spot, the nearest spot, and the shape of it all."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position, position, snap
from game.table.mosaic import Mosaic, Sieve, covering
from game.table.placing.clearances import Condition, foresighted, is_costly, reaches
from game.table.placing.sampling import darts, draws, in_a_box, triangles_of
from game.table.shapes import Bounds, Disc
from game.table.sieves import sieves_of
from game.table.terrain.area import polygons_of

_REJECTIONS = 48
_LOOKS = 12
# Squares are cut smaller while there are no more than so many, larger than so many inches: at first, and ever after.
_STAGES = ((90, 1 / 16), (240, 1 / 32), (240, 1 / 128), (240, 1 / 512))
# Inches by which a spot on the outline is moved inside, ever further until the exact verdict agrees.
_SET_BACK = (2e-4, 6e-4, 2e-3, 6e-3, 2e-2)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a spot is refused: the cause's key, plain words, the inches missing and the rule broken."""

    cause: str
    message: str
    short_by: float
    rule: str


class Region:
    """All legal centres of a disc of one radius under some conditions, in inches.

    The verdict is exact and needs no geometry; the geometry is built when first asked for. `around` is where the
    disc stands now, if it does. Conditions are best given in the order of what they cost: a range is worked out only
    where those before it leave something.
    """

    def __init__(self, radius: float, conditions: Sequence[Condition], around: Disc | None = None) -> None:
        self.radius = radius
        self.conditions = tuple(conditions)
        self.around = around
        self._whole: Region | None = None
        self._judged_legal: tuple[float, float] | None = None
        self._mosaics: list[Mosaic] = []

    def narrowed(self, further: Condition) -> "Region":
        """Return the region under one more condition; what is known of this one is not worked out again."""
        return Region(self.radius, (*self.conditions, further), self.around).part_of(self)

    def part_of(self, whole: "Region") -> Self:
        """Note a region under some of the conditions of this one, which it is the more of; return this one."""
        self._whole = whole
        known = whole._judged_legal
        if known is not None and all(condition.allows(*known) for condition in self._unsettled):
            self._judged_legal = known
        return self

    @property
    def whole(self) -> "Region | None":
        """The region that this one is known to be a part of."""
        return self._whole

    def contains(self, x: float, y: float) -> bool:
        """Whether the lattice spot nearest to (x, y) is legal."""
        x, y = snap(x), snap(y)
        if (x, y) == self._judged_legal:  # a spot that was sampled, snapped to or asked about is asked about again
            return True
        for condition in self.conditions:
            if not condition.allows(x, y):
                return False
        part: Region | None = self
        while part is not None:  # what is legal here is so in the whole, and may be hard to find again
            part._judged_legal = (x, y)
            part = part._whole
        return True

    def why_not(self, x: float, y: float) -> list[Reason]:
        """Return every reason against the lattice spot nearest to (x, y); nothing when it is legal."""
        x, y = snap(x), snap(y)
        return [
            Reason(cause, condition.message(x, y), condition.short_by(x, y), rule)
            for condition in self.conditions
            if not condition.allows(x, y)
            for cause, rule in (_blame(condition, x, y),)
        ]

    @cached_property
    def bounds(self) -> Bounds | None:
        """The box that every condition's bounds share; None when it is empty or nothing bounds it."""
        boxes = [condition.bounds for condition in self.conditions if condition.bounds is not None]
        if not boxes:
            return None
        west, south, east, north = zip(*boxes)
        box = max(west), max(south), min(east), min(north)
        return box if box[0] <= box[2] and box[1] <= box[3] else None

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The legal centres; empty if no condition bounds them."""
        conditions = self.conditions
        if self._whole is not None and "geometry" in self._whole.__dict__:
            conditions = self._unsettled
            legal = _unbarred(_allowed(self._whole.geometry, conditions), conditions)
        else:
            legal = _unbarred(self._about, conditions)
        for condition in filter(is_costly, conditions):
            if legal.is_empty:
                break
            if reaches(condition):
                allowed = condition.allowed_in(legal.bounds)
                legal = legal if allowed is None else _both(legal, allowed)
            else:
                legal = _solid(shapely.difference(legal, condition.forbidden(legal.bounds)))
        shapely.prepare(legal)
        return legal

    @property
    def mosaic(self) -> Mosaic:
        """Squares that hold all legal centres, worked out at a fraction of what the geometry costs."""
        return next(self._ever_finer())

    def _ever_finer(self) -> Iterator[Mosaic]:
        """Yield squares that hold all legal centres, ever smaller ones, until none is left or they are tiny."""
        for stage, (most, smallest) in enumerate(_STAGES):
            if stage == len(self._mosaics):
                self._mosaics.append(self._sifted_once_more(most, smallest))
            yield self._mosaics[stage]
            if self._mosaics[stage].is_empty:
                return

    def _sifted_once_more(self, most: int, smallest: float) -> Mosaic:
        if self.bounds is None:
            return Mosaic(np.zeros((0, 2)), smallest)
        if not self._mosaics:
            mosaic, sieves = covering(self.bounds), self._sieves
        else:  # where less is left, it is looked at along closer rays
            mosaic = self._mosaics[-1]
            sieves = sieves_of(self.conditions, mosaic.bounds)
        return mosaic.sifted(sieves).finer(sieves, most, smallest)

    @cached_property
    def _sieves(self) -> list[Sieve]:
        if self.bounds is None:
            return []
        known = self._whole._sieves if self._whole is not None else []
        return sieves_of(self._unsettled, self.bounds) + known  # what narrows it most comes first

    @cached_property
    def _open(self) -> BaseGeometry:
        """Centres that hold all legal ones, on a table without terrain and whoever stands about."""
        if self._whole is not None:
            legal = self._whole._open
        else:
            legal = Polygon() if self.bounds is None else shapely.box(*self.bounds)
        for condition in filter(reaches, self._unsettled):
            legal = _both(legal, condition.outer())
        return _allowed(legal, self._unsettled)

    @property
    def _about(self) -> BaseGeometry:
        """The same less what squares rule out, if they have been sifted."""
        if not self._mosaics:
            return self._open
        mosaic = self._mosaics[-1]
        return Polygon() if mosaic.is_empty else _both(self._open, shapely.box(*mosaic.bounds))

    @property
    def _unsettled(self) -> tuple[Condition, ...]:
        """The conditions by which this region is narrower than the one that it is a part of."""
        settled = self._whole.conditions if self._whole is not None else ()
        return tuple(condition for condition in self.conditions if condition not in settled)

    @property
    def parts(self) -> list[Polygon]:
        """The separate parts of the region, with their holes."""
        return polygons_of(self.geometry)

    @property
    def area(self) -> float:
        """Square inches of legal centres."""
        return float(shapely.area(self.geometry))

    @property
    def has_room(self) -> bool:
        """Whether any spot is legal."""
        return self.bounds is not None and not self.is_empty

    @property
    def is_empty(self) -> bool:
        """Whether there is no legal spot. One that is judged so later counts, however hard it is to find."""
        return self._judged_legal is None and self._seems_empty

    @cached_property
    def _seems_empty(self) -> bool:
        """Whether no legal spot is found; a few are looked at before the geometry is worked out."""
        if self.around is not None and self.contains(self.around.x, self.around.y):
            return False
        if self._whole is None and self._found(self._first_looks(random.Random(0))) is not None:
            return False
        for mosaic in self._ever_finer():
            if mosaic.is_empty:
                return not self.contains(*self._middle)
            if self._found(mosaic.draws(random.Random(0), _LOOKS)) is not None:
                return False
        middles = (part.representative_point() for part in self.parts)
        return not any(self.contains(spot.x, spot.y) for spot in middles) and self.nearest(*self._middle) is None

    @property
    def _middle(self) -> tuple[float, float]:
        if self.around is not None:
            return self.around.x, self.around.y
        x0, y0, x1, y1 = self.bounds or (0.0, 0.0, 0.0, 0.0)
        return (x0 + x1) / 2, (y0 + y1) / 2

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """For each cause, the centres within reach that it forbids.

        Within reach is what the range conditions allow, beyond the table's edge too; for the range itself, what it
        would allow on a bare table. Without a condition of range, within reach is the box of the bounds.
        """
        ranges = [condition for condition in self.conditions if reaches(condition)]
        allowed = [geometry for geometry in (condition.allowed() for condition in ranges) if geometry is not None]
        if ranges:
            envelope = shapely.intersection_all([condition.envelope() for condition in ranges])
        else:
            envelope = shapely.box(*self.bounds) if self.bounds else Polygon()
        reach = shapely.intersection_all([envelope, *allowed])
        found: dict[str, BaseGeometry] = {}
        for condition in self.conditions:
            if reaches(condition):
                shares = condition.excluded(envelope)
            else:
                shares = {condition.cause: _forbidden_part(condition, reach)}
            for cause, geometry in shares.items():
                if shapely.area(geometry) > 0.0:
                    found[cause] = shapely.union(found[cause], geometry) if cause in found else geometry
        return found

    def nearest(self, x: float, y: float) -> Position | None:
        """Return the legal lattice spot nearest to (x, y), or None if the region is empty.

        A spot on the outline is set back inside by little more than one lattice step, so the answer is that much
        farther than the nearest point in the plane.
        """
        if self.contains(x, y):
            return position(x, y)
        target = shapely.Point(x, y)
        for inches in _SET_BACK:
            found = self._nearest_in(self._inset(inches), target)
            if found is not None:
                return found
        return self._last_resort(target)

    def _inset(self, inches: float) -> BaseGeometry:
        if inches not in self._insets:
            inset = shapely.buffer(self.geometry, -inches, quad_segs=2)
            shapely.prepare(inset)
            self._insets[inches] = inset
        return self._insets[inches]

    @cached_property
    def _insets(self) -> dict[float, BaseGeometry]:
        return {}

    def _nearest_in(self, geometry: BaseGeometry, target: shapely.Point) -> Position | None:
        if geometry.is_empty:
            return None
        line = shapely.get_coordinates(shapely.shortest_line(geometry, target))
        spot = position(float(line[0, 0]), float(line[0, 1]))
        return spot if self.contains(*spot) else None

    def _last_resort(self, target: shapely.Point) -> Position | None:
        """Try every corner and the middle of every part, nearest first, and where the disc stands now."""
        tries = [(float(x), float(y)) for x, y in shapely.get_coordinates(self.geometry)]
        tries += [(middle.x, middle.y) for middle in (part.representative_point() for part in self.parts)]
        if self.around is not None:
            tries.append((self.around.x, self.around.y))
        if self._judged_legal is not None:  # a verdict is finer than any outline
            tries.append(self._judged_legal)
        tries.sort(key=lambda spot: (spot[0] - target.x) ** 2 + (spot[1] - target.y) ** 2)
        return next((position(*spot) for spot in tries if self.contains(*spot)), None)

    def sample(self, rng: random.Random) -> Position | None:
        """Return a legal lattice spot, each as likely as any other; None if the region is empty.

        Spots are drawn from ever tighter shapes, each costlier than the one before, until one is legal.
        """
        if self.bounds is None:
            return None
        spot = self._found(self._looks(rng))
        for mosaic in self._ever_finer() if spot is None else ():
            spot = self._found(mosaic.draws(rng, _LOOKS))
            if spot is not None or mosaic.is_empty:
                break
        else:
            spot = spot or self._found(draws(triangles_of(self.geometry), rng, _REJECTIONS))
        return spot or self.nearest(*self._middle)

    def _looks(self, rng: random.Random) -> Iterator[Position]:
        """Yield spots to try before squares are sifted; none once they are."""
        if not self._mosaics and self.bounds is not None and self._whole is None:
            yield from in_a_box(self.bounds, rng, _LOOKS)
            yield from self.promising(rng, _LOOKS)

    def _first_looks(self, rng: random.Random) -> Iterator[Position]:
        """Yield spots of which any will do: in the middle first, where most verdicts are cheap."""
        if self.bounds is not None:
            x0, y0, x1, y1 = self.bounds
            wide, high = (x1 - x0) / 4, (y1 - y0) / 4
            yield from in_a_box((x0 + wide, y0 + high, x1 - wide, y1 - high), rng, _LOOKS // 2)
        yield from self.promising(rng, _LOOKS)

    def _found(self, spots: Iterable[Position]) -> Position | None:
        """Return the first legal one of some spots."""
        return next((spot for spot in spots if self.contains(*spot)), None)

    def promising(self, rng: random.Random, tries: int) -> Iterator[Position]:
        """Yield up to so many spots, drawn evenly from the box of its bounds, that at a glance seem legal.

        There are none once squares are known: they tell more. For a part of a region they cost less, too.
        """
        if self._mosaics or self.bounds is None or self._whole is not None:
            return
        hits = darts(self.bounds, rng)
        for condition in filter(foresighted, self.conditions):
            hits = hits.compress(condition.promising(hits), axis=0)
        yield from map(Position._make, hits[:tries].tolist())


def _both(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    return _solid(shapely.intersection(one, other))


def _solid(geometry: BaseGeometry) -> BaseGeometry:
    """Return what of a geometry has an area; where shapes only touch is no room, and overlays of mixed parts fail."""
    if isinstance(geometry, Polygon | MultiPolygon):
        return geometry
    return MultiPolygon(polygons_of(geometry))


def _allowed(legal: BaseGeometry, conditions: Sequence[Condition]) -> BaseGeometry:
    for condition in conditions:
        allowed = None if is_costly(condition) else condition.allowed()
        if allowed is not None:
            legal = _both(legal, allowed)
    return legal


def _unbarred(legal: BaseGeometry, conditions: Sequence[Condition]) -> BaseGeometry:
    bars = [condition for condition in conditions if not is_costly(condition) and condition.allowed() is None]
    if legal.is_empty or not bars:
        return legal
    return _solid(shapely.difference(legal, shapely.union_all([bar.forbidden(legal.bounds) for bar in bars])))


def _blame(condition: Condition, x: float, y: float) -> tuple[str, str]:
    return condition.blame(x, y) if reaches(condition) else (condition.cause, condition.rule)


def _forbidden_part(condition: Condition, reach: BaseGeometry) -> BaseGeometry:
    return reach if reach.is_empty else shapely.intersection(reach, condition.forbidden(reach.bounds))

"""The judge of sight between bases under a rulebook's policy, with receipts."""

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.footprints import Footprint, disc_around, nearest_points
from game.table.lattice import Position
from game.table.measuring.lines import between_rounds
from game.table.shapes import Bounds, Disc, gap
from game.table.sight import oblongs
from game.table.sight.arcs import parts, sector, turn_missing
from game.table.sight.corridor import Blocker, open_line, stops
from game.table.sight.lines import Ends, Segment, flanks
from game.table.sight.policy import SightPolicy
from game.table.sight.receipt import SightReceipt
from game.table.sight.seen import seen_area
from game.table.sight.solids import Solid

# Terrain that reaches less far between two bases only touches the lines between them (inches, square inches).
_GRAZE = 1e-6
_LEAST_AREA = 1e-9


def covering(policy: SightPolicy, observer: Disc, target: Disc) -> tuple[str, ...]:
    """Return the names of the terrain that covers the target from the observer."""
    near = [solid for solid in policy.cover(observer, target) if _gap_to(solid, target) <= policy.cover_within + _GRAZE]
    if not near:
        return ()
    flank = _hull_between(observer, target)
    ahead = None if observer.facing is None or policy.arc is None else sector(observer, policy.arc)
    return tuple(dict.fromkeys(solid.name for solid in near if _crosses(solid, ahead, (observer, target), flank)))


def _gap_to(solid: Solid, disc: Disc) -> float:
    """Return the inches between a base and a solid."""
    return max(solid.geometry.distance(shapely.Point(disc.x, disc.y)) - disc.radius, 0.0)


def _crosses(solid: Solid, ahead: Polygon | None, bases: tuple[Disc, Disc], flank: Polygon) -> bool:
    """Return whether the part of a solid in the observer's arc reaches into the convex hull of two bases."""
    in_arc: BaseGeometry = solid.geometry if ahead is None else solid.geometry.intersection(ahead)
    if in_arc.area < _LEAST_AREA:
        return False
    rims = any(in_arc.distance(shapely.Point(base.x, base.y)) < base.radius - _GRAZE for base in bases)
    return rims or in_arc.intersection(flank).area > _LEAST_AREA


def _hull_between(a: Disc, b: Disc) -> Polygon:
    """Return the quadrilateral between the outer tangents of two discs; with the discs, it is their convex hull."""
    normals = flanks(a[:3], b[:3])
    if not normals:
        return Polygon()
    (lx, ly), (rx, ry) = normals
    return Polygon(
        [
            (a.x + lx * a.radius, a.y + ly * a.radius),
            (b.x + lx * b.radius, b.y + ly * b.radius),
            (b.x + rx * b.radius, b.y + ry * b.radius),
            (a.x + rx * a.radius, a.y + ry * a.radius),
        ]
    )


SHORT_WITHIN = 0.005
"""The largest error, in inches, of the distance by which an observer can move without seeing a target."""


class Sight:
    """Judges sight between bases, and from bases to points (discs of radius 0), under one policy."""

    def __init__(self, policy: SightPolicy) -> None:
        self.policy = policy

    def sees(self, observer: Footprint, target: Footprint) -> bool:
        """Return whether any line from the observer to the target is open."""
        return self.line(observer, target) is not None

    def line(self, observer: Footprint, target: Footprint) -> Segment | None:
        """Return an open line from the observer to the target, or None if every line is blocked."""
        if not (isinstance(observer, Disc) and isinstance(target, Disc)):
            return oblongs.open_line(observer, target, self._solids(observer, target))
        return self._open_line(observer, target, tuple(self.policy.blockers(observer, target)))

    def _open_line(self, observer: Disc, target: Disc, blockers: Sequence[Blocker]) -> Segment | None:
        """Return an open line that passes the blockers, or None."""
        for part in parts(observer.facing, self.policy.arc):
            segment = open_line(Ends(*observer[:3], *target[:3], part), blockers)
            if segment is not None:
                return segment
        return None

    def _solids(self, observer: Footprint, target: Footprint) -> list[Solid]:
        """Return the solids between two bases that are not both round; discs stop no line between them."""
        blockers = self.policy.blockers(disc_around(observer), disc_around(target))
        return [blocker for blocker in blockers if isinstance(blocker, Solid)]

    def observers(self, target: Footprint, candidates: Iterable[Footprint]) -> list[Footprint]:
        """Return the candidates that see the target, in their order."""
        return [candidate for candidate in candidates if self.sees(candidate, target)]

    def area(self, observer: Footprint, window: Bounds) -> BaseGeometry:
        """Return the area that an observer sees in a box around it, with an error of 0.005 inch; `sees` is exact."""
        any_spot = Disc(*observer[:2], 0.0, "", "point", observer.level)
        blockers = tuple(self.policy.blockers(disc_around(observer), any_spot))
        return seen_area(observer, blockers, self.policy.arc, window)

    def look(self, observer: Footprint, target: Footprint) -> SightReceipt:
        """Return the receipt for sight from the observer to the target."""
        if not (isinstance(observer, Disc) and isinstance(target, Disc)):
            return self._look_of_shapes(observer, target)
        blockers = tuple(self.policy.blockers(observer, target))
        segment = self._open_line(observer, target, blockers)
        direct = between_rounds(observer, target)
        start, end = segment or (direct.start, direct.end)
        turn = turn_missing(observer, target, self.policy.arc) if segment is None else 0.0
        stopping = () if segment is not None or turn > 0.0 else self._stopping_blockers(observer, target, blockers)
        cover = self.cover(observer, target)
        keys = ["sight", *(["arc"] if turn else []), *(["blocked"] if stopping else []), *(["cover"] if cover else [])]
        return SightReceipt(
            observer=observer.name,
            target=target.name,
            seen=segment is not None,
            start=Position(*start),
            end=Position(*end),
            blocked_by=tuple(dict.fromkeys(blocker.name for blocker in stopping)),
            turn=turn,
            short=self._inches_still_unseen(observer, target, blockers) if stopping else 0.0,
            cover=cover,
            rules=tuple(filter(None, map(self.policy.citation, keys))),
        )

    def _look_of_shapes(self, observer: Footprint, target: Footprint) -> SightReceipt:
        """Return the receipt for sight between bases that are not both round, without the inches still unseen."""
        solids = self._solids(observer, target)
        segment = oblongs.open_line(observer, target, solids)
        start, end = segment or nearest_points(observer, target)
        stopping_alone = [solid for solid in solids if oblongs.open_line(observer, target, [solid]) is None]
        stopping = () if segment is not None else tuple(solid.name for solid in stopping_alone or solids)
        keys = ["sight", *(["blocked"] if stopping else [])]
        return SightReceipt(
            observer=observer.name,
            target=target.name,
            seen=segment is not None,
            start=Position(*start),
            end=Position(*end),
            blocked_by=tuple(dict.fromkeys(stopping)),
            rules=tuple(filter(None, map(self.policy.citation, keys))),
        )

    def _stopping_blockers(self, observer: Disc, target: Disc, blockers: Sequence[Blocker]) -> list[Blocker]:
        """Return one blocker that stops every line, or else several that do so only together.

        Blockers stop every line together exactly if they stop every critical line.
        """
        rows = []
        for part in parts(observer.facing, self.policy.arc):
            narrowed_ends = Ends(*observer[:3], *target[:3], part).narrowed()
            if narrowed_ends is not None:
                rows.append(stops(narrowed_ends, blockers))
        stopped = np.concatenate(rows) if rows else np.zeros((0, len(blockers)), dtype=bool)
        stopping_alone = np.flatnonzero(stopped.all(axis=0))
        if stopping_alone.size:
            return [blockers[int(stopping_alone[0])]]
        needed_numbers = np.flatnonzero(stopped.any(axis=0)).tolist()
        for number in list(needed_numbers):
            others = [other for other in needed_numbers if other != number]
            if stopped[:, others].any(axis=1).all():
                needed_numbers = others
        return [blockers[number] for number in needed_numbers]

    def cover(self, observer: Disc, target: Disc) -> tuple[str, ...]:
        """Return the names of the terrain that covers the target from the observer, whether it is seen or not."""
        return covering(self.policy, observer, target)

    def _inches_still_unseen(self, observer: Disc, target: Disc, blockers: Sequence[Blocker]) -> float:
        """Return the inches by which the observer may move in any direction without seeing the target.

        After a move by r, the base is inside the base grown by r, and its arc inside the arc moved back by r.
        """
        low, high = 0.0, max(gap(observer, target), 0.0)
        while high - low > SHORT_WITHIN:
            middle = (low + high) / 2
            if self._seen_within(observer, target, blockers, middle):
                high = middle
            else:
                low = middle
        return low

    def _seen_within(self, observer: Disc, target: Disc, blockers: Sequence[Blocker], inches: float) -> bool:
        """Return whether the observer may see the target after a move of at most `inches` in any direction."""
        grown_observer = observer._replace(radius=observer.radius + inches)
        # A half plane that cuts the target is ignored, so that the result may be too small but never too large.
        dx, dy, reach = target.x - observer.x, target.y - observer.y, target.radius + inches
        for part in parts(observer.facing, self.policy.arc):
            is_behind = any(normal[0] * dx + normal[1] * dy < -reach for normal in part)
            if not is_behind and open_line(Ends(*grown_observer[:3], *target[:3]), blockers) is not None:
                return True
        return False

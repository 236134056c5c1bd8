"""Cover: terrain near a target that a straight line between the two bases crosses."""

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.shapes import Disc
from game.table.sight.arcs import sector
from game.table.sight.lines import flanks
from game.table.sight.policy import SightPolicy
from game.table.sight.solids import Solid

# Terrain that reaches less far between two bases only touches the lines between them (inches, square inches).
_GRAZE = 1e-6
_LEAST_AREA = 1e-9


def covering(policy: SightPolicy, observer: Disc, target: Disc) -> tuple[str, ...]:
    """Return the names of the terrain that covers the target from the observer."""
    near = [solid for solid in policy.cover(observer, target) if _gap(solid, target) <= policy.cover_within + _GRAZE]
    if not near:
        return ()
    flank = _between(observer, target)
    ahead = None if observer.facing is None or policy.arc is None else sector(observer, policy.arc)
    return tuple(dict.fromkeys(solid.name for solid in near if _crossed(solid, ahead, (observer, target), flank)))


def _gap(solid: Solid, disc: Disc) -> float:
    return max(solid.geometry.distance(shapely.Point(disc.x, disc.y)) - disc.radius, 0.0)


def _crossed(solid: Solid, ahead: Polygon | None, bases: tuple[Disc, Disc], flank: Polygon) -> bool:
    """Return whether the part of a solid in the observer's arc reaches into the convex hull of two bases."""
    shown: BaseGeometry = solid.geometry if ahead is None else solid.geometry.intersection(ahead)
    if shown.area < _LEAST_AREA:
        return False
    rims = any(shown.distance(shapely.Point(base.x, base.y)) < base.radius - _GRAZE for base in bases)
    return rims or shown.intersection(flank).area > _LEAST_AREA


def _between(a: Disc, b: Disc) -> Polygon:
    """Return the quadrilateral between the outer tangents of two discs, which together form their convex hull."""
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

"""The ground that none of several eyes sees."""

from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from game.table.shapes import Bounds, Disc
from game.table.sight.seen import seen_area
from game.table.sight.solids import Solid


def unseen(eyes: Sequence[tuple[float, float]], solids: Sequence[Solid], window: Bounds) -> BaseGeometry:
    """Return the ground of a box, without the solids, that no eye sees past them; an eye in a solid sees nothing."""
    within = shapely.union_all([solid.geometry for solid in solids])
    free = [eye for eye in eyes if not shapely.intersects_xy(within, *eye)]
    seen = [seen_area(Disc(*eye, 0.0), solids, None, window) for eye in free]
    return shapely.difference(shapely.box(*window), shapely.union_all([*seen, within]))

"""From where can a base strike a target after a move? The exact answer to one such question."""

import numpy as np
import shapely

from game.table.lattice import Position, position
from game.table.measuring.ruler import Ruler
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.area import Floats
from game.table.threat.pairwise import Strikes, inside_of, outline_of

_SPACING = 0.2
_INSIDE = 0.5
# A spot is drawn back by trying so many on the way, so many times over.
_ALONG = 48
_ZOOMS = 2
# So many of the best spots are measured by the ruler itself before the search is given up.
_TRIES = 12
_INSET = 3e-4


def nearest_strike(ruler: Ruler, base: Disc, move: Region, n: float, target: Disc) -> Position | None:
    """Return a legal spot from which the base has the target in range `n`, None if none was found.

    It is the one nearest to where the base is now, as far as spots 0.2 inches apart along the outlines of the move
    region and 0.5 apart inside tell. A spot returned is exact: the region holds it and the ruler measures it.
    """
    measure = ruler.between(base.level, target.level)
    box = move.bounds
    if measure is None or box is None:
        return None
    strikes = Strikes(measure, base, n, target.radius)
    reach = strikes.reach
    if not (box[0] - reach < target.x < box[2] + reach and box[1] - reach < target.y < box[3] + reach):
        return None
    spots = _spots(move, target, reach)
    if not len(spots):
        return None
    aim = np.array((target.x, target.y))
    struck, _unused = strikes.judge(spots, np.broadcast_to(aim, spots.shape))
    spots = spots[struck]
    stands = np.array((base.x, base.y))
    spots = spots[np.argsort(np.hypot(*(spots - stands).T))][:_TRIES]
    if not len(spots):
        return None
    for x, y in np.concatenate((_drawn_back(strikes, move, spots[:1], stands, aim), spots)):
        spot = position(float(x), float(y))
        if move.contains(*spot) and ruler.within(base.moved_to(*spot), target, n):
            return spot
    return None


def _spots(move: Region, target: Disc, reach: float) -> Floats:
    """Return spots of a move region from which the target could be in reach, were nothing in between."""
    near = shapely.Point(target.x, target.y).buffer(reach, quad_segs=16)
    inner = shapely.intersection(shapely.buffer(move.geometry, -_INSET, quad_segs=2), near)
    if inner.is_empty:
        return np.zeros((0, 2))
    along, _unused = outline_of(inner, _SPACING)
    return np.concatenate((along, inside_of(inner, _INSIDE)))


def _drawn_back(strikes: Strikes, move: Region, spots: Floats, stands: Floats, aim: Floats) -> Floats:
    """Return the spot moved back towards where the base stands for as long as it stays legal and strikes."""
    first, last = 1.0, 0.0
    for _unused in range(_ZOOMS):
        shares = np.linspace(first, last, _ALONG)
        line = stands + (spots[0] - stands) * shares[:, None]
        fine = strikes.judge(line, np.broadcast_to(aim, line.shape))[0]
        fine &= shapely.contains_xy(move.geometry, line[:, 0], line[:, 1])
        bad = np.flatnonzero(~fine)
        if not bad.size:
            first = last
            break
        at = max(int(bad[0]), 1)
        first, last = float(shares[at - 1]), float(shares[at])
    return np.asarray(stands + (spots[:1] - stands) * first)

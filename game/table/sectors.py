"""What lies in range of an origin, told by the sectors between neighbouring rays, and asked about many rounds at once.

Within a sector the stretches in range are taken at their widest or at their narrowest, so the answers are certain one
way: a round does not lie in range anywhere, or all of it does.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.area import Floats
from game.table.compiling import compilable
from game.table.rays import Numbers

Flags = NDArray[np.bool_]

_TURN = 2 * math.pi
# A round that is more than so many times its radius away is seen within an angle that is easily reckoned.
NEAR = 0.7
_TURNS = np.linspace(0.0, _TURN, 33)[:-1]
_RIM: Floats = np.stack((np.cos(_TURNS), np.sin(_TURNS)), axis=1)
_FEW_OF_RIM = _RIM[::4].copy()
_FINE = 0.1


class Sectors(NamedTuple):
    """Rays from a centre at sorted bearings, (G + 1,), and the stretches in range in the sectors between them.

    The stretches of sector g are those from `first[g]` to `first[g + 1]`, from `low` to `high` inches from the centre.
    Where they go all the way round, `closed`, they are told for two turns, so that every round is seen in one piece.
    What is nearer than `least` lies in range, what is farther than `most` does not.
    """

    x: float
    y: float
    rays: Floats
    first: Numbers
    low: Floats
    high: Floats
    closed: bool
    least: float
    most: float


def rim(radius: float, fineness: float) -> Floats:
    """Return spots on the rim of a disc that stand for all of it, (K, 2): the more, the fewer inches matter."""
    return radius * (_FEW_OF_RIM if fineness > _FINE else _RIM)


@compilable
def sectors_of(
    centre: tuple[float, float], rays: Floats, ray: Numbers, low: Floats, high: Floats, *, closed: bool
) -> Sectors:
    """Return sectors from the rays that bound them, (G + 1,), and the stretches by the number of their sector."""
    gaps = len(rays) - 1
    first = np.zeros(gaps + 1, dtype=np.intp)
    np.cumsum(np.bincount(ray, minlength=gaps), out=first[1:])
    if closed:
        rays = np.concatenate((rays[:-1], rays[:-1] + _TURN, rays[:1] + 2 * _TURN))
        first = np.concatenate((first[:-1], first + first[-1]))
        low, high = np.tile(low, 2), np.tile(high, 2)
    least = high.min(initial=math.inf) if (np.diff(first) == 1).all() and (low <= 0.0).all() else -math.inf
    return Sectors(*centre, rays, first, low, high, closed, least, high.max(initial=-math.inf))


@compilable
def may_lie_in(sectors: Sectors, middles: Floats, radius: float, offsets: Floats, longer: float) -> Flags:
    """Return which of some rounds, (S, 2), moved by each of the offsets, (K, 2), may lie partly in range, (S,).

    In range is, too, what lies `longer` inches behind it. False is certain, True is not. Offsets towards the centre
    do not count: what is nearer is seldom out of range.
    """
    spots, begin, end, known = _runs(sectors, middles, radius, offsets)
    apart = np.sqrt(spots[:, 0] * spots[:, 0] + spots[:, 1] * spots[:, 1])
    number, at = _every(sectors, begin, end)
    low, high = sectors.low[at], sectors.high[at]
    met = (low <= 0.0) | (low + longer <= apart[number] + radius)
    met &= high + longer >= apart[number] - radius
    found = np.bincount(number[met], minlength=len(spots)) > 0
    away = np.repeat(offsets, len(middles), axis=0)
    nearer = (spots[:, 0] - away[:, 0]) * away[:, 0] + (spots[:, 1] - away[:, 1]) * away[:, 1] < 0.0
    return np.asarray((found | ~known | nearer).reshape(len(offsets), len(middles)).all(axis=0))


@compilable
def surely_lie_in(sectors: Sectors, middles: Floats, radius: float, offsets: Floats, longer: float) -> Flags:
    """Return which of some rounds, (S, 2), moved by one of the offsets, (K, 2), lie wholly in range, (S,).

    In range is, too, what lies `longer` inches behind it. True is certain, False is not.
    """
    spots, begin, end, known = _runs(sectors, middles, radius, offsets)
    apart = np.sqrt(spots[:, 0] * spots[:, 0] + spots[:, 1] * spots[:, 1])
    number, at = _every(sectors, begin, end)
    low, high = sectors.low[at], sectors.high[at]
    covered = (low <= 0.0) | (low + longer <= apart[number] - radius)
    covered &= high + longer >= apart[number] + radius
    found = np.bincount(number[covered], minlength=len(spots)) == end - begin
    return np.asarray((found & known).reshape(len(offsets), len(middles)).any(axis=0))


def _runs(sectors: Sectors, middles: Floats, radius: float, offsets: Floats) -> tuple[Floats, Numbers, Numbers, Flags]:
    """Return each round's middle seen from the centre, (K * S, 2), its sectors, and whether these tell all of it."""
    spots = ((middles - (sectors.x, sectors.y))[None, :, :] + offsets[:, None, :]).reshape(-1, 2)
    rays, gaps = sectors.rays, len(sectors.rays) - 1
    apart = np.sqrt(spots[:, 0] * spots[:, 0] + spots[:, 1] * spots[:, 1])
    near = radius > NEAR * apart
    share = radius / np.where(near, 1.0, apart)
    half = share * (1.0 + 0.6 * (share * share))  # a little more than the angle with this sine
    bearing = np.arctan2(spots[:, 1], spots[:, 0])
    low, high = bearing - half, bearing + half
    known = ~near
    if sectors.closed:
        turn = np.where(low < rays[0], _TURN, 0.0)
        low, high, known = low + turn, high + turn, np.ones(len(spots), dtype=bool)
    else:
        known &= (low >= rays[0]) & (high <= rays[-1])
    begin = np.maximum(np.searchsorted(rays, low, side="right") - 1, 0)
    end = np.minimum(np.searchsorted(rays, high), gaps)
    return spots, np.where(near, 0, begin), np.where(near, gaps, np.maximum(end, begin)), known


def _every(sectors: Sectors, begin: Numbers, end: Numbers) -> tuple[Numbers, Numbers]:
    """Return for all stretches of all rounds the number of the round and that of the stretch."""
    start = sectors.first[begin]
    count = sectors.first[end] - start
    number = np.repeat(np.arange(len(begin)), count)
    return number, np.arange(len(number)) - np.repeat(np.cumsum(count) - count - start, count)

"""What lies in range of an origin, told by the sectors between neighbouring rays, and asked about many rounds at once.

Within a sector the stretches in range are taken at their widest or at their narrowest, so the answers are certain one
way: a round does not lie in range anywhere, or all of it does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.compiling import compilable
from game.table.reach.rays import Numbers
from game.table.terrain.area import Floats

Flags = NDArray[np.bool_]

_TURN = 2 * math.pi
# A round that is more than so many times its radius away is seen within an angle that is easily reckoned.
NEAR = 0.7
_TURNS = np.linspace(0.0, _TURN, 33)[:-1]
_RIM: Floats = np.stack((np.cos(_TURNS), np.sin(_TURNS)), axis=1)
_FEW_OF_RIM = _RIM[::4].copy()
_FINE = 0.1
_HANDFUL = 8


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
    answer = np.ones(len(middles), dtype=bool)
    for some in _handfuls(offsets):
        left = np.flatnonzero(answer)
        spots, apart = _seen(sectors, middles[left], some)
        away = spots - some[:, None]
        open_to_doubt = away[..., 0] * some[:, None, 0] + away[..., 1] * some[:, None, 1] >= 0.0
        if sectors.closed:
            answer[left[(open_to_doubt & (apart - radius > sectors.most + longer)).any(axis=0)]] = False
            open_to_doubt &= (apart - radius > sectors.least + longer) & answer[left]
        which, spot = np.nonzero(open_to_doubt)
        runs = _runs(sectors, spots[which, spot], apart[which, spot], radius)
        inches, number, low, high = _every(sectors, runs, apart[which, spot])
        met = (low <= 0.0) | (low + longer <= inches + radius)
        met &= high + longer >= inches - radius
        answer[left[spot[(np.bincount(number[met], minlength=len(spot)) == 0) & runs.known]]] = False
    return answer


@compilable
def surely_lie_in(sectors: Sectors, middles: Floats, radius: float, offsets: Floats, longer: float) -> Flags:
    """Return which of some rounds, (S, 2), moved by one of the offsets, (K, 2), lie wholly in range, (S,).

    In range is, too, what lies `longer` inches behind it. True is certain, False is not.
    """
    answer = np.zeros(len(middles), dtype=bool)
    for some in _handfuls(offsets):
        left = np.flatnonzero(~answer)
        spots, apart = _seen(sectors, middles[left], some)
        if sectors.closed:
            answer[left[(apart + radius <= sectors.least + longer).any(axis=0)]] = True
        which, spot = np.nonzero((apart + radius <= sectors.most + longer) & ~answer[left])
        runs = _runs(sectors, spots[which, spot], apart[which, spot], radius)
        inches, number, low, high = _every(sectors, runs, apart[which, spot])
        covered = (low <= 0.0) | (low + longer <= inches - radius)
        covered &= high + longer >= inches + radius
        all_of_it = np.bincount(number[covered], minlength=len(spot)) == runs.end - runs.begin
        answer[left[spot[all_of_it & runs.known]]] = True
    return answer


def _handfuls(offsets: Floats) -> Iterator[Floats]:
    """Yield offsets a few at a time, each few from all round: many rounds are decided by the first."""
    stride = math.ceil(len(offsets) / _HANDFUL)
    for start in range(stride):
        yield offsets[start::stride]


def _seen(sectors: Sectors, middles: Floats, offsets: Floats) -> tuple[Floats, Floats]:
    """Return the middles of rounds moved by each offset, seen from the centre, (K, S, 2), and how far off, (K, S)."""
    spots = (middles - (sectors.x, sectors.y))[None] + offsets[:, None]
    return spots, np.sqrt(spots[..., 0] * spots[..., 0] + spots[..., 1] * spots[..., 1])


class _Runs(NamedTuple):
    """Which sectors rounds meet: the first of each, the one after the last, and whether they tell all of it."""

    begin: Numbers
    end: Numbers
    known: Flags


def _runs(sectors: Sectors, spots: Floats, apart: Floats, radius: float) -> _Runs:
    rays, gaps = sectors.rays, len(sectors.rays) - 1
    near = radius > NEAR * apart
    share = radius / np.where(near, 1.0, apart)
    half = share * (1.0 + 0.6 * (share * share))  # a little more than the angle with this sine
    bearing = np.arctan2(spots[:, 1], spots[:, 0])
    low, high = bearing - half, bearing + half
    if sectors.closed:
        turn = np.where(low < rays[0], _TURN, 0.0)
        low, high, known = low + turn, high + turn, np.ones(len(spots), dtype=bool)
    else:
        known = ~near & (low >= rays[0]) & (high <= rays[-1])
    begin = np.maximum(np.searchsorted(rays, low, side="right") - 1, 0)
    end = np.minimum(np.searchsorted(rays, high), gaps)
    return _Runs(np.where(near, 0, begin), np.where(near, gaps, np.maximum(end, begin)), known)


def _every(sectors: Sectors, runs: _Runs, apart: Floats) -> tuple[Floats, Numbers, Floats, Floats]:
    """Return for all stretches that rounds meet how far off the round is, its number, and the stretch's ends."""
    start = sectors.first[runs.begin]
    count = sectors.first[runs.end] - start
    number = np.repeat(np.arange(len(start)), count)
    at = np.arange(len(number)) - np.repeat(np.cumsum(count) - count - start, count)
    return apart[number], number, sectors.low[at], sectors.high[at]

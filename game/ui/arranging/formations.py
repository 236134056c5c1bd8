"""Formations of a unit: blocks, lines, columns and rings, a painted line, a ring around enemies."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from game.table.lattice import Position, position
from game.table.layout.finding import without_crossings
from game.table.layout.policy import Layout, Member
from game.table.shapes import Disc

Spot = tuple[float, float]
CLEAR: Final = 0.01
"""Inches between two bases that stand as close as possible."""
NUDGE: Final = 1e-4
"""Inches that separate spots which may be equal."""
ROUNDS: Final = 60
"""How often overlapping models are pushed apart."""
_BEARINGS: Final = 24
"""The number of directions in which spots beside an enemy are tried."""


def middle(layout: Mapping[str, Spot]) -> Spot:
    """Return the middle of an arrangement, in inches."""
    return sum(x for x, _y in layout.values()) / len(layout), sum(y for _x, y in layout.values()) / len(layout)


def shifted(layout: Mapping[str, Spot], dx: float, dy: float) -> dict[str, Position]:
    """Return an arrangement moved by some inches."""
    return {name: position(x + dx, y + dy) for name, (x, y) in layout.items()}


def turned(layout: Mapping[str, Spot], degrees: float) -> dict[str, Position]:
    """Return an arrangement turned about its middle, counter-clockwise."""
    (cx, cy), turn = middle(layout), math.radians(degrees)
    cosine, sine = math.cos(turn), math.sin(turn)
    return {
        name: position(cx + (x - cx) * cosine - (y - cy) * sine, cy + (x - cx) * sine + (y - cy) * cosine)
        for name, (x, y) in layout.items()
    }


def spread(layout: Mapping[str, Spot], members: Sequence[Member], gap: float, links: int = 1) -> dict[str, Position]:
    """Return an arrangement stretched or shrunk about its middle until `gap` is the widest that holds it together.

    All stay one group, and each model stays that near to enough others, as far as there is room.
    """
    if len(layout) < 2:
        return shifted(layout, 0.0, 0.0)
    radii = {member.id: member.disc.radius for member in members}
    spots, sizes = np.array(list(layout.values())), np.array([radii[name] for name in layout])
    far = np.maximum(np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)), 1e-6)
    np.fill_diagonal(far, np.inf)
    rims = sizes[:, None] + sizes[None]
    touching = float(np.max((rims + CLEAR) / far))
    factor = touching
    if gap > CLEAR:
        linked = (rims + gap) / far
        factor = _together(linked, min(links, len(spots) - 1))
        if factor < touching:  # they would overlap: as in a line, where the end models have one neighbour each
            factor = _together(linked, 1)
    cx, cy = middle(layout)
    return {name: position(cx + (x - cx) * factor, cy + (y - cy) * factor) for name, (x, y) in layout.items()}


def _together(linked: npt.NDArray[np.float64], links: int) -> float:
    """Return how far all may be stretched: one group of links, enough for each; `linked` gives it for each pair."""
    most = float(np.min(np.sort(linked, axis=1)[:, -links]))
    best = linked[0].copy()  # the strongest link of each to those already in the group
    best[0] = -np.inf
    outside = set(range(1, len(linked)))
    while outside:
        nearest = max(outside, key=lambda each: float(best[each]))
        most = min(most, float(best[nearest]))
        outside.remove(nearest)
        best = np.maximum(best, linked[nearest])
    return most


def ranked(count: int, files: int, step: float) -> list[Spot]:
    """Return spots in ranks of some files, about their middle, the front (north) first."""
    ranks = -(-count // files)
    found = []
    for rank in range(ranks):
        wide = min(files, count - rank * files)
        found += [((file - (wide - 1) / 2) * step, ((ranks - 1) / 2 - rank) * step) for file in range(wide)]
    return found


def ringed(count: int, step: float) -> list[Spot]:
    """Return spots in rings about a middle, innermost first, each with as many as fit."""
    found: list[Spot] = [(0.0, 0.0)]
    ring = 1
    while len(found) < count:
        room = max(1, math.floor(math.pi / math.asin(0.5 / ring)))
        found += [
            (ring * step * math.sin(math.tau * at / room), ring * step * math.cos(math.tau * at / room))
            for at in range(min(room, count - len(found)))
        ]
        ring += 1
    return found


def in_ranks(members: Sequence[Member], now: Mapping[str, Spot]) -> list[Member]:
    """Return the members in the order in which they take the spots of a formation, the most northern first."""
    return sorted(members, key=lambda member: (-round(now[member.id][1], 1), now[member.id][0]))


def formed(
    members: Sequence[Member], now: Mapping[str, Spot], places: Sequence[Spot], facing: float = 0.0
) -> dict[str, Position]:
    """Return a formation about the present middle of a unit, turned by some degrees, with no model crossing another."""
    cx, cy = middle(now)
    wanted = {
        member.id: position(cx + x, cy + y) for member, (x, y) in zip(in_ranks(members, now), places, strict=True)
    }
    found = turned(wanted, facing) if facing else wanted
    return without_crossings(members, {name: position(*at) for name, at in now.items()}, found)


def along(members: Sequence[Member], now: Mapping[str, Spot], line: Sequence[Spot], step: float) -> dict[str, Position]:
    """Return a unit formed along a painted line, in as many ranks as that takes."""
    path = shapely.LineString(line)
    files = max(1, min(len(members), math.floor(path.length / step) + 1))
    ranks, spots = -(-len(members) // files), list[Spot]()
    for number in range(len(members)):
        rank, file = divmod(number, files)
        wide = min(files, len(members) - rank * files)
        far = path.length * ((file + 0.5) / wide if wide < files else file / max(1, files - 1))
        at, ahead = path.interpolate(far), path.interpolate(min(far + 0.05, path.length))
        behind = path.interpolate(max(0.0, min(far + 0.05, path.length) - 0.1))
        dx, dy = ahead.x - behind.x, ahead.y - behind.y
        long = math.hypot(dx, dy) or 1.0
        spots.append((at.x - dy / long * step * rank, at.y + dx / long * step * rank))
    here = middle(now)
    if ranks > 1 and math.dist(spots[-1], here) > math.dist(spots[0], here):  # the other ranks stand on their side
        spots = [(2 * path_x - x, 2 * path_y - y) for (x, y), (path_x, path_y) in zip(spots, _feet(path, spots))]
    wanted = {member.id: spot for member, spot in zip(members, spots, strict=True)}
    free = loosened(wanted, members)
    return without_crossings(members, {name: position(*at) for name, at in now.items()}, free)


def loosened(layout: Mapping[str, Spot], members: Sequence[Member]) -> dict[str, Position]:
    """Return an arrangement in which overlapping models are pushed apart, as little as possible."""
    spots = np.array([layout[member.id] for member in members], dtype=np.float64)
    radii = np.array([member.disc.radius for member in members])
    apart = radii[:, None] + radii[None, :] + CLEAR
    turns = np.arange(len(spots)) * 2.4  # a model wanted on the very spot of another is pushed somewhere anyway
    spots = spots + NUDGE * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    for _round in range(ROUNDS):
        way = spots[:, None, :] - spots[None, :, :]
        far = np.hypot(way[..., 0], way[..., 1])
        np.fill_diagonal(far, np.inf)
        short = np.maximum(0.0, apart - far)
        if not short.any():
            break
        spots = spots + (way / np.maximum(far, 1e-6)[..., None] * (short / 2)[..., None]).sum(axis=1)
    return {member.id: position(*spot) for member, spot in zip(members, spots.tolist(), strict=True)}


def _feet(path: shapely.LineString, spots: Iterable[Spot]) -> list[Spot]:
    """Return the spot of a line nearest to each of some spots."""
    found = (path.interpolate(path.project(shapely.Point(spot))) for spot in spots)
    return [(point.x, point.y) for point in found]


def wrapped(
    members: Sequence[Member], now: Mapping[str, Spot], foes: Sequence[Disc], gap: float
) -> dict[str, Position]:
    """Return a unit around some enemies: each model beside one, at a gap (inches), nearest first."""
    found, taken = dict[str, Position](), [(foe.x, foe.y, foe.radius) for foe in foes]
    for member in sorted(members, key=lambda each: min(math.dist(now[each.id], foe[:2]) for foe in foes)):
        radius, at = member.disc.radius, now[member.id]
        for away in (gap, gap + 2 * radius + CLEAR, gap + 4 * radius + 2 * CLEAR):
            places = [
                (foe.x + far * math.cos(turn), foe.y + far * math.sin(turn))
                for foe in foes
                for far in (foe.radius + radius + away,)
                for turn in (math.tau * number / _BEARINGS for number in range(_BEARINGS))
            ]
            free = [
                place
                for place in places
                if all(math.dist(place, (x, y)) >= other + radius + CLEAR / 2 for x, y, other in taken)
            ]
            if free:
                spot = min(free, key=lambda place: math.dist(place, at))
                found[member.id] = position(*spot)
                taken.append((*spot, radius))
                break
        else:
            found[member.id] = position(*at)
    return found


FORMATIONS: Final[Mapping[str, Callable[[int, int, float], list[Spot]]]] = {
    "line": lambda count, _files, step: ranked(count, count, step),
    "ranks": lambda count, _files, step: ranked(count, -(-count // 2), step),
    "column": lambda count, _files, step: ranked(count, min(2, count), step),
    "block": ranked,
    "ring": lambda count, _files, step: ringed(count, step),
}
"""The spots of each formation, by the number of models, its files, and the inches from one to the next."""


def as_layout(spots: Mapping[str, Spot]) -> Layout:
    """Return spots on the lattice."""
    return {name: position(*at) for name, at in spots.items()}

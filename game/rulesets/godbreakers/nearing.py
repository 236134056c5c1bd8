"""The smallest or largest range, in U, that a move can attain to something (Q12).

Cheap spots straight towards (or away from) the thing are tried first; geometry answers only where they
fall short of what distance alone would allow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from game.rulesets.godbreakers.game import Game, Piece
from game.rulesets.godbreakers.placing import move_region, movement_range
from game.rulesets.godbreakers.state import Model
from game.rulesets.godbreakers.storeys import Storeys, level_of
from game.table.beyond import BeyondRange
from game.table.conditions import CloserTo, Condition, WithinRange
from game.table.lattice import Position, position
from game.table.lengths import size
from game.table.region import Region
from game.wording import say

BEARINGS = tuple(math.radians(10 * sign * step) for step in range(19) for sign in ((1, -1) if step else (1,)))
SHARES = (1.0, 0.85, 0.7, 0.5, 0.3)
SET_BACK = 1e-3
LOOKS = 8


@dataclass(frozen=True)
class Best:
    """The attainable range and the ends of a move that keep to it; `words` say so in a prompt."""

    range: float | None
    region: Region
    words: str


def best_range(game: Game, model: Model, piece: Piece, *, nearest: bool) -> Best:
    """Return the best range to `piece` that a move of `model` can attain: the smallest, or the largest (Q12)."""
    region = move_region(game, model)
    bound = _bound(game, model, piece, nearest=nearest)
    found = _probe(game, model, piece, region, nearest=nearest, bound=bound)
    if found is None and nearest:
        found = _any_range(game, model, piece, region)
    if found is None:
        if nearest:
            return _ignoring_walls(game, model, piece, region)
        return Best(None, region, say("where it likes, cut off from"))

    def held(n: int) -> Region:
        return region.narrowed(_held(game, model, piece, n, nearest))

    if not nearest and (beyond := _out_of_reach(game, piece, region, lambda: held(bound))) is not None:
        return Best(None, beyond, say("out of reach, cut off from"))
    step = -1 if nearest else 1
    best = held(found)
    while found != bound:
        better = held(found + step)
        if better.is_empty:
            break
        found, best = found + step, better
        if not nearest and (leap := _farthest_seen(game, model, piece, better)) > found:
            found, best = leap, held(leap)
    return Best(
        found, best, say("within {found} U of", found=found) if nearest else say("{found} U or more from", found=found)
    )


def _farthest_seen(game: Game, model: Model, piece: Piece, region: Region) -> int:
    """Return the largest range to `piece` from a few ends on every level; 0 when no line is free from any."""
    rng = Random(0)
    farthest = 0
    for layer in region.layers if isinstance(region, Storeys) else [region]:
        end = model.disc._replace(level=level_of(layer, model.level))
        for spot in filter(None, (layer.sample(rng) for _ in range(LOOKS))):
            farthest = max(farthest, int(game.ruler.range(end.moved_to(spot.x, spot.y), piece.disc) or 0))
    return farthest


def _out_of_reach(game: Game, piece: Piece, region: Region, farthest: Callable[[], Region]) -> Region | None:
    """Return the ends from which no range leads to `piece`: behind walls or two levels away (G-MEAS-6, G-ADV-2).

    `farthest` gives the ends farther from it than any range can be.
    """
    if game.battlefield.walls:
        behind = farthest()
        return None if behind.is_empty else behind
    if not isinstance(region, Storeys):
        return None
    far = [layer for layer in region.layers if game.ruler.between(layer.level, piece.disc.level) is None]
    return Storeys(far, []) if far else None


def _any_range(game: Game, model: Model, piece: Piece, region: Region) -> int | None:
    """Return the range from some end of a move that has a free line to `piece`, None when every way is blocked."""
    # Nothing on the table is farther, terrain doubled.
    farthest = 2 * math.ceil(math.hypot(game.battlefield.width, game.battlefield.height))
    reach = region.narrowed(_held(game, model, piece, farthest, True))
    spot = reach.nearest(piece.x, piece.y)
    end = model.disc._replace(level=level_of(reach, model.level))
    found = game.ruler.range(end.moved_to(spot.x, spot.y), piece.disc) if spot else None
    return None if found is None else int(found)


def _ignoring_walls(game: Game, model: Model, piece: Piece, region: Region) -> Best:
    """Return the best range there would be without walls: every way is blocked (Q12)."""
    spot = region.nearest(piece.x, piece.y)
    if spot is None:
        return Best(None, region, say("where it likes, cut off from"))
    gap = math.hypot(spot.x - piece.x, spot.y - piece.y) - model.radius - piece.radius
    inches = math.floor(max(0.0, gap)) + 1
    held = region.narrowed(CloserTo(piece.disc, inches, model.radius, rule="Q12"))
    return Best(None, held, say("less than {distance}, walls ignored, from", distance=size(inches)))


def _held(game: Game, model: Model, piece: Piece, n: int, nearest: bool) -> Condition:
    if nearest:
        return WithinRange(game.ruler, piece.disc, n, model.radius, whole=False)
    return BeyondRange(game.ruler, piece.disc, n - 1, model.radius)


def _bound(game: Game, model: Model, piece: Piece, *, nearest: bool) -> int:
    """Return the range that distance alone would allow: no move can do better."""
    a, b = model.disc, piece.disc
    gap = math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius
    shift = movement_range(game, model) + 1
    if nearest:
        return max(0, math.floor(gap - shift + SET_BACK))
    diagonal = math.hypot(game.battlefield.width, game.battlefield.height)
    # Terrain can at most double a range: every inch of the line in it adds one.
    return 2 * math.floor(min(gap + shift, diagonal)) + 1


def _probe(game: Game, model: Model, piece: Piece, region: Region, *, nearest: bool, bound: int) -> int | None:
    """Return the best range from the likeliest ends, None when no line is free from any of them."""
    best: int | None = None
    rims = model.radius + piece.radius
    for layer in region.every if isinstance(region, Storeys) else [region]:
        end = model.disc._replace(level=level_of(layer, model.level))
        for spot in _spots(game, model, piece, nearest=nearest):
            # Terrain makes a range no smaller, and at most double: most spots cannot be better than the best so far.
            gap = max(0.0, math.hypot(spot.x - piece.x, spot.y - piece.y) - rims)
            if best is not None and (math.floor(gap) >= best if nearest else 2 * math.floor(gap + SET_BACK) <= best):
                continue
            found = game.ruler.range(end.moved_to(spot.x, spot.y), piece.disc)
            if found is None:
                continue
            n = int(found)
            # Measuring is cheaper than judging the spot: only what is better is judged.
            if (best is None or (n < best if nearest else n > best)) and layer.contains(spot.x, spot.y):
                best = n
            if best == bound:
                return best
    return best


def _spots(game: Game, model: Model, piece: Piece, *, nearest: bool) -> Iterator[Position]:
    a, b = model.disc, piece.disc
    shift = movement_range(game, model) + 1 - SET_BACK
    bearing = math.atan2(b.y - a.y, b.x - a.x) + (0.0 if nearest else math.pi)
    gap = math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius
    furthest = min(shift, gap - SET_BACK) if nearest else shift
    for share in SHARES:
        for turn in BEARINGS:
            length = max(0.0, furthest) * share
            yield position(a.x + length * math.cos(bearing + turn), a.y + length * math.sin(bearing + turn))
    yield Position(a.x, a.y)

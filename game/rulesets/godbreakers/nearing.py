"""The smallest or largest range, in U, that a move can attain to something (Q12).

Cheap spots straight towards (or away from) the thing are tried first; geometry answers only where they
fall short of what distance alone would allow.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from game.rulesets.godbreakers.game import Game, Piece
from game.rulesets.godbreakers.placing import move_region, movement_range
from game.rulesets.godbreakers.state import Model
from game.rulesets.godbreakers.storeys import Storeys, level_of
from game.table.area import Floats
from game.table.beyond import BeyondRange
from game.table.conditions import CloserTo, Condition, WithinRange
from game.table.lattice import LATTICE_STEP
from game.table.lengths import size
from game.table.region import Region
from game.wording import say

BEARINGS = np.radians((0, 10, -10, 20, -20, 30, -30, 45, -45))
SET_BACK = 1e-3
DRAWS = 48
JUDGED = 8


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
    found = _best_seen(game, model, piece, region, _fan(game, model, piece, nearest=nearest), nearest=nearest)
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
    better, step = region, -1 if nearest else 1
    while found != bound:
        seen = _best_seen(game, model, piece, better, None, nearest=nearest)
        if seen is not None and step * (seen - found) > 0:
            found = seen
        if found != bound:
            better = held(found + step)
            if better.is_empty:
                break
            found += step
    best = held(found)
    return Best(
        found, best, say("within {found} U of", found=found) if nearest else say("{found} U or more from", found=found)
    )


def _best_seen(
    game: Game, model: Model, piece: Piece, region: Region, spots: Floats | None, *, nearest: bool
) -> int | None:
    """Return the best range to `piece` from legal ones of some ends, (S, 2); None when no line is free from any.

    Without `spots` likely ones are drawn on every level.
    """
    best: int | None = None
    for layer in region.every if isinstance(region, Storeys) else [region]:
        end = model.disc._replace(level=level_of(layer, model.level))
        ruler = game.ruler.between(end.level, piece.disc.level)
        ends = np.array(list(layer.likely(Random(0), DRAWS))).reshape(-1, 2) if spots is None else spots
        if ruler is None or len(ends) == 0:
            continue
        promised = ruler.estimates(piece.disc, ends, model.radius)
        refused = 0
        # Measuring is cheaper than judging a spot: those that promise most come first, where the model stands last.
        for at in (*np.argsort(promised if nearest else -promised, kind="stable"), -1):
            x, y = float(ends[at, 0]), float(ends[at, 1])
            if best is not None and (promised[at] >= best if nearest else promised[at] <= best):
                break
            if refused > JUDGED and at >= 0:
                continue
            found = game.ruler.range(end.moved_to(x, y), piece.disc)
            if found is None or (best is not None and (found >= best if nearest else found <= best)):
                continue
            if layer.contains(x, y):
                best = int(found)
            else:
                refused += 1
    return best


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


def _fan(game: Game, model: Model, piece: Piece, *, nearest: bool) -> Floats:
    """Return likely ends, (S, 2): in a fan towards the piece or away from it, and where the model stands."""
    a, b = model.disc, piece.disc
    shift = movement_range(game, model) + 1 - SET_BACK
    bearing = math.atan2(b.y - a.y, b.x - a.x) + (0.0 if nearest else math.pi)
    gap = math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius
    furthest = max(min(shift, gap - SET_BACK) if nearest else shift, 0.0)
    turns = bearing + BEARINGS
    fan = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    ends = np.array(((a.x, a.y),)) + furthest * np.concatenate((fan, [(0.0, 0.0)]))
    return np.round(ends / LATTICE_STEP) * LATTICE_STEP

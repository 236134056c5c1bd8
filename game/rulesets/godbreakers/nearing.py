"""The smallest or largest range, in U, that a move can attain to something (Q12).

Cheap spots straight towards (or away from) the thing are tried first; geometry answers only where they
fall short of what distance alone would allow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from game.rulesets.godbreakers.game import Game, Piece
from game.rulesets.godbreakers.placing import move_region, movement_range
from game.rulesets.godbreakers.state import Model
from game.rulesets.godbreakers.storeys import level_of
from game.table.beyond import BeyondRange
from game.table.conditions import CloserTo, Condition, WithinRange
from game.table.lattice import Position, position
from game.table.region import Region

BEARINGS = tuple(math.radians(10 * sign * step) for step in range(10) for sign in ((1, -1) if step else (1,)))
SHARES = (1.0, 0.85, 0.7, 0.5, 0.3)
SET_BACK = 1e-3


@dataclass(frozen=True)
class Best:
    """The attainable range and the conditions that hold a move to it; `words` say so in a prompt."""

    range: float | None
    conditions: tuple[Condition, ...]
    words: str


def best_range(game: Game, model: Model, piece: Piece, *, nearest: bool) -> Best:
    """Return the best range to `piece` that a move of `model` can attain: the smallest, or the largest (Q12)."""
    region = move_region(game, model)
    bound = _bound(game, model, piece, nearest=nearest)
    found = _probe(game, model, piece, region, nearest=nearest, bound=bound)
    if found is None and nearest:
        found = _any_range(game, model, piece)
    if found is None:
        return _ignoring_walls(model, piece, region) if nearest else Best(None, (), "where it likes, cut off from")
    if not nearest and not move_region(game, model, _held(game, model, piece, bound, nearest)).is_empty:
        # Farther than any range can be: out of its reach, behind a wall (G-MEAS-6).
        return Best(None, _held(game, model, piece, bound, nearest), "out of reach, cut off from")
    step = -1 if nearest else 1
    while found != bound and not move_region(game, model, _held(game, model, piece, found + step, nearest)).is_empty:
        found += step
    return Best(
        found,
        _held(game, model, piece, found, nearest),
        f"within {found} U of" if nearest else f"{found} U or more from",
    )


def _any_range(game: Game, model: Model, piece: Piece) -> int | None:
    """Return the range from some end of a move that has a free line to `piece`, None when every way is blocked."""
    # Nothing on the table is farther, terrain doubled.
    farthest = 2 * math.ceil(math.hypot(game.battlefield.width, game.battlefield.height))
    region = move_region(game, model, _held(game, model, piece, farthest, True))
    spot = region.nearest(piece.x, piece.y)
    end = model.disc._replace(level=level_of(region, model.level))
    found = game.ruler.range(end.moved_to(spot.x, spot.y), piece.disc) if spot else None
    return None if found is None else int(found)


def _ignoring_walls(model: Model, piece: Piece, region: Region) -> Best:
    """Return the best range there would be without walls: every way is blocked (Q12)."""
    spot = region.nearest(piece.x, piece.y)
    if spot is None:
        return Best(None, (), "where it likes, cut off from")
    gap = math.hypot(spot.x - piece.x, spot.y - piece.y) - model.radius - piece.radius
    inches = math.floor(max(0.0, gap)) + 1
    held = CloserTo(piece.disc, inches, model.radius, rule="Q12")
    return Best(None, (held,), f"less than {inches} inches, walls ignored, from")


def _held(game: Game, model: Model, piece: Piece, n: int, nearest: bool) -> tuple[Condition, ...]:
    if nearest:
        return (WithinRange(game.ruler, piece.disc, n, model.radius, whole=False),)
    return (BeyondRange(game.ruler, piece.disc, n - 1, model.radius),)


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
    best: int | None = None
    for spot in _spots(game, model, piece, nearest=nearest):
        if not region.contains(spot.x, spot.y):
            continue
        end = model.disc._replace(x=spot.x, y=spot.y, level=level_of(region, model.level))
        found = game.ruler.range(end, piece.disc)
        if found is None:
            continue
        n = int(found)
        if best is None or (n < best if nearest else n > best):
            best = n
        if best == bound:
            break
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

"""The smallest or largest range in U that a model can reach by moving towards or away from a piece (Q12)."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from game.lengths import size
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import Levels, level_of, move_region, movement_range
from game.rulesets.godbreakers.rules.state import Model
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.placing.conditions import BeyondRange, CloserTo, Condition, WithinRange
from game.table.placing.region import Region
from game.table.shapes import gap
from game.wording import _, language

Ends = TypeVar("Ends", bound=Region)

_ROUNDING = 1e-3


@dataclass(frozen=True)
class Best:
    """The best range, the ends of a move at this range or better, and `words` for a prompt."""

    range: float | None
    region: Region
    words: str


def best_range(game: Game, model: Model, piece: Piece, *, nearest: bool) -> Best:
    """Return the best range to `piece` after a move of `model`: the smallest if `nearest`, else the largest (Q12)."""
    frozen = copy.copy(game)
    frozen.state = game.state.clone()
    best = _cached_best(_Question(frozen, model.id, piece.id, nearest, language()))
    return replace(best, region=copy.copy(best.region))


@dataclass(frozen=True, eq=False)
class _Question:
    """The arguments of a search, as a key for the cache. The game in it must not change."""

    game: Game
    model: str
    piece: str
    nearest: bool
    language: str

    def __hash__(self) -> int:
        return hash((self.model, self.piece, self.nearest, self.language, self.game.state.rolls.total))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Question) or self.game.ruler is not other.game.ruler:
            return False
        same = hash(self) == hash(other) and self.game.setup is other.game.setup
        return same and self.game.state.equals(other.game.state)


@lru_cache(maxsize=8)  # forks of a game ask the same question again
def _cached_best(question: _Question) -> Best:
    game = question.game
    search = _smallest_range if question.nearest else _largest_range
    return search(game, game.state.models[question.model], game.piece(question.piece))


def _smallest_range(game: Game, model: Model, piece: Piece) -> Best:
    """Return the smallest range, or straight inches if walls block every line (Q12)."""
    search = _Search(
        game, model, piece, -1, lambda n: WithinRange(game.ruler, piece.disc, n, model.radius, whole=False)
    )
    current = search.any_range()
    if current is None:
        return _ignoring_walls(model, piece, search.ends)
    least = max(0, math.floor(gap(model.disc, piece.disc) - movement_range(game, model) - 1 + _ROUNDING))
    best = search.best(current, least)
    assert best is not None
    return Best(best, search.ends_at(best), _("within {found} U of", found=best))


def _largest_range(game: Game, model: Model, piece: Piece) -> Best:
    """Return the largest range. Ends that are cut off from the piece count as farther than all others (Q12)."""
    search = _Search(game, model, piece, 1, lambda n: BeyondRange(game.ruler, piece.disc, n - 1, model.radius))
    across = math.hypot(game.battlefield.width, game.battlefield.height)
    most = 2 * math.floor(min(gap(model.disc, piece.disc) + movement_range(game, model) + 1, across)) + 1
    best = search.best(0, most)  # terrain at most doubles a range
    if best is None or best == most:
        behind = search.ends.narrowed(BeyondRange(search.free_ruler, piece.disc, search.longest, model.radius))
        if behind.find():
            return Best(None, behind, _("out of reach, cut off from"))
        best = best or 0
    return Best(best, search.ends_at(best), _("{found} U or more from", found=best))


class _Search:
    """A search for the best range after a move, level by level. Adding `step`, 1 or -1, makes a range better."""

    def __init__(self, game: Game, model: Model, piece: Piece, step: int, demand: Callable[[int], Condition]) -> None:
        self._game, self._model, self._piece, self._step, self._demand = game, model, piece, step, demand
        self.ends = move_region(game, model)
        self._layers: Sequence[Region] = self.ends.every if isinstance(self.ends, Levels) else (self.ends,)
        self._narrowed: dict[tuple[Any, int], Any] = {}

    def ends_at(self, n: int) -> Region:
        """Return the ends at range `n` or better."""
        if isinstance(self.ends, Levels):
            return self.ends.level_by_level(lambda layer: self._ends_on(layer, n))
        return self._ends_on(self.ends, n)

    def _ends_on(self, layer: Ends, n: int) -> Ends:
        """Return the ends on a level at range `n` or better; cached. Raise `LevelOutOfRange` if there is no range."""
        if (layer, n) not in self._narrowed:
            self._narrowed[layer, n] = layer.narrowed(self._demand(n))
        ends: Ends = self._narrowed[layer, n]
        return ends

    def best(self, start: int, bound: int) -> int | None:
        """Return the best range that has room. `start` has room, and no range is better than `bound`.

        Return None if a fleeing model finds an end that is cut off from the piece.

        On each level, the search asks for an end that is better than the best so far until there is none. A random end
        halves the remaining ranges on average.
        """
        best = start
        for layer in self._layers:
            with suppress(LevelOutOfRange):
                ends = self._ends_on(layer, best + self._step)
                while best != bound and (spot := ends.find()) is not None:
                    best += self._step
                    measured = self._range_from(layer, spot)
                    if measured is None and self._step > 0:
                        return None
                    if measured is not None and self._step * measured > self._step * best:
                        best = measured
                    ends = self._ends_on(layer, best + self._step).part_of(ends)
        return best

    def _range_from(self, layer: Region, end: tuple[float, float]) -> int | None:
        """Return the range from an end on a level, or None if every line is blocked."""
        base = self._model.disc._replace(level=level_of(layer, self._model.level)).moved_to(*end)
        measured = self._game.ruler.range(base, self._piece.disc)
        return None if measured is None else int(measured)

    @property
    def free_ruler(self) -> Ruler:
        """A ruler that shows whether any line is free. It ignores terrain if the game has no levels."""
        return self._game.ruler if self._game.levels else self._game.ruler.without_terrain

    @property
    def longest(self) -> int:
        """An upper bound of the range from any end of the move along a free line."""
        model, piece = self._model, self._piece.disc
        inches = gap(model.disc, piece) + movement_range(self._game, model) + 2 * (1 + model.radius + piece.radius)
        return math.ceil(inches) * (2 if self._game.levels else 1)  # terrain at most doubles a range

    def any_range(self) -> int | None:
        """Return the range from some end that has a free line to the piece, or None if all lines are blocked."""
        reached = WithinRange(self.free_ruler, self._piece.disc, self.longest, self._model.radius, whole=False)
        for layer in self._layers:
            with suppress(LevelOutOfRange):
                if spot := layer.narrowed(reached).find():
                    return self._range_from(layer, spot)
        return None


def _ignoring_walls(model: Model, piece: Piece, ends: Region) -> Best:
    """Return the best range as if there were no walls, for a model that walls cut off from the piece (Q12)."""
    spot = ends.nearest((piece.x, piece.y))
    if spot is None:
        return Best(None, ends, _("anywhere in its range, cut off from"))
    gap = math.hypot(spot.x - piece.x, spot.y - piece.y) - model.radius - piece.radius
    inches = math.floor(max(0.0, gap)) + 1
    near = ends.narrowed(CloserTo(piece.disc, inches, model.radius, rule="Q12"))
    return Best(None, near, _("less than {distance} (ignoring walls) from", distance=size(inches)))

"""The smallest or largest range in U that a model can reach by moving towards or away from a piece (Q12)."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from game.cached import cached_property
from game.lengths import size
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.levels import Levels, level_of
from game.rulesets.godbreakers.rules.placing import move_region, movement_range
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import Position
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.placing.conditions import BeyondRange, CloserTo, Condition, WithinRange
from game.table.placing.region import Region
from game.table.placing.sampling import in_a_box
from game.table.reach.reach import reach_of
from game.table.shapes import gap
from game.table.terrain.area import Floats
from game.wording import _, language

Ends = TypeVar("Ends", bound=Region)

_ROUNDING = 1e-3
# The numbers of random spots in the box around the ends, and within a rough outline of the ends.
_SPOTS, _LIKELY = 40, 24


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
    current = search.range_here
    if current is None:
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
    farthest = math.floor(min(gap(model.disc, piece.disc) + movement_range(game, model) + 1, _across(game)))
    most = 2 * farthest + 1  # terrain at most doubles a range
    best = search.best(0, most) if search.all_levels_are_reached else None
    if best is None or best == most:
        behind = search.ends.narrowed(BeyondRange(search.free_ruler, piece.disc, search.longest, model.radius))
        if behind.find():
            return Best(None, behind, _("out of reach, cut off from"))
        best = search.best(0, most) or 0
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

        The search begins with the ranges of promising spots on each level. Then it asks for an end that is better
        than the best so far until there is none. A random end halves the remaining ranges on average.
        """
        promising: dict[Region, int] = {}
        for layer in self._layers:
            measured = self._sampled_range(layer, bound) if self._step < 0 else None
            if measured is None:
                measured = self._promising_ranges.get(layer, start)
            if measured is None and self._step > 0:
                return None
            promising[layer] = self._better(start, measured)
        in_order = sorted(self._layers, key=lambda layer: -self._step * promising[layer])
        best = promising[in_order[0]]
        for layer in in_order:
            try:
                # Without room at the best range so far, this level has no better range.
                ends = self._ends_on(layer, best)
                room = best != bound and self._has_room(ends, best)
                while room and best != bound:
                    better = best + self._step
                    ends = self._ends_on(layer, better).part_of(ends)
                    room = self._has_room(ends, better)
                    if room:
                        spot = ends.find()
                        assert spot is not None
                        measured = self._range_from(layer, spot)
                        if measured is None and self._step > 0:
                            return None
                        # Rounding may make the measured range worse than the condition's.
                        best = self._better(better, measured)
            except LevelOutOfRange:
                continue
        return best

    def _sampled_range(self, layer: Region, n: int) -> int | None:
        """Return the range from some end on a level at range `n` or better, or None if no sample fits."""
        try:
            ends = self._ends_on(layer, n)
        except LevelOutOfRange:
            return None
        spot = self._promising_spot(ends, self._random_spots(ends), n)
        return None if spot is None else self._range_from(layer, spot)

    def _random_spots(self, ends: Region) -> Iterable[Position]:
        """Return random spots in the box around some ends."""
        return in_a_box(ends.bounds, random.Random(0), _SPOTS) if ends.bounds else ()

    @cached_property
    def _promising_ranges(self) -> dict[Region, int | None]:
        """The range from a promising spot on each level that has such a spot."""
        ranges = {}
        for layer in self._layers:
            spot = self._promising_spot(layer, self._random_spots(layer))
            if spot is not None:
                ranges[layer] = self._range_from(layer, spot)
        return ranges

    def _better(self, one: int, other: int | None) -> int:
        """Return the better of two ranges. The second may be None."""
        return one if other is None else self._step * max(self._step * one, self._step * other)

    def _has_room(self, ends: Region, n: int) -> bool:
        """Return whether any of these ends at range `n` or better is legal. Promising spots are tried first."""
        if ends.known_spot is not None:
            return True
        # The box around the ends is small only for a model that comes near.
        if self._step < 0 and self._promising_spot(ends, self._random_spots(ends), n) is not None:
            return True
        likely = self._promising_spot(ends, ends.likely_spots(random.Random(0), _LIKELY))
        return likely is not None or ends.outlined().find() is not None

    def _promising_spot(self, layer: Region, spots: Iterable[Position], n: int | None = None) -> Position | None:
        """Return the legal spot with about the best range among `spots` on a level, or None.

        With `n`, spots at a worse range are left out.
        """
        likely, model = layer.likely_among(spots), self._model
        if not likely:
            return None
        points = np.array(likely)
        ranges = -self._step * self._ranges(layer, points)
        # Among equal ranges, spots near the model are legal most often.
        in_order = np.lexsort((np.hypot(points[:, 0] - model.x, points[:, 1] - model.y), ranges))
        if n is not None:
            in_order = in_order[ranges[in_order] <= -self._step * n]
        return next((likely[index] for index in in_order if layer.find(likely[index])), None)

    def _ranges(self, layer: Region, spots: Floats) -> Floats:
        """Return approximate ranges from an (S, 2) array of spots on a level, infinity if every line is blocked."""
        piece = self._piece.disc
        ruler = self._game.ruler.between(piece.level, level_of(layer, self._model.level))
        if ruler is None:
            return np.zeros(len(spots))
        return reach_of(ruler, piece, math.ceil(_across(self._game))).ranges(spots, self._model.radius)

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
        promising = next((n for n in self._promising_ranges.values() if n is not None), None)
        if promising is not None:
            return promising
        for layer in self._layers:
            try:
                free = layer.narrowed(
                    WithinRange(self.free_ruler, self._piece.disc, self.longest, self._model.radius, False)
                )
            except LevelOutOfRange:
                continue
            if spot := free.find():
                return self._range_from(layer, spot)
        return None

    @property
    def range_here(self) -> int | None:
        """The range from the model's current place, or None if staying is not legal or every line is blocked."""
        for layer in self._layers:
            if level_of(layer, self._model.level) == self._model.level and layer.find((self._model.x, self._model.y)):
                return self._range_from(layer, (self._model.x, self._model.y))
        return None

    @property
    def all_levels_are_reached(self) -> bool:
        """Whether the piece can be in range of every level."""
        target = self._piece.disc.level
        return all(self._game.ruler.between(level_of(layer, target), target) is not None for layer in self._layers)


def _across(game: Game) -> float:
    return math.hypot(game.battlefield.width, game.battlefield.height)


def _ignoring_walls(model: Model, piece: Piece, ends: Region) -> Best:
    """Return the best range as if there were no walls, for a model that walls cut off from the piece (Q12)."""
    spot = ends.nearest((piece.x, piece.y))
    if spot is None:
        return Best(None, ends, _("anywhere in its range, cut off from"))
    gap = math.hypot(spot.x - piece.x, spot.y - piece.y) - model.radius - piece.radius
    inches = math.floor(max(0.0, gap)) + 1
    near = ends.narrowed(CloserTo(piece.disc, inches, model.radius, rule="Q12"))
    return Best(None, near, _("less than {distance} (ignoring walls) from", distance=size(inches)))

"""The smallest or largest range to a piece, in U, that a move can attain (Q12)."""

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
from game.table.terrain.area import Floats
from game.wording import _, language

Ends = TypeVar("Ends", bound=Region)

_ROUNDING = 1e-3
# Spots tried in a box before any outline is drawn, and among the ends that a rough outline leaves.
_SPOTS, _LIKELY = 40, 24


@dataclass(frozen=True)
class Best:
    """The attainable range, the ends of a move at it or better, and `words` for a prompt."""

    range: float | None
    region: Region
    words: str


def best_range(game: Game, model: Model, piece: Piece, *, nearest: bool) -> Best:
    """Return the best range to `piece` that a move of `model` can attain: the smallest, or the largest (Q12)."""
    asked = copy.copy(game)
    asked.state = game.state.clone()
    found = _found(_Asked(asked, model.id, piece.id, nearest, language()))
    return replace(found, region=copy.copy(found.region))


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is asked: in a position that stays as it is, whether the nearest range is wanted, in which language."""

    game: Game
    model: str
    piece: str
    nearest: bool
    language: str

    def __hash__(self) -> int:
        return hash((self.model, self.piece, self.nearest, self.language, self.game.state.rolls.total))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Asked) or self.game.ruler is not other.game.ruler:
            return False
        same = hash(self) == hash(other) and self.game.setup is other.game.setup
        return same and self.game.state.equals(other.game.state)


@lru_cache(maxsize=8)  # every copy of a game asks again what the game itself was asked
def _found(asked: _Asked) -> Best:
    model, piece = asked.game.state.models[asked.model], asked.game.piece(asked.piece)
    return (_nearing if asked.nearest else _fleeing)(asked.game, model, piece)


def _nearing(game: Game, model: Model, piece: Piece) -> Best:
    """Return the smallest range; where every way is blocked, straight-line inches count (Q12)."""
    search = _Search(
        game, model, piece, -1, lambda n: WithinRange(game.ruler, piece.disc, n, model.radius, whole=False)
    )
    known = search.range_here
    if known is None:
        known = search.any_range()
    if known is None:
        return _ignoring_walls(model, piece, search.ends)
    least = max(0, math.floor(_gap(model, piece) - movement_range(game, model) - 1 + _ROUNDING))
    found = search.best(known, least)
    assert found is not None
    return Best(found, search.held(found), _("within {found} U of", found=found))


def _fleeing(game: Game, model: Model, piece: Piece) -> Best:
    """Return the largest range; ends from which no range leads to the piece count as farther than any (Q12)."""
    search = _Search(game, model, piece, 1, lambda n: BeyondRange(game.ruler, piece.disc, n - 1, model.radius))
    farthest = math.floor(min(_gap(model, piece) + movement_range(game, model) + 1, _across(game)))
    most = 2 * farthest + 1  # terrain at most doubles a range: larger ones do not exist
    found = search.best(0, most) if search.all_levels_are_reached else None
    if found is None or found == most:
        behind = search.ends.narrowed(BeyondRange(search.free_ruler, piece.disc, search.longest, model.radius))
        if behind.find():
            return Best(None, behind, _("out of reach, cut off from"))
        found = search.best(0, most) or 0
    return Best(found, search.held(found), _("{found} U or more from", found=found))


class _Search:
    """The ends of a move at a range or better, level by level; a better range is one `step` on."""

    def __init__(self, game: Game, model: Model, piece: Piece, step: int, demand: Callable[[int], Condition]) -> None:
        self._game, self._model, self._piece, self._step, self._demand = game, model, piece, step, demand
        self.ends = move_region(game, model)
        self._layers: Sequence[Region] = self.ends.every if isinstance(self.ends, Levels) else (self.ends,)
        self._held: dict[tuple[Any, int], Any] = {}

    def held(self, n: int) -> Region:
        """Return the ends at range `n` or better."""
        if isinstance(self.ends, Levels):
            return self.ends.level_by_level(lambda layer: self._on(layer, n))
        return self._on(self.ends, n)

    def _on(self, layer: Ends, n: int) -> Ends:
        """Return the ends on a level at range `n` or better, the same for every call; raise `LevelOutOfRange`."""
        if (layer, n) not in self._held:
            self._held[layer, n] = layer.narrowed(self._demand(n))
        known: Ends = self._held[layer, n]
        return known

    def best(self, found: int, bound: int) -> int | None:
        """Return the best range that has room: `found` has, none beyond `bound` has.

        None when one flees to an end from which no range leads to the piece.

        A spot as near as can be and a promising one on each level come first. Then one better than the best so far is
        tried until there is no room; the end found may be any of those left, so its range halves the rest, on average.
        """
        promised: dict[Region, int] = {}
        for layer in self._layers:
            measured = self._tried(layer, bound) if self._step < 0 else None
            if measured is None:
                measured = self._promises.get(layer, found)
            if measured is None and self._step > 0:
                return None
            promised[layer] = self._better(found, measured)
        in_order = sorted(self._layers, key=lambda layer: -self._step * promised[layer])
        found = promised[in_order[0]]
        for layer in in_order:
            try:
                # Without room at the best so far there is none beyond; whoever chooses a level asks for it again.
                ends = self._on(layer, found)
                room = found != bound and self._has_room(ends, found)
                while room and found != bound:
                    better = found + self._step
                    ends = self._on(layer, better).part_of(ends)
                    room = self._has_room(ends, better)
                    if room:
                        spot = ends.find()
                        assert spot is not None
                        measured = self._measured(layer, spot)
                        if measured is None and self._step > 0:
                            return None
                        # A hair off a whole unit the condition may allow what the tape calls one more: go on.
                        found = self._better(better, measured)
            except LevelOutOfRange:
                continue
        return found

    def _tried(self, layer: Region, n: int) -> int | None:
        """Return the range from some end on a level at range `n` or better, or None if a few tries find none."""
        try:
            ends = self._on(layer, n)
        except LevelOutOfRange:
            return None
        spot = self._promising(ends, self._darts(ends), n)
        return None if spot is None else self._measured(layer, spot)

    def _darts(self, ends: Region) -> Iterable[Position]:
        """Return spots from all over the box around some ends."""
        return in_a_box(ends.bounds, random.Random(0), _SPOTS) if ends.bounds else ()

    @cached_property
    def _promises(self) -> dict[Region, int | None]:
        """The ranges from a promising spot on each level that shows one."""
        found = {}
        for layer in self._layers:
            spot = self._promising(layer, self._darts(layer))
            if spot is not None:
                found[layer] = self._measured(layer, spot)
        return found

    def _better(self, one: int, other: int | None) -> int:
        """Return the better of two ranges, of which the second may be none at all."""
        return one if other is None else self._step * max(self._step * one, self._step * other)

    def _has_room(self, ends: Region, n: int) -> bool:
        """Return whether any of these ends, at range `n` or better, is legal; look for the best of some first."""
        if ends.known_spot is not None:
            return True
        # A range bounds only the ends that come near.
        if self._step < 0 and self._promising(ends, self._darts(ends), n) is not None:
            return True
        likely = self._promising(ends, ends.likely_spots(random.Random(0), _LIKELY))
        return likely is not None or ends.outlined().find() is not None

    def _promising(self, layer: Region, spots: Iterable[Position], n: int | None = None) -> Position | None:
        """Return the legal one of some spots on a level that has about the best range, if any.

        With `n`, those at a worse range are left out.
        """
        likely, model = layer.likely_among(spots), self._model
        if not likely:
            return None
        there = np.array(likely)
        ranges = -self._step * self._ranges(layer, there)
        # Of those as good, what lies nearest is legal most often.
        in_order = np.lexsort((np.hypot(there[:, 0] - model.x, there[:, 1] - model.y), ranges))
        if n is not None:
            in_order = in_order[ranges[in_order] <= -self._step * n]
        return next((likely[at] for at in in_order if layer.find(likely[at])), None)

    def _ranges(self, layer: Region, spots: Floats) -> Floats:
        """Return about the ranges from spots on a level, (S, 2), infinity where every line is blocked."""
        piece = self._piece.disc
        ruler = self._game.ruler.between(piece.level, level_of(layer, self._model.level))
        if ruler is None:
            return np.zeros(len(spots))
        return reach_of(ruler, piece, math.ceil(_across(self._game))).ranges(spots, self._model.radius)

    def _measured(self, layer: Region, end: tuple[float, float]) -> int | None:
        """Return the range from an end on a level, or None if every line from there is blocked."""
        there = self._model.disc._replace(level=level_of(layer, self._model.level)).moved_to(*end)
        measured = self._game.ruler.range(there, self._piece.disc)
        return None if measured is None else int(measured)

    @property
    def free_ruler(self) -> Ruler:
        """A ruler that finds whether any line is free, without terrain where possible."""
        return self._game.ruler if self._game.levels else self._game.ruler.without_terrain

    @property
    def longest(self) -> int:
        """An upper bound of the range from any end of the move along a free line."""
        model, piece = self._model, self._piece.disc
        inches = _gap(model, self._piece) + movement_range(self._game, model) + 2 * (1 + model.radius + piece.radius)
        return math.ceil(inches) * (2 if self._game.levels else 1)  # terrain at most doubles a range

    def any_range(self) -> int | None:
        """Return the range from some end that has a free line to the piece, or None if all are blocked."""
        promised = next((n for n in self._promises.values() if n is not None), None)
        if promised is not None:
            return promised
        for layer in self._layers:
            try:
                free = layer.narrowed(
                    WithinRange(self.free_ruler, self._piece.disc, self.longest, self._model.radius, False)
                )
            except LevelOutOfRange:
                continue
            if spot := free.find():
                return self._measured(layer, spot)
        return None

    @property
    def range_here(self) -> int | None:
        """The range from the model's place, or None if there is none or it must not stay."""
        for layer in self._layers:
            if level_of(layer, self._model.level) == self._model.level and layer.find((self._model.x, self._model.y)):
                found = self._game.ruler.range(self._model.disc, self._piece.disc)
                return None if found is None else int(found)
        return None

    @property
    def all_levels_are_reached(self) -> bool:
        """Whether a range leads from every level to the piece."""
        target = self._piece.disc.level
        return all(self._game.ruler.between(level_of(layer, target), target) is not None for layer in self._layers)


def _gap(model: Model, piece: Piece) -> float:
    """Return the inches between two rims."""
    return math.hypot(model.x - piece.x, model.y - piece.y) - model.radius - piece.radius


def _across(game: Game) -> float:
    return math.hypot(game.battlefield.width, game.battlefield.height)


def _ignoring_walls(model: Model, piece: Piece, ends: Region) -> Best:
    """Return the best range as if there were no walls, because walls block every path (Q12)."""
    spot = ends.nearest((piece.x, piece.y))
    if spot is None:
        return Best(None, ends, _("anywhere in its range, cut off from"))
    gap = math.hypot(spot.x - piece.x, spot.y - piece.y) - model.radius - piece.radius
    inches = math.floor(max(0.0, gap)) + 1
    held = ends.narrowed(CloserTo(piece.disc, inches, model.radius, rule="Q12"))
    return Best(None, held, _("less than {distance} (ignoring walls) from", distance=size(inches)))

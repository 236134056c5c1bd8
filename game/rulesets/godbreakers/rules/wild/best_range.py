"""The smallest or largest range, in U, that a move can attain to something (Q12).

Ends straight towards (or away from) the thing are tried first, then the middles of squares that hold all ends; sifting
squares proves that there is none better where they fall short of what distance alone would allow.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from game.lengths import size
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.levels import Storeys, level_of
from game.rulesets.godbreakers.rules.placing import move_region, movement_range
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import snapped
from game.table.placing.beyond import BeyondRange
from game.table.placing.conditions import CloserTo, Condition, WithinRange
from game.table.placing.levels import OutOfReach
from game.table.placing.region import Region
from game.table.terrain.area import Floats
from game.wording import _

Ends = TypeVar("Ends", bound=Region)

BEARINGS = tuple(math.radians(degrees) for degrees in (0, 10, -10, 20, -20, 30, -30, 45, -45))
SET_BACK = 1e-3
REFUSALS = 9
SQUARES = 80


@dataclass(frozen=True)
class Best:
    """The attainable range and the ends of a move that keep to it; `words` say so in a prompt."""

    range: float | None
    region: Region
    words: str


def best_range(game: Game, model: Model, piece: Piece, *, nearest: bool) -> Best:
    """Return the best range to `piece` that a move of `model` can attain: the smallest, or the largest (Q12)."""
    search = Nearing(game, model, piece) if nearest else Fleeing(game, model, piece)
    return search.best()


class Search(ABC):
    """A search for the best range to a piece that a move of a model can attain, over all levels."""

    step: int
    """By how many U a better range differs."""

    def __init__(self, game: Game, model: Model, piece: Piece) -> None:
        self._game, self._model, self._piece = game, model, piece
        self._ends = move_region(game, model)
        self._shift = movement_range(game, model) + 1
        self._asked: dict[tuple[Region, float], Any] = {}

    @abstractmethod
    def best(self) -> Best:
        """Return what the search finds."""

    @abstractmethod
    def _held(self, n: float) -> Condition:
        """Return the demand to end at range `n` or better."""

    @abstractmethod
    def _bound(self) -> int:
        """Return the range that distance alone would allow: no move can do better."""

    @abstractmethod
    def _furthest(self) -> float:
        """Return the inches to go towards the piece, or less than none to go away from it."""

    def held(self, n: float) -> Region:
        """Return the ends at range `n` or better."""
        if isinstance(self._ends, Storeys):
            return self._ends.level_by_level(lambda layer: self._on(layer, n))
        return self._on(self._ends, n)

    def _on(self, layer: Ends, n: float) -> Ends:
        """Return a level's ends at range `n` or better, the same whenever that is asked; raise `OutOfReach`."""
        if (layer, n) not in self._asked:
            self._asked[layer, n] = layer.narrowed(self._held(n))
        known: Ends = self._asked[layer, n]
        return known

    def improved(self, found: float) -> float:
        """Return the best range of all, given one that can be attained."""
        bound = self._bound()
        if found != bound:
            found = self._seen(_first(self._ends), found)
        while found != bound:
            better = self._room_beyond(found)
            if better is None:
                break
            found = self._seen(better, found + self.step)
        return found

    def _room_beyond(self, found: float) -> Region | None:
        """Return the ends at a better range on the first level that has any."""
        for layer in _layers(self._ends):
            try:
                at_par, better = self._on(layer, found), self._on(layer, found + self.step)
            except OutOfReach:
                continue
            # Without room at par there is none at a better range, and the former is asked for in the end anyway.
            if at_par.has_room and better.has_room:
                return better
        return None

    def at_hand(self) -> float:
        """Return a range that can be attained, a good one if that is cheap; infinitely bad when no line is free.

        Looked at are where the model stands, ends straight ahead and a little aside, and all squares if need be.
        """
        a, b = self._model.disc, self._piece.disc
        turns = math.atan2(b.y - a.y, b.x - a.x) + np.array(BEARINGS)
        ahead = np.stack((np.cos(turns), np.sin(turns)), axis=1)
        spots = snapped((a.x, a.y) + np.concatenate((np.zeros((1, 2)), self._furthest() * ahead)))
        found = worst = -self.step * math.inf
        for layer in _layers(self._ends):
            found = self._of(layer, spots, found)
        if found == worst:
            for layer in _layers(self._ends):
                found = self._seen(layer, found)
        return found

    def _seen(self, layer: Region, found: float) -> float:
        """Return the best range from squares that hold a level's ends, or what was found if none is better."""
        middles = layer.mosaic.middles
        return self._of(layer, snapped(middles[:: 1 + len(middles) // SQUARES]), found)

    def _of(self, layer: Region, spots: Floats, found: float) -> float:
        """Return the best range from legal ones of some ends, (S, 2), or what was found if none is better."""
        end, piece = self._model.disc._replace(level=level_of(layer, self._model.level)), self._piece.disc
        ruler = self._game.ruler.between(end.level, piece.level)
        if ruler is None or len(spots) == 0:
            return found
        promised = ruler.estimates(piece, spots, end.radius)
        refused = 0
        # Those that promise most come first. Where many of them are no ends, squares find better ones sooner.
        for at in np.argsort(-self.step * promised, kind="stable"):
            x, y = float(spots[at, 0]), float(spots[at, 1])
            if not self._better(float(promised[at]), found) or (refused > REFUSALS and math.isfinite(found)):
                break
            measured = ruler.range(end.moved_to(x, y), piece)
            if measured is None or not self._better(measured, found):
                continue  # a level keeps the last spot it was found to allow: that is to be its best
            if layer.contains(x, y):
                found = measured
            else:
                refused += 1
        return found

    def _better(self, n: float, found: float) -> bool:
        return self.step * (n - found) > 0

    @cached_property
    def _gap(self) -> float:
        """Inches from rim to rim before the move."""
        a, b = self._model.disc, self._piece.disc
        return math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius


class Nearing(Search):
    """As near as can be."""

    step = -1

    def best(self) -> Best:
        """Return the smallest range; where every way is blocked, straight-line inches count (Q12)."""
        found: float | None = self.at_hand()
        if found == math.inf:
            found = self._any_range()
        if found is None:
            return self._ignoring_walls()
        found = self.improved(found)
        return Best(found, self.held(found), _("within {found} U of", found=found))

    def _held(self, n: float) -> Condition:
        return WithinRange(self._game.ruler, self._piece.disc, n, self._model.radius, whole=False)

    def _bound(self) -> int:
        return max(0, math.floor(self._gap - self._shift + SET_BACK))

    def _furthest(self) -> float:
        return max(min(self._shift, self._gap) - SET_BACK, 0.0)

    def _any_range(self) -> float | None:
        """Return the range from some end of a move that has a free line to the piece, None when all are blocked."""
        field = self._game.battlefield
        # Nothing on the table is farther, terrain doubled.
        reach = self.held(2 * math.ceil(math.hypot(field.width, field.height)))
        spot = reach.nearest(self._piece.x, self._piece.y)
        end = self._model.disc._replace(level=level_of(reach, self._model.level))
        return self._game.ruler.range(end.moved_to(spot.x, spot.y), self._piece.disc) if spot else None

    def _ignoring_walls(self) -> Best:
        """Return the best range there would be without walls: every way is blocked (Q12)."""
        model, piece = self._model, self._piece
        spot = self._ends.nearest(piece.x, piece.y)
        if spot is None:
            return Best(None, self._ends, _("where it likes, cut off from"))
        gap = math.hypot(spot.x - piece.x, spot.y - piece.y) - model.radius - piece.radius
        inches = math.floor(max(0.0, gap)) + 1
        held = self._ends.narrowed(CloserTo(piece.disc, inches, model.radius, rule="Q12"))
        return Best(None, held, _("less than {distance}, walls ignored, from", distance=size(inches)))


class Fleeing(Search):
    """As far as can be."""

    step = 1

    def best(self) -> Best:
        """Return the largest range; ends from which no range leads to the piece are farther than any (Q12)."""
        found = self.at_hand()
        if found == -math.inf:
            return Best(None, self._ends, _("where it likes, cut off from"))
        beyond = self._out_of_reach()
        if beyond is not None:
            return Best(None, beyond, _("out of reach, cut off from"))
        found = self.improved(found)
        return Best(found, self.held(found), _("{found} U or more from", found=found))

    def _held(self, n: float) -> Condition:
        return BeyondRange(self._game.ruler, self._piece.disc, n - 1, self._model.radius)

    def _bound(self) -> int:
        field = self._game.battlefield
        # Terrain can at most double a range: every inch of the line in it adds one.
        return 2 * math.floor(min(self._gap + self._shift, math.hypot(field.width, field.height))) + 1

    def _furthest(self) -> float:
        return SET_BACK - self._shift

    def _out_of_reach(self) -> Region | None:
        """Return the ends without any range to the piece: behind walls or two levels away (G-MEAS-6, G-ADV-2)."""
        if self._game.battlefield.walls:
            # No range is as great as the bound: only where there is none does the demand hold.
            behind = self.held(self._bound())
            return None if behind.is_empty else behind
        if not isinstance(self._ends, Storeys):
            return None
        between = self._game.ruler.between
        far = [layer for layer in self._ends.every if between(layer.level, self._piece.disc.level) is None]
        far = [layer for layer in far if layer.has_room]
        return Storeys(far, []) if far else None


def _first(region: Region) -> Region:
    """Return the ends on the first level that has room."""
    return region.first if isinstance(region, Storeys) else region


def _layers(region: Region) -> Iterator[Region]:
    """Yield the ends on each level."""
    if isinstance(region, Storeys):
        yield from region.every
    else:
        yield region

"""The compulsions of wild models (G-SIDE-4, G-SIDE-5, Q12).

A compulsion returns deeds, which are the ways in which a model can meet the compulsion now. The handler may override
a compulsion with any legal action.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeVar

import numpy as np

from game.engine.core.flow import Flow
from game.lengths import size
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion, Deed
from game.rulesets.godbreakers.rules.actions.repertoire import Engage, Move, engage, move, refusal, repertoire, targets
from game.rulesets.godbreakers.rules.asking import PieceT
from game.rulesets.godbreakers.rules.events import CompulsionChanged
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import LevelRegion, Levels, level_of, move_region, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import Position
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.placing.condition import AnyOf
from game.table.placing.conditions import BeyondRange, CloserTo, Condition, WithinRange
from game.table.placing.places import first_legal
from game.table.placing.region import Region
from game.table.placing.sampling import in_a_box
from game.table.reach.reach import between_levels, reach_of
from game.table.shapes import gap
from game.wording import N_, _, language

# -- the smallest or largest range in U after a move towards or away from a piece (Q12) ------------

Ends = TypeVar("Ends", bound=Region)

_ROUNDING = 1e-3
"""The tolerance for ranges that are rounded, in inches."""
_SPOTS = 40
"""The number of random spots in a box that are compared before a search."""


@dataclass(frozen=True)
class Best:
    """The best range, the region of ends of a move at this range or better, and `words` that name it in a prompt.

    `range` is None if walls cut off the piece.
    """

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
        same_arguments = hash(self) == hash(other) and self.game.setup is other.game.setup
        return same_arguments and self.game.state.equals(other.game.state)


@lru_cache(maxsize=8)  # forks of a game ask the same question again
def _cached_best(question: _Question) -> Best:
    """Return the best range for the arguments of a search."""
    game = question.game
    search = _smallest_range if question.nearest else _largest_range
    return search(game, game.state.models[question.model], game.piece(question.piece))


def _smallest_range(game: Game, model: Model, piece: Piece) -> Best:
    """Return the smallest range, or straight inches if walls block every line (Q12)."""
    search = _Search(
        game, model, piece, -1, lambda n: WithinRange(game.ruler, piece.disc, n, model.radius, whole=False)
    )
    bound = max(0, math.floor(gap(model.disc, piece.disc) - movement_range(game, model) - 1 + _ROUNDING))
    current = search.any_range(bound)
    if current is None:
        return _ignoring_walls(model, piece, search.ends)
    best = search.best(current, bound)
    assert best is not None
    return Best(best, search.ends_at(best), _("within {found} U of", found=best))


def _largest_range(game: Game, model: Model, piece: Piece) -> Best:
    """Return the largest range. An end that walls cut off from the piece counts as farthest (Q12)."""
    search = _Search(game, model, piece, 1, lambda n: BeyondRange(game.ruler, piece.disc, n - 1, model.radius))
    across = math.hypot(game.battlefield.width, game.battlefield.height)
    bound = 2 * math.floor(min(gap(model.disc, piece.disc) + movement_range(game, model) + 1, across)) + 1
    best = search.best(0, bound)  # terrain at most doubles a range
    if best is None or best == bound:
        cut_off = search.ends.narrowed(BeyondRange(search.free_ruler, piece.disc, search.longest, model.radius))
        if cut_off.find():
            return Best(None, cut_off, _("out of reach, cut off from"))
        best = best or 0
    return Best(best, search.ends_at(best), _("{found} U or more from", found=best))


class _Search:
    """A search for the best range after a move, level by level.

    `step` is 1 if a larger range is better, -1 if a smaller one is. `demand` returns the condition for a range or a
    better one.
    """

    def __init__(self, game: Game, model: Model, piece: Piece, step: int, demand: Callable[[int], Condition]) -> None:
        self._game, self._model, self._piece, self._step, self._demand = game, model, piece, step, demand
        self.ends = move_region(game, model)
        self._layers: Sequence[Region] = self.ends.every if isinstance(self.ends, Levels) else (self.ends,)
        self._narrowed: dict[tuple[Any, int], Any] = {}

    def ends_at(self, n: int) -> Region:
        """Return the ends of the move at range `n` or better."""
        if isinstance(self.ends, Levels):
            return self.ends.level_by_level(lambda layer: self._ends_on(layer, n))
        return self._ends_on(self.ends, n)

    def _ends_on(self, layer: Ends, n: int) -> Ends:
        """Return the ends of the move on a level at range `n` or better, cached.

        Raise `LevelOutOfRange` if there is no range between the levels.
        """
        if (layer, n) not in self._narrowed:
            self._narrowed[layer, n] = layer.narrowed(self._demand(n))
        ends: Ends = self._narrowed[layer, n]
        return ends

    def best(self, start: int, bound: int) -> int | None:
        """Return the best range that has a legal end. `start` has one, and no range is better than `bound`.

        Return None if a fleeing model finds an end that is cut off from the piece. On each level, the search begins
        with a likely end, and then asks for an end that is better than the best so far until there is none. A random
        end halves the remaining ranges on average.
        """
        best = start
        for layer in self._layers:
            with suppress(LevelOutOfRange):
                if best != bound and (spot := self._likely_end(layer, bound)) is not None:
                    best = self._better(best, self._range_from(layer, spot))
                ends = self._ends_on(layer, best + self._step)
                while best != bound and (spot := ends.find()) is not None:
                    measured = self._range_from(layer, spot)
                    if measured is None and self._step > 0:  # cut off, which is the best for a model that flees
                        return None
                    best = self._better(best + self._step, measured)
                    ends = self._ends_on(layer, best + self._step).part_of(ends)
        return best

    def _better(self, one: int, other: int | None) -> int:
        """Return the better of two ranges. `other` is None if it could not be measured."""
        return one if other is None else max(one, other, key=lambda n: self._step * n)

    def _likely_end(self, layer: Region, bound: int) -> Position | None:
        """Return a likely end on a level: a random one at the bound, or probably the farthest if the model flees."""
        ends = self._ends_on(layer, bound) if self._step < 0 else layer
        spots = ends.possible_spots(in_a_box(ends.bounds, Random(0), _SPOTS) if ends.bounds else ())
        if self._step > 0:
            # sort the spots by their range from the piece, farthest first
            ruler = between_levels(self._game.ruler, self._piece.disc, level_of(layer, self._model.level))
            reach = reach_of(ruler, self._piece.disc, self.longest)
            ranges = reach.ranges(np.array(spots).reshape(-1, 2), self._model.radius)
            spots = [spots[index] for index in np.argsort(-ranges, kind="stable")]
        return first_legal(ends, spots)

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

    def any_range(self, bound: int) -> int | None:
        """Return the range from an end that has a free line to the piece, or None if all lines are blocked."""
        for layer in self._layers:
            with suppress(LevelOutOfRange):
                for spot in self._some_ends(layer, bound):
                    if spot is not None and (measured := self._range_from(layer, spot)) is not None:
                        return measured
        return None

    def _some_ends(self, layer: Region, bound: int) -> Iterator[Position | None]:
        """Yield a few ends on a level. The last one has a free line to the piece, if any end has one."""
        yield layer.find()
        yield self._likely_end(layer, bound)
        reached = WithinRange(self.free_ruler, self._piece.disc, self.longest, self._model.radius, whole=False)
        yield layer.narrowed(reached).find()


def _ignoring_walls(model: Model, piece: Piece, ends: Region) -> Best:
    """Return the best range as if there were no walls, for a model that walls cut off from the piece (Q12)."""
    spot = ends.nearest((piece.x, piece.y))
    if spot is None:
        return Best(None, ends, _("anywhere in its range, cut off from"))
    gap = math.hypot(spot.x - piece.x, spot.y - piece.y) - model.radius - piece.radius
    inches = math.floor(max(0.0, gap)) + 1
    closer_ends = ends.narrowed(CloserTo(piece.disc, inches, model.radius, rule="Q12"))
    return Best(None, closer_ends, _("less than {distance} (ignoring walls) from", distance=size(inches)))


# -- compulsions -----------------------------------------------------------------------------------


def compulsion_of(game: Game, model: Model) -> Compulsion:
    """Return the compulsion that a wild model gained last, or its default (G-SIDE-4, G-SIDE-5)."""
    current = current_compulsions(game, model, prey_of(game, model))
    if order := order_gained(model, current):
        return current[order[-1]]
    return COWARDLY if model.die <= 6 else MURDEROUS


def deeds_of(game: Game, model: Model, compulsion: Compulsion) -> dict[str, Deed]:
    """Return the deeds that meet a compulsion now, by key. A pinned model has no deeds that move it (Q19)."""
    deeds = compulsion.deeds(game, model)
    if any(deed.moves for deed in deeds) and refusal(game, model, Move(), []) is not None:
        deeds = [deed for deed in deeds if not deed.moves]
    return {deed.key: deed for deed in deeds}


def ends_of(game: Game, model: Model, deeds: Iterable[Deed]) -> Region | None:
    """Return the region in which a move meets a compulsion, or None if none of the deeds is a move."""
    regions = [deed.ends() for deed in deeds if deed.ends is not None]
    if len(regions) < 2:
        return regions[0] if regions else None

    def ends_on(layer: LevelRegion) -> LevelRegion:
        layers = [other for region in regions if isinstance(region, Levels) for other in region.every]
        same_level = [other for other in layers if (other.level, other.fall) == (layer.level, layer.fall)]
        if not same_level:
            raise LevelOutOfRange
        return layer.narrowed(AnyOf([other.conditions[-1] for other in same_level]))

    ends = move_region(game, model)
    if isinstance(ends, Levels):
        return ends.level_by_level(ends_on)
    return ends.narrowed(AnyOf([region.conditions[-1] for region in regions]))


def current_compulsions(game: Game, model: Model, prey: Sequence[Model]) -> dict[str, Compulsion]:
    """Return the compulsions whose conditions a wild model meets now, by name. `prey` are all models with Prey."""
    special = scenario_of(game).compulsion(game, model)
    compulsions = {special.name: special} if special else {}
    reach = movement_range(game, model) if prey else 0
    if any(game.within(model, other, reach) for other in prey if other is not model):
        compulsions[PREDATOR.name] = PREDATOR
    return compulsions


def order_gained(model: Model, current: Mapping[str, Compulsion]) -> tuple[str, ...]:
    """Return the names of current compulsions in the order in which the model gained them, the latest last."""
    still_current = tuple(name for name in model.compulsions if name in current)
    return *still_current, *(name for name in current if name not in still_current)


def note_compulsions(game: Game) -> None:
    """Update the list of gained compulsions of every wild model, and report the changes (G-SIDE-4)."""
    standing = game.standing()
    prey = [model for model in standing if "Prey" in model.flaws]
    for model in (model for model in standing if model.wild):
        order = order_gained(model, current_compulsions(game, model, prey))
        if order != model.compulsions:
            model.compulsions = order
            game.emit(CompulsionChanged(model=model.id, compulsion=compulsion_of(game, model).name))


def prey_of(game: Game, model: Model) -> list[Model]:
    """Return the other models on the table with the Prey flaw (G-FLAW-PREY, Q32)."""
    return [other for other in game.standing() if "Prey" in other.flaws and other is not model]


def closest(game: Game, model: Model, candidates: Sequence[PieceT]) -> list[PieceT]:
    """Return the closest candidates in U, or in straight inches if walls cut off all of them (G-MEAS-7, Q12)."""
    inches = {id(piece): straight_inches(model, piece) for piece in candidates}
    ranges, best = dict[int, float](), math.inf
    for piece in sorted(candidates, key=lambda piece: inches[id(piece)]):
        # No range is shorter than the straight line, so farther candidates need no measuring.
        if math.floor(inches[id(piece)]) > best:
            break
        measured = game.range(model, piece)
        if measured is not None:
            ranges[id(piece)] = measured
            best = min(best, measured)
    if ranges:
        return [piece for piece in candidates if ranges.get(id(piece)) == best]
    return [piece for piece in candidates if inches[id(piece)] == min(inches.values())]


def straight_inches(model: Model, piece: Piece) -> float:
    """Return the inches between the rims of two bases, ignoring walls."""
    return math.hypot(model.x - piece.x, model.y - piece.y) - model.radius - piece.radius


def inflict_on_closest(game: Game, model: Model, candidates: Sequence[Model]) -> list[Deed]:
    """Return the deeds that inflict damage on the closest candidate, or else move as near to it as possible (Q12)."""
    victims, deeds = closest(game, model, candidates), list[Deed]()
    for action in repertoire(game, model):
        in_range = [other for other in victims if action.satisfies(game, model, other)]
        if in_range and refusal(game, model, action, []) is None:
            deeds.append(_attack(game, model, action, in_range))
    return [replace(deed, harms=True) for deed in deeds or [approach(game, model, piece) for piece in victims]]


def _attack(game: Game, model: Model, action: Action, victims: list[Model]) -> Deed:
    """Return the deed of performing an action against one of the victims."""
    subject = tuple(other.id for other in victims)
    label = _("{action} {others}", action=_(action.label), others=_(" or ").join(other.name for other in victims))
    if isinstance(action, Engage):
        return Deed(action.key, label, action.rule, subject, lambda: engage(game, model, victims, targets(game, model)))
    return Deed(action.key, _(action.label), action.rule, subject, lambda: action.perform(game, model))


FLEE: Final = "flee"


def approach(game: Game, model: Model, piece: Piece, key: str = "approach") -> Deed:
    """Return the deed of moving as near to `piece` as possible, or with the key `FLEE` as far from it (Q12, H11)."""
    nearest = key != FLEE
    text = N_("Move as near to {name} as possible") if nearest else N_("Move as far from {name} as possible")

    def ends() -> Region:
        return best_range(game, model, piece, nearest=nearest).region

    def perform() -> Flow:
        best = best_range(game, model, piece, nearest=nearest)
        yield from move(game, model, best.region, f"{best.words} {piece.disc.name}")

    label = _(text, name=piece.disc.name)
    return Deed(f"{key}:{piece.id}", label, "G-MOVE-1", (piece.id,), perform, True, ends)


PREDATOR = Compulsion(
    N_("Predator"), "G-COMP-PREDATOR", lambda game, model: inflict_on_closest(game, model, prey_of(game, model))
)
"""A wild model near a model with Prey inflicts damage on the closest model with Prey."""

COWARDLY = Compulsion(
    N_("Cowardly"),
    "G-SIDE-5",
    lambda game, model: [approach(game, model, other, FLEE) for other in game.touching(model, game.hostiles(model))],
)
"""A D6 within 0 U of a hostile model moves as far from that model as possible (G-COMP-COWARDLY)."""

MURDEROUS = Compulsion(
    N_("Murderous"), "G-SIDE-5", lambda game, model: inflict_on_closest(game, model, game.hostiles(model))
)
"""A D8 or larger inflicts damage on the closest hostile model (G-COMP-MURDEROUS)."""

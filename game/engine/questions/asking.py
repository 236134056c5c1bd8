"""Searches for the spots that meet a player's conditions: their region, the best spot, or the cause of failure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import Any, Final, NamedTuple

import numpy as np
import shapely

from game.cached import cached_property
from game.engine.questions.conditions import EndsOfPaths, ReachedByAtMost
from game.engine.rulebook.questions import Askable, Ends, Fight, Proof, Questions, Reacher
from game.engine.session import Session
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.path.region import PathRegion
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Bounds
from game.wording import _

_GRID: Final = 24
"""The number of rows and columns of the grid that finds spots worth rating in a region."""
_INSET: Final = 0.02
_THIN: Final = 0.05
"""Inches below which a ring counts as a line."""
_DRAWN: Final = 0.6
"""The share of the work that is done when all areas are drawn and spots are rated."""
_MANY: Final = 100
"""The number of exact verdicts after which half of the remaining work is shown as done."""
_TRIED: Final = 60
"""The most spots that get an exact verdict before the best of them is chosen."""


@dataclass(frozen=True)
class Question:
    """A search for spots of `piece` at which several conditions hold. Conditions left out do not matter.

    The piece could engage all pieces in `engages`, it would control all markers in `controls`, and at most `at_most`
    enemies could reach it. `safest`: only spots that the fewest enemies reach.
    """

    piece: str
    engages: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    at_most: int | None = None
    safest: bool = False


@dataclass(frozen=True)
class Best:
    """The spot (inches) that the fewest enemies could reach; among equals, the one farthest from all enemies."""

    x: float
    y: float
    level: int
    reached_by: tuple[str, ...]
    apart: float


@dataclass(frozen=True)
class Layer:
    """The answer on one level. `reached` counts the enemies that reach each part."""

    level: int
    region: Region
    reached: ReachedByAtMost
    demands: tuple[Condition, ...] = ()

    @property
    def is_thin(self) -> bool:
        """Whether the region is a line too thin to hit by hand, such as contact with a base."""
        return any(isinstance(demand, Ring) and demand.most - demand.least < _THIN for demand in self.demands)

    def near(self, x: float, y: float, inches: float) -> Position | None:
        """Return the nearest rated legal spot at most `inches` from (x, y), or None."""
        spots = sorted(_spots_to_rate(self.region, self.demands), key=lambda spot: math.dist(spot, (x, y)))
        close = (spot for spot in spots if math.dist(spot, (x, y)) <= inches)
        return next((spot for spot in close if self.region.find(spot)), None)


@dataclass(frozen=True)
class Answer:
    """The answer to a question: a region for each level and the best spot, or the cause that excludes all spots."""

    question: Question
    layers: tuple[Layer, ...]
    best: Best | None
    cause: Refusal | None = None

    @property
    def layer(self) -> Layer | None:
        """The level of the best spot, or else the first level."""
        level = self.best.level if self.best is not None else None
        return next((layer for layer in self.layers if level in (None, layer.level)), None)

    @property
    def area(self) -> float:
        """The area in square inches on all levels."""
        return math.fsum(layer.region.geometry.area for layer in self.layers)


class Verdicts(NamedTuple):
    """The exact verdicts on a spot: the odds of engaging from it, and whether each enemy could reach it."""

    fights: list[Fight]
    proofs: list[Proof]


class Inquirer:
    """Answers questions about a piece in a game. In a thread, the game must be a copy."""

    def __init__(self, session: Session, piece: str) -> None:
        self._session, self.piece = session, piece
        self._reached: dict[tuple[int, Bounds], ReachedByAtMost] = {}
        self._pulse: Callable[[], None] = lambda: None

    @property
    def _rulebook_questions(self) -> Questions[Any]:
        assert self._session.ruleset.questions is not None
        return self._session.ruleset.questions

    @cached_property
    def askable(self) -> Askable | None:
        """The possible questions about the piece, or None without any."""
        can = self._session.ruleset.questions is not None
        return self._rulebook_questions.askable(self._session.game, self.piece) if can else None

    @cached_property
    def reachers(self) -> Sequence[Reacher]:
        """The enemies that may still act."""
        return self._rulebook_questions.reachers(self._session.game, self.piece)

    def proofs(self, x: float, y: float, level: int) -> list[Proof]:
        """Return the verdict on each enemy for the piece at a spot, first those that could reach it."""
        return sorted((enemy.proof(x, y, level) for enemy in self.reachers), key=lambda proof: not proof.reaches)

    def verdicts(self, x: float, y: float, level: int, foes: Sequence[str]) -> Verdicts:
        """Return the odds of engaging `foes` from a spot, and the verdict on each enemy for that spot."""
        fights = [self._rulebook_questions.fight(self._session.game, self.piece, foe, x, y, level) for foe in foes]
        return Verdicts(fights, self.proofs(x, y, level))

    def answer(self, question: Question, progress: Callable[[float], None] = lambda done: None) -> Answer:
        """Return the answer; `progress` gets the share done, from 0 to 1, and may raise to stop the work."""
        verdicts = count()  # how many there will be is unknown, so that progress slows down towards 1
        self._pulse = lambda: progress(1.0 - (1.0 - _DRAWN) / (1.0 + next(verdicts) / _MANY))
        try:
            return self._answer(question, progress)
        finally:
            self._pulse = lambda: None

    def _answer(self, question: Question, progress: Callable[[float], None]) -> Answer:
        """Return the region of each level that meets a question and the best spot, or the cause if there is none."""
        progress(0.0)
        ends_by_level = self._rulebook_questions.ends(self._session.game, self.piece, question.engages)
        layers = []
        for number, level_ends in enumerate(ends_by_level):
            layer = self._layer_on_level(question, level_ends)
            for step, reacher in enumerate(self.reachers, 1):
                layer.reached.area(reacher)
                progress(_DRAWN * (number + step / (len(self.reachers) + 1)) / len(ends_by_level))
            layers.append(layer)
        all_layers = layers
        if question.safest:
            layers = self._least_reached(layers)
        candidates = [best for layer in layers if (best := self._best_spot(layer)) is not None]
        best = min(candidates, key=lambda spot: (len(spot.reached_by), -spot.apart), default=None)
        if question.safest and best is not None:  # exact verdicts may differ from the drawn areas
            layers = [_limit_layer(layer, len(best.reached_by)) for layer in all_layers]
        progress(1.0)
        return Answer(question, tuple(layers), best, None if best is not None else self._nearest_cause(layers))

    def _report_progress(self) -> None:
        self._pulse()

    def _layer_on_level(self, question: Question, ends: Ends) -> Layer:
        """Return the spots of one level at which the conditions of a question hold."""
        game, level, of_move = self._session.game, ends.level, ends.region
        if isinstance(of_move, PathRegion):
            of_move = Region(of_move.policies[0].radius, (EndsOfPaths(of_move),))
        bounds = of_move.bounds or (0.0, 0.0, 0.0, 0.0)
        if (level, bounds) not in self._reached:  # verdicts on enemies are shared by all questions
            no_limit = ReachedByAtMost(self.reachers, len(self.reachers), bounds, level, self._report_progress)
            self._reached[level, bounds] = no_limit
        reached = self._reached[level, bounds]
        demands = [self._rulebook_questions.engaging(game, self.piece, foe, level) for foe in question.engages]
        demands += [self._rulebook_questions.controlling(game, self.piece, goal, level) for goal in question.controls]
        layer = Layer(level, _narrow_region(of_move, demands), reached, tuple(demands))
        return layer if question.at_most is None else _limit_layer(layer, question.at_most)

    def _least_reached(self, layers: Sequence[Layer]) -> list[Layer]:
        """Return the layers, limited to the spots that the fewest enemies reach."""
        if all(self._best_spot(layer) is None for layer in layers):
            return list(layers)  # no spot meets the other conditions
        for limit in range(len(self.reachers)):
            limited = [_limit_layer(layer, limit) for layer in layers]
            if any(self._best_spot(layer) is not None for layer in limited):
                return limited
        return list(layers)

    def _best_spot(self, layer: Layer) -> Best | None:
        """Return the legal spot that the fewest enemies reach, or the farthest from enemies of several; else None."""
        spots = [*dict.fromkeys(_spots_to_rate(layer.region, layer.demands))]
        if not spots:
            return None
        # Drawn areas give the order; exact verdicts, which are slow, then decide among the first spots.
        counts, distances = layer.reached.counts(spots), self._distances_from_enemies(spots)
        order = sorted(range(len(spots)), key=lambda at: (counts[at], -distances[at]))
        best: Best | None = None
        legal = (at for at in order if layer.region.find(spots[at]))
        for tried, at in enumerate(legal):
            x, y = spots[at]
            enemies = tuple(enemy.id for enemy in layer.reached.who(x, y))
            if best is None or len(enemies) < len(best.reached_by):
                best = Best(x, y, layer.level, enemies, distances[at])
            if len(best.reached_by) <= counts[at] or tried >= _TRIED:
                break
        return best

    def _distances_from_enemies(self, spots: Sequence[Position]) -> list[float]:
        """Return the straight distance of each spot from the nearest enemy, from rim to rim."""
        pieces = {piece.id: piece for piece in self._session.ruleset.view(self._session.game).pieces}
        foes = [pieces[foe] for foe in (self.askable.foes if self.askable is not None else ()) if foe in pieces]
        own_radius, points = pieces[self.piece].radius, np.array(spots)
        if not foes:
            return [0.0] * len(spots)
        gaps = [np.hypot(points[:, 0] - foe.x, points[:, 1] - foe.y) - foe.radius - own_radius for foe in foes]
        return [float(gap) for gap in np.min(gaps, axis=0)]

    # -- the cause if no spot meets all conditions

    def _nearest_cause(self, layers: Sequence[Layer]) -> Refusal:
        """Return the cause with the smallest shortfall."""
        causes = [cause for layer in layers for cause in self._causes(layer)]
        if not causes:
            return Refusal(_("no legal spot to end a move"))
        return min(causes, key=lambda cause: cause.short_by or 0.0)

    def _causes(self, layer: Layer) -> Iterator[Refusal]:
        """Yield the refusals of demands that no spot meets on its own, or else of demands that exclude each other."""
        moves = Region(layer.region.radius, [rule for rule in layer.region.conditions if rule not in layer.demands])
        if not _has_room(moves, ()):
            yield from _no_path(moves, layer.demands)
            return
        impossible_alone = [
            demand for demand in layer.demands if not _has_room(_narrow_region(moves, [demand]), [demand])
        ]
        for demand in impossible_alone or layer.demands:
            possible_demands = [
                other for other in layer.demands if other is not demand and other not in impossible_alone
            ]
            # If the others exclude each other, drop the last ones until a spot remains.
            causes = (
                _shortfall(moves, demand, possible_demands[:count]) for count in range(len(possible_demands), -1, -1)
            )
            if (cause := next(filter(None, causes), None)) is not None:
                yield cause


def _shortfall(moves: Region, demand: Condition, others: Sequence[Condition]) -> Refusal | None:
    """Return a demand's refusal of the nearest move that meets all other demands; None without such a move."""
    region = _narrow_region(moves, others)
    hopeful = _nearest_first(demand, _spots_to_rate(region, others))[:_TRIED]
    return next((demand.why_not(*spot) for spot in hopeful if region.find(spot) and not demand.allows(*spot)), None)


def _no_path(moves: Region, demands: Sequence[Condition]) -> Iterator[Refusal]:
    """Yield the reason why no path leads to the nearest spot that meets a demand."""
    spots = [spot for demand in demands if isinstance(demand, Ring) for spot in demand.spots()]
    if not spots:
        return
    for condition in moves.conditions:
        if isinstance(condition, EndsOfPaths):
            yield condition.why_not(*min(spots, key=lambda spot: math.dist(spot, condition.paths.start)))


def _nearest_first(demand: Condition, spots: Sequence[Position]) -> list[Position]:
    """Return spots sorted by their distance from the drawn area of a condition."""
    if not spots:
        return []
    if isinstance(demand, ReachedByAtMost):
        misses = np.array(demand.counts(spots), dtype=float)
    else:
        # If the area is empty, all distances are NaN, and the order does not change.
        misses = shapely.distance(demand.allowed(), shapely.points(spots))
    return [spots[int(at)] for at in np.argsort(misses, kind="stable")]


def _narrow_region(region: Region, demands: Sequence[Condition]) -> Region:
    """Return the part of a region that meets all demands, whose costly checks come last."""
    for demand in demands:
        if isinstance(demand, ReachedByAtMost):  # put first, this costly condition is checked last
            region = Region(region.radius, (demand, *region.conditions), region.around).part_of(region)
        else:
            region = region.narrowed(demand)
    return region


def _limit_layer(layer: Layer, most: int) -> Layer:
    limit = layer.reached.with_limit(most)
    return Layer(layer.level, _narrow_region(layer.region, [limit]), layer.reached, (*layer.demands, limit))


def _has_room(region: Region, demands: Sequence[Condition]) -> bool:
    """Return whether any of the first rated spots is legal."""
    return any(region.find(spot) for spot in _spots_to_rate(region, demands)[: 4 * _TRIED])


def _spots_to_rate(region: Region, demands: Sequence[Condition]) -> list[Position]:
    """Return spots worth rating: all over a region, along its outlines, and on its lines and their crossings."""
    geometry, centre = region.geometry, region.around
    spots = [position(centre.x, centre.y)] if centre is not None else []
    # Exact spots on lines too thin for any grid.
    rings = [condition for condition in (*region.conditions, *demands) if isinstance(condition, Ring)]
    spots += [spot for ring in dict.fromkeys(rings) for spot in ring.spots()]
    spots += [spot for ring_a, ring_b in combinations(dict.fromkeys(rings), 2) for spot in ring_a.crossings(ring_b)]
    spots += [spot for rule in region.conditions if isinstance(rule, EndsOfPaths) for spot in rule.spots()]
    if geometry.is_empty:
        return [spot for spot in spots if all(ring.allows(*spot) for ring in rings)]
    # Spots just inside the outlines, because rounding could put spots on them outside.
    inset = shapely.buffer(geometry, -_INSET, quad_segs=2)
    rim = shapely.segmentize(inset if not inset.is_empty else geometry, 0.5)
    spots += [position(*spot) for spot in shapely.get_coordinates(rim).tolist()]
    west, south, east, north = geometry.bounds
    # A grid over the whole region.
    grid_x, grid_y = np.meshgrid(np.linspace(west, east, _GRID), np.linspace(south, north, _GRID))
    shapely.prepare(geometry)
    inside = shapely.contains_xy(geometry, grid_x.ravel(), grid_y.ravel())
    grid = np.stack((grid_x.ravel()[inside], grid_y.ravel()[inside]), axis=1)
    spots += [position(*spot) for spot in grid.tolist()]
    return [spot for spot in spots if all(ring.allows(*spot) for ring in rings)]

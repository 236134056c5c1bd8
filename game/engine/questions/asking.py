"""Answers to questions asked backwards: the region, the best spot, enemies that could reach it, the nearest cause."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import Any, Final, NamedTuple

import numpy as np
import shapely

from game.cached import cached_property
from game.engine.questions.conditions import OfPaths, ReachedByAtMost
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
"""The width and height of a region are divided into this many parts, to find spots worth rating."""
_INSET: Final = 0.02
_THIN: Final = 0.05
"""Inches below which a ring counts as a line."""
_DRAWN: Final = 0.6
"""The share of the work that is done once all areas are drawn and spots are rated."""
_MANY: Final = 100
"""The number of exact verdicts after which half of the remaining work counts as done."""
_TRIED: Final = 60
"""The most spots for which an exact verdict is asked before the best of them is taken."""


@dataclass(frozen=True)
class Question:
    """Where a piece can stand so that all of this holds; a part left out does not matter.

    The piece could `engage` each of some pieces, would control each of some markers, and at most `at_most` enemies
    could reach it. `safest`: only spots that the fewest of them reach.
    """

    piece: str
    engages: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    at_most: int | None = None
    safest: bool = False


@dataclass(frozen=True)
class Best:
    """The best spot: the fewest enemies could reach it, and of such spots it is farthest from all of them; inches."""

    x: float
    y: float
    level: int
    reached_by: tuple[str, ...]
    apart: float


@dataclass(frozen=True)
class Layer:
    """The answer on one level; `reached` counts the enemies that reach each part."""

    level: int
    region: Region
    reached: ReachedByAtMost
    demands: tuple[Condition, ...] = ()

    @property
    def is_thin(self) -> bool:
        """Whether it is a line too thin to hit by hand, such as contact with a base."""
        return any(isinstance(each, Ring) and each.most - each.least < _THIN for each in self.demands)

    def near(self, x: float, y: float, inches: float) -> Position | None:
        """Return the nearest of its rated spots within some inches of (x, y), or None if there is none."""
        spots = sorted(_spots(self.region, self.demands), key=lambda spot: math.dist(spot, (x, y)))
        close = (spot for spot in spots if math.dist(spot, (x, y)) <= inches)
        return next((spot for spot in close if self.region.find(spot)), None)


@dataclass(frozen=True)
class Answer:
    """The answer to a question: a region for each level and the best spot, or the nearest cause why there is none."""

    question: Question
    layers: tuple[Layer, ...]
    best: Best | None
    cause: Refusal | None = None

    @property
    def layer(self) -> Layer | None:
        """The level of the best spot, or the first one."""
        level = self.best.level if self.best is not None else None
        return next((each for each in self.layers if level in (None, each.level)), None)

    @property
    def area(self) -> float:
        """Square inches on all levels."""
        return math.fsum(each.region.geometry.area for each in self.layers)


class Verdicts(NamedTuple):
    """The exact verdicts on a spot: the results of engaging from it, and for each enemy whether it could reach it."""

    fights: list[Fight]
    proofs: list[Proof]


class Inquirer:
    """Answers questions about a game; in a thread, about a copy of it."""

    def __init__(self, session: Session, piece: str) -> None:
        self._session, self.piece = session, piece
        self._reached: dict[tuple[int, Bounds], ReachedByAtMost] = {}
        self._pulse: Callable[[], None] = lambda: None

    @property
    def _book(self) -> Questions[Any]:
        assert self._session.ruleset.questions is not None
        return self._session.ruleset.questions

    @cached_property
    def askable(self) -> Askable | None:
        """What can be asked about the piece; None if nothing can be asked."""
        can = self._session.ruleset.questions is not None
        return self._book.askable(self._session.game, self.piece) if can else None

    @cached_property
    def reachers(self) -> Sequence[Reacher]:
        """The enemies that could come."""
        return self._book.reachers(self._session.game, self.piece)

    def proofs(self, x: float, y: float, level: int) -> list[Proof]:
        """Return for each enemy whether it could reach the piece at a spot; those that could come first."""
        return sorted((each.proof(x, y, level) for each in self.reachers), key=lambda proof: not proof.reaches)

    def verdicts(self, x: float, y: float, level: int, foes: Sequence[str]) -> Verdicts:
        """Return the results of engaging some pieces from a spot, and the enemies that could reach it there."""
        fights = [self._book.fight(self._session.game, self.piece, foe, x, y, level) for foe in foes]
        return Verdicts(fights, self.proofs(x, y, level))

    def answer(self, question: Question, progress: Callable[[float], None] = lambda done: None) -> Answer:
        """Return the answer; `progress` gets the share done, from 0 to 1, and may raise to stop the work."""
        weighed = count()  # the number of spots is not known yet
        self._pulse = lambda: progress(1.0 - (1.0 - _DRAWN) / (1.0 + next(weighed) / _MANY))
        try:
            return self._answer(question, progress)
        finally:
            self._pulse = lambda: None

    def _answer(self, question: Question, progress: Callable[[float], None]) -> Answer:
        progress(0.0)
        ends = self._book.ends(self._session.game, self.piece, question.engages)
        layers = []
        for number, each in enumerate(ends):
            layer = self._layer(question, each)
            for step, reacher in enumerate(self.reachers, 1):
                layer.reached.area(reacher)
                progress(_DRAWN * (number + step / (len(self.reachers) + 1)) / len(ends))
            layers.append(layer)
        every = layers
        if question.safest:
            layers = self._safest(layers)
        found = [best for layer in layers if (best := self._best(layer)) is not None]
        best = min(found, key=lambda each: (len(each.reached_by), -each.apart), default=None)
        if question.safest and best is not None:  # as the rules count, not as the areas are drawn
            layers = [_limited(layer, len(best.reached_by)) for layer in every]
        progress(1.0)
        return Answer(question, tuple(layers), best, None if best is not None else self._cause(layers))

    def _beat(self) -> None:
        self._pulse()

    def _layer(self, question: Question, ends: Ends) -> Layer:
        game, level, of_move = self._session.game, ends.level, ends.region
        if isinstance(of_move, PathRegion):
            of_move = Region(of_move.policies[0].radius, (OfPaths(of_move),))
        bounds = of_move.bounds or (0.0, 0.0, 0.0, 0.0)
        if (level, bounds) not in self._reached:  # what is known about the enemies serves all questions
            anyone = ReachedByAtMost(self.reachers, len(self.reachers), bounds, level, self._beat)
            self._reached[level, bounds] = anyone
        reached = self._reached[level, bounds]
        demands = [self._book.engaging(game, self.piece, foe, level) for foe in question.engages]
        demands += [self._book.controlling(game, self.piece, goal, level) for goal in question.controls]
        layer = Layer(level, _narrowed(of_move, demands), reached, tuple(demands))
        return layer if question.at_most is None else _limited(layer, question.at_most)

    def _safest(self, layers: Sequence[Layer]) -> list[Layer]:
        """Return the layers within the area that the fewest enemies reach."""
        if all(self._best(layer) is None for layer in layers):
            return list(layers)  # if nothing fits, nothing is safest
        for most in range(len(self.reachers)):
            limited = [_limited(layer, most) for layer in layers]
            if any(self._best(layer) is not None for layer in limited):
                return limited
        return list(layers)

    def _best(self, layer: Layer) -> Best | None:
        spots = [*dict.fromkeys(_spots(layer.region, layer.demands))]
        if not spots:
            return None
        counts, apart = layer.reached.counts(spots), self._apart(spots)
        order = sorted(range(len(spots)), key=lambda at: (counts[at], -apart[at]))
        found: Best | None = None
        legal = (at for at in order if layer.region.find(spots[at]))
        for tried, at in enumerate(legal):
            x, y = spots[at]
            names = tuple(each.id for each in layer.reached.who(x, y))
            if found is None or len(names) < len(found.reached_by):
                found = Best(x, y, layer.level, names, apart[at])
            if len(found.reached_by) <= counts[at] or tried >= _TRIED:
                break
        return found

    def _apart(self, spots: Sequence[Position]) -> list[float]:
        """Return the distance of each spot from the nearest enemy, in a straight line from rim to rim."""
        pieces = {each.id: each for each in self._session.ruleset.view(self._session.game).pieces}
        foes = [pieces[foe] for foe in (self.askable.foes if self.askable is not None else ()) if foe in pieces]
        own, points = pieces[self.piece].radius, np.array(spots)
        if not foes:
            return [0.0] * len(spots)
        each = [np.hypot(points[:, 0] - foe.x, points[:, 1] - foe.y) - foe.radius - own for foe in foes]
        return [float(gap) for gap in np.min(each, axis=0)]

    # -- why there is nothing

    def _cause(self, layers: Sequence[Layer]) -> Refusal:
        """Return the cause that misses by the least: one that fails alone, or else one that fails with the others."""
        found = [cause for layer in layers for cause in self._causes(layer)]
        if not found:
            return Refusal(_("no legal spot to end a move"))
        return min(found, key=lambda cause: cause.short_by or 0.0)

    def _causes(self, layer: Layer) -> Iterator[Refusal]:
        moves = Region(layer.region.radius, [each for each in layer.region.conditions if each not in layer.demands])
        if not _has_room(moves, ()):
            yield from _no_path(moves, layer.demands)
            return
        alone = [each for each in layer.demands if not _has_room(_narrowed(moves, [each]), [each])]
        for demand in alone or layer.demands:
            others = [each for each in layer.demands if each is not demand and each not in alone]
            # If the others exclude each other, as many of them are met as still leave a spot.
            causes = (_missed(moves, demand, others[:most]) for most in range(len(others), -1, -1))
            if (cause := next(filter(None, causes), None)) is not None:
                yield cause


def _missed(moves: Region, demand: Condition, others: Sequence[Condition]) -> Refusal | None:
    """Return why a demand is missed, for the move that meets the others and misses it by least, or None without one."""
    rest = _narrowed(moves, others)
    hopeful = _nearest_first(demand, _spots(rest, others))[:_TRIED]
    return next((demand.why_not(*spot) for spot in hopeful if rest.find(spot) and not demand.allows(*spot)), None)


def _no_path(moves: Region, demands: Sequence[Condition]) -> Iterator[Refusal]:
    """Yield why no path leads to the demand, for the nearest spot that meets it."""
    spots = [spot for each in demands if isinstance(each, Ring) for spot in each.spots()]
    for condition in moves.conditions if spots else ():
        if isinstance(condition, OfPaths):
            yield condition.why_not(*min(spots, key=lambda spot: math.dist(spot, condition.paths.start)))


def _nearest_first(demand: Condition, spots: Sequence[Position]) -> list[Position]:
    """Return spots in the order of the distance by which they miss a condition, as drawn."""
    if not spots:
        return []
    if isinstance(demand, ReachedByAtMost):
        misses = np.array(demand.counts(spots), dtype=float)
    else:
        # If nothing is allowed, no distance is a number, and the order stays as it is.
        misses = shapely.distance(demand.allowed(), shapely.points(spots))
    return [spots[int(at)] for at in np.argsort(misses, kind="stable")]


def _narrowed(region: Region, demands: Sequence[Condition]) -> Region:
    for demand in demands:
        if isinstance(demand, ReachedByAtMost):  # it takes longest; conditions that are both costly and first come last
            region = Region(region.radius, (demand, *region.conditions), region.around).part_of(region)
        else:
            region = region.narrowed(demand)
    return region


def _limited(layer: Layer, most: int) -> Layer:
    limit = layer.reached.but(most)
    return Layer(layer.level, _narrowed(layer.region, [limit]), layer.reached, (*layer.demands, limit))


def _has_room(region: Region, demands: Sequence[Condition]) -> bool:
    """Return whether one of the first few rated spots is legal."""
    return any(region.find(spot) for spot in _spots(region, demands)[: 4 * _TRIED])


def _spots(region: Region, demands: Sequence[Condition]) -> list[Position]:
    """Return spots worth rating: all over a region, along its outlines, and where its lines lie and cross."""
    geometry, around = region.geometry, region.around
    found = [position(around.x, around.y)] if around is not None else []
    rings = [each for each in (*region.conditions, *demands) if isinstance(each, Ring)]
    found += [spot for ring in dict.fromkeys(rings) for spot in ring.spots()]
    found += [spot for one, other in combinations(dict.fromkeys(rings), 2) for spot in one.crossings(other)]
    found += [spot for each in region.conditions if isinstance(each, OfPaths) for spot in each.spots()]
    if geometry.is_empty:
        return [spot for spot in found if all(ring.allows(*spot) for ring in rings)]
    inset = shapely.buffer(geometry, -_INSET, quad_segs=2)
    rim = shapely.segmentize(inset if not inset.is_empty else geometry, 0.5)
    found += [position(*spot) for spot in shapely.get_coordinates(rim).tolist()]
    west, south, east, north = geometry.bounds
    across, up = np.meshgrid(np.linspace(west, east, _GRID), np.linspace(south, north, _GRID))
    shapely.prepare(geometry)
    inside = shapely.contains_xy(geometry, across.ravel(), up.ravel())
    grid = np.stack((across.ravel()[inside], up.ravel()[inside]), axis=1)
    found += [position(*spot) for spot in grid.tolist()]
    return [spot for spot in found if all(ring.allows(*spot) for ring in rings)]

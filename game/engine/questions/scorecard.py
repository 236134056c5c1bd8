"""The scorecard of a map and two deployments: enemies and goals within reach in turn one, and the fairness."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.questions.conditions import EndsOfPaths
from game.engine.rulebook.facets import Opener
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import PieceView
from game.table.lattice import Position, position
from game.table.maps.fairness import Fairness, Measure, judged, measures_of
from game.table.path.region import PathRegion
from game.table.placing.condition import Condition
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.threat.threat_map import Strike
from game.wording import _

LIKELY: Final = 0.5
"""A strike that is at least so likely counts as one that a side can make."""
APART: Final = 7.0
"""The most inches between the eyes with which a side looks out of its ground, along both axes."""
MOST_EYES: Final = 6
"""The most eyes along one axis."""
NEAREST: Final = 2
"""The number of a unit's models, the nearest first, with which it tries to reach a goal."""
STEP: Final = 0.75
"""Inches between the ends that are tried on the way to a goal."""
AROUND: Final = 12
"""The number of ends around a goal that are tried, the nearest first."""
TURNS: Final = (0, -12, 12, -25, 25, -40, 40)
"""Degrees around a goal at which the rim is tried, from the nearest spot on."""
INSIDE: Final = 0.01
"""Inches inside the rim."""
HABITUAL: Final = 0.05
"""The share of cover, and of what is in the way, that counts as there on both sides: a single rock matters little."""
SEATS: Final = 2
"""The number of players that a scorecard compares."""
_BORDER: Final = 0.05

Spot = tuple[float, float]


class Hit(NamedTuple):
    """A possible strike in turn one: the ids and names of the attacker and of its target, and the strike."""

    id: str
    name: str
    target: str
    target_name: str
    strike: Strike

    @property
    def likely(self) -> bool:
        """Whether the strike is likely enough to count as possible."""
        return self.strike.chance >= LIKELY


class Taken(NamedTuple):
    """A goal that pieces or units can control in turn one, by its name and theirs."""

    goal: str
    name: str
    by: tuple[str, ...]


@dataclass(frozen=True)
class Side:
    """One player in the scorecard: the units on and off the table, their strikes and goals in turn one, and the ground.

    `home` is the ground where the player begins, `hidden` the ground that cannot be seen from there, None without rules
    of sight.
    """

    player: str
    name: str
    units: Mapping[str, str]
    off: tuple[str, ...]
    hits: tuple[Hit, ...]
    taken: tuple[Taken, ...]
    home: BaseGeometry
    hidden: BaseGeometry | None

    @property
    def targets(self) -> dict[str, str]:
        """The names of the enemy units that it can hit, by id."""
        return {hit.target: hit.target_name for hit in self.hits if hit.likely}

    @property
    def long_shots(self) -> dict[str, str]:
        """The names of the enemy units that it can hit only with luck, by id."""
        sure = self.targets
        return {hit.target: hit.target_name for hit in self.hits if hit.target not in sure}

    def best(self, target: str) -> float:
        """Return the chance of its likeliest strike at an enemy unit."""
        return max((hit.strike.chance for hit in self.hits if hit.target == target), default=0.0)


@dataclass(frozen=True)
class Scorecard:
    """Both sides, the goals on the table by id, and the fairness of this beginning.

    `of_units` says whether it counts units rather than single models.
    """

    sides: tuple[Side, Side]
    goals: Mapping[str, str]
    fairness: Fairness
    size: tuple[float, float]
    of_units: bool = False

    @property
    def area(self) -> float:
        """The area of the table in square inches."""
        return self.size[0] * self.size[1]

    @property
    def worst(self) -> Measure:
        """The measure in which the sides differ most."""
        return min(self.fairness.measures, key=lambda measure: measure.alike)


def why_no_scorecard(book: AnyRuleset, game: Any) -> str:
    """Return the reason why a game can have no scorecard, or an empty string."""
    if book.openings is None or book.questions is None or book.papers is None or book.papers.map_terms() is None:
        return _("This rulebook has no scorecard")
    players = len(book.view(game).players)
    return "" if players == SEATS else _("A scorecard compares two players; this game has {n}", n=players)


def scorecard(book: AnyRuleset, game: Any, progress: Callable[[float], None] = lambda done: None) -> Scorecard:
    """Return the scorecard of a game as it stands, as if each side moved first.

    `progress` gets the share done, from 0 to 1, and may raise to stop the work. In a thread, the game must be a copy.
    """
    return _Scorer(book, game, progress).card()


class _Scorer:
    """The work on one scorecard, which reports its progress."""

    def __init__(self, book: AnyRuleset, game: Any, progress: Callable[[float], None]) -> None:
        assert book.openings is not None
        assert book.questions is not None
        assert book.papers is not None
        terms = book.papers.map_terms()
        assert terms is not None
        self._openings, self._questions, self._terms, self._game = book.openings, book.questions, terms, game
        self._view, self._field = book.view(game), game.ruler.battlefield
        self._progress, self._work, self._done = progress, 1, 0
        self.players: tuple[str, ...] = tuple(player.id for player in self._view.players)

    def card(self) -> Scorecard:
        """Return the scorecard."""
        openers = {player: self._openings.openers(self._game, player) for player in self.players}
        on_table = {piece.unit or piece.id for piece in self._view.pieces}
        units = {player: {opener.id: opener.name for opener in openers[player] if opener.id in on_table}
                 for player in self.players}  # fmt: skip
        homes, goals = self._homes(), self._goals()
        eyes = {player: eyes_in(homes[player]) for player in self.players}
        pairs = sum(len(openers[player]) * len(units[enemy]) for player, enemy in self._both())
        # The work is counted in strikes, goals and eyes, for the progress.
        self._work = pairs + len(goals) * sum(map(len, openers.values())) + sum(map(len, eyes.values()))
        sides = []
        for player, enemy in self._both():
            hits = tuple(self._hits(openers[player], units[enemy]))
            goals_taken = tuple(self._goals_taken(openers[player], goals))
            hidden = self._openings.unseen(self._game, eyes[player])
            self._step(len(eyes[player]))
            off_table = tuple(name for identity, name in self._reserve(player).items() if identity not in units[player])
            name = next(view.name for view in self._view.players if view.id == player)
            sides.append(Side(player, name, units[player], off_table, hits, goals_taken, homes[player], hidden))
        first, second = sides
        measures = (*self._ground(first, second), *_measures_of_play(first, second, goals, self._field.table.area))
        self._progress(1.0)
        return Scorecard(
            (first, second),
            {name: goal.name for name, goal in goals.items()},
            judged(measures),
            (self._field.width, self._field.height),
            bool(self._view.units),
        )

    def _both(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return each player with the enemy."""
        one, two = self.players
        return (one, two), (two, one)

    def _step(self, steps: int = 1) -> None:
        self._done += steps
        self._progress(min(1.0, self._done / self._work))

    # -- pieces and goals

    def _bases(self, player: str) -> Iterator[PieceView]:
        return (piece for piece in self._view.pieces if piece.kind == "base" and piece.owner == player)

    def _reserve(self, player: str) -> dict[str, str]:
        own = (piece for piece in self._view.reserve if piece.kind == "base" and piece.owner == player)
        return {piece.unit or piece.id: self._name(piece) for piece in own}

    def _name(self, piece: PieceView) -> str:
        unit = self._view.units.get(piece.unit)
        return piece.name if unit is None else unit.name

    def _homes(self) -> Mapping[str, BaseGeometry]:
        """Return the ground where each player begins; while that is not settled, the usual ground of random maps."""
        homes = {player: self._broad(home) for player, home in self._openings.homes(self._game).items()}
        if all(player in homes for player in self.players):
            return homes
        return dict(zip(self.players, self._terms.sides(self._field.width, self._field.height)))

    def _broad(self, home: BaseGeometry) -> BaseGeometry:
        """Return a home as an area. If it is only an edge, it becomes a strip for the largest base."""
        broad = home if home.area else home.buffer(2 * self._terms.base)
        ground: BaseGeometry = shapely.intersection(broad, self._field.table)
        return ground

    def _goals(self) -> dict[str, PieceView]:
        """Return the markers and zones on the table that can be controlled, by id."""
        askable = (self._questions.askable(self._game, piece.id) for player in self.players
                   for piece in self._bases(player))  # fmt: skip
        goal_ids = next((questions.goals for questions in askable if questions is not None), None)
        marks = {piece.id: piece for piece in self._view.pieces if piece.kind in ("marker", "zone")}
        if goal_ids is None:
            return {name: mark for name, mark in marks.items() if mark.symbol == "objective"}
        return {name: marks[name] for name in goal_ids if name in marks}

    # -- strikes and goals within reach

    def _hits(self, openers: Sequence[Opener], targets: Mapping[str, str]) -> Iterator[Hit]:
        for opener in openers:
            for target, name in targets.items():
                strike = opener.hits(target)
                self._step()
                if strike is not None:
                    yield Hit(opener.id, opener.name, target, name, strike)

    def _goals_taken(self, openers: Sequence[Opener], goals: Mapping[str, PieceView]) -> Iterator[Taken]:
        """Yield each goal that openers can come to control in turn one, with their names."""
        for goal in goals.values():
            names_of_takers = []
            for opener in openers:
                takes = opener.takes(goal.id) if opener.takes is not None else self._can_take(opener.id, goal)
                self._step()
                if takes:
                    names_of_takers.append(opener.name)
            if names_of_takers:
                yield Taken(goal.id, goal.name, tuple(names_of_takers))

    def _can_take(self, unit: str, goal: PieceView) -> bool:
        """Return whether a model of a unit could control a goal after its move."""
        models = [piece for piece in self._view.pieces if unit in (piece.unit, piece.id)]
        models.sort(key=lambda piece: math.dist((piece.x, piece.y), (goal.x, goal.y)))
        askable = (piece for piece in models[:NEAREST] if self._questions.askable(self._game, piece.id) is not None)
        return any(self._can_move_to(piece.id, goal) for piece in askable)

    def _can_move_to(self, piece: str, goal: PieceView) -> bool:
        """Return whether a model has a move at whose end it would control a goal."""
        model = next(view for view in self._view.pieces if view.id == piece)
        return any(
            can_end_within(
                ends.region, self._questions.controlling(self._game, piece, goal.id, ends.level), (model.x, model.y),
                (goal.x, goal.y),
            )
            for ends in self._questions.ends(self._game, piece, ())
        )  # fmt: skip

    # -- the ground

    def _ground(self, one: Side, two: Side) -> Sequence[Measure]:
        footing, size = self._openings.footing(self._game), (self._field.width, self._field.height)
        homes = one.home, two.home
        if one.home.centroid.distance(two.home.centroid) < _BORDER:
            homes = self._terms.sides(*size)
        spots = [(goal.x, goal.y) for goal in self._goals().values()]
        return measures_of(size, homes, footing.cover, footing.walls, self._terms.base, spots, HABITUAL)


def can_end_within(region: Region | PathRegion, demand: Condition, start: Spot, goal: Spot) -> bool:
    """Return whether a move of a piece from `start` can end where a demand is met. Spots on the way come first."""
    if isinstance(region, PathRegion):
        region = Region(region.policies[0].radius, (EndsOfPaths(region),))
    controlling = region.narrowed(demand)
    if controlling.bounds is None:
        return False
    (x, y), steps = start, max(1, math.ceil(math.dist(start, goal) / STEP))
    spots = [position(x + (goal[0] - x) * step / steps, y + (goal[1] - y) * step / steps) for step in range(steps + 1)]
    if isinstance(demand, Ring):
        spots = [*_spots_near_rim(demand, start), *spots]
        spots += sorted(demand.spots(), key=lambda spot: math.dist(spot, start))[:AROUND]
    if any(controlling.find(spot) for spot in spots if demand.allows(*spot)):
        return True
    follows_paths = any(isinstance(condition, EndsOfPaths) for condition in region.conditions)
    return not follows_paths and bool(controlling.nearest(goal) or controlling.sample(Random(0)))


def _spots_near_rim(ring: Ring, start: Spot) -> list[Position]:
    """Return spots just inside the outer rim of a ring, beginning nearest to `start` and going both ways."""
    x, y, radius = ring.around.x, ring.around.y, max(ring.most - INSIDE, (ring.least + ring.most) / 2)
    bearing = math.atan2(start[1] - y, start[0] - x)
    turns = [math.radians(degrees) for degrees in TURNS]
    return [position(x + radius * math.cos(bearing + turn), y + radius * math.sin(bearing + turn)) for turn in turns]


def eyes_in(home: BaseGeometry) -> list[Position]:
    """Return spots spread over a side's ground, from which it looks. Mirrored ground gets the mirrored spots."""
    if home.is_empty:
        return []
    west, south, east, north = shapely.buffer(home, -_BORDER).bounds
    columns, rows = (min(MOST_EYES, max(2, math.ceil(extent / APART) + 1)) for extent in (east - west, north - south))
    spots = [
        position(west + (east - west) * column / (columns - 1), south + (north - south) * row / (rows - 1))
        for row in range(rows)
        for column in range(columns)
    ]
    return [spot for spot in spots if shapely.intersects_xy(home, *spot)]


def _measures_of_play(first: Side, second: Side, goals: Mapping[str, Any], area: float) -> Iterator[Measure]:
    """Yield the shares of enemies in range, of goals in reach, and of hidden ground, in percent for each side."""
    chances_of_hits = [math.fsum(side.best(unit) for unit in enemy.units) / max(1, len(enemy.units))
           for side, enemy in ((first, second), (second, first))]  # fmt: skip
    yield _measure(_("enemies that can be hit in turn one"), chances_of_hits)
    if goals:
        reached = [len(side.taken) / len(goals) for side in (first, second)]
        yield _measure(_("goals that can be reached in turn one"), reached)
    if first.hidden is not None and second.hidden is not None:
        yield _measure(_("ground that is out of sight"), [first.hidden.area / area, second.hidden.area / area])


def _measure(title: str, shares: Sequence[float]) -> Measure:
    first, second = (round(share, 4) for share in shares)
    return Measure(title, round(100 * first, 1), round(100 * second, 1), round(1.0 - abs(first - second), 4))

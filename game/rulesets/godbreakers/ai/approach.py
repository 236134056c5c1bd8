"""The value of being near things worth having: each model heads for its own goal, the best goals first."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.bounties import errand, promised, sooner
from game.rulesets.godbreakers.ai.lives import PRIZES
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token

NEARNESS: Final = 0.47
"""The share of a goal's value that counts beside it."""
FAR: Final = 22.0
"""Inches from which it counts for nothing."""
SPARE: Final = 0.3
"""The same distance for a model when another one is nearer to its goal."""
LURE: Final = 0.42
"""The share of a bounty that counts beside its model as it is."""
ERRAND: Final = 2.4
"""How often an errand's expected value counts at half of `NEARNESS`: there are more of its kind."""

Walk = tuple[float, int, int]
"""The value of a model near a goal: VP, the index of the model in its circle, the number of the goal."""


class Goal(NamedTuple):
    """Something worth being near: its VP, and the walkers that could gain them, by index."""

    number: int
    points: float
    piece: Model | Marker | Token
    walkers: Sequence[tuple[int, Model]]

    def walks(self) -> Iterable[Walk]:
        """Yield its value for each walker that is not too far away."""
        x, y, radius, points = self.piece.x, self.piece.y, self.piece.radius + 1.0, NEARNESS * self.points
        for place, model in self.walkers:
            away = math.hypot(model.x - x, model.y - y) - model.radius - radius
            if away < FAR:
                yield (points * (1.0 - away / FAR) if away > 0.0 else points, place, self.number)


class Approach(NamedTuple):
    """A circle's walks to its goals other than hoards: known walks, and goals that depend on the moving model."""

    known: list[Walk]
    goals: list[Goal]
    unladen: list[tuple[int, Model]]
    """The models that could fetch something."""


def approach_of(
    game: Game, circle: Sequence[Model], laden: Container[str], standing: Sequence[Model], moving: Model | None
) -> Approach:
    """Return the walks of a circle, some of whose models already carry something, while one model may move."""
    everybody = list(enumerate(circle))
    unladen = [(place, model) for place, model in everybody if model.id not in laden]
    known, goals = list[Walk](), list[Goal]()
    for number, (points, piece) in enumerate(_goals(game, circle, standing)):
        walkers = unladen if isinstance(piece, Token) else everybody
        moves = [each for each in walkers if piece is moving or each[1] is moving]
        known += Goal(number, points, piece, [each for each in walkers if each not in moves]).walks()
        goals += [Goal(number, points, piece, moves)] if moves else []
    return Approach(known, goals, unladen)


def nearness(approach: Approach, hoards: Sequence[Marker], plunder: float) -> float:
    """Return the value of a circle's walks; each hoard that it does not hold would add `plunder`."""
    walks = [*approach.known]
    for goal in approach.goals:
        walks += goal.walks()
    for number, hoard in enumerate(hoards, -len(hoards)):
        walks += Goal(number, plunder, hoard, approach.unladen).walks()
    if not walks:
        return 0.0
    walks.sort(reverse=True)
    own = _shared_out(walks)
    spare = {place: brings for brings, place, _number in reversed(walks) if place not in own}
    return sum(own.values()) + SPARE * sum(spare.values())


def _shared_out(walks: Iterable[Walk]) -> dict[int, float]:
    """Return the number of each chosen walk, by index: in order, each model gets its own goal."""
    own, reached = dict[int, float](), set[int]()
    for first, place, number in walks:
        if place not in own and number not in reached:
            own[place] = first
            reached.add(number)
    return own


def _goals(game: Game, circle: Sequence[Model], standing: Sequence[Model]) -> list[tuple[float, Model | Token]]:
    """Return what a circle would like to stand beside, besides hoards, and its value."""
    scenario, strength = scenario_of(game), sum(each.die for each in circle) / len(circle)
    goals: list[tuple[float, Model | Token]] = []
    for model in standing:
        if not model.owner:
            if points := LURE * sooner(model) * promised(game, model):
                odds = min(1.0, strength / model.die)
                goals.append((points * odds * odds, model))
            elif model.kind in scenario.errands:
                goals.append((ERRAND * errand(scenario), model))
    goals += [(float(PRIZES[token.type]), token) for token in game.unclaimed() if token.type in PRIZES]
    return goals

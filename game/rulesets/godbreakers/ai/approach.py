"""The value of being near goals. Each model has a goal of its own, and the best goals are assigned first."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.bounties import bounty, errand
from game.rulesets.godbreakers.ai.lives import PRIZES
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token

NEARNESS: Final = 0.47
"""The share of a goal's value that counts for a model beside it. The share falls with the distance."""
FAR: Final = 22.0
"""The distance in inches from which a goal counts for nothing."""
SPARE: Final = 0.3
"""The share that counts for a model whose goals all belong to other models."""
LURE: Final = 0.42
"""The share of a bounty that counts for a goal."""
ERRAND: Final = 2.4
"""The factor for the value of an errand. It is above 1 because a circle can run many errands."""

Walk = tuple[float, int, int]
"""The value of a model near a goal: VP, the index of the model in its circle, the number of the goal."""


class Goal(NamedTuple):
    """Something worth being near, with its VP. `walkers` could gain the VP; they have their index in the circle."""

    number: int
    points: float
    piece: Model | Marker | Token
    walkers: Sequence[tuple[int, Model]]

    def walks(self) -> Iterable[Walk]:
        """Yield the value of this goal for each walker that is not too far away."""
        x, y, radius, points = self.piece.x, self.piece.y, self.piece.radius + 1.0, NEARNESS * self.points
        for index, model in self.walkers:
            away = math.hypot(model.x - x, model.y - y) - model.radius - radius
            if away < FAR:
                yield (points * (1.0 - away / FAR) if away > 0.0 else points, index, self.number)


class Approach(NamedTuple):
    """A circle's walks to goals other than hoards. `fixed` walks do not depend on the moving model, `goals` do."""

    fixed: list[Walk]
    goals: list[Goal]
    unladen: list[tuple[int, Model]]
    """The models, with their index, that carry nothing and could fetch a token."""


def approach_of(
    game: Game, circle: Sequence[Model], laden: Container[str], standing: Sequence[Model], moving: Model | None
) -> Approach:
    """Return the walks of a circle. `laden` are the ids of models that carry a token, `moving` is the moving model."""
    members = list(enumerate(circle))
    unladen = [(index, model) for index, model in members if model.id not in laden]
    fixed, goals = list[Walk](), list[Goal]()
    for number, (points, piece) in enumerate(_goals(game, circle, standing)):
        walkers = unladen if isinstance(piece, Token) else members
        changing = [walker for walker in walkers if piece is moving or walker[1] is moving]
        fixed += Goal(number, points, piece, [walker for walker in walkers if walker not in changing]).walks()
        goals += [Goal(number, points, piece, changing)] if changing else []
    return Approach(fixed, goals, unladen)


def nearness(approach: Approach, hoards: Sequence[Marker], plunder: float) -> float:
    """Return the value of a circle's walks in VP. `hoards` are those it does not hold, each worth `plunder`."""
    walks = [*approach.fixed]
    for goal in approach.goals:
        walks += goal.walks()
    for number, hoard in enumerate(hoards, -len(hoards)):
        walks += Goal(number, plunder, hoard, approach.unladen).walks()
    if not walks:
        return 0.0
    walks.sort(reverse=True)
    own = _assign_goals(walks)
    spare = {index: points for points, index, _number in reversed(walks) if index not in own}
    return sum(own.values()) + SPARE * sum(spare.values())


def _assign_goals(walks: Iterable[Walk]) -> dict[int, float]:
    """Give each model a goal of its own, in the order of `walks`; return the values by the model's index."""
    own, assigned = dict[int, float](), set[int]()
    for points, index, number in walks:
        if index not in own and number not in assigned:
            own[index] = points
            assigned.add(number)
    return own


def _goals(game: Game, circle: Sequence[Model], standing: Sequence[Model]) -> list[tuple[float, Model | Token]]:
    """Return the goals of a circle other than hoards, each with its value in VP."""
    scenario, strength = scenario_of(game), sum(model.die for model in circle) / len(circle)
    goals: list[tuple[float, Model | Token]] = []
    for model in standing:
        if not model.owner:
            if points := bounty(game, model):
                odds = min(1.0, strength / model.die)
                goals.append((LURE * points * odds * odds, model))
            elif model.kind in scenario.errands:
                goals.append((ERRAND * errand(scenario), model))
    goals += [(float(PRIZES[token.type]), token) for token in game.unclaimed() if token.type in PRIZES]
    return goals

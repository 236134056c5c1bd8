"""What a position is worth as it stands: points, markers held, lives, and how near they are to what can be had.

No later round counts here, and of what others may do in this one only whom they can reach.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.beasts import fall
from game.rulesets.godbreakers.ai.bounties import awaiting
from game.rulesets.godbreakers.ai.lives import CARRIED, ascended, prizes, ward
from game.rulesets.godbreakers.ai.muster import WARY, still_to_act, survival
from game.rulesets.godbreakers.ai.position import VICTORY, best_rival
from game.rulesets.godbreakers.ai.presence import control, counts_for
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.state import Marker, Model

LIFE: Final = 1.0
"""VP that every godbreaker counts for."""
HOARD: Final = 1.5
"""VP of holding a hoard."""
PULL: Final = 0.03
"""VP lost per inch from a godbreaker to what it would stand beside."""


class Scene(NamedTuple):
    """Who stands where: the chance of each to survive recovery, who touches which marker, and those still to act with
    the inches from their middles in which they can strike."""

    standing: list[Model]
    safe: Mapping[str, float]
    around: list[tuple[Marker, list[Model]]]
    strikers: list[tuple[Model, float]]


def present_worth(game: Game, player: str) -> float:
    """Return the VP by which a player leads the best rival in a game as it stands; solo, the VP it has."""
    standing = game.standing()
    scene = Scene(
        standing,
        survival(game, standing),
        [(each, [*game.touching(each, standing)]) for each in game.lying()],
        still_to_act(game, standing),
    )
    return _had(game, player, scene) - best_rival(game, player, lambda rival: _had(game, rival, scene))


def _had(game: Game, player: str, scene: Scene) -> float:
    """Return the VP that a player has, and that its models and the markers that it holds count for."""
    if player in game.state.lost or not game.circle(player):
        return -VICTORY / 2
    total, carried = game.state.vp[player] + ascended(game, player), prizes(game)
    wanted: list[Model | Marker] = []
    for marker, touching in scene.around:
        points = marker_worth(player, marker) or (HOARD if marker.kind == "hoard" else 0.0)
        if points:
            total += points * control(player, tuple((counts_for(each), scene.safe[each.id]) for each in touching))
            wanted.append(marker)
    wanted += awaiting(game, scene.standing)
    places = [(each.x, each.y, each.radius) for each in (*wanted, *game.unclaimed())]
    for model in scene.standing:
        if model.owner == player and model.godbreaker:
            total += _endures(model, scene) * (LIFE + CARRIED * carried.get(model.id, 0))
            total -= PULL * _apart(model, places)
        elif model.owner == player:
            total += scene.safe[model.id] * ward(game, model)
    return total


def _endures(model: Model, scene: Scene) -> float:
    """Return the chance of a model to survive this round, of whose rivals some can reach it."""
    safe = scene.safe[model.id]
    for foe, reach in scene.strikers:
        if foe.owner != model.owner and math.hypot(foe.x - model.x, foe.y - model.y) < reach + model.radius:
            safe *= 1.0 - WARY * fall(foe.die, model.die, model.damage)
    return safe


def _apart(model: Model, places: Sequence[tuple[float, float, float]]) -> float:
    """Return the inches from a model to the nearest of some pieces, given by their middles and radii."""
    gaps = (math.hypot(model.x - x, model.y - y) - model.radius - radius for x, y, radius in places)
    return max(0.0, min(gaps, default=0.0))

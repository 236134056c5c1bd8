"""What a position is worth as it stands: points, markers held, lives, and how near they are to what can be had.

No later round counts here, and of what others may do in this one only whom they can reach.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.approach import shared_out
from game.rulesets.godbreakers.ai.beasts import fall
from game.rulesets.godbreakers.ai.bounties import awaiting
from game.rulesets.godbreakers.ai.lives import CARRIED, ascended, prizes, ward
from game.rulesets.godbreakers.ai.muster import WARY, still_to_act, survival, wards
from game.rulesets.godbreakers.ai.position import VICTORY, best_rival
from game.rulesets.godbreakers.ai.presence import control, counts_for
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.state import Marker, Model, Token

LIFE: Final = 1.0
"""VP that every godbreaker counts for."""
HOARD: Final = 1.5
"""VP of holding a hoard."""
HELD: Final = 0.5
"""The chance to control a marker from which on no others are wanted there."""
PULL: Final = 0.03
"""VP lost per inch from a godbreaker to what it would stand beside: another thing than the others, if there is one."""

Goal = Model | Marker | Token


class Scene(NamedTuple):
    """Who stands where: the chance of each to survive recovery, who touches which marker, those still to act with the
    inches from their middles in which they can strike, the prizes that are carried, and what else can be had."""

    standing: list[Model]
    safe: Mapping[str, float]
    around: list[tuple[Marker, list[Model]]]
    strikers: list[tuple[Model, float]]
    carried: Mapping[str, int]
    errands: list[Goal]


def present_worth(game: Game, player: str) -> float:
    """Return the VP by which a player leads the best rival in a game as it stands; solo, the VP it has."""
    standing = game.standing()
    scene = Scene(
        standing,
        survival(game, standing),
        [(each, [*game.touching(each, standing)]) for each in game.lying()],
        still_to_act(game, standing),
        prizes(game),
        [*awaiting(game, standing), *game.unclaimed()],
    )
    return _had(game, player, scene) - best_rival(game, player, lambda rival: _had(game, rival, scene))


def _had(game: Game, player: str, scene: Scene) -> float:
    """Return the VP that a player has, and that its models and the markers that it holds count for."""
    circle = game.circle(player)
    if player in game.state.lost or not circle:
        return -VICTORY / 2
    total = game.state.vp[player] + ascended(game, player)
    had, wanted = list[Goal](), [*scene.errands]
    for marker, touching in scene.around:
        points = marker_worth(player, marker) or (HOARD if marker.kind == "hoard" else 0.0)
        if points:
            held = control(player, tuple((counts_for(each), scene.safe[each.id]) for each in touching))
            total += points * held
            (had if held > HELD else wanted).append(marker)
    for model in circle:
        total += _endures(model, scene) * (LIFE + CARRIED * scene.carried.get(model.id, 0))
    for model in wards(game, player, scene.standing):
        total += scene.safe[model.id] * ward(game, model)
    return total - PULL * _apart(circle, wanted, had)


def _endures(model: Model, scene: Scene) -> float:
    """Return the chance of a model to survive this round, of whose rivals some can reach it."""
    safe = scene.safe[model.id]
    for foe, reach in scene.strikers:
        if foe.owner != model.owner and math.hypot(foe.x - model.x, foe.y - model.y) < reach + model.radius:
            safe *= 1.0 - WARY * fall(foe.die, model.die, model.damage)
    return safe


def _apart(circle: Sequence[Model], wanted: Sequence[Goal], had: Sequence[Goal]) -> float:
    """Return the inches from models to what they would stand beside: each to its own, the nearest first.

    Those for whom none is left go where somebody is still wanted, if there is such a place, else to the nearest.
    """
    walks = sorted(
        (max(0.0, math.hypot(model.x - goal.x, model.y - goal.y) - model.radius - goal.radius), place, number)
        for place, model in enumerate(circle)
        for number, goal in enumerate((*wanted, *had))
    )
    inches = shared_out(walks)
    for gap, place, number in walks:
        if number < len(wanted) or not wanted:
            inches.setdefault(place, gap)
    return sum(inches.values())

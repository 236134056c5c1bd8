"""What a whole position is worth to a player: points scored and to come, lives, tokens, ground, threats, tempo."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from game.engine.core.odds import die, single_highest
from game.rulesets.godbreakers.odds.odds import casualty_odds
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.wild.cast import TREASURE, TREASURE_VP, TROPHY, TROPHY_VP
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches

LIFE: Final = {6: 2.0, 8: 2.6, 10: 3.2, 12: 3.8}
"""Value in VP of a godbreaker by its die."""
PRIZES: Final = {TREASURE: TREASURE_VP, TROPHY: TROPHY_VP}
"""VP at the end for each godbreaker that carries such a token."""
KEPT: Final = 0.9
"""The part of the points of a marker held now that this round's end brings."""
LATER: Final = 0.45
"""The same for each round after this one."""
NEARNESS: Final = 0.45
"""The part of what can be had that counts as had beside it."""
FAR: Final = 22.0
"""Inches from which it counts for nothing."""
SPARE: Final = 0.3
"""The same for a model whose goal another one is nearer to."""
HOARD: Final = 4.0
"""VP of a hoard that can be plundered."""
CREDITED: Final = 0.8
"""The part of a bounty that one can count on."""
TEMPO: Final = 0.1
"""VP of an activation still to come this round."""
FEAR: Final = 0.5
"""The part of a threatened life that counts as lost."""
VICTORY: Final = 60.0
"""VP that winning counts for when the game is over."""


def worth(game: Game, player: str) -> float:
    """Return the VP by which a player may expect to lead the best rival at the end; solo, the VP it may expect."""
    result = game.state.result
    if result is not None:
        won = (player in result.winners) / max(1, len(result.winners))
        return VICTORY * (2 * won - 1) + game.state.vp[player] - _best_rival(game, player, game.state.vp.__getitem__)
    return value(game, player) - _best_rival(game, player, lambda rival: value(game, rival))


def acting(game: Game) -> tuple[int, str] | None:
    """Return the activation in progress: the round, and the id of the active model."""
    return (game.state.round, game.state.active) if game.state.active else None


def _best_rival(game: Game, player: str, points: Callable[[str], float]) -> float:
    return max((points(other) for other in game.setup.players if other != player), default=0.0)


def value(game: Game, player: str) -> float:
    """Return the VP that a player may expect at the end."""
    circle = game.circle(player)
    if player in game.state.lost or not circle:
        return -VICTORY / 2
    markers = [marker for marker in game.lying() if marker_worth(player, marker) or marker.kind == "hoard"]
    held = [marker for marker in markers if game.controls(player, marker)]
    total = game.state.vp[player] + sum(_income(game, player, marker) for marker in held)
    return total + _lives(game, circle) + _quarry(game, player) + _approach(game, player, circle, markers, held)


def _income(game: Game, player: str, marker: Marker) -> float:
    points = marker_worth(player, marker)
    later = game.state.rounds - game.state.round
    return points * (KEPT + LATER * later) if points else HOARD * (later > 0)


def _lives(game: Game, circle: list[Model]) -> float:
    """Return what a circle's models add: lives and prizes, as far as they survive, and activations still to come."""
    strikers = [
        (foe.x, foe.y, foe.radius + _strike(game, foe) + 1.0, foe.die)
        for foe in game.hostiles(circle[0])
        if not foe.activated and foe.id != game.state.active
    ]
    total = 0.0
    for model in circle:
        worst = float(casualty_odds(game, model, model.damage)) if model.damage else 0.0
        for x, y, reach, sides in strikers:
            if math.hypot(x - model.x, y - model.y) < reach + model.radius:
                worst = max(worst, FEAR * _fall(sides, model.die, model.damage))
        total += stake(game, model) * (1.0 - worst) + TEMPO * (not model.activated)
    return total


def stake(game: Game, model: Model) -> float:
    """Return the VP that its side loses with a godbreaker: its life, and the prize it carries; a little for others."""
    life = LIFE[model.die] * (1.0 if model.godbreaker else 0.3) * (1.2 if model.leader else 1.0)
    if not game.state.tokens or not model.godbreaker:
        return life
    return life + prize(game, model)


def prize(game: Game, model: Model) -> int:
    """Return the VP at the end for what a model carries."""
    return max((PRIZES.get(token.type, 0) for token in game.tokens_of(model)), default=0)


def bounty(game: Game, model: Model) -> float:
    """Return the VP that the fall of a wild model brings to the circle closest to it."""
    return 0.0 if model.owner else scenario_of(game).bounties.get(model.kind, 0) * CREDITED


def _quarry(game: Game, player: str) -> float:
    """Return the VP to be expected for wild models that are hurt, as far as the player's model is the closest."""
    total = 0.0
    for model in game.standing():
        points = bounty(game, model) if model.damage else 0.0
        if points and _nearest_owner(game, model) == player:
            total += points * float(casualty_odds(game, model, model.damage))
    return total


def _nearest_owner(game: Game, model: Model) -> str:
    owned = [other for other in game.standing() if other.owner]
    return min(owned, key=lambda other: straight_inches(model, other)).owner if owned else ""


def _strike(game: Game, model: Model) -> float:
    """Return how far off a model may hurt somebody this round: one move, if it has two actions, and its reach."""
    return attack_range(game, model) + (movement_range(game, model) if model.godbreaker else 0)


@lru_cache(maxsize=4096)
def _fall(striker: int, struck: int, damage: int) -> float:
    """Return the chance that an engage with `striker` removes a model with a die and so much damage at recovery."""
    contest, roll = single_highest((die(striker), die(struck))), die(struck)
    margins = enumerate(contest.margins[0][1].weights)
    return sum(cases * (1.0 - float(roll.at_least(damage + margin))) for margin, cases in margins) / contest.total


def _approach(game: Game, player: str, circle: list[Model], markers: list[Marker], held: list[Marker]) -> float:
    """Return what it is worth to a circle to be near what can be had, each model its own goal, the best first."""
    free = list(circle)
    for marker in held:
        if free:
            free.remove(min(free, key=lambda model: straight_inches(model, marker)))
    goals: list[tuple[float, Model | Marker | Token]] = [
        (_income(game, player, marker), marker) for marker in markers if marker not in held
    ]
    goals += [(each, model) for model in game.standing() if not model.owner and (each := bounty(game, model)) > 0]
    errands = scenario_of(game).errands
    if errands:
        goals += [(float(errands[model.kind]), model) for model in game.standing() if model.kind in errands]
    goals += [(float(PRIZES[token.type]), token) for token in game.unclaimed() if token.type in PRIZES]
    laden = {place for place, model in enumerate(free) if game.state.tokens and prize(game, model)}
    pairs = [
        (points * NEARNESS * max(0.0, 1.0 - max(0.0, straight_inches(model, goal) - 1.0) / FAR), place, number)
        for place, model in enumerate(free)
        for number, (points, goal) in enumerate(goals)
        if place not in laden or not (isinstance(goal, Token) or getattr(goal, "kind", "") == "hoard")
    ]
    total, gone, reached = 0.0, set[int](), set[int]()
    for worth_it, place, number in sorted(pairs, reverse=True):
        if place not in gone and number not in reached:
            gone.add(place)
            reached.add(number)
            total += worth_it
    spare = {place: worth_it for worth_it, place, _number in sorted(pairs) if place not in gone}
    return total + SPARE * sum(spare.values())

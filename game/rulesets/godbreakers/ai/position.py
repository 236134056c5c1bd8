"""What a whole position is worth to a player: points scored and to come, lives, tokens, ground, threats, tempo."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.engine.core.odds import die, single_highest
from game.rulesets.godbreakers.odds.odds import casualty_odds
from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.scenarios import Scenario, scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.wild.cast import TREASURE, TREASURE_VP, TROPHY, TROPHY_VP
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches

LIFE: Final = {6: 0.3, 8: 0.5, 10: 0.75, 12: 0.85}
"""VP that a godbreaker brings in a round, by its die."""
PRESENT: Final = 0.6
"""The rounds that this one counts for in the life of a model."""
LOSS: Final = 1.0
"""VP by which it is worse to lose a model than never to have had it: those it fought go free."""
ROUT: Final = 15.0
"""VP that it costs to lose the last model of a circle."""
PRIZES: Final = {TREASURE: TREASURE_VP, TROPHY: TROPHY_VP}
"""VP at the end for each godbreaker that carries such a token."""
CARRIED: Final = 0.85
"""The part of a prize that counts in the last round; in each round before, a little less."""
DROPPED: Final = 0.03
KEPT: Final = 0.92
"""The chance that a marker held now still is at the end of the round, if no enemy can come to it."""
CONTESTED: Final = 0.75
"""What each enemy that can come to it leaves of that chance."""
LATER: Final = {"objective": 0.8, "own": 0.5, "foe": 0.12}
"""The part of the points of a marker that each later round brings to a circle that has its surroundings to itself."""
CONTROL_SOON: Final = 0.3
"""The same for this round, if the marker is not held yet."""
NEAR: Final = 0.75
"""What a model just off a marker counts for there, beside one that touches it."""
AROUND: Final = 16.0
"""Inches from a marker from which a model counts for nothing there."""
NOBODY: Final = 0.5
"""What it takes to hold a marker that nobody disputes."""
NEARNESS: Final = 0.5
"""The part of what can be had that counts as had beside it."""
FAR: Final = 22.0
"""Inches from which it counts for nothing."""
SPARE: Final = 0.3
"""The same for a model whose goal another one is nearer to."""
HOARD: Final = 2.0
"""VP of holding a hoard, as long as there is time to plunder it, and for each model that carries nothing yet."""
UNLADEN: Final = 0.6
CREDITED: Final = 0.8
"""The part of a bounty that one can count on."""
ERRAND: Final = 2.5
"""How often what an errand is expected to bring counts, half of it away by `NEARNESS`: there are more of its kind."""
PASSED: Final = 0.55
"""The chance to pass a test that counts for errands still to come."""
TEMPO: Final = 0.1
"""VP of an activation still to come this round."""
FEAR: Final = 0.15
"""How likely an enemy that can strike a model is to do so."""
COWARDLY: Final = 6
"""The die up to which wild models do not look for a fight (G-SIDE-5)."""
STRUCK, STALKED = 0.85, 0.4
"""How likely a wild model strikes the closest one, if it is in its reach already, and if it has to come first."""
VICTORY: Final = 60.0
"""VP that winning counts for when the game is over."""


def worth(game: Game, player: str) -> float:
    """Return the VP by which a player may expect to lead the best rival at the end; solo, the VP it may expect."""
    result = game.state.result
    if result is not None:
        won = (player in result.winners) / max(1, len(result.winners))
        return VICTORY * (2 * won - 1) + game.state.vp[player] - _best_rival(game, player, game.state.vp.__getitem__)
    standing = game.standing()
    around = [_presence(game, marker, standing) for marker in game.lying()]
    return value(game, player, around) - _best_rival(game, player, lambda rival: value(game, rival, around))


def acting(game: Game) -> tuple[int, str] | None:
    """Return the activation in progress: the round, and the id of the active model."""
    return (game.state.round, game.state.active) if game.state.active else None


def _best_rival(game: Game, player: str, points: Callable[[str], float]) -> float:
    return max((points(other) for other in game.setup.players if other != player), default=0.0)


class Presence(NamedTuple):
    """Who is at a marker and near it: who controls it, and what the models of each side count for there."""

    marker: Marker
    holder: str
    sides: dict[str, float]

    def share(self, player: str) -> float:
        """Return the part that a player has in what is going on there."""
        own = self.sides.get(player, 0.0)
        return own / (sum(self.sides.values()) + NOBODY)


def _presence(game: Game, marker: Marker, standing: Sequence[Model]) -> Presence:
    sides, touching, everybody = dict[str, float](), Counter[str](), 0
    x, y, radius = marker.x, marker.y, marker.radius
    for model in standing:
        gap = math.hypot(model.x - x, model.y - y) - model.radius - radius
        if gap < ADJACENT and game.within(model, marker, 0):
            everybody += 1
            touching[model.owner] += model.godbreaker
            sides[model.owner] = sides.get(model.owner, 0.0) + 1.0
        elif model.godbreaker and gap < AROUND:
            sides[model.owner] = sides.get(model.owner, 0.0) + NEAR * (1.0 - (gap if gap > 0.0 else 0.0) / AROUND)
    holder = next((owner for owner, number in touching.items() if owner and 2 * number > everybody), "")
    return Presence(marker, holder, sides)


def value(game: Game, player: str, around: Sequence[Presence]) -> float:
    """Return the VP that a player may expect at the end."""
    circle = game.circle(player)
    if player in game.state.lost or not circle:
        return -VICTORY / 2
    foes = game.hostiles(circle[0])
    total = game.state.vp[player] + sum(_income(game, player, each, foes) for each in around)
    return total + _lives(game, circle, foes) + _quarry(game, player) + _approach(game, player, circle, around)


def _later(game: Game) -> int:
    return game.state.rounds - game.state.round


def _income(game: Game, player: str, presence: Presence, foes: list[Model]) -> float:
    """Return the VP that a marker may still bring: this round, if it is held, and in later ones."""
    marker = presence.marker
    points, share = marker_worth(player, marker), presence.share(player)
    if not points:
        hoards = marker.kind == "hoard" and presence.holder == player and _later(game) > 0
        return hoards * (HOARD + UNLADEN * sum(not prize(game, model) for model in game.circle(player)))
    kind = marker.kind if marker.kind == "objective" else "own" if marker.owner == player else "foe"
    now = _kept(game, marker, foes) if presence.holder == player else CONTROL_SOON * share
    return points * (now + LATER[kind] * _later(game) * share)


def _kept(game: Game, marker: Marker, foes: list[Model]) -> float:
    """Return the chance that a marker held now is held at the end of the round: enemies still to act may contest it."""
    chance = KEPT
    for foe in foes:
        if not foe.activated and foe.id != game.state.active and straight_inches(foe, marker) < foe.die + 2.0:
            chance *= CONTESTED
    return chance


def _lives(game: Game, circle: list[Model], foes: list[Model]) -> float:
    """Return what a circle's models add: lives and prizes, as far as they survive, and activations still to come."""
    strikers = [
        (foe.x, foe.y, foe.radius + _strike(game, foe) + 1.0, foe.die)
        for foe in foes
        if foe.owner and foe.id != game.state.active and not foe.activated
    ]
    hunted = _hunted(game)
    total, rout = 0.0, ROUT
    for model in circle:
        safe = 1.0 - (float(casualty_odds(game, model, model.damage)) if model.damage else 0.0)
        for x, y, reach, sides in strikers:
            if math.hypot(x - model.x, y - model.y) < reach + model.radius:
                safe *= 1.0 - FEAR * _fall(sides, model.die, model.damage)
        for beast, chance in hunted.get(model.id, ()):
            safe *= 1.0 - chance * _fall(beast.die, model.die, model.damage)
        worst = 1.0 - safe
        kept = stake(game, model)
        total += kept - worst * (kept + LOSS) + TEMPO * (not model.activated)
        rout *= worst
    return total - rout


def _hunted(game: Game) -> dict[str, list[tuple[Model, float]]]:
    """Return by model the wild ones to which it is the closest, each with the chance that it strikes soon."""
    standing = game.standing()
    owned = [model for model in standing if model.owner]
    found: dict[str, list[tuple[Model, float]]] = {}
    for beast in standing:
        if beast.owner or beast.die <= COWARDLY or not owned:
            continue
        gap, victim = min(((straight_inches(beast, model), model) for model in owned), key=lambda each: each[0])
        reach = attack_range(game, beast) + 1.0
        if gap < reach and not beast.activated:
            found.setdefault(victim.id, []).append((beast, STRUCK))
        elif gap < reach + movement_range(game, beast):
            found.setdefault(victim.id, []).append((beast, STALKED))
    return found


def stake(game: Game, model: Model) -> float:
    """Return the VP that its side loses with a godbreaker: its life, and the prize it carries; a little for others."""
    life = LIFE[model.die] * (PRESENT + _later(game)) * (1.0 if model.godbreaker else 0.3)
    if not game.state.tokens or not model.godbreaker:
        return life
    return life + prize(game, model) * (CARRIED - DROPPED * _later(game))


def prize(game: Game, model: Model) -> int:
    """Return the VP at the end for what a model carries."""
    if not game.state.tokens:
        return 0
    return max((PRIZES.get(token.type, 0) for token in game.tokens_of(model)), default=0)


def bounty(game: Game, model: Model) -> float:
    """Return the VP that the fall of a wild model brings to the circle closest to it."""
    return 0.0 if model.owner else scenario_of(game).bounties.get(model.kind, 0) * CREDITED


def errand(scenario: Scenario) -> float:
    """Return the VP that an action of a scenario beside an unaligned model is expected to bring."""
    found = (PASSED * success + (1.0 - PASSED) * failure for success, failure in (a.stakes for a in scenario.actions()))
    return max(found, default=0.0)


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
    """Return how far off a model may hurt somebody soon: one move and its reach."""
    return attack_range(game, model) + movement_range(game, model)


@lru_cache(maxsize=4096)
def _fall(striker: int, struck: int, damage: int) -> float:
    """Return the chance that an engage with `striker` removes a model with a die and so much damage at recovery."""
    contest, roll = single_highest((die(striker), die(struck))), die(struck)
    margins = enumerate(contest.margins[0][1].weights)
    return sum(cases * (1.0 - float(roll.at_least(damage + margin))) for margin, cases in margins) / contest.total


def _approach(game: Game, player: str, circle: list[Model], around: Sequence[Presence]) -> float:
    """Return what it is worth to a circle to be near what can be had, each model its own goal, the best first."""
    goals: list[tuple[float, Model | Marker | Token]] = [
        (HOARD + UNLADEN * len(circle), each.marker)
        for each in around
        if each.marker.kind == "hoard" and each.holder != player and _later(game)
    ]
    scenario = scenario_of(game)
    for model in game.standing():
        if not model.owner:
            if points := bounty(game, model):
                odds = min(1.0, sum(each.die for each in circle) / len(circle) / model.die)
                goals.append((points * odds * odds, model))
            elif model.kind in scenario.errands:
                goals.append((ERRAND * errand(scenario), model))
    goals += [(float(PRIZES[token.type]), token) for token in game.unclaimed() if token.type in PRIZES]
    if not goals:
        return 0.0
    laden = {place for place, model in enumerate(circle) if game.state.tokens and prize(game, model)}
    pairs: list[tuple[float, int, int]] = []
    for number, (points, goal) in enumerate(goals):
        x, y, radius = goal.x, goal.y, goal.radius + 1.0
        carried = isinstance(goal, Token) or goal.kind == "hoard"
        for place, model in enumerate(circle):
            if not carried or place not in laden:
                away = math.hypot(model.x - x, model.y - y) - model.radius - radius
                near = 1.0 - away / FAR if away > 0.0 else 1.0
                pairs.append((points * NEARNESS * max(0.0, near), place, number))
    total, gone, reached = 0.0, set[int](), set[int]()
    for worth_it, place, number in sorted(pairs, reverse=True):
        if place not in gone and number not in reached:
            gone.add(place)
            reached.add(number)
            total += worth_it
    spare = {place: worth_it for worth_it, place, _number in sorted(pairs) if place not in gone}
    return total + SPARE * sum(spare.values())

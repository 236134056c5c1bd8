"""What a whole position is worth to a player: points scored and to come, lives, tokens, ground, threats, tempo."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.beasts import Strike, fall, strikes
from game.rulesets.godbreakers.ai.bounties import errand, falling, promised, quarry, sooner
from game.rulesets.godbreakers.ai.presence import Presence, control, figure, presence
from game.rulesets.godbreakers.odds.odds import casualty_odds
from game.rulesets.godbreakers.rules.game import ADJACENT, Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.wild.cast import TREASURE, TREASURE_VP, TROPHY, TROPHY_VP
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches

LIFE: Final = {6: 0.33, 8: 0.57, 10: 0.68, 12: 0.72}
"""VP that a godbreaker brings in a later round, by its die."""
PRESENT: Final = {6: 0.65, 8: 0.6, 10: 0.65, 12: 0.65}
"""The same for the rest of this round, and for what it keeps others from."""
FINAL: Final = 0.25
"""The part of it that counts in the last round."""
TAME: Final = 0.3
"""How much the life of a model counts that is no godbreaker."""
LASTING: Final = {6: 0.5, 8: 0.3, 10: 0.15, 12: 0.0}
"""What a life counts for besides in each later round, by its die, beyond the next fight: small dice rise and recover by
Triumphs the more often, and the largest ascends."""
ROUT: Final = 20.0
"""VP that it costs to lose the last model of a circle, besides the lead that is lost with it."""
BEHIND: Final = 10.0
"""The least that it costs, however far behind."""
SURVIVES: Final = 0.78
"""The chance of a godbreaker to survive a later round, where it is a matter of the whole circle."""
PRIZES: Final = {TREASURE: TREASURE_VP, TROPHY: TROPHY_VP}
"""VP at the end for each godbreaker that carries such a token."""
CARRIED: Final = 0.85
"""The part of a prize that counts in the last round; in each round before, a little less."""
DROPPED: Final = 0.09
KEPT: Final = 0.92
"""The chance that a marker held now still is at the end of the round, if no enemy can come to it."""
CONTESTED: Final = 0.9
"""What each enemy that can come to it leaves of that chance."""
LATER: Final = {"objective": 0.47, "own": 0.22, "foe": 0.09}
"""The part of the points of a marker that each later round brings to a circle that has its surroundings to itself."""
HELD: Final = {"objective": 0.22, "own": 0.0, "foe": 0.08}
"""What is added to it if the circle holds the marker already."""
CONTROL_SOON: Final = 0.22
"""The part of the points that this round brings to such a circle, if it does not hold the marker yet."""
NEARNESS: Final = 0.47
"""The part of what can be had that counts as had beside it."""
FAR: Final = 22.0
"""Inches from which it counts for nothing."""
SPARE: Final = 0.3
"""The same for a model whose goal another one is nearer to."""
HOARD: Final = 1.4
"""VP of holding a hoard, as long as there is time to plunder it in a later round, and for each model that carries
nothing yet: less than what it would carry counts for, or it would never plunder."""
UNLADEN: Final = 0.7
LAST_CHANCE: Final = 2.5
"""The same in the last round for each such model that is still to act."""
LURE: Final = 0.42
"""The same for one that is as it was, beside it."""
ERRAND: Final = 2.4
"""How often what an errand is expected to bring counts, half of it away by `NEARNESS`: there are more of its kind."""
TEMPO: Final = 0.05
"""VP of an activation still to come this round."""
FEAR: Final = 0.17
"""How likely an enemy that can strike a model is to do so."""
COVETED: Final = 0.25
"""The same for one that carries a prize."""
VICTORY: Final = 60.0
"""VP that winning counts for when the game is over."""


def worth(game: Game, player: str) -> float:
    """Return the VP by which a player may expect to lead the best rival at the end; solo, the VP it may expect."""
    result = game.state.result
    if result is not None:
        won = (player in result.winners) / max(1, len(result.winners))
        return VICTORY * (2 * won - 1) + game.state.vp[player] - _best_rival(game, player, game.state.vp.__getitem__)
    outlook = _outlook(game)
    return value(game, player, outlook) - _best_rival(game, player, lambda rival: value(game, rival, outlook))


def acting(game: Game) -> tuple[int, str] | None:
    """Return the activation in progress: the round, and the id of the active model."""
    return (game.state.round, game.state.active) if game.state.active else None


def _best_rival(game: Game, player: str, points: Callable[[str], float]) -> float:
    return max((points(other) for other in game.setup.players if other != player), default=0.0)


class Outlook(NamedTuple):
    """What the sides of a game have in common: who stands, who survives recovery, who is where, whom wild ones hunt."""

    standing: list[Model]
    safe: dict[str, float]
    around: list[Presence]
    hunted: list[Strike]
    falling: list[tuple[Model, float]]
    strikes: dict[str, float]
    prizes: dict[str, int]


def _waiting(game: Game, models: Sequence[Model]) -> list[Model]:
    """Return the models of players that are still to act this round."""
    return [each for each in models if each.owner and not each.activated and each.id != game.state.active]


def _outlook(game: Game) -> Outlook:
    standing = game.standing()
    safe = {each.id: _survives(game, each) if each.damage else 1.0 for each in standing}
    figures = [figure(game, each, safe[each.id]) for each in standing]
    around = [presence(game, marker, figures) for marker in game.lying()]
    waiting = _waiting(game, standing)
    reaches = {each.id: _strike(game, each) for each in waiting}
    hunted = strikes(game, standing, len(waiting))
    return Outlook(standing, safe, around, hunted, falling(game, standing, safe, hunted), reaches, _prizes(game))


def value(game: Game, player: str, outlook: Outlook) -> float:
    """Return the VP that a player may expect at the end."""
    circle = game.circle(player)
    if player in game.state.lost or not circle:
        return -VICTORY / 2
    foes = game.hostiles(circle[0])
    plunder = _plunder(game, circle, outlook)
    total = (
        game.state.vp[player]
        + _ascended(game, player)
        + sum([_income(game, player, each, foes, plunder) for each in outlook.around])
    )
    return (
        total
        + _lives(game, circle, foes, outlook)
        + quarry(player, outlook.standing, outlook.falling, calm=not outlook.strikes)
        + _approach(game, player, circle, outlook)
    )


def _later(game: Game) -> int:
    return game.state.rounds - game.state.round


def _income(game: Game, player: str, there: Presence, foes: list[Model], plunder: float) -> float:
    """Return the VP that a marker may still bring: this round, if it is held, and in later ones."""
    marker = there.marker
    points, held = marker_worth(player, marker), there.chances.get(player, 0.0)
    if not points:
        return held * plunder if marker.kind == "hoard" and held else 0.0
    kind, share = _kind(player, marker), there.share(player)
    now = CONTROL_SOON * share if player in there.coming else 0.0
    if held:
        now = held * _kept(game, marker, foes) + (1.0 - held) * now
    return points * (now + _later(game) * (LATER[kind] * share + HELD[kind] * held))


def _plunder(game: Game, circle: Sequence[Model], outlook: Outlook) -> float:
    """Return the VP to be expected of a hoard that a circle holds."""
    unladen = [model for model in circle if not outlook.prizes.get(model.id)]
    if _later(game):
        return HOARD + UNLADEN * len(unladen)
    return LAST_CHANCE * sum(not model.activated for model in unladen)


def _kind(player: str, marker: Marker) -> str:
    return marker.kind if marker.kind == "objective" else "own" if marker.owner == player else "foe"


def _kept(game: Game, marker: Marker, foes: list[Model]) -> float:
    """Return the chance that a marker held now is held at the end of the round: enemies still to act may contest it."""
    chance, x, y = KEPT, marker.x, marker.y
    for foe in foes:
        waits = not foe.activated and foe.id != game.state.active
        if waits and math.hypot(foe.x - x, foe.y - y) - foe.radius - marker.radius < foe.die + 2.0:
            chance *= CONTESTED
    return chance


def _lives(game: Game, circle: list[Model], foes: list[Model], outlook: Outlook) -> float:
    """Return what a circle's models add: lives and prizes, as far as they survive, and activations still to come."""
    strikers = [(foe.x, foe.y, foe.radius + outlook.strikes[foe.id] + 1.0, foe.die) for foe in _waiting(game, foes)]
    total, rout, lasting = 0.0, _rout(game, circle[0].owner), _lasts(game)
    for model in circle:
        laden = outlook.prizes.get(model.id, 0)
        safe, fear = outlook.safe[model.id], COVETED if laden else FEAR
        for x, y, reach, sides in strikers:
            if math.hypot(x - model.x, y - model.y) < reach + model.radius:
                safe *= 1.0 - fear * fall(sides, model.die, model.damage)
        for strike in outlook.hunted:
            if strike.victim is model:
                safe *= 1.0 - strike.chance
        total += safe * (stake(game, model, laden) + _lasting(game, model)) + TEMPO * (not model.activated)
        rout *= 1.0 - safe * lasting
    return total - rout


def _lasting(game: Game, model: Model) -> float:
    return LASTING[model.die] * _later(game) if model.godbreaker else 0.0


def needed(game: Game, model: Model) -> float:
    """Return the VP that a godbreaker's life is worth besides its stake: in the long run, and against a rout."""
    if not model.godbreaker:
        return 0.0
    lasting = _lasts(game)
    others = [each for each in game.circle(model.owner) if each is not model]
    alone = math.prod(1.0 - lasting * _survives(game, each) for each in others)
    return _rout(game, model.owner) * lasting * alone + _lasting(game, model)


def departure(game: Game, model: Model) -> float:
    """Return the VP by which a godbreaker's side falls if it ascends: its life is gone, but its prize is safe."""
    carried = prize(game, model)
    return stake(game, model) + needed(game, model) - carried


def _lasts(game: Game) -> float:
    """Return the chance of a godbreaker without damage to survive what is left of this round, and the later ones."""
    standing = game.standing()
    part = sum(not each.activated for each in standing) / len(standing) if standing else 0.0
    return float(SURVIVES ** (_later(game) + part))


def _rout(game: Game, player: str) -> float:
    """Return the VP that a rout costs a circle: whoever leads has the more to lose."""
    vp = game.state.vp
    lead = vp[player] + _ascended(game, player) - max((vp[each] for each in vp if each != player), default=0)
    return max(BEHIND, ROUT + lead)


def _ascended(game: Game, player: str) -> float:
    """Return the VP at the end for what those who ascended have taken with them (G-ROLL-6)."""
    if not game.state.tokens:
        return 0.0
    gone = (each for each in game.state.models.values() if each.place == "ascended" and each.owner == player)
    return sum(prize(game, each) for each in gone)


def stake(game: Game, model: Model, laden: int | None = None) -> float:
    """Return the VP that its side loses with a godbreaker: its life, and the prize it carries; a little for others.

    `laden` is the prize, where it is known.
    """
    later = _later(game)
    life = PRESENT[model.die] + LIFE[model.die] * later if later else PRESENT[model.die] * FINAL
    life *= 1.0 if model.godbreaker else TAME
    if not game.state.tokens or not model.godbreaker:
        return life
    return life + (prize(game, model) if laden is None else laden) * (CARRIED - DROPPED * later)


def prize(game: Game, model: Model) -> int:
    """Return the VP at the end for what a model carries."""
    most, identity = 0, model.id
    for token in game.state.tokens.values():
        if token.holder == identity:
            most = max(most, PRIZES.get(token.type, 0))
    return most


def _prizes(game: Game) -> dict[str, int]:
    """Return the VP at the end for what each model carries that carries something, by its id."""
    found: dict[str, int] = {}
    for token in game.state.tokens.values():
        if token.holder and (points := PRIZES.get(token.type, 0)) > found.get(token.holder, 0):
            found[token.holder] = points
    return found


def ground(game: Game, player: str, model: Model) -> float:
    """Return by how many VP the lead of a player falls at the markers that a model stands at if it is removed."""
    total = 0.0
    for marker in game.lying():
        if straight_inches(model, marker) < ADJACENT and game.within(model, marker, 0):
            others = [
                each for each in game.standing() if each is not model and straight_inches(each, marker) < ADJACENT
            ]
            touching = tuple([(_counts_for(each), _survives(game, each)) for each in game.touching(marker, others)])
            present = (*touching, (_counts_for(model), _survives(game, model)))
            for each in game.setup.players:
                fall = control(each, present) - control(each, touching)
                total += marker_worth(each, marker) * fall * (1.0 if each == player else -1.0)
    return KEPT * total


def _counts_for(model: Model) -> str:
    return model.owner if model.godbreaker else ""


def _survives(game: Game, model: Model) -> float:
    return 1.0 - float(casualty_odds(game, model, model.damage)) if model.damage else 1.0


def _strike(game: Game, model: Model) -> float:
    """Return how far off a model may hurt somebody soon: one move and its reach."""
    return attack_range(game, model) + movement_range(game, model)


def _approach(game: Game, player: str, circle: list[Model], outlook: Outlook) -> float:
    """Return what it is worth to a circle to be near what can be had, each model its own goal, the best first."""
    goals: list[tuple[float, Model | Marker | Token]] = [
        (_plunder(game, circle, outlook), each.marker)
        for each in outlook.around
        if each.marker.kind == "hoard" and not each.chances.get(player)
    ]
    scenario = scenario_of(game)
    for model in outlook.standing:
        if not model.owner:
            if points := LURE * sooner(model) * promised(game, model):
                odds = min(1.0, sum(each.die for each in circle) / len(circle) / model.die)
                goals.append((points * odds * odds, model))
            elif model.kind in scenario.errands:
                goals.append((ERRAND * errand(scenario), model))
    goals += [(float(PRIZES[token.type]), token) for token in game.unclaimed() if token.type in PRIZES]
    if not goals:
        return 0.0
    walkers = [
        (place, model.x, model.y, model.radius, model.id in outlook.prizes) for place, model in enumerate(circle)
    ]
    pairs: list[tuple[float, int, int]] = []
    for number, (points, goal) in enumerate(goals):
        x, y, radius, points = goal.x, goal.y, goal.radius + 1.0, NEARNESS * points
        carried = isinstance(goal, Token) or goal.kind == "hoard"
        for place, own_x, own_y, own_radius, laden in walkers:
            if not (carried and laden):
                away = math.hypot(own_x - x, own_y - y) - own_radius - radius
                if away < FAR:
                    pairs.append((points * (1.0 - away / FAR) if away > 0.0 else points, place, number))
    total, gone, reached = 0.0, set[int](), set[int]()
    for worth_it, place, number in sorted(pairs, reverse=True):
        if place not in gone and number not in reached:
            gone.add(place)
            reached.add(number)
            total += worth_it
    spare = {place: worth_it for worth_it, place, _number in sorted(pairs) if place not in gone}
    return total + SPARE * sum(spare.values())

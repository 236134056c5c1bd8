"""The facts of a scorecard before the first turn: zones, cover, and what each model can reach with its counters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.questions.scorecard import LIKELY, can_end_within
from game.engine.rulebook.facets import Footing, Opener
from game.rulesets.bushido.odds.shot_odds import shot_odds
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions.fighting import farthest, why_barred
from game.rulesets.bushido.rules.actions.shooting import aimed
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import most_move, region_of
from game.rulesets.bushido.rules.moving.policies import run, run_length, walk
from game.rulesets.bushido.rules.moving.sight import grown_solid, standing, why_no_target
from game.rulesets.bushido.rules.setup_phase.terrain import zone_of
from game.rulesets.bushido.rules.shooting.numbers import band
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.turn.main import gain_counters, generate_ki
from game.rulesets.bushido.view.questions import ZONE, controlling
from game.rulesets.bushido.view.threats import can_shoot_with, meets
from game.table.facing import facing_towards
from game.table.lattice import Position, position
from game.table.path.judge import most_inches
from game.table.path.path import Path
from game.table.path.region import PathRegion
from game.table.sight.unseen import unseen as unseen_past
from game.table.threat.threat_map import Strike
from game.wording import N_

SHARES: Final = (1.0, 0.7)
"""The shares of a move at whose ends an attack is tried."""
TURNS: Final = (0, 15, -15, 35, -35, 60, -60)
"""The deviations from the straight line to the enemy in degrees, at which ends of a move are tried."""


def homes(game: Game) -> Mapping[str, BaseGeometry]:
    """Return the deployment zones by player, {} until the sides are chosen (B-SETUP-7)."""
    return {player: zone_of(game, player).shape for player in game.state.players} if game.state.south else {}


def footing(game: Game) -> Footing:
    """Return the terrain that gives cover or blocks sight, and Impassable terrain (B-TERR-3, B-TERR-6, B-TERR-7)."""
    terrain = standing(game)
    cover = [feature.piece.shape for feature in terrain if feature.visibility in ("blocking", "obscuring")]
    walls = [feature.piece.shape for feature in terrain if feature.passage == "impassable"]
    return Footing(shapely.union_all(cover), shapely.union_all(walls))


def unseen(game: Game, eyes: Sequence[Position]) -> BaseGeometry:
    """Return the ground that Blocking terrain of any size hides from all of the spots (B-GEO-12)."""
    solids = [grown_solid(feature.piece) for feature in standing(game) if feature.visibility == "blocking"]
    return unseen_past(eyes, solids, game.ruler.battlefield.bounds)


def openers(game: Game, player: str) -> tuple[Opener, ...]:
    """Return a player's models on the table, with the counters and the Ki that a turn begins with (B-START-2)."""
    begun = game.copied()
    if not any(model.counters for model in begun.on_table()):
        gain_counters(begun)
        generate_ki(begun)
    models = [model for model in begun.on_table() if model.side == player]
    return tuple(
        Opener(model.id, model.name, partial(_hits, begun, model), partial(_takes, begun, model)) for model in models
    )


def _moves(game: Game, model: Model, move: int) -> Iterator[tuple[PathRegion, bool]]:
    """Yield the ends of a Walk and of a Run of a model with this Move, and whether it is a Run (B-ACT-10, B-ACT-11)."""
    yield region_of(model, walk(game, model, move)), False
    yield region_of(model, run(game, model, run_length(move))), True


@contextmanager
def _moved(game: Game, model: Model, spot: tuple[float, float], facing: int, *, ran: bool) -> Iterator[None]:
    """Put a model at the end of an action that is a move, with a counter less, for a `with` block."""
    with game.supposing(model, *spot, facing, ran=ran):
        model.counters -= 1
        try:
            yield
        finally:
            model.counters += 1


# -- attacks ---------------------------------------------------------------------------------------


def _hits(game: Game, model: Model, target: str) -> Strike | None:
    """Return the first attack on an enemy that is likely, or else the likeliest, of a model with all its counters.

    It attacks where it stands, after a walk in the same action, or after a Walk or Run (B-ACT-10 to B-ACT-20).
    """
    enemy = game.state.models.get(target)
    if enemy is None or not enemy.on_table or not model.counters:
        return None
    best: Strike | None = None
    for strike in _strikes(game, model, enemy):
        if best is None or strike.chance > best.chance:
            best = strike
        if best.chance >= LIKELY:
            break
    return best


def _strikes(game: Game, model: Model, enemy: Model) -> Iterator[Strike]:
    """Yield the attacks of a model on an enemy, those that need the fewest moves first."""
    yield from _in_one_action(game, model, enemy)
    yield from _after_a_walk(game, model, enemy)
    # Ki for a longer move is kept for the attack.
    for region, ran in _moves(game, model, game.statistic(model, "move")) if model.counters > 1 else ():
        contact, melee = model.radius + enemy.radius, farthest(game, model, charge=False)
        reach = max(_shooting(game, model) + most_move(game, model), melee) + contact
        for number, spot in enumerate(_ends_near(region, (enemy.x, enemy.y), reach)):
            with _moved(game, model, spot, facing_towards(enemy.x - spot[0], enemy.y - spot[1]), ran=ran):
                strikes = [*_in_one_action(game, model, enemy)]
                strikes += _after_a_walk(game, model, enemy) if not strikes and not number else ()
            inches = math.dist((model.x, model.y), spot)
            yield from (strike._replace(already=False, inches=inches + strike.inches) for strike in strikes)


def _in_one_action(game: Game, model: Model, enemy: Model) -> Iterator[Strike]:
    """Yield a fight or a shot without a move, and a fight after a Melee move or a Charge."""
    spot = position(model.x, model.y)
    if game.within(model, enemy, 0.0):
        yield Strike(model.id, model.name, True, spot, 0.0, N_("fight"), "B-GEN-11")
        return
    yield from _shot(game, model, enemy, moved=False)
    contact_spot = None if why_barred(game, model, enemy) else meets(game, model, enemy)
    if contact_spot is not None:
        inches = math.dist(spot, contact_spot)
        yield Strike(model.id, model.name, False, position(*contact_spot), inches, N_("fight"), "B-ACT-31")


def _after_a_walk(game: Game, model: Model, enemy: Model) -> Iterator[Strike]:
    """Yield the shots of a model at an enemy after a walk in the same action (B-ACT-14)."""
    reach, move, spot = _shooting(game, model), most_move(game, model), (model.x, model.y)
    if game.apart(model, enemy) > reach + move:
        return
    region, inches = region_of(model, walk(game, model, move)), reach + model.radius + enemy.radius
    for end in _ends_near(region, (enemy.x, enemy.y), inches):
        with game.supposing(model, *end, facing_towards(enemy.x - end[0], enemy.y - end[1])):
            shots = [*_shot(game, model, enemy, moved=True)]
        yield from (shot._replace(already=False, inches=math.dist(spot, end)) for shot in shots)


def _shooting(game: Game, model: Model) -> float:
    """Return the longest range of the weapons with which a model could shoot, minus infinity without any."""
    ranges = ((game.weapon(model, weapon).bands or (0.0,))[-1] for weapon in can_shoot_with(game, model))
    return max(ranges, default=-math.inf)


def _shot(game: Game, model: Model, enemy: Model, *, moved: bool) -> Iterator[Strike]:
    """Yield the likeliest shot of a model at an enemy from where it stands, if any (B-RNG-1)."""
    spot = position(model.x, model.y)
    weapons = [weapon for weapon in can_shoot_with(game, model) if band(game, model, weapon, enemy) is not None]
    if not weapons or why_no_target(game, model, enemy) is not None:
        return
    shots = (aimed(game, model, weapon, enemy, Path(spot), moved=moved) for weapon in weapons)
    chance = max(odds.target.hit for shot in shots if (odds := shot_odds(game, shot)) is not None)
    if chance > 0.0:
        yield Strike(model.id, model.name, not moved, spot, 0.0, N_("shoot"), "B-RNG-1", chance=chance)


def _ends_near(region: PathRegion, goal: tuple[float, float], inches: float) -> Iterator[tuple[float, float]]:
    """Yield ends of straight moves that are at most `inches` from a spot, the nearest to it first."""
    (x, y), longest = region.start, most_inches(region.policies[0], region.start)
    bearing, apart = math.atan2(goal[1] - y, goal[0] - x), math.dist(region.start, goal)
    spots = [
        (x + share * longest * math.cos(bearing + turn), y + share * longest * math.sin(bearing + turn))
        for share in SHARES
        for turn in map(math.radians, TURNS)
        if share * longest < apart
    ]
    for spot in sorted(spots, key=lambda spot: math.dist(spot, goal)):
        if math.dist(spot, goal) <= inches and region.find(spot) is not None:
            yield spot


# -- goals -----------------------------------------------------------------------------------------


def _takes(game: Game, model: Model, goal: str) -> bool:
    """Return whether a model could control a zone or act at an objective, using all counters (B-SCEN-3, B-SCEN-7)."""
    spent = 0 if goal.startswith(ZONE) else scenarios.of(game).interaction_cost
    return model.counters >= spent and _comes_to(game, model, goal, model.counters - spent)


def _comes_to(game: Game, model: Model, goal: str, moves: int) -> bool:
    """Return whether a model would control a goal where it stands or after so many Walks or Runs."""
    demand = controlling(game, model.id, goal, 0)
    if demand.allows(model.x, model.y):
        return True
    if not moves or demand.bounds is None:
        return False
    west, south, east, north = demand.bounds
    middle, start = ((west + east) / 2, (south + north) / 2), (model.x, model.y)
    if any(
        can_end_within(region, demand, start, middle) for region, _ran in _moves(game, model, most_move(game, model))
    ):
        return True
    for region, ran in _moves(game, model, game.statistic(model, "move")) if moves > 1 else ():
        spot = next(_ends_near(region, middle, math.inf), start)
        with _moved(game, model, spot, facing_towards(middle[0] - spot[0], middle[1] - spot[1]), ran=ran):
            if _comes_to(game, model, goal, moves - 1):
                return True
    return False

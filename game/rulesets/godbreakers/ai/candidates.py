"""The answers worth trying on copies of the game: few, cheap, each with a purpose; whole positions are rated."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.core.decisions import Choose, Decision, LegalSpots, Option, Order, Pick, Place
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai import choices, terrain
from game.rulesets.godbreakers.ai.bounties import awaiting, errand, nearest_owner, overrated
from game.rulesets.godbreakers.ai.evaluation import best_engage, engage_worth, opponents, prospects, toll
from game.rulesets.godbreakers.ai.lives import departure, harm, needed, prize, stake
from game.rulesets.godbreakers.ai.sight import FAR, NEAR, Sight
from game.rulesets.godbreakers.odds.odds import EngageOdds, test_odds
from game.rulesets.godbreakers.rules.actions.move import AVOID, escapes, obstacles_to
from game.rulesets.godbreakers.rules.constants import LARGEST_DIE
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.levels import level_of
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.rounds.activation import END, OVERRIDE, TRAITS, leaves_time
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.traits.procedures import STAY, Ruin, Shape
from game.table.lattice import position
from game.wording import _


def fight_worth(game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the expected change in VP of an engage with these odds.

    It includes the fight itself, and the value of lives in the long run and against a rout.
    """
    total = engage_worth(game, player, model, opponents, odds)
    for each, fate in ((model, odds.active), *zip(opponents, odds.opponents, strict=True)):
        if each.godbreaker:
            loss = toll(fate) * needed(game, each)
            if each.die == LARGEST_DIE:
                loss += float(fate.triumph) * departure(game, each)
            total += -loss if each.owner == player else loss
        elif surplus := overrated(game, each):
            total -= toll(fate) * (surplus if nearest_owner(each, game.standing()) == player else -surplus)
    return total


BEARINGS: Final = (0.0, 0.9, -0.9, math.pi)
"""Directions in which a base stops beside a piece, relative to where it comes from, in radians."""
ASIDE: Final = (0.0, 0.45, -0.45)
"""How far off the straight line to a distant piece a move may end, in radians."""
SHARES: Final = (1.0, 0.75, 0.5)
"""Shares of a full move that are tried if terrain shortens it."""
WORTH_A_STEP: Final = 0.8
"""Inches below which a move is not worth an action."""
BESIDE: Final = 0.4
"""Inches between bases that stand beside each other."""
NEAREST: Final = 9
"""The number of pieces around which spots are searched."""
SAMPLES: Final = 2
"""The number of additional random spots."""
FIRST: Final = {"engage": 0.02, END.key: 0.01}
"""What is tried before other actions: it takes few tries, because the odds are known or nothing follows.

A player who runs out of time then knows what others must beat.
"""
RESHAPED: Final = 2
"""The number of answers tried to each question of an action that changes the terrain; each needs a new table."""

Spot = tuple[float, float]


def candidates(game: Game, decision: Decision, rng: random.Random, sight: Sight = FAR) -> Iterator[Prospect]:
    """Yield the answers worth trying on copies of the game, each with a first impression of its value.

    `sight` is how far ahead the computer player looks.
    """
    piece = game.state.models.get(decision.about)
    if reshaping := [*terrain.answers(game, decision, rng)]:
        yield from sorted(reshaping, key=lambda each: -each.worth)[:RESHAPED]
    elif isinstance(decision, Choose):
        tried = [option for option in decision.options if option.key not in (OVERRIDE.key, TRAITS.key)]
        if not any(_may_sunder(game, decision.player, marker) for marker in game.lying()):
            tried = [option for option in tried if option.key != "sunder"]
        laden = piece is not None and prize(game, piece) > 0
        tried = [option for option in tried if not (laden and option.key == "plunder")]
        tried = [option for option in tried if piece is None or _pays(game, decision.player, piece, option.key)]
        for option in tried or decision.options:
            yield Prospect(option.key, _first_sight(game, decision, piece, option), "")
    elif isinstance(decision, Order) and decision.player in decision.items and sight is not NEAR:
        yield _order(decision)
    elif isinstance(decision, Pick) and decision.rule == "G-ACT-2":
        yield max(prospects(game, decision, rng), key=lambda each: each.worth)  # one after another, in any order
    elif isinstance(decision, Pick) and (open_to := [*choices.tried(decision)]):
        yield from open_to
    elif isinstance(decision, Pick) and decision.rule == "G-ENG-1" and piece is not None:
        yield from opponents(game, decision, piece, fight_worth)
    elif isinstance(decision, Place) and piece is not None and piece.on_table:
        yield from _places(game, decision, piece, rng, sight)
    elif isinstance(decision, Place) and piece is not None and piece.wild and game.state.round:
        yield from _risen(game, decision, piece, rng, sight)
    else:
        yield from prospects(game, decision, rng)


def _order(decision: Order) -> Prospect:
    """Return the acting order for a player who plans the end of the round."""
    others = [item for item in decision.items if item != decision.player]
    why = _("acting last means having the last word on every marker and handling wild models")
    return Prospect([*others, decision.player], 0.0, why, scored=False)


def _first_sight(game: Game, decision: Choose, model: Model | None, option: Option) -> float:
    """Return the first estimate of an action's value: a fight's odds, so that a losing one is not tried first."""
    first = FIRST.get(option.key, 0.0)
    if option.key != "engage" or model is None:
        return first
    return min(first, best_engage(game, model, decision.player, option.subject, fight_worth)[0])


def _pays(game: Game, player: str, model: Model, key: str) -> bool:
    """Return whether an action is worth trying; changing the terrain only if it harms the right models."""
    return key not in (Ruin.key, Shape.key) or terrain.expected(game, player, model, key)[0] > 0.0


def _may_sunder(game: Game, player: str, marker: Marker) -> bool:
    return marker.owner not in ("", player) and game.controls(player, marker)


def _places(game: Game, decision: Place, model: Model, rng: random.Random, sight: Sight) -> Iterator[Prospect]:
    """Yield spots for a model with the value of the resulting position, minus that of the present one."""
    player, level, after = decision.player, level_of(decision.region, model.level), leaves_time(game, model)
    moves = decision.rule == "G-MOVE-1"
    start, active, worth = (model.x, model.y, model.level), game.state.active, sight.worth(game, player, model)
    here = worth()
    escaping = moves and escapes(game, model)
    ends = moves and model.godbreaker and not (after or game.unclaimed() or game.setup.options.ready)
    if any(option.key == STAY.key for option in decision.shortcuts):
        yield Prospect(STAY.key, 0.0, "")
    if ends:
        game.state.active = ""
        worth = sight.worth(game, player, model)
        game.state.active = active
    for x, y in _spots(game, model, decision.region, rng, stays=not moves):
        if moves and math.hypot(x - start[0], y - start[1]) < WORTH_A_STEP:
            continue
        obstacles = obstacles_to(game, model, position(x, y), level, escaping=escaping) if moves else ()
        model.x, model.y, model.level = x, y, level
        game.state.active = "" if ends else active
        gained = worth() - here + (_opportunity(game, model, player) if after else 0.0)
        game.state.active = active
        if obstacles:
            failing = 1.0 - float(test_odds(game, model, AVOID))
            gained -= failing * harm(game, model, len(obstacles)) * stake(game, model)
        model.x, model.y, model.level = start
        yield Prospect([x, y], gained, "", settled=ends, final=ends)


def _risen(game: Game, decision: Place, model: Model, rng: random.Random, sight: Sight) -> Iterator[Prospect]:
    """Yield spots for a wild model entering play, with the value of the resulting position."""
    player, before = decision.player, (model.place, model.x, model.y, model.level)
    here, worth = sight.worth(game, player)(), None
    found = list(prospects(game, decision, rng))
    for each in found:
        if isinstance(each.answer, list):
            model.place, model.x, model.y, model.level = "table", *each.answer, level_of(decision.region)
            worth = worth or sight.worth(game, player, model)
            gained = worth() - here
            model.place, model.x, model.y, model.level = before
            yield Prospect(each.answer, gained, each.why)


def _opportunity(game: Game, model: Model, player: str) -> float:
    """Return the value of the best action from where a model stands."""
    best = best_engage(game, model, player, rate=fight_worth)[0]
    if model.godbreaker:
        errands = awaiting(game, game.standing())
        reach = attack_range(game, model) if errands else 0
        if any(game.within(model, other, reach) for other in errands):
            best = max(best, errand(scenario_of(game)))
        hoards = game.lying("hoard")
        if hoards and not prize(game, model) and any(game.controls(player, hoard) for hoard in hoards):
            best = max(best, 4.0)
    return max(0.0, best)


def _spots(game: Game, model: Model, region: LegalSpots, rng: random.Random, *, stays: bool) -> Iterator[Spot]:
    """Yield legal spots beside what matters to a model, on the way there, and out of everyone's reach.

    Its present spot comes last, if it may stay or there is no other.
    """
    here, spots = (model.x, model.y), _elsewhere(game, model, region, rng)
    first = next(spots, None)
    if first is not None:
        yield first
        yield from spots
    if (stays or first is None) and region.find(here):
        yield here


def _elsewhere(game: Game, model: Model, region: LegalSpots, rng: random.Random) -> Iterator[Spot]:
    step, reach = movement_range(game, model) + 0.99, attack_range(game, model)
    for goal, radius in _goals(game, model):
        dx, dy = model.x - goal.x, model.y - goal.y
        apart, back = math.hypot(dx, dy), math.atan2(dy, dx)
        near = radius + model.radius + BESIDE
        if apart - near <= step:
            yield from _first(region, [_about(goal, near, back + turn) for turn in BEARINGS], 2)
            if reach and isinstance(goal, Model):
                far = radius + reach + 0.5
                yield from _first(region, [_about(goal, far, back + turn) for turn in ASIDE], 1)
        else:
            ahead = [_about(model, share * step, back + math.pi + turn) for share in SHARES for turn in ASIDE]
            yield from _first(region, ahead, 1)
    away = [_about(model, step, turn * math.pi / 4) for turn in range(8)]
    yield from _first(region, away, 8)
    yield from ((spot.x, spot.y) for _sample in range(SAMPLES) if (spot := region.sample(rng)) is not None)


def _about(centre: Model | Marker | Token, inches: float, bearing: float) -> Spot:
    return centre.x + inches * math.cos(bearing), centre.y + inches * math.sin(bearing)


def _first(region: LegalSpots, spots: Sequence[Spot], most: int) -> list[Spot]:
    found: list[Spot] = []
    for spot in spots:
        if len(found) < most and region.find(spot):
            found.append(spot)
    return found


def _goals(game: Game, model: Model) -> list[tuple[Model | Marker | Token, float]]:
    """Return what a model may want to stand beside, nearest first, each with its radius."""
    goals: list[Model | Marker | Token] = list(game.hostiles(model))
    goals += [each for each in game.lying() if each.kind == "hoard" or marker_worth(model.owner, each)]
    goals += game.unclaimed() if model.godbreaker else []
    goals.sort(key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y))
    return [(goal, goal.radius) for goal in goals[:NEAREST]]

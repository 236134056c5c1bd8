"""The few answers that computer players try on copies of the game, where they rate the whole position."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from game.engine.core.decisions import Choose, Decision, LegalSpots, Option, Order, Pick, Place
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai import choices, terrain
from game.rulesets.godbreakers.ai.bounties import bounty_excess, errand, errand_targets, nearest_owner
from game.rulesets.godbreakers.ai.evaluation import best_engage, engage_worth, opponents, prospects, toll
from game.rulesets.godbreakers.ai.lives import departure, harm, needed, prize, stake
from game.rulesets.godbreakers.ai.sight import FAR, NEAR, Sight
from game.rulesets.godbreakers.odds.odds import EngageOdds, test_odds
from game.rulesets.godbreakers.rules.actions.move import AVOID, must_escape, obstacles_to
from game.rulesets.godbreakers.rules.constants import LARGEST_DIE
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.levels import level_of
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.rounds.activation import END, OVERRIDE, TRAITS, has_another_action
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Token
from game.rulesets.godbreakers.rules.traits.procedures import STAY, Ruin, Shape
from game.table.lattice import position
from game.wording import _


def fight_worth(game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the expected change in VP of an Engage with these odds, including the value of lives later on."""
    total = engage_worth(game, player, model, opponents, odds)
    for fighter, fate in ((model, odds.active), *zip(opponents, odds.opponents, strict=True)):
        if fighter.godbreaker:
            loss = toll(fate) * needed(game, fighter)
            if fighter.die == LARGEST_DIE:
                loss += float(fate.triumph) * departure(game, fighter)
            total += -loss if fighter.owner == player else loss
        elif excess := bounty_excess(game, fighter):
            total -= toll(fate) * (excess if nearest_owner(fighter, game.standing()) == player else -excess)
    return total


BEARINGS: Final = (0.0, 0.9, -0.9, math.pi)
"""The sides of a piece at which a base may stop, in radians from the side that it comes from."""
ASIDE: Final = (0.0, 0.45, -0.45)
"""Deviations of a move from the straight line to a distant piece, in radians."""
SHARES: Final = (1.0, 0.75, 0.5)
"""Shares of a full move that are tried in turn, because terrain may shorten a move."""
WORTH_A_STEP: Final = 0.8
"""The shortest move that is worth an action, in inches."""
BESIDE: Final = 0.4
"""The gap between a base and a piece beside it, in inches."""
NEAREST: Final = 9
"""The number of pieces around which spots are searched."""
SAMPLES: Final = 2
"""The number of additional random spots."""
FIRST: Final = {"engage": 0.02, END.key: 0.01}
"""The first estimates of actions that are tried first, because rating them is quick.

A computer player that runs out of time has then rated at least these.
"""
RESHAPED: Final = 2
"""The number of answers tried for each decision about changing terrain. It is small because each needs a new table."""

Spot = tuple[float, float]


def candidates(game: Game, decision: Decision, rng: random.Random, sight: Sight = FAR) -> Iterator[Prospect]:
    """Yield the answers worth trying on copies of the game, each with a first estimate of its value.

    `sight` is how far ahead the computer player looks.
    """
    piece = game.state.models.get(decision.about)
    if reshaping := [*terrain.answers(game, decision, rng)]:
        yield from sorted(reshaping, key=lambda prospect: -prospect.worth)[:RESHAPED]
    elif isinstance(decision, Choose):
        for option in _useful_options(game, decision, piece) or decision.options:
            yield Prospect(option.key, _first_estimate(game, decision, piece, option), "")
    elif isinstance(decision, Order) and decision.player in decision.items and sight is not NEAR:
        yield _order(decision)
    elif isinstance(decision, Pick) and decision.rule == "G-ACT-2":
        yield max(prospects(game, decision, rng), key=lambda prospect: prospect.worth)  # the order matters little
    elif isinstance(decision, Pick) and (picks := [*choices.picks_to_try(decision)]):
        yield from picks
    elif isinstance(decision, Pick) and decision.rule == "G-ENG-1" and piece is not None:
        yield from opponents(game, decision, piece, fight_worth)
    elif isinstance(decision, Place) and piece is not None and piece.on_table:
        yield from _places(game, decision, piece, rng, sight)
    elif isinstance(decision, Place) and piece is not None and piece.wild and game.state.round:
        yield from _entry_spots(game, decision, piece, rng, sight)
    else:
        yield from prospects(game, decision, rng)


def _order(decision: Order) -> Prospect:
    """Return the order in which a player who plans for the end of the round acts last."""
    others = [item for item in decision.items if item != decision.player]
    why = _("acting last means having the last word on every marker and handling wild models")
    return Prospect([*others, decision.player], 0.0, why, scored=False)


def _useful_options(game: Game, decision: Choose, piece: Model | None) -> list[Option]:
    """Return the options of a choice that may be useful."""
    useless = {OVERRIDE.key, TRAITS.key}
    if not any(_may_sunder(game, decision.player, marker) for marker in game.lying()):
        useless.add("sunder")
    if piece is not None and prize(game, piece) > 0:
        useless.add("plunder")
    options = [option for option in decision.options if option.key not in useless]
    return [option for option in options if piece is None or _pays(game, decision.player, piece, option.key)]


def _first_estimate(game: Game, decision: Choose, model: Model | None, option: Option) -> float:
    """Return the first estimate of an action's value. A losing fight gets a low value and is not tried first."""
    first = FIRST.get(option.key, 0.0)
    if option.key != "engage" or model is None:
        return first
    return min(first, best_engage(game, model, decision.player, option.subject, fight_worth)[0])


def _pays(game: Game, player: str, model: Model, key: str) -> bool:
    """Return whether an action is worth trying. Changing terrain must bring an expected gain."""
    return key not in (Ruin.key, Shape.key) or terrain.expected(game, player, model, key)[0] > 0.0


def _may_sunder(game: Game, player: str, marker: Marker) -> bool:
    return marker.owner not in ("", player) and game.controls(player, marker)


def _places(game: Game, decision: Place, model: Model, rng: random.Random, sight: Sight) -> Iterator[Prospect]:
    """Yield spots for a model with the gain in value over the current position."""
    player, level, after = decision.player, level_of(decision.region, model.level), has_another_action(game, model)
    moves = decision.rule == "G-MOVE-1"
    start, active, worth = (model.x, model.y, model.level), game.state.active, sight.worth(game, player, model)
    here = worth()
    escaping = moves and must_escape(game, model)
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
        gain = worth() - here + (_opportunity(game, model, player) if after else 0.0)
        game.state.active = active
        if obstacles:
            failing = 1.0 - float(test_odds(game, model, AVOID))
            gain -= failing * harm(game, model, len(obstacles)) * stake(game, model)
        model.x, model.y, model.level = start
        yield Prospect([x, y], gain, "", settled=ends, final=ends)


def _entry_spots(game: Game, decision: Place, model: Model, rng: random.Random, sight: Sight) -> Iterator[Prospect]:
    """Yield spots for a wild model that enters play, with the gain in value over the current position."""
    player, before = decision.player, (model.place, model.x, model.y, model.level)
    here, worth = sight.worth(game, player)(), None
    for prospect in list(prospects(game, decision, rng)):
        if isinstance(prospect.answer, list):
            model.place, model.x, model.y, model.level = "table", *prospect.answer, level_of(decision.region)
            worth = worth or sight.worth(game, player, model)
            gain = worth() - here
            model.place, model.x, model.y, model.level = before
            yield Prospect(prospect.answer, gain, prospect.why)


def _opportunity(game: Game, model: Model, player: str) -> float:
    """Return the value of the best action of a model on its current spot, at least 0."""
    best = best_engage(game, model, player, rate=fight_worth)[0]
    if model.godbreaker:
        errands = errand_targets(game, game.standing())
        reach = attack_range(game, model) if errands else 0
        if any(game.within(model, other, reach) for other in errands):
            best = max(best, errand(scenario_of(game)))
        hoards = game.lying("hoard")
        if hoards and not prize(game, model) and any(game.controls(player, hoard) for hoard in hoards):
            best = max(best, 4.0)
    return max(0.0, best)


def _spots(game: Game, model: Model, region: LegalSpots, rng: random.Random, *, stays: bool) -> Iterator[Spot]:
    """Yield legal spots for a model, and last its current spot if it may stay or has no other."""
    here, spots = (model.x, model.y), _spots_elsewhere(game, model, region, rng)
    first = next(spots, None)
    if first is not None:
        yield first
        yield from spots
    if (stays or first is None) and region.find(here):
        yield here


def _spots_elsewhere(game: Game, model: Model, region: LegalSpots, rng: random.Random) -> Iterator[Spot]:
    """Yield legal spots beside a model's goals, towards distant goals, in all directions, and at random."""
    step, reach = movement_range(game, model) + 0.99, attack_range(game, model)
    for goal, radius in _goals(game, model):
        dx, dy = model.x - goal.x, model.y - goal.y
        apart, back = math.hypot(dx, dy), math.atan2(dy, dx)
        contact = radius + model.radius + BESIDE
        if apart - contact <= step:
            yield from _first_legal(region, [_polar(goal, contact, back + turn) for turn in BEARINGS], 2)
            if reach and isinstance(goal, Model):
                distance = radius + reach + 0.5
                yield from _first_legal(region, [_polar(goal, distance, back + turn) for turn in ASIDE], 1)
        else:
            ahead = [_polar(model, share * step, back + math.pi + turn) for share in SHARES for turn in ASIDE]
            yield from _first_legal(region, ahead, 1)
    around = [_polar(model, step, turn * math.pi / 4) for turn in range(8)]
    yield from _first_legal(region, around, 8)
    yield from ((spot.x, spot.y) for _sample in range(SAMPLES) if (spot := region.sample(rng)) is not None)


def _polar(centre: Model | Marker | Token, inches: float, bearing: float) -> Spot:
    return centre.x + inches * math.cos(bearing), centre.y + inches * math.sin(bearing)


def _first_legal(region: LegalSpots, spots: Sequence[Spot], most: int) -> Iterator[Spot]:
    return islice((spot for spot in spots if region.find(spot)), most)


def _goals(game: Game, model: Model) -> list[tuple[Model | Marker | Token, float]]:
    """Return the pieces that a model may want to stand beside, nearest first, each with its radius."""
    goals: list[Model | Marker | Token] = list(game.hostiles(model))
    goals += [marker for marker in game.lying() if marker.kind == "hoard" or marker_worth(model.owner, marker)]
    goals += game.unclaimed() if model.godbreaker else []
    goals.sort(key=lambda goal: math.hypot(goal.x - model.x, goal.y - model.y))
    return [(goal, goal.radius) for goal in goals[:NEAREST]]

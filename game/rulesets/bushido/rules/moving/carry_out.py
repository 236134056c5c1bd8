"""Moves: the choice of a path, boosts, and the move itself (B-MOVE, B-KI-20, AMB-31)."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking
from game.engine.core.options import Later
from game.engine.core.turning import Turning
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import boost_price, buy_boost, cost, in_ki, why_no_ki
from game.rulesets.bushido.rules.moving.policies import gain_of
from game.rulesets.bushido.rules.picking import spot_for
from game.rulesets.bushido.rules.state import Model, objective_name
from game.table.facing import facing_towards
from game.table.lattice import Position, position
from game.table.path.path import Path
from game.table.path.policy import CONTACT, PathPolicy, PathsQuestion
from game.table.path.region import PathRegion, cached_region, first_reachable
from game.wording import _

RIM_STEPS = 18
"""The number of spots tried on the near half of an objective's edge."""
BOOST, STAY = "boost", "stay"
Goals = dict[Option, Position]
"""Ends of a move that people choose by an option, because they are hard to point at."""
Regions = Callable[[float], PathRegion]
"""A function that returns the ends of a move, for a Move in inches."""


def region_of(model: Model, policy: PathPolicy) -> PathRegion:
    """Return the legal ends of a move of a model under a policy."""
    return cached_region(PathsQuestion.of((model.x, model.y), policy))


def most_move(game: Game, model: Model) -> int:
    """Return a model's Move with every boost that it can pay for, in inches (B-KI-20, B-ACT-31)."""
    printed = game.card(model).move
    current, base = game.statistic(model, "move"), printed.value or 0
    if not printed.boost or model.ki < printed.boost or why_no_ki(game, model):
        return current
    return max(current, min(2 * base or 1, current + model.ki // cost(game, model, printed.boost)))


def boost(game: Game, model: Model) -> None:
    """Pay for an extra inch of Move in this action (B-KI-20, B-MOVE-15)."""
    price = boost_price(game, model, "move")
    assert price is not None, "asked for only where it can be paid"
    buy_boost(game, model, price, "move")
    game.lend(model, "Boost [move] (1)", "action", "boost")


def to_objectives(game: Game, model: Model, region: PathRegion, rule: str) -> Goals:
    """Return the ends of a move in contact with objectives: for each objective, the spot nearest to the model."""
    ends: Goals = {}
    for objective in game.objectives():
        contact_distance = model.radius + objective.radius + CONTACT / 2
        gap = math.hypot(objective.x - model.x, objective.y - model.y) - contact_distance
        if not CONTACT < gap <= region.policies[0].budget - gain_of(game):
            continue
        bearing = math.atan2(model.y - objective.y, model.x - objective.x)
        turns = [(step + 1) // 2 * (1 if step % 2 else -1) * math.pi / RIM_STEPS for step in range(RIM_STEPS)]
        angles = [bearing + turn for turn in turns]  # the nearest spot first, then to the left and right of it
        spots = [
            position(objective.x + contact_distance * math.cos(a), objective.y + contact_distance * math.sin(a))
            for a in angles
        ]
        spot = first_reachable(region, spots)
        if spot is not None:
            label = _("Go to {objective}", objective=objective_name(objective.id))
            ends[Option(f"to {objective.id}", label, rule, (objective.id,))] = spot
    return ends


def ask_path(
    game: Game,
    model: Model,
    regions: Regions,
    turning: Turning,
    *,
    prompt: str,
    rule: str,
    may_stay: bool = False,
    goals: Callable[[PathRegion], Goals] | None = None,
) -> Asking[tuple[Path, int] | None]:
    """Ask for a model's path and return it with the final facing, or None if the model stays.

    `regions` returns the legal ends for a Move in inches, because the player may pay for boosts. `goals` returns ends
    that are offered as options.
    """
    while True:
        region = regions(game.statistic(model, "move"))
        named_ends: Callable[[], Goals] = (
            dict if goals is None else cache(partial(goals, region))
        )  # worked out only if the options are shown
        others = []
        price = boost_price(game, model, "move")
        if price is not None:
            label = _("One extra inch of Move ({ki} Ki)", ki=price)
            others.append(Option(BOOST, label, "B-KI-20", price=in_ki(price)))
        if may_stay:
            others.append(Option(STAY, _("Do not move"), rule, declines=True))
        shortcuts = Later(
            partial(lambda named_ends, others: [*named_ends(), *others], named_ends, others), lambda: len(game.events)
        )
        place = spot_for(model, prompt, rule, region, turning=turning, shortcuts=shortcuts)
        answer = yield place
        if answer == BOOST:
            boost(game, model)
            continue
        if answer == STAY:
            return None
        if isinstance(answer, str):
            answer = [*next(spot for option, spot in named_ends().items() if option.key == answer)]
        _x, _y, facing = place.pose(answer)
        path = place.path(answer)
        return path, model.facing if facing is None else facing


def move_along(game: Game, model: Model, path: Path, facing: int, why: str, rule: str, target: str = "") -> None:
    """Move a model to the end of its path, measured along its centre's path (B-GEO-4, B-MOVE-3).

    `target` is the id of the model or objective that the move leads to.
    """
    (model.x, model.y), model.facing = path.end, facing
    legs = tuple(tuple(leg) for leg in path.stored())
    game.moved(model, why, rule, legs=legs, inches=path.recorded, target=target)


def face(model: Model, other: Model) -> None:
    """Turn a model towards another. This is not a move (B-MELEE-1)."""
    if (model.x, model.y) != (other.x, other.y):
        model.facing = facing_towards(other.x - model.x, other.y - model.y)


def turn(game: Game, model: Model, rule: str) -> Asking[None]:
    """Let the player turn a model on its spot (B-MOVE-3)."""
    region = region_of(model, PathPolicy(model.radius, 0.0, game.ruler.battlefield.bounds))
    prompt = _("Which way does {model} face?", model=model.name)
    stay = Option(STAY, _("Do not turn"), rule, declines=True)
    place = spot_for(model, prompt, rule, region, turning=Turning.asked(model.facing, rule), shortcuts=(stay,))
    answer = yield place
    if answer != STAY:
        _x, _y, facing = place.pose(answer)
        model.facing = model.facing if facing is None else facing

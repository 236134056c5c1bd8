"""Bodyguards, which may swap places with a friend that is attacked or shot at (B-TR-8)."""

from __future__ import annotations

import math
from functools import partial

import shapely

from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules.dice.tests import fear_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import turn
from game.rulesets.bushido.rules.moving.sight import impassable, too_far, why_no_target
from game.rulesets.bushido.rules.picking import only_friends, pick, spot_for
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.table.facing import facing_towards
from game.table.placing.conditions import ClearOf
from game.table.placing.region import Region
from game.table.placing.solids import InsideShape
from game.wording import N_, _

RULE = "B-TR-8"


def guards(game: Game, target: Model) -> list[Model]:
    """Return the bodyguards that may swap places with a target (B-TR-8)."""
    if game.began.touched.get(target.id) or game.touching(target):
        return []
    return [friend for friend in game.friends(target) if _why_no_guard(game, target, friend) is None]


def _why_no_guard(game: Game, target: Model, guard: Model) -> Refusal | None:
    """Return the reason why a friend cannot be the target's bodyguard now, or None if it can (B-TR-8)."""
    entry, name = game.named(guard, "Bodyguard"), guard.name
    if entry is None or not game.is_a(target, entry.about):
        return Refusal(_("{model} is not a Bodyguard of {target}", model=name, target=target.name), RULE)
    if refusal := too_far(game, target, guard, entry.inches, RULE):
        return refusal
    if guard.exhausted:
        return Refusal(_("{model} has no activation counters", model=name), RULE)
    for state in ("Prone", "Held"):
        if guard.has(state):
            return Refusal(_("{model} is {state}", model=name, state=_(state)), STATES[state].rule)
    if game.touching(guard):
        return Refusal(_("{model} is in base contact with an enemy", model=name), RULE)
    if not (fits(game, guard, target.x, target.y, target) and fits(game, target, guard.x, guard.y, guard)):
        return Refusal(
            _("{model} and {target} do not fit in each other's places", model=name, target=target.name), RULE
        )
    return why_no_target(game, guard, target)


def fits(game: Game, model: Model, x: float, y: float, without: Model) -> bool:
    """Return whether a base fits at (x, y) without overlaps or contact with enemies, except `without` (B-MOVE-12)."""
    table, radius = game.ruler.battlefield, model.radius
    if not (radius <= x <= table.width - radius and radius <= y <= table.height - radius):
        return False
    for other in game.on_table():
        gap = math.hypot(other.x - x, other.y - y) - radius - other.radius
        least_gap = TOLERANCE if other.side != model.side else 0.0
        if other not in (model, without) and gap <= least_gap - 1e-9:
            return False
    for objective in game.objectives():
        if math.hypot(objective.x - x, objective.y - y) < radius + objective.radius:
            return False
    spot = shapely.Point(x, y)
    return all(shapely.distance(feature.piece.shape, spot) >= radius for feature in impassable(game))


def _placed(game: Game, guard: Model, radius: float, enemy: Model) -> Flow:
    """Let the enemy's player place a bodyguard within the larger base of the target. Its owner turns it (B-TR-8)."""
    others = [model for model in game.on_table() if model is not guard]
    # enemy bases are enlarged, because the guard must not touch them
    enlarged_bases = [
        other.disc._replace(radius=other.radius + TOLERANCE * (other.side != guard.side)) for other in others
    ]
    inside = InsideShape(shapely.Point(guard.x, guard.y).buffer(radius, 64), guard.radius, N_("that base"), RULE)
    clear = ClearOf(enlarged_bases, guard.radius, cause=N_("overlaps a base"), rule="B-MOVE-12")
    where = Region(guard.radius, (inside, clear))
    prompt = _("Where in the larger base do you place {model}?", model=guard.name)
    guard.x, guard.y = yield spot_for(guard, prompt, RULE, where, enemy.side)
    yield from turn(game, guard, "B-GEN-10")


def guarded(game: Game, target: Model, enemy: Model) -> Asking[Model]:
    """Let the target's side swap in a bodyguard, and return the final target (B-DMG-7)."""
    candidates = guards(game, target)
    if not candidates:
        return target
    prompt = _("Does a bodyguard step in for {target}?", target=target.name)
    reasons = only_friends(target), partial(_why_no_guard, game, target)
    picked = yield from pick(game, target, prompt, RULE, candidates, *reasons, minimum=0)
    if not picked:
        return target
    [guard] = picked
    fear = game.total(enemy, "fear")
    if fear and not (yield from fear_test(game, guard, fear, enemy)):
        return target
    (guard.x, guard.y), (target.x, target.y) = (target.x, target.y), (guard.x, guard.y)
    guard.facing = facing_towards(enemy.x - guard.x, enemy.y - guard.y)
    if guard.radius < target.radius - TOLERANCE:
        yield from _placed(game, guard, target.radius, enemy)
    for model, other in ((guard, target.id), (target, "")):
        game.moved(model, "bodyguard", RULE, target=other)
    game.unmark(guard, "Disguised")
    return guard

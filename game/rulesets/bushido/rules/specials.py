"""The procedures of special attacks and defences, which are rows of `warbands.traits`.

The movement comes before the damage roll (B-SPEC-4). Imports the game and its exchange.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from game.engine.core.flow import Flow
from game.engine.core.turning import Turning
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.damage import blow_of, deals_damage, strike
from game.rulesets.bushido.rules.moving.carry_out import move_along
from game.rulesets.bushido.rules.moving.forced import (
    CLOSER,
    SidestepRegion,
    ThrowRegion,
    first_met,
    may_be_moved,
    shove,
)
from game.rulesets.bushido.rules.moving.policies import hold
from game.rulesets.bushido.rules.moving.sight import high_ground, smaller
from game.rulesets.bushido.rules.picking import spot_for
from game.rulesets.bushido.rules.rulings import OUT_OF_ZONE, TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.terrain import Feature
from game.rulesets.bushido.warbands.traits import Special
from game.table.lattice import snap
from game.wording import _

INCH = 1.0
LESS = 2
"""The amount by which the success level of a Counterstrike is lower."""
DIRECTIONS = 72
"""The number of directions in which the odds check whether a throw moves the opponent off high ground."""


PLAIN: Final = Special()
"""A stand-in for an attack without a special."""
Procedure = Callable[[Special, Game, Bout, Fighter, Fighter, int], Flow | None]
"""The procedure of a special before the damage roll (B-SPEC-4). After the bout come its user and the opponent."""


def applied(special: Special, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
    """Apply a special before the damage roll, which may make the opponent Prone (B-SPEC-4, B-SPEC-A11, B-SPEC-D7)."""
    if special.does in PROCEDURES:
        yield from PROCEDURES[special.does](special, game, bout, user, foe, level) or ()
    if special.leaves == "Prone":
        game.mark(foe.model, special.leaves, 0)


def after_damage(special: Special, game: Game, foe: Model) -> None:
    """Mark the opponent of a Stun Attack after the damage roll (B-SPEC-A10)."""
    if special.does == "stun" and foe.in_play:
        game.mark(foe, special.leaves, 0)


def ends(special: Special, game: Game, user: Model, foe: Model) -> bool:
    """Return whether a success probably prevents a later attack by the other side (B-MELEE-10, B-MELEE-12).

    This is so if the other side is Held or falls Prone, or if the two lose contact.
    """
    falls = special.attacks and can_fall(game, foe)
    return {
        "sweep": lambda: falls,
        "grapple": lambda: special.attacks,
        "push": lambda: goes_off(game, foe, user),
        "sidestep": lambda: may_be_moved(game, user),
        "drag": lambda: goes_off(game, user, foe) and not may_be_moved(game, foe),
        "force back": lambda: goes_off(game, foe, user) and not may_be_moved(game, user),
        "knock": lambda: falls or goes_off(game, foe, user),
        "throw": lambda: falls or may_be_moved(game, foe),
    }.get(special.does, bool)()


def fells(special: Special, game: Game, user: Model, foe: Model) -> bool:
    """Return whether a success can make the opponent fall off high ground (B-TERR-8)."""
    if special.does == "knock":
        return special.attacks and falls_off(game, foe, foe.x - user.x, foe.y - user.y, special.inches)
    if special.does != "throw" or high_ground(game, foe) is None or not may_be_moved(game, foe):
        return False
    region = ThrowRegion(game, user, foe, special.inches)
    bearings = [math.tau * step / DIRECTIONS for step in range(DIRECTIONS)]
    moves = [(math.cos(bearing) * special.inches, math.sin(bearing) * special.inches) for bearing in bearings]
    return any(
        falls_off(game, foe, *move, special.inches) and region.find((snap(foe.x + move[0]), snap(foe.y + move[1])))
        for move in moves
    )


def _grapple(special: Special, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> None:
    """Hold the opponent (B-SPEC-A5, B-SPEC-D4)."""
    hold(game, user.model, foe.model)
    if special.attacks:
        bout.no_attack.add(foe.model.id)


def _counterstrike(special: Special, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
    """Strike the attacker after a successful defence (B-SPEC-D1, AMB-21)."""
    if foe.split.attack and level >= LESS and deals_damage(game, user):
        yield from strike(game, blow_of(game, bout, user, foe, level - LESS))


def _sidestep(special: Special, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
    """Let the player move the user out of the opponent's zone, never nearer to the opponent (AMB-23, B-MOVE-5).

    A user without a path out moves straight away, as far as possible (B-SPEC-3, B-SPEC-A8, B-SPEC-D6).
    """
    model, other = user.model, foe.model
    region = SidestepRegion.of(game, model, other) if may_be_moved(game, model) else None
    if region is None or region.find() is None:
        away(game, model, other, OUT_OF_ZONE - game.apart(model, other), special.name)
        return
    prompt, turning = _("Where does {model} sidestep to?", model=model.name), Turning.asked(model.facing, special.rule)
    place = spot_for(model, prompt, special.rule, region, turning=turning)
    answer = yield place
    path, (_x, _y, facing) = place.path(answer), place.pose(answer)
    game.unmark(model, "Immobilised")  # moved by another effect (B-STATE-10)
    move_along(game, model, path, model.facing if facing is None else facing, special.name, "AMB-23")


def _drag(special: Special, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> None:
    """Move the user of a Drag back, or the opponent of a Forceback. The other model follows.

    The other follows a few inches or into base contact (B-SPEC-A3, B-SPEC-A4, B-SPEC-D2, B-SPEC-D3).
    """
    first, second = (user.model, foe.model) if special.does == "drag" else (foe.model, user.model)
    away(game, first, second, INCH, special.name)
    toward(game, second, first, special.inches or game.apart(first, second), special.name)


def _knock(special: Special, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> None:
    """Move the opponent straight away, or push it out of the user's zone (B-SPEC-A7, B-SPEC-A9, B-SPEC-D5, B-SPEC-D8).

    A model that falls off Huge high ground is Prone (B-TERR-8).
    """
    model, pushes = foe.model, special.does == "push"
    inches = OUT_OF_ZONE - game.apart(model, user.model) if pushes else special.inches
    start = high_ground(game, model)
    away(game, model, user.model, inches, special.name, crash=not pushes)
    fall(game, bout, model, start)


def _throw(special: Special, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
    """Let the user's player choose a point in sight to which the opponent is thrown (B-SPEC-A12)."""
    model = foe.model
    region = ThrowRegion(game, user.model, model, special.inches)
    if may_be_moved(game, model) and region.find() is not None:
        prompt = _("Where is {model} thrown to?", model=model.name)
        place = spot_for(model, prompt, special.rule, region, user.model.side)
        x, y, _facing = place.pose((yield place))
        start = high_ground(game, model)
        shove(game, model, x - model.x, y - model.y, special.inches, special.name, crash=True)
        fall(game, bout, model, start)


PROCEDURES: Final[dict[str, Procedure]] = {
    "grapple": _grapple,
    "counterstrike": _counterstrike,
    "push": _knock,
    "sidestep": _sidestep,
    "drag": _drag,
    "force back": _drag,
    "knock": _knock,
    "throw": _throw,
}
"""The procedures by the `does` of a special."""


def can_fall(game: Game, model: Model) -> bool:
    """Return whether a model can become Prone (B-STATE-14, B-STATE-20)."""
    return not model.has("Prone") and not game.any(model, "immune", "Prone")


def away(game: Game, mover: Model, other: Model, inches: float, why: str, *, crash: bool = False) -> None:
    """Move a model directly away from another (B-GEO-6)."""
    shove(game, mover, mover.x - other.x, mover.y - other.y, inches, why, crash=crash)


def fall(game: Game, bout: Bout, mover: Model, start: Feature | None) -> None:
    """Make a model Prone that began on Huge high ground and has left it (B-TERR-8)."""
    if start is not None and start.size == "huge" and high_ground(game, mover) != start:
        bout.fallen.add(mover.id)
        game.mark(mover, "Prone", 0)


def falls_off(game: Game, mover: Model, dx: float, dy: float, inches: float) -> bool:
    """Return whether a straight move would take a model off Huge high ground. Smaller models do not stop it."""
    start = high_ground(game, mover)
    length = math.hypot(dx, dy)
    if start is None or start.size != "huge" or not length or not may_be_moved(game, mover):
        return False
    dx, dy = dx / length, dy / length
    pushed_aside = [model for model in game.on_table() if smaller(game, model, mover)]
    obstacle = first_met(game, mover, dx, dy, inches, pushed_aside)
    moved = inches if obstacle is None else max(0.0, min(inches, obstacle.inches - CLOSER))
    return high_ground(game, mover, (snap(mover.x + dx * moved), snap(mover.y + dy * moved))) != start


def toward(game: Game, mover: Model, other: Model, inches: float, why: str) -> None:
    """Move a model directly toward another, at most to contact (B-GEO-6)."""
    shove(game, mover, other.x - mover.x, other.y - mover.y, inches, why)


def goes_off(game: Game, mover: Model, other: Model) -> bool:
    """Return whether a model that is moved straight away from another loses contact with it."""
    distance = math.hypot(mover.x - other.x, mover.y - other.y)
    if not distance or not may_be_moved(game, mover):
        return False
    obstacle = first_met(game, mover, (mover.x - other.x) / distance, (mover.y - other.y) / distance, INCH, [])
    return obstacle is None or obstacle.inches > 2 * TOLERANCE

"""The challenge number of a ranged attack (B-RNG-10)."""

from __future__ import annotations

from game.rulesets.bushido.rules import rulings
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Shot
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model

BANDS = (("short", 4), ("medium", 5), ("long", 6))
SIZE_SHIFT = {"tiny": 1, "small": 0, "medium": -1, "large": -2, "huge": -3}
COVER = 2
INTO_A_FIGHT = 6


def band(game: Game, shooter: Model, weapon: str, target: Model) -> tuple[str, int] | None:
    """Return the range band of a target and its number, or None if the target is out of range (B-RNG-1)."""
    distance = game.apart(shooter, target)
    for limit, result in zip(game.weapon(shooter, weapon).bands or (), BANDS):
        if distance <= limit + TOLERANCE:
            return result
    return None


def parts(game: Game, shot: Shot) -> list[tuple[str, int]]:
    """Return the parts of the challenge number, as reasons and amounts, the range band first (B-RNG-10, B-TR-78)."""
    shooter, target = shot.shooter, shot.target
    light = game.named(shooter, "Lightweight", shot.weapon) is not None
    amounts = [
        band(game, shooter, shot.weapon, target) or ("out of range", 0),
        ("size", SIZE_SHIFT[game.size(target)]),
        ("cover", COVER if shot.covered else 0),
        ("ran this turn", int(target.ran)),
        ("shooter moves", int(shot.moved and not light)),
        ("repeat shot", rulings.REPEAT_SHOT if shooter.shots else 0),
        ("Prone", -int(target.has("Prone"))),
        ("Surprised", -int(shot.surprised)),
        ("Ranged Defence", game.total(target, "ranged_defence")),
    ]
    return [amounts[0], *(part for part in amounts[1:] if part[1])]


def number(game: Game, shot: Shot) -> int:
    """Return the challenge number of a ranged attack, which may be below 0 (B-TEST-11, AMB-18)."""
    return sum(amount for _reason, amount in parts(game, shot))


def dice(game: Game, shooter: Model, target: Model | None = None) -> int:
    """Return the number of dice of a ranged attack before a special is paid for (B-RNG-2, AMB-17).

    A `target` under a Death Sentence adds a die (B-STATE-5).
    """
    return game.limited(shooter, "ranged", total_dice(game, shooter, target))


def total_dice(game: Game, shooter: Model, target: Model | None = None) -> int:
    """Return the number of dice of a ranged attack before its limit (B-RNG-2, AMB-17a)."""
    extra_dice = game.total(shooter, "ranged_dice")
    if target is not None and target.has("Death Sentence"):
        extra_dice += 1
    return game.boosted(shooter, "ranged") + extra_dice

"""Specials that move somebody (B-SPEC-A3..A12, B-SPEC-D2..D8); the movement comes before the damage roll (B-SPEC-4)."""

from __future__ import annotations

import math
from typing import ClassVar

from game.engine.core.decisions import Place
from game.engine.core.flow import Flow
from game.engine.core.turning import Turning
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.moving.carry_out import move_along
from game.rulesets.bushido.rules.moving.forced import CLOSER, first_met, may_be_moved, shove
from game.rulesets.bushido.rules.moving.sidestep import SidestepRegion
from game.rulesets.bushido.rules.moving.terrain import at_least, high_ground
from game.rulesets.bushido.rules.moving.thrown import ThrowRegion
from game.rulesets.bushido.rules.rulings import OUT_OF_ZONE, TOLERANCE
from game.rulesets.bushido.rules.specials import Special, can_fall
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.terrain import Feature
from game.table.lattice import snap
from game.wording import N_, _

INCH, SLAM, THROW = 1.0, 3.0, 2.0
DIRECTIONS = 72
"""In how many directions the odds look for one in which a throw brings the other off high ground."""


def away(game: Game, mover: Model, other: Model, inches: float, why: str, *, crash: bool = False) -> float:
    """Move a model directly away from another (B-GEO-6)."""
    return shove(game, mover, mover.x - other.x, mover.y - other.y, inches, why, crash=crash)


def knocked(
    game: Game, bout: Bout, mover: Model, other: Model, inches: float, why: str, *, crash: bool = False
) -> None:
    """Move a model directly away from another; one that falls off Huge high ground is Prone (B-TERR-8)."""
    begun = high_ground(game, mover)
    away(game, mover, other, inches, why, crash=crash)
    fall(game, bout, mover, begun)


def fall(game: Game, bout: Bout, mover: Model, begun: Feature | None) -> None:
    """Let a model fall that stood on Huge high ground and does no longer (B-TERR-8)."""
    if begun is not None and begun.size == "huge" and high_ground(game, mover) != begun:
        bout.fallen.add(mover.id)
        game.mark(mover, "Prone", 0)


def falls_off(game: Game, mover: Model, dx: float, dy: float, inches: float) -> bool:
    """Return whether a straight move would bring a model off Huge high ground; those it pushes aside stop it not."""
    begun = high_ground(game, mover)
    length = math.hypot(dx, dy)
    if begun is None or begun.size != "huge" or not length or not may_be_moved(game, mover):
        return False
    dx, dy = dx / length, dy / length
    smaller = [each for each in game.on_table() if each is not mover and at_least(game.size(mover), game.size(each))
               and game.size(mover) != game.size(each)]  # fmt: skip
    met = first_met(game, mover, dx, dy, inches, smaller)
    gone = inches if met is None else max(0.0, min(inches, met.inches - CLOSER))
    return high_ground(game, mover, (snap(mover.x + dx * gone), snap(mover.y + dy * gone))) != begun


def toward(game: Game, mover: Model, other: Model, inches: float, why: str) -> float:
    """Move a model directly toward another, at most to contact (B-GEO-6)."""
    return shove(game, mover, other.x - mover.x, other.y - mover.y, inches, why)


def goes_off(game: Game, mover: Model, other: Model) -> bool:
    """Return whether a model that is moved straight away from another comes off it at all."""
    apart = math.hypot(mover.x - other.x, mover.y - other.y)
    if not apart or not may_be_moved(game, mover):
        return False
    met = first_met(game, mover, (mover.x - other.x) / apart, (mover.y - other.y) / apart, INCH, [])
    return met is None or met.inches > 2 * TOLERANCE


class _Push(Special):
    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return goes_off(game, foe, user)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        knocked(game, bout, foe.model, user.model, OUT_OF_ZONE - game.apart(foe.model, user.model), self.name)


class PushAttack(_Push):
    """B-SPEC-A7."""

    name, rule, rolls_damage = "Push Attack", "B-SPEC-A7", False
    text = N_("The defender is moved directly away until it is out of the attacker's zone; no damage roll.")


class PushDefence(_Push):
    """B-SPEC-D5."""

    name, rule = "Push Defence", "B-SPEC-D5"
    text = N_("The attacker is moved directly away until it is out of the defender's zone.")


class _Sidestep(Special):
    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return may_be_moved(game, user)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        """Ask where the user steps to, out of the other's zone and never nearer to it (AMB-23, B-MOVE-5).

        One that finds no way out is moved straight away, as far as that goes (B-SPEC-3).
        """
        model, other = user.model, foe.model
        region = SidestepRegion.of(game, model, other) if may_be_moved(game, model) else None
        if region is None or region.find() is None:
            away(game, model, other, OUT_OF_ZONE - game.apart(model, other), self.name)
            return
        place = Place(
            player=model.side,
            prompt=_("Where does {model} sidestep to?", model=model.name),
            rule=self.rule,
            about=model.id,
            region=region,
            turning=Turning.asked(model.facing, self.rule),
        )
        answer = yield place
        path, (_x, _y, facing) = place.path(answer), place.pose(answer)
        game.unmark(model, "Immobilised")  # moved by another effect (B-STATE-10)
        move_along(game, model, path, model.facing if facing is None else facing, self.name, "AMB-23")


class SidestepAttack(_Sidestep):
    """B-SPEC-A8."""

    name, rule, rolls_damage = "Sidestep Attack", "B-SPEC-A8", False
    text = N_("The attacker moves away until it is out of the defender's zone; no damage roll.")


class SidestepDefence(_Sidestep):
    """B-SPEC-D6."""

    name, rule = "Sidestep Defence", "B-SPEC-D6"
    text = N_("The defender moves away until it is out of the attacker's zone.")


class _Drag(Special):
    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return goes_off(game, user, foe) and not may_be_moved(game, foe)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        away(game, user.model, foe.model, INCH, self.name)
        toward(game, foe.model, user.model, self.follows(game, user, foe), self.name)

    def follows(self, game: Game, user: Fighter, foe: Fighter) -> float:
        """Return the inches that the other comes after: an inch."""
        return INCH


class DragAttack(_Drag):
    """B-SPEC-A3."""

    name, rule, rolls_damage = "Drag Attack", "B-SPEC-A3", False
    text = N_("The attacker moves 1 inch away and the defender follows; no damage roll.")


class DragDefence(_Drag):
    """B-SPEC-D2."""

    name, rule = "Drag Defence", "B-SPEC-D2"
    text = N_("The defender moves 1 inch away and the attacker follows into base contact.")

    def follows(self, game: Game, user: Fighter, foe: Fighter) -> float:
        """Return the inches into base contact."""
        return game.apart(foe.model, user.model)


class _Forceback(Special):
    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return goes_off(game, foe, user) and not may_be_moved(game, user)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        away(game, foe.model, user.model, INCH, self.name)
        toward(game, user.model, foe.model, game.apart(foe.model, user.model), self.name)


class ForcebackAttack(_Forceback):
    """B-SPEC-A4."""

    name, rule, halves = "Forceback Attack", "B-SPEC-A4", True
    text = N_("The defender is moved 1 inch away and the attacker follows; wounds are halved.")


class ForcebackDefence(_Forceback):
    """B-SPEC-D3."""

    name, rule = "Forceback Defence", "B-SPEC-D3"
    text = N_("The attacker is moved 1 inch away and the defender follows into base contact.")


class _Knock(Special):
    """Knocks the other away, in a straight line and Prone."""

    leaves = "Prone"
    inches: ClassVar[float] = 0.0

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return goes_off(game, foe, user)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        knocked(game, bout, foe.model, user.model, self.inches, self.name, crash=True)
        game.mark(foe.model, self.leaves, 0)


class SlamAttack(_Knock):
    """B-SPEC-A9."""

    name, rule, halves, inches = "Slam Attack", "B-SPEC-A9", True, SLAM
    text = N_("The defender is moved 3 inches away and becomes Prone; wounds are halved.")

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return can_fall(game, foe) or super().ends(game, user, foe)

    def fells(self, game: Game, user: Model, foe: Model) -> bool:
        return falls_off(game, foe, foe.x - user.x, foe.y - user.y, SLAM)


class ThrowDefence(_Knock):
    """B-SPEC-D8."""

    name, rule, inches = "Throw Defence", "B-SPEC-D8", THROW
    text = N_("The attacker is moved 2 inches directly away and becomes Prone.")


class ThrowAttack(Special):
    """B-SPEC-A12."""

    name, rule, halves, leaves = "Throw Attack", "B-SPEC-A12", True, "Prone"
    text = N_(
        "The defender is moved 2 inches in a direction the attacker chooses and becomes Prone; wounds are halved."
    )

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return can_fall(game, foe) or may_be_moved(game, foe)

    def fells(self, game: Game, user: Model, foe: Model) -> bool:
        if high_ground(game, foe) is None or not may_be_moved(game, foe):
            return False
        region = ThrowRegion(game, user, foe, THROW)
        turns = [math.tau * step / DIRECTIONS for step in range(DIRECTIONS)]
        aims = [(math.cos(turn) * THROW, math.sin(turn) * THROW) for turn in turns]
        return any(
            falls_off(game, foe, *aim, THROW) and region.find((snap(foe.x + aim[0]), snap(foe.y + aim[1])))
            for aim in aims
        )

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        """Ask at which point in sight of the attacker the defender is thrown (B-SPEC-A12)."""
        model = foe.model
        region = ThrowRegion(game, user.model, model, THROW)
        if may_be_moved(game, model) and region.find() is not None:
            place = Place(
                player=user.model.side,
                prompt=_("Where is {model} thrown to?", model=model.name),
                rule=self.rule,
                about=model.id,
                region=region,
            )
            x, y, _facing = place.pose((yield place))
            begun = high_ground(game, model)
            shove(game, model, x - model.x, y - model.y, THROW, self.name, crash=True)
            fall(game, bout, model, begun)
        game.mark(model, self.leaves, 0)

"""Special attacks and defences. Rows of `warbands.specials` describe them, and the classes here are their procedures.

The movement comes before the damage roll (B-SPEC-4). Imports the game and its exchange.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from game.engine.core.decisions import Place
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.holding import hold
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.damage import blow_of, deals_damage, strike
from game.rulesets.bushido.rules.moving.carry_out import move_along
from game.rulesets.bushido.rules.moving.forced import CLOSER, first_met, may_be_moved, shove
from game.rulesets.bushido.rules.moving.sidestep import SidestepRegion
from game.rulesets.bushido.rules.moving.terrain import high_ground, smaller
from game.rulesets.bushido.rules.moving.thrown import ThrowRegion
from game.rulesets.bushido.rules.rulings import OUT_OF_ZONE, TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.terrain import Feature
from game.rulesets.bushido.warbands.specials import SPECIALS, Row
from game.table.lattice import snap
from game.wording import _

INCH = 1.0
LESS = 2
"""The amount by which the success level of a Counterstrike is lower."""
DIRECTIONS = 72
"""The number of directions in which the odds check whether a throw moves the opponent off high ground."""


@dataclass(frozen=True, kw_only=True)
class Special(Row):
    """A special attack or defence with its procedure."""

    @property
    def attacks(self) -> bool:
        """Whether this is a special attack."""
        return self.name.endswith("Attack")

    def levels(self, level: int) -> list[int]:
        """Return the success levels of all damage rolls of a hit (B-SPEC-A1)."""
        if not self.drops:
            return [level]
        return [level, 0] if level < self.drops else list(range(level, -1, -self.drops))

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        """Apply the special before the damage roll (B-SPEC-4)."""
        yield from ()

    def after_damage(self, game: Game, bout: Bout, user: Fighter, foe: Fighter) -> Flow:
        """Apply the special after the damage roll."""
        yield from ()

    def struck(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Asking[bool]:
        """Apply a special defence. Return whether it ends the exchange (B-MELEE-10b)."""
        yield from self.applied(game, bout, user, foe, level)
        return False

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        """Return whether a success will probably stop a later attack by the other side (B-MELEE-10, B-MELEE-12).

        This is so if the other side is Held or falls Prone, or if the two lose contact.
        """
        return False

    def fells(self, game: Game, user: Model, foe: Model) -> bool:
        """Return whether a success can make the opponent fall off high ground (B-TERR-8)."""
        return False


class Stun(Special):
    """Mark the opponent after the damage roll (B-SPEC-A10)."""

    def after_damage(self, game: Game, bout: Bout, user: Fighter, foe: Fighter) -> Flow:
        yield from ()
        if foe.model.in_play:
            game.mark(foe.model, self.leaves, 0)


class Sweep(Special):
    """Make the opponent fall (B-SPEC-A11, B-SPEC-D7)."""

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        game.mark(foe.model, self.leaves, 0)

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return self.attacks and can_fall(game, foe)


class Grapple(Special):
    """Hold the opponent (B-SPEC-A5, B-SPEC-D4)."""

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        hold(game, user.model, foe.model)
        if self.attacks:
            bout.no_attack.add(foe.model.id)

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return self.attacks


class Counterstrike(Special):
    """Strike the attacker after a successful defence (B-SPEC-D1)."""

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        if foe.split.attack and level >= LESS and deals_damage(game, user):
            yield from strike(game, blow_of(game, bout, user, foe, level - LESS))


class Push(Special):
    """Push the opponent out of the user's zone (B-SPEC-A7, B-SPEC-D5)."""

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return goes_off(game, foe, user)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        knocked(game, bout, foe.model, user.model, OUT_OF_ZONE - game.apart(foe.model, user.model), self.name)


class Sidestep(Special):
    """Step out of the opponent's zone (B-SPEC-A8, B-SPEC-D6)."""

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return may_be_moved(game, user)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        """Let the player move the user out of the opponent's zone, never nearer to the opponent (AMB-23, B-MOVE-5).

        A user without a path out moves straight away, as far as possible (B-SPEC-3).
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


class Drag(Special):
    """Move the user back. The opponent follows by some inches or into base contact (B-SPEC-A3, B-SPEC-D2)."""

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return goes_off(game, user, foe) and not may_be_moved(game, foe)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        away(game, user.model, foe.model, INCH, self.name)
        toward(game, foe.model, user.model, self.inches or game.apart(foe.model, user.model), self.name)


class ForceBack(Special):
    """Move the opponent back. The user follows into base contact (B-SPEC-A4, B-SPEC-D3)."""

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return goes_off(game, foe, user) and not may_be_moved(game, user)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        away(game, foe.model, user.model, INCH, self.name)
        toward(game, user.model, foe.model, game.apart(foe.model, user.model), self.name)


class Knock(Special):
    """Move the opponent straight away and make it Prone (B-SPEC-A9, B-SPEC-D8)."""

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return (self.attacks and can_fall(game, foe)) or goes_off(game, foe, user)

    def fells(self, game: Game, user: Model, foe: Model) -> bool:
        return self.attacks and falls_off(game, foe, foe.x - user.x, foe.y - user.y, self.inches)

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        knocked(game, bout, foe.model, user.model, self.inches, self.name, crash=True)
        game.mark(foe.model, self.leaves, 0)


class Throw(Special):
    """Throw the opponent to a point in the user's sight (B-SPEC-A12)."""

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return can_fall(game, foe) or may_be_moved(game, foe)

    def fells(self, game: Game, user: Model, foe: Model) -> bool:
        if high_ground(game, foe) is None or not may_be_moved(game, foe):
            return False
        region = ThrowRegion(game, user, foe, self.inches)
        turns = [math.tau * step / DIRECTIONS for step in range(DIRECTIONS)]
        aims = [(math.cos(turn) * self.inches, math.sin(turn) * self.inches) for turn in turns]
        return any(
            falls_off(game, foe, *aim, self.inches) and region.find((snap(foe.x + aim[0]), snap(foe.y + aim[1])))
            for aim in aims
        )

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        """Let the user's player choose the point of the throw (B-SPEC-A12)."""
        model = foe.model
        region = ThrowRegion(game, user.model, model, self.inches)
        if may_be_moved(game, model) and region.find() is not None:
            place = Place(
                player=user.model.side,
                prompt=_("Where is {model} thrown to?", model=model.name),
                rule=self.rule,
                about=model.id,
                region=region,
            )
            x, y, _facing = place.pose((yield place))
            start = high_ground(game, model)
            shove(game, model, x - model.x, y - model.y, self.inches, self.name, crash=True)
            fall(game, bout, model, start)
        game.mark(model, self.leaves, 0)


PROCEDURES: Final[dict[str, type[Special]]] = {
    "": Special,
    "stun": Stun,
    "sweep": Sweep,
    "grapple": Grapple,
    "counterstrike": Counterstrike,
    "push": Push,
    "sidestep": Sidestep,
    "drag": Drag,
    "force back": ForceBack,
    "knock": Knock,
    "throw": Throw,
}
"""The classes of the procedures, by the `does` of a row."""


def at_work(row: Row) -> Special:
    """Return the special for a row. Raise `KeyError` for an unknown procedure."""
    return PROCEDURES[row.does](**vars(row))


REGISTRY: Final = {name: at_work(row) for name, row in SPECIALS.items()}
"""All specials by name."""
PLAIN: Final = Special()
"""A stand-in for an attack without a special."""


def can_fall(game: Game, model: Model) -> bool:
    """Return whether a model can become Prone (B-STATE-14, B-STATE-20)."""
    return not model.has("Prone") and not game.any(model, "immune", "Prone")


def away(game: Game, mover: Model, other: Model, inches: float, why: str, *, crash: bool = False) -> float:
    """Move a model directly away from another (B-GEO-6)."""
    return shove(game, mover, mover.x - other.x, mover.y - other.y, inches, why, crash=crash)


def knocked(
    game: Game, bout: Bout, mover: Model, other: Model, inches: float, why: str, *, crash: bool = False
) -> None:
    """Move a model directly away from another. A model that falls off Huge high ground is Prone (B-TERR-8)."""
    start = high_ground(game, mover)
    away(game, mover, other, inches, why, crash=crash)
    fall(game, bout, mover, start)


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
    passed = [model for model in game.on_table() if smaller(game, model, mover)]
    met = first_met(game, mover, dx, dy, inches, passed)
    gone = inches if met is None else max(0.0, min(inches, met.inches - CLOSER))
    return high_ground(game, mover, (snap(mover.x + dx * gone), snap(mover.y + dy * gone))) != start


def toward(game: Game, mover: Model, other: Model, inches: float, why: str) -> float:
    """Move a model directly toward another, at most to contact (B-GEO-6)."""
    return shove(game, mover, other.x - mover.x, other.y - mover.y, inches, why)


def goes_off(game: Game, mover: Model, other: Model) -> bool:
    """Return whether a model that is moved straight away from another loses contact with it."""
    apart = math.hypot(mover.x - other.x, mover.y - other.y)
    if not apart or not may_be_moved(game, mover):
        return False
    met = first_met(game, mover, (mover.x - other.x) / apart, (mover.y - other.y) / apart, INCH, [])
    return met is None or met.inches > 2 * TOLERANCE

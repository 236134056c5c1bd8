"""Specials that change the damage roll or leave markers, without moving models (B-SPEC-A, B-SPEC-D)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.holding import hold
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.damage import blow_of, deals_damage, strike
from game.rulesets.bushido.rules.specials import Special, can_fall
from game.rulesets.bushido.rules.state import Model
from game.wording import N_

LESS = 2


class ComboAttack(Special):
    """B-SPEC-A1."""

    name, rule = "Combo Attack", "B-SPEC-A1"
    text = N_("After each damage roll, the success level drops by 2. While it is 0 or more, roll again.")

    def levels(self, level: int) -> list[int]:
        return [level, 0] if level < LESS else list(range(level, -1, -LESS))


class CriticalAttack(Special):
    """B-SPEC-A2."""

    name, rule, critical = "Critical Attack", "B-SPEC-A2", True
    text = N_("If the two damage dice show the same number, the defender is removed from play.")


class PowerfulAttack(Special):
    """B-SPEC-A6."""

    name, rule, bonus = "Powerful Attack", "B-SPEC-A6", 3
    text = N_("+3 to the damage roll.")


class StunAttack(Special):
    """B-SPEC-A10."""

    name, rule, leaves = "Stun Attack", "B-SPEC-A10", "Stunned"
    text = N_("The defender gains a Stunned marker after the damage roll.")

    def after_damage(self, game: Game, bout: Bout, user: Fighter, foe: Fighter) -> Flow:
        yield from ()
        if foe.model.in_play:
            game.mark(foe.model, self.leaves, 0)


class _Sweep(Special):
    leaves = "Prone"

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        game.mark(foe.model, self.leaves, 0)


class SweepAttack(_Sweep):
    """B-SPEC-A11."""

    name, rule, halves = "Sweep Attack", "B-SPEC-A11", True
    text = N_("The defender becomes Prone; wounds are halved.")

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return can_fall(game, foe)


class SweepDefence(_Sweep):
    """B-SPEC-D7."""

    name, rule = "Sweep Defence", "B-SPEC-D7"
    text = N_("The attacker becomes Prone.")


class GrappleDefence(Special):
    """B-SPEC-D4."""

    name, rule, leaves = "Grapple Defence", "B-SPEC-D4", "Held"
    text = N_("The attacker becomes Held.")

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from ()
        hold(game, user.model, foe.model)


class GrappleAttack(GrappleDefence):
    """B-SPEC-A5."""

    name, rule, rolls_damage = "Grapple Attack", "B-SPEC-A5", False
    text = N_("The defender becomes Held and does not attack in this exchange; no damage roll.")

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        yield from super().applied(game, bout, user, foe, level)
        bout.no_attack.add(foe.model.id)

    def ends(self, game: Game, user: Model, foe: Model) -> bool:
        return True


class Counterstrike(Special):
    """B-SPEC-D1."""

    name, rule = "Counterstrike Defence", "B-SPEC-D1"
    text = N_("If the attacker put dice in attack, make a damage roll against it with the success level 2 lower.")

    def applied(self, game: Game, bout: Bout, user: Fighter, foe: Fighter, level: int) -> Flow:
        if foe.split.attack and level >= LESS and deals_damage(game, user):
            yield from strike(game, blow_of(game, bout, user, foe, level - LESS))

"""The ability Fight: a pile-in, then attacks with every melee weapon (A-AB-6, A-FIGHT, A-PILE)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Ability
from game.rulesets.aos4.rules.attacks.assigning import aim
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.attacks.volleys import attack
from game.rulesets.aos4.rules.core.moves import pick_unit, stay
from game.rulesets.aos4.rules.core.shooting import targets_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.carry_out import ask_move
from game.rulesets.aos4.rules.moving.grounds import Move
from game.rulesets.aos4.rules.rulings import PILE_IN
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.rulesets.aos4.rules.use import Use
from game.wording import _


def cannot_fight(game: Game, unit: Unit) -> Refusal | None:
    """Return why a unit cannot use any FIGHT ability, or None if it can (A-FIGHT-3)."""
    if game.used(unit, "FIGHT", "phase"):
        text = of_unit("{unit} has already fought this phase", "{unit} have already fought this phase", unit)
        return Refusal(text, "A-FIGHT-3")
    if game.charged(unit) or game.in_combat(unit):
        return None
    text = of_unit("{unit} is not in combat and has not charged", "{unit} are not in combat and have not charged", unit)
    return Refusal(text, "A-FIGHT-3")


class Fight(Ability):
    """Pile in, choose targets and attack. Even without targets, the unit has fought then (A-AB-6, A-AMB-35)."""

    id, rule, letter, hand = "fight", "A-AB-6", "a", "piece"
    needs = (cannot_fight,)

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        return has_melee_weapon(game, unit) or game.card(unit).move is not None

    def declare(self, use: Use) -> Flow:
        yield from pile_in(use)
        game, unit = use.game, use.unit
        found = groups(game, unit, ranged=False) if game.in_combat(unit) else []
        if found:
            use.aimed = yield from aim(game, unit, found, self.rule, use.plan)
            use.targets = targets_of(use)

    def effect(self, use: Use) -> Flow:
        yield from attack(use.game, use.unit, use.aimed, use.hit)


def pile_in(use: Use) -> Flow:
    """Let a unit move closer to an enemy that it fights (A-PILE-1, A-PILE-2, A-AMB-15, A-AMB-36)."""
    game, unit = use.game, use.unit
    fought = game.fought_by(unit)
    toward = ""
    if fought:
        prompt = _("Pile in: choose an enemy for {unit}", unit=unit.name)
        toward = (yield from pick_unit(use, fought, prompt, "A-PILE-1")).id
    keeping = tuple(enemy.id for enemy in fought)
    move = Move(float(PILE_IN), "A-PILE-1", toward=toward, keeping=keeping)
    prompt = _("Pile in: move {unit} up to {inches}″", unit=unit.name, inches=PILE_IN)
    yield from ask_move(game, unit, move, prompt, "pile-in", (stay(unit),))


def must_fight(game: Game, unit: Unit) -> bool:
    """Return whether a unit is in combat and has a melee weapon, so that it must fight (A-FIGHT-4)."""
    return game.in_combat(unit) and has_melee_weapon(game, unit)


def has_melee_weapon(game: Game, unit: Unit) -> bool:
    """Return whether a unit has any melee weapon."""
    return any(not weapon.is_ranged for weapon in game.card(unit).weapons)

"""The abilities Shoot, Covering Fire and Fight, and the reactions to attacks.

A-AB-4, A-AB-6, A-AB-17, A-AB-20, A-AB-21, A-FIGHT, A-PILE. A fight is a pile-in, then attacks with every melee weapon.
"""

from __future__ import annotations

from typing import Final

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Ability, Need, Use
from game.rulesets.aos4.rules.attacks.assigning import aim
from game.rulesets.aos4.rules.attacks.batch import Modifier, modifier
from game.rulesets.aos4.rules.attacks.eligible import attackable, groups
from game.rulesets.aos4.rules.attacks.volleys import attack, pick_unit
from game.rulesets.aos4.rules.core.moves import out_of_combat, stay
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.grounds import Move
from game.rulesets.aos4.rules.moving.unit_moves import ask_move
from game.rulesets.aos4.rules.rulings import PILE_IN, TOLERANCE
from game.rulesets.aos4.rules.state import Effect, Unit, of_unit
from game.wording import _

COVERING_FIRE: Final[Modifier] = modifier(-1, friendly=True)
"""The modifier of Covering Fire to hit rolls (A-AB-17)."""
ALL_OUT_ATTACK: Final[Modifier] = Modifier(other=1)
"""The modifier of All-out Attack to hit rolls, also for Companion weapons (A-AB-20)."""


def all_out_defence(player: str) -> Effect:
    """Return the effect of a player's All-out Defence (A-AB-21)."""
    return Effect(AllOutDefence.id, "save", 1, "phase", player)


def why_still(game: Game, unit: Unit, rule: str, *keywords: str) -> Refusal | None:
    """Return the refusal that a unit used one of some keywords this turn, or None (A-SHOOT-1, A-CHG-1, A-AB-17)."""
    for keyword in keywords:
        if game.used(unit, keyword):
            text = _("{unit} used a {keyword} ability this turn", unit=unit.name, keyword=keyword)
            return Refusal(text, rule)
    return None


def did_not(rule: str, *keywords: str) -> Need:
    """Return the requirement that a unit has used none of some keywords this turn."""
    return lambda game, unit: why_still(game, unit, rule, *keywords)


class Attacking(Ability):
    """An ability that attacks the targets chosen in its declare step."""

    def effect(self, use: Use) -> Flow:
        yield from attack(use.game, use.unit, use.aimed, use.hit)


class Shoot(Attacking):
    """Attack one or more enemy units with all ranged weapons (A-AB-4)."""

    id, rule, letter, hand = "shoot", "A-AB-4", "s", "piece"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        refusal = why_still(game, unit, "A-SHOOT-1", "RUN", "RETREAT")
        if refusal is not None:
            return refusal
        if not any(weapon.is_ranged for weapon in game.card(unit).weapons):
            return Refusal(of_unit("{unit} has no ranged weapon", "{unit} have no ranged weapon", unit), "A-TGT-3")
        if not any(True for _unit in attackable(game, unit, ranged=True)):
            if not game.in_combat(unit):
                return Refusal(_("no visible enemy in range"), "A-TGT-5")
            text = of_unit("{unit} is in combat", "{unit} are in combat", unit)
            return Refusal(text, "A-SHOOT-2")
        return None

    def declare(self, use: Use) -> Flow:
        found = groups(use.game, use.unit, ranged=True)
        use.aimed = yield from aim(use.game, use.unit, found, "A-AB-4", use.plan)
        use.targets = targets_of(use)


def targets_of(use: Use) -> list[Unit]:
    """Return the targets of a use's attacks."""
    return [use.game.state.units[key] for key in dict.fromkeys(aimed.target for aimed in use.aimed)]


class CoveringFire(Attacking):
    """Shoot at the closest enemy in its shooting phase, at -1 to hit (A-AB-17, A-CMD-5, A-SHOOT-4)."""

    id, rule, letter, hand = "covering-fire", "A-AB-17", "shift+s", "piece"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        refusal = out_of_combat(game, unit) or why_still(game, unit, self.rule, "RUN")
        if refusal is None and not closest(game, unit):
            return Refusal(_("no visible enemy in range"), "A-TGT-5")
        return refusal

    def declare(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        prompt = _("Several enemies are equally close: choose a target for {unit}", unit=unit.name)
        target = yield from pick_unit(use.game, use.unit, closest(game, unit), prompt, self.rule)
        use.targets, use.hit = [target], use.hit + COVERING_FIRE
        use.aimed = yield from aim(game, unit, groups(game, unit, ranged=True, only=[target]), self.rule, use.plan)


def closest(game: Game, unit: Unit) -> list[Unit]:
    """Return the closest targets for shooting, without manifestations and terrain (A-AB-17)."""
    targets = {other.id: other for other in attackable(game, unit, ranged=True)}
    units = [other for other in targets.values() if not {"MANIFESTATION", "FACTION TERRAIN"} & game.keywords(other)]
    if not units:
        return []
    least = min(game.distances.gap(unit, other) for other in units)
    near = [other for other in units if game.distances.gap(unit, other) <= least + TOLERANCE]
    return sorted(near, key=lambda other: other.id)


class AllOutAttack(Ability):
    """Add 1 to the hit rolls of an ability, also for Companion weapons (A-AB-20, A-CMD-5)."""

    id, rule, letter = "all-out-attack", "A-AB-20", "o"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit is use.unit and bool(use.aimed)

    def effect(self, use: Use) -> Flow:
        assert use.trigger is not None
        use.trigger.hit = use.trigger.hit + ALL_OUT_ATTACK
        yield from ()


class AllOutDefence(Ability):
    """Add 1 to the save rolls of a friendly target until the phase ends (A-AB-21, A-CMD-5, A-CMD-4, A-AMB-17)."""

    id, rule, letter = "all-out-defence", "A-AB-21", "shift+o"
    answers = True

    def responds(self, game: Game, spec: AbilityDocument, unit: Unit, use: Use) -> bool:
        return unit in use.targets and bool(use.aimed)

    def effect(self, use: Use) -> Flow:
        use.game.affect(use.unit, all_out_defence(use.player), self.rule)
        yield from ()


def cannot_fight(game: Game, unit: Unit) -> Refusal | None:
    """Return why a unit cannot use any FIGHT ability, or None if it can (A-FIGHT-3)."""
    if game.used(unit, "FIGHT", "phase"):
        text = of_unit("{unit} has already fought this phase", "{unit} have already fought this phase", unit)
        return Refusal(text, "A-FIGHT-3")
    if game.charged(unit) or game.in_combat(unit):
        return None
    text = of_unit("{unit} is not in combat and has not charged", "{unit} are not in combat and have not charged", unit)
    return Refusal(text, "A-FIGHT-3")


class Fight(Attacking):
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


def pile_in(use: Use) -> Flow:
    """Let a unit move closer to an enemy that it fights (A-PILE-1, A-PILE-2, A-AMB-15, A-AMB-36)."""
    game, unit = use.game, use.unit
    fought = game.fought_by(unit)
    toward = ""
    if fought:
        prompt = _("Pile in: choose an enemy for {unit}", unit=unit.name)
        toward = (yield from pick_unit(use.game, use.unit, fought, prompt, "A-PILE-1")).id
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

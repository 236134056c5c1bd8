"""Why a unit cannot attack an enemy now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.lengths import length, missing, size
from game.refusal import Refusal, each_said
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.documents.weapon_abilities import weapon_abilities
from game.rulesets.aos4.rules.abilities.resolving import limit_of, rules_of
from game.rulesets.aos4.rules.attacks.eligible import attackable, is_obscured, reach_of
from game.rulesets.aos4.rules.attacks.modifiers import weapon_of
from game.rulesets.aos4.rules.core.attacking import cannot_fight, highest_charge, unarmed, why_still
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.phases.windows import uses_in_phase
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.instruments import unit_of
from game.wording import _

RANGED: Final = {"shooting": True, "combat": False}
"""Whether the attacks of a phase are ranged, by its name."""


def bars(game: Game, attacker: str, target: str) -> Sequence[Refusal]:
    """Return why a unit cannot shoot, charge or fight an enemy in this phase, with a reason for each ranged weapon.

    Returns none in any other phase, and if the unit can attack the enemy with any weapon. Without an `attacker`, any
    unit could: the reasons are then those of the closest one.
    """
    if not attacker:
        return _of_closest(game, target)
    unit, enemy, ranged = unit_of(game, attacker), unit_of(game, target), RANGED.get(game.state.phase_name)
    if unit is None or enemy is None or unit.owner == enemy.owner or (unit.place, enemy.place) != ("table", "table"):
        return ()
    if game.state.phase_name == "charge":
        return _why_no_charge(game, unit, enemy)
    if ranged is None:
        return ()
    if any(other is enemy for other in attackable(game, unit, ranged=ranged)):
        return ()
    general = _why_no_shot(game, unit) if ranged else cannot_fight(game, unit)
    if general is not None:
        return (general,)
    if not ranged:
        facts = {"enemy": enemy.name, "distance": length(game.positions.gap(unit, enemy)), "range": size(COMBAT_RANGE)}
        return (Refusal(_("{enemy}: {distance} away, the combat range is {range}", **facts), "A-TGT-5"),)
    weapons = [weapon for weapon in game.card(unit).weapons if weapon.is_ranged]
    if not weapons:
        return (unarmed(unit),)
    return each_said({weapon.name: _why_not_with(game, unit, enemy, weapon) for weapon in weapons})


def _of_closest(game: Game, target: str) -> Sequence[Refusal]:
    """Return the reasons of the closest unit that attacks in this phase, with its name; none if any can attack."""
    enemy, ranged = unit_of(game, target), RANGED.get(game.state.phase_name)
    charging = game.state.phase_name == "charge"
    if enemy is None or (ranged is None and not charging):
        return ()
    armed = [
        unit
        for unit in game.state.units.values()
        if unit.owner != enemy.owner
        and unit.place == "table"
        and (charging or any(weapon.is_ranged == ranged for weapon in game.card(unit).weapons))
    ]
    reasons = {unit.id: bars(game, unit.id, target) for unit in armed}
    if not armed or not all(reasons.values()):
        return ()
    closest = min(armed, key=lambda unit: game.positions.gap(unit, enemy))
    return [replace(reason, text=f"{closest.name}: {reason.text}") for reason in reasons[closest.id]]


def _why_no_charge(game: Game, unit: Unit, enemy: Unit) -> Sequence[Refusal]:
    """Return why a unit cannot charge an enemy; none if a roll could bring it there in a straight line."""
    spec = game.ability(unit.owner, "charge")
    if unit.owner != game.state.active or not game.fights(unit):
        return ()
    if (refusal := rules_of(spec).why_not(game, spec, unit)) is not None:
        return (refusal,)
    far = game.positions.gap(unit, enemy) - highest_charge(game, unit) - CHARGED_TO
    if far <= TOLERANCE:
        return ()
    return (Refusal(_("{enemy}: {amount} too far for any roll", enemy=enemy.name, amount=missing(far)), "A-CHG-4"),)


def _why_no_shot(game: Game, unit: Unit) -> Refusal | None:
    """Return why a unit cannot shoot at any enemy, or None (A-SHOOT-1)."""
    if refusal := why_still(game, unit, "A-SHOOT-1", "RUN", "RETREAT"):
        return refusal
    uses = uses_in_phase(game, unit.owner, game.state.phase_name)
    shots = [
        limit_of(game, unit.owner, spec, unit) for spec, user in uses if user is unit and rules_of(spec).id == "shoot"
    ]
    return shots[0] if shots and all(shots) else None


def _why_not_with(game: Game, unit: Unit, enemy: Unit, weapon: WeaponDocument) -> Refusal:
    """Return the reason against an enemy for a ranged weapon (A-TGT-1, A-SHOOT-2, A-TAB-2)."""
    gap, bases = game.distances.gap(unit, enemy), game.positions.bases(unit).footprints
    reach = reach_of(game, unit, weapon)
    abilities = weapon_abilities(weapon_of(game, unit, weapon).abilities)
    if game.in_combat(unit) and not abilities.shoot_in_combat:
        return Refusal(_("not while the unit is in combat"), "A-SHOOT-2")
    if gap > reach + TOLERANCE:
        facts = {"distance": length(gap), "range": size(reach)}
        return Refusal(_("{distance} away, its range is {range}", **facts), "A-TGT-5")
    if not any(game.seeing.model(base, enemy) for base in bases):
        return Refusal(_("{enemy} not visible", enemy=enemy.name), "A-TGT-5")
    if all(is_obscured(game, base, enemy) for base in bases):
        return Refusal(_("{enemy} behind Obscuring terrain", enemy=enemy.name), "A-TAB-2")
    return Refusal(_("no model in range sees {enemy}", enemy=enemy.name), "A-TGT-1")

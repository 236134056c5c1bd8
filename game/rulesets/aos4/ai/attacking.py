"""The value of attacks, charges and related commands, from exact odds."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.view import percent
from game.rulesets.aos4.ai.arrangements import TRIFLE, hopes
from game.rulesets.aos4.ai.position import BACK, Outlook, Rated, damage_text, damage_worth, wound_worth
from game.rulesets.aos4.ai.strength import expected_wounds, wounds_left
from game.rulesets.aos4.ai.wanted import CHARGES, moves
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.odds.charging import needed_by_paths, needed_straight
from game.rulesets.aos4.odds.roll_odds import reaching
from game.rulesets.aos4.rules.core.shooting import AllOutAttack
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use, current
from game.rulesets.aos4.view.volleys import Attack, aimed_attacks, attackers, attacks_by, attacks_on, suffered_mean
from game.wording import _, numeral

HURRY: Final = 0.5
"""The share of an enemy's prevented attacks that counts for the choice of the unit to fight."""
LEAST: Final = 0.05
"""The smallest value of attacks in victory points, since they cost nothing."""


def shoot(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate shooting by the best target."""
    return _best(attacks_by(game, spec, unit))


def _best(attacks: list[Attack]) -> Rated:
    rated = (
        Rated(LEAST + damage_worth(attack.game, attack.target, wounds), damage_text(wounds, attack.target))
        for attack in attacks
        for wounds in [_wounds(attack)]
    )
    return max(rated, default=Rated(-LEAST, _("no target in range")))


def _wounds(attack: Attack, *reactions: str) -> float:
    return suffered_mean(attack.odds(*reactions), attack.body)


def rate_target(use: Use, target: Unit) -> Rated:
    """Rate a unit as the target of attacks."""
    attacks = attacks_on(use.game, use.spec, use.unit, attackers(use.game, use.spec, use.unit), use.hit)
    return _best([attack for attack in attacks if attack.target is target])


def fight(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a fight by the damage to the enemy and by the prevented attacks."""
    attacks = attacks_by(game, spec, unit)
    if not attacks:
        return Rated(LEAST, _("it may pile in"))
    wounds = {attack.target.id: _wounds(attack) for attack in attacks}
    targets = [attack.target for attack in attacks]
    enemy = max(targets, key=lambda target: damage_worth(game, target, wounds[target.id]))
    rivals = [other for other in game.fought_by(unit) if not game.used(other, "FIGHT", "phase")]
    back = sum(expected_wounds(game, other, unit, ranged=False) for other in rivals)
    share = min(1.0, wounds[enemy.id] / max(1, wounds_left(game, enemy)))
    value = damage_worth(game, enemy, wounds[enemy.id]) + HURRY * share * damage_worth(game, unit, back)
    return Rated(LEAST + value, _exchange_text(wounds[enemy.id], enemy, back))


def _exchange_text(wounds: float, enemy: Unit, back: float) -> str:
    given, taken = numeral(wounds, ".1f"), numeral(back, ".1f")
    return _("{given} damage expected against {enemy}, {taken} in return", given=given, enemy=enemy.name, taken=taken)


def charge(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a charge by its chance, and by the value of the new spot and the fight."""
    bonus, best = game.bonus(unit, "charge"), Rated(-LEAST, _("no charge is worth it"))
    for enemy in game.enemies(unit):
        chance = reaching(needed_straight(game, unit, enemy), bonus=bonus)
        if chance <= 0.0 or not game.seeing.units(unit, enemy):
            continue
        worth = _gain_of_charge(game, unit, enemy)
        if chance * worth > max(best.worth, TRIFLE):
            best = Rated(chance * worth, _why_charge(game, unit, enemy, chance))
    return best


def _gain_of_charge(game: Game, unit: Unit, enemy: Unit) -> float:
    """Return the gain of a successful charge at an enemy, including the fight."""
    outlook = Outlook(game, unit.owner, unit)
    wanted = moves(game, unit, game.positions.gap(unit, enemy), CHARGES, only=enemy)
    return max((hope.gain for hope in hopes(game, unit, wanted, CHARGES, outlook)), default=0.0)


def _why_charge(game: Game, unit: Unit, enemy: Unit, chance: float) -> str:
    given = expected_wounds(game, unit, enemy, ranged=False, charging=unit)
    back = BACK * expected_wounds(game, enemy, unit, ranged=False, charging=unit)
    return _(
        "{chance} to reach {enemy} in a straight line, then {fight}",
        chance=percent(chance),
        enemy=enemy.name,
        fight=_exchange_text(given, enemy, back),
    )


def forward_to_victory(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a reroll of a charge, which is useful only if the current roll reaches no enemy."""
    use = current(game)
    total = use.total if use is not None else 0
    if any((needed_by_paths(game, unit, enemy) or total + 1) <= total for enemy in game.enemies(unit)):
        return Rated(0.0, _("a roll of {total} already reaches an enemy", total=total))
    return charge(game, spec, unit)


def all_out(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate All-out Attack or All-out Defence by the change of the expected damage."""
    use = current(game)
    if use is None:
        return Rated(0.0, "")
    value, now, then = 0.0, 0.0, 0.0
    for attack in aimed_attacks(use, use.aimed):
        if spec.effect_id == AllOutAttack.id or attack.target is unit:
            before, after = _wounds(attack), _wounds(attack, spec.effect_id)
            now, then = now + before, then + after
            value += abs(after - before) * wound_worth(game, attack.target)
    why = _("{then} damage expected instead of {now}", then=numeral(then, ".1f"), now=numeral(now, ".1f"))
    return Rated(value, why)

"""The value of spells, prayers and other effects, target by target, with the rolls they need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from game.engine.core.shares import mapped, mean, power
from game.engine.rulebook.view import percent
from game.rulesets.aos4.ai.position import POINT, PRICE, worth
from game.rulesets.aos4.ai.rated import Rated, damage_worth, wound_worth
from game.rulesets.aos4.ai.strength import expected_wounds, points, printed
from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.odds.roll_odds import TWO_DICE, casting_odds, chanting_odds, reaching, unbinding_chance
from game.rulesets.aos4.odds.shares import FACES, of_amount
from game.rulesets.aos4.odds.volley_odds import volley_odds
from game.rulesets.aos4.rules.attacks.damage import rallies
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.core.magic import INTERVENING, banishable, banishing_bonus, powers_known
from game.rulesets.aos4.rules.core.rally import rally_dice
from game.rulesets.aos4.rules.effects import effects_of, manifestation, targets
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import RALLIED
from game.rulesets.aos4.rules.state import Effect, Unit
from game.rulesets.aos4.rules.use import current
from game.rulesets.aos4.view.volleys import suffered, with_effect
from game.wording import _, ngettext, numeral

UNKNOWN: Final = -0.1
"""The value in victory points of an effect that is only text: computer players leave it alone."""
RITUAL: Final = 0.04
"""The value of a ritual point; above this many, they have none."""
ENOUGH_RITUAL: Final = 6
STANDING: Final = 0.3
"""The share of a manifestation's points that counts if it neither moves nor strikes."""
FIRST: Final = 0.4
"""The share of the enemy's attacks that striking first prevents."""
SPELL: Final = 0.5
"""The assumed value of an enemy spell in victory points."""
POWER: Final = 0.1
"""The value of +1 to casting or chanting rolls in the own turn."""


def ability(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate an ability by its most valuable target, and by the roll that it needs."""
    best = max((on_target(game, spec, unit, each) for each in _targets(game, spec, unit)), default=None)
    if best is None:
        return Rated(UNKNOWN, _("no target for this"))
    return with_roll(game, spec, unit, best)


def with_roll(game: Game, spec: AbilityDocument, unit: Unit, effect: Rated, plus: int = 0) -> Rated:
    """Return the value of an effect before its casting or chanting roll, with its cost."""
    value, chance = effect.worth, 1.0
    if value <= 0.0:  # a roll adds nothing to an effect without value, nor to ritual points that any prayer may bring
        return Rated(value - PRICE * spec.cost, effect.why)
    if spec.kind == "spell":
        chance = casting_odds(spec.value, game.bonus(unit, "cast") + plus).cast
    elif spec.kind == "prayer" and spec.value:
        odds = chanting_odds(spec.value, unit.ritual, game.bonus(unit, "chant") + plus)
        chance = odds.answered
        banked = sum(number * share for number, share in enumerate(odds.banked))
        return Rated(chance * value + (1 - chance) * ritual_worth(unit, round(banked)), _rolled(effect.why, chance))
    why = effect.why if chance == 1.0 else _rolled(effect.why, chance)
    return Rated(chance * value - PRICE * spec.cost, why)


def _rolled(why: str, chance: float) -> str:
    return _("{why}, {chance} to succeed", why=why, chance=percent(chance))


def ritual_worth(unit: Unit, more: int) -> float:
    """Return the value of further ritual points for a priest."""
    return RITUAL * max(0, min(ENOUGH_RITUAL, unit.ritual + more) - unit.ritual)


def _targets(game: Game, spec: AbilityDocument, unit: Unit) -> list[Unit]:
    return targets(game, spec, unit) if params.TARGET.of(spec.params) != "self" else [unit]


def on_target(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    """Rate the effect of a unit's ability on one of its targets; on all if it affects all."""
    rate = _EFFECTS.get(spec.handler or spec.id)
    if rate is None:
        return Rated(UNKNOWN, _("the players decide what it does"))
    rated = rate(game, spec, unit, target)
    return Rated(_happens(spec) * rated.worth if rated.worth > 0.0 else rated.worth, rated.why)


def _happens(spec: AbilityDocument) -> float:
    on = params.ON.of(spec.params)
    return sum(face >= on for face in FACES) / len(FACES) if on else 1.0


def _mortal_damage(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    value, total = 0.0, 0.0
    for each in _targets(game, spec, unit) if params.TARGET.of(spec.params) == "each enemy" else [target]:
        body = body_of(game, each)
        odds = volley_odds((), body, (params.AMOUNT.of(spec.params),))
        wounds = sum(number * share for number, share in enumerate(suffered(odds, body)))
        value, total = value + damage_worth(game, each, wounds), total + wounds
    happens = _happens(spec)
    return Rated(value, _expected(happens * total, target))


def _expected(wounds: float, target: Unit) -> str:
    return _("{wounds} damage expected against {enemy}", wounds=numeral(wounds, ".1f"), enemy=target.name)


def _heal(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    thrown = of_amount(params.AMOUNT.of(spec.params))
    healed = mean(mapped(thrown, lambda each: min(each, target.damage)))
    back = min(params.RETURNS.of(spec.params), len(target.slain)) * _returning(spec, unit)
    return _restored(game, target, healed + back * game.card(target).health)


def _returning(spec: AbilityDocument, unit: Unit) -> float:
    """Return the chance that a prayer's total is high enough for models to return, if it is answered at all."""
    able = [face for face in FACES[1:] if face + unit.ritual >= spec.value]
    return sum(face + unit.ritual >= params.FROM.of(spec.params) for face in able) / max(1, len(able))


def _restored(game: Game, unit: Unit, wounds: float) -> Rated:
    if wounds <= 0.0:
        return Rated(UNKNOWN, _("there is nothing to heal"))
    why = _("{unit} should recover {wounds} wounds", wounds=numeral(wounds, ".1f"), unit=unit.name)
    return Rated(wounds * wound_worth(game, unit), why)


def rally(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate Rally by the wounds that its dice are expected to recover, spent in the best way."""
    good = (len(FACES) - RALLIED + 1) / len(FACES)
    shares, health = power(np.array((1.0 - good, good)), rally_dice(game, unit)), game.card(unit).health
    back = 0.0
    for number, share in enumerate(shares):
        ways = rallies(number, health, unit.damage, len(unit.slain))
        back += float(share) * max((way.returned * health + way.healed for way in ways), default=0)
    rated = _restored(game, unit, back)
    return rated._replace(worth=rated.worth - PRICE * spec.cost)


def _ritual(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    more = round(mean(of_amount(params.AMOUNT.of(spec.params))))
    return Rated(
        ritual_worth(target, more), ngettext("{n} ritual point for later", "{n} ritual points for later", more)
    )


def _modify(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    return _lasting(game, unit, target, effects_of(spec, unit.owner))


def _lasting(game: Game, unit: Unit, target: Unit, effects: list[Effect]) -> Rated:
    """Rate effects on a target by the value of the position with and without them."""
    before = worth(game, unit.owner)
    was = target.effects
    for effect in effects:
        with with_effect(target, effect):
            kept = target.effects
        target.effects = kept
    gained = worth(game, unit.owner) - before
    target.effects = was
    return Rated(gained, _("it matters most for {unit}", unit=target.name))


def _lend(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    if params.LENDS.of(spec.params) != "STRIKE-FIRST":
        return _lasting(game, unit, target, [])
    foes = [each for each in game.fought_by(target) if not game.used(each, "FIGHT", "phase")]
    if not foes or game.has(target, "STRIKE-FIRST") or game.used(target, "FIGHT", "phase"):
        return Rated(UNKNOWN, _("no fight where it would help"))
    taken = sum(expected_wounds(game, each, target, ranged=False) for each in foes)
    why = _("before {unit} takes {wounds} damage in return", unit=target.name, wounds=numeral(taken, ".1f"))
    own_turn = game.state.active == target.owner
    return Rated(FIRST * (0.5 if own_turn else 1.0) * damage_worth(game, target, taken), why)


def _summon(game: Game, spec: AbilityDocument, unit: Unit, target: Unit) -> Rated:
    found = manifestation(game, unit.owner, spec)
    if found is None:
        return Rated(UNKNOWN, _("no target for this"))
    if not (printed(game, found).strikes or printed(game, found).move):
        return Rated(STANDING * points_of_summoned(game, found) / POINT, _("it is set up on the table"))
    body = len(game.models(found)) * game.card(found).health
    return Rated(points_of_summoned(game, found) / POINT, _("{unit} with {n} wounds", unit=found.name, n=body))


def points_of_summoned(game: Game, unit: Unit) -> float:
    """Return the points of a manifestation that is not on the table yet."""
    at, unit.at = unit.at, dict.fromkeys(game.models(unit), (0.0, 0.0))
    found = points(game, unit)
    unit.at = at
    return found


def banish(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate banishing by its chance, and by what the manifestation does."""
    best = Rated(UNKNOWN, _("no target for this"))
    for each in banishable(game, unit):
        chance = reaching(game.card(each).banishment or 0, bonus=banishing_bonus(game, unit), amount=TWO_DICE)
        sign = -1 if each.owner == unit.owner else 1
        why = _("{chance} to banish {unit}", unit=each.name, chance=percent(chance))
        best = max(best, Rated(sign * chance * points(game, each) / POINT, why))
    return best


def place_of_power(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate drawing on a Place of Power: useful only to units that cast or chant in this turn."""
    powers = game.number(unit, "WIZARD") + game.number(unit, "PRIEST")
    helps = POWER if powers and game.state.active == unit.owner else 0.0
    return Rated(helps - damage_worth(game, unit, 2.0) / len(FACES), _("+1 to its rolls this turn"))


def unbind(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate unbinding by its chance."""
    use = current(game)
    chance = unbinding_chance(use.total if use is not None else 0, game.bonus(unit, "unbind"))
    return Rated(SPELL * chance, _("{chance} to unbind", chance=percent(chance)))


def intervention(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a spell or prayer in the enemy's turn by the best of them."""
    best = max((intervening(game, each, unit) for each in powers_known(game, unit)), default=Rated(UNKNOWN, ""))
    return Rated(best.worth - PRICE * spec.cost, best.why)


def intervening(game: Game, spec: AbilityDocument, unit: Unit) -> Rated:
    """Rate a spell or prayer of an intervention, with its roll at -1."""
    best = max((on_target(game, spec, unit, each) for each in _targets(game, spec, unit)), default=Rated(UNKNOWN, ""))
    return with_roll(game, spec, unit, best, INTERVENING)


_EFFECTS: Final[dict[str, Callable[[Game, AbilityDocument, Unit, Unit], Rated]]] = {
    "mortal-damage": _mortal_damage,
    "heal": _heal,
    "ritual": _ritual,
    "modify": _modify,
    "lend": _lend,
    "summon": _summon,
}
"""The value of effects on a target, by their handlers."""
